"""The house's own rules: a test for each clause, tied to it by its marker."""

import ast
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    HOUSE,
    ActedFor,
    Disputed,
    DisputeWithdrawn,
    Ledger,
    Match,
    MatchClosed,
    MatchOpened,
    Refusal,
    Refused,
    Ruled,
    RulesAdopted,
    SealsOpened,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
)
from ledger.house import Asked, Dispute, Facts, Table, check, evolve

from .forging import forced
from .pledge_game import PLEDGE, Pledge, Say
from .sealed_game import SEALED, Bid
from .tables import NAMES, a_ledger, play, pledge, sealed

OPENED = MatchOpened(
    game="pledge",
    rules=1,
    options={},
    seats=("Ann", "Bob"),
    chance="seeded",
    draws="draw/1",
    seed="a seed",
    seed_by="hand",
    irregular="allow",
)
NEWER = replace(PLEDGE, version=2)


def clause_of(act: Any, *args: Any, **more: Any) -> str:
    """The clause with which something is refused."""
    with pytest.raises(Refused) as refused:
        act(*args, **more)
    assert refused.value.clause in HOUSE
    assert refused.value.clause in str(refused.value)
    return refused.value.clause


def declared(ledger: Ledger, **more: Any) -> Match:
    return ledger.new("sealed", NAMES[:2], chance="declared", **more)


def test_every_clause_of_the_house_has_a_test() -> None:
    """The markers of all test files of the engine, read without running them."""
    marked = {
        value.value
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"
        for value in node.args
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }
    assert {clause.id for clause in HOUSE} - marked == set()
    assert {clause for clause in marked if clause.startswith("HOUSE")} <= {c.id for c in HOUSE}


@pytest.mark.clause("HOUSE-01")
def test_an_action_names_a_seat_of_the_match() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        assert clause_of(match.act, Pledge(2, 1)) == "HOUSE-01"
        assert clause_of(match.act, {"kind": "say", "seat": 99, "text": "x"}) == "HOUSE-01"
        assert clause_of(match.act, Pledge(2, 1), at=1) == "HOUSE-01"
        hidden = sealed(ledger)  # a game that looks at what the seat has
        assert clause_of(hidden.act, Bid(2, ()), at=1) == "HOUSE-01"


@pytest.mark.clause("HOUSE-01")
@pytest.mark.parametrize("at", [None, 1])
def test_of_a_seat_that_is_not_there_the_game_is_asked_nothing(at: int | None) -> None:
    """Neither for its view nor for its choices: it need not know of such a seat."""

    def mask(s: Any, who: Any) -> Any:
        return s if isinstance(who, str) else replace(s, pile=len(s.hands[who]))

    with a_ledger() as ledger:
        game = replace(SEALED, mask=mask, legal=lambda s, seat: (s.hands[seat],))
        match = ledger.new(game, NAMES[:2])
        for seat in (2, 99):
            assert clause_of(match.act, Bid(seat, ()), at=at) == "HOUSE-01"
            refusal = match.refusal(Bid(seat, ()), at=at)
            assert refusal == Refusal("HOUSE-01", f"there is no seat {seat}")


@pytest.mark.clause("HOUSE-01")
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_an_event_of_the_house_names_a_seat_of_the_match_too(seat: int) -> None:
    """Whoever writes it: a forged log holds no other."""
    table, facts = Table(OPENED, 1, dispute=Dispute(3, 0, 2)), Facts(3, False, 1)
    for event in (Disputed(seat, 2, "so"), DisputeWithdrawn(seat), TakeBackAsked(seat, 1)):
        assert check(table, event, facts) == Refusal("HOUSE-01", f"there is no seat {seat}")


def test_what_names_no_seat_goes_in_a_match_of_one_too() -> None:
    table = Table(replace(OPENED, seats=("Ann",)), 1)
    assert check(table, MatchClosed("It is late."), Facts(3, False, 1)) is None


@pytest.mark.clause("HOUSE-02")
def test_while_a_draw_is_awaited_nobody_acts() -> None:
    with a_ledger() as ledger:
        match = declared(ledger)
        assert clause_of(match.act, Bid(0, ())) == "HOUSE-02"
        assert (match.legal(0), match.awaited) == ((), ())


@pytest.mark.clause("HOUSE-03")
def test_what_is_entered_must_be_in_the_pool() -> None:
    with a_ledger() as ledger:
        match = declared(ledger)
        assert clause_of(match.draw, 13, "Ann") == "HOUSE-03"
        match.draw(3, "Ann")
        assert clause_of(match.draw, 3, "Ann") == "HOUSE-03"  # it is in the own hand


def test_a_refused_draw_tells_nothing_new() -> None:
    """A card in another's hand could be drawn, as far as this seat can know."""
    with a_ledger() as ledger:
        match = declared(ledger)
        for card in (1, 2, 3):
            match.draw(card, 0)
        match.draw(3, 1)
        assert match.seq == 5
        assert ledger.audit().verdict == "broken"  # only the audit, which knows both, may say it


