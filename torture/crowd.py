"""Let four processes with two threads each act on one file, while another one reads.

    python torture/crowd.py [--minutes M] [--seed S] [--rounds N]

On one match and on many: no event is lost, doubled or missing, nothing waits for ever, who was too
late is refused or told that it is stale, and the reader sees whole acts only.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import ground
from ground import Run

from ledger import Ledger
from ledger.events import kind_of
from tests.tables import NAMES

PROCESSES, THREADS = 4, 2

Told = dict[str, Counter[tuple[str, str]]]  # what happened in a match: kinds, and what was said


def matches(ledger: Ledger, many: bool) -> None:
    """The matches to act on: one without an end, or some of each game."""
    ledger.new("pledge", NAMES[:2], options={"rounds": 1_000_000})
    if many:
        for game in ("sealed", "pledge", "49", "sealed"):
            ledger.new(game, NAMES[:3])


def crowded(run: Run, path: Path, acts: int, *, many: bool, seconds: float) -> None:
    """One crowd on one new file.

    Args:
        seconds: how long somebody reads meanwhile; 0: nobody does.
    """
    with ground.a_ledger(path, "create") as ledger:
        matches(ledger, many)
        told = told_in(ledger)
    reader = ground.script("looker.py", path, "--loop", seconds) if seconds else None
    players = [
        ground.script("player.py", path, f"{run.seed}/{n}", "--threads", THREADS, "--acts", acts)
        for n in range(PROCESSES)
    ]
    heads: set[tuple[str, int, str]] = set()
    for player in players:
        for line in lines_of(run, player):
            take(run, line, told, heads)
    for line in lines_of(run, reader) if reader else ():
        found = json.loads(line)
        run.count("reads", found["reads"])
        for wrong in found["wrong"]:
            run.fault(f"the reader: {wrong}", f"--seed {run.seed}")
    whole(run, path, readers=reader is not None)
    hold(run, path, told, heads)


def whole(run: Run, path: Path, *, readers: bool) -> None:
    """Closed by all, the file is whole in itself; a reader who closed last could not make it so."""
    if not alone(path) and readers:
        run.count("files that a reader closed last")
        ground.a_ledger(path).close()
    if not alone(path):
        run.fault("the file is not whole in itself though all have closed it")


def alone(path: Path) -> bool:
    """Whether a file needs no side file."""
    sides = [one for one in path.parent.iterdir() if one.name.startswith(f"{path.name}-")]
    return not sides and 2 not in path.read_bytes()[18:20]


def lines_of(run: Run, process: subprocess.Popen[str]) -> list[str]:
    """What a process said until its end, which must come."""
    try:
        said, complaint = process.communicate(timeout=ground.PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        said, complaint = process.communicate()
        run.fault("a process does not come to an end")
    if process.returncode or complaint:
        run.fault(f"a process ended with {process.returncode}: {complaint[-500:]}")
    return said.splitlines()


def take(run: Run, line: str, told: Told, heads: set[tuple[str, int, str]]) -> None:
    """Note one line of a player."""
    if line == "ready":
        return
    if line.startswith("lost "):
        run.count(f"acts {line[5:].lower()}")
        return
    name, count, digest, events = line.split(" ", 3)
    heads.add((name, int(count), digest))
    told[name].update((kind, text) for kind, text in json.loads(events))
    run.count("acts")


def told_in(ledger: Ledger) -> Told:
    """What happened in each match of a file, by the file."""
    return {
        name: Counter(
            (kind_of(entry.event), getattr(entry.event, "text", ""))
            for entry in ledger.match(name).events("auditor")
        )
        for name in ledger.ids()
    }


def hold(run: Run, path: Path, told: Told, heads: set[tuple[str, int, str]]) -> None:
    """Hold the file against what the players were told."""
    with ground.a_ledger(path, "read") as ledger:
        stored = told_in(ledger)
        for name in ledger.ids():
            audit = ledger.audit(name)
            if audit.verdict != "clean" or ledger.replay(name).verdict != "exact":
                run.fault(f"match {name} is {audit.verdict}: {audit.findings[:1]}")
            if lost := told[name] - stored[name]:
                run.fault(f"match {name} lost {lost}")
            if more := stored[name] - told[name]:
                run.fault(f"match {name} holds what nobody did: {more}")
            if double := [text for (kind, text), n in stored[name].items() if text and n > 1]:
                run.fault(f"match {name}: said twice: {double[:3]}")
            chain = ground.digests(ledger, name)
            for match, count, digest in heads:
                if match == name and chain[count - 1 : count] != [digest]:
                    run.fault(f"match {name}: the head at #{count} was another")


def torture(run: Run, rounds: int, acts: int = 120, seconds: float = 8) -> None:
    """So many crowds, on one match and on many in turn."""
    picks = random.Random(run.seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            if not run.on():
                break
            path = Path(folder, f"{number}.db")
            some = picks.randrange(acts // 2, acts + 1)
            reading = seconds if number % 3 else 0
            crowded(run, path, some, many=bool(number % 2), seconds=reading)
            run.count("crowds")
            path.unlink()


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 4)
    made.add_argument("--rounds", type=int, default=1000)
    given = made.parse_args(words)
    run = Run("crowd", given.minutes, given.seed)
    torture(run, given.rounds)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
