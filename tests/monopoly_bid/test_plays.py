"""Action cards: who plays them and when; Wild, Draw 2 and Steal."""

import pytest

from ledger import Choice, OneOf, Refusal
from ledger.games.monopoly_bid import (
    CardDrawn,
    CardLaid,
    CardStolen,
    DrawTwo,
    EndActions,
    Lay,
    MatchWon,
    NoCardLeft,
    PileRefilled,
    PlayResolved,
    PlayWild,
    Steal,
)
from ledger.games.monopoly_bid.cards import PROPERTY_DECK

from .table import (
    A,
    B,
    C,
    D,
    auction,
    before,
    hand,
    kinds,
    lay,
    nobody,
    refused,
    resume,
    table,
)

# -- who plays, and when


@pytest.mark.clause("MB-Q-09")
def test_others_than_the_host_play_no_action_cards() -> None:
    sitting = table({B: "wild draw2 steal"}, {A: ["red"]})
    for play in (PlayWild(B, "red"), DrawTwo(B), Steal(B, A, 1, "red")):
        assert refused(sitting, play) == "MB-Q-09"


@pytest.mark.clause("MB-Q-08")
def test_after_the_property_is_turned_up_nothing_is_played() -> None:
    sitting = table({A: "wild draw2 steal"}, {B: ["red"]})
    auction(sitting, "red")
    for play in (PlayWild(A, "red"), DrawTwo(A), Steal(A, B, 1, "red"), EndActions(A)):
        assert refused(sitting, play) == "MB-Q-08"


@pytest.mark.clause("MB-Q-46")
def test_nobody_plays_a_card_it_does_not_hold() -> None:
    sitting = table({A: "1", B: "wild draw2 steal"}, {B: ["red"]})
    plays = {"Wild": PlayWild(A, "red"), "Draw 2": DrawTwo(A), "Steal": Steal(A, B, 1, "red")}
    for name, play in plays.items():
        refusal = sitting.refusal(play)
        assert refusal == Refusal("MB-Q-46", f"you hold no {name}")


def test_colours_are_called_in_refusals_as_in_the_story() -> None:
    lying = {A: ["light_blue"], B: ["light_blue", "dark_blue"]}
    sitting = table({A: "wild steal"}, lying)
    for act, clause, reason in (
        (PlayWild(A, "red", 1), "MB-Q-21", "set 1 is light blue"),
        (Steal(A, B, 2, "dark_blue"), "MB-Q-18", "no dark blue lies in set 2"),
        (Steal(A, B, 2, "wild"), "MB-Q-18", "no Wild lies in set 2"),
    ):
        assert sitting.refusal(act) == Refusal(clause, reason)


@pytest.mark.clause("MB-Q-10")
def test_the_next_card_waits_until_the_one_before_is_answered() -> None:
    sitting = table({A: "draw2 wild"})
    sitting.act(DrawTwo(A))
    assert refused(sitting, PlayWild(A, "red")) == "MB-Q-10"
    assert refused(sitting, EndActions(A)) == "MB-Q-10"


# -- Wild


@pytest.mark.clause("MB-WLD-01", "MB-Q-21", "MB-ACT-01", "MB-Q-42")
def test_a_wild_begins_a_set_of_any_colour_and_stays_on_the_table() -> None:
    for colour in PROPERTY_DECK:
        sitting = table({A: "wild"})
        sitting.act(PlayWild(A, colour))
        events = nobody(sitting)
        laid = CardLaid(A, "wild", colour, 1, 1, PROPERTY_DECK[colour])
        assert events[-2:] == (PlayResolved(A, "wild"), laid)
        assert before(sitting, A) == ["wild"]
        assert sitting.state.discard == ()
    assert refused(table({A: "wild"}), PlayWild(A, "gold")) == "MB-WLD-01"


@pytest.mark.clause("MB-WLD-01", "MB-Q-21")
def test_a_wild_joins_an_own_set() -> None:
    sitting = table({A: "wild"}, {A: ["red"], B: ["green"]})
    assert refused(sitting, PlayWild(A, "green", 2)) == "MB-Q-21"
    assert refused(sitting, PlayWild(A, "green", 1)) == "MB-Q-21"
    assert refused(sitting, PlayWild(A, "red", 9)) == "MB-Q-21"
    sitting.act(PlayWild(A, "red", 1))
    nobody(sitting)
    assert before(sitting, A) == ["red wild"]


@pytest.mark.clause("MB-Q-21", "MB-Q-22")
@pytest.mark.parametrize(
    ("lying", "room"),
    [
        ("brown: wild", False),
        ("brown", True),
        ("red: wild", True),
        ("red: wild wild", False),
        ("red wild", True),
        ("railroad: wild wild", True),
        ("railroad: wild wild wild", False),
    ],
)
def test_a_wild_leaves_room_for_a_property(lying: str, room: bool) -> None:
    sitting = table({A: "wild"}, {A: [lying]})
    play = PlayWild(A, sitting.state.groups[A][0].colour, 1)
    assert refused(sitting, play) == (None if room else "MB-Q-21")
    assert any(choice.contains(play) for choice in sitting.legal(A)) is room


