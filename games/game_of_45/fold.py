"""What each event changes. Nothing here looks at a secret, and nothing here judges."""

from typing import assert_never

from msgspec.structs import replace

from ledger import HIDDEN, Seat
from ledger.games.common import at, clockwise, put
from ledger.games.game_of_45 import calling
from ledger.games.game_of_45.board import SQUARES, corners
from ledger.games.game_of_45.events import (
    AcceptMove,
    Arrange,
    BonusScored,
    Call,
    CallRejected,
    CorrectionImpossible,
    CorrectionMoot,
    CorrectionOpened,
    DeclineMove,
    DrawTile,
    FirstSeatSet,
    Happening,
    HomeRowScored,
    HomeRowShown,
    LotDrawn,
    LotsTied,
    MatchWon,
    ObjectToMove,
    Pass,
    PlaceTile,
    ProposeMove,
    PutAside,
    RoundDied,
    RoundEnded,
    RoundStarted,
    RowsForfeited,
    SwapTile,
    TileDrawn,
    TileKept,
    TileMoved,
    TilePlaced,
    TilePutAside,
    TilesReturned,
    TileTaken,
    TileVoided,
    TradeTile,
)
from ledger.games.game_of_45.flow import dead, is_over
from ledger.games.game_of_45.state import (
    AnyPhase,
    Called,
    Closing,
    Correcting,
    Dealing,
    Drawing,
    Ending,
    Holding,
    Judging,
    Lots,
    Over,
    Paused,
    Resolving,
    Revealing,
    Scoring,
    Slot,
    Starting,
    State,
    Tile,
    Turn,
)


def evolve(state: State, event: Happening) -> State:
    """What an event changes. It is handed only what check allows and settle says."""
    match event:
        case LotDrawn() | LotsTied() | FirstSeatSet() | RoundStarted() | RoundEnded():
            return _around(state, event)
        case TileDrawn() | TilesReturned() | Arrange():
            return _dealing(state, event)
        case DrawTile():
            return _to(state, Drawing(event.seat))
        case PlaceTile() | TradeTile() | PutAside() | SwapTile():
            return _to(state, _chosen(state, event))
        case TileKept() | TileTaken() | TilePlaced() | TilePutAside() | Pass():
            return _turning(state, event)
        case Call() | CallRejected() | RoundDied() | HomeRowShown():
            return _called(state, event)
        case HomeRowScored() | BonusScored() | MatchWon():
            return _scored(state, event)
        case (
            CorrectionOpened()
            | CorrectionMoot()
            | CorrectionImpossible()
            | ProposeMove()
            | DeclineMove()
            | AcceptMove()
            | ObjectToMove()
            | TileMoved()
            | TileVoided()
            | RowsForfeited()
        ):
            return _correcting(state, event)
    assert_never(event)


# -- between rounds


def _around(
    state: State, event: LotDrawn | LotsTied | FirstSeatSet | RoundStarted | RoundEnded
) -> State:
    match event:
        case LotDrawn():
            lots = at(state.phase, Lots)
            drawn = replace(lots, numbers=(*lots.numbers, event.number))
            return _to(replace(state, pouch=state.pouch - 1), drawn)
        case LotsTied():
            return _to(_cleared(state), Lots(event.seats))
        case FirstSeatSet():
            return _to(replace(_cleared(state), first=event.seat), Starting())
        case RoundStarted():
            begun = replace(_cleared(state), round=event.round, first=event.seat)
            return _to(begun, Dealing(event.seat))
        case RoundEnded():
            return _ended(state)
    assert_never(event)


def _ended(state: State) -> State:
    """45-Q-08: on to the next round, with its first seat or without; or to the winner."""
    if is_over(state):
        return _to(state, Judging())
    if state.first is None or state.options.next_first == "redraw":
        return _to(replace(_cleared(state), first=None), Lots(tuple(range(state.seats))))
    return _to(replace(_cleared(state), first=state.next(state.first)), Starting())


def _cleared(state: State) -> State:
    """The board, the trays and the pouch as before a round."""
    return replace(
        state,
        pouch=len(state.tiles),
        trays=((),) * state.seats,
        board=(None,) * SQUARES,
        aside=(),
        forfeited=(),
        turns=0,
        passes=0,
        emptied=None,
        placed=0,
        fresh=0,
    )


