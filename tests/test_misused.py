"""What a program without a type checker may hand over, as from a form, gets one clear sentence."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ledger import (
    Head,
    InvalidAction,
    InvalidOption,
    Ledger,
    LedgerError,
    Match,
    Misused,
    UnknownAudience,
    UnknownMatch,
    compare,
    find_game,
    import_lines,
    kind_of,
    letter,
    tell,
)
from ledger.values import one

from .sealed_game import SEALED
from .tables import a_ledger, play, sealed


@pytest.fixture
def book() -> Iterator[Ledger]:
    with a_ledger() as book:
        yield book


@pytest.fixture
def match(book: Ledger) -> Match:
    return play(sealed(book), 3)


TIMES: tuple[Any, ...] = (1.5, "5", None, True, -1, 10**30, 10**5000)


@pytest.mark.parametrize("time", TIMES, ids=range(len(TIMES)))
def test_what_a_clock_says_is_a_time(time: Any) -> None:
    """``time.time`` is the clock that comes to mind, and it gives seconds and parts of them."""
    with a_ledger(clock=lambda: time) as book:
        with pytest.raises(Misused, match=r"^the clock says .{1,60}: a time is an int, micro"):
            sealed(book)
        assert book.ids() == ()


SOURCES: dict[str, tuple[Callable[[int], Any], str]] = {
    "fewer": (lambda size: bytes(size - 1), "9 bytes"),
    "more": (lambda size: bytes(size + 1), "11 bytes"),
    "none": (lambda size: None, "NoneType"),
    "text": (lambda size: "a" * size, "str"),
    "numbers": (lambda size: [1] * size, "list"),
}


@pytest.mark.parametrize(("source", "gave"), SOURCES.values(), ids=SOURCES.keys())
def test_a_source_gives_as_many_bytes_as_it_is_asked_for(
    source: Callable[[int], Any], gave: str
) -> None:
    """A short salt was recorded, and every audit called the match broken for ever."""
    with a_ledger(entropy=source) as book:
        with pytest.raises(Misused, match=f"was asked for 10 bytes and gave {gave}$"):
            sealed(book)
        assert book.ids() == ()


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


NOWHERE: dict[str, Callable[[Match, int], object]] = {
    "view": lambda match, seq: match.view(0, at=seq),
    "picture": lambda match, seq: match.picture(0, at=seq) or match.view(0, at=seq),
    "act": lambda match, seq: match.act({"kind": "bid", "seat": 0, "cards": []}, at=seq),
    "refusal": lambda match, seq: match.refusal({"kind": "bid", "seat": 0, "cards": []}, at=seq),
    "dispute": lambda match, seq: match.dispute(0, seq, "I doubt it"),
    "take back": lambda match, seq: match.take_back(seq, 0),
    "what if": lambda match, seq: match.what_if(seq),
}


@pytest.mark.parametrize("ask", NOWHERE.values(), ids=NOWHERE.keys())
@pytest.mark.parametrize("at", [-1, 0, 1, 1 << 40])
def test_an_event_that_is_not_there_is_told_alike(
    match: Match, ask: Callable[[Match, int], object], at: int
) -> None:
    before, seq = match.head, match.seq + 1 if at == 1 else at
    with pytest.raises(Misused, match=rf"^there is no #{seq}: the match has #1 to #{match.seq}$"):
        ask(match, seq)
    assert match.head == before


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
        with pytest.raises(UnknownMatch, match="no match '5' in this ledger, which holds: "):
            ask(number)
    assert book.ids() == (match.id,)
    with Ledger() as empty, pytest.raises(UnknownMatch) as none:
        empty.match("nn")
    assert str(none.value) == "no match 'nn' in this ledger, which holds none yet"


def test_a_head_may_be_given_as_text(book: Ledger, match: Match) -> None:
    assert book.audit(match.id, head=str(match.head)) == book.audit(match.id, head=match.head)
    assert match.audit(head=str(match.head)) == match.audit(head=match.head)
    other = f"{match.id}:{match.seq}:{'0' * 64}"
    assert match.audit(head=other).verdict == "broken"
    assert book.audit(head=other).verdict == "broken"


def test_true_is_the_number_of_no_event_and_of_no_seat(match: Match) -> None:
    asked: list[Callable[[], object]] = [
        lambda: match.view(0, True),
        lambda: match.dispute(0, True, "why?"),
        lambda: match.take_back(True, 0),
    ]
    for ask in asked:
        with pytest.raises(Misused, match="an event is meant by its number, not by bool"):
            ask()
    with pytest.raises(UnknownAudience):
        match.view(True)


@pytest.mark.parametrize("odd", [b"late", 5, True, ["late"]])
def test_what_people_say_is_text(match: Match, odd: Any) -> None:
    before = match.head
    for say in (match.close, partial(match.dispute, 0, match.seq), partial(match.act_for, 0)):
        with pytest.raises(Misused, match=r"^the (reason|claim) is text, not "):
            say(odd)
    assert match.head == before


@pytest.mark.parametrize("head", ["", "MATCH:...", 5])
def test_a_head_that_is_none(book: Ledger, match: Match, head: Any) -> None:
    asked: list[Callable[[], object]] = [
        lambda: match.audit(head=head),
        lambda: book.audit(match.id, head=head),
    ]
    for ask in asked:
        with pytest.raises(LedgerError, match="not a head"):
            ask()


ODD = (
    None,
    True,
    5,
    -1,
    1 << 70,
    10**5000,
    1.5,
    "x",
    "",
    "\ud800",
    b"x",
    ["x"],
    (5,),
    {"x": 5},
    [10**5000],
    {10**5000: 5},
    object(),
)


def methods(cls: type[Any]) -> dict[str, Callable[..., object]]:
    """The public methods of a class, and how it is made."""
    made = {f"{cls.__name__}.{name}": value for name, value in vars(cls).items() if name[0] != "_"}
    return {name: value for name, value in made.items() if inspect.isfunction(value)}


FUNCTIONS: dict[str, Callable[..., object]] = {
    **methods(Ledger),
    **methods(Match),
    "Ledger": Ledger,
    "Head.parse": Head.parse,
    **{each.__name__: each for each in (compare, find_game, import_lines, kind_of, letter, tell)},
}
PARAMETERS = [
    (name, parameter)
    for name, function in FUNCTIONS.items()
    for parameter in inspect.signature(function).parameters
    if parameter != "self"
]


def fitting(book: Ledger, match: Match, folder: Path) -> dict[str, Any]:
    """What fits each parameter, wherever there is one of that name."""
    first = next(match.events())
    return {
        **{"who": 0, "seat": 0, "at": 1, "after": 0, "to": 1, "about": 3, "without": 1},
        **{"action": {"kind": "pass", "seat": 0}, "value": 1, "anyway": False, "scope": "seed"},
        **{"reason": "r", "claim": "c", "text": "t", "upheld": False, "clause": ""},
        **{"path": folder / "copy.db", "source": folder / "lines", "target": folder / "made.db"},
        **{"match": match.id, "second": match.id, "one": book, "other": book, "head": None},
        **{"rows": [], "disclosures": [], "seats": ["Ann", "Ben"], "options": None, "seed": "s"},
        **{"mode": "create", "synchronous": "full", "clock": lambda: 1, "entropy": bytes},
        **{"chance": "seeded", "irregular": "allow", "games": (SEALED,), "name": "49", "own": {}},
        **{"event": first.event, "names": match.seats},
    }


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_whatever_is_handed_over_is_taken_or_told_in_a_sentence(
    book: Ledger,
    match: Match,
    tmp_path: Path,
    name: str,
    parameter: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each parameter of all there is to call, with what no type checker would let through."""
    monkeypatch.chdir(tmp_path)  # some of it is the name of a file
    fits = fitting(book, match, tmp_path)
    fits["game"] = SEALED if name == "tell" else "sealed"
    fits["text"] = str(match.head) if name == "Head.parse" else fits["text"]
    fits["seat"] = 0
    of: object = book if name.startswith("Ledger.") else match if name[:6] == "Match." else None
    wanted = [each for each in inspect.signature(FUNCTIONS[name]).parameters if each != "self"]
    for odd in ODD:
        call = {each: fits[each] for each in wanted} | {parameter: odd}
        before = match.head
        try:
            answer = FUNCTIONS[name](*([of] if of else []), **call)
            for _ in answer if inspect.isgenerator(answer) else ():
                pass
        except LedgerError as told:
            assert str(told) and "\n" not in str(told)
            assert match.head == before
        else:
            assert not isinstance(odd, bytes) and type(odd) is not object, odd


