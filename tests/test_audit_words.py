"""What an audit says in words: of files and heads, of what a copy cannot tell, of acts and ends."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Audit, Check, Head, known
from ledger.chain import Chain
from ledger.evidence import CHECKS

from .forging import first, forced, only_match, rechain, rewrite
from .pledge_game import PLEDGE
from .sealed_game import SEALED
from .stones_game import ONE, TWO, NamesTold, OldPlace
from .tables import a_ledger, play, pledge, sealed
from .tower_game import TOWER, Lay


def said(audit: Audit) -> dict[str, Check]:
    return {check.name: check for check in audit.checks}


def audited(path: Path, *games: Any, head: Head | None = None) -> Audit:
    with a_ledger(path, "read", games=games or (SEALED, PLEDGE)) as ledger:
        return ledger.audit(head=head)


def found(audit: Audit) -> list[tuple[int, str]]:
    """What does not hold, where: 0 is the match as a whole."""
    return [(one.seq, one.text) for one in audit.findings if one.status == "broken"]


# --- files and chains


def test_a_damaged_file_is_read_no_further(path: Path) -> None:
    """What is read from it may be anything: nothing else is judged."""
    path.write_bytes(path.read_bytes() + b"more")
    audit = audited(path)
    text = "the file is damaged: it does not end with a whole page"
    assert (audit.verdict, audit.fault, found(audit)) == ("broken", text, [(0, text)])
    assert said(audit)["file"] == Check("file", "failed", text)
    assert {check.detail for check in audit.checks[1:]} == {f"not judged: {text}"}
    assert {check.status for check in audit.checks[1:]} == {"unverified"}


def test_an_honest_file_is_whole_and_its_tail_may_be_cut(path: Path) -> None:
    with a_ledger(path, "read") as ledger:
        count = ledger.match().seq
    told = said(audited(path))
    assert told["file"] == Check("file", "ok", "a whole ledger file")
    text = f"{count} events; without a head from elsewhere a cut tail cannot be noticed"
    assert told["chain"] == Check("chain", "ok", text)
    assert told["outcome"].status == "ok"
    assert re.fullmatch(r"\d points", told["outcome"].detail)


def test_a_head_of_another_match_concerns_the_match_as_a_whole(path: Path) -> None:
    audit = audited(path, head=Head("another", 1, bytes(32)))
    assert found(audit) == [(0, "the head given is of match another")]
    assert said(audit)["chain"].detail == "the head given is of match another"


def test_a_head_of_no_events_is_held_against_the_match_too(path: Path) -> None:
    with forced(path) as raw:
        match = only_match(raw)
    assert said(audited(path, head=Chain(match).head))["chain"].status == "ok"
    audit = audited(path, head=Head(match, 0, bytes(32)))
    assert found(audit) == [(0, "not the history of the head given")]


@pytest.mark.parametrize("change", ["another time", "a cut tail"])
def test_a_copy_is_held_against_the_hosts_head_kept_in_it(tmp_path: Path, change: str) -> None:
    """Whoever changes a copy and chains it anew has to change the head too, which others hold."""
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.act({"kind": "say", "seat": 0, "text": "x"})
        match.export(tmp_path / "copy.db", "Ann")
    with forced(tmp_path / "copy.db") as raw:
        if change == "a cut tail":
            raw.execute("DELETE FROM events WHERE seq = 2")
        else:
            raw.execute("UPDATE events SET time = time + 1")
        rechain(raw)
    name = "the host's head kept in this copy"
    broken = {
        "a cut tail": (1, f"{name} has 2 events, the log 1: its tail was cut"),
        "another time": (2, f"not the history of {name}"),
    }
    assert found(audited(tmp_path / "copy.db")) == [broken[change]]


def test_an_id_that_is_none_concerns_the_match_as_a_whole(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("UPDATE events SET match = 'no id'")
        raw.execute("UPDATE disclosures SET match = 'no id'")
        rechain(raw)
    assert found(audited(path)) == [(0, "the match's id is none")]


def test_a_log_that_does_not_begin_as_one_breaks_the_rules(path: Path) -> None:
    with forced(path) as raw:
        rewrite(raw, 1, lambda _: {"kind": "point_scored", "seat": 1})
        raw.execute("DELETE FROM disclosures WHERE seq = 1")
        rechain(raw)
    audit = audited(path)
    text = f"match {audit.match} does not begin with match_opened"
    assert found(audit)[0] == (1, text)
    assert said(audit)["rules"] == Check("rules", "failed", f"#1: {text}")
    assert said(audit)["outcome"] == Check("outcome", "unverified", "not judged any more")


def test_a_game_that_is_not_known_is_said_where_it_is_missing(path: Path) -> None:
    audit = audited(path, PLEDGE)
    assert audit.fault
    for name in CHECKS[3:]:
        assert said(audit)[name] == Check(name, "unverified", f"not judged: {audit.fault}")


def test_an_event_of_no_shape_breaks_the_seals_or_the_rules_where_it_stands(path: Path) -> None:
    with forced(path) as raw:
        seq = first(raw, "point_scored")
        rewrite(raw, seq, lambda event: {**event, "seat": "Ann"})
        rechain(raw)
    audit = audited(path)
    assert audit.verdict == "broken"
    assert {one.seq for one in audit.findings} == {seq}


def test_a_row_that_cannot_be_read_concerns_the_file_as_a_whole(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("UPDATE disclosures SET value = CAST(x'ff' AS TEXT) WHERE seq = 2")
    audit = audited(path)
    text = "a row holds text that is not UTF-8: use another copy of the file"
    assert found(audit) == [(0, text)]
    assert said(audit)["file"] == Check("file", "failed", text)
    assert said(audit)["seals"].status == "unverified"


# --- chance


@pytest.mark.parametrize("by", ["host", "copy"])
def test_a_seed_by_hand_can_be_guessed_by_who_does_not_have_it(tmp_path: Path, by: str) -> None:
    with a_ledger(tmp_path / "host.db") as ledger:
        pledge(ledger).export(tmp_path / "copy.db", "Ann")
    detail = said(audited(tmp_path / f"{by}.db"))["chance"].detail
    assert detail == "0 draws from the seed, which was given by hand: it can be guessed"


# --- rules


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_copy_cannot_tell_of_the_rules_is_counted(tmp_path: Path, seats: int) -> None:
    """One event that hangs on a secret does not leave the others unchecked."""
    with a_ledger() as ledger:
        match = sealed(ledger, seats)
        for seat in range(1, seats):
            match.act({"kind": "bid", "seat": seat, "cards": []})
        match.export(tmp_path / "ann.db", "Ann")
        first_bid = match.seq - seats + 2
    rules = said(audited(tmp_path / "ann.db"))["rules"]
    also = "1 more event cannot be checked either, " if seats == 3 else ""
    hidden = "whether it was allowed is hidden in this copy"
    text = f"#{first_bid}: {hidden}; {also}all others follow from the rules"
    assert rules == Check("rules", "unverified", text)


def test_what_newer_rules_give_instead_is_told_to_the_auditor(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "old.db", games=(ONE,)) as ledger:
        match = ledger.new("stones", ["Ann", "Bob"], seed="a seed")
        for number, cell in enumerate((1, 3, 5, 7)):
            match.act(OldPlace(number % 2, cell, "flint"))
    told = NamesTold(("slate",))
    other = replace(TWO, settle=lambda s, chance: told if len(s.stones) == 4 else None)
    rules = said(audited(tmp_path / "old.db", other))["rules"]
    assert rules.status == "unverified"
    assert rules.detail.startswith(
        "#6: differs from rules 2 (the rules give NamesTold(names=('slate',)) here); "
    )


def test_where_newer_rules_cannot_go_on_it_is_said_why(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "old.db", games=(ONE,)) as ledger:
        match = ledger.new("stones", ["Ann", "Bob"], seed="a seed")
        match.act(OldPlace(0, 1, "flint"))
    audit = audited(tmp_path / "old.db", replace(TWO, evolve=lambda s, e: known(HIDDEN)))
    assert audit.verdict == "unverified"
    left = "not judged any more from #2 on"
    why = (
        "#2: differs from rules 2 (the rules cannot follow it (evolve looks at what is hidden; "
        "it may store and move it, no more))"
    )
    assert said(audit)["rules"].detail == f"{why}; {left}"
    assert {said(audit)[name].detail for name in ("chance", "invariants", "outcome")} == {left}


def test_an_irregular_act_is_told_as_a_sentence_that_everybody_may_read() -> None:
    """What stood, what answered it, and what was taken back; no inner name."""
    with a_ledger(games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, ("Ann", "Bob"), seed="x")
        match.act(Lay(0, 10))
        match.act(Lay(1, 7), anyway=True)
        (stood,) = match.audit().findings
        assert (stood.status, stood.text) == ("stood", "lay: Bob, number 7: 7 is not above 10")
        match.dispute("Ann", stood.seq, "7 is below 10")
        match.rule()
        (remedied,) = match.audit().findings
        assert remedied.text == ("lay: Bob, number 7; remedied by #8: mending_due: Bob, number 7")


def test_an_irregular_act_that_was_taken_back_is_told_without_an_answer() -> None:
    with a_ledger(games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, ("Ann", "Bob"), seed="x")
        match.act(Lay(0, 7), anyway=True)
        match.act(Lay(1, 7), anyway=True)
        seq = match.seq - 1
        match.take_back(seq - 1, "Bob")
        match.agree("Ann")
        (gone,) = match.audit().findings
        text = f"lay: Bob, number 7; taken back by #{match.seq}"
        assert (gone.seq, gone.status, gone.text) == (seq, "remedied", text)


# --- ends


def test_a_closed_match_is_said_to_be_closed() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        running = said(match.audit())["outcome"]
        match.close("It is late.")
        closed = said(match.audit())["outcome"]
    assert (running.status, running.detail) == ("ok", "the match is not over")
    assert (closed.status, closed.detail) == ("ok", "the host closed the match: It is late.")


def test_an_outcome_is_told() -> None:
    with a_ledger() as ledger:
        match = play(pledge(ledger))
        assert match.outcome is not None
        assert said(match.audit())["outcome"].detail == match.outcome.text
