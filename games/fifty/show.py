"""The game for people: each event as a sentence, each view as a table."""

from collections.abc import Sequence
from typing import assert_never

from ledger import Cell, Hidden, Names, Note, Picture, Seat, Table
from ledger.games.common import listed, won
from ledger.games.fifty.events import (
    BonusEarned,
    BonusLost,
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
from ledger.games.fifty.flow import outcome
from ledger.games.fifty.grid import BOXES, FULL_TABLE, LAP, ROUNDS, laps, place, tokens_up
from ledger.games.fifty.judge import awaited
from ledger.games.fifty.state import (
    Choosing,
    Counting,
    Line,
    Over,
    Revealing,
    Seating,
    State,
)

BOX_NAMES = ("first", "second", "third", "fourth", "last")


def tell(event: Happening, names: Names) -> str:
    """The event as one sentence."""
    match event:
        case WriteLine():
            return f"{names[event.seat]} writes {_numbers(event.numbers)}."
        case RoundStarted():
            return f"Round {event.round}: all tokens lie face down, all marbles on 0."
        case FirstCounterDrawn():
            return f"{names[event.seat]} will count first."
        case TokenRevealed():
            return f"No number may end in {event.digit} this round."
        case DangerCardRevealed():
            return f"In danger are the numbers {event.card}."
        case CountStarted():
            return f"All have written; {names[event.seat]} begins to count."
        case NumberCalled():
            return f"{names[event.counter]} calls {event.number}{_have_it(event, names)}"
        case MarbleMoved():
            return f"{names[event.seat]} moves to {_marble(event.marble)}."
        case CrownWon():
            which = "a crown" if event.crowns == 1 else "the second crown"
            return f"{names[event.seat]} wins {which}!"
        case TookOver():
            return f"{names[event.seat]} takes over and counts for points."
        case Collided():
            who = listed([names[seat] for seat in event.seats])
            return f"{who} collide on {event.number}."
        case BoxCrossed():
            return f"{names[event.seat]} crosses out the {BOX_NAMES[event.box]} box."
        case BonusEarned():
            return f"{names[event.seat]} earns a bonus of {_points(event.points)}."
        case BonusLost():
            return f"Danger: {names[event.seat]} loses the bonus of {_points(event.points)}."
        case RoundScored():
            return (
                f"{names[event.seat]} scores {event.score}: marble {event.marble}, "
                f"bonus {event.bonus}."
            )
        case NumbersShown():
            shown = (
                f"{names[seat]} {', '.join(map(str, numbers))}"
                for seat, numbers in enumerate(event.numbers)
                if numbers
            )
            return f"Not called were: {'; '.join(shown)}."
        case MatchWon():
            return f"{won(event.winners, names)}!"
    assert_never(event)


def _numbers(numbers: Sequence[int | Hidden]) -> str:
    """The numbers as far as they are known; how many they are everybody sees."""
    if all(isinstance(number, Hidden) for number in numbers):
        return "a line"
    return ", ".join("?" if isinstance(number, Hidden) else str(number) for number in numbers)


def _have_it(call: NumberCalled, names: Names) -> str:
    if not call.boxes:
        return "."
    verb = "has" if len(call.boxes) == 1 else "have"
    return f": {listed([names[box.seat] for box in call.boxes])} {verb} it!"


def _marble(marble: int) -> str:
    """50-Q-15: the points, and beyond 20 the space where the marble lies."""
    if not laps(marble):
        return str(marble)
    return f"{marble}, space {place(marble)} of lap {laps(marble) + 1}"


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def picture(view: State, names: Names) -> Picture:
    """What is forbidden, the lines, the tracks, and what stands to be done."""
    return (
        *map(Note, _table(view)),
        _grids(view, names),
        _tracks(view, names),
        *_notes(view, names),
    )


def _table(view: State) -> list[str]:
    notes = []
    if view.round:
        notes.append(f"Round {view.round} of {ROUNDS}, up to {view.target}.")
    if view.tokens:
        digits = sorted(map(str, view.tokens))
        notes.append(f"No number may end in {', '.join(digits)}.")
    if view.danger is not None:
        notes.append(f"In danger: {view.danger}.")
    return notes


def _grids(view: State, names: Names) -> Table:
    """The lines written so far; of a table beyond seven only those of this round."""
    headings = ("Grid", "Line", *(str(box + 1) for box in range(BOXES)), "Bonus", "Score")
    rows: list[tuple[Cell, ...]] = []
    for seat in range(view.seats):
        first = 0 if view.seats <= FULL_TABLE else max(0, view.round - 1)
        whose = Cell(names[seat], seat)
        for number in range(first, max(first + 1, len(view.lines[seat]))):
            rows.append((whose, *_row(view, seat, number, len(headings) - 1)))
            whose = Cell("")
    return Table("Grids, with each box's bonus; x is crossed out", headings, tuple(rows))


def _row(view: State, seat: Seat, number: int, width: int) -> tuple[Cell, ...]:
    """One line of a grid, without the seat; blank where nothing is written."""
    if number >= len(view.lines[seat]):
        return (Cell(""),) * width
    line = view.lines[seat][number]
    now = number + 1 == view.round
    boxes = (_box(view, line, number, box, now) for box in range(BOXES))
    bonus = str(line.bonus) if line.crossed else ""
    score = "" if line.score is None else str(line.score)
    return (Cell(str(number + 1)), *boxes, Cell(bonus), Cell(score))


def _box(view: State, line: Line, number: int, box: int, now: bool) -> Cell:
    """A box with its bonus; marked where it has just been called."""
    written = line.numbers[box]
    word = "?" if isinstance(written, Hidden) else str(written)
    called = view.phase.called if now and isinstance(view.phase, Counting) else None
    marked = box < line.opened and called is not None and written == called
    bonus = "x" if box in line.lost else view.options.bonus[number][box]
    return Cell(f"{'x' if box in line.crossed else ''}{word}({bonus})", marked=marked)


def _tracks(view: State, names: Names) -> Table:
    headings = ("Seat", "Marble", "Track 0 to 20", "Crowns", "Total", "Now")
    rows = []
    for seat, marble in enumerate(view.marbles):
        words = (
            str(marble) if not laps(marble) else f"{LAP * laps(marble)}+{place(marble)}",
            _track(marble, view.threshold),
            "*" * len(view.crowns[seat]),
            str(view.total(seat)),
            _doing(view, seat),
        )
        rows.append((Cell(names[seat], seat), *map(Cell, words)))
    return Table(f"Score tracks: a crown at {view.threshold}", headings, tuple(rows))


def _track(marble: int, threshold: int) -> str:
    """The spaces 0 to 20: ``o`` the marble, ``*`` where the crown is won."""
    spaces = ["." for _ in range(LAP + 1)]
    spaces[threshold] = "*"
    spaces[place(marble)] = "o"
    return "".join(spaces)


def _doing(view: State, seat: Seat) -> str:
    match view.phase:
        case Choosing():
            return "to write" if view.line(seat) is None else "has written"
        case Counting(counter=counter, scoring=scoring) if counter == seat:
            return "counts for points" if scoring else "counts"
        case _:
            return ""


def _notes(view: State, names: Names) -> list[Note]:
    match view.phase:
        case Seating():
            return [Note("Who counts first is to be drawn.", due=True)]
        case Revealing() if len(view.tokens) < tokens_up(view.seats):
            return [Note("A Forbidden Token is to be turned up.", due=True)]
        case Revealing():
            return [Note("A Danger Card is to be turned up.", due=True)]
        case Choosing():
            asked = [names[seat] for seat in awaited(view)]
            first = [f"{names[view.first]} will count first."] if view.first is not None else []
            task = [f"It is for {listed(asked)} to write a line."] if asked else []
            return [*map(Note, first), *(Note(text, due=True) for text in task)]
        case Over(winners=winners):
            result = outcome(view)
            why = [Note(f"{result.text} ({result.clause})")] if result else []
            return [Note(f"{won(winners, names)}."), *why]
        case Counting(counter=counter, called=called) if called:
            return [Note(f"{names[counter]} counts; the last number called is {called}.")]
        case _:
            return []
