"""Disputes: raised, ruled, withdrawn, remedied, and read back from the log."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Broken,
    Dispute,
    Disputed,
    DisputeWithdrawn,
    Ledger,
    Match,
    Misused,
    Refusal,
    Ruled,
)
from ledger.conduct import DISMISSED

from .forging import forced, rechain, rewrite
from .sealed_game import SEALED
from .sealed_game import Bid as SealedBid
from .tables import NAMES, a_ledger, play, pledge, sealed
from .test_house import clause_of
from .tower_game import TOWER, CoinFlipped, Lay, Mend, MendingDue


def tower(ledger: Ledger, *numbers: int, seats: int = 2, **more: Any) -> Match:
    """A tower of these numbers, laid in turn; those too low as irregular acts."""
    chosen: dict[str, Any] = {"seed": "tower", **more}
    match = ledger.new(TOWER, NAMES[:seats], **chosen)
    for number in numbers:
        match.act(Lay(match.awaited[0], number), anyway=True)
    return match


def lays(match: Match) -> list[int]:
    """The seqs of the numbers laid."""
    return [entry.seq for entry in match.events() if isinstance(entry.event, Lay)]


@pytest.fixture
def book() -> Any:
    with a_ledger(games=(TOWER, SEALED)) as ledger:
        yield ledger


def proved(match: Match) -> None:
    """The record replays exactly, and nothing in it is broken."""
    assert match.replay().verdict == "exact"
    assert match.audit().verdict in ("clean", "findings")


def test_a_draw_that_was_awaited_before_a_dispute_is_no_part_of_its_remedy(book: Ledger) -> None:
    match = tower(book, 10, seed=None, chance="declared")
    match.draw(True)
    match.act(Lay(1, 7), anyway=True)
    match.dispute("Ann", match.seq, "7 is below 10")
    match.rule()
    due = match.seq
    match.draw(False)
    match.act(Mend(1, 11))
    mended = match.seq
    match.act(Lay(0, 20))
    match.draw(True)
    (quarrel,) = match.docket().quarrels
    assert quarrel.remedy == (due, mended)


@pytest.mark.clause("HOUSE-17")
def test_a_fault_that_all_could_see_is_upheld_and_remedied(book: Ledger) -> None:
    match = tower(book, 10, 7)
    at = lays(match)[1]
    assert match.dispute("Ann", at, "7 is below 10") == (Disputed(0, at, "7 is below 10"),)
    assert match.disputed == Dispute(match.seq, 0, at)
    ruled = match.rule()
    assert ruled == (
        Ruled("engine", True, "TW-02", "7 is not above 10"),
        MendingDue(1, 7),
    )
    assert match.disputed is None
    assert match.awaited == (1,)
    match.act(Mend(1, 11))
    assert [stone.number for stone in match.view().tower] == [10, 11]
    proved(match)
    (quarrel,) = match.docket().quarrels
    assert (quarrel.status, quarrel.by, quarrel.clause) == ("upheld", "engine", "TW-02")
    assert [match.tell(quarrel.event), quarrel.about] == [match.tell(Lay(1, 7)), at]
    assert quarrel.remedy == (quarrel.ended + 1, quarrel.ended + 2)  # it is due, and it is done
    (act,) = match.docket().irregular
    assert (act.seq, act.seat, act.clause, act.status) == (at, 1, "TW-02", "remedied")
    assert [(found.seq, found.status) for found in match.audit().findings] == [(at, "remedied")]


@pytest.mark.clause("HOUSE-17")
def test_a_dispute_about_what_is_right_is_dismissed(book: Ledger) -> None:
    match = tower(book, 10, 12)
    for about in (2, 3, 4, 5):  # numbers and coins
        match.dispute("Ann", about, "I do not believe it")
        (ruled,) = match.rule()
        assert isinstance(ruled, Ruled)
        assert (ruled.by, ruled.upheld, ruled.clause) == ("engine", False, "HOUSE-17")
    proved(match)
    assert {quarrel.status for quarrel in match.docket().quarrels} == {"dismissed"}


def test_too_late_for_a_remedy_it_is_upheld_all_the_same(book: Ledger) -> None:
    match = tower(book, 10, 7, 20)
    at = lays(match)[1]
    match.dispute("Ann", at, "7 is below 10")
    assert match.rule() == (Ruled("engine", True, "TW-02", "7 is not above 10"),)
    assert match.awaited == (1,)
    (quarrel,) = match.docket().quarrels
    assert (quarrel.status, quarrel.remedy) == ("upheld", ())
    assert [act.status for act in match.docket().irregular] == ["stood"]
    proved(match)
    assert match.audit().verdict == "findings"


def test_of_two_acts_just_alike_the_disputed_one_is_remedied(book: Ledger) -> None:
    match = tower(book, 10, 7, 20, 7)
    first, second = lays(match)[1], lays(match)[3]
    match.dispute("Ann", first, "7 is below 10")
    assert match.rule() == (Ruled("engine", True, "TW-02", "7 is not above 10"),)
    match.dispute("Ann", second, "7 is below 20")
    assert match.rule() == (Ruled("engine", True, "TW-02", "7 is not above 20"), MendingDue(1, 7))
    match.act(Mend(1, 21))
    assert [stone.number for stone in match.view().tower] == [10, 7, 20, 21]
    assert [act.status for act in match.docket().irregular] == ["stood", "remedied"]
    proved(match)


def test_a_draw_that_was_awaited_before_is_no_remedy(book: Ledger) -> None:
    match = tower(book, seed=None, chance="declared")
    for number in (10, 7, 20):
        match.act(Lay(match.awaited[0], number), anyway=True)
        if number < 20:
            match.draw(True)
    at = lays(match)[1]
    match.dispute("Ann", at, "7 is below 10")
    match.rule()
    match.draw(True)
    assert match.docket().quarrels[0].remedy == ()
    assert [(act.seq, act.status) for act in match.docket().irregular] == [(at, "stood")]
    assert [(found.seq, found.status) for found in match.audit().findings] == [(at, "stood")]
    proved(match)


@pytest.mark.clause("HOUSE-13")
def test_a_dispute_stops_the_game(book: Ledger) -> None:
    match = tower(book, 10, 7)
    match.dispute(0, lays(match)[1], "7 is below 10")
    assert not match.awaited
    assert match.legal(0) == ()
    assert match.standstill is not None
    assert clause_of(match.act, Lay(0, 20)) == "HOUSE-13"
    refusal = match.refusal(Lay(0, 20))
    assert refusal is not None
    assert refusal.clause == "HOUSE-13"
    assert clause_of(match.take_back, 2, 0) == "HOUSE-13"
    assert clause_of(match.act_for, 0, "asleep") == "HOUSE-13"
    match.rule("Play on.", upheld=False)
    assert match.awaited == (0,)
    assert match.standstill is None


@pytest.mark.clause("HOUSE-13")
def test_a_dispute_stops_a_declared_draw_too(book: Ledger) -> None:
    match = tower(book, seed=None, chance="declared")
    match.act(Lay(0, 10))
    assert match.awaits_draw is not None
    match.dispute("Bob", 2, "too high for me")
    assert match.awaits_draw is None
    assert clause_of(match.draw, True) == "HOUSE-13"
    match.rule()
    match.draw(True)
    proved(match)


@pytest.mark.clause("HOUSE-14")
def test_one_dispute_at_a_time_and_an_event_is_ruled_on_once(book: Ledger) -> None:
    match = tower(book, 10, 7)
    first, second = lays(match)
    assert clause_of(match.rule) == "HOUSE-14"
    assert clause_of(match.withdraw_dispute, "Ann") == "HOUSE-14"
    match.dispute("Ann", second, "7 is below 10")
    assert clause_of(match.dispute, "Bob", first, "so is 10") == "HOUSE-14"
    match.rule()
    assert clause_of(match.dispute, "Bob", second, "once more") == "HOUSE-14"
    assert clause_of(partial(match.rule, upheld=True), "once more") == "HOUSE-14"


@pytest.mark.clause("HOUSE-15")
def test_who_raised_a_dispute_withdraws_it(book: Ledger) -> None:
    match = tower(book, 10, 7)
    at = lays(match)[1]
    match.dispute("Bob", at, "a mistake")
    assert clause_of(match.withdraw_dispute, "Ann") == "HOUSE-15"
    assert match.withdraw_dispute("Bob") == (DisputeWithdrawn(1),)
    assert match.awaited == (0,)
    # who has laid it cannot shield it so
    match.dispute("Ann", at, "7 is below 10")
    assert match.rule()[1] == MendingDue(1, 7)
    assert [quarrel.status for quarrel in match.docket().quarrels] == ["withdrawn", "upheld"]
    proved(match)


@pytest.mark.clause("HOUSE-16")
def test_what_is_disputed_is_an_event_of_the_game(book: Ledger) -> None:
    match = tower(book, 10)
    assert clause_of(match.dispute, "Ann", 1, "it was not so") == "HOUSE-16"
    match.dispute("Ann", 2, "it was not so")
    match.rule()
    assert clause_of(match.dispute, "Ann", match.seq, "nor that") == "HOUSE-16"


@pytest.mark.clause("HOUSE-16")
def test_what_was_taken_back_cannot_be_disputed(book: Ledger) -> None:
    match = tower(book, 10, 7)
    at = lays(match)[1]
    match.take_back(at - 1, "Bob")
    match.agree("Ann")
    assert clause_of(match.dispute, "Ann", at, "7 is below 10") == "HOUSE-16"
    assert [act.status for act in match.docket().irregular] == ["taken back"]
    assert match.audit().verdict == "clean"
    assert [found.status for found in match.audit().findings] == ["remedied"]


def test_people_rule_on_what_no_engine_can_judge(book: Ledger) -> None:
    match = tower(book, 10, 7)
    before = match.view()
    match.dispute("Ann", lays(match)[1], "he looked at my cards")
    ruled = match.rule("He did not.", upheld=False, clause="TW-01")
    assert ruled == (Ruled("table", False, "TW-01", "He did not."),)
    assert match.view() == before
    (quarrel,) = match.docket().quarrels
    assert (quarrel.status, quarrel.by, quarrel.text) == ("dismissed", "table", "He did not.")
    proved(match)


def test_a_ruling_by_people_changes_nothing_even_if_they_uphold_it(book: Ledger) -> None:
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    assert match.rule("It is.", upheld=True) == (Ruled("table", True, "", "It is."),)
    assert [stone.number for stone in match.view().tower] == [10, 7]
    assert match.awaited == (0,)
    proved(match)


def test_people_rule_by_a_clause_of_the_game(book: Ledger) -> None:
    match = tower(book, 10)
    match.dispute("Ann", 2, "no")
    with pytest.raises(Misused, match="Tower has no clause 'TW-99'"):
        match.rule("yes", upheld=True, clause="TW-99")
    alone: tuple[dict[str, Any], ...] = ({"upheld": True}, {"upheld": False}, {"clause": "TW-01"})
    for terms in alone:
        with pytest.raises(Misused, match="go with a text: without one the engine rules itself"):
            match.rule(**terms)
    assert match.disputed is not None
    assert match.standstill is not None


def test_people_who_rule_say_which(book: Ledger) -> None:
    """A ruling stands for ever: it is not dismissed for want of a word."""
    match = tower(book, 10)
    match.dispute("Ann", 2, "no")
    silent: tuple[dict[str, Any], ...] = ({}, {"clause": "TW-01"})
    for terms in silent:
        with pytest.raises(Misused, match="what do the people rule: upheld=True, or upheld=False"):
            match.rule("So be it.", **terms)
    assert match.disputed is not None


@pytest.mark.parametrize("text", ["", "x" * 10_001])
def test_a_claim_says_something_and_has_an_end(book: Ledger, text: str) -> None:
    match = tower(book, 10)
    head = match.head
    with pytest.raises(Misused, match="the claim"):
        match.dispute("Ann", 2, text)
    assert match.head == head


def test_after_the_end_disputes_are_ruled_without_remedy(book: Ledger) -> None:
    match = tower(book, 10, 20, 30, 40, 50, 7)
    outcome = match.outcome
    assert outcome is not None
    match.dispute("Ann", lays(match)[5], "7 is below 50")
    assert match.rule() == (Ruled("engine", True, "TW-02", "7 is not above 50"),)
    assert match.outcome == outcome
    proved(match)


def test_a_secret_fault_is_dismissed_like_any_other(book: Ledger) -> None:
    """Else a dispute would be an oracle; see also the games' own tests."""
    match = play(sealed(book, 3), 5)
    texts = set()
    for entry in list(match.events()):
        if entry.seq > 1:
            match.dispute(0, entry.seq, "I wonder")
            texts.add(match.rule())
    assert texts == {
        (Ruled("engine", False, "HOUSE-17", "there is no fault the whole table could see"),)
    }


