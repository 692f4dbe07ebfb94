"""The verdict of a replay: exact, unverified, diverged, and at which event."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Broken, Replay, UnknownGame
from ledger.chain import Chain
from ledger.codec import codec_of
from ledger.evidence import Evidence
from ledger.reader import read
from ledger.store import Store
from ledger.walk import walk

from .forging import first, forced, rechain, reseal, rewrite
from .pledge_game import PLEDGE, Pledge
from .sealed_game import SEALED
from .tables import NAMES, a_ledger, play, pledge, recorded
from .tower_game import TOWER, Lay, MendingDue


def replayed(path: Path) -> Replay:
    with a_ledger(path, "read") as ledger:
        found = ledger.replay()
        assert found == ledger.replay(ledger.ids()[0])
        return found


@pytest.mark.parametrize("game", ["sealed", "pledge"])
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("acts", [0, 2, 3, 1000])
def test_what_was_written_replays_exactly(tmp_path: Path, game: str, seats: int, acts: int) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded(game, seats, acts))
    found = replayed(path)
    assert (found.verdict, found.seq, found.text) == ("exact", 0, "")


@pytest.mark.parametrize("acts", [0, 3, 1000])
def test_a_step_that_is_exact_has_nothing_to_be_said_of(path: Path, acts: int) -> None:
    path.write_bytes(recorded("sealed", 2, acts))
    store = Store(path, "read")
    steps = list(walk(store, store.matches()[0], SEALED))
    store.close()
    assert {(step.status, step.text, step.evidence, step.clause) for step in steps} == {
        ("exact", "", "", "")
    }


def test_irregular_acts_and_declared_draws_replay_exactly() -> None:
    with a_ledger() as ledger:
        match = ledger.new("pledge", NAMES[:2], chance="declared")
        match.act(Pledge(0, 6), anyway=True)
        assert ledger.replay().verdict == "exact"  # a draw is awaited
        match.draw("tails")
        match.act(Pledge(1, 11), anyway=True)
        assert match.replay() == ledger.replay()
        assert ledger.replay().verdict == "exact"
        store: Store = vars(ledger)["_store"]
        steps = list(walk(store, match.id, PLEDGE))
        assert {step.status for step in steps} == {"exact"}
        assert [step.entry.seq for step in steps if step.irregular] == [2, 4]


def test_the_first_event_that_is_not_exact_is_named(path: Path) -> None:
    with forced(path) as raw:
        reseal(raw, 3, "card", 13)
        rechain(raw)
    found = replayed(path)
    assert (found.verdict, found.seq) == ("diverged", 3)


def test_a_chain_that_does_not_hold_diverges(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("UPDATE events SET time = time + 1 WHERE seq = 4")
    found = replayed(path)
    assert (found.verdict, found.seq) == ("diverged", 4)


def test_a_cut_act_diverges_at_the_end(path: Path) -> None:
    with forced(path) as raw:
        seq = first(raw, "bids_revealed")
        raw.execute("DELETE FROM events WHERE seq >= ?", (seq,))
        raw.execute("DELETE FROM disclosures WHERE issued >= ?", (seq,))
    found = replayed(path)
    assert (found.verdict, found.seq) == ("diverged", seq - 1)


def test_a_copy_is_unverified_from_the_first_hidden_step_on(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        match = play(ledger.new("sealed", NAMES[:2], seed="a seed"))
        match.export(tmp_path / "copy.db", "1")
    found = replayed(tmp_path / "copy.db")
    assert (found.verdict, found.seq) == ("unverified", 2)


def test_a_copy_excuses_nothing_that_is_not_hidden(tmp_path: Path) -> None:
    """A point for the wrong seat is seen on any copy: the bids are revealed."""
    with a_ledger() as ledger:
        match = play(ledger.new("sealed", NAMES[:2], seed="a seed"))
        match.export(tmp_path / "copy.db", "1")
    with forced(tmp_path / "copy.db") as raw:
        seq = first(raw, "point_scored")
        rewrite(raw, seq, lambda event: {**event, "seat": 1 - event["seat"]})
        rechain(raw)
    found = replayed(tmp_path / "copy.db")
    assert (found.verdict, found.seq) == ("diverged", seq)


def test_a_copy_that_was_cut_within_an_act_diverges(tmp_path: Path) -> None:
    """Something in it is hidden, and that what had to follow is missing shows all the same."""
    with a_ledger() as ledger:
        match = play(ledger.new("sealed", NAMES[:2], seed="a seed"))
        match.export(tmp_path / "copy.db", "1")
    with forced(tmp_path / "copy.db") as raw:
        seq = first(raw, "point_scored")
        raw.execute("DELETE FROM events WHERE seq >= ?", (seq,))
        raw.execute("DELETE FROM disclosures WHERE issued >= ?", (seq,))
    found = replayed(tmp_path / "copy.db")
    assert (found.verdict, found.seq) == ("diverged", seq - 1)


def mending(state: Any, chance: Any) -> Any:
    """As other rules might want it: every number has to be mended."""
    due = TOWER.settle(state, chance)
    top = state.tower[-1] if state.tower and not state.mending else None
    return MendingDue(top.seat, top.number) if due is None and top is not None else due


@pytest.mark.parametrize(("numbers", "seq"), [((10,), 3), ((10, 20), 4)])
def test_what_other_rules_would_have_done_is_unverified_and_the_first_of_it_is_named(
    tmp_path: Path, numbers: tuple[int, ...], seq: int
) -> None:
    """At the end of the log, where all before is exact, or where they first differ."""
    path, other = tmp_path / "game.db", replace(TOWER, version=2, settle=mending)
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, NAMES[:2], seed="tower")
        for number in numbers:
            match.act(Lay(match.awaited[0], number))
    with a_ledger(path, "read", games=(other,)) as ledger:
        found = ledger.replay()
    assert (found.verdict, found.seq) == ("unverified", seq)
    assert found.text.startswith("differs from rules 2 (")


def test_games_that_raise_on_forged_events_diverge(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded("pledge"))
    for raising in (
        replace(PLEDGE, check=lambda s, a: 1 // 0),
        replace(PLEDGE, settle=lambda s, chance: 1 // 0),
        replace(PLEDGE, evolve=lambda s, e: 1 // 0),
        replace(PLEDGE, start=lambda options, seats: 1 // 0),
    ):
        with a_ledger(path, "read", games=(raising,)) as ledger:
            assert ledger.replay().verdict == "diverged"
            assert ledger.audit().verdict == "broken"
    path.write_bytes(recorded("pledge", 3, 0))
    with a_ledger(path, "read", games=(replace(PLEDGE, settle=lambda s, c: 1 // 0),)) as ledger:
        assert ledger.replay().verdict == "diverged"
        assert ledger.audit().verdict == "broken"


def test_the_house_does_not_come_between_the_table_and_what_it_must_do(path: Path) -> None:
    with forced(path) as raw:
        seq = first(raw, "point_scored")
        rewrite(raw, seq, lambda _: {"kind": "seals_opened", "scope": "all"})
        rechain(raw)
    found = replayed(path)
    assert (found.verdict, found.seq) == ("diverged", seq)


def test_an_unknown_game_cannot_be_replayed(path: Path) -> None:
    with a_ledger(path, "read", games=()) as ledger, pytest.raises(UnknownGame):
        ledger.replay()


def test_a_log_that_does_not_begin_as_one_is_broken(path: Path) -> None:
    with forced(path) as raw:
        rewrite(raw, 1, lambda _: {"kind": "point_scored", "seat": 0})
    with a_ledger(path, "read") as ledger:
        for ask in (ledger.replay, ledger.match):
            with pytest.raises(Broken) as broken:
                ask()
            assert broken.value.seq == 1


def test_reading_along_a_chain_stops_where_it_does_not_hold(path: Path) -> None:
    with forced(path) as raw:
        rewrite(raw, 3, lambda event: {**event, "seat": 1})
    store = Store(path, "read")
    (match,) = store.matches()
    told = read(store, codec_of(SEALED), match, "auditor", chain=Chain(match))
    assert [next(told).seq, next(told).seq] == [1, 2]
    with pytest.raises(Broken):
        next(told)
    store.close()


def test_the_worst_status_of_a_check_stays() -> None:
    evidence = Evidence()
    evidence.see("rules", "ok", "fine")
    evidence.see("rules", "unverified", "hidden")
    evidence.see("rules", "unverified", "hidden again")
    evidence.see("rules", "ok", "fine")
    done = evidence.closed("x", Chain("x").head, "")
    (rules,) = [check for check in done.checks if check.name == "rules"]
    assert (rules.status, rules.detail, done.verdict) == ("unverified", "hidden", "unverified")
    evidence.broken("rules", 3, "wrong", "PL-01")
    done = evidence.closed("x", Chain("x").head, "")
    (rules,) = [check for check in done.checks if check.name == "rules"]
    assert (rules.status, done.verdict, done.findings[0].clause) == ("failed", "broken", "PL-01")


def test_replaying_judges_and_changes_nothing() -> None:
    with a_ledger() as ledger:
        match = play(pledge(ledger))
        before = match.head
        assert match.replay().verdict == "exact"
        assert match.head == before
