"""A turn: draw and place, trade, put aside, swap, pass; and the 45 rule."""

import pytest
from msgspec.structs import replace

from ledger import OneOf
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.events import (
    Arrange,
    DrawTile,
    Pass,
    PlaceTile,
    PutAside,
    SwapTile,
    TileDrawn,
    TileKept,
    TilePlaced,
    TilePutAside,
    TileTaken,
    TradeTile,
)
from ledger.games.game_of_45.state import Holding, Slot, State, Tile, Turn

from .table import (
    E,
    N,
    S,
    W,
    drawn,
    irregular,
    kinds,
    lay,
    number_at,
    of,
    phase_of,
    place,
    refused,
    resume,
    row,
    sit,
    swap,
    tray,
)

SIX = {33: 6}


# -- option 1 ------------------------------------------------------------------------------------


@pytest.mark.clause("45-TRN-01", "45-TRN-02")
def test_a_drawn_tile_goes_on_an_open_square() -> None:
    sitting = resume(lay(SIX))
    pouch = sitting.state.pouch
    assert refused(sitting, PlaceTile(S, 45, 6)) == "45-TRN-01"
    sitting.act(DrawTile(S))
    assert sitting.awaits_draw
    sitting.draw(6)
    assert phase_of(sitting) == Holding(S, 6)
    assert sitting.state.pouch == pouch - 1
    assert refused(sitting, PlaceTile(S, 45, 5)) == "45-TRN-02"  # another number than drawn
    assert refused(sitting, PlaceTile(S, 33, 6)) == "45-TRN-02"  # there is a tile
    assert refused(sitting, PlaceTile(W, 45, 6)) == "45-TRN-01"
    assert refused(sitting, DrawTile(S)) == "45-TRN-01"
    events = sitting.act(PlaceTile(S, 45, 6))
    turn = sitting.state.turns
    assert events == (PlaceTile(S, 45, 6), TilePlaced(S, 6, None, turn, 45))
    assert sitting.state.board[45] == Tile(6, S, 2)
    assert phase_of(sitting) == Turn(W)
    assert tray(sitting, S) == "02134689"


@pytest.mark.clause("45-TRN-01")
@pytest.mark.parametrize("act", [DrawTile(W), SwapTile(W, 33, 1, 0), Pass(W)])
def test_while_one_seat_holds_a_tile_no_other_begins_a_turn(
    act: DrawTile | SwapTile | Pass,
) -> None:
    sitting = resume(lay(SIX))
    drawn(sitting, 6)
    refusal = sitting.refusal(act)
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("45-TRN-01", "it is another seat's turn")


@pytest.mark.clause("45-TRN-05", "45-SET-07", "45-TRN-01")
def test_turns_go_round_clockwise() -> None:
    sitting = resume(lay())
    seats: list[int] = []
    for number, square in enumerate((11, 12, 13, 14, 15), 1):
        seats += sitting.awaited
        place(sitting, number, square)
    assert seats == [S, W, N, E, S]
    assert of(sitting, TileDrawn)[-1].turn == 8 + 5


@pytest.mark.clause("45-SET-04", "45-Q-09", "45-SET-05", "45-CMP-01")
@pytest.mark.parametrize(
    ("clause", "squares"),
    [
        ("45-SET-05", (0, 9, 90, 99)),
        ("45-SET-04", (5, 95, 50, 59)),
        ("45-CMP-01", (-1, 100, 10**9)),
    ],
)
def test_home_rows_and_corners_are_not_played_on(clause: str, squares: tuple[int, ...]) -> None:
    for square in squares:
        sitting = resume(lay(SIX))
        assert refused(sitting, SwapTile(S, square, 1, 0)) == clause
        drawn(sitting, 6)
        assert refused(sitting, PlaceTile(S, square, 6)) == clause
        assert refused(sitting, TradeTile(S, 1, square, 0)) == clause
        assert refused(sitting, SwapTile(S, square, 1, 0)) == "45-Q-16"


# -- the 45 rule ---------------------------------------------------------------------------------


