"""Values held against the types they are meant for, and what is wrong with them in plain words.

All that people and programs hand over as plain data goes through here: actions, draws, options,
what the house is told. The words are for whoever gave the value, who may read it back.
"""

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import lru_cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from ledger.errors import InvalidAction
from ledger.events import Seat
from ledger.hidden import Hidden

SEAT = "a seat's number"  # what is wanted where a seat is, unless names are taken too
QUOTED = 60  # characters of a value that are quoted
WIDEST = 2000  # bits of a number: some 600 digits, which any Python can write down

UNFIT = (OverflowError, ValueError, TypeError)
"""What converting or encoding a value raises where it is not of its type: ValueError also of text
that is none, and of a number with more digits than Python writes down."""

# compiled where something is wrong: no program that starts has to wait for them
_PATH = r" - at `(?:key` in `)?\$(.*)`$"
_STEP = r"\.([^.\[]+)|\[(\d+)\]"
_FIELD = r"Object (missing required|contains unknown) field `(.*?)`"
_NO_TYPE = r"Encoding objects of type (\S+) is unsupported"


def fitted(value: Any, kind: Any, where: str, *, strict: bool = True, seat: str = SEAT) -> Any:
    """The value as one of that type; a number is taken where only text is wanted, such as a card.

    Args:
        where: what the sentence begins with, if it is not of that type.
        strict: False: text is taken as the type as well.
        seat: what is wanted where a seat is.

    Raises:
        InvalidAction: it is not of that type.
    """
    with suppress(*UNFIT):
        return msgspec.convert(value, kind, strict=strict)
    value = _eased(kind, value)
    try:
        return msgspec.convert(value, kind, strict=strict)
    except UNFIT as error:
        raise InvalidAction(f"{where}: {unfit(error, kind, value, seat)}") from None


def unfit(error: Exception, kind: Any, value: Any, seat: str = SEAT) -> str:
    """Why a value is not of its type: where in it, what is wanted there, and what came instead.

    Args:
        error: what msgspec has raised.
        kind: the type, or the class of a Struct whose fields the value has.
        seat: what is wanted where a seat is.
    """
    text = str(error)
    if isinstance(error, UnicodeError):
        return "this is no Unicode text"
    if isinstance(error, OverflowError) or "out of range" in text or "string conversion" in text:
        return "a number in it is too large to be written down"
    if found := re.search(_NO_TYPE, text):
        return f"a value of type {found[1]} cannot be written down"
    path = re.search(_PATH, text)
    steps = re.findall(_STEP, path[1]) if path else []
    inner, given, names = _walked(kind, value, steps)
    if found := re.match(_FIELD, text):
        lacks = found[1].startswith("missing")
        names.append(f"{found[2][:QUOTED]} is missing" if lacks else _no_field(inner, found[2]))
        return ": ".join(names)
    vague = "[...]" in text or not isinstance(error, msgspec.ValidationError)
    if vague and (wrong := _wrong_part(inner, given)) is not None:
        name, inner, given = wrong
        names.append(name)
    return ": ".join([*names, f"{wanted(inner, seat)} is wanted{_instead(given)}"])


def wanted(kind: Any, seat: str = SEAT) -> str:
    """A type in words, for a sentence: ``true or false``, ``a seat's number, or null``.

    Args:
        seat: what a seat is called.
    """
    names = [name for part in parts(kind) if part is not Hidden for name in _names(part, seat)]
    comma = "," if any(" or " in name or ", " in name for name in names) else ""
    return f"{', '.join(names[:-1])}{comma} or {names[-1]}" if len(names) > 1 else "".join(names)


def one(name: str) -> str:
    """A name with its article: ``an Event``, ``a Disclosure``."""
    return f"{'an' if name[:1].lower() in tuple('aeiou') else 'a'} {name}"


def text_of(value: object) -> str:
    """Anything as text, for a sentence; also what Python does not write down."""
    try:
        return str(value)
    except ValueError:
        return "a number of thousands of digits"


