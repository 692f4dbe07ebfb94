"""Acts on a file in a loop until it is killed, and prints each act after it returned.

    python torture/player.py FILE SEED [--threads N] [--acts N] [--close N] [--new]

A line `ready` first; then for each act one line, written at once: the match, the number of events
and the digest there, the seq it was chosen at, then what happened as JSON. `lost` where somebody
else was faster; `wrong` where it was not taken and nobody was.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ground

from ledger import Event, Ledger, Match, Refused, Stale
from ledger.events import kind_of


def main(words: Sequence[str] | None = None) -> int:
    """Act; 0 where all acts asked for are done or no match goes on."""
    made = argparse.ArgumentParser()
    made.add_argument("file", type=Path)
    made.add_argument("seed")
    made.add_argument("--threads", type=int, default=1)
    made.add_argument("--acts", type=int, default=1 << 60)
    made.add_argument("--close", type=int, default=1 << 60, help="reopen after so many acts")
    made.add_argument("--new", action="store_true", help="begin a new match where none goes on")
    made.add_argument("--games", default=",".join(ground.PLAYED), help="what is begun")
    made.add_argument("--synchronous", default="normal")
    given = made.parse_args(words)
    say("ready")
    left = given.acts
    while left > 0:
        some = min(left, given.close)
        with ground.a_ledger(given.file, synchronous=given.synchronous) as ledger:
            if not _together(ledger, given, some, f"{given.seed}/{left}"):
                return 0
        left -= some
    return 0


def _together(ledger: Ledger, given: argparse.Namespace, acts: int, seed: str) -> bool:
    with ThreadPoolExecutor(given.threads) as pool:
        new = given.games.split(",") if given.new else ()
        tasks = [
            pool.submit(play, ledger, f"{seed}/{number}", acts, new)
            for number in range(given.threads)
        ]
        return all([task.result() for task in tasks])


def play(ledger: Ledger, seed: str, acts: int, new: Sequence[str]) -> bool:
    """Act so many times; False where no match goes on.

    Args:
        new: the games of which one is begun then instead.
    """
    picks = random.Random(seed)
    open_ones = {name: ledger.match(name) for name in ledger.ids()}
    for number in range(acts):
        for name in [name for name, match in open_ones.items() if match.outcome is not None]:
            del open_ones[name]
        if not open_ones:
            if not new:
                return False
            match = ground.begin(ledger, picks, new)
            open_ones[match.id] = match
            report(match, [], 0)
        _act(picks.choice(list(open_ones.values())), picks, f"{seed}/{number}")
    return True


def _act(match: Match, picks: random.Random, text: str) -> None:
    at = match.seq  # before the choice is made
    try:
        events = ground.a_turn(match, picks, text, at if picks.random() < 0.3 else None)
    except (Refused, Stale) as error:
        say(f"{'lost' if match.seq > at else 'wrong'} {type(error).__name__}: {error}")
    else:
        if events is not None:
            report(match, events, at)


def report(match: Match, events: Sequence[Event], at: int) -> None:
    """Print one act: the head may be a later one already, where others act, too."""
    head = match.head
    told = [[kind_of(event), ground.said(event)] for event in events]
    say(f"{head.match} {head.count} {head.digest.hex()} {at} {json.dumps(told)}")


def say(line: str) -> None:
    """One line at once, whole."""
    os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    sys.exit(main())
