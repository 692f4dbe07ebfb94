"""Everything Must Go shows everybody the same."""

import random
from typing import Any

import msgspec
import pytest

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
from ledger.testing.playing import named, over, step, ticking
from tests.every_game import houses_of

HOUSES: list[dict[str, Any]] = [{}, *(house.options for house in houses_of(GAME))]


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
