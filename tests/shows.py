"""What the events of a recorded match show: the words in which a clause's evidence is asked for."""

from collections.abc import Callable
from typing import Any, TypeAlias

from ledger import kind_of

Shows: TypeAlias = Callable[[list[Any]], bool]
"""Whether the events of a match, in order, show something."""


def has(kind: str, **fields: Any) -> Shows:
    """Some event is of that kind and has these values."""
    return lambda events: any(
        kind_of(event) == kind
        and all(getattr(event, name) == value for name, value in fields.items())
        for event in events
    )


def none(kind: str) -> Shows:
    """No event is of that kind."""
    return lambda events: not has(kind)(events)


def follows(kind: str, *then: str) -> Shows:
    """Somewhere an event of one kind is followed at once by those of others."""
    run = [kind, *then]

    def shows(events: list[Any]) -> bool:
        kinds = [kind_of(event) for event in events]
        return any(kinds[first : first + len(run)] == run for first in range(len(kinds)))

    return shows


def in_order(*kinds: str) -> Shows:
    """Events of these kinds, one after the other, with others between."""

    def shows(events: list[Any]) -> bool:
        left = map(kind_of, events)
        return all(kind in left for kind in kinds)  # each is looked for after the one before

    return shows


def option(name: str, *values: Any) -> Shows:
    """The match was opened with one of these values."""
    return lambda events: events[0].options[name] in values


def both(*shows: Shows) -> Shows:
    """All of these."""
    return lambda events: all(show(events) for show in shows)
