"""The count: take-overs, collisions, whose marble moves, and what is in danger."""

import pytest

from ledger.games.fifty.events import (
    BonusEarned,
    BonusLost,
    Box,
    BoxCrossed,
    Collided,
    CountStarted,
    MarbleMoved,
    NumberCalled,
    RoundScored,
    RoundStarted,
    TookOver,
    WriteLine,
)
from ledger.games.fifty.state import State
from ledger.testing import Sitting

from .table import IDLE, A, B, C, G, count, follows, kinds, marbles, of

INTERRUPTED, INTERRUPTER = "interrupted", "interrupter"
LONE = (10, 13, 20, 21, 30)
"""Five numbers, two of them neighbours."""


def calls(sitting: Sitting[State], *numbers: int) -> list[NumberCalled]:
    return [event for event in of(sitting, NumberCalled) if event.number in numbers]


@pytest.mark.clause("50-CNT-01", "50-CNT-02", "50-Q-05")
def test_one_seat_counts_from_1_and_at_first_nobody_scores() -> None:
    sitting = count(LONE, IDLE, IDLE)
    start = sitting.events.index(CountStarted(A))
    assert sitting.events[start + 1 : start + 10] == tuple(
        NumberCalled(number, A, ()) for number in range(1, 10)
    )
    assert marbles(sitting, 10) == [0] * 7


@pytest.mark.clause("50-CNT-03", "50-Q-23")
def test_a_call_shows_all_who_have_the_number() -> None:
    lines = ((3, 10, 13, 20, 49), (10, 13, 15, 30, 33), (1, 10, 20, 30, 40))
    sitting = count(*lines, tokens=(2, 6, 7, 8))
    shown = {call.number: call.boxes for call in of(sitting, NumberCalled) if call.boxes}
    assert shown == {
        1: (Box(C, 0),),
        3: (Box(A, 0),),
        10: (Box(A, 1), Box(B, 0), Box(C, 1)),
        13: (Box(A, 2), Box(B, 1)),
        15: (Box(B, 2),),
        20: (Box(A, 3), Box(C, 2)),
        30: (Box(B, 3), Box(C, 3)),
        33: (Box(B, 4),),
        40: (Box(C, 4),),
        49: (Box(A, 4),),
    }


@pytest.mark.clause("50-CNT-04", "50-CNT-05")
def test_who_alone_has_the_number_goes_on_and_moves_its_marble() -> None:
    sitting = count(IDLE, LONE, IDLE)
    assert follows(sitting, 9) == []
    assert follows(sitting, 10) == [TookOver(B)]
    assert calls(sitting, 10, 11, 12) == [
        NumberCalled(10, A, (Box(B, 0),)),
        NumberCalled(11, B, ()),
        NumberCalled(12, B, ()),
    ]
    assert follows(sitting, 11) == [MarbleMoved(B, 1)]
    assert follows(sitting, 12) == [MarbleMoved(B, 2)]


@pytest.mark.clause("50-CNT-06", "50-Q-01")
@pytest.mark.parametrize(
    ("point", "after"),
    [
        (INTERRUPTED, [MarbleMoved(B, 5), TookOver(C)]),
        (INTERRUPTER, [TookOver(C), MarbleMoved(C, 1)]),
    ],
)
def test_who_scores_the_number_that_interrupts(point: str, after: list[object]) -> None:
    sitting = count(IDLE, (10, 30, 31, 33, 34), (15, 20, 21, 23, 24), interrupt_point=point)
    assert follows(sitting, 15) == after


@pytest.mark.clause("50-Q-01")
@pytest.mark.parametrize(
    ("point", "first"), [(INTERRUPTED, []), (INTERRUPTER, [MarbleMoved(B, 1)])]
)
def test_a_counter_that_was_not_scoring_scores_no_interruption(
    point: str, first: list[object]
) -> None:
    sitting = count(IDLE, LONE, IDLE, interrupt_point=point)
    assert follows(sitting, 10) == [TookOver(B), *first]


