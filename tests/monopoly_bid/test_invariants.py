"""A position that cannot be is noticed; and what may never happen does not, in random matches."""

import random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Bag, Consequence, GameError
from ledger.chance import Declared, complete, pool_of
from ledger.games.monopoly_bid import (
    GAME,
    BidPaid,
    CardDrawn,
    CardLaid,
    CardStolen,
    Group,
    Happening,
    Lay,
    Nope,
    State,
    TradeExecuted,
)
from ledger.games.monopoly_bid.cards import WILD
from ledger.games.monopoly_bid.flow import settle
from ledger.games.monopoly_bid.groups import without
from ledger.games.monopoly_bid.state import Bidding, Comparing, Landing, Raising, Window
from ledger.simulate import random_action
from tests.tables import a_ledger

from .table import A, B, lay

C = TypeVar("C", bound=Consequence)

SOUND = lay({A: "1 nope", B: "5"}, {A: ["red wild"], B: ["green"]}, discard="2", returned="pink")
BIDS = replace(SOUND, properties=SOUND.properties - 1, phase=Bidding("red", (("1",), None, None)))


def groups(*lying: Group) -> tuple[tuple[Group, ...], ...]:
    return (lying, *SOUND.groups[1:])


RED = Group(1, "red", 3, ("red", "wild"))


@pytest.mark.parametrize(
    "wrong",
    [
        replace(SOUND, pile=SOUND.pile + 1),
        replace(SOUND, pile=-1, hands=(Bag(("1", "nope"), 80), *SOUND.hands[1:])),
        replace(SOUND, discard=("2", "2")),
        replace(SOUND, discard=("2", *["1"] * 10), pile=SOUND.pile - 10),
        replace(SOUND, properties=SOUND.properties + 1),
        replace(SOUND, returned=("pink", "pink")),
        replace(SOUND, returned=("pink", *["green"] * 3), properties=SOUND.properties - 3),
        replace(SOUND, landing=(Landing(A, "red", "red"),)),
        replace(SOUND, landing=(Landing(A, WILD, "red"),)),
        replace(SOUND, groups=groups(replace(RED, size=4))),
        replace(SOUND, groups=groups(replace(RED, number=9))),
        replace(SOUND, groups=groups(replace(RED, number=2))),
        replace(SOUND, groups=groups(RED, Group(2, "pink", 3, ())), begun=3),
        replace(
            SOUND,
            groups=groups(replace(RED, cards=("red", "pink", "wild"))),
            properties=SOUND.properties - 1,
        ),
        replace(BIDS, phase=Bidding("red", (("2",), None, None))),
        replace(BIDS, phase=Raising("red", ((), (), ()), (A, B), (("2",), None, None))),
        replace(BIDS, phase=Comparing("red", (("3",), (), ()), (A, B), added=True)),
    ],
)
def test_a_position_that_cannot_be_is_noticed(wrong: State) -> None:
    faults = GAME.invariants(wrong)
    assert faults and all(fault.endswith(".") for fault in faults)


def test_wilds_that_leave_no_room_are_noticed() -> None:
    three = Group(1, "red", 3, ("wild", "wild", "wild"))
    wrong = replace(
        SOUND,
        groups=groups(three),
        pile=SOUND.pile - 2,
        properties=SOUND.properties + 1,
    )
    (fault,) = GAME.invariants(wrong)
    assert fault == "Set 1 has no room for a property beside its Wilds."
    four = Group(1, "red", 3, ("red", "red", "red", "wild"))
    (fault,) = GAME.invariants(replace(SOUND, groups=groups(four), properties=SOUND.properties - 2))
    assert fault == "Set 1 has 4 of 3 cards."


def test_a_sound_position_has_no_fault() -> None:
    assert GAME.invariants(SOUND) == ()
    assert GAME.invariants(BIDS) == ()
    hidden = replace(BIDS, phase=Bidding("red", (HIDDEN, None, None)))
    assert GAME.invariants(hidden) == ()


