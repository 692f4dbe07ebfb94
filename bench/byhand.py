"""The rules alone: the Game of 49 asked by hand, with no ledger around it.

Judged on the seat's own view, settled and folded, and nothing else: no log is kept, no answer of
the game is looked at, nobody else may act. Whoever records such a match cannot be faster than this
and the bare side together.
"""

import random
from collections import Counter
from typing import Any

from ledger import Action, Game
from ledger.chance import Seeded, Stream
from ledger.games.game_of_49 import GAME

RULES: Game[Any, Any, Any, Any] = GAME


class Table:
    """One match of bots.

    Attributes:
        begun: what the table does before anybody acts.
    """

    def __init__(self, seed: str, seats: int) -> None:
        self._draws: Counter[Stream] = Counter()
        self._chance = Seeded(seed.encode(), self._draws.__getitem__)
        self._state: Any = RULES.start(RULES.options(), seats)
        self.begun = self._settled()

    def act(self, action: Action) -> tuple[Any, ...]:
        """Judge an action and follow it; the action and what it led to."""
        view = RULES.mask(self._state, action.seat) if RULES.mask else self._state
        if RULES.check(view, action) or RULES.outcome(view):
            raise ValueError(f"{action} is against the rules")
        self._state = RULES.evolve(self._state, action)
        return (action, *self._settled())

    def _settled(self) -> list[Any]:
        made: list[Any] = []
        while (event := RULES.settle(self._state, self._chance)) is not None:
            self._state = RULES.evolve(self._state, event)
            if event.drawn:
                self._draws[Stream.of(type(event), {"seat": getattr(event, "seat", None)})] += 1
            made.append(event)
        return made

    def choose(self, bots: random.Random) -> Action | None:
        """A legal act of whoever is to act; None when the match is over."""
        for seat in RULES.awaited(self._state):
            view = RULES.mask(self._state, seat) if RULES.mask else self._state
            return bots.choice(RULES.legal(view, seat)).sample(bots.randrange)
        return None


def play(seed: str, seats: int) -> list[Any]:
    """All events of a match by bots but the first."""
    table, bots = Table(seed, seats), random.Random(seed)
    events = list(table.begun)
    while (action := table.choose(bots)) is not None:
        events += table.act(action)
    return events
