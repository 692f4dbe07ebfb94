"""The worked scenarios of the rules page, by their numbers; others stand beside their clauses."""

import pytest

from ledger.games.fifty import GAME
from ledger.games.fifty.events import BoxCrossed, MarbleMoved, NumberCalled, RoundScored, WriteLine
from ledger.games.fifty.grid import DANGERS

from .table import IDLE, PRINTED, A, C, count, crowns, follows, marbles, of, refused, sit, write

START = (*PRINTED[:4], (31, 33, 36, 43, 46))
"""As in the printed example: somebody without a low number counts first."""


@pytest.mark.clause("50-REV-01", "50-CRN-01")
@pytest.mark.parametrize(
    ("seats", "tokens", "points"), [(3, 4, 19), (4, 3, 15), (5, 2, 12), (6, 1, 10), (7, 0, 9)]
)
def test_s_01_tokens_and_thresholds(seats: int, tokens: int, points: int) -> None:
    state = sit(seats, *range(10)).state
    assert (len(state.tokens), state.threshold) == (tokens, points)


@pytest.mark.clause("50-CHO-04")
@pytest.mark.parametrize("number", [2, 12, 22, 32, 42])
def test_s_02_what_the_digit_2_forbids(number: int) -> None:
    line = tuple(sorted((number, 4, 15, 26, 37)))
    assert refused(sit(6, 2), WriteLine(A, line)) == "50-CHO-04"
    assert refused(sit(6, 3), WriteLine(A, line)) is None


@pytest.mark.clause("50-CHO-05")
def test_s_03_the_printed_line() -> None:
    sitting = sit(5, 2, 8)
    assert refused(sitting, WriteLine(A, (4, 15, 26, 37, 44))) is None
    assert len(sitting.state.allowed) == 39


@pytest.mark.clause("50-CHO-01", "50-CHO-02", "50-CHO-03", "50-CHO-04", "50-Q-10")
@pytest.mark.parametrize(
    ("numbers", "clause"),
    [
        ((4, 15, 26, 37, 48), "50-CHO-04"),
        ((4, 15, 26, 26, 37), "50-Q-10"),
        ((15, 4, 26, 37, 44), "50-CHO-03"),
        ((0, 4, 15, 26, 37), "50-CHO-02"),
        ((4, 15, 26, 37, 50), "50-CHO-02"),
        ((4, 15, 26, 37), "50-CHO-01"),
    ],
)
def test_s_04_lines_that_are_refused(numbers: tuple[int, ...], clause: str) -> None:
    assert refused(sit(5, 2, 8), WriteLine(A, numbers)) == clause


@pytest.mark.clause("50-CNT-02", "50-CNT-04", "50-CNT-05", "50-CNT-06", "50-CNT-08", "50-Q-01")
@pytest.mark.parametrize(
    ("point", "sabin", "joelle"), [("interrupted", 2, 3), ("interrupter", 3, 4)]
)
def test_s_05_the_printed_start(point: str, sabin: int, joelle: int) -> None:
    sitting = count(*START, tokens=(2, 8), interrupt_point=point, first_counter="fixed")
    assert marbles(sitting, 3) == [0, 0, 0, 0, 0]
    assert marbles(sitting, 6) == [sabin, 0, 0, 0, 0]
    assert of(sitting, BoxCrossed)[:2] == [BoxCrossed(1, 0), BoxCrossed(2, 0)]
    assert marbles(sitting, 8) == [sabin, 0, 0, 0, 0]
    assert marbles(sitting, 9) == [sabin, 0, 0, joelle - 3, 0]
    assert marbles(sitting, 12) == [sabin, 0, 0, joelle, 0]


@pytest.mark.clause("50-Q-02")
def test_s_06_a_collision_for_that_number_only() -> None:
    sitting = count(*START, tokens=(2, 8), collision="that_number_only")
    assert marbles(sitting, 12) == [4, 0, 0, 3, 0]
    scored = [n for n in range(1, 13) if MarbleMoved in map(type, follows(sitting, n))]
    assert scored == [5, 6, 8, 9, 10, 11, 12]


@pytest.mark.clause("50-Q-01", "50-Q-08")
@pytest.mark.parametrize(("point", "b"), [("interrupted", 2), ("interrupter", 3)])
def test_s_07_cut_off_at_once(point: str, b: int) -> None:
    """With both scoring, the reading that is not offered, A would have 2."""
    sitting = count((9, 30, 31, 33, 34), (10, 20, 21, 23, 24), interrupt_point=point)
    assert marbles(sitting, 12)[:2] == [1, b]
    assert follows(sitting, 10)[0 if point == "interrupted" else -1] == (
        MarbleMoved(0, 1) if point == "interrupted" else MarbleMoved(1, 1)
    )


