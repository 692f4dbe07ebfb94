"""The front door: every name a host may use, and nothing behind it by accident."""

import ast
from pathlib import Path
from types import ModuleType

import ledger
from ledger import errors

ROOT = Path(__file__).parent.parent


def test_all_is_sorted_and_complete() -> None:
    public = {
        name
        for name, value in vars(ledger).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert set(ledger.__all__) == public
    assert len(ledger.__all__) == len(set(ledger.__all__))
    constants = [name for name in ledger.__all__ if name.isupper()]
    classes = [n for n in ledger.__all__ if n[0].isupper() and not n.isupper()]
    functions = [name for name in ledger.__all__ if name[0].islower()]
    assert list(ledger.__all__) == sorted(constants) + sorted(classes) + sorted(functions)


def test_every_error_is_public_and_in_the_drawn_tree() -> None:
    classes = {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert set(classes) <= set(ledger.__all__)
    tree = errors.__doc__ or ""
    for name, cls in classes.items():
        assert f" {name} " in tree or name == "LedgerError"
        assert issubclass(cls, errors.LedgerError)
        depth = next((line.index(name) for line in tree.splitlines() if f" {name} " in line), 4)
        assert depth == 4 + 4 * (len(cls.__mro__) - len(errors.LedgerError.__mro__))


def test_every_public_name_says_what_it_is() -> None:
    for name in ledger.__all__:
        value = getattr(ledger, name)
        if isinstance(value, type) and value.__module__.startswith("ledger"):
            assert value.__doc__, name


def test_the_shipped_games_need_the_front_door_or_the_pure_half_only() -> None:
    """So that anybody can write a sixth game with what is public."""
    pure = {"chance", "choices", "clauses", "errors", "events", "game", "hidden", "picture"}
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ledger."):
                part = (node.module or "").split(".")[1]
                assert part in pure | {"games"}, f"{path}: {node.module}"
