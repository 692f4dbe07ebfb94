"""A turn of Everything Must Go: buying, passing, and the card that is replaced."""

import pytest

from ledger.games.everything_must_go.events import (
    Bid,
    Buy,
    CardAcquired,
    CardLaid,
    Drop,
    Pass,
    PenniesPaid,
    StartAuction,
    TopCardLaid,
    TopCardTurned,
    TurnBegan,
)

from .table import (
    A,
    B,
    C,
    D,
    auction,
    buy,
    kinds,
    lay,
    off_the_deck,
    offered,
    passed,
    play,
    refused,
    resume,
    sit,
)


@pytest.mark.clause("EMG-TRN-01", "EMG-TRN-02")
@pytest.mark.parametrize(
    ("card", "cost"), [("8d", 8), ("9d", 9), ("10d", 10), ("Jd", 11), ("Qd", 12), ("Kd", 13)]
)
def test_a_card_is_bought_for_what_it_is_worth(card: str, cost: int) -> None:
    sitting = resume(lay(f"{card} 8s 9s 10s"))
    events = buy(sitting, card)
    assert events[:3] == (Buy(A, card), PenniesPaid(A, cost), CardAcquired(A, card))
    assert sitting.state.pennies[A] == 20 - cost
    assert sitting.state.hands[A] == (card,)
    assert card not in sitting.state.cards


@pytest.mark.clause("EMG-TRN-01")
def test_only_what_lies_beside_the_deck_is_for_sale() -> None:
    sitting = resume(lay(hands={B: "Kd"}, top="10h"))
    for card in ("Kd", "Qc", "7c", "", "8C"):
        assert refused(sitting, Buy(A, card)) == "EMG-TRN-01"
        assert refused(sitting, StartAuction(A, card, 10)) == "EMG-TRN-01"


@pytest.mark.clause("EMG-Q-02")
def test_the_top_card_is_not_for_sale() -> None:
    sitting = resume(lay(top="10h"))
    assert refused(sitting, Buy(A, "10h")) == "EMG-Q-02"
    assert refused(sitting, StartAuction(A, "10h", 10)) == "EMG-Q-02"


@pytest.mark.clause("EMG-TRN-02")
def test_a_card_beyond_ones_pennies_is_not_bought() -> None:
    sitting = resume(lay(pennies=(12, 20, 20, 20)))
    assert refused(sitting, Buy(A, "Ks")) == "EMG-TRN-02"
    assert sitting.legal(A)[0].fields["card"].contains("Jh")
    assert not sitting.legal(A)[0].fields["card"].contains("Ks")
    assert refused(resume(lay(pennies=(13, 20, 20, 20))), Buy(A, "Ks")) is None


@pytest.mark.clause("EMG-TRN-03", "EMG-Q-31")
def test_buying_ends_the_turn() -> None:
    sitting = resume(lay())
    assert TurnBegan(B) in buy(sitting, "8c")
    assert refused(sitting, Buy(A, "9d")) == refused(sitting, Pass(A)) == "EMG-SET-04"


@pytest.mark.clause("EMG-TRN-03")
def test_a_lost_auction_ends_the_turn_too() -> None:
    sitting = resume(lay())
    events = auction(sitting, "Ks", 7, 8, None, None, None)
    assert CardAcquired(B, "Ks") in events and TurnBegan(B) in events
    assert sitting.awaited == (B,)


@pytest.mark.clause("EMG-Q-31")
def test_nothing_else_is_done_while_an_auction_is_on() -> None:
    sitting = resume(lay())
    play(sitting, StartAuction(A, "Ks", 7))
    for action in (Buy(A, "8c"), Pass(A), StartAuction(A, "8c", 4), Buy(B, "8c")):
        assert refused(sitting, action) == "EMG-AUC-02"


@pytest.mark.clause("EMG-AUC-01")
def test_without_an_auction_nobody_bids() -> None:
    sitting = resume(lay())
    assert refused(sitting, Bid(A, 9)) == refused(sitting, Drop(A)) == "EMG-AUC-01"


@pytest.mark.clause("EMG-Q-26")
def test_who_won_another_seats_auction_still_has_its_turn() -> None:
    sitting = resume(lay())
    auction(sitting, "Ks", 7, None, 8, None, None)
    passed(sitting)
    assert sitting.awaited == (C,)
    assert refused(sitting, Buy(C, "8c")) is None


@pytest.mark.clause("EMG-TRN-04", "EMG-Q-02")
def test_the_next_seat_lays_the_top_card_and_the_next_is_seen() -> None:
    sitting = resume(lay(top="Qc"), "8h")
    events = buy(sitting, "9d")
    assert events[3:] == (TurnBegan(B), TopCardLaid(1, "Qc"), TopCardTurned("8h"))
    assert sitting.state.showing == ("8c", "Qc", "Jh", "Ks")
    assert (sitting.state.deck, sitting.state.top) == (19, "8h")
    assert refused(sitting, Buy(B, "Qc")) is None


