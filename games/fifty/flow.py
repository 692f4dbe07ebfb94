"""What follows by itself (settle), what each event changes (evolve), and how it ends."""

from typing import assert_never

from msgspec.structs import replace

from ledger import Chance, GameError, Outcome, Seat, known, rest_of
from ledger.games.common import at, best, put
from ledger.games.fifty.events import (
    BonusEarned,
    BonusLost,
    Box,
    BoxCrossed,
    Collided,
    CountStarted,
    CrownWon,
    DangerCardRevealed,
    FirstCounterDrawn,
    Happening,
    MarbleMoved,
    MatchWon,
    NumberCalled,
    NumbersShown,
    RoundScored,
    RoundStarted,
    TokenRevealed,
    TookOver,
    WriteLine,
)
from ledger.games.fifty.grid import BOXES, DANGERS, DIGITS, ROUNDS, is_forbidden, tokens_up
from ledger.games.fifty.state import (
    AnyPhase,
    Choosing,
    Counting,
    Due,
    Ending,
    Judging,
    Line,
    Over,
    Revealing,
    Scoring,
    Seating,
    Starting,
    State,
)


def settle(state: State, chance: Chance) -> Happening | None:
    """What the table does next by itself; None where it waits for seats, and at the end."""
    phase = state.phase
    match phase:
        case Starting():
            return RoundStarted(state.round + 1)
        case Seating():
            return chance.draw(FirstCounterDrawn, range(state.seats))
        case Revealing():
            if len(state.tokens) < tokens_up(state.seats):
                return chance.draw(TokenRevealed, rest_of(DIGITS, state.tokens))
            return chance.draw(DangerCardRevealed, rest_of(DANGERS, state.dangers))
        case Choosing():
            return None if state.unwritten() else CountStarted(_first(state))
        case Counting():
            return _count(state, phase)
        case Scoring():
            return _score(state)
        case Ending():
            return _show(state) or _judge(state)
        case Judging():
            return _judge(state)
        case Over():
            return None
    assert_never(phase)


def _count(state: State, phase: Counting) -> Happening:
    """What is due after the last call; else the next call."""
    if not phase.due:
        number = phase.called + 1
        return NumberCalled(number, phase.counter, holders(state, number))
    match phase.due[0]:
        case "move":
            return MarbleMoved(phase.counter, state.marbles[phase.counter] + 1)
        case "crown":
            return CrownWon(phase.counter, len(state.crowns[phase.counter]) + 1)
        case "take":
            return TookOver(phase.boxes[0].seat)
        case "collide":
            return Collided(phase.called, tuple(box.seat for box in phase.boxes))
        case "cross":
            return BoxCrossed(phase.boxes[0].seat, phase.boxes[0].box)
        case "bonus":
            kind = BonusLost if state.in_danger(phase.called) else BonusEarned
            return kind(phase.boxes[0].seat, state.bonus(phase.boxes[0].box))


def holders(state: State, number: int) -> tuple[Box, ...]:
    """50-CNT-03, 50-Q-23: where the number is written, by seat.

    Lines ascend, so of each only the first box that no call has opened can hold it.

    Raises:
        NeedsDisclosure: it could be written where this reader knows nothing.
    """
    if number == state.target or is_forbidden(number, state.tokens):
        return ()
    boxes = (Box(seat, _line(state, seat).opened) for seat in range(state.seats))
    return tuple(
        box
        for box in boxes
        if box.box < BOXES and known(_line(state, box.seat).numbers[box.box]) == number
    )


def _score(state: State) -> RoundScored:
    seat = next(seat for seat in range(state.seats) if _line(state, seat).score is None)
    marble, bonus = state.marbles[seat], _line(state, seat).bonus
    return RoundScored(seat, marble, bonus, marble + bonus)


