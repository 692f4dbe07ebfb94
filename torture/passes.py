"""Which tests pass which lines, and how long they take: measured for mutation.py.

Run as a script, it measures a share of the tests that are new, such as ``0/2`` of them; globs that
follow name the files and folders of tests that are left out.
"""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".mutation"
# They start programs or read the tree, and notice no fault that a fork has only in memory.
ELSEWHERE = """
    test_dev_script test_docs test_fixtures test_mutation test_packaging test_strictness
    test_torture test_verifier cli/test_terminal
"""
SLOWEST = 4.0  # seconds of work while its lines are noted; a test that takes longer is left out


class TooSlow(BaseException):
    """Ends a test that takes too long; no test and no library catches it."""


class Measure:
    """A pytest plugin that runs a share of the suite and notes how long each test takes."""

    def __init__(self, share: int, of: int) -> None:
        self._share, self._of = share, of
        self._known = known_seconds()
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []
        self.slow: list[str] = []

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        new = [item for item in items if item.nodeid not in self._known]
        items[:] = new[self._share :: self._of]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = [signal.signal(number, _too_slow) for number in (signal.SIGPROF, signal.SIGALRM)]
        signal.setitimer(signal.ITIMER_PROF, SLOWEST)  # of work
        signal.setitimer(signal.ITIMER_REAL, 10 * SLOWEST)  # of waiting
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
                signal.signal(number, handler)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            slow = "TooSlow" in str(report.longrepr)
            (self.slow if slow else self.failed).append(report.nodeid)


def _too_slow(*_: object) -> None:
    raise TooSlow


def measure(share: int, of: int, but: Iterable[str]) -> int:
    """Run a share of the suite; keep which lines each test passes and how long it takes."""
    number = f"{len(list(KEPT.glob('seconds-*.json')))}-{share}"
    os.environ["COVERAGE_FILE"] = str(KEPT / f"coverage-{number}")
    noted = Measure(share, of)
    more = "-p no:xdist --cov=ledger --cov=games --cov-context=test --cov-report="
    pytest.main([*words(but), *more.split(), "--cov-fail-under=0"], plugins=[noted])
    if noted.failed:
        print(f"mutation: these fail without any fault, and are left out: {noted.failed}")
    if noted.slow:
        print(f"mutation: these are too slow, and are left out: {noted.slow}")
    seconds: dict[str, float | None] = {**noted.seconds, **dict.fromkeys(noted.slow)}
    for test in noted.failed:
        seconds.pop(test, None)
    if seconds:
        (KEPT / f"seconds-{number}.json").write_text(json.dumps(seconds))
    return 0


def known_seconds() -> dict[str, float | None]:
    """How long each test takes that was measured; None: it is left out."""
    found: dict[str, float | None] = {}
    for path in KEPT.glob("seconds-*.json"):
        found |= json.loads(path.read_text())
    return found


def measured(jobs: int, but: Sequence[str]) -> None:
    """Measure the tests that are new, in as many processes of their own."""
    KEPT.mkdir(exist_ok=True)
    jobs = 1 if any(KEPT.glob("seconds-*.json")) else jobs
    shares = [
        subprocess.Popen([sys.executable, __file__, f"{share}/{jobs}", *but])
        for share in range(jobs)
    ]
    if any(share.wait() for share in shares) or not any(KEPT.glob("seconds-*.json")):
        sys.exit("mutation: the tests could not be measured")


def words(but: Iterable[str] = ()) -> list[str]:
    """What pytest is told; but: globs of tests that are left out, such as ``tests/cli/*``."""
    ignored = [f"--ignore=tests/{name}.py" for name in ELSEWHERE.split()]
    ignored += [f"--ignore-glob={glob}" for glob in but]
    quiet = ["-q", "-q", "-s", "--no-header", "-p", "no:cacheprovider"]
    return [*quiet, *ignored, "tests"]


def passing() -> dict[str, dict[int, set[str]]]:
    """By file and line, the tests that pass there."""
    found: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in KEPT.glob("coverage-*"):
        data = CoverageData(str(path))
        data.read()
        for file in data.measured_files():
            lines = found[os.path.realpath(file)]
            for line, contexts in data.contexts_by_lineno(file).items():
                lines[line] |= {context.rpartition("|")[0] for context in contexts if context}
    return found


if __name__ == "__main__":
    os.chdir(ROOT)
    of_all = [int(number) for number in sys.argv[1].split("/")]
    sys.exit(measure(of_all[0], of_all[1], sys.argv[2:]))