@pytest.mark.clause("50-Q-01")
@pytest.mark.parametrize("point", [INTERRUPTED, INTERRUPTER])
def test_a_run_cut_off_by_one_is_worth_the_difference(point: str) -> None:
    """Either way from m to n it is n - m."""
    sitting = count(IDLE, (10, *IDLE[:4]), (19, *IDLE[:4]), interrupt_point=point)
    before = marbles(sitting, 18)[B]
    assert (before, marbles(sitting, 19)[B]) == ((8, 9) if point == INTERRUPTED else (9, 9))


@pytest.mark.clause("50-CNT-07")
def test_several_cross_out_and_the_count_goes_on() -> None:
    sitting = count((5, 20, 21, 23, 24), (15, 30, 31, 33, 34), (1, 15, 40, 41, 43))
    assert follows(sitting, 15) == [
        Collided(15, (B, C)),
        BoxCrossed(B, 0),
        BonusEarned(B, 2),
        BoxCrossed(C, 1),
        BonusEarned(C, 2),
    ]
    assert calls(sitting, 15, 16) == [
        NumberCalled(15, A, (Box(B, 0), Box(C, 1))),
        NumberCalled(16, A, ()),
    ]


@pytest.mark.clause("50-CNT-08", "50-Q-02")
@pytest.mark.parametrize(
    ("collision", "moves"), [("until_takeover", []), ("that_number_only", [MarbleMoved(A, 10)])]
)
def test_after_a_collision_the_counter_scores_no_more(collision: str, moves: list[object]) -> None:
    sitting = count(
        (5, 20, 21, 23, 24), (15, 30, 31, 33, 34), (15, 40, 41, 43, 44), collision=collision
    )
    assert marbles(sitting, 15)[:3] == [9, 0, 0]
    assert follows(sitting, 16) == moves
    assert kinds(follows(sitting, 15)) == [Collided, *[BoxCrossed, BonusEarned] * 2]


@pytest.mark.clause("50-Q-02")
def test_after_a_collision_the_counter_may_take_over_from_itself() -> None:
    sitting = count((5, 20, 21, 23, 24), (15, 30, 31, 33, 34), (15, 40, 41, 43, 44))
    assert follows(sitting, 19) == []
    assert follows(sitting, 20) == [TookOver(A)]
    assert follows(sitting, 21) == [MarbleMoved(A, 10), TookOver(A)]


@pytest.mark.clause("50-CNT-09", "50-Q-08")
@pytest.mark.parametrize(
    ("point", "tens", "elevens", "twelves"),
    [
        (INTERRUPTED, [TookOver(B)], [MarbleMoved(B, 1), TookOver(C)], [MarbleMoved(C, 1)]),
        (
            INTERRUPTER,
            [TookOver(B), MarbleMoved(B, 1)],
            [TookOver(C), MarbleMoved(C, 1)],
            [MarbleMoved(C, 2)],
        ),
    ],
)
def test_who_took_over_can_be_cut_off_at_the_next_number(
    point: str, tens: list[object], elevens: list[object], twelves: list[object]
) -> None:
    sitting = count(IDLE, (10, 20, 30, 31, 33), (11, 21, 34, 40, 44), interrupt_point=point)
    assert [follows(sitting, number) for number in (10, 11, 12)] == [tens, elevens, twelves]
    assert marbles(sitting, 12)[B] == 1  # either way


@pytest.mark.clause("50-Q-03")
@pytest.mark.parametrize(("point", "points"), [(INTERRUPTED, [3, 4, 5]), (INTERRUPTER, [4, 5, 6])])
def test_a_counter_takes_over_from_itself_and_scores_once(point: str, points: list[int]) -> None:
    sitting = count((1, 5, 41, 43, 44), IDLE, IDLE, interrupt_point=point)
    assert [marbles(sitting, number)[A] for number in (4, 5, 6)] == points
    assert TookOver(A) in follows(sitting, 5)


