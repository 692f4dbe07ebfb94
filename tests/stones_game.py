"""A toy game in three released versions, for tests of old logs.

Version 1: two seats place stones on cells 0 to 8 in any order, told by the cell; each stone's name
is a sealed secret; after four stones all names are told. Version 2: a stone is told by row and
column (kind ``place/2``), and corners are forbidden. Version 3: a game of five stones, and a toss
before the first one.
"""

from typing import Any, ClassVar

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
    OneOf,
    Opening,
    Outcome,
    Own,
    Refusal,
    Seat,
    known,
)

NAMES = ("flint", "slate")


class Options(Struct, frozen=True):
    pass


class OldPlace(Action, frozen=True, tag="place"):
    cell: int
    name: Own[str]


class Place(Action, frozen=True, tag="place/2"):
    row: int
    column: int
    name: Own[str]


class OldToldNames(Consequence, frozen=True, tag="names_told"):
    names: tuple[str, ...]

    def opens(self) -> tuple[Opening, ...]:
        return tuple(
            Opening(OldPlace, "name", name, where={"cell": cell})
            for cell, name in zip(range(1, 8, 2), self.names, strict=False)
        )


class NamesTold(Consequence, frozen=True, tag="names_told/2"):
    names: tuple[str, ...]  # of the cells 1, 3, 5, 7

    def opens(self) -> tuple[Opening, ...]:
        return tuple(
            Opening(Place, "name", name, where={"row": cell // 3, "column": cell % 3})
            for cell, name in zip(range(1, 8, 2), self.names, strict=False)
        )


class Tossed(Consequence, frozen=True):
    drawn: ClassVar = "side"
    side: int


class State(Struct, frozen=True):
    stones: tuple[tuple[int, Any], ...] = ()  # cell and name
    told: bool = False
    tossed: bool = False


def start(options: Options, seats: int) -> State:
    return State()


def cell_of(a: Any) -> int:
    return a.cell if isinstance(a, OldPlace) else 3 * a.row + a.column


def check(s: State, a: Any) -> Refusal | None:
    if cell_of(a) in dict(s.stones) or not 0 <= cell_of(a) < 9:
        return Refusal("ST-01", "there is a stone, or no cell")
    return None


def check_no_corners(s: State, a: Any) -> Refusal | None:
    if cell_of(a) in (0, 2, 6, 8):
        return Refusal("ST-02", "corners are forbidden")
    return check(s, a)


def settle_old(s: State, chance: Chance) -> Any:
    return tell_names(OldToldNames, s, 4)


def settle(s: State, chance: Chance) -> Any:
    return tell_names(NamesTold, s, 4)


def settle_toss(s: State, chance: Chance) -> Any:
    if not s.tossed:
        return chance.draw(Tossed, (0, 1))
    return tell_names(NamesTold, s, 5)


def tell_names(cls: Any, s: State, size: int) -> Any:
    if len(s.stones) < size or s.told:
        return None
    stones = dict(s.stones)
    return cls(tuple(known(stones[cell]) for cell in range(1, 8, 2) if cell in stones))


def evolve(s: State, e: Any) -> State:
    if isinstance(e, Tossed):
        return replace(s, tossed=True)
    if isinstance(e, OldToldNames | NamesTold):
        return replace(s, told=True)
    return replace(s, stones=(*s.stones, (cell_of(e), e.name)))


def legal(s: State, seat: Seat) -> tuple[Choice, ...]:
    if s.told:
        return ()
    free = tuple(cell for cell in range(9) if cell not in dict(s.stones))
    return (Choice(OldPlace, seat, {"cell": OneOf(free), "name": OneOf(NAMES)}),)


def outcome(s: State) -> Outcome | None:
    return Outcome((0, 1), "ST-03", "all names are told") if s.told else None


def place_from_1(old: OldPlace) -> Place:
    return Place(old.seat, old.cell // 3, old.cell % 3, old.name)


def told_from_1(old: OldToldNames) -> NamesTold:
    return NamesTold(old.names)


ONE: Game[Any, Any, Any, Any] = Game(
    name="stones",
    title="Stones",
    version=1,
    seats=range(2, 3),
    options=Options,
    actions=(OldPlace,),
    consequences=(OldToldNames,),
    clauses=Catalogue(
        (
            Clause("ST-01", "placing", "A stone goes on a free cell."),
            Clause("ST-02", "placing", "Corners are forbidden."),
            Clause("ST-03", "end", "It ends when all names are told."),
        )
    ),
    start=start,
    check=check,
    settle=settle_old,
    evolve=evolve,
    legal=legal,
    awaited=lambda s: () if s.told else (0, 1),
    outcome=outcome,
    invariants=lambda s: (),
)
TWO = replace(
    ONE,
    version=2,
    actions=(Place,),
    consequences=(NamesTold,),
    upcasts={OldPlace: place_from_1, OldToldNames: told_from_1},
    check=check_no_corners,
    settle=settle,
)
THREE = replace(TWO, version=3, consequences=(NamesTold, Tossed), settle=settle_toss)
