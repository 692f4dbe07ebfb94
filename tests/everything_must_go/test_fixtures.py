"""The recorded matches of Everything Must Go show what they are said to show."""

import ast
import inspect
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from ledger import Ledger, kind_of
from ledger.games.everything_must_go import GAME, flow
from ledger.games.everything_must_go.cards import value
from tests.records import RECORDS, Record
from tests.shows import Shows, both, follows, has, option

pytestmark = pytest.mark.whole_matches

OURS = [record for record in RECORDS if record.name.startswith("everything-must-go/")]
EACH = pytest.mark.parametrize("record", OURS, ids=lambda record: record.path.stem)


def the_starter_has_it(events: list[Any]) -> bool:
    """An auction is won for its first bid."""
    bids = [event for event in events if kind_of(event) in ("start_auction", "bid", "auction_won")]
    return any(
        kind_of(one) == "start_auction" and kind_of(then) == "auction_won" and one.bid == then.bid
        for one, then in pairwise(bids)
    )


def won_by_another(events: list[Any]) -> bool:
    """An auction is won by a seat that did not start it."""
    ends = [event for event in events if kind_of(event) in ("start_auction", "auction_won")]
    return any(
        kind_of(one) == "start_auction" and one.seat != then.seat for one, then in pairwise(ends)
    )


def above_the_price(events: list[Any]) -> bool:
    return any(kind_of(e) == "start_auction" and e.bid > value(e.card) for e in events)


def a_quiet_round(events: list[Any]) -> bool:
    """From one round's beginning to the next nothing is acquired."""
    marks = [kind_of(e) for e in events if kind_of(e) in ("round_began", "card_acquired")]
    return ("round_began", "round_began") in pairwise(marks)


def fewer_than_four_laid(events: list[Any]) -> bool:
    shuffles = [event.cards for event in events if kind_of(event) == "deck_reshuffled"]
    return min(shuffles, default=9) < 4


def in_the_middle_of_a_round(events: list[Any]) -> bool:
    """The stage changes, or the game ends, and not all seats have had their turn."""
    seats, turns = len(events[0].seats), 0
    for event in events:
        turns = 0 if kind_of(event) == "round_began" else turns + (kind_of(event) == "turn_began")
        if kind_of(event) in ("stage_changed", "hands_counted") and 0 < turns < seats:
            return True
    return False


CLOSEOUT = has("stage_changed", stage="closeout", acquired=12)
LIQUIDATION = has("stage_changed", stage="liquidation")

EVIDENCE: Mapping[str, Shows] = {
    "EMG-SET-02": has("card_laid", side=3),
    "EMG-TRN-01": lambda events: has("buy")(events) or len(events) > 1,
    "EMG-TRN-02": lambda events: any(kind_of(event) == "pennies_paid" for event in events),
    "EMG-TRN-03": won_by_another,
    "EMG-TRN-04": lambda events: (
        has("top_card_laid")(events)
        or follows("turn_began", "card_laid")(events)
        or kind_of(events[-1]) == "top_card_laid"
    ),
    "EMG-AUC-01": has("start_auction"),
    "EMG-AUC-02": has("drop"),
    "EMG-AUC-03": follows("auction_won", "pennies_paid"),
    "EMG-AUC-04": the_starter_has_it,
    "EMG-RND-02": has("pennies_refilled"),
    "EMG-RND-05": follows("deck_reshuffled", "card_laid"),
    "EMG-RND-06": has("round_began", round=2),
    "EMG-DSC-01": CLOSEOUT,
    "EMG-DSC-02": LIQUIDATION,
    "EMG-END-01": has("hands_counted"),
    "EMG-END-02": has("match_won"),
    "EMG-Q-01": both(option("aces", "value14"), has("stage_changed", acquired=24)),
    "EMG-Q-03": both(option("pool", 90), has("pennies_refilled", amount=3)),
    "EMG-Q-04": has("pass"),
    "EMG-Q-05": a_quiet_round,
    "EMG-Q-06": option("auction_base", "face"),
    "EMG-Q-09": option("refill_above_30", "all_or_nothing"),
    "EMG-Q-12": has("deck_reshuffled"),
    "EMG-Q-13": fewer_than_four_laid,
    "EMG-Q-16": in_the_middle_of_a_round,
    "EMG-Q-17": LIQUIDATION,
    "EMG-Q-19": in_the_middle_of_a_round,
    "EMG-Q-20": above_the_price,
    "EMG-Q-22": has("bid"),
    "EMG-Q-23": the_starter_has_it,
    "EMG-Q-26": won_by_another,
    "EMG-Q-27": has("match_won", clause="EMG-Q-27"),
    "EMG-Q-29": has("first_seat_drawn"),
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
    tree = ast.parse(inspect.getsource(flow))
    judge = next(node for node in tree.body if getattr(node, "name", "") == "_judge")
    ways = {
        node.value
        for node in ast.walk(judge)
        if isinstance(node, ast.Constant) and str(node.value).startswith("EMG-")
    }
    assert ways == {"EMG-END-02", "EMG-Q-27"}
    ended = {told.outcome.clause for record in OURS for told in record.matches if told.outcome}
    assert ways - ended == set()


def test_every_family_of_clauses_and_every_option_has_a_match() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in GAME.clauses}
    assert families - {clause.rsplit("-", 1)[0] for clause in shown()} == set()
    differ: set[str] = set()
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                options = ledger.match(told.match).opened.options
                usual = GAME.choose({})
                opened = GAME.choose(options)
                names = zip(usual.__struct_fields__, usual.__struct_encode_fields__, strict=True)
                differ |= {e for n, e in names if getattr(usual, n) != getattr(opened, n)}
    assert differ == set(GAME.options.__struct_encode_fields__)


def test_every_tie_break_has_a_match() -> None:
    ways = set()
    for record in OURS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                if told.outcome and told.outcome.clause == "EMG-Q-27":
                    ways.add(ledger.match(told.match).opened.options["tie"])
    assert ways == {"shared", "most_pennies", "highest_card"}


@EACH
def test_every_reader_sees_the_same(record: Record) -> None:
    with Ledger(record.path, "read") as ledger:
        for told in record.matches:
            match = ledger.match(told.match)
            readers = [match.copy_for] if match.copy_for else [*told.seats, "auditor"]
            for who in readers:
                assert match.view(who) == match.view("spectator")
