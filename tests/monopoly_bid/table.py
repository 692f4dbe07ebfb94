"""Tables to test at: begun by the rules, or laid by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger import Action, Bag, Event, Refusal
from ledger.games.monopoly_bid import (
    GAME,
    Bid,
    Decline,
    EndActions,
    Group,
    Nope,
    Options,
    Raise,
    State,
)
from ledger.games.monopoly_bid.cards import WILD
from ledger.games.monopoly_bid.state import Actions, AnyPhase, Window
from ledger.testing import Sitting

A, B, C, D, E = range(5)

HAND = "1 2 3 4 5"
"""Five cards that are kept."""


def cards(text: str) -> tuple[str, ...]:
    """Cards written with spaces between."""
    return tuple(text.split())


def sit(seats: int = 3, *draws: str, **options: Any) -> Sitting[State]:
    """A match just begun; seat A hosts first, unless the options say otherwise.

    Args:
        draws: texts of cards, in the order in which they are drawn.
    """
    drawn = [card for text in draws for card in text.split()]
    return Sitting(GAME, seats, {"first_host": A, **options}, drawn)


def begin(seats: int = 3, *draws: str, **options: Any) -> Sitting[State]:
    """A match in which all hands are kept: `HAND` for each seat."""
    return sit(seats, *(HAND for _ in range(seats)), *draws, **options)


def group(number: int, text: str, sizes: Mapping[str, int]) -> Group:
    """A set of these cards; ``red: wild`` names the colour where only Wilds lie there."""
    name, colon, rest = text.partition(":")
    lying = cards(rest if colon else text)
    colour = name if colon else next(card for card in lying if card != WILD)
    return Group(number, colour, sizes[colour], lying)


def lay(
    hands: Mapping[int, str] | None = None,
    sets: Mapping[int, Sequence[str]] | None = None,
    *,
    seats: int = 3,
    host: int = A,
    discard: str = "",
    returned: str = "",
    rest: int | None = None,
    phase: AnyPhase | None = None,
    more: Mapping[str, Any] | None = None,
    **options: Any,
) -> State:
    """A position by hand: the host may play action cards.

    Args:
        hands: the cards of each seat.
        sets: what lies before each seat; sets are numbered from 1, seat by seat.
        returned: the bottom of the property pile.
        rest: the seat that holds all cards that lie nowhere else; None: they are the draw pile.
        more: other fields of the state.
    """
    chosen: Options = GAME.choose({"first_host": A, **options})
    held = [Bag[str]().add(*cards((hands or {}).get(seat, ""))) for seat in range(seats)]
    groups: list[tuple[Group, ...]] = []
    begun = 0
    for seat in range(seats):
        texts = (sets or {}).get(seat, ())
        numbered = enumerate(texts, begun + 1)
        groups.append(tuple(group(n, text, chosen.property_deck) for n, text in numbered))
        begun += len(texts)
    lying = [card for before in groups for one in before for card in one.cards]
    deck = Counter(chosen.money_deck) + Counter(chosen.action_deck)
    deck -= Counter(card for hand in held for card in hand.all())
    deck -= Counter(card for card in lying if card == WILD) + Counter(cards(discard))
    if rest is not None:
        held[rest] = held[rest].add(*deck.elements())
        deck.clear()
    properties = Counter(chosen.property_deck) - Counter(lying) - Counter(cards(returned))
    state = State(
        options=chosen,
        hands=tuple(held),
        phase=phase or Actions(),
        pile=deck.total(),
        properties=properties.total(),
        returned=cards(returned),
        discard=cards(discard),
        groups=tuple(groups),
        host=host,
        turn=1,
        begun=begun,
    )
    for name, value in (more or {}).items():
        state = type(state)(**{**_fields(state), name: value})
    return state


def _fields(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in state.__struct_fields__}


def resume(state: State, *draws: str) -> Sitting[State]:
    """A sitting that goes on from a position laid by hand."""
    assert GAME.invariants(state) == ()
    drawn = [card for text in draws for card in text.split()]
    return Sitting(GAME, state.seats, draws=drawn, state=state)


def table(*args: Any, draws: str = "", **more: Any) -> Sitting[State]:
    """A position laid by hand, to be played on from; ``draws`` are what will be drawn."""
    return resume(lay(*args, **more), draws)


def auction(sitting: Sitting[State], colour: str | None = None) -> tuple[Event, ...]:
    """The host plays no more action cards; the property, if it is not known, is turned up."""
    events = sitting.act(EndActions(sitting.state.first))
    return events if colour is None else sitting.draw(colour)


def bid(sitting: Sitting[State], *bids: str) -> tuple[Event, ...]:
    """Every seat bids, in seat order; the last events."""
    events: tuple[Event, ...] = ()
    for seat, text in enumerate(bids):
        events = sitting.act(Bid(seat, cards(text)))
    return events


def add(sitting: Sitting[State], **raises: str) -> tuple[Event, ...]:
    """Tied seats add: ``add(sitting, A="1", B="")``."""
    events: tuple[Event, ...] = ()
    for name, text in raises.items():
        events = sitting.act(Raise("ABCDE".index(name), cards(text)))
    return events


def nobody(sitting: Sitting[State]) -> tuple[Event, ...]:
    """Nobody answers the newest card with a Nope; what follows."""
    events: tuple[Event, ...] = ()
    while isinstance(window := sitting.state.phase, Window):
        events = sitting.act(Decline(window.waiting[0], window.newest))
    return events


def nope(sitting: Sitting[State], seat: int) -> tuple[Event, ...]:
    """A seat answers the newest card with a Nope."""
    window = sitting.state.phase
    assert isinstance(window, Window)
    return sitting.act(Nope(seat, window.newest))


def refused(sitting: Sitting[State], action: Action) -> str | None:
    """The clause by which the action is refused; None if it is not."""
    refusal = sitting.refusal(action)
    return refusal.clause if refusal else None


def begun(seats: int, **options: Any) -> State | Refusal:
    """What the game says to these options."""
    return GAME.start(Options(**options), seats)


def kinds(events: Iterable[Event]) -> list[type[Event]]:
    """The classes of the events."""
    return [type(event) for event in events]


def before(sitting: Sitting[State], seat: int) -> list[str]:
    """What lies before a seat: ``red wild`` for each set."""
    return [" ".join(one.cards) for one in sitting.state.groups[seat]]


def hand(sitting: Sitting[State], seat: int) -> str:
    """A seat's hand, sorted."""
    return " ".join(sitting.state.hands[seat].all())
