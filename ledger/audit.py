"""Whether a record holds: file, chain, seals, chance, rules, invariants, outcome."""

import re
from typing import Any

from ledger import seal_audit
from ledger.asking import ask, why
from ledger.chain import ID, Chain, Head
from ledger.codec import codec_of
from ledger.errors import (
    Broken,
    GameError,
    LedgerError,
    NeedsDisclosure,
    Unreadable,
    one_line,
)
from ledger.evidence import Audit, Evidence, Finding, many
from ledger.game import Game, Names
from ledger.house import MatchOpened
from ledger.irregular import Irregular, Irregulars
from ledger.logs import entry as log_entry
from ledger.position import Position
from ledger.reader import read, readers_of
from ledger.store import Store
from ledger.telling import tell
from ledger.walk import Step, differs, ending, walk


def audit(
    store: Store,
    match: str,
    game: Game[Any, Any, Any, Any] | None,
    head: Head | None = None,
    fault: str = "",
    broken: Broken | None = None,
) -> Audit:
    """Audit one match of an open file with everything the file discloses.

    Args:
        game: None where it is not known: chain and seals are checked all the same.
        head: one that was held elsewhere; the log must contain it.
        fault: why the game is not known.
        broken: why not even its name is.
    """
    evidence = Evidence()
    if broken is not None:
        evidence.broken("rules", broken.seq, broken.text)
    if faults := store.faults():  # what is read from such a file may be anything
        evidence.broken("file", 0, f"the file is damaged: {faults}")
        return evidence.closed(match, Chain(match).head, f"the file is damaged: {faults}")
    remark = store.warning
    evidence.see("file", "unverified" if remark else "ok", remark or "a whole ledger file")
    end = store.last(match)[0]  # what others record from here on is not looked at
    chain = _follow(evidence, store, match, head, end)
    try:
        seal_audit.look(evidence, store, match, None if game is None else codec_of(game), end)
        if game is not None:
            _Rules(evidence, store, match, game).look(end)
    except LedgerError as error:
        if isinstance(error, Broken):
            evidence.broken(error.check, error.seq, error.text)
        else:
            evidence.broken("file" if isinstance(error, Unreadable) else "rules", 0, str(error))
    done = evidence.closed(match, chain.head, fault)
    log_entry("audited", match=match, seq=chain.count, verdict=done.verdict)
    return done


def _follow(evidence: Evidence, store: Store, match: str, head: Head | None, end: int) -> Chain:
    """Follow the chain, as far as it holds, and hold it against the heads known from elsewhere."""
    chain = Chain(match)
    copy = store.copy_of(match)
    wanted = [] if head is None else [(head, "the head given")]
    try:
        if not re.fullmatch(ID, match):
            raise Broken(0, "chain", "the match's id is none")
        if head is not None and head.match != match:
            raise Broken(0, "chain", f"the head given is of match {head.match}")
        if copy is not None:
            wanted.append((Head.parse(copy[1]), "the host's head kept in this copy"))
        _hold(chain, wanted)
        for row in store.rows(match, None, end):
            chain.take(row)
            _hold(chain, wanted)
        for kept, name in wanted:
            if kept.count > chain.count:
                text = f"{name} has {kept.count} events, the log {chain.count}: its tail was cut"
                raise Broken(chain.count, "chain", text)
        if copy is not None and Head.parse(copy[1]).count != chain.count:
            raise Broken(chain.count, "chain", "a copy ends with the head kept in it")
        evidence.see("chain", "ok", _said(chain.count, head))
    except Broken as broken:
        evidence.broken("chain", broken.seq, broken.text)
    return chain


def _hold(chain: Chain, wanted: list[tuple[Head, str]]) -> None:
    for kept, name in wanted:
        if kept.count == chain.count and kept.digest != chain.digest:
            raise Broken(chain.count, "chain", f"not the history of {name}")


def _said(count: int, head: Head | None) -> str:
    if head is None:
        return f"{many(count, 'event')}; without a head from elsewhere a cut tail cannot be noticed"
    return f"{many(count, 'event')}, and the head given is among them"


