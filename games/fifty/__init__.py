"""Fifty: write five numbers in secret, and count as long as nobody else has the next one.

In each of four rounds some digits are forbidden, and every seat writes five numbers. Then the table
counts aloud. Who alone has the number that is called takes the count over and moves a marble for
every number it calls; who shares it crosses out a box for a bonus. A marble that comes far enough
in one round wins a crown, and a second crown the match.

States and events. A state is in square brackets; an arrow is one event; in capitals what the
table waits for: a seat's ACTION, or a draw, which is chance or is declared::

    [starting]  - RoundStarted ---------------> [seating], [revealing] or [choosing]

    [seating]   - FirstCounterDrawn (DRAW) ---> [revealing] or [choosing]

    [revealing] - TokenRevealed (DRAW) -------> [revealing] or [choosing]
                - DangerCardRevealed (DRAW) --> [choosing]

    [choosing]  - WRITE_LINE, in any order ---> [choosing]
                - CountStarted, when all have -> [counting]

    [counting]  - NumberCalled ---------------> [counting], with what is due:
                  nobody has it:
                  - MarbleMoved, if the counter scores
                  one seat has it (the point first, or after the take-over: interrupt_point):
                  - MarbleMoved
                  - TookOver
                  several have it:
                  - Collided, and for each of them
                    - BoxCrossed - BonusEarned, or BonusLost in danger
                  after a MarbleMoved to the threshold:
                  - CrownWon -----------------> [counting], or [ending] with the second
                then the next NumberCalled; after the target ---> [scoring]

    [scoring]   - RoundScored, for each seat -> [starting]; after round 4 [judging]

    [ending]    - NumbersShown, if wanted ----> [judging]
                - MatchWon -------------------> [over]

    [judging]   - MatchWon -------------------> [over]

Who may see what: everything is public but the tokens and cards that lie face down, which nobody
knows, and the numbers on a line, which only its writer sees until they are called. Each number is
under a seal of its own, and each call opens exactly the boxes in which the number stands, so that
during the count everybody knows every line as far as it has been called, and no further. The
numbers not called when a second crown ends the match are shown or stay closed: reveal_at_end.

Source: Fifty, the publisher's rulebook. Its rules and our rulings on what it leaves open are
numbered in `clauses`.
"""

from ledger import Game
from ledger.games.fifty.clauses import CLAUSES
from ledger.games.fifty.events import (
    Act,
    BonusEarned,
    BonusLost,
    Box,
    BoxCrossed,
    Collided,
    CountStarted,
    CrownWon,
    DangerCardRevealed,
    FirstCounterDrawn,
    Happening,
    MarbleMoved,
    MatchWon,
    NumberCalled,
    NumbersShown,
    RoundScored,
    RoundStarted,
    TokenRevealed,
    TookOver,
    WriteLine,
)
from ledger.games.fifty.flow import evolve, outcome, settle
from ledger.games.fifty.invariants import invariants
from ledger.games.fifty.judge import awaited, check, default, legal
from ledger.games.fifty.show import picture, tell
from ledger.games.fifty.state import SEATS, Options, State, start

__all__ = [
    "GAME",
    "Act",
    "BonusEarned",
    "BonusLost",
    "Box",
    "BoxCrossed",
    "Collided",
    "CountStarted",
    "CrownWon",
    "DangerCardRevealed",
    "FirstCounterDrawn",
    "Happening",
    "MarbleMoved",
    "MatchWon",
    "NumberCalled",
    "NumbersShown",
    "Options",
    "RoundScored",
    "RoundStarted",
    "State",
    "TokenRevealed",
    "TookOver",
    "WriteLine",
]

GAME: Game[State, Act, Happening, Options] = Game(
    name="fifty",
    title="Fifty",
    version=1,
    seats=SEATS,
    options=Options,
    actions=(WriteLine,),
    consequences=(
        RoundStarted,
        FirstCounterDrawn,
        TokenRevealed,
        DangerCardRevealed,
        CountStarted,
        NumberCalled,
        MarbleMoved,
        CrownWon,
        TookOver,
        Collided,
        BoxCrossed,
        BonusEarned,
        BonusLost,
        RoundScored,
        NumbersShown,
        MatchWon,
    ),
    clauses=CLAUSES,
    start=start,
    check=check,
    settle=settle,
    evolve=evolve,
    legal=legal,
    awaited=awaited,
    outcome=outcome,
    invariants=invariants,
    default=default,
    tell=tell,
    picture=picture,
)
