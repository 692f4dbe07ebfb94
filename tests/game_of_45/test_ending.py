"""Dead rounds, the next round, and how the match ends."""

from typing import Any

import pytest

from ledger import Outcome
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.events import (
    BonusScored,
    Call,
    DrawTile,
    HomeRowScored,
    HomeRowShown,
    LotDrawn,
    MatchWon,
    Pass,
    PlaceTile,
    RoundDied,
    RoundEnded,
    RoundStarted,
)
from ledger.games.game_of_45.flow import is_over, pouch
from ledger.games.game_of_45.state import Closing, Dealing, Lots, Over, Scoring, State
from ledger.testing import Sitting

from .table import HOMES, E, N, S, W, lay, of, place, refused, resume, row, swap

# -- dead rounds ---------------------------------------------------------------------------------


@pytest.mark.clause("45-Q-18", "45-SCR-10", "45-SCR-03")
def test_after_four_passes_home_rows_are_shown_and_scored() -> None:
    sitting = resume(lay({62: 8}, pouch=0, trays={E: HOMES[E]}))
    for seat in (S, W, N, E):
        assert not of(sitting, RoundDied)
        sitting.act(Pass(seat))
    assert of(sitting, RoundDied) == [RoundDied("passes")]
    assert [event.seat for event in of(sitting, HomeRowShown)] == [S, W, N, E]
    scored = [(event.seat, event.points) for event in of(sitting, HomeRowScored)]
    assert scored == [(S, 45), (W, 0), (N, 0), (E, 45)]
    assert not of(sitting, BonusScored)
    assert of(sitting, RoundEnded) == [RoundEnded(1)]


@pytest.mark.clause("45-Q-18")
def test_with_two_seats_two_passes_are_enough() -> None:
    sitting = resume(lay({62: 8}, seats=2, pouch=0))
    sitting.act(Pass(S))
    sitting.act(Pass(1))
    assert of(sitting, RoundDied) == [RoundDied("passes")]


@pytest.mark.clause("45-Q-18")
def test_a_swap_begins_the_count_of_passes_anew() -> None:
    sitting = resume(lay({62: 8}, pouch=0))
    for seat in (S, W, N):
        sitting.act(Pass(seat))
    assert sitting.awaited == (E,)
    swap(sitting, 62, 3)  # 9
    assert sitting.state.passes == 0
    for seat in (S, W, N):
        sitting.act(Pass(seat))
    assert not of(sitting, RoundDied)


@pytest.mark.clause("45-Q-18")
def test_eight_turns_after_the_last_tile_the_round_is_dead() -> None:
    sitting = resume(lay({62: 8, 13: 1}, pouch=1, options={"empty_pouch_turns": 8}))
    place(sitting, rest(sitting), 45, anyway=True)
    assert (sitting.state.pouch, sitting.state.emptied) == (0, sitting.state.turns)
    for turn in range(8):
        assert not of(sitting, RoundDied), turn
        (seat,) = sitting.awaited
        if turn % 3:
            sitting.act(Pass(seat))
        else:
            choice = next(c for c in sitting.legal(seat) if c.kind == "swap_tile")
            sitting.act(choice.sample(lambda n: 0))
    assert of(sitting, RoundDied) == [RoundDied("pouch")]


def rest(sitting: Sitting[State]) -> int:
    """The one tile that is left in the pouch."""
    (number,) = pouch(sitting.state).items
    return int(number)


@pytest.mark.clause("45-Q-18")
def test_while_one_tile_is_left_nothing_is_counted() -> None:
    sitting = resume(lay({62: 8, 13: 1}, pouch=2, options={"empty_pouch_turns": 1}))
    place(sitting, pouch(sitting.state).items[0], 45, anyway=True)
    assert sitting.state.pouch == 1
    swap(sitting, 62, 1)
    assert not of(sitting, RoundDied)


