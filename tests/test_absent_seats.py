"""What the host does for absent seats, in every installed game."""

import random

import pytest

from ledger import ActedFor, Ledger, Match, find_game, game_names
from ledger.games.everything_must_go import Drop, Pass, StartAuction
from ledger.games.fifty import WriteLine
from ledger.games.monopoly_bid import Bid, EndActions
from ledger.simulate import random_action

SEEDS = range(3)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", game_names())
def test_a_match_with_absent_seats_is_as_good_as_any(name: str, seed: int) -> None:
    """Each act for an absent seat is one of its regular choices, and the record can be proved."""
    game = find_game(name)
    assert game.default is not None
    seats, dice = game.seats[seed % 2], random.Random(f"absent/{seed}")
    with Ledger(None) as ledger:
        match = ledger.new(game, [f"P{seat}" for seat in range(seats)], seed=f"absent/{seed}")
        for _ in range(40):
            if match.outcome is not None:
                break
            if dice.random() < 0.5:
                seat = dice.choice(match.awaited)
                choices = match.legal(seat)
                acted, act, *_ = match.act_for(seat, "gone")
                assert acted == ActedFor(seat, "gone")
                assert any(choice.contains(act) for choice in choices)  # type: ignore[arg-type]
            else:
                action = random_action(match, dice)
                assert action is not None
                match.act(action)
        assert match.replay().verdict == "exact"
        assert match.audit().verdict == "clean"


def begun(name: str, **options: object) -> Match:
    return Ledger(None).new(name, ("Ann", "Bob", "Cleo"), seed="absent", options=options)


def test_fifty_writes_the_smallest_numbers() -> None:
    match = begun("fifty")
    allowed = match.view().allowed
    assert match.act_for(1, "gone")[1] == WriteLine(1, allowed[:5])


def test_everything_must_go_passes_drops_and_starts_what_is_cheapest() -> None:
    match = begun("everything-must-go", first_seat=0)
    assert match.act_for(0, "gone")[1] == Pass(0)
    card = match.view().cards[0]
    match.act(StartAuction(1, card, match.view().lowest_start(card)))
    assert match.act_for(2, "gone")[1] == Drop(2)
    forced = begun("everything-must-go", first_seat=0, **{"pass": "only_if_broke"})
    lowest = min(map(forced.view().lowest_start, forced.view().cards))
    started = forced.act_for(0, "gone")[1]
    assert isinstance(started, StartAuction)
    assert started.bid == lowest


def test_monopoly_bid_plays_nothing_and_bids_nothing() -> None:
    match = begun("monopoly-bid", first_host=0)
    assert match.act_for(0, "gone")[1] == EndActions(0)
    assert match.act_for(2, "gone")[1] == Bid(2, ())
