"""Who may see what: in views of a record, in its public rows, and in a seat's copy elsewhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger import (
    HIDDEN,
    Action,
    Bag,
    Hidden,
    Ledger,
    Match,
    Refused,
    Stale,
    Table,
    kind_of,
)
from ledger.games.monopoly_bid import (
    GAME,
    AcceptTrade,
    Bid,
    Decline,
    DrawTwo,
    EndActions,
    Nope,
    OfferTrade,
    Raise,
    State,
)
from ledger.games.monopoly_bid.state import Bidding, Raising
from tests.tables import a_ledger

from .table import HAND, A, B, C

NAMES = ("Ann", "Bob", "Cleo")


@pytest.fixture
def match() -> Iterator[Match]:
    """Three seats with `HAND` each; A has drawn a Draw 2, B and C a Nope. A hosts."""
    with a_ledger() as ledger:
        yield dealt(ledger)


def dealt(ledger: Ledger, **options: Any) -> Match:
    chosen = {"first_host": A, **options}
    made = ledger.new(GAME, NAMES, options=chosen, chance="declared")
    for card in [*HAND.split() * 3, "draw2", "nope", "nope"]:
        draw(made, card)
    return made


def draw(match: Match, value: Any) -> None:
    awaited = match.awaits_draw
    assert awaited is not None
    secret = awaited.secret and awaited.seat is not None
    match.draw(value, awaited.seat if secret and awaited.seat is not None else "spectator")


def seen(match: Match, who: Any) -> State:
    view: State = match.view(who)
    return view


def up(match: Match) -> None:
    """A property is up for auction."""
    match.act(EndActions(A))
    draw(match, "red")


@pytest.mark.clause("MB-Q-32", "MB-TRN-02")
def test_a_hand_is_known_to_its_owner_and_counted_by_all_others(match: Match) -> None:
    assert seen(match, A).hands == (
        Bag(("1", "2", "3", "4", "5", "draw2")),
        Bag((), 6),
        Bag((), 6),
    )
    assert seen(match, "spectator").hands == (Bag((), 6),) * 3
    assert seen(match, "auditor").hands[B] == Bag(("1", "2", "3", "4", "5", "nope"))


@pytest.mark.clause("MB-SET-02", "MB-TRN-02")
def test_that_a_card_was_drawn_all_see_and_which_its_seat_alone(match: Match) -> None:
    for kind in ("card_dealt", "card_drawn"):
        for who in (A, B, "spectator"):
            for entry in match.events(who):
                if kind_of(entry.event) == kind:
                    event: Any = entry.event
                    assert isinstance(event.card, Hidden) is (event.seat != who)


@pytest.mark.clause("MB-AUC-01", "MB-Q-31", "MB-AUC-02")
def test_of_a_sealed_bid_only_that_it_is_there_shows(match: Match) -> None:
    """Not how many cards it has, nor a smaller hand; an empty one looks like any other."""
    up(match)
    match.act(Bid(A, ("5", "4", "3")))
    match.act(Bid(C, ()))
    for who in (B, "spectator"):
        view = seen(match, who)
        assert [len(held) for held in view.hands] == [6, 6, 6]
        assert isinstance(view.phase, Bidding)
        assert [type(bid) for bid in view.phase.bids] == [Hidden, type(None), Hidden]
    own = seen(match, A).phase
    assert isinstance(own, Bidding) and own.bids[A] == ("5", "4", "3")
    rows = [r.event.decode() for r in match_rows(match) if '"bid"' in r.event.decode()]
    assert len(rows) == 2 and len({len(row) for row in rows}) == 1


def match_rows(match: Match) -> list[Any]:
    return list(vars(match)["_store"].rows(match.id))


@pytest.mark.clause("MB-AUC-02", "MB-Q-32")
def test_a_reveal_proves_all_bids_at_once_and_taken_back_money_is_counted_again(
    match: Match,
) -> None:
    up(match)
    for seat, bid in ((A, ("5",)), (B, ("4", "1")), (C, ("1",))):
        match.act(Bid(seat, bid))
    revealed: Any = next(
        e.event for e in match.events("spectator") if kind_of(e.event) == "bids_revealed"
    )
    assert revealed.bids == (("5",), ("4", "1"), ("1",))
    bids: list[Any] = [e.event for e in match.events("spectator") if isinstance(e.event, Bid)]
    assert [bid.cards for bid in bids] == [HIDDEN] * 3  # as it was when it was made
    for who in (B, "spectator"):
        view = seen(match, who)
        assert isinstance(view.phase, Raising)
        assert view.phase.laid == (("5",), ("4", "1"), ())  # C's is taken back
        assert [len(held) for held in view.hands] == [5, 4, 6]
    assert seen(match, "spectator").hands[C] == Bag((), 6)


def opened(match: Match, kind: str) -> list[str]:
    """What stands open to everybody of the events of a kind."""
    store = vars(match)["_store"]
    seqs = {e.seq for e in match.events("spectator") if kind_of(e.event) == kind}
    rows = store.disclosures(match.id)
    return [row.value for row in rows if row.seq in seqs and row.audience == "all"]


@pytest.mark.clause("MB-AUC-02", "MB-Q-29", "MB-DEAL-01")
def test_what_is_revealed_opens_every_seal_of_it() -> None:
    with a_ledger() as ledger:
        made = with_sets(ledger)
        assert opened(made, "bid") == [
            '["5"]',
            "[]",
            "[]",
            "[]",
            '["5"]',
            "[]",
            "[]",
            "[]",
            '["5"]',
        ]
        made.act(OfferTrade(A, B, (1,), (2,)))
        assert opened(made, "offer_trade") == []
        made.act(AcceptTrade(B, 1))
        assert opened(made, "offer_trade") == ["[1]", "[2]"]
        up(made)
        for seat in (A, B, C):
            made.act(Bid(seat, ("4",)))
        for seat, more in ((A, ("3",)), (B, ()), (C, ("1", "2"))):
            assert opened(made, "raise") == []
            made.act(Raise(seat, more))
        assert opened(made, "raise")[:3] == ['["3"]', "[]", '["1","2"]']


@pytest.mark.clause("MB-Q-29", "MB-AUC-05")
def test_a_raise_is_as_secret_as_a_bid(match: Match) -> None:
    up(match)
    for seat, bid in ((A, ("5",)), (B, ("4", "1")), (C, ())):
        match.act(Bid(seat, bid))
    match.act(Raise(A, ("4", "3")))
    view = seen(match, B)
    assert isinstance(view.phase, Raising)
    assert isinstance(view.phase.raises[A], Hidden) and view.phase.raises[B] is None
    assert len(view.hands[A]) == 5
    match.act(Raise(B, ()))
    revealed: Any = next(
        e.event for e in match.events("spectator") if kind_of(e.event) == "raises_revealed"
    )
    assert (revealed.seats, revealed.raises) == ((A, B), (("4", "3"), ()))


@pytest.mark.clause("MB-Q-06", "MB-SET-03")
def test_a_hand_thrown_in_is_known_to_all() -> None:
    with a_ledger() as ledger:
        made = ledger.new(GAME, NAMES, options={"first_host": A}, chance="declared")
        for card in [*HAND.split(), *["nope", "nope", "steal", "wild", "draw2"], *HAND.split()]:
            draw(made, card)
        for who in (A, "spectator"):
            assert seen(made, who).discard == ("draw2", "nope", "nope", "steal", "wild")
            drawn: list[Any] = [
                e.event
                for e in made.events(who)
                if kind_of(e.event) == "card_dealt" and getattr(e.event, "seat", None) == B
            ]
            assert [event.card for event in drawn] == [HIDDEN] * 5  # in which order, nobody knows


@pytest.mark.clause("MB-Q-15", "MB-NOP-01")
def test_whether_a_seat_has_a_nope_its_answer_does_not_tell(match: Match) -> None:
    match.act(DrawTwo(A))
    match.act(Decline(B, 1))
    before = match.seq
    with pytest.raises(Refused) as refused:
        match.act(Nope(A, 1))
    assert refused.value.clause == "MB-Q-12"
    assert match.seq == before  # a refusal is told to its sender, and written nowhere
    view = seen(match, A)
    assert view.hands[B] == Bag((), 6)
    (declined,) = [e.event for e in match.events(A) if isinstance(e.event, Decline)]
    assert declined == Decline(B, 1)


@pytest.mark.clause("MB-Q-13")
def test_who_answers_late_is_told_so_or_that_its_choices_have_changed(match: Match) -> None:
    match.act(DrawTwo(A))
    looked = match.seq
    match.act(Nope(B, 1))
    with pytest.raises(Stale):
        match.act(Decline(C, 1), at=looked)
    with pytest.raises(Refused) as refused:
        match.act(Nope(C, 1))
    assert refused.value.clause == "MB-Q-13"
    assert "nope" in seen(match, C).hands[C].cards


def with_sets(ledger: Ledger) -> Match:
    """A match in which A has red before it, B green, C pink; A hosts again."""
    made = dealt(ledger)
    for winner, colour in ((A, "red"), (B, "green"), (C, "pink")):
        made.act(EndActions(seen(made, "spectator").first))
        draw(made, colour)
        for seat in (A, B, C):
            made.act(Bid(seat, ("5",) if seat == winner else ()))
        for card in ("1", "1", "1") if winner == A else ("2", "2", "2"):
            draw(made, card)
    return made


@pytest.mark.clause("MB-DEAL-01")
def test_of_an_offer_others_see_that_it_stands_and_its_cards_only_when_they_move() -> None:
    with a_ledger() as ledger:
        made = with_sets(ledger)
        made.act(OfferTrade(A, B, (1,), (2,)))
        for who, known in ((A, True), (B, True), (C, False), ("spectator", False)):
            (offer,) = seen(made, who).offers
            assert (offer.number, offer.seat, offer.to) == (1, A, B)
            assert isinstance(offer.give, Hidden) is not known
            assert isinstance(offer.want, Hidden) is not known
        assert [choice.kind for choice in made.legal(C)] == ["offer_trade", "offer_trade"]
        made.act(AcceptTrade(B, 1))
        executed: Any = next(
            e.event for e in made.events(C) if kind_of(e.event) == "trade_executed"
        )
        assert [moved.colour for moved in (*executed.given, *executed.taken)] == ["red", "green"]
        for who in (C, "spectator"):
            assert [[g.colour for g in before] for before in seen(made, who).groups] == [
                ["green"],
                ["red"],
                ["pink"],
            ]


@pytest.mark.clause("MB-Q-33")
def test_what_went_under_the_property_pile_all_know(match: Match) -> None:
    up(match)
    for seat in (A, B, C):
        match.act(Bid(seat, ()))
    assert seen(match, "spectator").returned == ("red",)


@pytest.mark.clause("MB-SET-01", "MB-PIL-01")
def test_of_the_piles_nothing_is_written_but_their_number(match: Match) -> None:
    opened = match_rows(match)[0].event.decode()
    assert '"seed":null' in opened
    view = seen(match, "spectator")
    assert (view.pile, view.properties) == (64, 28)


def test_the_same_seed_gives_the_same_events_and_no_view_shows_anothers_hand() -> None:
    """Scenario MB-S-33."""
    logs = []
    for _ in range(2):
        with a_ledger() as ledger:
            made = ledger.new(GAME, NAMES, seed="the same")
            made.act(EndActions(made.awaited[0]))
            logs.append([entry.event for entry in made.events("auditor")])
            for who in (A, B, C):
                hands = seen(made, who).hands
                assert [held.hidden for held in hands] == [
                    0 if seat == who else 6 for seat in (A, B, C)
                ]
    assert logs[0] == logs[1]


# -- a seat's copy, on another machine


ACTS: tuple[Action, ...] = (Bid(A, ("5",)), Bid(B, ("4", "1")), Bid(C, ("3",)))


@pytest.mark.parametrize("who", [A, B, C, "spectator"])
def test_a_copy_made_in_mid_match_shows_what_its_seat_knew_and_nothing_else(
    who: Any, match: Match, tmp_path: Path
) -> None:
    up(match)
    for act in ACTS:
        match.act(act)
    match.act(Raise(A, ("4",)))  # B has not answered yet
    match.export(tmp_path / "copy.db", who)
    with Ledger(tmp_path / "copy.db", "read") as elsewhere:
        copy = elsewhere.match()
        assert copy.head == match.head
        assert repr(copy.view(who)) == repr(match.view(who))
        assert repr([*copy.events(who)]) == repr([*match.events(who)])
        phase = copy.view("auditor").phase  # everything this file knows
        assert isinstance(phase.raises[A], Hidden) is (who != A)
        assert elsewhere.replay().verdict == "unverified"
        audit = elsewhere.audit(head=match.head)
        assert audit.verdict == "unverified" and not audit.findings
        refusal = copy.refusal(Raise(B, ()))
        assert refusal is not None and refusal.clause == "HOUSE-07"


@pytest.mark.parametrize("who", [A, C])
def test_what_a_copy_can_judge_it_judges(who: int, match: Match, tmp_path: Path) -> None:
    """Its own bid, what was revealed, and every public step; what hangs on others' hands not."""
    up(match)
    for act in ACTS:
        match.act(act)
    match.export(tmp_path / "copy.db", who)
    with Ledger(tmp_path / "copy.db", "read") as elsewhere:
        steps = {
            (kind_of(step.entry.event), getattr(step.entry.event, "seat", None)): step.status
            for step in walked(elsewhere)
        }
    assert steps["bid", who] == "exact"
    assert steps["bid", B] == "unverified"
    assert steps["tie_declared", None] == "exact"
    assert steps["bid_taken_back", C] == "exact"
    assert steps["end_actions", A] == "exact"
    assert steps["property_turned", A] == "exact"
    assert steps["card_drawn", B] == "unverified"


