"""A position that cannot be is noticed."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import GameError
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.events import (
    Bid,
    Drop,
    Happening,
    PenniesPaid,
    PenniesRefilled,
)
from ledger.games.everything_must_go.flow import settle
from ledger.games.everything_must_go.state import Auction, Between, Over, Payment, State

from .table import A, B, C, lay


class NoChance:
    """Chance, where nothing is to be drawn."""

    def draw(self, event: type[Any], pool: object, **fields: Any) -> Any:
        raise AssertionError(f"{event.__name__} is drawn from {pool}")


SOUND = lay(hands={A: "Kd", B: "8h"})
LIMITED = lay(pool=100)
UP = Auction("Ks", 8, B, C, (A,))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SOUND, deck=17),
        replace(SOUND, deck=-1),
        replace(SOUND, hands=(("Kd",), ("8h", "8c"), (), ()), deck=17),
        replace(SOUND, top="Kd"),
        replace(SOUND, hands=(("Kd",), ("As",), (), ())),
        replace(lay("8c", gone=23), top="8s", deck=0),
        lay(deck_face_up=False, top="Qh"),
        replace(SOUND, pennies=(41, 20, 20, 20)),
        replace(SOUND, pennies=(-1, 20, 20, 20)),
        replace(LIMITED, pool=21),
        replace(LIMITED, pennies=(20, 20, 19, 20)),
        replace(LIMITED, pool=-20, options=replace(LIMITED.options, pool=60)),
        replace(SOUND, round=1, turns=1),
        replace(SOUND, turns=5),
        replace(SOUND, stage="closeout"),
        lay(gone=12, stage="full"),
        lay(gone=12, stage="liquidation"),
        lay(gone=20, stage="closeout"),
        lay(gone=13, liquidation="by_last_round", stage="liquidation"),
        replace(SOUND, phase=Over((A,), "EMG-END-02")),
        replace(SOUND, phase=Payment(A, "Ks", 21)),
        replace(SOUND, phase=replace(UP, card="Qs")),
        replace(SOUND, phase=replace(UP, bid=21)),
        replace(SOUND, phase=replace(UP, turn=A)),
        replace(SOUND, phase=replace(UP, out=(B,))),
        replace(SOUND, phase=replace(UP, turn=B)),
    ],
)
def test_a_position_that_cannot_be_is_noticed(wrong: State) -> None:
    assert GAME.invariants(wrong)
    assert all(fault.endswith(".") for fault in GAME.invariants(wrong))


def test_a_sound_position_has_no_fault() -> None:
    for sound in (SOUND, LIMITED, replace(SOUND, phase=UP)):
        assert GAME.invariants(sound) == ()


@pytest.mark.parametrize("event", [Bid(A, 3), Drop(A), PenniesPaid(A, 3), PenniesRefilled(A, 3)])
def test_an_event_that_cannot_follow_is_no_event(event: Happening) -> None:
    with pytest.raises(GameError):
        GAME.evolve(SOUND, event)


def test_no_round_goes_on_without_a_first_seat() -> None:
    with pytest.raises(GameError):
        settle(replace(SOUND, phase=Between(), first=None), NoChance())
