"""Drawing lots, laying out trays and corners; what the table may agree on."""

from typing import Any

import pytest

from ledger import ArrangementOf, OneOf, Refusal
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.board import (
    LINES,
    SEATED,
    THROUGH,
    bonus_lines,
    bordering,
    corners,
    ends,
    home,
    playable,
    slot_at,
)
from ledger.games.game_of_45.events import (
    Arrange,
    DrawTile,
    FirstSeatSet,
    LotDrawn,
    LotsTied,
    PlaceTile,
    RoundStarted,
    TileDrawn,
    TilesReturned,
)
from ledger.games.game_of_45.state import Dealing, Turn

from .table import CORNERS, OTHER, E, N, S, W, begun, deal, irregular, lay, of, refused, resume, sit

FOUR = ("502134689", "712345689", "013456789", "201346789")


# -- the board -----------------------------------------------------------------------------------


@pytest.mark.clause("45-CMP-01", "45-OBJ-01", "45-SET-04")
def test_a_hundred_squares_and_a_home_row_before_each_seat() -> None:
    assert [home(4, seat) for seat in (S, W, N, E)] == [
        tuple(range(90, 100)),
        tuple(range(0, 100, 10)),
        tuple(range(9, -1, -1)),
        tuple(range(99, 0, -10)),
    ]
    assert [corners(4, seat) for seat in (S, W, N, E)] == [(99,), (90,), (0,), (9,)]


@pytest.mark.clause("45-SET-07")
def test_a_left_corner_is_the_right_corner_of_who_plays_next() -> None:
    for seat in range(4):
        assert (home(4, seat)[0],) == corners(4, (seat + 1) % 4)


@pytest.mark.clause("45-SET-04", "45-SCR-05")
@pytest.mark.parametrize("i", range(1, 9))
def test_slots_stand_for_squares_as_the_page_says(i: int) -> None:
    assert [slot_at(4, square) for square in (90 + i, 10 * i, 9 - i, 10 * (9 - i) + 9)] == [
        (S, i),
        (W, i),
        (N, i),
        (E, i),
    ]
    assert ends(4, f"column-{i}") == ((N, 9 - i), (S, i))  # type: ignore[arg-type]
    assert ends(4, f"row-{i}") == ((W, i), (E, 9 - i))  # type: ignore[arg-type]


