"""What is written down: actions, which seats cause, and consequences, which the table causes."""

import re
from collections.abc import Mapping
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct

from ledger.errors import Misused

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
"""A place at the table: an int from 0, clockwise. The people's names are data."""


_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _snake(name: str) -> str:
    return _HUMP.sub("_", name).lower()


class Event(Struct, frozen=True, tag_field="kind", tag=_snake, forbid_unknown_fields=True):
    """An immutable fact. Its kind in JSON is the class's name in snake_case.

    A changed shape is a new class with a kind of its own, ``tag="placed/2"``, and an upcaster
    from the old one in the game (`Game.upcasts`); the old class stays for ever.
    """


class Action(Event, frozen=True):
    """What a seat chose, named in the imperative; it holds nothing that follows from the choice.

    Class attributes a game may set:
        remedial: True if it only puts right what a dispute has been upheld about.
    """

    remedial: ClassVar[bool] = False
    seat: Seat


class Opening(Struct, frozen=True):
    """A seal that a reveal opens, with the value the reveal says is under it.

    It names the latest earlier event of class ``event`` whose public fields equal ``where``.
    """

    event: type[Event]
    field: str
    value: object  # as the sealed event held it
    element: int | None = None  # which element, where each has a seal of its own
    where: Mapping[str, object] = {}

    @property
    def path(self) -> str:
        """The path of the seal within the event."""
        return self.field if self.element is None else f"{self.field}.{self.element}"


class Consequence(Event, frozen=True):
    """What the table does by itself, named in the past tense; it holds what follows.

    Class attributes a game may set:
        drawn: the field that chance fills. One event, at most one draw.
        reveals: True if the event tells something that was secret until now.
        remedies: the actions whose latest instance by this event's ``seat`` was irregular and is
            answered by this event, each with the clause it was against: the audit then calls it
            ``remedied``, not ``stood``.
    """

    drawn: ClassVar[str | None] = None
    reveals: ClassVar[bool] = False
    remedies: ClassVar[Mapping[type[Action], str]] = {}

    def opens(self) -> tuple[Opening, ...]:
        """The seals this event opens to everybody; it repeats their values itself."""
        return ()


def kind_of(event: Event | type[Event]) -> str:
    """The kind of an event or event class, as it stands in JSON.

    Raises:
        Misused: it is neither.
    """
    cls = event if isinstance(event, type) else type(event)
    try:
        return str(cls.__struct_config__.tag)
    except AttributeError:
        raise Misused(f"an event or a class of events is wanted, not {cls.__name__}") from None
