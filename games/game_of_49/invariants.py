"""What always holds, whatever is played: counted on facts that every view shows."""

from collections import Counter

from ledger import Hidden
from ledger.games.game_of_49.cards import DECK, WILD_49, Card, is_wild, reach
from ledger.games.game_of_49.state import Auction, Ending, Judging, Over, Resolved, State


def invariants(state: State) -> tuple[str, ...]:
    """What should hold and does not, one sentence each. Hidden cash is passed over."""
    return (*_cards(state), *_chips(state), *_money(state), *_auction(state), *_lines(state))


def _cards(state: State) -> list[str]:
    lying = [chip.card for chip in (*state.chips, *state.loose) if chip] + list(state.removed)
    if state.card is not None:
        lying.append(state.card)
    faults = [f"Card {card} is there too often." for card in Counter(lying) - Counter(DECK)]
    if state.deck + len(lying) != len(DECK):
        faults.append(f"{state.deck} cards in the tray and {len(lying)} outside are not 60.")
    return faults


def _chips(state: State) -> list[str]:
    return [
        f"The chip on {space} was placed by card {chip.card}, which does not go there."
        for space, chip in enumerate(state.chips, 1)
        if chip is not None and not _fits(chip.card, space)
    ] + [
        f"Card {chip.card} is without a chip, but only a wild can be."
        for chip in state.loose
        if not is_wild(chip.card)
    ]


def _fits(card: Card, space: int) -> bool:
    return card == WILD_49 or space in reach(card)


def _money(state: State) -> list[str]:
    return [
        f"Seat {seat} has ${cash}."
        for seat, cash in enumerate(state.cash)
        if not isinstance(cash, Hidden) and cash < 0
    ]


def _auction(state: State) -> list[str]:
    auction = state.phase
    if not isinstance(auction, Auction):
        return []
    faults = []
    if (auction.bid > 0) != (auction.bidder is not None):
        faults.append("There is a bid without a bidder, or a bidder without a bid.")
    if auction.bid > state.options.max_bid:
        faults.append(f"A bid of ${auction.bid} is beyond the cap.")
    if auction.turn is not None and auction.standing[auction.turn] in ("passed", "dropped"):
        faults.append(f"Seat {auction.turn} is out of the auction, yet it is asked.")
    if auction.turn is not None and auction.turn == auction.bidder:
        faults.append(f"Seat {auction.turn} is asked to raise its own bid.")
    if len(set(state.defaulted)) != len(state.defaulted):
        faults.append("A seat has defaulted twice on one card.")
    return faults


def _lines(state: State) -> list[str]:
    ended = isinstance(state.phase, Ending | Judging | Over)
    if state.line and not ended:
        return ["A line has ended the game, yet it goes on."]
    if ended or isinstance(state.phase, Resolved):
        return []
    return [f"Seat {seat} has a line." for seat in range(state.seats) if state.line_of(seat)]
