"""What lies before in the log of a match: single events, and positions without what is gone."""

from collections.abc import Iterable
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


class Past:
    """What one audience may read of what a match was; read from the file whenever it is asked."""

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

        Raises:
            Broken: the rules cannot follow what is recorded.
        """
        now: Position[Any] | None = None
        for entry in read(self._store, self._codec, self._match, self._audience, 0, to):
            if now is None:
                now = position.begin(self._game, entry.event)
            elif isinstance(entry.event, Action | Consequence) and table.stands(entry.seq):
                before = replace(now, seq=entry.seq - 1)
                now = position.after(self._game, before, entry.event, self)
        if now is None:
            raise Broken(0, "chain", f"match {self._match} has no events")
        return now


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