@pytest.mark.clause("HOUSE-04")
def test_a_draw_is_entered_only_where_one_is_awaited() -> None:
    with a_ledger() as ledger:
        assert clause_of(sealed(ledger).draw, 3, 0) == "HOUSE-04"
        match = declared(ledger)
        for seat in (0, 1):
            for card in (1, 2, 3):
                match.draw(card + 3 * seat, seat)
        assert clause_of(match.draw, 7, 0) == "HOUSE-04"


@pytest.mark.clause("HOUSE-05")
def test_a_secret_draw_is_entered_by_its_seat() -> None:
    with a_ledger() as ledger:
        match = declared(ledger)
        for who in (1, "Bob", "spectator", "auditor"):
            assert clause_of(match.draw, 3, who) == "HOUSE-05"
        with pytest.raises(Refused, match="this draw is secret: it is entered as Ann, who alone"):
            match.draw(3)
        match.draw(3, "Ann")


@pytest.mark.clause("HOUSE-06")
def test_a_match_may_refuse_irregular_acts() -> None:
    with a_ledger() as ledger:
        strict = pledge(ledger, irregular="refuse")
        assert clause_of(strict.act, Pledge(0, 6), anyway=True) == "HOUSE-06"
        assert strict.seq == 1
        pledge(ledger).act(Pledge(0, 6), anyway=True)


@pytest.mark.clause("HOUSE-07")
@pytest.mark.parametrize("who", ["0", "1", "spectator", "auditor"])
def test_a_copy_is_for_reading(tmp_path: Path, who: str) -> None:
    with a_ledger() as ledger:
        play(sealed(ledger), 2).export(tmp_path / "copy.db", who)
    with a_ledger(tmp_path / "copy.db") as copy:
        match = copy.match()
        before = match.head
        assert clause_of(match.act, Bid(0, ())) == "HOUSE-07"
        assert clause_of(match.act, Bid(0, ()), at=1) == "HOUSE-07"
        assert clause_of(match.draw, 1) == "HOUSE-07"
        assert clause_of(match.open_seals, "all") == "HOUSE-07"
        assert clause_of(match.adopt_rules) == "HOUSE-07"
        refusal = match.refusal(Bid(0, ()))
        reader = match.seats[int(who)] if who.isdigit() else f"the {who}"
        assert refusal and refusal.reason.startswith(f"this is a copy for {reader}: act on")
        assert match.head == before


