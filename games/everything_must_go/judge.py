"""What a seat may do: check and legal, and whom the table waits for. Nothing is secret."""

from typing import assert_never

from ledger import Choice, OneOf, Range, Refusal, Seat
from ledger.games.everything_must_go.cards import Card
from ledger.games.everything_must_go.events import Act, Bid, Buy, Drop, Pass, StartAuction
from ledger.games.everything_must_go.state import Auction, Over, State, Turn


def check(view: State, action: Act) -> Refusal | None:
    """Why the action is not possible now; None if it is."""
    if not 0 <= action.seat < view.seats:
        return Refusal("EMG-CMP-01", "there is no such seat at this table")
    if isinstance(view.phase, Over):
        return Refusal(view.phase.clause, "the game is over")
    match action:
        case Buy() | StartAuction() | Pass():
            return _no_turn(view, action.seat) or _turn(view, action)
        case Bid() | Drop():
            return _no_word(view, action.seat) or _word(view, action)
    assert_never(action)


def _no_turn(view: State, seat: Seat) -> Refusal | None:
    """Why it is not the seat's turn."""
    if isinstance(view.phase, Auction):
        return Refusal("EMG-AUC-02", "an auction is on: bid or drop out")
    if not isinstance(view.phase, Turn):
        return Refusal("EMG-RND-01", "no turn has begun")
    if view.phase.seat != seat:
        return Refusal("EMG-SET-04", "it is another seat's turn")
    if view.incomplete and None in view.showing:
        return Refusal("EMG-TRN-04", "the missing card is to be replaced first")
    if view.incomplete:
        return Refusal("EMG-Q-02", "the top card of the deck is to be turned up first")
    return None


def _turn(view: State, action: Buy | StartAuction | Pass) -> Refusal | None:
    if isinstance(action, Pass):
        return _passing(view, action.seat)
    if action.card not in view.cards:
        return _not_beside(view, action.card)
    pennies = view.pennies[action.seat]
    if isinstance(action, Buy):
        asked = view.price(action.card)
        return _beyond("EMG-TRN-02", f"{action.card} costs {asked}", asked, pennies)
    lowest = view.lowest_start(action.card)
    if action.bid < lowest:
        return Refusal("EMG-AUC-01", f"the lowest starting bid for {action.card} is {lowest}")
    return _beyond("EMG-Q-20", "the bid is to be paid at once", action.bid, pennies)


def _passing(view: State, seat: Seat) -> Refusal | None:
    if not view.must_act or view.is_broke(seat):
        return None
    if view.options.passing == "only_if_broke":
        return Refusal("EMG-Q-04", "at this table a seat passes only if it can start no auction")
    return Refusal("EMG-Q-05", "nothing was acquired in the last round: buy or start an auction")


def _not_beside(view: State, card: Card) -> Refusal:
    if card == view.top:
        return Refusal("EMG-Q-02", "the top card of the deck is for sale once it is laid")
    return Refusal("EMG-TRN-01", "no such card lies beside the deck")


def _beyond(clause: str, why: str, asked: int, pennies: int) -> Refusal | None:
    if asked <= pennies:
        return None
    return Refusal(clause, f"{why}, and the seat has {pennies}")


def _no_word(view: State, seat: Seat) -> Refusal | None:
    """Why the seat is not asked in an auction."""
    auction = view.phase
    if not isinstance(auction, Auction):
        return Refusal("EMG-AUC-01", "no auction is on")
    if auction.turn == seat:
        return None
    if seat in auction.out:
        return Refusal("EMG-Q-22", "a seat that has dropped out stays out")
    if seat == auction.bidder:
        return Refusal("EMG-Q-22", "the bid is the seat's own")
    return Refusal("EMG-Q-22", "another seat is asked first")


def _word(view: State, action: Bid | Drop) -> Refusal | None:
    auction = view.phase
    if isinstance(action, Drop) or not isinstance(auction, Auction):
        return None
    if action.amount <= auction.bid:
        return Refusal("EMG-Q-22", f"the bid stands at {auction.bid}; a raise must be higher")
    pennies = view.pennies[action.seat]
    return _beyond("EMG-Q-21", "the bid is to be paid at once", action.amount, pennies)


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """The seat's choices: what it can buy, which auctions it can start, pass; or bid, drop."""
    if awaited(view) != (seat,):
        return ()
    pennies = view.pennies[seat]
    if isinstance(view.phase, Auction):
        lowest = view.phase.bid + 1
        bids = (Choice(Bid, seat, {"amount": Range(lowest, pennies)}),)
        return (*(bids if lowest <= pennies else ()), Choice(Drop, seat))
    within = tuple(card for card in view.cards if view.price(card) <= pennies)
    buys = (Choice(Buy, seat, {"card": OneOf(within)}),) if within else ()
    starts = (
        Choice(
            StartAuction,
            seat,
            {"card": OneOf((card,)), "bid": Range(view.lowest_start(card), pennies)},
        )
        for card in view.cards
        if view.lowest_start(card) <= pennies
    )
    passes = (Choice(Pass, seat),) if _passing(view, seat) is None else ()
    return (*buys, *starts, *passes)


def default(view: State, seat: Seat) -> Act | None:
    """For an absent seat: it passes or drops; if it may not, the cheapest auction at its lowest."""
    if awaited(view) != (seat,):
        return None
    if isinstance(view.phase, Auction):
        return Drop(seat)
    if _passing(view, seat) is None:
        return Pass(seat)
    cheapest = min(view.cards, key=view.lowest_start)
    return StartAuction(seat, cheapest, view.lowest_start(cheapest))


def awaited(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for: the seat whose turn it is, or the one asked in an auction."""
    match state.phase:
        case Turn(seat=seat) if not state.incomplete:
            return (seat,)
        case Auction(turn=int() as seat):
            return (seat,)
        case _:
            return ()
