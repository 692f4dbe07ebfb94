"""Every kind of quarrel stands in some recorded match, and can be asked about for ever."""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ledger import Entry, Ledger, Match, NeedsDisclosure, Quarrel, Refused, kind_of
from ledger.cli.main import main
from tests.records import FIXTURES, RECORDS, Record
from tests.shows import Shows, has, in_order

pytestmark = pytest.mark.whole_matches

GAMES = ("everything-must-go", "fifty", "game-of-45", "game-of-49", "monopoly-bid")
EACH_GAME = pytest.mark.parametrize("game", GAMES)
SECRET = ("fifty", "game-of-45", "monopoly-bid")  # the games with sealed facts


def matches(*games: str) -> Iterator[Match]:
    """Every recorded match of some games, of all by default, that is no copy."""
    for record in RECORDS:
        if not games or record.path.parent.name in games:
            with Ledger(record.path, "read") as ledger:
                found = map(ledger.match, ledger.ids())
                yield from (match for match in found if match.copy_for is None)


@cache
def quarrels(*games: str) -> list[Quarrel]:
    """Every dispute of the recorded matches of some games."""
    return [quarrel for match in matches(*games) for quarrel in match.docket("auditor").quarrels]


# -- disputes -------------------------------------------------------------------------------------


@EACH_GAME
def test_the_engine_has_dismissed_a_dispute_in_each_game(game: str) -> None:
    assert ("engine", "dismissed", "HOUSE-17") in {
        (quarrel.by, quarrel.status, quarrel.clause) for quarrel in quarrels(game)
    }


def test_it_has_upheld_some_where_the_table_could_see_the_fault_and_nowhere_else() -> None:
    upheld = {
        game: {q.clause for q in quarrels(game) if (q.by, q.status) == ("engine", "upheld")}
        for game in GAMES
    }
    assert upheld == {
        "everything-must-go": set(),
        "fifty": set(),
        "game-of-45": {"45-LEG-01", "45-Q-20"},
        "game-of-49": {"49-PEN-01"},
        "monopoly-bid": set(),
    }


def test_people_have_upheld_and_dismissed_in_their_own_words() -> None:
    for game in ("everything-must-go", "fifty", "game-of-49", "monopoly-bid"):
        assert any(q.text for q in quarrels(game) if (q.by, q.status) == ("table", "upheld")), game
    assert any(q.text for q in quarrels() if (q.by, q.status) == ("table", "dismissed"))


def test_some_disputes_were_withdrawn_and_some_wait() -> None:
    assert {"withdrawn", "open"} <= {quarrel.status for quarrel in quarrels("game-of-49")}
    assert {"withdrawn", "open"} <= {quarrel.status for quarrel in quarrels("monopoly-bid")}


def clause_of(attempt: Callable[..., object], *words: Any) -> str:
    """The clause by which something is refused; empty if it is taken."""
    try:
        attempt(*words)
    except Refused as refused:
        return refused.clause
    return ""


@pytest.fixture
def at_the_end(tmp_path: Path) -> Callable[[Record], Ledger]:
    """A recorded match's file, to go on with."""

    def copied(record: Record) -> Ledger:
        path = tmp_path / record.path.name
        shutil.copy(record.path, path)
        return Ledger(path)

    return copied


def test_where_a_dispute_waits_no_other_is_raised_and_nobody_acts(
    at_the_end: Callable[[Record], Ledger],
) -> None:
    waiting = 0
    for record in RECORDS:
        with Ledger(record.path, "read") as read:
            ids = [match for match in read.ids() if read.match(match).disputed is not None]
        for name in ids:
            with at_the_end(record) as ledger:
                match = ledger.match(name)
                waiting += 1
                first = next(e.seq for e in match.events() if e.seq > 1)
                assert clause_of(match.dispute, 0, first, "and that") == "HOUSE-14"
                for seat in match.game.awaited(match.view()):
                    assert clause_of(match.act_for, seat, "is asleep") == "HOUSE-13"
                    assert clause_of(match.take_back, first, seat) == "HOUSE-13"
                match.rule("We go on.", upheld=False)
                assert match.disputed is None
                assert match.replay().verdict == "exact"
    assert waiting >= 4


