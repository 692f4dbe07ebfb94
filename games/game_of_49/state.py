"""The position in a match of the Game of 49, and who may see what of it."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger import HIDDEN, Audience, Refusal, Seat, Secret
from ledger.games.common import Phase
from ledger.games.game_of_49.board import CENTRE, SPIRAL, Layout, is_layout, lines
from ledger.games.game_of_49.cards import (
    DECK,
    STANDARD_MINIMUM,
    WILD_MINIMUM,
    Card,
    printed_minimum,
)

SEATS = range(2, 6)  # 49-CMP-09
OPENING_CASH = 49  # dollars: 49-SET-05
# Every card can be opened at its printed minimum; no cash can ever come near the upper bound.
BID_CAPS = range(max(*STANDARD_MINIMUM.values(), *WILD_MINIMUM.values()), 10_000)


class Options(Struct, frozen=True):
    """What the table agrees on before the game."""

    minimum_bid: Annotated[
        bool, Meta(description="the printed minimum binds; false: $1 (never between two seats)")
    ] = True
    check_rule: Annotated[
        bool, Meta(description="a seat may check as long as nobody has opened")
    ] = True
    # It ends a raise for ever between two who cannot pay. `start` holds it to its bounds, so that
    # the refusal names its clause.
    max_bid: Annotated[int, Meta(description="dollars, 7 to 9999: the cap on any bid")] = 999
    full_range: Annotated[
        Literal["pass_tokens", "redraw"],
        Meta(description="after a range wild without a vacant space: the tokens pass, or redraw"),
    ] = "pass_tokens"
    show_money: Annotated[bool, Meta(description="all see all cash")] = False
    first_seat: Annotated[Seat | None, Meta(description="who plays first; null: drawn")] = None
    board: Annotated[
        Literal["spiral"] | Layout,
        Meta(description="or the 49 numbers row by row, 49 in the middle"),
    ] = "spiral"


class Chip(Struct, frozen=True):
    """A chip and the card that placed it (49-Q-07). One chip, one card."""

    seat: Seat
    card: Card


Standing: TypeAlias = Literal["waiting", "checked", "passed", "bidding", "dropped"]
"""A seat in an auction; ``passed`` before anybody opened, ``dropped`` after."""


class Seating(Phase, frozen=True):
    """The first seat is to be drawn."""


class Drawing(Phase, frozen=True):
    """The holder of the tokens is to draw a card."""


class CardUp(Phase, frozen=True):
    """A card lies face up, not yet resolved."""

    card: Card


class Shown(CardUp, frozen=True):
    """The card is to be auctioned, for the first time or again, or cannot be played."""


class Auction(CardUp, frozen=True):
    """Seats bid, check and pass."""

    minimum: int  # dollars: the lowest opening bid
    standing: tuple[Standing, ...]  # by seat
    turn: Seat | None  # None: all have spoken
    bid: int = 0  # dollars; 0: nobody has opened
    bidder: Seat | None = None


class Payment(CardUp, frozen=True):
    """The winner is to pay."""

    seat: Seat
    bid: int


class Penalty(CardUp, frozen=True):
    """The winner could not pay: one of the cards it has won is to be drawn."""

    seat: Seat


class Removal(CardUp, frozen=True):
    """The chip on ``space`` is to come off the board."""

    seat: Seat
    space: int


class Placing(CardUp, frozen=True):
    """The bid is paid; a chip is to be placed."""

    seat: Seat
    space: int | None = None  # where the winner wants it, once chosen


class Resolved(Phase, frozen=True):
    """The card is done with: look for a line, then pay, then go on."""

    unpaid: tuple[Seat, ...] = ()  # still to get their payoff, clockwise from the holder
    redraw: bool = False  # the same seat draws again


class Ending(Phase, frozen=True):
    """A line is complete or the deck exhausted: all cash is to be shown."""


class Judging(Phase, frozen=True):
    """All cash is shown: the winner is to be found."""


class Over(Phase, frozen=True):
    """Somebody has won."""

    winners: tuple[Seat, ...]
    clause: str


AnyPhase: TypeAlias = (
    Seating
    | Drawing
    | Shown
    | Auction
    | Payment
    | Penalty
    | Removal
    | Placing
    | Resolved
    | Ending
    | Judging
    | Over
)


class State(Struct, frozen=True):
    """The position. As a view, cash may be HIDDEN; all else is public.

    The pile is a number: its cards are those that lie nowhere else.
    """

    options: Options
    cash: tuple[Secret[int], ...]  # dollars, by seat
    phase: AnyPhase
    holder: Seat | None = None  # of both tokens; None: not yet drawn
    chips: tuple[Chip | None, ...] = (None,) * len(SPIRAL)  # by space, from 1
    deck: int = len(DECK)  # cards left in the tray
    loose: tuple[Chip, ...] = ()  # cards won whose chip is no longer on the board
    removed: tuple[Card, ...] = ()  # out of the game, in the order they went
    defaulted: tuple[Seat, ...] = ()  # could not pay for the card that is up
    line: tuple[int, ...] = ()  # the spaces of the line that ended the game

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.cash)

    @property
    def layout(self) -> Layout:
        """The numbers on the board, row by row."""
        return SPIRAL if self.options.board == "spiral" else self.options.board

    @property
    def line_length(self) -> int:
        """49-WIN-01, 49-WIN-04: how many in a row win."""
        return 3 if self.seats == 5 else 4

    @property
    def card(self) -> Card | None:
        """The card that is up."""
        return self.phase.card if isinstance(self.phase, CardUp) else None

    @property
    def opener(self) -> Seat:
        """The holder of the tokens, who draws and speaks first."""
        return self.holder or 0

    def chip(self, space: int) -> Chip | None:
        """The chip on a space from 1 to 49."""
        return self.chips[space - 1]

    def spaces_of(self, seat: Seat) -> tuple[int, ...]:
        """Where the seat has its chips, in order of number."""
        return tuple(i + 1 for i, chip in enumerate(self.chips) if chip and chip.seat == seat)

    def holds_centre(self, seat: Seat) -> bool:
        """Whether the seat's chip stands on 49."""
        chip = self.chip(CENTRE)
        return chip is not None and chip.seat == seat

    def vacant(self, among: range = range(1, len(SPIRAL) + 1)) -> tuple[int, ...]:
        """The spaces without a chip, in order of number."""
        return tuple(space for space in among if self.chip(space) is None)

    def line_of(self, seat: Seat) -> tuple[int, ...]:
        """The seat's spaces that stand in a winning line, in order of number."""
        mine = set(self.spaces_of(seat))
        if len(mine) < self.line_length:
            return ()
        won = (line for line in lines(self.layout, self.line_length) if mine.issuperset(line))
        return tuple(sorted({space for line in won for space in line}))


