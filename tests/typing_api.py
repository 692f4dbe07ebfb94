"""What type checkers see of the public face: a promise like any other. Checked, never run."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, assert_type

from ledger import (
    HIDDEN,
    HOUSE,
    Action,
    Audience,
    Audit,
    AwaitedDraw,
    Bag,
    Catalogue,
    Check,
    Choice,
    Clause,
    Difference,
    Entry,
    Event,
    Finding,
    Game,
    Head,
    Hidden,
    Ledger,
    Match,
    MatchOpened,
    Outcome,
    Picture,
    Refusal,
    Replay,
    Secret,
    compare,
    find_game,
    game_names,
    import_lines,
    kind_of,
    known,
    letter,
    spread,
)

from .pledge_game import PLEDGE, Pledge


def a_ledger(path: Path) -> None:
    with Ledger(path, "read", games=(PLEDGE,), clock=lambda: 0, entropy=bytes) as ledger:
        assert_type(ledger, Ledger)
        assert_type(ledger.ids(), tuple[str, ...])
        assert_type(ledger.warning, str)
        assert_type(ledger.match(), Match)
        assert_type(ledger.new("49", ["Ann", "Bob"], options={"x": 1}, seed="s"), Match)
        assert_type(ledger.first("id"), MatchOpened)
        assert_type(ledger.audit("id", Head.parse("")), Audit)
        assert_type(ledger.audit("id", "id:0:0"), Audit)
        assert_type(ledger.match().audit("id:0:0"), Audit)
        assert_type(ledger.replay(), Replay)
        assert_type(compare(ledger, "id", ledger, "id"), Difference)
    assert_type(import_lines(path, path), Head)


def a_match(match: Match) -> None:
    assert_type(match.id, str)
    assert_type(match.seats, tuple[str, ...])
    assert_type(match.seq, int)
    assert_type(match.head, Head)
    assert_type(match.outcome, Outcome | None)
    assert_type(match.copy_for, str | None)
    assert_type(match.audience("Ann"), Audience)
    assert_type(match.events(0, after=3, to=9), Iterator[Entry])
    assert_type(match.legal("Ann"), tuple[Choice, ...])
    assert_type(match.awaited, tuple[int, ...])
    assert_type(match.awaits_draw, AwaitedDraw | None)
    assert_type(match.refusal(Pledge(0, 1)), Refusal | None)
    assert_type(match.act(Pledge(0, 1), anyway=True, at=3), tuple[Event, ...])
    assert_type(match.act({"kind": "pledge", "seat": 0, "coins": 1}), tuple[Event, ...])
    assert_type(match.draw("heads", "Ann"), tuple[Event, ...])
    assert_type(match.open_seals("all"), tuple[Event, ...])
    assert_type(match.picture(0), Picture | None)
    assert_type(match.audit(), Audit)
    assert_type(match.replay(), Replay)


def small_things(entry: Entry, audit: Audit, choice: Choice, pick: Callable[[int], int]) -> None:
    assert_type(entry.event, Event)
    assert_type(entry.time, datetime)
    assert_type(audit.checks, tuple[Check, ...])
    assert_type(audit.findings, tuple[Finding, ...])
    assert_type(choice.sample(pick), Action)
    assert_type(choice.make(coins=3), Action)
    assert_type(choice.to_data(), dict[str, Any])
    assert_type(kind_of(entry.event), str)
    assert_type(find_game("49"), Game[Any, Any, Any, Any])
    assert_type(game_names(), tuple[str, ...])
    assert_type(HOUSE, Catalogue)
    assert_type(HOUSE.get("HOUSE-01"), Clause | None)
    assert_type(letter(3), str)


def secrets(card: Secret[int], hand: Bag[int], sealed: tuple[int, ...] | Hidden) -> None:
    assert_type(known(card), int)
    assert_type(spread(sealed, 3), tuple[int | Hidden, ...])
    assert_type(hand.add(3, HIDDEN), Bag[int])
    assert_type(hand.all(), tuple[int, ...])
    assert_type(len(hand), int)
