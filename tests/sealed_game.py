"""A small game with every kind of secret, for tests of the engine: hands, sealed bids, lines.

Each of 2 to 4 seats draws three cards in secret from 1 to 12. Twice: every seat bids some of its
cards in secret; the bids are revealed; the highest sum scores, a tie nobody; the cards are gone;
each seat draws up again in secret. Then every seat writes a line of two numbers from 1 to 3,
sealed one by one; they are called one after the other; a number nobody else wrote scores.

States: dealing -> bidding -> (revealed) dealing -> bidding -> writing -> calling -> over.
"""

from typing import ClassVar, TypeVar, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Action,
    ArrangementOf,
    Audience,
    Bag,
    Catalogue,
    Chance,
    Choice,
    Clause,
    Consequence,
    Game,
    Opening,
    Outcome,
    Own,
    OwnEach,
    Refusal,
    Rest,
    Seat,
    Secret,
    SubsetOf,
    known,
    rest_of,
)

T = TypeVar("T")
CARDS = tuple(range(1, 13))
HAND, ROUNDS, LINE = 3, 2, 2


class Options(Struct, frozen=True):
    first_points: int = 0  # what every seat begins with


class CardDrawn(Consequence, frozen=True):
    drawn: ClassVar = "card"
    seat: Seat
    card: Own[int]


class Bid(Action, frozen=True):
    cards: Own[tuple[int, ...]]  # one seal: how many is secret too


class Write(Action, frozen=True):
    numbers: OwnEach[int]  # a seal each


class BidsRevealed(Consequence, frozen=True):
    bids: tuple[tuple[int, ...], ...]  # by seat

    def opens(self) -> tuple[Opening, ...]:
        return tuple(
            Opening(Bid, "cards", bid, where={"seat": seat}) for seat, bid in enumerate(self.bids)
        )


class NumberCalled(Consequence, frozen=True):
    place: int
    numbers: tuple[int, ...]  # by seat

    def opens(self) -> tuple[Opening, ...]:
        return tuple(
            Opening(Write, "numbers", number, element=self.place, where={"seat": seat})
            for seat, number in enumerate(self.numbers)
        )


class PointScored(Consequence, frozen=True):
    seat: Seat


Act = Bid | Write
Happening = Bid | Write | CardDrawn | BidsRevealed | NumberCalled | PointScored


class State(Struct, frozen=True):
    hands: tuple[Bag[int], ...]
    points: tuple[int, ...]
    bids: tuple[Secret[tuple[int, ...]] | None, ...]
    lines: tuple[tuple[Secret[int], ...] | None, ...]
    gone: tuple[int, ...] = ()
    pile: int = len(CARDS)
    rounds: int = 0
    called: int = 0
    due: tuple[Seat, ...] = ()  # who scores next


def start(options: Options, seats: int) -> State | Refusal:
    if options.first_points < 0:
        return Refusal("SG-00", "points are not below zero")
    nothing = (None,) * seats
    return State((Bag(),) * seats, (options.first_points,) * seats, nothing, nothing)


def pool(s: State) -> Rest[int]:
    return rest_of(CARDS, *s.hands, s.gone)


def check(s: State, a: Act) -> Refusal | None:
    writing = s.rounds == ROUNDS
    if isinstance(a, Write):
        if not writing or s.lines[a.seat] is not None:
            return Refusal("SG-03", "there is no line to write")
        numbers = [known(number) for number in a.numbers]
        if len(numbers) != LINE or not set(numbers) <= {1, 2, 3} or len({*numbers}) != LINE:
            return Refusal("SG-03", "a line is two different numbers from 1 to 3")
        return None
    if writing or s.bids[a.seat] is not None:
        return Refusal("SG-01", "there is nothing to bid on")
    if not s.hands[a.seat].holds(*known(a.cards)):
        return Refusal("SG-01", "you do not hold those cards")
    return None


