"""The arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer


def _path(text: str) -> Path:
    """A file's name as typed; a blank one would be the folder one works in."""
    if not text.strip():
        raise typer.BadParameter("the name of a file is blank")
    return Path(text)


File: TypeAlias = Annotated[Path, typer.Argument(help="The ledger.", metavar="FILE", parser=_path)]
AnyLedger: TypeAlias = Annotated[Path, typer.Argument(help="A ledger.", metavar="A", parser=_path)]
OtherLedger: TypeAlias = Annotated[
    Path, typer.Argument(help="Another ledger.", metavar="B", parser=_path)
]
Exported: TypeAlias = Annotated[
    Path, typer.Argument(help="What export wrote.", metavar="JSONL", parser=_path)
]
OneMatch: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--match",
        help="The match, where the file holds several: its id or how it begins.",
        metavar="ID",
    ),
]
EachMatch: TypeAlias = Annotated[
    str | None, typer.Option("--match", help="Only this match of the file.", metavar="ID")
]
Reader: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as",
        help="Who reads: a seat's number or name, spectator or auditor.",
        metavar="WHO",
    ),
]
SeatName: TypeAlias = Annotated[
    str, typer.Argument(help="A seat's number (from 0) or name.", metavar="SEAT")
]
GameName: TypeAlias = Annotated[
    str, typer.Argument(help="A game's name, as `ledger games` lists it.", metavar="GAME")
]
NewFile: TypeAlias = Annotated[
    Path,
    typer.Option(
        "--out", "-o", help="The file to write; it must be new.", metavar="FILE", parser=_path
    ),
]

# --- new and simulate

AnyFile: TypeAlias = Annotated[
    Path,
    typer.Argument(help="The ledger; made if it is not there.", metavar="FILE", parser=_path),
]
Names: TypeAlias = Annotated[
    list[str], typer.Option("--seat", help="A person's name; once for each seat.", metavar="NAME")
]
TestSeed: TypeAlias = Annotated[
    str | None, typer.Option(help="For tests only: it can be guessed.", metavar="TEXT")
]
Chance: TypeAlias = Annotated[
    Literal["seeded", "declared"],
    typer.Option(help="The engine draws, or the table says what it drew."),
]
Options: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", help="An option of the game; repeatable.", metavar="NAME=VALUE"),
]
Irregular: TypeAlias = Annotated[
    Literal["allow", "refuse"],
    typer.Option(help="Whether acts against a rule can be recorded."),
]
HowMany: TypeAlias = Annotated[int, typer.Option("--matches", help="How many.", min=1, metavar="N")]
HowManySeats: TypeAlias = Annotated[
    int, typer.Option("--seats", help="How many play each.", min=1, metavar="K")
]
Seed: TypeAlias = Annotated[str, typer.Option(help="The same gives the same file.", metavar="TEXT")]
Jobs: TypeAlias = Annotated[int, typer.Option(help="Processes at work.", min=1, metavar="J")]

# --- act

ActionName: TypeAlias = Annotated[
    str, typer.Argument(help="The action, as `ledger legal` lists it.", metavar="ACTION")
]
Fields: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        help="Its fields in order, or NAME=VALUE; - reads them as JSON from standard input.",
        metavar="[ARG]...",
    ),
]
Anyway: TypeAlias = Annotated[
    bool, typer.Option("--anyway", help="Record it even though it is against a rule.")
]
ActedOn: TypeAlias = Annotated[
    int | None,
    typer.Option(help="What the seat was looking at: refused if that changed.", metavar="SEQ"),
]

# --- quarrels

Disputed: TypeAlias = Annotated[
    int, typer.Argument(help="The event, as `ledger replay` numbers it.", metavar="SEQ")
]
Claim: TypeAlias = Annotated[
    str,
    typer.Option(help="What was wrong with it; - reads it from standard input.", metavar="TEXT"),
]
Wait: TypeAlias = Annotated[
    bool, typer.Option("--wait", help="Leave it open, for the people at the table to rule on.")
]
RulingText: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--text",
        help="What the people rule; - reads it from standard input. Without it the engine rules.",
        metavar="TEXT",
    ),
]
Upheld: TypeAlias = Annotated[bool, typer.Option("--upheld", help="The people uphold it.")]
Dismissed: TypeAlias = Annotated[bool, typer.Option("--dismissed", help="The people dismiss it.")]
RulingClause: TypeAlias = Annotated[
    str | None, typer.Option("--clause", help="The rule the people go by.", metavar="ID")
]
BackTo: TypeAlias = Annotated[
    int | None,
    typer.Argument(help="The last event that is to stand.", metavar="[TO]", show_default=False),
]
Agree: TypeAlias = Annotated[
    bool, typer.Option("--agree", help="Agree with the take-back that is asked for.")
]
Decline: TypeAlias = Annotated[
    bool, typer.Option("--decline", help="Decline it; or, who asked, ask no longer.")
]
Reason: TypeAlias = Annotated[
    str, typer.Option(help="Why; - reads it from standard input.", metavar="TEXT")
]
Ruling: TypeAlias = Annotated[
    int, typer.Option(help="The ruling's number, as the docket names it.", metavar="SEQ")
]
AskedAt: TypeAlias = Annotated[
    int | None, typer.Option(help="As the match stood after that event.", metavar="SEQ")
]

# --- audit and export

Heads: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--head",
        help="A head kept elsewhere: shows that nothing up to it was changed or cut.",
        metavar="MATCH:COUNT:DIGEST",
    ),
]
CopyFor: TypeAlias = Annotated[
    str,
    typer.Option(
        "--as",
        help="Whose copy: a seat's number or name, spectator, or auditor (every secret).",
        metavar="WHO",
    ),
]
