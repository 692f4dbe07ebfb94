"""What an audit finds: every way in which evidence can hold, be missing, or be forged."""

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Audit, Broken, Chance, Consequence, Game, Head, Rest, Seat, UnknownMatch
from ledger.evidence import CHECKS, many
from ledger.store import Store
from ledger.walk import walk

from .forging import (
    Change,
    changed,
    compact,
    first,
    forced,
    kinds,
    only_match,
    reseal,
    rewrite,
)
from .pledge_game import PLEDGE, Pledge
from .sealed_game import SEALED, PointScored
from .tables import NAMES, a_ledger, play, pledge, recorded, sealed


def audited(path: Path, change: Change, head: Head | None = None, **more: Any) -> Audit:
    """The audit of a recorded match after somebody changed its file and re-chained it."""
    if not path.exists():
        path.write_bytes(recorded())
    changed(path, change)
    with a_ledger(path, "read", **more) as ledger:
        return ledger.audit(head=head)


def failed(audit: Audit) -> set[str]:
    """The names of the checks that failed."""
    assert tuple(check.name for check in audit.checks) == CHECKS
    names = {check.name for check in audit.checks if check.status == "failed"}
    assert (audit.verdict == "broken") == bool(names)
    assert bool(names) == any(finding.status == "broken" for finding in audit.findings)
    return names


def status(audit: Audit) -> dict[str, str]:
    return {check.name: check.status for check in audit.checks}


# --- clean


@pytest.mark.parametrize("game", ["sealed", "pledge"])
@pytest.mark.parametrize("acts", [0, 1, 4, 1000])
def test_an_honest_match_is_clean_at_any_time(tmp_path: Path, game: str, acts: int) -> None:
    path = tmp_path / "game.db"
    path.write_bytes(recorded(game, 3, acts))
    audit = audited(path, lambda raw: None)
    assert (audit.verdict, audit.findings, audit.fault) == ("clean", (), "")
    assert set(status(audit).values()) == {"ok"}
    with a_ledger(path, "read") as ledger:
        assert audit.head == str(ledger.match().head)
        assert ledger.match().audit() == ledger.audit()


def test_a_declared_match_is_clean() -> None:
    with a_ledger() as ledger:
        match = ledger.new("sealed", NAMES[:2], chance="declared")
        for seat, card in ((0, 3), (0, 9), (0, 1), (1, 2), (1, 4), (1, 5)):
            match.draw(card, seat)
        audit = ledger.audit()
        assert audit.verdict == "clean"
        said = "6 draws as the table declared them, each possible"
        assert next(c.detail for c in audit.checks if c.name == "chance") == said


def test_a_seed_by_hand_is_named() -> None:
    """It can be guessed; one from the system's secrets cannot."""
    with a_ledger() as ledger:
        by_hand, by_secrets = play(pledge(ledger)), play(pledge(ledger, seed=None))
        for match, named in ((by_hand, True), (by_secrets, False)):
            (chance,) = [c for c in match.audit().checks if c.name == "chance"]
            guessed = ", which was given by hand: it can be guessed" if named else ""
            assert chance.detail == f"4 draws from the seed{guessed}"
            assert chance.status == "ok"


