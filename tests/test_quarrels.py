"""Quarrels at random: what comes of them, and what is said of a game or an engine that fails."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Chance, Match, Refused, Seat
from ledger.house import ActedFor, Disputed, Ruled, TakeBackAsked, TakenBack
from ledger.testing import assert_disputes_tell_nothing
from ledger.testing.playing import named
from ledger.testing.quarrels import go_back, quarrel, squabble

from . import tower_game as tg
from .test_lawful import LOW, book, played
from .tower_game import TOWER
from .whisper_game import WHISPER, WORDS, AnyGame, Keep, Say

LAYS = tuple(tg.Lay(n % 2, 10 * (n + 1)) for n in range(3))


def added(match: Match, call: Callable[..., Any], *args: Any) -> list[Any]:
    """The events that come of a call."""
    before = match.seq
    call(match, *args)
    return [entry.event for entry in match.events("auditor", before)]


def test_there_is_a_dispute_or_a_take_back_or_an_act_for_an_absent_seat() -> None:
    found = [added(played(TOWER, *LAYS), quarrel, random.Random(seed))[0] for seed in range(20)]
    assert {type(event) for event in found} == {Disputed, TakeBackAsked, ActedFor}


def test_where_the_host_cannot_act_for_whom_the_table_awaits_a_law_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def careless(match: Match, seat: Seat, reason: str) -> Any:
        raise Refused("HOUSE-21", "the game has nothing to do for an absent seat")

    monkeypatch.setattr(Match, "act_for", careless)
    with pytest.raises(AssertionError, match="law 9: #7, seat 1: nothing is done for it: HOUSE"):
        for seed in range(20):
            quarrel(played(TOWER, *LAYS), random.Random(seed))


# --- disputes


def test_a_dispute_is_ruled_on_by_the_engine_or_by_people_who_say_yes_or_no() -> None:
    rulings = set[tuple[str, bool]]()
    for seed in range(30):
        events = added(played(TOWER, *LOW), squabble, random.Random(seed))
        rulings |= {(event.by, event.upheld) for event in events if isinstance(event, Ruled)}
    assert rulings == {(by, upheld) for by in ("engine", "table") for upheld in (True, False)}


def test_a_remedy_may_change_what_everybody_sees() -> None:
    """And goes on: what it asks for is disputed no more than other acts are."""
    match = played(TOWER, *LOW)
    events = added(match, assert_disputes_tell_nothing)
    assert [event.number for event in events if isinstance(event, tg.MendingDue)] == [10]
    assert match.view().mending


def test_which_events_are_disputed_is_as_the_dice_fall() -> None:
    picked = set[int]()
    for seed in range(10):
        match = played(TOWER, *LAYS)
        assert_disputes_tell_nothing(match, random.Random(seed), 1)
        (quarrel,) = match.docket().quarrels
        picked.add(quarrel.about)
    assert len(picked) > 2


# --- take-backs


def test_what_is_taken_back_is_done_again_or_stays_away() -> None:
    found = [added(played(TOWER, *LAYS), go_back, random.Random(seed)) for seed in range(20)]
    assert {type(events[-1]) for events in found} == {TakenBack, tg.CoinFlipped}


def test_ones_own_last_public_act_is_taken_back_without_asking() -> None:
    keeps = Keep(0, WORDS[0]), Keep(1, WORDS[1])
    found = set[type]()
    for seed in range(20):
        match = played(WHISPER, *keeps, Say(0, 2))
        found.add(type(added(match, go_back, random.Random(seed))[0]))
    assert found == {TakenBack, TakeBackAsked}


def test_a_draw_that_is_declared_may_fall_otherwise_the_next_time() -> None:
    for seed in range(10):
        match = book(TOWER).new(TOWER, named(2), chance="declared")
        for act in LAYS:
            match.act(act)
            match.draw(True, "spectator")
        go_back(match, random.Random(seed))


def moody(first: bool) -> AnyGame:
    """It flips a coin for a number the first time alone, or every time but the first."""
    towers: list[Any] = []

    def settle(s: tg.State, chance: Chance) -> Any:
        if not s.tower or s.tower[-1].counts is not None:
            return None
        towers.append(s.tower)
        return tg.settle(s, chance) if (towers.count(s.tower) == 1) is first else None

    return replace(TOWER, settle=settle)


@pytest.mark.parametrize("first", [True, False])
def test_an_act_that_leads_to_more_or_to_less_when_it_is_done_again_is_named(first: bool) -> None:
    dice = random.Random(1)
    with pytest.raises(AssertionError, match=r"law 11: .* led to \[.*\] then, and now to \["):
        for _ in range(20):
            go_back(played(moody(first), LAYS[0]), dice)
