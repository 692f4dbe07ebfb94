"""One hypothesis machine for each game and table: it plays, strays, reopens and exports.

What each of its rules does, and that it holds the laws, is tried by hand below.
"""

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from hypothesis.strategies import DataObject
from msgspec import Meta
from msgspec.structs import replace

from ledger import (
    Action,
    Match,
    Misused,
    Note,
    Refused,
    game_names,
)
from ledger.testing import machine_for
from ledger.testing.machine import LawfulMachine
from tests.every_game import TINY, Played, small
from tests.lawless_games import BREAKS
from tests.whisper_game import WHISPER, WORDS, AnyGame, Keep, Say, State, check, evolve

QUICK = settings(max_examples=8, stateful_step_count=12, deadline=None, derandomize=True)
QUICKER = settings(QUICK, max_examples=3, stateful_step_count=10)


@pytest.mark.parametrize(("one", "seats"), small())
def test_whatever_is_done_the_laws_hold(one: Played, seats: int) -> None:
    options = TINY if one.name == "monopoly-bid" else {}
    run_state_machine_as_test(
        machine_for(one.game, seats, options),
        settings=QUICKER if one.name in game_names() else QUICK,
    )


# --- rule by rule


@contextmanager
def machine(game: AnyGame = WHISPER, chance: Any = "declared") -> Generator[LawfulMachine]:
    """One that has begun its match; it is not torn down as in earnest."""
    made = machine_for(game, 2, {"loudest": 2})()
    try:
        made.begin(chance=chance, seed=7, dice=random.Random(1))
        yield made
    finally:
        vars(made)["_ledger"].close()
        vars(made)["_folder"].cleanup()


class Reader(DataObject):
    """Whom hypothesis would draw."""

    def __init__(self, who: Any) -> None:
        self.who = who

    def draw(self, strategy: Any, label: Any = None) -> Any:
        return self.who


def on(match: Match) -> None:
    """All has been drawn and kept: numbers are said now."""
    for seat in (0, 1):
        match.draw(3, seat)
    for seat in (0, 1):
        match.act(Keep(seat, WORDS[seat]))


def test_a_machine_begins_as_it_is_told() -> None:
    with machine() as declared, machine(chance="seeded") as seeded:
        assert declared.match.opened.chance == "declared"
        assert (seeded.match.opened.chance, seeded.match.opened.seed) == ("seeded", "7")
        assert declared.match.opened.options == {"loudest": 2}
        assert declared.match.seats == ("player A", "player B")
        assert type(declared).__name__ == "Whisper2Machine"
    made = machine_for(replace(WHISPER, title="A loud whisper"), 2)()
    made.begin(chance="declared", seed=7, dice=random.Random(1))
    assert made.match.opened.options == {"loudest": 3}
    assert type(made).__name__ == "ALoudWhisper2Machine"
    made.teardown()


def test_a_machine_leaves_nothing_behind_begun_or_not() -> None:
    for begun in (False, True):
        made = machine_for(WHISPER, 2)()
        if begun:
            made.begin(chance="declared", seed=7, dice=random.Random(1))
        made.teardown()
        assert not Path(vars(made)["_folder"].name).exists()
        with pytest.raises(Misused, match="closed"):
            vars(made)["_ledger"].ids()


def test_a_machine_plays_on_by_one_step_or_by_some() -> None:
    with machine() as made:
        made.play(dice=random.Random(1))
        assert made.match.seq == 2
        made.play_on(dice=random.Random(1), steps=3)
        assert made.match.seq == 5
        made.play_on(dice=random.Random(1), steps=40)
        assert made.match.outcome is not None and made.match.seq == 7
        made.teardown()


def test_a_machine_goes_on_from_what_is_stored() -> None:
    with machine() as made:
        before = made.match
        made.play_on(dice=random.Random(1), steps=5)
        made.reopen(dice=random.Random(1))
        assert made.match is not before and made.match.head.count == 6
        with pytest.raises(Misused, match="closed"):
            before.close("from before")
        made.play(dice=random.Random(1))
        made.teardown()


def test_a_machine_knows_which_acts_are_irregular() -> None:
    """So that the audit finds those and no others."""
    with machine() as made:
        on(made.match)
        seq = made.match.seq
        for seed in range(9):
            if made.match.seq == seq:
                made.stray(dice=random.Random(seed))
        ((stray, act),) = [(e.seq, e.event) for e in made.match.events(after=seq)]
        assert isinstance(act, Say) and act.number > 2
        assert {found.seq for found in made.match.audit().findings} == {stray}
        made.teardown()
    with machine() as made:
        on(made.match)
        made.match.act(Say(0, 3), anyway=True)
        with pytest.raises(AssertionError, match=r"law 4: irregular are \[\]"):
            made.teardown()


