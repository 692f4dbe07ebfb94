"""Damage recorded matches in every way there is, and see that each is noticed, calmly.

    python torture/damage.py [FILE ...] [--minutes M] [--seed S] [--all] [--case NAME]

What must come of a damage: nothing but the library's own errors, one line of text, and

- `broken`: the verdict is broken, or the file is refused as damage;
- `worse`: a disclosure is missing: not clean;
- `shorter`: a tail cut without a head: an honest shorter match where the table waited, else broken;
- `calm`: any byte of the file: where the audit says anything but broken, every row is as it was.

`docs/verify.py` must find what can be found without rules, and nothing that the audit does not.
A sample of them goes through the command line. By default a sample of the damages, as many as
there is time for, of some recorded matches of every game: the smallest, a copy, one whose seals
were opened, one in which the table drew, and what people quarrelled about. `--all` tries every
damage of the files named; without names, of the smallest match of every game.
"""

import contextlib
import io
import os
import random
import runpy
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import ground
import injuries
from ground import Run
from injuries import BROKEN, CALM, SHORTER, WORSE, Injury

from ledger import Broken, Event, Unreadable, game_names
from ledger.house import ActedFor, Disputed, HouseEvent, TakeBackAgreed, TakeBackAsked, TakenBack
from ledger.schema import COLUMNS
from tests.tables import recorded

LINES = 40  # damages of one file that go through the command line

verify: Callable[[list[str]], int] = runpy.run_path(str(ground.ROOT / "docs" / "verify.py"))["main"]


def audited(path: Path, injury: Injury) -> tuple[str, str]:
    """What the library says: a verdict or the name of an error; and what is wrong with that."""
    try:
        with ground.a_ledger(path, "read") as ledger:
            found = [ledger.audit(name, injury.head) for name in ledger.ids()]
    except Exception as error:
        wrong = ground.one_line(error)
        if not isinstance(error, Broken | Unreadable):
            wrong = wrong or f"{type(error).__name__}: {error}"
        return type(error).__name__, wrong
    texts = [one.text for audit in found for one in audit.findings]
    lines = [text for text in texts if len(text.splitlines()) != 1]
    verdicts = [audit.verdict for audit in found]
    verdict = "broken" if "broken" in verdicts else "/".join(verdicts)
    if verdict == "broken" and any(audit.fault for audit in found):
        verdict = "Faulty"  # the file is damaged, or the game no longer known
    return verdict, f"a finding is not one line: {lines[0]!r}" if lines else ""


def verified(path: Path, injury: Injury) -> tuple[int, str]:
    """The exit code of the verifier for strangers, and what is wrong with how it answers."""
    said = io.StringIO()
    words = [str(path)] + (["--head", str(injury.head)] if injury.head else [])
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = verify(words)
    except Exception as error:
        return -1, f"verify.py: {type(error).__name__}: {error}"
    return code, "" if code in (0, 3, 4) else f"verify.py ended with {code}: {said.getvalue()}"


