"""The position in a match of Fifty. Nothing is masked: what is secret is sealed in the log."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger import Refusal, Seat, Secret
from ledger.games.common import Phase
from ledger.games.fifty import grid
from ledger.games.fifty.events import Box
from ledger.games.fifty.grid import BOXES, DANGERS, PRINTED, ROUNDS, Bonus, DangerCard

SEATS = range(3, 31)  # 50-SET-03, 50-Q-28
POINTS = range(100)  # what one box may bring


class Options(Struct, frozen=True):
    """What the table agrees on before the game."""

    interrupt_point: Annotated[
        Literal["interrupted", "interrupter"],
        Meta(
            description="who scores the number of a take-over: the counter it cuts off, or its"
            " holder"
        ),
    ] = "interrupted"
    collision: Annotated[
        Literal["until_takeover", "that_number_only"],
        Meta(description="how long a collision keeps the counter from scoring"),
    ] = "until_takeover"
    score_final: Annotated[bool, Meta(description="calling the last number scores too")] = True
    first_counter: Annotated[
        Literal["rotate", "random", "fixed"],
        Meta(description="drawn, then clockwise; drawn each round; seat 0 in every round"),
    ] = "rotate"
    # `start` holds these two to their bounds, so that the refusal names its clause.
    bonus: Annotated[
        Bonus, Meta(description="points of each box, four lines of five, each 0 to 99")
    ] = PRINTED
    danger: Annotated[bool, Meta(description="play with the Danger Cards")] = False
    max_seats: Annotated[int, Meta(description="3 to 30: more seats are refused")] = 30
    reveal_at_end: Annotated[
        bool, Meta(description="a win in mid-count shows the numbers not called")
    ] = True


class Line(Struct, frozen=True):
    """What a seat has written for one round."""

    numbers: tuple[Secret[int], ...]
    opened: int = 0  # so many have been called or shown, from the left
    crossed: tuple[int, ...] = ()  # the boxes crossed out, from 0, left to right
    lost: tuple[int, ...] = ()  # those of them whose bonus is crossed out too
    bonus: int = 0  # points earned with the others
    score: int | None = None  # None: the round is not over

    def after(self, box: int, number: int) -> "Line":
        """The line once the number in that box has been called."""
        numbers = (*self.numbers[:box], number, *self.numbers[box + 1 :])
        return replace(self, numbers=numbers, opened=box + 1)


class Starting(Phase, frozen=True):
    """A round is to begin."""


class Seating(Phase, frozen=True):
    """Who counts first is to be drawn."""


class Revealing(Phase, frozen=True):
    """Tokens, and a Danger Card, are to be turned up."""


class Choosing(Phase, frozen=True):
    """Seats write their lines."""


Due: TypeAlias = Literal["move", "crown", "take", "collide", "cross", "bonus"]
"""What follows from a call, each an event of its own."""


class Counting(Phase, frozen=True):
    """A number has been called, and what is due follows; then comes the next."""

    counter: Seat
    called: int = 0  # the last number
    scoring: bool = False  # whether the counter moves its marble
    boxes: tuple[Box, ...] = ()  # where the number stands, as far as not yet dealt with
    due: tuple[Due, ...] = ()  # in order


class Scoring(Phase, frozen=True):
    """The count is over, and the seats score the round one after the other."""


class Ending(Phase, frozen=True):
    """A second crown has ended the match."""


class Judging(Phase, frozen=True):
    """The winner is to be found."""


class Over(Phase, frozen=True):
    """Somebody has won."""

    winners: tuple[Seat, ...]
    clause: str


AnyPhase: TypeAlias = (
    Starting | Seating | Revealing | Choosing | Counting | Scoring | Ending | Judging | Over
)


class State(Struct, frozen=True):
    """The position. As a view, numbers not yet called may be HIDDEN; all else is public."""

    options: Options
    phase: AnyPhase
    lines: tuple[tuple[Line, ...], ...]  # by seat: one for each round it has written
    marbles: tuple[int, ...]  # by seat: spaces moved this round, laps included
    crowns: tuple[tuple[int, ...], ...]  # by seat: the rounds in which it won one
    round: int = 0  # 1 to 4
    first: Seat | None = None  # who counts first in this round
    tokens: tuple[int, ...] = ()  # the forbidden digits of this round
    dangers: tuple[DangerCard, ...] = ()  # turned up so far; the last is that of this round

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.lines)

    @property
    def target(self) -> int:
        """50-CNT-10: the number that ends the count."""
        return grid.target(self.seats)

    @property
    def threshold(self) -> int:
        """50-CRN-01: where a marble wins a crown."""
        return grid.threshold(self.seats)

    @property
    def danger(self) -> DangerCard | None:
        """50-DNG-02: the Danger Card of this round, once it is up."""
        return self.dangers[-1] if self.round and len(self.dangers) == self.round else None

    @property
    def allowed(self) -> tuple[int, ...]:
        """50-CHO-02, 50-CHO-04: the numbers that may be written in this round, ascending."""
        numbers = range(1, self.target)
        return tuple(n for n in numbers if not grid.is_forbidden(n, self.tokens))

    def line(self, seat: Seat) -> Line | None:
        """What the seat has written for this round."""
        written = self.lines[seat]
        return written[-1] if self.round and len(written) == self.round else None

    def unwritten(self) -> tuple[Seat, ...]:
        """The seats that have no line for this round yet."""
        return tuple(seat for seat in range(self.seats) if self.line(seat) is None)

    def total(self, seat: Seat) -> int:
        """50-END-01: what the seat has scored in the rounds that are over."""
        return sum(line.score or 0 for line in self.lines[seat])

    def in_danger(self, number: int) -> bool:
        """50-DNG-02, 50-Q-20: whether the number lies in the Danger range of this round."""
        return self.danger is not None and number in DANGERS[self.danger]

    def bonus(self, box: int) -> int:
        """50-Q-17: what a box on the line of this round brings."""
        return self.options.bonus[self.round - 1][box]


def start(options: Options, seats: int) -> State | Refusal:
    """The table laid: empty grids, every marble on 0, all tokens face down."""
    if seats < SEATS[0]:
        return Refusal("50-Q-22", "three or more play")
    if options.max_seats not in SEATS:
        return Refusal("50-Q-28", f"max_seats is a number from {SEATS[0]} to {SEATS[-1]}")
    if seats > options.max_seats:
        return Refusal("50-Q-28", f"at most {options.max_seats} play here")
    if [len(line) for line in options.bonus] != [BOXES] * ROUNDS:
        return Refusal("50-Q-17", f"bonus is a table of {ROUNDS} lines of {BOXES} boxes")
    if any(points not in POINTS for line in options.bonus for points in line):
        return Refusal("50-Q-17", f"a box brings {POINTS[0]} to {POINTS[-1]} points")
    return State(options, Starting(), ((),) * seats, (0,) * seats, ((),) * seats)
