"""Illegal bids in the Game of 49: a winner that cannot pay, and what it costs."""

import pytest

from ledger import Ledger, NeedsDisclosure, Refused
from ledger.games.game_of_49 import GAME
from ledger.games.game_of_49.cards import DECK
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardRemoved,
    Check,
    ChipPlaced,
    ChipRemoved,
    Pass,
    PaymentDefaulted,
    PayoffPaid,
    PenaltyCardDrawn,
    PenaltyVoid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.flow import pile
from ledger.games.game_of_49.state import Auction, Chip, State, mask
from ledger.testing import Sitting

from .table import A, B, C, Laid, buy, kinds, lay, play, refused, resume

POOR = (3, 49, 49)


def poor(card: str, *draws: object, chips: dict[int, list[Laid]] | None = None) -> Sitting[State]:
    """A holds the tokens and $3; ``card`` is up."""
    return resume(lay(chips or {}, cash=POOR), card, *draws)


def overbid(sitting: Sitting[State], amount: int = 9) -> tuple[object, ...]:
    """A bids beyond its money, and the others pass."""
    sitting.act(Bid(A, amount), anyway=True)
    return play(sitting, None, None)


@pytest.mark.clause("49-PEN-01", "49-Q-03")
def test_an_overbid_is_irregular_never_offered_and_recorded_if_wanted() -> None:
    sitting = poor("17")
    refusal = sitting.refusal(Bid(A, 4))
    assert refusal is not None
    assert (refusal.clause, refusal.irregular) == ("49-PEN-01", True)
    with pytest.raises(Refused):
        sitting.act(Bid(A, 4))
    assert not any(choice.contains(Bid(A, 4)) for choice in sitting.legal(A))
    assert sitting.act(Bid(A, 4), anyway=True) == (Bid(A, 4),)


@pytest.mark.clause("49-PEN-01")
def test_hard_refusals_come_before_the_irregular_one() -> None:
    sitting = resume(lay({}, cash=(3, 49, 3)), "41")
    refusal = sitting.refusal(Bid(A, 6))  # beyond its cash and below the minimum
    assert refusal is not None
    assert (refusal.clause, refusal.irregular) == ("49-MIN-01", False)
    assert refused(sitting, Bid(A, 1000)) == "49-Q-05"
    assert refused(sitting, Bid(C, 50)) == "49-TRN-03"


@pytest.mark.clause("49-PEN-02", "49-PEN-03")
def test_a_winner_that_cannot_pay_loses_a_chip_and_the_card_comes_again() -> None:
    sitting = poor("17", chips={A: [2, 30], B: [5]})
    assert overbid(sitting)[1:] == (AuctionWon(A, "17", 9), PaymentDefaulted(A, 9))
    assert sitting.awaits_draw
    assert sitting.draw(30) == (
        PenaltyCardDrawn(A, 30),
        ChipRemoved(A, 30, "30"),
        AuctionOpened(A, "17", 2, 2),
    )
    assert sitting.state.spaces_of(A) == (2,)
    assert sitting.state.removed == ("30",)
    assert sitting.state.cash == POOR


@pytest.mark.clause("49-PEN-02")
def test_the_offender_takes_part_in_the_second_auction() -> None:
    sitting = poor("17", "18")
    overbid(sitting)
    events = buy(sitting, A, 2)
    assert events[1:4] == (AuctionWon(A, "17", 2), BidPaid(A, 2), ChipPlaced(A, 17, "17"))


@pytest.mark.clause("49-PEN-02")
def test_what_the_offender_has_is_not_told() -> None:
    assert PaymentDefaulted.__struct_fields__ == ("seat", "bid")
    assert PaymentDefaulted.reveals
    assert PaymentDefaulted.remedies == {Bid: "49-PEN-01"}


@pytest.mark.clause("49-PEN-03")
def test_only_the_offenders_own_cards_are_drawn_from() -> None:
    sitting = poor("17", chips={A: [2, 30], B: [5]})
    overbid(sitting)
    for wrong in (5, 17, 1, 0):
        with pytest.raises(Refused):
            sitting.draw(wrong)
    assert PenaltyCardDrawn(A, 2) in sitting.draw(2)


