"""The board: a hundred squares, the rows on it, and who sits where.

A square is named by row and column: 37 is row 3 from the north, column 7 from the west. A row of
ten squares has a name too: ``row-3``, ``column-7``, and the diagonals ``nw-se`` and ``ne-sw``.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeAlias, get_args

from ledger import Seat

SIDE = 10
SQUARES = SIDE * SIDE
DIGITS = tuple(range(10))
FULL = sum(DIGITS)  # 45-OBJ-01: what a row is worth that holds each number once
MIDDLE = range(1, SIDE - 1)  # 45-SET-04: the slots of a tray, from the owner's left
TRAY = len(MIDDLE)


@cache
def tiles(per_digit: int) -> tuple[int, ...]:
    """45-Q-02: every tile there is, ascending."""
    return tuple(n for n in DIGITS for _ in range(per_digit))


Side: TypeAlias = Literal["S", "W", "N", "E"]

Line: TypeAlias = Literal[
    "row-0",
    "row-1",
    "row-2",
    "row-3",
    "row-4",
    "row-5",
    "row-6",
    "row-7",
    "row-8",
    "row-9",
    "column-0",
    "column-1",
    "column-2",
    "column-3",
    "column-4",
    "column-5",
    "column-6",
    "column-7",
    "column-8",
    "column-9",
    "nw-se",
    "ne-sw",
]
"""The name of ten squares in a row."""

Way: TypeAlias = Literal["horizontal", "vertical", "diagonal"]

LINES: Mapping[Line, tuple[int, ...]] = dict(
    zip(
        get_args(Line),
        (
            *(tuple(SIDE * row + i for i in range(SIDE)) for row in range(SIDE)),
            *(tuple(SIDE * i + column for i in range(SIDE)) for column in range(SIDE)),
            tuple((SIDE + 1) * i for i in range(SIDE)),
            tuple((SIDE - 1) * (i + 1) for i in range(SIDE)),
        ),
        strict=True,
    )
)
"""The squares of each row, from west to east, or from north to south."""


def _through() -> tuple[frozenset[Line], ...]:
    lines: list[set[Line]] = [set() for _ in range(SQUARES)]
    for line, squares in LINES.items():
        for square in squares:
            lines[square].add(line)
    return tuple(map(frozenset, lines))


THROUGH = _through()
"""The rows that a square lies on, by square."""

SEATED: Mapping[int, tuple[Side, ...]] = {2: ("S", "N"), 4: ("S", "W", "N", "E")}
"""45-SET-07, 45-2P-01: on which side each seat sits, clockwise, by how many play."""

_HOME_LINES: Mapping[Side, Line] = {"S": "row-9", "W": "column-0", "N": "row-0", "E": "column-9"}

_HOMES: Mapping[Side, tuple[int, ...]] = {
    "S": LINES["row-9"],
    "W": LINES["column-0"],
    "N": LINES["row-0"][::-1],
    "E": LINES["column-9"][::-1],
}


def way(line: Line) -> Way:
    """In which direction a row goes."""
    if line.startswith("row"):
        return "horizontal"
    return "vertical" if line.startswith("column") else "diagonal"


def home_line(seats: int, seat: Seat) -> Line:
    """The name of the seat's Home Row."""
    return _HOME_LINES[SEATED[seats][seat]]


def home(seats: int, seat: Seat) -> tuple[int, ...]:
    """45-OBJ-01: the squares of the seat's Home Row, from the owner's left to its right."""
    return _HOMES[SEATED[seats][seat]]


def corners(seats: int, seat: Seat) -> tuple[int, ...]:
    """45-SET-02, 45-2P-02: where the seat puts corner tiles: right, and left if two play."""
    squares = home(seats, seat)
    return (squares[-1],) if seats == 4 else (squares[-1], squares[0])


CORNERS = (0, SIDE - 1, SQUARES - SIDE, SQUARES - 1)

_OPEN: Mapping[int, tuple[int, ...]] = {
    2: tuple(range(SIDE, SQUARES - SIDE)),
    4: tuple(SIDE * row + column for row in MIDDLE for column in MIDDLE),
}


def playable(seats: int) -> tuple[int, ...]:
    """45-Q-09, 45-2P-01: the squares that tiles are played on, ascending."""
    return _OPEN[seats]


_BONUS: Mapping[int, tuple[Line, ...]] = {
    seats: tuple(
        line for line in LINES if line not in {home_line(seats, seat) for seat in range(seats)}
    )
    for seats in SEATED
}


@cache
def played(seats: int, line: Line) -> tuple[int, ...]:
    """45-Q-20: the squares of a row that tiles are played on."""
    return tuple(square for square in LINES[line] if square in _OPEN[seats])


def bonus_lines(seats: int) -> tuple[Line, ...]:
    """45-OBJ-02: every row but the Home Rows."""
    return _BONUS[seats]


_SLOTS: Mapping[int, Mapping[int, tuple[Seat, int]]] = {
    seats: {home(seats, seat)[slot]: (seat, slot) for seat in range(seats) for slot in MIDDLE}
    for seats in SEATED
}


def slot_at(seats: int, square: int) -> tuple[Seat, int] | None:
    """45-SET-04: whose tray tile stands for a square, and its slot; None: nobody's."""
    return _SLOTS[seats].get(square)


def ends(seats: int, line: Line) -> tuple[tuple[Seat, int], ...]:
    """45-SCR-05: the tray tiles that complete a row, as seat and slot."""
    return tuple(slot for square in LINES[line] if (slot := slot_at(seats, square)))


def bordering(square: int, four: bool) -> tuple[int, ...]:
    """45-Q-37: the neighbours of a square, ascending; only those that share an edge if ``four``."""
    row, column = divmod(square, SIDE)
    steps = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]
    return tuple(
        SIDE * (row + down) + column + across
        for down, across in steps
        if 0 <= row + down < SIDE and 0 <= column + across < SIDE and not (four and down and across)
    )


def a_tile(number: int) -> str:
    """A number with its article: ``a 7``, ``an 8``."""
    return f"an {number}" if number == 8 else f"a {number}"
