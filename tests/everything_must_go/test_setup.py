"""Players, materials and setup of Everything Must Go, and the options that change them."""

import msgspec
import pytest

from ledger import InvalidOption, Refusal, Refused
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.cards import price, stock, value
from ledger.games.everything_must_go.events import (
    Buy,
    CardLaid,
    FirstSeatDrawn,
    Pass,
    RoundBegan,
    TopCardTurned,
    TurnBegan,
)
from ledger.games.everything_must_go.flow import below
from ledger.games.everything_must_go.state import State
from ledger.testing import Sitting

from .table import A, B, C, D, begun, deal, kinds, lay, refused, resume, sit


@pytest.mark.clause("EMG-CMP-01")
@pytest.mark.parametrize(("seats", "fits"), [(2, False), (3, True), (6, True), (7, False)])
def test_three_to_six_play(seats: int, fits: bool) -> None:
    found = begun(seats)
    assert isinstance(found, State) is fits
    if isinstance(found, Refusal):
        assert found.clause == "EMG-CMP-01"


@pytest.mark.clause("EMG-CMP-01")
def test_a_seat_that_is_not_there_does_nothing() -> None:
    assert GAME.check(lay(), Pass(4)) == Refusal(
        "EMG-CMP-01", "there is no such seat at this table"
    )


@pytest.mark.clause("EMG-CMP-02", "EMG-CMP-03")
def test_the_stock_is_24_cards_worth_252() -> None:
    cards = stock(aces=False)
    assert len(cards) == len(set(cards)) == 24
    assert sorted({card[:-1] for card in cards}) == ["10", "8", "9", "J", "K", "Q"]
    assert {card[-1] for card in cards} == set("cdhs")
    assert sum(map(value, cards)) == 252


@pytest.mark.clause("EMG-Q-01")
def test_aces_can_stay_in_and_are_worth_14() -> None:
    cards = stock(aces=True)
    assert len(cards) == 28 and sum(map(value, cards)) == 308
    assert value("Ad") == price("Ad", "full") == 14
    assert sit(4, aces="value14").state.deck == 24
    assert sit(4).state.deck == 20


@pytest.mark.clause("EMG-SET-01", "EMG-SET-02", "EMG-Q-02")
def test_four_cards_lie_round_a_deck_whose_top_is_seen() -> None:
    sitting = Sitting(GAME, 3, {"first_seat": B}, ["Kd", "8c", "10h", "Qs", "9s"])
    assert sitting.events == (
        CardLaid(0, "Kd"),
        CardLaid(1, "8c"),
        CardLaid(2, "10h"),
        CardLaid(3, "Qs"),
        TopCardTurned("9s"),
        RoundBegan(1, B),
        TurnBegan(B),
    )
    assert sitting.state.showing == ("Kd", "8c", "10h", "Qs")
    assert (sitting.state.deck, sitting.state.top) == (20, "9s")


@pytest.mark.clause("EMG-Q-02")
def test_face_down_nobody_sees_the_top() -> None:
    sitting = Sitting(GAME, 3, {"first_seat": B, "deck_face_up": False}, ["Kd", "8c", "10h", "Qs"])
    assert kinds(sitting.events) == [CardLaid] * 4 + [RoundBegan, TurnBegan]
    assert (sitting.state.deck, sitting.state.top) == (20, None)
    assert not sitting.awaits_draw


@pytest.mark.clause("EMG-SET-01")
def test_a_card_is_drawn_from_those_that_lie_nowhere_else() -> None:
    sitting = Sitting(GAME, 3, {"first_seat": B}, ["Kd"])
    rest = "is not among the 23 that can be drawn now: 8c, 8d, 8h, ..., Kc, Kh, Ks"
    for card, why in (
        ("Kd", rest),  # it lies there already
        ("kd", rest),
        ("7d", rest),
        ("Ad", rest),
        ("kh", "cannot be drawn as it is written: write Kh"),
        ("10H", "cannot be drawn as it is written: write 10h"),
    ):
        with pytest.raises(Refused) as drawn:
            sitting.draw(card)
        assert (drawn.value.clause, drawn.value.reason) == ("HOUSE-03", f"{card!r} {why}")


@pytest.mark.clause("EMG-Q-02")
def test_below_the_top_card_lies_what_lies_nowhere_else() -> None:
    state = lay("8c 9d Jh Ks", hands={A: "Kd", B: "Qh Qs"}, top="10h")
    elsewhere = {"8c", "9d", "Jh", "Ks", "Kd", "Qh", "Qs", "10h"}
    assert below(state).items == tuple(c for c in stock(aces=False) if c not in elsewhere)
    assert len(below(state).items) == state.deck - 1


