"""Random matches keep the laws, and each law is broken by a game made to break it."""

import random
import re
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    ArrangementOf,
    Audience,
    Bag,
    Chance,
    Choice,
    InvalidOption,
    Ledger,
    Names,
    OneOf,
    Outcome,
    Refusal,
    Refused,
    Seat,
    find_game,
    game_names,
    known,
)
from ledger.chance import Seeded
from ledger.games.game_of_49 import GAME
from ledger.making import ASKED
from ledger.testing import anything, assert_disputes_tell_nothing, assert_lawful, refines
from ledger.testing.playing import step
from tests import sealed_game as sg
from tests import tower_game as tg
from tests.every_game import EVERY_GAME, AnyGame, House, Played, houses, seeds, tables
from tests.sealed_game import SEALED
from tests.tower_game import TOWER

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def test_every_installed_game_is_played() -> None:
    """At the smallest table and at larger ones."""
    played = {one.name: [*one.tables] for one in EVERY_GAME}
    for name in game_names():
        assert played[name] == [*find_game(name).seats][: len(played[name])]
        assert len(played[name]) > 1


@pytest.mark.parametrize("chance", ["seeded", "declared"])
@pytest.mark.parametrize(("one", "seats"), tables())
def test_a_random_match_keeps_the_laws(
    one: Played, seats: int, chance: Literal["seeded", "declared"]
) -> None:
    assert_lawful(one.game, seats, seed=seats, acts=one.tables[seats], chance=chance)


@pytest.mark.parametrize(("one", "number", "house"), houses())
def test_other_houses_keep_the_laws(one: Played, number: int, house: House) -> None:
    chance: Literal["seeded", "declared"] = "declared" if number % 2 else "seeded"
    assert_lawful(
        one.game,
        house.seats,
        number,
        house.acts,
        options=house.options,
        chance=chance,
        strays=0.2,
    )


@pytest.mark.parametrize("seed", seeds(10))
def test_short_matches_keep_the_laws(seed: int) -> None:
    assert_lawful(SEALED, 2 + seed % 3, seed, strays=0.3)


@pytest.mark.parametrize("seed", seeds(10))
def test_matches_full_of_quarrels_keep_the_laws(seed: int) -> None:
    chance: Literal["seeded", "declared"] = "declared" if seed % 2 else "seeded"
    assert_lawful(TOWER, 2 + seed % 3, seed, chance=chance, strays=0.4, quarrels=0.5)
    assert_lawful(SEALED, 2 + seed % 3, seed, chance=chance, quarrels=0.5)


@pytest.mark.whole_matches
@pytest.mark.parametrize("name", ["tower", "sealed", *game_names()])
def test_disputing_every_event_of_a_match_tells_nothing(name: str) -> None:
    """Of every game that is installed; some acts are against a rule, where one can be.

    Of long matches the beginning: each ruling folds again what lies before it.
    """
    toys: dict[str, AnyGame] = {"tower": TOWER, "sealed": SEALED}
    game = toys.get(name) or find_game(name)
    dice = random.Random(name)
    with Ledger(None, games=[game]) as ledger, ledger.batch():
        match = ledger.new(game, NAMES[: game.seats[0]], seed=name)
        while match.outcome is None and match.seq < 120:
            step(match, dice, strays=0.3)
        length = match.seq
        assert_disputes_tell_nothing(match)
        assert len(match.docket().quarrels) == length - 1
        assert match.replay().verdict == "exact"


# --- games that break a law


def generous(s: sg.State, a: sg.Act) -> Refusal | None:
    """A third number in a line is let pass, and is never offered."""
    if isinstance(a, sg.Write) and s.rounds == sg.ROUNDS and s.lines[a.seat] is None:
        return None
    return sg.check(s, a)


def strict(s: sg.State, a: sg.Act) -> Refusal | None:
    """An empty bid is offered and refused."""
    if isinstance(a, sg.Bid) and not known(a.cards):
        return Refusal("SG-01", "bid something")
    return sg.check(s, a)


def nosy(s: sg.State, a: sg.Act) -> Refusal | None:
    """A bid is refused if the next seat holds a twelve."""
    if isinstance(a, sg.Bid) and s.hands[(a.seat + 1) % len(s.hands)].holds(12):
        return Refusal("SG-01", "the next seat holds a twelve")
    return sg.check(s, a)


def two_faced(s: sg.State, a: sg.Act) -> Refusal | None:
    """On a view with something hidden it judges otherwise than in full."""
    if any(hand.hidden for hand in s.hands):
        return sg.check(s, a)
    return Refusal("SG-01", "everything is known")


def unwritten(s: sg.State, a: sg.Act) -> Refusal | None:
    """It quotes a clause that is not in the catalogue."""
    return sg.check(s, a) and Refusal("SG-77", "so it is")


