"""A hypothesis state machine for one game: plays, quarrels, reopens, exports; holds the laws."""

import random
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Literal

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ledger.book import Ledger
from ledger.errors import InvalidAction, Refused
from ledger.game import Game
from ledger.match import Match
from ledger.simulate import noise_of
from ledger.testing.anything import anything
from ledger.testing.lawful import assert_copy, assert_told
from ledger.testing.laws import Laws
from ledger.testing.playing import irregular, named, over, step, ticking
from ledger.testing.quarrels import quarrel
from ledger.testing.silence import assert_nothing_secret

DICE = st.integers(0, 2**32 - 1).map(random.Random)
CHANCE: st.SearchStrategy[Literal["seeded", "declared"]] = st.sampled_from(("seeded", "declared"))


class LawfulMachine(RuleBasedStateMachine):
    """One match in a file, played by rules that hypothesis picks. Get yours from `machine_for`."""

    game: ClassVar[Game[Any, Any, Any, Any]]
    seats: ClassVar[int]
    options: ClassVar[Mapping[str, Any]]

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._strayed: set[int] = set()
        self._entropy = noise_of("machine")
        self._clock = ticking()
        self._open()

    def _open(self) -> None:
        self._ledger = Ledger(
            Path(self._folder.name, "match.db"),
            games=[self.game],
            clock=self._clock,
            entropy=self._entropy,
            synchronous="normal",
        )

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self._match

    @initialize(chance=CHANCE, seed=st.integers(0, 999), dice=DICE)
    def begin(self, chance: Literal["seeded", "declared"], seed: int, dice: random.Random) -> None:
        """Open the match."""
        self._match = self._ledger.new(
            self.game,
            named(self.seats),
            options=self.options,
            chance=chance,
            seed=str(seed) if chance == "seeded" else None,
        )
        self._laws = Laws(self._match)
        self._laws.hold(dice)

    @precondition(lambda self: not over(self.match))
    @rule(dice=DICE)
    def play(self, dice: random.Random) -> None:
        """One legal act, or one declared draw."""
        step(self.match, dice)
        self._laws.hold(dice)

    @precondition(lambda self: not over(self.match))
    @rule(dice=DICE, steps=st.integers(2, 40))
    def play_on(self, dice: random.Random, steps: int) -> None:
        """Several of them, with the laws held once."""
        for _ in range(steps):
            if not over(self.match):
                step(self.match, dice)
        self._laws.hold(dice)

    @rule(dice=DICE)
    def try_anything(self, dice: random.Random) -> None:
        """An arbitrary action is refused as `refusal` says, and then nothing is written."""
        choices = [c for seat in range(self.seats) for c in self.match.legal(seat)]
        for _ in range(5):
            action, head = anything(self.game, self.seats, dice, choices), self.match.head
            refusal = self._laws.judge(action)
            if refusal is None:
                assert any(choice.contains(action) for choice in choices), f"{action} was allowed"
                continue
            try:
                self.match.act(action, anyway=not refusal.irregular)
                raise AssertionError(f"{action} was recorded against {refusal}")
            except Refused as refused:
                told = refused.clause, refused.reason, refused.irregular
                same = told == (refusal.clause, refusal.reason, refusal.irregular)
                assert same, f"{action} is refused as {told}, and by refusal as {refusal}"
            except InvalidAction:
                assert refusal.clause == ""
            assert self.match.head == head, f"{action} was refused, and the log has grown"

    @precondition(lambda self: not over(self.match))
    @rule(dice=DICE)
    def stray(self, dice: random.Random) -> None:
        """An irregular act, recorded anyway."""
        if (action := irregular(self.match, dice)) is not None:
            before = self.match.seq
            self.match.act(action, anyway=True)
            self._strayed.add(before + 1)
            self._laws.hold(dice)

    @precondition(lambda self: not over(self.match))
    @rule(dice=DICE)
    def quarrel(self, dice: random.Random) -> None:
        """Something is disputed or taken back, or the host acts for a seat."""
        self._strayed |= quarrel(self.match, dice)
        self._laws.hold(dice)

    @rule(dice=DICE)
    def reopen(self, dice: random.Random) -> None:
        """Close the file, and go on from what is stored."""
        head, match = self.match.head, self.match.id
        self._ledger.close()
        self._open()
        self._match = self._ledger.match(match)
        assert self._match.head == head
        self._laws = Laws(self._match)
        self._laws.hold(dice)

    @rule(data=st.data())
    def export(self, data: st.DataObject) -> None:
        """A copy for a seat or the spectator is the same record, and tells no secret."""
        who = data.draw(st.sampled_from(("spectator", *range(self.seats))))
        assert_copy(self.match, who, self._strayed)
        assert_nothing_secret(self.match, who)

    def teardown(self) -> None:
        """What was written replays and audits as it should."""
        try:
            if self._ledger.ids():
                assert_told(self._ledger, self.match.id, self._strayed)
        finally:
            self._ledger.close()
            self._folder.cleanup()


def build(
    game: Game[Any, Any, Any, Any], seats: int, options: Mapping[str, Any] | None
) -> type[LawfulMachine]:
    """The machine of one game at a table of so many seats."""
    attributes = {"game": game, "seats": seats, "options": options or {}}
    name = "".join(part.title() for part in (game.title, str(seats), "machine")).replace(" ", "")
    return type(name, (LawfulMachine,), attributes)
