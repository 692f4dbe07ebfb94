"""For the engine's tests: ledgers that write the same bytes every time, and matches in them."""

import random
import sqlite3
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Literal

from ledger import Ledger, Match
from ledger.simulate import noise_of, random_action

from .pledge_game import PLEDGE
from .sealed_game import SEALED

START = 1_700_000_000_000_000
NAMES = ("Ann", "Bob", "Cid", "Dee")


def ticking(start: int = START) -> Callable[[], int]:
    """A clock that goes on by one second each time somebody looks."""
    times = count(start, 1_000_000)
    return lambda: next(times)


def a_ledger(
    path: Path | None = None,
    mode: Literal["write", "create", "read"] = "write",
    *,
    noise: str = "test",
    **more: Any,
) -> Ledger:
    """A ledger that knows the toy games, with its own clock and entropy."""
    known: dict[str, Any] = {
        "games": (SEALED, PLEDGE),
        "clock": ticking(),
        "entropy": noise_of(noise),
        "synchronous": "normal",
    }
    return Ledger(path, mode, **{**known, **more})


def sealed(ledger: Ledger, seats: int = 2, **more: Any) -> Match:
    """A new match with secret hands."""
    chosen: dict[str, Any] = {"seed": "a seed", **more}
    return ledger.new("sealed", NAMES[:seats], **chosen)


def pledge(ledger: Ledger, seats: int = 2, **more: Any) -> Match:
    """A new match without secrets."""
    chosen: dict[str, Any] = {"seed": "a seed", **more}
    return ledger.new("pledge", NAMES[:seats], **chosen)


def connection_of(ledger: Ledger) -> sqlite3.Connection:
    """SQLite's own connection: to make its disk full, or to listen to what it is told."""
    found = vars(vars(ledger)["_store"])["_connection"]
    assert isinstance(found, sqlite3.Connection)
    return found


def play(match: Match, acts: int = 1000, bots: str = "bots") -> Match:
    """Let bots act, by default until the match is over."""
    picks = random.Random(bots)
    for _ in range(acts):
        action = random_action(match, picks)
        if action is None:
            break
        match.act(action)
    return match


@cache
def recorded(game: str = "sealed", seats: int = 3, acts: int = 1000) -> bytes:
    """The bytes of a ledger file with one match that bots have played."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.db")
        with a_ledger(path, "create") as ledger:
            play(ledger.new(game, NAMES[:seats], seed="a seed"), acts)
        return path.read_bytes()