# -- drawing and laying out


def _dealing(state: State, event: TileDrawn | TilesReturned | Arrange) -> State:
    match event:
        case TileDrawn():
            return _drawn(replace(state, pouch=state.pouch - 1), event)
        case TilesReturned():
            return _to(replace(state, pouch=state.pouch + state.dealt), Dealing(event.seat))
        case Arrange():
            return _arranged(state, event)
    assert_never(event)


def _drawn(state: State, event: TileDrawn) -> State:
    if isinstance(state.phase, Dealing):
        return _to(state, replace(state.phase, hand=(*state.phase.hand, event.number)))
    if not state.pouch:
        state = replace(state, emptied=event.turn)
    return _to(state, Holding(event.seat, event.number))


def _arranged(state: State, event: Arrange) -> State:
    """45-SET-07: on to the next seat clockwise or, when all have laid out, to the first turn."""
    seat, board = event.seat, state.board
    for square, number in zip(corners(state.seats, seat), event.corners, strict=True):
        board = put(board, square, Tile(number, seat))
    tray = tuple(Slot(number) for number in event.tray)
    laid = replace(state, board=board, trays=put(state.trays, seat, tray))
    after = state.next(seat)
    return _to(laid, Turn(after) if after == state.first else Dealing(after))


# -- a turn


def _chosen(state: State, act: PlaceTile | TradeTile | PutAside | SwapTile) -> Resolving:
    """What is to be done: a tile that leaves a tray takes along when it came there."""
    seat, number, now = act.seat, act.number, state.turns + 1
    slot = None if isinstance(act, PlaceTile) else act.slot
    square = None if isinstance(act, PutAside) else act.square
    if slot is None:
        return Resolving(seat, number, now, square)
    turn = state.slot(seat, slot).turn
    tile = None if isinstance(act, SwapTile) else at(state.phase, Holding).tile
    return Resolving(seat, number, turn, square, slot, tile, kept=False)


def _turning(state: State, event: TileKept | TileTaken | TilePlaced | TilePutAside | Pass) -> State:
    seat = event.seat
    match event:
        case TileKept():
            kept = at(state.phase, Resolving).tile
            return _into_tray(state, event, Slot(HIDDEN if kept is None else kept, state.turns + 1))
        case TileTaken():
            board = put(state.board, event.square, None)
            return _into_tray(replace(state, board=board), event, Slot(event.number, None))
        case TilePlaced():
            order = state.placed + 1
            board = put(state.board, event.square, Tile(event.number, seat, order))
            return _turned(replace(state, board=board, placed=order, fresh=order, passes=0), seat)
        case TilePutAside():
            aside = (*state.aside, event.number)
            return _turned(replace(state, aside=aside, fresh=0, passes=0), seat)
        case Pass():
            if isinstance(state.phase, Closing):
                return _to(state, Turn(state.next(seat)))
            return _turned(replace(state, fresh=0, passes=state.passes + 1), seat)
    assert_never(event)


def _into_tray(state: State, event: TileKept | TileTaken, slot: Slot) -> State:
    """45-Q-04: exactly there where the other tile stood."""
    tray = put(state.trays[event.seat], event.slot - 1, slot)
    resolving = replace(at(state.phase, Resolving), kept=True)
    return _to(replace(state, trays=put(state.trays, event.seat, tray)), resolving)


def _turned(state: State, seat: Seat) -> State:
    """The turn is over. Who moved a tile and has a row may still call if the round is dead now."""
    state = replace(state, turns=state.turns + 1)
    if dead(state) and not state.passes and calling.may_have(state, seat):
        return _to(state, Closing(seat))
    return _to(state, Turn(state.next(seat)))


# -- the end of a round


def _called(state: State, event: Call | CallRejected | RoundDied | HomeRowShown) -> State:
    phase = state.phase
    match event:
        case Call():
            back = phase if isinstance(phase, Holding | Closing) else at(phase, Turn)
            return _to(state, Called(event.seat, event.row, event.second, back))
        case CallRejected():
            return _to(_with(state, event.seat, event.points), at(phase, Called).back)
        case RoundDied():
            if state.options.dead_round == "void":
                return _to(state, Ending())
            return _to(state, Revealing(tuple(clockwise(state.first or 0, state.seats))))
        case HomeRowShown():
            return _shown(state, event)
    assert_never(event)


