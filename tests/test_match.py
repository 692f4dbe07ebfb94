"""Acting on a match: what is recorded, what is refused, and to whom it is told."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Action,
    InvalidAction,
    Match,
    Misused,
    Refusal,
    Refused,
    Stale,
    UnknownAudience,
    tell,
)

from .pledge_game import PLEDGE, CoinFlipped, Pledge, PledgeVoided, Say
from .sealed_game import Bid, CardDrawn, Write
from .tables import NAMES, START, a_ledger, play, pledge, sealed

# --- what is recorded


def test_an_act_answers_what_happened_and_records_it() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        told = match.act(Pledge(0, 2))
        assert [type(event) for event in told] == [Pledge, CoinFlipped]
        assert tuple(entry.event for entry in match.events(after=1)) == told
        assert (match.seq, match.head.count) == (3, 3)


def test_an_act_answers_what_the_actor_may_read() -> None:
    """Both hands are drawn up; each seat reads its own cards only."""
    with a_ledger() as ledger:
        match = sealed(ledger)
        first, second = (hand.cards[0] for hand in match.view("auditor").hands)
        match.act(Bid(0, (first,)))
        told = match.act(Bid(1, (second,)))
        draws = [event for event in told if isinstance(event, CardDrawn)]
        assert {event.seat: event.card is HIDDEN for event in draws} == {0: True, 1: False}


def test_one_act_has_one_time() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act(Pledge(0, 2))
        times = [entry.microseconds for entry in match.events()]
    assert times == [START, START + 1_000_000, START + 1_000_000]


def test_an_action_may_be_plain_data() -> None:
    with a_ledger() as ledger:
        one, two = pledge(ledger), pledge(ledger)
        assert one.act({"kind": "pledge", "seat": 0, "coins": 2}) == two.act(Pledge(0, 2))
        match = sealed(ledger)
        assert match.act({"kind": "bid", "seat": 0, "cards": []}) == (Bid(0, ()),)


def test_a_list_is_recorded_as_the_tuple_it_stands_for() -> None:
    """The live state must equal what anybody folds from the log."""
    with a_ledger() as ledger:
        match = sealed(ledger)
        hand = list(match.view(0).hands[0].cards)
        match.act(Bid(0, hand))  # type: ignore[arg-type]  # what a caller without types may do
        assert match.view("auditor") == ledger.match().view("auditor")
        assert match.view("auditor").bids[0] == tuple(hand)


def test_the_same_seed_clock_entropy_and_acts_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one.db", "two.db"):
        with a_ledger(tmp_path / name) as ledger:
            play(sealed(ledger))
            play(pledge(ledger))
    assert (tmp_path / "one.db").read_bytes() == (tmp_path / "two.db").read_bytes()


def test_salts_come_from_the_entropy_and_never_from_the_seed() -> None:
    salts = []
    for noise, seed in (("a", "one"), ("a", "two"), ("b", "one")):
        with a_ledger(noise=noise) as ledger:
            match = sealed(ledger, seed=seed)
            salts.append([row.salt for row in ledger.disclosures(match.id)])
    assert salts[0] == salts[1] != salts[2]
    assert len(set(salts[0])) == len(salts[0])


# --- what is refused


def test_a_refused_act_records_nothing_and_tells_the_clause() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        before = match.head
        with pytest.raises(Refused) as refused:
            match.act(Pledge(1, 2))
        assert (refused.value.clause, refused.value.irregular) == ("PL-02", False)
        assert match.refusal(Pledge(1, 2)) == Refusal("PL-02", refused.value.reason)
        assert match.refusal(Pledge(0, 2)) is None
        assert match.head == before


def test_an_irregular_act_needs_anyway_and_leaves_no_mark() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        with pytest.raises(Refused) as refused:
            match.act(Pledge(0, 6))
        assert (refused.value.clause, refused.value.irregular) == ("PL-03", True)
        told = match.act(Pledge(0, 6), anyway=True)
        assert told[0] == Pledge(0, 6)
        raw = [row.event for row in ledger.rows(match.id)]
        assert raw[1] == b'{"kind":"pledge","seat":0,"coins":6}'


def test_anyway_does_not_make_a_hard_refusal_pass() -> None:
    with a_ledger() as ledger:
        with pytest.raises(Refused) as refused:
            pledge(ledger).act(Pledge(0, -1), anyway=True)
        assert refused.value.clause == "PL-02"


def test_an_irregular_act_may_be_answered_by_the_rules() -> None:
    with a_ledger() as ledger:
        told = pledge(ledger).act(Pledge(0, 11), anyway=True)
        assert told == (Pledge(0, 11), PledgeVoided(0))


SEALED_WRONG: list[Any] = [
    Bid(0, HIDDEN),
    Bid(0, (1.0,)),  # type: ignore[arg-type]  # what a caller without types may do
    Bid(0, (True,)),
    Bid(0, None),  # type: ignore[arg-type]  # the same
    Bid(True, ()),
    Bid(-1, ()),
    Bid(100, ()),
    Bid(None, ()),  # type: ignore[arg-type]  # the same
    Write(0, (HIDDEN, 1)),
    CardDrawn(0, 3),
    Pledge(0, 1),
    "bid",
    None,
    7,
    ["bid", 0, []],
    {},
    {"kind": "bid"},
    {"kind": "bid", "seat": 0},
    {"kind": "bid", "seat": 0, "cards": {"hidden": True}},
    {"kind": "bid", "seat": 0, "cards": [], "self": 1},
    {"kind": "bid", "seat": 0, "cards": [], "anyway": True},
    {"kind": "bid", "seat": 0, "cards": "12"},
    {"kind": "bid", "seat": "0", "cards": []},
    {"kind": "bid", "seat": 0, "cards": ["\ud800"]},
    {"kind": "bid", "seat": 10**40, "cards": []},
    {"kind": "card_drawn", "seat": 0, "card": 3},
    {"kind": "match_opened"},
    {"kind": "Bid", "seat": 0, "cards": []},
    {"kind": None, "seat": 0, "cards": []},
    {"kind": "\ud800", "seat": 0, "cards": []},
    {3: 4},
]


@pytest.mark.parametrize("action", SEALED_WRONG, ids=repr)
def test_what_is_no_action_is_invalid(action: Any) -> None:
    """One sentence, and nothing recorded; told before any rule is asked."""
    with a_ledger() as ledger:
        match = sealed(ledger)
        before = match.head
        for ask in (match.act, match.refusal):
            with pytest.raises(InvalidAction) as invalid:
                ask(action)
            assert len(str(invalid.value).splitlines()) == 1
        assert match.head == before


def test_without_a_kind_no_action_is_named() -> None:
    with a_ledger() as ledger, pytest.raises(InvalidAction) as invalid:
        sealed(ledger).act({"seat": 0, "cards": []})
    assert str(invalid.value) == "no action is called '': use one of bid, write"


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_half_a_character_is_no_text(text: str) -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        for action in (Say(0, text), {"kind": "say", "seat": 0, "text": text}):
            with pytest.raises(InvalidAction):
                match.act(action)


@pytest.mark.parametrize("coins", [10**18, 2**63, 10**40, -(10**40)])
def test_a_huge_number_is_judged_or_invalid(coins: int) -> None:
    """Whatever the number: no surprise, and the log can be read afterwards."""
    with a_ledger() as ledger:
        match = pledge(ledger)
        with pytest.raises((Refused, InvalidAction)):
            match.act(Pledge(0, coins))
        try:
            match.act(Pledge(0, coins), anyway=True)
        except (Refused, InvalidAction):
            assert match.seq == 1
        assert ledger.replay().verdict == "exact"
        assert ledger.match().head == match.head


# --- stale acts


def stale(match: Match, action: Action, at: int) -> Stale:
    before = match.head
    with pytest.raises(Stale) as found:
        match.act(action, at=at)
    assert match.head == before
    return found.value


def test_an_act_on_choices_that_have_changed_is_stale() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        seen = match.seq
        match.act(Pledge(0, 1))
        error = stale(match, Pledge(1, 1), seen)
        assert (error.at, error.now) == (1, 3)
        match.act(Pledge(1, 1), at=match.seq)


def test_choices_that_changed_there_and_back_are_stale() -> None:
    """A second click must not act in the next turn, though it looks the same."""
    with a_ledger() as ledger:
        match = pledge(ledger)
        seen, offered = match.seq, match.legal(0)
        match.act(Pledge(0, 0))
        match.act(Pledge(1, 0))
        assert match.legal(0) == offered
        stale(match, Pledge(0, 0), seen)


def test_what_cannot_be_recorded_at_all_is_refused_and_not_stale(tmp_path: Path) -> None:
    """Looking again would not help; another program may have written why."""
    with a_ledger(tmp_path / "game.db") as ledger, a_ledger(tmp_path / "game.db") as other:
        match = pledge(ledger)
        seen = match.seq
        other.match().close("It is late.")
        with pytest.raises(Refused) as refused:
            match.act(Pledge(0, 1), at=seen)
        assert refused.value.clause == "HOUSE-22"


def test_what_others_do_without_touching_the_choices_is_not_stale() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        seen = match.seq
        match.act(Say(1, "hurry up"))
        match.act(Pledge(0, 1), at=seen)


def test_an_act_in_secret_does_not_make_another_stale() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        seen = match.seq
        match.act(Bid(1, ()))
        match.act(Bid(0, ()), at=seen)


@pytest.mark.parametrize("at", [0, -1, 2, 10**30])
def test_a_seq_that_is_not_there_is_misused(at: int) -> None:
    with a_ledger() as ledger, pytest.raises(Misused):
        pledge(ledger).act(Pledge(0, 1), at=at)


# --- who


@pytest.mark.parametrize("who", [0, "0", "Ann", "ann", " ANN ", "\uff21nn"])
def test_a_seat_goes_by_number_and_name(who: int | str) -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        assert match.audience(who) == 0
        assert match.legal(who)


@pytest.mark.parametrize("who", ["", "2", 2, -1, "-1", "Anna", "nobody", "9" * 5000, "\u0661", 1.0])
def test_nobody_else_is_an_audience(who: Any) -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        with pytest.raises(
            UnknownAudience, match=r"name Ann, Bob, a seat from 0 to 1, spectator or auditor$"
        ):
            match.view(who)
        with pytest.raises(UnknownAudience, match=r"name Ann, Bob or a seat from 0 to 1$"):
            match.legal(who)


@pytest.mark.parametrize("who", ["spectator", "auditor"])
def test_an_onlooker_has_no_choices(who: str) -> None:
    with a_ledger() as ledger, pytest.raises(UnknownAudience, match="has no seat: name Ann, Bob"):
        sealed(ledger).legal(who)


def test_choices_and_awaited_seats_are_the_games() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        assert (match.awaited, match.legal(1)) == ((0,), ())
        (choice,) = match.legal("Ann")
        assert choice.contains(Pledge(0, 5))
        assert not choice.contains(Pledge(0, 6))


def test_a_declared_match_waits_for_what_was_drawn() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger, chance="declared", seed=None)
        assert match.awaits_draw is None
        assert match.act(Pledge(0, 1)) == (Pledge(0, 1),)
        need = match.awaits_draw
        assert need is not None
        assert (need.kind, need.field, need.seat, need.secret) == ("coin_flipped", "side", 0, False)
        assert match.draw("heads") == (CoinFlipped(0, "heads"),)
        assert match.view().cash == (4, 5)
        assert ledger.replay().verdict == "exact"


def test_a_secret_draw_is_read_by_its_seat_alone() -> None:
    with a_ledger() as ledger:
        match = ledger.new("sealed", NAMES[:2], chance="declared")
        need = match.awaits_draw
        assert need is not None
        assert (need.seat, need.secret) == (0, True)
        assert match.draw("7", "Ann") == (CardDrawn(0, 7),)
        (entry,) = match.events("Bob", after=1)
        assert isinstance(entry.event, CardDrawn)
        assert entry.event.card is HIDDEN


def test_where_the_game_tells_nothing_an_event_is_told_by_its_fields() -> None:
    """The seat by its name; no other number is taken for a seat's."""
    silent = replace(PLEDGE, tell=None)
    assert tell(silent, Pledge(0, 1), NAMES[:2]) == "pledge: Ann, coins 1"
    assert tell(silent, Pledge(7, 1), NAMES[:2]) == "pledge: seat 7, coins 1"
