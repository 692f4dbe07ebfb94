"""What several games do alike: going round the table, ascending auctions, comparing seats.

Nothing here knows a game. Seats are counted clockwise, so the next seat is the next number.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from ledger import GameError, Names, Seat

T = TypeVar("T")


class Phase(Struct, frozen=True, tag_field="phase", tag=str.lower):
    """What a table is at: the base of a game's phases. As JSON it names itself in ``phase``."""


P = TypeVar("P", bound=Phase)


def at(phase: Phase, kind: type[P]) -> P:
    """The phase as one of its kind, for an event that can stand only there.

    Raises:
        GameError: the table is at something else.
    """
    if not isinstance(phase, kind):
        raise GameError(f"an event stands where the table is not at {kind.__name__.lower()}")
    return phase


def clockwise(first: Seat, seats: int) -> Iterator[Seat]:
    """All seats of the table, beginning with ``first``."""
    return ((first + i) % seats for i in range(seats))


def next_bidder(last: Seat, leader: Seat | None, may: Collection[Seat], seats: int) -> Seat | None:
    """Whose word it is in an ascending auction after ``last`` has spoken.

    Args:
        leader: who holds the highest bid; it is not asked to outbid itself.
        may: the seats that are still in.

    Returns:
        The next seat clockwise that is still in; None: nobody is left to speak.
    """
    for i in range(1, seats):
        asked = (last + i) % seats
        if asked in may:
            return None if asked == leader else asked
    return None


def best(scores: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """The seats with the highest score, in the order given."""
    return tuple(seat for seat, score in scores.items() if score == max(scores.values()))


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The items with another one at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def listed(words: Sequence[Any], joined: str = "and") -> str:
    """The words as people list them: ``1, 2 and 3``."""
    *others, last = map(str, words)
    return f"{', '.join(others)} {joined} {last}" if others else last


def won(winners: Sequence[Seat], names: Names) -> str:
    """Who has won, without a full stop: ``Ann wins``, ``Ann and Bob share the win``."""
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"{listed([names[seat] for seat in winners])} {verb}"
