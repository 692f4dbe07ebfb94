"""How a ledger file is opened and closed: by one, by several at once, after a kill, as a copy."""

import os
import sqlite3
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Literal, NamedTuple, TypeAlias
from urllib.parse import quote

from ledger.errors import Damaged, Misused, NotALedger, NotWritten
from ledger.watch import SIDES, Watch

Mode: TypeAlias = Literal["create", "write", "read"]

PATIENCE_MS = 30_000  # how long a writer waits for another one

_HEADER = b"SQLite format 3\x00"
_EXPORTED = b'{"line":'  # as JSON lines begin
_JOURNAL = bytes.fromhex("d9d505f920a163d7")  # as a journal begins, and ends that names a file
_TRIES, _PAUSE = 5, 0.02  # for a writer to finish what it does when it closes


class File:
    """A file that connections of this process have open, and a descriptor to read its header by.

    There is one for each file, closed with the last connection: closing any descriptor takes away
    the locks that SQLite holds on the file, and another process would then delete the side file
    under our hands.
    """

    _known: ClassVar[dict[tuple[int, int], "File"]] = {}
    _lost: ClassVar[frozenset[tuple[int, int]]] = frozenset()  # what `begin_anew` cannot trust
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
            Misused: this process was forked while it was used.
        """
        try:
            with cls._lock:
                found = path.stat()
                if not stat.S_ISREG(found.st_mode):  # to open a pipe might take for ever
                    raise NotALedger(f"{path} is not a ledger, nor any regular file: name a ledger")
                key = found.st_dev, found.st_ino
                if key in cls._lost:
                    raise Misused(
                        f"{path} was being used when this process was forked, and its locks are "
                        "not known here: fork outside of a batch, or start a new program"
                    )
                if key not in cls._known:
                    cls._known[key] = cls(key, os.open(path, os.O_RDONLY | os.O_CLOEXEC))
                file = cls._known[key]
                file._users += 1
                file._connections += 1
            try:
                header = file.header()
            except OSError:
                file.let_go()
                raise
        except FileNotFoundError:
            raise NotALedger(f"{path} does not exist: name a ledger that is there") from None
        except OSError as error:
            text = f"{path} cannot be read ({error.strerror}): name a file that you may read"
            raise NotALedger(text) from None
        if not header.startswith(_HEADER):
            file.let_go()
            if header.startswith(_EXPORTED):
                raise NotALedger(
                    f"{path} holds exported JSON lines: make a ledger of them with "
                    "`ledger import`, or `import_lines`"
                )
            raise NotALedger(f"{path} is not a ledger, nor any SQLite file: name a ledger")
        return file

    @classmethod
    def begin_anew(cls, *, trusted: bool) -> None:
        """Forget the files that were open in the process from which this one was forked.

        Args:
            trusted: whether none of their connections is left; else these files are refused here.
        """
        cls._lock = threading.RLock()  # another thread may have had it, which is not here
        if not trusted:
            cls._lost |= cls._known.keys()
        for file in cls._known.values():
            os.close(file._descriptor)
        cls._known = {}

    def header(self) -> bytes:
        """The first bytes as they are now."""
        return os.pread(self._descriptor, 100, 0)

    def is_at(self, path: Path) -> bool:
        """Whether a path leads to it, also after somebody moved files about."""
        with suppress(OSError):
            found = os.stat(path)
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

    def is_whole(self) -> bool:
        """Whether it ends with a whole page, which SQLite does not look at.

        While somebody writes, or after a crash, the side file tells how long it is to be.
        """
        header = self.header()
        page = int.from_bytes(header[16:18], "big")
        return logged(header) or self.size() % (65_536 if page == 1 else page) == 0

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


class Opened(NamedTuple):
    """An open file."""

    connection: sqlite3.Connection
    watch: Watch
    file: File | None  # None in memory
    warning: str = ""  # what is wrong with the file around its rows


def database(header: bytes) -> int | None:
    """Whose file an SQLite file is, by the number that SQLite keeps for this; None: it is none.

    Args:
        header: its first 100 bytes.
    """
    return int.from_bytes(header[68:72], "big") if header.startswith(_HEADER) else None


def logged(header: bytes) -> bool:
    """Whether a file says that what was recorded last is in its side file."""
    return header.startswith(_HEADER) and 2 in header[18:20]


def connect(path: Path | None, mode: Literal["write", "read"]) -> Opened:
    """A connection to a file.

    Args:
        path: None for a database in memory.
        mode: ``read`` does not even touch the file's folder.

    Raises:
        NotALedger: there is no SQLite file.
        Damaged: a journal beside it names another file, or what lies there is a pipe.
        NotWritten: it cannot be written where writing was asked for.
    """
    if path is None:
        return _connected(None, "")
    if not possible(path):
        raise NotALedger(f"{path} does not exist: no file can be called so")
    path = Path(os.path.realpath(path))  # SQLite's side files stand beside the file, not a link
    _be_own(path)
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


def _be_own(path: Path) -> None:
    """Refuse beside a file what SQLite must not open.

    A ledger never has a journal of several files, and SQLite would delete one of them; at a pipe it
    would wait for ever.

    Raises:
        Damaged: there is such a one.
    """
    for side in SIDES:
        with suppress(OSError):
            if stat.S_ISFIFO(os.stat(f"{path}{side}").st_mode):
                raise Damaged(f"{path}{side} is a pipe, and no side file of a ledger")
    journal = Path(f"{path}-journal")
    if not os.path.isfile(journal):
        return
    with suppress(OSError), journal.open("rb") as file:
        file.seek(-len(_JOURNAL), os.SEEK_END)
        if file.read() == _JOURNAL:
            raise Damaged(f"{journal} is not this ledger's alone: it names another file")


def possible(path: Path) -> bool:
    """Whether a file can be called so: no name holds NUL or half a character."""
    with suppress(OSError):
        try:
            os.lstat(path)
        except ValueError:
            return False
    return True


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
    if opened.warning and not _recorded(connection):
        whole = False  # as it was: the missing side file may still be put beside it
    if whole:
        with suppress(sqlite3.Error):  # another has it open and will do this in its turn
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    if opened.file is not None:
        opened.file.let_go(opened.watch.target if whole else None)


def _recorded(connection: sqlite3.Connection) -> bool:
    """Whether anything was: what was taken back is not in the side file."""
    with suppress(sqlite3.Error):
        connection.rollback()
        frames: int = connection.execute("PRAGMA wal_checkpoint").fetchone()[1]
        return frames > 0
    return False


def _close_last(path: Path, file: File) -> None:
    """Make a file whole that nobody has open any more.

    Where several processes close it at once, each may see another one, and none does it. Whoever
    has it open for longer will do this in its turn.
    """
    for tried in range(_TRIES):
        if tried:  # not both again at one time
            time.sleep(_PAUSE * os.urandom(1)[0] / 255)
        if not logged(file.header()) or not file.is_at(path):
            return
        with suppress(sqlite3.Error):
            alone = _connected(path, "mode=rw").connection
            try:
                alone.execute("PRAGMA busy_timeout = 0")
                alone.execute("PRAGMA journal_mode = DELETE")
            finally:
                alone.close()


def _to_read(path: Path, file: File) -> Opened:
    side, journal = Path(f"{path}-wal"), Path(f"{path}-journal")  # whose names may be too long
    for tried in range(_TRIES):
        aside = logged(file.header())
        if not aside and not os.path.exists(journal):
            return _connected(path, "mode=ro", file)
        if os.path.exists(side) or not aside:
            opened = _connected(path, "mode=ro", file)
            try:
                opened.connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
            except BaseException as error:
                opened.connection.close()
                if not isinstance(error, sqlite3.OperationalError):
                    raise
            else:
                return opened
        if tried + 1 < _TRIES:  # a writer that closes deletes the side file, then says so
            time.sleep(_PAUSE)
    if os.path.exists(side) or os.path.exists(journal):
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
        if not logged(file.header()):
            return ""
        if any(os.path.exists(f"{path}{side}") for side in ("-wal", "-journal")):
            return ""
    return f"{_lacks(Path(f'{path}-wal'))}; what is recorded here would be another history"


def _lacks(side: Path) -> str:
    return (
        "not closed by its last writer, or copied while it was open: if a side file "
        f"{side.name} lies beside the original, the last acts are in that: copy both again"
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
    watch = Watch(path, file.size if file else None)
    watch.over(connection)
    return Opened(connection, watch, file, warning)
