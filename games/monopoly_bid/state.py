"""The position in a match of Monopoly Bid, and who may see what of it."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from ledger import Audience, Bag, Refusal, Rest, Seat, Secret, rest_of
from ledger.games.common import Phase
from ledger.games.monopoly_bid.cards import (
    ACTION_DECK,
    DRAW_TWO,
    MONEY_DECK,
    NOPE,
    PROPERTY_DECK,
    STEAL,
    WILD,
    WINNING,
    Card,
    Colour,
    all_of,
    refused,
)
from ledger.games.monopoly_bid.events import DrawTwo, Play, PlayWild, Steal
from ledger.games.monopoly_bid.groups import Group, Groups, cards_in, complete_sets, find

SEATS = range(2, 6)  # MB-Q-04
STALLS = range(1, 101)
TURNS = range(1, 10_001)


class Options(Struct, frozen=True):
    """What the table agrees on before the game."""

    property_deck: Annotated[
        dict[Colour, int], Meta(description="each colour, and how many cards its set needs")
    ] = field(default_factory=lambda: dict(PROPERTY_DECK))
    money_deck: Annotated[
        dict[Card, int], Meta(description="each value of money, and how many cards of it there are")
    ] = field(default_factory=lambda: dict(MONEY_DECK))
    action_deck: Annotated[
        dict[Card, int], Meta(description="how many there are of wild, draw2, steal and nope")
    ] = field(default_factory=lambda: dict(ACTION_DECK))
    max_seats: Annotated[int, Meta(description="how many may play, 2 to 5")] = SEATS[-1]
    first_host: Annotated[Seat | None, Meta(description="who hosts first; null: drawn")] = None
    wild_starts_group: Annotated[
        bool, Meta(description="a Wild may begin a set; false: it goes to cards that lie there")
    ] = True
    stolen_wild: Annotated[
        Literal["reassign", "keep_colour"],
        Meta(description="the thief says what a stolen Wild stands for, or it keeps its colour"),
    ] = "reassign"
    property_pile_empty: Annotated[
        Literal["continue", "most_sets_wins"],
        Meta(description="when no property is left: play goes on, or most complete sets win"),
    ] = "continue"
    trades: Annotated[
        Literal["properties", "off"], Meta(description="whether properties may be traded")
    ] = "properties"
    trade_complete: Annotated[
        bool, Meta(description="properties of complete sets may be traded away")
    ] = True
    simultaneous_win: Annotated[
        Literal["shared", "host_first"],
        Meta(description="two get their third set by one trade: both win, or the next to the host"),
    ] = "shared"
    stall_rounds: Annotated[
        int, Meta(description="1 to 100: rounds without any change, after which it ends")
    ] = 3
    max_turns: Annotated[int, Meta(description="1 to 10000: turns, after which it ends")] = 500
    reveal_at_end: Annotated[bool, Meta(description="all hands are shown at the end")] = False


class Seating(Phase, frozen=True):
    """The first host is to be drawn."""


class Dealing(Phase, frozen=True):
    """Each seat gets five cards; hands without money are thrown in."""


class Drawing(Phase, frozen=True):
    """Seats draw, one card each time they are named."""

    left: tuple[Seat, ...]
    two: bool = False  # for a Draw 2, which lies on the table until then


class Actions(Phase, frozen=True):
    """The host plays action cards."""


class Window(Phase, frozen=True):
    """An action card and the Nopes on it, the newest of which is answered."""

    play: Play
    nopes: tuple[Seat, ...]  # who played them, the oldest first
    waiting: tuple[Seat, ...]  # who has not answered the newest card
    newest: int  # its number

    @property
    def player(self) -> Seat:
        """Who played the newest card."""
        return self.nopes[-1] if self.nopes else self.play.seat


class Stealing(Phase, frozen=True):
    """A Steal takes effect: the card is to be taken."""

    steal: Steal


class Turning(Phase, frozen=True):
    """The top property is to be turned up."""


class Auctioned(Phase, frozen=True):
    """A property is up."""

    colour: Colour


class Bidding(Auctioned, frozen=True):
    """Seats choose their bids."""

    bids: tuple[Secret[tuple[Card, ...]] | None, ...]  # by seat; the cards are still in hand


class Comparing(Auctioned, frozen=True):
    """Bids or raises lie open, and are to be compared."""

    laid: tuple[tuple[Card, ...], ...]  # by seat, raises included
    rivals: tuple[Seat, ...]  # among whom the lead is
    added: bool  # whether somebody has added anything in the last round


class Raising(Auctioned, frozen=True):
    """The tied seats choose what they add."""

    laid: tuple[tuple[Card, ...], ...]
    tied: tuple[Seat, ...]
    raises: tuple[Secret[tuple[Card, ...]] | None, ...]  # by seat


class Settling(Phase, frozen=True):
    """The auction is decided: money is paid and taken back."""

    laid: tuple[tuple[Card, ...], ...]
    payer: Seat | None = None
    colour: Colour | None = None  # of a property that is to go under its pile


class Over(Phase, frozen=True):
    """Somebody has won. After a trade that won, what was on auction is left lying."""

    winners: tuple[Seat, ...]
    clause: str
    colour: Colour | None = None
    laid: tuple[tuple[Card, ...], ...] = ()


AnyPhase: TypeAlias = (
    Seating
    | Dealing
    | Drawing
    | Actions
    | Window
    | Stealing
    | Turning
    | Bidding
    | Comparing
    | Raising
    | Settling
    | Over
)


class Landing(Struct, frozen=True):
    """A card on its way to a group."""

    seat: Seat
    card: Card
    colour: Colour
    decided: bool = False  # whether it was said where it goes
    group: int | None = None  # if decided: the group's number; None: a new one


class Offer(Struct, frozen=True):
    """A trade that is offered. Properties are named by their groups."""

    number: int
    seat: Seat
    to: Seat
    give: Secret[tuple[int, ...]]
    want: Secret[tuple[int, ...]]


class State(Struct, frozen=True):
    """The position. As a view, hands, bids and offers may be hidden; all else is public.

    The draw pile is a number: its cards are those that lie nowhere else. So is the property pile,
    but for what went under it.
    """

    options: Options
    hands: tuple[Bag[Card], ...]
    phase: AnyPhase
    pile: int
    properties: int  # face down above those that were returned
    returned: tuple[Colour, ...] = ()  # the bottom of the property pile, the next one first
    discard: tuple[Card, ...] = ()  # the top one last
    groups: tuple[Groups, ...] = ()  # by seat
    landing: tuple[Landing, ...] = ()  # in the order in which they land
    host: Seat | None = None  # None: not yet drawn
    turn: int = 0  # from 1 on
    still: int = 0  # turns in a row in which nothing changed
    changed: bool = False  # whether a card was drawn or laid in this turn
    begun: int = 0  # groups so far
    played: int = 0  # action cards so far
    offered: int = 0  # trades so far
    offers: tuple[Offer, ...] = ()  # those that stand
    accepted: int | None = None  # the offer that is to be carried out
    shown: bool = False  # whether all hands lie open

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def first(self) -> Seat:
        """The host, from whom one counts clockwise."""
        return self.host or 0

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """MB-END-01: who has three complete sets."""
        return tuple(s for s, groups in enumerate(self.groups) if complete_sets(groups) >= WINNING)

    @property
    def property_up(self) -> Colour | None:
        """The property that is on auction, or was not sold and is not put away."""
        return self.phase.colour if isinstance(self.phase, Auctioned | Settling | Over) else None

    @property
    def open_bids(self) -> tuple[tuple[Card, ...], ...]:
        """Money that lies open before the seats; none before it is revealed."""
        phase = self.phase
        return phase.laid if isinstance(phase, Comparing | Raising | Settling | Over) else ()

    @property
    def stack(self) -> tuple[Card, ...]:
        """The action cards that wait to take effect, the newest last."""
        if isinstance(self.phase, Window):
            return (card_of(self.phase.play), *(NOPE for _ in self.phase.nopes))
        return (DRAW_TWO,) if isinstance(self.phase, Drawing) and self.phase.two else ()

    def group(self, number: int) -> tuple[Seat, Group] | None:
        """The group of that number, and before whom it lies."""
        for seat, groups in enumerate(self.groups):
            if group := find(groups, number):
                return seat, group
        return None

    def offer(self, number: int) -> Offer | None:
        """The offer of that number, if it stands."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def cards_left(self) -> Rest[Card]:
        """The draw pile, as far as this reader knows: what lies nowhere else."""
        return rest_of(
            (*all_of(self.options.money_deck), *all_of(self.options.action_deck)),
            *self.hands,
            self.discard,
            self.stack,
            *self.open_bids,
            [card for card in cards_in(self.groups) if card == WILD],
            [landing.card for landing in self.landing if landing.card == WILD],
        )

    def properties_left(self) -> Rest[Colour]:
        """The unknown part of the property pile."""
        return rest_of(
            all_of(self.options.property_deck),
            [card for card in cards_in(self.groups) if card != WILD],
            [landing.card for landing in self.landing if landing.card != WILD],
            self.returned,
            () if self.property_up is None else (self.property_up,),
        )


