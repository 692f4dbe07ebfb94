"""Wild/Payoff cards of the Game of 49, their payoffs, and cards that cannot be played."""

import pytest

from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import payoff
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardDrawn,
    CardRemoved,
    CardUnplayable,
    ChipBumped,
    ChipPlaced,
    DeckExhausted,
    NoSpaceLeft,
    Pass,
    PayoffPaid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.state import Chip

from .table import A, B, C, Laid, buy, kinds, lay, play, refused, resume, sit
from .test_equipment import checkered


@pytest.mark.clause("49-WLD-01", "49-PAY-01")
def test_a_wild_is_auctioned_then_placed_then_pays() -> None:
    sitting = resume(lay({C: [1]}), "25-40", "5")
    assert buy(sitting, B, 5) == (Pass(C), AuctionWon(B, "25-40", 5), BidPaid(B, 5))
    assert sitting.awaited == (B,)
    assert sitting.act(Place(B, 30)) == (
        Place(B, 30),
        ChipPlaced(B, 30, "25-40"),
        PayoffPaid(B, 1, 7),
        PayoffPaid(C, 1, 7),
        TokensPassed(B),
        CardDrawn(B, "5"),
        AuctionOpened(B, "5", 2, 1),
    )


@pytest.mark.clause("49-PAY-01")
def test_the_bank_pays_clockwise_from_the_holder() -> None:
    sitting = resume(lay({A: [1], B: [2], C: [3]}, holder=C), "49")
    events = play(sitting, None, None, None)
    assert [event.seat for event in events if isinstance(event, PayoffPaid)] == [C, A, B]


@pytest.mark.clause("49-WLD-02")
def test_a_wild_is_bid_for_like_any_card() -> None:
    sitting = sit(3, "49")
    assert sitting.events[-1] == AuctionOpened(A, "49", 1, 1)
    assert refused(sitting, Bid(A, 0)) == "49-MIN-01"
    play(sitting, "check", 1, None)
    assert refused(sitting, Bid(A, 1)) == "49-AUC-05"


@pytest.mark.clause("49-WLD-03")
@pytest.mark.parametrize("space", [24, 41, 0, -1, 50, 10**9])
def test_a_range_wild_gives_no_space_outside_its_range(space: int) -> None:
    sitting = sit(3, "25-40")
    buy(sitting, A, 5)
    assert refused(sitting, Place(A, space)) == "49-WLD-03"


@pytest.mark.clause("49-WLD-03")
def test_a_range_wild_gives_any_vacant_space_of_its_range() -> None:
    sitting = resume(lay({B: [30, 32]}), "25-40")
    buy(sitting, A, 5)
    (choice,) = sitting.legal(A)
    vacant = (25, 26, 27, 28, 29, 31, 33, 34, 35, 36, 37, 38, 39, 40)
    assert getattr(choice.fields["space"], "values", ()) == vacant


@pytest.mark.clause("49-WLD-04")
def test_a_range_wild_bumps_nobody() -> None:
    sitting = resume(lay({B: [30], A: [31]}), "25-40")
    buy(sitting, A, 5)
    assert refused(sitting, Place(A, 30)) == "49-WLD-04"
    assert refused(sitting, Place(A, 31)) == "49-WLD-04"


@pytest.mark.clause("49-WLD-06")
@pytest.mark.parametrize("card", ["1-24", "25-40", "41-48"])
def test_no_range_wild_gives_49(card: str) -> None:
    sitting = sit(3, card)
    buy(sitting, A, 7)
    assert refused(sitting, Place(A, 49)) == "49-WLD-06"


@pytest.mark.clause("49-WLD-07")
def test_a_wild_49_takes_the_vacant_middle_without_a_choice() -> None:
    sitting = sit(3, "49", "5")
    events = buy(sitting, B, 1)
    assert events[2:5] == (BidPaid(B, 1), ChipPlaced(B, 49, "49"), PayoffPaid(B, 1, 7))


