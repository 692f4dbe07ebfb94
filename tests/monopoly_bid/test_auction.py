"""The auction: secret bids, all opened at once, ties and raises, and where the money goes."""

import pytest

from ledger import Choice, SubsetOf
from ledger.games.monopoly_bid import (
    AuctionFailed,
    AuctionWon,
    Bid,
    BidPaid,
    BidsRevealed,
    BidTakenBack,
    CardLaid,
    HostPassed,
    PropertyReturned,
    PropertyTurnedAgain,
    Raise,
    RaisesRevealed,
    TieDeclared,
)
from ledger.games.monopoly_bid.state import Bidding, Raising

from .table import A, B, C, D, add, auction, before, bid, cards, hand, refused, table

# -- bidding


@pytest.mark.clause("MB-AUC-01", "MB-Q-41", "MB-AIM-01")
def test_all_seats_bid_at_once_the_host_too() -> None:
    sitting = table({A: "1", B: "2 3", C: "4"})
    auction(sitting, "red")
    assert sitting.awaited == (A, B, C)
    sitting.act(Bid(C, ("4",)))
    sitting.act(Bid(A, ()))
    assert list(sitting.awaited) == [B]
    sitting.act(Bid(B, ("3", "2")))
    assert before(sitting, B) == ["red"]


@pytest.mark.clause("MB-AUC-01")
def test_a_bid_is_any_part_of_the_money_in_hand() -> None:
    sitting = table({A: "1 1 5 nope wild"})
    auction(sitting, "red")
    assert sitting.legal(A) == (Choice(Bid, A, {"cards": SubsetOf(("1", "1", "5"), 0, 3)}),)
    for good in ("", "1", "5 1", "1 1 5"):
        assert refused(sitting, Bid(A, cards(good))) is None
    for wrong in ("2", "5 5", "1 1 1", "7", "x"):
        assert refused(sitting, Bid(A, cards(wrong))) == "MB-AUC-01"


@pytest.mark.clause("MB-Q-28")
def test_only_money_is_bid() -> None:
    sitting = table({A: "1 nope"})
    auction(sitting, "red")
    assert refused(sitting, Bid(A, ("nope",))) == "MB-Q-28"
    assert refused(sitting, Bid(A, ("1", "nope"))) == "MB-Q-28"


@pytest.mark.clause("MB-Q-31")
def test_a_bid_is_not_changed_and_nothing_opens_before_all_have_bid() -> None:
    sitting = table({A: "1 2", B: "1"})
    auction(sitting, "red")
    assert sitting.act(Bid(A, ("1",))) == (Bid(A, ("1",)),)
    assert refused(sitting, Bid(A, ("2",))) == "MB-Q-31"
    assert sitting.act(Bid(B, ("1",))) == (Bid(B, ("1",)),)
    assert isinstance(sitting.state.phase, Bidding)
    assert [len(held) for held in sitting.state.hands] == [2, 1, 0]  # nothing shows yet


@pytest.mark.clause("MB-AUC-02", "MB-AUC-03", "MB-AUC-04", "MB-Q-42")
def test_the_highest_sum_pays_and_has_it_and_all_others_take_their_money_back() -> None:
    sitting = table({A: "5 1 2", B: "4 1", C: "3 nope"}, discard="steal")
    auction(sitting, "light_blue")
    assert bid(sitting, "5 1", "4 1", "3")[1:] == (
        BidsRevealed((("5", "1"), ("4", "1"), ("3",))),
        AuctionWon(A, "light_blue", 6),
        BidPaid(A, ("5", "1")),
        BidTakenBack(B, ("4", "1")),
        BidTakenBack(C, ("3",)),
        CardLaid(A, "light_blue", "light_blue", 1, 1, 3),
        HostPassed(B),
    )
    assert [hand(sitting, seat) for seat in (A, B, C)] == ["2", "1 4", "3 nope"]
    assert sitting.state.discard == ("steal", "5", "1")


@pytest.mark.clause("MB-Q-28")
def test_sums_count_not_cards_and_no_change_is_given() -> None:
    sitting = table({A: "5 4", B: "3 3 2"})
    auction(sitting, "red")
    events = bid(sitting, "5 4", "3 3 2", "")
    assert AuctionWon(A, "red", 9) in events
    assert sitting.state.discard == ("5", "4")


@pytest.mark.clause("MB-AUC-07", "MB-Q-33", "MB-Q-28")
def test_a_property_nobody_bids_for_goes_under_the_pile() -> None:
    sitting = table({A: "1", B: "1"}, returned="green")
    auction(sitting, "red")
    assert bid(sitting, "", "", "")[1:] == (
        BidsRevealed(((), (), ())),
        AuctionFailed("red", "no_bids"),
        PropertyReturned("red"),
        HostPassed(B),
    )
    assert sitting.state.returned == ("green", "red")
    assert sitting.state.properties == 26
    assert sitting.state.discard == ()


