"""The worked scenarios, each with its own numbers."""

import pytest

from ledger import Hidden
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.calling import has_home
from ledger.games.game_of_45.events import (
    AcceptMove,
    Arrange,
    BonusScored,
    Call,
    DrawTile,
    HomeRowScored,
    HomeRowShown,
    LotsTied,
    Pass,
    PlaceTile,
    ProposeMove,
    PutAside,
    RoundDied,
    SwapTile,
    TileMoved,
    TradeTile,
)
from ledger.games.game_of_45.state import Scoring, State
from ledger.testing import Sitting

from .table import (
    HOMES,
    E,
    N,
    S,
    W,
    book,
    called,
    deal,
    drawn,
    irregular,
    lay,
    number_at,
    of,
    opened,
    place,
    put,
    refused,
    resume,
    row,
    sit,
    swap,
    tray,
)

FOUR = ("502134689", "712345689", "013456789", "201346789")
BONUS = "24567890"


def test_s_01_the_highest_goes_first() -> None:
    sitting = sit(4, 4, 9, 7, 1)
    assert (sitting.state.first, sitting.state.pouch) == (W, 100)
    assert of(sit(4, 9, 9, 3, 1), LotsTied) == [LotsTied((S, W))]


def test_s_02_36_tiles_are_drawn_to_begin_with() -> None:
    sitting = sit(4, 9, 1, 1, 1)
    deal(sitting, *FOUR)
    assert sitting.state.pouch == 64


def test_s_03_a_corner_repeats_no_other() -> None:
    """NW 0 and SW 7 lie there; the seat has 0 7 7 0 3 5 0 7 7."""
    sitting = sit(4, 1, 9, 1, 1)  # W is first, then N, then E
    deal(sitting, "712345689", "013456789")
    hand = [0, 7, 7, 0, 3, 5, 0, 7, 7]
    for number in hand:
        sitting.draw(number)
    for corner, clause in ((0, "45-SET-06"), (7, "45-SET-06"), (3, None), (5, None)):
        rest = list(hand)
        rest.remove(corner)
        assert refused(sitting, Arrange(E, (corner,), tuple(rest))) == clause


def test_s_04_a_home_row_is_eight_tiles_and_two_corners() -> None:
    """7, then 0 2 1 3 4 6 8 9, then 5."""
    state = lay()
    assert state.home_numbers(S) == (7, 0, 2, 1, 3, 4, 6, 8, 9, 5)
    assert has_home(state, S)


@pytest.mark.parametrize("seat", [S, W, N, E])
def test_s_05_what_each_seat_needs(seat: int) -> None:
    needs = {S: "01234689", W: "12345689", N: "13456789", E: "01346789"}
    assert sorted(HOMES[seat]) == sorted(needs[seat])
    assert has_home(lay(trays={seat: needs[seat]}, turn=S), seat)


@pytest.mark.parametrize("square", [37, 73, 66, 55])
def test_s_06_a_6_beside_a_6(square: int) -> None:
    sitting = resume(lay({33: 6}))
    drawn(sitting, 6)
    assert irregular(sitting, PlaceTile(S, square, 6)) == "45-LEG-01"


@pytest.mark.parametrize("square", [45, 24])
def test_s_07_a_6_out_of_sight_of_it(square: int) -> None:
    sitting = resume(lay({33: 6}))
    place(sitting, 6, square)
    assert number_at(sitting, square) == 6


def test_s_09_a_1_at_ones_own_1() -> None:
    """Slot 3 of S is 1: column 3 cannot be a 45 while both are there."""
    sitting = resume(lay())
    place(sitting, 1, 53)
    state = lay(row("column-3", "24567891"), trays={N: "44556377"})
    (scored,) = of(called(state, "column-3"), BonusScored)
    assert (scored.missing, scored.points) == ((0,), 45)  # 45 less 0, and no 20


def test_s_10_a_trade() -> None:
    """Slot 2 is 2, a 9 is drawn: slot 2 is 9, and others see the 2 on 25, not the 9."""
    with book() as ledger:
        match = opened(ledger)
        match.act(DrawTile(S))
        match.draw(9, S)
        match.act(TradeTile(S, 2, 25, 2))
        for who in (W, N, E, "spectator"):
            view = match.view(who)
            assert isinstance(view.slot(S, 2).number, Hidden)
            assert view.board[25].number == 2
        assert [slot.number for slot in match.view(S).trays[S]] == [0, 9, 1, 3, 4, 6, 8, 9]


def test_s_11_a_swap() -> None:
    sitting = resume(lay({62: 8}))
    pouch = sitting.state.pouch
    assert tray(sitting, S)[4] == "4"
    swap(sitting, 62, 5)
    assert (tray(sitting, S)[4], number_at(sitting, 62), sitting.state.pouch) == ("8", 4, pouch)


def test_s_13_what_is_not_swapped() -> None:
    sitting = resume(lay({62: 8}))
    assert refused(sitting, SwapTile(S, 99, 1, 0)) == "45-SET-05"
    assert refused(sitting, SwapTile(S, 62, 7, 8)) == "45-Q-14"


def test_s_14_a_7_that_sees_a_7_from_everywhere() -> None:
    """Seven 7s leave one square, 87, and it sees none; an eighth on it leaves none."""
    corner = ((5,), (4,), (0,), (2,))
    board = {12: 7, 21: 7, 34: 7, 43: 7, 56: 7, 65: 7, 78: 7}
    trays = {S: "01236889", N: "44556688"}
    one = resume(lay(board, corner=corner, trays=trays))
    drawn(one, 7)
    assert refused(one, PutAside(S, 7)) == "45-LEG-04"
    none = resume(lay({**board, 87: 7}, corner=corner, trays=trays))
    drawn(none, 7)
    none.act(PutAside(S, 7))
    assert (none.state.aside, none.awaited) == ((7,), (W,))


