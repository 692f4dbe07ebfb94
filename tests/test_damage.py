"""Damaged files: one sentence and the right verdict, never a surprise, for any kind of match.

Each damage is done with the triggers dropped and restored exactly, so that the schema is ours and
only the rows tell.
"""

import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger import (
    Audit,
    Broken,
    Damaged,
    Head,
    LedgerError,
    NeedsDisclosure,
    Unreadable,
    import_lines,
)
from ledger.schema import COLUMNS

from .forging import forced, kinds
from .tables import NAMES, a_ledger, play, recorded

KINDS = ("sealed", "pledge", "declared", "copy")


class Case(NamedTuple):
    """A file with one recorded match, and its head as somebody else holds it."""

    path: Path
    head: Head


def declared(path: Path) -> None:
    with a_ledger(path) as ledger:
        match = ledger.new("sealed", NAMES[:2], chance="declared")
        for seat, card in ((0, 3), (0, 9), (0, 1), (1, 2), (1, 4), (1, 5)):
            match.draw(card, seat)
        play(match, 1)


def copied(path: Path) -> None:
    whole = path.with_name("host.db")
    whole.write_bytes(recorded("sealed", 2))
    with a_ledger(whole, "read") as ledger:
        ledger.match().export(path, "1")


@cache
def written(kind: str) -> tuple[bytes, Head]:
    """A file with one recorded match as it was written, and the head."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "game.db")
        if kind == "declared":
            declared(path)
        elif kind == "copy":
            copied(path)
        else:
            path.write_bytes(recorded(kind, 2))
        with a_ledger(path, "read") as ledger:
            return path.read_bytes(), ledger.match().head


@pytest.fixture(params=KINDS)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    path = tmp_path / "game.db"
    content, head = written(request.param)
    path.write_bytes(content)
    return Case(path, head)


def audited(path: Path, head: Head | None = None) -> Audit | Damaged | Broken:
    """The audit, or why there is none: only what the library raises on purpose, one sentence."""
    try:
        with a_ledger(path, "read") as ledger:
            ids = ledger.ids()
            return ledger.audit(ids[0], head)
    except (Damaged, Broken) as error:
        assert len(str(error).splitlines()) == 1
        return error


def is_broken(path: Path, head: Head | None = None) -> bool:
    found = audited(path, head)
    return not isinstance(found, Audit) or found.verdict == "broken"


def everything(path: Path) -> Iterator[type[Exception]]:
    """Every way of reading a file tried; what each raised. Anything else escapes."""

    def look(ask: Callable[[Any], Any]) -> None:
        with a_ledger(path, "read") as ledger:
            for match in ledger.ids():
                ask(ledger.match(match))

    def tell(match: Any) -> None:
        for who in (0, 1, "spectator", "auditor"):
            list(match.events(who))
            match.view(who)

    asks: tuple[Callable[[Any], Any], ...] = (
        tell,
        lambda match: match.legal(0),
        lambda match: match.awaited,
        lambda match: match.replay(),
        lambda match: match.audit(),
        lambda match: match.export(path.with_name("out.db"), match.copy_for or "1"),
        lambda match: match.export(path.with_name("out.jsonl"), match.copy_for or "1"),
    )
    for ask in asks:
        try:
            look(ask)
        except LedgerError as error:
            assert len(str(error).splitlines()) == 1, str(error)
            yield type(error)
    for made in ("out.db", "out.jsonl"):
        path.with_name(made).unlink(missing_ok=True)


def calm(path: Path) -> None:
    """Whatever is asked of a damaged file, it is answered or refused as evidence or damage."""
    for error in everything(path):
        assert issubclass(error, Broken | Unreadable | NeedsDisclosure), error


# --- a byte in each column of each table

EVENTS = [
    ("match", "match || 'x'"),
    ("seq", "seq + 1000"),
    ("seq", "-seq"),
    ("time", "time + 1"),
    ("time", "-time"),
    ("event", "replace(event, '\"seat\":0', '\"seat\":1')"),
    ("event", "event || ' '"),
    ("event", "''"),
    ("event", "substr(event, 2)"),
    ("event", "CAST(x'ff' || event AS TEXT)"),
    ("digest", "randomblob(32)"),
    ("digest", "x''"),
]


@pytest.mark.parametrize("column, value", EVENTS)
@pytest.mark.parametrize("where", ["seq = 1", "seq = 2", "seq = (SELECT max(seq) FROM events)"])
def test_a_changed_event_is_broken(case: Case, column: str, value: str, where: str) -> None:
    with forced(case.path) as raw:
        raw.text_factory = bytes
        before = raw.execute("SELECT * FROM events").fetchall()
        raw.execute(f"UPDATE events SET {column} = {value} WHERE {where}")
        changed = raw.execute("SELECT * FROM events").fetchall() != before
    assert is_broken(case.path) == changed
    calm(case.path)


DISCLOSURES = [
    ("match", "match || 'x'"),
    ("seq", "seq + 1000"),
    ("seq", "-seq"),
    ("field", "field || '.0'"),
    ("field", "''"),
    ("audience", "'99'"),
    ("audience", "'all'"),
    ("audience", "''"),
    ("issued", "issued + 1000"),
    ("issued", "0"),
    ("salt", "substr(salt, 2) || 'g'"),
    ("salt", "''"),
    ("value", "'[' || value || ']'"),
    ("value", "value || ' '"),
    ("value", "''"),
    ("value", "CAST(x'ff' AS TEXT)"),
]


@pytest.mark.parametrize("column, value", DISCLOSURES)
def test_a_changed_disclosure_is_broken(case: Case, column: str, value: str) -> None:
    with forced(case.path) as raw:
        raw.execute(
            f"UPDATE disclosures SET {column} = {value} WHERE rowid = "
            "(SELECT rowid FROM disclosures WHERE (seq, field) NOT IN "
            "(SELECT seq, field FROM disclosures WHERE audience = 'all') ORDER BY seq DESC LIMIT 1)"
        )
    assert is_broken(case.path)
    calm(case.path)


COPIES = [
    ("match", "match || 'x'"),
    ("audience", "'0'"),
    ("audience", "'99'"),
    ("audience", "'100'"),
    ("audience", "'nobody'"),
    ("audience", "''"),
    ("head", "replace(head, ':', ';')"),
    ("head", "''"),
    ("head", "match || ':1:' || lower(hex(zeroblob(32)))"),
    ("head", "match || ':999:' || lower(hex(zeroblob(32)))"),
]


@pytest.mark.parametrize("column, value", COPIES)
def test_a_changed_mark_of_a_copy_is_broken(tmp_path: Path, column: str, value: str) -> None:
    path = tmp_path / "game.db"
    copied(path)
    with forced(path) as raw:
        raw.execute(f"UPDATE copies SET {column} = {value}")
    assert is_broken(path)
    calm(path)


def test_every_column_of_every_table_was_damaged() -> None:
    assert {column for column, _ in EVENTS} == set(COLUMNS["events"])
    assert {column for column, _ in DISCLOSURES} == set(COLUMNS["disclosures"])
    assert {column for column, _ in COPIES} == set(COLUMNS["copies"])


# --- rows removed, doubled, swapped, inserted, cut

MOVED: dict[str, str] = {
    "the first removed": "DELETE FROM events WHERE seq = 1",
    "one removed": "DELETE FROM events WHERE seq = 3",
    "one removed, the rest moved up": "DELETE FROM events WHERE seq = 3;"
    "UPDATE events SET seq = -seq WHERE seq > 3; UPDATE events SET seq = -seq - 1 WHERE seq < 0",
    "the last doubled": "INSERT INTO events SELECT match, seq + 1, time, event, digest "
    "FROM events ORDER BY seq DESC LIMIT 1",
    "the first doubled at the end": "INSERT INTO events SELECT match, "
    "(SELECT max(seq) + 1 FROM events), time, event, digest FROM events WHERE seq = 1",
    "two swapped": "UPDATE events SET seq = -seq WHERE seq IN (2, 3);"
    "UPDATE events SET seq = 5 + seq WHERE seq < 0",
    "one inserted": "UPDATE events SET seq = -seq WHERE seq > 2;"
    "UPDATE events SET seq = 1 - seq WHERE seq < 0;"
    "INSERT INTO events SELECT match, 3, time, event, digest FROM events WHERE seq = 2",
    "one before the first": "INSERT INTO events SELECT match, 0, time, event, digest "
    "FROM events WHERE seq = 1",
    "all events removed": "DELETE FROM events",
    "an event of another match": "INSERT INTO events SELECT 'other', 2, time, event, digest "
    "FROM events WHERE seq = 2",
    "a disclosure of another match": "INSERT INTO disclosures SELECT 'other', seq, field, "
    "audience, issued, salt, value FROM disclosures LIMIT 1;"
    "INSERT INTO disclosures VALUES ('other', 1, 'x', '0', 1, '', '')",
    "a copy of another match": "INSERT INTO copies VALUES ('other', '0', '')",
}


@pytest.mark.parametrize("name", MOVED)
def test_moved_rows_are_broken(case: Case, name: str) -> None:
    with forced(case.path) as raw:
        raw.executescript(MOVED[name])
    assert is_broken(case.path)
    calm(case.path)


@pytest.mark.parametrize("column", ["event", "time", "digest"])
def test_swapped_values_are_broken(case: Case, column: str) -> None:
    with forced(case.path) as raw:
        rows = raw.execute(f"SELECT {column} FROM events WHERE seq IN (2, 3)").fetchall()
        for seq, (value,) in zip((2, 3), reversed(rows), strict=True):
            raw.execute(f"UPDATE events SET {column} = ? WHERE seq = ?", (value, seq))
    assert is_broken(case.path) == (rows[0] != rows[1])
    calm(case.path)


def test_a_cut_tail_is_noticed_with_a_head_or_in_the_middle_of_an_act(case: Case) -> None:
    """Cut where the table waited, a host's own file reads as an honest shorter match."""
    with forced(case.path) as raw:
        told = kinds(raw)
        copy = raw.execute("SELECT 1 FROM copies").fetchall()
    waits = [n for n in range(1, len(told)) if told[n] in ("bid", "write", "pledge")]
    assert waits
    for cut in (waits[-1], len(told) - 1):
        with forced(case.path) as raw:
            raw.execute("DELETE FROM events WHERE seq > ?", (cut,))
            raw.execute("DELETE FROM disclosures WHERE seq > ? OR issued > ?", (cut, cut))
        assert is_broken(case.path, case.head)
        if copy:
            assert is_broken(case.path)
        calm(case.path)


