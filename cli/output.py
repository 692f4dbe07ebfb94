"""Where answers go: text for people or one JSON document, and never both.

Answers go to standard output; warnings, progress and errors to standard error.
"""

import io
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, TextIO, TypeAlias

import typer

from ledger.cli.escape import in_json, plain

if TYPE_CHECKING:
    from rich.console import Console

    from ledger import Event

AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON document, for programs.")
]
"""The option that every command has."""

WIDTH = 80  # columns, where no terminal says otherwise
HEIGHT = 25  # lines; nothing here scrolls
HANG = 4  # columns by which the lines of a paragraph after its first are indented
_begun = False  # whether a part of a JSON document is out


def line(text: str = "") -> None:
    """One line of the answer."""
    sys.stdout.write(f"{plain(text)}\n")


def lines(texts: Iterable[str]) -> None:
    """Several lines of the answer, written as one."""
    sys.stdout.write("".join(f"{plain(text)}\n" for text in texts))


def folded(text: str, indent: int = 0, *, faint: bool = False) -> None:
    """A paragraph of the answer, in lines that fit.

    Args:
        indent: of all lines but the first.
        faint: it is about what no longer counts: dim where somebody wants colours.
    """
    dim, usual = ("\x1b[2m", "\x1b[0m") if faint and colourful(sys.stdout) else ("", "")
    for shown in wrapped(text, indent, whole=False) or [""]:
        sys.stdout.write(f"{dim}{shown}{usual}\n")


def hung(texts: Iterable[str]) -> None:
    """Paragraphs of the answer that each begin a line of their own, in lines that fit."""
    for text in texts:
        folded(text, HANG)


def wrapped(text: str, hang: int, begin: str = "", *, whole: bool = True) -> list[str]:
    """Text in lines no wider than the screen, as far as its words allow.

    Args:
        hang: by how many columns the lines after the first are indented.
        begin: what the first line begins with.
        whole: leave a word that is longer than a line as it is, so that it can be copied.
    """
    shown, width = plain(text), _width(sys.stdout)
    if text and not text[-1].isspace() and len(begin) + len(shown) <= width:
        return [f"{begin}{shown}"]
    from textwrap import wrap

    return wrap(
        shown,
        width,
        initial_indent=begin,
        subsequent_indent=" " * hang,
        break_long_words=not whole,
        break_on_hyphens=False,
    )


def _width(stream: TextIO) -> int:
    """The columns of the terminal; 80 where there is none."""
    if not stream.isatty():
        return WIDTH
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or WIDTH
    return WIDTH


def note(text: str) -> None:
    """One line beside the answer, on standard error."""
    sys.stdout.flush()
    with suppress(OSError):  # who cannot be warned still gets the exit code
        sys.stderr.write(f"ledger: {plain(text)}\n")
        sys.stderr.flush()


def traceback(error: Exception) -> None:
    """Where an error came from, on standard error."""
    from traceback import format_exception

    for text in "".join(format_exception(error)).splitlines():
        note(text)


def document(value: object) -> None:
    """The answer as one JSON document."""
    _begin()
    sys.stdout.write(f"{json_text(value)}\n")


def document_of(name: str, values: Iterable[object]) -> None:
    """The answer as one JSON document, an object with one list, written as its values come.

    Nothing is written if the first value cannot be had.
    """
    start = f'{{\n  "{name}": ['
    for value in values:
        text = json_text(value).replace("\n", "\n    ")
        _begin()
        sys.stdout.write(f"{start}\n    {text}")
        start = ","
    sys.stdout.write(f"{'' if start == ',' else start}\n  ]\n}}\n")


def has_begun() -> bool:
    """Whether a part of a document is out, so that no other can follow."""
    return _begun


def _begin() -> None:
    global _begun
    _begun = True


def event(seq: int, time: datetime, fact: "Event") -> dict[str, Any]:
    """An event as a document: ``seq``, ``time``, ``kind``, and its fields."""
    from msgspec import to_builtins

    fields: dict[str, Any] = to_builtins(fact)
    return {"seq": seq, "time": time} | fields | {"seq": seq, "time": time}


def json_text(value: object) -> str:
    """A value as JSON, indented, with nothing in it that a terminal would obey."""
    from msgspec import json  # help and version are text, and come without it

    raw = json.format(json.encode(value, enc_hook=str), indent=2)
    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") not in ("utf8", "utf8sig")
    return in_json(raw.decode(), ascii_only=ascii_only)


def file_name(path: object) -> str:
    """A file's name as text that every encoding of Unicode takes."""
    return str(path).encode("utf-8", "backslashreplace").decode()


def colourful(stream: TextIO) -> bool:
    """Whether somebody looks who wants colours: a terminal, and no ``NO_COLOR``."""
    dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return stream.isatty() and not dumb


def console(stream: TextIO | None = None) -> "Console":
    """For tables and boards. Without somebody who wants colours it writes nothing but text."""
    from rich.console import Console  # takes as long to load as all the rest

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            raise  # the error being handled; Rich's own way is to end the program with 1

    out = stream or sys.stdout
    colours = colourful(out)
    return Ours(
        file=out,
        force_terminal=colours,
        color_system="auto" if colours else None,
        width=_width(out),
        height=HEIGHT,  # else Rich reads the environment, and takes for numbers what are none
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )


@contextmanager
def progress(text: str, total: int) -> Generator[Callable[[int], None], None, None]:
    """A bar on standard error for long work; only on a terminal, gone when the work is done.

    Yields:
        A function to tell how many are done.
    """
    if total < 2 or not colourful(sys.stderr):
        yield lambda done: None
        return
    from rich.progress import Progress

    sys.stdout.flush()
    bars = Progress(
        console=console(sys.stderr), transient=True, redirect_stdout=False, redirect_stderr=False
    )
    with bars as bar:
        task = bar.add_task(plain(text), total=total)
        yield lambda done: bar.update(task, completed=done)


def counted(text: str, values: tuple[str, ...], *, speaks: bool = True) -> Iterator[str]:
    """The values one after the other, with a bar for how many are done.

    Args:
        speaks: the answer is written meanwhile; a bar would run through it on one terminal.
    """
    quiet = speaks and sys.stdout.isatty()
    with progress(text, 0 if quiet else len(values)) as done:
        for number, value in enumerate(values):
            done(number)
            yield value


def prepare() -> None:
    """Make the standard streams take any text, and be there; no answer has begun."""
    global _begun
    _begun = False
    for name in ("stdin", "stdout", "stderr"):
        stream: Any = getattr(sys, name)
        if stream is None:  # closed by whoever started us; no file of ours may get its number
            # what is written to standard output then fails, as on any stream that is closed
            number = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode))  # noqa: SIM115 - it is to stay open
        elif name == "stdin":
            continue
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def abandon() -> None:
    """Nobody reads standard output any more: let what is left in it go nowhere."""
    with suppress(OSError, ValueError):  # no real file, as under a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
