"""The game for people: each event as a sentence, each position as a table."""

from typing import assert_never

from ledger import Cell, Grid, Names, Note, Picture, Seat, Table
from ledger.games.common import listed, won
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
    Happening,
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
from ledger.games.everything_must_go.flow import outcome
from ledger.games.everything_must_go.judge import awaited, legal
from ledger.games.everything_must_go.state import Auction, Laying, State, Turn

SIDES = ("north", "east", "south", "west")
PRICES = {
    "full": "full price",
    "closeout": "closeout, 25 % off",
    "liquidation": "liquidation, 50 % off",
}


def tell(event: Happening, names: Names) -> str:
    """The event as one sentence."""
    match event:
        case Buy():
            return f"{names[event.seat]} buys {event.card}."
        case StartAuction():
            return f"{names[event.seat]} puts {event.card} up for auction and bids {event.bid}."
        case Bid():
            return f"{names[event.seat]} bids {event.amount}."
        case Drop():
            return f"{names[event.seat]} drops out."
        case Pass():
            return f"{names[event.seat]} passes."
        case CardLaid():
            return f"{event.card} is laid {SIDES[event.side]} of the deck."
        case TopCardTurned():
            return f"{event.card} is on top of the deck."
        case TopCardLaid():
            return f"{event.card} comes off the deck and is laid {SIDES[event.side]} of it."
        case FirstSeatDrawn():
            return f"{names[event.seat]} is drawn to play first."
        case RoundBegan():
            return f"Round {event.round} begins with {names[event.seat]}."
        case TurnBegan():
            return f"It is {names[event.seat]}'s turn."
        case AuctionWon():
            return f"{names[event.seat]} wins {event.card} for {event.bid}."
        case PenniesPaid():
            return f"{names[event.seat]} pays {_pennies(event.amount)}."
        case CardAcquired():
            return f"{names[event.seat]} takes {event.card}."
        case StageChanged():
            gone = f"{event.acquired} cards are gone"
            return f"Everything must go: {gone}, and it is {PRICES[event.stage]}."
        case PenniesRefilled():
            return f"{names[event.seat]} takes {_pennies(event.amount)} from the pool."
        case DeckReshuffled():
            if not event.cards:  # all that is left stays beside the deck
                return "There is nothing to shuffle."
            return f"The deck is shuffled: it has {_cards(event.cards)} now."
        case HandsCounted():
            totals = (f"{names[seat]} {total}" for seat, total in enumerate(event.totals))
            return f"Everything is gone, and the hands are worth: {', '.join(totals)}."
        case MatchWon():
            return f"{won(event.winners, names)}!"
    assert_never(event)


def _pennies(number: int) -> str:
    return "1 penny" if number == 1 else f"{number} pennies"


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def picture(view: State, names: Names) -> Picture:
    """The deck with its cards, what they cost now, the seats, and what stands to be done."""
    return (
        *_deck(view),
        *_prices(view),
        _seats(view, names),
        *map(Note, _notes(view, names)),
        *(Note(text, due=True) for text in _due(view, names)),
    )


def _deck(view: State) -> tuple[Grid, ...]:
    """The deck in the middle, or its top card, and a card on each side; nothing at the end."""
    if not view.left:
        return ()
    north, east, south, west = (
        Cell(card or "", marked=_is_up(view, card)) for card in view.showing
    )
    middle = Cell(f"({view.top or 'deck'})" if view.deck else "")
    none = Cell("")
    return (Grid("Deck", ((none, north, none), (west, middle, east), (none, south, none))),)


def _is_up(view: State, card: str | None) -> bool:
    return isinstance(view.phase, Auction) and view.phase.card == card


def _prices(view: State) -> tuple[Table, ...]:
    """What each card costs now, the dearest first; nothing where none lies there."""
    rows = tuple(
        (
            Cell(card, marked=_is_up(view, card)),
            Cell(str(view.price(card))),
            Cell(str(view.lowest_start(card))),
        )
        for card in reversed(view.stock)
        if card in view.cards
    )
    title = f"Prices ({PRICES[view.stage]})"
    return (Table(title, ("Card", "Price", "Bids from"), rows),) if rows else ()


def _seats(view: State, names: Names) -> Table:
    headings = ("Seat", "Pennies", "Total", "Now", "Hand")
    rows = []
    for seat, pennies in enumerate(view.pennies):
        hand = sorted(view.hands[seat], key=view.stock.index, reverse=True)
        words = (str(pennies), str(view.totals[seat]), _now(view, seat), " ".join(hand))
        rows.append((Cell(names[seat], seat), *map(Cell, words)))
    return Table("Seats", headings, tuple(rows))


def _now(view: State, seat: Seat) -> str:
    match view.phase:
        case Auction(bidder=bidder, bid=bid) if bidder == seat:
            return f"bids {bid}"
        case Auction(out=out):
            return "out" if seat in out else "in"
        case Turn(seat=turn) if turn == seat:
            return "on turn"
        case _:
            return ""


def _notes(view: State, names: Names) -> list[str]:
    result = outcome(view)
    notes = [f"{won(result.winners, names)}.", f"{result.text} ({result.clause})"] if result else []
    if not result:
        if view.round and view.first is not None:
            over = isinstance(view.phase, Laying)
            began = f"Round {view.round}, {names[view.first]} first."
            notes.append(f"Round {view.round} is over." if over else began)
        notes.append(_stock(view))
    if view.pool is not None:
        notes.append(f"{_pennies(view.pool)} in the pool.")
    if isinstance(view.phase, Auction) and view.phase.turn is not None:
        phase = view.phase
        stands = f"{phase.card} is up for auction: {names[phase.bidder]} bids {phase.bid}."
        notes.append(stands)
    return notes


def _due(view: State, names: Names) -> list[str]:
    """What stands to be done, and by whom."""
    match view.phase:
        case Auction(turn=int() as seat):
            return [f"It is for {names[seat]} to bid or drop out."]
        case Turn(seat=seat) if awaited(view):
            may = [_MAY[choice.kind] for choice in legal(view, seat)]
            return [f"It is for {names[seat]} to {listed(list(dict.fromkeys(may)), 'or')}."]
        case Laying() | Turn() if view.incomplete:
            return [_next_card(view)]
        case Laying() if view.first is None:
            return ["The first seat is to be drawn."]
        case _:
            return []


def _next_card(view: State) -> str:
    """Where the next card goes: to a free side, or it is only turned."""
    if None not in view.showing:
        return "The deck's top card is to be turned up."
    card = view.top or "The next card"
    return f"{card} is to be laid {SIDES[view.showing.index(None)]} of the deck."


_MAY = {"buy": "buy", "start_auction": "start an auction", "pass": "pass"}


def _stock(view: State) -> str:
    top = f", {view.top} on top" if view.top else ""
    gone = f"{view.acquired} of {len(view.stock)} {'is' if view.acquired == 1 else 'are'} gone"
    return f"{_cards(view.deck)} in the deck{top}; {gone}."
