"""Commands for a quarrel: dispute, rule, withdraw, and docket, which reads it all back."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from ledger import Consequence, Event, Misused, Ruled
from ledger.cli import arguments, output, parse
from ledger.cli.arguments import EachMatch, File, OneMatch, Reader, SeatName
from ledger.cli.catalogue import clause_of, quoted
from ledger.cli.exits import DONE, FAULTS, as_json, exit_code, sentence
from ledger.cli.output import AsJson
from ledger.cli.recording import record, say
from ledger.cli.source import all_or_one, match_in, opened
from ledger.cli.standing import halt, halted, heading, person, seat_number

if TYPE_CHECKING:
    from ledger import Entry, Irregular, Ledger, Match, Quarrel

MARGIN = 10  # columns of a label in the docket


def dispute(
    file: File,
    seat: SeatName,
    seq: arguments.Disputed,
    claim: arguments.Claim,
    wait: arguments.Wait = False,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Dispute an event; the engine rules on it at once.

    It upholds only a fault the whole table could see. With --wait the dispute stays open, and the
    game stands still, until somebody rules on it or it is withdrawn.

    \b
    ledger dispute game.db Ann 12 --claim "Bob does not have 60 dollars."
    ledger dispute game.db Ann 12 --claim "He looked at my cards." --wait
    """
    with match_in(file, match, "write") as (ledger, found):
        number = seat_number(found, seat)
        said = parse.words("--claim", claim, sys.stdin)

        def step() -> tuple[Event, ...]:
            raised = found.dispute(number, seq, said)
            return raised if wait else (*raised, *found.rule())

        done = record(ledger, found, file, step)
        say(found, done, json, _quoted(found, done.events, seq))


def rule(
    file: File,
    text: arguments.RulingText = None,
    upheld: arguments.Upheld = False,
    dismissed: arguments.Dismissed = False,
    clause: arguments.RulingClause = None,
    match: OneMatch = None,
    json: AsJson = False,
) -> None:
    """Rule on the open dispute.

    The engine rules, or the people with --text, who say --upheld or --dismissed. What people rule
    is recorded and changes nothing. Where the engine upholds a dispute, what the game does to put
    it right follows.

    \b
    ledger rule game.db
    ledger rule game.db --text "He did, and says he is sorry." --upheld
    """
    if text is None and (upheld or dismissed or clause is not None):
        alone = "without it the engine rules by itself"
        raise Misused(f"--upheld, --dismissed and --clause go with --text: {alone}")
    if text is not None and upheld == dismissed:
        raise Misused("what do the people rule: --upheld or --dismissed, one of them?")
    if clause is not None and not clause.strip():
        raise Misused("--clause is blank: name the rule, or leave it out")
    with match_in(file, match, "write") as (ledger, found):
        said = None if text is None else parse.words("--text", text, sys.stdin)
        known = found.game.clauses.get(clause or "")
        by = known.id if known is not None else clause or ""
        ruled = None if said is None else upheld
        dispute = found.disputed
        done = record(ledger, found, file, lambda: found.rule(said, upheld=ruled, clause=by))
        say(found, done, json, _quoted(found, done.events, dispute.about if dispute else 0))


def withdraw(file: File, seat: SeatName, match: OneMatch = None, json: AsJson = False) -> None:
    """Withdraw the open dispute, which the seat has raised.

    \b
    ledger withdraw game.db Ann
    """
    with match_in(file, match, "write") as (ledger, found):
        number = seat_number(found, seat)
        say(found, record(ledger, found, file, lambda: found.withdraw_dispute(number)), json)


def docket(
    file: File, who: Reader = "spectator", match: EachMatch = None, json: AsJson = False
) -> None:
    """List disputes, what became of them, and acts against a rule.

    Acts against a rule as far as WHO may know of them: a bid beyond one's money is a secret.

    \b
    ledger docket game.db
    ledger docket game.db --as auditor
    """
    with opened(file) as ledger:
        dockets = _Dockets(ledger, all_or_one(ledger, match), who)
        if json:
            output.document_of("matches", dockets.rows())
        else:
            dockets.tell()
    raise typer.Exit(max(dockets.codes, default=DONE))


def _quoted(match: "Match", events: Sequence[Event], about: int) -> list[str]:
    """The rules by which it was ruled; or why the engine never upholds such a dispute.

    Args:
        about: the seq of the disputed event.
    """
    quotes: list[str] = []
    for event in events:
        if isinstance(event, Ruled) and event.upheld and event.clause:
            quotes.append(quoted(match.game, event.clause))
        elif isinstance(event, Ruled) and event.by == "engine":
            (disputed,) = match.events("spectator", about - 1, about)
            if isinstance(disputed.event, Consequence):
                why = "the engine rules on acts alone: dispute the act"
                quotes.append(f"#{about} followed by itself, and {why}.")
    return quotes


