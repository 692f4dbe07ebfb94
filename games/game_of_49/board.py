"""The board: 49 numbered spaces in seven rows, and the straight lines on it."""

from functools import cache
from typing import TypeAlias

SIDE = 7
CENTRE = 49  # the number of the space in the middle

Layout: TypeAlias = tuple[int, ...]
"""The numbers of the 49 spaces, row by row from the upper left corner."""

# fmt: off
SPIRAL: Layout = (
     1,  2,  3,  4,  5,  6,  7,
    24, 25, 26, 27, 28, 29,  8,
    23, 40, 41, 42, 43, 30,  9,
    22, 39, 48, 49, 44, 31, 10,
    21, 38, 47, 46, 45, 32, 11,
    20, 37, 36, 35, 34, 33, 12,
    19, 18, 17, 16, 15, 14, 13,
)
# fmt: on
"""49-Q-01: the rings of a 7x7 board are just the ranges 1-24, 25-40, 41-48 and 49."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # across, down, and the two diagonals


def is_layout(numbers: Layout) -> bool:
    """Whether these are the numbers 1 to 49, each once, with 49 in the middle."""
    return sorted(numbers) == sorted(SPIRAL) and numbers[len(SPIRAL) // 2] == CENTRE


@cache
def lines(layout: Layout, length: int) -> tuple[tuple[int, ...], ...]:
    """Every straight line of ``length`` neighbouring spaces, each once, in a fixed order."""
    return tuple(
        tuple(layout[(row + i * down) * SIDE + column + i * across] for i in range(length))
        for row in range(SIDE)
        for column in range(SIDE)
        for down, across in _DIRECTIONS
        if row + (length - 1) * down < SIDE and 0 <= column + (length - 1) * across < SIDE
    )
