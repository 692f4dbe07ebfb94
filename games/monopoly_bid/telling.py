"""The events for people, each as a sentence; and what cards are called."""

from collections.abc import Sequence

from ledger import Hidden, Names, Secret
from ledger.games.common import listed, won
from ledger.games.monopoly_bid.cards import DRAW_TWO, NOPE, STEAL, WILD, Card, coloured, total
from ledger.games.monopoly_bid.events import (
    AcceptTrade,
    AuctionFailed,
    AuctionWon,
    Bid,
    BidPaid,
    BidsRevealed,
    BidTakenBack,
    CardDealt,
    CardDrawn,
    CardLaid,
    CardStolen,
    Decline,
    DeclineTrade,
    DrawTwo,
    EndActions,
    FirstHostDrawn,
    HandsKept,
    HandsShown,
    HandThrownIn,
    Happening,
    HostPassed,
    Lay,
    MatchWon,
    NoCardLeft,
    Nope,
    OfferTrade,
    PileRefilled,
    PlayCancelled,
    PlayResolved,
    PlayWild,
    PropertyReturned,
    PropertyTurned,
    PropertyTurnedAgain,
    Raise,
    RaisesRevealed,
    Steal,
    TieDeclared,
    TradeExecuted,
    WithdrawTrade,
)

CALLED = {WILD: "Wild", DRAW_TWO: "Draw 2", STEAL: "Steal", NOPE: "Nope"}


def called(card: Card) -> str:
    """A card's name: ``Nope``, ``$5``, ``dark blue``."""
    return CALLED.get(card) or (f"${card}" if card.isdigit() else coloured(card))


def money(cards: Sequence[Card]) -> str:
    """Money cards and their sum: ``$9 (5 + 4)``."""
    if not cards:
        return "nothing"
    sum_ = f"${total(cards)}"
    return sum_ if len(cards) == 1 else f"{sum_} ({' + '.join(cards)})"


def numbers(sets: Sequence[int]) -> str:
    """Properties named by their sets: ``cards of sets 3 and 4``."""
    return f"a card of set {sets[0]}" if len(sets) == 1 else f"cards of sets {listed(sets)}"


def tell(event: Happening, names: Names) -> str:
    """The event as one sentence."""
    match event:
        case FirstHostDrawn():
            return f"{names[event.seat]} hosts first."
        case CardDealt():
            return f"{names[event.seat]} is dealt {_drawn(event.card)}."
        case HandThrownIn():
            hand = listed([called(card) for card in event.cards])
            return f"{names[event.seat]} has no money and throws in {hand}."
        case HandsKept():
            return "Every hand has money: play begins."
        case CardDrawn():
            return f"{names[event.seat]} draws {_drawn(event.card)}."
        case PileRefilled():
            return f"The discard pile is shuffled into a new draw pile of {_many(event.cards)}."
        case NoCardLeft():
            return "No card is left to draw."
        case PropertyTurned():
            return f"{names[event.seat]} turns up {coloured(event.colour)}."
        case PropertyTurnedAgain():
            return f"{names[event.seat]} turns up {coloured(event.colour)}, as all knew."
        case CardLaid():
            return _laid(event, names)
        case HostPassed():
            return f"{names[event.seat]} hosts."
        case HandsShown():
            hands = (
                f"{names[seat]} {', '.join(map(called, hand)) or 'nothing'}"
                for seat, hand in enumerate(event.hands)
            )
            return f"All hands are laid open: {'; '.join(hands)}."
        case MatchWon():
            return f"{won(event.winners, names)}!"
        case OfferTrade() | WithdrawTrade() | DeclineTrade() | AcceptTrade() | TradeExecuted():
            return _of_trades(event, names)
        case (
            PlayWild()
            | DrawTwo()
            | Steal()
            | Nope()
            | Decline()
            | EndActions()
            | Lay()
            | PlayCancelled()
            | PlayResolved()
            | CardStolen()
        ):
            return _of_plays(event, names)
        case _:
            return _of_auctions(event, names)


Trading = OfferTrade | WithdrawTrade | DeclineTrade | AcceptTrade | TradeExecuted
Playing = (
    PlayWild
    | DrawTwo
    | Steal
    | Nope
    | Decline
    | EndActions
    | Lay
    | PlayCancelled
    | PlayResolved
    | CardStolen
)
Auctioning = (
    Bid
    | BidsRevealed
    | TieDeclared
    | Raise
    | RaisesRevealed
    | AuctionWon
    | AuctionFailed
    | BidPaid
    | BidTakenBack
    | PropertyReturned
)


