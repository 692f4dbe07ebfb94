"""Check the chain, the count and the seals of a `ledger/1` file, without the ledger package.

    python verify.py FILE [--head MATCH:COUNT:DIGEST] [--match ID]

Written from log-format.md alone, with nothing but the standard library, so that nobody has to
trust the program that wrote a file in order to check it. It does not know the rules of any game.

Exit codes: 0 all holds; 2 wrong usage; 3 the evidence is broken; 4 no ledger, unreadable, damaged
or of a newer format.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

APPLICATION = int.from_bytes(b"LDGR", "big")
FORMAT = 1
LINES = "ledger-jsonl/1"
MAGIC = b"SQLite format 3\0"
WAL_MAGIC = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")  # an empty one is one, too
JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
LATEST = 253_402_300_799_999_999  # the last microsecond of the year 9999
HUGE = 2**64  # stands for every number too long for the format

ID = re.compile(r"[a-z0-9]{1,64}", re.ASCII)
HEAD = re.compile(r"([a-z0-9]{1,64}):(0|[1-9][0-9]{0,14}):([0-9a-f]{64})", re.ASCII)
HEX64 = re.compile(r"[0-9a-f]{64}", re.ASCII)
SALT = re.compile(rb"[0-9a-f]{32}")
SEAT = re.compile(r"0|[1-9][0-9]?", re.ASCII)
WORD = re.compile(rb'"[a-z]+"|\w+|[^ \t\n\f\r]')  # of the text of a table

TABLES = {
    "events": """CREATE TABLE "events" (
   "match" TEXT NOT NULL,
   "seq" INTEGER NOT NULL,
   "time" INTEGER NOT NULL,
   "event" TEXT NOT NULL,
   "digest" BLOB NOT NULL,
   PRIMARY KEY ("match", "seq")
) STRICT""",
    "disclosures": """CREATE TABLE "disclosures" (
   "match" TEXT NOT NULL,
   "seq" INTEGER NOT NULL,
   "field" TEXT NOT NULL,
   "audience" TEXT NOT NULL,
   "issued" INTEGER NOT NULL,
   "salt" TEXT NOT NULL,
   "value" TEXT NOT NULL,
   PRIMARY KEY ("match", "seq", "field", "audience")
) STRICT""",
    "copies": """CREATE TABLE "copies" (
   "match" TEXT PRIMARY KEY NOT NULL,
   "audience" TEXT NOT NULL,
   "head" TEXT NOT NULL
) STRICT""",
}
ONLY_NEXT = "NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE match = NEW.match)"
SAME_DISCLOSURE = (
    "EXISTS (SELECT 1 FROM disclosures WHERE match = NEW.match AND seq = NEW.seq"
    " AND field = NEW.field AND audience = NEW.audience)"
)
# kinds of the engine's own events that open no seal; further ones are games' events, which may
OPENS_NOTHING = {
    "match_opened",
    "rules_adopted",
    "disputed",
    "dispute_withdrawn",
    "ruled",
    "take_back_asked",
    "take_back_agreed",
    "take_back_declined",
    "taken_back",
    "acted_for",
    "match_closed",
}
SAME_COPY = "EXISTS (SELECT 1 FROM copies WHERE match = NEW.match)"


class Unreadable(Exception):
    """The file is no ledger, or not whole: nothing can be said about what it proves."""


class Broken(Exception):
    """The file can be read, and what it claims does not hold."""


class Unwritten(Exception):
    """Nobody could read what was found."""


@dataclass(frozen=True)
class Event:
    """One event as it is stored: the bytes that are hashed, and the digest it claims."""

    seq: int
    time: int
    text: bytes
    digest: bytes


@dataclass(frozen=True)
class Disclosure:
    """What claims to open a seal; `after` is the event it stands behind in the file."""

    seq: int
    path: bytes
    audience: str
    issued: int
    salt: bytes
    value: bytes
    after: int


@dataclass
class Match:
    """Everything a file says of one match; `copy` is its audience and the head it must end with."""

    name: str
    copy: tuple[str, str] | None = None
    events: list[Event] = field(default_factory=list)
    disclosures: list[Disclosure] = field(default_factory=list)

    def marked(self, reader: str, head: str) -> None:
        """Mark it as a copy, if the mark is one at all."""
        if reader not in ("spectator", "auditor") and not SEAT.fullmatch(reader):
            raise Unreadable(f"is damaged: match {self.name[:64]} is a copy for {reader[:64]!r}")
        if not HEAD.fullmatch(head):
            name = self.name[:64]
            raise Unreadable(f"is damaged: the copy {name} has no head, but {head[:160]!r}")
        self.copy = (reader, head)


@dataclass
class Finding:
    """What the check of one match found, for its line of the output."""

    name: str
    events: int
    head: str = "-"
    seals: int = 0
    opened: int = 0
    wrong: str | None = None

    def line(self) -> str:
        """Everything of the match in one line, so that a file of many can be read by a program."""
        counts = f"{self.events} events, {self.seals} seals, {self.opened} opened"
        closed = f"{self.seals - self.opened} closed"
        verdict = "ok" if self.wrong is None else f"broken: {self.wrong}"
        return shown(f"{self.name[:64]}: {counts}, {closed}, head {self.head}: {verdict}")


def shown(text: str) -> str:
    """The text without control characters, so that no file can steer the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def say(text: str) -> None:
    """Print at once, so that a failure to print is not taken for one to read the file."""
    try:
        print(text, flush=True)
    except OSError:
        raise Unwritten from None


