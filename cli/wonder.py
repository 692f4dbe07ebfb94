"""Commands that only ask: why something is not possible, what if a ruling had not been."""

from typing import TYPE_CHECKING, Any

from ledger import NeedsDisclosure
from ledger.cli import arguments, output
from ledger.cli.arguments import File, OneMatch, Reader, SeatName
from ledger.cli.catalogue import clause_of, quoted
from ledger.cli.output import AsJson
from ledger.cli.source import match_in
from ledger.cli.standing import check_position, closed, ended, meant_by, seat_number, undisclosed

if TYPE_CHECKING:
    from ledger import Match, Refusal, WhatIf


def why(
    file: File,
    seat: SeatName,
    action: arguments.ActionName,
    arg: arguments.Fields = None,
    at: arguments.AskedAt = None,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Say why a seat cannot do something, as far as it may know.

    \b
    ledger why game.db Ann bid 60
    ledger why game.db Ann bid 60 --at 12
    """
    with match_in(file, match) as (_, found):
        check_position(found, at)
        number = seat_number(found, seat)
        meant = meant_by(found, number, action, arg or ())
        # a copy takes no acts at all, which is not what was asked
        then = at if at is not None or found.copy_for is None else found.seq
        try:
            refusal = found.refusal(meant, at=then)
        except NeedsDisclosure:
            raise undisclosed(found, number) from None
        if json:
            output.document(_why(found, number, at, meant, refusal))
            return
        where = "now" if at is None else f"after #{at}"
        fields = {name: value for name, value in meant.items() if name != "kind"}
        told = found.tell(found.game.action(action, **fields))
        if refusal is None:
            output.folded(f"Possible {where}: {told}")
            return
        output.folded(f"Not possible {where}: {told}")
        output.folded(f"Reason: {refusal.reason}.")
        output.folded(quoted(found.game, refusal.clause))
        if refusal.irregular and then is None:
            output.line("A table could let it happen: --anyway records it.")
        elif refusal.irregular:  # nothing is recorded in what was, nor in a copy
            output.line("A table could let it happen.")


def _why(
    match: "Match", seat: int, at: int | None, meant: dict[str, Any], refusal: "Refusal | None"
) -> dict[str, Any]:
    rule = None if refusal is None else clause_of(match.game, refusal.clause)
    return {
        "match": match.id,
        "seat": seat,
        "at": match.seq if at is None else at,
        "action": meant,
        "possible": refusal is None,
        "refusal": refusal,
        "rule": rule,
    }


def whatif(
    file: File,
    without: arguments.Ruling,
    who: Reader = "spectator",
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Say how a match would have gone without a ruling.

    What was done after it is played again without what it led to. The answer is made of nothing
    but what WHO may know, and nothing is written.

    \b
    ledger whatif game.db --without 13
    ledger whatif game.db --without 13 --as auditor
    """
    with match_in(file, match) as (_, found):
        try:
            answer = found.what_if(without, who)
        except NeedsDisclosure as error:
            raise NeedsDisclosure(f"{error}{_elsewhere(found, who)}") from None
        if json:
            output.document(_whatif(found, who, answer))
        else:
            _tell(found, who, answer)


def _elsewhere(match: "Match", who: str) -> str:
    """Who could tell what this reader may not know."""
    if match.audience(who) == "auditor":
        return ": ask in the host's own file"
    return ": --as auditor tells it from everything in the file"


def _whatif(match: "Match", who: str, found: "WhatIf") -> dict[str, Any]:
    rule = None if found.refusal is None else clause_of(match.game, found.refusal.clause)
    return {
        "match": match.id,
        "as": match.audience(who),
        "without": found.ruling,
        "stops": found.stops or None,
        "refusal": found.refusal,
        "rule": rule,
        "outcome": found.outcome,
        "real": found.real,
        "closed": match.closed,
        "state": found.state,
    }


def _tell(match: "Match", who: str, found: "WhatIf") -> None:
    (ruling,) = match.events("spectator", found.ruling - 1, found.ruling)
    output.folded(f"Without #{found.ruling} {match.tell(ruling.event)}")
    if found.refusal is not None:
        (stop,) = match.events(who, found.stops - 1, found.stops)
        output.folded(f"#{found.stops} would not have been possible: {match.tell(stop.event)}")
        output.folded(f"Reason: {found.refusal.reason}.")
        output.folded(quoted(match.game, found.refusal.clause))
    else:
        output.line("All that was done after it could have been done.")
    output.lines([""])
    was = ended(match, found.real) or closed(match) or "The match has not ended."
    output.folded(f"As it was: {was}")
    output.folded(f"Without it: {_would(match, who, found)}")


def _would(match: "Match", who: str, found: "WhatIf") -> str:
    """How a match would have ended, as one sentence."""
    if found.refusal is not None:
        return "Nobody can say what would have been done instead."
    if found.outcome == found.real:
        if output.json_text(found.state) == output.json_text(match.view(who)):
            return "The same."
        none = "It would not have ended either"
        if match.closed is not None:
            none = "It would have had no outcome either"
        end = none if found.real is None else "The same end"
        return f"{end}, but the position would be another: --json tells it."
    return ended(match, found.outcome) or "What was done would not have ended the match."
