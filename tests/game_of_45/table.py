"""Tables to test at: begun by the rules, or laid by hand."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from ledger import Event, Ledger, Match, Refusal
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.board import LINES, SQUARES, THROUGH, Line, corners, played
from ledger.games.game_of_45.events import (
    Act,
    Arrange,
    Call,
    DrawTile,
    PlaceTile,
    SwapTile,
    TradeTile,
)
from ledger.games.game_of_45.flow import pouch
from ledger.games.game_of_45.options import Options
from ledger.games.game_of_45.state import AnyPhase, Slot, State, Tile, Turn
from ledger.simulate import noise_of
from ledger.testing import Sitting
from ledger.testing.playing import ticking

S, W, N, E = range(4)
OTHER = 1  # the seat in the north, where two play

HOMES = {S: "02134689", W: "12345689", N: "13456789", E: "01346789"}
"""Trays that make a 45 with the corners of `CORNERS`; that of S as in a scenario."""

OTHERS = {S: "00112233", W: "00112233", N: "44556677", E: "88990011"}
"""Trays that make none."""

CORNERS = {4: ((5,), (7,), (0,), (2,)), 2: ((5, 7), (0, 2))}
"""By seat, the right one first: SE 5, SW 7, NW 0, NE 2."""

T = TypeVar("T", bound=Event)


def sit(seats: int = 4, *draws: Any, **options: Any) -> Sitting[State]:
    """A match just begun."""
    return Sitting(GAME, seats, options, draws)


def lay(
    board: Mapping[int, int | tuple[int, int]] | None = None,
    *,
    seats: int = 4,
    trays: Mapping[int, str] | None = None,
    corner: Sequence[tuple[int, ...]] | None = None,
    turn: int = S,
    pouch: int | None = None,
    phase: AnyPhase | None = None,
    played_by: int = S,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> State:
    """A position by hand, a seat's turn having come.

    Args:
        board: by square in the order put: a number, or a number and who put it.
        trays: of some seats; the seat on turn has a Home Row of 45 and the others none.
        corner: by seat, as in `CORNERS`.
        pouch: so many tiles are in the pouch at most, and the others aside; None: all.
        played_by: who put the tiles of which that is not said.
        more: of the state.
    """
    squares: list[Tile | None] = [None] * SQUARES
    for seat, numbers in enumerate(corner or CORNERS[seats]):
        for square, number in zip(corners(seats, seat), numbers, strict=True):
            squares[square] = Tile(number, seat)
    for order, (square, tile) in enumerate((board or {}).items(), 1):
        number, seat = tile if isinstance(tile, tuple) else (tile, played_by)
        squares[square] = Tile(number, seat, order)
    texts = {**OTHERS, turn: home(seats, turn), **(trays or {})}
    laid = tuple(tuple(Slot(int(n)) for n in texts[seat]) for seat in range(seats))
    chosen = GAME.choose(options or {})
    every = Counter({n: chosen.tiles_per_digit for n in range(10)})
    used = Counter(slot.number for tray in laid for slot in tray if isinstance(slot.number, int))
    used += Counter(tile.number for tile in squares if tile)
    assert not used - every, f"too many tiles: {used - every}"
    rest = list((every - used).elements())
    aside = () if pouch is None else tuple(rest[pouch:])
    placed = len(board or {})
    state = State(
        options=chosen,
        phase=phase or Turn(turn),
        scores=(0,) * seats,
        pouch=len(rest) - len(aside),
        trays=laid,
        first=S,
        round=1,
        board=tuple(squares),
        aside=aside,
        turns=max(placed, 8),
        placed=placed,
        fresh=placed,
    )
    if pouch == 0:
        state = replace(state, emptied=state.turns)
    return replace(state, **more)


def home(seats: int, seat: int) -> str:
    """A tray that makes a 45 with the corners of `CORNERS`."""
    return HOMES[seat] if seats == 4 else {S: "01234689", OTHER: "13456789"}[seat]


def resume(state: State, *draws: Any) -> Sitting[State]:
    """A sitting that goes on from a position laid by hand."""
    assert GAME.invariants(state) == ()
    return Sitting(GAME, state.seats, draws=draws, state=state)


def row(line: Line, numbers: str, by: int = S, seats: int = 4) -> dict[int, int | tuple[int, int]]:
    """Tiles on a row's squares that are played on, from west or north."""
    squares = played(seats, line)
    assert len(squares) == len(numbers)
    return {square: (int(n), by) for square, n in zip(squares, numbers, strict=True)}


def deal(sitting: Sitting[State], *hands: str) -> None:
    """Let each seat draw these tiles, lay the first on its corners and the others on its tray."""
    seats = sitting.state.seats
    for hand in hands:
        for number in hand:
            sitting.draw(int(number))
        (seat,) = sitting.awaited
        many = len(corners(seats, seat))
        numbers = tuple(map(int, hand))
        sitting.act(Arrange(seat, numbers[:many], numbers[many:]))


def drawn(sitting: Sitting[State], number: int) -> tuple[Event, ...]:
    """Let the seat on turn draw this tile."""
    (seat,) = sitting.awaited
    sitting.act(DrawTile(seat))
    return sitting.draw(number)


def place(
    sitting: Sitting[State], number: int, square: int, anyway: bool = False
) -> tuple[Event, ...]:
    """Let the seat on turn draw this tile and put it there."""
    drawn(sitting, number)
    (seat,) = sitting.awaited
    return sitting.act(PlaceTile(seat, square, number), anyway)


