"""Tables to test at: begun by the rules, counted whole, or laid by hand."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from ledger import Event, Refusal
from ledger.games.fifty import GAME
from ledger.games.fifty.events import CrownWon, MarbleMoved, NumberCalled, WriteLine
from ledger.games.fifty.grid import BOXES
from ledger.games.fifty.state import AnyPhase, Judging, Line, Options, State
from ledger.testing import Sitting

A, B, C, D, E, F, G = range(7)

Written: TypeAlias = tuple[int, ...]

PRINTED = (
    (4, 15, 26, 37, 44),
    (7, 16, 26, 39, 45),
    (7, 17, 30, 41, 45),
    (9, 15, 27, 40, 49),
    (1, 13, 31, 33, 46),
)
"""Five seats, Sabin, Theo, Yann, Joelle and Eve; the digits 2 and 8 are forbidden."""

IDLE = (41, 43, 45, 47, 49)
"""What seats write that are only to fill the table: two of them collide on every number."""

K = TypeVar("K", bound=Event)


def sit(seats: int = 5, *draws: Any, **options: Any) -> Sitting[State]:
    """A match just begun; seat A counts first, unless the options say otherwise."""
    return Sitting(GAME, seats, {"first_counter": "fixed", **options}, draws)


def write(sitting: Sitting[State], *lines: Written) -> tuple[Event, ...]:
    """Let all write their lines, in order of seats. The last events."""
    events: tuple[Event, ...] = ()
    for seat, line in enumerate(lines):
        events = sitting.act(WriteLine(seat, line))
    return events


def count(*lines: Written, tokens: Sequence[int] = (), **options: Any) -> Sitting[State]:
    """A match whose first round has been counted.

    Args:
        lines: filled up with idle seats to seven, who play without tokens, unless there are some.
        tokens: the digits turned up.
        options: of the game; ``danger_card`` is the one turned up.
    """
    if not tokens:
        lines = (*lines, *[IDLE] * (7 - len(lines)))
    draws: list[Any] = list(tokens)
    if card := options.pop("danger_card", None):
        draws.append(card)
        options["danger"] = True
    sitting = sit(len(lines), *draws, **options)
    write(sitting, *lines)
    return sitting


def of(sitting: Sitting[State], kind: type[K]) -> list[K]:
    """The events of a kind so far."""
    return [event for event in sitting.events if isinstance(event, kind)]


def before_call(sitting: Sitting[State], number: int) -> list[Event]:
    """What had happened when a number was about to be called; all if it never was."""
    found: list[Event] = []
    for event in sitting.events:
        if isinstance(event, NumberCalled) and event.number == number:
            break
        found.append(event)
    return found


def marbles(sitting: Sitting[State], to: int = 1000) -> list[int]:
    """Where the marbles of the first round lie once a number has been called and dealt with."""
    lie = [0] * sitting.state.seats
    for event in before_call(sitting, to + 1):
        if isinstance(event, MarbleMoved):
            lie[event.seat] = event.marble
    return lie


def crowns(sitting: Sitting[State]) -> list[tuple[int, int]]:
    """Who won a crown at which call."""
    found: list[tuple[int, int]] = []
    called = 0
    for event in sitting.events:
        if isinstance(event, NumberCalled):
            called = event.number
        elif isinstance(event, CrownWon):
            found.append((event.seat, called))
    return found


def follows(sitting: Sitting[State], number: int) -> list[Event]:
    """What followed from the call of a number, up to the next call."""
    after = before_call(sitting, number + 1)
    start = len(before_call(sitting, number))
    assert start < len(after), f"{number} was never called"
    return after[start + 1 :]


def scored(score: int, crossed: tuple[int, ...] = ()) -> Line:
    """A line of a round that is over."""
    return Line((1, 3, 5, 7, 9), BOXES, crossed, score=score)


def lay(
    *scores: Sequence[int],
    crowns: Sequence[tuple[int, ...]] = (),
    phase: AnyPhase | None = None,
    **options: Any,
) -> State:
    """A position by hand: rounds that are over, by seat; all four of them, as a rule."""
    seats = len(scores)
    return State(
        options=GAME.choose({"first_counter": "fixed", **options}),
        phase=phase or Judging(),
        lines=tuple(tuple(scored(score) for score in row) for row in scores),
        marbles=(0,) * seats,
        crowns=tuple(crowns) or ((),) * seats,
        round=len(scores[0]),
        first=A,
    )


def resume(state: State, *draws: Any) -> Sitting[State]:
    """A sitting that goes on from a position laid by hand."""
    return Sitting(GAME, state.seats, draws=draws, state=state)


def refused(sitting: Sitting[State], action: Any) -> str | None:
    """The clause by which the action is refused; None if it is not."""
    refusal = sitting.refusal(action)
    return refusal.clause if refusal else None


def begun(seats: int, **options: Any) -> State | Refusal:
    """What the game says to these options."""
    return GAME.start(Options(**options), seats)


def kinds(events: Iterable[Event]) -> list[type[Event]]:
    """The classes of the events."""
    return [type(event) for event in events]
