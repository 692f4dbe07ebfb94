"""Each channel through which a secret could reach a reader, with a leak through it alone.

Games that leak stand in `whisper_game`; where only the engine could leak, it is made careless here.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Audience, Ledger, Match, Misused, Note, Refused
from ledger.simulate import noise_of
from ledger.testing import assert_nothing_secret, two_worlds
from ledger.testing.playing import named, step, ticking
from tests.whisper_game import LEAKS, WHISPER, AnyGame, Keep, evolve

MATCH: Any = Match  # its methods are put in place of its methods
DEALT, KEPT, OVER = 2, 4, 6  # steps of two seats after which that is done


def apart(leak: str, reader: Audience, seats: int, make: Callable[[], AnyGame]) -> str:
    """What is said of worlds of a game that somebody leaks in; nothing if nobody notices."""
    for run in range(30):
        dice = random.Random(f"{leak}/{run}")
        try:
            two_worlds(make(), seats, reader, dice, 12, other=make())
        except AssertionError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("leak", LEAKS)
def test_two_worlds_name_the_channel_that_a_game_leaks_through(leak: str) -> None:
    one = LEAKS[leak]
    assert f", by {one.by}" in apart(leak, one.reader, one.seats, one.game)


# --- a careless engine


def more(call: Callable[..., Any]) -> Callable[..., Any]:
    """Answers what it should, and everything there is to know."""
    return lambda match, *args, **named: (call(match, *args, **named), match.view("auditor"))


def wordy(call: Callable[..., Any], only: str = "") -> Callable[..., Any]:
    """Refuses with everything there is to know, perhaps only where one argument is given."""

    def refuse(match: Match, *args: Any, **named: Any) -> Any:
        try:
            return call(match, *args, **named)
        except (Refused, Misused):
            if only and only not in named:
                raise
            raise Refused("HOUSE-01", str(match.view("auditor"))) from None

    return refuse


def for_all(call: Callable[..., Any]) -> Callable[..., Any]:
    """Takes every reader for the auditor."""
    return lambda match, who, *args: call(match, "auditor", *args)


def of_old(call: Callable[..., Any]) -> Callable[..., Any]:
    """Takes every reader for the auditor, but for the latest view."""
    return lambda match, who, at=None: call(match, "auditor" if at else who, at)


def old_picture(call: Callable[..., Any]) -> Callable[..., Any]:
    """Shows on a picture of what was everything there is to know."""

    def look(match: Match, who: Any, at: int | None = None) -> Any:
        return call(match, who) if at is None else (Note(str(match.view("auditor"))),)

    return look


def for_its_auditor(call: Callable[..., Any]) -> Callable[..., Any]:
    """Takes every reader for the auditor, in a method of which the reader comes last."""
    return lambda match, what, who: call(match, what, "auditor")


def copied(suffix: str, how: Callable[[Match, Path, Any], object]) -> Callable[..., Any]:
    """Exports with more in one form of copies; the auditor's as it is."""

    def outer(call: Callable[..., Any]) -> Callable[..., Any]:
        def export(match: Match, path: Path, who: Audience) -> None:
            if who == "auditor" or path.suffix != suffix:
                call(match, path, who)
            elif how is all_of_it:
                call(match, path, "auditor")
            else:
                call(match, path, who)
                how(match, path, who)

        return export

    return outer


def all_of_it(match: Match, path: Path, who: Any) -> None:
    """The auditor's copy."""


def swollen(match: Match, path: Path, who: Any) -> None:
    """A page longer for each point of the cards."""
    points = sum(card or 0 for card in match.view("auditor").cards)
    with path.open("ab") as file:
        file.write(bytes(4096 * points))


