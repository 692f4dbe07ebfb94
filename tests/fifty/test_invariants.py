"""What always holds: it does hold, and it is noticed where it does not."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN
from ledger.games.fifty import GAME
from ledger.games.fifty.events import Box
from ledger.games.fifty.invariants import recounted
from ledger.games.fifty.state import Choosing, Counting, Line, Scoring, State
from ledger.position import Position, after
from ledger.testing import Sitting

from .table import IDLE, PRINTED, A, B, C, count, lay, sit


def at_call(number: int, **options: Any) -> State:
    """The printed round once a number has been called and all done that was due."""
    sitting = count(*PRINTED, tokens=(2, 8), danger_card="10-19", **options)
    for state in states(sitting):
        phase = state.phase
        if isinstance(phase, Counting) and phase.called == number and not phase.due:
            return state
    raise AssertionError(f"{number} was never called")


def states(sitting: Sitting[State]) -> list[State]:
    """The state after each event."""
    begun = Sitting(GAME, sitting.state.seats, {"first_counter": "fixed", "danger": True})
    now: Position[State] = Position(0, vars(begun)["_position"].table, begun.state)
    found = []
    for event in sitting.events[1:]:  # the first is in it
        now = after(GAME, now, event)
        found.append(now.state)
    return found


def changed(state: State, seat: int, **values: Any) -> State:
    """The state with the line of this round changed."""
    written = state.lines[seat]
    line = replace(written[-1], **values)
    lines = [*state.lines]
    lines[seat] = (*written[:-1], line)
    return replace(state, lines=tuple(lines))


def test_they_hold_after_every_event() -> None:
    found = states(count(*PRINTED, tokens=(2, 8), danger_card="10-19"))
    assert len(found) > 100
    assert [GAME.invariants(state) for state in found] == [()] * len(found)


@pytest.mark.parametrize("number", [1, 7, 15, 26, 49])
def test_they_hold_at_a_call(number: int) -> None:
    assert GAME.invariants(at_call(number)) == ()


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"tokens": (2, 2)}, "Token is up twice"),
        ({"tokens": (2, 10)}, "there is none such"),
        ({"tokens": (2,)}, "1 Forbidden Tokens are up, not 2"),
        ({"tokens": (2, 5)}, "has written 15, and that ending is forbidden"),
        ({"dangers": ("10-19", "10-19")}, "Danger Card came twice"),
        ({"dangers": ("50-59",)}, "there is none such"),
        ({"dangers": ()}, "0 Danger Cards have been up, not 1"),
        ({"dangers": ("10-19", "20-29")}, "2 Danger Cards have been up, not 1"),
        ({"marbles": (3, 0, 0, 0, 3)}, "Seat 0 has its marble on 3, and counting again gives 2"),
        ({"marbles": (2, 0, 0, 0, 4)}, "Seat 4 has its marble on 4, and counting again gives 3"),
        ({"crowns": ((1,), (), (), (), ())}, "Seat 0 has its marble on 2, crown or not"),
        ({"crowns": ((2, 3, 4), (), (), (), ())}, "Seat 0 has won crowns in the rounds"),
        ({"crowns": ((2, 2), (), (), (), ())}, "Seat 0 has won crowns in the rounds"),
        ({"round": 2}, "it was never scored"),
        ({"round": 4}, "Seat 0 has written 1 lines by round 4"),
    ],
)
def test_what_is_wrong_on_the_table_is_noticed(values: dict[str, Any], fault: str) -> None:
    faults = GAME.invariants(replace(at_call(7), **values))
    assert any(fault in text for text in faults), faults


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"numbers": (4, 15, 26, 37)}, "it holds 4 numbers"),
        ({"numbers": (4, 15, 26, 44, 37)}, "its numbers do not ascend"),
        ({"numbers": (4, 15, 15, 37, 44)}, "its numbers do not ascend"),
        ({"numbers": (4, 15, 26, 37, 50)}, "50 is out of range"),
        ({"numbers": (0, 15, 26, 37, 44)}, "0 is out of range"),
        ({"numbers": (HIDDEN, 15, 26, 37, 44)}, "was called and is still hidden"),
        ({"numbers": (4, 15, 26, 37, 48)}, "has written 48, and that ending is forbidden"),
        ({"opened": 0}, "the 4 of seat 0 is not open"),
        ({"opened": 2}, "the 15 of seat 0 is open"),
        ({"crossed": (0, 0)}, "crossed out twice"),
        ({"crossed": (1,)}, "crossed out that was never called"),
        ({"lost": (0,)}, "or its bonus alone"),
        ({"bonus": 2}, "a bonus of 2 for boxes worth 0"),
        ({"crossed": (0,), "bonus": 1}, "a bonus of 1 for boxes worth 2"),
        ({"crossed": (0,), "lost": (0,), "bonus": 2}, "a bonus of 2 for boxes worth 0"),
        ({"score": 9}, "it was given 9 points, not 2"),
    ],
)
def test_what_is_wrong_with_a_line_is_noticed(values: dict[str, Any], fault: str) -> None:
    faults = GAME.invariants(changed(at_call(7), A, **values))
    assert any(fault in text for text in faults), faults


def test_a_count_before_all_have_written_is_noticed() -> None:
    state = replace(sit(7).state, phase=Counting(A))
    assert "The count is on, and seat 0 has not written." in GAME.invariants(state)


def test_more_lines_than_rounds_are_noticed() -> None:
    state = replace(lay([1, 1], [1, 1], [1, 1], phase=Choosing()), round=1)
    assert "Seat 0 has written 2 lines by round 1." in GAME.invariants(state)


def test_a_spectator_notices_a_number_that_was_passed_over() -> None:
    """Of five numbers one is not open once there are none left to call."""
    hidden = changed(at_call(49), B, numbers=(7, 16, 26, 39, HIDDEN), opened=4)
    assert "At call 49, seat 1 has 4 numbers open only." in GAME.invariants(hidden)
    early = changed(at_call(44), B, numbers=(7, 16, 26, 39, HIDDEN), opened=4)
    assert GAME.invariants(early) == ()
    late = changed(at_call(47), B, numbers=(7, 16, 26, HIDDEN, HIDDEN), opened=3)
    assert "At call 47, seat 1 has 3 numbers open only." in GAME.invariants(late)


@pytest.mark.parametrize("due", ["bonus", "cross"])
def test_a_bonus_that_is_still_due_is_missed_by_nobody_but_its_box(due: Any) -> None:
    phase = Counting(A, 7, False, (Box(B, 0), Box(C, 0)), (due,))
    crossing = changed(replace(at_call(7), phase=phase), B, crossed=(0,), bonus=0)
    faults = [text for text in GAME.invariants(crossing) if "bonus" in text]
    wanted = ["Seat 1, round 1: a bonus of 0 for boxes worth 2."]
    assert faults == ([] if due == "bonus" else wanted)


@pytest.mark.parametrize("point", ["interrupted", "interrupter"])
@pytest.mark.parametrize("collision", ["until_takeover", "that_number_only"])
@pytest.mark.parametrize("final", [True, False])
def test_counting_again_comes_to_the_same(point: str, collision: str, final: bool) -> None:
    """By another way than the rules go, whatever the options are."""
    options = {"interrupt_point": point, "collision": collision, "score_final": final}
    sitting = count(*PRINTED[:3], (1, 15, 16, 44, 49), IDLE, tokens=(2, 8), **options)
    assert sitting.state.round == 2
    assert of_scores(sitting.state) == recounted_scores(sitting)


def of_scores(state: State) -> list[int]:
    return [line[0].score or 0 for line in state.lines]


def recounted_scores(sitting: Sitting[State]) -> list[int]:
    """The scores of the first round, counted again from the state after it."""
    before = replace(sitting.state, round=1, phase=Scoring())
    marbles = recounted(before, before.target)
    return [marbles[seat] + line[0].bonus for seat, line in enumerate(before.lines)]


def test_hidden_numbers_are_passed_over() -> None:
    line = Line((HIDDEN,) * 5)
    state = replace(sit(7).state, lines=((line,),) * 7)
    assert GAME.invariants(state) == ()
