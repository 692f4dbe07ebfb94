"""What lies beside a file: left by a kill, by several that close at once, or missing in a copy."""

import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ledger import Damaged, NotWritten, disk
from ledger.watch import SIDES

from .tables import a_ledger, play, sealed

LOOKER = Path(__file__).parent.parent / "torture" / "looker.py"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.db"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def logged(path: Path) -> bool:
    """Whether the header says that acts may be in a side file."""
    return path.read_bytes()[18:20] != b"\1\1"


def copied(path: Path, *sides: str) -> Path:
    """A copy in a folder of its own, with some of the side files."""
    folder = path.parent / "copied"
    folder.mkdir()
    for side in ("", *sides):
        shutil.copy(f"{path}{side}", folder)
    return folder / path.name


def as_nobody(path: Path, *words: str, mode: int = 0o444) -> dict[str, Any]:
    """What somebody says of a copy who may not write beside it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for one in path.parent.iterdir():
            Path(shutil.copy(one, folder)).chmod(mode)
        folder.chmod(0o555)
        command = [sys.executable, str(LOOKER), str(folder / path.name), "--nobody", *words]
        ran = subprocess.run(command, capture_output=True, check=False, text=True)
        folder.chmod(0o755)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


# --- left by a kill


@pytest.fixture(params=[b"\1\1", b"\2\2"], ids=["in an act", "when it was opened"])
def torn(request: pytest.FixtureRequest, path: Path) -> Path:
    """A file as a program leaves it that was killed with half of a transaction on the disk.

    The one that opens it changes what its header says of side files, in such a transaction.
    """
    with a_ledger(path) as ledger:
        play(sealed(ledger), 4)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA cache_size = 1")  # pages are written before the transaction is
    raw.execute("BEGIN IMMEDIATE")
    raw.execute(
        "INSERT INTO events SELECT match, max(seq) + 1, time, ?, digest FROM events", ("x" * 99999,)
    )
    crashed = copied(path, "-journal")
    raw.close()
    content = bytearray(crashed.read_bytes())
    assert len(content) > path.stat().st_size
    content[18:20] = request.param
    crashed.write_bytes(content)
    return crashed


@pytest.mark.parametrize("mode", ["read", "write"])
def test_half_a_transaction_is_taken_back(torn: Path, path: Path, mode: Any) -> None:
    """For a reader, too: what stands in the file is no history."""
    with a_ledger(path, "read") as ledger:
        head = ledger.match().head
    with a_ledger(torn, mode) as ledger:
        assert ledger.warning == ""
        assert ledger.match().head == head
        assert ledger.audit(head=head).verdict == "clean"
    assert names(torn.parent) == ["game.db"]
    assert torn.stat().st_size == path.stat().st_size


def test_half_a_transaction_on_read_only_media_is_named(torn: Path) -> None:
    """Nobody can take it back there, and what stands in the file is no history."""
    found = as_nobody(torn)
    assert found["error"] == "NotWritten"
    assert "game.db-journal" in found["text"]
    assert "copy" in found["text"]


@pytest.mark.parametrize(
    ("mode", "said"), [(0o444, "game.db is read-only"), (0o666, "its folder is read-only")]
)
def test_who_may_not_write_is_told_what_to_do(path: Path, mode: int, said: str) -> None:
    with a_ledger(path) as ledger:
        sealed(ledger)
    found = as_nobody(path, "--write", mode=mode)
    assert found["error"] == "NotWritten"
    assert said in found["text"]
    assert "make it" in found["text"].rpartition(": ")[2]


@pytest.mark.parametrize("mode", ["read", "write"])
@pytest.mark.parametrize("header", [b"\1\1", b"\2\2"], ids=["whole", "open"])
def test_what_is_no_side_file_is_in_the_way(path: Path, mode: Any, header: bytes) -> None:
    """What cannot be opened is named, with what stands beside it; nobody reads without it."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    content = path.read_bytes()
    path.write_bytes(content[:18] + header + content[20:])
    path.with_name("game.db-wal").mkdir()
    with pytest.raises(NotWritten, match=r"copy it and game\.db-wal to a folder") as raised:
        a_ledger(path, mode)
    assert str(raised.value).startswith(f"{path} cannot be opened for this")


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_strangers_journal_deletes_no_other_file(path: Path, mode: Any) -> None:
    """SQLite deletes the file that a journal of several files names, if it lists no journal."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 4)
    content = path.read_bytes()
    page = int.from_bytes(content[16:18], "big")
    precious = path.with_name("precious.txt")
    precious.write_text("of somebody\n")
    named = str(precious).encode()
    magic = bytes.fromhex("d9d505f920a163d7")
    header = magic + struct.pack(">IIIII", 0, 0, len(content) // page, 512, page)
    end = struct.pack(">II", len(named), sum(named)) + magic
    locked = struct.pack(">I", (1 << 30) // page + 1)
    path.with_name("game.db-journal").write_bytes(header.ljust(512, b"\0") + locked + named + end)
    with pytest.raises(Damaged, match="names another file"):
        a_ledger(path, mode)
    assert precious.exists()


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_pipe_beside_a_file_is_not_waited_for(path: Path, mode: Any, side: str) -> None:
    """SQLite would open it, and wait for somebody to write into it."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    os.mkfifo(f"{path}{side}")
    with pytest.raises(Damaged, match=f"game.db{side} is a pipe"):
        a_ledger(path, mode)


