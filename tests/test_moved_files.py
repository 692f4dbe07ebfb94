"""Files under two names, moved, or made again while somebody has them open."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from ledger import Damaged, FileInTheWay, GameError, Ledger, NotALedger, NotWritten

from .forging import forced, rechain
from .tables import a_ledger, play, sealed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.db"


def test_a_link_leads_to_the_side_file_of_its_target(path: Path) -> None:
    """A reader through it sees what was acted, and is not told that a tail was cut."""
    with a_ledger(path) as ledger:
        match = play(sealed(ledger), 4)
        link = path.with_name("link.db")
        link.symlink_to(path)
        with a_ledger(link, "read") as other:
            assert other.warning == ""
            assert other.match().head == match.head
            assert other.audit(head=match.head).verdict == "clean"
            play(match, 2)
            assert other.match().head == match.head


def test_a_file_with_two_names_is_not_acted_on(path: Path) -> None:
    """Each name would have side files of its own, and acts under one of them would be lost."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    os.link(path, path.with_name("other.db"))
    with pytest.raises(NotWritten, match="another name"):
        a_ledger(path)
    path.with_name("other.db").unlink()
    with a_ledger(path) as ledger:
        play(ledger.match(), 1)


def test_what_is_closed_or_cannot_be_opened_is_let_go(path: Path) -> None:
    """No descriptor stays open: a server would run out of them."""
    before = len(os.listdir("/dev/fd"))
    with a_ledger(path) as ledger, a_ledger(path, "read"):
        play(sealed(ledger), 2)
        with a_ledger(path) as other:
            play(other.match(), 1)
    path.with_name("none.db").write_text("no ledger")
    with pytest.raises(NotALedger):
        a_ledger(path.with_name("none.db"))
    with closing(sqlite3.connect(path.with_name("foreign.db"))) as foreign:
        foreign.execute("CREATE TABLE t (i)")
    with pytest.raises(NotALedger):
        a_ledger(path.with_name("foreign.db"))
    os.link(path, path.with_name("other.db"))
    with pytest.raises(NotWritten):
        a_ledger(path)
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.parametrize("mode", ["read", "write"])
def test_what_cannot_be_opened_is_let_go_while_somebody_looks_at_the_error(
    path: Path, mode: Literal["read", "write"]
) -> None:
    """A stored schema that SQLite cannot read, in a file that was not closed."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = 'CREATE nothing' WHERE name = 'copies_once'")
    content = path.read_bytes()
    path.write_bytes(content[:18] + b"\2\2" + content[20:])
    path.with_name("game.db-wal").touch()
    before = len(os.listdir("/dev/fd"))
    with pytest.raises(Damaged, match="copies_once") as raised:
        a_ledger(path, mode)
    assert raised.value.__traceback__ is not None  # which has all that was made
    assert len(os.listdir("/dev/fd")) == before


def test_a_file_that_the_disk_does_not_give_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_ledger(path).close()
    before = len(os.listdir("/dev/fd"))

    def failing(*_: int) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "pread", failing)
    with pytest.raises(NotALedger, match=r"game\.db cannot be read \(Input/output error\)"):
        a_ledger(path, "read")
    assert len(os.listdir("/dev/fd")) == before


@pytest.mark.parametrize("again", [False, True], ids=["moved", "made again"])
def test_nothing_is_acknowledged_into_a_file_that_is_gone(path: Path, again: bool) -> None:
    with a_ledger(path) as ledger:
        match = play(sealed(ledger), 2)
        head = match.head
        path.rename(path.with_name("elsewhere.db"))
        if again:
            for side in path.parent.glob("game.db-*"):
                side.unlink()
            a_ledger(path, noise="another").close()
        with pytest.raises(NotWritten, match="moved, deleted or replaced"):
            play(match, 1)
        assert match.head == head


def test_a_file_that_was_moved_and_is_back_is_acted_on(path: Path) -> None:
    away = path.with_name("elsewhere.db")
    with a_ledger(path) as ledger:
        match = play(sealed(ledger), 2)
        before = match.seq
        path.rename(away)
        with pytest.raises(NotWritten, match="moved, deleted or replaced"):
            play(match, 1)
        away.rename(path)
        play(match, 1)
        assert match.seq > before
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"


def test_what_another_file_left_is_not_played_into_a_new_one(path: Path) -> None:
    """Its secrets and its acts would get into it."""
    path.with_name("game.db-wal").write_bytes(b"left over")
    with pytest.raises(FileInTheWay, match="left of another file"):
        a_ledger(path)
    with a_ledger(None) as ledger, pytest.raises(FileInTheWay):
        sealed(ledger).export(path, "Ann")
    assert not path.exists()


def test_a_game_that_cannot_go_on_from_a_forged_state_is_asked_with_care(path: Path) -> None:
    """A card that no deck holds: one sentence, and the other matches of the file are told."""
    with Ledger(path) as ledger:
        match = ledger.new("49", ["Ann", "Ben"], chance="declared", options={"first_seat": 0})
        match.draw("17")
    with forced(path) as raw:
        raw.execute("DELETE FROM events WHERE seq > 2")
        raw.execute("UPDATE events SET event = replace(event, '\"17\"', '\"x\"') WHERE seq = 2")
        rechain(raw)
    with Ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "broken"
        with pytest.raises(GameError):
            _ = ledger.match().awaited
