"""Every command has a help text with an example, and its place in docs/cli.md."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest
from typer.main import get_command

from ledger import ArrangementOf, OneOf, Range, SubsetOf
from ledger.cli.main import app
from tests.cli.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
GAMES = Path(__file__).parents[2] / "docs" / "games"
COMMANDS = sorted(get_command(app).commands)  # type: ignore[attr-defined]  # a group it is


@pytest.mark.parametrize("command", COMMANDS)
def test_help(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    first = ran.out.splitlines()[2].strip()
    assert first.endswith(".")
    assert f"  ledger {command}" in ran.out
    overview = run("--help").out
    assert first in overview  # not cut short
    assert max(map(len, ran.out.splitlines())) <= 100


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_has_each_command_with_an_example(command: str) -> None:
    section = re.search(rf"\n### `ledger {command}\b.*?(?=\n##|\Z)", PAGE, re.DOTALL)
    assert section
    assert re.search(rf"^(\$ |.*\| )ledger {command}\b", section[0], re.MULTILINE)


def test_the_page_names_no_other_command() -> None:
    assert set(re.findall(r"\n### `ledger ([\w-]+)", PAGE)) == set(COMMANDS)


def test_the_page_names_every_option(run: Run) -> None:
    for command in COMMANDS:
        for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", run(command, "--help").out, re.M):
            assert option in PAGE


Shape: TypeAlias = dict[str, Any]
"""The keys of a JSON object, each with the shape of what it holds, or None where none is told."""


def shape(tokens: Iterator[str]) -> Shape:
    """The shape that a text in braces tells; an object in a list stands for all of them."""
    keys: Shape = {}
    last = ""
    for token in tokens:
        if token == "}":
            return keys
        if token == "{":
            keys[last] = shape(tokens)
        else:
            last = token
            keys[last] = None
    return keys


def told(after: str, text: str = PAGE) -> Shape:
    """The shape that the page tells behind these words."""
    found = re.search(rf"{re.escape(after)}\s+`{{(.*?)}}`", text, re.DOTALL)
    assert found, after
    return shape(iter([*re.findall(r"[\w]+|[{}]", found[1]), "}"]))


def section(command: str) -> str:
    """What the page says of a command."""
    found = re.search(rf"\n### `ledger {command}\b.*?(?=\n##|\Z)", PAGE, re.DOTALL)
    assert found
    return found[0]


def assert_shaped(printed: Any, wanted: Shape, where: str) -> None:
    """An event has its fields beside those that every event has."""
    if isinstance(printed, list):
        for each in printed:
            assert_shaped(each, wanted, where)
        return
    assert wanted.keys() <= printed.keys(), where
    if "time" not in wanted:
        assert printed.keys() - wanted.keys() == set(), where
    for key, inner in wanted.items():
        if inner is not None:
            assert printed[key], f"{where}: {key} is not seen"
            assert_shaped(printed[key], inner, f"{where}: {key}")


QUARREL = (
    "new 49 q.db --seat Ann --seat Ben --option show_money=yes --option first_seat=Ann --seed q",
    "act q.db Ann bid 60 --anyway",
    "dispute q.db Ben 4 --claim Really?",
    "why q.db Ann bid 60",
    "whatif q.db --without 6",
    "docket q.db",
    "legal q.db Ben",
    "list q.db",
    "show q.db",
    "replay q.db",
    "audit q.db",
    "diff q.db q.db",
    "export q.db --as Ann -o ann.jsonl",
    "import ann.jsonl -o ann.db",
    "act q.db Ben pass",
    "take-back q.db Ann 6",
    "take-back q.db Ben --decline",
    "act-for q.db Ann --reason tea",
    "dispute q.db Ben 8 --claim Really? --wait",
    "withdraw q.db Ben",
    "close q.db --reason tea",
    "open q.db --seed",
    "new 49 d.db --seat Ann --seat Ben --chance declared",
    "draw d.db Ann",
    "simulate 49 -o s.db --matches 1 --seats 2",
    "games 49",
    "rules 49",
)
ALIKE = {
    "new",
    "act",
    "draw",
    "open",
    "dispute",
    "rule",
    "withdraw",
    "take-back",
    "act-for",
    "close",
}


def test_the_page_tells_the_json_of_each_command(run: Run) -> None:
    """All keys that are printed, and no others."""
    shared = told("As JSON:", PAGE.partition("## What all commands share")[2])
    seen = set[str]()
    for words in QUARREL:
        command = words.split()[0]
        ran = run(*words.split(), "--json")
        if command not in ("whatif", "audit"):
            assert ran.code == 0, (words, ran.out)
        printed = ran.document
        wanted = shared if command in ALIKE else told("As JSON:", section(command))
        assert_shaped(printed, wanted, words)
        seen.add(command)
        if command == "docket":
            (match,) = printed["matches"]
            assert match["quarrels"] and match["irregular"]
            assert_shaped(match["quarrels"], told("A quarrel is"), words)
            assert_shaped(match["irregular"], told("An irregular act is"), words)
        if command == "replay":
            assert_shaped(printed["matches"][0]["events"], told("An event is"), words)
        if command == "new" and "declared" in words:
            assert_shaped(printed["awaits_draw"], told("`awaits_draw` is"), words)
    assert seen | ALIKE == set(COMMANDS)


def test_the_page_tells_what_a_choice_is() -> None:
    """Each domain with what it holds."""
    rows = re.findall(r"^\| `{\"domain\": \"(\w+)\"}` \| (.*?) \|", section("legal"), re.MULTILINE)
    domains = (OneOf((1,)), Range(1, 2), SubsetOf((1, 2), 1, 2), ArrangementOf((1, 2), 2))
    assert dict(rows) == {
        found.pop("domain"): ", ".join(f"`{key}`" for key in found)
        for found in map(msgspec.to_builtins, domains)
    }


def test_the_acts_on_a_games_page_are_read(run: Run) -> None:
    """Whether they are possible hangs on the match; what they mean does not."""
    page = (GAMES / "monopoly-bid.md").read_text()
    lines = re.findall(r"^ledger act FILE \w+ (.*?) +#", page, re.MULTILINE)
    assert len(lines) >= 5
    run("new", "monopoly-bid", "m.db", "--seat", "Ann", "--seat", "Ben", "--seat", "Cy")
    for words in lines:
        ran = run("why", "m.db", "Ben", *words.split())
        assert ran.code == 0, (words, ran.err)
        assert re.search(r"ossible now: Ben (offers|accepts|plays)", ran.out), words
