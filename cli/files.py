"""Commands that make files: export, import, simulate."""

from typing import Any

from ledger import find_game, letter
from ledger.cli import arguments, output, parse
from ledger.cli.arguments import File, GameName, NewFile, OneMatch
from ledger.cli.output import AsJson
from ledger.cli.source import match_in, rehearse
from ledger.names import called

SHOWN = 10  # heads listed for people


def export(
    file: File,
    who: arguments.CopyFor,
    out: NewFile,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Write a copy of a match with only what WHO may read.

    It is the same record with the same head. A name ending in .jsonl gives JSON lines, any other a
    ledger.

    \b
    ledger export game.db --as Ann -o for-ann.db
    ledger export game.db --as spectator -o public.jsonl
    """
    with match_in(file, match) as (_, found):
        audience = found.audience(who)
        found.export(out, who)
        if json:
            made = {"match": found.id, "file": output.file_name(out), "copy_for": str(audience)}
            output.document(made | {"head": str(found.head)})
            return
        output.line(f"{out}: match {found.id} for {called(audience, found.seats)}")
        if audience == "auditor":
            output.line("It holds every secret of the match: whoever gets it can read them all.")
        output.line(f"head {found.head}")


def import_(
    source: arguments.Exported,
    out: NewFile,
    json: AsJson = False,
) -> None:
    """Make a ledger from exported JSON lines, checking their chain.

    \b
    ledger import public.jsonl -o public.db
    """
    from ledger import import_lines

    head = import_lines(source, out)
    if json:
        made = {"match": head.match, "file": output.file_name(out), "head": str(head)}
        output.document(made)
    else:
        output.line(f"{out}: match {head.match}")
        output.line(f"head {head}")


def simulate(
    game: GameName,
    out: NewFile,
    matches: arguments.HowMany,
    seats: arguments.HowManySeats,
    seed: arguments.Seed = "0",
    jobs: arguments.Jobs = 1,
    option: arguments.Options = None,
    json: AsJson = False,
) -> None:
    """Let bots play matches by the rules into a new ledger.

    The same seed gives the same bytes, however many processes are at work.

    \b
    ledger simulate 49 -o many.db --matches 1000 --seats 3 --jobs 2
    """
    from ledger.simulate import simulate as play

    rules = find_game(game)
    names = [f"bot {letter(seat)}" for seat in range(seats)]
    options = parse.options(rules, option or (), names)
    rehearse(rules, names, options=options)
    with output.progress("playing", matches) as done:
        settings: Any = {"seed": seed, "jobs": jobs, "options": options, "progress": done}
        heads = play(game, out, matches, seats, **settings)
    if json:
        output.document({"game": game, "file": output.file_name(out), "heads": heads})
        return
    output.line(f"{out}: {len(heads)} {'match' if len(heads) == 1 else 'matches'} of {rules.title}")
    output.lines(f"head {head}" for head in heads[:SHOWN])
    if len(heads) > SHOWN:
        output.line(f"and {len(heads) - SHOWN} more; --json lists all")
