"""The laws that every game must keep, on Fifty: large tables and other options too."""

import random
from typing import Any, Literal

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import Audience, Ledger
from ledger.games.fifty import GAME
from ledger.simulate import noise_of
from ledger.testing import assert_lawful, assert_nothing_secret, machine_for, two_worlds
from ledger.testing.playing import named, over, step, ticking

QUICK = settings(max_examples=3, stateful_step_count=8, deadline=None, derandomize=True)
OTHERS: dict[str, Any] = {
    "interrupt_point": "interrupter",
    "collision": "that_number_only",
    "score_final": False,
    "first_counter": "random",
    "danger": True,
    "reveal_at_end": False,
}


@pytest.mark.parametrize(
    ("seats", "chance", "acts"),
    [
        (3, "seeded", 1000),
        (4, "declared", 22),
        (5, "seeded", 6),
        (6, "declared", 8),
        (7, "seeded", 8),
    ],
)
def test_a_random_match_keeps_the_laws(
    seats: int, chance: Literal["seeded", "declared"], acts: int
) -> None:
    """To its end, two rounds, one round."""
    assert_lawful(GAME, seats, seats, acts, chance=chance)


def test_other_options_keep_them() -> None:
    assert_lawful(GAME, 4, 1, 22, options=OTHERS, chance="declared")


def test_a_large_table_keeps_them() -> None:
    assert_lawful(GAME, 8, 1, 10, options={"danger": True, "first_counter": "fixed"})


@pytest.mark.parametrize("seats", [3, 7])
def test_worlds_that_differ_in_what_is_not_called_look_alike(seats: int) -> None:
    """To the number at which they differ, and a count in which they do not to its end."""
    readers: list[Audience] = [*range(seats), "spectator"]
    found = [
        two_worlds(GAME, seats, readers[-run], random.Random(run), acts=12, apart=apart)
        for run, apart in enumerate((0.0, 0.2, 1.0, 1.0))
    ]
    assert sum(alike.secrets for alike in found) >= 2 * (seats - 1)
    assert {alike.parted for alike in found} == {"", "number_called"}


@pytest.mark.parametrize("acts", [3, 12])
@pytest.mark.parametrize("seats", [3, 7])
def test_no_reader_receives_a_salt_or_the_seed(seats: int, acts: int) -> None:
    with Ledger(None, games=[GAME], clock=ticking(), entropy=noise_of("secrets")) as ledger:
        match = ledger.new(GAME, named(seats), seed="a seed by hand, long enough")
        dice = random.Random(seats)
        for _ in range(acts):
            if not over(match):
                step(match, dice)
        for who in (0, 1, "spectator"):
            assert_nothing_secret(match, who)


def test_whatever_is_done_the_laws_hold() -> None:
    run_state_machine_as_test(machine_for(GAME, 3), settings=QUICK)
