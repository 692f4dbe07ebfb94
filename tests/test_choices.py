"""Choices: what they contain is what they sample and make, and they are data for JSON."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Action,
    ArrangementOf,
    Choice,
    Domain,
    GameError,
    InvalidAction,
    OneOf,
    Range,
    SubsetOf,
)
from ledger.asking import misfit

from .every_game import AnyGame
from .pledge_game import Pledge, Say
from .sealed_game import SEALED, Bid, Write
from .tower_game import Lay

items = st.lists(st.integers(1, 5), min_size=1, max_size=6).map(tuple)


@st.composite
def domains(draw: st.DrawFn) -> Domain:
    some = draw(items)
    least = draw(st.integers(0, len(some)))
    low = draw(st.integers(-5, 5))
    made: tuple[Domain, ...] = (
        OneOf(some),
        Range(low, low + least),
        SubsetOf(some, least, len(some)),
        SubsetOf(some, least, len(some), ordered=True),
        ArrangementOf(some, least),
    )
    return draw(st.sampled_from(made))


@given(domains(), st.integers())
def test_a_domain_contains_what_it_samples(domain: Domain, seed: int) -> None:
    assert domain.contains(domain.sample(random.Random(seed).randrange))


@given(domains(), st.integers(0, 99))
def test_a_sample_comes_from_the_picks_alone(domain: Domain, seed: int) -> None:
    one, two = (domain.sample(random.Random(seed).randrange) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    "domain, reached",
    [
        (OneOf(("a", "b")), {"a", "b"}),
        (Range(-1, 1), {-1, 0, 1}),
        (SubsetOf((1, 2), 0, 2), {(), (1,), (2,), (1, 2)}),
        (SubsetOf((3, 1, 2), 2, 2, ordered=True), {(3, 1), (3, 2), (1, 2)}),
        (ArrangementOf((1, 2), 2), {(1, 2), (2, 1)}),
    ],
)
def test_every_value_is_reached(domain: Domain, reached: set[Any]) -> None:
    picks = random.Random(1)
    assert {domain.sample(picks.randrange) for _ in range(200)} == reached


@pytest.mark.parametrize(
    "domain, value",
    [
        (OneOf((1, 2)), 3),
        (OneOf((1, 2)), True),
        (OneOf((1, 2)), 1.0),
        (OneOf((1, 2)), "1"),
        (OneOf((True,)), 1),
        (Range(0, 3), 4),
        (Range(0, 3), -1),
        (Range(0, 3), True),
        (Range(0, 3), 2.0),
        (Range(0, 3), None),
        (Range(0, 3), HIDDEN),
        (SubsetOf((1, 2, 2), 1, 2), ()),
        (SubsetOf((1, 2, 2), 1, 2), (1, 2, 2)),
        (SubsetOf((1, 2, 2), 1, 3), (1, 1)),
        (SubsetOf((1, 2), 0, 2), [1]),
        (SubsetOf((1, 2, 3), 0, 3, ordered=True), (2, 1)),
        (SubsetOf((1, 2, 3), 0, 3, ordered=True), (1, 3, 2)),
        (SubsetOf((1, 2, 3), 0, 3, ordered=True), (1, 1)),
        (SubsetOf((1, 2, 3), 2, 2, ordered=True), (1, 2, 3)),
        (SubsetOf((1, 2, 1), 0, 3, ordered=True), (1, 1, 2)),
        (SubsetOf((1, 2), 0, 2), 1),
        (ArrangementOf((1, 2), 2), (1,)),
        (ArrangementOf((1, 2), 2), (1, 1)),
        (ArrangementOf((1, 2), 2), (1, 3)),
        (ArrangementOf((1, 2), 2), [1, 2]),
    ],
)
def test_what_a_domain_does_not_contain(domain: Domain, value: Any) -> None:
    assert not domain.contains(value)


@pytest.mark.parametrize(
    "domain, value",
    [
        (OneOf(("a", None)), None),
        (Range(0, 3), 0),
        (Range(0, 3), 3),
        (SubsetOf((1, 2, 2), 0, 3), (2, 1, 2)),
        (SubsetOf((1, 2, 3), 2, 2, ordered=True), (1, 3)),
        (SubsetOf((1, 2, 1), 0, 3, ordered=True), (1, 1)),
        (ArrangementOf((1, 2, 3), 2), (3, 1)),
    ],
)
def test_what_a_domain_contains(domain: Domain, value: Any) -> None:
    assert domain.contains(value)


CHOICE = Choice(Pledge, 1, {"coins": Range(0, 3)})


def test_a_choice_contains_its_own_seats_actions_only() -> None:
    assert CHOICE.contains(Pledge(1, 3))
    assert not CHOICE.contains(Pledge(0, 3))
    assert not CHOICE.contains(Pledge(1, 4))
    assert not CHOICE.contains(Say(1, "3"))


@given(st.integers())
def test_a_choice_contains_what_it_samples(seed: int) -> None:
    for choice in (CHOICE, Choice(Bid, 0, {"cards": SubsetOf((1, 2, 5), 0, 3)})):
        assert choice.contains(choice.sample(random.Random(seed).randrange))


def test_a_choice_makes_actions_from_plain_data() -> None:
    assert CHOICE.make(coins=2) == Pledge(1, 2)
    assert CHOICE.make(coins=99) == Pledge(1, 99)  # of the type; the rules judge the rest
    write = Choice(Write, 0, {"numbers": ArrangementOf((1, 2, 3), 2)})
    assert write.make(numbers=[3, 1]) == Write(0, (3, 1))


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"coins": "2"},
        {"coins": True},
        {"coins": 2, "more": 1},
        {"coins": 2, "self": 1},
        {"coins": "\ud800"},
        {"coins": 2, "seat": 0},
    ],
)
def test_what_makes_no_action(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidAction):
        CHOICE.make(**values)


def test_a_choice_is_data_for_json() -> None:
    """What a frontend in another language gets: kind, seat, and a named domain for each field."""
    choice = Choice(
        Bid,
        0,
        {
            "one": OneOf((1, "a")),
            "cards": SubsetOf((1, 2), 0, 2),
            "range": Range(0, 3),
            "line": ArrangementOf((1, 2), 2),
        },
    )
    told = json.loads(msgspec.json.encode(choice.to_data()))
    assert told == {
        "kind": "bid",
        "seat": 0,
        "fields": {
            "one": {"domain": "oneof", "values": [1, "a"]},
            "cards": {
                "domain": "subsetof",
                "items": [1, 2],
                "least": 0,
                "most": 2,
                "ordered": False,
            },
            "range": {"domain": "range", "low": 0, "high": 3},
            "line": {"domain": "arrangementof", "items": [1, 2], "length": 2},
        },
    }
    assert choice.kind == "bid"


@pytest.mark.parametrize(
    "choice",
    [
        Choice(Lay, 0),
        Choice(Lay, 0, {"number": Range(1, 2), "more": Range(1, 2)}),
        Choice(Lay, 0, {"number": Range(2, 1)}),
        Choice(Lay, 0, {"number": OneOf(())}),
        Choice(Lay, 0, {"number": SubsetOf((1, 2), 0, 3)}),
        Choice(Lay, 0, {"number": SubsetOf((1, 2), 2, 1)}),
        Choice(Lay, 0, {"number": ArrangementOf((1, 2), 3)}),
        Choice(Lay, 0, {"number": (1, 2)}),  # type: ignore[dict-item]
    ],
)
def test_a_choice_that_offers_nothing_is_the_games_error(choice: Choice) -> None:
    with pytest.raises(GameError, match="a choice "):
        choice.sample(random.Random(1).randrange)


CHOICES: list[tuple[Any, str]] = [
    (Choice(Write, 1, {}), "offers seat 0 a write of another seat"),
    (Choice(Write, 0, {}), "offers seat 0 a write without its field 'numbers'"),
    (Choice(Write, 0, {"number": OneOf((1,))}), "'number', which is no field that is chosen"),
    (Choice(Write, 0, {"seat": Range(0, 1)}), "'seat', which is no field that is chosen"),
    (Choice(Lay, 0, {"number": Range(0, 1)}), "offers Lay, which its actions lack"),
    (Choice("bid", 0, {}), "offers what, which its actions lack"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("choice", "text"), CHOICES)
def test_what_is_wrong_with_a_choice(choice: Choice, text: str) -> None:
    assert text in misfit(SEALED, choice, 0)
    assert misfit(SEALED, Choice(Write, 0, {"numbers": OneOf(((1, 2),))}), 0) == ""


class Knock(Action, frozen=True):
    times: int = 1


def test_a_choice_may_leave_out_a_field_that_has_a_default() -> None:
    game: AnyGame = replace(SEALED, actions=(*SEALED.actions, Knock))
    assert misfit(game, Choice(Knock, 0, {}), 0) == ""
    assert misfit(game, Choice(Knock, 0, {"times": Range(1, 2)}), 0) == ""