@pytest.mark.parametrize("odd", [1, 0, None, "yes", "false"])
def test_a_flag_is_true_or_false_and_nothing_that_stands_for_it(match: Match, odd: Any) -> None:
    """A form's ``"false"`` is true to Python: an act would be recorded against the rules by it."""
    offered = match.legal(match.awaited[0])[0].sample(lambda n: 0)
    match.dispute(0, about=match.seq, claim="c")
    before = match.head
    with pytest.raises(Misused, match=r"^anyway is True or False, not \w+"):
        match.act(offered, anyway=odd)
    if odd is not None:  # a ruling by the engine names none
        with pytest.raises(Misused, match=r"^upheld is True or False, not \w+"):
            match.rule("r", upheld=odd)
    assert match.head == before


def test_a_type_has_its_article(book: Ledger, match: Match) -> None:
    odd: Any = "x"
    with pytest.raises(Misused, match=r"^event is an Event, not str$"):
        match.tell(odd)
    with pytest.raises(Misused, match=r"^rows is a list, each a Row: one is str$"):
        book.adopt("other", [odd], [])
    assert [one(name) for name in ("auction_opened", "Event", "bid")] == [
        "an auction_opened",
        "an Event",
        "a bid",
    ]


@pytest.mark.parametrize("name", ["clock", "entropy"])
def test_what_a_ledger_is_to_call_is_a_function(name: str) -> None:
    for odd in (1, "now", b"noise"):
        wrong: dict[str, Any] = {name: odd}
        with pytest.raises(Misused, match=rf"^{name} is a function, not \w+"):
            Ledger(None, **wrong)