@pytest.mark.clause("EMG-TRN-04")
def test_face_down_the_replacement_is_drawn() -> None:
    sitting = resume(lay(deck_face_up=False), "Qc")
    assert buy(sitting, "9d")[3:] == (TurnBegan(B), CardLaid(1, "Qc"))
    assert (sitting.state.deck, sitting.state.top) == (19, None)


@pytest.mark.clause("EMG-Q-04")
def test_a_seat_may_pass_and_no_card_is_missing() -> None:
    sitting = resume(lay())
    assert passed(sitting) == (Pass(A), TurnBegan(B))
    assert len(sitting.state.cards) == 4
    assert "pass" in offered(sitting)


@pytest.mark.clause("EMG-Q-04", "EMG-Q-25")
def test_where_agreed_only_a_broke_seat_passes() -> None:
    sitting = resume(lay(pennies=(4, 3, 20, 20), passing="only_if_broke"))
    assert refused(sitting, Pass(A)) == "EMG-Q-04"  # 4 start an auction for 8c
    assert offered(sitting) == ["start_auction"]
    auction(sitting, "8c", 4, None, None, None)
    assert sitting.state.cards == ("8d", "9d", "Jh", "Ks")
    assert offered(sitting) == ["pass"]
    assert refused(sitting, Pass(B)) is None


@pytest.mark.clause("EMG-Q-05")
def test_after_a_round_without_a_sale_who_can_act_must() -> None:
    sitting = sit(3)
    passed(sitting, 3)
    assert sitting.state.round == 2
    assert refused(sitting, Pass(B)) == "EMG-Q-05"
    assert "pass" not in offered(sitting)
    buy(sitting, sitting.state.cards[0])
    assert refused(sitting, Pass(C)) is None  # a card was acquired
    passed(sitting, 2)
    assert sitting.state.round == 3
    passed(sitting, 3)  # in a round after one with a sale
    assert refused(sitting, Pass(sitting.awaited[0])) == "EMG-Q-05"


@pytest.mark.clause("EMG-Q-05")
def test_a_sale_late_in_a_round_counts_for_it() -> None:
    sitting = sit(3)
    passed(sitting, 2)
    buy(sitting, sitting.state.cards[0])
    assert sitting.state.round == 2
    assert refused(sitting, Pass(B)) is None


@pytest.mark.clause("EMG-Q-05", "EMG-Q-25")
def test_a_broke_seat_passes_also_then() -> None:
    sitting = resume(lay(stalled=True, pennies=(3, 20, 20, 20)))
    assert offered(sitting) == ["pass"]
    passed(sitting)
    assert refused(sitting, Pass(B)) == "EMG-Q-05"


@pytest.mark.clause("EMG-Q-05")
def test_without_the_guard_all_may_pass_for_ever() -> None:
    sitting = sit(3, stall_guard=False)
    passed(sitting, 30)
    assert sitting.state.round == 11
    assert "pass" in offered(sitting)


@pytest.mark.clause("EMG-Q-25")
def test_who_can_buy_nothing_may_still_bid() -> None:
    sitting = resume(lay(pennies=(20, 20, 3, 5), turn=C))
    assert offered(sitting) == ["pass"]
    passed(sitting)
    play(sitting, StartAuction(D, "8c", 4))
    assert sitting.awaited == (A,)
    play(sitting, Drop(A), Drop(B))
    assert offered(sitting) == ["drop"]  # 3 are not enough
    sitting = resume(lay(pennies=(20, 20, 3, 5), gone=20, turn=C))
    play(sitting, StartAuction(C, "8c", 2), Bid(D, 3))
    assert sitting.awaited == (A,)


@pytest.mark.clause("EMG-Q-14")
def test_once_the_deck_is_empty_nothing_is_replaced() -> None:
    sitting = resume(lay(gone=19, top="Qc"))  # one card in the deck
    assert sitting.state.deck == 1
    events = buy(sitting, "9d")
    assert TopCardLaid(1, "Qc") in events and off_the_deck(events) == []
    assert (sitting.state.deck, sitting.state.top) == (0, None)
    assert kinds(buy(sitting, "Qc"))[-1] is TurnBegan
    assert len(sitting.state.cards) == 3


@pytest.mark.clause("EMG-TRN-04")
def test_a_declared_replacement_is_one_of_the_rest() -> None:
    sitting = resume(lay("8c 9d Jh Ks", deck_face_up=False))
    sitting.act(Buy(A, "9d"))
    assert sitting.awaits_draw
    assert sitting.draw("9h") == (CardLaid(1, "9h"),)
