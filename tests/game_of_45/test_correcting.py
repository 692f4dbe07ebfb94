"""An illegal tile is noticed: moved, or it counts for nothing and its rows are forfeited."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.board import Line
from ledger.games.game_of_45.events import (
    AcceptMove,
    Call,
    CorrectionImpossible,
    CorrectionMoot,
    CorrectionOpened,
    DeclineMove,
    DrawTile,
    ObjectToMove,
    Pass,
    PlaceTile,
    Placing,
    ProposeMove,
    RowsForfeited,
    SwapTile,
    TileMoved,
    TileVoided,
    TradeTile,
)
from ledger.games.game_of_45.state import Closing, Correcting, Drawing, Holding, State, Tile, Turn
from ledger.testing import Sitting

from .table import OTHER, E, N, S, W, asked, irregular, kinds, lay, of, place, refused, resume, row

BOARD = {33: (6, W), 37: (6, S)}
"""A 6 of W's on 33 and, put later, one of S's on 37: it repeats it in row 3."""
ACT = PlaceTile(S, 37, 6)


def remedy(
    state: State, act: Placing | Call = ACT, order: int | None = None
) -> CorrectionOpened | None:
    """What the game says to an upheld dispute.

    Args:
        order: of the tile that the act put; by default that of the tile on its square.
    """
    assert GAME.remedy is not None
    if order is None:
        tile = None if isinstance(act, Call) else state.board[act.square]
        order = tile.order if tile else 1
    found = GAME.remedy(state, act, replace(state, placed=order - 1))
    assert found is None or isinstance(found, CorrectionOpened)
    return found


def noticed(state: State, act: Placing = ACT) -> Sitting[State]:
    """A sitting in which the dispute about the act has been upheld."""
    opened = remedy(state, act)
    assert opened is not None
    after = GAME.evolve(state, opened)
    assert GAME.invariants(after) == ()
    return Sitting(GAME, state.seats, state=after)


def upheld(board: dict[int, Any] | None = None, turn: int = W, **options: Any) -> Sitting[State]:
    """The same, of the board above."""
    return noticed(lay(board or BOARD, turn=turn, options=options))


# -- moved ---------------------------------------------------------------------------------------


@pytest.mark.clause("45-ERR-01", "45-Q-37", "45-Q-51", "45-Q-36")
def test_an_illegal_tile_is_moved_to_a_bordering_square() -> None:
    """27 is legal; it does not matter whose turn it is."""
    sitting = upheld()
    assert sitting.state.phase == Correcting(S, 37, Turn(W))
    assert asked(sitting) == (S,)
    assert refused(sitting, DrawTile(W)) == "45-Q-51"
    assert refused(sitting, Call(W, "row-3")) == "45-Q-51"
    (move, decline) = sitting.legal(S)
    assert move.contains(ProposeMove(S, 27)) and decline.kind == "decline_move"
    assert sitting.state.targets(37) == (26, 27, 28, 46, 47, 48)
    sitting.act(ProposeMove(S, 27))
    assert asked(sitting) == (W, N, E)
    for seat in (N, W):
        assert kinds(sitting.act(AcceptMove(seat))) == [AcceptMove]
    events = sitting.act(AcceptMove(E))
    assert events[1:] == (TileMoved(S, 37, 27, 6),)
    state = sitting.state
    assert (state.board[37], state.board[27]) == (None, Tile(6, S, 3))
    assert (state.phase, state.forfeited) == (Turn(W), ())
    place(sitting, 1, 37)


@pytest.mark.clause("45-Q-37", "45-ERR-01")
def test_the_owner_names_an_open_legal_bordering_square() -> None:
    sitting = upheld({**BOARD, 47: (1, N), 77: (6, N)})
    assert refused(sitting, ProposeMove(W, 27)) == "45-Q-37"
    assert refused(sitting, ProposeMove(S, 47)) == "45-Q-37"  # there is a tile
    assert refused(sitting, ProposeMove(S, 45)) == "45-Q-37"  # does not border
    assert refused(sitting, ProposeMove(S, 36)) == "45-ERR-01"  # row 3 again
    assert refused(sitting, ProposeMove(S, 27)) == "45-ERR-01"  # column 7
    assert refused(sitting, ProposeMove(S, 137)) == "45-CMP-01"
    assert sitting.refusal(ProposeMove(S, 26)) is None
    edge = noticed(lay({38: (6, W), 48: (6, S)}, turn=W), PlaceTile(S, 48, 6))
    assert refused(edge, ProposeMove(S, 49)) == "45-SET-04"  # E's Home Row


@pytest.mark.clause("45-Q-37")
def test_or_only_four_squares_border() -> None:
    sitting = upheld(bordering="four")
    assert sitting.state.targets(37) == (27, 47)
    assert refused(sitting, ProposeMove(S, 26)) == "45-Q-37"
    assert sitting.refusal(ProposeMove(S, 27)) is None


@pytest.mark.clause("45-Q-51")
def test_each_speaks_once_and_in_turn() -> None:
    sitting = upheld()
    assert refused(sitting, AcceptMove(N)) == "45-Q-51"
    assert refused(sitting, ObjectToMove(N)) == "45-Q-51"
    assert refused(sitting, DeclineMove(N)) == "45-Q-37"
    sitting.act(ProposeMove(S, 27))
    assert refused(sitting, ProposeMove(S, 28)) == "45-Q-51"
    assert refused(sitting, DeclineMove(S)) == "45-Q-51"
    assert refused(sitting, AcceptMove(S)) == "45-Q-51"
    sitting.act(AcceptMove(N))
    assert refused(sitting, ObjectToMove(N)) == "45-Q-51"
    assert sitting.awaited == (W, E)
    assert [choice.kind for choice in sitting.legal(E)] == ["accept_move", "object_to_move"]
    assert sitting.legal(N) == sitting.legal(S) == ()
    none = resume(lay(BOARD))
    for act in (ProposeMove(S, 27), DeclineMove(S), AcceptMove(N), ObjectToMove(N)):
        assert refused(none, act) == "45-Q-51"


@pytest.mark.clause("45-Q-40")
def test_the_right_goes_with_the_tile() -> None:
    """Moved from 37 to 27 it fills column 7, and row 2 not; so S may call for the column."""
    column = {s: (n, W) for s, n in zip((17, 47, 57, 67, 77, 87), (1, 2, 3, 4, 5, 9), strict=True)}
    board = {33: (6, W), 38: (6, S), **column, 37: (0, N)}
    sitting = noticed(lay(board, turn=N, trays={S: "02134689"}), PlaceTile(S, 38, 6))
    assert not sitting.state.is_filled("column-7")
    sitting.act(ProposeMove(S, 27))
    for seat in (W, N, E):
        sitting.act(AcceptMove(seat))
    state = sitting.state
    assert state.is_filled("column-7") and state.last("column-7") == Tile(6, S, 10)
    mine = resume(replace(state, phase=Turn(S)))
    assert mine.refusal(Call(S, "column-7")) is None


@pytest.mark.clause("45-Q-40", "45-Q-21")
def test_the_right_goes_with_the_tile_also_where_calls_are_made_at_once() -> None:
    """The tile of the turn that has just ended fills column 7 by being moved there."""
    column = {s: (n, W) for s, n in zip((17, 47, 57, 67, 77, 87), (1, 2, 3, 4, 5, 9), strict=True)}
    board = {33: (6, W), **column, 37: (0, N), 38: (6, S)}
    options = {"call_window": "immediately"}
    sitting = noticed(
        lay(board, turn=W, trays={S: "02134689"}, options=options), PlaceTile(S, 38, 6)
    )
    sitting.act(ProposeMove(S, 27))
    for seat in (W, N, E):
        sitting.act(AcceptMove(seat))
    assert sitting.refusal(Call(S, "column-7")) is None


@pytest.mark.clause("45-Q-40", "45-Q-21")
def test_a_tile_of_an_earlier_turn_gives_no_right_where_calls_are_made_at_once() -> None:
    """It fills column 7 by being moved; the tile of S's last turn filled row 8, and counts."""
    column = {s: (n, W) for s, n in zip((17, 37, 47, 57, 67, 77), (1, 0, 2, 3, 4, 5), strict=True)}
    board = {33: (6, W), **column, 38: (6, S), **row("row-8", "01234587")}
    options = {"call_window": "immediately"}
    sitting = noticed(
        lay(board, turn=W, trays={S: "02134689"}, options=options), PlaceTile(S, 38, 6)
    )
    sitting.act(ProposeMove(S, 27))
    for seat in (W, N, E):
        sitting.act(AcceptMove(seat))
    assert sitting.state.is_filled("column-7") and sitting.state.is_filled("row-8")
    assert sitting.refusal(Call(S, "row-8")) is None
    assert irregular(sitting, Call(S, "column-7")) == "45-Q-21"


