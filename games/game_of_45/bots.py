"""How bots of simulations play, so that their matches go as people's do."""

from collections import Counter

from ledger import Choice, known
from ledger.games.game_of_45.events import Call, PutAside, SwapTile, TradeTile
from ledger.games.game_of_45.state import Holding, State


def weigh(view: State, choice: Choice) -> int:
    """How often a bot takes a choice beside the others: it wants its Home Row together.

    It calls when it may, rather draws than swaps, trades what it has twice for what it lacks, and
    seldom gives away what it needs.
    """
    if choice.action is Call:
        return 2000
    act = choice.sample(lambda _: 0)
    if not isinstance(act, TradeTile | SwapTile | PutAside) or act.slot is None:
        return 200
    home = Counter(known(number) for number in view.home_numbers(choice.seat))
    if home[act.number] == 1:
        return 1
    if isinstance(view.phase, Holding):
        return 1 if home[known(view.phase.tile)] else 1000
    return 40
