"""Monopoly Bid: buy properties at secret auctions, and be first to complete three sets.

Seats host in turn. All draw a card; the host plays action cards, each of which anybody may answer
with a Nope; then the top property is turned up, all bid money cards in secret, and the highest sum
has it. Wilds stand for any property, Steals take from sets that are not complete, and properties
may be traded at almost any time.

States and events. A state is in square brackets; an arrow is one event; in capitals what the
table waits for: a seat's ACTION, or a draw, which is chance or is declared::

    [seating]   - FirstHostDrawn (DRAW) --------------------------> [dealing]

    [dealing]   - CardDealt (DRAW), five to each seat ------------> [dealing]
                - HandThrownIn (it has no money), dealt again ----> [dealing]
                - HandsKept (all have money) ---------------------> [drawing]

    [drawing]   - CardDrawn (DRAW), one a seat; two for Draw 2 ---> [drawing], then [actions]
                - NoCardLeft -------------------------------------> [actions]

    [actions]   - PLAY_WILD, DRAW_TWO, STEAL ---------------------> [window]
                - END_ACTIONS ------------------------------------> [turning]

    [window]    - NOPE, a new window on itself -------------------> [window]
                - DECLINE, each other seat, in any order ---------> [window]
                - PlayCancelled, of a Nope; of the action --------> [window]; [actions]
                - PlayResolved, of Wild; Draw 2; Steal -----------> [actions]; [drawing]; [stealing]

    [stealing]  - CardStolen -------------------------------------> [actions]

    [turning]   - PropertyTurned (DRAW), PropertyTurnedAgain -----> [bidding]
                - HostPassed, where no property is left ----------> [drawing]

    [bidding]   - BID, each seat, in any order -------------------> [bidding]
                - BidsRevealed -----------------------------------> [comparing]

    [comparing] - AuctionWon, AuctionFailed ----------------------> [settling]
                - TieDeclared ------------------------------------> [raising]

    [raising]   - BidTakenBack, of those behind ------------------> [raising]
                - RAISE, each tied seat, in any order ------------> [raising]
                - RaisesRevealed ---------------------------------> [comparing]

    [settling]  - BidPaid, BidTakenBack, PropertyReturned --------> [settling]
                - HostPassed -------------------------------------> [drawing]

Beside these, in whatever state it comes up:

- A draw from an empty pile: PileRefilled first.
- A card won, stolen, traded or played lands before its seat: CardLaid, after LAY where there is a
  choice of sets. Nothing else is done before.
- In [actions], [bidding], [raising], any seat: OFFER_TRADE; then WITHDRAW_TRADE, DECLINE_TRADE, or
  ACCEPT_TRADE and TradeExecuted.
- When a seat has three complete sets, no property is left to win, or nothing moves any more:
  HandsShown, where the table plays so, then MatchWon ------------> [over]

Who may see what: a hand and what is drawn into it only its owner; others count the cards. A bid
and a raise are sealed as a whole, so that not even the number of cards shows, and they leave the
hand only when all are revealed. A hand without money is thrown in openly. An offered trade is
known to its two seats; that it stands, to all; what was traded, to all. Piles are numbers; what
went under the property pile was seen, so its order is public. Hands stay closed at the end,
unless the table plays with reveal_at_end.

Source: Monopoly Bid, the publisher's rulebook. Its rules and our rulings on what it leaves open
are numbered in `clauses`.
"""

from ledger import Game
from ledger.games.monopoly_bid.clauses import CLAUSES
from ledger.games.monopoly_bid.events import (
    AcceptTrade,
    Act,
    AuctionFailed,
    AuctionWon,
    Bid,
    BidPaid,
    BidsRevealed,
    BidTakenBack,
    CardDealt,
    CardDrawn,
    CardLaid,
    CardStolen,
    Decline,
    DeclineTrade,
    DrawTwo,
    EndActions,
    FirstHostDrawn,
    HandsKept,
    HandsShown,
    HandThrownIn,
    Happening,
    HostPassed,
    Lay,
    MatchWon,
    Moved,
    NoCardLeft,
    Nope,
    OfferTrade,
    PileRefilled,
    PlayCancelled,
    PlayResolved,
    PlayWild,
    PropertyReturned,
    PropertyTurned,
    PropertyTurnedAgain,
    Raise,
    RaisesRevealed,
    Steal,
    TieDeclared,
    TradeExecuted,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.flow import outcome, settle
from ledger.games.monopoly_bid.fold import evolve
from ledger.games.monopoly_bid.groups import Group
from ledger.games.monopoly_bid.invariants import invariants
from ledger.games.monopoly_bid.judge import awaited, check, default, legal, weigh
from ledger.games.monopoly_bid.show import picture
from ledger.games.monopoly_bid.state import SEATS, Options, State, mask, start
from ledger.games.monopoly_bid.telling import tell

__all__ = [
    "GAME",
    "AcceptTrade",
    "Act",
    "AuctionFailed",
    "AuctionWon",
    "Bid",
    "BidPaid",
    "BidTakenBack",
    "BidsRevealed",
    "CardDealt",
    "CardDrawn",
    "CardLaid",
    "CardStolen",
    "Decline",
    "DeclineTrade",
    "DrawTwo",
    "EndActions",
    "FirstHostDrawn",
    "Group",
    "HandThrownIn",
    "HandsKept",
    "HandsShown",
    "Happening",
    "HostPassed",
    "Lay",
    "MatchWon",
    "Moved",
    "NoCardLeft",
    "Nope",
    "OfferTrade",
    "Options",
    "PileRefilled",
    "PlayCancelled",
    "PlayResolved",
    "PlayWild",
    "PropertyReturned",
    "PropertyTurned",
    "PropertyTurnedAgain",
    "Raise",
    "RaisesRevealed",
    "State",
    "Steal",
    "TieDeclared",
    "TradeExecuted",
    "WithdrawTrade",
]

GAME: Game[State, Act, Happening, Options] = Game(
    name="monopoly-bid",
    title="Monopoly Bid",
    version=1,
    seats=SEATS,
    options=Options,
    actions=(
        Bid,
        Raise,
        PlayWild,
        DrawTwo,
        Steal,
        EndActions,
        Nope,
        Decline,
        Lay,
        OfferTrade,
        WithdrawTrade,
        DeclineTrade,
        AcceptTrade,
    ),
    consequences=(
        FirstHostDrawn,
        CardDealt,
        HandThrownIn,
        HandsKept,
        CardDrawn,
        PileRefilled,
        NoCardLeft,
        PlayCancelled,
        PlayResolved,
        CardStolen,
        CardLaid,
        PropertyTurned,
        PropertyTurnedAgain,
        BidsRevealed,
        TieDeclared,
        RaisesRevealed,
        AuctionWon,
        AuctionFailed,
        BidPaid,
        BidTakenBack,
        PropertyReturned,
        HostPassed,
        TradeExecuted,
        HandsShown,
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
    weigh=weigh,
    mask=mask,
    default=default,
    tell=tell,
    picture=picture,
)
