"""The worked scenarios of the rules page, by their numbers."""

import pytest

from ledger import InvalidAction
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import DECK, RANGES, WILDS
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardDrawn,
    CardRemoved,
    CardUnplayable,
    Check,
    ChipBumped,
    ChipPlaced,
    LineCompleted,
    MatchWon,
    Pass,
    PaymentDefaulted,
    PayoffPaid,
    PenaltyVoid,
    Place,
    TokensPassed,
)

from .table import A, B, C, D, E, Laid, buy, kinds, lay, play, refused, resume, sit

EIGHT = (1, 3, 5, 7, 9, 11, 13, 15)
"""Eight spaces no two of which touch."""


@pytest.mark.clause("49-SET-05", "49-CMP-02", "49-CMP-03")
def test_s_01_the_start() -> None:
    state = sit(3).state
    assert state.cash == (49, 49, 49)
    assert (state.deck, len(DECK)) == (60, 60)
    assert [DECK.count(card) for card in WILDS] == [3, 2, 2, 5]
    assert state.chips == (None,) * 49


@pytest.mark.clause("49-AUC-06")
def test_s_02_the_highest_bidder_gets_17() -> None:
    sitting = sit(3, "17")
    play(sitting, 2, 3, None, None)
    assert sitting.state.cash == (49, 46, 49)
    assert sitting.state.spaces_of(B) == (17,)
    assert sitting.state.holder == B


@pytest.mark.clause("49-MIN-01")
def test_s_03_the_minimum_for_41() -> None:
    assert refused(sit(3, "41"), Bid(A, 6)) == "49-MIN-01"
    assert refused(sit(3, "41"), Bid(A, 7)) is None
    assert refused(sit(3, "41", minimum_bid=False), Bid(A, 1)) is None


@pytest.mark.clause("49-AUC-03")
def test_s_04_who_passed_first_is_never_asked_again() -> None:
    sitting = sit(3, "30")
    play(sitting, None, 4, 5)
    assert sitting.awaited == (B,)
    assert AuctionWon(C, "30", 5) in play(sitting, None)


@pytest.mark.clause("49-Q-17")
def test_s_05_the_last_seat_opens_and_wins_at_once() -> None:
    sitting = sit(3, "30")
    play(sitting, None, None, 4)
    assert sitting.state.cash == (49, 49, 45)
    assert sitting.state.holder == B


@pytest.mark.clause("49-TRN-04")
def test_s_06_all_pass_on_12() -> None:
    sitting = resume(lay({A: [1]}), "12")
    assert play(sitting, None, None, None)[1:] == (CardRemoved("12"), TokensPassed(B))


@pytest.mark.clause("49-AUC-04", "49-AUC-05")
def test_s_07_a_raise_on_5() -> None:
    sitting = sit(3, "17")
    play(sitting, 5)
    assert refused(sitting, Bid(B, 5)) == refused(sitting, Bid(B, 4)) == "49-AUC-05"
    with pytest.raises(InvalidAction):
        GAME.action("bid", seat=B, amount=5.5)
    assert refused(sitting, Bid(B, 6)) is None


@pytest.mark.clause("49-PAY-02", "49-PAY-03", "49-PAY-07")
def test_s_08_a_payoff_for_four() -> None:
    chips: dict[int, list[Laid]] = {A: [17, 19, 21], B: [23, 25], D: list(EIGHT)}
    sitting = resume(lay(chips, seats=4), "41-48")
    events = play(sitting, None, None, None, None)
    paid = [event for event in events if isinstance(event, PayoffPaid)]
    assert paid == [PayoffPaid(A, 3, 21), PayoffPaid(B, 2, 14), PayoffPaid(D, 8, 49)]
    assert sum(event.amount for event in paid) == 84
    assert ChipPlaced not in kinds(events)


@pytest.mark.clause("49-PAY-04")
def test_s_09_thirty_dollars_and_eight_chips() -> None:
    sitting = resume(lay({A: EIGHT}, cash=(30, 49, 49)), "49")
    play(sitting, None, None, None)
    assert sitting.state.cash[A] == 79


@pytest.mark.clause("49-PAY-08")
def test_s_10_payoffs_for_two() -> None:
    spread = (*EIGHT, 17, 19, 21, 23)
    paid = []
    for chips in (7, 8, 9, 10, 12):
        sitting = resume(lay({A: spread[:chips]}, seats=2, cash=(0, 0)), "49")
        play(sitting, None, None)
        paid.append(sitting.state.cash[A])
    assert paid == [49, 42, 35, 28, 28]


@pytest.mark.clause("49-MIN-03")
def test_s_11_two_players_ask_for_no_minimum() -> None:
    sitting = sit(2, "5", minimum_bid=False)
    assert refused(sitting, Bid(A, 1)) == "49-MIN-03"
    assert refused(sitting, Bid(A, 2)) is None


@pytest.mark.clause("49-WLD-03", "49-WLD-04", "49-PAY-06")
def test_s_12_placing_with_a_range_wild() -> None:
    sitting = resume(lay({A: [30], C: [1, 3]}, cash=(49, 49, 5)), "25-40")
    buy(sitting, C, 5)
    assert sitting.state.cash[C] == 0
    assert [refused(sitting, Place(C, space)) for space in (30, 24, 41)] == [
        "49-WLD-04",
        "49-WLD-03",
        "49-WLD-03",
    ]
    assert PayoffPaid(C, 3, 21) in sitting.act(Place(C, 31))
    assert sitting.state.cash[C] == 21