@pytest.mark.clause("50-Q-03")
@pytest.mark.parametrize(("point", "points"), [(INTERRUPTED, 0), (INTERRUPTER, 1)])
def test_a_frozen_counter_takes_over_from_itself(point: str, points: int) -> None:
    lines = ((1, 9, 40, 41, 43), (5, 30, 31, 33, 34), (5, 20, 21, 23, 24))
    sitting = count(*lines, interrupt_point=point)
    held = marbles(sitting, 8)[A]
    assert held == marbles(sitting, 4)[A]
    assert marbles(sitting, 9)[A] == held + points
    assert marbles(sitting, 10)[A] == held + points + 1


@pytest.mark.clause("50-Q-04")
@pytest.mark.parametrize(("point", "points"), [(INTERRUPTED, [0, 1, 2]), (INTERRUPTER, [1, 2, 3])])
def test_a_first_counter_who_holds_1(point: str, points: list[int]) -> None:
    sitting = count((1, 40, 41, 43, 44), IDLE, IDLE, interrupt_point=point)
    assert [marbles(sitting, number)[A] for number in (1, 2, 3)] == points


@pytest.mark.clause("50-Q-05", "50-Q-06")
def test_where_all_collide_nobody_scores_all_round() -> None:
    sitting = count(IDLE, IDLE, IDLE)
    assert marbles(sitting) == [0] * 7
    assert of(sitting, TookOver) == []
    assert {call.counter for call in of(sitting, NumberCalled)} == {A}


@pytest.mark.clause("50-Q-06")
@pytest.mark.parametrize("collision", ["until_takeover", "that_number_only"])
def test_a_collision_before_anybody_scores_changes_nothing_else(collision: str) -> None:
    sitting = count(IDLE, (3, 20, 21, 23, 24), (3, 10, 11, 13, 14), collision=collision)
    assert marbles(sitting, 9) == [0] * 7
    assert calls(sitting, 4) == [NumberCalled(4, A, ())]
    assert follows(sitting, 10) == [TookOver(C)]


@pytest.mark.clause("50-Q-07")
def test_a_counter_that_collides_stays_and_is_frozen() -> None:
    sitting = count((1, 5, 40, 41, 43), (5, 30, 31, 33, 34), (20, 21, 23, 24, 44))
    assert follows(sitting, 5)[:2] == [Collided(5, (A, B)), BoxCrossed(A, 1)]
    assert calls(sitting, 6) == [NumberCalled(6, A, ())]
    assert follows(sitting, 6) == []


@pytest.mark.clause("50-CNT-10", "50-Q-09")
@pytest.mark.parametrize("final", [True, False])
def test_50_ends_the_round_and_scores(final: bool) -> None:
    sitting = count(*[(11, 13, 15, 17, 19)] * 6, (6, 7, 8, 9, 47), score_final=final)
    assert marbles(sitting, 49)[G] == 4 + 2  # 7 to 10, and 48 and 49
    assert calls(sitting, 50) == [NumberCalled(50, G, ())]
    moves = [MarbleMoved(G, 7)] if final else []
    assert follows(sitting, 50)[: len(moves)] == moves
    assert kinds(follows(sitting, 50))[len(moves) :] == [*[RoundScored] * 7, RoundStarted]


@pytest.mark.clause("50-Q-09")
@pytest.mark.parametrize("final", [True, False])
def test_50_scores_nothing_for_a_frozen_counter(final: bool) -> None:
    sitting = count(LONE, score_final=final)
    assert marbles(sitting, 50) == marbles(sitting, 41) != [0] * 7
    assert kinds(follows(sitting, 50)) == [*[RoundScored] * 7, RoundStarted]


