"""Calling 45: when a seat may, what makes a call wrong, and what a row is worth."""

from ledger import Choice, OneOf, Refusal, Seat, known
from ledger.games.game_of_45.board import (
    DIGITS,
    FULL,
    Line,
    bonus_lines,
    ends,
    way,
)
from ledger.games.game_of_45.events import Call
from ledger.games.game_of_45.state import Closing, Holding, State, Turn


def may_call(state: State, seat: Seat) -> bool:
    """45-Q-21: whether the seat's window is open, by public facts."""
    at_once = state.options.call_window == "immediately"
    match state.phase:
        case Turn(seat=turn):
            just_moved = state.turns > 0 and state.next(seat) == turn
            return just_moved or (turn == seat and not at_once)
        case Holding(seat=turn):
            return turn == seat and not at_once
        case Closing(seat=turn):
            return turn == seat
        case _:
            return False


def check(view: State, call: Call) -> Refusal | None:
    """Why a seat may not call so; a call that is only wrong is irregular."""
    if not may_call(view, call.seat):
        if view.options.call_window == "immediately":
            when = "at this table a seat calls after its turn, before another has begun its own"
            return Refusal("45-Q-21", when)
        return Refusal("45-Q-21", "a seat calls in its turn, until another has begun its own")
    if refusal := _named(view, call):
        return refusal
    if refusal := fault(view, call):
        return refusal
    if not has_home(view, call.seat):
        return Refusal("45-SCR-02", "the seat's Home Row is no 45", irregular=True)
    return None


def _named(view: State, call: Call) -> Refusal | None:
    """45-Q-23, 45-2P-03: whether rows were named as they must be."""
    named = [row for row in (call.row, call.second) if row is not None]
    if any(row not in bonus_lines(view.seats) for row in named):
        return Refusal("45-OBJ-02", "a Home Row is no bonus row")
    if view.seats == 4:
        return Refusal("45-SCR-04", "one bonus row is named") if len(named) == 2 else None
    if call.second is None:
        return Refusal("45-Q-41", "with two seats a column is named, and a second row")
    if way(call.row) != "vertical" or way(call.second) == "vertical":
        return Refusal("45-2P-03", "the first row is a column, the second goes another way")
    return None


def fault(view: State, call: Call) -> Refusal | None:
    """45-Q-24: what is wrong with a call by what the whole table sees."""
    if refusal := _closed(view, call.row, call.seat):
        return refusal
    if call.second is None:
        return None
    return _second(view, call.second, call.seat)


def _closed(view: State, row: Line, seat: Seat) -> Refusal | None:
    """45-SCR-04, 45-Q-20, 45-Q-39: why the seat has no right to this row."""
    if refusal := _unfilled(view, row):
        return refusal
    last = view.last(row)
    if last is None or last.seat != seat:
        return Refusal("45-SCR-04", f"another seat put the last tile of {row}", irregular=True)
    if view.options.call_window == "immediately" and last.order != view.fresh:
        return Refusal("45-Q-21", f"{row} was filled in an earlier turn", irregular=True)
    return None


def _unfilled(view: State, row: Line) -> Refusal | None:
    if row in view.forfeited:
        return Refusal("45-Q-39", f"{row} is forfeited in this round", irregular=True)
    if not view.is_filled(row):
        return Refusal("45-Q-20", f"{row} is not filled", irregular=True)
    return None


def _second(view: State, row: Line, seat: Seat) -> Refusal | None:
    """45-Q-43, 45-Q-44: why the second of two seats' rows does not do."""
    if refusal := _unfilled(view, row):
        return refusal
    if sorted(view.numbers(row)) != list(DIGITS):
        return Refusal("45-Q-44", f"{row} is no 45", irregular=True)
    last = view.last(row)
    if view.options.second_row_closer == "caller" and (last is None or last.seat != seat):
        return Refusal("45-Q-43", f"another seat put the last tile of {row}", irregular=True)
    return None


def has_home(view: State, seat: Seat) -> bool:
    """45-OBJ-01, 45-Q-31: whether the seat's Home Row holds each number once.

    Raises:
        NeedsDisclosure: the reader does not know all of it.
    """
    return sorted(known(number) for number in view.home_numbers(seat)) == list(DIGITS)


def rows_of(state: State, seat: Seat) -> tuple[Line, ...]:
    """45-Q-21: the rows for which the seat may call, by public facts, in their order."""
    return tuple(
        row
        for row in bonus_lines(state.seats)
        if state.is_filled(row)  # as it seldom is
        and (state.seats == 4 or way(row) == "vertical")
        and _closed(state, row, seat) is None
    )


def seconds_of(state: State, seat: Seat) -> tuple[Line | None, ...]:
    """45-2P-03: the second rows that do, in their order; with four seats there is none to name."""
    if state.seats == 4:
        return (None,)
    return tuple(
        row
        for row in bonus_lines(state.seats)
        if way(row) != "vertical" and _second(state, row, seat) is None
    )


def may_have(state: State, seat: Seat) -> bool:
    """Whether a call of the seat could be right, by public facts."""
    return bool(rows_of(state, seat) and seconds_of(state, seat))


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """The seat's right calls."""
    if not may_call(view, seat):
        return ()
    if not may_have(view, seat) or not has_home(view, seat):
        return ()
    rows, seconds = rows_of(view, seat), seconds_of(view, seat)
    return (Choice(Call, seat, {"row": OneOf(rows), "second": OneOf(seconds)}),)


def is_right(state: State, call: Call) -> bool:
    """45-SCR-02, 45-SCR-11: whether a call that was made is right.

    Raises:
        NeedsDisclosure: that hangs on a tray that the reader does not know.
    """
    return fault(state, call) is None and has_home(state, call.seat)


def missing(state: State, row: Line) -> tuple[int, ...]:
    """45-SCR-08: the numbers that a row lacks, its ends included, ascending."""
    tray = (known(state.slot(seat, slot).number) for seat, slot in ends(state.seats, row))
    return tuple(sorted({*DIGITS} - {*state.numbers(row), *tray}))


def bonus(state: State, seat: Seat, row: Line) -> int:
    """45-SCR-06 to 45-SCR-09, 45-Q-27, 45-Q-42: the points of the row that the seat has named."""
    lacks = missing(state, row)
    if lacks:
        return FULL - sum(lacks)
    others = sum(owner != seat for owner, _ in ends(state.seats, row))
    if state.seats == 2 and state.options.vertical_2p == "flat45":
        others = 0
    return FULL + {0: 0, 1: 20, 2: state.options.two_opponent_bonus}[others]
