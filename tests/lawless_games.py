"""The whispering game with a law broken in each way there is, and odd ones that keep them all."""

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Chance,
    Choice,
    Consequence,
    NeedsDisclosure,
    Note,
    Outcome,
    Own,
    Range,
    Refusal,
    Seat,
    known,
)
from tests.whisper_game import (
    CARDS,
    WORDS,
    Dealt,
    Keep,
    Say,
    State,
    awaited,
    check,
    default,
    evolve,
    legal,
    outcome,
    settle,
    waiting,
)


def blind(s: State) -> bool:
    """Whether this view hides another's card or word."""
    return any(part is HIDDEN for part in (*s.cards, *s.kept))


# --- law 1


def lets_four(s: State, a: Any) -> Refusal | None:
    return None if isinstance(a, Say) and a.number == 4 else check(s, a)


def forbids_words(s: State, a: Any) -> Refusal | None:
    return Refusal("WH-01", "be silent") if isinstance(a, Keep) else check(s, a)


def offers_all(s: State, seat: Seat) -> tuple[Choice, ...]:
    """The last of a thousand numbers is refused: few bots take it, yet it is near what they may."""
    if seat in awaited(s) and not waiting(s.kept):
        return (Choice(Say, seat, {"number": Range(1, 1000)}),)
    return legal(s, seat)


def allows_all(s: State, a: Any) -> Refusal | None:
    if isinstance(a, Say) and a.seat in awaited(s) and not waiting(s.kept):
        return None if 1 <= a.number < 1000 else Refusal("WH-02", "no such number")
    return check(s, a)


def asks_the_others(s: State, a: Any) -> Refusal | None:
    if isinstance(a, Keep) and known(s.cards[1 - a.seat]) == 7:
        return Refusal("WH-01", "the other has a seven")
    return check(s, a)


def knows_better(s: State, a: Any) -> Refusal | None:
    found = check(s, a)
    return replace(found, reason="in full it is plain") if found and not blind(s) else found


def unwritten(s: State, a: Any) -> Refusal | None:
    found = check(s, a)
    return found and replace(found, clause="WH-77")


def offers_more(s: State, seat: Seat) -> tuple[Choice, ...]:
    return legal(s, seat) * (1 if blind(s) else 2)


# --- law 2


def sees_doubles(s: State) -> tuple[str, ...]:
    """Two sentences, where everything is known: no view but the auditor's shows it."""
    return () if blind(s) or waiting(s.cards) else ("one is enough", "two are too many")


def blames_the_view(s: State) -> tuple[str, ...]:
    return ("a card is gone",) if blind(s) else ()


def stumbles(s: State) -> tuple[str, ...]:
    raise NeedsDisclosure("what is not even hidden")


# --- law 5


def shows_silence(s: State, audience: Any) -> State:
    return replace(s, said=(9, *s.said[1:])) if audience == 1 else s


# --- law 6


def asks_who(s: State) -> tuple[Seat, ...]:
    return awaited(s)[: known(s.cards[0])] if not waiting(s.cards) else awaited(s)


def other_order(s: State) -> tuple[Seat, ...]:
    return awaited(s) if blind(s) else awaited(s)[::-1]


def highest_wins(s: State) -> Outcome | None:
    if awaited(s):
        return None
    cards = [known(card) for card in s.cards if card is not None]
    return Outcome((cards.index(max(cards)),), "WH-03", "the highest card wins")


def told_in_full(s: State) -> Outcome | None:
    over = outcome(s)
    return over if blind(s) else over and replace(over, text="in full all is plain")


# --- law 7


class Tossed(Consequence, frozen=True):
    """A draw that everybody sees."""

    drawn: ClassVar = "side"
    seat: Seat
    side: int


class Noted(Consequence, frozen=True):
    """A word that is drawn in secret."""

    drawn: ClassVar = "word"
    seat: Seat
    word: Own[str]


class Marked(Consequence, frozen=True):
    """The same, with another secret beside it."""

    drawn: ClassVar = "word"
    seat: Seat
    word: Own[str]
    mark: Own[str]


def follows(s: State, e: Any) -> State:
    """What is tossed is said, and a word that is drawn is kept."""
    if isinstance(e, Tossed):
        return evolve(s, Say(e.seat, e.side))
    return evolve(s, Keep(e.seat, e.word) if isinstance(e, Noted | Marked) else e)


