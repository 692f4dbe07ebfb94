"""Where a match stands: whom it waits for, and its position as somebody sees it."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ledger import LedgerError, NeedsDisclosure, Outcome, Seat, names
from ledger.asking import ask
from ledger.cli import kinds, parse, wording
from ledger.game import Audience
from ledger.names import seat_of
from ledger.position import be_event
from ledger.telling import listed

if TYPE_CHECKING:
    from ledger import AwaitedDraw, Ledger, Match


def waiting(match: "Match") -> str:
    """What the table waits for, in a sentence or two; or how it ended."""
    outcome, draw, halt = match.outcome, match.awaits_draw, halted(match)
    if outcome is not None:
        return f"{ended(match, outcome)} {halt}".rstrip()
    if halt or draw is not None:
        return halt or _to_draw(match, draw)
    people = [match.seats[seat] for seat in match.awaited]
    return f"Waiting for {listed(people) or 'nobody'}."


def _to_draw(match: "Match", draw: "AwaitedDraw | None") -> str:
    """Who has to say what was drawn, as one sentence; empty if nobody has to."""
    if draw is None:
        return ""
    who = "the table" if draw.seat is None else match.seats[draw.seat]
    return f"Waiting for {who} to say which {draw.field} was drawn{_for_what(draw)}."


def ended(match: "Match", outcome: Outcome | None) -> str:
    """How a match has ended, as one sentence; empty if it has not."""
    if outcome is None:
        return ""
    winners = listed([match.seats[seat] for seat in outcome.winners]) or "nobody"
    return f"Over, won by {winners} ({outcome.clause}): {outcome.text.rstrip('.')}."


def closed(match: "Match") -> str:
    """That the host has closed a match, as one sentence; empty if it is open."""
    return (
        ""
        if match.closed is None
        else f"The host has closed the match: {match.closed.rstrip('.')}."
    )


def halted(match: "Match") -> str:
    """Why the game stands still, in a sentence or two; empty if it goes on."""
    found: list[str] = []
    if why := closed(match):
        found.append(why)
    if (dispute := match.disputed) is not None:
        who = person(match, dispute.seat)
        found.append(f"#{dispute.about} is disputed by {who} and not yet ruled on.")
    if (asked := match.asked) is not None:
        people = listed([match.seats[seat] for seat in unanswered(match)])
        found.append(
            f"{person(match, asked.seat)} asks to go back to #{asked.to}: {people} to say."
        )
    return " ".join(found)


def person(match: "Match", seat: Seat) -> str:
    """A seat's name; a forged log may name any seat."""
    return names.person(seat, match.seats)


def unanswered(match: "Match") -> list[Seat]:
    """Who has still to answer the take-back that is asked for."""
    if (asked := match.asked) is None:
        return []
    done = (asked.seat, *asked.agreed)
    return [seat for seat in range(len(match.seats)) if seat not in done]


def _for_what(draw: "AwaitedDraw") -> str:
    """The event that the draw completes, in brackets, if it tells more than the field does."""
    words = draw.kind.partition("/")[0].replace("_", " ")
    return "" if words == f"{draw.field} drawn" else f" ({words})"


def brief(match: "Match") -> str:
    """The same in few words, for a list."""
    outcome, draw = match.outcome, match.awaits_draw
    words: list[str] = []
    if outcome is not None:
        words.append(f"won by {', '.join(match.seats[seat] for seat in outcome.winners)}")
    if match.closed is not None:
        words.append("closed")
    if match.disputed is not None:
        words.append(f"#{match.disputed.about} disputed")
    if match.asked is not None:
        words.append(f"asked back to #{match.asked.to}")
    if words:
        return ", ".join(words)
    if draw is not None:
        return f"for the {draw.field} that was drawn"
    return f"for {', '.join(match.seats[seat] for seat in match.awaited)}"


def state(match: "Match") -> dict[str, Any]:
    """Where a match stands, as a document."""
    return {
        "match": match.id,
        "seq": match.seq,
        "head": str(match.head),
        "awaited": match.awaited,
        "awaits_draw": match.awaits_draw,
        "outcome": match.outcome,
    } | halt(match)


def halt(match: "Match") -> dict[str, Any]:
    """Whether a match goes on, as a document: all null if it does."""
    return {
        "closed": match.closed,  # why the host has closed it
        "standstill": match.standstill,  # the clause and reason for which nobody may act
        "disputed": match.disputed,
        "asked": match.asked,
    }


def naming(ledger: "Ledger", match: "Match") -> tuple[str, ...]:
    """The option that names the match, where the file holds several."""
    return ("--match", match.id) if len(ledger.ids()) > 1 else ()


def next_command(ledger: "Ledger", match: "Match", file: Path) -> str:
    """What to type next; of a draw, with a value that could have been drawn."""
    named = naming(ledger, match)
    need = match.awaits_draw
    if need is not None:
        secret = need.secret and need.seat is not None
        by = ("--as", wording.seat_word(need.seat or 0, match.seats)) if secret else ()
        value = _drawable(match, need.field)
        typed = wording.command("draw", file, value, *by, *named)
        typed += f"  # in place of {value}: the {need.field} that was drawn"
    elif match.disputed is not None:
        typed = wording.command("rule", file, *named)
    elif unanswered(match):
        seat = wording.seat_word(unanswered(match)[0], match.seats)
        typed = wording.command("take-back", file, seat, "--agree", *named)
    elif match.awaited:
        seat = wording.seat_word(match.awaited[0], match.seats)
        typed = wording.command("legal", file, seat, *named)
    elif match.outcome is not None or match.closed is not None:
        typed = wording.command("audit", file, *named)
    else:
        typed = wording.command("show", file, *named)
    return typed


