"""One match out of a file and into another: copies for an audience, and JSON lines.

A copy is written row by row into a new file: it is the same match with fewer disclosures, and
has the same head. JSON lines hold, in order: one header, then every event followed by what it
made readable. Event and value are texts, so that their bytes survive any reader.
"""

import re
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, BinaryIO, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from ledger import disk, fresh
from ledger.chain import Chain, Head, Row
from ledger.codec import QUOTED
from ledger.connected import LARGEST
from ledger.errors import Broken, Damaged, Misused, NotALedger
from ledger.given import taking
from ledger.schema import APPLICATION_ID
from ledger.seals import EVERYBODY, Disclosure, seals_in
from ledger.store import READER, Store

FORMAT: Literal["ledger-jsonl/1"] = "ledger-jsonl/1"
LONGEST = 2 * LARGEST + 1024  # bytes of one line: most of what JSON escapes takes two
TOGETHER = 1 << 16  # bytes of events and values that are written at once
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]  # what SQLite takes


class Header(Struct, frozen=True, tag="match", tag_field="line", forbid_unknown_fields=True):
    """The first line."""

    format: Literal["ledger-jsonl/1"]
    match: str
    audience: Annotated[str, Meta(pattern=rf"^({READER})\Z")]
    head: str  # MATCH:COUNT:DIGEST


class EventLine(Struct, frozen=True, tag="event", tag_field="line", forbid_unknown_fields=True):
    """One event."""

    seq: Whole
    time: Whole  # microseconds since 1970, UTC
    event: str  # the public JSON, as stored
    digest: str  # hex


class DisclosureLine(
    Struct, frozen=True, tag="disclosure", tag_field="line", forbid_unknown_fields=True
):
    """What opens one seal."""

    seq: Whole
    field: str
    audience: str
    issued: Whole
    salt: str
    value: str  # JSON text, as stored


Line: TypeAlias = Header | EventLine | DisclosureLine
_encode = msgspec.json.Encoder().encode


def export(store: Store, match: str, audience: str, target: Path) -> None:
    """Write one match as an audience may read it.

    Args:
        audience: a seat's number, ``spectator`` or ``auditor`` (everything in the file).
        target: a new file; JSON lines if its name ends in ``.jsonl``, else a ledger.

    Raises:
        FileInTheWay: there is a file already.
        NotWritten: it cannot be written.
        Broken: the chain of the match does not hold; nothing is exported.
    """
    with fresh.new_file(target) as made:
        head = _whole(store, match)
        if target.suffix == ".jsonl":
            with fresh.making(target), made.open("xb") as file:
                _write_lines(store, match, audience, head, file)
        else:
            _write_copy(store, match, audience, head, made)


@taking
def import_lines(source: Path | str, target: Path | str) -> Head:
    """Make a ledger from JSON lines, as a copy for whom they were exported.

    Returns:
        The head, which is the one the lines name.

    Raises:
        NotALedger: there is no such file, or it holds no such lines.
        FileInTheWay: the target exists.
        Broken: the chain does not hold, or the lines end before the head they name.
    """
    source, target = Path(source), Path(target)
    lines = _read_lines(source)
    header = next(lines, None)
    if not isinstance(header, Header):
        raise NotALedger(f"{source} is no exported match: its first line is no header")
    try:
        head = Head.parse(header.head)
    except Misused as error:
        raise NotALedger(f"{source} is no exported match: {error}") from None
    with fresh.new_file(target) as made, _filled(made) as store:
        _take_lines(store, header, head, lines)
    return head


@contextmanager
def _filled(made: Path) -> Generator[Store]:
    """A new ledger to be written whole, in one transaction."""
    store = Store(made, "create")
    try:
        with store.transaction():
            yield store
    finally:
        store.close()


def for_reader(rows: list[Disclosure], audience: str) -> list[Disclosure]:
    """Those of some disclosures that belong into an audience's copy."""
    if audience == "auditor":
        return rows
    return [row for row in rows if row.audience in (audience, EVERYBODY)]


def _whole(store: Store, match: str) -> Head:
    chain = Chain(match)
    for row in store.rows(match):
        chain.take(row)
        try:
            row.event.decode()
        except UnicodeDecodeError:
            raise Broken(row.seq, "chain", "the event is no text") from None
    return chain.head


def _chunks(
    store: Store, match: str, audience: str, count: int
) -> Iterator[tuple[list[Row], list[Disclosure]]]:
    for rows, found in store.told(match, 0, count):
        # what was opened meanwhile belongs to the events after the head
        yield rows, for_reader([row for row in found if row.issued <= count], audience)


def _write_copy(store: Store, match: str, audience: str, head: Head, made: Path) -> None:
    with _filled(made) as copy:
        copy.mark_copy(match, audience, str(head))
        for rows, disclosures in _chunks(store, match, audience, head.count):
            copy.append(match, rows, disclosures)


