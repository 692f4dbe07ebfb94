"""Opening ledgers and finding the match that is meant."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ledger import Game, NotALedger, UnknownMatch
from ledger.cli import output

if TYPE_CHECKING:
    from ledger import Ledger, Match


@contextmanager
def opened(path: Path, mode: Literal["read", "write"] = "read") -> Generator["Ledger", None, None]:
    """A ledger that is there already.

    Raises:
        NotALedger: there is no file, or it is none.
    """
    from ledger import Ledger  # loads sqlite3; `games` and `rules` need no file

    if mode == "write" and not path.exists():
        raise NotALedger(f"{path} does not exist: make a ledger with `ledger new`")
    with Ledger(path, mode) as ledger:
        if ledger.warning:
            output.note(f"warning: {ledger.warning}")
        yield ledger


@contextmanager
def match_in(
    path: Path, match: str | None, mode: Literal["read", "write"] = "read"
) -> Generator[tuple["Ledger", "Match"], None, None]:
    """One match of a ledger: the one named, or the only one."""
    with opened(path, mode) as ledger:
        yield ledger, ledger.match(one_of(ledger, match))


def one_of(ledger: "Ledger", match: str | None) -> str:
    """The id of the match that is meant.

    Raises:
        UnknownMatch: it is not here, or several are and none was named.
    """
    ids = ledger.ids()
    if match in ids:
        assert match is not None
        return match
    if match is None and len(ids) == 1:
        return ids[0]
    if not ids:
        raise UnknownMatch("this ledger holds no match yet: open one with `ledger new`")
    listed = ", ".join(ids[:10]) + (f" and {len(ids) - 10} more" if len(ids) > 10 else "")
    if match is None:
        raise UnknownMatch(f"this file holds {len(ids)} matches, name one with --match: {listed}")
    raise UnknownMatch(f"no match {match[:64]!r} in this file, which holds: {listed}")


def all_or_one(ledger: "Ledger", match: str | None) -> tuple[str, ...]:
    """The ids of all matches, or of the one named.

    Raises:
        UnknownMatch: it is not here, or there is none at all.
    """
    ids = ledger.ids()
    return ids if match is None and ids else (one_of(ledger, match),)


def rehearse(game: Game[Any, Any, Any, Any], seats: Sequence[str], **terms: Any) -> None:
    """Open a match in memory, so that what cannot be opened leaves no file behind.

    Raises:
        InvalidOption, Refused: as `Ledger.new` does.
    """
    from ledger import Ledger

    with Ledger() as nowhere:
        nowhere.new(game, seats, **terms)
