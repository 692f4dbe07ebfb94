"""What is written down in a match of the Game of 45: its actions, and what follows from them."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from ledger import Action, Consequence, Opening, Own, OwnEach, Seat
from ledger.games.game_of_45.board import Line

Reason: TypeAlias = Literal["passes", "pouch", "turns"]
"""Why a round ends without a caller: all passed, the pouch has long been empty, too many turns."""


class Arrange(Action, frozen=True):
    """45-SET-02, 45-SET-03, 45-2P-02: the seat lays out what it has drawn.

    Each tray tile has a seal of its own, so that one can be shown without the others.
    """

    corners: tuple[int, ...]  # the number on the right corner; with two seats that on the left too
    tray: OwnEach[int]  # the numbers from the owner's left to its right


class DrawTile(Action, frozen=True):
    """45-TRN-01: the seat draws instead of taking a tile from the board."""


class PlaceTile(Action, frozen=True):
    """45-TRN-02: the drawn tile goes on the board, face up: so its number is told with the act."""

    square: int
    number: int


class TradeTile(Action, frozen=True):
    """45-TRN-03: the drawn tile goes into a slot of the tray, and what stood there on the board."""

    slot: int  # 1 to 8
    square: int
    number: int  # of the tray tile, which all see now


class PutAside(Action, frozen=True):
    """45-LEG-04, 45-Q-12: a number that fits nowhere goes off the board, face up."""

    number: int
    slot: int | None = None  # None: it is the drawn tile; else the drawn tile goes into that slot


class SwapTile(Action, frozen=True):
    """45-TRN-04: without drawing, a tile of the board and one of the tray change places."""

    square: int
    slot: int  # 1 to 8
    number: int  # of the tray tile, which all see now


class Pass(Action, frozen=True):
    """45-Q-18: the pouch is empty, and the seat swaps nothing; or it lets a last call go."""


class Call(Action, frozen=True):
    """45-SCR-02: the seat calls 45, naming the row it wants to be paid for."""

    row: Line
    second: Line | None = None  # 45-2P-03: with two seats the other row that is asked for


class ProposeMove(Action, frozen=True):
    """45-ERR-01, 45-Q-51: the owner of an illegal tile says where it should go."""

    remedial: ClassVar[bool] = True
    square: int


class DeclineMove(Action, frozen=True):
    """45-Q-51: the owner of an illegal tile does not want to move it."""

    remedial: ClassVar[bool] = True


class AcceptMove(Action, frozen=True):
    """45-Q-51: another seat has nothing against the move."""

    remedial: ClassVar[bool] = True


class ObjectToMove(Action, frozen=True):
    """45-ERR-02, 45-Q-38: the move would disrupt this seat's play."""

    remedial: ClassVar[bool] = True


class LotDrawn(Consequence, frozen=True):
    """45-SET-01: a tile drawn for all to see, to find out who is first."""

    drawn: ClassVar[str] = "number"
    seat: Seat
    number: int


class LotsTied(Consequence, frozen=True):
    """45-Q-07: these seats have the highest number; all tiles go back, and they draw again."""

    seats: tuple[Seat, ...]


class FirstSeatSet(Consequence, frozen=True):
    """45-SET-01: who goes first; all tiles go back into the pouch."""

    seat: Seat


class RoundStarted(Consequence, frozen=True):
    """45-SCR-01, 45-Q-08: the board is empty, all tiles are in the pouch."""

    round: int  # from 1
    seat: Seat  # goes first


class TileDrawn(Consequence, frozen=True):
    """45-SET-02, 45-TRN-01: the seat draws a tile that only itself sees."""

    drawn: ClassVar[str] = "number"
    seat: Seat
    turn: int  # of the round, from 1; 0: for the tray and the corners
    number: Own[int]


class TilesReturned(Consequence, frozen=True):
    """45-Q-06: no corner can be laid of what the seat has drawn; it draws anew."""

    reveals: ClassVar[bool] = True
    seat: Seat


class TileKept(Consequence, frozen=True):
    """45-Q-04: the drawn tile stands in the slot of the tile traded away."""

    seat: Seat
    slot: int


class TileTaken(Consequence, frozen=True):
    """45-TRN-04: a tile of the board goes into the slot of the tray tile given for it."""

    seat: Seat
    square: int
    number: int
    slot: int


class Shown(Consequence, frozen=True):
    """A tile that only its owner saw lies face up: what sealed it is opened."""

    seat: Seat
    number: int
    slot: int | None  # of the tray it comes from; None: it was just drawn
    turn: int | None  # in which it was drawn; 0: it was arranged there; None: all knew it

    def opens(self) -> tuple[Opening, ...]:
        return seal(self.seat, self.slot, self.turn, self.number)