@pytest.mark.clause("MB-Q-23", "MB-Q-26")
def test_a_complete_set_takes_no_wild() -> None:
    sitting = table({A: "wild"}, {A: ["brown brown", "red red wild"]})
    assert refused(sitting, PlayWild(A, "brown", 1)) == "MB-Q-23"
    assert refused(sitting, PlayWild(A, "red", 2)) == "MB-Q-23"


@pytest.mark.clause("MB-WLD-02", "MB-Q-25")
def test_no_action_moves_a_card_from_set_to_set() -> None:
    """Cards leave a set by Steal and by trade only; what a seat can do names all there is."""
    sitting = table({A: "1"}, {A: ["red wild", "red"]})
    assert sitting.legal(A) == (Choice(EndActions, A),)


@pytest.mark.clause("MB-Q-21")
def test_a_table_may_want_wilds_laid_to_other_cards_only() -> None:
    sitting = table({A: "wild steal"}, {A: ["red"], B: ["green wild"]}, wild_starts_group=False)
    assert refused(sitting, PlayWild(A, "green")) == "MB-Q-21"
    assert refused(sitting, PlayWild(A, "red", 1)) is None
    assert refused(sitting, Steal(A, B, 2, "wild", "green")) == "MB-Q-21"
    assert refused(sitting, Steal(A, B, 2, "wild", "red", 1)) is None
    alone = table({A: "wild steal"}, {B: ["green: wild"]}, wild_starts_group=False)
    assert alone.legal(A) == (Choice(EndActions, A),)
    assert refused(alone, Steal(A, B, 1, "wild", "red")) == "MB-Q-16"


# -- Draw 2


@pytest.mark.clause("MB-DRW-01", "MB-ACT-01", "MB-Q-36")
def test_draw_2_draws_two_cards_and_is_then_discarded() -> None:
    sitting = table({A: "draw2"}, draws="5 nope")
    sitting.act(DrawTwo(A))
    events = nobody(sitting)
    assert events[-3:] == (PlayResolved(A, "draw2"), CardDrawn(A, "5"), CardDrawn(A, "nope"))
    assert hand(sitting, A) == "5 nope"
    assert sitting.state.discard == ("draw2",)


@pytest.mark.clause("MB-Q-36", "MB-PIL-01")
def test_draw_2_draws_what_there_is_and_never_itself() -> None:
    one = table({A: "draw2 1", B: "1"}, rest=C, discard="5", draws="5")
    one.act(DrawTwo(A))
    assert nobody(one)[-3:] == (PileRefilled(1), CardDrawn(A, "5"), NoCardLeft())
    assert one.state.discard == ("draw2",) and one.state.pile == 0
    none = table({A: "draw2 1", B: "1"}, rest=C)
    none.act(DrawTwo(A))
    assert nobody(none)[-2:] == (PlayResolved(A, "draw2"), NoCardLeft())
    assert none.state.discard == ("draw2",) and hand(none, A) == "1"


@pytest.mark.clause("MB-PIL-01")
def test_the_pile_is_refilled_between_the_two_cards() -> None:
    state = lay({A: "draw2 1", B: "1"}, rest=C, discard="5 4")
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    sitting = resume(type(state)(**{**fields, "discard": ("5",), "pile": 1}), "4", "5")
    sitting.act(DrawTwo(A))
    assert nobody(sitting)[-3:] == (CardDrawn(A, "4"), PileRefilled(1), CardDrawn(A, "5"))


# -- Steal


@pytest.mark.clause("MB-STL-01", "MB-Q-16", "MB-Q-18")
def test_a_steal_takes_one_property_of_another_seat() -> None:
    sitting = table({A: "steal"}, {B: ["red red", "green"]})
    sitting.act(Steal(A, B, 1, "red"))
    assert nobody(sitting)[-3:] == (
        PlayResolved(A, "steal"),
        CardStolen(A, B, 1, "red"),
        CardLaid(A, "red", "red", 3, 1, 3),
    )
    assert (before(sitting, A), before(sitting, B)) == (["red"], ["red", "green"])
    assert sitting.state.discard == ("steal",)


