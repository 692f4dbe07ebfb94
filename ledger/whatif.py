"""What if a ruling had not been: the acts after it played again without what it led to."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger import position
from ledger.asking import ask
from ledger.chance import DrawNeeded, Stream, complete
from ledger.codec import codec_of
from ledger.errors import Misused, NeedsDisclosure
from ledger.events import Action, Consequence, Event, kind_of
from ledger.game import Audience, Game, Names, Outcome, Refusal
from ledger.hidden import Hidden
from ledger.house import Disputed, MatchClosed, Ruled
from ledger.loop import judge, run
from ledger.names import called
from ledger.past import Past
from ledger.position import Position, Upheld, shown, view
from ledger.reader import Entry, read, readers_of
from ledger.store import Store


class WhatIf(Struct, frozen=True):
    """How a match would have gone without one ruling, as far as what was done then still goes."""

    ruling: int  # its seq
    stops: int  # the seq of the first later act or draw that would not have been possible; 0: none
    refusal: Refusal | None  # why not
    outcome: Outcome | None  # how it would have ended; None: it would not, or not by these acts
    real: Outcome | None  # how it has ended
    state: Any  # the game's state where it ends or stops, as the audience is shown it


def what_if(
    store: Store,
    match: str,
    game: Game[Any, Any, Any, Any],
    ruling: int,
    who: Audience,
    names: Names,
) -> WhatIf:
    """Play what was done after a ruling again, without what it led to. Nothing is written.

    Draws come from the seed, if the audience may read it; else in each stream as they were
    recorded. Acts that only put the upheld matter right are passed over. What else the engine has
    upheld since is put right again, as far as it would still have been against a rule.

    Args:
        ruling: the seq of a ruling.
        who: the answer is made of nothing but what this audience may read.
        names: the people's, by seat.

    Raises:
        Misused: there is no such event, or it is no ruling.
        NeedsDisclosure: it hangs on what the audience may not read, or this file does not disclose.
    """
    try:
        return _what_if(store, match, game, ruling, who)
    except NeedsDisclosure:
        lacks = "this file does not disclose"
        if who != "auditor":
            lacks = f"{called(who, names)} may not know"
        raise NeedsDisclosure(f"what if #{ruling} had not been hangs on what {lacks}") from None


def _what_if(
    store: Store, match: str, game: Game[Any, Any, Any, Any], ruling: int, who: Audience
) -> WhatIf:
    codec = codec_of(game)
    past = Past(store, codec, match, game, who)
    position.be_event(ruling, store.last(match)[0])
    if not isinstance(past.event(ruling), Ruled):
        raise Misused(f"#{ruling} is no ruling: the docket lists them")
    entries = read(store, codec, match, who)
    now = position.begin(game, next(entries).event)
    after: list[Entry] = []
    ruled = now
    for entry in entries:
        now = position.after(game, now, entry.event, past)
        if entry.seq <= ruling:
            ruled = now
        else:
            after.append(entry)
    stands = [entry for entry in after if now.table.stands(entry.seq)]
    readers = (who, *readers_of(store, match))
    real = ask(game, "outcome", now.state)
    remedied = ruled.upheld is not None and after and isinstance(after[0].event, Consequence)
    if not remedied:  # a ruling that changed nothing: it went as it would have gone
        return WhatIf(ruling, 0, None, real, real, shown(game, now.state, readers))
    again = _Again(game, replace(ruled, upheld=None), stands, readers)
    again.play(_upheld_since(after, past, now))
    ended = ask(game, "outcome", again.now.state)
    return WhatIf(ruling, again.stops, again.refusal, ended, real, again.seen())


def _upheld_since(
    entries: Iterable[Entry], past: Past, now: Position[Any]
) -> dict[int, tuple[int, Upheld[Any]]]:
    """What the engine has upheld: by the seq of the ruling that of the disputed act, and what then.

    Once the host has closed the match nothing follows on a ruling.
    """
    found: dict[int, tuple[int, Upheld[Any]]] = {}
    about = 0
    for entry in entries:
        match entry.event:
            case Disputed():
                about = entry.event.about
            case Ruled(by="engine", upheld=True):
                before = past.position(about - 1, now.table).state
                found[entry.seq] = about, Upheld(past.event(about), before)
            case MatchClosed():
                break
            case _:
                pass
    return found


class _Again:
    """Plays recorded acts again from another position."""

    def __init__(
        self,
        game: Game[Any, Any, Any, Any],
        now: Position[Any],
        stands: Sequence[Entry],
        readers: Sequence[Audience],
    ) -> None:
        self.now = now
        self.stops = 0
        self.refusal: Refusal | None = None
        self._game = game
        self._readers = readers
        self._lacks = False  # whether a draw is due that was not made then
        self._before: dict[int, Any] = {}  # the state before each act, as it is played here
        self._stands = stands
        self._draws: dict[Stream, deque[Entry]] = {}
        for entry in stands:
            event = entry.event
            if isinstance(event, Consequence) and event.drawn:
                stream = Stream.of(type(event), {"seat": getattr(event, "seat", None)})
                self._draws.setdefault(stream, deque()).append(entry)

    def play(self, upheld: Mapping[int, tuple[int, Upheld[Any]]]) -> None:
        """Go on until it stops, or nothing is left.

        Args:
            upheld: by later rulings, each with the seq of the act.
        """
        disputed = {about for about, _ in upheld.values()}
        self._go()
        for entry in self._stands:
            if self.refusal is not None:
                return
            if entry.seq in upheld:
                self._put_right(*upheld[entry.seq])
            elif isinstance(act := entry.event, Action):
                if entry.seq in disputed:
                    self._before[entry.seq] = self.now.state
                self._act(entry.seq, act)

    def _act(self, seq: int, act: Any) -> None:
        """Play an act of then, if it would have been possible."""
        refusal: Refusal | None
        if self._lacks and not act.remedial:
            refusal = Refusal(
                "HOUSE-02", "a draw would have been due first, which was not made then"
            )
        else:
            own = view(self._game, self.seen(), act.seat)
            refusal = judge(self._game, self.now, own, act)
        if refusal is None or refusal.irregular:
            self._go(act)
        elif not act.remedial:
            self.stops, self.refusal = seq, refusal

    def _put_right(self, about: int, upheld: Upheld[Any]) -> None:
        """What follows on a ruling of then, unless nothing would have been wrong with the act."""
        before = self._before.get(about, upheld.before)
        if self._game.fault is None:
            return
        with suppress(NeedsDisclosure):  # the whole table saw it then
            if ask(self._game, "fault", before, upheld.act) is None:
                return
        self.now = replace(self.now, upheld=Upheld(upheld.act, before))
        self._go()

    def seen(self) -> Any:
        """The state as the readers are shown it: what an act is judged by, they may know too."""
        return shown(self._game, self.now.state, self._readers)

    def _go(self, *first: Event) -> None:
        """Record what comes first and what follows, with the draws of then."""
        step = run(self._game, self.now, *first)
        while step.need is not None and (drawn := self._drawn(step.need)) is not None:
            self.now = step.position
            step = run(self._game, self.now, drawn)
        self.now, self._lacks = step.position, step.need is not None

    def _drawn(self, need: DrawNeeded) -> Event | None:
        """The draw of then; None if there is none, or it could not be drawn any more."""
        left = self._draws.get(Stream.of(need.event, need.fields))
        if not left:
            return None
        entry = left.popleft()
        value = getattr(entry.event, need.field)
        pool = need.pool()
        if not any(type(item) is type(value) and item == value for item in pool.items):
            if pool.hidden or isinstance(value, Hidden):
                raise NeedsDisclosure
            text = f"its {kind_of(need.event)} of then could not be drawn"
            self.stops, self.refusal = entry.seq, Refusal("HOUSE-03", text)
            return None
        return complete(need.event, need.fields, value)
