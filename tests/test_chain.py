"""The chain of digests, against an implementation of its own that knows hashlib only."""

import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import Broken, Head, Misused
from ledger.chain import Chain, Row, link, origin

from .tables import a_ledger, recorded

ROWS = (
    (1, 1_700_000_000_000_000, b'{"kind":"a"}'),
    (2, 0, "é".encode()),
    (3, 253_402_300_799_999_999, b""),
)


def by_hand(match: str, rows: tuple[tuple[int, int, bytes], ...]) -> list[bytes]:
    """As the format says: seq and time as 8 big-endian bytes each, then the event's bytes."""
    digest = sha256(b"ledger/1" + match.encode()).digest()
    digests = [digest]
    for seq, time, event in rows:
        numbers = seq.to_bytes(8, "big") + time.to_bytes(8, "big")
        digest = sha256(digest + numbers + event).digest()
        digests.append(digest)
    return digests


def test_digests_are_those_of_the_format() -> None:
    chain = Chain("abc")
    found = [chain.digest, *(chain.follow(*row) for row in ROWS)]
    assert found == by_hand("abc", ROWS)


def test_the_origin_never_changes() -> None:
    """A changed first digest would disown every log that was ever written."""
    assert origin("abc").hex() == sha256(b"ledger/1abc").hexdigest()
    assert origin("abc").hex() == "013d5405bbdea20f8adcde59ee72e97ff63f7b6564b2b5ed195e5e950c26cf2e"


def test_a_file_holds_these_digests(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded())
    stored = sqlite3.connect(path)
    rows = stored.execute("SELECT match, seq, time, event, digest FROM events ORDER BY seq")
    told = rows.fetchall()
    stored.close()
    events = tuple((seq, time, event.encode()) for _, seq, time, event, _ in told)
    assert [digest for *_, digest in told] == by_hand(told[0][0], events)[1:]
    with a_ledger(path, "read") as ledger:
        head = ledger.match().head
    assert str(head) == f"{told[0][0]}:{len(told)}:{told[-1][4].hex()}"


@given(st.binary(max_size=40), st.integers(0, 2**60), st.integers(1, 2**60))
def test_no_two_inputs_read_alike(event: bytes, time: int, seq: int) -> None:
    """Everything before the event has a fixed length."""
    first = link(bytes(32), seq, time, event)
    assert first != link(bytes(32), seq, time + 1, event)
    assert first != link(bytes(32), seq + 1, time, event)
    assert first != link(bytes(32), seq, time, event + b"\0")
    assert first != link(bytes(31) + b"\1", seq, time, event)


def test_taking_rows_follows_them() -> None:
    chain = Chain("abc")
    for row, digest in zip(ROWS, by_hand("abc", ROWS)[1:], strict=True):
        chain.take(Row(*row, digest))
    assert chain.head == Head("abc", 3, by_hand("abc", ROWS)[3])


@pytest.mark.parametrize(
    ("seq", "text"),
    [
        (0, "#0 stands in its place"),
        (2, "the event is missing from the log"),
        (5, "the event is missing from the log"),
    ],
)
def test_a_row_that_is_not_the_next_is_missing(seq: int, text: str) -> None:
    with pytest.raises(Broken, match=text) as broken:
        Chain("abc").take(Row(seq, 0, b"", bytes(32)))
    assert (broken.value.seq, broken.value.check) == (1, "chain")


@pytest.mark.parametrize("time", [-1, 253_402_300_800_000_000, 2**63, 2**64])
def test_a_time_that_is_none_is_broken(time: int) -> None:
    with pytest.raises(Broken) as broken:
        Chain("abc").take(Row(1, time, b"", bytes(32)))
    assert (broken.value.seq, broken.value.check) == (1, "chain")


def test_a_digest_that_does_not_follow_is_broken() -> None:
    with pytest.raises(Broken) as broken:
        Chain("abc").take(Row(1, 0, b"x", link(origin("abd"), 1, 0, b"x")))
    assert (broken.value.seq, broken.value.check) == (1, "chain")


@given(st.from_regex("[a-z0-9]{1,64}", fullmatch=True), st.integers(0, 10**15 - 1))
def test_a_head_reads_back_from_its_text(match: str, count: int) -> None:
    head = Head(match, count, sha256(match.encode()).digest())
    assert Head.parse(str(head)) == head
    assert Head.parse(f" {head}\n") == head


@pytest.mark.parametrize(
    "text",
    [
        "",
        "abc",
        f"abc:1:{'0' * 63}",
        f"abc:1:{'0' * 65}",
        f"abc:1:{'g' * 64}",
        f"abc:-1:{'0' * 64}",
        f"abc:{'9' * 16}:{'0' * 64}",
        f"a:b:1:{'0' * 64}",
        f"ABC:1:{'0' * 64}",
        f"abc:1:{'0' * 64}:",
        f"abc:\u0661:{'0' * 64}",
        "x" * 10_000,
    ],
)
def test_what_is_no_head_is_misused(text: str) -> None:
    with pytest.raises(Misused) as misused:
        Head.parse(text)
    assert len(str(misused.value)) < 250
