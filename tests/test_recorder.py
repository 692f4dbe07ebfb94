"""Events to rows: a game that reveals what was not sealed so is stopped before anything is kept."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Broken, Game, GameError, Match, Misused
from ledger.chain import LATEST
from ledger.events import kind_of
from ledger.position import begin

from .pledge_game import PLEDGE, Pledge
from .sealed_game import SEALED, Bid, BidsRevealed, NumberCalled, PointScored, Write, settle
from .tables import NAMES, a_ledger


def lie(s: Any, chance: Any) -> Any:
    """Reveal other bids than were made."""
    due = settle(s, chance)
    return BidsRevealed(((), ())) if isinstance(due, BidsRevealed) else due


def jump(s: Any, chance: Any) -> Any:
    """Call numbers nobody has written."""
    due = settle(s, chance)
    early = isinstance(due, BidsRevealed) and not s.called
    return NumberCalled(0, (1, 2)) if early else due


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lie, "bids_revealed opens cards with another value"),
        (jump, "number_called opens numbers.0, which was never sealed"),
    ],
)
def test_a_false_reveal_is_the_games_error_and_leaves_nothing(wrong: Any, why: str) -> None:
    game: Game[Any, Any, Any, Any] = replace(SEALED, settle=wrong)
    with a_ledger(games=(game,)) as ledger:
        match: Match = ledger.new("sealed", NAMES[:2], seed="a seed")
        match.act(Bid(0, match.view(0).hands[0].cards))
        before = match.head
        with pytest.raises(GameError, match=why):
            match.act(Bid(1, ()))
        assert match.head == before
        assert ledger.disclosures(match.id)[-1].seq == before.count


def reward(s: Any, chance: Any) -> Any:
    """Give a point for the lines before any number is called."""
    due = settle(s, chance)
    return PointScored(0) if isinstance(due, NumberCalled) and not any(s.points) else due


def test_one_act_may_lead_to_several_reveals() -> None:
    """Whatever stands between them: each opens its own seals, and nothing is lost or doubled."""
    game: Game[Any, Any, Any, Any] = replace(SEALED, settle=reward)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new("sealed", NAMES[:2], seed="a seed")
        for _ in range(2):
            match.act(Bid(0, ()))
            match.act(Bid(1, ()))
        match.act(Write(0, (1, 2)))
        before = match.seq
        told = match.act(Write(1, (3, 2)))
        assert [kind_of(event) for event in told] == [
            "write",
            "point_scored",
            "number_called",
            "point_scored",
            "point_scored",
            "number_called",
        ]
        assert [entry.event for entry in match.events("auditor", after=before)] == list(told)
        opened = {
            (row.seq, row.field): row.issued
            for row in ledger.disclosures(match.id)
            if row.audience == "all" and row.field != "cards"
        }
        first, second = before + 3, before + 6
        assert opened == {
            (before, "numbers.0"): first,
            (before, "numbers.1"): second,
            (before + 1, "numbers.0"): first,
            (before + 1, "numbers.1"): second,
        }
        assert match.audit().verdict == "clean"


def test_rules_that_cannot_follow_their_own_event_are_the_games_error() -> None:
    """It is no broken evidence: nothing has been recorded."""
    game: Game[Any, Any, Any, Any] = replace(PLEDGE, evolve=lambda s, e: 1 // 0)
    with a_ledger() as ledger:
        match = ledger.new(game, NAMES[:2])
        with pytest.raises(GameError):
            match.act(Pledge(0, 1))
        assert match.seq == 1


def test_opening_all_seals_opens_each_once() -> None:
    """Also those that a reveal has opened already, and the seed."""
    with a_ledger() as ledger:
        match = ledger.new("pledge", NAMES[:2], seed="a seed", options={"rounds": 1})
        match.act(Pledge(0, 1))
        match.act(Pledge(1, 1))
        match.open_seals("seed")
        match.open_seals("all")
        opened = [row for row in ledger.disclosures(match.id) if row.audience == "all"]
        assert [(row.seq, row.field, row.value) for row in opened] == [(1, "seed", '"a seed"')]


def test_no_match_begins_with_an_act() -> None:
    with pytest.raises(Broken):
        begin(PLEDGE, Pledge(0, 1))


@pytest.mark.parametrize("time", [-1, LATEST + 1])
def test_a_clock_that_says_no_time_records_nothing(time: int) -> None:
    times = iter((0, LATEST, time))
    with a_ledger(clock=lambda: next(times)) as ledger:
        match = ledger.new("pledge", NAMES[:2])
        match.act(Pledge(0, 1))
        before = match.seq
        with pytest.raises(Misused, match=f"the clock says {time}: "):
            match.act(Pledge(1, 1))
        assert match.seq == before
