"""The docket: what it tells of quarrels and irregular acts, and to whom, also of a forged log."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Ledger, Refusal

from .forging import forced, rechain, rewrite
from .pledge_game import Say
from .sealed_game import SEALED, Bid
from .tables import NAMES, a_ledger, pledge


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
