"""The files that recipes make: rows in a database that takes anything, JSON lines, and bytes."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Any

import ground
from recipes import UNFIT, Recipe, Tables, json_text

from ledger.schema import COLUMNS, triggers


def written(recipe: Recipe, made: Tables) -> bytes:
    """The file a recipe makes, of these rows."""
    content = database(made) if recipe[0] == "db" else lines(made)
    for step in recipe[2:]:
        with suppress(*UNFIT):
            content = _after(step, content)
    return content


def _after(step: Any, content: bytes) -> bytes:
    """A file after a step that takes it for mere bytes; as it was after any other."""
    match step:
        case ["bytes", int(at), str(digits)]:
            at, new = at % len(content), bytes.fromhex(digits)
            return content[:at] + new + content[at + len(new) :]
        case ["cut", int(at)]:
            return content[: at % (len(content) + 1)]
        case ["put", int(at), str(text)]:
            at = at % (len(content) + 1)
            return content[:at] + text.encode("utf-8", "surrogatepass") + content[at:]
    return content


def database(made: Tables) -> bytes:
    """A ledger file with these rows, whatever its columns say of types."""
    raw = sqlite3.connect(":memory:", isolation_level=None)
    try:
        raw.deserialize(_loose())
        for table, columns in COLUMNS.items():
            sql = f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(columns))})"
            for row in made[table]:
                try:
                    raw.execute(sql, row)
                except (OverflowError, UnicodeError, sqlite3.Error):
                    continue  # SQLite has no such value, or the row lacks a column
        raw.execute("PRAGMA writable_schema = ON")
        for name, sql in _schema().items():
            kind, table = sql.split()[1].lower(), sql.split('"')[3]
            if kind == "table":
                raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
            else:
                entry = (kind, name, table, 0, sql)
                raw.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", entry)
        return raw.serialize()
    finally:
        raw.close()


@cache
def _loose() -> bytes:
    """An empty ledger whose columns take anything."""
    raw = sqlite3.connect(":memory:", isolation_level=None)
    raw.execute("PRAGMA application_id = 1279543122")
    raw.execute("PRAGMA user_version = 1")
    for table, columns in COLUMNS.items():
        keys = {"events": 2, "disclosures": 4, "copies": 1}[table]
        names = list(columns)
        raw.execute(
            f"CREATE TABLE {table} ({', '.join(names)}, UNIQUE ({', '.join(names[:keys])}))"
        )
    return raw.serialize()


@cache
def _schema() -> dict[str, str]:
    with ground.scratch() as path:
        ground.a_ledger(path, "create").close()
        raw = sqlite3.connect(path)
        found = raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall()
        raw.close()
    return {**dict(found), **triggers()}


def lines(made: Tables) -> bytes:
    """JSON lines of these rows, one match's or whatever they are."""
    ordered: list[dict[str, Any]] = []
    for match, audience, head in made["copies"]:
        row = {"line": "match", "format": "ledger-jsonl/1", "match": match}
        ordered.append({**row, "audience": audience, "head": head})
    opened: dict[Any, list[Any]] = {}
    for _, seq, *rest in made["disclosures"]:
        opened.setdefault(str(seq), []).append([seq, *rest])
    for _, seq, time, event, digest in made["events"]:
        digits = digest.hex() if isinstance(digest, bytes) else digest
        ordered.append(
            {"line": "event", "seq": seq, "time": time, "event": event, "digest": digits}
        )
        ordered += map(_disclosed, opened.pop(str(seq), ()))
    ordered += [_disclosed(row) for rows in opened.values() for row in rows]
    return "".join(f"{json_text(line)}\n" for line in map(_plain, ordered)).encode()


def _disclosed(row: Iterable[Any]) -> dict[str, Any]:
    names = ("seq", "field", "audience", "issued", "salt", "value")
    return {"line": "disclosure", **dict(zip(names, row, strict=True))}


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value.hex() if isinstance(value, bytes) else value for key, value in line.items()}


def in_order(content: bytes) -> bytes:
    """Lines with what opens an event's seals in the order of an export: any other is allowed."""
    made: list[bytes] = []
    held: list[tuple[Any, bytes]] = []
    for line in content.splitlines(keepends=True):
        facts = json.loads(line)
        if facts["line"] == "disclosure":
            held.append(((facts["issued"], facts["field"], facts["audience"]), line))
            continue
        made += [text for _, text in sorted(held)]
        held = []
        made.append(line)
    return b"".join((*made, *(text for _, text in sorted(held))))
