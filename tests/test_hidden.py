"""HIDDEN, which can be stored and moved and never looked at, and bags of known and hidden cards."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import HIDDEN, Bag, Hidden, NeedsDisclosure, Rest, known, rest_of, spread

LOOKS: dict[str, Callable[[Any], Any]] = {
    "==": lambda h: h == 1,
    "== from the right": lambda h: 1 == h,  # noqa: SIM300 - the order is what is tried
    "== itself": lambda h: h == h,
    "!=": lambda h: h != 1,
    "!= from the right": lambda h: 1 != h,  # noqa: SIM300 - the same
    "<": lambda h: h < 1,
    "<=": lambda h: h <= 1,
    ">": lambda h: h > 1,
    ">= from the right": lambda h: 1 >= h,  # noqa: SIM300 - the same
    "bool": bool,
    "not": lambda h: not h,
    "hash": hash,
    "in a set": lambda h: {h},
    "len": len,
    "iter": iter,
    "in": lambda h: 1 in h,
    "index": lambda h: h[0],
    "int": int,
    "as an index": lambda h: [1, 2][h],
    "range": range,
    "+": lambda h: h + 1,
    "+ from the right": lambda h: 1 + h,
    "sum": lambda h: sum([h]),
    "-": lambda h: h - 1,
    "- from the right": lambda h: 1 - h,
    "sorted": lambda h: sorted([h, 1]),
    "max": lambda h: max(1, h),
    "count": lambda h: [1].count(h),
    "in a list": lambda h: 1 in [h],
    "known": known,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_looking_at_a_hidden_value_needs_its_disclosure(look: Callable[[Any], Any]) -> None:
    with pytest.raises(NeedsDisclosure):
        look(HIDDEN)


def test_a_hidden_value_can_be_stored_and_moved() -> None:
    moved = (*[HIDDEN], *(HIDDEN,))
    assert moved[0] is moved[1] is HIDDEN
    assert isinstance(HIDDEN, Hidden)


def test_a_hidden_value_can_be_told_from_none() -> None:
    """None is never sealed, and evolve may ask for it."""
    assert HIDDEN is not None
    assert None not in (1, 2)
    assert [value is None for value in (HIDDEN, None)] == [False, True]


def test_it_is_printed_and_encoded_without_being_looked_at() -> None:
    assert repr(HIDDEN) == "HIDDEN"
    assert repr((HIDDEN, 1)) == "(HIDDEN, 1)"
    assert msgspec.json.encode([HIDDEN, 1]) == b'[{"hidden":true},1]'
    assert isinstance(msgspec.json.decode(b'{"hidden":true}', type=Hidden), Hidden)


def test_a_known_value_is_unwrapped() -> None:
    assert known(0) == 0
    assert known(None) is None


def test_a_sealed_tuple_is_laid_out_as_slots() -> None:
    assert spread((1, 2), 2) == (1, 2)
    assert [slot is HIDDEN for slot in spread(HIDDEN, 3)] == [True, True, True]


# --- bags

cards = st.lists(st.integers(1, 9), max_size=8)


@given(cards, cards)
def test_a_bag_is_a_multiset(one: list[int], more: list[int]) -> None:
    bag = Bag[int]().add(*one).add(*more)
    assert bag.all() == tuple(sorted(one + more))
    assert bag.take(*more) == Bag[int]().add(*one)
    assert bag.holds(*more, *one)
    assert len(bag) == len(one) + len(more)


@given(cards, st.integers(0, 3), cards, st.randoms())
def test_what_somebody_else_sees_is_as_large(
    held: list[int], taken: int, extra: list[int], shuffle: Any
) -> None:
    """The owner's bag and the onlooker's have equal sizes, whatever is put in and taken out."""
    own, other = Bag[int]().add(*held), Bag[int]().add(*[HIDDEN] * len(held))
    out = shuffle.sample(held, min(taken, len(held)))
    own, other = own.take(*out).add(*extra), other.take(*out).add(*[HIDDEN] * len(extra))
    assert len(own) == len(other)
    assert other.hidden == len(other)


@given(cards, cards)
def test_holding_is_certain_or_needs_disclosure(held: list[int], asked: list[int]) -> None:
    held_too = not Counter(asked) - Counter(held)
    assert Bag[int]().add(*held).holds(*asked) == held_too
    half = Bag[int]().add(*held, HIDDEN)
    if held_too:
        assert half.holds(*asked)
    else:
        with pytest.raises(NeedsDisclosure):
            half.holds(*asked)


def test_taking_prefers_the_known() -> None:
    assert Bag((3, 3, 5), 2).take(3) == Bag((3, 5), 2)
    assert Bag((3,), 2).take(4) == Bag((3,), 1)


def test_taking_something_hidden_forgets_the_known() -> None:
    """One of the known may have gone; nobody can tell."""
    assert Bag((3, 5), 1).take(HIDDEN) == Bag((), 2)


@pytest.mark.parametrize("bag", [Bag[int](), Bag((3,))])
def test_taking_what_is_not_there_needs_disclosure(bag: Bag[int]) -> None:
    with pytest.raises(NeedsDisclosure):
        bag.take(4)


def test_taking_more_hidden_than_there_are_needs_disclosure() -> None:
    with pytest.raises(NeedsDisclosure):
        Bag[int]((), 1).take(HIDDEN, HIDDEN)


def test_a_bag_with_hidden_cards_is_not_told_whole() -> None:
    with pytest.raises(NeedsDisclosure):
        Bag((1,), 1).all()
    assert Bag((1, 1)).all() == (1, 1)


def test_what_is_left_of_a_mapping_is_left_of_its_keys() -> None:
    assert rest_of({"a": 7, "b": 9}, ("a",)) == Rest(("b",))


def test_what_lies_elsewhere_hidden_is_counted_wherever_it_lies() -> None:
    everything = (1, 1, 2, 3)
    assert rest_of(everything, (1, HIDDEN), (HIDDEN,)) == Rest((1, 2, 3), 2)
    bag: Bag[int] = Bag((3,), 2)
    some: list[int | Hidden] = [2, HIDDEN]
    assert rest_of(everything, bag, some) == Rest((1, 1), 3)
