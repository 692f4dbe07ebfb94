"""Golden files: every recorded match as every audience reads it, in text and in JSON.

Three files a record and format. ``spectator`` holds the whole of what ``ledger replay`` prints:
story, final position, verdict. ``seats`` and ``auditor`` hold, for each reader, what ``ledger
replay --as`` prints too, but of the story only the lines that differ from the spectator's, and of
a position that it is the spectator's where it is: so a reader who sees more, or other things,
shows at once. Since at the end much is laid open that was secret, each reader's position before
the last act is there as well (``ledger show --at``). Where something was disputed, or done against
a rule, so is the docket as each reads it (``ledger docket``).

JSON is laid out for reading, an event or a field of the state on each line; it stays JSON.

A golden file that no test asks for any more fails the run: `test_no_golden_file_is_left_over`.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from ledger import Action, Ledger
from ledger.cli.main import main
from tests.records import RECORDS, Record, Told

KINDS = ("spectator", "seats", "auditor")
CASES = [(record, kind) for record in RECORDS for kind in KINDS]
IDS = [f"{record.name.replace('/', '-')}-{kind}" for record, kind in CASES]
EACH = pytest.mark.parametrize(("record", "kind"), CASES, ids=IDS)
GOLDEN = Path(__file__).parent / "__snapshots__" / "test_playthroughs"
ENDINGS = (("text", "txt"), ("json", "json"))
SAME = "as the spectator sees it"

PRINTED: dict[tuple[str, ...], str] = {}
"""What commands have printed: recorded matches stay as they are."""

Run = Callable[..., str]


class TextFile(SingleFileSnapshotExtension):
    """A golden file for people."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


