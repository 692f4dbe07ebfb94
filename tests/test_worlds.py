"""Two worlds differ in all that their reader may not know, and in nothing else."""

import random
from collections.abc import Callable
from typing import Annotated, Any, ClassVar

import pytest
from msgspec.structs import replace

from ledger import (
    Action,
    Audience,
    Chance,
    Choice,
    Consequence,
    For,
    Hidden,
    Own,
    OwnEach,
    Range,
    Refusal,
    Seat,
    SubsetOf,
    known,
)
from ledger.testing import Alike, two_worlds
from ledger.testing import worlds as worlds_module
from tests.tower_game import TOWER
from tests.whisper_game import (
    CARDS,
    WHISPER,
    WORDS,
    AnyGame,
    Dealt,
    Keep,
    Say,
    State,
    at,
    check,
    evolve,
    legal,
    settle,
    start,
    waiting,
)


def alike(game: AnyGame, reader: Audience, seed: int, seats: int = 2, **named: Any) -> Alike:
    return two_worlds(game, seats, reader, random.Random(seed), 20, apart=1, **named)


@pytest.mark.parametrize("reader", [0, 1, "spectator"])
def test_all_that_can_differ_does_and_all_is_played(reader: Audience) -> None:
    """Cards that are not the reader's, and words but for those that chance makes the same."""
    cards = 2 if reader == "spectator" else 1
    for seed in range(4):
        found = alike(WHISPER, reader, seed)
        assert found.parted == "" and found.events >= 7
        assert cards <= found.secrets <= 2 * cards


def test_in_an_open_game_nothing_differs() -> None:
    assert two_worlds(TOWER, 2, 0, random.Random(1), acts=6).secrets == 0


def test_worlds_are_of_the_options_that_are_asked_for() -> None:
    asked = set()

    def begin(options: Any, seats: int) -> State | Refusal:
        asked.add(options.loudest)
        return start(options, seats)

    alike(replace(WHISPER, start=begin), 0, 1, options={"loudest": 2})
    assert asked == {2}


def test_where_irregular_acts_are_possible_some_are_tried_in_both_worlds() -> None:
    said = set()

    def follow(s: State, e: Any) -> State:
        said.update([e.number] if isinstance(e, Say) else [])
        return evolve(s, e)

    for seed in range(8):
        alike(replace(WHISPER, evolve=follow), "spectator", seed)
    assert {1, 2, 3} <= said and max(said) > 3


# --- what a reader reads of a draw


class Shared(Consequence, frozen=True):
    """A card that is shown to another seat, and a mark that its own seat may not read."""

    drawn: ClassVar = "card"
    seat: Seat
    others: tuple[Seat, ...]
    card: Annotated[int | Hidden, For("seat", "others")]


class Marked(Consequence, frozen=True):
    """A card of one's own, with a mark that others may read."""

    drawn: ClassVar = "card"
    seat: Seat
    others: tuple[Seat, ...]
    card: Own[int]
    mark: Annotated[str | Hidden, For("others")]


def sharing(event: type[Consequence], **more: str) -> AnyGame:
    def draw(s: State, chance: Chance) -> Any:
        for seat in waiting(s.cards):
            others = ((seat + 1) % len(s.cards),)
            return chance.draw(event, CARDS, seat=seat, others=others, **more)
        return None

    def follow(s: State, e: Any) -> State:
        return evolve(s, Dealt(e.seat, e.card) if isinstance(e, Shared | Marked) else e)

    return replace(WHISPER, consequences=(event,), settle=draw, evolve=follow)


def test_a_draw_is_alike_for_everybody_who_may_read_it() -> None:
    """Of three cards a reader reads two; of a card whose mark alone is for it, the mark.

    What differs is one card, and each word but for those that chance makes the same.
    """
    shared = {alike(sharing(Shared), 0, seed, 3).secrets for seed in range(4)}
    marked = {alike(sharing(Marked, mark="a mark"), 0, seed).secrets for seed in range(4)}
    assert {1 + 2} <= shared <= {1, 1 + 1, 1 + 2}
    assert {1 + 1} <= marked <= {1, 1 + 1}


