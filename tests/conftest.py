"""What holds for all tests: the same draws each time, a slow machine is no failure, and a long
walk covers no line."""

import inspect
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage
from hypothesis import settings

from ledger import Ledger
from ledger.simulate import noise_of

from .tables import recorded

STARTED = "COVERAGE_PROCESS_CONFIG"
"""What makes a process that is started measure itself; see `patch` in pyproject.toml."""

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.register_profile("exploring", deadline=None, database=None)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--draws``: for torture/draws.py."""
    told = "any text: other seeds, ids and salts than usual, and other examples of hypothesis"
    parser.addoption("--draws", default="", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Nothing is left to luck, unless somebody asks for other draws."""
    settings.load_profile("exploring" if config.getoption("draws") else "repeatable")


@pytest.fixture(autouse=True)
def _draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test gives a ledger no entropy, it gets what belongs to the test, not the machine's.

    Else what the first card is would be different in every run, and a test that holds for most
    cards would fail on the day of another one.
    """
    known = inspect.unwrap(Ledger.__init__).__kwdefaults__
    text = f"{request.config.getoption('draws')}{request.node.nodeid}"
    monkeypatch.setitem(known, "entropy", noise_of(text))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that holds a recorded match."""
    file = tmp_path / "game.db"
    file.write_bytes(recorded())
    return file


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole matches come first, so that no worker ends alone with the longest tests."""
    items.sort(key=lambda item: item.get_closest_marker("whole_matches") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """Whole matches are not measured, unless somebody asks which test passes which line.

    A line that only they pass is none that a test states; and so they are three times as fast.
    """
    counted = item.config.getoption("cov_context", None) is not None
    if counted or item.get_closest_marker("whole_matches") is None:
        return (yield)
    with unmeasured():
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)  # within what starts and reads the measurement
def pytest_runtestloop(session: pytest.Session) -> Generator[None, Any, Any]:
    """Nor is what only hands out tests to others: it runs nothing of ours."""
    if not session.config.pluginmanager.has_plugin("dsession"):
        return (yield)
    with unmeasured():
        return (yield)


@contextmanager
def unmeasured() -> Iterator[None]:
    """No line that is run in this counts, neither here nor in a process that is started.

    All measurements pause: a worker of pytest-xdist is measured by several at once, and where only
    the last one pauses, as for `no_cover`, the next goes on in its place.
    """
    paused: list[Coverage] = []
    while (measurement := Coverage.current()) is not None:
        measurement.stop()
        paused.append(measurement)
    asked = os.environ.pop(STARTED, None)
    try:
        yield
    finally:
        if asked is not None:
            os.environ[STARTED] = asked
        for measurement in reversed(paused):
            measurement.start()
