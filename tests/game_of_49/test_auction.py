"""Play of the Game of 49: the turn, the auction, minimum bids and the check rule."""

import pytest

from ledger import InvalidAction
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import WILDS
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardDrawn,
    CardRemoved,
    Check,
    ChipPlaced,
    Pass,
    PayoffPaid,
    Place,
    TokensPassed,
)

from .table import A, B, C, D, buy, kinds, lay, play, refused, resume, sit


@pytest.mark.clause("49-TRN-01")
def test_the_holder_turns_the_top_card_up() -> None:
    sitting = sit(3)
    assert sitting.awaits_draw
    assert refused(sitting, Bid(A, 5)) == "49-TRN-01"
    assert sitting.draw("17") == (CardDrawn(A, "17"), AuctionOpened(A, "17", 2, 1))
    assert sitting.state.card == "17"
    assert sitting.state.deck == 59


@pytest.mark.clause("49-TRN-03")
def test_the_holder_speaks_first_and_the_others_follow_clockwise() -> None:
    sitting = sit(4, "17", first_seat=C)
    order = []
    for _ in range(4):
        (seat,) = sitting.awaited
        order.append(seat)
        assert refused(sitting, Bid((seat + 1) % 4, 2)) is not None
        play(sitting, None)
    assert order == [C, D, A, B]


@pytest.mark.clause("49-TRN-03")
def test_speaking_out_of_turn_before_the_opening_bid_is_refused() -> None:
    sitting = sit(3, "17")
    for action in (Bid(B, 2), Pass(B), Check(B)):
        assert refused(sitting, action) == "49-TRN-03"


@pytest.mark.clause("49-TRN-04")
def test_a_card_on_which_all_pass_leaves_the_game() -> None:
    sitting = sit(3, "12")
    assert play(sitting, None, None, None) == (Pass(C), CardRemoved("12"), TokensPassed(B))
    assert sitting.state.removed == ("12",)


@pytest.mark.clause("49-TRN-05")
def test_after_each_card_the_tokens_pass_and_that_seat_draws() -> None:
    sitting = sit(3, "12", "13", "14", "15")
    assert TokensPassed(B) in play(sitting, None, None, None)
    events = buy(sitting, A, 5)
    assert events[-3:] == (TokensPassed(C), CardDrawn(C, "14"), AuctionOpened(C, "14", 2, 1))
    assert TokensPassed(A) in play(sitting, None, None, None)


@pytest.mark.clause("49-AUC-01")
def test_after_an_opening_bid_the_others_raise_or_pass_clockwise() -> None:
    sitting = sit(3, "17")
    play(sitting, 2)
    assert sitting.awaited == (B,)
    assert [choice.action for choice in sitting.legal(B)] == [Bid, Pass]
    play(sitting, 3)
    assert sitting.awaited == (C,)
    assert refused(sitting, Bid(A, 9)) == "49-AUC-01"
    play(sitting, None)
    assert sitting.awaited == (A,)


@pytest.mark.clause("49-AUC-02")
def test_a_seat_that_passed_is_out_for_this_card() -> None:
    sitting = sit(3, "17", "18")
    play(sitting, 2, None, 3)
    assert refused(sitting, Bid(B, 9)) == "49-AUC-02"
    play(sitting, 4)
    assert sitting.awaited == (C,)
    play(sitting, None)
    assert sitting.awaited == (B,)  # and in again for the next


@pytest.mark.clause("49-AUC-03")
def test_a_pass_before_the_opening_bid_shuts_out_too() -> None:
    sitting = sit(3, "17")
    play(sitting, None, 2)
    assert refused(sitting, Bid(A, 9)) == "49-AUC-03"
    assert kinds(play(sitting, None))[:2] == [Pass, AuctionWon]


@pytest.mark.clause("49-AUC-04")
@pytest.mark.parametrize("amount", [5.5, 5.0, "5", True, None])
def test_a_bid_is_a_whole_number_of_dollars(amount: object) -> None:
    with pytest.raises(InvalidAction):
        GAME.action("bid", seat=A, amount=amount)


@pytest.mark.clause("49-AUC-05")
@pytest.mark.parametrize("amount", [-3, 0, 4, 5])
def test_a_raise_is_higher_than_the_bid(amount: int) -> None:
    sitting = sit(3, "17")
    play(sitting, 5)
    assert refused(sitting, Bid(B, amount)) == "49-AUC-05"
    assert refused(sitting, Bid(B, 6)) is None


