"""Action cards: what the host may play, and how the others may answer."""

from collections.abc import Iterator

from ledger import Choice, OneOf, Refusal, Seat
from ledger.games.monopoly_bid.cards import DRAW_TWO, NOPE, STEAL, WILD, Card, Colour, coloured
from ledger.games.monopoly_bid.events import (
    Decline,
    DrawTwo,
    EndActions,
    Nope,
    Play,
    PlayWild,
    Steal,
)
from ledger.games.monopoly_bid.groups import Group, Place, find
from ledger.games.monopoly_bid.state import Actions, State, Window, card_of
from ledger.games.monopoly_bid.telling import called

# -- the host's cards


def check_end(view: State, end: EndActions) -> Refusal | None:
    """Why the host cannot go on to the auction now."""
    if end.seat != view.host:
        return Refusal("MB-TRN-03", "only the host ends its actions")
    return _no_actions(view)


def check_play(view: State, play: Play) -> Refusal | None:
    """Why the action card cannot be played so now."""
    if play.seat != view.host:
        return Refusal("MB-Q-09", "only the host plays action cards; others play Nope alone")
    if refusal := _no_actions(view):
        return refusal
    card = card_of(play)
    if not view.hands[play.seat].holds(card):
        return Refusal("MB-Q-46", f"you hold no {called(card)}")
    if isinstance(play, PlayWild):
        return _no_place(view, play.seat, play.colour, play.group)
    return _no_steal(view, play) if isinstance(play, Steal) else None


def _no_actions(view: State) -> Refusal | None:
    if isinstance(view.phase, Window):
        return Refusal("MB-Q-10", "the card played before is still to be answered")
    if not isinstance(view.phase, Actions):
        return Refusal("MB-Q-08", "action cards are played before the property is turned up")
    return None


def _no_place(view: State, seat: Seat, colour: Colour, number: Place) -> Refusal | None:
    """Why a Wild cannot go there."""
    if colour not in view.options.property_deck:
        colours = ", ".join(view.options.property_deck)
        return Refusal("MB-WLD-01", f"a Wild stands for one of {colours}")
    if number is None:
        if view.options.wild_starts_group:
            return None
        return Refusal("MB-Q-21", "at this table a Wild begins no set")
    group = find(view.groups[seat], number)
    if group is None:
        return Refusal("MB-Q-21", f"you have no set {number}")
    if group.colour != colour:
        return Refusal("MB-Q-21", f"set {number} is {coloured(group.colour)}")
    if group.complete:
        return Refusal("MB-Q-23", "a complete set takes no more cards")
    if not group.takes_wild:
        return Refusal("MB-Q-21", "a Wild must leave room for a property")
    return None


def _no_steal(view: State, steal: Steal) -> Refusal | None:
    """Why a Steal cannot be aimed so."""
    if not any(_targets(view, steal.seat)):
        return Refusal("MB-Q-16", "no other seat has a card that could be stolen")
    if steal.victim == steal.seat:
        return Refusal("MB-Q-18", "nobody steals from oneself")
    found = view.group(steal.group)
    if found is None or found[0] != steal.victim:
        return Refusal("MB-Q-18", f"set {steal.group} does not lie before that seat")
    group = found[1]
    if group.complete:
        return Refusal("MB-STL-02", "nothing is stolen from a complete set")
    if steal.card not in group.cards:
        return Refusal("MB-Q-18", f"no {called(steal.card)} lies in set {steal.group}")
    if steal.card != WILD:
        if steal.colour is None and steal.onto is None:
            return None
        return Refusal("MB-Q-19", "only for a stolen Wild it is said what it stands for")
    return _no_new_place(view, steal, group)


def _no_new_place(view: State, steal: Steal, group: Group) -> Refusal | None:
    """Why a stolen Wild cannot go there."""
    if steal.colour is None:
        return Refusal("MB-Q-19", "say what the stolen Wild stands for")
    if view.options.stolen_wild == "keep_colour" and steal.colour != group.colour:
        return Refusal("MB-Q-19", "at this table a stolen Wild keeps its colour")
    return _no_place(view, steal.seat, steal.colour, steal.onto)


