"""What follows by itself (settle), what each event changes (evolve), and how it ends."""

from typing import assert_never

from msgspec.structs import replace

from ledger import Chance, GameError, Hidden, Outcome, Rest, Seat, Secret, known, rest_of
from ledger.games.common import at, best, clockwise, next_bidder, put
from ledger.games.game_of_49.cards import DECK, RANGES, WILD_49, Card, is_wild, payoff, reach
from ledger.games.game_of_49.events import (
    AuctionOpened,
    AuctionWon,
    Bid,
    BidPaid,
    CardDrawn,
    CardRemoved,
    CardUnplayable,
    CashShown,
    Check,
    ChipBumped,
    ChipPlaced,
    ChipRemoved,
    DeckExhausted,
    FirstSeatDrawn,
    Happening,
    LineCompleted,
    MatchWon,
    NoSpaceLeft,
    Pass,
    PaymentDefaulted,
    PayoffPaid,
    PenaltyCardDrawn,
    PenaltyVoid,
    Place,
    TokensPassed,
)
from ledger.games.game_of_49.judge import to_choose
from ledger.games.game_of_49.state import (
    AnyPhase,
    Auction,
    Chip,
    Drawing,
    Ending,
    Judging,
    Over,
    Payment,
    Penalty,
    Placing,
    Removal,
    Resolved,
    Seating,
    Shown,
    Standing,
    State,
    lowest_opening,
)


def settle(state: State, chance: Chance) -> Happening | None:
    """What the table does next by itself; None where it waits for a seat, and at the end."""
    phase = state.phase
    match phase:
        case Seating():
            return chance.draw(FirstSeatDrawn, range(state.seats))
        case Drawing():
            return _draw(state, chance)
        case Shown():
            return _show(state, phase.card)
        case Auction():
            return _close(phase)
        case Payment():
            if phase.bid > known(state.cash[phase.seat]):
                return PaymentDefaulted(phase.seat, phase.bid)
            return BidPaid(phase.seat, phase.bid)
        case Penalty():
            spaces = state.spaces_of(phase.seat)
            if not spaces:
                return PenaltyVoid(phase.seat)
            return chance.draw(PenaltyCardDrawn, spaces, seat=phase.seat)
        case Removal():
            return ChipRemoved(phase.seat, phase.space, _chip(state, phase.space).card)
        case Placing():
            return _place(state, phase)
        case Resolved():
            return _go_on(state, phase, chance)
        case Ending():
            return CashShown(tuple(known(cash) for cash in state.cash))
        case Judging():
            return _judge(state)
        case Over():
            return None
    assert_never(phase)


def _draw(state: State, chance: Chance) -> Happening:
    if state.deck == 0:
        return DeckExhausted()
    return chance.draw(CardDrawn, pile(state), seat=state.holder)


def pile(state: State) -> Rest[Card]:
    """The cards in the tray: every card that lies nowhere else."""
    stood = (chip.card for chip in (*state.chips, *state.loose) if chip)
    return rest_of(DECK, state.removed, stood, (state.card,) if state.card else ())


def _show(state: State, card: Card) -> Happening:
    if card in RANGES:
        if not state.vacant(reach(card)):
            return CardUnplayable(card, "full")
    elif not is_wild(card) and state.chip(int(card)):
        return CardUnplayable(card, "covered")
    attempt = len(state.defaulted) + 1
    return AuctionOpened(state.opener, card, lowest_opening(state, card), attempt)


def _close(auction: Auction) -> Happening | None:
    if auction.turn is not None:
        return None
    if auction.bidder is None:
        return CardRemoved(auction.card)
    return AuctionWon(auction.bidder, auction.card, auction.bid)


def _place(state: State, phase: Placing) -> Happening | None:
    if phase.space is not None:
        return ChipPlaced(phase.seat, phase.space, phase.card)
    if to_choose(state, phase):
        return None
    if phase.card == WILD_49 and state.holds_centre(phase.seat):
        return NoSpaceLeft(phase.seat, phase.card)
    space = int(phase.card)
    rival = state.chip(space)
    if rival is not None:
        return ChipBumped(rival.seat, space)
    return ChipPlaced(phase.seat, space, phase.card)


def _go_on(state: State, phase: Resolved, chance: Chance) -> Happening:
    for seat in range(state.seats):
        if spaces := state.line_of(seat):
            return LineCompleted(seat, spaces)
    if phase.unpaid:
        seat = phase.unpaid[0]
        chips = len(state.spaces_of(seat))
        return PayoffPaid(seat, chips, payoff(chips, state.seats))
    if phase.redraw:
        return _draw(state, chance)
    return TokensPassed((state.opener + 1) % state.seats)


def _judge(state: State) -> MatchWon:
    """A line; else most chips, then most money, then the highest space; else all share."""
    if state.line:
        clause = "49-WIN-04" if state.line_length == 3 else "49-WIN-01"
        return MatchWon((_chip(state, state.line[0]).seat,), clause)
    spaces = [state.spaces_of(seat) for seat in range(state.seats)]
    most = best({seat: len(spaces[seat]) for seat in range(state.seats)})
    richest = best({seat: known(state.cash[seat]) for seat in most})
    highest = best({seat: max(spaces[seat], default=0) for seat in richest})
    clause = "49-Q-28" if len(highest) > 1 else "49-WIN-06" if len(most) > 1 else "49-WIN-05"
    return MatchWon(highest, clause)


