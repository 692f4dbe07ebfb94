"""What the library says of a file it cannot take or make: what is wrong, and what to do."""

import copy
import os
import pickle
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Broken, Damaged, LedgerError, NeedsDisclosure, NotWritten, Refused, Stale

from .forging import forced
from .tables import a_ledger, connection_of, play, recorded, sealed

Act = Callable[[Path], object]


def _another(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE mine (id)")
    raw.close()


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _linked(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 2")
    raw.close()


def _marked(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("INSERT INTO copies SELECT match, 'x', 'x' FROM events WHERE seq = 1")


def _circular(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 4096 * 8)


UNFIT: dict[str, tuple[Act, str]] = {
    "gone": (Path.unlink, "name a ledger"),
    "a pipe": (_pipe, "name a ledger"),
    "a link to itself": (_linked, "name a file that you may read"),
    "text": (lambda path: path.write_text("Dear diary"), "name a ledger"),
    "another program's": (_another, "name a ledger"),
    "encrypted": (lambda path: path.write_bytes(b"SQLite format 3\0" * 999), "name a ledger"),
    "newer": (_newer, "update"),
    "marked": (_marked, "use another copy"),
    "noise": (_circular, "use another copy"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded())
    spoil, advice = UNFIT[name]
    spoil(path)
    with pytest.raises(LedgerError) as raised, a_ledger(path, "read") as ledger:
        ledger.match()
    assert advice in str(raised.value).rpartition(": ")[2]


MAKE: dict[str, Act] = {
    "in no folder": lambda path: a_ledger(path / "none" / "game.db", "create"),
    "beside what is left": lambda path: a_ledger(path.with_name("left"), "create"),
    "over another": lambda path: a_ledger(path, "create"),
}


@pytest.mark.parametrize("name", MAKE)
def test_a_file_that_cannot_be_made(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded())
    path.with_name("left-wal").touch()
    with pytest.raises(LedgerError) as raised:
        MAKE[name](path)
    assert str(raised.value).rpartition(": ")[2].split()[0] in ("mend", "name", "move")


def test_an_act_that_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    said: list[str] = []
    with a_ledger(path) as ledger:
        match = play(sealed(ledger), 1)
        connection_of(ledger).execute("PRAGMA max_page_count = 1")
        with pytest.raises(NotWritten) as full, ledger.batch():
            for _ in range(100):
                play(match)
                sealed(ledger)
        said.append(str(full.value))
        path.rename(path.with_name("moved.db"))
        with pytest.raises(NotWritten) as moved:
            sealed(ledger)
        said.append(str(moved.value))
    assert [text.rpartition(": ")[2] for text in said] == [
        "see to the disk, then try again",
        "close it, and open the file where it is now",
    ]


ERRORS = (
    Damaged("it holds no text"),
    Refused("49-AUC-05", "it is not above 7", irregular=True),
    Stale(3, 5),
    Broken(4, "rules", "it was never played"),
    NeedsDisclosure(),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_what_is_raised_is_the_same_in_another_process(error: LedgerError) -> None:
    """A pool of workers sends it back; what it cannot make anew it calls a process that died."""
    for made in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert (type(made), str(made), vars(made)) == (type(error), str(error), vars(error))


def test_what_is_said_stands_in_one_line_and_no_letter_is_lost() -> None:
    """A file of a stranger, or who types, may put anything into it; names are as people write."""
    odd, shown = "a\nb\x1b[2J\u202e\x00 Zoë 李", "a\\nb\\x1b[2J\\u202e\\x00 Zoë 李"
    assert str(LedgerError(odd)) == shown
    assert (Refused("X-01", odd).reason, str(Refused("X-01", odd))) == (shown, f"X-01: {shown}")
    assert (Broken(3, "rules", odd).text, str(Broken(0, "rules", odd))) == (shown, shown)
    assert str(LedgerError("Zoë 李")) == "Zoë 李"
