"""Words to values and back."""

import io
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger import (
    Action,
    ArrangementOf,
    Choice,
    Domain,
    InvalidAction,
    OneOf,
    Range,
    Seat,
    SubsetOf,
)
from ledger.cli import kinds, parse, wording
from ledger.games.monopoly_bid import OfferTrade
from tests.sealed_game import SEALED, Bid, Write


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (int, "number"),
        (Annotated[int, Meta(ge=0)], "number"),
        (Seat | None, "seat | null"),
        (bool, "true | false"),
        (str, "text"),
        (Literal["a", "b"], "a | b"),
        (int | None, "number | null"),
        (Literal["spiral"] | tuple[int, ...], "spiral | list of number"),
        (tuple[int, str], "list of values"),
        (dict[str, int], "number by name"),
        (Mapping[Literal["red", "blue"], int], "number by name"),
        (Bid, "Bid"),
    ],
)
def test_types_in_words(kind: Any, words: str) -> None:
    assert kinds.described(kind) == words


def test_what_is_said_about_a_field() -> None:
    assert kinds.help_of(Annotated[bool, Meta(description="so it is")]) == "so it is"
    assert kinds.help_of(Annotated[int, Meta(ge=0)]) is None
    assert kinds.help_of(int) is None


def test_how_to_write_an_action() -> None:
    assert parse.usage(Bid) == "write: bid CARDS ..."
    assert parse.usage(Swap) == "write: swap WHAT GIVE,... [TAKE ...]"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cards": SubsetOf((3, 4, 4), 0, 3)}, ["bid", "3"]),
        ({"cards": SubsetOf((3, 4, 4), 2, 3)}, ["bid", "3", "4"]),
        ({"cards": SubsetOf((), 0, 0)}, ["bid", "cards=[]"]),
    ],
)
def test_an_example_of_a_choice(fields: Any, words: list[str]) -> None:
    choice = Choice(Bid, 0, fields)
    assert wording.example(choice, PEOPLE) == words
    read = parse.action(SEALED, 0, "bid", words[1:], _NO_INPUT, PEOPLE)
    assert choice.contains(SEALED.action(read.pop("kind"), **read))


def test_an_example_with_order() -> None:
    choice = Choice(Write, 0, {"numbers": ArrangementOf((1, 2, 3), 2)})
    assert wording.example(choice, PEOPLE) == ["write", "1", "2"]


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (OneOf(("a", 2)), "a | 2"),
        (Range(2, 9), "2 to 9"),
        (SubsetOf((1, 2), 0, 2), "0 to 2 of 1, 2"),
        (SubsetOf((1, 2, 4, 5, 6, 8), 2, 2, ordered=True), "2 of 1, 2, 4 to 6, 8, in this order"),
        (SubsetOf((3, 2, 1, 1, 2, 3, "4"), 1, 3), "1 to 3 of 3, 2, 1, 1 to 3, 4"),
        (ArrangementOf((1, 2), 1), "1 in order of 1, 2"),
    ],
)
def test_domains_in_words(domain: Any, words: str) -> None:
    assert wording.domain(domain) == words


def test_items_are_told_by_what_they_stand_for() -> None:
    """A set's number stands for one of its cards, and `1 of 3` would be read as one of three."""
    kind = Annotated[tuple[int, ...], Meta(title="card of set")]
    assert wording.domain(SubsetOf((3,), 1, 1), kind) == "1 card of set 3"
    assert wording.domain(SubsetOf((3, 3), 2, 2), kind) == "2 cards of set 3"
    some = wording.domain(SubsetOf((1, 1, 3), 1, 3), kind)
    assert some == "1 to 3 of: 2 cards of set 1, 1 card of set 3"


def test_a_seat_that_is_offered_is_told_by_name() -> None:
    choice = Choice(Rob, 1, {"victim": OneOf((0, 2))})
    assert wording.offered(choice, PEOPLE) == "rob: victim Ann | Cy"
    assert wording.example(choice, PEOPLE) == ["rob", "Ann"]
    assert wording.example(choice, ("Ann Lee", "Bob", "Cy")) == ["rob", "0"]


@pytest.mark.parametrize("name", ["Ann Lee", "-x", "Zoë", "a'b", "1st", "$HOME", ""])
def test_a_name_a_shell_could_misread_is_typed_as_a_number(name: str) -> None:
    assert wording.seat_word(1, ("Ann", name)) == "1"
    assert wording.seat_word(0, ("Ann", name)) == "Ann"


def test_a_trade_is_told_by_the_cards_it_is_about() -> None:
    fields: dict[str, Domain] = {
        "to": OneOf((2,)),
        "give": SubsetOf((3,), 1, 1),
        "want": SubsetOf((1, 1), 1, 2),
    }
    offered = wording.offered(Choice(OfferTrade, 1, fields), PEOPLE)
    assert offered == ("offer_trade: to Cy, give 1 card of set 3, want 1 to 2 of: 2 cards of set 1")


def test_a_command_is_quoted_for_the_shell() -> None:
    assert wording.command("show", "my game.db") == "ledger show 'my game.db'"


class Pair(Struct, frozen=True):
    left: int
    right: int


class Swap(Action, frozen=True):
    what: str
    give: tuple[int, ...]
    take: tuple[Pair, ...] = ()


class Pick(Action, frozen=True):
    cards: tuple[int, ...]
    pair: Pair


class Lay(Action, frozen=True):
    ends: tuple[int, ...]
    middle: tuple[int, ...]


class Rob(Action, frozen=True):
    victim: Seat
    others: tuple[Seat, ...] = ()
    by: Seat | None = None


