"""What a reader may not know: a value that can be stored and moved, never looked at.

In a redacted event a secret field holds `HIDDEN`. A fold may store it, move it and tell it from
None; comparing, ordering or testing it raises `NeedsDisclosure`. So one `evolve` serves everybody.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Generic, Literal, NoReturn, TypeAlias, TypeVar

from msgspec import Struct

from ledger.errors import NeedsDisclosure
from ledger.ordering import not_a_set

T = TypeVar("T")


class Hidden(Struct, frozen=True, eq=False, repr_omit_defaults=True):
    """A value the reader may not know. Use the one value `HIDDEN`.

    As JSON it is ``{"hidden":true}``.
    """

    hidden: Literal[True] = True

    def _looked_at(self, *_: object) -> NoReturn:
        raise NeedsDisclosure

    # msgspec gives Structs an own __ne__; without these, `tile != HIDDEN` would be silently true.
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _looked_at
    __hash__ = __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = _looked_at
    __int__ = __index__ = __add__ = __radd__ = __sub__ = __rsub__ = _looked_at

    def __repr__(self) -> str:
        return "HIDDEN"


HIDDEN = Hidden()

Secret: TypeAlias = T | Hidden
"""A value, or HIDDEN for those who may not read it: the type of a secret in a *state*."""


class For:
    """Declares, on an event's field, which seats may read it; everybody else reads HIDDEN.

    Args:
        seats: names of the event's fields that hold a seat or a tuple of seats; none: nobody may.
        each: seal every element of a tuple alone, so that they can be opened one by one. The
            number of elements is then public; without it a tuple is one seal and its length secret.
    """

    __slots__ = ("each", "seats")

    def __init__(self, *seats: str, each: bool = False) -> None:
        self.seats = seats
        self.each = each


Own: TypeAlias = Annotated[T | Hidden, For("seat")]
"""The type of an event's field that only the event's own seat may read."""

OwnEach: TypeAlias = Annotated[tuple[T | Hidden, ...], For("seat", each=True)]
"""A tuple only the event's own seat may read, each element under a seal of its own."""


def known(value: T | Hidden) -> T:
    """Unwrap a secret.

    Raises:
        NeedsDisclosure: it is hidden from this reader.
    """
    if isinstance(value, Hidden):
        raise NeedsDisclosure
    return value


def spread(value: tuple[T, ...] | Hidden, size: int) -> tuple[T | Hidden, ...]:
    """Lay one sealed tuple out as ``size`` slots: its elements, or as many HIDDEN."""
    return (HIDDEN,) * size if isinstance(value, Hidden) else value


class Bag(Struct, Generic[T], frozen=True):
    """A multiset of which the reader knows some elements and of the others only the number."""

    cards: tuple[T, ...] = ()  # the known ones, sorted
    hidden: int = 0  # how many more there are

    def __len__(self) -> int:
        return len(self.cards) + self.hidden

    def add(self, *cards: T | Hidden) -> "Bag[T]":
        """The bag with ``cards`` put in."""
        seen: list[Any] = [card for card in cards if not isinstance(card, Hidden)]
        known: list[Any] = [*self.cards, *seen]
        fresh = tuple(sorted(known))
        return Bag(fresh, self.hidden + len(cards) - len(seen))

    def take(self, *cards: T | Hidden) -> "Bag[T]":
        """The bag with ``cards`` taken out: a known one where it is known, else a hidden one.

        Taking HIDDEN from a bag with known cards forgets them all: the reader cannot tell whether
        one of them went.

        Raises:
            NeedsDisclosure: the bag holds no such card and none hidden.
        """
        left, hidden = list(self.cards), self.hidden
        for card in cards:
            if isinstance(card, Hidden):
                left, hidden = [], hidden + len(left) - 1
            elif card in left:
                left.remove(card)
            else:
                hidden -= 1
            if hidden < 0:
                raise NeedsDisclosure
        return Bag(tuple(left), hidden)

    def holds(self, *cards: T) -> bool:
        """Whether all of ``cards`` are in the bag, as a multiset.

        Raises:
            NeedsDisclosure: they are not all among the known ones, and some are hidden.
        """
        missing = sum((Counter(cards) - Counter(self.cards)).values())
        if missing and self.hidden:
            raise NeedsDisclosure
        return not missing

    def all(self) -> tuple[T, ...]:
        """Every element, sorted.

        Raises:
            NeedsDisclosure: some are hidden.
        """
        if self.hidden:
            raise NeedsDisclosure
        return self.cards


class Rest(Struct, Generic[T], frozen=True):
    """A pool to draw from: what lies nowhere else, as far as the reader knows."""

    items: tuple[T, ...]  # what may be there, in the order of the whole
    hidden: int = 0  # so many of them lie elsewhere, face down for this reader


def rest_of(everything: Iterable[T], *elsewhere: Bag[T] | Iterable[T | Hidden]) -> Rest[T]:
    """What is left of ``everything`` once all that lies elsewhere is taken out, as multisets.

    Equal elements stand together, where the first of them stands in ``everything``. What lies
    elsewhere hidden is only counted: so a draw can be judged also by those who do not see all.

    Raises:
        GameError: ``everything`` is a set, which has no fixed order.
    """
    not_a_set(everything, "everything a rest is of")
    left, hidden = Counter(iter(everything)), 0  # a mapping's keys, not their values as counts
    for place in elsewhere:
        if isinstance(place, Bag):
            left.subtract(place.cards)
            hidden += place.hidden
            continue
        for card in place:
            if isinstance(card, Hidden):
                hidden += 1
            else:
                left[card] -= 1
    return Rest(tuple(item for item, count in left.items() for _ in range(count)), hidden)
