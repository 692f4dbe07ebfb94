"""The bench: ours beside the bare limit of the same work, on this machine, in one run.

``./dev bench`` runs all of it; ``./dev bench act read`` only those parts; ``--quick`` with a tenth
of the events. The two sides take turns and medians count, since a machine's noise is 1.3x.
"""

import argparse
import os
import platform
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bare
import corpus
import drawing
import msgspec
from acting import act, commits, many, normal
from measuring import Bench, Line, faster, processing, shown, turns, within

from ledger import Ledger

HERE = Path(__file__).parent
PICTURE = HERE.parent / "docs" / "bench-length.png"
CHILD = HERE / "child.py"
MIB = 1 << 20
# Processes find bytecode, as those of an installed program do: pip leaves it beside the sources, or
# the first run does. Else the compiler would be measured, again each time.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


# --- reading


def read(bench: Bench) -> list[Line]:
    """Read, verify the chain and fold, in one long match and in a thousand."""
    found: list[Line] = []
    wanted = 100_000 // bench.share
    for title, path in (
        (f"read, verify, fold: 1,000 matches of {wanted // 1000}", _crowd(bench, 1000, wanted)),
        (f"  one match of {wanted:,} events", _endless(bench, wanted)),
    ):
        took = turns(3, lambda: bare.read(path), lambda: fold_all(path))  # noqa: B023  called here
        events = bare.read(path)
        found.append(faster(title, took[0] / events, took[1] / events, 0.25))
    return found


