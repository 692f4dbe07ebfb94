"""Discounts, and the end of Everything Must Go."""

from typing import Any

import pytest

from ledger.games.everything_must_go import GAME
from ledger.games.everything_must_go.cards import Stage, lowest_start, price
from ledger.games.everything_must_go.events import (
    CardAcquired,
    HandsCounted,
    MatchWon,
    Pass,
    PenniesRefilled,
    RoundBegan,
    StageChanged,
    TurnBegan,
)
from ledger.games.everything_must_go.state import State
from ledger.testing import Sitting

from .table import A, B, C, auction, buy, kinds, lay, passed, refused, resume

PRICES = {
    # value: full price and lowest start, the same at closeout, the same in liquidation
    "8c": (8, 4, 6, 3, 4, 2),
    "9c": (9, 5, 7, 4, 5, 3),
    "10c": (10, 5, 8, 4, 5, 3),
    "Jc": (11, 6, 9, 5, 6, 3),
    "Qc": (12, 6, 9, 5, 6, 3),
    "Kc": (13, 7, 10, 5, 7, 4),
    "Ac": (14, 7, 11, 6, 7, 4),
}
STAGES: tuple[Stage, ...] = ("full", "closeout", "liquidation")


@pytest.mark.clause("EMG-DSC-01", "EMG-DSC-02", "EMG-DSC-03", "EMG-Q-07", "EMG-Q-18")
@pytest.mark.parametrize("card", PRICES)
def test_the_price_table(card: str) -> None:
    found = [
        number for s in STAGES for number in (price(card, s), lowest_start(card, s, "current"))
    ]
    assert tuple(found) == PRICES[card]


