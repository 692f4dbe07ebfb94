"""What somebody who owns the file can do to it, without the library: plain SQL and hashlib."""

import json
import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

SALT = "00112233445566778899aabbccddeeff"
Change = Callable[[sqlite3.Connection], Any]


@contextmanager
def forced(path: Path) -> Generator[sqlite3.Connection]:
    """The file with its triggers dropped, and restored exactly afterwards."""
    connection = sqlite3.connect(path, isolation_level=None)
    kept: list[tuple[str, str]] = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in kept:
        connection.execute(f'DROP TRIGGER "{name}"')
    try:
        yield connection
    finally:
        for _, sql in kept:
            connection.execute(sql)
        connection.close()


def only_match(connection: sqlite3.Connection) -> str:
    """The id of the one match in the file."""
    ((match,),) = connection.execute("SELECT DISTINCT match FROM events").fetchall()
    return str(match)


def rechain(connection: sqlite3.Connection) -> None:
    """Number the events again and compute all digests anew."""
    match = only_match(connection)
    rows = connection.execute("SELECT seq, time, event FROM events ORDER BY seq").fetchall()
    digest = sha256(b"ledger/1" + match.encode()).digest()
    for number, (seq, time, event) in enumerate(rows, 1):
        digest = sha256(
            digest + number.to_bytes(8, "big") + time.to_bytes(8, "big") + event.encode()
        ).digest()
        connection.execute(
            "UPDATE events SET seq = ?, digest = ? WHERE seq = ?", (number, digest, seq)
        )


def changed(path: Path, *changes: Change) -> None:
    """Change a file and chain it anew, as whoever forges one would."""
    with forced(path) as raw:
        for change in changes:
            change(raw)
        rechain(raw)


def compact(value: Any) -> str:
    """JSON as the library writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def rewrite(
    connection: sqlite3.Connection, seq: int, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Change an event's public form."""
    ((event,),) = connection.execute("SELECT event FROM events WHERE seq = ?", (seq,)).fetchall()
    changed = compact(change(json.loads(event)))
    connection.execute("UPDATE events SET event = ? WHERE seq = ?", (changed, seq))


def reseal(connection: sqlite3.Connection, seq: int, field: str, value: Any) -> None:
    """Put another secret under an event's seal, with all that opens it."""
    text = compact(value)
    seal = sha256(f'["{SALT}","{field}",{text}]'.encode()).hexdigest()
    name, _, index = field.partition(".")

    def put(event: dict[str, Any]) -> dict[str, Any]:
        if index:
            event[name][int(index)] = {"seal": seal}
        else:
            event[name] = {"seal": seal}
        return event

    rewrite(connection, seq, put)
    connection.execute(
        "UPDATE disclosures SET salt = ?, value = ? WHERE seq = ? AND field = ?",
        (SALT, text, seq, field),
    )


def kinds(connection: sqlite3.Connection) -> list[str]:
    """The kinds of the events, in order."""
    rows = connection.execute("SELECT event FROM events ORDER BY seq").fetchall()
    return [json.loads(event)["kind"] for (event,) in rows]


def first(connection: sqlite3.Connection, kind: str, after: int = 0) -> int:
    """The seq of the first event of a kind."""
    return kinds(connection).index(kind, after) + 1
