"""The game for people: the board from each side, and every event as a sentence."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Cell, Grid, Note, Picture, Table
from ledger.cli import render
from ledger.games.game_of_45 import GAME, events
from ledger.games.game_of_45.board import SEATED, home
from ledger.games.game_of_45.events import (
    AcceptMove,
    Arrange,
    BonusScored,
    Call,
    CallRejected,
    CorrectionImpossible,
    CorrectionMoot,
    CorrectionOpened,
    DeclineMove,
    DrawTile,
    FirstSeatSet,
    HomeRowScored,
    HomeRowShown,
    LotDrawn,
    LotsTied,
    MatchWon,
    ObjectToMove,
    Pass,
    PlaceTile,
    ProposeMove,
    PutAside,
    RoundDied,
    RoundEnded,
    RoundStarted,
    RowsForfeited,
    SwapTile,
    TileDrawn,
    TileKept,
    TileMoved,
    TilePlaced,
    TilePutAside,
    TilesReturned,
    TileTaken,
    TileVoided,
    TradeTile,
)
from ledger.games.game_of_45.show import turned
from ledger.games.game_of_45.state import (
    Closing,
    Correcting,
    Dealing,
    Drawing,
    Holding,
    Lots,
    Over,
    Slot,
    State,
    Turn,
)

from .table import CORNERS, E, N, S, W, book, lay, opened, put

NAMES = ("Sue", "Will", "Nora", "Ed")
TRAY = (0, 2, 1, 3, 4, 6, 8, 9)

SAID: list[tuple[Any, str]] = [
    (LotDrawn(S, 8), "Sue draws an 8 to see who is first."),
    (LotsTied((S, W)), "Sue and Will are equal: all tiles go back, and they draw again."),
    (FirstSeatSet(W), "Will is first; all tiles go back."),
    (RoundStarted(2, N), "Round 2 begins with Nora."),
    (TileDrawn(S, 3, 7), "Sue has drawn a 7."),
    (TileDrawn(S, 3, HIDDEN), "Sue has drawn a tile."),
    (TilesReturned(S), "None of Sue's tiles can go on the corner: all go back."),
    (Arrange(S, (5,), TRAY), "Sue lays 5 on the corner and 0 2 1 3 4 6 8 9 on the tray."),
    (
        Arrange(S, (5, 7), (HIDDEN,) * 8),
        "Sue lays 5 and 7 on the corners and the rest on the tray.",
    ),
    (DrawTile(S), "Sue draws a tile."),
    (Pass(S), "Sue passes."),
    (PlaceTile(S, 37, 6), "Sue plays the drawn 6 to 37."),
    (TradeTile(S, 2, 25, 2), "Sue trades it for the 2 in slot 2, which goes to 25."),
    (PutAside(S, 7), "Sue can play the drawn 7 nowhere."),
    (PutAside(S, 7, 6), "Sue trades it for the 7 in slot 6, which can be played nowhere."),
    (SwapTile(S, 62, 5, 4), "Sue swaps the tile on 62 for the 4 in slot 5."),
    (TileKept(S, 2), "The drawn tile stands in slot 2 of Sue's tray."),
    (TileTaken(S, 62, 8, 5), "The 8 from 62 stands in slot 5 of Sue's tray."),
    (TilePlaced(S, 8, None, 3, 37), "An 8 of Sue's lies on 37."),
    (TilePutAside(S, 7, None, 3), "A 7 is put aside."),
    (Call(S, "column-3"), "Sue calls 45, with column-3!"),
    (Call(S, "column-3", "nw-se"), "Sue calls 45, with column-3 and the diagonal nw-se!"),
    (CallRejected(S, -5), "The call is wrong: Sue loses 5 points."),
    (RoundDied("passes"), "All have passed: the round ends without a call."),
    (RoundDied("pouch"), "The pouch has long been empty: the round ends without a call."),
    (RoundDied("turns"), "The round has had all its turns: the round ends without a call."),
    (HomeRowShown(S, TRAY, (0,) * 8), "Sue's tray is laid on the board: 0 2 1 3 4 6 8 9."),
    (HomeRowScored(S, 45), "Sue's Home Row is a 45: 45 points."),
    (HomeRowScored(S, 0), "Sue's Home Row is no 45."),
    (BonusScored(S, "row-4", (), 75), "Sue gets 75 points for row-4."),
    (BonusScored(S, "row-4", (1, 3), 41), "Sue gets 41 points for row-4, which lacks 1 and 3."),
    (RoundEnded(2), "Round 2 is over."),
    (MatchWon((S, W), "45-Q-33"), "Sue and Will share the win!"),
    (ProposeMove(S, 27), "Sue would move it to 27."),
    (DeclineMove(S), "Sue leaves it where it is."),
    (AcceptMove(W), "Will accepts."),
    (ObjectToMove(W), "Will objects."),
    (CorrectionOpened(S, 37, 6, (33,)), "Sue's 6 on 37 repeats the 6 on 33, and may be moved."),
    (CorrectionMoot(S, 37), "The tile on 37 repeats nothing any more, and stays."),
    (CorrectionImpossible(S, 37), "No square that borders on 37 is open and legal."),
    (TileMoved(S, 37, 27, 6), "The 6 is moved from 37 to 27."),
    (TileVoided(S, 37, 6), "The 6 on 37 counts for nothing in this round."),
    (
        RowsForfeited(("row-3", "column-3", "nw-se")),
        "For this round nobody scores on row-3, column-3 and the diagonal nw-se.",
    ),
]


@pytest.mark.parametrize(("event", "sentence"), SAID, ids=lambda part: type(part).__name__)
def test_each_event_is_told(event: Any, sentence: str) -> None:
    assert GAME.tell is not None
    assert GAME.tell(event, NAMES) == sentence


def test_every_event_has_a_sentence_here() -> None:
    assert {type(event) for event, _ in SAID} == {*GAME.actions, *GAME.consequences}
    assert events.Shown not in GAME.consequences


# -- the board -----------------------------------------------------------------------------------


def seen(view: State, seat: int | None = None) -> Picture:
    assert GAME.picture is not None and GAME.seated is not None
    return GAME.picture(view, NAMES) if seat is None else GAME.seated(view, NAMES, seat)


def grid(view: State, seat: int | None = None) -> list[list[str]]:
    """The cells, those marked in brackets."""
    board = seen(view, seat)[0]
    assert isinstance(board, Grid)
    return [[f"[{c.text}]" if c.marked else c.text for c in row] for row in board.rows]


def notes(view: State) -> list[str]:
    return [block.text for block in seen(view) if isinstance(block, Note)]


def now(view: State) -> list[str]:
    """What the table of seats says of each."""
    (table,) = [b for b in seen(view) if isinstance(b, Table) and b.title == "Seats"]
    return [row[-1].text for row in table.rows]


@pytest.mark.parametrize("seats", [2, 4])
def test_ones_own_home_row_is_below_from_left_to_right(seats: int) -> None:
    for seat, side in enumerate(SEATED[seats]):
        assert tuple(turned(side, 9, across) for across in range(10)) == home(seats, seat)
        every = {turned(side, down, across) for down in range(10) for across in range(10)}
        assert every == set(range(100))


def test_a_board_is_turned_and_not_mirrored() -> None:
    """From the south 37 is up on the right; from the west 3 down to the right."""
    view = lay({37: (6, W)})
    where = {None: (4, 8), S: (4, 8), W: (3, 4), N: (7, 3), E: (8, 7)}
    for seat, (down, across) in where.items():
        assert grid(view, seat)[down][across] == "[6]", seat


def test_rows_and_columns_are_named_at_the_edge() -> None:
    view = lay()
    assert grid(view)[0][1:] == [f"c{i}" for i in range(10)]
    assert [line[0] for line in grid(view, N)][1:] == [f"r{i}" for i in range(9, -1, -1)]
    assert grid(view, W)[0][1:] == [f"r{i}" for i in range(10)]
    assert [line[0] for line in grid(view, E)][1:] == [f"c{i}" for i in range(10)]
    assert grid(view, E)[0][1:] == [f"r{i}" for i in range(9, -1, -1)]


def test_home_rows_are_empty_until_the_end() -> None:
    view = lay()
    assert grid(view)[10] == ["r9", "7", *[""] * 8, "5"]
    assert grid(view)[5] == ["r4", "", *["."] * 8, ""]
    two = lay(seats=2)
    assert grid(two)[5] == ["r4", *["."] * 10]
    over = replace(view, phase=Over((S,), "45-SCR-01"))
    assert grid(over)[10] == ["r9", "7", "0", "2", "1", "3", "4", "6", "8", "9", "5"]
    assert grid(over)[5] == ["r4", "1", *["."] * 8, "0"]
    hidden = replace(over, trays=((Slot(HIDDEN),) * 8, *over.trays[1:]))
    assert grid(hidden)[10] == ["r9", "7", *[""] * 8, "5"]


def test_what_is_forfeited_and_does_not_count_is_marked() -> None:
    view = lay({33: (6, W), 37: (6, S), 44: (1, N)})
    tile = view.board[37]
    assert tile is not None
    board = (*view.board[:37], replace(tile, voided=True), *view.board[38:])
    view = replace(view, board=board, forfeited=("row-3", "column-7"))
    cells = grid(view)
    assert (cells[0][8], cells[4][0], cells[4][8], cells[5][5]) == ("[c7]", "[r3]", "6x", "[1]")
    assert "Forfeited: row-3 and column-7. A tile with x counts for nothing." in notes(view)


def test_an_illegal_tile_that_nobody_noticed_is_not_marked() -> None:
    cells = grid(lay({33: (6, W), 37: (6, S), 44: (1, N)}))
    assert (cells[4][4], cells[4][8]) == ("6", "6")


def test_a_tile_carries_the_letter_of_who_put_it() -> None:
    board = seen(lay({37: (6, W)}))[0]
    assert isinstance(board, Grid)
    assert board.rows[4][8] == Cell("6", W, marked=True)
    assert board.title == "Board, seen from the south"


def test_ones_own_tray_is_below_the_board() -> None:
    with book() as ledger:
        match = opened(ledger)
        for who in (S, W, N, E):
            blocks = match.picture(who)
            assert blocks is not None
            tray = blocks[1]
            assert isinstance(tray, Table) and tray.title == f"Tray of {NAMES[who]}"
            assert tray.headings == ("left corner", *"12345678", "right corner")
            left, *middle, right = [cell.text for cell in tray.rows[0]]
            own = match.view(who).trays[who]
            assert middle == [str(slot.number) for slot in own]
            assert right == str(CORNERS[4][who][0])
            assert left == str(CORNERS[4][(who + 1) % 4][0])
        blocks = match.picture("spectator")
        assert blocks is not None
        assert [type(block) for block in blocks] == [Grid, Table, Note, Note]


def test_trays_of_others_are_covered() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 7, 12)
        blocks = match.picture(W)
        assert blocks is not None
        table = blocks[2]
        assert isinstance(table, Table)
        assert [row[3].text for row in table.rows] == [
            "? ? ? ? ? ? ? ?",
            "0 0 1 1 2 2 3 3",
            "? ? ? ? ? ? ? ?",
            "? ? ? ? ? ? ? ?",
        ]


def test_what_each_is_at() -> None:
    view = lay({33: (6, W), 37: (6, S)})
    assert now(view) == ["on turn", "", "", ""]
    assert now(replace(view, phase=Holding(W, 8))) == ["", "has drawn an 8", "", ""]
    assert now(replace(view, phase=Holding(W, HIDDEN))) == ["", "has drawn a tile", "", ""]
    assert now(replace(view, phase=Dealing(N, (HIDDEN, HIDDEN)))) == ["", "", "2 tiles drawn", ""]
    assert now(replace(view, phase=Dealing(N, (1, 2)))) == ["", "", "drew 1 2", ""]
    assert now(replace(view, phase=Dealing(N))) == ["", "", "is to draw", ""]
    assert now(replace(view, phase=Lots((S, W, N, E), (4, 9)))) == ["drew 4", "drew 9", "", ""]


@pytest.mark.clause("45-Q-51")
def test_while_a_tile_is_corrected_a_seat_sees_what_it_holds_and_whose_turn_it_is() -> None:
    """It is to say whether the move disrupts its play."""
    view = lay({33: (6, W), 37: (6, S)})
    assert now(replace(view, phase=Correcting(S, 37, Turn(W)))) == [
        "put an illegal tile",
        "on turn",
        "",
        "",
    ]
    holding = Correcting(S, 37, Holding(W, 8), "proposed", 27)
    assert now(replace(view, phase=holding))[1] == "has drawn an 8"
    two = Correcting(W, 57, Correcting(S, 37, Drawing(S)))
    assert now(replace(view, phase=two)) == [
        "put an illegal tile, on turn",
        "put an illegal tile",
        "",
        "",
    ]
    own = Correcting(S, 57, Correcting(S, 37, Turn(W)))
    assert now(replace(view, phase=own))[0] == "put an illegal tile"


def test_what_is_to_be_done() -> None:
    view = lay({33: (6, W), 37: (6, S)}, turns=4)
    assert notes(view) == [
        f"Round 1, turn 5; {view.pouch} tiles are in the pouch.",
        "It is for Sue to draw or swap.",
    ]
    empty = lay({33: 6}, pouch=0)
    assert notes(empty)[0].startswith("Aside: 0 0")
    assert notes(empty)[-1] == "It is for Sue to swap or pass."
    assert "1 tile is in the pouch." in notes(lay({33: 6}, pouch=1))[1]
    says = {
        Holding(W, 1): "It is for Will to place the drawn tile, or trade it.",
        Closing(W): "It is for Will to call or pass: the round is over.",
        Dealing(N, (1,) * 9): "It is for Nora to lay out the tray and the corner.",
        Correcting(S, 37, Turn(W)): "It is for Sue to say where the tile on 37 goes.",
        Correcting(S, 37, Turn(W), "proposed", 27): (
            "It is for Will, Nora and Ed to accept or object: from 37 to 27."
        ),
    }
    for phase, sentence in says.items():
        assert notes(replace(view, phase=phase))[-1] == sentence
    pouch = f"{view.pouch} tiles are in the pouch."
    assert notes(replace(view, phase=Dealing(N))) == [f"Round 1 is laid out; {pouch}"]
    assert notes(replace(view, phase=Lots((S, W)))) == [f"It is drawn who is first; {pouch}"]
    over = replace(view, phase=Over((W,), "45-SCR-01"), scores=(0, 90, 0, 0), round=4)
    assert notes(over) == ["Will wins.", "Most points after 4 rounds: 90. (45-SCR-01)"]


def test_a_picture_looks_at_no_secret() -> None:
    view = lay({33: 6})
    hidden = replace(view, trays=tuple((Slot(HIDDEN),) * 8 for _ in range(4)))
    for phase in (Turn(S), Holding(S, HIDDEN), Over((S,), "45-SCR-01")):
        assert len(seen(replace(hidden, phase=phase), S)) >= 4


def test_the_command_line_draws_it_in_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    view = lay({33: (6, W), 37: (6, S)})
    tile = view.board[37]
    assert tile is not None
    voided = (*view.board[:37], replace(tile, voided=True), *view.board[38:])
    render.picture(seen(replace(view, board=voided, forfeited=("row-3", "column-7")), W))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) < 45
