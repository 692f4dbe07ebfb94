"""The program ``ledger``: its commands, and the place where every error becomes one sentence.

Start-up time is kept near that of an empty program: a command's module, Rich, sqlite3 and structlog
are loaded by what needs them, and typer's own help in Rich is switched off.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

import ledger
from ledger.cli import exits, output

LEVELS = ("debug", "info", "warning", "error")

# each command, in the order in which help lists them, with the module and function it is
COMMANDS = {
    "games": "catalogue.games",
    "rules": "catalogue.rules",
    "new": "play.new",
    "list": "look.list_",
    "act": "play.act",
    "draw": "play.draw",
    "legal": "play.legal",
    "show": "look.show",
    "replay": "prove.replay",
    "audit": "prove.audit",
    "export": "files.export",
    "import": "files.import_",
    "open": "play.open_",
    "dispute": "quarrel.dispute",
    "rule": "quarrel.rule",
    "withdraw": "quarrel.withdraw",
    "docket": "quarrel.docket",
    "take-back": "host.take_back",
    "act-for": "host.act_for",
    "close": "host.close",
    "why": "wonder.why",
    "whatif": "wonder.whatif",
    "simulate": "files.simulate",
    "diff": "prove.diff",
}


class Commands(Mapping[str, Any]):
    """The commands by name. The module of one is loaded, and its words are read, on first use."""

    def __getitem__(self, name: str) -> Any:
        module, function = COMMANDS[name].split(".")
        one = _typer()
        one.command(name)(getattr(import_module(f"ledger.cli.{module}"), function))
        return get_command(one)

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Program(TyperGroup):
    """All of the program, of which one run uses one command."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands: Any = Commands()

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)


def _typer(**more: Any) -> typer.Typer:
    return typer.Typer(
        add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None, **more
    )


app = _typer(
    name="ledger",
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)


@app.callback()
def begin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    log: Annotated[
        str | None,
        typer.Option(
            help="Write log entries to standard error: debug, info, warning or error.",
            envvar="LEDGER_LOG",
            metavar="LEVEL",
        ),
    ] = None,
) -> None:
    """Keeps the record of a tabletop game and can prove what happened.

    \b
    ledger new 49 game.db --seat Ann --seat Bob    opens a match
    ledger replay game.db                          tells it
    ledger audit game.db                           proves it

    Exit codes: 0 done; 1 an act was refused, or one against the rules stood; 2 wrong usage;
    3 evidence is broken; 4 no ledger, damaged, unknown game or version, or not written.
    """
    if log:
        _log(log)
    if version:
        output.line(f"ledger {ledger.__version__}")
    elif context.invoked_subcommand is None:
        output.lines(context.get_help().splitlines())
        raise typer.Exit(exits.USAGE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    output.prepare()
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        output.abandon()
        return exits.UNHEARD
    except KeyboardInterrupt:
        return exits.INTERRUPTED
    except OSError as error:  # standard output cannot be written
        output.abandon()
        output.note(f"the answer could not be written ({error.strerror}); what it told of stands")
        return exits.UNHEARD


def _run(words: list[str]) -> int:
    command = get_command(app)
    try:
        with command.make_context("ledger", list(words)) as context:
            command.invoke(context)
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as error:
        named = next((word for word in words if word in COMMANDS), "")
        return _failed(words, error, exits.usage(error, named), exits.USAGE)
    except (BrokenPipeError, KeyboardInterrupt):
        raise
    except OSError as error:
        if error.filename is None:  # of a stream, not of a file: nobody hears the answer
            raise
        return _failed(words, error, exits.sentence(error), exits.exit_code(error))
    except Exception as error:
        if os.environ.get("LEDGER_DEBUG") == "1" and exits.is_fault(error):
            output.traceback(error)
        return _failed(words, error, exits.sentence(error), exits.exit_code(error))
    return exits.DONE


def _failed(words: list[str], error: Exception, text: str, code: int) -> int:
    """Say what went wrong: to people, and to the program that asked for JSON."""
    options = words[: words.index("--")] if "--" in words else words
    if "--json" in options and not output.has_begun():
        output.document(exits.as_json(error, text))
    output.note(text)
    return code


def _log(level: str) -> None:
    """Let the library's log entries through, each as one line."""
    import logging

    from ledger.cli.escape import plain

    if level.lower() not in LEVELS:
        raise typer.BadParameter(f"{level[:60]!r}: it is {', '.join(LEVELS)}", param_hint="--log")

    class Line(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            return plain(super().format(record))

    stream = logging.StreamHandler(sys.stderr)
    stream.setFormatter(Line("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("ledger")
    logger.handlers[:] = [stream]
    logger.setLevel(level.upper())
    logger.propagate = False


if __name__ == "__main__":
    sys.exit(main())
