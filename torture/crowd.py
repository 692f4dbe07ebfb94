"""Let four processes with two threads each act on one file, while another one reads.

    python torture/crowd.py [--minutes M] [--seed S] [--rounds N]

On one match and on many: no event is lost, doubled or missing, nothing waits for ever, who was too
late is refused or told that it is stale, or is checked again and lands, nobody else is refused, and
the reader sees whole acts only, of the one history. Some crowds have eight threads in each process.
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

from ledger import Ledger, game_names
from ledger.events import kind_of
from tests.tables import NAMES

PROCESSES, THREADS = 4, 2
EXPECTED = (
    "acts refused",
    "acts stale",
    "acts checked again that landed",
    "reads that saw something new",
)

MANY_THREADS = 8
ENDLESS = "endless"
EVERY = (ENDLESS, *ground.PLAYED, "sealed")

Heads = set[tuple[str, int, str]]  # match, number of events, digest
Told = dict[str, Counter[tuple[str, str]]]  # what happened in a match: kinds, and what was said


def matches(ledger: Ledger, games: Sequence[str]) -> None:
    """The matches to act on: one of each game named; of one that they pledge there is no end."""
    for name in games:
        if name == ENDLESS:
            ledger.new("pledge", NAMES[:2], options={"rounds": 1_000_000})
        else:
            ground.begin(ledger, random.Random(name), [name])


def crowded(
    run: Run,
    path: Path,
    acts: int,
    *,
    games: Sequence[str],
    seconds: float,
    threads: int = THREADS,
) -> None:
    """One crowd on one new file.

    Args:
        acts: how many each thread does.
        games: of which there is a match; `ENDLESS` for one without an end.
        seconds: how long somebody reads meanwhile; 0: nobody does.
    """
    with ground.a_ledger(path, "create") as ledger:
        matches(ledger, games)
        told = told_in(ledger)
    reader = ground.script("looker.py", path, "--loop", seconds) if seconds else None
    players = [
        ground.script("player.py", path, f"{run.seed}/{n}", "--threads", threads, "--acts", acts)
        for n in range(PROCESSES)
    ]
    heads: Heads = set()
    chosen: dict[str, int] = {}
    for player in players:
        for line in lines_of(run, player):
            take(run, line, told, heads, chosen)
    for line in lines_of(run, reader) if reader else ():
        found = json.loads(line)
        run.count("reads", found["reads"])
        for wrong in found["wrong"]:
            run.fault(f"the reader: {wrong}", f"--seed {run.seed}")
        for name, known in found["heads"].items():
            run.count("reads that saw something new", len(known) - 1)
            heads.update((name, count, digest) for count, digest in known)
    whole(run, path, readers=reader is not None)
    hold(run, path, told, heads, chosen)


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


def take(run: Run, line: str, told: Told, heads: Heads, chosen: dict[str, int]) -> None:
    """Note one line of a player.

    Args:
        chosen: at which seq each text was chosen that was said.
    """
    word, _, rest = line.partition(" ")
    if word == "ready":
        return
    if word == "lost":
        run.count(f"acts {rest.partition(':')[0].lower()}")
        return
    if word == "wrong":
        run.fault(f"nobody was faster, and yet: {rest}", f"--seed {run.seed}")
        return
    count, digest, at, events = rest.split(" ", 3)
    heads.add((word, int(count), digest))
    for kind, text in json.loads(events):
        told[word][kind, text] += 1
        if text:
            chosen[text] = int(at)
    run.count("acts")


def told_in(ledger: Ledger) -> Told:
    """What happened in each match of a file, by the file."""
    return {
        name: Counter(
            (kind_of(entry.event), ground.said(entry.event))
            for entry in ledger.match(name).events("auditor")
        )
        for name in ledger.ids()
    }


def hold(run: Run, path: Path, told: Told, heads: Heads, chosen: dict[str, int]) -> None:
    """Hold the file against what the players were told, and the reader saw."""
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
            in_line(run, ledger, name, heads)
            run.count("acts checked again that landed", later(ledger, name, chosen))


def in_line(run: Run, ledger: Ledger, name: str, heads: Heads) -> None:
    """One history without a gap, and every head that somebody was told or saw is in it."""
    rows = list(ledger.rows(name))
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        run.fault(f"match {name} has a gap, or a number twice")
    for match, count, digest in heads:
        if match == name and [row.digest.hex() for row in rows[count - 1 : count]] != [digest]:
            run.fault(f"match {name}: the head at #{count} was another")


def later(ledger: Ledger, name: str, chosen: dict[str, int]) -> int:
    """How many acts stand behind acts of others that were not there when they were chosen."""
    found = [(e.seq, ground.said(e.event)) for e in ledger.match(name).events("auditor")]
    return sum(seq > chosen[text] + 1 for seq, text in found if text in chosen)


def torture(run: Run, rounds: int, acts: int = 120, seconds: float = 8) -> None:
    """So many crowds, in turn on one endless match, on one of each game, and on one of a game."""
    picks = random.Random(run.seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            if not run.on():
                break
            path = Path(folder, f"{number}.db")
            some = picks.randrange(acts // 2, acts + 1)
            reading = seconds if number % 5 else 0
            threads = MANY_THREADS if number % 4 > 1 else THREADS
            each = some * THREADS // threads
            single = game_names()[number // 3 % len(game_names())]
            games = ((ENDLESS,), EVERY, (single,))[number % 3]
            crowded(run, path, each, games=games, seconds=reading, threads=threads)
            run.count("crowds")
            path.unlink()
    for what in EXPECTED if run.counts["crowds"] > 3 else ():
        if not run.counts[what]:
            run.fault(f"no {what}: these were no crowds, and nothing is shown")


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
