"""Words typed on the command line to values."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

import msgspec

from ledger import (
    Action,
    Game,
    InvalidAction,
    InvalidOption,
    Misused,
    Seat,
    UnknownAudience,
    kind_of,
)
from ledger.names import seat_of
from ledger.values import (
    UNFIT,
    fields_of,
    fitted,
    is_list,
    is_seat,
    item_types,
    parts,
    plain_type,
    unfit,
    wanted,
)

STDIN_LARGEST = 1 << 20  # characters
SEAT = "a seat's number or name"
_NONE = object()  # no value; ``null`` is one

Field = msgspec.structs.FieldInfo
TRUTHS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_NAMED = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)


class _Json(NamedTuple):
    """A value that was given as JSON: it says itself what is a number and what is text."""

    value: Any


# --- actions


def action(
    game: Game[Any, Any, Any, Any],
    seat: int,
    kind: str,
    words: Sequence[str],
    stdin: TextIO,
    names: Sequence[str],
    may_lack: Callable[[], Collection[str]] = tuple,
) -> dict[str, Any]:
    """An action as plain data, from the words behind its name.

    Args:
        words: the fields' values in order, or NAME=VALUE; a single ``-`` reads them as a JSON
            object from ``stdin``.
        names: the people's names, which stand for their seats.
        may_lack: names the lists that may be empty now; asked only to say so.

    Raises:
        InvalidAction: there is no such action, or its fields are not these.
    """
    cls = next((cls for cls in game.actions if kind_of(cls) == kind), None)
    if cls is None:
        known = ", ".join(kind_of(cls) for cls in game.actions)
        raise InvalidAction(f"no action is called {kind[:60]!r}: {game.title} has {known}")
    fields = chosen(cls)
    given = (
        _read_object(stdin, fields, kind) if list(words) == ["-"] else _sort(fields, words, kind)
    )
    missing = [name for name, field in fields.items() if field.required and name not in given]
    if missing:
        none = " ".join(f"{name}=[]" for name in missing if name in may_lack())
        advice = f" ({none} for none)" if none else ""
        raise InvalidAction(f"{kind} lacks {' and '.join(missing)}; {usage(cls)}{advice}")
    values = {name: _value(cls, fields[name], text, names) for name, text in given.items()}
    return {"kind": kind, "seat": seat, **values}


def chosen(cls: type[Action]) -> dict[str, Field]:
    """The fields of an action that its seat chooses, by name, in order."""
    return {field.name: field for field in fields_of(cls) if field.name != "seat"}


def usage(cls: type[Action]) -> str:
    """How to write an action."""
    words = [kind_of(cls)]
    tuples = [name for name, field in chosen(cls).items() if is_list(field.type)]
    for name, field in chosen(cls).items():
        word = name.upper()
        if name in tuples:
            word += " ..." if name == tuples[-1] else ",..."
        words.append(word if field.required else f"[{word}]")
    return f"write: {' '.join(words)}"


def _sort(fields: Mapping[str, Field], words: Sequence[str], kind: str) -> dict[str, Any]:
    """The words by the field they are for."""
    given: dict[str, Any] = {}
    free: list[str] = []
    for word in words:
        named = _NAMED.fullmatch(word)
        if named is None:
            free.append(word)
        elif named[1] not in fields:
            takes = f"its fields are {', '.join(fields)}" if fields else "it has none"
            raise InvalidAction(f"{kind} has no field {named[1][:60]!r}: {takes}")
        elif named[1] in given:
            raise InvalidAction(f"{kind}: {named[1]} is given twice")
        else:
            _, name, text = named.group(0, 1, 2)
            given[name] = _listed(kind, name, text) if is_list(fields[name].type) else text
    left = [name for name in fields if name not in given]
    return given | _in_order(left, fields, free, kind)


def _in_order(
    names: Sequence[str], fields: Mapping[str, Field], words: list[str], kind: str
) -> dict[str, Any]:
    """Words without a name for the fields in order; the last tuple field takes the rest.

    A tuple field before it is one word.
    """
    tuples = [name for name in names if is_list(fields[name].type)]
    given: dict[str, Any] = {}
    for place, name in enumerate(names):
        if not words:
            break
        if name not in tuples:
            given[name] = words.pop(0)
        elif name != tuples[-1]:
            given[name] = _listed(kind, name, words.pop(0))
        else:
            rest = max(1, len(words) - (len(names) - place - 1))
            taken, words = words[:rest], words[rest:]
            one = rest == 1
            given[name] = _listed(kind, name, *taken) if one else _filled(kind, name, taken)
    if words:
        takes = f"takes {', '.join(fields)}" if fields else "takes nothing"
        raise InvalidAction(f"{kind} {takes}: {words[0][:60]!r} is too much")
    return given


def _listed(kind: str, name: str, text: str) -> Any:
    """A tuple in one word: JSON, or values between commas."""
    if text.startswith("["):
        read = _json(text, _NONE)
        return text if read is _NONE else _Json(read)
    return _filled(kind, name, text.split(","))


def _filled(kind: str, name: str, values: list[str]) -> list[str]:
    """The values of a list, none of which may be blank: that is a slip, such as an unset variable.

    Raises:
        InvalidAction: one is.
    """
    if all(value.strip() for value in values):
        return values
    blank = "a value" if len(values) > 1 else name
    raise InvalidAction(f"{kind}: {name}: {blank} is blank; write {name}=[] for none")


def _read_object(stdin: TextIO, fields: Mapping[str, Field], kind: str) -> dict[str, Any]:
    values = read_json(stdin)
    if not isinstance(values, dict):
        raise InvalidAction(f"{kind}: standard input must hold one JSON object of its fields")
    for name in values:
        if name not in fields:
            takes = f"its fields are {', '.join(fields)}" if fields else "it has none"
            raise InvalidAction(f"{kind} has no field {str(name)[:60]!r}: {takes}")
    return {name: _Json(value) for name, value in values.items()}


def read_json(stdin: TextIO) -> Any:
    """The JSON value on standard input.

    Raises:
        InvalidAction: there is none, it is too long, or cannot be read.
    """
    value = _json(_read_text(stdin), _NONE)
    if value is _NONE:
        raise InvalidAction("standard input holds no JSON value")
    return value


def words(option: str, text: str, stdin: TextIO) -> str:
    """What somebody says: the text, or standard input in place of ``-``.

    Raises:
        Misused: nothing is said.
        InvalidAction: standard input holds no text, or it is too long.
    """
    said = _read_text(stdin).strip() if text == "-" else text
    if not said.strip():
        where = "standard input" if text == "-" else option
        raise Misused(f"{where} is blank, and is recorded for good: say in it what is meant")
    return said


def _read_text(stdin: TextIO) -> str:
    try:
        text = stdin.read(STDIN_LARGEST + 1)
    except UnicodeDecodeError:
        raise InvalidAction("standard input holds no UTF-8 text") from None
    except OSError as error:  # a folder, for one; without words it would pass for the answer's
        raise InvalidAction(f"standard input cannot be read ({error.strerror})") from None
    if len(text) > STDIN_LARGEST:
        raise InvalidAction(f"standard input holds more than {STDIN_LARGEST} characters")
    return text


def _value(cls: type[Action], field: Field, given: Any, names: Sequence[str]) -> Any:
    """A value of the field's type; text is taken as that type, or as JSON of it.

    What is JSON is taken as `Match.act` takes it, but for people's names: ``"5"`` is no number.
    """
    where = f"{kind_of(cls)}: {field.name}"
    if strict := isinstance(given, _Json):
        given = given.value
    given = _seated(where, field.type, given, names, strict=strict)
    try:
        return fitted(given, field.type, where, strict=strict, seat=SEAT)
    except InvalidAction as error:
        text = str(error)
    if not strict and isinstance(given, str) and given[:1] in ("[", "{", '"'):
        read = _json(given, _NONE)
        try:
            if read is not _NONE:
                return fitted(read, field.type, where, seat=SEAT)
            text += ", which begins as JSON and is none"
        except InvalidAction as error:
            text = str(error)
    advice = f"; {usage(cls)}" if is_list(field.type) else ""
    raise InvalidAction(f"{text}{advice}")


def _seated(where: str, kind: Any, given: Any, names: Sequence[str], *, strict: bool) -> Any:
    """What is given, with the numbers of seats in place of people's names.

    Args:
        strict: a number in text is none.

    Raises:
        InvalidAction: only a seat can be meant, and there is none of that name.
    """
    if isinstance(given, list):
        pairs = zip(item_types(kind, len(given)), given, strict=False)
        return [_seated(where, item, value, names, strict=strict) for item, value in pairs] or given
    if not isinstance(given, str) or not _takes(Seat, kind) or (strict and given.strip().isdigit()):
        return given
    try:
        return seat_of(given, names)
    except UnknownAudience as error:
        if given.strip().isdigit() or not all(is_seat(part) for part in parts(kind)):
            return given  # the game says so, or it is another of the values it takes
        raise InvalidAction(f"{where}: {error}") from None


def decoded(text: object) -> Any:
    """The value of JSON text; None where it is none."""
    return _json(text, None) if isinstance(text, str) else None


def _json(text: str, otherwise: Any) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return otherwise


# --- options


def options(
    game: Game[Any, Any, Any, Any], words: Sequence[str], seats: Sequence[str]
) -> dict[str, Any]:
    """The game's options from words like ``board=spiral``.

    Args:
        seats: the people's names, which stand for their seats.

    Raises:
        InvalidOption: a word is not of that form, an option is there twice, or its value is none
            that it takes.
    """
    fields = msgspec.structs.fields(game.options)
    types_by_name = {field.encode_name: field.type for field in fields}
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not name or not equals:
            raise InvalidOption(f"{word[:60]!r} is no option: write NAME=VALUE")
        if name in given:
            raise InvalidOption(f"the option {name[:60]} is given twice")
        given[name] = text
        if name in types_by_name:  # the game itself says that it has no other
            given[name] = _option(name, text, types_by_name[name], seats)
    return given


def _option(name: str, text: str, kind: Any, seats: Sequence[str]) -> Any:
    """Text as what the option takes: JSON of its type, yes or no, a seat's name, or the text."""
    meant = [_json(text, text)]
    if text.lower() in TRUTHS and _takes(bool, kind):
        meant.append(TRUTHS[text.lower()])
    if _takes(Seat, kind):
        meant.append(_seat(text, seats))
    why = ""
    for value in (*meant, text):
        try:
            msgspec.convert(value, kind)
        except UNFIT as error:
            if value == meant[0] and isinstance(value, list | dict):
                why = f" ({unfit(error, kind, value, SEAT)})"
            continue
        return value
    if text[:1] in ("[", "{") and meant[0] is text:
        why = ", which begins as JSON and is none"
    raise InvalidOption(f"{name} is {wanted(kind, SEAT)}, not {text[:60]!r}{why}")


def _seat(name: str, seats: Sequence[str]) -> Any:
    """The seat of that name; the name itself where it is nobody's."""
    try:
        return seat_of(name, seats)
    except UnknownAudience:
        return name


def _takes(wanted: Any, kind: Any) -> bool:
    """Whether a value of that type can be one of ``kind``."""
    if wanted is Seat:
        return any(is_seat(part) for part in parts(kind))
    return any(plain_type(part) is wanted for part in parts(kind))
