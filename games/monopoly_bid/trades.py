"""Trades: who may offer what to whom, and when an offer can still be kept."""

from collections import Counter
from collections.abc import Iterator

from ledger import Choice, OneOf, Refusal, Seat, SubsetOf, known
from ledger.games.monopoly_bid.events import (
    AcceptTrade,
    DeclineTrade,
    OfferTrade,
    TradeAct,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.groups import Groups, tradeable
from ledger.games.monopoly_bid.state import Actions, Bidding, Offer, Raising, State


def check_trade(view: State, action: TradeAct) -> Refusal | None:
    """Why the seat cannot trade so now. It looks at offers the seat knows only."""
    if view.options.trades == "off":
        return Refusal("MB-Q-37", "this table plays without trades")
    if not is_open(view):
        return Refusal("MB-Q-38", "nothing is traded while a card is answered or dealt")
    if isinstance(action, OfferTrade):
        return _no_offer(view, action)
    offer = view.offer(action.offer)
    if offer is None:
        return Refusal("MB-Q-44", f"no offer with the number {action.offer} stands")
    if isinstance(action, WithdrawTrade):
        if offer.seat != action.seat:
            return Refusal("MB-Q-44", "only who has made an offer withdraws it")
        return None
    if offer.to != action.seat:
        return Refusal("MB-Q-44", "the offer was made to another seat")
    if isinstance(action, DeclineTrade) or _can_be_kept(view, offer):
        return None
    return Refusal("MB-Q-45", "what was offered or asked for is not all there any more")


def is_open(state: State) -> bool:
    """MB-Q-38: whether seats may trade now."""
    at_rest = isinstance(state.phase, Actions | Bidding | Raising) and not state.landing
    return at_rest and state.options.trades == "properties"


def _no_offer(view: State, offer: OfferTrade) -> Refusal | None:
    if offer.to == offer.seat or not 0 <= offer.to < view.seats:
        return Refusal("MB-Q-44", "a trade is offered to another seat of the table")
    if _stands(view, offer.seat, offer.to):
        return Refusal("MB-Q-44", "an offer of yours to that seat stands: withdraw it first")
    give, want = known(offer.give), known(offer.want)
    if not give or not want:
        return Refusal("MB-Q-37", "each side gives at least one property")
    return _no_property(view, offer.seat, give) or _no_property(view, offer.to, want)


def _no_property(view: State, seat: Seat, cards: tuple[int, ...]) -> Refusal | None:
    """Why these are no properties that the seat could trade away."""
    groups = {group.number: group for group in view.groups[seat]}
    for number, count in Counter(cards).items():
        group = groups.get(number)
        if group is None:
            return Refusal("MB-Q-37", f"set {number} does not lie before the seat that gives it")
        if count > group.real:
            most = f"only {group.real} can be traded, not {count}"
            most = most if group.real else "no property can be traded"
            return Refusal("MB-Q-37", f"of set {number} {most}; a Wild stays")
        if group.complete and not view.options.trade_complete:
            return Refusal("MB-Q-37", "at this table complete sets are not traded from")
    return None


def _stands(view: State, seat: Seat, to: Seat) -> bool:
    return any(offer.seat == seat and offer.to == to for offer in view.offers)


def _can_be_kept(view: State, offer: Offer) -> bool:
    given = _no_property(view, offer.seat, known(offer.give))
    return given is None and _no_property(view, offer.to, known(offer.want)) is None


def legal_trades(view: State, seat: Seat) -> Iterator[Choice]:
    """Everything the seat may do about trades."""
    if not is_open(view):
        return
    mine = _tradeable(view, view.groups[seat])
    for to, groups in enumerate(view.groups):
        theirs = _tradeable(view, groups)
        if to != seat and mine and theirs and not _stands(view, seat, to):
            give, want = SubsetOf(mine, 1, len(mine)), SubsetOf(theirs, 1, len(theirs))
            yield Choice(OfferTrade, seat, {"to": OneOf((to,)), "give": give, "want": want})
    own = tuple(offer.number for offer in view.offers if offer.seat == seat)
    asked = [offer for offer in view.offers if offer.to == seat]
    kept = tuple(offer.number for offer in asked if _can_be_kept(view, offer))
    if own:
        yield Choice(WithdrawTrade, seat, {"offer": OneOf(own)})
    if asked:
        yield Choice(DeclineTrade, seat, {"offer": OneOf(tuple(o.number for o in asked))})
    if kept:
        yield Choice(AcceptTrade, seat, {"offer": OneOf(kept)})


def _tradeable(view: State, groups: Groups) -> tuple[int, ...]:
    return tradeable(groups, view.options.trade_complete)
