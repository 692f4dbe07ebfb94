"""With the page on randomness the draws of recorded matches can be derived again from the seed."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger import Consequence, Ledger, Match, find_game, game_names, kind_of

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "randomness.md").read_text()
TABLE = PAGE.partition("\n## The pools\n")[2].partition("\n## ")[0]

_page: dict[str, Any] = {}
(_code,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.S | re.M)
exec(_code, _page)  # as the page has it
index = _page["index"]

RANKS = ["8", "9", "10", "J", "Q", "K", "A"]
WHOLE = {
    "card_laid": [rank + suit for rank in RANKS for suit in "cdhs"],
    "token_revealed": [*range(10)],
    "danger_card_revealed": ["01-09", "10-19", "20-29", "30-39", "40-49"],
    "card_drawn": [
        *map(str, range(1, 49)),
        *["1-24"] * 3,
        *["25-40"] * 2,
        *["41-48"] * 2,
        *["49"] * 5,
    ],
}


def test_the_page_names_every_draw_of_every_game() -> None:
    """Also whether a seat stands in its stream: it does unless it is what is drawn."""
    told = {
        (game, kind, seat == "seat")
        for game, kinds, seat in re.findall(r"^\| (\S+) \| (`.+?) \| (-|seat) \|", TABLE, re.M)
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert told == {
        (name, kind_of(event), "seat" in event.__struct_fields__ and event.drawn != "seat")
        for name in game_names()
        for event in find_game(name).consequences
        if event.drawn
    }


@pytest.mark.whole_matches
@pytest.mark.parametrize(
    "name",
    [
        *(path.relative_to(ROOT / "fixtures") for path in ROOT.glob("fixtures/*/seed-opened.db")),
        "game-of-45/drawn-again.db",
        "game-of-49/second-auction.db",
        "game-of-49/slips-taken-back.db",
        "fifty/most-points.db",
        "monopoly-bid/drawn-again.db",
        "monopoly-bid/own-decks.db",
        "everything-must-go/keep-unsold.db",
    ],
    ids=str,
)
def test_every_draw_of_a_match_is_derived_from_its_seed(name: Path | str) -> None:
    with Ledger(ROOT / "fixtures" / name, "read") as book:
        match = book.match()
        assert sum(1 for _ in drawn_again(match)) > 0


def drawn_again(match: Match) -> Iterator[int]:
    """The seq of each draw, after it was held against the page."""
    log: list[Any] = [entry.event for entry in match.events("auditor")]
    seed = log[0].seed
    for seq, event in enumerate(log, start=1):
        if not isinstance(event, Consequence) or not event.drawn:
            continue
        gone = match.taken_back(to=seq - 1)
        stands = [e for n, e in enumerate(log[: seq - 1], start=1) if n not in gone]
        kind, seat = kind_of(event), None if event.drawn == "seat" else getattr(event, "seat", None)
        number = sum(
            kind_of(other) == kind and seat in {None, getattr(other, "seat", None)}
            for other in stands
        )
        pool = pool_of(kind, seat, match.view("auditor", at=seq - 1), stands)
        assert pool[index(seed, kind, seat, number, len(pool))] == getattr(event, event.drawn), seq
        yield seq


def pool_of(kind: str, seat: int | None, view: Any, log: list[Any]) -> list[Any]:
    """What the page's table says, where ``view`` tells what lies where."""
    if kind.startswith("first_"):
        return [*range(len(log[0].seats))]
    if hasattr(view, "cash"):
        if kind == "penalty_card_drawn":
            return [n for n, chip in enumerate(view.chips, 1) if chip and chip.seat == seat]
        up = [event.card for event in log if kind_of(event) == "card_drawn"]
        return less(WHOLE["card_drawn"], up)
    if hasattr(view, "pennies"):
        aces = view.options.aces == "value14"
        whole = WHOLE["card_laid"] if aces else WHOLE["card_laid"][:-4]
        return less(whole, [view.top], view.showing, *view.hands)
    if hasattr(view, "tokens"):
        return less(WHOLE[kind], view.tokens if kind == "token_revealed" else view.dangers)
    if hasattr(view, "trays"):
        tiles = [digit for digit in range(10) for _ in range(view.options.tiles_per_digit)]
        trays = [slot.number for tray in view.trays for slot in tray]
        board = [tile.number for tile in view.board if tile]
        lying = getattr(view.phase, "hand", ()), getattr(view.phase, "numbers", ())
        return less(tiles, trays, board, view.aside, *lying)
    laid = [card for groups in view.groups for group in groups for card in group.cards]
    coming = [landing.card for landing in view.landing]
    if kind == "property_turned":
        return less(listed(view.options.property_deck), laid, coming, view.returned)
    whole = [*listed(view.options.money_deck), *listed(view.options.action_deck)]
    hands = [card for hand in view.hands for card in hand.all()]
    return less(whole, hands, view.discard, laid, coming, view.stack, *view.open_bids)


def listed(deck: dict[Any, int]) -> list[Any]:
    return [card for card, count in deck.items() for _ in range(count)]


def less(whole: list[Any], *elsewhere: Iterable[Any]) -> list[Any]:
    """Without as many of each as lie elsewhere."""
    lying = Counter(card for place in elsewhere for card in place)
    left = []
    for card in whole:
        if lying[card]:
            lying[card] -= 1
        else:
            left.append(card)
    return left
