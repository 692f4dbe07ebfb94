"""The house: what the engine itself records in every match, judged by three functions of its own.

::

    (nothing) --MatchOpened--> open --(the game's events)--> over --SealsOpened--> over, opened
    open, old rules --RulesAdopted--> open, these rules

`Table` is the house's state, beside the game's. Disputes, rulings, take-backs and closing belong
here too: each is an event, a clause, and a case in `check` and `evolve`.
"""

from typing import Annotated, Any, Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ledger.clauses import Catalogue, Clause
from ledger.events import Event
from ledger.game import Refusal
from ledger.hidden import For, Hidden

HOUSE = Catalogue(
    (
        Clause("HOUSE-01", "seats", "An action names a seat of this match, the one that acts."),
        Clause("HOUSE-02", "draws", "While a draw is awaited nobody acts."),
        Clause("HOUSE-03", "draws", "What is entered as drawn must be in the pool."),
        Clause("HOUSE-04", "draws", "A draw is entered only where one is awaited."),
        Clause("HOUSE-05", "draws", "A secret draw is entered by the seat that drew."),
        Clause("HOUSE-06", "irregular", "A match opened with irregular=refuse records none."),
        Clause("HOUSE-07", "copies", "A copy is for reading; acts go to the host's own file."),
        Clause("HOUSE-08", "seals", "Seals are opened only after the outcome, each scope once."),
        Clause("HOUSE-09", "rules", "Under newer rules a match goes on only once it adopted them."),
        Clause("HOUSE-10", "rules", "Only rules newer than the match's own can be adopted."),
        Clause("HOUSE-11", "opening", "A match is opened once, by its first event."),
        Clause("HOUSE-12", "outcome", "After the outcome nobody acts."),
    )
)


class MatchOpened(Event, frozen=True):
    """The first event of every match."""

    game: str
    rules: int  # the version of the game's rules
    options: dict[str, Any]  # every option by name, in the game's order
    seats: tuple[str, ...]  # the people's names, by seat
    chance: Literal["seeded", "declared"]
    draws: str | None  # the generator, draw/1; None where the table declares
    seed: Annotated[str | Hidden | None, For()]  # None where the table declares
    seed_by: Literal["secrets", "hand"] | None
    irregular: Literal["allow", "refuse"]


class SealsOpened(Event, frozen=True):
    """After the outcome: the seed, or every seal, is opened to everybody."""

    scope: Literal["seed", "all"]


class RulesAdopted(Event, frozen=True):
    """From here on the match is played under a newer version of its game's rules."""

    rules: int


HouseEvent: TypeAlias = MatchOpened | SealsOpened | RulesAdopted
HOUSE_EVENTS: tuple[type[Event], ...] = (MatchOpened, SealsOpened, RulesAdopted)


class Table(Struct, frozen=True):
    """The house's state of a match."""

    opened: MatchOpened
    rules: int  # those in force
    scopes: tuple[str, ...] = ()  # the seals opened so far


def check(table: Table, event: HouseEvent, *, over: bool, version: int) -> Refusal | None:
    """May the host record this now?

    Args:
        over: whether the match has an outcome.
        version: of the game's rules as installed.
    """
    match event:
        case MatchOpened():
            return Refusal("HOUSE-11", "the match is open already")
        case SealsOpened():
            if not over:
                return Refusal("HOUSE-08", "the match is not over: its seals stay closed")
            if event.scope in table.scopes or "all" in table.scopes:
                return Refusal("HOUSE-08", "that is open already")
            if event.scope == "seed" and table.opened.seed is None:
                return Refusal("HOUSE-08", "the table declared its draws: there is no seed")
        case RulesAdopted():
            if not table.rules < event.rules <= version:
                return Refusal("HOUSE-10", f"the match is played under rules {table.rules}")
        case _:
            assert_never(event)
    return None


def evolve(table: Table, event: HouseEvent) -> Table:
    """What a house event changes."""
    match event:
        case MatchOpened():
            return Table(event, event.rules)
        case SealsOpened():
            return replace(table, scopes=(*table.scopes, event.scope))
        case RulesAdopted():
            return replace(table, rules=event.rules)
        case _:
            assert_never(event)
