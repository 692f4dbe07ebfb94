"""Disputes at a recorded table: misplaced tiles, wrong calls, and what an audit says of them."""

import random

import pytest

from ledger import Event, Match, Note, Refused, kind_of
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.events import (
    AcceptMove,
    Call,
    DrawTile,
    ObjectToMove,
    ProposeMove,
    SwapTile,
)
from ledger.games.game_of_45.state import Correcting, Tile, Turn
from ledger.testing.playing import named, over, step

from .table import HOMES, E, N, S, W, book, fill, idle, lay_out, opened, put, trade


def told(match: Match, after: int) -> list[str]:
    """The kinds of the events since."""
    return [entry.kind for entry in match.events("spectator", after)]


def quarrel(match: Match, seat: int, about: int) -> list[str]:
    """A seat disputes an event, the engine rules; what followed on the ruling."""
    match.dispute(seat, about, "that was not right")
    ruled = match.seq
    match.rule()
    return told(match, ruled + 1)


def event(match: Match, seq: int) -> Event:
    """The event with that seq."""
    return next(match.events("spectator", seq - 1, seq)).event


def verdict(match: Match) -> bool:
    """Whether the last dispute was upheld."""
    return match.docket("auditor").quarrels[-1].status == "upheld"


# -- a misplaced tile ----------------------------------------------------------------------------


@pytest.mark.clause("45-ERR-01", "45-Q-35", "45-Q-51")
def test_a_correction_moved() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)  # by W
        put(match, 1, 11)
        assert quarrel(match, E, act) == ["correction_opened"]
        (found,) = match.docket("spectator").quarrels
        assert (found.status, found.clause) == ("upheld", "45-LEG-01")
        assert found.text == "a 6 on 37 repeats the 6 on 33 (row-3)"
        assert match.awaited == (W,)
        with pytest.raises(Refused, match="correction"):
            match.act(DrawTile(E))
        match.act(ProposeMove(W, 27))
        for seat in (S, N, E):
            match.act(AcceptMove(seat))
        assert told(match, match.seq - 1) == ["tile_moved"]
        put(match, 2, 12)
        (found,) = match.docket("spectator").quarrels
        assert list(found.remedy) == list(range(found.ended + 1, found.ended + 7))  # moved, no more
        audit = match.audit()
        assert match.replay().verdict == "exact"
        assert [(f.seq, f.clause, f.status) for f in audit.findings] == [
            (act, "45-LEG-01", "remedied")
        ]
        assert audit.verdict == "clean"


@pytest.mark.clause("45-ERR-02", "45-Q-39", "45-SCR-11")
def test_rows_forfeited_that_then_matter() -> None:
    """W's call for row 3 would have been right."""
    with book() as ledger:
        match = opened(ledger, trays={W: HOMES[W]})
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        opened_by = quarrel(match, N, act)
        match.act(ProposeMove(W, 27))
        match.act(ObjectToMove(S))
        assert opened_by == ["correction_opened"]
        assert match.view().forfeited == ("row-3", "column-7")
        plan = {31: 1, 32: 2, 34: 4, 35: 7, 36: 5, 38: 0}
        for square, number in plan.items():
            idle(match, W, plan)
            put(match, number, square)
        refusal = match.refusal(Call(W, "row-3"))
        assert refusal is not None and (refusal.clause, refusal.irregular) == ("45-Q-39", True)


@pytest.mark.clause("45-Q-35", "45-LEG-01", "45-Q-36")
def test_a_dispute_about_a_legal_tile_is_dismissed() -> None:
    """The tile that was put first is not the illegal one."""
    with book() as ledger:
        match = opened(ledger)
        first = put(match, 6, 33)
        put(match, 6, 37, anyway=True)
        assert quarrel(match, E, first) == []
        (found,) = match.docket("spectator").quarrels
        assert (found.status, found.clause) == ("dismissed", "HOUSE-17")


@pytest.mark.clause("45-Q-50")
def test_a_tile_that_has_gone_is_upheld_and_nothing_follows() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        match.act(SwapTile(N, 37, 1, 4))
        assert quarrel(match, E, act) == []
        assert verdict(match)
        assert match.view().phase == Turn(E)
        assert [f.status for f in match.audit().findings] == ["stood"]


