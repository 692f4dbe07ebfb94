"""The bench's acts: one by one, and many in one transaction."""

import sqlite3
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any, Literal, TypeAlias

import bare
import byhand
import corpus
from measuring import Bench, Line, faster, turns, within

from ledger import Action, Ledger, import_lines
from ledger.simulate import START, STEP, simulate

_ALONE = "  the rules by hand, and the bare side"

_Synchronous: TypeAlias = Literal["full", "normal"]
_Act: TypeAlias = Callable[[Action], tuple[Any, ...]]


def act(bench: Bench) -> list[Line]:
    """A durable act, synchronous FULL."""
    plain, ours = map(statistics.median, _acts(bench, "full", _ledger))
    return [
        faster("durable act, synchronous FULL", plain, ours, 0.80),
        _alone(bench, "full"),
    ]


def normal(bench: Bench) -> list[Line]:
    """The same with synchronous NORMAL, its slowest hundredth too."""
    sides = _acts(bench, "normal", _ledger)
    plain, ours = map(statistics.median, sides)
    slow = [statistics.quantiles(times, n=100)[98] for times in sides]
    return [
        faster("durable act, synchronous NORMAL", plain, ours, 0.50),
        within("  the slowest of a hundred (p99)", slow[0], slow[1], 3, "us"),
        _alone(bench, "normal"),
    ]


def _alone(bench: Bench, synchronous: _Synchronous) -> Line:
    plain, by_hand = map(statistics.median, _acts(bench, synchronous, _by_hand))
    return faster(_ALONE, plain, by_hand, None)


@contextmanager
def _ledger(bench: Bench, synchronous: _Synchronous) -> Iterator[Callable[[str], _Act]]:
    """Ours: what begins a match and answers how to act in it."""
    with Ledger(bench.new(), "create", synchronous=synchronous) as book:
        yield lambda seed: book.new("49", corpus.SEATS, seed=seed).act


@contextmanager
def _by_hand(bench: Bench, synchronous: _Synchronous) -> Iterator[Callable[[str], _Act]]:
    """The same by the rules alone, its events written as the bare side writes them."""
    with closing(bare.connect(bench.new(), synchronous)) as connection:

        def begun(seed: str) -> _Act:
            table, rows = byhand.Table(seed, len(corpus.SEATS)), bare.Acts(connection, seed)

            def act(action: Action) -> tuple[Any, ...]:
                events = table.act(action)
                rows.act(time.time_ns() // 1000, events)
                return events

            return act

        yield begun


def _acts(
    bench: Bench,
    synchronous: _Synchronous,
    other: Callable[[Bench, _Synchronous], AbstractContextManager[Callable[[str], _Act]]],
) -> tuple[list[float], list[float]]:
    """The times of the same acts, bare and the other side's, taking turns act by act."""
    plain: list[float] = []
    others: list[float] = []
    with (
        closing(bare.connect(bench.new(), synchronous)) as connection,
        other(bench, synchronous) as begin,
    ):
        for number in range(max(2, 10 // bench.share)):
            seed = f"act/{number}"
            script = corpus.script(seed)
            rows, act = bare.Acts(connection, seed), begin(seed)
            for done in script:
                begun = time.perf_counter()
                rows.act(time.time_ns() // 1000, done.events)
                between = time.perf_counter()
                told = act(done.action)
                ended = time.perf_counter()
                plain.append(between - begun)
                others.append(ended - between)
                assert told == done.events
    return plain, others


def commits(bench: Bench) -> list[Line]:
    """How many commits an act takes, as SQLite itself tells them."""
    said: list[str] = []
    connect = sqlite3.connect

    def heard(*given: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*given, **more)
        connection.set_trace_callback(said.append)
        return connection

    script = corpus.script("commits")
    sqlite3.connect = heard  # type: ignore[assignment]
    try:
        with Ledger(bench.new(), "create") as book:
            match = book.new("49", corpus.SEATS, seed="commits")
            said.clear()
            for done in script:
                match.act(done.action)
    finally:
        sqlite3.connect = connect
    count = sum(text.split()[0] == "COMMIT" for text in said)
    begun = sum(text.split()[0] == "BEGIN" for text in said)
    exactly = count == begun == len(script)
    ours = f"{count} for {len(script)} acts"
    return [Line("commits per act", "1", ours, count / len(script), "exactly 1", exactly)]


def many(bench: Bench) -> list[Line]:
    """Whole matches in one transaction: played, taken over, imported."""
    count = 20 // min(2, bench.share)
    matches = corpus.simulated(bench.new(), count)
    plain = corpus.decoded(matches)
    events = sum(len(one.rows) for one in matches)

    def written() -> None:
        bare.write(bench.new(), plain)

    def alone() -> None:
        bare.write(bench.new(), [_hand(number) for number in range(count)])

    def played() -> None:
        simulate("49", bench.new(), count, len(corpus.SEATS), seed="bench")

    def taken() -> None:
        corpus.fill(bench.new(), matches)

    hand = sum(len(_hand(number).events) for number in range(count))
    *took, by_hand = turns(3, written, played, taken, alone)
    plain_took, ours, elsewhere = (each / events for each in took)
    return [
        faster("many acts in one transaction: simulate", plain_took, ours, 0.30),
        faster(_ALONE, plain_took, by_hand / hand, None),
        faster("  matches that were played elsewhere", plain_took, elsewhere, 0.30),
        _imported(bench),
    ]


def _hand(number: int) -> bare.Played:
    """One match of bots by the rules alone."""
    events = byhand.play(f"bench/{number}", len(corpus.SEATS))
    return bare.Played(
        f"hand{number}", [(START + seq * STEP, one) for seq, one in enumerate(events)]
    )


def _imported(bench: Bench) -> Line:
    """One long match out of JSON lines."""
    whole, lines = bench.new(), bench.new(".jsonl")
    corpus.endless(whole, 20_000 // bench.share)
    with Ledger(whole, "read") as book:
        book.match().export(lines, "auditor")
    plain = corpus.decoded(corpus.stored(whole))
    events = len(plain[0].events)
    took = turns(
        3, lambda: bare.write(bench.new(), plain), lambda: import_lines(lines, bench.new())
    )
    return faster("  import of JSON lines", took[0] / events, took[1] / events, 0.30)
