"""One playing of a game: act on it, look at it, prove it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ledger import conduct, house, names, position
from ledger.admission import Admission
from ledger.audit import audit
from ledger.chain import Head, head_of
from ledger.choices import Choice
from ledger.codec import codec_of
from ledger.docket import Docket, docket
from ledger.errors import Damaged, Misused, Refused
from ledger.events import Action, Event, Seat, kind_of
from ledger.evidence import Audit
from ledger.folds import Folds
from ledger.game import Audience, Game, Outcome, Refusal
from ledger.given import Text, held, one_of
from ledger.house import (
    ActedFor,
    Asked,
    Dispute,
    Disputed,
    DisputeWithdrawn,
    HouseEvent,
    MatchClosed,
    MatchOpened,
    Ruled,
    RulesAdopted,
    SealsOpened,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
)
from ledger.logs import entry
from ledger.loop import AwaitedDraw, Run, offered, permit, run
from ledger.names import seat_of
from ledger.past import Past, taken_back
from ledger.picture import Picture
from ledger.reader import Entry, read
from ledger.recorder import Recorder
from ledger.replay import Replay, replay
from ledger.store import Store
from ledger.telling import tell
from ledger.transfer import export
from ledger.whatif import WhatIf, what_if

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.seals import Entropy

Who = int | str
"""A seat's number or name, ``spectator`` or ``auditor``."""


_UNDER_ANY_RULES = (SealsOpened, RulesAdopted, MatchClosed)  # the game stands still in these


