"""What a game is: a value made of pure functions.

Nothing here does I/O, reads a clock, changes its arguments or knows luck other than `Chance`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from ledger.chance import Chance
from ledger.choices import Choice
from ledger.clauses import Catalogue
from ledger.errors import GameError, InvalidAction, InvalidOption
from ledger.events import Action, Consequence, Event, Seat, kind_of
from ledger.making import unsound
from ledger.picture import Picture
from ledger.values import UNFIT, fitted, text_of, unfit

S = TypeVar("S")  # the state; a view is a state in which secrets may be HIDDEN
A = TypeVar("A")  # the union of its actions
E = TypeVar("E")  # the union of all its events
Opts = TypeVar(
    "Opts", bound=Struct
)  # its options, a frozen Struct in which every field has a default

Audience: TypeAlias = int | Literal["spectator", "auditor"]
"""Who reads: a seat, the spectator (public facts), or the auditor (everything in the file)."""

Names: TypeAlias = Sequence[str]
"""The people's names, by seat."""


class Refusal(Struct, frozen=True):
    """Why an act is not possible now.

    Attributes:
        clause: the rule's number.
        reason: one clause of a sentence, no capital, no full stop; told to the sender only.
        irregular: against a clause, yet possible at a table, and the rulebook has a remedy.
    """

    clause: str
    reason: str
    irregular: bool = False


class Outcome(Struct, frozen=True):
    """How a match ended."""

    winners: tuple[Seat, ...]  # in seat order; several share the win
    clause: str  # the rule that decided it
    text: str  # one sentence


class Game(Struct, Generic[S, A, E, Opts], frozen=True, kw_only=True, eq=False):
    """A set of rules.

    The engine's whole loop is: ``check`` the action; record it; then ask ``settle`` until it
    answers None, recording each event; all in one transaction.

    Args:
        name: what people type, such as ``49``.
        title: what people read.
        version: of the rules, from 1; raised whenever an old match would be judged differently.
        seats: how many may play; a step leaves some out, as in ``range(2, 5, 2)``.
        options: a frozen Struct whose fields all have defaults. An option goes by the name its
            field is encoded under, so that ``msgspec.field(name="pass")`` can give it any.
        actions, consequences: the event classes, each kind once.
        upcasts: for each event class of older versions, a function to the class used now.
        clauses: the catalogue that refusals and findings quote.
        start: the state before any event, or why these options do not go with so many seats. It is
            also asked about one seat fewer or more than `seats`, for the clause that forbids it.
        check: may this seat do this now? On the actor's own view; hard refusals before irregular
            ones, so that a copy that lacks a secret can still be judged on the hard ones.
        settle: what the table must do next by itself; None: it waits, or the match is over. On the
            full state; it may look at secrets and says what follows from them as an event.
        evolve: what an event changes. It never looks at a secret and judges nothing; of events
            that check did not allow nor settle give, it may make what it likes, or raise.
        legal: the regular choices of a seat, in a fixed order; complete and sound against check.
        weigh: for simulations: how often a bot takes a choice beside the others, a whole number
            from 1, on its own view; without it all choices are alike to bots.
        awaited: the seats the table waits for, from public facts only.
        outcome: None while the match runs.
        invariants: what must always hold and does not, one sentence each; in counts, so that every
            view can be checked.
        mask: for showing, what else an audience (never the auditor) does not see in a view. The
            actor's own view, masked, is what check and legal get.
        fault: what is wrong with a recorded action, by public facts only: on the spectator's view
            before it. ``check`` asks the same. None for games in which nothing irregular can happen
            in public.
        remedy: the first consequence of an upheld dispute about an action; None where there is
            nothing left to put right, or it is too late. It is asked with the state now, the action
            and the state before it, which tells it from another just like it. From public facts
            only.
        default: what the host does for an absent seat, on the seat's own view: the most harmless
            of its regular choices; None where the table does not wait for it.
        tell: an event as one sentence.
        picture: a view as a table would see it, with what is awaited, in notes that are ``due``,
            and how it ended.
        seated: the same for a seat, from its own side of the table; None: all sides look alike.

    Raises:
        GameError: a field is not what it has to be; says which, and what it has to be.
    """

    name: str
    title: str
    version: int
    seats: range
    options: type[Opts]
    actions: tuple[type[Action], ...]
    consequences: tuple[type[Consequence], ...]
    upcasts: Mapping[type[Event], Callable[[Any], Event]] = {}
    clauses: Catalogue
    start: Callable[[Opts, int], S | Refusal]
    check: Callable[[S, A], Refusal | None]
    settle: Callable[[S, Chance], E | None]
    evolve: Callable[[S, E], S]
    legal: Callable[[S, Seat], tuple[Choice, ...]]
    awaited: Callable[[S], tuple[Seat, ...]]
    outcome: Callable[[S], Outcome | None]
    invariants: Callable[[S], tuple[str, ...]]
    fault: Callable[[S, A], Refusal | None] | None = None
    remedy: Callable[[S, A, S], E | None] | None = None
    default: Callable[[S, Seat], A | None] | None = None
    weigh: Callable[[S, Choice], int] | None = None
    mask: Callable[[S, Audience], S] | None = None
    tell: Callable[[E, Names], str] | None = None
    picture: Callable[[S, Names], Picture] | None = None
    seated: Callable[[S, Names, Seat], Picture] | None = None

    def __post_init__(self) -> None:
        if wrong := unsound(self):
            raise GameError(wrong)

    @property
    def table_sizes(self) -> str:
        """How many may play, in words: ``4``, ``2 to 5``, ``2 or 4``."""
        sizes = self.seats
        if len(sizes) > 2 and sizes.step == 1:
            return f"{sizes[0]} to {sizes[-1]}"
        return " or ".join(map(str, sizes))

    def action(self, kind: str, /, **values: Any) -> Action:
        """An action from plain data, such as ``game.action("bid", seat=0, amount=3)``.

        A number is taken as text where the action holds text, such as a card called ``5``.

        Raises:
            InvalidAction: no such action, or a field is missing, unknown or not of its type.
        """
        cls = next((cls for cls in self.actions if kind_of(cls) == kind), None)
        if cls is None:
            kinds = ", ".join(kind_of(cls) for cls in self.actions)
            raise InvalidAction(f"no action is called {text_of(kind)!r}: use one of {kinds}")
        made: Action = fitted({**values, "kind": kind}, cls, kind)
        return made

    def choose(self, values: Mapping[str, Any]) -> Opts:
        """The options from plain data; those not named keep their defaults.

        Raises:
            InvalidOption: no such option, or a value that is not of its type.
        """
        known = self.options.__struct_encode_fields__
        for name in values:
            if not isinstance(name, str):
                kind = type(name).__name__
                raise InvalidOption(f"an option of {self.title} is named by text, not by {kind}")
            if name not in known:
                takes = f"use one of {', '.join(known)}" if known else "it has none"
                raise InvalidOption(f"{self.title} has no option {name!r}: {takes}")
        try:
            return msgspec.convert(dict(values), self.options)
        except UNFIT as error:
            text = unfit(error, self.options, dict(values))
            raise InvalidOption(f"option {text}") from None
