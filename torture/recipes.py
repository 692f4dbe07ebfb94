"""Recipes for hostile files: a recorded match and what is done to it, and how to vary that.

A recipe is a JSON array: for which door, which match, and the steps one after the other, such as
`["db", "sealed", ["member", 4, "seat", 9], ["chain"]]`. Rows, members and places are counted
modulo how many there are, so that every recipe makes a file. `guided.py` varies recipes and keeps
those that lead the library to code where no other has led it.
"""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import ground

from ledger.schema import COLUMNS
from tests.forging import SALT, compact
from tests.tables import NAMES, recorded

Tables = dict[str, list[list[Any]]]  # the rows of each table, in order
Recipe = list[Any]

DOORS = ("db", "jsonl")
MOST = 12  # steps of one recipe
MARK = "SECRETMARK"  # stands in secrets that steps put under seals: nobody may be told it
SEED = "seedmark5eed0123456789abcdef"  # of the matches that steps are done to


# --- the matches


@cache
def bases() -> dict[str, Tables]:
    """The recorded matches by name, as rows."""
    made: dict[str, Tables] = {}
    with ground.scratch() as path:
        for name, maker in _MAKERS.items():
            path.write_bytes(maker(path))
            made[name] = tables_of(path)
            path.unlink()
    return made


def tables_of(path: Path) -> Tables:
    """All rows of a file."""
    raw = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        found = {}
        for table in COLUMNS:
            rows = raw.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall()
            found[table] = [list(row) for row in rows]
        return found
    finally:
        raw.close()


def _played(path: Path, game: str, seats: int, acts: int, **more: Any) -> bytes:
    picks = random.Random(f"{game}/{acts}")
    clock, noise = iter(range(1_700_000_000_000_000, 1 << 60, 1_000_000)), random.Random(0)
    known: dict[str, Any] = {"clock": lambda: next(clock), "entropy": noise.randbytes}
    scopes = more.pop("scopes", ())
    with ground.a_ledger(path, **known) as ledger:
        match = ledger.new(game, NAMES[:seats], **more)
        for _ in range(acts):
            if (action := ground.an_act(match, picks, "a word")) is None:
                break
            match.act(action)
        for scope in scopes:
            match.open_seals(scope)
    return path.read_bytes()


def _copied(path: Path, name: str, who: str) -> bytes:
    copy = path.with_name("copy")
    path.write_bytes(_MAKERS[name](path))
    with ground.a_ledger(path, "read") as ledger:
        ledger.match().export(copy, who)
    path.unlink()
    content = copy.read_bytes()
    copy.unlink()
    return content


def _two(path: Path) -> bytes:
    with ground.a_ledger(path) as ledger:
        ledger.new("sealed", NAMES[:2], seed=SEED)
        ledger.new("pledge", NAMES[:2], seed=SEED)
    return path.read_bytes()


_MAKERS: dict[str, Callable[[Path], bytes]] = {
    "sealed": lambda path: _played(path, "sealed", 2, 99, seed=SEED),
    "sealed-opened": lambda path: _played(path, "sealed", 2, 99, seed=SEED, scopes=("seed", "all")),
    "sealed-midway": lambda path: _played(path, "sealed", 3, 4, seed=SEED),
    "sealed-1": lambda path: _copied(path, "sealed-opened", "1"),
    "sealed-spectator": lambda path: _copied(path, "sealed", "spectator"),
    "pledge": lambda path: _played(path, "pledge", 2, 9, seed=SEED, options={"rounds": 3}),
    "49": lambda path: _played(path, "49", 3, 12, seed=SEED),
    "49-over": lambda _: (ground.FIXTURES / "first-line.db").read_bytes(),
    "49-declared": lambda _: (ground.FIXTURES / "waiting-for-a-draw.db").read_bytes(),
    "two": _two,
    "none": lambda _: recorded("pledge", 2, 0),
}


