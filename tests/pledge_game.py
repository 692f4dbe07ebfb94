"""A small open game for tests of the engine: irregular acts, remedies, draws everybody sees.

Each of 2 or 3 seats has five coins. In turn every seat pledges some of them, then a coin is
flipped: heads loses what was pledged to the bank. Pledging more than one has happens at tables; if
it is more than twice as much, everybody sees it, and the pledge is void. Anybody may say something
at any time. When every seat has pledged as often as there are rounds, the richest wins.

States: waiting -> pledged -> (void, or flipped) waiting -> over.
"""

from collections.abc import Mapping
from typing import ClassVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Action,
    Catalogue,
    Chance,
    Choice,
    Clause,
    Consequence,
    Game,
    Names,
    Note,
    Outcome,
    Picture,
    Range,
    Refusal,
    Seat,
)

COINS = 5
SIDES = ("heads", "tails")


class Options(Struct, frozen=True):
    rounds: int = 2
    motto: str = ""


class Pledge(Action, frozen=True):
    coins: int


class Say(Action, frozen=True):
    text: str


class PledgeVoided(Consequence, frozen=True):
    remedies: ClassVar[Mapping[type[Action], str]] = {Pledge: "PL-03"}
    seat: Seat


class CoinFlipped(Consequence, frozen=True):
    drawn: ClassVar = "side"
    seat: Seat
    side: str


Act = Pledge | Say
Happening = Pledge | Say | PledgeVoided | CoinFlipped


class State(Struct, frozen=True):
    cash: tuple[int, ...]
    rounds: int
    turns: int = 0  # how many have been played
    bank: int = 0
    pledge: int | None = None
    said: int = 0

    @property
    def seat(self) -> Seat:
        return self.turns % len(self.cash)


def start(options: Options, seats: int) -> State | Refusal:
    if options.rounds < 1:
        return Refusal("PL-01", "at least one round is played")
    return State((COINS,) * seats, options.rounds)


def check(s: State, a: Act) -> Refusal | None:
    if isinstance(a, Say):
        return None
    if a.seat != s.seat:
        return Refusal("PL-02", f"seat {s.seat} pledges now")
    if a.coins < 0:
        return Refusal("PL-02", "nobody pledges less than nothing")
    if a.coins > s.cash[a.seat]:
        return Refusal("PL-03", f"you have {s.cash[a.seat]} coins", irregular=True)
    return None


def settle(s: State, chance: Chance) -> Happening | None:
    if s.pledge is None:
        return None
    if s.pledge > 2 * s.cash[s.seat]:
        return PledgeVoided(s.seat)
    return chance.draw(CoinFlipped, SIDES, seat=s.seat)


def evolve(s: State, e: Happening) -> State:
    match e:
        case Pledge():
            return replace(s, pledge=e.coins)
        case Say():
            return replace(s, said=s.said + 1)
        case PledgeVoided():
            return replace(s, pledge=None, turns=s.turns + 1)
        case CoinFlipped():
            lost = min(s.pledge or 0, s.cash[e.seat]) if e.side == "heads" else 0
            cash = tuple(c - lost if seat == e.seat else c for seat, c in enumerate(s.cash))
            return replace(s, cash=cash, bank=s.bank + lost, pledge=None, turns=s.turns + 1)
    assert_never(e)


def legal(s: State, seat: Seat) -> tuple[Choice, ...]:
    """What is said has no end: it is not offered."""
    if seat not in awaited(s):
        return ()
    return (Choice(Pledge, seat, {"coins": Range(0, s.cash[seat])}),)


def awaited(s: State) -> tuple[Seat, ...]:
    return () if outcome(s) else (s.seat,)


def outcome(s: State) -> Outcome | None:
    if s.turns < s.rounds * len(s.cash):
        return None
    best = max(s.cash)
    winners = tuple(seat for seat, cash in enumerate(s.cash) if cash == best)
    return Outcome(winners, "PL-05", f"{best} coins")


def invariants(s: State) -> tuple[str, ...]:
    coins = sum(s.cash) + s.bank
    return () if coins == COINS * len(s.cash) else (f"{coins} coins are about",)


def tell(e: Happening, names: Names) -> str:
    return f"{names[e.seat]}: {e}"


def picture(s: State, names: Names) -> Picture:
    return (Note(", ".join(f"{name} {cash}" for name, cash in zip(names, s.cash, strict=True))),)


PLEDGE: Game[State, Act, Happening, Options] = Game(
    name="pledge",
    title="Pledge",
    version=1,
    seats=range(2, 4),
    options=Options,
    actions=(Pledge, Say),
    consequences=(PledgeVoided, CoinFlipped),
    clauses=Catalogue(
        (
            Clause("PL-01", "start", "At least one round is played."),
            Clause("PL-02", "pledging", "In turn, each seat pledges nothing or more."),
            Clause("PL-03", "pledging", "Pledge coins you have."),
            Clause("PL-05", "end", "The richest win."),
        )
    ),
    start=start,
    check=check,
    settle=settle,
    evolve=evolve,
    legal=legal,
    awaited=awaited,
    outcome=outcome,
    invariants=invariants,
    tell=tell,
    picture=picture,
)
