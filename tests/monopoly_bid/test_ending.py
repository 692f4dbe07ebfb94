"""How it ends: three sets, nothing left to win, nothing that moves, and what is then shown."""

from typing import Any

import pytest

from ledger import Bag, Outcome
from ledger.games.monopoly_bid import (
    GAME,
    AcceptTrade,
    CardLaid,
    EndActions,
    HandsShown,
    HostPassed,
    Lay,
    MatchWon,
    OfferTrade,
    PlayWild,
)

from .table import A, B, C, auction, bid, kinds, nobody, nope, refused, table

TWO = ["brown brown", "utility utility"]
SMALL = {"red": 3, "green": 3, "blue": 2}
"""A property deck that can lie on the table as a whole."""


@pytest.mark.clause("MB-END-01", "MB-AIM-01", "MB-Q-40")
def test_three_complete_sets_win_at_once_on_anybodys_turn() -> None:
    sitting = table({A: "1 2", B: "3"}, {B: [*TWO, "green green"]})
    auction(sitting, "green")
    bid(sitting, "1", "3", "")
    assert sitting.outcome is None and sitting.awaited == (B,)
    assert sitting.act(Lay(B, 3)) == (
        Lay(B, 3),
        CardLaid(B, "green", "green", 3, 3, 3),
        MatchWon((B,), "MB-END-01"),
    )
    assert sitting.outcome == Outcome(
        (B,), "MB-END-01", "Three sets are complete: brown, utility and green."
    )
    assert not sitting.awaited
    assert refused(sitting, EndActions(C)) == "MB-END-01"
    assert all(sitting.legal(seat) == () for seat in (A, B, C))


@pytest.mark.clause("MB-END-01", "MB-Q-27")
def test_two_of_one_colour_count() -> None:
    sitting = table({A: "wild"}, {A: ["brown brown", "red red wild", "pink wild"]})
    sitting.act(PlayWild(A, "pink", 3))
    assert nobody(sitting)[-1] == MatchWon((A,), "MB-END-01")


@pytest.mark.clause("MB-Q-40")
def test_a_wild_that_would_win_counts_only_when_nobody_nopes_it() -> None:
    sitting = table({A: "wild wild", B: "nope"}, {A: [*TWO, "red wild"]})
    sitting.act(PlayWild(A, "red", 3))
    assert sitting.outcome is None and sitting.awaited == (B, C)
    nope(sitting, B)
    nobody(sitting)
    assert sitting.outcome is None
    sitting.act(PlayWild(A, "red", 3))
    assert nobody(sitting)[-1] == MatchWon((A,), "MB-END-01")


# -- two at once


BOTH: dict[int, list[str]] = {
    B: [*TWO, "red red", "dark_blue"],
    C: ["pink pink pink", "orange orange orange", "dark_blue", "red"],
}
"""B and C lack what the other has: B the third red, C the second dark blue."""


def trade(**options: Any) -> Any:
    sitting = table({}, BOTH, **options)
    sitting.act(OfferTrade(B, C, (4,), (8,)))
    sitting.act(AcceptTrade(C, 1))
    sitting.act(Lay(B, 3))
    assert sitting.outcome is None  # both cards are laid before anybody looks
    return sitting, sitting.act(Lay(C, 7))


@pytest.mark.clause("MB-Q-39")
def test_two_third_sets_by_one_trade_share_the_win() -> None:
    sitting, events = trade()
    assert events[-1] == MatchWon((B, C), "MB-Q-39")
    assert sitting.outcome == Outcome(
        (B, C), "MB-Q-39", "One trade has given two seats their third set."
    )


@pytest.mark.clause("MB-Q-39")
@pytest.mark.parametrize(("host", "winner"), [(A, B), (B, B), (C, C)])
def test_or_the_first_from_the_host_on_wins(host: int, winner: int) -> None:
    _, events = trade(simultaneous_win="host_first", host=host)
    assert events[-1] == MatchWon((winner,), "MB-Q-39")


# -- no property is left


EMPTY = {A: ["red red", "green"], B: ["red", "green green"], C: ["blue", "blue"]}


@pytest.mark.clause("MB-Q-34")
def test_without_properties_a_turn_ends_after_the_actions() -> None:
    sitting = table({A: "1"}, EMPTY, property_deck=SMALL, draws="1 2 3")
    assert sitting.state.properties == 0
    assert kinds(auction(sitting))[:2] == [EndActions, HostPassed]
    assert sitting.state.host == B and sitting.awaited == (B,)
    assert kinds(auction(sitting)) == [EndActions, HostPassed]


@pytest.mark.clause("MB-Q-34")
def test_or_most_complete_sets_win() -> None:
    lying = {A: ["red red red", "green"], B: ["green green"], C: ["blue blue"]}
    sitting = table({}, lying, property_deck=SMALL, property_pile_empty="most_sets_wins")
    assert auction(sitting) == (EndActions(A), MatchWon((A,), "MB-Q-34"))
    assert sitting.outcome is not None
    assert sitting.outcome.text == (
        "No property is left: most complete sets (1), then most cards in front (4)."
    )