def seeds() -> list[Recipe]:
    """What to begin with: every match through every door, untouched."""
    return [[door, name] for name in bases() for door in DOORS]


# --- the steps


def tables(recipe: Recipe) -> Tables:
    """The rows that a recipe makes."""
    made = {table: [list(row) for row in rows] for table, rows in bases()[recipe[1]].items()}
    if recipe[0] == "jsonl" and not made["copies"] and made["events"]:
        match, digest = made["events"][0][0], made["events"][-1][4]
        made["copies"] = [[match, "auditor", f"{match}:{len(made['events'])}:{digest.hex()}"]]
    for step in recipe[2:]:
        if isinstance(step, list) and step and isinstance(step[0], str) and step[0] in _STEPS:
            with suppress(*UNFIT):  # it may not fit what the steps before have left
                _STEPS[step[0]](made, *step[1:])
    return made


UNFIT = (  # what a step raises that does not fit
    AttributeError,
    IndexError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    ZeroDivisionError,
)


def _at(rows: list[Any], number: int) -> int:
    return number % len(rows)


def value_of(spec: Any) -> Any:
    """What a step means by a value: JSON, or a description of something large or of bytes."""
    match spec:
        case {"hex": str(digits)}:
            return bytes.fromhex(digits)
        case {"times": [str(text), int(times)]}:
            return text * min(times, 200_000)
        case {"deep": int(depth)}:
            return json.loads("[" * min(depth, 500) + "]" * min(depth, 500))
    return spec


def json_text(value: Any) -> str:
    """JSON as the library writes it, half characters as escapes."""
    text = compact(value)
    return text if text.isascii() or not _halved(text) else json.dumps(value, separators=(",", ":"))


def _halved(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)


def _column(made: Tables, table: str, row: int, column: int, value: Any) -> None:
    line = made[table][_at(made[table], row)]
    line[_at(line, column)] = value_of(value)


def _member(made: Tables, row: int, name: Any, value: Any) -> None:
    """A member of an event: by name or by number, ``name.3`` an element of it."""
    line = made["events"][_at(made["events"], row)]
    event = json.loads(line[3])
    if isinstance(name, int):
        name = list(event)[name % len(event)]
    inner, _, index = name.partition(".")
    if index:
        event[inner][int(index) % len(event[inner])] = value_of(value)
    else:
        event[inner] = value_of(value)
    line[3] = json_text(event)


def _without(made: Tables, row: int, name: int) -> None:
    line = made["events"][_at(made["events"], row)]
    event = json.loads(line[3])
    del event[list(event)[name % len(event)]]
    line[3] = json_text(event)


def _ordered(made: Tables, row: int, by: int) -> None:
    """The members of an event in another order."""
    line = made["events"][_at(made["events"], row)]
    event = list(json.loads(line[3]).items())
    by = by % len(event)
    line[3] = json_text(dict(event[by:] + event[:by]))


def _spliced(made: Tables, table: str, row: int, column: int, at: int, cut: int, text: str) -> None:
    line = made[table][_at(made[table], row)]
    column = column % len(line)
    old = line[column]
    at = at % (len(old) + 1)
    new = text if isinstance(old, str) else text.encode("utf-8", "replace")
    line[column] = old[:at] + new + old[at + cut :]


def _taken(made: Tables, table: str, row: int) -> None:
    del made[table][_at(made[table], row)]


def _twice(made: Tables, table: str, row: int, to: int) -> None:
    rows = made[table]
    rows.insert(to % (len(rows) + 1), list(rows[_at(rows, row)]))


def _moved(made: Tables, table: str, row: int, to: int) -> None:
    rows = made[table]
    line = rows.pop(_at(rows, row))
    rows.insert(to % (len(rows) + 1), line)


def _grafted(made: Tables, name: str, row: int, to: int) -> None:
    """An event of another match."""
    rows, others = made["events"], bases()[name]["events"]
    line = list(others[_at(others, row)])
    line[0] = rows[0][0]
    rows.insert(to % (len(rows) + 1), line)


