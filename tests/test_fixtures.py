"""Every recorded match gives what is written beside it, and its script makes it again."""

import ast
import inspect
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger import HIDDEN, Ledger, Match, NeedsDisclosure, Refused, kind_of
from ledger.cli.main import main
from ledger.games.game_of_49 import GAME, flow
from ledger.games.game_of_49.cards import WILDS
from tests.records import FIXTURES, NAMES, RECORDS, Found, Record, Told
from tests.shows import Shows, both, has

EACH_FILE = pytest.mark.parametrize("record", RECORDS, ids=NAMES)
EACH_MATCH = pytest.mark.parametrize(
    ("record", "told"),
    [(record, told) for record in RECORDS for told in record.matches],
    ids=[
        record.name + (f"-{number}" if len(record.matches) > 1 else "")
        for record in RECORDS
        for number in range(1, len(record.matches) + 1)
    ],
)
SCRIPTS = sorted(FIXTURES.glob("*/make.py"))


# -- what is written beside each ------------------------------------------------------------------


@pytest.mark.whole_matches
@EACH_MATCH
def test_a_match_gives_what_is_written_beside_it(record: Record, told: Told) -> None:
    with Ledger(record.path, "read") as ledger:
        assert ledger.warning == ""
        match = ledger.match(told.match)
        assert match.seats == told.seats
        assert str(match.head) == told.head
        assert ledger.replay(told.match).verdict == told.replay.verdict
        audit = ledger.audit(told.match, match.head)
        assert audit.verdict == told.audit.verdict
        assert found(audit.findings) == told.audit.findings
        assert audit.head == told.head
        outcome = match.outcome
        assert (outcome is None) == (told.outcome is None)
        if outcome and told.outcome:
            assert (outcome.winners, outcome.clause) == (told.outcome.winners, told.outcome.clause)


@pytest.mark.whole_matches
@EACH_FILE
def test_the_commands_say_so_too(record: Record, capsys: pytest.CaptureFixture[str]) -> None:
    ids = [told.match for told in record.matches]
    for command, code in (("replay", record.told.replay.exit), ("audit", record.told.audit.exit)):
        assert main([command, str(record.path), "--json"]) == code
        rows = msgspec.json.decode(capsys.readouterr().out)["matches"]
        assert [row["match"] for row in rows] == ids
        wanted = [getattr(told, command).verdict for told in record.matches]
        assert [row["verdict"] for row in rows] == wanted
        if len(ids) > 1:
            assert main([command, str(record.path)]) == code
            assert capsys.readouterr().err == ""
        for told in record.matches:
            alone = main([command, str(record.path), "--match", told.match])
            assert alone == getattr(told, command).exit
            assert capsys.readouterr().err == ""


@EACH_FILE
def test_a_file_is_whole_in_itself(record: Record) -> None:
    """A rollback journal, not a write-ahead log: read-only media can hold it."""
    assert record.path.read_bytes()[18:20] == b"\x01\x01"
    assert not list(record.path.parent.glob(f"{record.path.name}-*"))
    assert record.path.stat().st_size < 200_000


def test_files_and_what_is_beside_them_come_in_pairs() -> None:
    ledgers = {path.with_suffix("") for path in FIXTURES.glob("*/*.db")}
    assert ledgers == {path.with_suffix("") for path in FIXTURES.glob("*/*.json")}


def test_the_readme_names_every_file() -> None:
    text = (FIXTURES / "README.md").read_text(encoding="utf-8")
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("- `")]
    assert sorted(listed) == sorted(NAMES)


# -- made again -----------------------------------------------------------------------------------


def make(script: Path, folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    subprocess.run([sys.executable, script, folder, *names], check=True)


@pytest.mark.whole_matches
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.parent.name)
def test_a_script_makes_the_same_matches_again(script: Path, tmp_path: Path) -> None:
    """Rows and heads are compared, not the files' bytes.

    SQLite writes its own version into a file's header, and how it lays out pages is its affair;
    what the library promises is the rows.
    """
    make(script, tmp_path / "again")
    shipped = {path.name for path in script.parent.iterdir() if path.suffix in (".db", ".json")}
    assert {path.name for path in (tmp_path / "again").iterdir()} == shipped
    for name in sorted(shipped):
        old, new = script.parent / name, tmp_path / "again" / name
        if name.endswith(".json"):
            assert new.read_text(encoding="utf-8") == old.read_text(encoding="utf-8"), name
        else:
            assert tables(new) == tables(old), name


@pytest.mark.whole_matches
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.parent.name)
def test_on_one_machine_even_the_bytes_are_the_same(script: Path, tmp_path: Path) -> None:
    names = sorted(path.stem for path in script.parent.glob("*.db"))[:5]
    one, other = tmp_path / "one", tmp_path / "other"
    make(script, one, *names)
    make(script, other, *reversed(names))
    for name in names:
        assert (one / f"{name}.db").read_bytes() == (other / f"{name}.db").read_bytes(), name


