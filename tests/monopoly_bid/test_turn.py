"""Setting up, drawing, the piles, and whose turn it is."""

import pytest

from ledger import Bag
from ledger.games.monopoly_bid import (
    GAME,
    Bid,
    CardDealt,
    CardDrawn,
    DrawTwo,
    EndActions,
    FirstHostDrawn,
    HandsKept,
    HandThrownIn,
    NoCardLeft,
    PileRefilled,
    PropertyTurned,
    State,
)
from ledger.games.monopoly_bid.state import Actions, Bidding, Drawing

from .table import (
    HAND,
    A,
    B,
    C,
    D,
    auction,
    begin,
    bid,
    hand,
    kinds,
    lay,
    nobody,
    resume,
    sit,
    table,
)

POOR = "nope nope steal wild draw2"


# -- setting up


@pytest.mark.clause("MB-SET-01", "MB-SET-02")
def test_five_cards_go_to_each_seat_and_the_rest_is_the_draw_pile() -> None:
    sitting = sit(3, *[HAND] * 3)
    dealt = [event for event in sitting.events if isinstance(event, CardDealt)]
    assert [event.seat for event in dealt] == [A] * 5 + [B] * 5 + [C] * 5
    assert sitting.state.pile == 82 - 15
    assert sitting.state.discard == ()
    assert sitting.state.properties == 28
    assert sitting.state.returned == ()


@pytest.mark.clause("MB-SET-03", "MB-Q-06")
def test_a_hand_without_money_is_thrown_in_as_often_as_it_comes() -> None:
    sitting = sit(2, HAND, POOR, POOR, "nope steal wild draw2 1")
    thrown = [event for event in sitting.events if isinstance(event, HandThrownIn)]
    assert thrown == [HandThrownIn(B, tuple(sorted(POOR.split())))] * 2
    assert isinstance(sitting.events[-1], HandsKept)
    assert hand(sitting, B) == "1 draw2 nope steal wild"
    assert sitting.state.discard == (*sorted(POOR.split()), *sorted(POOR.split()))


@pytest.mark.clause("MB-Q-06")
def test_hands_are_thrown_in_seat_by_seat_from_the_first_host_on() -> None:
    sitting = sit(3, POOR, POOR, HAND, first_host=B)  # B and C are dealt first
    assert sitting.events[-1] == HandThrownIn(B, tuple(sorted(POOR.split())))
    for card in POOR.split():
        sitting.draw(card)
    assert sitting.events[-1] == HandThrownIn(B, tuple(sorted(POOR.split())))
    for card in HAND.split():
        sitting.draw(card)
    assert sitting.events[-1] == HandThrownIn(C, tuple(sorted(POOR.split())))
    for card in HAND.split():
        sitting.draw(card)
    assert isinstance(sitting.events[-1], HandsKept)


@pytest.mark.clause("MB-SET-03")
def test_one_money_card_is_enough() -> None:
    sitting = sit(2, "1 nope nope nope nope", "steal steal steal steal 5")
    assert HandThrownIn not in kinds(sitting.events)


@pytest.mark.clause("MB-SET-03", "MB-PIL-01")
def test_hands_thrown_in_are_shuffled_in_again_while_it_is_dealt() -> None:
    decks = {"money_deck": {"1": 6}, "action_deck": {"nope": 5}}
    sitting = sit(2, "1 1 1 1 1", "nope nope nope nope nope", "1", **decks)
    assert sitting.events[-3:] == (
        HandThrownIn(B, ("nope",) * 5),
        CardDealt(B, "1"),
        PileRefilled(5),
    )
    assert sitting.state.pile == 5 and sitting.state.discard == ()


@pytest.mark.clause("MB-SET-04", "MB-Q-05")
def test_the_first_host_is_dealt_to_first() -> None:
    sitting = sit(3, first_host=None)
    assert sitting.draw(C) == (FirstHostDrawn(C),)
    assert sitting.draw("1") == (CardDealt(C, "1"),)


# -- the turn


@pytest.mark.clause("MB-TRN-02", "MB-Q-07", "MB-Q-43")
def test_all_draw_the_host_first_then_the_seats_to_its_left() -> None:
    sitting = begin(3, "5 4 3", first_host=B)
    drawn = [event for event in sitting.events if isinstance(event, CardDrawn)]
    assert drawn == [CardDrawn(B, "5"), CardDrawn(C, "4"), CardDrawn(A, "3")]
    assert [len(held) for held in sitting.state.hands] == [6, 6, 6]
    assert sitting.awaited == (B,)


@pytest.mark.clause("MB-TRN-01")
def test_the_seat_to_the_left_hosts_next() -> None:
    sitting = begin(3, "1 1 1")
    hosts = []
    for turn, colour in enumerate(("red", "green", "pink", "brown"), 1):
        hosts.append(sitting.state.host)
        assert sitting.state.turn == turn
        auction(sitting, colour)
        bid(sitting, "", "", "")
        for _ in range(3):
            sitting.draw("2" if turn < 3 else "3")
    assert hosts == [A, B, C, A]


