"""Fifty as people see and hear it."""

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Event, Grid, Note, Picture, Table, tell
from ledger.games.fifty import GAME
from ledger.games.fifty.events import (
    BonusEarned,
    BonusLost,
    Box,
    BoxCrossed,
    Collided,
    CountStarted,
    CrownWon,
    DangerCardRevealed,
    FirstCounterDrawn,
    MarbleMoved,
    MatchWon,
    NumberCalled,
    NumbersShown,
    RoundScored,
    RoundStarted,
    TokenRevealed,
    TookOver,
    WriteLine,
)
from ledger.games.fifty.show import picture
from ledger.games.fifty.state import Counting, State

from .table import IDLE, PRINTED, A, B, count, lay, resume, sit, write
from .test_invariants import at_call

NAMES = ("Sabin", "Theo", "Yann", "Joelle", "Eve", "Finn", "Gita", "Hugo")


SENTENCES: list[tuple[Event, str]] = [
    # As `why` asks of a line that nobody has written, it is told in the present like any act.
    (WriteLine(A, (4, 15, 26, 37, 44)), "Sabin writes 4, 15, 26, 37, 44."),
    (WriteLine(A, (HIDDEN,) * 5), "Sabin writes a line."),
    (WriteLine(A, (4, HIDDEN, HIDDEN, HIDDEN, 44)), "Sabin writes 4, ?, ?, ?, 44."),
    (RoundStarted(2), "Round 2: all tokens lie face down, all marbles on 0."),
    (FirstCounterDrawn(B), "Theo will count first."),
    (TokenRevealed(0), "No number may end in 0 this round."),
    (DangerCardRevealed("01-09"), "In danger are the numbers 01-09."),
    (CountStarted(B), "All have written; Theo begins to count."),
    (NumberCalled(3, B, ()), "Theo calls 3."),
    (NumberCalled(3, B, (Box(A, 0),)), "Theo calls 3: Sabin has it!"),
    (NumberCalled(3, B, (Box(A, 0), Box(2, 1))), "Theo calls 3: Sabin and Yann have it!"),
    (MarbleMoved(A, 20), "Sabin moves to 20."),
    (MarbleMoved(A, 41), "Sabin moves to 41, space 1 of lap 3."),
    (CrownWon(A, 1), "Sabin wins a crown!"),
    (CrownWon(A, 2), "Sabin wins the second crown!"),
    (TookOver(A), "Sabin takes over and counts for points."),
    (Collided(7, (A, B, 2)), "Sabin, Theo and Yann collide on 7."),
    (BoxCrossed(A, 0), "Sabin crosses out the first box."),
    (BoxCrossed(A, 4), "Sabin crosses out the last box."),
    (BonusEarned(A, 1), "Sabin earns a bonus of 1 point."),
    (BonusLost(A, 2), "Danger: Sabin loses the bonus of 2 points."),
    (RoundScored(A, 14, 3, 17), "Sabin scores 17: marble 14, bonus 3."),
    (NumbersShown(((20, 30), (), (44,))), "Not called were: Sabin 20, 30; Yann 44."),
    (MatchWon((A,), "50-END-01"), "Sabin wins!"),
    (MatchWon((A, B), "50-END-03"), "Sabin and Theo share the win!"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_one_sentence(event: Event, sentence: str) -> None:
    assert tell(GAME, event, NAMES) == sentence


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == {*GAME.actions, *GAME.consequences}


def drawn(view: State) -> Picture:
    return picture(view, NAMES[: view.seats])


def notes(view: State) -> list[str]:
    return [block.text for block in drawn(view) if isinstance(block, Note)]


def rows(view: State, heading: str) -> list[tuple[str, ...]]:
    (table,) = (t for t in drawn(view) if isinstance(t, Table) and t.headings[0] == heading)
    return [tuple(cell.text for cell in row) for row in table.rows]


def marked(view: State) -> list[str]:
    tables = (block for block in drawn(view) if isinstance(block, Table))
    return [cell.text for table in tables for row in table.rows for cell in row if cell.marked]


def test_the_table_says_what_is_forbidden_and_in_danger() -> None:
    assert notes(at_call(15)) == [
        "Round 1 of 4, up to 50.",
        "No number may end in 2, 8.",
        "In danger: 10-19.",
        "Eve counts; the last number called is 15.",
    ]
    assert notes(sit(8).state)[0] == "Round 1 of 4, up to 55."


def test_the_notes_tell_of_what_is_awaited() -> None:
    assert notes(sit(5, first_counter="rotate").state)[-1] == "Who counts first is to be drawn."
    assert notes(sit(5).state)[-1] == "A Forbidden Token is to be turned up."
    assert notes(sit(7, danger=True).state)[-1] == "A Danger Card is to be turned up."
    sitting = sit(5, 2, 8)
    sitting.act(WriteLine(B, PRINTED[B]))
    assert notes(sitting.state)[-2:] == [
        "Sabin will count first.",
        "It is for Sabin, Yann, Joelle and Eve to write a line.",
    ]


def test_the_notes_tell_the_end() -> None:
    state = resume(lay([6] * 4, [6] * 4, [5] * 4, crowns=((), (1,), ()))).state
    assert notes(state)[-2:] == [
        "Theo wins.",
        "Of those tied at 24 points, who has a crown. (50-END-02)",
    ]


def test_a_grid_shows_bonuses_crosses_and_the_number_just_called() -> None:
    assert rows(at_call(15), "Grid") == [
        ("Sabin", "1", "4(2)", "x15(x)", "26(1)", "37(1)", "44(1)", "0", ""),
        ("Theo", "1", "x7(2)", "16(2)", "26(1)", "39(1)", "45(1)", "2", ""),
        ("Yann", "1", "x7(2)", "17(2)", "30(1)", "41(1)", "45(1)", "2", ""),
        ("Joelle", "1", "9(2)", "x15(x)", "27(1)", "40(1)", "49(1)", "0", ""),
        ("Eve", "1", "1(2)", "13(2)", "31(1)", "33(1)", "46(1)", "", ""),
    ]
    assert marked(at_call(15)) == ["x15(x)", "x15(x)"]
    assert marked(at_call(13)) == ["13(2)"]
    assert marked(at_call(14)) == []


def test_what_is_hidden_is_a_question_mark() -> None:
    state = at_call(7)
    line = replace(state.lines[B][0], numbers=(7, HIDDEN, HIDDEN, HIDDEN, HIDDEN))
    view = replace(state, lines=(state.lines[A], (line,), *state.lines[2:]))
    assert rows(view, "Grid")[B][2:7] == ("x7(2)", "?(2)", "?(1)", "?(1)", "?(1)")


def test_a_seat_that_has_not_written_has_an_empty_line() -> None:
    sitting = sit(5, 2, 8)
    sitting.act(WriteLine(B, PRINTED[B]))
    assert rows(sitting.state, "Grid")[A] == ("Sabin", *[""] * 8)
    assert [row[-1] for row in rows(sitting.state, "Seat")] == [
        "to write",
        "has written",
        *["to write"] * 3,
    ]


def test_lines_of_earlier_rounds_stay_on_the_grid_with_their_scores() -> None:
    sitting = count(*PRINTED, tokens=(2, 8))
    sitting.draw(3)
    sitting.draw(4)
    sitting.act(WriteLine(A, (1, 2, 5, 6, 7)))
    assert rows(sitting.state, "Grid")[:3] == [
        ("Sabin", "1", "4(2)", "x15(2)", "x26(1)", "37(1)", "44(1)", "3", "7"),
        ("", "2", "1(2)", "2(2)", "5(1)", "6(1)", "7(1)", "", ""),
        ("Theo", "1", "x7(2)", "16(2)", "x26(1)", "39(1)", "x45(1)", "4", "6"),
    ]


def test_a_large_table_shows_the_line_of_the_round_only() -> None:
    sitting = sit(8)
    write(sitting, *[IDLE] * 8)
    assert [row[1] for row in rows(sitting.state, "Grid")] == [""] * 8
    sitting.act(WriteLine(A, (1, 2, 3, 4, 5)))
    assert [row[1] for row in rows(sitting.state, "Grid")] == ["2", *[""] * 7]


@pytest.mark.clause("50-Q-15", "50-CMP-05")
@pytest.mark.parametrize(
    ("marble", "shown", "track"),
    [
        (0, "0", "o...........*........"),
        (11, "11", "...........o*........"),
        (12, "12", "............o........"),
        (20, "20", "............*.......o"),
        (21, "20+1", ".o..........*........"),
        (41, "40+1", ".o..........*........"),
    ],
)
def test_the_track_shows_the_marble_and_the_crown(marble: int, shown: str, track: str) -> None:
    state = replace(at_call(7), marbles=(marble, 0, 0, 0, 0))
    assert rows(state, "Seat")[A][1:3] == (shown, track)


def test_the_seats_table_shows_crowns_totals_and_who_counts() -> None:
    state = replace(at_call(7), crowns=((), (2,), (1, 3), (), ()))
    assert [row[3:] for row in rows(state, "Seat")] == [
        ("", "0", "counts"),
        ("*", "0", ""),
        ("**", "0", ""),
        ("", "0", ""),
        ("", "0", ""),
    ]
    assert rows(at_call(6), "Seat")[A][-1] == "counts for points"
    assert rows(count(*PRINTED, tokens=(2, 8)).state, "Seat")[2][3:5] == ("*", "15")


def test_each_seat_is_lettered_and_there_is_no_board() -> None:
    (table,) = (t for t in drawn(at_call(7)) if isinstance(t, Table) and t.headings[0] == "Seat")
    assert [row[0].seat for row in table.rows] == [0, 1, 2, 3, 4]
    assert not any(isinstance(block, Grid) for block in drawn(at_call(7)))
    assert isinstance(at_call(7).phase, Counting)
