"""The cards: money and actions in one deck, properties in another. Every card is a text.

A money card is its value (``5``), an action card its name (``nope``), a property its colour.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from ledger import Refusal

Card: TypeAlias = str
Colour: TypeAlias = str
Deck: TypeAlias = Mapping[Card, int]
"""How many there are of each card."""

WILD, DRAW_TWO, STEAL, NOPE = "wild", "draw2", "steal", "nope"
ACTIONS = (WILD, DRAW_TWO, STEAL, NOPE)  # MB-CMP-02

# MB-CMP-01 prints the totals 28, 50 and 32 only; MB-Q-01 to MB-Q-03 say how they are made up.
PROPERTY_DECK: Deck = MappingProxyType(
    {
        "brown": 2,
        "dark_blue": 2,
        "utility": 2,
        "light_blue": 3,
        "pink": 3,
        "orange": 3,
        "red": 3,
        "yellow": 3,
        "green": 3,
        "railroad": 4,
    }
)
MONEY_DECK: Deck = MappingProxyType({str(value): 10 for value in range(1, 6)})
ACTION_DECK: Deck = MappingProxyType(dict.fromkeys(ACTIONS, 8))

DEALT = 5  # cards to each seat: MB-SET-02
WINNING = 3  # complete sets: MB-END-01

SIZES = range(2, 10)  # of a set; of one card none could be made with a Wild
COUNTS = range(100)  # of one card
COLOURS = range(WINNING, 21)
_COLOUR = r"[a-z][a-z_]{0,15}"
_VALUE = r"[1-9][0-9]{0,2}"


def all_of(deck: Deck) -> tuple[Card, ...]:
    """Every card of a deck, those of one kind together."""
    return tuple(card for card, count in deck.items() for _ in range(count))


def coloured(colour: str) -> str:
    """A colour's name in words."""
    return colour.replace("_", " ")


def is_money(card: Card) -> bool:
    """Whether it can be bid: MB-Q-28."""
    return card not in ACTIONS


def total(cards: Iterable[Card]) -> int:
    """What money cards are worth together."""
    return sum(map(int, cards))


def refused(properties: Deck, money: Deck, actions: Deck, seats: int) -> Refusal | None:
    """Why nobody could play with such decks; None if they go."""
    named = all(re.fullmatch(_COLOUR, colour) and colour not in ACTIONS for colour in properties)
    if len(properties) not in COLOURS or not named:
        asked = f"{COLOURS[0]} to {COLOURS[-1]} colours by name, in small letters"
        return Refusal("MB-Q-01", f"property_deck has {asked}, each with the size of its set")
    if any(size not in SIZES for size in properties.values()):
        return Refusal("MB-CMP-03", f"a set has {SIZES[0]} to {SIZES[-1]} cards")
    if not all(re.fullmatch(_VALUE, value) for value in money):
        return Refusal("MB-Q-02", "money_deck has values from 1 to 999, each with its number")
    if any(card not in ACTIONS for card in actions):
        return Refusal("MB-CMP-02", f"the action cards are {', '.join(ACTIONS)}")
    if any(count not in COUNTS for count in money.values()):
        return Refusal("MB-Q-02", f"of one value there are {COUNTS[0]} to {COUNTS[-1]} cards")
    if any(count not in COUNTS for count in actions.values()):
        return Refusal("MB-Q-03", f"of one action there are {COUNTS[0]} to {COUNTS[-1]} cards")
    # who throws a hand in can then always get money, whatever all others hold
    least = DEALT * (seats - 1) + 1
    if sum(money.values()) < least:
        return Refusal("MB-SET-03", f"with {seats} seats there are at least {least} money cards")
    if sum(money.values()) + sum(actions.values()) < DEALT * seats:
        return Refusal("MB-SET-02", f"there are fewer than {DEALT} cards for each seat")
    return None
