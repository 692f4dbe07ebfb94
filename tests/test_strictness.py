"""What looks like a ledger and is not quite one: found by writing a verifier from the pages."""

import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Action, Audit, Damaged, Game, Head, InvalidAction, Own
from ledger.chain import origin

from .forging import forced, rechain, rewrite
from .pledge_game import PLEDGE
from .tables import a_ledger, play, sealed


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A host's file with one match under way."""
    with a_ledger(tmp_path / "host.db") as ledger:
        play(sealed(ledger), 4)
    return tmp_path / "host.db"


def audited(path: Path, head: Head | None = None) -> Audit:
    with a_ledger(path, "read") as ledger:
        return ledger.audit(head=head)


def failed(audit: Audit) -> list[str]:
    return [check.name for check in audit.checks if check.status == "failed"]


def test_a_key_that_differs_from_its_table_is_damage(host: Path) -> None:
    """Else two readers of one file would see two histories."""
    with forced(host) as raw:
        (sql,) = raw.execute("SELECT sql FROM sqlite_schema WHERE name = 'events'").fetchone()
        key = raw.execute(
            "SELECT * FROM sqlite_schema WHERE name = 'sqlite_autoindex_events_1'"
        ).fetchone()
        keyless = sql.replace(',\n   PRIMARY KEY ("match", "seq")', "")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'events'", (keyless,))
        raw.execute("DELETE FROM sqlite_schema WHERE name = ?", (key[1],))
    with forced(host) as raw:
        raw.execute("INSERT INTO events SELECT match, 99, time, event, digest FROM events LIMIT 1")
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'events'", (sql,))
        raw.execute("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", key)
    assert "file" in failed(audited(host))


def test_a_salt_that_might_be_guessed_opens_nothing(host: Path) -> None:
    with forced(host) as raw:
        value = raw.execute("SELECT value FROM disclosures WHERE seq = 2").fetchone()[0]
        seal = sha256(f'["abc","card",{value}]'.encode()).hexdigest()
        rewrite(raw, 2, lambda event: {**event, "card": {"seal": seal}})
        raw.execute("UPDATE disclosures SET salt = 'abc' WHERE seq = 2")
        rechain(raw)
    assert failed(audited(host)) == ["seals"]


def test_a_head_of_no_events_is_still_a_head(host: Path) -> None:
    match = audited(host).match
    assert audited(host, Head(match, 0, origin(match))).verdict == "clean"
    assert failed(audited(host, Head(match, 0, bytes(32)))) == ["chain"]


@pytest.mark.parametrize("name", ["", "ABC", "a" * 65, "\x1b[2J"])
def test_a_match_has_a_plain_id(host: Path, name: str) -> None:
    with forced(host) as raw:
        for table in ("events", "disclosures"):
            raw.execute(f"UPDATE {table} SET match = ?", (name,))
        digest = sha256(b"ledger/1" + name.encode()).digest()
        for seq, time, event in raw.execute("SELECT seq, time, event FROM events").fetchall():
            parts = seq.to_bytes(8, "big") + time.to_bytes(8, "big") + event.encode()
            digest = sha256(digest + parts).digest()
            raw.execute("UPDATE events SET digest = ? WHERE seq = ?", (digest, seq))
    assert failed(audited(host)) == ["chain"]


def test_a_copy_is_for_a_seat_that_there_is(host: Path) -> None:
    with a_ledger(host) as ledger:
        ledger.match().export(host.parent / "copy.db", 1)
    with forced(host.parent / "copy.db") as raw:
        raw.execute("UPDATE copies SET audience = '5'")
    assert failed(audited(host.parent / "copy.db")) == ["seals"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE copies SET audience = '01'",
        "UPDATE copies SET head = 'abc' || substr(head, instr(head, ':'))",
        "UPDATE copies SET head = replace(head, ':', ':0')",
        "UPDATE copies SET head = head || char(10)",
    ],
)
def test_the_mark_of_a_copy_has_one_form_only(host: Path, change: str) -> None:
    with a_ledger(host) as ledger:
        ledger.match().export(host.parent / "copy.db", 1)
    with forced(host.parent / "copy.db") as raw:
        raw.execute(change)
    with pytest.raises(Damaged):
        audited(host.parent / "copy.db")


def test_a_ledger_is_utf_8(host: Path) -> None:
    other = host.parent / "other.db"
    with sqlite3.connect(host) as old, sqlite3.connect(other) as new:
        new.execute("PRAGMA encoding = 'UTF-16'")
        for line in old.iterdump():
            new.execute(line)
        new.execute("PRAGMA application_id = 1279543122")
        new.execute("PRAGMA user_version = 1")
    old.close()
    new.close()
    with pytest.raises(Damaged, match="UTF-16"):
        audited(other)


def test_a_program_that_never_closes_leaves_a_whole_file(tmp_path: Path) -> None:
    """Else its file looks like one that was copied while it was open."""
    code = (
        "from ledger import Ledger\n"
        "book = Ledger('game.db')\n"
        "match = book.new('49', ['Ann', 'Ben'])\n"
        "raise SystemExit('without a close')\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False)
    assert [path.name for path in tmp_path.iterdir()] == ["game.db"]
    with a_ledger(tmp_path / "game.db", "read") as ledger:
        assert ledger.warning == ""
        assert ledger.audit().checks[0].status == "ok"


class Put(Action, frozen=True):
    """A public act whose author takes any words."""

    key: Own[str]
    one: Mapping[str, str] = {}
    some: tuple[Mapping[str, str], ...] = ()
    deep: Mapping[str, Mapping[str, str]] = {}


SEAL = "a" * 64
PUTTING: Game[Any, Any, Any, Any] = replace(
    PLEDGE,
    actions=(*PLEDGE.actions, Put),
    check=lambda s, a: None if isinstance(a, Put) else PLEDGE.check(s, a),
    evolve=lambda s, e: s if isinstance(e, Put) else PLEDGE.evolve(s, e),
)


@pytest.mark.parametrize(
    ("act", "where"),
    [
        (Put(0, "mine", one={"seal": SEAL}), "one"),
        (Put(0, "mine", some=({"a": "b"}, {"seal": SEAL})), "some.1"),
    ],
)
def test_what_is_no_secret_is_not_written_like_a_seal(act: Put, where: str) -> None:
    """One seat could else make every audit of the log unverified: a seal nobody can open."""
    with a_ledger(games=(PUTTING,)) as ledger:
        match = ledger.new("pledge", ("Ann", "Bob"))
        with pytest.raises(InvalidAction, match=f"put: {where} reads like a seal, and is none"):
            match.act(act)
        assert match.seq == 1


def test_what_only_resembles_a_seal_is_written() -> None:
    with a_ledger(games=(PUTTING,)) as ledger:
        match = ledger.new("pledge", ("Ann", "Bob"))
        for words in ({"seal": SEAL[1:]}, {"seal": SEAL.upper()}, {"seal": SEAL, "more": ""}):
            match.act(Put(0, "mine", one=words, some=(words,), deep={"seal": {"seal": SEAL}}))
        assert match.audit().verdict == "clean"
