"""Bad input of every kind: one sentence, the right exit code, no traceback, one document."""

import errno
import io
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import GameError, Ledger
from ledger.cli.source import all_or_one
from tests.cli.conftest import Run
from tests.sealed_game import SEALED

READERS = ("list", "show", "replay", "audit")


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE people (name TEXT)")
    connection.close()


BAD: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: None,
    "text": lambda path: path.write_text("hello\n"),
    "empty": lambda path: path.write_bytes(b""),
    "folder": lambda path: path.mkdir(),
    "foreign": _foreign,
    "torn": lambda path: path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 2000),
    "dangling": lambda path: path.symlink_to("nowhere"),
}


@pytest.mark.parametrize("command", [*READERS, "legal", "act", "draw", "open", "export", "diff"])
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("json", [False, True])
def test_no_ledger(run: Run, tmp_path: Path, command: str, bad: str, json: bool) -> None:
    BAD[bad](tmp_path / "bad.db")
    more: dict[str, list[object]] = {
        "legal": [0],
        "act": [0, "bid", 1],
        "draw": [1],
        "open": ["--all"],
        "export": ["--as", 0, "-o", "out.db"],
        "diff": ["bad.db"],
    }
    ran = run(command, "bad.db", *more.get(command, []), *(["--json"] if json else []))
    assert ran.code == 4
    assert re.fullmatch(r"ledger: [^\n]+\n", ran.err)
    assert "Traceback" not in ran.err
    if json:
        assert ran.document["error"]["kind"]
    else:
        assert ran.out == ""
    assert (tmp_path / "bad.db").exists() == (bad not in ("missing", "dangling"))
    assert not (tmp_path / "out.db").exists()


@pytest.mark.parametrize("command", [("show",), ("legal", "0"), ("act", "0", "bid", "1")])
def test_several_matches_are_listed(run: Run, two: str, command: tuple[str, ...]) -> None:
    name, *more = command
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    refused = run(name, two, *more)
    assert refused.code == 2
    assert "--match" in refused.err
    assert all(match in refused.err for match in ids)
    assert run(name, two, *more, "--match", ids[0]).code in (0, 1)


def test_a_match_is_named_by_how_it_begins(run: Run, two: str, tmp_path: Path) -> None:
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    for match in ids:
        shown = run("show", two, "--match", match[:10], "--json")
        assert shown.document["match"] == match
    assert run("show", two, "--match", "").code == 2
    with Ledger(tmp_path / two) as ledger:
        for _ in range(36):  # of 38 ids with 36 first letters two begin alike
            ledger.new(SEALED, ["Ann", "Bob"])
        starts = [match[0] for match in ledger.ids()]
    (start, *_) = [char for char in starts if starts.count(char) > 1]
    refused = run("show", two, "--match", start)
    assert refused.code == 2
    assert f"{starts.count(start)} matches begin with '{start}': " in refused.err


@pytest.mark.parametrize("command", ["audit", "replay", "show", "list"])
def test_exported_lines_are_to_be_imported(run: Run, played: str, command: str) -> None:
    run("export", played, "--as", "spectator", "-o", "x.jsonl")
    refused = run(command, "x.jsonl", "--json")
    assert refused.code == 4
    error = refused.document["error"]
    assert error["kind"] == "not_a_ledger"
    assert error["text"].endswith("make a ledger of it with `ledger import x.jsonl -o x.db`")
    assert run("import", "x.jsonl", "-o", "x.db").code == 0


