"""Opening ledgers and finding the match that is meant."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ledger import Game, NotALedger, UnknownMatch
from ledger.cli import output
from ledger.cli.wording import command

if TYPE_CHECKING:
    from ledger import Ledger, Match

EXPORTED = b'{"line":'


@contextmanager
def opened(path: Path, mode: Literal["read", "write"] = "read") -> Generator["Ledger", None, None]:
    """A ledger that is there already.

    Raises:
        NotALedger: there is no file, or it is none.
    """
    from ledger import Ledger  # loads sqlite3; `games` and `rules` need no file

    if mode == "write" and not path.exists():
        raise NotALedger(f"{path} does not exist: make a ledger with `ledger new`")
    be_no_export(path)
    with Ledger(path, mode) as ledger:
        warn(ledger)
        yield ledger


def be_no_export(path: Path) -> None:
    """Say of exported JSON lines that are taken for a ledger how to make one of them.

    Raises:
        NotALedger: the file holds such lines.
    """
    if _is_exported(path):
        out = path.with_suffix(".db" if path.suffix != ".db" else ".ledger.db")
        made = command("import", path, "-o", out)
        raise NotALedger(f"{path} holds exported JSON lines: make a ledger of it with `{made}`")


def warn(ledger: "Ledger") -> None:
    """Say what is wrong with a file around its rows, if something is."""
    if ledger.warning:
        output.note(f"warning: {ledger.warning}")


def _is_exported(path: Path) -> bool:
    """Whether a file begins as `export` writes JSON lines."""
    try:
        with path.open("rb") if path.is_file() else BytesIO() as file:
            return file.read(len(EXPORTED)) == EXPORTED
    except OSError:  # opening it as a ledger says what is wrong
        return False


@contextmanager
def match_in(
    path: Path, match: str | None, mode: Literal["read", "write"] = "read"
) -> Generator[tuple["Ledger", "Match"], None, None]:
    """One match of a ledger: the one named, or the only one."""
    with opened(path, mode) as ledger:
        yield ledger, ledger.match(one_of(ledger, match))


def one_of(ledger: "Ledger", match: str | None, file: str = "this file") -> str:
    """The id of the match that is meant.

    Args:
        match: an id, or as much of its beginning as no other has.
        file: what to call the file.

    Raises:
        UnknownMatch: it is not here, or several are and none was named.
    """
    ids = ledger.ids()
    if match in ids:
        assert match is not None
        return match
    if not ids:
        advice = "" if ledger.warning else ": open one with `ledger new`"
        raise UnknownMatch(f"{nothing_in(ledger)}{advice}")
    meant = [name for name in ids if match is None or (match and name.startswith(match))]
    if len(meant) == 1:
        return meant[0]
    listed = ", ".join((meant or ids)[:10])
    if (more := len(meant or ids) - 10) > 0:
        listed += f" and {more} more"
    if match is None:
        raise UnknownMatch(
            f"{file} holds {len(ids)} matches, name one with --match: {listed}; see `ledger list`"
        )
    if meant:
        raise UnknownMatch(f"{len(meant)} matches begin with {match[:64]!r}: {listed}")
    raise UnknownMatch(f"no match {match[:64]!r} in {file}, which holds: {listed}")


def nothing_in(ledger: "Ledger") -> str:
    """That a ledger is empty; one that was copied while it was open may have lost what it held."""
    return "this copy shows no match" if ledger.warning else "this ledger holds no match yet"


def all_or_one(ledger: "Ledger", match: str | None) -> tuple[str, ...]:
    """The ids of all matches, or of the one named.

    Raises:
        UnknownMatch: it is not here, or there is none at all.
    """
    ids = ledger.ids()
    return ids if match is None and ids else (one_of(ledger, match),)


Said = TypeVar("Said")


def made_with(path: Path, begin: Callable[["Ledger"], Said]) -> Said | None:
    """Make a ledger that is there only when what is begun in it is.

    Returns:
        What ``begin`` returned; None where another program was faster, and the file is its.
    """
    from ledger import FileInTheWay, Ledger
    from ledger.fresh import new_file

    try:
        with new_file(path) as made, Ledger(made, "create") as ledger:
            return begin(ledger)
    except FileInTheWay:
        if not path.exists():  # a link that leads nowhere, or what is left of another file
            raise
    return None


def rehearse(game: Game[Any, Any, Any, Any], seats: Sequence[str], **terms: Any) -> None:
    """Open a match in memory, so that what cannot be opened leaves no file behind.

    Raises:
        InvalidOption, Refused: as `Ledger.new` does.
    """
    from ledger import Ledger

    with Ledger() as nowhere:
        nowhere.new(game, seats, **terms)