def open_handed(s: sg.State, seat: Seat) -> tuple[Choice, ...]:
    """It offers more where all hands are known."""
    choices = sg.legal(s, seat)
    return choices * 2 if not any(hand.hidden for hand in s.hands) else choices


def only_full(s: sg.State) -> tuple[str, ...]:
    """The number of cards, counted by looking at them."""
    return () if sum(len(hand.cards) for hand in s.hands) + s.pile + len(s.gone) == 12 else ("?",)


def forgetful(s: sg.State, e: sg.Happening) -> sg.State:
    """Cards bid stay in hand, and go as well."""
    after = sg.evolve(s, e)
    return replace(after, hands=s.hands) if isinstance(e, sg.BidsRevealed) else after


def lying(s: sg.State, audience: Audience) -> sg.State:
    """The view shows a card too many in the pile."""
    return replace(s, pile=s.pile + 1, gone=s.gone[1:]) if s.gone else s


def richest_first(s: sg.State) -> tuple[Seat, ...]:
    """Whom the table waits for, by who has bid most."""
    bids = [known(bid) for bid in s.bids if bid is not None]
    return sg.awaited(s) if sum(map(sum, bids)) >= 0 else ()


def early(s: sg.State) -> tuple[Seat, ...]:
    """Where nothing is hidden, one seat at a time."""
    return sg.awaited(s) if any(hand.hidden for hand in s.hands) else sg.awaited(s)[:1]


def inquisitive(s: sg.State, chance: Chance) -> sg.Happening | None:
    """It looks whether all bids are made before it deals."""
    if s.rounds < sg.ROUNDS and None not in [*s.bids, *(card for h in s.hands for card in h.all())]:
        return None
    return sg.settle(s, chance)


def all_seeing(s: sg.State, chance: Chance) -> sg.Happening | None:
    """Its pool is made from what all hands hold."""
    if s.rounds < sg.ROUNDS:
        for seat, hand in enumerate(s.hands):
            if len(hand) < sg.HAND and s.pile and s.bids[seat] is None:
                return chance.draw(sg.CardDrawn, lambda: seen_by_all(s), seat=seat)
    return sg.settle(s, chance)


def seen_by_all(s: sg.State) -> list[int]:
    held = [card for hand in s.hands for card in hand.all()]
    return [card for card in sg.CARDS if card not in (*held, *s.gone)]


def speechless(e: sg.Happening, names: Names) -> str:
    """It has no word for a bid."""
    return "" if isinstance(e, sg.Bid) else "something happens"


def lawless(s: sg.State) -> Outcome | None:
    """It ends by a rule nobody has written down."""
    ended = sg.outcome(s)
    return ended and replace(ended, clause="SG-99")


# --- and of the tower


def stubborn(s: tg.State, seat: Seat) -> tg.Act | None:
    """For an absent seat it lays a one, fit or not."""
    return tg.Lay(seat, 1) if seat in tg.awaited(s) else None


def hasty(s: tg.State, seat: Seat) -> tg.Act | None:
    """It would act for a seat whose turn it is not."""
    return tg.Lay(seat, s.below() + 1)


def idle(s: tg.State, seat: Seat) -> tg.Act | None:
    """It has nothing to do for anybody."""


def peeping(s: sg.State, seat: Seat) -> sg.Act | None:
    """It bids nothing, unless the next seat holds a twelve."""
    if seat not in sg.awaited(s) or s.rounds == sg.ROUNDS:
        return None
    hand = s.hands[(seat + 1) % len(s.hands)]
    return sg.Bid(seat, () if hand.holds(12) else s.hands[seat].cards[:1])


def knowing(s: sg.State, seat: Seat) -> sg.Act | None:
    """It does something else where all hands are known."""
    if seat not in sg.awaited(s):
        return None
    if s.rounds == sg.ROUNDS:
        return sg.Write(seat, (1, 2))
    return sg.Bid(seat, () if any(hand.hidden for hand in s.hands) else s.hands[seat].cards[:1])


def suspicious(s: tg.State, a: tg.Act) -> Refusal | None:
    """It finds fault with what check allows."""
    return Refusal("TW-02", "a number too high") if isinstance(a, tg.Lay) else None


def unnumbered(s: tg.State, a: tg.Act) -> Refusal | None:
    """It finds fault by a clause that is not in the catalogue."""
    found = tg.fault(s, a)
    return found and replace(found, clause="TW-77")


