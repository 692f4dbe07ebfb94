"""What a seat may do: check and legal, on the seat's own view, and whom the table waits for."""

from itertools import pairwise

from ledger import Choice, Hidden, Refusal, Seat, SubsetOf, known
from ledger.games.fifty.events import Act, WriteLine
from ledger.games.fifty.grid import BOXES, FULL_TABLE, is_forbidden
from ledger.games.fifty.state import Choosing, Over, State


def check(view: State, action: Act) -> Refusal | None:
    """Why the line cannot be written now; None if it can. Of numbers it looks at no other's."""
    if not 0 <= action.seat < view.seats:
        return Refusal("50-SET-03", "there is no such seat at this table")
    if isinstance(view.phase, Over):
        return Refusal(view.phase.clause, "the game is over")
    if not isinstance(view.phase, Choosing):
        return Refusal("50-FLW-01", "lines are written between the reveal and the count")
    if view.line(action.seat) is not None:
        return Refusal("50-Q-24", "a line that is written stays as it is")
    return _writing(view, action)


def _writing(view: State, line: WriteLine) -> Refusal | None:
    """Every number that is known is judged, then all must be: a copy may hold only some."""
    if len(line.numbers) != BOXES:
        return Refusal("50-CHO-01", f"a line is {BOXES} numbers")
    seen = [number for number in line.numbers if not isinstance(number, Hidden)]
    if any(not 0 < number < view.target for number in seen):
        clause = "50-CHO-02" if view.seats <= FULL_TABLE else "50-BIG-03"
        return Refusal(clause, f"numbers are from 1 to {view.target - 1}")
    if any(one == other for one, other in pairwise(seen)):
        return Refusal("50-Q-10", "no number stands twice on a line")
    if any(one > other for one, other in pairwise(seen)):
        return Refusal("50-CHO-03", "numbers stand from the smallest to the largest")
    if any(is_forbidden(number, view.tokens) for number in seen):
        digits = " or ".join(map(str, sorted(view.tokens)))
        return Refusal("50-CHO-04", f"no number may end in {digits} this round")
    for number in line.numbers:
        known(number)
    return None


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """Every line the seat may write, as long as it has not written."""
    if seat not in awaited(view):
        return ()
    return (Choice(WriteLine, seat, {"numbers": SubsetOf(view.allowed, BOXES, BOXES, True)}),)


def default(view: State, seat: Seat) -> WriteLine | None:
    """For an absent seat: the five smallest numbers it may write."""
    return WriteLine(seat, view.allowed[:BOXES]) if seat in awaited(view) else None


def awaited(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for: all who have not written, in any order."""
    return state.unwritten() if isinstance(state.phase, Choosing) else ()
