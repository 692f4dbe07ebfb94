"""The position in a match of the Game of 45. Nothing is masked: what is secret is sealed."""

from typing import Literal, TypeAlias

from msgspec import Struct

from ledger import Refusal, Seat, Secret
from ledger.games.common import Phase
from ledger.games.game_of_45.board import (
    DIGITS,
    LINES,
    SQUARES,
    THROUGH,
    TRAY,
    Line,
    bordering,
    corners,
    home,
    playable,
    played,
    tiles,
)
from ledger.games.game_of_45.options import Options, unfit


class Tile(Struct, frozen=True):
    """A tile on the board."""

    number: int
    seat: Seat  # who put it there
    order: int = 0  # of all that were put there in this round, from 1; 0: a corner
    voided: bool = False  # 45-Q-39: it counts for nothing


class Slot(Struct, frozen=True):
    """A tile in a tray."""

    number: Secret[int]
    turn: int | None = 0  # in which it was drawn; 0: arranged; None: it comes from the board


class Lots(Phase, frozen=True):
    """45-SET-01: who goes first is to be drawn."""

    seats: tuple[Seat, ...]  # those that draw
    numbers: tuple[int, ...] = ()  # drawn so far, in the same order


class Starting(Phase, frozen=True):
    """A round is to begin."""


class Dealing(Phase, frozen=True):
    """A seat draws the tiles of its tray and corners, and arranges them."""

    seat: Seat
    hand: tuple[Secret[int], ...] = ()  # in the order drawn


class Turn(Phase, frozen=True):
    """A seat is to draw, swap or pass."""

    seat: Seat


class Drawing(Phase, frozen=True):
    """The seat's tile is to be drawn."""

    seat: Seat


class Holding(Phase, frozen=True):
    """The seat has drawn, and is to place, trade or put aside."""

    seat: Seat
    tile: Secret[int]


class Resolving(Phase, frozen=True):
    """The seat has chosen; tiles are to move, a tray tile's slot first."""

    seat: Seat
    number: int  # of the tile that becomes public
    turn: int | None  # in which that was drawn, as of a slot
    square: int | None = None  # where it goes; None: aside
    slot: int | None = None  # of the tray where it stood; None: it was just drawn
    tile: Secret[int] | None = None  # the drawn tile that takes its slot
    kept: bool = True  # whether the slot has its new tile


class Closing(Phase, frozen=True):
    """The round is dead unless the seat that has just placed a tile calls."""

    seat: Seat


class Called(Phase, frozen=True):
    """A seat has called 45."""

    seat: Seat
    row: Line
    second: Line | None
    back: "Turn | Holding | Closing"  # where play goes on if the call is wrong


class Correcting(Phase, frozen=True):
    """45-Q-51: an illegal tile was noticed; play waits."""

    seat: Seat  # whose tile it is
    square: int
    back: "Paused"  # where play goes on
    status: Literal["asked", "proposed", "refused", "voided"] = "asked"
    to: int | None = None  # where the tile should go, once proposed
    accepted: tuple[Seat, ...] = ()
    objected: tuple[Seat, ...] = ()


class Revealing(Phase, frozen=True):
    """Home Rows are to be shown, then scored."""

    seats: tuple[Seat, ...]  # still to show
    caller: Seat | None = None  # None: the round is dead
    row: Line | None = None


class Scoring(Phase, frozen=True):
    """Home Rows are to be scored, and the caller's bonus."""

    seats: tuple[Seat, ...]  # still to score
    caller: Seat | None = None
    row: Line | None = None  # of the bonus; None: scored, or there is none


class Ending(Phase, frozen=True):
    """All points of the round are written down."""


class Judging(Phase, frozen=True):
    """The winner is to be found."""


class Over(Phase, frozen=True):
    """Somebody has won."""

    winners: tuple[Seat, ...]
    clause: str


Paused: TypeAlias = Turn | Drawing | Holding | Closing | Correcting
"""Where play can stop for a correction."""

AnyPhase: TypeAlias = (
    Lots
    | Starting
    | Dealing
    | Turn
    | Drawing
    | Holding
    | Resolving
    | Closing
    | Called
    | Correcting
    | Revealing
    | Scoring
    | Ending
    | Judging
    | Over
)


