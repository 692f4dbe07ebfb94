"""What people read of Monopoly Bid: a sentence for each event, a table for each view."""

import pytest

from ledger import HIDDEN, Cell, Event, Note, Table
from ledger.games.monopoly_bid import (
    GAME,
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
    HostPassed,
    Lay,
    MatchWon,
    Moved,
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
    State,
    Steal,
    TieDeclared,
    TradeExecuted,
    WithdrawTrade,
)
from ledger.games.monopoly_bid.show import picture
from ledger.games.monopoly_bid.telling import tell

from .table import A, B, C, add, auction, begin, bid, lay, nobody, nope, sit, table

NAMES = ("Ann", "Ben", "Cy")

SENTENCES = [
    (FirstHostDrawn(C), "Cy hosts first."),
    (CardDealt(A, HIDDEN), "Ann is dealt a card."),
    (CardDealt(A, "5"), "Ann is dealt $5."),
    (HandThrownIn(B, ("draw2", "nope")), "Ben has no money and throws in Draw 2 and Nope."),
    (HandsKept(), "Every hand has money: play begins."),
    (CardDrawn(A, HIDDEN), "Ann draws a card."),
    (CardDrawn(A, "wild"), "Ann draws Wild."),
    (PileRefilled(1), "The discard pile is shuffled into a new draw pile of 1 card."),
    (PileRefilled(12), "The discard pile is shuffled into a new draw pile of 12 cards."),
    (NoCardLeft(), "No card is left to draw."),
    (PlayWild(A, "dark_blue"), "Ann plays a Wild as dark blue, to begin a set."),
    (PlayWild(A, "red", 3), "Ann plays a Wild as red, into set 3."),
    (DrawTwo(A), "Ann plays Draw 2."),
    (Steal(A, B, 4, "red"), "Ann plays Steal on Ben's red in set 4."),
    (
        Steal(A, B, 4, "wild", "pink", 2),
        "Ann plays Steal on Ben's Wild in set 4, as pink, into set 2.",
    ),
    (Nope(B, 7), "Ben plays Nope!"),
    (Decline(B, 7), "Ben plays no Nope."),
    (PlayCancelled(A, "draw2", B), "Ben's Nope cancels Ann's Draw 2."),
    (PlayResolved(A, "steal"), "Ann's Steal takes effect."),
    (CardStolen(A, B, 4, "wild"), "Ann takes Wild from Ben's set 4."),
    (Lay(A, 3), "Ann chooses: into set 3."),
    (Lay(A, None), "Ann chooses: to begin a set."),
    (CardLaid(A, "red", "red", 3, 2, 3), "Ann lays red: set 3 has 2 of 3."),
    (CardLaid(A, "wild", "red", 3, 3, 3), "Ann lays Wild as red: set 3 is complete!"),
    (EndActions(A), "Ann plays no more action cards."),
    (PropertyTurned(A, "light_blue"), "Ann turns up light blue."),
    (PropertyTurnedAgain(A, "red"), "Ann turns up red, as all knew."),
    (Bid(A, HIDDEN), "Ann has chosen a bid."),
    (Bid(A, ("5", "4")), "Ann bids $9 (5 + 4), in secret."),
    (Bid(A, ()), "Ann bids nothing, in secret."),
    (
        BidsRevealed((("5", "1"), ("4",), ())),
        "All bids are laid open: Ann $6 (5 + 1), Ben $4, Cy nothing.",
    ),
    (TieDeclared((A, C), 5), "Ann and Cy are level with $5 and may add to it."),
    (Raise(A, HIDDEN), "Ann has chosen what to add."),
    (Raise(A, ("2",)), "Ann adds $2, in secret."),
    (RaisesRevealed((A, C), (("1",), ())), "What they add is laid open: Ann $1, Cy nothing."),
    (AuctionWon(B, "red", 6), "Ben wins red with $6."),
    (AuctionFailed("red", "no_bids"), "Nobody bids for red."),
    (AuctionFailed("red", "tie"), "The tie stays, and nobody pays for red."),
    (BidPaid(A, ("5",)), "Ann pays $5."),
    (BidTakenBack(A, ("5", "1")), "Ann takes $6 (5 + 1) back."),
    (PropertyReturned("dark_blue"), "Dark blue goes under the property pile."),
    (HostPassed(B), "Ben hosts."),
    (OfferTrade(A, B, HIDDEN, HIDDEN), "Ann offers Ben a trade."),
    (
        OfferTrade(A, B, (1, 1), (4,)),
        "Ann offers Ben a trade: cards of sets 1 and 1 for a card of set 4.",
    ),
    (WithdrawTrade(A, 2), "Ann withdraws offer 2."),
    (DeclineTrade(B, 2), "Ben declines offer 2."),
    (AcceptTrade(B, 2), "Ben accepts offer 2."),
    (
        TradeExecuted(2, A, B, (Moved(1, "red"), Moved(1, "red")), (Moved(4, "dark_blue"),)),
        "Ann gives Ben red and red for dark blue.",
    ),
    (
        HandsShown((("1", "nope"), (), ("5",))),
        "All hands are laid open: Ann $1, Nope; Ben nothing; Cy $5.",
    ),
    (MatchWon((B,), "MB-END-01"), "Ben wins!"),
    (MatchWon((A, B), "MB-Q-39"), "Ann and Ben share the win!"),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES)
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert tell(event, NAMES) == sentence  # type: ignore[arg-type]  # of another game, none is here