def walked(ledger: Ledger) -> list[Any]:
    from ledger.reader import readers_of
    from ledger.walk import walk

    store, match = vars(ledger)["_store"], ledger.match()
    return list(walk(store, match.id, GAME, readers_of(store, match.id)))


def standing(match: Match, who: Any) -> list[str]:
    """What the table of seats says each is at, as the audience sees it drawn."""
    blocks = match.picture(who)
    assert blocks is not None and isinstance(blocks[0], Table)
    return [row[2].text for row in blocks[0].rows]


@pytest.mark.clause("MB-Q-31", "MB-Q-32")
def test_the_table_is_drawn_with_ones_own_bid_and_nobody_elses(match: Match) -> None:
    up(match)
    match.act(Bid(B, ("5", "4")))
    match.act(Bid(C, ("5", "4")))
    unseen, own = "has bid", "has bid $9 (5 + 4)"
    assert standing(match, A) == standing(match, "spectator") == ["hosts, to bid", unseen, unseen]
    assert standing(match, B) == ["hosts, to bid", own, unseen]
    assert standing(match, "auditor") == ["hosts, to bid", own, own]
    match.act(Bid(A, ()))
    match.act(Raise(B, ()))
    lies = "lies open: $9 (5 + 4)"
    assert standing(match, B) == ["hosts", f"has added nothing, {lies}", f"to add, {lies}"]
    assert standing(match, C) == ["hosts", f"has added, {lies}", f"to add, {lies}"]
