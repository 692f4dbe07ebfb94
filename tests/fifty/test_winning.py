"""Crowns, the end of a round, and how a match is won."""

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, NeedsDisclosure, Outcome
from ledger.chance import Declared
from ledger.games.fifty.events import (
    CrownWon,
    MarbleMoved,
    MatchWon,
    NumberCalled,
    NumbersShown,
    RoundScored,
    RoundStarted,
    TookOver,
)
from ledger.games.fifty.flow import settle
from ledger.games.fifty.grid import laps, place, tokens_up
from ledger.games.fifty.state import Ending, Line, Over, Scoring

from .table import (
    IDLE,
    A,
    B,
    C,
    count,
    crowns,
    follows,
    kinds,
    lay,
    marbles,
    of,
    resume,
    sit,
    write,
)

RUNNER = (1, 41, 43, 45, 47)
"""Alone with 1, it scores 2 to 40 if nobody else has a number there."""


@pytest.mark.clause("50-CRN-01", "50-Q-12")
@pytest.mark.parametrize(("seats", "points"), [(3, 19), (4, 15), (5, 12), (6, 10), (7, 9), (8, 9)])
def test_a_crown_is_won_at_the_call_that_reaches_it(seats: int, points: int) -> None:
    sitting = count(RUNNER, *[IDLE] * (seats - 1), tokens=(0, 2, 4, 6)[: tokens_up(seats)])
    assert follows(sitting, 1 + points) == [MarbleMoved(A, points), CrownWon(A, 1)]
    assert crowns(sitting) == [(A, 1 + points)]
    assert sitting.state.crowns[A] == (1,)


@pytest.mark.clause("50-Q-12")
@pytest.mark.parametrize(
    ("point", "after"),
    [
        ("interrupted", [MarbleMoved(A, 9), CrownWon(A, 1), TookOver(B)]),
        ("interrupter", [TookOver(B), MarbleMoved(B, 1)]),
    ],
)
def test_a_crown_comes_before_the_take_over_that_brings_it(point: str, after: list[object]) -> None:
    lines = (RUNNER, (10, 41, 43, 45, 47), *[IDLE] * 5)
    sitting = count(*lines, interrupt_point=point)
    assert follows(sitting, 10) == after


@pytest.mark.clause("50-Q-12", "50-Q-03")
def test_a_crown_may_be_won_by_taking_over() -> None:
    lines = ((1, 9, 41, 43, 44), *[IDLE] * 6)
    sitting = count(*lines, interrupt_point="interrupter")
    assert follows(sitting, 9) == [TookOver(A), MarbleMoved(A, 9), CrownWon(A, 1)]


@pytest.mark.clause("50-Q-11")
def test_one_crown_a_round_however_far_the_marble() -> None:
    sitting = count(RUNNER, *[IDLE] * 6)
    assert marbles(sitting)[A] > 2 * 9
    assert of(sitting, CrownWon) == [CrownWon(A, 1)]


@pytest.mark.clause("50-Q-13")
def test_a_bonus_does_not_help_to_a_crown() -> None:
    lines = ((1, 4, 9, 40, 43), (4, 9, 10, 20, 44), *[(11, 41, 43, 45, 47)] * 5)
    sitting = count(*lines, bonus=((50,) * 5,) * 4)
    assert sitting.events[-1] == RoundStarted(2)
    scored = of(sitting, RoundScored)[A]
    assert scored.marble < 9 < scored.bonus
    assert A not in [seat for seat, _ in crowns(sitting)]


@pytest.mark.clause("50-Q-14")
@pytest.mark.parametrize("point", ["interrupted", "interrupter"])
@pytest.mark.parametrize("collision", ["until_takeover", "that_number_only"])
def test_one_marble_at_most_moves_at_a_call(point: str, collision: str) -> None:
    lines = ((1, 4, 9, 40, 43), (4, 9, 10, 20, 44), (2, 3, 5, 20, 30), *[IDLE] * 4)
    sitting = count(*lines, interrupt_point=point, collision=collision)
    for number in range(1, 51):
        assert kinds(follows(sitting, number)).count(MarbleMoved) <= 1


