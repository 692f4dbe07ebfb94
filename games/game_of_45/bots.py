"""Acts that nobody at the table decides on: those of bots, and those for an absent seat."""

from collections import Counter

from ledger import Choice, Seat, known
from ledger.games.game_of_45.events import (
    AcceptMove,
    Act,
    Arrange,
    Call,
    DrawTile,
    Pass,
    PlaceTile,
    ProposeMove,
    PutAside,
    SwapTile,
    TradeTile,
)
from ledger.games.game_of_45.judge import awaited, cornered
from ledger.games.game_of_45.state import Correcting, Dealing, Holding, State, Turn


def weigh(view: State, choice: Choice) -> int:
    """How often a bot takes a choice beside the others: it wants its Home Row together.

    It calls when it may, rather draws than swaps, trades what it has twice for what it lacks, and
    seldom gives away what it needs.
    """
    if choice.action is Call:
        return 2000
    act = choice.sample(lambda _: 0)
    if not isinstance(act, TradeTile | SwapTile | PutAside) or act.slot is None:
        return 200
    home = Counter(known(number) for number in view.home_numbers(choice.seat))
    if home[act.number] == 1:
        return 1
    if isinstance(view.phase, Holding):
        return 1 if home[known(view.phase.tile)] else 1000
    return 40


def default(view: State, seat: Seat) -> Act | None:
    """What the host does for an absent seat: the first thing that is legal and costs it nothing.

    It draws rather than swaps, places what it has drawn, calls nothing, moves its illegal tile to
    the first square there is, and agrees with the moves of others.
    """
    if seat not in awaited(view):
        return None
    match view.phase:
        case Dealing(hand=drawn):
            return _as_drawn(view, seat, tuple(known(number) for number in drawn))
        case Turn() if view.pouch:
            return DrawTile(seat)
        case Holding(tile=tile):
            squares = view.legal(known(tile))
            if squares:
                return PlaceTile(seat, squares[0], known(tile))
            return PutAside(seat, known(tile))
        case Correcting(status="proposed"):
            return AcceptMove(seat)
        case Correcting(square=square):
            return ProposeMove(seat, view.targets(square)[0])
        case _:
            return Pass(seat)


def _as_drawn(view: State, seat: Seat, hand: tuple[int, ...]) -> Arrange:
    """What was drawn last goes on the corners where it can, the rest on the tray as drawn.

    Were it the lowest that can, all would know what the tray does not hold.
    """
    late = hand[::-1]
    ways = cornered(view, hand)
    numbers = min(ways, key=lambda tiles: tuple(late.index(number) for number in tiles))
    left = Counter(numbers)
    tray = []
    for number in late:  # of equal tiles the one drawn last goes on the corner
        if left[number]:
            left[number] -= 1
        else:
            tray.append(number)
    return Arrange(seat, numbers, tuple(reversed(tray)))
