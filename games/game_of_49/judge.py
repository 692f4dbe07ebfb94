"""What a seat may do: check and legal, on the seat's own view, and whom the table waits for."""

from typing import assert_never

from ledger import Choice, OneOf, Range, Refusal, Seat, known
from ledger.games.game_of_49.board import CENTRE
from ledger.games.game_of_49.cards import RANGES, WILD_49, reach
from ledger.games.game_of_49.events import Act, Bid, Check, Pass, Place
from ledger.games.game_of_49.state import Auction, Over, Placing, State


def check(view: State, action: Act) -> Refusal | None:
    """Why the action is not possible now; None if it is. Of cash it looks at the actor's only."""
    if not 0 <= action.seat < view.seats:
        return Refusal("49-CMP-09", "there is no such seat at this table")
    if isinstance(view.phase, Over):
        return Refusal(view.phase.clause, "the game is over")
    if isinstance(action, Place):
        return _placing(view, action)
    if not isinstance(view.phase, Auction):
        return _no_auction(view)
    auction = view.phase
    if auction.turn != action.seat:
        return _not_the_turn(auction, action.seat)
    match action:
        case Bid():
            return _bidding(view, auction, action)
        case Check():
            return _checking(view, auction)
        case Pass():
            return None
    assert_never(action)


def _no_auction(view: State) -> Refusal:
    if isinstance(view.phase, Placing):
        return Refusal("49-AUC-06", "the auction is over and the winner is to place a chip")
    return Refusal("49-TRN-01", "no card is up for auction")


def _not_the_turn(auction: Auction, seat: Seat) -> Refusal:
    match auction.standing[seat]:
        case "passed":
            return Refusal("49-AUC-03", "a seat that passed before the opening bid is out")
        case "dropped":
            return Refusal("49-AUC-02", "a seat that passed is out for this card")
        case "checked" if not auction.bid:
            return Refusal("49-Q-18", "a checker speaks again only after somebody has opened")
        case "waiting" | "checked" | "bidding":
            clause = "49-AUC-01" if auction.bid else "49-TRN-03"
            return Refusal(clause, "it is another seat's turn")


def _bidding(view: State, auction: Auction, bid: Bid) -> Refusal | None:
    """Hard refusals first: only what is left may be irregular."""
    if not auction.bid and bid.amount < auction.minimum:
        clause = "49-MIN-03" if view.seats == 2 else "49-MIN-01"
        return Refusal(clause, f"the lowest opening bid for this card is ${auction.minimum}")
    if bid.amount <= auction.bid:
        return Refusal("49-AUC-05", f"the bid stands at ${auction.bid}; a raise must be higher")
    if bid.amount > view.options.max_bid:
        return Refusal("49-Q-05", f"no bid may be higher than ${view.options.max_bid}")
    beyond = fault(view, bid)
    if beyond is not None and bid.seat in view.defaulted:
        return Refusal("49-Q-12", "after a default on this card, bid only what you have")
    return beyond


def fault(view: State, action: Act) -> Refusal | None:
    """49-PEN-01: a bid beyond the bidder's cash, for whoever may see that cash; else nothing.

    Raises:
        NeedsDisclosure: the cash is hidden.
    """
    if isinstance(action, Bid) and action.amount > known(view.cash[action.seat]):
        return Refusal("49-PEN-01", "more money than the seat has", irregular=True)
    return None


def _checking(view: State, auction: Auction) -> Refusal | None:
    if not view.options.check_rule:
        return Refusal("49-Q-30", "this table plays without the check rule")
    if auction.bid:
        return Refusal("49-CHK-05", "after an opening bid, raise or pass")
    return None


def _placing(view: State, place: Place) -> Refusal | None:
    phase = view.phase
    if not isinstance(phase, Placing):
        return Refusal("49-AUC-06", "only the winner of an auction places a chip")
    if place.seat != phase.seat:
        return Refusal("49-AUC-06", "another seat has won the card")
    if place.space in to_choose(view, phase):
        return None
    if phase.card == WILD_49:
        return Refusal("49-WLD-09", "the extra chip goes to a vacant space of the board")
    if place.space == CENTRE:
        return Refusal("49-WLD-06", "only a Wild 49 gives space 49")
    if place.space in reach(phase.card):
        return Refusal("49-WLD-04", "that space is covered, and only 49 can change hands")
    return Refusal("49-WLD-03", f"the chip goes to a space from {phase.card}")


def to_choose(state: State, phase: Placing) -> tuple[int, ...]:
    """The spaces among which the winner chooses; none where the card alone says where."""
    if phase.card in RANGES:
        return state.vacant(reach(phase.card))
    if phase.card == WILD_49 and state.holds_centre(phase.seat):
        return state.vacant()
    return ()


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """The seat's regular choices: bids it can pay, then check, then pass; or where to place."""
    match view.phase:
        case Auction() as auction if auction.turn == seat:
            lowest = auction.bid + 1 if auction.bid else auction.minimum
            highest = min(known(view.cash[seat]), view.options.max_bid)
            bids = (Choice(Bid, seat, {"amount": Range(lowest, highest)}),)
            checks = (Choice(Check, seat),)
            return (
                *(bids if lowest <= highest else ()),
                *(checks if _checking(view, auction) is None else ()),
                Choice(Pass, seat),
            )
        case Placing() as placing if awaited(view) == (seat,):
            return (Choice(Place, seat, {"space": OneOf(to_choose(view, placing))}),)
        case _:
            return ()


def default(view: State, seat: Seat) -> Act | None:
    """For an absent seat: it passes, or its chip goes to the lowest space it can choose."""
    if awaited(view) != (seat,):
        return None
    if isinstance(view.phase, Placing):
        return Place(seat, to_choose(view, view.phase)[0])
    return Pass(seat)


def awaited(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for: the seat to speak, or the winner who is to place a chip."""
    match state.phase:
        case Auction(turn=int() as seat):
            return (seat,)
        case Placing() as placing if placing.space is None and to_choose(state, placing):
            return (placing.seat,)
        case _:
            return ()
