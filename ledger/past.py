"""What lies before in the log of a match: single events, and positions without what is gone."""

from bisect import bisect_right, insort
from collections.abc import Iterable
from itertools import pairwise
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from ledger import position
from ledger.codec import Codec
from ledger.errors import Broken
from ledger.events import Action, Consequence, Event
from ledger.game import Audience, Game
from ledger.house import ActedFor, Table, TakenBack
from ledger.position import Position
from ledger.reader import Entry, read
from ledger.store import Store

STEP = 16  # events between two positions that are kept
MOST = 256  # positions kept before some are let go
NEAR = 8  # an eighth of the way back to a position is the most between it and the next one kept

_seq = attrgetter("seq")


class Past:
    """What one audience may read of what a match was, read from the file when it is asked.

    So that a log full of disputes and take-backs is not folded anew for each of them, some of the
    positions on the way are kept: a bounded number, the closer together the later they are, since
    people quarrel about what has just happened.
    """

    def __init__(
        self,
        store: Store,
        codec: Codec,
        match: str,
        game: Game[Any, Any, Any, Any],
        audience: Audience,
    ) -> None:
        self._store = store
        self._codec = codec
        self._match = match
        self._game = game
        self._audience: Audience = audience
        self._kept: list[Position[Any]] = []  # by seq, ascending

    def event(self, seq: int) -> Event:
        """The event with that seq.

        Raises:
            Broken: the match has none.
        """
        found = read(self._store, self._codec, self._match, self._audience, seq - 1, seq)
        for entry in found:
            return entry.event
        raise Broken(seq, "chain", "there is no such event")

    def position(self, to: int, table: Table) -> Position[Any]:
        """The position after event ``to``, without what the table says was taken back.

        Only the game's own events count: the table stays what it was in the beginning.

        Args:
            table: of any position after ``to``.

        Raises:
            Broken: the rules cannot follow what is recorded.
        """
        now = self._nearest(to, table)
        kept = now.seq if now else 0
        for entry in read(self._store, self._codec, self._match, self._audience, kept, to):
            if now is None:
                now = position.begin(self._game, entry.event)
            elif isinstance(entry.event, Action | Consequence) and table.stands(entry.seq):
                before = replace(now, seq=entry.seq - 1)
                now = position.after(self._game, before, entry.event)
            if now.seq >= kept + STEP:
                kept = now.seq
                self._keep(now)
        if now is None:
            raise Broken(0, "chain", f"match {self._match} has no events")
        if now.seq > kept:
            self._keep(now)
        return now

    def _nearest(self, to: int, table: Table) -> Position[Any] | None:
        """The last position kept that is not after ``to``, of those that stand."""
        count = bisect_right(self._kept, to, key=_seq)
        return next((one for one in self._kept[:count][::-1] if table.stands(one.seq)), None)

    def _keep(self, now: Position[Any]) -> None:
        insort(self._kept, now, key=_seq)
        if len(self._kept) <= MOST:
            return
        last = self._kept[-1].seq
        left = self._kept[:1]
        for one, following in pairwise(self._kept[1:]):
            if (following.seq - left[-1].seq) * NEAR > last - following.seq:
                left.append(one)
        self._kept = [*left, self._kept[-1]]


def taken_back(entries: Iterable[Entry]) -> dict[int, int]:
    """What of a log was taken back, by seq: the seq of the event that did it, the first to do so.

    Counted are events of the game and `ActedFor`; what people said to each other still stands.
    """
    stand: list[int] = []
    gone: dict[int, int] = {}
    for entry in entries:
        event = entry.event
        if isinstance(event, Action | Consequence | ActedFor):
            stand.append(entry.seq)
        elif isinstance(event, TakenBack):
            while stand and stand[-1] > event.to:
                gone[stand.pop()] = entry.seq
    return gone
