"""The file: rows appended in transactions and read in order. The only SQL on the hot path."""

import re
import sqlite3
import threading
import weakref
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from ledger import codec, disk, forked, fresh, schema, watch
from ledger.chain import Head, Row
from ledger.errors import Broken, Damaged, Misused, NotWritten
from ledger.schema import number, word
from ledger.seals import Disclosure

LARGEST = 2 * codec.LARGEST  # bytes of one row; SQLite refuses to read or write more
CHUNK = 1000  # rows read at once
CHUNK_BYTES = 4 << 20  # and what they hold, give or take one
MOST = 64 << 20  # bytes of all that one question is answered with: a forged file can repeat itself
LAST = (1 << 63) - 1  # no seq is larger

_FIRST = "SELECT time, rowid FROM events WHERE match = ? AND seq = 1"

_HOPS = """WITH RECURSIVE hop(match) AS (
    SELECT min(match) FROM {table}
    UNION ALL
    SELECT (SELECT min(match) FROM {table} WHERE match > hop.match) FROM hop
    WHERE hop.match IS NOT NULL
) SELECT match FROM hop"""

READER = "0|[1-9][0-9]?|spectator|auditor"  # for whom a copy may be

_CLOSED = sqlite3.connect(":memory:", check_same_thread=False)
_CLOSED.close()


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
        self._acting = False  # whether one act is being judged and recorded
        self._appends = 0
        self._faults: tuple[tuple[int, int, int], str] | None = None
        self._others: int  # SQLite's count of what other connections changed
        self._watch = watch.Watch(path)
        if mode == "create" and path is not None:
            with self._watch, fresh.new_file(path) as made:
                with fresh.making(path):
                    with suppress(FileNotFoundError):
                        Path(f"{path}-journal").lstat()  # SQLite needs a name for what is beside it
                    made.touch(exist_ok=False)  # SQLite would make it unwritable for the group
                schema.make_file(made)
        with self._watch:
            opened = disk.connect(path, "read" if mode == "read" else "write")
            self._connection, self._watch, self._file, self.warning = opened
            # also where nobody closes it: a file left open looks like one copied while open
            self._closing = weakref.finalize(self, disk.close, opened, whole=mode != "read")
            try:
                self._prepare(synchronous)
            except BaseException:
                self._closing()
                raise
        if path is not None:
            forked.mind(self)

    def _prepare(self, synchronous: str) -> None:
        run = self._connection.execute
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        self._connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA cell_size_check = ON")
        if self.path is None and self.mode == "create":
            schema.make(self._connection)
        else:
            schema.check(self._connection)
        self._connection.text_factory = bytes
        if self.mode == "read":
            run("PRAGMA query_only = ON")
        elif self.path is not None:
            disk.log_ahead(self._connection)
            run(f"PRAGMA synchronous = {synchronous}")
            # makes the side file: readers take a header without it for a copy's
            run("SELECT 1 FROM sqlite_schema").fetchall()

    def close(self) -> None:
        """Close the file, whole in itself again: no side file is left where nobody else has it."""
        with self._lock:
            self._closing()

    def part(self) -> tuple[sqlite3.Connection, bool]:
        """In a forked process: be closed; the inherited connection, and whether it was idle."""
        self._closing.detach()
        idle = self._lock.acquire(blocking=False) and not self._depth
        inherited, self._connection = self._connection, _CLOSED
        # whose thread is not here, or has a batch that it must not end
        self._lock, self._depth, self._acting = threading.RLock(), 0, False
        self._watch.closed = "this ledger was opened before the process was forked: open it again"
        return inherited, idle

    def alone(self) -> AbstractContextManager[bool]:
        """Keep other threads out: what is read inside belongs together."""
        return self._lock

    @contextmanager
    def transaction(self, *, act: bool = False) -> Generator[None]:
        """All or nothing; within another one, part of it. Returns after the commit.

        What the block raises comes out as it is: its own errors of SQLite are none of this file.

        Args:
            act: from before one act is judged until it is recorded. Python may call anything in
                its midst: the clock, the source of bytes, a handler of a signal. By what that
                recorded the act would not have been judged.

        Raises:
            Misused: the file was opened to read, or it is an act in the midst of another.
            NotWritten: the disk did not take it; nothing of it was recorded.
        """
        if self.mode == "read":
            raise Misused("this ledger was opened to read: open it without a mode to act")
        with self._lock:
            depth, acting = self._depth, self._acting
            if act and acting:
                raise Misused(
                    "an act is just being recorded here, and what is called meanwhile, as a "
                    "handler of a signal or a clock, records nothing: act when it has returned"
                )
            begin, commit, undo = "BEGIN IMMEDIATE", "COMMIT", ["ROLLBACK"]
            if depth:
                begin, commit = f"SAVEPOINT act{depth}", f"RELEASE act{depth}"
                undo = [f"ROLLBACK TO act{depth}", commit]
            with self._watch:
                self._check_begun()
                before = self._connection.total_changes
            try:  # from here on a signal may raise anywhere
                self._depth, self._acting = depth + 1, act or acting
                with self._watch:
                    self._connection.execute(begin)
                    if not depth:
                        self._check_in_place()
                        self._others = self._changes_by_others()
                yield
                with self._watch:
                    self._check_begun()
                    self._connection.execute(commit)
            except BaseException:
                try:
                    if self._depth > depth:  # else who is around it has undone it already
                        if self._connection.total_changes != before:
                            self.generation += 1
                        for sql in undo:
                            self._connection.execute(sql)
                except sqlite3.Error:  # nothing was begun, or SQLite ended it by itself
                    pass
                raise
            finally:
                if self._depth > depth:  # no call here: a signal would raise out of it
                    self._depth, self._acting = depth, acting

    def append(
        self, match: str, rows: Sequence[Row], disclosures: Iterable[Disclosure] = ()
    ) -> None:
        """Write rows at the end of a match, inside a transaction."""
        opened = [
            (match, d.seq, d.field, d.audience, d.issued, d.salt, d.value) for d in disclosures
        ]
        with self._watch:
            self._check_begun()
            self._appends += 1
            run = self._connection.executemany
            run(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                [(match, row.seq, row.time, row.event.decode(), row.digest) for row in rows],
            )
            if opened:
                run("INSERT INTO disclosures VALUES (?, ?, ?, ?, ?, ?, ?)", opened)

    def _check_in_place(self) -> None:
        """What is recorded in a file that was moved or deleted meanwhile, nobody would find."""
        target = self._watch.target
        if self._file is not None and target is not None and not self._file.is_at(target):
            raise NotWritten(
                f"{target} was moved, deleted or replaced while it was open, and nothing was "
                "recorded: close it, and open the file where it is now"
            )

    def _check_begun(self) -> None:
        """SQLite ends a whole transaction by itself where the disk is full or somebody interrupts.

        What is caught then inside a batch must not let the rest of the batch be recorded.
        """
        if self._depth and not self._connection.in_transaction:
            raise NotWritten(
                "an earlier act of this batch was not taken, so nothing of it is recorded: "
                "begin the batch again"
            )

    def version(self) -> tuple[int, int, int]:
        """Changes whenever what the file holds may have changed; cheap to ask."""
        with self._lock:
            if not self._depth:  # within a transaction nobody else can write
                self._others = self._changes_by_others()
            return self.generation, self._appends, self._others

    def _changes_by_others(self) -> int:
        if self.path is None:  # nobody else has what is in memory
            if not self._closing.alive:
                raise Misused("this ledger is closed, and what it held in memory is gone")
            return 0
        with self._watch:
            found: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return found

    def mark_copy(self, match: str, audience: str, head: str) -> None:
        """Say that a match of this file is a copy, for whom, and what the host's head was."""
        with self._watch:
            self._connection.execute("INSERT INTO copies VALUES (?, ?, ?)", (match, audience, head))

    def copy_of(self, match: str) -> tuple[str, str] | None:
        """For whom a match is a copy and the host's head; None for the host's own.

        Raises:
            Damaged: what the file says of it makes no sense.
        """
        rows = self._all("SELECT audience, head FROM copies WHERE match = ?", match)
        if not rows:
            return None
        audience, head = word(rows[0][0]), word(rows[0][1])
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
        names = {name for table in schema.COLUMNS for name in self._named_in(table)}
        # asked last: another program may have begun a match since its table of events was read
        first = {name: self._all(_FIRST, name) for name in names}
        for name, found in first.items():
            if not found:
                raise Broken(0, "chain", f"match {name[:64]!r} has no first event")
        return sorted(first, key=lambda name: [number(value) for value in first[name][0]])

    def _named_in(self, table: str) -> list[str]:
        """The matches a table names, found by hops along its key and not by reading all of it."""
        sql = _HOPS.format(table=table)
        return [word(match) for (match,) in self._all(sql) if match is not None]

    def last(self, match: str) -> tuple[int, bytes]:
        """The seq and digest of a match's last event; (0, b"") where it has none."""
        rows = self._all(
            "SELECT seq, digest FROM events WHERE match = ? ORDER BY seq DESC LIMIT 1", match
        )
        return (number(rows[0][0]), rows[0][1]) if rows else (0, b"")

    def rows(
        self,
        match: str,
        after: int | None = 0,
        to: int | None = None,
        kinds: Sequence[str] = (),
    ) -> Iterator[Row]:
        """The events of a match in order, read in chunks.

        Args:
            after: the seq before the first; None: whatever number a row may have.
            kinds: only events of these; none: all.

        Raises:
            Damaged: a value is not of its column's type, or the rows are in no order.
        """
        for chunk in self._chunks(match, *_span(after, to), kinds):
            yield from chunk

    def told(
        self, match: str, after: int | None = 0, to: int | None = None
    ) -> Iterator[tuple[list[Row], list[Disclosure]]]:
        """The events of a match in order with what opens their seals, as much as memory may hold.

        Raises:
            Damaged: as `rows` and `disclosures` do.
        """
        for rows in self._chunks(match, *_span(after, to)):
            while rows:
                count, found = self._opening(match, rows)
                yield rows[:count], found
                rows = rows[count:]

    def _opening(self, match: str, rows: list[Row]) -> tuple[int, list[Disclosure]]:
        """What opens the seals of the first rows, so many that it is not too much; and how many."""
        count = len(rows)
        while True:
            try:
                found = self.disclosures(match, rows[0].seq - 1, rows[count - 1].seq)
            except Damaged:
                if count == 1:
                    raise
                count //= 2
            else:
                return count, found

    def _chunks(
        self, match: str, first: int, last: int, kinds: Sequence[str] = ()
    ) -> Iterator[list[Row]]:
        more = first <= last
        while more:
            chunk, more = self._chunk(match, first, last, kinds=kinds)
            if chunk:
                yield chunk
                first = chunk[-1].seq + 1

    def _chunk(
        self,
        match: str,
        first: int,
        last: int,
        order: Literal["ASC", "DESC"] = "ASC",
        kinds: Sequence[str] = (),
    ) -> tuple[list[Row], bool]:
        """Some events, all or those of these kinds, and whether there may be more."""
        these = " OR ".join(["event BETWEEN ? AND ?"] * len(kinds)) or "TRUE"
        sql = (
            "SELECT seq, time, event, digest FROM events "
            f"WHERE match = ? AND seq BETWEEN ? AND ? AND ({these}) "
            f"ORDER BY seq {order} LIMIT {CHUNK}"
        )
        asked = (end for kind in kinds for end in _ends(kind))
        rows: list[Row] = []
        room, rising = CHUNK_BYTES, order == "ASC"
        with self._lock, self._watch, self._found(sql, match, first, last, *asked) as found:
            for seq, time, event, digest in found:
                if not (type(seq) is type(time) is int and type(event) is type(digest) is bytes):
                    raise Damaged(f"a row of match {match} does not hold what its columns say")
                if not first <= seq <= last:  # a tree that leads in circles would be read for ever
                    raise Damaged(f"the rows of match {match} are in no order")
                if rising:
                    first = seq + 1
                else:
                    last = seq - 1
                rows.append(Row(seq, time, event, digest))
                room -= len(event) + len(digest)
                if room < 0:
                    break
        return rows, room < 0 or len(rows) == CHUNK

    def backwards(self, match: str, before: int, kinds: Sequence[str] = ()) -> Iterator[Row]:
        """The events of a match before ``before``, the latest first.

        Args:
            kinds: only events of these; none: all.
        """
        last, more = before - 1, before > 1
        while more:
            chunk, more = self._chunk(match, 1, last, "DESC", kinds)
            yield from chunk
            if chunk:
                last = chunk[-1].seq - 1

    def disclosures(
        self, match: str, after: int | None = 0, to: int | None = None
    ) -> list[Disclosure]:
        """What opens the seals of the events after ``after`` up to ``to``, in a fixed order.

        Args:
            after: None: whatever number an event may have.

        Raises:
            Damaged: a value is not of its column's type, or it is more than memory should hold.
        """
        first, last = _span(after, to)
        found = [
            Disclosure(
                number(seq), word(field), word(audience), number(issued), word(salt), word(value)
            )
            # in the order of the key: SQLite would sort in a temporary file of any size
            for seq, field, audience, issued, salt, value in self._all(
                "SELECT seq, field, audience, issued, salt, value FROM disclosures WHERE match = ? "
                "AND seq BETWEEN ? AND ? ORDER BY seq, field, audience",
                match,
                first,
                last,
            )
        ]
        found.sort(key=lambda row: (row.seq, row.issued, row.field, row.audience))
        return found

    def faults(self) -> str:
        """What is wrong with the file itself; empty if nothing. Reads all of it once.

        The whole check, not the quick one: a key that differs from its table shows two readers
        two histories.
        """
        version = self.version()
        if self._faults is None or self._faults[0] != version:
            (first,) = self._all("PRAGMA integrity_check(1)")[0]
            text = "" if first == b"ok" else " ".join(word(first).split())
            if not text and self._file is not None and not self._file.is_whole():
                text = "it does not end with a whole page"
            self._faults = version, text
        return self._faults[1]

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """All that is found, unless it is more than memory should hold."""
        rows: list[tuple[Any, ...]] = []
        size = 0
        with self._lock, self._watch, self._found(sql, *values) as found:
            for row in found:
                size += sum(len(value) for value in row if isinstance(value, bytes))
                if size > MOST:
                    where = self.path or "memory"
                    raise Damaged(f"{where} holds more than {MOST} bytes of one kind")
                rows.append(row)
        return rows

    def _found(self, sql: str, *values: object) -> closing[sqlite3.Cursor]:
        """What is found, row by row, to be read to its end at once."""
        return closing(self._connection.execute(sql, values))


def _ends(kind: str) -> tuple[str, str]:
    """Between which texts those of a kind lie: after its name stands a comma, or a brace."""
    start = f'{{"kind":"{kind}"'
    return start, f"{start}\x7f"


def _span(after: int | None, to: int | None) -> tuple[int, int]:
    """The first seq and the last, as SQLite takes them."""
    first = -LAST - 1 if after is None else max(after + 1, -LAST)
    last = LAST if to is None else min(to, LAST)
    return (first, last) if first <= last else (1, 0)
