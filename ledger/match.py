"""One playing of a game: act on it, look at it, prove it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ledger import house, names, position
from ledger.admission import Admission, seat_of
from ledger.audit import audit
from ledger.chain import Head
from ledger.choices import Choice
from ledger.codec import codec_of
from ledger.errors import (
    Damaged,
    Misused,
    Refused,
)
from ledger.events import Action, Event, Seat, kind_of
from ledger.evidence import Audit
from ledger.folds import Folds
from ledger.game import Audience, Game, Outcome, Refusal
from ledger.house import HouseEvent, MatchOpened, RulesAdopted, SealsOpened
from ledger.logs import entry
from ledger.loop import AwaitedDraw, Run, offered, permit, run
from ledger.picture import Picture
from ledger.reader import Entry, read, values_for
from ledger.recorder import Recorder
from ledger.replay import Replay, replay
from ledger.store import Store
from ledger.telling import tell
from ledger.transfer import export

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.seals import Entropy

Who = int | str
"""A seat's number or name, ``spectator`` or ``auditor``."""


class Match:
    """One match of a ledger. Get it from `Ledger.new` or `Ledger.match`.

    Every reading first reads on what others have written to the file meanwhile.

    Attributes:
        id: of the match, unique in the world.
        game: its rules.
    """

    def __init__(
        self,
        store: Store,
        match: str,
        game: Game[Any, Any, Any, Any],
        clock: "Callable[[], int]",
        entropy: "Entropy",
    ) -> None:
        self.id = match
        self.game = game
        self._store = store
        self._codec = codec_of(game)
        self._clock = clock
        self._recorder = Recorder(store, self._codec, match, entropy)
        self._copy = store.copy_of(match)
        self._folds = Folds(store, self._codec, match, game, self._copy)
        if self._copy and self._copy[0].isdigit() and int(self._copy[0]) >= len(self.seats):
            raise Damaged(
                f"match {match} is marked as a copy for seat {self._copy[0]}: there is none"
            )
        reader = self._copy[0] if self._copy else None
        self._admission = Admission(store, game, self._codec, self._folds, reader)

    # -- what it is ---------------------------------------------------------------------------

    @property
    def opened(self) -> MatchOpened:
        """The first event: the rules, the options and who plays. Its seed may be HIDDEN."""
        return self._folds.now().table.opened

    @property
    def seats(self) -> tuple[str, ...]:
        """The people's names, by seat."""
        return self.opened.seats

    @property
    def copy_for(self) -> str | None:
        """For whom this is a copy, as ``1`` or ``spectator``; None for the host's own."""
        return self._copy[0] if self._copy else None

    @property
    def seq(self) -> int:
        """The seq of the last event."""
        return self._folds.now().seq

    @property
    def head(self) -> Head:
        """Pins everything up to the last event; as text, MATCH:COUNT:DIGEST."""
        return self._folds.head()

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it runs."""
        outcome: Outcome | None = position.ask(self.game, "outcome", self._folds.now().state)
        return outcome

    def audience(self, who: Who) -> Audience:
        """The audience meant by a seat's number or name, ``spectator`` or ``auditor``.

        Raises:
            UnknownAudience: nobody is.
        """
        return names.audience(who, self.seats)

    # -- looking ------------------------------------------------------------------------------

    def view(self, who: Who = "spectator", at: int | None = None) -> Any:
        """The game's state as the audience may see it.

        Args:
            at: after that event, with what the audience knew then; by default after the last.

        Raises:
            UnknownAudience: nobody is called so.
            Misused: there is no such event.
        """
        return self._folds.shown(self.audience(who), at)

    def picture(self, who: Who = "spectator", at: int | None = None) -> Picture | None:
        """The view as a table would see it, in neutral blocks; None if the game draws none."""
        if self.game.picture is None:
            return None
        picture: Picture = position.ask(self.game, "picture", self.view(who, at), self.seats)
        return picture

    def events(
        self, who: Who = "spectator", after: int = 0, to: int | None = None
    ) -> Iterator[Entry]:
        """The events after ``after`` up to ``to`` as the audience may read them, in order."""
        audience = self.audience(who)
        return read(self._store, self._codec, self.id, audience, after, to)

    def tell(self, event: Event) -> str:
        """Any event of this match, the house's own included, as one sentence.

        Names stand in it as they were given: escape them where that matters.
        """
        return tell(self.game, event, self.seats)

    def legal(self, seat: Who) -> tuple[Choice, ...]:
        """What a seat may do now by the rules, in a fixed order; irregular acts are not offered."""
        number = seat_of(seat, self.seats)
        if self.awaits_draw is not None:
            return ()
        choices: tuple[Choice, ...] = position.ask(self.game, "legal", self.view(number), number)
        return choices

    def refusal(self, action: Action | Mapping[str, Any]) -> Refusal | None:
        """Why an action is not possible now, as `act` would say; None if it is."""
        return offered(self.opened.irregular, self._admission.judged(self._admission.meant(action)))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the table waits for; none while it waits for a draw, or when it is over."""
        if self.awaits_draw is not None:
            return ()
        awaited: tuple[Seat, ...] = position.ask(
            self.game, "awaited", self._folds.of("spectator").state
        )
        return awaited

    @property
    def awaits_draw(self) -> AwaitedDraw | None:
        """The draw the table waits for, where it declares its draws."""
        return self._admission.awaited()

    # -- acting -------------------------------------------------------------------------------

    def act(
        self, action: Action | Mapping[str, Any], *, anyway: bool = False, at: int | None = None
    ) -> tuple[Event, ...]:
        """Record an action and what follows from it, durably, all or nothing.

        Args:
            action: an action, or its plain data, such as ``{"kind": "pass", "seat": 0}``.
            anyway: record it even though it is irregular.
            at: the seq the actor was looking at.

        Returns:
            The new events as the acting seat may read them.

        Raises:
            Refused: it is not possible now; tells the clause and the reason.
            Stale: the actor's choices have changed since ``at``.
            InvalidAction: it is no action of this game.
            NotWritten: the disk did not take it; nothing was recorded.
        """
        meant = self._admission.meant(action)
        with self._store.transaction():
            if at is not None:
                self._admission.be_fresh(meant.seat, at)
            refusal = self._admission.judged(meant)
            permit(self._folds.last.table.opened.irregular, refusal, anyway)
            events = self._record(meant, meant.seat)
        entry("acted", match=self.id, seq=self._folds.last.seq, kind=kind_of(meant))
        return events

    def draw(self, value: Any, who: Who = "spectator") -> tuple[Event, ...]:
        """Enter what the table, or a seat in secret, has drawn, and what follows from it.

        Args:
            value: what was drawn; text is taken as the field's type.
            who: who enters it; a secret draw is entered by its seat.

        Returns:
            The new events as ``who`` may read them.

        Raises:
            Refused: no draw is awaited, or this cannot be drawn, or somebody else must say.
            InvalidAction: the value is not of the type of what is drawn.
        """
        audience = self.audience(who)
        with self._store.transaction():
            self._folds.now()
            event = self._admission.drawn(value, audience)
            events = self._record(event, audience)
        entry("drawn", match=self.id, seq=self._folds.last.seq, kind=kind_of(event))
        return events

    def open_seals(self, scope: Literal["seed", "all"]) -> tuple[Event, ...]:
        """After the outcome, open the ``seed`` or ``all`` seals to everybody, for ever.

        The seed proves every draw, and thereby shows every card that was drawn in secret.

        Raises:
            Refused: the match is not over, or they are open already.
            Misused: no such scope.
        """
        if scope not in ("seed", "all"):
            raise Misused(f"{scope[:60]!r} cannot be opened: it is seed or all")
        return self._record_house(SealsOpened(scope))

    def adopt_rules(self) -> tuple[Event, ...]:
        """Record that the match goes on under the installed, newer rules of its game.

        Raises:
            Refused: they are not newer.
        """
        return self._record_house(RulesAdopted(self.game.version))

    # -- proving ------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """Whether this match is what its rules and its seed give."""
        return replay(self._store, self.id, self.game)

    def audit(self, head: Head | None = None) -> Audit:
        """Check everything about this match that can be checked.

        Args:
            head: one that was held elsewhere; the log must contain it.
        """
        return audit(self._store, self.id, self.game, head)

    # -- giving away --------------------------------------------------------------------------

    def export(self, path: Path | str, who: Who) -> None:
        """Write this match, as an audience may read it, into a new file.

        Args:
            path: JSON lines if it ends in ``.jsonl``, else a ledger.
            who: whose copy it is; the ``auditor``'s holds everything in this file.

        Raises:
            FileInTheWay: there is a file already.
            Refused: this is a copy, for somebody else.
        """
        audience = str(self.audience(who))
        if self._copy and self._copy[0] not in (audience, "auditor"):
            raise Refused("HOUSE-07", f"{self._admission.reader()} and holds no more than that")
        export(self._store, self.id, audience, Path(path))

    # -- inside -------------------------------------------------------------------------------

    def _record(self, first: Event, reader: Audience) -> tuple[Event, ...]:
        """Record a judged event and what follows; the new events as the reader may read them."""
        step = run(self.game, self._folds.last, first)
        written = self._folds.record(self._recorder, self._clock(), step.events, step.position)
        self._admission.note(step.need, step.position)
        mine = values_for(written.disclosures, reader, opened=0)
        told = self._codec.told
        return tuple(
            told(public, mine.get(row.seq, {}))
            for row, public in zip(written.rows, written.publics, strict=True)
        )

    def _record_house(self, event: HouseEvent) -> tuple[Event, ...]:
        with self._store.transaction():
            table = self._folds.now().table
            if self._copy:
                raise Refused("HOUSE-07", f"{self._admission.reader()}: act on the host's own file")
            over = self.outcome is not None
            refusal = house.check(table, event, over=over, version=self.game.version)
            permit(table.opened.irregular, refusal, False)
            step = self._follow(event)
            self._folds.record(self._recorder, self._clock(), step.events, step.position)
        entry(kind_of(event), match=self.id, seq=self._folds.last.seq)
        return (event,)

    def _follow(self, event: HouseEvent) -> Run:
        """An event of the house and what follows: new rules may leave the table something to do."""
        if isinstance(event, RulesAdopted):
            return run(self.game, self._folds.last, event)
        return Run((event,), position.after(self.game, self._folds.last, event), None)
