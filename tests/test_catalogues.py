"""Every clause of a game has a test that states it, and no test states what is no clause."""

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ledger import Clause, Game, find_game, game_names

TESTS = Path(__file__).parent
GAMES = [find_game(name) for name in game_names()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
CLAUSES = [clause for game in GAMES for clause in game.clauses]

AnyGame = Game[Any, Any, Any, Any]


@cache
def marked(game: AnyGame) -> frozenset[str]:
    """The clauses that the tests of a game are marked with: those of its folder."""
    found: set[str] = set()
    package = game.options.__module__.split(".")[2]
    for path in (TESTS / package).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {str(ast.literal_eval(argument)) for argument in node.args}
    return frozenset(found)


@EACH
def test_every_clause_has_a_test(game: AnyGame) -> None:
    stated = marked(game)
    assert [clause.id for clause in game.clauses if clause.id not in stated] == []


@EACH
def test_every_marker_names_a_clause(game: AnyGame) -> None:
    assert sorted(number for number in marked(game) if number not in game.clauses) == []


@EACH
def test_a_ruling_reads_a_rule(game: AnyGame) -> None:
    rulings = [clause for clause in game.clauses if "-Q-" in clause.id]
    assert rulings
    assert [ruling.id for ruling in rulings if ruling.section not in game.clauses] == []


@EACH
def test_every_option_is_named_by_a_clause(game: AnyGame) -> None:
    texts = " ".join(clause.text for clause in game.clauses)
    assert [name for name in game.options.__struct_encode_fields__ if name not in texts] == []


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_a_clause_is_a_sentence(clause: Clause) -> None:
    assert clause.text[0].isupper() and clause.text.endswith(".")


@EACH
def test_every_event_names_the_clause_it_follows_from(game: AnyGame) -> None:
    prefix = next(iter(game.clauses)).id.partition("-")[0]
    events = (*game.actions, *game.consequences)
    assert [cls.__name__ for cls in events if f"{prefix}-" not in (cls.__doc__ or "")] == []