class JsonFile(SingleFileSnapshotExtension):
    """A golden file for programs."""

    _write_mode = WriteMode.TEXT
    file_extension = "json"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command of the program and gives what it prints: 80 columns, no colours.

    Each once: what the others' answers are held against is asked for again and again.
    """
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LEDGER_LOG", raising=False)

    def run(*words: object) -> str:
        line = tuple(map(str, words))
        if line not in PRINTED:
            assert main(line) == 0
            printed = capsys.readouterr()
            assert printed.err == ""
            assert "\x1b" not in printed.out
            PRINTED[line] = printed.out
        return PRINTED[line]

    return run


def readers(told: Told, kind: str) -> list[str]:
    """The audiences of a kind, as ``--as`` takes them."""
    return [str(seat) for seat in range(len(told.seats))] if kind == "seats" else [kind]


@cache
def before_the_last_act(record: Record, told: Told) -> int:
    """The seq of the position in which the last act was taken; 0 if nobody has acted."""
    with Ledger(record.path, "read") as ledger:
        entries = ledger.match(told.match).events("spectator")
        return max((e.seq - 1 for e in entries if isinstance(e.event, Action)), default=0)


@cache
def has_docket(record: Record, told: Told) -> bool:
    """Whether somebody may read something in the docket."""
    with Ledger(record.path, "read") as ledger:
        found = ledger.match(told.match).docket("auditor")
        return bool(found.quarrels or found.irregular)


# -- in text --------------------------------------------------------------------------------------


@pytest.mark.whole_matches
@EACH
def test_text(record: Record, kind: str, run: Run, snapshot: SnapshotAssertion) -> None:
    parts: list[str] = []
    for told in record.matches:
        public = run("replay", record.path, "--match", told.match)
        for reader in readers(told, kind):
            parts += text_for(record, told, reader, public, run)
    assert "\n".join(parts) == snapshot.use_extension(TextFile)


def text_for(record: Record, told: Told, reader: str, public: str, run: Run) -> list[str]:
    """What one reader is told of one match, beside what everybody is."""
    parts = [f"$ ledger replay {record.path.name} --as {reader}", ""]
    if reader == "spectator":
        parts.append(public)
    else:
        printed = run("replay", record.path, "--match", told.match, "--as", reader)
        (heading, story, position), (usual, public_story, usual_position) = map(
            split, (printed, public)
        )
        parts += [line for line in heading if line not in usual]
        parts += [line for line, other in zip(story, public_story, strict=True) if line != other]
        parts += ["", f"{SAME}\n" if position == usual_position else position]
    if seq := before_the_last_act(record, told):
        show = ("show", record.path, "--match", told.match, "--at", seq, "--as", reader)
        parts += [f"$ ledger show {record.path.name} --at {seq} --as {reader}", "", run(*show)]
    if has_docket(record, told):
        words = ("docket", record.path, "--match", told.match, "--as")
        parts += [f"$ ledger docket {record.path.name} --as {reader}", ""]
        printed, public = (below_heading(run(*words, who)) for who in (reader, "spectator"))
        parts.append(f"{SAME}\n" if printed == public and reader != "spectator" else printed)
    return parts


def below_heading(printed: str) -> str:
    """What is told of a match, without who it is told to."""
    return printed.partition("\n\n")[2]


def split(printed: str) -> tuple[list[str], list[str], str]:
    """The lines of the heading, the events of the story, and what follows: position and verdict."""
    heading, story, rest = printed.split("\n\n", 2)
    return heading.split("\n"), re.split(r"\n(?=#)", story), rest


# -- in JSON --------------------------------------------------------------------------------------


@pytest.mark.whole_matches
@EACH
def test_json(record: Record, kind: str, run: Run, snapshot: SnapshotAssertion) -> None:
    rows: list[dict[str, Any]] = []
    for told in record.matches:
        public = replayed(record, told, "spectator", run)
        rows += [json_for(record, told, reader, public, run) for reader in readers(told, kind)]
    assert laid_out(rows) == snapshot.use_extension(JsonFile)


def replayed(record: Record, told: Told, reader: str, run: Run, *more: object) -> dict[str, Any]:
    """What ``ledger replay --json`` prints of a match."""
    words = ("--match", told.match, "--as", reader, *more)
    (row,) = json.loads(run("replay", record.path, "--json", *words))["matches"]
    assert isinstance(row, dict)
    return row


def json_for(
    record: Record, told: Told, reader: str, public: dict[str, Any], run: Run
) -> dict[str, Any]:
    """What one reader is told of one match, beside what everybody is."""
    row = public
    if reader != "spectator":
        row = replayed(record, told, reader, run)
        pairs = zip(row["events"], public["events"], strict=True)
        row["events"] = [event for event, other in pairs if event != other]
        row = {name: row[name] for name in row if name == "as" or row[name] != public[name]}
        row.setdefault("state", SAME)
    if seq := before_the_last_act(record, told):
        show = ("show", record.path, "--json", "--match", told.match, "--at", seq, "--as", reader)
        row = {**row, "before the last act": {"seq": seq, **json.loads(run(*show))["state"]}}
    if has_docket(record, told):
        row |= docket_for(record, told, reader, run)
    return row


def docket_for(record: Record, told: Told, reader: str, run: Run) -> dict[str, Any]:
    """The docket as one reader reads it, or that it is the spectator's."""
    words = ("docket", record.path, "--json", "--match", told.match, "--as")
    mine, public = (json.loads(run(*words, who))["matches"][0] for who in (reader, "spectator"))
    lists = ("quarrels", "irregular")
    if reader == "spectator":
        return {name: mine[name] for name in lists}
    return {name: SAME if mine[name] == public[name] else mine[name] for name in lists}


def laid_out(rows: list[dict[str, Any]]) -> str:
    """JSON with a line for each field, for each event, and for each field of a state."""
    return _block("[", [_block("{", _fields(row, _field), "}", 1) for row in rows], "]") + "\n"


def _field(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return _block("[", [_short(item) for item in value], "]", 2)
    if isinstance(value, dict):
        return _block("{", _fields(value, _short), "}", 2)
    return _short(value)


def _fields(value: dict[str, Any], text: Callable[[Any], str]) -> list[str]:
    return [f"{json.dumps(name)}: {text(inner)}" for name, inner in value.items()]


def _block(begin: str, items: list[str], end: str, depth: int = 0) -> str:
    indent = " " * depth
    return f"{begin}\n" + ",\n".join(f"{indent} {item}" for item in items) + f"\n{indent}{end}"


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# -- none too many --------------------------------------------------------------------------------


def test_no_golden_file_is_left_over() -> None:
    """Also where only some of the tests are run, or several processes run them."""
    wanted = {f"test_{end}[{name}].{suffix}" for name in IDS for end, suffix in ENDINGS}
    assert {path.name for path in GOLDEN.iterdir()} == wanted
