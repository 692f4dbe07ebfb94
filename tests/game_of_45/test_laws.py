"""The Game of 45 keeps the laws of games, and no seat can tell what it may not know."""

import random
from typing import Any, Literal

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import Audience, Ledger
from ledger.games.game_of_45 import GAME
from ledger.simulate import noise_of
from ledger.testing import assert_lawful, assert_nothing_secret, machine_for, two_worlds
from ledger.testing.playing import named, over, step, ticking

HOUSES: list[dict[str, Any]] = [
    {"tiles_per_digit": 4, "corner": "last_drawn", "call_window": "immediately"},
    {"max_turns_per_round": 9, "dead_round": "void", "next_first": "redraw"},
    {"tiles_per_digit": 5, "empty_pouch_turns": 2, "end": "target300", "max_rounds": 4},
    {"same_number_swap": True, "aside_traded": False, "tiles_per_digit": 6, "tie": "extra_round"},
    {"bordering": "four", "objection": "majority", "vertical_2p": "flat45"},
]
QUICK = settings(max_examples=3, stateful_step_count=10, deadline=None, derandomize=True)


@pytest.mark.parametrize("chance", ["seeded", "declared"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_match_keeps_the_laws(seats: int, chance: Literal["seeded", "declared"]) -> None:
    assert_lawful(GAME, seats, seed=seats, chance=chance, acts=70)


@pytest.mark.parametrize("house", range(len(HOUSES)))
@pytest.mark.parametrize("seats", GAME.seats)
def test_other_houses_keep_them(seats: int, house: int) -> None:
    assert_lawful(GAME, seats, house, options=HOUSES[house], acts=90, strays=0.2)


@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_is_done_the_laws_hold(seats: int) -> None:
    run_state_machine_as_test(machine_for(GAME, seats), settings=QUICK)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seats", GAME.seats)
def test_two_worlds_are_one_to_who_may_not_know(seats: int, seed: int) -> None:
    """All lay out their tiles, and play as far as what they do in public can be alike."""
    reader: Audience = "spectator" if seed == 4 else seed % seats
    alike = two_worlds(GAME, seats, reader, random.Random(seed), acts=80)
    assert alike.secrets > 3
    assert alike.events > (25 if seats == 2 else 50)


@pytest.mark.parametrize("acts", [0, 40, 120])
def test_no_reader_receives_a_salt_or_the_seed(acts: int) -> None:
    with Ledger(None, games=[GAME], clock=ticking(), entropy=noise_of("45")) as ledger:
        match = ledger.new(GAME, named(4), seed="a seed by hand, long enough")
        dice = random.Random(acts)
        for _ in range(acts):
            if not over(match):
                step(match, dice)
        for who in (0, 1, 2, 3, "spectator"):
            assert_nothing_secret(match, who)