@pytest.mark.clause("49-AUC-06", "49-AUC-07")
def test_the_last_bidder_pays_then_gets_the_space() -> None:
    sitting = sit(3, "17", "18")
    play(sitting, 2, 3, None)
    assert play(sitting, None) == (
        Pass(A),
        AuctionWon(B, "17", 3),
        BidPaid(B, 3),
        ChipPlaced(B, 17, "17"),
        TokensPassed(B),
        CardDrawn(B, "18"),
        AuctionOpened(B, "18", 2, 1),
    )
    assert sitting.state.cash == (49, 46, 49)
    assert sitting.state.spaces_of(B) == (17,)


@pytest.mark.clause("49-AUC-06")
def test_only_the_winner_of_a_card_places_a_chip() -> None:
    sitting = sit(3, "25-40")
    assert refused(sitting, Place(A, 30)) == "49-AUC-06"
    buy(sitting, B, 5)
    assert refused(sitting, Place(A, 30)) == "49-AUC-06"
    assert refused(sitting, Bid(A, 9)) == "49-AUC-06"
    assert refused(sitting, Pass(B)) == "49-AUC-06"


@pytest.mark.clause("49-MIN-01")
@pytest.mark.parametrize(("agreed", "lowest"), [(True, 7), (False, 1)])
def test_the_opening_bid_is_the_printed_minimum_or_a_dollar(agreed: bool, lowest: int) -> None:
    sitting = sit(3, "41", minimum_bid=agreed)
    assert sitting.events[-1] == AuctionOpened(A, "41", lowest, 1)
    for amount in (lowest - 1, 0, -3):
        assert refused(sitting, Bid(A, amount)) == "49-MIN-01"
    assert refused(sitting, Bid(A, lowest)) is None


@pytest.mark.clause("49-MIN-02")
def test_the_minimum_binds_the_opening_bid_only() -> None:
    sitting = sit(3, "41")
    assert refused(sitting, Bid(A, 20)) is None
    play(sitting, 7)
    assert refused(sitting, Bid(B, 8)) is None  # one more is enough: no step of 7


@pytest.mark.clause("49-MIN-03", "49-2P-01")
def test_with_two_players_the_printed_minimum_always_applies() -> None:
    sitting = sit(2, "41", minimum_bid=False)
    assert refused(sitting, Bid(A, 6)) == "49-MIN-03"
    assert refused(sitting, Bid(A, 7)) is None


@pytest.mark.clause("49-Q-17")
def test_the_last_seat_may_open_after_all_others_passed() -> None:
    sitting = sit(3, "30", "31")
    play(sitting, None, None)
    assert [choice.action for choice in sitting.legal(C)] == [Bid, Check, Pass]
    assert kinds(play(sitting, 4))[:3] == [Bid, AuctionWon, BidPaid]


@pytest.mark.clause("49-Q-21")
def test_a_seat_with_less_than_the_minimum_cannot_open() -> None:
    sitting = resume(lay({}, cash=(6, 49, 49)), "41")
    assert [choice.action for choice in sitting.legal(A)] == [Check, Pass]
    refusal = sitting.refusal(Bid(A, 7))
    assert refusal is not None and refusal.irregular


@pytest.mark.clause("49-Q-21")
def test_a_seat_raises_only_what_it_can_top() -> None:
    sitting = resume(lay({}, cash=(49, 8, 7)), "41")
    play(sitting, 7)
    assert sitting.legal(B)[0].fields["amount"].contains(8)
    play(sitting, None)
    assert [choice.action for choice in sitting.legal(C)] == [Pass]


@pytest.mark.clause("49-Q-05")
def test_no_bid_is_higher_than_the_cap() -> None:
    sitting = sit(3, "17", max_bid=20)
    refusal = sitting.refusal(Bid(A, 21))
    assert refusal is not None
    assert (refusal.clause, refusal.irregular) == ("49-Q-05", False)
    play(sitting, 20)
    assert [choice.action for choice in sitting.legal(B)] == [Pass]
    assert refused(sitting, Bid(B, 10**30)) == "49-Q-05"


@pytest.mark.clause("49-Q-05", "49-PAY-03")
def test_the_highest_honest_bid_is_630_dollars() -> None:
    """Seven chips for $1 each, then the most that twelve payoffs can bring: a cap there binds none.

    A chip less saves a dollar, and costs seven at the first payoff.
    """
    sitting = sit(3, minimum_bid=False)
    for card in ("1", "3", "5", "7", "9", "11", "13"):
        sitting.draw(card)
        buy(sitting, A, 1)
    for card in (card for card, copies in WILDS.items() for _ in range(copies)):
        sitting.draw(card)
        play(sitting, None, None, None)
    assert sitting.state.cash == (630, 49, 49)


