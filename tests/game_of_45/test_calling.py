"""Calling 45: when, for which row, what it is worth; and calls that are wrong."""

import pytest
from msgspec.structs import replace

from ledger import OneOf, Refused
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.board import Line
from ledger.games.game_of_45.calling import has_home
from ledger.games.game_of_45.events import (
    BonusScored,
    Call,
    CallRejected,
    DrawTile,
    HomeRowScored,
    HomeRowShown,
    PlaceTile,
    RoundEnded,
    RoundStarted,
    TileDrawn,
    TradeTile,
)
from ledger.games.game_of_45.state import Holding, State, Tile, Turn

from .table import (
    HOMES,
    E,
    N,
    S,
    W,
    called,
    drawn,
    irregular,
    kinds,
    lay,
    of,
    place,
    refused,
    resume,
    row,
    swap,
)

COLUMN = row("column-3", "24567890")
"""With 1 in slot 3 of S and 3 in slot 6 of N a 45."""
ROW = row("row-4", "24567890")
"""With 1 and 3 at its ends a 45."""
DIAGONAL = row("nw-se", "12346789")


def ready(
    board: dict[int, int | tuple[int, int]] | None = None,
    trays: dict[int, str] | None = None,
    **options: object,
) -> State:
    """S has a Home Row of 45 with 1 in slot 3, and has put the tiles of a column."""
    homes = {S: "02134689", N: "44556377", **(trays or {})}
    return lay(COLUMN if board is None else board, trays=homes, options=options)


def points(state: State, line: Line, seat: int = S) -> list[tuple[int, int]]:
    """What each seat gets from a call, in the order in which it is told."""
    events = called(state, line, seat).events
    return [(e.seat, e.points) for e in events if isinstance(e, HomeRowScored | BonusScored)]


# -- what it is worth ----------------------------------------------------------------------------


@pytest.mark.clause("45-SCR-03", "45-SCR-06", "45-SCR-05", "45-Q-27", "45-SCR-04")
def test_one_number_from_an_opponents_tray_makes_65() -> None:
    """Printed: Home Row 45 and bonus 65 are 110."""
    sitting = called(ready(), "column-3")
    assert points(ready(), "column-3") == [(S, 45), (S, 65), (W, 0), (N, 0), (E, 0)]
    assert of(sitting, BonusScored) == [BonusScored(S, "column-3", (), 65)]
    assert sitting.state.scores == (110, 0, 0, 0)


def across(west: int, east: int, **options: object) -> State:
    """Row 4 of S, its ends in slot 4 of W and slot 5 of E."""
    trays = {W: f"001{west}2233", E: f"8899{east}011"}
    return ready(ROW, trays, **options)


@pytest.mark.clause("45-SCR-07", "45-Q-01", "45-Q-27")
def test_two_numbers_from_two_opponents_trays_make_75() -> None:
    """Printed: 130 in all; but 45 and 75 are 120. Option two_opponent_bonus gives 130."""
    state = across(1, 3)
    assert points(state, "row-4")[:2] == [(S, 45), (S, 75)]
    assert called(state, "row-4").state.scores == (120, 0, 0, 0)
    assert called(across(1, 3, two_opponent_bonus=40), "row-4").state.scores == (130, 0, 0, 0)


@pytest.mark.clause("45-Q-42")
def test_what_two_seats_agree_on_changes_nothing_for_four() -> None:
    assert points(ready(vertical_2p="flat45"), "column-3")[1] == (S, 65)
    assert points(across(1, 3, vertical_2p="flat45"), "row-4")[1] == (S, 75)


@pytest.mark.clause("45-SCR-08")
def test_what_is_missing_is_taken_off() -> None:
    """Printed: 1 and 3 are missing, the bonus is 41, and 86 in all."""
    sitting = called(across(6, 7), "row-4")
    assert of(sitting, BonusScored) == [BonusScored(S, "row-4", (1, 3), 41)]
    assert sitting.state.scores == (86, 0, 0, 0)


