"""The position for people: seats, sets, what is being played, and what stands to be done."""

from collections.abc import Iterator

from ledger import Bag, Cell, Hidden, Names, Note, Picture, Seat, Secret, Table
from ledger.games.common import listed, won
from ledger.games.monopoly_bid.cards import NOPE, Card, coloured
from ledger.games.monopoly_bid.events import DrawTwo, PlayWild, Steal
from ledger.games.monopoly_bid.flow import outcome
from ledger.games.monopoly_bid.groups import Group, complete_sets
from ledger.games.monopoly_bid.judge import awaited
from ledger.games.monopoly_bid.state import (
    Actions,
    Auctioned,
    Bidding,
    Dealing,
    Drawing,
    Offer,
    Over,
    Raising,
    Seating,
    State,
    Window,
    card_of,
)
from ledger.games.monopoly_bid.telling import called, money, numbers


def picture(view: State, names: Names) -> Picture:
    """The seats, the sets before them, the cards being answered, and what stands to be done."""
    blocks: list[Table | Note] = [_seats(view, names)]
    if any(view.groups):
        blocks.append(_sets(view, names))
    if isinstance(view.phase, Window):
        blocks.append(_stack(view.phase, names))
    return (*blocks, *_notes(view, names))


def _seats(view: State, names: Names) -> Table:
    headings = ("Seat", "Complete", "Now", "Cards in hand")
    rows = []
    for seat, hand in enumerate(view.hands):
        words = (str(complete_sets(view.groups[seat])), _standing(view, seat), _hand(hand))
        rows.append((Cell(names[seat], seat), *(Cell(word) for word in words)))
    return Table("Seats", headings, tuple(rows))


def _hand(hand: Bag[Card]) -> str:
    """Backs for what is not known."""
    if hand.hidden:
        return f"{len(hand)} face down"
    return f"{len(hand)}: {' '.join(hand.cards)}" if hand.cards else "none"


def _standing(view: State, seat: Seat) -> str:
    """What a seat is at, as far as all may see it."""
    words = ["hosts"] if seat == view.host else []
    match view.phase:
        case Window() as window if seat in window.waiting:
            words.append("to answer")
        case Window() as window if seat != window.player:
            words.append("has declined")
        case Bidding(bids=bids):
            words.append(_chosen(bids[seat], "to bid", "has bid"))
        case Raising(tied=tied, raises=raises) if seat in tied:
            words.append(_chosen(raises[seat], "to add", "has added"))
        case _:
            pass
    if view.open_bids and view.open_bids[seat]:
        words.append(f"lies open: {money(view.open_bids[seat])}")
    return ", ".join(words)


def _chosen(cards: Secret[tuple[Card, ...]] | None, to_do: str, done: str) -> str:
    """Whether a seat has chosen; and what, for whoever may read it: the seat itself."""
    if cards is None:
        return to_do
    return done if isinstance(cards, Hidden) else f"{done} {money(cards)}"


def _sets(view: State, names: Names) -> Table:
    headings = ("Set", "Seat", "Colour", "Cards")
    rows = []
    for seat, groups in enumerate(view.groups):
        for group in groups:
            size = f"{coloured(group.colour)} {len(group.cards)}/{group.size}"
            cells = Cell(str(group.number)), Cell(names[seat], seat)
            rows.append((*cells, Cell(size, marked=group.complete), Cell(_lying(group))))
    return Table("Sets", headings, tuple(rows))


def _lying(group: Group) -> str:
    cards = ", ".join(called(card) for card in group.cards)
    return f"{cards} (complete)" if group.complete else cards


def _stack(window: Window, names: Names) -> Table:
    """The newest card first: the one that is being answered."""
    rows = [(card_of(window.play), window.play.seat, _aim(window, names))]
    rows += [(NOPE, seat, "cancels the card below") for seat in window.nopes]
    return Table(
        "Action cards, the newest on top",
        ("Number", "Card", "Seat", "Aim"),
        tuple(
            (
                Cell(str(window.newest - depth), marked=not depth),
                Cell(called(card)),
                Cell(names[seat], seat),
                Cell(aim),
            )
            for depth, (card, seat, aim) in enumerate(reversed(rows))
        ),
    )


def _aim(window: Window, names: Names) -> str:
    play = window.play
    match play:
        case PlayWild():
            return f"as {coloured(play.colour)}, {_place(play.group)}"
        case DrawTwo():
            return "draws two cards"
        case Steal():
            aim = f"{called(play.card)} from set {play.group} of {names[play.victim]}"
            if play.colour is None:
                return aim
            return f"{aim}, as {coloured(play.colour)}, {_place(play.onto)}"


def _place(group: int | None) -> str:
    return "a new set" if group is None else f"into set {group}"


def _notes(view: State, names: Names) -> Iterator[Note]:
    phase = view.phase
    match phase:
        case Seating():
            yield Note("The first host is to be drawn.", due=True)
        case Dealing():
            yield Note("The cards are being dealt.")
        case Drawing(left=left):
            yield Note(f"{names[left[0]]} is to draw.", due=True)
        case Auctioned():
            yield Note(f"Up for auction: {coloured(phase.colour)}.")
        case _:
            pass
    if view.landing:
        landing = view.landing[0]
        yield Note(f"{names[landing.seat]} has {called(landing.card)} to lay.")
    yield from map(Note, _piles(view))
    yield from (Note(_offer(offer, names)) for offer in view.offers)
    if isinstance(phase, Over):
        yield Note(f"{won(phase.winners, names)}.")
    if result := outcome(view):
        yield Note(f"{result.text} ({result.clause})")
    elif asked := [names[seat] for seat in awaited(view)]:
        yield Note(f"It is for {listed(asked)} {_task(view)}.", due=True)


def _piles(view: State) -> Iterator[str]:
    top = f", {called(view.discard[-1])} on top" if view.discard else ""
    yield f"Draw pile: {view.pile}. Discard pile: {len(view.discard)}{top}."
    below = ", ".join(map(coloured, view.returned))
    known = f", at the bottom in this order: {below}" if below else ""
    yield f"Property pile: {view.properties + len(view.returned)}{known}."


def _offer(offer: Offer, names: Names) -> str:
    offered = f"Offer {offer.number}: {names[offer.seat]} to {names[offer.to]}"
    if isinstance(offer.give, Hidden) or isinstance(offer.want, Hidden):
        return f"{offered}."
    return f"{offered}, {numbers(offer.give)} for {numbers(offer.want)}."


def _task(view: State) -> str:
    if view.landing:
        return "to say into which set it goes"
    match view.phase:
        case Actions():
            return "to play action cards, or to end them"
        case Window():
            return "to play a Nope, or to decline"
        case Bidding():
            return "to bid"
        case _:
            return "to add money, or none"