class State(Struct, frozen=True):
    """The position. As a view, tray tiles and what a seat has drawn may be HIDDEN.

    The pouch is a number: its tiles are those that lie nowhere else.
    """

    options: Options
    phase: AnyPhase
    scores: tuple[int, ...]  # by seat
    pouch: int
    trays: tuple[tuple[Slot, ...], ...]  # by seat; empty until arranged
    first: Seat | None = None  # goes first in this round or, between two, in the next
    round: int = 0  # from 1
    board: tuple[Tile | None, ...] = (None,) * SQUARES  # by square
    aside: tuple[int, ...] = ()  # numbers off the board, in the order they went
    forfeited: tuple[Line, ...] = ()  # 45-Q-39
    turns: int = 0  # finished in this round
    passes: int = 0  # in a row
    emptied: int | None = None  # the turn in which the last tile was drawn
    placed: int = 0  # tiles put on the board in this round, moves included
    fresh: int = 0  # the order of the tile that the last turn put there; 0: it put none

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.scores)

    @property
    def tiles(self) -> tuple[int, ...]:
        """45-Q-02: every tile there is, ascending."""
        return tiles(self.options.tiles_per_digit)

    @property
    def dealt(self) -> int:
        """45-SET-02, 45-2P-02: how many tiles a seat draws at first."""
        return TRAY + len(corners(self.seats, 0))

    @property
    def open(self) -> tuple[int, ...]:
        """The squares without a tile, ascending."""
        return tuple([square for square in playable(self.seats) if self.board[square] is None])

    def next(self, seat: Seat) -> Seat:
        """The seat clockwise of another."""
        return (seat + 1) % self.seats

    def slot(self, seat: Seat, slot: int) -> Slot:
        """A slot of a tray, from 1."""
        return self.trays[seat][slot - 1]

    def corner_numbers(self) -> tuple[int, ...]:
        """45-SET-06: the numbers on the corners so far."""
        squares = (square for seat in range(self.seats) for square in corners(self.seats, seat))
        return tuple(tile.number for square in squares if (tile := self.board[square]))

    def blocked(self, number: int) -> set[Line]:
        """The rows on which a number lies."""
        return {
            line
            for square, tile in enumerate(self.board)
            if tile is not None and tile.number == number and not tile.voided
            for line in THROUGH[square]
        }

    def legal(self, number: int) -> tuple[int, ...]:
        """45-LEG-01, 45-TRN-02: the open squares on which the number repeats nothing, ascending."""
        blocked = self.blocked(number)
        return tuple([square for square in self.open if THROUGH[square].isdisjoint(blocked)])

    def swappable(self, number: int) -> tuple[int, ...]:
        """45-TRN-04: the squares whose tile can be taken for this number, ascending."""
        blocked, same = self.blocked(number), self.options.same_number_swap
        found = []
        for square in playable(self.seats):
            tile = self.board[square]
            if tile is None or tile.voided:
                continue
            if tile.number == number:
                if same and not self.conflicts(square, number):
                    found.append(square)
            elif THROUGH[square].isdisjoint(blocked):
                found.append(square)
        return tuple(found)

    def conflicts(self, square: int, number: int, without: int | None = None) -> tuple[int, ...]:
        """45-LEG-01: the squares whose tile the number would repeat there, ascending.

        Args:
            without: a square whose tile is not looked at, beside that on ``square`` itself.
        """
        seen = {other for line in THROUGH[square] for other in LINES[line]} - {square, without}
        return tuple(
            other
            for other in sorted(seen)
            if (tile := self.board[other]) and tile.number == number and not tile.voided
        )

    def earlier(self, square: int) -> tuple[int, ...]:
        """45-Q-36: the squares of the tiles that this one repeats and that were there before it."""
        tile = self.board[square]
        if tile is None or tile.voided:
            return ()
        found = self.conflicts(square, tile.number)
        return tuple(o for o in found if (other := self.board[o]) and other.order < tile.order)

    def targets(self, square: int) -> tuple[int, ...]:
        """45-Q-37: where an illegal tile may be moved to, ascending."""
        tile = self.board[square]
        if tile is None:
            return ()
        near = bordering(square, self.options.bordering == "four")
        return tuple(
            to
            for to in near
            if to in self.open and not self.conflicts(to, tile.number, without=square)
        )

    def is_filled(self, line: Line) -> bool:
        """45-Q-20, 45-Q-39: each square of the row that is played on has a tile that counts."""
        for square in played(self.seats, line):
            tile = self.board[square]
            if tile is None or tile.voided:
                return False
        return True

    def last(self, line: Line) -> Tile | None:
        """45-SCR-04, 45-Q-22: the tile that was put last on the row."""
        tiles = (self.board[square] for square in played(self.seats, line))
        return max((tile for tile in tiles if tile), key=lambda tile: tile.order, default=None)

    def numbers(self, line: Line) -> tuple[int, ...]:
        """The numbers that lie on a row for all to see, those that count for nothing left out."""
        tiles = (self.board[square] for square in LINES[line])
        return tuple(tile.number for tile in tiles if tile and not tile.voided)

    def home_numbers(self, seat: Seat) -> tuple[Secret[int], ...]:
        """45-OBJ-01: the numbers of the seat's Home Row, from its left, as far as they are there.

        With four seats the left corner is another seat's.
        """
        squares = home(self.seats, seat)
        left, right = self.board[squares[0]], self.board[squares[-1]]
        tray = tuple(slot.number for slot in self.trays[seat])
        return (
            *((left.number,) if left else ()),
            *tray,
            *((right.number,) if right else ()),
        )


def start(options: Options, seats: int) -> State | Refusal:
    """The table laid: an empty board, empty trays, all tiles in the pouch."""
    if refusal := unfit(options, seats):
        return refusal
    everybody = tuple(range(seats))
    tiles = options.tiles_per_digit * len(DIGITS)
    return State(options, Lots(everybody), (0,) * seats, tiles, ((),) * seats)
