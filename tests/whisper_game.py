"""A game of few moves with a secret in each, and games like it that each leak through one channel.

Two to four seats each draw a number from 1 to 6 in secret. Then each keeps a word in secret, and
says a number from 1 to 3 aloud. A larger one is against the rules, and is said at tables. When all
have spoken everybody wins. Nothing is ever revealed, so that whoever learns a card or a word learns
it from a leak.

States: dealing -> keeping -> saying -> over, each seat in any order.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Action,
    Audience,
    Catalogue,
    Chance,
    Choice,
    Clause,
    Consequence,
    Game,
    Hidden,
    Names,
    Note,
    OneOf,
    Outcome,
    Own,
    Picture,
    Range,
    Refusal,
    Seat,
    Secret,
)

AnyGame = Game[Any, Any, Any, Any]
CARDS = tuple(range(1, 7))
WORDS = tuple(f"the {n} word nobody knows" for n in ("first", "second", "third", "fourth"))


class Options(Struct, frozen=True):
    loudest: int = 3


class Dealt(Consequence, frozen=True):
    drawn: ClassVar = "card"
    seat: Seat
    card: Own[int]


class Keep(Action, frozen=True):
    word: Own[str]


class Say(Action, frozen=True):
    number: int


class State(Struct, frozen=True):
    cards: tuple[Secret[int] | None, ...]
    kept: tuple[Secret[str] | None, ...]
    said: tuple[int | None, ...]
    loudest: int


def start(options: Options, seats: int) -> State | Refusal:
    nothing = (None,) * seats
    return State(nothing, nothing, nothing, options.loudest)


def waiting(xs: tuple[Any, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, x in enumerate(xs) if x is None)


def fault(s: State, a: Any) -> Refusal | None:
    if isinstance(a, Say) and a.number > s.loudest:
        return Refusal("WH-02", f"{a.number} is too loud", irregular=True)
    return None


def check(s: State, a: Any) -> Refusal | None:
    if isinstance(a, Keep):
        if a.seat not in waiting(s.kept) or a.word not in WORDS:
            return Refusal("WH-01", "there is no such word to keep")
        return None
    if waiting(s.kept) or a.seat not in waiting(s.said) or not 1 <= a.number <= 9:
        return Refusal("WH-02", "there is no such number to say")
    return fault(s, a)


def settle(s: State, chance: Chance) -> Any:
    for seat in waiting(s.cards):
        return chance.draw(Dealt, CARDS, seat=seat)
    return None


def evolve(s: State, e: Any) -> State:
    match e:
        case Dealt():
            return replace(s, cards=at(s.cards, e.seat, e.card))
        case Keep():
            return replace(s, kept=at(s.kept, e.seat, e.word))
        case _:
            return replace(s, said=at(s.said, e.seat, e.number))


def at(xs: tuple[Any, ...], seat: Seat, x: Any) -> tuple[Any, ...]:
    return (*xs[:seat], x, *xs[seat + 1 :])


def awaited(s: State) -> tuple[Seat, ...]:
    return waiting(s.kept) or waiting(s.said)


def legal(s: State, seat: Seat) -> tuple[Choice, ...]:
    if seat not in awaited(s):
        return ()
    if waiting(s.kept):
        return (Choice(Keep, seat, {"word": OneOf(WORDS)}),)
    return (Choice(Say, seat, {"number": Range(1, s.loudest)}),)


def default(s: State, seat: Seat) -> Any:
    if seat not in awaited(s):
        return None
    return Keep(seat, WORDS[0]) if waiting(s.kept) else Say(seat, 1)


def outcome(s: State) -> Outcome | None:
    everybody = tuple(range(len(s.said)))
    return None if awaited(s) else Outcome(everybody, "WH-03", "all have spoken")


def tell(e: Any, names: Names) -> str:
    return f"{names[e.seat]}: {type(e).__name__}"


def picture(s: State, names: Names) -> Picture:
    return (Note(f"{len(waiting(s.said))} have not spoken"),)


WHISPER: AnyGame = Game(
    name="whisper",
    title="Whisper",
    version=1,
    seats=range(2, 5),
    options=Options,
    actions=(Keep, Say),
    consequences=(Dealt,),
    clauses=Catalogue(
        (
            Clause("WH-01", "keeping", "Each seat keeps a word."),
            Clause("WH-02", "saying", "Then each says a number, and none too loud."),
            Clause("WH-03", "end", "When all have spoken all win."),
        )
    ),
    start=start,
    check=check,
    settle=settle,
    evolve=evolve,
    legal=legal,
    awaited=awaited,
    outcome=outcome,
    invariants=lambda s: (),
    fault=fault,
    default=default,
    tell=tell,
    picture=picture,
)


# --- what is remembered beside the state, and told through one channel each


class Memory:
    """The furthest full state that settle was asked about: cards and words of all seats."""

    state = State((), (), (), 0)

    def __str__(self) -> str:
        return f"{self.state.cards} {self.state.kept}"

    @property
    def sum(self) -> int:
        """A number in which a card more or less shows."""
        return sum(card for card in self.state.cards if isinstance(card, int))


def known(s: State) -> int:
    """How much is known here; nothing where anything is hidden."""
    told = [part for part in (*s.cards, *s.kept, *s.said) if part is not None]
    return 0 if any(isinstance(part, Hidden) for part in told) else 1 + len(told)


def remembering(changes: Callable[[Memory], Mapping[str, Any]]) -> AnyGame:
    """The game, with functions that know what settle was last asked about."""
    memory = Memory()
    changed = dict(changes(memory))
    inner = changed.pop("settle", settle)

    def remember(s: State, chance: Chance) -> Any:
        if known(s) >= known(memory.state):
            memory.state = s
        return inner(s, chance)

    return replace(WHISPER, settle=remember, **changed)


def _log(text: object) -> None:
    logging.getLogger("ledger.whisper").debug(f"whispered: {text}")


def _picture(m: Memory) -> Mapping[str, Any]:
    return {"picture": lambda s, names: (Note(str(m)),)}


def _seated(m: Memory) -> Mapping[str, Any]:
    return {"seated": lambda s, names, seat: (Note(str(m)),)}


def _picture_for_nobody(m: Memory) -> Mapping[str, Any]:
    """It says more to whoever sees no card."""

    def to(s: State, names: Names) -> Picture:
        blind = not any(isinstance(card, int) for card in s.cards)
        return (Note(str(m) if blind else "nothing to see"),)

    return {"picture": to}


def _tell(m: Memory) -> Mapping[str, Any]:
    return {"tell": lambda e, names: str(m)}


def _tell_nobody(m: Memory) -> Mapping[str, Any]:
    """It says more to whoever may not read seat 0's card and word."""

    def to(e: Any, names: Names) -> str:
        own = any(isinstance(getattr(e, name, None), Hidden) for name in ("card", "word"))
        return str(m) if own and e.seat == 0 else "something"

    return {"tell": to}


