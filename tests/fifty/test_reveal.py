"""What lies on the table, options, and what each reveal turns up."""

import pytest

from ledger import InvalidOption, Outcome, Refusal, Refused
from ledger.games.fifty import GAME
from ledger.games.fifty.events import (
    CountStarted,
    DangerCardRevealed,
    FirstCounterDrawn,
    RoundScored,
    RoundStarted,
    TokenRevealed,
    WriteLine,
)
from ledger.games.fifty.grid import DANGERS, DIGITS, PRINTED, threshold
from ledger.games.fifty.state import Choosing, Revealing, Seating, State

from .table import IDLE, A, B, C, begun, count, kinds, lay, of, refused, resume, sit, write

SEVEN = (IDLE,) * 7


@pytest.mark.clause("50-CMP-01", "50-CMP-04", "50-SET-01")
def test_every_seat_has_a_grid_and_a_marble_on_0() -> None:
    state = sit(7).state
    assert state.lines == ((),) * 7
    assert state.marbles == (0,) * 7
    assert state.crowns == ((),) * 7
    assert [len(line) for line in state.options.bonus] == [5, 5, 5, 5]


@pytest.mark.clause("50-CMP-02", "50-SET-02")
def test_ten_tokens_lie_face_down() -> None:
    assert DIGITS == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert sit(3).state.tokens == ()


@pytest.mark.clause("50-CMP-03")
def test_five_danger_cards() -> None:
    assert {card: (numbers[0], numbers[-1]) for card, numbers in DANGERS.items()} == {
        "01-09": (1, 9),
        "10-19": (10, 19),
        "20-29": (20, 29),
        "30-39": (30, 39),
        "40-49": (40, 49),
    }


@pytest.mark.clause("50-CMP-05", "50-CRN-01", "50-CRN-03")
@pytest.mark.parametrize(("seats", "points"), [(3, 19), (4, 15), (5, 12), (6, 10), (7, 9)])
def test_what_a_crown_takes(seats: int, points: int) -> None:
    assert sit(seats).state.threshold == points


@pytest.mark.clause("50-SET-03", "50-Q-22")
def test_three_or_more_play() -> None:
    refusal = begun(2)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "50-Q-22"
    assert all(isinstance(begun(seats), State) for seats in range(3, 31))
    assert (GAME.seats[0], GAME.seats[-1]) == (3, 30)


@pytest.mark.clause("50-SET-03")
def test_nobody_plays_from_a_seat_that_is_not_there() -> None:
    refusal = GAME.check(sit(7).state, WriteLine(7, (1, 2, 3, 4, 5)))
    assert refusal is not None and refusal.clause == "50-SET-03"


@pytest.mark.clause("50-Q-28", "50-BIG-02")
def test_a_table_may_be_limited() -> None:
    refusal = begun(9, max_seats=8)
    assert isinstance(refusal, Refusal)
    assert (refusal.clause, refusal.reason) == ("50-Q-28", "at most 8 play here")
    assert isinstance(begun(8, max_seats=8), State)
    for limit in (2, 31, -1):
        refusal = begun(3, max_seats=limit)
        assert isinstance(refusal, Refusal) and refusal.clause == "50-Q-28"


@pytest.mark.clause("50-Q-17")
@pytest.mark.parametrize(
    "bonus",
    [
        PRINTED[:3],
        (*PRINTED, (1, 1, 1, 1, 1)),
        (*PRINTED[:3], (1, 1, 1, 1)),
        (*PRINTED[:3], (1, 1, 1, 1, 1, 1)),
        (*PRINTED[:3], (1, 1, -1, 1, 1)),
        (*PRINTED[:3], (1, 1, 100, 1, 1)),
    ],
)
def test_the_bonus_table_has_four_lines_of_five(bonus: tuple[tuple[int, ...], ...]) -> None:
    refusal = begun(3, bonus=bonus)
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "50-Q-17"


