"""How a game draws its table for people: neutral blocks that any frontend can render.

A game's `picture` answers a tuple of these; the command line renders them in text, with colour
where the terminal has it. Everything can be read without colour: a seat's cells carry its letter.
"""

from typing import TypeAlias

from msgspec import Struct

from ledger.errors import Misused


class Cell(Struct, frozen=True):
    """One field of a grid."""

    text: str
    seat: int | None = None  # whose it is: coloured and lettered (A for seat 0)
    marked: bool = False  # the one to look at


class Grid(Struct, frozen=True, tag="grid"):
    """A board: rows from top to bottom, cells from left to right."""

    title: str
    rows: tuple[tuple[Cell, ...], ...]


class Table(Struct, frozen=True, tag="table"):
    """Rows under headings, such as one line a seat."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Note(Struct, frozen=True, tag="note"):
    """One sentence."""

    text: str
    due: bool = False  # it says what stands to be done: left out while the game stands still


Picture: TypeAlias = tuple[Grid | Table | Note, ...]


def letter(seat: int) -> str:
    """The letter of a seat: A for 0, Z for 25, then A1, B1 ...

    Raises:
        Misused: that is no number.
    """
    if not isinstance(seat, int):
        raise Misused(f"a seat's letter is told by its number, not by {type(seat).__name__}")
    if seat.bit_length() > 64:
        raise Misused("a seat's letter is told by its number: no table has so many seats")
    turn, place = divmod(seat, 26)
    return chr(ord("A") + place) + (str(turn) if turn else "")
