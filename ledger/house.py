"""The house: what the engine itself records in every match, judged by functions of its own.

::

    (nothing) --MatchOpened--> open --(the game's events)--> over --SealsOpened--> over, opened
    open, old rules --RulesAdopted--> open, these rules
    any --Disputed--> disputed --Ruled (then the game's remedy), DisputeWithdrawn--> as before
    open --TakeBackAsked--> asked --TakeBackAgreed by all others, TakenBack--> as it was then
                            asked --TakeBackDeclined--> as before
    open --TakenBack (the asker's own last public act)--> as it was then
    open --ActedFor, an action--> open
    any --MatchClosed--> closed

While a match is disputed or asked the game stands still. `Table` is the house's state, beside the
game's. What an event is about lies in the log: `Facts` hands `check` what it has to know of it.
"""

from bisect import bisect_left
from typing import Annotated, Any, Literal, TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ledger.clauses import Catalogue, Clause
from ledger.events import Action, Consequence, Event, Seat
from ledger.game import Refusal
from ledger.given import Text
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
        Clause("HOUSE-08", "seals", "Seals are opened only at the end, each scope once."),
        Clause("HOUSE-09", "rules", "Under newer rules a match goes on only once it adopted them."),
        Clause("HOUSE-10", "rules", "Only rules newer than the match's own can be adopted."),
        Clause("HOUSE-11", "opening", "A match is opened once, by its first event."),
        Clause("HOUSE-12", "outcome", "After the outcome nobody acts."),
        Clause("HOUSE-13", "disputes", "A dispute stops the game until it is ruled or withdrawn."),
        Clause("HOUSE-14", "disputes", "One dispute at a time; what was ruled on is ruled on."),
        Clause("HOUSE-15", "disputes", "Only who raised a dispute withdraws it."),
        Clause("HOUSE-16", "disputes", "What is disputed is an event of the game that stands."),
        Clause(
            "HOUSE-17",
            "disputes",
            "The engine upholds only a fault that the whole table could see; else it dismisses.",
        ),
        Clause("HOUSE-18", "take-backs", "A take-back asked for stops the game until answered."),
        Clause(
            "HOUSE-19",
            "take-backs",
            "One's own public act, if nothing has followed and no draw is due, is taken back at "
            "once; anything else only if every other seat agrees.",
        ),
        Clause(
            "HOUSE-20",
            "take-backs",
            "Nothing is taken back across a ruling, opened seals, adopted rules, or twice.",
        ),
        Clause(
            "HOUSE-21",
            "absence",
            "The host acts only for a seat that is waited for, and does what the game does by "
            "default.",
        ),
        Clause("HOUSE-22", "closing", "In a closed match nobody acts."),
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


class Disputed(Event, frozen=True):
    """A seat says that something in event ``about`` was not right."""

    seat: Seat
    about: int  # the seq of an event of the game
    claim: Text


class DisputeWithdrawn(Event, frozen=True):
    """Who raised the open dispute lets it go."""

    seat: Seat


class Ruled(Event, frozen=True):
    """The open dispute is ruled: by the engine, or by the people at the table.

    Where the engine upholds it, the game's remedy follows. What people rule changes nothing.
    """

    by: Literal["engine", "table"]
    upheld: bool
    clause: str  # the rule that decides; may be empty where people rule
    text: Text


class TakeBackAsked(Event, frozen=True):
    """A seat wants everything after event ``to`` taken back, and asks the others."""

    seat: Seat
    to: int


class TakeBackAgreed(Event, frozen=True):
    """A seat agrees with the take-back that is asked for."""

    seat: Seat


class TakeBackDeclined(Event, frozen=True):
    """A seat does not agree, or the asker asks no longer."""

    seat: Seat


class TakenBack(Event, frozen=True):
    """The match stands where it stood after event ``to``; the events since stay in the log."""

    seat: Seat  # who asked
    to: int


class ActedFor(Event, frozen=True):
    """The host acts for an absent seat: what the game does by default follows."""

    seat: Seat
    reason: Text


class MatchClosed(Event, frozen=True):
    """The host ends the match without an outcome, or puts it away."""

    reason: Text


