"""Tables to test at: begun by the rules, or laid by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ledger import Event, Refusal, Secret
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import DECK, Card
from ledger.games.game_of_49.events import Bid, Check, Pass
from ledger.games.game_of_49.state import AnyPhase, Chip, Drawing, Options, State
from ledger.testing import Sitting

A, B, C, D, E = range(5)

Laid = int | tuple[int, Card]
"""A chip on a space, placed by the space's own card or by another."""


def sit(seats: int = 3, *draws: Any, **options: Any) -> Sitting[State]:
    """A match just begun; seat A is first, unless the options say otherwise."""
    return Sitting(GAME, seats, {"first_seat": A, **options}, draws)


def lay(
    chips: Mapping[int, Iterable[Laid]],
    *,
    seats: int = 3,
    cash: tuple[Secret[int], ...] | None = None,
    holder: int = A,
    left: Iterable[Card] | None = None,
    loose: tuple[Chip, ...] = (),
    phase: AnyPhase | None = None,
    **options: Any,
) -> State:
    """A position by hand, a draw being due.

    Args:
        chips: where each seat's chips stand.
        left: the cards still in the tray; None: all that lie nowhere else.
    """
    board: list[Chip | None] = [None] * 49
    for seat, places in chips.items():
        for place in places:
            space, card = place if isinstance(place, tuple) else (place, str(place))
            board[space - 1] = Chip(seat, card)
    used = Counter(chip.card for chip in (*board, *loose) if chip)
    rest = list((Counter(DECK) - used).elements())
    removed = () if left is None else tuple((Counter(rest) - Counter(left)).elements())
    return State(
        options=GAME.choose(options),
        cash=cash or (49,) * seats,
        phase=phase or Drawing(),
        holder=holder,
        chips=tuple(board),
        deck=len(rest) - len(removed),
        loose=loose,
        removed=removed,
    )


def resume(state: State, *draws: Any) -> Sitting[State]:
    """A sitting that goes on from a position laid by hand."""
    assert GAME.invariants(state) == ()
    return Sitting(GAME, state.seats, draws=draws, state=state)


def play(sitting: Sitting[State], *words: int | str | None) -> tuple[Event, ...]:
    """Let whoever is asked speak: a number bids, None passes, "check" checks. The last events."""
    events: tuple[Event, ...] = ()
    for word in words:
        (seat,) = sitting.awaited
        if word is None:
            events = sitting.act(Pass(seat))
        elif isinstance(word, int):
            events = sitting.act(Bid(seat, word))
        else:
            events = sitting.act(Check(seat))
    return events


def buy(sitting: Sitting[State], seat: int, bid: int) -> tuple[Event, ...]:
    """Let one seat have the card for ``bid``, all others passing."""
    while True:
        (asked,) = sitting.awaited
        last = play(sitting, bid if asked == seat else None)
        if len(last) > 1:
            return last


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