@pytest.mark.clause("50-CNT-10", "50-BIG-02")
@pytest.mark.parametrize(("seats", "target"), [(8, 55), (12, 75), (30, 165)])
def test_a_large_table_counts_to_its_target(seats: int, target: int) -> None:
    lines = [(1, 2, 3, 4, 5 + seat) for seat in range(seats)]
    sitting = count(*lines)
    assert [call.number for call in of(sitting, NumberCalled)] == list(range(1, target + 1))
    assert sitting.state.round == 2
    # all collide on 1 to 4; then each takes over in turn, and the last counts on alone
    assert marbles(sitting) == [1] * (seats - 1) + [target - 5 - (seats - 1)]


@pytest.mark.clause("50-RND-01", "50-Q-17")
def test_each_box_brings_its_own_bonus() -> None:
    table = ((1, 20, 3, 40, 5), (0, 0, 0, 0, 0), (1, 1, 1, 1, 1), (2, 2, 2, 2, 2))
    lines = ((10, 20, 30, 40, 42), (10, 20, 30, 40, 44))
    sitting = count(*lines, bonus=table)
    assert [event for event in of(sitting, BonusEarned) if event.seat == A] == [
        BonusEarned(A, points) for points in (1, 20, 3, 40)
    ]
    assert of(sitting, RoundScored)[A].bonus == 1 + 20 + 3 + 40


@pytest.mark.clause("50-RND-01")
def test_each_round_has_a_line_of_bonuses() -> None:
    table = ((1, 1, 1, 1, 1), (0, 2, 0, 0, 0), (9, 9, 9, 9, 9), (3, 0, 0, 0, 4))
    sitting = count(*[IDLE] * 7, bonus=table)
    for _ in range(3):
        for seat in range(7):
            sitting.act(WriteLine(seat, IDLE))
    assert [event.score for event in of(sitting, RoundScored)][::7] == [5, 2, 45, 7]


@pytest.mark.clause("50-DNG-03")
def test_in_danger_the_bonus_is_crossed_out_too() -> None:
    lines = ((9, 10, 19, 20, 42), (9, 10, 19, 20, 44))
    sitting = count(*lines, danger_card="10-19")
    lost = {number: kinds(follows(sitting, number))[2] for number in (9, 10, 19, 20)}
    assert lost == {9: BonusEarned, 10: BonusLost, 19: BonusLost, 20: BonusEarned}
    assert follows(sitting, 10) == [
        Collided(10, (A, B)),
        BoxCrossed(A, 1),
        BonusLost(A, 2),
        BoxCrossed(B, 1),
        BonusLost(B, 2),
    ]
    line = sitting.state.lines[A][0]
    assert (line.crossed, line.lost, line.bonus) == ((0, 1, 2, 3), (1, 2), 3)


@pytest.mark.clause("50-Q-21")
def test_danger_means_nothing_to_one_who_alone_has_the_number() -> None:
    lines = (LONE, IDLE, IDLE)
    safe, danger = count(*lines), count(*lines, danger_card="10-19")
    for number in range(1, 30):
        assert follows(safe, number) == follows(danger, number)


@pytest.mark.clause("50-TIP-01")
def test_one_number_in_every_ten_is_advice_only() -> None:
    sitting = count((1, 2, 3, 4, 5), (1, 2, 3, 4, 5), (11, 12, 13, 14, 15))
    assert sitting.state.round == 2


@pytest.mark.clause("50-TIP-02")
def test_a_forbidden_number_cannot_be_interrupted() -> None:
    """Who has 19 scores 20 for certain where the digit 0 is up."""
    sitting = count((19, 21, 31, 41, 49), IDLE, IDLE, tokens=(0, 2, 4, 6))
    assert all(not call.boxes for call in of(sitting, NumberCalled) if call.number % 10 == 0)
    assert marbles(sitting, 20)[A] == 1


@pytest.mark.clause("50-TIP-03", "50-Q-15")
def test_a_marble_goes_on_past_20() -> None:
    sitting = count((1, 3, 5, 7, 9), IDLE, IDLE)
    assert [marbles(sitting, number)[A] for number in (21, 22, 40)] == [20, 21, 39]
