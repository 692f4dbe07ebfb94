"""What `torture/fuzz.py` and people who tried by hand have found, each with the right answer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Ledger, NotALedger, NotWritten, import_lines
from ledger.cli.main import main

from .forging import forced, rechain
from .tables import a_ledger, recorded


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.db"
    path.write_bytes(recorded())
    return path


@pytest.mark.parametrize("name", ["Z\u00fcrich", "\U0001f600", "\x00", "a b", "A", "x" * 100])
def test_a_match_whose_id_is_none_is_broken_and_not_unknown(path: Path, name: str) -> None:
    """The file lists it: who asks for what is listed has not asked for something else."""
    with forced(path) as raw:
        for table in ("events", "disclosures"):
            raw.execute(f"UPDATE {table} SET match = ?", (name,))
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        assert ledger.ids() == (name,)
        audit = ledger.audit(name)
        assert audit.verdict == "broken"
        assert [finding.text for finding in audit.findings] == ["the match's id is none"]
    assert main(["audit", str(path)]) == 4  # whose game is not installed


@pytest.mark.parametrize("name", ["a\x00b.db", "\ud800.db", "\ud800/a.db"])
def test_a_name_no_file_can_have(tmp_path: Path, path: Path, name: str) -> None:
    lost = tmp_path / name
    for mode in ("write", "create"):
        with pytest.raises(NotWritten, match="no file can be called so"):
            a_ledger(lost, mode)
    wrong: list[Callable[[], object]] = [
        lambda: Ledger(lost, "read"),
        lambda: import_lines(lost, tmp_path / "new.db"),
    ]
    for ask in wrong:
        with pytest.raises(NotALedger, match="no file can be called so"):
            ask()
    with a_ledger(path, "read") as ledger, pytest.raises(NotWritten, match="no file"):
        ledger.match().export(lost, "spectator")
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