def _show(state: State) -> NumbersShown | None:
    """50-Q-25: what was not called, if there is something and the table wants to see it."""
    lines = [_line(state, seat) for seat in range(state.seats)]
    if not state.options.reveal_at_end or all(line.opened == BOXES for line in lines):
        return None
    return NumbersShown(tuple(tuple(map(known, line.numbers[line.opened :])) for line in lines))


def _judge(state: State) -> MatchWon:
    """A second crown; else most points, then a crown among those tied; else they share."""
    for seat, crowns in enumerate(state.crowns):
        if len(crowns) == 2:
            return MatchWon((seat,), "50-END-04")
    tied = best({seat: state.total(seat) for seat in range(state.seats)})
    crowned = tuple(seat for seat in tied if state.crowns[seat])
    if len(tied) == 1:
        return MatchWon(tied, "50-END-01")
    return MatchWon(crowned, "50-END-02") if crowned else MatchWon(tied, "50-END-03")


def evolve(state: State, event: Happening) -> State:
    """What an event changes. It is handed only what check allows and settle says."""
    match event:
        case WriteLine():
            written = (*state.lines[event.seat], Line(event.numbers))
            return replace(state, lines=put(state.lines, event.seat, written))
        case RoundStarted():
            return _begun(state, event.round)
        case FirstCounterDrawn():
            return _prepared(replace(state, first=event.seat))
        case TokenRevealed():
            return _prepared(replace(state, tokens=(*state.tokens, event.digit)))
        case DangerCardRevealed():
            return _prepared(replace(state, dangers=(*state.dangers, event.card)))
        case CountStarted():
            return _to(state, Counting(event.seat))
        case NumberCalled():
            return _called(state, event)
        case MarbleMoved():
            return _moved(state, event)
        case CrownWon():
            crowns = (*state.crowns[event.seat], state.round)
            won = replace(state, crowns=put(state.crowns, event.seat, crowns))
            return _to(won, Ending()) if event.crowns == 2 else _done(won)
        case TookOver():
            counting = replace(
                at(state.phase, Counting), counter=event.seat, scoring=True, boxes=()
            )
            return _done(_to(state, counting))
        case Collided():
            return _collided(state)
        case BoxCrossed():
            line = _line(state, event.seat)
            crossed = _write(state, event.seat, replace(line, crossed=(*line.crossed, event.box)))
            return _to(crossed, replace(at(state.phase, Counting), due=("bonus",)))
        case BonusEarned():
            line = _line(state, event.seat)
            bonus = replace(line, bonus=line.bonus + event.points)
            return _next_box(_write(state, event.seat, bonus))
        case BonusLost():
            line, box = _line(state, event.seat), at(state.phase, Counting).boxes[0].box
            lost = replace(line, lost=(*line.lost, box))
            return _next_box(_write(state, event.seat, lost))
        case RoundScored():
            line = replace(_line(state, event.seat), score=event.score)
            return _scored(_write(state, event.seat, line))
        case NumbersShown():
            return _to(_shown(state, event), Judging())
        case MatchWon():
            return _to(state, Over(event.winners, event.clause))
    assert_never(event)


def _begun(state: State, number: int) -> State:
    """50-RND-03: tokens face down, marbles back on 0; 50-Q-16: who counts first, or nobody yet."""
    first: Seat | None = None
    if state.options.first_counter == "fixed":
        first = 0
    elif state.options.first_counter == "rotate" and state.first is not None:
        first = (state.first + 1) % state.seats
    marbles = (0,) * state.seats
    return _prepared(replace(state, round=number, first=first, tokens=(), marbles=marbles))


def _prepared(state: State) -> State:
    """On to what the round still needs before lines are written."""
    if state.first is None:
        return _to(state, Seating())
    up = len(state.tokens) == tokens_up(state.seats)
    if not up or (state.options.danger and state.danger is None):
        return _to(state, Revealing())
    return _to(state, Choosing())