@pytest.mark.clause("50-CNT-07", "50-CRN-03")
def test_s_09_a_whole_count() -> None:
    sitting = count(*PRINTED, tokens=(2, 8))
    assert marbles(sitting) == [4, 2, 12, 9, 13]
    assert crowns(sitting) == [(2, 44), (4, 48)]
    crossed = [(event.seat, PRINTED[event.seat][event.box]) for event in of(sitting, BoxCrossed)]
    assert sorted(crossed) == [(0, 15), (0, 26), (1, 7), (1, 26), (1, 45), (2, 7), (2, 45), (3, 15)]


@pytest.mark.clause("50-RND-01", "50-Q-17")
def test_s_10_its_scores() -> None:
    scored = of(count(*PRINTED, tokens=(2, 8)), RoundScored)
    assert [event.bonus for event in scored] == [2 + 1, 2 + 1 + 1, 2 + 1, 2, 0]
    assert [event.score for event in scored] == [7, 6, 15, 11, 13]


@pytest.mark.clause("50-DNG-03")
def test_s_11_its_scores_in_danger() -> None:
    scored = of(count(*PRINTED, tokens=(2, 8), danger_card="10-19"), RoundScored)
    assert [event.score for event in scored] == [4 + 1, 6, 15, 9 + 0, 13]


@pytest.mark.clause("50-Q-01")
def test_s_13_the_other_reading() -> None:
    sitting = count(*PRINTED, tokens=(2, 8), interrupt_point="interrupter")
    assert marbles(sitting) == [6, 2, 13, 10, 14]
    assert sum(marbles(sitting)) == 45
    assert crowns(sitting) == [(2, 42), (4, 46)]


@pytest.mark.clause("50-Q-01")
@pytest.mark.parametrize("point", ["interrupted", "interrupter"])
def test_s_13_the_reading_that_is_not_offered(point: str) -> None:
    sitting = count(*PRINTED, tokens=(2, 8), interrupt_point=point)
    assert marbles(sitting) != [7, 4, 15, 13, 17]
    assert crowns(sitting) != [(4, 36), (2, 41), (3, 49)]


@pytest.mark.clause("50-Q-03", "50-Q-04")
@pytest.mark.parametrize(("point", "final"), [("interrupted", 7), ("interrupter", 8)])
def test_s_17_a_counter_alone_until_all_others_collide(point: str, final: int) -> None:
    lines = ((3, 4, 5, 7, 9), (11, 21, 31, 41, 45), (11, 21, 31, 41, 45))
    sitting = count(*lines, tokens=(2, 8, 0, 6), interrupt_point=point)
    assert marbles(sitting, 10) == marbles(sitting) == [final, 0, 0]


@pytest.mark.clause("50-Q-05", "50-Q-06")
@pytest.mark.parametrize("point", ["interrupted", "interrupter"])
def test_s_20_all_write_the_same(point: str) -> None:
    sitting = count(*[(1, 3, 4, 5, 7)] * 3, tokens=(2, 8, 0, 6), interrupt_point=point)
    assert marbles(sitting) == [0, 0, 0]
    assert [event.score for event in of(sitting, RoundScored)] == [2 + 2 + 1 + 1 + 1] * 3
    assert len(of(sitting, BoxCrossed)) == 15


@pytest.mark.clause("50-BIG-01", "50-BIG-02", "50-BIG-03", "50-BIG-04")
@pytest.mark.parametrize(("seats", "target"), [(8, 55), (9, 60), (10, 65), (11, 70)])
def test_s_23_eight_and_more(seats: int, target: int) -> None:
    state = sit(seats).state
    assert (state.target, state.threshold, state.tokens) == (target, 9, ())
    assert (state.allowed[0], state.allowed[-1]) == (1, target - 1)
    sitting = count(*[(1, 2, 3, 4, 5)] * seats)
    assert of(sitting, NumberCalled)[-1].number == target


@pytest.mark.clause("50-DNG-01", "50-Q-19")
def test_s_28_four_danger_cards_and_the_fifth_never() -> None:
    sitting = sit(7, "40-49", "01-09", "20-29", "10-19", danger=True)
    for _ in range(4):
        write(sitting, *[IDLE] * 7)
    assert sitting.outcome is not None
    assert sitting.state.dangers == ("40-49", "01-09", "20-29", "10-19")
    assert set(DANGERS) - set(sitting.state.dangers) == {"30-39"}


@pytest.mark.clause("50-RND-03")
def test_s_30_a_digit_may_come_again() -> None:
    sitting = count(*[IDLE] * 5, tokens=(2, 8))
    sitting.draw(2)
    sitting.draw(8)
    assert sitting.state.tokens == (2, 8)
    assert sitting.awaited == (0, 1, 2, 3, 4)
    assert GAME.invariants(sitting.state) == ()
    assert refused(sitting, WriteLine(C, (2, 3, 5, 7, 9))) == "50-CHO-04"
