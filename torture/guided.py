"""Varies recipes guided by the code they reach: what `fuzz.py` runs where atheris is installed.

    python torture/guided.py CORPUS MINUTES SEED

Only the library, its games and its command line are watched. A fault does not end it; a hang and
a process that grows too large do.
"""

import os
import random
import sys
import tempfile
import zlib
from importlib import import_module
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["ledger"]):
    import recipes
    from doors import Doors
    from ground import Run
    from variations import join, vary

    for name in ("files", "look", "play", "prove", "render", "source", "standing"):
        import_module(f"ledger.cli.{name}")  # else they are loaded later, and not watched

HANG = 60  # seconds
LARGE = 2000  # MiB


def main() -> None:
    """Run it; does not come back."""
    corpus, minutes, seed = sys.argv[1:]
    run = Run("fuzz", float(minutes), seed)
    folder = tempfile.TemporaryDirectory(dir=Path(corpus).parent)
    doors = Doors(run, Path(folder.name))

    def take(data: bytes) -> None:
        if not run.on():
            folder.cleanup()
            code = run.end()
            sys.stdout.flush()
            os._exit(code)
        recipe = recipes.parsed(data)
        if recipe is not None:
            doors.take(recipe)

    def varied(data: bytes, size: int, seed: int) -> bytes:
        made = recipes.text_of(vary(recipes.parsed(data), random.Random(seed))).encode()
        return made if len(made) <= size else data[:size]

    def joined(one: bytes, other: bytes, size: int, seed: int) -> bytes:
        first, second = recipes.parsed(one), recipes.parsed(other)
        if first is None or second is None:
            return one
        made = recipes.text_of(join(first, second, random.Random(seed))).encode()
        return made if len(made) <= size else one

    number = zlib.crc32(seed.encode()) or 1
    words = [f"-seed={number}", f"-timeout={HANG}", f"-rss_limit_mb={LARGE}", "-max_len=65536"]
    words += [f"-artifact_prefix={folder.name}-", "-reload=0", "-print_final_stats=0"]
    atheris.Setup(["fuzz", *words, corpus], take, custom_mutator=varied, custom_crossover=joined)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
