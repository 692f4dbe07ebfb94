"""Sets: which cards lie together, where a card goes, and what completes them."""

import pytest

from ledger import Choice, OneOf
from ledger.games.monopoly_bid import Bid, CardLaid, EndActions, HostPassed, Lay, Steal
from ledger.games.monopoly_bid.groups import Group, complete_sets, places

from .table import A, B, C, auction, before, bid, group, hand, kinds, nobody, refused, table

SIZES = {"brown": 2, "red": 3, "railroad": 4}


@pytest.mark.clause("MB-SETS-01", "MB-WLD-01")
@pytest.mark.parametrize(
    ("lying", "complete"),
    [
        ("brown", False),
        ("brown brown", True),
        ("brown wild", True),
        ("red red", False),
        ("red red wild", True),
        ("wild red wild", True),
        ("railroad railroad railroad", False),
        ("railroad wild wild wild", True),
    ],
)
def test_a_set_is_complete_with_every_card_or_wilds_for_them(lying: str, complete: bool) -> None:
    assert group(1, lying, SIZES).complete is complete


@pytest.mark.clause("MB-WLD-05")
def test_wilds_alone_are_never_complete() -> None:
    for size in range(2, 10):
        lying = Group(1, "red", size, ())
        while lying.takes_wild:
            lying = Group(1, "red", size, (*lying.cards, "wild"))
        assert not lying.complete and len(lying.cards) == size - 1


@pytest.mark.clause("MB-SETS-02", "MB-Q-27")
def test_two_sets_of_one_colour_count_as_two() -> None:
    sitting = table({}, {A: ["red red wild", "red wild wild"], B: ["brown wild"]})
    assert complete_sets(sitting.state.groups[A]) == 2
    assert complete_sets(sitting.state.groups[B]) == 1


@pytest.mark.clause("MB-Q-24")
def test_a_property_goes_to_the_set_that_lacks_least_of_those_the_oldest() -> None:
    fitting = (
        group(1, "railroad", SIZES),
        group(2, "railroad wild", SIZES),
        group(3, "brown", SIZES),
        group(5, "railroad: wild wild", SIZES),
        group(7, "railroad wild wild wild", SIZES),
    )
    assert places(fitting, "railroad") == (2, 5, 1, None)
    assert places(fitting, "brown") == (3, None)
    assert places(fitting, "red") == (None,)


@pytest.mark.clause("MB-Q-24", "MB-Q-47")
def test_the_owner_is_asked_where_there_is_a_choice() -> None:
    sitting = table({B: "1"}, {B: ["red", "red wild"]})
    auction(sitting, "red")
    bid(sitting, "", "1", "")
    assert sitting.awaited == (B,)
    assert sitting.legal(B) == (Choice(Lay, B, {"group": OneOf((2, 1, None))}),)
    assert refused(sitting, Lay(A, 2)) == "MB-Q-24"
    assert refused(sitting, Lay(B, 3)) == "MB-Q-24"
    assert refused(sitting, EndActions(A)) == "MB-Q-47"
    assert refused(sitting, Bid(C, ())) == "MB-Q-47"
    events = sitting.act(Lay(B, 1))
    assert events == (Lay(B, 1), CardLaid(B, "red", "red", 1, 2, 3), HostPassed(B))
    assert before(sitting, B) == ["red red", "red wild"]


@pytest.mark.clause("MB-Q-24", "MB-SETS-02")
def test_the_owner_may_begin_another_set() -> None:
    sitting = table({B: "1"}, {B: ["red wild"]})
    auction(sitting, "red")
    bid(sitting, "", "1", "")
    sitting.act(Lay(B, None))
    assert before(sitting, B) == ["red wild", "red"]


@pytest.mark.clause("MB-Q-24")
def test_nobody_is_asked_where_there_is_none() -> None:
    sitting = table({B: "1"}, {B: ["green"]})
    auction(sitting, "red")
    assert CardLaid(B, "red", "red", 2, 1, 3) in bid(sitting, "", "1", "")
    assert refused(sitting, Lay(B, None)) == "MB-Q-24"


@pytest.mark.clause("MB-Q-23", "MB-Q-26")
def test_a_complete_set_takes_no_more_cards() -> None:
    sitting = table({B: "1"}, {B: ["red red wild"]})
    auction(sitting, "red")
    assert CardLaid(B, "red", "red", 2, 1, 3) in bid(sitting, "", "1", "")
    assert before(sitting, B) == ["red red wild", "red"]


@pytest.mark.clause("MB-Q-24")
def test_the_thief_too_is_asked_where_a_property_goes() -> None:
    sitting = table({A: "steal 1"}, {A: ["red"], B: ["red"]})
    sitting.act(Steal(A, B, 2, "red"))
    nobody(sitting)
    assert sitting.awaited == (A,)
    assert kinds(sitting.act(Lay(A, 1))) == [Lay, CardLaid]
    assert before(sitting, A) == ["red red"]
    assert sitting.awaited == (A,)
    assert hand(sitting, A) == "1"
