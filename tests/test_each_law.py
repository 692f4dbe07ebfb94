"""Each law, and each way to break it, with a game that breaks it so; and what keeps the laws.

`test_laws` plays whole matches; here matches are short, and the failure is told in its words.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Chance,
    Ledger,
    Match,
)
from ledger.house import Ruled
from ledger.simulate import noise_of
from ledger.testing import Laws, assert_lawful
from ledger.testing.playing import named, step, ticking
from tests import tower_game as tg
from tests.lawless_games import BREAKS, ODD, louder, surprised
from tests.tower_game import TOWER
from tests.whisper_game import (
    WHISPER,
    AnyGame,
    Say,
    State,
    outcome,
    settle,
    start,
)


def opened(game: AnyGame, chance: Any = "declared") -> Match:
    book = Ledger(None, games=[game], clock=ticking(), entropy=noise_of("laws"))
    return book.new(game, named(2), chance=chance)


def held(game: AnyGame, seed: int = 0, stored: Callable[[], Match] | None = None) -> Laws:
    """A match of two, held against the laws after every step."""
    match, dice = opened(game), random.Random(seed)
    laws = Laws(match, stored)
    laws.hold(dice)
    while match.outcome is None:
        step(match, dice)
        laws.hold(dice)
    return laws


@pytest.mark.parametrize("broken", BREAKS)
def test_a_law_that_is_broken_is_named_with_where_and_how(broken: str) -> None:
    said, changes = BREAKS[broken]
    with pytest.raises(AssertionError, match=said):
        for seed in range(20):
            held(replace(WHISPER, **changes), seed)


# --- what keeps the laws, however odd it is


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_game_that_keeps_the_laws_passes(odd: str) -> None:
    for seed in range(3):
        held(replace(WHISPER, **ODD[odd]), seed)


def test_the_laws_hold_in_a_dispute_and_in_a_closed_match() -> None:
    """Nobody can act then, and what would be legal is legal still."""
    match, dice = opened(WHISPER, "seeded"), random.Random(1)
    laws = Laws(match)
    match.dispute(0, 2, "I wonder")
    laws.hold(dice)
    match.rule()
    match.close("so far, so good")
    laws.hold(dice)


def test_the_laws_follow_a_match_back_to_a_ruling() -> None:
    """What follows on it follows again."""
    match, dice = opened(TOWER, "seeded"), random.Random(1)
    laws = Laws(match)
    match.act(tg.Lay(0, 50))
    match.act(tg.Lay(1, 10), anyway=True)
    match.dispute(0, match.seq - 1, "it is lower")
    ruled = match.seq + 1
    assert [type(event) for event in match.rule()] == [Ruled, tg.MendingDue]
    match.act(tg.Mend(1, 51))
    laws.hold(dice)
    match.take_back(ruled, 0)
    match.agree(1)
    laws.hold(dice)
    assert match.view().mending


def test_what_cannot_be_written_down_is_refused_without_a_clause() -> None:
    unfit: Any = Say(0, "loud")  # type: ignore[arg-type]  # what a careless sender sends
    found = Laws(opened(WHISPER, "seeded")).judge(unfit)
    assert found is not None and found.clause == ""


# --- law 3


def test_a_live_state_that_is_not_its_fold_is_named() -> None:
    with pytest.raises(AssertionError, match="law 3: #4: the live view of auditor is"):
        held(replace(WHISPER, evolve=surprised()))


def test_what_is_stored_is_held_against_the_live_state(path: Path) -> None:
    """As it is when it is opened first, and once more when that is asked for."""
    good = Ledger(path.with_name("new.db"), games=[WHISPER], entropy=noise_of("laws"))
    match, dice = good.new(WHISPER, named(2), seed="a seed"), random.Random(1)
    assert good.path is not None
    bad = Ledger(good.path, "read", games=[replace(WHISPER, evolve=louder)])
    while match.outcome is None:
        step(match, dice)
    other = "law 3: #7: the fold of what is stored is not the live state"
    with pytest.raises(AssertionError, match=other):
        Laws(match, lambda: bad.match(match.id)).hold(dice)
    found = [match, bad.match(match.id)]
    laws = Laws(match, lambda: found.pop(0))
    for _ in range(2):
        laws.hold(dice)
    with pytest.raises(AssertionError, match=other):
        laws.fold_anew()
    elsewhere = good.new(WHISPER, named(2), seed="a seed")
    with pytest.raises(AssertionError, match="law 3: the stored log is another one"):
        Laws(match, lambda: elsewhere).hold(dice)


def test_a_whole_match_is_folded_anew_at_its_end() -> None:
    """A game that begins otherwise once one match of it has ended."""
    ended: list[State] = []

    def notice(s: State, chance: Chance) -> Any:
        if outcome(s):
            ended.append(s)
        return settle(s, chance)

    def begin(options: Any, seats: int) -> Any:
        begun = start(options, seats)
        return replace(begun, loudest=5) if ended and isinstance(begun, State) else begun

    with pytest.raises(AssertionError, match="law 3: #7: the fold of what is stored"):
        assert_lawful(replace(WHISPER, start=begin, settle=notice), 2, quarrels=0)