@pytest.mark.clause("49-WLD-08")
def test_a_wild_49_replaces_anothers_chip() -> None:
    sitting = resume(lay({C: [(49, "49")]}), "49", "5")
    events = buy(sitting, B, 1)
    assert events[2:5] == (BidPaid(B, 1), ChipBumped(C, 49), ChipPlaced(B, 49, "49"))
    assert sitting.state.spaces_of(C) == ()
    assert sitting.state.loose == (Chip(C, "49"),)
    assert PayoffPaid(B, 1, 7) in events and PayoffPaid(C, 1, 7) not in events


@pytest.mark.clause("49-WLD-09")
def test_the_holder_of_49_adds_a_chip_on_any_vacant_space() -> None:
    sitting = resume(lay({B: [(49, "49")], C: [7]}), "49", "5")
    buy(sitting, B, 1)
    for space in (49, 7, 0, 50):
        assert refused(sitting, Place(B, space)) == "49-WLD-09"
    (choice,) = sitting.legal(B)
    assert len(getattr(choice.fields["space"], "values", ())) == 47
    events = sitting.act(Place(B, 12))
    assert events[1:3] == (ChipPlaced(B, 12, "49"), PayoffPaid(B, 2, 14))
    assert sitting.state.spaces_of(B) == (12, 49)


@pytest.mark.clause("49-WLD-09")
def test_the_holder_of_49_gets_no_extra_chip_with_another_card() -> None:
    sitting = resume(lay({B: [(49, "49")]}), "17", "5")
    assert ChipPlaced(B, 17, "17") in buy(sitting, B, 2)
    sitting = resume(lay({B: [(49, "49")]}), "25-40", "5")
    buy(sitting, B, 5)
    assert refused(sitting, Place(B, 12)) == "49-WLD-03"


@pytest.mark.clause("49-Q-23")
def test_on_a_full_board_the_holder_of_49_pays_and_adds_nothing() -> None:
    chips: dict[int, list[Laid]] = {A: [], B: [(49, "49")]}
    for n in range(1, 49):
        chips[checkered(n)].append(n)
    sitting = resume(lay(chips, left=["49"]), "49")
    events = buy(sitting, B, 1)
    assert events[2:4] == (BidPaid(B, 1), NoSpaceLeft(B, "49"))
    assert [event.amount for event in events if isinstance(event, PayoffPaid)] == [49, 49]
    assert sitting.state.loose == (Chip(B, "49"),)


@pytest.mark.clause("49-Q-24")
def test_the_winner_must_place_the_chip() -> None:
    sitting = sit(3, "1-24")
    buy(sitting, A, 3)
    assert sitting.awaited == (A,)
    assert [choice.action for choice in sitting.legal(A)] == [Place]
    assert refused(sitting, Pass(A)) == "49-AUC-06"


@pytest.mark.clause("49-PAY-02")
@pytest.mark.parametrize("card", ["1-24", "25-40", "41-48", "49"])
def test_a_chip_is_worth_seven_wherever_it_stands(card: str) -> None:
    sitting = resume(lay({A: [1, 30], B: [48]}), card)
    events = play(sitting, None, None, None)
    assert events[2:4] == (PayoffPaid(A, 2, 14), PayoffPaid(B, 1, 7))


@pytest.mark.clause("49-PAY-03")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_payoff_is_49_dollars_at_most(seats: int) -> None:
    assert [payoff(chips, seats) for chips in (1, 6, 7, 8, 9, 20)] == [7, 42, 49, 49, 49, 49]


@pytest.mark.clause("49-PAY-04")
def test_a_seat_may_own_more_than_49_dollars() -> None:
    sitting = resume(lay({A: [1]}), "49")
    play(sitting, None, None, None)
    assert sitting.state.cash == (56, 49, 49)


@pytest.mark.clause("49-PAY-05")
def test_without_chips_there_is_no_payoff() -> None:
    sitting = sit(3, "49")
    assert play(sitting, None, None, None) == (Pass(C), CardRemoved("49"), TokensPassed(B))


@pytest.mark.clause("49-PAY-06")
def test_the_payoff_cannot_pay_the_bid() -> None:
    sitting = resume(lay({A: [1, 2, 3]}, cash=(10, 49, 49)), "49")
    refusal = sitting.refusal(Bid(A, 11))
    assert refusal is not None and refusal.irregular
    order = kinds(buy(sitting, A, 10))
    assert order.index(BidPaid) < order.index(ChipPlaced) < order.index(PayoffPaid)


