"""The rules of Monopoly Bid in our own words, and our rulings on what they leave open."""

from ledger import Catalogue, Clause

AIM = "Aim of the Game"
CONTENTS = "Contents"
SETUP = "Set It Up"
PLAY = "Play"
WINNING = "How to Win"
HOSTING = "Hosting an Auction"
AUCTION = "To Auction"
TIE = "Was There a Tie?"
NO_BID = "No One Wants to Bid?"
ACTIONS = "Action Cards"
TIPS = "Tips for Bidding and Collecting Sets"
END = "The End of the Game"
GUIDE = "Quick Guide"

RULES = (
    ("MB-AIM-01", AIM, "Properties are bought at auction; three complete sets win."),
    ("MB-CMP-01", CONTENTS, "There are 28 property, 50 money and 32 action cards, 110 in all."),
    ("MB-CMP-02", ACTIONS, "An action card is one of four: Wild, Draw 2, Steal, Nope."),
    (
        "MB-CMP-03",
        TIPS,
        "A property says how many cards its set needs; sets differ in size, light blue needs 3.",
    ),
    ("MB-CMP-04", TIPS, "Of each colour there are just as many properties as its set needs."),
    ("MB-SET-01", SETUP, "The properties are shuffled into a pile, face down."),
    (
        "MB-SET-02",
        SETUP,
        "Money and action cards are one deck: five go to each seat, the rest is the draw pile, and "
        "beside it is room for a discard pile.",
    ),
    ("MB-SET-03", SETUP, "A hand dealt without money is thrown in for five new cards."),
    ("MB-SET-04", PLAY, "The youngest hosts the first auction."),
    ("MB-TRN-01", PLAY, "Seats host in turn: after each auction the seat to the left is host."),
    ("MB-TRN-02", HOSTING, "A turn begins with one card drawn by every seat."),
    ("MB-TRN-03", HOSTING, "Then the host plays as many action cards as it likes, or none."),
    ("MB-TRN-04", HOSTING, "Then the top property is turned up and auctioned."),
    ("MB-TRN-05", HOSTING, "A Nope may be played by anybody, on anybody's turn."),
    ("MB-TRN-06", TIPS, "A hand may hold any number of cards."),
    ("MB-TRN-07", GUIDE, "The quick guide adds nothing: draw, act, auction, three sets."),
    (
        "MB-AUC-01",
        AUCTION,
        "All seats at once choose money cards from their hands, in secret, as many as they like, "
        "or none.",
    ),
    ("MB-AUC-02", AUCTION, "When all have chosen, all bids are laid open together."),
    (
        "MB-AUC-03",
        AUCTION,
        "The highest sum takes the property, to lie open before its seat; its money goes to the "
        "discard pile.",
    ),
    ("MB-AUC-04", AUCTION, "All others take their money back."),
    ("MB-AUC-05", TIE, "Seats that share the highest bid may add money until one is ahead."),
    (
        "MB-AUC-06",
        TIE,
        "If they stay level nobody wins: all money goes back, the property goes under its pile.",
    ),
    ("MB-AUC-07", NO_BID, "A property nobody bids for goes under its pile."),
    ("MB-ACT-01", ACTIONS, "A used action card goes to the discard pile; a Wild stays in its set."),
    ("MB-WLD-01", ACTIONS, "A Wild stands for any one property of any set."),
    ("MB-WLD-02", ACTIONS, "A Wild that lies in a set is not moved by its owner."),
    ("MB-WLD-03", ACTIONS, "A Wild can be stolen as long as its set is not complete."),
    ("MB-WLD-04", ACTIONS, "A Wild can be stopped by a Nope only when it is being played."),
    ("MB-WLD-05", ACTIONS, "Wilds alone never complete a set."),
    ("MB-DRW-01", ACTIONS, "Draw 2 lets the host draw two cards."),
    ("MB-STL-01", ACTIONS, "Steal takes one property, or a Wild, from another seat."),
    ("MB-STL-02", ACTIONS, "Nothing is stolen from a complete set."),
    ("MB-NOP-01", ACTIONS, "A Nope cancels an action card as it is played, a Nope or a Wild too."),
    ("MB-NOP-02", ACTIONS, "What is cancelled goes to the discard pile."),
    (
        "MB-SETS-01",
        WINNING,
        "A set is complete when no card of its colour is missing, Wilds counting for those they "
        "stand for.",
    ),
    (
        "MB-SETS-02",
        TIPS,
        "Thanks to Wilds one seat may have two sets of a colour, or two seats one each.",
    ),
    ("MB-DEAL-01", TIPS, "Seats may trade properties whenever they agree."),
    (
        "MB-PIL-01",
        TIPS,
        "When the draw pile is used up the discard pile is shuffled to replace it.",
    ),
    ("MB-END-01", END, "The game is over, and won, when a seat has three complete sets."),
)