class _Dockets:
    """The dockets of some matches of one file, one after the other."""

    def __init__(self, ledger: "Ledger", ids: tuple[str, ...], who: str) -> None:
        self.codes: list[int] = []
        self._ledger = ledger
        self._ids = ids
        self._who = who
        # Ann may sit in one match only: that is no reason to stop
        self._faults = (*FAULTS, Misused) if len(ids) > 1 else FAULTS

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each as a document."""
        for name in self._ids:
            try:
                yield _row(self._ledger.match(name), self._who)
            except self._faults as error:
                yield {"match": name} | self._note(name, error)

    def tell(self) -> None:
        """Each for people."""
        for number, name in enumerate(self._ids):
            output.lines([""] if number else [])
            try:
                _tell(self._ledger.match(name), self._who)
            except self._faults as error:
                self._note(name, error)

    def _note(self, name: str, error: Exception) -> dict[str, Any]:
        self.codes.append(exit_code(error))
        output.note(f"match {name}: {sentence(error)}")
        return as_json(error)


def _row(match: "Match", who: str) -> dict[str, Any]:
    from msgspec import to_builtins

    found, told = match.docket(who), _Told(match, who)
    quarrels = [
        to_builtins(quarrel)
        | {"told": match.tell(quarrel.event), "rule": clause_of(match.game, quarrel.clause)}
        | {"remedy": [output.event(e.seq, e.time, e.event) for e in told.entries(quarrel.remedy)]}
        for quarrel in found.quarrels
    ]
    irregular = [
        to_builtins(act)
        | {"told": told.sentence(act.seq), "rule": clause_of(match.game, act.clause)}
        for act in found.irregular
    ]
    return {
        "match": match.id,
        "game": match.game.name,
        "rules": match.opened.rules,
        "seats": match.seats,
        "as": match.audience(who),
        "copy_for": match.copy_for,
        "seq": match.seq,
        "head": str(match.head),
        "quarrels": quarrels,
        "irregular": irregular,
    } | halt(match)


def _tell(match: "Match", who: str) -> None:
    found, told = match.docket(who), _Told(match, who)
    output.hung(heading(match, who))
    for number, quarrel in enumerate(found.quarrels, 1):
        output.line()
        _tell_quarrel(match, told, number, quarrel)
    if not found.quarrels:
        output.lines(["", "Nothing was disputed."])
    if found.irregular:
        output.lines(["", "Acts against a rule"])
    for act in found.irregular:
        _tell_irregular(match, told, act)
    if not found.irregular:
        output.lines(["", "No act is known here to have been against a rule."])
    output.hung([halt for halt in (halted(match),) if halt])


def _tell_quarrel(match: "Match", told: "_Told", number: int, quarrel: "Quarrel") -> None:
    ended = f" (#{quarrel.ended})" if quarrel.ended else ""
    by = f" by the {quarrel.by}" if quarrel.by else ""
    output.line(f"Dispute {number} (#{quarrel.seq}): {quarrel.status}{by}{ended}")
    _labelled("event", f"#{quarrel.about} {match.tell(quarrel.event)}")
    _labelled("claim", f"{person(match, quarrel.seat)}: {quarrel.claim}")
    if quarrel.text:
        _labelled("ruling", quarrel.text)
    if quarrel.clause:
        _labelled("rule", quoted(match.game, quarrel.clause))
    for seq in quarrel.remedy:
        _labelled("remedy", f"#{seq} {told.sentence(seq)}")


def _tell_irregular(match: "Match", told: "_Told", act: "Irregular") -> None:
    _labelled(f"#{act.seq}", told.sentence(act.seq))
    if act.status == "stood":
        _labelled("", f"stood: {act.text}")
    else:
        _labelled("", f"{act.status} by #{act.by}: {told.sentence(act.by)}")
    _labelled("", quoted(match.game, act.clause))


def _labelled(label: str, text: str) -> None:
    output.folded(f"  {label:{MARGIN - 2}}{text}", MARGIN)


class _Told:
    """Single events of a match, as one audience may read them."""

    def __init__(self, match: "Match", who: str) -> None:
        self._match = match
        self._who = who

    def entries(self, seqs: Sequence[int]) -> list["Entry"]:
        """The events with these seqs."""
        return [e for seq in seqs for e in self._match.events(self._who, seq - 1, seq)]

    def sentence(self, seq: int) -> str:
        """The event as a sentence."""
        return " ".join(self._match.tell(entry.event) for entry in self.entries((seq,)))