@pytest.mark.clause("45-SCR-09")
def test_a_diagonal_is_45() -> None:
    """Printed: 90 in all. Its ends are the corners, NW 0 and SE 5."""
    assert called(ready(DIAGONAL), "nw-se").state.scores == (90, 0, 0, 0)
    assert called(ready(row("ne-sw", "01345689")), "ne-sw").state.scores == (90, 0, 0, 0)


@pytest.mark.clause("45-Q-28")
def test_one_end_alone_completes_nothing() -> None:
    assert of(called(across(1, 7), "row-4"), BonusScored) == [BonusScored(S, "row-4", (3,), 42)]


@pytest.mark.clause("45-Q-29", "45-Q-24", "45-LEG-06")
def test_ones_own_end_that_does_not_fit_costs_what_is_missing() -> None:
    """A 1 in column 3 repeats that of slot 3 of S: the 0 it stands for is missing, and so 45."""
    state = ready(row("column-3", "24567891"))
    assert of(called(state, "column-3"), BonusScored) == [BonusScored(S, "column-3", (0,), 45)]
    state = ready(row("column-3", "14567890"))
    assert of(called(state, "column-3"), BonusScored) == [BonusScored(S, "column-3", (2,), 43)]


@pytest.mark.clause("45-Q-30")
def test_a_missing_0_costs_nothing_and_nothing_is_added() -> None:
    trays = {N: "44556077"}
    state = ready(row("column-3", "23456789"), trays)  # slot 3 of S is 1
    assert of(called(state, "column-3"), BonusScored) == [BonusScored(S, "column-3", (), 65)]
    trays = {N: "44556377"}
    state = ready(row("column-3", "24567893"), trays)
    assert of(called(state, "column-3"), BonusScored) == [BonusScored(S, "column-3", (0,), 45)]


@pytest.mark.clause("45-Q-52")
def test_a_row_with_a_number_twice_may_be_called() -> None:
    """The second 2 was noticed by nobody; what lacks is taken off, on a diagonal too."""
    state = ready(row("column-3", "22456789"), {N: "44556377"})
    assert of(called(state, "column-3"), BonusScored) == [BonusScored(S, "column-3", (0,), 45)]
    state = ready(row("nw-se", "11346789"))
    assert of(called(state, "nw-se"), BonusScored) == [BonusScored(S, "nw-se", (2,), 43)]


@pytest.mark.clause("45-Q-27")
@pytest.mark.parametrize(
    ("seat", "line", "west_or_north", "east_or_south", "bonus"),
    [
        (S, "column-3", (N, 6), (S, 3), 65),
        (N, "column-3", (N, 6), (S, 3), 65),
        (W, "column-3", (N, 6), (S, 3), 75),
        (E, "column-3", (N, 6), (S, 3), 75),
        (W, "row-4", (W, 4), (E, 5), 65),
        (E, "row-4", (W, 4), (E, 5), 65),
        (S, "row-4", (W, 4), (E, 5), 75),
        (N, "row-4", (W, 4), (E, 5), 75),
    ],
)
def test_it_counts_how_many_ends_are_opponents(
    seat: int,
    line: Line,
    west_or_north: tuple[int, int],
    east_or_south: tuple[int, int],
    bonus: int,
) -> None:
    trays = {S: "11224455", W: "66778899", N: "66778899", E: "11223344", seat: HOMES[seat]}
    ends = []
    for owner, slot in (west_or_north, east_or_south):
        text = trays[owner]
        if owner != seat:
            number = next(n for n in "0123456789" if n not in ends and n not in trays[seat][2:6])
            trays[owner] = f"{text[: slot - 1]}{number}{text[slot:]}"
        ends.append(trays[owner][slot - 1])
    assert len(set(ends)) == 2
    inside = "".join(n for n in "0123456789" if n not in ends)
    state = lay(row(line, inside, by=seat), trays=trays, turn=seat)
    assert of(called(state, line, seat), BonusScored) == [BonusScored(seat, line, (), bonus)]


