"""Random matches keep the laws, at every table and with every option."""

import random
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import Ledger
from ledger.games.monopoly_bid import GAME
from ledger.simulate import simulate
from ledger.testing import assert_lawful, assert_nothing_secret, machine_for, two_worlds
from ledger.testing.playing import step
from tests.tables import a_ledger

TINY: dict[str, Any] = {
    "property_deck": {"red": 2, "green": 3, "blue": 2},
    "money_deck": {"1": 14, "2": 14},
    "action_deck": {"wild": 2, "draw2": 4, "steal": 4, "nope": 6},
}
"""Few cards: piles run empty, hands without money are common, matches are short."""

HOUSES: tuple[dict[str, Any], ...] = (
    {**TINY, "stall_rounds": 2},
    {**TINY, "wild_starts_group": False, "stolen_wild": "keep_colour", "max_turns": 9},
    {**TINY, "property_pile_empty": "most_sets_wins", "trade_complete": False},
    {**TINY, "trades": "off", "max_turns": 6, "reveal_at_end": True},
    {"trade_complete": False, "simultaneous_win": "host_first", "first_host": 1, "max_seats": 3},
)


@pytest.mark.parametrize("chance", ["seeded", "declared"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_match_keeps_the_laws(seats: int, chance: Literal["seeded", "declared"]) -> None:
    assert_lawful(GAME, seats, seed=seats, acts=40, chance=chance)


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_it_keeps_them_with_other_options(house: int) -> None:
    assert_lawful(GAME, 2 + house % 2, seed=house, acts=70, options=HOUSES[house])


@pytest.mark.parametrize("apart", [0.0, 0.4])
@pytest.mark.parametrize("seats", GAME.seats)
def test_two_worlds_look_alike_to_every_seat_and_to_the_spectator(seats: int, apart: float) -> None:
    """Hands and undrawn piles differ all the while; sealed bids and offers too, up to a reveal."""
    for who in (*range(seats), "spectator"):
        dice = random.Random(f"{seats}/{who}/{apart}")
        alike = two_worlds(GAME, seats, who, dice, acts=4 * seats + 12, apart=apart)
        assert alike.secrets
        assert alike.parted in ("", "bids_revealed", "raises_revealed", "trade_executed")


def test_two_worlds_look_alike_where_hands_are_thrown_in_and_piles_run_empty() -> None:
    parted = set()
    for run in (1, 2, 11):  # 11: a draw that is tried leads to a hand that is thrown in
        dice = random.Random(run)
        parted.add(two_worlds(GAME, 3, run % 3, dice, acts=60, options=HOUSES[0]).parted)
    assert parted <= {"", "hands_kept", "hand_thrown_in", "bids_revealed", "trade_executed"}


@pytest.mark.parametrize("seats", [2, 3])
def test_whatever_is_done_the_laws_hold(seats: int) -> None:
    quick = settings(max_examples=3, stateful_step_count=8, deadline=None, derandomize=True)
    run_state_machine_as_test(machine_for(GAME, seats, options=HOUSES[0]), settings=quick)


def test_no_reader_receives_a_salt_the_seed_or_anothers_secret() -> None:
    with a_ledger() as ledger:
        match = ledger.new(GAME, ["Ann", "Bob", "Cleo"], seed="a seed by hand, long enough")
        dice = random.Random(5)
        for _ in range(60):
            step(match, dice)
        for who in (0, 1, 2, "spectator"):
            assert_nothing_secret(match, who)


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