def test_wrong_usage_points_to_help(run: Run) -> None:
    for words in (("show",), ("show", "a", "b"), ("shwo", "a"), ("--loud",), ("show", "--as")):
        refused = run(*words)
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
        assert "--help" in refused.err
        as_json = run(*words, "--json") if words[0] == "show" and words[-1] != "--as" else None
        if as_json is not None:
            assert as_json.document["error"]["text"]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("show", "g", "--at", "x"), "Invalid value for '--at': a whole number is wanted, not 'x'"),
        (("dispute", "g", "Ann", "1.5"), "for 'SEQ': a whole number is wanted, not '1.5'"),
        (("take-back", "g", "Ann", "x"), "for '[TO]': a whole number is wanted, not 'x'"),
        (("simulate", "49", "--matches", "x"), "'--matches': a whole number is wanted, not 'x'"),
        (
            ("simulate", "49", "--matches", "0"),
            "for '--matches': a whole number, 1 or more, is wanted, not 0",
        ),
    ],
)
def test_a_word_that_is_no_number(run: Run, words: tuple[str, ...], text: str) -> None:
    refused = run(*words)
    assert refused.code == 2
    assert text in refused.err
    assert refused.err.endswith(f"; see ledger {words[0]} --help\n")


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (("new", "49", "g.db", "--option"), "ledger new"),
        (("show", "g.db", "--as"), "ledger show"),
        (("--log", "info", "show", "g.db", "--as"), "ledger show"),
        (("show", "g.db", "--json=3"), "ledger show"),
        (("--log",), "ledger"),
    ],
)
def test_an_option_without_its_value_points_to_its_commands_help(
    run: Run, words: tuple[str, ...], command: str
) -> None:
    refused = run(*words)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith(f"; see {command} --help\n")


@pytest.mark.parametrize(
    "words",
    [
        ("act", "", "Ann", "bid", 1),
        ("show", " "),
        ("new", "49", "", "--seat", "Ann", "--seat", "Bob"),
        ("diff", "a.db", ""),
        ("import", "", "-o", "x.db"),
        ("export", "a.db", "--as", "Ann", "-o", ""),
        ("simulate", "49", "-o", "", "--matches", 1, "--seats", 3),
    ],
)
def test_a_blank_file_is_no_folder(run: Run, words: tuple[object, ...]) -> None:
    """It would be read as the folder one works in."""
    refused = run(*words)
    assert (refused.code, refused.out) == (2, "")
    assert "the name of a file is blank" in refused.err


def test_nothing_typed(run: Run) -> None:
    ran = run()
    assert ran.code == 2
    assert "Commands:" in ran.out


def test_version(run: Run) -> None:
    assert re.fullmatch(r"ledger \d+\.\d+\.\d+\S*\n", run("--version").out)


@pytest.mark.parametrize(
    ("error", "code"), [(GameError("a game is wrong"), 4), (ZeroDivisionError("oops"), 4)]
)
def test_a_fault_of_a_program_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("ledger.cli.catalogue.game_names", fail)
    ran = run("games", "--json")
    assert ran.code == code
    assert ran.err.count("\n") == 1
    assert str(error) in ran.document["error"]["text"]
    if not isinstance(error, GameError):
        assert "report" in ran.err
    monkeypatch.setenv("LEDGER_DEBUG", "1")
    traced = run("games", "--json")
    assert (traced.code, traced.document) == (code, ran.document)
    first, *middle, last = traced.err.splitlines(keepends=True)
    assert first == "ledger: Traceback (most recent call last):\n"
    assert any("in fail" in line for line in middle)
    assert last == ran.err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("act", "game.db", "0", "bid", "cards=[99]"), 1),
        (("show", "game.db", "--as", "Zoe"), 2),
        (("show", "text.db"), 4),
        (("show", "none.db"), 4),
        (("games", "chess"), 4),
    ],
)
def test_a_traceback_is_for_what_should_not_happen(
    run: Run, game: str, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int
) -> None:
    Path("text.db").write_text("no ledger at all")
    words = tuple(game if word == "game.db" else word for word in words)
    usual = run(*words, "--json")
    monkeypatch.setenv("LEDGER_DEBUG", "1")
    assert run(*words, "--json") == usual
    assert (usual.code, usual.err.count("\n")) == (code, 1)
    assert usual.document["error"]["text"]