@pytest.mark.parametrize("who", ["auditor", "spectator", 0, 1])
def test_a_copy_tells_the_quarrel_and_has_the_same_head(
    book: Ledger, tmp_path: Path, who: Any
) -> None:
    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    match.act(Mend(1, 11))
    match.export(tmp_path / "copy.db", who)
    with Ledger(tmp_path / "copy.db", games=(TOWER,)) as copy:
        theirs = copy.match()
        assert theirs.head == match.head
        assert theirs.docket(who) == match.docket(who)
        assert theirs.replay().verdict in ("exact", "unverified")
        assert theirs.audit().verdict in ("clean", "unverified")
        assert clause_of(theirs.dispute, "Ann", 2, "me too") == "HOUSE-07"


def test_rules_that_are_not_installed_rule_on_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        tower(ledger, 10, 7)
    with a_ledger(path, games=(replace(TOWER, version=2),)) as ledger:
        assert clause_of(ledger.match().dispute, "Ann", 4, "7 is below 10") == "HOUSE-09"


def forged(tmp_path: Path, ruling: dict[str, Any], *numbers: int) -> Any:
    """What a replay says where the ruling in a record was changed and the chain made anew."""
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, *numbers)
        match.dispute("Ann", lays(match)[-1], "too low")
        match.rule()
        seq = match.docket().quarrels[0].ended
    with forced(path) as connection:
        rewrite(connection, seq, lambda event: {**event, **ruling})
        rechain(connection)
    with a_ledger(path, "read", games=(TOWER,)) as ledger:
        return ledger.replay()


