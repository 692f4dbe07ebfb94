"""The file: rows appended in transactions and read in order. The only SQL on the hot path."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from ledger import schema
from ledger.chain import Head, Row
from ledger.connected import Connected
from ledger.errors import Broken, Damaged, Misused
from ledger.schema import number, word
from ledger.seals import Disclosure

CHUNK = 1000  # rows read at once
CHUNK_BYTES = 4 << 20  # and what they hold, give or take one
LAST = (1 << 63) - 1  # no seq is larger

_FIRST = "SELECT time, rowid FROM events WHERE match = ? AND seq = 1"

_HOPS = """WITH RECURSIVE hop(match) AS (
    SELECT min(match) FROM {table}
    UNION ALL
    SELECT (SELECT min(match) FROM {table} WHERE match > hop.match) FROM hop
    WHERE hop.match IS NOT NULL
) SELECT match FROM hop"""

READER = "0|[1-9][0-9]?|spectator|auditor"  # for whom a copy may be


class Store(Connected):
    """An open ledger file. Threads may share it; each call is whole."""

    def append(
        self, match: str, rows: Sequence[Row], disclosures: Iterable[Disclosure] = ()
    ) -> None:
        """Write rows at the end of a match, inside a transaction."""
        opened = [
            (match, d.seq, d.field, d.audience, d.issued, d.salt, d.value) for d in disclosures
        ]
        with self._watch:
            self._check_begun()
            self._appends += 1
            run = self._connection.executemany
            run(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                [(match, row.seq, row.time, row.event.decode(), row.digest) for row in rows],
            )
            if opened:
                run("INSERT INTO disclosures VALUES (?, ?, ?, ?, ?, ?, ?)", opened)

    def mark_copy(self, match: str, audience: str, head: str) -> None:
        """Say that a match of this file is a copy, for whom, and what the host's head was."""
        with self._watch:
            self._connection.execute("INSERT INTO copies VALUES (?, ?, ?)", (match, audience, head))

    def copy_of(self, match: str) -> tuple[str, str] | None:
        """For whom a match is a copy and the host's head; None for the host's own.

        Raises:
            Damaged: what the file says of it makes no sense.
        """
        rows = self._all("SELECT audience, head FROM copies WHERE match = ?", match)
        if not rows:
            return None
        audience, head = word(rows[0][0]), word(rows[0][1])
        try:
            kept = Head.parse(head)
        except Misused as error:
            raise Damaged(f"match {match} is marked as a copy: {error}") from None
        if not re.fullmatch(READER, audience):
            raise Damaged(f"match {match} is marked as a copy for {audience[:60]!r}")
        if kept.match != match or str(kept) != head:
            raise Damaged(f"match {match} is marked as a copy with the head {head[:100]!r}")
        return audience, head

    def matches(self) -> list[str]:
        """The ids of the matches, in the order of their first events."""
        names = {name for table in schema.COLUMNS for name in self._named_in(table)}
        # asked last: another program may have begun a match since its table of events was read
        first = {name: self._all(_FIRST, name) for name in names}
        for name, found in first.items():
            if not found:
                raise Broken(0, "chain", f"match {name[:64]!r} has no first event")
        return sorted(first, key=lambda name: [number(value) for value in first[name][0]])

    def _named_in(self, table: str) -> list[str]:
        """The matches a table names, found by hops along its key and not by reading all of it."""
        sql = _HOPS.format(table=table)
        return [word(match) for (match,) in self._all(sql) if match is not None]

    def last(self, match: str) -> tuple[int, bytes]:
        """The seq and digest of a match's last event; (0, b"") where it has none."""
        rows = self._all(
            "SELECT seq, digest FROM events WHERE match = ? ORDER BY seq DESC LIMIT 1", match
        )
        return (number(rows[0][0]), rows[0][1]) if rows else (0, b"")

    def rows(
        self,
        match: str,
        after: int | None = 0,
        to: int | None = None,
        kinds: Sequence[str] = (),
    ) -> Iterator[Row]:
        """The events of a match in order, read in chunks.

        Args:
            after: the seq before the first; None: whatever number a row may have.
            kinds: only events of these; none: all.

        Raises:
            Damaged: a value is not of its column's type, or the rows are in no order.
        """
        for chunk in self._chunks(match, *_span(after, to), kinds):
            yield from chunk

    def told(
        self, match: str, after: int | None = 0, to: int | None = None
    ) -> Iterator[tuple[list[Row], list[Disclosure]]]:
        """The events of a match in order with what opens their seals, as much as memory may hold.

        Raises:
            Damaged: as `rows` and `disclosures` do.
        """
        for rows in self._chunks(match, *_span(after, to)):
            while rows:
                count, found = self._opening(match, rows)
                yield rows[:count], found
                rows = rows[count:]

    def _opening(self, match: str, rows: list[Row]) -> tuple[int, list[Disclosure]]:
        """What opens the seals of the first rows, so many that it is not too much; and how many."""
        count = len(rows)
        while True:
            try:
                found = self.disclosures(match, rows[0].seq - 1, rows[count - 1].seq)
            except Damaged:
                if count == 1:
                    raise
                count //= 2
            else:
                return count, found

    def _chunks(
        self, match: str, first: int, last: int, kinds: Sequence[str] = ()
    ) -> Iterator[list[Row]]:
        more = first <= last
        while more:
            chunk, more = self._chunk(match, first, last, kinds=kinds)
            if chunk:
                yield chunk
                first = chunk[-1].seq + 1

    def _chunk(
        self,
        match: str,
        first: int,
        last: int,
        order: Literal["ASC", "DESC"] = "ASC",
        kinds: Sequence[str] = (),
    ) -> tuple[list[Row], bool]:
        """Some events, all or those of these kinds, and whether there may be more."""
        these = " OR ".join(["event BETWEEN ? AND ?"] * len(kinds)) or "TRUE"
        sql = (
            "SELECT seq, time, event, digest FROM events "
            f"WHERE match = ? AND seq BETWEEN ? AND ? AND ({these}) "
            f"ORDER BY seq {order} LIMIT {CHUNK}"
        )
        asked = (end for kind in kinds for end in _ends(kind))
        rows: list[Row] = []
        room, rising = CHUNK_BYTES, order == "ASC"
        with self._lock, self._watch, self._found(sql, match, first, last, *asked) as found:
            for seq, time, event, digest in found:
                if not (type(seq) is type(time) is int and type(event) is type(digest) is bytes):
                    raise Damaged(f"a row of match {match} does not hold what its columns say")
                if not first <= seq <= last:  # a tree that leads in circles would be read for ever
                    raise Damaged(f"the rows of match {match} are in no order")
                if rising:
                    first = seq + 1
                else:
                    last = seq - 1
                rows.append(Row(seq, time, event, digest))
                room -= len(event) + len(digest)
                if room < 0:
                    break
        return rows, room < 0 or len(rows) == CHUNK

    def backwards(self, match: str, before: int, kinds: Sequence[str] = ()) -> Iterator[Row]:
        """The events of a match before ``before``, the latest first.

        Args:
            kinds: only events of these; none: all.
        """
        last, more = before - 1, before > 1
        while more:
            chunk, more = self._chunk(match, 1, last, "DESC", kinds)
            yield from chunk
            if chunk:
                last = chunk[-1].seq - 1

    def disclosures(
        self, match: str, after: int | None = 0, to: int | None = None
    ) -> list[Disclosure]:
        """What opens the seals of the events after ``after`` up to ``to``, in a fixed order.

        Args:
            after: None: whatever number an event may have.

        Raises:
            Damaged: a value is not of its column's type, or it is more than memory should hold.
        """
        first, last = _span(after, to)
        found = [
            Disclosure(
                number(seq), word(field), word(audience), number(issued), word(salt), word(value)
            )
            # in the order of the key: SQLite would sort in a temporary file of any size
            for seq, field, audience, issued, salt, value in self._all(
                "SELECT seq, field, audience, issued, salt, value FROM disclosures WHERE match = ? "
                "AND seq BETWEEN ? AND ? ORDER BY seq, field, audience",
                match,
                first,
                last,
            )
        ]
        found.sort(key=lambda row: (row.seq, row.issued, row.field, row.audience))
        return found


def _ends(kind: str) -> tuple[str, str]:
    """Between which texts those of a kind lie: after its name stands a comma, or a brace."""
    start = f'{{"kind":"{kind}"'
    return start, f"{start}\x7f"


def _span(after: int | None, to: int | None) -> tuple[int, int]:
    """The first seq and the last, as SQLite takes them."""
    first = -LAST - 1 if after is None else max(after + 1, -LAST)
    last = LAST if to is None else min(to, LAST)
    return (first, last) if first <= last else (1, 0)
