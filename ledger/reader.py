"""What each audience may read of a match: its rows with the secrets that are theirs."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from ledger.chain import Chain
from ledger.codec import Codec
from ledger.errors import Broken
from ledger.events import Event, kind_of
from ledger.game import Audience
from ledger.house import HOUSE_EVENTS, MatchOpened, SealsOpened
from ledger.seals import EVERYBODY, Disclosure
from ledger.store import Store

FEW = 4  # events looked at first for the opening of seals
_LATER = frozenset(HOUSE_EVENTS) - {MatchOpened}
_HOUSE = tuple(b'{"kind":"%s"' % kind_of(cls).encode() for cls in _LATER)
_NOTHING: Mapping[str, str] = {}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Entry(Struct, frozen=True):
    """One event of a match, as its reader may read it."""

    seq: int  # from 1
    microseconds: int  # since 1970, UTC
    event: Event

    @property
    def time(self) -> datetime:
        """When it was recorded, in UTC."""
        return _EPOCH + timedelta(microseconds=self.microseconds)

    @property
    def kind(self) -> str:
        """The event's kind, such as ``bid``."""
        return kind_of(self.event)


def read(
    store: Store,
    codec: Codec,
    match: str,
    audience: Audience,
    after: int = 0,
    to: int | None = None,
    chain: Chain | None = None,
) -> Iterator[Entry]:
    """The events of a match as an audience may read them, in order, a chunk at a time.

    A seat or the spectator reads an event with what they could read when it was written, and with
    what `SealsOpened` has opened since (up to ``to``, but for the seed, which once it is open is so
    for good): a reveal in between repeats its values, so a story told later is the one that was
    lived. The auditor reads whatever the file discloses.

    Args:
        chain: if given, follows the rows read and must fit them.

    Raises:
        Broken: a stored event is not one of this game's, or the chain does not hold.
    """
    # the auditor reads everything, opened or not
    opened = 0 if audience == "auditor" else _all_opened(store, codec, match, to)
    for chunk, rows in store.told(match, after, to):
        mine = values_for(rows, audience, opened)
        for row in chunk:
            if chain is not None:
                chain.take(row)
            try:
                event = codec.read(row.event, mine.get(row.seq, _NOTHING))
            except Broken as broken:
                raise Broken(row.seq, broken.check, broken.text) from None
            yield Entry(row.seq, row.time, event)


def readers_of(store: Store, match: str) -> tuple[Audience, ...]:
    """For whom a match of a file is a copy; empty for the host's own and the auditor's."""
    return readers_in(store.copy_of(match))


def readers_in(copy: tuple[str, str] | None) -> tuple[Audience, ...]:
    """The same from what the file says of the match as a copy."""
    if copy is None or copy[0] == "auditor":
        return ()
    return ("spectator" if copy[0] == "spectator" else int(copy[0]),)


def values_for(
    rows: list[Disclosure], audience: Audience, opened: int
) -> Mapping[int, Mapping[str, str]]:
    """The JSON texts an audience may read, by seq and field.

    Args:
        opened: the seq at which all seals were opened; 0 if they were not.
    """
    mine: dict[int, dict[str, str]] = {}
    for row in rows:
        # only the opening of seals discloses anything of the first event, and for good
        timely = row.issued == row.seq or row.issued <= opened or row.seq == 1
        readers = (str(audience), EVERYBODY)
        if audience == "auditor" or (timely and row.audience in readers):
            mine.setdefault(row.seq, {})[row.field] = row.value
    return mine


def _all_opened(store: Store, codec: Codec, match: str, to: int | None) -> int:
    """The seq of the event that opened all seals of a match, if it is not after ``to``; else 0.

    After that only the house records anything: it is among the last few events, or not.
    """
    count = store.last(match)[0]
    last = count if to is None else min(to, count)
    while last > 0:
        for row in reversed(list(store.rows(match, max(0, last - FEW), last))):
            event: Any = codec.read(row.event) if row.event.startswith(_HOUSE) else None
            if isinstance(event, SealsOpened) and event.scope == "all":
                return row.seq
            if type(event) not in _LATER:
                return 0
        last -= FEW
    return 0
