"""Log entries: what was done, never what it held; and nothing heavy loaded to write none."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import structlog

from ledger.logs import entry

from .pledge_game import Pledge, Say
from .tables import a_ledger, play, pledge, sealed

ROOT = Path(__file__).parent.parent
SEED = "5eed" * 16


def test_no_entry_holds_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    """Everything a listener at the lowest level gets: no seed, no salt, no field of an event."""
    caplog.set_level(logging.DEBUG)
    with a_ledger() as ledger:
        match = play(sealed(ledger, 3, seed=SEED))
        match.open_seals("all")
        talk = pledge(ledger, chance="declared", seed=None)
        talk.act(Say(0, "a word nobody else says"))
        talk.act({"kind": "pledge", "seat": 0, "coins": 3})
        talk.draw("heads")
        ledger.audit(match.id)
        salts = {row.salt for row in ledger.disclosures(match.id)}
    heard = "\n".join(f"{record.getMessage()} {record.__dict__}" for record in caplog.records)
    assert SEED not in heard
    assert "nobody else says" not in heard
    assert "coins" not in heard
    assert "cards" not in heard
    assert not any(salt in heard for salt in salts)


def test_every_act_leaves_one_entry(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ledger")
    with a_ledger() as ledger:
        match = pledge(ledger)
        caplog.clear()
        match.act(Say(1, "x"))
    (record,) = caplog.records
    assert record.name == "ledger"
    assert record.getMessage().startswith("event='acted' ")
    assert f"match='{match.id}'" in record.getMessage()
    assert "seq=2" in record.getMessage()
    assert "kind='say'" in record.getMessage()


def test_an_audit_leaves_one_entry_with_its_verdict(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ledger")
    with a_ledger() as ledger:
        match = pledge(ledger)
        caplog.clear()
        match.audit()
    (record,) = caplog.records
    assert "audited" in record.getMessage()
    assert f"match='{match.id}'" in record.getMessage()
    assert "seq=1" in record.getMessage()
    assert "verdict='clean'" in record.getMessage()


def test_so_does_every_draw_and_every_word_of_the_house(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ledger")
    with a_ledger() as ledger:
        match = pledge(ledger, chance="declared", seed=None)
        match.act(Pledge(0, 1))
        caplog.clear()
        match.draw("heads")
        match.dispute(1, 2, "It was not pledged.")
        match.rule("It was.", upheld=False)
        match.close("it is late")
    heard = [record.getMessage() for record in caplog.records]
    assert ["seq=" + str(seq) in said for seq, said in enumerate(heard, 3)] == [True] * 4
    assert all(f"match='{match.id}'" in said for said in heard)
    kinds = ("kind='coin_flipped'", "disputed", "ruled", "match_closed")
    assert all(kind in said for kind, said in zip(kinds, heard, strict=True))


def test_a_host_that_configured_structlog_gets_its_own_loggers() -> None:
    logging.getLogger("ledger").setLevel(logging.INFO)
    try:
        with structlog.testing.capture_logs() as heard:
            assert structlog.is_configured()
            entry("acted", seq=3)
    finally:
        structlog.reset_defaults()
        logging.getLogger("ledger").setLevel(logging.NOTSET)
    assert heard == [{"event": "acted", "seq": 3, "log_level": "info"}]


def loaded_after(code: str) -> set[str]:
    """The modules that a fresh Python has loaded after some code."""
    # a measurement of coverage would load modules of its own
    plain = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sorted(sys.modules))"],
        cwd=ROOT,
        env=plain,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stderr == ""
    return set(told.stdout.split())


HEAVY = {
    "structlog",
    "asyncio",
    "typer",
    "click",
    "rich",
    "sqlite_utils",
    "importlib.metadata",
    "ledger.cli",
    "ledger.games",
}
FOR_FILES = {"sqlite3", "hashlib", "_hashlib", "ledger.store", "ledger.match", "ledger.house"}


def test_importing_the_library_loads_nothing_heavy() -> None:
    loaded = loaded_after("import ledger")
    assert {name for name in loaded if name.partition(".")[0] == "ledger"} == {"ledger"}
    assert not loaded & {*HEAVY, *FOR_FILES, "msgspec"}
    loaded = loaded_after("import ledger; ledger.Ledger")
    assert loaded >= FOR_FILES
    assert not loaded & HEAVY


def test_a_game_is_found_without_what_a_file_needs() -> None:
    loaded = loaded_after("from ledger import find_game, game_names; find_game(game_names()[0])")
    assert "ledger.games" in loaded
    assert not loaded & {*HEAVY - {"ledger.games"}, *FOR_FILES}


def test_reading_a_file_and_acting_on_it_loads_nothing_heavy(tmp_path: Path) -> None:
    """Only who makes a new file pays for sqlite-utils, and only who listens for structlog."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger)
    code = f"""
from ledger import Ledger
from tests.pledge_game import PLEDGE, Pledge
with Ledger({str(path)!r}, games=(PLEDGE,)) as ledger:
    ledger.match().act(Pledge(0, 1))
    assert ledger.audit().verdict == "clean"
"""
    assert not loaded_after(code) & HEAVY


def test_nothing_is_written_where_nobody_listens(capfd: Any) -> None:
    with a_ledger() as ledger:
        play(pledge(ledger))
        ledger.audit()
    assert capfd.readouterr() == ("", "")
