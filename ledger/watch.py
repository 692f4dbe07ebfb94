"""A statement at work: ended if it has no end, and what SQLite says of it told in our words."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from ledger.errors import Damaged, LedgerError, Misused, NotALedger, NotWritten

TICK = 10_000  # steps of SQLite's machine between two looks at the clock, as it were
FREE = 2_000_000  # steps any statement may take, a fraction of a second
PER_BYTE = 2  # and for each byte of the file; the whole check of an honest one takes up to 0.2

SIDES = ("-wal", "-shm", "-journal")  # how SQLite names what it keeps beside a file


class Watch:
    """Ends statements that do not come to an end, and lets signals through to those that do.

    Trees of a forged file may lead in circles, or many times to one place: a statement takes as
    many steps as an honest file of this size can need, and no more.

    Args:
        path: the file; None in memory.
        size: its bytes now; None: no statement is ended.

    Attributes:
        closed: what is said of a connection that is closed.
    """

    def __init__(self, path: Path | None, size: Callable[[], int] | None = None) -> None:
        self.closed = "this ledger is closed: open it again"
        self._path = path
        self._size = size
        self.target = _lasting(path) if path else None
        self._side = f"{self.target}-wal"
        self._ticks = 0
        self._cause: BaseException | None = None

    def over(self, connection: sqlite3.Connection) -> None:
        """Watch a connection."""
        looks = self._looks()
        next(looks)  # into its ``try``: a signal may come before the first look
        # no function of Python around it, which would take the signal first
        connection.set_progress_handler(looks.__next__, TICK)

    def __enter__(self) -> None:
        """A statement begins; what SQLite raises from here on is raised as one of our errors."""
        self._ticks = 0

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                raise self.cause() from None
            if isinstance(error, sqlite3.ProgrammingError):
                raise Misused(self.closed) from error
            raise _translated(error, self._path) from error
        if isinstance(error, UnicodeDecodeError):  # of a damaged schema, or what SQLite says of it
            where = self._path or "memory"
            raise Damaged(f"{where} is damaged: it holds what is no text") from error

    def cause(self) -> BaseException:
        """Why a statement was interrupted."""
        cause, self._cause = self._cause, None
        return cause or KeyboardInterrupt()

    def _looks(self) -> Iterator[bool]:
        """Whether to interrupt, asked at every tick.

        A generator, since Python runs handlers of signals wherever it takes up its work, and
        sqlite3 swallows what they raise; here that is inside the ``try``. So is the way back to
        the top of the inner loop, where Python looks for signals too.
        """
        stop = False
        while True:
            try:
                while True:
                    yield stop
                    self._ticks += 1
                    if stop := self._exceeded():
                        where = self._path or "memory"
                        text = f"{where} is damaged: reading it does not come to an end"
                        self._cause = Damaged(text)
            except GeneratorExit:
                return
            except BaseException as error:
                self._cause, stop = error, True

    def _exceeded(self) -> bool:
        steps = self._ticks * TICK - FREE
        if steps <= 0 or self._size is None:
            return False
        size = self._size()
        with suppress(OSError):
            size += os.stat(self._side).st_size
        return steps > size * PER_BYTE


def _lasting(path: Path) -> Path:
    """The path as it holds wherever the program goes later."""
    try:
        return path.absolute()
    except FileNotFoundError:
        text = f"{path} does not exist: the folder you work in is gone, go to one that is there"
        raise NotALedger(text) from None


def _translated(error: sqlite3.Error, path: Path | None) -> LedgerError:
    """What SQLite says of a file, as one of our errors."""
    name = getattr(error, "sqlite_errorname", "")
    where = path or "memory"
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        text = f"the disk did not take it ({error}), and nothing of the act was recorded"
        return NotWritten(f"{text}: see to the disk, then try again")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
        return NotWritten(_shut(path, error))
    if name.startswith("SQLITE_BUSY"):
        return NotWritten(f"another program keeps {where} locked: try again")
    if name == "SQLITE_NOTADB":
        return NotALedger(f"{where} is not a ledger: name a ledger")
    said = " ".join(str(error).split())  # it may quote lines of a stored schema
    return Damaged(f"{where} is damaged: {said[:200]}")


def _shut(path: Path | None, error: sqlite3.Error) -> str:
    """That a file cannot be opened as it should be, and what to do.

    Who writes keeps side files in the folder; what a killed one left there only another may clear.
    """
    if path is None:
        return f"memory cannot be written ({error}): free some, then try again"
    path = Path(os.path.realpath(path))
    why = str(error) if os.access(path.parent, os.W_OK) else "its folder is read-only"
    sides = [f"{path.name}{side}" for side in SIDES if os.path.exists(f"{path}{side}")]
    return (
        f"{path} cannot be opened for this ({why}): make it and its folder writable, "
        f"or copy {' and '.join(['it', *sides])} to a folder of your own"
    )