# --- types


@lru_cache(maxsize=1000)
def fields_of(cls: type[Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a Struct, in order. Reading their types is slow, and done once a class."""
    return msgspec.structs.fields(cls)


def plain_type(kind: Any) -> Any:
    """A type without what is annotated to it."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def parts(kind: Any) -> list[Any]:
    """The types a union is made of; a type that is none is its own only part."""
    if get_origin(plain_type(kind)) in (Union, types.UnionType):
        return [inner for part in get_args(plain_type(kind)) for inner in parts(part)]
    return [kind]


def is_seat(kind: Any) -> bool:
    """Whether it is `Seat`, whatever more is said about it."""
    notes: tuple[Any, ...] = getattr(kind, "__metadata__", ())
    return plain_type(kind) is int and notes[:1] == get_args(Seat)[1:]


def is_list(kind: Any) -> bool:
    """Whether it is a tuple or a list, or one of a union's parts is."""
    found = (plain_type(part) for part in parts(kind))
    return any(part in (tuple, list) or get_origin(part) in (tuple, list) for part in found)


def item_types(kind: Any, size: int) -> Sequence[Any]:
    """The types of so many items of a tuple or list; fewer where it holds fewer."""
    for part in map(plain_type, parts(kind)):
        inner = get_args(part)
        if get_origin(part) is list or (get_origin(part) is tuple and inner[-1:] == (...,)):
            return inner[:1] * size
        if get_origin(part) is tuple:
            return inner[:size]
    return ()


def _structs(kind: Any) -> Iterator[type[Struct]]:
    for part in map(plain_type, parts(kind)):
        if isinstance(part, type) and issubclass(part, Struct) and part is not Hidden:
            yield part


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping)


# --- types in words


def _names(kind: Any, seat: str) -> list[str]:
    """What a type that is no union is called; one of few values by these."""
    if is_seat(kind):
        return [seat]
    plain = plain_type(kind)
    if get_origin(plain) is Literal:
        return [_word(value) for value in get_args(plain)]
    if isinstance(plain, type) and issubclass(plain, Enum):
        return [_word(member.value) for member in plain]
    if plain is bool:
        return ["true", "false"]
    if is_list(plain):
        return [_bounded(kind, _list_name(plain), "{}, {} of them")]
    if plain is str:
        return [_bounded(kind, "text", "{} of {} characters")]
    if plain in (int, float):
        return [_bounded(kind, "a whole number" if plain is int else "a number", "{}, {}")]
    if plain is type(None):
        return ["null"]
    if _is_mapping(plain):
        of_numbers = get_args(plain)[1:] == (int,)
        return [f'an object such as {{"name": {1 if of_numbers else "..."}}}']
    for struct in _structs(plain):
        return [f"an object with {' and '.join(struct.__struct_encode_fields__)}"]
    return [f"a value of type {getattr(plain, '__name__', plain)}"]


def _list_name(kind: Any) -> str:
    items = [
        plain_type(part) for item in item_types(kind, len(get_args(kind))) for part in parts(item)
    ]
    inner = {item for item in items if item is not Hidden}
    names = {int: "a list of numbers", str: "a list of texts"}
    if (known := names.get(inner.pop()) if len(inner) == 1 else None) is not None:
        return known
    fixed = get_origin(kind) is tuple and get_args(kind)[-1:] != (...,)
    return f"a list of {len(get_args(kind))}" if fixed else "a list"


def _bounded(kind: Any, name: str, form: str) -> str:
    """A type's name with how large its values may be, such as ``text of 1 to 100 characters``."""
    notes = [note for note in getattr(kind, "__metadata__", ()) if isinstance(note, Meta)]
    lows = [low for n in notes for low in (n.ge, n.min_length) if low is not None]
    highs = [high for n in notes for high in (n.le, n.max_length) if high is not None]
    bounds = [f"more than {n.gt}" for n in notes if n.gt is not None]
    bounds += [f"less than {n.lt}" for n in notes if n.lt is not None]
    if lows and highs:
        bounds.append(f"{lows[0]} to {highs[0]}")
    elif lows or highs:
        bounds.append(f"{lows[0]} or more" if lows else f"at most {highs[0]}")
    return form.format(name, " and ".join(bounds)) if bounds else name


def _word(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _instead(value: Any) -> str:
    """What came, for the end of a sentence; empty where it cannot be shown in few words."""
    if isinstance(value, str):
        return f", not {value[:QUOTED]!r}{' and so on' if len(value) > QUOTED else ''}"
    if value is None or isinstance(value, bool):
        return f", not {_word(value)}"
    if isinstance(value, int) and value.bit_length() > WIDEST:
        return ", not a number of thousands of digits"
    if isinstance(value, int | float):
        return f", not {value!r:.60}"
    if isinstance(value, list | tuple):
        return f", not a list of {len(value)}"
    if isinstance(value, Mapping):
        return ", not an object"
    return "" if isinstance(value, Hidden) else f", not a value of type {type(value).__name__}"


# --- into values


def _walked(kind: Any, value: Any, steps: Sequence[tuple[str, str]]) -> tuple[Any, Any, list[str]]:
    """The type and the value at a path within them, and the path in words."""
    names: list[str] = []
    for field, index in steps:
        found = next((part for part in _parts_of(kind, value) if part[0] == (field or index)), None)
        if found is None:
            break
        name, kind, value = found
        names.append(f"item {int(index) + 1}" if index else name)
    return kind, value, names


def _parts_of(kind: Any, value: Any) -> Iterator[tuple[str, Any, Any]]:
    """The name, type and value of everything a value is made of, as far as its type tells."""
    for struct in _structs(kind):
        for field in fields_of(struct):
            if isinstance(value, struct):
                yield field.encode_name, field.type, getattr(value, field.name)
            elif isinstance(value, Mapping) and field.encode_name in value:
                yield field.encode_name, field.type, value[field.encode_name]
    if isinstance(value, list | tuple):
        for index, item in enumerate(zip(item_types(kind, len(value)), value, strict=False)):
            yield str(index), *item
    if isinstance(value, Mapping):
        for part in map(plain_type, parts(kind)):
            if _is_mapping(part) and len(get_args(part)) == 2:
                for name, inner in value.items():
                    yield repr(text_of(name)[:QUOTED]), get_args(part)[1], inner


def _wrong_part(kind: Any, value: Any) -> tuple[str, Any, Any] | None:
    """The first of those parts that is not of its type; None if the fault is no part's."""
    for name, inner, given in _parts_of(kind, value):
        try:
            msgspec.convert(given, inner)
        except UNFIT:
            is_item = isinstance(value, list | tuple)
            return f"item {int(name) + 1}" if is_item else name, inner, given
    return None


def _no_field(kind: Any, name: str) -> str:
    fields = [field for struct in _structs(kind) for field in struct.__struct_encode_fields__]
    takes = f"its fields are {', '.join(fields)}" if fields else "it has none"
    return f"there is no field {name[:QUOTED]!r}: {takes}"


def _eased(kind: Any, value: Any) -> Any:
    """The value with a number as text where text is wanted, and no number."""
    if type(value) is int and value.bit_length() <= WIDEST:
        kinds = [plain_type(part) for part in parts(kind)]
        listed = [item for part in kinds if get_origin(part) is Literal for item in get_args(part)]
        number = int in kinds or float in kinds or value in listed
        return str(value) if not number and (str in kinds or str(value) in listed) else value
    if isinstance(value, list | tuple):
        inner = item_types(kind, len(value))
        return [*map(_eased, inner, value), *value[len(inner) :]]
    if isinstance(value, Mapping):
        fields = {name: part for name, part, _ in _parts_of(kind, value)}
        return {n: _eased(fields[n], v) if n in fields else v for n, v in value.items()}
    return value
