"""What the fields of a `Game` have to be: looked at once, when the game is made."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ledger.clauses import Catalogue
from ledger.events import Action, Consequence, Event, kind_of
from ledger.ordering import holds_a_set
from ledger.values import fields_of, one

MOST_SEATS = 100  # as `Seat` counts them

ASKED = ("start", "check", "settle", "evolve", "legal", "awaited", "outcome", "invariants")
MAY_LACK = ("fault", "remedy", "default", "weigh", "mask", "tell", "picture", "seated")

_Facts: TypeAlias = Mapping[str, Any]


def unsound(game: Any) -> str:
    """What is wrong with how a game is made, and what to do: one sentence; empty if nothing is."""
    facts = {name: getattr(game, name) for name in game.__struct_fields__}
    if not _is_name(facts["name"]):
        return f"{facts['name']!r} is no game's name: small letters, digits and hyphens"
    looks: tuple[Callable[[_Facts], Iterator[str]], ...] = (
        _words,
        _table,
        _options,
        _events,
        _functions,
    )
    found = next((wrong for look in looks for wrong in look(facts)), "")
    return found and f"{facts['name']}: {found}"


def _is_name(name: object) -> bool:
    """Whether it is words of small letters and digits, joined by hyphens."""
    if not isinstance(name, str) or not name.isascii() or name != name.lower():
        return False
    return all(map(str.isalnum, name.split("-")))


def _words(facts: _Facts) -> Iterator[str]:
    title, version, clauses = facts["title"], facts["version"], facts["clauses"]
    if not isinstance(title, str) or not title.strip():
        yield f"the title is text that people read, not {title!r:.60}"
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        yield f"versions of the rules count from 1, and {version!r:.60} is none"
    if not isinstance(clauses, Catalogue):
        yield f"its clauses are a Catalogue, not {_kind(clauses)}: use Catalogue(()) for none"


def _table(facts: _Facts) -> Iterator[str]:
    seats = facts["seats"]
    if not isinstance(seats, range):
        yield f"seats is a range, such as range(2, 6) for 2 to 5, not {_kind(seats)}"
    elif not seats or seats.step < 0 or seats[0] < 1 or seats[-1] > MOST_SEATS:
        yield f"seats is {seats}: a range of 1 to {MOST_SEATS} seats, fewest first, is wanted"


def _options(facts: _Facts) -> Iterator[str]:
    options = facts["options"]
    if not isinstance(options, type) or not issubclass(options, Struct):
        yield f"its options are a class, a frozen Struct, not {_kind(options)}"
        return
    name = options.__name__
    if not options.__struct_config__.frozen:
        yield f"{name} must be a frozen Struct"
    try:
        fields = fields_of(options)
    except Exception as error:
        yield f"the types of {name} cannot be read ({type(error).__name__}: {error})"
        return
    for field in fields:
        if field.required:
            yield f"{name}.{field.name} has no default: give it one, as every option has"
        if holds_a_set(field.type):
            yield f"{name}.{field.name}: a set has no fixed order: use a tuple"
    try:
        usual = options()
        known = msgspec.convert(msgspec.to_builtins(usual), options) == usual
        why = ": they are read back as others"
    except Exception as error:
        known, why = False, f" ({error})"
    if not known:
        yield f"the defaults of {name} are not of the types they are declared with{why}"


def _events(facts: _Facts) -> Iterator[str]:
    for name, base in (("actions", Action), ("consequences", Consequence)):
        classes: Any = facts[name]
        if not isinstance(classes, tuple):
            yield f"its {name} are a tuple of classes, not {_kind(classes)}"
            return
        for cls in classes:
            if not isinstance(cls, type) or not issubclass(cls, base):
                yield f"its {name} are classes of {base.__name__}, and one is {_named(cls)}"
                return
    upcasts = facts["upcasts"]
    if not isinstance(upcasts, Mapping):
        yield f"its upcasts are a mapping of classes to functions, not {_kind(upcasts)}"
        return
    for cls, made in upcasts.items():
        if not isinstance(cls, type) or not issubclass(cls, Event) or not callable(made):
            yield f"its upcasts lead from classes of events to functions: {_named(cls)} does not"
            return
    kinds = [kind_of(c) for c in (*facts["actions"], *facts["consequences"], *upcasts)]
    if len(set(kinds)) < len(kinds):
        doubled = sorted({kind for kind in kinds if kinds.count(kind) > 1})
        yield f"two events of one kind: {', '.join(doubled)}"
    for cls in facts["consequences"]:
        if cls.drawn is not None and cls.drawn not in cls.__struct_fields__:
            yield f"{cls.__name__} is drawn into {cls.drawn!r:.60}, which is none of its fields"


def _functions(facts: _Facts) -> Iterator[str]:
    for name in ASKED:
        if not callable(facts[name]):
            yield f"{name} is a function, not {_kind(facts[name])}"
    for name in MAY_LACK:
        if facts[name] is not None and not callable(facts[name]):
            yield f"{name} is a function or None, not {_kind(facts[name])}"
    if facts["seated"] is not None and facts["picture"] is None:
        yield "it has a picture from a seat's side (seated), and none for others: give it picture"


def _kind(value: object) -> str:
    return "None" if value is None else one(type(value).__name__)


def _named(value: object) -> str:
    return value.__name__ if isinstance(value, type) else _kind(value)