@pytest.mark.parametrize(
    ("ruling", "numbers"),
    [
        ({"upheld": True, "clause": "TW-02", "text": "12 is not above 10"}, (10, 12)),
        ({"upheld": False, "clause": "HOUSE-17"}, (10, 7)),
        ({"text": "7 is not above 9"}, (10, 7)),
        ({"by": "table"}, (10, 7)),  # a remedy follows on the engine's ruling alone
    ],
)
def test_a_forged_ruling_is_noticed(
    tmp_path: Path, ruling: dict[str, Any], numbers: tuple[int, ...]
) -> None:
    replay = forged(tmp_path, ruling, *numbers)
    assert replay.verdict == "diverged"


def test_a_remedy_that_was_cut_off_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10, 7)
        match.dispute("Ann", lays(match)[1], "7 is below 10")
        match.rule()
        last = match.seq
    with forced(path) as connection:
        connection.execute("DELETE FROM events WHERE seq = ?", (last,))
    with a_ledger(path, games=(TOWER,)) as ledger:
        assert ledger.replay().text == "the log ends before its mending_due: it was cut"
        with pytest.raises(Broken, match="mending_due"):
            ledger.match().act(Lay(0, 20))


def test_the_docket_is_plain_data(book: Ledger) -> None:
    import msgspec

    match = tower(book, 10, 7)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    document = json.loads(msgspec.json.encode(match.docket()))
    assert document["quarrels"][0]["status"] == "open"
    assert document["quarrels"][0]["event"] == {"kind": "lay", "seat": 1, "number": 7}
    assert document["irregular"][0]["status"] == "stood"


