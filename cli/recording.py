"""What the commands that record share: one transaction, and what is said of it afterwards."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger import Event
from ledger.cli import output
from ledger.cli.standing import next_command, state, waiting

if TYPE_CHECKING:
    from ledger import Ledger, Match


class Done(NamedTuple):
    """What an act has led to."""

    first: int  # the seq of its first event
    events: tuple[Event, ...]
    standing: dict[str, Any]
    waiting: str
    next: str  # what to type next


def record(
    ledger: "Ledger", match: "Match", file: Path, step: Callable[[], tuple[Event, ...]]
) -> Done:
    """Record in one transaction, so that seq and head are those of this very act."""
    with ledger.batch():
        first = match.seq + 1
        events = step()
        typed = next_command(ledger, match, file)
        return Done(first, events, state(match), waiting(match), typed)


def say(match: "Match", done: Done, json: bool, more: Sequence[str] = ()) -> None:
    """Say what was recorded, where it leaves the match, and its head.

    Args:
        more: lines for people about what was recorded.
    """
    if json:
        times = [entry.time for entry in match.events("spectator", done.first - 1)]
        rows = [
            output.event(seq, times[seq - done.first], event)
            for seq, event in enumerate(done.events, done.first)
        ]
        output.document(done.standing | {"events": rows})
        return
    for seq, event in enumerate(done.events, done.first):
        output.hung((f"#{seq} {match.tell(event)}",))
    output.hung((*more, done.waiting))
    output.line(f"head {done.standing['head']}")
    output.line(f"next: {done.next}")