def tables(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of a file, in the order in which it was written."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        return {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY rowid").fetchall()
            for (name,) in names.fetchall()
        }
    finally:
        connection.close()


# -- what they show -------------------------------------------------------------------------------


def a_wild_nobody_bid_for_pays(events: list[Any]) -> bool:
    return any(
        kind_of(event) == "card_removed" and event.card in WILDS and kind_of(then) == "payoff_paid"
        for event, then in pairwise(events)
    )


def the_last_to_speak_wins_at_once(events: list[Any]) -> bool:
    return any(
        [kind_of(event) for event in three] == ["pass", "bid", "auction_won"]
        for three in zip(events, events[1:], events[2:], strict=False)
    )


def a_full_range_pays(events: list[Any]) -> bool:
    return any(
        kind_of(event) == "card_unplayable"
        and event.reason == "full"
        and kind_of(then) == "payoff_paid"
        for event, then in pairwise(events)
    )


def covered_twice_in_a_row(events: list[Any]) -> bool:
    places = [
        place
        for place, event in enumerate(events)
        if kind_of(event) == "card_unplayable" and event.reason == "covered"
    ]
    return any(place + 2 in places for place in places)


def filled_again(events: list[Any]) -> bool:
    """A chip is placed where a penalty has removed one."""
    lost: set[int] = set()
    for event in events:
        if kind_of(event) == "chip_removed":
            lost.add(event.space)
        elif kind_of(event) == "chip_placed" and event.space in lost:
            return True
    return False


EVIDENCE: Mapping[str, Shows] = {
    "49-AUC-02": has("pass"),
    "49-CHK-01": lambda events: has("check")(events) or not events[0].options["check_rule"],
    "49-CHK-06": both(has("check"), a_wild_nobody_bid_for_pays),
    "49-PAY-01": has("payoff_paid"),
    "49-PAY-03": lambda events: any(
        kind_of(event) == "payoff_paid" and event.chips > 7 and event.amount == 49
        for event in events
    ),
    "49-PAY-07": a_wild_nobody_bid_for_pays,
    "49-PAY-08": both(
        has("payoff_paid", chips=8, amount=42),
        has("payoff_paid", chips=9, amount=35),
        has("payoff_paid", chips=10, amount=28),
    ),
    "49-PEN-02": has("payment_defaulted"),
    "49-PEN-03": has("chip_removed"),
    "49-Q-06": has("penalty_void"),
    "49-Q-10": filled_again,
    "49-Q-12": has("auction_opened", attempt=3),
    "49-Q-15": has("line_completed"),
    "49-Q-17": the_last_to_speak_wins_at_once,
    "49-Q-22": has("card_unplayable", reason="full"),
    "49-Q-23": has("no_space_left"),
    "49-Q-28": both(has("deck_exhausted"), has("match_won", clause="49-Q-28")),
    "49-UNP-01": covered_twice_in_a_row,
    "49-UNP-02": a_full_range_pays,
    "49-WIN-01": has("match_won", clause="49-WIN-01"),
    "49-WIN-03": lambda events: any(
        kind_of(event) == "line_completed" and len(event.spaces) > 4 for event in events
    ),
    "49-WIN-04": has("match_won", clause="49-WIN-04"),
    "49-WIN-05": both(has("deck_exhausted"), has("match_won", clause="49-WIN-05")),
    "49-WIN-06": both(has("deck_exhausted"), has("match_won", clause="49-WIN-06")),
    "49-WLD-06": has("chip_placed", card="49"),
    "49-WLD-07": has("chip_placed", card="49", space=49),
    "49-WLD-08": has("chip_bumped", space=49),
    "49-WLD-09": lambda events: any(
        kind_of(event) in ("chip_placed", "no_space_left")
        and event.card == "49"
        and getattr(event, "space", 0) != 49
        for event in events
    ),
}
"""Clauses whose trace in a log is plain: a match that names one must bear it."""


@pytest.mark.whole_matches
@EACH_MATCH
def test_a_match_shows_what_it_is_said_to_show(record: Record, told: Told) -> None:
    assert told.clauses and len(set(told.clauses)) == len(told.clauses)
    assert told.story.endswith(".")
    with Ledger(record.path, "read") as ledger:
        match = ledger.match(told.match)
        events = [entry.event for entry in match.events("auditor")]
        assert [clause for clause in told.clauses if clause not in match.game.clauses] == []
    absent = [c for c in told.clauses if c in EVIDENCE and not EVIDENCE[c](events)]
    assert absent == []