def points(sitting: Sitting[State], seat: int = S) -> tuple[int, int]:
    """What the caller has got for its Home Row and for its bonus row."""
    (home,) = [e.points for e in of(sitting.events, HomeRowScored) if e.seat == seat]
    (bonus,) = [e.points for e in of(sitting.events, BonusScored)]
    return home, bonus


def test_s_15_65_points() -> None:
    state = lay(row("column-3", BONUS), trays={N: "44556377"})
    assert (state.slot(S, 3).number, state.slot(N, 6).number) == (1, 3)
    assert points(called(state, "column-3")) == (45, 65)  # 110, as printed


def test_s_16_75_points() -> None:
    trays = {W: "00112233", E: "88993011"}
    assert (trays[W][3], trays[E][4]) == ("1", "3")
    state = lay(row("row-4", BONUS), trays=trays)
    assert points(called(state, "row-4")) == (45, 75)  # 120; printed 130
    state = lay(row("row-4", BONUS), trays=trays, options={"two_opponent_bonus": 40})
    assert points(called(state, "row-4")) == (45, 85)


def test_s_17_1_and_3_are_missing() -> None:
    trays = {W: "00162233", E: "88997011"}
    state = lay(row("row-4", BONUS), trays=trays)
    assert points(called(state, "row-4")) == (45, 41)  # 86, as printed


def test_s_23_diagonals() -> None:
    assert points(called(lay(row("nw-se", "12346789")), "nw-se")) == (45, 45)  # 90, as printed
    assert points(called(lay(row("ne-sw", "01345689")), "ne-sw")) == (45, 45)


def test_s_24_other_home_rows() -> None:
    state = lay(row("nw-se", "12346789"), trays={W: HOMES[W]})
    sitting = called(state, "nw-se")
    assert sitting.state.scores == (90, 45, 0, 0)


def test_s_25_a_home_row_that_lacks_8() -> None:
    sitting = resume(lay(row("nw-se", "12346789"), trays={S: "02134699"}))
    assert irregular(sitting, Call(S, "nw-se")) == "45-SCR-02"
    sitting.act(Call(S, "nw-se"), anyway=True)
    assert sitting.state.scores == (-5, 0, 0, 0)
    assert not of(sitting, HomeRowShown)
    assert sitting.awaited == (S,)
    drawn(sitting, 8)
    sitting.act(TradeTile(S, 7, 51, 9))
    sitting.act(Call(S, "nw-se"))
    assert sitting.state.scores == (85, 0, 0, 0)


def test_s_26_below_nothing() -> None:
    assert called(lay(), "row-3").state.scores[S] == -5


def test_s_27_a_row_of_anothers() -> None:
    sitting = called(lay(row("nw-se", "12346789", by=W)), "nw-se")
    assert sitting.state.scores[S] == -5


def test_s_29_one_tile_two_rows() -> None:
    board = {
        **{s: t for s, t in row("row-4", BONUS).items() if s != 43},
        **{s: t for s, t in row("column-3", "14367890").items() if s != 43},
    }
    sitting = resume(lay(board, trays={N: "44556377"}))
    place(sitting, 6, 43, anyway=True)
    sitting.act(Call(S, "column-3"))
    assert [event.row for event in of(sitting, BonusScored)] == ["column-3"]


def test_s_30_a_6_is_moved() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        match.dispute(E, act, "there is a 6 in that row")
        match.rule()
        match.act(ProposeMove(W, 27))
        for seat in (S, N, E):
            match.act(AcceptMove(seat))
        moved = [e.event for e in match.events() if isinstance(e.event, TileMoved)]
        assert moved == [TileMoved(W, 37, 27, 6)]


def test_s_33_nobody_can_or_wants_to() -> None:
    sitting = resume(lay({62: 8}, pouch=0, trays={N: HOMES[N]}))
    for seat in (S, W, N, E):
        sitting.act(Pass(seat))
    assert of(sitting, RoundDied) == [RoundDied("passes")]
    assert sitting.state.scores == (45, 0, 45, 0)
    assert not of(sitting, BonusScored)


def test_s_34_both_beyond_300() -> None:
    """295 and 45 are 340, 210 and 110 are 320."""
    state = lay(scores=(340, 320, 0, 0), phase=Scoring((E,)), options={"end": "target300"})
    outcome = Sitting(GAME, 4, state=state).outcome
    assert outcome is not None and outcome.winners == (S,)


def test_s_35_two_share() -> None:
    state = lay(scores=(245, 245, 90, 40), phase=Scoring((E,)), round=4)
    outcome = Sitting(GAME, 4, state=state).outcome
    assert outcome is not None and (outcome.winners, outcome.clause) == ((S, W), "45-Q-33")


def test_s_36_two_seats() -> None:
    sitting = sit(2, 9, 1)
    deal(sitting, "5702134689", "0213456789")
    assert (sitting.state.pouch, len(sitting.state.open)) == (80, 80)
    assert len(set(sitting.state.corner_numbers())) == 4


def test_s_40_what_w_sees_of_a_draw() -> None:
    with book() as ledger:
        match = opened(ledger)
        match.act(DrawTile(S))
        match.draw(6, S)
        view = match.view(W)
        assert view.pouch == 63
        assert isinstance(view.phase.tile, Hidden)
        assert "Sue has drawn a tile." in [match.tell(e.event) for e in match.events(W)]
