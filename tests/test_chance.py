"""Randomness: draw/1 against an implementation of its own, streams, and the table's own draws."""

import hmac
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import Consequence, GameError, NeedsDisclosure, Rest, Seat
from ledger.chance import (
    Declared,
    Seeded,
    Stream,
    Waiting,
    below,
    complete,
    pick,
    pool_of,
    words,
)

from .pledge_game import CoinFlipped, Pledge, Say
from .sealed_game import CARDS, Bid, CardDrawn
from .tables import a_ledger, pledge, sealed


class TileDrawn(Consequence, frozen=True, tag="tile_drawn/2"):
    drawn: ClassVar = "tile"
    tile: str


class StarterDrawn(Consequence, frozen=True):
    drawn: ClassVar = "seat"
    seat: Seat


def by_hand(seed: bytes, kind: str, seat: str, number: int, size: int) -> int:
    """As the format says: HMAC-SHA256 over ASCII text, and rejection sampling."""
    block = 0
    while True:
        text = f"draw/1|{kind}|{seat}|{number}|{block}"
        word = int.from_bytes(hmac.new(seed, text.encode("ascii"), "sha256").digest(), "big")
        if word < 2**256 - 2**256 % size:
            return word % size
        block += 1


def seeded(number: int = 0, seed: bytes = b"seed") -> Seeded:
    return Seeded(seed, lambda stream: number)


@given(st.binary(min_size=1, max_size=64), st.integers(0, 99), st.integers(0, 9999))
def test_draws_are_those_of_the_format(seed: bytes, seat: int, number: int) -> None:
    drawn = seeded(number, seed).draw(CardDrawn, CARDS, seat=seat)
    assert drawn == CardDrawn(seat, CARDS[by_hand(seed, "card_drawn", str(seat), number, 12)])


def test_a_draw_of_nobody_and_of_a_later_shape_keeps_its_stream() -> None:
    """The stream's kind has no ``/2`` and its seat is ``-``: a new shape draws the same."""
    drawn = seeded(3).draw(TileDrawn, "abcdefg")
    assert drawn.tile == "abcdefg"[by_hand(b"seed", "tile_drawn", "-", 3, 7)]


def test_who_is_drawn_does_not_name_the_stream() -> None:
    """Neither before it is known nor afterwards, when the draws so far are counted."""
    for fields in ({}, {"seat": 2}):
        assert Stream.of(StarterDrawn, fields) == Stream("starter_drawn", None)
    assert seeded().draw(StarterDrawn, (0, 1, 2)).seat == by_hand(
        b"seed", "starter_drawn", "-", 0, 3
    )


def test_the_vectors_of_the_first_release() -> None:
    """Frozen: a change of any of these would disown every log with a seed."""
    found = [seeded(n).draw(CardDrawn, CARDS, seat=1).card for n in range(8)]
    assert found == [by_hand(b"seed", "card_drawn", "1", n, 12) + 1 for n in range(8)]
    assert found == [6, 3, 7, 11, 2, 4, 9, 3]


def test_small_words_are_rejected_where_they_would_favour() -> None:
    """With 2 bits and three values, 3 is thrown away and the next block is tried."""
    assert [below(3, iter([word]), bits=2) for word in (0, 1, 2)] == [0, 1, 2]
    assert below(3, iter([3, 3, 1]), bits=2) == 1
    with pytest.raises(StopIteration):
        below(3, iter([3]), bits=2)


@pytest.mark.parametrize("size", range(1, 17))
def test_every_value_is_equally_likely(size: int) -> None:
    """Over all 4-bit words that are not rejected, each value comes equally often."""

    def values() -> Iterator[int]:
        for word in range(16):
            with suppress(StopIteration):
                yield below(size, iter([word]), bits=4)

    found = list(values())
    assert {found.count(value) for value in range(size)} == {16 // size}


def test_every_word_is_that_of_its_block() -> None:
    blocks = words(b"seed", Stream("a", 2), 7)
    for block in range(4):
        text = f"draw/1|a|2|7|{block}".encode("ascii")
        word = int.from_bytes(hmac.new(b"seed", text, "sha256").digest(), "big")
        assert next(blocks) == word


def test_words_differ_by_block_and_never_end() -> None:
    blocks = words(b"seed", Stream("a", 0), 0)
    assert len({next(blocks) for _ in range(100)}) == 100


def test_an_element_is_drawn_as_often_as_it_is_there() -> None:
    found = [seeded(n).draw(TileDrawn, "aab").tile for n in range(600)]
    assert 340 < found.count("a") < 460


@pytest.mark.parametrize("pool", [(), [], lambda: ()])
def test_nothing_to_draw_from_is_the_games_error(pool: object) -> None:
    with pytest.raises(GameError):
        pool_of(pool, CardDrawn)  # type: ignore[arg-type]  # one case is a function


def test_an_event_that_names_no_drawn_field_cannot_be_drawn() -> None:
    """Be it by the seed or by the table: else the match would wait for what nobody can enter."""

    class NothingDrawn(Consequence, frozen=True):
        pass

    text = "nothing_drawn is drawn but names no drawn field"
    with pytest.raises(GameError, match=text):
        complete(NothingDrawn, {}, 3)
    for chance in (seeded(), Declared()):
        with pytest.raises(GameError, match=text):
            chance.draw(NothingDrawn, (3,))


def test_declared_chance_stops_and_says_what_it_needs() -> None:
    with pytest.raises(Waiting) as waiting:
        Declared().draw(CardDrawn, lambda: CARDS, seat=2)
    need = waiting.value.need
    assert (need.event, need.fields, need.seat, need.pool().items) == (
        CardDrawn,
        {"seat": 2},
        2,
        CARDS,
    )


def test_other_acts_before_a_draw_do_not_change_it(tmp_path: Path) -> None:
    """A draw is numbered within its stream, whatever else happened."""
    with a_ledger() as ledger:
        quiet, loud = (pledge(ledger, seed="same") for _ in range(2))
        for word in ("one", "two", "three"):
            loud.act(Say(1, word))
        sides = []
        for match in (quiet, loud):
            told = [e for seat in (0, 1, 0, 1) for e in match.act(Pledge(seat, 0))]
            sides.append([e.side for e in told if isinstance(e, CoinFlipped)])
    assert sides[0] == sides[1]
    assert len(sides[0]) == 4


def test_two_seats_draw_from_streams_of_their_own() -> None:
    """What one seat spends and draws does not change what comes to the other."""
    drawn = []
    for bid in (0, 1, 3):
        with a_ledger() as ledger:
            match = sealed(ledger, seed="same")
            hands = [hand.cards for hand in match.view("auditor").hands]
            match.act(Bid(0, hands[0][:bid]))
            match.act(Bid(1, ()))
            rest = [e.event for e in match.events("auditor") if isinstance(e.event, CardDrawn)]
            drawn.append([e.card for e in rest if e.seat == 1])
    assert drawn[0] == drawn[1] == drawn[2]


def test_the_same_seed_gives_the_same_draws_and_another_gives_others() -> None:
    with a_ledger() as ledger:
        hands = [sealed(ledger, seed=seed).view("auditor").hands for seed in ("x", "x", "y")]
    assert hands[0] == hands[1] != hands[2]


def test_nobody_draws_from_a_pool_that_is_partly_hidden() -> None:
    with pytest.raises(NeedsDisclosure):
        pick(Rest((1, 2, 3), 1), b"seed", Stream("card_drawn", 0), 0)
    assert pick(Rest((1,)), b"seed", Stream("card_drawn", 0), 0) == 1
