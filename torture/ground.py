"""What the scripts here share: arguments, the count of what was tried, and files to try it on."""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from ledger import (  # noqa: E402  after the path is known
    Event,
    Ledger,
    LedgerError,
    Match,
    Refused,
    find_game,
    game_names,
)
from ledger.events import Action  # noqa: E402  likewise
from tests.pledge_game import PLEDGE, Say  # noqa: E402  likewise
from tests.sealed_game import SEALED  # noqa: E402  likewise
from tests.tables import NAMES  # noqa: E402  likewise

RECORDED = ROOT / "fixtures"
FIXTURES = RECORDED / "game-of-49"
GAMES = (SEALED, PLEDGE)
PLAYED = ("sealed", "pledge", *game_names())
NOBODY = 65534  # the number of the user without rights
QUARRELS = 0.08  # how often, from 0 to 1, something is disputed, taken back or done for a seat
PATIENCE = 300.0  # seconds after which something that does not end counts as hanging


class Run:
    """One run of a script: until when, what was tried and what went wrong."""

    def __init__(self, name: str, minutes: float, seed: str, most: int = 20) -> None:
        self.name = name
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self._most = most  # faults after which there is nothing more to learn
        self._began = self._said = time.monotonic()
        self._until = self._began + minutes * 60

    def on(self) -> bool:
        """Whether there is time left, and reason to go on."""
        return time.monotonic() < self._until and len(self.faults) < self._most

    def over(self, parts: int, number: int) -> bool:
        """Whether the part of that number, from 1, has had its share of the time."""
        share = (self._until - self._began) * number / parts
        return not self.on() or time.monotonic() > self._began + share

    def count(self, what: str, times: int = 1) -> None:
        """Something was tried; says now and then how much."""
        self.counts[what] += times
        if time.monotonic() - self._said > 10:
            self._said = time.monotonic()
            print(f"{self.name}: {self._told()}", flush=True)

    def fault(self, text: str, again: str = "") -> None:
        """Something is wrong; ``again``: how to see it once more."""
        self.faults.append(text)
        print(f"{self.name}: FAULT: {text}{f' ({again})' if again else ''}", flush=True)

    def end(self) -> int:
        """Say what it came to; the exit code."""
        took = time.monotonic() - self._began
        faults = len(self.faults)
        print(f"{self.name}: seed {self.seed}, {took:.0f} s: {self._told()}; {faults} faults")
        return 1 if faults else 0

    def _told(self) -> str:
        return ", ".join(f"{times} {what}" for what, times in sorted(self.counts.items()))


def parser(text: str | None, minutes: float) -> argparse.ArgumentParser:
    """The arguments that every script takes."""
    made = argparse.ArgumentParser(description=(text or "").partition("\n")[0])
    made.add_argument("--minutes", type=float, default=minutes, help="how long, at most")
    made.add_argument("--seed", default="0", help="any text: the same is tried again")
    return made


def a_ledger(path: Path | None, mode: Any = "write", **more: Any) -> Ledger:
    """A ledger that knows the toy games, with the machine's own clock and entropy."""
    return Ledger(path, mode, games=GAMES, **more)


def an_act(match: Match, picks: Any, text: str = "") -> Action | None:
    """Something a seat may do; None where nobody can, or somebody was faster.

    Args:
        text: where it is not empty, and the game lets one talk, it may be said instead.
    """
    if match.outcome is not None:
        return None
    if text and match.game is PLEDGE and picks.random() < 0.5:
        return Say(picks.randrange(len(match.seats)), text)
    awaited = match.awaited
    seats = picks.sample(awaited, len(awaited))
    if seats and picks.random() < 0.2:  # some acts may come from a seat that nobody waits for
        seats.insert(0, picks.randrange(len(match.seats)))
    for seat in seats:
        if choices := match.legal(seat):
            action: Action = picks.choice(choices).sample(picks.randrange)
            return action
    return None


