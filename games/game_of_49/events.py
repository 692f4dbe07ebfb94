"""What is written down in a match of the Game of 49: four actions, and what follows from them."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from ledger import Action, Consequence, Seat
from ledger.games.game_of_49.cards import Card


class Bid(Action, frozen=True):
    """49-AUC-01, 49-MIN-02: open the auction or raise the bid, to so many dollars."""

    amount: int


class Pass(Action, frozen=True):
    """49-AUC-02, 49-AUC-03: out for this card."""


class Check(Action, frozen=True):
    """49-CHK-01: neither open nor pass, as long as nobody has opened."""


class Place(Action, frozen=True):
    """49-WLD-03, 49-WLD-09: the winner says where the chip goes, where there is a choice."""

    space: int


class FirstSeatDrawn(Consequence, frozen=True):
    """49-SET-02: who plays first, and so takes both tokens."""

    drawn: ClassVar[str] = "seat"
    seat: Seat


class CardDrawn(Consequence, frozen=True):
    """49-TRN-01: the holder of the tokens turns the top card up."""

    drawn: ClassVar[str] = "card"
    seat: Seat
    card: Card


class CardUnplayable(Consequence, frozen=True):
    """49-UNP-01, 49-UNP-02: no chip can follow the card; it leaves the game without an auction."""

    card: Card
    reason: Literal["covered", "full"]  # the standard card's space; every space of the range


class AuctionOpened(Consequence, frozen=True):
    """49-TRN-03: the holder speaks first. After a default the same card comes up again."""

    seat: Seat
    card: Card
    minimum: int  # dollars; binds the opening bid only
    attempt: int  # 1; 2 and more after defaults (49-PEN-02)


class AuctionWon(Consequence, frozen=True):
    """49-AUC-06: all others have passed."""

    seat: Seat
    card: Card
    bid: int


class CardRemoved(Consequence, frozen=True):
    """49-TRN-04, 49-CHK-04: nobody bid; the card leaves the game."""

    card: Card


class BidPaid(Consequence, frozen=True):
    """49-AUC-07: the winner pays the bank, before anything else."""

    seat: Seat
    amount: int


class PaymentDefaulted(Consequence, frozen=True):
    """49-PEN-02: the winner has less than the bid; how much less, nobody is told."""

    reveals: ClassVar[bool] = True
    remedies: ClassVar[Mapping[type[Action], str]] = {Bid: "49-PEN-01"}
    seat: Seat
    bid: int


class PenaltyCardDrawn(Consequence, frozen=True):
    """49-PEN-03: one of the cards the offender has won, drawn blindly.

    Each of those with a living chip is bound to one space (49-Q-07), so the space names it.
    """

    drawn: ClassVar[str] = "space"
    seat: Seat
    space: int


class PenaltyVoid(Consequence, frozen=True):
    """49-Q-06: the offender has no chip to lose."""

    seat: Seat


class ChipRemoved(Consequence, frozen=True):
    """49-PEN-03: the offender's chip goes back, and the card that placed it leaves the game."""

    seat: Seat
    space: int
    card: Card


class ChipBumped(Consequence, frozen=True):
    """49-WLD-08: ``seat`` loses its chip on 49 to the winner of a Wild 49."""

    seat: Seat
    space: int


class ChipPlaced(Consequence, frozen=True):
    """49-AUC-06: the winner's chip stands on the board, bound to the card that placed it."""

    seat: Seat
    space: int
    card: Card


class NoSpaceLeft(Consequence, frozen=True):
    """49-Q-23: the winner of a Wild 49 holds 49, and the board is full: no chip is added."""

    seat: Seat
    card: Card


class LineCompleted(Consequence, frozen=True):
    """49-WIN-01, 49-WIN-04: a straight line without a hole; it ends the game at once."""

    seat: Seat
    spaces: tuple[int, ...]  # all that stand in such a line, in order of number


class PayoffPaid(Consequence, frozen=True):
    """49-PAY-01: the bank pays one seat for its chips; clockwise from the holder."""

    seat: Seat
    chips: int
    amount: int


class TokensPassed(Consequence, frozen=True):
    """49-TRN-05: both tokens go to ``seat``."""

    seat: Seat


class DeckExhausted(Consequence, frozen=True):
    """49-Q-25: a draw is due and no card is left."""


class CashShown(Consequence, frozen=True):
    """49-WIN-06: at the end all lay their money open, so that the tie-break can be proved."""

    reveals: ClassVar[bool] = True
    cash: tuple[int, ...]  # dollars, by seat


class MatchWon(Consequence, frozen=True):
    """49-WIN-01 to 49-WIN-06: who has won, and by which rule."""

    winners: tuple[Seat, ...]  # in seat order
    clause: str


Act: TypeAlias = Bid | Pass | Check | Place

Happening: TypeAlias = (
    Act
    | FirstSeatDrawn
    | CardDrawn
    | CardUnplayable
    | AuctionOpened
    | AuctionWon
    | CardRemoved
    | BidPaid
    | PaymentDefaulted
    | PenaltyCardDrawn
    | PenaltyVoid
    | ChipRemoved
    | ChipBumped
    | ChipPlaced
    | NoSpaceLeft
    | LineCompleted
    | PayoffPaid
    | TokensPassed
    | DeckExhausted
    | CashShown
    | MatchWon
)
"""Every event of the game."""