@pytest.mark.clause("45-Q-50")
def test_of_two_acts_just_alike_the_disputed_one_is_meant() -> None:
    """S swaps a 6 from slot 1 to 37 twice; W takes the first away, the second lies there."""
    with book() as ledger:
        match = opened(ledger, trays={S: "60112233"})
        for number, square in ((6, 33), (1, 37), (2, 12), (3, 13)):
            put(match, number, square)
        match.act(SwapTile(S, 37, 1, 6), anyway=True)
        first = match.seq - 2
        match.act(SwapTile(W, 37, 1, 0))
        put(match, 4, 44)
        put(match, 5, 54)
        trade(match, 6, 1, 64)
        for number, square in ((7, 71), (8, 82), (9, 83)):
            put(match, number, square)
        match.act(SwapTile(S, 37, 1, 6), anyway=True)
        second = match.seq - 2
        assert event(match, first) == event(match, second) == SwapTile(S, 37, 1, 6)
        assert quarrel(match, E, first) == []
        assert verdict(match)
        assert quarrel(match, E, second) == ["correction_opened"]
        assert [(f.seq, f.status) for f in match.audit().findings] == [
            (first, "stood"),
            (second, "remedied"),
        ]
        assert match.replay().verdict == "exact"


@pytest.mark.clause("45-Q-50")
def test_and_where_the_first_was_put_right_the_second_may_be_too_late() -> None:
    """S places a 6 on 37 twice: the first is moved to 27, the second taken away by N."""
    with book() as ledger:
        match = opened(ledger)
        plan = {33: 6, 37: 6, 27: 6, 47: 4}
        idle(match, W, plan)
        put(match, 6, 33)
        idle(match, S, plan)
        first = put(match, 6, 37, anyway=True)
        assert quarrel(match, E, first) == ["correction_opened"]
        match.act(ProposeMove(S, 27))
        for seat in (W, N, E):
            match.act(AcceptMove(seat))
        idle(match, S, plan)
        second = put(match, 6, 37, anyway=True)
        assert event(match, first) == event(match, second)
        idle(match, N, plan)
        match.act(SwapTile(N, 37, 1, 4))
        assert quarrel(match, E, second) == []
        assert verdict(match)
        assert [f.status for f in match.audit().findings] == ["remedied", "stood"]
        assert match.replay().verdict == "exact"


@pytest.mark.clause("45-ERR-01", "45-SCR-02")
def test_after_the_round_a_dispute_is_upheld_and_nothing_follows() -> None:
    """What was scored stays scored."""
    with book() as ledger:
        match = opened(ledger, max_turns_per_round=3)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        put(match, 1, 11)
        scores = match.view().scores
        assert scores == (45, 0, 0, 0)
        assert quarrel(match, E, act) == []
        assert verdict(match)
        assert match.view().scores == scores
        lay_out(match, first=W)
        put(match, 6, 33)
        assert match.view().scores == scores


@pytest.mark.clause("45-SCR-02")
def test_after_the_match_too() -> None:
    with book() as ledger:
        match = opened(ledger, max_turns_per_round=2)
        for first in (S, W, N, E):
            if first:
                lay_out(match, first=first)
            put(match, 6, 33)
            act = put(match, 6, 37, anyway=True)
        assert match.outcome is not None
        assert quarrel(match, E, act) == []
        assert verdict(match)


def test_what_all_can_see_is_in_the_docket_of_all() -> None:
    """Though only its owner and the auditor know that the tile was the one drawn."""
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        for who in ("spectator", S, W, N, E, "auditor"):
            (found,) = match.docket(who).irregular
            assert (found.seq, found.clause, found.status) == (act, "45-LEG-01", "stood")


def test_of_two_matters_that_are_put_right_at_once_each_has_what_followed_at_once() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        first = put(match, 6, 37, anyway=True)  # by W
        second = put(match, 6, 53, anyway=True)  # by N
        assert quarrel(match, S, first) == ["correction_opened"]
        match.act(ProposeMove(W, 27))
        assert quarrel(match, S, second) == ["correction_opened"]
        match.act(ProposeMove(N, 42))
        for seat in (S, W, E, S, N, E):
            match.act(AcceptMove(seat))
        assert isinstance(match.view().phase, Turn)
        one, other = match.docket().quarrels
        assert one.remedy == (one.ended + 1, one.ended + 2)
        assert other.remedy == (other.ended + 1,)


# -- a wrong call --------------------------------------------------------------------------------


@pytest.mark.clause("45-SCR-11", "45-Q-25")
def test_a_wrong_call_is_answered_at_once_and_remedied() -> None:
    with book() as ledger:
        match = opened(ledger)
        match.act(Call(S, "row-3"), anyway=True)
        call = match.seq - 1
        assert told(match, call) == ["call_rejected"]
        assert [(f.seq, f.clause, f.status) for f in match.audit().findings] == [
            (call, "45-SCR-11", "remedied")
        ]
        assert match.audit().verdict == "clean"
        assert quarrel(match, W, call) == []
        assert verdict(match)  # that row 3 is not filled all can see
        assert match.view().scores == (-5, 0, 0, 0)