@pytest.mark.clause("45-Q-19")
def test_after_so_many_turns_a_round_is_dead() -> None:
    sitting = resume(lay({62: 8}, turns=399))
    place(sitting, 1, 45)
    assert of(sitting, RoundDied) == [RoundDied("turns")]
    assert GAME.options().max_turns_per_round == 400
    sitting = resume(lay({62: 8}, turns=399, options={"max_turns_per_round": 401}))
    place(sitting, 1, 45)
    assert sitting.awaited == (W,)


@pytest.mark.clause("45-Q-18")
def test_or_nothing_is_scored_and_shown() -> None:
    sitting = resume(lay({62: 8}, pouch=0, passes=3, options={"dead_round": "void"}))
    sitting.act(Pass(S))
    assert of(sitting, RoundDied) == [RoundDied("passes")]
    assert not of(sitting, HomeRowShown) and not of(sitting, HomeRowScored)
    assert of(sitting, RoundEnded) == [RoundEnded(1)]
    assert sitting.state.scores == (0,) * 4


COLUMN = {s: n for s, n in row("column-3", "24567890").items() if s != 83}


@pytest.mark.clause("45-Q-19", "45-Q-21", "45-Q-18")
def test_who_fills_a_row_in_the_last_turn_may_still_call() -> None:
    trays = {S: "02134689", N: "44556377"}
    sitting = resume(lay(COLUMN, trays=trays, turns=399))
    place(sitting, 0, 83)
    assert sitting.state.phase == Closing(S)
    assert (sitting.awaited, of(sitting, RoundDied)) == ((S,), [])
    assert [choice.kind for choice in sitting.legal(S)] == ["call", "pass"]
    assert refused(sitting, DrawTile(S)) == "45-Q-21"
    assert refused(sitting, Pass(W)) == "45-Q-21"
    assert GAME.default is not None
    assert GAME.default(sitting.state, S) == Pass(S)
    sitting.act(Call(S, "column-3"))
    assert sitting.state.scores[S] == 110


@pytest.mark.clause("45-Q-19", "45-SCR-11")
def test_or_it_lets_that_go_or_calls_wrong() -> None:
    trays = {S: "02134699", N: "44556377"}
    sitting = resume(lay(COLUMN, trays=trays, turns=399))
    place(sitting, 0, 83)
    assert [choice.kind for choice in sitting.legal(S)] == ["pass"]
    sitting.act(Call(S, "column-3"), anyway=True)
    assert sitting.state.phase == Closing(S)
    sitting.act(Pass(S))
    assert of(sitting, RoundDied) == [RoundDied("turns")]
    assert sitting.state.scores == (-5, 0, 0, 0)


@pytest.mark.clause("45-Q-19")
def test_the_last_turn_is_not_asked_about_where_there_is_no_row() -> None:
    sitting = resume(lay({**COLUMN, 73: (9, W)}, turns=399))
    place(sitting, 1, 11)
    assert of(sitting, RoundDied) == [RoundDied("turns")]


@pytest.mark.clause("45-Q-18", "45-Q-21")
def test_who_passes_in_the_last_turn_is_not_asked_again() -> None:
    """It could have called instead."""
    state = lay({**COLUMN, 83: 0}, trays={S: "02134689"}, pouch=0, turns=16, emptied=9)
    sitting = resume(state)
    assert sitting.refusal(Call(S, "column-3")) is None
    sitting.act(Pass(S))
    assert of(sitting, RoundDied) == [RoundDied("pouch")]


# -- the next round ------------------------------------------------------------------------------


def scored(scores: tuple[int, ...], round: int, **options: Any) -> Sitting[State]:
    """A round has just been scored; what follows."""
    state = lay(options=options, round=round, scores=scores, phase=Scoring((E,)))
    return Sitting(GAME, len(scores), state=state)


@pytest.mark.clause("45-Q-08", "45-SCR-01")
def test_the_next_seat_clockwise_is_first_on_an_empty_board() -> None:
    sitting = scored((0, 45, 0, 0), 1)
    assert of(sitting, RoundStarted) == [RoundStarted(2, W)]
    state = sitting.state
    assert state.phase == Dealing(W)
    assert (state.pouch, state.turns, state.placed, state.aside) == (100, 0, 0, ())
    assert not any(state.board) and not any(state.trays)
    assert state.scores == (0, 45, 0, 0)


