"""Commands that go back or end: take-back, act-for, close."""

import sys
from typing import TYPE_CHECKING

from ledger import Event, Misused
from ledger.cli import arguments, parse
from ledger.cli.arguments import File, OneMatch, SeatName
from ledger.cli.output import AsJson
from ledger.cli.recording import record, say
from ledger.cli.source import match_in
from ledger.cli.standing import seat_number

if TYPE_CHECKING:
    from ledger import Match, Seat


def take_back(
    file: File,
    seat: SeatName,
    to: arguments.BackTo = None,
    agree: arguments.Agree = False,
    decline: arguments.Decline = False,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Go back to what was after an event, or answer who asks.

    A seat's own last public act goes back at once. For anything else all others are asked.

    \b
    ledger take-back game.db Ann 11
    ledger take-back game.db Bob --agree
    """
    if (to is not None) + agree + decline != 1:
        raise Misused("say where to go back to, an event's number, or --agree, or --decline")
    with match_in(file, match, "write") as (ledger, found):
        number = seat_number(found, seat)
        done = record(ledger, found, file, lambda: _answer(found, number, to, agree))
        say(found, done, json)


def _answer(match: "Match", seat: "Seat", to: int | None, agree: bool) -> tuple[Event, ...]:
    if to is not None:
        return match.take_back(to, seat)
    return match.agree(seat) if agree else match.decline(seat)


def act_for(
    file: File,
    seat: SeatName,
    reason: arguments.Reason,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Do for an absent seat what the game does by default.

    \b
    ledger act-for game.db Bob --reason "He has gone to bed."
    """
    with match_in(file, match, "write") as (ledger, found):
        number = seat_number(found, seat)
        said = parse.words("--reason", reason, sys.stdin)
        say(found, record(ledger, found, file, lambda: found.act_for(number, said)), json)


def close(
    file: File, reason: arguments.Reason, match: OneMatch = None, json: AsJson = False
) -> None:
    """Close a match: nobody acts in it any more.

    \b
    ledger close game.db --reason "It is late."
    """
    with match_in(file, match, "write") as (ledger, found):
        said = parse.words("--reason", reason, sys.stdin)
        say(found, record(ledger, found, file, lambda: found.close(said)), json)
