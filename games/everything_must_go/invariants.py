"""What always holds, whatever is played."""

from collections import Counter

from ledger.games.everything_must_go.cards import LAST_LOT
from ledger.games.everything_must_go.state import (
    MOST_PENNIES,
    Auction,
    Between,
    Counted,
    Over,
    Payment,
    State,
)


def invariants(state: State) -> tuple[str, ...]:
    """What should hold and does not, one sentence each."""
    return (*_cards(state), *_pennies(state), *_course(state), *_auction(state))


def _cards(state: State) -> list[str]:
    lying = [*state.cards, *(card for hand in state.hands for card in hand)]
    seen = lying if state.top is None else [*lying, state.top]
    faults = [f"Card {card} is there too often." for card in Counter(seen) - Counter(state.stock)]
    if state.deck < 0 or state.deck + len(lying) != len(state.stock):
        whole = len(state.stock)
        faults.append(f"{state.deck} cards in the deck and {len(lying)} outside are not {whole}.")
    if state.top is not None and not state.deck:
        faults.append("The deck is empty, yet it has a top card.")
    if state.top is not None and not state.options.deck_face_up:
        faults.append("The deck lies face down, yet its top card is known.")
    return faults


def _pennies(state: State) -> list[str]:
    faults = [
        f"Seat {seat} has {pennies} pennies."
        for seat, pennies in enumerate(state.pennies)
        if not 0 <= pennies <= MOST_PENNIES
    ]
    if state.pool is not None:
        there = state.pool + sum(state.pennies)
        if state.pool < 0 or there != state.options.pool:
            faults.append(f"There are {there} pennies, {state.pool} of them in the pool.")
    return faults


def _course(state: State) -> list[str]:
    """EMG-DSC-01, EMG-DSC-02, EMG-RND-01: stage and turns go with the cards acquired."""
    faults = []
    turns = max(state.round - 1, 0) * state.seats + state.turns
    if state.acquired > turns or not 0 <= state.turns <= state.seats:
        faults.append(f"{state.acquired} cards were acquired in {turns} turns.")
    if state.stage == "liquidation" and state.left > max(LAST_LOT, state.seats):
        faults.append(f"With {state.left} cards left it is liquidation already.")
    changing = isinstance(state.phase, Between | Counted)
    if not changing and state.stage != state.stage_due:
        faults.append(f"With {state.left} cards left the stage is not {state.stage}.")
    if isinstance(state.phase, Counted | Over) and state.left:
        faults.append(f"The game has ended with {state.left} cards left.")
    return faults


def _auction(state: State) -> list[str]:
    phase = state.phase
    if isinstance(phase, Payment) and phase.amount > state.pennies[phase.seat]:
        return [f"Seat {phase.seat} is to pay {phase.amount} pennies, which it has not."]
    if not isinstance(phase, Auction):
        return []
    faults = []
    if phase.card not in state.cards:
        faults.append(f"{phase.card} is auctioned, but does not lie beside the deck.")
    if phase.bid > state.pennies[phase.bidder]:
        faults.append(f"Seat {phase.bidder} has bid {phase.bid} pennies, which it has not.")
    if phase.bidder in phase.out or phase.turn in phase.out:
        faults.append("A seat has dropped out of the auction, yet it takes part.")
    if phase.turn == phase.bidder:
        faults.append(f"Seat {phase.turn} is asked to raise its own bid.")
    return faults