def evolve(state: State, event: Happening) -> State:
    """What an event changes. It is handed only what check allows and settle says."""
    match event:
        case Bid() | Pass() | Check():
            return replace(state, phase=_spoken(at(state.phase, Auction), event))
        case Place():
            return replace(state, phase=replace(at(state.phase, Placing), space=event.space))
        case FirstSeatDrawn() | TokensPassed():
            return replace(state, phase=Drawing(), holder=event.seat)
        case CardDrawn():
            return replace(state, phase=Shown(event.card), deck=state.deck - 1, defaulted=())
        case CardUnplayable():
            redraw = event.reason == "covered" or state.options.full_range == "redraw"
            out = replace(state, removed=(*state.removed, event.card))
            return _resolve(out, event.card, redraw)
        case AuctionOpened():
            standing = _all_waiting(state.seats)
            return _to(state, Auction(event.card, event.minimum, standing, event.seat))
        case AuctionWon():
            return _to(state, Payment(event.card, event.seat, event.bid))
        case CardRemoved():
            return _resolve(replace(state, removed=(*state.removed, event.card)), event.card)
        case BidPaid():
            cash = _added(state.cash, event.seat, -event.amount)
            return replace(state, cash=cash, phase=Placing(_card(state), event.seat))
        case PaymentDefaulted():
            defaulted = (*state.defaulted, event.seat)
            return replace(state, phase=Penalty(_card(state), event.seat), defaulted=defaulted)
        case PenaltyCardDrawn():
            return _to(state, Removal(_card(state), event.seat, event.space))
        case PenaltyVoid():
            return _to(state, Shown(_card(state)))
        case ChipRemoved():
            off = replace(_off(state, event.space), removed=(*state.removed, event.card))
            return _to(off, Shown(_card(state)))
        case ChipBumped():
            lost = (*state.loose, _chip(state, event.space))
            return replace(_off(state, event.space), loose=lost)
        case ChipPlaced():
            chips = put(state.chips, event.space - 1, Chip(event.seat, event.card))
            return _resolve(replace(state, chips=chips), event.card)
        case NoSpaceLeft():
            kept = (*state.loose, Chip(event.seat, event.card))
            return _resolve(replace(state, loose=kept), event.card)
        case LineCompleted():
            return replace(state, phase=Ending(), line=event.spaces)
        case PayoffPaid():
            cash = _added(state.cash, event.seat, event.amount)
            resolved = at(state.phase, Resolved)
            return replace(state, cash=cash, phase=replace(resolved, unpaid=resolved.unpaid[1:]))
        case DeckExhausted():
            return _to(state, Ending())
        case CashShown():
            return replace(state, cash=event.cash, phase=Judging())
        case MatchWon():
            return _to(state, Over(event.winners, event.clause))
    assert_never(event)


def _all_waiting(seats: int) -> tuple[Standing, ...]:
    waiting: Standing = "waiting"
    return (waiting,) * seats


def _spoken(auction: Auction, act: Bid | Pass | Check) -> Auction:
    """The auction after one seat has spoken; the turn goes on clockwise."""
    bid, bidder = auction.bid, auction.bidder
    match act:
        case Bid():
            bid, bidder = act.amount, act.seat
            word: Standing = "bidding"
        case Pass():
            word = "dropped" if bid else "passed"
        case Check():
            word = "checked"
    standing = put(auction.standing, act.seat, word)
    # once each until somebody opens, then all but those out
    may: tuple[Standing, ...] = ("waiting", "checked", "bidding") if bid else ("waiting",)
    still_in = [seat for seat, said in enumerate(standing) if said in may]
    turn = next_bidder(act.seat, bidder, still_in, len(standing))
    return replace(auction, standing=standing, turn=turn, bid=bid, bidder=bidder)


def _resolve(state: State, card: Card, redraw: bool = False) -> State:
    """Done with the card; a wild, whatever became of it, pays every seat with a chip."""
    unpaid: tuple[Seat, ...] = ()
    if is_wild(card):
        placed = {chip.seat for chip in state.chips if chip is not None}
        unpaid = tuple(seat for seat in clockwise(state.opener, state.seats) if seat in placed)
    return _to(state, Resolved(unpaid, redraw))


def _to(state: State, phase: AnyPhase) -> State:
    return replace(state, phase=phase)


def _card(state: State) -> Card:
    if state.card is None:
        raise GameError("an event of the Game of 49 stands where no card is up")
    return state.card


def _chip(state: State, space: int) -> Chip:
    chip = state.chip(space)
    if chip is None:
        raise GameError(f"no chip stands on {space}")
    return chip


def _off(state: State, space: int) -> State:
    return replace(state, chips=put(state.chips, space - 1, None))


def _added(cash: tuple[Secret[int], ...], seat: Seat, amount: int) -> tuple[Secret[int], ...]:
    before = cash[seat]
    return cash if isinstance(before, Hidden) else put(cash, seat, before + amount)


def outcome(state: State) -> Outcome | None:
    """Who has won, and why; None while the match runs."""
    if not isinstance(state.phase, Over):
        return None
    winners, clause = state.phase.winners, state.phase.clause
    return Outcome(winners, clause, _why(state, clause, winners[0]))


def _why(state: State, clause: str, winner: Seat) -> str:
    if state.line:
        return f"A line is complete: {', '.join(map(str, state.line))}."
    spaces, cash = state.spaces_of(winner), known(state.cash[winner])
    tied = [rival for rival in range(state.seats) if len(state.spaces_of(rival)) == len(spaces)]
    if clause == "49-WIN-05":
        return f"The deck is exhausted: most chips on the board ({len(spaces)})."
    if clause == "49-Q-28":
        return f"The deck is exhausted: nobody has a chip, and most money (${cash}) is shared."
    if [known(state.cash[seat]) for seat in tied].count(cash) == 1:
        return f"The deck is exhausted: of those with most chips, most money (${cash})."
    return f"The deck is exhausted: chips and money are equal, {spaces[-1]} is the highest."
