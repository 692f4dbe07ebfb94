"""Trades: offered, withdrawn, declined, accepted, carried out."""

import pytest

from ledger import Choice, OneOf, Refusal, SubsetOf
from ledger.games.monopoly_bid import (
    GAME,
    AcceptTrade,
    Bid,
    CardLaid,
    DeclineTrade,
    DrawTwo,
    EndActions,
    Lay,
    MatchWon,
    OfferTrade,
    PlayWild,
    Steal,
    TradeExecuted,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.events import Moved

from .table import A, B, C, add, auction, before, bid, kinds, nobody, nope, refused, table

LYING = {A: ["red red", "brown"], B: ["green", "railroad wild"], C: ["brown wild"]}
"""Sets 1 and 2 before A, 3 and 4 before B, 5 (complete) before C."""

OFFER = OfferTrade(A, B, (1, 1), (4,))


@pytest.mark.clause("MB-DEAL-01", "MB-Q-37")
def test_properties_are_traded_for_properties() -> None:
    sitting = table({}, LYING)
    assert sitting.act(OFFER) == (OFFER,)
    assert sitting.act(AcceptTrade(B, 1)) == (
        AcceptTrade(B, 1),
        TradeExecuted(
            1, A, B, given=(Moved(1, "red"), Moved(1, "red")), taken=(Moved(4, "railroad"),)
        ),
        CardLaid(A, "railroad", "railroad", 6, 1, 4),
        CardLaid(B, "red", "red", 7, 1, 3),
    )
    assert sitting.awaited == (B,)  # the second red: to the first, or a set of its own?
    sitting.act(Lay(B, 7))
    assert before(sitting, A) == ["brown", "railroad"]
    assert before(sitting, B) == ["green", "wild", "red red"]
    assert sitting.state.offers == ()


@pytest.mark.clause("MB-DEAL-01", "MB-Q-44")
def test_an_offer_stands_until_it_is_withdrawn_or_declined() -> None:
    sitting = table({}, LYING)
    sitting.act(OFFER)
    assert refused(sitting, WithdrawTrade(B, 1)) == "MB-Q-44"
    assert refused(sitting, DeclineTrade(A, 1)) == "MB-Q-44"
    assert refused(sitting, AcceptTrade(A, 1)) == "MB-Q-44"
    assert refused(sitting, AcceptTrade(C, 1)) == "MB-Q-44"
    assert refused(sitting, AcceptTrade(B, 2)) == "MB-Q-44"
    sitting.act(WithdrawTrade(A, 1))
    assert refused(sitting, AcceptTrade(B, 1)) == "MB-Q-44"
    sitting.act(OFFER)
    sitting.act(DeclineTrade(B, 2))
    assert refused(sitting, AcceptTrade(B, 2)) == "MB-Q-44"
    assert before(sitting, A) == ["red red", "brown"]


@pytest.mark.clause("MB-Q-44")
def test_from_seat_to_seat_one_offer_stands_at_a_time() -> None:
    sitting = table({}, LYING)
    sitting.act(OFFER)
    assert refused(sitting, OFFER) == "MB-Q-44"
    assert refused(sitting, OfferTrade(B, A, (3,), (2,))) is None
    assert refused(sitting, OfferTrade(A, C, (1,), (5,))) is None


@pytest.mark.clause("MB-Q-44")
def test_nobody_trades_with_oneself_or_with_a_stranger() -> None:
    sitting = table({}, LYING)
    for to in (A, 3, 99):
        assert refused(sitting, OfferTrade(A, to, (1,), (2,))) == "MB-Q-44"


@pytest.mark.clause("MB-Q-37")
@pytest.mark.parametrize(
    ("give", "want"),
    [
        ((), (3,)),
        ((1,), ()),
        ((3,), (3,)),  # another's set
        ((1,), (2,)),
        ((9,), (3,)),
        ((1, 1, 1), (3,)),  # more than lie there
        ((2,), (4, 4)),  # the second card of set 4 is a Wild
    ],
)
def test_what_a_seat_has_not_or_a_wild_is_not_traded(
    give: tuple[int, ...], want: tuple[int, ...]
) -> None:
    sitting = table({}, LYING)
    assert refused(sitting, OfferTrade(A, B, give, want)) == "MB-Q-37"


def test_what_a_set_lacks_is_said_in_whole_sentences() -> None:
    sitting = table({}, {A: ["red red", "green: wild"], B: ["brown"]})
    for give, reason in (
        ((1, 1, 1), "of set 1 only 2 can be traded, not 3; a Wild stays"),
        ((2,), "of set 2 no property can be traded; a Wild stays"),
    ):
        assert sitting.refusal(OfferTrade(A, B, give, (3,))) == Refusal("MB-Q-37", reason)


@pytest.mark.clause("MB-WLD-02", "MB-Q-37")
def test_a_wild_alone_is_nothing_to_trade() -> None:
    sitting = table({}, {A: ["red: wild"], B: ["green"]})
    assert refused(sitting, OfferTrade(A, B, (1,), (2,))) == "MB-Q-37"
    assert [choice.kind for choice in sitting.legal(A)] == ["end_actions"]


@pytest.mark.clause("MB-Q-37")
def test_complete_sets_may_be_traded_from_unless_the_table_plays_otherwise() -> None:
    offer = OfferTrade(A, C, (2,), (5,))
    free = table({}, LYING)
    free.act(offer)
    free.act(AcceptTrade(C, 1))
    assert before(free, C)[0] == "wild"
    strict = table({}, LYING, trade_complete=False)
    assert refused(strict, offer) == "MB-Q-37"
    assert not any(choice.contains(offer) for choice in strict.legal(A))


@pytest.mark.clause("MB-Q-37")
def test_a_table_may_play_without_trades() -> None:
    sitting = table({}, LYING, trades="off")
    assert refused(sitting, OFFER) == "MB-Q-37"
    assert sitting.legal(A) == (Choice(EndActions, A),)
    assert sitting.legal(B) == ()


@pytest.mark.clause("MB-Q-37", "MB-Q-45")
def test_an_offer_is_looked_at_again_when_it_is_accepted() -> None:
    sitting = table({A: "steal"}, LYING)
    sitting.act(OfferTrade(A, B, (1,), (3,)))
    sitting.act(OfferTrade(B, A, (3,), (2,)))
    sitting.act(Steal(A, B, 3, "green"))
    nobody(sitting)
    assert before(sitting, B) == ["railroad wild"]
    assert refused(sitting, AcceptTrade(B, 1)) == "MB-Q-45"
    assert refused(sitting, AcceptTrade(A, 2)) == "MB-Q-45"
    assert [c.kind for c in sitting.legal(B)] == [
        "offer_trade",
        "withdraw_trade",
        "decline_trade",
    ]


@pytest.mark.clause("MB-Q-37", "MB-Q-45")
def test_a_set_that_was_completed_meanwhile_is_kept_where_the_table_plays_so() -> None:
    sitting = table({A: "wild"}, {A: ["brown"], B: ["red"]}, trade_complete=False)
    sitting.act(OfferTrade(A, B, (1,), (2,)))
    sitting.act(PlayWild(A, "brown", 1))
    nobody(sitting)
    assert refused(sitting, AcceptTrade(B, 1)) == "MB-Q-45"


@pytest.mark.clause("MB-Q-38")
def test_while_a_card_is_answered_nothing_is_traded() -> None:
    sitting = table({A: "draw2 draw2", B: "nope"}, LYING)
    sitting.act(OFFER)
    sitting.act(DrawTwo(A))
    for act in (
        OfferTrade(B, A, (3,), (2,)),
        WithdrawTrade(A, 1),
        AcceptTrade(B, 1),
        DeclineTrade(B, 1),
    ):
        assert refused(sitting, act) == "MB-Q-38"
    nope(sitting, B)
    nobody(sitting)
    assert refused(sitting, AcceptTrade(B, 1)) is None


@pytest.mark.clause("MB-Q-38")
def test_seats_trade_while_bids_are_chosen() -> None:
    sitting = table({A: "1", B: "1"}, LYING)
    auction(sitting, "pink")
    sitting.act(Bid(B, ("1",)))
    sitting.act(OfferTrade(B, C, (3,), (5,)))
    sitting.act(AcceptTrade(C, 1))
    assert sitting.awaited == (A, C)
    bid_by_a = sitting.act(Bid(A, ("1",)))
    assert kinds(bid_by_a) == [Bid]
    sitting.act(Bid(C, ()))
    assert refused(sitting, OFFER) is None  # a tie: bids are added to
    add(sitting, A="", B="")


@pytest.mark.clause("MB-Q-38", "MB-Q-47")
def test_nothing_is_traded_while_a_property_is_to_be_laid() -> None:
    sitting = table({A: "1"}, {A: ["red"], B: ["green"]})
    auction(sitting, "red")
    bid(sitting, "1", "", "")
    assert sitting.awaited == (A,)
    assert refused(sitting, OfferTrade(A, B, (1,), (2,))) == "MB-Q-47"
    assert sitting.legal(B) == ()


@pytest.mark.clause("MB-DEAL-01")
def test_what_can_be_offered_and_answered() -> None:
    sitting = table({}, LYING)
    assert sitting.legal(B) == (
        _offer(B, A, (3, 4), (1, 1, 2)),
        _offer(B, C, (3, 4), (5,)),
    )
    sitting.act(OFFER)
    assert sitting.legal(B)[2:] == (
        Choice(DeclineTrade, B, {"offer": OneOf((1,))}),
        Choice(AcceptTrade, B, {"offer": OneOf((1,))}),
    )
    assert sitting.legal(A)[1:] == (
        _offer(A, C, (1, 1, 2), (5,)),
        Choice(WithdrawTrade, A, {"offer": OneOf((1,))}),
    )


def _offer(seat: int, to: int, mine: tuple[int, ...], theirs: tuple[int, ...]) -> Choice:
    give, want = SubsetOf(mine, 1, len(mine)), SubsetOf(theirs, 1, len(theirs))
    return Choice(OfferTrade, seat, {"to": OneOf((to,)), "give": give, "want": want})


@pytest.mark.clause("MB-Q-40", "MB-END-01")
def test_a_trade_may_win_on_anybodys_turn() -> None:
    lying = {B: ["brown brown", "utility utility", "red red", "pink"], C: ["red"]}
    sitting = table({}, lying)
    auction(sitting, "green")
    sitting.act(OfferTrade(C, B, (5,), (4,)))
    sitting.act(AcceptTrade(B, 1))
    events = sitting.act(Lay(B, 3))
    assert events[-1] == MatchWon((B,), "MB-END-01")
    assert before(sitting, C) == ["pink"]
    assert sitting.state.property_up == "green"  # it is nobody's
    assert GAME.invariants(sitting.state) == ()


@pytest.mark.clause("MB-Q-40")
def test_a_trade_may_win_while_bids_lie_open() -> None:
    lying = {B: ["brown brown", "utility utility", "red red", "pink"], C: ["red"]}
    sitting = table({A: "5", B: "5"}, lying)
    auction(sitting, "green")
    bid(sitting, "5", "5", "")
    sitting.act(OfferTrade(C, B, (5,), (4,)))
    sitting.act(AcceptTrade(B, 1))
    assert sitting.act(Lay(B, 3))[-1] == MatchWon((B,), "MB-END-01")
    assert sitting.state.open_bids == (("5",), ("5",), ())
    assert GAME.invariants(sitting.state) == ()
