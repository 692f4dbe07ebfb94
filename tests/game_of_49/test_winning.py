"""How the Game of 49 is won: by a line, or when the deck is exhausted."""

import pytest

from ledger import Outcome
from ledger.chance import Declared
from ledger.games.game_of_49.events import (
    BidPaid,
    CashShown,
    ChipPlaced,
    DeckExhausted,
    LineCompleted,
    MatchWon,
    Pass,
    PayoffPaid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.flow import settle
from ledger.games.game_of_49.state import Over, State
from ledger.testing import Sitting

from .table import A, B, C, D, E, Laid, buy, kinds, lay, play, refused, resume


@pytest.mark.clause("49-WIN-01")
@pytest.mark.parametrize(
    ("three", "last"),
    [
        ((1, 2, 3), 4),
        ((30, 31, 32), 33),
        ((28, 42, 48), 38),
        ((19, 37, 47), 49),
        ((24, 40, 48), 46),
    ],
    ids=["across", "down", "diagonal", "through 49", "other diagonal"],
)
def test_four_in_a_line_win_at_once(three: tuple[int, ...], last: int) -> None:
    sitting = resume(lay({B: three, A: [22]}), str(last))
    events = buy(sitting, B, 7)
    assert events[-5:] == (
        BidPaid(B, 7),
        ChipPlaced(B, last, str(last)),
        LineCompleted(B, tuple(sorted((*three, last)))),
        CashShown((49, 42, 49)),
        MatchWon((B,), "49-WIN-01"),
    )
    assert sitting.outcome is not None and sitting.outcome.winners == (B,)
    assert sitting.awaited == ()


@pytest.mark.clause("49-WIN-02")
@pytest.mark.parametrize("rival", [[], [4]])
def test_a_line_with_a_gap_is_no_line(rival: list[int]) -> None:
    sitting = resume(lay({A: [1, 2, 3, 5], B: rival}), "6")
    buy(sitting, A, 2)
    assert sitting.outcome is None


@pytest.mark.clause("49-WIN-02")
def test_a_line_does_not_go_around_the_edge_or_along_the_spiral() -> None:
    sitting = resume(lay({A: [5, 6, 7]}), "8")  # 8 is round the corner
    buy(sitting, A, 2)
    assert sitting.outcome is None
    sitting = resume(lay({A: [5, 6, 7]}), "24")  # the row below begins with 24
    buy(sitting, A, 2)
    assert sitting.outcome is None


@pytest.mark.clause("49-WIN-03")
def test_more_than_four_in_a_line_win_too() -> None:
    sitting = resume(lay({A: [1, 2, 3, 5, 6]}), "4")
    assert LineCompleted(A, (1, 2, 3, 4, 5, 6)) in buy(sitting, A, 2)
    assert sitting.outcome is not None and sitting.outcome.winners == (A,)


@pytest.mark.clause("49-WIN-03")
def test_one_chip_may_complete_two_lines() -> None:
    sitting = resume(lay({A: [2, 3, 4, 24, 22, 23]}), "1")
    assert LineCompleted(A, (1, 2, 3, 4, 22, 23, 24)) in buy(sitting, A, 2)


@pytest.mark.clause("49-WIN-04")
def test_with_five_players_three_in_a_line_win() -> None:
    sitting = resume(lay({E: [1, 2]}, seats=5), "3")
    events = buy(sitting, E, 2)
    assert events[-3:] == (
        LineCompleted(E, (1, 2, 3)),
        CashShown((49, 49, 49, 49, 47)),
        MatchWon((E,), "49-WIN-04"),
    )


@pytest.mark.clause("49-WIN-04")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_fewer_players_three_do_not_win(seats: int) -> None:
    sitting = resume(lay({A: [1, 2]}, seats=seats), "3")
    buy(sitting, A, 2)
    assert sitting.outcome is None


def last_card(chips: dict[int, list[Laid]], cash: tuple[int, ...]) -> Sitting[State]:
    """A position in which the last card, 20, has just been passed by all."""
    sitting = resume(lay(chips, seats=len(cash), cash=cash, left=["20"]), "20")
    play(sitting, *[None] * len(cash))
    return sitting


@pytest.mark.clause("49-WIN-05")
def test_with_the_deck_exhausted_most_chips_win() -> None:
    sitting = last_card({A: [1, 3, 5], B: [47, 48], C: [9]}, (0, 49, 70))
    assert sitting.events[-4:] == (
        TokensPassed(B),
        DeckExhausted(),
        CashShown((0, 49, 70)),
        MatchWon((A,), "49-WIN-05"),
    )
    text = "The deck is exhausted: most chips on the board (3)."
    assert sitting.outcome == Outcome((A,), "49-WIN-05", text)


@pytest.mark.clause("49-WIN-06")
def test_equal_in_chips_most_money_wins() -> None:
    sitting = last_card({A: [47, 48], B: [1, 3], C: [9]}, (30, 31, 70))
    assert sitting.events[-1] == MatchWon((B,), "49-WIN-06")


@pytest.mark.clause("49-WIN-06")
@pytest.mark.parametrize("poor", [30, 31])
def test_what_decided_is_told_of_those_with_most_chips_alone(poor: int) -> None:
    """As much money as the winner's, with fewer chips, makes no tie."""
    sitting = last_card({A: [47, 48], B: [1, 3], C: [9]}, (30, 31, poor))
    text = "The deck is exhausted: of those with most chips, most money ($31)."
    assert sitting.outcome == Outcome((B,), "49-WIN-06", text)
    sitting = last_card({A: [47, 46], B: [1, 48], C: [49]}, (30, 30, 31))
    text = "The deck is exhausted: chips and money are equal, 48 is the highest."
    assert sitting.outcome == Outcome((B,), "49-WIN-06", text)


@pytest.mark.clause("49-WIN-06", "49-Q-27")
def test_equal_in_money_too_the_highest_space_wins() -> None:
    chips: dict[int, list[Laid]] = {A: [1, 48], B: [(49, "49"), 2], C: [46, 47]}
    sitting = last_card(chips, (30, 30, 30))
    assert sitting.events[-1] == MatchWon((B,), "49-WIN-06")
    chips = {A: [1, 48], B: [44, 2], C: [46, 47]}
    sitting = last_card(chips, (30, 30, 29))
    assert sitting.events[-1] == MatchWon((A,), "49-WIN-06")


@pytest.mark.clause("49-Q-28")
def test_without_chips_those_with_equal_and_most_money_share() -> None:
    sitting = last_card({}, (49, 40, 49))
    assert sitting.outcome is not None
    assert (sitting.outcome.winners, sitting.outcome.clause) == ((A, C), "49-Q-28")


@pytest.mark.clause("49-WIN-06")
def test_without_chips_most_money_wins() -> None:
    sitting = last_card({}, (49, 50, 49))
    assert sitting.events[-1] == MatchWon((B,), "49-WIN-06")


@pytest.mark.clause("49-Q-15")
def test_a_line_made_with_a_wild_wins_before_the_payoff() -> None:
    sitting = resume(lay({A: [1, 2, 3], B: [20]}), "1-24")
    buy(sitting, A, 3)
    assert kinds(sitting.act(Place(A, 4))) == [
        Place,
        ChipPlaced,
        LineCompleted,
        CashShown,
        MatchWon,
    ]


@pytest.mark.clause("49-Q-15")
def test_a_line_made_by_bumping_wins() -> None:
    sitting = resume(lay({A: [48, 44, 40], B: [39, 31, (49, "49")]}), "49", "5")
    assert PayoffPaid in kinds(buy(sitting, A, 1))  # 40 stands elsewhere: 48, 49, 44 are three
    sitting = resume(lay({A: [48, 44, 39], B: [40, 31, (49, "49")]}), "49")
    assert LineCompleted(A, (39, 44, 48, 49)) in buy(sitting, A, 1)


@pytest.mark.clause("49-Q-16")
def test_a_line_ends_the_game_so_that_no_penalty_can_break_it() -> None:
    sitting = resume(lay({A: [1, 2, 3]}), "4")
    buy(sitting, A, 2)
    assert isinstance(sitting.state.phase, Over)
    assert refused(sitting, Pass(B)) == "49-WIN-01"
    assert refused(sitting, Place(A, 9)) == "49-WIN-01"
    assert [sitting.legal(seat) for seat in (A, B, C)] == [(), (), ()]


@pytest.mark.clause("49-Q-25")
def test_the_last_card_is_played_out_with_its_payoff() -> None:
    sitting = resume(lay({B: [7]}, left=["49"]), "49")
    order = kinds(buy(sitting, A, 1))
    assert order[-4:] == [TokensPassed, DeckExhausted, CashShown, MatchWon]
    assert sitting.state.cash == (49 - 1 + 7, 49 + 7, 49)


@pytest.mark.clause("49-Q-25")
def test_a_redraw_may_exhaust_the_deck() -> None:
    sitting = resume(lay({B: [(30, "25-40")]}, left=["30"]), "30")
    assert kinds(sitting.events)[-3:] == [DeckExhausted, CashShown, MatchWon]
    assert TokensPassed not in kinds(sitting.events)


@pytest.mark.clause("49-Q-26")
def test_with_five_players_the_deck_decides_without_three_in_a_line() -> None:
    sitting = last_card({D: [1, 2], E: [7]}, (49,) * 5)
    assert sitting.events[-1] == MatchWon((D,), "49-WIN-05")


@pytest.mark.clause("49-SET-06")
def test_at_the_end_all_money_is_shown() -> None:
    sitting = resume(lay({A: [1, 2, 3]}), "4")
    buy(sitting, A, 2)
    assert sitting.view(B) == sitting.view("spectator") == sitting.state


def test_when_it_is_over_nothing_follows() -> None:
    sitting = resume(lay({A: [1, 2, 3]}), "4")
    buy(sitting, A, 2)
    assert settle(sitting.state, Declared()) is None
