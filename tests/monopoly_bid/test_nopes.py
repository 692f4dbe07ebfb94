"""Nopes: who may answer a card, in which order chains take effect, and what comes too late."""

import pytest

from ledger.games.monopoly_bid import (
    Decline,
    DrawTwo,
    Nope,
    PlayCancelled,
    PlayResolved,
    PlayWild,
    Steal,
)

from .table import (
    A,
    B,
    C,
    D,
    auction,
    before,
    bid,
    hand,
    kinds,
    nobody,
    nope,
    refused,
    table,
)


@pytest.mark.clause("MB-Q-10", "MB-Q-15")
def test_every_other_seat_answers_in_any_order_with_or_without_a_nope() -> None:
    sitting = table({A: "draw2", C: "nope", D: "1"}, seats=4, draws="1 1")
    sitting.act(DrawTwo(A))
    assert sitting.awaited == (B, C, D)
    assert sitting.act(Decline(D, 1)) == (Decline(D, 1),)
    assert sitting.act(Decline(B, 1)) == (Decline(B, 1),)
    assert list(sitting.awaited) == [C]
    assert kinds(sitting.act(Decline(C, 1)))[:2] == [Decline, PlayResolved]


@pytest.mark.clause("MB-Q-10")
def test_who_has_answered_has_answered() -> None:
    sitting = table({A: "draw2", B: "nope"}, seats=3)
    sitting.act(DrawTwo(A))
    sitting.act(Decline(B, 1))
    assert refused(sitting, Decline(B, 1)) == "MB-Q-10"
    assert refused(sitting, Nope(B, 1)) == "MB-Q-10"


@pytest.mark.clause("MB-NOP-01", "MB-NOP-02", "MB-Q-42", "MB-TRN-05")
@pytest.mark.parametrize("card", ["wild", "draw2", "steal"])
def test_a_nope_cancels_any_action_card(card: str) -> None:
    sitting = table({A: card, C: "nope"}, {A: ["red"], B: ["green"]})
    plays = {"wild": PlayWild(A, "red", 1), "draw2": DrawTwo(A), "steal": Steal(A, B, 2, "green")}
    sitting.act(plays[card])
    nope(sitting, C)
    assert nobody(sitting)[-1] == PlayCancelled(A, card, C)
    assert sitting.state.discard == (card, "nope")
    assert (before(sitting, A), before(sitting, B)) == (["red"], ["green"])
    assert (hand(sitting, A), hand(sitting, C)) == ("", "")
    assert sitting.awaited == (A,)


@pytest.mark.clause("MB-NOP-01", "MB-Q-11")
@pytest.mark.parametrize(("nopes", "stands"), [(0, True), (1, False), (2, True), (3, False)])
def test_an_even_number_of_nopes_leaves_the_action_standing(nopes: int, stands: bool) -> None:
    sitting = table({A: "steal nope nope", B: "nope nope"}, {B: ["red"]})
    sitting.act(Steal(A, B, 1, "red"))
    for number in range(nopes):
        nope(sitting, B if number % 2 == 0 else A)
    nobody(sitting)
    assert before(sitting, A if stands else B) == ["red"]
    assert sorted(sitting.state.discard) == ["nope"] * nopes + ["steal"]


@pytest.mark.clause("MB-Q-11")
def test_a_chain_resolves_last_in_first_out() -> None:
    sitting = table({A: "draw2 nope", B: "nope", C: "nope"})
    sitting.act(DrawTwo(A))
    for seat in (B, A, C):
        nope(sitting, seat)
    assert nobody(sitting)[1:] == (PlayCancelled(A, "nope", C), PlayCancelled(A, "draw2", B))
    assert sitting.state.discard == ("nope", "nope", "draw2", "nope")


@pytest.mark.clause("MB-Q-12", "MB-TRN-05")
def test_anybody_may_answer_but_who_played_the_card() -> None:
    sitting = table({A: "draw2 nope nope", B: "nope nope", C: "nope"})
    sitting.act(DrawTwo(A))
    assert refused(sitting, Nope(A, 1)) == "MB-Q-12"
    assert refused(sitting, Decline(A, 1)) == "MB-Q-12"
    nope(sitting, B)
    assert sitting.awaited == (A, C)  # the player of the action card, and a third party
    assert refused(sitting, Nope(B, 2)) == "MB-Q-12"
    assert refused(sitting, Nope(A, 2)) is None
    assert refused(sitting, Nope(C, 2)) is None


@pytest.mark.clause("MB-Q-10")
def test_a_nope_asks_all_again_who_had_declined_the_card_below() -> None:
    sitting = table({A: "draw2", B: "nope", C: "nope"})
    sitting.act(DrawTwo(A))
    sitting.act(Decline(C, 1))
    nope(sitting, B)
    assert sitting.awaited == (A, C)
    assert refused(sitting, Nope(C, 2)) is None


@pytest.mark.clause("MB-Q-13")
def test_one_nope_is_enough_and_the_second_is_kept() -> None:
    sitting = table({A: "draw2", B: "nope", C: "nope"})
    sitting.act(DrawTwo(A))
    sitting.act(Nope(B, 1))
    assert refused(sitting, Nope(C, 1)) == "MB-Q-13"
    assert refused(sitting, Decline(C, 1)) == "MB-Q-13"
    assert hand(sitting, C) == "nope"


@pytest.mark.clause("MB-Q-14", "MB-WLD-04")
def test_without_a_card_to_cancel_or_too_late_a_nope_is_refused() -> None:
    sitting = table({A: "wild draw2", B: "nope"})
    assert refused(sitting, Nope(B, 1)) == "MB-Q-14"
    sitting.act(PlayWild(A, "red"))
    assert refused(sitting, Nope(B, 2)) == "MB-Q-14"
    nobody(sitting)
    assert refused(sitting, Nope(B, 1)) == "MB-Q-14"
    sitting.act(DrawTwo(A))
    assert refused(sitting, Nope(B, 1)) == "MB-Q-14"  # the Wild lies; the card is another
    assert refused(sitting, Nope(B, 2)) is None


@pytest.mark.clause("MB-Q-46")
def test_nobody_plays_a_nope_it_does_not_hold() -> None:
    sitting = table({A: "draw2", B: "1", C: "nope"})
    sitting.act(DrawTwo(A))
    assert refused(sitting, Nope(B, 1)) == "MB-Q-46"
    assert [choice.kind for choice in sitting.legal(B)] == ["decline"]
    assert [choice.kind for choice in sitting.legal(C)] == ["nope", "decline"]


@pytest.mark.clause("MB-Q-08")
def test_a_nope_answers_no_bid() -> None:
    sitting = table({A: "1", B: "nope"})
    auction(sitting, "red")
    assert refused(sitting, Nope(B, 1)) == "MB-Q-14"
    bid(sitting, "1", "", "")
    assert before(sitting, A) == ["red"]
