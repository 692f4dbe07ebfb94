"""The rules of the Game of 45 in our own words, and our rulings on what they leave open."""

from ledger import Catalogue, Clause

OBJECTIVE = "Objective"
FIRST = "Players Draw For First Play"
TRAY = "The Tiles In The Tray"
CORNER = "The Right-Corner Tile"
PLAY = "Gameplay"
RULE = "The 45 Rule"
WIN = "How To Win"
SCORING = "Scoring"
BONUS = "Bonus Points"
HOME = "Home Row"
FAQ1 = "FAQs: illegal move"
FAQ2 = "FAQs: duplicate in my Home Row"
TWO = "2 Player Game Instructions"

RULES = (
    (
        "45-OBJ-01",
        OBJECTIVE,
        "A seat's Home Row is the row of ten squares nearest to it; it is a 45 if it holds each of "
        "0 to 9 once, in any order.",
    ),
    (
        "45-OBJ-02",
        OBJECTIVE,
        "With a Home Row of 45 a seat goes for bonus points in one other row, across, down or "
        "diagonal, but in no Home Row.",
    ),
    (
        "45-CMP-01",
        OBJECTIVE,
        "There is a board of ten by ten squares, a pouch of tiles numbered 0 to 9, and a tray of "
        "eight slots for each seat.",
    ),
    (
        "45-SET-01",
        FIRST,
        "Each seat draws a tile for all to see; the highest goes first, and all tiles go back.",
    ),
    (
        "45-SET-02",
        FIRST,
        "The first seat draws nine tiles, puts eight on its tray and one on the right corner of "
        "its Home Row.",
    ),
    (
        "45-SET-03",
        TRAY,
        "A tray is filled in any order; once it is, its tiles never change places.",
    ),
    (
        "45-SET-04",
        TRAY,
        "The tray's tiles stand for the eight middle squares of the Home Row, which stay empty "
        "until the end.",
    ),
    ("45-SET-05", CORNER, "Corner tiles are neither moved nor taken."),
    ("45-SET-06", CORNER, "The numbers on the corners all differ."),
    ("45-SET-07", CORNER, "The other seats follow clockwise."),
    ("45-TRN-01", PLAY, "When all is laid out the first seat draws a tile, then each in turn."),
    ("45-TRN-02", PLAY, "The drawn tile goes on an open square where it is legal."),
    (
        "45-TRN-03",
        PLAY,
        "Or it is traded for a tile of the tray, which goes on a legal open square.",
    ),
    (
        "45-TRN-04",
        PLAY,
        "Or the seat draws nothing, takes a tile of the board that is no corner, and puts one of "
        "its tray on that same square.",
    ),
    ("45-TRN-05", PLAY, "So it goes on, on an open board, until somebody calls 45."),
    (
        "45-LEG-01",
        RULE,
        "A tile that is put on the board repeats no number of its row, its column or, if it lies "
        "on one, its diagonal.",
    ),
    ("45-LEG-02", RULE, "So no 6 goes where another 6 is to be seen along any of these."),
    ("45-LEG-03", RULE, "The order of numbers in a row does not matter."),
    (
        "45-LEG-04",
        PLAY,
        "A number that is legal nowhere is laid beside the board, and with that the turn is over.",
    ),
    (
        "45-LEG-05",
        FAQ2,
        "Home Rows are exempt: what stands in a tray forbids nothing on the board, and nothing is "
        "moved for it.",
    ),
    (
        "45-LEG-06",
        FAQ2,
        "A seat may repeat a number of a Home Row, even its own; that only spoils the row for a "
        "bonus.",
    ),
    ("45-SCR-01", WIN, "After four rounds, or when 300 or 500 is reached, most points win."),
    (
        "45-SCR-02",
        SCORING,
        "A seat that has a Home Row of 45 and another row besides calls 45; then all trays are "
        "laid on the board.",
    ),
    ("45-SCR-03", SCORING, "A Home Row of 45, eight tray tiles and two corners, is 45 points."),
    (
        "45-SCR-04",
        BONUS,
        "One other row gives a bonus, to the seat that put the last tile on it.",
    ),
    (
        "45-SCR-05",
        BONUS,
        "The ends of rows across and down are the tray tiles that stand there.",
    ),
    (
        "45-SCR-06",
        BONUS,
        "If a number from one opponent's tray completes the row, the bonus is 65, with the Home "
        "Row 110.",
    ),
    (
        "45-SCR-07",
        BONUS,
        "If numbers from two opponents' trays complete it, the bonus is 75, with the Home Row 120.",
    ),
    (
        "45-SCR-08",
        BONUS,
        "If the ends do not complete the row, the bonus is 45 less the numbers that are missing.",
    ),
    ("45-SCR-09", BONUS, "A diagonal is 45 points, with the Home Row 90."),
    (
        "45-SCR-10",
        HOME,
        "At the call any other seat with a Home Row of 45 scores 45, the others nothing.",
    ),
    ("45-SCR-11", HOME, "A wrong call costs 5 points, and play goes on until the next."),
    (
        "45-ERR-01",
        FAQ1,
        "An illegal tile that is noticed later may be moved to a bordering legal square.",
    ),
    (
        "45-ERR-02",
        FAQ1,
        "If it cannot be, or if that disrupts the play of others, the tile does not count, and its "
        "rows give nobody a bonus.",
    ),
    (
        "45-2P-01",
        TWO,
        "Two sit face to face; the two other edges of the board are played on like any square.",
    ),
    (
        "45-2P-02",
        TWO,
        "Each draws ten tiles, puts eight on its tray and two on the corners of its Home Row.",
    ),
    (
        "45-2P-03",
        TWO,
        "To call one needs the Home Row and two more: one down, and one across or diagonal.",
    ),
    ("45-2P-04", TWO, "Points are for the Home Row and the row down only."),
)

