"""Commands that play: new, act, draw, open; and legal, which says what could be."""

import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ledger import Choice, Event, InvalidAction, Misused, NeedsDisclosure, find_game
from ledger.cli import arguments, output, parse, wording
from ledger.cli.arguments import File, GameName, OneMatch, SeatName
from ledger.cli.output import AsJson
from ledger.cli.recording import Done, record, say
from ledger.cli.source import be_no_export, made_with, match_in, warn
from ledger.cli.standing import (
    meant_by,
    naming,
    next_command,
    seat_number,
    state,
    undisclosed,
    waiting,
)
from ledger.names import copy_for

if TYPE_CHECKING:
    from ledger import Match


def new(
    game: GameName,
    file: arguments.AnyFile,
    seat: arguments.Names,
    seed: arguments.TestSeed = None,
    chance: arguments.Chance = "seeded",
    option: arguments.Options = None,
    irregular: arguments.Irregular = "allow",
    json: AsJson = False,
) -> None:
    """Open a match in a ledger, new or old.

    \b
    ledger new 49 game.db --seat Ann --seat Bob
    ledger new 49 game.db --seat Ann --seat Bob --chance declared
    """
    from ledger import Ledger

    rules = find_game(game)
    options = parse.options(rules, option or (), seat)
    terms: Any = {"options": options, "chance": chance, "seed": seed, "irregular": irregular}

    def begin(ledger: Ledger) -> tuple[str, Done]:
        with ledger.batch():
            match = ledger.new(rules, seat, **terms)
            events = tuple(entry.event for entry in match.events())
            typed = next_command(ledger, match, file)
            return match.id, Done(1, events, state(match), waiting(match), typed)

    be_no_export(file)
    begun = None if file.exists() else made_with(file, begin)
    with Ledger(file, "read" if begun else "write") as ledger:
        warn(ledger)
        name, done = begun or begin(ledger)
        say(ledger.match(name), done, json)


def act(
    file: File,
    seat: SeatName,
    action: arguments.ActionName,
    arg: arguments.Fields = None,
    anyway: arguments.Anyway = False,
    at: arguments.ActedOn = None,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Record what a seat does, and what follows from it.

    \b
    ledger act game.db Ann bid 7
    ledger act game.db 0 bid amount=7 --at 12
    echo '{"cards": [3, 5]}' | ledger act game.db 0 bid -
    """
    with match_in(file, match, "write") as (ledger, found):
        number = seat_number(found, seat)
        meant = meant_by(found, number, action, arg or ())
        done = record(ledger, found, file, lambda: found.act(meant, anyway=anyway, at=at))
        say(found, done, json)


def draw(
    file: File,
    value: Annotated[
        str,
        typer.Argument(
            help="What was drawn, such as a card or a seat's name; - reads it as JSON from "
            "standard input.",
            metavar="VALUE",
        ),
    ],
    who: Annotated[
        str,
        typer.Option("--as", help="The seat that drew, where it drew in secret.", metavar="SEAT"),
    ] = "spectator",
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Record what the table or a seat drew, where draws are declared.

    \b
    ledger draw game.db 17
    ledger draw game.db 12 --as Ann
    """
    with match_in(file, match, "write") as (ledger, found):
        as_json = value == "-"
        drawn = parse.read_json(sys.stdin) if as_json else value
        done = record(ledger, found, file, lambda: _drawn(found, drawn, who, as_json=as_json))
        say(found, done, json)


def open_(
    file: File,
    seed: Annotated[bool, typer.Option("--seed", help="The seed: it proves every draw.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Every secret of the match.")] = False,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """After a match, open its seed or every seal to everybody.

    The seed proves every draw; whoever has it can also work out every card drawn in secret.

    \b
    ledger open game.db --seed
    """
    if seed == everything:
        raise Misused("what is to be opened: --seed or --all, one of them?")
    scope: Literal["seed", "all"] = "seed" if seed else "all"
    with match_in(file, match, "write") as (ledger, found):
        done = record(ledger, found, file, lambda: found.open_seals(scope))
        say(found, done, json)


def legal(file: File, seat: SeatName, match: OneMatch = None, json: AsJson = False) -> None:
    """List what a seat may do now, with a command for each choice.

    \b
    ledger legal game.db Ann
    """
    with match_in(file, match) as (ledger, found):
        number = seat_number(found, seat)
        choices = _choices(found, number)
        typed = ("act", file, wording.seat_word(number, found.seats))
        named = naming(ledger, found)
        commands = [
            # in a copy it would be refused
            None
            if found.copy_for
            else wording.command(*typed, *wording.example(choice, found.seats), *named)
            for choice in choices
        ]
        if json:
            listing = [
                choice.to_data() | {"command": command}
                for choice, command in zip(choices, commands, strict=True)
            ]
            output.document(state(found) | {"seat": number, "choices": listing})
            return
        for choice, command in zip(choices, commands, strict=True):
            output.lines(output.wrapped(wording.offered(choice, found.seats), 8))
            output.lines([f"    {command}"] if command else [])
        if not choices:
            output.hung((f"There is nothing for {found.seats[number]} to do. {waiting(found)}",))
        elif found.copy_for:
            whose = copy_for(found.copy_for, found.seats)
            output.hung((f"This is a copy for {whose}: to act, go to the host's own file.",))


def _choices(match: "Match", seat: int) -> tuple[Choice, ...]:
    """What a seat may do now.

    Raises:
        NeedsDisclosure: this copy cannot tell.
    """
    try:
        return match.legal(seat)
    except NeedsDisclosure:
        raise undisclosed(match, seat) from None


def _drawn(match: "Match", value: Any, who: str, *, as_json: bool) -> tuple[Event, ...]:
    """Enter a draw; a word that is no such value is tried as JSON."""
    drawer = who if who == "spectator" else seat_number(match, who)
    need = match.awaits_draw
    if drawer != "spectator" and need is not None and not need.secret and match.copy_for is None:
        raise Misused(f"all see which {need.field} is drawn: enter it without --as")
    try:
        return match.draw(value, drawer)
    except InvalidAction:
        typed = None if as_json else parse.decoded(value)
        if typed is None:
            raise
        return match.draw(typed, drawer)
