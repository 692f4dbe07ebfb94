"""Who knows what, at every moment; seals that are opened, and those that stay closed."""

from pathlib import Path
from typing import Any

import pytest

from ledger import Audience, Hidden, Ledger, Match, Opening
from ledger.games.game_of_45 import GAME
from ledger.games.game_of_45.events import (
    Arrange,
    Call,
    DrawTile,
    HomeRowShown,
    PutAside,
    SwapTile,
    TileDrawn,
    TilePlaced,
    TilePutAside,
    TradeTile,
)
from ledger.games.game_of_45.state import Holding, State

from .table import NAMES, E, N, S, W, book, fill, idle, lay_out, opened, put, trade

PLAN = {13: 2, 23: 4, 33: 6, 43: 5, 53: 7, 63: 8, 73: 9, 83: 0}
ALL: tuple[Audience, ...] = (S, W, N, E, "spectator")


def sees(match: Match, who: Audience, seat: int) -> str:
    """A seat's tray as somebody sees it."""
    view: State = match.view(who)
    return "".join("?" if isinstance(s.number, Hidden) else str(s.number) for s in view.trays[seat])


def open_to_all(match: Match, ledger: Ledger) -> set[tuple[int, str]]:
    """The seals that are open to everybody: seq and field."""
    rows = ledger.disclosures(match.id)
    return {(row.seq, row.field) for row in rows if row.audience == "all"}


@pytest.mark.clause("45-SET-02", "45-SET-06")
def test_while_trays_are_laid_out_all_see_the_corners_alone() -> None:
    with book() as ledger:
        match = ledger.new(GAME, NAMES, chance="declared")
        for lot in (9, 1, 1, 1):
            match.draw(lot)
        for number in (0, 2, 1, 3, 4, 6, 8, 9):
            match.draw(number, S)
        match.draw(5, S)
        match.act(Arrange(S, (5,), (0, 2, 1, 3, 4, 6, 8, 9)))
        for who in ALL:
            assert match.view(who).board[99].number == 5
            assert sees(match, who, S) == ("02134689" if who == S else "????????")
            drawn = [e.event for e in match.events(who) if isinstance(e.event, TileDrawn)]
            assert all(isinstance(e.number, Hidden) is (who != S) for e in drawn)


def test_after_a_draw_all_see_that_a_tile_was_drawn() -> None:
    with book() as ledger:
        match = opened(ledger)
        match.act(DrawTile(S))
        match.draw(7, S)
        for who in ALL:
            view: State = match.view(who)
            assert view.pouch == 63
            assert isinstance(view.phase, Holding)
            assert isinstance(view.phase.tile, Hidden) is (who != S)
            if who in (W, N, E):
                assert match.legal(who) == ()


@pytest.mark.clause("45-TRN-02", "45-TRN-03", "45-TRN-04")
def test_what_is_seen_is_opened_and_nothing_else() -> None:
    """Placed: its draw. Traded away: its slot, not what was drawn. Of a swap: the slot."""
    with book() as ledger:
        match = opened(ledger)
        assert not open_to_all(match, ledger)
        laid = {e.event.seat: e.seq for e in match.events() if isinstance(e.event, Arrange)}
        put(match, 7, 12)
        drawn = [e.seq for e in match.events() if isinstance(e.event, TileDrawn)][-1]
        assert open_to_all(match, ledger) == {(drawn, "number")}
        trade(match, 9, 2, 34)  # W: 0 from slot 2
        expected = {(drawn, "number"), (laid[W], "tray.1")}
        assert open_to_all(match, ledger) == expected
        assert sees(match, W, W) == "09112233"
        for who in ALL[:1] + ALL[2:]:
            assert sees(match, who, W) == "????????"
        match.act(SwapTile(N, 12, 5, 6))
        expected |= {(laid[N], "tray.4")}
        assert open_to_all(match, ledger) == expected
        for who in ALL[:2] + ALL[3:]:
            assert sees(match, who, N) == "????7???"
        assert sees(match, N, N) == "44557677"


@pytest.mark.clause("45-Q-13", "45-Q-12")
def test_what_goes_aside_is_opened_too() -> None:
    with book() as ledger:
        match = opened(ledger, tiles_per_digit=20)
        for square in (11, 22, 33, 44, 55, 66, 77):
            put(match, 3, square, anyway=True)
        put(match, 3, 88, anyway=True)
        match.act(DrawTile(S))
        match.draw(3, S)
        before = open_to_all(match, ledger)
        match.act(PutAside(S, 3))
        seq = [e.seq for e in match.events() if isinstance(e.event, TileDrawn)][-1]
        assert open_to_all(match, ledger) - before == {(seq, "number")}
        match.act(DrawTile(W))
        match.draw(9, W)
        match.act(PutAside(W, 3, 7))
        laid = {e.event.seat: e.seq for e in match.events() if isinstance(e.event, Arrange)}
        assert open_to_all(match, ledger) - before == {(seq, "number"), (laid[W], "tray.6")}
        assert match.view().aside == (3, 3)


