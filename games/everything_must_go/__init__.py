"""Everything Must Go: buy the dearest cards, or have them auctioned, before all are gone.

Four cards lie round a deck. On its turn a seat buys one of them for what it is worth, or starts
an auction for one at half of that. The emptier the stock, the cheaper it gets; when every card
has been acquired, the most valuable hand wins.

States and events. A state is in square brackets; an arrow is one event; in capitals what the
table waits for: a seat's ACTION, or a draw, which is chance or is declared::

    [laying]   - CardLaid (DRAW), for each free side -------------> [laying]
               - TopCardTurned (DRAW), if the deck lies face up --> [laying]
               - FirstSeatDrawn (DRAW), in the first round -------> [laying]
               - RoundBegan --------------------------------------> [between]

    [between]  - HandsCounted, if every card is gone -------------> [counted]
               - StageChanged, if so many cards are gone ---------> [between]
               - TurnBegan, for each seat in turn ----------------> [turn]
               - PenniesRefilled, after all turns, for each seat -> [between]
               - DeckReshuffled ----------------------------------> [laying]

    [turn]     - TopCardLaid (or CardLaid: DRAW), if one is missing -> [turn]
               - TopCardTurned (DRAW) ----------------------------> [turn]
               - BUY ---------------------------------------------> [payment]
               - START_AUCTION -----------------------------------> [auction]
               - PASS --------------------------------------------> [between]

    [auction]  - BID, DROP ---------------------------------------> [auction]
               - AuctionWon --------------------------------------> [payment]

    [payment]  - PenniesPaid -> [taking] - CardAcquired ----------> [between]

    [counted]  - MatchWon ----------------------------------------> [over]

Who may see what: everybody sees everything but the order of the cards in the deck, which nobody
knows: so it is nowhere written down, and each card is drawn when it is laid or turned. The top
card of a deck that lies face up is drawn one ahead; below it lies what lies nowhere else.

Source: "New Rule" (Everything Must Go), the rulebook. Its rules and our rulings on what it leaves
open are numbered in `clauses`.
"""

from ledger import Game
from ledger.games.everything_must_go.clauses import CLAUSES
from ledger.games.everything_must_go.events import (
    Act,
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
from ledger.games.everything_must_go.flow import evolve, outcome, settle
from ledger.games.everything_must_go.invariants import invariants
from ledger.games.everything_must_go.judge import awaited, check, default, legal
from ledger.games.everything_must_go.show import picture, tell
from ledger.games.everything_must_go.state import SEATS, Options, State, start

__all__ = [
    "GAME",
    "Act",
    "AuctionWon",
    "Bid",
    "Buy",
    "CardAcquired",
    "CardLaid",
    "DeckReshuffled",
    "Drop",
    "FirstSeatDrawn",
    "HandsCounted",
    "Happening",
    "MatchWon",
    "Options",
    "Pass",
    "PenniesPaid",
    "PenniesRefilled",
    "RoundBegan",
    "StageChanged",
    "StartAuction",
    "State",
    "TopCardLaid",
    "TopCardTurned",
    "TurnBegan",
]

GAME: Game[State, Act, Happening, Options] = Game(
    name="everything-must-go",
    title="Everything Must Go",
    version=1,
    seats=SEATS,
    options=Options,
    actions=(Buy, StartAuction, Bid, Drop, Pass),
    consequences=(
        CardLaid,
        TopCardTurned,
        TopCardLaid,
        FirstSeatDrawn,
        RoundBegan,
        TurnBegan,
        AuctionWon,
        PenniesPaid,
        CardAcquired,
        StageChanged,
        PenniesRefilled,
        DeckReshuffled,
        HandsCounted,
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
    default=default,
    tell=tell,
    picture=picture,
)
