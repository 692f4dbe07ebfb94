"""What the laws are tried with: any action at all, and views held against the full state."""

import random
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger import HIDDEN, Action, ArrangementOf, Bag, Choice, Hidden, OneOf, Own, Range, SubsetOf
from ledger.testing import anything, refines
from ledger.testing.refining import hides

from .pledge_game import PLEDGE


class Suit(Enum):
    CLUBS = "c"
    HEARTS = "h"


class Card(Struct, frozen=True):
    suit: Suit
    rank: int


class Everything(Action, frozen=True):
    """Each kind of field that an action may have."""

    number: int
    share: float
    word: str
    sure: bool
    nothing: None
    suit: Suit
    card: Card
    mode: Literal["a", "b"]
    maybe: int | None
    secret: Own[tuple[int, ...]]
    bounded: Annotated[int, Meta(ge=-(2**63))]
    pair: tuple[int, str]
    many: tuple[int, ...]
    listed: list[str]
    either: set[int]
    fixed: frozenset[int]
    named: dict[str, int]
    whatever: Any


GAME: Any = replace(PLEDGE, actions=(Everything,))


@cache
def made() -> list[Any]:
    return [anything(GAME, 3, random.Random(seed)) for seed in range(400)]


def test_whatever_is_made_has_fields_of_their_types() -> None:
    decode = msgspec.json.Decoder(Everything).decode
    for action in made():
        assert isinstance(action, Everything)
        assert not isinstance(action.secret, Hidden)
        assert decode(msgspec.json.encode(action)) == action


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ("seat", {0, 1, 2, 3, 99}),
        ("sure", {True, False}),
        ("suit", set(Suit)),
        ("mode", {"a", "b"}),
        ("nothing", {None}),
    ],
)
def test_all_there_is_few_of_comes_sometime(field: str, wanted: set[Any]) -> None:
    assert {getattr(action, field) for action in made()} == wanted


def test_what_there_is_much_of_comes_in_every_size() -> None:
    every = made()
    for field in ("many", "listed", "secret"):
        assert {len(getattr(action, field)) for action in every} == set(range(7))
    assert {len(action.named) for action in every} == {0, 1, 2}
    numbers = {action.number for action in every}
    assert {-1, 0, 1, 2, 3, 4} < numbers
    assert {-(2**63), 2**63 - 1, 10, 50} & numbers
    assert {action.maybe is None for action in every} == {True, False}
    assert len({action.share for action in every}) > 3
    assert {type(action.whatever) for action in every} == {int, str}


def test_half_is_a_legal_act_with_one_field_changed() -> None:
    """And what else is made lies near what is legal."""

    class Play(Action, frozen=True):
        cards: tuple[int, ...]
        times: int
        word: str

    game: Any = replace(PLEDGE, actions=(Play,))
    cards, times = SubsetOf((501, 502, 503), 3, 3), Range(7001, 7003)
    choice = Choice(Play, 1, {"cards": cards, "times": times, "word": OneOf(("left", "right"))})
    made: list[Any] = [anything(game, 3, random.Random(seed), (choice,)) for seed in range(400)]
    legal = (
        lambda action: action.seat == 1,
        lambda action: cards.contains(action.cards),
        lambda action: times.contains(action.times),
        lambda action: action.word in ("left", "right"),
    )
    changed = [action for action in made if sum(not holds(action) for holds in legal) <= 1]
    assert 150 < len(changed) < 300
    for holds in legal:
        assert any(not holds(action) for action in changed)
    shaken = [action.cards for action in changed if {*action.cards} <= {501, 502, 503}]
    assert {len(cards) for cards in shaken} >= {2, 3, 4}  # dropped, in another order, doubled
    others = [action for action in made if action not in changed]
    assert any(action.times in (7001, 7003) for action in others)
    assert any(action.word in ("left", "right") for action in others)
    items = Choice(Play, 1, {**choice.fields, "cards": ArrangementOf((801, 802), 1)})
    near: list[Any] = [anything(game, 3, random.Random(seed), (items,)) for seed in range(100)]
    assert any(action.times in (801, 802) for action in near)


