"""The chart in docs, drawn by matplotlib: it is there where `./dev bench` could install it."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

Series = Mapping[str, Sequence[tuple[float, float]]]


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def lines(path: Path, title: str, across: str, series: Series) -> None:
    """A PNG of seconds against ``across``, both axes logarithmic."""
    from matplotlib.figure import Figure  # half a second, and only here

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for name, points in series.items():
        style = "--" if name.endswith("bare") else "-"
        axes.plot([x for x, _ in points], [y for _, y in points], style, marker="o", label=name)
    axes.set(xscale="log", yscale="log", title=title, xlabel=across, ylabel="seconds")
    axes.grid(visible=True, alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=110, metadata={"Software": None})
