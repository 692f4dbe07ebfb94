"""The game for people: each event as a sentence, each view as a table."""

from typing import assert_never

from ledger import Cell, Grid, Hidden, Names, Note, Picture, Seat, Table
from ledger.games.common import listed, won
from ledger.games.game_of_49.board import SIDE
from ledger.games.game_of_49.cards import RANGES, WILD_49, Card
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
    Happening,
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
from ledger.games.game_of_49.flow import outcome
from ledger.games.game_of_49.judge import awaited
from ledger.games.game_of_49.state import (
    Auction,
    CardUp,
    Drawing,
    Over,
    Penalty,
    Placing,
    Resolved,
    Seating,
    State,
)


def tell(event: Happening, names: Names) -> str:
    """The event as one sentence."""
    match event:
        case Bid():
            return f"{names[event.seat]} bids ${event.amount}."
        case Pass():
            return f"{names[event.seat]} passes."
        case Check():
            return f"{names[event.seat]} checks."
        case Place():
            return f"{names[event.seat]} chooses space {event.space}."
        case FirstSeatDrawn():
            return f"{names[event.seat]} plays first and takes both tokens."
        case CardDrawn():
            return f"{names[event.seat]} turns up {_called(event.card)}."
        case CardUnplayable():
            why = "its space is covered" if event.reason == "covered" else "its range is full"
            return f"{_called(event.card).capitalize()} cannot be played: {why}."
        case AuctionOpened():
            again = "" if event.attempt == 1 else f", auction {event.attempt} for this card"
            return f"{names[event.seat]} speaks first; bids start at ${event.minimum}{again}."
        case AuctionWon():
            return f"{names[event.seat]} wins {_called(event.card)} for ${event.bid}."
        case CardRemoved():
            return f"Nobody bids: {_called(event.card)} leaves the game."
        case BidPaid():
            return f"{names[event.seat]} pays the bank ${event.amount}."
        case PaymentDefaulted():
            return f"{names[event.seat]} cannot pay ${event.bid}: there will be another auction."
        case PenaltyCardDrawn():
            return f"The penalty falls on {names[event.seat]}'s card for space {event.space}."
        case PenaltyVoid():
            return f"{names[event.seat]} has no chip to lose."
        case ChipRemoved():
            card = _called(event.card)
            return f"{names[event.seat]} loses the chip on {event.space}, and {card} is out."
        case ChipBumped():
            return f"{names[event.seat]} is bumped from {event.space}!"
        case ChipPlaced():
            return f"{names[event.seat]} puts a chip on {event.space}."
        case NoSpaceLeft():
            return f"There is no space left for another chip of {names[event.seat]}."
        case LineCompleted():
            return f"{names[event.seat]} has a line: {listed(event.spaces)}!"
        case PayoffPaid():
            chips = "1 chip" if event.chips == 1 else f"{event.chips} chips"
            return f"The bank pays {names[event.seat]} ${event.amount} for {chips}."
        case TokensPassed():
            return f"The tokens pass to {names[event.seat]}."
        case DeckExhausted():
            return "The deck is exhausted."
        case CashShown():
            purses = (f"{names[seat]} ${cash}" for seat, cash in enumerate(event.cash))
            return f"All money is laid open: {', '.join(purses)}."
        case MatchWon():
            return f"{won(event.winners, names)}!"
    assert_never(event)


def _called(card: Card) -> str:
    if card == WILD_49:
        return "a Wild 49"
    return f"a wild {card}" if card in RANGES else f"card {card}"


def picture(view: State, names: Names) -> Picture:
    """The board, the seats, and what stands to be done."""
    return (_board(view), _seats(view, names), *_notes(view, names))


def _board(view: State) -> Grid:
    marked = view.line or (_token(view),)
    cells = []
    for space in view.layout:
        chip = view.chip(space)
        cells.append(Cell(str(space), chip.seat if chip else None, space in marked))
    rows = tuple(tuple(cells[i : i + SIDE]) for i in range(0, len(cells), SIDE))
    return Grid("Board", rows)


def _token(view: State) -> int | None:
    """49-TRN-02, 49-WLD-05: where the auction token stands, if it is on the board."""
    on_board = isinstance(view.phase, CardUp) and not isinstance(view.phase, Placing)
    return int(view.card) if on_board and view.card and view.card not in RANGES else None


def _seats(view: State, names: Names) -> Table:
    headings = ("Seat", "Cash", "Chips", "Auction", "Tokens")
    rows = []
    for seat, cash in enumerate(view.cash):
        words = (
            "hidden" if isinstance(cash, Hidden) else f"${cash}",
            str(len(view.spaces_of(seat))),
            _standing(view, seat),
            "holds both" if seat == view.holder else "",
        )
        rows.append((Cell(names[seat], seat), *(Cell(word) for word in words)))
    return Table("Seats", headings, tuple(rows))


def _standing(view: State, seat: Seat) -> str:
    if not isinstance(view.phase, Auction):
        return ""
    if view.phase.bidder == seat:
        return f"bids ${view.phase.bid}"
    return {"bidding": "in", "waiting": "in", "checked": "checked"}.get(
        view.phase.standing[seat], "passed"
    )


def _notes(view: State, names: Names) -> list[Note]:
    notes = []
    if view.card is not None:
        called = _called(view.card)
        notes.append(Note(f"{called[0].upper()}{called[1:]} is up."))
    match view.phase:
        case Seating():
            notes.append(Note("The first seat is to be drawn.", due=True))
        case Drawing() | Resolved(unpaid=(), redraw=True) if view.holder is not None:
            notes.append(Note(f"{names[view.holder]} is to draw a card.", due=True))
        case Auction(bidder=int() as bidder, bid=bid):
            notes.append(Note(f"The bid stands at ${bid}, by {names[bidder]}."))
        case Auction(minimum=minimum):
            notes.append(Note(f"Nobody has opened; bids start at ${minimum}."))
        case Penalty(seat=seat) if not view.spaces_of(seat):
            notes.append(Note(f"{names[seat]} could not pay, and has no chip to lose."))
        case Penalty(seat=seat):
            text = f"{names[seat]} could not pay: a card it has won is to be drawn."
            notes.append(Note(text, due=True))
        case Over(winners=winners):
            notes.append(Note(f"{won(winners, names)}."))
        case _:
            pass  # what there is to say follows
    if result := outcome(view):
        notes.append(Note(f"{result.text} ({result.clause})"))
    else:
        notes.append(Note(f"{view.deck} {'card is' if view.deck == 1 else 'cards are'} left."))
    asked = [names[seat] for seat in awaited(view)]
    if asked:
        what = "to place a chip" if isinstance(view.phase, Placing) else "to speak"
        notes.append(Note(f"It is for {listed(asked)} {what}.", due=True))
    return notes