def _crowd(bench: Bench, matches: int, events: int) -> Path:
    path = bench.new()
    corpus.fill(path, corpus.multiplied(bench.played(), matches, max(3, events // matches)))
    return path


def _endless(bench: Bench, events: int) -> Path:
    path = bench.new()
    corpus.endless(path, events)
    return path


def fold_all(path: Path) -> None:
    """Where every match of a file stands, its chain held against its rows."""
    with Ledger(path, "read") as book:
        for match in book.ids():
            book.match(match)


# --- memory and size


def memory(bench: Bench) -> list[Line]:
    """The most memory a process ever had, streaming one match, beyond one that only imports."""
    found = []
    idle = child("idle")
    for events in (100_000 // bench.share, 1_000_000 // bench.share):
        path = _endless(bench, events)
        for how in ("events", "replay"):
            most = child(how, path)
            more = (most - idle) / MIB
            found.append(
                Line(
                    f"memory: {how} of {events:,} events",
                    f"{idle / MIB:.1f} MiB",
                    f"{most / MIB:.1f} MiB",
                    None,
                    f"+ 16 MiB, is + {more:.1f}",
                    more <= 16,
                )
            )
        path.unlink()
    return found


def child(*words: Path | str) -> int:
    """What a process of ours says on its last line: bytes, or nanoseconds."""
    ran = subprocess.run(
        [sys.executable, CHILD, *words],
        check=True,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    return int(ran.stdout.split()[-1])


def size(bench: Bench) -> list[Line]:
    """Bytes on disk, nobody's secrets in the file."""
    ours, plain = bench.new(), bench.new()
    matches = bench.played()
    events = corpus.fill(ours, matches, secrets=False)
    bare.write(plain, corpus.decoded(matches))
    each = [os.path.getsize(path) / events for path in (plain, ours)]
    by_hand, took = (f"{share:.0f} bytes" for share in each)
    ratio = each[1] / each[0]
    return [Line("bytes per event on disk", by_hand, took, ratio, "180 bytes", each[1] <= 180)]


# --- starting


def imports(bench: Bench) -> list[Line]:
    """What an import takes, within a new process; a bare process loads nothing else."""
    words = (
        "import msgspec, sqlite3",
        "import ledger",
        "from ledger import Game, Action, HIDDEN",
        "from ledger import Ledger",
    )
    took: dict[str, list[int]] = {word: [] for word in words}
    for _ in range(21 // bench.share + 2):
        for word in words:
            took[word].append(child("import", word))
    bare_took, *ours = (statistics.median(times) / 1e9 for times in took.values())
    heavy = child("heavy")
    return [
        within(words[1], bare_took, ours[0], 1.5),
        Line(
            "  of typer, rich, sqlite_utils, asyncio", "", f"{heavy} loaded", None, "0", not heavy
        ),
        within(f"  {words[2]}", bare_took, ours[1], 1.5)._replace(wanted="", met=None),
        within(f"  {words[3]}", bare_took, ours[2], 1.5)._replace(wanted="", met=None),
    ]


def games(bench: Bench) -> list[Line]:
    """`ledger games` beside a typer program of two empty commands, process by process."""

    def started(*words: Path | str) -> Callable[[], Any]:
        command = [sys.executable, *words]
        return lambda: subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT
        )

    took = turns(
        21 // bench.share + 2,
        started(CHILD, "typer", "nothing"),
        started("-m", "ledger.cli.main", "games"),
        started("-m", "ledger.cli.main", "games", "49"),
        started("-m", "ledger.cli.main", "--version"),
        started("-c", "import typer, msgspec"),
        started("-c", "import typer, importlib.metadata as m; m.entry_points(group='none')"),
        clock=processing,
    )
    each = statistics.median(child("game") for _ in range(21 // bench.share + 2)) / 1e6
    least = (
        "ledger games 49",
        "ledger --version",
        "typer and msgspec alone",
        "typer and importlib.metadata alone",
    )
    return [
        within("ledger games", took[0], took[1], 1.3),
        *(
            within(f"  {work}", took[0], alone, 1.3)._replace(wanted="", met=None)
            for work, alone in zip(least, took[2:], strict=True)
        ),
        Line("  of which each game", "", f"{each:.2f} ms"),
    ]


# --- against length


def length(bench: Bench) -> list[Line]:
    """Whether the cost of an event depends on how many there are; drawn into docs."""
    top = 1_000_000 // bench.share
    sizes = [events for events in (1_000, 10_000, 100_000, 1_000_000) if events <= top]
    one = [(events, _lengths(_endless(bench, events))) for events in sizes]
    crowd = [(e, _lengths(_crowd(bench, e // 100, e))) for e in sizes]
    series = {
        "one match": [(n, ours) for n, (_, ours) in one],
        "one match, bare": [(n, plain) for n, (plain, _) in one],
        "matches of 100 events": [(n, ours) for n, (_, ours) in crowd],
        "matches of 100 events, bare": [(n, plain) for n, (plain, _) in crowd],
    }
    if bench.share == 1 and drawing.can_draw():
        drawing.lines(PICTURE, "read, verify, fold", "events", series)
    found = []
    for title, rows in (("one match", one), ("matches of 100", crowd)):
        for n, (plain, ours) in rows:
            found.append(faster(f"length: {title}, {n:,} events", plain / n, ours / n, None))
        # from 10,000 on: below, opening the file counts as well
        (few, first), *more = [(n, ours / n) for n, (_, ours) in rows[1:]]
        most, dearest = max(more, key=lambda each: each[1])
        growth = dearest / first
        small, large = f"{few:,} events", f"{most:,} events"
        found.append(
            Line("  cost of an event, grown by", small, large, growth, "1.3x", growth <= 1.3)
        )
    return found


def _lengths(path: Path) -> tuple[float, float]:
    """The bare time and ours for reading a whole file, which is then deleted."""
    rounds = 3 if os.path.getsize(path) < 20 * MIB else 1
    plain, ours = turns(rounds, lambda: bare.read(path), lambda: fold_all(path))
    path.unlink()
    return plain, ours


# --- the run

PARTS: dict[str, Callable[[Bench], list[Line]]] = {
    part.__name__: part
    for part in (act, normal, commits, many, read, memory, size, imports, games, length)
}


def about() -> str:
    """What the figures belong to."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=HERE, capture_output=True, text=True
    ).stdout.strip()
    return (
        f"commit {commit or 'unknown'}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}, msgspec {msgspec.__version__}, "
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    )


def main(words: Sequence[str]) -> None:
    """Run the parts asked for and print their lines as they come."""
    parser = argparse.ArgumentParser(prog="./dev bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--quick", action="store_true", help="a tenth of the events")
    parser.add_argument("--folder", type=Path, help="where the files go: a disk, not memory")
    asked = parser.parse_args(words)
    if unknown := {*asked.parts} - {*PARTS}:
        parser.error(f"there is no part {min(unknown)}: they are {', '.join(PARTS)}")
    folder = Path(tempfile.mkdtemp(prefix="ledger-bench-", dir=asked.folder))
    print(f"{about()}\n")
    print(f"| {'work':40} | {'bare':>14} | {'ours':>16} | ratio  | {'wanted':22} |        |")
    print(f"|{'-' * 42}|{'-' * 15}:|{'-' * 17}:|-------:|{'-' * 24}|--------|")
    try:
        bench = Bench(folder, quick=asked.quick)
        for name in asked.parts or PARTS:
            for line in PARTS[name](bench):
                print(shown(line), flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
