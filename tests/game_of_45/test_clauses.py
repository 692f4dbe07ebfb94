"""Every clause has a test that states it, and no test states what is no clause."""

import ast
from pathlib import Path

import pytest

from ledger import Clause
from ledger.games.game_of_45 import GAME


def marked() -> set[str]:
    """The clauses that the tests of this folder are marked with."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause":
                found |= {str(ast.literal_eval(argument)) for argument in node.args}
    return found


def test_every_clause_has_a_test() -> None:
    stated = marked()
    assert [clause.id for clause in GAME.clauses if clause.id not in stated] == []


def test_every_marker_names_a_clause() -> None:
    assert sorted(number for number in marked() if number not in GAME.clauses) == []


def test_a_ruling_reads_a_rule() -> None:
    rulings = [clause for clause in GAME.clauses if "-Q-" in clause.id]
    assert [ruling.id for ruling in rulings if ruling.section not in GAME.clauses] == []


def test_every_option_is_named_by_a_clause() -> None:
    texts = " ".join(clause.text for clause in GAME.clauses)
    named = {option for option in GAME.options.__struct_encode_fields__ if option in texts}
    assert named == set(GAME.options.__struct_encode_fields__)


@pytest.mark.parametrize("clause", GAME.clauses, ids=lambda clause: clause.id)
def test_a_clause_is_a_sentence(clause: Clause) -> None:
    assert clause.text[0].isupper() and clause.text.endswith(".")


def test_every_event_names_the_clause_it_follows_from() -> None:
    events = (*GAME.actions, *GAME.consequences)
    unnamed = [cls.__name__ for cls in events if "45-" not in (cls.__doc__ or "")]
    assert unnamed == []