@pytest.mark.clause("45-Q-40")
def test_a_row_that_loses_a_tile_is_no_longer_filled() -> None:
    """W has the row; then the 5 in it that S put against the rule goes to row 2."""
    board = {75: (5, N), **row("row-3", "12345670", by=W), 35: (5, S)}
    state = lay(board, turn=W)
    assert state.is_filled("row-3") and state.last("row-3") == Tile(0, W, 9)
    sitting = noticed(state, PlaceTile(S, 35, 5))
    sitting.act(ProposeMove(S, 26))
    for seat in (W, N, E):
        sitting.act(AcceptMove(seat))
    assert not sitting.state.is_filled("row-3")
    assert irregular(sitting, Call(W, "row-3")) == "45-Q-20"


@pytest.mark.clause("45-Q-53")
def test_a_tile_put_by_a_swap_may_be_moved_too() -> None:
    """Its square is open then."""
    sitting = noticed(lay(BOARD, turn=W), SwapTile(S, 37, 1, 6))
    sitting.act(ProposeMove(S, 48))
    for seat in (W, N, E):
        sitting.act(AcceptMove(seat))
    assert 37 in sitting.state.open
    traded = noticed(lay(BOARD, turn=W), TradeTile(S, 1, 37, 6))
    assert traded.awaited == (S,)


