"""The bare limit: the same rows by hand, with msgspec, hashlib and sqlite3 and nothing around them.

It knows no rules, judges nothing, keeps no secrets and trusts what it reads. The table is that of a
ledger file, without the triggers that keep it append-only.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import reduce
from hashlib import sha256
from operator import or_
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from ledger.games.game_of_49 import GAME
from ledger.house import RulesAdopted, SealsOpened

TABLE = """CREATE TABLE events (
    match TEXT NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL, event TEXT NOT NULL,
    digest BLOB NOT NULL, PRIMARY KEY (match, seq)
) STRICT"""
INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?)"
SELECT = "SELECT match, seq, time, event, digest FROM events ORDER BY match, seq"


class Opened(msgspec.Struct, frozen=True, tag_field="kind", tag="match_opened"):
    """The first event in its public form, its seed a seal."""

    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    chance: str
    draws: str | None
    seed: Any
    seed_by: str | None
    irregular: str


KINDS = (Opened, SealsOpened, RulesAdopted, *GAME.actions, *GAME.consequences)
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(reduce(or_, KINDS)).decode


class Played(NamedTuple):
    """One match, to be written: its events with their times."""

    match: str
    events: Sequence[tuple[int, Any]]


def connect(path: Path, synchronous: Literal["full", "normal"] = "full") -> sqlite3.Connection:
    """A file with the table in it, as a ledger opens one."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute(TABLE)
    return connection


def origin(match: str) -> bytes:
    """The digest before the first event."""
    return sha256(b"ledger/1" + match.encode()).digest()


def link(digest: bytes, seq: int, time: int, raw: bytes) -> bytes:
    """The digest after an event."""
    return sha256(digest + seq.to_bytes(8, "big") + time.to_bytes(8, "big") + raw).digest()


def rows(played: Played) -> Iterator[tuple[str, int, int, str, bytes]]:
    """A match encoded and chained."""
    match, digest = played.match, origin(played.match)
    for seq, (time, event) in enumerate(played.events, 1):
        raw = encode(event)
        digest = link(digest, seq, time, raw)
        yield match, seq, time, raw.decode(), digest


class Acts:
    """Acts on one match, one commit each."""

    def __init__(self, connection: sqlite3.Connection, match: str) -> None:
        self._execute = connection.execute
        self._match = match
        self._seq = 0
        self._digest = origin(match)

    def act(self, time: int, events: Iterable[Any]) -> None:
        """Record what one act led to, durably."""
        execute = self._execute
        execute("BEGIN IMMEDIATE")
        for event in events:
            raw = encode(event)
            self._seq += 1
            self._digest = link(self._digest, self._seq, time, raw)
            execute(INSERT, (self._match, self._seq, time, raw.decode(), self._digest))
        execute("COMMIT")


def write(path: Path, matches: Iterable[Played]) -> None:
    """Encode, chain and insert whole matches in one transaction."""
    with closing(connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        for played in matches:
            connection.executemany(INSERT, rows(played))
        connection.execute("COMMIT")


def read(path: Path) -> int:
    """Select, decode and hold against the chain all events of a file; how many there are."""
    count, match, digest = 0, "", b""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        for name, seq, time, text, stored in connection.execute(SELECT):
            if name != match:
                match, digest = name, origin(name)
            raw = text.encode()
            digest = link(digest, seq, time, raw)
            if digest != stored:
                raise ValueError(f"#{seq} of {match} does not follow")
            decode(raw)
            count += 1
    return count
