"""What always holds, whatever is played: counted on facts that every view shows."""

from collections import Counter

from ledger import Hidden
from ledger.games.monopoly_bid.cards import WILD, all_of
from ledger.games.monopoly_bid.groups import Group, cards_in
from ledger.games.monopoly_bid.state import Bidding, Raising, State


def invariants(state: State) -> tuple[str, ...]:
    """What should hold and does not, one sentence each. What is hidden is passed over."""
    return (
        *_cards(state),
        *_properties(state),
        *(fault for groups in state.groups for group in groups for fault in _group(state, group)),
        *_numbers(state),
        *_bids(state),
    )


def _cards(state: State) -> list[str]:
    """Money and action cards."""
    options = state.options
    deck = Counter(all_of(options.money_deck)) + Counter(all_of(options.action_deck))
    lying = [card for card in cards_in(state.groups) if card == WILD]
    lying += [landing.card for landing in state.landing if landing.card == WILD]
    lying += [*state.discard, *state.stack, *(card for bid in state.open_bids for card in bid)]
    seen = Counter(lying) + Counter(card for hand in state.hands for card in hand.cards)
    faults = [f"Card {card} is there too often." for card in seen - deck]
    held = sum(len(hand) for hand in state.hands)
    if state.pile < 0 or state.pile + held + len(lying) != deck.total():
        faults.append(
            f"{state.pile} cards in the pile, {held} in hands and {len(lying)} elsewhere "
            f"are not {deck.total()}."
        )
    return faults


def _properties(state: State) -> list[str]:
    deck = Counter(state.options.property_deck)
    lying = [card for card in cards_in(state.groups) if card != WILD]
    lying += [landing.card for landing in state.landing if landing.card != WILD]
    lying += [*state.returned, *(() if state.property_up is None else (state.property_up,))]
    faults = [f"A {card} property is there too often." for card in Counter(lying) - deck]
    if state.properties < 0 or state.properties + len(lying) != deck.total():
        faults.append(
            f"{state.properties} unknown properties and {len(lying)} known ones "
            f"are not {deck.total()}."
        )
    return faults


def _group(state: State, group: Group) -> list[str]:
    """MB-Q-21, MB-Q-23: a group has room for what lies in it."""
    faults = []
    if not 1 <= len(group.cards) <= group.size:
        faults.append(f"Set {group.number} has {len(group.cards)} of {group.size} cards.")
    if group.wilds >= group.size:
        faults.append(f"Set {group.number} has no room for a property beside its Wilds.")
    if group.size != state.options.property_deck.get(group.colour):
        faults.append(f"Set {group.number} has a wrong size.")
    if any(card not in (WILD, group.colour) for card in group.cards):
        faults.append(f"Set {group.number} is {group.colour} and holds another colour.")
    return faults


def _numbers(state: State) -> list[str]:
    numbers = [group.number for groups in state.groups for group in groups]
    if len(set(numbers)) == len(numbers) and max(numbers, default=0) <= state.begun:
        return []
    return ["Two sets have one number, or one was never begun."]


def _bids(state: State) -> list[str]:
    """Bids and raises are in the hand until they are revealed, as far as both are known."""
    phase = state.phase
    if not isinstance(phase, Bidding | Raising):
        return []
    chosen = phase.bids if isinstance(phase, Bidding) else phase.raises
    faults = []
    for seat, cards in enumerate(chosen):
        if cards is None or isinstance(cards, Hidden) or state.hands[seat].hidden:
            continue
        if not state.hands[seat].holds(*cards):
            faults.append(f"Seat {seat} has chosen cards it does not hold.")
    return faults
