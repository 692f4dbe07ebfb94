"""Files that lie about their schema, what is no file, and others at work on the same one."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from ledger import Damaged, FileInTheWay, LedgerError, NotALedger, NotWritten, disk, fresh, watch
from ledger.schema import triggers
from ledger.store import Store

from .tables import a_ledger, connection_of, pledge

# --- a schema that looks like ours


def rewritten(path: Path, name: str, column: str, change: Callable[[str], str]) -> None:
    """Change a column of one entry of the schema behind SQLite's back."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA writable_schema = ON")
    ((old,),) = raw.execute(f"SELECT {column} FROM sqlite_schema WHERE name = ?", (name,))
    assert change(old) != old
    raw.execute(f"UPDATE sqlite_schema SET {column} = ? WHERE name = ?", (change(old), name))
    raw.close()


def quoted(sql: str) -> str:
    """What a trigger does, as the name of nothing."""
    start, end = sql.index("RAISE"), sql.rindex(")") + 1
    return f'{sql[:start]}"{sql[start:end]}"{sql[end:]}'


LIES: dict[str, Callable[[str], str]] = {
    "does nothing": quoted,
    "its text in double quotes": lambda sql: sql.replace("'", '"'),
    "names in quotes": lambda sql: sql.replace("SELECT", '"SELECT"'),
    "more white space": lambda sql: sql.replace(" ", "  ", 1),
    "without white space": lambda sql: sql.replace("\n", ""),
    "another event": lambda sql: sql.replace("BEFORE", "AFTER"),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("name", triggers())
def test_a_trigger_is_ours_byte_for_byte(path: Path, name: str, lie: str) -> None:
    rewritten(path, name, "sql", LIES[lie])
    with pytest.raises(Damaged):
        a_ledger(path, "read")


def test_a_trigger_that_compares_with_a_constant_is_not_ours(path: Path) -> None:
    raw = sqlite3.connect(path)
    for name, sql in triggers().items():
        if "NEW.match" in sql:
            raw.execute(f"DROP TRIGGER {name}")
            raw.execute(sql.replace("match = NEW.match", '"match = NEW.match"'))
    raw.close()
    with pytest.raises(Damaged):
        a_ledger(path, "read")


def test_how_a_table_is_laid_out_does_not_matter(path: Path) -> None:
    """sqlite-utils makes their text, and its versions may differ."""
    rewritten(path, "events", "sql", lambda sql: " ".join(sql.replace('"', "").split()))
    rewritten(path, "copies", "sql", lambda sql: sql.replace(" ", "\t\n "))
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("NOT NULL", "NOTNULL"),
        ("INTEGER", "INT"),
        ('"match"', '"mat ch"'),
        ('"match"', "'match'"),
        ('"match"', "[match]"),
        ('"match"', '"match" /* ours */'),
        ('"match"', "match\xa0"),
        ("STRICT", ""),
        ("STRICT", "STRICT, WITHOUT ROWID"),
        ('"seq" INTEGER NOT NULL', '"seq" INTEGER NOT NULL DEFAULT 0'),
    ],
)
def test_a_table_of_other_words_is_not_ours(path: Path, old: str, new: str) -> None:
    rewritten(path, "events", "sql", lambda sql: sql.replace(old, new, 1))
    with pytest.raises(Damaged):
        a_ledger(path, "read")


@pytest.mark.parametrize("name", ["events", "copies_once", "sqlite_autoindex_events_1"])
@pytest.mark.parametrize("column", ["type", "tbl_name"])
def test_every_column_of_the_schema_is_ours(path: Path, name: str, column: str) -> None:
    rewritten(path, name, column, lambda old: "view" if column == "type" else "disclosures")
    with pytest.raises(LedgerError):
        a_ledger(path, "read")


@pytest.mark.parametrize(
    "change",
    [
        "type = CAST(type AS BLOB)",
        "name = CAST(name AS BLOB)",
        "tbl_name = CAST(tbl_name AS BLOB)",
        "sql = CAST(sql AS BLOB)",
        "type = 'table' WHERE name = 'sqlite_autoindex_events_1'",
        "sql = '' WHERE name = 'sqlite_autoindex_events_1'",
    ],
)
def test_a_schema_that_sqlite_takes_is_ours_to_the_type_of_its_words(
    path: Path, change: str
) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute(f"UPDATE sqlite_schema SET {change}")
    raw.close()
    with pytest.raises(Damaged, match="the stored schema is not a ledger's"):
        a_ledger(path, "read")


def test_of_a_long_name_in_the_schema_the_beginning_is_said(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute(f"CREATE TABLE {'x' * 100_000} (id INTEGER)")
    raw.close()
    with pytest.raises(Damaged, match=r"'x+' is not ours") as error:
        a_ledger(path, "read")
    assert len(str(error.value)) < 200


# --- signals in the middle of a statement


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) FROM n"


class Alarm(Exception):
    """What a program's own handler of a signal may raise."""


