"""All the ways to damage a recorded match that `damage.py` tries, each with a name of its own."""

import hashlib
import random
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import ground

from ledger import Head
from ledger.schema import COLUMNS, triggers
from tests.forging import rechain

Edit = Callable[[sqlite3.Connection], None]

CALM = "calm"  # no exception but the library's own
WORSE = "worse"  # not clean any more
BROKEN = "broken"  # broken, or refused as damage
SHORTER = "shorter"  # an honest shorter match: without a head nothing can be noticed


class Injury(NamedTuple):
    """One damage, and what must come of it."""

    name: str
    rule: str
    edit: Edit | None = None  # with the triggers dropped and restored
    change: Callable[[bytes], bytes] | None = None  # of the file's bytes
    plain: bool = True  # whether it can be found without the rules of the game
    head: Head | None = None  # one to audit with


def every(path: Path, head: Head, seed: str) -> Iterator[Injury]:
    """All damages of a file with one match."""
    raw = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    raw.text_factory = bytes
    rows = {
        table: raw.execute(f"SELECT rowid, * FROM {table} ORDER BY rowid").fetchall()
        for table in COLUMNS
    }
    raw.close()
    for table in ("events", "disclosures"):
        yield from _bytes(table, rows[table], seed)
    count = len(rows["events"])
    yield from _rows(count)
    yield from _disclosures(rows["disclosures"])
    yield from _tails(rows["events"], head, bool(rows["copies"]))
    yield from _texts(count)
    yield from _files(path.read_bytes(), seed)
    yield from _schemas()


# --- bytes of values


def _bytes(table: str, rows: list[tuple[Any, ...]], seed: str) -> Iterator[Injury]:
    for rowid, *values in rows:
        for column, value in zip(COLUMNS[table], values, strict=True):
            for name, changed in _changes(value, f"{seed}/{table}/{rowid}/{column}"):
                # for whom a secret is, only the rules tell
                plain = column not in ("audience", "issued")
                edit = _set(table, rowid, column, changed)
                yield Injury(f"{table}/{rowid}/{column}/{name}", BROKEN, edit, plain=plain)


def _changes(value: Any, seed: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, int):
        for bit in range(64):
            other = (value & (1 << 64) - 1) ^ 1 << bit
            yield f"bit{bit}", other - (1 << 64) if other >> 63 else other
        return
    for at in range(len(value)):
        picks = random.Random(f"{seed}/{at}")
        for name, mask in (("bit", 1 << picks.randrange(8)), ("byte", picks.randrange(1, 256))):
            yield f"{at}/{name}", value[:at] + bytes([value[at] ^ mask]) + value[at + 1 :]


def _set(table: str, rowid: int, column: str, value: Any) -> Edit:
    text = isinstance(value, bytes) and column != "digest"
    what = "CAST(? AS TEXT)" if text else "?"
    sql = f"UPDATE {table} SET {column} = {what} WHERE rowid = ?"
    return lambda raw: void(raw.execute(sql, (value, rowid)))


def void(_: object) -> None:
    """Nothing, of something."""


# --- rows


def _script(*statements: str) -> Edit:
    def edit(raw: sqlite3.Connection) -> None:
        for sql in statements:
            raw.execute(sql)

    return edit


def _rows(count: int) -> Iterator[Injury]:
    columns = "time, event, digest"
    for n in range(1, count + 1):
        gone = f"DELETE FROM events WHERE seq = {n}"
        if n < count:
            yield Injury(f"rows/{n}/removed", BROKEN, _script(gone))
            down = ("seq = -seq", f"seq > {n}"), ("seq = -seq - 1", "seq < 0")
            moved = [f"UPDATE events SET {what} WHERE {where}" for what, where in down]
            yield Injury(f"rows/{n}/removed, the rest moved", BROKEN, _script(gone, *moved))
            swap = f"UPDATE events SET seq = -seq WHERE seq IN ({n}, {n + 1})"
            back = f"UPDATE events SET seq = {2 * n + 1} + seq WHERE seq < 0"
            yield Injury(f"rows/{n}/swapped", BROKEN, _script(swap, back))
        up = (
            f"UPDATE events SET seq = -seq WHERE seq > {n}",
            "UPDATE events SET seq = 1 - seq WHERE seq < 0",
        )
        again = f"INSERT INTO events SELECT match, {n + 1}, {columns} FROM events WHERE seq = {n}"
        yield Injury(f"rows/{n}/doubled", BROKEN, _script(*up, again))
        other = (
            f"INSERT INTO events SELECT match, {n + 1}, time + 1, event, randomblob(32) "
            f"FROM events WHERE seq = {1 + n // 2}"
        )
        yield Injury(f"rows/{n}/inserted", BROKEN, _script(*up, other))


def _disclosures(rows: list[tuple[Any, ...]]) -> Iterator[Injury]:
    seals = [(seq, field) for _, _, seq, field, *_ in rows]
    for rowid, _, seq, field, *_ in rows:
        rule = WORSE if seals.count((seq, field)) == 1 else CALM  # else the other one opens it
        gone = _script(f"DELETE FROM disclosures WHERE rowid = {rowid}")
        yield Injury(f"disclosures/{rowid}/removed", rule, gone, plain=False)