def settle(s: State, chance: Chance) -> Happening | None:
    if s.due:
        return PointScored(s.due[0])
    if s.rounds < ROUNDS:
        for seat, hand in enumerate(s.hands):
            if len(hand) < HAND and s.pile and s.bids[seat] is None:
                return chance.draw(CardDrawn, pool(s), seat=seat)
        if all(bid is not None for bid in s.bids):
            return BidsRevealed(tuple(known(bid) for bid in s.bids if bid is not None))
        return None
    if s.called < LINE and all(line is not None for line in s.lines):
        numbers = tuple(known(line[s.called]) for line in s.lines if line is not None)
        return NumberCalled(s.called, numbers)
    return None


def evolve(s: State, e: Happening) -> State:
    match e:
        case CardDrawn():
            hands = at(s.hands, e.seat, s.hands[e.seat].add(e.card))
            return replace(s, pile=s.pile - 1, hands=hands)
        case Bid():
            return replace(s, bids=at(s.bids, e.seat, e.cards))
        case Write():
            return replace(s, lines=at(s.lines, e.seat, e.numbers))
        case BidsRevealed():
            sums = [sum(bid) for bid in e.bids]
            best = tuple(seat for seat, n in enumerate(sums) if n == max(sums))
            return replace(
                s,
                hands=tuple(h.take(*b) for h, b in zip(s.hands, e.bids, strict=True)),
                gone=tuple(sorted((*s.gone, *(c for bid in e.bids for c in bid)))),
                bids=(None,) * len(s.bids),
                rounds=s.rounds + 1,
                due=best if len(best) == 1 else (),
            )
        case NumberCalled():
            alone = tuple(i for i, n in enumerate(e.numbers) if e.numbers.count(n) == 1)
            return replace(s, called=s.called + 1, due=alone)
        case PointScored():
            points = at(s.points, e.seat, s.points[e.seat] + 1)
            return replace(s, points=points, due=s.due[1:])
    assert_never(e)


def legal(s: State, seat: Seat) -> tuple[Choice, ...]:
    if seat not in awaited(s):
        return ()
    if s.rounds == ROUNDS:
        return (Choice(Write, seat, {"numbers": ArrangementOf((1, 2, 3), LINE)}),)
    hand = s.hands[seat].all()
    return (Choice(Bid, seat, {"cards": SubsetOf(hand, 0, len(hand))}),)


def awaited(s: State) -> tuple[Seat, ...]:
    if outcome(s) is not None:
        return ()
    waiting = s.lines if s.rounds == ROUNDS else s.bids
    return tuple(seat for seat, done in enumerate(waiting) if done is None)


def outcome(s: State) -> Outcome | None:
    if s.called < LINE or s.due:
        return None
    best = max(s.points)
    winners = tuple(seat for seat, points in enumerate(s.points) if points == best)
    return Outcome(winners, "SG-04", f"{best} points")


def invariants(s: State) -> tuple[str, ...]:
    total = s.pile + sum(len(hand) for hand in s.hands) + len(s.gone)
    return () if total == len(CARDS) else (f"{total} cards instead of {len(CARDS)}",)


def mask(s: State, audience: Audience) -> State:
    return s


def at(xs: tuple[T, ...], i: int, x: T) -> tuple[T, ...]:
    return (*xs[:i], x, *xs[i + 1 :])


SEALED: Game[State, Act, Happening, Options] = Game(
    name="sealed",
    title="Sealed game",
    version=1,
    seats=range(2, 5),
    options=Options,
    actions=(Bid, Write),
    consequences=(CardDrawn, BidsRevealed, NumberCalled, PointScored),
    clauses=Catalogue(
        (
            Clause("SG-00", "start", "Nobody begins below zero."),
            Clause("SG-01", "bidding", "Bid cards you hold, once a round."),
            Clause("SG-03", "lines", "Write two different numbers from 1 to 3."),
            Clause("SG-04", "end", "Most points win; a tie is shared."),
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
    mask=mask,
)
