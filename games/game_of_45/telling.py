"""The game for people: each event as one sentence."""

from typing import assert_never

from ledger import Hidden, Names, Secret
from ledger.games.common import listed, won
from ledger.games.game_of_45.board import Line, a_tile, way
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

DEATHS = {
    "passes": "All have passed",
    "pouch": "The pouch has long been empty",
    "turns": "The round has had all its turns",
}


def tell(event: Happening, names: Names) -> str:
    """The event as one sentence."""
    match event:
        case LotDrawn() | LotsTied() | FirstSeatSet() | RoundStarted():
            return _begins(event, names)
        case TileDrawn() | TilesReturned() | Arrange() | DrawTile() | Pass():
            return _does(event, names)
        case PlaceTile() | TradeTile() | PutAside() | SwapTile():
            return _chooses(event, names)
        case TileKept() | TileTaken() | TilePlaced() | TilePutAside():
            return _goes(event, names)
        case Call() | CallRejected() | RoundDied() | HomeRowShown():
            return _calls(event, names)
        case HomeRowScored() | BonusScored() | RoundEnded() | MatchWon():
            return _scores(event, names)
        case ProposeMove() | DeclineMove() | AcceptMove() | ObjectToMove():
            return _answers(event, names)
        case (
            CorrectionOpened()
            | CorrectionMoot()
            | CorrectionImpossible()
            | TileMoved()
            | TileVoided()
            | RowsForfeited()
        ):
            return _corrects(event, names)
    assert_never(event)


def _begins(event: LotDrawn | LotsTied | FirstSeatSet | RoundStarted, names: Names) -> str:
    match event:
        case LotDrawn():
            return f"{names[event.seat]} draws {a_tile(event.number)} to see who is first."
        case LotsTied():
            tied = listed([names[seat] for seat in event.seats])
            return f"{tied} are equal: all tiles go back, and they draw again."
        case FirstSeatSet():
            return f"{names[event.seat]} is first; all tiles go back."
        case RoundStarted():
            return f"Round {event.round} begins with {names[event.seat]}."
    assert_never(event)


def _does(event: TileDrawn | TilesReturned | Arrange | DrawTile | Pass, names: Names) -> str:
    name = names[event.seat]
    match event:
        case TileDrawn():
            return f"{name} has drawn {some_tile(event.number)}."
        case TilesReturned():
            return f"None of {name}'s tiles can go on the corner: all go back."
        case Arrange():
            tray = [digit(number) for number in event.tray]
            laid = "the rest" if "?" in tray else " ".join(tray)
            corners = listed(event.corners)
            where = "on the corner" if len(event.corners) == 1 else "on the corners"
            return f"{name} lays {corners} {where} and {laid} on the tray."
        case DrawTile():
            return f"{name} draws a tile."
        case Pass():
            return f"{name} passes."
    assert_never(event)


def _chooses(event: PlaceTile | TradeTile | PutAside | SwapTile, names: Names) -> str:
    name = names[event.seat]
    match event:
        case PlaceTile():
            return f"{name} plays the drawn {event.number} to {spot(event.square)}."
        case TradeTile():
            into = f"trades it for the {event.number} in slot {event.slot}"
            return f"{name} {into}, which goes to {spot(event.square)}."
        case PutAside(slot=None):
            return f"{name} can play the drawn {event.number} nowhere."
        case PutAside():
            into = f"trades it for the {event.number} in slot {event.slot}"
            return f"{name} {into}, which can be played nowhere."
        case SwapTile():
            what = f"the tile on {spot(event.square)} for the {event.number} in slot {event.slot}"
            return f"{name} swaps {what}."
    assert_never(event)


