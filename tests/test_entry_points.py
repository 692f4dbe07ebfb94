"""Our reading of entry points against Python's own, which is what everybody else goes by."""

import json
import sys
from importlib import metadata
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from ledger.entry_points import EntryPoint, entry_points

GROUP = "ledger.games"

POINTS = f"""\
outside = a:b
[other]
stray = a:b

[{GROUP}]
plain = some_module:GAME
# noted = a:b
  spaced   =   some.module : inner.GAME\t
extra = some_module:GAME [more, and-more]
module = some.module
49=some_module:GAME
[half = a:b

[{GROUP}.more]
longer = a:b
[{GROUP}]
again = a:b
"""


def by_python(group: str) -> list[tuple[str, str]]:
    return sorted((point.name, point.value) for point in metadata.entry_points(group=group))


def by_us(group: str) -> list[tuple[str, str]]:
    return sorted((point.name, point.value) for point in entry_points(group))


def a_package(path: Path, folder: str, text: str) -> None:
    (path / folder).mkdir(parents=True)
    (path / folder / "METADATA").write_text("Name: whatever\nVersion: 1\n")
    (path / folder / "entry_points.txt").write_text(text, newline="")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which packages are looked for."""
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def test_what_is_installed_here() -> None:
    groups = {point.group for one in metadata.distributions() for point in one.entry_points}
    assert GROUP in groups
    assert len(groups) > 3
    for group in groups:
        assert by_us(group) == by_python(group)
    here = EntryPoint("49", "ledger.games.game_of_49:GAME", "tabletop-ledger")
    assert here in entry_points(GROUP)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("folder", ["a-1.dist-info", "A_b.c-1.0.Dist-Info", "a-1-py3.egg-info"])
def test_a_file_of_every_form(path: Path, folder: str, newline: str) -> None:
    a_package(path, folder, POINTS.replace("\n", newline))
    assert by_us(GROUP) == by_python(GROUP)
    names = [name for name, _ in by_us(GROUP)]
    assert names == ["49", "[half", "again", "extra", "module", "plain", "spaced"]
    assert by_us(f"{GROUP}.more") == by_python(f"{GROUP}.more") == [("longer", "a:b")]


def test_folders_and_files_that_say_nothing(path: Path) -> None:
    a_package(path, "a-1.dist-info", f"[{GROUP}]\none = a:b\n")
    (path / "bare-1.dist-info").mkdir()
    (path / "file-1.egg-info").write_text("Name: file\n")
    (path / "folder-1.dist-info" / "entry_points.txt").mkdir(parents=True)
    for folder in ("no-package", "no-package.data", "dist-info"):
        a_package(path, folder, f"[{GROUP}]\ntwo = a:b\n")
    sys.path[:] = [str(path / "missing"), str(path), str(path)]
    assert by_us(GROUP) == by_python(GROUP) == [("one", "a:b")]


def test_of_two_copies_the_first_counts(path: Path) -> None:
    """As it does for an import, however the package's name is spelt."""
    a_package(path / "first", "My_Games-2.dist-info", f"[{GROUP}]\none = new:GAME\n")
    a_package(path / "second", "my.games-1.dist-info", f"[{GROUP}]\none = old:GAME\n")
    a_package(path / "second", "others-1.dist-info", f"[{GROUP}]\ntwo = other:GAME\n")
    sys.path[:] = [str(path / "first"), str(path / "second")]
    assert by_us(GROUP) == by_python(GROUP) == [("one", "new:GAME"), ("two", "other:GAME")]
    assert {point.package for point in entry_points(GROUP)} == {"my-games", "others"}


def test_the_folder_one_is_in(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_package(path, "a-1.dist-info", f"[{GROUP}]\none = a:b\n")
    monkeypatch.chdir(path)
    sys.path[:] = [""]
    assert by_us(GROUP) == by_python(GROUP) == [("one", "a:b")]


def test_a_file_in_no_encoding_of_ours_spoils_nothing(path: Path) -> None:
    (path / "bad-1.dist-info").mkdir()
    (path / "bad-1.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe")
    a_package(path, "good-1.dist-info", f"[{GROUP}]\none = a:b\n")
    assert by_us(GROUP) == [("one", "a:b")]


def test_an_archive_is_left_to_python(path: Path) -> None:
    with ZipFile(path / "games.zip", "w") as archive:
        archive.writestr("zipped-1.dist-info/METADATA", "Name: zipped\nVersion: 1\n")
        archive.writestr("zipped-1.dist-info/entry_points.txt", f"[{GROUP}]\none = a:b\n")
    sys.path[:] = [str(path / "games.zip")]
    assert entry_points(GROUP) == (EntryPoint("one", "a:b", "zipped"),)
    sys.path.append(str(path / "folder"))  # beside folders as well
    a_package(path / "folder", "a-1.dist-info", f"[{GROUP}]\ntwo = a:b\n")
    assert by_us(GROUP) == by_python(GROUP) == [("one", "a:b"), ("two", "a:b")]


def test_what_is_no_text_on_the_path_is_passed_over_as_by_an_import(path: Path) -> None:
    a_package(path, "a-1.dist-info", f"[{GROUP}]\none = a:b\n")
    odd: list[Any] = [None, path / "missing", str(path)]
    sys.path[:] = odd
    assert by_us(GROUP) == [("one", "a:b")]


def test_an_egg_is_left_to_python(path: Path) -> None:
    egg = path / "hatched-1.egg"
    (egg / "EGG-INFO").mkdir(parents=True)
    (egg / "EGG-INFO" / "PKG-INFO").write_text("Name: hatched\nVersion: 1\n")
    (egg / "EGG-INFO" / "entry_points.txt").write_text(f"[{GROUP}]\none = a:b\n")
    sys.path[:] = [str(egg)]
    assert entry_points(GROUP) == (EntryPoint("one", "a:b", "hatched"),)


def test_a_finder_with_packages_of_its_own_is_left_to_python(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_package(path / "elsewhere", "frozen-1.dist-info", f"[{GROUP}]\none = a:b\n")

    class Frozen(metadata.DistributionFinder):
        def find_distributions(
            self, context: metadata.DistributionFinder.Context | None = None
        ) -> list[metadata.Distribution]:
            return [metadata.Distribution.at(path / "elsewhere" / "frozen-1.dist-info")]

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Frozen()])
    assert ("one", "a:b") in by_us(GROUP)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("json:loads", json.loads),
        ("json", json),
        ("json.decoder : JSONDecoder.decode", json.JSONDecoder.decode),
        ("json:loads [extra]", json.loads),
    ],
)
def test_a_value_leads_where_python_says(value: str, found: object) -> None:
    assert EntryPoint("name", value, "package").load() is found
    assert metadata.EntryPoint("name", value, GROUP).load() is found
