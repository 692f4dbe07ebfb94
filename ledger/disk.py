"""How a ledger file is opened, and what SQLite says of it in our words."""

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias
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

_HEADER = b"SQLite format 3\x00"


def connect(path: Path | None, mode: Mode) -> tuple[sqlite3.Connection, str]:
    """A connection to a file, and what is wrong with the file around its rows, if anything.

    Args:
        path: None for a database in memory.
        mode: ``create`` makes a new, empty file; ``read`` does not even touch its folder.

    Raises:
        FileInTheWay: ``create``, and there is something.
        NotALedger: there is no SQLite file.
        NotWritten: it cannot be made, or not be written where writing was asked for.
    """
    if path is None:
        return _connected(":memory:"), ""
    if mode == "create":
        _make(path)
        return _connected(f"{_uri(path)}?mode=rw"), ""
    header = _read_header(path)
    if mode == "read":
        return _to_read(path, header)
    if not os.access(path, os.W_OK):
        raise NotWritten(f"{path} is read-only: nothing can be recorded in it")
    return _connected(f"{_uri(path)}?mode=rw"), ""


def close(connection: sqlite3.Connection, *, whole: bool) -> None:
    """Close a connection.

    Args:
        whole: make the file whole in itself again, if nobody else has it open.
    """
    if whole:
        with suppress(sqlite3.Error):  # another has it open and will do this in its turn
            connection.execute("PRAGMA busy_timeout = 0")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


def _make(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError:
        raise FileInTheWay(f"{path} exists already: name a new file") from None
    except OSError as error:
        raise NotWritten(f"{path} cannot be made: {error.strerror}") from None


def _to_read(path: Path, header: bytes) -> tuple[sqlite3.Connection, str]:
    side = Path(f"{path}-wal")
    if 2 not in header[18:20]:
        return _connected(f"{_uri(path)}?mode=ro"), ""
    if not side.exists():
        lone = (
            f"not closed by its last writer, or copied while it was open: if a side file "
            f"{side.name} lies beside the original, the last acts are in that"
        )
        return _connected(f"{_uri(path)}?mode=ro&immutable=1"), lone
    connection = _connected(f"{_uri(path)}?mode=ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()
    except sqlite3.OperationalError:  # after a crash: only a writer may rebuild its index
        connection.close()
        connection = _connected(f"{_uri(path)}?mode=rw")
    return connection, ""


def translated(error: sqlite3.Error, path: Path | None) -> LedgerError:
    """What SQLite says of a file, as one of our errors."""
    name = getattr(error, "sqlite_errorname", "")
    where = path or "memory"
    if isinstance(error, sqlite3.ProgrammingError):
        return Misused("this ledger is closed: open it again")
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return NotWritten(f"the disk did not take it ({error}): nothing of the act was recorded")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
        return NotWritten(f"{where} cannot be written or opened ({error})")
    if name.startswith("SQLITE_BUSY"):
        return NotWritten(f"another program keeps {where} locked: try again")
    if name == "SQLITE_NOTADB":
        return NotALedger(f"{where} is not a ledger")
    said = " ".join(str(error).split())  # it may quote lines of a stored schema
    return Damaged(f"{where} is damaged: {said[:200]}")


def _connected(target: str) -> sqlite3.Connection:
    return sqlite3.connect(
        target,
        uri=target.startswith("file:"),
        isolation_level=None,
        check_same_thread=False,
        timeout=PATIENCE_MS / 1000,
    )


def _uri(path: Path) -> str:
    return f"file:{quote(os.fsencode(path.absolute()))}"


def _read_header(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except FileNotFoundError:
        raise NotALedger(f"{path} does not exist") from None
    except OSError as error:
        raise NotALedger(f"{path} cannot be read: {error.strerror}") from None
    if not header.startswith(_HEADER):
        raise NotALedger(f"{path} is not a ledger: it is no SQLite file")
    return header
