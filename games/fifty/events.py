"""What is written down in a match of Fifty: one action, and what follows from it."""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from ledger import Action, Consequence, Opening, OwnEach, Seat
from ledger.games.fifty.grid import BOXES, DangerCard


class Box(Struct, frozen=True):
    """A box on the line of the round."""

    seat: Seat
    box: int  # from 0, left to right


class WriteLine(Action, frozen=True):
    """50-CHO-01, 50-CHO-03: five numbers for this round, from the smallest to the largest."""

    numbers: OwnEach[int]  # a seal each: they are called one by one


class RoundStarted(Consequence, frozen=True):
    """50-FLW-01, 50-RND-03: all tokens lie face down, every marble on 0."""

    round: int  # 1 to 4


class FirstCounterDrawn(Consequence, frozen=True):
    """50-CNT-01, 50-Q-16: who will begin the count."""

    drawn: ClassVar[str] = "seat"
    seat: Seat


class TokenRevealed(Consequence, frozen=True):
    """50-REV-01: a Forbidden Token is turned up."""

    drawn: ClassVar[str] = "digit"
    digit: int


class DangerCardRevealed(Consequence, frozen=True):
    """50-DNG-02: the top Danger Card is turned up."""

    drawn: ClassVar[str] = "card"
    card: DangerCard


class CountStarted(Consequence, frozen=True):
    """50-CNT-01: all lines are written, and ``seat`` counts from 1."""

    seat: Seat


class NumberCalled(Consequence, frozen=True):
    """50-CNT-03: the counter calls the next number, and all who wrote it show it."""

    reveals: ClassVar[bool] = True  # also that nobody has it
    number: int
    counter: Seat
    boxes: tuple[Box, ...]  # where it is written, by seat

    def opens(self) -> tuple[Opening, ...]:
        """Exactly the boxes in which the number stands."""
        return tuple(
            Opening(WriteLine, "numbers", self.number, element=box.box, where={"seat": box.seat})
            for box in self.boxes
        )


class MarbleMoved(Consequence, frozen=True):
    """50-CNT-05, 50-CNT-06: the marble of ``seat`` goes one space on."""

    seat: Seat
    marble: int  # where it is now, laps included


class CrownWon(Consequence, frozen=True):
    """50-CRN-01, 50-CRN-02: ``seat`` colours a crown."""

    seat: Seat
    crowns: int  # 1, or 2: the match is won


class TookOver(Consequence, frozen=True):
    """50-CNT-04: ``seat`` alone has the number, and goes on counting from it, for points."""

    seat: Seat


class Collided(Consequence, frozen=True):
    """50-CNT-07: several have the number; the count goes on as the table has agreed."""

    number: int
    seats: tuple[Seat, ...]  # in seat order


class BoxCrossed(Consequence, frozen=True):
    """50-CNT-07: ``seat`` crosses out its box."""

    seat: Seat
    box: int  # from 0, left to right


class BonusEarned(Consequence, frozen=True):
    """50-RND-01: the box that was crossed out will bring its bonus."""

    seat: Seat
    points: int


class BonusLost(Consequence, frozen=True):
    """50-DNG-03: the number lies in the Danger range: the bonus is crossed out as well."""

    seat: Seat
    points: int


class RoundScored(Consequence, frozen=True):
    """50-RND-01: what the round brings ``seat``."""

    seat: Seat
    marble: int
    bonus: int
    score: int  # both together


class NumbersShown(Consequence, frozen=True):
    """50-Q-25: the match has ended in mid-count, and what was not called is shown."""

    numbers: tuple[tuple[int, ...], ...]  # by seat: the last boxes of its line

    def opens(self) -> tuple[Opening, ...]:
        """The boxes that no call has opened."""
        return tuple(
            Opening(WriteLine, "numbers", number, element=box, where={"seat": seat})
            for seat, numbers in enumerate(self.numbers)
            for box, number in enumerate(numbers, BOXES - len(numbers))
        )


class MatchWon(Consequence, frozen=True):
    """50-END-01 to 50-END-04: who has won, and by which rule."""

    winners: tuple[Seat, ...]  # in seat order
    clause: str


Act: TypeAlias = WriteLine

Happening: TypeAlias = (
    WriteLine
    | RoundStarted
    | FirstCounterDrawn
    | TokenRevealed
    | DangerCardRevealed
    | CountStarted
    | NumberCalled
    | MarbleMoved
    | CrownWon
    | TookOver
    | Collided
    | BoxCrossed
    | BonusEarned
    | BonusLost
    | RoundScored
    | NumbersShown
    | MatchWon
)
"""Every event of the game."""