def _sealed(made: Tables, row: int, path: Any, value: Any) -> None:
    """Another secret under a seal, with all that opens it."""
    line = made["events"][_at(made["events"], row)]
    event = json.loads(line[3])
    paths = [name for name, inner in event.items() if "seal" in str(inner)]
    name = path if isinstance(path, str) else paths[path % len(paths)]
    inner, _, index = name.partition(".")
    if not index and isinstance(event.get(inner), list) and event[inner]:
        name, index = f"{inner}.0", "0"
    text = json_text(value_of(value))
    seal = {"seal": sha256(f'["{SALT}","{name}",{text}]'.encode()).hexdigest()}
    if index:
        event[inner][int(index)] = seal
    else:
        event[inner] = seal
    line[3] = json_text(event)
    for other in made["disclosures"]:
        if other[1] == line[1] and other[2] == name:
            other[5:] = [SALT, text]


def _opened(made: Tables, row: int, path: str, audience: str, later: int, value: Any) -> None:
    """One more disclosure; where the seal is open already, of the same value."""
    event = made["events"][_at(made["events"], row)]
    for other in made["disclosures"]:
        if other[1] == event[1] and path in ("", other[2]):
            made["disclosures"].append([*other[:3], audience, event[1] + later, *other[5:]])
            return
    text = json_text(value_of(value))
    made["disclosures"].append([event[0], event[1], path, audience, event[1] + later, SALT, text])


def _marked(made: Tables, audience: Any) -> None:
    """It is a copy for somebody, or none."""
    match, digest = made["events"][0][0], made["events"][-1][4]
    head = f"{match}:{len(made['events'])}:{digest.hex()}"
    made["copies"] = [] if audience is None else [[match, audience, head]]


def _numbered(made: Tables) -> None:
    """The events in the order of their rows, numbered from 1; what opens them goes with them."""
    counts: dict[Any, int] = {}
    moved: dict[tuple[Any, Any], int] = {}
    for line in made["events"]:
        counts[line[0]] = counts.get(line[0], 0) + 1
        moved.setdefault((line[0], line[1]), counts[line[0]])
        line[1] = counts[line[0]]
    for other in made["disclosures"]:
        for column in (1, 4):
            other[column] = moved.get((other[0], other[column]), other[column])


def _chained(made: Tables) -> None:
    """All digests anew, and the heads that copies keep."""
    last: dict[Any, tuple[int, bytes]] = {}
    for line in made["events"]:
        match, seq, time, event, _ = line
        _, digest = last.get(match) or (0, sha256(b"ledger/1" + match.encode()).digest())
        content = event.encode() if isinstance(event, str) else event
        facts = seq.to_bytes(8, "big") + time.to_bytes(8, "big") + content
        line[4] = sha256(digest + facts).digest()
        last[match] = seq, line[4]
    for copy in made["copies"]:
        seq, digest = last[copy[0]]
        copy[2] = f"{copy[0]}:{seq}:{digest.hex()}"


_STEPS: dict[str, Callable[..., None]] = {
    "column": _column,
    "member": _member,
    "without": _without,
    "ordered": _ordered,
    "spliced": _spliced,
    "taken": _taken,
    "twice": _twice,
    "moved": _moved,
    "grafted": _grafted,
    "sealed": _sealed,
    "opened": _opened,
    "marked": _marked,
    "numbered": _numbered,
    "chain": _chained,
}


# --- their texts


def parsed(data: bytes) -> Recipe | None:
    """A recipe from its text; None if it is none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or len(found) < 2 or len(found) > MOST + 4:
        return None
    return found if found[0] in DOORS and str(found[1]) in bases() else None


def text_of(recipe: Recipe) -> str:
    """A recipe as text, in ASCII."""
    return json.dumps(recipe, separators=(",", ":"))
