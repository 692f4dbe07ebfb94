"""One hypothesis machine for each game and table: it plays, strays, reopens and exports."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import Game
from ledger.games.game_of_49 import GAME
from ledger.testing import machine_for
from tests.sealed_game import SEALED

QUICK = settings(max_examples=8, stateful_step_count=12, deadline=None, derandomize=True)
TABLES = [(game, seats) for game in (SEALED, GAME) for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda part: getattr(part, "name", part))
def test_whatever_is_done_the_laws_hold(game: Game[Any, Any, Any, Any], seats: int) -> None:
    run_state_machine_as_test(machine_for(game, seats), settings=QUICK)
