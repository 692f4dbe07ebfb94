"""The position in a match of Everything Must Go. It is the same for everybody."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from ledger import Refusal, Seat
from ledger.games.common import Phase
from ledger.games.everything_must_go.cards import (
    CLOSEOUT,
    LAST_LOT,
    SIDES,
    Card,
    Stage,
    lowest_start,
    price,
    stock,
    value,
)

SEATS = range(3, 7)  # EMG-CMP-01
OPENING_PENNIES = 20  # EMG-SET-03
MOST_PENNIES = 40  # EMG-RND-04
LARGEST_POOL = 9999


class Options(Struct, frozen=True):
    """What the table agrees on before the game."""

    aces: Annotated[
        Literal["removed", "value14"],
        Meta(description="out of the game; or 28 cards, an ace worth and costing 14"),
    ] = "removed"
    deck_face_up: Annotated[
        bool, Meta(description="all see the deck's top card, the next replacement")
    ] = True
    # `start` holds a number to its bounds, so that the refusal names its clause.
    pool: Annotated[
        Literal["unlimited"] | int,
        Meta(description="or all the pennies there are: 20 a seat, which are dealt, to 9999"),
    ] = "unlimited"
    passing: Annotated[
        Literal["free", "only_if_broke"],
        Meta(description="a seat may always pass; or only if it can start no auction"),
    ] = field(default="free", name="pass")
    stall_guard: Annotated[
        bool,
        Meta(description="after a round in which nothing was acquired, pass only if broke"),
    ] = True
    auction_base: Annotated[
        Literal["current", "face"],
        Meta(description="bids start at half of the price of the moment; or of the full price"),
    ] = "current"
    refill_above_30: Annotated[
        Literal["cap_at_40", "all_or_nothing"],
        Meta(description="31 to 39 pennies are refilled to 40; or not at all"),
    ] = "cap_at_40"
    keep_unsold: Annotated[
        bool, Meta(description="what lies unsold after a round stays, and is not reshuffled")
    ] = False
    liquidation: Annotated[
        Literal["by_count", "by_last_round"],
        Meta(description="from four cards left; or from a round that can be the last"),
    ] = "by_count"
    tie: Annotated[
        Literal["shared", "most_pennies", "highest_card"],
        Meta(description="of equal totals: all win; or most pennies; or hands, card by card"),
    ] = "shared"
    first_seat: Annotated[Seat | None, Meta(description="who plays first; null: drawn")] = None


class Laying(Phase, frozen=True):
    """A round is to begin: cards are laid beside the deck."""


class Between(Phase, frozen=True):
    """A round has begun or a turn is over: the next turn is due, or the round's end."""

    refilled: tuple[Seat, ...] = ()  # have taken pennies at the end of this round


class Turn(Phase, frozen=True):
    """A seat's turn: first the replacement, then it buys, starts an auction or passes."""

    seat: Seat


class Auction(Phase, frozen=True):
    """Seats bid and drop out."""

    card: Card
    bid: int  # pennies
    bidder: Seat
    turn: Seat | None  # None: nobody is left to speak
    out: tuple[Seat, ...] = ()  # have dropped out, in that order


class Payment(Phase, frozen=True):
    """A seat is to pay for a card."""

    seat: Seat
    card: Card
    amount: int


class Taking(Phase, frozen=True):
    """A seat has paid and is to take the card."""

    seat: Seat
    card: Card


class Counted(Phase, frozen=True):
    """All hands are counted: the winner is to be found."""


class Over(Phase, frozen=True):
    """Somebody has won."""

    winners: tuple[Seat, ...]
    clause: str


AnyPhase: TypeAlias = Laying | Between | Turn | Auction | Payment | Taking | Counted | Over


