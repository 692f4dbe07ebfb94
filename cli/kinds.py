"""Types and single values in the words in which people type them."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ledger import Hidden
from ledger.values import is_seat


def described(kind: Any) -> str:
    """A type in few words, for a table: ``number``, ``spiral | list of number``."""
    origin = get_origin(kind)
    if is_seat(kind):
        return "seat"
    if origin is Annotated:
        return described(get_args(kind)[0])
    if origin is Literal:
        return " | ".join(str(value) for value in get_args(kind))
    if origin in (Union, types.UnionType):
        return " | ".join(described(part) for part in get_args(kind) if part is not Hidden)
    if origin is tuple or kind is tuple:
        items = [part for part in get_args(kind) if part is not ...]
        inner = described(items[0]) if len(set(items)) == 1 else "values"
        return f"list of {inner}"
    if origin is not None and issubclass(origin, Mapping):
        return f"{described(get_args(kind)[1])} by name"
    names = {int: "number", str: "text", bool: "true | false", type(None): "null", float: "number"}
    return names.get(kind, getattr(kind, "__name__", str(kind)))


def help_of(kind: Any) -> str | None:
    """What is said about a field in its type, with ``Meta(description=...)``."""
    notes = getattr(kind, "__metadata__", ())
    texts = [note.description for note in notes if isinstance(note, msgspec.Meta)]
    return next((text for text in reversed(texts) if text), None)


def title_of(kind: Any) -> str:
    """What one item of a field stands for, as its type says with ``Meta(title=...)``; or empty."""
    notes = getattr(kind, "__metadata__", ())
    return next((note.title for note in notes if isinstance(note, msgspec.Meta) and note.title), "")


def word(value: Any) -> str:
    """A value as it is typed."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def spaced(value: Any) -> str:
    """The same with a space after each comma and colon, so that a long one breaks there."""
    return value if isinstance(value, str) else msgspec.json.format(word(value), indent=0)