@pytest.mark.clause("49-WLD-08")
def test_s_14_bumping_49() -> None:
    state = lay({A: [(49, "49"), 7, 43], B: [12]}, cash=(20, 30, 15))
    sitting = resume(state, "49")
    assert ChipBumped(A, 49) in buy(sitting, B, 10)
    assert sitting.state.spaces_of(A) == (7, 43)
    assert sitting.state.spaces_of(B) == (12, 49)
    assert sitting.state.cash == (34, 34, 15)


@pytest.mark.clause("49-WIN-02", "49-WIN-03")
def test_s_17_five_in_a_row_across_a_hole() -> None:
    sitting = resume(lay({A: [1, 2, 3, 5]}, seats=4), "4")
    assert sitting.outcome is None
    assert LineCompleted(A, (1, 2, 3, 4, 5)) in buy(sitting, A, 2)
    assert sitting.outcome is not None and sitting.outcome.winners == (A,)


@pytest.mark.clause("49-WIN-04")
@pytest.mark.parametrize(("seats", "seat", "wins"), [(5, E, True), (4, D, False)])
def test_s_18_three_in_a_column(seats: int, seat: int, wins: bool) -> None:
    sitting = resume(lay({seat: [4, 42]}, seats=seats), "27")
    events = buy(sitting, seat, 4)
    assert (events[-1] == MatchWon((seat,), "49-WIN-04")) is wins


@pytest.mark.clause("49-UNP-01")
def test_s_20_a_covered_card_is_drawn_over() -> None:
    sitting = resume(lay({A: [(30, "25-40")]}, seats=4, holder=C), "30", "31")
    assert sitting.events[1:3] == (CardUnplayable("30", "covered"), CardDrawn(C, "31"))
    assert TokensPassed(D) in play(sitting, None, None, None, None)


@pytest.mark.clause("49-UNP-02")
def test_s_21_a_full_range() -> None:
    chips: dict[int, list[Laid]] = {A: [41, 43, (45, "41-48")], B: [42, 44, 46], C: [47, 48]}
    assert sorted(RANGES["41-48"]) == list(range(41, 49))
    sitting = resume(lay(chips), "41-48")
    assert sitting.events[1:] == (
        CardUnplayable("41-48", "full"),
        PayoffPaid(A, 3, 21),
        PayoffPaid(B, 3, 21),
        PayoffPaid(C, 2, 14),
        TokensPassed(B),
    )
    assert AuctionOpened not in kinds(sitting.events)


@pytest.mark.clause("49-Q-28")
def test_s_23_sixty_cards_passed_by_all() -> None:
    sitting = sit(3, *DECK)
    play(sitting, *[None] * 180)
    assert sitting.state.cash == (49, 49, 49)
    assert sitting.outcome is not None and sitting.outcome.winners == (A, B, C)


@pytest.mark.clause("49-Q-06")
def test_s_27_a_default_without_a_chip() -> None:
    sitting = resume(lay({}, cash=(3, 49, 49)), "17")
    sitting.act(Bid(A, 5), anyway=True)
    assert play(sitting, None, None)[2:] == (
        PaymentDefaulted(A, 5),
        PenaltyVoid(A),
        AuctionOpened(A, "17", 2, 2),
    )


@pytest.mark.clause("49-CHK-02", "49-CHK-05")
def test_s_28_a_checker_wins() -> None:
    sitting = sit(4, "44")
    play(sitting, "check", None, 7, 8)
    assert sitting.awaited == (A,)
    play(sitting, 9, None)
    assert AuctionWon(A, "44", 9) in play(sitting, None)
    assert sitting.state.cash[A] == 40


@pytest.mark.clause("49-CHK-05", "49-CHK-01")
def test_s_30_no_check_after_a_bid_nor_without_the_rule() -> None:
    sitting = sit(3, "17")
    play(sitting, 2)
    assert refused(sitting, Check(B)) == "49-CHK-05"
    assert refused(sit(3, "17", check_rule=False), Check(A)) == "49-Q-30"


@pytest.mark.clause("49-CHK-06")
def test_s_31_all_check_on_a_wild() -> None:
    sitting = resume(lay({A: [30], B: [31, 33]}), "1-24")
    assert play(sitting, "check", "check", "check")[1:4] == (
        CardRemoved("1-24"),
        PayoffPaid(A, 1, 7),
        PayoffPaid(B, 2, 14),
    )


@pytest.mark.clause("49-SET-06")
def test_s_33_the_same_draws_and_acts_give_the_same_events() -> None:
    streams = []
    for _ in range(2):
        sitting = sit(3, "17", "49", "5")
        play(sitting, 2, 3, None, None, 1, None, None)
        streams.append(sitting.events)
        for seat in (A, B, C):
            others = [cash for s, cash in enumerate(sitting.view(seat).cash) if s != seat]
            assert [repr(cash) for cash in others] == ["HIDDEN", "HIDDEN"]
    assert streams[0] == streams[1]
    assert kinds(streams[0]).count(BidPaid) == 2 and Pass in kinds(streams[0])