HouseEvent: TypeAlias = (
    MatchOpened
    | SealsOpened
    | RulesAdopted
    | Disputed
    | DisputeWithdrawn
    | Ruled
    | TakeBackAsked
    | TakeBackAgreed
    | TakeBackDeclined
    | TakenBack
    | ActedFor
    | MatchClosed
)
HOUSE_EVENTS: tuple[type[Event], ...] = (
    MatchOpened,
    SealsOpened,
    RulesAdopted,
    Disputed,
    DisputeWithdrawn,
    Ruled,
    TakeBackAsked,
    TakeBackAgreed,
    TakeBackDeclined,
    TakenBack,
    ActedFor,
    MatchClosed,
)


class Dispute(Struct, frozen=True):
    """The dispute that is open."""

    seq: int  # of the event that raised it
    seat: Seat
    about: int


class Asked(Struct, frozen=True):
    """The take-back that is asked for."""

    seat: Seat
    to: int
    agreed: tuple[Seat, ...] = ()  # in the order they did


class Table(Struct, frozen=True):
    """The house's state of a match."""

    opened: MatchOpened
    rules: int  # those in force
    scopes: tuple[str, ...] = ()  # the seals opened so far
    dispute: Dispute | None = None
    ruled: tuple[int, ...] = ()  # the events that were ruled on
    asked: Asked | None = None
    gone: tuple[tuple[int, int], ...] = ()  # first and last seq of what was taken back, ascending
    barrier: int = 1  # nothing before the event with this seq can be taken back
    acting: Seat | None = None  # for whom the host is about to act
    closed: str | None = None  # why, if it is

    def stands(self, seq: int) -> bool:
        """Whether the event was not taken back."""
        begun = bisect_left(self.gone, (seq + 1,))  # so many spans begin before or with it
        return begun == 0 or seq > self.gone[begun - 1][1]

    def agreed(self) -> bool:
        """Whether all others have agreed to the take-back that is asked for."""
        asked = self.asked
        return asked is not None and len(asked.agreed) == len(self.opened.seats) - 1


class Facts(Struct, frozen=True):
    """What an event of the house is judged by, beside the table."""

    seq: int  # of the last event
    over: bool  # whether the match has an outcome
    version: int  # of the game's rules as installed
    about: Event | None = None  # the event a dispute is about
    lone: Seat | None = None  # whose own public act the last event is, if no draw is due on it
    awaited: bool = True  # whether the table waits for the seat the host acts for
    default: bool = True  # whether the game has something to do by default for an absent seat


def play(table: Table) -> Refusal | None:
    """Why the game stands still; None if it goes on."""
    if table.closed is not None:
        return Refusal("HOUSE-22", "the match is closed")
    if table.dispute is not None:
        return Refusal("HOUSE-13", f"#{table.dispute.about} is disputed and not yet ruled on")
    if table.asked is not None:
        return Refusal("HOUSE-18", f"a take-back to #{table.asked.to} is asked for")
    return None


def check(table: Table, event: HouseEvent, facts: Facts) -> Refusal | None:
    """May this be recorded now?"""
    seat = getattr(event, "seat", 0)
    if not 0 <= seat < len(table.opened.seats):
        return Refusal("HOUSE-01", f"there is no seat {seat}")
    match event:
        case MatchOpened():
            return Refusal("HOUSE-11", "the match is open already")
        case SealsOpened():
            return _opening(table, event, facts)
        case RulesAdopted():
            if not table.rules < event.rules <= facts.version:
                return Refusal("HOUSE-10", f"the match is played under rules {table.rules}")
            return None
        case Disputed():
            return _disputing(table, event, facts)
        case DisputeWithdrawn() | Ruled():
            if table.dispute is None:
                return Refusal("HOUSE-14", "nothing is disputed")
            if isinstance(event, DisputeWithdrawn) and event.seat != table.dispute.seat:
                return Refusal("HOUSE-15", "another seat has raised the dispute")
            return None
        case TakeBackAsked() | TakenBack():
            return _taking_back(table, event, facts)
        case TakeBackAgreed() | TakeBackDeclined():
            return _answering(table, event)
        case ActedFor():
            if facts.over:
                return Refusal("HOUSE-12", "the match is over")
            if not facts.awaited:
                return Refusal("HOUSE-21", "the table does not wait for that seat")
            if not facts.default:
                return Refusal("HOUSE-21", "the game has nothing to do for an absent seat")
            return play(table)
        case MatchClosed():
            return Refusal("HOUSE-22", "the match is closed already") if table.closed else None
        case _:
            assert_never(event)


