"""A table in memory, for tests of a game's rules: nothing is written and nothing is sealed."""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from ledger.asking import ask
from ledger.chance import DrawNeeded
from ledger.choices import Choice
from ledger.errors import GameError, Refused
from ledger.events import Action, Event, Seat
from ledger.game import Audience, Game, Outcome, Refusal
from ledger.house import MatchOpened, Table
from ledger.loop import Run, entered, judge, permit, run
from ledger.position import Position, view

S = TypeVar("S")


class Sitting(Generic[S]):
    """One playing of a game with nothing written: the engine's loop on a state in memory.

    Args:
        game: the rules.
        seats: how many play.
        options: those that differ from the defaults, as plain data.
        draws: what the table will draw, in order. When they run out the sitting waits.
        state: a state to begin from instead of the game's own start.

    Raises:
        Refused: the game refuses the options.
    """

    def __init__(
        self,
        game: Game[S, Any, Any, Any],
        seats: int,
        options: Mapping[str, Any] | None = None,
        draws: Iterable[Any] = (),
        state: S | None = None,
    ) -> None:
        self.game = game
        self.events: tuple[Event, ...] = ()
        self._draws = list(draws)
        self._need: DrawNeeded | None = None
        if state is None:
            begun: S | Refusal = ask(game, "start", game.choose(options or {}), seats)
            if isinstance(begun, Refusal):
                raise Refused(begun.clause, begun.reason)
            state = begun
        opened = MatchOpened(
            game=game.name,
            rules=game.version,
            options=dict(options or {}),
            seats=tuple(f"seat {seat}" for seat in range(seats)),
            chance="declared",
            draws=None,
            seed=None,
            seed_by=None,
            irregular="allow",
        )
        self._position = Position(1, Table(opened, game.version), state)
        self._take(run(game, self._position))

    @property
    def state(self) -> S:
        """The full state."""
        return self._position.state

    @property
    def awaits_draw(self) -> bool:
        """Whether the draws have run out where one is needed."""
        return self._need is not None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the table waits for."""
        awaited: tuple[Seat, ...] = ask(self.game, "awaited", self.state)
        return awaited

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        outcome: Outcome | None = ask(self.game, "outcome", self.state)
        return outcome

    def view(self, audience: Audience) -> S:
        """The full state, masked for the audience. Nothing is sealed in memory."""
        return view(self.game, self.state, audience)

    def legal(self, seat: Seat) -> tuple[Choice, ...]:
        """The seat's choices, on its own view."""
        choices: tuple[Choice, ...] = ask(self.game, "legal", self.view(seat), seat)
        return choices

    def refusal(self, action: Action) -> Refusal | None:
        """Why the action is not possible now; None if it is."""
        return judge(self.game, self._position, self.view(action.seat), action)

    def act(self, action: Action, anyway: bool = False) -> tuple[Event, ...]:
        """The action and what followed from it, draws included as far as they reach.

        Raises:
            Refused: it is not possible now, or irregular and not wanted ``anyway``.
        """
        permit("allow", self.refusal(action), anyway)
        return self._take(run(self.game, self._position, action))

    def draw(self, value: Any) -> tuple[Event, ...]:
        """Enter what was drawn, and what followed from it.

        Raises:
            Refused: it cannot be drawn now.
        """
        if self._need is None:
            raise Refused("HOUSE-04", "no draw is awaited")
        event = entered(self.game, self._need, self.state, value)
        if isinstance(event, Refusal):
            raise Refused(event.clause, event.reason)
        return self._take(run(self.game, self._position, event))

    def _take(self, step: Run) -> tuple[Event, ...]:
        self._position, self._need = step.position, step.need
        self.events += step.events
        for event in step.events:
            if type(event) not in (*self.game.actions, *self.game.consequences):
                raise GameError(f"{type(event).__name__} is no event of {self.game.name}")
        if self._need is not None and self._draws:
            return step.events + self.draw(self._draws.pop(0))
        return step.events