@pytest.mark.clause("45-LEG-01", "45-LEG-02", "45-Q-35")
@pytest.mark.parametrize("square", [37, 73, 66, 55])
def test_no_number_repeats_in_a_row_a_column_or_a_diagonal(square: int) -> None:
    sitting = resume(lay(SIX))
    drawn(sitting, 6)
    assert irregular(sitting, PlaceTile(S, square, 6)) == "45-LEG-01"
    (choice,) = [choice for choice in sitting.legal(S) if choice.kind == "place_tile"]
    assert not choice.contains(PlaceTile(S, square, 6))


@pytest.mark.clause("45-LEG-01")
@pytest.mark.parametrize("square", [45, 24])
def test_elsewhere_it_is_legal(square: int) -> None:
    sitting = resume(lay(SIX))
    drawn(sitting, 6)
    assert sitting.refusal(PlaceTile(S, square, 6)) is None


def test_a_refusal_names_the_tile_that_is_repeated_and_the_row() -> None:
    sitting = resume(lay({33: 6, 72: 6}))
    drawn(sitting, 6)
    refusal = sitting.refusal(PlaceTile(S, 73, 6))
    assert refusal is not None
    assert refusal.reason == "a 6 on 73 repeats the 6 on 33 (column-3) and 72 (row-7)"
    assert GAME.fault is not None
    assert GAME.fault(sitting.state, PlaceTile(S, 73, 6)) == refusal
    eight = GAME.fault(lay({33: 8}), PlaceTile(S, 73, 8))
    assert eight is not None and eight.reason == "an 8 on 73 repeats the 8 on 33 (column-3)"


@pytest.mark.clause("45-Q-10", "45-LEG-01")
def test_corners_count_on_the_diagonals() -> None:
    """NW 0, NE 2, SE 5, SW 7."""
    for number, square in ((0, 11), (5, 88), (0, 77), (2, 18), (7, 45)):
        sitting = resume(lay())
        drawn(sitting, number)
        assert irregular(sitting, PlaceTile(S, square, number)) == "45-LEG-01"
    sitting = resume(lay())
    drawn(sitting, 0)
    assert sitting.refusal(PlaceTile(S, 12, 0)) is None  # no row inside holds a corner


@pytest.mark.clause("45-Q-10", "45-2P-01")
def test_with_two_seats_corners_count_on_the_edges_too() -> None:
    """NW 0 and SW 7 in column 0, NE 2 and SE 5 in column 9."""
    for number, square in ((0, 40), (7, 40), (2, 49), (5, 49)):
        sitting = resume(lay(seats=2))
        drawn(sitting, number)
        assert irregular(sitting, PlaceTile(S, square, number)) == "45-LEG-01"
    sitting = resume(lay(seats=2))
    drawn(sitting, 2)
    assert sitting.refusal(PlaceTile(S, 40, 2)) is None
    assert refused(sitting, PlaceTile(S, 4, 2)) == "45-SET-04"


@pytest.mark.clause("45-LEG-05", "45-LEG-06", "45-Q-11")
def test_home_rows_forbid_nothing() -> None:
    """Slot 3 of S is 1, and so a 1 in column 3 spoils it for a bonus; it is legal."""
    sitting = resume(lay())
    drawn(sitting, 1)
    assert sitting.refusal(PlaceTile(S, 53, 1)) is None
    sitting.act(PlaceTile(S, 53, 1))
    assert tray(sitting, S) == "02134689"


@pytest.mark.clause("45-LEG-03")
def test_any_order_will_do() -> None:
    for numbers in ("24567890", "98765402"):
        state = lay(row("column-3", numbers))
        assert state.is_filled("column-3")
        assert sorted(state.numbers("column-3")) == [0, 2, 4, 5, 6, 7, 8, 9]


# -- option 2 ------------------------------------------------------------------------------------


