"""Which draw the table waits for, whoever asks, wherever the match stands; and who may say it."""

from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, AwaitedDraw, Broken, Chance, Consequence, InvalidAction, Ledger
from ledger.games.game_of_49 import FirstSeatDrawn

from .forging import first, forced
from .sealed_game import SEALED, pool
from .tables import NAMES, a_ledger, play, sealed
from .test_house import clause_of
from .tower_game import TOWER, Lay


class CardTurned(Consequence, frozen=True):
    """A card that everybody sees, of those that may lie in a hand."""

    drawn: ClassVar = "card"
    card: int


def settle(s: Any, chance: Chance) -> Any:
    return SEALED.settle(s, chance) or chance.draw(CardTurned, pool(s))


TURNING = replace(
    SEALED,
    consequences=(*SEALED.consequences, CardTurned),
    settle=settle,
    evolve=lambda s, e: s if isinstance(e, CardTurned) else SEALED.evolve(s, e),
)


@pytest.mark.clause("HOUSE-03")
@pytest.mark.parametrize("who", ["Ann", "Bob", "spectator", "auditor"])
def test_a_public_draw_is_judged_by_what_everybody_sees(who: str) -> None:
    """Whoever enters it: a refusal would tell what lies in Ann's hand."""
    with a_ledger(games=(TURNING,)) as ledger:
        match = ledger.new(TURNING, NAMES[:2], chance="declared")
        for seat in (0, 1):
            for card in (1, 2, 3):
                match.draw(card + 3 * seat, seat)
        assert match.awaits_draw == AwaitedDraw("card_turned", "card", None, False)
        assert not match.awaited and not match.legal(0)  # though its rules would take a bid
        assert match.draw(3, who) == (CardTurned(3),)
        assert clause_of(match.draw, 13, who) == "HOUSE-03"


@pytest.mark.parametrize("odd", [{}, {"card": 1}, {"hidden": True}, HIDDEN])
def test_what_is_drawn_in_secret_is_said_and_no_object_stands_for_it(odd: Any) -> None:
    """Any object once read as HIDDEN, which then was not among the cards."""
    with a_ledger() as ledger:
        match = sealed(ledger, chance="declared", seed=None)
        before = match.head
        with pytest.raises(InvalidAction, match=r"^card: a whole number is wanted"):
            match.draw(odd, 0)
        assert match.head == before


@pytest.mark.clause("HOUSE-03")
def test_a_seat_that_is_drawn_is_entered_by_name_or_number_and_is_one_of_the_table() -> None:
    with Ledger(None) as ledger:
        match = ledger.new("49", ["Ann", "Ben"], chance="declared")
        for nobody in (2, "2", "Zoe", "Ks", "spectator"):
            assert clause_of(match.draw, nobody) == "HOUSE-03"
        for none in (True, [1], None):  # of no seat's form
            with pytest.raises(InvalidAction, match="a seat's number is wanted"):
                match.draw(none)
        match.draw(1)
        other = ledger.new("49", ["Ann", "Ben"], chance="declared")
        other.draw("Ben")
        for each in (match, other):
            assert next(each.events(after=1)).event == FirstSeatDrawn(1)


def test_while_the_game_stands_still_no_draw_is_awaited_by_who_opens_the_file(
    tmp_path: Path,
) -> None:
    with a_ledger(tmp_path / "game.db", games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, NAMES[:2], chance="declared")
        match.act(Lay(0, 10))
        match.dispute("Bob", 2, "too high for me")
    with a_ledger(tmp_path / "game.db", games=(TOWER,)) as ledger:
        match = ledger.match()
        assert match.awaits_draw is None
        match.rule()
        assert match.awaits_draw == AwaitedDraw("coin_flipped", "counts", 0, False)


def test_a_copy_that_cannot_know_what_is_due_awaits_no_draw(tmp_path: Path) -> None:
    looking = replace(
        SEALED, settle=lambda s, chance: [h.all() for h in s.hands] and SEALED.settle(s, chance)
    )
    with a_ledger(games=(looking,)) as ledger:
        play(sealed(ledger), 1).export(tmp_path / "copy.db", "Bob")
    with a_ledger(tmp_path / "copy.db", "read", games=(looking,)) as copy:
        assert copy.match().awaits_draw is None
        assert copy.match().awaited == (0,)


def test_what_a_seed_has_to_draw_nobody_enters(tmp_path: Path) -> None:
    """Not even where the seed is hidden and the copy's tail was cut before a draw."""
    with a_ledger() as ledger:
        play(sealed(ledger), 1).export(tmp_path / "copy.db", "Bob")
    with forced(tmp_path / "copy.db") as raw:
        for table in ("events", "disclosures"):
            raw.execute(f"DELETE FROM {table} WHERE seq > 3")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        assert copy.match().awaits_draw is None


def test_a_log_that_ends_where_something_is_due_was_cut(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        play(sealed(ledger))
    with forced(tmp_path / "game.db") as raw:
        cut = first(raw, "bids_revealed")
        raw.execute("DELETE FROM events WHERE seq >= ?", (cut,))
        raw.execute("DELETE FROM disclosures WHERE issued >= ?", (cut,))
    with a_ledger(tmp_path / "game.db", "read") as ledger:
        with pytest.raises(Broken, match="ends before its bids_revealed: cut") as broken:
            _ = ledger.match().awaits_draw
        assert (broken.value.seq, broken.value.check) == (cut - 1, "rules")
