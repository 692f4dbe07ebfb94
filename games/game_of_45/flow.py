"""What follows by itself (settle), what each event changes (evolve), and how it ends."""

from functools import partial
from typing import assert_never

from ledger import Chance, GameError, Outcome, Rest, known, rest_of
from ledger.games.common import best
from ledger.games.game_of_45 import calling
from ledger.games.game_of_45.board import FULL
from ledger.games.game_of_45.correcting import correct
from ledger.games.game_of_45.events import (
    BonusScored,
    Call,
    CallRejected,
    FirstSeatSet,
    Happening,
    HomeRowScored,
    HomeRowShown,
    LotDrawn,
    LotsTied,
    MatchWon,
    Reason,
    RoundDied,
    RoundEnded,
    RoundStarted,
    TileDrawn,
    TileKept,
    TilePlaced,
    TilePutAside,
    TilesReturned,
    TileTaken,
)
from ledger.games.game_of_45.judge import cornered
from ledger.games.game_of_45.options import MATCH_ROUNDS, PENALTY, TARGETS
from ledger.games.game_of_45.state import (
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
    Resolving,
    Revealing,
    Scoring,
    Starting,
    State,
    Turn,
)


def settle(state: State, chance: Chance) -> Happening | None:
    """What the table does next by itself; None where it waits for a seat, and at the end."""
    phase = state.phase
    match phase:
        case Lots():
            return _draw_lots(state, phase, chance)
        case Starting():
            if state.first is None:
                raise GameError("a round of 45 begins, and nobody is first")
            return RoundStarted(state.round + 1, state.first)
        case Dealing():
            return _deal(state, phase, chance)
        case Turn():
            reason = dead(state)
            return RoundDied(reason) if reason else None
        case Drawing():
            pool, turn = partial(pouch, state), state.turns + 1
            return chance.draw(TileDrawn, pool, seat=phase.seat, turn=turn)
        case Holding() | Closing():
            return None
        case Resolving():
            return _resolve(state, phase)
        case Called():
            if calling.is_right(state, Call(phase.seat, phase.row, phase.second)):
                return _show(state, phase.seat)
            return CallRejected(phase.seat, PENALTY)
        case Correcting():
            return correct(state, phase)
        case Revealing():
            return _show(state, phase.seats[0])
        case Scoring():
            return _score(state, phase)
        case Ending():
            return RoundEnded(state.round)
        case Judging():
            return MatchWon(*judged(state))
        case Over():
            return None
    assert_never(phase)


def pouch(state: State) -> Rest[int]:
    """45-Q-13: what may be in the pouch: every tile that lies nowhere else, ascending."""
    elsewhere = [[slot.number for slot in tray] for tray in state.trays]
    match state.phase:
        case Dealing(hand=hand):
            elsewhere.append(list(hand))
        case Lots(numbers=numbers):
            elsewhere.append(list(numbers))
        case _:
            pass
    on_board = [tile.number for tile in state.board if tile]
    return rest_of(state.tiles, *elsewhere, on_board, state.aside)


def _draw_lots(state: State, lots: Lots, chance: Chance) -> Happening:
    if len(lots.numbers) < len(lots.seats):
        seat = lots.seats[len(lots.numbers)]
        return chance.draw(LotDrawn, pouch(state), seat=seat)
    tied = best(dict(zip(lots.seats, lots.numbers, strict=True)))
    return FirstSeatSet(tied[0]) if len(tied) == 1 else LotsTied(tied)


def _deal(state: State, phase: Dealing, chance: Chance) -> Happening | None:
    """45-Q-06, 45-Q-45: whether there is something to arrange only the seat's own tiles tell.

    On an empty board four seats' first can always lay a corner, so nothing is looked at.
    """
    if len(phase.hand) < state.dealt:
        return chance.draw(TileDrawn, partial(pouch, state), seat=phase.seat, turn=0)
    if state.seats == 4 and not state.corner_numbers():
        return None
    hand = tuple(known(number) for number in phase.hand)
    return None if cornered(state, hand) else TilesReturned(phase.seat)


def _resolve(state: State, phase: Resolving) -> Happening:
    seat, number, slot, turn = phase.seat, phase.number, phase.slot, phase.turn
    if not phase.kept and slot is not None:
        if phase.tile is not None:
            return TileKept(seat, slot)
        if phase.square is None or (tile := state.board[phase.square]) is None:
            raise GameError("a tile is taken from where there is none")
        return TileTaken(seat, phase.square, tile.number, slot)
    if phase.square is None:
        return TilePutAside(seat, number, slot, turn)
    return TilePlaced(seat, number, slot, turn, phase.square)


def dead(state: State) -> Reason | None:
    """45-Q-18, 45-Q-19: why the round ends without a caller; None if it goes on."""
    if state.passes == state.seats:
        return "passes"
    since = 0 if state.emptied is None else state.turns - state.emptied
    if since >= state.options.empty_pouch_turns:
        return "pouch"
    if state.turns >= state.options.max_turns_per_round:
        return "turns"
    return None


def _show(state: State, seat: int) -> HomeRowShown:
    tray = state.trays[seat]
    numbers = tuple(known(slot.number) for slot in tray)
    return HomeRowShown(seat, numbers, tuple(slot.turn for slot in tray))


def _score(state: State, phase: Scoring) -> Happening:
    """The caller first, with its bonus; then the others clockwise."""
    if phase.row is not None and phase.caller is not None and phase.caller not in phase.seats:
        points = calling.bonus(state, phase.caller, phase.row)
        return BonusScored(phase.caller, phase.row, calling.missing(state, phase.row), points)
    seat = phase.seats[0]
    return HomeRowScored(seat, FULL if calling.has_home(state, seat) else 0)


def judged(state: State) -> tuple[tuple[int, ...], str]:
    """45-Q-33: who has won, and by which clause."""
    winners = best(dict(enumerate(state.scores)))
    return winners, "45-SCR-01" if len(winners) == 1 else "45-Q-33"


def is_over(state: State) -> bool:
    """45-SCR-01, 45-Q-33, 45-Q-19: whether the match ends with the round that has just ended."""
    if state.round >= state.options.max_rounds:
        return True
    target = TARGETS[state.options.end]
    reached = state.round >= MATCH_ROUNDS if target is None else max(state.scores) >= target
    tied = len(judged(state)[0]) > 1
    return reached and not (tied and state.options.tie == "extra_round")


def outcome(state: State) -> Outcome | None:
    """Who has won, and why; None while the match runs."""
    if not isinstance(state.phase, Over):
        return None
    winners, clause = state.phase.winners, state.phase.clause
    points = state.scores[winners[0]]
    rounds = f"after {state.round} {'round' if state.round == 1 else 'rounds'}"
    text = f"Most points {rounds}: {points}." if len(winners) == 1 else f"{points} each {rounds}."
    return Outcome(winners, clause, text)
