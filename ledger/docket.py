"""The docket of a match: every dispute with its ruling and remedy, and the irregular acts."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.codec import codec_of
from ledger.events import Consequence, Event, Seat
from ledger.game import Audience, Game
from ledger.house import Disputed, DisputeWithdrawn, Ruled
from ledger.irregular import Irregular, Irregulars
from ledger.past import Past
from ledger.reader import readers_of
from ledger.store import Store
from ledger.walk import walk


class Quarrel(Struct, frozen=True):
    """One dispute."""

    seq: int  # of the event that raised it
    seat: Seat  # who raised it
    about: int  # the seq of the disputed event
    event: Event  # which it is, as the audience may read it
    claim: str
    status: Literal["open", "withdrawn", "upheld", "dismissed"] = "open"
    ended: int = 0  # the seq of the ruling or withdrawal
    by: Literal["engine", "table"] | None = None  # who ruled
    clause: str = ""  # by which rule
    text: str = ""  # what was ruled
    remedy: tuple[int, ...] = ()  # the seqs of the consequences that followed at once


class Docket(Struct, frozen=True):
    """What a referee wants to know of a match, as far as an audience may know it."""

    quarrels: tuple[Quarrel, ...]  # in the order they were raised
    irregular: tuple[Irregular, ...]  # in the order of the log


def docket(store: Store, match: str, game: Game[Any, Any, Any, Any], who: Audience) -> Docket:
    """The docket of a match of an open file, as an audience may read it."""
    irregular = Irregulars()
    quarrels: list[Quarrel] = []
    past = Past(store, codec_of(game), match, game, who)
    follows = False  # whether the ruling's remedy may still go on
    readers = readers_of(store, match)
    if who != "auditor":
        readers = (who, *readers)
    for step in walk(store, match, game, readers, audience=who):
        event, seq = step.entry.event, step.entry.seq
        irregular.take(step)
        match event:
            case Disputed():
                about = past.event(event.about)
                quarrels.append(Quarrel(seq, event.seat, event.about, about, event.claim))
            case DisputeWithdrawn() if quarrels:
                quarrels[-1] = replace(quarrels[-1], status="withdrawn", ended=seq)
            case Ruled() if quarrels:
                quarrels[-1] = _ruled(quarrels[-1], event, seq)
            # a remedy begins with no draw: one that comes now was awaited before the dispute
            case Consequence() if follows and (quarrels[-1].remedy or event.drawn is None):
                quarrels[-1] = replace(quarrels[-1], remedy=(*quarrels[-1].remedy, seq))
            case _:
                pass
        ruled = isinstance(event, Ruled) and event.by == "engine" and event.upheld
        remedied = isinstance(event, Consequence) and bool(quarrels) and bool(quarrels[-1].remedy)
        follows = bool(quarrels) and (ruled or (follows and remedied))
    return Docket(tuple(quarrels), irregular.found)


def _ruled(quarrel: Quarrel, ruling: Ruled, seq: int) -> Quarrel:
    return replace(
        quarrel,
        status="upheld" if ruling.upheld else "dismissed",
        ended=seq,
        by=ruling.by,
        clause=ruling.clause,
        text=ruling.text,
    )
