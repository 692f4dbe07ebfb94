"""What the host does for absent seats, in every installed game."""

import random

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, ActedFor, Event, Ledger, Match, Refused, find_game, game_names
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
                acted, act, *_ = acts_for(match, seat)
                assert acted == ActedFor(seat, "gone")
                assert any(choice.contains(act) for choice in choices)  # type: ignore[arg-type]
            else:
                action = random_action(match, dice)
                assert action is not None
                match.act(action)
        assert match.replay().verdict == "exact"
        assert match.audit().verdict == "clean"


def acts_for(match: Match, seat: int) -> list[Event]:
    """What the host's act for a seat has led to, secrets included.

    The host is told what everybody may read: it acts at its own screen, and the seat is away.
    """
    before = match.seq
    told = match.act_for(seat, "gone")
    assert repr(told) == repr(tuple(entry.event for entry in match.events("spectator", before)))
    return [entry.event for entry in match.events("auditor", before)]


def test_the_host_reads_no_secret_of_the_seat_it_acts_for() -> None:
    match = begun("fifty")
    assert repr(match.act_for(1, "gone")[1]) == f"WriteLine(seat=1, numbers={(HIDDEN,) * 5})"


def begun(name: str, **options: object) -> Match:
    return Ledger(None).new(name, ("Ann", "Bob", "Cleo"), seed="absent", options=options)


def test_fifty_writes_the_smallest_numbers() -> None:
    match = begun("fifty")
    allowed = match.view().allowed
    assert acts_for(match, 1)[1] == WriteLine(1, allowed[:5])


def test_everything_must_go_passes_drops_and_starts_what_is_cheapest() -> None:
    match = begun("everything-must-go", first_seat=0)
    assert acts_for(match, 0)[1] == Pass(0)
    card = match.view().cards[0]
    match.act(StartAuction(1, card, match.view().lowest_start(card)))
    assert acts_for(match, 2)[1] == Drop(2)
    forced = begun("everything-must-go", first_seat=0, **{"pass": "only_if_broke"})
    lowest = min(map(forced.view().lowest_start, forced.view().cards))
    started = acts_for(forced, 0)[1]
    assert isinstance(started, StartAuction)
    assert started.bid == lowest


def test_monopoly_bid_plays_nothing_and_bids_nothing() -> None:
    match = begun("monopoly-bid", first_host=0)
    assert acts_for(match, 0)[1] == EndActions(0)
    assert acts_for(match, 2)[1] == Bid(2, ())


def test_why_the_host_cannot_act_for_a_seat_is_one_reason() -> None:
    match = begun("monopoly-bid", first_host=0)
    with pytest.raises(Refused) as told:
        match.act_for(1, "gone")
    assert str(told.value) == "HOUSE-21: the table does not wait for that seat"
    with Ledger(None) as ledger:
        match = ledger.new(replace(match.game, default=None), ("Ann", "Bob"))
        with pytest.raises(Refused) as told:
            match.act_for(match.awaited[0], "gone")
    assert str(told.value) == "HOUSE-21: the game has nothing to do for an absent seat"
