"""A table in memory: the engine's loop with nothing written, for tests of a game's rules."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import GameError, Refused
from ledger.testing import Sitting
from tests.sealed_game import SEALED
from tests.stones_game import Place
from tests.tower_game import TOWER, CoinFlipped, Lay
from tests.whisper_game import WHISPER, WORDS, Dealt, Keep, Say, State


def test_a_sitting_draws_what_it_was_given_and_then_waits() -> None:
    table = Sitting(WHISPER, 2, draws=(4,))
    assert table.events == (Dealt(0, 4),)
    assert table.awaits_draw
    assert table.draw(6) == (Dealt(1, 6),)
    assert not table.awaits_draw
    assert table.state.cards == (4, 6)
    assert table.act(Keep(1, WORDS[0])) == (Keep(1, WORDS[0]),)
    assert table.awaited == (0,)
    assert [choice.action for choice in table.legal(0)] == [Keep]


def test_a_sitting_refuses_as_a_match_does() -> None:
    table = Sitting(WHISPER, 2, {"loudest": 2}, draws=(1, 1))
    for refused, clause in (
        (lambda: table.act(Say(0, 1)), "WH-02: there is no such number to say"),
        (lambda: table.draw(1), "HOUSE-04: no draw is awaited"),
        (lambda: Sitting(WHISPER, 2).draw(7), "HOUSE-03: 7 is not among the 6"),
        (lambda: Sitting(SEALED, 2, {"first_points": -1}), "SG-00: points are not below zero"),
    ):
        with pytest.raises(Refused, match=clause):
            refused()
    for seat in (0, 1):
        table.act(Keep(seat, WORDS[seat]))
    with pytest.raises(Refused, match="3 is too loud"):
        table.act(Say(0, 3))
    assert table.act(Say(0, 3), anyway=True) == (Say(0, 3),)


def test_a_sitting_may_begin_anywhere() -> None:
    state = State((1, 2), (WORDS[0], WORDS[1]), (None, 3), 3)
    table = Sitting(WHISPER, 2, state=state)
    assert (table.awaited, table.outcome, table.events) == ((0,), None, ())
    table.act(Say(0, 1))
    assert table.outcome is not None and table.outcome.winners == (0, 1)


def test_an_event_that_the_game_does_not_list_is_an_error_of_the_game() -> None:
    """Though its rules can follow it: it could never be read again."""
    unlisted: Any = replace(TOWER, actions=(Lay,), consequences=())
    with pytest.raises(GameError, match="CoinFlipped"):
        Sitting(unlisted, 2, draws=(True,)).act(Lay(0, 5))
    assert CoinFlipped not in unlisted.consequences
    with pytest.raises(GameError, match="has no action place/2"):
        Sitting(TOWER, 2).act(Place(0, 1, 1, "flint"))
