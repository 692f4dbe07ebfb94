"""Two seats: two rows to call, one of them paid."""

import pytest
from msgspec.structs import replace

from ledger import OneOf
from ledger.games.game_of_45.board import Line
from ledger.games.game_of_45.calling import check
from ledger.games.game_of_45.events import BonusScored, Call, HomeRowScored, PlaceTile
from ledger.games.game_of_45.state import State, Turn

from .table import OTHER, S, called, drawn, irregular, lay, of, place, refused, resume, row

HOME = "01234689"  # with 7 and 5 a 45; slot 3 is 2
COLUMN = row("column-3", "14567890", seats=2)
"""With 2 in slot 3 of S and 3 in slot 6 of the other a 45."""
THROUGH_IT = row("row-4", "9876543210", by=OTHER, seats=2)
"""A true 45 that another filled, crossing the column on its 6."""


def ready(
    other: str = "44556377",
    board: dict[int, int | tuple[int, int]] | None = None,
    **options: object,
) -> State:
    """S has its Home Row and has put the last tile of column 3; row 4 is filled too."""
    chosen = {**THROUGH_IT, **COLUMN, 43: (6, OTHER)} if board is None else board
    return lay(chosen, seats=2, trays={S: HOME, OTHER: other}, options=options)


def bonus(state: State, line: Line, second: Line) -> tuple[tuple[int, ...], int]:
    """What the bonus row lacks and what it brings."""
    (scored,) = of(called(state, line, S, second), BonusScored)
    assert scored.row == line
    return scored.missing, scored.points


@pytest.mark.clause("45-2P-03", "45-2P-04", "45-Q-41", "45-Q-42")
def test_a_column_and_a_row_are_called_and_the_column_is_paid() -> None:
    sitting = called(ready(), "column-3", S, "row-4")
    assert of(sitting, BonusScored) == [BonusScored(S, "column-3", (), 65)]
    assert of(sitting, HomeRowScored) == [HomeRowScored(S, 45), HomeRowScored(OTHER, 0)]
    assert sitting.state.scores == (110, 0)


@pytest.mark.clause("45-2P-03", "45-Q-44")
def test_the_second_row_may_be_a_diagonal() -> None:
    """nw-se from 0 to 5; it crosses column 3 on 33."""
    diagonal = row("nw-se", "12346789", by=OTHER, seats=2)
    column = row("column-3", "14367890", seats=2)
    state = ready("44556577", {**diagonal, **column, 33: (3, OTHER)})
    assert bonus(state, "column-3", "nw-se") == ((), 65)
    legal = resume(state).legal(S)[-1]
    assert (legal.kind, legal.fields["second"]) == ("call", OneOf(("nw-se",)))


@pytest.mark.clause("45-2P-03", "45-Q-41", "45-OBJ-02")
def test_two_rows_are_named_and_not_of_one_direction() -> None:
    sitting = resume(ready())
    assert refused(sitting, Call(S, "column-3")) == "45-Q-41"
    assert refused(sitting, Call(S, "column-3", "column-4")) == "45-2P-03"
    assert refused(sitting, Call(S, "row-4", "column-3")) == "45-2P-03"
    assert refused(sitting, Call(S, "row-4", "row-5")) == "45-2P-03"
    assert refused(sitting, Call(S, "nw-se", "row-4")) == "45-2P-03"
    assert refused(sitting, Call(S, "column-3", "row-9")) == "45-OBJ-02"


@pytest.mark.clause("45-2P-03", "45-Q-44")
def test_the_second_row_must_be_there() -> None:
    sitting = resume(ready())
    assert irregular(sitting, Call(S, "column-3", "row-5")) == "45-Q-20"
    assert irregular(sitting, Call(S, "column-4", "row-4")) == "45-Q-20"
    assert sitting.refusal(Call(S, "column-3", "row-4")) is None
    assert sitting.legal(S)[-1].fields == {
        "row": OneOf(("column-3",)),
        "second": OneOf(("row-4",)),
    }


@pytest.mark.clause("45-Q-44")
def test_the_second_row_must_be_a_true_45() -> None:
    """All of it is to be seen; with a number twice it is none."""
    twice = {**THROUGH_IT, **COLUMN, 43: (6, OTHER), 48: (2, OTHER)}
    sitting = resume(ready(board=twice))
    assert irregular(sitting, Call(S, "column-3", "row-4")) == "45-Q-44"
    assert not any(choice.kind == "call" for choice in sitting.legal(S))


@pytest.mark.clause("45-Q-42", "45-SCR-06", "45-SCR-08")
def test_a_column_is_65_or_45_less_what_is_missing() -> None:
    assert bonus(ready(), "column-3", "row-4") == ((), 65)
    assert bonus(ready("44556477"), "column-3", "row-4") == ((3,), 42)
    assert bonus(ready(vertical_2p="flat45"), "column-3", "row-4") == ((), 45)
    assert bonus(ready("44556477", vertical_2p="flat45"), "column-3", "row-4") == ((3,), 42)


@pytest.mark.clause("45-Q-42", "45-2P-01")
def test_a_column_at_the_edge_is_45() -> None:
    """Column 0 from 0 to 7, all to be seen; it crosses row 4 on 40, a 9."""
    edge = {**row("column-0", "12394568", seats=2)}
    state = ready(board={**THROUGH_IT, **edge, 40: (9, OTHER)})
    assert state.is_filled("column-0")
    assert bonus(state, "column-0", "row-4") == ((), 45)


@pytest.mark.clause("45-Q-43")
def test_the_last_tile_of_the_column_must_be_the_callers() -> None:
    column = row("column-3", "14567890", by=OTHER, seats=2)
    state = ready(board={**THROUGH_IT, **column})
    assert irregular(resume(state), Call(S, "column-3", "row-4")) == "45-SCR-04"


@pytest.mark.clause("45-Q-43")
def test_of_the_second_row_it_need_not_be_or_it_must() -> None:
    strict = resume(ready(second_row_closer="caller"))
    assert irregular(strict, Call(S, "column-3", "row-4")) == "45-Q-43"
    before = {square: tile for square, tile in THROUGH_IT.items() if square != 43}
    mine = {**before, **COLUMN}  # the tile on the crossing was put by S, after the others
    assert (
        resume(ready(board=mine, second_row_closer="caller")).refusal(Call(S, "column-3", "row-4"))
        is None
    )


@pytest.mark.clause("45-Q-39", "45-2P-03")
def test_neither_row_may_be_forfeited() -> None:
    for line in ("column-3", "row-4"):
        state = replace(ready(), forfeited=(line,))
        refusal = check(state, Call(S, "column-3", "row-4"))
        assert refusal is not None and (refusal.clause, refusal.irregular) == ("45-Q-39", True)


@pytest.mark.clause("45-2P-01", "45-Q-21")
def test_two_seats_take_turns() -> None:
    sitting = resume(replace(ready(), phase=Turn(OTHER)))
    assert sitting.refusal(Call(S, "column-3", "row-4")) is None
    drawn(sitting, 1)
    assert refused(sitting, Call(S, "column-3", "row-4")) == "45-Q-21"
    sitting.act(PlaceTile(OTHER, 86, 1), anyway=True)
    assert sitting.awaited == (S,)
    place(sitting, 0, 11, anyway=True)
    assert sitting.awaited == (OTHER,)
