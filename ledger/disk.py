"""How a ledger file is made, opened and closed, and what SQLite says of it in our words."""

import errno
import os
import sqlite3
import stat
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple, TypeAlias
from urllib.parse import quote

from ledger.errors import (
    Damaged,
    FileInTheWay,
    LedgerError,
    Misused,
    NotALedger,
    NotWritten,
)

Mode: TypeAlias = Literal["create", "write", "read"]

PATIENCE_MS = 30_000  # how long a writer waits for another one
TICK = 10_000  # steps of SQLite's machine between two looks at the clock, as it were
FREE = 2_000_000  # steps any statement may take, a fraction of a second
PER_BYTE = 2  # and for each byte of the file; the whole check of an honest one takes up to 0.2

_HEADER = b"SQLite format 3\x00"
_SIDES = ("-wal", "-shm", "-journal")
_TRIES, _PAUSE = 5, 0.02  # for a writer to finish what it does when it closes


class File:
    """A file that connections of this process have open, and a descriptor to read its header by.

    There is one for each file, closed with the last connection: closing any descriptor takes away
    the locks that SQLite holds on the file, and another process would then delete the side file
    under our hands.
    """

    _known: ClassVar[dict[tuple[int, int], "File"]] = {}
    _lock = threading.RLock()  # a ledger nobody closed may be collected at any time

    def __init__(self, key: tuple[int, int], descriptor: int) -> None:
        self._key = key
        self._descriptor = descriptor
        self._users = 0
        self._connections = 0  # of these users, those who have not closed theirs yet
        self._whole: Path | None = None  # where a writer had it that left it to others

    @classmethod
    def held(cls, path: Path) -> "File":
        """The file at a path, until `let_go` is called as often.

        Raises:
            NotALedger: there is none, or no SQLite file.
        """
        try:
            with cls._lock:
                found = path.stat()
                if not stat.S_ISREG(found.st_mode):  # to open a pipe might take for ever
                    raise NotALedger(f"{path} is not a ledger, nor any regular file: name a ledger")
                key = found.st_dev, found.st_ino
                if key not in cls._known:
                    cls._known[key] = cls(key, os.open(path, os.O_RDONLY | os.O_CLOEXEC))
                file = cls._known[key]
                file._users += 1
                file._connections += 1
        except FileNotFoundError:
            raise NotALedger(f"{path} does not exist: name a ledger that is there") from None
        except OSError as error:
            text = f"{path} cannot be read ({error.strerror}): name a file that you may read"
            raise NotALedger(text) from None
        if not file.header().startswith(_HEADER):
            file.let_go()
            raise NotALedger(f"{path} is not a ledger, nor any SQLite file: name a ledger")
        return file

    def header(self) -> bytes:
        """The first bytes as they are now."""
        return os.pread(self._descriptor, 100, 0)

    def is_at(self, path: Path) -> bool:
        """Whether a path leads to it, also after somebody moved files about."""
        with suppress(OSError):
            found = path.stat()
            return (found.st_dev, found.st_ino) == self._key
        return False

    def names(self) -> int:
        """How many names (hard links) it has; one just made has two for a moment."""
        for _ in range(_TRIES):
            if os.fstat(self._descriptor).st_nlink <= 1:
                break
            time.sleep(_PAUSE)
        return os.fstat(self._descriptor).st_nlink

    def size(self) -> int:
        """Its bytes now."""
        return os.fstat(self._descriptor).st_size

    def let_go(self, whole: Path | None = None) -> None:
        """One connection to it was closed.

        The last one of this process makes it whole in itself, for any writer that left it to
        others: where several threads close at once, just one of them is the last.

        Args:
            whole: where it lies, if it was a writer's.
        """
        with self._lock:
            self._connections -= 1
            self._whole = whole or self._whole
            last = not self._connections
        if last and self._whole is not None:
            _close_last(self._whole, self)
        with self._lock:
            self._users -= 1
            if not self._users:
                del self._known[self._key]
                os.close(self._descriptor)


