"""What the game is played with, who plays, and the options of the table."""

import pytest

from ledger import Refusal
from ledger.games.monopoly_bid import GAME, State
from ledger.games.monopoly_bid.cards import ACTION_DECK, ACTIONS, MONEY_DECK, PROPERTY_DECK

from .table import B, begun, cards, sit


@pytest.mark.clause("MB-CMP-01", "MB-Q-01", "MB-Q-02", "MB-Q-03")
def test_the_cards_are_as_many_as_are_printed() -> None:
    decks = PROPERTY_DECK, MONEY_DECK, ACTION_DECK
    assert [sum(deck.values()) for deck in decks] == [28, 50, 32]
    assert sum(value * MONEY_DECK[str(value)] for value in range(1, 6)) == 150
    state = begun(3)
    assert isinstance(state, State)
    assert (state.pile, state.properties) == (82, 28)


@pytest.mark.clause("MB-CMP-02", "MB-Q-03")
def test_there_are_four_kinds_of_action_cards_eight_of_each() -> None:
    assert dict(ACTION_DECK) == {"wild": 8, "draw2": 8, "steal": 8, "nope": 8}


@pytest.mark.clause("MB-CMP-03", "MB-CMP-04", "MB-Q-01")
def test_a_colour_has_as_many_properties_as_its_set_needs() -> None:
    state = begun(2)
    assert isinstance(state, State)
    pile = state.properties_left().items
    for colour, size in state.options.property_deck.items():
        assert pile.count(colour) == size
    sizes = {2: "brown dark_blue utility", 4: "railroad"}
    assert {size: cards(colours) for size, colours in sizes.items()} == {
        size: tuple(c for c, s in PROPERTY_DECK.items() if s == size) for size in sizes
    }
    assert PROPERTY_DECK["light_blue"] == 3
    assert len(PROPERTY_DECK) == 10


@pytest.mark.clause("MB-Q-04")
@pytest.mark.parametrize(("seats", "plays"), [(1, False), (2, True), (5, True), (6, False)])
def test_two_to_five_play(seats: int, plays: bool) -> None:
    answer = begun(seats)
    assert isinstance(answer, State) is plays
    assert plays or (isinstance(answer, Refusal) and answer.clause == "MB-Q-04")
    assert (seats in GAME.seats) is plays


@pytest.mark.clause("MB-Q-04")
def test_a_table_may_be_for_fewer() -> None:
    assert isinstance(begun(3, max_seats=3), State)
    for seats, most, reason in (
        (4, 3, "at this table 2 to 3 play, not 4"),
        (3, 2, "at this table 2 play, not 3"),
        (2, 1, "max_seats is a number from 2 to 5"),
        (2, 6, "max_seats is a number from 2 to 5"),
    ):
        assert begun(seats, max_seats=most) == Refusal("MB-Q-04", reason)


@pytest.mark.clause("MB-Q-05", "MB-SET-04")
def test_the_first_host_is_drawn_or_agreed_on() -> None:
    drawn = sit(3, first_host=None)
    assert drawn.awaits_draw and drawn.state.host is None
    drawn.draw(B)
    assert drawn.state.host == B
    assert sit(3, first_host=2).state.host == 2
    answer = begun(3, first_host=3)
    assert isinstance(answer, Refusal) and answer.clause == "MB-Q-05"


@pytest.mark.clause("MB-Q-01", "MB-CMP-03")
@pytest.mark.parametrize(
    ("deck", "clause"),
    [
        ({"red": 3, "blue": 2}, "MB-Q-01"),  # three sets could hardly be made
        ({f"colour_{'abcdefghijklmnopqrstu'[n]}": 2 for n in range(21)}, "MB-Q-01"),
        ({"red": 3, "blue": 2, "Green": 3}, "MB-Q-01"),
        ({"red": 3, "blue": 2, "": 3}, "MB-Q-01"),
        ({"red": 3, "blue": 2, "wild": 3}, "MB-Q-01"),
        ({"red": 3, "blue": 2, "green": 1}, "MB-CMP-03"),
        ({"red": 3, "blue": 2, "green": 10}, "MB-CMP-03"),
        ({"red": 3, "blue": 2, "green": -1}, "MB-CMP-03"),
    ],
)
def test_a_property_deck_that_makes_no_sense_is_refused(deck: dict[str, int], clause: str) -> None:
    answer = begun(2, property_deck=deck)
    assert isinstance(answer, Refusal) and answer.clause == clause


@pytest.mark.clause("MB-Q-02", "MB-Q-03", "MB-CMP-02")
@pytest.mark.parametrize(
    ("decks", "clause"),
    [
        ({"money_deck": {"0": 50}}, "MB-Q-02"),
        ({"money_deck": {"1000": 50}}, "MB-Q-02"),
        ({"money_deck": {"five": 50}}, "MB-Q-02"),
        ({"money_deck": {"05": 50}}, "MB-Q-02"),
        ({"money_deck": {"5": 100}}, "MB-Q-02"),
        ({"money_deck": {"5": 50, "1": -1}}, "MB-Q-02"),
        ({"action_deck": {"nope": -1}}, "MB-Q-03"),
        ({"action_deck": {"nope": 100}}, "MB-Q-03"),
        ({"action_deck": {"yes": 8}}, "MB-CMP-02"),
        ({"money_deck": {"5": 5}}, "MB-SET-03"),  # the other seat could hold all of it
        ({"money_deck": {"5": 9}, "action_deck": {}}, "MB-SET-02"),
    ],
)
def test_a_deck_that_nobody_can_play_with_is_refused(
    decks: dict[str, dict[str, int]], clause: str
) -> None:
    answer = begun(2, **decks)
    assert isinstance(answer, Refusal) and answer.clause == clause


@pytest.mark.clause("MB-Q-01", "MB-Q-02", "MB-Q-03")
def test_other_decks_can_be_agreed_on() -> None:
    decks = {
        "property_deck": {"lime": 2, "ivory": 3, "coal": 9},
        "money_deck": {"10": 5, "1": 5},
        "action_deck": {"wild": 3},
    }
    state = begun(2, **decks)
    assert isinstance(state, State)
    assert (state.pile, state.properties) == (13, 14)
    assert state.properties_left().items[:5] == ("lime", "lime", "ivory", "ivory", "ivory")
    assert state.cards_left().items == (*["10"] * 5, *["1"] * 5, *["wild"] * 3)


@pytest.mark.parametrize(
    ("options", "clause"),
    [
        ({"stall_rounds": 0}, "MB-Q-35"),
        ({"stall_rounds": 101}, "MB-Q-35"),
        ({"max_turns": 0}, "MB-Q-35"),
        ({"max_turns": 10_001}, "MB-Q-35"),
    ],
)
@pytest.mark.clause("MB-Q-35")
def test_bounds_of_an_option(options: dict[str, int], clause: str) -> None:
    answer = begun(2, **options)
    assert isinstance(answer, Refusal) and answer.clause == clause
    assert isinstance(begun(2, stall_rounds=1, max_turns=1), State)


def test_every_option_says_what_it_means() -> None:
    import msgspec

    for field in msgspec.structs.fields(GAME.options):
        (note,) = [n for n in field.type.__metadata__ if isinstance(n, msgspec.Meta)][-1:]
        assert note.description, field.name


@pytest.mark.clause("MB-CMP-02")
def test_no_card_is_of_two_kinds() -> None:
    assert not {*PROPERTY_DECK} & {*MONEY_DECK, *ACTIONS}
