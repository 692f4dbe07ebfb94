"""Bots of simulations play as people do, so that most rounds end with a call."""

import pytest

from ledger import Ledger
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.bots import weigh
from ledger.games.game_of_45.state import Holding, State
from ledger.simulate import play

from .table import HOMES, OTHERS, S, lay, row


def weights(view: State) -> dict[tuple[str, int | None], int]:
    """What the choices of S weigh, by kind and number."""
    acts = [(choice, choice.sample(lambda _: 0)) for choice in GAME.legal(view, S)]
    return {
        (choice.kind, getattr(act, "number", None)): weigh(view, choice) for choice, act in acts
    }


def test_a_bot_trades_what_it_has_twice_for_what_it_lacks() -> None:
    """The Home Row lacks 4, 6, 8 and 9."""
    tray = {S: OTHERS[S]}
    found = weights(lay({62: 8}, trays=tray, phase=Holding(S, 4)))
    assert found["trade_tile", 2] > 2 * found["place_tile", 4]
    found = weights(lay({62: 8}, trays=tray, phase=Holding(S, 5)))
    assert found["trade_tile", 2] < found["place_tile", 5] / 10


def test_a_bot_gives_away_what_it_has_twice_and_rather_draws() -> None:
    found = weights(lay({62: 9}, trays={S: "01234688"}))
    assert found["swap_tile", 0] < found["swap_tile", 8] / 10
    assert found["swap_tile", 8] < found["draw_tile", None]


def test_a_bot_calls_when_it_may() -> None:
    found = weights(lay(row("column-3", "02456789"), trays={S: HOMES[S]}))
    assert found["call", None] > sum(found.values()) / 2


@pytest.mark.whole_matches
def test_most_rounds_of_bots_end_with_a_call() -> None:
    made = [play("45", 4, "people", number, {}) for number in range(2)]
    with Ledger(None) as ledger:
        for match in made:
            ledger.adopt(match.match, match.rows, match.disclosures)
        kinds = [entry.kind for match in made for entry in ledger.match(match.match).events()]
    assert kinds.count("round_started") == 8
    assert kinds.count("bonus_scored") > 4
