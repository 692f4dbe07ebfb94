"""What the documents say runs, and what they must name is named."""

import inspect
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import Game, Ledger, Match
from ledger.cli.main import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
ADDING = (ROOT / "docs" / "adding-a-game.md").read_text()
PAGES = [ROOT / "README.md", ROOT / "docs" / "embedding.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All blocks of a page, in order, as one program."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.S | re.M)
    assert blocks
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "".join(blocks)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def a_game(tmp_path: Path) -> Path:
    """A folder with the package that the page on games makes, as if it were installed there."""
    told, _, rest = ADDING.partition("\n## Trying it\n")
    trying, _, tests = rest.partition("\n## Its tests\n")
    for name, part in (("face_down", told), ("trying", trying), ("test_face_down", tests)):
        blocks = re.findall(r"^```python\n(.*?)^```$", part, re.S | re.M)
        (tmp_path / f"{name}.py").write_text("\n\n".join(blocks))
    (project,) = re.findall(r"^```toml\n(.*?)^```$", trying, re.S | re.M)
    points = tomllib.loads(project)["project"]["entry-points"]
    package = tmp_path / "face_down-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: face-down\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in games.items())
            for group, games in points.items()
        )
    )
    return tmp_path


@pytest.mark.whole_matches
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["trying.py"], "FD-END-01"),
        (["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_face_down.py"], "28 passed"),
    ],
    ids=["play", "tests"],
)
def test_the_game_of_the_page_is_one(a_game: Path, words: list[str], told: str) -> None:
    """A match of it is played, and its laws hold."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=a_game,
        env=os.environ | {"PYTHONPATH": str(a_game)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told in done.stdout and done.returncode == 0, done.stdout + done.stderr


def test_the_commands_of_the_page_on_games_find_it(a_game: Path) -> None:
    assert type_in(ADDING, a_game, str(a_game)) >= 7


def test_the_page_on_games_names_every_field_of_a_game() -> None:
    """And says of each whether it can be left out."""
    section = ADDING.partition("\n## Every field of `Game`\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)[^`]*` \| (yes|no) \|", section, re.M)
    assert {name: required == "yes" for name, required in rows} == {
        field.name: field.required for field in msgspec.structs.fields(Game)
    }
    assert len(rows) == len(msgspec.structs.fields(Game))


def test_the_page_for_embedders_names_every_method() -> None:
    """Each with its parameters and what they are by default, as they can be written."""
    text = (ROOT / "docs" / "embedding.md").read_text()
    section = text.partition("\n## Every method\n")[2].partition("\n## ")[0]
    tables = section.split("| of a `Ledger` |")
    for kind, table in zip((Match, Ledger), tables, strict=True):
        names = [
            cell for row in re.findall(r"^\| (`.+?) \|", table, re.M) for cell in row.split(", `")
        ]
        told = {cell.strip("`").partition("(")[0]: cell.strip("`") for cell in names}
        there = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
        attributes = {name for name, cell in told.items() if "(" not in cell}
        assert told.keys() == there.keys() | (attributes & {"id", "game"})
        for name, part in there.items():
            assert told[name] == name + ("" if name in attributes else shown_call(part))


def shown_call(method: Any) -> str:
    """A signature as the page shows it, without types."""
    (_, *parameters) = inspect.signature(method).parameters.values()
    return f"({', '.join(written(parameter) for parameter in parameters)})"


def written(parameter: inspect.Parameter) -> str:
    if parameter.default is inspect.Parameter.empty:
        return parameter.name
    default = repr(parameter.default).replace("'", '"')
    return f"{parameter.name}={default}"


def test_the_commands_of_the_readme_run(tmp_path: Path) -> None:
    """One after the other, in the folder where the Python above them has run."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", README, re.S | re.M)
    subprocess.run([sys.executable, "-c", block], cwd=tmp_path, check=True, capture_output=True)
    commands = re.findall(r"^\$ ledger (.+)$", README, re.M)
    assert len(commands) >= 10
    for words in commands:
        if "MATCH:COUNT:DIGEST" in words:
            with Ledger(tmp_path / "game.db", "read") as book:
                words = words.replace("MATCH:COUNT:DIGEST", str(book.match().head))
        assert ledger(words, tmp_path) == (0, "")