class _Rules:
    """Walks the match and notes chance, rules, invariants and outcome."""

    def __init__(
        self, evidence: Evidence, store: Store, match: str, game: Game[Any, Any, Any, Any]
    ) -> None:
        self._evidence = evidence
        self._store = store
        self._match = match
        self._game = game
        self._draws = 0
        self._names: Names = ()
        self._doubts: list[str] = []  # of events that cannot be held against the rules here
        self._irregular = Irregulars()

    def look(self, end: int) -> None:
        """Walk to that event, or to the first one the rules cannot have led to."""
        last: Position[Any] | None = None
        step: Step | None = None
        readers = readers_of(self._store, self._match)
        for step in walk(self._store, self._match, self._game, readers, end):
            self._take(step)
            last = step.position
        self._evidence.findings.extend(map(self._finding, self._irregular.found))
        if last is not None:
            self._close(last)
        elif step is not None:
            text = f"not judged any more from #{step.entry.seq} on"
            self._evidence.see("rules", "unverified", "; ".join((*self._doubts[:1], text)))
            for name in ("chance", "invariants", "outcome"):
                self._evidence.see(name, "unverified", text)

    def _take(self, step: Step) -> None:
        evidence, seq = self._evidence, step.entry.seq
        if isinstance(step.entry.event, MatchOpened):
            self._names = step.entry.event.seats
        if step.status == "diverged":
            name = "chance" if step.draw == "diverged" else "rules"
            evidence.broken(name, seq, step.evidence or step.text, step.clause)
            return
        if step.draw is not None:
            self._draws += 1
            if step.draw != "exact":
                text = step.evidence or step.text
                evidence.see("chance", "unverified", f"draws from #{seq} on: {text}")
        if step.status == "unverified" and step.draw != "unverified":
            self._doubts.append(f"#{seq}: {step.evidence or step.text}")
        self._irregular.take(step)
        if step.position is not None:
            self._hold(step.position)

    def _sum_up(self) -> None:
        """Say what of the rules could not be checked, and that the rest was."""
        if self._doubts:
            first, *more = self._doubts
            also = f"{many(len(more), 'more event')} cannot be checked either, " if more else ""
            text = f"{first}; {also}all others follow from the rules"
            self._evidence.see("rules", "unverified", text)

    def _hold(self, now: Position[Any]) -> None:
        try:
            for text in ask(self._game, "invariants", now.state):
                if now.table.rules == self._game.version:
                    self._evidence.broken("invariants", now.seq, text)
                else:
                    other = differs(self._game, text)
                    self._evidence.see("invariants", "unverified", f"#{now.seq}: {other}")
        except NeedsDisclosure:
            self._evidence.see("invariants", "unverified", f"#{now.seq}: hidden in this copy")
        except Exception as error:
            text = f"they cannot be computed ({why(error)})"
            self._evidence.broken("invariants", now.seq, text)

    def _close(self, last: Position[Any]) -> None:
        evidence = self._evidence
        if end := ending(self._game, last):
            self._take(end)
        self._sum_up()
        evidence.see("chance", "ok", self._chance(last))
        evidence.see("rules", "ok", f"every event follows from rules {last.table.rules}")
        evidence.see("invariants", "ok", "they hold after every event")
        try:
            outcome = ask(self._game, "outcome", last.state)
            running = "the match is not over"
            if (reason := last.table.closed) is not None:
                running = f"the host closed the match: {reason}"
            evidence.see("outcome", "ok", outcome.text if outcome else running)
        except NeedsDisclosure:
            evidence.see("outcome", "unverified", "hidden in this copy")
        except GameError as error:
            evidence.broken("outcome", last.seq, str(error))

    def _chance(self, last: Position[Any]) -> str:
        opened = last.table.opened
        draws = many(self._draws, "draw")
        if opened.chance == "declared":
            return f"{draws} as the table declared them, each possible"
        if opened.seed_by == "hand":
            return f"{draws} from the seed, which was given by hand: it can be guessed"
        return f"{draws} from the seed"

    def _finding(self, act: Irregular) -> Finding:
        """An irregular act as a finding; one that was taken back is put right as well."""
        told = self._told(act.seq)
        if act.status == "stood":
            return Finding(act.seq, act.clause, one_line(f"{told}: {act.text}"), "stood")
        answer = f": {self._told(act.by)}" if act.status == "remedied" else ""
        text = one_line(f"{told}; {act.status} by #{act.by}{answer}")
        return Finding(act.seq, act.clause, text, "remedied")

    def _told(self, seq: int) -> str:
        """An event as everybody may read it: an audit of a running match opens no secret."""
        codec = codec_of(self._game)
        entry = next(read(self._store, codec, self._match, "spectator", seq - 1, seq))
        return tell(self._game, entry.event, self._names).rstrip(".")
