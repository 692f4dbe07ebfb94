"""Tables to test at: begun by the rules, or laid by hand."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from ledger import Event, Refusal
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.cards import SIDES, Card, Stage, stock
from ledger.games.everything_must_go.events import (
    Act,
    Bid,
    Buy,
    CardLaid,
    Drop,
    Pass,
    StartAuction,
    TopCardTurned,
)
from ledger.games.everything_must_go.flow import below
from ledger.games.everything_must_go.state import AnyPhase, Options, State, Turn
from ledger.testing import Sitting

A, B, C, D, E, F = range(6)

T = TypeVar("T", bound=Event)


def sit(seats: int = 4, *draws: Any, **options: Any) -> Sitting[State]:
    """A match just begun; seat A is first, unless the options say otherwise."""
    return deal(Sitting(GAME, seats, {"first_seat": A, **options}, draws))


def lay(
    showing: str = "8c 9d Jh Ks",
    *,
    seats: int = 4,
    hands: Mapping[int, str] | None = None,
    gone: int = 0,
    top: Card | None = None,
    pennies: tuple[int, ...] | None = None,
    turn: int = A,
    first: int = A,
    stalled: bool = False,
    stage: Stage | None = None,
    phase: AnyPhase | None = None,
    passing: str = "free",
    **options: Any,
) -> State:
    """A position by hand, a seat's turn having begun.

    Args:
        showing: the cards beside the deck, from the north on.
        hands: some of the cards that seats have; the last seat has as many more as are gone.
        gone: how many cards are acquired at least.
        top: of the deck; None: the first of those that lie nowhere else, if the deck is face up.
        turn: whose it is; first: who began the round.
        stalled: nothing was acquired in the round before.
        stage: None: the one that goes with the number of cards gone.
        passing: the option ``pass``.
    """
    chosen = GAME.choose({"first_seat": first, "pass": passing, **options})
    beside = tuple(showing.split())
    held = [tuple((hands or {}).get(seat, "").split()) for seat in range(seats)]
    used = {*beside, *(card for hand in held for card in hand), *([top] if top else [])}
    every = stock(chosen.aces == "value14")
    free = [card for card in every if card not in used]
    more = max(0, gone - sum(map(len, held)))
    held[-1] += tuple(free[len(free) - more :])
    acquired = sum(map(len, held))
    deck = len(every) - acquired - len(beside)
    if top is None and chosen.deck_face_up and deck:
        top = free[0]
    rounds = acquired // seats + 2
    state = State(
        options=chosen,
        pennies=pennies or (20,) * seats,
        hands=tuple(held),
        phase=phase or Turn(turn),
        deck=deck,
        pool=None,
        first=first,
        top=top,
        showing=(*beside, *(None,) * (SIDES - len(beside))),
        round=rounds,
        turns=(turn - first) % seats,
        last_sale=rounds - 2 if stalled else rounds - 1,
    )
    if chosen.pool != "unlimited":
        state = replace(state, pool=chosen.pool - sum(state.pennies))
    return replace(state, stage=stage or state.stage_due)


def resume(state: State, *draws: Any) -> Sitting[State]:
    """A sitting that goes on from a position laid by hand."""
    assert GAME.invariants(state) == ()
    return Sitting(GAME, state.seats, draws=draws, state=state)


def deal(sitting: Sitting[State]) -> Sitting[State]:
    """Let the first of the cards that can come off the deck come, as often as one is due."""
    while sitting.awaits_draw and sitting.state.incomplete:
        sitting.draw(below(sitting.state).items[0])
    return sitting


def play(sitting: Sitting[State], *acts: Act) -> tuple[Event, ...]:
    """Act, one after the other, and deal; the events since the last act."""
    seen = len(sitting.events)
    for act in acts:
        seen = len(sitting.events)
        sitting.act(act)
        deal(sitting)
    return sitting.events[seen:]


def buy(sitting: Sitting[State], *cards: Card) -> tuple[Event, ...]:
    """Let the seats whose turns come buy these cards."""
    events: tuple[Event, ...] = ()
    for card in cards:
        events = play(sitting, Buy(asked(sitting), card))
    return events


def passed(sitting: Sitting[State], times: int = 1) -> tuple[Event, ...]:
    """Let the seats whose turns come pass."""
    events: tuple[Event, ...] = ()
    for _ in range(times):
        events = play(sitting, Pass(asked(sitting)))
    return events


def auction(
    sitting: Sitting[State], card: Card, start: int, *words: int | None
) -> tuple[Event, ...]:
    """The seat on turn starts an auction; who is asked bids a number or drops out (None)."""
    events = play(sitting, StartAuction(asked(sitting), card, start))
    for word in words:
        seat = asked(sitting)
        events = play(sitting, Drop(seat) if word is None else Bid(seat, word))
    return events


def asked(sitting: Sitting[State]) -> int:
    """The seat the table waits for."""
    (seat,) = sitting.awaited
    return seat


def refused(sitting: Sitting[State], action: Act) -> str | None:
    """The clause by which the action is refused; None if it is not."""
    refusal = sitting.refusal(action)
    assert refusal is None or not refusal.irregular
    return refusal.clause if refusal else None


def offered(sitting: Sitting[State]) -> list[str]:
    """The kinds of what the asked seat may do."""
    return [choice.kind for choice in sitting.legal(asked(sitting))]


def begun(seats: int, **options: Any) -> State | Refusal:
    """What the game says to these options."""
    return GAME.start(Options(**options), seats)


def of_kind(events: Iterable[Event], kind: type[T]) -> list[T]:
    """Those of the events that are of a kind."""
    return [event for event in events if isinstance(event, kind)]


def off_the_deck(events: Iterable[Event]) -> list[Card]:
    """The cards that were drawn."""
    return [event.card for event in events if isinstance(event, CardLaid | TopCardTurned)]


def kinds(events: Iterable[Event]) -> list[type[Event]]:
    """The classes of the events."""
    return [type(event) for event in events]