def test_every_event_of_the_game_is_told() -> None:
    told = {type(event) for event, _ in SENTENCES}
    assert told == {*GAME.actions, *GAME.consequences}


# -- pictures


def blocks(view: State) -> dict[str, Table]:
    return {block.title: block for block in picture(view, NAMES) if isinstance(block, Table)}


def notes(view: State) -> list[str]:
    return [block.text for block in picture(view, NAMES) if isinstance(block, Note)]


def texts(table: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in table.rows]


def test_hands_are_backs_for_all_but_their_owner() -> None:
    sitting = table({A: "1 nope", B: "5 5"})
    assert [row[3] for row in texts(blocks(sitting.view(A))["Seats"])] == [
        "2: 1 nope",
        "2 face down",
        "none",
    ]
    assert [row[3] for row in texts(blocks(sitting.view("spectator"))["Seats"])] == [
        "2 face down",
        "2 face down",
        "none",
    ]


def test_sets_are_shown_with_their_sizes_and_complete_ones_are_marked() -> None:
    lying = {A: ["brown brown", "red wild"], B: ["dark_blue: wild"]}
    view = lay({}, lying)
    sets = blocks(view)["Sets"]
    assert sets.rows == (
        (
            Cell("1"),
            Cell("Ann", A),
            Cell("brown 2/2", marked=True),
            Cell("brown, brown (complete)"),
        ),
        (Cell("2"), Cell("Ann", A), Cell("red 2/3"), Cell("red, Wild")),
        (Cell("3"), Cell("Ben", B), Cell("dark blue 1/2"), Cell("Wild")),
    )
    assert [row[1] for row in texts(blocks(view)["Seats"])] == ["1", "0", "0"]
    assert len(blocks(lay())) == 1  # no set, no table of sets


def test_the_cards_to_answer_are_shown_the_newest_on_top() -> None:
    sitting = table({A: "steal", B: "nope"}, {C: ["red"]})
    sitting.act(Steal(A, C, 1, "red"))
    nope(sitting, B)
    stack = blocks(sitting.view(C))["Action cards, the newest on top"]
    assert stack.rows == (
        (Cell("2", marked=True), Cell("Nope"), Cell("Ben", B), Cell("cancels the card below")),
        (Cell("1"), Cell("Steal"), Cell("Ann", A), Cell("red from set 1 of Cy")),
    )
    assert [row[2] for row in texts(blocks(sitting.state)["Seats"])] == [
        "hosts, to answer",
        "",
        "to answer",
    ]
    sitting.act(Decline(C, 2))
    assert texts(blocks(sitting.state)["Seats"])[2][2] == "has declined"
    assert notes(sitting.state)[-1] == "It is for Ann to play a Nope, or to decline."


