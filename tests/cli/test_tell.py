"""How events of the house are told, and those a game tells nothing about."""

from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    ActedFor,
    Disputed,
    DisputeWithdrawn,
    Event,
    MatchClosed,
    MatchOpened,
    NeedsDisclosure,
    Ruled,
    RulesAdopted,
    SealsOpened,
    Seat,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
    tell,
)
from tests.sealed_game import SEALED, Bid, BidsRevealed, CardDrawn

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (SealsOpened("seed"), "The seed is opened to everybody; it proves every draw."),
        (SealsOpened("all"), "All seals are opened to everybody."),
        (RulesAdopted(2), "From here on the match is played under rules 2."),
        (Disputed(1, 4, "too late"), "Bob disputes #4: too late"),
        (Disputed(2, 4, "too late"), "seat 2 disputes #4: too late"),
        (Disputed(-1, 4, "too late"), "seat -1 disputes #4: too late"),
        (DisputeWithdrawn(0), "Ann withdraws the dispute."),
        (Ruled("engine", True, "SG-01", "so"), "The dispute is upheld by the engine (SG-01): so"),
        (Ruled("table", False, "", "so"), "The dispute is dismissed by the table: so"),
        (TakeBackAsked(0, 4), "Ann asks to go back to #4."),
        (TakeBackAgreed(1), "Bob agrees to go back."),
        (TakeBackDeclined(1), "Bob declines to go back."),
        (TakenBack(0, 4), "Taken back: the match stands as after #4."),
        (ActedFor(0, "late"), "The host acts for Ann: late"),
        (MatchClosed("late"), "The host closes the match: late"),
        (CardDrawn(1, 7), "card_drawn: Bob, card 7"),
        (CardDrawn(2, 7), "card_drawn: seat 2, card 7"),
        (CardDrawn(-1, 7), "card_drawn: seat -1, card 7"),
        (CardDrawn(1, HIDDEN), "card_drawn: Bob, card hidden"),
        (Bid(7, ()), "bid: seat 7, cards ()"),
        (BidsRevealed(((1, 2), ())), "bids_revealed: bids ((1, 2), ())"),
    ],
)
def test_told(event: Event, text: str) -> None:
    assert tell(SEALED, event, NAMES) == text


def test_a_game_that_looks_while_it_tells() -> None:
    def look(event: object, names: object) -> str:
        raise NeedsDisclosure

    assert tell(replace(SEALED, tell=look), CardDrawn(0, HIDDEN), NAMES).startswith("card_drawn: ")


class Pairs(Struct, frozen=True):
    pairs: tuple[tuple[int, ...], ...] = ((1, 2),)
    more: int = 0
    first: Annotated[Seat | None, Meta(description="who begins")] = None
    then: Seat = 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ""),
        ({"pairs": [[1, 2]]}, ""),
        ({"pairs": [[1, 2], [3]], "more": 0}, "; pairs=[[1,2],[3]]"),
        ({"more": 1, "first": 1, "then": 0}, "; more=1, first=Bob, then=Ann"),
        ({"first": 7}, "; first=seat 7"),  # a forged log may name any seat
    ],
)
def test_of_the_options_those_that_differ_are_told(options: dict[str, Any], told: str) -> None:
    """In memory a table is tuples, in a file lists: it is the same option."""
    game = replace(SEALED, options=Pairs)
    for given in (options, msgspec.to_builtins(game.choose(options))):
        opened = MatchOpened("sealed", 1, given, NAMES, "declared", None, None, None, "allow")
        text = f"Ann and Bob open Sealed game, rules 1: the table declares its draws{told}."
        assert tell(game, opened, NAMES) == text
