"""What gets into the log or into a draw has a fixed order: sets are refused wherever they come."""

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    ArrangementOf,
    Catalogue,
    Clause,
    Consequence,
    GameError,
    InvalidOption,
    OneOf,
    Own,
    Rest,
    SubsetOf,
    rest_of,
)
from ledger.chance import Declared, Seeded, Waiting, pool_of
from ledger.codec import Codec
from ledger.ordering import holds_a_set

from .pledge_game import PLEDGE
from .sealed_game import SEALED, Bid, BidsRevealed, CardDrawn, settle
from .tables import a_ledger

A_SEED = Seeded(b"seed", lambda stream: 0)
UNORDERED: tuple[Callable[[], Any], ...] = (
    lambda: {1, 2},
    lambda: frozenset((1, 2)),
    lambda: {1: 2},
    lambda: {1: 2}.keys(),
    lambda: (n for n in (1, 2)),
    lambda: 7,
    lambda: Rest({1, 2}),  # type: ignore[arg-type]
)


@pytest.mark.parametrize("make", UNORDERED)
@pytest.mark.parametrize("chance", [A_SEED, Declared()])
def test_a_pool_is_a_sequence_by_whomever_it_is_drawn(make: Any, chance: Any) -> None:
    """Else the seed gives one card in this process, and another in the next."""
    with pytest.raises(GameError, match=r"card_drawn: its pool is .* a sequence in a fixed order"):
        chance.draw(CardDrawn, make(), seat=0)
    with pytest.raises(GameError, match="a sequence in a fixed order"):
        pool_of(make, CardDrawn)


@pytest.mark.parametrize("pool", [(1, 2), [1, 2], range(1, 3), deque((1, 2)), "12", Rest((1, 2))])
def test_every_sequence_is_a_pool(pool: Any) -> None:
    assert A_SEED.draw(CardDrawn, pool, seat=0).card in (1, 2, "1", "2")
    with pytest.raises(Waiting):
        Declared().draw(CardDrawn, pool, seat=0)


def test_what_a_rest_is_left_of_has_an_order_and_what_lies_elsewhere_needs_none() -> None:
    for everything in ({1, 2}, frozenset((1, 2)), {1: 2}.items()):
        with pytest.raises(GameError, match="a sequence in a fixed order"):
            rest_of(everything)
    assert rest_of({3: "a", 1: "b"}.keys(), {1}) == Rest((3,))
    assert rest_of(iter((3, 1))) == Rest((3, 1))


@pytest.mark.parametrize("items", [{1, 2}, {1: 2}, frozenset((1,)), None, 7])
def test_a_domain_is_made_of_a_sequence(items: Any) -> None:
    makers: list[Callable[[], Any]] = [
        lambda: OneOf(items),
        lambda: SubsetOf(items, 0, 1),
        lambda: ArrangementOf(items, 1),
    ]
    for make in makers:
        with pytest.raises(GameError, match="a sequence in a fixed order"):
            make()
    assert OneOf(range(3)).contains(2)  # type: ignore[arg-type]


def test_what_is_no_set_is_not_said_to_have_no_order() -> None:
    for items, said in (({1}, "is a set, which has no fixed order:"), ({1: 2}, "is of type dict:")):
        with pytest.raises(GameError, match=said):
            OneOf(items)  # type: ignore[arg-type]


def test_clauses_and_seats_come_in_an_order() -> None:
    clause = Clause("A-1", "a", "One.")
    with pytest.raises(GameError, match="a catalogue's clauses is a set, which has no fixed order"):
        Catalogue({clause})
    with a_ledger() as ledger:
        with pytest.raises(InvalidOption, match="a set has no fixed order"):
            ledger.new(PLEDGE, {"Ann", "Bob"})  # type: ignore[arg-type]
        names: Any = iter(("Ann", "Bob"))
        assert ledger.new(PLEDGE, names).seats == ("Ann", "Bob")


class Inner(Struct, frozen=True):
    cards: frozenset[str]


class Hand(Struct, frozen=True):
    seat: int
    cards: frozenset[str]


class Dealt(Consequence, frozen=True):
    to: dict[str, tuple[Inner, ...]]


class DealtInSecret(Consequence, frozen=True):
    seat: int
    cards: Own[frozenset[str]]


class Looped(Struct, frozen=True):
    inner: "Looped | None"


def test_no_event_holds_a_set() -> None:
    """As text its elements stand in another order in each process, and so break the chain."""
    for cls, field in ((Dealt, "to"), (DealtInSecret, "cards")):
        with pytest.raises(GameError, match=f"{cls.__name__}.{field}: a set has no fixed order"):
            Codec((cls,), {})
    assert holds_a_set(set) and holds_a_set(set[int] | None) and holds_a_set(tuple[Hand, ...])
    assert not holds_a_set(Looped) and not holds_a_set(dict[str, list[int]])


@pytest.mark.parametrize("kind", [set, frozenset, list])
def test_a_consequence_is_recorded_only_if_it_is_read_back_as_it_is(kind: Any) -> None:
    """A list in place of a tuple was recorded, and every audit then called the match broken."""

    def loosely(s: Any, chance: Any) -> Any:
        due = settle(s, chance)
        return BidsRevealed(kind(due.bids)) if isinstance(due, BidsRevealed) else due

    game = replace(SEALED, settle=loosely)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, ("Ann", "Bob"), seed="a seed")
        match.act(Bid(0, ()))
        before = match.head
        said = f"bids_revealed: bids is a {kind.__name__}, and would be read back as something else"
        with pytest.raises(GameError, match=said):
            match.act(Bid(1, match.view(1).hands[1].cards[:1]))
        assert match.head == before


def test_a_consequence_not_of_its_type_is_the_games_error_and_tells_no_value() -> None:
    def wrongly(s: Any, chance: Any) -> Any:
        due = settle(s, chance)
        word: Any = "secret"
        return CardDrawn(due.seat, word) if isinstance(due, CardDrawn) else due

    game: Any = replace(SEALED, settle=wrongly)
    with a_ledger(games=(game,)) as ledger, pytest.raises(GameError) as error:
        ledger.new(game, ("Ann", "Bob"), seed="a seed")
    assert "card_drawn cannot be written down" in str(error.value)
    assert "secret" not in str(error.value)
    assert "secret" in str(error.value.__cause__)
