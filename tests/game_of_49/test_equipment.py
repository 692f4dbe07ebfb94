"""Equipment and setup of the Game of 49."""

from collections import Counter
from itertools import pairwise

import pytest

from ledger import Refusal, Refused
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.board import SPIRAL, lines
from ledger.games.game_of_49.cards import DECK, RANGES, WILDS, payoff, printed_minimum
from ledger.games.game_of_49.events import (
    AuctionOpened,
    Bid,
    CardDrawn,
    Check,
    ChipPlaced,
    FirstSeatDrawn,
)
from ledger.games.game_of_49.flow import pile
from ledger.games.game_of_49.state import Seating, State
from ledger.testing import Sitting

from .table import A, B, C, begun, buy, lay, play, refused, resume, sit


def ring(number: int) -> int:
    """How far a space is from the edge of the board."""
    row, column = divmod(SPIRAL.index(number), 7)
    return min(row, column, 6 - row, 6 - column)


@pytest.mark.clause("49-CMP-01")
def test_the_board_has_the_numbers_1_to_49_and_49_in_the_middle() -> None:
    assert sorted(SPIRAL) == list(range(1, 50))
    assert SPIRAL[24] == 49


@pytest.mark.clause("49-Q-01")
def test_the_numbers_run_in_a_spiral_from_the_upper_left() -> None:
    assert SPIRAL[:7] == (1, 2, 3, 4, 5, 6, 7)
    places = [divmod(SPIRAL.index(n), 7) for n in range(1, 50)]
    steps = [abs(r - s) + abs(c - d) for (r, c), (s, d) in pairwise(places)]
    assert steps == [1] * 48


@pytest.mark.clause("49-Q-01")
def test_the_ranges_are_the_rings_of_the_board() -> None:
    assert {n: ring(n) for n in range(1, 50)} == {
        n: 0 if n <= 24 else 1 if n <= 40 else 2 if n <= 48 else 3 for n in range(1, 50)
    }
    assert [len(spaces) for spaces in RANGES.values()] == [24, 16, 8]


@pytest.mark.clause("49-WIN-01", "49-WIN-04")
@pytest.mark.parametrize(("length", "number", "centred"), [(4, 88, 16), (3, 120, 12)])
def test_the_lines_of_the_board_are_counted(length: int, number: int, centred: int) -> None:
    every = lines(SPIRAL, length)
    assert len(every) == len({frozenset(line) for line in every}) == number
    assert sum(49 in line for line in every) == centred


@pytest.mark.clause("49-Q-01")
def test_a_board_of_ones_own_needs_every_number_and_49_in_the_middle() -> None:
    mirrored = tuple(n for row in range(7) for n in SPIRAL[row * 7 : row * 7 + 7][::-1])
    state = begun(3, board=mirrored)
    assert isinstance(state, State) and state.layout == mirrored
    swapped = tuple({1: 49, 49: 1}.get(n, n) for n in SPIRAL)
    for wrong in (swapped, SPIRAL[:-1], (*SPIRAL, 50), (1,) * 49, ()):
        refusal = begun(3, board=wrong)
        assert isinstance(refusal, Refusal) and refusal.clause == "49-Q-01"


@pytest.mark.clause("49-CMP-02")
def test_the_deck_has_48_standard_cards_and_12_wilds() -> None:
    assert len(DECK) == 60
    assert DECK[:48] == tuple(str(n) for n in range(1, 49))
    assert len(DECK[48:]) == 12 and set(DECK[48:]) == set(WILDS)


@pytest.mark.clause("49-CMP-03", "49-Q-02")
def test_the_wilds_are_seven_with_a_range_and_five_49s() -> None:
    assert Counter(DECK[48:]) == {"1-24": 3, "25-40": 2, "41-48": 2, "49": 5}


@pytest.mark.clause("49-CMP-04")
def test_chips_never_run_out() -> None:
    taken = range(1, 40)
    chips = {seat: [n for n in taken if checkered(n) == seat] for seat in (A, B)}
    sitting = resume(lay(chips, left=["40"]), "40")
    assert ChipPlaced(A, 40, "40") in buy(sitting, A, 4)
    assert len(sitting.state.spaces_of(A)) > 20


