"""Random play to the end: what always holds, and that legal and check agree on every view."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger import Action, Consequence, Event, Hidden, Refusal
from ledger.chance import Pool, complete, pool_of
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import DECK
from ledger.games.game_of_49.events import (
    Act,
    Bid,
    BidPaid,
    CardDrawn,
    CardUnplayable,
    CashShown,
    Check,
    Happening,
    LineCompleted,
    MatchWon,
    Pass,
    PayoffPaid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.state import Auction, Options, State, mask

X = TypeVar("X", bound=Consequence)

TABLES = [
    (seats, options)
    for seats in GAME.seats
    for options in (
        Options(),
        Options(minimum_bid=False, check_rule=False, full_range="redraw", max_bid=60),
    )
]


class Luck:
    """Chance for tests: any element of the pool."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def draw(self, event: type[X], pool: Pool[Any], **fields: Any) -> X:
        return complete(event, fields, self._dice.choice(pool_of(pool, event).items))


def playing(seats: int, options: Options, seed: int) -> Iterator[tuple[State, Happening | None]]:
    """Every position of a match played at random, each with the event that led to it."""
    dice = random.Random(seed)
    state = GAME.start(options, seats)
    assert isinstance(state, State)
    event: Happening | None = None
    while True:
        yield state, event
        event = GAME.settle(state, Luck(dice))
        if event is None:
            if GAME.outcome(state):
                return
            event = some_act(state, dice)
        state = GAME.evolve(state, event)


def some_act(state: State, dice: random.Random) -> Act:
    """What the seat on turn does: bids are mostly low, and now and then beyond its money."""
    (seat,) = GAME.awaited(state)
    auction = state.phase
    if isinstance(auction, Auction):
        lowest = max(auction.bid + 1, auction.minimum)
        if dice.random() < 0.5:
            bid = Bid(seat, lowest + dice.choice((0, 0, 0, 1, 5, 40)))
            refusal = GAME.check(state, bid)
            if refusal is None or (refusal.irregular and dice.random() < 0.2):
                return bid
    choice = dice.choice(GAME.legal(mask(state, seat), seat))
    return as_act(choice.sample(dice.randrange))


def as_act(action: Action) -> Act:
    """The same, known to be of this game."""
    assert isinstance(action, Bid | Check | Pass | Place)
    return action


def probes(state: State) -> Iterator[Act]:
    """Actions near every border, and far beyond."""
    amounts = {-3, 0, 1, 2, 7, state.options.max_bid, state.options.max_bid + 1, 10**30}
    if isinstance(state.phase, Auction):
        amounts |= {state.phase.minimum - 1, state.phase.minimum}
        amounts |= {state.phase.bid, state.phase.bid + 1}
    for seat in range(state.seats):
        cash = state.cash[seat]
        assert not isinstance(cash, Hidden)
        yield from (Bid(seat, amount) for amount in amounts | {cash, cash + 1})
        yield Pass(seat)
        yield Check(seat)
        yield from (Place(seat, space) for space in (-1, 0, *range(1, 51), 10**9))


@pytest.mark.whole_matches
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_match_keeps_the_invariants_and_ends_within_60_cards(
    seats: int, options: Options, seed: int
) -> None:
    events: list[Event] = []
    for state, event in playing(seats, options, seed):
        views = [state, *(mask(state, audience) for audience in (0, "spectator"))]
        assert [GAME.invariants(view) for view in views] == [(), (), ()]
        events += [event] if event is not None else []
    counts = Counter(type(event) for event in events)
    redraws = sum(
        isinstance(event, CardUnplayable)
        and (event.reason == "covered" or options.full_range == "redraw")
        for event in events
    )
    assert counts[CardDrawn] <= len(DECK)
    assert counts[CardDrawn] - redraws == counts[TokensPassed] + counts[LineCompleted]
    assert all(event.amount <= 49 for event in events if isinstance(event, PayoffPaid))
    bank = sum(event.amount for event in events if isinstance(event, BidPaid)) - sum(
        event.amount for event in events if isinstance(event, PayoffPaid)
    )
    assert isinstance(events[-1], MatchWon)
    (shown,) = (event for event in events if isinstance(event, CashShown))
    assert sum(shown.cash) == 49 * seats - bank


@pytest.mark.whole_matches
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_legal_and_check_agree_on_every_view(seats: int, options: Options, seed: int) -> None:
    for state, _ in playing(seats, options, seed):
        if GAME.settle(state, Luck(random.Random(0))) is not None:
            continue
        views = [mask(state, seat) for seat in range(seats)]
        legal = [GAME.legal(view, seat) for seat, view in enumerate(views)]
        assert legal == [GAME.legal(state, seat) for seat in range(seats)]
        assert [seat for seat, choices in enumerate(legal) if choices] == list(GAME.awaited(state))
        for action in probes(state):
            refusal = GAME.check(views[action.seat], action)
            assert refusal == GAME.check(state, action)
            allowed = any(choice.contains(action) for choice in legal[action.seat])
            assert allowed is (refusal is None)
            assert refusal is None or refusal.clause in GAME.clauses
        for choices in legal:
            for choice in choices:
                sample = as_act(choice.sample(random.Random(seed).randrange))
                assert GAME.check(state, sample) is None


@pytest.mark.whole_matches
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_table_waits_for_one_seat_or_acts_by_itself(seats: int, options: Options) -> None:
    """Also between two consequences, where a reader of the log may stop, nobody has a choice."""
    for state, _ in playing(seats, options, seed=3):
        awaited = GAME.awaited(state)
        if GAME.settle(state, Luck(random.Random(0))) is None and GAME.outcome(state) is None:
            assert len(awaited) == 1
        else:
            assert awaited == ()
            assert {GAME.legal(mask(state, seat), seat) for seat in range(seats)} == {()}


@pytest.mark.whole_matches
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_masked_view_evolves_as_the_position_does(seats: int) -> None:
    before: State | None = None
    for state, event in playing(seats, Options(), seed=7):
        if before is not None and event is not None:
            for seat in range(seats):
                followed = mask(GAME.evolve(mask(before, seat), event), seat)
                assert repr(followed) == repr(mask(state, seat))
        before = state


@settings(max_examples=100, deadline=None)
@given(
    seed=st.integers(0, 20),
    seats=st.sampled_from(GAME.seats),
    steps=st.integers(0, 150),
    seat=st.integers() | st.integers(-1, 6),
    number=st.integers() | st.integers(-1, 60),
)
def test_check_answers_whatever_it_is_asked(
    seed: int, seats: int, steps: int, seat: int, number: int
) -> None:
    reached = list(islice(playing(seats, Options(), seed), steps + 1))
    state, _ = reached[-1]
    for action in (Bid(seat, number), Pass(seat), Check(seat), Place(seat, number)):
        answer = GAME.check(mask(state, seat), action)
        assert answer is None or isinstance(answer, Refusal)
    GAME.legal(mask(state, seat), seat)


@given(cash=st.tuples(*[st.integers(0, 200)] * 3), other=st.tuples(*[st.integers(0, 200)] * 3))
def test_positions_that_differ_only_in_others_money_look_alike(
    cash: tuple[int, ...], other: tuple[int, ...]
) -> None:
    views = set()
    for purse in (cash, (cash[0], *other[1:])):
        state = GAME.start(Options(), 3)
        assert isinstance(state, State)
        views.add(repr(mask(State(state.options, purse, state.phase), 0)))
    assert len(views) == 1
