"""export, import and simulate: the files they make, and the files that are in their way."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("who", ["0", "Ann", "spectator", "auditor"])
@pytest.mark.parametrize("name", ["copy.db", "copy.jsonl"])
def test_a_copy_has_the_original_head(run: Run, played: str, who: str, name: str) -> None:
    head = run("show", played, "--json").document["head"]
    made = run("export", played, "--as", who, "-o", name, "--json").document
    assert made["head"] == head
    if name.endswith(".jsonl"):
        assert run("import", name, "-o", "copy.db", "--json").document["head"] == head
    assert run("diff", played, "copy.db").code == 0
    assert run("show", "copy.db", "--json").document["head"] == head


def test_import_names_the_match(run: Run, played: str) -> None:
    run("export", played, "--as", 0, "-o", "a.jsonl")
    head = run("show", played, "--json").document["head"]
    assert run("import", "a.jsonl", "-o", "a.db").last == f"head {head}"


def test_export_says_for_whom(run: Run, played: str) -> None:
    assert "for Ann" in run("export", played, "--as", 0, "-o", "a.db").out
    assert "every secret" in run("export", played, "--as", "auditor", "-o", "b.db").out


def test_a_new_file_must_be_new(run: Run, played: str) -> None:
    before = Path(played).read_bytes()
    assert run("export", played, "--as", 0, "-o", played).code == 2
    assert run("export", played, "--as", 0, "-o", "a.jsonl").code == 0
    assert run("export", played, "--as", 0, "-o", "a.jsonl").code == 2
    assert run("import", "a.jsonl", "-o", played).code == 2
    assert run("simulate", "sealed", "-o", played, "--matches", 1, "--seats", 2).code == 2
    assert Path(played).read_bytes() == before


def test_export_wants_a_reader_and_a_file(run: Run, played: str) -> None:
    assert run("export", played, "-o", "a.db").code == 2
    assert run("export", played, "--as", 0).code == 2
    assert run("export", played, "--as", "Zoe", "-o", "a.db").code == 2
    assert run("export", played, "--as", 0, "-o", "no/such/folder.db").code == 4


def test_a_ledger_and_its_export_are_told_apart(run: Run, played: str) -> None:
    run("export", played, "--as", "auditor", "-o", "a.jsonl")
    already = run("import", played, "-o", "a.db")
    said = f"ledger: {played} is a ledger already, and no exported JSON lines: use it as it is\n"
    assert (already.code, already.err) == (4, said)
    for words in (("audit", "a.jsonl"), ("new", "49", "a.jsonl", "--seat", "A", "--seat", "B")):
        exported = run(*words)
        assert exported.code == 4
        typed = "`ledger import a.jsonl -o a.db`"
        said = f"a.jsonl holds exported JSON lines: make a ledger of it with {typed}"
        assert exported.err == f"ledger: {said}\n"
    assert not Path("a.db").exists()


def test_import_of_what_was_not_exported(run: Run, played: str) -> None:
    Path("lines.jsonl").write_text('{"line":"match"}\n')
    assert run("import", "lines.jsonl", "-o", "a.db").code == 4
    assert run("import", played, "-o", "a.db").code == 4
    assert run("import", "nothing.jsonl", "-o", "a.db").code == 4
    run("export", played, "--as", 0, "-o", "b.jsonl")
    whole = Path("b.jsonl").read_text().splitlines(keepends=True)
    Path("c.jsonl").write_text("".join(whole[:-3]))
    assert run("import", "c.jsonl", "-o", "a.db").code == 3
    assert not Path("a.db").exists()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_import_of_what_is_no_ordinary_file(
    run: Run, tmp_path: Path, make: Callable[[str], None]
) -> None:
    """A pipe that nobody writes into would be waited for without end."""
    make("lines.jsonl")
    ran = run("import", "lines.jsonl", "-o", "a.db")
    assert (ran.code, ran.out) == (4, "")
    assert ran.err == "ledger: lines.jsonl is no regular file: name one that export wrote\n"
    assert not Path("a.db").exists()


def test_simulate(run: Run) -> None:
    made = run("simulate", "49", "-o", "many.db", "--matches", 2, "--seats", 3, "--json").document
    found = run("list", "many.db", "--json").document["matches"]
    assert [match["head"] for match in found] == made["heads"]
    assert all(match["outcome"] for match in found)
    again = run("simulate", "49", "-o", "again.db", "--matches", 2, "--seats", 3)
    assert [line[5:] for line in again.out.splitlines()[1:]] == made["heads"]


def test_many_heads_are_not_all_listed(run: Run) -> None:
    words = ("simulate", "49", "--matches", 12, "--seats", 2, "--option", "max_bid=60")
    assert run(*words, "-o", "many.db").last == "and 2 more; --json lists all"


@pytest.mark.parametrize(
    "words",
    [
        ("--matches", "0", "--seats", "2"),
        ("--matches", "x", "--seats", "2"),
        ("--matches", "1", "--seats", "9"),
        ("--matches", "1", "--seats", "2", "--jobs", "0"),
        ("--matches", "1", "--seats", "2", "--option", "speed=1"),
        ("--matches", "1"),
    ],
)
def test_simulate_is_refused(run: Run, words: tuple[str, ...]) -> None:
    assert run("simulate", "49", "-o", "many.db", *words).code == 2
    assert not Path("many.db").exists()


def test_simulate_of_an_unknown_game(run: Run) -> None:
    assert run("simulate", "chess", "-o", "a.db", "--matches", 1, "--seats", 2).code == 4
