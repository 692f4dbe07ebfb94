"""What follows by itself (settle), what each event changes (evolve), and how it ends."""

from typing import assert_never

from msgspec.structs import replace

from ledger import Chance, GameError, Outcome, Rest, Seat, rest_of
from ledger.games.common import at, best, clockwise, next_bidder, put
from ledger.games.everything_must_go.cards import SIDES, Card, value
from ledger.games.everything_must_go.events import (
    AuctionWon,
    Bid,
    Buy,
    CardAcquired,
    CardLaid,
    DeckReshuffled,
    Drop,
    FirstSeatDrawn,
    HandsCounted,
    Happening,
    MatchWon,
    Pass,
    PenniesPaid,
    PenniesRefilled,
    RoundBegan,
    StageChanged,
    StartAuction,
    TopCardLaid,
    TopCardTurned,
    TurnBegan,
)
from ledger.games.everything_must_go.state import (
    MOST_PENNIES,
    AnyPhase,
    Auction,
    Between,
    Counted,
    Laying,
    Options,
    Over,
    Payment,
    State,
    Taking,
    Turn,
)


def settle(state: State, chance: Chance) -> Happening | None:
    """What the table does next by itself; None where it waits for a seat, and at the end."""
    phase = state.phase
    match phase:
        case Laying():
            return _lay(state, chance) or _begin_round(state, chance)
        case Between():
            return _after_sale(state) or _go_on(state, phase)
        case Turn():
            return _lay(state, chance)
        case Auction():
            if phase.turn is not None:
                return None
            return AuctionWon(phase.bidder, phase.card, phase.bid)
        case Payment():
            return PenniesPaid(phase.seat, phase.amount)
        case Taking():
            return CardAcquired(phase.seat, phase.card)
        case Counted():
            return _judge(state)
        case Over():
            return None
    assert_never(phase)


def _lay(state: State, chance: Chance) -> Happening | None:
    """The next card to be laid or turned, as long as one is missing and the deck has some."""
    if not state.incomplete:
        return None
    vacant = [side for side in range(SIDES) if state.showing[side] is None]
    if not vacant:
        return chance.draw(TopCardTurned, below(state))
    if state.top is not None:
        return TopCardLaid(vacant[0], state.top)
    return chance.draw(CardLaid, below(state), side=vacant[0])


def below(state: State) -> Rest[Card]:
    """The cards of the deck that nobody sees: every card that lies nowhere else."""
    top = () if state.top is None else (state.top,)
    return rest_of(state.stock, state.cards, top, *state.hands)


def _begin_round(state: State, chance: Chance) -> Happening:
    if state.first is None:
        return chance.draw(FirstSeatDrawn, range(state.seats))
    first = (state.first + 1) % state.seats if state.round else state.first
    return RoundBegan(state.round + 1, first)


def _after_sale(state: State) -> Happening | None:
    """EMG-Q-16, EMG-Q-19: what the number of cards acquired calls for, before all else."""
    if state.left == 0:
        return HandsCounted(state.totals)
    if state.stage_due != state.stage:
        return StageChanged(state.stage_due, state.acquired)
    return None


def _go_on(state: State, phase: Between) -> Happening:
    first = _first(state)
    if state.turns < state.seats:
        return TurnBegan((first + state.turns) % state.seats)
    for seat in clockwise(first + 1, state.seats):
        if seat not in phase.refilled and (amount := _refill(state, seat)):
            return PenniesRefilled(seat, amount)
    kept = len(state.cards) if state.options.keep_unsold else 0
    return DeckReshuffled(state.left - kept)


def _refill(state: State, seat: Seat) -> int:
    """EMG-Q-03: what the seat takes from the pool, as far as that reaches."""
    amount = refilled(state.pennies[seat], state.options) - state.pennies[seat]
    return amount if state.pool is None else min(amount, state.pool)


def refilled(pennies: int, options: Options) -> int:
    """EMG-RND-02 to EMG-RND-04: so many pennies after a refill from a pool that has enough."""
    if pennies < 10:
        return 20
    if pennies <= 20:
        return 30
    if pennies + 10 > MOST_PENNIES and options.refill_above_30 == "all_or_nothing":
        return pennies
    return min(pennies + 10, MOST_PENNIES)


def _judge(state: State) -> MatchWon:
    """The highest total; of equals all, or those the table has agreed on (EMG-Q-27)."""
    most = best(dict(enumerate(state.totals)))
    if len(most) == 1:
        return MatchWon(most, "EMG-END-02")
    match state.options.tie:
        case "shared":
            winners = most
        case "most_pennies":
            winners = best({seat: state.pennies[seat] for seat in most})
        case "highest_card":
            hands = {seat: sorted(map(value, state.hands[seat]), reverse=True) for seat in most}
            winners = tuple(seat for seat in most if hands[seat] == max(hands.values()))
    return MatchWon(winners, "EMG-Q-27")