# -- voided --------------------------------------------------------------------------------------

ROWS: tuple[Line, ...] = ("row-3", "column-7")


@pytest.mark.clause("45-ERR-02", "45-Q-38", "45-Q-39", "45-Q-51")
def test_one_objection_voids_the_tile_and_forfeits_its_rows() -> None:
    sitting = upheld()
    sitting.act(ProposeMove(S, 27))
    sitting.act(AcceptMove(W))
    events = sitting.act(ObjectToMove(E))
    assert events[1:] == (TileVoided(S, 37, 6), RowsForfeited(ROWS))
    state = sitting.state
    assert state.board[37] == Tile(6, S, 2, voided=True)
    assert (state.phase, state.forfeited) == (Turn(W), ROWS)


@pytest.mark.clause("45-Q-51", "45-ERR-02")
def test_so_does_the_owner_who_declines() -> None:
    sitting = upheld()
    events = sitting.act(DeclineMove(S))
    assert events[1:] == (TileVoided(S, 37, 6), RowsForfeited(ROWS))


@pytest.mark.clause("45-ERR-02")
def test_and_so_it_is_where_no_square_is_open_and_legal() -> None:
    near = {26: 1, 27: 2, 28: 3, 46: 4, 47: 5, 48: 8}
    sitting = upheld({**near, **BOARD})
    events = (CorrectionImpossible(S, 37), TileVoided(S, 37, 6), RowsForfeited(ROWS))
    assert sitting.events == events
    assert sitting.awaited == (W,)


@pytest.mark.clause("45-Q-38")
def test_or_it_takes_most_of_them() -> None:
    sitting = upheld(objection="majority")
    sitting.act(ProposeMove(S, 27))
    assert kinds(sitting.act(ObjectToMove(E))) == [ObjectToMove]
    assert kinds(sitting.act(AcceptMove(W))) == [AcceptMove]
    assert kinds(sitting.act(AcceptMove(N))) == [AcceptMove, TileMoved]
    sitting = upheld(objection="majority")
    sitting.act(ProposeMove(S, 27))
    sitting.act(ObjectToMove(E))
    assert kinds(sitting.act(ObjectToMove(N))) == [ObjectToMove, TileVoided, RowsForfeited]
    accepted = upheld(objection="majority")
    accepted.act(ProposeMove(S, 27))
    accepted.act(AcceptMove(E))
    assert kinds(accepted.act(AcceptMove(N))) == [AcceptMove, TileMoved]  # W is not asked