def turning() -> AnyGame:
    """A coin that falls the second time as it did not fall the first, in the same position."""
    seen: set[Any] = set()

    def settle(s: tg.State, chance: Chance) -> tg.Happening | None:
        if s.tower and s.tower[-1].counts is None:
            again = isinstance(chance, Seeded) and s in seen
            sides = (True, False) if again else (False, True)
            seen.update([s] if isinstance(chance, Seeded) else [])
            return chance.draw(tg.CoinFlipped, sides, seat=s.tower[-1].seat)
        return None

    return replace(TOWER, settle=settle)


def test_a_game_that_draws_otherwise_after_a_take_back_is_caught() -> None:
    caught = []
    for seed in range(8):
        try:
            assert_lawful(turning(), 2, seed, quarrels=0.5)
        except AssertionError as error:
            caught.append(str(error)[:6])
    assert "law 11" in caught  # elsewhere something else was drawn in its place: law 4
    assert set(caught) <= {"law 11", "law 4:"}


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        ("law 9", {"default": stubborn}),
        ("law 9", {"default": hasty}),
        ("law 9", {"default": idle}),
        ("law 10", {"fault": suspicious}),
        ("law 10", {"fault": unnumbered}),
    ],
    ids=lambda part: next(iter(part.values())).__name__ if isinstance(part, dict) else None,
)
def test_a_tower_that_breaks_a_law_is_caught(law: str, changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match=law):
        for seed in range(10):
            assert_lawful(replace(TOWER, **changes), 2 + seed % 3, seed, strays=0.3)


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        ("law 9", {"default": peeping}),
        ("law 9", {"default": knowing}),
        ("law 7", {"settle": inquisitive}),
        ("law 7", {"settle": all_seeing}),
        ("law 8", {"tell": speechless}),
        ("law 8", {"outcome": lawless}),
        ("law 1", {"check": generous}),
        ("law 1", {"check": strict}),
        ("law 1", {"check": nosy}),
        ("law 1", {"check": two_faced}),
        ("law 1", {"check": unwritten}),
        ("law 1", {"legal": open_handed}),
        ("law 2", {"invariants": only_full}),
        ("law 2", {"evolve": forgetful}),
        ("law 5", {"mask": lying}),
        ("law 6", {"awaited": richest_first}),
        ("law 6", {"awaited": early}),
    ],
    ids=lambda part: next(iter(part.values())).__name__ if isinstance(part, dict) else None,
)
def test_a_game_that_breaks_a_law_is_caught(law: str, changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError, match=law):
        for seed in range(5):
            assert_lawful(replace(SEALED, **changes), 2 + seed % 3, seed)


# --- whatever else a game does that it may not


def rarely(s: tg.State, a: tg.Act) -> Refusal | None:
    """One number of all that are offered is refused."""
    if isinstance(a, tg.Lay) and a.number % 7 == 3:
        return Refusal("TW-03", "not this number")
    return tg.check(s, a)


def unable(s: tg.State, e: tg.Happening) -> tg.State:
    """Nothing is higher than 70."""
    return tg.evolve(s, e) if not isinstance(e, tg.Lay) or e.number <= 70 else 1 // 0  # type: ignore[return-value]


def stateless(s: tg.State, e: tg.Happening) -> Any:
    """It forgets to answer."""
    if not isinstance(e, tg.CoinFlipped):
        return tg.evolve(s, e)
    return None


def bare(s: tg.State, seat: Seat) -> tuple[Choice, ...]:
    """A choice without its field."""
    return tuple(Choice(choice.action, seat) for choice in tg.legal(s, seat))


def worded(s: tg.State, seat: Seat) -> tuple[Choice, ...]:
    """A choice of words where a number is wanted."""
    words = {"number": OneOf(("one", "two"))}
    return tuple(Choice(choice.action, seat, words) for choice in tg.legal(s, seat))


def empty(s: tg.State, seat: Seat) -> tuple[Choice, ...]:
    """A choice of nothing."""
    nothing = {"number": OneOf(())}
    return tuple(Choice(choice.action, seat, nothing) for choice in tg.legal(s, seat))


def listed(s: tg.State, seat: Seat) -> Any:
    """A list of choices."""
    return list(tg.legal(s, seat))


def failing(*_: Any) -> Any:
    """It fails, whatever it is asked."""
    raise KeyError("the cause")


def nothing(*_: Any) -> Any:
    """It has nothing to say."""


MAY_BE_NOTHING = ("check", "settle", "outcome", "default", "fault", "remedy")
FAULTY: list[tuple[str, dict[str, Any]]] = [
    ("law 1:", {"check": rarely}),
    ("law 12", {"evolve": unable}),
    ("law 12", {"evolve": stateless}),
    ("law 12", {"legal": bare}),
    ("law (1|12):", {"legal": worded}),
    ("law 12", {"legal": empty}),
    ("law 12", {"legal": listed}),
    *(("law (12|9)", {name: failing}) for name in (*ASKED, "fault", "remedy", "default", "mask")),
    *(("law 8", {name: failing, "picture": failing}) for name in ("picture", "seated")),
    ("law 8", {"tell": failing}),
    *(("law 8", {name: nothing}) for name in ("tell", "picture")),
    *(("law 12", {name: nothing}) for name in (*ASKED, "mask") if name not in MAY_BE_NOTHING),
]