def _legal(m: Memory) -> Mapping[str, Any]:
    def offer(s: State, seat: Seat) -> tuple[Choice, ...]:
        if seat in awaited(s) and not waiting(s.kept):
            return (Choice(Say, seat, {"number": OneOf((1, 2, 3, str(m)))}),)
        return legal(s, seat)

    return {"legal": offer}


def _awaited(m: Memory) -> Mapping[str, Any]:
    return {"awaited": lambda s: awaited(s)[:: -1 if m.sum % 2 else 1]}


def _awaited_draw(m: Memory) -> Mapping[str, Any]:
    """Who draws next hangs on what was drawn before."""

    def draw(s: State, chance: Chance) -> Any:
        for seat in waiting(s.cards)[:: -1 if m.sum % 2 else 1]:
            return chance.draw(Dealt, CARDS, seat=seat)
        return None

    return {"settle": draw}


def _outcome(m: Memory) -> Mapping[str, Any]:
    return {"outcome": lambda s: (over := outcome(s)) and replace(over, text=str(m))}


def _check(m: Memory) -> Mapping[str, Any]:
    def refuse(s: State, a: Any) -> Refusal | None:
        found = check(s, a)
        return replace(found, reason=str(m)) if found and not found.irregular else found

    return {"check": refuse}


