"""What the bench measures in a process of its own; the figure is the last word printed."""

import importlib
import sys
import time
from typing import Any

HEAVY = {"typer", "rich", "sqlite_utils", "asyncio"}


def peak() -> int:
    """The most memory this process ever had, in bytes.

    On Linux from /proc: there getrusage also counts what the parent had when it made this process.
    """
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if "VmHWM" in line) << 10
    except (OSError, StopIteration):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10


def stream(how: str, path: str) -> None:
    """Go through the one match of a file, event by event."""
    from ledger import Ledger

    with Ledger(path, "read") as book:
        if how == "replay":
            assert book.replay().verdict == "exact"
            return
        count = 0
        for entry in book.match().events("auditor"):
            count = entry.seq
        assert count


def typer_program(words: list[str]) -> None:
    """Two commands that do nothing, and the settings of ours."""
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

    @app.command()
    def nothing() -> None:
        pass

    @app.command()
    def more() -> None:
        pass

    app(words)


def main(what: str, *words: Any) -> None:
    """Do one thing and print its figure."""
    if what == "typer":
        typer_program([*words])
    elif what == "import":
        code = compile(words[0], "import", "exec")
        begun = time.process_time_ns()
        exec(code, {})
        print(time.process_time_ns() - begun)
    elif what == "game":
        from ledger import find_game, game_names

        importlib.import_module("ledger.game")  # one, however many games there are
        names = game_names()
        begun = time.process_time_ns()
        for name in names:
            find_game(name)
        print((time.process_time_ns() - begun) // len(names))
    elif what == "heavy":
        importlib.import_module("ledger.book")
        print(len(HEAVY & set(sys.modules)))
    else:
        importlib.import_module("ledger.book")  # what an open ledger needs
        if what != "idle":
            stream(what, *words)
        print(peak())


if __name__ == "__main__":
    main(*sys.argv[1:])
