"""A game's functions, asked: what fails in them, or answers what it may not, is the game's error.

What is raised tells of an exception and of an answer their types, and no more: an exception's text
may quote a card. Who mends the game finds all of it in ``__cause__``.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from ledger.chance import Waiting
from ledger.choices import Choice
from ledger.errors import GameError, NeedsDisclosure
from ledger.events import Seat, kind_of
from ledger.game import Game, Outcome, Refusal
from ledger.picture import Picture
from ledger.values import fields_of

_CHOICE = frozenset((Choice,))

_Game: TypeAlias = Game[Any, Any, Any, Any]
_Facts: TypeAlias = tuple[Any, ...]  # what a function was asked about
_Judge: TypeAlias = Callable[[_Game, Any, _Facts], str]  # what is wrong, or empty


def ask(game: _Game, question: str, *facts: Any) -> Any:
    """What a game says of a position that somebody may have forged.

    Args:
        question: one of its functions by name, such as ``outcome``.

    Raises:
        GameError: its code fails, or answers what is not of its type; forged logs lead where no
            match can.
        NeedsDisclosure: it looks at what is hidden from the reader.
    """
    try:
        answer = getattr(game, question)(*facts)
        wrong = _JUDGES[question](game, answer, facts)
    except (NeedsDisclosure, Waiting):
        raise
    except GameError as error:  # in words of the game's own, or of what it has used
        error.question = error.question or question
        raise
    except Exception as error:
        brief = type(error).__name__
        text = f"{game.name}: {question} failed ({brief}): audit the match, or report the game"
        raise GameError(text, question, brief) from error
    if wrong:
        raise GameError(f"{game.name}: {question} {wrong}", question, f"{question} {wrong}")
    return answer


def why(error: Exception) -> str:
    """What went wrong in a game's code, in few words that tell no value."""
    brief = error.brief if isinstance(error, GameError) else ""
    return brief or type(error).__name__


def typed(value: object) -> str:
    """A value as it may be told: by its type."""
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _answered(value: object, wanted: str) -> str:
    return f"answered {typed(value)}, where {wanted} is wanted"


def _state(_: _Game, answer: Any, __: _Facts) -> str:
    return "" if isinstance(answer, Struct) else _answered(answer, "a state, which is a Struct,")


def _beginning(game: _Game, answer: Any, facts: _Facts) -> str:
    judge = _refusal if isinstance(answer, Refusal) else _state
    return judge(game, answer, facts)


def _refusal(_: _Game, answer: Any, __: _Facts) -> str:
    if answer is None:
        return ""
    if not isinstance(answer, Refusal):
        return _answered(answer, "a Refusal or None")
    told = type(answer.clause) is str and type(answer.reason) is str
    return "" if told else "answered a Refusal whose clause or reason is no text"


def _consequence(game: _Game, answer: Any, _: _Facts) -> str:
    if answer is None or type(answer) in game.consequences:
        return ""
    return f"answered {type(answer).__name__}, which its consequences lack"


def _choices(_: _Game, answer: Any, __: _Facts) -> str:
    """Bots ask for hundreds of choices between two acts, so each is hardly looked at."""
    if type(answer) is not tuple:
        return _answered(answer, "a tuple of choices")
    if other := {*map(type, answer)} - _CHOICE:
        return f"answered a {other.pop().__name__} among its choices"
    return ""


def misfit(game: _Game, choice: Choice, seat: Seat) -> str:
    """What is wrong with a choice that a seat is offered; of its fields those that have a default
    may be left out."""
    if choice.action not in game.actions:
        return f"offers {getattr(choice.action, '__name__', 'what')}, which its actions lack"
    act = f"offers seat {seat} a {kind_of(choice.action)}"
    if choice.seat != seat:
        return f"{act} of another seat"
    chosen = {field.name: field.required for field in fields_of(choice.action)}
    if unknown := [name for name in choice.fields if name == "seat" or name not in chosen]:
        return f"{act} with {unknown[0]!r}, which is no field that is chosen"
    lacks = [name for name in chosen if chosen[name] and name not in (*choice.fields, "seat")]
    return f"{act} without its field {lacks[0]!r}" if lacks else ""


def _act(game: _Game, answer: Any, facts: _Facts) -> str:
    if answer is None:
        return ""
    if type(answer) not in game.actions:
        return f"answered {type(answer).__name__}, which its actions lack"
    return "" if answer.seat == facts[1] else "answered an act of another seat"


def _weight(_: _Game, answer: Any, __: _Facts) -> str:
    if type(answer) is int:
        return "" if answer > 0 else f"answered {answer}, where a whole number from 1 is wanted"
    return _answered(answer, "a whole number from 1")


def _seats(_: _Game, answer: Any, __: _Facts) -> str:
    fits = type(answer) is tuple and all(type(seat) is int and seat >= 0 for seat in answer)
    return "" if fits else _answered(answer, "a tuple of seats")


def _outcome(game: _Game, answer: Any, facts: _Facts) -> str:
    if answer is None:
        return ""
    if not isinstance(answer, Outcome):
        return _answered(answer, "an Outcome or None")
    if _seats(game, answer.winners, facts):
        return "answered an Outcome whose winners are no tuple of seats"
    told = type(answer.clause) is str and type(answer.text) is str
    return "" if told else "answered an Outcome whose clause or text is no text"


def _sentence(_: _Game, answer: Any, __: _Facts) -> str:
    return "" if isinstance(answer, str) else _answered(answer, "a sentence")


def _sentences(_: _Game, answer: Any, __: _Facts) -> str:
    fits = type(answer) is tuple and all(isinstance(text, str) for text in answer)
    return "" if fits else _answered(answer, "a tuple of sentences")


def _blocks(_: _Game, answer: Any, __: _Facts) -> str:
    if type(answer) is not tuple:
        return _answered(answer, "a picture, which is a tuple of blocks,")
    try:
        _as_picture()(msgspec.json.encode(answer))
    except (TypeError, ValueError):
        return "answered blocks that are none, or hold what is no cell or no text"
    return ""


@lru_cache(maxsize=1)
def _as_picture() -> Callable[[bytes], Picture]:
    return msgspec.json.Decoder(Picture).decode


_JUDGES: Final[Mapping[str, _Judge]] = {
    "start": _beginning,
    "check": _refusal,
    "settle": _consequence,
    "evolve": _state,
    "legal": _choices,
    "awaited": _seats,
    "outcome": _outcome,
    "invariants": _sentences,
    "fault": _refusal,
    "remedy": _consequence,
    "default": _act,
    "weigh": _weight,
    "mask": _state,
    "tell": _sentence,
    "picture": _blocks,
    "seated": _blocks,
}
