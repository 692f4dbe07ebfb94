"""The story of a match, one sentence an event."""

from collections.abc import Sequence
from typing import Any

import msgspec

from ledger import (
    Event,
    Game,
    Hidden,
    MatchOpened,
    NeedsDisclosure,
    RulesAdopted,
    SealsOpened,
    kind_of,
)
from ledger.cli.parse import word


def told(game: Game[Any, Any, Any, Any], event: Event, names: Sequence[str]) -> str:
    """An event as one sentence: as the house or the game tells it, or its kind and fields."""
    match event:
        case MatchOpened():
            return _opened(game, event)
        case SealsOpened(scope="seed"):
            return "The seed is opened to everybody; it proves every draw."
        case SealsOpened():
            return "All seals are opened to everybody."
        case RulesAdopted():
            return f"From here on the match is played under rules {event.rules}."
        case _:
            return _by_game(game, event, names)


def _by_game(game: Game[Any, Any, Any, Any], event: Event, names: Sequence[str]) -> str:
    if game.tell is not None:
        try:
            return str(game.tell(event, names))
        except NeedsDisclosure:
            pass
    return _plainly(event, names)


def _opened(game: Game[Any, Any, Any, Any], event: MatchOpened) -> str:
    chance = {
        None: "the table declares its draws",
        "secrets": "a secret seed gives the draws",
        "hand": "a seed given by hand gives the draws",
    }[event.seed_by]
    refuses = "; no irregular acts" if event.irregular == "refuse" else ""
    differ = [
        f"{name}={word(value)}"
        for name, value in event.options.items()
        if _defaults(game).get(name) != value
    ]
    options = f"; {', '.join(differ)}" if differ else ""
    people = listed(event.seats)
    return f"{people} open {game.title}, rules {event.rules}: {chance}{refuses}{options}."


def _defaults(game: Game[Any, Any, Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(game.options())
    return found


def listed(words: Sequence[str]) -> str:
    """``Ann, Bob and Cleo``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _plainly(event: Event, names: Sequence[str]) -> str:
    words: list[str] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "seat" and isinstance(value, int) and 0 <= value < len(names):
            words.insert(0, names[value])
        else:
            words.append(f"{name} {_shown(value)}")
    return f"{kind_of(event)}: {', '.join(words)}" if words else kind_of(event)


def _shown(value: Any) -> str:
    if isinstance(value, Hidden):
        return "hidden"
    if isinstance(value, tuple):
        return f"({', '.join(map(_shown, value))})"
    return word(value)
