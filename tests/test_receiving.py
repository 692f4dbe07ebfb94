"""What a reader receives, as the laws about secrets hold it together: plain, whole, and undone."""

import logging
import random
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Action,
    Choice,
    Consequence,
    InvalidAction,
    Ledger,
    Match,
    OneOf,
    Opening,
    Outcome,
    Refused,
)
from ledger.simulate import noise_of
from ledger.testing.playing import (
    draw,
    irregular,
    judged,
    named,
    needed,
    over,
    step,
    ticking,
)
from ledger.testing.receiving import (
    answer,
    draws,
    earlier,
    overheard,
    plain,
    position,
    reveals,
    tried,
    unsealed,
)
from tests.records import FIXTURES
from tests.sealed_game import SEALED, BidsRevealed, NumberCalled, PointScored
from tests.tower_game import TOWER, Lay
from tests.whisper_game import WHISPER, Keep, Say


def book(*games: Any) -> Ledger:
    return Ledger(None, games=games, clock=ticking(), entropy=noise_of("receiving"))


# --- as plain data


def test_seals_and_digests_differ_in_any_two_matches_and_are_passed_over() -> None:
    assert unsealed(f'{{"seal":"{"0f" * 32}"}} {"0f" * 31}') == f'{{"seal":"-"}} {"0f" * 31}'


def test_whatever_is_received_becomes_plain_data() -> None:
    choice = Choice(Say, 0, {"number": OneOf((1, 2))})
    with book(WHISPER) as ledger:
        match = ledger.new(WHISPER, named(2), chance="declared")
        (first,) = match.events()
        (entry,) = plain(iter([first]))
    assert plain((choice,)) == [choice.to_data()]
    assert entry == {"seq": 1, "time": first.microseconds, "event": plain(first.event)}
    assert entry["event"]["game"] == "whisper"
    assert plain({1: HIDDEN}) == {"1": {"hidden": True}}
    assert plain(1j) == "1j"  # what JSON does not know


def test_an_answer_is_what_is_said_or_what_is_raised_with_all_it_tells() -> None:
    def refuse(error: Exception) -> None:
        raise error

    assert answer(lambda x, y: (x, y), 1, y="a") == [1, "a"]
    assert answer(refuse, Refused("X-1", "no", True)) == {
        "raised": "Refused",
        "says": "X-1: no",
        "clause": "X-1",
        "reason": "no",
        "irregular": True,
    }
    assert answer(refuse, ValueError("twelve")) == {"raised": "ValueError", "says": "twelve"}


def test_what_is_tried_is_answered_and_does_not_stay() -> None:
    with book(WHISPER) as ledger:
        match = ledger.new(WHISPER, named(2), chance="declared")
        head = match.head
        (event,) = tried(ledger, match.draw, 3, 0)
        assert (event["kind"], event["card"]) == ("dealt", 3)
        told = draws(ledger, match, 0, (3, 7))
        assert told["the answer to the draw 3"] == [event]
        assert told["the answer to the draw 7"]["raised"] == "Refused"
        assert match.head == head


class Flagged(Consequence, frozen=True):
    reveals: ClassVar = True


class Opened(Consequence, frozen=True):
    def opens(self) -> tuple[Opening, ...]:
        return (Opening(Keep, "word", "a word", where={"seat": 0}),)


def test_what_ends_the_likeness_of_two_worlds_says_so() -> None:
    assert reveals(Flagged()) and reveals(Opened())
    assert reveals(BidsRevealed(((1,), ()))) and reveals(NumberCalled(0, (1, 2)))
    assert not reveals(PointScored(0)) and not reveals(Say(0, 1))


class Last(Consequence, frozen=True):
    drawn: ClassVar = "side"
    side: int


def test_the_answer_to_a_draw_is_held_up_to_what_it_reveals() -> None:
    """After that the worlds may differ."""

    class Answers:
        def draw(self, value: int, who: int) -> tuple[Any, ...]:
            return (Last(value), Flagged(), PointScored(who))

    match: Any = Answers()
    with book(WHISPER) as ledger:
        told = draws(ledger, match, 0, (5,))
    assert told == {"the answer to the draw 5": [{"kind": "last", "side": 5}]}


def test_a_position_is_all_that_a_reader_can_look_at() -> None:
    every = ["events", "view", "picture", "story"]
    public = ["whom the table awaits", "the draw it awaits", "the outcome"]
    with book(WHISPER) as ledger:
        match = ledger.new(WHISPER, named(2), chance="declared")
        match.draw(3, 0)
        seats, nobodys = position(match, 0, 1), position(match, "spectator", 1)
    own = ["its choices", "what the host would do for it"]
    mine, theirs = ([f"{whose} {one}" for one in every] for whose in ("its", "the spectator's"))
    assert list(seats) == [*mine, *theirs, *own, *public]
    assert list(nobodys) == [*mine, *public]
    assert [entry["event"]["card"] for entry in seats["its events"]] == [3]
    assert [entry["event"]["card"] for entry in nobodys["its events"]] == [{"hidden": True}]
    assert seats["its story"] == ["player A: Dealt"]
    assert seats["the draw it awaits"] == {
        "kind": "dealt",
        "field": "card",
        "seat": 1,
        "secret": True,
    }
    assert seats["the outcome"] is None


