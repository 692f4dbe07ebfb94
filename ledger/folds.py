"""The positions of one match: for the host, and for each audience once secrets part them."""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ledger import position
from ledger.asking import ask
from ledger.chain import Chain, Head
from ledger.choices import Choice
from ledger.codec import Codec
from ledger.errors import Broken
from ledger.events import Event, Seat
from ledger.game import Audience, Game
from ledger.house import MatchOpened, SealsOpened, play
from ledger.past import Past
from ledger.position import Position
from ledger.reader import read, readers_in
from ledger.recorder import Recorder, Written
from ledger.store import Store

RECENT = 100  # acts that are kept in memory for the folds of others
LARGE = 1 << 15  # bytes: an act with more than that is not kept


class Folds:
    """Follows a match's log and keeps where it stands.

    Attributes:
        chain: the digests up to the last event folded.
        last: the position from everything the file discloses, as far as read.
    """

    last: Position[Any]
    chain: Chain
    _generation: int
    _seen: tuple[int, int, int] | None
    _parted: bool  # whether a secret has passed: until then all folds are one
    _others: dict[Audience, Position[Any]]
    _recent: deque[Written]  # acts recorded here, without a gap up to the last event
    _pasts: dict[Audience, Past]

    def __init__(
        self,
        store: Store,
        codec: Codec,
        match: str,
        game: Game[Any, Any, Any, Any],
        copy: tuple[str, str] | None,
    ) -> None:
        self._store = store
        self._codec = codec
        self._match = match
        self._game = game
        self._readers = readers_in(copy)
        self._noted = {SealsOpened, *codec.secret_kinds} - {MatchOpened}
        self._forget()
        self.now()

    def now(self) -> Position[Any]:
        """Read on what the file holds beyond what is known; where the match stands.

        Raises:
            Broken: the chain does not hold, or the rules cannot follow an event.
        """
        with self._store.alone():  # another thread may be in the middle of an act
            version = self._store.version()
            if version == self._seen:
                return self.last
            if version[0] != self._generation:
                self._forget()
            with self._wholly():
                if self.chain.count == 0:
                    self._read_on(None)
                elif self._store.last(self._match) != (self.chain.count, self.chain.digest):
                    self._compare()
                    self._read_on(self.last)
            self._seen = version
            return self.last

    def _compare(self) -> None:
        """Hold what was read last against what the file holds in its place."""
        seq = self.chain.count
        found = [row.digest for row in self._store.rows(self._match, seq - 1, seq)]
        if not found:
            raise Broken(seq, "chain", "the log has become shorter")
        if found != [self.chain.digest]:
            raise Broken(seq, "chain", "the log holds another event here than was read before")

    def _read_on(self, now: Position[Any] | None) -> None:
        """Fold what the file holds beyond a position."""
        self._recent.clear()
        game, past, noted = self._game, self.past("auditor"), self._noted
        for entry in read(
            self._store, self._codec, self._match, "auditor", self.chain.count, chain=self.chain
        ):
            event = entry.event
            if now is None:
                now = position.begin(game, event)
            else:
                now = position.after(game, now, event, past)
                if type(event) in noted:
                    self._note(event)
        if now is None:
            raise Broken(0, "chain", f"match {self._match} has no events")
        self.last = now

    def record(
        self, recorder: Recorder, time: int, events: Sequence[Event], after: Position[Any]
    ) -> Written:
        """Append events and stand where they led, inside a transaction."""
        with self._wholly():
            written = recorder.write(self.chain, time, events)
        for event in events:
            if type(event) in self._noted:
                self._note(event)
        if self._parted:
            self._keep(written)
        self.last = after
        self._seen = self._store.version()
        return written

    def _keep(self, written: Written) -> None:
        """Keep an act for the folds of others, so that they need not read it from the file."""
        self._recent.append(written)
        size = sum(len(row.event) for row in written.rows)
        if size + sum(len(row.value) for row in written.disclosures) > LARGE:
            self._recent.clear()

    @contextmanager
    def _wholly(self) -> Generator[None]:
        """A fold that stopped half-way must not pass for a whole one.

        One that took nothing stays: a log that is another one suddenly is broken as long as it is.
        """
        stood = self.chain.count
        try:
            yield
        except BaseException:
            if self.chain.count != stood:
                self._forget()
            raise

    def _note(self, event: Event) -> None:
        """What an event with secrets, or one that opens them, means for the folds of others."""
        if isinstance(event, SealsOpened):
            self._others, self._pasts = {}, {}
        else:
            self._parted = True

    def head(self) -> Head:
        """Pins the log up to its last event."""
        with self._store.alone():
            self.now()
            return self.chain.head

    def of(self, audience: Audience, at: int | None = None) -> Position[Any]:
        """The position as folded from what an audience may read, not yet masked.

        Args:
            at: after that event; by default after the last.

        Raises:
            Misused: there is no such event.
        """
        with self._store.alone():
            return self._of(audience, at)

    def _of(self, audience: Audience, at: int | None) -> Position[Any]:
        now = self.now()
        if at is not None:
            position.be_event(at, now.seq)
        if at is not None and at != now.seq:
            return self._folded(None, audience, at)
        if audience == "auditor" or not self._parted:
            return now
        known = self._others.get(audience)
        if known is not None and known.seq == now.seq:
            return known
        base = self._folded(known, audience, None)
        self._others[audience] = base
        return base

    def shown(self, audience: Audience, at: int | None = None) -> Any:
        """The game's state as an audience may see it: folded for it, then masked."""
        return self._masked(self.of(audience, at).state, audience)

    def _masked(self, state: Any, audience: Audience) -> Any:
        """A state under an audience's mask, and under the reader's where the file is a copy."""
        return position.shown(self._game, state, (audience, *self._readers))

    def choices_since(self, seat: Seat, at: int) -> Iterator[tuple[Choice, ...]]:
        """What the seat could do after event ``at``, and after each event since."""
        now, past = self.of(seat, at), self.past(seat)
        yield self.choices(now, seat)
        for entry in read(self._store, self._codec, self._match, seat, at):
            now = position.after(self._game, now, entry.event, past)
            yield self.choices(now, seat)

    def choices(self, now: Position[Any], seat: Seat) -> tuple[Choice, ...]:
        """What a seat could do where its own fold stands; nothing while the game stands still."""
        if play(now.table) is not None:
            return ()
        choices: tuple[Choice, ...] = ask(self._game, "legal", self._masked(now.state, seat), seat)
        return choices

    def past(self, audience: Audience) -> Past:
        """What lies before, as an audience may read it."""
        if audience not in self._pasts:
            self._pasts[audience] = Past(
                self._store, self._codec, self._match, self._game, audience
            )
        return self._pasts[audience]

    def _folded(
        self, base: Position[Any] | None, audience: Audience, to: int | None
    ) -> Position[Any]:
        past = self.past(audience)
        for event in self._told(audience, base.seq if base else 0, to):
            if base is None:
                base = position.begin(self._game, event)
            else:
                base = position.after(self._game, base, event, past)
        if base is None:
            raise Broken(0, "chain", f"match {self._match} has no events")
        return base

    def _told(self, audience: Audience, after: int, to: int | None) -> Iterator[Event]:
        """The events after ``after`` as an audience may read them, from memory if it has them."""
        if to is None and self._recent and self._recent[0].rows[0].seq <= after + 1:
            for written in self._recent:
                if written.rows[-1].seq > after:  # a fold stands at the end of an act
                    yield from written.told(self._codec, audience)
            return
        for entry in read(self._store, self._codec, self._match, audience, after, to):
            yield entry.event

    def _forget(self) -> None:
        generation = self._store.generation
        self._seen = None
        self.chain = Chain(self._match)
        self._others = {}
        self._recent = deque(maxlen=RECENT)
        self._pasts = {}
        self._parted = False
        self._generation = generation  # last: a signal may come before it is all forgotten