@pytest.mark.clause("49-Q-04")
def test_an_overbid_that_is_outbid_has_no_effect() -> None:
    sitting = poor("17", "18")
    sitting.act(Bid(A, 9), anyway=True)
    events = play(sitting, 10, None, None)
    assert PaymentDefaulted not in kinds(sitting.events)
    assert BidPaid(B, 10) in events


@pytest.mark.clause("49-Q-05")
def test_two_that_cannot_pay_cannot_raise_for_ever() -> None:
    sitting = resume(lay({}, cash=(3, 3, 3)), "17")
    sitting.act(Bid(A, 998), anyway=True)
    sitting.act(Bid(B, 999), anyway=True)
    assert refused(sitting, Bid(C, 1000)) == "49-Q-05"
    assert PaymentDefaulted(B, 999) in play(sitting, None, None)


@pytest.mark.clause("49-Q-06")
def test_without_a_chip_the_offender_loses_only_the_auction() -> None:
    sitting = poor("17")
    assert overbid(sitting)[2:] == (
        PaymentDefaulted(A, 9),
        PenaltyVoid(A),
        AuctionOpened(A, "17", 2, 2),
    )


@pytest.mark.clause("49-Q-07")
def test_a_wild_is_bound_to_the_space_it_was_used_for() -> None:
    chips: dict[int, list[Laid]] = {A: [(12, "1-24"), (31, "49"), (49, "49")]}
    sitting = poor("17", 31, chips=chips)
    assert ChipRemoved(A, 31, "49") in overbid(sitting)
    assert sitting.state.spaces_of(A) == (12, 49)


@pytest.mark.clause("49-Q-08")
def test_cards_without_a_living_chip_are_not_drawn_from() -> None:
    sitting = poor("49", "17", chips={B: [2], C: [(49, "49")]})
    buy(sitting, B, 1)  # C's Wild 49 is dead from now on
    sitting.act(Pass(B))
    sitting.act(Bid(C, 60), anyway=True)
    assert PenaltyVoid(C) in play(sitting, None)


@pytest.mark.clause("49-Q-09")
def test_of_several_wild_49s_for_49_only_the_latest_is_live() -> None:
    state = lay({A: [(49, "49")]}, cash=POOR, loose=(Chip(A, "49"), Chip(B, "49")))
    sitting = resume(state, "17")
    overbid(sitting)
    assert ChipRemoved(A, 49, "49") in sitting.draw(49)
    assert sitting.state.spaces_of(A) == ()
    assert sitting.state.loose == (Chip(A, "49"), Chip(B, "49"))


@pytest.mark.clause("49-Q-10")
def test_a_space_emptied_by_the_penalty_can_be_filled_again() -> None:
    sitting = poor("1-24", 2, chips={A: [2]})
    overbid(sitting)
    buy(sitting, B, 3)
    assert refused(sitting, Place(B, 2)) is None
    sitting = poor("49", 2, chips={A: [2], B: [(49, "49")]})
    overbid(sitting)
    buy(sitting, B, 1)
    assert refused(sitting, Place(B, 2)) is None


@pytest.mark.clause("49-Q-11")
def test_the_second_auction_begins_with_the_holder_and_a_clean_slate() -> None:
    sitting = resume(lay({}, cash=(49, 3, 49)), "41")
    play(sitting, "check")
    sitting.act(Bid(B, 9), anyway=True)
    assert play(sitting, None, None)[-1] == AuctionOpened(A, "41", 7, 2)
    auction = sitting.state.phase
    assert isinstance(auction, Auction)
    assert set(auction.standing) == {"waiting"} and auction.bid == 0
    assert sitting.state.holder == A
    assert refused(sitting, Check(A)) is None
    assert refused(sitting, Bid(A, 6)) == "49-MIN-01"


@pytest.mark.clause("49-Q-12")
def test_after_a_default_an_overbid_on_the_same_card_is_refused_outright() -> None:
    sitting = poor("17", "18")
    overbid(sitting)
    refusal = sitting.refusal(Bid(A, 4))
    assert refusal is not None
    assert (refusal.clause, refusal.irregular) == ("49-Q-12", False)
    with pytest.raises(Refused):
        sitting.act(Bid(A, 4), anyway=True)
    play(sitting, None, None, None)  # the next card is another matter
    play(sitting, None, None)
    assert refused(sitting, Bid(A, 4)) == "49-PEN-01"


