"""A position that cannot be is noticed."""

import pytest
from msgspec.structs import replace

from ledger import GameError
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.events import Bid, BidPaid, ChipBumped, Happening, PayoffPaid, Place
from ledger.games.game_of_49.state import Auction, Chip, State

from .table import A, B, lay

SOUND = lay({A: [1, 30], B: [(49, "49")]})
UP = Auction("17", 2, ("waiting", "passed", "waiting"), A)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SOUND, deck=58),
        replace(SOUND, deck=-1),
        replace(SOUND, removed=("1",), deck=56),
        lay({A: [(1, "2")]}),
        lay({A: [(2, "1")]}),
        lay({A: [(49, "41-48")]}),
        lay({A: [(25, "1-24")]}),
        replace(SOUND, loose=(Chip(A, "2"),), deck=56),
        replace(SOUND, cash=(49, -1, 49)),
        replace(SOUND, deck=56, phase=replace(UP, bid=3)),
        replace(SOUND, deck=56, phase=replace(UP, bid=1000, bidder=B)),
        replace(SOUND, deck=56, phase=replace(UP, turn=B)),
        replace(SOUND, deck=56, phase=replace(UP, standing=("waiting", "dropped"), turn=B)),
        replace(SOUND, deck=56, phase=replace(UP, bid=3, bidder=A)),
        replace(SOUND, deck=56, phase=UP, defaulted=(A, A)),
        replace(SOUND, line=(1, 2, 3, 4)),
        lay({A: [1, 2, 3, 4]}),
    ],
)
def test_a_position_that_cannot_be_is_noticed(wrong: State) -> None:
    (fault,) = GAME.invariants(wrong)
    assert fault.endswith(".")


def test_a_sound_position_has_no_fault() -> None:
    assert GAME.invariants(SOUND) == ()
    assert GAME.invariants(replace(SOUND, deck=56, phase=UP)) == ()
    highest = replace(UP, bid=SOUND.options.max_bid, bidder=B)
    assert GAME.invariants(replace(SOUND, deck=56, phase=highest)) == ()


@pytest.mark.parametrize(
    "event", [Bid(A, 3), Place(A, 3), PayoffPaid(A, 1, 7), BidPaid(A, 3), ChipBumped(B, 20)]
)
def test_an_event_that_cannot_follow_is_no_event(event: Happening) -> None:
    with pytest.raises(GameError):
        GAME.evolve(SOUND, event)
