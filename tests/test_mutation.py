"""The faults that torture/mutation.py puts into functions: they are made, and they bite."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "torture"

SOURCE = '''\
from functools import lru_cache


def among(low, value, high=9):
    """Whether it is."""
    if low <= value and not value > high:
        return "yes there"
    raise ValueError(value)


class Pair:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    @property
    def sum(self):
        return self.left + self.right


@lru_cache
def names(*found):
    return sorted(name for name in found if name)


def deep(step):
    def inner(value):
        return value + step

    return inner
'''


@pytest.fixture
def mutants(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(FOLDER))
    yield importlib.import_module("mutants")
    sys.modules.pop("mutants", None)


@pytest.fixture
def loaded(tmp_path: Path) -> ModuleType:
    """A module with these functions, imported as any other."""
    path = tmp_path.resolve() / "under_test.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("tests.under_test", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def install(mutants: Any, loaded: ModuleType, function: str, what: str) -> None:
    """Put in the one fault of that function which is so described."""
    path = Path(str(loaded.__file__))
    found = [
        (mutant, compiled)
        for mutant, compiled in mutants.faults(path, path.name)
        if mutant.function == function and mutant.what.startswith(what)
    ]
    ((mutant, compiled),) = found
    assert mutants.Loaded().install(mutant, compiled(), path)


def test_every_fault_can_be_compiled_and_changes_the_code(mutants: Any, loaded: ModuleType) -> None:
    path = Path(str(loaded.__file__))
    plain = compile(SOURCE, str(path), "exec")
    names = set()
    for mutant, compiled in mutants.faults(path, path.name):
        assert compiled() not in (None, plain), mutant.what
        names.add(mutant.name)
    assert len(names) == len(list(mutants.faults(path, path.name))) > 20


@pytest.mark.parametrize(
    "what",
    [
        "Lt, not LtE: low <= value",
        "Gt, not LtE: low <= value",
        "GtE, not Gt: value > high",
        "Or, not And",
        "always True",
        "always False",
        "without low <= value",
        "value > high, not not value > high",
        "return None, not 'yes there'",
        "without: raise",
    ],
)
def test_faults_are_put_where_they_are_said_to_be(
    mutants: Any, loaded: ModuleType, what: str
) -> None:
    def answers() -> list[object]:
        found: list[object] = []
        for value in (1, 2, 9, 10):
            try:
                found.append(loaded.among(2, value))
            except ValueError:
                found.append(ValueError)
        return found

    assert answers() == [ValueError, "yes there", "yes there", ValueError]
    install(mutants, loaded, "among", what)
    assert answers() != [ValueError, "yes there", "yes there", ValueError]
    assert loaded.Pair(1, 2).sum == 3


def test_methods_and_properties_are_reached(mutants: Any, loaded: ModuleType) -> None:
    install(mutants, loaded, "Pair.sum", "Sub, not Add")
    assert loaded.Pair(5, 2).sum == 3
    install(mutants, loaded, "Pair.__init__", "without: self.right = right")
    assert not hasattr(loaded.Pair(5, 2), "right")


def test_functions_within_functions_are_reached(mutants: Any, loaded: ModuleType) -> None:
    before = loaded.deep(1)
    install(mutants, loaded, "deep", "Sub, not Add")
    assert (before(5), loaded.deep(1)(5)) == (4, 4)


def test_what_was_remembered_without_the_fault_is_forgotten(
    mutants: Any, loaded: ModuleType
) -> None:
    assert loaded.names("b", "", "a") == ["a", "b"]
    install(mutants, loaded, "names", "list, not sorted")
    assert loaded.names("b", "", "a") == ["b", "a"]