def evolve(state: State, event: Happening) -> State:
    """What an event changes. It is handed only what check allows and settle says."""
    match event:
        case Buy():
            return _to(state, Payment(event.seat, event.card, state.price(event.card)))
        case StartAuction():
            turn = next_bidder(event.seat, event.seat, range(state.seats), state.seats)
            return _to(state, Auction(event.card, event.bid, event.seat, turn))
        case Bid() | Drop():
            return _to(state, _spoken(at(state.phase, Auction), event, state.seats))
        case Pass():
            return replace(state, phase=Between(), turns=state.turns + 1)
        case CardLaid() | TopCardLaid():
            showing = put(state.showing, event.side, event.card)
            return replace(state, showing=showing, deck=state.deck - 1, top=None)
        case TopCardTurned():
            return replace(state, top=event.card)
        case FirstSeatDrawn():
            return replace(state, first=event.seat)
        case RoundBegan():
            begun = replace(state, phase=Between(), round=event.round, first=event.seat)
            return replace(begun, turns=0)
        case TurnBegan():
            return _to(state, Turn(event.seat))
        case AuctionWon():
            return _to(state, Payment(event.seat, event.card, event.bid))
        case PenniesPaid():
            payment = at(state.phase, Payment)
            paid = _moved(state, event.seat, -event.amount)
            return _to(paid, Taking(payment.seat, payment.card))
        case CardAcquired():
            return _acquired(state, event.seat, event.card)
        case StageChanged():
            return replace(state, stage=event.stage)
        case PenniesRefilled():
            done = at(state.phase, Between).refilled
            got = _moved(state, event.seat, event.amount)
            return _to(got, Between((*done, event.seat)))
        case DeckReshuffled():
            showing = state.showing if state.options.keep_unsold else (None,) * SIDES
            shuffled = replace(state, phase=Laying(), deck=event.cards, top=None)
            return replace(shuffled, showing=showing)
        case HandsCounted():
            return _to(state, Counted())
        case MatchWon():
            return _to(state, Over(event.winners, event.clause))
    assert_never(event)


def _spoken(auction: Auction, act: Bid | Drop, seats: int) -> Auction:
    """The auction after one seat has spoken; the word goes on clockwise."""
    if isinstance(act, Bid):
        auction = replace(auction, bid=act.amount, bidder=act.seat)
    else:
        auction = replace(auction, out=(*auction.out, act.seat))
    may = [seat for seat in range(seats) if seat not in auction.out]
    return replace(auction, turn=next_bidder(act.seat, auction.bidder, may, seats))


def _acquired(state: State, seat: Seat, card: Card) -> State:
    return replace(
        state,
        phase=Between(),
        showing=tuple(None if shown == card else shown for shown in state.showing),
        hands=put(state.hands, seat, (*state.hands[seat], card)),
        turns=state.turns + 1,
        last_sale=state.round,
    )


def _to(state: State, phase: AnyPhase) -> State:
    return replace(state, phase=phase)


def _first(state: State) -> Seat:
    if state.first is None:
        raise GameError("a round of Everything Must Go is on, and nobody plays first")
    return state.first


def _moved(state: State, seat: Seat, amount: int) -> State:
    """So many pennies from the pool to the seat, or back."""
    pool = None if state.pool is None else state.pool - amount
    return replace(state, pennies=put(state.pennies, seat, state.pennies[seat] + amount), pool=pool)


def outcome(state: State) -> Outcome | None:
    """Who has won, and why; None while the match runs."""
    if not isinstance(state.phase, Over):
        return None
    winners, clause = state.phase.winners, state.phase.clause
    return Outcome(winners, clause, _why(state, winners))


def _why(state: State, winners: tuple[Seat, ...]) -> str:
    total = state.totals[winners[0]]
    if state.totals.count(total) == 1:
        return f"Everything is gone: the highest total is {total}."
    tied = f"Everything is gone: {state.totals.count(total)} seats have {total}"
    if state.options.tie == "shared" or state.totals.count(total) == len(winners):
        return f"{tied} and share the win."
    if state.options.tie == "most_pennies":
        return f"{tied}, and of these the most pennies, {state.pennies[winners[0]]}, decide."
    return f"{tied}, and of these the hands decide, card by card from the highest on."
