"""Everything that one reader of a match can get to see: rows, views, choices, refusals, errors."""

import logging
import re
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from ledger.book import Ledger
from ledger.choices import Choice
from ledger.errors import LedgerError, NeedsDisclosure
from ledger.events import Action, Consequence, Event, Seat
from ledger.game import Audience
from ledger.house import Ruled
from ledger.match import Match
from ledger.reader import Entry
from ledger.whatif import WhatIf

Received: TypeAlias = dict[str, Any]
"""By name, what was received, as plain data."""

encoded = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode
"""Anything as JSON, sets and mappings in one order, whatever else as its repr."""

_DIGITS = re.compile(r"[0-9a-f]{64}")


def unsealed(text: str) -> str:
    """Text without the digits of seals and digests."""
    return _DIGITS.sub("-", text)


def plain(value: Any) -> Any:
    """Anything as plain data: JSON types, HIDDEN as an object, whatever else as its repr."""
    if isinstance(value, Choice):
        return value.to_data()
    if isinstance(value, Entry):
        return {"seq": value.seq, "time": value.microseconds, "event": plain(value.event)}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | dict | Struct):
        return [plain(part) for part in value]
    return msgspec.to_builtins(value, enc_hook=repr, str_keys=True)


def answer(call: Callable[..., Any], *args: Any, **named: Any) -> Any:
    """What a call answers or raises, as plain data."""
    try:
        return plain(call(*args, **named))
    except LedgerError as error:
        return {"raised": type(error).__name__, "says": str(error), **_fields(error)}
    except Exception as error:
        return {"raised": type(error).__name__, "says": str(error)}


def _fields(error: LedgerError) -> dict[str, Any]:
    return {name: plain(value) for name, value in vars(error).items()}


def tried(ledger: Ledger, call: Callable[..., Any], *args: Any) -> Any:
    """What a call answers or raises, as plain data; whatever it records is undone."""
    got: Any = None
    try:
        with ledger.batch():
            got = answer(call, *args)
            raise _Undone
    except _Undone:
        return got


class _Undone(Exception):
    """Rolls a transaction back."""


def position(match: Match, who: Audience, after: int = 0) -> Received:
    """What a reader sees where the match stands, with the events after ``after``."""
    seat = who if isinstance(who, int) else None
    got: Received = {}
    for reader in dict.fromkeys((who, "spectator")):
        name = "its" if reader == who else f"the {reader}'s"
        got[f"{name} events"] = answer(match.events, reader, after)
        got[f"{name} view"] = answer(match.view, reader)
        got[f"{name} picture"] = answer(match.picture, reader)
        got[f"{name} story"] = answer(_story, match, reader, after)
    if seat is not None:
        got["its choices"] = answer(match.legal, seat)
        got["what the host would do for it"] = answer(_for_absent, match, seat)
    got["whom the table awaits"] = answer(getattr, match, "awaited")
    got["the draw it awaits"] = answer(getattr, match, "awaits_draw")
    got["the outcome"] = answer(getattr, match, "outcome")
    return got


def earlier(match: Match, who: Audience, at: int) -> Received:
    """What a reader sees of an earlier position, and of matches that would have gone otherwise."""
    got: Received = {
        f"its view after #{at}": answer(match.view, who, at),
        f"its picture after #{at}": answer(match.picture, who, at),
    }
    for entry in match.events(who):
        if isinstance(entry.event, Ruled):
            got[f"what if #{entry.seq} had not been"] = answer(_without, match, entry.seq, who)
    return got


def _without(match: Match, ruling: int, who: Audience) -> WhatIf | str:
    """What if: that it hangs on a secret may be told, as long as it is told of every secret."""
    try:
        return match.what_if(ruling, who)
    except NeedsDisclosure as error:
        return str(error)


def refusals(match: Match, probes: Iterable[Action], at: int) -> Received:
    """What a seat is told about actions it might send; those refused it sends, too."""
    got: Received = {}
    for action in probes:
        name = f"the refusal of {action!r}"
        refusal = answer(match.refusal, action)
        got[name] = [refusal]
        if refusal is not None:
            got[name].append(answer(match.act, action))
            got[name].append(answer(match.act, action, at=at))
    return got


def draws(ledger: Ledger, match: Match, who: Audience, values: Iterable[Any]) -> Received:
    """What a reader is told who enters draws, up to what they reveal; nothing of it stays."""

    def draw(value: Any) -> list[Event]:
        return list(takewhile(lambda event: not reveals(event), match.draw(value, who)))

    return {f"the answer to the draw {value!r}": tried(ledger, draw, value) for value in values}


def reveals(event: Event) -> bool:
    """Whether an event tells something that was secret until now."""
    return isinstance(event, Consequence) and (event.reveals or bool(event.opens()))


def _for_absent(match: Match, seat: Seat) -> Action | None:
    """What the host would do for a seat: only where the table waits for it."""
    default = match.game.default
    if default is None or seat not in match.awaited:
        return None
    act: Action | None = default(match.view(seat), seat)
    return act


def _story(match: Match, who: Audience, after: int) -> list[str]:
    tell = match.game.tell
    if tell is None:
        return []
    known = (*match.game.actions, *match.game.consequences)
    entries = match.events(who, after)
    return [tell(entry.event, match.seats) for entry in entries if type(entry.event) in known]


@contextmanager
def overheard() -> Generator[list[str]]:
    """The log entries written meanwhile, as text; they go nowhere else."""
    logger = logging.getLogger("ledger")
    ear = _Ear()
    level, propagate = logger.level, logger.propagate
    logger.addHandler(ear)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield ear.lines
    finally:
        logger.removeHandler(ear)
        logger.setLevel(level)
        logger.propagate = propagate


class _Ear(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what a log would show."""
        self.lines.append(record.getMessage())