@pytest.mark.clause("45-TRN-03", "45-Q-03", "45-Q-04", "45-SET-03")
def test_a_drawn_tile_is_traded_for_one_of_the_tray() -> None:
    """Slot 2 is 2, a 9 is drawn: the 9 stands there now, and all see the 2."""
    sitting = resume(lay(trays={S: "02134689"}))
    drawn(sitting, 9)
    assert refused(sitting, TradeTile(S, 2, 25, 9)) == "45-TRN-03"
    assert refused(sitting, TradeTile(S, 0, 25, 2)) == "45-CMP-01"
    assert refused(sitting, TradeTile(S, 9, 25, 2)) == "45-CMP-01"
    turn = sitting.state.turns + 1
    events = sitting.act(TradeTile(S, 2, 25, 2))
    assert events[1:] == (TileKept(S, 2), TilePlaced(S, 2, 2, 0, 25))
    assert tray(sitting, S) == "09134689"
    assert sitting.state.slot(S, 2) == Slot(9, turn)
    assert number_at(sitting, 25) == 2


@pytest.mark.clause("45-TRN-03", "45-LEG-01")
def test_the_traded_tile_keeps_the_45_rule() -> None:
    sitting = resume(lay({33: 2}))
    drawn(sitting, 9)
    assert irregular(sitting, TradeTile(S, 2, 37, 2)) == "45-LEG-01"
    assert refused(sitting, TradeTile(S, 2, 33, 2)) == "45-TRN-02"


# -- aside ---------------------------------------------------------------------------------------

SEVENS = {i * 11: 7 for i in range(1, 8)}  # on the diagonal nw-se; no 7 lies at its ends


def sevens(*more: int) -> State:
    """A 7 in rows 1 to 7 and columns 1 to 7; and on these squares as well.

    The corner SW is 4 here, so that ne-sw is free of 7s.
    """
    corner = ((5,), (4,), (0,), (2,))
    trays = {S: "01236789", N: "44556688"}
    return lay({**SEVENS, **dict.fromkeys(more, 7)}, corner=corner, trays=trays)


@pytest.mark.clause("45-LEG-04", "45-Q-12", "45-Q-13")
def test_what_fits_nowhere_goes_aside_and_the_next_seat_is_on() -> None:
    """Row 8 and column 8 are left, and their crossing lies on the diagonal of the 7s."""
    sitting = resume(sevens())
    assert sitting.state.legal(7) == ()
    drawn(sitting, 7)
    assert {choice.kind for choice in sitting.legal(S)} == {"put_aside", "trade_tile"}
    turn = sitting.state.turns + 1
    events = sitting.act(PutAside(S, 7))
    assert events[1:] == (TilePutAside(S, 7, None, turn),)
    assert sitting.state.aside == (7,)
    assert phase_of(sitting) == Turn(W)
    pouch = sitting.state.pouch
    place(sitting, 1, 12)
    assert (sitting.state.aside, sitting.state.pouch) == ((7,), pouch - 1)


@pytest.mark.clause("45-LEG-04", "45-Q-12")
def test_with_one_legal_square_nothing_goes_aside() -> None:
    six = lay({12: 7, 21: 7, 34: 7, 43: 7, 56: 7, 65: 7, 78: 7}, corner=((5,), (4,), (0,), (2,)))
    assert six.legal(7) == (87,)
    sitting = resume(six)
    drawn(sitting, 7)
    assert refused(sitting, PutAside(S, 7)) == "45-LEG-04"
    assert refused(sitting, PutAside(S, 6)) == "45-TRN-02"
    (choice,) = [choice for choice in sitting.legal(S) if choice.kind == "place_tile"]
    assert choice.fields["square"] == OneOf((87,))
    assert not any(choice.kind == "put_aside" for choice in sitting.legal(S))


@pytest.mark.clause("45-Q-12")
def test_a_traded_tile_that_fits_nowhere_goes_aside_too() -> None:
    """Slot 6 of S is 7: it goes aside, and the 3 that was drawn stays."""
    sitting = resume(sevens())
    assert tray(sitting, S) == "01236789"
    drawn(sitting, 3)
    assert refused(sitting, PutAside(S, 3, 6)) == "45-TRN-03"
    assert refused(sitting, PutAside(S, 0, 1)) == "45-LEG-04"
    assert PutAside(S, 7, 6) in [choice.sample(lambda n: 0) for choice in sitting.legal(S)]
    events = sitting.act(PutAside(S, 7, 6))
    assert events[1:] == (TileKept(S, 6), TilePutAside(S, 7, 6, 0))
    assert (tray(sitting, S), sitting.state.aside) == ("01236389", (7,))


