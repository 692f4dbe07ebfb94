"""One hypothesis machine for each game and table: it plays, strays, reopens and exports."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import game_names
from ledger.testing import machine_for
from tests.every_game import TINY, Played, small

QUICK = settings(max_examples=8, stateful_step_count=12, deadline=None, derandomize=True)
QUICKER = settings(QUICK, max_examples=3, stateful_step_count=10)


@pytest.mark.parametrize(("one", "seats"), small())
def test_whatever_is_done_the_laws_hold(one: Played, seats: int) -> None:
    options = TINY if one.name == "monopoly-bid" else {}
    run_state_machine_as_test(
        machine_for(one.game, seats, options),
        settings=QUICKER if one.name in game_names() else QUICK,
    )
