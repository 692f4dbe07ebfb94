"""Groups: the cards of one colour that lie together before a seat, to become one set."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from ledger import GameError
from ledger.games.monopoly_bid.cards import WILD, Card, Colour

Place = int | None
"""Where a card is to go: the number of a group, or None for a new one."""


class Group(Struct, frozen=True):
    """Properties of one colour, and Wilds that stand for such."""

    number: int  # unlike that of any other group of the match
    colour: Colour
    size: int  # how many cards complete it
    cards: tuple[Card, ...]  # in the order they came: the colour, or wild

    @property
    def wilds(self) -> int:
        """How many Wilds are among them."""
        return self.cards.count(WILD)

    @property
    def real(self) -> int:
        """How many properties are among them."""
        return len(self.cards) - self.wilds

    @property
    def complete(self) -> bool:
        """MB-SETS-01: no card is missing. As Wilds leave room for a property, there is one."""
        return len(self.cards) >= self.size

    @property
    def takes_wild(self) -> bool:
        """MB-Q-21: there is room for a Wild and, beside all Wilds, for a property."""
        return not self.complete and self.wilds + 1 < self.size


Groups = tuple[Group, ...]
"""What lies before one seat, in order of number."""


def complete_sets(groups: Groups) -> int:
    """How many of them are complete: MB-Q-27."""
    return sum(group.complete for group in groups)


def find(groups: Groups, number: int) -> Group | None:
    """The group of that number."""
    return next((group for group in groups if group.number == number), None)


def places(groups: Groups, colour: Colour) -> tuple[Place, ...]:
    """MB-Q-24: where a property may go: what lacks least first, of those the oldest; last a new
    group."""
    fitting = [group for group in groups if group.colour == colour and not group.complete]
    fitting.sort(key=lambda group: (group.size - len(group.cards), group.number))
    return (*(group.number for group in fitting), None)


def laid(groups: Groups, number: int, colour: Colour, size: int, card: Card) -> Groups:
    """The groups with a card more in the one of that number, which may be new."""
    if find(groups, number) is None:
        return (*groups, Group(number, colour, size, (card,)))
    return tuple(
        replace(group, cards=(*group.cards, card)) if group.number == number else group
        for group in groups
    )


def without(groups: Groups, number: int, card: Card) -> Groups:
    """The groups with a card less in the one of that number; an empty one is no more.

    Raises:
        GameError: the card does not lie there.
    """
    group = find(groups, number)
    if group is None or card not in group.cards:
        raise GameError(f"no {card} lies in set {number}")
    left = list(group.cards)
    left.remove(card)
    rest = replace(group, cards=tuple(left))
    return tuple(
        rest if other is group else other for other in groups if other is not group or left
    )


def tradeable(groups: Groups, complete_too: bool) -> tuple[int, ...]:
    """MB-Q-37: the properties among them, each as the number of its group."""
    return tuple(
        group.number
        for group in groups
        if complete_too or not group.complete
        for _ in range(group.real)
    )


def cards_in(groups: Iterable[Groups]) -> list[Card]:
    """Every card that lies before any of the seats; Wilds among them."""
    return [card for before in groups for group in before for card in group.cards]
