"""What is written down in a match of Monopoly Bid: what seats do, and what follows from it."""

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from ledger import Action, Consequence, For, Hidden, Opening, Own, Seat
from ledger.games.monopoly_bid.cards import Card, Colour

# -- what seats do


class PlayWild(Action, frozen=True):
    """MB-WLD-01: the host plays a Wild as a property of a colour."""

    colour: Colour
    group: int | None = None  # the number of the own set it goes into; None: it begins one


class DrawTwo(Action, frozen=True):
    """MB-DRW-01: the host plays a Draw 2."""


class Steal(Action, frozen=True):
    """MB-STL-01, MB-Q-16: the host plays a Steal, and says on what."""

    victim: Seat
    group: int  # the number of a set of the victim's
    card: Card  # the set's colour, or wild
    colour: Colour | None = None  # for which a stolen Wild then stands
    onto: int | None = None  # the own set a stolen Wild goes into; None: it begins one


class Nope(Action, frozen=True):
    """MB-NOP-01: a Nope against the newest action card."""

    against: int  # that card's number: action cards are counted as they are played


class Decline(Action, frozen=True):
    """MB-Q-10: no Nope against the newest action card, whether the seat has one or not."""

    against: int


class EndActions(Action, frozen=True):
    """MB-TRN-03: the host plays no more action cards."""


class Bid(Action, frozen=True):
    """MB-AUC-01: money cards chosen in secret; none is no bid."""

    cards: Own[tuple[Card, ...]]  # in any order; one seal, for their number is secret too


class Raise(Action, frozen=True):
    """MB-AUC-05: money cards that a tied seat adds, in secret; it may add none."""

    cards: Own[tuple[Card, ...]]  # as in a bid


class Lay(Action, frozen=True):
    """MB-Q-24: into which own set a property goes, where there is a choice."""

    group: int | None  # the set's number; None: it begins one


Properties: TypeAlias = Annotated[
    tuple[int, ...] | Hidden, For("seat", "to"), Meta(title="card of set")
]


class OfferTrade(Action, frozen=True):
    """MB-DEAL-01, MB-Q-37: properties for properties; one offer at a time from seat to seat.

    A property is named by the number of the set it lies in, as often as properties of that set
    are meant.
    """

    to: Seat
    give: Properties
    want: Properties


class WithdrawTrade(Action, frozen=True):
    """MB-DEAL-01: an offer does not stand any more."""

    offer: int  # its number: offers are counted as they are made


class DeclineTrade(Action, frozen=True):
    """MB-DEAL-01: the seat that was asked does not want it."""

    offer: int


class AcceptTrade(Action, frozen=True):
    """MB-DEAL-01: the seat that was asked agrees."""

    offer: int


# -- set-up


class FirstHostDrawn(Consequence, frozen=True):
    """MB-Q-05: who hosts the first auction."""

    drawn: ClassVar[str] = "seat"
    seat: Seat


class CardDealt(Consequence, frozen=True):
    """MB-SET-02: one of the five cards a seat begins with."""

    drawn: ClassVar[str] = "card"
    seat: Seat
    card: Own[Card]


class HandThrownIn(Consequence, frozen=True):
    """MB-SET-03, MB-Q-06: a hand without money goes open to the discard pile."""

    reveals: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Card, ...]  # sorted


class HandsKept(Consequence, frozen=True):
    """MB-SET-03: every hand has money; the first host's turn begins."""

    reveals: ClassVar[bool] = True  # that much, of every hand


# -- piles


class CardDrawn(Consequence, frozen=True):
    """MB-TRN-02, MB-DRW-01: a seat takes the top card of the draw pile."""

    drawn: ClassVar[str] = "card"
    seat: Seat
    card: Own[Card]


class PileRefilled(Consequence, frozen=True):
    """MB-PIL-01: the discard pile, shuffled, is the new draw pile."""

    cards: int


class NoCardLeft(Consequence, frozen=True):
    """MB-Q-07, MB-Q-36: both piles are empty, so nobody draws any more."""


# -- action cards


class PlayCancelled(Consequence, frozen=True):
    """MB-NOP-02: an action card and the Nope against it go to the discard pile."""

    seat: Seat  # who played it
    card: Card
    by: Seat  # whose Nope it was


class PlayResolved(Consequence, frozen=True):
    """MB-Q-10: nobody has stopped the action card; now it takes effect."""

    seat: Seat
    card: Card


class CardStolen(Consequence, frozen=True):
    """MB-STL-01: the host has a card of another seat."""

    seat: Seat
    victim: Seat
    group: int
    card: Card


class CardLaid(Consequence, frozen=True):
    """MB-AUC-03, MB-WLD-01, MB-Q-24: a property or a Wild lies in a set from now on."""

    seat: Seat
    card: Card
    colour: Colour  # of the set
    group: int  # the set's number; sets are counted as they are begun, over the whole table
    cards: int  # how many the set has now
    size: int  # how many it needs


