"""What if a ruling about a misplaced tile had not been: what of the later play stays as it was."""

import pytest

from ledger.games.game_of_45.events import (
    AcceptMove,
    Call,
    DeclineMove,
    DrawTile,
    ProposeMove,
)
from ledger.games.game_of_45.state import Dealing, Drawing

from .table import E, N, S, W, book, idle, opened, put
from .test_disputes import quarrel


@pytest.mark.clause("45-ERR-01", "45-Q-50")
def test_without_one_ruling_what_another_put_right_is_right_all_the_same() -> None:
    """The 6 on 67 repeats only that on 37, which is moved to 26 while N has a tile to draw."""
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 32)
        first = put(match, 6, 37, anyway=True)  # by W
        second = put(match, 6, 67, anyway=True)  # by N
        assert quarrel(match, E, second) == ["correction_opened"]
        one = match.docket().quarrels[-1].ended
        match.act(DeclineMove(N))
        put(match, 1, 11)
        match.act(DrawTile(S))
        assert quarrel(match, E, first) == ["correction_opened"]
        match.act(ProposeMove(W, 26))
        for seat in (S, N, E):
            match.act(AcceptMove(seat))
        found = match.what_if(one, "auditor")
        assert (found.stops, found.refusal) == (0, None)
        board = {square: tile for square, tile in enumerate(found.state.board) if tile}
        assert (37 in board, board[26].number, board[67].voided) == (False, 6, False)
        assert found.state.phase == match.view("auditor").phase == Drawing(S)


@pytest.mark.clause("45-Q-39", "45-SCR-02")
def test_where_a_wrong_call_would_have_been_right_what_followed_could_not_have_been_done() -> None:
    """Without the ruling row 3 is not forfeited: with the call of S the round would have ended."""
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 77)
        act = put(match, 6, 37, anyway=True)  # by W
        assert quarrel(match, E, act) == ["correction_opened"]
        ruling = match.docket().quarrels[-1].ended
        match.act(DeclineMove(W))
        plan = {31: 1, 32: 2, 33: 3, 34: 4, 35: 7, 36: 5, 38: 0}
        for square, number in list(plan.items()):
            idle(match, S, plan)
            put(match, number, square)
            del plan[square]
        match.act(Call(S, "row-3"), anyway=True)
        assert match.view().scores == (-5, 0, 0, 0)
        idle(match, N)
        drawn = match.seq - 3  # by W, who would have to lay out its tray first
        found = match.what_if(ruling, "auditor")
        assert (found.state.round, found.state.scores[S]) == (2, 45 + 45 - 8 - 9)
        assert isinstance(found.state.phase, Dealing)
        assert found.refusal is not None
        assert (found.stops, found.refusal.clause) == (drawn, "HOUSE-02")