def told(data: bytes) -> str:
    """Bytes from the file for a message: short, and readable whatever they are."""
    text = data[:80].decode("utf-8", "backslashreplace")
    return repr(text) + ("..." if len(data) > 80 else "")


# JSON


def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, unless a member stands in it twice: two readers could take different ones."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members


def whole(text: str) -> int:
    """A number; one too long for any field is only marked, as its digits mean nothing here."""
    return int(text) if len(text) <= 20 else HUGE


def refuse(text: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python reads though JSON does not have them."""
    raise ValueError(f"{text} is not JSON")


def parsed(data: bytes) -> object:
    """The JSON value, or a ValueError that says in a few words why there is none."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    try:
        value: object = json.loads(
            text, object_pairs_hook=once, parse_int=whole, parse_constant=refuse, parse_float=float
        )
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return value
    except UnicodeEncodeError:
        raise ValueError("it holds half a surrogate pair") from None
    except json.JSONDecodeError:
        raise ValueError("it is not JSON") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


# The chain


def origin(name: str) -> bytes:
    """digest(0), which binds the chain to the id of its match."""
    return hashlib.sha256(b"ledger/1" + name.encode("ascii")).digest()


def linked(before: bytes, event: Event) -> bytes:
    """digest(n) from digest(n-1)."""
    numbers = event.seq.to_bytes(8, "big") + event.time.to_bytes(8, "big")
    return hashlib.sha256(before + numbers + event.text).digest()


def check_chain(match: Match, finding: Finding) -> list[bytes]:
    """All digests from digest(0) on; the head of the finding goes as far as the chain holds."""
    digests = [origin(match.name)]
    for number, event in enumerate(match.events, start=1):
        if event.seq != number:
            raise Broken(f"event {number} is missing, {event.seq} stands in its place")
        if not 0 <= event.time <= LATEST:
            raise Broken(f"the time of event {number} is out of range")
        digest = linked(digests[-1], event)
        if digest != event.digest:
            raise Broken(f"the chain breaks at event {number}: its digest is another")
        digests.append(digest)
        finding.head = f"{match.name}:{number}:{digest.hex()}"
    if not match.events:
        raise Broken("it has no event 1")
    return digests


def check_head(head: str, match: Match, digests: list[bytes], whose: str) -> int:
    """The count of the head, if the match goes through that head."""
    parts = HEAD.fullmatch(head)
    if parts is None:
        raise Broken(f"{whose} is not ID:COUNT:DIGEST")
    if parts[1] != match.name:
        raise Broken(f"{whose} is of another match, {parts[1]}")
    count = int(parts[2])
    if count >= len(digests):
        raise Broken(f"{whose} has {count} events, here are only {len(digests) - 1}")
    if digests[count].hex() != parts[3]:
        raise Broken(f"{whose} has another digest after event {count}")
    return count


# Seals


def members(event: Event) -> dict[str, object]:
    """The event as an object that starts with its kind."""
    try:
        value = parsed(event.text)
    except ValueError as error:
        raise Broken(f"event {event.seq} cannot be read: {error}") from None
    if not isinstance(value, dict) or next(iter(value), "") != "kind":
        raise Broken(f"event {event.seq} is not an object that starts with its kind")
    if not isinstance(value["kind"], str):
        raise Broken(f"the kind of event {event.seq} is not a string")
    return value


def sealed(value: object) -> str | None:
    """The seal, if the value is one and nothing else."""
    if not isinstance(value, dict) or list(value) != ["seal"]:
        return None
    digest = value["seal"]
    return digest if isinstance(digest, str) and HEX64.fullmatch(digest) else None


def places(event: dict[str, object]) -> Iterator[tuple[str, object]]:
    """Every place where a seal may stand, with its path: members, and elements of their arrays."""
    for name, value in event.items():
        yield name, value
        if isinstance(value, list):
            yield from ((f"{name}.{index}", element) for index, element in enumerate(value))


def find_seals(seq: int, event: dict[str, object]) -> dict[bytes, str]:
    """The seals of an event by path; one path for two seals would let one opening serve both."""
    seals: dict[bytes, str] = {}
    for path, value in places(event):
        digest = sealed(value)
        if digest is None:
            continue
        key = path.encode("utf-8", "surrogatepass")
        if key in seals:
            raise Broken(f"event {seq} has two seals with the path {told(key)}")
        seals[key] = digest
    return seals


def check_disclosure(one: Disclosure, seals: dict[bytes, str], last: int) -> None:
    """Refuse a disclosure that does not open its seal, or is issued at a time that cannot be."""
    name = f"the disclosure of {told(one.path)} of event {one.seq}"
    if one.path not in seals:
        raise Broken(f"{name} opens nothing: there is no such seal")
    text = b'["' + one.salt + b'","' + one.path + b'",' + one.value + b"]"
    if not SALT.fullmatch(one.salt) or hashlib.sha256(text).hexdigest() != seals[one.path]:
        raise Broken(f"{name} does not open the seal")
    try:
        parsed(one.value)
    except ValueError as error:
        raise Broken(f"the value in {name} cannot be read: {error}") from None
    if not one.seq <= one.issued <= last:
        raise Broken(f"{name} is issued at {one.issued}, which cannot be")
    if (one.issued > one.seq) is not (one.audience == "all"):
        raise Broken(f"{name} is for all though issued at once, or issued later and not for all")
    if one.after != one.seq:
        raise Broken(f"{name} does not stand behind its event")


def seated(reader: str, seats: int) -> bool:
    """Whether the reader is the number of a seat of the match."""
    return SEAT.fullmatch(reader) is not None and int(reader) < seats


def check_audience(one: Disclosure, match: Match, seats: int) -> None:
    """Refuse a reader who cannot be, and in a copy one for whom the copy is not."""
    name = f"a disclosure of event {one.seq} for {one.audience!r}"
    if one.audience not in ("all", "nobody") and not seated(one.audience, seats):
        raise Broken(f"{name}: there is no such reader")
    reader = match.copy[0] if match.copy else "auditor"
    if reader != "auditor" and one.audience not in ("all", reader):
        raise Broken(f"{name} does not belong in a copy for {reader!r}")


def check_seed(one: Disclosure, kinds: list[object], seed_by: object) -> None:
    """The seed is a string that nobody reads until an event opens it: it foretells every draw."""
    if (one.seq, one.path) != (1, b"seed"):
        return
    seed = parsed(one.value)
    if not isinstance(seed, str):
        raise Broken("the seed is opened as something else than a string")
    if seed_by == "secrets" and not HEX64.fullmatch(seed):
        raise Broken("the seed is not 64 hex digits, so it is none by secrets, as the log says")
    if one.audience != "nobody" and kinds[one.issued - 1] != "seals_opened":
        raise Broken(f"the seed is disclosed for {one.audience!r} by no event that opens seals")


def check_issuer(one: Disclosure, contents: list[dict[str, object]]) -> None:
    """Refuse an opening to all by an event that opens nothing, or not this."""
    event = contents[one.issued - 1]
    if event["kind"] == "seals_opened":
        opens = event.get("scope") == "all" or (one.seq, one.path) == (1, b"seed")
    else:
        opens = event["kind"] not in OPENS_NOTHING
    if one.audience == "all" and not opens:
        name = f"the disclosure of {told(one.path)} of event {one.seq} to all"
        raise Broken(f"{name} is issued by event {one.issued}, which does not open it")


def check_first(event: dict[str, object]) -> int:
    """The number of seats, from an event that must be the one that opens a match."""
    seats = event.get("seats")
    if event["kind"] != "match_opened" or not isinstance(seats, list):
        raise Broken("event 1 does not open a match and name its seats")
    return len(seats)


def check_seals(match: Match, finding: Finding) -> int:
    """Check and count all seals; the answer is the number of seats."""
    contents = [members(event) for event in match.events]
    seats = check_first(contents[0])
    kinds = [content["kind"] for content in contents]
    seals = [find_seals(seq, content) for seq, content in enumerate(contents, start=1)]
    finding.seals = sum(map(len, seals))
    seen: set[tuple[int, bytes, str]] = set()
    for one in match.disclosures:
        if not 1 <= one.seq <= len(seals):
            raise Broken(f"a disclosure is of event {one.seq}, which is not there")
        check_disclosure(one, seals[one.seq - 1], len(seals))
        check_audience(one, match, seats)
        check_seed(one, kinds, contents[0].get("seed_by"))
        check_issuer(one, contents)
        if (one.seq, one.path, one.audience) in seen:
            raise Broken(f"a disclosure of event {one.seq} stands twice")
        seen.add((one.seq, one.path, one.audience))
    finding.opened = len({(seq, path) for seq, path, _ in seen})
    return seats


def check_copy(match: Match, digests: list[bytes], seats: int) -> None:
    """A copy is for somebody who exists, and ends exactly with the head it names."""
    if match.copy is None:
        return
    reader, head = match.copy
    if reader not in ("spectator", "auditor") and not seated(reader, seats):
        raise Broken(f"it is a copy for {reader!r}: there is no such reader")
    count = check_head(head, match, digests, "the head of the copy")
    if count != len(match.events):
        raise Broken(f"the copy goes on after its head, event {count}")


def check(match: Match, head: str | None) -> Finding:
    """Everything that can be checked of one match; the first thing wrong ends the check."""
    finding = Finding(match.name, len(match.events))
    try:
        if not ID.fullmatch(match.name):
            raise Broken("the id is not 1 to 64 characters of a-z and 0-9")
        digests = check_chain(match, finding)
        seats = check_seals(match, finding)
        check_copy(match, digests, seats)
        if head is not None:
            check_head(head, match, digests, "the head given")
    except Broken as error:
        finding.wrong = str(error)
    return finding


# The SQLite file


Part = tuple[str, str, tuple[bytes, ...]]


def words(text: bytes | None) -> tuple[bytes, ...]:
    """The words of a table's text: how it is laid out is up to the program that made it."""
    return tuple(word.strip(b'"') for word in WORD.findall(text or b""))


def schema() -> dict[str, Part]:
    """Type, table and text of everything a ledger file is made of, by name."""
    parts: dict[str, Part] = {}
    for name, text in TABLES.items():
        parts[name] = ("table", name, words(text.encode()))
        parts[f"sqlite_autoindex_{name}_1"] = ("index", name, ())

    def trigger(name: str, act: str, table: str, when: str, reason: str) -> None:
        """Add one that refuses an act and says why."""
        text = f'CREATE TRIGGER "{name}" BEFORE {act} ON "{table}"\n{when}BEGIN SELECT'
        message = f"'a ledger is appended to, {reason}'"
        whole = f"{text} RAISE(ABORT, {message}); END"
        parts[name] = ("trigger", table, (whole.encode(),))

    trigger("events_in_order", "INSERT", "events", f"WHEN {ONLY_NEXT}\n", "in order")
    for table, name, when in (
        ("disclosures", "disclosures_once", SAME_DISCLOSURE),
        ("copies", "copies_once", SAME_COPY),
    ):
        trigger(name, "INSERT", table, f"WHEN {when}\n", "nothing is replaced")
    for table in TABLES:
        for act in ("UPDATE", "DELETE"):
            trigger(f"{table}_no_{act.lower()}", act, table, "", "never changed")
    return parts


def check_pragmas(base: sqlite3.Connection) -> None:
    """Refuse a file of another program, of another version, or that SQLite itself finds damaged."""
    if base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise Unreadable("is not a ledger: it belongs to another program")
    version = base.execute("PRAGMA user_version").fetchone()[0]
    if version != FORMAT:
        age = "newer than" if version > FORMAT else "not"
        raise Unreadable(f"has the format {version}, which is {age} the {FORMAT} known here")
    if base.execute("PRAGMA encoding").fetchone()[0] != b"UTF-8":
        raise Unreadable("is damaged: its text is not UTF-8")
    report = base.execute("PRAGMA integrity_check").fetchall()
    if report != [(b"ok",)]:
        raise Unreadable(f"is damaged: SQLite says {told(report[0][0])}")


def check_schema(base: sqlite3.Connection) -> None:
    """Refuse any other table or trigger: without them the file was not protected as it says."""
    wanted = schema()
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
    for kind, name, table, text in base.execute(query):
        known = wanted.pop(name.decode("utf-8", "backslashreplace"), None)
        if known is None:
            raise Unreadable(f"is damaged: {told(kind)} {told(name)} does not belong in it")
        plain = words(text) if kind == b"table" else (text,) if text is not None else ()
        if (kind, table, plain) != (known[0].encode(), known[1].encode(), known[2]):
            raise Unreadable(f"is damaged: the {known[0]} {told(name)} was changed")
    if wanted:
        raise Unreadable(f"is damaged: {', '.join(sorted(wanted))} is missing")


def typed(row: tuple[object, ...], kinds: tuple[type, ...], table: str) -> None:
    """Refuse a row with a value of another type, which a tampered file can hold."""
    if any(type(value) is not kind for value, kind in zip(row, kinds, strict=True)):
        raise Unreadable(f"is damaged: a row of {table} has a value of a wrong type")


def read_names(base: sqlite3.Connection) -> list[str]:
    """The ids of all matches that any table names."""
    tables = " UNION ".join(f"SELECT match FROM {table}" for table in TABLES)
    names = []
    for (name,) in base.execute(f"{tables} ORDER BY 1"):
        if not isinstance(name, bytes):
            raise Unreadable("is damaged: it names a match by something else than text")
        names.append(name.decode("utf-8"))
    return names


def read_match(base: sqlite3.Connection, name: str) -> Match:
    """All rows of one match."""
    match = Match(name)
    query = "SELECT seq, time, event, digest FROM events WHERE match = ? ORDER BY seq"
    for row in base.execute(query, (name,)):
        typed(row, (int, int, bytes, bytes), "events")
        match.events.append(Event(*row))
    query = "SELECT seq, field, audience, issued, salt, value FROM disclosures"
    for row in base.execute(f"{query} WHERE match = ? ORDER BY seq, field, audience", (name,)):
        typed(row, (int, bytes, bytes, int, bytes, bytes), "disclosures")
        seq, path, audience, issued, salt, value = row
        reader = audience.decode("utf-8", "backslashreplace")
        match.disclosures.append(Disclosure(seq, path, reader, issued, salt, value, seq))
    for row in base.execute("SELECT audience, head FROM copies WHERE match = ?", (name,)):
        typed(row, (bytes, bytes), "copies")
        reader, head = (part.decode("utf-8", "backslashreplace") for part in row)
        match.marked(reader, head)
        if head.partition(":")[0] != name:
            raise Unreadable(f"is damaged: the copy {name[:64]} has a head of another match")
    return match


def stamp(paths: list[Path]) -> list[tuple[int, int]]:
    """Size and time of files, to notice that somebody wrote them meanwhile."""
    return [(path.stat().st_size, path.stat().st_mtime_ns) for path in paths]


def moved(path: Path, sides: list[Path], copy: Path) -> None:
    """Copy a file and its side files, which must belong to the same moment."""
    before = stamp([path, *sides])
    for side in sides:
        shutil.copyfile(side, Path(f"{copy}{side.name.removeprefix(path.name)}"))
    shutil.copyfile(path, copy)
    if stamp([path, *sides]) != before:
        raise Unreadable("is being written just now")


def check_sides(copy: Path) -> None:
    """Say that a WAL file is none, as SQLite passes over it, and let no journal name other files.

    SQLite might delete what a journal names; a ledger is never written together with other files.
    """
    log, journal = Path(f"{copy}-wal"), Path(f"{copy}-journal")
    if log.exists():
        with log.open("rb") as file:
            if file.read(4) not in WAL_MAGIC:
                say("remark: its side file -wal is no WAL file: its last acts may be missing")
    if journal.exists() and journal.stat().st_size > len(JOURNAL_MAGIC):
        with journal.open("rb") as file:
            file.seek(-len(JOURNAL_MAGIC), os.SEEK_END)
            if file.read() == JOURNAL_MAGIC:
                raise Unreadable("is damaged: its side file -journal names another file")


def logged(path: Path) -> bool:
    """Whether the header says WAL."""
    with path.open("rb") as file:
        return 2 in file.read(20)[18:20]


@contextmanager
def settled(path: Path) -> Iterator[tuple[Path, str]]:
    """A path SQLite can read without writing beside the file, and how to open it.

    With a WAL header or a side file SQLite would make or change files, even where it only reads. So
    all are copied away together, where SQLite may take up or take back what the side file holds,
    and a file without one is taken as it is.
    """
    sides = [side for end in ("-wal", "-journal") if (side := Path(f"{path}{end}")).exists()]
    if sides:
        with tempfile.TemporaryDirectory(prefix="verify-") as folder:
            copy = Path(folder, "ledger.db")
            moved(path, sides, copy)
            check_sides(copy)
            yield copy, "mode=rw"
        return
    if logged(path):
        say("remark: it was copied while it was open: its last acts may be missing")
        yield path, "immutable=1"
    else:
        yield path, "mode=ro"


def check_end(path: Path) -> None:
    """Refuse a part of a page at the end, which SQLite does not look at."""
    with path.open("rb") as file:
        page = int.from_bytes(file.read(18)[16:18], "big")
    if not logged(path) and page and path.stat().st_size % (65536 if page == 1 else page):
        raise Unreadable("is damaged: it does not end with a whole page")


@contextmanager
def connected(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    """A connection that sees one state of the file and gives text as its bytes."""
    with closing(sqlite3.connect(f"{path.as_uri()}?{how}", uri=True)) as base:
        base.text_factory = bytes
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("BEGIN")
        yield base


def read_base(path: Path) -> Iterator[Match]:
    """The matches of a SQLite file, after the file itself is found whole."""
    with settled(path) as (place, how), connected(place, how) as base:
        check_pragmas(base)
        check_end(place)
        check_schema(base)
        for name in read_names(base):
            yield read_match(base, name)


# JSON lines

SHAPES: dict[str, dict[str, type]] = {
    "match": {"line": str, "format": str, "match": str, "audience": str, "head": str},
    "event": {"line": str, "seq": int, "time": int, "event": str, "digest": str},
    "disclosure": {
        "line": str,
        "seq": int,
        "field": str,
        "audience": str,
        "issued": int,
        "salt": str,
        "value": str,
    },
}


def compact(value: dict[str, object]) -> bytes:
    """The one form a line may have, so that equal matches are equal files."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


class Line:
    """One line: exactly the members of its sort, in their order, each of its type."""

    def __init__(self, number: int, data: bytes) -> None:
        try:
            value = parsed(data)
        except ValueError as error:
            raise Unreadable(f"is damaged at line {number}: {error}") from None
        self.sort = value.get("line") if isinstance(value, dict) else None
        shape = SHAPES.get(self.sort) if isinstance(self.sort, str) else None
        if not isinstance(value, dict) or shape is None or list(value) != list(shape):
            raise Unreadable(f"is damaged at line {number}: it has not the members it should")
        if any(type(value[name]) is not kind for name, kind in shape.items()):
            raise Unreadable(f"is damaged at line {number}: a member has a wrong type")
        self.number = number
        self.value: dict[str, object] = value
        if compact(value) != data:
            raise Unreadable(f"is damaged at line {number}: it is not compact JSON")

    def text(self, name: str) -> str:
        """A member that is a string."""
        return str(self.value[name])

    def data(self, name: str) -> bytes:
        """The bytes of a string, which are what is hashed."""
        try:
            return self.text(name).encode("utf-8")
        except UnicodeEncodeError:
            raise Unreadable(f"is damaged at line {self.number}: it is not UTF-8") from None

    def whole(self, name: str) -> int:
        """A member that is a number, within what SQLite could hold."""
        value = self.value[name]
        if not isinstance(value, int) or not -(2**63) <= value < 2**63:
            raise Unreadable(f"is damaged at line {self.number}: a number is out of range")
        return value

    def event(self) -> Event:
        """The event of an event line; what is no digest can be the digest of nothing."""
        digest = self.text("digest")
        claimed = bytes.fromhex(digest) if HEX64.fullmatch(digest) else b""
        return Event(self.whole("seq"), self.whole("time"), self.data("event"), claimed)

    def disclosure(self, after: int) -> Disclosure:
        """The disclosure of a disclosure line, which stands behind the event `after`."""
        path, salt, value = self.data("field"), self.data("salt"), self.data("value")
        numbers = self.whole("seq"), self.whole("issued")
        audience = self.text("audience")
        return Disclosure(numbers[0], path, audience, numbers[1], salt, value, after)


def opened(header: Line) -> Match:
    """The match a header announces."""
    if header.sort != "match":
        raise Unreadable("is damaged: it does not start with its header")
    if header.text("format") != LINES:
        raise Unreadable(f"has the format {header.text('format')!r}, known here is {LINES!r}")
    match = Match(header.text("match"))
    match.marked(header.text("audience"), header.text("head"))
    return match


def read_lines(path: Path) -> Iterator[Match]:
    """The one match of a file of JSON lines."""
    match: Match | None = None
    with path.open("rb") as file:
        for number, data in enumerate(file, start=1):
            if not data.endswith(b"\n"):
                raise Unreadable(f"is damaged: it ends within line {number}")
            line = Line(number, data[:-1])
            if match is None:
                match = opened(line)
            elif line.sort == "event":
                match.events.append(line.event())
            elif line.sort == "disclosure":
                after = match.events[-1].seq if match.events else 0
                match.disclosures.append(line.disclosure(after))
            else:
                raise Unreadable(f"is damaged at line {number}: it is a second header")
    if match is not None:
        yield match


# The command


class Parser(argparse.ArgumentParser):
    """Wrong usage in one sentence, without whatever control characters were typed."""

    def error(self, message: str) -> NoReturn:
        """Say it and leave with 2."""
        self.exit(2, f"verify: {shown(message)}\n")


def arguments(args: list[str] | None) -> tuple[Path, str | None, str | None]:
    """The file, the head and the match that were asked for."""
    parser = Parser(prog="verify.py", description="Check the chain and the seals of a ledger.")
    parser.add_argument("file", metavar="FILE", help="a .db or .jsonl file")
    parser.add_argument("--head", metavar="MATCH:COUNT:DIGEST", help="a head kept elsewhere")
    parser.add_argument("--match", metavar="ID", help="only this match of the file")
    chosen = parser.parse_args(args)
    head: str | None = chosen.head
    match: str | None = chosen.match
    if head is not None:
        parts = HEAD.fullmatch(head)
        if parts is None:
            parser.error("--head is not MATCH:COUNT:DIGEST")
        if match is not None and match != parts[1]:
            parser.error("--head is of another match than --match")
    return Path(os.path.realpath(chosen.file)), head, match


def matches(path: Path) -> Iterator[Match]:
    """The matches of a file, read by what it contains and not by what it is called."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unreadable("is not a ledger: it is no file")
    with path.open("rb") as file:
        start = file.read(len(MAGIC))
    if start == MAGIC:
        return read_base(path)
    if start.startswith(b"{"):
        return read_lines(path)
    raise Unreadable("is not a ledger: neither a SQLite file nor JSON lines")


def verify(path: Path, head: str | None, only: str | None) -> int:
    """Check and print every match asked for; the answer is the exit code."""
    pinned = head.partition(":")[0] if head is not None else None
    code, names = 0, set()
    for match in matches(path):
        names.add(match.name)
        if only is not None and match.name != only:
            continue
        finding = check(match, head if match.name == pinned else None)
        say(finding.line())
        code = code if finding.wrong is None else 3
    if not names:
        raise Unreadable("is a ledger without a match")
    if only is not None and only not in names:
        print(f"verify: there is no match {shown(only)} in it", file=sys.stderr)
        return 2
    if pinned is not None and pinned not in names:
        print(f"verify: the head given is of match {pinned}, which is not in it", file=sys.stderr)
        return 3
    return code


def answer(args: list[str] | None) -> int:
    """Run the command; whatever the file holds, the answer is a sentence and an exit code."""
    path, head, only = arguments(args)
    try:
        return verify(path, head, only)
    except Unreadable as error:
        reason = str(error)
    except UnicodeError:
        reason = "is damaged: SQLite names something in it that is not UTF-8"
    except sqlite3.Error as error:
        reason = f"is damaged or cannot be read: {error}"
    except (OSError, ValueError, OverflowError, MemoryError) as error:
        reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    print(f"verify: {shown(f'{path} {reason}')}", file=sys.stderr)
    return 4


def main(args: list[str] | None = None) -> int:
    """Answer, also where standard output has another encoding, is full or is no longer read."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        return answer(args)
    except Unwritten:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print("verify: what was found could not be written", file=sys.stderr)
        return 4


if __name__ == "__main__":
    sys.exit(main())
