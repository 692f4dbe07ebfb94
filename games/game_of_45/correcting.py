"""45-ERR: how an illegal tile that was noticed is moved, or comes to count for nothing."""

from ledger.games.game_of_45.board import LINES, THROUGH, Line
from ledger.games.game_of_45.events import (
    Act,
    CorrectionImpossible,
    CorrectionMoot,
    CorrectionOpened,
    Happening,
    PlaceTile,
    RowsForfeited,
    SwapTile,
    TileMoved,
    TileVoided,
    TradeTile,
)
from ledger.games.game_of_45.state import (
    Closing,
    Correcting,
    Drawing,
    Holding,
    State,
    Turn,
)


def remedy(state: State, act: Act, before: State) -> CorrectionOpened | None:
    """45-Q-51: what follows when a dispute about an act was upheld.

    45-Q-50: nothing, if the tile is gone, or what it repeated, whatever lies on its square now, be
    it put there by the very same act. Nothing either once the round is scored: the board is empty
    then. Nor on a call: a wrong one has been answered at once.

    Args:
        before: the act: the tile it put was the next in order, of that round.
    """
    if not isinstance(act, PlaceTile | TradeTile | SwapTile):
        return None
    if not isinstance(state.phase, Turn | Drawing | Holding | Closing | Correcting):
        return None
    tile = state.board[act.square]
    if tile is None or (state.round, tile.order) != (before.round, before.placed + 1):
        return None
    if is_corrected(state, act.square):
        return None
    found = state.earlier(act.square)
    return CorrectionOpened(act.seat, act.square, act.number, found) if found else None


def is_corrected(state: State, square: int) -> bool:
    """Whether the tile on a square is being corrected already."""
    phase = state.phase
    while isinstance(phase, Correcting):
        if phase.square == square:
            return True
        phase = phase.back
    return False


def correct(state: State, phase: Correcting) -> Happening | None:
    """What the table does next in a correction; None where it waits for a seat."""
    seat, square = phase.seat, phase.square
    tile = state.board[square]
    if phase.status == "voided":
        return RowsForfeited(rows_through(square))
    if tile is None or not state.earlier(square):
        return CorrectionMoot(seat, square)
    if phase.status == "refused":
        return TileVoided(seat, square, tile.number)
    if phase.status == "asked":
        return None if state.targets(square) else CorrectionImpossible(seat, square)
    if phase.to is None:
        return None
    against, others = len(phase.objected), state.seats - 1
    for_it = len(phase.accepted)
    if state.options.objection == "any":
        fails, passes = against > 0, for_it == others
    else:
        fails, passes = against * 2 > others, for_it * 2 >= others
    if fails:
        return TileVoided(seat, square, tile.number)
    return TileMoved(seat, square, phase.to, tile.number) if passes else None


def rows_through(square: int) -> tuple[Line, ...]:
    """45-Q-39: the row, the column and the diagonals of a square."""
    return tuple(line for line in LINES if line in THROUGH[square])
