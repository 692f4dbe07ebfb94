"""A position that cannot be is noticed."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, GameError
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.events import TileMoved, TilePlaced
from ledger.games.game_of_45.flow import settle
from ledger.games.game_of_45.state import (
    Correcting,
    Dealing,
    Drawing,
    Holding,
    Resolving,
    Slot,
    Starting,
    State,
    Tile,
    Turn,
)

from .table import N, S, W, lay

SOUND = lay({33: (6, W), 37: (7, S)})
EMPTY = lay({33: 6}, pouch=0)
CORRECTED = replace(lay({33: (6, W), 37: (6, S)}), phase=Correcting(S, 37, Turn(W)))


def board(state: State, square: int, tile: Tile | None) -> State:
    return replace(state, board=(*state.board[:square], tile, *state.board[square + 1 :]))


def correcting(**changes: Any) -> State:
    return replace(CORRECTED, phase=replace(CORRECTED.phase, **changes))


SLOTS = SOUND.trays[S]


@pytest.mark.parametrize("state", [SOUND, EMPTY, CORRECTED])
def test_these_can_be(state: State) -> None:
    assert GAME.invariants(state) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SOUND, pouch=SOUND.pouch - 1),
        replace(SOUND, pouch=-1),
        replace(SOUND, phase=Holding(S, 1)),
        replace(SOUND, aside=(1,)),
        replace(
            SOUND, trays=((Slot(7),) * 8, *SOUND.trays[1:]), aside=(7, 7), pouch=SOUND.pouch - 2
        ),
        replace(SOUND, trays=((*SLOTS[:7], Slot(10)), *SOUND.trays[1:])),
        replace(SOUND, trays=((*SLOTS, Slot(1)), *SOUND.trays[1:]), pouch=SOUND.pouch - 1),
        replace(SOUND, trays=((*SLOTS, Slot(HIDDEN)), *SOUND.trays[1:]), pouch=SOUND.pouch - 1),
        replace(SOUND, trays=((), *SOUND.trays[1:]), pouch=SOUND.pouch + 8),
        board(SOUND, 99, Tile(7, S)),
        replace(board(SOUND, 99, None), pouch=SOUND.pouch + 1),
        board(SOUND, 99, Tile(5, S, 2)),
        board(SOUND, 99, Tile(5, W)),
        board(SOUND, 99, Tile(5, S, voided=True)),
        replace(board(board(SOUND, 37, None), 95, Tile(7, S, 2))),
        board(SOUND, 37, Tile(7, S, 1)),
        board(SOUND, 37, Tile(7, S, 3)),
        replace(SOUND, placed=1),
        replace(SOUND, fresh=3),
        replace(SOUND, fresh=-1),
        replace(SOUND, turns=401),
        replace(SOUND, passes=1),
        replace(EMPTY, passes=5),
        replace(EMPTY, turns=30, emptied=21),
        replace(SOUND, round=21),
        replace(SOUND, forfeited=("row-3",)),
        board(SOUND, 37, Tile(7, S, 2, voided=True)),
        replace(
            board(SOUND, 37, Tile(7, S, 2, voided=True)),
            forfeited=("row-3", "column-7", "row-3"),
        ),
        correcting(accepted=(W,), objected=(W,)),
        correcting(accepted=(S,)),
        correcting(status="proposed"),
        correcting(to=27),
        correcting(square=27),
    ],
)
def test_what_cannot_be_is_noticed(wrong: State) -> None:
    assert GAME.invariants(wrong)
    assert all(fault.endswith(".") for fault in GAME.invariants(wrong))


def test_a_tile_on_its_way_is_counted() -> None:
    """The drawn tile on its way to a slot, the tray tile on its way to the board."""
    less = replace(SOUND, pouch=SOUND.pouch - 1)
    for phase in (
        Holding(S, HIDDEN),
        Resolving(S, 4, 9, 45),
        Resolving(S, 4, 0, 45, 5, HIDDEN, kept=False),
        Resolving(S, 4, 0, 45, 5, 1, kept=True),
    ):
        assert GAME.invariants(replace(less, phase=phase)) == ()
        assert GAME.invariants(replace(SOUND, phase=phase))
    swapping = Resolving(S, 4, 0, 33, 5, None, kept=False)
    assert GAME.invariants(replace(SOUND, phase=swapping)) == ()
    dealing = replace(
        SOUND,
        phase=Dealing(N, (HIDDEN, 1)),
        board=tuple(Tile(5, S) if i == 99 else Tile(7, W) if i == 90 else None for i in range(100)),
        trays=(SOUND.trays[S], SOUND.trays[W], (), ()),
        pouch=100 - 20,
        placed=0,
        fresh=0,
    )
    assert GAME.invariants(dealing) == ()


def test_what_never_happens_is_refused_by_name() -> None:
    """Forged logs lead where no match can."""
    with pytest.raises(GameError, match="nobody is first"):
        settle(replace(SOUND, phase=Starting(), first=None), Never())
    with pytest.raises(GameError, match="where there is none"):
        settle(replace(SOUND, phase=Resolving(S, 4, 0, 45, 5, None, kept=False)), Never())
    with pytest.raises(GameError, match="not at correcting"):
        GAME.evolve(SOUND, TileMoved(S, 33, 34, 6))
    assert GAME.evolve(replace(SOUND, phase=Drawing(S)), TilePlaced(S, 1, None, 9, 45)).placed == 3


class Never:
    """Chance, where nothing is to be drawn."""

    def draw(self, event: type[Any], pool: object, **fields: Any) -> Any:
        raise AssertionError(f"{event.__name__} is drawn from {pool}")
