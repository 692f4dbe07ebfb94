"""The verifier for strangers, the pages' vectors and the library say the same."""

import json
import os
import runpy
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Broken, Ledger, LedgerError, Misused, kind_of
from ledger.chain import Chain, Head, Row, origin
from ledger.chance import Stream, below, words
from ledger.house import HOUSE_EVENTS
from ledger.seals import seal_of

from .forging import forced, kinds, rechain, reseal, rewrite
from .sealed_game import SEALED, Bid
from .tables import a_ledger, sealed

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "docs" / "vectors"
LATEST = 253_402_300_799_999_999  # as the page says, and no constant of the library
MATCHES = sorted((ROOT / "fixtures").glob("*/*.db"))


def vectors(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def verified(path: Path, *words: str) -> int:
    """The exit code of the verifier, which answers in sentences and never with a traceback.

    It uses no line of ours, so there is none to measure.
    """
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    ran = subprocess.run(
        [sys.executable, "-I", ROOT / "docs" / "verify.py", path, *words],
        env=plain,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in ran.stderr + ran.stdout
    assert ran.stdout or ran.stderr
    return ran.returncode


def test_the_vectors_are_what_their_script_makes() -> None:
    made = runpy.run_path(str(VECTORS / "make.py"))["made"]()
    assert made == {name: (VECTORS / name).read_text(encoding="utf-8") for name in made}


def test_the_library_draws_as_the_vectors_say() -> None:
    for case in vectors("draws.json"):
        stream = Stream(case["kind"], case["seat"])
        blocks = words(case["seed"].encode(), stream, case["number"])
        assert below(int(case["size"]), blocks) == int(case["index"])


def test_the_library_chains_as_the_vectors_say() -> None:
    case = vectors("chain.json")
    assert origin(case["match"]).hex() == case["origin"]
    chain = Chain(case["match"])
    for row in case["events"]:
        digest = bytes.fromhex(row["digest"])
        chain.take(Row(row["seq"], row["time"], row["event"].encode(), digest))
    assert str(chain.head) == case["head"]


def test_the_library_seals_as_the_vectors_say() -> None:
    for case in vectors("seals.json"):
        assert seal_of(case["salt"], case["field"], case["value"]) == case["seal"]


@pytest.mark.parametrize("game", sorted({path.parent.name for path in MATCHES}))
def test_the_verifier_accepts_every_recorded_match(game: str) -> None:
    main = runpy.run_path(str(ROOT / "docs" / "verify.py"))["main"]
    for path in MATCHES:
        if path.parent.name == game:
            assert main([str(path)]) == 0, path


@pytest.mark.parametrize("suffix", ["db", "jsonl"])
def test_the_verifier_accepts_every_copy(tmp_path: Path, suffix: str) -> None:
    with Ledger(ROOT / "fixtures" / "game-of-49" / "seed-opened.db", "read") as book:
        match = book.match()
        for who in ("0", "spectator", "auditor"):
            path = tmp_path / f"{who}.{suffix}"
            match.export(path, who)
            assert verified(path, "--head", str(match.head)) == 0


def quarrelled(path: Path) -> None:
    """A sealed match with every event of the house, one sealed bid taken back, one revealed."""
    with a_ledger(path, games=(replace(SEALED, default=no_bid),)) as book:
        match = sealed(book)
        for cards in ((match.view(0).hands[0].cards[0],), ()):
            match.act(Bid(0, cards))
            match.dispute(1, match.seq, "He looked.")
            match.withdraw_dispute(1)
            if cards:
                match.take_back(match.seq - 3, 0)
                match.agree(1)
        match.act_for(1, "away")  # reveals both bids
        match.dispute(1, 2, "It was the other card.")
        match.rule()
        match.act_for(0, "away")
        match.take_back(match.seq - 2, 1)
        match.decline(0)
        match.close("It is late.")
        match.open_seals("seed")


def no_bid(view: Any, seat: int) -> Bid:
    return Bid(seat, ())


@pytest.mark.parametrize("suffix", ["db", "jsonl"])
def test_the_verifier_accepts_quarrels(tmp_path: Path, suffix: str) -> None:
    quarrelled(tmp_path / "game.db")
    assert verified(tmp_path / "game.db") == 0
    with Ledger(tmp_path / "game.db", "read", games=(replace(SEALED, default=no_bid),)) as book:
        match = book.match()
        assert {kind_of(cls) for cls in HOUSE_EVENTS} - {e.kind for e in match.events()} == {
            "rules_adopted"
        }
        assert match.audit().verdict == "clean"
        for who in ("0", "1", "spectator", "auditor"):
            path = tmp_path / f"{who}.{suffix}"
            match.export(path, who)
            assert verified(path, "--head", str(match.head)) == 0


@pytest.mark.parametrize(
    "kind",
    ["disputed", "dispute_withdrawn", "ruled", "take_back_declined", "acted_for", "match_closed"],
)
def test_no_event_of_a_quarrel_opens_a_seal(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "game.db"
    quarrelled(path)
    with forced(path) as raw:
        found = kinds(raw)
        revealed = found.index("bids_revealed") + 1
        issued = [n for n, name in enumerate(found, 1) if name == kind][-1]
        changed = raw.execute(
            "UPDATE disclosures SET issued = ? WHERE issued = ? AND seq < ?",
            (issued, revealed, issued),
        )
        assert changed.rowcount
    with Ledger(path, "read", games=(replace(SEALED, default=no_bid),)) as book:
        assert book.audit().verdict == "broken"
    assert verified(path) == 3


DAMAGE = {
    "an event": "UPDATE events SET event = replace(event, ':0', ':1') WHERE seq > 3",
    "a time": "UPDATE events SET time = time + 1 WHERE seq = 5",
    "a digest": "UPDATE events SET digest = zeroblob(32) WHERE seq = 9",
    "a gap": "DELETE FROM events WHERE seq = 7",
    "a salt": "UPDATE disclosures SET salt = replace(salt, 'a', 'b')",
    "a value": "UPDATE disclosures SET value = '\"x\"'",
    "a field": "UPDATE disclosures SET field = 'card'",
    "a reader": "UPDATE disclosures SET audience = '0'",
    "a time of opening": "UPDATE disclosures SET issued = issued + 1",
}


@pytest.mark.parametrize("change", DAMAGE.values(), ids=DAMAGE.keys())
def test_the_verifier_and_the_audit_find_the_same_damage(tmp_path: Path, change: str) -> None:
    path = tmp_path / "game.db"
    path.write_bytes((ROOT / "fixtures" / "game-of-49" / "first-line.db").read_bytes())
    with forced(path) as raw:
        raw.execute(change)
    with Ledger(path, "read") as book:
        assert book.audit().verdict == "broken"
    assert verified(path) == 3


def test_the_verifier_knows_no_other_files(tmp_path: Path) -> None:
    for name, content in (("a.db", b""), ("b.db", b"hello"), ("c.jsonl", b"{}\n")):
        (tmp_path / name).write_bytes(content)
        assert verified(tmp_path / name) == 4
    assert verified(tmp_path / "none.db") == 4


# --- files that only one of the two might take


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A recorded match that may be written."""
    path = tmp_path / "game.db"
    path.write_bytes((ROOT / "fixtures" / "game-of-49" / "first-line.db").read_bytes())
    return path


def audited(path: Path) -> int:
    """The exit code of an audit of the one match in a file."""
    try:
        with Ledger(path, "read") as book:
            audit = book.audit()
    except Broken:
        return 3
    except LedgerError:
        return 4
    return 4 if audit.fault else 3 if audit.verdict == "broken" else 0


SCHEMAS = {
    "without quotes": ("sql = replace(sql, '\"', '') WHERE name = 'events'", 0),
    "other white space": ("sql = replace(sql, char(10), '  ') WHERE type = 'table'", 0),
    "a quoted word of its own": ("sql = replace(sql, 'TEXT', '\"TEXT\"') WHERE name = 'events'", 4),
    "a trigger laid out otherwise": ("sql = replace(sql, char(10), ' ') WHERE type = 'trigger'", 4),
    "another table": ("tbl_name = 'EVENTS' WHERE name = 'events_no_update'", 4),
    "a default": ("sql = replace(sql, 'BLOB NOT', 'BLOB DEFAULT x NOT')", 4),
}


@pytest.mark.parametrize(("change", "code"), SCHEMAS.values(), ids=SCHEMAS.keys())
def test_both_compare_the_schema_as_the_page_says(path: Path, change: str, code: int) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA writable_schema = ON")
    raw.execute(f"UPDATE sqlite_master SET {change}")
    raw.close()
    assert (audited(path), verified(path)) == (code, code)


@pytest.mark.parametrize(("count", "code"), [("9" * 15, 3), ("1" + "0" * 15, 2), ("9" * 19, 2)])
def test_both_take_the_same_counts_in_a_head(path: Path, count: str, code: int) -> None:
    with Ledger(path, "read") as book:
        match, _, digest = str(book.match().head).split(":")
        head = f"{match}:{count}:{digest}"
        if code == 2:
            with pytest.raises(Misused, match="not a head"):
                Head.parse(head)
        else:
            assert book.audit(head=Head.parse(head)).verdict == "broken"
    assert verified(path, "--head", head) == code


COPIES = {
    "a seat": ("0", "{id}:{count}:{digest}", 0),
    "no such seat": ("99", "{id}:{count}:{digest}", 3),
    "no seat at all": ("100", "{id}:{count}:{digest}", 4),
    "a long count": ("0", "{id}:1000000000000000:{digest}", 4),
    "another match": ("0", "a{id}:{count}:{digest}", 4),
    "a later end": ("0", "{id}:999:{digest}", 3),
}


@pytest.mark.parametrize(("reader", "head", "code"), COPIES.values(), ids=COPIES.keys())
def test_both_judge_the_mark_of_a_copy_alike(path: Path, reader: str, head: str, code: int) -> None:
    with Ledger(path, "read") as book:
        name, count, digest = str(book.match().head).split(":")
    with forced(path) as raw:
        raw.execute("DELETE FROM disclosures")
        text = head.format(id=name, count=count, digest=digest)
        raw.execute("INSERT INTO copies VALUES (?, ?, ?)", (name, reader, text))
    assert (audited(path), verified(path)) == (code, code)


@pytest.mark.parametrize(("time", "code"), [(0, 0), (LATEST, 0), (LATEST + 1, 3), (2**63 - 1, 3)])
def test_both_take_the_same_times(path: Path, time: int, code: int) -> None:
    """The year 9999 is the last; chained well or not, a later time is none."""
    with forced(path) as connection:
        connection.execute(
            "UPDATE events SET time = ? WHERE seq = (SELECT max(seq) FROM events)", (time,)
        )
        rechain(connection)
    assert verified(path) == code
    assert audited(path) == code


@pytest.mark.parametrize("name", ["A", "a b", "a\n", "\u00e4", "a" * 65, ""])
def test_both_find_an_id_that_is_none(path: Path, name: str) -> None:
    with forced(path) as raw:
        for table in ("events", "disclosures"):
            raw.execute(f"UPDATE {table} SET match = ?", (name,))
        rechain(raw)
    assert (audited(path), verified(path)) == (3, 3)


def test_both_pass_over_a_side_file_that_is_none(path: Path) -> None:
    """As SQLite does. The verifier says so."""
    path.with_name("game.db-wal").write_bytes(b"garbage" * 99)
    assert (verified(path), audited(path)) == (0, 0)


def test_both_pass_over_a_dead_journal(path: Path) -> None:
    """One that begins as a journal does and says nothing takes nothing back."""
    side = path.with_name("game.db-journal")
    side.write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(600))
    assert verified(path) == 0
    assert side.exists()  # whoever looks changes nothing
    assert audited(path) == 0


def test_the_verifier_takes_half_a_transaction_back(path: Path) -> None:
    """What was not committed is no history; it works on a copy."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA cache_size = 1")  # pages are written before the transaction is
    raw.execute("BEGIN IMMEDIATE")
    raw.execute(
        "INSERT INTO events SELECT match, max(seq) + 1, time, ?, digest FROM events", ("x" * 99999,)
    )
    torn = path.with_name("torn.db")
    torn.write_bytes(path.read_bytes())
    torn.with_name("torn.db-journal").write_bytes(path.with_name("game.db-journal").read_bytes())
    raw.close()
    before = torn.read_bytes()
    assert verified(torn) == 0
    assert torn.read_bytes() == before
    assert audited(torn) == 0


def test_the_verifier_takes_no_journal_that_names_another_file(path: Path) -> None:
    """SQLite would look for that file, and might delete it."""
    side = path.with_name("game.db-journal")
    magic = bytes.fromhex("d9d505f920a163d7")
    side.write_bytes(magic + bytes(600) + magic)
    assert verified(path) == 4


@pytest.mark.parametrize("seed", [None, "f" * 63, "F" * 64, "f" * 65])
def test_both_find_a_seed_by_hand_that_is_called_secret(path: Path, seed: str | None) -> None:
    with forced(path) as raw:
        if seed is not None:
            reseal(raw, 1, "seed", seed)
        rewrite(raw, 1, lambda event: event | {"seed_by": "secrets"})
        rechain(raw)
    assert (audited(path), verified(path)) == (3, 3)
    with Ledger(path, "read") as book:
        audit = book.audit()
        assert any("64 hex digits" in finding.text for finding in audit.findings)
