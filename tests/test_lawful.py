"""Matches held against the laws: how they are played, replayed, copied and quarrelled about."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Audience, Chance, Ledger, Match, Outcome, Refusal, Seat
from ledger.chance import Seeded
from ledger.simulate import noise_of
from ledger.testing import (
    assert_copy,
    assert_disputes_tell_nothing,
    assert_lawful,
    assert_told,
)
from ledger.testing.playing import named, step, ticking
from ledger.testing.quarrels import go_back, squabble
from tests import tower_game as tg
from tests.forging import forced
from tests.tower_game import TOWER
from tests.whisper_game import (
    LEAKS,
    WHISPER,
    AnyGame,
    Say,
    State,
    evolve,
    settle,
    start,
)


def book(game: AnyGame, path: Path | None = None) -> Ledger:
    return Ledger(path, games=[game], clock=ticking(), entropy=noise_of("lawful"))


def played(game: AnyGame, *acts: Any) -> Match:
    """A match of two, with these acts whatever is said against them."""
    match = book(game).new(game, named(2), seed="a seed")
    for act in acts:
        match.act(act, anyway=True)
    return match


def ended(match: Match) -> Match:
    """The match, played to its end."""
    dice = random.Random(1)
    while match.outcome is None:
        step(match, dice)
    return match


STRAYED = 4  # the second number that is laid, after a coin
LOW = tg.Lay(0, 50), tg.Lay(1, 10)  # it is lower than the first


# --- how a match is played


class Diary:
    """What a game was asked while it was played."""

    def __init__(self) -> None:
        self.options: list[Any] = []
        self.followed: list[Any] = []
        self.seeded: set[bool] = set()

    def game(self) -> AnyGame:
        def begin(options: Any, seats: int) -> Any:
            self.options.append(options)
            return start(options, seats)

        def follow(s: State, e: Any) -> State:
            self.followed.append(e)
            return evolve(s, e)

        def due(s: State, chance: Chance) -> Any:
            self.seeded.add(isinstance(chance, Seeded))
            return settle(s, chance)

        return replace(WHISPER, start=begin, evolve=follow, settle=due)


def diary(seed: int, **named: Any) -> Diary:
    kept = Diary()
    assert_lawful(kept.game(), 2, seed, **named)
    return kept


def test_the_same_arguments_play_the_same_match_and_others_another() -> None:
    one, two, other = diary(1, strays=0.5), diary(1, strays=0.5), diary(2, strays=0.5)
    assert one.followed == two.followed
    assert one.followed != other.followed


def test_a_match_is_played_with_the_options_and_the_chance_that_are_asked_for() -> None:
    declared = diary(1, options={"loudest": 2}, chance="declared")
    assert {options.loudest for options in declared.options} == {2}
    assert declared.seeded == {False}
    assert diary(1).seeded == {True, False}  # draws must go by hand as well


def test_at_most_so_many_acts_are_played_and_then_it_is_closed() -> None:
    few = diary(1, acts=1, chance="declared", quarrels=0)
    assert {type(event).__name__ for event in few.followed} == {"Dealt"}
    diary(1, acts=2, chance="declared", quarrels=1)


def test_how_often_there_are_strays_and_quarrels_is_as_asked() -> None:
    """Without quarrels nothing is disputed: not even a fault that is none is found then."""
    blamed = replace(WHISPER, fault=lambda s, a: Refusal("WH-02", "I do not like it"))
    assert_lawful(blamed, 2, 1, quarrels=0)
    with pytest.raises(AssertionError, match=r"law 10: #.: fault finds 'I do not like it' with"):
        assert_lawful(blamed, 2, 1, quarrels=0.01)
    loud = [diary(seed, strays=strays, quarrels=0) for seed in range(3) for strays in (0, 1)]
    numbers = [{e.number for e in one.followed if isinstance(e, Say)} for one in loud]
    assert max(*numbers[0], *numbers[2], *numbers[4]) <= 3
    assert max(*numbers[1], *numbers[3], *numbers[5]) > 3


def test_what_is_quarrelled_about_is_held_against_the_laws_while_it_is_played() -> None:
    """Irregular acts that are taken back and done again are known as well."""
    for seed in range(6):
        assert_lawful(TOWER, 2, seed, strays=0.6, quarrels=0.6)
    broken = set[str]()
    for seed in range(6):
        with pytest.raises(AssertionError) as caught:
            assert_lawful(unforgiving(), 2, seed, quarrels=0.6)
        broken.add(str(caught.value).partition(":")[0])
    assert "law 11" in broken


# --- law 4


@pytest.mark.parametrize("time", [0, 1, 2])
def test_a_match_is_told_as_it_was_played_and_after_disputes_and_from_its_file(
    time: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    replay = Ledger.replay

    def careless(ledger: Ledger, match: str) -> Any:
        told.append(replay(ledger, match))
        return replace(told[-1], verdict="diverged" if len(told) > time else "exact")

    monkeypatch.setattr(Ledger, "replay", careless)
    said = r"law 4: replay: .*diverged.* \(2 seats, seed 1, at #\d+\)"
    with pytest.raises(AssertionError, match=said):
        assert_lawful(WHISPER, 2, 1)
    assert len(told) == time + 1


def test_irregular_acts_must_be_known_and_no_others() -> None:
    ledger = book(TOWER)
    match = ledger.new(TOWER, named(2), seed="a seed")
    for act in LOW:
        match.act(act, anyway=True)
    assert_told(ledger, match.id, {STRAYED})
    for wrong in ((), (2, STRAYED)):
        with pytest.raises(AssertionError, match=r"law 4: irregular are \[.*\], found: "):
            assert_told(ledger, match.id, wrong)
    readers: tuple[Audience, ...] = (0, "spectator")
    for who in readers:
        assert_copy(match, who, (STRAYED,))
        with pytest.raises(AssertionError, match=f"law 4: the copy for {who}: Audit"):
            assert_copy(match, who)


def test_a_game_that_judges_otherwise_afterwards_does_not_replay() -> None:
    """And what is said of it can be had again, with the match's id."""
    told = list[str]()
    for _ in range(2):
        with pytest.raises(AssertionError, match=r"law 4: replay: .*verdict='diverged'") as caught:
            assert_lawful(LEAKS["check, when audited"].game(), 2, quarrels=0)
        told.append(str(caught.value))
    assert told[0] == told[1]


