"""Where two records of a match part."""

from typing import Literal

from msgspec import Struct

from ledger.book import Ledger
from ledger.chain import Row
from ledger.given import taking


class Difference(Struct, frozen=True):
    """How two records compare.

    ``same``: one history, equally long. ``differ``: other matches, or one goes on where the other
    ends. ``histories``: one match told in two ways, which no honest file can be.
    """

    status: Literal["same", "differ", "histories"]
    seq: int  # the first event that is not in both, alike; 0 if there is none
    text: str  # one sentence


@taking
def compare(one: Ledger, match: str, other: Ledger, second: str) -> Difference:
    """Compare a match of one file with a match of another, event by event.

    Disclosures do not matter: copies for two seats are the same record.
    """
    if match != second:
        return Difference("differ", 0, f"two matches: {match} and {second}")
    rows, others = one.rows(match), other.rows(second)
    seq = 0
    while True:
        a, b = next(rows, None), next(others, None)
        if a is None and b is None:
            return Difference("same", 0, f"the same {seq} events")
        seq += 1
        if a is None or b is None:
            longer, last = ("second", b) if a is None else ("first", a)
            assert last is not None
            return Difference("differ", seq, f"the {longer} goes on from #{seq}")
        if _facts(a) != _facts(b):
            return Difference("histories", seq, f"two histories of one match from #{seq} on")


def _facts(row: Row) -> tuple[int, bytes, bytes]:
    return row.time, row.event, row.digest
