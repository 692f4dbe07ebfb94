"""The worked scenarios of the rules page, by their numbers."""

import pytest

from ledger import Bag
from ledger.games.monopoly_bid import (
    AcceptTrade,
    AuctionFailed,
    AuctionWon,
    Bid,
    CardLaid,
    CardStolen,
    DrawTwo,
    EndActions,
    HandThrownIn,
    HostPassed,
    Lay,
    MatchWon,
    Nope,
    OfferTrade,
    PlayCancelled,
    PlayWild,
    Steal,
)
from ledger.games.monopoly_bid.state import Bidding

from .table import (
    HAND,
    A,
    B,
    C,
    add,
    auction,
    before,
    begin,
    bid,
    hand,
    kinds,
    nobody,
    nope,
    refused,
    sit,
    table,
)

TWO = ["brown brown", "yellow yellow yellow"]


@pytest.mark.clause("MB-SET-02", "MB-TRN-02", "MB-Q-43")
def test_s_01_the_start() -> None:
    sitting = begin(4)
    assert [len(held) for held in sitting.state.hands] == [5] * 4
    assert (sitting.state.pile, sitting.state.properties) == (62, 28)
    for card in ["1", "2", "3", "4"]:
        sitting.draw(card)
    assert sitting.state.pile == 58
    assert [len(held) for held in sitting.state.hands] == [6] * 4


@pytest.mark.clause("MB-SET-03", "MB-Q-06")
def test_s_02_a_hand_without_money() -> None:
    poor = "nope nope steal wild draw2"
    sitting = sit(2, HAND, poor)
    assert sitting.events[-1] == HandThrownIn(B, tuple(sorted(poor.split())))
    assert sorted(sitting.state.discard) == sorted(poor.split())
    for card in poor.split():
        sitting.draw(card)
    assert isinstance(sitting.events[-1], HandThrownIn)  # once more
    for card in HAND.split():
        sitting.draw(card)
    assert hand(sitting, B) == HAND


@pytest.mark.clause("MB-AUC-03", "MB-AUC-04")
def test_s_03_the_highest_bid() -> None:
    sitting = table({A: "5 1", B: "4 1", C: "2"})
    auction(sitting, "light_blue")
    events = bid(sitting, "5 1", "4 1", "")
    assert AuctionWon(A, "light_blue", 6) in events
    assert sitting.state.discard == ("5", "1")
    assert hand(sitting, B) == "1 4"
    assert before(sitting, A) == ["light_blue"]


@pytest.mark.clause("MB-AUC-05", "MB-Q-30")
def test_s_04_a_tie_that_is_broken() -> None:
    sitting = table({A: "3 2 1", B: "5", C: "4 5"})
    auction(sitting, "red")
    bid(sitting, "3 2", "5", "4")
    assert C not in sitting.awaited
    assert AuctionWon(A, "red", 6) in add(sitting, A="1", B="")
    assert sorted(sitting.state.discard) == ["1", "2", "3"]
    assert hand(sitting, B) == "5"


@pytest.mark.clause("MB-AUC-06")
def test_s_07_a_tie_that_stays() -> None:
    sitting = table({A: "4", B: "4"})
    auction(sitting, "red")
    bid(sitting, "4", "4", "")
    assert AuctionFailed("red", "tie") in add(sitting, A="", B="")


@pytest.mark.clause("MB-AUC-07", "MB-TRN-01")
def test_s_08_nobody_bids() -> None:
    sitting = table({A: "4", B: "4"}, discard="nope")
    auction(sitting, "red")
    events = bid(sitting, "", "", "")
    assert sitting.state.returned == ("red",)
    assert events[-1] == HostPassed(B)
    assert sitting.state.discard == ("nope",)


@pytest.mark.clause("MB-Q-28")
def test_s_09_sums_not_numbers_of_cards() -> None:
    sitting = table({A: "5 4", B: "3 3 2"})
    auction(sitting, "red")
    assert AuctionWon(A, "red", 9) in bid(sitting, "5 4", "3 3 2", "")
    assert sitting.state.discard == ("5", "4")


@pytest.mark.clause("MB-NOP-01", "MB-NOP-02")
def test_s_10_a_steal_that_is_cancelled() -> None:
    sitting = table({A: "steal", B: "nope"}, {B: ["red"]})
    sitting.act(Steal(A, B, 1, "red"))
    nope(sitting, B)
    assert nobody(sitting)[-1] == PlayCancelled(A, "steal", B)
    assert sitting.state.discard == ("steal", "nope")
    assert before(sitting, B) == ["red"]


@pytest.mark.clause("MB-Q-11")
def test_s_11_a_nope_on_the_nope() -> None:
    sitting = table({A: "steal nope", B: "nope"}, {B: ["red"]})
    sitting.act(Steal(A, B, 1, "red"))
    nope(sitting, B)
    nope(sitting, A)
    assert CardStolen(A, B, 1, "red") in nobody(sitting)
    assert sorted(sitting.state.discard) == ["nope", "nope", "steal"]
    assert before(sitting, A) == ["red"]


@pytest.mark.clause("MB-END-01", "MB-SETS-01")
def test_s_13_a_wild_that_wins() -> None:
    sitting = table({A: "wild"}, {A: [*TWO, "dark_blue"]})
    sitting.act(PlayWild(A, "dark_blue", 3))
    events = nobody(sitting)
    assert CardLaid(A, "wild", "dark_blue", 3, 2, 2) in events
    assert events[-1] == MatchWon((A,), "MB-END-01")


