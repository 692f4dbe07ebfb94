"""What follows in an auction: bids laid open, ties, who has won, and where the money goes."""

from ledger import Seat, known
from ledger.games.common import best
from ledger.games.monopoly_bid.cards import Card, total
from ledger.games.monopoly_bid.events import (
    AuctionFailed,
    AuctionWon,
    BidPaid,
    BidsRevealed,
    BidTakenBack,
    Happening,
    PropertyReturned,
    RaisesRevealed,
    TieDeclared,
)
from ledger.games.monopoly_bid.state import Bidding, Comparing, Raising, Settling

Laid = tuple[tuple[Card, ...], ...]
"""What lies open before each seat."""


def settle_bids(phase: Bidding | Comparing | Raising) -> Happening | None:
    """What follows until it is decided who has the property; None where seats are to choose."""
    match phase:
        case Bidding():
            return _reveal(phase)
        case Comparing():
            return _compare(phase)
        case Raising():
            return _take_back(phase.laid, phase.tied) or _reveal_raises(phase)


def settle_money(phase: Settling) -> Happening | None:
    """What follows once that is decided, until no money and no property is left lying."""
    if phase.payer is not None and phase.laid[phase.payer]:
        return BidPaid(phase.payer, phase.laid[phase.payer])
    back = _take_back(phase.laid, ())
    return back or (PropertyReturned(phase.colour) if phase.colour else None)


def _reveal(phase: Bidding) -> BidsRevealed | None:
    bids = [bid for bid in phase.bids if bid is not None]
    if len(bids) < len(phase.bids):
        return None
    return BidsRevealed(tuple(known(bid) for bid in bids))


def _reveal_raises(phase: Raising) -> RaisesRevealed | None:
    raises = [more for seat in phase.tied if (more := phase.raises[seat]) is not None]
    if len(raises) < len(phase.tied):
        return None
    return RaisesRevealed(phase.tied, tuple(known(more) for more in raises))


def _compare(phase: Comparing) -> AuctionWon | AuctionFailed | TieDeclared:
    sums = {seat: total(phase.laid[seat]) for seat in phase.rivals}
    ahead = best(sums)
    highest = sums[ahead[0]]
    if not highest:
        return AuctionFailed(phase.colour, "no_bids")
    if len(ahead) == 1:
        return AuctionWon(ahead[0], phase.colour, highest)
    return TieDeclared(ahead, highest) if phase.added else AuctionFailed(phase.colour, "tie")


def _take_back(laid: Laid, staying: tuple[Seat, ...]) -> BidTakenBack | None:
    """The next seat that is out and has money lying."""
    for seat, cards in enumerate(laid):
        if cards and seat not in staying:
            return BidTakenBack(seat, cards)
    return None