class TilePlaced(Shown, frozen=True):
    """45-TRN-02 to 45-TRN-04: a tile lies on the board."""

    square: int


class TilePutAside(Shown, frozen=True):
    """45-Q-13: the tile lies face up beside the board, out of this round."""


class CallRejected(Consequence, frozen=True):
    """45-SCR-11, 45-Q-25: the call was wrong; why, nobody is told. Play goes on."""

    reveals: ClassVar[bool] = True
    remedies: ClassVar[Mapping[type[Action], str]] = {Call: "45-SCR-11"}
    seat: Seat
    points: int  # below 0


class RoundDied(Consequence, frozen=True):
    """45-Q-18, 45-Q-19: the round ends, and nobody has called."""

    reason: Reason


class HomeRowShown(Consequence, frozen=True):
    """45-SCR-02, 45-Q-18: a seat's tray is laid on the board, and proved against its seals."""

    reveals: ClassVar[bool] = True
    seat: Seat
    tray: tuple[int, ...]  # from the owner's left
    turns: tuple[int | None, ...]  # by slot, as of a tile that is placed

    def opens(self) -> tuple[Opening, ...]:
        slots = enumerate(zip(self.turns, self.tray, strict=True), 1)
        return tuple(o for slot, came in slots for o in seal(self.seat, slot, *came))


class HomeRowScored(Consequence, frozen=True):
    """45-SCR-03, 45-SCR-10: 45 points for each number once, else none."""

    seat: Seat
    points: int


class BonusScored(Consequence, frozen=True):
    """45-SCR-04 to 45-SCR-09, 45-2P-04: what the caller gets for the row it has named."""

    seat: Seat
    row: Line
    missing: tuple[int, ...]  # the numbers the row lacks, ascending
    points: int


class RoundEnded(Consequence, frozen=True):
    """45-SCR-01: all of the round's points are written down."""

    round: int


class MatchWon(Consequence, frozen=True):
    """45-SCR-01, 45-Q-33: most points win; equal totals share."""

    winners: tuple[Seat, ...]  # in seat order
    clause: str


class CorrectionOpened(Consequence, frozen=True):
    """45-ERR-01, 45-Q-51: an illegal tile was noticed; its owner may move it."""

    seat: Seat  # whose tile it is
    square: int
    number: int
    conflicts: tuple[int, ...]  # the squares of the tiles that it repeats


class CorrectionMoot(Consequence, frozen=True):
    """45-Q-50: meanwhile the tile repeats nothing that was there before it."""

    seat: Seat
    square: int


class CorrectionImpossible(Consequence, frozen=True):
    """45-ERR-02: no bordering square is open and legal."""

    seat: Seat
    square: int


class TileMoved(Consequence, frozen=True):
    """45-ERR-01: the illegal tile lies on a bordering square now."""

    seat: Seat
    square: int  # from here
    to: int
    number: int


class TileVoided(Consequence, frozen=True):
    """45-ERR-02, 45-Q-39: the tile stays where it is and counts for nothing."""

    seat: Seat
    square: int
    number: int


class RowsForfeited(Consequence, frozen=True):
    """45-ERR-02, 45-Q-39: on these rows nobody scores a bonus in this round."""

    rows: tuple[Line, ...]


def seal(seat: Seat, slot: int | None, turn: int | None, number: int) -> tuple[Opening, ...]:
    """What sealed a tile: its draw, or its place in the tray as arranged; nothing if all knew it.

    A tile of the board goes from hand to hand in the open, so that it has no seal.
    """
    if turn is None:
        return ()
    if turn == 0 and slot is not None:
        return (Opening(Arrange, "tray", number, slot - 1, {"seat": seat}),)
    return (Opening(TileDrawn, "number", number, where={"seat": seat, "turn": turn}),)


Placing: TypeAlias = PlaceTile | TradeTile | SwapTile
"""Actions that put a tile on the board."""

Act: TypeAlias = (
    Arrange
    | DrawTile
    | PlaceTile
    | TradeTile
    | PutAside
    | SwapTile
    | Pass
    | Call
    | ProposeMove
    | DeclineMove
    | AcceptMove
    | ObjectToMove
)

Happening: TypeAlias = (
    Act
    | LotDrawn
    | LotsTied
    | FirstSeatSet
    | RoundStarted
    | TileDrawn
    | TilesReturned
    | TileKept
    | TileTaken
    | TilePlaced
    | TilePutAside
    | CallRejected
    | RoundDied
    | HomeRowShown
    | HomeRowScored
    | BonusScored
    | RoundEnded
    | MatchWon
    | CorrectionOpened
    | CorrectionMoot
    | CorrectionImpossible
    | TileMoved
    | TileVoided
    | RowsForfeited
)
"""Every event of the game."""
