"""How the bench measures: two sides in turns, medians, and a line of the table for each work."""

import gc
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import corpus


class Line(NamedTuple):
    """One line of the table."""

    work: str
    bare: str
    ours: str
    ratio: float | None = None
    wanted: str = ""
    met: bool | None = None  # None: nothing is wanted


def faster(
    work: str, bare_took: float, ours_took: float, least: float | None, unit: str = "us"
) -> Line:
    """A line for two times, where ours must reach a share of the bare speed."""
    scale = {"us": 1e6, "ms": 1e3}[unit]
    ratio = bare_took / ours_took
    return Line(
        work,
        f"{bare_took * scale:.1f} {unit}",
        f"{ours_took * scale:.1f} {unit}",
        ratio,
        "" if least is None else f"at least {least:.2f}",
        None if least is None else ratio >= least,
    )


def within(work: str, bare_took: float, ours_took: float, most: float, unit: str = "ms") -> Line:
    """A line for two amounts, of which ours may be so many times the bare one."""
    scale = {"us": 1e6, "ms": 1e3}[unit]
    ratio = ours_took / bare_took
    texts = (f"{bare_took * scale:.2f} {unit}", f"{ours_took * scale:.2f} {unit}")
    return Line(work, *texts, ratio, f"within {most:.1f}x", ratio <= most)


def shown(line: Line) -> str:
    """A line of the table as text."""
    ratio = "" if line.ratio is None else f"{line.ratio:.2f}"
    met = {None: "", True: "met", False: "MISSED"}[line.met]
    return (
        f"| {line.work:40} | {line.bare:>14} | {line.ours:>16} | {ratio:>6} | {line.wanted:22} "
        f"| {met:6} |"
    )


def processing() -> float:
    """The processor time of all processes started so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    """How long it takes, in seconds."""
    gc.collect()
    begun = clock()
    work()
    return clock() - begun


def turns(
    rounds: int, *works: Callable[[], Any], clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The median time of each, taking turns."""
    took: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for times, work in zip(took, works, strict=True):
            times.append(timed(work, clock))
    return [statistics.median(times) for times in took]


class Bench:
    """Where the files of a run are, and how much is done."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        self.folder = folder
        self.share = 10 if quick else 1
        self._count = 0
        self._played: list[corpus.Stored] = []

    def new(self, suffix: str = ".db") -> Path:
        """A path where nothing is."""
        self._count += 1
        return self.folder / f"{self._count}{suffix}"

    def played(self) -> list[corpus.Stored]:
        """Matches by bots, about 100,000 events; played once."""
        if not self._played:
            self._played = corpus.simulated(self.new(), 200 // self.share)
        return self._played