@pytest.mark.clause("MB-STL-01", "MB-WLD-03", "MB-Q-19")
def test_a_stolen_wild_is_assigned_anew_at_once() -> None:
    sitting = table({A: "steal"}, {A: ["green"], B: ["red wild"]})
    assert refused(sitting, Steal(A, B, 2, "wild")) == "MB-Q-19"
    assert refused(sitting, Steal(A, B, 2, "wild", "red", 1)) == "MB-Q-21"
    sitting.act(Steal(A, B, 2, "wild", "green", 1))
    assert nobody(sitting)[-2:] == (
        CardStolen(A, B, 2, "wild"),
        CardLaid(A, "wild", "green", 1, 2, 3),
    )
    assert (before(sitting, A), before(sitting, B)) == (["green wild"], ["red"])


@pytest.mark.clause("MB-Q-19")
def test_a_stolen_wild_may_begin_a_set() -> None:
    sitting = table({A: "steal"}, {B: ["red wild"]})
    sitting.act(Steal(A, B, 1, "wild", "railroad"))
    nobody(sitting)
    assert before(sitting, A) == ["wild"]
    assert sitting.state.groups[A][0].colour == "railroad"


@pytest.mark.clause("MB-Q-19")
def test_a_table_may_have_stolen_wilds_keep_their_colour() -> None:
    sitting = table({A: "steal"}, {A: ["green"], B: ["red wild"]}, stolen_wild="keep_colour")
    assert refused(sitting, Steal(A, B, 2, "wild", "green", 1)) == "MB-Q-19"
    wilds = [c for c in sitting.legal(A) if c.fields.get("card") == OneOf(("wild",))]
    assert [choice.fields["colour"] for choice in wilds] == [OneOf(("red",))]
    sitting.act(Steal(A, B, 2, "wild", "red"))
    nobody(sitting)
    assert before(sitting, A) == ["green", "wild"]


@pytest.mark.clause("MB-Q-19")
def test_a_stolen_property_keeps_its_colour() -> None:
    sitting = table({A: "steal"}, {A: ["green"], B: ["red wild"]})
    assert refused(sitting, Steal(A, B, 2, "red", "green")) == "MB-Q-19"
    assert refused(sitting, Steal(A, B, 2, "red", None, 1)) == "MB-Q-19"


@pytest.mark.clause("MB-STL-02", "MB-Q-26")
def test_nothing_is_stolen_from_a_complete_set() -> None:
    sitting = table({A: "steal"}, {B: ["red red wild", "green"]})
    assert refused(sitting, Steal(A, B, 1, "red")) == "MB-STL-02"
    assert refused(sitting, Steal(A, B, 1, "wild", "pink")) == "MB-STL-02"
    assert refused(sitting, Steal(A, B, 2, "green")) is None


@pytest.mark.clause("MB-Q-16")
def test_a_steal_without_any_aim_is_refused_and_kept() -> None:
    sitting = table({A: "steal"}, {A: ["pink"], B: ["brown brown"]})
    assert refused(sitting, Steal(A, B, 2, "brown")) == "MB-Q-16"
    assert "steal" not in [choice.kind for choice in sitting.legal(A)]
    assert hand(sitting, A) == "steal"


@pytest.mark.clause("MB-Q-18")
def test_a_steal_is_aimed_at_a_card_before_another_seat() -> None:
    sitting = table({A: "steal"}, {A: ["pink"], B: ["red"], C: ["green"]})
    for wrong in (
        Steal(A, A, 1, "pink"),
        Steal(A, B, 3, "green"),
        Steal(A, B, 1, "pink"),
        Steal(A, B, 9, "red"),
        Steal(A, B, 2, "green"),
        Steal(A, B, 2, "wild", "red"),
        Steal(A, D, 2, "red"),
    ):
        assert refused(sitting, wrong) == "MB-Q-18"


@pytest.mark.clause("MB-Q-20", "MB-WLD-05")
def test_the_only_property_beside_wilds_can_be_stolen() -> None:
    sitting = table({A: "steal"}, {B: ["red wild"]})
    sitting.act(Steal(A, B, 1, "red"))
    nobody(sitting)
    assert before(sitting, B) == ["wild"]
    assert not sitting.state.groups[B][0].complete


@pytest.mark.clause("MB-STL-01")
def test_a_set_of_which_the_last_card_is_stolen_is_gone() -> None:
    sitting = table({A: "steal"}, {B: ["red"]})
    sitting.act(Steal(A, B, 1, "red"))
    nobody(sitting)
    assert sitting.state.groups[B] == ()
    assert sitting.state.begun == 2  # numbers are never used again


@pytest.mark.clause("MB-Q-17", "MB-Q-40")
def test_a_steal_may_win() -> None:
    sitting = table({A: "steal"}, {A: ["brown brown", "utility utility", "red red"], B: ["red"]})
    sitting.act(Steal(A, B, 4, "red"))
    events = nobody(sitting)
    assert kinds(events)[-1] is not MatchWon  # first: where does it go?
    assert sitting.act(Lay(A, 3))[-1] == MatchWon((A,), "MB-END-01")
