"""What a seat may not know does not reach it, and a game that leaks is caught."""

import random
from typing import Any

import pytest

from ledger import Audience, Ledger, Match
from ledger.games.game_of_49 import GAME
from ledger.simulate import noise_of
from ledger.testing import Alike, assert_nothing_secret, two_worlds
from ledger.testing import worlds as worlds_module
from ledger.testing.playing import named, over, step, ticking
from tests.every_game import EVERY_GAME, AnyGame, Played, ends
from tests.leaky_games import DEALT, DEALT_OTHERWISE, LEAKS, RICH_49
from tests.sealed_game import SEALED

READERS: tuple[Audience, ...] = (0, 1, "spectator")


def observers(seats: int) -> list[Audience]:
    return [*range(seats), "spectator"]


def in_worlds() -> list[Any]:
    """Parameters: each game in which worlds can differ, at each table that is tried."""
    found = ((one, one.worlds) for one in EVERY_GAME)
    return [one.of(seats) for one, worlds in found if worlds for seats in worlds.seats]


def worlds(one: Played, seats: int, runs: int) -> list[Alike]:
    """What so many pairs of worlds come to, each observer in turn."""
    assert one.worlds
    readers, apart, acts = observers(seats), one.worlds.apart, one.worlds.acts
    return [
        two_worlds(
            one.game,
            seats,
            readers[-1 - run % len(readers)],
            random.Random(run),
            acts,
            apart=apart[(run + run // len(readers)) % len(apart)],
        )
        for run in range(runs)
    ]


@pytest.mark.parametrize(("one", "seats"), in_worlds())
def test_worlds_that_differ_only_in_secrets_look_alike(one: Played, seats: int) -> None:
    """To every seat and to the spectator, up to the event that reveals the difference."""
    wanted = one.worlds
    assert wanted
    found = worlds(one, seats, wanted.runs)
    assert {alike.parted for alike in found} <= {"", *wanted.parts}
    assert sum(alike.secrets for alike in found) >= wanted.secrets  # they did differ
    assert max(alike.events for alike in found) > wanted.events  # and some got far


def test_all_secret_choices_may_differ_to_the_first_reveal() -> None:
    for seed in range(5):
        alike = two_worlds(SEALED, 3, 0, random.Random(seed), apart=1)
        assert alike.secrets and alike.parted == "bids_revealed"


def test_the_readers_own_choices_are_alike_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a reader whose turn it is ends the run wherever choices are many."""
    monkeypatch.setattr(worlds_module, "TRIES", 1)
    for seed in range(5):
        alike = two_worlds(SEALED, 3, 0, random.Random(seed), apart=1)
        assert alike.secrets and alike.parted == "bids_revealed"


@pytest.mark.whole_matches
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_game_of_49_tells_nobody_anothers_money(seats: int) -> None:
    """Its draws are public, so the worlds differ in what the last seat begins with."""
    readers = observers(seats)
    readers.remove(seats - 1)
    parted = set()
    for run in range(4):
        dice = random.Random(run)
        reader = readers[run % len(readers)]
        parted.add(two_worlds(GAME, seats, reader, dice, acts=40, other=RICH_49).parted)
    assert parted <= {"", "payment_defaulted", "cash_shown"}


@pytest.mark.whole_matches
def test_a_note_taker_of_49_sees_two_like_matches_to_the_end() -> None:
    assert two_worlds(GAME, 2, 0, random.Random(3), acts=400).parted == ""


def test_hands_that_a_mask_alone_hides_look_alike() -> None:
    """The honest twin of the leaky games below; its cards go by the reveals."""
    for run in range(6):
        two_worlds(DEALT, 3, READERS[run % 3], random.Random(run), other=DEALT_OTHERWISE)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_caught(leak: str) -> None:
    game, other = LEAKS[leak]
    with pytest.raises(AssertionError, match=r"can tell two worlds apart|depends on a secret"):
        for run in range(12):
            two_worlds(game, 3, READERS[run % 3], random.Random(run), acts=40, other=other)


def test_a_leak_is_told_as_a_difference() -> None:
    game, other = LEAKS["a mask leaves a sum"]
    with pytest.raises(AssertionError) as caught:
        two_worlds(game, 3, 0, random.Random(0), other=other)
    said = str(caught.value)
    assert "seat 0 can tell two worlds apart" in said
    assert "by its view" in said
    assert "--- one world" in said and "+++ the other" in said


def test_of_an_event_that_tells_a_secret_it_is_said_how_it_may() -> None:
    """An author who forgets `opens` sees a reveal of their own and no fault in it."""
    game, other = LEAKS["a consequence counts what is sealed"]
    with pytest.raises(AssertionError, match=r"by rows:(.|\n)*needs `opens`"):
        for run in range(12):
            two_worlds(game, 3, READERS[run % 3], random.Random(run), acts=40, other=other)


@pytest.mark.parametrize("careless", ["view", "events"])
def test_an_engine_that_hands_out_everything_is_caught(
    careless: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = getattr(Match, careless)
    monkeypatch.setattr(Match, careless, lambda match, who, *rest: whole(match, "auditor", *rest))
    with pytest.raises(AssertionError, match="can tell two worlds apart"):
        worlds(EVERY_GAME[0], 3, 4)


# --- salts, seed, and values


def played(ledger: Ledger, game: AnyGame, seats: int, acts: int) -> Match:
    match = ledger.new(game, named(seats), seed="a seed by hand, long enough")
    dice = random.Random(seats)
    for _ in range(acts):
        if not over(match):
            step(match, dice)
    return match


def fresh(*games: AnyGame) -> Ledger:
    return Ledger(None, games=games, clock=ticking(), entropy=noise_of("secrets"))


@pytest.mark.parametrize("acts", [0, 5, 1000])
@pytest.mark.parametrize(("one", "seats"), ends())
def test_no_reader_receives_a_salt_or_the_seed(one: Played, seats: int, acts: int) -> None:
    with fresh(one.game) as ledger:
        match = played(ledger, one.game, seats, min(acts, one.tables[seats]))
        for who in observers(seats):
            assert_nothing_secret(match, who)


@pytest.mark.parametrize("scope", ["seed", "all"])
def test_what_was_opened_is_no_secret(scope: Any) -> None:
    with fresh(SEALED) as ledger:
        match = played(ledger, SEALED, 2, 1000)
        match.open_seals(scope)
        for who in observers(2):
            assert_nothing_secret(match, who)


def test_a_copy_that_holds_too_much_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy for a seat written as the auditor's."""
    export = Match.export
    monkeypatch.setattr(Match, "export", lambda match, path, who: export(match, path, "auditor"))
    with fresh(SEALED) as ledger:
        match = played(ledger, SEALED, 2, 3)
        with pytest.raises(AssertionError, match=r"the salt of #1 seed stands in its copy"):
            assert_nothing_secret(match, "spectator")


def test_a_seed_in_a_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that shows the first event as the host has it."""
    monkeypatch.setattr(Match, "picture", lambda match, who: match.opened)
    with fresh(SEALED) as ledger:
        match = played(ledger, SEALED, 2, 3)
        with pytest.raises(AssertionError, match=r"the value of #1 seed stands in its picture"):
            assert_nothing_secret(match, 0)
