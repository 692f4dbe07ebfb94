"""Copies for an audience, and JSON lines: the same match with fewer disclosures, the same head."""

import json
import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest

from ledger import (
    HIDDEN,
    Broken,
    Damaged,
    FileInTheWay,
    Head,
    LedgerError,
    NotALedger,
    NotWritten,
    Unreadable,
    import_lines,
    transfer,
)
from ledger.chain import Chain
from ledger.store import Store
from ledger.transfer import export

from .forging import compact, forced
from .sealed_game import Bid
from .tables import a_ledger, play, sealed

SEED = "5eed" * 16


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A finished match of three, with a seed that can be searched for."""
    path = tmp_path_factory.mktemp("finished") / "host.db"
    with a_ledger(path) as ledger:
        play(sealed(ledger, 3, seed=SEED))
    return path.read_bytes()


@pytest.fixture
def host(finished: bytes, tmp_path: Path) -> Path:
    """The file of that match."""
    path = tmp_path / "host.db"
    path.write_bytes(finished)
    return path


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A match in its middle: bids are sealed, hands are held."""
    path = tmp_path / "host.db"
    with a_ledger(path) as ledger:
        play(sealed(ledger, 3, seed=SEED), 5)
    return path


def copy(host: Path, who: str, name: str = "copy.db") -> Path:
    path = host.parent / name
    with a_ledger(host, "read") as ledger:
        ledger.match().export(path, who)
    return path


def rows(path: Path, table: str) -> list[tuple[Any, ...]]:
    raw = sqlite3.connect(path)
    found = raw.execute(f"SELECT * FROM {table}").fetchall()
    raw.close()
    return sorted(found)


WHO = ["0", "1", "2", "spectator"]


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("stage", ["host", "running"])
def test_a_copy_is_the_same_match_with_fewer_disclosures(
    request: pytest.FixtureRequest, stage: str, who: str
) -> None:
    host: Path = request.getfixturevalue(stage)
    path = copy(host, who)
    assert rows(path, "events") == rows(host, "events")
    assert rows(path, "disclosures") == [
        row for row in rows(host, "disclosures") if row[3] in (who, "all")
    ]
    with a_ledger(host, "read") as ledger, a_ledger(path, "read") as theirs:
        match, other = ledger.match(), theirs.match()
        assert other.head == match.head
        assert other.copy_for == who
        assert match.copy_for is None
        assert [repr(e) for e in other.events(who)] == [repr(e) for e in match.events(who)]
        assert repr(other.view(who)) == repr(match.view(who))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("stage", ["host", "running"])
def test_a_copy_audits_without_a_finding(
    request: pytest.FixtureRequest, stage: str, who: str
) -> None:
    host: Path = request.getfixturevalue(stage)
    with a_ledger(host, "read") as ledger:
        head = ledger.match().head
    with a_ledger(copy(host, who), "read") as theirs:
        audit = theirs.audit(head=head)
        assert (audit.verdict, audit.findings) == ("unverified", ())
        assert {c.status for c in audit.checks if c.name in ("file", "chain")} == {"ok"}
        assert theirs.replay().verdict == "unverified"


def salts(path: Path, who: str) -> tuple[set[str], set[str]]:
    """The salts an audience may have, and those it may not."""
    found = rows(path, "disclosures")
    mine = {salt for _, _, _, audience, _, salt, _ in found if audience in (who, "all")}
    others = {salt for *_, salt, _ in found} - mine
    assert others
    return mine, others


@pytest.mark.parametrize("who", WHO)
def test_no_secret_byte_of_anybody_else_is_in_the_file(running: Path, who: str) -> None:
    """Searched in the raw bytes: free pages and side files keep secrets, too."""
    path = copy(running, who)
    content = path.read_bytes().decode("latin-1")
    mine, others = salts(running, who)
    assert SEED not in content
    assert [salt for salt in others if salt in content] == []
    assert [salt for salt in mine if salt not in content] == []
    assert len(content) <= running.stat().st_size
    assert not list(path.parent.glob("copy.db-*"))


