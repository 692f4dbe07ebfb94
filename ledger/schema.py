"""The tables of a ledger file, made with sqlite-utils, and the check that they are ours exactly."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from ledger.errors import Damaged, NewerFormat, NotALedger

APPLICATION_ID = 0x4C444752  # "LDGR"
FORMAT_VERSION = 1

COLUMNS: Mapping[str, Mapping[str, type]] = {
    # one row an event; time in microseconds since 1970, UTC; event is the public JSON
    "events": {"match": str, "seq": int, "time": int, "event": str, "digest": bytes},
    # what opens a seal, for one audience
    "disclosures": {
        "match": str,
        "seq": int,
        "field": str,
        "audience": str,
        "issued": int,
        "salt": str,
        "value": str,
    },
    # the matches of this file that are copies: for whom, and the head of the host's own log
    "copies": {"match": str, "audience": str, "head": str},
}
KEYS = {
    "events": ("match", "seq"),
    "disclosures": ("match", "seq", "field", "audience"),
    "copies": ("match",),
}

_NEXT = """CREATE TRIGGER "events_in_order" BEFORE INSERT ON "events"
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM events WHERE match = NEW.match)
BEGIN SELECT RAISE(ABORT, 'a ledger is appended to, in order'); END"""

_ONCE = """CREATE TRIGGER "{table}_once" BEFORE INSERT ON "{table}"
WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})
BEGIN SELECT RAISE(ABORT, 'a ledger is appended to, nothing is replaced'); END"""

_NEVER = """CREATE TRIGGER "{table}_no_{act}" BEFORE {ACT} ON "{table}"
BEGIN SELECT RAISE(ABORT, 'a ledger is appended to, never changed'); END"""


def triggers() -> dict[str, str]:
    """The triggers that keep the tables append-only, by name.

    ``INSERT OR REPLACE`` deletes without a DELETE trigger, hence the triggers on INSERT.
    """
    made = {"events_in_order": _NEXT}
    for table in ("disclosures", "copies"):
        same = " AND ".join(f"{key} = NEW.{key}" for key in KEYS[table])
        made[f"{table}_once"] = _ONCE.format(table=table, same=same)
    for table in COLUMNS:
        for act in ("update", "delete"):
            made[f"{table}_no_{act}"] = _NEVER.format(table=table, act=act, ACT=act.upper())
    return made


def make(connection: sqlite3.Connection) -> None:
    """Make the tables and triggers in an empty database, in one transaction."""
    from sqlite_utils import Database  # takes 0.3 s to import: only those who make a file pay it

    db = Database(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")
    with db.atomic():
        for table, columns in COLUMNS.items():
            db.table(table).create(
                dict(columns), pk=KEYS[table], not_null=set(columns), strict=True
            )
        for sql in triggers().values():
            db.execute(sql)
    check(connection)


def make_file(path: Path) -> None:
    """Make the tables and triggers in an empty file, and close it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        make(connection)


def check(connection: sqlite3.Connection) -> None:
    """Hold a stored schema against ours.

    Raises:
        NotALedger: another program's database.
        NewerFormat: a newer program's.
        Damaged: a table, trigger or anything else is missing, changed or added.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise NotALedger("this is a database of another program, not a ledger: name a ledger")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > FORMAT_VERSION:
        raise NewerFormat(
            f"this ledger has format {version}, newer than this program reads: update the program"
        )
    if version != FORMAT_VERSION:
        raise Damaged(f"this ledger claims format {version}, which never was")
    (encoding,) = connection.execute("PRAGMA encoding").fetchone()
    if encoding != "UTF-8":
        raise Damaged(f"a ledger is UTF-8, this file is {encoding}")
    stored = connection.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema").fetchall()
    found = {(str(name), _plain(kind, table, sql)) for name, kind, table, sql in stored}
    wanted = _wanted()
    names = {name for name, _ in wanted}
    for name, _ in sorted(found ^ wanted, key=lambda entry: entry[0]):
        what = "is missing or changed" if name in names else "is not ours"
        raise Damaged(f"the stored schema is not a ledger's: {name[:60]!r} {what}")
    if len(stored) != len(wanted):
        raise Damaged("the stored schema is not a ledger's: it says something twice")


_Plain: TypeAlias = tuple[object, object, tuple[str, ...]]


def _wanted() -> set[tuple[str, _Plain]]:
    """What a ledger's schema holds: each name, and what stands under it."""
    types = {str: "TEXT", int: "INTEGER", bytes: "BLOB"}
    wanted: set[tuple[str, _Plain]] = set()
    for table, columns in COLUMNS.items():
        keys = KEYS[table]
        lone = " PRIMARY KEY" if len(keys) == 1 else ""
        lines = [
            f"{name} {types[kind]}{lone if name in keys else ''} NOT NULL"
            for name, kind in columns.items()
        ]
        if not lone:
            lines.append(f"PRIMARY KEY ({', '.join(keys)})")
        sql = f"CREATE TABLE {table} ({', '.join(lines)}) STRICT"
        wanted.add((table, _plain("table", table, sql)))
        wanted.add((f"sqlite_autoindex_{table}_1", _plain("index", table, None)))
    for name, sql in triggers().items():
        wanted.add((name, _plain("trigger", sql.split('"')[3], sql)))
    return wanted


def _plain(kind: object, table: object, sql: object) -> _Plain:
    """An entry of the schema, so that equal ones mean the same.

    Triggers are compared byte for byte. How a table is laid out, and whether the names in it stand
    in quotes, is up to the version of the program that made it; a word that is none of ours in
    quotes stays what it is.
    """
    if kind == "table" and isinstance(sql, str):
        tokens = re.findall(r'"[a-z]+"|\w+|[^ \t\n\f\r]', sql, re.ASCII)
        return kind, table, tuple(token.strip('"') for token in tokens)
    return kind, table, (str(sql),)


def number(value: object) -> int:
    """What a column of numbers holds."""
    if not isinstance(value, int):
        raise Damaged("a row does not hold what its columns say")
    return value


def word(value: object) -> str:
    """What a column of texts holds."""
    if not isinstance(value, bytes):
        raise Damaged("a row does not hold what its columns say")
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Damaged("a row holds text that is not UTF-8") from None