def drawing(settle: Callable[[State, Chance], Any]) -> dict[str, Any]:
    """A game in which more is drawn."""
    consequences = (Dealt, Tossed, Noted, Marked)
    return {"settle": settle, "consequences": consequences, "evolve": follows}


def peeks(s: State, chance: Chance) -> Any:
    for seat in waiting(s.cards):
        [known(card) for card in s.cards if card is not None]
        return chance.draw(Dealt, CARDS, seat=seat)
    return None


def peeks_in_the_pool(s: State, chance: Chance) -> Any:
    def pool() -> list[int]:
        held = [known(card) for card in s.cards if card is not None]
        return [card for card in CARDS if card not in held]

    for seat in waiting(s.cards):
        return chance.draw(Dealt, pool, seat=seat)
    return None


def forgets(s: State, chance: Chance) -> Any:
    return None if blind(s) else settle(s, chance)


def tosses_instead(s: State, chance: Chance) -> Any:
    if blind(s) and waiting(s.cards):
        return chance.draw(Tossed, (1, 2), seat=1)
    return settle(s, chance)


def tosses(s: State, chance: Chance) -> Any:
    """A public draw that hangs on a card which its seat alone knows."""
    if (due := settle(s, chance)) is not None:
        return due
    if s.said[0] is None and known(s.cards[0]):
        return chance.draw(Tossed, (1, 2), seat=0)
    return None


# --- law 8


def drawn_as_list(s: State, names: Any) -> Any:
    return ["a list"]


# --- law 9


def waits(s: State, seat: Seat) -> Any:
    return Say(seat, 9) if seat in awaited(s) else None


def hurries(s: State, seat: Seat) -> Any:
    return default(s, seat) or Keep(seat, WORDS[0])


def looks_over(s: State, seat: Seat) -> Any:
    known(s.cards[1 - seat])
    return default(s, seat)


def knows_more(s: State, seat: Seat) -> Any:
    usual = default(s, seat)
    return (usual and not blind(s) and isinstance(usual, Keep) and Keep(seat, WORDS[1])) or usual


