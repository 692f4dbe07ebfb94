"""What the exit code of a command says, and errors as people and programs get them."""

import re
from typing import Any

from typer import TyperException

from ledger import (
    Broken,
    GameError,
    LedgerError,
    Misused,
    NeedsDisclosure,
    Refused,
    Stale,
    UnknownGame,
    Unreadable,
)

DONE = 0
REFUSED = 1  # an act was refused, or one against the rules stood
USAGE = 2
BROKEN = 3  # evidence does not hold
FAILED = 4  # no ledger, damaged, unknown game or version, not written; a fault of a program
INTERRUPTED = 130  # as shells say it: 128 and the signal's number
UNHEARD = 141

_NO_NUMBER = r"(?<=: )('.*') is not a valid int(?: range)?$"  # as click says it
_TOO_SMALL = r"(\S+) is not in the range x>=(\d+)$"

FAULTS = (Broken, GameError, NeedsDisclosure, UnknownGame, Unreadable)
"""What is wrong with one match or one game, and does not keep us from the others."""


def is_fault(error: Exception) -> bool:
    """Whether it should not happen: a fault of this program or of a game, of no file and nobody."""
    return isinstance(error, GameError) or not isinstance(error, LedgerError | OSError)


def exit_code(error: Exception) -> int:
    """The exit code for an error."""
    match error:
        case Refused() | Stale():
            return REFUSED
        case Misused():
            return USAGE
        case Broken():
            return BROKEN
        case _:
            return FAILED


def sentence(error: Exception) -> str:
    """An error as one sentence: what is wrong and what to do."""
    match error:
        case Refused(irregular=True):
            return f"{error}; a table could let it happen: --anyway records it"
        case GameError(__cause__=Exception()):
            return f"{error}; LEDGER_DEBUG=1 shows where"
        case LedgerError():
            return str(error)
        case OSError():
            where = f"{error.filename}: " if isinstance(error.filename, str) else ""
            return f"{where}{error.strerror or error}"
        case _:
            return f"this should not happen, please report it: {type(error).__name__}: {error}"


def usage(error: TyperException, named: str = "") -> str:
    """What is wrong with the words typed, as one sentence.

    Args:
        named: the command that is meant, where the error does not say.
    """
    text = " ".join(error.format_message().split()).rstrip(".")
    text = re.sub(_NO_NUMBER, r"a whole number is wanted, not \1", text)
    text = re.sub(_TOO_SMALL, r"a whole number, \2 or more, is wanted, not \1", text)
    context = getattr(error, "ctx", None)
    option = getattr(error, "option_name", "")
    if re.match(r"-\d", option):
        text += f" (write -- before {option} if it is a value)"
    command = f"ledger {named}".strip() if context is None else context.command_path
    return f"{text}; see {command} --help"


def as_json(error: Exception, text: str | None = None) -> dict[str, Any]:
    """An error as the document that ``--json`` prints in place of an answer."""
    kind = re.sub(r"(?<=.)(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()
    found: dict[str, Any] = {"kind": kind, "text": text or sentence(error)}
    if isinstance(error, Refused):
        found |= {"clause": error.clause, "irregular": error.irregular}
    if isinstance(error, Broken):
        found |= {"seq": error.seq, "check": error.check}
    return {"error": found}
