"""The recorded matches of the Game of 45 show what they are said to show."""

import ast
import inspect
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from ledger import Ledger, kind_of
from ledger.games.game_of_45 import GAME, flow
from tests.records import RECORDS, Record
from tests.shows import Shows, both, follows, has, option

pytestmark = pytest.mark.whole_matches

OURS = [record for record in RECORDS if record.name.startswith("game-of-45/")]
EACH = pytest.mark.parametrize("record", OURS, ids=lambda record: record.path.stem)


def nothing_follows(events: list[Any]) -> bool:
    """A dispute is upheld, and no correction opens."""
    return any(
        kind_of(one) == "ruled" and one.upheld and kind_of(then) != "correction_opened"
        for one, then in pairwise([*events, events[0]])
    )


def scores(points: int, missing: tuple[int, ...] = ()) -> Shows:
    return has("bonus_scored", points=points, missing=missing)


EVIDENCE: Mapping[str, Shows] = {
    "45-SET-01": has("first_seat_set"),
    "45-SET-02": has("arrange"),
    "45-TRN-03": has("trade_tile"),
    "45-TRN-04": has("swap_tile"),
    "45-LEG-04": has("put_aside", slot=None),
    "45-SCR-02": follows("call", "home_row_shown"),
    "45-SCR-06": scores(65),
    "45-SCR-07": lambda events: scores(75)(events) or scores(85)(events),
    "45-SCR-08": lambda events: any(kind_of(e) == "bonus_scored" and e.missing for e in events),
    "45-SCR-09": has("bonus_scored", row="nw-se", points=45),
    "45-SCR-10": has("home_row_scored", points=45),
    "45-SCR-11": follows("call", "call_rejected"),
    "45-ERR-01": lambda events: has("correction_opened")(events) or nothing_follows(events),
    "45-ERR-02": follows("tile_voided", "rows_forfeited"),
    "45-2P-03": both(has("call", second="row-4"), has("call", second="nw-se")),
    "45-Q-01": lambda events: scores(75)(events) or option("two_opponent_bonus", 40)(events),
    "45-Q-06": has("tiles_returned"),
    "45-Q-07": has("lots_tied"),
    "45-Q-08": has("round_started", round=2),
    "45-Q-12": has("put_aside", slot=6),
    "45-Q-13": has("tile_put_aside"),
    "45-Q-18": has("round_died"),
    "45-Q-33": has("match_won"),
    "45-Q-36": has("ruled", upheld=False),
    "45-Q-38": lambda events: has("object_to_move")(events) or has("accept_move")(events),
    "45-Q-39": has("rows_forfeited"),
    "45-Q-50": lambda events: nothing_follows(events) or has("correction_moot")(events),
    "45-Q-52": lambda events: any(kind_of(e) == "bonus_scored" and e.missing for e in events),
}
"""Clauses whose trace in a log is plain: a match that names one must bear it."""


@EACH
def test_a_match_shows_what_it_is_said_to_show(record: Record) -> None:
    with Ledger(record.path, "read") as ledger:
        for told in record.matches:
            events = [entry.event for entry in ledger.match(told.match).events("auditor")]
            absent = [c for c in told.clauses if c in EVIDENCE and not EVIDENCE[c](events)]
            assert absent == []


def shown() -> set[str]:
    """The clauses that some match shows."""
    return {clause for record in OURS for told in record.matches for clause in told.clauses}


def test_every_piece_of_evidence_is_asked_for() -> None:
    assert set(EVIDENCE) - shown() == set()


def test_every_way_to_end_has_a_match() -> None:
    """The ways are read out of the game: each clause that its judgement can name."""
    tree = ast.parse(inspect.getsource(flow.judged))
    ways = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and str(node.value) in GAME.clauses
    }
    assert ways == {"45-SCR-01", "45-Q-33"}
    ended = {told.outcome.clause for record in OURS for told in record.matches if told.outcome}
    assert ways - ended == set()


def opened_with(name: str) -> set[Any]:
    """The values of an option that matches were opened with."""
    found = set()
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                found.add(ledger.match(told.match).opened.options[name])
    return found


def test_every_family_of_clauses_has_a_match() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in GAME.clauses}
    assert families - {clause.rsplit("-", 1)[0] for clause in shown()} == set()


def test_every_end_and_most_options_have_a_match() -> None:
    assert opened_with("end") == {"rounds4", "target300", "target500"}
    usual = GAME.options()
    differ = {n for n in usual.__struct_fields__ if opened_with(n) - {getattr(usual, n)}}
    assert {*usual.__struct_fields__} - differ == {
        "empty_pouch_turns",
        "vertical_2p",
        "second_row_closer",
    }


def test_every_event_happens_in_some_match() -> None:
    happened: set[str] = set()
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                happened |= {e.kind for e in ledger.match(told.match).events("auditor")}
    kinds = {kind_of(cls) for cls in (*GAME.actions, *GAME.consequences)}
    assert kinds - happened == set()


def test_every_reason_of_a_dead_round_has_a_match() -> None:
    reasons: set[str] = set()
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                events = ledger.match(told.match).events("auditor")
                reasons |= {e.event.reason for e in events if kind_of(e.event) == "round_died"}  # type: ignore[attr-defined]
    assert reasons == {"passes", "pouch", "turns"}
