"""Take-backs, absent seats, closed matches; what if a ruling had not been; why something is not."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    ActedFor,
    Broken,
    Ledger,
    Match,
    MatchClosed,
    Misused,
    NeedsDisclosure,
    Refusal,
    Rest,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackDeclined,
    TakenBack,
)
from ledger.testing import assert_copy

from .forging import compact, forced, kinds, rechain, rewrite
from .pledge_game import PLEDGE, Say
from .sealed_game import SEALED, Bid, PointScored
from .tables import a_ledger, play, pledge, sealed
from .test_disputes import lays, proved, tower
from .test_house import clause_of
from .tower_game import TOWER, CoinFlipped, Lay, Mend, MendingDue


@pytest.fixture
def book() -> Iterator[Ledger]:
    with a_ledger(games=(TOWER, SEALED, PLEDGE)) as ledger:
        yield ledger


# -- take-backs


@pytest.mark.clause("HOUSE-19")
def test_ones_own_last_public_act_is_taken_back_at_once(book: Ledger) -> None:
    match = pledge(book)
    match.act(Say(1, "hello"))
    before, head = match.view(), match.head
    match.act(Say(0, "oops"))
    assert match.take_back(2, "Ann") == (TakenBack(0, 2),)
    assert match.view() == before
    assert match.head != head  # nothing is deleted
    assert [entry.kind for entry in match.events()] == ["match_opened", "say", "say", "taken_back"]
    proved(match)


@pytest.mark.clause("HOUSE-19")
def test_anything_else_is_taken_back_if_all_others_agree(book: Ledger) -> None:
    match = tower(book, 10, 12, seats=3)
    at = lays(match)[1]
    before = match.view("auditor", at - 1)
    assert match.take_back(at - 1, "Bob") == (TakeBackAsked(1, at - 1),)
    assert match.agree("Cid") == (TakeBackAgreed(2),)
    assert match.view("auditor") != before
    assert match.agree("Ann") == (TakeBackAgreed(0), TakenBack(1, at - 1))
    assert match.view("auditor") == before
    assert match.awaited == (1,)
    proved(match)


@pytest.mark.clause("HOUSE-19")
def test_where_nobody_else_sits_all_others_have_agreed_at_once() -> None:
    """Nobody could answer: such a match once stood still for ever, and audits called it cut."""
    game = replace(TOWER, seats=range(1, 5))
    with a_ledger(games=(game,)) as book:
        match = book.new(game, ("Ann",), seed="tower")
        match.act(Lay(0, 10))
        before = match.view()
        match.act(Lay(0, 12))
        to = match.seq - 2  # a coin was flipped for it
        assert match.take_back(to, "Ann")[:2] == (TakeBackAsked(0, to), TakenBack(0, to))
        assert match.view() == before
        assert match.awaited == (0,)
        proved(match)


@pytest.mark.clause("HOUSE-18")
def test_a_take_back_that_is_asked_for_stops_the_game(book: Ledger) -> None:
    match = tower(book, 10, 12)
    match.take_back(2, "Bob")
    assert not match.awaited
    assert clause_of(match.act, Lay(0, 20)) == "HOUSE-18"
    assert clause_of(match.take_back, 2, "Ann") == "HOUSE-18"
    assert clause_of(match.dispute, "Ann", 2, "no") == "HOUSE-18"
    assert match.decline("Ann") == (TakeBackDeclined(0),)
    assert match.awaited == (0,)
    assert [stone.number for stone in match.view().tower] == [10, 12]
    proved(match)


@pytest.mark.clause("HOUSE-18")
def test_who_asks_may_let_it_go(book: Ledger) -> None:
    match = tower(book, 10, 12)
    match.take_back(2, "Bob")
    match.decline("Bob")
    assert match.awaited == (0,)
    proved(match)


@pytest.mark.clause("HOUSE-19")
def test_only_what_is_asked_for_is_answered_and_once(book: Ledger) -> None:
    match = tower(book, 10, 12, seats=3)
    assert clause_of(match.agree, "Ann") == "HOUSE-19"
    assert clause_of(match.decline, "Ann") == "HOUSE-19"
    match.take_back(2, "Bob")
    assert clause_of(match.agree, "Bob") == "HOUSE-19"
    match.agree("Ann")
    assert clause_of(match.agree, "Ann") == "HOUSE-19"
    match.decline("Cid")
    assert clause_of(match.agree, "Cid") == "HOUSE-19"


@pytest.mark.clause("HOUSE-19")
def test_an_act_with_a_secret_is_taken_back_only_if_others_agree(book: Ledger) -> None:
    match = sealed(book)
    match.act(match.legal(0)[0].sample(lambda _: 0))
    assert match.take_back(match.seq - 1, "Ann") == (TakeBackAsked(0, match.seq - 2),)


@pytest.mark.clause("HOUSE-19")
def test_what_fell_for_a_seat_is_no_act_of_its_own(book: Ledger) -> None:
    """Else whoever dislikes a coin takes it back, and it is flipped again."""
    match = tower(book, 10)
    last = match.seq
    assert isinstance(next(match.events(after=last - 1)).event, CoinFlipped)
    assert match.take_back(last - 1, "Ann") == (TakeBackAsked(0, last - 1),)


@pytest.mark.clause("HOUSE-19")
def test_an_act_on_which_a_draw_is_due_is_taken_back_only_if_others_agree(tmp_path: Path) -> None:
    """The coin may have been flipped and looked at, and nobody has said yet how it fell."""
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, seed=None, chance="declared")
        match.act(Lay(0, 10))
        assert match.take_back(1, "Ann") == (TakeBackAsked(0, 1),)
        assert match.agree("Bob") == (TakeBackAgreed(1), TakenBack(0, 1))
        proved(match)
        match.act(Lay(0, 20))
        last = match.seq
    with forced(path) as connection:
        forge(connection, {"kind": "taken_back", "seat": 0, "to": last - 1})
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        found = [(finding.seq, finding.clause) for finding in ledger.audit().findings]
        assert found == [(last + 1, "HOUSE-19")]


def test_back_to_an_upheld_ruling_its_remedy_is_due_again(book: Ledger) -> None:
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    ruling = match.seq + 1
    match.rule()
    match.act(Mend(1, 11))
    match.take_back(ruling, "Bob")
    assert match.agree("Ann") == (TakeBackAgreed(0), TakenBack(1, ruling), MendingDue(1, 7))
    match.act(Mend(1, 12))
    assert [stone.number for stone in match.view().tower] == [10, 12]
    (quarrel,) = match.docket().quarrels
    assert quarrel.remedy == (match.seq - 1, match.seq)
    (act,) = match.docket().irregular
    assert (act.status, act.by) == ("remedied", match.seq - 1)
    proved(match)


@pytest.mark.parametrize("upheld", [True, False])
def test_back_to_what_people_ruled_nothing_is_due(book: Ledger, upheld: bool) -> None:
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule("So be it.", upheld=upheld)
    ruling = match.seq
    match.act(Lay(0, 20))
    match.take_back(ruling, "Ann")
    assert match.agree("Bob") == (TakeBackAgreed(1), TakenBack(0, ruling))
    assert match.awaited == (0,)
    proved(match)


@pytest.mark.clause("HOUSE-19")
def test_anothers_act_is_taken_back_only_if_others_agree(book: Ledger) -> None:
    match = pledge(book)
    match.act(Say(1, "hello"))
    assert match.take_back(1, "Ann") == (TakeBackAsked(0, 1),)


def test_the_same_draws_come_again(book: Ledger) -> None:
    match = tower(book, 10, 12)
    first, second = (
        entry.event for entry in match.events() if isinstance(entry.event, CoinFlipped)
    )
    match.take_back(1, "Ann")
    match.agree("Bob")
    events = [*match.act(Lay(0, 30)), *match.act(Lay(1, 40))]
    assert [event for event in events if isinstance(event, CoinFlipped)] == [first, second]
    proved(match)


def test_take_backs_lie_within_take_backs(book: Ledger) -> None:
    match = tower(book, 10, 12)
    third = lays(match)[1]
    match.take_back(third - 1, "Bob")
    match.agree("Ann")
    match.act(Lay(1, 13))
    match.take_back(1, "Bob")
    match.agree("Ann")
    assert match.view().tower == ()
    match.act(Lay(0, 5))
    assert [stone.number for stone in match.view().tower] == [5]
    proved(match)


@pytest.mark.clause("HOUSE-20")
def test_nothing_is_taken_back_twice_or_that_has_not_been(book: Ledger) -> None:
    match = tower(book, 10, 12)
    second = lays(match)[1]
    match.take_back(second - 1, "Bob")
    match.agree("Ann")
    assert clause_of(match.take_back, second, "Bob") == "HOUSE-20"
    assert clause_of(match.take_back, match.seq, "Bob") == "HOUSE-20"


@pytest.mark.clause("HOUSE-20")
def test_nothing_is_taken_back_across_a_ruling(book: Ledger) -> None:
    match = tower(book, 10, 12)
    match.dispute("Ann", 2, "no")
    match.rule()
    ruling = match.seq
    match.act(Lay(0, 20))
    assert clause_of(match.take_back, ruling - 1, "Ann") == "HOUSE-20"
    match.take_back(ruling, "Ann")
    match.agree("Bob")
    assert [stone.number for stone in match.view().tower] == [10, 12]
    proved(match)


@pytest.mark.clause("HOUSE-20")
def test_nothing_is_taken_back_across_opened_seals(book: Ledger) -> None:
    match = play(pledge(book))
    assert match.outcome is not None
    match.open_seals("seed")
    assert clause_of(match.take_back, match.seq - 2, "Ann") == "HOUSE-20"


def test_the_last_act_of_a_match_can_be_taken_back(book: Ledger) -> None:
    match = tower(book, 10, 20, 30, 40, 50, 60)
    assert match.outcome is not None
    match.take_back(lays(match)[5] - 1, "Bob")
    match.agree("Ann")
    assert match.outcome is None
    assert match.awaited == (1,)
    proved(match)


@pytest.mark.parametrize("seats", [2, 3])
def test_secrets_stay_secret_through_a_take_back(book: Ledger, seats: int) -> None:
    """What was drawn again is known again to who drew it, and to nobody else."""
    match = play(sealed(book, seats), 3)
    to, before = match.seq, [match.view(who) for who in range(seats)]
    match = play(match, 5)
    match.take_back(to, 0)
    for seat in range(1, seats):
        match.agree(seat)
    assert [match.view(who) for who in range(seats)] == before
    play(match)
    proved(match)
    for who in (*range(seats), "spectator"):
        assert_copy(match, who)


def test_a_reveal_opens_the_seal_that_stands(book: Ledger) -> None:
    match = sealed(book)
    match.act({"kind": "bid", "seat": 0, "cards": [match.view(0).hands[0].cards[0]]})
    match.take_back(match.seq - 1, 0)
    match.agree(1)
    second = match.view(0).hands[0].cards[1]
    match.act({"kind": "bid", "seat": 0, "cards": [second]})
    asked = match.seq
    match.act({"kind": "bid", "seat": 1, "cards": []})
    (revealed,) = [e.event for e in match.events(after=asked) if e.kind == "bids_revealed"]
    assert revealed.bids[0] == (second,)  # type: ignore[attr-defined]  # its kind says so
    proved(match)


def test_an_earlier_seal_is_opened_again_where_the_later_was_taken_back(book: Ledger) -> None:
    match = sealed(book)
    card = match.view(0).hands[0].cards[0]
    match.act({"kind": "bid", "seat": 0, "cards": [card]})
    to = match.seq
    match.act({"kind": "bid", "seat": 1, "cards": []})  # reveals both
    match.take_back(to, 1)
    match.agree(0)
    match.act({"kind": "bid", "seat": 1, "cards": [match.view(1).hands[1].cards[0]]})
    proved(match)


def test_a_live_fold_and_a_fresh_one_agree(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10, 12)
        match.take_back(2, "Bob")
        match.agree("Ann")
        match.act(Lay(1, 13))
        views = [match.view(who) for who in (0, 1, "spectator", "auditor")]
        with a_ledger(path, "read", games=(TOWER,)) as other:
            assert [other.match().view(who) for who in (0, 1, "spectator", "auditor")] == views
            assert other.match().head == match.head


@pytest.mark.parametrize("change", [{"to": 3}, {"seat": 1}, {"to": 99}, {"to": -1}])
def test_a_forged_take_back_is_noticed(tmp_path: Path, change: dict[str, int]) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(PLEDGE,)) as ledger:
        match = pledge(ledger)
        match.act(Say(1, "hello"))
        match.act(Say(0, "oops"))
        match.take_back(2, "Ann")
        seq = match.seq
    with forced(path) as connection:
        rewrite(connection, seq, lambda event: {**event, **change})
        rechain(connection)
    with a_ledger(path, "read", games=(PLEDGE,)) as ledger:
        assert ledger.replay().verdict == "diverged"
        assert ledger.audit().verdict == "broken"


def test_a_take_back_all_agreed_to_and_that_did_not_follow_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10, 12)
        match.take_back(3, "Bob")  # up to the coin of the first number: nothing follows it
        match.agree("Ann")
        last = match.seq
    with forced(path) as connection:
        assert kinds(connection)[-1] == "taken_back"
        connection.execute("DELETE FROM events WHERE seq = ?", (last,))
    text = "all have agreed: the take-back had to follow: the log was cut"
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        assert ledger.replay().verdict == "diverged"
        assert [finding.text for finding in ledger.audit().findings] == [text]
    with a_ledger(path, games=(TOWER,)) as ledger:
        assert clause_of(ledger.match().act, Lay(0, 50)) == "HOUSE-18"
    with forced(path) as connection:
        forge(connection, {"kind": "lay", "seat": 0, "number": 50})
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        found = [(finding.seq, finding.text) for finding in ledger.audit().findings]
        assert found == [(last, "all have agreed: the take-back had to follow")]


def forge(connection: sqlite3.Connection, event: dict[str, Any]) -> None:
    """Append an event, as whoever owns the file can."""
    connection.execute(
        "INSERT INTO events SELECT match, seq + 1, time, ?, digest FROM events "
        "ORDER BY seq DESC LIMIT 1",
        (compact(event),),
    )
    rechain(connection)


def test_a_take_back_not_all_agreed_to_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10, 12, seats=3)
        match.take_back(3, "Bob")
        match.agree("Ann")
        last = match.seq
    with forced(path) as connection:
        forge(connection, {"kind": "taken_back", "seat": 1, "to": 3})
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        found = [(finding.seq, finding.clause) for finding in ledger.audit().findings]
        assert found == [(last + 1, "HOUSE-19")]


@pytest.mark.clause("HOUSE-22")
@pytest.mark.parametrize("closed", [True, False])
def test_while_the_game_stands_still_nothing_follows_by_itself(
    tmp_path: Path, closed: bool
) -> None:
    """Also no draw that was awaited before."""
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, seed=None, chance="declared")
        match.act(Lay(0, 10))
        if closed:
            match.close("It is late.")
        else:
            match.dispute("Bob", 2, "too high")
        last = match.seq
    with forced(path) as connection:
        forge(connection, {"kind": "coin_flipped", "seat": 0, "counts": True})
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        found = [(finding.seq, finding.clause) for finding in ledger.audit().findings]
        assert found == [(last + 1, "HOUSE-22" if closed else "HOUSE-13")]


def test_what_the_host_began_for_an_absent_seat_it_has_to_do(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10)
        acted = match.seq + 1
        match.act_for("Bob", "gone")
    with forced(path) as connection:
        connection.execute("DELETE FROM events WHERE seq > ?", (acted,))
    text = "the host had to act for Bob first"
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        audit = ledger.audit()
        assert [finding.text for finding in audit.findings] == [f"{text}: the log was cut"]
    with a_ledger(path, games=(TOWER,)) as ledger, pytest.raises(Broken, match=text):
        ledger.match().act(Lay(1, 50))
    with forced(path) as connection:
        forge(connection, {"kind": "match_closed", "reason": "It is late."})
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        found = [(finding.seq, finding.text) for finding in ledger.audit().findings]
        assert found == [(acted + 1, text)]


def test_what_was_taken_back_is_named_with_what_took_it_back(book: Ledger) -> None:
    match = tower(book, 10, 12)
    assert match.taken_back() == {}
    first, second = lays(match)
    match.take_back(second - 1, "Bob")
    asked = match.asked
    assert asked is not None
    assert (asked.seat, asked.to, asked.agreed) == (1, second - 1, ())
    match.agree("Ann")
    assert match.asked is None
    inner = match.seq
    assert match.taken_back() == {second: inner, second + 1: inner}  # a number and its coin
    match.act(Lay(1, 13))
    again = lays(match)[2]
    before = match.seq
    match.take_back(first - 1, "Ann")
    match.agree("Bob")
    outer = match.seq
    gone = {first: outer, first + 1: outer, second: inner, second + 1: inner}
    assert match.taken_back() == {**gone, again: outer, again + 1: outer}
    assert match.taken_back(before) == {second: inner, second + 1: inner}


# -- absent seats


@pytest.mark.clause("HOUSE-21")
def test_the_host_does_for_an_absent_seat_what_the_game_does_by_default(book: Ledger) -> None:
    match = tower(book, 10)
    acted, laid, flipped = match.act_for("Bob", "gone for an hour")
    assert (acted, laid) == (ActedFor(1, "gone for an hour"), Lay(1, 11))
    assert isinstance(flipped, CoinFlipped)
    assert match.awaited == (0,)
    proved(match)


@pytest.mark.clause("HOUSE-21")
def test_the_host_acts_for_nobody_the_table_does_not_wait_for(book: Ledger) -> None:
    match = tower(book, 10)
    assert clause_of(match.act_for, "Ann", "asleep") == "HOUSE-21"
    assert clause_of(match.act_for, "Ann", "asleep") == "HOUSE-21"
    done = tower(book, 10, 20, 30, 40, 50, 60)
    assert clause_of(done.act_for, "Ann", "asleep") == "HOUSE-12"


@pytest.mark.clause("HOUSE-21")
def test_a_game_that_names_no_default_has_none(book: Ledger) -> None:
    assert clause_of(pledge(book).act_for, "Ann", "asleep") == "HOUSE-21"


@pytest.mark.clause("HOUSE-21")
def test_where_the_game_does_nothing_by_default_nothing_is_recorded() -> None:
    game = replace(TOWER, default=lambda view, seat: None)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, ("Ann", "Bob"))
        before = match.seq
        assert clause_of(match.act_for, "Ann", "asleep") == "HOUSE-21"
        assert match.seq == before


@pytest.mark.parametrize(("seat", "number"), [(1, 12), (0, 11)])
def test_what_the_host_did_otherwise_is_noticed(tmp_path: Path, seat: int, number: int) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10)
        match.act_for("Bob", "gone")
        seq = lays(match)[1]
    with forced(path) as connection:
        rewrite(connection, seq, lambda event: {**event, "seat": seat, "number": number})
        rechain(connection)
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        assert ledger.replay().verdict == "diverged"


# -- closed matches


@pytest.mark.clause("HOUSE-22")
def test_in_a_closed_match_nobody_acts(book: Ledger) -> None:
    match = tower(book, 10)
    assert match.close("It is late.") == (MatchClosed("It is late."),)
    assert match.closed == "It is late."
    assert not match.awaited
    assert match.outcome is None
    assert clause_of(match.act, Lay(1, 11)) == "HOUSE-22"
    assert clause_of(match.act_for, "Bob", "asleep") == "HOUSE-22"
    assert clause_of(match.take_back, 2, "Ann") == "HOUSE-22"
    assert clause_of(match.close, "Later still.") == "HOUSE-22"
    (told,) = [check.detail for check in match.audit().checks if check.name == "outcome"]
    assert told == "the host closed the match: It is late."
    proved(match)


@pytest.mark.clause("HOUSE-08")
def test_the_seals_of_a_closed_match_can_be_opened(book: Ledger) -> None:
    match = tower(book, 10)
    assert clause_of(match.open_seals, "all") == "HOUSE-08"
    match.close("It is late.")
    match.open_seals("all")
    proved(match)
    assert match.audit().verdict == "clean"


def test_a_closed_match_can_still_be_quarrelled_about_without_remedy(book: Ledger) -> None:
    match = tower(book, 10, 7)
    match.close("You cheat.")
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    (ruled,) = match.rule()
    assert ruled.upheld  # type: ignore[attr-defined]  # a ruling
    assert match.standstill is not None
    proved(match)


# -- what if


def ruled_tower(book: Ledger, *after: Any) -> tuple[Match, int]:
    """10, then 7, disputed and mended to 40; then what was done after it. And the ruling's seq."""
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    ruling = match.docket().quarrels[0].ended
    match.act(Mend(1, 40))
    for number in after:
        match.act(Lay(match.awaited[0], number))
    return match, ruling