@pytest.mark.clause("45-SCR-10", "45-Q-32", "45-SCR-02")
def test_others_score_their_home_rows_and_no_bonus() -> None:
    """W has a Home Row of 45, and has put the last tile of a diagonal too."""
    board = {**row("nw-se", "12346789", by=W), **row("column-3", "24367890")}
    state = ready(board, {W: HOMES[W]})
    assert state.last("nw-se") == Tile(9, W, 8)
    sitting = called(state, "column-3")
    assert of(sitting, HomeRowScored) == [
        HomeRowScored(S, 45),
        HomeRowScored(W, 45),
        HomeRowScored(N, 0),
        HomeRowScored(E, 0),
    ]
    assert [event.seat for event in of(sitting, BonusScored)] == [S]


@pytest.mark.clause("45-SCR-02")
def test_at_a_call_all_trays_are_shown_the_callers_first() -> None:
    state = ready()
    sitting = called(state, "column-3")
    shown = of(sitting, HomeRowShown)
    assert [event.seat for event in shown] == [S, W, N, E]
    assert shown[0].tray == (0, 2, 1, 3, 4, 6, 8, 9)
    assert kinds(sitting.events)[:9] == [
        Call,
        *[HomeRowShown] * 4,
        HomeRowScored,
        BonusScored,
        *[HomeRowScored] * 2,
    ]
    assert of(sitting, RoundEnded) == [RoundEnded(1)]
    assert of(sitting, RoundStarted) == [RoundStarted(2, W)]


def test_a_tile_in_hand_goes_back_unseen() -> None:
    sitting = resume(state := ready())
    drawn(sitting, 9)
    sitting.act(Call(S, "column-3"))
    assert sitting.state.scores[S] == 110
    for event in sitting.events:
        assert isinstance(event, (*GAME.actions, *GAME.consequences))
        state = GAME.evolve(state, event)  # type: ignore[arg-type]  # one of its own
        assert GAME.invariants(state) == ()
        if isinstance(event, TileDrawn | Call | HomeRowShown):
            assert state.pouch == ready().pouch - (not isinstance(event, HomeRowShown))


# -- when, and for which row ---------------------------------------------------------------------


@pytest.mark.clause("45-Q-21")
def test_a_seat_calls_until_another_has_begun_its_turn() -> None:
    """S has just filled the column; it is W's turn."""
    state = replace(ready(), phase=Turn(W))
    sitting = resume(state)
    assert sitting.awaited == (W,)
    assert [choice.kind for choice in sitting.legal(S)] == ["call"]
    assert refused(sitting, Call(N, "column-3")) == "45-Q-21"
    assert refused(sitting, Call(E, "column-3")) == "45-Q-21"
    assert sitting.refusal(Call(S, "column-3")) is None
    sitting.act(DrawTile(W))
    sitting.draw(1)
    assert refused(sitting, Call(S, "column-3")) == "45-Q-21"
    assert sitting.legal(S) == ()


@pytest.mark.clause("45-Q-21")
@pytest.mark.parametrize("seats", [2, 4])
def test_before_the_first_turn_of_a_round_only_the_first_seat_may_call(seats: int) -> None:
    """Who sits before it has had no turn: its call is none, not a wrong one."""
    sitting = resume(lay(seats=seats, turns=0))
    call = Call(seats - 1, "column-3", None if seats == 4 else "row-3")
    assert refused(sitting, call) == "45-Q-21"
    assert irregular(sitting, replace(call, seat=S)) == "45-Q-20"


@pytest.mark.clause("45-Q-21", "45-Q-49")
def test_there_is_no_duty_to_call_at_once() -> None:
    """The right lasts, and S may call when its turn has come again, drawn or not."""
    sitting = resume(replace(ready(), phase=Turn(W)))
    for number, square in ((1, 11), (2, 22), (0, 35)):
        place(sitting, number, square)
    assert sitting.awaited == (S,)
    assert sitting.refusal(Call(S, "column-3")) is None
    drawn(sitting, 1)
    assert sitting.refusal(Call(S, "column-3")) is None
    assert sitting.legal(S)[-1].fields["row"] == OneOf(("column-3",))


