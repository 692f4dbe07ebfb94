"""Quarrels about a recorded match, at random: disputes, take-backs, acts for absent seats."""

import random
from collections.abc import Set as AbstractSet
from typing import Any

from ledger.conduct import DISMISSED
from ledger.errors import Refused
from ledger.events import Action, Consequence, Event, Seat
from ledger.house import Ruled, TakeBackAsked
from ledger.match import Match
from ledger.reader import Entry
from ledger.testing.faults import as_law
from ledger.testing.playing import audiences
from ledger.testing.receiving import encoded

RECENT = 30  # events among which something is disputed or taken back while a match is played


def quarrel(match: Match, dice: random.Random) -> AbstractSet[int]:
    """Dispute something, take something back, or act for an awaited seat, at random.

    Returns:
        The seqs of irregular acts that were done again.

    Raises:
        AssertionError: law 10 or 11 is broken.
    """
    match dice.randrange(3):
        case 0:
            squabble(match, dice)
        case 1:
            return go_back(match, dice)
        case _:
            if match.game.default is not None and match.awaited:
                seat = dice.choice(match.awaited)
                with as_law(9, f"#{match.seq}, seat {seat}: nothing is done for it", Refused):
                    match.act_for(seat, "gone for a while")
    return frozenset()


# -- law 10


def assert_disputes_tell_nothing(
    match: Match, dice: random.Random | None = None, most: int | None = None
) -> None:
    """Law 10: dispute the events of a match, let the engine rule, and hold what everybody is told.

    Best at the end of a match, or once it is closed: then no remedy follows, and all of it goes on
    to the last event.

    Args:
        dice: everything random; by default there is nothing random.
        most: of at most so many events, picked at random; by default of all.

    Raises:
        AssertionError: the law is broken.
    """
    dice = dice or random.Random(0)
    ruled = {quarrel.about for quarrel in match.docket().quarrels if quarrel.status != "withdrawn"}
    gone = match.taken_back()
    seqs = [e.seq for e in _played(match) if e.seq not in gone and e.seq not in ruled]
    if most is not None and len(seqs) > most:
        seqs = dice.sample(seqs, most)
    irregular = {act.seq for act in match.docket("auditor").irregular}
    for about in seqs:
        _dispute(match, dice.randrange(len(match.seats)), about, about in irregular)


def squabble(match: Match, dice: random.Random) -> None:
    """One dispute about a recent event: ruled on by the engine or by people, or withdrawn."""
    seat, seats = dice.randrange(len(match.seats)), len(match.seats)
    about = dice.choice([e.seq for e in _played(match, match.seq - RECENT)] or [1])
    irregular = {act.seq for act in match.docket("auditor").irregular}
    try:
        match.dispute(seat, about, "I wonder")
    except Refused as refused:  # it was taken back, or ruled on, or nothing was played yet
        assert refused.clause in ("HOUSE-14", "HOUSE-16"), f"law 10: #{about}: {refused}"
        return
    match.withdraw_dispute(seat)
    if dice.random() < 0.5:
        _dispute(match, dice.randrange(seats), about, about in irregular)
    else:
        before = _everything(match)
        match.dispute(seat, about, "I wonder still")
        match.rule("So be it.", upheld=dice.random() < 0.5)
        assert _everything(match) == before, f"law 10: a ruling by people on #{about} changed it"


def _dispute(match: Match, seat: Seat, about: int, irregular: bool) -> None:
    """Dispute one event and let the engine rule.

    Args:
        irregular: whether it is an act that check called irregular.
    """
    before, said = _everything(match), f"law 10: #{about}"
    match.dispute(seat, about, "I wonder")
    assert not match.awaited, f"{said} is disputed, and the game goes on"
    ruling, *remedy = match.rule()
    assert isinstance(ruling, Ruled)
    if ruling.upheld:
        assert irregular, f"{said}: fault finds {ruling.text!r} with what check allowed"
        known = f"{said}: no clause is numbered {ruling.clause}"
        assert ruling.clause in match.game.clauses, known
    else:
        assert ruling == DISMISSED, f"{said} is dismissed in other words: {ruling}"
        assert not remedy, f"{said} is dismissed, and something follows: {remedy}"
    if not remedy:
        changed = [name for name, told in _everything(match).items() if told != before[name]]
        assert not changed, f"{said}: disputing it changed {', '.join(changed)}"


def _everything(match: Match) -> dict[str, bytes]:
    """What everybody sees, may do and waits for."""
    found: dict[str, Any] = {f"the view of {who}": match.view(who) for who in audiences(match)}
    for seat in range(len(match.seats)):
        found[f"the choices of {seat}"] = [choice.to_data() for choice in match.legal(seat)]
    found["whom it awaits"] = match.awaited, match.awaits_draw
    found["the outcome"] = match.outcome
    return {name: encoded(value) for name, value in found.items()}


def _played(match: Match, after: int = 0) -> list[Entry]:
    """The events of the game, whoever did them."""
    entries = match.events("auditor", max(0, after))
    return [entry for entry in entries if isinstance(entry.event, Action | Consequence)]


# -- law 11


def go_back(match: Match, dice: random.Random) -> AbstractSet[int]:
    """Take back to before a recent act: asked by one seat, agreed to by all; then do it again.

    Returns:
        The seq of the act done again, if it was irregular.

    Raises:
        AssertionError: law 11 is broken.
    """
    recent = list(match.events("auditor", max(0, match.seq - RECENT)))
    acts = [index for index, entry in enumerate(recent) if isinstance(entry.event, Action)]
    if not acts:
        return frozenset()
    index = dice.choice(acts)
    act, to = recent[index].event, recent[index].seq - 1
    assert isinstance(act, Action)
    then = {who: encoded(match.view(who, to)) for who in audiences(match)}
    if not _taken_back(match, to, dice):
        return frozenset()
    said = f"law 11: taken back to #{to}"
    for who, view in then.items():
        assert encoded(match.view(who)) == view, f"{said}: the view of {who} is another than then"
    if dice.random() < 0.5:
        return frozenset()
    return _again(match, act, _followed(recent[index:]), said)


def _taken_back(match: Match, to: int, dice: random.Random) -> bool:
    seats = list(range(len(match.seats)))
    dice.shuffle(seats)
    try:
        (asked, *_) = match.take_back(to, seats[0])
    except Refused as refused:  # it lies behind a ruling, or was itself taken back
        assert refused.clause == "HOUSE-20", f"law 11: to #{to}: {refused}"
        return False
    if isinstance(asked, TakeBackAsked):
        for seat in seats[1:]:
            match.agree(seat)
    return True


def _again(match: Match, act: Action, before: list[Event], said: str) -> AbstractSet[int]:
    """Do an act again that was taken back; what follows must be what followed then."""
    refusal, seq = match.refusal(act), match.seq + 1
    assert refusal is None or refusal.irregular, f"{said}: {act} is refused now: {refusal}"
    match.act(act, anyway=True)
    now = _followed(list(match.events("auditor", seq - 1)))
    if match.awaits_draw is not None:  # it has still to be declared
        before = before[: len(now)]
    same = encoded(now) == encoded(before)
    assert same, f"{said}: {act} led to {before} then, and now to {now}"
    return frozenset() if refusal is None else frozenset((seq,))


def _followed(entries: list[Entry]) -> list[Event]:
    """An act and the consequences that followed on it at once."""
    found: list[Event] = []
    for entry in entries:
        if found and not isinstance(entry.event, Consequence):
            break
        found.append(entry.event)
    return found
