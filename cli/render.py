"""Boards and tables, drawn with Rich; every text is taken as it is, never as markup."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from ledger import Cell, Grid, Hidden, Note, Picture, Table, letter
from ledger.cli import output
from ledger.cli.escape import plain

SHORT = 60  # columns of data on one line
BETWEEN = 3  # columns from one of a table's columns to the next
NARROWEST = 5  # columns for what can be wrapped
WORD = 24  # columns of a word that is kept whole
COLOURS = ("red", "cyan", "yellow", "green", "magenta")


def picture(blocks: Picture) -> None:
    """A game's table, block by block."""
    console = output.console()
    for number, block in enumerate(blocks):
        if number and not (isinstance(block, Note) and isinstance(blocks[number - 1], Note)):
            output.line()
        match block:
            case Grid():
                _grid(console, block)
            case Table():
                rows = [[_in_table(cell) for cell in row] for row in block.rows]
                _table(console, block.title, block.headings, rows)
            case Note():
                output.hung((block.text,))


def table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    title: str = "",
    widest: int | None = None,
) -> None:
    """Rows of text under headings; the last column wraps first.

    Args:
        widest: how many columns of the screen any but the last may take.
    """
    cells = [[Text(plain(text)) for text in row] for row in rows]
    _table(output.console(), title, headings, cells, widest)


def data(value: Any) -> None:
    """Plain data, indented: what is shown of a game that draws no picture."""
    output.lines(_indented(value, 0))


def _grid(console: Console, grid: Grid) -> None:
    rows = _aligned(grid)
    widest = max((cell_len(text) for row in rows for text in row), default=0)
    columns = max((len(row) for row in rows), default=0)
    fits = columns * (widest + 1) < console.width
    board = RichTable(
        title=Text(plain(grid.title), style="bold"),
        title_justify="left",
        show_header=False,
        show_lines=fits,
        box=(box.ASCII if _is_ascii(console) else box.SQUARE) if fits else None,
        padding=0,
    )
    for _ in range(columns):
        board.add_column(min_width=widest if fits else None)
    for texts, cells in zip(rows, grid.rows, strict=True):
        styled = zip(texts, cells, strict=True)
        board.add_row(*(Text(text, style=_style(cell)) for text, cell in styled))
    _print(console, board)


def _aligned(grid: Grid) -> list[list[str]]:
    """The cells without need of colour: a seat's letter, and brackets round what is marked."""
    cells = [cell for row in grid.rows for cell in row]
    widest = max((cell_len(plain(cell.text)) for cell in cells), default=0)
    letters = max((len(letter(cell.seat)) for cell in cells if cell.seat is not None), default=0)
    return [[_words(cell, widest, letters) for cell in row] for row in grid.rows]


def _words(cell: Cell, widest: int, letters: int) -> str:
    text = plain(cell.text)
    whose = "" if cell.seat is None else letter(cell.seat)
    text = f"{' ' * (widest - cell_len(text))}{text}"
    if letters:
        text = f"{text} {whose:{letters}}"
    return f"[{text}]" if cell.marked else f" {text} "


def _print(console: Console, drawn: RichTable) -> None:
    """Write it without the spaces that Rich fills lines with."""
    with console.capture() as captured:
        console.print(drawn)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def _is_ascii(console: Console) -> bool:
    return not console.encoding.startswith("utf")


def _in_table(cell: Cell) -> Text:
    text = plain(cell.text)
    if cell.seat is not None:
        text = f"{letter(cell.seat)} {text}"
    style, shown = _style(cell), f"[{text}]" if cell.marked else text
    return Text(shown, style) if cell.seat is None else _Hung(shown, style)


class _Hung(Text):
    """A seat's cell: where the name is too long for a line, the next begins under its first."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterable[Segment]:
        whose, space, name = self.plain.partition(" ")
        hang = len(whose) + len(space)
        lines = Text(name).wrap(console, max(1, options.max_width - hang), overflow="fold")
        names = f"\n{' ' * hang}".join(line.plain.rstrip() for line in lines)
        shown = Text(f"{whose}{space}{names}", self.style)
        return shown.__rich_console__(console, options)


def _style(cell: Cell) -> str:
    if cell.seat is None:
        return "bold" if cell.marked else ""
    return f"bold {COLOURS[cell.seat % len(COLOURS)]}{' reverse' if cell.marked else ''}"


def _table(
    console: Console,
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Text]],
    widest: int | None = None,
) -> None:
    drawn = RichTable(
        title=Text(plain(title), style="bold") if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD if not _is_ascii(console) else box.ASCII2,
        pad_edge=False,
        show_edge=False,
    )
    whole = _whole(headings, rows, console.width)
    for number, heading in enumerate(headings):
        last = number == len(headings) - 1
        drawn.add_column(
            Text(plain(heading)),
            no_wrap=number in whole,
            overflow="fold",
            ratio=1 if last else None,
            max_width=None if last else widest,
        )
    for row in rows:
        drawn.add_row(*row)
    _print(console, drawn)


def _whole(headings: Sequence[str], rows: Sequence[Sequence[Text]], width: int) -> set[int]:
    """The columns of short words, such as `x15(99)`; none if the others have no room beside them.

    Rich takes from the widest columns, so that beside long names such words would be broken too.
    """
    widest: dict[int, int] = {}
    for number, heading in enumerate(headings):
        cells = [row[number] for row in rows if number < len(row)]
        size = max(cell_len(plain(heading)), *(cell.cell_len for cell in cells), 0)
        if size <= WORD and not any(" " in cell.plain for cell in cells):
            widest[number] = size
    others = len(headings) - len(widest)
    room = width - sum(widest.values()) - BETWEEN * (len(headings) - 1)
    return set(widest) if room >= NARROWEST * others else set()


def _indented(value: Any, depth: int) -> Iterator[str]:
    for name, inner in _named(value):
        space = "  " * depth
        if _is_short(inner):
            yield f"{space}{name}: {_inline(inner)}"
        else:
            yield f"{space}{name}:"
            yield from _indented(inner, depth + 1)


def _named(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, msgspec.Struct):
        yield from ((name, getattr(value, name)) for name in value.__struct_fields__)
    elif isinstance(value, dict):
        yield from ((str(name), inner) for name, inner in value.items())
    else:
        yield from ((str(number), inner) for number, inner in enumerate(value))


def _is_short(value: Any) -> bool:
    if isinstance(value, Hidden) or not isinstance(value, msgspec.Struct | dict | list | tuple):
        return True
    parts = [part for _, part in _named(value) if not isinstance(part, Hidden)]
    flat = not any(isinstance(part, msgspec.Struct | dict) for part in parts)
    return flat and len(_inline(value)) <= SHORT


def _inline(value: Any) -> str:
    if isinstance(value, Hidden):
        return "hidden"
    if isinstance(value, msgspec.Struct | dict):
        return ", ".join(f"{name} {_inline(inner)}" for name, inner in _named(value)) or "{}"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_inline, value))})"
    if value is None:
        return "-"
    return value if isinstance(value, str) else str(value).lower()
