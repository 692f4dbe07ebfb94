"""The command line run in this process, with the small sealed game installed beside the others."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger import Ledger, registry
from ledger.cli.main import main
from ledger.entry_points import entry_points
from tests.sealed_game import SEALED, Bid, Write


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output; anything else there is an error."""
        return json.loads(self.out)

    @property
    def last(self) -> str:
        """The last line of the answer."""
        return self.out.splitlines()[-1]


Run = Callable[..., Ran]


class Installed(NamedTuple):
    """An entry point of a game's package."""

    name: str
    game: Any
    package: str = "a-package"

    def load(self) -> Any:
        """As one that is installed does."""
        return self.game


def install(monkeypatch: pytest.MonkeyPatch, *points: Any) -> None:
    """Let these, and only these, be the installed games."""
    monkeypatch.setattr(registry, "_points", lambda: points)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LEDGER_LOG", "LEDGER_DEBUG", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    logger = logging.getLogger("ledger")
    before = (logger.handlers[:], logger.level, logger.propagate)
    yield
    logger.handlers[:], logger.level, logger.propagate = before  # what --log has changed


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    shipped = entry_points(registry.GROUP)
    install(monkeypatch, *shipped, Installed("sealed", SEALED))

    def running(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return running


@pytest.fixture
def game(run: Run) -> str:
    """A seeded match of the sealed game between Ann and Bob, nothing done yet."""
    with Ledger("game.db", "create") as ledger:
        ledger.new("sealed", ("Ann", "Bob"))
    return "game.db"


@pytest.fixture
def played(run: Run, game: str) -> str:
    """The same, played to its end."""
    with Ledger(game) as ledger:
        match = ledger.match()
        for seat in (0, 1) * 2:
            match.act(Bid(seat, match.view(seat).hands[seat].cards[:1]))
        for seat, numbers in enumerate(((1, 2), (1, 3))):
            match.act(Write(seat, numbers))
    return game


@pytest.fixture
def two(run: Run, game: str) -> str:
    """A file with two matches."""
    assert run("new", "sealed", game, "--seat", "Cleo", "--seat", "Dan").code == 0
    return game
