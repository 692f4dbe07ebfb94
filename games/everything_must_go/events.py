"""What is written down in a match of Everything Must Go: five actions, and what follows."""

from typing import ClassVar, TypeAlias

from ledger import Action, Consequence, Seat
from ledger.games.everything_must_go.cards import Card, Stage


class Buy(Action, frozen=True):
    """EMG-TRN-01: take a card that lies beside the deck, for its price."""

    card: Card


class StartAuction(Action, frozen=True):
    """EMG-AUC-01: put a card that lies beside the deck up for auction, with the first bid."""

    card: Card
    bid: int  # pennies


class Bid(Action, frozen=True):
    """EMG-Q-22: raise the bid, to so many pennies."""

    amount: int


class Drop(Action, frozen=True):
    """EMG-Q-22: out of this auction."""


class Pass(Action, frozen=True):
    """EMG-Q-04: neither buy nor start an auction."""


class CardLaid(Consequence, frozen=True):
    """EMG-SET-02, EMG-TRN-04: a card comes off a deck whose top nobody knows."""

    drawn: ClassVar[str] = "card"
    side: int  # of the deck, from 0
    card: Card


class TopCardTurned(Consequence, frozen=True):
    """EMG-Q-02: the deck is face up: its top card is seen, and is the next replacement."""

    drawn: ClassVar[str] = "card"
    card: Card


class TopCardLaid(Consequence, frozen=True):
    """EMG-TRN-04: the top card, which all have seen, replaces the missing one."""

    side: int  # of the deck, from 0
    card: Card


class FirstSeatDrawn(Consequence, frozen=True):
    """EMG-Q-29: who plays first."""

    drawn: ClassVar[str] = "seat"
    seat: Seat


class RoundBegan(Consequence, frozen=True):
    """EMG-RND-01, EMG-RND-06: a round in which every seat has one turn, ``seat`` the first."""

    round: int  # from 1
    seat: Seat


class TurnBegan(Consequence, frozen=True):
    """EMG-SET-04: it is the seat's turn."""

    seat: Seat


class AuctionWon(Consequence, frozen=True):
    """EMG-AUC-03: all others have dropped out."""

    seat: Seat
    card: Card
    bid: int


class PenniesPaid(Consequence, frozen=True):
    """EMG-TRN-02, EMG-AUC-03: the buyer pays the pool, at once."""

    seat: Seat
    amount: int


class CardAcquired(Consequence, frozen=True):
    """EMG-AUC-03: the card goes from beside the deck into the seat's hand."""

    seat: Seat
    card: Card


class StageChanged(Consequence, frozen=True):
    """EMG-DSC-01, EMG-DSC-02: from now on cards cost less."""

    stage: Stage
    acquired: int  # cards, by all seats together


class PenniesRefilled(Consequence, frozen=True):
    """EMG-RND-02 to EMG-RND-04: after a round a seat takes pennies from the pool."""

    seat: Seat
    amount: int


class DeckReshuffled(Consequence, frozen=True):
    """EMG-RND-05: what nobody has acquired is shuffled; nobody knows the top card any more."""

    cards: int  # in the deck now


class HandsCounted(Consequence, frozen=True):
    """EMG-END-02: every card has been acquired, and the seats count their hands."""

    totals: tuple[int, ...]  # points, by seat


class MatchWon(Consequence, frozen=True):
    """EMG-END-02, EMG-Q-27: who has won, and by which rule."""

    winners: tuple[Seat, ...]  # in seat order
    clause: str


Act: TypeAlias = Buy | StartAuction | Bid | Drop | Pass

Happening: TypeAlias = (
    Act
    | CardLaid
    | TopCardTurned
    | TopCardLaid
    | FirstSeatDrawn
    | RoundBegan
    | TurnBegan
    | AuctionWon
    | PenniesPaid
    | CardAcquired
    | StageChanged
    | PenniesRefilled
    | DeckReshuffled
    | HandsCounted
    | MatchWon
)
"""Every event of the game."""
