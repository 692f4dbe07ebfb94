"""What type checkers see of the public face: a promise like any other. Checked, never run."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, assert_type

from ledger import (
    HIDDEN,
    HOUSE,
    Action,
    Asked,
    Audience,
    Audit,
    AwaitedDraw,
    Bag,
    Catalogue,
    Check,
    Choice,
    Clause,
    Difference,
    Dispute,
    Docket,
    Entry,
    Event,
    Finding,
    Game,
    Head,
    Hidden,
    Irregular,
    Ledger,
    Match,
    MatchOpened,
    Outcome,
    Picture,
    Quarrel,
    Refusal,
    Refused,
    Replay,
    Rest,
    Secret,
    WhatIf,
    compare,
    find_game,
    game_names,
    import_lines,
    kind_of,
    known,
    letter,
    rest_of,
    spread,
    tell,
)
from ledger.chain import Row
from ledger.seals import Disclosure

from .pledge_game import PLEDGE, Pledge


def a_ledger(path: Path) -> None:
    with Ledger(path, "read", games=(PLEDGE,), clock=lambda: 0, entropy=bytes) as ledger:
        assert_type(ledger, Ledger)
        assert_type(ledger.ids(), tuple[str, ...])
        assert_type(ledger.warning, str)
        assert_type(ledger.match(), Match)
        assert_type(ledger.new("49", ["Ann", "Bob"], options={"x": 1}, seed="s"), Match)
        assert_type(ledger.first("id"), MatchOpened)
        assert_type(ledger.game_of("id"), Game[Any, Any, Any, Any])
        with ledger.batch() as nothing:
            assert_type(nothing, None)
        assert_type(ledger.rows("id"), Iterator[Row])
        assert_type(ledger.disclosures("id"), list[Disclosure])
        ledger.adopt("id", list(ledger.rows("id")), ledger.disclosures("id"))
        ledger.close()
        assert_type(ledger.audit("id", Head.parse("")), Audit)
        assert_type(ledger.audit("id", "id:0:0"), Audit)
        assert_type(ledger.match().audit("id:0:0"), Audit)
        assert_type(ledger.replay(), Replay)
        assert_type(compare(ledger, "id", ledger, "id"), Difference)
    assert_type(import_lines(path, path), Head)


def a_match(match: Match) -> None:
    assert_type(match.id, str)
    assert_type(match.game, Game[Any, Any, Any, Any])
    assert_type(match.opened, MatchOpened)
    assert_type(match.seats, tuple[str, ...])
    assert_type(match.seq, int)
    assert_type(match.head, Head)
    assert_type(match.outcome, Outcome | None)
    assert_type(match.copy_for, str | None)
    assert_type(match.audience("Ann"), Audience)
    assert_type(match.events(0, after=3, to=9), Iterator[Entry])
    assert_type(match.view("Ann", at=3), Any)
    assert_type(match.tell(Pledge(0, 1)), str)
    assert_type(match.taken_back(to=9), dict[int, int])
    assert_type(match.legal("Ann"), tuple[Choice, ...])
    assert_type(match.awaited, tuple[int, ...])
    assert_type(match.awaits_draw, AwaitedDraw | None)
    assert_type(match.refusal(Pledge(0, 1)), Refusal | None)
    assert_type(match.act(Pledge(0, 1), anyway=True, at=3), tuple[Event, ...])
    assert_type(match.act({"kind": "pledge", "seat": 0, "coins": 1}), tuple[Event, ...])
    assert_type(match.draw("heads", "Ann"), tuple[Event, ...])
    assert_type(match.open_seals("all"), tuple[Event, ...])
    assert_type(match.adopt_rules(), tuple[Event, ...])
    assert_type(match.picture(0), Picture | None)
    match.export(Path("copy.jsonl"), "Ann")
    match.export("copy.db", 0)
    assert_type(match.audit(), Audit)
    assert_type(match.replay(), Replay)


def a_quarrel(match: Match, quarrel: Quarrel, act: Irregular) -> None:
    assert_type(match.dispute("Ann", 3, "no"), tuple[Event, ...])
    assert_type(match.withdraw_dispute(0), tuple[Event, ...])
    assert_type(match.rule(), tuple[Event, ...])
    assert_type(match.rule("so be it", upheld=True, clause="PL-01"), tuple[Event, ...])
    assert_type(match.take_back(3, "Ann"), tuple[Event, ...])
    assert_type(match.agree(1), tuple[Event, ...])
    assert_type(match.decline("Bob"), tuple[Event, ...])
    assert_type(match.act_for("Ann", "away"), tuple[Event, ...])
    assert_type(match.close("late"), tuple[Event, ...])
    assert_type(match.standstill, Refusal | None)
    assert_type(match.disputed, Dispute | None)
    assert_type(match.asked, Asked | None)
    assert_type(match.closed, str | None)
    assert_type(match.docket("Ann"), Docket)
    assert_type(match.docket().quarrels, tuple[Quarrel, ...])
    assert_type(match.docket().irregular, tuple[Irregular, ...])
    assert_type(quarrel.event, Event)
    assert_type(quarrel.status, Literal["open", "withdrawn", "upheld", "dismissed"])
    assert_type(quarrel.by, Literal["engine", "table"] | None)
    assert_type(quarrel.remedy, tuple[int, ...])
    assert_type(act.status, Literal["stood", "remedied", "taken back"])
    found = match.what_if(9, "auditor")
    assert_type(found, WhatIf)
    assert_type(found.refusal, Refusal | None)
    assert_type(found.outcome, Outcome | None)


def a_refusal(refused: Refused) -> None:
    assert_type(refused.clause, str)
    assert_type(refused.reason, str)
    assert_type(refused.irregular, bool)


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
    assert_type(tell(PLEDGE, entry.event, ["Ann", "Bob"]), str)
    assert_type(PLEDGE.action("pledge", seat=0, coins=1), Action)
    assert_type(PLEDGE.table_sizes, str)


def secrets(card: Secret[int], hand: Bag[int], sealed: tuple[int, ...] | Hidden) -> None:
    assert_type(known(card), int)
    assert_type(spread(sealed, 3), tuple[int | Hidden, ...])
    assert_type(hand.add(3, HIDDEN), Bag[int])
    assert_type(hand.all(), tuple[int, ...])
    assert_type(hand.take(3), Bag[int])
    assert_type(hand.holds(3), bool)
    assert_type(len(hand), int)
    assert_type(rest_of((1, 2), hand), Rest[int])
