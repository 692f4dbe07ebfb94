"""What the opening of all seals opens, and what it must have opened."""

from pathlib import Path
from typing import Any, assert_never

import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Action,
    Catalogue,
    Chance,
    Choice,
    Clause,
    Consequence,
    Game,
    Opening,
    Outcome,
    Own,
    Range,
    Refusal,
    Seat,
    Secret,
    known,
)

from .forging import forced
from .tables import a_ledger, play, sealed


class Options(Struct, frozen=True):
    """None."""


class Choose(Action, frozen=True):
    number: Own[int]


class Shown(Consequence, frozen=True):
    numbers: tuple[int, ...]

    def opens(self) -> tuple[Opening, ...]:
        return tuple(
            Opening(Choose, "number", number, where={"seat": seat})
            for seat, number in enumerate(self.numbers)
        )


class State(Struct, frozen=True):
    chosen: tuple[Secret[int] | None, ...]
    over: bool = False


def check(s: State, a: Choose) -> Refusal | None:
    if s.over or s.chosen[a.seat] is not None or known(a.number) not in (1, 2):
        return Refusal("DU-01", "choose 1 or 2, once")
    return None


def settle(s: State, chance: Chance) -> Choose | Shown | None:
    if s.over or any(number is None for number in s.chosen):
        return None
    return Shown(tuple(known(number) for number in s.chosen if number is not None))


def evolve(s: State, e: Choose | Shown) -> State:
    match e:
        case Choose():
            numbers = (*s.chosen[: e.seat], e.number, *s.chosen[e.seat + 1 :])
            return replace(s, chosen=numbers)
        case Shown():
            return replace(s, over=True)
    assert_never(e)


def awaited(s: State) -> tuple[Seat, ...]:
    return tuple(seat for seat, number in enumerate(s.chosen) if number is None)


DUEL: Game[State, Choose, Choose | Shown, Options] = Game(
    name="duel",
    title="Duel",
    version=1,
    seats=range(2, 3),
    options=Options,
    actions=(Choose,),
    consequences=(Shown,),
    clauses=Catalogue((Clause("DU-01", "all of it", "Choose 1 or 2, once."),)),
    start=lambda options, seats: State((None,) * seats),
    check=check,
    settle=settle,
    evolve=evolve,
    legal=lambda s, seat: (
        (Choice(Choose, seat, {"number": Range(1, 2)}),) if seat in awaited(s) else ()
    ),
    awaited=awaited,
    outcome=lambda s: Outcome((0, 1), "DU-01", "shared") if s.over else None,
    invariants=lambda s: (),
)


def test_all_is_opened_also_where_a_reveal_had_opened_everything() -> None:
    """There is nothing left to disclose then, and the earlier events are read as opened still."""
    with a_ledger(games=(DUEL,)) as ledger:
        match = ledger.new(DUEL, ("Ann", "Bob"), chance="declared")
        for seat in (0, 1):
            match.act(Choose(seat, 1 + seat))
        lived = [entry.event for entry in match.events("spectator", 1)][:2]
        match.open_seals("all")
        opened = [entry.event for entry in match.events("spectator", 1)][:2]
        assert opened == [Choose(0, 1), Choose(1, 2)]
        assert "HIDDEN" in repr(lived) and "HIDDEN" not in repr(match.view("spectator"))
        assert match.audit().verdict == "clean"


def test_what_was_opened_stays_open_whatever_is_recorded_after(over: Path) -> None:
    """To everybody, from the opening on; who reads up to an earlier event reads as before it."""
    with a_ledger(over) as ledger:
        match = ledger.match()
        count = match.seq
        before = repr([*match.events("spectator", 1)])  # a seed that is open is open for good
        match.open_seals("all")
        opened = repr([*match.events("spectator", 0, count + 1)])
        assert "HIDDEN" in before and "HIDDEN" not in opened
        for _ in range(4):
            match.dispute("Ann", 2, "I saw that card")
            match.withdraw_dispute("Ann")
            assert repr([*match.events("spectator", 0, count + 1)]) == opened
            assert repr([*match.events("spectator", 1, count)]) == before


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """A host's file with a match that is over."""
    with a_ledger(tmp_path / "host.db") as ledger:
        play(sealed(ledger))
    return tmp_path / "host.db"


def seals_check(path: Path) -> Any:
    with a_ledger(path, "read") as ledger:
        return next(check for check in ledger.audit().checks if check.name == "seals")


def test_opening_the_seed_opens_nothing_else(over: Path) -> None:
    with a_ledger(over) as ledger:
        seq = ledger.match().open_seals("seed") and ledger.match().seq
    with forced(over) as raw:
        raw.execute(
            "INSERT INTO disclosures SELECT match, seq, field, 'all', ?, salt, value "
            "FROM disclosures WHERE field = 'card' LIMIT 1",
            (seq,),
        )
    assert seals_check(over).status == "failed"


@pytest.mark.parametrize("scope", ["seed", "all"])
def test_what_was_opened_must_be_there(over: Path, scope: Any) -> None:
    """Without it the file says more than it shows: nothing is broken, nothing is clean."""
    with a_ledger(over) as ledger:
        ledger.match().open_seals(scope)
    assert seals_check(over).status == "ok"
    with forced(over) as raw:
        raw.execute("DELETE FROM disclosures WHERE seq = 1 AND audience = 'all'")
    assert seals_check(over).status == "unverified"


def test_a_hosts_file_has_what_opens_every_seal_for_every_reader(over: Path) -> None:
    """Also where another disclosure opens the same seal."""
    with a_ledger(over) as ledger:
        ledger.match().open_seals("all")
    with forced(over) as raw:
        raw.execute("DELETE FROM disclosures WHERE seq = 2 AND audience = '0'")
    assert seals_check(over).status == "unverified"
    assert "lacks" in seals_check(over).detail
