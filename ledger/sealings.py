"""Which event a reveal opens: those of one match that have sealed something, as they stand.

They are kept as they are read, each row once, so that a reveal need not search the log. The file
stays the truth: what was kept is forgotten where it may hold no longer.
"""

from collections.abc import Iterator

from ledger.codec import Codec
from ledger.events import Event, Opening, kind_of
from ledger.house import TakenBack
from ledger.store import Store

MOST = 10_000  # events kept; of more the older half goes, and is searched for in the file


class Sealings:
    """The events of one match that sealed something, with nothing disclosed."""

    _generation: int
    _kept: list[tuple[int, Event]]  # in order, none left out but the oldest
    _all: bool  # whether not even those
    _read: int  # up to this seq

    def __init__(self, store: Store, codec: Codec, match: str) -> None:
        self._store = store
        self._codec = codec
        self._match = match
        classes: set[type[Event]] = {*codec.secret_kinds, *codec.upcasts, TakenBack}
        self._kinds = sorted(map(kind_of, classes))
        self._forget()

    def sealed_by(self, opening: Opening, before: int) -> int:
        """The seq of the event whose seal an opening opens; 0 if there is none.

        The latest of those that fit. What was taken back is none, nor is what seals nothing.

        Args:
            before: only events before that seq, all of which are in the file.
        """
        self._read_on(before)
        found = self._first(reversed(self._kept), opening)
        if not found and not self._all:
            found = self._first(self._stored_latest_first(before), opening)
        return found

    def _first(self, events: Iterator[tuple[int, Event]], opening: Opening) -> int:
        wanted, upcasts, where = opening.event, self._codec.upcasts, opening.where.items()
        for seq, event in events:
            if type(event) is not wanted and type(event) not in upcasts:
                continue
            # an old reveal names the old shape, a new one the new shape of an old event
            for shape in (event, self._codec.upcast(event)):
                if type(shape) is wanted and all(
                    getattr(shape, name) == value for name, value in where
                ):
                    return seq
        return 0

    def _stored_latest_first(self, before: int) -> Iterator[tuple[int, Event]]:
        reach = before
        for row in self._store.backwards(self._match, before, self._kinds):
            if row.seq < reach:
                event = self._codec.read(row.event, upcast=False)
                if isinstance(event, TakenBack):
                    reach = event.to + 1
                else:
                    yield row.seq, event

    def _read_on(self, before: int) -> None:
        if self._generation != self._store.generation or before <= self._read:
            self._forget()
        for row in self._store.rows(self._match, self._read, before - 1, self._kinds):
            event = self._codec.read(row.event, upcast=False)
            if isinstance(event, TakenBack):
                while self._kept and self._kept[-1][0] > event.to:
                    self._kept.pop()
            else:
                self._kept.append((row.seq, event))
            if len(self._kept) > MOST:
                del self._kept[: MOST // 2 + 1]
                self._all = False
            self._read = row.seq
        self._read = before - 1

    def _forget(self) -> None:
        self._generation = self._store.generation
        self._kept, self._all, self._read = [], True, 0
