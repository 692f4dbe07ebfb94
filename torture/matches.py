"""Let bots play whole matches of every game at every table, and see that each ends and is proved.

    python torture/matches.py [GAME ...] [--seats N] [--matches N] [--jobs J]
                              [--minutes M] [--seed S]

Without GAME all installed games are played, each with every number of seats; every second match
with other options than usual. A match must end by itself, name who won by a clause, replay `exact`
and audit `clean`. Time is for all of it: where it runs out, the counts say what was not played.
"""

import os
import random
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import ground
import msgspec
from ground import Run

from ledger import Ledger, Refusal, find_game, game_names
from ledger.simulate import play

MATCHES = 1000  # of each game and number of seats
BATCH = 20  # matches that a process plays before it tells


class Task(NamedTuple):
    """Some matches of one game and table."""

    game: str
    seats: int
    seed: str
    numbers: range

    def __str__(self) -> str:
        return f"{self.game} with {self.seats} seats"


class Done(NamedTuple):
    """What a task came to."""

    matches: int
    events: int
    faults: tuple[tuple[int, str], ...]  # the number of the match, and what is wrong


def options_of(game: str, dice: random.Random) -> dict[str, Any]:
    """Options that differ from the usual, of those that are one of a few values."""
    chosen: dict[str, Any] = {}
    for field in msgspec.structs.fields(find_game(game).options):
        kind = get_args(field.type)[0] if get_origin(field.type) is Annotated else field.type
        values = (False, True) if kind is bool else get_args(kind)
        if kind is bool or get_origin(kind) is Literal:
            chosen[field.encode_name] = dice.choice(values)
    return chosen


def options_for(task: Task, number: int) -> dict[str, Any]:
    """The options of a match: the usual, or others that go with so many seats."""
    dice = random.Random(f"{task}/{task.seed}/{number}")
    chosen = options_of(task.game, dice) if number % 2 else {}
    game = find_game(task.game)
    refused = isinstance(game.start(game.choose(chosen), task.seats), Refusal)
    return {} if refused else chosen


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


def tasks(games: Sequence[str], seats: int | None, seed: str, matches: int) -> Iterator[Task]:
    """All that is to be played: a batch of each game and table in turn, so that time is shared."""
    tables = [(game, n) for game in games for n in find_game(game).seats if seats in (None, n)]
    for first in range(0, matches, BATCH):
        for game, n in tables:
            yield Task(game, n, seed, range(first, min(first + BATCH, matches)))


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
        again = f"{task.game} --seats {task.seats} --seed {task.seed}"
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
    made.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = made.parse_args(words)
    run = Run("matches", given.minutes, given.seed)
    games = given.games or list(game_names())
    torture(run, list(tasks(games, given.seats, given.seed, given.matches)), given.jobs)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