def swap(sitting: Sitting[State], square: int, slot: int, anyway: bool = False) -> None:
    """Let the seat on turn swap that tile for what is in the slot."""
    (seat,) = sitting.awaited
    number = sitting.state.slot(seat, slot).number
    assert isinstance(number, int)
    sitting.act(SwapTile(seat, square, slot, number), anyway)


def called(state: State, line: Line, seat: int = S, second: Line | None = None) -> Sitting[State]:
    """A sitting in which the seat has called, right or wrong."""
    sitting = resume(state)
    sitting.act(Call(seat, line, second), anyway=True)
    return sitting


def refused(sitting: Sitting[State], action: Act) -> str | None:
    """The clause by which the action is refused outright; None if it is not."""
    refusal = sitting.refusal(action)
    assert refusal is None or not refusal.irregular, refusal
    return refusal.clause if refusal else None


def irregular(sitting: Sitting[State], action: Act) -> str:
    """The clause that the action is against, which can be recorded all the same."""
    refusal = sitting.refusal(action)
    assert refusal is not None and refusal.irregular, refusal
    return refusal.clause


def asked(sitting: Sitting[State]) -> tuple[int, ...]:
    """The seats the table waits for."""
    return sitting.awaited


def phase_of(sitting: Sitting[State]) -> AnyPhase:
    """What the table is at."""
    return sitting.state.phase


def tray(sitting: Sitting[State], seat: int) -> str:
    """What is in a seat's tray."""
    return "".join(str(slot.number) for slot in sitting.state.trays[seat])


def number_at(sitting: Sitting[State], square: int) -> int | None:
    """The number on a square."""
    tile = sitting.state.board[square]
    return tile.number if tile else None


def begun(seats: int, **options: Any) -> State | Refusal:
    """What the game says to these options."""
    return GAME.start(Options(**options), seats)


def of(events: Iterable[Event] | Sitting[State], kind: type[T]) -> list[T]:
    """Those of the events that are of a kind."""
    found = events.events if isinstance(events, Sitting) else events
    return [event for event in found if isinstance(event, kind)]


def kinds(events: Iterable[Event]) -> list[type[Event]]:
    """The classes of the events."""
    return [type(event) for event in events]


def squares(line: Line) -> tuple[int, ...]:
    """The ten squares of a row."""
    return LINES[line]


# -- at a table that is recorded -----------------------------------------------------------------

NAMES = ("Sue", "Will", "Nora", "Ed")


def book(**more: Any) -> Ledger:
    """A ledger in memory."""
    return Ledger(None, games=[GAME], clock=ticking(), entropy=noise_of("45"), **more)


def opened(
    ledger: Ledger,
    seats: int = 4,
    trays: Mapping[int, str] | None = None,
    irregular: Literal["allow", "refuse"] = "allow",
    **options: Any,
) -> Match:
    """A declared match in which all have laid out these trays and `CORNERS`; Sue is first."""
    match = ledger.new(GAME, NAMES[:seats], options=options, chance="declared", irregular=irregular)
    for lot in (9, 1, 1, 1)[:seats]:
        match.draw(lot)
    lay_out(match, trays)
    return match


def lay_out(match: Match, trays: Mapping[int, str] | None = None, first: int = S) -> None:
    """Let all draw and lay out these trays and `CORNERS`."""
    seats = len(match.seats)
    texts = {**OTHERS, S: home(seats, S), **(trays or {})}
    for i in range(seats):
        seat = (first + i) % seats
        numbers = CORNERS[seats][seat]
        tray = tuple(map(int, texts[seat]))
        for number in (*tray, *numbers[::-1]):
            match.draw(number, seat)
        match.act(Arrange(seat, numbers, tray))


def put(match: Match, number: int, square: int, anyway: bool = False) -> int:
    """Let the seat on turn draw this tile and put it there; the seq of the act."""
    (seat,) = match.awaited
    match.act(DrawTile(seat))
    assert number in pouch(match.view("auditor")).items
    match.draw(number, seat)
    before = match.seq
    match.act(PlaceTile(seat, square, number), anyway=anyway)
    return before + 1


def idle(match: Match, until: int, plan: Mapping[int, int] | None = None) -> None:
    """Let seats place what they draw until it is a seat's turn.

    Args:
        plan: what is still to be put, by square: nobody takes such a square or makes it illegal.
    """
    planned = plan or {}
    while match.awaited != (until,):
        state = match.view("auditor")
        left = Counter(pouch(state).items)
        number, square = next(
            (n, s)
            for n, _ in left.most_common()
            for s in state.legal(n)
            if s not in planned
            and not any(THROUGH[s] & THROUGH[to] for to, other in planned.items() if n == other)
        )
        put(match, number, square)


def fill(match: Match, line: Line, numbers: str, by: int = S) -> None:
    """Let a seat fill a row, turn by turn; the others place theirs elsewhere."""
    squares = played(len(match.seats), line)
    plan = {square: int(number) for square, number in zip(squares, numbers, strict=True)}
    for square, number in list(plan.items()):
        idle(match, by, plan)
        put(match, number, square)
        del plan[square]


def trade(match: Match, number: int, slot: int, square: int) -> None:
    """Let the seat on turn draw this tile and trade it for what is in the slot."""
    (seat,) = match.awaited
    match.act(DrawTile(seat))
    match.draw(number, seat)
    traded = match.view("auditor").slot(seat, slot).number
    match.act(TradeTile(seat, slot, square, traded))
