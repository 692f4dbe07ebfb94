"""The sixty cards: which there are, where they let a chip go, what they ask and what they pay.

A card is a string: a standard card is its number, ``"17"``; a range wild is its range,
``"25-40"``; the Wild 49 is ``"49"``, for no standard card shows that number.
"""

from typing import TypeAlias

Card: TypeAlias = str

RANGES = {"1-24": range(1, 25), "25-40": range(25, 41), "41-48": range(41, 49)}
"""The three ranges, each with its spaces: a range wild is named after its range."""

WILD_49 = "49"

WILDS = {"1-24": 3, "25-40": 2, "41-48": 2, WILD_49: 5}
"""How many there are of each Wild/Payoff card."""

DECK: tuple[Card, ...] = (
    *(str(space) for space in range(1, 49)),
    *(card for card, copies in WILDS.items() for _ in range(copies)),
)
"""Every card of the game, in the fixed order in which a pool lists what is left."""

STANDARD_MINIMUM = {"1-24": 2, "25-40": 4, "41-48": 7}  # dollars, by the range of the number
WILD_MINIMUM = {"1-24": 3, "25-40": 5, "41-48": 7, WILD_49: 1}  # dollars

CHIP_PAYS = 7  # dollars
PAYOFF_LIMIT = 49  # dollars, for one seat in one payoff
CROWDED = {8: 42, 9: 35}  # two seats: dollars for 8 and for 9 chips
OVERCROWDED = 28  # two seats: dollars for 10 chips or more


def is_wild(card: Card) -> bool:
    """Whether it is a Wild/Payoff card."""
    return card in WILDS


def reach(card: Card) -> range:
    """The spaces the card names: one, or those of its range."""
    return RANGES[card] if card in RANGES else range(int(card), int(card) + 1)


def printed_minimum(card: Card) -> int:
    """The opening bid printed on the card, in dollars."""
    if card in WILD_MINIMUM:
        return WILD_MINIMUM[card]
    return next(STANDARD_MINIMUM[name] for name, spaces in RANGES.items() if int(card) in spaces)


def payoff(chips: int, seats: int) -> int:
    """What one seat with so many chips on the board gets in one payoff, in dollars."""
    if seats == 2 and chips > 7:
        return CROWDED.get(chips, OVERCROWDED)
    return min(CHIP_PAYS * chips, PAYOFF_LIMIT)
