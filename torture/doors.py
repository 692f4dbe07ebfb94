"""What must come of a hostile file, at each of the two doors: a `.db` that is opened for reading,
and a `.jsonl` that is imported.

- Nothing but the library's own errors, each one line; never slow.
- Other rows than the recorded ones under the old chain are never anything but broken.
- What the audit lets pass tells, shows and exports without an error, and comes back the same.
- `docs/verify.py` never says that a file holds whose chain or seals the audit calls broken.
- Who may not read a secret is not told it, by an error neither.
"""

import contextlib
import io
import json
import runpy
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ground
from forgery import in_order, written
from ground import Run
from msgspec.structs import astuple
from recipes import MARK, SEED, Recipe, Tables, bases, tables, text_of

from ledger import (
    Audit,
    Broken,
    GameError,
    Ledger,
    LedgerError,
    Match,
    NeedsDisclosure,
    UnknownGame,
    Unreadable,
    find_game,
    import_lines,
)
from ledger.cli.main import main

SLOW = 20.0  # seconds of the processor for one file

verify: Callable[[list[str]], int] = runpy.run_path(str(ground.ROOT / "docs" / "verify.py"))["main"]

# what only the rules of the game can tell of chain and seals
_BY_RULES = (
    "not an event of",
    "not in the one form this library writes",
    "opened to who may not read it",
    "opened by no event that opens it",
    "reveals ",
    "what it opens cannot be told",
    "is opened as a value it cannot hold",
)


_COMMANDS = {
    "db": (
        *(
            "audit FILE",
            "audit FILE --json",
            "replay FILE",
            "replay FILE --as 0 --json",
            "list FILE",
        ),
        *("list FILE --json", "show FILE --as auditor", "show FILE --json", "legal FILE 0"),
        *("export FILE --as spectator -o OUT", "diff FILE FILE", "replay FILE --as auditor --to 9"),
    ),
    "jsonl": ("import FILE -o OUT", "audit FILE", "import FILE -o OUT --json"),
}


# the installed game is given, too: to look it up each time would take longer than all else
_GAMES = (*ground.GAMES, find_game("49"))


def _open(path: Path) -> Ledger:
    return Ledger(path, "read", games=_GAMES)


class Wrong(Exception):
    """What the library does and must not do."""