@pytest.mark.parametrize("who", WHO)
def test_lines_hold_no_secret_of_anybody_else(running: Path, who: str) -> None:
    content = copy(running, who, "game.jsonl").read_text()
    mine, others = salts(running, who)
    assert SEED not in content
    assert [salt for salt in others if salt in content] == []
    assert [salt for salt in mine if salt not in content] == []


def test_a_copy_does_not_know_what_is_hidden_in_it(running: Path) -> None:
    with a_ledger(running, "read") as ledger:
        sizes = [len(hand) for hand in ledger.match().view("auditor").hands]
    with a_ledger(copy(running, "1"), "read") as theirs:
        view = theirs.match().view("auditor")
        assert [hand.hidden for hand in view.hands] == [sizes[0], 0, sizes[2]]
        assert len(view.hands[1].cards) == sizes[1]
        bids = [e.event for e in theirs.match().events("auditor") if isinstance(e.event, Bid)]
        assert {bid.seat for bid in bids if bid.cards is not HIDDEN} >= {1}


def test_the_auditors_copy_holds_everything_and_takes_no_acts(host: Path) -> None:
    path = copy(host, "auditor")
    assert rows(path, "disclosures") == rows(host, "disclosures")
    with a_ledger(path, "read") as theirs:
        assert theirs.audit().verdict == "clean"
        assert theirs.match().copy_for == "auditor"


def test_a_copy_that_is_copied_again_is_the_same_file(host: Path) -> None:
    one = copy(host, "1")
    assert copy(one, "1", "again.db").read_bytes() == one.read_bytes()


def test_one_match_of_many_is_exported(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "many.db") as ledger:
        first, second = (play(sealed(ledger)) for _ in range(2))
        second.export(tmp_path / "copy.db", "spectator")
    with a_ledger(tmp_path / "copy.db", "read") as theirs:
        assert theirs.ids() == (second.id,)
    assert first.id.encode() not in (tmp_path / "copy.db").read_bytes()


@pytest.mark.parametrize("name", ["copy.db", "copy.jsonl"])
def test_an_export_overwrites_nothing(host: Path, name: str) -> None:
    target = host.parent / name
    target.write_text("mine")
    with pytest.raises(FileInTheWay):
        copy(host, "1", name)
    assert target.read_text() == "mine"
    with pytest.raises(NotWritten):
        copy(host, "1", f"none/{name}")


# --- lines


@pytest.mark.parametrize("who", [*WHO, "auditor"])
def test_lines_read_back_to_the_same_copy(host: Path, who: str) -> None:
    lines = copy(host, who, "game.jsonl")
    head = import_lines(lines, host.parent / "back.db")
    direct = copy(host, who)
    for table in ("events", "disclosures", "copies"):
        assert rows(host.parent / "back.db", table) == rows(direct, table)
    with a_ledger(host.parent / "back.db", "read") as back:
        assert back.match().head == head
        assert back.audit().verdict == ("clean" if who == "auditor" else "unverified")
        back.match().export(host.parent / "again.jsonl", who)
    assert (host.parent / "again.jsonl").read_bytes() == lines.read_bytes()