def _called(state: State, call: NumberCalled) -> State:
    """The number stands open wherever it is written; what is due follows from how often."""
    phase = at(state.phase, Counting)
    for box in call.boxes:
        line = _line(state, box.seat).after(box.box, call.number)
        state = _write(state, box.seat, line)
    due = _due(state, phase.scoring, call)
    return _go_on(state, replace(phase, called=call.number, boxes=call.boxes, due=due))


def _due(state: State, scoring: bool, call: NumberCalled) -> tuple[Due, ...]:
    """50-CNT-04 to 50-CNT-07, 50-Q-01: what the call leads to, in order."""
    if len(call.boxes) > 1:
        return ("collide",)
    counts = call.number < state.target or state.options.score_final
    if not call.boxes:
        return ("move",) if scoring and counts else ()
    if state.options.interrupt_point == "interrupter":
        return ("take", "move")
    return ("move", "take") if scoring else ("take",)


def _moved(state: State, move: MarbleMoved) -> State:
    """50-Q-11, 50-Q-12: a marble only grows, so it comes to the threshold once a round."""
    phase = at(state.phase, Counting)
    crown: tuple[Due, ...] = ("crown",) if move.marble == state.threshold else ()
    moved = replace(state, marbles=put(state.marbles, move.seat, move.marble))
    return _go_on(moved, replace(phase, due=(*crown, *phase.due[1:])))


def _collided(state: State) -> State:
    """50-CNT-08, 50-Q-02: the counter goes on, and scores no more until somebody takes over."""
    phase = at(state.phase, Counting)
    scoring = phase.scoring and state.options.collision == "that_number_only"
    return _to(state, replace(phase, scoring=scoring, due=("cross",)))


def _next_box(state: State) -> State:
    """The next of those that collided."""
    phase = at(state.phase, Counting)
    left = phase.boxes[1:]
    return _go_on(state, replace(phase, boxes=left, due=("cross",) if left else ()))


def _done(state: State) -> State:
    """What was due has been done."""
    phase = at(state.phase, Counting)
    return _go_on(state, replace(phase, due=phase.due[1:]))


def _go_on(state: State, phase: Counting) -> State:
    """50-CNT-10: with the target called, and all done that was due, the round is over."""
    over = phase.called == state.target and not phase.due
    return _to(state, Scoring() if over else phase)


def _scored(state: State) -> State:
    if any(_line(state, seat).score is None for seat in range(state.seats)):
        return state
    return _to(state, Judging() if state.round == ROUNDS else Starting())


def _shown(state: State, shown: NumbersShown) -> State:
    for seat, numbers in enumerate(shown.numbers):
        line = _line(state, seat)
        told = (*line.numbers[: BOXES - len(numbers)], *numbers)
        state = _write(state, seat, replace(line, numbers=told, opened=BOXES))
    return state


def _to(state: State, phase: AnyPhase) -> State:
    return replace(state, phase=phase)


def _first(state: State) -> Seat:
    if state.first is None:
        raise GameError("a count of Fifty begins without a counter")
    return state.first


def _line(state: State, seat: Seat) -> Line:
    line = state.line(seat)
    if line is None:
        raise GameError(f"seat {seat} has not written a line")
    return line


def _write(state: State, seat: Seat, line: Line) -> State:
    """The state with that line for this round."""
    return replace(state, lines=put(state.lines, seat, (*state.lines[seat][:-1], line)))


def outcome(state: State) -> Outcome | None:
    """Who has won, and why; None while the match runs."""
    if not isinstance(state.phase, Over):
        return None
    winners, clause = state.phase.winners, state.phase.clause
    return Outcome(winners, clause, _why(state, clause, winners[0]))


def _why(state: State, clause: str, winner: Seat) -> str:
    points = state.total(winner)
    if clause == "50-END-04":
        return f"A second crown, in round {state.round}."
    if clause == "50-END-01":
        return f"Most points: {points}."
    if clause == "50-END-02":
        return f"Of those tied at {points} points, who has a crown."
    return f"Tied at {points} points, and none of them has a crown."