def test_disputing_an_irregular_act_that_the_rules_have_answered(book: Ledger) -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act({"kind": "pledge", "seat": 0, "coins": 50}, anyway=True)
        (act,) = match.docket("auditor").irregular
        assert (act.kind, act.clause, act.status) == ("pledge", "PL-03", "remedied")


def test_what_was_answered_stands_again_where_the_answer_is_taken_back() -> None:
    """Ann bids more than she has and wins; then Bob's pass is taken back, and then her bid."""
    with Ledger(None) as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="1", options={"first_seat": 0})
        match.act({"kind": "bid", "seat": 0, "amount": 60}, anyway=True)
        bid = match.seq
        match.act({"kind": "pass", "seat": 1})
        assert [(act.seq, act.status) for act in match.docket(0).irregular] == [(bid, "remedied")]
        for to, status in ((bid, "stood"), (bid - 1, "taken back")):
            match.take_back(to, 1)
            if match.asked is not None:
                match.agree(0)
            (act,) = match.docket(0).irregular
            assert (act.seq, act.clause, act.status) == (bid, "49-PEN-01", status)
            (known,) = match.docket(1).irregular  # what was taken back he has seen all the same
            assert (known.seq, known.status) == (bid, status)


def test_what_puts_a_matter_right_can_be_taken_back_and_done_otherwise(book: Ledger) -> None:
    match = tower(book, 10, 7, seats=2)
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    due = match.seq
    match.act(Mend(1, 11))
    match.act(Lay(0, 12))
    match.take_back(due, "Ann")
    match.agree("Bob")
    assert match.docket().quarrels[0].remedy == (due,)
    match.act(Mend(1, 13))
    assert match.docket().quarrels[0].remedy == (due, match.seq)


