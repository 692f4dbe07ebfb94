"""Logs of older rules and shapes: read for ever, judged by what they were, never guessed at."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Action,
    Audit,
    Game,
    GameError,
    Ledger,
    Match,
    MatchClosed,
    Own,
    Refused,
    RulesAdopted,
    SealsOpened,
    UnknownGame,
    import_lines,
)

from .forging import forced, rechain, rewrite
from .stones_game import ONE, THREE, TWO, NamesTold, OldPlace, Place, Tossed
from .tables import a_ledger


def opened(path: Path, game: Game[Any, Any, Any, Any], mode: Any = "read") -> Ledger:
    return a_ledger(path, mode, games=(game,))


def played(path: Path, *cells: int) -> Match:
    """A log of version 1 with a stone on each of some cells, by the seats in turn."""
    with opened(path, ONE, "create") as ledger:
        match = ledger.new("stones", ["Ann", "Bob"], seed="a seed")
        for number, cell in enumerate(cells):
            match.act(OldPlace(number % 2, cell, "flint"))
        return match


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A finished match of version 1 that version 2 would have allowed, too."""
    played(tmp_path / "old.db", 1, 3, 5, 7)
    return tmp_path / "old.db"


@pytest.fixture
def cornered(tmp_path: Path) -> Path:
    """One in which the third stone, event 4, lies in a corner."""
    played(tmp_path / "corner.db", 1, 3, 8)
    return tmp_path / "corner.db"


def seals(audit: Audit) -> str:
    return next(check.status for check in audit.checks if check.name == "seals")


@pytest.mark.parametrize("game", [TWO, THREE])
def test_an_old_log_is_read_and_shown_in_todays_shape(
    old: Path, game: Game[Any, Any, Any, Any]
) -> None:
    with opened(old, game) as ledger:
        match = ledger.match()
        told = [entry.event for entry in match.events("auditor")]
        assert told[1:] == [
            Place(0, 0, 1, "flint"),
            Place(1, 1, 0, "flint"),
            Place(0, 1, 2, "flint"),
            Place(1, 2, 1, "flint"),
            NamesTold(("flint",) * 4),
        ]
        (mine,) = match.events("Ann", after=1, to=2)
        (theirs,) = match.events("Bob", after=1, to=2)
        assert mine.event == Place(0, 0, 1, "flint")
        assert repr(theirs.event) == "Place(seat=0, row=0, column=1, name=HIDDEN)"
        assert match.view("auditor").told
        assert match.outcome is not None
        assert (match.awaited, match.awaits_draw) == ((), None)


@pytest.mark.parametrize("game", [TWO, THREE])
def test_its_bytes_and_its_head_stay_what_they_were(
    old: Path, game: Game[Any, Any, Any, Any]
) -> None:
    with opened(old, ONE) as then, opened(old, game) as now:
        assert then.match().head == now.match().head
        assert b'"kind":"place",' in list(now.rows(now.ids()[0]))[1].event


@pytest.mark.parametrize("game", [TWO, THREE])
@pytest.mark.parametrize("who", ["0", "auditor"])
def test_it_is_exported_and_imported(old: Path, game: Game[Any, Any, Any, Any], who: str) -> None:
    with opened(old, game) as ledger:
        head = ledger.match().head
        ledger.match().export(old.parent / "copy.db", who)
        ledger.match().export(old.parent / "copy.jsonl", who)
    assert import_lines(old.parent / "copy.jsonl", old.parent / "back.db") == head
    for name in ("copy.db", "back.db"):
        with opened(old.parent / name, game) as copy:
            assert copy.match().head == head
            assert copy.audit(head=head).verdict != "broken"


def test_under_the_rules_it_was_played_it_is_exact(old: Path) -> None:
    with opened(old, ONE) as ledger:
        assert ledger.replay().verdict == "exact"
        assert ledger.audit().verdict == "clean"


def test_under_newer_rules_that_agree_its_seals_still_hold(old: Path) -> None:
    """The reveal and what it opens are both of an older shape."""
    with opened(old, TWO) as ledger:
        audit = ledger.audit()
        assert seals(audit) == "ok"
        assert audit.findings == ()
        assert audit.verdict in ("clean", "unverified")
        assert ledger.replay().verdict in ("exact", "unverified")


