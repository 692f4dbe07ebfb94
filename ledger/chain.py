"""The chain of digests over the public form of a match, from which any copy is checked.

``digest(0) = SHA-256("ledger/1" + match id)`` and ``digest(n) = SHA-256(digest(n - 1) + seq as 8
bytes + time as 8 bytes + event)``: integers big-endian, texts in UTF-8, the event as the bytes
stored. Everything before the event has a fixed length, so no two inputs read alike.
"""

import re
from hashlib import sha256
from struct import Struct as Layout

from msgspec import Struct

from ledger.errors import Broken, Misused
from ledger.given import taking
from ledger.values import text_of

FORMAT = "ledger/1"
LATEST = 253_402_300_799_999_999  # microseconds since 1970: the end of the year 9999
_numbers = Layout(">QQ").pack
ID = "[a-z0-9]{1,64}"  # a match's id


def origin(match: str) -> bytes:
    """The digest before the first event."""
    return sha256(FORMAT.encode() + match.encode()).digest()


def link(digest: bytes, seq: int, time: int, event: bytes) -> bytes:
    """The digest after an event; ``time`` in microseconds since 1970, UTC."""
    return sha256(digest + _numbers(seq, time) + event).digest()


class Head(Struct, frozen=True):
    """Pins a whole log: as text, ``MATCH:COUNT:DIGEST``."""

    match: str
    count: int
    digest: bytes

    def __str__(self) -> str:
        return f"{self.match}:{self.count}:{self.digest.hex()}"

    @classmethod
    @taking
    def parse(cls, text: str) -> "Head":
        """A head from its text, as it was kept or typed; space around it does not matter.

        Raises:
            Misused: the text is not a head.
        """
        found = re.fullmatch(rf"({ID}):(0|[1-9][0-9]{{0,14}}):([0-9a-f]{{64}})", text.strip())
        if not found:
            raise Misused(
                f"not a head: {text[:100]!r}; a head reads MATCH:COUNT:DIGEST, the match's id, a "
                "number and 64 hex digits"
            )
        return cls(found[1], int(found[2]), bytes.fromhex(found[3]))


def head_of(head: Head | str | None) -> Head | None:
    """A head that may be given as its text.

    Raises:
        Misused: it is neither.
    """
    if head is None or isinstance(head, Head):
        return head
    return Head.parse(text_of(head))


class Row(Struct, frozen=True, gc=False):
    """One event as stored."""

    seq: int
    time: int  # microseconds since 1970, UTC
    event: bytes  # the public JSON
    digest: bytes


class Chain:
    """Follows the digests of a match from its origin, row by row."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.count = 0
        self.digest = origin(match)

    @property
    def head(self) -> Head:
        """The head after the rows taken so far."""
        return Head(self.match, self.count, self.digest)

    def follow(self, seq: int, time: int, event: bytes) -> bytes:
        """Take the next event and answer its digest."""
        self.count, self.digest = seq, link(self.digest, seq, time, event)
        return self.digest

    def take(self, row: Row) -> None:
        """Take the next stored row.

        Raises:
            Broken: it is not the next one, or its digest does not follow.
        """
        seq, time = row.seq, row.time
        if seq != self.count + 1:
            missing = seq > self.count
            text = "the event is missing from the log" if missing else f"#{seq} stands in its place"
            raise Broken(self.count + 1, "chain", text)
        if not 0 <= time <= LATEST:
            raise Broken(seq, "chain", "its time is none")
        self.count, self.digest = seq, link(self.digest, seq, time, row.event)
        if self.digest != row.digest:
            raise Broken(seq, "chain", "the stored digest does not follow from the event")