@pytest.mark.parametrize("together", [0, 1000])
def test_lines_of_a_long_match_are_written_part_by_part_and_none_is_lost(
    host: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    lines, direct = copy(host, "auditor", "game.jsonl"), copy(host, "auditor")
    monkeypatch.setattr(transfer, "TOGETHER", together)
    import_lines(lines, host.parent / "back.db")
    for table in ("events", "disclosures"):
        assert rows(host.parent / "back.db", table) == rows(direct, table)


def test_lines_are_plain_json_in_order(host: Path) -> None:
    """A header, then every event followed by what opens it."""
    told = [json.loads(line) for line in copy(host, "1", "game.jsonl").read_text().splitlines()]
    assert {**told[0], "match": "", "head": ""} == {
        "line": "match",
        "format": "ledger-jsonl/1",
        "match": "",
        "audience": "1",
        "head": "",
    }
    assert Head.parse(told[0]["head"]).match == told[0]["match"]
    events = [line for line in told if line["line"] == "event"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert json.loads(events[0]["event"])["kind"] == "match_opened"
    last = 0
    for line in told[1:]:
        assert line["seq"] == last + (line["line"] == "event")
        last = line["seq"]


@pytest.mark.parametrize(
    ("old", "new"),
    [(b"\n", b"\r\n"), (b'"digest":"', b'"digest": "'), (b"}\n", b"}")],
    ids=["crlf", "space", "no last line feed"],
)
def test_lines_have_one_form_only(host: Path, old: bytes, new: bytes) -> None:
    """Whoever verifies the file reads the same bytes as we do."""
    lines = copy(host, "1", "game.jsonl")
    text = lines.read_bytes()
    lines.write_bytes(new.join(text.rsplit(old, 1)))
    with pytest.raises(Damaged):
        import_lines(lines, host.parent / "back.db")


Lines = list[dict[str, Any]]


def edited(**values: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda line: {**line, **values}


def at(number: int, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Callable[[Lines], Lines]:
    return lambda lines: [
        change(line) if i == number % len(lines) else line for i, line in enumerate(lines)
    ]


def event_text(old: str, new: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda line: {**line, "event": line["event"].replace(old, new)}


def a_disclosure(lines: Lines) -> dict[str, Any]:
    return next(line for line in lines if line["line"] == "disclosure")


ZERO = "0" * 64
TAMPERED: dict[str, tuple[type[LedgerError], Callable[[Lines], Lines]]] = {
    "nothing": (NotALedger, lambda lines: []),
    "no header": (NotALedger, lambda lines: lines[1:]),
    "another format": (NotALedger, at(0, edited(format="ledger-jsonl/2"))),
    "header with more": (NotALedger, at(0, edited(more=1))),
    "for nobody": (NotALedger, at(0, edited(audience="nobody"))),
    "for a number too large": (NotALedger, at(0, edited(audience="100"))),
    "head of another match": (Broken, at(0, edited(head=f"x:1:{ZERO}"))),
    "match of another head": (Broken, at(0, edited(match="x"))),
    "head that is none": (NotALedger, at(0, edited(head="x"))),
    "two headers": (Damaged, lambda lines: [lines[0], *lines]),
    "an event changed": (Broken, at(1, event_text("Ann", "Eve"))),
    "a time changed": (Broken, at(1, edited(time=1))),
    "a time below zero": (Damaged, at(1, edited(time=-1))),
    "a time too large": (Damaged, at(1, edited(time=2**63))),
    "a seq too large": (Damaged, at(1, edited(seq=2**70))),
    "a seq changed": (Broken, at(1, edited(seq=2))),
    "a digest changed": (Broken, at(1, edited(digest=ZERO))),
    "no digest": (Broken, at(1, edited(digest="xyz"))),
    "an event that is no text": (Damaged, at(1, edited(event=3))),
    "an event removed": (Broken, lambda lines: [*lines[:1], *lines[2:]]),
    "the tail cut": (Broken, lambda lines: lines[: len(lines) // 2]),
    "an event twice": (Broken, lambda lines: [*lines[:2], *lines[1:]]),
    "another kind of line": (Damaged, lambda lines: [*lines, {"line": "note"}]),
    "an early disclosure": (
        Broken,
        lambda lines: [lines[0], a_disclosure(lines), *lines[1:]],
    ),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_tampered_lines_are_refused_and_leave_no_file(host: Path, name: str) -> None:
    raises, change = TAMPERED[name]
    source, target = copy(host, "1", "game.jsonl"), host.parent / "back.db"
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    changed = [compact(line) for line in change(lines)]
    source.write_text("".join(f"{line}\n" for line in changed))
    with pytest.raises(raises) as raised:
        import_lines(source, target)
    assert len(str(raised.value).splitlines()) == 1
    assert not list(target.parent.glob("back.db*"))


def test_what_is_broken_in_lines_is_named_by_check_and_event(host: Path) -> None:
    """The match as a whole has no number; of a cut tail the last event that is there is named."""
    source = copy(host, "1", "game.jsonl")
    lines = source.read_text().splitlines(keepends=True)
    found = []
    for name in (
        "head of another match",
        "a time changed",
        "no digest",
        "an early disclosure",
        "the tail cut",
    ):
        changed = TAMPERED[name][1]([json.loads(line) for line in lines])
        source.write_text("".join(f"{compact(line)}\n" for line in changed))
        with pytest.raises(Broken) as broken:
            import_lines(source, host.parent / "back.db")
        found.append((broken.value.check, broken.value.seq))
    last = max(line["seq"] for line in changed if line["line"] == "event")
    early = a_disclosure(changed)["seq"]
    assert found == [("chain", 0), ("chain", 1), ("chain", 1), ("seals", early), ("chain", last)]


@pytest.mark.parametrize(
    "name, value",
    [
        ("value", "99"),
        ("value", "9 9"),
        ("salt", "0" * 32),
        ("field", "cards.0"),
        ("field", "seat"),
        ("seq", 1),
        ("issued", 2**63),
        ("issued", -1),
        ("audience", 3),
    ],
)
def test_a_tampered_disclosure_is_refused(host: Path, name: str, value: Any) -> None:
    source, target = copy(host, "1", "game.jsonl"), host.parent / "back.db"
    lines = [json.loads(line) for line in source.read_text().splitlines()]
    number = next(i for i, line in enumerate(lines) if line["line"] == "disclosure")
    lines[number][name] = value
    source.write_text("".join(f"{compact(line)}\n" for line in lines))
    with pytest.raises((Broken, Damaged)):
        import_lines(source, target)
    assert not list(target.parent.glob("back.db*"))


def test_lines_in_another_form_are_refused(host: Path) -> None:
    source = copy(host, "1", "game.jsonl")
    for old, new in ((b'{"line":"event",', b'{"line": "event",'), (b'"Ann', b'"\\u0041nn')):
        source.write_bytes(source.read_bytes().replace(old, new, 1))
        with pytest.raises(Damaged):
            import_lines(source, host.parent / "back.db")


def one_line(source: Path, text: str) -> None:
    """Lines of a match of one event, with digests that fit: whoever writes lines can make those."""
    digest = sha256(sha256(b"ledger/1abc").digest() + bytes(7) + b"\1" + bytes(8) + text.encode())
    head = f"abc:1:{digest.hexdigest()}"
    lines = (
        {
            "line": "match",
            "format": "ledger-jsonl/1",
            "match": "abc",
            "audience": "0",
            "head": head,
        },
        {"line": "event", "seq": 1, "time": 0, "event": text, "digest": digest.hexdigest()},
    )
    source.write_text("".join(f"{compact(line)}\n" for line in lines))


@pytest.mark.parametrize("text", ["no JSON", "[" * 9_999, '{"a":1'])
def test_lines_whose_events_are_no_json_are_refused(host: Path, text: str) -> None:
    source, target = host.parent / "game.jsonl", host.parent / "back.db"
    one_line(source, text)
    with pytest.raises(Broken, match=r"^#1: the event is no JSON$") as broken:
        import_lines(source, target)
    assert broken.value.check == "chain"
    assert not target.exists()


@pytest.mark.parametrize("text", ['{"a":"?"}', "[]", "1"])
def test_lines_whose_events_are_of_no_game_are_taken_and_found_out(host: Path, text: str) -> None:
    source, target = host.parent / "game.jsonl", host.parent / "back.db"
    one_line(source, text)
    import_lines(source, target)
    with a_ledger(target, "read") as ledger:
        assert ledger.audit().verdict == "broken"


def test_an_event_that_is_no_text_is_not_exported(host: Path) -> None:
    with forced(host) as raw:
        raw.execute("DELETE FROM events WHERE seq > 1")
        ((match, time),) = raw.execute("SELECT match, time FROM events").fetchall()
        digest = sha256(sha256(b"ledger/1" + match.encode()).digest() + bytes(7) + b"\1")
        digest.update(time.to_bytes(8, "big") + b"\xff")
        raw.execute("UPDATE events SET event = CAST(x'ff' AS TEXT), digest = ?", (digest.digest(),))
    store = Store(host, "read")
    for name in ("copy.db", "game.jsonl"):
        with pytest.raises(Broken) as broken:
            export(store, match, "1", host.parent / name)
        assert (broken.value.check, broken.value.seq) == ("chain", 1)
        assert not (host.parent / name).exists()
    store.close()


def test_a_disclosure_told_twice_is_refused(host: Path) -> None:
    source = copy(host, "1", "game.jsonl")
    lines = source.read_bytes().splitlines(keepends=True)
    number = next(i for i, line in enumerate(lines) if b'"disclosure"' in line)
    source.write_bytes(b"".join((*lines[:number], lines[number], *lines[number:])))
    with pytest.raises(Damaged):
        import_lines(source, host.parent / "back.db")


@pytest.mark.parametrize("content", [b"\xff\xfe", b"{", b"[1]\n", b"[" * 99_999, b"\n", b"{}\n"])
def test_what_holds_no_lines_is_no_ledger(tmp_path: Path, content: bytes) -> None:
    source = tmp_path / "game.jsonl"
    source.write_bytes(content)
    with pytest.raises(NotALedger):
        import_lines(source, tmp_path / "back.db")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere.jsonl", "does not exist: name a file that export wrote"),
        ("host.db/game.jsonl", "cannot be read"),
        ("x" * 300, "cannot be read"),
        (".", "is no regular file"),
    ],
)
def test_why_lines_cannot_be_read_is_said(host: Path, name: str, why: str) -> None:
    with pytest.raises(NotALedger, match=why):
        import_lines(host.parent / name, host.parent / "back.db")
    assert not (host.parent / "back.db").exists()


def test_lines_that_are_not_there_or_a_target_that_is(host: Path) -> None:
    lines = copy(host, "1", "game.jsonl")
    for source in (host.parent / "none.jsonl", host.parent):
        with pytest.raises(Unreadable):
            import_lines(source, host.parent / "back.db")
    before = host.read_bytes()
    with pytest.raises(FileInTheWay):
        import_lines(lines, host)
    assert host.read_bytes() == before


# --- whole or not there at all


class Full(OSError):
    """What a full disk says."""

    def __init__(self) -> None:
        super().__init__(28, "No space left on device")


@pytest.mark.parametrize("name", ["copy.db", "game.jsonl"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError, Full])
def test_an_export_that_fails_leaves_nothing_and_works_the_next_time(
    host: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: type[BaseException]
) -> None:
    def failing(*_: object) -> Any:
        raise error

    with monkeypatch.context() as broken, pytest.raises((error, NotWritten)):
        broken.setattr(transfer, "for_reader", failing)
        copy(host, "1", name)
    assert list(host.parent.iterdir()) == [host]
    copy(host, "1", name)
    assert sorted(file.name for file in host.parent.iterdir()) == sorted([host.name, name])


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_import_that_fails_leaves_nothing_and_works_the_next_time(
    host: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    def failing(*_: object) -> Any:
        raise error

    source = copy(host, "1", "game.jsonl")
    with monkeypatch.context() as broken, pytest.raises(error):
        broken.setattr(transfer, "_seals", failing)
        import_lines(source, host.parent / "back.db")
    assert sorted(host.parent.iterdir()) == sorted([host, source])
    import_lines(source, host.parent / "back.db")


def test_an_export_is_not_seen_before_it_is_whole(
    host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever else takes the name meanwhile keeps it."""
    whole = transfer.for_reader

    def look(*told: Any) -> Any:
        for name in ("copy.db", "game.jsonl"):
            assert not (host.parent / name).exists()
        return whole(*told)

    monkeypatch.setattr(transfer, "for_reader", look)
    for name in ("copy.db", "game.jsonl"):
        copy(host, "1", name).unlink()

    def take(*told: Any) -> Any:
        (host.parent / "game.jsonl").write_text("mine")
        return whole(*told)

    monkeypatch.setattr(transfer, "for_reader", take)
    with pytest.raises(FileInTheWay):
        copy(host, "1", "game.jsonl")
    assert (host.parent / "game.jsonl").read_text() == "mine"


@pytest.mark.parametrize("audience", ["1\n", "\n1", "01", "1 ", "spectator\n"])
def test_a_header_names_an_audience_and_nothing_more(host: Path, audience: str) -> None:
    source = copy(host, "1", "game.jsonl")
    first, *rest = source.read_text().splitlines(keepends=True)
    source.write_text(compact({**json.loads(first), "audience": audience}) + "\n" + "".join(rest))
    with pytest.raises(NotALedger):
        import_lines(source, host.parent / "back.db")


@pytest.mark.parametrize("change", ["{} ", " {}", "{}\n"])
def test_a_header_holds_the_head_in_its_one_form(host: Path, change: str) -> None:
    source = copy(host, "1", "game.jsonl")
    first, *rest = source.read_text().splitlines(keepends=True)
    header = json.loads(first)
    header["head"] = change.format(header["head"])
    source.write_text(compact(header) + "\n" + "".join(rest))
    with pytest.raises(Damaged):
        import_lines(source, host.parent / "back.db")


def test_a_header_alone_is_no_match(host: Path) -> None:
    """Its head is that of no events, and true; the file made of it could not be read."""
    source = copy(host, "1", "game.jsonl")
    header = json.loads(source.read_text().partition("\n")[0])
    match = header["match"]
    header["head"] = str(Chain(match).head)
    source.write_text(compact(header) + "\n")
    with pytest.raises(Broken, match="a match has at least its first event"):
        import_lines(source, host.parent / "back.db")
    assert not (host.parent / "back.db").exists()


@pytest.mark.parametrize("before", [0, 1])
def test_a_line_without_end_is_not_read_to_its_end(host: Path, before: int) -> None:
    source = copy(host, "1", "game.jsonl")
    lines = source.read_bytes().splitlines(keepends=True)[:before]
    with source.open("wb") as file:
        file.writelines(lines)
        file.truncate(1 << 32)  # zeros, that take no place
    kind = Damaged if before else NotALedger  # it began as an export does
    with pytest.raises(kind, match="longer than any line"):
        import_lines(source, host.parent / "back.db")
    source.unlink()


def test_a_ledger_and_its_export_are_told_apart(tmp_path: Path) -> None:
    path, lines = tmp_path / "game.db", tmp_path / "game.jsonl"
    with a_ledger(path) as ledger:
        play(sealed(ledger)).export(lines, "auditor")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE t (x)")
    other.close()
    for source, said in ((path, "is a ledger already"), (tmp_path / "other.db", "is an SQLite")):
        with pytest.raises(NotALedger, match=said):
            import_lines(source, tmp_path / "copy.db")
        assert not (tmp_path / "copy.db").exists()
    modes: tuple[Literal["read"], Literal["write"]] = ("read", "write")
    for mode in modes:
        with pytest.raises(NotALedger, match=r"holds exported JSON lines: .* `import_lines`$"):
            a_ledger(lines, mode)
