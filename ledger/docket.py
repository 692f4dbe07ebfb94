"""The docket of a match: every dispute with its ruling and remedy, and the irregular acts."""

from contextlib import suppress
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ledger.codec import codec_of
from ledger.errors import LedgerError
from ledger.events import Action, Consequence, Event, Seat
from ledger.game import Audience, Game
from ledger.house import Disputed, DisputeWithdrawn, Ruled, TakenBack
from ledger.irregular import Irregular, Irregulars
from ledger.loop import settled
from ledger.past import Past
from ledger.position import Position
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
    remedy: tuple[int, ...] = ()  # the seqs of the events that put it right


class Docket(Struct, frozen=True):
    """What a referee wants to know of a match, as far as an audience may know it."""

    quarrels: tuple[Quarrel, ...]  # in the order they were raised
    irregular: tuple[Irregular, ...]  # in the order of the log


def docket(store: Store, match: str, game: Game[Any, Any, Any, Any], who: Audience) -> Docket:
    """The docket of a match of an open file, as an audience may read it."""
    irregular = Irregulars()
    quarrels: list[Quarrel] = []
    past = Past(store, codec_of(game), match, game, who)
    remedies = _Remedies(game)
    readers = (who, *readers_of(store, match))
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
            case TakenBack():
                quarrels = [_until(quarrel, event.to) for quarrel in quarrels]
            case _:
                pass
        number = remedies.of(seq, event, len(quarrels) - 1, step.position)
        if number is not None:
            done = quarrels[number]
            quarrels[number] = replace(done, remedy=(*done.remedy, seq))
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


def _until(quarrel: Quarrel, to: int) -> Quarrel:
    """A dispute as it is when all after an event has been taken back: a ruling never is."""
    return replace(quarrel, remedy=tuple(seq for seq in quarrel.remedy if seq <= to))


class _Going(NamedTuple):
    """Which disputes are being put right after an event."""

    seq: int = 0
    numbers: tuple[int, ...] = ()
    at_once: bool = False  # nobody has acted since the latest of them was upheld
    awaited: type[Consequence] | None = None  # the draw that was due before the first of them
    went_on: bool = False  # that draw has come: from here on only remedial acts put right


class _Remedies:
    """Follows what puts right what disputes were upheld about.

    That is what follows on the ruling, and the acts that are for nothing else with what follows on
    them. While two matters are put right at once, nobody can say here which of them such an act is
    about: only what follows on the rulings themselves is counted then.
    """

    def __init__(self, game: Game[Any, Any, Any, Any]) -> None:
        self._game = game
        self._due: _Going | None = None  # what the last event was the ruling for
        self._upheld: dict[int, _Going] = {}  # by the seq of the ruling
        self._was = [_Going()]  # whenever that changed

    def of(self, seq: int, event: Event, newest: int, position: Position[Any] | None) -> int | None:
        """Which dispute an event puts right, or helps to; None if none.

        Args:
            newest: the dispute that was raised last.
            position: after the event, as far as it is known.
        """
        due, self._due = self._due, None
        _, going, at_once, awaited, went_on = self._was[-1]
        match event:
            case Ruled(by="engine", upheld=True) if newest >= 0:
                awaited = awaited or self._awaited(position)
                self._due = self._upheld[seq] = _Going(seq, (*going, newest), True, awaited)
            # a remedy begins with no draw: one that comes now was awaited before the dispute
            case Consequence() if due is not None and event.drawn is None:
                self._was.append(due._replace(seq=seq))
                return due.numbers[-1]
            case Consequence() if type(event) is awaited:
                self._was.append(_Going(seq, going, went_on=True))
            case Consequence() if (at_once or len(going) == 1) and not went_on:
                return going[-1]
            case Action() if event.remedial:
                self._was.append(_Going(seq, going, awaited=awaited))
                return going[0] if len(going) == 1 else None
            case Action() if going:
                self._was.append(_Going(seq))
            case TakenBack():
                self._was = [was for was in self._was if was.seq <= event.to]
                self._due = self._upheld.get(event.to)  # what follows on it follows again
            case _:
                pass
        return None

    def _awaited(self, position: Position[Any] | None) -> type[Consequence] | None:
        """The draw the table waits for, but for what is to be put right first."""
        need = None
        if position is not None:
            with suppress(LedgerError):  # a copy cannot always know, and a log may be forged
                _, need = settled(self._game, replace(position, upheld=None))
        return need.event if need else None