class Marked(Action, frozen=True, tag="place/3"):
    cell: int
    mark: Own[str]


def test_its_seals_are_held_against_the_shape_in_which_they_were_made(old: Path) -> None:
    """Also where the secret has another name today."""
    game = replace(
        ONE,
        version=2,
        actions=(Marked,),
        upcasts={OldPlace: lambda place: Marked(place.seat, place.cell, place.name)},
        check=lambda s, a: None,
        settle=lambda s, chance: None,
        evolve=lambda s, e: s,
    )
    with opened(old, game) as ledger:
        (first,) = ledger.match().events("auditor", after=1, to=2)
        assert first.event == Marked(0, 1, "flint")
        audit = ledger.audit()
        assert (seals(audit), audit.findings) == ("ok", ())


def test_where_newer_rules_disagree_it_is_unverified_and_named(cornered: Path) -> None:
    with opened(cornered, ONE) as ledger:
        assert ledger.replay().verdict == "exact"
    with opened(cornered, TWO) as ledger:
        replay = ledger.replay()
        assert (replay.verdict, replay.seq) == ("unverified", 4)
        assert "rules 2" in replay.text
        audit = ledger.audit()
        assert (audit.verdict, audit.findings) == ("unverified", ())
        (rules,) = (check.detail for check in audit.checks if check.name == "rules")
        assert rules.startswith(f"#4: {replay.text}; ")


def test_where_newer_rules_want_something_first_it_is_unverified(old: Path) -> None:
    """Version 3 would have tossed before the first stone."""
    with opened(old, THREE) as ledger:
        replay = ledger.replay()
        assert (replay.verdict, replay.seq) == ("unverified", 2)
        assert ledger.audit().verdict == "unverified"


def test_where_newer_rules_would_go_on_at_the_end_it_is_not_called_cut(tmp_path: Path) -> None:
    played(tmp_path / "new.db")
    with opened(tmp_path / "new.db", THREE) as ledger:
        match = ledger.match()
        assert match.awaited == (0, 1)
        assert len(match.legal(0)) == 1
        text = "differs from rules 3 (the log ends before its tossed: it was cut)"
        assert (ledger.replay().verdict, ledger.replay().text) == ("unverified", text)
        audit = ledger.audit()
        assert audit.verdict == "unverified"
        (rules,) = (check.detail for check in audit.checks if check.name == "rules")
        assert rules.startswith(f"#1: {text}; ")