@pytest.mark.clause("HOUSE-07")
def test_a_copy_whose_mark_was_removed_still_lacks_the_seed(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        play(sealed(ledger), 2).export(tmp_path / "copy.db", "Ann")
    with forced(tmp_path / "copy.db") as raw:
        raw.execute("DELETE FROM copies")
    with a_ledger(tmp_path / "copy.db") as copy:
        assert copy.match().copy_for is None
        assert clause_of(copy.match().act, Bid(0, ())) == "HOUSE-07"


@pytest.mark.clause("HOUSE-07")
def test_a_copy_goes_to_nobody_else(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        match = play(sealed(ledger), 2)
        match.export(tmp_path / "ann.db", "Ann")
        match.export(tmp_path / "all.db", "auditor")
    with a_ledger(tmp_path / "ann.db", "read") as copy:
        assert clause_of(copy.match().export, tmp_path / "x.db", "Bob") == "HOUSE-07"
        assert not (tmp_path / "x.db").exists()
        copy.match().export(tmp_path / "again.db", "Ann")
    with a_ledger(tmp_path / "all.db", "read") as copy:
        copy.match().export(tmp_path / "bob.db", "Bob")


@pytest.mark.clause("HOUSE-08")
def test_seals_are_opened_after_the_outcome_each_scope_once() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        assert clause_of(match.open_seals, "all") == "HOUSE-08"
        assert clause_of(match.open_seals, "seed") == "HOUSE-08"
        play(match)
        match.open_seals("seed")
        assert clause_of(match.open_seals, "seed") == "HOUSE-08"
        match.open_seals("all")
        assert clause_of(match.open_seals, "all") == "HOUSE-08"
        assert clause_of(match.open_seals, "seed") == "HOUSE-08"
        other = play(sealed(ledger))
        other.open_seals("all")
        assert clause_of(other.open_seals, "seed") == "HOUSE-08"  # it is one of all


@pytest.mark.clause("HOUSE-08")
def test_a_match_without_a_seed_opens_none() -> None:
    table = Table(replace(OPENED, seed=None, chance="declared"), 1)
    refusal = check(table, SealsOpened("seed"), Facts(1, True, 1))
    assert refusal is not None
    assert refusal.clause == "HOUSE-08"
    assert check(table, SealsOpened("all"), Facts(1, True, 1)) is None


@pytest.mark.clause("HOUSE-09")
def test_under_newer_rules_a_match_goes_on_once_it_adopted_them(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger)
    with a_ledger(path, games=(NEWER, SEALED)) as ledger:
        match = ledger.match()
        assert clause_of(match.act, Pledge(0, 1)) == "HOUSE-09"
        assert match.adopt_rules() == (RulesAdopted(2),)
        match.act(Pledge(0, 1))


@pytest.mark.clause("HOUSE-10")
def test_only_newer_rules_can_be_adopted(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = pledge(ledger)
        assert clause_of(match.adopt_rules) == "HOUSE-10"
    with a_ledger(path, games=(NEWER,)) as ledger:
        ledger.match().adopt_rules()
        assert clause_of(ledger.match().adopt_rules) == "HOUSE-10"
    for rules in (0, 1, 3):
        refusal = check(Table(OPENED, 1), RulesAdopted(rules), Facts(1, False, 2))
        assert refusal is not None
        assert refusal.clause == "HOUSE-10"


@pytest.mark.clause("HOUSE-11")
def test_a_match_is_opened_once() -> None:
    refusal = check(Table(OPENED, 1), OPENED, Facts(1, False, 1))
    assert refusal is not None
    assert refusal.clause == "HOUSE-11"


@pytest.mark.clause("HOUSE-12")
def test_after_the_outcome_nobody_acts() -> None:
    """Even where the game itself would allow it."""
    with a_ledger() as ledger:
        match = play(pledge(ledger))
        assert match.outcome is not None
        assert clause_of(match.act, Say(0, "well played")) == "HOUSE-12"
        assert clause_of(match.act, Pledge(0, 0)) == "HOUSE-12"
        assert match.awaited == ()


def test_what_the_houses_events_change() -> None:
    table = evolve(Table(OPENED, 1), OPENED, 1)
    assert table == Table(OPENED, 1)
    assert evolve(table, RulesAdopted(2), 7) == Table(OPENED, 2, barrier=7)
    opened = evolve(evolve(table, SealsOpened("seed"), 8), SealsOpened("all"), 9)
    assert opened == Table(OPENED, 1, ("seed", "all"), barrier=9)


@pytest.mark.clause("HOUSE-19")
def test_what_all_agreed_to_is_what_is_taken_back() -> None:
    """No more, no less, and as taken back by who asked."""
    table = Table(OPENED, 1, asked=Asked(0, 3, (1,)))
    facts = Facts(9, False, 1, lone=0)
    assert check(table, TakenBack(0, 3), facts) is None
    for other in (TakenBack(0, 2), TakenBack(0, 4), TakenBack(1, 3)):
        assert check(table, other, facts) == Refusal("HOUSE-19", "not all others have agreed")


@pytest.mark.clause("HOUSE-19")
def test_at_once_goes_the_last_act_alone() -> None:
    table, facts = Table(OPENED, 1), Facts(9, False, 1, lone=0)
    text = "more than the seat's own public act has followed: ask first"
    assert check(table, TakenBack(0, 8), facts) is None
    for other in (TakenBack(0, 7), TakenBack(1, 8)):
        assert check(table, other, facts) == Refusal("HOUSE-19", text)


@pytest.mark.clause("HOUSE-20")
@pytest.mark.parametrize("to", [-1, 0, 9, 10])
def test_a_forged_take_back_goes_to_an_event_of_before(to: int) -> None:
    """Whoever asks through the library is told that there is no such event, or nothing after it."""
    refused = Refusal("HOUSE-20", f"nothing has followed on #{to}")
    for event in (TakeBackAsked(0, to), TakenBack(0, to)):
        assert check(Table(OPENED, 1), event, Facts(9, False, 1, lone=0)) == refused


def test_what_a_take_back_takes_stands_no_more_to_its_edges() -> None:
    asked = evolve(Table(OPENED, 1), TakeBackAsked(0, 3), 7)
    gone = evolve(evolve(asked, TakeBackAgreed(1), 8), TakenBack(0, 3), 9)
    assert gone == Table(OPENED, 1, gone=((4, 8),))
    assert [seq for seq in range(1, 11) if not gone.stands(seq)] == [4, 5, 6, 7, 8]
    more = evolve(gone, TakenBack(0, 10), 13)
    assert more.gone == ((4, 8), (11, 12))
    assert evolve(more, TakenBack(0, 3), 15).gone == ((4, 14),)
    assert evolve(more, TakenBack(0, 9), 15).gone == ((4, 8), (10, 14))


def test_what_else_the_houses_events_change() -> None:
    table = Table(OPENED, 1)
    disputed = evolve(table, Disputed(1, 4, "so"), 6)
    assert disputed == replace(table, dispute=Dispute(6, 1, 4))
    assert evolve(disputed, DisputeWithdrawn(1), 7) == table
    ruled = evolve(disputed, Ruled("table", True, "", "so"), 7)
    assert ruled == replace(table, ruled=(4,), barrier=7)
    asked = evolve(table, TakeBackAsked(1, 3), 5)
    assert asked == replace(table, asked=Asked(1, 3))
    agreed = evolve(asked, TakeBackAgreed(0), 6)
    assert (asked.agreed(), agreed.agreed(), table.agreed()) == (False, True, False)
    assert agreed == replace(table, asked=Asked(1, 3, (0,)))
    assert evolve(agreed, TakeBackDeclined(0), 7) == table
    assert evolve(table, ActedFor(1, "late"), 7) == replace(table, acting=1)
    assert evolve(asked, MatchClosed("late"), 7) == replace(table, closed="late", barrier=7)
