"""What each event changes (evolve). It is handed only what check allows and settle says."""

from typing import assert_never

from msgspec.structs import replace

from ledger import Bag, GameError, Seat, Secret
from ledger.games.common import at, clockwise, put
from ledger.games.monopoly_bid.cards import DRAW_TWO, NOPE, STEAL, WILD, Card
from ledger.games.monopoly_bid.events import (
    AcceptTrade,
    AuctionFailed,
    AuctionWon,
    Bid,
    BidPaid,
    BidsRevealed,
    BidTakenBack,
    CardDealt,
    CardDrawn,
    CardLaid,
    CardStolen,
    Decline,
    DeclineTrade,
    DrawTwo,
    EndActions,
    FirstHostDrawn,
    HandsKept,
    HandsShown,
    HandThrownIn,
    Happening,
    HostPassed,
    Lay,
    MatchWon,
    Moved,
    NoCardLeft,
    Nope,
    OfferTrade,
    PileRefilled,
    Play,
    PlayCancelled,
    PlayResolved,
    PlayWild,
    PropertyReturned,
    PropertyTurned,
    PropertyTurnedAgain,
    Raise,
    RaisesRevealed,
    Steal,
    TieDeclared,
    TradeExecuted,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.groups import Groups, laid, without
from ledger.games.monopoly_bid.state import (
    Actions,
    AnyPhase,
    Bidding,
    Comparing,
    Dealing,
    Drawing,
    Landing,
    Offer,
    Over,
    Raising,
    Settling,
    State,
    Stealing,
    Turning,
    Window,
    card_of,
)


def evolve(state: State, event: Happening) -> State:
    """What an event changes."""
    match event:
        case PlayWild() | DrawTwo() | Steal():
            return _played(state, event)
        case Nope() | Decline():
            return _answered(state, event)
        case PlayCancelled():
            return _cancelled(state, event)
        case PlayResolved():
            return _resolved(state, at(state.phase, Window).play)
        case Lay():
            chosen = replace(_landing(state), decided=True, group=event.group)
            return replace(state, landing=(chosen, *state.landing[1:]))
        case CardStolen():
            return _stolen(state, event)
        case CardLaid():
            return _laid(state, event)
        case OfferTrade() | WithdrawTrade() | DeclineTrade() | AcceptTrade() | TradeExecuted():
            return _traded(state, event)
        case FirstHostDrawn():
            return replace(state, phase=Dealing(), host=event.seat)
        case HandThrownIn():
            thrown = replace(state, discard=(*state.discard, *event.cards))
            return _taken(thrown, event.seat, *event.cards)
        case HandsKept():
            return replace(state, phase=_all_draw(state.first, state.seats), turn=1)
        case CardDealt():
            return replace(_given(state, event.seat, event.card), pile=state.pile - 1)
        case CardDrawn():
            return _drawn(state, event)
        case PileRefilled():
            return replace(state, pile=state.pile + event.cards, discard=())
        case NoCardLeft():
            return _done_drawing(state, at(state.phase, Drawing))
        case EndActions():
            return _to(state, Turning())
        case HandsShown():
            return replace(state, hands=tuple(Bag(hand) for hand in event.hands), shown=True)
        case HostPassed():
            return _next_turn(state, event.seat)
        case MatchWon():
            left = state.property_up, state.open_bids
            return _to(state, Over(event.winners, event.clause, *left))
        case _:
            return _auctioned(state, event)


Auctioning = (
    PropertyTurned
    | PropertyTurnedAgain
    | Bid
    | BidsRevealed
    | TieDeclared
    | Raise
    | RaisesRevealed
    | AuctionWon
    | AuctionFailed
    | BidPaid
    | BidTakenBack
    | PropertyReturned
)


def _auctioned(state: State, event: Auctioning) -> State:
    match event:
        case PropertyTurned():
            up = replace(state, properties=state.properties - 1)
            return _to(up, Bidding(event.colour, (None,) * state.seats))
        case PropertyTurnedAgain():
            up = replace(state, returned=state.returned[1:])
            return _to(up, Bidding(event.colour, (None,) * state.seats))
        case Bid():
            bidding = at(state.phase, Bidding)
            return _to(state, replace(bidding, bids=put(bidding.bids, event.seat, event.cards)))
        case BidsRevealed():
            hands = zip(state.hands, event.bids, strict=True)
            open_ = replace(state, hands=tuple(hand.take(*bid) for hand, bid in hands))
            colour, everybody = at(state.phase, Bidding).colour, tuple(range(state.seats))
            return _to(open_, Comparing(colour, event.bids, everybody, added=True))
        case TieDeclared():
            comparing = at(state.phase, Comparing)
            nothing = (None,) * state.seats
            return _to(state, Raising(comparing.colour, comparing.laid, event.seats, nothing))
        case Raise():
            raising = at(state.phase, Raising)
            return _to(state, replace(raising, raises=put(raising.raises, event.seat, event.cards)))
        case RaisesRevealed():
            return _raised(state, at(state.phase, Raising), event)
        case AuctionWon():
            won = replace(state, landing=(Landing(event.seat, event.colour, event.colour),))
            return _to(won, Settling(at(state.phase, Comparing).laid, payer=event.seat))
        case AuctionFailed():
            return _to(state, Settling(at(state.phase, Comparing).laid, colour=event.colour))
        case BidPaid():
            return _picked_up(replace(state, discard=(*state.discard, *event.cards)), event.seat)
        case BidTakenBack():
            return _picked_up(_given(state, event.seat, *event.cards), event.seat)
        case PropertyReturned():
            settling = replace(at(state.phase, Settling), colour=None)
            return replace(state, phase=settling, returned=(*state.returned, event.colour))
    assert_never(event)


# -- action cards


def _played(state: State, play: Play) -> State:
    """The card leaves the hand, for all to see, and waits for the answers of all others."""
    number = state.played + 1
    others = _others(state, play.seat)
    played = replace(state, played=number, phase=Window(play, (), others, number))
    return _taken(played, play.seat, card_of(play))


def _answered(state: State, answer: Nope | Decline) -> State:
    window = at(state.phase, Window)
    if isinstance(answer, Decline):
        waiting = tuple(seat for seat in window.waiting if seat != answer.seat)
        return _to(state, replace(window, waiting=waiting))
    number = state.played + 1
    anew = Window(
        window.play, (*window.nopes, answer.seat), _others(state, answer.seat), newest=number
    )
    return _taken(replace(state, played=number, phase=anew), answer.seat, NOPE)


def _others(state: State, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in range(state.seats) if other != seat)


def _cancelled(state: State, event: PlayCancelled) -> State:
    """Of a chain two Nopes go; if one alone is left, it goes with the action it stood on."""
    window = at(state.phase, Window)
    gone = replace(state, discard=(*state.discard, event.card, NOPE))
    if len(window.nopes) < 2:
        return _to(gone, Actions())
    return _to(gone, replace(window, nopes=window.nopes[:-2]))


def _resolved(state: State, play: Play) -> State:
    match play:
        case PlayWild():
            landing = Landing(play.seat, WILD, play.colour, decided=True, group=play.group)
            return replace(state, phase=Actions(), landing=(landing,))
        case DrawTwo():
            return _to(state, Drawing((play.seat, play.seat), two=True))
        case Steal():
            return replace(state, phase=Stealing(play), discard=(*state.discard, STEAL))


def _stolen(state: State, event: CardStolen) -> State:
    steal = at(state.phase, Stealing).steal
    if event.card == WILD:
        colour = steal.colour or ""
        landing = Landing(event.seat, WILD, colour, decided=True, group=steal.onto)
    else:
        landing = Landing(event.seat, event.card, event.card)
    groups = without(state.groups[event.victim], event.group, event.card)
    return replace(
        state,
        phase=Actions(),
        groups=put(state.groups, event.victim, groups),
        landing=(landing,),
    )


# -- drawing and laying


def _all_draw(host: Seat, seats: int) -> Drawing:
    return Drawing(tuple(clockwise(host, seats)))


def _drawn(state: State, event: CardDrawn) -> State:
    drawing = at(state.phase, Drawing)
    drawing = replace(drawing, left=drawing.left[1:])
    drawn = replace(
        _given(state, event.seat, event.card), pile=state.pile - 1, changed=True, phase=drawing
    )
    return drawn if drawing.left else _done_drawing(drawn, drawing)


def _done_drawing(state: State, drawing: Drawing) -> State:
    """MB-Q-36: a Draw 2 is discarded only now."""
    used = (DRAW_TWO,) if drawing.two else ()
    return replace(state, phase=Actions(), discard=(*state.discard, *used))


def _landing(state: State) -> Landing:
    if not state.landing:
        raise GameError("a card is laid that nobody has won, stolen, traded or played")
    return state.landing[0]


def _laid(state: State, event: CardLaid) -> State:
    _landing(state)
    groups = laid(state.groups[event.seat], event.group, event.colour, event.size, event.card)
    return replace(
        state,
        groups=put(state.groups, event.seat, groups),
        landing=state.landing[1:],
        begun=max(state.begun, event.group),
        changed=True,
    )


# -- the auction


def _raised(state: State, raising: Raising, event: RaisesRevealed) -> State:
    hands, open_ = state.hands, raising.laid
    for seat, more in zip(event.seats, event.raises, strict=True):
        hands = put(hands, seat, hands[seat].take(*more))
        open_ = put(open_, seat, (*open_[seat], *more))
    phase = Comparing(raising.colour, open_, event.seats, added=any(event.raises))
    return replace(state, hands=hands, phase=phase)


def _picked_up(state: State, seat: Seat) -> State:
    """The money before a seat lies there no more."""
    phase = state.phase
    if not isinstance(phase, Raising | Settling):
        raise GameError("money is moved where none lies open")
    return _to(state, replace(phase, laid=put(phase.laid, seat, ())))


def _next_turn(state: State, host: Seat) -> State:
    return replace(
        state,
        phase=_all_draw(host, state.seats),
        host=host,
        turn=state.turn + 1,
        still=0 if state.changed else state.still + 1,
        changed=False,
    )


# -- trades


Trading = OfferTrade | WithdrawTrade | DeclineTrade | AcceptTrade | TradeExecuted


def _traded(state: State, event: Trading) -> State:
    match event:
        case OfferTrade():
            number = state.offered + 1
            offer = Offer(number, event.seat, event.to, event.give, event.want)
            return replace(state, offered=number, offers=(*state.offers, offer))
        case WithdrawTrade() | DeclineTrade():
            return _without_offer(state, event.offer)
        case AcceptTrade():
            return replace(state, accepted=event.offer)
        case TradeExecuted():
            return _executed(_without_offer(state, event.offer), event)
    assert_never(event)


def _without_offer(state: State, number: int) -> State:
    return replace(state, offers=tuple(o for o in state.offers if o.number != number))


def _executed(state: State, event: TradeExecuted) -> State:
    """The properties leave their sets together, and land one by one."""
    groups = put(state.groups, event.seat, _leaving(state.groups[event.seat], event.given))
    groups = put(groups, event.to, _leaving(groups[event.to], event.taken))
    given = tuple(Landing(event.to, moved.colour, moved.colour) for moved in event.given)
    taken = tuple(Landing(event.seat, moved.colour, moved.colour) for moved in event.taken)
    return replace(state, groups=groups, landing=(*taken, *given), accepted=None)


def _leaving(groups: Groups, cards: tuple[Moved, ...]) -> Groups:
    for moved in cards:
        groups = without(groups, moved.group, moved.colour)
    return groups


# -- hands


def _given(state: State, seat: Seat, *cards: Secret[Card]) -> State:
    return replace(state, hands=put(state.hands, seat, state.hands[seat].add(*cards)))


def _taken(state: State, seat: Seat, *cards: Card) -> State:
    return replace(state, hands=put(state.hands, seat, state.hands[seat].take(*cards)))


def _to(state: State, phase: AnyPhase) -> State:
    return replace(state, phase=phase)