def _shown(state: State, event: HomeRowShown) -> State:
    """45-SCR-02: all trays, the caller's first; a tile just drawn goes back unseen."""
    phase = state.phase
    if isinstance(phase, Called):
        if isinstance(phase.back, Holding):
            state = replace(state, pouch=state.pouch + 1)
        seats = tuple(clockwise(phase.seat, state.seats))
        phase = Revealing(seats, phase.seat, phase.row)
    revealing = at(phase, Revealing)
    tray = tuple(map(Slot, event.tray, event.turns))
    state = replace(state, trays=put(state.trays, event.seat, tray))
    left = revealing.seats[1:]
    if left:
        return _to(state, replace(revealing, seats=left))
    first = state.first or 0 if revealing.caller is None else revealing.caller
    seats = tuple(clockwise(first, state.seats))
    return _to(state, Scoring(seats, revealing.caller, revealing.row))


def _scored(state: State, event: HomeRowScored | BonusScored | MatchWon) -> State:
    if isinstance(event, MatchWon):
        return _to(state, Over(event.winners, event.clause))
    scoring = at(state.phase, Scoring)
    if isinstance(event, BonusScored):
        scoring = replace(scoring, row=None)
    else:
        scoring = replace(scoring, seats=scoring.seats[1:])
    scored = _with(state, event.seat, event.points)
    return _to(scored, scoring if scoring.seats or scoring.row is not None else Ending())


def _with(state: State, seat: Seat, points: int) -> State:
    return replace(state, scores=put(state.scores, seat, state.scores[seat] + points))


# -- a correction


def _correcting(
    state: State,
    event: CorrectionOpened
    | CorrectionMoot
    | CorrectionImpossible
    | ProposeMove
    | DeclineMove
    | AcceptMove
    | ObjectToMove
    | TileMoved
    | TileVoided
    | RowsForfeited,
) -> State:
    if isinstance(event, CorrectionOpened):
        return _to(state, Correcting(event.seat, event.square, _paused(state.phase)))
    phase = at(state.phase, Correcting)
    match event:
        case CorrectionMoot():
            return _resumed(state, phase.back)
        case ProposeMove():
            return _to(state, replace(phase, status="proposed", to=event.square))
        case DeclineMove() | CorrectionImpossible():
            return _to(state, replace(phase, status="refused"))
        case AcceptMove():
            return _to(state, replace(phase, accepted=(*phase.accepted, event.seat)))
        case ObjectToMove():
            return _to(state, replace(phase, objected=(*phase.objected, event.seat)))
        case TileMoved():
            return _resumed(_moved(state, event), phase.back)
        case TileVoided():
            tile = state.board[event.square]
            voided = replace(tile, voided=True) if tile else None
            board = put(state.board, event.square, voided)
            return _to(replace(state, board=board), replace(phase, status="voided"))
        case RowsForfeited():
            more = tuple(row for row in event.rows if row not in state.forfeited)
            return _resumed(replace(state, forfeited=(*state.forfeited, *more)), phase.back)
    assert_never(event)


def _moved(state: State, event: TileMoved) -> State:
    """45-Q-40: it is the tile put last on the rows it has come to, and still its owner's."""
    order, old = state.placed + 1, state.board[event.square]
    board = put(state.board, event.square, None)
    board = put(board, event.to, Tile(event.number, event.seat, order))
    fresh = order if old and old.order == state.fresh else state.fresh
    return replace(state, board=board, placed=order, fresh=fresh)


def _resumed(state: State, back: Paused) -> State:
    """45-Q-51: play, or the correction before; its owner names another square if that has gone."""
    named = back.to if isinstance(back, Correcting) else None
    if isinstance(back, Correcting) and named not in (None, *state.targets(back.square)):
        return _to(state, Correcting(back.seat, back.square, back.back))
    return _to(state, back)


def _paused(phase: AnyPhase) -> Paused:
    if isinstance(phase, Turn | Drawing | Holding | Closing):
        return phase
    return at(phase, Correcting)


def _to(state: State, phase: AnyPhase) -> State:
    return replace(state, phase=phase)
