"""Invent hostile files, guided by what code they reach, and see that both doors answer calmly.

    python torture/fuzz.py [--minutes M] [--seed S] [--case RECIPE] [--keep FOLDER]

The doors are a `.db` that is opened for reading, audited, replayed, told, shown and exported, and a
`.jsonl` that is imported. `recipes.py` and `forgery.py` say how such a file is made,
`variations.py` how a recipe is varied, `doors.py` what must come of it. Where atheris is installed
(`./dev torture` installs it where it can be had), `guided.py` lets it choose which recipes to vary
further, by the code of the library they reach; elsewhere recipes are varied blindly, and this
script says so.
"""

import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import ground
import recipes
from doors import Doors
from ground import Run
from variations import join, vary

FAST = Path("/dev/shm")  # files in memory, where there are such


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder that goes away, in memory if it can be."""
    return tempfile.TemporaryDirectory(dir=FAST if FAST.is_dir() else None)


def blindly(run: Run, times: int = 0) -> None:
    """Vary the recorded matches at random; ``times``: at most so often."""
    picks = random.Random(run.seed)
    pool = recipes.seeds()
    with scratch() as name:
        doors = Doors(run, Path(name))
        turns = 0
        while run.on() and (not times or turns < times):
            turns += 1
            old = picks.choice(pool)
            made = (
                join(old, picks.choice(pool), picks) if picks.random() < 0.1 else vary(old, picks)
            )
            doors.take(made)
            pool.append(made)
            if len(pool) > 500:
                del pool[picks.randrange(len(recipes.seeds()), len(pool))]


def guided(run: Run, minutes: float, keep: str) -> None:
    """Let atheris choose, in a process of its own: it ends the one it is in."""
    with ExitStack() as stack:
        corpus = Path(keep or stack.enter_context(scratch()))
        corpus.mkdir(exist_ok=True, parents=True)
        for number, recipe in enumerate(recipes.seeds()):
            (corpus / f"seed-{number}").write_text(recipes.text_of(recipe))
        child = stack.enter_context(
            subprocess.Popen(
                [
                    sys.executable,
                    Path(__file__).with_name("guided.py"),
                    corpus,
                    str(minutes),
                    run.seed,
                ],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        )
        assert child.stdout is not None
        reached = ""
        last: list[str] = []
        for line in child.stdout:
            if line.startswith(f"{run.name}: "):
                print(line, end="", flush=True)
            if line.startswith(f"{run.name}: FAULT: "):
                run.faults.append(line)
            if found := re.search(r"cov: (\d+) ft: (\d+) corp: (\d+)", line):
                reached = f"{found[1]} branches reached, {found[3]} recipes kept"
            if found := re.match(rf"{run.name}: seed .* s: (.*); \d+ faults", line):
                for told in found[1].split(", "):
                    times, _, what = told.partition(" ")
                    run.counts[what] += int(times)
            last = [*last[-15:], line]
        if child.wait() not in (0, 1) or not run.counts:
            run.fault(f"it has ended with {child.returncode}: {''.join(last)}")
        print(f"{run.name}: {reached}")


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 5)
    made.add_argument("--case", default="", metavar="RECIPE", help="one recipe alone")
    made.add_argument("--keep", default="", metavar="FOLDER", help="where recipes are kept")
    given = made.parse_args(words)
    run = Run("fuzz", given.minutes, given.seed)
    if given.case:
        recipe = recipes.parsed(given.case.encode())
        if recipe is None:
            made.error("that is no recipe")
        with scratch() as name:
            Doors(run, Path(name), all_of_it=True).take(recipe)
    elif find_spec("atheris"):
        guided(run, given.minutes, given.keep)
    else:
        print("fuzz: atheris is not installed here: recipes are varied blindly")
        blindly(run)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
