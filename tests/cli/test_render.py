"""Tables within 80 columns: what is wrapped where not all has room."""

import pytest

from ledger import Cell, Table
from ledger.cli import render

LONG = ("Maximiliane the Elder", "Bartholomew", "Cassiopeia of the Evening Star")


def drawn(capsys: pytest.CaptureFixture[str], *cells: str, marked: int = 0) -> list[str]:
    """Long names with the same cells beside each; the lines of the table."""
    headings = ("Seat", *(str(number) for number in range(len(cells))))
    rows = tuple(
        (Cell(name, seat), *(Cell(text, marked=n < marked) for n, text in enumerate(cells)))
        for seat, name in enumerate(LONG)
    )
    render.picture((Table("Table", headings, rows),))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    return lines


@pytest.mark.parametrize(("columns", "marked"), [(6, 0), (7, 1), (7, 2)])
def test_short_words_stay_whole_beside_long_names(
    capsys: pytest.CaptureFixture[str], columns: int, marked: int
) -> None:
    """As the boxes of a grid of Fifty do, where a bonus has two digits."""
    lines = drawn(capsys, *["x45(99)"] * columns, marked=marked)
    whole = [line for line in lines if line.count("x45(99)") == columns]
    assert len(whole) == len(LONG)
    assert all(line.count("[x45(99)]") == marked for line in whole)
    assert "(" not in "".join(line for line in lines if line not in whole)


@pytest.mark.parametrize(
    "cells", [("x45(99)",) * 9, ("abcdefgh" * 5, "words that can be wrapped " * 2)]
)
def test_what_has_no_room_is_wrapped_and_not_cut(
    capsys: pytest.CaptureFixture[str], cells: tuple[str, ...]
) -> None:
    shown = "".join(drawn(capsys, *cells))
    for char in "()xgh45":
        assert shown.count(char) >= len(LONG) * "".join(cells).count(char)


def test_rows_may_be_shorter_or_longer_than_the_headings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = ((Cell("short"),), (Cell("one"), Cell("two"), Cell("three")), ())
    render.picture((Table("", ("A", "B"), rows), Table("", ("A",), ())))
    shown = capsys.readouterr().out
    assert all(word in shown for word in ("short", "one", "two", "three"))
