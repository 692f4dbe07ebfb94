"""The sealed game and the Game of 49 with a leak each, for tests that leaks are found."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Audience,
    Bag,
    Chance,
    Consequence,
    Game,
    GameError,
    Hidden,
    Outcome,
    Refusal,
    Seat,
    known,
)
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.state import State as State49
from ledger.games.game_of_49.state import mask as mask_of_49
from tests import sealed_game as sg
from tests.sealed_game import SEALED

AnyGame = Game[Any, Any, Any, Any]


# --- a consequence that follows from a secret, and does not say that it reveals


class TwelveHeld(Consequence, frozen=True):
    """Somebody drew the highest card."""


class BidsCounted(Consequence, frozen=True):
    """All have bid: so many cards."""

    cards: int


def _settle_twelve(s: sg.State, chance: Chance) -> Any:
    dealt = s.pile == len(sg.CARDS) - sg.HAND * len(s.hands)
    if dealt and not any(s.points) and any(12 in hand.all() for hand in s.hands):
        return TwelveHeld()
    return sg.settle(s, chance)


def _settle_counted(s: sg.State, chance: Chance) -> Any:
    if s.rounds < sg.ROUNDS and None not in s.bids and not s.called:
        return BidsCounted(sum(len(known(bid)) for bid in s.bids if bid is not None))
    return sg.settle(s, chance)


def _evolve_said(s: sg.State, e: Any) -> sg.State:
    match e:
        case TwelveHeld():
            return replace(s, points=(1, *s.points[1:]))
        case BidsCounted():
            return replace(s, called=1)
        case sg.BidsRevealed():
            return replace(sg.evolve(s, e), called=0)
        case _:
            return sg.evolve(s, e)


def saying(said: type[Consequence], settle: Callable[[sg.State, Chance], Any]) -> AnyGame:
    """The sealed game with one more consequence."""
    consequences = (*SEALED.consequences, said)
    return replace(SEALED, consequences=consequences, settle=settle, evolve=_evolve_said)


# --- whom the table awaits, by who has the highest card


def _awaited(s: sg.State) -> tuple[Seat, ...]:
    waiting = sg.awaited(s)
    return tuple(sorted(waiting, key=lambda seat: -max(s.hands[seat].all(), default=0)))[:1]


# --- the outcome, told with the cards left in hand


def _outcome(s: sg.State) -> Outcome | None:
    over = sg.outcome(s)
    return over and replace(over, text=f"left in hand: {[hand.cards for hand in s.hands]}")


# --- a draw that another seat holds, refused in words


def _settle_doubled(s: sg.State, chance: Chance) -> Any:
    held = [card for hand in s.hands for card in hand.cards]
    if len(held) != len(set(held)):
        raise GameError("somebody else holds that card")
    return sg.settle(s, chance)


# --- a card each match begins with, which a mask alone hides


def _start_dealt(first: int) -> Callable[[sg.Options, int], sg.State | Refusal]:
    def start(options: sg.Options, seats: int) -> sg.State | Refusal:
        begun = sg.start(options, seats)
        if isinstance(begun, Refusal):
            return begun
        *others, last = begun.hands
        return replace(begun, hands=(*others, last.add(first)), pile=begun.pile - 1)

    return start


def _hide_dealt(s: sg.State, audience: Audience) -> sg.State:
    def shown(seat: Seat, hand: Bag[int]) -> Bag[int]:
        return hand if seat == audience else Bag((), len(hand))

    return replace(s, hands=tuple(shown(seat, hand) for seat, hand in enumerate(s.hands)))


def _mask_badly(s: sg.State, audience: Audience) -> sg.State:
    """Hands are hidden, and the points tell whether their sum is odd."""
    held = sorted(card for hand in s.hands for card in hand.cards)
    return replace(_hide_dealt(s, audience), points=(sum(held) % 2, *s.points[1:]))


# --- what is remembered beside the state: a cache, filled by settle, which sees everything


def _remembering() -> AnyGame:
    """A bid is refused where somebody, as settle remembers, holds a twelve."""
    seen: list[sg.State] = []

    def settle(s: sg.State, chance: Chance) -> Any:
        if not any(hand.hidden for hand in s.hands):
            seen[:] = [s]
        return sg.settle(s, chance)

    def check(s: sg.State, a: sg.Act) -> Refusal | None:
        if isinstance(a, sg.Bid) and any(12 in hand.cards for hand in seen[0].hands):
            return Refusal("SG-01", "a twelve is out")
        return sg.check(s, a)

    return replace(SEALED, settle=settle, check=check)


def _remembering_pool() -> AnyGame:
    """What can be drawn is what lies nowhere else, as settle remembers."""
    seen: list[sg.State] = []

    def settle(s: sg.State, chance: Chance) -> Any:
        if not any(hand.hidden for hand in s.hands):
            seen[:] = [s]
        if s.rounds < sg.ROUNDS and not s.due:
            for seat, hand in enumerate(s.hands):
                if len(hand) < sg.HAND and s.pile and s.bids[seat] is None:
                    return chance.draw(sg.CardDrawn, sg.pool(seen[0]), seat=seat)
        return sg.settle(s, chance)

    return replace(SEALED, settle=settle)


def _remembering_fault() -> AnyGame:
    """A dispute about a bid is upheld where the hands, as settle remembers, add up to odd."""
    seen: list[sg.State] = []

    def settle(s: sg.State, chance: Chance) -> Any:
        if not any(hand.hidden for hand in s.hands):
            seen[:] = [s]
        return sg.settle(s, chance)

    def fault(s: sg.State, a: sg.Act) -> Refusal | None:
        if sum(card * card // 3 for hand in seen[0].hands for card in hand.cards) % 2:
            return Refusal("SG-01", "the hands are odd")
        return None

    return replace(SEALED, settle=settle, fault=fault)


# --- the Game of 49: what a mask lets through


def rich(state: Any, cash: int = 60) -> Any:
    """The same beginning, but the last seat has more money than anybody knows."""
    return state if isinstance(state, Refusal) else replace(state, cash=(*state.cash[:-1], cash))


def _mask_counting(s: State49, audience: Audience) -> State49:
    """Cash is hidden, and the cap of bids is what is there altogether."""
    if any(isinstance(cash, Hidden) for cash in s.cash):
        return s
    shown = mask_of_49(s, audience)
    total = sum(known(cash) for cash in s.cash)
    return replace(shown, options=replace(shown.options, max_bid=total))


def _mask_sorted(s: State49, audience: Audience) -> State49:
    """Cash is hidden where it is 50 or less."""
    cash = tuple(HIDDEN if isinstance(c, Hidden) or c <= 50 else c for c in s.cash)
    return replace(mask_of_49(s, audience), cash=cash)


RICH_49 = replace(GAME, start=lambda options, seats: rich(GAME.start(options, seats)))
DEALT = replace(SEALED, start=_start_dealt(12), mask=_hide_dealt)
DEALT_OTHERWISE = replace(DEALT, start=_start_dealt(11))


def dealt(**changes: Any) -> tuple[AnyGame, AnyGame]:
    """Two worlds whose last seats begin with different cards, hidden by a mask alone."""
    return replace(DEALT, **changes), replace(DEALT_OTHERWISE, **changes)


def masked_49(mask: Callable[[State49, Audience], State49]) -> tuple[AnyGame, AnyGame]:
    """Two worlds of the Game of 49 whose last seats have different money."""
    return replace(GAME, mask=mask), replace(RICH_49, mask=mask)


LEAKS: dict[str, tuple[AnyGame, AnyGame | None]] = {
    "a consequence tells of a secret": (saying(TwelveHeld, _settle_twelve), None),
    "a consequence counts what is sealed": (saying(BidsCounted, _settle_counted), None),
    "awaited looks at hands": (replace(SEALED, awaited=_awaited), None),
    "the outcome is told with hands": (replace(SEALED, outcome=_outcome), None),
    "a draw is refused for another's hand": (replace(SEALED, settle=_settle_doubled), None),
    "a mask leaves a sum": dealt(mask=_mask_badly),
    "check remembers hands": (_remembering(), _remembering()),
    "a pool remembers hands": (_remembering_pool(), _remembering_pool()),
    "a ruling remembers hands": (_remembering_fault(), _remembering_fault()),
    "a mask of 49 leaves a sum": masked_49(_mask_counting),
    "a mask of 49 hides by size": masked_49(_mask_sorted),
}
"""By what leaks: the game, and the second world's game where the secret lies in the beginning."""