# -- answers


def check_answer(view: State, answer: Nope | Decline) -> Refusal | None:
    """Why the seat cannot answer so now. Of hands it looks at the seat's own."""
    window = view.phase
    if not isinstance(window, Window):
        return Refusal("MB-Q-14", "there is no card to answer")
    if answer.against != window.newest:
        if window.newest - len(window.nopes) <= answer.against < window.newest:
            return Refusal("MB-Q-13", f"card {answer.against} has its Nope already")
        return Refusal("MB-Q-14", f"the card to answer is number {window.newest}")
    if answer.seat == window.player:
        return Refusal("MB-Q-12", "nobody answers one's own card")
    if answer.seat not in window.waiting:
        return Refusal("MB-Q-10", "you have answered this card")
    if isinstance(answer, Nope) and not view.hands[answer.seat].holds(NOPE):
        return Refusal("MB-Q-46", "you hold no Nope")
    return None


# -- what there is to choose


def legal_plays(view: State, seat: Seat) -> tuple[Choice, ...]:
    """What the host may do with its action cards; last, to play no more."""
    hand = view.hands[seat]
    return (
        *(_wilds(view, seat) if hand.holds(WILD) else ()),
        *((Choice(DrawTwo, seat),) if hand.holds(DRAW_TWO) else ()),
        *(_steals(view, seat) if hand.holds(STEAL) else ()),
        Choice(EndActions, seat),
    )


def legal_answers(view: State, window: Window, seat: Seat) -> tuple[Choice, ...]:
    """What a seat that is asked may answer."""
    against = {"against": OneOf((window.newest,))}
    nopes = (Choice(Nope, seat, against),) if view.hands[seat].holds(NOPE) else ()
    return (*nopes, Choice(Decline, seat, against))


def _wilds(view: State, seat: Seat) -> Iterator[Choice]:
    for colours, place in _wild_places(view, seat, tuple(view.options.property_deck)):
        yield Choice(PlayWild, seat, {"colour": OneOf(colours), "group": OneOf((place,))})


def _wild_places(
    view: State, seat: Seat, among: tuple[Colour, ...]
) -> Iterator[tuple[tuple[Colour, ...], Place]]:
    """Where a Wild of one of these colours may go: each own set, then a new one."""
    for group in view.groups[seat]:
        if group.takes_wild and group.colour in among:
            yield (group.colour,), group.number
    if view.options.wild_starts_group:
        yield among, None


def _steals(view: State, seat: Seat) -> Iterator[Choice]:
    for victim, group, card in _targets(view, seat):
        aim = {
            "victim": OneOf((victim,)),
            "group": OneOf((group.number,)),
            "card": OneOf((card,)),
        }
        if card != WILD:
            yield Choice(Steal, seat, {**aim, "colour": OneOf((None,)), "onto": OneOf((None,))})
            continue
        for colours, place in _wild_places(view, seat, _stands_for(view, group)):
            yield Choice(Steal, seat, {**aim, "colour": OneOf(colours), "onto": OneOf((place,))})


def _stands_for(view: State, group: Group) -> tuple[Colour, ...]:
    """MB-Q-19: what a Wild stolen from the group may stand for."""
    if view.options.stolen_wild == "keep_colour":
        return (group.colour,)
    return tuple(view.options.property_deck)


def _targets(view: State, thief: Seat) -> Iterator[tuple[Seat, Group, Card]]:
    """MB-Q-18: what the thief could have, one of each kind of card in a group."""
    for victim, groups in enumerate(view.groups):
        for group in groups:
            if victim == thief or group.complete:
                continue
            if group.real:
                yield victim, group, group.colour
            if group.wilds and any(_wild_places(view, thief, _stands_for(view, group))):
                yield victim, group, WILD
