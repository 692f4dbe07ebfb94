"""What may be written on a line, when, and who is told."""

import pytest

from ledger import HIDDEN, InvalidAction, NeedsDisclosure, SubsetOf
from ledger.games.fifty import GAME
from ledger.games.fifty.events import CountStarted, NumberCalled, WriteLine
from ledger.games.fifty.judge import check

from .table import IDLE, A, B, C, D, E, count, of, refused, resume, sit, write

LEGAL = (4, 15, 26, 37, 44)


@pytest.mark.clause("50-CHO-01", "50-CHO-05")
def test_the_printed_line_is_legal() -> None:
    sitting = sit(5, 2, 8)
    assert sitting.act(WriteLine(A, LEGAL)) == (WriteLine(A, LEGAL),)
    line = sitting.state.line(A)
    assert line is not None and line.numbers == LEGAL


@pytest.mark.clause("50-CHO-01")
@pytest.mark.parametrize(
    "numbers", [(), (4,), (4, 15, 26, 37), (4, 15, 26, 37, 44, 45), (0, 15, 26, 37)]
)
def test_a_line_is_five_numbers(numbers: tuple[int, ...]) -> None:
    assert refused(sit(5, 2, 8), WriteLine(A, numbers)) == "50-CHO-01"


@pytest.mark.clause("50-CHO-02")
@pytest.mark.parametrize("number", [-1, 0, 50, 51, 10**9, -(10**30)])
def test_numbers_are_from_1_to_49(number: int) -> None:
    line = tuple(sorted((*LEGAL[:4], number)))
    assert refused(sit(5, 2, 8), WriteLine(A, line)) == "50-CHO-02"
    assert refused(sit(5, 2, 8), WriteLine(A, (*LEGAL[:4], number))) == "50-CHO-02"


@pytest.mark.clause("50-CHO-02", "50-TIP-02")
def test_1_and_49_and_neighbours_may_be_written() -> None:
    sitting = sit(7)
    assert refused(sitting, WriteLine(A, (1, 2, 3, 48, 49))) is None
    sitting.act(WriteLine(A, (1, 2, 3, 48, 49)))
    assert refused(sitting, WriteLine(B, (1, 2, 3, 48, 49))) is None


@pytest.mark.clause("50-CHO-03")
@pytest.mark.parametrize("numbers", [(15, 4, 26, 37, 44), (4, 15, 26, 44, 37), (44, 37, 26, 15, 4)])
def test_numbers_ascend(numbers: tuple[int, ...]) -> None:
    assert refused(sit(5, 2, 8), WriteLine(A, numbers)) == "50-CHO-03"


@pytest.mark.clause("50-Q-10")
@pytest.mark.parametrize("numbers", [(4, 15, 26, 26, 37), (4, 4, 26, 27, 37), (9, 9, 9, 9, 9)])
def test_no_number_stands_twice(numbers: tuple[int, ...]) -> None:
    assert refused(sit(5, 2, 8), WriteLine(A, numbers)) == "50-Q-10"


@pytest.mark.clause("50-CHO-04")
@pytest.mark.parametrize("digit", range(10))
def test_no_number_ends_in_a_forbidden_digit(digit: int) -> None:
    sitting = sit(6, digit)
    ending = [number for number in range(1, 50) if number % 10 == digit]
    assert len(ending) == (4 if digit == 0 else 5)
    allowed = [number for number in range(1, 50) if number not in ending]
    assert sitting.state.allowed == tuple(allowed)
    for number in ending:
        line = tuple(sorted((number, *allowed[10:14])))
        assert refused(sitting, WriteLine(A, line)) == "50-CHO-04"
        refusal = sitting.refusal(WriteLine(A, line))
        assert refusal is not None and str(digit) in refusal.reason