@pytest.mark.clause("45-Q-12")
def test_or_only_a_drawn_tile_does() -> None:
    state = sevens()
    sitting = resume(replace(state, options=replace(state.options, aside_traded=False)))
    drawn(sitting, 3)
    assert refused(sitting, PutAside(S, 7, 6)) == "45-Q-12"
    assert not any(choice.kind == "put_aside" for choice in sitting.legal(S))
    other = resume(replace(state, options=replace(state.options, aside_traded=False)))
    drawn(other, 7)
    assert refused(other, PutAside(S, 7)) is None


def test_a_tile_aside_cannot_be_put_aside_without_drawing() -> None:
    sitting = resume(sevens())
    assert refused(sitting, PutAside(S, 7, 6)) == "45-TRN-01"


# -- option 3 ------------------------------------------------------------------------------------


@pytest.mark.clause("45-TRN-04", "45-Q-04", "45-Q-15")
def test_a_tile_of_the_board_and_one_of_the_tray_change_places() -> None:
    """8 on 62, slot 5 is 4: then 4 on 62, slot 5 is 8, and the pouch is as it was."""
    sitting = resume(lay({62: (8, W)}))
    pouch = sitting.state.pouch
    assert tray(sitting, S)[4] == "4"
    events = sitting.act(SwapTile(S, 62, 5, 4))
    assert events[1:] == (TileTaken(S, 62, 8, 5), TilePlaced(S, 4, 5, 0, 62))
    assert (tray(sitting, S), sitting.state.pouch) == ("02138689", pouch)
    assert sitting.state.board[62] == Tile(4, S, 2)
    assert sitting.state.slot(S, 5) == Slot(8, None)
    assert phase_of(sitting) == Turn(W)


@pytest.mark.clause("45-TRN-04", "45-SET-05", "45-Q-17", "45-CMP-01")
def test_corners_and_what_is_not_there_are_not_taken() -> None:
    sitting = resume(lay({62: 8}))
    assert refused(sitting, SwapTile(S, 99, 5, 4)) == "45-SET-05"
    assert refused(sitting, SwapTile(S, 63, 5, 4)) == "45-TRN-04"
    assert refused(sitting, SwapTile(S, 62, 9, 4)) == "45-CMP-01"
    assert refused(sitting, SwapTile(S, 62, 5, 3)) == "45-TRN-04"
    assert refused(sitting, SwapTile(W, 62, 1, 0)) == "45-TRN-01"
    empty = resume(lay())
    assert refused(empty, SwapTile(S, 62, 5, 4)) == "45-Q-17"
    assert [choice.kind for choice in empty.legal(S)] == ["draw_tile"]


@pytest.mark.clause("45-Q-14")
def test_a_tile_is_not_swapped_for_its_own_number() -> None:
    """Slot 7 of S is 8."""
    for same in (False, True):
        sitting = resume(lay({62: 8}, options={"same_number_swap": same}))
        assert (refused(sitting, SwapTile(S, 62, 7, 8)) is None) is same
        offered = any(choice.contains(SwapTile(S, 62, 7, 8)) for choice in sitting.legal(S))
        assert offered is same


@pytest.mark.clause("45-Q-15", "45-LEG-01")
def test_a_swap_keeps_the_45_rule_with_the_taken_tile_gone() -> None:
    sitting = resume(lay({62: 8, 65: 4}))
    assert irregular(sitting, SwapTile(S, 62, 5, 4)) == "45-LEG-01"
    assert sitting.refusal(SwapTile(S, 65, 5, 4)) is not None  # the same number
    assert sitting.refusal(SwapTile(S, 65, 4, 3)) is None
    same = resume(lay({62: 8, 65: 8}, options={"same_number_swap": True}))
    assert irregular(same, SwapTile(S, 62, 7, 8)) == "45-LEG-01"
    assert not any(choice.contains(SwapTile(S, 62, 7, 8)) for choice in same.legal(S))