@pytest.mark.clause("50-Q-17")
def test_the_bonus_of_each_line_is_2_2_1_1_1() -> None:
    state = begun(3)
    assert isinstance(state, State)
    assert state.options.bonus == ((2, 2, 1, 1, 1),) * 4
    assert isinstance(begun(3, bonus=((0, 99, 1, 1, 1),) * 4), State)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("interrupt_point", "both"),  # the third reading is not offered
        ("collision", "never"),
        ("first_counter", 1),
        ("score_final", 1),
        ("bonus", [[2, 2, 1, 1, "1"]]),
        ("reveal_at_end", None),
    ],
)
def test_options_of_another_kind(name: str, value: object) -> None:
    with pytest.raises(InvalidOption):
        GAME.choose({name: value})


@pytest.mark.clause("50-REV-01", "50-FLW-01")
@pytest.mark.parametrize(("seats", "tokens"), [(3, 4), (4, 3), (5, 2), (6, 1), (7, 0), (8, 0)])
def test_how_many_tokens_are_turned_up(seats: int, tokens: int) -> None:
    sitting = sit(seats)
    for digit in range(tokens):
        assert isinstance(sitting.state.phase, Revealing)
        assert sitting.awaited == ()
        sitting.draw(digit)
    assert isinstance(sitting.state.phase, Choosing)
    assert sitting.awaited == tuple(range(seats))
    assert kinds(sitting.events) == [RoundStarted, *[TokenRevealed] * tokens]
    assert sitting.state.tokens == tuple(range(tokens))


@pytest.mark.clause("50-REV-01")
def test_a_token_that_is_up_is_not_drawn_again() -> None:
    sitting = sit(5, 2)
    with pytest.raises(Refused) as refused:
        sitting.draw(2)
    assert refused.value.clause == "HOUSE-03"
    with pytest.raises(Refused):
        sitting.draw(10)


@pytest.mark.clause("50-REV-02")
def test_the_digits_are_forbidden_to_all() -> None:
    sitting = sit(5, 2, 8)
    for seat in range(5):
        assert refused(sitting, WriteLine(seat, (2, 15, 26, 37, 44))) == "50-CHO-04"
        assert refused(sitting, WriteLine(seat, (4, 15, 26, 37, 48))) == "50-CHO-04"


@pytest.mark.clause("50-RND-03")
def test_after_the_round_all_ten_tokens_can_come_again() -> None:
    sitting = count(*[IDLE] * 5, tokens=(2, 8))
    assert sitting.state.tokens == () and sitting.awaits_draw
    assert sitting.draw(8) == (TokenRevealed(8),)
    assert sitting.draw(2) == (TokenRevealed(2),)


@pytest.mark.clause("50-CNT-01", "50-Q-16")
def test_who_counts_first_is_drawn_and_then_goes_round() -> None:
    sitting = sit(7, 5, first_counter="rotate")
    assert sitting.events == (RoundStarted(1), FirstCounterDrawn(5))
    for _ in range(4):
        write(sitting, *SEVEN)
    assert of(sitting, FirstCounterDrawn) == [FirstCounterDrawn(5)]
    assert of(sitting, CountStarted) == [CountStarted(seat) for seat in (5, 6, 0, 1)]


@pytest.mark.clause("50-Q-16")
def test_who_counts_first_may_be_drawn_in_every_round() -> None:
    sitting = sit(7, 5, 5, first_counter="random")
    write(sitting, *SEVEN)
    assert of(sitting, FirstCounterDrawn) == [FirstCounterDrawn(5), FirstCounterDrawn(5)]
    write(sitting, *SEVEN)
    assert isinstance(sitting.state.phase, Seating)
    assert of(sitting, CountStarted) == [CountStarted(5), CountStarted(5)]


@pytest.mark.clause("50-Q-16")
def test_who_counts_first_may_be_fixed() -> None:
    sitting = sit(7)
    for _ in range(4):
        write(sitting, *SEVEN)
    assert of(sitting, CountStarted) == [CountStarted(0)] * 4


@pytest.mark.clause("50-Q-16")
@pytest.mark.parametrize("point", ["interrupted", "interrupter"])
@pytest.mark.parametrize("collision", ["until_takeover", "that_number_only"])
def test_who_counts_first_changes_nobodys_points(point: str, collision: str) -> None:
    """Also where the first counter holds the first number, or collides on it."""
    lines = ((4, 5, 6, 21, 49), (5, 11, 21, 31, 41), (1, 2, 5, 9, 40), *[IDLE] * 4)
    options = {"interrupt_point": point, "collision": collision, "first_counter": "random"}
    scores = set()
    for first in range(7):
        sitting = sit(7, first, **options)
        write(sitting, *lines)
        scores.add(tuple(of(sitting, RoundScored)))
    assert len(scores) == 1


