"""The rules of the Game of 49 in our own words, and our rulings on what they leave open."""

from ledger import Catalogue, Clause

EQUIPMENT = "Equipment"
WINNING = "Object; Winning"
SETUP = "Setup"
PLAY = "Play"
MINIMUM = "Minimum Bid (Optional)"
WILD = "Wild/Payoff Cards: Auction"
PAYOFF = "Wild/Payoff Cards: Payoff"
UNPLAYABLE = "Unplayable Cards"
ILLEGAL = "Illegal Bid Penalty"
CHECK = '"Check" Rule (Optional)'
TWO = "Two-Player Game Rules"

RULES = (
    ("49-CMP-01", EQUIPMENT, "The board has 49 numbered spaces; 49 is the one in the middle."),
    (
        "49-CMP-02",
        EQUIPMENT,
        "There are 60 number cards: one standard card for each of 1 to 48, and 12 Wild/Payoff "
        "cards.",
    ),
    (
        "49-CMP-03",
        EQUIPMENT,
        "Of the wilds 3 show the range 1-24, 2 show 25-40, 2 show 41-48, and 5 are Wild 49s.",
    ),
    ("49-CMP-04", EQUIPMENT, "Chips come in five colours, as many of each as are needed."),
    ("49-CMP-05", EQUIPMENT, "Money is whole dollars; a money tray is the bank."),
    (
        "49-CMP-06",
        EQUIPMENT,
        "Two tokens: one tells who plays first on a card, one marks the space being auctioned.",
    ),
    ("49-CMP-07", EQUIPMENT, "Two reference cards list the payoffs for two players."),
    (
        "49-CMP-08",
        EQUIPMENT,
        "Printed minimum bids: standard cards $2 for 1-24, $4 for 25-40, $7 for 41-48; wilds $3, "
        "$5 and $7 for the same ranges; Wild 49 $1.",
    ),
    ("49-CMP-09", EQUIPMENT, "Two to five play."),
    (
        "49-WIN-01",
        WINNING,
        "Who first has four own chips side by side in a straight line, across, down or "
        "diagonally, wins.",
    ),
    ("49-WIN-02", WINNING, "A line with a gap, or with a rival's chip in it, does not count."),
    ("49-WIN-03", WINNING, "A line longer than needed wins too."),
    ("49-WIN-04", WINNING, "With five players three in a line win."),
    (
        "49-WIN-05",
        WINNING,
        "If the cards run out before anybody has a line, the most chips on the board win.",
    ),
    (
        "49-WIN-06",
        WINNING,
        "Equal in chips: most money wins. Equal in that too: the highest space held wins.",
    ),
    ("49-SET-01", SETUP, "All number cards are shuffled and lie face down in the tray."),
    ("49-SET-02", SETUP, "A first player is chosen and takes both tokens."),
    ("49-SET-03", SETUP, "All other money is the bank, which one player looks after."),
    ("49-SET-04", SETUP, "Each seat has chips of a colour of its own."),
    ("49-SET-05", SETUP, "Each seat begins with $49: three tens, three fives and four ones."),
    ("49-SET-06", SETUP, "How much money a seat has is kept from the others."),
    ("49-TRN-01", PLAY, "The holder of the tokens turns the top card up for all to see."),
    ("49-TRN-02", PLAY, "The auction token goes on the space of that number."),
    (
        "49-TRN-03",
        PLAY,
        "The holder opens the auction or passes; if it passes, the next seat clockwise has the "
        "same choice, and so on until somebody opens or all have passed.",
    ),
    ("49-TRN-04", PLAY, "If all pass, the card leaves the game for good."),
    (
        "49-TRN-05",
        PLAY,
        "After an auction, or a card nobody bid on, both tokens go one seat clockwise and that "
        "seat draws.",
    ),
    ("49-AUC-01", PLAY, "After an opening bid the others, clockwise, each raise or pass."),
    ("49-AUC-02", PLAY, "A seat that has passed stays out for the rest of the auction."),
    ("49-AUC-03", PLAY, "A pass before anybody opened shuts a seat out just as well."),
    ("49-AUC-04", PLAY, "A bid is a whole number of dollars."),
    ("49-AUC-05", PLAY, "A raise is at least one dollar more than the bid before."),
    (
        "49-AUC-06",
        PLAY,
        "When one bidder is left it pays the bid to the bank, takes the card, and a chip of its "
        "own replaces the auction token on the space.",
    ),
    ("49-AUC-07", PLAY, "First the money, then the chip."),
    (
        "49-MIN-01",
        MINIMUM,
        "The table agrees beforehand: the minimum printed on each card, or $1 for all.",
    ),
    ("49-MIN-02", MINIMUM, "The minimum binds the opening bid only, which may be higher."),
    ("49-MIN-03", TWO, "With two players the printed minimum always applies."),
    ("49-WLD-01", WILD, "A wild is first auctioned, its chip placed; then comes a payoff."),
    ("49-WLD-02", WILD, "Bidding for a wild goes as for any card."),
    ("49-WLD-03", WILD, "With a range wild the winner chooses an empty space of that range."),
    ("49-WLD-04", WILD, "A range wild pushes nobody off; only 49 can pass from seat to seat."),
    ("49-WLD-05", WILD, "For a range wild the auction token stays off the board."),
    ("49-WLD-06", WILD, "Nothing but a Wild 49 puts a chip on 49."),
    ("49-WLD-07", WILD, "If 49 is empty, the winner of a Wild 49 gets it."),
    ("49-WLD-08", WILD, "If a rival holds 49, that chip goes and the winner's takes its place."),
    (
        "49-WLD-09",
        WILD,
        "If the winner holds 49 already, it stays, and one more chip goes on any empty space of "
        "the board.",
    ),
    ("49-PAY-01", PAYOFF, "Then every seat with a chip on the board is paid by the bank."),
    ("49-PAY-02", PAYOFF, "A chip is worth $7, wherever it stands and whatever the card says."),
    ("49-PAY-03", PAYOFF, "One payoff gives a seat $49 at most."),
    ("49-PAY-04", PAYOFF, "A seat may own more than $49; only a single payoff is limited."),
    ("49-PAY-05", PAYOFF, "A seat without chips gets nothing."),
    (
        "49-PAY-06",
        PAYOFF,
        "The bid is paid whole, before the chip and before the payoff, which cannot help to pay "
        "it.",
    ),
    (
        "49-PAY-07",
        PAYOFF,
        "If all pass on a wild, for whatever reason, it leaves the game without a chip and the "
        "payoff is made all the same.",
    ),
    ("49-PAY-08", TWO, "Two players: $7 a chip up to seven; $42 for 8, $35 for 9, $28 beyond."),
    ("49-PAY-09", PAYOFF, "With twelve wilds in the deck a game sees several payoffs."),
    (
        "49-UNP-01",
        UNPLAYABLE,
        "A standard card whose space a wild has covered leaves the game, and the same seat draws "
        "again.",
    ),
    (
        "49-UNP-02",
        UNPLAYABLE,
        "A range wild whose range is full leaves the game, and the payoff is made all the same.",
    ),
    ("49-PEN-01", ILLEGAL, "It is forbidden to bid on purpose more than one has."),
    (
        "49-PEN-02",
        ILLEGAL,
        "If the winner turns out to be unable to pay, the card is auctioned again, among all, "
        "the offender too.",
    ),
    (
        "49-PEN-03",
        ILLEGAL,
        "Before that the offender loses a chip: one of the cards it has won is drawn blindly, "
        "and leaves the game together with the chip on its space.",
    ),
    (
        "49-CHK-01",
        CHECK,
        "Before the opening bid the seat to speak may check, that is neither bid nor pass.",
    ),
    ("49-CHK-02", CHECK, "A seat that checked may still bid once another has opened."),
    ("49-CHK-03", CHECK, "After a check the next seats, clockwise, open, pass or check."),
    ("49-CHK-04", CHECK, "If all check, the card leaves the game and the tokens move on."),
    (
        "49-CHK-05",
        CHECK,
        "An opening bid ends the checking; who checked may still bid, who passed may not.",
    ),
    ("49-CHK-06", CHECK, "If all check on a wild, no chip is placed, and the payoff is made."),
    ("49-2P-01", TWO, "In all else two players play as three or four do."),
)

