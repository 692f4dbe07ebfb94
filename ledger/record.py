"""What one playing of a game is and shows: all that can be read of it, told and proved."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ledger import house, names
from ledger.admission import Admission
from ledger.asking import ask
from ledger.audit import audit
from ledger.chain import Head, head_of
from ledger.choices import Choice
from ledger.codec import codec_of
from ledger.docket import Docket, docket
from ledger.errors import Damaged, GameError, Refused
from ledger.events import Action, Event, Seat
from ledger.evidence import Audit
from ledger.folds import Folds
from ledger.game import Audience, Game, Outcome, Refusal
from ledger.given import held
from ledger.house import (
    Asked,
    Dispute,
    MatchOpened,
)
from ledger.loop import AwaitedDraw, offered
from ledger.names import seat_of
from ledger.past import taken_back
from ledger.picture import Note, Picture
from ledger.reader import Entry, read
from ledger.replay import Replay, replay
from ledger.store import Store
from ledger.telling import tell
from ledger.transfer import export
from ledger.whatif import WhatIf, what_if

Who = int | str
"""A seat's number or name, ``spectator`` or ``auditor``."""


@held
class Record:
    """What a match is and shows. `Match` also acts.

    Every reading first reads on what others have written to the file meanwhile.

    Attributes:
        id: of the match, unique in the world.
        game: its rules.
    """

    def __init__(self, store: Store, match: str, game: Game[Any, Any, Any, Any]) -> None:
        self.id = match
        self.game = game
        self._store = store
        self._codec = codec_of(game)
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
        outcome: Outcome | None = ask(self.game, "outcome", self._folds.now().state)
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

        A seat sees it from its own side, where the game has sides. While the game stands still,
        as in a closed match, it does not say whom the table would wait for.
        """
        audience = self.audience(who)
        if self.game.picture is None:
            return None
        facts = self.view(audience, at), self.seats
        picture: Picture
        if self.game.seated is not None and isinstance(audience, int):
            picture = ask(self.game, "seated", *facts, audience)
        else:
            picture = ask(self.game, "picture", *facts)
        if self.standstill is None or at not in (None, self.seq):
            return picture
        return tuple(block for block in picture if not (isinstance(block, Note) and block.due))

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
        return None if found is None else offered(self.opened.irregular, found)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats the table waits for; none while it waits for a draw, or when it is over."""
        if self.awaits_draw is not None or self.standstill is not None:
            return ()
        awaited: tuple[Seat, ...] = ask(self.game, "awaited", self._folds.of("spectator").state)
        for seat in awaited:
            if seat >= len(self.seats):
                text = f"{self.game.name}: awaited names seat {seat}, which is not there"
                raise GameError(text, "awaited")
        return awaited

    @property
    def awaits_draw(self) -> AwaitedDraw | None:
        """The draw the table waits for, where it declares its draws."""
        return self._admission.awaited()

    # -- quarrels -----------------------------------------------------------------------------

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

    def docket(self, who: Who = "spectator") -> Docket:
        """Every dispute with what became of it, and the irregular acts an audience knows of."""
        return docket(self._store, self.id, self.game, self.audience(who))

    def what_if(self, without: int, who: Who = "spectator") -> WhatIf:
        """How the match would have gone without a ruling. Nothing is written.

        Args:
            without: the seq of a ruling.
            who: who may know the answer: it is made of nothing but what this audience may read.

        Raises:
            Misused: there is no such event, or it is no ruling.
            NeedsDisclosure: it hangs on what the audience may not read.
        """
        meant = self.audience(who)
        return what_if(self._store, self.id, self.game, without, meant, self.seats)

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
            text = self._admission.copy_for(self._copy[0])
            raise Refused("HOUSE-07", f"{text} and holds no more than that")
        export(self._store, self.id, audience, Path(path))
