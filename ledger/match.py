"""One playing of a game, and what can be done in it: act, quarrel, take back, close."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from ledger import conduct, house, position
from ledger.errors import Misused, Refused
from ledger.events import Action, Event, kind_of
from ledger.game import Audience, Game
from ledger.given import Text, held, one_of
from ledger.house import (
    ActedFor,
    Disputed,
    DisputeWithdrawn,
    HouseEvent,
    MatchClosed,
    Ruled,
    RulesAdopted,
    SealsOpened,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
)
from ledger.logs import entry
from ledger.loop import Run, permit, run
from ledger.names import seat_of
from ledger.past import Past
from ledger.record import Record, Who
from ledger.recorder import Recorder
from ledger.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.seals import Entropy

_UNDER_ANY_RULES = (SealsOpened, RulesAdopted, MatchClosed)  # the game stands still in these


@held
class Match(Record):
    """One match of a ledger. Get it from `Ledger.new` or `Ledger.match`.

    Every reading first reads on what others have written to the file meanwhile. Whatever records
    something raises `Misused` where the ledger was opened to read.

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
        super().__init__(store, match, game)
        self._clock = clock
        self._recorder = Recorder(store, self._codec, match, entropy)

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
            Misused: ``at`` is no event of it, or the ledger was opened to read.
            NotWritten: the disk did not take it; nothing was recorded.
        """
        meant = self._admission.meant(action)
        with self._store.transaction(act=True):
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
            who: who enters it and reads the answer; a secret draw is entered by its seat.

        Returns:
            The new events as ``who`` may read them.

        Raises:
            Refused: no draw is awaited, or this cannot be drawn, or somebody else must say.
            InvalidAction: the value is not of the type of what is drawn. A name that nobody here
                has is text as a card is, and refused.
        """
        audience = self.audience(who)
        with self._store.transaction(act=True):
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

    def dispute(self, seat: Who, about: int, claim: Text) -> tuple[Event, ...]:
        """A seat disputes an event. Play stops until it is ruled on or withdrawn.

        Args:
            about: the seq of an event of the game.
            claim: what the seat says was wrong with it.

        Raises:
            Refused: another dispute is open, this was ruled on, or it cannot be disputed.
            Misused: there is no such event.
        """
        return self._record_house(Disputed(seat_of(seat, self.seats), about, claim))

    def withdraw_dispute(self, seat: Who) -> tuple[Event, ...]:
        """Who raised the open dispute lets it go.

        Raises:
            Refused: nothing is disputed, or by another seat.
        """
        return self._record_house(DisputeWithdrawn(seat_of(seat, self.seats)))

    def rule(
        self, text: Text | None = None, *, upheld: bool | None = None, clause: str = ""
    ) -> tuple[Event, ...]:
        """Rule on the open dispute; without a text the engine does.

        The engine upholds only what the whole table could see, and then the game's remedy follows.
        What people rule is recorded, and changes nothing.

        Args:
            text: what people rule.
            upheld: whether they uphold it; they have to say.
            clause: the rule they go by.

        Raises:
            Refused: nothing is disputed.
            Misused: the game has no such clause; there is no text that ``upheld`` or ``clause``
                goes with: the engine rules by itself; or there is one without ``upheld``.
        """
        if text is None and (upheld is not None or clause):
            raise Misused("upheld and clause go with a text: without one the engine rules itself")
        if text is not None:
            if upheld is None:
                raise Misused("what do the people rule: upheld=True, or upheld=False to dismiss?")
            if clause and clause not in self.game.clauses:
                raise Misused(f"{self.game.title} has no clause {clause[:60]!r}")
            return self._record_house(Ruled("table", upheld, clause, text))
        with self._store.transaction():
            now = self._folds.now()
            return self._record_house(conduct.ruling(self.game, now, self._past("spectator")))

    def take_back(self, to: int, seat: Who) -> tuple[Event, ...]:
        """Go back to what was after event ``to``: at once, or the others are asked.

        At once goes one's own last act, if all of it was public, nothing followed, and no draw is
        awaited: somebody may have seen it.

        Returns:
            The new events: `TakenBack`, or `TakeBackAsked`, which all other seats must answer;
            both where nobody else sits at the table.

        Raises:
            Refused: it cannot be taken back.
            Misused: there is no such event.
        """
        number = seat_of(seat, self.seats)
        with self._store.transaction():
            now = self._folds.now()
            last = self._past().event(now.seq)
            own = conduct.lone_actor(self._codec, last) == number and self.awaits_draw is None
            at_once = own and to == now.seq - 1
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
        with self._store.transaction(act=True):
            now = self._folds.now()
            if self._copy:
                text = self._admission.copy_for(self._copy[0])
                raise Refused("HOUSE-07", f"{text}: act on the host's own file")
            if type(event) not in _UNDER_ANY_RULES and (refusal := self._admission.outdated()):
                raise Refused(refusal.clause, refusal.reason)
            if (named := conduct.named(event)) is not None:
                position.be_event(named, now.seq)
            facts = conduct.facts_for(
                self.game,
                self._codec,
                now,
                event,
                self._past(),
                drawing=isinstance(event, TakenBack) and self.awaits_draw is not None,
                version=self.game.version,
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
            case TakeBackAsked() | TakeBackAgreed():
                then = house.evolve(now.table, event, now.seq + 1)
                asked = then.asked if then.agreed() else None  # with nobody else at once
                back = (TakenBack(asked.seat, asked.to),) if asked else ()
                return run(self.game, now, event, *back, past=past)
            case SealsOpened() | MatchClosed():  # whatever rules are installed now, the game rests
                return Run((event,), position.after(self.game, now, event, past), None)
            case _:
                return run(self.game, now, event, past=past)