@pytest.mark.clause("MB-Q-33")
def test_what_went_under_the_pile_comes_up_in_that_order_without_chance() -> None:
    deck = {"red": 3, "green": 3, "blue": 2}
    lying = {A: ["red red", "green green"], B: ["blue"]}
    sitting = table({A: "1"}, lying, returned="green blue red", draws="1 2 3", property_deck=deck)
    assert sitting.state.properties == 0
    assert auction(sitting)[-1] == PropertyTurnedAgain(A, "green")
    assert sitting.state.returned == ("blue", "red")
    bid(sitting, "", "", "")
    assert list(sitting.state.returned) == ["blue", "red", "green"]
    assert auction(sitting)[-1] == PropertyTurnedAgain(B, "blue")


# -- ties


@pytest.mark.clause("MB-AUC-05", "MB-Q-29", "MB-Q-30")
def test_those_who_share_the_lead_may_add_to_it() -> None:
    sitting = table({A: "3 2 1", B: "5 2", C: "4 4"})
    auction(sitting, "red")
    assert bid(sitting, "3 2", "5", "4")[2:] == (TieDeclared((A, B), 5), BidTakenBack(C, ("4",)))
    assert sitting.awaited == (A, B)
    assert hand(sitting, C) == "4 4"
    assert refused(sitting, Raise(C, ("4", "4"))) == "MB-Q-30"
    assert refused(sitting, Raise(A, ("3",))) == "MB-AUC-01"  # that lies open already
    assert add(sitting, A="1", B="")[1:] == (
        RaisesRevealed((A, B), (("1",), ())),
        AuctionWon(A, "red", 6),
        BidPaid(A, ("3", "2", "1")),
        BidTakenBack(B, ("5",)),
        CardLaid(A, "red", "red", 1, 1, 3),
        HostPassed(B),
    )


@pytest.mark.clause("MB-Q-29")
def test_several_ahead_go_on_among_themselves_as_long_as_somebody_adds() -> None:
    sitting = table({A: "4 1 2", B: "4 1", C: "4 1"}, seats=4)
    auction(sitting, "red")
    bid(sitting, "4", "4", "4", "")
    assert add(sitting, A="1", B="1", C="")[2:] == (
        TieDeclared((A, B), 5),
        BidTakenBack(C, ("4",)),
    )
    assert refused(sitting, Raise(C, ("1",))) == "MB-Q-30"
    assert sitting.awaited == (A, B)
    assert add(sitting, B="", A="2")[2] == AuctionWon(A, "red", 7)
    assert sitting.state.discard == ("4", "1", "2")


@pytest.mark.clause("MB-AUC-06", "MB-Q-29")
def test_a_tie_in_which_nobody_adds_fails_and_all_take_their_money_back() -> None:
    sitting = table({A: "4 1", B: "4 1"})
    auction(sitting, "red")
    bid(sitting, "4", "4", "")
    assert add(sitting, A="", B="")[2:] == (
        AuctionFailed("red", "tie"),
        BidTakenBack(A, ("4",)),
        BidTakenBack(B, ("4",)),
        PropertyReturned("red"),
        HostPassed(B),
    )
    assert (hand(sitting, A), hand(sitting, B)) == ("1 4", "1 4")
    assert sitting.state.returned == ("red",)


@pytest.mark.clause("MB-AUC-06", "MB-Q-29")
def test_a_tie_that_stays_after_a_round_of_adding_fails_too() -> None:
    sitting = table({A: "4 1", B: "4 1"})
    auction(sitting, "red")
    bid(sitting, "4", "4", "")
    assert add(sitting, A="1", B="1")[2:] == (TieDeclared((A, B), 5),)
    assert add(sitting, A="", B="")[2:5] == (
        AuctionFailed("red", "tie"),
        BidTakenBack(A, ("4", "1")),
        BidTakenBack(B, ("4", "1")),
    )


@pytest.mark.clause("MB-Q-31", "MB-AUC-05")
def test_a_raise_is_chosen_once_in_secret_and_only_in_a_tie() -> None:
    sitting = table({A: "4 1 2", B: "4", D: "1"}, seats=4)
    auction(sitting, "red")
    assert refused(sitting, Raise(A, ("1",))) == "MB-AUC-05"
    bid(sitting, "4", "4", "", "1")
    assert refused(sitting, Bid(A, ("1",))) == "MB-AUC-05"
    sitting.act(Raise(A, ("1",)))
    assert refused(sitting, Raise(A, ("2",))) == "MB-Q-31"
    assert isinstance(sitting.state.phase, Raising)
    assert hand(sitting, A) == "1 2"  # it leaves the hand when it is shown
    assert refused(sitting, Raise(B, ("nope",))) == "MB-AUC-01"


@pytest.mark.clause("MB-AUC-05")
def test_a_tied_seat_without_money_is_asked_like_any_other() -> None:
    sitting = table({A: "4", B: "4 1"})
    auction(sitting, "red")
    bid(sitting, "4", "4", "")
    assert sitting.awaited == (A, B)
    assert sitting.legal(A) == (Choice(Raise, A, {"cards": SubsetOf((), 0, 0)}),)


@pytest.mark.clause("MB-AUC-05")
def test_a_tie_below_the_lead_is_none() -> None:
    sitting = table({A: "5", B: "4", C: "4"})
    auction(sitting, "red")
    assert AuctionWon(A, "red", 5) in bid(sitting, "5", "4", "4")
