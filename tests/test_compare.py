"""Where two records of a match part: the same, one longer, or two histories."""

from pathlib import Path

import pytest

from ledger import Difference, Ledger, compare

from .forging import forced, rechain, rewrite
from .pledge_game import Pledge
from .tables import a_ledger, play, pledge, sealed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = play(sealed(ledger))
        match.export(tmp_path / "ann.db", "Ann")
        match.export(tmp_path / "bob.db", "Bob")
    return tmp_path / "game.db"


def between(one: Ledger, other: Ledger) -> Difference:
    return compare(one, one.ids()[0], other, other.ids()[0])


def test_copies_for_two_seats_are_one_record(path: Path) -> None:
    with (
        a_ledger(path, "read") as host,
        a_ledger(path.parent / "ann.db", "read") as ann,
        a_ledger(path.parent / "bob.db", "read") as bob,
    ):
        for one, other in ((ann, bob), (host, ann), (host, host)):
            assert (between(one, other).status, between(one, other).seq) == ("same", 0)


def test_one_may_go_on_where_the_other_ends(tmp_path: Path) -> None:
    path, copy = tmp_path / "game.db", tmp_path / "copy.db"
    with a_ledger(path) as ledger:
        match = pledge(ledger)
        match.act(Pledge(0, 1))
        match.export(copy, "Ann")
        match.act(Pledge(1, 1))
        with a_ledger(copy, "read") as shorter:
            for found in (between(ledger, shorter), between(shorter, ledger)):
                assert (found.status, found.seq) == ("differ", 4)
            assert between(ledger, shorter).text.startswith("the first goes on")
            assert between(shorter, ledger).text.startswith("the second goes on")


def test_two_matches_differ() -> None:
    with a_ledger() as ledger:
        one, two = pledge(ledger), pledge(ledger)
        found = compare(ledger, one.id, ledger, two.id)
        assert (found.status, found.seq) == ("differ", 0)


def test_one_match_told_in_two_ways(path: Path) -> None:
    """No honest file can be: one of the two was rebuilt."""
    with forced(path.parent / "ann.db") as raw:
        rewrite(raw, 10, lambda event: {**event, "bids": [[1], [2]]})
        rechain(raw)
    with a_ledger(path, "read") as host, a_ledger(path.parent / "ann.db", "read") as ann:
        found = between(host, ann)
        assert (found.status, found.seq) == ("histories", 10)