@pytest.mark.parametrize(
    ("play", "aim"),
    [
        (PlayWild(A, "red"), "as red, a new set"),
        (PlayWild(A, "green", 1), "as green, into set 1"),
        (DrawTwo(A), "draws two cards"),
        (Steal(A, C, 2, "red"), "red from set 2 of Cy"),
        (Steal(A, C, 2, "wild", "green", 1), "Wild from set 2 of Cy, as green, into set 1"),
    ],
)
def test_what_is_being_played_is_shown_with_its_aim(play: Event, aim: str) -> None:
    sitting = table({A: "wild draw2 steal"}, {A: ["green"], C: ["red wild"]})
    sitting.act(play)  # type: ignore[arg-type]  # each is an action
    assert texts(blocks(sitting.state)["Action cards, the newest on top"])[0][3] == aim


def test_an_auction_shows_who_has_bid_and_then_what() -> None:
    sitting = table({A: "5 1", B: "5 1"})
    auction(sitting, "light_blue")
    sitting.act(Bid(B, ("5",)))
    assert [row[2] for row in texts(blocks(sitting.state)["Seats"])] == [
        "hosts, to bid",
        "has bid $5",  # by the whole state; see below for what others see
        "to bid",
    ]
    assert notes(sitting.state) == [
        "Up for auction: light blue.",
        "Draw pile: 78. Discard pile: 0.",
        "Property pile: 27.",
        "It is for Ann and Cy to bid.",
    ]
    sitting.act(Bid(A, ("5",)))
    sitting.act(Bid(C, ()))
    sitting.act(Raise(A, ("1",)))
    assert [row[2] for row in texts(blocks(sitting.state)["Seats"])] == [
        "hosts, has added $1, lies open: $5",
        "to add, lies open: $5",
        "",
    ]
    assert notes(sitting.state)[-1] == "It is for Ben to add money, or none."
    add(sitting, B="")


def test_the_piles_are_shown_with_what_is_known_of_them() -> None:
    view = lay({A: "1"}, discard="5 nope", returned="red dark_blue")
    assert notes(view) == [
        "Draw pile: 79. Discard pile: 2, Nope on top.",
        "Property pile: 28, at the bottom in this order: red, dark blue.",
        "It is for Ann to play action cards, or to end them.",
    ]


def test_what_is_to_be_drawn_dealt_or_laid_is_said() -> None:
    assert notes(sit(3, first_host=None).state)[0] == "The first host is to be drawn."
    assert notes(sit(3).state)[0] == "The cards are being dealt."
    assert notes(begin(3, "1").state)[0] == "Ben is to draw."
    sitting = table({A: "1"}, {A: ["red"]})
    auction(sitting, "red")
    bid(sitting, "1", "", "")
    shown = notes(sitting.state)
    assert shown[0] == "Ann has red to lay."
    assert shown[-1] == "It is for Ann to say into which set it goes."


def test_offers_are_shown_as_far_as_they_are_known() -> None:
    sitting = table({}, {A: ["red"], B: ["green"]})
    sitting.act(OfferTrade(A, B, (1,), (2,)))
    assert "Offer 1: Ann to Ben, a card of set 1 for a card of set 2." in notes(sitting.state)
    hidden = GAME.evolve(lay({}, {A: ["red"]}), OfferTrade(A, B, HIDDEN, HIDDEN))
    assert "Offer 1: Ann to Ben." in notes(hidden)


def test_the_end_is_told() -> None:
    sitting = table({A: "wild"}, {A: ["brown brown", "utility utility", "dark_blue"]})
    sitting.act(PlayWild(A, "dark_blue", 3))
    nobody(sitting)
    assert notes(sitting.state)[-2:] == [
        "Ann wins.",
        "Three sets are complete: brown, utility and dark blue. (MB-END-01)",
    ]