@pytest.mark.parametrize(
    ("method", "careless", "by"),
    [
        ("events", for_all, "events"),
        ("view", for_all, "its view"),
        ("act", more, "what it is answered"),
        ("draw", more, "the answer to the draw"),
        ("rule", more, "the ruling on"),
        ("act", wordy, "the refusal of"),
        ("act", lambda call: wordy(call, "at"), "the refusal of"),
        ("draw", wordy, "the answer to the draw"),
        ("docket", more, "its docket"),
        ("view", of_old, "its view after"),
        ("picture", old_picture, "its picture after"),
        ("what_if", for_its_auditor, "what if #"),
        ("export", copied(".jsonl", all_of_it), "its copy:"),
        ("export", copied(".db", all_of_it), "its copy's disclosures"),
        ("export", copied(".db", swollen), "its copy's size"),
    ],
)
def test_two_worlds_name_the_channel_that_a_careless_engine_leaks_through(
    method: str, careless: Callable[..., Any], by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = 1 if method == "draw" else 0  # before the first draw there is no secret
    monkeypatch.setattr(Match, method, careless(getattr(MATCH, method)))
    assert f", by {by}" in apart(f"{method}/{by}", reader, 2, lambda: WHISPER)


# --- what is secret, found by its text


def played(game: AnyGame, steps: int) -> tuple[Ledger, Match]:
    """A match of two seats that drew and kept different things."""
    book = Ledger(None, games=[game], clock=ticking(), entropy=noise_of("channels"))
    match = book.new(game, named(2), chance="declared")
    dice = random.Random(2)
    for _ in range(steps):
        step(match, dice)
    return book, match


@pytest.mark.parametrize(
    ("leak", "steps"),
    [
        ("picture", KEPT),
        ("seated", KEPT),
        ("picture, to whoever sees nothing", KEPT),
        ("tell", KEPT),
        ("tell, to whoever may not read", KEPT),
        ("legal", KEPT),
        ("outcome", OVER),
        ("check", KEPT),
        ("check: a log entry", KEPT),
    ],
)
def test_another_seats_word_is_found_wherever_a_game_puts_it(leak: str, steps: int) -> None:
    one = LEAKS[leak]
    with pytest.raises(AssertionError, match=f"the value of #. word stands in {one.by}"):
        assert_nothing_secret(played(one.game(), steps)[1], 0)


@pytest.mark.parametrize(
    ("method", "careless", "where"),
    [
        ("events", for_all, "its events"),
        ("view", for_all, "its view"),
        ("view", of_old, "its earlier views"),
        ("act", wordy, "the refusal of"),
        ("act", lambda call: wordy(call, "at"), "the refusal of"),
        ("draw", wordy, "the answer to an impossible draw"),
        ("open_seals", wordy, "the answer to opening seals"),
        ("export", copied(".jsonl", all_of_it), "its copy as .jsonl"),
        ("export", copied(".db", all_of_it), "its copy as .db"),
    ],
)
def test_another_seats_word_is_found_wherever_the_engine_puts_it(
    method: str, careless: Callable[..., Any], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, match = played(WHISPER, OVER)
    assert_nothing_secret(match, 0)
    monkeypatch.setattr(Match, method, careless(getattr(MATCH, method)))
    with pytest.raises(AssertionError, match=f"stands in {where}"):
        assert_nothing_secret(match, 0)


def salts(book: Ledger, match: Match, reader: str) -> list[str]:
    """What is put under the seals that a reader may open."""
    return [found.salt for found in book.disclosures(match.id) if found.audience == reader]


def test_a_salt_is_found_in_a_sentence_even_if_it_opens_what_its_reader_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever tells it to others opens the seal to them."""
    book, match = played(WHISPER, DEALT)
    told = f"your salt is {salts(book, match, '0')[0]}"
    monkeypatch.setattr(Match, "picture", lambda match, who: (Note(told),))
    with pytest.raises(AssertionError, match="the salt of #2 card stands in its picture"):
        assert_nothing_secret(match, 0)


def test_a_salt_is_found_in_a_copy_as_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    book, match = played(WHISPER, DEALT)
    salt = bytes.fromhex(salts(book, match, "1")[0])
    export = Match.export

    def careless(match: Match, path: Path, who: Audience) -> None:
        export(match, path, who)
        if who != "auditor" and path.suffix == ".db":
            path.write_bytes(path.read_bytes() + salt)

    monkeypatch.setattr(Match, "export", careless)
    with pytest.raises(AssertionError, match=r"the salt of #3 card stands in its copy as \.db"):
        assert_nothing_secret(match, 0)


def test_public_rows_that_hold_more_in_one_world_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = Ledger.rows

    def careless(book: Ledger, match: str) -> list[Any]:
        known = str(book.match(match).view("auditor")).encode()
        return [replace(row, event=row.event + known) for row in rows(book, match)]

    monkeypatch.setattr(Ledger, "rows", careless)
    assert ", by rows" in apart("rows", 0, 2, lambda: WHISPER)


def test_a_game_that_cannot_follow_what_it_allowed_is_named() -> None:
    """It is no leak, and ends the run all the same."""

    def stumble(s: Any, e: Any) -> Any:
        return s.nothing if isinstance(e, Keep) and e.seat == 1 else evolve(s, e)

    with pytest.raises(AssertionError, match="1 could not play on"):
        two_worlds(replace(WHISPER, evolve=stumble), 2, 0, random.Random(1))
