"""A small open game to quarrel about, for tests of the engine.

In turn, two to four seats lay a number from 1 to 99 on a tower, each higher than the one below. A
number that is not is against the rules, and may lie there unnoticed. While it lies on top somebody
may dispute it: then whoever laid it says what it shall be instead. A coin decides after each number
whether it counts. When every seat has laid three, or 99 lies on top, the highest sum of what counts
wins.

States: waiting -> laid -> (coin) waiting -> over; waiting -> (upheld) fixing -> waiting.
"""

from typing import ClassVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Action,
    Catalogue,
    Chance,
    Choice,
    Clause,
    Consequence,
    Game,
    Outcome,
    Range,
    Refusal,
    Seat,
)

HIGHEST, EACH = 99, 3


class Options(Struct, frozen=True):
    pass


class Lay(Action, frozen=True):
    number: int


class Mend(Action, frozen=True):
    remedial: ClassVar[bool] = True
    number: int


class CoinFlipped(Consequence, frozen=True):
    drawn: ClassVar = "counts"
    seat: Seat
    counts: bool


class MendingDue(Consequence, frozen=True):
    seat: Seat
    number: int


Act = Lay | Mend
Happening = Act | CoinFlipped | MendingDue


class Stone(Struct, frozen=True):
    seat: Seat
    number: int
    counts: bool | None = None


class State(Struct, frozen=True):
    seats: int
    tower: tuple[Stone, ...] = ()
    mending: bool = False

    @property
    def turn(self) -> Seat:
        return len(self.tower) % self.seats

    def below(self) -> int:
        """The number on which the next one, or the mended one, comes to lie."""
        stones = self.tower[:-1] if self.mending else self.tower
        return stones[-1].number if stones else 0


def start(options: Options, seats: int) -> State | Refusal:
    return State(seats)


def fault(view: State, act: Act) -> Refusal | None:
    if isinstance(act, Lay) and act.number <= view.below():
        return Refusal("TW-02", f"{act.number} is not above {view.below()}", irregular=True)
    return None


def check(view: State, act: Act) -> Refusal | None:
    if awaited(view) != (act.seat,) or isinstance(act, Mend) is not view.mending:
        return Refusal("TW-01", "it is not the time for that")
    if not 1 <= act.number <= HIGHEST:
        return Refusal("TW-03", f"numbers go from 1 to {HIGHEST}")
    if isinstance(act, Mend) and act.number <= view.below():
        return Refusal("TW-02", f"{act.number} is not above {view.below()}")
    return fault(view, act)


def settle(state: State, chance: Chance) -> Happening | None:
    if state.tower and state.tower[-1].counts is None:
        return chance.draw(CoinFlipped, (False, True), seat=state.tower[-1].seat)
    return None


def remedy(state: State, act: Act, before: State) -> Happening | None:
    if len(state.tower) != len(before.tower) + 1:
        return None  # others lie on it
    return MendingDue(act.seat, act.number)


def evolve(state: State, event: Happening) -> State:
    match event:
        case Lay():
            return replace(state, tower=(*state.tower, Stone(event.seat, event.number)))
        case Mend():
            top = replace(state.tower[-1], number=event.number)
            return replace(state, tower=(*state.tower[:-1], top), mending=False)
        case CoinFlipped():
            top = replace(state.tower[-1], counts=event.counts)
            return replace(state, tower=(*state.tower[:-1], top))
        case MendingDue():
            return replace(state, mending=True)
    assert_never(event)


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    if awaited(view) != (seat,):
        return ()
    kind = Mend if view.mending else Lay
    return (Choice(kind, seat, {"number": Range(view.below() + 1, HIGHEST)}),)


def default(view: State, seat: Seat) -> Act | None:
    if awaited(view) != (seat,):
        return None
    return (Mend if view.mending else Lay)(seat, view.below() + 1)


def awaited(state: State) -> tuple[Seat, ...]:
    if state.mending:
        return (state.tower[-1].seat,)
    full = len(state.tower) == EACH * state.seats or state.below() >= HIGHEST
    return () if full else (state.turn,)


def outcome(state: State) -> Outcome | None:
    if awaited(state) or (state.tower and state.tower[-1].counts is None):
        return None
    sums = [0] * state.seats
    for stone in state.tower:
        sums[stone.seat] += stone.number if stone.counts else 0
    winners = tuple(seat for seat, total in enumerate(sums) if total == max(sums))
    return Outcome(winners, "TW-04", f"{max(sums)} points")


def invariants(state: State) -> tuple[str, ...]:
    return () if len(state.tower) <= EACH * state.seats else ("the tower is too high",)


TOWER: Game[State, Act, Happening, Options] = Game(
    name="tower",
    title="Tower",
    version=1,
    seats=range(2, 5),
    options=Options,
    actions=(Lay, Mend),
    consequences=(CoinFlipped, MendingDue),
    clauses=Catalogue(
        (
            Clause("TW-01", "turns", "In turn, each seat lays a number."),
            Clause("TW-02", "numbers", "Each number is higher than the one below."),
            Clause("TW-03", "numbers", "Numbers go from 1 to 99."),
            Clause("TW-04", "end", "The highest sum of what counts wins."),
        )
    ),
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
)
