"""The docket: what it tells of quarrels and irregular acts, and to whom, also of a forged log."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Ledger, Refusal

from .forging import forced, rechain, rewrite
from .pledge_game import Pledge, Say
from .sealed_game import SEALED, Bid
from .tables import NAMES, a_ledger, pledge
from .tower_game import TOWER, Lay, Mend


def test_money_behind_a_mask_tells_others_of_no_irregular_bid() -> None:
    """It can be added up from the log, and the file of the host holds all of it."""
    with Ledger(None) as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="1", options={"first_seat": 0})
        match.act({"kind": "bid", "seat": 0, "amount": 60}, anyway=True)
        found = {who: len(match.docket(who).irregular) for who in ("spectator", "Bob", "Ann")}
        assert found == {"spectator": 0, "Bob": 0, "Ann": 1}
        assert len(match.docket("auditor").irregular) == 1


def test_an_act_that_is_irregular_by_a_secret_stands_in_no_docket_but_its_seats() -> None:
    def check(view: Any, act: Any) -> Refusal | None:
        refusal = SEALED.check(view, act)
        return None if refusal is None else replace(refusal, irregular=True)

    game = replace(SEALED, check=check)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, NAMES[:2], seed="a seed")
        match.act(Bid(0, (99,)), anyway=True)
        bid = match.seq
        match.dispute("Bob", bid, "that is not hers")
        for who, cards in (("spectator", None), ("Bob", None), ("Ann", (99,)), ("auditor", (99,))):
            docket = match.docket(who)
            assert [act.seq for act in docket.irregular] == ([] if cards is None else [bid])
            (quarrel,) = docket.quarrels
            assert isinstance(quarrel.event, Bid)
            assert quarrel.event.cards is HIDDEN if cards is None else quarrel.event.cards == cards


def test_a_withdrawn_dispute_ends_with_its_withdrawal() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act(Say(0, "hello"))
        match.dispute("Bob", match.seq, "too loud")
        match.withdraw_dispute("Bob")
        (quarrel,) = match.docket().quarrels
        assert (quarrel.seq, quarrel.ended, quarrel.status) == (3, 4, "withdrawn")


NOTHING: dict[str, dict[str, Any]] = {
    "withdrawn": {"kind": "dispute_withdrawn", "seat": 0},
    "ruled": {"kind": "ruled", "by": "engine", "upheld": True, "clause": "PL-01", "text": "so"},
}


@pytest.mark.parametrize("end", NOTHING)
def test_where_nothing_was_disputed_nothing_has_ended(tmp_path: Path, end: str) -> None:
    """No match is recorded so, but a log may be forged."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger).act(Say(0, "hello"))
    with forced(path) as raw:
        rewrite(raw, 2, lambda event: NOTHING[end])
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        assert ledger.match().docket().quarrels == ()
        assert ledger.replay().verdict == "diverged"


def test_an_answer_is_to_the_latest_act_of_its_kind() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger, options={"rounds": 3})
        for seat in (0, 1, 0, 1):
            match.act(Pledge(seat, 1))
        match.act(Pledge(0, 50), anyway=True)
        (act,) = match.docket("auditor").irregular
        assert (act.seq, act.by, act.status) == (match.seq - 1, match.seq, "remedied")
        assert act.text == f"answered by #{match.seq} pledge_voided"


def test_an_act_stays_answered_where_only_what_came_after_the_answer_is_taken_back() -> None:
    with a_ledger(games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, NAMES[:2], seed="tower")
        match.act(Lay(0, 10))
        match.act(Lay(1, 7), anyway=True)
        match.dispute("Ann", 4, "7 is below 10")
        match.rule()
        due = match.seq
        match.act(Mend(1, 11))
        match.take_back(due, "Bob")
        (act,) = match.docket().irregular
        assert (act.seq, act.by, act.status) == (4, due, "remedied")


def test_an_act_whose_answer_is_taken_back_is_what_its_reader_knows_it_to_be() -> None:
    """Ann's bid is beyond her money, which Bob learns when it is voided; then that is gone."""
    with Ledger(None) as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="1", options={"first_seat": 0})
        match.act({"kind": "bid", "seat": 0, "amount": 60}, anyway=True)
        bid = match.seq
        match.act({"kind": "pass", "seat": 1})
        (answered,) = match.docket("Bob").irregular
        match.take_back(bid, "Bob")
        if match.asked is not None:
            match.agree("Ann")
        (own,), (others,) = (match.docket(who).irregular for who in ("Ann", "Bob"))
        assert (own.status, own.by, own.text) == ("stood", 0, "more money than the seat has")
        text = f"#{answered.by}, which answered it, was taken back"
        assert (others.status, others.by, others.text) == ("stood", 0, text)
        match.take_back(bid - 1, "Ann")
        if match.asked is not None:
            match.agree("Bob")
        back = match.seq
        for who in ("Ann", "Bob"):
            (gone,) = match.docket(who).irregular
            found = (gone.status, gone.by, gone.text)
            assert found == ("taken back", back, f"taken back by #{back}")


def test_what_answers_an_act_answers_one_that_stands() -> None:
    """Ann bid twice beyond her money; the second is taken back, and the first is voided."""
    with Ledger(None) as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="1", options={"first_seat": 0})
        seqs = []
        for seat, amount in ((0, 60), (1, 61), (0, 62)):
            match.act({"kind": "bid", "seat": seat, "amount": amount}, anyway=True)
            seqs.append(match.seq)
        match.take_back(seqs[0], "Ann")
        match.agree("Bob")
        match.act({"kind": "pass", "seat": 1})
        found = {act.seq: act.status for act in match.docket("auditor").irregular}
        assert found == dict(zip(seqs, ("remedied", "taken back", "taken back"), strict=True))