@pytest.mark.parametrize(("error", "code"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141)])
def test_being_stopped_is_quiet(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("ledger.cli.catalogue.game_names", fail)
    ran = run("games")
    assert (ran.code, ran.out, ran.err) == (code, "", "")


def test_an_unexpected_error_inside_a_document_adds_no_second_one(
    run: Run, two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("list", two, "--json").document["matches"][0]["match"]

    def fail(ledger: Ledger, match: str | None) -> tuple[str, ...]:
        return (*all_or_one(ledger, first), "gone")

    monkeypatch.setattr("ledger.cli.prove.all_or_one", fail)
    ran = run("audit", two, "--json")
    assert ran.code == 2
    assert ran.out.count('"matches"') == 1
    assert '"error"' not in ran.out


def test_log_entries_go_to_standard_error(run: Run, game: str) -> None:
    ran = run("--log", "info", "act", game, 0, "bid", "cards=[]", "--json")
    assert ran.document["seq"]
    assert "acted" in ran.err
    assert "cards" not in ran.err
    assert run("--log", "loud", "games").code == 2


def test_a_ledger_without_a_match(run: Run, tmp_path: Path) -> None:
    Ledger(tmp_path / "new.db").close()
    assert run("list", "new.db").out == "This ledger holds no match yet.\n"
    assert run("list", "new.db", "--json").document == {"matches": []}
    for command in ("show", "replay", "audit"):
        assert run(command, "new.db").code == 2


def test_a_file_copied_while_it_was_open_is_named(run: Run, game: str, tmp_path: Path) -> None:
    with Ledger(tmp_path / game) as ledger:
        ledger.match()
        copied = (tmp_path / game).read_bytes()
        (tmp_path / "copied.db").write_bytes(copied)
    (tmp_path / "empty.db").write_bytes(_copied_before_the_first_act(tmp_path / "young.db"))
    assert run("list", "empty.db").out == "This copy shows no match.\n"
    assert run("show", "empty.db").err.splitlines()[-1] == "ledger: this copy shows no match"
    ran = run("show", "copied.db", "--json")
    assert ran.code == 0
    assert ran.err.startswith("ledger: warning: ")
    assert ran.document["seats"] == ["Ann", "Bob"]
    for words in (
        ("act", "copied.db", 0, "bid", "cards=[]"),
        ("new", "sealed", "copied.db", "--seat", "Cleo", "--seat", "Dan"),
    ):
        (tmp_path / "copied.db").write_bytes(copied)
        ran = run(*words)
        assert ran.code == 0
        assert ran.err.startswith("ledger: warning: ")
        assert "another history" in ran.err


def _copied_before_the_first_act(path: Path) -> bytes:
    """The bytes of a ledger whose match so far stands in its side file only."""
    with Ledger(path) as ledger:
        ledger.new(SEALED, ["Ann", "Bob"])
        return path.read_bytes()


@pytest.mark.parametrize("command", [*READERS, "act", "draw", "import", "new", "export"])
def test_a_working_folder_that_is_gone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """It is no answer that could not be written: nothing was told."""
    more: dict[str, list[object]] = {
        "act": ["x.db", 0, "bid", 1],
        "draw": ["x.db", 1],
        "import": ["x.jsonl", "-o", "x.db"],
        "new": ["sealed", "x.db", "--seat", "Ann", "--seat", "Bob"],
        "export": ["x.db", "--as", 0, "-o", "y.db"],
    }
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    ran = run(command, *more.get(command, ["x.db"]))
    assert (ran.code, ran.out) == (4, "")
    assert re.fullmatch(r"ledger: x\.[^\n]+\n", ran.err)


def test_standard_input_that_is_a_folder(
    run: Run, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Folder(io.StringIO):
        def read(self, size: int | None = -1, /) -> str:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))

    monkeypatch.setattr("tests.cli.conftest.io.StringIO", lambda _: Folder())
    ran = run("act", game, 0, "bid", "-")
    assert ran.code == 2
    assert "standard input cannot be read (Is a directory)" in ran.err


def test_who_is_to_name_a_match_hears_where_they_are_listed(run: Run, two: str) -> None:
    refused = run("show", two)
    assert refused.code == 2
    assert refused.err.endswith("; see `ledger list`\n")
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    assert all(name in refused.err for name in ids)


@pytest.mark.parametrize(("value", "code"), [("99999", 1), ("NaN", 2), ("much", 2)])
def test_an_option_that_a_clause_forbids_is_refused(run: Run, value: str, code: int) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    assert run("new", "49", "g.db", *people, "--option", f"max_bid={value}").code == code
