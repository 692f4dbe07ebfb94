"""A new file: whole under its name, or nothing of it."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from ledger.disk import logged, possible
from ledger.errors import FileInTheWay, NotWritten
from ledger.watch import SIDES


@contextmanager
def new_file(path: Path) -> Generator[Path]:
    """The name under which to make a new file; it gets its own when the block ends.

    Where anything is raised instead, nothing is left of it, and nobody has seen half a file.

    Raises:
        FileInTheWay: there is something already, now or when the file is whole.
        NotWritten: it cannot be made.
    """
    if not possible(path):
        raise NotWritten(f"{path} cannot be made: no file can be called so; name another")
    if os.path.lexists(path):
        raise FileInTheWay(f"{path} exists already: name a new file")
    for side in SIDES:  # SQLite would play what another file left into the new one
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
        for side in ("", *SIDES):
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
        waiting = logged(file.read(20))
    if waiting or any(os.path.lexists(f"{made}{side}") for side in SIDES):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _place(made: Path, path: Path) -> None:
    """Give a file its name unless it is taken."""
    try:
        os.link(made, path)
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