class Order(Action, frozen=True):
    """A long line, others of pairs, of few words, of nothing and of two things, and a number."""

    cards: tuple[int, ...] = tuple(range(100, 120))
    pairs: Own[tuple[tuple[int, str], ...]] = ((1, "a"), (2, "b"))
    modes: tuple[Literal["a", "b"], ...] = ("a", "b", "a")
    empty: tuple[int, ...] = ()
    lacking: tuple[int, ...] | None = None
    both: tuple[int, str] = (1, "a")
    number: int = 1000


def test_near_what_is_legal_a_line_is_off_by_one_and_a_number_too() -> None:
    """What a check forgets lies next to what it allows."""
    game: Any = replace(PLEDGE, actions=(Order,))
    choice = Choice(Order, 1, {"number": Range(1000, 1004)})
    dice, legal = random.Random(1), Order(1)
    orders: list[Any] = [anything(game, 3, dice, (choice,)) for _ in range(3000)]
    assert {999, 1000, 1004, 1005} <= {order.number for order in orders}
    known, lines = set(legal.cards), {order.cards for order in orders if len(order.cards) > 6}
    dropped = {line for line in lines if len(line) == len(known) - 1}
    doubled = {line for line in lines if len(line) == len(known) + 1}
    anew = {line for line in lines - {legal.cards} if len(line) == len(known)}
    assert lines == {legal.cards, *dropped, *doubled, *anew}
    assert dropped and all(len(known - {*line}) == 1 for line in dropped)
    assert doubled and all(known == {*line} for line in doubled)
    other = {line for line in anew if {*line} == known}
    assert other and anew - other
    for line in anew - other:
        assert sum(one != two for one, two in zip(line, legal.cards, strict=True)) == 1


def test_what_is_off_by_one_has_fields_of_their_types() -> None:
    game: Any = replace(PLEDGE, actions=(Order,))
    choice, dice = Choice(Order, 1, {"number": Range(1, 4)}), random.Random(1)
    decode = msgspec.json.Decoder(Order).decode
    for _ in range(1000):
        order = anything(game, 3, dice, (choice,))
        assert decode(msgspec.json.encode(order)) == order


class View(Struct, frozen=True):
    hand: Bag[int]
    line: tuple[int | Hidden, ...] = (1, 2)
    marks: Mapping[str, int | Hidden] = msgspec.field(default_factory=lambda: {"a": 1})
    turn: int = 0


FULL = View(Bag((1, 2, 3)))


@pytest.mark.parametrize(
    ("view", "holes"),
    [
        (HIDDEN, True),
        (FULL, False),
        (View(Bag((1, 3), 1)), True),
        (View(Bag((), 3)), True),
        (View(Bag((1, 2, 3)), (HIDDEN, 2)), True),
        (View(Bag((1, 2, 3)), marks={"a": HIDDEN}), True),
    ],
)
def test_a_view_may_have_holes(view: Any, holes: bool) -> None:
    refines(view, FULL)
    assert hides(view) is holes


@pytest.mark.parametrize(
    ("view", "where"),
    [
        (View(Bag((1, 2))), "view.hand holds 2, in full 3"),
        (View(Bag((1, 1), 1)), r"view.hand.cards: \[1\] are not there in full"),
        (View(Bag((1, 2, 3)), (1, 3)), r"view.line\[1\] is 3, in full it is 2"),
        (View(Bag((1, 2, 3)), (1,)), "view.line has 1 parts, in full 2"),
        (View(Bag((1, 2, 3)), marks={"b": 1}), "view.marks has other keys"),
        (View(Bag((1, 2, 3)), marks={"a": 2}), r"view.marks\['a'\] is 2, in full it is 1"),
        (View(Bag((1, 2, 3)), turn=1), "view.turn is 1, in full it is 0"),
        (View(Bag((1, 2, 3)), turn=False), "view.turn is False, in full it is 0"),
    ],
)
def test_a_view_says_nothing_but_the_truth(view: View, where: str) -> None:
    with pytest.raises(AssertionError, match=where):
        refines(view, FULL)


def test_of_what_is_hidden_in_full_nothing_can_be_false() -> None:
    refines(Bag((7,), 1), Bag((1,), 1))
    assert not hides([Bag((7,)), {"a": (1, None)}])
    assert hides({"a": [(1, HIDDEN)]})