def _opening(table: Table, event: SealsOpened, facts: Facts) -> Refusal | None:
    if not facts.over and table.closed is None:
        return Refusal("HOUSE-08", "the match is not over: its seals stay closed")
    if event.scope in table.scopes or "all" in table.scopes:
        return Refusal("HOUSE-08", "that is open already")
    if event.scope == "seed" and table.opened.seed is None:
        return Refusal("HOUSE-08", "the table declared its draws: there is no seed")
    return None


def _disputing(table: Table, event: Disputed, facts: Facts) -> Refusal | None:
    if table.dispute is not None:
        return Refusal("HOUSE-14", f"#{table.dispute.about} is disputed and not yet ruled on")
    if event.about in table.ruled:
        return Refusal("HOUSE-14", f"#{event.about} was ruled on already")
    if table.asked is not None:
        return play(table)
    if not isinstance(facts.about, Action | Consequence):
        return Refusal("HOUSE-16", f"#{event.about} is no event of the game")
    if not table.stands(event.about):
        return Refusal("HOUSE-16", f"#{event.about} was taken back")
    return None


def _taking_back(table: Table, event: TakeBackAsked | TakenBack, facts: Facts) -> Refusal | None:
    asked = table.asked
    if isinstance(event, TakenBack) and asked is not None:
        if (event.seat, event.to) == (asked.seat, asked.to) and table.agreed():
            return None
        return Refusal("HOUSE-19", "not all others have agreed")
    if refusal := play(table):
        return refusal
    if not 1 <= event.to < facts.seq:
        return Refusal("HOUSE-20", f"nothing has followed on #{event.to}")
    if event.to < table.barrier:
        return Refusal("HOUSE-20", f"#{table.barrier} lies between and stands for good")
    if not table.stands(event.to):
        return Refusal("HOUSE-20", f"#{event.to} was itself taken back")
    at_once = event.to == facts.seq - 1 and facts.lone == event.seat
    if isinstance(event, TakenBack) and not at_once:
        return Refusal("HOUSE-19", "more than the seat's own public act has followed: ask first")
    return None


def _answering(table: Table, event: TakeBackAgreed | TakeBackDeclined) -> Refusal | None:
    if table.asked is None:
        return Refusal("HOUSE-19", "no take-back is asked for")
    if isinstance(event, TakeBackAgreed):
        if event.seat == table.asked.seat:
            return Refusal("HOUSE-19", "who asks agrees already; the others answer")
        if event.seat in table.asked.agreed:
            return Refusal("HOUSE-19", "the seat has agreed already")
    return None


def evolve(table: Table, event: HouseEvent, seq: int) -> Table:
    """What a house event changes.

    Args:
        seq: of the event.
    """
    match event:
        case MatchOpened():
            return Table(event, event.rules)
        case SealsOpened():
            return replace(table, scopes=(*table.scopes, event.scope), barrier=seq)
        case RulesAdopted():
            return replace(table, rules=event.rules, barrier=seq)
        case Disputed():
            return replace(table, dispute=Dispute(seq, event.seat, event.about))
        case DisputeWithdrawn():
            return replace(table, dispute=None)
        case Ruled():
            about = () if table.dispute is None else (table.dispute.about,)
            return replace(table, dispute=None, ruled=(*table.ruled, *about), barrier=seq)
        case TakeBackAsked():
            return replace(table, asked=Asked(event.seat, event.to))
        case TakeBackAgreed():
            asked = table.asked
            agreed = None if asked is None else replace(asked, agreed=(*asked.agreed, event.seat))
            return replace(table, asked=agreed)
        case TakeBackDeclined():
            return replace(table, asked=None)
        case TakenBack():
            return replace(table, asked=None, gone=_without(table.gone, event.to + 1, seq - 1))
        case ActedFor():
            return replace(table, acting=event.seat)
        case MatchClosed():
            return replace(table, closed=event.reason, asked=None, barrier=seq)
        case _:
            assert_never(event)


def _without(
    gone: tuple[tuple[int, int], ...], first: int, last: int
) -> tuple[tuple[int, int], ...]:
    """One more span taken back; the spans within it, which are the last ones, are part of it."""
    return (*gone[: bisect_left(gone, (first,))], (first, last))