# -- take-backs, absent seats, the end --------------------------------------------------------


def went_back(match: Match) -> set[str]:
    """Which kinds of take-back a match shows."""
    kinds = [entry.kind for entry in match.events()]
    shown = {"declined"} if "take_back_declined" in kinds else set()
    for before, kind in pairwise(kinds):
        if kind == "taken_back":
            shown.add("agreed" if before == "take_back_agreed" else "at once")
    return shown


def test_take_backs_at_once_agreed_and_declined_are_recorded_for_both_kinds_of_chance() -> None:
    """In games with secrets too; where all are in one match, people can see how they differ."""
    shown: dict[tuple[bool, str], set[str]] = {}
    for game in GAMES:
        for match in matches(game):
            key = (game in SECRET, match.opened.chance)
            shown[key] = shown.get(key, set()) | went_back(match)
    assert shown[True, "declared"] == shown[False, "seeded"] == {"at once", "agreed", "declined"}
    assert shown[True, "seeded"] >= {"agreed", "declined"}
    assert shown[False, "declared"] == {"at once", "agreed", "declined"}


def streams(entries: list[Entry]) -> dict[tuple[str, int], list[Any]]:
    """What was drawn, in order, by kind and seat."""
    drawn: dict[tuple[str, int], list[Any]] = {}
    for entry in entries:
        field = getattr(entry.event, "drawn", None)
        if field:
            stream = (entry.kind, getattr(entry.event, "seat", -1))
            drawn.setdefault(stream, []).append(getattr(entry.event, field))
    return drawn


def test_the_same_draws_come_again() -> None:
    """What each seat draws after a take-back is what it had drawn, for as long as it had drawn."""
    again: Counter[tuple[str, str]] = Counter()
    for game in GAMES:
        for match in matches(game):
            gone = match.taken_back()
            entries = list(match.events("auditor"))
            for back in sorted(set(gone.values())):
                first = streams([e for e in entries if gone.get(e.seq) == back])
                later = streams([e for e in entries if e.seq > back])
                for stream, values in first.items():
                    common = list(zip(values, later.get(stream, []), strict=False))
                    assert all(old == new for old, new in common), (match.id, stream)
                    again[game, match.opened.chance] += len(common)
    redrawn = {key for key, number in again.items() if number}
    assert redrawn >= {
        ("game-of-45", "seeded"),
        ("game-of-45", "declared"),
        ("monopoly-bid", "seeded"),
        ("monopoly-bid", "declared"),
        ("game-of-49", "seeded"),
        ("fifty", "declared"),
        ("everything-must-go", "declared"),
    }


def test_what_was_taken_back_cannot_be_disputed(at_the_end: Callable[[Record], Ledger]) -> None:
    tried = 0
    for record in RECORDS:
        if record.path.stem not in ("slips-taken-back", "written-again", "declined-too-soon"):
            continue
        with at_the_end(record) as ledger:
            match = ledger.match()
            if match.asked is not None:
                match.decline(match.asked.seat)
            for seq in match.taken_back():
                assert clause_of(match.dispute, 0, seq, "and yet it was") == "HOUSE-16"
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("game", sorted({*GAMES} - {"game-of-49"}))
def test_the_host_has_acted_and_closed_and_was_quarrelled_with(game: str) -> None:
    closed = 0
    for match in matches(game):
        if match.closed is None:
            continue
        closed += 1
        kinds = [entry.kind for entry in match.events()]
        end = kinds.index("match_closed")
        assert "acted_for" in kinds[:end]
        assert "disputed" in kinds[end:]
        assert match.standstill is not None and match.standstill.clause == "HOUSE-22"
        late = [quarrel for quarrel in match.docket().quarrels if quarrel.seq > end]
        assert late and all(quarrel.remedy == () for quarrel in late)
    assert closed


# -- the Game of 45 -------------------------------------------------------------------------------


