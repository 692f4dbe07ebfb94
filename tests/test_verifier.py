"""The verifier for strangers, the pages' vectors and the library say the same."""

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Ledger, kind_of
from ledger.chain import Chain, origin
from ledger.chance import Stream, below, words
from ledger.house import HOUSE_EVENTS
from ledger.seals import seal_of

from .forging import forced, kinds
from .sealed_game import SEALED, Bid
from .tables import a_ledger, sealed

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "docs" / "vectors"
MATCHES = sorted((ROOT / "fixtures" / "game-of-49").glob("*.db"))


def vectors(name: str) -> Any:
    return json.loads((VECTORS / name).read_text(encoding="utf-8"))


def verified(path: Path, *words: str) -> int:
    """The exit code of the verifier, which answers in sentences and never with a traceback."""
    ran = subprocess.run(
        [sys.executable, "-I", ROOT / "docs" / "verify.py", path, *words],
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
        chain.take(row["seq"], row["time"], row["event"].encode(), digest)
    assert str(chain.head) == case["head"]


def test_the_library_seals_as_the_vectors_say() -> None:
    for case in vectors("seals.json"):
        assert seal_of(case["salt"], case["field"], case["value"]) == case["seal"]


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_verifier_accepts_every_recorded_match(path: Path) -> None:
    assert verified(path) == 0


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
