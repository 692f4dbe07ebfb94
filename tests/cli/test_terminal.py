"""The installed program from outside: pipes, terminals, colours, start-up."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-m", "ledger.cli.main")
ESC = b"\x1b["
ON_A_FILE = ("show", "replay", "audit", "list")


def start(*words: str, folder: Path, **env: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the program with its output in pipes."""
    return subprocess.run(
        [*PROGRAM, *words], cwd=folder, env=os.environ | env, capture_output=True, timeout=60
    )


def on_terminal(*words: str, folder: Path, **env: str) -> bytes:
    """Run the program on a terminal of its own; everything it shows there."""
    mine, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"} | env
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in env else None
    process = subprocess.Popen(
        [*PROGRAM, *words], cwd=folder, env=environment, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(mine, 65536):
            shown += part
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(mine)
    assert process.wait(60) == 0
    return shown


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a match of 49."""
    folder = tmp_path_factory.mktemp("begun")
    made = start("new", "49", "game.db", "--seat", "Ann", "--seat", "Bob", folder=folder)
    assert made.returncode == 0, made.stderr
    return (folder / "game.db").read_bytes()


@pytest.fixture
def folder(begun: bytes, tmp_path: Path) -> Path:
    """A folder with a match of 49 in game.db."""
    (tmp_path / "game.db").write_bytes(begun)
    return tmp_path


@pytest.mark.parametrize("command", ON_A_FILE)
def test_no_escape_sequences_in_a_pipe(folder: Path, command: str) -> None:
    ran = start(command, "game.db", folder=folder, FORCE_COLOR="1", TERM="xterm-256color")
    assert ran.returncode == 0
    assert b"\x1b" not in ran.stdout + ran.stderr


def test_colours_on_a_terminal(folder: Path) -> None:
    assert ESC in on_terminal("show", "game.db", folder=folder)


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_nobody_wants_them(folder: Path, env: dict[str, str]) -> None:
    assert b"\x1b" not in on_terminal("show", "game.db", folder=folder, **env)


@pytest.mark.parametrize("env", [{"COLUMNS": "²"}, {"LINES": "²"}])
def test_an_environment_that_names_no_size_of_a_terminal(folder: Path, env: dict[str, str]) -> None:
    assert b"Ann" in on_terminal("list", "game.db", folder=folder, **env)


def test_a_bar_for_long_work_on_a_terminal_only(folder: Path) -> None:
    words = ("simulate", "49", "--matches", "3", "--seats", "2", "--option", "max_bid=60")
    assert b"playing" in on_terminal(*words, "-o", "a.db", folder=folder)
    assert start(*words, "-o", "b.db", folder=folder).stderr == b""


def test_the_answer_stays_on_standard_output_while_a_bar_runs(folder: Path) -> None:
    start("new", "49", "game.db", "--seat", "Cleo", "--seat", "Dan", folder=folder)
    mine, theirs = pty.openpty()
    ran = subprocess.run(
        [*PROGRAM, "replay", "game.db"], cwd=folder, stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    os.close(mine)
    assert ran.stdout.endswith(b"2 matches: 2 exact.\n")
    assert ran.stdout == start("replay", "game.db", folder=folder).stdout


@pytest.mark.parametrize("words", ["rules 49", *(f"{name} game.db" for name in ON_A_FILE)])
def test_a_reader_that_goes_away_hears_no_complaint(folder: Path, words: str) -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    process = subprocess.Popen(
        [*PROGRAM, *words.split()],
        cwd=folder,
        env=buffered,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 141


def test_an_answer_that_cannot_be_written_is_one_sentence(folder: Path) -> None:
    """And another exit code than an act that the disk did not take: this one is recorded."""
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [*PROGRAM, "rules", "49"], cwd=folder, stdout=full, stderr=subprocess.PIPE
        )
    assert ran.returncode == 141
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        "games",
        "list game.db --json",
        "new 49 game.db --seat Cleo --seat Dan",
        *(f"{name} game.db" for name in ON_A_FILE),
    ],
)
def test_an_answer_to_a_closed_output_is_not_written(folder: Path, words: str) -> None:
    closed = f"exec '{sys.executable}' -m ledger.cli.main {words} >&-"
    ran = subprocess.run(["sh", "-c", closed], cwd=folder, stderr=subprocess.PIPE)
    assert ran.returncode == 141
    assert ran.stderr.count(b"\n") == 1
    assert b"the answer could not be written" in ran.stderr
    assert subprocess.run(["sh", "-c", f"{closed} 2>&-"], cwd=folder).returncode == 141


def test_what_is_told_to_a_closed_output_stands(folder: Path) -> None:
    before = json.loads(start("show", "game.db", "--json", folder=folder).stdout)
    words = f"act game.db {before['awaited'][0]} bid 20"
    closed = f"exec '{sys.executable}' -m ledger.cli.main {words} >&-"
    assert subprocess.run(["sh", "-c", closed], cwd=folder).returncode == 141
    after = json.loads(start("audit", "game.db", "--json", folder=folder).stdout)
    assert int(after["matches"][0]["head"].split(":")[1]) > before["seq"]
    assert after["matches"][0]["verdict"] == "clean"


def test_a_refusal_keeps_its_code_where_nobody_hears_answers(folder: Path) -> None:
    closed = f"exec '{sys.executable}' -m ledger.cli.main act game.db 0 fly >&-"
    assert subprocess.run(["sh", "-c", closed], cwd=folder).returncode == 2


def test_a_narrow_encoding_takes_every_name(tmp_path: Path) -> None:
    people = ("--seat", "Zoë", "--seat", "李雷")
    made = start("new", "49", "g.db", *people, folder=tmp_path, PYTHONIOENCODING="ascii")
    assert made.returncode == 0
    shown = start("show", "g.db", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert shown.stdout.isascii()
    found = start("show", "g.db", "--json", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert json.loads(found.stdout)["seats"] == ["Zoë", "李雷"]


HEAVY = {"asyncio", "rich", "sqlite_utils", "structlog", "unicodedata"}
FOR_FILES = {"sqlite3", "_hashlib", "importlib.metadata", "ledger.book", "ledger.cli.source"}


@pytest.mark.parametrize(
    ("word", "needed", "spared"),
    [
        ("--version", {"typer"}, {"msgspec", "ledger.game", "ledger.cli.catalogue"}),
        (
            "games",
            {"msgspec", "ledger.games.game_of_49"},
            {"ledger.cli.look", "ledger.cli.wording", "ledger.cli.arguments", "ledger.match"},
        ),
    ],
)
def test_what_takes_long_to_load_is_loaded_by_what_needs_it(
    word: str, needed: set[str], spared: set[str]
) -> None:
    code = f"import sys; from ledger.cli.main import main; main([{word!r}]); print(*sys.modules)"
    # a measurement of coverage would load modules of its own
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=plain)
    loaded = set(ran.stdout.splitlines()[-1].split())
    assert needed <= loaded
    assert not loaded & {*HEAVY, *FOR_FILES, *spared}
