"""An open file: its one connection, its lock and its transactions."""

import sqlite3
import threading
import weakref
from collections.abc import Generator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from ledger import codec, disk, forked, fresh, schema, watch
from ledger.errors import Damaged, Misused, NotWritten
from ledger.schema import word

LARGEST = 2 * codec.LARGEST  # bytes of one row; SQLite refuses to read or write more
MOST = 64 << 20  # bytes of all that one question is answered with: a forged file can repeat itself

_CLOSED = sqlite3.connect(":memory:", check_same_thread=False)
_CLOSED.close()


class Connected:
    """An open ledger file, whatever stands in it.

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