def test_after_opening_everything_a_copy_is_clean_too(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        match = play(sealed(ledger))
        match.open_seals("all")
        assert ledger.audit().verdict == "clean"
        match.export(tmp_path / "copy.db", "spectator")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        assert copy.audit().verdict == "clean"
        assert copy.replay().verdict == "exact"


def test_an_opened_seed_proves_the_draws_to_everybody(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        match = play(sealed(ledger))
        match.open_seals("seed")
        match.export(tmp_path / "copy.db", "0")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        audit = copy.audit()
        assert audit.verdict == "unverified"
        assert not failed(audit)


# --- irregular acts


def test_an_irregular_act_that_nothing_answered_stood() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act(Pledge(0, 6), anyway=True)
        (finding,) = ledger.audit().findings
        assert (finding.seq, finding.clause, finding.status) == (2, "PL-03", "stood")
        assert ledger.audit().verdict == "findings"
        assert set(status(ledger.audit()).values()) == {"ok"}


def test_an_irregular_act_that_the_rules_answered_is_remedied() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act(Pledge(0, 11), anyway=True)
        (finding,) = ledger.audit().findings
        assert (finding.seq, finding.clause, finding.status) == (2, "PL-03", "remedied")
        assert ledger.audit().verdict == "clean"


def test_findings_come_in_the_order_of_the_log() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        for seat, coins in ((0, 6), (1, 11), (0, 7), (1, 5)):
            match.act(Pledge(seat, coins), anyway=True)
        found = ledger.audit().findings
        assert [f.seq for f in found] == sorted(f.seq for f in found)
        assert [f.status for f in found][:2] == ["stood", "remedied"]


def test_a_match_that_refuses_irregular_acts_holds_none(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger).act(Pledge(0, 6), anyway=True)

    def be_strict(raw: sqlite3.Connection) -> None:
        rewrite(raw, 1, lambda event: {**event, "irregular": "refuse"})

    audit = audited(path, be_strict)
    assert failed(audit) == {"rules"}
    assert audit.findings[0].clause == "PL-03"


# --- heads


def heads(path: Path) -> tuple[Head, Head]:
    """The head now, and one held since the fifth event."""
    with a_ledger(path, "read") as ledger:
        rows = list(ledger.rows(ledger.ids()[0]))
        return ledger.match().head, Head(ledger.ids()[0], 5, rows[4].digest)


def test_a_head_held_elsewhere_must_be_in_the_log(path: Path) -> None:
    now, early = heads(path)
    other = Head(now.match, now.count, bytes(32))
    for head, broken in (
        (now, set()),
        (early, set()),
        (other, {"chain"}),
        (replace(early, digest=bytes(32)), {"chain"}),
        (replace(now, match="another"), {"chain"}),
        (replace(now, count=now.count + 1), {"chain"}),
        (Head(now.match, 10**14, now.digest), {"chain"}),
    ):
        with a_ledger(path, "read") as ledger:
            audit = ledger.audit(head=head)
        assert failed(audit) == broken
        if not broken:
            said = f"{now.count} events, and the head given is among them"
            assert next(c.detail for c in audit.checks if c.name == "chain") == said


def test_only_a_head_notices_a_cut_tail(path: Path) -> None:
    """Cut where the table waited, the rest is an honest shorter match."""
    now, _ = heads(path)
    with a_ledger(path, "read") as ledger:
        cut = next(e.seq for e in ledger.match().events() if e.kind == "bid")

    def cut_tail(raw: sqlite3.Connection) -> None:
        for table in ("events", "disclosures"):
            raw.execute(f"DELETE FROM {table} WHERE seq > ?", (cut,))
        raw.execute("DELETE FROM disclosures WHERE issued > ?", (cut,))

    assert audited(path, cut_tail).verdict == "clean"
    with a_ledger(path, "read") as ledger:
        assert failed(ledger.audit(head=now)) == {"chain"}


def test_the_log_rebuilt_by_its_owner_has_another_head(path: Path) -> None:
    now, _ = heads(path)

    def change_time(raw: sqlite3.Connection) -> None:
        raw.execute("UPDATE events SET time = time + 1")

    assert audited(path, change_time).verdict == "clean"
    with a_ledger(path, "read") as ledger:
        assert failed(ledger.audit(head=now)) == {"chain"}


# --- forged and re-chained


def test_a_rigged_draw_is_not_what_the_seed_gives(path: Path) -> None:
    def rig(raw: sqlite3.Connection) -> None:
        ((value,),) = raw.execute("SELECT value FROM disclosures WHERE seq = 2").fetchall()
        reseal(raw, 2, "card", int(value) % 12 + 1)

    audit = audited(path, rig)
    assert "chance" in failed(audit)
    assert audit.findings[0].seq == 2


def test_a_card_that_is_not_in_the_pool_cannot_be_drawn(path: Path) -> None:
    assert "chance" in failed(audited(path, lambda raw: reseal(raw, 2, "card", 13)))


def test_a_seed_changed_afterwards_does_not_give_the_draws(path: Path) -> None:
    assert failed(audited(path, lambda raw: reseal(raw, 1, "seed", "another"))) == {"chance"}


def test_an_act_the_rules_refuse_names_its_clause(path: Path) -> None:
    def bid_what_is_not_held(raw: sqlite3.Connection) -> None:
        reseal(raw, first(raw, "bid"), "cards", [1, 1, 1])

    audit = audited(path, bid_what_is_not_held)
    assert "rules" in failed(audit)
    assert audit.findings[0].clause == "SG-01"


def test_an_act_of_somebody_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "open.db"
    path.write_bytes(recorded("pledge"))
    audit = audited(path, lambda raw: rewrite(raw, 2, lambda event: {**event, "seat": 2}))
    assert failed(audit) == {"rules"}
    assert audit.findings[0].clause == "PL-02"


def test_a_consequence_that_does_not_follow_is_named(path: Path) -> None:
    """The wrong seat scores; somebody scores who should not; a due event is left out."""

    def other_seat(raw: sqlite3.Connection) -> None:
        seq = first(raw, "point_scored")
        rewrite(raw, seq, lambda event: {**event, "seat": (event["seat"] + 1) % 3})

    audit = audited(path, other_seat)
    assert failed(audit) == {"rules"}
    (finding,) = audit.findings
    unjudged = {check.name: check.detail for check in audit.checks if check.status == "unverified"}
    assert unjudged == dict.fromkeys(
        ("chance", "invariants", "outcome"), f"not judged any more from #{finding.seq} on"
    )


class PointLost(Consequence, frozen=True):
    """Reads like the consequence that is due, but for its kind."""

    seat: Seat


def test_a_consequence_of_another_kind_is_named(path: Path) -> None:
    def evolve(state: Any, event: Any) -> Any:
        lost = isinstance(event, PointLost)
        return SEALED.evolve(state, PointScored(event.seat) if lost else event)

    def lose(raw: sqlite3.Connection) -> None:
        seq = first(raw, "point_scored")
        rewrite(raw, seq, lambda event: {**event, "kind": "point_lost"})

    game = replace(SEALED, consequences=(*SEALED.consequences, PointLost), evolve=evolve)
    assert failed(audited(path, lose, games=(game,))) == {"rules"}


def test_a_consequence_left_out_is_named(path: Path) -> None:
    def leave_out(raw: sqlite3.Connection) -> None:
        seq = first(raw, "point_scored")
        raw.execute("DELETE FROM events WHERE seq = ?", (seq,))
        raw.execute("UPDATE events SET seq = seq - 1 WHERE seq > ?", (seq,))
        raw.execute("UPDATE disclosures SET seq = -seq WHERE seq > ?", (seq,))
        raw.execute("UPDATE disclosures SET seq = -seq - 1 WHERE seq < 0")
        raw.execute("UPDATE disclosures SET issued = issued - 1 WHERE issued > ?", (seq,))

    assert failed(audited(path, leave_out)) == {"rules"}


def test_an_invented_consequence_is_named(path: Path) -> None:
    def invent(raw: sqlite3.Connection) -> None:
        event = compact({"kind": "point_scored", "seat": 1})
        raw.execute(
            "INSERT INTO events SELECT match, max(seq) + 1, time, ?, digest FROM events", (event,)
        )

    audit = audited(path, invent)
    assert failed(audit) == {"rules"}
    assert audit.findings[0].text == "no point_scored follows here: nothing is due"


@pytest.mark.parametrize("back", range(1, 12))
def test_a_log_cut_in_the_middle_of_an_act_is_broken(path: Path, back: int) -> None:
    """A log ends only where the table waits; everywhere else something was due."""
    with a_ledger(path, "read") as ledger:
        match = ledger.match()
        cut = match.seq - back
        due = list(match.events())[cut].kind not in ("bid", "write")

    def cut_tail(raw: sqlite3.Connection) -> None:
        for table in ("events", "disclosures"):
            raw.execute(f"DELETE FROM {table} WHERE seq > ?", (cut,))
        raw.execute("DELETE FROM disclosures WHERE issued > ?", (cut,))

    audit = audited(path, cut_tail)
    assert failed(audit) == ({"rules"} if due else set())
    assert all(finding.text.endswith("it was cut") for finding in audit.findings)


@pytest.mark.parametrize(
    "values",
    [
        {"seats": ["Ann"]},
        {"seats": ["Ann"] * 9},
        {"seats": []},
        {"options": {"first_points": -1}},
        {"options": {"first_points": 0, "more": 1}},
        {"options": {"first_points": "0"}},
        {"game": "pledge"},
        {"chance": "declared"},
        {"chance": "declared", "draws": None, "seed_by": None},
        {"seed": None},
        {"seed": None, "seed_by": None},
        {"draws": None},
        {"draws": "draw/2"},
        {"kind": "seals_opened", "scope": "all"},
        {"kind": "point_scored", "seat": 1},
    ],
    ids=repr,
)
def test_a_match_that_cannot_begin_so_is_broken(path: Path, values: dict[str, Any]) -> None:
    def begin_so(raw: sqlite3.Connection) -> None:
        rewrite(raw, 1, lambda event: values if "kind" in values else {**event, **values})
        if {"kind", "seed"} & values.keys():
            raw.execute("DELETE FROM disclosures WHERE seq = 1")

    audit = audited(path, begin_so)
    assert audit.verdict == "broken"
    assert audit.fault == ""
    with a_ledger(path, "read") as ledger, pytest.raises(Broken) as broken:
        ledger.match()
    check = "chain" if "kind" in values else "rules"  # another event in its place is read as none
    assert (broken.value.seq, broken.value.check) == (1, check)


def test_invariants_that_do_not_hold_are_named(path: Path) -> None:
    leaking: Game[Any, Any, Any, Any] = replace(
        SEALED, invariants=lambda s: ("a card is lost",) if s.rounds else ()
    )
    audit = audited(path, lambda raw: None, games=(leaking,))
    assert failed(audit) == {"invariants"}
    with forced(path) as raw:
        assert audit.findings[0].seq == first(raw, "bids_revealed")


def test_invariants_that_look_at_what_is_hidden_are_unverified(tmp_path: Path) -> None:
    """They should be in counts; where they are not, a copy says so and goes on."""
    looking: Game[Any, Any, Any, Any] = replace(
        SEALED, invariants=lambda s: () if all(hand.all() for hand in s.hands) or s else ("",)
    )
    with a_ledger() as ledger:
        play(sealed(ledger)).export(tmp_path / "copy.db", "Ann")
    with a_ledger(tmp_path / "copy.db", "read", games=(looking,)) as copy:
        assert status(copy.audit())["invariants"] == "unverified"


def peeking(state: Any, chance: Chance) -> Any:
    """Draws as the sealed game does, from pools that look into every hand."""

    class Peeking:
        def draw(self, event: Any, pool: Any, **fields: Any) -> Any:
            def looked() -> Any:
                assert all(len(hand.all()) == len(hand) for hand in state.hands)
                return pool

            return chance.draw(event, looked, **fields)

    return SEALED.settle(state, Peeking())


HIDDEN_VALUE = "what was drawn is hidden in this copy"
HIDDEN_SEED = "the seed is not in this file"


@pytest.mark.parametrize(
    ("game", "pool"),
    [
        (SEALED, "what could be drawn is partly hidden in this copy"),
        (replace(SEALED, settle=peeking), "what could be drawn is hidden in this copy"),
    ],
)
def test_a_draw_that_a_copy_cannot_judge_is_unverified_and_why_is_told(
    tmp_path: Path, game: Game[Any, Any, Any, Any], pool: str
) -> None:
    """Also where a game's own pools cannot be told without what is hidden."""
    with a_ledger() as ledger:
        play(sealed(ledger)).export(tmp_path / "copy.db", "Bob")
    store = Store(tmp_path / "copy.db", "read")
    draws = [step for step in walk(store, store.matches()[0], game, (1,)) if step.draw]
    store.close()
    assert {step.draw for step in draws} == {"unverified"}
    assert {step.text for step in draws} <= {HIDDEN_VALUE, HIDDEN_SEED, pool}
    assert pool in {step.text for step in draws}


def test_a_copy_that_cannot_tell_what_is_due_at_its_end_was_not_cut(tmp_path: Path) -> None:
    looking: Game[Any, Any, Any, Any] = replace(
        SEALED, settle=lambda s, chance: [h.all() for h in s.hands] and SEALED.settle(s, chance)
    )
    with a_ledger(games=(looking,)) as ledger:
        match = play(sealed(ledger), 2)
        assert match.audit().verdict == "clean"
        match.export(tmp_path / "copy.db", "Bob")
    with a_ledger(tmp_path / "copy.db", "read", games=(looking,)) as copy:
        assert (copy.audit().verdict, copy.audit().findings) == ("unverified", ())
        assert copy.replay().verdict == "unverified"


def test_things_are_counted_in_words() -> None:
    assert [many(count, "seal") for count in (0, 1, 2)] == ["0 seals", "1 seal", "2 seals"]


def test_a_copy_that_goes_on_after_its_head_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "copy.db"
    with a_ledger() as ledger:
        pledge(ledger).export(path, "Ann")

    def go_on(raw: sqlite3.Connection) -> None:
        event = compact({"kind": "say", "seat": 0, "text": "x"})
        raw.execute("INSERT INTO events SELECT match, 2, time, ?, digest FROM events", (event,))

    assert failed(audited(path, go_on)) == {"chain"}


def test_invariants_that_cannot_be_computed_are_named(path: Path) -> None:
    raising: Game[Any, Any, Any, Any] = replace(SEALED, invariants=lambda s: 1 // (s.rounds - 1))
    assert failed(audited(path, lambda raw: None, games=(raising,))) == {"invariants"}


class Doubled(Consequence, frozen=True, tag="seals_opened"):
    """Of the same kind as an event of the house."""


def test_a_game_whose_events_cannot_be_read_breaks_the_check_of_the_rules(path: Path) -> None:
    game = replace(SEALED, consequences=(*SEALED.consequences, Doubled))
    assert failed(audited(path, lambda raw: None, games=(game,))) == {"rules"}


# --- unknown games


def test_chain_and_seals_are_checked_without_the_game(path: Path) -> None:
    audit = audited(path, lambda raw: None, games=(PLEDGE,))
    assert "sealed" in audit.fault
    assert audit.verdict == "unverified"
    known = {name for name, found in status(audit).items() if found == "ok"}
    assert known == {"file", "chain", "seals"}

    def forge(raw: sqlite3.Connection) -> None:
        raw.execute("UPDATE disclosures SET value = '7' WHERE seq = 2")

    assert failed(audited(path, forge, games=(PLEDGE,))) == {"seals"}


def test_an_audit_of_a_match_that_is_not_here_is_unknown() -> None:
    with a_ledger() as ledger, pytest.raises(UnknownMatch):
        ledger.audit()


def test_an_audit_is_data_for_json(path: Path) -> None:
    import msgspec

    told = json.loads(msgspec.json.encode(audited(path, lambda raw: None)))
    assert set(told) >= {"match", "verdict", "head", "checks", "findings"}
    with forced(path) as raw:
        assert told["match"] == only_match(raw)
        assert "seals_opened" not in kinds(raw)


def test_an_outcome_that_hangs_on_what_is_hidden_is_unverified(tmp_path: Path) -> None:
    looking = replace(SEALED, outcome=lambda s: s.hands[1].all() and None)
    with a_ledger() as ledger:
        play(sealed(ledger), 1).export(tmp_path / "copy.db", "spectator")
    with a_ledger(tmp_path / "copy.db", "read", games=(looking,)) as copy:
        checks = {check.name: check for check in copy.audit().checks}
    assert checks["outcome"].status == "unverified"
    assert checks["outcome"].detail == "hidden in this copy"


def test_an_outcome_that_cannot_be_computed_is_named(path: Path) -> None:
    """Of an end to which a forged log leads, a game need not know anything."""
    raising = replace(SEALED, outcome=lambda s: None if s.called < 2 else 1 // 0)
    audit = audited(path, lambda raw: None, games=(raising,))
    assert failed(audit) == {"outcome"}
    text = "sealed: outcome failed (ZeroDivisionError)"
    assert any(finding.text.startswith(text) for finding in audit.findings)


def test_options_stand_in_the_log_in_the_order_of_the_game(tmp_path: Path) -> None:
    """Else one match could be written in two ways."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger)

    def other(event: dict[str, Any]) -> dict[str, Any]:
        return {**event, "options": dict(reversed(event["options"].items()))}

    audit = audited(path, lambda raw: rewrite(raw, 1, other))
    assert failed(audit) == {"rules"}
    assert audit.findings[0].text == "its options are not in the form they are written in"


@pytest.mark.parametrize("start", [lambda options, seats: 1 // 0, lambda options, seats: options.x])
def test_a_game_that_cannot_begin_so_breaks_the_check_of_the_rules(path: Path, start: Any) -> None:
    audit = audited(path, lambda raw: None, games=(replace(SEALED, start=start),))
    assert failed(audit) == {"rules"}
    assert audit.findings[0].text.startswith("the match cannot begin so (")
    with (
        a_ledger(path, "read", games=(replace(SEALED, start=start),)) as ledger,
        pytest.raises(Broken) as broken,
    ):
        ledger.match()
    assert (broken.value.seq, broken.value.check) == (1, "rules")


def test_a_draw_that_newer_rules_judge_otherwise_is_unverified_and_told_to_the_auditor(
    path: Path,
) -> None:
    """What the seed gives under them stands beside what was drawn."""
    backwards = replace(
        SEALED,
        version=2,
        settle=lambda s, chance: SEALED.settle(s, Backwards(chance)),
    )
    checks = {c.name: c for c in audited(path, lambda raw: None, games=(backwards,)).checks}
    assert checks["chance"].status == "unverified"
    assert re.fullmatch(
        r"draws from #2 on: differs from rules 2 \(the seed gives [0-9]+, not [0-9]+\)",
        checks["chance"].detail,
    )


class Backwards:
    """Draws from each pool as it reads from its other end."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def draw(self, event: Any, pool: Any, **fields: Any) -> Any:
        return self._chance.draw(event, Rest(pool.items[::-1], pool.hidden), **fields)
