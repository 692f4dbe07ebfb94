"""The rules of Everything Must Go in our own words, and our rulings on what they leave open."""

from ledger import Catalogue, Clause

PLAYERS = "Players"
MATERIALS = "Materials"
SETUP = "Setting Up"
PLAY = "How to Play"
SALE = '"Everything Must Go"'
WINNING = "Winning the Game"

RULES = (
    ("EMG-CMP-01", PLAYERS, "Three to six play."),
    ("EMG-CMP-02", MATERIALS, "From a standard deck everything under the 8 is taken out."),
    (
        "EMG-CMP-03",
        MATERIALS,
        "That leaves 24 cards, 8 to king in four suits, together worth 252.",
    ),
    (
        "EMG-CMP-04",
        MATERIALS,
        "The money is a hundred pennies or more; any counter can stand for one.",
    ),
    ("EMG-SET-01", SETUP, "The cards are shuffled and lie face up in the middle."),
    ("EMG-SET-02", SETUP, "Four cards come off the deck, one for each of its sides."),
    ("EMG-SET-03", SETUP, "All pennies are one pool, from which each seat gets 20."),
    ("EMG-SET-04", SETUP, "Somebody is named to play first; the turn passes to the left."),
    (
        "EMG-TRN-01",
        PLAY,
        "On its turn a seat buys one of the cards beside the deck, or starts an auction for one.",
    ),
    (
        "EMG-TRN-02",
        PLAY,
        "A buyer pays the pool what the card is worth; jack, queen and king are 11, 12 and 13.",
    ),
    (
        "EMG-TRN-03",
        PLAY,
        "Either ends the turn, and so does an auction that another seat wins.",
    ),
    ("EMG-TRN-04", PLAY, "What was taken is replaced off the deck as the next turn begins."),
    (
        "EMG-AUC-01",
        PLAY,
        "An auction opens with a card and the starter's first bid, half the price or more.",
    ),
    ("EMG-AUC-02", PLAY, "Any seat may raise; the auction lasts as long as two are still in it."),
    ("EMG-AUC-03", PLAY, "Who is left in gets the card and has to pay there and then."),
    (
        "EMG-AUC-04",
        PLAY,
        "The first bid counts as any other: if nobody raises it, the starter has the card for it.",
    ),
    ("EMG-RND-01", PLAY, "In a round every seat has one turn."),
    (
        "EMG-RND-02",
        PLAY,
        "After a round a seat may take pennies from the pool: with 9 or less, up to 20.",
    ),
    ("EMG-RND-03", PLAY, "From 10 to 20 pennies are refilled up to 30."),
    ("EMG-RND-04", PLAY, "From 20 on ten pennies are added, but never to more than 40."),
    (
        "EMG-RND-05",
        PLAY,
        "Before the next round the deck is shuffled, and its four sides are filled from it.",
    ),
    (
        "EMG-RND-06",
        PLAY,
        "Each round is begun by the seat to the left of the one that began the last.",
    ),
    (
        "EMG-DSC-01",
        SALE,
        "Closeout: when the seats have twelve cards between them, prices fall by 25 %.",
    ),
    (
        "EMG-DSC-02",
        SALE,
        "Liquidation: when only four cards are still to be had, they are half price.",
    ),
    ("EMG-DSC-03", SALE, "A reduced price is rounded up."),
    ("EMG-END-01", WINNING, "There are rounds as long as a card is left to be had."),
    (
        "EMG-END-02",
        WINNING,
        "Each card counts what it is worth, and the highest total wins.",
    ),
    ("EMG-END-03", WINNING, "Pennies left over count nothing."),
)