@pytest.mark.clause("50-Q-27")
def test_there_are_always_numbers_enough() -> None:
    worst = sit(3, 9, 1, 2, 3).state
    assert len(worst.allowed) == 29
    assert len(sit(3, 9, 0, 2, 3).state.allowed) == 30


@pytest.mark.clause("50-Q-24")
def test_a_line_that_is_written_is_not_changed() -> None:
    sitting = sit(7)
    sitting.act(WriteLine(C, LEGAL))
    assert refused(sitting, WriteLine(C, LEGAL)) == "50-Q-24"
    assert refused(sitting, WriteLine(C, (1, 2, 3, 4, 5))) == "50-Q-24"
    assert sitting.legal(C) == ()


@pytest.mark.clause("50-CHO-01")
def test_seats_write_in_any_order_and_the_last_starts_the_count() -> None:
    sitting = sit(5, 2, 8)
    for seat in (D, A, E, C):
        sitting.act(WriteLine(seat, LEGAL))
        assert seat not in sitting.awaited
    assert sitting.awaited == (B,)
    events = sitting.act(WriteLine(B, LEGAL))
    assert events[:3] == (WriteLine(B, LEGAL), CountStarted(A), NumberCalled(1, A, ()))


@pytest.mark.clause("50-Q-29")
def test_the_whole_count_follows_from_the_last_line() -> None:
    sitting = count(IDLE, IDLE, IDLE)
    assert [event.number for event in of(sitting, NumberCalled)] == list(range(1, 51))
    assert sitting.state.round == 2


@pytest.mark.parametrize("numbers", [None, 4, "4 15 26 37 44", [4, 15, 26, 37, "44"], [4.0] * 5])
def test_a_line_is_whole_numbers(numbers: object) -> None:
    with pytest.raises(InvalidAction):
        GAME.action("write_line", seat=A, numbers=numbers)


def test_a_seat_that_has_not_written_may_write_any_line_there_is() -> None:
    sitting = sit(5, 2, 8)
    sitting.act(WriteLine(B, LEGAL))
    (choice,) = sitting.legal(A)
    assert choice.kind == "write_line"
    assert choice.fields == {"numbers": SubsetOf(sitting.state.allowed, 5, 5, ordered=True)}
    assert choice.contains(WriteLine(A, LEGAL))
    assert not choice.contains(WriteLine(A, (4, 15, 26, 44, 37)))
    assert not choice.contains(WriteLine(A, (4, 15, 26, 37, 48)))


@pytest.mark.parametrize(
    ("numbers", "clause"),
    [
        ((4, HIDDEN, HIDDEN, HIDDEN), "50-CHO-01"),
        ((4, HIDDEN, 50, HIDDEN, HIDDEN), "50-CHO-02"),
        ((4, HIDDEN, 3, HIDDEN, HIDDEN), "50-CHO-03"),
        ((4, HIDDEN, HIDDEN, HIDDEN, 48), "50-CHO-04"),
        ((4, HIDDEN, 4, HIDDEN, HIDDEN), "50-Q-10"),
    ],
)
def test_of_a_line_known_in_part_that_part_is_judged(numbers: tuple[int, ...], clause: str) -> None:
    """As a copy may hold it, where a second crown has ended the count."""
    refusal = check(sit(5, 2, 8).state, WriteLine(A, numbers))
    assert refusal is not None and refusal.clause == clause


def test_a_line_known_in_part_that_may_be_right_is_not_judged() -> None:
    with pytest.raises(NeedsDisclosure):
        check(sit(5, 2, 8).state, WriteLine(A, (4, 15, 26, 37, HIDDEN)))


def test_a_match_goes_on_with_the_next_line() -> None:
    sitting = sit(7)
    write(sitting, *[IDLE] * 7)
    again = resume(sitting.state)
    assert again.awaited == tuple(range(7))
    again.act(WriteLine(A, (1, 2, 3, 4, 5)))
    assert [len(lines) for lines in again.state.lines] == [2, 1, 1, 1, 1, 1, 1]
