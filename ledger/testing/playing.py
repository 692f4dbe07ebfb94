"""Plays a recorded match on, at random: legal acts, draws the table declares, irregular acts."""

import random
from collections.abc import Callable, Iterator
from itertools import count

from ledger.asking import ask
from ledger.chance import Declared, DrawNeeded, Waiting
from ledger.errors import InvalidAction, Refused
from ledger.events import Action
from ledger.game import Audience, Refusal
from ledger.loop import AwaitedDraw
from ledger.match import Match
from ledger.simulate import START, STEP, random_action
from ledger.testing.anything import anything
from ledger.testing.faults import as_law


def ticking() -> Callable[[], int]:
    """A clock for tests: one second later each time it is asked."""
    ticks: Iterator[int] = count(START, STEP)
    return lambda: next(ticks)


def named(seats: int) -> tuple[str, ...]:
    """Names for so many seats."""
    return tuple(f"player {chr(ord('A') + seat)}" for seat in range(seats))


def needed(match: Match) -> DrawNeeded | None:
    """The draw a declared match waits for, with its pool."""
    if match.awaits_draw is None:
        return None
    try:
        ask(match.game, "settle", match.view("auditor"), Declared())
    except Waiting as waiting:
        return waiting.need
    return None


def draw(match: Match, awaited: AwaitedDraw, dice: random.Random) -> None:
    """Declare a random draw."""
    need = needed(match)
    assert need is not None, f"the match awaits {awaited}, and settle does not draw"
    who = awaited.seat if awaited.secret and awaited.seat is not None else "spectator"
    value = dice.choice(need.pool().items)
    with as_law(7, f"#{match.seq}: {value!r} can be drawn, and is refused", Refused, InvalidAction):
        match.draw(value, who)


def judged(match: Match, action: Action) -> Refusal | None:
    """What the match says to an action; one it cannot write down counts as refused."""
    try:
        return match.refusal(action)
    except InvalidAction as error:
        return Refusal("", str(error))


def irregular(match: Match, dice: random.Random, tries: int = 12) -> Action | None:
    """An act against a clause that the match would record with ``anyway``, if one is found."""
    if match.opened.irregular == "refuse" or match.awaits_draw is not None:
        return None
    for seat in match.awaited:
        choices = match.legal(seat)
        for _ in range(tries):
            action = anything(match.game, len(match.seats), dice, choices)
            refusal = judged(match, action)
            if refusal is not None and refusal.irregular:
                return action
    return None


def step(match: Match, dice: random.Random, strays: float = 0.0) -> Action | None:
    """Play one step on: a draw, or an act.

    Args:
        strays: how often, from 0 to 1, an irregular act is looked for.

    Returns:
        The act if it was irregular.

    Raises:
        AssertionError: what is offered is refused.
    """
    if (awaited := match.awaits_draw) is not None:
        draw(match, awaited, dice)
        return None
    if dice.random() < strays and (stray := irregular(match, dice)) is not None:
        match.act(stray, anyway=True)
        return stray
    action = random_action(match, dice)
    if action is not None:
        said = f"#{match.seq}, seat {action.seat}: {action} is legal, and is refused"
        with as_law(1, said, Refused, InvalidAction):
            match.act(action)
    return None


def over(match: Match) -> bool:
    """Whether nothing more can be played."""
    return match.outcome is not None and match.awaits_draw is None


def audiences(match: Match) -> tuple[Audience, ...]:
    """Everybody who may read: the auditor, the spectator, each seat."""
    return ("auditor", "spectator", *range(len(match.seats)))