class State(Struct, frozen=True):
    """The position; nothing in it is secret.

    The deck is a number and, face up, its top card: what else is in it lies nowhere else.
    """

    options: Options
    pennies: tuple[int, ...]  # by seat
    hands: tuple[tuple[Card, ...], ...]  # by seat, as they were acquired
    phase: AnyPhase
    deck: int  # cards, the top card among them
    pool: int | None  # pennies; None: without limit
    first: Seat | None  # plays first this round; None: not yet drawn
    top: Card | None = None  # None: the deck is empty or face down, or its top not yet turned
    showing: tuple[Card | None, ...] = (None,) * SIDES  # beside the deck, by side
    stage: Stage = "full"
    round: int = 0  # 0: none has begun
    turns: int = 0  # that are over in this round
    last_sale: int = 0  # the round in which a card was last acquired; 0: none was

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.pennies)

    @property
    def stock(self) -> tuple[Card, ...]:
        """Every card of the game."""
        return stock(self.options.aces == "value14")

    @property
    def cards(self) -> tuple[Card, ...]:
        """What lies beside the deck, by side."""
        return tuple(card for card in self.showing if card is not None)

    @property
    def acquired(self) -> int:
        """How many cards the seats have."""
        return sum(map(len, self.hands))

    @property
    def left(self) -> int:
        """How many cards nobody has acquired."""
        return len(self.stock) - self.acquired

    @property
    def totals(self) -> tuple[int, ...]:
        """What the hands are worth, by seat."""
        return tuple(sum(map(value, hand)) for hand in self.hands)

    @property
    def stage_due(self) -> Stage:
        """EMG-DSC-01, EMG-DSC-02, EMG-Q-17: the stage that so many acquired cards call for."""
        if self.options.liquidation == "by_count":
            last = self.left <= LAST_LOT
        else:
            begins = isinstance(self.phase, Between) and self.turns == 0
            last = self.stage == "liquidation" or (begins and self.left <= self.seats)
        return "liquidation" if last else "closeout" if self.acquired >= CLOSEOUT else "full"

    @property
    def incomplete(self) -> bool:
        """Whether a card is to be laid or turned: no seat acts before that."""
        unseen = self.options.deck_face_up and self.top is None
        return self.deck > 0 and (unseen or any(card is None for card in self.showing))

    @property
    def must_act(self) -> bool:
        """EMG-Q-04, EMG-Q-05: a seat that can start an auction may not pass now."""
        stalled = self.round - self.last_sale > 1
        only_if_broke = self.options.passing == "only_if_broke"
        return only_if_broke or (self.options.stall_guard and stalled)

    def price(self, card: Card) -> int:
        """What buying the card costs now, in pennies."""
        return price(card, self.stage)

    def lowest_start(self, card: Card) -> int:
        """The lowest bid that starts an auction for the card now, in pennies."""
        return lowest_start(card, self.stage, self.options.auction_base)

    def is_broke(self, seat: Seat) -> bool:
        """EMG-Q-25: the seat can start no auction, and so buy nothing."""
        return all(self.lowest_start(card) > self.pennies[seat] for card in self.cards)


def start(options: Options, seats: int) -> State | Refusal:
    """The table before the first card is laid: the deck shuffled, 20 pennies for each seat."""
    first, dealt = options.first_seat, OPENING_PENNIES * seats
    if seats not in SEATS:
        return Refusal("EMG-CMP-01", "three to six play")
    if options.pool != "unlimited" and not dealt <= options.pool <= LARGEST_POOL:
        asked = f"a number of pennies from {dealt} to {LARGEST_POOL} with {seats} seats"
        return Refusal("EMG-Q-03", f"pool is unlimited, or {asked}")
    if first is not None and not 0 <= first < seats:
        return Refusal("EMG-Q-29", f"first_seat is a seat from 0 to {seats - 1}")
    return State(
        options=options,
        pennies=(OPENING_PENNIES,) * seats,
        hands=((),) * seats,
        phase=Laying(),
        deck=len(stock(options.aces == "value14")),
        pool=None if options.pool == "unlimited" else options.pool - dealt,
        first=first,
    )