def test_what_if_a_ruling_had_not_been(book: Ledger) -> None:
    match, ruling = ruled_tower(book, 50, 60, 70, 80)
    head = match.head
    found = match.what_if(without=ruling)
    assert (found.ruling, found.stops, found.refusal) == (ruling, 0, None)
    assert [stone.number for stone in found.state.tower] == [10, 7, 50, 60, 70, 80]
    assert found.outcome is not None
    assert found.real == match.outcome
    assert match.head == head


def test_what_if_says_from_where_on_it_could_not_have_gone_so(book: Ledger) -> None:
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    ruling = match.docket().quarrels[0].ended
    match.act_for("Bob", "offended")  # 11 it is
    match.take_back(match.seq - 1, "Bob")
    match.act_for("Bob", "offended still")
    last = match.seq
    match.act(Lay(0, 12))
    found = match.what_if(without=ruling)
    assert (found.stops, found.refusal) == (0, None)
    assert [stone.number for stone in found.state.tower] == [10, 7, 12]
    assert found.outcome is found.real is None
    assert last < match.seq


def test_what_if_asks_for_a_ruling(book: Ledger) -> None:
    match, ruling = ruled_tower(book)
    for seq in (1, ruling - 1):
        with pytest.raises(Misused, match=f"#{seq} is no ruling"):
            match.what_if(without=seq)