@pytest.mark.clause("45-Q-49")
def test_the_home_row_may_be_completed_after_the_bonus_row() -> None:
    """8 is missing, a 9 is twice; then an 8 is drawn and traded for the 9."""
    sitting = resume(ready(None, {S: "02134699"}))
    assert irregular(sitting, Call(S, "column-3")) == "45-SCR-02"
    drawn(sitting, 8)
    sitting.act(TradeTile(S, 7, 51, 9))
    sitting.act(Call(S, "column-3"))
    assert sitting.state.scores[S] == 110


@pytest.mark.clause("45-Q-21")
def test_or_one_calls_immediately() -> None:
    """Only the tile of the turn that has just ended gives a right."""
    at_once = ready(None, None, call_window="immediately")
    assert refused(resume(at_once), Call(S, "column-3")) == "45-Q-21"
    assert resume(at_once).legal(S)[-1].kind == "swap_tile"
    just_now = replace(at_once, phase=Turn(W))
    assert resume(just_now).refusal(Call(S, "column-3")) is None
    earlier = replace(just_now, fresh=0)
    assert irregular(resume(earlier), Call(S, "column-3")) == "45-Q-21"
    held = replace(at_once, phase=Holding(S, 1), pouch=at_once.pouch - 1)
    assert refused(resume(held), Call(S, "column-3")) == "45-Q-21"


@pytest.mark.clause("45-Q-21")
def test_who_is_on_turn_is_told_when_one_calls_at_this_table() -> None:
    """To say that one calls in one's turn would be wrong: it is this seat's turn."""
    refusal = resume(ready(None, None, call_window="immediately")).refusal(Call(S, "column-3"))
    assert refusal is not None
    assert refusal.reason == (
        "at this table a seat calls after its turn, before another has begun its own"
    )


@pytest.mark.clause("45-SCR-04", "45-SCR-11", "45-Q-24")
def test_the_last_tile_must_be_the_callers() -> None:
    sitting = resume(ready(row("column-3", "24567890", by=W)))
    assert irregular(sitting, Call(S, "column-3")) == "45-SCR-04"
    sitting.act(Call(S, "column-3"), anyway=True)
    assert sitting.state.scores == (-5, 0, 0, 0)
    mixed = ready({**row("column-3", "24567890", by=W), 83: (0, S)})
    assert resume(mixed).refusal(Call(S, "column-3")) is None


@pytest.mark.clause("45-Q-22", "45-TRN-04")
def test_a_swap_takes_the_row() -> None:
    """W swaps the 5 of the filled column for its 3: then it is W who may call."""
    state = replace(ready(), phase=Turn(W))
    sitting = resume(state)
    assert sitting.refusal(Call(S, "column-3")) is None
    swap(sitting, 33, 7)
    assert sitting.state.last("column-3") == sitting.state.board[33]
    sitting = resume(replace(sitting.state, phase=Turn(S)))
    assert irregular(sitting, Call(S, "column-3")) == "45-SCR-04"


@pytest.mark.clause("45-Q-23", "45-SCR-04")
def test_of_several_rows_one_is_named_and_scored() -> None:
    """One tile fills row 4 and column 3."""
    board = {
        **{square: tile for square, tile in row("row-4", "24567890").items() if square != 43},
        **{square: tile for square, tile in row("column-3", "13456789").items() if square != 43},
    }
    board = {square: tile for square, tile in board.items() if square != 43}
    sitting = resume(ready(board, {S: "02134689", N: "44556077"}))
    place(sitting, 6, 43, anyway=True)
    assert sitting.legal(S)[0].fields["row"] == OneOf(("row-4", "column-3"))
    sitting.act(Call(S, "column-3"))
    assert [event.row for event in of(sitting, BonusScored)] == ["column-3"]


@pytest.mark.clause("45-OBJ-02", "45-SCR-04")
@pytest.mark.parametrize("line", ["row-0", "row-9", "column-0", "column-9"])
def test_a_home_row_is_no_bonus_row(line: Line) -> None:
    assert refused(resume(ready()), Call(S, line)) == "45-OBJ-02"
    assert refused(resume(ready()), Call(S, "column-3", "row-4")) == "45-SCR-04"


