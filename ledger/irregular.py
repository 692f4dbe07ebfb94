"""Irregular acts of a match, and what became of each: it stood, was answered, or taken back."""

from array import array
from bisect import bisect_right, insort
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from ledger.events import Action, Consequence, Seat, kind_of
from ledger.house import Ruled, TakenBack
from ledger.walk import Step


class Irregular(Struct, frozen=True):
    """An act against a clause that was recorded all the same."""

    seq: int
    seat: Seat
    kind: str
    clause: str
    text: str  # what is against it, or what answered it; one clause of a sentence
    status: Literal["stood", "remedied", "taken back"]
    by: int = 0  # the seq of what answered it or took it back


class Irregulars:
    """Follows a walk and gathers the irregular acts, as far as it can judge them."""

    def __init__(self) -> None:
        self._found: dict[int, Irregular] = {}
        self._seqs: list[int] = []  # of those found, ascending
        self._answers: list[tuple[int, int]] = []  # what answered an act, and which, ascending
        self._judged: dict[int, Irregular] = {}  # those that were seen to be so when they were done
        self._latest: dict[tuple[type[Action], Seat], array[int]] = {}  # the acts that stand
        self._ruled: tuple[int, Action, str] | None = None  # upheld last: the act, a clause
        self._upheld: tuple[int, Action, str] | None = None  # the same, if by the last event

    @property
    def found(self) -> tuple[Irregular, ...]:
        """All of them, in the order of the log."""
        return tuple(self._found[seq] for seq in self._seqs)

    def take(self, step: Step) -> None:
        """Look at one more event."""
        event, seq = step.entry.event, step.entry.seq
        upheld, self._upheld = self._upheld, None
        if isinstance(event, Action):
            self._latest.setdefault((type(event), event.seat), array("Q")).append(seq)
            if step.irregular is not None:
                clause, reason = step.irregular.clause, step.irregular.reason
                act = Irregular(seq, event.seat, kind_of(event), clause, reason, "stood")
                self._judged[seq] = act
                self._note(act)
        elif isinstance(event, Ruled):
            now = step.position
            if now is not None and now.upheld and isinstance(done := now.upheld.act, Action):
                self._upheld = self._ruled = now.table.ruled[-1], done, event.clause
        elif isinstance(event, TakenBack):
            self._take_back(event.to, seq)
            if step.position is not None and step.position.upheld:  # back to the ruling itself
                self._upheld = self._ruled
        elif isinstance(event, Consequence):
            if upheld is not None and event.drawn is None:  # a draw was awaited already
                act_seq, done, clause = upheld
                self._answer(act_seq, type(done), done.seat, clause, seq, event)
            for cls, clause in event.remedies.items():
                seat = getattr(event, "seat", -1)
                if stands := self._latest.get((cls, seat)):
                    self._answer(stands[-1], cls, seat, clause, seq, event)

    def _take_back(self, to: int, seq: int) -> None:
        for acts in self._latest.values():
            del acts[bisect_right(acts, to) :]
        while self._answers and self._answers[-1][0] > to:
            by, act = self._answers.pop()
            if act <= to:  # it stands: what answered it is gone
                text = f"#{by}, which answered it, was taken back"
                self._note(
                    self._judged.get(act)
                    or replace(self._found[act], text=text, status="stood", by=0)
                )
        text = f"taken back by #{seq}"
        for act in self._seqs[bisect_right(self._seqs, to) :]:
            if self._found[act].status != "taken back":
                self._note(replace(self._found[act], text=text, status="taken back", by=seq))

    def _answer(
        self, act: int, cls: type[Action], seat: Seat, clause: str, by: int, event: Consequence
    ) -> None:
        text = f"answered by #{by} {kind_of(event)}"
        self._answers.append((by, act))
        self._note(Irregular(act, seat, kind_of(cls), clause, text, "remedied", by))

    def _note(self, act: Irregular) -> None:
        if act.seq not in self._found:
            insort(self._seqs, act.seq)
        self._found[act.seq] = act
