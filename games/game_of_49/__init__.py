"""The Game of 49: bid for the numbers that bring your chips into one line of four.

Each turn a number card is turned up and sold to the highest bidder, whose chip goes on that
space of a spiral board. Wild cards let the winner choose a space, or take the one in the middle,
and then pay everybody for the chips on the board. Money is secret; bidding more than you have
costs a chip, if you win.

States and events. A state is in square brackets; an arrow is one event; in capitals what the
table waits for: a seat's ACTION, or a draw, which is chance or is declared::

    [seating]  - FirstSeatDrawn (DRAW) ---------------------------> [drawing]

    [drawing]  - CardDrawn (DRAW) --------------------------------> [shown]
               - DeckExhausted -----------------------------------> [ending]

    [shown]    - CardUnplayable ----------------------------------> [resolved]
               - AuctionOpened -----------------------------------> [auction]

    [auction]  - BID, CHECK, PASS --------------------------------> [auction]
               - CardRemoved (nobody bid) ------------------------> [resolved]
               - AuctionWon --------------------------------------> [payment]

    [payment]  - BidPaid -----------------------------------------> [placing]
               - PaymentDefaulted --------------------------------> [penalty]

    [penalty]  - PenaltyCardDrawn (DRAW) -> [removal] - ChipRemoved -> [shown]
               - PenaltyVoid (no chip) ---------------------------> [shown], the same card again

    [placing]  - PLACE, where there is a choice ------------------> [placing]
               - ChipBumped (another's chip on 49) ---------------> [placing]
               - ChipPlaced, NoSpaceLeft -------------------------> [resolved]

    [resolved] - LineCompleted -----------------------------------> [ending]
               - PayoffPaid, after a wild, for each seat ---------> [resolved]
               - CardDrawn (DRAW), after an unplayable card ------> [shown]
               - DeckExhausted, likewise -------------------------> [ending]
               - TokensPassed ------------------------------------> [drawing]

    [ending]   - CashShown -> [judging] - MatchWon ---------------> [over]

Who may see what: everything is public but the order of the cards in the tray, which nobody
knows, and each seat's cash, which only its owner sees until the end. Payments and payoffs are
public, so a note-taker can work the cash out (49-Q-29), as at a table. Whether a bid is beyond
the bidder's cash nobody else is told, unless it wins.

Source: The Game of 49, the publisher's rulebook. Its rules and our rulings on what it leaves
open are numbered in `clauses`.
"""

from ledger import Game
from ledger.games.game_of_49.clauses import CLAUSES
from ledger.games.game_of_49.events import (
    Act,
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
from ledger.games.game_of_49.flow import evolve, outcome, settle
from ledger.games.game_of_49.invariants import invariants
from ledger.games.game_of_49.judge import awaited, check, default, fault, legal
from ledger.games.game_of_49.show import picture, tell
from ledger.games.game_of_49.state import SEATS, Options, State, mask, start

__all__ = [
    "GAME",
    "Act",
    "AuctionOpened",
    "AuctionWon",
    "Bid",
    "BidPaid",
    "CardDrawn",
    "CardRemoved",
    "CardUnplayable",
    "CashShown",
    "Check",
    "ChipBumped",
    "ChipPlaced",
    "ChipRemoved",
    "DeckExhausted",
    "FirstSeatDrawn",
    "Happening",
    "LineCompleted",
    "MatchWon",
    "NoSpaceLeft",
    "Options",
    "Pass",
    "PaymentDefaulted",
    "PayoffPaid",
    "PenaltyCardDrawn",
    "PenaltyVoid",
    "Place",
    "State",
    "TokensPassed",
]

GAME: Game[State, Act, Happening, Options] = Game(
    name="49",
    title="Game of 49",
    version=1,
    seats=SEATS,
    options=Options,
    actions=(Bid, Check, Pass, Place),
    consequences=(
        FirstSeatDrawn,
        CardDrawn,
        CardUnplayable,
        AuctionOpened,
        AuctionWon,
        CardRemoved,
        BidPaid,
        PaymentDefaulted,
        PenaltyCardDrawn,
        PenaltyVoid,
        ChipRemoved,
        ChipBumped,
        ChipPlaced,
        NoSpaceLeft,
        LineCompleted,
        PayoffPaid,
        TokensPassed,
        DeckExhausted,
        CashShown,
        MatchWon,
    ),
    clauses=CLAUSES,
    start=start,
    check=check,
    settle=settle,
    evolve=evolve,
    legal=legal,
    awaited=awaited,
    outcome=outcome,
    invariants=invariants,
    fault=fault,
    default=default,
    mask=mask,
    tell=tell,
    picture=picture,
)