RULINGS = (
    (
        "MB-Q-01",
        "MB-CMP-03",
        "Brown, dark blue and utility are sets of 2, railroad of 4, all others of 3. Option "
        "property_deck: other colours and sizes.",
    ),
    (
        "MB-Q-02",
        "MB-CMP-01",
        "There are ten money cards of each value from 1 to 5. Option money_deck: others.",
    ),
    (
        "MB-Q-03",
        "MB-CMP-01",
        "There are eight action cards of each kind. Option action_deck: others.",
    ),
    ("MB-Q-04", "MB-TRN-01", "Two to five play. Option max_seats: fewer at most."),
    ("MB-Q-05", "MB-SET-04", "The first host is drawn. Option first_host: it is agreed on."),
    (
        "MB-Q-06",
        "MB-SET-03",
        "A hand without money must be thrown in, as often as it comes, seat by seat from the first "
        "host on once all are dealt; it lies open in the discard pile.",
    ),
    (
        "MB-Q-07",
        "MB-TRN-02",
        "The host draws first, then the seats to its left. The pile is refilled even in between; "
        "where nothing is left at all the remaining seats draw nothing.",
    ),
    ("MB-Q-08", "MB-TRN-04", "Once the property is turned up only a Nope could be played."),
    ("MB-Q-09", "MB-TRN-03", "Who is not the host plays no action card but Nope."),
    (
        "MB-Q-10",
        "MB-NOP-01",
        "Each action card played, a Nope too, waits until every other seat has answered it, in any "
        "order; the newest card is the one that is answered.",
    ),
    (
        "MB-Q-11",
        "MB-NOP-01",
        "Nopes take effect last in, first out: an even number of them leaves the action standing, "
        "an odd one cancels it; all go to the discard pile.",
    ),
    ("MB-Q-12", "MB-NOP-01", "Anybody may answer a card with a Nope but the seat that played it."),
    ("MB-Q-13", "MB-NOP-01", "One Nope is enough for a card: a second is refused and kept."),
    ("MB-Q-14", "MB-WLD-04", "Without a card to cancel, or too late for it, a Nope is refused."),
    ("MB-Q-15", "MB-NOP-01", "Every seat is asked, whether it holds a Nope or not."),
    (
        "MB-Q-16",
        "MB-STL-01",
        "A Steal names seat and card as it is played; without a possible aim it is refused.",
    ),
    ("MB-Q-17", "MB-END-01", "A Steal may complete the thief's third set."),
    (
        "MB-Q-18",
        "MB-STL-01",
        "Stolen is what lies before another seat in a set that is not complete: never from a hand, "
        "never from oneself.",
    ),
    (
        "MB-Q-19",
        "MB-WLD-03",
        "The thief says at once for which set a stolen Wild now stands. Option stolen_wild: it "
        "keeps its colour.",
    ),
    (
        "MB-Q-20",
        "MB-WLD-05",
        "The only property beside Wilds may be stolen; the Wilds stay as a set that is not "
        "complete.",
    ),
    (
        "MB-Q-21",
        "MB-WLD-01",
        "A Wild goes into an own set that is not complete, or begins one of a named colour; it "
        "must leave room for a property. Option wild_starts_group: whether it can begin one.",
    ),
    ("MB-Q-22", "MB-WLD-01", "A set may hold several Wilds, as long as one property fits beside."),
    ("MB-Q-23", "MB-SETS-01", "A complete set takes no more cards; the next one begins anew."),
    (
        "MB-Q-24",
        "MB-AUC-03",
        "Its owner says into which of its incomplete sets of the colour a property goes, or that "
        "it begins one; usually the set that lacks least, of those the oldest.",
    ),
    ("MB-Q-25", "MB-SETS-02", "No property moves from one own set to another."),
    (
        "MB-Q-26",
        "MB-STL-02",
        "A set completed with a Wild is safe from Steals; the Wild stays in it.",
    ),
    ("MB-Q-27", "MB-SETS-02", "Two complete sets of one colour count as two."),
    ("MB-Q-28", "MB-AUC-01", "No card bid is no bid; no change is given; only money is bid."),
    (
        "MB-Q-29",
        "MB-AUC-05",
        "Level seats add money in secret, all at once, round by round: one ahead wins; several "
        "ahead go on among themselves; if nobody added anything, nobody wins. Who falls behind "
        "takes its money back.",
    ),
    ("MB-Q-30", "MB-AUC-05", "Only the seats that share the lead may add money."),
    ("MB-Q-31", "MB-AUC-02", "What is chosen stays chosen, and nothing is opened before all have."),
    ("MB-Q-32", "MB-AUC-04", "All bids laid open stand in the record; hands are only counted."),
    (
        "MB-Q-33",
        "MB-AUC-06",
        "What goes under the property pile was seen: its place is known until it comes up again.",
    ),
    (
        "MB-Q-34",
        "MB-TRN-04",
        "Without properties left the turn ends after the actions. Option property_pile_empty: most "
        "complete sets win then.",
    ),
    (
        "MB-Q-35",
        "MB-END-01",
        "After stall_rounds rounds without a card drawn, a Wild played or a property gained, "
        "stolen or traded, or after max_turns turns, most complete sets win, then most cards in "
        "front, else it is shared.",
    ),
    (
        "MB-Q-36",
        "MB-DRW-01",
        "Draw 2 draws what there is. It is discarded only then, and so never draws itself.",
    ),
    (
        "MB-Q-37",
        "MB-DEAL-01",
        "Traded are properties on the table, at least one each way; no Wild, no hand, no promise. "
        "Options trades: off; trade_complete: whether complete sets can be traded from.",
    ),
    (
        "MB-Q-38",
        "MB-DEAL-01",
        "Trades wait while an action card is answered or carried out; while bids are chosen they "
        "may be made.",
    ),
    (
        "MB-Q-39",
        "MB-END-01",
        "If one trade gives both their third set both win. Option simultaneous_win: the first from "
        "the host on.",
    ),
    (
        "MB-Q-40",
        "MB-END-01",
        "Whoever's turn it is, sets are counted after every change on the table; a Wild or a Steal "
        "changes it only when nobody can Nope it any more.",
    ),
    ("MB-Q-41", "MB-AUC-01", "The host bids like everybody else."),
    (
        "MB-Q-42",
        "MB-ACT-01",
        "The winner's money, used cards and a cancelled Wild lie open in the discard pile, in the "
        "order they came; a Wild carried out lies on the table; properties are never discarded.",
    ),
    ("MB-Q-43", "MB-TRN-02", "The first host's turn too begins with a draw: six cards a seat."),
    (
        "MB-Q-44",
        "MB-DEAL-01",
        "A trade is offered to another seat of the table, and from one seat to another one offer "
        "stands at a time: until who made it withdraws it, or who was asked declines or accepts.",
    ),
    (
        "MB-Q-45",
        "MB-DEAL-01",
        "An offer is looked at again when it is accepted: one that cannot be kept any more is "
        "refused then, and goes on standing.",
    ),
    (
        "MB-Q-46",
        "MB-CMP-02",
        "An action card is played from the seat's own hand, which must hold it.",
    ),
    (
        "MB-Q-47",
        "MB-AUC-03",
        "A card on its way to a set is laid before anything else is done, a trade included.",
    ),
    (
        "MB-Q-48",
        "MB-END-01",
        "Hands stay closed at the end; with reveal_at_end all are laid open before the win.",
    ),
)

CLAUSES = Catalogue(Clause(*entry) for entry in RULES + RULINGS)
