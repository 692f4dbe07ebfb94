"""The whispering game gone through in the order of a set, which is another in each process."""

from typing import Any

from msgspec.structs import replace

from ledger import Chance, Choice, Names, OneOf, Seat
from tests.whisper_game import (
    WHISPER,
    WORDS,
    AnyGame,
    Dealt,
    Keep,
    Options,
    State,
    legal,
    start,
    waiting,
)

CARDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class Heard(State, frozen=True):
    words: frozenset[str] = frozenset(WORDS)


def _draw(s: State, chance: Chance) -> Any:
    for seat in waiting(s.cards):
        return chance.draw(Dealt, tuple(CARDS[word] for word in frozenset(CARDS)), seat=seat)
    return None


def _offer(s: State, seat: Seat) -> tuple[Choice, ...]:
    if seat in waiting(s.kept):
        return (Choice(Keep, seat, {"word": OneOf(tuple(frozenset(WORDS)))}),)
    return legal(s, seat)


def _tell(e: Any, names: Names) -> str:
    return " and ".join({*CARDS})


def _heard(options: Options, seats: int) -> Any:
    begun: Any = start(options, seats)
    return Heard(begun.cards, begun.kept, begun.said, begun.loudest)


def _shuffled(options: Options, seats: int) -> Any:
    """A set that is made a tuple: nothing is told of it, and it is in every view."""
    begun = _heard(options, seats)
    return replace(begun, words=tuple(begun.words))


DRAWS: AnyGame = replace(WHISPER, settle=_draw)
OFFERS: AnyGame = replace(WHISPER, legal=_offer)
TELLS: AnyGame = replace(WHISPER, tell=_tell)
SHUFFLES: AnyGame = replace(WHISPER, start=_shuffled)
HOLDS: AnyGame = replace(WHISPER, start=_heard)
"""It only keeps a set, and does not go through it."""
