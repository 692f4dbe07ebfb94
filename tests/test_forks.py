"""A ledger does not go through a fork: SQLite's locks stay with the process that took them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ledger import Ledger

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks here")

FORKED = """
import os, sys
from ledger import Ledger, Misused

book = Ledger("evening.db")
match = book.new("49", ["Ann", "Ben"], options={"first_seat": 0})
aside = Ledger(None)
other = aside.new("49", ["Ann", "Ben"], options={"first_seat": 0})
heard, say = os.pipe()
child = os.fork()
if not child:
    if "LATE" in sys.argv:
        os.read(heard, 1)  # until the parent has closed it
    for ask in (lambda: match.act({"kind": "check", "seat": 0}), lambda: match.seq, book.ids):
        try:
            print(ask())
        except Misused as error:
            print(error)
    other.act({"kind": "check", "seat": 0})
    print(other.seq)
    book.close()
    if "ANEW" in sys.argv:
        with Ledger("evening.db") as mine:
            mine.match().act({"kind": "check", "seat": 0})
    sys.exit()
if "LATE" in sys.argv:
    book.close()
    os.write(say, b"x")
assert os.waitpid(child, 0)[1] == 0
if "LATE" not in sys.argv:
    print(os.path.exists("evening.db-wal"), match.seq)
    match.act({"kind": "pass", "seat": match.awaited[0]})
    book.close()
print(sorted(os.listdir()))
"""

REFUSED = "{} was opened before this process forked off: open it in each process, after the fork\n"


@pytest.mark.parametrize(
    ("how", "told", "seq"),
    [
        ("LATE", "['evening.db']\n", 3),  # the act was lost, and nobody was told
        ("EARLY", "True 3\n['evening.db']\n", 4),
        ("ANEW", "True 4\n['evening.db']\n", 9),
    ],
)
def test_what_a_fork_inherits_is_refused(how: str, told: str, seq: int, tmp_path: Path) -> None:
    """Whoever opened the file goes on with it and closes it; a ledger in memory is copied."""
    refused = REFUSED.format(tmp_path / "evening.db")
    done = subprocess.run(
        [sys.executable, "-u", "-c", FORKED, how],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout) == ("", f"{refused * 3}4\n{told}")
    with Ledger(tmp_path / "evening.db", "read") as book:
        assert book.match().seq == seq
        assert book.audit().verdict == "clean"
