"""Rounds of Everything Must Go: one turn each, refills, the new layout, the course of a game."""

from collections.abc import Iterator

import pytest

from ledger import Ledger, Match
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.events import (
    Buy,
    CardAcquired,
    CardLaid,
    DeckReshuffled,
    Pass,
    PenniesRefilled,
    RoundBegan,
    TopCardTurned,
    TurnBegan,
)
from ledger.games.everything_must_go.flow import refilled
from ledger.games.everything_must_go.state import Options

from .table import (
    A,
    B,
    C,
    D,
    auction,
    buy,
    kinds,
    lay,
    of_kind,
    off_the_deck,
    passed,
    resume,
    sit,
)


@pytest.mark.clause("EMG-RND-01")
def test_in_a_round_every_seat_has_one_turn() -> None:
    sitting = sit(4, stall_guard=False)
    passed(sitting, 8)
    turns = [event.seat for event in of_kind(sitting.events, TurnBegan)]
    assert turns == [A, B, C, D, B, C, D, A, C]


@pytest.mark.clause("EMG-RND-05", "EMG-RND-06", "EMG-Q-12", "EMG-Q-15")
def test_after_a_round_what_is_left_is_shuffled_and_the_first_seat_moves_on() -> None:
    state = lay("8c 9d Jh Ks", gone=3, turn=D, top="8d", pennies=(40, 40, 40, 40))
    sitting = resume(state, "Ks", "8s", "9d", "Qh", "10c")
    assert buy(sitting, "8c")[3:] == (
        PenniesRefilled(D, 8),
        DeckReshuffled(20),  # what lay beside it and its top card are in it again
        CardLaid(0, "Ks"),
        CardLaid(1, "8s"),
        CardLaid(2, "9d"),
        CardLaid(3, "Qh"),
        TopCardTurned("10c"),
        RoundBegan(sitting.state.round, B),
        TurnBegan(B),
    )
    assert (sitting.state.deck, sitting.state.top, sitting.state.first) == (16, "10c", B)


@pytest.mark.clause("EMG-Q-12")
def test_where_agreed_what_is_unsold_stays() -> None:
    state = lay("8c 9d Jh Ks", gone=3, turn=D, top="8d", keep_unsold=True)
    sitting = resume(state, "8d", "10c")
    events = buy(sitting, "9d")
    assert DeckReshuffled(17) in events  # its top card was seen, and is shuffled in
    assert off_the_deck(events) == ["8d", "10c"]
    assert sitting.state.showing == ("8c", "8d", "Jh", "Ks")
    assert (sitting.state.deck, sitting.state.top) == (16, "10c")


@pytest.mark.clause("EMG-Q-12", "EMG-Q-02")
def test_where_all_stay_the_deck_gets_a_new_top_card() -> None:
    sitting = resume(lay(turn=D, top="8d", keep_unsold=True), "Qs")
    events = passed(sitting)
    assert off_the_deck(events) == ["Qs"]
    assert sitting.state.showing == ("8c", "9d", "Jh", "Ks")
    assert sitting.state.top == "Qs"


@pytest.mark.clause("EMG-Q-15", "EMG-TRN-04")
def test_the_first_seat_of_a_round_draws_no_replacement() -> None:
    sitting = resume(lay(turn=D, gone=3))
    events = buy(sitting, "8c")
    assert kinds(events)[-2:] == [RoundBegan, TurnBegan]
    assert kinds(events).count(CardLaid) == 4


@pytest.mark.clause("EMG-Q-13")
@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_fewer_than_four_are_all_laid_and_there_is_no_deck(left: int) -> None:
    beside = ("8c", "9d", "Jh", "Ks")[: left + 1]
    sitting = resume(lay(" ".join(beside), turn=D, gone=23 - left))
    events = buy(sitting, "8c")
    assert kinds(events).count(CardLaid) == left
    assert TopCardTurned not in kinds(events)
    assert len(sitting.state.cards) == left
    assert (sitting.state.deck, sitting.state.top) == (0, None)


@pytest.mark.clause("EMG-Q-12", "EMG-Q-14")
def test_where_all_that_is_left_stays_nothing_is_laid() -> None:
    sitting = resume(lay("8c 9d", gone=22, turn=D, keep_unsold=True))
    events = passed(sitting)
    assert DeckReshuffled(0) in events and off_the_deck(events) == []
    assert (sitting.state.cards, sitting.state.deck) == (("8c", "9d"), 0)


BRACKETS = [
    (0, 20),
    (9, 20),
    (10, 30),
    (11, 30),
    (19, 30),
    (20, 30),
    (21, 31),
    (25, 35),
    (29, 39),
    (30, 40),
    (31, 40),
    (39, 40),
    (40, 40),
]


@pytest.mark.clause("EMG-RND-02", "EMG-RND-03", "EMG-RND-04", "EMG-Q-08")
@pytest.mark.parametrize(("before", "after"), BRACKETS)
def test_the_refill_table(before: int, after: int) -> None:
    assert refilled(before, Options()) == after
    sitting = resume(lay(turn=D, pennies=(before, 40, 40, 40)))
    events = passed(sitting)
    wanted = [PenniesRefilled(A, after - before)] if after > before else []
    assert of_kind(events, PenniesRefilled) == wanted
    assert sitting.state.pennies == (after, 40, 40, 40)


