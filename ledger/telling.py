"""An event as one sentence: as the house tells its own, as a game tells its, or plainly."""

from typing import Any, assert_never, cast

import msgspec

from ledger.asking import ask
from ledger.errors import NeedsDisclosure
from ledger.events import Event, kind_of
from ledger.game import Game, Names
from ledger.given import taking
from ledger.hidden import Hidden
from ledger.house import (
    HOUSE_EVENTS,
    ActedFor,
    Disputed,
    DisputeWithdrawn,
    HouseEvent,
    MatchClosed,
    MatchOpened,
    Ruled,
    RulesAdopted,
    SealsOpened,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
)
from ledger.names import person
from ledger.values import is_seat, parts


@taking
def tell(game: Game[Any, Any, Any, Any], event: Event, names: Names) -> str:
    """Any event of a match as one sentence.

    What the game cannot tell without a secret, or at all, is told by its kind and fields. Names
    and texts are as they were given: a terminal or a web page must escape them.
    """
    if type(event) in HOUSE_EVENTS:
        return _by_house(game, cast(HouseEvent, event), names)
    return _by_game(game, event, names)


def _by_house(game: Game[Any, Any, Any, Any], event: HouseEvent, names: Names) -> str:
    match event:
        case MatchOpened():
            return _opened(game, event)
        case SealsOpened(scope="seed"):
            return "The seed is opened to everybody; it proves every draw."
        case SealsOpened():
            return "All seals are opened to everybody."
        case RulesAdopted():
            return f"From here on the match is played under rules {event.rules}."
        case Disputed():
            return f"{person(event.seat, names)} disputes #{event.about}: {event.claim}"
        case DisputeWithdrawn():
            return f"{person(event.seat, names)} withdraws the dispute."
        case Ruled():
            return _ruled(event)
        case TakeBackAsked():
            return f"{person(event.seat, names)} asks to go back to #{event.to}."
        case TakeBackAgreed():
            return f"{person(event.seat, names)} agrees to go back."
        case TakeBackDeclined():
            return f"{person(event.seat, names)} declines to go back."
        case TakenBack():
            return f"Taken back: the match stands as after #{event.to}."
        case ActedFor():
            return f"The host acts for {person(event.seat, names)}: {event.reason}"
        case MatchClosed():
            return f"The host closes the match: {event.reason}"
        case _:
            assert_never(event)


def _ruled(event: Ruled) -> str:
    who = "the engine" if event.by == "engine" else "the table"
    verb = "upheld" if event.upheld else "dismissed"
    clause = f" ({event.clause})" if event.clause else ""
    return f"The dispute is {verb} by {who}{clause}: {event.text}"


def listed(words: Names) -> str:
    """``Ann, Bob and Cleo``."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _by_game(game: Game[Any, Any, Any, Any], event: Event, names: Names) -> str:
    if game.tell is not None:
        try:
            told: str = ask(game, "tell", event, names)
            return told
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
    usual = _by_name(game.options())
    given = _by_name(event.options)
    types = {field.encode_name: field.type for field in msgspec.structs.fields(game.options)}
    differ = [
        f"{name}={_option(value, types.get(name), event.seats)}"
        for name, value in given.items()
        if usual.get(name) != value
    ]
    options = f"; {', '.join(differ)}" if differ else ""
    people = listed(event.seats)
    return f"{people} open {game.title}, rules {event.rules}: {chance}{refuses}{options}."


def _option(value: Any, kind: Any, names: Names) -> str:
    """An option's value; where it means a seat, that seat's name."""
    if type(value) is int and any(map(is_seat, parts(kind))):
        return person(value, names)
    return _word(value)


def _by_name(options: Any) -> dict[str, Any]:
    """Options as they stand in JSON, where a tuple is a list."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return found


def _plainly(event: Event, names: Names) -> str:
    words: list[str] = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if name == "seat" and isinstance(value, int) and 0 <= value < len(names):
            words.insert(0, names[value])
        else:
            words.append(f"{name} {_word(value)}")
    return f"{kind_of(event)}: {', '.join(words)}" if words else kind_of(event)


def _word(value: Any) -> str:
    if isinstance(value, Hidden):
        return "hidden"
    if isinstance(value, tuple):
        return f"({', '.join(map(_word, value))})"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
