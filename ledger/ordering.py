"""What must stand in a fixed order, since the order gets into the log or into a draw.

The order of a set of texts differs from process to process: a match that depends on it is clean
where it was played, and broken everywhere else.
"""

from collections.abc import KeysView, Sequence, Set
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import Struct

from ledger.errors import GameError


def in_order(things: object, what: str) -> None:
    """Refuse what is no sequence. A tuple costs next to nothing.

    Args:
        what: what the sentence is about, such as ``card_drawn: a pool``.

    Raises:
        GameError: the things have no fixed order, or come only once.
    """
    if type(things) is not tuple and not isinstance(things, Sequence):
        raise GameError(f"{what} is {_told(things)}: hand over a sequence in a fixed order")


def not_a_set(things: object, what: str) -> None:
    """Refuse a set; whatever else can be gone through is taken, such as a mapping's keys.

    Raises:
        GameError: it is one.
    """
    if is_a_set(things):
        raise GameError(f"{what} is {_told(things)}: hand over a sequence in a fixed order")


def is_a_set(things: object) -> bool:
    """Whether things have no fixed order; a mapping's keys have that of the mapping."""
    return isinstance(things, Set) and not isinstance(things, KeysView)


def holds_a_set(kind: Any, inside: tuple[Any, ...] = ()) -> bool:
    """Whether values of a type are sets, or hold any. Slow: ask once a class.

    Args:
        inside: the Structs it stands in, which are looked through already.
    """
    origin = get_origin(kind)
    if origin is Annotated:
        return holds_a_set(kind.__origin__, inside)
    if origin is Literal:
        return False
    plain = origin or kind
    if isinstance(plain, type) and issubclass(plain, Set):
        return True
    within = (*inside, plain)
    if isinstance(plain, type) and issubclass(plain, Struct) and plain not in inside:
        return any(holds_a_set(field.type, within) for field in msgspec.structs.fields(plain))
    return any(holds_a_set(part, inside) for part in get_args(kind))


def _told(things: object) -> str:
    kind = type(things).__name__
    return f"a {kind}, which has no fixed order" if isinstance(things, Set) else f"of type {kind}"
