"""A game is refused when it is made, in one sentence, if a field is not what it has to be."""

import re
from typing import Any, ClassVar

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger import Catalogue, Clause, Consequence, Game, GameError
from ledger.making import ASKED, MAY_LACK

from .every_game import EVERY_GAME
from .pledge_game import PLEDGE, Pledge


class Open(Struct, frozen=True):
    rounds: int


class Unordered(Struct, frozen=True):
    cards: frozenset[str] = frozenset()


class Mistyped(Struct, frozen=True):
    rounds: int = "three"  # type: ignore[assignment]


def a_list() -> Any:
    return [1]


class Listed(Struct, frozen=True):
    cards: tuple[int, ...] = msgspec.field(default_factory=a_list)


class Mistaken(Struct, frozen=True):
    rounds: "NoSuchType" = 3  # type: ignore[name-defined]  # noqa: F821


class Failing(Struct, frozen=True):
    rounds: int = msgspec.field(default_factory=lambda: 1 // 0)


class Plain:
    rounds = 3


class Nowhere(Consequence, frozen=True):
    drawn: ClassVar = "card"
    seat: int


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"name": 49}, "49 is no game's name"),
    ({"name": None}, "None is no game's name"),
    ({"title": ""}, "the title is text that people read, not ''"),
    ({"title": None}, "the title is text"),
    ({"version": 0}, "count from 1, and 0 is none"),
    ({"version": "1"}, "count from 1, and '1' is none"),
    ({"version": True}, "count from 1"),
    ({"seats": 5}, "seats is a range, such as range(2, 6) for 2 to 5, not an int"),
    ({"seats": (2, 3)}, "not a tuple"),
    ({"seats": range(2, 2)}, "a range of 1 to 100 seats, fewest first, is wanted"),
    ({"seats": range(5)}, "a range of 1 to 100 seats"),
    ({"seats": range(5, 1, -1)}, "a range of 1 to 100 seats"),
    ({"seats": range(2, 102)}, "a range of 1 to 100 seats"),
    ({"options": None}, "its options are a class, a frozen Struct, not None"),
    ({"options": Plain}, "a frozen Struct"),
    ({"options": PLEDGE.options()}, "its options are a class"),
    ({"options": Open}, "Open.rounds has no default: give it one"),
    ({"options": Unordered}, "Unordered.cards: a set has no fixed order: use a tuple"),
    ({"options": Mistyped}, "the defaults of Mistyped are not of the types they are declared with"),
    ({"options": Listed}, "of the types they are declared with: they are read back as others"),
    ({"options": Mistaken}, "the types of Mistaken cannot be read (NameError"),
    ({"options": Failing}, "the defaults of Failing are not of the types"),
    ({"actions": None}, "its actions are a tuple of classes, not None"),
    ({"actions": Pledge}, "its actions are a tuple of classes"),
    ({"actions": {Pledge}}, "its actions are a tuple of classes, not a set"),
    ({"actions": (Pledge(0, 1),)}, "its actions are classes of Action, and one is a Pledge"),
    ({"actions": PLEDGE.consequences}, "its actions are classes of Action"),
    ({"consequences": [*PLEDGE.consequences]}, "its consequences are a tuple of classes"),
    ({"consequences": (Pledge,)}, "its consequences are classes of Consequence, and one is Pledge"),
    ({"consequences": (Nowhere,)}, "Nowhere is drawn into 'card', which is none of its fields"),
    ({"upcasts": None}, "its upcasts are a mapping"),
    ({"upcasts": {Nowhere: None}}, "from classes of events to functions: Nowhere does not"),
    ({"upcasts": {"nowhere": len}}, "from classes of events to functions"),
    ({"upcasts": {int: len}}, "from classes of events to functions: int does not"),
    ({"clauses": None}, "its clauses are a Catalogue, not None"),
    ({"clauses": ()}, "its clauses are a Catalogue, not a tuple"),
    ({"seated": lambda s, names, seat: (), "picture": None}, "give it picture"),
    *(({name: None}, f"{name} is a function, not None") for name in ASKED),
    *(({name: ()}, f"{name} is a function or None, not a tuple") for name in MAY_LACK),
]


@pytest.mark.parametrize(
    ("fields", "text"),
    WRONG,
    ids=lambda part: part[:40] if isinstance(part, str) else ", ".join(part),
)
def test_a_field_that_is_not_what_it_has_to_be(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(GameError, match=re.escape(text)) as error:
        replace(PLEDGE, **fields)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith("pledge: ") or "name" in fields


def test_every_field_of_a_game_is_looked_at() -> None:
    looked_at = {name for fields, _ in WRONG for name in fields}
    assert looked_at == set(Game.__struct_fields__)


def test_whatever_a_field_holds_it_is_refused_and_nothing_else_comes_out() -> None:
    """A field that stands for a wrong one in any other game, too."""
    for name in Game.__struct_fields__:
        for value in (object(), 7, "text", [1], {1: 2}, (None,), {1}, int, -1.5, b"", range(-3)):
            try:
                replace(PLEDGE, **{name: value})
            except GameError:
                continue
            fits = callable(value) or (name in ("name", "title") and value == "text")
            assert fits or (name == "version" and value == 7), (name, value)


def test_games_as_they_are_stay_what_they_are() -> None:
    for one in EVERY_GAME:
        assert replace(one.game).name == one.game.name
    assert replace(PLEDGE, clauses=Catalogue(()), seats=range(1, 2), upcasts={}) is not None


@pytest.mark.parametrize("clauses", [None, 7, ("A-1",), [Clause("A-1", "a", 3)]])  # type: ignore[arg-type]
def test_a_catalogue_holds_clauses(clauses: Any) -> None:
    with pytest.raises(GameError, match="clause"):
        Catalogue(clauses)
