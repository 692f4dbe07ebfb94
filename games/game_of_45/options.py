"""What a table of the Game of 45 agrees on before it begins, and what goes at all."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ledger import Refusal
from ledger.games.game_of_45.board import SEATED

SEATS = range(2, 5, 2)  # 45-Q-34: two or four
TILES = range(4, 21)  # of each digit: enough for every tray, and no more than can be meant
TURNS = range(1, 10_000)
ROUNDS = range(4, 1000)
PENALTY = -5  # 45-SCR-11
MATCH_ROUNDS = 4  # 45-SCR-01
TARGETS = {"rounds4": None, "target300": 300, "target500": 500}


class Options(Struct, frozen=True):
    """What the table agrees on before the game."""

    two_opponent_bonus: Annotated[
        Literal[30, 40],
        Meta(description="points on top where two opponents' tiles complete a row; 40: 130 in all"),
    ] = 30
    # `start` holds the numbers to their bounds, so that the refusal names its clause.
    tiles_per_digit: Annotated[int, Meta(description="4 to 20 tiles of each digit")] = 10
    corner: Annotated[
        Literal["choose", "last_drawn"],
        Meta(description="which tile goes on the corner: one of choice, or the one drawn last"),
    ] = "choose"
    next_first: Annotated[
        Literal["rotate", "redraw"],
        Meta(description="who is first in later rounds: the next seat clockwise, or drawn anew"),
    ] = "rotate"
    aside_traded: Annotated[
        bool, Meta(description="a traded tray tile that fits nowhere may go aside too")
    ] = True
    same_number_swap: Annotated[
        bool, Meta(description="a tile of the board may be swapped for one of the same number")
    ] = False
    dead_round: Annotated[
        Literal["home_only", "void"],
        Meta(description="in a round without a caller Home Rows of 45 score, or nothing does"),
    ] = "home_only"
    empty_pouch_turns: Annotated[
        int, Meta(description="1 to 9999 turns after the last tile the round is dead")
    ] = 8
    max_turns_per_round: Annotated[
        int, Meta(description="1 to 9999 turns after which a round is dead in any case")
    ] = 400
    call_window: Annotated[
        Literal["own_turn", "immediately"],
        Meta(description="call for a row in any own turn, or only in that which filled it"),
    ] = "own_turn"
    end: Annotated[
        Literal["rounds4", "target300", "target500"],
        Meta(description="after four rounds, or with the round that brings a total to 300 or 500"),
    ] = "rounds4"
    max_rounds: Annotated[
        int, Meta(description="4 to 999 rounds after which the match ends in any case")
    ] = 20
    tie: Annotated[
        Literal["shared", "extra_round"],
        Meta(description="equal totals share the win, or play another round"),
    ] = "shared"
    bordering: Annotated[
        Literal["eight", "four"],
        Meta(description="which squares border on another: all round, or only at its edges"),
    ] = "eight"
    objection: Annotated[
        Literal["any", "majority"],
        Meta(description="a correction fails if any other seat objects, or most of them"),
    ] = "any"
    vertical_2p: Annotated[
        Literal["table", "flat45"],
        Meta(description="two seats: 20 on top for the opponent's tile in a column, or not"),
    ] = "table"
    second_row_closer: Annotated[
        Literal["any", "caller"],
        Meta(description="two seats: who put the last tile of the second row"),
    ] = "any"


def unfit(options: Options, seats: int) -> Refusal | None:
    """Why it cannot be played so; None if it can."""
    if seats not in SEATED:
        return Refusal("45-Q-34", "two or four play")
    if options.tiles_per_digit not in TILES:
        return Refusal("45-Q-02", f"tiles_per_digit is a number from {TILES[0]} to {TILES[-1]}")
    for name in ("empty_pouch_turns", "max_turns_per_round"):
        if getattr(options, name) not in TURNS:
            clause = "45-Q-18" if name == "empty_pouch_turns" else "45-Q-19"
            return Refusal(clause, f"{name} is a number from {TURNS[0]} to {TURNS[-1]}")
    if options.max_rounds not in ROUNDS:
        return Refusal("45-Q-19", f"max_rounds is a number from {ROUNDS[0]} to {ROUNDS[-1]}")
    return None
