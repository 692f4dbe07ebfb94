"""Copy files at every moment of their lives, and see that a copy is read right or named.

    python torture/mail.py [--minutes M] [--seed S] [--rounds N]

Copied while open and quiet, while somebody writes, after a crash and closed cleanly; with and
without the side files; read by somebody who may write beside the copy, and by somebody who may
not; and opened by somebody who goes on with it, who is to be told as much. Right is: the whole
history. Named is: a warning, or an error of the library. Where a file and its side file were
copied while somebody wrote they belong to two moments: an earlier history is right then, if a
whole one, and damage is true.
"""

import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ground
import looker
from ground import Run

SIDES = ((), ("-shm",), ("-wal",), ("-wal", "-shm"))

Heads = dict[str, list[str]]  # the digests of each match, in order


def histories(path: Path) -> Heads:
    """What a file holds, read beside whoever has it open."""
    with ground.a_ledger(path, "read") as ledger:
        return {name: ground.digests(ledger, name) for name in ledger.ids()}


def copied(path: Path, folder: Path, sides: Sequence[str], *, last: bool = False) -> Path:
    """A copy with some of the side files; ``last``: the file itself is copied after them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    folder.chmod(0o777)
    names = ["", *sides]
    for side in reversed(names) if last else names:
        source = Path(f"{path}{side}")
        if source.exists():
            shutil.copy(source, folder / source.name)
            (folder / source.name).chmod(0o666)
    return folder / path.name


def seen(copy: Path, *, fixed: bool) -> dict[str, Any]:
    """What a reader says of a copy; ``fixed``: one who may write neither it nor beside it."""
    if not fixed:
        return looker.look(copy)
    for one in copy.parent.iterdir():
        one.chmod(0o444)
    copy.parent.chmod(0o555)
    try:
        return ground.looked(copy)
    finally:
        copy.parent.chmod(0o777)


def judge(run: Run, found: dict[str, Any], least: Heads, most: Heads, *, torn: bool) -> str:
    """What is wrong with what a reader said; empty if nothing.

    Args:
        least: what was in the file when the copying began.
        most: what was in it in the end.
        torn: whether file and side file may belong to two moments.
    """
    if "error" in found:
        run.count(f"named: {found['error']}")
        if found["error"] not in ("NotALedger", "Damaged", "Broken", "NotWritten"):
            return f"{found['error']}: {found['text']}"
        return "" if len(found["text"].splitlines()) == 1 else f"not one line: {found['text']!r}"
    for name, match in found["matches"].items():
        if match["verdict"] == "broken":
            run.count("named: broken")
            return "" if torn else f"match {name} is broken"
        if match["digests"] != most.get(name, [])[: len(match["digests"])]:
            return f"match {name} has another history, and is {match['verdict']}"
        if match["replay"] == "diverged":
            return f"match {name} diverges"
    full = all(
        len(found["matches"].get(name, {}).get("digests", ())) >= len(chain)
        for name, chain in least.items()
    )
    if found["warning"]:
        run.count("read right, with a warning" if full else "named: a warning")
        verdicts = {match["verdict"] for match in found["matches"].values()}
        return "" if verdicts <= {"unverified"} else f"a warning, and {verdicts}"
    run.count("read right" if full else "an earlier history of a torn copy")
    return "" if full or torn else "acts are missing and nothing says so"


def tried(run: Run, path: Path, folder: Path, what: str, least: Heads, also: bool) -> None:
    """Every sort of copy of a file as it is now, quiet; ``also`` on read-only media."""
    for sides in SIDES:
        for fixed in (False, True)[: 1 + also]:
            copy = copied(path, folder, sides)
            before = copy.read_bytes()
            found = seen(copy, fixed=fixed)
            run.count("copies")
            wrong = judge(run, found, least, least, torn=False)
            if not wrong and "-wal" in sides and not fixed and found.get("warning", "x"):
                wrong = f"a copy with all it needs: {found}"
            if not wrong and what == "closed cleanly" and found.get("warning", "x"):
                wrong = f"a whole file: {found}"
            if not wrong and (fixed or what != "crashed") and copy.read_bytes() != before:
                wrong = "reading it has changed it"
            if wrong:
                where = "read-only" if fixed else "a folder of one's own"
                run.fault(f"{what}, with {sides or 'no side file'}, {where}: {wrong}")


def gone_on(run: Run, path: Path, folder: Path, what: str) -> None:
    """Every sort of copy opened for acting: told as a reader is, and changed only by an act."""
    for sides in SIDES:
        warning = looker.look(copied(path, folder, sides)).get("warning")
        copy = copied(path, folder, sides)
        before = copy.read_bytes()
        with ground.a_ledger(copy) as ledger:
            told = ledger.warning
        where = f"{what}, with {sides or 'no side file'}, to act on"
        if bool(told) != bool(warning):
            run.fault(f"{where}: a reader is told {warning!r}, and a writer {told!r}")
        if told and copy.read_bytes() != before:
            run.fault(f"{where}: changed though nothing was recorded")
        found = looker.act(copy)
        run.count("copies gone on with")
        if "error" in found or ((found["acted"] or not told) and not whole(copy)):
            run.fault(f"{where}: {found}, and {sorted(one.name for one in copy.parent.iterdir())}")


def whole(path: Path) -> bool:
    """Whether a file says of itself that it needs no side file, and has none."""
    return 2 not in path.read_bytes()[18:20] and len(list(path.parent.iterdir())) == 1


def mail(
    run: Run,
    folder: Path,
    picks: random.Random,
    games: Sequence[str] = (),
    *,
    fixed: bool = True,
) -> None:
    """One file from its first act to its end.

    Args:
        games: a match of each is in it; by default of one to three that are picked.
        fixed: it is also read by who may not write.
    """
    path, target = folder / "game #1?.db", folder / "copies"
    with ground.a_ledger(path, synchronous="normal") as ledger:
        for name in games or picks.choices(ground.PLAYED, k=picks.randrange(1, 4)):
            ground.begin(ledger, picks, [name])
        for _ in range(picks.randrange(80)):
            match = ledger.match(picks.choice(ledger.ids()))
            ground.a_turn(match, picks, "x" * picks.choice((1, 2000)))
        tried(run, path, target, "open", histories(path), fixed)
        gone_on(run, path, target, "open")
    tried(run, path, target, "closed cleanly", histories(path), fixed)
    gone_on(run, path, target, "closed cleanly")
    busy(run, path, target, picks)
    tried(run, path, target, "crashed", histories_of_crashed(path, target), fixed)
    gone_on(run, path, target, "crashed")
    path.unlink()
    for side in ("-wal", "-shm"):
        Path(f"{path}{side}").unlink(missing_ok=True)


def histories_of_crashed(path: Path, folder: Path) -> Heads:
    """What a file nobody closed holds, from a copy with everything."""
    return histories(copied(path, folder, ("-wal", "-shm", "-journal")))


def busy(run: Run, path: Path, folder: Path, picks: random.Random) -> None:
    """Copies while somebody writes, who is then killed."""
    child = ground.script("player.py", path, picks.random(), "--new")
    assert child.stdout is not None
    for _ in range(2):  # it is ready, and has acted
        child.stdout.readline()
    copies = []
    for number in range(6):
        least = histories(path)
        sides = picks.choice(SIDES)
        copy = copied(path, folder / str(number), sides, last=picks.random() < 0.5)
        copies.append((copy, sides, least))
        time.sleep(picks.random() * 0.05)
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=ground.PATIENCE)
    most = histories_of_crashed(path, folder / "end")
    for copy, sides, least in copies:
        run.count("copies while somebody writes")
        found = looker.look(copy)
        if wrong := judge(run, found, least, most, torn=bool(sides)):
            run.fault(f"copied while somebody wrote, with {sides or 'no side file'}: {wrong}")


def torture(run: Run, rounds: int) -> None:
    """So many files."""
    picks = random.Random(run.seed)
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        for _ in range(rounds):
            if not run.on():
                break
            mail(run, Path(name), picks)
            run.count("files")


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 3)
    made.add_argument("--rounds", type=int, default=1000)
    given = made.parse_args(words)
    run = Run("mail", given.minutes, given.seed)
    torture(run, given.rounds)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
