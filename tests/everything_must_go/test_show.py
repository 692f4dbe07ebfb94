"""What people read of Everything Must Go: a sentence for each event, a table for each position."""

import pytest

from ledger import Cell, Event, Grid, Note, Table
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.events import (
    AuctionWon,
    Bid,
    Buy,
    CardAcquired,
    CardLaid,
    DeckReshuffled,
    Drop,
    FirstSeatDrawn,
    HandsCounted,
    MatchWon,
    Pass,
    PenniesPaid,
    PenniesRefilled,
    RoundBegan,
    StageChanged,
    StartAuction,
    TopCardLaid,
    TopCardTurned,
    TurnBegan,
)
from ledger.games.everything_must_go.show import picture, tell
from ledger.games.everything_must_go.state import Laying, State
from ledger.testing import Sitting

from .table import A, B, C, D, auction, buy, lay, resume

NAMES = ("Ann", "Ben", "Cy", "Dee")

SENTENCES = [
    (Buy(A, "Kd"), "Ann buys Kd."),
    (StartAuction(B, "10h", 5), "Ben puts 10h up for auction and bids 5."),
    (Bid(C, 6), "Cy bids 6."),
    (Drop(A), "Ann drops out."),
    (Pass(D), "Dee passes."),
    (CardLaid(0, "Kd"), "Kd is laid north of the deck."),
    (CardLaid(3, "8c"), "8c is laid west of the deck."),
    (TopCardTurned("Kd"), "Kd is on top of the deck."),
    (TopCardLaid(1, "Kd"), "Kd comes off the deck and is laid east of it."),
    (FirstSeatDrawn(C), "Cy is drawn to play first."),
    (RoundBegan(2, B), "Round 2 begins with Ben."),
    (TurnBegan(B), "It is Ben's turn."),
    (AuctionWon(A, "Kd", 11), "Ann wins Kd for 11."),
    (PenniesPaid(A, 11), "Ann pays 11 pennies."),
    (PenniesPaid(A, 1), "Ann pays 1 penny."),
    (CardAcquired(A, "Kd"), "Ann takes Kd."),
    (
        StageChanged("closeout", 12),
        "Everything must go: 12 cards are gone, and it is closeout, 25 % off.",
    ),
    (
        StageChanged("liquidation", 20),
        "Everything must go: 20 cards are gone, and it is liquidation, 50 % off.",
    ),
    (PenniesRefilled(C, 10), "Cy takes 10 pennies from the pool."),
    # True also where what lies unsold stays beside the deck.
    (DeckReshuffled(20), "The deck is shuffled: it has 20 cards now."),
    (DeckReshuffled(1), "The deck is shuffled: it has 1 card now."),
    (DeckReshuffled(0), "There is nothing to shuffle."),
    (
        HandsCounted((63, 64, 62, 63)),
        "Everything is gone, and the hands are worth: Ann 63, Ben 64, Cy 62, Dee 63.",
    ),
    (MatchWon((B,), "EMG-END-02"), "Ben wins!"),
    (MatchWon((A, D), "EMG-Q-27"), "Ann and Dee share the win!"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_one_sentence(event: Event, sentence: str) -> None:
    assert GAME.tell is not None
    assert GAME.tell(event, NAMES) == sentence  # type: ignore[arg-type]  # any event of the game


def test_every_event_has_its_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == {*GAME.actions, *GAME.consequences}
    assert tell is GAME.tell and picture is GAME.picture


def deck(view: State) -> list[list[str]]:
    """The cells of the deck and its sides; what is up for auction in brackets."""
    grids = [block for block in picture(view, NAMES) if isinstance(block, Grid)]
    return [
        [f"[{cell.text}]" if cell.marked else cell.text for cell in row]
        for grid in grids
        for row in grid.rows
    ]


def table(view: State, title: str) -> list[tuple[str, ...]]:
    """The table of that title, in words."""
    return [
        tuple(cell.text for cell in row)
        for block in picture(view, NAMES)
        if isinstance(block, Table) and block.title.startswith(title)
        for row in block.rows
    ]


def notes(view: State) -> list[str]:
    """The sentences below."""
    return [block.text for block in picture(view, NAMES) if isinstance(block, Note)]


def test_the_cards_lie_on_the_sides_of_the_deck() -> None:
    assert deck(lay("8c 9d Jh Ks", top="10h")) == [
        ["", "8c", ""],
        ["Ks", "(10h)", "9d"],
        ["", "Jh", ""],
    ]


def test_a_deck_face_down_shows_nothing_and_an_empty_one_is_not_there() -> None:
    assert deck(lay(deck_face_up=False))[1] == ["Ks", "(deck)", "9d"]
    assert deck(lay("8c 9d", gone=22)) == [["", "8c", ""], ["", "", "9d"], ["", "", ""]]
    sitting = resume(lay("8c", gone=23))
    buy(sitting, "8c")
    assert deck(sitting.state) == []


def test_the_prices_of_the_moment_the_dearest_first() -> None:
    assert table(lay("8c 9d Jh Ks"), "Prices (full price)") == [
        ("Ks", "13", "7"),
        ("Jh", "11", "6"),
        ("9d", "9", "5"),
        ("8c", "8", "4"),
    ]
    assert table(lay(gone=12), "Prices (closeout, 25 % off)")[0] == ("Ks", "10", "5")
    face = lay(gone=20, auction_base="face")
    assert table(face, "Prices (liquidation, 50 % off)")[0] == ("Ks", "7", "7")


def test_the_seats_with_pennies_hands_and_totals() -> None:
    state = lay(hands={A: "8d Kd Jc", B: "Qs Qh"}, pennies=(1, 2, 3, 4), turn=B)
    assert table(state, "Seats") == [
        ("Ann", "1", "32", "", "Kd Jc 8d"),
        ("Ben", "2", "24", "on turn", "Qs Qh"),
        ("Cy", "3", "0", "", ""),
        ("Dee", "4", "0", "", ""),
    ]


def test_an_auction_is_shown_while_it_is_on() -> None:
    sitting = resume(lay())
    auction(sitting, "Ks", 7, None, 9)
    assert deck(sitting.state)[1][0] == "[Ks]"
    assert [row[3] for row in table(sitting.state, "Seats")] == ["in", "out", "bids 9", "in"]
    assert notes(sitting.state)[-2:] == [
        "Ks is up for auction: Cy bids 9.",
        "It is for Dee to bid or drop out.",
    ]


def test_the_notes_tell_the_round_the_stock_and_what_is_to_be_done() -> None:
    assert notes(lay(gone=3, top="10h")) == [
        "Round 2, Ann first.",
        "17 cards in the deck, 10h on top; 3 of 24 are gone.",
        "It is for Ann to buy, start an auction or pass.",
    ]
    assert notes(lay(gone=19, deck_face_up=False))[1] == "1 card in the deck; 19 of 24 are gone."
    assert notes(lay(pool=90))[2] == "10 pennies in the pool."


@pytest.mark.parametrize(
    ("state", "todo"),
    [
        (lay(pennies=(3, 20, 20, 20)), "pass"),
        (lay(pennies=(7, 20, 20, 20)), "start an auction or pass"),
        (lay(stalled=True), "buy or start an auction"),
    ],
)
def test_the_notes_tell_what_a_seat_can_do(state: State, todo: str) -> None:
    assert notes(state)[-1] == f"It is for Ann to {todo}."


def test_the_notes_tell_of_a_draw_and_where_the_card_goes() -> None:
    sitting = Sitting(GAME, 3)
    assert notes(sitting.state)[0] == "24 cards in the deck; 0 of 24 are gone."
    told = []
    for card in ("8c", "8d", "8h", "8s", "9c"):
        told += notes(sitting.state)[1:]
        sitting.draw(card)
    assert told == [
        "The next card is to be laid north of the deck.",
        "The next card is to be laid east of the deck.",
        "The next card is to be laid south of the deck.",
        "The next card is to be laid west of the deck.",
        "The deck's top card is to be turned up.",
    ]
    assert notes(sitting.state)[1:] == ["The first seat is to be drawn."]


def test_the_notes_tell_which_side_a_replacement_fills() -> None:
    sitting = resume(lay(deck_face_up=False))
    sitting.act(Buy(A, "9d"))
    assert notes(sitting.state)[-1] == "The next card is to be laid east of the deck."
    sitting = resume(lay(top="10h"))
    sitting.act(Buy(A, "9d"))  # the top card, seen before, takes its place by itself
    assert notes(sitting.state)[-1] == "The deck's top card is to be turned up."
    waiting = lay("8c 9d Jh", top="10h")  # as an earlier position can be looked at
    assert notes(waiting)[-1] == "10h is to be laid west of the deck."


def test_between_two_rounds_the_notes_tell_that_one_is_over() -> None:
    sitting = resume(lay(turn=D))
    sitting.act(Buy(D, "8c"))
    assert notes(sitting.state) == [
        "Round 2 is over.",
        "23 cards in the deck; 1 of 24 is gone.",
        "The next card is to be laid north of the deck.",
    ]
    laid = lay(phase=Laying())  # a moment before the next round begins: nobody is to be drawn
    assert notes(laid)[-1].startswith("20 cards in the deck")


def test_the_notes_tell_the_end() -> None:
    sitting = resume(lay("8c", gone=23))
    buy(sitting, "8c")
    assert notes(sitting.state) == [
        "Dee wins.",
        "Everything is gone: the highest total is 244. (EMG-END-02)",
    ]


def test_cells_of_seats_carry_their_seat() -> None:
    (seats,) = [b for b in picture(lay(), NAMES) if isinstance(b, Table) and b.title == "Seats"]
    assert [row[0] for row in seats.rows] == [Cell(name, i) for i, name in enumerate(NAMES)]