@pytest.mark.clause("50-CRN-02", "50-END-04", "50-Q-26")
def test_a_second_crown_wins_at_once() -> None:
    sitting = sit(7, reveal_at_end=False)
    write(sitting, RUNNER, *[IDLE] * 6)
    events = write(sitting, RUNNER, *[IDLE] * 6)
    assert events[-4:] == (
        NumberCalled(10, A, ()),
        MarbleMoved(A, 9),
        CrownWon(A, 2),
        MatchWon((A,), "50-END-04"),
    )
    assert sitting.outcome == Outcome((A,), "50-END-04", "A second crown, in round 2.")
    assert sitting.state.lines[A][1].score is None
    assert sitting.state.total(A) == sitting.state.lines[A][0].score
    assert sitting.awaited == ()


@pytest.mark.clause("50-END-04")
def test_a_second_crown_wins_whatever_the_scores_are() -> None:
    state = lay([0, 0, 0], [90, 90, 90], [0, 0, 0], crowns=((1, 3), (2,), ()))
    assert resume(state).events == (MatchWon((A,), "50-END-04"),)


@pytest.mark.clause("50-CRN-02")
def test_two_crowns_in_one_round_each_win_nothing_yet() -> None:
    lines = ((1, 11, 41, 43, 44), (12, 41, 43, 45, 47), *[IDLE] * 5)
    sitting = count(*lines)
    assert crowns(sitting) == [(A, 10), (B, 21)]
    assert sitting.outcome is None


@pytest.mark.clause("50-Q-25")
@pytest.mark.parametrize("shown", [True, False])
def test_after_a_win_in_mid_count_the_numbers_not_called_are_shown(shown: bool) -> None:
    sitting = sit(7, reveal_at_end=shown)
    write(sitting, RUNNER, *[IDLE] * 6)
    events = write(sitting, (1, 10, 20, 30, 40), (20, 21, 22, 23, 24), *[IDLE] * 5)
    rest = NumbersShown(((20, 30, 40), (20, 21, 22, 23, 24), *[IDLE] * 5))
    assert events[-3 if shown else -2 :] == (
        CrownWon(A, 2),
        *((rest,) if shown else ()),
        MatchWon((A,), "50-END-04"),
    )
    assert [line[1].opened for line in sitting.state.lines] == ([5] * 7 if shown else [2] + [0] * 6)


@pytest.mark.clause("50-Q-25")
def test_where_everything_has_been_called_nothing_is_shown() -> None:
    low = (1, 2, 3, 4, 5)
    sitting = sit(7)
    write(sitting, RUNNER, *[IDLE] * 6)
    events = write(sitting, (6, 7, 8, 9, 10), *[low] * 6)
    assert events[-2:] == (CrownWon(A, 2), MatchWon((A,), "50-END-04"))
    assert events[-4] == NumberCalled(15, A, ())


def test_a_reader_who_does_not_know_the_rest_cannot_tell_what_is_shown() -> None:
    unknown = Line((1, 2, HIDDEN, HIDDEN, HIDDEN), opened=2)
    state = replace(lay([1], [1], [1], phase=Ending()), lines=((unknown,),) * 3)
    with pytest.raises(NeedsDisclosure):
        settle(state, Declared())


@pytest.mark.clause("50-RND-01", "50-RND-02")
def test_s_08_14_on_the_track_and_boxes_worth_2_and_1_make_17() -> None:
    line = Line((4, 15, 26, 37, 44), 5, crossed=(1, 2), bonus=3)
    laid = lay([0], [0], [0], phase=Scoring())
    state = replace(laid, lines=((line,), *laid.lines[1:]), marbles=(14, 0, 0))
    assert resume(state).events[0] == RoundScored(A, 14, 3, 17)