RULINGS = (
    (
        "EMG-Q-01",
        "EMG-CMP-02",
        "Aces and jokers are out too. Option aces: they stay in, worth 14, which makes 28 cards; "
        "closeout then still begins at 12 acquired and liquidation at 4 left.",
    ),
    (
        "EMG-Q-02",
        "EMG-SET-01",
        "The deck's top card is seen by all and will be the next replacement; it is for sale only "
        "once it lies beside the deck. Option deck_face_up: the deck lies face down.",
    ),
    (
        "EMG-Q-03",
        "EMG-CMP-04",
        "The pool has no limit. Option pool: there are so many pennies, even below a hundred; "
        "they must cover 20 a seat, and refills go in turn order from the next first seat as long "
        "as any are left.",
    ),
    (
        "EMG-Q-04",
        "EMG-TRN-01",
        "A seat may pass, and then no card is missing. Option pass: only a seat that can start no "
        "auction may.",
    ),
    (
        "EMG-Q-05",
        "EMG-END-01",
        "After a full round in which nothing was acquired, a seat that can start an auction may "
        "not pass until a card is acquired. Option stall_guard: it may.",
    ),
    (
        "EMG-Q-06",
        "EMG-AUC-01",
        "The lowest first bid is half of the price of the moment. Option auction_base: half of "
        "the full price.",
    ),
    ("EMG-Q-07", "EMG-AUC-01", "Half of an odd price is rounded up."),
    (
        "EMG-Q-08",
        "EMG-RND-03",
        "A seat with 9 pennies refills up to 20, one with 10 up to 30. A seat with exactly 20 "
        "comes to 30 by this rule and by EMG-RND-04.",
    ),
    (
        "EMG-Q-09",
        "EMG-RND-04",
        "From 31 to 39 pennies the refill goes up to 40. Option refill_above_30: there is none.",
    ),
    ("EMG-Q-10", "EMG-RND-02", "Every seat refills as much as it may, without being asked."),
    ("EMG-Q-11", "EMG-RND-04", "No seat ever has more than 40 pennies."),
    (
        "EMG-Q-12",
        "EMG-RND-05",
        "What lies unsold is shuffled in with the rest, and four cards are laid. Option "
        "keep_unsold: it stays, and only the free sides are filled.",
    ),
    (
        "EMG-Q-13",
        "EMG-RND-05",
        "If fewer than four cards are left for a new round, all of them are laid.",
    ),
    ("EMG-Q-14", "EMG-TRN-04", "Once the deck is empty, nothing is replaced."),
    (
        "EMG-Q-15",
        "EMG-TRN-04",
        "The card missing after the last turn of a round is not replaced, for new ones are laid; "
        "so the first seat of a round draws none.",
    ),
    (
        "EMG-Q-16",
        "EMG-DSC-01",
        "A discount begins with the card that completes the number, and so with the next turn, "
        "in the middle of a round too.",
    ),
    (
        "EMG-Q-17",
        "EMG-DSC-02",
        "Liquidation goes by the number of cards. Option liquidation: it begins with the round "
        "that can be the last.",
    ),
    ("EMG-Q-18", "EMG-DSC-02", "The 50 % take the place of the 25 %; they are not added."),
    (
        "EMG-Q-19",
        "EMG-END-01",
        "The game ends with the last card, also in the middle of a round.",
    ),
    (
        "EMG-Q-20",
        "EMG-AUC-01",
        "The first bid is whole pennies, at least the lowest, at most what the seat has; it may "
        "be more than the price.",
    ),
    ("EMG-Q-21", "EMG-AUC-03", "Nobody bids more pennies than it has."),
    (
        "EMG-Q-22",
        "EMG-AUC-02",
        "Bidding goes clockwise from the starter's left: each seat raises by a penny or more, or "
        "drops out for good; who holds the highest bid is not asked.",
    ),
    (
        "EMG-Q-23",
        "EMG-AUC-04",
        "If all others drop out at once, the starter pays its first bid.",
    ),
    (
        "EMG-Q-24",
        "EMG-AUC-01",
        "An auction may be started for a card that nobody else can afford.",
    ),
    (
        "EMG-Q-25",
        "EMG-TRN-01",
        "A seat that can start no auction passes; it may still bid in other seats' auctions.",
    ),
    ("EMG-Q-26", "EMG-TRN-03", "Who won another seat's auction still has its own turn."),
    (
        "EMG-Q-27",
        "EMG-END-02",
        "Seats with equal totals share the win. Option tie: the most pennies decide, or the hands "
        "card by card, from the highest on, whatever the suits; seats equal in that too share it.",
    ),
    (
        "EMG-Q-28",
        "EMG-DSC-01",
        "A discount lowers the price and the lowest first bid; a winning bid is paid in full.",
    ),
    ("EMG-Q-29", "EMG-SET-04", "The first seat is drawn. Option first_seat: it is agreed on."),
    ("EMG-Q-30", "EMG-SET-03", "Pennies and hands are seen by all."),
    ("EMG-Q-31", "EMG-TRN-01", "One turn is one card: a seat buys or auctions no second one."),
    ("EMG-Q-32", "EMG-RND-02", "After the last card nobody refills."),
)

CLAUSES = Catalogue(Clause(*entry) for entry in RULES + RULINGS)
