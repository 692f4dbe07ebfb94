"""Which event a reveal opens: the latest that fits and stands, however it is searched for."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger import Consequence, Game, Ledger, Match, Opening, TakenBack, sealings
from ledger.codec import codec_of
from ledger.sealings import Sealings
from ledger.store import Store

from .sealed_game import SEALED, Bid, PointScored, Write
from .stones_game import ONE, TWO, OldPlace, Place
from .tables import a_ledger, play, sealed


@pytest.fixture(params=[1, 3, 10_000])
def path(request: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where a file can be made; few or many of its sealed events are kept in memory."""
    monkeypatch.setattr(sealings, "MOST", request.param)
    return tmp_path / "host.db"


def search(path: Path, game: Game[Any, Any, Any, Any] = SEALED) -> Callable[..., int]:
    store = Store(path, "read")
    (match,) = store.matches()
    found = Sealings(store, codec_of(game), match)

    def sealed_by(opening: Opening, before: int | None = None) -> int:
        return found.sealed_by(opening, before or store.last(match)[0] + 1)

    return sealed_by


def bid_of(seat: int) -> Opening:
    return Opening(Bid, "cards", (), where={"seat": seat})


def events(match: Match) -> list[Any]:
    """All events; the first is at 0."""
    return [entry.event for entry in match.events("auditor")]


def openings(event: Any) -> tuple[Opening, ...]:
    return event.opens() if isinstance(event, Consequence) else ()


def begun(ledger: Ledger) -> Match:
    """A match with one round of bids revealed, and the first bid of the next made."""
    match = sealed(ledger)
    for seat in (0, 1, 0):
        match.act(Bid(seat, match.view(seat).hands[seat].cards[:1]))
    return match


def bids(match: Match, seat: int) -> list[int]:
    log = enumerate(events(match), 1)
    return [seq for seq, event in log if isinstance(event, Bid) and event.seat == seat]


def test_every_seal_is_found_where_it_was_made(path: Path) -> None:
    with a_ledger(path) as ledger:
        log: list[Any] = events(play(sealed(ledger, 3)))
    found = search(path)
    opened = 0
    for seq, event in enumerate(log, 1):
        for opening in openings(event):
            fitting = [
                at
                for at, other in enumerate(log[: seq - 1], 1)
                if isinstance(other, Bid | Write) and other.seat == opening.where["seat"]
            ]
            assert found(opening, seq) == fitting[-1]
            opened += 1
    assert opened > 6


def test_it_may_be_asked_in_any_order(path: Path) -> None:
    with a_ledger(path) as ledger:
        first, second = bids(begun(ledger), 0)
    found = search(path)
    asked = [second + 1, first + 1, first, second, second + 2, first + 1]
    assert [found(bid_of(0), before) for before in asked] == [
        *(second, first, 0, first, second, first)
    ]


def test_what_was_taken_back_is_not_opened(path: Path) -> None:
    with a_ledger(path) as ledger:
        match = begun(ledger)
        found = search(path)
        first, second = bids(match, 0)
        assert found(bid_of(0)) == second
        match.take_back(second - 1, 0)
        match.agree(1)
        assert isinstance(events(match)[-1], TakenBack)
        assert [found(bid_of(0)), search(path)(bid_of(0))] == [first, first]
        match.act(Bid(0, ()))
        assert found(bid_of(0)) == bids(match, 0)[-1]
        match.take_back(1, 1)
        match.agree(0)
        assert [found(bid_of(0)), search(path)(bid_of(0))] == [0, 0]


def test_the_event_that_a_take_back_goes_back_to_stands(path: Path) -> None:
    with a_ledger(path) as ledger:
        match = sealed(ledger, 3)
        for seat in (0, 1):
            match.act(Bid(seat, match.view(seat).hands[seat].cards[:1]))
        (stands,) = bids(match, 0)
        match.take_back(stands, 1)
        match.agree(0)
        match.agree(2)
        assert isinstance(events(match)[-1], TakenBack)
        assert [search(path)(bid_of(0)), search(path)(bid_of(1))] == [stands, 0]


def test_what_was_rolled_back_is_not_opened(path: Path) -> None:
    """The reveal opens the bids that were recorded, in their order, not those that were not."""
    with a_ledger(path) as ledger:
        match = sealed(ledger, 3)
        with pytest.raises(KeyboardInterrupt), ledger.batch():
            for seat in (0, 1, 2):
                match.act(Bid(seat, match.view(seat).hands[seat].cards[:1]))
            raise KeyboardInterrupt
        for seat in (2, 1, 0):
            match.act(Bid(seat, match.view(seat).hands[seat].cards[:1]))
        assert play(match).outcome is not None
        assert match.audit().verdict == "clean"


def test_a_class_that_seals_nothing_is_not_found(path: Path) -> None:
    with a_ledger(path) as ledger:
        log = events(play(sealed(ledger)))
    assert any(isinstance(event, PointScored) for event in log)
    assert search(path)(Opening(PointScored, "seat", 0)) == 0


def test_an_old_event_is_found_in_its_own_shape_and_in_todays(path: Path) -> None:
    with a_ledger(path, games=(ONE,)) as ledger:
        match = ledger.new("stones", ["Ann", "Bob"], seed="a seed")
        for number, cell in enumerate((1, 3, 5)):
            match.act(OldPlace(number % 2, cell, "flint"))
    found = search(path, TWO)
    assert found(Opening(OldPlace, "name", "flint", where={"cell": 3})) == 3
    assert found(Opening(Place, "name", "flint", where={"row": 1, "column": 0})) == 3
    assert found(Opening(Place, "name", "flint")) == 4
    assert found(Opening(Place, "name", "flint", where={"row": 2})) == 0
