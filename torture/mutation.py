"""Puts one small fault at a time into the engine and a game, and sees whether the tests notice.

The suite is collected once; every mutant is a fork of that process which gets the faulty code (see
mutants.py) and runs tests that are known to pass its line, as many as the budget allows: those
first that noticed its neighbours, then those that are quick. It ends at the first that
fails. What was found is kept in .mutation, so a run that was broken off goes on; a mutant is tried
anew when its function has changed, and with ``--again`` when nothing noticed it. New tests are
measured by themselves; ``--fresh`` measures all again, after lines have moved.
"""

import argparse
import gc
import importlib
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
import mutants
import pytest
from msgspec import Struct
from mutants import Mutant
from passes import KEPT, ROOT, known_seconds, measured, passing, words

FOLDERS = ("ledger", "ledger/testing", "games/game_of_49")
# The files on which trust rests first, first.
FIRST = """
    chain codec seals seal_audit schema connected store walk audit evidence loop position admission
    chance hidden choices house folds recorder reader match transfer state flow judge cards board
    invariants
"""
MEMORY = 4 << 30  # bytes that a mutant may take
START = 0.02  # seconds that any test costs

UNMADE, KILLED, SURVIVED = 3, 1, 0

Compiled = Callable[[], CodeType | None]


class Found(Struct):
    """What became of a mutant: killed, timed out, survived, or not made."""

    name: str
    file: str
    function: str
    line: int
    what: str
    outcome: str
    ran: int  # tests
    of: int  # tests that pass its line
    killer: str = ""


def files() -> list[Path]:
    """What is to be mutated, in the order of how much rests on it."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py"))]
    place = {name: number for number, name in enumerate(FIRST.split())}
    return sorted(found, key=lambda path: place.get(path.stem, len(place)))


def kept(path: Path) -> dict[str, Found]:
    """What earlier runs found, by the mutant's name; the last word counts."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    found = (msgspec.json.decode(line, type=Found) for line in lines)
    return {one.name: one for one in found}


def _installed(module: str) -> str:
    """The name under which a file's module is imported."""
    name = module.removesuffix(".__init__")
    return name if name.startswith("ledger") else f"ledger.{name}"