@pytest.mark.parametrize(
    ("tick", "seconds", "times"),
    [(watch.TICK, 0.05, 2), (1, 0.001, 100), (100 * watch.TICK, 0.002, 2)],
)
def test_signals_come_through_a_long_statement(
    tick: int, seconds: float, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And as what they are: sqlite3 itself swallows what a callback raises.

    With a look at every step of SQLite's machine they fall everywhere into our own code; where one
    is seldom taken, before the first.
    """
    monkeypatch.setattr(watch, "TICK", tick)

    def ring(number: int, frame: FrameType | None) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    opened = Store(None, "create")
    try:
        for _ in range(times):
            with pytest.raises(Alarm), opened._watch:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                opened._connection.execute(ENDLESS).fetchall()
            assert opened.matches() == []
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        opened.close()


def test_what_is_interrupted_inside_a_batch_spoils_the_batch(tmp_path: Path) -> None:
    """SQLite ends the transaction by itself; what follows must not be recorded one by one."""
    with a_ledger(tmp_path / "game.db") as ledger:
        match = pledge(ledger)
        with pytest.raises(LedgerError, match="batch"), ledger.batch():
            match.act({"kind": "say", "seat": 0, "text": "x"})
            connection_of(ledger).execute("ROLLBACK")
            match.act({"kind": "say", "seat": 0, "text": "y"})
        assert ledger.match().seq == match.seq == 1


# --- what is no file


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    """A pipe without a writer would be waited for."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for name in ("pipe", "link", "socket", "/dev/zero", "/dev/null"):
            for mode in ("read", "write"):
                with pytest.raises(NotALedger):
                    Store(tmp_path / name, "read" if mode == "read" else "write")


# --- other programs at work on the same file


def test_a_writer_that_closes_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It deletes its side file first and writes the header next."""
    whole = path.read_bytes()
    path.write_bytes(whole[:18] + b"\2\2" + whole[20:])

    def finish() -> None:
        with path.open("r+b") as file:
            file.seek(18)
            file.write(b"\1\1")

    later = threading.Timer(0.03, finish)
    monkeypatch.setattr(disk, "_TRIES", 100)
    later.start()
    with a_ledger(path, "read") as ledger:
        assert ledger.warning == ""
        assert ledger.audit().verdict == "clean"
    later.join()


ANOTHER = """
import sys
from pathlib import Path
from tests.tables import a_ledger
with a_ledger(Path(sys.argv[1])) as ledger:
    print(ledger.match().seq)
"""


def test_opening_a_file_twice_keeps_the_locks_of_the_first(tmp_path: Path) -> None:
    """To close any descriptor of a file takes away all locks a process has on it.

    Another process would then take itself for the last user, and delete the side file.
    """
    path = tmp_path / "game.db"
    root = Path(__file__).parent.parent
    with a_ledger(path) as ledger:
        match = pledge(ledger)
        a_ledger(path, "read").close()
        a_ledger(path).close()
        for seq in (1, 2):
            told = subprocess.run(
                [sys.executable, "-c", ANOTHER, str(path)],
                cwd=root,
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            assert int(told.stdout) == seq
            match.act({"kind": "say", "seat": 0, "text": "still here"})
        assert path.with_name("game.db-wal").exists()


MAKER = """
import sys, time
from pathlib import Path
from tests.tables import a_ledger, pledge
import sqlite_utils
time.sleep(max(0, float(sys.argv[2]) - time.time()))
with a_ledger(Path(sys.argv[1]), noise=sys.argv[3]) as ledger:
    print(pledge(ledger).id)
"""


def test_processes_that_make_one_file_at_once_all_find_it(tmp_path: Path) -> None:
    root = Path(__file__).parent.parent
    for number in range(5):
        path = tmp_path / str(number) / "game.db"
        path.parent.mkdir()
        start = str(time.time() + 1)
        makers = [
            subprocess.Popen(
                [sys.executable, "-c", MAKER, str(path), start, name],
                cwd=root,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in "abc"
        ]
        made = [maker.communicate(timeout=60)[0].strip() for maker in makers]
        assert [maker.returncode for maker in makers] == [0, 0, 0]
        with a_ledger(path, "read") as ledger:
            assert sorted(ledger.ids()) == sorted(made)
        assert list(path.parent.iterdir()) == [path]


def not_permitted(*_: object) -> None:
    raise PermissionError(1, "Operation not permitted")


def test_a_file_is_made_where_links_are_not_possible(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", not_permitted)
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger)
    assert list(tmp_path.iterdir()) == [path]
    with a_ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "clean"
    monkeypatch.setattr(os, "replace", not_permitted)
    with pytest.raises(NotWritten, match="Operation not permitted"):
        a_ledger(tmp_path / "other.db")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("links", [True, False])
def test_the_name_taken_while_a_file_is_made_stays_its_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", not_permitted)
    path = tmp_path / "file"
    with pytest.raises(FileInTheWay), fresh.new_file(path) as made:
        made.write_text("ours")
        path.write_text("theirs")
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_may_be_read_by_whom_others_may(tmp_path: Path) -> None:
    before = os.umask(0o007)
    try:
        a_ledger(tmp_path / "game.db").close()
    finally:
        os.umask(before)
    assert (tmp_path / "game.db").stat().st_mode & 0o777 == 0o660


def test_a_link_that_leads_nowhere_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "game.db").symlink_to(tmp_path / "none" / "game.db")
    with pytest.raises(LedgerError, match="exists already"):
        a_ledger(tmp_path / "game.db")


def test_a_copy_is_not_waited_for_long(path: Path) -> None:
    content = path.read_bytes()
    shutil.copy(path, path.with_name("copy.db"))
    path.write_bytes(content[:18] + b"\2\2" + content[20:])
    began = time.monotonic()
    with a_ledger(path, "read") as ledger:
        assert "copied while it was open" in ledger.warning
    assert time.monotonic() - began < 5