class Noted(Consequence, frozen=True):
    """A word that is drawn in secret."""

    drawn: ClassVar = "word"
    seat: Seat
    word: Own[str]


def noting(pool: Callable[[int], tuple[str, ...]]) -> AnyGame:
    """Words are drawn, and the card decides from which."""

    def draw(s: State, chance: Chance) -> Any:
        if waiting(s.cards) or not waiting(s.kept):
            return settle(s, chance)
        seat = waiting(s.kept)[0]
        return chance.draw(Noted, lambda: pool(known(s.cards[seat] or 0)), seat=seat)

    def follow(s: State, e: Any) -> State:
        return evolve(s, Keep(e.seat, e.word) if isinstance(e, Noted) else e)

    return replace(WHISPER, consequences=(Dealt, Noted), settle=draw, evolve=follow)


@pytest.mark.parametrize(
    "pool",
    [
        lambda card: WORDS[card % 2 :],
        lambda card: WORDS[:2] if card % 2 else WORDS[2:],
        lambda card: WORDS[:1],
    ],
    ids=["some in both", "none in both", "the only one"],
)
def test_what_is_drawn_is_in_the_pool_of_its_world(pool: Callable[[int], tuple[str, ...]]) -> None:
    for seed in range(6):
        found = two_worlds(noting(pool), 2, 0, random.Random(seed), 20, apart=seed % 2)
        assert found.events >= 7 and found.parted == ""


# --- acts of which a part is told


class Bet(Action, frozen=True):
    """An amount for all to hear, and words in secret; which, the card decides."""

    amount: int
    words: OwnEach[str]


class Pass(Action, frozen=True):
    """No bet."""


def words_of(s: State, seat: Seat) -> tuple[str, ...]:
    return WORDS[:2] if known(s.cards[seat] or 0) % 2 else WORDS[2:]


def betting(most: int, passing: bool = False) -> AnyGame:
    """Where up to so many words are bet."""

    def offer(s: State, seat: Seat) -> tuple[Choice, ...]:
        if seat not in waiting(s.kept):
            return legal(s, seat)
        words = SubsetOf(words_of(s, seat), 1, most)
        bet = Choice(Bet, seat, {"amount": Range(1, 1000), "words": words})
        return (bet, Choice(Pass, seat, {})) if passing else (bet,)

    def refuse(s: State, a: Any) -> Refusal | None:
        if isinstance(a, Say):
            return check(s, a)
        offered = any(choice.contains(a) for choice in offer(s, a.seat))
        return None if offered else Refusal("WH-01", "that is no bet")

    def follow(s: State, e: Any) -> State:
        if isinstance(e, Bet | Pass):
            return replace(s, kept=at(s.kept, e.seat, e.words if isinstance(e, Bet) else ()))
        return evolve(s, e)

    changes = {"check": refuse, "legal": offer, "evolve": follow, "default": None}
    return replace(WHISPER, actions=(Bet, Pass, Say), **changes)


