"""Commands about games, which open no file: games, rules."""

from contextlib import suppress
from typing import Annotated, Any

import msgspec
import typer

import ledger
from ledger import Catalogue, Clause, Game, Misused, UnknownGame, find_game, game_names
from ledger.cli import kinds, output
from ledger.cli.exits import as_json, exit_code
from ledger.cli.output import AsJson
from ledger.values import fields_of

SECTION = 18  # columns of the screen for the name of a rulebook's section


def games(
    game: Annotated[
        str | None, typer.Argument(help="Only this game, and what its options mean.")
    ] = None,
    json: AsJson = False,
) -> None:
    """List the games that are installed, with their options.

    \b
    ledger games
    ledger games 49
    """
    found: list[dict[str, Any]] = []
    code = 0
    for name in game_names() if game is None else (find_game(game).name,):
        try:
            found.append(_game(find_game(name)))
        except Exception as error:  # of a stranger's game; the others are told all the same
            code = exit_code(error)
            found.append({"name": name} | as_json(error))
    if json:
        output.document({"games": found})
    elif not found:
        output.line("No game is installed.")
    else:
        for number, facts in enumerate(found):
            output.lines(([""] if number else []) + _game_lines(facts, explained=game is not None))
    raise typer.Exit(code)


def _game(game: Game[Any, Any, Any, Any]) -> dict[str, Any]:
    options: type[msgspec.Struct] = game.options
    defaults = msgspec.to_builtins(options())
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": [game.seats[0], game.seats[-1]],
        "table_sizes": list(game.seats),
        "options": [
            {
                "name": field.encode_name,
                "values": kinds.described(field.type),
                "default": defaults[field.encode_name],
                "description": kinds.help_of(field.type),
            }
            for field in fields_of(options)
        ],
    }


def _game_lines(game: dict[str, Any], *, explained: bool) -> list[str]:
    if "error" in game:
        return [f"{game['name']}: {game['error']['text']}"]
    seats = find_game(game["name"]).table_sizes
    lines = [f"{game['name']}: {game['title']}, {seats} seats, rules {game['rules']}"]
    options = game["options"]
    width = max((len(option["name"]) for option in options), default=0)
    for option in options:
        default = kinds.spaced(option["default"])
        values, name = f"{option['values']} (default {default})", f"    {option['name']:{width}}  "
        lines += output.wrapped(values, len(name), name, whole=False)
        if explained and option["description"]:
            lines += output.wrapped(option["description"], len(name), " " * len(name))
    return lines


def rules(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game's name, or house for the engine's own; without one, what there is.",
            metavar="[GAME]",
        ),
    ] = None,
    clause: Annotated[
        str | None, typer.Argument(help="Only this clause, such as 49-AUC-01.", metavar="[CLAUSE]")
    ] = None,
    json: AsJson = False,
) -> None:
    """Print a game's clauses, or one; `house` has the engine's own.

    \b
    ledger rules 49
    ledger rules 49 49-PEN-03
    ledger rules HOUSE-13
    """
    if game is None:
        _list_catalogues(json)
        return
    if clause is None and (number := ledger.HOUSE.get(game)) is not None:
        game, clause = "house", number.id
    title, catalogue = _catalogue(game)
    chosen = list(catalogue) if clause is None else [_clause(title, catalogue, clause)]
    if json:
        rows = [msgspec.to_builtins(found) for found in chosen]
        output.document({"game": game, "title": title, "clauses": rows})
    elif clause is not None:
        output.line(f"{chosen[0].id} ({chosen[0].section})")
        output.folded(chosen[0].text)
    else:
        from ledger.cli import render

        rows = [(found.id, found.section, found.text) for found in chosen]
        render.table(("Clause", "Section", "Rule"), rows, title, widest=SECTION)


def _list_catalogues(json: bool) -> None:
    """Whose rules there are; a game that cannot be loaded is for `games` to tell."""
    found: dict[str, str] = {}
    for name in (*game_names(), "house"):
        with suppress(UnknownGame):
            found[name] = _catalogue(name)[0]
    if json:
        output.document({"rules": [{"game": name, "title": found[name]} for name in found]})
    else:
        width = max(map(len, found))
        output.hung(f"ledger rules {name:{width}}  {title}" for name, title in found.items())


def _catalogue(name: str) -> tuple[str, Catalogue]:
    if name.lower() == "house":
        return "The house", ledger.HOUSE
    try:
        game = find_game(name)
    except UnknownGame as error:
        if name in game_names():
            raise
        raise UnknownGame(f"{error}; house has the engine's own") from None
    return f"{game.title}, rules {game.version}", game.clauses


def _clause(title: str, catalogue: Catalogue, number: str) -> Clause:
    found = catalogue.get(number) or ledger.HOUSE.get(number)
    if found is None:
        raise Misused(f"{title}: no clause {number[:60]!r}; without a number all are listed")
    return found


def clause_of(game: Game[Any, Any, Any, Any], number: str) -> Clause | None:
    """The clause of a game or of the house; None where a log quotes one that is not there."""
    return game.clauses.get(number) or ledger.HOUSE.get(number)


def quoted(game: Game[Any, Any, Any, Any], number: str) -> str:
    """A clause with its words, as one line."""
    found = clause_of(game, number)
    return number if found is None else f"{found.id} ({found.section}): {found.text}"