SAID: dict[str, Callable[[Match, Any], object]] = {
    "claim": lambda match, text: match.dispute(0, about=match.seq, claim=text),
    "text": lambda match, text: match.rule(text, upheld=True),
    "reason": lambda match, text: match.act_for(match.awaited[0], text),
    "closing": lambda match, text: match.close(text),
}


@pytest.mark.parametrize("say", SAID.values(), ids=SAID.keys())
@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u200b", "\u3000", "\u3164", "\x00"])
def test_what_people_say_is_not_blank(
    match: Match, say: Callable[[Match, Any], object], blank: str
) -> None:
    before = match.head
    with pytest.raises(Misused, match=r"^the (claim|text|reason) is blank: say it in words$"):
        say(match, blank)
    with pytest.raises(Misused, match="has 10001 characters: 10000 are the most"):
        say(match, "x" * 10_001)
    assert match.head == before


def test_a_blank_text_of_an_older_log_stays_readable(book: Ledger) -> None:
    """What was taken once is evidence: the log replays, and is shown as it was written."""
    match = play(sealed(book), 3)
    inspect.unwrap(Match.close)(match, "  ")  # as it was before it looked at what it is given
    assert match.closed == "  "
    assert match.tell(list(match.events())[-1].event) == "The host closes the match:   "
    assert match.replay().verdict == "exact"
    assert match.audit().verdict in ("clean", "unverified")


@pytest.mark.parametrize("mode", ["r", "foo", None, "READ", 5, True, ["read"]])
def test_a_file_is_opened_in_one_of_three_modes(tmp_path: Path, mode: Any) -> None:
    path = tmp_path / "game.db"
    with pytest.raises(Misused, match="the mode is write, create or read, not "):
        Ledger(path, mode)
    assert not path.exists()
    with pytest.raises(Misused, match="synchronous is full or normal, not 'off'"):
        a_ledger(path, synchronous="off")
    assert not path.exists()


@pytest.mark.parametrize("scope", ["", "Seed", "hands", None, 1])
def test_seals_are_opened_in_one_of_two_scopes(match: Match, scope: Any) -> None:
    """Whether or not they could be opened now."""
    asked = "the scope is seed or all, not "
    with pytest.raises(Misused, match=asked):
        match.open_seals(scope)
    match.close("it is late")
    before = match.head
    with pytest.raises(Misused, match=asked):
        match.open_seals(scope)
    assert match.head == before


NO_ACTIONS: dict[str, Callable[[int], dict[Any, Any]]] = {
    "kind": lambda number: {"kind": number, "seat": 0},
    "kinds": lambda number: {"kind": [number], "seat": 0},
    "name": lambda number: {"kind": "bid", "seat": 0, "cards": [], number: 1},
    "names within": lambda number: {"kind": "bid", "seat": 0, "cards": {number: 1}},
}


@pytest.mark.parametrize("made", NO_ACTIONS.values(), ids=NO_ACTIONS.keys())
@pytest.mark.parametrize("number", [5, 10**5000], ids=["short", "long"])
def test_numbers_of_any_length_are_named_where_an_action_has_none(
    match: Match, made: Callable[[int], dict[Any, Any]], number: int
) -> None:
    for ask in (match.act, match.refusal):
        with pytest.raises(InvalidAction, match=r"^(no action is called|bid: )"):
            ask(made(number))


def test_lines_are_imported_from_a_path_in_text(match: Match, tmp_path: Path) -> None:
    lines, copy = str(tmp_path / "ann.jsonl"), str(tmp_path / "ann.db")
    match.export(lines, 0)
    assert import_lines(lines, copy) == match.head


def test_events_are_read_from_and_to_any_number(match: Match) -> None:
    """A number beyond the end once made the reading of it go on for ever."""
    for far in (1 << 63, 1 << 70):
        assert list(match.events(to=far)) == list(match.events(after=-far)) == list(match.events())
        assert not list(match.events(to=-far)) and not list(match.events(after=far))
    assert match.taken_back(to=1 << 70) == {}
