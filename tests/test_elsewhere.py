"""A match is the same in every process: law 13, by games that keep it and games that do not."""

from pathlib import Path

import pytest

from ledger import Misused, game_names
from ledger.testing import assert_same_elsewhere
from ledger.testing.elsewhere import tell

from .every_game import EVERY_GAME

SCATTERED = {
    "DRAWS": "the auditor, its events",
    "OFFERS": "player A, its choices",
    "TELLS": "the auditor, its story",
    "SHUFFLES": "the auditor, its view",
}


@pytest.mark.parametrize("name", SCATTERED)
def test_what_hangs_on_the_order_of_a_set_is_named(name: str) -> None:
    with pytest.raises(AssertionError) as told:
        assert_same_elsewhere(f"tests.scattered_games:{name}", 2)
    assert str(told.value).startswith("law 13: one process tells\nafter #")
    assert SCATTERED[name] in str(told.value)
    assert str(told.value).endswith(f"(tests.scattered_games:{name}, 2 seats, seed 0)")


def test_a_set_that_is_only_kept_breaks_nothing() -> None:
    assert_same_elsewhere("tests.scattered_games:HOLDS", 2, acts=4, options={"loudest": 2})


@pytest.mark.parametrize("name", game_names())
def test_the_installed_games_are_the_same_everywhere(name: str) -> None:
    (played,) = (one for one in EVERY_GAME if one.name == name)
    where = f"{played.game.start.__module__.rpartition('.')[0]}:GAME"
    for seats in (min(played.tables), max(played.tables)):
        assert_same_elsewhere(where, seats)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_module:GAME", "no game is at 'no_such_module:GAME'"),
        ("tests.whisper_game:NO_GAME", "NO_GAME"),
        ("tests.whisper_game", "name it as module:NAME"),
        ("", "name it as module:NAME"),
        ("tests.whisper_game:WORDS", "is of type tuple, and no Game: name it as module:NAME"),
    ],
)
def test_who_names_no_game_is_told_how_to(name: str, said: str) -> None:
    with pytest.raises(Misused, match=said):
        assert_same_elsewhere(name, 2)


def test_what_cannot_be_played_there_says_why() -> None:
    with pytest.raises(AssertionError, match=r"cannot be played elsewhere: .*for 2 to 4 seats"):
        assert_same_elsewhere("tests.whisper_game:WHISPER", 5)


def test_all_that_anybody_is_told_is_written_down(path: Path) -> None:
    tell(str(path), "tests.scattered_games:HOLDS", "2", "7", "30", '{"loudest": 1}')
    lines = path.read_text().splitlines()
    told = {line.split(", ", 2)[1] for line in lines}
    assert told == {"the auditor", "the spectator", "player A", "player B"}
    assert any(line.startswith("after #3, ") for line in lines)
    views = [line for line in lines if ", its view: " in line]
    assert all('"words":["the first' in line for line in views), views[0]
    (over,) = {line.partition(": ")[2] for line in lines[-30:] if ", the outcome: {" in line}
    assert '"clause":"WH-03"' in over