@pytest.mark.clause("45-SCR-11", "45-Q-25")
def test_a_dispute_does_not_tell_why_a_call_was_wrong() -> None:
    """Where the row is right all know that the Home Row was not; the ruling adds nothing."""
    with book() as ledger:
        match = opened(ledger, trays={S: "00112233"})
        fill(match, "column-3", "24657890")
        match.act(Call(S, "column-3"), anyway=True)
        call = match.seq - 1
        assert told(match, call) == ["call_rejected"]
        assert quarrel(match, W, call) == []
        assert match.docket().quarrels[-1].text == "there is no fault the whole table could see"
        for who in ("spectator", "auditor", S, W):
            found = match.docket(who).irregular[-1]
            assert (found.seq, found.status) == (call, "remedied")
            assert found.text == f"answered by #{call + 1} call_rejected"


def test_a_wrong_call_is_not_recorded_at_a_table_that_refuses() -> None:
    with book() as ledger:
        match = opened(ledger, irregular="refuse")
        for act in (Call(S, "row-3"), Call(S, "column-3")):
            refusal = match.refusal(act)
            assert refusal is not None and not refusal.irregular
            with pytest.raises(Refused):
                match.act(act, anyway=True)


# -- any quarrel at all --------------------------------------------------------------------------


@pytest.mark.whole_matches
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_is_disputed_the_record_stays_exact(seats: int, seed: int) -> None:
    """Random matches with misplaced tiles, wrong calls, and disputes about whatever comes."""
    dice = random.Random(f"{seats}/{seed}")
    options = {"bordering": "four", "objection": "majority"} if seed % 2 else {}
    with book() as ledger:
        match = ledger.new(GAME, named(seats), options=options, seed="a quarrel")
        opened_, ruled = 0, 0
        for _ in range(160):
            if over(match):
                break
            step(match, dice, strays=0.4)
            view = match.view("auditor")
            assert GAME.invariants(view) == ()
            if dice.random() < 0.3 and match.seq > 60:
                about = dice.randrange(max(2, match.seq - 8), match.seq + 1)
                entry = next(iter(match.events("spectator", about - 1, about)))
                if kind_of(entry.event) in ("disputed", "ruled"):
                    continue
                if about in [q.about for q in match.docket().quarrels]:
                    continue
                opened_ += "correction_opened" in quarrel(match, dice.randrange(seats), about)
                ruled += 1
                assert GAME.invariants(match.view("auditor")) == ()
        assert ruled > 3
        assert match.replay().verdict == "exact"
        audit = match.audit()
        assert audit.verdict in ("clean", "findings")
        assert {f.status for f in audit.findings} <= {"stood", "remedied"}
        for who in (*range(seats), "spectator"):
            assert GAME.invariants(match.view(who)) == ()


@pytest.mark.clause("45-Q-51")
def test_a_match_closed_in_a_correction_leaves_the_tile_where_it_is() -> None:
    """Nothing follows any more, and all that was done stays in the docket."""
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        quarrel(match, E, act)
        match.act(ProposeMove(W, 27))
        match.close("It is late.")
        view = match.view()
        assert (view.board[37], view.forfeited) == (Tile(6, W, 2), ())
        refusal = match.refusal(AcceptMove(S))
        assert refusal is not None and refusal.clause == "HOUSE-22"
        (found,) = match.docket().quarrels
        assert found.remedy == (found.ended + 1, found.ended + 2)
        assert [(f.seq, f.status) for f in match.docket().irregular] == [(act, "remedied")]
        notes = [
            block.text for block in match.picture("spectator") or () if isinstance(block, Note)
        ]
        assert not [text for text in notes if text.startswith("It is for")]


def test_answers_come_from_those_who_are_asked() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 6, 33)
        act = put(match, 6, 37, anyway=True)
        quarrel(match, E, act)
        assert isinstance(match.view().phase, Correcting)
        match.act_for(W, "away")
        assert kind_of(list(match.events())[-1].event) == "propose_move"
        match.act_for(S, "away")
        match.act(AcceptMove(N))
        match.act_for(E, "away")
        assert kind_of(list(match.events())[-1].event) == "tile_moved"
        assert match.replay().verdict == "exact"
