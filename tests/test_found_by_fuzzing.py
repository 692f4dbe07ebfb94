"""What `torture/fuzz.py` and people who tried by hand have found, each with the right answer."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Broken, Damaged, Ledger, NotALedger, NotWritten, import_lines
from ledger.cli.main import main

from .forging import first, forced, rechain, reseal, rewrite
from .records import FIXTURES
from .tables import a_ledger, pledge, sealed
from .test_verifier import verified


@pytest.mark.parametrize("name", ["Z\u00fcrich", "\U0001f600", "\x00", "a b", "A", "x" * 100])
def test_a_match_whose_id_is_none_is_broken_and_not_unknown(path: Path, name: str) -> None:
    """The file lists it: who asks for what is listed has not asked for something else."""
    with forced(path) as raw:
        for table in ("events", "disclosures"):
            raw.execute(f"UPDATE {table} SET match = ?", (name,))
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        assert ledger.ids() == (name,)
        audit = ledger.audit(name)
        assert audit.verdict == "broken"
        assert [finding.text for finding in audit.findings] == ["the match's id is none"]
    assert main(["audit", str(path)]) == 4  # whose game is not installed


@pytest.mark.parametrize("name", ["a\x00b.db", "\ud800.db", "\ud800/a.db"])
def test_a_name_no_file_can_have(tmp_path: Path, path: Path, name: str) -> None:
    lost = tmp_path / name
    for mode in ("write", "create"):
        with pytest.raises(NotWritten, match="no file can be called so"):
            a_ledger(lost, mode)
    wrong: list[Callable[[], object]] = [
        lambda: Ledger(lost, "read"),
        lambda: import_lines(lost, tmp_path / "new.db"),
    ]
    for ask in wrong:
        with pytest.raises(NotALedger, match="no file can be called so"):
            ask()
    with a_ledger(path, "read") as ledger, pytest.raises(NotWritten, match="no file"):
        ledger.match().export(lost, "spectator")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("size", [-1, -100, -2000, 1])
def test_a_file_that_ends_within_a_page_is_damaged(tmp_path: Path, size: int) -> None:
    """SQLite reads what is cut off as zeros, and zeros may have stood there."""
    path = tmp_path / "game.db"
    whole = (FIXTURES / "game-of-49" / "waiting-for-a-seat.db").read_bytes()
    assert set(whole[-2000:]) == {0}
    path.write_bytes(whole[:size] if size < 0 else whole + b"\0" * size)
    with Ledger(path, "read") as ledger:
        audit = ledger.audit()
    assert audit.verdict == "broken"
    assert audit.fault == "the file is damaged: it does not end with a whole page"
    assert main(["audit", str(path)]) == 4
    assert verified(path) == 4


def test_so_is_one_of_the_largest_pages(tmp_path: Path) -> None:
    """Whose size has no room in the header, and stands there as 1."""
    path = tmp_path / "game.db"
    path.write_bytes((FIXTURES / "game-of-49" / "waiting-for-a-seat.db").read_bytes())
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA page_size = 65536")
    raw.execute("VACUUM")
    raw.close()
    with Ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"
    path.write_bytes(path.read_bytes() + bytes(4096))
    with Ledger(path, "read") as ledger:
        assert ledger.audit().fault == "the file is damaged: it does not end with a whole page"


# --- what is said of a stranger's words


@pytest.mark.parametrize("kind", ["a\rb", "a\nVerdict: clean", "\x1b[2J", "\u2028", "x" * 500_000])
def test_an_event_of_a_hostile_kind_is_told_in_one_short_line(path: Path, kind: str) -> None:
    with forced(path) as raw:
        rewrite(raw, 3, lambda event: {**event, "kind": kind})
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        audit = ledger.audit()
        replayed = ledger.replay()
        with pytest.raises(Broken) as error:
            ledger.match().view()
    assert audit.verdict == "broken"
    assert replayed.verdict == "diverged"
    said = [finding.text for finding in audit.findings] + [one.detail for one in audit.checks]
    for text in (*said, replayed.text, str(error.value)):
        assert text.isprintable()
        assert len(text) < 400


def test_a_secret_that_cannot_be_is_not_told(path: Path) -> None:
    """What a decoder says may quote the words it does not know, and replay tells it to all."""
    with forced(path) as raw:
        seq = first(raw, "card_drawn")
        reseal(raw, seq, "card", {"a secret word": 1})
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        replayed = ledger.replay()
        assert (replayed.verdict, replayed.seq) == ("diverged", seq)
        assert replayed.text == "card is opened as a value it cannot hold"


# --- a game that is not known here: what is the same in all games is checked all the same

NOBODYS = {
    "the seed, told to a seat": "UPDATE {} SET audience = '0' WHERE field = 'seed'",
    "the seed, opened by no event": "UPDATE {} SET audience = 'all', issued = 2 WHERE seq = 1",
    "a secret, told to a seat there is not": "UPDATE {} SET audience = '3' WHERE seq = 2",
    "a secret, told to no name of a seat": "UPDATE {} SET audience = '00' WHERE seq = 2",
    "a secret, opened to all at once": "UPDATE {} SET audience = 'all' WHERE seq = 2",
    "a secret, told to its seat later": "UPDATE {} SET issued = 3 WHERE seq = 2",
    "a secret, opened before it was": "UPDATE {} SET audience = 'all', issued = 1 WHERE seq = 2",
    "a secret, opened after the end": "UPDATE {} SET audience = 'all', issued = 999 WHERE seq = 2",
}


@pytest.mark.parametrize("change", NOBODYS.values(), ids=NOBODYS.keys())
def test_who_may_read_is_checked_without_the_game(path: Path, change: str) -> None:
    """The verifier for strangers, which knows no game, found these and the audit did not."""
    with Ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "unverified"
    with forced(path) as raw:
        raw.execute(change.format("disclosures"))
    with Ledger(path, "read") as ledger:
        audit = ledger.audit()
    assert audit.verdict == "broken"
    assert [check.status for check in audit.checks if check.name == "seals"] == ["failed"]
    assert audit.fault
    assert verified(path) == 3


NO_EVENTS: dict[str, Callable[[str], str]] = {
    "nothing": lambda _: "",
    "an array": lambda text: f"[{text}]",
    "a member twice": lambda text: text[:-1] + ',"more":1,"more":1}',
    "the kind twice": lambda text: text.replace("{", '{"kind":"x",', 1),
    "the kind not first": lambda text: text.replace("{", '{"a":1,', 1),
    "the kind no text": lambda _: '{"kind":1}',
    "no number": lambda text: text[:-1] + ',"more":NaN}',
    "half a character": lambda text: text[:-1] + ',"more":"\\ud800"}',
    "deep": lambda text: text[:-1] + ',"more":' + "[" * 100_000 + "]" * 100_000 + "}",
}


@pytest.mark.parametrize("change", NO_EVENTS.values(), ids=NO_EVENTS.keys())
def test_what_is_no_event_of_any_game_is_noticed_without_the_game(
    path: Path, change: Callable[[str], str]
) -> None:
    with forced(path) as raw:
        ((old,),) = raw.execute("SELECT event FROM events WHERE seq = 3").fetchall()
        raw.execute("UPDATE events SET event = ? WHERE seq = 3", (change(old),))
        rechain(raw)
    with Ledger(path, "read") as ledger:
        audit = ledger.audit()
    assert audit.verdict == "broken"
    assert audit.fault
    assert verified(path) == 3


def test_the_first_events_of_two_matches_hold_what_is_no_time(tmp_path: Path) -> None:
    """They are listed by their times, and a forged column holds anything."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        sealed(ledger)
        pledge(ledger)
    loosely(
        path,
        "UPDATE events SET time = x'00' WHERE seq = 1 AND match = (SELECT min(match) FROM events)",
    )
    with a_ledger(path, "read") as ledger, pytest.raises(Damaged):
        ledger.ids()


def loosely(path: Path, change: str) -> None:
    """Change rows as if the columns had no types."""
    with forced(path) as raw:
        schema = "UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = 'events'"
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(schema, (") STRICT", ")"))
        raw.execute("PRAGMA writable_schema = RESET")
        raw.execute(change)
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute(schema, ("\n)", "\n) STRICT"))
        raw.execute("PRAGMA writable_schema = RESET")
