"""Whatever a game's function does that it may not: it is the game's error, whoever asks."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Broken,
    Cell,
    GameError,
    InvalidAction,
    Ledger,
    LedgerError,
    Match,
    Misused,
    NeedsDisclosure,
    Note,
    OneOf,
    Opening,
    Outcome,
    Refusal,
    Refused,
    Table,
)
from ledger.asking import ask, why
from ledger.chance import Waiting
from ledger.cli.main import main
from ledger.making import ASKED, MAY_LACK
from ledger.position import unfit
from ledger.simulate import random_action
from ledger.testing import Sitting

from . import sealed_game as sg
from . import tower_game as tg
from .every_game import AnyGame
from .sealed_game import SEALED
from .stones_game import ONE, TWO
from .tables import a_ledger
from .tower_game import TOWER

NAMES = ("Ann", "Bob", "Cid")
EVERY = (*ASKED, *MAY_LACK)

GAME: AnyGame = replace(
    TOWER,
    mask=lambda s, audience: s,
    tell=lambda e, names: "Something happens.",
    picture=lambda s, names: (Note("a tower"),),
    seated=lambda s, names, seat: (Note("a tower"),),
    weigh=lambda s, choice: 1,
)


def raising(error: Exception) -> Callable[..., Any]:
    def function(*_: Any) -> Any:
        raise error

    return function


def quarrelled(path: Path) -> None:
    """A match of the tower with a ruling that was upheld, still open, about which one quarrels."""
    with a_ledger(path, games=(GAME,)) as ledger:
        match = ledger.new(GAME, NAMES[:2], seed="a seed")
        match.act(tg.Lay(0, 5))
        match.act(tg.Lay(1, 3), anyway=True)
        match.dispute(0, next(e.seq for e in match.events() if e.event == tg.Lay(1, 3)), "lower")
        match.rule()
        match.act(tg.Mend(1, 9))
        match.act(tg.Lay(0, 7), anyway=True)


def doings(match: Match) -> Iterator[Callable[[], Any]]:
    """Everything that can be asked of a match and done in it."""
    yield lambda: (match.awaited, match.awaits_draw, match.standstill)
    yield lambda: match.outcome
    for who in ("auditor", "spectator", 0, 1):
        yield lambda who=who: match.view(who)  # type: ignore[misc]
        yield lambda who=who: match.picture(who)  # type: ignore[misc]
        yield lambda who=who: match.docket(who)  # type: ignore[misc]
    for entry in match.events("auditor"):
        yield lambda entry=entry: match.tell(entry.event)  # type: ignore[misc]
    yield lambda: [choice.sample(lambda n: 0) for seat in (0, 1) for choice in match.legal(seat)]
    yield lambda: match.refusal(tg.Lay(1, 50))
    yield lambda: match.what_if(next(e.seq for e in match.events() if e.kind == "ruled"))
    yield lambda: match.refusal(tg.Lay(0, 5), at=2)
    yield lambda: random_action(match, random.Random(1), weighed=True)
    yield lambda: match.dispute(1, match.seq - 1, "lower")
    yield match.rule
    yield lambda: match.act_for(0, "away")
    yield lambda: match.act(tg.Mend(0, 40))
    yield lambda: match.act(tg.Lay(1, 50), at=match.seq)
    yield lambda: [match.act_for(seat, "away") for seat in match.awaited]
    yield lambda: match.take_back(match.seq - 1, 1)
    yield lambda: match.agree(0)
    yield lambda: match.close("enough")
    yield lambda: match.open_seals("all")


def beginnings(ledger: Ledger, game: AnyGame) -> Iterator[Callable[[], Any]]:
    """Everything that leads to a new match, and the first act in it."""
    for chance in ("seeded", "declared"):
        new = partial(ledger.new, game, NAMES[:2], chance=chance)
        yield lambda new=new: new().act(tg.Lay(0, 5))  # type: ignore[misc]
    yield lambda: Sitting(game, 2, draws=(True,)).act(tg.Lay(0, 5))
    yield lambda: unfit(game, 9)


FAULTS: dict[str, Callable[..., Any]] = {
    "divides": raising(ZeroDivisionError("secret")),
    "looks up": raising(KeyError("secret")),
    "refuses": raising(Refused("TW-01", "secret")),
    "misuses": raising(InvalidAction("secret")),
    "answers a number": lambda *_: -7,
    "answers an object": lambda *_: object(),
    "answers a list": lambda *_: [None],
    "answers words": lambda *_: "secret",
    "answers a tuple of one": lambda *_: (object(),),
    "answers a refusal of nothing": lambda *_: Refusal(None, 3),  # type: ignore[arg-type]
    "answers an outcome of nothing": lambda *_: Outcome([9], None, None),  # type: ignore[arg-type]
}
FITS = {  # what is an answer after all; another class of states is found out by what is asked next
    ("tell", "answers words"),
    ("check", "refuses"),
    *((name, "answers a refusal of nothing") for name in ("evolve", "mask")),
    *((name, "answers an outcome of nothing") for name in ("start", "evolve", "mask")),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", EVERY)
def test_whoever_asks_a_fault_is_the_games_error(tmp_path: Path, name: str, fault: str) -> None:
    """And tells nothing of what was looked at, but in its cause."""
    path = tmp_path / "game.db"
    quarrelled(path)
    game = replace(GAME, **{name: FAULTS[fault]})
    blamed: list[GameError] = []
    with a_ledger(path, games=(game,)) as ledger:
        assert ledger.replay().verdict in ("exact", "diverged")
        assert ledger.audit().verdict in ("clean", "findings", "broken")
        todo: list[Callable[[], Any]] = []
        with suppress(Broken, GameError):  # it does not begin so, or cannot be followed
            todo += doings(ledger.match())
        todo += beginnings(ledger, game)
        for doing in todo:
            try:
                doing()
            except GameError as error:
                blamed.append(error)
            except LedgerError:
                pass
    if (name, fault) not in FITS and name != "invariants":
        assert any(error.question == name for error in blamed), blamed
        assert all("secret" not in str(error) for error in blamed)


def test_a_game_hides_from_seats_and_the_spectator_and_from_nobody_else(tmp_path: Path) -> None:
    """Whatever is asked and done: its mask need not know any other reader."""

    def mask(state: Any, audience: Any) -> Any:
        if audience not in (0, 1, "spectator"):
            raise ValueError(audience)
        return state

    path = tmp_path / "game.db"
    quarrelled(path)
    game = replace(GAME, mask=mask)
    with a_ledger(path, games=(game,)) as ledger:
        assert ledger.audit().verdict == "findings"
        for doing in (*doings(ledger.match()), *beginnings(ledger, game)):
            with suppress(Refused, Misused):
                doing()


def test_what_an_audit_alone_asks_breaks_the_check(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    quarrelled(path)
    for fault, said in (
        ("divides", "they cannot be computed (ZeroDivisionError)"),
        ("answers a list", "they cannot be computed (invariants answered a value of type list"),
        ("answers words", "they cannot be computed (invariants answered a value of type str"),
    ):
        game = replace(GAME, invariants=FAULTS[fault])
        with a_ledger(path, games=(game,)) as ledger:
            audit = ledger.audit()
        assert audit.verdict == "broken"
        assert any(finding.text.startswith(said) for finding in audit.findings)


WRONG: list[tuple[str, Any, str]] = [
    ("start", None, "49: start answered None, where a state, which is a Struct, is wanted"),
    ("check", True, "check answered a value of type bool, where a Refusal or None is wanted"),
    ("settle", sg.Bid(0, ()), "settle answered Bid, which its consequences lack"),
    ("remedy", 3, "remedy answered int, which its consequences lack"),
    ("legal", None, "legal answered None, where a tuple of choices is wanted"),
    ("legal", [], "legal answered a value of type list, where a tuple of choices is wanted"),
    ("legal", (None,), "legal answered a NoneType among its choices"),
    ("default", sg.PointScored(0), "default answered PointScored, which its actions lack"),
    ("default", sg.Bid(1, ()), "default answered an act of another seat"),
    ("weigh", 0, "weigh answered 0, where a whole number from 1 is wanted"),
    ("weigh", 1.5, "weigh answered a value of type float, where a whole number from 1 is wanted"),
    ("awaited", {0}, "awaited answered a value of type set, where a tuple of seats is wanted"),
    ("awaited", ("Ann",), "awaited answered a value of type tuple, where a tuple of seats"),
    ("awaited", (0, "Ann"), "where a tuple of seats is wanted"),
    ("outcome", (0,), "outcome answered a value of type tuple, where an Outcome or None is wanted"),
    ("outcome", Outcome((-1,), "A", "b"), "an Outcome whose winners are no tuple of seats"),
    ("outcome", Outcome((0,), "A", b""), "clause or text is no text"),  # type: ignore[arg-type]
    ("outcome", Outcome((0,), 3, "b"), "clause or text is no text"),  # type: ignore[arg-type]
    ("invariants", "wrong", "where a tuple of sentences is wanted"),
    ("invariants", (1,), "where a tuple of sentences is wanted"),
    ("invariants", ("wrong", 1), "where a tuple of sentences is wanted"),
    ("mask", None, "mask answered None, where a state, which is a Struct, is wanted"),
    ("fault", Refusal(1, "x"), "clause or reason is no text"),  # type: ignore[arg-type]
    ("fault", Refusal("A", 1), "clause or reason is no text"),  # type: ignore[arg-type]
    ("tell", None, "tell answered None, where a sentence is wanted"),
    ("picture", None, "picture answered None, where a picture, which is a tuple of blocks,"),
    ("picture", (Cell("a"),), "picture answered blocks that are none, or hold what is no cell"),
    ("seated", (Table("a", ("b",), (("c",),)),), "seated answered blocks"),  # type: ignore[arg-type]
    ("seated", (object(),), "seated answered blocks that are none"),
]


@pytest.mark.parametrize(("name", "answer", "text"), WRONG)
def test_what_is_no_answer_is_said_in_one_sentence(name: str, answer: Any, text: str) -> None:
    game: AnyGame = replace(SEALED, **{"name": "49", "picture": len, name: lambda *_: answer})
    with pytest.raises(GameError) as error:
        ask(game, name, None, 0)
    assert str(error.value).startswith("49: ")
    assert text in str(error.value)
    assert error.value.question == name


RIGHT: list[tuple[str, Any]] = [
    ("start", Refusal("A", "not so")),
    *((name, None) for name in ("check", "settle", "default", "fault", "remedy", "outcome")),
    ("default", sg.Bid(0, ())),
    ("legal", ()),
    ("awaited", ()),
    ("awaited", (0, 1)),
    ("weigh", 1),
    ("invariants", ()),
    ("invariants", ("wrong", "twice")),
    ("tell", "a word"),
    ("picture", ()),
    ("seated", (Note("a word"), Table("a", ("b",), ((Cell("c"),),)))),
]


@pytest.mark.parametrize(("name", "answer"), RIGHT)
def test_what_is_an_answer_is_given_as_it_is(name: str, answer: Any) -> None:
    game: AnyGame = replace(SEALED, **{"picture": len, name: lambda *_: answer})
    assert ask(game, name, None, 0) is answer


@pytest.mark.parametrize("error", [NeedsDisclosure("hidden"), Waiting(None)])  # type: ignore[arg-type]
def test_what_hangs_on_a_secret_or_on_a_draw_is_no_error_of_the_game(error: Exception) -> None:
    with pytest.raises(type(error)) as raised:
        ask(replace(SEALED, settle=raising(error)), "settle", None, None)
    assert raised.value is error


def test_what_the_engine_refuses_a_game_is_said_in_its_words() -> None:
    """Such as a domain without an order; it gets the name of the function, if it has none."""
    game: AnyGame = replace(SEALED, legal=lambda view, seat: (OneOf({1, 2}),))  # type: ignore[arg-type]
    with pytest.raises(GameError, match="which has no fixed order: hand over") as raised:
        ask(game, "legal", None, 0)
    assert raised.value.question == "legal"
    asked = replace(SEALED, legal=raising(GameError("as it is", "opens")))
    with pytest.raises(GameError, match=r"^as it is$") as raised:
        ask(asked, "legal", None, 0)
    assert raised.value.question == "opens"


def test_why_something_failed_is_told_without_any_value() -> None:
    assert why(GameError("the card is a seven", "check", "KeyError")) == "KeyError"
    assert why(GameError("the card is a seven")) == "GameError"
    assert why(KeyError("the card is a seven")) == "KeyError"


def test_a_fault_is_told_by_its_kind_and_its_cause_is_kept() -> None:
    cause = KeyError("the card is a seven")
    game = replace(SEALED, check=raising(cause))
    with pytest.raises(GameError) as error:
        ask(game, "check", None, None)
    said = "sealed: check failed (KeyError): audit the match, or report the game"
    assert str(error.value) == said
    assert error.value.__cause__ is cause


@pytest.mark.parametrize(
    ("opens", "text"),
    [
        (raising(KeyError(12)), "bids_revealed cannot tell what it opens (KeyError)"),
        (lambda _: None, "bids_revealed opens what is no tuple of openings"),
        (lambda _: ("cards",), "bids_revealed opens what is no tuple of openings"),
        (
            lambda _: (Opening(sg.Bid, "cards", object(), where={"seat": 0}),),
            "bids_revealed opens cards with what cannot be written down (TypeError)",
        ),
    ],
)
def test_a_reveal_that_cannot_tell_what_it_opens(
    monkeypatch: pytest.MonkeyPatch, opens: Any, text: str
) -> None:
    monkeypatch.setattr(sg.BidsRevealed, "opens", opens)
    with a_ledger() as ledger:
        match = ledger.new("sealed", NAMES[:2], seed="a seed")
        match.act(sg.Bid(0, ()))
        before = match.head
        with pytest.raises(GameError) as error:
            match.act(sg.Bid(1, ()))
        assert (str(error.value), error.value.question) == (text, "opens")
        assert match.head == before


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (raising(KeyError(5)), "what makes a new event of the old place failed (KeyError)"),
        (lambda old: old, "what makes a new event of the old place leads to none of the game's"),
        (lambda old: None, "what makes a new event of the old place leads to none of the game's"),
    ],
)
def test_an_upcast_that_leads_nowhere(tmp_path: Path, made: Any, text: str) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path, games=(ONE,)) as ledger:
        match = ledger.new(ONE, NAMES[:2])
        match.act(match.legal(0)[0].sample(lambda n: 1))
    old = ONE.actions[0]
    game = replace(TWO, upcasts={**TWO.upcasts, old: made})
    with a_ledger(path, games=(game,)) as ledger:
        with pytest.raises(GameError) as error:
            list(ledger.match().events())
        assert str(error.value) == text
        assert ledger.audit().verdict == "broken"


def test_awaited_names_no_seat_that_is_not_there() -> None:
    game = replace(TOWER, awaited=lambda s: (7,))
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, NAMES[:2], seed="a seed")
        with pytest.raises(GameError, match="tower: awaited names seat 7, which is not there"):
            _ = match.awaited


def test_what_is_done_for_an_absent_seat_is_of_its_types() -> None:
    number: Any = "nine"
    game = replace(TOWER, default=lambda s, seat: tg.Lay(seat, number))
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, NAMES[:2], seed="a seed")
        with pytest.raises(GameError, match="lay cannot be written down"):
            match.act_for(match.awaited[0], "away")


@pytest.mark.parametrize("name", ["settle", "legal", "awaited", "outcome", "picture", "check"])
def test_at_the_command_line_it_is_one_sentence_and_says_where_to_look(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.db"
    quarrelled(path)
    game = replace(GAME, **{name: raising(ZeroDivisionError("secret"))})
    monkeypatch.setattr("ledger.registry.find", lambda name, own={}: game)
    said = ""
    for words in (["show"], ["legal", "Bob"], ["act", "Bob", "lay", "50"]):
        main([words[0], str(path), *words[1:]])
        said += capsys.readouterr().err
    assert (
        f"tower: {name} failed (ZeroDivisionError): audit the match, or report the game; " in said
    )
    assert "LEDGER_DEBUG=1 shows where" in said
    assert "this should not happen" not in said
    assert "secret" not in said