# --- several that open or close it at once


def test_who_opens_it_waits_for_who_is_at_it_just_now(path: Path) -> None:
    """SQLite itself says at once that it is busy, whatever patience it was told to have."""
    a_ledger(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    tried: list[str] = []

    def listen(sql: str) -> None:
        tried.append(sql)
        if len(tried) == 3:
            other.execute("ROLLBACK")

    mine = sqlite3.connect(path, isolation_level=None, timeout=600)
    mine.set_trace_callback(listen)
    disk.log_ahead(mine)
    assert len(tried) == 3
    mine.set_trace_callback(None)
    assert mine.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    mine.close()
    other.close()


def test_who_opens_it_does_not_wait_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_ledger(path).close()
    monkeypatch.setattr(disk, "PATIENCE_MS", 0)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(NotWritten, match="locked"):
        a_ledger(path)
    other.close()
    a_ledger(path).close()
    assert names(path.parent) == ["game.db"]


class Together(sqlite3.Connection):
    """One that is closed when as many others are about to be."""

    those: threading.Barrier

    def close(self) -> None:
        self.those.wait(60)
        super().close()


@pytest.mark.parametrize("readers", [0, 1, 3])
def test_of_several_that_close_it_at_once_one_makes_it_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch, readers: int
) -> None:
    """Each of them has seen that another one has it open, and left it to that one."""
    a_ledger(path).close()
    connect = sqlite3.connect
    Together.those = threading.Barrier(4)
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", lambda *a, **b: connect(*a, **b, factory=Together))
        writers = [a_ledger(path) for _ in range(4 - readers)]
        opened = [*writers, *(a_ledger(path, "read") for _ in range(readers))]
    play(sealed(writers[0]), 2)
    closing = [threading.Thread(target=ledger.close) for ledger in opened]
    for thread in closing:
        thread.start()
    for thread in closing:
        thread.join()
    assert names(path.parent) == ["game.db"]
    assert not logged(path)


