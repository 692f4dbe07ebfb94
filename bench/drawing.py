"""A line chart with logarithmic axes as SVG: no more than the bench needs."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 30, 50
COLOURS = ("#1b6ca8", "#9dc3e0", "#b5482a", "#e6b3a3")

Series = Mapping[str, Sequence[tuple[float, float]]]


def lines(title: str, across: str, series: Series) -> str:
    """The chart: seconds against ``across``."""
    points = [point for line in series.values() for point in line]
    scale_x = _scale([x for x, _ in points], LEFT, WIDTH - RIGHT)
    scale_y = _scale([y for _, y in points], HEIGHT - BOTTOM, TOP)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 18, f"{title}: seconds against {across}, both logarithmic"),
        *_grid(scale_x, scale_y),
    ]
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{scale_x(x):.1f},{scale_y(y):.1f}" for x, y in line)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        drawn.append(_text(WIDTH - RIGHT + 10, TOP + 20 * (number + 1), name, fill=colour))
    return "\n".join([*drawn, "</svg>", ""])


class _Scale:
    """From a value to its place, by powers of ten."""

    def __init__(self, low: int, high: int, start: float, end: float) -> None:
        self.powers = range(low, high + 1)
        self._low, self._span = low, max(1, high - low)
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = (log10(value) - self._low) / self._span
        return self._start + share * (self._end - self._start)


def _scale(values: Sequence[float], start: float, end: float) -> _Scale:
    return _Scale(floor(log10(min(values))), ceil(log10(max(values))), start, end)


def _grid(scale_x: _Scale, scale_y: _Scale) -> list[str]:
    drawn = []
    for power in scale_x.powers:
        x = scale_x(10**power)
        drawn.append(_stroke(x, TOP, x, HEIGHT - BOTTOM))
        drawn.append(_text(x, HEIGHT - BOTTOM + 18, f"{10**power:,}", anchor="middle"))
    for power in scale_y.powers:
        y = scale_y(10.0**power)
        drawn.append(_stroke(LEFT, y, WIDTH - RIGHT, y))
        drawn.append(_text(LEFT - 8, y + 4, f"{10.0**power:g} s", anchor="end"))
    return drawn


def _stroke(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}" stroke="#ddd"/>'


def _text(x: float, y: float, text: str, *, anchor: str = "start", fill: str = "#222") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )
