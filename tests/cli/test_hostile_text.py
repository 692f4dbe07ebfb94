"""Every word of every command, and every file's name, as text that tries to be more than that."""

import inspect
import json
import re
import shlex
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ledger import Ledger, registry
from ledger.cli.main import COMMANDS
from ledger.simulate import noise_of
from tests.cli.conftest import Installed, Run, install
from tests.cli.test_escape import UNSAFE
from tests.pledge_game import PLEDGE
from tests.records import FIXTURES
from tests.sealed_game import SEALED

TEXTS = [
    "\x1b[31mred\x1b]0;title\x07\x9b31m",
    "[bold red]markup[/] [/nothing] :smile:",
    "\u202egnp.\u2066x\u2069\u200e\u2028\x85\ufeff\U000e0041",
    "a\nVerdict: exact\r\tb",
    "quotes ' \" ` \\ $(x) {y} %s %(z)s # ?",
    "x" * 10_000,
    "\udcff",  # a byte that is no text, as Python takes it from the command line
    "--",
    "",
]

# X is the text; game.db holds a match and over.db one that has ended;
# in said.db somebody has spoken, and in open.db that is disputed
WORDS = {
    "games": ["games X"],
    "rules": ["rules X", "rules pledge X"],
    "new": [
        *("new X a.db --seat A --seat B", "new pledge X --seat A --seat B"),
        *("new pledge a.db --seat X --seat B", "new pledge a.db --seat A --seat B --option X"),
        *("new pledge a.db --seat A --seat B --option motto=X", "new 49 a.db --seat A --seat X"),
        *("new 49 a.db --seat A --seat B --option X=1", "new 49 a.db --seat A --seat B --seed X"),
        *(
            "new 49 a.db --seat A --seat B --chance X",
            "new 49 a.db --seat A --seat B --irregular X",
        ),
    ],
    "list": ["list X"],
    "act": [
        *(
            "act X 0 say text=x",
            "act game.db X say text=x",
            "act game.db 0 X",
            "act game.db 0 say X",
        ),
        *("act game.db 0 say text=X", "act game.db 0 say X=x", "act game.db 0 pledge X"),
        *("act game.db 0 say text=x --at X", "act game.db 0 say text=x --match X"),
    ],
    "draw": ["draw X 1", "draw game.db X", "draw game.db 1 --as X", "draw game.db 1 --match X"],
    "legal": ["legal X 0", "legal game.db X", "legal game.db 0 --match X"],
    "show": ["show X", "show game.db --as X", "show game.db --at X", "show game.db --match X"],
    "replay": [
        "replay X",
        "replay game.db --as X",
        "replay game.db --to X",
        "replay game.db --match X",
    ],
    "audit": ["audit X", "audit game.db --head X", "audit game.db --match X"],
    "export": [
        *("export X --as 0 -o a.db", "export game.db --as X -o a.db", "export game.db --as 0 -o X"),
        "export game.db --as 0 -o a.db --match X",
    ],
    "import": ["import X -o a.db", "import game.jsonl -o X"],
    "open": ["open X --all", "open over.db --seed --match X"],
    "dispute": [
        *("dispute X 0 2 --claim x", "dispute said.db X 2 --claim x"),
        *("dispute said.db 0 X --claim x", "dispute said.db 0 2 --wait --claim X"),
        "dispute said.db 0 2 --claim x --match X",
    ],
    "rule": [
        *("rule X", "rule open.db --text X", "rule open.db --text x --clause X"),
        "rule open.db --match X",
    ],
    "withdraw": ["withdraw X 0", "withdraw open.db X", "withdraw open.db 0 --match X"],
    "docket": ["docket X", "docket open.db --as X", "docket open.db --match X"],
    "take-back": [
        *("take-back X 0 1", "take-back said.db X 1", "take-back said.db 0 X"),
        *("take-back said.db X --agree", "take-back said.db 0 1 --match X"),
    ],
    "act-for": [
        *("act-for X 0 --reason x", "act-for game.db X --reason x", "act-for game.db 0 --reason X"),
        "act-for game.db 0 --reason x --match X",
    ],
    "close": [
        "close X --reason x",
        "close game.db --reason X",
        "close game.db --reason x --match X",
    ],
    "why": [
        *(
            "why X 0 say text=x",
            "why game.db X say text=x",
            "why game.db 0 X",
            "why game.db 0 say X",
        ),
        *("why game.db 0 pledge 1 --at X", "why game.db 0 pledge 1 --match X"),
    ],
    "whatif": [
        *(
            "whatif X --without 1",
            "whatif game.db --without X",
            "whatif game.db --without 1 --as X",
        ),
        "whatif game.db --without 1 --match X",
    ],
    "simulate": [
        *("simulate X -o a.db --matches 1 --seats 2", "simulate 49 -o X --matches 1 --seats 2"),
        *("simulate 49 -o a.db --matches X --seats 2", "simulate 49 -o a.db --matches 1 --seats X"),
        *("simulate pledge -o a.db --matches 1 --seats 2 --option motto=X", "simulate X X X"),
        "simulate 49 -o a.db --matches 1 --seats 2 --seed X",
    ],
    "diff": ["diff X game.db", "diff game.db X", "diff game.db game.db --match X"],
}

FILES = [
    "a b.db",
    "a?b.db",
    "a#b.db",
    "a%41b.db",
    "a\nb.db",
    "a'\"b.db",
    "a\x1b[31m\u202eb.db",
    "-a.db",
]


MADE: dict[str, bytes] = {}
"""The files that lie on the table."""


@pytest.fixture(autouse=True)
def table(run: Run, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A match without secrets that goes on, and one that is over, and its lines.

    Made once, by what no test is told from, and laid there for each.
    """
    shipped = tuple(entry_points(group=registry.GROUP))
    install(monkeypatch, *shipped, Installed("sealed", SEALED), Installed("pledge", PLEDGE))
    if not MADE:
        with monkeypatch.context() as patched:
            known = inspect.unwrap(Ledger.__init__).__kwdefaults__
            patched.setitem(known, "entropy", noise_of("hostile text"))
            make(run)
        MADE.update((path.name, path.read_bytes()) for path in Path().iterdir())
    for name, content in MADE.items():
        Path(name).write_bytes(content)
    yield


def make(run: Run) -> None:
    """Make the files in the folder where commands are run."""
    assert run("new", "pledge", "game.db", "--seat", "Ann", "--seat", "Bob").code == 0
    assert run("export", "game.db", "--as", "0", "-o", "game.jsonl").code == 0
    for name, more in (("said", ()), ("open", ("dispute", "open.db", "0", "2", "--wait"))):
        assert run("new", "pledge", f"{name}.db", "--seat", "Ann", "--seat", "Bob").code == 0
        assert run("act", f"{name}.db", "0", "say", "text=hello").code == 0
        assert not more or run(*more, "--claim", "it was not so").code == 0
    Path("over.db").write_bytes((FIXTURES / "game-of-49" / "first-line.db").read_bytes())


def test_every_command_is_tried() -> None:
    assert list(WORDS) == list(COMMANDS)


@pytest.mark.parametrize("words", [one for some in WORDS.values() for one in some])
def test_a_hostile_word_anywhere_gets_a_calm_answer(run: Run, words: str) -> None:
    """The right exit code depends on the word; a surprise or an escape is never right."""
    kept = {path.name for path in Path().iterdir()}
    for number, text in enumerate(TEXTS):
        typed = [word.replace("X", text) for word in words.split()]
        ran = run(*typed, *(["--json"] if number % 2 else []))
        assert ran.code in range(5), text
        assert not UNSAFE.search(ran.out + ran.err)
        assert "should not happen" not in ran.err
        assert not ran.err or len(ran.err.splitlines()) == 1
        assert (ran.out + ran.err).encode()
        if "--json" in typed and ran.out:
            json.loads(ran.out)
        for path in Path().iterdir():
            if path.name not in kept:
                path.unlink()


@pytest.mark.parametrize("text", TEXTS[:6], ids=ascii)
def test_what_was_said_is_told_as_text(run: Run, text: str) -> None:
    """A claim in a log is a stranger's text in every command that tells it."""
    assert run("act", "game.db", "1", "say", f"text={text}").code == 0
    assert run("dispute", "game.db", "0", "2", "--wait", f"--claim={text}").code == 0
    for words in ("replay", "replay --as auditor", "show", "audit", "list", "legal", "docket"):
        name, *more = words.split()
        ran = run(name, "game.db", *(["0"] if name == "legal" else []), *more)
        assert (ran.code, ran.err) == (0, "")
        assert not UNSAFE.search(ran.out)
    told = run("replay", "game.db", "--json")
    assert not UNSAFE.search(told.out)
    assert told.document["matches"][0]["events"][-2]["text"] == text
    assert told.document["matches"][0]["events"][-1]["claim"] == text


def test_nul_and_half_characters_from_standard_input(run: Run) -> None:
    ran = run("act", "game.db", "1", "say", "-", stdin='{"text":"a\\u0000b"}')
    assert ran.code == 0
    assert not UNSAFE.search(ran.out)
    assert run("replay", "game.db").code == 0
    half = run("act", "game.db", "1", "say", "-", stdin='{"text":"\\ud800"}')
    assert half.code == 2
    assert len(half.err.splitlines()) == 1
    with Ledger("game.db", "read", games=[PLEDGE]) as book:
        assert book.audit().verdict == "clean"


@pytest.mark.parametrize("name", FILES, ids=ascii)
def test_a_file_may_be_called_anything(run: Run, name: str) -> None:
    """Every command that takes a file, by a name that is no address, option or pattern."""
    lines, copy, bots = (f"{name}.{suffix}" for suffix in ("jsonl", "copy.db", "bots.db"))
    before = {path.name for path in Path().iterdir()}
    commands = (
        *(
            "new pledge @ --seat Ann --seat Bob",
            "list @",
            "legal @ 0",
            "act @ 0 pledge 1",
            "show @",
        ),
        *("show @", "replay @", "audit @", "export @ --as 0 -o LINES", "import LINES -o COPY"),
        *("diff @ COPY", "simulate 49 -o BOTS --matches 1 --seats 2", "open BOTS --seed"),
        *("audit BOTS", "new sealed @ --seat Ann --seat Bob --chance declared"),
    )
    named = {"@": name, "LINES": lines, "COPY": copy, "BOTS": bots}
    for words in commands:
        typed = [named.get(word, word) for word in words.split()]
        if name.startswith("-"):
            typed = [f"./{word}" if word in named.values() else word for word in typed]
        ran = run(*typed)
        assert (ran.code, ran.err) == (0, ""), words
        assert not UNSAFE.search(ran.out)
    made = {path.name for path in Path().iterdir()} - before
    assert made == {name, lines, copy, bots}


@pytest.mark.parametrize("name", FILES, ids=ascii)
def test_the_command_said_to_be_next_can_be_typed(run: Run, name: str) -> None:
    made = run("new", "pledge", f"./{name}", "--seat", "Ann", "--seat", "Bob")
    next_line = re.fullmatch(r"next: ledger (.*)", made.last)
    assert next_line is not None
    if "\\x" not in next_line[1] and "\\n" not in next_line[1]:  # no shell reads those so
        assert run(*shlex.split(next_line[1])).code == 0
