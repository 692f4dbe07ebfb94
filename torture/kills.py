"""Kill a process that acts, at random moments, and see that nothing acknowledged is lost.

    python torture/kills.py [--minutes M] [--seed S] [--kills N]

After each kill: every acknowledged act is there, the audit is clean, the match goes on. Then disks
that are full, SQLite's own limit and, where one can be mounted, a small file system, also for
files that are made there; and files that are read-only: one sentence, nothing lost.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

import ground
from ground import Run

from ledger import Ledger, LedgerError, NotWritten, find_game, game_names
from ledger.simulate import simulate
from tests.tables import connection_of

MANY = 30  # matches after which a new file is begun


def kill(
    run: Run,
    path: Path,
    picks: random.Random,
    games: Sequence[str] = ground.PLAYED,
    *,
    begun: bool = False,
) -> None:
    """Let a child act on a file, kill it, and look at what it left.

    Args:
        games: what the child begins where no match goes on.
        begun: it is not killed before its first act.
    """
    words = ("--new", "--games", ",".join(games), "--close", picks.choice((3, 20, 1000)))
    sync = ("--synchronous", picks.choice(("full", "normal")))
    with ground.script("player.py", path, picks.random(), *words, *sync) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.readline()  # it is ready
        first = child.stdout.readline() if begun else ""
        time.sleep(picks.choice((0.05, 0.3, 1)) * picks.random())
        child.send_signal(signal.SIGKILL)
        # not by communicate(), which passes over what readline() has read ahead
        said, complaint = child.stdout.read(), child.stderr.read()
    if complaint:
        run.fault(f"the child said: {complaint[-300:]}")
    lines = (first + said).split("\n")[:-1]
    if refused := [line for line in lines if line.startswith(("lost ", "wrong "))]:
        run.fault(f"an act was not taken though nobody else acts here: {refused[0]}")
    acts = [line.split(" ", 3) for line in lines if line not in refused]
    run.count("kills")
    run.count("acts", len(acts))
    look(run, path, [(name, int(count), digest) for name, count, digest, _ in acts], picks)


def look(run: Run, path: Path, acts: Sequence[tuple[str, int, str]], picks: random.Random) -> None:
    """What the killed child left: all that it said it did, whole, and open to more."""
    if not path.exists():  # it had not come so far
        if acts:
            run.fault(f"{len(acts)} acts, and no file")
        return
    try:
        if picks.random() < 0.5:  # a reader comes first
            with ground.a_ledger(path, "read") as ledger:
                _hold(run, ledger, acts)
        with ground.a_ledger(path) as ledger:
            _hold(run, ledger, acts)
            _go_on(ledger, picks)
            _clean(run, ledger, set(ledger.ids()[-3:]))
        _leftovers(run, path)
    except Exception as error:
        run.fault(f"after a kill: {type(error).__name__}: {error}", f"--seed {run.seed}")


def _hold(run: Run, ledger: Ledger, acts: Sequence[tuple[str, int, str]]) -> None:
    names = {name for name, _, _ in acts}
    stored = {name: ground.digests(ledger, name) for name in names}
    for name, count, digest in acts:
        if stored[name][count - 1 : count] != [digest]:
            run.fault(f"match {name}: the acknowledged #{count} is not there")
    _clean(run, ledger, names)


def _clean(run: Run, ledger: Ledger, names: set[str]) -> None:
    for name in names:
        audit = ledger.audit(name)
        lone = audit.verdict == "unverified" and ledger.warning  # killed while it closed
        run.count("audits")
        if audit.verdict != "clean" and not lone:
            bad = [check for check in audit.checks if check.status != "ok"]
            run.fault(f"match {name}: {audit.verdict}, {bad}")
        if lone:
            run.count("warned audits")


def _go_on(ledger: Ledger, picks: random.Random) -> None:
    for name in ledger.ids()[-3:]:
        ground.a_turn(ledger.match(name), picks)


def _leftovers(run: Run, path: Path) -> None:
    sides = [side.name for side in path.parent.iterdir() if side.name.startswith(f"{path.name}-")]
    if sides:
        run.fault(f"left by a ledger that was closed: {sides}")


# --- disks that are full


def acted_until_full(run: Run, ledger: Ledger, picks: random.Random, most: int = 3000) -> bool:
    """Act until the disk does not take it; what the ledger says then, and what it holds."""
    for _ in range(most):
        ids = ledger.ids()
        match = ledger.match(ids[-1]) if ids else None
        before = match.head if match else None
        try:
            text = "x" * picks.choice((1, 4000))
            if match is None or ground.a_turn(match, picks, text) is None:
                ground.begin(ledger, picks)
        except NotWritten as error:
            run.count("acts a full disk refused")
            if wrong := ground.one_line(error):
                run.fault(wrong)
            if match and match.head != before:
                run.fault(f"match {match.id} is at {match.head} after a refused act, not {before}")
            return True
    return False


def full_by_limit(run: Run, folder: Path, picks: random.Random) -> None:
    """SQLite's own limit on pages stands in for the disk."""
    path = folder / "limited.db"
    path.unlink(missing_ok=True)
    with ground.a_ledger(path, synchronous="normal") as ledger:
        raw = connection_of(ledger)
        ground.begin(ledger, picks)
        for _ in range(4):
            (pages,) = raw.execute("PRAGMA page_count").fetchone()
            raw.execute(f"PRAGMA max_page_count = {int(pages) + picks.randrange(4)}")
            if not acted_until_full(run, ledger, picks):
                run.fault("the disk was never full")
            _clean(run, ledger, set(ledger.ids()))
            raw.execute("PRAGMA max_page_count = 1000000")
            _go_on(ledger, picks)
    _reopened(run, path)


