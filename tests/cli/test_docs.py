"""Every command has a help text with an example, and its place in docs/cli.md."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

from ledger.cli.main import app
from tests.cli.conftest import Run

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text()
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
