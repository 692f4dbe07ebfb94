"""Run the tests with other draws than usual: a test that holds for most cards only is found.

    python torture/draws.py [--minutes M] [--seed S] [TESTS ...]

In the suite whatever is drawn is the same each time, so that what passed passes again. Here every
round has other seeds, match ids, salts and examples; without TESTS all but the whole matches, which
have draws of their own.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import ground
from ground import Run

QUIET = "-q -q --tb=line --no-header --no-cov -p no:cacheprovider"
ROOT = Path(__file__).parent.parent


def torture(run: Run, tests: Sequence[str], folder: str) -> None:
    """Round after round."""
    chosen = [*tests] or ["-m", "not whole_matches"]
    while run.on():
        draws = f"{run.seed}-{run.counts['rounds']}"
        words = [*QUIET.split(), "-n", str(os.cpu_count() or 1), "--draws", draws, *chosen]
        ran = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": folder},
            capture_output=True,
            text=True,
            check=False,
        )
        run.count("rounds")
        failed = [line[7:] for line in ran.stdout.splitlines() if line.startswith("FAILED ")]
        for test in failed:
            run.fault(test, f"./dev test --draws {draws} '{test.partition(' - ')[0]}'")
        if ran.returncode > 1 or (ran.returncode and not failed):
            run.fault(f"pytest ended with {ran.returncode}: {(ran.stdout + ran.stderr)[-500:]}")
            return


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 10)
    made.add_argument("tests", nargs="*", help="files or single tests; by default nearly all")
    given = made.parse_args(words)
    run = Run("draws", given.minutes, given.seed)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # some tests become another user
        torture(run, given.tests, folder)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
