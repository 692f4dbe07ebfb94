"""A match at one point of its log: a fold over its events, for whoever reads them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger import house, names
from ledger.asking import ask, typed, why
from ledger.chance import ALGORITHM, Stream
from ledger.errors import Broken, GameError, InvalidOption, Misused, NeedsDisclosure
from ledger.events import Consequence, Event
from ledger.game import Audience, Game, Refusal
from ledger.house import HOUSE_EVENTS, HouseEvent, MatchOpened, Ruled, Table, TakenBack

S = TypeVar("S")

_HOUSE = frozenset(HOUSE_EVENTS)


class Upheld(Struct, Generic[S], frozen=True):
    """What the engine has just upheld a dispute about."""

    act: Event
    before: S  # the game's state before it


class Position(Struct, Generic[S], frozen=True):
    """What the first ``seq`` events amount to."""

    seq: int
    table: Table  # the house's state
    state: S  # the game's
    counts: Mapping[Stream, int] = {}  # how many draws of each stream stand
    upheld: Upheld[S] | None = None  # by the last event


class Past(Protocol):
    """What lies before in the log, as one audience may read it."""

    def event(self, seq: int) -> Event:
        """The event with that seq."""
        ...

    def position(self, to: int, table: Table) -> "Position[Any]":
        """The position after event ``to``, without what the table says was taken back."""
        ...


def be_event(seq: int, last: int) -> None:
    """Hold the number of an event that somebody names against those there are.

    Args:
        last: the seq of the last event of the match, which each of its readers knows.

    Raises:
        Misused: the match has no such event.
    """
    if not 1 <= seq <= last:
        raise Misused(f"there is no #{seq}: the match has #1 to #{last}")


def opening(game: Game[S, Any, Any, Any], event: MatchOpened) -> Position[S] | Refusal:
    """The position after the first event, or why these options do not go.

    Raises:
        GameError: the game fails to say.
    """
    state = ask(game, "start", game.choose(event.options), len(event.seats))
    if isinstance(state, Refusal):
        return state
    return Position(1, Table(event, event.rules), state)


def unfit(game: Game[Any, Any, Any, Any], seats: int) -> str | None:
    """Why a game is not for so many seats, with the clause if it names one; None if it is.

    The game is asked with its usual options, so that what it refuses is the number, and no further
    out than one seat beyond `Game.seats`, so that it lays no table for a million.
    """
    if seats in game.seats:
        return None
    least, most = game.seats[0], game.seats[-1]
    text = f"{game.title} is for {game.table_sizes} seats"
    with suppress(Exception):  # of a number it is not for, a game need not know anything
        refusal = game.start(game.options(), max(least - 1, min(seats, most + 1)))
        if isinstance(refusal, Refusal):
            return f"{refusal.clause}: {refusal.reason}; {text}"
    return text


def after(
    game: Game[S, Any, Any, Any], position: Position[S], event: Any, past: Past | None = None
) -> Position[S]:
    """The position after one more event.

    Args:
        past: what lies before it, for events of the house that go back to it.

    Raises:
        Broken: the game's rules cannot follow the event: it was never played.
        GameError: the event goes back, and there is no past.
    """
    if type(event) in _HOUSE:
        return _by_house(position, event, past)
    seq, counts, table = position.seq + 1, position.counts, position.table
    if isinstance(event, Consequence) and event.drawn:
        stream = Stream.of(type(event), {"seat": getattr(event, "seat", None)})
        counts = {**counts, stream: counts.get(stream, 0) + 1}
    if table.acting is not None:
        table = replace(table, acting=None)
    try:
        state = game.evolve(position.state, event)
    except Exception as error:  # what a forged log makes of a game's own code is anybody's guess
        text = type(error).__name__
        if isinstance(error, NeedsDisclosure):
            text = "evolve looks at what is hidden; it may store and move it, no more"
        raise Broken(seq, "rules", f"the rules cannot follow it ({text})") from error
    if not isinstance(state, Struct):
        text = f"evolve answered {typed(state)}, which is no state"
        raise Broken(seq, "rules", f"the rules cannot follow it ({text})")
    return Position(seq, table, state, counts)


def _by_house(position: Position[S], event: HouseEvent, past: Past | None) -> Position[S]:
    seq, before = position.seq + 1, position.table
    table = house.evolve(before, event, seq)
    if isinstance(event, TakenBack):
        known = _known(past)
        then: Position[S] = known.position(event.to, before)
        # back to a ruling itself: what is to follow on it is due again
        last = known.event(event.to) if event.to == before.barrier else event
        return Position(seq, table, then.state, then.counts, _upheld(last, table, past))
    return Position(seq, table, position.state, position.counts, _upheld(event, table, past))


def _upheld(event: Event, table: Table, past: Past | None) -> Upheld[Any] | None:
    """What the engine upholds by an event, if that is a ruling: the last one."""
    if not (isinstance(event, Ruled) and event.by == "engine" and event.upheld and table.ruled):
        return None
    about, known = table.ruled[-1], _known(past)
    return Upheld(known.event(about), known.position(about - 1, table).state)


def _known(past: Past | None) -> Past:
    if past is None:
        raise GameError("this fold knows no past to go back to")
    return past


def begin(game: Game[S, Any, Any, Any], first: Event) -> Position[S]:
    """The position after the first event of a log.

    Raises:
        Broken: the log does not begin as a match of this game does.
    """
    if not isinstance(first, MatchOpened):
        raise Broken(1, "rules", "a match begins with match_opened")
    if first.rules < 1:
        raise Broken(1, "rules", f"rules {first.rules} never were: versions count from 1")
    if len(first.seats) not in game.seats:
        raise Broken(1, "rules", f"{game.title} is not for {len(first.seats)} seats")
    seeded = first.chance == "seeded"
    if (first.draws, first.seed is None, first.seed_by is None) != (
        (ALGORITHM, False, False) if seeded else (None, True, True)
    ):
        raise Broken(1, "rules", "what it says of its seed and its draws does not go together")
    try:
        names.check(first.seats)
        position = opening(game, first)
        _written_by_us(game, first)
    except InvalidOption as error:
        raise Broken(1, "rules", str(error)) from None
    except Exception as error:  # what a forged log makes of a game's own code is anybody's guess
        text = f"the match cannot begin so ({why(error)})"
        raise Broken(1, "rules", text) from error
    if isinstance(position, Refusal):
        raise Broken(1, "rules", f"{position.clause}: {position.reason}")
    return position


def _written_by_us(game: Game[Any, Any, Any, Any], first: MatchOpened) -> None:
    """Options stand in the log in the game's order and form; some may be younger than the log.

    Raises:
        InvalidOption: they do not.
    """
    chosen = msgspec.to_builtins(game.choose(first.options))
    ours = {name: value for name, value in chosen.items() if name in first.options}
    if msgspec.json.encode(ours) != msgspec.json.encode(first.options):
        raise InvalidOption("its options are not in the form they are written in")


def view(game: Game[S, Any, Any, Any], state: S, audience: Audience) -> S:
    """A folded state as the audience is shown it."""
    if audience == "auditor" or game.mask is None:
        return state
    masked: S = ask(game, "mask", state, audience)
    return masked


def shown(game: Game[S, Any, Any, Any], state: S, readers: Iterable[Audience]) -> S:
    """A folded state under the masks of several readers: what all of them are shown."""
    for reader in readers:
        state = view(game, state, reader)
    return state