class Trial:
    """A pytest plugin that runs no test itself, but forks for every mutant."""

    def __init__(self, asked: argparse.Namespace, plan: list[tuple[Mutant, Compiled]]) -> None:
        self._asked = asked
        self._plan = plan
        self._passing = passing()
        self._seconds = known_seconds()
        self._killers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._nearby: dict[str, Counter[str]] = defaultdict(Counter)
        for found in kept(KEPT / "found.jsonl").values():
            self._credit(found.file, found.function, found.killer)
        self._at_work: dict[int, tuple[Mutant, list[str], int, Path]] = {}
        self._counts: Counter[str] = Counter()
        self._scratch = Path(tempfile.mkdtemp(prefix="mutation-"))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        until = time.monotonic() + self._asked.minutes * 60
        self._items = {item.nodeid: item for item in session.items}
        for path in files():
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            importlib.import_module(_installed(module))
        self._loaded = mutants.Loaded()
        gc.freeze()  # a fork need not look at it all again
        said = time.monotonic()
        with (KEPT / "found.jsonl").open("ab") as notes:
            for mutant, compiled in self._plan:
                if time.monotonic() > until:
                    break
                while len(self._at_work) >= self._asked.jobs:
                    self._reap(notes)
                self._begin(session, mutant, compiled, notes)
                if time.monotonic() - said > 15:
                    said = time.monotonic()
                    print(f"mutation: {mutant.file}:{mutant.line}, {self.told()}", flush=True)
            while self._at_work:
                self._reap(notes)
        shutil.rmtree(self._scratch, ignore_errors=True)
        print(f"mutation: {self.told()}")
        return True

    def told(self) -> str:
        return ", ".join(f"{times} {what}" for what, times in sorted(self._counts.items()))

    def _begin(
        self, session: pytest.Session, mutant: Mutant, compiled: Compiled, notes: Any
    ) -> None:
        known, chosen = self._tests(mutant)
        if not chosen:
            self._note(notes, mutant, "survived", 0, known, "")
            return
        scratch = self._scratch / str(sum(self._counts.values()) + len(self._at_work))
        child = os.fork()
        if child:
            self._at_work[child] = (mutant, chosen, known, scratch)
            return
        try:
            outcome = self._child(session, mutant, compiled, chosen, scratch)
        except Exception:
            outcome = UNMADE
        os._exit(outcome)

    def _tests(self, mutant: Mutant) -> tuple[int, list[str]]:
        """How many tests pass the mutant's lines, and those to be run, in order."""
        lines = self._passing[str((ROOT / mutant.file).resolve())]
        tests = set[str]().union(*(lines.get(line, set()) for line in mutant.lines))
        found = {test: self._seconds.get(test) for test in tests if test in self._items}
        seconds = {test: took for test, took in found.items() if took is not None}
        here = self._killers[mutant.file, mutant.function]
        nearby = self._nearby[mutant.file]
        stem, folder = Path(mutant.file).stem, Path(mutant.file).parent.name
        order: dict[str, tuple[int, float]] = {}
        for test, took in seconds.items():
            own = f"/test_{stem}.py" in test or f"/{folder}/" in test
            cost = (took + START) / (8 if own else 1) / (1 + nearby[test])
            order[test] = -here[test], cost
        left = self._asked.budget
        chosen: list[str] = []
        for test in sorted(seconds, key=lambda test: (order[test], test)):
            left -= seconds[test]
            if left < 0 and chosen:
                break
            chosen.append(test)
        return len(tests), chosen

    def _child(
        self,
        session: pytest.Session,
        mutant: Mutant,
        compiled: Compiled,
        chosen: list[str],
        scratch: Path,
    ) -> int:
        """In the fork: put the fault in and run the tests."""
        os.setpgid(0, 0)
        scratch.mkdir()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = str(scratch)
        tempfile.tempdir = None
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nowhere, number)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = compiled()
        if code is None or not self._loaded.install(mutant, code, (ROOT / mutant.file).resolve()):
            return UNMADE
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        items = [self._items[test] for test in chosen]
        for item, following in zip(items, [*items[1:], None], strict=True):
            took = self._seconds[item.nodeid] or 0
            signal.setitimer(signal.ITIMER_REAL, 5 + 10 * took)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                (scratch / "killer").write_text(item.nodeid)
                return KILLED
        return SURVIVED

    def _reap(self, notes: Any) -> None:
        child, status = os.waitpid(-1, 0)
        if child not in self._at_work:
            return
        mutant, chosen, known, scratch = self._at_work.pop(child)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)  # what its tests left running
        code = os.waitstatus_to_exitcode(status)
        outcome = {SURVIVED: "survived", UNMADE: "not made", -signal.SIGALRM: "timed out"}
        killer = scratch / "killer"
        by = killer.read_text() if killer.exists() else ""
        self._credit(mutant.file, mutant.function, by)
        self._note(notes, mutant, outcome.get(code, "killed"), len(chosen), known, by)
        shutil.rmtree(scratch, ignore_errors=True)

    def _credit(self, file: str, function: str, killer: str) -> None:
        """A test that noticed one fault is likely to notice others nearby."""
        if killer:
            self._killers[file, function][killer] += 1
            self._nearby[file][killer] += 1

    def _note(
        self, notes: Any, mutant: Mutant, outcome: str, ran: int, known: int, killer: str
    ) -> None:
        self._counts[outcome] += 1
        found = Found(
            mutant.name,
            mutant.file,
            mutant.function,
            mutant.line,
            mutant.what,
            outcome,
            ran,
            known,
            killer,
        )
        notes.write(msgspec.json.encode(found) + b"\n")
        notes.flush()


