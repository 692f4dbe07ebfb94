"""The file: append-only by SQLite's own word, exactly our schema, whole in itself when closed."""

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

import pytest

from ledger import (
    Broken,
    Damaged,
    FileInTheWay,
    Ledger,
    LedgerError,
    Misused,
    NewerFormat,
    NotALedger,
    NotWritten,
    disk,
)
from ledger.connected import LARGEST
from ledger.schema import APPLICATION_ID, COLUMNS, make, triggers

from .forging import forced
from .tables import a_ledger, connection_of, play, pledge, sealed


@pytest.fixture
def path(path: Path) -> Path:
    """A recorded match, with a copy beside it in the same file's tables."""
    raw = sqlite3.connect(path)
    raw.execute(
        "INSERT INTO copies SELECT match, 'auditor', match || ':1:' || hex(zeroblob(32)) "
        "FROM events WHERE seq = 1"
    )
    raw.commit()
    raw.close()
    return path


# --- append-only

FORBIDDEN = [
    "UPDATE {table} SET match = match",
    "UPDATE {table} SET rowid = rowid + 1000",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE rowid = (SELECT max(rowid) FROM {table})",
    "INSERT INTO {table} SELECT * FROM {table} LIMIT 1",
    "INSERT OR REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
    "REPLACE INTO {table} SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1",
    "INSERT OR IGNORE INTO {table} SELECT * FROM {table} LIMIT 1",
    "INSERT INTO {table} SELECT * FROM {table} WHERE 1 ON CONFLICT DO UPDATE SET match = 'x'",
]


@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("sql", FORBIDDEN)
def test_sqlite_itself_refuses_to_change_what_is_there(path: Path, table: str, sql: str) -> None:
    """With any program, not only with ours; whether triggers recurse or not."""
    for recursive in ("ON", "OFF"):
        raw = sqlite3.connect(path)
        raw.execute(f"PRAGMA recursive_triggers = {recursive}")
        before = raw.execute(f"SELECT * FROM {table}").fetchall()
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(sql.format(table=table))
        assert raw.execute(f"SELECT * FROM {table}").fetchall() == before != []
        raw.close()


@pytest.mark.parametrize("step", ["0", "-1", "2", "1000"])
@pytest.mark.parametrize("verb", ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE"])
def test_an_event_comes_next_or_not_at_all(path: Path, verb: str, step: str) -> None:
    raw = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(
            f"{verb} INTO events SELECT match, max(seq) + {step}, time, event, digest FROM events"
        )
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(f"{verb} INTO events VALUES ('new', 2, 0, '', x'')")
    raw.close()


def test_the_next_event_is_taken(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("INSERT INTO events SELECT match, max(seq) + 1, time, event, digest FROM events")
    raw.execute("INSERT INTO events VALUES ('new', 1, 0, '', x'')")
    raw.close()


def test_columns_hold_their_types_only(path: Path) -> None:
    raw = sqlite3.connect(path)
    for values in ("'new', 1, 'soon', '', x''", "'new', 1, 0, x'', x''", "'new', 1, 0, '', ''"):
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(f"INSERT INTO events VALUES ({values})")
    raw.close()


# --- exactly our schema


def opening(path: Path) -> LedgerError:
    """What is raised on opening a file, for reading and for writing alike."""
    found = []
    modes: tuple[Literal["read"], Literal["write"]] = ("read", "write")
    for mode in modes:
        with pytest.raises(LedgerError) as raised:
            a_ledger(path, mode)
        found.append(raised.value)
        assert len(str(raised.value).splitlines()) == 1
    assert type(found[0]) is type(found[1])
    return found[0]


CHANGED = [
    *(f"DROP TRIGGER {name}" for name in triggers()),
    *(f"DROP TABLE {table}" for table in COLUMNS),
    *(f"ALTER TABLE {table} ADD COLUMN more TEXT" for table in COLUMNS),
    "ALTER TABLE events RENAME COLUMN time TO at",
    "ALTER TABLE copies RENAME TO copied",
    "CREATE TABLE mine (id INTEGER)",
    "CREATE TABLE sqlite (id INTEGER)",
    "CREATE INDEX mine ON events (time)",
    "CREATE VIEW mine AS SELECT * FROM events",
    "CREATE TRIGGER mine AFTER INSERT ON events BEGIN SELECT 1; END",
    "DROP TRIGGER copies_no_delete; CREATE TRIGGER copies_no_delete BEFORE DELETE ON copies "
    "BEGIN SELECT 1; END",
    "DROP TRIGGER copies_no_delete; CREATE VIEW copies_no_delete AS SELECT 1",
    "DROP TRIGGER copies_no_delete; " + triggers()["copies_no_delete"].replace("BEGIN", "BEGIN "),
    "CREATE VIRTUAL TABLE mine USING fts5(text)",
    "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM sqlite_schema "
    "WHERE name = 'sqlite_autoindex_copies_1'",
    "ANALYZE",
    "PRAGMA user_version = 0",
    "PRAGMA user_version = -1",
]


@pytest.mark.parametrize("sql", CHANGED)
def test_anything_but_our_schema_is_damaged(path: Path, sql: str) -> None:
    raw = sqlite3.connect(path)
    raw.executescript(sql)
    raw.close()
    assert type(opening(path)) is Damaged


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DROP TRIGGER copies_no_delete", "'copies_no_delete' is missing or changed"),
        ("ALTER TABLE copies ADD COLUMN more TEXT", "'copies' is missing or changed"),
        ("CREATE TABLE mine (id INTEGER)", "'mine' is not ours"),
    ],
)
def test_what_of_the_schema_is_not_ours_is_named(path: Path, sql: str, why: str) -> None:
    raw = sqlite3.connect(path)
    raw.executescript(sql)
    raw.close()
    assert f"{why}: use another copy" in str(opening(path))


