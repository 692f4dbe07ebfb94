"""Any action at all, as long as its fields are of their types: what a stranger may send."""

import random
import types
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from ledger.choices import ArrangementOf, Choice, OneOf, Range, SubsetOf
from ledger.events import Action, Seat
from ledger.game import Game
from ledger.hidden import Hidden
from ledger.values import item_types

FAR = (-(2**63), -(10**9), -1, 0, 1, 2**31, 2**53 + 1, 2**63 - 1)
WORDS = ("", "0", "x", "-1", "nobody", "ä" * 40, "[]", "null", "\x00", "'; --")
LONGEST = 6  # elements of an arbitrary tuple


def anything(
    game: Game[Any, Any, Any, Any],
    seats: int,
    dice: random.Random,
    choices: Sequence[Choice] = (),
) -> Action:
    """A random action whose fields are of their types, and otherwise whatever comes.

    Half of them are legal actions with one field changed, where there are legal ones.

    Args:
        seats: how many play; some actions name a seat beyond.
        choices: what is legal now: numbers and words are taken from near it.
    """
    maker = _Maker(seats, dice, [value for choice in choices for value in _near(choice)])
    if choices and dice.random() < 0.5:
        return maker.changed(dice.choice(choices).sample(dice.randrange))
    cls = dice.choice(game.actions)
    hints = _hints(cls)
    return cls(**{name: maker.make(hints[name]) for name in cls.__struct_fields__})


@lru_cache(maxsize=512)
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _near(choice: Choice) -> Iterator[Any]:
    for domain in choice.fields.values():
        match domain:
            case Range():
                yield from (domain.low, domain.high)
            case OneOf():
                yield from domain.values
            case SubsetOf() | ArrangementOf():
                yield from domain.items


class _Maker:
    """Makes values of a type."""

    def __init__(self, seats: int, dice: random.Random, near: Sequence[Any]) -> None:
        self._seats = seats
        self._dice = dice
        self._near = near

    def changed(self, action: Action) -> Action:
        """The action with one of its fields replaced."""
        fields = {name: getattr(action, name) for name in action.__struct_fields__}
        name = self._dice.choice(list(fields))
        old, hint = fields[name], _hints(type(action))[name]
        size = len(old) if isinstance(old, tuple) else 0
        kinds = item_types(hint, size + 1)  # fewer where it is of one size only
        if 0 < size < len(kinds) and self._dice.random() < 0.5:
            fields[name] = self._shaken(old, kinds[0])
        else:
            fields[name] = self.make(hint)
        return type(action)(**fields)

    def make(self, hint: Any) -> Any:
        """A value of a type, given as a type hint."""
        dice = self._dice
        if hint == Seat:
            return dice.choice((*range(self._seats), *range(self._seats), self._seats, 99))
        if hint is int:
            return self._int()
        if hint is str:
            return self._one_near(str, WORDS)
        if hint is float:
            return dice.choice((0.0, -1.5, 1e300, float(self._int())))
        if hint is bool or hint is type(None):
            return dice.choice((True, False)) if hint is bool else None
        if isinstance(hint, type) and issubclass(hint, Enum):
            return dice.choice(list(hint))
        if isinstance(hint, type) and issubclass(hint, Struct):
            return hint(**{name: self.make(part) for name, part in _hints(hint).items()})
        return self._composed(hint)

    def _composed(self, hint: Any) -> Any:
        origin, args = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.make(args[0])
        if origin in (Union, types.UnionType):
            return self.make(self._dice.choice([part for part in args if part is not Hidden]))
        if origin is Literal:
            return self._dice.choice(args)
        if origin is tuple and args[-1:] != (...,):
            return tuple(self.make(part) for part in args)
        if origin in (tuple, list, set, frozenset):
            values = [self.make(args[0]) for _ in range(self._dice.randrange(LONGEST + 1))]
            return origin(values)
        if origin is dict:
            return {self.make(args[0]): self.make(args[1]) for _ in range(self._dice.randrange(3))}
        return self._int() if self._dice.random() < 0.5 else self._one_near(str, WORDS)

    def _int(self) -> int:
        if self._dice.random() < 0.7:
            few = tuple(range(-1, self._seats + 2))
            return int(self._one_near(int, few)) + self._dice.choice((-1, 0, 0, 0, 1))
        return self._dice.choice(FAR) if self._dice.random() < 0.5 else self._dice.randrange(100)

    def _one_near(self, kind: type, others: Sequence[Any]) -> Any:
        near = [value for value in self._near if type(value) is kind]
        return self._dice.choice(near if near and self._dice.random() < 0.7 else others)

    def _shaken(self, old: tuple[Any, ...], kind: Any) -> tuple[Any, ...]:
        """The tuple with an element dropped, doubled or made anew, or in another order.

        Args:
            kind: the type of its elements.
        """
        index = self._dice.randrange(len(old))
        match self._dice.randrange(4):
            case 0:
                return old[:index] + old[index + 1 :]
            case 1:
                return (*old, old[index])
            case 2:
                return (*old[:index], self.make(kind), *old[index + 1 :])
            case _:
                return tuple(self._dice.sample(old, len(old)))