BREAKS: dict[str, tuple[str, dict[str, Any]]] = {
    "check allows more": (
        r"law 1: .*\(seat=., number=4\) is allowed, and is not",
        {"check": lets_four},
    ),
    "check allows less": (r"law 1: .* is legal, and check says", {"check": forbids_words}),
    "check refuses one of many": (
        r"law 1: .*1000\) is refused \(.*\), and is offered",
        {"check": allows_all, "legal": offers_all},
    ),
    "check asks what is hidden": (
        "law 1: .* check looks at what its sender may not know",
        {"check": asks_the_others},
    ),
    "check says more in full": ("law 1: .* on the own view check says", {"check": knows_better}),
    "check quotes no clause": ("law 1: .* no clause is numbered WH-77", {"check": unwritten}),
    "legal offers more in full": ("law 1: .* in full:", {"legal": offers_more}),
    "broken in full": (
        "law 2: #3, view of auditor: one is enough; two are too many",
        {"invariants": sees_doubles},
    ),
    "broken in a view": (
        "law 2: #2, view of spectator: a card is",
        {"invariants": blames_the_view},
    ),
    "asked of nothing hidden": ("law 2: .*, and nothing is", {"invariants": stumbles}),
    "a view is false": (r"law 5: .* view of 1: state.said\[0\] is 9", {"mask": shows_silence}),
    "awaited asks": ("law 6: #.: by the view of .* it is a secret who acts", {"awaited": asks_who}),
    "awaited differs": (
        r"law 6: .* \(0, 1\) are awaited, in full \(1, 0\)",
        {"awaited": other_order},
    ),
    "outcome asks": ("law 6: #7: by the view of .* or who won", {"outcome": highest_wins}),
    "outcome differs": ("law 6: #7: by the view of .* the outcome is", {"outcome": told_in_full}),
    "settle looks at secrets": (
        "law 7: #3 dealt: on the view of 1 settle looks at what is hidden",
        drawing(peeks),
    ),
    "a pool looks at secrets": (
        "law 7: #3 dealt: on the view of 1 its pool looks",
        drawing(peeks_in_the_pool),
    ),
    "no draw by a view": ("law 7: #3 dealt: on the view of 1 no draw is due", drawing(forgets)),
    "another draw by a view": (
        "law 7: #3 dealt: on the view of 1 another draw is due",
        drawing(tosses_instead),
    ),
    "a public draw by a secret": (
        "law 7: #4 tossed: on the view of spectator settle looks",
        drawing(tosses),
    ),
    "no sentence": (
        "law 8: #2 dealt, to auditor: .*tell answered a value of type int",
        {"tell": lambda e, names: 7},
    ),
    "an empty one": ("law 8: #2 dealt, to auditor: tell says ''", {"tell": lambda e, names: ""}),
    "no picture": (
        "law 8: #1 match_opened, to auditor: picture: .*answered a value of type list",
        {"picture": drawn_as_list},
    ),
    "no picture for a seat": (
        "law 8: #1 match_opened, to 0: seated: .*answered a value of type list",
        {"seated": lambda s, names, seat: ["a list"]},
    ),
    "a picture of what is hidden": (
        "law 8: #2 dealt, to spectator: picture: a function looks at what is hidden",
        {"picture": lambda s, names: (Note(str([known(card) for card in s.cards])),)},
    ),
    "a picture of what is hidden from a seat": (
        "law 8: #2 dealt, to 1: seated: a function looks at what is hidden",
        {"seated": lambda s, names, seat: (Note(str([known(card) for card in s.cards])),)},
    ),
    "ended by no clause": (
        "law 8: #7 say, to auditor: the outcome names WH-77",
        {"outcome": lambda s: (over := outcome(s)) and replace(over, clause="WH-77")},
    ),
    "default is not legal": ("law 9: .*, which is not legal", {"default": waits}),
    "default does nothing": (
        "law 9: .* None, which is not legal",
        {"default": lambda s, seat: None},
    ),
    "default hurries": ("law 9: .*, and the seat is not awaited", {"default": hurries}),
    "default asks": ("law 9: .* looks at what the seat may not know", {"default": looks_over}),
    "default differs": ("law 9: .* on the own view, in full", {"default": knows_more}),
}
"""By how a law is broken: what is said of it, and the functions that break it."""


# --- what keeps the laws, however odd it is


def draws_words(**mark: str) -> Callable[[State, Chance], Any]:
    """Where words are drawn, which of them hangs on the card that the seat alone knows."""

    def draw(s: State, chance: Chance) -> Any:
        if (due := settle(s, chance)) is not None:
            return due
        for seat in waiting(s.kept):
            words = WORDS[known(s.cards[seat] or 0) % 2 :]
            return chance.draw(Marked if mark else Noted, words, seat=seat, **mark)
        return None

    return draw


def tosses_fairly(s: State, chance: Chance) -> Any:
    if (due := settle(s, chance)) is None and s.said[0] is None:
        return chance.draw(Tossed, (1, 2), seat=0)
    return due


def adds_up(s: State) -> tuple[str, ...]:
    """It needs every card: no view but the auditor's can be asked."""
    cards = [known(card) for card in s.cards if card is not None]
    return () if sum(cards) <= 6 * len(s.cards) else ("too much",)


ODD: dict[str, dict[str, Any]] = {
    "its seat alone knows what it can draw": drawing(draws_words()),
    "so, with a secret beside it": drawing(draws_words(mark="a secret")),
    "a draw for everybody": drawing(tosses_fairly),
    "invariants that ask for all cards": {"invariants": adds_up},
    "nothing is done for absent seats": {"default": None},
}
"""By what is odd: the functions of games that keep all laws."""


# --- what is remembered beside the state


def surprised() -> Callable[[State, Any], State]:
    """A word it has never followed before makes another state than ever after."""
    seen: set[str] = set()

    def follow(s: State, e: Any) -> State:
        fresh = isinstance(e, Keep) and not blind(s) and repr((s, e)) not in seen
        seen.add(repr((s, e)))
        return replace(evolve(s, e), loudest=9 if fresh else 3)

    return follow


def louder(s: State, e: Any) -> State:
    return evolve(s, Say(e.seat, e.number + 1) if isinstance(e, Say) else e)