def test_what_if_draws_as_was_drawn_where_the_table_declares(book: Ledger) -> None:
    match = tower(book, seed=None, chance="declared")
    for number in (10, 7):
        match.act(Lay(match.awaited[0], number), anyway=True)
        match.draw(True)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    ruling = match.docket().quarrels[0].ended
    match.act(Mend(1, 40))
    match.act(Lay(0, 50))
    match.draw(False)
    found = match.what_if(without=ruling)
    assert [stone.counts for stone in found.state.tower] == [True, True, False]


def test_what_if_waits_where_there_was_no_such_draw(book: Ledger) -> None:
    match = tower(book, seed=None, chance="declared")
    for number in (10, 7):
        match.act(Lay(match.awaited[0], number), anyway=True)
        match.draw(True)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    ruling = match.docket().quarrels[0].ended
    match.act(Mend(1, 40))
    match.act(Lay(0, 50))
    found = match.what_if(without=ruling)
    assert (found.stops, found.refusal, found.outcome) == (0, None, None)
    assert [stone.counts for stone in found.state.tower] == [True, True, None]


def narrower(hidden: int) -> Any:
    """A tower in which no number counts that lies above a 7."""

    def settle(state: Any, chance: Any) -> Any:
        top = state.tower[-1] if state.tower else None
        if top is None or top.counts is not None:
            return None
        seven = any(stone.number == 7 for stone in state.tower[:-1])
        pool = Rest((False, False), hidden) if seven else (False, True)
        return chance.draw(CoinFlipped, pool, seat=top.seat)

    return replace(TOWER, settle=settle)


