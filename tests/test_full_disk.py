"""A disk that takes only so much: a file is made whole, or nothing is left of it.

SQLite says nothing where it closes a file and what stands in its side file finds no room in it.
"""

import resource
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ledger import Ledger, NotWritten, fresh
from ledger.cli.main import main
from ledger.simulate import simulate
from ledger.transfer import import_lines

from .tables import a_ledger, play, recorded, sealed

MOST = 1 << 18  # bytes that are enough
STEP = 4096  # a page


@contextmanager
def room(size: int) -> Generator[None]:
    """No file grows larger: the system's own limit stands in for the disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def whole_or_nothing(folder: Path, name: str, make: Callable[[Path], object]) -> None:
    """Make a file with ever more room, until there is enough."""
    refused = 0
    for size in range(0, MOST, STEP):
        path = folder / f"{size}-{name}"
        try:
            with room(size):
                make(path)
        except NotWritten:
            refused += 1
            assert not [file for file in folder.iterdir() if file.name.startswith((".", str(size)))]
            continue
        assert [file.name for file in folder.iterdir()] == [path.name]
        with a_ledger(path, "read") as ledger:
            assert ledger.warning == ""
            for match in ledger.ids():
                assert ledger.match(match).seq > 1
                assert ledger.audit(match).verdict in ("clean", "unverified")
            assert ledger.ids()
        path.unlink()
        break
    assert 1 < refused < MOST // STEP - 1


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Generator[Ledger]:
    with a_ledger(tmp_path_factory.mktemp("host") / "host.db") as ledger:
        play(sealed(ledger))
        yield ledger


def test_a_copy(tmp_path: Path, host: Ledger) -> None:
    whole_or_nothing(tmp_path, "copy.db", lambda path: host.match().export(path, "Ann"))


def test_what_is_made_of_lines(
    tmp_path: Path, host: Ledger, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = tmp_path_factory.mktemp("lines") / "match.jsonl"
    host.match().export(lines, "Ann")
    whole_or_nothing(tmp_path, "game.db", lambda path: import_lines(lines, path))


def test_matches_by_bots(tmp_path: Path) -> None:
    whole_or_nothing(tmp_path, "game.db", lambda path: simulate("49", path, 2, 2, seed="1"))


@pytest.mark.usefixtures("capsys")  # what is said goes to no file, which could not grow
def test_a_new_match(tmp_path: Path) -> None:
    """No empty ledger is left behind either."""

    def new(path: Path) -> None:
        if main(["new", "49", str(path), "--seat", "Ann", "--seat", "Bob"]):
            raise NotWritten

    whole_or_nothing(tmp_path, "game.db", new)


def test_what_is_not_whole_gets_no_name(tmp_path: Path) -> None:
    for side in ("", "-wal", "-journal"):
        with pytest.raises(NotWritten), fresh.new_file(tmp_path / "game.db") as made:
            made.write_bytes(recorded() if side else recorded()[:18] + b"\2\2")
            Path(f"{made}{side}").open("ab").close()
    assert not list(tmp_path.iterdir())