def salted(path: Path) -> None:
    """A copy in which nothing opens its seal."""
    with forced(path) as raw:
        raw.execute("UPDATE disclosures SET salt = ?", ("00" * 16,))


def shortened(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")


@pytest.mark.parametrize(
    ("reader", "damage", "said"),
    [
        (1, None, "the copy for 0 shows another view"),
        (0, salted, "the copy for 0: Audit.*verdict='broken'"),
        (0, shortened, "the copy for 0 has another head"),
    ],
)
def test_a_copy_that_is_another_record_is_named(
    reader: Seat,
    damage: Callable[[Path], None] | None,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = ended(played(WHISPER))
    assert_copy(match, 0)
    export = Match.export

    def careless(match: Match, path: Path, who: Any) -> None:
        export(match, path, reader)
        if damage:
            damage(path)

    monkeypatch.setattr(Match, "export", careless)
    with pytest.raises(AssertionError, match=f"law 4: {said}"):
        assert_copy(match, 0, range(1, match.seq + 1))  # were every act irregular


# --- law 10


def touchy(changes: Callable[[list[Any]], dict[str, Any]]) -> AnyGame:
    """A game that remembers what it was asked to find fault with."""
    asked: list[Any] = []

    def fault(s: tg.State, a: tg.Act) -> Refusal | None:
        asked.append(a)
        return None

    def plain(s: tg.State, a: tg.Act) -> Refusal | None:
        return tg.check(s, a)

    return replace(TOWER, check=plain, fault=fault, **changes(asked))


TOUCHY: dict[str, Callable[[list[Any]], dict[str, Any]]] = {
    "the view of 1": lambda asked: {
        "mask": lambda s, who: replace(s, mending=bool(asked)) if who == 1 else s,
    },
    "the choices of 1": lambda asked: {"legal": lambda s, seat: () if asked else tg.legal(s, seat)},
    "whom it awaits": lambda asked: {"awaited": lambda s: () if asked else tg.awaited(s)},
    "the outcome": lambda asked: {
        "outcome": lambda s: Outcome((0,), "TW-04", "asked") if asked else tg.outcome(s)
    },
}


@pytest.mark.parametrize("changed", TOUCHY)
def test_a_dispute_that_changes_anything_is_named(changed: str) -> None:
    game = touchy(TOUCHY[changed])
    match = played(game, tg.Lay(0, 1))
    with pytest.raises(AssertionError, match=f"law 10: #2: disputing it changed {changed}"):
        assert_disputes_tell_nothing(match)


def test_each_event_that_can_be_disputed_is_disputed_once() -> None:
    """Not what was ruled on, nor what was taken back; what was withdrawn is."""
    match = played(TOWER, *(tg.Lay(n % 2, 10 + n) for n in range(4)))
    gone = match.seq - 1
    match.take_back(gone - 1, 0)
    match.agree(1)
    match.dispute(0, 2, "I wonder")
    match.rule()
    match.dispute(1, 3, "I wonder")
    match.withdraw_dispute(1)
    match.close("so far, so good")
    assert_disputes_tell_nothing(match, most=2)
    assert len(match.docket().quarrels) == 4
    assert_disputes_tell_nothing(match)
    ruled = [quarrel.about for quarrel in match.docket().quarrels if quarrel.by]
    assert sorted(ruled) == [2, 3, 4, 5, 6, 7]


def test_an_irregular_act_may_be_upheld_and_no_other() -> None:
    match = ended(played(TOWER, *LOW))
    assert_disputes_tell_nothing(match)
    upheld = [quarrel.about for quarrel in match.docket().quarrels if quarrel.status == "upheld"]
    assert upheld == [STRAYED]


def test_what_people_rule_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that goes on by itself after it is named."""
    rule = Match.rule

    def careless(match: Match, text: str | None = None, **named: Any) -> Any:
        ruled = rule(match, text, **named)
        return (*ruled, *match.act(tg.Lay(match.awaited[0], match.seq + 10)))

    monkeypatch.setattr(Match, "rule", careless)
    found = set()
    for seed in range(6):
        with pytest.raises(AssertionError, match="law 10: ") as caught:
            squabble(played(TOWER, tg.Lay(0, 1)), random.Random(seed))
        found.add(str(caught.value).split("#")[0])
    assert "law 10: a ruling by people on " in found


# --- law 11


def forgetting() -> AnyGame:
    """It follows each number once, and then makes less of it."""
    seen: list[Any] = []

    def follow(s: tg.State, e: Any) -> tg.State:
        again = seen.count(e) > 2
        seen.append(e)
        return replace(tg.evolve(s, e), seats=3 if again else s.seats)

    return replace(TOWER, evolve=follow)


def unforgiving() -> AnyGame:
    """It lets nobody lay a number that was ever laid."""
    laid: list[Any] = []

    def follow(s: tg.State, e: Any) -> tg.State:
        laid.append(e)
        return tg.evolve(s, e)

    def refuse(s: tg.State, a: tg.Act) -> Refusal | None:
        return Refusal("TW-01", "once is enough") if a in laid else tg.check(s, a)

    return replace(TOWER, evolve=follow, check=refuse)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (unforgiving, r"law 11: taken back to #\d+: Lay\(.*\) is refused now"),
        (forgetting, r"law 11: taken back to #\d+: the view of .* is another than then"),
    ],
)
def test_what_is_not_as_if_it_had_not_been_is_named(make: Callable[[], AnyGame], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        for seed in range(20):
            game = make()
            match = played(game, tg.Lay(0, 10), tg.Lay(1, 20), tg.Lay(0, 30))
            go_back(match, random.Random(seed))


def test_an_irregular_act_that_is_done_again_is_counted() -> None:
    found = set()
    for seed in range(20):
        match = played(TOWER, *LOW)
        again = go_back(match, random.Random(seed))
        found.add(bool(again))
        known = {act.seq for act in match.docket("auditor").irregular}
        assert again <= known and STRAYED not in again
    assert found == {True, False}
