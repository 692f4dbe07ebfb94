"""Whether something may be recorded in a match now: the house's conditions, then the game's."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ledger import names
from ledger.chance import DrawNeeded
from ledger.codec import Codec
from ledger.conduct import cut
from ledger.errors import (
    Broken,
    InvalidAction,
    NeedsDisclosure,
    Refused,
    Stale,
    UnknownAudience,
)
from ledger.events import Action, Consequence, Seat, kind_of
from ledger.folds import Folds
from ledger.game import Audience, Game, Refusal
from ledger.house import play
from ledger.loop import AwaitedDraw, entered, judge, settled, unseated
from ledger.position import Position
from ledger.store import Store
from ledger.values import text_of


class Admission:
    """Judges what somebody wants to record in one match.

    Args:
        copy: for whom the match is a copy; None for the host's own.
    """

    def __init__(
        self,
        store: Store,
        game: Game[Any, Any, Any, Any],
        codec: Codec,
        folds: Folds,
        copy: str | None,
    ) -> None:
        self._store = store
        self._game = game
        self._codec = codec
        self._folds = folds
        self._copy = copy
        self._need: DrawNeeded | None = None
        self._settled: Position[Any] | None = None  # for which the awaited draw is known

    def note(self, need: DrawNeeded | None, now: Position[Any]) -> None:
        """Take over what the loop has found out about the position it came to rest in."""
        self._need, self._settled = (need if play(now.table) is None else None), now

    def awaited(self) -> AwaitedDraw | None:
        """The awaited draw, without anything secret."""
        need = self._needed()
        return None if need is None else self._told(need)

    def _told(self, need: DrawNeeded) -> AwaitedDraw:
        secret = any(s.name == need.field for s in self._codec.secrets[need.event])
        return AwaitedDraw(kind_of(need.event), need.field, need.seat, secret)

    def meant(self, action: Action | Mapping[str, Any]) -> Action:
        """An action as it will be recorded, from an action or its plain data.

        Raises:
            InvalidAction: it is none of this game.
        """
        if isinstance(action, Action):
            if type(action) not in self._game.actions:
                raise InvalidAction(f"{self._game.title} has no action {kind_of(action)}")
        elif isinstance(action, Mapping):
            values = {text_of(name): value for name, value in action.items()}
            action = self._game.action(text_of(values.pop("kind", "")), **values)
        else:  # only a caller without a type checker comes here
            raise InvalidAction(f"not an action of {self._game.title}, and no plain data of one")
        meant = self._codec.as_read(action)
        assert isinstance(meant, Action)
        return meant

    def judged(self, action: Action) -> Refusal | None:
        """Why an action may not be recorded now; None if it may."""
        with self._store.alone():
            now = self._folds.now()
            if refusal := self.closed():
                return refusal
            if refusal := unseated(now, action):
                return refusal
            if self._needed_at(now) is not None:
                return Refusal("HOUSE-02", "the table waits for a draw")
            return judge(self._game, now, self._folds.shown(action.seat), action)

    def then(self, action: Action, at: int) -> Refusal | None:
        """Why an action could not be recorded after an earlier event, by what its seat knew."""
        with self._store.alone():
            if refusal := unseated(self._folds.now(), action):
                return refusal
            then = self._folds.of(action.seat, at)
            if refusal := self._outdated(then.table.rules):
                return refusal
            return judge(self._game, then, self._folds.shown(action.seat, at), action)

    def closed(self) -> Refusal | None:
        """Why nothing at all may be recorded."""
        table = self._folds.last.table
        if self._copy:
            return Refusal("HOUSE-07", f"{self.copy_for(self._copy)}: act on the host's own file")
        if table.opened.chance == "seeded" and not isinstance(table.opened.seed, str):
            return Refusal("HOUSE-07", "this file lacks the seed: it is a copy")
        return self.outdated() or play(table)

    def outdated(self) -> Refusal | None:
        """Why the rules installed cannot judge this match."""
        return self._outdated(self._folds.last.table.rules)

    def _outdated(self, rules: int) -> Refusal | None:
        if rules == self._game.version:
            return None
        return Refusal(
            "HOUSE-09",
            f"the match is played under rules {rules}, installed are rules {self._game.version}",
        )

    def copy_for(self, reader: str) -> str:
        """For whom a copy is, in words."""
        seats = self._folds.last.table.opened.seats
        return f"this is a copy for {names.copy_for(reader, seats)}"

    def be_fresh(self, seat: Seat, at: int) -> None:
        """Refuse an act whose choices have changed at any time since ``at``.

        Raises:
            Refused: nothing at all may be recorded.
            Stale: they have.
        """
        self._folds.now()
        if refusal := self.closed():
            raise Refused(refusal.clause, refusal.reason)
        if not 0 <= seat < len(self._folds.last.table.opened.seats):
            return  # the house refuses it
        choices = self._folds.choices_since(seat, at)
        before = next(choices)
        if any(later != before for later in choices):
            raise Stale(at, self._folds.last.seq)

    def drawn(self, value: Any, who: Audience) -> Consequence:
        """The awaited draw, completed with what somebody says was drawn.

        Raises:
            Refused: no draw is awaited, this cannot be drawn, or somebody else must say.
            InvalidAction: it is not of the type of what is drawn.
        """
        if refusal := self.closed():
            raise Refused(refusal.clause, refusal.reason)
        need = self._needed()
        if need is None:
            raise Refused("HOUSE-04", "no draw is awaited")
        awaited = self._told(need)
        if awaited.secret and who != awaited.seat:
            raise Refused(
                "HOUSE-05", f"this draw is secret: it is entered as {self._named(awaited)}"
            )
        reader: Audience = who if awaited.secret else "spectator"
        if awaited.field == "seat" and isinstance(value, str):
            value = self._seat(value)
        typed = self._codec.value(need.event, awaited.field, value)
        event = entered(self._game, need, self._folds.shown(reader), typed)
        if isinstance(event, Refusal):
            raise Refused(event.clause, event.reason)
        return event

    def _seat(self, word: str) -> Seat:
        """The seat that was drawn, by number or name.

        Raises:
            Refused: nobody is called so. As any card is a text to us, so is a seat a name.
        """
        try:
            return names.seat_of(word, self._folds.last.table.opened.seats)
        except UnknownAudience as error:
            raise Refused("HOUSE-03", str(error)) from None

    def _named(self, draw: AwaitedDraw) -> str:
        """Who draws in secret, by name."""
        seats = self._folds.last.table.opened.seats
        return "its seat" if draw.seat is None else f"{seats[draw.seat]}, who alone may see it"

    def _needed(self) -> DrawNeeded | None:
        """The awaited draw.

        Raises:
            Broken: the log ends where a consequence is due: it was cut.
        """
        with self._store.alone():
            return self._needed_at(self._folds.now())

    def _needed_at(self, now: Position[Any]) -> DrawNeeded | None:
        """The draw that is awaited where the match stands now."""
        if self._settled is not now:
            if broken := cut(now):
                raise broken
            event, self._need = None, None
            # other rules may want something else, and a game that stands still wants nothing
            if now.table.rules == self._game.version and play(now.table) is None:
                with suppress(NeedsDisclosure):  # a copy cannot always know
                    event, self._need = settled(self._game, now)
            if event is not None:
                raise Broken(now.seq, "rules", f"the log ends before its {kind_of(event)}: cut")
            self._settled = now
        return self._need if now.table.opened.chance == "declared" else None
