"""What a clause of Everything Must Go says of a seat that must pass."""

from ledger.games.everything_must_go import GAME

from .table import A, lay


def test_the_seat_that_must_pass_is_one_that_can_start_no_auction() -> None:
    """One that can buy nothing may still have the pennies for half the price."""
    state = lay(pennies=(7, 20, 20, 20))
    assert {choice.kind for choice in GAME.legal(state, A)} == {"start_auction", "pass"}
    clause = GAME.clauses.get("EMG-Q-25")
    assert clause is not None and clause.text.startswith("A seat that can start no auction passes;")