def _check_again(m: Memory) -> Mapping[str, Any]:
    """Of an act that was allowed it thinks otherwise when it is audited."""

    def refuse(s: State, a: Any) -> Refusal | None:
        again = m.state.said and isinstance(a, Say) and m.state.said[a.seat] is not None
        return Refusal("WH-02", str(m)) if again and a.seat in waiting(s.said) else check(s, a)

    return {"check": refuse}


def _pool(m: Memory) -> Mapping[str, Any]:
    def draw(s: State, chance: Chance) -> Any:
        for seat in waiting(s.cards):
            return chance.draw(
                Dealt, lambda: [c for c in CARDS if c not in m.state.cards], seat=seat
            )
        return None

    return {"settle": draw}


class Hinted(Consequence, frozen=True):
    """Nothing at all, for everybody to see."""


def _hint(m: Memory) -> Mapping[str, Any]:
    """On an odd sum of cards follows one event more."""

    def hint(s: State, chance: Chance) -> Any:
        odd = sum(card for card in s.cards if isinstance(card, int)) % 2
        return Hinted() if odd and s.loudest == 3 and not waiting(s.cards) else settle(s, chance)

    def follow(s: State, e: Any) -> State:
        return replace(s, loudest=4) if isinstance(e, Hinted) else evolve(s, e)

    return {"settle": hint, "evolve": follow, "consequences": (Dealt, Hinted)}


def _fault(m: Memory) -> Mapping[str, Any]:
    """It finds fault with whatever is said: by then all have drawn, and kept a word."""
    return {"fault": lambda s, a: Refusal("WH-02", str(m)) if isinstance(a, Say) else None}


def _default(m: Memory) -> Mapping[str, Any]:
    def act(s: State, seat: Seat) -> Any:
        usual = default(s, seat)
        return Keep(seat, WORDS[m.sum % 4]) if isinstance(usual, Keep) else usual

    return {"default": act}


def _log_played(m: Memory) -> Mapping[str, Any]:
    def follow(s: State, e: Any) -> State:
        _log(m)
        return evolve(s, e)

    return {"evolve": follow}


def _log_refused(m: Memory) -> Mapping[str, Any]:
    def refuse(s: State, a: Any) -> Refusal | None:
        if (found := check(s, a)) and not found.irregular:
            _log(m)
        return found

    return {"check": refuse}


def _log_ruled(m: Memory) -> Mapping[str, Any]:
    def find(s: State, a: Any) -> Refusal | None:
        _log(m)
        return fault(s, a)

    return {"fault": find}


class Leak(NamedTuple):
    """A game that leaks, and where that shows: what a reader of two worlds is told of it."""

    changes: Callable[[Memory], Mapping[str, Any]]
    by: str
    reader: Audience = 0
    seats: int = 2

    def game(self) -> AnyGame:
        return remembering(self.changes)


LEAKS: dict[str, Leak] = {
    "picture": Leak(_picture, "its picture"),
    "picture, to the spectator": Leak(_picture, "its picture", "spectator"),
    "seated": Leak(_seated, "its picture"),
    "picture, to whoever sees nothing": Leak(_picture_for_nobody, "the spectator's picture"),
    "tell": Leak(_tell, "its story"),
    "tell, to whoever may not read": Leak(_tell_nobody, "the spectator's story"),
    "legal": Leak(_legal, "its choices"),
    "awaited": Leak(_awaited, "whom the table awaits"),
    "settle: who draws": Leak(_awaited_draw, "the draw it awaits", 2, 3),
    "settle: the pool": Leak(_pool, "the answer to the draw", 1),
    "settle: whether anything follows": Leak(_hint, "rows"),
    "outcome": Leak(_outcome, "the outcome"),
    "check": Leak(_check, "the refusal of"),
    "check, when audited": Leak(_check_again, "its copy's audit"),
    "fault": Leak(_fault, "rows"),
    "default": Leak(_default, "what the host would do for it"),
    "evolve: a log entry": Leak(_log_played, "log entries"),
    "check: a log entry": Leak(_log_refused, "log entries"),
    "fault: a log entry": Leak(_log_ruled, "log entries"),
}
"""By what leaks, and how: a function of the game that tells what it has no business to know."""
