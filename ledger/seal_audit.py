"""Whether seals and disclosures fit: each opens its seal, for those who were entitled to it."""

import re

import msgspec

from ledger.chain import Row
from ledger.codec import Codec, house_codec
from ledger.errors import Broken
from ledger.events import Consequence, Opening, kind_of
from ledger.evidence import Evidence, many
from ledger.house import MatchOpened, SealsOpened
from ledger.names import person
from ledger.sealings import Sealings
from ledger.seals import EVERYBODY, NOBODY, SALT, SEAT, Disclosure, seals_in
from ledger.store import Store

TOLD = 10  # seals that are named one by one
SECRET_SEED = '"[0-9a-f]{64}"'  # as JSON: 32 random bytes, as `Ledger.new` makes them


def look(evidence: Evidence, store: Store, match: str, codec: Codec | None, end: int) -> None:
    """Check every seal and every disclosure of a match.

    Args:
        codec: None where the game is not known: who was entitled is then checked only as far as
            it is the same in every game.
        end: the last event to look at; others may record more meanwhile.
    """
    look = _Look(evidence, store, match, codec, end)
    for row in store.disclosures(match, None, 0):
        evidence.broken("seals", row.seq, f"{row.field[:60]!r} is opened, of no event")
    for events, disclosures in store.told(match, 0, end):
        look.chunk(events, disclosures)
    beyond = store.disclosures(match, end)
    last = store.last(match)[0]  # asked after what was opened: what came meanwhile has its events
    for row in beyond:
        if row.seq > last:
            evidence.broken("seals", row.seq, f"{row.field[:60]!r} is opened, of no event")
    look.close(range(end + 1, last + 1))