@pytest.mark.clause("49-CHK-01")
def test_a_seat_may_check_while_nobody_has_opened() -> None:
    sitting = sit(3, "17")
    assert sitting.act(Check(A)) == (Check(A),)
    assert sitting.awaited == (B,)


@pytest.mark.clause("49-CHK-02")
def test_a_checker_may_bid_once_another_has_opened() -> None:
    sitting = sit(3, "17", "18")
    play(sitting, "check", 2, None)
    assert sitting.awaited == (A,)
    play(sitting, 3)
    assert AuctionWon(A, "17", 3) in play(sitting, None)


@pytest.mark.clause("49-CHK-03")
def test_after_a_check_the_next_seats_open_pass_or_check() -> None:
    sitting = sit(3, "17")
    play(sitting, "check")
    assert [choice.action for choice in sitting.legal(B)] == [Bid, Check, Pass]


@pytest.mark.clause("49-CHK-04")
def test_a_card_on_which_all_check_leaves_the_game() -> None:
    sitting = sit(3, "17")
    events = play(sitting, "check", "check", "check")
    assert events == (Check(C), CardRemoved("17"), TokensPassed(B))


@pytest.mark.clause("49-CHK-05")
def test_after_an_opening_bid_nobody_checks_and_only_checkers_are_in() -> None:
    sitting = sit(4, "17", "18")
    play(sitting, "check", None, 2)
    assert refused(sitting, Check(D)) == "49-CHK-05"
    play(sitting, None)
    assert sitting.awaited == (A,)
    assert refused(sitting, Check(A)) == "49-CHK-05"
    assert AuctionWon(C, "17", 2) in play(sitting, None)


@pytest.mark.clause("49-CHK-06")
def test_if_all_check_on_a_wild_the_payoff_is_made() -> None:
    sitting = resume(lay({B: [1]}), "49")
    assert play(sitting, "check", "check", "check") == (
        Check(C),
        CardRemoved("49"),
        PayoffPaid(B, 1, 7),
        TokensPassed(B),
    )


@pytest.mark.clause("49-Q-18")
def test_checks_and_passes_go_round_once() -> None:
    sitting = sit(3, "17")
    play(sitting, "check", None)
    assert refused(sitting, Bid(A, 2)) == "49-Q-18"
    assert play(sitting, "check")[1] == CardRemoved("17")


@pytest.mark.clause("49-AUC-01", "49-Q-18")
def test_once_somebody_has_opened_a_checker_waits_like_any_other() -> None:
    sitting = sit(3, "17")
    play(sitting, "check", 2)
    assert sitting.awaited == (C,)
    assert refused(sitting, Bid(A, 3)) == "49-AUC-01"


@pytest.mark.clause("49-Q-19")
def test_a_seat_may_check_after_the_holder_passed() -> None:
    sitting = sit(3, "17", "18")
    play(sitting, None, "check", 2)
    assert sitting.awaited == (B,)


@pytest.mark.clause("49-Q-20")
def test_a_seat_may_check_without_money() -> None:
    sitting = resume(lay({}, cash=(0, 49, 49)), "41")
    assert refused(sitting, Check(A)) is None


@pytest.mark.clause("49-Q-33")
def test_a_seat_without_money_and_chips_stays_in() -> None:
    sitting = resume(lay({}, cash=(49, 0, 49)), "41", "42")
    play(sitting, None)
    assert sitting.awaited == (B,)
    assert TokensPassed(B) in play(sitting, None, None)


@pytest.mark.clause("49-TRN-02", "49-WLD-05", "49-Q-32")
@pytest.mark.parametrize(("card", "marked"), [("17", ["17"]), ("25-40", []), ("49", ["49"])])
@pytest.mark.parametrize("chips", [{}, {C: [(49, "49")]}])
def test_the_auction_token_goes_on_the_space_but_not_for_a_range(
    card: str, marked: list[str], chips: dict[int, list[tuple[int, str]]]
) -> None:
    sitting = resume(lay(chips), card)
    assert GAME.picture is not None
    board = GAME.picture(sitting.state, ("Ann", "Ben", "Cy"))[0]
    cells = [cell for row in getattr(board, "rows", ()) for cell in row]
    assert [cell.text for cell in cells if cell.marked] == marked


@pytest.mark.clause("49-TRN-03", "49-AUC-01")
def test_an_absent_seat_passes() -> None:
    sitting = sit(3, "17")
    assert GAME.default is not None
    assert [GAME.default(sitting.view(seat), seat) for seat in (A, B)] == [Pass(A), None]
    play(sitting, 5)
    assert GAME.default(sitting.view(B), B) == Pass(B)