def _tails(rows: list[tuple[Any, ...]], head: Head, copy: bool) -> Iterator[Injury]:
    for _, _, seq, _, _, _ in rows[:-1]:
        cut = _script(
            f"DELETE FROM events WHERE seq > {seq}",
            f"DELETE FROM disclosures WHERE seq > {seq} OR issued > {seq}",
        )
        yield Injury(f"tail/{seq}/with the head", BROKEN, cut, head=head)
        yield Injury(f"tail/{seq}/alone", BROKEN if copy else SHORTER, cut, plain=copy)


# --- what no library writes, under a chain that holds

_TEXTS: dict[str, tuple[Callable[[str], str], bool]] = {
    "a member twice": (lambda text: text[:-1] + ',"kind":"x"}', True),
    "the kind twice": (lambda text: text.replace("{", '{"kind":"x",', 1), True),
    "one more member": (lambda text: text[:-1] + ',"more":0}', False),
    "a huge number": (lambda text: text[:-1] + f',"more":{"9" * 5000}}}', False),
    "a huge exponent": (lambda text: text[:-1] + ',"more":1e999999}', False),
    "no number": (lambda text: text[:-1] + ',"more":NaN}', True),
    "deep": (lambda text: text[:-1] + ',"more":' + "[" * 100_000 + "]" * 100_000 + "}", True),
    "deep objects": (
        lambda text: text[:-1] + ',"more":' + '{"a":' * 100_000 + "0" + "}" * 100_001,
        True,
    ),
    "huge": (lambda text: text[:-1] + ',"more":"' + "x" * 20_000_000 + '"}', False),
    "half a character": (lambda text: text[:-1] + ',"more":"\\ud800"}', True),
    "a space": (lambda text: text.replace(":", ": ", 1), False),
    "nothing": (lambda text: "", True),
    "an array": (lambda text: f"[{text}]", True),
    "another kind": (lambda text: text.replace('"kind":"', '"kind":"x', 1), False),
}


def _texts(count: int) -> Iterator[Injury]:
    for seq in sorted({1, 2, count // 2, count}):
        for name, (change, plain) in _TEXTS.items():
            yield Injury(f"text/{seq}/{name}", BROKEN, _text(seq, change), plain=plain)


def _text(seq: int, change: Callable[[str], str]) -> Edit:
    def edit(raw: sqlite3.Connection) -> None:
        ((old,),) = raw.execute("SELECT event FROM events WHERE seq = ?", (seq,)).fetchall()
        raw.execute("UPDATE events SET event = ? WHERE seq = ?", (change(old), seq))
        rechain(raw)

    return edit


# --- the file itself


def _files(content: bytes, seed: str) -> Iterator[Injury]:
    page = 4096
    picks = random.Random(f"{seed}/{hashlib.sha256(content).hexdigest()}")
    sizes = {*range(0, len(content), page), *picks.sample(range(len(content)), 60), 1, 99, 100}
    for size in sorted(sizes):
        yield Injury(f"file/{size}/cut", BROKEN, change=_cut(size))
    for at in sorted({*range(100), *picks.sample(range(len(content)), 400)}):
        mask = picks.randrange(1, 256)
        yield Injury(f"file/{at}/byte", CALM, change=_flip(at, mask), plain=False)


def _cut(size: int) -> Callable[[bytes], bytes]:
    return lambda old: old[:size]


def _flip(at: int, mask: int) -> Callable[[bytes], bytes]:
    return lambda old: old[:at] + bytes([old[at] ^ mask]) + old[at + 1 :]


def _schemas() -> Iterator[Injury]:
    for name, sql in triggers().items():
        table = sql.split('"')[3]
        lame = f'CREATE TRIGGER "{name}" BEFORE UPDATE ON "{table}" BEGIN SELECT 1; END'
        yield Injury(f"schema/{name} dropped", BROKEN, change=_schema(f"DROP TRIGGER {name}"))
        yield Injury(f"schema/{name} lamed", BROKEN, change=_schema(f"DROP TRIGGER {name}", lame))
    for sql in (
        "CREATE TABLE more (a)",
        "CREATE INDEX more ON events (time)",
        "CREATE VIEW more AS SELECT * FROM events",
        "CREATE TRIGGER more AFTER INSERT ON events BEGIN SELECT 1; END",
        "ALTER TABLE events ADD COLUMN more TEXT",
        "DROP TABLE copies",
        "PRAGMA application_id = 7",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 2",
    ):
        yield Injury(f"schema/{sql}", BROKEN, change=_schema(sql))


def _schema(*statements: str) -> Callable[[bytes], bytes]:
    def change(old: bytes) -> bytes:
        with ground.scratch() as path:
            path.write_bytes(old)
            raw = sqlite3.connect(path, isolation_level=None)
            raw.execute("PRAGMA synchronous = OFF")
            _script(*statements)(raw)
            raw.close()
            return path.read_bytes()

    return change