def start(options: Options, seats: int) -> State | Refusal:
    """The table laid: $49 for each seat, an empty board, sixty cards in the tray."""
    first = options.first_seat
    if seats not in SEATS:
        return Refusal("49-CMP-09", "two to five play")
    if options.max_bid not in BID_CAPS:
        caps = f"{BID_CAPS[0]} to {BID_CAPS[-1]}"
        return Refusal("49-Q-05", f"max_bid is a number of dollars from {caps}")
    if first is not None and not 0 <= first < seats:
        return Refusal("49-Q-31", f"first_seat is a seat from 0 to {seats - 1}")
    if options.board != "spiral" and not is_layout(options.board):
        asked = "the numbers 1 to 49, each once, with 49 in the middle"
        return Refusal("49-Q-01", f"board is spiral, or {asked}")
    phase = Seating() if first is None else Drawing()
    return State(options, (OPENING_CASH,) * seats, phase, holder=first)


def lowest_opening(state: State, card: Card) -> int:
    """49-MIN-01, 49-MIN-03: the printed minimum, or $1 where the table agreed on that."""
    return printed_minimum(card) if state.options.minimum_bid or state.seats == 2 else 1


def mask(view: State, audience: Audience) -> State:
    """49-SET-06: a seat sees its own cash; at the end all see all."""
    if view.options.show_money or isinstance(view.phase, Judging | Over):
        return view
    cash = tuple(c if seat == audience else HIDDEN for seat, c in enumerate(view.cash))
    return replace(view, cash=cash)
