"""Looks at a file as any reader would, and prints what it says as one line of JSON.

    python torture/looker.py FILE [--write] [--loop SECONDS] [--nobody]

With `--write` it opens the file for acting and acts once. With `--loop` it reads again and again,
reopening now and then, and says at the end how often, what was no whole act, and which heads it
saw. With `--nobody`, root looks as a user without rights.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ground

from ledger import Head, Ledger, LedgerError, UnknownGame


def look(path: Path) -> dict[str, Any]:
    """What a file says: its warning, and of each match its digests and verdicts; or the error."""
    try:
        with ground.a_ledger(path, "read") as ledger:
            matches = {name: _of(ledger, name) for name in ledger.ids()}
            return {"warning": ledger.warning, "matches": matches}
    except LedgerError as error:
        return {"error": type(error).__name__, "text": str(error)}


def _of(ledger: Ledger, name: str) -> dict[str, Any]:
    audit = ledger.audit(name)
    try:
        replayed = ledger.replay(name).verdict
    except UnknownGame:
        replayed = "unverified"
    return {"digests": ground.digests(ledger, name), "verdict": audit.verdict, "replay": replayed}


def act(path: Path) -> dict[str, Any]:
    """Act once on the first match that goes on; or the error."""
    try:
        with ground.a_ledger(path) as ledger:
            for name in ledger.ids():
                match = ledger.match(name)
                if ground.a_turn(match, random.Random(0)) is not None:
                    return {"acted": name}
            return {"acted": ""}
    except LedgerError as error:
        return {"error": type(error).__name__, "text": str(error)}


def loop(path: Path, seconds: float, seed: str = "0") -> dict[str, Any]:
    """Read while others write: how often, and what was no whole act."""
    picks = random.Random(seed)
    until = time.monotonic() + seconds
    wrong: list[str] = []
    heads: dict[str, list[tuple[int, str]]] = {}  # of each match, as they were seen to grow
    reads = 0
    while time.monotonic() < until:
        with ground.a_ledger(path, "read") as ledger:
            while time.monotonic() < until and picks.random() < 0.8:
                reads += 1
                name = picks.choice(ledger.ids())
                seen = ledger.match(name).head
                known = heads.setdefault(name, [])
                if not known or seen.count > known[-1][0]:
                    known.append((seen.count, seen.digest.hex()))
                elif (seen.count, seen.digest.hex()) != known[-1]:
                    wrong.append(f"{name}: {seen} after #{known[-1][0]}")
                wrong += partial(ledger, name, seen)
    return {"reads": reads, "wrong": wrong[:10], "heads": heads}


def partial(ledger: Ledger, name: str, seen: Head) -> list[str]:
    """What shows that an act is there in part, or that what was seen before is not there."""
    wrong = []
    replayed = ledger.replay(name)
    if replayed.verdict != "exact":
        wrong.append(f"{name}: replay {replayed.verdict} at #{replayed.seq}: {replayed.text}")
    audit = ledger.audit(name, seen)
    if audit.verdict not in ("clean", "unverified" if ledger.warning else "clean"):
        wrong.append(f"{name}: audit {audit.verdict}: {audit.findings[:1]}")
    if ledger.warning:
        wrong.append(f"a file that is open here has a warning: {ledger.warning}")
    return wrong


def main(words: Sequence[str] | None = None) -> int:
    """Look and print."""
    made = argparse.ArgumentParser()
    made.add_argument("file", type=Path)
    made.add_argument("--write", action="store_true")
    made.add_argument("--loop", type=float)
    made.add_argument("--nobody", action="store_true")
    given = made.parse_args(words)
    if given.nobody:
        look(ground.FIXTURES / "first-line.db")  # imports all it needs while it may read that
        ground.become_nobody()
    if given.loop:
        found = loop(given.file, given.loop)
    else:
        found = act(given.file) if given.write else look(given.file)
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