def commanded(path: Path, injury: Injury, verdict: str) -> str:
    """What is wrong with what the command line answers."""
    words = [str(path)] + (["--head", str(injury.head)] if injury.head else [])
    code = "from ledger.cli.main import main; import sys; sys.exit(main())"
    ran = subprocess.run(
        [sys.executable, "-c", code, "audit", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=ground.PATIENCE,
        cwd=ground.ROOT,
    )
    wanted = {"broken": 3, "Broken": 3, "clean": 0, "unverified": 0, "findings": 1}.get(verdict, 4)
    if "Traceback" in ran.stdout + ran.stderr:
        return f"the command line: {ran.stderr[-500:]}"
    if ran.returncode != wanted:
        return f"the command line ended with {ran.returncode}, not {wanted}: {ran.stderr[-300:]}"
    loud = wanted == 4 and not ran.stdout and len(ran.stderr.splitlines()) != 1
    return f"the command line says {ran.stderr!r}" if loud else ""


def contents(path: Path) -> list[Any]:
    """All rows of a file."""
    raw = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        found = [f"SELECT * FROM {table} ORDER BY 1, 2, 3" for table in COLUMNS]
        return [raw.execute(sql).fetchall() for sql in found]
    finally:
        raw.close()


class Victim:
    """One recorded match that is damaged again and again."""

    def __init__(self, path: Path, whole: bytes, name: str) -> None:
        self.name = name
        self.path = path
        self._whole = whole
        path.write_bytes(whole)
        self._rows = contents(path)
        with ground.a_ledger(path, "read") as ledger:
            match = ledger.match()
            self.head = match.head
            self.installed = match.game.name in game_names()
            self._seeded = match.opened.chance == "seeded"
            self._actions = frozenset(match.game.actions)
            events = [entry.event for entry in match.events("auditor")]
        self._waits = {seq for seq in range(1, len(events)) if self._waited(events[seq - 1 :])}

    def _waited(self, events: Sequence[Event]) -> bool:
        """Whether the table waited between the first two: the second is an act, or the house's."""
        first, then = events[:2]
        if isinstance(then, TakenBack) and isinstance(first, TakeBackAgreed | TakeBackAsked):
            return False  # it follows by itself, once all have agreed
        if isinstance(first, ActedFor):
            return False
        if isinstance(then, HouseEvent) or type(then) in self._actions:
            return True
        return not self._seeded and bool(getattr(then, "drawn", None))

    def hurt(self, injury: Injury) -> bool:
        """Damage it; False where the tables themselves refuse such a row."""
        content = injury.change(self._whole) if injury.change else self._whole
        self.path.write_bytes(content)
        if injury.edit is not None:
            try:
                with ground.edited(self.path) as raw:
                    injury.edit(raw)
            except sqlite3.IntegrityError:
                return False
        return True

    def judged(self, injury: Injury, verdict: str, code: int) -> str:
        """What is wrong with the verdicts on a damage; empty if nothing."""
        bad = verdict == "broken" or verdict[:1].isupper()
        if injury.rule == BROKEN and not bad:
            return f"it is {verdict}"
        if injury.rule == WORSE and verdict == "clean":
            return "it is clean"
        if injury.rule == SHORTER and not bad and int(injury.name.split("/")[1]) not in self._waits:
            return f"cut where the table did not wait, it is {verdict}"
        if injury.rule == CALM and injury.change and not bad and contents(self.path) != self._rows:
            return f"other rows than before, and it is {verdict}"
        if code and not bad:
            return f"verify.py ends with {code}, the audit with {verdict}"
        if not code and injury.plain and injury.rule == BROKEN:
            return f"verify.py finds nothing, the audit {verdict}"
        return ""

    def everything(self, seed: str) -> Iterator[Injury]:
        """All its damages."""
        self.path.write_bytes(self._whole)
        return injuries.every(self.path, self.head, seed)


def one(run: Run, victim: Victim, injury: Injury, *, line: bool) -> None:
    """Try one damage."""
    if not victim.hurt(injury):
        run.count("refused by the tables")
        return
    verdict, wrong = audited(victim.path, injury)
    code, odd = verified(victim.path, injury)
    wrong = wrong or odd or victim.judged(injury, verdict, code)
    if line and victim.installed and not wrong:
        wrong = commanded(victim.path, injury, verdict)
        run.count("by command")
    run.count(injury.name.partition("/")[0])
    run.count("broken" if verdict == "broken" else verdict.lower())
    if wrong:
        again = f"damage.py {victim.name} --seed {run.seed} --case '{injury.name}'"
        run.fault(f"{victim.name}, {injury.name}: {wrong}", again)


def sort_of(injury: Injury) -> str:
    """What sort of damage it is, wherever it is done."""
    words = injury.name.split("/")
    return injury.name if words[0] == "schema" else "/".join((words[0], *words[2:3]))


def sampled(found: list[Injury], picks: random.Random) -> list[Injury]:
    """In an order in which each sort of damage comes up early, also a rare one."""
    sorts: dict[str, list[Injury]] = {}
    for injury in picks.sample(found, len(found)):
        sorts.setdefault(sort_of(injury), []).append(injury)
    turns = sorted(
        ((number + picks.random()) / (len(some) ** 0.5 + 1), injury.name, injury)
        for some in sorts.values()
        for number, injury in enumerate(some)
    )
    return [injury for _, _, injury in turns]


def known(game: Path) -> list[Path]:
    """Some recorded matches of one game: the smallest of each sort there is."""
    found: dict[str, Path] = {}
    for path in sorted(game.glob("*.db"), key=lambda path: (path.stat().st_size, path.name)):
        for sort in _sorts(path):
            found.setdefault(sort, path)
    return list(dict.fromkeys(found.values()))


def _sorts(path: Path) -> list[str]:
    """What a file is an example of; nothing if it holds several matches: damages are of one."""
    with ground.a_ledger(path, "read") as ledger:
        if len(ledger.ids()) != 1:
            return []
        match = ledger.match()
        quarrels = [type(e.event) for e in match.events() if isinstance(e.event, HouseEvent)]
        chance, copy = match.opened.chance, match.copy_for
    sorts = ["any", chance, "copy" if copy else "", path.stem if path.stem == "seed-opened" else ""]
    sorts += ["disputed" if Disputed in quarrels else "", "done" if ActedFor in quarrels else ""]
    return [sort for sort in (*sorts, "taken back" if TakenBack in quarrels else "") if sort]


def victims(files: Sequence[str], folder: Path, all_of_them: bool = False) -> list[Victim]:
    """The files named; or some of every game and a match with many secrets, and its copies."""
    named = [Path(name) for name in files if Path(name).exists()]
    games = [] if files else sorted({path.parent for path in ground.RECORDED.glob("*/*.db")})
    paths = named + [path for game in games for path in known(game)[: 1 if all_of_them else None]]
    folder.mkdir(exist_ok=True)
    made = [
        Victim(folder / f"{path.parent.name}-{path.name}", path.read_bytes(), os.path.relpath(path))
        for path in paths
    ]
    toys = [name for name in files if not Path(name).exists()]
    for name in toys or ([] if files or all_of_them else COPIES):
        made.append(Victim(folder / f"{name}.db", secret(folder, name), name))
    return made


COPIES = ("sealed", "sealed-1", "sealed-spectator", "sealed-auditor")


def secret(folder: Path, name: str) -> bytes:
    """A match with every sort of secret, or the copy of it for somebody."""
    path, copy = folder / "host", folder / "copy"
    path.write_bytes(recorded("sealed", 2))
    if name != "sealed":
        with ground.a_ledger(path, "read") as ledger:
            ledger.match().export(copy, name.removeprefix("sealed-"))
        copy.replace(path)
    return path.read_bytes()


def torture(
    run: Run, chosen: list[Victim], *, case: str = "", whole: bool = False, most: int = 0
) -> None:
    """Damage each in turn, each for as long as the others; ``most``: at most so often."""
    for number, victim in enumerate(chosen, 1):
        found = [injury for injury in victim.everything(run.seed) if case in ("", injury.name)]
        run.count("known damages", len(found))
        every = max(len(found) // LINES, 1) if whole else 50
        for turn, injury in enumerate(sampled(found, random.Random(run.seed))):
            if (most and turn == most) or (not whole and run.over(len(chosen), number)):
                break
            one(run, victim, injury, line=turn % every == 0)
        run.count("files")


def main(words: Sequence[str] | None = None) -> int:
    """Run it."""
    made = ground.parser(__doc__, 0)
    made.add_argument("files", nargs="*", metavar="FILE", help=f"or one of {', '.join(COPIES)}")
    made.add_argument("--all", action="store_true", help="every damage, not a sample")
    made.add_argument("--case", default="", help="one damage alone, by its name")
    given = made.parse_args(words)
    with ground.scratch() as scratch:
        chosen = victims(given.files, scratch.parent, given.all)
        run = Run("damage", given.minutes or len(chosen), given.seed)
        torture(run, chosen, case=given.case, whole=given.all)
    return run.end()


if __name__ == "__main__":
    sys.exit(main())