def _reopened(run: Run, path: Path) -> None:
    with ground.a_ledger(path, "read") as ledger:
        _clean(run, ledger, set(ledger.ids()))


@contextmanager
def small_disk(size: str) -> Generator[Path | None]:
    """A file system of a few pages; None where none can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder]
        try:
            mounted = subprocess.run(words, capture_output=True, check=False).returncode == 0
        except OSError:
            mounted = False
        try:
            yield Path(folder) if mounted else None
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)


def full_disk(run: Run, picks: random.Random) -> None:
    """A real one, filled up by the acts, and in the way of opening and closing, too."""
    with small_disk(f"{picks.choice((160, 200, 280))}k") as folder:
        if folder is None:
            run.count("small disks that could not be mounted")
            return
        path = folder / "game.db"
        run.count("small disks")
        try:
            with ground.a_ledger(path) as ledger:
                if not acted_until_full(run, ledger, picks):
                    run.fault("the small disk was never full")
                _clean(run, ledger, set(ledger.ids()))
        except LedgerError as error:
            if not isinstance(error, NotWritten):
                run.fault(f"on a full disk: {type(error).__name__}: {error}")
        with tempfile.TemporaryDirectory() as elsewhere:
            for found in folder.iterdir():
                shutil.copy(found, elsewhere)
            if path.exists():
                _reopened(run, Path(elsewhere, "game.db"))


def made_on_full_disk(run: Run, picks: random.Random) -> None:
    """Files that are made there: whole, or nothing is left of them and it is said."""
    makers: dict[str, Callable[[Path], object]] = {
        "simulated": lambda path: _simulated(path, picks),
        "exported": _exported,
    }
    with small_disk(f"{4 * picks.randrange(10, 70)}k") as folder:
        if folder is None:
            return
        for what, make in makers.items():
            path = folder / "made.db"
            try:
                make(path)
            except NotWritten as error:
                run.count("files a full disk refused")
                if wrong := ground.one_line(error):
                    run.fault(wrong)
                if left := list(folder.iterdir()):
                    run.fault(f"{what} on a full disk: {left} is left")
            else:
                run.count("files made on a small disk")
                if wrong := _not_whole(path):
                    run.fault(f"{what} on a full disk: {wrong}")
                path.unlink()


def _not_whole(path: Path) -> str:
    """What is wrong with a file that was made; empty if nothing."""
    try:
        with ground.a_ledger(path, "read") as ledger:
            verdicts = {ledger.audit(name).verdict for name in ledger.ids()}
            return ledger.warning or ("" if verdicts == {"clean"} else f"its audits are {verdicts}")
    except LedgerError as error:
        return f"{type(error).__name__}: {error}"


def _simulated(path: Path, picks: random.Random) -> None:
    name = picks.choice(game_names())
    simulate(name, path, 2, find_game(name).seats[0], seed=str(picks.random()))


def _exported(path: Path) -> None:
    with ground.a_ledger(ground.FIXTURES / "first-line.db", "read") as ledger:
        ledger.match().export(path, "auditor")


# --- read-only files


def read_only(run: Run, folder: Path, picks: random.Random) -> None:
    """Acting is refused in one sentence; reading is right."""
    folder.chmod(0o755)
    path = folder / "fixed.db"
    path.unlink(missing_ok=True)
    with ground.a_ledger(path) as ledger:
        ground.begin(ledger, picks)
    before = path.read_bytes()
    for mode, place in ((0o444, 0o755), (0o444, 0o555), (0o666, 0o555)):
        path.chmod(mode)
        folder.chmod(place)
        found = ground.looked(path, "--write")
        folder.chmod(0o755)
        run.count("acts on read-only files")
        if found.get("error") != "NotWritten" or len(str(found["text"]).splitlines()) != 1:
            run.fault(f"file {mode:o} in a folder {place:o}: {found}")
        if path.read_bytes() != before or ground.looked(path).get("warning", True):
            run.fault(f"file {mode:o} in a folder {place:o} was changed")


# --- all of it


def torture(run: Run, kills: int) -> None:
    """So many kills, with disks in between, as long as there is time."""
    picks = random.Random(run.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        others: tuple[Callable[[], None], ...] = (
            lambda: full_by_limit(run, folder, picks),
            lambda: full_disk(run, picks),
            lambda: made_on_full_disk(run, picks),
            lambda: read_only(run, folder, picks),
        )
        path = folder / "game.db"
        for number in range(kills):
            if not run.on():
                break
            kill(run, path, picks, begun=picks.random() < 0.8)
            if number % 25 == min(3, kills - 1):
                for other in others:
                    other()
            if path.exists() and _full(path):
                _reopened(run, path)
                os.unlink(path)
                run.count("files")


def _full(path: Path) -> bool:
    with ground.a_ledger(path, "read") as ledger:
        return len(ledger.ids()) > MANY


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 4)
    made.add_argument("--kills", type=int, default=400)
    given = made.parse_args(words)
    run = Run("kills", given.minutes, given.seed)
    torture(run, given.kills)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
