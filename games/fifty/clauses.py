"""The rules of Fifty in our own words, and our rulings on what they leave open."""

from ledger import Catalogue, Clause

COMPONENTS = "Components"
SETUP = "Setup"
FLOW = "Game Flow"
REVEAL = "1. Reveal!"
CHOOSE = "2. Choose!"
COUNT = "3. Count!"
CROWN = "Winning a Crown"
ROUND = "End of the Round"
END = "End of the Game"
TIPS = "Tips and Details"
BIG = "Playing with 8 or More Players"
DANGER = "Variant: Danger Cards"

RULES = (
    ("50-CMP-01", COMPONENTS, "A block of grids; seven score tracks, marbles and pencils."),
    ("50-CMP-02", COMPONENTS, "Ten Forbidden Tokens, one for each digit from 0 to 9."),
    (
        "50-CMP-03",
        COMPONENTS,
        "Five Danger Cards: 01 to 09, 10 to 19, 20 to 29, 30 to 39 and 40 to 49.",
    ),
    (
        "50-CMP-04",
        COMPONENTS,
        "A grid has four lines of five boxes, each box with its bonus, a score for each line, and "
        "crowns to colour.",
    ),
    (
        "50-CMP-05",
        COMPONENTS,
        "A score track goes up to 20 and shows, by the number of players, what a crown takes.",
    ),
    ("50-SET-01", SETUP, "Each seat has a grid, a track, a pencil and a marble, which lies on 0."),
    ("50-SET-02", SETUP, "The Forbidden Tokens lie face down in the middle."),
    ("50-SET-03", SETUP, "Three to seven play; eight or more by rules of their own."),
    ("50-FLW-01", FLOW, "A game has four rounds, each with a reveal, a choice and a count."),
    (
        "50-REV-01",
        REVEAL,
        "Tokens are turned up at random: 4 for three players, 3 for four, 2 for five, 1 for six, "
        "none for seven.",
    ),
    ("50-REV-02", REVEAL, "The digits turned up are forbidden to all in this round."),
    (
        "50-CHO-01",
        CHOOSE,
        "On its line for the round each seat puts five numbers that nobody else sees.",
    ),
    ("50-CHO-02", CHOOSE, "Numbers are from 1 to 49."),
    ("50-CHO-03", CHOOSE, "On the line they rise from left to right."),
    (
        "50-CHO-04",
        CHOOSE,
        "None may end in a forbidden digit; a number below ten ends in itself.",
    ),
    (
        "50-CHO-05",
        CHOOSE,
        "So with five players and the digits 2 and 8 the line 4, 15, 26, 37, 44 may be written.",
    ),
    ("50-CNT-01", COUNT, "A first counter is chosen, who calls 1, 2, 3 and so on."),
    ("50-CNT-02", COUNT, "At first no marble moves."),
    ("50-CNT-03", COUNT, "When a number is called, all who have written it must say so."),
    ("50-CNT-04", COUNT, "If only one has it, that seat goes on counting from there."),
    (
        "50-CNT-05",
        COUNT,
        "The seat that took over moves its marble one space for each new number it calls.",
    ),
    ("50-CNT-06", COUNT, "The number that interrupts the count brings a space as well."),
    (
        "50-CNT-07",
        COUNT,
        "If several have it, each of them crosses out its box; the counter stays, and no marble "
        "moves.",
    ),
    ("50-CNT-08", COUNT, "After that the counter goes on, but its marble no longer moves."),
    ("50-CNT-09", COUNT, "Whoever goes on counting, any later number may break in again."),
    (
        "50-CNT-10",
        COUNT,
        "The round is over when the target has been called, 50 with up to seven seats.",
    ),
    (
        "50-CRN-01",
        CROWN,
        "A marble that reaches the threshold wins its seat a crown: 19 with three players, 15 with "
        "four, 12 with five, 10 with six, 9 with seven.",
    ),
    (
        "50-CRN-02",
        CROWN,
        "Winning another crown in a later round ends the game: its owner has won.",
    ),
    ("50-CRN-03", CROWN, "So with five players a crown takes 12 points."),
    (
        "50-RND-01",
        ROUND,
        "A seat scores what its marble is worth and the bonuses of the boxes it has crossed out.",
    ),
    ("50-RND-02", ROUND, "So a marble on 14 and boxes worth 2 and 1 make 17."),
    (
        "50-RND-03",
        ROUND,
        "Then the tokens are turned down and all ten shuffled, and marbles go back to 0.",
    ),
    ("50-RND-04", ROUND, "After the fourth round the game ends instead."),
    ("50-END-01", END, "After four rounds the highest sum of the scores wins."),
    ("50-END-02", END, "Of several seats with the highest sum those that own a crown win."),
    (
        "50-END-03",
        END,
        "Where no seat with the highest sum owns a crown, all that have it win together.",
    ),
    ("50-END-04", END, "A second crown wins whatever the scores are."),
    ("50-TIP-01", TIPS, "A number in every ten makes long counts likelier; that is advice only."),
    (
        "50-TIP-02",
        TIPS,
        "The number 1 may be written, and so may neighbours, by one seat or by several; where the "
        "next number is forbidden, nobody can cut in at once.",
    ),
    (
        "50-TIP-03",
        TIPS,
        "A marble that passes 20 begins another lap, and each lap behind it is 20 points.",
    ),
    ("50-BIG-01", BIG, "With eight or more, several boxes are used, and no Forbidden Tokens."),
    (
        "50-BIG-02",
        BIG,
        "Each player beyond seven makes the count 5 longer: to 55 with eight, to 70 with eleven.",
    ),
    ("50-BIG-03", BIG, "Numbers are from 1 to the one before that: with ten players, to 64."),
    ("50-BIG-04", BIG, "A crown always takes 9 points."),
    ("50-BIG-05", BIG, "Every player needs a grid; tracks can be printed, anything is a marble."),
    ("50-DNG-01", DANGER, "The Danger Cards wait in a shuffled pile that shows only their backs."),
    (
        "50-DNG-02",
        DANGER,
        "Each reveal turns one up: the numbers within its bounds, both included, are in danger.",
    ),
    (
        "50-DNG-03",
        DANGER,
        "Where several have a number in danger, they cross out the bonus too and do not get it.",
    ),
)