def checkered(number: int) -> int:
    """A colouring of the board without a line of four."""
    row, column = divmod(SPIRAL.index(number), 7)
    return (row // 2 + column) % 2


@pytest.mark.clause("49-CMP-05", "49-SET-03")
def test_money_is_whole_dollars_and_the_bank_takes_and_pays_it() -> None:
    sitting = sit(3, "1-24", "5")
    play(sitting, 3, None, None)
    sitting.act(GAME.action("place", seat=A, space=1))
    assert sitting.state.cash == (49 - 3 + 7, 49, 49)


@pytest.mark.clause("49-CMP-06", "49-SET-02")
def test_the_first_seat_has_both_tokens() -> None:
    sitting = sit(3, "17", first_seat=B)
    assert sitting.state.holder == B
    assert sitting.awaited == (B,)


@pytest.mark.clause("49-CMP-07", "49-PAY-08")
def test_the_reference_card_for_two_players() -> None:
    paid = [payoff(chips, seats=2) for chips in range(13)]
    assert paid == [0, 7, 14, 21, 28, 35, 42, 49, 42, 35, 28, 28, 28]


@pytest.mark.clause("49-CMP-08")
@pytest.mark.parametrize(
    ("card", "dollars"),
    [
        ("1", 2),
        ("24", 2),
        ("25", 4),
        ("40", 4),
        ("41", 7),
        ("48", 7),
        ("1-24", 3),
        ("25-40", 5),
        ("41-48", 7),
        ("49", 1),
    ],
)
def test_the_printed_minimum_bids(card: str, dollars: int) -> None:
    assert printed_minimum(card) == dollars


@pytest.mark.clause("49-CMP-09")
@pytest.mark.parametrize("seats", [0, 1, 6, 99])
def test_two_to_five_play(seats: int) -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    refusal = begun(seats)
    assert isinstance(refusal, Refusal) and refusal.clause == "49-CMP-09"


@pytest.mark.clause("49-CMP-09")
@pytest.mark.parametrize("seat", [3, 57, -1])
def test_a_seat_that_is_not_there_may_do_nothing(seat: int) -> None:
    view = sit(3, "17").state
    refusal = GAME.check(view, Bid(seat, 2))
    assert refusal is not None and refusal.clause == "49-CMP-09"
    assert GAME.legal(view, seat) == ()


@pytest.mark.clause("49-SET-01")
def test_all_cards_lie_face_down_and_the_pile_is_a_number() -> None:
    state = sit(3).state
    assert state.deck == 60
    assert pile(state).items == DECK


@pytest.mark.clause("49-Q-31")
def test_the_first_seat_is_drawn_unless_it_is_agreed_on() -> None:
    sitting = Sitting(GAME, 4)
    assert isinstance(sitting.state.phase, Seating) and sitting.state.holder is None
    with pytest.raises(Refused):
        sitting.draw(4)
    assert sitting.draw(2) == (FirstSeatDrawn(2),)
    assert sitting.draw("5") == (CardDrawn(2, "5"), AuctionOpened(2, "5", 2, 1))


@pytest.mark.clause("49-Q-31")
@pytest.mark.parametrize("seat", [3, 99])
def test_the_first_seat_is_one_of_the_table(seat: int) -> None:
    refusal = begun(3, first_seat=seat)
    assert isinstance(refusal, Refusal) and refusal.clause == "49-Q-31"
    assert "from 0 to 2" in refusal.reason


@pytest.mark.clause("49-SET-04")
def test_a_chip_knows_whose_it_is() -> None:
    sitting = sit(3, "17", "18", "19")
    buy(sitting, B, 2)
    buy(sitting, C, 2)
    assert [sitting.state.spaces_of(seat) for seat in (A, B, C)] == [(), (17,), (18,)]


@pytest.mark.clause("49-SET-05")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_seat_begins_with_49_dollars(seats: int) -> None:
    assert sit(seats).state.cash == (3 * 10 + 3 * 5 + 4 * 1,) * seats


@pytest.mark.clause("49-SET-06", "49-Q-29")
def test_a_seat_sees_its_own_money_only() -> None:
    sitting = sit(3, "17", "18")
    buy(sitting, B, 5)
    assert [repr(c) for c in sitting.view(B).cash] == ["HIDDEN", "44", "HIDDEN"]
    assert [repr(c) for c in sitting.view("spectator").cash] == ["HIDDEN"] * 3
    assert sitting.view("auditor").cash == (49, 44, 49)


@pytest.mark.clause("49-Q-29")
def test_a_table_may_agree_to_show_all_money() -> None:
    sitting = sit(3, show_money=True)
    assert sitting.view(B).cash == sitting.view("spectator").cash == (49, 49, 49)


@pytest.mark.clause("49-Q-34")
def test_there_is_no_way_to_tell_ones_money_in_the_game() -> None:
    assert sorted(cls.__name__ for cls in GAME.actions) == ["Bid", "Check", "Pass", "Place"]


@pytest.mark.clause("49-Q-30")
def test_minimum_bids_and_the_check_rule_apply_unless_agreed_otherwise() -> None:
    sitting = sit(3, "17")
    assert refused(sitting, Bid(A, 1)) == "49-MIN-01"
    assert refused(sitting, Check(A)) is None
    plain = sit(3, "17", minimum_bid=False, check_rule=False)
    assert refused(plain, Bid(A, 1)) is None
    assert refused(plain, Check(A)) == "49-Q-30"


@pytest.mark.clause("49-Q-05")
@pytest.mark.parametrize("cap", [-1, 0, 6, 10_000])
def test_the_cap_on_bids_lets_every_card_be_opened(cap: int) -> None:
    refusal = begun(3, max_bid=cap)
    assert isinstance(refusal, Refusal) and refusal.clause == "49-Q-05"
    assert "from 7 to 9999" in refusal.reason
    assert isinstance(begun(3, max_bid=7), State)
    assert isinstance(begun(3, max_bid=9999), State)
