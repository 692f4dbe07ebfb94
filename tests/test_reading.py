"""What a file answers, also one built to hang or to fill the memory: in order, bounded, damage."""

import sqlite3
import struct
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import pytest

from ledger import Damaged, Ledger, LedgerError, connected, import_lines, store, watch
from ledger.chain import Row
from ledger.codec import LARGEST
from ledger.store import LAST, Store

from .forging import forced, only_match
from .tables import a_ledger, connection_of, play, sealed

PAGE = 4096


def root_of(path: Path, name: str) -> int:
    raw = sqlite3.connect(path)
    ((root,),) = raw.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
    raw.close()
    assert isinstance(root, int)
    return root


# --- trees that lead in circles


def bomb(path: Path, index: str, depth: int = 7, width: int = 60) -> None:
    """An index each of whose pages names one page below it many times: width ** depth entries."""
    root = root_of(path, index)
    content = bytearray(path.read_bytes())
    leaf = bytes(content[(root - 1) * PAGE : root * PAGE])
    at = int.from_bytes(leaf[8:10], "big")
    cell = leaf[at : at + 1 + leaf[at]]
    content += leaf
    below = len(content) // PAGE
    for level in range(depth):
        page = inner(below, cell, width)
        if level == depth - 1:
            content[(root - 1) * PAGE : root * PAGE] = page
        else:
            content += page
            below += 1
    content[28:32] = (len(content) // PAGE).to_bytes(4, "big")
    content[92:96] = content[24:28]
    path.write_bytes(content)


def inner(below: int, cell: bytes, width: int) -> bytes:
    """An inner page of an index, every cell the same."""
    page = bytearray(PAGE)
    whole = struct.pack(">I", below) + cell
    ends = [PAGE - len(whole) * (number + 1) for number in range(width)]
    for end in ends:
        page[end : end + len(whole)] = whole
    page[:12] = struct.pack(">BHHHBI", 2, 0, width, ends[-1], 0, below)
    page[12 : 12 + 2 * width] = struct.pack(f">{width}H", *ends)
    return bytes(page)


def exchanged(path: Path, index: str, one: int, two: int) -> None:
    """Two entries of an index in each other's place."""
    content = bytearray(path.read_bytes())
    at = (root_of(path, index) - 1) * PAGE + 8  # after the header of a leaf: where its cells are
    places = [content[at + 2 * number : at + 2 * number + 2] for number in (one, two)]
    for number, place in zip((two, one), places, strict=True):
        content[at + 2 * number : at + 2 * number + 2] = place
    path.write_bytes(content)


@pytest.mark.parametrize("table", ["events", "disclosures"])
def test_an_index_that_leads_in_circles_is_damage_soon(path: Path, table: str) -> None:
    raw = sqlite3.connect(path)
    match = only_match(raw)
    raw.close()
    bomb(path, f"sqlite_autoindex_{table}_1")
    began = time.monotonic()
    opened = Store(path, "read")
    for ask in (
        opened.matches,
        lambda: list(opened.rows(match)),
        lambda: list(opened.told(match)),
        lambda: list(opened.backwards(match, LAST)),
        lambda: opened.disclosures(match),
    ):
        try:
            ask()
        except LedgerError as error:
            assert len(str(error).splitlines()) == 1
    assert opened.faults()
    opened.close()
    assert time.monotonic() - began < 30


def test_rows_that_come_again_are_damage(path: Path) -> None:
    """They would be read for ever, chunk after chunk."""
    raw = sqlite3.connect(path)
    match = only_match(raw)
    raw.close()
    bomb(path, "sqlite_autoindex_events_1")
    opened = Store(path, "read")
    for ask in (
        lambda: list(opened.rows(match)),
        lambda: list(opened.told(match)),
        lambda: list(opened.backwards(match, LAST)),
    ):
        with pytest.raises(Damaged, match="are in no order"):
            ask()
    opened.close()


def test_rows_out_of_their_order_are_damage(path: Path) -> None:
    exchanged(path, "sqlite_autoindex_events_1", 6, 7)
    opened = Store(path, "read")
    (match,) = opened.matches()
    for read in (opened.rows(match), opened.backwards(match, LAST)):
        with pytest.raises(Damaged, match=f"the rows of match {match} are in no order"):
            list(read)
    opened.close()


def test_damage_done_while_a_file_is_open_is_found(path: Path) -> None:
    """What was found of the file itself holds until somebody writes into it."""
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"
        assert ledger.audit().verdict == "clean"
        with forced(path):  # it makes the triggers again
            pass
        exchanged(path, "sqlite_autoindex_disclosures_1", 6, 7)
        audit = ledger.audit()
        assert audit.verdict == "broken"
        assert audit.fault.startswith("the file is damaged: ")


def test_a_statement_without_end_is_damage(path: Path) -> None:
    bomb(path, "sqlite_autoindex_disclosures_1")
    opened = Store(path, "read")
    (match,) = opened.matches()
    with pytest.raises(Damaged, match="come to an end"):
        opened.disclosures(match)
    assert opened.last(match)[0] > 1
    opened.close()


def test_honest_statements_have_time_enough(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing an honest file needs comes near the bound, even without what is free."""
    monkeypatch.setattr(watch, "FREE", 0)
    monkeypatch.setattr(watch, "TICK", 100)
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"
        assert ledger.replay().verdict == "exact"


def test_each_statement_has_time_of_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger that is open for long answers the thousandth question as it did the first."""
    monkeypatch.setattr(watch, "FREE", 0)
    monkeypatch.setattr(watch, "TICK", 100)
    opened = Store(path, "read")
    (match,) = opened.matches()
    first = opened.disclosures(match)
    assert all(opened.disclosures(match) == first for _ in range(1000))
    opened.close()


@pytest.mark.parametrize("mode", ["read", "write"])
def test_who_asks_again_and_again_whether_anything_happened_is_answered(
    path: Path, monkeypatch: pytest.MonkeyPatch, mode: Literal["read", "write"]
) -> None:
    """What SQLite does for it is little, and once came to too much in an hour or a day."""
    monkeypatch.setattr(watch, "FREE", 10_000)
    monkeypatch.setattr(watch, "PER_BYTE", 0)
    monkeypatch.setattr(watch, "TICK", 100)
    with a_ledger(path, mode) as ledger:
        match = ledger.match()
        head = match.head
        assert all(match.head == head for _ in range(3000))


def test_a_file_that_was_moved_while_it_is_open_is_no_damage(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "FREE", 0)
    monkeypatch.setattr(watch, "TICK", 100)
    with a_ledger(path, "read") as ledger:
        path.rename(path.with_name("moved.db"))
        assert ledger.audit().verdict == "clean"


# --- more than memory holds


def test_numbers_below_every_event_are_found(path: Path) -> None:
    """Where somebody wants to see all: a row may have any number."""
    with forced(path) as raw:
        match = only_match(raw)
        for number in (-(1 << 63), -7, 0):
            raw.execute("INSERT INTO events VALUES (?, ?, 0, '', x'')", (match, number))
            raw.execute(
                "INSERT INTO disclosures VALUES (?, ?, 'x', '0', 0, '', '')", (match, number)
            )
    opened = Store(path, "read")
    whole = [row.seq for row in opened.rows(match)]
    assert whole[0] == 1
    assert [row.seq for row in opened.rows(match, None)] == [-(1 << 63), -7, 0, *whole]
    assert [row.seq for row in opened.disclosures(match, None, 0)] == [-(1 << 63), -7, 0]
    assert list(opened.rows(match, LAST)) == []
    assert opened.disclosures(match, LAST) == []
    assert list(opened.rows(match, 2, -1)) == []
    opened.close()


@pytest.mark.parametrize(
    ("rows_bytes", "rows", "most"),
    [(1, 1000, 1000), (3000, 1000, 1000), (1 << 30, 1000, 176), (1 << 30, 5, 176), (1000, 7, 300)],
)
def test_reading_in_small_pieces_gives_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch, rows_bytes: int, rows: int, most: int
) -> None:
    """However few rows are read at once, and where the seals of a few hold too much or of two."""
    opened = Store(path, "read")
    (match,) = opened.matches()
    whole, found = list(opened.rows(match)), opened.disclosures(match)
    monkeypatch.setattr(store, "CHUNK_BYTES", rows_bytes)
    monkeypatch.setattr(store, "CHUNK", rows)
    monkeypatch.setattr(connected, "MOST", most)  # 176 is what opens the seals of one event
    assert list(opened.rows(match)) == whole
    assert list(opened.backwards(match, LAST)) == whole[::-1]
    some = [row for row in whole if row.event.startswith((b'{"kind":"bid"', b'{"kind":"write"'))]
    assert some and list(opened.backwards(match, LAST, ["bid", "write"])) == some[::-1]
    told = list(opened.told(match))
    assert [row for some, _ in told for row in some] == whole
    assert [row for _, some in told for row in some] == found
    with pytest.raises(Damaged):
        opened.disclosures(match)
    monkeypatch.setattr(connected, "MOST", 175)
    with pytest.raises(Damaged):
        list(opened.told(match))
    opened.close()


def test_no_more_rows_are_read_at_once_than_memory_shall_hold(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row more than that, since its size shows when it is read; and no fewer."""
    opened = Store(path, "read")
    (match,) = opened.matches()
    monkeypatch.setattr(store, "CHUNK_BYTES", 1000)
    chunks = [rows for rows, _ in opened.told(match)]

    def held(rows: list[Row]) -> int:
        return sum(len(row.event) + len(row.digest) for row in rows)

    assert len(chunks) > 3
    assert all(held(rows[:-1]) <= 1000 for rows in chunks)
    assert all(held(rows) > 1000 for rows in chunks[:-1])
    opened.close()


def test_the_events_before_one_of_the_first_are_found(path: Path) -> None:
    opened = Store(path, "read")
    (match,) = opened.matches()
    assert [row.seq for row in opened.backwards(match, 3)] == [2, 1]
    assert [row.seq for row in opened.backwards(match, 2)] == [1]
    assert list(opened.backwards(match, 1)) == []
    opened.close()


def test_a_match_without_an_event_has_no_last_one(path: Path) -> None:
    opened = Store(path, "read")
    (match,) = opened.matches()
    (*_, last) = opened.rows(match)
    assert opened.last(match) == (last.seq, last.digest)
    assert opened.last("another") == (0, b"")
    opened.close()


def test_what_opens_seals_comes_in_the_order_it_was_issued(path: Path) -> None:
    """Of one event: first what was disclosed with it, then what later events opened."""
    opened = Store(path, "read")
    (match,) = opened.matches()
    found = [(row.seq, row.issued, row.field, row.audience) for row in opened.disclosures(match)]
    assert found == sorted(found)
    assert any(
        one[0] == two[0] and one[1] < two[1] and one[2] != two[2] for one, two in pairwise(found)
    )
    opened.close()


def test_one_number_bounds_what_is_written_and_what_is_read(path: Path) -> None:
    assert connected.LARGEST == 2 * LARGEST
    with forced(path) as raw:
        match = only_match(raw)
        raw.execute("UPDATE events SET event = ? WHERE seq = 2", ("x" * (connected.LARGEST + 1),))
    opened = Store(path, "read")
    with pytest.raises(Damaged):
        list(opened.rows(match))
    opened.close()


# --- reading while another program writes


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[tuple[Ledger, Ledger]]:
    """One file, open twice: for acting, and for reading."""
    with a_ledger(tmp_path / "game.db") as host, a_ledger(tmp_path / "game.db", "read") as reader:
        yield host, reader


def meanwhile(reader: Ledger, table: str, what: Callable[[], object]) -> None:
    """Let something happen before each statement of a reader that asks a table."""

    def traced(sql: str) -> None:
        if f"FROM {table}" in sql:
            what()

    connection_of(reader).set_trace_callback(traced)


@pytest.mark.parametrize("acts", range(6))
def test_an_audit_beside_acts_judges_whole_acts_only(
    shared: tuple[Ledger, Ledger], acts: int
) -> None:
    host, reader = shared
    match = play(sealed(host), acts)
    begun = match.seq
    meanwhile(reader, "disclosures", lambda: play(match, 1))
    found = reader.audit()
    assert found.findings == ()
    assert found.verdict == "clean"
    assert match.seq > begun


def test_a_match_begun_meanwhile_breaks_no_list(shared: tuple[Ledger, Ledger]) -> None:
    host, reader = shared
    known = [sealed(host).id]
    meanwhile(reader, "disclosures", lambda: known.append(sealed(host).id))
    listed = reader.ids()
    assert listed == tuple(known[: len(listed)])
    assert len(known) > 1


@pytest.mark.parametrize("name", ["copy.db", "game.jsonl"])
def test_a_copy_holds_nothing_of_what_is_opened_while_it_is_written(
    shared: tuple[Ledger, Ledger], tmp_path: Path, name: str
) -> None:
    """It belongs to an event that the copy does not have."""
    host, reader = shared
    match = sealed(host)
    play(match)
    before, there = match.head, reader.match()
    assert there.head == before
    meanwhile(reader, "disclosures", lambda: match.head == before and match.open_seals("all"))
    there.export(tmp_path / name, 0)
    assert match.seq == before.count + 1
    if name == "game.jsonl":
        import_lines(tmp_path / name, tmp_path / "copy.db")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        assert copy.match().head == before
        assert max(row.issued for row in copy.disclosures(copy.match().id)) <= before.count
        assert copy.audit().verdict == "unverified"
