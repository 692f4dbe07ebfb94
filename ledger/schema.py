"""The tables of a ledger file, made with sqlite-utils, and the check that they are ours exactly."""

import re
import sqlite3
from collections.abc import Mapping

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


def check(connection: sqlite3.Connection) -> None:
    """Hold a stored schema against ours.

    Raises:
        NotALedger: another program's database.
        NewerFormat: a newer program's.
        Damaged: a table, trigger or anything else is missing, changed or added.
    """
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise NotALedger("this is a database of another program, not a ledger")
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
    stored = {
        _text(name): _plain(_text(sql))
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_schema")
        if sql is not None  # the indexes that belong to primary keys have none
    }
    wanted = _wanted()
    for name in sorted(stored.keys() | wanted.keys()):
        if stored.get(name) != wanted.get(name):
            what = "is not ours" if name not in wanted else "is missing or changed"
            raise Damaged(f"the stored schema is not a ledger's: {name[:60]!r} {what}")


def _wanted() -> dict[str, str]:
    tables = {}
    types = {str: "TEXT", int: "INTEGER", bytes: "BLOB"}
    for table, columns in COLUMNS.items():
        lines = [f"{name} {types[kind]} NOT NULL" for name, kind in columns.items()]
        keys = KEYS[table]
        if len(keys) == 1:
            lines = [
                line.replace(" NOT NULL", " PRIMARY KEY NOT NULL", 1)
                if line.startswith(f"{keys[0]} ")
                else line
                for line in lines
            ]
        else:
            lines.append(f"PRIMARY KEY ({', '.join(keys)})")
        tables[table] = f"CREATE TABLE {table} ({', '.join(lines)}) STRICT"
    return {name: _plain(sql) for name, sql in {**tables, **triggers()}.items()}


def _plain(sql: str) -> str:
    """SQL without white space and quotes around names, which versions of the maker may vary."""
    return re.sub(r'[\s"]+', "", sql)


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
