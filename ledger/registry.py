"""The installed games, found through the entry points of the group ``ledger.games``."""

import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ledger.entry_points import EntryPoint, entry_points
from ledger.errors import GameError, UnknownGame
from ledger.game import Game
from ledger.given import taking

GROUP = "ledger.games"


def names() -> tuple[str, ...]:
    """The names of the installed games, sorted."""
    return tuple(sorted({point.name for point in _points()}))


@taking
def find(name: str, own: Mapping[str, Game[Any, Any, Any, Any]] = {}) -> Game[Any, Any, Any, Any]:
    """The game of that name, loaded on first use.

    Args:
        own: games that the host brings along; they come before the installed ones.

    Raises:
        UnknownGame: none has that name, two packages claim it, or it cannot be loaded.
    """
    if name in own:
        return own[name]
    points = [point for point in _points() if point.name == name]
    if not points:
        known = ", ".join((*own, *names())) or "none"
        raise UnknownGame(f"no game is called {name[:60]!r}: installed are {known}")
    if len(points) > 1:
        packages = " and ".join(sorted(point.package for point in points))
        raise UnknownGame(f"two packages bring a game {name!r}: {packages}; uninstall one")
    try:
        game = points[0].load()
    except (Exception, SystemExit) as error:  # a stranger's package may fail in any way
        why = str(error) if isinstance(error, GameError) else repr(error)
        raise UnknownGame(f"the game {name!r} cannot be loaded: {why}") from error
    if not isinstance(game, Game) or game.name != name:
        found = f"a game called {game.name!r}" if isinstance(game, Game) else "no game"
        raise UnknownGame(f"the entry point {name!r} leads to {found}: the two names must be one")
    return game


def _points() -> tuple[EntryPoint, ...]:
    return _on(tuple(sys.path))


@lru_cache(maxsize=4)
def _on(path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The entry points on a path of imports. To search is slow, and a file asks for every match."""
    return entry_points(GROUP)
