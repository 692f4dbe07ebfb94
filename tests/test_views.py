"""What each audience reads: its own secrets, what was revealed, and nothing else, then and now."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Broken,
    Entry,
    Hidden,
    Match,
    MatchOpened,
    Misused,
    Note,
    SealsOpened,
    known,
)
from ledger.simulate import noise_of

from .forging import forced, rechain, rewrite
from .pledge_game import PLEDGE, Pledge
from .sealed_game import SEALED, Bid, BidsRevealed, CardDrawn, Write
from .tables import START, a_ledger, play, pledge, recorded, sealed

SEED = "0123456789abcdef" * 4


@pytest.fixture
def match() -> Iterator[Match]:
    """A finished match of three seats, its seals still closed."""
    with a_ledger() as ledger:
        yield play(sealed(ledger, 3, seed=SEED))


def secrets_of(event: Any) -> list[Any]:
    """What the secret fields of an event hold for its reader."""
    match event:
        case CardDrawn():
            return [event.card]
        case Bid():
            return [event.cards]
        case Write():
            return list(event.numbers)
        case MatchOpened():
            return [event.seed]
        case _:
            return []


def told(match: Match, who: int | str, to: int | None = None) -> dict[int, list[Any]]:
    """For each event, the secrets an audience reads in it."""
    return {
        entry.seq: [s for s in secrets_of(entry.event) if not isinstance(s, Hidden)]
        for entry in match.events(who, to=to)
    }


def test_a_seat_reads_its_own_secrets_and_no_others(match: Match) -> None:
    """Not even what was revealed later: the reveal tells it, the story stays the one lived."""
    whole = {entry.seq: entry.event for entry in match.events("auditor")}
    for seat in range(3):
        for seq, found in told(match, seat).items():
            event: Any = whole[seq]
            own = secrets_of(event) if getattr(event, "seat", None) == seat else []
            assert found == own, event


def test_the_spectator_reads_public_facts_only(match: Match) -> None:
    assert not any(told(match, "spectator").values())


def test_the_auditor_reads_everything(match: Match) -> None:
    assert told(match, "auditor")[1] == [SEED]
    assert all(
        HIDDEN is not secret
        for entry in match.events("auditor")
        for secret in secrets_of(entry.event)
    )


def test_nothing_a_seat_receives_holds_salt_or_seed_or_anothers_card() -> None:
    """Entries, views, choices, as they would be sent: searched as text."""
    with a_ledger() as ledger:
        running = play(sealed(ledger, 3, seed=SEED), 2)
        salts = {row.salt for row in ledger.disclosures(running.id)}
        for who in (0, 1, 2, "spectator"):
            sent = msgspec.json.encode(
                [
                    [msgspec.to_builtins(entry) for entry in running.events(who)],
                    msgspec.to_builtins(running.view(who)),
                    [c.to_data() for c in (running.legal(who) if who != "spectator" else ())],
                ]
            ).decode()
            assert SEED not in sent
            assert not any(salt in sent for salt in salts)
            assert "HIDDEN" not in sent
            for seat, hand in enumerate(running.view(who).hands):
                mine = seat == who
                assert (len(hand.cards), hand.hidden) == ((3, 0) if mine else (0, 3))


def test_a_view_is_folded_from_what_its_audience_reads(match: Match) -> None:
    """Every view at every event: the own hand known, the others counted."""
    full = {at: match.view("auditor", at) for at in range(1, match.seq + 1)}
    for who in (0, 1, 2, "spectator"):
        for at, state in full.items():
            view = match.view(who, at)
            for seat, (seen, real) in enumerate(zip(view.hands, state.hands, strict=True)):
                assert len(seen) == len(real)
                if seat == who:
                    assert seen == real
            assert (view.points, view.gone, view.pile) == (state.points, state.gone, state.pile)


def test_a_view_of_the_past_is_what_was_known_then(match: Match) -> None:
    """A bid that has been revealed since is hidden where it was hidden."""
    bids = [e.seq for e in match.events() if isinstance(e.event, Bid)][:3]
    (reveal, *_) = [e.seq for e in match.events() if isinstance(e.event, BidsRevealed)]
    assert bids[-1] == reveal - 1
    view = match.view("spectator", bids[-1])
    assert [bid is HIDDEN for bid in view.bids] == [True] * 3
    assert match.view("spectator", reveal).bids == (None,) * 3
    assert len(match.view("spectator", reveal).gone) > 0


def test_a_view_while_it_was_played_equals_the_same_view_later() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger, 3)
        lived: dict[tuple[int, Any], str] = {}
        for step in range(100):
            for who in (0, 1, 2, "spectator"):
                lived[match.seq, who] = repr(match.view(who))
            before = match.seq
            play(match, 1, bots=str(step))
            if match.seq == before:
                break
        match.open_seals("seed")
        assert {key: repr(match.view(key[1], key[0])) for key in lived} == lived


@pytest.mark.parametrize("at", [0, -1, 10**9])
def test_a_view_of_no_event_is_misused(match: Match, at: int) -> None:
    with pytest.raises(Misused):
        match.view("spectator", at)


def test_events_come_in_order_and_in_part(match: Match) -> None:
    seqs = [entry.seq for entry in match.events()]
    assert seqs == list(range(1, match.seq + 1))
    assert [e.seq for e in match.events(0, after=3, to=6)] == [4, 5, 6]
    assert list(match.events(0, after=match.seq)) == []


def test_an_entry_tells_its_kind_and_time() -> None:
    entry = Entry(2, START, Pledge(0, 1))
    assert entry.kind == "pledge"
    assert entry.time.isoformat() == "2023-11-14T22:13:20+00:00"


def test_an_event_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded())
    with forced(path) as raw:
        rewrite(raw, 5, lambda _: {"kind": "none"})
        rechain(raw)
    with a_ledger(path, "read") as ledger, pytest.raises(Broken) as broken:
        ledger.match()
    assert (broken.value.seq, broken.value.check) == (5, "chain")
    assert broken.value.text.startswith("not an event of this game")


@pytest.mark.parametrize("reader", [0, 1, "spectator", "auditor"])
def test_a_copy_is_judged_by_what_its_reader_is_shown(tmp_path: Path, reader: int | str) -> None:
    """An auditor is shown everything: there a game masks nothing."""
    asked: set[int | str] = set()

    def mask(state: Any, audience: int | str) -> Any:
        asked.add(audience)
        return state

    game = replace(SEALED, mask=mask)
    with a_ledger(games=(game,)) as ledger:
        play(ledger.new("sealed", ("Ann", "Bob"))).export(tmp_path / "copy.db", reader)
    with a_ledger(tmp_path / "copy.db", "read", games=(game,)) as copy:
        asked.clear()
        assert copy.audit().verdict != "broken"
        assert copy.replay().verdict != "diverged"
    assert asked == {reader} - {"auditor"}


# --- opened


def test_after_opening_all_everybody_reads_everything(match: Match) -> None:
    assert match.open_seals("all") == (SealsOpened("all"),)
    for who in (0, 1, 2, "spectator"):
        assert told(match, who) == told(match, "auditor")
        assert match.view(who) == match.view("auditor")


def test_what_was_opened_later_is_not_in_the_story_until_then(match: Match) -> None:
    end = match.seq
    before = told(match, 1, to=end)
    match.open_seals("all")
    assert {**told(match, 1, to=end), 1: []} == {**before, 1: []}
    assert match.view(1, end).hands[0].hidden == len(match.view("auditor", end).hands[0])


def test_opening_the_seed_opens_nothing_else(match: Match) -> None:
    before = told(match, 1)
    match.open_seals("seed")
    after = told(match, 1)
    assert after.pop(1) == [SEED]
    assert after == {**{seq: found for seq, found in before.items() if seq != 1}, match.seq: []}
    (row,) = [e for e in match.events("spectator") if e.seq == 1]
    assert isinstance(row.event, MatchOpened)
    assert known(row.event.seed) == SEED


def test_only_known_scopes_are_opened(match: Match) -> None:
    with pytest.raises(Misused):
        match.open_seals("everything")  # type: ignore[arg-type]  # what a caller may type


def test_a_reveal_issues_what_opens_its_seals_to_everybody() -> None:
    with a_ledger() as ledger:
        match = play(sealed(ledger))
        rows = ledger.disclosures(match.id)
        bids = [e.seq for e in match.events() if isinstance(e.event, Bid)]
        lines = [e.seq for e in match.events() if isinstance(e.event, Write)]
        reveals = [e.seq for e in match.events() if isinstance(e.event, BidsRevealed)]
        opened = {(row.seq, row.field): row.issued for row in rows if row.audience == "all"}
        assert {key for key in opened if key[1] == "cards"} == {(seq, "cards") for seq in bids}
        assert {issued for key, issued in opened.items() if key[1] == "cards"} == set(reveals)
        assert {key for key in opened if key[1] != "cards"} == {
            (seq, f"numbers.{place}") for seq in lines for place in (0, 1)
        }


# --- many events, several readers


def test_a_long_match_is_read_in_chunks_without_a_gap(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db", entropy=noise_of("long")) as ledger:
        match = pledge(ledger, options={"rounds": 600})
        with ledger.batch():
            play(match, 1200)
        assert match.seq == 2401
        seqs = [entry.seq for entry in match.events()]
        assert seqs == list(range(1, 2402))
        assert [e.seq for e in match.events(after=999, to=2001)] == list(range(1000, 2002))
        assert ledger.match().view() == match.view()
        assert ledger.audit().verdict == "clean"
        times = [entry.microseconds for entry in match.events()]
        assert all(one <= two for one, two in pairwise(times))


def test_a_picture_is_the_games_or_none() -> None:
    with a_ledger() as ledger:
        picture = pledge(ledger).picture("Ann")
        assert picture is not None
        assert picture[0].text == "Ann 5, Bob 5"  # type: ignore[union-attr]  # a Note
        assert sealed(ledger).picture() is None


def test_what_was_opened_stays_open_whatever_the_house_records_after(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = play(sealed(ledger, 3, seed=SEED))
        match.open_seals("all")
        opened = told(match, "spectator")
        assert opened[1] == [SEED]
    for version in range(2, 9):
        with a_ledger(path, games=(replace(SEALED, version=version),)) as ledger:
            match = ledger.match()
            match.adopt_rules()
            later = told(match, "spectator")
            assert {seq: later[seq] for seq in opened} == opened


def test_a_seat_sees_the_picture_from_its_own_side_where_there_are_sides() -> None:
    turned = replace(PLEDGE, seated=lambda view, names, seat: (Note(f"for {names[seat]}"),))
    with a_ledger() as ledger:
        match = ledger.new(turned, ["Ann", "Bob"])
        assert match.picture("Bob") == match.picture(1, at=1) == (Note("for Bob"),)
        for who in ("spectator", "auditor"):
            assert match.picture(who) == (Note("Ann 5, Bob 5"),)


def test_a_picture_of_a_game_that_stands_still_says_not_whom_it_would_wait_for() -> None:
    note, due = Note("Nobody has much."), Note("It is for Ann to pledge.", due=True)
    game = replace(PLEDGE, picture=lambda view, names: (due, note))
    with a_ledger() as ledger:
        match = ledger.new(game, ["Ann", "Bob"])
        assert match.picture() == (due, note)
        match.act({"kind": "say", "seat": 0, "text": "hm"})
        match.dispute("Bob", 2, "he said hmm")
        assert match.picture() == match.picture(at=match.seq) == (note,)
        match.withdraw_dispute("Bob")
        assert match.picture() == (due, note)
        match.close("It is late.")
        assert match.picture() == match.picture(at=match.seq) == (note,)
        assert match.picture(at=match.seq - 1) == (due, note)
