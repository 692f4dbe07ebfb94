"""Commands that prove: replay, audit, diff."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ledger import Broken, Head, LedgerError, Misused, UnknownMatch
from ledger.cli import arguments, output
from ledger.cli.arguments import EachMatch, File, Heads, OneMatch, Reader
from ledger.cli.exits import BROKEN, DONE, FAILED, FAULTS, REFUSED, as_json, exit_code, sentence
from ledger.cli.output import AsJson
from ledger.cli.source import all_or_one, one_of, opened
from ledger.cli.standing import check_position, heading, position, seen

if TYPE_CHECKING:
    from ledger import Audit, Ledger, Match, Replay

Row = dict[str, Any]


def replay(
    file: File,
    who: Reader = "spectator",
    to: Annotated[
        int | None, typer.Option(help="Tell the story only up to that event.", metavar="SEQ")
    ] = None,
    match: EachMatch = None,
    json: AsJson = False,
) -> None:
    """Tell a match event by event, and whether its rules lead to it.

    The verdict is always of the whole file; --as and --to govern what is told. It is of the rules,
    the draws and the chain: seals, their readers and the file are for `ledger audit` to judge.

    \b
    ledger replay game.db
    ledger replay game.db --as Ann --to 40
    """
    with opened(file) as ledger:
        replays = _Replays(ledger, all_or_one(ledger, match), who, to)
        if json:
            output.document_of("matches", replays.rows())
        else:
            replays.tell()
    raise typer.Exit(max(replays.codes, default=DONE))


class _Replays:
    """Some matches of one file, told one after the other."""

    def __init__(self, ledger: "Ledger", ids: tuple[str, ...], who: str, to: int | None) -> None:
        self.codes: list[int] = []
        self._ledger = ledger
        self._ids = ids
        self._who = who
        self._to = to
        # Ann may sit in one match only, and #40 be in one only: that is no reason to stop.
        self._faults = (*FAULTS, Misused) if len(ids) > 1 else FAULTS

    def rows(self) -> Iterator[Row]:
        """Each match as a document."""
        for name in output.counted("replaying", self._ids):
            try:
                yield self._row(name)
            except self._faults as error:
                yield _fault(name, error, self.codes)

    def tell(self) -> None:
        """Each match for people; the last line of each is its verdict."""
        verdicts: list[str] = []
        for name in output.counted("replaying", self._ids):
            output.lines([""] if verdicts else [])
            try:
                verdicts.append(self._tell(name))
            except self._faults as error:
                _fault(name, error, self.codes)
                verdicts.append("not judged")
        _sum_up(verdicts)

    def _judge(self, name: str) -> "Replay":
        proved = self._ledger.replay(name)
        self.codes.append(BROKEN if proved.verdict == "diverged" else DONE)
        return proved

    def _row(self, name: str) -> Row:
        proved = self._judge(name)
        verdict = {"verdict": proved.verdict, "from": proved.seq, "text": proved.text}
        try:
            return self._story(self._ledger.match(name)) | verdict
        except Exception as error:
            _bear(proved, error)
            first = self._ledger.first(name)
            row: Row = {"match": name, "game": first.game, "rules": first.rules}
            row |= {"seats": first.seats, "as": self._who, "seq": None, "head": None}
            row |= {"outcome": None, "state": None, "events": []}
            row |= dict.fromkeys(("closed", "standstill", "disputed", "asked"))
            return row | verdict | as_json(error)

    def _story(self, match: "Match") -> Row:
        check_position(match, self._to)
        gone = match.taken_back(self._to)
        events = [
            output.event(entry.seq, entry.time, entry.event) | {"taken_back": gone.get(entry.seq)}
            for entry in match.events(self._who, 0, self._to)
        ]
        return seen(match, self._who, self._to) | {"events": events}

    def _tell(self, name: str) -> str:
        proved = self._judge(name)
        head = ""
        try:
            match = self._ledger.match(name)
            head = f" Head: {match.head}"
            self._tell_story(match)
        except Exception as error:
            _bear(proved, error)
            output.line(f"Match {name} cannot be told to its end.")
        where = f" (from #{proved.seq}: {proved.text})" if proved.text else ""
        output.line(f"Verdict: {proved.verdict}{where}.{head}")
        return proved.verdict

    def _tell_story(self, match: "Match") -> None:
        check_position(match, self._to)
        output.hung((*heading(match, self._who, self._to), ""))
        gone = match.taken_back(self._to)
        for entry in match.events(self._who, 0, self._to):
            told = f"#{entry.seq} {match.tell(entry.event)}"
            if faint := entry.seq in gone:
                told += f" (taken back by #{gone[entry.seq]})"
            output.folded(told, output.HANG, faint=faint)
        output.line()
        position(match, self._who, self._to)


def _bear(proved: "Replay", error: Exception) -> None:
    """Raise the error, unless it is what a forged log makes of a game's own code."""
    if proved.verdict != "diverged" or isinstance(error, Misused | OSError):
        raise error


