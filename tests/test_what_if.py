"""What if a ruling had not been: which acts are played again, and how."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Ledger, Match, NeedsDisclosure, Refusal

from .sealed_game import SEALED, Bid
from .tables import NAMES, a_ledger, play
from .tower_game import TOWER, Happening, Lay, Mend, MendingDue, State


@pytest.fixture
def quarrel() -> Iterator[tuple[Match, int]]:
    """Bob has laid 7 on 10, it was upheld, and he has mended it; with the seq of the ruling."""
    with a_ledger(games=(TOWER,)) as ledger:
        yield upheld(ledger)


def upheld(ledger: Ledger) -> tuple[Match, int]:
    match = ledger.new(TOWER, NAMES[:2], seed="tower")
    match.act(Lay(0, 10))
    match.act(Lay(1, 7), anyway=True)
    match.dispute("Ann", 4, "7 is below 10")
    match.rule()
    ruling = match.docket().quarrels[0].ended
    match.act(Mend(1, 11))
    return match, ruling


def tower(match: Match, ruling: int) -> tuple[int, ...]:
    found = match.what_if(ruling)
    assert (found.stops, found.refusal) == (0, None)
    return tuple(stone.number for stone in found.state.tower)


def test_what_was_taken_back_since_is_not_played_again(quarrel: tuple[Match, int]) -> None:
    match, ruling = quarrel
    before = match.seq
    match.act(Lay(0, 20))
    match.take_back(before, "Ann")
    match.agree("Bob")
    match.act(Lay(0, 30))
    assert tower(match, ruling) == (10, 7, 30)


def test_what_was_irregular_then_is_played_all_the_same(quarrel: tuple[Match, int]) -> None:
    match, ruling = quarrel
    match.act(Lay(0, 5), anyway=True)
    assert tower(match, ruling) == (10, 7, 5)


def test_what_was_irregular_only_because_of_the_ruling_is_played(
    quarrel: tuple[Match, int],
) -> None:
    match, ruling = quarrel
    match.act(Lay(0, 9), anyway=True)  # below 11, and above the 7 that would lie there
    assert tower(match, ruling) == (10, 7, 9)


def unflipped(state: State, event: Happening) -> State:
    """A number that has to be mended does not count, without any coin."""
    if isinstance(event, MendingDue):
        top = replace(state.tower[-1], counts=False)
        state = replace(state, tower=(*state.tower[:-1], top))
    return TOWER.evolve(state, event)


def coin_known(state: State, action: Any) -> Refusal | None:
    """How the last coin fell is looked at before anything is laid."""
    if isinstance(action, Lay) and state.tower and state.tower[-1].counts is None:
        raise NeedsDisclosure
    return TOWER.check(state, action)


def test_where_the_first_draw_was_never_made_nothing_is_played() -> None:
    """Bob's 7 would lie there, and the table would wait for its coin: nothing is judged."""
    game = replace(TOWER, evolve=unflipped, check=coin_known)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, NAMES[:2], chance="declared")
        match.act(Lay(0, 10))
        match.draw(True)
        match.act(Lay(1, 7), anyway=True)
        match.dispute("Ann", match.seq, "7 is below 10")
        match.rule()
        ruling = match.docket().quarrels[0].ended
        match.act(Mend(1, 11))
        match.act(Lay(0, 20))
        stops = match.seq
        match.draw(True)
        found = match.what_if(ruling)
    assert found.refusal is not None
    assert (found.stops, found.refusal.clause, found.outcome) == (stops, "HOUSE-02", None)
    assert [(stone.number, stone.counts) for stone in found.state.tower] == [(10, True), (7, None)]


def disputed(match: Match, number: int, instead: int) -> None:
    """Ann lays a number; that is disputed and upheld, and she mends it."""
    about = match.seq + 1
    match.act(Lay(0, number), anyway=True)
    match.dispute("Bob", about, f"{number} is too low")
    match.rule()
    match.act(Mend(0, instead))


def test_what_another_ruling_led_to_is_not_left_out(quarrel: tuple[Match, int]) -> None:
    match, ruling = quarrel
    disputed(match, 5, 12)  # below 11, and below the 7 that would lie there
    match.act(Lay(1, 13))
    assert tower(match, ruling) == (10, 7, 12, 13)


def test_unless_nothing_would_have_been_wrong(quarrel: tuple[Match, int]) -> None:
    match, ruling = quarrel
    disputed(match, 9, 12)  # below 11, and above the 7 that would lie there
    match.act(Lay(1, 13))
    assert tower(match, ruling) == (10, 7, 9, 13)


def test_after_the_match_was_closed_nothing_follows_on_another_ruling(
    quarrel: tuple[Match, int],
) -> None:
    match, ruling = quarrel
    about = match.seq + 1
    match.act(Lay(0, 5), anyway=True)
    match.close("It is late.")
    match.dispute("Bob", about, "5 is too low")
    match.rule()
    assert tower(match, ruling) == (10, 7, 5)
    assert not match.what_if(ruling).state.mending


def test_a_ruling_that_came_too_late_for_a_remedy_changed_nothing() -> None:
    """To whomever it is told, and also where nothing has followed on it."""
    game = replace(SEALED, fault=lambda view, act: Refusal("SG-01", "a bid is always wrong"))
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, NAMES[:2], seed="a seed")
        match.act(Bid(0, ()))
        match.dispute("Bob", match.seq, "you did not bid")
        match.rule()
        ruling = match.seq
        (quarrel,) = match.docket().quarrels
        assert (quarrel.status, quarrel.remedy) == ("upheld", ())
        for _ in range(2):
            for who in ("spectator", "Ann", "auditor"):
                found = match.what_if(ruling, who)
                assert (found.stops, found.refusal) == (0, None)
                assert found.outcome == found.real == match.outcome
                assert found.state == match.view(who)
            play(match)