RULINGS = (
    (
        "45-Q-01",
        "45-SCR-07",
        "The printed 130 is a slip: 45 and 75 are 120. Option two_opponent_bonus: 40 gives 130.",
    ),
    (
        "45-Q-02",
        "45-CMP-01",
        "There are ten tiles of each number, 100 in all. Option tiles_per_digit.",
    ),
    (
        "45-Q-03",
        "45-TRN-03",
        "A drawn tile stays with the seat only in a trade: a tray holds eight, always.",
    ),
    (
        "45-Q-04",
        "45-TRN-03",
        "What comes into a tray takes the slot of the tile that leaves it, also in a swap.",
    ),
    (
        "45-Q-05",
        "45-SET-02",
        "Which of its tiles goes on the corner the seat chooses. Option corner: those drawn last, "
        "with two seats the right corner before the left.",
    ),
    (
        "45-Q-06",
        "45-SET-06",
        "If none of its tiles can go on the corner, the seat puts all back and draws anew.",
    ),
    ("45-Q-07", "45-SET-01", "Those who tie for first put all tiles back and draw again."),
    (
        "45-Q-08",
        "45-SET-01",
        "In later rounds the next seat clockwise is first. Option next_first: it is drawn anew.",
    ),
    (
        "45-Q-09",
        "45-SET-04",
        "With four seats the 64 squares inside the edge are played on, and no others.",
    ),
    (
        "45-Q-10",
        "45-LEG-01",
        "Corners count on the diagonals and, with two seats, on the two edges played on.",
    ),
    ("45-Q-11", "45-LEG-05", "The tray tiles at the ends of a row never make a tile illegal."),
    (
        "45-Q-12",
        "45-LEG-04",
        "A drawn tile goes aside if it is legal nowhere, though a trade were possible; so does a "
        "traded tile that is. While there is a legal square, neither does. Option aside_traded: "
        "only drawn tiles do.",
    ),
    ("45-Q-13", "45-LEG-04", "A tile put aside lies face up and stays out for the round."),
    (
        "45-Q-14",
        "45-TRN-04",
        "A tile is not swapped for one of its own number: that would be a pass, and take a row "
        "from another. Option same_number_swap.",
    ),
    (
        "45-Q-15",
        "45-TRN-04",
        "In a swap the 45 rule is looked at with the taken tile gone; a tile that does not count "
        "cannot be taken.",
    ),
    ("45-Q-16", "45-TRN-04", "Who has drawn does not swap in this turn."),
    ("45-Q-17", "45-TRN-04", "On an empty board there is nothing to swap."),
    (
        "45-Q-18",
        "45-SCR-10",
        "With the pouch empty a seat swaps or passes. When all pass one after the other, or "
        "empty_pouch_turns after the last tile, the round is dead: Home Rows of 45 score, and "
        "there is no bonus. Option dead_round: nothing scores.",
    ),
    (
        "45-Q-19",
        "45-TRN-05",
        "So that all ends: after max_turns_per_round turns a round is dead, and after max_rounds "
        "rounds the match is over.",
    ),
    (
        "45-Q-20",
        "45-SCR-05",
        "A row is filled when a tile lies on each of its squares that are played on; its ends are "
        "looked at when all is shown.",
    ),
    (
        "45-Q-21",
        "45-SCR-02",
        "A seat calls in its own turn, and after it until another has begun its own, for a filled "
        "row whose last tile it put, now or earlier. Option call_window: only in the turn in which "
        "it put it.",
    ),
    (
        "45-Q-22",
        "45-SCR-04",
        "A tile put by a swap is the last of its rows, and the right to them is its player's.",
    ),
    ("45-Q-23", "45-SCR-04", "Of several rows the caller names one before trays are shown."),
    (
        "45-Q-24",
        "45-SCR-11",
        "A call is wrong if the Home Row is no 45, or the seat has no right to the row. Wrong ends "
        "do not make it wrong.",
    ),
    (
        "45-Q-25",
        "45-SCR-11",
        "After a wrong call nothing is shown, and why it was wrong nobody is told.",
    ),
    (
        "45-Q-26",
        "45-SCR-11",
        "The 5 points come off the total, also below nothing, for each wrong call; the turn goes "
        "on.",
    ),
    (
        "45-Q-27",
        "45-SCR-06",
        "A row that begins at one's own Home Row ends at one opponent's: 20 more. A row beside it "
        "ends at two opponents': 30 more.",
    ),
    ("45-Q-28", "45-SCR-08", "If just one end fits, the row is not complete: nothing is added."),
    ("45-Q-29", "45-SCR-08", "It is the same if one's own end does not fit."),
    ("45-Q-30", "45-SCR-08", "If only the 0 is missing, the bonus is 45."),
    ("45-Q-31", "45-OBJ-01", "Ten tiles that add up to 45 with a number twice are no 45."),
    ("45-Q-32", "45-SCR-10", "No seat but the caller has a bonus."),
    (
        "45-Q-33",
        "45-SCR-01",
        "Option end: a goal of points is looked at after each round. Equal totals share the win. "
        "Option tie: they play another round.",
    ),
    ("45-Q-34", "45-2P-01", "Two play, or four."),
    (
        "45-Q-35",
        "45-ERR-01",
        "A tile that repeats a number is irregular: never offered, refused at first, recorded if "
        "wanted, and put right if it is disputed.",
    ),
    ("45-Q-36", "45-ERR-01", "Of two equal tiles the one put later is the illegal one."),
    (
        "45-Q-37",
        "45-ERR-01",
        "Eight squares border on a square; who put the tile chooses among those that are open and "
        "legal. Option bordering: four.",
    ),
    (
        "45-Q-38",
        "45-ERR-02",
        "Whether a move disrupts their play the other seats say; one is enough. Option objection: "
        "it takes most of them.",
    ),
    (
        "45-Q-39",
        "45-ERR-02",
        "Row, column and diagonals of the square are forfeited for all until the round ends. The "
        "tile stays, blocks its square, and counts neither as a number nor as filling. Home Rows "
        "are not affected.",
    ),
    (
        "45-Q-40",
        "45-ERR-01",
        "After a move rows are filled or not as the board is now; the right goes with the tile.",
    ),
    ("45-Q-41", "45-2P-03", "The two more rows are one down and one other, not three in all."),
    (
        "45-Q-42",
        "45-2P-04",
        "A column with an end of each seat is 65 if complete, a column at the edge 45, less what "
        "is missing. Option vertical_2p: 45 for either.",
    ),
    (
        "45-Q-43",
        "45-2P-03",
        "The last tile must be the caller's in the column only. Option second_row_closer: in both.",
    ),
    ("45-Q-44", "45-2P-03", "The second row is all to be seen, and must be a true 45."),
    (
        "45-Q-45",
        "45-2P-02",
        "Which two of the ten go on the corners the seat chooses, all four to differ; if that "
        "cannot be, it puts all ten back and draws anew.",
    ),
    ("45-Q-46", "45-TRN-01", "While there are tiles in the pouch nobody passes."),
    ("45-Q-47", "45-SCR-01", "The two ways to play are by rounds, or to 300 or 500 points."),
    (
        "45-Q-48",
        "45-LEG-05",
        "That tray tiles may not be moved forbids other places for them, not trades and swaps.",
    ),
    ("45-Q-49", "45-OBJ-02", "The Home Row may become a 45 after the bonus row is filled."),
    (
        "45-Q-50",
        "45-ERR-01",
        "If the tile has gone since, or what it repeated, a dispute is upheld and nothing follows.",
    ),
    (
        "45-Q-51",
        "45-ERR-02",
        "The owner of the tile names a square or declines, and each other seat accepts or objects; "
        "if it is declined or fails, the tile does not count.",
    ),
    (
        "45-Q-52",
        "45-SCR-08",
        "A filled row with a repeated number may be called; what it lacks is taken off, on "
        "diagonals too.",
    ),
    (
        "45-Q-53",
        "45-ERR-01",
        "An illegal tile put by a swap may be moved; its square is open then.",
    ),
)

CLAUSES = Catalogue(Clause(*entry) for entry in RULES + RULINGS)