RULINGS = (
    (
        "50-Q-01",
        "50-CNT-06",
        "The interrupting number is scored by the counter who called it, if it was scoring; who "
        "takes over scores from the next. Option interrupt_point: who takes over scores it, the "
        "other does not.",
    ),
    (
        "50-Q-02",
        "50-CNT-08",
        "A collision keeps the counter from scoring until somebody takes over, itself included. "
        "Option collision: it keeps it from that number only.",
    ),
    (
        "50-Q-03",
        "50-CNT-04",
        "A counter who alone has the number takes over from itself: the number scores once if it "
        "was scoring, and if it was not, it scores from the next.",
    ),
    (
        "50-Q-04",
        "50-CNT-04",
        "A first counter who alone has 1 takes over there: nothing for 1, points from 2 on.",
    ),
    (
        "50-Q-05",
        "50-CNT-02",
        "Until somebody takes over the first counter counts for nothing, be it all round.",
    ),
    (
        "50-Q-06",
        "50-CNT-07",
        "A collision before anybody scores crosses out boxes and changes nothing else.",
    ),
    (
        "50-Q-07",
        "50-CNT-07",
        "A counter who is one of those that collide crosses out too, and counts on unscored.",
    ),
    (
        "50-Q-08",
        "50-CNT-09",
        "Who takes over at one number can be cut off at the very next, and scores that one.",
    ),
    (
        "50-Q-09",
        "50-CNT-10",
        "Calling the last number scores if the counter is scoring. Option score_final: it never "
        "does.",
    ),
    ("50-Q-10", "50-CHO-03", "No number stands twice on a line."),
    ("50-Q-11", "50-CRN-02", "A seat wins one crown a round at most, however far its marble."),
    (
        "50-Q-12",
        "50-CRN-01",
        "A crown is won at the call that brings the marble there. The second stops the count: no "
        "more calls, no round score.",
    ),
    ("50-Q-13", "50-CRN-01", "Bonuses do not count towards a crown."),
    ("50-Q-14", "50-CRN-02", "Two seats cannot win a second crown at one call: one marble moves."),
    (
        "50-Q-15",
        "50-TIP-03",
        "A marble is kept as a whole number and shown as a space and laps: 20 is 20, 21 is 1 in "
        "the second lap, 41 is 1 in the third.",
    ),
    (
        "50-Q-16",
        "50-CNT-01",
        "Who counts first is drawn for the first round and then goes round clockwise. Option "
        "first_counter: drawn every round, or always the same. It changes nobody's points.",
    ),
    (
        "50-Q-17",
        "50-CMP-04",
        "Unless option bonus says otherwise the boxes of each line bring 2, 2, 1, 1 and 1.",
    ),
    ("50-Q-18", "50-END-02", "Of those tied, all who own a crown share; nobody can have two."),
    (
        "50-Q-19",
        "50-DNG-01",
        "Danger Cards do not go back: four are seen, the fifth never, and only the latest counts.",
    ),
    ("50-Q-20", "50-DNG-02", "Numbers from 50 on are never in danger."),
    ("50-Q-21", "50-DNG-03", "Danger means nothing where one seat alone has the number."),
    ("50-Q-22", "50-SET-03", "Two cannot play: neither tokens nor threshold are given for them."),
    (
        "50-Q-23",
        "50-CNT-03",
        "Nobody can overlook a number or claim one: the lines are fixed before the count.",
    ),
    ("50-Q-24", "50-CHO-01", "A line that is written is not changed, and there is one a round."),
    (
        "50-Q-25",
        "50-END-04",
        "When a second crown ends the count, the numbers not called are shown. Option "
        "reveal_at_end: they are not.",
    ),
    (
        "50-Q-26",
        "50-END-04",
        "The round that a second crown breaks off is not scored; the earlier totals stand.",
    ),
    (
        "50-Q-27",
        "50-CHO-04",
        "There are always numbers enough: with four tokens at least 29 of the 49 are left.",
    ),
    ("50-Q-28", "50-BIG-02", "At most thirty play, or fewer: option max_seats."),
    (
        "50-Q-29",
        "50-CNT-01",
        "The count runs by itself once the last line is written, number by number.",
    ),
)

CLAUSES = Catalogue(Clause(*entry) for entry in RULES + RULINGS)
