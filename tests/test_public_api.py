"""The front door: every name a host may use, and nothing behind it by accident."""

import ast
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import ledger
from ledger import errors

ROOT = Path(__file__).parent.parent


def test_each_name_is_loaded_from_where_type_checkers_look() -> None:
    """The front door loads lazily, by a table beside the imports that type checkers read."""
    tree = ast.parse((ROOT / "ledger" / "__init__.py").read_text())
    seen = {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ledger.")
        for alias in node.names
    }
    assert set(seen) == set(ledger.__all__) <= set(dir(ledger))
    for name, (module, inside) in seen.items():
        assert getattr(ledger, name) is getattr(import_module(module or ""), inside)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        ledger.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_no_module_is_called_like_a_public_name() -> None:
    """Importing it would put it in the place of that name."""
    assert not {path.stem for path in (ROOT / "ledger").glob("*.py")} & set(ledger.__all__)


def test_all_is_sorted_and_complete() -> None:
    assert all(hasattr(ledger, name) for name in ledger.__all__)
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


@pytest.mark.parametrize(("name", "cls"), [("match", ledger.Match), ("ledger", ledger.Ledger)])
def test_type_checkers_are_asked_about_every_method(name: str, cls: type) -> None:
    """`typing_api.py` leaves none out; an attribute that only an instance has is not looked for."""
    tree = ast.parse((ROOT / "tests" / "typing_api.py").read_text())
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == name
    }
    public = {method for method in dir(cls) if not method.startswith("_")}
    assert len(public) > 8
    assert public <= asked
