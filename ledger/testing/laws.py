"""The laws every game must keep, held against a match as it is played.

1. ``legal`` and ``check`` agree both ways, and say the same on the actor's own view as in full.
2. The invariants hold after every event, in every view.
3. A fold of what is stored is the live state.
4. What is written replays ``exact``, and its audit finds nothing but what irregular acts left.
5. Every view refines to the full state: it is the same, with holes.
6. Whom the table waits for and how it ended follow from public facts.
7. Draws can be declared: settle reaches each on the view of whoever enters it, with its pool.
8. People can be told: every event, view and outcome, and each outcome names a clause.
9. For an absent seat that is awaited, ``default`` names one of its legal acts, by its own view.
10. A dispute tells nobody anything: the engine upholds irregular acts alone, by their clause, and
    dismisses all else in the same words; unless a remedy follows, nothing changes for anybody.
11. What is taken back is as if it had not been: every view is that of then, and the same act leads
    to the same events again.
12. Every function answers what `Game` says of it, and none fails; `evolve` follows every event on
    every view, and looks at nothing hidden.

One more is about where a match is played:

13. A match is the same in every process: `assert_same_elsewhere`.

And two about secrets: `two_worlds` and `assert_nothing_secret`.
"""

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from ledger import position
from ledger.asking import ask, misfit
from ledger.chain import Head
from ledger.chance import Declared, Waiting
from ledger.choices import Choice
from ledger.codec import codec_of
from ledger.errors import Broken, GameError, NeedsDisclosure
from ledger.events import Action, Consequence, Event, Seat, kind_of
from ledger.game import Audience, Outcome, Refusal
from ledger.house import HOUSE, Table
from ledger.match import Match
from ledger.position import Position
from ledger.testing.anything import anything
from ledger.testing.faults import as_law
from ledger.testing.playing import audiences, judged
from ledger.testing.refining import hides, refines

_encode = msgspec.json.Encoder(order="deterministic").encode


_UNTOLD = (GameError, NeedsDisclosure)  # by what asks a function that tells something


