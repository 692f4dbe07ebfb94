"""A process that was forked: what it inherits of open files is let go, and it opens its own.

SQLite keeps a book of its locks in memory. A forked process inherits the book and none of the
locks: whoever else has the file open may then take away the side file it writes to, and an act that
was acknowledged would be lost. That is so also for what it opens itself, while an inherited
connection keeps the book. So the child closes what it inherits before anything else happens in it.
"""

import os
import sqlite3
import weakref
from typing import Protocol

from ledger.disk import File


class Inherited(Protocol):
    """What holds a connection to a file, such as a store."""

    def part(self) -> tuple[sqlite3.Connection, bool]:
        """Part with the connection; and whether nothing was being done with it."""
        ...


_open: weakref.WeakSet[Inherited] = weakref.WeakSet()


def mind(holder: Inherited) -> None:
    """Let a forked child part what it inherits from this holder of a connection."""
    _open.add(holder)


def _in_child() -> None:
    left = False
    for holder in list(_open):
        connection, idle = holder.part()
        if idle:
            connection.close()  # others have the file locked for real: its side files stay
        else:  # to close it would undo what the parent is in the middle of, in memory they share
            import ctypes  # takes long to load, and is hardly ever needed

            ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
            left = True
    _open.clear()
    File.begin_anew(trusted=not left)


if hasattr(os, "register_at_fork"):  # where there is no fork there is nothing to do
    os.register_at_fork(after_in_child=_in_child)
