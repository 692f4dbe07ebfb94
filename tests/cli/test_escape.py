"""Names, options and file names that try to be more than text."""

import json
import re

import pytest

from ledger.cli.escape import in_json, plain
from tests.cli.conftest import Run

HOSTILE = [
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "a\nVerdict: exact",
    "a\r\x08b",
    "\u202eevil",
    "\u2066x\u2069",
    "\u200eltr",
    "\u2028line",
    "\x9b31m",
    "\ufeffbom",
    "[bold red]markup[/]",
    ":smile:",
    "\U000e0041tag",
]
UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_a_terminal_obeys_is_left(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    assert not UNSAFE.search(plain(text))
    assert "\n" not in plain(text)
    encoded = in_json(json.dumps({"a": text}, ensure_ascii=False))
    assert not UNSAFE.search(encoded)
    assert json.loads(encoded) == {"a": text}
    assert in_json(json.dumps("é" + text, ensure_ascii=False), ascii_only=True).isascii()


@pytest.mark.parametrize("text", ["Zoë", "李雷", "می‌خواهم", "👩‍🚀", "a b", "$1 {x} [y] \\n"])
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert plain(text) == text
    assert in_json(text) == text


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_everywhere(run: Run, name: str) -> None:
    for game in ("sealed", "49"):
        file = f"{game}.db"
        made = run("new", game, file, "--seat", name, "--seat", "Bob")
        outputs = [made, run("list", file), run("show", file), run("replay", file)]
        outputs += [
            run("audit", file),
            run("legal", file, 1),
            run("show", file, "--as", "x" + name),
        ]
        outputs += [run("show", name + file), run("act", file, 0, name), run("rules", game, name)]
        outputs += [run("new", game, "y.db", "--seat", "A", "--seat", "B", "--option", name + "=1")]
        outputs += [run(name), run("show", f"--{name}"), run("audit", file, "--head", name)]
        for ran in outputs:
            assert not UNSAFE.search(ran.out + ran.err)
        assert run("show", file, "--json").document["seats"] == [name, "Bob"]
        assert not UNSAFE.search(run("show", file, "--json").out)


def test_markup_in_a_name_is_text(run: Run) -> None:
    run("new", "49", "g.db", "--seat", "[red]Ann[/red]", "--seat", ":boom:")
    shown = run("show", "g.db").out
    assert "A [red]Ann[/red]" in shown
    assert "B :boom:" in shown