@pytest.mark.clause("45-Q-20")
def test_a_row_is_filled_when_its_eight_squares_are() -> None:
    """Its ends are looked at when all is shown: they do not matter to the call."""
    assert resume(ready()).state.is_filled("column-3")
    less = {square: tile for square, tile in COLUMN.items() if square != 53}
    sitting = resume(ready(less))
    assert irregular(sitting, Call(S, "column-3")) == "45-Q-20"
    assert irregular(sitting, Call(S, "row-1")) == "45-Q-20"
    assert resume(ready(None, {N: "44556577"})).refusal(Call(S, "column-3")) is None


@pytest.mark.clause("45-OBJ-01", "45-Q-31")
def test_45_points_with_a_number_twice_are_no_45() -> None:
    """7 + 5 and the tray: 0 1 1 4 4 6 8 9 adds up to 45 as well."""
    tray = "01144689"
    assert sum(map(int, tray)) + 7 + 5 == 45
    sitting = resume(ready(None, {S: tray}))
    assert irregular(sitting, Call(S, "column-3")) == "45-SCR-02"


@pytest.mark.clause("45-OBJ-01", "45-SCR-03")
@pytest.mark.parametrize("seat", [S, W, N, E])
def test_what_each_seat_needs(seat: int) -> None:
    assert has_home(lay(turn=seat), seat)
    assert not has_home(lay(turn=seat), (seat + 1) % 4)


# -- wrong calls ---------------------------------------------------------------------------------


@pytest.mark.clause("45-SCR-11", "45-Q-25", "45-Q-26", "45-Q-24")
def test_a_wrong_call_costs_5_and_play_goes_on() -> None:
    """The Home Row lacks 8 and has two 9s."""
    state = ready(None, {S: "02134699"})
    sitting = resume(state)
    events = sitting.act(Call(S, "column-3"), anyway=True)
    assert events == (Call(S, "column-3"), CallRejected(S, -5))
    assert sitting.state.scores == (-5, 0, 0, 0)
    assert sitting.state == replace(state, scores=(-5, 0, 0, 0))
    sitting.act(Call(S, "column-3"), anyway=True)
    assert sitting.state.scores == (-10, 0, 0, 0)
    drawn(sitting, 8)
    sitting.act(Call(S, "column-3"), anyway=True)
    assert isinstance(sitting.state.phase, Holding)
    sitting.act(TradeTile(S, 7, 51, 9))
    sitting.act(Call(S, "column-3"))
    assert sitting.state.scores == (-15 + 110, 0, 0, 0)


@pytest.mark.clause("45-SCR-11", "45-Q-25")
def test_why_a_call_was_wrong_is_not_told() -> None:
    """No Home Row, no row, or neither: the same events, but for who reads the auditor's copy."""
    told = {
        tuple(called(state, "column-3").events)
        for state in (
            ready(None, {S: "02134699"}),
            ready({}),
            ready(row("column-3", "24567890", by=W)),
        )
    }
    assert told == {(Call(S, "column-3"), CallRejected(S, -5))}


@pytest.mark.clause("45-SCR-11")
def test_no_wrong_call_is_offered() -> None:
    for state in (
        ready(None, {S: "02134699"}),
        ready({}),
        ready(row("column-3", "24567890", by=W)),
    ):
        assert not any(choice.kind == "call" for choice in GAME.legal(state, S))


def test_a_call_is_not_made_without_anyway() -> None:
    with pytest.raises(Refused, match="Home Row is no 45"):
        resume(ready(None, {S: "02134699"})).act(Call(S, "column-3"))


# -- the fault of an act by what all see ---------------------------------------------------------


def test_what_all_see_of_a_wrong_call() -> None:
    assert GAME.fault is not None
    assert GAME.fault(ready(), Call(S, "column-3")) is None
    assert GAME.fault(ready(None, {S: "02134699"}), Call(S, "column-3")) is None
    found = GAME.fault(ready({}), Call(S, "column-3"))
    assert found is not None and found.clause == "45-Q-20"
    assert GAME.fault(ready(), DrawTile(S)) is None
    assert GAME.fault(ready(), PlaceTile(S, 11, 1)) is None
