"""The recorded matches of Monopoly Bid bear the traces of the clauses they are said to show."""

import ast
import inspect
from collections.abc import Mapping
from typing import Any

import pytest

from ledger import Ledger, kind_of
from ledger.games.monopoly_bid import GAME, flow
from tests.records import RECORDS, Record, Told
from tests.shows import Shows, follows, has

pytestmark = pytest.mark.whole_matches

OURS = [record for record in RECORDS if record.path.parent.name == "monopoly-bid"]
EACH = pytest.mark.parametrize(
    ("record", "told"),
    [(record, told) for record in OURS for told in record.matches],
    ids=[record.path.stem for record in OURS for _ in record.matches],
)


def twice(kind: str) -> Shows:
    return lambda events: [kind_of(event) for event in events].count(kind) > 1


def nothing_bid(events: list[Any]) -> bool:
    return any(kind_of(event) == "bids_revealed" and () in event.bids for event in events)


def stolen(wild: bool) -> Shows:
    return lambda events: any(
        kind_of(event) == "card_stolen" and (event.card == "wild") is wild for event in events
    )


EVIDENCE: Mapping[str, Shows] = {
    "MB-ACT-01": has("play_resolved"),
    "MB-AUC-02": lambda events: has("bids_revealed")(events) or not has("match_won")(events),
    "MB-AUC-03": follows("auction_won", "bid_paid"),
    "MB-AUC-04": has("bid_taken_back"),
    "MB-AUC-05": has("tie_declared"),
    "MB-AUC-06": has("auction_failed", reason="tie"),
    "MB-AUC-07": has("auction_failed", reason="no_bids"),
    "MB-DEAL-01": has("trade_executed"),
    "MB-DRW-01": has("draw_two"),
    "MB-END-01": has("match_won", clause="MB-END-01"),
    "MB-NOP-01": has("nope"),
    "MB-NOP-02": has("play_cancelled"),
    "MB-PIL-01": has("pile_refilled"),
    "MB-Q-05": has("first_host_drawn"),
    "MB-Q-06": twice("hand_thrown_in"),
    "MB-Q-11": follows("play_cancelled", "play_cancelled"),
    "MB-Q-19": stolen(wild=True),
    "MB-Q-24": has("lay"),
    "MB-Q-28": nothing_bid,
    "MB-Q-29": twice("tie_declared"),
    "MB-Q-34": lambda events: (
        has("match_won", clause="MB-Q-34")(events) or follows("end_actions", "host_passed")(events)
    ),
    "MB-Q-35": has("match_won", clause="MB-Q-35"),
    "MB-Q-36": follows("play_resolved", "card_drawn", "card_drawn"),
    "MB-Q-39": has("match_won", clause="MB-Q-39"),
    "MB-SET-03": has("hand_thrown_in"),
    "MB-STL-01": stolen(wild=False),
    "MB-WLD-01": has("card_laid", card="wild"),
    "MB-WLD-03": stolen(wild=True),
    "MB-WLD-04": has("play_cancelled", card="wild"),
}
"""Clauses whose trace in a log is plain: a match that names one must bear it."""


@EACH
def test_a_match_shows_what_it_is_said_to_show(record: Record, told: Told) -> None:
    with Ledger(record.path, "read") as ledger:
        events = [entry.event for entry in ledger.match(told.match).events("auditor")]
    absent = [c for c in told.clauses if c in EVIDENCE and not EVIDENCE[c](events)]
    assert absent == []


def test_every_way_to_end_has_a_match() -> None:
    """The ways are read out of the game: each clause that its ending can name."""
    ways = {
        node.value
        for function in (flow.ending, vars(flow)["_worn_out"])
        for node in ast.walk(ast.parse(inspect.getsource(function)))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.startswith("MB-")
        and " " not in node.value
    }
    assert ways == {"MB-END-01", "MB-Q-34", "MB-Q-35", "MB-Q-39"}
    ended = {told.outcome.clause for record in OURS for told in record.matches if told.outcome}
    assert ended == ways


def test_every_family_of_clauses_has_a_match() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in GAME.clauses}
    shown = {
        c.rsplit("-", 1)[0] for record in OURS for told in record.matches for c in told.clauses
    }
    assert families - shown == set()


def test_every_kind_of_event_is_in_a_match() -> None:
    kinds = {kind_of(cls) for cls in (*GAME.actions, *GAME.consequences)}
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                match = ledger.match(told.match)
                kinds -= {kind_of(entry.event) for entry in match.events("auditor")}
    assert kinds == set()