def _sum_up(verdicts: list[str]) -> None:
    """How many came to what, where several matches were judged."""
    if len(verdicts) > 1:
        counts = [f"{verdicts.count(verdict)} {verdict}" for verdict in dict.fromkeys(verdicts)]
        output.lines(["", f"{len(verdicts)} matches: {', '.join(counts)}."])


def _fault(match: str, error: LedgerError, codes: list[int]) -> Row:
    """Note that a match cannot be judged or has no sense, and go on with the others."""
    codes.append(exit_code(error))
    output.note(f"match {match}: {sentence(error)}")
    return {"match": match, "verdict": None} | as_json(error)


def audit(file: File, head: Heads = None, match: EachMatch = None, json: AsJson = False) -> None:
    """Check all a file can prove; list what was against the rules.

    Exit code 0: clean, or unverified where a copy cannot tell; 1: an act against the rules stood;
    3: the evidence is broken; 4: the file or its game cannot be judged.

    \b
    ledger audit game.db
    ledger audit game.db --head "$(cat head-i-kept.txt)"
    """
    heads = {found.match: found for found in map(Head.parse, head or ())}
    codes: list[int] = []
    with opened(file) as ledger:
        here = ledger.ids()
        for name in heads:
            if name not in here:
                lost = f"the file holds no match {name}, of which the head given is"
                raise Broken(0, "chain", lost)
        ids = all_or_one(ledger, match)
        for name in heads:
            if name not in ids:
                raise UnknownMatch(f"the head is of match {name}, which is not what is audited")
        audits = _audited(ledger, output.counted("auditing", ids), heads, codes)
        if json:
            output.document_of("matches", audits)
        else:
            _report_all(audits, heads)
    raise typer.Exit(max(codes, default=DONE))


def _audited(
    ledger: "Ledger", ids: Iterator[str], heads: dict[str, Head], codes: list[int]
) -> Iterator["Audit"]:
    for name in ids:
        found = ledger.audit(name, heads.get(name))
        codes.append(_code_for(found))
        yield found


def _code_for(found: "Audit") -> int:
    """The exit code for an audit; broken evidence outdoes findings, a fault everything."""
    if found.fault:
        return FAILED
    return {"broken": BROKEN, "findings": REFUSED}.get(found.verdict, DONE)


def _report_all(audits: Iterator["Audit"], heads: Mapping[str, Head]) -> None:
    verdicts: list[str] = []
    for found in audits:
        output.lines([""] if verdicts else [])
        _report(found, pinned=found.match in heads)
        verdicts.append(found.verdict)
    _sum_up(verdicts)


def _report(found: "Audit", *, pinned: bool) -> None:
    """An audit for people; the last line is the verdict."""
    from ledger.cli import render

    output.line(f"match {found.match}")
    output.line()
    render.table(
        ("Check", "Status", "What was seen"),
        [(check.name, check.status, check.detail) for check in found.checks],
    )
    for finding in found.findings:
        where = f"#{finding.seq} " if finding.seq else ""
        clause = f"{finding.clause} " if finding.clause else ""
        output.hung((f"{where}{clause}{finding.status}: {finding.text}",))
    if found.fault:
        output.hung((f"Not judged: {found.fault}.",))
    if not pinned and found.verdict != "broken":
        output.line("No --head was given: the file's owner could have rebuilt or cut it.")
    missing = [check.name for check in found.checks if check.status == "unverified"]
    if missing and found.verdict == "unverified":
        output.hung((f"Not all could be checked of: {', '.join(missing)}; the table says why.",))
    output.line(f"Verdict: {found.verdict}. Head: {found.head}")


def diff(
    a: arguments.AnyLedger,
    b: arguments.OtherLedger,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Say where two records of a match part.

    Exit code 0: the same; 1: they differ, as where one goes on; 3: one match with two histories.

    \b
    ledger diff mine.db theirs.db
    """
    from ledger import compare

    with opened(a) as one, opened(b) as other:
        first, second = _pair(one, other, match, (str(a), str(b)))
        found = compare(one, first, other, second)
    if json:
        facts = {"status": found.status, "seq": found.seq, "text": found.text}
        output.document({"matches": [first, second]} | facts)
    else:
        output.hung((f"{found.status}: {found.text}",))
    raise typer.Exit({"same": DONE, "differ": REFUSED}.get(found.status, BROKEN))


def _pair(
    one: "Ledger", other: "Ledger", match: str | None, files: tuple[str, str]
) -> tuple[str, str]:
    """The matches to compare: a file with one match says which of the other's is meant."""
    if match is None and len(one.ids()) > 1 and len(other.ids()) == 1:
        match = other.ids()[0]
    first = one_of(one, match, files[0])
    named = match is not None or len(other.ids()) > 1
    return first, one_of(other, first if named else None, files[1])
