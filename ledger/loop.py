"""The engine's whole loop: a judged event, then whatever the table must do by itself."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ledger import house
from ledger.asking import ask
from ledger.chance import Declared, DrawNeeded, Seeded, Waiting, complete
from ledger.errors import Broken, GameError, NeedsDisclosure, Refused
from ledger.events import Action, Consequence, Event, Seat, kind_of
from ledger.game import Game, Refusal
from ledger.position import Past, Position, after

S = TypeVar("S")

FEW = 12  # so many things that can be drawn are all listed in a refusal
ENDLESS = 100_000  # consequences of one act: more is a game that never waits


class Run(Struct, frozen=True):
    """What one act led to."""

    events: tuple[Event, ...]
    position: Position[Any]
    need: DrawNeeded | None  # the draw the table now waits for


class AwaitedDraw(Struct, frozen=True):
    """What the table must say was drawn. It holds nothing secret."""

    kind: str  # of the event it completes
    field: str  # that it fills
    seat: Seat | None  # who draws; None where nobody in particular does
    secret: bool  # only that seat may enter it


def run(
    game: Game[S, Any, Any, Any],
    position: Position[S],
    *first: Event,
    past: Past | None = None,
) -> Run:
    """Record what comes first, then settle until the table waits.

    Args:
        position: before; folded from everything the host knows.
        first: judged events; none to settle only.
        past: what lies before, for events of the house.

    Raises:
        GameError: the game settles without end or into what is no consequence of its own, or cannot
            follow its own event.
    """
    events: list[Event] = []
    for event in first:
        events.append(event)
        position = _follow(game, position, event, past)
    while len(events) < ENDLESS:
        due, need = settled(game, position)
        if due is None:
            return Run(tuple(events), position, need)
        events.append(due)
        position = _follow(game, position, due, past)
    raise GameError(f"{game.name}: settle does not come to rest", "settle")


def _follow(
    game: Game[S, Any, Any, Any], position: Position[S], event: Event, past: Past | None
) -> Position[S]:
    """The position after an event that these rules have just allowed or made themselves."""
    try:
        return after(game, position, event, past)
    except Broken as broken:  # no evidence is at stake: nothing has been recorded
        text = f"{game.name}: {kind_of(event)}: {broken.text}"
        raise GameError(text, "evolve", broken.text) from (broken.__cause__ or broken)


def settled(
    game: Game[S, Any, Any, Any], position: Position[S]
) -> tuple[Event | None, DrawNeeded | None]:
    """The next consequence, or the draw it waits for, or neither."""
    seed = position.table.opened.seed
    counts = position.counts
    chance: Seeded | Declared = Declared()
    if isinstance(seed, str):
        chance = Seeded(seed.encode(), lambda stream: counts.get(stream, 0))
    try:
        event = remedy(game, position) or ask(game, "settle", position.state, chance)
    except Waiting as waiting:
        return None, waiting.need
    return event, None


def remedy(game: Game[Any, Any, Any, Any], position: Position[Any]) -> Event | None:
    """What the game says must follow on a dispute the engine has just upheld; None: nothing.

    Raises:
        NeedsDisclosure: that hangs on what is hidden.
    """
    upheld = position.upheld
    if upheld is None or game.remedy is None or position.table.closed is not None:
        return None
    if ask(game, "outcome", position.state) is not None:
        return None
    event: Event | None = ask(game, "remedy", position.state, upheld.act, upheld.before)
    return event


def judge(
    game: Game[S, Any, Any, Any], position: Position[S], own_view: S, action: Action
) -> Refusal | None:
    """May this action be recorded now? The house's rules, then the game's.

    Args:
        position: for the house's rules; its public facts only are asked.
        own_view: the state as the acting seat sees it.
    """
    if type(action) not in game.actions:
        raise GameError(f"{game.name} has no action {kind_of(action)}")
    refusal: Refusal | None = unseated(position, action) or house.play(position.table)
    refusal = refusal or ask(game, "check", own_view, action)
    if refusal is None and ask(game, "outcome", own_view) is not None:
        return Refusal("HOUSE-12", "the match is over")
    return refusal


def unseated(position: Position[Any], action: Action) -> Refusal | None:
    """Why nobody in the match can have acted so; asked before any view of the seat is made."""
    if not 0 <= action.seat < len(position.table.opened.seats):
        return Refusal("HOUSE-01", f"there is no seat {action.seat}")
    return None


def entered(
    game: Game[S, Any, Any, Any], need: DrawNeeded, readers_view: S, value: Any
) -> Consequence | Refusal:
    """The draw as the table declares it, or why it cannot be.

    Args:
        need: what the match waits for.
        readers_view: the state as whoever enters the draw sees it; the pool is judged on it, so
            that a refusal tells nothing new. Where it cannot be, the audit judges.
        value: what was drawn.
    """
    event = complete(need.event, need.fields, value)
    try:
        ask(game, "settle", readers_view, Declared())
    except Waiting as waiting:
        seen = waiting.need
        if (seen.event, seen.fields) == (need.event, need.fields):
            with suppress(NeedsDisclosure):
                return _outside(seen.pool().items, value) or event
    except NeedsDisclosure:
        pass
    return event


def _outside(pool: Sequence[Any], value: Any) -> Refusal | None:
    """Why a value cannot be drawn from a pool: it is written otherwise, or is not there."""
    if any(type(item) is type(value) and item == value for item in pool):
        return None
    kinds = list(dict.fromkeys(map(str, pool)))
    meant = [kind for kind in kinds if _bare(kind) == _bare(str(value))]
    if meant:
        why = f"cannot be drawn as it is written: write {' or '.join(meant)}"
    elif len(kinds) == 1:
        why = f"cannot be drawn now: there is only {kinds[0]}"
    else:
        some = kinds if len(kinds) <= FEW else [*kinds[:3], "...", *kinds[-3:]]
        why = f"is not among the {len(kinds)} that can be drawn now: {', '.join(some)}"
    return Refusal("HOUSE-03", f"{value!r} {why}")


def _bare(written: str) -> str:
    """What is written without its spaces, in small letters."""
    return "".join(written.split()).casefold()


def offered(table_irregular: str, refusal: Refusal) -> Refusal:
    """A refusal as it is told: only a table that records irregular acts calls one so."""
    if table_irregular == "refuse":
        return replace(refusal, irregular=False)
    return refusal


def permit(table_irregular: str, refusal: Refusal | None, anyway: bool) -> None:
    """Let a judged action pass, or refuse it.

    Raises:
        Refused: it is refused, and not both irregular and wanted anyway.
    """
    if refusal is None:
        return
    if refusal.irregular and anyway:
        if table_irregular == "allow":
            return
        refusal = Refusal("HOUSE-06", "this match records no irregular acts")
    told = offered(table_irregular, refusal)
    raise Refused(told.clause, told.reason, told.irregular)
