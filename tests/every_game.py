"""The games that are played at random: two toys, and all that are installed, each with its tables.

What a random match passes of an installed game counts for no coverage (`conftest`): each rule has
a test of its own. The toys do count, at their smallest table: they are what `ledger.testing` is
tested with.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from ledger import Game, game_names
from ledger.games.everything_must_go import GAME as EVERYTHING_MUST_GO
from ledger.games.fifty import GAME as FIFTY
from ledger.games.game_of_45 import GAME as GAME_OF_45
from ledger.games.game_of_49 import GAME as GAME_OF_49
from ledger.games.monopoly_bid import GAME as MONOPOLY_BID

from .sealed_game import SEALED
from .tower_game import TOWER

AnyGame = Game[Any, Any, Any, Any]
TO_THE_END = 1000  # acts


class House(NamedTuple):
    """A table that plays with other options than the usual."""

    seats: int
    options: dict[str, Any]
    acts: int = TO_THE_END


class Worlds(NamedTuple):
    """Pairs of worlds that differ only in what one reader may not know."""

    seats: Sequence[int]  # the tables
    runs: int  # pairs of each table
    acts: int
    apart: tuple[float, ...]  # how often secret choices differ, in turn
    parts: frozenset[str]  # the kinds of the events that may reveal the difference
    secrets: int  # at a table no fewer draws and choices differ
    events: int  # and one of its pairs comes at least so far


class Played(NamedTuple):
    """How a game is played at random.

    Attributes:
        tables: for so many seats, the acts by which most of what can happen there has happened.
        worlds: None where nothing differs but what the match begins with.
    """

    game: AnyGame
    tables: Mapping[int, int]
    houses: tuple[House, ...] = ()
    worlds: Worlds | None = None

    @property
    def name(self) -> str:
        return self.game.name

    def of(self, *params: Any) -> Any:
        """Parameters of a test that plays it."""
        known = "-".join(str(part) for part in (self.name, *params) if not isinstance(part, House))
        counts = self.name not in game_names() and params[0] == min(self.tables)
        marks = [] if counts else [pytest.mark.whole_matches]
        return pytest.param(self, *params, marks=marks, id=known)


TINY: dict[str, Any] = {
    "property_deck": {"red": 2, "green": 3, "blue": 2},
    "money_deck": {"1": 14, "2": 14},
    "action_deck": {"wild": 2, "draw2": 4, "steal": 4, "nope": 6},
}
"""Few cards: piles run empty, hands without money are common, matches are short."""

EVERY_GAME = (
    Played(
        SEALED,
        dict.fromkeys(SEALED.seats, TO_THE_END),
        worlds=Worlds(
            SEALED.seats,
            15,
            60,
            (0.0, 0.3, 1.0),
            frozenset({"bids_revealed", "number_called"}),
            secrets=20,
            events=20,
        ),
    ),
    Played(TOWER, dict.fromkeys(TOWER.seats, TO_THE_END)),
    Played(
        GAME_OF_49,
        {2: TO_THE_END, 3: TO_THE_END, 4: TO_THE_END, 5: 200},
        (
            House(2, {"show_money": True}, 50),
            House(
                3,
                {
                    "minimum_bid": False,
                    "check_rule": False,
                    "full_range": "redraw",
                    "max_bid": 60,
                },
            ),
        ),
    ),
    Played(
        FIFTY,
        {3: TO_THE_END, 4: 22, 5: 6, 6: 8, 7: 8, 8: 10},
        (
            House(
                4,
                {
                    "interrupt_point": "interrupter",
                    "collision": "that_number_only",
                    "score_final": False,
                    "first_counter": "random",
                    "danger": True,
                    "reveal_at_end": False,
                },
                22,
            ),
            House(8, {"danger": True, "first_counter": "fixed"}, 10),
        ),
        Worlds(
            (3, 7), 4, 12, (0.0, 0.2, 1.0, 1.0), frozenset({"number_called"}), secrets=4, events=10
        ),
    ),
    Played(
        MONOPOLY_BID,
        dict.fromkeys(MONOPOLY_BID.seats, 40),
        (
            House(2, {**TINY, "stall_rounds": 2}, 70),
            House(
                3,
                {**TINY, "wild_starts_group": False, "stolen_wild": "keep_colour", "max_turns": 9},
                70,
            ),
            House(
                2, {**TINY, "property_pile_empty": "most_sets_wins", "trade_complete": False}, 70
            ),
            House(3, {**TINY, "trades": "off", "max_turns": 6, "reveal_at_end": True}, 70),
            House(
                2,
                {
                    "trade_complete": False,
                    "simultaneous_win": "host_first",
                    "first_host": 1,
                    "max_seats": 3,
                },
                70,
            ),
        ),
        Worlds(
            MONOPOLY_BID.seats,
            8,
            28,
            (0.0, 0.4),
            frozenset(
                {
                    "bids_revealed",
                    "raises_revealed",
                    "trade_executed",
                    "hands_kept",
                    "hand_thrown_in",
                }
            ),
            secrets=20,
            events=30,
        ),
    ),
    Played(
        GAME_OF_45,
        dict.fromkeys(GAME_OF_45.seats, 70),
        tuple(
            House(seats, options, 90)
            for seats in GAME_OF_45.seats
            for options in (
                {"tiles_per_digit": 4, "corner": "last_drawn", "call_window": "immediately"},
                {"max_turns_per_round": 9, "dead_round": "void", "next_first": "redraw"},
                {
                    "tiles_per_digit": 5,
                    "empty_pouch_turns": 2,
                    "end": "target300",
                    "max_rounds": 4,
                },
                {
                    "same_number_swap": True,
                    "aside_traded": False,
                    "tiles_per_digit": 6,
                    "tie": "extra_round",
                },
                {"bordering": "four", "objection": "majority", "vertical_2p": "flat45"},
            )
        ),
        Worlds(GAME_OF_45.seats, 5, 80, (0.0, 0.3, 1.0), frozenset(), secrets=20, events=50),
    ),
    Played(
        EVERYTHING_MUST_GO,
        {**dict.fromkeys(EVERYTHING_MUST_GO.seats, 60), 4: TO_THE_END},
        (
            House(3, {"aces": "value14", "deck_face_up": False, "keep_unsold": True}),
            House(
                4,
                {
                    "pool": 120,
                    "liquidation": "by_last_round",
                    "tie": "most_pennies",
                    "keep_unsold": True,
                },
            ),
            House(
                5,
                {
                    "pass": "only_if_broke",
                    "auction_base": "face",
                    "refill_above_30": "all_or_nothing",
                },
            ),
            House(6, {"stall_guard": False, "tie": "highest_card", "first_seat": 2, "pool": 121}),
        ),
        Worlds((3,), 4, 30, (0.0, 1.0), frozenset(), secrets=0, events=40),
    ),
)


def seeds(number: int) -> list[Any]:
    """Parameters: so many seeds, of which two count for coverage, an even one and an odd one."""
    mark = pytest.mark.whole_matches
    return [0, 1, *(pytest.param(seed, marks=mark) for seed in range(2, number))]


def tables() -> list[Any]:
    """Parameters: each game with each number of seats."""
    return [one.of(seats) for one in EVERY_GAME for seats in one.tables]


def ends() -> list[Any]:
    """Parameters: each game with the fewest seats and with the most."""
    return [one.of(end(one.tables)) for one in EVERY_GAME for end in (min, max)]


def small() -> list[Any]:
    """Parameters: each game with the fewest seats and with the next."""
    return [one.of(seats) for one in EVERY_GAME for seats in sorted(one.tables)[:2]]


def houses() -> list[Any]:
    """Parameters: each game with each of its other houses, counted from 1."""
    return [
        one.of(number, house) for one in EVERY_GAME for number, house in enumerate(one.houses, 1)
    ]


def houses_of(game: AnyGame) -> tuple[House, ...]:
    """A game's other houses."""
    (found,) = [one.houses for one in EVERY_GAME if one.game is game]
    return found
