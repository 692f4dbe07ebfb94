"""Let bots play whole matches of every game at every table, and see that each ends and is proved.

    python torture/matches.py [GAME ...] [--seats N] [--matches N] [--jobs J]
                              [--minutes M] [--seed S] [--option NAME[=VALUE] ...]

Without GAME all installed games are played, each with every number of seats; every second match
with other options than usual. ``--option NAME=VALUE`` holds an option to a value in all of them,
``--option NAME`` plays as many with each of its values: ``45 --option end``. A match must end by
itself, name who won by a clause, replay `exact` and audit `clean`. Time is for all of it: where it
runs out, the counts say what was not played.
"""

import json
import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import ground
import msgspec
from ground import Run

from ledger import Ledger, LedgerError, Refusal, find_game, game_names
from ledger.simulate import play

MATCHES = 1000  # of each game and number of seats
BATCH = 20  # matches that a process plays before it tells


class Task(NamedTuple):
    """Some matches of one game and table."""

    game: str
    seats: int
    seed: str
    numbers: range
    fixed: tuple[tuple[str, Any], ...] = ()  # options that all of them have

    def __str__(self) -> str:
        held = "".join(f", {name}={value}" for name, value in self.fixed)
        return f"{self.game} with {self.seats} seats{held}"


class Done(NamedTuple):
    """What a task came to."""

    matches: int
    events: int
    faults: tuple[tuple[int, str], ...]  # the number of the match, and what is wrong


def options_of(game: str, dice: random.Random) -> dict[str, Any]:
    """Options that differ from the usual, of those that are one of a few values."""
    chosen: dict[str, Any] = {}
    for name, values in values_of(game).items():
        chosen[name] = dice.choice(values)
    return chosen


def values_of(game: str) -> dict[str, tuple[Any, ...]]:
    """The values of each option of a game that is one of a few."""
    found: dict[str, tuple[Any, ...]] = {}
    for field in msgspec.structs.fields(find_game(game).options):
        kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        if kind is bool or get_origin(kind) is Literal:
            found[field.encode_name] = (False, True) if kind is bool else get_args(kind)
    return found


def variants(game: str, words: Sequence[str]) -> Iterator[tuple[tuple[str, Any], ...]]:
    """What ``--option`` holds fixed: every combination of the values that were named.

    Raises:
        InvalidOption: the game has no such option, or it does not take that value.
    """
    held = []
    for word in words:
        name, given, value = word.partition("=")
        values = (_plain(value),) if given else values_of(game).get(name, ())
        for each in values or (None,):  # None: for the game to say what it has
            find_game(game).choose({name: each})
        held.append([(name, each) for each in values])
    return product(*held)


def _plain(value: str) -> Any:
    """A number, true or false as what it says; anything else is text."""
    try:
        return json.loads(value)
    except ValueError:
        return value


def options_for(task: Task, number: int) -> dict[str, Any]:
    """The options of a match: the usual, or others that go with so many seats."""
    dice = random.Random(f"{task}/{task.seed}/{number}")
    fixed = dict(task.fixed)
    chosen = (options_of(task.game, dice) if number % 2 else {}) | fixed
    game = find_game(task.game)
    refused = isinstance(game.start(game.choose(chosen), task.seats), Refusal)
    return fixed if refused else chosen


def played(task: Task) -> Done:
    """Play and judge the matches of a task."""
    events, faults = 0, []
    for number in task.numbers:
        try:
            found, wrong = one(task, number)
        except Exception as error:  # whatever it is, it is told with the match that met it
            found, wrong = 0, f"{type(error).__name__}: {error}"
        events += found
        faults += [(number, wrong)] if wrong else []
    return Done(len(task.numbers), events, tuple(faults))


def one(task: Task, number: int) -> tuple[int, str]:
    """Play one match: how many events it has, and what is wrong with it."""
    options = options_for(task, number)
    made = play(task.game, task.seats, task.seed, number, options)
    with Ledger(None) as ledger:
        ledger.adopt(made.match, made.rows, made.disclosures)
        outcome = ledger.match(made.match).outcome
        replay, audit = ledger.replay(made.match), ledger.audit(made.match)
    wrong = []
    if outcome is None or not outcome.winners:
        wrong.append("nobody has won")
    if replay.verdict != "exact":
        wrong.append(f"replay {replay}")
    if audit.verdict != "clean":
        wrong.append(f"audit {audit.verdict}: {audit.findings[:1]}")
    return len(made.rows), f"{'; '.join(wrong)}, options {options}" if wrong else ""


def tasks(
    games: Sequence[str], seats: int | None, seed: str, matches: int, options: Sequence[str] = ()
) -> Iterator[Task]:
    """All that is to be played: a batch of each game and table in turn, so that time is shared."""
    tables = [
        (game, n, fixed)
        for game in games
        for n in find_game(game).seats
        if seats in (None, n)
        for fixed in variants(game, options)
    ]
    for first in range(0, matches, BATCH):
        for game, n, fixed in tables:
            yield Task(game, n, seed, range(first, min(first + BATCH, matches)), fixed)


def torture(run: Run, given: Sequence[Task], jobs: int = 1) -> None:
    """Play the tasks, in so many processes, until the time is over."""
    with ProcessPoolExecutor(jobs, initializer=_begin_worker) as pool:
        begun = [(task, pool.submit(played, task)) for task in given]
        for task, result in begun:
            if not run.on():
                pool.shutdown(cancel_futures=True)
                break
            tell(run, task, result.result())


def tell(run: Run, task: Task, done: Done) -> None:
    """Count what a task came to."""
    run.count(f"matches of {task}", done.matches)
    run.count("events", done.events)
    for number, wrong in done.faults:
        held = "".join(f" --option {name}={json.dumps(value)}" for name, value in task.fixed)
        again = f"{task.game} --seats {task.seats} --seed {task.seed}{held}"
        run.fault(f"match {number} of {task}: {wrong}", again)


def _begin_worker() -> None:
    """^C is for the one who collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 60)
    made.add_argument("games", nargs="*", metavar="GAME", help="by default all that are installed")
    made.add_argument("--seats", type=int, help="only with so many")
    made.add_argument("--matches", type=int, default=MATCHES, help="of each game and table")
    made.add_argument(
        "--option", action="append", default=[], metavar="NAME[=VALUE]", help="in all matches"
    )
    made.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = made.parse_args(words)
    run = Run("matches", given.minutes, given.seed)
    games = given.games or list(game_names())
    try:
        given_tasks = list(tasks(games, given.seats, given.seed, given.matches, given.option))
    except LedgerError as error:
        made.error(str(error))
    torture(run, given_tasks, given.jobs)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
