"""The stock: which cards there are, what each is worth, and what it costs at each stage.

A card is a text, its rank and its suit: ``8c``, ``10h``, ``Kd``. Suits are c, d, h and s.
"""

from typing import Literal, TypeAlias

Card: TypeAlias = str

Stage: TypeAlias = Literal["full", "closeout", "liquidation"]
"""Which price is asked: EMG-DSC-01, EMG-DSC-02."""

Base: TypeAlias = Literal["current", "face"]
"""What the lowest starting bid is half of: the price of the moment, or the full one."""

VALUES = {"8": 8, "9": 9, "10": 10, "J": 11, "Q": 12, "K": 13, "A": 14}
"""Pennies and points, by rank."""

SUITS = "cdhs"

SIDES = 4  # cards that lie beside the deck

QUARTERS: dict[Stage, int] = {"full": 4, "closeout": 3, "liquidation": 2}
"""How many quarters of its value a card costs."""

CLOSEOUT = 12  # cards acquired
LAST_LOT = 4  # cards not acquired


def stock(aces: bool) -> tuple[Card, ...]:
    """EMG-CMP-03: every card of the game, in the fixed order in which a pool lists what is left."""
    ranks = [rank for rank in VALUES if aces or rank != "A"]
    return tuple(f"{rank}{suit}" for rank in ranks for suit in SUITS)


def value(card: Card) -> int:
    """What the card is worth, in points and in pennies."""
    return VALUES[card[:-1]]


def price(card: Card, stage: Stage) -> int:
    """What buying the card costs, in pennies, rounded up."""
    return _up(value(card) * QUARTERS[stage], 4)


def lowest_start(card: Card, stage: Stage, base: Base) -> int:
    """EMG-AUC-01, EMG-Q-07: the lowest bid that starts an auction, in pennies, rounded up."""
    return _up(price(card, "full" if base == "face" else stage), 2)


def _up(number: int, parts: int) -> int:
    return -(-number // parts)
