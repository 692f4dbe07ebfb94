"""What people read of the Game of 49: a sentence for each event, a table for each view."""

import pytest

from ledger import Cell, Event, Grid, Note, Table
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardDrawn,
    CardRemoved,
    CardUnplayable,
    CashShown,
    Check,
    ChipBumped,
    ChipPlaced,
    ChipRemoved,
    DeckExhausted,
    FirstSeatDrawn,
    LineCompleted,
    MatchWon,
    NoSpaceLeft,
    Pass,
    PaymentDefaulted,
    PayoffPaid,
    PenaltyCardDrawn,
    PenaltyVoid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.show import picture, tell
from ledger.games.game_of_49.state import Penalty, State
from ledger.testing import Sitting

from .table import A, B, C, buy, lay, play, resume

NAMES = ("Ann", "Ben", "Cy")

SENTENCES = [
    (Bid(A, 3), "Ann bids $3."),
    (Pass(B), "Ben passes."),
    (Check(C), "Cy checks."),
    (Place(A, 30), "Ann chooses space 30."),
    (FirstSeatDrawn(C), "Cy plays first and takes both tokens."),
    (CardDrawn(A, "17"), "Ann turns up card 17."),
    (CardDrawn(A, "25-40"), "Ann turns up a wild 25-40."),
    (CardDrawn(A, "49"), "Ann turns up a Wild 49."),
    (CardUnplayable("17", "covered"), "Card 17 cannot be played: its space is covered."),
    (CardUnplayable("1-24", "full"), "A wild 1-24 cannot be played: its range is full."),
    (AuctionOpened(A, "17", 2, 1), "Ann speaks first; bids start at $2."),
    (AuctionOpened(A, "17", 2, 2), "Ann speaks first; bids start at $2, auction 2 for this card."),
    (AuctionWon(B, "17", 3), "Ben wins card 17 for $3."),
    (CardRemoved("49"), "Nobody bids: a Wild 49 leaves the game."),
    (BidPaid(B, 3), "Ben pays the bank $3."),
    (PaymentDefaulted(B, 60), "Ben cannot pay $60: there will be another auction."),
    (PenaltyCardDrawn(B, 12), "The penalty falls on Ben's card for space 12."),
    (PenaltyVoid(B), "Ben has no chip to lose."),
    (ChipRemoved(B, 12, "12"), "Ben loses the chip on 12, and card 12 is out."),
    (ChipBumped(A, 49), "Ann is bumped from 49!"),
    (ChipPlaced(B, 49, "49"), "Ben puts a chip on 49."),
    (NoSpaceLeft(B, "49"), "There is no space left for another chip of Ben."),
    (LineCompleted(A, (1, 2, 3, 4)), "Ann has a line: 1, 2, 3 and 4!"),
    (PayoffPaid(A, 1, 7), "The bank pays Ann $7 for 1 chip."),
    (PayoffPaid(C, 3, 21), "The bank pays Cy $21 for 3 chips."),
    (TokensPassed(B), "The tokens pass to Ben."),
    (DeckExhausted(), "The deck is exhausted."),
    (CashShown((1, 2, 3)), "All money is laid open: Ann $1, Ben $2, Cy $3."),
    (MatchWon((A,), "49-WIN-01"), "Ann wins!"),
    (MatchWon((A, C), "49-Q-28"), "Ann and Cy share the win!"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_one_sentence(event: Event, sentence: str) -> None:
    assert GAME.tell is not None
    assert GAME.tell(event, NAMES) == sentence  # type: ignore[arg-type]  # any event of the game


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == {*GAME.actions, *GAME.consequences}
    assert tell is GAME.tell and picture is GAME.picture


def board(view: State) -> dict[str, Cell]:
    """The cells of the board, by their number."""
    grid = picture(view, NAMES)[0]
    assert isinstance(grid, Grid)
    assert [len(row) for row in grid.rows] == [7] * 7
    return {cell.text: cell for row in grid.rows for cell in row}


def seats(view: State) -> list[tuple[str, ...]]:
    """The table of the seats, in words."""
    table = picture(view, NAMES)[1]
    assert isinstance(table, Table) and len(table.headings) == 5
    return [tuple(cell.text for cell in row) for row in table.rows]


def notes(view: State) -> list[str]:
    """The sentences below."""
    return [block.text for block in picture(view, NAMES) if isinstance(block, Note)]


def test_the_board_shows_chips_and_the_token() -> None:
    cells = board(resume(lay({B: [30]}), "17").state)
    assert cells["30"] == Cell("30", B)
    assert cells["17"] == Cell("17", None, marked=True)
    assert sum(cell.marked for cell in cells.values()) == 1


def test_the_seats_are_shown_as_the_reader_may_see_them() -> None:
    sitting = resume(lay({B: [30]}), "17")
    play(sitting, "check", 3)
    assert seats(sitting.view(A)) == [
        ("Ann", "$49", "0", "checked", "holds both"),
        ("Ben", "hidden", "1", "bids $3", ""),
        ("Cy", "hidden", "0", "in", ""),
    ]
    play(sitting, None, 4)
    assert [row[3] for row in seats(sitting.view(A))] == ["bids $4", "in", "passed"]


def test_the_notes_tell_what_is_up_and_who_is_asked() -> None:
    sitting = resume(lay({}), "17")
    assert notes(sitting.state) == [
        "Card 17 is up.",
        "Nobody has opened; bids start at $2.",
        "59 cards are left.",
        "It is for Ann to speak.",
    ]
    play(sitting, 3)
    assert notes(sitting.state)[1] == "The bid stands at $3, by Ann."


def test_the_notes_tell_of_a_chip_to_be_placed() -> None:
    sitting = resume(lay({}, left=["25-40", "1"]), "25-40")
    buy(sitting, B, 5)
    assert notes(sitting.state) == [
        "A wild 25-40 is up.",
        "1 card is left.",
        "It is for Ben to place a chip.",
    ]


def test_the_notes_tell_of_a_draw() -> None:
    assert notes(Sitting(GAME, 3).state)[0] == "The first seat is to be drawn."
    assert notes(resume(lay({})).state)[0] == "Ann is to draw a card."
    sitting = resume(lay({A: [1, 9]}, cash=(3, 49, 49)), "17")
    sitting.act(Bid(A, 9), anyway=True)
    play(sitting, None, None)
    assert notes(sitting.state)[1] == "Ann could not pay: a card it has won is to be drawn."


def test_the_notes_tell_that_there_is_no_chip_to_lose() -> None:
    """49-Q-06: no card is drawn then; who looks back at that moment is told of no draw."""
    penalty = lay({B: [12]}, cash=(3, 49, 49), phase=Penalty("17", A))
    assert notes(penalty)[:2] == ["Card 17 is up.", "Ann could not pay, and has no chip to lose."]


def test_the_notes_tell_that_the_same_seat_draws_again() -> None:
    """49-UNP-01, 49-Q-22: after a card that cannot be played a draw is due as before any other."""
    covered = resume(lay({B: [(30, "25-40")]}, holder=C), "30")
    assert notes(covered.state) == ["Cy is to draw a card.", "58 cards are left."]
    full = lay({A: range(41, 44), B: range(44, 47), C: [47, 48]}, full_range="redraw")
    assert notes(resume(full, "41-48").state)[0] == "Ann is to draw a card."


def test_the_notes_tell_the_end_and_the_board_the_line() -> None:
    sitting = resume(lay({A: [1, 2, 3]}), "4")
    buy(sitting, A, 2)
    assert notes(sitting.state) == ["Ann wins.", "A line is complete: 1, 2, 3, 4. (49-WIN-01)"]
    marked = [text for text, cell in board(sitting.state).items() if cell.marked]
    assert marked == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("chips", "cash", "text"),
    [
        ({A: [1]}, (1, 2, 3), "most chips on the board (1)."),
        ({A: [1], B: [9]}, (1, 2, 3), "of those with most chips, most money ($2)."),
        ({A: [1], B: [9]}, (1, 2, 2), "of those with most chips, most money ($2)."),
        ({A: [1], B: [9]}, (2, 2, 3), "chips and money are equal, 9 is the highest."),
        ({}, (2, 2, 2), "nobody has a chip, and most money ($2) is shared."),
    ],
)
def test_the_result_tells_which_tie_break_decided(
    chips: dict[int, list[int]], cash: tuple[int, ...], text: str
) -> None:
    laid = {seat: tuple(spaces) for seat, spaces in chips.items()}
    sitting = resume(lay(laid, cash=cash, left=["20"]), "20")
    play(sitting, None, None, None)
    assert sitting.outcome is not None
    assert sitting.outcome.text == f"The deck is exhausted: {text}"
