"""What a seat may do: check and legal, on the seat's own view, and whom the table waits for."""

from collections import Counter
from typing import TypeAlias, assert_never

from ledger import ArrangementOf, Choice, Domain, OneOf, Refusal, Seat, known
from ledger.games.common import listed
from ledger.games.game_of_45 import calling
from ledger.games.game_of_45.board import (
    CORNERS,
    LINES,
    MIDDLE,
    SQUARES,
    THROUGH,
    TRAY,
    a_tile,
    corners,
    playable,
)
from ledger.games.game_of_45.events import (
    AcceptMove,
    Act,
    Arrange,
    Call,
    DeclineMove,
    DrawTile,
    ObjectToMove,
    Pass,
    PlaceTile,
    ProposeMove,
    PutAside,
    SwapTile,
    TradeTile,
)
from ledger.games.game_of_45.state import (
    Closing,
    Correcting,
    Dealing,
    Holding,
    Over,
    State,
    Turn,
)

Held: TypeAlias = PlaceTile | TradeTile | PutAside
"""Actions with a drawn tile in hand."""


def check(view: State, action: Act) -> Refusal | None:
    """Why the action is not possible now; None if it is. Of secrets it looks at the actor's own."""
    if not 0 <= action.seat < view.seats:
        return Refusal("45-Q-34", "there is no such seat at this table")
    if isinstance(view.phase, Over):
        return Refusal(view.phase.clause, "the game is over")
    if isinstance(action, ProposeMove | DeclineMove | AcceptMove | ObjectToMove):
        return _correcting(view, action)
    if isinstance(view.phase, Correcting):
        return Refusal("45-Q-51", "play waits for the correction of an illegal tile")
    match action:
        case Arrange():
            return _arranging(view, action)
        case Call():
            return calling.check(view, action)
        case DrawTile() | SwapTile() | Pass():
            return _turning(view, action)
        case PlaceTile() | TradeTile() | PutAside():
            return _holding(view, action)
    assert_never(action)


def fault(view: State, act: Act) -> Refusal | None:
    """What is irregular in an act by what the whole table sees; None: nothing, or it is secret."""
    match act:
        case PlaceTile() | TradeTile() | SwapTile():
            found = view.conflicts(act.square, act.number)
            if not found:
                return None
            where = listed([f"{other} ({_shared(act.square, other)})" for other in found])
            what = f"{a_tile(act.number)} on {act.square}"
            reason = f"{what} repeats the {act.number} on {where}"
            return Refusal("45-LEG-01", reason, irregular=True)
        case Call():
            return calling.fault(view, act)
        case _:
            return None


def _shared(square: int, other: int) -> str:
    return next(line for line in LINES if line in THROUGH[square] & THROUGH[other])


# -- laying out ----------------------------------------------------------------------------------


def _arranging(view: State, action: Arrange) -> Refusal | None:
    phase = view.phase
    if not isinstance(phase, Dealing):
        return Refusal("45-SET-03", "once the trays are laid out, none is laid out again")
    if phase.seat != action.seat:
        return Refusal("45-SET-07", "the seats lay out their tiles one after the other")
    clause = "45-SET-02" if view.seats == 4 else "45-2P-02"
    if len(phase.hand) < view.dealt:
        return Refusal(clause, f"a seat first draws all of its {view.dealt} tiles")
    if len(action.corners) != len(corners(view.seats, action.seat)):
        go = "one tile goes on the corner" if view.seats == 4 else "two tiles go on the corners"
        return Refusal(clause, go)
    if len(action.tray) != TRAY:
        return Refusal(clause, f"a tray holds {TRAY} tiles")
    hand = tuple(known(number) for number in phase.hand)
    laid = (*action.corners, *(known(number) for number in action.tray))
    if Counter(laid) != Counter(hand):
        return Refusal(clause, "just the tiles that were drawn are laid out")
    if view.options.corner == "last_drawn" and action.corners != hand[TRAY:]:
        return Refusal("45-Q-05", "at this table what is drawn last goes on the corner")
    return _cornering(view, action.corners)


def _cornering(view: State, numbers: tuple[int, ...]) -> Refusal | None:
    """45-SET-06: whether these can go on corners."""
    there = view.corner_numbers()
    for number in numbers:
        if number in there:
            return Refusal("45-SET-06", f"a corner has {a_tile(number)} already")
    if len(set(numbers)) < len(numbers):
        return Refusal("45-Q-45", "the corner tiles all differ")
    return None


