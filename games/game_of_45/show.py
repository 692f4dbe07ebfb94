"""The game for people: each event as a sentence, each view as the board seen from one's side."""

from typing import assert_never

from ledger import Cell, Grid, Hidden, Names, Note, Picture, Seat, Secret, Table
from ledger.games.common import listed, won
from ledger.games.game_of_45.board import (
    LINES,
    MIDDLE,
    SEATED,
    SIDE,
    Line,
    Side,
    a_tile,
    home,
    slot_at,
    way,
)
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
from ledger.games.game_of_45.flow import outcome
from ledger.games.game_of_45.judge import awaited
from ledger.games.game_of_45.state import (
    Closing,
    Correcting,
    Dealing,
    Drawing,
    Holding,
    Judging,
    Lots,
    Over,
    State,
    Turn,
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
            return f"{name} has drawn {_secret(event.number)}."
        case TilesReturned():
            return f"None of {name}'s tiles can go on the corner: all go back."
        case Arrange():
            tray = [_word(number) for number in event.tray]
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
            return f"{name} plays the drawn {event.number} to {_at(event.square)}."
        case TradeTile():
            into = f"trades it for the {event.number} in slot {event.slot}"
            return f"{name} {into}, which goes to {_at(event.square)}."
        case PutAside(slot=None):
            return f"{name} can play the drawn {event.number} nowhere."
        case PutAside():
            into = f"trades it for the {event.number} in slot {event.slot}"
            return f"{name} {into}, which can be played nowhere."
        case SwapTile():
            what = f"the tile on {_at(event.square)} for the {event.number} in slot {event.slot}"
            return f"{name} swaps {what}."
    assert_never(event)


def _goes(event: TileKept | TileTaken | TilePlaced | TilePutAside, names: Names) -> str:
    name = names[event.seat]
    match event:
        case TileKept():
            return f"The drawn tile stands in slot {event.slot} of {name}'s tray."
        case TileTaken():
            from_board = f"The {event.number} from {_at(event.square)}"
            return f"{from_board} stands in slot {event.slot} of {name}'s tray."
        case TilePlaced():
            return f"{a_tile(event.number).capitalize()} of {name}'s lies on {_at(event.square)}."
        case TilePutAside():
            return f"{a_tile(event.number).capitalize()} is put aside."
    assert_never(event)


def _calls(event: Call | CallRejected | RoundDied | HomeRowShown, names: Names) -> str:
    match event:
        case Call():
            second = "" if event.second is None else f" and {_row(event.second)}"
            return f"{names[event.seat]} calls 45, with {_row(event.row)}{second}!"
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
            return f"{names[event.seat]} gets {event.points} points for {_row(event.row)}{lacks}."
        case RoundEnded():
            return f"Round {event.round} is over."
        case MatchWon():
            return f"{won(event.winners, names)}!"
    assert_never(event)


def _answers(event: ProposeMove | DeclineMove | AcceptMove | ObjectToMove, names: Names) -> str:
    match event:
        case ProposeMove():
            return f"{names[event.seat]} would move it to {_at(event.square)}."
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
            where = listed([_at(square) for square in event.conflicts])
            tile = f"{names[event.seat]}'s {event.number} on {_at(event.square)}"
            return f"{tile} repeats the {event.number} on {where}, and may be moved."
        case CorrectionMoot():
            return f"The tile on {_at(event.square)} repeats nothing any more, and stays."
        case CorrectionImpossible():
            return f"No square that borders on {_at(event.square)} is open and legal."
        case TileMoved():
            return f"The {event.number} is moved from {_at(event.square)} to {_at(event.to)}."
        case TileVoided():
            return f"The {event.number} on {_at(event.square)} counts for nothing in this round."
        case RowsForfeited():
            return f"For this round nobody scores on {listed([_row(row) for row in event.rows])}."
    assert_never(event)


def _word(number: Secret[int]) -> str:
    return "?" if isinstance(number, Hidden) else str(number)


def _secret(number: Secret[int]) -> str:
    return "a tile" if isinstance(number, Hidden) else a_tile(number)


def _at(square: int) -> str:
    return f"{square:02}"


def _row(line: Line) -> str:
    return line if way(line) != "diagonal" else f"the diagonal {line}"


# -- the table -----------------------------------------------------------------------------------


def picture(view: State, names: Names) -> Picture:
    """The board from the south, what lies round it, and what stands to be done."""
    return _drawn(view, names, 0)


def seated(view: State, names: Names, seat: Seat) -> Picture:
    """The same from the seat's side, with its own tray below the board."""
    return _drawn(view, names, seat)


def _drawn(view: State, names: Names, seat: Seat) -> Picture:
    tray = view.trays[seat]
    own = any(not isinstance(slot.number, Hidden) and slot.turn is not None for slot in tray)
    shown = (_tray(view, names, seat),) if own else ()
    return (_board(view, seat), *shown, _seats(view, names), *map(Note, _notes(view, names)))


def turned(side: Side, down: int, across: int) -> int:
    """The square that lies so far down and across for who sits on a side."""
    row, column = {
        "S": (down, across),
        "W": (across, SIDE - 1 - down),
        "N": (SIDE - 1 - down, SIDE - 1 - across),
        "E": (SIDE - 1 - across, down),
    }[side]
    return SIDE * row + column


def _board(view: State, seat: Seat) -> Grid:
    """Rows and columns are named at the edge, the forfeited ones marked; so is the last tile."""
    side = SEATED[view.seats][seat]
    upright = side in ("S", "N")
    squares = [[turned(side, down, across) for across in range(SIDE)] for down in range(SIDE)]
    top = [_heading(view, square, not upright) for square in squares[0]]
    rows = [(Cell(""), *top)]
    for line in squares:
        rows.append((_heading(view, line[0], upright), *(_cell(view, square) for square in line)))
    return Grid(f"Board, seen from {_SIDES[side]}", tuple(rows))


_SIDES = {"S": "the south", "W": "the west", "N": "the north", "E": "the east"}


def _heading(view: State, square: int, is_row: bool) -> Cell:
    row, column = divmod(square, SIDE)
    line: str = f"row-{row}" if is_row else f"column-{column}"
    return Cell(f"r{row}" if is_row else f"c{column}", marked=line in view.forfeited)


def _cell(view: State, square: int) -> Cell:
    tile = view.board[square]
    if tile is not None:
        newest = tile.order > 0 and tile.order == view.placed
        return Cell(f"{tile.number}{'x' if tile.voided else ''}", tile.seat, newest)
    if (owned := slot_at(view.seats, square)) is None:
        return Cell(".")
    seat, slot = owned
    shown = isinstance(view.phase, Judging | Over) and view.trays[seat]
    number = view.slot(seat, slot).number if shown else None
    if number is None or isinstance(number, Hidden):
        return Cell("")
    return Cell(str(number), seat)


def _tray(view: State, names: Names, seat: Seat) -> Table:
    squares = home(view.seats, seat)
    headings = ("left corner", *map(str, MIDDLE), "right corner")
    middle = tuple(Cell(_word(slot.number)) for slot in view.trays[seat])
    ends = [view.board[squares[0]], view.board[squares[-1]]]
    left, right = (Cell("" if tile is None else str(tile.number)) for tile in ends)
    return Table(f"Tray of {names[seat]}", headings, ((left, *middle, right),))


def _seats(view: State, names: Names) -> Table:
    headings = ("Seat", "Side", "Points", "Tray", "Now")
    rows = []
    for seat, points in enumerate(view.scores):
        tray = " ".join(_word(slot.number) for slot in view.trays[seat])
        words = (SEATED[view.seats][seat], str(points), tray, _now(view, seat))
        rows.append((Cell(names[seat], seat), *(Cell(word) for word in words)))
    return Table("Seats", headings, tuple(rows))


def _now(view: State, seat: Seat) -> str:
    match view.phase:
        case Lots(seats=seats, numbers=numbers) if seat in seats[: len(numbers)]:
            return f"drew {numbers[seats.index(seat)]}"
        case Dealing(seat=dealt, hand=hand) if dealt == seat:
            if not hand:
                return "is to draw"
            if any(isinstance(number, Hidden) for number in hand):
                return f"{len(hand)} tiles drawn"
            return f"drew {' '.join(_word(number) for number in hand)}"
        case Turn(seat=turn) | Drawing(seat=turn) if turn == seat:
            return "on turn"
        case Holding(seat=turn, tile=tile) if turn == seat:
            return f"has drawn {_secret(tile)}"
        case Correcting(seat=owner) if owner == seat:
            return "put an illegal tile"
        case _:
            return ""


def _notes(view: State, names: Names) -> list[str]:
    notes = []
    if view.aside:
        notes.append(f"Aside: {' '.join(map(str, sorted(view.aside)))}.")
    if view.forfeited:
        rows = listed([_row(row) for row in LINES if row in view.forfeited])
        notes.append(f"Forfeited: {rows}. A tile with x counts for nothing.")
    if isinstance(view.phase, Over):
        notes.append(f"{won(view.phase.winners, names)}.")
    if result := outcome(view):
        notes.append(f"{result.text} ({result.clause})")
        return notes
    tiles = "1 tile is" if view.pouch == 1 else f"{view.pouch} tiles are"
    notes.append(f"{_when(view)}; {tiles} in the pouch.")
    asked = [names[seat] for seat in awaited(view)]
    if asked:
        notes.append(f"It is for {listed(asked)} {_to_do(view)}.")
    return notes


def _when(view: State) -> str:
    match view.phase:
        case Lots():
            return "It is drawn who is first"
        case Dealing():
            return f"Round {view.round} is laid out"
        case _:
            return f"Round {view.round}, turn {view.turns + 1}"


def _to_do(view: State) -> str:
    match view.phase:
        case Dealing():
            return "to lay out the tray and the corner"
        case Turn():
            return "to draw or swap" if view.pouch else "to swap or pass"
        case Holding():
            return "to place the drawn tile, or trade it"
        case Closing():
            return "to call or pass: the round is over"
        case Correcting(status="asked", square=square):
            return f"to say where the tile on {_at(square)} goes"
        case Correcting(square=square, to=to):
            return f"to accept or object: from {_at(square)} to {'' if to is None else _at(to)}"
        case _:
            return "to act"