def spoken(s: State) -> tuple[str, ...]:
    return ("somebody spoke",) if any(s.said) else ()


@pytest.mark.parametrize(
    "rule",
    [
        lambda made, dice: made.play(dice=dice),
        lambda made, dice: made.play_on(dice=dice, steps=2),
        lambda made, dice: made.stray(dice=dice),
        lambda made, dice: made.quarrel(dice=dice),
    ],
    ids=["play", "play_on", "stray", "quarrel"],
)
def test_after_each_of_its_rules_a_machine_holds_the_laws(
    rule: Callable[[LawfulMachine, random.Random], None],
) -> None:
    with machine(replace(WHISPER, invariants=spoken)) as made:
        on(made.match)
        with pytest.raises(AssertionError, match=r"law 2: #\d+, view of auditor: somebody"):
            for seed in range(12):
                rule(made, random.Random(seed))


def test_a_machine_holds_the_laws_when_it_begins_and_when_it_is_reopened() -> None:
    silent = replace(WHISPER, tell=lambda e, names: "")
    with pytest.raises(AssertionError, match="law 8: #2 dealt"), machine(silent, "seeded"):
        pass
    with machine() as made:
        made.play(dice=random.Random(1))
        type(made).game = silent  # a class of its own
        with pytest.raises(AssertionError, match="law 8: #2 dealt"):
            made.reopen(dice=random.Random(1))


def test_a_machine_that_exports_holds_the_copy_and_looks_for_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with machine() as made:
        on(made.match)
        for who in (0, "spectator"):
            made.export(data=Reader(who))
        word = made.match.view("auditor").kept[1]
        with monkeypatch.context() as patched, pytest.raises(AssertionError, match="stands in its"):
            patched.setattr(Match, "picture", lambda match, who: (Note(f"it is {word}"),))
            made.export(data=Reader(0))
        export = Match.export
        monkeypatch.setattr(Match, "export", lambda match, path, who: export(match, path, 1))
        with pytest.raises(AssertionError, match="the copy for 0 shows another view"):
            made.export(data=Reader(0))


# --- whatever is tried


class Whispered(Action, frozen=True, tag="say"):
    """A number that cannot be written down at all where it is too large."""

    number: Annotated[int, Meta(ge=1, le=9)]


def plain(a: Any) -> Any:
    """It as the game knows it."""
    return Say(a.seat, a.number) if isinstance(a, Whispered) else a


def trying(made: LawfulMachine) -> None:
    for seed in range(20):
        made.try_anything(dice=random.Random(seed))


def test_what_is_refused_or_cannot_be_written_down_leaves_the_log_as_it_is() -> None:
    bounded = replace(
        WHISPER,
        actions=(Keep, Whispered),
        check=lambda s, a: check(s, plain(a)),
        evolve=lambda s, e: evolve(s, plain(e)),
        legal=lambda s, seat: (),
        default=None,
    )
    with machine() as made, machine(bounded) as strict:
        for one in (made, strict):
            head = one.match.head
            trying(one)
            assert one.match.head == head


def recorded(match: Match, action: Any, anyway: bool) -> Any:
    """Whatever is sent goes on record, as what the seat kept."""
    return match.draw(1, 0)


def grown(match: Match, action: Any, anyway: bool) -> Any:
    """What is refused closes the match."""
    found = match.refusal(action)
    match.close("that is enough")
    assert found is not None
    raise Refused(found.clause, found.reason, found.irregular)


def reworded(match: Match, action: Any, anyway: bool) -> Any:
    raise Refused("WH-01", "because")


@pytest.mark.parametrize(
    ("careless", "said"),
    [
        (recorded, "was recorded against"),
        (grown, "was refused, and the log has grown"),
        (reworded, "is refused as .*because"),
    ],
)
def test_an_engine_that_does_other_than_it_says_is_caught(
    careless: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with machine() as made:
        monkeypatch.setattr(Match, "act", careless)
        with pytest.raises(AssertionError, match=said):
            trying(made)


def test_what_is_allowed_must_be_offered() -> None:
    _, changes = BREAKS["check allows more"]
    with machine(replace(WHISPER, **changes)) as made:
        on(made.match)
        with pytest.raises(AssertionError, match="was allowed"):
            trying(made)