@pytest.mark.clause("49-Q-12")
def test_each_seat_may_default_once_on_a_card() -> None:
    sitting = resume(lay({}, cash=(3, 3, 3)), "17")
    for seat, attempt in ((A, 2), (B, 3), (C, 4)):
        play(sitting, *[None] * seat)
        sitting.act(Bid(seat, 9), anyway=True)
        while sitting.state.defaulted[-1:] != (seat,):
            play(sitting, None)
        assert sitting.events[-1] == AuctionOpened(A, "17", 2, attempt)
    assert CardRemoved("17") in play(sitting, None, None, None)


@pytest.mark.clause("49-Q-13")
def test_if_all_pass_the_second_time_the_card_leaves_the_game() -> None:
    sitting = poor("17")
    overbid(sitting)
    assert play(sitting, None, None, None) == (Pass(C), CardRemoved("17"), TokensPassed(B))


@pytest.mark.clause("49-Q-14")
def test_a_wild_pays_once_and_the_lost_chip_counts_no_more() -> None:
    sitting = poor("49", 2, chips={A: [2, 30], B: [5]})
    assert PayoffPaid not in kinds(e for e in overbid(sitting) if isinstance(e, PayoffPaid))
    events = play(sitting, None, None, None)
    assert events == (
        Pass(C),
        CardRemoved("49"),
        PayoffPaid(A, 1, 7),
        PayoffPaid(B, 1, 7),
        TokensPassed(B),
    )


@pytest.mark.clause("49-Q-14")
def test_losing_49_to_the_penalty_leaves_it_vacant_for_the_same_card() -> None:
    sitting = poor("49", 49, "5", chips={A: [(49, "49")]})
    overbid(sitting)
    events = buy(sitting, A, 1)
    assert events[2:4] == (BidPaid(A, 1), ChipPlaced(A, 49, "49"))


def test_cards_are_neither_made_nor_lost_by_a_penalty() -> None:
    sitting = poor("17", 30, chips={A: [2, 30]})
    overbid(sitting)
    assert GAME.invariants(sitting.state) == ()
    assert len(pile(sitting.state).items) == sitting.state.deck == len(DECK) - 3


@pytest.mark.clause("49-PEN-01", "49-SET-06")
@pytest.mark.parametrize("show_money", [True, False])
def test_a_dispute_about_a_bid_tells_no_more_than_the_table_sees(show_money: bool) -> None:
    """Upheld where all see all cash; else dismissed, whatever the bidder has."""
    with Ledger(None, games=[GAME]) as ledger:
        match = ledger.new(
            GAME,
            ["Ann", "Bob", "Cid"],
            seed="49",
            options={"show_money": show_money, "first_seat": A},
        )
        match.act(Bid(A, 20))
        match.act(Bid(B, 60), anyway=True)
        beyond = match.seq
        for seq in (beyond - 1, beyond):
            match.dispute(C, seq, "you do not have that")
            match.rule()
        honest, overbidden = match.docket().quarrels
        assert (honest.status, honest.clause) == ("dismissed", "HOUSE-17")
        if show_money:
            assert (overbidden.status, overbidden.clause) == ("upheld", "49-PEN-01")
            assert overbidden.remedy == ()  # the penalty follows if the bid wins
        else:
            assert (overbidden.status, overbidden.text) == ("dismissed", honest.text)
        match.act(Pass(C))
        match.act(Pass(A))
        (act,) = match.docket().irregular if show_money else match.docket("auditor").irregular
        assert (act.seq, act.clause, act.status) == (beyond, "49-PEN-01", "remedied")
        assert match.replay().verdict == "exact"


@pytest.mark.clause("49-PEN-01", "49-SET-06")
def test_a_fault_hangs_on_cash_that_only_its_owner_sees() -> None:
    state = poor("17").state
    assert GAME.fault is not None
    for amount in (4, 9):
        with pytest.raises(NeedsDisclosure):
            GAME.fault(mask(state, "spectator"), Bid(A, amount))
    fault = GAME.fault(mask(state, A), Bid(A, 4))
    assert fault is not None
    assert fault.clause == "49-PEN-01"
    assert GAME.fault(mask(state, A), Bid(A, 3)) is None
    assert GAME.fault(state, Pass(A)) is None
