"""Events to rows: seals made, seals opened by reveals, digests chained."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ledger.chain import LATEST, Chain, Row
from ledger.codec import Codec
from ledger.codec import Written as Encoded
from ledger.errors import GameError, InvalidAction, Misused
from ledger.events import Action, Consequence, Event, Opening, kind_of
from ledger.game import Audience
from ledger.house import SealsOpened
from ledger.reader import values_for
from ledger.sealings import Sealings
from ledger.seals import EVERYBODY, Disclosure, Entropy
from ledger.store import Store
from ledger.values import QUOTED, UNFIT, text_of


class Written(NamedTuple):
    """What one act put into the file."""

    rows: list[Row]
    publics: list[Struct]  # the public form of each, as it is read back
    disclosures: list[Disclosure]

    def told(self, codec: Codec, audience: Audience) -> Iterator[Event]:
        """The events as an audience may read them."""
        mine = values_for(self.disclosures, audience, opened=0)
        for row, public in zip(self.rows, self.publics, strict=True):
            yield codec.told(public, mine.get(row.seq, {}))


class Recorder:
    """Writes the events of one match."""

    def __init__(self, store: Store, codec: Codec, match: str, entropy: Entropy) -> None:
        self._store = store
        self._codec = codec
        self._match = match
        self._entropy = entropy
        self._sealings = Sealings(store, codec, match)

    def write(self, chain: Chain, time: int, events: Sequence[Event]) -> Written:
        """Append events, inside a transaction, and let ``chain`` follow them.

        Raises:
            GameError: a reveal opens a seal that is not there, or with another value, or what a
                game has made does not hold what its types say.
            InvalidAction: what somebody said to the house cannot be written down.
            Misused: the time is none.
        """
        if type(time) is not int or not 0 <= time <= LATEST:
            said = text_of(time)[:QUOTED]
            raise Misused(f"the clock says {said}: a time is an int, microseconds since 1970")
        rows: list[Row] = []
        publics: list[Struct] = []
        disclosures: list[Disclosure] = []
        flushed = 0, 0
        for event in events:
            seq = chain.count + 1
            raw, made, public = self._written(event, seq)
            rows.append(Row(seq, time, raw, chain.follow(seq, time, raw)))
            publics.append(public)
            disclosures.extend(made)
            openings = _openings(event) if isinstance(event, Consequence) else ()
            if openings or isinstance(event, SealsOpened):
                self._store.append(self._match, rows[flushed[0] :], disclosures[flushed[1] :])
                flushed = len(rows), len(disclosures)
                disclosures.extend(self._opened(event, openings, seq))
        self._store.append(self._match, rows[flushed[0] :], disclosures[flushed[1] :])
        return Written(rows, publics, disclosures)

    def _written(self, event: Event, seq: int) -> Encoded:
        """An event as it is stored. What is wrong with one that a game has made is told by its
        field alone: the value may be a secret."""
        if not isinstance(event, Action | Consequence):  # what people said to the house
            return self._codec.write(event, seq, self._entropy)
        try:
            written = self._codec.write(event, seq, self._entropy)
        except InvalidAction as error:
            text = f"{kind_of(event)} cannot be written down: a field is not of its type"
            raise GameError(text) from error
        if name := self._codec.changed(event, written):
            kind = type(getattr(event, name)).__name__
            text = f"{kind_of(event)}: {name} is a {kind}, and would be read back as something else"
            raise GameError(f"{text}: give it just the type that is declared")
        return written

    def _opened(self, event: Event, openings: Sequence[Opening], issued: int) -> list[Disclosure]:
        """What opens to everybody the seals that an event opens."""
        if isinstance(event, SealsOpened):
            closed = self._store.disclosures(self._match)
            if event.scope == "seed":
                closed = [row for row in closed if (row.seq, row.field) == (1, "seed")]
        else:
            closed = [row for opening in openings for row in self._under(event, opening, issued)]
        public = {(row.seq, row.field) for row in closed if row.audience == EVERYBODY}
        fresh: dict[tuple[int, str], Disclosure] = {}
        for row in closed:
            if (row.seq, row.field) not in public:
                fresh[row.seq, row.field] = replace(row, audience=EVERYBODY, issued=issued)
        return list(fresh.values())

    def _under(self, event: Event, opening: Opening, before: int) -> list[Disclosure]:
        """The disclosures of the seal that a reveal opens."""
        seq = self._sealings.sealed_by(opening, before)
        rows = self._store.disclosures(self._match, seq - 1, seq) if seq else []
        found = [row for row in rows if row.field == opening.path]
        if not found:
            raise GameError(f"{kind_of(event)} opens {opening.path}, which was never sealed")
        if found[0].value != _text(event, opening):
            raise GameError(f"{kind_of(event)} opens {opening.path} with another value")
        return found


def _openings(event: Consequence) -> tuple[Opening, ...]:
    """What an event opens, as its class says."""
    try:
        openings = event.opens()
    except Exception as error:
        brief = type(error).__name__
        text = f"{kind_of(event)} cannot tell what it opens ({brief})"
        raise GameError(text, "opens", brief) from error
    if type(openings) is not tuple or any(type(each) is not Opening for each in openings):
        raise GameError(f"{kind_of(event)} opens what is no tuple of openings", "opens")
    return openings


def _text(event: Event, opening: Opening) -> str:
    """The value that a reveal says is under a seal, as it is stored."""
    try:
        return msgspec.json.encode(opening.value).decode()
    except UNFIT as error:
        brief = type(error).__name__
        text = f"{kind_of(event)} opens {opening.path} with what cannot be written down ({brief})"
        raise GameError(text, "opens", brief) from error
