"""Two worlds: matches that differ only in what one reader may not know, played in step.

Whatever that reader receives must be the same in both, until an event reveals the difference.
"""

import random
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ledger.choices import Choice
from ledger.codec import codec_of
from ledger.errors import NeedsDisclosure
from ledger.events import Action, Consequence, Event, Seat, kind_of
from ledger.game import Audience, Game
from ledger.loop import AwaitedDraw
from ledger.match import Match
from ledger.testing.anything import anything
from ledger.testing.playing import judged, needed
from ledger.testing.receiving import (
    Received,
    answer,
    draws,
    earlier,
    overheard,
    plain,
    position,
    refusals,
    reveals,
)
from ledger.testing.world import World

TRIES = 20  # to find an act that goes in both worlds
STRAYS = 0.15  # how often, from 0 to 1, an irregular act is looked for
DISPUTES = 0.15  # how often, from 0 to 1, the reader disputes an event instead of an act
EARLIER = 0.2  # how often it looks at what was

_REVEAL = "\nAn event that is meant to tell a secret needs `opens`: what sealed each value of it."


class Alike(NamedTuple):
    """What a pair of worlds came to that its reader could not tell apart."""

    events: int  # how many the reader saw
    secrets: int  # how many draws and choices differed
    parted: str  # the kind of the event that revealed the difference; empty if none did


