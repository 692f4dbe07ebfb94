"""What is said of a value that is not of its type: what is wanted, what came, and where."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from ledger import (
    HIDDEN,
    Choice,
    Hidden,
    InvalidAction,
    InvalidOption,
    Ledger,
    Misused,
    Seat,
    find_game,
)
from ledger.codec import house_codec
from ledger.games.monopoly_bid import Bid as CardBid
from ledger.house import Disputed
from ledger.values import UNFIT, fitted, unfit, wanted

from .sealed_game import SEALED, Bid, Write


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


class Pair(Struct, frozen=True):
    left: int
    right: int


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (int, "a whole number"),
        (bool, "true or false"),
        (bool | None, "true, false or null"),
        (float, "a number"),
        (Seat, "a seat's number"),
        (Annotated[Seat, Meta(description="who")], "a seat's number"),
        (Seat | None, "a seat's number or null"),
        (Annotated[Seat | None, Meta(description="who")], "a seat's number or null"),
        (Literal["a", "b", 3], "a, b or 3"),
        (Side, "left or right"),
        (Literal["a"] | tuple[str, ...], "a or a list of texts"),
        (tuple[int, ...], "a list of numbers"),
        (tuple[int, str], "a list of 2"),
        (tuple[int, int, str], "a list of 3"),
        (list, "a list"),
        (tuple, "a list"),
        (list[Pair], "a list"),
        (dict, 'an object such as {"name": ...}'),
        (tuple[Pair, ...], "a list"),
        (list[int], "a list of numbers"),
        (str | None, "text or null"),
        (tuple[int | Hidden, ...], "a list of numbers"),
        (int | Hidden, "a whole number"),
        (Pair, "an object with left and right"),
        (dict[str, int], 'an object such as {"name": 1}'),
        (Mapping[str, str], 'an object such as {"name": ...}'),
        (bytes, "a value of type bytes"),
        (Annotated[int, Meta(ge=0, le=9)], "a whole number, 0 to 9"),
        (Annotated[int, Meta(ge=0)] | None, "a whole number, 0 or more, or null"),
        (Annotated[int, Meta(gt=2)], "a whole number, more than 2"),
        (Annotated[int, Meta(gt=2, lt=9)], "a whole number, more than 2 and less than 9"),
        (Annotated[int, Meta(ge=0, le=9)] | None, "a whole number, 0 to 9, or null"),
        (Annotated[float, Meta(lt=2)], "a number, less than 2"),
        (Annotated[str, Meta(max_length=9)], "text of at most 9 characters"),
        (Annotated[str, Meta(min_length=1, max_length=9)], "text of 1 to 9 characters"),
        (
            Annotated[tuple[int, ...], Meta(min_length=1)],
            "a list of numbers, 1 or more of them",
        ),
    ],
)
def test_a_type_in_words(kind: Any, words: str) -> None:
    assert wanted(kind) == words


def test_a_seat_may_have_another_name() -> None:
    kind, name = Annotated[Seat | None, Meta(description="who")], "a seat's number or name"
    assert wanted(kind, name) == "a seat's number or name, or null"


class Every(Struct, frozen=True):
    pairs: tuple[Pair, ...] = ()
    counts: dict[str, int] = {}
    fixed: tuple[int, str] = (0, "")
    side: Literal["left", "right"] = "left"
    number: float = 0.0
    passing: bool = msgspec.field(default=True, name="pass")


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"pairs": [{"left": 1, "right": 2}, {"left": 1}]}, "pairs: item 2: right is missing"),
        ({"pairs": [{"left": 1, "right": "x"}]}, "pairs: item 1: right: a whole number is wanted"),
        ({"pairs": {}}, "pairs: a list is wanted, not an object"),
        ({"counts": {"a": 1, "b": "x"}}, "counts: 'b': a whole number is wanted, not 'x'"),
        ({"counts": []}, 'counts: an object such as {"name": 1} is wanted, not a list of 0'),
        ({"fixed": [1]}, "fixed: a list of 2 is wanted, not a list of 1"),
        ({"fixed": [1, None]}, "fixed: item 2: text is wanted, not null"),
        ({"side": "up"}, "side: left or right is wanted, not 'up'"),
        ({"side": "x" * 61}, f"not '{'x' * 60}' and so on"),
        ({"pairs": [5]}, "pairs: item 1: an object with left and right is wanted, not 5"),
        ({"number": "1"}, "number: a number is wanted, not '1'"),
        ({"pass": 3}, "pass: true or false is wanted, not 3"),
        ({"pass": object()}, "pass: true or false is wanted, not a value of type object"),
        ({"side": 10**5000}, "side: left or right is wanted, not a number of thousands of digits"),
        ({"side": "\ud800"}, "this is no Unicode text"),
    ],
)
def test_where_it_is_and_what_came(values: dict[str, Any], text: str) -> None:
    with pytest.raises(UNFIT) as raised:
        msgspec.convert(values, Every)
    assert text in unfit(raised.value, Every, values)


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"seat": "Ann", "cards": []}, "bid: seat: a seat's number is wanted, not 'Ann'"),
        ({"seat": 0}, "bid: cards is missing"),
        (
            {"seat": 0, "cards": [], "x": 1},
            "bid: there is no field 'x': its fields are seat, cards",
        ),
        ({"seat": 0, "cards": "3"}, "bid: cards: a list of numbers is wanted, not '3'"),
        ({"seat": 0, "cards": ["3"]}, "bid: cards: item 1: a whole number is wanted, not '3'"),
        ({"seat": 0, "cards": None}, "bid: cards: a list of numbers is wanted, not null"),
    ],
)
def test_plain_data_that_makes_no_action(values: dict[str, Any], text: str) -> None:
    """The same words wherever it is given: to the game, to a choice, to a match."""
    with Ledger(None) as ledger:
        match = ledger.new(SEALED, ("Ann", "Bob"))
        for ask in (
            lambda: SEALED.action("bid", **values),
            lambda: match.act({"kind": "bid", **values}),
            lambda: match.refusal({"kind": "bid", **values}),
        ):
            with pytest.raises(InvalidAction) as refused:
                ask()
            assert str(refused.value) == text
    if values["seat"] == 0:
        given = {name: value for name, value in values.items() if name != "seat"}
        with pytest.raises(InvalidAction) as refused:
            Choice(Bid, 0).make(**given)
        assert str(refused.value) == text


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Bid(0, None), "bid: cards: a list of numbers is wanted, not null"),  # type: ignore[arg-type]
        (Bid(0, ("x",)), "bid: cards: item 1: a whole number is wanted, not 'x'"),  # type: ignore[arg-type]
        (Bid("x", ()), "bid: seat: a seat's number is wanted, not 'x'"),  # type: ignore[arg-type]
        (Bid(0, ({1},)), "bid: cards: item 1: a whole number is wanted, not a value of type set"),  # type: ignore[arg-type]
        (Bid(0, (10**5000,)), "bid: cards: a number in it is too large to be written down"),
        (Bid(10**5000, ()), "bid: a number in it is too large to be written down"),
        (Bid(0, (object(),)), "bid: cards: a value of type object cannot be written down"),  # type: ignore[arg-type]
        (
            Write(0, (1, 10**5000)),
            "write: numbers.1: a number in it is too large to be written down",
        ),
        (Bid(0, HIDDEN), "bid: cards must be told, not hidden"),
        (Write(0, None), "write: numbers: a list of numbers is wanted, not null"),  # type: ignore[arg-type]
        (Write(0, (1, "x")), "write: numbers.1: a whole number is wanted, not 'x'"),  # type: ignore[arg-type]
    ],
)
def test_an_action_made_wrongly(action: Any, text: str) -> None:
    with Ledger(None) as ledger:
        match = ledger.new(SEALED, ("Ann", "Bob"))
        with pytest.raises(InvalidAction) as refused:
            match.act(action)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Disputed(0, 2, ""), "disputed: claim: text of 1 to 10000 characters is wanted, not ''"),
        (Disputed(0, "2", "no"), "disputed: about: a whole number is wanted, not '2'"),  # type: ignore[arg-type]
        (Disputed(0, 2, "\ud800"), "disputed: this is no Unicode text"),
    ],
    ids=repr,
)
def test_what_the_house_is_told(event: Disputed, text: str) -> None:
    with pytest.raises(Misused) as refused:
        house_codec().as_read(event)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        (
            "45",
            {"max_turns_per_round": "5"},
            "option max_turns_per_round: a whole number is wanted, not '5'",
        ),
        (
            "49",
            {"first_seat": "Ann"},
            "option first_seat: a seat's number or null is wanted, not 'Ann'",
        ),
        (
            "monopoly-bid",
            {"money_deck": {"1": "x"}},
            "option money_deck: '1': a whole number is wanted, not 'x'",
        ),
    ],
)
def test_options_that_are_none(name: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        find_game(name).choose(options)
    assert str(refused.value) == text


def test_a_text_that_is_quoted_whole_does_not_go_on() -> None:
    values = {"side": "x" * 60}
    with pytest.raises(UNFIT) as raised:
        msgspec.convert(values, Every)
    assert unfit(raised.value, Every, values).endswith(f", not '{'x' * 60}'")


def test_a_number_beside_one_that_is_taken_as_text_stays_what_it_may_be() -> None:
    assert fitted([3, 4], tuple[str | int, str], "x") == (3, "4")
    assert fitted([3, 4], tuple[str | float, str], "x") == (3.0, "4")
    assert fitted([3, 4], tuple[Literal[3] | str, str], "x") == (3, "4")
    assert fitted([3], Literal["all"] | tuple[str, ...], "x") == ("3",)
    with pytest.raises(InvalidAction) as refused:
        fitted([5, 4], tuple[bool, str], "x")
    assert str(refused.value) == "x: item 1: true or false is wanted, not 5"


def test_a_name_of_any_length_is_told() -> None:
    for kind in (dict[str, int], dict[int, str], dict[int, int]):
        with pytest.raises(InvalidAction, match=r"^x: "):
            fitted({10**5000: None}, kind, "x")


def test_a_number_is_taken_where_only_text_is_wanted() -> None:
    """A card called 5 comes from JSON as a number; no number can be meant by it."""
    game = find_game("monopoly-bid")
    assert game.action("bid", seat=0, cards=[3, "wild"]) == CardBid(0, ("3", "wild"))
    assert game.action("play_wild", seat=0, colour="red", group=3).group == 3  # type: ignore[attr-defined]
    assert fitted(3, Literal["3"] | None, "x") == "3"
    assert fitted([1], tuple[str | int, ...], "x") == (1,)
    for value in (True, 1.5, None, 10**5000):
        with pytest.raises(InvalidAction):
            game.action("bid", seat=0, cards=[value])
    with pytest.raises(InvalidOption):  # an option is not typed by anybody in JSON of its own
        find_game("49").choose({"board": 5})
