"""What the house has to know of a match to judge its own events, and what the engine rules."""

import sys
from typing import Any

from ledger.asking import ask
from ledger.codec import Codec
from ledger.errors import Broken, NeedsDisclosure
from ledger.events import Action, Event, Seat
from ledger.game import Game, Refusal
from ledger.house import (
    ActedFor,
    Disputed,
    Facts,
    HouseEvent,
    Ruled,
    TakeBackAsked,
    TakenBack,
)
from ledger.names import person
from ledger.position import Past, Position, view

DISMISSED = Ruled("engine", False, "HOUSE-17", "there is no fault the whole table could see")


def facts_for(
    game: Game[Any, Any, Any, Any],
    codec: Codec,
    now: Position[Any],
    event: HouseEvent,
    past: Past,
    *,
    drawing: bool,
    version: int = sys.maxsize,
) -> Facts:
    """What an event about to be recorded after ``now`` is judged by.

    Args:
        drawing: whether the table has something to draw first; the seat may have seen it already.
        version: of the rules as installed; a log may have adopted newer ones.
    """
    over = ask(game, "outcome", now.state) is not None
    about, lone, awaited = None, None, True
    if isinstance(event, Disputed) and 0 < event.about <= now.seq:
        about = past.event(event.about)
    if isinstance(event, TakenBack) and not drawing:
        lone = lone_actor(codec, past.event(now.seq))
    if isinstance(event, ActedFor):
        awaited = event.seat in ask(game, "awaited", now.state)
    default = game.default is not None
    return Facts(now.seq, over, version, about, lone, awaited, default)


def named(event: HouseEvent) -> int | None:
    """The seq of the event that one of the house's is about; None if it is about none."""
    match event:
        case Disputed(about=seq) | TakeBackAsked(to=seq) | TakenBack(to=seq):
            return seq
        case _:
            return None


def lone_actor(codec: Codec, event: Event) -> Seat | None:
    """Whose own act an event is, if nothing of it is secret."""
    return (
        event.seat if isinstance(event, Action) and type(event) not in codec.secret_kinds else None
    )


def ruling(game: Game[Any, Any, Any, Any], now: Position[Any], past: Past) -> Ruled:
    """What the engine says to the open dispute: it upholds only what the table could see.

    Args:
        now: where the dispute is open.
        past: what the spectator may read of it.
    """
    dispute = now.table.dispute
    if dispute is None or game.fault is None:
        return DISMISSED
    act = past.event(dispute.about)
    if not isinstance(act, Action):
        return DISMISSED
    before = past.position(dispute.about - 1, now.table)
    try:
        found: Refusal | None = ask(game, "fault", view(game, before.state, "spectator"), act)
    except NeedsDisclosure:
        return DISMISSED
    return DISMISSED if found is None else Ruled("engine", True, found.clause, found.reason)


def default_act(game: Game[Any, Any, Any, Any], own_view: Any, seat: Seat) -> Action | None:
    """What the host does for an absent seat; None where the game has nothing to do for it.

    Args:
        own_view: the state as the seat sees it.
    """
    if game.default is None or seat not in ask(game, "awaited", own_view):
        return None
    act: Action | None = ask(game, "default", own_view, seat)
    return act


def owed(now: Position[Any], event: Event) -> str:
    """What the house has begun and must go on with before anything else; empty if nothing."""
    if now.table.acting is not None and not isinstance(event, Action):
        absent = person(now.table.acting, now.table.opened.seats)
        return f"the host had to act for {absent} first"
    if now.table.agreed() and not isinstance(event, TakenBack):
        return "all have agreed: the take-back had to follow"
    return ""


def cut(now: Position[Any]) -> Broken | None:
    """Why a log cannot end here, as far as the house goes."""
    text = owed(now, Event())
    return Broken(now.seq, "rules", f"{text}: the log was cut") if text else None
