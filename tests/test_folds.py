"""Where a match stands for each audience: the same from memory as from the file."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Broken, Ledger, Match, folds
from ledger.simulate import random_action

from .forging import forced, rechain, rewrite
from .sealed_game import Bid
from .tables import a_ledger, play, sealed

READERS = (0, 1, 2, "spectator", "auditor")


@pytest.fixture(params=[(100, 1 << 15), (2, 1 << 15), (100, 200)])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where a file can be made; many acts are kept in memory, or few, or small ones only."""
    acts, size = request.param
    monkeypatch.setattr(folds, "RECENT", acts)
    monkeypatch.setattr(folds, "LARGE", size)
    return tmp_path / "host.db"


def same(match: Match, ledger: Ledger, readers: tuple[int | str, ...] = READERS) -> None:
    """A match that was followed all along shows what one that is read now shows."""
    fresh = ledger.match(match.id)
    for reader in readers:
        assert repr(match.view(reader)) == repr(fresh.view(reader))


def act(match: Match, bots: random.Random) -> None:
    action = random_action(match, bots)
    assert action is not None
    match.act(action)


@pytest.mark.parametrize("pause", [1, 4])
def test_every_view_is_that_of_the_file(path: Path, pause: int) -> None:
    bots = random.Random(1)
    with a_ledger(path) as ledger:
        match = sealed(ledger, 3)
        count = 0
        while match.outcome is None:
            act(match, bots)
            count += 1
            same(match, ledger, (READERS[count // pause % 5],))
        same(match, ledger)
        match.open_seals("seed")
        same(match, ledger)
        match.open_seals("all")
        same(match, ledger)
        match.close("it is late")
        same(match, ledger)


def test_also_after_what_another_wrote_meanwhile(path: Path) -> None:
    bots = random.Random(2)
    with a_ledger(path) as mine, a_ledger(path) as others:
        match = sealed(mine, 3)
        there = others.match()
        for number in range(6):
            act((match, match, there)[number % 3], bots)
            same(match, mine, ((), (0, "spectator"), READERS)[number % 3])
            same(there, others, READERS[: number % 4])


def test_also_after_what_was_rolled_back_or_taken_back(path: Path) -> None:
    with a_ledger(path) as ledger:
        match = sealed(ledger, 3)
        match.act(Bid(0, ()))
        same(match, ledger)
        with pytest.raises(KeyboardInterrupt), ledger.batch():
            match.act(Bid(1, ()))
            same(match, ledger)
            raise KeyboardInterrupt
        same(match, ledger)
        match.act(Bid(2, ()))
        same(match, ledger, (0, 1))
        match.take_back(match.seq - 1, 2)
        match.agree(0)
        match.agree(1)
        same(match, ledger)
        match.act(Bid(1, ()))
        match.act(Bid(2, match.view(2).hands[2].cards[:1]))
        same(match, ledger)


def test_also_after_what_another_took_back(path: Path) -> None:
    """The position it goes back to is the host's own, with every secret there was."""
    with a_ledger(path) as mine, a_ledger(path) as others:
        match = sealed(mine, 3)
        there = others.match()
        match.act(Bid(0, there.view(0).hands[0].cards[:1]))
        known = there.view("auditor")
        match.act(Bid(1, ()))
        match.take_back(match.seq - 1, 1)
        match.agree(0)
        match.agree(2)
        assert there.view("auditor") == match.view("auditor") == known
        same(there, others)


# --- a log that is another one suddenly


OTHERS = {
    "shorter": ("DELETE FROM events WHERE seq = 8", "the log has become shorter"),
    "as long": ("SELECT 1", "another event here than was read before"),
    "longer": (
        "INSERT INTO events SELECT match, 9, time, event, digest FROM events WHERE seq = 8",
        "another event here than was read before",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("ask", ["view", "head", "act"])
def test_a_log_that_is_another_one_suddenly_is_broken(tmp_path: Path, ask: str, name: str) -> None:
    """However long it is and however often it is asked for: nothing is shown or recorded."""
    sql, text = OTHERS[name]
    with a_ledger(tmp_path / "host.db") as ledger:
        match = sealed(ledger)
        match.act(Bid(0, ()))
        head = match.head
        assert head.count == 8
        with forced(tmp_path / "host.db") as raw:
            rewrite(raw, 8, lambda event: {**event, "seat": 1})
            raw.execute(sql)
            rechain(raw)
        recorded = list(ledger.rows(match.id))
        asked: dict[str, Callable[[], object]] = {
            "view": match.view,
            "head": lambda: match.head,
            "act": lambda: match.act(Bid(1, ())),
        }
        for _ in range(3):
            with pytest.raises(Broken, match=text) as raised:
                asked[ask]()
            assert (raised.value.seq, raised.value.check) == (8, "chain")
        assert list(ledger.rows(match.id)) == recorded
        assert ledger.match(match.id).head != head  # who opens it anew reads what there is


@pytest.mark.parametrize("event", ['{"kind":"nonsense"}', '{"kind":"point_scored","seat":9}'])
def test_what_could_not_be_followed_once_cannot_be_followed_later(
    tmp_path: Path, event: str
) -> None:
    """Where the log was read half-way, nobody is shown the position before."""
    with a_ledger(tmp_path / "host.db") as ledger:
        match = play(sealed(ledger), 2)
        with forced(tmp_path / "host.db") as raw:
            raw.execute(
                "INSERT INTO events SELECT match, max(seq) + 1, time, ?, x'' FROM events",
                (event,),
            )
            rechain(raw)
        asked: tuple[Callable[[], object], ...] = (
            match.view,
            lambda: match.view("auditor"),
            lambda: match.head,
            lambda: match.act(Bid(2, ())),
        )
        for ask in asked * 2:
            with pytest.raises(Broken):
                ask()