@pytest.mark.clause("45-Q-08")
def test_or_the_first_seat_is_drawn_anew() -> None:
    sitting = scored((0, 45, 0, 0), 1, next_first="redraw")
    assert sitting.state.phase == Lots((S, W, N, E))
    assert (sitting.awaits_draw, sitting.state.pouch, sitting.state.first) == (True, 100, None)
    for number in (3, 4, 9, 5):
        sitting.draw(number)
    assert len(of(sitting, LotDrawn)) == 4
    assert of(sitting, RoundStarted) == [RoundStarted(2, N)]


# -- the end -------------------------------------------------------------------------------------


@pytest.mark.clause("45-SCR-01", "45-Q-47")
def test_after_four_rounds_most_points_win() -> None:
    assert scored((300, 45, 0, 0), 3).outcome is None
    sitting = scored((45, 110, -5, 0), 4)
    assert of(sitting, MatchWon) == [MatchWon((W,), "45-SCR-01")]
    assert sitting.outcome == Outcome((W,), "45-SCR-01", "Most points after 4 rounds: 110.")
    assert refused(sitting, DrawTile(S)) == "45-SCR-01"
    assert sitting.legal(S) == ()


@pytest.mark.clause("45-Q-33")
def test_equal_totals_share() -> None:
    sitting = scored((245, 245, 90, 40), 4)
    assert sitting.outcome == Outcome((S, W), "45-Q-33", "245 each after 4 rounds.")


@pytest.mark.clause("45-Q-33")
def test_or_they_play_another_round() -> None:
    sitting = scored((245, 245, 90, 40), 4, tie="extra_round")
    assert of(sitting, RoundStarted) == [RoundStarted(5, W)]
    assert scored((245, 290, 90, 40), 5, tie="extra_round").outcome is not None
    assert scored((245, 290, 90, 40), 4, tie="extra_round").outcome is not None


@pytest.mark.clause("45-Q-33", "45-SCR-01", "45-Q-47")
@pytest.mark.parametrize(("end", "goal"), [("target300", 300), ("target500", 500)])
def test_or_a_goal_is_played_to(end: str, goal: int) -> None:
    """It is looked at after a round: 340 beats 320 though both are beyond it."""
    assert scored((goal - 1, 0, 0, 0), 7, end=end).outcome is None
    assert scored((goal, 0, 0, 0), 1, end=end).outcome is not None
    both = scored((goal + 40, goal + 20, 0, 0), 3, end=end)
    assert both.outcome == Outcome((S,), "45-SCR-01", f"Most points after 3 rounds: {goal + 40}.")
    tied = (goal, goal, 0, 0)
    assert scored(tied, 3, end=end).outcome is not None
    assert scored(tied, 3, end=end, tie="extra_round").outcome is None


@pytest.mark.clause("45-Q-19")
def test_after_so_many_rounds_the_match_is_over() -> None:
    for options in ({"end": "target500"}, {"tie": "extra_round"}):
        assert not is_over(lay(options=options, round=19, scores=(5, 5, 0, 0)))
        assert is_over(lay(options=options, round=20, scores=(5, 5, 0, 0)))
    shared = scored((5, 5, 0, 0), 20, end="target300", tie="extra_round")
    assert isinstance(shared.state.phase, Over)
    assert shared.outcome == Outcome((S, W), "45-Q-33", "5 each after 20 rounds.")
    assert scored((5, 0, 0, 0), 6, end="target300", max_rounds=6).outcome is not None


def test_a_round_that_is_scored_leaves_nothing_to_do() -> None:
    sitting = resume(lay({62: 8}, pouch=0, passes=3))
    sitting.act(Pass(S))
    assert refused(sitting, PlaceTile(W, 33, 1)) == "45-TRN-01"
    assert isinstance(sitting.state.phase, Dealing)