@pytest.mark.clause("EMG-Q-09")
@pytest.mark.parametrize("before", range(41))
def test_all_or_nothing_differs_from_31_to_39_only(before: int) -> None:
    after = refilled(before, Options(refill_above_30="all_or_nothing"))
    assert after == (before if 31 <= before <= 39 else refilled(before, Options()))


@pytest.mark.clause("EMG-Q-10", "EMG-Q-11")
@pytest.mark.parametrize("before", range(41))
def test_a_refill_gives_as_much_as_it_may_and_never_more_than_40(before: int) -> None:
    after = refilled(before, Options())
    assert before <= after <= 40
    assert before == 0 or refilled(before - 1, Options()) <= after or before == 10


@pytest.mark.clause("EMG-Q-10", "EMG-Q-03")
def test_all_refill_by_themselves_one_after_the_other_from_the_next_first_seat() -> None:
    sitting = resume(lay(turn=D, pennies=(5, 15, 25, 35)))
    assert of_kind(passed(sitting), PenniesRefilled) == [
        PenniesRefilled(B, 15),
        PenniesRefilled(C, 10),
        PenniesRefilled(D, 5),
        PenniesRefilled(A, 15),
    ]


@pytest.mark.clause("EMG-Q-03")
def test_a_limited_pool_goes_as_far_as_it_goes() -> None:
    sitting = resume(lay(turn=D, pennies=(5, 15, 25, 35), pool=100))
    assert sitting.state.pool == 20
    assert of_kind(passed(sitting), PenniesRefilled) == [
        PenniesRefilled(B, 15),
        PenniesRefilled(C, 5),
    ]
    assert (sitting.state.pool, sitting.state.pennies) == (0, (5, 30, 30, 35))


@pytest.mark.clause("EMG-Q-03", "EMG-TRN-02")
def test_what_is_paid_goes_to_a_limited_pool() -> None:
    sitting = resume(lay(pool=90))
    buy(sitting, "Ks")
    assert sitting.state.pool == 10 + 13
    auction(sitting, "8c", 4, None, None, None)
    assert sitting.state.pool == 10 + 13 + 4


@pytest.mark.clause("EMG-Q-03", "EMG-Q-05")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_smallest_pool_always_leaves_somebody_who_can_act(seats: int) -> None:
    """Where nobody can refill all pennies are in hands, and these are 20 a seat."""
    sitting = resume(lay(seats=seats, stalled=True, pool=20 * seats))
    assert sitting.state.pool == 0
    assert not all(sitting.state.is_broke(seat) for seat in range(seats))


@pytest.mark.clause("EMG-RND-05")
def test_every_shuffle_draws_anew() -> None:
    """The same cards are laid in another order, and not those of any round before."""
    with Ledger(None, games=[GAME]) as ledger:
        match = ledger.new(GAME, ["Ann", "Ben", "Cy"], options={"stall_guard": False}, seed="s")
        for _ in range(30):
            match.act(Pass(match.awaited[0]))
        laid = [e.event.card for e in match.events() if isinstance(e.event, CardLaid)]
    layouts = [tuple(laid[i : i + 4]) for i in range(0, len(laid), 4)]
    assert len(layouts) == 11 == len(set(layouts))


COURSE = {
    # seats: rounds, round and turn of the 12th, the 20th and the last card, left at round starts
    3: (8, (4, 3), (7, 2), (8, 3), (24, 21, 18, 15, 12, 9, 6, 3)),
    4: (6, (3, 4), (5, 4), (6, 4), (24, 20, 16, 12, 8, 4)),
    5: (5, (3, 2), (4, 5), (5, 4), (24, 19, 14, 9, 4)),
    6: (4, (2, 6), (4, 2), (4, 6), (24, 18, 12, 6)),
}


@pytest.mark.clause("EMG-RND-01", "EMG-END-01", "EMG-Q-16", "EMG-Q-19")
@pytest.mark.parametrize("seats", COURSE)
def test_the_course_of_a_game_without_passes(seats: int) -> None:
    rounds, twelfth, twentieth, last, left = COURSE[seats]
    with Ledger(None, games=[GAME]) as ledger:
        match = ledger.new(GAME, [f"p{seat}" for seat in range(seats)], seed="course")
        places, starts = zip(*course(match), strict=True)
        assert match.outcome is not None
    assert (places[11], places[19], places[-1]) == (twelfth, twentieth, last)
    assert len(places) == 24 and places[-1][0] == rounds
    assert tuple(dict.fromkeys(starts)) == left


def course(match: Match) -> Iterator[tuple[tuple[int, int], int]]:
    """Let everybody buy: round and turn of each card, and how many were left when it began."""
    left = 24
    while match.outcome is None:
        before = match.view()
        if before.turns == 0:
            left = before.left
        done = match.act(Buy(match.awaited[0], before.cards[0]))
        assert CardAcquired in kinds(done)
        yield (before.round, before.turns + 1), left