# -- the auction


class PropertyTurned(Consequence, frozen=True):
    """MB-TRN-04: the host turns the top property up."""

    drawn: ClassVar[str] = "colour"
    seat: Seat
    colour: Colour


class PropertyTurnedAgain(Consequence, frozen=True):
    """MB-Q-33: the same, where the pile holds only what went under it: no chance is left."""

    seat: Seat
    colour: Colour


class BidsRevealed(Consequence, frozen=True):
    """MB-AUC-02: all bids are laid open at once."""

    bids: tuple[tuple[Card, ...], ...]  # by seat

    def opens(self) -> tuple[Opening, ...]:
        """Every seat's bid."""
        return tuple(
            Opening(Bid, "cards", cards, where={"seat": seat})
            for seat, cards in enumerate(self.bids)
        )


class TieDeclared(Consequence, frozen=True):
    """MB-AUC-05: several seats share the highest bid and may add to it."""

    seats: tuple[Seat, ...]  # in seat order
    total: int


class RaisesRevealed(Consequence, frozen=True):
    """MB-Q-29: what the tied seats have added is laid open at once."""

    seats: tuple[Seat, ...]
    raises: tuple[tuple[Card, ...], ...]  # in the order of the seats

    def opens(self) -> tuple[Opening, ...]:
        """The latest raise of each of them."""
        return tuple(
            Opening(Raise, "cards", cards, where={"seat": seat})
            for seat, cards in zip(self.seats, self.raises, strict=True)
        )


class AuctionWon(Consequence, frozen=True):
    """MB-AUC-03: one seat has bid most."""

    seat: Seat
    colour: Colour
    total: int


class AuctionFailed(Consequence, frozen=True):
    """MB-AUC-06, MB-AUC-07: nobody wins the property."""

    colour: Colour
    reason: Literal["no_bids", "tie"]


class BidPaid(Consequence, frozen=True):
    """MB-AUC-03: the winner's money goes to the discard pile."""

    seat: Seat
    cards: tuple[Card, ...]


class BidTakenBack(Consequence, frozen=True):
    """MB-AUC-04, MB-Q-29: a seat that has lost takes its money back into the hand."""

    seat: Seat
    cards: tuple[Card, ...]


class PropertyReturned(Consequence, frozen=True):
    """MB-AUC-06, MB-AUC-07: the property goes under its pile."""

    colour: Colour


class HostPassed(Consequence, frozen=True):
    """MB-TRN-01: the next turn begins, with ``seat`` as host."""

    seat: Seat


# -- trades and the end


class Moved(Struct, frozen=True):
    """A property that is traded, and the number of the set it leaves."""

    group: int
    colour: Colour


class TradeExecuted(Consequence, frozen=True):
    """MB-DEAL-01: what two seats agreed on is done, and known to all from now on."""

    offer: int
    seat: Seat  # who offered it
    to: Seat
    given: tuple[Moved, ...]  # from seat to the other
    taken: tuple[Moved, ...]

    def opens(self) -> tuple[Opening, ...]:
        """Both sides of the offer."""
        where = {"seat": self.seat, "to": self.to}
        return (
            Opening(OfferTrade, "give", tuple(m.group for m in self.given), where=where),
            Opening(OfferTrade, "want", tuple(m.group for m in self.taken), where=where),
        )


class HandsShown(Consequence, frozen=True):
    """MB-Q-48: all lay their hands open at the end, where the table plays so."""

    reveals: ClassVar[bool] = True
    hands: tuple[tuple[Card, ...], ...]  # by seat, sorted


class MatchWon(Consequence, frozen=True):
    """MB-END-01, MB-Q-34, MB-Q-35, MB-Q-39: who has won, and by which rule."""

    winners: tuple[Seat, ...]  # in seat order
    clause: str


Play: TypeAlias = PlayWild | DrawTwo | Steal
"""What the host does with an action card."""

TradeAct: TypeAlias = OfferTrade | WithdrawTrade | DeclineTrade | AcceptTrade

Act: TypeAlias = Play | Nope | Decline | EndActions | Bid | Raise | Lay | TradeAct

Happening: TypeAlias = (
    Act
    | FirstHostDrawn
    | CardDealt
    | HandThrownIn
    | HandsKept
    | CardDrawn
    | PileRefilled
    | NoCardLeft
    | PlayCancelled
    | PlayResolved
    | CardStolen
    | CardLaid
    | PropertyTurned
    | PropertyTurnedAgain
    | BidsRevealed
    | TieDeclared
    | RaisesRevealed
    | AuctionWon
    | AuctionFailed
    | BidPaid
    | BidTakenBack
    | PropertyReturned
    | HostPassed
    | TradeExecuted
    | HandsShown
    | MatchWon
)
"""Every event of the game."""