@pytest.mark.parametrize("seed", seeds(6))
@pytest.mark.parametrize(
    ("law", "changes"),
    FAULTY,
    ids=lambda part: (
        "-".join(f"{name}-{part[name].__name__}" for name in part) if isinstance(part, dict) else ""
    ),
)
def test_every_fault_of_a_game_breaks_a_law_with_every_seed(
    law: str, changes: dict[str, Any], seed: int
) -> None:
    """And nothing but AssertionError comes out, which says where and keeps the cause."""
    game: AnyGame = replace(TOWER, **changes)
    with pytest.raises(AssertionError, match=law) as broken:
        for more in range(30):  # a dispute is upheld once in a while
            chance: Literal["seeded", "declared"] = "declared" if seed % 2 else "seeded"
            assert_lawful(game, 4, seed + 6 * more, chance=chance, strays=0.9, quarrels=0.5)
    assert re.search(r"\(4 seats, seed \d+(, at #\d+)?\)$", str(broken.value))
    assert broken.value.__cause__ is not None
    if failing in changes.values():
        causes = []
        error: BaseException | None = broken.value
        while error is not None:
            causes.append(repr(error))
            error = error.__cause__
        assert causes[-1] == "KeyError('the cause')"
        assert "the cause" in str(broken.value)


def test_what_no_match_can_be_is_the_callers_fault() -> None:
    with pytest.raises(InvalidOption):
        assert_lawful(TOWER, 9)
    with pytest.raises(InvalidOption):
        assert_lawful(TOWER, 2, options={"height": 3})
    with pytest.raises(Refused):
        assert_lawful(SEALED, 2, options={"first_points": -1})


def test_a_game_that_remembers_what_is_not_written_is_caught() -> None:
    memory = []

    def evolve(s: sg.State, e: sg.Happening) -> sg.State:
        memory.append(e)
        after = sg.evolve(s, e)
        return replace(after, points=(len(memory), *after.points[1:]))

    with pytest.raises(AssertionError):
        assert_lawful(replace(SEALED, evolve=evolve), 2)


# --- refines


def test_a_view_refines_to_the_full_state() -> None:
    refines(HIDDEN, (1, 2))
    refines((1, HIDDEN, None), (1, 2, None))
    refines(Bag((2,), 1), Bag((2, 7)))
    refines({"a": [HIDDEN]}, {"a": [3]})


@pytest.mark.parametrize(
    ("view", "full", "where"),
    [
        (1, 2, "view is 1"),
        (1, True, "view is 1"),
        (None, 1, "view is None"),
        ((1, 2), (1, 3), r"view\[1\] is 2"),
        ((1,), (1, 3), "view has 1 parts"),
        (Bag((2,), 1), Bag((2, 7, 8)), "view holds 2"),
        (Bag((3,), 1), Bag((2, 7)), r"view.cards: \[3\]"),
        (Bag((2, 2), 0), Bag((2, 7)), r"view.cards: \[2\]"),
        ({"a": 1}, {"b": 1}, "view has other keys"),
        ({"a": (1,)}, {"a": (2,)}, r"view\['a'\]\[0\] is 1"),
        (1, HIDDEN, "view is 1"),
    ],
)
def test_a_view_that_does_not_names_where(view: Any, full: Any, where: str) -> None:
    with pytest.raises(AssertionError, match=where):
        refines(view, full)


# --- anything


@pytest.mark.parametrize("game", [SEALED, GAME], ids=lambda game: game.name)
def test_anything_is_an_action_of_the_game_and_every_kind_comes(game: AnyGame) -> None:
    dice = random.Random(1)
    made = [anything(game, 3, dice) for _ in range(400)]
    assert {type(action) for action in made} == set(game.actions)
    assert {0, 1, 2, 3, 99} <= {action.seat for action in made}
    assert len({repr(action) for action in made}) > 50


def test_a_line_is_tried_with_another_number_too() -> None:
    """Else a game that judges no single element of a tuple would pass."""
    dice = random.Random(1)
    line = Choice(sg.Write, 0, {"numbers": ArrangementOf(tuple(range(1, 10)), 8)})
    tried = [anything(SEALED, 2, dice, (line,)) for _ in range(1500)]
    lines = [action.numbers for action in tried if isinstance(action, sg.Write)]
    assert any(len(numbers) == 8 and max(map(known, numbers)) > 9 for numbers in lines)
