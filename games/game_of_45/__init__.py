"""The Game of 45: a secret row of ten with each number once, and one more on the open board.

Each seat has a tray that stands for the row before it. Turn by turn a tile is drawn and put on
the board, where no number may repeat in a row, column or diagonal; or it is traded for one of the
tray; or a tile of the board is swapped for one of the tray. Who has its own row together and
has put the last tile of another calls 45, and all trays are shown.

States and events. A state is in square brackets; an arrow is one event; in capitals what the
table waits for: a seat's ACTION, or a draw, which is chance or is declared::

    [lots]       - LotDrawn (DRAW), for each seat that draws ------> [lots]
                 - LotsTied ---------------------------------------> [lots], those that tied
                 - FirstSeatSet -----------------------------------> [starting]

    [starting]   - RoundStarted -----------------------------------> [dealing]

    [dealing]    - TileDrawn (DRAW), nine or ten times ------------> [dealing]
                 - TilesReturned, if no corner can be laid --------> [dealing], the same seat
                 - ARRANGE ----------------------------------------> [dealing], the next; [turn]

    [turn]       - DRAW_TILE --------------------------------------> [drawing]
                 - SWAP_TILE --------------------------------------> [resolving]
                 - PASS, if the pouch is empty --------------------> [turn], the next seat
                 - CALL, also by the seat that has just moved -----> [called]
                 - RoundDied --------------------------------------> [revealing] or [ending]

    [drawing]    - TileDrawn (DRAW) -------------------------------> [holding]

    [holding]    - PLACE_TILE, TRADE_TILE, PUT_ASIDE --------------> [resolving]
                 - CALL -------------------------------------------> [called]

    [resolving]  - TileKept, TileTaken (into the tray) ------------> [resolving]
                 - TilePlaced, TilePutAside -----------------------> [turn], the next; [closing]

    [closing]    - CALL (the round is dead; a last chance) --------> [called]
                 - PASS -------------------------------------------> [turn], where it dies

    [called]     - CallRejected -----------------------------------> where the call was made
                 - HomeRowShown, the caller's ---------------------> [revealing]

    [revealing]  - HomeRowShown, for each seat --------------------> [revealing], then [scoring]

    [scoring]    - HomeRowScored, for each seat -------------------> [scoring], then [ending]
                 - BonusScored, after the caller's ----------------> [scoring]

    [ending]     - RoundEnded -------------------------> [starting], [lots] (drawn anew), [judging]

    [judging]    - MatchWon ---------------------------------------> [over]

    [correcting] is entered from [turn], [drawing], [holding], [closing] or itself, when the engine
                 has upheld a dispute about a tile (CorrectionOpened), and goes back there:

                 - PROPOSE_MOVE, DECLINE_MOVE (its owner) ---------> [correcting]
                 - ACCEPT_MOVE, OBJECT_TO_MOVE (each other seat) --> [correcting]
                 - CorrectionImpossible ---------------------------> [correcting]
                 - TileMoved, CorrectionMoot ----------------------> back
                 - TileVoided -> [correcting] - RowsForfeited -----> back

Who may see what: a tray, and what a seat has drawn, only its owner sees, until the trays are
shown. A tile that goes on the board or aside is told with the act that puts it there, number
and slot, as everybody would see it; so whether it is legal is a public question, which `fault`
answers. Each tile has a seal of its own: that of its draw, or that of its slot as the tray was laid
out. When a tile is seen, its seal is opened, and a Home Row is proved by those of its eight tiles;
what else was drawn at first, and a tile in hand when another calls, stays closed. Nobody knows the
order of the pouch: what is in it is what lies nowhere else.

Source: Game of 45, the publisher's instructions. Its rules and our rulings on what they leave
open are numbered in `clauses`.
"""

from ledger import Game
from ledger.games.game_of_45.bots import default, weigh
from ledger.games.game_of_45.clauses import CLAUSES
from ledger.games.game_of_45.correcting import remedy
from ledger.games.game_of_45.events import (
    AcceptMove,
    Act,
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
    Happening,
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
from ledger.games.game_of_45.flow import outcome, settle
from ledger.games.game_of_45.fold import evolve
from ledger.games.game_of_45.invariants import invariants
from ledger.games.game_of_45.judge import awaited, check, fault, legal
from ledger.games.game_of_45.options import SEATS, Options
from ledger.games.game_of_45.show import picture, seated
from ledger.games.game_of_45.state import State, start
from ledger.games.game_of_45.telling import tell

__all__ = [
    "GAME",
    "AcceptMove",
    "Act",
    "Arrange",
    "BonusScored",
    "Call",
    "CallRejected",
    "CorrectionImpossible",
    "CorrectionMoot",
    "CorrectionOpened",
    "DeclineMove",
    "DrawTile",
    "FirstSeatSet",
    "Happening",
    "HomeRowScored",
    "HomeRowShown",
    "LotDrawn",
    "LotsTied",
    "MatchWon",
    "ObjectToMove",
    "Options",
    "Pass",
    "PlaceTile",
    "ProposeMove",
    "PutAside",
    "RoundDied",
    "RoundEnded",
    "RoundStarted",
    "RowsForfeited",
    "State",
    "SwapTile",
    "TileDrawn",
    "TileKept",
    "TileMoved",
    "TilePlaced",
    "TilePutAside",
    "TileTaken",
    "TileVoided",
    "TilesReturned",
    "TradeTile",
]

GAME: Game[State, Act, Happening, Options] = Game(
    name="45",
    title="Game of 45",
    version=1,
    seats=SEATS,
    options=Options,
    actions=(
        Arrange,
        DrawTile,
        PlaceTile,
        TradeTile,
        PutAside,
        SwapTile,
        Pass,
        Call,
        ProposeMove,
        DeclineMove,
        AcceptMove,
        ObjectToMove,
    ),
    consequences=(
        LotDrawn,
        LotsTied,
        FirstSeatSet,
        RoundStarted,
        TileDrawn,
        TilesReturned,
        TileKept,
        TileTaken,
        TilePlaced,
        TilePutAside,
        CallRejected,
        RoundDied,
        HomeRowShown,
        HomeRowScored,
        BonusScored,
        RoundEnded,
        MatchWon,
        CorrectionOpened,
        CorrectionMoot,
        CorrectionImpossible,
        TileMoved,
        TileVoided,
        RowsForfeited,
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
    remedy=remedy,
    default=default,
    weigh=weigh,
    tell=tell,
    picture=picture,
    seated=seated,
)
