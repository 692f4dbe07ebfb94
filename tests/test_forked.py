"""A process that was forked: it opens its own ledger, and nothing that was acknowledged is lost."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger import Ledger, Misused

from .pledge_game import Say
from .tables import a_ledger, pledge, sealed

CLOSED = "opened before the process was forked: open it again"


def forked(work: Callable[[], None]) -> int:
    """Begin something in a child that then ends as if it were killed; the child's number."""
    child = os.fork()
    if not child:
        try:
            work()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return child


def end_of(child: int) -> int:
    """0 if all went well in it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class Turn:
    """Waited for by one process until another one gives it."""

    def __init__(self) -> None:
        self._ends = os.pipe()

    def give(self) -> None:
        os.write(self._ends[1], b"!")

    def wait(self) -> None:
        os.read(self._ends[0], 1)


def test_what_a_forked_child_acknowledges_is_there_when_its_parent_has_closed(
    tmp_path: Path,
) -> None:
    """SQLite would count the inherited connection's locks as its own, and they are none."""
    path = tmp_path / "game.db"
    opened, closed = Turn(), Turn()

    def work() -> None:
        match = a_ledger(path).match()
        match.act(Say(match.awaited[0], "one"))
        opened.give()
        closed.wait()
        match.act(Say(match.awaited[0], "two"))

    with a_ledger(path) as ledger:
        before = pledge(ledger).seq
        child = forked(work)
        opened.wait()
        seen = ledger.match().seq
    closed.give()
    assert end_of(child) == 0
    with a_ledger(path, "read") as ledger:
        assert before < seen < ledger.match().seq
        assert ledger.audit().verdict == "clean"


def test_an_inherited_ledger_is_closed_in_the_child_alone(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = pledge(ledger)
        action = Say(match.awaited[0], "one")

        def work() -> None:
            for use in (lambda: match.seq, lambda: match.act(action), ledger.ids):
                with pytest.raises(Misused, match=CLOSED):
                    use()
            ledger.close()

        assert end_of(forked(work)) == 0
        match.act(action)
        assert ledger.audit().verdict == "clean"


def test_a_child_that_leaves_the_batch_it_was_forked_in_records_nothing(tmp_path: Path) -> None:
    """Nor does it undo anything; and the file, whose locks it cannot know, is refused in it."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        match = pledge(ledger)
        before = match.seq
        child = 0

        def work() -> None:
            with pytest.raises(Misused, match="fork outside of a batch"):
                Ledger(path, "read")

        try:
            with ledger.batch():
                match.act(Say(match.awaited[0], "one"))
                child = os.fork()
        except Misused as error:
            os._exit(0 if child == 0 and CLOSED in str(error) else 1)
        if not child:
            os._exit(1)
        assert end_of(child) == 0
        with ledger.batch():
            match.act(Say(match.awaited[0], "two"))
            assert end_of(forked(work)) == 0
            match.act(Say(match.awaited[0], "three"))
        assert match.seq > before
    with a_ledger(path, "read") as ledger:
        said = [entry.event.text for entry in ledger.match().events() if type(entry.event) is Say]
        assert said == ["one", "two", "three"]
        assert ledger.audit().verdict == "clean"


def test_what_is_in_memory_a_child_has_for_itself() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        before = match.head

        def work() -> None:
            match.close("The child goes its own way.")
            assert match.head != before

        assert end_of(forked(work)) == 0
        assert match.head == before