ODD = replace(SEALED, actions=(Swap, Pick, Lay, Rob), consequences=())
PEOPLE = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["swap", "a", "1,2"], {"what": "a", "give": (1, 2)}),
        (
            ["swap", "a", "[1]", '[{"left":1,"right":2}]'],
            {"what": "a", "give": (1,), "take": (Pair(1, 2),)},
        ),
        (["lay", "[1,2]", "3", "4", "5"], {"ends": (1, 2), "middle": (3, 4, 5)}),
        (["lay", "1,2", "[3,4]"], {"ends": (1, 2), "middle": (3, 4)}),
        (["swap", "give=[]", "what=x=y"], {"what": "x=y", "give": ()}),
        (["pick", "1", "2", '{"left":1,"right":2}'], {"cards": (1, 2), "pair": Pair(1, 2)}),
    ],
)
def test_several_fields(words: list[str], values: dict[str, Any]) -> None:
    kind, *rest = words
    read = parse.action(ODD, 1, kind, rest, _NO_INPUT, PEOPLE)
    assert read == {"kind": kind, "seat": 1, **values}


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["bob"], {"victim": 1}),
        (["1", "Ann", "2", "by=Cy"], {"victim": 1, "others": (0, 2), "by": 2}),
        (["Ann", "others=Bob,Cy", "null"], {"victim": 0, "others": (1, 2), "by": None}),
        (["9", 'others=["Ann"]'], {"victim": 9, "others": (0,)}),
    ],
)
def test_a_name_stands_for_a_seat(words: list[str], values: dict[str, Any]) -> None:
    read = parse.action(ODD, 1, "rob", words, _NO_INPUT, PEOPLE)
    assert read == {"kind": "rob", "seat": 1, **values}


def test_a_name_in_json_stands_for_a_seat_too() -> None:
    read = parse.action(ODD, 1, "rob", ["-"], io.StringIO('{"victim": "Cy"}'), PEOPLE)
    assert read == {"kind": "rob", "seat": 1, "victim": 2}
    for number in ("2", " 2 "):
        typed = parse.action(ODD, 1, "rob", [number], _NO_INPUT, PEOPLE)
        assert typed == {"kind": "rob", "seat": 1, "victim": 2}
        with pytest.raises(InvalidAction, match="a seat's number or name is wanted, not"):
            parse.action(ODD, 1, "rob", ["-"], io.StringIO(f'{{"victim": "{number}"}}'), PEOPLE)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["Zoe"], "victim: nobody here is 'Zoe': name Ann, Bob, Cy or a seat from 0 to 2"),
        (["auditor"], "victim: the auditor has no seat: name Ann, Bob, Cy or a seat from 0 to 2"),
        (["Ann", "others=Bob,Zoe"], "others: nobody here is 'Zoe': name Ann"),
        (["Ann", "by=Zoe"], "by: a seat's number or name, or null is wanted, not 'Zoe'"),
    ],
)
def test_a_name_that_is_nobodys(words: list[str], text: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        parse.action(ODD, 1, "rob", words, _NO_INPUT, PEOPLE)
    assert text in str(refused.value)


@pytest.mark.parametrize(
    "words",
    [
        ["swap", "a", "1", "2", "3"],
        ["swap", "a", "x"],
        ["pick", "1", '{"left":1}'],
    ],
)
def test_several_fields_that_do_not_fit(words: list[str]) -> None:
    with pytest.raises(InvalidAction):
        parse.action(ODD, 1, words[0], words[1:], _NO_INPUT, PEOPLE)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            ["swap", "a", "give=["],
            "swap: give: a list of numbers is wanted, not '[', which begins as JSON and is none; "
            "write: swap WHAT GIVE,... [TAKE ...]",
        ),
        (
            ["swap", "a", "1,x"],
            "swap: give: item 2: a whole number is wanted, not 'x'; "
            "write: swap WHAT GIVE,... [TAKE ...]",
        ),
        (["pick", "1", '{"left":1}'], "pick: pair: right is missing"),
        (
            ["pick", "1", "{"],
            "pick: pair: an object with left and right is wanted, not '{', which begins as JSON "
            "and is none",
        ),
    ],
)
def test_what_is_wanted_is_said_in_plain_words(words: list[str], text: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        parse.action(ODD, 1, words[0], words[1:], _NO_INPUT, PEOPLE)
    assert str(refused.value) == text


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["swap", "a", ""], "give"),
        (["swap", "a", " "], "give"),
        (["swap", "a", "give="], "give"),
        (["lay", "1,", "2"], "ends"),
        (["lay", "1", "2", "", "3"], "middle"),
    ],
)
def test_a_blank_word_is_no_empty_list(words: list[str], name: str) -> None:
    """It is what a shell makes of a variable that is not set, and an act is recorded for good."""
    with pytest.raises(InvalidAction, match=f"is blank; write {name}=\\[\\] for none"):
        parse.action(ODD, 1, words[0], words[1:], _NO_INPUT, PEOPLE)


def test_what_is_lacking_may_be_none() -> None:
    with pytest.raises(InvalidAction, match=r"write: bid CARDS \.\.\. \(cards=\[\] for none\)$"):
        parse.action(SEALED, 0, "bid", [], _NO_INPUT, PEOPLE, lambda: {"cards"})
    with pytest.raises(InvalidAction, match=r"write: bid CARDS \.\.\.$"):
        parse.action(SEALED, 0, "bid", [], _NO_INPUT, PEOPLE)


def test_standard_input_that_is_no_text() -> None:
    with pytest.raises(InvalidAction):
        parse.read_json(io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), "utf-8"))


class _NoInput:
    def read(self, _: int) -> str:
        raise AssertionError("standard input is not asked for")


_NO_INPUT: Any = _NoInput()