@pytest.mark.clause("EMG-SET-03")
@pytest.mark.parametrize("seats", GAME.seats)
def test_each_seat_gets_20_pennies(seats: int) -> None:
    state = begun(seats)
    assert isinstance(state, State)
    assert state.pennies == (20,) * seats


@pytest.mark.clause("EMG-CMP-04", "EMG-Q-03")
def test_the_pool_has_no_limit_unless_agreed() -> None:
    free, hundred = begun(5), begun(5, pool=100)
    assert isinstance(free, State) and free.pool is None
    assert isinstance(hundred, State) and hundred.pool == 0


@pytest.mark.clause("EMG-Q-03")
@pytest.mark.parametrize("pool", [-1, 0, 119, 10_000])
def test_a_limited_pool_covers_the_start(pool: int) -> None:
    found = begun(6, pool=pool)
    assert isinstance(found, Refusal)
    assert found == Refusal(
        "EMG-Q-03", "pool is unlimited, or a number of pennies from 120 to 9999 with 6 seats"
    )
    assert isinstance(begun(6, pool=120), State)
    assert isinstance(begun(6, pool=9999), State)


@pytest.mark.clause("EMG-Q-03")
@pytest.mark.parametrize(("seats", "least"), [(3, 60), (4, 80), (5, 100), (6, 120)])
def test_a_small_table_may_agree_on_fewer_than_a_hundred(seats: int, least: int) -> None:
    assert isinstance(begun(seats, pool=least), State)
    assert isinstance(begun(seats, pool=least - 1), Refusal)
    clause = GAME.clauses.get("EMG-Q-03")
    assert clause is not None and "even below a hundred" in clause.text


@pytest.mark.clause("EMG-SET-04", "EMG-Q-29")
def test_the_first_seat_is_drawn_unless_agreed() -> None:
    sitting = deal(Sitting(GAME, 4))
    assert sitting.awaits_draw
    assert sitting.draw(C) == (FirstSeatDrawn(C), RoundBegan(1, C), TurnBegan(C))
    assert deal(Sitting(GAME, 4, {"first_seat": D})).awaited == (D,)


@pytest.mark.clause("EMG-Q-29")
def test_a_first_seat_that_is_not_there_is_refused() -> None:
    assert begun(3, first_seat=3) == Refusal("EMG-Q-29", "first_seat is a seat from 0 to 2")


@pytest.mark.clause("EMG-SET-04")
def test_the_turn_passes_to_the_left() -> None:
    sitting = sit(4, first_seat=C)
    order = []
    for _ in range(4):
        (seat,) = sitting.awaited
        order.append(seat)
        assert refused(sitting, Pass((seat + 1) % 4)) == "EMG-SET-04"
        sitting.act(Pass(seat))
    assert order == [C, D, A, B]


@pytest.mark.clause("EMG-TRN-04")
def test_nobody_acts_before_the_missing_card_is_there() -> None:
    waiting = lay("8c 9d Jh")
    assert GAME.awaited(waiting) == () == GAME.legal(waiting, A)
    refusal = GAME.check(waiting, Buy(A, "8c"))
    assert refusal is not None and refusal.clause == "EMG-TRN-04"
    assert refused(Sitting(GAME, 3), Pass(A)) == "EMG-RND-01"  # not even a round has begun


@pytest.mark.clause("EMG-Q-02")
def test_nobody_acts_before_the_top_card_is_turned_up_though_none_is_missing() -> None:
    sitting = resume(lay(top="Qc"))
    sitting.act(Buy(A, "9d"))  # the top card has taken its place, and the next is not yet seen
    assert None not in sitting.state.showing and sitting.awaits_draw
    assert refused(sitting, Buy(B, "8c")) == refused(sitting, Pass(B)) == "EMG-Q-02"


@pytest.mark.clause("EMG-Q-30")
def test_pennies_and_hands_are_seen_by_all() -> None:
    sitting = resume(lay(hands={A: "Kd", B: "8h"}))
    for who in (A, B, C, D, "spectator", "auditor"):
        assert sitting.view(who) == sitting.state


@pytest.mark.parametrize(
    "options",
    [
        {"aces": "one"},
        {"pass": "never"},
        {"passing": "free"},
        {"pool": "100"},
        {"auction_base": "half"},
        {"refill_above_30": 40},
        {"liquidation": "never"},
        {"tie": "A"},
        {"deck_face_up": "yes"},
        {"first_seat": -1},
    ],
)
def test_an_option_takes_only_what_it_says(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        GAME.choose(options)


def test_the_options_are_those_of_the_rules_page() -> None:
    assert list(msgspec.to_builtins(GAME.options())) == [
        "aces",
        "deck_face_up",
        "pool",
        "pass",
        "stall_guard",
        "auction_base",
        "refill_above_30",
        "keep_unsold",
        "liquidation",
        "tie",
        "first_seat",
    ]