def _is_event(raw: bytes) -> bool:
    """Whether it may be an event of some game: JSON, an object that begins with its kind."""
    import json  # msgspec takes a member that stands twice; few audits need to know

    def once(pairs: list[tuple[str, object]]) -> None:
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a member stands twice")

    try:
        event = msgspec.json.decode(raw)
        json.loads(raw, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return False
    first = next(iter(event.items()), None) if isinstance(event, dict) else None
    return first is not None and first[0] == "kind" and isinstance(first[1], str)


class _Look:
    def __init__(
        self, evidence: Evidence, store: Store, match: str, codec: Codec | None, end: int
    ) -> None:
        self._evidence = evidence
        self._store = store
        self._match = match
        self._codec = codec or house_codec()
        self._known = codec is not None
        self._sealings = Sealings(store, self._codec, match)
        self._end = end
        self._names: tuple[str, ...] = ()
        copy = store.copy_of(match)
        self._reader = copy[0] if copy else ""  # empty: the host's own file
        self._late: list[Disclosure] = []  # opened by a later event than the sealed one
        self._opened: set[tuple[int, str, int]] = set()  # by a reveal: seal, and when
        self._scopes: dict[int, str] = {}  # of the events that opened seals wholesale
        self._private: list[tuple[int, str]] = []  # the seals that are not open to everybody
        self._lacking: list[str] = []  # what should be opened here and is not, as far as is told
        self._seals = self._closed = self._lacked = 0
        # how the events begin that seal or open something: only these need be decoded
        self._telling = tuple(
            b'{"kind":"%s"' % kind_of(cls).encode()
            for cls in self._codec.classes
            if self._codec.secrets[cls]
            or cls is SealsOpened
            or (issubclass(cls, Consequence) and cls.opens is not Consequence.opens)
        )

    def chunk(self, events: list[Row], disclosures: list[Disclosure]) -> None:
        """Check some events, in order, with all disclosures up to the last of them."""
        rows: dict[int, list[Disclosure]] = {}
        for disclosure in disclosures:
            rows.setdefault(disclosure.seq, []).append(disclosure)
        for row in events:
            found = rows.pop(row.seq, [])
            if not self._known and not _is_event(row.event):
                self._evidence.broken("chain", row.seq, "not an event of any game")
            if found or b'{"seal":' in row.event:
                self._fit(row, found)
            if row.event.startswith(self._telling) or (found and self._known):
                self._entitle(row, found)
            else:
                self._allow(row, found)
        for seq in rows:
            self._say(seq, "something is opened, and there is no such event")

    def _fit(self, row: Row, found: list[Disclosure]) -> None:
        """Hold the disclosures of one event against its seals."""
        try:
            seals = dict(seals_in(msgspec.json.decode(row.event)))
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            self._say(row.seq, "the event is no JSON")
            return
        self._seals += len(seals)
        closed = seals.keys() - {disclosure.field for disclosure in found}
        self._closed += len(closed)
        told = self._known or row.event.startswith(self._telling)
        if not told and self._reader in ("", "auditor"):  # for whom, only the game knows
            for path in seals:
                if path in closed:
                    self._lack(row.seq, path, "of a game not known here")
        public = {disclosure.field for disclosure in found if disclosure.audience == EVERYBODY}
        self._private += [(row.seq, path) for path in seals if path not in public]
        for disclosure in found:
            field = disclosure.field[:60]
            if disclosure.field not in seals:
                self._say(row.seq, f"{field!r} is opened and was not sealed")
            elif not re.fullmatch(SALT, disclosure.salt):
                self._say(row.seq, f"the salt of {field} is none: it could be guessed")
            elif disclosure.seal() != seals[disclosure.field]:
                self._say(row.seq, f"what opens {field} does not fit its seal")
            elif self._reader not in ("", "auditor", disclosure.audience) and (
                disclosure.audience != EVERYBODY
            ):
                self._say(row.seq, f"{field} is not for the reader of this copy")

    def _allow(self, row: Row, found: list[Disclosure]) -> None:
        """The same of an event of a game that is not known, as far as all games are alike."""
        for disclosure in found:
            who, field = disclosure.audience, disclosure.field[:60]
            if who == EVERYBODY:
                if not row.seq < disclosure.issued <= self._end:
                    self._late.append(disclosure)
            elif disclosure.issued != row.seq:
                self._say(row.seq, f"{field!r} was opened by no event that opens it")
            elif who != NOBODY and not (re.fullmatch(SEAT, who) and int(who) < len(self._names)):
                self._say(row.seq, f"{field!r} is opened to {who[:60]!r}, whom there is not")

    def _entitle(self, row: Row, found: list[Disclosure]) -> None:
        """Hold the disclosures of one event against who was entitled to them when."""
        codec = self._codec
        try:
            event = codec.read(row.event, upcast=False)
        except Broken as broken:
            self._say(row.seq, broken.text)
            return
        readers = {
            path: secret.readers(event)
            for secret in codec.secrets[type(event)]
            for path, _ in secret.paths(getattr(event, secret.name))
        }
        self._complete(row.seq, readers, found)
        for disclosure in found:
            if disclosure.issued != disclosure.seq:
                self._late.append(disclosure)
            elif disclosure.audience not in readers.get(disclosure.field, ()):
                self._say(row.seq, f"{disclosure.field[:60]!r} is opened to who may not read it")
        if isinstance(event, MatchOpened):
            self._hold_seed(event, found)
            self._names = event.seats
            if self._reader.isdigit() and int(self._reader) >= len(self._names):
                self._say(row.seq, f"a copy for seat {self._reader}, which there is not")
        elif isinstance(event, SealsOpened):
            self._scopes[row.seq] = event.scope
        elif isinstance(event, Consequence):
            for opening in self._openings(event, row.seq):
                self._reveal(row.seq, opening)

    def _hold_seed(self, event: MatchOpened, found: list[Disclosure]) -> None:
        """Hold a seed that is known here against where it is said to come from."""
        values = [row.value for row in found if row.field == "seed"]
        if event.seed_by == "secrets" and not all(re.fullmatch(SECRET_SEED, v) for v in values):
            text = "the seed is not 64 hex digits, so it is none by secrets, as the log says"
            self._evidence.broken("chance", 1, text)

    def _complete(
        self, seq: int, readers: dict[str, tuple[str, ...]], found: list[Disclosure]
    ) -> None:
        """Note what a reader of this file lacks that was theirs from the beginning."""
        there = {(row.field, row.audience) for row in found}
        for path, audiences in readers.items():
            for audience in audiences:
                if self._reader in ("", "auditor", audience) and (path, audience) not in there:
                    own = audience.isdigit()
                    whose = f"{person(int(audience), self._names) if own else 'the host'}'s"
                    self._lack(seq, path, whose)

    def _lack(self, seq: int, path: str, whose: str) -> None:
        """Something is not opened here that its reader could have opened. Tells no value."""
        self._lacked += 1
        if len(self._lacking) < TOLD:
            self._lacking.append(f"{path[:60]!r} of #{seq} ({whose})")

    def _openings(self, event: Consequence, seq: int) -> tuple[Opening, ...]:
        try:
            return event.opens()
        except Exception as error:  # what a forged event makes of a game's code is anybody's guess
            self._say(seq, f"what it opens cannot be told ({type(error).__name__})")
            return ()

    def _reveal(self, seq: int, opening: Opening) -> None:
        """Hold what a reveal says against what was sealed."""
        sealed = self._sealings.sealed_by(opening, seq)
        if not sealed:
            self._say(seq, f"reveals {opening.path}, which was never sealed")
            return
        self._opened.add((sealed, opening.path, seq))
        value = msgspec.json.encode(opening.value).decode()
        rows = [
            row
            for row in self._store.disclosures(self._match, sealed - 1, sealed)
            if row.field == opening.path
        ]
        if any(row.value != value for row in rows):
            self._say(seq, f"reveals another {opening.path} than was sealed at #{sealed}")
        elif not any(row.audience == EVERYBODY and row.issued <= seq for row in rows):
            self._lack(sealed, opening.path, f"open to all since #{seq}")

    def close(self, meanwhile: range) -> None:
        """Judge what was opened late and what should have been, and sum up.

        Args:
            meanwhile: the events recorded since the audit began, which may have opened something.
        """
        for row in self._late:
            if row.issued in meanwhile:
                continue
            if row.audience != EVERYBODY or not self._rightly(row):
                self._say(row.seq, f"{row.field[:60]!r} was opened by no event that opens it")
        for seq, path in self._private:
            for opened, scope in self._scopes.items():
                if seq < opened and (scope == "all" or (seq, path) == (1, "seed")):
                    self._lack(seq, path, f"open to all since #{opened}")
        closed = f"{self._closed} of {many(self._seals, 'seal')} closed in this file"
        if self._lacking:
            whose = "this copy" if self._reader else "the host's own file"
            more = self._lacked - len(self._lacking)
            listed = ", ".join(self._lacking) + (f" and {more} more" if more else "")
            text = f"{whose} lacks what opens {listed}; {closed}"
            self._evidence.see("seals", "unverified", text)
        elif self._closed:
            self._evidence.see("seals", "unverified", closed)
        seals = f"{many(self._seals, 'seal')}, all opened by what fits them"
        self._evidence.see("seals", "ok", seals if self._seals else "there are none")

    def _rightly(self, row: Disclosure) -> bool:
        """Whether the event that is said to have opened a seal to everybody opens it."""
        if (row.seq, row.field, row.issued) in self._opened:
            return True
        scope = self._scopes.get(row.issued) if row.seq < row.issued else None
        return scope == "all" or (scope == "seed" and (row.seq, row.field) == (1, "seed"))

    def _say(self, seq: int, text: str) -> None:
        self._evidence.broken("seals", seq, text)