@pytest.mark.parametrize("tries", [1, 20])
def test_an_act_is_made_alike_in_what_is_told_where_chance_finds_none(
    tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bet goes in both worlds if the cards differ; of a thousand amounts none comes twice."""
    monkeypatch.setattr(worlds_module, "TRIES", tries)
    parities = 0
    for seed in range(6):
        found = alike(betting(1), 0, seed)
        assert found.events >= 7
        parities += found.secrets == 2
    assert parities


@pytest.mark.parametrize(("most", "passing"), [(2, False), (1, True)])
def test_what_is_told_of_an_act_is_alike(
    most: int, passing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which act it is, and of how many words: that everybody sees by the seals."""
    monkeypatch.setattr(worlds_module, "TRIES", 1)
    assert max(alike(betting(most, passing), 0, seed).events for seed in range(16)) >= 7


def test_a_seat_that_is_offered_nothing_in_one_world_does_nothing_in_both() -> None:
    def offer(s: State, seat: Seat) -> tuple[Choice, ...]:
        stuck = not waiting(s.cards) and known(s.cards[seat]) == 6
        return () if stuck else legal(s, seat)

    stuck = replace(WHISPER, legal=offer, default=None)
    assert {alike(stuck, 0, seed).events >= 7 for seed in range(12)} == {True, False}


# --- what is irregular, and what comes of it


def strict(told: dict[Seat, bool]) -> AnyGame:
    """A number above one's own card is against the rules; it keeps in mind by whom one was said.

    One that is much above cannot be said at all.
    """

    def find(s: State, a: Any) -> Refusal | None:
        if isinstance(a, Say) and a.number > known(s.cards[a.seat] or 0):
            return Refusal("WH-02", "that is too loud", irregular=True)
        return None

    def offer(s: State, seat: Seat) -> tuple[Choice, ...]:
        if seat in waiting(s.said) and not waiting(s.kept):
            return (Choice(Say, seat, {"number": Range(1, known(s.cards[seat] or 0))}),)
        return legal(s, seat)

    def follow(s: State, e: Any) -> State:
        if isinstance(e, Say) and not isinstance(s.cards[e.seat], Hidden):
            told[e.seat] = find(s, e) is not None
        return evolve(s, e)

    def refuse(s: State, a: Any) -> Refusal | None:
        if isinstance(a, Say) and a.number > known(s.cards[a.seat] or 0) + 2:
            return Refusal("WH-02", "there is no such number to say")
        return check(replace(s, loudest=9), a) or find(s, a)

    changes = {"check": refuse, "legal": offer, "evolve": follow, "fault": find}
    return replace(WHISPER, **changes)


def test_an_act_may_be_irregular_in_one_world_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told: whether it is, hangs on a card. What is impossible in one is not done."""
    monkeypatch.setattr(worlds_module, "STRAYS", 1)

    def differs(seed: int) -> bool:
        one, two = dict[Seat, bool](), dict[Seat, bool]()
        two_worlds(strict(one), 2, "spectator", random.Random(seed), 20, apart=0, other=strict(two))
        return one != two

    differing = [differs(seed) for seed in range(8)]
    assert any(differing)


class Shown(Consequence, frozen=True):
    """A card, for everybody to see."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: int


def test_what_a_remedy_reveals_parts_the_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody keeps a word here; who is found to have been too loud shows the card."""
    monkeypatch.setattr(worlds_module, "STRAYS", 1)
    monkeypatch.setattr(worlds_module, "DISPUTES", 1)

    def begin(options: Any, seats: int) -> State:
        return State((None,) * seats, ("",) * seats, (None,) * seats, options.loudest)

    def remedy(s: State, a: Any, before: State) -> Shown:
        return Shown(a.seat, known(s.cards[a.seat] or 0))

    def follow(s: State, e: Any) -> State:
        return (
            replace(s, cards=at(s.cards, e.seat, e.card)) if isinstance(e, Shown) else evolve(s, e)
        )

    changes: dict[str, Any] = {"start": begin, "remedy": remedy, "evolve": follow}
    shown = replace(WHISPER, consequences=(Dealt, Shown), **changes)
    parted = [alike(shown, "spectator", seed, 4).parted for seed in range(24)]
    assert "shown" in parted


def test_what_is_revealed_in_one_world_alone_parts_them_too() -> None:
    """An odd card is shown as soon as it is drawn."""

    def draw(s: State, chance: Chance) -> Any:
        for seat, card in enumerate(s.cards):
            if card is not None and s.said[seat] is None and known(card) % 2:
                return Shown(seat, known(card))
        return settle(s, chance)

    def follow(s: State, e: Any) -> State:
        return replace(s, said=at(s.said, e.seat, 0)) if isinstance(e, Shown) else evolve(s, e)

    odd = replace(WHISPER, consequences=(Dealt, Shown), settle=draw, evolve=follow)
    assert "shown" in {alike(odd, "spectator", seed).parted for seed in range(4)}
