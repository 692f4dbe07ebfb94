"""What always holds, whatever is played: counted on facts that every view shows."""

from collections import Counter
from collections.abc import Iterator

from ledger import Hidden, Secret
from ledger.games.game_of_45.board import DIGITS, TRAY, corners, playable
from ledger.games.game_of_45.correcting import rows_through
from ledger.games.game_of_45.state import (
    AnyPhase,
    Called,
    Correcting,
    Dealing,
    Holding,
    Lots,
    Resolving,
    Starting,
    State,
)


def invariants(state: State) -> tuple[str, ...]:
    """What should hold and does not, one sentence each. Hidden numbers are only counted."""
    return (*_tiles(state), *_trays(state), *_board(state), *_course(state), *_correction(state))


def _in_hand(phase: AnyPhase) -> Iterator[Secret[int]]:
    """The tiles that lie neither in the pouch, in a tray, on the board nor aside."""
    match phase:
        case Lots(numbers=numbers):
            yield from numbers
        case Dealing(hand=hand):
            yield from hand
        case Holding(tile=tile):
            yield tile
        case Resolving(kept=True, number=number):
            yield number  # on its way to the board, or aside
        case Resolving(tile=tile):
            if tile is not None:
                yield tile  # on its way to a slot
        case Called(back=back) | Correcting(back=back):
            yield from _in_hand(back)
        case _:
            return


def _tiles(state: State) -> list[str]:
    """45-Q-02, 45-Q-13: no tile is lost or made."""
    lying: list[Secret[int]] = [*_in_hand(state.phase), *state.aside]
    lying += [slot.number for tray in state.trays for slot in tray]
    lying += [tile.number for tile in state.board if tile]
    seen = Counter([number for number in lying if not isinstance(number, Hidden)])
    faults = [
        f"There are {count} tiles with {number}."
        for number, count in seen.items()
        if number not in DIGITS or count > state.options.tiles_per_digit
    ]
    if state.pouch < 0 or state.pouch + len(lying) != len(state.tiles):
        faults.append(
            f"{state.pouch} tiles in the pouch and {len(lying)} outside are not {len(state.tiles)}."
        )
    return faults


def _trays(state: State) -> list[str]:
    """45-Q-03: a tray holds eight tiles, once it is laid out."""
    faults = [
        f"The tray of seat {seat} holds {len(tray)} tiles."
        for seat, tray in enumerate(state.trays)
        if len(tray) not in (0, TRAY)
    ]
    laying = isinstance(state.phase, Lots | Starting | Dealing)
    if not laying and not all(state.trays):
        faults.append("It is played on, and not all trays are laid out.")
    return faults


def _board(state: State) -> list[str]:
    """45-SET-05, 45-SET-06, 45-Q-09, 45-Q-39."""
    faults = []
    numbers = state.corner_numbers()
    if len(set(numbers)) < len(numbers):
        faults.append("Two corners have the same number.")
    for seat, tray in enumerate(state.trays):
        laid = [state.board[square] for square in corners(state.seats, seat)]
        if any((tile is None) is bool(tray) for tile in laid):
            faults.append(f"The corner of seat {seat} does not go with its tray.")
        if any(tile and (tile.order or tile.voided or tile.seat != seat) for tile in laid):
            faults.append(f"The corner of seat {seat} was played on.")
    orders = {square: tile.order for square, tile in enumerate(state.board) if tile and tile.order}
    if not orders.keys() <= set(playable(state.seats)):
        faults.append("There are tiles where none is played.")
    if len({*orders.values()}) < len(orders) or max(orders.values(), default=0) > state.placed:
        faults.append("Tiles were put on the board in an order that cannot be.")
    if len(orders) > state.placed or state.fresh not in (0, *range(1, state.placed + 1)):
        faults.append(f"{state.placed} tiles were put on the board.")
    return faults


def _course(state: State) -> list[str]:
    """45-Q-18, 45-Q-19: a round goes on only as long as it may."""
    faults = []
    if state.turns > state.options.max_turns_per_round:
        faults.append(f"A round has {state.turns} turns.")
    if not 0 <= state.passes <= state.seats or (state.passes and state.pouch):
        faults.append(f"{state.passes} seats have passed, with {state.pouch} tiles in the pouch.")
    if state.emptied is not None and state.turns - state.emptied > state.options.empty_pouch_turns:
        faults.append("The pouch has been empty for too long.")
    if state.round > state.options.max_rounds:
        faults.append(f"Round {state.round} is played.")
    return faults


def _correction(state: State) -> list[str]:
    """45-ERR-02, 45-Q-39, 45-Q-51: what is forfeited, and who has spoken."""
    voided = [square for square, tile in enumerate(state.board) if tile and tile.voided]
    due = {row for square in voided for row in rows_through(square)}
    phase = state.phase
    open_now = set(rows_through(phase.square)) if isinstance(phase, Correcting) else set()
    faults = []
    if len(set(state.forfeited)) < len(state.forfeited) or not (
        due - open_now <= set(state.forfeited) <= due
    ):
        faults.append("Rows are forfeited that should not be, or the other way round.")
    if isinstance(phase, Correcting):
        spoken = (phase.seat, *phase.accepted, *phase.objected)
        if len(set(spoken)) < len(spoken):
            faults.append("A seat has spoken twice about one correction.")
        if (phase.status == "proposed" and phase.to is None) or (
            phase.status == "asked" and phase.to is not None
        ):
            faults.append("There is a proposal without a square, or the other way round.")
        if state.board[phase.square] is None:
            faults.append(f"A tile on {phase.square} is corrected, and there is none.")
    return faults
