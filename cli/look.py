"""Commands that look into a file: list, show."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger.cli import output
from ledger.cli.arguments import File, OneMatch, Reader
from ledger.cli.exits import FAULTS, as_json, exit_code
from ledger.cli.output import AsJson
from ledger.cli.source import match_in, nothing_in, opened
from ledger.cli.standing import brief, check_position, halt, heading, position, seen
from ledger.names import copy_for

if TYPE_CHECKING:
    from ledger import Ledger


def list_(file: File, json: AsJson = False) -> None:
    """List the matches in a ledger.

    \b
    ledger list game.db
    """
    with opened(file) as ledger:
        found = [
            _listed(ledger, match)
            for match in output.counted("reading", ledger.ids(), speaks=False)
        ]
    if json:
        output.document({"matches": [row for _, row in found]})
    elif not found:
        output.line(f"{nothing_in(ledger).capitalize()}.")
    else:
        from ledger.cli import render

        headings = ("Match", "Game", "Seats", "Events", "Copy for", "Now")
        rows = [row for _, row in found]
        render.table(headings, [_row(row) for row in rows])
        faults = [f"match {row['match']}: {row['error']['text']}" for row in rows if "error" in row]
        output.hung(["", *faults] if faults else [])
    raise typer.Exit(max((code for code, _ in found), default=0))


def _listed(ledger: "Ledger", match: str) -> tuple[int, dict[str, Any]]:
    row: dict[str, Any] = {"match": match, "game": None, "seats": []}
    try:
        first = ledger.first(match)
        row |= {"game": first.game, "seats": first.seats}
        found = ledger.match(match)
        row |= {
            "rules": found.opened.rules,
            "events": found.seq,
            "head": str(found.head),
            "copy_for": found.copy_for,
            "awaited": found.awaited,
            "outcome": found.outcome,
            "now": brief(found),
        } | halt(found)
    except FAULTS as error:
        return exit_code(error), row | as_json(error)
    return 0, row


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    if "error" in row:
        return (
            row["match"],
            row["game"] or "?",
            ", ".join(row["seats"]),
            "?",
            "",
            "see below",
        )
    return (
        row["match"],
        row["game"],
        ", ".join(row["seats"]),
        str(row["events"]),
        copy_for(row["copy_for"], row["seats"]) if row["copy_for"] else "",
        row["now"],
    )


def show(
    file: File,
    who: Reader = "spectator",
    at: Annotated[
        int | None, typer.Option(help="The position after that event.", metavar="SEQ")
    ] = None,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Show the position as somebody sees it.

    \b
    ledger show game.db
    ledger show game.db --as Ann --at 40
    """
    with match_in(file, match) as (_, found):
        check_position(found, at)
        if json:
            output.document(seen(found, who, at))
            return
        output.hung((*heading(found, who, at), ""))
        position(found, who, at)
        if at is None:
            output.line(f"head {found.head}")