@pytest.mark.clause("HOUSE-03")
@pytest.mark.parametrize("hidden", [0, 1])
def test_what_if_stops_where_what_was_drawn_could_not_be_any_more(hidden: int) -> None:
    game = narrower(hidden)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, ("Ann", "Bob"), chance="declared")
        for number in (10, 7):
            match.act(Lay(match.awaited[0], number), anyway=True)
            match.draw(True)
        match.dispute("Ann", lays(match)[1], "7 is below 10")
        match.rule()
        ruling = match.docket().quarrels[0].ended
        match.act(Mend(1, 40))
        match.act(Lay(0, 50))
        match.draw(True)
        last = match.seq
        if hidden:
            with pytest.raises(NeedsDisclosure):
                match.what_if(without=ruling)
            return
        found = match.what_if(without=ruling)
        text = "its coin_flipped of then could not be drawn"
        assert (found.stops, found.refusal) == (last, Refusal("HOUSE-03", text))


def faulty_bid(view: Any, act: Any) -> Refusal | None:
    return Refusal("SG-01", "a bid is always wrong") if isinstance(act, Bid) else None


def pointed(state: Any, act: Any, before: Any) -> Any:
    return PointScored(act.seat)


QUARRELSOME = replace(SEALED, fault=faulty_bid, remedy=pointed)


