"""A match is the same in every process, also where Python goes through a set in another order.

The texts in a set stand in an order of their own in each process, and so does all whose hash is
made of them. A game that goes through one draws, offers or tells something else elsewhere: what is
exact where it was played is broken for everybody who audits it.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ledger.book import Ledger
from ledger.entry_points import EntryPoint
from ledger.errors import Misused
from ledger.game import Audience, Game
from ledger.match import Match
from ledger.names import called
from ledger.simulate import noise_of
from ledger.testing.playing import audiences, named, over, step, ticking
from ledger.testing.quarrels import quarrel
from ledger.testing.receiving import encoded, position

ORDERS = ("1", "2", "3")  # one process each: what Python makes its hashes of
STRAYS = 0.05
QUARRELS = 0.02

_PROGRAM = "import sys; from ledger.testing.elsewhere import tell; tell(*sys.argv[1:])"


def assert_same_elsewhere(
    game: str,
    seats: int,
    seed: int = 0,
    acts: int = 60,
    *,
    options: Mapping[str, Any] | None = None,
) -> None:
    """Play one random match in three new processes, and hold together all that anybody is told.

    That is law 13. The same arguments play the same match. In a test suite::

        def test_my_game_is_the_same_everywhere() -> None:
            assert_same_elsewhere("my_game:GAME", 3)

    Args:
        game: where it is found, as ``module:NAME``.
        seats: how many play.
        seed: of the match and of everything random about it.
        acts: at most so many acts.
        options: the game's options that differ from its defaults.

    Raises:
        AssertionError: the law is broken; it says where and by what. Or the match could not be
            played there: it says what was raised.
        Misused: no game is found there.
    """
    _found(game)
    given = [game, str(seats), str(seed), str(acts), json.dumps(dict(options or {}))]
    said = f"({game}, {seats} seats, seed {seed})"
    with tempfile.TemporaryDirectory() as folder, ExitStack() as started:
        files = [Path(folder, order) for order in ORDERS]
        children = [
            started.enter_context(_begun(order, [str(file), *given]))
            for order, file in zip(ORDERS, files, strict=True)
        ]
        for child in children:
            _, complaint = child.communicate()
            if child.returncode:
                *_, last = ["nothing was said", *complaint.strip().splitlines()]
                raise AssertionError(f"the match cannot be played elsewhere: {last} {said}")
        told = [started.enter_context(file.open(encoding="utf-8")) for file in files]
        for lines in zip_longest(*told, fillvalue="nothing more\n"):
            if different := {*lines} - {lines[0]}:
                raise AssertionError(
                    f"law 13: one process tells\n{lines[0]}and another\n{min(different)}"
                    f"A set has another order there {said}"
                )


def _begun(order: str, given: list[str]) -> "subprocess.Popen[str]":
    path = os.pathsep.join(sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *given],
        env={**os.environ, "PYTHONHASHSEED": order, "PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def _found(name: str) -> Game[Any, Any, Any, Any]:
    """The game of that name.

    Raises:
        Misused: there is none.
    """
    try:
        game = EntryPoint("", name, "").load()
    except (ImportError, AttributeError, ValueError) as error:
        raise Misused(f"no game is at {name!r} ({error}): name it as module:NAME") from error
    if not isinstance(game, Game):
        kind = type(game).__name__
        raise Misused(f"{name} is of type {kind}, and no Game: name it as module:NAME")
    return game


def tell(file: str, name: str, seats: str, seed: str, acts: str, options: str) -> None:
    """In a process of its own: play, and write down all that anybody is told, a line each."""
    dice, noise = random.Random(f"elsewhere/{seed}"), noise_of(f"elsewhere/{seed}")
    game = _found(name)
    with (
        Ledger(None, games=[game], clock=ticking(), entropy=noise) as ledger,
        open(file, "w", encoding="utf-8") as out,
    ):
        match = ledger.new(game, named(int(seats)), options=json.loads(options), seed=seed)
        out.writelines(_told(match, 0))
        for _ in range(int(acts)):
            if over(match):
                break
            seen = match.seq
            if dice.random() < QUARRELS:
                quarrel(match, dice)
            else:
                step(match, dice, STRAYS)
            out.writelines(_told(match, seen))


def _told(match: Match, after: int) -> Iterator[str]:
    for who in audiences(match):
        for what, value in {**position(match, who, after), **_views(match, who)}.items():
            told = encoded(value).decode()
            yield f"after #{match.seq}, {called(who, match.seats)}, {what}: {told}\n"


def _views(match: Match, who: Audience) -> dict[str, Any]:
    """A set in a view does no harm by itself: only what is made of it must have one order."""
    return {"its view": match.view(who), "the spectator's view": match.view()}
