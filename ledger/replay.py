"""The verdict of a replay: whether the recorded match is what its rules and its seed give."""

from typing import Any

from msgspec import Struct

from ledger.chain import Chain
from ledger.errors import one_line
from ledger.game import Game
from ledger.reader import readers_of
from ledger.store import Store
from ledger.walk import Status, ending, walk


class Replay(Struct, frozen=True):
    """What replaying one match came to.

    ``exact``: every event follows, and every draw is the seed's or the table's. ``unverified``: so
    far as this file tells. ``diverged``: an event that these rules, this seed or the chain does
    not allow.
    """

    match: str
    verdict: Status
    seq: int  # of the first event that is not exact; 0 if none
    text: str  # what is not exact about it


def replay(store: Store, match: str, game: Game[Any, Any, Any, Any]) -> Replay:
    """Replay a match of an open file with everything the file discloses."""
    first = Replay(match, "exact", 0, "")
    last = None
    chain = Chain(match)
    for step in walk(store, match, game, readers_of(store, match), chain=chain):
        if step.status == "diverged":
            return Replay(match, "diverged", step.entry.seq, one_line(step.text))
        if step.status == "unverified" and first.verdict == "exact":
            first = Replay(match, "unverified", step.entry.seq, one_line(step.text))
        last = step.position
    end = ending(game, last) if last is not None else None
    if end is not None and (end.status == "diverged" or first.verdict == "exact"):
        return Replay(match, end.status, end.entry.seq, one_line(end.text))
    return first