@pytest.mark.clause("45-SCR-02")
def test_a_home_row_is_proved_by_what_sealed_each_of_its_tiles(tmp_path: Path) -> None:
    """As laid out, drawn in a trade, traded twice, and taken from the board in the open."""
    with book() as ledger:
        match = opened(ledger, trays={N: "44556377"})
        laid = {e.event.seat: e.seq for e in match.events() if isinstance(e.event, Arrange)}
        idle(match, W, PLAN)
        trade(match, 9, 1, 35)  # W's slot 1: a 9 drawn
        nine = match.seq - 3
        idle(match, E, PLAN)
        match.act(SwapTile(E, 35, 3, 9))  # E's slot 3: the 0 that W gave
        fill(match, "column-3", "24657890")
        before = open_to_all(match, ledger)
        match.act(Call(S, "column-3"))
        shown = [e.event for e in match.events("spectator") if isinstance(e.event, HomeRowShown)]
        assert [event.seat for event in shown] == [S, W, N, E]
        assert shown[0].tray == (0, 2, 1, 3, 4, 6, 8, 9) and shown[0].turns == (0,) * 8
        turn = next(e.event for e in match.events(W) if e.seq == nine)
        assert isinstance(turn, TileDrawn) and turn.number == 9
        assert shown[1].turns == (turn.turn, *(0,) * 7)
        assert shown[3].turns == (0, 0, None, *(0,) * 5)
        assert (
            Opening(TileDrawn, "number", 9, None, {"seat": W, "turn": turn.turn})
            in shown[1].opens()
        )
        assert len(shown[3].opens()) == 7
        fresh = open_to_all(match, ledger) - before
        assert (nine, "number") in fresh
        assert {(laid[S], f"tray.{i}") for i in range(8)} <= fresh
        assert (laid[W], "tray.0") in before and (laid[E], "tray.2") in before
        setup = {e.seq for e in match.events() if isinstance(e.event, TileDrawn)} - {
            e.seq for e in match.events() if getattr(e.event, "turn", 0)
        }
        assert not {(seq, "number") for seq in setup} & open_to_all(match, ledger)
        for who in ALL:
            match.export(tmp_path / f"{who}.db", who)
            with Ledger(tmp_path / f"{who}.db", "read", games=[GAME]) as copy:
                assert copy.replay().verdict == "unverified"
                assert copy.audit().verdict == "unverified"
                assert not copy.audit().findings
        assert match.audit().verdict == "clean"


def test_before_the_call_nobody_sees_anothers_tray_and_after_it_all_do() -> None:
    with book() as ledger:
        match = opened(ledger, trays={N: "44556377"})
        fill(match, "column-3", "24657890")
        for who in ALL:
            for seat in range(4):
                assert sees(match, who, seat).count("?") == (0 if who == seat else 8)
        match.act(Call(S, "column-3"))
        shown = [e.seq for e in match.events() if isinstance(e.event, HomeRowShown)]
        for who in ALL:
            view: State = match.view(who, shown[-1])
            assert not any(isinstance(s.number, Hidden) for tray in view.trays for s in tray)


@pytest.mark.clause("45-Q-25", "45-SCR-11")
def test_a_wrong_call_opens_nothing() -> None:
    with book() as ledger:
        match = opened(ledger)
        put(match, 7, 12)
        before = open_to_all(match, ledger)
        match.act(Call(S, "row-3"), anyway=True)
        assert open_to_all(match, ledger) == before


def test_a_refusal_is_told_to_its_sender_on_its_own_view() -> None:
    """Whether what S has drawn fits anywhere only S hears; to others it is another's turn."""
    with book() as ledger:
        match = opened(ledger)
        match.act(DrawTile(S))
        match.draw(7, S)
        refusal = match.refusal(PutAside(S, 7))
        assert refusal is not None and refusal.clause == "45-LEG-04"
        for number in (7, 8):
            for seat in (W, N, E):
                other = match.refusal(PutAside(seat, number))
                assert other is not None and other.reason == "it is another seat's turn"


def test_a_cheating_host_is_found_out() -> None:
    """What is placed must be what was drawn: the opening would not fit the seal."""
    placed = TilePlaced(S, 7, None, 3, 45)
    assert placed.opens() == (Opening(TileDrawn, "number", 7, None, {"seat": S, "turn": 3}),)
    assert TilePutAside(S, 7, 2, 0).opens() == (Opening(Arrange, "tray", 7, 1, {"seat": S}),)
    assert TilePlaced(S, 7, 2, None, 45).opens() == ()
    known: dict[str, Any] = {"seat": S, "turn": 5}
    assert TilePlaced(S, 7, 2, 5, 45).opens() == (Opening(TileDrawn, "number", 7, None, known),)


def test_a_round_later_other_trays_are_proved() -> None:
    """The seals of a turn are those of the latest round."""
    with book() as ledger:
        match = opened(ledger, max_turns_per_round=2)
        trade(match, 9, 1, 34)
        put(match, 1, 12)
        lay_out(match, {W: "33445566"}, first=W)
        match.act(DrawTile(W))
        match.draw(8, W)
        match.act(TradeTile(W, 1, 34, 3))
        put(match, 1, 12)
        assert match.view().round == 3
        assert match.audit().verdict == "clean"
        assert match.replay().verdict == "exact"