class Doors:
    """Tries recipes at both doors, in one folder.

    Args:
        all_of_it: do with each file also what takes long and is else done with some.
    """

    def __init__(self, run: Run, folder: Path, *, all_of_it: bool = False) -> None:
        self._run = run
        self._folder = folder
        self._known: set[str] = set()  # faults said already, by their first words
        self._all = all_of_it
        self._tried = 0
        self._secrets: tuple[str, ...] = ()  # what nobody may be told of this file

    def take(self, recipe: Recipe) -> None:
        """Try one recipe, and note a fault unless it is known already."""
        self._tried += 1
        self._run.count(f"{recipe[0]} files")
        began = time.process_time()
        try:
            self._try(recipe)
            if time.process_time() - began > SLOW:
                raise Wrong("slow: more than", f"{SLOW} s of the processor")
        except Wrong as wrong:
            if str(wrong.args[0]) not in self._known:
                self._known.add(str(wrong.args[0]))
                self._run.fault(": ".join(map(str, wrong.args)), f"--case '{text_of(recipe)}'")
        finally:
            for path in self._folder.iterdir():
                path.unlink()

    def _try(self, recipe: Recipe) -> None:
        made = tables(recipe)
        content = written(recipe, made)
        public = f"{recipe[2:] if ['put'] in [step[:1] for step in recipe[2:]] else ''}" + "".join(
            f"{row[:-1] if table == 'disclosures' else row}"
            for table in made
            for row in made[table]
        )
        self._secrets = tuple(secret for secret in (MARK, SEED) if secret not in public)
        path = self._folder / f"given.{recipe[0]}"
        path.write_bytes(content)
        code = _verified(path)
        if recipe[0] == "db":
            audits = self._opened(path)
            _held(audits, code)
            if audits is not None and not any(map(_bad, audits)):
                _unchanged(recipe, path)
            verdict = _exit_code(audits)
        else:
            verdict = self._imported(path, code)
        commands = _COMMANDS[recipe[0]]
        for words in commands if self._all else commands[self._tried // 5 % len(commands) :][:1]:
            if self._all or self._tried % 5 == 0:
                self._commanded(words, path, recipe[0], verdict)

    # --- the doors

    def _opened(self, path: Path) -> list[Audit] | None:
        """What the audits of a file say; None where it cannot be opened."""
        try:
            with _open(path) as ledger:
                audits = [ledger.audit(name) for name in ledger.ids()]
                for audit in audits:
                    _calm(audit)
                    self._run.count(audit.verdict)
                    self._told(ledger, audit)
                return audits
        except (Broken, Unreadable) as error:
            self._run.count(type(error).__name__)
            self._said(error)
            return None
        except Wrong:
            raise
        except Exception as error:
            raise Wrong(_name("opening", error), error) from error

    def _imported(self, path: Path, code: int) -> int:
        """The exit code that importing a file is to end with."""
        target = self._folder / "imported.db"
        try:
            head = import_lines(path, target)
        except (Broken, Unreadable) as error:
            self._run.count(f"import {type(error).__name__}")
            self._said(error)
            if target.exists():
                raise Wrong("an import that failed has left a file") from error
            if code == 0 and not isinstance(error, Broken):
                raise Wrong(
                    f"verify.py accepts lines that are {type(error).__name__}", error
                ) from error
            if code == 0 and "#" not in str(error):
                raise Wrong("verify.py accepts lines that are broken", error) from error
            return 3 if isinstance(error, Broken) else 4
        except Exception as error:
            raise Wrong(_name("import", error), error) from error
        audits = self._opened(target)
        if audits is None or len(audits) != 1 or audits[0].head != str(head):
            raise Wrong("an imported match is not the one of the head")
        _held(audits, code)
        if not _bad(audits[0]) and not audits[0].fault:
            reader = json.loads(path.read_bytes().split(b"\n")[0])["audience"]
            _again(target, self._folder / "again.jsonl", reader, in_order(path.read_bytes()))
        return 0

    def _told(self, ledger: Ledger, audit: Audit) -> None:
        """Everything else a reader asks of a match."""
        good = audit.verdict != "broken"
        with self._asked("replay", audit):
            replayed = ledger.replay(audit.match)
            _line(replayed.text, "a replay")
            if (replayed.verdict == "diverged") and good:
                raise Wrong("a replay diverges and the audit finds nothing", replayed.text)
        with self._asked("match", audit):
            match = ledger.match(audit.match)
            for who in ("spectator", 0, "auditor"):
                with self._asked(f"as {who}", audit):
                    self._read(match, who)
        if good and not audit.fault and (self._all or self._tried % 4 == 0):
            self._exported(ledger.match(audit.match))

    def _read(self, match: Match, who: Any) -> None:
        told = [match.tell(entry.event) for entry in match.events(who)]
        view = match.view(who)
        picture = match.picture(who)
        if who == "spectator" and not self._opened_to_all(match):
            self._silent(f"{told}{view}{picture}")
        _ = match.outcome, match.awaited, match.awaits_draw
        if who == 0:
            _ = [str(choice) for choice in match.legal(0)]

    def _exported(self, match: Match) -> None:
        """What passes the audit goes out by both doors, and comes back the same."""
        reader = match.copy_for or "auditor"
        for who in {reader, "spectator"} if reader in ("auditor", "spectator") else {reader}:
            out, back = self._folder / "out.jsonl", self._folder / "back.db"
            match.export(out, who)
            head = import_lines(out, back)
            if head != match.head:
                raise Wrong("an exported match comes back with another head")
            _again(back, self._folder / "out2.jsonl", who, out.read_bytes())
            for path in (out, back, self._folder / "out2.jsonl"):
                path.unlink()

    # --- what is said

    @contextlib.contextmanager
    def _asked(self, what: str, audit: Audit) -> Iterator[None]:
        """Only the library's own errors may come; of a good match only what the audit has said.

        That is: its game is not known, or what a question needs is not disclosed.
        """
        fine: list[type[LedgerError]] = [UnknownGame]
        if audit.verdict in ("broken", "unverified"):
            fine.append(NeedsDisclosure)
        if audit.verdict == "broken":
            fine += [Broken, Unreadable, GameError]
        try:
            yield
        except LedgerError as error:
            self._said(error)
            if not isinstance(error, tuple(fine)):
                raise Wrong(_name(f"{audit.verdict}, {what}", error), error) from error
        except Wrong:
            raise
        except Exception as error:
            raise Wrong(_name(what, error), error) from error

    def _said(self, error: Exception) -> None:
        if wrong := ground.one_line(error):
            raise Wrong(f"{type(error).__name__} is not one line", wrong)
        self._silent(str(error))

    def _silent(self, text: str) -> None:
        """No secret stands in it."""
        for secret in self._secrets:
            if secret in text:
                raise Wrong(f"{secret} is told", text[:200])

    def _opened_to_all(self, match: Match) -> bool:
        """Whether the file lets everybody read one of the secrets."""
        rows = [entry.event for entry in match.events("spectator")]
        return any(secret in repr(rows) for secret in self._secrets)

    # --- the command line

    def _commanded(self, command: str, path: Path, door: str, wanted: int) -> None:
        """The same through the program, which knows the installed games only."""
        out = self._folder / "made.db"
        out.unlink(missing_ok=True)
        words: list[Any] = command.split()
        words = [{"FILE": path, "OUT": out}.get(word, word) for word in words]
        code, said, complaint = _ran([str(word) for word in words])
        self._run.count("by command")
        name = f"ledger {words[0]}"
        if code not in range(5):
            raise Wrong(f"{name} ended with {code}", complaint)
        if "Traceback" in complaint + said or "should not happen" in complaint + said:
            raise Wrong(f"{name} is surprised: {complaint.strip()[-150:]}")
        if "--json" in words and said:
            json.loads(said)
        if (words[0] == "import" or (door == "db" and words[0] == "audit")) and code not in (
            wanted,
            4,
        ):
            raise Wrong(f"{name} ended with {code}, not {wanted}", complaint)
        if any(not char.isprintable() for char in (complaint + said).replace("\n", "")):
            raise Wrong(f"{name} prints what is not printable", complaint + said)


def _ran(words: list[str]) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except BaseException as error:
            raise Wrong(_name(f"ledger {words[0]}", error), error) from error
    return code, out.getvalue(), err.getvalue()


def _exit_code(audits: list[Audit] | None) -> int:
    if audits is None:
        return 3  # or 4, as the error is
    codes = {"broken": 3, "findings": 1}
    return max([4 if a.fault else codes.get(a.verdict, 0) for a in audits], default=2)


# --- what is held against what


def _verified(path: Path) -> int:
    """The exit code of the verifier for strangers."""
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = verify([str(path)])
    except Exception as error:
        raise Wrong(_name("verify.py", error), error) from error
    if code not in (0, 3, 4):
        raise Wrong(f"verify.py ended with {code}", said.getvalue())
    return code


def _held(audits: list[Audit] | None, code: int) -> None:
    """The verifier for strangers finds what can be found without rules, and nothing else."""
    bad = audits is None or any(map(_bad, audits))
    if code and audits and not bad:
        raise Wrong(f"verify.py ends with {code}, and the audit finds nothing")
    if code == 0 and audits is None:
        raise Wrong("verify.py accepts what cannot be opened")
    for audit in audits or ():
        for check in audit.checks:
            plain = check.name in ("chain", "seals") and check.status == "failed"
            if plain and code == 0 and not any(text in check.detail for text in _BY_RULES):
                raise Wrong(f"verify.py finds nothing, the audit {check.detail.partition(': ')[2]}")


def _bad(audit: Audit) -> bool:
    return audit.verdict == "broken"


def _unchanged(recipe: Recipe, path: Path) -> None:
    """Where nothing is broken and the digests are the old ones, so are the events before them."""
    if ["chain"] in recipe or ["grafted"] in [step[:1] for step in recipe[2:]]:
        return
    ours: Tables = bases()[recipe[1]]
    with _open(path) as ledger:
        for name in ledger.ids():
            rows = [astuple(row) for row in ledger.rows(name)]
            olds = [
                (*row[1:3], row[3].encode(), row[4]) for row in ours["events"] if row[0] == name
            ]
            if rows != olds[: len(rows)]:
                raise Wrong("other rows than before under the old chain, and nothing is broken")


def _again(file: Path, out: Path, reader: str, wanted: bytes) -> None:
    """What was imported is exported as the same bytes."""
    try:
        with _open(file) as ledger:
            ledger.match().export(out, reader)
    except LedgerError as error:
        raise Wrong(_name("exporting what was imported", error), error) from error
    if out.read_bytes() != wanted:
        raise Wrong("what is exported again is not the same")


def _calm(audit: Audit) -> None:
    for text in [f.text for f in audit.findings] + [c.detail for c in audit.checks]:
        _line(text, "a finding")


def _line(text: str, what: str) -> None:
    if len(text.splitlines()) > 1:
        raise Wrong(f"{what} is not one line", repr(text))


def _name(what: str, error: BaseException) -> str:
    """A fault by where it comes from, so that each is said once."""
    trace = error.__traceback__
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        place = f"{Path(file).name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{what}: {type(error).__name__} at {place}"
