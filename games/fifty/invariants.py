"""What always holds, whatever is played: counted on facts that every view shows."""

from collections import defaultdict

from ledger import Hidden, Seat
from ledger.games.fifty.grid import BOXES, DANGERS, DIGITS, is_forbidden, tokens_up
from ledger.games.fifty.state import Choosing, Counting, Line, Scoring, State


def invariants(state: State) -> tuple[str, ...]:
    """What should hold and does not, one sentence each. Hidden numbers are passed over."""
    return (
        *_revealed(state),
        *_lines(state),
        *_calls(state),
        *_marbles(state),
        *_scores(state),
        *_crowns(state),
    )


def _revealed(state: State) -> list[str]:
    faults = []
    if len(set(state.tokens)) != len(state.tokens) or not set(state.tokens) <= set(DIGITS):
        faults.append("A Forbidden Token is up twice, or there is none such.")
    if len(set(state.dangers)) != len(state.dangers) or not set(state.dangers) <= set(DANGERS):
        faults.append("A Danger Card came twice, or there is none such.")
    if not isinstance(state.phase, Choosing | Counting | Scoring):
        return faults
    tokens, cards = tokens_up(state.seats), state.round if state.options.danger else 0
    if len(state.tokens) != tokens:
        faults.append(f"{len(state.tokens)} Forbidden Tokens are up, not {tokens}.")
    if len(state.dangers) != cards:
        faults.append(f"{len(state.dangers)} Danger Cards have been up, not {cards}.")
    return faults


def _lines(state: State) -> list[str]:
    faults = []
    target = state.target
    for seat, written in enumerate(state.lines):
        if not 0 <= state.round - len(written) <= min(1, state.round):
            faults.append(f"Seat {seat} has written {len(written)} lines by round {state.round}.")
        for number, line in enumerate(written, 1):
            faults += [f"Seat {seat}, line {number}: {fault}" for fault in _line(line, target)]
        now = state.line(seat)
        for n in now.numbers if now else ():
            if not isinstance(n, Hidden) and is_forbidden(n, state.tokens):
                faults.append(f"Seat {seat} has written {n}, and that ending is forbidden.")
    return faults


def _line(line: Line, target: int) -> list[str]:
    faults = []
    last = 0
    for box, number in enumerate(line.numbers):
        if isinstance(number, Hidden):
            if box < line.opened:
                faults.append("a number was called and is still hidden.")
            continue
        if not 0 < number < target:
            faults.append(f"{number} is out of range.")
        elif number <= last:
            faults.append("its numbers do not ascend.")
        last = number
    if len(line.numbers) != BOXES:
        faults.append(f"it holds {len(line.numbers)} numbers.")
    if len(set(line.crossed)) != len(line.crossed) or not set(line.lost) <= set(line.crossed):
        faults.append("a box is crossed out twice, or its bonus alone.")
    if line.crossed and max(line.crossed) >= line.opened:
        faults.append("a box is crossed out that was never called.")
    return faults


def _calls(state: State) -> list[str]:
    """Exactly what has been called stands open; what does not can still be called."""
    if not isinstance(state.phase, Counting | Scoring):
        return []
    called = state.phase.called if isinstance(state.phase, Counting) else state.target
    to_come = sum(number > called for number in state.allowed)
    faults = []
    for seat in range(state.seats):
        line = state.line(seat)
        if line is None:
            faults.append(f"The count is on, and seat {seat} has not written.")
            continue
        if BOXES - line.opened > to_come:
            faults.append(f"At call {called}, seat {seat} has {line.opened} numbers open only.")
        for box, number in enumerate(line.numbers):
            if not isinstance(number, Hidden) and (number <= called) != (box < line.opened):
                word = "is not" if number <= called else "is"
                faults.append(f"At call {called}, the {number} of seat {seat} {word} open.")
    return faults


def _marbles(state: State) -> list[str]:
    """Wherever a call is done with, the marbles lie where counting again brings them."""
    phase = state.phase
    if isinstance(phase, Counting) and not phase.due:
        called = phase.called
    elif isinstance(phase, Scoring):
        called = state.target
    else:
        return []
    again = recounted(state, called)
    return [
        f"Seat {seat} has its marble on {marble}, and counting again gives {wanted}."
        for seat, (marble, wanted) in enumerate(zip(state.marbles, again, strict=True))
        if marble != wanted
    ]


def recounted(state: State, called: int) -> list[int]:
    """The marbles after so many calls, from nothing but the numbers that stand open."""
    seats_by_number: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in range(state.seats):
        line = state.line(seat)
        for number in line.numbers[: line.opened] if line else ():
            if not isinstance(number, Hidden):
                seats_by_number[number].append(seat)
    marbles = [0] * state.seats
    scoring: Seat | None = None  # who counts for points, if anybody does
    options = state.options
    for number in range(1, called + 1):
        who = seats_by_number.get(number, [])
        if len(who) > 1:
            scoring = scoring if options.collision == "that_number_only" else None
            continue
        if who and options.interrupt_point == "interrupter":
            scoring = who[0]
        if scoring is not None and (number < state.target or options.score_final):
            marbles[scoring] += 1
        if who:
            scoring = who[0]
    return marbles


def _scores(state: State) -> list[str]:
    faults = []
    for seat, written in enumerate(state.lines):
        for number, line in enumerate(written, 1):
            said = f"Seat {seat}, round {number}:"
            kept = set(line.crossed) - set(line.lost) - _undecided(state, seat, number)
            worth = sum(state.options.bonus[number - 1][box] for box in kept)
            if line.bonus != worth:
                faults.append(f"{said} a bonus of {line.bonus} for boxes worth {worth}.")
            if number < state.round and line.score is None:
                faults.append(f"{said} it was never scored.")
            now = state.marbles[seat] + line.bonus
            if number == state.round and line.score not in (None, now):
                faults.append(f"{said} it was given {line.score} points, not {now}.")
    return faults


def _undecided(state: State, seat: Seat, number: int) -> set[int]:
    """The box of the seat, if any, that is crossed out and whose bonus is still due."""
    phase = state.phase
    if number != state.round or not isinstance(phase, Counting) or phase.due != ("bonus",):
        return set()
    return {phase.boxes[0].box} if phase.boxes[0].seat == seat else set()


def _crowns(state: State) -> list[str]:
    faults = []
    for seat, rounds in enumerate(state.crowns):
        if len(rounds) > 2 or len(set(rounds)) != len(rounds):
            faults.append(f"Seat {seat} has won crowns in the rounds {rounds}.")
        due = isinstance(state.phase, Counting) and "crown" in state.phase.due
        reached = state.marbles[seat] >= state.threshold
        if state.round and reached != (state.round in rounds) and not due:
            faults.append(f"Seat {seat} has its marble on {state.marbles[seat]}, crown or not.")
    return faults
