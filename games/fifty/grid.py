"""What lies on the table: grids and their boxes, tracks, Forbidden Tokens, Danger Cards."""

from typing import TypeAlias

ROUNDS = 4
BOXES = 5  # on a line

DIGITS = tuple(range(10))
"""The Forbidden Tokens, one for each digit."""

DangerCard: TypeAlias = str
"""Named as it is printed, ``"10-19"``."""

DANGERS: dict[DangerCard, range] = {
    "01-09": range(1, 10),
    "10-19": range(10, 20),
    "20-29": range(20, 30),
    "30-39": range(30, 40),
    "40-49": range(40, 50),
}
"""The Danger Cards, each with the numbers within its bounds."""

Bonus: TypeAlias = tuple[tuple[int, ...], ...]
"""What each box brings if it is crossed out: four lines of five boxes, in points."""

PRINTED: Bonus = ((2, 2, 1, 1, 1),) * ROUNDS
"""50-Q-17: the values that are attested, the same on every line."""

FULL_TABLE = 7  # seats: beyond them several boxes are put together
TARGET = 50
STEP = 5  # the target rises by so much for each seat beyond the full table

_THRESHOLDS = {3: 19, 4: 15, 5: 12, 6: 10, 7: 9}
_THRESHOLD = 9  # beyond the full table

LAP = 20  # the last space of a score track


def target(seats: int) -> int:
    """50-CNT-10, 50-BIG-02: the number that ends the count; nobody can write it."""
    return TARGET + STEP * max(0, seats - FULL_TABLE)


def threshold(seats: int) -> int:
    """50-CRN-01, 50-BIG-04: where a marble wins a crown, in points."""
    return _THRESHOLDS.get(seats, _THRESHOLD)


def tokens_up(seats: int) -> int:
    """50-REV-01, 50-BIG-01: how many Forbidden Tokens are turned up in a round."""
    return max(0, FULL_TABLE - seats)


def is_forbidden(number: int, digits: tuple[int, ...]) -> bool:
    """50-CHO-04: whether the number ends in one of these digits."""
    return number % 10 in digits


def laps(marble: int) -> int:
    """50-TIP-03, 50-Q-15: how often the marble has gone past the end of its track."""
    return max(0, marble - 1) // LAP


def place(marble: int) -> int:
    """50-TIP-03, 50-Q-15: the space of the track, 0 to 20, where the marble lies."""
    return marble - LAP * laps(marble)
