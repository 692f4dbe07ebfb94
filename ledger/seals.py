"""Salted hashes that stand in the public event for secret values, and what opens them.

A seal is the SHA-256, in hex, of the UTF-8 text ``["SALT","FIELD",VALUE]``: salt 32 hex digits,
field the name in the event (``numbers.3`` for one element), value the JSON text as stored. The
manner is that of SD-JWT (RFC 9901). None is never sealed: a reader may tell HIDDEN from None.
"""

import re
import types
from collections.abc import Callable, Iterator
from functools import reduce
from hashlib import sha256
from operator import or_
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from ledger.errors import GameError, Misused
from ledger.events import Event
from ledger.hidden import For, Hidden

Entropy: TypeAlias = Callable[[int], bytes]
"""So many random bytes; by default those of the operating system, never from the seed."""

NOBODY = "nobody"  # in a disclosure: for the auditor of the host's own file alone
EVERYBODY = "all"
SALT_BYTES = 16
SEAL = "[0-9a-f]{64}"
SEAT = "0|[1-9][0-9]?"  # as it stands in a disclosure
SALT = "[0-9a-f]{32}"  # as it is stored


def whole(entropy: Entropy) -> Entropy:
    """The same source, held to what it is asked for: fewer bytes could be guessed.

    Raises (the source):
        Misused: it gave something else.
    """

    def noise(size: int) -> bytes:
        made: object = entropy(size)
        if isinstance(made, bytes | bytearray) and len(made) == size:
            return bytes(made)
        gave = f"{len(made)} bytes" if isinstance(made, bytes | bytearray) else type(made).__name__
        raise Misused(f"the source of random bytes was asked for {size} bytes and gave {gave}")

    return noise


class Sealed(Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the public event: ``{"seal":"..."}``, 64 hex digits."""

    seal: Annotated[str, Meta(pattern=rf"^{SEAL}\Z")]


class Disclosure(Struct, frozen=True):
    """What opens one seal for one audience.

    Attributes:
        seq: of the sealed event.
        field: the secret field, ``numbers.3`` for an element.
        audience: a seat's number as text, ``all`` or ``nobody``.
        issued: the seq of the event that made it readable; the sealed one's own, or a reveal's.
        salt: 32 hex digits.
        value: JSON text.
    """

    seq: int
    field: str
    audience: str
    issued: int
    salt: str
    value: str

    def seal(self) -> str:
        """The seal this opens."""
        return seal_of(self.salt, self.field, self.value)


def seal_of(salt: str, field: str, value: str) -> str:
    """The seal over a salt, a field's name and a value's JSON text."""
    return sha256(f'["{salt}","{field}",{value}]'.encode()).hexdigest()


class SecretField(Struct, frozen=True):
    """How one field of an event class is sealed."""

    name: str
    seats: tuple[str, ...]  # the fields that hold who may read it
    each: bool  # a seal for every element of a tuple
    value: Any  # the type of what one seal holds
    optional: bool  # whether None may stand there, unsealed

    def readers(self, event: Event) -> tuple[str, ...]:
        """The audiences of a disclosure at the time of the event."""
        found: dict[str, None] = {}
        for name in self.seats:
            holder = getattr(event, name)
            for seat in holder if isinstance(holder, tuple) else (holder,):
                if seat is not None:
                    found[str(seat)] = None
        return tuple(found) or (NOBODY,)

    def paths(self, value: Any) -> Iterator[tuple[str, Any]]:
        """The path and value of each seal; none for None."""
        if value is None:
            return
        if self.each:
            for index, element in enumerate(value):
                yield f"{self.name}.{index}", element
        else:
            yield self.name, value


def secret_fields(cls: type[Event]) -> tuple[SecretField, ...]:
    """The secret fields of an event class, in the order of its fields. Slow: ask once a class.

    Raises:
        GameError: a field is declared secret in a way that cannot be sealed.
    """
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for name in cls.__struct_fields__:
        marks = [m for m in getattr(hints[name], "__metadata__", ()) if isinstance(m, For)]
        if marks:
            found.append(_secret_field(cls, name, hints[name], marks[0]))
    return tuple(found)


def _secret_field(cls: type[Event], name: str, hint: Any, mark: For) -> SecretField:
    unknown = [seat for seat in mark.seats if seat not in cls.__struct_fields__]
    if unknown:
        raise GameError(f"{cls.__name__}.{name}: secret for {unknown[0]!r}, which is no field")
    inner = get_args(hint)[0]
    if mark.each:
        inner = get_args(inner)[0] if get_origin(inner) is tuple else None
    parts = get_args(inner) if get_origin(inner) in (Union, types.UnionType) else ()
    rest = tuple(part for part in parts if part not in (Hidden, type(None)))
    optional = type(None) in parts and not mark.each
    if Hidden not in parts or not rest:
        raise GameError(f"{cls.__name__}.{name}: a secret field's type reads `T | Hidden`")
    value: Any = reduce(or_, rest)
    try:
        msgspec.json.Decoder(value | Hidden)
    except TypeError as error:
        raise GameError(f"{cls.__name__}.{name}: {error}") from None
    return SecretField(name, mark.seats, mark.each, value, optional)


def public_type(cls: type[Event], secrets: tuple[SecretField, ...]) -> type[Struct]:
    """The class of the public form of an event class: seals where it has secrets."""
    if not secrets:
        return cls
    hints = get_type_hints(cls, include_extras=True)
    sealed: dict[str, Any] = {}
    for secret in secrets:
        form: Any = tuple[Sealed, ...] if secret.each else Sealed
        sealed[secret.name] = form | None if secret.optional else form
    return msgspec.defstruct(
        f"Public{cls.__name__}",
        [(name, sealed.get(name, hints[name])) for name in cls.__struct_fields__],
        frozen=True,
        tag_field="kind",
        tag=cls.__struct_config__.tag,
        forbid_unknown_fields=True,
    )


def seals_in(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every seal in a public event parsed as plain JSON: its path and its digits.

    It needs no game: this is how a stranger finds them.
    """
    if isinstance(value, dict):
        if path and value.keys() == {"seal"} and re.fullmatch(SEAL, str(value["seal"])):
            yield path, value["seal"]
        elif not path:
            for name, inner in value.items():
                yield from seals_in(inner, name)
    elif isinstance(value, list) and "." not in path:
        for index, inner in enumerate(value):
            yield from seals_in(inner, f"{path}.{index}")