@pytest.mark.clause("45-Q-09", "45-OBJ-02", "45-2P-01", "45-Q-36")
def test_what_is_played_on_and_what_can_be_called() -> None:
    assert len(playable(4)) == 64
    assert all(1 <= s // 10 <= 8 and 1 <= s % 10 <= 8 for s in playable(4))
    assert len(bonus_lines(4)) == 18
    assert len(playable(2)) == 80
    assert len(bonus_lines(2)) == 20
    assert {"row-0", "row-9", "column-0", "column-9"} == {*LINES} - {*bonus_lines(4)}
    assert {"row-0", "row-9"} == {*LINES} - {*bonus_lines(2)}
    assert ends(2, "column-3") == ((OTHER, 6), (S, 3))
    assert ends(2, "row-4") == ends(2, "column-0") == ends(4, "nw-se") == ()


def test_every_square_lies_on_a_row_a_column_and_perhaps_a_diagonal() -> None:
    assert THROUGH[37] == {"row-3", "column-7"}
    assert THROUGH[33] == {"row-3", "column-3", "nw-se"}
    assert THROUGH[36] == {"row-3", "column-6", "ne-sw"}
    assert LINES["nw-se"] == (0, 11, 22, 33, 44, 55, 66, 77, 88, 99)
    assert LINES["ne-sw"] == (9, 18, 27, 36, 45, 54, 63, 72, 81, 90)


@pytest.mark.clause("45-Q-37")
def test_eight_squares_border_on_one_or_four() -> None:
    assert bordering(37, four=False) == (26, 27, 28, 36, 38, 46, 47, 48)
    assert bordering(37, four=True) == (27, 36, 38, 47)
    assert bordering(0, four=False) == (1, 10, 11)


# -- lots ----------------------------------------------------------------------------------------


@pytest.mark.clause("45-SET-01")
def test_the_highest_number_goes_first_and_all_tiles_go_back() -> None:
    sitting = sit(4, 4, 9, 7, 1)
    assert [lot.number for lot in of(sitting, LotDrawn)] == [4, 9, 7, 1]
    assert of(sitting, FirstSeatSet) == [FirstSeatSet(W)]
    assert of(sitting, RoundStarted) == [RoundStarted(1, W)]
    assert (sitting.state.pouch, sitting.state.phase) == (100, Dealing(W))


@pytest.mark.clause("45-Q-07")
def test_those_who_tie_draw_again_from_a_full_pouch() -> None:
    sitting = sit(4, 9, 9, 3, 1)
    assert of(sitting, LotsTied) == [LotsTied((S, W))]
    assert (sitting.state.pouch, sitting.awaits_draw) == (100, True)
    sitting.draw(2)
    sitting.draw(2)
    assert of(sitting, LotsTied)[-1] == LotsTied((S, W))
    sitting.draw(0)
    sitting.draw(8)
    assert of(sitting, FirstSeatSet) == [FirstSeatSet(W)]


# -- laying out ----------------------------------------------------------------------------------


@pytest.mark.clause("45-SET-02", "45-SET-07", "45-TRN-01", "45-CMP-01", "45-Q-02")
def test_each_draws_nine_clockwise_and_the_first_then_draws() -> None:
    sitting = sit(4, 4, 1, 7, 9)  # E is first
    assert refused(sitting, Arrange(E, (5,), (0,) * 8)) == "45-SET-02"
    deal(sitting, *FOUR)
    state = sitting.state
    assert state.phase == Turn(E)
    assert sitting.awaited == (E,)
    assert state.pouch == 100 - 36
    order = [event.seat for event in of(sitting, TileDrawn)]
    assert order == [E] * 9 + [S] * 9 + [W] * 9 + [N] * 9
    assert {event.turn for event in of(sitting, TileDrawn)} == {0}
    assert [tile.number for square in (9, 99, 90, 0) if (tile := state.board[square])] == [
        5,
        7,
        0,
        2,
    ]


@pytest.mark.clause("45-SET-03", "45-SET-05", "45-Q-48")
def test_nothing_that_is_laid_out_is_laid_out_again() -> None:
    sitting = resume(lay())
    tray = (2, 0, 1, 3, 4, 6, 8, 9)
    assert refused(sitting, Arrange(S, (5,), tray)) == "45-SET-03"
    assert not {"reorder", "move_corner"} & {kind.__name__.lower() for kind in GAME.actions}


@pytest.mark.clause("45-SET-02", "45-Q-05")
def test_just_what_was_drawn_is_laid_out_in_any_order() -> None:
    sitting = sit(4, 9, 1, 1, 1, *map(int, "502134689"))
    tray = (2, 0, 1, 3, 4, 6, 8, 9)
    assert refused(sitting, Arrange(S, (5,), tray)) is None
    assert refused(sitting, Arrange(S, (2,), (5, 0, 1, 3, 4, 6, 8, 9))) is None
    assert refused(sitting, Arrange(S, (7,), tray)) == "45-SET-02"
    assert refused(sitting, Arrange(S, (5,), (2, 2, 1, 3, 4, 6, 8, 9))) == "45-SET-02"
    assert refused(sitting, Arrange(S, (5,), tray[:7])) == "45-SET-02"
    many = Arrange(S, (5, 2), (0, 1, 3, 4, 6, 8, 9))
    assert sitting.refusal(many) == Refusal("45-SET-02", "one tile goes on the corner")
    assert refused(sitting, Arrange(W, (5,), tray)) == "45-SET-07"
    early = Refusal("45-TRN-01", "not all trays are laid out yet")
    assert sitting.refusal(DrawTile(S)) == early
    assert refused(sitting, Arrange(4, (5,), tray)) == "HOUSE-01"


@pytest.mark.clause("45-SET-06")
def test_the_corners_all_differ() -> None:
    """0 and 7 lie on corners; of these nine only 3 and 5 can."""
    sitting = sit(4, 1, 1, 9, 1)
    deal(sitting, "012345678", "712345678")
    for number in map(int, "077035077"):
        sitting.draw(number)
    rest = {0: (7, 7, 0, 3, 5, 0, 7, 7), 3: (0, 7, 7, 0, 5, 0, 7, 7)}
    assert refused(sitting, Arrange(S, (0,), rest[0])) == "45-SET-06"
    assert refused(sitting, Arrange(S, (7,), (0, 7, 0, 3, 5, 0, 7, 7))) == "45-SET-06"
    assert refused(sitting, Arrange(S, (3,), rest[3])) is None
    offered = [choice.fields["corners"] for choice in sitting.legal(S)]
    assert offered == [OneOf(((3,),)), OneOf(((5,),))]
    assert sitting.legal(S)[0].fields["tray"] == ArrangementOf((0, 0, 0, 5, 7, 7, 7, 7), 8)


@pytest.mark.clause("45-Q-06")
def test_who_can_lay_no_corner_draws_nine_others() -> None:
    sitting = sit(4, 1, 1, 9, 1)
    deal(sitting, "012345689", "712345689")
    for number in map(int, "077007700"):
        sitting.draw(number)
    assert of(sitting, TilesReturned) == [TilesReturned(S)]
    assert (sitting.state.phase, sitting.state.pouch, sitting.awaits_draw) == (
        Dealing(S),
        100 - 18,
        True,
    )


@pytest.mark.clause("45-Q-05", "45-Q-06")
def test_the_tile_drawn_last_may_have_to_be_the_corner() -> None:
    sitting = sit(4, 1, 1, 9, 1, corner="last_drawn")
    for number in map(int, "123456780"):
        sitting.draw(number)
    tray = (1, 2, 3, 4, 5, 6, 7, 8)
    assert refused(sitting, Arrange(N, (1,), (0, *tray[1:]))) == "45-Q-05"
    assert [choice.fields["corners"] for choice in sitting.legal(N)] == [OneOf(((0,),))]
    sitting.act(Arrange(N, (0,), tray))
    for number in map(int, "123456780"):
        sitting.draw(number)
    assert of(sitting, TilesReturned) == [TilesReturned(E)]


# -- two seats -----------------------------------------------------------------------------------


@pytest.mark.clause("45-2P-01", "45-2P-02")
def test_two_sit_face_to_face_and_draw_ten_for_two_corners_each() -> None:
    assert SEATED[2] == ("S", "N")
    sitting = sit(2, 4, 3)
    deal(sitting, "5702134689", "0213456789")
    state = sitting.state
    assert (state.pouch, len(state.open), state.phase) == (80, 80, Turn(S))
    assert [tile.number for square in (99, 90, 0, 9) if (tile := state.board[square])] == [
        5,
        7,
        0,
        2,
    ]
    assert state.corner_numbers() == tuple(n for seat in CORNERS[2] for n in seat)


@pytest.mark.clause("45-Q-45", "45-SET-06", "45-2P-02")
def test_two_seats_corners_all_differ() -> None:
    sitting = sit(2, 4, 3)
    deal(sitting, "5701234689")
    for number in map(int, "5577001122"):
        sitting.draw(number)
    tray = (5, 5, 7, 7, 1, 1, 2, 2)
    assert refused(sitting, Arrange(OTHER, (0, 0), tray)) == "45-Q-45"
    assert refused(sitting, Arrange(OTHER, (5, 0), (5, 7, 7, 0, 1, 1, 2, 2))) == "45-SET-06"
    few = Arrange(OTHER, (0,), (0, *tray[1:]))
    assert sitting.refusal(few) == Refusal("45-2P-02", "two tiles go on the corners")
    assert refused(sitting, Arrange(OTHER, (2, 0), (5, 5, 7, 7, 0, 1, 1, 9))) == "45-2P-02"
    assert refused(sitting, Arrange(OTHER, (2, 0), (5, 5, 7, 7, 0, 1, 1, 2))) is None
    offered = [choice.fields["corners"] for choice in sitting.legal(OTHER)]
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert offered == [OneOf((pair, pair[::-1])) for pair in pairs]


@pytest.mark.clause("45-Q-45", "45-Q-05")
def test_two_seats_that_cannot_lay_two_corners_draw_ten_others() -> None:
    sitting = sit(2, 4, 3)
    deal(sitting, "5701234689")
    for number in map(int, "5577775550"):
        sitting.draw(number)
    assert of(sitting, TilesReturned) == [TilesReturned(OTHER)]
    last = sit(2, 4, 3, *map(int, "1234567899"), corner="last_drawn")
    assert of(last, TilesReturned) == [TilesReturned(S)]
    for number in map(int, "1234567809"):
        last.draw(number)
    assert [choice.fields["corners"] for choice in last.legal(S)] == [OneOf(((0, 9),))]


# -- options -------------------------------------------------------------------------------------


@pytest.mark.clause("45-Q-34")
@pytest.mark.parametrize("seats", [0, 1, 3, 5])
def test_two_play_or_four(seats: int) -> None:
    assert begun(seats) == Refusal("45-Q-34", "two or four play")
    assert list(GAME.seats) == [2, 4]
    action = PlaceTile(7, 33, 1)
    assert GAME.check(lay(), action) == Refusal("45-Q-34", "there is no such seat at this table")


@pytest.mark.clause("45-Q-02", "45-Q-18", "45-Q-19")
@pytest.mark.parametrize(
    ("option", "outside", "inside", "clause"),
    [
        ("tiles_per_digit", (3, 21, -1), (4, 20), "45-Q-02"),
        ("empty_pouch_turns", (0, 10_000), (1, 9999), "45-Q-18"),
        ("max_turns_per_round", (0, 10_000), (1, 9999), "45-Q-19"),
        ("max_rounds", (3, 1000), (4, 999), "45-Q-19"),
    ],
)
def test_numbers_have_bounds(
    option: str, outside: tuple[int, ...], inside: tuple[int, ...], clause: str
) -> None:
    for value in outside:
        refusal = begun(4, **{option: value})
        assert (
            isinstance(refusal, Refusal) and refusal.clause == clause and option in refusal.reason
        )
    for value in inside:
        assert not isinstance(begun(4, **{option: value}), Refusal)


@pytest.mark.clause("45-Q-02")
@pytest.mark.parametrize("many", [4, 10, 20])
def test_so_many_tiles_of_each_number(many: int) -> None:
    sitting = sit(4, tiles_per_digit=many)
    assert sitting.state.pouch + len(of(sitting, LotDrawn)) == 10 * many
    assert sitting.state.tiles.count(7) == many


@pytest.mark.parametrize(
    "options",
    [
        {"two_opponent_bonus": 35},
        {"end": "target45"},
        {"corner": "ninth"},
        {"enforcement": "strict"},
    ],
)
def test_other_options_are_not_there(options: dict[str, Any]) -> None:
    from ledger import InvalidOption

    with pytest.raises(InvalidOption):
        GAME.choose(options)


def test_a_board_laid_by_hand_is_irregular_where_it_should_be() -> None:
    """The helpers of these tests do what they say."""
    sitting = resume(lay({33: 6}))
    sitting.act(DrawTile(S))
    sitting.draw(6)
    assert irregular(sitting, PlaceTile(S, 37, 6)) == "45-LEG-01"