@pytest.mark.clause("49-PAY-07")
def test_a_wild_nobody_wants_or_can_pay_still_pays() -> None:
    sitting = resume(lay({B: [9]}, cash=(0, 0, 0)), "49")
    assert [choice.action for choice in sitting.legal(A)][-1] is Pass
    assert play(sitting, None, None, None) == (
        Pass(C),
        CardRemoved("49"),
        PayoffPaid(B, 1, 7),
        TokensPassed(B),
    )


@pytest.mark.clause("49-PAY-09")
def test_a_game_has_several_payoffs() -> None:
    sitting = resume(lay({A: [1]}), "49", "41-48", "1-24")
    for _ in range(3):
        play(sitting, None, None, None)
    assert sum(isinstance(event, PayoffPaid) for event in sitting.events) == 3


@pytest.mark.clause("49-PAY-08")
@pytest.mark.parametrize(("chips", "dollars"), [(7, 49), (8, 42), (9, 35), (10, 28), (12, 28)])
def test_with_two_players_many_chips_pay_less(chips: int, dollars: int) -> None:
    spread_out = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23)
    sitting = resume(lay({A: spread_out[:chips]}, seats=2), "49")
    assert PayoffPaid(A, chips, dollars) in play(sitting, None, None)


@pytest.mark.clause("49-UNP-01")
def test_a_covered_standard_card_is_out_and_the_same_seat_draws_again() -> None:
    state = lay({B: [(30, "25-40")]}, holder=C)
    sitting = resume(state, "30", "31")
    assert sitting.events == (
        CardDrawn(C, "30"),
        CardUnplayable("30", "covered"),
        CardDrawn(C, "31"),
        AuctionOpened(C, "31", 4, 1),
    )
    assert sitting.state.removed == ("30",)


FULL: dict[int, list[Laid]] = {A: [41, (43, "41-48")], B: [42, 44, 46], C: [45, 47, 48]}


@pytest.mark.clause("49-UNP-02", "49-Q-22")
def test_a_full_range_pays_and_the_tokens_pass() -> None:
    sitting = resume(lay(FULL), "41-48", "5")
    assert sitting.events == (
        CardDrawn(A, "41-48"),
        CardUnplayable("41-48", "full"),
        PayoffPaid(A, 2, 14),
        PayoffPaid(B, 3, 21),
        PayoffPaid(C, 3, 21),
        TokensPassed(B),
        CardDrawn(B, "5"),
        AuctionOpened(B, "5", 2, 1),
    )


@pytest.mark.clause("49-Q-22")
def test_a_table_may_agree_to_draw_again_after_a_full_range() -> None:
    sitting = resume(lay(FULL, full_range="redraw"), "41-48", "5")
    assert sitting.events[-3:] == (
        PayoffPaid(C, 3, 21),
        CardDrawn(A, "5"),
        AuctionOpened(A, "5", 2, 1),
    )


@pytest.mark.clause("49-Q-22", "49-Q-25")
def test_where_there_is_nothing_to_draw_again_the_deck_is_exhausted() -> None:
    sitting = resume(lay(FULL, full_range="redraw", left=["41-48"]), "41-48")
    order = kinds(sitting.events)
    assert order.index(PayoffPaid) < order.index(DeckExhausted)
    assert TokensPassed not in order


@pytest.mark.clause("49-WLD-03", "49-WLD-09")
@pytest.mark.parametrize(("card", "chips", "lowest"), [("25-40", [25, 26], 27), ("49", [49, 1], 2)])
def test_the_chip_of_an_absent_seat_goes_to_the_lowest_space(
    card: str, chips: list[Laid], lowest: int
) -> None:
    sitting = resume(lay({B: chips}), card)
    buy(sitting, B, 5)
    assert GAME.default is not None
    assert GAME.default(sitting.view(B), B) == Place(B, lowest)
    assert GAME.default(sitting.view(A), A) is None