def test_a_reader_that_closes_after_the_writer_leaves_it_whole(path: Path) -> None:
    """What the writer of the same program could not do, as somebody was reading."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
        reader = a_ledger(path, "read")
    assert logged(path)
    reader.close()
    assert names(path.parent) == ["game.db"]
    assert not logged(path)


def test_a_reader_in_another_program_changes_nothing(path: Path) -> None:
    """It leaves the side files to the next writer, and they hold what was acted."""
    with a_ledger(path) as ledger:
        head = play(sealed(ledger), 2).head
        crashed = copied(path, "-wal", "-shm")
    before = crashed.read_bytes()
    with a_ledger(crashed, "read") as ledger:
        assert ledger.match().head == head
    assert crashed.read_bytes() == before
    assert names(crashed.parent) == ["game.db", "game.db-shm", "game.db-wal"]
    with a_ledger(crashed) as ledger:
        assert ledger.match().head == head
    assert names(crashed.parent) == ["game.db"]
    assert not logged(crashed)


def test_a_file_that_was_just_made_may_have_two_names_for_a_moment(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made under another one; who opens it just then waits until that is gone."""
    a_ledger(path).close()
    other = path.with_name("other.db")
    os.link(path, other)
    monkeypatch.setattr(disk, "_TRIES", 100)
    later = threading.Timer(0.03, other.unlink)
    later.start()
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    later.join()


def test_with_its_side_file_a_file_may_end_within_a_page(path: Path) -> None:
    """A crash may have kept a page from being written; the side file has all of it."""
    with a_ledger(path) as ledger:
        head = play(sealed(ledger), 2).head
        crashed = copied(path, "-wal")
    crashed.write_bytes(crashed.read_bytes() + bytes(100))
    with a_ledger(crashed, "read") as ledger:
        assert ledger.audit(head=head).verdict == "clean"


def test_only_the_mark_of_a_side_file_is_one(path: Path) -> None:
    """What else in the header may hold the same number: its pages, its changes."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 2)
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA page_size = 512")
    raw.execute("VACUUM")
    raw.close()
    content = bytearray(path.read_bytes())
    assert content[16:18] == b"\2\0"
    content[24:28] = content[92:96] = b"\0\0\0\2"
    path.write_bytes(content)
    with a_ledger(path, "read") as ledger:
        assert ledger.warning == ""
        assert ledger.audit().verdict == "clean"
    path.write_bytes(content + bytes(100))
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().fault == "the file is damaged: it does not end with a whole page"


# --- missing in a copy


def lone(path: Path, acts: int = 2) -> Path:
    """A copy of an open file without its side file; acts are missing in it."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 1)
    with a_ledger(path) as ledger:
        play(ledger.match(), acts)
        return copied(path)


def test_who_goes_on_with_a_copy_that_lacks_acts_is_told(path: Path) -> None:
    """What is recorded in it is another history than the one of the original."""
    copy = lone(path)
    with a_ledger(copy) as ledger:
        assert "game.db-wal" in ledger.warning
        checks = {check.name: check for check in ledger.audit().checks}
        assert (checks["file"].status, checks["file"].detail) == ("unverified", ledger.warning)
        play(ledger.match(), 1)
        assert ledger.audit().verdict == "unverified"
    assert names(copy.parent) == ["game.db"]
    assert not logged(copy)


def test_who_records_nothing_leaves_it_as_it_was(path: Path) -> None:
    """With the missing side file put beside it afterwards, all of it is there."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 1)
    with a_ledger(path) as ledger:
        head = play(ledger.match(), 2).head
        copy = copied(path)
        before = copy.read_bytes()
        for _ in range(2):
            with a_ledger(copy) as other:
                assert other.warning
                assert other.match().head != head
                with suppress(ZeroDivisionError), other.batch():  # which is all taken back
                    play(other.match(), 1)
                    raise ZeroDivisionError
        assert copy.read_bytes() == before
        shutil.copy(f"{path}-wal", copy.parent)
    with a_ledger(copy) as ledger:
        assert ledger.warning == ""
        assert ledger.match().head == head
    assert names(copy.parent) == ["game.db"]


def test_who_opens_it_beside_another_one_is_not_told_of_it(path: Path) -> None:
    """Its side file is there, and holds all that is acted."""
    with a_ledger(path) as ledger:
        play(sealed(ledger), 1)
        with a_ledger(path) as other:
            assert other.warning == ""