def _write_lines(store: Store, match: str, audience: str, head: Head, file: BinaryIO) -> None:
    file.write(_encode(Header(FORMAT, match, audience, str(head))) + b"\n")
    for rows, disclosures in _chunks(store, match, audience, head.count):
        opened: dict[int, list[Disclosure]] = {}
        for row in disclosures:
            opened.setdefault(row.seq, []).append(row)
        for event in rows:
            file.write(b"\n".join(_lines(event, opened.get(event.seq, []))) + b"\n")


def _lines(row: Row, disclosures: list[Disclosure]) -> Iterator[bytes]:
    yield _encode(EventLine(row.seq, row.time, row.event.decode(), row.digest.hex()))
    for d in disclosures:
        yield _encode(DisclosureLine(d.seq, d.field, d.audience, d.issued, d.salt, d.value))


def _read_lines(source: Path) -> Iterator[Line]:
    try:
        if not stat.S_ISREG(source.stat().st_mode):  # to open a pipe might take for ever
            raise NotALedger(f"{source} is no regular file: name one that export wrote")
        with source.open("rb") as file:
            _be_lines(source, file.peek(100)[:100])
            number = 0
            while raw := file.readline(LONGEST + 1):
                number += 1
                if len(raw) > LONGEST:
                    kind = NotALedger if number == 1 else Damaged
                    raise kind(f"{source}, line {number}: longer than any line of an export")
                yield _line(source, number, raw)
    except FileNotFoundError:
        raise NotALedger(f"{source} does not exist: name a file that export wrote") from None
    except OSError as error:
        raise NotALedger(f"{source} cannot be read: {error.strerror}") from None
    except ValueError:  # the name holds NUL or half a character
        raise NotALedger(f"{source} does not exist: no file can be called so") from None


def _be_lines(source: Path, begins: bytes) -> None:
    """Refuse a ledger that is taken for its export, and any other database.

    Raises:
        NotALedger: it is one.
    """
    whose = disk.database(begins)
    if whose == APPLICATION_ID:
        raise NotALedger(
            f"{source} is a ledger already, and no exported JSON lines: use it as it is"
        )
    if whose is not None:
        raise NotALedger(f"{source} is an SQLite file: name a file that export wrote")


@cache
def _decoder() -> msgspec.json.Decoder[Line]:
    return msgspec.json.Decoder(Line)  # takes 1 ms to make


def _line(source: Path, number: int, raw: bytes) -> Line:
    try:
        line = _decoder().decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        kind = NotALedger if number == 1 else Damaged
        why = str(error)[:QUOTED]
        raise kind(f"{source}, line {number}: not a line of an exported match ({why})") from None
    if _encode(line) + b"\n" != raw:
        raise Damaged(f"{source}, line {number}: not in the one form this library writes")
    return line


def _take_lines(store: Store, header: Header, head: Head, lines: Iterator[Line]) -> None:
    chain = Chain(header.match)
    if head.match != header.match:
        raise Broken(0, "chain", "the header names the head of another match")
    if str(head) != header.head:
        raise Damaged(f"the header's head is not in the one form it is written in: {head}")
    store.mark_copy(header.match, header.audience, header.head)
    for part in _parts(_held(chain, lines)):
        rows = [one for one in part if isinstance(one, Row)]
        store.append(header.match, rows, [one for one in part if isinstance(one, Disclosure)])
    if chain.head != head:
        raise Broken(chain.count, "chain", f"the lines do not end with the head they name, {head}")
    if chain.count == 0:
        raise Broken(0, "chain", "a match has at least its first event, and the lines hold none")


def _held(chain: Chain, lines: Iterator[Line]) -> Iterator[Row | Disclosure]:
    """What the lines after the header say, held against the chain and the seals."""
    seals: dict[str, str] = {}
    for line in lines:
        if isinstance(line, Header):
            raise Damaged("a second header: one file of lines holds one match")
        if isinstance(line, EventLine):
            row = Row(line.seq, line.time, line.event.encode(), _digest(line))
            chain.take(row)
            seals = _seals(line)
            yield row
        else:
            disclosure = Disclosure(
                line.seq, line.field, line.audience, line.issued, line.salt, line.value
            )
            if line.seq != chain.count or seals.get(line.field) != disclosure.seal():
                raise Broken(line.seq, "seals", f"{line.field[:60]!r} does not fit its seal")
            yield disclosure


def _parts(found: Iterator[Row | Disclosure]) -> Iterator[list[Row | Disclosure]]:
    """The same in parts that are quick to write, and small."""
    part: list[Row | Disclosure] = []
    size = 0
    for one in found:
        part.append(one)
        size += len(one.event if isinstance(one, Row) else one.value)
        if size > TOGETHER:
            yield part
            part, size = [], 0
    yield part


def _digest(line: EventLine) -> bytes:
    if not re.fullmatch("[0-9a-f]{64}", line.digest):
        raise Broken(line.seq, "chain", "its digest is none")
    return bytes.fromhex(line.digest)


def _seals(line: EventLine) -> dict[str, str]:
    try:
        return dict(seals_in(msgspec.json.decode(line.event)))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Broken(line.seq, "chain", "the event is no JSON") from None