def test_what_newer_rules_cannot_even_follow_is_unverified(old: Path) -> None:
    with opened(old, replace(TWO, evolve=lambda s, e: 1 // 0)) as ledger:
        assert (ledger.replay().verdict, ledger.replay().seq) == ("unverified", 2)
        assert ledger.audit().verdict == "unverified"


def test_the_version_being_run_excuses_nothing(cornered: Path) -> None:
    """The same log, naming rules 2: it was never played under them."""
    with forced(cornered) as raw:
        rewrite(raw, 1, lambda event: {**event, "rules": 2})
        rechain(raw)
    with opened(cornered, TWO) as ledger:
        replay = ledger.replay()
        assert (replay.verdict, replay.seq) == ("diverged", 4)
        audit = ledger.audit()
        assert (audit.verdict, audit.findings[0].clause) == ("broken", "ST-02")


def test_a_broken_chain_is_broken_under_any_rules(old: Path) -> None:
    with forced(old) as raw:
        raw.execute("UPDATE events SET time = time + 1 WHERE seq = 3")
    with opened(old, TWO) as ledger:
        assert ledger.replay().verdict == "diverged"
        assert ledger.audit().verdict == "broken"


# --- going on


@pytest.mark.clause("HOUSE-09")
def test_it_goes_on_once_it_has_adopted_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    played(path, 1, 3, 8)
    with opened(path, TWO, "write") as ledger:
        match = ledger.match()
        with pytest.raises(Refused) as refused:
            match.act(Place(0, 1, 2, "slate"))
        assert refused.value.clause == "HOUSE-09"
        assert match.adopt_rules() == (RulesAdopted(2),)
        with pytest.raises(Refused) as refused:
            match.act(Place(0, 0, 0, "slate"))
        assert refused.value.clause == "ST-02"
        told = match.act(Place(0, 1, 2, "slate"))
        assert told[-1] == NamesTold(("flint", "flint", "slate"))
        assert match.outcome is not None
        replay = ledger.replay()
        assert (replay.verdict, replay.seq) == ("unverified", 4)  # the corner, under rules 1
        audit = ledger.audit()
        assert (audit.verdict, audit.findings, seals(audit)) == ("unverified", (), "ok")


def test_after_adopting_nothing_is_excused(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    played(path, 1, 3)
    with opened(path, TWO, "write") as ledger:
        ledger.match().adopt_rules()
        ledger.match().act(Place(0, 1, 2, "slate"))
    with forced(path) as raw:
        rewrite(raw, 5, lambda event: {**event, "row": 0, "column": 0})
        rechain(raw)
    with opened(path, TWO) as ledger:
        assert (ledger.replay().verdict, ledger.replay().seq) == ("diverged", 5)


def test_what_newer_rules_do_at_once_follows_their_adoption(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    played(path, 1)
    with opened(path, THREE, "write") as ledger:
        match = ledger.match()
        match.adopt_rules()
        kinds = [entry.kind for entry in match.events(after=2)]
        assert kinds == ["rules_adopted", "tossed"]
        match.act(Place(1, 1, 0, "slate"))
        assert match.replay().verdict != "diverged"
        assert match.audit().verdict != "broken"
    with opened(path, THREE) as ledger:
        assert ledger.match().awaited == (0, 1)


def test_under_newer_rules_the_house_closes_it_and_nothing_else(tmp_path: Path) -> None:
    """What the newer ones would do at once does not follow: the game stands still."""
    path = tmp_path / "game.db"
    played(path, 1)
    with opened(path, THREE, "write") as ledger:
        match = ledger.match()
        asked: list[Callable[[], object]] = [
            lambda: match.dispute(1, 2, "It lies elsewhere."),
            lambda: match.take_back(1, 0),
            lambda: match.act_for(1, "Bob is gone."),
        ]
        for ask in asked:
            with pytest.raises(Refused) as refused:
                ask()
            assert refused.value.clause == "HOUSE-09"
        assert match.close("it is late") == (MatchClosed("it is late"),)
        assert match.open_seals("all") == (SealsOpened("all"),)
        assert [entry.kind for entry in match.events(after=2)] == ["match_closed", "seals_opened"]
        assert match.audit().verdict != "broken"


# --- newer than what is installed


def test_a_log_of_newer_rules_has_a_fault_and_no_false_verdict(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with opened(path, TWO, "create") as ledger:
        ledger.new("stones", ["Ann", "Bob"], seed="a seed").act(Place(0, 0, 1, "flint"))
    with opened(path, ONE) as ledger:
        audit = ledger.audit()
        assert "rules 2" in audit.fault
        assert audit.findings == ()
        assert audit.verdict == "unverified"
        known = {check.name for check in audit.checks if check.status == "ok"}
        assert known == {"file", "chain", "seals"}
        for ask in (ledger.match, ledger.replay):
            with pytest.raises(UnknownGame):
                ask()


def test_a_log_that_adopted_newer_rules_has_a_fault_too(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    played(path, 1)
    with opened(path, TWO, "write") as ledger:
        ledger.match().adopt_rules()
        ledger.match().act(Place(1, 1, 0, "flint"))
    with opened(path, ONE) as ledger:
        audit = ledger.audit()
        assert "rules 2" in audit.fault
        assert (audit.verdict, audit.findings) == ("unverified", ())


# --- what an author may not do


def test_an_old_kind_may_not_be_used_again() -> None:
    class Again(Place, frozen=True, tag="place"):
        pass

    with pytest.raises(GameError):
        replace(TWO, actions=(Place, Again))
    assert Tossed(1).side == 1
