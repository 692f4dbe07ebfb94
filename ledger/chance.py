"""Where random outcomes come from: a seed, the table, or the record.

The generator is ours and frozen, named ``draw/1`` in every log: an int below n for draw number k
of a stream (event kind, seat) comes from HMAC-SHA256, keyed by the seed, over the ASCII text
``draw/1|KIND|SEAT|K|BLOCK`` (KIND without a ``/2``; SEAT is ``-`` where there is none; K from 0;
BLOCK from 0). The digest, read as a big-endian integer, is used if it is below the largest
multiple of n that 256 bits hold; else the next block is tried.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from ledger.errors import GameError, NeedsDisclosure
from ledger.events import Consequence, kind_of
from ledger.hidden import Rest
from ledger.ordering import in_order

C = TypeVar("C", bound=Consequence)
T = TypeVar("T")

Pool: TypeAlias = Sequence[T] | Rest[T] | Callable[[], Sequence[T] | Rest[T]]
"""What may be drawn, in a fixed order; an element as often as it is there. `rest_of` makes one of
what lies nowhere else. A function where computing it looks at secrets: who draws can then be
judged even where the pool cannot."""

ALGORITHM = "draw/1"


class Chance(Protocol):
    """What settle draws from."""

    def draw(self, event: type[C], pool: Pool[Any], **fields: Any) -> C:
        """Complete the event: ``fields`` as given, its one `drawn` field picked from ``pool``."""
        ...


class Stream(Struct, frozen=True):
    """Draws are numbered within their stream, so that nothing else changes what they give."""

    kind: str
    seat: int | None

    @classmethod
    def of(cls, event: type[Consequence], fields: dict[str, Any]) -> "Stream":
        """The stream of an event about to be drawn, or just drawn, with these fields."""
        seat = fields.get("seat") if event.drawn != "seat" else None
        return cls(kind_of(event).partition("/")[0], seat)


class DrawNeeded(Struct, frozen=True):
    """A draw the match waits for: declared chance."""

    event: type[Consequence]
    field: str  # the drawn one
    fields: dict[str, Any]  # all others
    pool: Callable[[], Rest[Any]]

    @property
    def seat(self) -> int | None:
        """Who draws; None where nobody in particular does."""
        return Stream.of(self.event, self.fields).seat


class Waiting(Exception):
    """Raised by `Declared.draw` through settle, to stop the loop where the table must speak."""

    def __init__(self, need: DrawNeeded) -> None:
        super().__init__("a draw is awaited")
        self.need = need


def words(seed: bytes, stream: Stream, number: int) -> Iterator[int]:
    """The 256-bit integers of one draw, block after block."""
    import hmac  # and with it OpenSSL, which nobody needs who draws nothing

    seat = "-" if stream.seat is None else str(stream.seat)
    block = 0
    while True:
        text = f"{ALGORITHM}|{stream.kind}|{seat}|{number}|{block}".encode("ascii")
        yield int.from_bytes(hmac.digest(seed, text, "sha256"), "big")
        block += 1


def below(size: int, blocks: Iterator[int], bits: int = 256) -> int:
    """An int from 0 to ``size`` - 1, all equally likely, from uniform ints of ``bits`` bits."""
    limit = (1 << bits) - (1 << bits) % size
    return next(word for word in blocks if word < limit) % size


def pick(pool: Rest[Any], seed: bytes, stream: Stream, number: int) -> Any:
    """The element that a draw takes.

    Raises:
        NeedsDisclosure: the pool is not known to its end.
    """
    if pool.hidden:
        raise NeedsDisclosure
    return pool.items[below(len(pool.items), words(seed, stream, number))]


def pool_of(pool: Pool[Any], event: type[Consequence]) -> Rest[Any]:
    """The pool, as far as it is known.

    Raises:
        GameError: it is empty, and a game must not draw from nothing, or it is in no fixed order.
    """
    found = pool() if callable(pool) else pool
    _be_in_order(found, event)
    rest: Rest[Any] = found if isinstance(found, Rest) else Rest(tuple(found))
    if len(rest.items) <= rest.hidden:
        raise GameError(f"{kind_of(event)}: there is nothing to draw from")
    return rest


def _be_in_order(pool: Any, event: type[Consequence]) -> None:
    in_order(pool.items if isinstance(pool, Rest) else pool, f"{kind_of(event)}: its pool")


def drawn_field(event: type[Consequence]) -> str:
    """The field of an event that chance fills.

    Raises:
        GameError: its class does not say which.
    """
    if event.drawn is None:
        raise GameError(f"{kind_of(event)} is drawn but names no drawn field")
    return event.drawn


def complete(event: type[C], fields: dict[str, Any], value: Any) -> C:
    """The event with its drawn field filled.

    Raises:
        GameError: the event class does not say which field chance fills.
    """
    return event(**fields, **{drawn_field(event): value})


class Seeded:
    """Draws from the seed; ``count`` says how many draws of a stream came before."""

    def __init__(self, seed: bytes, count: Callable[[Stream], int]) -> None:
        self._seed = seed
        self._count = count

    def draw(self, event: type[C], pool: Pool[Any], **fields: Any) -> C:
        """The event with an element of the pool that the seed picks."""
        stream = Stream.of(event, fields)
        value = pick(pool_of(pool, event), self._seed, stream, self._count(stream))
        return complete(event, fields, value)


class Declared:
    """Stops the loop: the table must say what was drawn."""

    def draw(self, event: type[C], pool: Pool[Any], **fields: Any) -> C:
        """Never returns.

        Raises:
            Waiting: always, with what is needed.
            GameError: the event class does not say which field chance fills.
        """
        raise Waiting(self.needed(event, pool, fields))

    @staticmethod
    def needed(event: type[Consequence], pool: Pool[Any], fields: dict[str, Any]) -> DrawNeeded:
        """What is needed to complete the event."""
        if not callable(pool):  # at once, and not only where somebody asks what can be drawn
            _be_in_order(pool, event)
        return DrawNeeded(event, drawn_field(event), fields, lambda: pool_of(pool, event))