class Laws:
    """Holds one match against the laws 1 to 3 and 5 to 12, wherever it stands.

    Args:
        match: that is being played.
        stored: opens the same match anew from what is stored; None where nothing else can.
    """

    def __init__(self, match: Match, stored: Callable[[], Match] | None = None) -> None:
        self._match = match
        self._game = match.game
        self._stored = stored
        self._folds: dict[Audience, Position[Any]] = {}
        self._pasts: dict[Audience, _Remembered] = {}
        self._views: dict[Audience, Any] = {}  # the live ones
        self._viewed: Head | None = None  # where the match stood when they were asked for
        self._reader: Match | None = None  # follows what is stored
        self._anew = 0  # at so many events the reader is opened anew

    def hold(self, dice: random.Random, tries: int = 6) -> None:
        """Hold the match as it stands now, and every event since the last time.

        Args:
            tries: how many arbitrary actions of each seat are judged.

        Raises:
            AssertionError: a law is broken; it says which.
        """
        self._follow()
        self._fold_again()
        self._is_public()
        if self._match.awaits_draw is None and self._match.standstill is None:
            for seat in range(len(self._match.seats)):
                self._agree(seat, dice, tries)
                self._absent(seat)

    # -- laws 2 and 5

    def _follow(self) -> None:
        """Fold on, event by event, for every audience."""
        full = self._followed("auditor")
        for whole in full:
            self._holds(whole.state, whole.seq, "auditor")
        for who in audiences(self._match)[1:]:
            for seen, whole in zip(self._followed(who), full, strict=True):
                shown = position.view(self._game, seen.state, who)
                self._holds(shown, seen.seq, who)
                refines(shown, whole.state, f"law 5: #{seen.seq}, view of {who}: state")

    # -- laws 7 and 8

    def _declarable(self, event: Event, before: Position[Any], who: Audience) -> None:
        """A draw that was made could have been declared by whoever enters such draws."""
        if not isinstance(event, Consequence) or event.drawn is None:
            return
        secret = any(s.name == event.drawn for s in codec_of(self._game).secrets[type(event)])
        if who != (getattr(event, "seat", "spectator") if secret else "spectator"):
            return
        said = f"law 7: #{before.seq + 1} {kind_of(event)}: on the view of {who}"
        try:
            ask(self._game, "settle", position.view(self._game, before.state, who), Declared())
        except Waiting as waiting:
            assert type(event) is waiting.need.event, f"{said} another draw is due"
            try:
                waiting.need.pool()
            except NeedsDisclosure:
                raise AssertionError(f"{said} its pool looks at what is hidden") from None
        except NeedsDisclosure:
            why = "settle looks at what is hidden before it reaches the draw"
            raise AssertionError(f"{said} {why}") from None
        else:
            raise AssertionError(f"{said} no draw is due")

    def _told(self, event: Event, now: Position[Any], who: Audience) -> None:
        """The event and the position after it can be told to an audience."""
        where = f"#{now.seq} {kind_of(event)}, to {who}"
        said = f"law 8: {where}"
        with as_law(8, where, *_UNTOLD):
            sentence = self._match.tell(event)
        assert sentence, f"{said}: tell says {sentence!r}"
        shown = position.view(self._game, now.state, who)
        if self._game.picture is not None:
            with as_law(8, f"{where}: picture", *_UNTOLD):
                ask(self._game, "picture", shown, self._match.seats)
        if self._game.seated is not None and isinstance(who, int):
            with as_law(8, f"{where}: seated", *_UNTOLD):
                ask(self._game, "seated", shown, self._match.seats, who)
        with suppress(NeedsDisclosure):  # against law 6, which says so
            outcome: Outcome | None = ask(self._game, "outcome", shown)
            if outcome is not None:
                named = f"{said}: the outcome names {outcome.clause}, which is no clause"
                assert outcome.clause in self._game.clauses, named

    def _followed(self, who: Audience) -> list[Position[Any]]:
        now = self._folds.get(who)
        past = self._pasts.setdefault(who, _Remembered())
        found = []
        for entry in self._match.events(who, after=now.seq if now else 0):
            if now is None:
                now = position.begin(self._game, entry.event)
            else:
                self._declarable(entry.event, now, who)
                with as_law(12, f"on the view of {who}", Broken):
                    now = position.after(self._game, now, entry.event, past)
            past.keep(entry.event, now)
            self._told(entry.event, now, who)
            found.append(now)
        if now is not None:
            self._folds[who] = now
        return found

    def _holds(self, view: Any, seq: int, who: Audience) -> None:
        try:
            broken: tuple[str, ...] = ask(self._game, "invariants", view)
        except NeedsDisclosure:
            why = "invariants look at what is hidden, and nothing is"
            assert hides(view), f"law 2: #{seq}, view of {who}: {why}"
            return
        assert not broken, f"law 2: #{seq}, view of {who}: {'; '.join(broken)}"

    # -- law 3

    def _fold_again(self) -> None:
        for who, now in self._folds.items():
            live = _encode(self._view(who))
            folded = _encode(position.view(self._game, now.state, who))
            assert live == folded, f"law 3: #{now.seq}: the live view of {who} is not its fold"
        if self._stored is not None:
            seq = self._match.seq
            if self._reader is None or seq >= self._anew:  # rarer and rarer: that folds it all
                self._reader, self._anew = self._stored(), seq + 1 + seq // 4
            self._is_stored(self._reader)

    def fold_anew(self) -> None:
        """Law 3 with a fold of all that is stored, however far one has followed it already."""
        self._anew = 0
        self._fold_again()

    def _is_stored(self, stored: Match) -> None:
        assert stored.head == self._match.head, "law 3: the stored log is another one"
        same = _encode(stored.view("auditor")) == _encode(self._view("auditor"))
        assert same, f"law 3: #{stored.seq}: the fold of what is stored is not the live state"

    def _view(self, who: Audience) -> Any:
        """What the match shows of where it stands, asked for once."""
        if self._viewed != self._match.head:
            self._views, self._viewed = {}, self._match.head
        if who not in self._views:
            self._views[who] = self._match.view(who)
        return self._views[who]

    # -- law 6

    def _is_public(self) -> None:
        full, seq = self._view("auditor"), self._match.seq
        awaited, outcome = ask(self._game, "awaited", full), ask(self._game, "outcome", full)
        for who, now in self._folds.items():
            for view in (now.state, self._view(who)):
                said = f"law 6: #{seq}: by the view of {who}"
                try:
                    waits = ask(self._game, "awaited", view)
                    ended = ask(self._game, "outcome", view)
                except NeedsDisclosure:
                    raise AssertionError(f"{said} it is a secret who acts, or who won") from None
                assert waits == awaited, f"{said} {waits} are awaited, in full {awaited}"
                assert ended == outcome, f"{said} the outcome is {ended}, in full {outcome}"

    # -- law 1

    def _agree(self, seat: Seat, dice: random.Random, tries: int) -> None:
        choices = self._match.legal(seat)
        said = f"law 1: #{self._match.seq}, seat {seat}"
        fully: tuple[Choice, ...] = ask(self._game, "legal", self._view("auditor"), seat)
        for choice in (*choices, *fully):
            wrong = misfit(self._game, choice, seat)
            assert not wrong, f"law 12: #{self._match.seq}: legal {wrong}"
        assert _plain(choices) == _plain(fully), (
            f"{said}: by its own view these are legal: {choices}, in full: {fully}"
        )
        for choice in choices:
            with as_law(12, said, GameError):
                action = choice.sample(dice.randrange)
            assert choice.contains(action), f"{said}: {action} is sampled from {choice}, not in it"
            refusal = self.judge(action)
            assert refusal is None, f"{said}: {action} is legal, and check says {refusal}"
        for _ in range(tries):
            action = anything(self._game, len(self._match.seats), dice, choices)
            refusal = self.judge(action)
            if action.seat == seat:
                offered = any(choice.contains(action) for choice in choices)
                verdict = "is allowed" if refusal is None else f"is refused ({refusal})"
                assert offered is (refusal is None), (
                    f"{said}: {action} {verdict}, and is {'' if offered else 'not '}offered"
                )

    def judge(self, action: Action) -> Refusal | None:
        """What the match says to an action, which must be what check says in full.

        Raises:
            AssertionError: check says one thing on the actor's view and another in full, looks at
                a secret, or names a clause that nobody has written down.
        """
        said = f"law 1: #{self._match.seq}: {action}"
        try:
            refusal = judged(self._match, action)
        except NeedsDisclosure:
            raise AssertionError(f"{said}: check looks at what its sender may not know") from None
        if refusal is None or refusal.clause in self._game.clauses:
            own = ask(self._game, "check", self._view(action.seat), action)
            full = ask(self._game, "check", self._view("auditor"), action)
            assert own == full, f"{said}: on the own view check says {own}, in full {full}"
        elif refusal.clause:
            assert refusal.clause in HOUSE, f"{said}: no clause is numbered {refusal.clause}"
        return refusal

    # -- law 9

    def _absent(self, seat: Seat) -> None:
        """What the host would do for a seat."""
        if self._game.default is None:
            return
        said = f"law 9: #{self._match.seq}, seat {seat}: default"
        try:
            own: Action | None = ask(self._game, "default", self._view(seat), seat)
        except NeedsDisclosure:
            raise AssertionError(f"{said} looks at what the seat may not know") from None
        full = ask(self._game, "default", self._view("auditor"), seat)
        assert own == full, f"{said} says {own} on the own view, in full {full}"
        if seat in self._match.awaited:
            legal = any(choice.contains(own) for choice in self._match.legal(seat) if own)
            assert legal, f"{said} says {own}, which is not legal"
        else:
            assert own is None, f"{said} says {own}, and the seat is not awaited"


class _Remembered:
    """Every position of one fold, kept: where a take-back leads, without folding again."""

    def __init__(self) -> None:
        self._kept: list[tuple[Event, Position[Any]]] = []

    def keep(self, event: Event, after: Position[Any]) -> None:
        """One more event, and the position after it."""
        self._kept.append((event, after))

    def event(self, seq: int) -> Event:
        """The event with that seq."""
        return self._kept[seq - 1][0]

    def position(self, to: int, table: Table) -> Position[Any]:
        """The position after event ``to`` as it was."""
        return self._kept[to - 1][1]


def _plain(choices: tuple[Choice, ...]) -> bytes:
    return _encode([choice.to_data() for choice in choices])