def _goes(event: TileKept | TileTaken | TilePlaced | TilePutAside, names: Names) -> str:
    name = names[event.seat]
    match event:
        case TileKept():
            return f"The drawn tile stands in slot {event.slot} of {name}'s tray."
        case TileTaken():
            from_board = f"The {event.number} from {spot(event.square)}"
            return f"{from_board} stands in slot {event.slot} of {name}'s tray."
        case TilePlaced():
            return f"{a_tile(event.number).capitalize()} of {name}'s lies on {spot(event.square)}."
        case TilePutAside():
            return f"{a_tile(event.number).capitalize()} is put aside."
    assert_never(event)


def _calls(event: Call | CallRejected | RoundDied | HomeRowShown, names: Names) -> str:
    match event:
        case Call():
            second = "" if event.second is None else f" and {line_name(event.second)}"
            return f"{names[event.seat]} calls 45, with {line_name(event.row)}{second}!"
        case CallRejected():
            return f"The call is wrong: {names[event.seat]} loses {-event.points} points."
        case RoundDied():
            return f"{DEATHS[event.reason]}: the round ends without a call."
        case HomeRowShown():
            tray = " ".join(map(str, event.tray))
            return f"{names[event.seat]}'s tray is laid on the board: {tray}."
    assert_never(event)


def _scores(event: HomeRowScored | BonusScored | RoundEnded | MatchWon, names: Names) -> str:
    match event:
        case HomeRowScored(points=0):
            return f"{names[event.seat]}'s Home Row is no 45."
        case HomeRowScored():
            return f"{names[event.seat]}'s Home Row is a 45: {event.points} points."
        case BonusScored():
            lacks = f", which lacks {listed(event.missing)}" if event.missing else ""
            return (
                f"{names[event.seat]} gets {event.points} points for {line_name(event.row)}{lacks}."
            )
        case RoundEnded():
            return f"Round {event.round} is over."
        case MatchWon():
            return f"{won(event.winners, names)}!"
    assert_never(event)


def _answers(event: ProposeMove | DeclineMove | AcceptMove | ObjectToMove, names: Names) -> str:
    match event:
        case ProposeMove():
            return f"{names[event.seat]} would move it to {spot(event.square)}."
        case DeclineMove():
            return f"{names[event.seat]} leaves it where it is."
        case AcceptMove():
            return f"{names[event.seat]} accepts."
        case ObjectToMove():
            return f"{names[event.seat]} objects."
    assert_never(event)


def _corrects(
    event: CorrectionOpened
    | CorrectionMoot
    | CorrectionImpossible
    | TileMoved
    | TileVoided
    | RowsForfeited,
    names: Names,
) -> str:
    match event:
        case CorrectionOpened():
            where = listed([spot(square) for square in event.conflicts])
            tile = f"{names[event.seat]}'s {event.number} on {spot(event.square)}"
            return f"{tile} repeats the {event.number} on {where}, and may be moved."
        case CorrectionMoot():
            return f"The tile on {spot(event.square)} repeats nothing any more, and stays."
        case CorrectionImpossible():
            return f"No square that borders on {spot(event.square)} is open and legal."
        case TileMoved():
            return f"The {event.number} is moved from {spot(event.square)} to {spot(event.to)}."
        case TileVoided():
            return f"The {event.number} on {spot(event.square)} counts for nothing in this round."
        case RowsForfeited():
            rows = listed([line_name(row) for row in event.rows])
            return f"For this round nobody scores on {rows}."
    assert_never(event)


def digit(number: Secret[int]) -> str:
    """A tile's number; ``?`` where it is hidden."""
    return "?" if isinstance(number, Hidden) else str(number)


def some_tile(number: Secret[int]) -> str:
    """A tile with its article; just a tile where it is hidden."""
    return "a tile" if isinstance(number, Hidden) else a_tile(number)


def spot(square: int) -> str:
    """A square as it is called: ``07``."""
    return f"{square:02}"


def line_name(line: Line) -> str:
    """A row, column or diagonal as it is called."""
    return line if way(line) != "diagonal" else f"the diagonal {line}"