def a_forfeited_row_is_called(events: list[Any]) -> bool:
    rows: set[str] = set()
    for event, then in pairwise(events):
        if kind_of(event) == "rows_forfeited":
            rows.update(event.rows)
        if kind_of(event) == "call" and event.row in rows:
            return kind_of(then) == "call_rejected"
    return False


ASKED_FOR: dict[str, Shows] = {
    "a correction moved": in_order("ruled", "correction_opened", "propose_move", "tile_moved"),
    "one objected to": in_order("correction_opened", "object_to_move", "tile_voided"),
    "one impossible": in_order("correction_opened", "correction_impossible", "tile_voided"),
    "forfeited rows that then matter": a_forfeited_row_is_called,
    "a wrong call followed by a right one": in_order("call_rejected", "call", "bonus_scored"),
    "a bonus with one opponent's tile": has("bonus_scored", points=65),
    "a bonus with two": has("bonus_scored", points=75),
    "a diagonal": has("bonus_scored", row="nw-se", points=45),
    "a dead round": has("round_died"),
    "a two-seat call, across": lambda e: len(e[0].seats) == 2 and has("call", second="row-4")(e),
    "a two-seat call, diagonal": lambda e: len(e[0].seats) == 2 and has("call", second="nw-se")(e),
    "a dispute during a correction": in_order("correction_opened", "disputed", "correction_opened"),
    "one that makes another moot": has("correction_moot"),
    "most points win": has("match_won", clause="45-SCR-01"),
    "points are shared": has("match_won", clause="45-Q-33"),
}


def test_all_that_was_asked_for_of_the_game_of_45_is_there() -> None:
    logs = [[e.event for e in match.events("auditor")] for match in matches("game-of-45")]
    absent = [name for name, shows in ASKED_FOR.items() if not any(map(shows, logs))]
    assert absent == []


# -- asked afterwards -----------------------------------------------------------------------------


def test_what_if_is_answered_for_every_recorded_ruling() -> None:
    """To the auditor always. To others too, or that it hangs on what they may not know."""
    changed: set[tuple[str, int, str]] = set()
    for match in matches():
        for quarrel in match.docket("auditor").quarrels:
            if quarrel.status not in ("upheld", "dismissed"):
                continue
            found = match.what_if(quarrel.ended, "auditor")
            if not quarrel.remedy:
                assert (found.stops, found.refusal) == (0, None)
                assert found.outcome == found.real == match.outcome
                assert found.state == match.view("auditor")
            if found.refusal is not None:
                changed.add((match.game.name, found.stops, found.refusal.clause))
            for who in ("spectator", 0):
                try:
                    seen = match.what_if(quarrel.ended, who)
                except NeedsDisclosure:
                    continue
                assert (seen.stops, seen.refusal) == (found.stops, found.refusal)
    assert ("45", 72, "45-TRN-02") in changed  # Dan's tile lies where Bob's had lain


WHY = [
    ("game-of-49/waiting-for-a-seat", "Cleo bid 20", "49-AUC-01"),
    ("game-of-49/money-unseen", "Ann bid 35 --at 14", "49-PEN-01"),
    ("everything-must-go/waiting-for-a-bid", "Ann bid 50", "EMG-Q-21"),
    ("fifty/waiting-for-lines", "Bob write_line 1 2 3 4 5", "50-Q-24"),
    ("game-of-45/waiting-for-answers", "Dan draw_tile", "45-Q-51"),
    ("game-of-45/correction-moved", "Bob place_tile 37 6 --at 53", "45-LEG-01"),
    ("monopoly-bid/sealed", "Cleo bid 5", "MB-Q-31"),
    ("monopoly-bid/nope-too-late", "Ann bid 4", "HOUSE-13"),
]


@pytest.mark.parametrize(("name", "words", "clause"), WHY, ids=[f"{n}-{c}" for n, _, c in WHY])
def test_why_not_names_the_clause(
    name: str, words: str, clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = FIXTURES / f"{name}.db"
    assert main(["why", str(path), *words.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["possible"], found["refusal"]["clause"]) == (False, clause)
    assert main(["why", str(path), *words.split()]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("Not possible ") and f"\n{clause} (" in told.out
    assert told.err == ""