@pytest.mark.parametrize(
    "event",
    [
        Nope(A, 1),
        Lay(A, 1),
        BidPaid(A, ("1",)),
        CardLaid(A, "red", "red", 1, 2, 3),
        CardStolen(A, B, 2, "green"),
        CardDrawn(A, "1"),
    ],
)
def test_an_event_that_cannot_follow_is_no_event(event: Happening) -> None:
    with pytest.raises(GameError):
        GAME.evolve(SOUND, event)


def test_a_card_that_does_not_lie_there_cannot_leave() -> None:
    with pytest.raises(GameError):
        without(SOUND.groups[A], 1, "green")
    with pytest.raises(GameError):
        without(SOUND.groups[A], 7, "red")


def test_a_trade_nobody_offered_is_not_carried_out() -> None:
    with pytest.raises(GameError):
        settle(replace(SOUND, accepted=3), Declared())


# -- whole matches, in memory

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"property_pile_empty": "most_sets_wins", "trade_complete": False},
    {"wild_starts_group": False, "stolen_wild": "keep_colour", "reveal_at_end": True},
    {"simultaneous_win": "host_first", "stall_rounds": 1},
)
TINY: dict[str, Any] = {
    "property_deck": {"red": 2, "green": 3, "blue": 2},
    "money_deck": {"1": 24, "2": 24},
    "action_deck": {"wild": 2, "draw2": 4, "steal": 4, "nope": 6},
}


class Dice:
    """Draws from what is left."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def draw(self, event: type[C], pool: Any, **fields: Any) -> C:
        rest = pool_of(pool, event)
        assert not rest.hidden
        return complete(event, fields, self._dice.choice(rest.items))


@pytest.mark.whole_matches
@pytest.mark.parametrize("seed", range(16))
def test_a_whole_match_is_sound_after_every_event(seed: int) -> None:
    dice = random.Random(seed)
    options = {**HOUSES[seed // 4], **(TINY if seed % 2 else {})}
    begun = GAME.start(GAME.choose(options), 2 + seed % 4)
    assert isinstance(begun, State)
    state: State = begun
    while (over := GAME.outcome(state)) is None:
        event: Any = GAME.settle(state, Dice(dice))
        if event is None:
            seat = dice.choice(GAME.awaited(state))
            event = dice.choice(GAME.legal(state, seat)).sample(dice.randrange)
            assert GAME.check(state, event) is None
        state = GAME.evolve(state, event)
        assert GAME.invariants(state) == (), event
        assert len(state.cards_left().items) == state.pile, event
        assert len(state.properties_left().items) == state.properties, event
    assert over.winners and over.clause in GAME.clauses


# -- from event to event


@pytest.mark.clause("MB-STL-02", "MB-WLD-02", "MB-Q-25", "MB-Q-26")
@pytest.mark.parametrize("seed", range(4))
def test_no_wild_moves_but_by_a_steal_and_a_complete_set_loses_nothing_to_one(seed: int) -> None:
    with a_ledger() as ledger:
        match = ledger.new(GAME, ["Ann", "Bob", "Cleo"], seed=str(seed))
        dice = random.Random(seed)
        for _ in range(400):
            if (action := random_action(match, dice, weighed=True)) is None:
                break
            match.act(action)
        was = match.view("auditor", 1)
        for entry in list(match.events("auditor"))[1:]:
            now = match.game.evolve(was, entry.event)
            _moved(was, entry.event, now)
            was = now


def _moved(was: State, event: Any, now: State) -> None:
    """What an event may do to the sets."""
    for seat, lying in enumerate(was.groups):
        for group in lying:
            found = next((g for g in now.groups[seat] if g.number == group.number), None)
            left = found.cards if found else ()
            lost = len(group.cards) - len(left)
            if isinstance(event, CardStolen) and (event.victim, event.group) == (
                seat,
                group.number,
            ):
                assert not group.complete and lost == 1
            elif isinstance(event, TradeExecuted):
                assert left.count(WILD) == group.wilds
            elif isinstance(event, CardLaid) and lost:
                assert lost == -1 and event.group == group.number and not group.complete
            else:
                assert left == group.cards
    if isinstance(was.phase, Window):
        assert was.groups == now.groups or isinstance(event, CardLaid)