def test_what_was_is_looked_at_and_what_would_have_been_without_each_ruling() -> None:
    """That it hangs on a secret may be told, and is no answer that one game leaks by."""
    with Ledger(FIXTURES / "game-of-45" / "correction-moved.db", "read") as ledger:
        match = ledger.match()
        seats, full = earlier(match, 1, 20), earlier(match, "auditor", 20)
        views = plain(match.view(1, 20)), plain(match.view("auditor", 20))
        without = plain(match.what_if(63, "auditor"))
    rulings = ["what if #61 had not been", "what if #63 had not been"]
    assert list(seats) == ["its view after #20", "its picture after #20", *rulings]
    assert (seats["its view after #20"], full["its view after #20"]) == views
    assert views[0] != views[1]
    assert seats["what if #63 had not been"].endswith("hangs on what Bob may not know")
    assert full["what if #63 had not been"] == without


def test_a_game_that_tells_nothing_has_no_story_and_the_house_none_in_any() -> None:
    with book(SEALED, WHISPER) as ledger:
        silent = ledger.new(SEALED, named(2), seed="a seed")
        assert position(silent, 0)["its story"] == []
        told = ledger.new(WHISPER, named(2), seed="a seed")
        told.act_for(0, "gone for a while")
        assert position(told, 0)["its story"] == [
            "player A: Dealt",
            "player B: Dealt",
            "player A: Keep",
        ]


def test_log_entries_of_the_library_are_overheard_and_go_nowhere_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    library = logging.getLogger("ledger")
    before = library.level, library.propagate, [*library.handlers]
    with overheard() as lines:
        logging.getLogger("ledger.games.mine").debug("a card")
        library.info("acted")
        logging.getLogger("elsewhere").error("another")
    assert lines == ["a card", "acted"]
    assert caplog.messages == ["another"]
    assert (library.level, library.propagate, library.handlers) == before


# --- playing on


def test_a_clock_for_tests_ticks_by_the_second_and_seats_have_names() -> None:
    clock = ticking()
    assert clock() + 1_000_000 == clock()
    assert named(3) == ("player A", "player B", "player C")


def test_a_declared_match_is_played_on_by_what_it_awaits() -> None:
    dice = random.Random(1)
    with book(WHISPER) as ledger:
        match = ledger.new(WHISPER, named(2), chance="declared")
        need = needed(match)
        assert need is not None and need.fields == {"seat": 0}
        for seat in (0, 1):
            awaited = match.awaits_draw
            assert awaited is not None and awaited.seat == seat
            draw(match, awaited, dice)
        assert needed(match) is None
        kinds = []
        while not over(match):
            assert step(match, dice) is None
            kinds.append([*match.events()][-1].kind)
        assert kinds == ["keep", "keep", "say", "say"]
        assert match.outcome is not None


def test_where_a_draw_is_awaited_a_match_is_not_over() -> None:
    """Here the last coin decides nothing; it is flipped all the same."""
    dice = random.Random(1)
    early = replace(TOWER, outcome=lambda s: Outcome((0,), "TW-04", "99") if s.tower else None)
    with book(early) as ledger:
        match = ledger.new(early, named(2), chance="declared")
        match.act(Lay(0, 99))
        assert match.outcome is not None and not over(match)
        step(match, dice)
        assert over(match)
        assert over(match) is True


def test_what_cannot_be_written_down_counts_as_refused() -> None:
    with book(WHISPER) as ledger:
        match = ledger.new(WHISPER, named(2), seed="a seed")
        unfit: Any = Say(0, "loud")  # type: ignore[arg-type]  # what a careless sender sends
        with pytest.raises(InvalidAction) as caught:
            match.refusal(unfit)
        found = judged(match, unfit)
        assert found is not None and (found.clause, found.reason) == ("", str(caught.value))


def irregulars(match: Match) -> list[Action]:
    found = [irregular(match, random.Random(seed)) for seed in range(10)]
    return [action for action in found if action is not None]


def test_an_irregular_act_is_looked_for_where_one_can_be_recorded() -> None:
    with book(TOWER) as ledger:
        match = ledger.new(TOWER, named(2), seed="a seed")
        match.act(Lay(0, 50))
        for action in irregulars(match):
            found = match.refusal(action)
            assert found is not None and found.irregular
        assert irregulars(match)
        strict = ledger.new(TOWER, named(2), seed="a seed", irregular="refuse")
        strict.act(Lay(0, 50))
        assert irregulars(strict) == []
        dice = random.Random(1)
        assert all(step(match, dice, strays=0.0) is None for _ in range(3))