def _drawable(match: "Match", field: str) -> str:
    """Something that could be drawn, as far as everybody knows; the field's name if nobody does.

    Everybody: what the drawing seat knows more must not show on the screen all look at.
    """
    from ledger.chance import Declared, Waiting

    try:
        ask(match.game, "settle", match.view("spectator"), Declared())
    except Waiting as waiting:
        with suppress(LedgerError):
            return _typed(match, field, waiting.need.pool().items[0])
    except NeedsDisclosure:
        pass
    return field.upper()


def _typed(match: "Match", field: str, value: object) -> str:
    """A drawn value as it is typed: a seat by its name, if a shell and this program take that."""
    if field == "seat" and isinstance(value, int):
        name = match.seats[value]
        if name.isprintable() and not name.startswith("-"):
            return name
    return kinds.word(value)


def seat_number(match: "Match", seat: str) -> Seat:
    """The seat meant by a number or a name.

    Raises:
        UnknownAudience: there is none.
    """
    return seat_of(seat, match.seats)


def meant_by(match: "Match", seat: Seat, kind: str, words: Sequence[str]) -> dict[str, Any]:
    """An action of a seat as plain data, from the words typed for it.

    Raises:
        InvalidAction: they make none.
    """

    def may_lack() -> set[str]:
        with suppress(LedgerError):  # a copy cannot always tell; then nothing is said of it
            choices = [choice for choice in match.legal(seat) if choice.kind == kind]
            return {name for choice in choices for name in wording.may_be_empty(choice)}
        return set()

    return parse.action(match.game, seat, kind, words, sys.stdin, match.seats, may_lack)


def check_position(match: "Match", at: int | None) -> None:
    """Hold a position asked for against the match, before anything is printed.

    Raises:
        Misused: there is no such event.
    """
    if at is not None:
        be_event(at, match.seq)


def seen(match: "Match", who: str, at: int | None) -> dict[str, Any]:
    """A position as a document."""
    view = match.view(who, at)
    now = at in (None, match.seq)
    return {
        "match": match.id,
        "game": match.game.name,
        "rules": match.opened.rules,
        "seats": match.seats,
        "as": match.audience(who),
        "copy_for": match.copy_for,
        "seq": match.seq if at is None else at,
        "head": str(match.head),
        "awaited": match.awaited if now else ask(match.game, "awaited", view),
        "awaits_draw": match.awaits_draw if now else None,
        "outcome": outcome_of(match, view),
        "state": view,
    } | (halt(match) if now else dict.fromkeys(halt(match)))


def heading(match: "Match", who: str, at: int | None = None) -> list[str]:
    """What is being shown, to whom, in two lines."""
    audience = match.audience(who)
    reader = names.called(audience, match.seats)
    whose = "" if match.copy_for is None else names.copy_for(match.copy_for, match.seats)
    copy = f", a copy for {whose}" if whose else ""
    return [
        f"{match.game.title}, match {match.id}{copy}",
        f"{listed(match.seats)}; after #{match.seq if at is None else at}, as seen by {reader}",
        *_limits(match, audience),
    ]


def _limits(match: "Match", audience: Audience) -> list[str]:
    """That a copy cannot tell all this reader sees in the host's file, or that it can tell more."""
    copy = match.copy_for
    if copy is None or copy in ("auditor", str(audience)):
        return []
    whose = names.copy_for(copy, match.seats)
    if audience == "spectator":
        typed = wording.seat_word(int(copy), match.seats)
        return [f"This copy tells what {whose} may see with --as {typed}."]
    return [f"This copy tells no more than {whose} may see."]


def undisclosed(match: "Match", seat: Seat) -> NeedsDisclosure:
    """That a question about a seat hangs on what this copy does not tell, and where to ask."""
    name = match.seats[seat]
    text = f"it hangs on what {name} knows and this copy does not disclose"
    return NeedsDisclosure(f"{text}: ask in the host's own file or in a copy for {name}")


def position(match: "Match", who: str, at: int | None = None) -> None:
    """Draw the position, and say what is awaited, or how it ended, where the picture does not."""
    from ledger.cli import output, render

    now, blocks = at in (None, match.seq), None
    draw = match.awaits_draw if now else None  # a log that was cut is told here as everywhere
    with suppress(NeedsDisclosure):  # a game's picture that looked: the plain data will do
        blocks = match.picture(who, at)
    if blocks is None:
        render.data(match.view(who, at))
        output.hung([waiting(match)] if now else [])
    else:
        render.picture(blocks)
        more = halted(match) if now else ""
        if now and not more:
            more = _to_draw(match, draw)
        output.hung([more] if more else [])


def outcome_of(match: "Match", view: Any) -> Outcome | None:
    """How the match has ended in that view."""
    try:
        found: Outcome | None = ask(match.game, "outcome", view)
    except NeedsDisclosure:
        return None
    return found
