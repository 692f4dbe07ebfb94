"""What a walk says of each step of a record, and how far it goes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Audit, Consequence, Ledger, Match, Own, Replay, Seat, known
from ledger.games.fifty import GAME as FIFTY
from ledger.games.fifty import WriteLine
from ledger.store import Store
from ledger.walk import Recorded, Step, walk

from .forging import first, forced, rechain, rewrite
from .pledge_game import PLEDGE, Pledge
from .sealed_game import SEALED
from .tables import a_ledger, play, recorded, sealed
from .test_disputes import lays, tower
from .test_loop import begun
from .tower_game import TOWER, CoinFlipped, Lay, Mend


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.db"


def made(path: Path, *numbers: int, **more: Any) -> Path:
    """A file with a tower of these numbers; those too low are irregular acts."""
    with a_ledger(path, games=(TOWER,)) as ledger:
        tower(ledger, *numbers, **more)
    return path


def forge(path: Path, kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    """Change the first event of a kind and chain all anew; its seq."""
    with forced(path) as raw:
        seq = first(raw, kind)
        rewrite(raw, seq, change)
        rechain(raw)
    return seq


def steps(path: Path, game: Any, *readers: Any) -> list[Step]:
    store = Store(path, "read")
    found = list(walk(store, store.matches()[0], game, readers))
    store.close()
    return found


def judged(path: Path, game: Any) -> tuple[Replay, Audit]:
    with a_ledger(path, "read", games=(game,)) as ledger:
        return ledger.replay(), ledger.audit()


def at_a_secret(*facts: Any) -> Any:
    return known(HIDDEN)


def failing(*facts: Any) -> Any:
    raise ValueError("no such stone")


def quarrel(match: Match) -> None:
    """A bit of everything that the house records."""
    match.dispute("Bob", 2, "10 is too high")
    match.withdraw_dispute("Bob")
    match.dispute("Ann", lays(match)[1], "7 is below 10")
    match.rule()
    match.act(Mend(1, 12))
    match.act_for("Ann", "gone")
    match.take_back(match.seq - 3, "Bob")
    match.decline("Ann")
    match.take_back(match.seq - 5, "Bob")
    match.agree("Ann")
    match.close("It is late.")
    match.open_seals("all")


def test_what_the_house_records_is_exact_too(path: Path) -> None:
    with a_ledger(path, games=(TOWER,)) as ledger:
        quarrel(tower(ledger, 10, 7))
    found = steps(path, TOWER)
    assert {step.entry.kind for step in found} >= {"taken_back", "acted_for", "ruled"}
    assert {(step.status, step.text, step.evidence, step.clause) for step in found} == {
        ("exact", "", "", "")
    }


def test_a_walk_ends_with_the_first_event_that_cannot_be(path: Path) -> None:
    """What stands behind it is judged by nothing."""
    path.write_bytes(recorded())
    seq = forge(path, "point_scored", lambda event: {**event, "seat": (event["seat"] + 1) % 3})
    found = steps(path, SEALED)
    assert [step.status for step in found] == [*["exact"] * (seq - 1), "diverged"]
    assert found[-1].position is None


def test_what_other_consequence_the_rules_give_is_told_to_the_auditor_alone(path: Path) -> None:
    path.write_bytes(recorded())
    forge(path, "point_scored", lambda event: {**event, "seat": (event["seat"] + 1) % 3})
    replay, audit = judged(path, SEALED)
    assert replay.text == "the rules give another point_scored here"
    assert audit.findings[0].text.startswith("the rules give PointScored(seat=")


def test_what_a_game_says_of_a_forged_log_is_told_to_the_auditor_alone(path: Path) -> None:
    made(path, 10)
    replay, audit = judged(path, replace(TOWER, settle=failing))
    assert replay.text == "the rules cannot judge it (ValueError)"
    assert audit.findings[0].text == "the rules cannot judge it (ValueError: no such stone)"
    replay, audit = judged(path, replace(TOWER, evolve=failing))
    assert replay.text == audit.findings[0].text == "the rules cannot follow it (ValueError)"


def test_where_a_draw_is_due_nothing_else_follows_by_itself(path: Path) -> None:
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, seed=None, chance="declared")
        match.act(Lay(0, 10))
        match.draw(True)
    seq = forge(path, "coin_flipped", lambda _: {"kind": "mending_due", "seat": 0, "number": 10})
    replay, audit = judged(path, TOWER)
    text = "no mending_due follows here: a coin_flipped is due"
    assert (replay.verdict, replay.seq, replay.text) == ("diverged", seq, text)
    assert audit.findings[0].text == text


def test_where_a_draw_is_due_nobody_acts(path: Path) -> None:
    made(path, 10, 12)
    seq = forge(path, "coin_flipped", lambda _: {"kind": "lay", "seat": 1, "number": 11})
    replay, _ = judged(path, TOWER)
    text = "the table had to do its coin_flipped first"
    assert (replay.verdict, replay.seq, replay.text) == ("diverged", seq, text)


def test_where_a_consequence_is_due_the_house_records_nothing(path: Path) -> None:
    """It may come before a draw, which the table has yet to make."""
    path.write_bytes(recorded())
    seq = forge(path, "point_scored", lambda _: {"kind": "match_closed", "reason": "It is late."})
    replay, _ = judged(path, SEALED)
    text = "the table had to do its point_scored first"
    assert (replay.verdict, replay.seq, replay.text) == ("diverged", seq, text)


@pytest.mark.clause("HOUSE-17")
def test_a_forged_ruling_of_the_engine_names_the_clause(path: Path) -> None:
    with a_ledger(path, games=(TOWER,)) as ledger:
        match = tower(ledger, 10, 7)
        match.dispute("Ann", lays(match)[1], "7 is below 10")
        match.rule()
    seq = forge(path, "ruled", lambda event: {**event, "text": "7 is not above 9"})
    (finding,) = judged(path, TOWER)[1].findings[1:]
    text = "the engine rules otherwise on this dispute"
    assert (finding.seq, finding.clause, finding.text) == (seq, "HOUSE-17", text)


@pytest.mark.clause("HOUSE-21")
def test_what_the_host_did_otherwise_for_an_absent_seat_names_the_clause(path: Path) -> None:
    with a_ledger(path, games=(TOWER,)) as ledger:
        tower(ledger).act_for("Ann", "gone")
    seq = forge(path, "lay", lambda event: {**event, "number": event["number"] + 1})
    (finding,) = judged(path, TOWER)[1].findings
    text = "the host acted for Ann, and not as the game does by default"
    assert (finding.seq, finding.clause, finding.text) == (seq, "HOUSE-21", text)


@pytest.mark.parametrize("who", ["Ben", "spectator"])
def test_what_the_host_did_in_secret_for_an_absent_seat_a_copy_cannot_judge(
    tmp_path: Path, who: str
) -> None:
    with Ledger(tmp_path / "host.db") as ledger:
        match = ledger.new("fifty", ["Ann", "Ben", "Cy"], seed="a seed")
        match.act_for("Ann", "gone")
        match.export(tmp_path / "copy.db", who)
    hidden = "part of it is hidden in this copy"
    reader = 1 if who == "Ben" else who
    for name, readers, said in (
        ("host", (), ("exact", "")),
        ("copy", (reader,), ("unverified", hidden)),
    ):
        found = steps(tmp_path / f"{name}.db", FIFTY, *readers)
        (line,) = [step for step in found if isinstance(step.entry.event, WriteLine)]
        assert (line.status, line.text) == said


def test_what_is_irregular_by_what_is_shown_is_seen_though_not_all_can_be_judged(
    path: Path,
) -> None:
    """But only where the table let it happen, and the game can see it."""
    made(path, 10, 7)
    game = replace(TOWER, check=at_a_secret)

    def seen(game: Any) -> list[str]:
        acts = [step for step in steps(path, game) if isinstance(step.entry.event, Lay)]
        text = "whether it was allowed is hidden in this copy"
        assert {(step.status, step.text) for step in acts} == {("unverified", text)}
        return ["" if step.irregular is None else step.irregular.clause for step in acts]

    assert seen(game) == ["", "TW-02"]
    assert seen(replace(game, fault=None)) == ["", ""]
    assert seen(replace(game, fault=at_a_secret)) == ["", ""]
    forge(path, "match_opened", lambda event: {**event, "irregular": "refuse"})
    assert seen(game) == ["", ""]


def test_what_follows_from_what_is_hidden_a_copy_cannot_judge(path: Path) -> None:
    made(path, 10)
    (coin,) = [
        step
        for step in steps(path, replace(TOWER, settle=at_a_secret))
        if isinstance(step.entry.event, CoinFlipped)
    ]
    assert (coin.status, coin.text) == ("unverified", "what leads to it is hidden in this copy")
    assert coin.draw is None  # it may be no draw at all


class Counted(Consequence, frozen=True):
    """What a seat has left, told to it alone."""

    seat: Seat
    coins: Own[int]


def counting(s: Any, chance: Any) -> Any:
    return None if s.pledge is None else Counted(s.seat, s.cash[s.seat])


def counted(s: Any, e: Any) -> Any:
    if isinstance(e, Counted):
        return replace(s, pledge=None, turns=s.turns + 1)
    return PLEDGE.evolve(s, e)


def test_a_consequence_part_of_which_is_hidden_is_held_against_the_rules_but_for_that(
    tmp_path: Path,
) -> None:
    kinds = (*PLEDGE.consequences, Counted)
    game = replace(PLEDGE, consequences=kinds, settle=counting, evolve=counted)
    with a_ledger(tmp_path / "host.db", games=(game,)) as ledger:
        match = ledger.new(game, ("Ann", "Bob"), seed="a seed")
        for seat in (0, 1):
            match.act(Pledge(seat, 2))
        match.export(tmp_path / "copy.db", "Ann")
    told = [
        [
            (step.status, step.text, step.draw)
            for step in steps(tmp_path / name, game, *readers)[2::2]
        ]
        for name, readers in (("host.db", ()), ("copy.db", (0,)))
    ]
    exact, hidden = ("exact", "", None), ("unverified", "part of it is hidden in this copy", None)
    assert told == [[exact, exact], [exact, hidden]]
    forge(tmp_path / "copy.db", "counted", lambda event: {**event, "seat": 1})
    replay, _ = judged(tmp_path / "copy.db", game)
    assert (replay.verdict, replay.seq) == ("diverged", 3)


class Rolled(Consequence, frozen=True):
    drawn: ClassVar = "eyes"
    seat: Seat
    eyes: int | bool


@pytest.mark.parametrize(
    ("eyes", "status"), [(1, "exact"), (True, "diverged"), (3, "diverged"), (HIDDEN, "unverified")]
)
def test_what_was_drawn_is_of_the_type_of_what_could_be(eyes: Any, status: str) -> None:
    """True is no 1, though they compare equal: the two are not written alike."""
    chance = Recorded(Rolled(0, eyes), begun(PLEDGE, chance="declared", seed=None))
    assert repr(chance.draw(Rolled, (0, 1, 2), seat=0)) == repr(Rolled(0, eyes))
    assert chance.status == status


def test_a_copy_tells_a_hidden_draw_from_one_whose_pool_is_hidden(tmp_path: Path) -> None:
    with a_ledger() as ledger:
        play(sealed(ledger)).export(tmp_path / "copy.db", "Bob")
    draws = [step for step in steps(tmp_path / "copy.db", SEALED, 1) if step.draw]
    texts = {step.entry.event.seat: step.text for step in draws[::-1]}  # type: ignore[attr-defined]
    assert texts == {
        0: "what was drawn is hidden in this copy",
        1: "what could be drawn is partly hidden in this copy",
    }
