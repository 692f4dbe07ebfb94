"""What if a ruling had not been: the acts after it played again without what it led to."""

from collections import deque
from collections.abc import Sequence
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
from ledger.house import Ruled
from ledger.loop import judge, run
from ledger.names import called
from ledger.past import Past
from ledger.position import Position, shown, view
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
    recorded. Acts that only put the upheld matter right are passed over.

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
    again.play()
    ended = ask(game, "outcome", again.now.state)
    return WhatIf(ruling, again.stops, again.refusal, ended, real, again.seen())


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
        self._acts = deque(entry for entry in stands if isinstance(entry.event, Action))
        self._draws: dict[Stream, deque[Entry]] = {}
        for entry in stands:
            event = entry.event
            if isinstance(event, Consequence) and event.drawn:
                stream = Stream.of(type(event), {"seat": getattr(event, "seat", None)})
                self._draws.setdefault(stream, deque()).append(entry)

    def play(self) -> None:
        """Go on until it stops, or nothing is left."""
        if not self._go():
            return
        while self._acts:
            entry = self._acts.popleft()
            act: Any = entry.event
            own = view(self._game, self.seen(), act.seat)
            refusal = judge(self._game, self.now, own, act)
            if refusal is None or refusal.irregular:
                if not self._go(act):
                    return
            elif not act.remedial:
                self.stops, self.refusal = entry.seq, refusal
                return

    def seen(self) -> Any:
        """The state as the readers are shown it: what an act is judged by, they may know too."""
        return shown(self._game, self.now.state, self._readers)

    def _go(self, *first: Event) -> bool:
        """Record what comes first and what follows, with the draws of then; whether it goes on."""
        step = run(self._game, self.now, *first)
        while step.need is not None:
            self.now = step.position
            drawn = self._drawn(step.need)
            if drawn is None:
                return False
            step = run(self._game, self.now, drawn)
        self.now = step.position
        return True

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
