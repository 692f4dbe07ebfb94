"""The file: rows appended in transactions and read in order. The only SQL on the hot path."""

import re
import sqlite3
import threading
import weakref
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ledger import disk, schema
from ledger.chain import Head
from ledger.errors import Broken, Damaged, Misused
from ledger.seals import Disclosure

LARGEST = 1 << 24  # bytes of one stored value; SQLite refuses to read or write more
CHUNK = 1000  # rows read at once
LAST = (1 << 63) - 1  # no seq is larger

_FIRST = "SELECT time, rowid FROM events WHERE match = ? AND seq = 1"

_HOPS = """WITH RECURSIVE hop(match) AS (
    SELECT min(match) FROM {table}
    UNION ALL
    SELECT (SELECT min(match) FROM {table} WHERE match > hop.match) FROM hop
    WHERE hop.match IS NOT NULL
) SELECT match FROM hop"""

READER = "0|[1-9][0-9]?|spectator|auditor"  # for whom a copy may be


class Row(NamedTuple):
    """One event as stored."""

    seq: int
    time: int  # microseconds since 1970, UTC
    event: bytes  # the public JSON
    digest: bytes


class Store:
    """An open ledger file. Threads may share it; each call is whole.

    Args:
        path: the file; None for one in memory.
        mode: ``create`` makes a new file, ``write`` opens one for acting, ``read`` never changes
            the file.
        synchronous: ``full`` survives a power cut after every act; ``normal`` may lose the last
            acts then, and nothing else.

    Raises:
        FileInTheWay: ``create``, and there is something.
        NotALedger, NewerFormat, Damaged: it cannot be taken as a ledger.
        NotWritten: it cannot be written where writing was asked for.
    """

    def __init__(
        self,
        path: Path | None,
        mode: disk.Mode,
        synchronous: Literal["full", "normal"] = "full",
    ) -> None:
        self.path = path
        self.mode = mode
        self.warning: str  # what is wrong with the file around the rows
        self.generation = 0  # raised when something written was rolled back
        self._lock = threading.RLock()
        self._depth = 0
        self._appends = 0
        self._faults: tuple[tuple[int, int, int], str] | None = None
        self._others = 0  # SQLite's count of what other connections changed
        with self._speaking():
            self._connection, self.warning = disk.connect(path, mode)
            # also where nobody closes it: a file left open looks like one copied while open
            self._closing = weakref.finalize(
                self, disk.close, self._connection, whole=mode != "read" and path is not None
            )
            try:
                self._prepare(synchronous)
            except BaseException:
                self._closing()
                if mode == "create" and path is not None:
                    path.unlink(missing_ok=True)
                raise

    def _prepare(self, synchronous: str) -> None:
        run = self._connection.execute
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA cell_size_check = ON")
        run(f"PRAGMA busy_timeout = {disk.PATIENCE_MS}")
        if self.mode == "create":
            schema.make(self._connection)
        else:
            schema.check(self._connection)
        self._connection.text_factory = bytes
        if self.mode == "read":
            run("PRAGMA query_only = ON")
        elif self.path is not None:
            run("PRAGMA journal_mode = WAL")
            run(f"PRAGMA synchronous = {synchronous}")
            # makes the side file: readers take a header without it for a copy's
            run("SELECT 1 FROM sqlite_schema").fetchall()

    def close(self) -> None:
        """Close the file, whole in itself again: no side file is left where nobody else has it."""
        with self._lock:
            self._closing()

    @contextmanager
    def alone(self) -> Generator[None]:
        """Keep other threads out: what is read inside belongs together."""
        with self._lock:
            yield

    @contextmanager
    def transaction(self) -> Generator[None]:
        """All or nothing; within another one, part of it. Returns after the commit.

        Raises:
            NotWritten: the disk did not take it; nothing of it was recorded.
        """
        with self._lock, self._speaking():
            begin, commit, undo = (
                ("SAVEPOINT act", "RELEASE act", ("ROLLBACK TO act", "RELEASE act"))
                if self._depth
                else ("BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",))
            )
            self._connection.execute(begin)
            if not self._depth:
                self._others = self._changes_by_others()
            self._depth += 1
            before = self._connection.total_changes
            try:
                yield
                self._connection.execute(commit)
            except BaseException:
                if self._connection.total_changes != before:
                    self.generation += 1
                with suppress(sqlite3.Error):
                    for sql in undo:
                        self._connection.execute(sql)
                raise
            finally:
                self._depth -= 1

    def append(
        self, match: str, rows: Sequence[Row], disclosures: Iterable[Disclosure] = ()
    ) -> None:
        """Write rows at the end of a match, inside a transaction."""
        self._appends += 1
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            [(match, row.seq, row.time, row.event.decode(), row.digest) for row in rows],
        )
        self._connection.executemany(
            "INSERT INTO disclosures VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(match, d.seq, d.field, d.audience, d.issued, d.salt, d.value) for d in disclosures],
        )

    def version(self) -> tuple[int, int, int]:
        """Changes whenever what the file holds may have changed; cheap to ask."""
        with self._lock:
            if not self._depth:  # within a transaction nobody else can write
                self._others = self._changes_by_others()
            return self.generation, self._appends, self._others

    def _changes_by_others(self) -> int:
        with self._speaking():
            found: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return found

    def mark_copy(self, match: str, audience: str, head: str) -> None:
        """Say that a match of this file is a copy, for whom, and what the host's head was."""
        self._connection.execute("INSERT INTO copies VALUES (?, ?, ?)", (match, audience, head))

    def copy_of(self, match: str) -> tuple[str, str] | None:
        """For whom a match is a copy and the host's head; None for the host's own.

        Raises:
            Damaged: what the file says of it makes no sense.
        """
        rows = self._all("SELECT audience, head FROM copies WHERE match = ?", match)
        if not rows:
            return None
        audience, head = _word(rows[0][0]), _word(rows[0][1])
        try:
            kept = Head.parse(head)
        except Misused as error:
            raise Damaged(f"match {match} is marked as a copy: {error}") from None
        if not re.fullmatch(READER, audience):
            raise Damaged(f"match {match} is marked as a copy for {audience[:60]!r}")
        if kept.match != match or str(kept) != head:
            raise Damaged(f"match {match} is marked as a copy with the head {head[:100]!r}")
        return audience, head

    def matches(self) -> list[str]:
        """The ids of the matches, in the order of their first events."""
        names = {table: self._named_in(table) for table in ("events", "disclosures", "copies")}
        first = {name: self._all(_FIRST, name) for name in names["events"]}
        for name in {*names["events"], *names["disclosures"], *names["copies"]}:
            if not first.get(name):
                raise Broken(0, "chain", f"match {name[:64]!r} has no first event")
        return sorted(first, key=lambda name: first[name][0])

    def _named_in(self, table: str) -> list[str]:
        """The matches a table names, found by hops along its key and not by reading all of it."""
        sql = _HOPS.format(table=table)
        return [_word(match) for (match,) in self._all(sql) if match is not None]

    def last(self, match: str) -> tuple[int, bytes]:
        """The seq and digest of a match's last event; (0, b"") where it has none."""
        rows = self._all(
            "SELECT seq, digest FROM events WHERE match = ? ORDER BY seq DESC LIMIT 1", match
        )
        return (_number(rows[0][0]), rows[0][1]) if rows else (0, b"")

    def rows(self, match: str, after: int = 0, to: int | None = None) -> Iterator[Row]:
        """The events of a match in order, read in chunks.

        Raises:
            Damaged: a value is not of its column's type.
        """
        end = LAST if to is None else min(to, LAST)
        while True:
            chunk = self._all(
                "SELECT seq, time, event, digest FROM events "
                f"WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT {CHUNK}",
                match,
                after,
                end,
            )
            for row in chunk:
                if [type(value) for value in row] != [int, int, bytes, bytes]:
                    raise Damaged(f"a row of match {match} does not hold what its columns say")
                yield Row._make(row)
            if len(chunk) < CHUNK:
                return
            after = chunk[-1][0]

    def of_kind(self, match: str, kind: str) -> list[bytes]:
        """The public JSON of a match's events of one kind, in order; reads the whole match."""
        start = f'{{"kind":"{kind}"'
        found = self._all(
            "SELECT event FROM events WHERE match = ? AND substr(event, 1, ?) = ? ORDER BY seq",
            match,
            len(start),
            start,
        )
        return [event for (event,) in found]

    def backwards(self, match: str, before: int) -> Iterator[Row]:
        """The events of a match before ``before``, the latest first."""
        while before > 1:
            start = max(1, before - CHUNK)
            yield from reversed(list(self.rows(match, start - 1, before - 1)))
            before = start

    def disclosures(self, match: str, after: int = 0, to: int | None = None) -> list[Disclosure]:
        """What opens the seals of the events after ``after`` up to ``to``, in a fixed order."""
        end = LAST if to is None else min(to, LAST)
        return [
            Disclosure(
                _number(seq),
                _word(field),
                _word(audience),
                _number(issued),
                _word(salt),
                _word(value),
            )
            for seq, field, audience, issued, salt, value in self._all(
                "SELECT seq, field, audience, issued, salt, value FROM disclosures WHERE match = ? "
                "AND seq > ? AND seq <= ? ORDER BY seq, issued, field, audience",
                match,
                after,
                end,
            )
        ]

    def faults(self) -> str:
        """What SQLite itself finds wrong with the file; empty if nothing. Reads all of it once.

        The whole check, not the quick one: a key that differs from its table shows two readers
        two histories.
        """
        version = self.version()
        if self._faults is None or self._faults[0] != version:
            (first,) = self._all("PRAGMA integrity_check(1)")[0]
            self._faults = version, "" if first == b"ok" else _word(first)
        return self._faults[1]

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        with self._lock, self._speaking():
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def _speaking(self) -> Generator[None]:
        """Turn SQLite's errors into ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise disk.translated(error, self.path) from error
        except UnicodeDecodeError as error:  # of a damaged schema, and of what SQLite says of it
            raise Damaged(
                f"{self.path or 'memory'} is damaged: it holds what is no text"
            ) from error


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise Damaged("a row does not hold what its columns say")
    return value


def _word(value: object) -> str:
    if not isinstance(value, bytes):
        raise Damaged("a row does not hold what its columns say")
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Damaged("a row holds text that is not UTF-8") from None