def test_a_ledger_in_another_encoding_is_damaged(tmp_path: Path) -> None:
    """Its texts would be other bytes than those that are chained."""
    raw = sqlite3.connect(tmp_path / "game.db", isolation_level=None)
    raw.execute("PRAGMA encoding = 'UTF-16'")
    with pytest.raises(Damaged):
        make(raw)
    raw.close()
    assert type(opening(tmp_path / "game.db")) is Damaged


def test_another_programs_database_is_no_ledger(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA application_id = 7")
    raw.close()
    assert type(opening(path)) is NotALedger


def test_a_database_without_application_id_is_no_ledger(tmp_path: Path) -> None:
    raw = sqlite3.connect(tmp_path / "other.db")
    raw.execute("CREATE TABLE events (id)")
    raw.close()
    assert type(opening(tmp_path / "other.db")) is NotALedger


def test_a_newer_format_asks_for_an_update(path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 2")
    raw.execute("CREATE TABLE more (id)")
    raw.close()
    assert type(opening(path)) is NewerFormat
    assert "update" in str(opening(path))


def test_the_marks_of_the_format_never_change(path: Path) -> None:
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID == int.from_bytes(b"LDGR", "big")
    assert int.from_bytes(header[60:64], "big") == 1


# --- what is no ledger at all


@pytest.mark.parametrize("content", [b"", b"x", b"Dear diary,\n" * 100, b"SQLite format 3", b"PK"])
def test_another_kind_of_file_is_no_ledger(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    assert type(opening(file)) is NotALedger
    assert file.read_bytes() == content


def test_a_directory_is_no_ledger(tmp_path: Path) -> None:
    assert type(opening(tmp_path)) is NotALedger


def test_a_missing_file_is_no_ledger_to_read(tmp_path: Path) -> None:
    with pytest.raises(NotALedger):
        a_ledger(tmp_path / "none.db", "read")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("size", [100, 512, 4095, 4096, 10_000, 30_000])
def test_a_truncated_file_is_unreadable_or_broken(path: Path, size: int) -> None:
    """Whatever is left of it: never a surprise, never clean."""
    path.write_bytes(path.read_bytes()[:size])
    try:
        with a_ledger(path, "read") as ledger:
            assert ledger.audit().verdict == "broken"
    except (Damaged, NotALedger) as error:
        assert len(str(error).splitlines()) == 1


def test_pages_of_noise_are_damaged_or_broken(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 : 4096 * 3] = b"\xa5" * 8192
    path.write_bytes(content)
    try:
        with a_ledger(path, "read") as ledger:
            assert ledger.audit().verdict == "broken"
    except Damaged as error:
        assert len(str(error).splitlines()) == 1


# --- opening and closing


def test_a_new_file_stands_in_nobodys_way(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FileInTheWay):
        a_ledger(path, "create")
    assert path.read_bytes() == before


def test_a_file_cannot_be_made_where_no_folder_is(tmp_path: Path) -> None:
    with pytest.raises(NotWritten):
        a_ledger(tmp_path / "none" / "game.db")


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "a#b.db", "100%.db", "%41.db", "ä&=+.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with a_ledger(tmp_path / name) as ledger:
        head = play(pledge(ledger)).head
    with a_ledger(tmp_path / name, "read") as ledger:
        assert ledger.match().head == head
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_closed_file_is_whole_in_itself(tmp_path: Path) -> None:
    """No side file, no write-ahead log announced in its header: it can be mailed."""
    path = tmp_path / "game.db"
    ledger = a_ledger(path)
    play(sealed(ledger))
    assert (tmp_path / "game.db-wal").exists()
    ledger.close()
    ledger.close()
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes()[18:20] == b"\1\1"


def test_the_last_to_close_leaves_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    one, two = a_ledger(path), a_ledger(path)
    play(pledge(one), 2)
    one.close()
    play(two.match())
    two.close()
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes()[18:20] == b"\1\1"


def test_a_copy_of_an_open_file_names_what_is_missing(tmp_path: Path) -> None:
    """The side file holds the last acts; without it the header gives it away."""
    with a_ledger(tmp_path / "game.db") as ledger:
        play(sealed(ledger), 1)
    with a_ledger(tmp_path / "game.db") as ledger:
        play(ledger.match())
        shutil.copy(tmp_path / "game.db", tmp_path / "mailed.db")
    with a_ledger(tmp_path / "mailed.db", "read") as mailed:
        assert "mailed.db-wal" in mailed.warning
        assert [f.name for f in tmp_path.iterdir() if "mailed" in f.name] == ["mailed.db"]
        checks = {check.name: check for check in mailed.audit().checks}
        assert checks["file"].status == "unverified"
        assert "mailed.db-wal" in checks["file"].detail
    with a_ledger(tmp_path / "game.db", "read") as whole:
        assert whole.warning == ""


def test_an_open_file_is_read_with_its_side_file(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = play(sealed(ledger))
        with a_ledger(tmp_path / "game.db", "read") as reader:
            assert reader.warning == ""
            assert reader.match().head == match.head


def test_after_a_crash_what_was_acknowledged_is_there(tmp_path: Path) -> None:
    """File and side file as a killed program leaves them, its index lost."""
    for mode in ("read", "write"):
        with a_ledger(tmp_path / f"{mode}.db") as ledger:
            match = play(sealed(ledger), 3)
            crashed = tmp_path / f"{mode}-crashed.db"
            for side in ("", "-wal"):
                shutil.copy(f"{tmp_path / mode}.db{side}", f"{crashed}{side}")
            with a_ledger(crashed, "read" if mode == "read" else "write") as found:
                assert found.match().head == match.head
                assert found.audit().verdict == "clean"


def test_another_program_that_keeps_the_file_locked_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = pledge(ledger)
        connection_of(ledger).execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotWritten):
            match.act({"kind": "say", "seat": 0, "text": "x"})
        other.close()
        match.act({"kind": "say", "seat": 0, "text": "x"})
        assert match.seq == 2


def test_a_log_that_becomes_shorter_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = play(pledge(ledger), 2)
        with forced(path) as raw:
            raw.execute("DELETE FROM events WHERE seq > 3")
        for look in (match.view, lambda: match.head):
            with pytest.raises(Broken):
                look()
            with forced(path) as raw:
                raw.execute("DELETE FROM events")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET time = 'soon' WHERE seq = 2",
        "UPDATE events SET event = x'00' WHERE seq = 2",
        "UPDATE events SET event = 7 WHERE seq = 2",
        "UPDATE events SET digest = NULL WHERE seq = 2",
        "UPDATE disclosures SET value = 7",
        "UPDATE disclosures SET issued = 'soon'",
        "UPDATE disclosures SET salt = NULL",
    ],
)
def test_values_of_another_type_than_their_column_are_damage(path: Path, change: str) -> None:
    """With the tables made lax for the edit, and strict again afterwards."""
    with forced(path) as raw:
        made = raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        raw.execute("DELETE FROM copies")
        for name, sql in made:
            lax = sql.replace("NOT NULL", "").replace(" STRICT", "").replace("STRICT", "")
            raw.execute(f"ALTER TABLE {name} RENAME TO old")
            raw.execute(re.sub(r"(TEXT|INTEGER|BLOB)", "", lax))
            raw.execute(f"INSERT INTO {name} SELECT * FROM old")
            raw.execute("DROP TABLE old")
        raw.execute(change)
        raw.execute("PRAGMA writable_schema = ON")
        for name, sql in made:
            raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    try:
        with a_ledger(path, "read") as ledger:
            assert ledger.audit().verdict == "broken"
            with pytest.raises((Damaged, Broken)):
                ledger.match()
    except Damaged as error:
        assert len(str(error).splitlines()) == 1


def test_reading_changes_nothing_around_the_file(path: Path) -> None:
    before = (path.read_bytes(), os.stat(path).st_mtime_ns)
    with a_ledger(path, "read") as ledger:
        ledger.audit(ledger.ids()[0])
        assert list(path.parent.iterdir()) == [path]
    assert (path.read_bytes(), os.stat(path).st_mtime_ns) == before


ACTS: dict[str, Callable[[Ledger], object]] = {
    "act": lambda ledger: ledger.match().act({"kind": "pledge", "seat": 0, "coins": 1}),
    "draw": lambda ledger: ledger.match().draw("heads"),
    "dispute": lambda ledger: ledger.match().dispute(0, 1, "no"),
    "withdraw": lambda ledger: ledger.match().withdraw_dispute(0),
    "rule": lambda ledger: ledger.match().rule(),
    "rule by people": lambda ledger: ledger.match().rule("So be it.", upheld=True),
    "take back": lambda ledger: ledger.match().take_back(1, 0),
    "agree": lambda ledger: ledger.match().agree(0),
    "decline": lambda ledger: ledger.match().decline(0),
    "act for": lambda ledger: ledger.match().act_for(0, "gone"),
    "close": lambda ledger: ledger.match().close("late"),
    "open seals": lambda ledger: ledger.match().open_seals("all"),
    "adopt rules": lambda ledger: ledger.match().adopt_rules(),
    "new": lambda ledger: pledge(ledger),
    "adopt": lambda ledger: ledger.adopt("other", (), ()),
    "batch": lambda ledger: ledger.batch().__enter__(),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS.keys())
def test_a_ledger_opened_for_reading_takes_no_act(
    tmp_path: Path, act: Callable[[Ledger], object]
) -> None:
    """The mode is the cause, and no matter of the disk that one could try again."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = pledge(ledger)
    with a_ledger(path, "read") as ledger:
        with pytest.raises(Misused) as raised:
            act(ledger)
        said = "this ledger was opened to read: open it without a mode to act"
        assert (type(raised.value), str(raised.value)) == (Misused, said)
        assert ledger.match().head == ledger.match(match.id).head


def test_a_closed_ledger_says_that_it_is_closed(tmp_path: Path) -> None:
    for ledger in (a_ledger(), a_ledger(tmp_path / "game.db")):
        match = pledge(ledger)
        ledger.close()
        for ask in (
            ledger.ids,
            match.view,
            partial(getattr, match, "head"),
            partial(pledge, ledger),
        ):
            with pytest.raises(Misused, match="this ledger is closed"):
                ask()


def test_memory_holds_no_ledger_to_read() -> None:
    with pytest.raises(Misused, match="there is nothing to read in memory: name a file"):
        Ledger(None, "read")


def test_text_that_is_not_utf_8_is_damage(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("UPDATE disclosures SET value = CAST(x'22ff22' AS TEXT)")
    with a_ledger(path, "read") as ledger:
        with pytest.raises(Damaged, match="holds text that is not UTF-8"):
            ledger.disclosures(ledger.ids()[0])
        assert ledger.audit().verdict == "broken"


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("audience", "nobody"),
        ("audience", "100"),
        ("audience", "00"),
        ("audience", "1 "),
        ("head", "not a head"),
        ("head", "{other}:1:" + "0" * 64),
        ("head", "{match}:01:" + "0" * 64),
        ("head", "{match}:1:" + "0" * 64 + " "),
    ],
)
def test_the_mark_of_a_copy_that_makes_no_sense_is_damage(
    tmp_path: Path, column: str, value: str
) -> None:
    path = tmp_path / "copy.db"
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.export(path, "0")
    value = value.format(match=match.id, other=match.id[::-1])
    with forced(path) as raw:
        raw.execute(f"UPDATE copies SET {column} = ?", (value,))
    why = f"match {match.id} is marked as a copy"
    with a_ledger(path, "read") as copy, pytest.raises(Damaged, match=why):
        copy.match()


@pytest.mark.parametrize("table", ["disclosures", "copies"])
def test_a_match_that_a_table_names_and_of_which_there_is_no_event_is_broken(
    tmp_path: Path, table: str
) -> None:
    path = tmp_path / "copy.db"
    with a_ledger() as ledger:
        sealed(ledger).export(path, "auditor")
    with forced(path) as raw:
        raw.execute(f"UPDATE {table} SET match = 'another'")
    with (
        a_ledger(path, "read") as copy,
        pytest.raises(Broken, match="'another' has no first event") as raised,
    ):
        copy.ids()
    assert (raised.value.seq, raised.value.check) == (0, "chain")


def test_a_copy_for_a_seat_that_is_not_there_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.export(path, "1")
    for seat in ("2", "99"):
        with forced(path) as raw:
            raw.execute("UPDATE copies SET audience = ?", (seat,))
        why = f"marked as a copy for seat {seat}: there is none"
        with a_ledger(path, "read") as copy, pytest.raises(Damaged, match=why):
            copy.match()


@pytest.mark.parametrize(
    "change",
    [
        "name = CAST(x'ff' AS TEXT), sql = 'CREATE nothing'",
        "name = CAST(x'ff' AS TEXT)",
        "sql = CAST(x'435245415445ff' AS TEXT)",
    ],
)
def test_a_schema_that_is_no_text_is_damage(path: Path, change: str) -> None:
    """Nor is then what SQLite says of it."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute(f"UPDATE sqlite_schema SET {change} WHERE name = 'copies_no_delete'")
    raw.close()
    assert type(opening(path)) is Damaged
    assert "it holds what is no text" in str(opening(path))


@pytest.mark.parametrize("mode", ["write", "read"])
@pytest.mark.parametrize(("synchronous", "level"), [("full", 2), ("normal", 1)])
def test_sqlite_is_told_to_trust_nothing_and_to_lose_nothing(
    path: Path, mode: Literal["write", "read"], synchronous: str, level: int
) -> None:
    with a_ledger(path, mode, synchronous=synchronous) as ledger:
        connection = connection_of(ledger)

        def told(name: str) -> int:
            return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

        assert (told("trusted_schema"), told("cell_size_check")) == (0, 1)
        assert told("busy_timeout") == 30_000
        assert told("query_only") == (mode == "read")
        assert mode == "read" or told("synchronous") == level
        assert connection.getlimit(sqlite3.SQLITE_LIMIT_ATTACHED) == 0
        assert connection.getlimit(sqlite3.SQLITE_LIMIT_LENGTH) == LARGEST == 2 << 20


def test_a_file_that_is_refused_is_let_go_at_once(path: Path) -> None:
    """Also while somebody looks at the error."""
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE mine (id INTEGER)")
    raw.close()
    held, found = vars(disk.File)["_known"], path.stat()
    modes: tuple[Literal["read"], Literal["write"]] = ("read", "write")
    for mode in modes:
        with pytest.raises(Damaged) as error:
            a_ledger(path, mode)
        assert error.value.__traceback__ is not None  # which has all that was made
        assert (found.st_dev, found.st_ino) not in held


def test_two_who_hold_one_match_see_each_others_acts() -> None:
    with a_ledger() as ledger:
        one = pledge(ledger)
        two = ledger.match(one.id)
        for match, other in ((one, two), (two, one), (one, two)):
            match.act({"kind": "say", "seat": 0, "text": "x"})
            assert (other.seq, other.head, other.view()) == (match.seq, match.head, match.view())