@pytest.fixture
def quarrel() -> Iterator[tuple[Match, int]]:
    """A whole sealed game with a ruling that gave a point away; and the ruling's seq."""
    with a_ledger(games=(QUARRELSOME,)) as ledger:
        match = sealed(ledger)
        for seat in (0, 1):
            match.act(Bid(seat, ()))
        match.dispute("Ann", match.seq - 2, "you did not bid")
        match.rule()
        ruling = match.docket().quarrels[0].ended
        play(match)
        yield match, ruling


def test_what_if_tells_nobody_more_than_they_may_know(quarrel: tuple[Match, int]) -> None:
    match, ruling = quarrel
    found = match.what_if(ruling, "auditor")
    assert found.real == match.outcome
    assert sum(found.state.points) == sum(match.view("auditor").points) - 1
    for who, reader in (("spectator", "the spectator"), ("Ann", "Ann")):
        said = f"what if #{ruling} had not been hangs on what {reader} may not know"
        with pytest.raises(NeedsDisclosure, match=said):
            match.what_if(ruling, who)


def test_a_copy_that_cannot_tell_what_if_says_so(
    quarrel: tuple[Match, int], tmp_path: Path
) -> None:
    match, ruling = quarrel
    match.export(tmp_path / "copy.db", 0)
    with (
        Ledger(tmp_path / "copy.db", games=(QUARRELSOME,)) as copy,
        pytest.raises(NeedsDisclosure, match="hangs on what this file does not disclose"),
    ):
        copy.match().what_if(ruling, "auditor")


