"""Everything Must Go keeps the laws of games, and shows everybody the same."""

import random
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from ledger import Audience, Consequence, Event, Ledger, Match, MatchOpened, position
from ledger.games.everything_must_go import (
    GAME,
    CardLaid,
    DeckReshuffled,
    FirstSeatDrawn,
    State,
    TopCardTurned,
)
from ledger.simulate import noise_of
from ledger.testing import assert_lawful, assert_nothing_secret, machine_for, two_worlds
from ledger.testing.playing import named, over, step, ticking

HOUSES: list[dict[str, Any]] = [
    {},
    {"aces": "value14", "deck_face_up": False, "keep_unsold": True},
    {"pool": 120, "liquidation": "by_last_round", "tie": "most_pennies", "keep_unsold": True},
    {"pass": "only_if_broke", "auction_base": "face", "refill_above_30": "all_or_nothing"},
    {"stall_guard": False, "tie": "highest_card", "first_seat": 2, "pool": 121},
]
QUICK = settings(max_examples=3, stateful_step_count=10, deadline=None, derandomize=True)


class NoChance:
    """Chance, where nothing is to be drawn."""

    def draw(self, event: type[Any], pool: object, **fields: Any) -> Any:
        raise AssertionError(f"{event.__name__} is drawn from {pool}")


@pytest.mark.parametrize("chance", ["seeded", "declared"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_match_keeps_the_laws(seats: int, chance: Literal["seeded", "declared"]) -> None:
    assert_lawful(GAME, seats, seed=seats, chance=chance, acts=60)


@pytest.mark.parametrize("house", range(1, len(HOUSES)))
def test_other_houses_keep_them_to_the_end(house: int) -> None:
    assert_lawful(GAME, 2 + house, house, options=HOUSES[house], chance="declared")


@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_is_done_the_laws_hold(seats: int) -> None:
    run_state_machine_as_test(machine_for(GAME, seats), settings=QUICK)


@pytest.mark.parametrize("seed", range(4))
def test_two_worlds_never_part(seed: int) -> None:
    """There is no secret in which they could differ."""
    reader: Audience = "spectator" if seed == 3 else seed
    alike = two_worlds(GAME, 3, reader, random.Random(seed), acts=30)
    assert (alike.secrets, alike.parted) == (0, "")
    assert alike.events > 40


@pytest.mark.parametrize("acts", [0, 5, 1000])
def test_no_reader_receives_a_salt_or_the_seed(acts: int) -> None:
    with Ledger(None, games=[GAME], clock=ticking(), entropy=noise_of("emg")) as ledger:
        match = ledger.new(GAME, named(3), seed="a seed by hand, long enough")
        dice = random.Random(acts)
        for _ in range(acts):
            if not over(match):
                step(match, dice)
        for who in (0, 1, 2, "spectator"):
            assert_nothing_secret(match, who)


# -- all see the same


@pytest.mark.clause("EMG-Q-30")
@pytest.mark.parametrize("house", range(len(HOUSES)))
@pytest.mark.parametrize("seats", GAME.seats)
def test_after_every_event_all_views_are_equal(seats: int, house: int) -> None:
    """Every seat's, the spectator's and the auditor's: the states and the events themselves."""
    with Ledger(None, games=[GAME], clock=ticking(), entropy=noise_of("views")) as ledger:
        match = ledger.new(GAME, named(seats), options=HOUSES[house], seed=f"{seats}/{house}")
        dice = random.Random(house)
        for _ in range(30):
            if not over(match):
                step(match, dice)
        readers: list[Audience] = [*range(seats), "spectator"]
        whole = folded(match, "auditor")
        assert len(whole) == match.seq
        for who in readers:
            assert folded(match, who) == whole


def folded(match: Match, who: Audience) -> list[tuple[bytes, bytes]]:
    """Each event as a reader may read it, but for the seed, and the view after it."""
    found: list[tuple[bytes, bytes]] = []
    now: position.Position[State] | None = None
    for entry in match.events(who):
        event = entry.event
        now = position.after(GAME, now, event) if now else position.begin(GAME, event)
        if isinstance(event, MatchOpened):
            event = msgspec.structs.replace(event, seed=None)
        view = position.view(GAME, now.state, who)
        found.append((msgspec.json.encode(event), msgspec.json.encode(view)))
    assert found[-1][1] == msgspec.json.encode(match.view(who))
    return found


@pytest.mark.clause("EMG-SET-01", "EMG-Q-02")
@pytest.mark.parametrize("deck_face_up", [True, False])
def test_no_event_tells_of_a_card_before_it_is_seen(deck_face_up: bool) -> None:
    """A card's name stands in no event between a shuffle and the draw that shows it."""
    with Ledger(None, games=[GAME]) as ledger:
        options = {"deck_face_up": deck_face_up}
        match = ledger.new(GAME, named(4), options=options, seed="unseen")
        dice = random.Random(1)
        while not over(match):
            step(match, dice)
        seen: set[str] = set()
        for entry in list(match.events("auditor"))[1:]:
            event: Event = entry.event
            if isinstance(event, CardLaid | TopCardTurned):
                seen.add(event.card)
            text = msgspec.json.encode(event).decode()
            assert {card for card in match.view().stock if f'"{card}"' in text} <= seen
            if isinstance(event, DeckReshuffled):
                seen = {card for hand in match.view(at=entry.seq).hands for card in hand}


def test_only_three_events_are_drawn() -> None:
    drawn = {cls for cls in GAME.consequences if cls.drawn is not None}
    assert drawn == {CardLaid, TopCardTurned, FirstSeatDrawn}
    assert not any(cls.reveals for cls in GAME.consequences)
    assert all(issubclass(cls, Consequence) for cls in drawn)
