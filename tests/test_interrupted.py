"""What a signal cuts short, wherever that is: nothing half done is left, and the ledger goes on."""

import contextlib
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from inspect import CO_GENERATOR
from itertools import count
from pathlib import Path
from types import FrameType

import pytest

from ledger import Ledger, Match, store

from .pledge_game import Say
from .tables import a_ledger, connection_of, pledge

OURS = str(Path(store.__file__).parent)


class Alarm(BaseException):
    """What a program's own handler of a signal may raise."""


@contextmanager
def cut_short(after: int) -> Generator[list[str]]:
    """Raise where a handler of a signal may: as a function of ours begins, or a call ends in one.

    Python lets handlers run there and, in loops, at the way back to the top. The same goes for what
    begins and ends our ``with`` blocks: cut short there, the block learns of it when it is freed.
    """
    passed: list[str] = []

    def look(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        begins = event == "call" and not code.co_flags & CO_GENERATOR  # told also as one is ended
        back = frame.f_back
        block = code.co_filename == contextlib.__file__ and back is not None
        owner = back.f_code if block and back is not None else code
        if owner.co_filename.startswith(OURS) and (begins or event == "c_return"):
            passed.append(f"{code.co_name} {frame.f_lineno} {event}")
            if len(passed) > after:
                sys.setprofile(None)
                raise Alarm

    with suppress(Alarm):
        sys.setprofile(look)
        try:
            yield passed
        finally:
            sys.setprofile(None)


def an_act(ledger: Ledger, match: Match) -> None:
    match.act(Say(0, "x"))


def a_batch(ledger: Ledger, match: Match) -> None:
    with ledger.batch():
        match.act(Say(0, "x"))
        match.act(Say(1, "y"))


def a_batch_that_fails(ledger: Ledger, match: Match) -> None:
    with suppress(ZeroDivisionError), ledger.batch():
        match.act(Say(0, "x"))
        raise ZeroDivisionError
    match.act(Say(1, "y"))


@pytest.mark.parametrize("what", [an_act, a_batch, a_batch_that_fails])
def test_wherever_an_act_is_cut_short_the_ledger_goes_on(
    tmp_path: Path, what: Callable[[Ledger, Match], None]
) -> None:
    """Whole acts are recorded, nobody is kept waiting, and what was known is still true."""
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger, a_ledger(path) as other:
        connection_of(other).execute("PRAGMA busy_timeout = 0")
        for after in count():
            match = pledge(ledger)
            with cut_short(after) as passed:
                what(ledger, match)
            where = passed[-1]
            assert not connection_of(ledger).in_transaction, where
            there = other.match(match.id)
            for one, two in ((match, there), (there, match)):
                assert one.head == two.head, where
                one.act(Say(1, "next"))
                assert one.head == two.head, where
            assert match.audit().verdict == "clean", where
            if len(passed) <= after:
                break
        assert after > 100
