"""What follows by itself (settle), and how it ends."""

from typing import assert_never

from ledger import Chance, GameError, Outcome, Seat, known
from ledger.games.common import best, clockwise, listed
from ledger.games.monopoly_bid.auction import settle_bids, settle_money
from ledger.games.monopoly_bid.cards import DEALT, NOPE, coloured, is_money
from ledger.games.monopoly_bid.events import (
    CardDealt,
    CardDrawn,
    CardLaid,
    CardStolen,
    FirstHostDrawn,
    HandsKept,
    HandsShown,
    HandThrownIn,
    Happening,
    HostPassed,
    MatchWon,
    Moved,
    NoCardLeft,
    PileRefilled,
    PlayCancelled,
    PlayResolved,
    PropertyTurned,
    PropertyTurnedAgain,
    TradeExecuted,
)
from ledger.games.monopoly_bid.groups import complete_sets, find
from ledger.games.monopoly_bid.judge import to_choose
from ledger.games.monopoly_bid.state import (
    Actions,
    Bidding,
    Comparing,
    Dealing,
    Drawing,
    Landing,
    Offer,
    Over,
    Raising,
    Seating,
    Settling,
    State,
    Stealing,
    Turning,
    Window,
    card_of,
)


def settle(state: State, chance: Chance) -> Happening | None:
    """What the table does next by itself; None where it waits for a seat, and at the end.

    Money first, then cards that are to land, and only then is it looked whether anybody has won.
    """
    phase = state.phase
    if isinstance(phase, Over):
        return None
    if state.accepted is not None:
        return _trade(state, state.offer(state.accepted))
    if isinstance(phase, Settling) and (event := settle_money(phase)):
        return event
    if state.landing:
        return _land(state, state.landing[0])
    if end := ending(state):
        if state.options.reveal_at_end and not state.shown:
            return HandsShown(tuple(hand.all() for hand in state.hands))
        return MatchWon(*end)
    match phase:
        case Seating():
            return chance.draw(FirstHostDrawn, range(state.seats))
        case Dealing():
            return _deal(state, chance)
        case Drawing():
            return _draw(state, phase, chance)
        case Actions():
            return None
        case Window():
            return _close(phase)
        case Stealing():
            steal = phase.steal
            return CardStolen(steal.seat, steal.victim, steal.group, steal.card)
        case Turning():
            return _turn_up(state, chance)
        case Bidding() | Comparing() | Raising():
            return settle_bids(phase)
        case Settling():
            return HostPassed((state.first + 1) % state.seats)
    assert_never(phase)


def _deal(state: State, chance: Chance) -> Happening:
    order = tuple(clockwise(state.first, state.seats))
    for seat in order:
        if len(state.hands[seat]) < DEALT:
            if not state.pile:
                return PileRefilled(len(state.discard))
            return chance.draw(CardDealt, state.cards_left, seat=seat)
    for seat in order:
        hand = state.hands[seat].all()
        if not any(map(is_money, hand)):
            return HandThrownIn(seat, hand)
    return HandsKept()


def _draw(state: State, phase: Drawing, chance: Chance) -> Happening:
    if state.pile:
        return chance.draw(CardDrawn, state.cards_left, seat=phase.left[0])
    return PileRefilled(len(state.discard)) if state.discard else NoCardLeft()


def _close(window: Window) -> Happening | None:
    """MB-Q-11: when all have answered, each Nope cancels the card below, the newest first."""
    if window.waiting:
        return None
    if not window.nopes:
        return PlayResolved(window.play.seat, card_of(window.play))
    *below, by = window.nopes
    if below:
        return PlayCancelled(below[-1], NOPE, by)
    return PlayCancelled(window.play.seat, card_of(window.play), by)


def _turn_up(state: State, chance: Chance) -> Happening:
    if state.properties:
        return chance.draw(PropertyTurned, state.properties_left, seat=state.host)
    if state.returned:
        return PropertyTurnedAgain(state.first, state.returned[0])
    return HostPassed((state.first + 1) % state.seats)


def _land(state: State, landing: Landing) -> CardLaid | None:
    place, *others = to_choose(state, landing)
    if others:
        return None
    group = None if place is None else find(state.groups[landing.seat], place)
    return CardLaid(
        landing.seat,
        landing.card,
        landing.colour,
        group=group.number if group else state.begun + 1,
        cards=len(group.cards) + 1 if group else 1,
        size=state.options.property_deck[landing.colour],
    )


def _trade(state: State, offer: Offer | None) -> TradeExecuted:
    if offer is None:
        raise GameError("a trade is to be carried out that is not offered")
    return TradeExecuted(
        offer.number,
        offer.seat,
        offer.to,
        given=_moved(state, offer.seat, known(offer.give)),
        taken=_moved(state, offer.to, known(offer.want)),
    )


def _moved(state: State, seat: Seat, cards: tuple[int, ...]) -> tuple[Moved, ...]:
    colours = {group.number: group.colour for group in state.groups[seat]}
    return tuple(Moved(number, colours[number]) for number in cards)


# -- the end


def ending(state: State) -> tuple[tuple[Seat, ...], str] | None:
    """Who has won and by which clause, once that is so; from public facts only."""
    leaders = state.leaders
    if len(leaders) > 1 and state.options.simultaneous_win == "host_first":
        return (next(s for s in clockwise(state.first, state.seats) if s in leaders),), "MB-Q-39"
    if leaders:
        return leaders, "MB-END-01" if len(leaders) == 1 else "MB-Q-39"
    if isinstance(state.phase, Turning) and not state.properties and not state.returned:
        if state.options.property_pile_empty == "most_sets_wins":
            return _most(state), "MB-Q-34"
        return _worn_out(state)
    return _worn_out(state) if isinstance(state.phase, Settling) else None


def _worn_out(state: State) -> tuple[tuple[Seat, ...], str] | None:
    """MB-Q-35: whether the turn that is over was the last."""
    if still(state) >= state.options.stall_rounds * state.seats:
        return _most(state), "MB-Q-35"
    return (_most(state), "MB-Q-35") if state.turn >= state.options.max_turns else None


def still(state: State) -> int:
    """In how many turns in a row nothing has changed, the one that ends now included."""
    return 0 if state.changed else state.still + 1


def _most(state: State) -> tuple[Seat, ...]:
    """MB-Q-35: most complete sets, then most cards in front."""
    sets = best({seat: complete_sets(state.groups[seat]) for seat in range(state.seats)})
    return best({seat: in_front(state, seat) for seat in sets})


def in_front(state: State, seat: Seat) -> int:
    """How many cards lie before the seat."""
    return sum(len(group.cards) for group in state.groups[seat])


def outcome(state: State) -> Outcome | None:
    """Who has won, and why; None while the match runs."""
    if not isinstance(state.phase, Over):
        return None
    winners, clause = state.phase.winners, state.phase.clause
    return Outcome(winners, clause, _why(state, clause, winners[0]))


def _why(state: State, clause: str, winner: Seat) -> str:
    mine = [coloured(group.colour) for group in state.groups[winner] if group.complete]
    if clause == "MB-END-01":
        return f"Three sets are complete: {listed(mine)}."
    if clause == "MB-Q-39":
        return "One trade has given two seats their third set."
    why = "No property is left" if clause == "MB-Q-34" else "Nothing moves any more"
    if clause == "MB-Q-35" and still(state) < state.options.stall_rounds * state.seats:
        why = "The last turn is over"
    sets, front = len(mine), in_front(state, winner)
    return f"{why}: most complete sets ({sets}), then most cards in front ({front})."
