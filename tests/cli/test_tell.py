"""How events of the house are told, and those a game tells nothing about."""

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Event, NeedsDisclosure, RulesAdopted, SealsOpened, tell
from tests.sealed_game import SEALED, Bid, BidsRevealed, CardDrawn

NAMES = ("Ann", "Bob")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (SealsOpened("seed"), "The seed is opened to everybody; it proves every draw."),
        (SealsOpened("all"), "All seals are opened to everybody."),
        (RulesAdopted(2), "From here on the match is played under rules 2."),
        (CardDrawn(1, 7), "card_drawn: Bob, card 7"),
        (CardDrawn(1, HIDDEN), "card_drawn: Bob, card hidden"),
        (Bid(7, ()), "bid: seat 7, cards ()"),
        (BidsRevealed(((1, 2), ())), "bids_revealed: bids ((1, 2), ())"),
    ],
)
def test_told(event: Event, text: str) -> None:
    assert tell(SEALED, event, NAMES) == text


def test_a_game_that_looks_while_it_tells() -> None:
    def look(event: object, names: object) -> str:
        raise NeedsDisclosure

    assert tell(replace(SEALED, tell=look), CardDrawn(0, HIDDEN), NAMES).startswith("card_drawn: ")