@pytest.mark.clause("50-DNG-01", "50-DNG-02")
def test_each_reveal_turns_a_danger_card_up() -> None:
    sitting = sit(6, 3, danger=True)
    assert isinstance(sitting.state.phase, Revealing)
    assert sitting.state.danger is None
    assert sitting.draw("20-29") == (DangerCardRevealed("20-29"),)
    assert sitting.state.danger == "20-29"
    inside = [number for number in range(1, 50) if sitting.state.in_danger(number)]
    assert inside == list(range(20, 30))


@pytest.mark.clause("50-DNG-01")
def test_without_the_variant_there_is_no_danger() -> None:
    state = sit(7).state
    assert state.danger is None
    assert not any(state.in_danger(number) for number in range(50))


@pytest.mark.clause("50-Q-19")
def test_danger_cards_do_not_go_back_and_only_the_latest_counts() -> None:
    sitting = sit(7, "40-49", danger=True)
    write(sitting, *SEVEN)
    assert sitting.state.danger is None and sitting.awaits_draw
    with pytest.raises(Refused) as refused:
        sitting.draw("40-49")
    assert refused.value.clause == "HOUSE-03"
    sitting.draw("01-09")
    assert sitting.state.danger == "01-09"
    assert not sitting.state.in_danger(45)


@pytest.mark.clause("50-Q-20")
def test_numbers_from_50_on_are_never_in_danger() -> None:
    for card in DANGERS:
        state = sit(12, card, danger=True).state
        assert state.target == 75
        assert not any(state.in_danger(number) for number in range(50, 75))
    assert sit(12, "40-49", danger=True).state.in_danger(49)


@pytest.mark.clause("50-BIG-01", "50-BIG-04", "50-BIG-05")
@pytest.mark.parametrize("seats", [8, 9, 12, 30])
def test_eight_or_more_play_without_tokens_for_a_crown_at_9(seats: int) -> None:
    sitting = sit(seats)
    assert sitting.events == (RoundStarted(1),)
    assert sitting.state.threshold == threshold(seats) == 9
    assert len(sitting.state.lines) == len(sitting.state.marbles) == seats


@pytest.mark.clause("50-BIG-02", "50-BIG-03")
@pytest.mark.parametrize(
    ("seats", "target"), [(7, 50), (8, 55), (9, 60), (10, 65), (11, 70), (30, 165)]
)
def test_how_far_a_large_table_counts(seats: int, target: int) -> None:
    sitting = sit(seats)
    assert sitting.state.target == target
    assert sitting.state.allowed == tuple(range(1, target))
    last = (1, 2, 3, 4, target - 1)
    assert refused(sitting, WriteLine(A, last)) is None
    beyond = refused(sitting, WriteLine(A, (1, 2, 3, 4, target)))
    assert beyond == ("50-CHO-02" if seats == 7 else "50-BIG-03")


@pytest.mark.clause("50-FLW-01", "50-RND-04")
def test_there_are_four_rounds() -> None:
    sitting = sit(7)
    for number in (1, 2, 3, 4):
        assert sitting.state.round == number
        assert isinstance(sitting.state.phase, Choosing)
        write(sitting, *SEVEN)
    assert [event.round for event in of(sitting, RoundStarted)] == [1, 2, 3, 4]
    assert sitting.outcome == Outcome(
        tuple(range(7)), "50-END-03", "Tied at 28 points, and none of them has a crown."
    )


@pytest.mark.clause("50-FLW-01")
def test_lines_are_written_between_reveal_and_count() -> None:
    sitting = sit(5)
    assert refused(sitting, WriteLine(A, (1, 3, 5, 7, 9))) == "50-FLW-01"
    assert sitting.legal(A) == ()


def test_after_the_end_everything_is_refused_by_what_decided() -> None:
    sitting = resume(lay([1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]))
    assert sitting.outcome is not None
    for seat in (A, B, C):
        assert refused(sitting, WriteLine(seat, (1, 3, 5, 7, 9))) == "50-END-01"
        assert sitting.legal(seat) == ()
    assert sitting.awaited == ()
