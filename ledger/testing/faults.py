"""What a game's own fault raises, as a law that is broken: which one, where, and by what."""

from collections.abc import Generator
from contextlib import contextmanager, suppress

from ledger.errors import (
    Broken,
    GameError,
    LedgerError,
    NeedsDisclosure,
    NotWritten,
    Refused,
    Unreadable,
)
from ledger.match import Match

_OURS = (AssertionError, OSError, NotWritten, Unreadable)  # of the test or the machine


@contextmanager
def as_law(law: int, said: str, *errors: type[Exception]) -> Generator[None]:
    """Let some errors break a law.

    Raises:
        AssertionError: one came; it says which law and by what, and the error is its cause.
    """
    try:
        yield
    except errors as error:
        raise AssertionError(f"law {law}: {said}: {_told(error)}") from error


@contextmanager
def naming(said: str) -> Generator[list[Match]]:
    """Let whatever a game's fault raises break a law, and say in which match.

    Args:
        said: which match it is.

    Yields:
        A list, empty at first, for the match once there is one. Until then what its terms make
        impossible is the fault of whoever asks for such a match, and comes out as it is.

    Raises:
        AssertionError: a law is broken; it says which, where and by what.
    """
    begun: list[Match] = []
    try:
        yield begun
    except AssertionError as error:
        raise AssertionError(f"{error} ({said}{_at(begun)})") from error
    except _OURS:
        raise
    except Exception as error:
        if not begun and isinstance(error, LedgerError) and not isinstance(error, GameError):
            raise
        text = f"law {_law(error)}: {_told(error)} ({said}{_at(begun)})"
        raise AssertionError(text) from error


def _law(error: Exception) -> int:
    """The law that is broken where no other says it itself."""
    if isinstance(error, Refused):
        return 1
    unlike = isinstance(error, Broken) and error.__cause__ is None  # the log, and no function
    return 4 if unlike else 12


def _told(error: Exception) -> str:
    """An error with what it came from: in a test nobody must not know it."""
    if isinstance(error, NeedsDisclosure):
        return "a function looks at what is hidden"
    text = str(error) if isinstance(error, LedgerError) else f"{type(error).__name__}: {error}"
    cause = error.__cause__
    return text if cause is None else f"{text}; it came of {type(cause).__name__}: {cause}"


def _at(begun: list[Match]) -> str:
    for match in begun:
        with suppress(Exception):  # where it stands cannot be told if evolve fails
            return f", at #{match.seq}"
    return ""