def card_of(play: Play) -> Card:
    """The action card a play is made with."""
    if isinstance(play, PlayWild):
        return WILD
    return DRAW_TWO if isinstance(play, DrawTwo) else STEAL


def start(options: Options, seats: int) -> State | Refusal:
    """The table laid: both piles face down, nobody has anything."""
    if options.max_seats not in SEATS:
        return Refusal("MB-Q-04", f"max_seats is a number from {SEATS[0]} to {SEATS[-1]}")
    if seats not in range(SEATS[0], options.max_seats + 1):
        most = "" if options.max_seats == SEATS[0] else f" to {options.max_seats}"
        return Refusal("MB-Q-04", f"at this table {SEATS[0]}{most} play, not {seats}")
    first = options.first_host
    if first is not None and not 0 <= first < seats:
        return Refusal("MB-Q-05", f"first_host is a seat from 0 to {seats - 1}")
    if options.stall_rounds not in STALLS:
        return Refusal("MB-Q-35", f"stall_rounds is a number from {STALLS[0]} to {STALLS[-1]}")
    if options.max_turns not in TURNS:
        return Refusal("MB-Q-35", f"max_turns is a number from {TURNS[0]} to {TURNS[-1]}")
    decks = options.property_deck, options.money_deck, options.action_deck
    return refused(*decks, seats) or State(
        options=options,
        hands=(Bag[Card](),) * seats,
        phase=Seating() if first is None else Dealing(),
        pile=sum(options.money_deck.values()) + sum(options.action_deck.values()),
        properties=sum(options.property_deck.values()),
        groups=((),) * seats,
        host=first,
    )


def mask(view: State, audience: Audience) -> State:
    """MB-Q-32: of other hands only the number of cards is shown, until all are laid open."""
    if view.shown:
        return view
    hands: tuple[Bag[Card], ...] = tuple(
        hand if seat == audience else Bag((), len(hand)) for seat, hand in enumerate(view.hands)
    )
    return replace(view, hands=hands)