def _of_plays(event: Playing, names: Names) -> str:
    who = names[event.seat]
    match event:
        case PlayWild():
            return f"{who} plays a Wild as {coloured(event.colour)}, {_place(event.group)}."
        case DrawTwo():
            return f"{who} plays Draw 2."
        case Steal():
            aim = f"{names[event.victim]}'s {called(event.card)} in set {event.group}"
            if event.colour is None:
                return f"{who} plays Steal on {aim}."
            return f"{who} plays Steal on {aim}, as {coloured(event.colour)}, {_place(event.onto)}."
        case Nope():
            return f"{who} plays Nope!"
        case Decline():
            return f"{who} plays no Nope."
        case EndActions():
            return f"{who} plays no more action cards."
        case Lay():
            return f"{who} chooses: {_place(event.group)}."
        case PlayCancelled():
            return f"{names[event.by]}'s Nope cancels {who}'s {called(event.card)}."
        case PlayResolved():
            return f"{who}'s {called(event.card)} takes effect."
        case CardStolen():
            stolen = f"{called(event.card)} from {names[event.victim]}'s set {event.group}"
            return f"{who} takes {stolen}."


def _of_auctions(event: Auctioning, names: Names) -> str:
    match event:
        case Bid():
            if isinstance(event.cards, Hidden):
                return f"{names[event.seat]} has chosen a bid."
            return f"{names[event.seat]} bids {money(event.cards)}, in secret."
        case BidsRevealed():
            bids = (f"{names[seat]} {money(bid)}" for seat, bid in enumerate(event.bids))
            return f"All bids are laid open: {', '.join(bids)}."
        case TieDeclared():
            level = listed([names[seat] for seat in event.seats])
            return f"{level} are level with ${event.total} and may add to it."
        case Raise():
            if isinstance(event.cards, Hidden):
                return f"{names[event.seat]} has chosen what to add."
            return f"{names[event.seat]} adds {money(event.cards)}, in secret."
        case RaisesRevealed():
            pairs = zip(event.seats, event.raises, strict=True)
            added = (f"{names[seat]} {money(more)}" for seat, more in pairs)
            return f"What they add is laid open: {', '.join(added)}."
        case AuctionWon():
            return f"{names[event.seat]} wins {coloured(event.colour)} with ${event.total}."
        case AuctionFailed():
            why = "Nobody bids" if event.reason == "no_bids" else "The tie stays, and nobody pays"
            return f"{why} for {coloured(event.colour)}."
        case BidPaid():
            return f"{names[event.seat]} pays {money(event.cards)}."
        case BidTakenBack():
            return f"{names[event.seat]} takes {money(event.cards)} back."
        case PropertyReturned():
            return f"{coloured(event.colour).capitalize()} goes under the property pile."


def _of_trades(event: Trading, names: Names) -> str:
    who = names[event.seat]
    match event:
        case OfferTrade():
            offered = f"{who} offers {names[event.to]} a trade"
            if isinstance(event.give, Hidden) or isinstance(event.want, Hidden):
                return f"{offered}."
            return f"{offered}: {numbers(event.give)} for {numbers(event.want)}."
        case WithdrawTrade():
            return f"{who} withdraws offer {event.offer}."
        case DeclineTrade():
            return f"{who} declines offer {event.offer}."
        case AcceptTrade():
            return f"{who} accepts offer {event.offer}."
        case TradeExecuted():
            given = listed([coloured(moved.colour) for moved in event.given])
            taken = listed([coloured(moved.colour) for moved in event.taken])
            return f"{who} gives {names[event.to]} {given} for {taken}."


def _laid(event: CardLaid, names: Names) -> str:
    what = called(event.card)
    if event.card == WILD:
        what = f"Wild as {coloured(event.colour)}"
    has = "is complete!" if event.cards == event.size else f"has {event.cards} of {event.size}."
    return f"{names[event.seat]} lays {what}: set {event.group} {has}"


def _drawn(card: Secret[Card]) -> str:
    return "a card" if isinstance(card, Hidden) else called(card)


def _many(cards: int) -> str:
    return "1 card" if cards == 1 else f"{cards} cards"


def _place(group: int | None) -> str:
    return "to begin a set" if group is None else f"into set {group}"
