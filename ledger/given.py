"""What callers without a type checker hand over, held against the types a function names.

A form, a bot or a notebook may hand over anything. `taking` and `held` look at it before the
function runs, so that what is wrong is told in one sentence, and nothing of it is recorded.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from os import PathLike
from pathlib import Path
from types import FunctionType
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_origin

from msgspec import Meta

from ledger.errors import Misused
from ledger.game import Game
from ledger.names import plain
from ledger.values import WIDEST, one, text_of

LONGEST = 10_000  # characters of what people say

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
"""What people say: a claim, a reason, a ruling. Up to 10,000 characters, and not blank."""

Test: TypeAlias = Callable[[str, object], None]
"""Raises `Misused` if a value cannot stand for the parameter of that name."""

_OWN = ("self", "cls", "seats")  # of seats `names.check` says more

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type[Any])


def taking(function: F) -> F:
    """Let a function refuse, as `Misused`, what is not of the type it names.

    Of a parameter whose type `_test` has no test for, the function says itself what it takes, but
    for numbers so long that nothing can be said of them.
    """
    code, types = cast(FunctionType, function).__code__, function.__annotations__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    judged = [(place, name) for place, name in enumerate(names) if name not in _OWN]
    tests = tuple((place, name, _test(types.get(name))) for place, name in judged)
    if not tests:
        return function

    @wraps(function)
    def taken(*args: Any, **named: Any) -> Any:
        for place, name, test in tests:
            if place < len(args):
                value = args[place]
            elif name in named:
                value = named[name]
            else:
                continue
            if type(value) is int and value.bit_length() > WIDEST:
                raise Misused(f"{name} is a number of thousands of digits, which nothing here has")
            if test is not None:
                test(name, value)
        return function(*args, **named)

    return cast(F, taken)


def held(cls: C) -> C:
    """A class with `taking` for its ``__init__`` and every public method."""
    for name, method in tuple(vars(cls).items()):
        if isinstance(method, FunctionType) and (name == "__init__" or name[0] != "_"):
            setattr(cls, name, taking(method))
    return cls


def one_of(name: str, value: object, words: Sequence[str], error: type[Misused] = Misused) -> None:
    """Refuse what is none of some words, as ``error``."""
    if not isinstance(value, str) or value not in words:
        listed = f"{', '.join(words[:-1])} or {words[-1]}"
        raise error(f"{name} is {listed}, not {text_of(value)[:60]!r}")


def _number(_: str, value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Misused(f"an event is meant by its number, not by {_type(value)}: use an int")


def _flag(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise Misused(f"{name} is True or False, not {_type(value)}")


def _text(name: str, value: object) -> None:
    if not isinstance(value, str):
        raise Misused(f"the {name} is text, not {_type(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Misused(f"the {name} holds half a character: use whole text") from None


def _said(name: str, value: object) -> None:
    _text(name, value)
    if not plain(text := str(value)):
        raise Misused(f"the {name} is blank: say it in words")
    if len(text) > LONGEST:
        raise Misused(f"the {name} has {len(text)} characters: {LONGEST} are the most")


def _path(_: str, value: object) -> None:
    if not isinstance(value, str | PathLike):
        raise Misused(f"a file is meant by its path, not by {_type(value)}: use text or a Path")


def _game(_: str, value: object) -> None:
    if not isinstance(value, str | Game):
        raise Misused(f"a game is meant by its name, or is a Game, not {_type(value)}")


def _or_none(test: Test) -> Test:
    return lambda name, value: None if value is None else test(name, value)


_TEXT: Any = Text  # to be joined with None like any type
_TESTS: dict[object, Test] = {
    int: _number,
    int | None: _or_none(_number),
    bool: _flag,
    bool | None: _or_none(_flag),
    str: _text,
    _TEXT: _said,
    _TEXT | None: _or_none(_said),
    Path | str: _path,
    Path | str | None: _or_none(_path),
    str | Game[Any, Any, Any, Any]: _game,
}


def _test(wanted: Any) -> Test | None:
    """What judges values for a type; None if nothing does."""
    if wanted in _TESTS:
        return _TESTS[wanted]
    origin, args = get_origin(wanted), get_args(wanted)
    if origin is Callable:
        return _function
    if origin is Sequence:
        return _several(get_origin(args[0]) or args[0])
    if origin is Mapping or origin is Game:
        return _instance(cast(type[Any], origin))
    plain_class = origin is None and isinstance(wanted, type) and wanted is not Any
    return _instance(cast(type[Any], wanted)) if plain_class else None


def _instance(cls: type[Any]) -> Test:
    def test(name: str, value: object) -> None:
        if not isinstance(value, cls):
            raise Misused(f"{name} is {one(cls.__name__)}, not {_type(value)}")

    return test


def _several(cls: type[Any]) -> Test:
    def test(name: str, value: object) -> None:
        if not isinstance(value, Collection):
            raise Misused(f"{name} is a list, each {one(cls.__name__)}, not {_type(value)}")
        for each in cast(Collection[object], value):
            if not isinstance(each, cls):
                raise Misused(f"{name} is a list, each {one(cls.__name__)}: one is {_type(each)}")

    return test


def _function(name: str, value: object) -> None:
    if not callable(value):
        raise Misused(f"{name} is a function, not {_type(value)}")


def _type(value: object) -> str:
    return "None" if value is None else type(value).__name__