@pytest.mark.clause("45-Q-15", "45-ERR-02")
def test_a_tile_that_does_not_count_is_not_taken() -> None:
    state = lay({62: 8})
    tile = state.board[62]
    assert tile is not None
    board = (*state.board[:62], replace(tile, voided=True), *state.board[63:])
    rows = ("row-6", "column-2")
    sitting = resume(replace(state, board=board, forfeited=rows))
    assert refused(sitting, SwapTile(S, 62, 5, 4)) == "45-Q-15"
    assert [choice.kind for choice in sitting.legal(S)] == ["draw_tile"]


@pytest.mark.clause("45-Q-16")
def test_who_has_drawn_does_not_swap() -> None:
    sitting = resume(lay({62: 8}))
    drawn(sitting, 1)
    assert refused(sitting, SwapTile(S, 62, 5, 4)) == "45-Q-16"


@pytest.mark.clause("45-LEG-05", "45-Q-48", "45-SET-03")
def test_trades_and_swaps_change_one_slot_and_one_square_each() -> None:
    sitting = resume(lay({62: 8, 13: 1}))
    before = sitting.state
    swap(sitting, 62, 5)
    drawn(sitting, 5)
    sitting.act(TradeTile(W, 8, 45, 3))
    after = sitting.state
    for seat, slots in ((S, {5}), (W, {8}), (N, set[int]()), (E, set[int]())):
        changed = {
            slot for slot in range(1, 9) if before.slot(seat, slot) != after.slot(seat, slot)
        }
        assert changed == slots
    moved = {i for i in range(100) if before.board[i] != after.board[i]}
    assert moved == {62, 45}


# -- passing -------------------------------------------------------------------------------------


@pytest.mark.clause("45-Q-46", "45-Q-18", "45-TRN-02")
def test_a_seat_passes_only_when_the_pouch_is_empty() -> None:
    assert refused(resume(lay()), Pass(S)) == "45-Q-46"
    empty = resume(lay({62: 8}, pouch=0))
    assert refused(empty, DrawTile(S)) == "45-Q-18"
    assert kinds(empty.act(Pass(S))) == [Pass]
    assert empty.awaited == (W,)
    held = resume(lay())
    drawn(held, 1)
    assert refused(held, Pass(S)) == "45-TRN-02"


@pytest.mark.clause("45-Q-18")
def test_with_an_empty_pouch_one_may_swap_or_pass() -> None:
    empty = resume(lay({62: 8}, pouch=0))
    assert {choice.kind for choice in empty.legal(S)} == {"swap_tile", "pass"}


# -- what the host does --------------------------------------------------------------------------


def test_by_default_a_seat_draws_and_places() -> None:
    assert GAME.default is not None
    sitting = resume(lay({62: 8}))
    assert GAME.default(sitting.state, S) == DrawTile(S)
    assert GAME.default(sitting.state, W) is None
    drawn(sitting, 8)
    act = GAME.default(sitting.state, S)
    assert act == PlaceTile(S, sitting.state.legal(8)[0], 8)
    assert GAME.default(lay({62: 8}, pouch=0), S) == Pass(S)
    aside = resume(sevens())
    drawn(aside, 7)
    assert GAME.default(aside.state, S) == PutAside(S, 7)


def test_by_default_tiles_are_laid_out_as_drawn() -> None:
    assert GAME.default is not None
    sitting = sit(4, 9, 1, 1, 1, *map(int, "524136895"))
    assert GAME.default(sitting.state, S) == Arrange(S, (5,), (5, 2, 4, 1, 3, 6, 8, 9))
    taken = sit(4, 9, 1, 1, 1, *map(int, "524136895"), *map(int, "001122345"))
    taken.act(Arrange(S, (5,), (5, 2, 4, 1, 3, 6, 8, 9)))
    assert GAME.default(taken.state, W) == Arrange(W, (4,), (0, 0, 1, 1, 2, 2, 3, 5))
    two = sit(2, 9, 1, *map(int, "5541368955"))
    assert GAME.default(two.state, S) == Arrange(S, (5, 9), (5, 5, 4, 1, 3, 6, 8, 5))
