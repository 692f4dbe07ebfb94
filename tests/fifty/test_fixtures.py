"""The recorded matches of Fifty show every way to end and what they are said to show."""

import ast
import inspect
from collections.abc import Mapping
from typing import Any

import pytest

from ledger import Ledger, kind_of
from ledger.games.fifty import GAME, flow
from tests.records import RECORDS, Record, Told
from tests.shows import Shows, both, has, none

pytestmark = pytest.mark.whole_matches

MATCHES = [
    (record, told)
    for record in RECORDS
    if record.name.startswith("fifty/")
    for told in record.matches
]


def takes_over_from_itself(events: list[Any]) -> bool:
    counter = None
    for event in events:
        if kind_of(event) == "number_called":
            counter = event.counter
        elif kind_of(event) == "took_over" and event.seat == counter:
            return True
    return False


def stops_in_mid_count(events: list[Any]) -> bool:
    called = [event.number for event in events if kind_of(event) == "number_called"]
    return has("crown_won", crowns=2)(events) and called[-1] < max(called)


def marble_beyond(space: int) -> Shows:
    return lambda events: any(
        kind_of(event) == "marble_moved" and event.marble > space for event in events
    )


def drawn(kind: str, times: int) -> Shows:
    return lambda events: sum(kind_of(event) == kind for event in events) == times


EVIDENCE: Mapping[str, Shows] = {
    "50-BIG-01": none("token_revealed"),
    "50-BIG-02": has("number_called", number=55),
    "50-CNT-04": has("took_over"),
    "50-CNT-05": has("marble_moved"),
    "50-CNT-07": both(has("collided"), has("box_crossed")),
    "50-CNT-10": has("number_called", number=50),
    "50-CRN-01": has("crown_won", crowns=1),
    "50-CRN-02": has("crown_won", crowns=2),
    "50-DNG-02": has("danger_card_revealed"),
    "50-DNG-03": has("bonus_lost"),
    "50-END-01": has("match_won", clause="50-END-01"),
    "50-END-02": has("match_won", clause="50-END-02"),
    "50-END-03": has("match_won", clause="50-END-03"),
    "50-END-04": has("match_won", clause="50-END-04"),
    "50-Q-03": takes_over_from_itself,
    "50-Q-04": has("took_over"),
    "50-Q-05": both(has("collided"), none("marble_moved")),
    "50-Q-12": stops_in_mid_count,
    "50-Q-15": marble_beyond(20),
    "50-Q-16": has("first_counter_drawn"),
    "50-Q-17": lambda events: events[0].options["bonus"] != [[2, 2, 1, 1, 1]] * 4,
    "50-Q-19": drawn("danger_card_revealed", 4),
    "50-Q-25": lambda events: has("numbers_shown")(events) == events[0].options["reveal_at_end"],
    "50-Q-26": stops_in_mid_count,
    "50-Q-28": lambda events: events[0].options["max_seats"] == len(events[0].seats),
    "50-REV-01": lambda events: has("token_revealed")(events) or len(events[0].seats) >= 7,
    "50-RND-01": has("round_scored"),
    "50-RND-03": has("round_started", round=2),
    "50-RND-04": both(has("round_started", round=4), has("match_won")),
    "50-TIP-03": marble_beyond(20),
}
"""Clauses whose trace in a log is plain: a match that names one must bear it."""


@pytest.mark.parametrize(("record", "told"), MATCHES, ids=lambda part: getattr(part, "name", ""))
def test_a_match_shows_what_it_is_said_to_show(record: Record, told: Told) -> None:
    with Ledger(record.path, "read") as ledger:
        events = [entry.event for entry in ledger.match(told.match).events("auditor")]
    absent = [c for c in told.clauses if c in EVIDENCE and not EVIDENCE[c](events)]
    assert absent == []


def test_every_way_to_end_has_a_match() -> None:
    """The ways are read out of the game: each clause that its judgement can name."""
    tree = ast.parse(inspect.getsource(flow))
    judge = next(node for node in tree.body if getattr(node, "name", "") == "_judge")
    ways = {
        node.value
        for node in ast.walk(judge)
        if isinstance(node, ast.Constant) and str(node.value).startswith("50-")
    }
    assert ways == {f"50-END-0{number}" for number in (1, 2, 3, 4)}
    assert {told.outcome.clause for _, told in MATCHES if told.outcome} == ways


def test_every_family_of_clauses_has_a_match() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in GAME.clauses}
    shown = {clause.rsplit("-", 1)[0] for _, told in MATCHES for clause in told.clauses}
    assert families == shown


def test_every_event_is_in_some_match() -> None:
    seen: set[str] = set()
    for record, told in MATCHES:
        with Ledger(record.path, "read") as ledger:
            seen |= {entry.kind for entry in ledger.match(told.match).events("spectator")}
    assert {kind_of(cls) for cls in (*GAME.actions, *GAME.consequences)} <= seen