def test_each_irregular_act_is_answered_by_what_followed_on_its_own_ruling(book: Ledger) -> None:
    match = tower(book, 10, 7)
    mended: list[int] = []
    for who, number in (("Ann", 40), ("Bob", 50)):
        match.dispute(who, lays(match)[-1], "too low")
        match.rule()
        mended.append(match.seq)
        match.act(Mend(match.awaited[0], number))
        match.act(Lay(match.awaited[0], number - 1), anyway=True)
    found = [(act.seq, act.status, act.by) for act in match.docket("auditor").irregular]
    seven, thirty_nine, last = lays(match)[1:]
    assert found == [
        (seven, "remedied", mended[0]),
        (thirty_nine, "remedied", mended[1]),
        (last, "stood", 0),
    ]


def test_an_irregular_act_is_taken_back_once_and_those_before_it_stand(book: Ledger) -> None:
    match = tower(book, 10, 7, 5)
    seven, five = lays(match)[1:]

    def told() -> list[tuple[int, str, int]]:
        return [(act.seq, act.status, act.by) for act in match.docket().irregular]

    assert told() == [(seven, "stood", 0), (five, "stood", 0)]
    match.take_back(five - 1, "Ann")
    match.agree("Bob")
    once = match.seq
    assert told() == [(seven, "stood", 0), (five, "taken back", once)]
    match.take_back(seven - 1, "Ann")
    match.agree("Bob")
    assert told() == [(seven, "taken back", match.seq), (five, "taken back", once)]


def test_sealed_bids_can_be_disputed_without_being_opened(book: Ledger) -> None:
    match = sealed(book, 2)
    match.act(match.legal(0)[0].sample(lambda n: n - 1))
    seq = match.seq
    match.dispute(1, seq, "you bid what you do not have")
    match.rule()
    (quarrel,) = match.docket(1).quarrels
    assert isinstance(quarrel.event, SealedBid)
    assert repr(quarrel.event.cards) == "HIDDEN"


def test_coins_of_a_game_that_is_quarrelled_about_stay_the_same(book: Ledger) -> None:
    """A dispute is no draw: what comes after it is what would have come."""
    quiet, loud = tower(book, 10), tower(book, 10)
    loud.dispute("Bob", 2, "no")
    loud.rule()
    for match in (quiet, loud):
        match.act(Lay(1, 11))
    flips = [
        [entry.event for entry in match.events() if isinstance(entry.event, CoinFlipped)]
        for match in (quiet, loud)
    ]
    assert flips[0] == flips[1]


def test_the_docket_of_a_copy_knows_no_more_than_its_reader(tmp_path: Path) -> None:
    """Money is hidden by a mask, though it can be added up: the copy does not add it up."""
    with Ledger(tmp_path / "game.db") as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="1", options={"first_seat": 0})
        match.act({"kind": "bid", "seat": 0, "amount": 60}, anyway=True)
        for who, known in (("spectator", 0), ("Bob", 0), ("Ann", 1), ("auditor", 1)):
            match.export(tmp_path / f"{who}.db", who)
            with Ledger(tmp_path / f"{who}.db", "read") as copy:
                assert len(copy.match().docket("auditor").irregular) == known


def test_what_the_table_drew_is_no_fault_of_a_seat_and_the_game_is_not_asked() -> None:
    game = replace(TOWER, fault=lambda view, act: Refusal("TW-02", f"{act.number}"))
    with a_ledger(games=(game,)) as book:
        match = book.new(game, ("Ann", "Bob"), seed="tower")
        match.act(Lay(0, 10))
        match.dispute("Bob", match.seq, "the coin is not even")  # which has no number
        assert match.rule() == (DISMISSED,)
        proved(match)
