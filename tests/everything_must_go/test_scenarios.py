"""The worked scenarios of the rules page, by their numbers."""

import pytest

from ledger import Ledger, Refusal
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.cards import SUITS, stock, value
from ledger.games.everything_must_go.events import (
    AuctionWon,
    Bid,
    Buy,
    CardLaid,
    MatchWon,
    Pass,
    PenniesPaid,
    RoundBegan,
    StageChanged,
    StartAuction,
    TopCardLaid,
    TopCardTurned,
)
from ledger.games.everything_must_go.flow import refilled
from ledger.games.everything_must_go.state import Options, State

from .table import (
    A,
    B,
    C,
    D,
    auction,
    begun,
    buy,
    kinds,
    lay,
    of_kind,
    off_the_deck,
    offered,
    passed,
    refused,
    resume,
    sit,
)

RANKS = ("8", "9", "10", "J", "Q", "K")
BEFORE = (0, 9, 10, 19, 20, 21, 30, 31, 39, 40)


@pytest.mark.clause("EMG-SET-02", "EMG-SET-03")
def test_s_01_the_start_of_four() -> None:
    state = sit(4).state
    assert len(state.stock) == 24
    assert (len(state.cards), state.deck, state.top is None) == (4, 20, False)
    assert state.pennies == (20, 20, 20, 20)


@pytest.mark.clause("EMG-Q-03")
def test_s_02_six_seats_need_120_pennies() -> None:
    state = begun(6)
    assert isinstance(state, State) and sum(state.pennies) == 120
    refused_pool = begun(6, pool=100)
    assert isinstance(refused_pool, Refusal) and refused_pool.clause == "EMG-Q-03"


@pytest.mark.clause("EMG-TRN-02", "EMG-TRN-04")
def test_s_03_buying_a_king() -> None:
    sitting = resume(lay())
    events = buy(sitting, "Ks")
    assert PenniesPaid(A, 13) in events
    assert (sitting.state.pennies[A], sitting.state.totals[A]) == (7, 13)
    assert sitting.awaited == (B,)
    assert TopCardLaid in kinds(events)


@pytest.mark.clause("EMG-TRN-02", "EMG-AUC-01")
def test_s_04_a_king_with_seven_pennies() -> None:
    sitting = resume(lay(pennies=(7, 20, 20, 20)))
    assert refused(sitting, Buy(A, "Ks")) == "EMG-TRN-02"
    assert refused(sitting, StartAuction(A, "Ks", 6)) == "EMG-AUC-01"
    assert refused(sitting, StartAuction(A, "Ks", 7)) is None


@pytest.mark.clause("EMG-Q-07")
def test_s_05_half_of_nine() -> None:
    sitting = resume(lay())
    assert refused(sitting, StartAuction(A, "9d", 4)) == "EMG-AUC-01"
    assert refused(sitting, StartAuction(A, "9d", 5)) is None


@pytest.mark.clause("EMG-AUC-02", "EMG-AUC-03", "EMG-Q-22")
def test_s_06_an_auction_of_four() -> None:
    sitting = resume(lay())
    assert AuctionWon(A, "Ks", 11) in auction(sitting, "Ks", 7, 8, None, 10, 11, None, None)
    assert sitting.state.pennies == (9, 20, 20, 20)


@pytest.mark.clause("EMG-AUC-04")
def test_s_07_all_drop_at_once() -> None:
    sitting = resume(lay())
    assert sitting.state.price("Jh") == 11
    assert PenniesPaid(A, 6) in auction(sitting, "Jh", 6, None, None, None)


@pytest.mark.clause("EMG-Q-21")
def test_s_09_a_bid_beyond_ones_pennies() -> None:
    sitting = resume(lay(pennies=(20, 9, 20, 20)))
    auction(sitting, "Ks", 7)
    assert refused(sitting, Bid(B, 10)) == "EMG-Q-21"


@pytest.mark.clause("EMG-DSC-01", "EMG-Q-16")
def test_s_10_the_twelfth_card() -> None:
    sitting = resume(lay(gone=11))
    events = buy(sitting, "8c")
    assert PenniesPaid(A, 8) in events and StageChanged("closeout", 12) in events
    prices = [sitting.state.price(f"{rank}c") for rank in RANKS]
    assert prices == [6, 7, 8, 9, 9, 10]


@pytest.mark.clause("EMG-Q-06")
def test_s_11_starts_at_closeout() -> None:
    state = lay(gone=12)
    starts = [state.lowest_start(f"{rank}c") for rank in RANKS]
    assert starts == [3, 4, 4, 5, 5, 5]


@pytest.mark.clause("EMG-Q-06")
def test_s_13_a_king_in_liquidation() -> None:
    assert lay(gone=20).lowest_start("Ks") == 4
    face = lay(gone=20, auction_base="face")
    assert face.lowest_start("Ks") == 7 == face.price("Ks")


@pytest.mark.clause("EMG-RND-02", "EMG-RND-03", "EMG-RND-04", "EMG-Q-09")
def test_s_14_refills() -> None:
    after = [refilled(pennies, Options()) for pennies in BEFORE]
    assert after == [20, 20, 30, 30, 30, 31, 40, 40, 40, 40]


