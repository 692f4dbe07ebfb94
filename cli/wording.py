"""Choices and commands in the words in which people type them."""

import re
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ledger import (
    ArrangementOf,
    Choice,
    Domain,
    OneOf,
    Range,
    Seat,
    SubsetOf,
)
from ledger.cli.kinds import title_of, word
from ledger.cli.parse import chosen
from ledger.values import (
    is_seat,
)

_SIMPLE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def offered(choice: Choice, names: Sequence[str]) -> str:
    """What a choice offers, in words; a seat by its person's name."""
    kinds = {name: field.type for name, field in chosen(choice.action).items()}
    words = [
        f"{name} {_named(values, names) if is_seat(kind) else domain(values, kind)}"
        for name, values in choice.fields.items()
        for kind in (kinds.get(name),)
    ]
    empty = [f"{name}=[]" for name in may_be_empty(choice)]
    none = f" ({' '.join(empty)} for none)" if empty else ""
    return f"{choice.kind}: {', '.join(words)}{none}" if words else choice.kind


def may_be_empty(choice: Choice) -> list[str]:
    """The lists that may be empty in what a choice offers."""
    fields = choice.fields.items()
    return [name for name, values in fields if isinstance(values, SubsetOf) and not values.least]


def _named(values: Domain, names: Sequence[str]) -> str:
    """Which seats a field may be, by name."""
    seats = values.values if isinstance(values, OneOf) else ()
    return " | ".join(names[int(seat)] for seat in seats) or domain(values)


def domain(values: Domain, kind: Any = None) -> str:
    """What a field may be, in words.

    Args:
        kind: the field's type, which may say in ``Meta(title=...)`` what its items stand for.
    """
    match values:
        case OneOf():
            return " | ".join(word(value) for value in values.values)
        case Range():
            return f"{values.low} to {values.high}"
        case SubsetOf():
            size = f"{values.least} to {values.most}"
            if values.least == values.most:
                size = str(values.least)
            if counted := _counted(values.items, title_of(kind)):
                return counted if len(values.items) == values.least else f"{size} of: {counted}"
            return f"{size} of {_runs(values.items)}{', in this order' if values.ordered else ''}"
        case ArrangementOf():
            return f"{values.length} in order of {_runs(values.items)}"


def _counted(items: Sequence[Any], title: str) -> str:
    """The items by what they stand for, such as ``2 cards of set 1, 1 card of set 3``."""
    noun, *more = title.split(" ")
    return ", ".join(
        " ".join([str(count), noun if count == 1 else f"{noun}s", *more, word(item)])
        for item, count in (Counter(items) if title else {}).items()
    )


def _runs(items: Sequence[Any]) -> str:
    """The items between commas, three or more numbers in a row as ``1 to 9``."""
    runs: list[list[Any]] = []
    for item in items:
        if runs and type(item) is type(runs[-1][-1]) is int and item == runs[-1][-1] + 1:
            runs[-1].append(item)
        else:
            runs.append([item])
    return ", ".join(
        f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(word, run)) for run in runs
    )


def example(choice: Choice, names: Sequence[str]) -> list[str]:
    """The words of one action this choice offers, such as ``bid 2``."""
    words = [choice.kind]
    fields, kinds = choice.fields, chosen(choice.action)
    tuples = [name for name in fields if isinstance(fields[name], SubsetOf | ArrangementOf)]
    for name, values in fields.items():
        value = _first(values)
        if name in kinds and is_seat(kinds[name].type):
            words.append(seat_word(value, names))
        elif name not in tuples:
            words.append(word(value))
        elif len(tuples) == 1 and value and all(type(item) in (int, str) for item in value):
            words.extend(word(item) for item in value)
        else:
            words.append(f"{name}={msgspec.json.encode(value).decode()}")
    return words


def seat_word(seat: Seat, names: Sequence[str]) -> str:
    """A seat as it is typed: its person's name, if no shell could misread it, else its number."""
    return names[seat] if _SIMPLE.fullmatch(names[seat]) else str(seat)


def command(*words: object) -> str:
    """A command as it is typed in a shell."""
    return shlex.join(["ledger", *map(_typed, words)])


def _typed(word: object) -> str:
    """A word as it is typed, a file so that it is not taken for an option."""
    return f"./{word}" if isinstance(word, Path) and str(word).startswith("-") else str(word)


def _first(values: Domain) -> Any:
    match values:
        case OneOf():
            return values.values[0]
        case Range():
            return values.low
        case SubsetOf():
            return values.items[: max(values.least, min(1, values.most))]
        case ArrangementOf():
            return values.items[: values.length]
