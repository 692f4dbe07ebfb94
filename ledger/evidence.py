"""What an audit has seen, and what it comes to."""

from typing import Literal

from msgspec import Struct

from ledger.chain import Head
from ledger.errors import one_line

Verdict = Literal["clean", "unverified", "findings", "broken"]
CHECKS = ("file", "chain", "seals", "chance", "rules", "invariants", "outcome")


def many(count: int, noun: str) -> str:
    """A number of things, such as ``1 seal`` or ``3 seals``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Check(Struct, frozen=True):
    """One thing looked at."""

    name: str  # one of CHECKS
    status: Literal["ok", "failed", "unverified"]
    detail: str  # what was seen, or what is wrong or missing


class Finding(Struct, frozen=True):
    """Something a referee should know.

    ``stood``: an irregular act that nothing answered. ``remedied``: one the rules have answered;
    listed, not counted. ``broken``: evidence that does not hold.
    """

    seq: int
    clause: str  # empty where no rule of a game is concerned
    text: str
    status: Literal["stood", "remedied", "broken"]


class Audit(Struct, frozen=True):
    """What an audit of one match found."""

    match: str
    verdict: Verdict
    head: str  # MATCH:COUNT:DIGEST of what is stored
    checks: tuple[Check, ...]  # in the order of CHECKS
    findings: tuple[Finding, ...]  # in the order of the log
    fault: str = ""  # why the rules could not be walked: unknown game or version; one sentence


class Evidence:
    """Gathers what the checks see; the worst status of a check stays."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self._seen: dict[str, Check] = {}

    def see(
        self, name: str, status: Literal["ok", "failed", "unverified"], detail: str = ""
    ) -> None:
        """Note a status; the first detail of the worst status is kept."""
        rank = ("ok", "unverified", "failed")
        old = self._seen.get(name)
        if old is None or rank.index(status) > rank.index(old.status):
            self._seen[name] = Check(name, status, one_line(detail))

    def broken(self, name: str, seq: int, text: str, clause: str = "") -> None:
        """Note evidence that does not hold."""
        self.see(name, "failed", f"#{seq}: {text}" if seq else text)
        self.findings.append(Finding(seq, clause, one_line(text), "broken"))

    def closed(self, match: str, head: Head, fault: str) -> Audit:
        """The audit from all that was seen."""
        missing = f"not judged: {fault}" if fault else "not judged any more"
        checks = tuple(
            self._seen.get(name) or Check(name, "unverified", missing) for name in CHECKS
        )
        statuses = {check.status for check in checks}
        verdict: Verdict = "clean"
        if "failed" in statuses:
            verdict = "broken"
        elif any(finding.status == "stood" for finding in self.findings):
            verdict = "findings"
        elif "unverified" in statuses:
            verdict = "unverified"
        findings = tuple(sorted(self.findings, key=lambda finding: finding.seq))
        return Audit(match, verdict, str(head), checks, findings, fault)