class Watch:
    """Ends statements that do not come to an end, and lets signals through to those that do.

    Trees of a forged file may lead in circles, or many times to one place: a statement takes as
    many steps as an honest file of this size can need, and no more.
    """

    def __init__(self, path: Path | None, file: File | None = None) -> None:
        self._path = path
        self._file = file
        self.target = path.absolute() if path else None  # wherever the program goes later
        self._side = f"{self.target}-wal"
        self._ticks = 0
        self._cause: BaseException | None = None

    def begin(self) -> None:
        """A statement begins."""
        self._ticks = 0

    def over(self, connection: sqlite3.Connection) -> None:
        """Watch a connection."""
        # no function of Python around it, which would take the signal first
        connection.set_progress_handler(self._looks().__next__, TICK)

    def cause(self) -> BaseException:
        """Why a statement was interrupted."""
        cause, self._cause = self._cause, None
        return cause or KeyboardInterrupt()

    def _looks(self) -> Iterator[bool]:
        """Whether to interrupt, asked at every tick.

        A generator, since Python runs handlers of signals wherever it takes up its work, and
        sqlite3 swallows what they raise; here that is inside the ``try``.
        """
        stop = False
        while True:
            try:
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
        if steps <= 0 or self._file is None:
            return False
        size = self._file.size()
        with suppress(OSError):
            size += os.stat(self._side).st_size
        return steps > size * PER_BYTE


class Opened(NamedTuple):
    """An open file."""

    connection: sqlite3.Connection
    watch: Watch
    file: File | None  # None in memory
    warning: str = ""  # what is wrong with the file around its rows


def connect(path: Path | None, mode: Literal["write", "read"]) -> Opened:
    """A connection to a file.

    Args:
        path: None for a database in memory.
        mode: ``read`` does not even touch the file's folder.

    Raises:
        NotALedger: there is no SQLite file.
        NotWritten: it cannot be written where writing was asked for.
    """
    if path is None:
        return _connected(None, "")
    path = Path(os.path.realpath(path))  # SQLite's side files stand beside the file, not a link
    file = File.held(path)
    try:
        if mode == "read":
            return _to_read(path, file)
        if file.names() > 1:  # each name would have side files of its own
            raise NotWritten(
                f"{path} has another name, too (a hard link), and acts under both would be lost: "
                "remove one of the names, or copy the file"
            )
        if not os.access(path, os.W_OK):
            raise NotWritten(
                f"{path} is read-only, so nothing can be recorded in it: "
                "make it writable, or open it for reading"
            )
        return _connected(path, "mode=rw", file, _lone(path, file))
    except BaseException:
        file.let_go()
        raise


def log_ahead(connection: sqlite3.Connection) -> None:
    """Let readers read while somebody writes.

    Where several open a file at once SQLite does not wait for who is at it just now.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorname", "").startswith("SQLITE_BUSY")
            if not busy or time.monotonic() > until:
                raise
        time.sleep(_PAUSE / 10)


def close(opened: Opened, *, whole: bool) -> None:
    """Close a connection.

    Args:
        whole: make the file whole in itself again, if nobody else has it open.
    """
    connection = opened.connection
    if opened.warning and not connection.total_changes:
        whole = False  # as it was: the missing side file may still be put beside it
    if whole:
        with suppress(sqlite3.Error):  # another has it open and will do this in its turn
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    if opened.file is not None:
        opened.file.let_go(opened.watch.target if whole else None)


def _close_last(path: Path, file: File) -> None:
    """Make a file whole that nobody has open any more.

    Where several processes close it at once, each may see another one, and none does it. Whoever
    has it open for longer will do this in its turn.
    """
    for tried in range(_TRIES):
        if tried:  # not both again at one time
            time.sleep(_PAUSE * os.urandom(1)[0] / 255)
        if 2 not in file.header()[18:20] or not file.is_at(path):
            return
        with suppress(sqlite3.Error):
            alone = _connected(path, "mode=rw").connection
            try:
                alone.execute("PRAGMA busy_timeout = 0")
                alone.execute("PRAGMA journal_mode = DELETE")
            finally:
                alone.close()


@contextmanager
def new_file(path: Path) -> Generator[Path]:
    """The name under which to make a new file; it gets its own when the block ends.

    Where anything is raised instead, nothing is left of it, and nobody has seen half a file.

    Raises:
        FileInTheWay: there is something already, now or when the file is whole.
        NotWritten: it cannot be made.
    """
    if os.path.lexists(path):
        raise FileInTheWay(f"{path} exists already: name a new file")
    for side in _SIDES:  # SQLite would play what another file left into the new one
        if os.path.lexists(f"{path}{side}"):
            raise FileInTheWay(f"{path}{side} is left of another file: move that away first")
    # a name of its own: the file's might be so long that it takes no more letters
    made = path.parent / f".ledger-{os.urandom(8).hex()}.new"
    try:
        with making(path):  # better refused now than when all is done
            os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
            os.unlink(made)
        yield made
        with making(path):
            _check_whole(made)
            _settle(made)
            _place(made, path)
    finally:
        for side in ("", *_SIDES):
            with suppress(OSError):
                os.unlink(f"{made}{side}")
    with suppress(OSError):  # not every file system can do this with a folder
        _settle(path.parent)


@contextmanager
def making(path: Path) -> Generator[None]:
    """Turn what the system says of a file that is being made into our words."""
    try:
        yield
    except FileExistsError:
        raise FileInTheWay(f"{path} exists already: name a new file") from None
    except OSError as error:
        text = f"{path} cannot be made ({error.strerror}): mend that, or name a file elsewhere"
        raise NotWritten(text) from None


def _check_whole(made: Path) -> None:
    """SQLite closes a file without a word where what its side file holds finds no room in it."""
    with made.open("rb") as file:
        start = file.read(20)
    waiting = start.startswith(_HEADER) and 2 in start[18:20]
    if waiting or any(os.path.lexists(f"{made}{side}") for side in _SIDES):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _place(made: Path, path: Path) -> None:
    """Give a file its name unless it is taken."""
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links: the name is taken first, and empty for a moment
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        try:
            os.replace(made, path)
        except BaseException:
            os.unlink(path)
            raise


def _settle(path: Path) -> None:
    """What was written survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _to_read(path: Path, file: File) -> Opened:
    side, journal = Path(f"{path}-wal"), Path(f"{path}-journal")
    for tried in range(_TRIES):
        logged = 2 in file.header()[18:20]
        if not logged and not journal.exists():
            return _connected(path, "mode=ro", file)
        if side.exists() or not logged:
            opened = _connected(path, "mode=ro", file)
            with suppress(sqlite3.OperationalError):
                opened.connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
                return opened
            opened.connection.close()
        if tried + 1 < _TRIES:  # a writer that closes deletes the side file, then says so
            time.sleep(_PAUSE)
    if side.exists() or journal.exists():
        # after a crash: only a writer may rebuild its index, or take back a half written header
        return _connected(path, "mode=rw", file)
    return _connected(path, "mode=ro&immutable=1", file, _lacks(side))