@pytest.mark.clause("MB-TRN-03", "MB-TRN-04", "MB-TRN-07")
def test_the_host_plays_any_number_of_cards_then_a_property_is_turned_up() -> None:
    sitting = table({A: "draw2 draw2 draw2 1"}, draws="1 2 3 4 5 1 red")
    for _ in range(3):
        sitting.act(DrawTwo(A))
        nobody(sitting)
        assert sitting.awaited == (A,)
    assert kinds(sitting.act(EndActions(A))) == [EndActions, PropertyTurned]
    assert sitting.state.phase == Bidding("red", (None, None, None))
    assert sitting.state.properties == 27


@pytest.mark.clause("MB-TRN-03")
def test_the_host_may_play_none() -> None:
    sitting = table({A: "draw2 1"})
    assert sitting.refusal(EndActions(A)) is None
    refusal = sitting.refusal(EndActions(B))
    assert refusal is not None and refusal.clause == "MB-TRN-03"


@pytest.mark.clause("MB-TRN-06")
def test_a_hand_may_hold_any_number_of_cards() -> None:
    sitting = table({B: "1 1"}, rest=A, discard="nope nope nope")
    auction(sitting, "red")
    assert len(sitting.state.hands[A]) == 77
    bid(sitting, "", "1", "")
    for card in ("1", "nope", "nope"):  # the discard pile, which holds what B has paid
        sitting.draw(card)
    assert [len(held) for held in sitting.state.hands] == [78, 2, 1]


# -- the piles


@pytest.mark.clause("MB-PIL-01", "MB-Q-07")
def test_an_empty_pile_is_refilled_in_the_middle_of_a_draw() -> None:
    state = lay({A: "1 1", B: "1"}, rest=C, discard="nope 5 steal")
    ready = State(
        **{
            **{name: getattr(state, name) for name in state.__struct_fields__},
            "phase": Drawing((A, B, C)),
            "discard": ("5", "steal"),
            "pile": 1,
        }
    )
    sitting = resume(ready, "nope")
    assert sitting.events == (CardDrawn(A, "nope"), PileRefilled(2))
    assert (sitting.state.pile, sitting.state.discard) == (2, ())
    assert sitting.state.cards_left().items == ("5", "steal")
    assert sitting.draw("5") == (CardDrawn(B, "5"),)
    assert sitting.draw("steal") == (CardDrawn(C, "steal"),)
    assert sitting.state.phase == Actions()


@pytest.mark.clause("MB-Q-07")
def test_where_nothing_is_left_the_remaining_seats_draw_nothing() -> None:
    sitting = resume(lay({A: "1", B: "1"}, rest=C, discard="5", phase=Drawing((A, B, C))), "5")
    assert sitting.events == (PileRefilled(1), CardDrawn(A, "5"), NoCardLeft())
    assert sitting.state.phase == Actions()
    assert sitting.awaited == (A,)


@pytest.mark.clause("MB-PIL-01")
def test_what_was_discarded_can_be_drawn_only_after_a_shuffle() -> None:
    sitting = begin(4, first_host=D)
    pool = sitting.state.cards_left().items
    assert len(pool) == sitting.state.pile == 62
    discarded = lay({A: "1"}, discard="nope nope nope nope nope nope nope nope")
    assert "nope" not in discarded.cards_left().items
    shuffled = GAME.evolve(discarded, PileRefilled(8))
    assert shuffled.cards_left().items.count("nope") == 8


@pytest.mark.clause("MB-Q-09", "MB-TRN-04")
def test_nothing_is_bid_before_the_property_is_up() -> None:
    refusal = table({B: "1"}).refusal(Bid(B, ("1",)))
    assert refusal is not None and refusal.clause == "MB-TRN-04"


def test_a_hand_is_a_bag() -> None:
    assert begin(2).state.hands[A] == Bag(("1", "2", "3", "4", "5"))


@pytest.mark.clause("MB-Q-36", "MB-SET-02")
def test_what_can_be_drawn_is_what_lies_nowhere_else() -> None:
    sitting = table({A: "draw2 4", B: "4"}, {C: ["red wild"]}, returned="red")
    sitting.act(DrawTwo(A))
    nobody(sitting)
    left = sitting.state.cards_left().items  # two cards are to be drawn, and Draw 2 still lies
    assert (left.count("draw2"), left.count("wild"), left.count("4")) == (7, 7, 8)
    assert sitting.state.properties_left().items.count("red") == 1
    sitting.draw("1")
    sitting.draw("1")
    auction(sitting, "red")
    assert sitting.state.properties_left().items.count("red") == 0
    bid(sitting, "4", "4", "")
    assert sitting.state.cards_left().items.count("4") == 8  # two lie open, level