def every(only: Iterable[str]) -> Iterator[tuple[Mutant, Compiled]]:
    """All mutants there are, or those of the files named."""
    wanted = list(only)
    for path in files():
        file = str(path.relative_to(ROOT))
        if not wanted or file in wanted or path.stem in wanted:
            yield from mutants.faults(path.resolve(), file)


def controls(plan: list[tuple[Mutant, Compiled]]) -> Iterator[tuple[Mutant, Compiled]]:
    """For each function of a plan a mutant without a fault: it has to survive."""
    places: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant, _ in plan:
        places[mutant.file, mutant.function].append(mutant)
    for (file, _), found in places.items():
        path = (ROOT / file).resolve()
        lines = tuple(sorted({line for mutant in found for line in mutant.lines}))
        whole = msgspec.structs.replace(found[0], what="no fault", number=-1, lines=lines)
        yield whole, partial(compile, path.read_text(encoding="utf-8"), str(path), "exec")


def report(wanted: list[tuple[Mutant, Compiled]], tell: bool) -> None:
    """What is known of these mutants, file by file."""
    known = kept(KEPT / "found.jsonl")
    table: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant, _ in wanted:
        found = known.get(mutant.name)
        outcome = found.outcome if found else "not run"
        table[mutant.file][outcome] += 1
        table["all"][outcome] += 1
        if tell and found and outcome == "survived":
            note = "" if found.of else " (no test comes here)"
            note = note or ("" if found.ran == found.of else f" ({found.ran} of {found.of} tests)")
            print(f"{found.file}:{found.line}: {found.function}: {found.what}{note}")
    for file, counts in table.items():
        noticed = counts["killed"] + counts["timed out"]
        tried = noticed + counts["survived"]
        told = ", ".join(f"{times} {what}" for what, times in sorted(counts.items()))
        print(f"{file}: {100 * noticed / tried if tried else 0:.1f} % noticed ({told})")


def main() -> int:
    about = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    about.add_argument("only", nargs="*", help="files, such as ledger/chain.py or chain")
    about.add_argument("--minutes", type=float, default=240, help="how long, at most")
    about.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    about.add_argument("--budget", type=float, default=60, help="seconds of tests for a mutant")
    about.add_argument(
        "--but", metavar="GLOB", action="append", default=[], help="tests that need not be run"
    )
    about.add_argument("--sample", type=int, help="as many mutants, picked by the seed")
    about.add_argument("--seed", default="0", help="any text: the same sample again")
    about.add_argument("--again", action="store_true", help="try the survivors again")
    about.add_argument("--fresh", action="store_true", help="see anew what each test passes")
    about.add_argument("--control", action="store_true", help="no faults: all has to survive")
    about.add_argument("--survivors", action="store_true", help="list them; run nothing")
    asked = about.parse_args()
    os.chdir(ROOT)
    wanted = list(every(asked.only))
    if asked.sample:
        wanted = random.Random(asked.seed).sample(wanted, min(asked.sample, len(wanted)))
    if not asked.survivors:
        if asked.fresh:
            for path in (*KEPT.glob("seconds-*"), *KEPT.glob("coverage-*")):
                path.unlink()
        measured(asked.jobs, asked.but)
        known = kept(KEPT / "found.jsonl")
        done = ("survived", "timed out") if asked.again else ()
        plan = [
            (mutant, compiled)
            for mutant, compiled in wanted
            if mutant.name not in known or known[mutant.name].outcome in done
        ]
        if asked.control:
            plan = wanted = list(controls(wanted))
        print(f"mutation: {len(plan)} of {len(wanted)} mutants to be tried")
        told = [*words(asked.but), "-p", "no:xdist", "-p", "no:cov"]
        pytest.main(told, plugins=[Trial(asked, plan)])
    report(wanted, asked.survivors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