@pytest.mark.clause("45-Q-38", "45-2P-01")
@pytest.mark.parametrize("objection", ["any", "majority"])
def test_with_two_seats_the_other_decides(objection: str) -> None:
    board = {33: (6, OTHER), 37: (6, S)}
    for answer, then in ((AcceptMove(OTHER), TileMoved), (ObjectToMove(OTHER), TileVoided)):
        sitting = noticed(lay(board, seats=2, options={"objection": objection}))
        sitting.act(ProposeMove(S, 26))
        assert kinds(sitting.act(answer))[1] is then


@pytest.mark.clause("45-Q-39")
def test_a_voided_tile_counts_neither_as_a_number_nor_as_filling() -> None:
    state = lay({33: (6, W), 44: (6, S)}, turn=W, trays={S: "02134689"})
    sitting = noticed(state, PlaceTile(S, 44, 6))
    sitting.act(DeclineMove(S))
    after = sitting.state
    assert after.forfeited == ("row-4", "column-4", "nw-se")
    assert 47 in after.legal(6) and 44 not in after.open  # it blocks its square
    filled = replace(after, board=after.board)
    for i, number in enumerate("12345789"):
        square = 41 + i
        if square != 44:
            tile = Tile(int(number), S, 10 + i)
            filled = replace(
                filled, board=(*filled.board[:square], tile, *filled.board[square + 1 :])
            )
    assert not filled.is_filled("row-4")
    assert "row-4" in filled.forfeited


@pytest.mark.clause("45-ERR-02", "45-Q-39")
def test_nobody_scores_on_forfeited_rows_but_home_rows_are_not_affected() -> None:
    """Row 3 is filled all the same, by tiles of W; W calls for it in vain, and for another well."""
    others = {s: n for s, n in zip(range(41, 49), (1, 2, 3, 4, 5, 7, 8, 0), strict=True)}
    state = lay({**{s: (n, W) for s, n in others.items()}, 33: (6, N), 37: (6, S)}, turn=W)
    sitting = noticed(state)
    sitting.act(DeclineMove(S))
    assert irregular(sitting, Call(W, "row-3")) == "45-Q-39"
    assert irregular(sitting, Call(W, "column-7")) == "45-Q-39"
    assert sitting.refusal(Call(W, "row-4")) is None
    sitting.act(Call(W, "row-4"))
    assert sitting.state.scores[W] > 45
    assert sitting.state.forfeited == ()  # until the round ends


# -- too late, or nothing left -------------------------------------------------------------------


@pytest.mark.clause("45-Q-50", "45-Q-36")
def test_where_nothing_is_left_to_put_right_nothing_follows() -> None:
    state = lay(BOARD, turn=W)
    assert remedy(state) == CorrectionOpened(S, 37, 6, (33,))
    gone = lay({33: (6, W)}, turn=W)
    assert remedy(gone, order=2) is None  # the tile itself
    assert remedy(lay({33: (5, W), 37: (6, S)}, turn=W)) is None  # what it repeated
    assert remedy(lay({37: (6, S), 33: (6, W)}, turn=W)) is None  # that was put later
    for there in ((6, N), (5, S), (6, S)):  # another tile by now, be it just like it
        assert remedy(lay({33: (6, W), 11: (1, E), 37: there}, turn=W), order=2) is None
    assert remedy(state, Call(S, "row-3")) is None


@pytest.mark.clause("45-Q-50")
def test_a_tile_is_told_from_one_just_like_it() -> None:
    """By when it was put; in another round another may have the same number."""
    assert GAME.remedy is not None
    state = lay({33: (6, W), 11: (1, E), 37: (6, S)}, turn=W)
    assert remedy(state, order=3) == CorrectionOpened(S, 37, 6, (33,))
    for order in (1, 2, 4):
        assert remedy(state, order=order) is None
    for round, found in ((1, CorrectionOpened), (2, type(None))):
        before = replace(state, placed=2, round=1)
        assert type(GAME.remedy(replace(state, round=round), ACT, before)) is found


@pytest.mark.clause("45-ERR-01")
def test_once_the_round_is_over_nothing_follows() -> None:
    state = lay({62: 8}, pouch=0, passes=3, turn=W)
    sitting = resume(replace(state, phase=Turn(W)))
    sitting.act(Pass(W))
    assert remedy(sitting.state, PlaceTile(S, 62, 8), order=1) is None
    assert not any(sitting.state.board)