@pytest.mark.clause("MB-Q-34")
def test_what_went_under_the_pile_is_a_property_left() -> None:
    lying = {A: ["red red red"], B: ["green green"], C: ["blue blue"]}
    options: dict[str, Any] = {"property_deck": SMALL, "property_pile_empty": "most_sets_wins"}
    sitting = table({}, lying, returned="green", **options)
    auction(sitting)
    assert sitting.awaited == (A, B, C)


# -- nothing moves


def still(rest: int | None = C, **options: Any) -> Any:
    """A table at which all cards are in hands."""
    return table({A: "1", B: "1"}, EMPTY, rest=rest, property_deck=SMALL, **options)


@pytest.mark.clause("MB-Q-35")
@pytest.mark.parametrize("rounds", [1, 3])
def test_after_so_many_rounds_without_any_change_it_ends(rounds: int) -> None:
    sitting = still(stall_rounds=rounds)
    for _ in range(3 * rounds - 1):
        assert kinds(auction(sitting))[1] is HostPassed
    assert auction(sitting)[-1] == MatchWon((A, B), "MB-Q-35")
    assert sitting.outcome == Outcome(
        (A, B),
        "MB-Q-35",
        "Nothing moves any more: most complete sets (0), then most cards in front (3).",
    )


@pytest.mark.clause("MB-Q-35")
def test_a_property_that_nobody_wants_is_no_change() -> None:
    sitting = table({A: "1", B: "1"}, {A: ["blue"]}, rest=C, stall_rounds=1, property_deck=SMALL)
    for colour in ("red", "red"):
        auction(sitting, colour)
        assert bid(sitting, "", "", "")[-2] == HostPassed(sitting.state.first)
    auction(sitting, "red")
    assert bid(sitting, "", "", "")[-1] == MatchWon((A,), "MB-Q-35")


@pytest.mark.clause("MB-Q-35")
def test_a_change_begins_the_count_anew() -> None:
    sitting = still(stall_rounds=1)
    auction(sitting)
    auction(sitting)
    sitting.act(OfferTrade(A, B, (2,), (3,)))
    sitting.act(AcceptTrade(B, 1))
    sitting.act(Lay(A, 1))
    sitting.act(Lay(B, 4))
    assert sitting.state.changed
    assert kinds(auction(sitting))[1] is HostPassed
    assert sitting.state.still == 0


@pytest.mark.clause("MB-Q-35")
def test_a_drawn_card_is_a_change() -> None:
    sitting = table({}, EMPTY, property_deck=SMALL, stall_rounds=1, draws="1 1 1 " * 3)
    for _ in range(3):
        auction(sitting)
    assert sitting.outcome is None and sitting.state.still == 0


@pytest.mark.clause("MB-Q-35")
def test_after_so_many_turns_it_ends_whatever_moves() -> None:
    sitting = table({A: "1"}, {C: ["green wild"]}, max_turns=2, draws="red 2 2 2 green")
    auction(sitting)
    bid(sitting, "1", "", "")
    assert sitting.state.turn == 2
    auction(sitting)
    events = bid(sitting, "", "", "")
    assert events[-1] == MatchWon((C,), "MB-Q-35")
    assert sitting.outcome is not None
    assert sitting.outcome.text.startswith("The last turn is over: most complete sets (0)")


@pytest.mark.clause("MB-Q-35")
def test_more_complete_sets_count_before_more_cards() -> None:
    lying = {A: ["red", "red", "green", "green"], B: ["blue blue"]}
    sitting = table({}, lying, rest=C, property_deck=SMALL, max_turns=1)
    auction(sitting, "red")
    assert bid(sitting, "", "", "")[-1] == MatchWon((B,), "MB-Q-35")


# -- hands at the end


@pytest.mark.clause("MB-END-01", "MB-Q-32", "MB-Q-48")
def test_hands_stay_closed_at_the_end() -> None:
    sitting = table({A: "wild 5", B: "1 2"}, {A: [*TWO, "pink pink"]})
    sitting.act(PlayWild(A, "pink", 3))
    assert HandsShown not in kinds(nobody(sitting))
    view = GAME.mask(sitting.state, A) if GAME.mask else sitting.state
    assert view.hands == (Bag(("5",)), Bag((), 2), Bag())


@pytest.mark.clause("MB-END-01", "MB-Q-48")
def test_or_are_laid_open_where_the_table_plays_so() -> None:
    sitting = table({A: "wild 5", B: "2 1"}, {A: [*TWO, "pink pink"]}, reveal_at_end=True)
    sitting.act(PlayWild(A, "pink", 3))
    assert nobody(sitting)[-2:] == (
        HandsShown((("5",), ("1", "2"), ())),
        MatchWon((A,), "MB-END-01"),
    )
    assert sitting.view("spectator").hands == (Bag(("5",)), Bag(("1", "2")), Bag())