@pytest.mark.clause("MB-WLD-04", "MB-Q-14", "MB-Q-42")
def test_s_14_a_wild_that_is_cancelled() -> None:
    sitting = table({A: "wild", B: "nope nope"}, {A: [*TWO, "dark_blue"]})
    sitting.act(PlayWild(A, "dark_blue", 3))
    nope(sitting, B)
    nobody(sitting)
    assert sitting.state.discard == ("wild", "nope")
    assert sitting.outcome is None
    late = table({A: "wild", B: "nope"}, {A: ["dark_blue"]})
    late.act(PlayWild(A, "dark_blue", 1))
    nobody(late)
    assert refused(late, Nope(B, 1)) == "MB-Q-14"


@pytest.mark.clause("MB-Q-22", "MB-SETS-01")
def test_s_16_two_wilds_and_the_property() -> None:
    sitting = table({A: "1"}, {A: ["red: wild wild"]})
    auction(sitting, "red")
    bid(sitting, "1", "", "")
    sitting.act(Lay(A, 1))
    (lying,) = sitting.state.groups[A]
    assert lying.complete and (lying.real, lying.wilds, lying.size) == (1, 2, 3)


@pytest.mark.clause("MB-STL-02", "MB-WLD-03")
def test_s_17_a_complete_set_is_safe() -> None:
    sitting = table({A: "steal"}, {B: ["red red wild", "green"]})
    assert refused(sitting, Steal(A, B, 1, "wild", "pink")) == "MB-STL-02"
    assert refused(sitting, Steal(A, B, 1, "red")) == "MB-STL-02"
    assert refused(sitting, Steal(A, B, 2, "green")) is None


@pytest.mark.clause("MB-Q-23", "MB-Q-26")
def test_s_19_the_third_light_blue_beside_a_complete_set() -> None:
    sitting = table({A: "steal", C: "1"}, {C: ["light_blue light_blue wild"]}, host=B)
    auction(sitting, "light_blue")
    bid(sitting, "", "", "1")
    assert before(sitting, C) == ["light_blue light_blue wild", "light_blue"]
    assert [lying.complete for lying in sitting.state.groups[C]] == [True, False]
    for card in ("1", "1", "1"):
        sitting.draw(card)
    thief = table({A: "steal"}, {C: before(sitting, C)})
    assert refused(thief, Steal(A, C, 2, "light_blue")) is None


@pytest.mark.clause("MB-Q-16")
def test_s_21_a_steal_without_aim() -> None:
    sitting = table({A: "steal"}, {A: ["red"], B: ["brown brown"]})
    assert refused(sitting, Steal(A, B, 2, "brown")) == "MB-Q-16"
    assert hand(sitting, A) == "steal"


@pytest.mark.clause("MB-Q-40")
def test_s_24_a_win_on_anothers_turn() -> None:
    sitting = table({B: "1"}, {B: [*TWO, "green green"]})
    auction(sitting, "green")
    bid(sitting, "", "1", "")
    assert sitting.act(Lay(B, 3))[-1] == MatchWon((B,), "MB-END-01")


@pytest.mark.clause("MB-Q-37")
def test_s_27_a_wild_is_not_traded() -> None:
    sitting = table({}, {A: ["red wild"], B: ["green"]})
    assert refused(sitting, OfferTrade(A, B, (1, 1), (2,))) == "MB-Q-37"


@pytest.mark.clause("MB-Q-38")
def test_s_28_a_trade_waits_for_the_answers() -> None:
    sitting = table({A: "draw2"}, {A: ["red"], B: ["green"]}, draws="1 1")
    sitting.act(OfferTrade(A, B, (1,), (2,)))
    sitting.act(DrawTwo(A))
    assert refused(sitting, AcceptTrade(B, 1)) == "MB-Q-38"
    nobody(sitting)
    sitting.act(AcceptTrade(B, 1))
    assert (before(sitting, A), before(sitting, B)) == (["green"], ["red"])


@pytest.mark.clause("MB-Q-08", "MB-Q-09")
def test_s_29_draw_2_out_of_turn_and_too_late() -> None:
    sitting = table({A: "draw2", B: "draw2"})
    assert refused(sitting, DrawTwo(B)) == "MB-Q-09"
    auction(sitting, "red")
    assert refused(sitting, DrawTwo(A)) == "MB-Q-08"


@pytest.mark.clause("MB-Q-31", "MB-AUC-02")
def test_s_30_what_b_sees_of_a_sealed_bid() -> None:
    """What stands in B's view of a record is in test_secrets.py; in memory nothing is sealed."""
    sitting = table({A: "1 2 3 4", B: "1"})
    auction(sitting, "red")
    sitting.act(Bid(A, ("1", "2", "3")))
    view = sitting.view(B)
    assert view.hands == (Bag((), 4), Bag(("1",)), Bag())
    assert isinstance(view.phase, Bidding)
    assert [chosen is None for chosen in view.phase.bids] == [False, True, True]


@pytest.mark.clause("MB-Q-34")
def test_s_31_without_properties_turns_are_draw_and_actions_only() -> None:
    deck = {"red": 3, "green": 3, "pink": 2}
    lying = {A: ["red red", "green"], B: ["red", "green green"], C: ["pink", "pink"]}
    sitting = table({}, lying, property_deck=deck, draws="1 2 3")
    assert kinds(sitting.act(EndActions(A)))[:2] == [EndActions, HostPassed]
    assert sitting.awaited == (B,)
    assert [len(held) for held in sitting.state.hands] == [1, 1, 1]