def test_every_way_to_end_has_a_match() -> None:
    """The ways are read out of the game: each clause that its judgement can name."""
    tree = ast.parse(inspect.getsource(flow))
    judge = next(node for node in tree.body if getattr(node, "name", "") == "_judge")
    ways = {
        node.value
        for node in ast.walk(judge)
        if isinstance(node, ast.Constant) and str(node.value).startswith("49-")
    }
    assert len(ways) > 4
    ended = {told.outcome.clause for record in RECORDS for told in record.matches if told.outcome}
    assert ways - ended == set()


@pytest.mark.whole_matches
def test_both_tie_breaks_have_a_match() -> None:
    """49-WIN-06 has two steps: most money, and then the highest space."""
    by_money: set[bool] = set()
    for record in RECORDS:
        with Ledger(record.path, "read") as ledger:
            for told in record.matches:
                if told.outcome and told.outcome.clause == "49-WIN-06":
                    state = ledger.match(told.match).view()
                    chips = [len(state.spaces_of(seat)) for seat in range(state.seats)]
                    purses = [state.cash[s] for s, n in enumerate(chips) if n == max(chips)]
                    by_money.add(purses.count(max(purses)) == 1)
    assert by_money == {True, False}


def test_every_family_of_clauses_has_a_match() -> None:
    families = {clause.id.rsplit("-", 1)[0] for clause in GAME.clauses}
    shown = {
        clause.rsplit("-", 1)[0]
        for record in RECORDS
        for told in record.matches
        for clause in told.clauses
    }
    assert families - shown == set()


# -- a seat's copy --------------------------------------------------------------------------------


@pytest.fixture
def copies(record: Record, told: Told, tmp_path: Path) -> Iterator[tuple[Match, dict[int, Path]]]:
    """A match, and the copies of it for its seats."""
    with Ledger(record.path, "read") as ledger:
        match = ledger.match(told.match)
        found: dict[int, Path] = {}
        for seat in range(len(told.seats)):
            path = tmp_path / f"{seat}.db"
            if match.copy_for in (None, str(seat)):
                match.export(path, seat)
                found[seat] = path
            else:
                with pytest.raises(Refused):
                    match.export(path, seat)
        yield match, found


def seen_by_all(match: Match, seq: int) -> bool:
    """Whether the whole table could see that an act is against a rule."""
    if match.game.fault is None:
        return False
    (act,) = match.events("spectator", seq - 1, seq)
    try:
        return match.game.fault(match.view("spectator", seq - 1), act.event) is not None
    except NeedsDisclosure:
        return False


@pytest.mark.whole_matches
@EACH_MATCH
def test_a_seats_copy_has_the_hosts_head_and_no_finding_of_its_own(
    record: Record, told: Told, copies: tuple[Match, dict[int, Path]]
) -> None:
    """An act that stood is found by its own seat alone, such as a bid beyond what it has, unless
    all could see what is wrong with it.

    A copy without the seed cannot be clean; one that needs no hidden fact can, and so can one that
    was made after the seed was opened.
    """
    match, paths = copies
    commanded: set[str] = set()  # the verdicts with which `ledger audit` has ended
    acts = {entry.seq: entry.event for entry in match.events("auditor")}
    for seat, path in paths.items():
        own = tuple(
            finding
            for finding in told.audit.findings
            if finding.status == "remedied"
            or getattr(acts[finding.seq], "seat", None) == seat
            or seen_by_all(match, finding.seq)
        )
        stood = any(finding.status == "stood" for finding in own)
        with Ledger(path, "read") as copy:
            assert str(copy.match().head) == told.head
            assert copy.match().copy_for == str(seat)
            audit = copy.audit(head=match.head)
            seedless = copy.match().opened.seed is HIDDEN
        assert found(audit.findings) == own
        if stood:
            assert audit.verdict == "findings"
        else:
            assert audit.verdict in (("unverified",) if seedless else ("unverified", "clean"))
        if audit.verdict not in commanded:
            assert main(["audit", str(path), "--head", told.head]) == (1 if stood else 0)
            commanded.add(audit.verdict)


@pytest.mark.whole_matches
@EACH_MATCH
def test_a_seats_copy_holds_no_secret_that_is_not_its_own(
    record: Record, told: Told, copies: tuple[Match, dict[int, Path]]
) -> None:
    _, paths = copies
    with Ledger(record.path, "read") as ledger:
        secrets = ledger.disclosures(told.match)
    for path in paths.values():
        raw = path.read_bytes()
        with Ledger(path, "read") as copy:
            mine = copy.disclosures(told.match)
        assert {row.audience for row in mine} <= {"all", path.stem}
        salts = {row.salt for row in mine}
        for row in secrets:
            if row.salt not in salts:
                assert row.salt.encode() not in raw
                assert row.field != "seed" or row.value.encode() not in raw
                assert row.field != "seed" or row.value.strip('"').encode() not in raw


def found(findings: Any) -> tuple[Found, ...]:
    return tuple(Found(finding.seq, finding.clause, finding.status) for finding in findings)
