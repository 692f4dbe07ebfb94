"""The entry points of the installed packages, read where packaging tools write them.

``importlib.metadata`` reads them too, and is asked wherever more than folders must be searched. But
it loads what reads mail headers, tables and archives, and that takes longer than all of ledger that
lists the games: every command, and every program that opens a match, would pay for it.
"""

import os
import re
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any

from msgspec import Struct


class EntryPoint(Struct, frozen=True):
    """A line ``name = module:attribute`` of a package."""

    name: str
    value: str
    package: str  # as pip takes it

    def load(self) -> Any:
        """What it leads to. Raises whatever importing that raises."""
        module, _, attribute = self.value.partition("[")[0].partition(":")
        names = [name for name in attribute.strip().split(".") if name]
        return reduce(getattr, names, import_module(module.strip()))


def entry_points(group: str) -> tuple[EntryPoint, ...]:
    """Those of one group, in the order in which Python would look for the packages."""
    if _only_folders():
        return tuple(_found(group))
    from importlib import metadata

    return tuple(
        EntryPoint(point.name, point.value, _normal(point.dist.name) if point.dist else "")
        for point in metadata.entry_points(group=group)
    )


def _only_folders() -> bool:
    """Whether packages come from folders alone: no archive, no egg, no finder that has its own."""
    finders = (finder for finder in sys.meta_path if finder is not PathFinder)
    return not any(hasattr(finder, "find_distributions") for finder in finders) and not any(
        path.lower().endswith(".egg") or os.path.isfile(path) for path in _paths()
    )


def _paths() -> list[str]:
    return [path for path in sys.path if isinstance(path, str)]  # as import does


def _found(group: str) -> Iterator[EntryPoint]:
    seen: set[str] = set()
    for path in _paths():
        for folder in _listed(path):
            stem, dot, kind = folder.rpartition(".")
            if not dot or kind.lower() not in ("dist-info", "egg-info"):
                continue
            package = _normal(stem.partition("-")[0])
            if package not in seen:  # else it lies behind one that Python finds first
                seen.add(package)
                for name, value in _lines(os.path.join(path, folder, "entry_points.txt"), group):
                    yield EntryPoint(name, value, package)


def _listed(path: str) -> list[str]:
    try:
        return os.listdir(path or ".")
    except OSError:  # Python passes over it as well
        return []


def _lines(path: str, group: str) -> Iterator[tuple[str, str]]:
    """The names and values in one section of a file, if it is there."""
    try:
        with open(path, "rb", buffering=0) as file:
            raw = file.read()
    except OSError:
        return
    if group.encode() not in raw:
        return
    section = ""
    for line in map(str.strip, raw.decode(errors="replace").splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section == group and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name.strip(), value.strip()


def _normal(name: str) -> str:
    """A package's name in the one form in which all its spellings are equal."""
    return re.sub("[-_.]+", "-", name).lower()