def test_what_if_of_a_ruling_that_changed_nothing_is_what_was(book: Ledger) -> None:
    match = sealed(book)
    match.dispute("Ann", 2, "I saw that card")
    match.rule()
    ruling = match.seq
    play(match)
    for who in ("spectator", "Ann", "auditor"):
        found = match.what_if(ruling, who)
        assert (found.stops, found.outcome, found.real) == (0, match.outcome, match.outcome)
        assert found.state == match.view(who)


# -- why not


def test_why_not_at_an_earlier_event(book: Ledger) -> None:
    match = tower(book, 10, 12)
    at = lays(match)[1] - 1
    assert match.refusal(Lay(1, 11), at=at) is None
    now = match.refusal(Lay(1, 11))
    assert now is not None
    assert now.clause == "TW-01"
    then = match.refusal(Lay(1, 9), at=at)
    assert then is not None
    assert (then.clause, then.irregular) == ("TW-02", True)
    nobody = match.refusal(Lay(7, 9), at=at)
    assert nobody is not None
    assert nobody.clause == "HOUSE-01"
    with pytest.raises(Misused, match="there is no #99"):
        match.refusal(Lay(1, 9), at=99)


def test_why_not_under_rules_that_are_not_installed(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        tower(ledger, 10, 12)
    with a_ledger(path, games=(replace(TOWER, version=2),)) as ledger:
        then = ledger.match().refusal(Lay(1, 11), at=3)
        assert then is not None
        assert then.clause == "HOUSE-09"


def test_newer_rules_do_not_go_back(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        tower(ledger, 10, 12)
    with a_ledger(path, games=(replace(TOWER, version=2),)) as ledger:
        match = ledger.match()
        assert clause_of(match.take_back, 2, "Ann") == "HOUSE-09"
        match.adopt_rules()
        assert clause_of(match.take_back, 2, "Ann") == "HOUSE-20"