def cornered(view: State, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """45-Q-05, 45-Q-45: what of a hand can go on the seat's corners, ascending."""
    if view.options.corner == "last_drawn":
        last = hand[TRAY:]
        return () if _cornering(view, last) else (last,)
    free = sorted(set(hand) - set(view.corner_numbers()))
    if view.seats == 4:
        return tuple((number,) for number in free)
    return tuple((right, left) for right in free for left in free if right != left)


# -- a turn --------------------------------------------------------------------------------------


def _turning(view: State, action: DrawTile | SwapTile | Pass) -> Refusal | None:
    phase = view.phase
    if isinstance(phase, Closing) and isinstance(action, Pass) and phase.seat == action.seat:
        return None
    if not isinstance(phase, Turn):
        return _no_turn(view, action)
    if phase.seat != action.seat:
        return Refusal("45-TRN-01", "it is another seat's turn")
    match action:
        case DrawTile():
            return None if view.pouch else Refusal("45-Q-18", "the pouch is empty: swap, or pass")
        case Pass():
            return Refusal("45-Q-46", "there are tiles: draw or swap") if view.pouch else None
        case SwapTile():
            return _swapping(view, action)
    assert_never(action)


def _no_turn(view: State, action: DrawTile | SwapTile | Pass) -> Refusal:
    phase = view.phase
    if isinstance(phase, Holding) and phase.seat == action.seat:
        if isinstance(action, SwapTile):
            return Refusal("45-Q-16", "who has drawn places the tile or trades it")
        clause = "45-TRN-01" if isinstance(action, DrawTile) else "45-TRN-02"
        return Refusal(clause, "the seat has drawn and is to place, trade or put aside")
    if isinstance(phase, Closing):
        return Refusal("45-Q-21", "the round is over: the seat with a row calls or passes")
    if isinstance(phase, Holding):
        return Refusal("45-TRN-01", "it is another seat's turn")
    return Refusal("45-TRN-01", "not all trays are laid out yet")


def _swapping(view: State, action: SwapTile) -> Refusal | None:
    if refusal := _unplayed(view, action.square):
        return refusal
    tile = view.board[action.square]
    if tile is None:
        clause = "45-TRN-04" if view.placed else "45-Q-17"
        return Refusal(clause, f"there is no tile on {action.square}")
    if tile.voided:
        return Refusal("45-Q-15", "a tile that counts for nothing stays where it is")
    if refusal := _from_tray(view, action):
        return refusal
    if tile.number == action.number and not view.options.same_number_swap:
        return Refusal("45-Q-14", "a tile is not swapped for another of the same number")
    return fault(view, action)


def _unplayed(view: State, square: int) -> Refusal | None:
    """Why a square is not played on; None if it is."""
    if not 0 <= square < SQUARES:
        return Refusal("45-CMP-01", f"the board has no square {square}")
    if square in playable(view.seats):
        return None
    if square in CORNERS:
        return Refusal("45-SET-05", f"{square} is a corner: its tile stays")
    return Refusal("45-SET-04", f"{square} is in a Home Row, which stays empty until the end")


def _from_tray(view: State, action: TradeTile | PutAside | SwapTile) -> Refusal | None:
    slot = action.slot
    if slot is None or slot not in MIDDLE:
        return Refusal("45-CMP-01", f"a tray has slots {MIDDLE[0]} to {MIDDLE[-1]}")
    if known(view.slot(action.seat, slot).number) != action.number:
        clause = "45-TRN-04" if isinstance(action, SwapTile) else "45-TRN-03"
        return Refusal(clause, f"slot {slot} of the tray holds another number")
    return None


def _holding(view: State, action: Held) -> Refusal | None:
    phase = view.phase
    if not isinstance(phase, Holding):
        return Refusal("45-TRN-01", "a tile must be drawn first")
    if phase.seat != action.seat:
        return Refusal("45-TRN-01", "it is another seat's turn")
    if isinstance(action, PutAside):
        return _putting_aside(view, phase, action)
    if isinstance(action, TradeTile):
        if refusal := _from_tray(view, action):
            return refusal
    elif known(phase.tile) != action.number:
        return Refusal("45-TRN-02", "the tile that was drawn has another number")
    if refusal := _unplayed(view, action.square):
        return refusal
    if view.board[action.square] is not None:
        return Refusal("45-TRN-02", f"there is a tile on {action.square}")
    return fault(view, action)


def _putting_aside(view: State, phase: Holding, action: PutAside) -> Refusal | None:
    if action.slot is not None:
        if not view.options.aside_traded:
            return Refusal("45-Q-12", "at this table only a drawn tile goes aside")
        if refusal := _from_tray(view, action):
            return refusal
    elif known(phase.tile) != action.number:
        return Refusal("45-TRN-02", "the tile that was drawn has another number")
    if view.legal(action.number):
        return Refusal("45-LEG-04", f"{a_tile(action.number)} has a legal square")
    return None


# -- a correction --------------------------------------------------------------------------------


def _correcting(
    view: State, action: ProposeMove | DeclineMove | AcceptMove | ObjectToMove
) -> Refusal | None:
    phase = view.phase
    if not isinstance(phase, Correcting):
        return Refusal("45-Q-51", "no illegal tile is being corrected")
    if isinstance(action, ProposeMove | DeclineMove):
        if action.seat != phase.seat:
            return Refusal("45-Q-37", "who put the tile there says where it goes")
        if phase.status != "asked":
            return Refusal("45-Q-51", "that has been said already")
        return _proposing(view, phase, action) if isinstance(action, ProposeMove) else None
    if phase.status != "proposed":
        return Refusal("45-Q-51", "the owner of the tile speaks first")
    if action.seat not in awaited(view):
        return Refusal("45-Q-51", "each other seat is asked, once")
    return None


def _proposing(view: State, phase: Correcting, action: ProposeMove) -> Refusal | None:
    to = action.square
    if to in view.targets(phase.square):
        return None
    if refusal := _unplayed(view, to):
        return refusal
    if view.board[to] is not None:
        return Refusal("45-Q-37", f"there is a tile on {to}")
    tile = view.board[phase.square]
    if tile is not None and view.conflicts(to, tile.number, without=phase.square):
        return Refusal("45-ERR-01", f"{a_tile(tile.number)} on {to} would be illegal too")
    return Refusal("45-Q-37", f"{to} does not border on {phase.square}")


# -- choices -------------------------------------------------------------------------------------


def legal(view: State, seat: Seat) -> tuple[Choice, ...]:
    """The seat's regular choices, in the order in which one would think of them."""
    phase = view.phase
    calls = calling.legal(view, seat)
    match phase:
        case Dealing() if awaited(view) == (seat,):
            return _arrangements(view, phase)
        case Turn(seat=turn) if turn == seat:
            draw = (Choice(DrawTile, seat),) if view.pouch else ()
            passes = () if view.pouch else (Choice(Pass, seat),)
            return (*draw, *_swaps(view, seat), *passes, *calls)
        case Holding(seat=turn) if turn == seat:
            return (*_placings(view, phase), *calls)
        case Closing(seat=turn) if turn == seat:
            return (*calls, Choice(Pass, seat))
        case Correcting() if seat in awaited(view):
            if phase.status == "proposed":
                return (Choice(AcceptMove, seat), Choice(ObjectToMove, seat))
            targets = OneOf(view.targets(phase.square))
            return (Choice(ProposeMove, seat, {"square": targets}), Choice(DeclineMove, seat))
        case _:
            return calls


def _arrangements(view: State, phase: Dealing) -> tuple[Choice, ...]:
    hand = tuple(known(number) for number in phase.hand)
    alike: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for numbers in cornered(view, hand):
        alike.setdefault(tuple(sorted(numbers)), []).append(numbers)
    found = []
    for tiles, ways in alike.items():
        tray = tuple(sorted((Counter(hand) - Counter(tiles)).elements()))
        domains: dict[str, Domain] = {
            "corners": OneOf(tuple(ways)),
            "tray": ArrangementOf(tray, TRAY),
        }
        found.append(Choice(Arrange, phase.seat, domains))
    return tuple(found)


def _by_number(view: State, seat: Seat) -> dict[int, tuple[int, ...]]:
    """The slots of a tray by the number in them, ascending."""
    found: dict[int, tuple[int, ...]] = {}
    for slot in MIDDLE:
        number = known(view.slot(seat, slot).number)
        found[number] = (*found.get(number, ()), slot)
    return dict(sorted(found.items()))


def _swaps(view: State, seat: Seat) -> tuple[Choice, ...]:
    if not view.placed:
        return ()
    return tuple(
        _choice(SwapTile, seat, number, square=squares, slot=slots)
        for number, slots in _by_number(view, seat).items()
        if (squares := view.swappable(number))
    )


def _placings(view: State, phase: Holding) -> tuple[Choice, ...]:
    """45-TRN-02, 45-TRN-03: on a legal square; 45-LEG-04: or aside, where there is none."""
    seat, tile = phase.seat, known(phase.tile)
    squares = view.legal(tile)
    drawn = (
        _choice(PlaceTile, seat, tile, square=squares)
        if squares
        else _choice(PutAside, seat, tile, slot=(None,))
    )
    trades = []
    for number, slots in _by_number(view, seat).items():
        if squares := view.legal(number):
            trades.append(_choice(TradeTile, seat, number, slot=slots, square=squares))
        elif view.options.aside_traded:
            trades.append(_choice(PutAside, seat, number, slot=slots))
    return (drawn, *trades)


def _choice(
    kind: type[PlaceTile | TradeTile | PutAside | SwapTile],
    seat: Seat,
    number: int,
    **fields: tuple[int | None, ...],
) -> Choice:
    domains = {name: OneOf(values) for name, values in fields.items()}
    return Choice(kind, seat, {**domains, "number": OneOf((number,))})


def awaited(state: State) -> tuple[Seat, ...]:
    """Whom the table waits for."""
    match state.phase:
        case Dealing(seat=seat, hand=hand):
            return (seat,) if len(hand) == state.dealt else ()
        case Turn(seat=seat) | Holding(seat=seat) | Closing(seat=seat):
            return (seat,)
        case Correcting(seat=seat, status="asked"):
            return (seat,)
        case Correcting(seat=owner, status="proposed", accepted=accepted, objected=objected):
            spoken = (owner, *accepted, *objected)
            return tuple(seat for seat in range(state.seats) if seat not in spoken)
        case _:
            return ()
