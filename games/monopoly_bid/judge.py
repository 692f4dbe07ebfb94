"""What a seat may do: check and legal, on the seat's own view, and whom the table waits for."""

from ledger import Choice, OneOf, Refusal, Seat, SubsetOf, known
from ledger.games.monopoly_bid.cards import Card, coloured, is_money
from ledger.games.monopoly_bid.events import (
    AcceptTrade,
    Act,
    Bid,
    Decline,
    DeclineTrade,
    DrawTwo,
    EndActions,
    Lay,
    Nope,
    OfferTrade,
    PlayWild,
    Raise,
    Steal,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.groups import Place, places
from ledger.games.monopoly_bid.plays import (
    check_answer,
    check_end,
    check_play,
    legal_answers,
    legal_plays,
)
from ledger.games.monopoly_bid.state import Actions, Bidding, Landing, Over, Raising, State, Window
from ledger.games.monopoly_bid.trades import check_trade, legal_trades

TRADES = (OfferTrade, WithdrawTrade, DeclineTrade, AcceptTrade)


def check(view: State, action: Act) -> Refusal | None:
    """Why the action is not possible now; None if it is. Of hands it looks at the actor's only."""
    if not 0 <= action.seat < view.seats:
        return Refusal("MB-Q-04", "there is no such seat at this table")
    if isinstance(view.phase, Over):
        return Refusal(view.phase.clause, "the game is over")
    if isinstance(action, Lay):
        return _laying(view, action)
    if view.landing:
        return Refusal("MB-Q-47", "first it is to be said where a property goes")
    match action:
        case Bid():
            return _bidding(view, action)
        case Raise():
            return _raising(view, action)
        case Nope() | Decline():
            return check_answer(view, action)
        case PlayWild() | DrawTwo() | Steal():
            return check_play(view, action)
        case EndActions():
            return check_end(view, action)
        case OfferTrade() | WithdrawTrade() | DeclineTrade() | AcceptTrade():
            return check_trade(view, action)


def _laying(view: State, lay: Lay) -> Refusal | None:
    if not view.landing or view.landing[0].seat != lay.seat:
        return Refusal("MB-Q-24", "you have no property to lay")
    landing = view.landing[0]
    if lay.group in to_choose(view, landing):
        return None
    own = f"an own {coloured(landing.colour)} set that lacks a card"
    return Refusal("MB-Q-24", f"it goes to {own}, or begins one")


def to_choose(state: State, landing: Landing) -> tuple[Place, ...]:
    """MB-Q-24: where a card may land; if it is decided, that one place."""
    if landing.decided:
        return (landing.group,)
    return places(state.groups[landing.seat], landing.colour)


def _bidding(view: State, bid: Bid) -> Refusal | None:
    if isinstance(view.phase, Raising):
        return Refusal("MB-AUC-05", "the bids lie open; only those who are level add to theirs")
    if not isinstance(view.phase, Bidding):
        return Refusal("MB-TRN-04", "no property is up for auction")
    if view.phase.bids[bid.seat] is not None:
        return Refusal("MB-Q-31", "you have bid; that is not changed")
    return _no_money(view, bid.seat, known(bid.cards))


def _raising(view: State, more: Raise) -> Refusal | None:
    if not isinstance(view.phase, Raising):
        return Refusal("MB-AUC-05", "there is no tie to break")
    if more.seat not in view.phase.tied:
        return Refusal("MB-Q-30", "only the seats that share the lead may add money")
    if view.phase.raises[more.seat] is not None:
        return Refusal("MB-Q-31", "you have said what you add; that is not changed")
    return _no_money(view, more.seat, known(more.cards))


def _no_money(view: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    if not view.hands[seat].holds(*cards):
        return Refusal("MB-AUC-01", "you do not hold all of these cards")
    if not all(map(is_money, cards)):
        return Refusal("MB-Q-28", "only money can be bid")
    return None


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """The seat's choices: what the table waits for first, then trades."""
    if isinstance(view.phase, Over):
        return ()
    asked = _asked(view, seat) if seat in awaited(view) else ()
    return (*asked, *legal_trades(view, seat))


def _asked(view: State, seat: Seat) -> tuple[Choice, ...]:
    """What a seat may do that the table waits for."""
    if view.landing:
        return (Choice(Lay, seat, {"group": OneOf(to_choose(view, view.landing[0]))}),)
    match view.phase:
        case Window() as window:
            return legal_answers(view, window, seat)
        case Bidding():
            return (Choice(Bid, seat, {"cards": _money(view, seat)}),)
        case Raising():
            return (Choice(Raise, seat, {"cards": _money(view, seat)}),)
        case _:
            return legal_plays(view, seat)


def default(view: State, seat: Seat) -> Act | None:
    """For an absent seat, whatever its hand holds: no card, no Nope, no bid, the usual place."""
    if seat not in awaited(view):
        return None
    if view.landing:
        return Lay(seat, to_choose(view, view.landing[0])[0])
    match view.phase:
        case Window() as window:
            return _declines(legal_answers(view, window, seat))[0]
        case Bidding():
            return Bid(seat, ())
        case Raising():
            return Raise(seat, ())
        case _:
            return EndActions(seat)


def _declines(choices: tuple[Choice, ...]) -> list[Decline]:
    """The Declines among what a seat may answer."""
    acts = (choice.sample(lambda _: 0) for choice in choices)
    return [act for act in acts if isinstance(act, Decline)]


def weigh(_view: State, choice: Choice) -> int:
    """For bots: a trade now and then, else what the table waits for."""
    return 1 if issubclass(choice.action, TRADES) else 12


def _money(view: State, seat: Seat) -> SubsetOf:
    money = tuple(card for card in view.hands[seat].all() if is_money(card))
    return SubsetOf(money, 0, len(money))


def awaited(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for; nobody has to trade."""
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if state.landing:
        landing = state.landing[0]
        return (landing.seat,) if len(to_choose(state, landing)) > 1 else ()
    match phase:
        case Actions():
            return (state.first,)
        case Window():
            return phase.waiting
        case Bidding():
            return tuple(seat for seat, bid in enumerate(phase.bids) if bid is None)
        case Raising():
            return tuple(seat for seat in phase.tied if phase.raises[seat] is None)
        case _:
            return ()