def _lone(path: Path, file: File) -> str:
    """What is wrong with a file whose header speaks of a side file that is not there; or empty.

    It may be the file of somebody who was killed while closing it, and then nothing is missing: to
    refuse would keep them from going on, and there is no way to tell.
    """
    for tried in range(_TRIES):
        if tried:  # another one is just opening or closing it
            time.sleep(_PAUSE)
        if 2 not in file.header()[18:20]:
            return ""
        if any(os.path.exists(f"{path}{side}") for side in ("-wal", "-journal")):
            return ""
    return f"{_lacks(Path(f'{path}-wal'))}; what is recorded here would be another history"


def _lacks(side: Path) -> str:
    return (
        "not closed by its last writer, or copied while it was open: if a side file "
        f"{side.name} lies beside the original, the last acts are in that: copy both again"
    )


@contextmanager
def speaking(path: Path | None, watch: Watch) -> Generator[None]:
    """Turn SQLite's errors into ours."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
            raise watch.cause() from None
        raise _translated(error, path) from error
    except UnicodeDecodeError as error:  # of a damaged schema, and of what SQLite says of it
        raise Damaged(f"{path or 'memory'} is damaged: it holds what is no text") from error


def _translated(error: sqlite3.Error, path: Path | None) -> LedgerError:
    """What SQLite says of a file, as one of our errors."""
    name = getattr(error, "sqlite_errorname", "")
    where = path or "memory"
    if isinstance(error, sqlite3.ProgrammingError):
        return Misused("this ledger is closed: open it again")
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
    sides = [f"{path.name}{side}" for side in _SIDES if os.path.exists(f"{path}{side}")]
    return (
        f"{path} cannot be opened for this ({why}): make it and its folder writable, "
        f"or copy {' and '.join(['it', *sides])} to a folder of your own"
    )


def _connected(path: Path | None, how: str, file: File | None = None, warning: str = "") -> Opened:
    target = ":memory:"
    if path is not None:
        target = f"file:{quote(os.fsencode(path.absolute()))}?{how}"
    connection = sqlite3.connect(
        target,
        uri=path is not None,
        isolation_level=None,
        check_same_thread=False,
        timeout=PATIENCE_MS / 1000,
    )
    watch = Watch(path, file)
    watch.over(connection)
    return Opened(connection, watch, file, warning)