# --- bytes of the file itself


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_changed_byte_of_the_file_is_calm(tmp_path: Path, data: st.DataObject) -> None:
    """Whatever byte of whatever page: an answer, or one of the library's own errors."""
    content = bytearray(recorded("sealed", 2))
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "game.db"
    path.write_bytes(content)
    calm(path)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_changed_byte_of_exported_lines_is_refused(tmp_path: Path, data: st.DataObject) -> None:
    source, target = tmp_path / "game.jsonl", tmp_path / "back.db"
    if not source.exists():
        copied(tmp_path / "copy.db")
        with a_ledger(tmp_path / "copy.db", "read") as ledger:
            ledger.match().export(source, "1")
        (tmp_path / "whole.jsonl").write_bytes(source.read_bytes())
    content = bytearray((tmp_path / "whole.jsonl").read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] = data.draw(st.integers(0, 255))
    source.write_bytes(content)
    try:
        import_lines(source, target)
    except (Broken, Unreadable) as error:
        assert len(str(error).splitlines()) == 1
        assert not target.exists()
    else:  # only what no seal and no digest covers: for whom it is, and when it was told
        with a_ledger(target, "read") as ledger:
            list(ledger.match().events())
        target.unlink()


def test_a_lost_index_entry_is_named(tmp_path: Path) -> None:
    """SQLite's own check is part of the audit."""
    path = tmp_path / "game.db"
    path.write_bytes(recorded("sealed", 2))
    raw = sqlite3.connect(path)
    (page,) = raw.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_disclosures_1'"
    ).fetchone()
    (size,) = raw.execute("PRAGMA page_size").fetchone()
    raw.close()
    content = bytearray(path.read_bytes())
    start = (page - 1) * size
    cells = int.from_bytes(content[start + 3 : start + 5], "big")
    content[start + 3 : start + 5] = (cells - 1).to_bytes(2, "big")
    path.write_bytes(content)
    found = audited(path)
    assert (
        isinstance(found, Damaged | Broken)
        or next(c.status for c in found.checks if c.name == "file") == "failed"
    )
    calm(path)