@pytest.mark.clause("50-RND-03")
def test_s_30_a_new_round_begins_with_marbles_on_0_and_keeps_crowns_and_scores() -> None:
    sitting = count(RUNNER)
    state = sitting.state
    assert sitting.events[-1] == RoundStarted(2)
    assert state.marbles == (0,) * 7
    assert state.crowns[A] == (1,)
    assert (
        state.total(A) == marbles(sitting)[A] + 2 + 1 + 1 + 1
    )  # all boxes but the first are crossed out
    assert [line[0].score for line in state.lines[1:]] == [2 + 2 + 1 + 1 + 1] * 6


@pytest.mark.clause("50-RND-04")
def test_after_the_fourth_round_the_game_ends() -> None:
    sitting = sit(7)
    for _ in range(4):
        events = write(sitting, *[IDLE] * 7)
    assert kinds(events)[-8:] == [*[RoundScored] * 7, MatchWon]
    assert len(of(sitting, RoundStarted)) == 4


@pytest.mark.clause("50-END-01")
def test_the_highest_sum_wins() -> None:
    sitting = resume(lay([20, 1, 1, 1], [6, 6, 6, 6], [5, 5, 5, 5]))
    assert sitting.outcome == Outcome((B,), "50-END-01", "Most points: 24.")


@pytest.mark.clause("50-END-01")
def test_a_crown_does_not_help_against_more_points() -> None:
    sitting = resume(lay([6, 6, 6, 5], [6, 6, 6, 6], [5, 5, 5, 5], crowns=((1,), (), (2,))))
    assert sitting.outcome is not None and sitting.outcome.winners == (B,)


@pytest.mark.clause("50-END-02", "50-Q-18")
def test_s_25_of_those_tied_who_have_a_crown_win_together() -> None:
    p, q, r, s = [20, 18, 10, 10], [10, 10, 18, 20], [15, 15, 14, 14], [10, 10, 10, 10]
    sitting = resume(lay(p, q, r, s, crowns=((), (1,), (2,), ())))
    text = "Of those tied at 58 points, who has a crown."
    assert sitting.outcome == Outcome((B, C), "50-END-02", text)
    alone = resume(lay(p, s, s, s, crowns=((), (1,), (2,), ())))
    assert alone.outcome == Outcome((A,), "50-END-01", "Most points: 58.")


@pytest.mark.clause("50-END-02")
def test_one_crown_among_those_tied_wins_alone() -> None:
    sitting = resume(lay([9, 9, 9, 9], [9, 9, 9, 9], [9, 9, 9, 9], crowns=((), (4,), ())))
    assert sitting.events == (MatchWon((B,), "50-END-02"),)


@pytest.mark.clause("50-END-03")
def test_s_26_without_a_crown_they_share() -> None:
    p, q = [20, 18, 10, 10], [10, 10, 18, 20]
    sitting = resume(lay(p, q, [9, 9, 9, 9], crowns=((), (), (1,))))
    text = "Tied at 58 points, and none of them has a crown."
    assert sitting.outcome == Outcome((A, B), "50-END-03", text)


@pytest.mark.clause("50-Q-15", "50-TIP-03")
@pytest.mark.parametrize(
    ("marble", "lap", "space"),
    [(0, 0, 0), (1, 0, 1), (20, 0, 20), (21, 1, 1), (39, 1, 19), (40, 1, 20), (41, 2, 1)],
)
def test_a_marble_is_shown_as_laps_and_a_space(marble: int, lap: int, space: int) -> None:
    assert (laps(marble), place(marble)) == (lap, space)


def test_when_it_is_over_nothing_follows() -> None:
    sitting = resume(lay([1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]))
    assert isinstance(sitting.state.phase, Over)
    assert settle(sitting.state, Declared()) is None