@pytest.mark.clause("EMG-Q-09")
def test_s_15_refills_all_or_nothing() -> None:
    options = Options(refill_above_30="all_or_nothing")
    after = [refilled(pennies, options) for pennies in BEFORE]
    assert after == [20, 20, 30, 30, 30, 31, 40, 31, 39, 40]


@pytest.mark.clause("EMG-RND-03", "EMG-RND-04", "EMG-Q-11")
def test_s_16_a_seat_that_never_buys() -> None:
    sitting = sit(3, stall_guard=False)
    purse = []
    for _ in range(3):
        passed(sitting, 3)
        purse.append(sitting.state.pennies[A])
    assert purse == [30, 40, 40]


@pytest.mark.clause("EMG-RND-05", "EMG-RND-06")
def test_s_17_the_end_of_round_1() -> None:
    sitting = sit(4)
    seen = 0
    for _ in range(4):
        seen = len(sitting.events)
        buy(sitting, sitting.state.cards[0])
    assert sitting.state.left == 20
    assert kinds(sitting.events[seen:]).count(CardLaid) == 4
    assert (len(sitting.state.cards), sitting.state.deck) == (4, 16)
    assert sitting.state.first == B
    assert sitting.awaited == (B,)


@pytest.mark.clause("EMG-DSC-01", "EMG-DSC-02")
def test_s_21_the_stages_of_four_seats() -> None:
    sitting = sit(4)
    while sitting.outcome is None:
        buy(sitting, sitting.state.cards[0])
    stage_of_round = {}
    stage = "full"
    for event in sitting.events:
        if isinstance(event, StageChanged):
            stage = event.stage
        if isinstance(event, RoundBegan):
            stage_of_round[event.round] = stage
    assert list(stage_of_round.values()) == ["full"] * 3 + ["closeout"] * 2 + ["liquidation"]


@pytest.mark.clause("EMG-Q-25", "EMG-Q-04")
def test_s_22_a_single_penny() -> None:
    sitting = resume(lay(gone=20, pennies=(1, 20, 20, 20), passing="only_if_broke"))
    assert sitting.state.lowest_start("8c") == 2
    assert offered(sitting) == ["pass"]
    assert off_the_deck(passed(sitting)) == []


@pytest.mark.clause("EMG-Q-04")
def test_s_23_after_a_pass_nothing_is_drawn() -> None:
    sitting = resume(lay())
    events = passed(sitting)
    assert len(sitting.state.cards) == 4
    assert off_the_deck(events) == [] and TopCardLaid not in kinds(events)


@pytest.mark.clause("EMG-END-02")
def test_s_25_counting_hands() -> None:
    state = lay("", seats=3, hands={A: "Kc Kd Qc 8c", B: "Jc Jd 10c 9c", C: "Qd Qh Qs 9d"})
    assert state.totals == (46, 41, 45)


@pytest.mark.clause("EMG-END-02", "EMG-CMP-03")
def test_s_26_all_cards_together() -> None:
    assert sum(map(value, stock(aces=False))) == 4 * 63 == 252


@pytest.mark.clause("EMG-Q-27")
@pytest.mark.parametrize(("tie", "winners"), [("shared", (A, B, C, D)), ("most_pennies", (C,))])
def test_s_27_four_with_63_each(tie: str, winners: tuple[int, ...]) -> None:
    suits = {seat: [f"{rank}{suit}" for rank in RANKS] for seat, suit in enumerate(SUITS)}
    hands = {seat: " ".join(cards[seat == A :]) for seat, cards in suits.items()}
    sitting = resume(lay("8c", hands=hands, pennies=(20, 17, 18, 2), tie=tie))
    assert buy(sitting, "8c")[-1] == MatchWon(winners, "EMG-Q-27")
    assert sitting.state.totals == (63, 63, 63, 63)


@pytest.mark.clause("EMG-Q-02")
def test_s_29_the_ten_of_hearts_on_top() -> None:
    sitting = resume(lay(top="10h"))
    assert refused(sitting, Buy(A, "10h")) == "EMG-Q-02"
    assert TopCardLaid(0, "10h") in buy(sitting, "8c")


@pytest.mark.clause("EMG-SET-01", "EMG-RND-05")
def test_s_31_the_same_seed_and_acts_lay_the_same_cards() -> None:
    """And no event names more than one card that was not yet seen."""
    streams = []
    for _ in range(2):
        with Ledger(None, games=[GAME]) as ledger:
            match = ledger.new(GAME, ["Ann", "Ben", "Cy", "Dee"], seed="the same")
            for _ in range(8):
                match.act(Buy(match.awaited[0], match.view().cards[-1]))
            match.act(Pass(match.awaited[0]))
            streams.append([entry.event for entry in match.events("auditor")][1:])
    assert streams[0] == streams[1]
    assert len(of_kind(streams[0], RoundBegan)) == 3
    assert len(of_kind(streams[0], TopCardTurned)) == 3 + 6