def a_turn(
    match: Match, picks: Any, text: str = "", at: int | None = None
) -> tuple[Event, ...] | None:
    """Record one thing that happens at a table: mostly an act, now and then a part of a quarrel.

    Args:
        text: what may be said instead.
        at: the seq it was chosen at, if whoever acts says so.

    Returns:
        What was recorded; None where there was nothing to do.

    Raises:
        Refused, Stale: somebody was faster.
        NotWritten: the disk did not take it.
    """
    if match.disputed or match.asked:
        return _answered(match, picks)
    if match.outcome is None and picks.random() < QUARRELS:
        before = match.seq
        try:
            return _quarrelled(match, picks)
        except Refused:  # that event was ruled on already, or cannot be taken back
            if match.seq != before:
                raise
    action = an_act(match, picks, text)
    return None if action is None else match.act(action, at=at)


def _quarrelled(match: Match, picks: Any) -> tuple[Event, ...]:
    """Begin a quarrel, or do something for an absent seat."""
    seat, seq, awaited = picks.randrange(len(match.seats)), match.seq, match.awaited
    if picks.random() < 0.4:
        return match.dispute(seat, picks.randint(max(1, seq - 20), seq), "I wonder")
    if picks.random() < 0.6 or not awaited:
        return match.take_back(picks.randint(max(1, seq - 6), max(1, seq - 1)), seat)
    return match.act_for(picks.choice(awaited), "gone for a while")


def _answered(match: Match, picks: Any) -> tuple[Event, ...] | None:
    """What is said to the dispute that is open, or to the take-back that is asked for."""
    if (dispute := match.disputed) is not None:
        match picks.randrange(3):
            case 0:
                return match.withdraw_dispute(dispute.seat)
            case 1:
                return match.rule("So be it.", upheld=picks.random() < 0.5)
            case _:
                return match.rule()
    if (asked := match.asked) is None:
        return None  # somebody was faster
    others = [n for n in range(len(match.seats)) if n != asked.seat and n not in asked.agreed]
    answer = match.decline if picks.random() < 0.1 or not others else match.agree
    return answer(picks.choice(others or [asked.seat]))


def said(event: Event) -> str:
    """What somebody says in the game in which people talk; else nothing."""
    return event.text if isinstance(event, Say) else ""


def begin(ledger: Ledger, picks: Any, games: Sequence[str] = PLAYED) -> Match:
    """A new match of some game, at one of its small tables."""
    name = picks.choice(games)
    toys = {game.name: game for game in GAMES}
    seats = picks.choice([*(toys.get(name) or find_game(name)).seats][:2])
    return ledger.new(name, NAMES[:seats], options={"rounds": 3} if name == "pledge" else {})


def script(name: str, *words: object) -> subprocess.Popen[str]:
    """A script of this folder as a process of its own, its output to be read."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name(name)), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def become_nobody() -> None:
    """Give up the rights of root, who may write what is read-only; others need not."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


@contextmanager
def edited(path: Path) -> Generator[sqlite3.Connection]:
    """The file with its triggers dropped, and restored exactly afterwards, in one transaction."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA synchronous = OFF")
    raw.execute("PRAGMA journal_mode = MEMORY")
    kept = raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    raw.execute("BEGIN")
    try:
        for name, _ in kept:
            raw.execute(f'DROP TRIGGER "{name}"')
        yield raw
        for _, sql in kept:
            raw.execute(sql)
        raw.execute("COMMIT")
    finally:
        raw.close()


@contextmanager
def scratch() -> Generator[Path]:
    """The name of a file that is not there yet, alone in a folder that goes away."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder, "scratch.db")


def one_line(error: Exception) -> str:
    """What is wrong with what an error says; empty if it is one sentence of the library's own."""
    if not isinstance(error, LedgerError):
        return f"{type(error).__name__} escaped: {error}"
    if len(str(error).splitlines()) != 1:
        return f"{type(error).__name__} says {str(error)!r}"
    return ""


def digests(ledger: Ledger, match: str) -> list[str]:
    """The digests of a match in order, in hex."""
    return [row.digest.hex() for row in ledger.rows(match)]


def looked(path: Path, *words: str) -> dict[str, Any]:
    """What `looker.py` says of a file, as somebody without rights sees it."""
    child = script("looker.py", path, "--nobody", *words)
    said, complaint = child.communicate(timeout=PATIENCE)
    if child.returncode:
        return {"error": "escaped", "text": complaint[-1000:]}
    found: dict[str, Any] = json.loads(said)
    return found
