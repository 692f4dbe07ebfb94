"""Names and sentences wrap; heads, ids and commands to copy do not."""

import pytest

from ledger.cli import output
from tests.cli.conftest import Run

LONG = "Maximilian Alexander Featherstonehaugh the Third of Upper Slaughter in Gloucestershire"
OTHER = "Bartholomew Montgomery-Fitzgerald Junior, called Bart by the Friends of his Youth"
UNBROKEN = ("head ", "next: ", "Verdict: ", "    ledger ", "match ")


@pytest.fixture
def long(run: Run) -> str:
    """Two long names, of which the first has bid too much and is disputed."""
    people = ("--seat", LONG, "--seat", OTHER, "--option", "first_seat=0")
    narrow(run("new", "49", "g.db", *people, "--option", "show_money=yes").out)
    narrow(run("act", "g.db", 0, "bid", 60, "--anyway").out)
    return "g.db"


def narrow(said: str) -> str:
    """Hold every line against the width."""
    lines = [line for line in said.splitlines() if not line.startswith(UNBROKEN)]
    assert lines
    assert [line for line in lines if len(line) > output.WIDTH] == []
    return said


@pytest.mark.parametrize("words", [("show",), ("replay",), ("docket",), ("audit",), ("list",)])
def test_what_is_shown_of_long_names_fits(run: Run, long: str, words: tuple[str, ...]) -> None:
    narrow(run(*words, long).out)


def test_what_is_said_of_an_act_fits(run: Run, long: str) -> None:
    """The story, the rule that is quoted, whom the table waits for."""
    claim = "It is more than anybody has who plays this game for the first time of an evening."
    said = narrow(run("dispute", long, 1, 3 + 1, "--claim", claim).out)
    assert "\n    " in said
    assert "49-PEN-01" in said
    narrow(run("legal", long, 0).out)
    narrow(run("why", long, 1, "bid", 61).out)
    narrow(run("why", long, 1, "pass").out)
    narrow(run("dispute", long, 1, 2, "--claim", claim, "--wait").out)
    for command in ("show", "docket", "replay"):
        narrow(run(command, long).out)
    narrow(run("legal", long, 0).out)
    narrow(run("withdraw", long, 1).out)
    narrow(run("close", long, "--reason", claim).out)
    narrow(run("show", long).out)


def test_a_clause_fits(run: Run) -> None:
    for number in ("49-PEN-03", "49-PEN-01", "49-AUC-01"):
        narrow(run("rules", "49", number).out)


def test_what_is_taken_back_stays_marked_on_every_line(run: Run, long: str) -> None:
    assert run("take-back", long, 0, 3).code == 0
    told = narrow(run("replay", long).out)
    assert "(taken back by #5)" in " ".join(told.split())


def test_a_name_that_wraps_in_a_table_stands_under_its_beginning(run: Run, long: str) -> None:
    lines = run("show", long).out.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("A Maximilian"))
    wrapped = lines[start + 1]
    assert wrapped.startswith("  ")
    assert wrapped.strip().split()[0] in LONG


def test_the_parts_of_a_position_stand_apart(run: Run, long: str) -> None:
    """A blank line before and after each table; notes that belong together stay so."""
    _, board, seats, notes = run("show", long).out.split("\n\n")
    assert board.startswith("Board\n")
    assert seats.startswith("Seats\n")
    assert "\nThe bid stands at $60" in notes


def test_whom_a_declared_draw_is_awaited_from_is_shown(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    opened = run("new", "49", "d.db", *people, "--chance", "declared").out
    awaited = "Waiting for the table to say which seat was drawn (first seat drawn)."
    assert awaited in opened
    assert awaited in run("show", "d.db").out
    assert awaited in run("replay", "d.db").out
    assert run("draw", "d.db", "Bob").code == 0
    assert "Waiting for Bob to say which card was drawn." in run("show", "d.db").out
    assert "Waiting for" not in run("show", "d.db", "--at", 1).out