def two_worlds(
    game: Game[Any, Any, Any, Any],
    seats: int,
    observer: Audience,
    dice: random.Random,
    acts: int = 60,
    *,
    other: Game[Any, Any, Any, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    apart: float | None = None,
) -> Alike:
    """Play two declared matches in step and hold what one reader receives of each together.

    Draws and choices the observer may not read are made differently where both worlds allow it;
    all else is done alike, and only what is possible in both. After every step these must be the
    same: the rows but for seals and digests, events, views, pictures, stories, choices,
    what the host would do for the observer, awaited seats and draws, the outcome, refusals and
    errors of acts and draws it tries, rulings on what it disputes, log entries, and now and then
    an earlier view and picture, how it would have gone without a ruling, and its exported copy. In
    a suite::

        @pytest.mark.parametrize("seed", range(20))
        def test_my_game_tells_a_seat_nothing_it_may_not_know(seed: int) -> None:
            two_worlds(MY_GAME, 3, seed % 3, random.Random(seed))

    Args:
        observer: a seat or ``spectator``.
        dice: everything random.
        acts: at most so many acts and draws.
        other: the second world's game, alike but for ``start``: where a secret lies in how the
            match begins, and a mask alone hides it.
        options: the game's options that differ from its defaults.
        apart: how often, from 0 to 1, secret choices differ; by default one of 0, 0.3 and 1. What
            is revealed ends the run where it differs, so that 0 gets furthest. Secret draws differ
            at least every second time.

    Raises:
        AssertionError: the observer can tell the worlds apart; it says when, and by what.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        World(game, seats, options, Path(folder, "one")) as one,
        World(other or game, seats, options, Path(folder, "other")) as two,
    ):
        often = dice.choice((0.0, 0.3, 1.0)) if apart is None else apart
        pair = _Pair(one, two, observer, dice, often)
        pair.compare(0)
        for _ in range(acts):
            seen = one.match.seq
            if not pair.step() or not pair.compare(seen):
                break
        return Alike(one.match.seq, pair.secrets, pair.parted)


class _Pair:
    """Two worlds in step, and the reader who must not tell them apart."""

    def __init__(
        self, one: World, two: World, who: Audience, dice: random.Random, apart: float
    ) -> None:
        self._worlds = one, two
        self._one, self._two = one.match, two.match
        self._who: Audience = who
        self._dice = dice
        self._others = random.Random(repr(dice.getstate()))  # for what changes nothing
        self._backwards = random.Random(f"backwards/{dice.getstate()}")  # for what was
        self._apart = apart
        self._secrets = codec_of(one.match.game).secrets
        self.secrets = 0
        self.parted = ""

    # -- playing on

    def step(self) -> bool:
        """Play both on, alike for the reader; False where nothing can be played in both."""
        if (awaited := self._one.awaits_draw) is not None:
            return self._draw(awaited)
        seats = list(self._one.awaited)
        self._dice.shuffle(seats)
        return any(self._act(seat) for seat in seats)

    def _dispute(self) -> bool:
        """The reader disputes an event, and the engine rules; False if that parts the worlds."""
        seen, got = self._one.seq, []
        seat = self._who if isinstance(self._who, int) else 0
        about = self._others.randint(1, self._one.seq)

        def rule(match: Match) -> list[Event]:
            return [*match.dispute(seat, about, "I wonder"), *match.rule()]

        for world in self._worlds:
            with overheard() as lines:
                told = answer(rule, world.match)
            got.append({f"the ruling on #{about}": told, "log entries": list(lines)})
        if not self._until_parted(seen):
            return False
        self._same(got[0], got[1])
        return True

    def _draw(self, awaited: AwaitedDraw) -> bool:
        need, needs = needed(self._one), needed(self._two)
        if need is None or needs is None:
            return False
        pool, pools = list(need.pool().items), list(needs.pool().items)
        both = [value for value in pool if value in pools]
        who: Audience = awaited.seat if awaited.secret and awaited.seat is not None else "spectator"
        secret = awaited.secret and self._who not in self._readers(need.event, need.fields)
        if secret and (self._dice.random() < max(self._apart, 0.5) or not both):
            value = self._dice.choice(pool)
            values = self._dice.choice([other for other in pools if other != value] or pools)
        elif both:
            value = values = self._dice.choice(both)
        else:
            return False
        self.secrets += value != values
        self._both(who, lambda match: match.draw(value if match is self._one else values, who))
        return True

    def _act(self, seat: Seat) -> bool:
        stray = self._stray(seat) if self._dice.random() < STRAYS else None
        pair = (stray, stray) if stray is not None else self._acts(seat)
        if pair is None:
            return False
        action, other = pair
        self.secrets += action != other
        anyway = stray is not None
        self._both(
            seat,
            lambda match: match.act(action if match is self._one else other, anyway=anyway),
        )
        return True

    def _both(self, actor: Audience, call: Callable[[Match], Any]) -> None:
        """Do it in both worlds; if the reader itself does it, what it is answered is held, too."""
        seen, got = self._one.seq, []
        for world in self._worlds:
            with overheard() as lines:
                told = answer(call, world.match)
            got.append({"what it is answered": told, "log entries": list(lines)})
            if isinstance(told, dict) and actor != self._who:
                raise AssertionError(f"{actor} could not play on: {told}")
        if self._until_parted(seen):
            if actor != self._who:
                got = [{"log entries": part["log entries"]} for part in got]
            self._same(got[0], got[1])

    def _stray(self, seat: Seat) -> Action | None:
        """An act that is irregular in one world at least, and possible in both."""
        choices = self._one.legal(seat)
        for _ in range(TRIES):
            action = anything(self._one.game, len(self._one.seats), self._dice, choices)
            found = [judged(match, action) for match in (self._one, self._two)]
            if any(found) and all(refusal is None or refusal.irregular for refusal in found):
                return action
        return None

    def _acts(self, seat: Seat) -> tuple[Action, Action] | None:
        """A legal act for each world, alike in all that the reader reads of it."""
        choices, others = self._one.legal(seat), self._two.legal(seat)
        if not choices or not others:
            return None
        for tried in range(2 * TRIES):
            action = self._dice.choice(choices).sample(self._dice.randrange)
            # of its own choices the reader reads all: from among many none comes twice by chance
            differs = self._dice.random() < self._apart and tried < TRIES
            other = self._dice.choice(others).sample(self._dice.randrange) if differs else action
            if self._alike(action, other):
                return action, other
        return self._matched(choices, others)

    def _matched(
        self, choices: Sequence[Choice], others: Sequence[Choice]
    ) -> tuple[Action, Action] | None:
        """The same where chance finds none: one act, and in public the same of the other world."""
        for _ in range(TRIES):
            action = self._dice.choice(choices).sample(self._dice.randrange)
            for choice in others:
                other = self._like(action, choice)
                if other is not None and self._alike(action, other):
                    return action, other
        return None

    def _alike(self, action: Action, other: Action) -> bool:
        """Whether the reader reads the same of both, and the other goes in the other world."""
        return self._told(action) == self._told(other) and judged(self._two, other) is None

    def _like(self, action: Action, choice: Choice) -> Action | None:
        """An act of a choice with an action's public fields; None if it offers none."""
        if choice.action is not type(action):
            return None
        fields: dict[str, Any] = {}
        secrets = self._secrets[type(action)]
        hidden = {s.name for s in secrets if str(self._who) not in s.readers(action)}
        for name, domain in choice.fields.items():
            value = getattr(action, name)
            if name in hidden:
                value = domain.sample(self._dice.randrange)
            elif not domain.contains(value):
                return None
            fields[name] = value
        return choice.action(seat=choice.seat, **fields)

    def _told(self, action: Action) -> dict[str, Any]:
        """What the reader reads of an action; of a secret, how many seals it has."""
        told: dict[str, Any] = {"kind": kind_of(action)}
        fields = {name: getattr(action, name) for name in action.__struct_fields__}
        secrets = {secret.name: secret for secret in self._secrets[type(action)]}
        for name, value in fields.items():
            if name not in secrets or str(self._who) in secrets[name].readers(action):
                told[name] = value
            else:
                told[name] = len(list(secrets[name].paths(value)))
        return told

    def _readers(self, event: type[Event], fields: Mapping[str, Any]) -> set[Audience]:
        """The seats that may read the drawn field of an event that is to be drawn."""
        readers: set[Audience] = set()
        for secret in self._secrets[event]:
            if issubclass(event, Consequence) and secret.name == event.drawn:
                for held in (fields[name] for name in secret.seats):
                    readers.update(held if isinstance(held, tuple) else (held,))
        return readers

    # -- comparing

    def compare(self, seen: int) -> bool:
        """Hold together all the reader receives; False once a reveal has parted the worlds."""
        if not self._until_parted(seen):
            return False
        if self._others.random() < DISPUTES and not self._dispute():
            return False
        if self._backwards.random() < EARLIER:
            at = self._backwards.randint(1, self._one.seq)
            self._same(
                *(self._heard(earlier, world.match, self._who, at) for world in self._worlds)
            )
        self._same(*(position(world.match, self._who, seen) for world in self._worlds))
        if isinstance(self._who, int):
            seats, at = len(self._one.seats), self._dice.randint(1, self._one.seq)
            choices = self._one.legal(self._who)
            probes = [choice.sample(self._dice.randrange) for choice in choices]
            probes += [self._probe(seats, choices) for _ in range(4)]
            self._same(*(self._heard(refusals, world.match, probes, at) for world in self._worlds))
        awaited = self._one.awaits_draw
        if self._dice.random() < (1 if awaited and awaited.seat == self._who else 0.1):
            values = self._values()
            self._same(
                *(
                    self._heard(draws, world.ledger, world.match, self._who, values)
                    for world in self._worlds
                )
            )
        if self._dice.random() < 0.1:
            self._same(*(world.copy(self._who) for world in self._worlds))
        return True

    def _probe(self, seats: int, choices: Sequence[Any]) -> Action:
        """An action the reader might send in its own name."""
        action = anything(self._one.game, seats, self._dice, choices)
        return msgspec.structs.replace(action, seat=self._who)

    def _values(self) -> list[Any]:
        """What the reader might say was drawn: possible in either world, or not at all."""
        needs = needed(self._one), needed(self._two)
        pools = [list(need.pool().items) if need else [] for need in needs]
        both = [value for value in pools[0] if value in pools[1]]
        either = [value for pool in pools for value in pool if value not in both]
        self._dice.shuffle(either)
        return [0, "x", *either[:4], *both[:1]]

    def _heard(self, call: Callable[..., Received], *args: Any) -> Received:
        with overheard() as lines:
            got = call(*args)
        return {**got, "log entries": list(lines)}

    def _until_parted(self, seen: int) -> bool:
        """Hold the rows after ``seen`` together; False if a reveal has parted them."""
        events = [list(world.match.events("auditor", seen)) for world in self._worlds]
        mine = [plain(world.match.events(self._who, seen)) for world in self._worlds]
        rows = [world.rows(seen) for world in self._worlds]
        for index in range(max(len(part) for part in rows)):
            told = [
                {"rows": rows[i][index : index + 1], "events": mine[i][index : index + 1]}
                for i in (0, 1)
            ]
            here = [entries[index].event for entries in events if index < len(entries)]
            if told[0] != told[1] and (revealed := [e for e in here if reveals(e)]):
                self.parted = kind_of(revealed[0])
                return False
            self._same(*told)
        return True

    def _same(self, one: Received, other: Received) -> None:
        for name in {**one, **other}:
            for told in (one.get(name), other.get(name)):
                looked = f'"raised": "{NeedsDisclosure.__name__}"' in _text(told)
                assert not looked, (
                    f"#{self._one.seq}: {name}, for {self._reader()}, depends on a secret: {told}"
                )
            if one.get(name) != other.get(name):
                raise AssertionError(
                    f"{self._reader()} can tell two worlds apart that differ only in what it may "
                    f"not know.\nAfter #{self._one.seq}, by {name}:\n"
                    + _diff(_text(one.get(name)), _text(other.get(name)))
                    + (_REVEAL if name in {"rows", "events"} else "")
                )

    def _reader(self) -> str:
        return f"seat {self._who}" if isinstance(self._who, int) else f"the {self._who}"


def _text(value: Any) -> str:
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    return re.sub(r'\{\s*"hidden": true\s*\}', "HIDDEN", text)


def _diff(one: str, other: str) -> str:
    lines = unified_diff(one.splitlines(), other.splitlines(), "one world", "the other", "", "", 2)
    return "\n".join(line.rstrip("\n") for line in lines)