def test_what_was_voided_is_not_corrected_again() -> None:
    sitting = upheld()
    sitting.act(DeclineMove(S))
    assert remedy(sitting.state) is None
    assert remedy(upheld().state) is None  # it is being corrected


@pytest.mark.parametrize(
    "phase",
    [Turn(W), Drawing(W), Holding(W, 1), Closing(W)],
    ids=lambda phase: type(phase).__name__,
)
def test_play_goes_on_where_it_stopped(phase: Any) -> None:
    state = lay(BOARD, turn=W)
    if isinstance(phase, Holding):
        state = replace(state, pouch=state.pouch - 1)
    sitting = noticed(replace(state, phase=phase))
    sitting.act(DeclineMove(S))
    assert sitting.state.phase == phase


@pytest.mark.clause("45-Q-50", "45-Q-51")
def test_one_correction_may_settle_another() -> None:
    """6 on 33, then on 37, then on 67: the last repeats only the second, which is moved away."""
    board = {33: (6, W), 37: (6, S), 67: (6, N)}
    first = noticed(lay(board, turn=E), PlaceTile(N, 67, 6))
    assert first.state.phase == Correcting(N, 67, Turn(E))
    opened = remedy(first.state, PlaceTile(S, 37, 6))
    assert opened == CorrectionOpened(S, 37, 6, (33,))
    sitting = Sitting(GAME, 4, state=GAME.evolve(first.state, opened))
    assert GAME.invariants(sitting.state) == ()
    assert sitting.awaited == (S,)
    events = sitting.act(DeclineMove(S))
    assert events[1:] == (TileVoided(S, 37, 6), RowsForfeited(ROWS), CorrectionMoot(N, 67))
    assert sitting.state.phase == Turn(E)
    assert sitting.state.board[67] == Tile(6, N, 3)


def proposed_and_disputed_elsewhere(wanted: int) -> Sitting[State]:
    """S wants its 6 on 27, and W agrees; then a 5 of N's is disputed, and moved first."""
    board = {33: (6, W), 12: (5, W), 37: (6, S), 16: (5, N)}
    first = noticed(lay(board, turn=E))
    first.act(ProposeMove(S, 27))
    first.act(AcceptMove(W))
    opened = remedy(first.state, PlaceTile(N, 16, 5))
    assert opened == CorrectionOpened(N, 16, 5, (12,))
    sitting = Sitting(GAME, 4, state=GAME.evolve(first.state, opened))
    sitting.act(ProposeMove(N, wanted))
    for seat in (S, W, E):
        sitting.act(AcceptMove(seat))
    assert of(sitting, TileMoved) == [TileMoved(N, 16, wanted, 5)]
    return sitting


@pytest.mark.clause("45-Q-37", "45-Q-51")
def test_a_square_that_another_correction_has_taken_is_named_anew() -> None:
    """Else the 6 would be laid on the 5."""
    sitting = proposed_and_disputed_elsewhere(27)
    assert sitting.state.phase == Correcting(S, 37, Turn(E))
    assert refused(sitting, AcceptMove(N)) == "45-Q-51"
    assert refused(sitting, ProposeMove(S, 27)) == "45-Q-37"
    sitting.act(ProposeMove(S, 28))
    assert sitting.awaited == (W, N, E)
    for seat in sitting.awaited:
        sitting.act(AcceptMove(seat))
    assert sitting.state.board[27] == Tile(5, N, 5)
    assert sitting.state.board[28] == Tile(6, S, 6)


@pytest.mark.clause("45-Q-51")
def test_a_square_that_is_still_free_stays_named() -> None:
    sitting = proposed_and_disputed_elsewhere(26)
    assert sitting.awaited == (N, E)
    for seat in sitting.awaited:
        sitting.act(AcceptMove(seat))
    assert of(sitting, TileMoved)[-1] == TileMoved(S, 37, 27, 6)


def test_by_default_a_tile_is_moved_and_a_move_accepted() -> None:
    assert GAME.default is not None
    sitting = upheld()
    assert GAME.default(sitting.state, S) == ProposeMove(S, 26)
    assert GAME.default(sitting.state, W) is None
    sitting.act(ProposeMove(S, 26))
    assert GAME.default(sitting.state, W) == AcceptMove(W)
    assert of(sitting, TileMoved) == []