RULINGS = (
    (
        "49-Q-01",
        "49-CMP-01",
        "The numbers run clockwise in a spiral from the upper left corner to 49, so that the "
        "ranges are the rings of the board. Option board: any other order with 49 in the middle.",
    ),
    ("49-Q-02", "49-CMP-03", "The multipliers printed beside the ranges count the range wilds."),
    (
        "49-Q-03",
        "49-PEN-01",
        "A bid beyond one's money is irregular: never offered, refused at first, recorded if "
        "wanted, and penalised if it wins.",
    ),
    ("49-Q-04", "49-PEN-02", "An overbid that is outbid has no effect, and nobody is told."),
    ("49-Q-05", "49-PEN-01", "No bid is higher than option max_bid, so that every auction ends."),
    (
        "49-Q-06",
        "49-PEN-03",
        "An offender without a chip only loses the auction; the card is auctioned again.",
    ),
    (
        "49-Q-07",
        "49-PEN-03",
        "A card won is bound to the space where its chip went, a wild to the one it was used for.",
    ),
    ("49-Q-08", "49-PEN-03", "Only cards whose chip still stands are among those drawn from."),
    ("49-Q-09", "49-PEN-03", "Of several Wild 49s used for space 49 only the latest is live."),
    (
        "49-Q-10",
        "49-PEN-03",
        "A space emptied by the penalty is vacant like any other: a range wild can fill it, "
        "and so can a Wild 49's extra chip.",
    ),
    (
        "49-Q-11",
        "49-PEN-02",
        "The second auction begins with the holder again, all passes and checks forgotten.",
    ),
    (
        "49-Q-12",
        "49-PEN-02",
        "A seat that defaulted on a card may bid on it again only what it can pay.",
    ),
    ("49-Q-13", "49-PEN-02", "If all pass in the second auction, the card leaves the game."),
    (
        "49-Q-14",
        "49-PEN-02",
        "A wild pays once, after its last auction; a chip lost before no longer counts.",
    ),
    ("49-Q-15", "49-WIN-01", "A line made with a wild wins at once; there is no payoff."),
    ("49-Q-16", "49-WIN-01", "A penalty never breaks a line: the line has ended the game."),
    (
        "49-Q-17",
        "49-TRN-03",
        "The last seat may still open when all others have passed, and then wins at once.",
    ),
    (
        "49-Q-18",
        "49-CHK-04",
        "Checks and passes go round once: if nobody opens, the card leaves the game.",
    ),
    ("49-Q-19", "49-CHK-01", "A seat may check though the holder, or another, has passed."),
    ("49-Q-20", "49-CHK-01", "A seat may check whatever money it has."),
    (
        "49-Q-21",
        "49-MIN-02",
        "A seat with less than the minimum cannot open but by an irregular bid; it may pass, "
        "check, or raise what it can top.",
    ),
    (
        "49-Q-22",
        "49-UNP-02",
        "After a range wild that is full, and its payoff, the tokens pass on. Option full_range: "
        "the same seat draws again.",
    ),
    ("49-Q-23", "49-WLD-09", "On a full board the holder of 49 pays and adds no chip."),
    ("49-Q-24", "49-WLD-03", "The winner must place the chip while there is a space for it."),
    (
        "49-Q-25",
        "49-WIN-05",
        "The deck is exhausted when a card is to be drawn and none is left; so the last card is "
        "played out, its payoff included.",
    ),
    ("49-Q-26", "49-WIN-05", "With five players the deck decides if nobody has three in a line."),
    ("49-Q-27", "49-WIN-06", "For the last tie-break each seat's highest space counts."),
    (
        "49-Q-28",
        "49-WIN-06",
        "If nobody has a chip, those with equal and most money share the win.",
    ),
    (
        "49-Q-29",
        "49-SET-06",
        "Views hide other seats' money, though its changes are public and can be added up. "
        "Option show_money: nobody's is hidden.",
    ),
    (
        "49-Q-30",
        "49-MIN-01",
        "Unless agreed otherwise minimum bids and the check rule apply. Options minimum_bid, "
        "check_rule.",
    ),
    ("49-Q-31", "49-SET-02", "The first seat is drawn. Option first_seat: it is agreed on."),
    ("49-Q-32", "49-WLD-05", "For a Wild 49 the auction token goes on 49, occupied or not."),
    ("49-Q-33", "49-PAY-05", "A seat without money and chips stays in the game."),
    ("49-Q-34", "49-SET-06", "What players tell each other about their money is their affair."),
)

CLAUSES = Catalogue(Clause(*entry) for entry in RULES + RULINGS)
