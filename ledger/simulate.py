"""Matches played by bots that pick among the legal choices at random: the same bytes every time."""

import hmac
import random
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ledger import fresh, registry
from ledger.asking import ask
from ledger.book import Ledger
from ledger.chain import Head, Row
from ledger.choices import Choice
from ledger.errors import GameError, InvalidOption
from ledger.events import Action, Seat
from ledger.match import Match
from ledger.picture import letter
from ledger.position import unfit
from ledger.seals import Disclosure

START = 1_700_000_000_000_000  # the fixed clock's first time, in microseconds
STEP = 1_000_000  # its tick
LONGEST = 100_000  # acts of one match: more is a game that bots do not finish
MOST = 1_000_000  # matches of one file
MOST_JOBS = 64
AHEAD = 4  # matches begun by each process before the first is taken

_Task: TypeAlias = tuple[str, int, str, int, dict[str, Any]]  # as `play` takes them


class Played(NamedTuple):
    """One simulated match, to be written by whoever collects them."""

    match: str
    rows: list[Row]
    disclosures: list[Disclosure]


def simulate(
    game: str,
    path: Path | str,
    matches: int,
    seats: int,
    *,
    seed: str = "0",
    jobs: int = 1,
    options: dict[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> tuple[str, ...]:
    """Play matches by random legal choices into a new file.

    Everything comes from ``seed`` and the match's index: its own seed, its bots, its salts and
    its clock. So the file's bytes and heads do not depend on ``jobs``.

    Args:
        game: an installed game's name.
        path: a new file.
        matches: how many, 1 to `MOST`.
        seats: how many play each.
        seed: any text.
        jobs: how many processes play; of more than 64 or than matches, so many do.
        progress: called with the number of matches done.

    Returns:
        The heads, in order.

    Raises:
        UnknownGame, InvalidOption, FileInTheWay, NotWritten: as a new match does.
    """
    if not 1 <= matches <= MOST or jobs < 1:
        raise InvalidOption(f"1 to {MOST} matches are played, by at least one process")
    rules = registry.find(game)
    if (why := unfit(rules, seats)) is not None:  # before so many names are made
        raise InvalidOption(f"{why}, not for {seats}")
    with Ledger(None) as rehearsal:  # what cannot be opened leaves no file behind
        rehearsal.new(game, _names(seats), options=options, seed=f"{seed}/{matches}")
    tasks = ((game, seats, seed, index, options or {}) for index in range(matches))
    heads = []
    with (
        fresh.new_file(Path(path)) as made,
        Ledger(made, "create") as ledger,
        _played(tasks, min(jobs, matches, MOST_JOBS)) as results,
        ledger.batch(),
    ):
        for done, played in enumerate(results, 1):
            ledger.adopt(played.match, played.rows, played.disclosures)
            heads.append(str(Head(played.match, len(played.rows), played.rows[-1].digest)))
            if progress is not None:
                progress(done)
    return tuple(heads)


@contextmanager
def _played(tasks: Iterator[_Task], jobs: int) -> Generator[Iterator[Played]]:
    if jobs == 1:
        yield map(_play_task, tasks)
        return
    with ProcessPoolExecutor(jobs, initializer=_begin_worker) as pool:
        try:
            yield _in_order(pool, tasks, jobs * AHEAD)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, tasks: Iterator[_Task], ahead: int) -> Iterator[Played]:
    """The matches in the order of their tasks, so many at a time as memory may hold."""
    begun = deque(pool.submit(_play_task, task) for task in islice(tasks, ahead))
    while begun:
        yield begun.popleft().result()
        begun.extend(pool.submit(_play_task, task) for task in islice(tasks, 1))


def _begin_worker() -> None:
    """^C is for the one who collects: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_task(task: _Task) -> Played:
    return play(*task)


def play(game: str, seats: int, seed: str, index: int, options: dict[str, Any]) -> Played:
    """Play one match in memory."""
    own = f"{seed}/{index}"
    terms = sorted(options.items())
    noise = noise_of(f"entropy/{game}/{seats}/{terms}/{own}")  # two matches never share an id
    ticks = iter(range(START, START + LONGEST * 10 * STEP, STEP))
    bots = random.Random(f"bots/{own}")
    with (
        Ledger(None, clock=lambda: next(ticks), entropy=noise) as ledger,
        ledger.batch(),  # nobody else writes here: no question then asks SQLite whether they did
    ):
        match = ledger.new(game, _names(seats), options=options, seed=own)
        for _ in range(LONGEST):
            action = random_action(match, bots, weighed=True)
            if action is None:
                return Played(match.id, list(ledger.rows(match.id)), ledger.disclosures(match.id))
            match.act(action)
    raise GameError(f"{game}: bots do not finish a match in {LONGEST} acts")


def _names(seats: int) -> list[str]:
    return [f"bot {letter(seat)}" for seat in range(seats)]


def random_action(match: Match, bots: random.Random, *, weighed: bool = False) -> Action | None:
    """A legal act of one of the awaited seats; None where the match is over.

    Args:
        weighed: take choices as often as the game's `weigh` says; else all are alike.

    Raises:
        GameError: the match is not over and nobody can act.
    """
    if match.outcome is not None:
        return None
    awaited = match.awaited
    for seat in bots.sample(awaited, len(awaited)):
        choices = match.legal(seat)
        if choices:
            weights = _weights(match, seat, choices) if weighed else None
            (choice,) = bots.choices(choices, weights) if weights else (bots.choice(choices),)
            return choice.sample(bots.randrange)
    raise GameError(f"{match.game.name}: the match is not over and nobody can act")


def _weights(match: Match, seat: Seat, choices: tuple[Choice, ...]) -> list[int] | None:
    """How often a bot takes each choice; None where all are alike."""
    if match.game.weigh is None:
        return None
    view = match.view(seat)
    return [ask(match.game, "weigh", view, choice) for choice in choices]


def noise_of(text: str) -> Callable[[int], bytes]:
    """A source of bytes that is the same for the same text; for simulations and tests only."""
    numbers = count()  # threads that share the source never meet at one number

    def noise(size: int) -> bytes:
        made = b""
        while len(made) < size:
            made += hmac.digest(text.encode(), next(numbers).to_bytes(8, "big"), "sha256")
        return made[:size]

    return noise