@pytest.mark.clause("EMG-Q-07")
@pytest.mark.parametrize("card", list(PRICES)[:-1])
@pytest.mark.parametrize(("stage", "quarters"), [("full", 4), ("closeout", 3), ("liquidation", 2)])
def test_half_of_the_exact_price_comes_to_the_same(card: str, stage: Stage, quarters: int) -> None:
    worth = PRICES[card][0]
    assert lowest_start(card, stage, "current") == -(-worth * quarters // 8)


@pytest.mark.clause("EMG-DSC-01", "EMG-Q-16")
def test_closeout_begins_with_the_twelfth_card_in_the_middle_of_a_round() -> None:
    sitting = resume(lay(gone=10))
    assert StageChanged not in kinds(buy(sitting, "8c"))
    assert sitting.state.price("Ks") == 13
    events = buy(sitting, "9d")
    at = kinds(events).index(StageChanged)
    assert events[at - 1 : at + 2] == (
        CardAcquired(B, "9d"),
        StageChanged("closeout", 12),
        TurnBegan(C),
    )
    assert sitting.state.price("Ks") == 10
    buy(sitting, "Ks")
    assert sitting.state.pennies[C] == 10


@pytest.mark.clause("EMG-Q-16")
def test_the_auction_of_the_twelfth_card_is_still_at_the_full_price() -> None:
    sitting = resume(lay(gone=11))
    events = auction(sitting, "Ks", 7, None, None, None)
    assert StageChanged("closeout", 12) in events
    assert sitting.state.pennies[A] == 13


@pytest.mark.clause("EMG-DSC-01")
def test_it_does_not_matter_who_has_the_twelve() -> None:
    sitting = resume(lay(hands={A: "8d 8h 8s 9c 9h 9s 10c 10d 10h 10s Jc"}))
    assert StageChanged("closeout", 12) in buy(sitting, "8c")


@pytest.mark.clause("EMG-DSC-02", "EMG-Q-17", "EMG-Q-18")
def test_liquidation_begins_when_four_are_left() -> None:
    sitting = resume(lay(gone=18))
    assert StageChanged not in kinds(buy(sitting, "8c"))
    assert StageChanged("liquidation", 20) in buy(sitting, "9d")
    assert sitting.state.price("Ks") == 7
    buy(sitting, "Ks")
    assert sitting.state.pennies[C] == 13


@pytest.mark.clause("EMG-Q-01", "EMG-DSC-02")
def test_with_aces_closeout_is_at_12_and_liquidation_at_4_left() -> None:
    sitting = resume(lay("8c 9d Jh Ad", gone=11, aces="value14"))
    assert StageChanged("closeout", 12) in buy(sitting, "Ad")
    sitting = resume(lay("8c 9d Jh Ad", gone=19, aces="value14"))
    assert StageChanged not in kinds(buy(sitting, "Ad"))
    sitting = resume(lay("8c 9d Jh Ad", gone=23, aces="value14"))
    assert StageChanged("liquidation", 24) in buy(sitting, "Ad")


@pytest.mark.clause("EMG-Q-17")
@pytest.mark.parametrize(
    ("seats", "left", "stage"),
    [(3, 4, "closeout"), (3, 3, "liquidation"), (6, 7, "closeout"), (6, 6, "liquidation")],
)
def test_by_the_last_round_liquidation_begins_when_every_card_can_go(
    seats: int, left: int, stage: Stage
) -> None:
    sitting = resume(lay(seats=seats, gone=23 - left, turn=seats - 1, liquidation="by_last_round"))
    events = buy(sitting, "8c")
    assert sitting.state.stage == stage
    if stage == "liquidation":
        begun = RoundBegan(sitting.state.round, B)
        at = events.index(StageChanged("liquidation", 24 - left))
        assert events[at - 1 : at + 2] == (begun, events[at], TurnBegan(B))


@pytest.mark.clause("EMG-Q-17")
def test_by_the_last_round_a_number_within_a_round_changes_nothing() -> None:
    sitting = resume(lay("8c 9d Jh Ks", seats=3, gone=19, liquidation="by_last_round"))
    assert StageChanged not in kinds(buy(sitting, "8c", "9d"))
    assert sitting.state.left == 3
    assert sitting.state.stage == "closeout"


@pytest.mark.clause("EMG-Q-17")
def test_a_last_round_that_was_not_the_last_leaves_the_price_as_it_is() -> None:
    sitting = resume(lay(seats=3, gone=20, turn=C, liquidation="by_last_round"))
    buy(sitting, "8c")
    passed(sitting, 3)
    assert (sitting.state.left, sitting.state.stage) == (3, "liquidation")
    assert kinds(sitting.events).count(StageChanged) == 1


def at_the_end(
    *hands: str, pennies: tuple[int, ...] | None = None, last: str = "8c", **options: Any
) -> Sitting[State]:
    """A match of three whose last card is bought; each hand as it is then, the first has it."""
    dealt = dict(enumerate(hands))
    dealt[A] = " ".join(card for card in dealt[A].split() if card != last)
    state = lay(last, seats=3, hands=dealt, gone=23, pennies=pennies, **options)
    sitting = resume(state)
    buy(sitting, last)
    return sitting


ALL = ("8", "9", "10", "J", "Q", "K")
EQUAL = (
    " ".join(f"{rank}{suit}" for rank, suit in zip(ALL * 2, "ccccccdddddd", strict=True)),
    " ".join(f"{rank}h" for rank in ALL),
    " ".join(f"{rank}s" for rank in ALL),
)


@pytest.mark.clause("EMG-END-01", "EMG-Q-19", "EMG-Q-32")
def test_the_last_card_ends_the_game_at_once() -> None:
    sitting = resume(lay("Ks", seats=4, gone=23, pennies=(20, 5, 5, 5)))
    events = buy(sitting, "Ks")
    assert kinds(events)[-3:] == [CardAcquired, HandsCounted, MatchWon]
    assert PenniesRefilled not in kinds(events)
    assert sitting.awaited == ()
    assert refused(sitting, Pass(B)) == "EMG-END-02"


@pytest.mark.clause("EMG-Q-19")
def test_the_last_card_can_go_in_an_auction() -> None:
    sitting = resume(lay("Ks", seats=4, gone=23))
    assert kinds(auction(sitting, "Ks", 4, None, None, None))[-1] is MatchWon


@pytest.mark.clause("EMG-END-02")
def test_the_highest_total_wins() -> None:
    sitting = at_the_end(EQUAL[0], *EQUAL[1:])
    assert sitting.events[-2:] == (HandsCounted((126, 63, 63)), MatchWon((A,), "EMG-END-02"))
    assert sitting.outcome is not None
    assert sitting.outcome.text == "Everything is gone: the highest total is 126."


@pytest.mark.clause("EMG-END-03")
def test_pennies_left_over_count_nothing() -> None:
    sitting = at_the_end(*EQUAL, pennies=(4, 40, 40))
    assert sitting.events[-1] == MatchWon((A,), "EMG-END-02")


def tied(pennies: tuple[int, ...] = (20, 20, 20), **options: Any) -> Sitting[State]:
    """A has 52; B and C have 100 each, and the same ranks."""
    return at_the_end(
        "8c 8d 8h 8s 10c 10d",
        "9c 9d Jc Jd Qc Qd Kc Kd 10h",
        "9h 9s Jh Js Qh Qs Kh Ks 10s",
        pennies=pennies,
        **options,
    )


@pytest.mark.clause("EMG-Q-27")
@pytest.mark.parametrize("tie", ["shared", "most_pennies", "highest_card"])
def test_seats_equal_in_everything_share_the_win(tie: str) -> None:
    sitting = tied(tie=tie)
    assert sitting.events[-1] == MatchWon((B, C), "EMG-Q-27")
    assert sitting.outcome is not None
    assert sitting.outcome.text == "Everything is gone: 2 seats have 100 and share the win."


@pytest.mark.clause("EMG-Q-27")
def test_where_agreed_the_most_pennies_decide() -> None:
    sitting = tied((40, 20, 21), tie="most_pennies")  # A, with most of all, is not tied
    assert sitting.events[-1] == MatchWon((C,), "EMG-Q-27")
    assert sitting.outcome is not None
    assert sitting.outcome.text.endswith("and of these the most pennies, 21, decide.")
    assert tied((40, 20, 21)).events[-1] == MatchWon((B, C), "EMG-Q-27")


@pytest.mark.clause("EMG-Q-27")
def test_the_clause_says_that_hands_are_compared_card_by_card() -> None:
    clause = GAME.clauses.get("EMG-Q-27")
    assert clause is not None and "card by card, from the highest on" in clause.text


FEW_KINGS = "Kc Qc Qd Qh Jc Jd 9c 10h 10s"
MANY_KINGS = "Kd Kh Ks Qs Jh Js 9d 9h 9s"


@pytest.mark.clause("EMG-Q-27")
@pytest.mark.parametrize(
    ("mine", "yours", "winner"),
    [
        (MANY_KINGS, FEW_KINGS, B),  # a king each, then a king against a queen
        (FEW_KINGS, MANY_KINGS, C),
        ("Kc Kd Kh Ks Qc Qd Qh Qs", "Jc Jd Jh Js 10h 10s 9c 9d 9h 9s", B),
    ],
)
def test_where_agreed_the_highest_card_decides(mine: str, yours: str, winner: int) -> None:
    rest = "8c 8d 8h 8s 10c 10d"
    sitting = at_the_end(rest, mine, yours, tie="highest_card")
    assert sitting.events[-2:] == (
        HandsCounted((52, 100, 100)),
        MatchWon((winner,), "EMG-Q-27"),
    )
    assert sitting.outcome is not None
    assert sitting.outcome.text == (
        "Everything is gone: 2 seats have 100, and of these the hands decide, card by card from "
        "the highest on."
    )
    assert at_the_end(rest, mine, yours).events[-1] == MatchWon((B, C), "EMG-Q-27")