def test_what_the_demo_offers_next_runs(tmp_path: Path) -> None:
    """As typed at the top of a clone, where the recorded matches are."""
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    script = (ROOT / "dev").read_text()
    offered = script.partition("Try next")[2].partition("\nNEXT\n")[0]
    for name in ("demo_match", "running_match"):
        (path,) = re.findall(rf'^{name}="(.+)"$', script, re.M)
        offered = offered.replace(f"${name}", path)
    commands = re.findall(r"^ +ledger (.+)$", offered, re.M)
    assert len(commands) >= 4
    for words in commands:
        assert ledger(words, tmp_path) == (0, "")


def ledger(words: str, folder: Path) -> tuple[int, str]:
    """What a command ends with, and what it complains of."""
    done = subprocess.run(
        [sys.executable, "-m", "ledger.cli.main", *shlex.split(words, comments=True)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def test_the_readmes_example_is_short() -> None:
    """An embedder sees the whole of it on one screen."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", README, re.S | re.M)
    assert len([line for line in block.splitlines() if line.strip()]) <= 25


def test_links_between_pages_lead_somewhere() -> None:
    """Every relative link of every page names a file that is there."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "fixtures" / "README.md"]
    missing = [
        f"{page.relative_to(ROOT)} -> {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not os.path.exists(page.parent / target)
    ]
    assert missing == []


def test_the_architecture_names_every_module_of_the_engine() -> None:
    """A room without a sentence is a room nobody can find."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`(\w+)`", text))
    modules = {path.stem for path in (ROOT / "ledger").glob("*.py")} - {"__init__"}
    assert modules - named == set()


@pytest.mark.parametrize(
    ("page", "until", "least"),
    [
        ("cli.md", "## What all commands share", 6),
        ("disputes.md", "", 10),
        ("games/fifty.md", "", 3),
        ("games/monopoly-bid.md", "", 3),
    ],
)
def test_a_page_shows_what_its_commands_print(
    page: str, until: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed one after the other; ids and digests are of the day, ``...`` stands for the rest."""
    text = (ROOT / "docs" / page).read_text()
    assert until in text
    monkeypatch.setenv("NO_COLOR", "1")
    assert type_in(text.partition(until)[0] if until else text, tmp_path) >= least


def type_in(text: str, folder: Path, path: str = "") -> int:
    """Hold the commands of a text against what they print there; how many there are.

    Args:
        path: where else packages are: each command is a process then, which finds what is there.
    """
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M)
    shown = re.findall(r"^\$ ledger (.+)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.M)
    for words, wanted in shown:
        printed = started(words, folder, path) if path else printed_here(words, folder)
        told, told_wanted = anonymous(printed), anonymous(wanted)
        if told_wanted.endswith("\n...\n"):
            assert told.startswith(told_wanted.removesuffix("...\n")), words
        else:
            assert told == told_wanted, words
    return len(shown)


def started(words: str, folder: Path, path: str) -> str:
    """What a command prints as a process."""
    return subprocess.run(
        [sys.executable, "-m", "ledger.cli.main", *shlex.split(words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "PYTHONPATH": path},
    ).stdout


def printed_here(words: str, folder: Path) -> str:
    """What a command prints in this process, where it begins ten times as fast."""
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with chdir(folder), redirect_stdout(said), redirect_stderr(said):
        main(shlex.split(words))
    said.seek(0)
    return said.read()


def anonymous(text: str) -> str:
    """Without the ids and digests, which are others every time."""
    return re.sub(r"\b[a-z2-7]{16}(:\d+:[0-9a-f]+(\.\.\.)?)?", "ID", text)
