"""The game for people: each view as the board seen from one's side."""

from ledger import Cell, Grid, Hidden, Names, Note, Picture, Seat, Table
from ledger.games.common import listed, won
from ledger.games.game_of_45.board import (
    LINES,
    MIDDLE,
    SEATED,
    SIDE,
    Side,
    home,
    slot_at,
)
from ledger.games.game_of_45.flow import outcome
from ledger.games.game_of_45.judge import awaited
from ledger.games.game_of_45.state import (
    AnyPhase,
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
from ledger.games.game_of_45.telling import digit, line_name, some_tile, spot


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
    return (_board(view, seat), *shown, _seats(view, names), *_notes(view, names))


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
    middle = tuple(Cell(digit(slot.number)) for slot in view.trays[seat])
    ends = [view.board[squares[0]], view.board[squares[-1]]]
    left, right = (Cell("" if tile is None else str(tile.number)) for tile in ends)
    return Table(f"Tray of {names[seat]}", headings, ((left, *middle, right),))


def _seats(view: State, names: Names) -> Table:
    headings = ("Seat", "Side", "Points", "Tray", "Now")
    rows = []
    for seat, points in enumerate(view.scores):
        tray = " ".join(digit(slot.number) for slot in view.trays[seat])
        words = (SEATED[view.seats][seat], str(points), tray, _now(view, seat))
        rows.append((Cell(names[seat], seat), *(Cell(word) for word in words)))
    return Table("Seats", headings, tuple(rows))


def _now(view: State, seat: Seat) -> str:
    """What a seat is at; while a tile is corrected also what it will be at when play goes on."""
    phase, words = view.phase, [_at(view.phase, seat)]
    while isinstance(phase, Correcting):
        phase = phase.back
        words.append(_at(phase, seat))
    return ", ".join(dict.fromkeys(filter(None, words)))


def _at(phase: AnyPhase, seat: Seat) -> str:
    match phase:
        case Lots(seats=seats, numbers=numbers) if seat in seats[: len(numbers)]:
            return f"drew {numbers[seats.index(seat)]}"
        case Dealing(seat=dealt, hand=hand) if dealt == seat:
            if not hand:
                return "is to draw"
            if any(isinstance(number, Hidden) for number in hand):
                return f"{len(hand)} tiles drawn"
            return f"drew {' '.join(digit(number) for number in hand)}"
        case Turn(seat=turn) | Drawing(seat=turn) if turn == seat:
            return "on turn"
        case Holding(seat=turn, tile=tile) if turn == seat:
            return f"has drawn {some_tile(tile)}"
        case Correcting(seat=owner) if owner == seat:
            return "put an illegal tile"
        case _:
            return ""


def _notes(view: State, names: Names) -> list[Note]:
    notes = []
    if view.aside:
        notes.append(Note(f"Aside: {' '.join(map(str, sorted(view.aside)))}."))
    if view.forfeited:
        rows = listed([line_name(row) for row in LINES if row in view.forfeited])
        notes.append(Note(f"Forfeited: {rows}. A tile with x counts for nothing."))
    if isinstance(view.phase, Over):
        notes.append(Note(f"{won(view.phase.winners, names)}."))
    if result := outcome(view):
        notes.append(Note(f"{result.text} ({result.clause})"))
        return notes
    tiles = "1 tile is" if view.pouch == 1 else f"{view.pouch} tiles are"
    notes.append(Note(f"{_when(view)}; {tiles} in the pouch."))
    asked = [names[seat] for seat in awaited(view)]
    if asked:
        notes.append(Note(f"It is for {listed(asked)} {_to_do(view)}.", due=True))
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
            return f"to say where the tile on {spot(square)} goes"
        case Correcting(square=square, to=to):
            return f"to accept or object: from {spot(square)} to {'' if to is None else spot(to)}"
        case _:
            return "to act"
