"""For tests of games: a table in memory, and the laws every game must keep.

- `Sitting` plays a game with nothing written, for tests of single rules.
- `assert_lawful` plays one random match and holds it against the laws listed in `laws`.
- `two_worlds` holds together what a reader receives of two matches it must not tell apart.
- `assert_disputes_tell_nothing` disputes every event of a match.
- `assert_nothing_secret` looks for salts, seed and secrets in all that a reader receives.
- `assert_same_elsewhere` plays a match in other processes, where sets stand in another order.
- `machine_for` is a hypothesis state machine that does all of it; only this needs hypothesis.
- `Laws`, `assert_told`, `assert_copy`, `refines` and `anything` are what they are made of.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ledger.game import Game
from ledger.testing.anything import anything
from ledger.testing.elsewhere import assert_same_elsewhere
from ledger.testing.lawful import assert_copy, assert_lawful, assert_told
from ledger.testing.laws import Laws
from ledger.testing.quarrels import assert_disputes_tell_nothing
from ledger.testing.refining import refines
from ledger.testing.silence import assert_nothing_secret
from ledger.testing.sitting import Sitting
from ledger.testing.worlds import Alike, two_worlds

if TYPE_CHECKING:
    from ledger.testing.machine import LawfulMachine

__all__ = [
    "Alike",
    "Laws",
    "Sitting",
    "anything",
    "assert_copy",
    "assert_disputes_tell_nothing",
    "assert_lawful",
    "assert_nothing_secret",
    "assert_same_elsewhere",
    "assert_told",
    "machine_for",
    "refines",
    "two_worlds",
]


def machine_for(
    game: Game[Any, Any, Any, Any], seats: int, options: Mapping[str, Any] | None = None
) -> "type[LawfulMachine]":
    """A hypothesis `RuleBasedStateMachine` that plays a game and holds it against its laws.

    In a test suite::

        TestMyGame = machine_for(MY_GAME, 3).TestCase
        TestMyGame.settings = settings(max_examples=20, deadline=None)

    Args:
        seats: how many play.
        options: the game's options that differ from its defaults.
    """
    from ledger.testing.machine import build

    return build(game, seats, options)
