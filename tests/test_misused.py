"""What a program without a type checker may hand over, as from a form, gets one clear sentence."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ledger import InvalidOption, Ledger, LedgerError, Match, Misused, UnknownMatch

from .tables import a_ledger, play, sealed


@pytest.fixture
def book() -> Iterator[Ledger]:
    with a_ledger() as book:
        yield book


@pytest.fixture
def match(book: Ledger) -> Match:
    return play(sealed(book), 3)


NUMBERS: dict[str, Callable[[Any], object]] = {
    "view": lambda match: match.view(0, at="2"),
    "picture": lambda match: match.picture(0, at="2") or match.view(0, at="2"),
    "events after": lambda match: match.events(after="2"),
    "events to": lambda match: match.events(to="2"),
    "act": lambda match: match.act(match.legal(match.awaited[0])[0].sample(lambda n: 0), at="3"),
}


@pytest.mark.parametrize("ask", NUMBERS.values(), ids=NUMBERS.keys())
def test_an_event_is_meant_by_a_number(match: Match, ask: Callable[[Any], object]) -> None:
    before = match.seq
    with pytest.raises(Misused, match="by its number, not by str"):
        ask(match)
    assert match.seq == before


TERMS: dict[str, tuple[object, dict[str, object], str]] = {
    "a seed": (["Ann", "Ben"], {"seed": 5}, "a seed by hand is text, not int"),
    "no names": ([1, 2], {}, "a seat's name is text, not int"),
    "one name": ("Ann", {}, "the seats are a list of names"),
    "a number": (3, {}, "the seats are a list of names"),
    "options": (["Ann", "Ben"], {"options": 5}, "the options are a mapping"),
    "chance": (["Ann", "Ben"], {"chance": "dice"}, "chance is seeded or declared, not 'dice'"),
    "irregular": (["Ann", "Ben"], {"irregular": True}, "irregular is allow or refuse, not 'True'"),
}


@pytest.mark.parametrize(("seats", "terms", "text"), TERMS.values(), ids=TERMS.keys())
def test_what_no_match_can_be_opened_with(book: Ledger, seats: Any, terms: Any, text: str) -> None:
    with pytest.raises(InvalidOption, match=text):
        book.new("49", seats, **terms)
    assert book.ids() == ()


def test_a_match_is_meant_by_text(book: Ledger, match: Any) -> None:
    number: Any = 5
    for ask in (book.match, book.audit, book.replay):
        with pytest.raises(UnknownMatch, match="no match '5' here"):
            ask(number)
    assert book.ids() == (match.id,)


def test_a_head_may_be_given_as_text(book: Ledger, match: Match) -> None:
    assert book.audit(match.id, head=str(match.head)) == book.audit(match.id, head=match.head)
    assert match.audit(head=str(match.head)) == match.audit(head=match.head)
    other = f"{match.id}:{match.seq}:{'0' * 64}"
    assert match.audit(head=other).verdict == "broken"
    assert book.audit(head=other).verdict == "broken"


@pytest.mark.parametrize("head", ["", "MATCH:...", 5])
def test_a_head_that_is_none(book: Ledger, match: Match, head: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: match.audit(head=head),
        lambda: book.audit(match.id, head=head),
    ]
    for ask in asked:
        with pytest.raises(LedgerError, match="not a head"):
            ask()
