"""The auction of Everything Must Go: where it starts, who is asked, who pays what."""

import pytest

from ledger import InvalidAction
from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.cards import Base, Stage, lowest_start, stock
from ledger.games.everything_must_go.events import (
    AuctionWon,
    Bid,
    CardAcquired,
    Drop,
    PenniesPaid,
    StartAuction,
    TurnBegan,
)

from .table import A, B, C, D, asked, auction, lay, offered, play, refused, resume


@pytest.mark.clause("EMG-AUC-01", "EMG-Q-07")
@pytest.mark.parametrize(
    ("card", "lowest"), [("8d", 4), ("9d", 5), ("10d", 5), ("Jd", 6), ("Qd", 6), ("Kd", 7)]
)
def test_the_first_bid_is_at_least_half_the_price(card: str, lowest: int) -> None:
    sitting = resume(lay(f"{card} 8s 9s 10s"))
    for bid in (lowest - 1, 0, -3):
        assert refused(sitting, StartAuction(A, card, bid)) == "EMG-AUC-01"
    assert refused(sitting, StartAuction(A, card, lowest)) is None
    choice = next(c for c in sitting.legal(A) if c.contains(StartAuction(A, card, lowest)))
    assert not choice.contains(StartAuction(A, card, lowest - 1))


@pytest.mark.clause("EMG-Q-06")
@pytest.mark.parametrize(
    ("base", "stage", "lowest"),
    [
        ("current", "closeout", 5),
        ("current", "liquidation", 4),
        ("face", "closeout", 7),
        ("face", "liquidation", 7),
    ],
)
def test_the_lowest_bid_goes_by_the_price_of_the_moment_or_the_full_one(
    base: Base, stage: Stage, lowest: int
) -> None:
    gone = {"closeout": 12, "liquidation": 20}[stage]
    sitting = resume(lay(gone=gone, auction_base=base))
    assert refused(sitting, StartAuction(A, "Ks", lowest - 1)) == "EMG-AUC-01"
    assert refused(sitting, StartAuction(A, "Ks", lowest)) is None


@pytest.mark.clause("EMG-Q-06", "EMG-Q-25")
@pytest.mark.parametrize("stage", ["full", "closeout", "liquidation"])
@pytest.mark.parametrize("base", ["current", "face"])
def test_who_can_start_no_auction_can_buy_nothing_either(base: Base, stage: Stage) -> None:
    state = lay(stage=stage, auction_base=base)
    assert all(lowest_start(card, stage, base) <= state.price(card) for card in stock(aces=True))


@pytest.mark.clause("EMG-Q-20")
def test_the_first_bid_may_exceed_the_price_but_not_ones_pennies() -> None:
    sitting = resume(lay())
    assert refused(sitting, StartAuction(A, "8c", 20)) is None
    assert refused(sitting, StartAuction(A, "8c", 21)) == "EMG-Q-20"
    assert refused(sitting, StartAuction(A, "8c", 10**30)) == "EMG-Q-20"


@pytest.mark.clause("EMG-Q-20", "EMG-Q-22")
@pytest.mark.parametrize("amount", [5.5, 5.0, "5", True, None])
def test_bids_are_whole_pennies(amount: object) -> None:
    with pytest.raises(InvalidAction):
        GAME.action("bid", seat=A, amount=amount)
    with pytest.raises(InvalidAction):
        GAME.action("start_auction", seat=A, card="8c", bid=amount)


@pytest.mark.clause("EMG-AUC-02", "EMG-Q-22")
def test_the_word_goes_clockwise_from_the_starters_left() -> None:
    sitting = resume(lay(turn=C))
    play(sitting, StartAuction(C, "Ks", 7))
    order = []
    for amount in (8, 9, 10, 11, 12):
        order.append(asked(sitting))
        play(sitting, Bid(asked(sitting), amount))
    assert order == [D, A, B, C, D]


@pytest.mark.clause("EMG-AUC-02", "EMG-Q-22")
def test_who_drops_out_stays_out_and_who_leads_is_not_asked() -> None:
    sitting = resume(lay())
    play(sitting, StartAuction(A, "Ks", 7))
    assert refused(sitting, Bid(A, 9)) == refused(sitting, Drop(A)) == "EMG-Q-22"
    assert refused(sitting, Bid(C, 9)) == "EMG-Q-22"
    play(sitting, Drop(B), Bid(C, 8))
    assert refused(sitting, Bid(B, 9)) == refused(sitting, Drop(B)) == "EMG-Q-22"
    play(sitting, Drop(D))
    assert sitting.awaited == (A,)
    play(sitting, Bid(A, 9))
    assert sitting.awaited == (C,)


@pytest.mark.clause("EMG-Q-22")
@pytest.mark.parametrize("amount", [-3, 0, 7, 8])
def test_a_raise_is_higher_than_the_bid(amount: int) -> None:
    sitting = resume(lay())
    play(sitting, StartAuction(A, "Ks", 8))
    assert refused(sitting, Bid(B, amount)) == "EMG-Q-22"
    assert refused(sitting, Bid(B, 9)) is None


@pytest.mark.clause("EMG-Q-21")
def test_nobody_bids_more_than_it_has() -> None:
    sitting = resume(lay(pennies=(20, 9, 8, 20)))
    play(sitting, StartAuction(A, "Ks", 8))
    assert refused(sitting, Bid(B, 10)) == "EMG-Q-21"
    assert sitting.legal(B)[0].contains(Bid(B, 9))
    assert not sitting.legal(B)[0].contains(Bid(B, 10))
    play(sitting, Drop(B))
    assert offered(sitting) == ["drop"]
    assert refused(sitting, Bid(C, 9)) == "EMG-Q-21"


@pytest.mark.clause("EMG-AUC-03")
def test_the_winner_pays_at_once_and_takes_the_card() -> None:
    sitting = resume(lay())
    assert auction(sitting, "Ks", 7, 8, None, None, None)[:5] == (
        Drop(A),
        AuctionWon(B, "Ks", 8),
        PenniesPaid(B, 8),
        CardAcquired(B, "Ks"),
        TurnBegan(B),
    )
    assert sitting.state.pennies == (20, 12, 20, 20)
    assert sitting.state.hands[B] == ("Ks",)


@pytest.mark.clause("EMG-AUC-04", "EMG-Q-23")
def test_if_all_drop_out_the_starter_pays_its_first_bid() -> None:
    sitting = resume(lay())
    assert AuctionWon(A, "Ks", 7) in auction(sitting, "Ks", 7, None, None, None)
    assert sitting.state.pennies[A] == 13


@pytest.mark.clause("EMG-Q-24")
def test_an_auction_that_nobody_else_can_afford() -> None:
    sitting = resume(lay(pennies=(20, 3, 3, 3)))
    assert refused(sitting, StartAuction(A, "Ks", 7)) is None
    auction(sitting, "Ks", 7, None, None, None)
    assert sitting.state.pennies == (13, 3, 3, 3)


@pytest.mark.clause("EMG-Q-28")
def test_a_discount_does_not_lower_a_bid() -> None:
    sitting = resume(lay(gone=20))
    assert PenniesPaid(A, 13) in auction(sitting, "Ks", 13, None, None, None)