@held
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
        """The view as a table would see it, in neutral blocks; None if the game draws none.

        A seat sees it from its own side, where the game has sides.
        """
        audience = self.audience(who)
        if self.game.picture is None:
            return None
        facts = self.view(audience, at), self.seats
        picture: Picture
        if self.game.seated is not None and isinstance(audience, int):
            picture = position.ask(self.game, "seated", *facts, audience)
        else:
            picture = position.ask(self.game, "picture", *facts)
        return picture

    def events(
        self, who: Who = "spectator", after: int = 0, to: int | None = None
    ) -> Iterator[Entry]:
        """The events after ``after`` up to ``to`` as the audience may read them, in order.

        Raises:
            UnknownAudience: nobody is called so.
            Misused: ``after`` or ``to`` is no number.
        """
        audience = self.audience(who)
        return read(self._store, self._codec, self.id, audience, after, to)

    def taken_back(self, to: int | None = None) -> dict[int, int]:
        """Which events were taken back, each with the seq of the `TakenBack` that did it.

        Args:
            to: as it was after that event; by default after the last.
        """
        if not self._folds.now().table.gone:
            return {}
        return taken_back(self.events("spectator", to=to))

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
        return self._folds.choices(self._folds.of(number), number)

    def refusal(self, action: Action | Mapping[str, Any], at: int | None = None) -> Refusal | None:
        """Why an action is not possible, as `act` would say; None if it is.

        Args:
            at: judged where the match stood after that event, on what the seat knew then; by
                default where it stands now.

        Raises:
            InvalidAction: it is no action of this game.
            Misused: there is no such event.
            NeedsDisclosure: it hangs on what this copy does not disclose.
        """
        meant = self._admission.meant(action)
        found = self._admission.judged(meant) if at is None else self._admission.then(meant, at)
        return offered(self.opened.irregular, found)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the table waits for; none while it waits for a draw, or when it is over."""
        if self.awaits_draw is not None or self.standstill is not None:
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
            Misused: ``at`` is no event of it.
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
        one_of("the scope", scope, ("seed", "all"))
        return self._record_house(SealsOpened(scope))

    def adopt_rules(self) -> tuple[Event, ...]:
        """Record that the match goes on under the installed, newer rules of its game.

        Raises:
            Refused: they are not newer.
        """
        return self._record_house(RulesAdopted(self.game.version))

    def act_for(self, seat: Who, reason: Text) -> tuple[Event, ...]:
        """The host does for an absent seat what the game does by default.

        Returns:
            The new events as the spectator may read them: the host acts, and what the seat draws
            or plays in secret is not for the host's screen.

        Raises:
            Refused: the table does not wait for that seat.
        """
        return self._record_house(ActedFor(seat_of(seat, self.seats), reason))

    def close(self, reason: Text) -> tuple[Event, ...]:
        """The host closes the match: nobody acts any more. Its seals can then be opened.

        Raises:
            Refused: it is closed already.
        """
        return self._record_house(MatchClosed(reason))

    # -- quarrelling --------------------------------------------------------------------------

    @property
    def standstill(self) -> Refusal | None:
        """Why the game stands still: disputed, asked to go back, closed; None if it goes on."""
        return house.play(self._folds.now().table)

    @property
    def disputed(self) -> Dispute | None:
        """The dispute that is open, with the seq of the disputed event in ``about``."""
        return self._folds.now().table.dispute

    @property
    def asked(self) -> Asked | None:
        """The take-back that is asked for: by whom, to where, and who has agreed so far."""
        return self._folds.now().table.asked

    @property
    def closed(self) -> str | None:
        """Why the host has closed the match; None if it is open."""
        return self._folds.now().table.closed

    def dispute(self, seat: Who, about: int, claim: Text) -> tuple[Event, ...]:
        """A seat disputes an event. Play stops until it is ruled on or withdrawn.

        Args:
            about: the seq of an event of the game.
            claim: what the seat says was wrong with it.

        Raises:
            Refused: another dispute is open, this was ruled on, or it cannot be disputed.
        """
        return self._record_house(Disputed(seat_of(seat, self.seats), about, claim))

    def withdraw_dispute(self, seat: Who) -> tuple[Event, ...]:
        """Who raised the open dispute lets it go.

        Raises:
            Refused: nothing is disputed, or by another seat.
        """
        return self._record_house(DisputeWithdrawn(seat_of(seat, self.seats)))

    def rule(
        self, text: Text | None = None, *, upheld: bool = False, clause: str = ""
    ) -> tuple[Event, ...]:
        """Rule on the open dispute; without a text the engine does.

        The engine upholds only what the whole table could see, and then the game's remedy follows.
        What people rule is recorded, and changes nothing.

        Args:
            text: what people rule.
            upheld: whether they uphold it.
            clause: the rule they go by.

        Raises:
            Refused: nothing is disputed.
            Misused: the game has no such clause.
        """
        if text is not None:
            if clause and clause not in self.game.clauses:
                raise Misused(f"{self.game.title} has no clause {clause[:60]!r}")
            return self._record_house(Ruled("table", upheld, clause, text))
        with self._store.transaction():
            now = self._folds.now()
            return self._record_house(conduct.ruling(self.game, now, self._past("spectator")))

    def docket(self, who: Who = "spectator") -> Docket:
        """Every dispute with what became of it, and the irregular acts an audience knows of."""
        return docket(self._store, self.id, self.game, self.audience(who))

    def what_if(self, without: int, who: Who = "spectator") -> WhatIf:
        """How the match would have gone without a ruling. Nothing is written.

        Args:
            without: the seq of a ruling.
            who: who may know the answer: it is made of nothing but what this audience may read.

        Raises:
            Misused: that event is no ruling.
            NeedsDisclosure: it hangs on what the audience may not read.
        """
        return what_if(self._store, self.id, self.game, without, self.audience(who))

    def take_back(self, to: int, seat: Who) -> tuple[Event, ...]:
        """Go back to what was after event ``to``: at once, or the others are asked.

        At once goes one's own last act, if all of it was public and nothing followed.

        Returns:
            The new events: `TakenBack`, or `TakeBackAsked`, which all other seats must answer.

        Raises:
            Refused: it cannot be taken back.
        """
        number = seat_of(seat, self.seats)
        with self._store.transaction():
            now = self._folds.now()
            last = self._past().event(now.seq)
            at_once = to == now.seq - 1 and conduct.lone_actor(self._codec, last) == number
            wanted = TakenBack(number, to) if at_once else TakeBackAsked(number, to)
            return self._record_house(wanted, number)

    def agree(self, seat: Who) -> tuple[Event, ...]:
        """Agree with the take-back that is asked for; with the last to agree it happens.

        Raises:
            Refused: none is asked for, or the seat has agreed.
        """
        number = seat_of(seat, self.seats)
        return self._record_house(TakeBackAgreed(number), number)

    def decline(self, seat: Who) -> tuple[Event, ...]:
        """Decline the take-back that is asked for; who asked lets it go by this.

        Raises:
            Refused: none is asked for.
        """
        return self._record_house(TakeBackDeclined(seat_of(seat, self.seats)))

    # -- proving ------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """Whether this match is what its rules and its seed give."""
        return replay(self._store, self.id, self.game)

    def audit(self, head: Head | str | None = None) -> Audit:
        """Check everything about this match that can be checked.

        Args:
            head: one that was held elsewhere, or its text; the log must contain it.

        Raises:
            Misused: the head is none.
        """
        return audit(self._store, self.id, self.game, head_of(head))

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
        return self._write(run(self.game, self._folds.last, first), reader)

    def _write(self, step: Run, reader: Audience) -> tuple[Event, ...]:
        written = self._folds.record(self._recorder, self._clock(), step.events, step.position)
        self._admission.note(step.need, step.position)
        return tuple(written.told(self._codec, reader))

    def _record_house(self, event: HouseEvent, reader: Audience = "spectator") -> tuple[Event, ...]:
        """Record an event of the house and what follows, if it may be."""
        with self._store.transaction():
            now = self._folds.now()
            if self._copy:
                raise Refused("HOUSE-07", f"{self._admission.reader()}: act on the host's own file")
            if type(event) not in _UNDER_ANY_RULES and (refusal := self._admission.outdated()):
                raise Refused(refusal.clause, refusal.reason)
            facts = conduct.facts_for(
                self.game, self._codec, now, event, self._past(), version=self.game.version
            )
            permit(now.table.opened.irregular, house.check(now.table, event, facts), False)
            events = self._write(self._follow(event), reader)
        entry(kind_of(event), match=self.id, seq=self._folds.last.seq)
        return events

    def _past(self, audience: Audience = "auditor") -> Past:
        return self._folds.past(audience)

    def _follow(self, event: HouseEvent) -> Run:
        """An event of the house, and what the house and the game make of it."""
        now, past = self._folds.last, self._past()
        match event:
            case ActedFor():
                act = conduct.default_act(self.game, self._folds.shown(event.seat), event.seat)
                if act is None:
                    raise Refused("HOUSE-21", "the game has nothing to do for that seat")
                return run(self.game, now, event, act, past=past)
            case TakeBackAgreed():
                asked = now.table.asked
                agreed = house.evolve(now.table, event, now.seq + 1).agreed()
                back = (TakenBack(asked.seat, asked.to),) if asked and agreed else ()
                return run(self.game, now, event, *back, past=past)
            case SealsOpened() | MatchClosed():  # whatever rules are installed now, the game rests
                return Run((event,), position.after(self.game, now, event, past), None)
            case _:
                return run(self.game, now, event, past=past)
