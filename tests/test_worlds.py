"""Two worlds differ in all that their reader may not know, and in nothing else."""

import random
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
    OneOf,
    Own,
    Range,
    Refusal,
    Seat,
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
    check,
    evolve,
    legal,
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
    """Of three cards a reader reads two; of a card whose mark alone is for it, the mark."""
    for seed in range(3):
        assert 1 <= alike(sharing(Shared), 0, seed, 3).secrets <= 1 + 2
        assert 1 <= alike(sharing(Marked, mark="a mark"), 0, seed).secrets <= 1 + 1


# --- acts of which a part is told


class Bet(Action, frozen=True):
    """An amount for all to hear, and a word in secret; which words, the card decides."""

    amount: int
    word: Own[str]


def words_of(s: State, seat: Seat) -> tuple[str, ...]:
    return WORDS[:2] if known(s.cards[seat] or 0) % 2 else WORDS[2:]


def betting() -> AnyGame:
    def offer(s: State, seat: Seat) -> tuple[Choice, ...]:
        if seat not in waiting(s.kept):
            return legal(s, seat)
        fields: dict[str, Any] = {"amount": Range(1, 1000), "word": OneOf(words_of(s, seat))}
        return (Choice(Bet, seat, fields),)

    def refuse(s: State, a: Any) -> Refusal | None:
        if not isinstance(a, Bet):
            return check(s, a)
        fits = 1 <= a.amount <= 1000 and a.word in words_of(s, a.seat)
        return check(s, Keep(a.seat, a.word)) if fits else Refusal("WH-01", "that is no bet")

    def follow(s: State, e: Any) -> State:
        return evolve(s, Keep(e.seat, e.word) if isinstance(e, Bet) else e)

    changes = {"check": refuse, "legal": offer, "evolve": follow, "default": None}
    return replace(WHISPER, actions=(Bet, Say), **changes)


@pytest.mark.parametrize("tries", [1, 20])
def test_an_act_is_made_alike_in_what_is_told_where_chance_finds_none(
    tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bet goes in both worlds if the cards differ; of a thousand amounts none comes twice."""
    monkeypatch.setattr(worlds_module, "TRIES", tries)
    parities = 0
    for seed in range(6):
        found = alike(betting(), 0, seed)
        assert found.events >= 7
        parities += found.secrets == 2
    assert parities
