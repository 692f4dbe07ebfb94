"""Matches in which piles run empty tell nobody a secret, and simulated ones end."""

import random
from pathlib import Path

import pytest

from ledger import Ledger
from ledger.games.monopoly_bid import GAME
from ledger.simulate import simulate
from ledger.testing import two_worlds
from tests.every_game import houses_of

pytestmark = pytest.mark.whole_matches


def test_two_worlds_look_alike_where_hands_are_thrown_in_and_piles_run_empty() -> None:
    parted, house = set(), houses_of(GAME)[0]
    for run in (1, 2, 11):  # 11: a draw that is tried leads to a hand that is thrown in
        dice = random.Random(run)
        alike = two_worlds(GAME, 3, run % 3, dice, acts=60, options=house.options)
        parted.add(alike.parted)
    assert parted <= {"", "hands_kept", "hand_thrown_in", "bids_revealed", "trade_executed"}


def test_simulated_matches_end_mostly_in_three_sets(tmp_path: Path) -> None:
    path = tmp_path / "simulated.db"
    simulate("monopoly-bid", path, matches=4, seats=2, seed="s")
    with Ledger(path, "read") as ledger:
        ends = []
        for match in ledger.ids():
            assert ledger.replay(match).verdict == "exact"
            assert ledger.audit(match).verdict == "clean"
            outcome = ledger.match(match).outcome
            assert outcome is not None
            ends.append(outcome.clause)
    assert ends.count("MB-END-01") >= 3
