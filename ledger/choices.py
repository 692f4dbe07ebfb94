"""What a seat may do now, as data: a kind of action and a domain for each of its fields."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ledger.errors import GameError, InvalidAction
from ledger.events import Action, Seat, kind_of
from ledger.ordering import in_order
from ledger.values import fitted

Pick: TypeAlias = Callable[[int], int]
"""Picks an int from 0 to n - 1, as ``random.Random(1).randrange`` does."""


class _Domain(Struct, frozen=True, tag_field="domain", tag=str.lower):
    """As JSON, an object whose ``domain`` is the class's name in small letters."""


class OneOf(_Domain, frozen=True):
    """One of some values, in a fixed order."""

    values: tuple[Any, ...]

    def __post_init__(self) -> None:
        in_order(self.values, "one of some values: what they are taken from")

    def contains(self, value: Any) -> bool:
        return any(type(value) is type(v) and value == v for v in self.values)

    def sample(self, pick: Pick) -> Any:
        return self.values[_below(len(self.values), pick, self)]


class Range(_Domain, frozen=True):
    """A whole number, both ends included."""

    low: int
    high: int

    def contains(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def sample(self, pick: Pick) -> int:
        return self.low + _below(self.high - self.low + 1, pick, self)


class SubsetOf(_Domain, frozen=True):
    """A tuple of some of the items, ``least`` to ``most`` of them, each as often as it is there.

    In any order, or, where ``ordered``, in the order in which the items stand.
    """

    items: tuple[Any, ...]
    least: int
    most: int
    ordered: bool = False

    def __post_init__(self) -> None:
        in_order(self.items, "a subset: what it is taken from")

    def contains(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and self.least <= len(value) <= self.most
            and not Counter(value) - Counter(self.items)
            and (not self.ordered or self._in_order(value))
        )

    def _in_order(self, value: tuple[Any, ...]) -> bool:
        """Whether each element is found among the items behind the one before."""
        left = iter(self.items)
        return all(element in left for element in value)

    def sample(self, pick: Pick) -> tuple[Any, ...]:
        if self.most > len(self.items):
            raise GameError(f"a choice offers {self.most} of {len(self.items)} items")
        size = self.least + _below(self.most - self.least + 1, pick, self)
        chosen = set(_shuffled(len(self.items), size, pick))
        return tuple(item for i, item in enumerate(self.items) if i in chosen)


class ArrangementOf(_Domain, frozen=True):
    """A tuple of ``length`` of the items, each used as often as it is there; the order matters."""

    items: tuple[Any, ...]
    length: int

    def __post_init__(self) -> None:
        in_order(self.items, "an arrangement: what it is made of")

    def contains(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == self.length
            and not Counter(value) - Counter(self.items)
        )

    def sample(self, pick: Pick) -> tuple[Any, ...]:
        if self.length > len(self.items):
            raise GameError(f"a choice offers {self.length} of {len(self.items)} items")
        return tuple(self.items[i] for i in _shuffled(len(self.items), self.length, pick))


Domain: TypeAlias = OneOf | Range | SubsetOf | ArrangementOf
"""The values one field may take: ``contains(value)`` tells, ``sample(pick)`` takes one."""


_DOMAINS = frozenset((OneOf, Range, SubsetOf, ArrangementOf))


class Choice(Struct, frozen=True):
    """One kind of action a seat may take now, with a domain for each field it chooses.

    Fields that depend on each other are split into several choices, so that every combination
    of values of one choice is possible.
    """

    action: type[Action]
    seat: Seat
    fields: Mapping[str, Domain] = {}

    @property
    def kind(self) -> str:
        """The action's kind, such as ``bid``."""
        return kind_of(self.action)

    def to_data(self) -> dict[str, Any]:
        """The choice as plain data for JSON: ``kind``, ``seat``, ``fields``."""
        fields = {name: msgspec.to_builtins(domain) for name, domain in self.fields.items()}
        return {"kind": self.kind, "seat": self.seat, "fields": fields}

    def contains(self, action: Action) -> bool:
        """Whether ``action`` is one of those this choice offers."""
        return (
            type(action) is self.action
            and action.seat == self.seat
            and all(domain.contains(getattr(action, f)) for f, domain in self.fields.items())
        )

    def make(self, /, **values: Any) -> Action:
        """The action with these values for its fields.

        Raises:
            InvalidAction: a field is missing, unknown, or not of its type.
        """
        if values.get("seat", self.seat) != self.seat:
            raise InvalidAction(f"{self.kind}: this is a choice of seat {self.seat}")
        given = {**values, "kind": self.kind, "seat": self.seat}
        made: Action = fitted(given, self.action, self.kind)
        return made

    def sample(self, pick: Pick) -> Action:
        """One of the actions this choice offers.

        Raises:
            GameError: it offers none, or lacks a field: its game must be mended.
        """
        for field, domain in self.fields.items():
            if type(domain) not in _DOMAINS:
                text = f"{field} has a {type(domain).__name__} in place of a domain"
                raise GameError(f"a choice of {self.kind} makes no action: {text}")
        values = {f: domain.sample(pick) for f, domain in self.fields.items()}
        try:
            return self.action(seat=self.seat, **values)
        except TypeError as error:  # of names alone: a Struct does not look at values
            raise GameError(f"a choice of {self.kind} makes no action: {error}") from error


def _below(size: int, pick: Pick, domain: Struct) -> int:
    """A number below a size, where a domain holds so many values."""
    if size < 1:
        raise GameError(f"a choice offers nothing: its {type(domain).__name__} is empty")
    return pick(size)


def _shuffled(size: int, length: int, pick: Pick) -> list[int]:
    """``length`` different indices below ``size``, in random order."""
    left = list(range(size))
    return [left.pop(pick(len(left))) for _ in range(length)]
