"""A recorded match walked again, step by step, through the engine's loop.

Every event must be an action that ``check`` allows, exactly what ``settle`` says, or an event of
the house. A step that needs a fact this file does not disclose is unverified; nothing else is
excused. The walk stops at the first event the rules cannot have led to, and keeps the good prefix.
"""

from collections.abc import Iterator
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ledger import conduct, house, position
from ledger.asking import ask, why
from ledger.chain import Chain
from ledger.chance import Declared, Pool, Stream, Waiting, complete, pick, pool_of
from ledger.codec import codec_of
from ledger.errors import Broken, GameError, NeedsDisclosure
from ledger.events import Action, Consequence, Event, Seat, kind_of
from ledger.game import Audience, Game, Refusal
from ledger.hidden import Hidden, Rest
from ledger.house import HOUSE_EVENTS, Ruled
from ledger.loop import judge, remedy
from ledger.names import person
from ledger.past import Past
from ledger.position import Position
from ledger.reader import Entry, read
from ledger.store import Store
from ledger.values import one

C = TypeVar("C", bound=Consequence)

Status = Literal["exact", "unverified", "diverged"]


class Step(Struct, frozen=True):
    """One event, walked again."""

    entry: Entry
    status: Status
    clause: str = ""  # that a refused action was against
    text: str = ""  # what is not exact, one clause of a sentence; tells no secret
    evidence: str = ""  # the same with what was found, for the auditor alone
    draw: Status | None = None  # of a drawn event, whether the seed gives it and the pool holds it
    irregular: Refusal | None = None  # the action stands, against a clause; seen even if unverified
    position: Position[Any] | None = None  # after it; None where the rules cannot follow


class Recorded:
    """Chance that hands settle what was recorded, and holds it against the pool and the seed."""

    def __init__(self, event: Event, now: Position[Any]) -> None:
        self._event = event
        self._now = now
        self.status: Status | None = None  # None: nothing was drawn
        self.text = self.evidence = ""

    def draw(self, event: type[C], pool: Pool[Any], **fields: Any) -> C:
        """The event with the recorded value, if what was recorded is such an event."""
        need = Declared.needed(event, pool, fields)
        if not isinstance(self._event, event):
            raise Waiting(need)
        value = getattr(self._event, need.field)
        self._judge(event, pool, fields, value)
        return complete(event, fields, value)

    def _judge(
        self, event: type[Consequence], pool: Pool[Any], fields: dict[str, Any], value: Any
    ) -> None:
        seed = self._now.table.opened.seed
        try:
            rest = pool_of(pool, event)
        except NeedsDisclosure:
            self._say("unverified", "what could be drawn is hidden in this copy")
            return
        if isinstance(value, Hidden):
            self._say("unverified", "what was drawn is hidden in this copy")
        elif not any(type(item) is type(value) and item == value for item in rest.items):
            self._say("diverged", "this could not be drawn", f"{value!r} could not be drawn")
        elif rest.hidden:
            self._say("unverified", "what could be drawn is partly hidden in this copy")
        elif isinstance(seed, Hidden):
            self._say("unverified", "the seed is not in this file")
        elif seed is None:
            self._say("exact")
        else:
            self._hold(seed.encode(), Stream.of(event, fields), rest, value)

    def _hold(self, seed: bytes, stream: Stream, rest: Rest[Any], value: Any) -> None:
        drawn = pick(rest, seed, stream, self._now.counts.get(stream, 0))
        if drawn == value:
            self._say("exact")
        else:
            found = f"the seed gives {drawn!r}, not {value!r}"
            self._say("diverged", "not what the seed gives", found)

    def _say(self, status: Status, text: str = "", evidence: str = "") -> None:
        self.status, self.text, self.evidence = status, text, evidence


def walk(
    store: Store,
    match: str,
    game: Game[Any, Any, Any, Any],
    readers: tuple[Audience, ...] = (),
    to: int | None = None,
    chain: Chain | None = None,
    audience: Audience = "auditor",
) -> Iterator[Step]:
    """Walk a match of a file with everything the file discloses.

    Args:
        audience: walk it with what this audience may read instead.
        readers: for whom the file is a copy: actions are judged on what they are shown.
        to: the last seq to walk.
        chain: if given, follows the rows, and the walk stops where it does not hold.
    """
    judge = _Judge(store, match, game, readers, audience)
    now: Position[Any] | None = None
    try:
        for entry in read(store, codec_of(game), match, audience, 0, to, chain):
            if now is None:
                step = Step(entry, "exact", position=position.begin(game, entry.event))
            else:
                step = judge.next(now, entry)
            yield step
            now = step.position
            if now is None:
                return
    except Broken as broken:
        entry = Entry(broken.seq, 0, Event())
        yield Step(entry, "diverged", text=broken.text)


def differs(game: Game[Any, Any, Any, Any], text: str) -> str:
    """What is said where a log was played under other rules than those it is held against."""
    return f"differs from rules {game.version} ({text})"


def ending(game: Game[Any, Any, Any, Any], now: Position[Any]) -> Step | None:
    """What is wrong with a log that ends here; None if it may."""
    text = _left_to_do(game, now)
    if not text:
        return None
    nothing = Entry(now.seq, 0, Event())
    if now.table.rules != game.version:
        return Step(nothing, "unverified", text=differs(game, text))
    return Step(nothing, "diverged", text=text)


def _left_to_do(game: Game[Any, Any, Any, Any], now: Position[Any]) -> str:
    if broken := conduct.cut(now):
        return broken.text
    try:
        due = remedy(game, now) or ask(game, "settle", now.state, Declared())
    except Waiting as waiting:
        if now.table.opened.chance == "declared":
            return ""
        return f"the log ends before its {kind_of(waiting.need.event)}: it was cut"
    except NeedsDisclosure:
        return ""
    except Exception as error:  # of a forged log's state, a game's own code may make anything
        return f"the rules cannot go on from here ({why(error)})"
    return f"the log ends before its {kind_of(due)}: it was cut" if due else ""


class _Judge:
    """Judges one event after the other, by everything the file discloses.

    Args:
        readers: for whom the file is a copy.
    """

    def __init__(
        self,
        store: Store,
        match: str,
        game: Game[Any, Any, Any, Any],
        readers: tuple[Audience, ...],
        audience: Audience,
    ) -> None:
        self._game = game
        self._codec = codec_of(game)
        self._readers = readers
        self._past = Past(store, self._codec, match, game, audience)
        self._public = Past(store, self._codec, match, game, "spectator")

    def next(self, now: Position[Any], entry: Entry) -> Step:
        """Judge one event, then follow it if the rules can."""
        try:
            step = self._judged(now, entry)
        except (
            Exception
        ) as error:  # what a forged log makes of a game's own code is anybody's guess
            text = f"the rules cannot judge it ({why(error)})"
            said = error.__cause__ if isinstance(error, GameError) and error.brief else error
            evidence = f"{text[:-1]}: {said})" if said else text
            step = Step(entry, "diverged", text=text, evidence=evidence)
        if step.status == "diverged":
            return self._elsewhere(now, step)
        try:
            after = position.after(self._game, now, entry.event, self._past)
        except Broken as broken:
            return self._elsewhere(now, Step(entry, "diverged", text=broken.text))
        return replace(step, position=after)

    def _elsewhere(self, now: Position[Any], step: Step) -> Step:
        """A step that diverges; under rules other than the match's own it is only unverified.

        Recorded facts are then followed further where the rules can.
        """
        game = self._game
        if now.table.rules == game.version:
            return step
        text, evidence = differs(game, step.text), step.evidence and differs(game, step.evidence)
        try:
            after = position.after(game, now, step.entry.event, self._past)
        except Broken:
            after = None
        return replace(step, status="unverified", text=text, evidence=evidence, position=after)

    def _judged(self, now: Position[Any], entry: Entry) -> Step:
        event, chance = entry.event, Recorded(entry.event, now)
        if owed := conduct.owed(now, event):
            return Step(entry, "diverged", text=owed)
        due, needs = _due(self._game, now, chance)
        by_house = type(event) in HOUSE_EVENTS
        if due is not None and not isinstance(event, Consequence):
            drawing = isinstance(due, type)  # then the house may go on, and nobody else
            if not (drawing and by_house):
                text = f"the table had to do its {kind_of(due)} first"
                return Step(entry, "diverged", text=text)
        if by_house:
            return self._house(now, entry, drawing=isinstance(due, type))
        if isinstance(event, Action):
            return self._action(now, entry)
        if refusal := house.play(now.table):
            return Step(entry, "diverged", refusal.clause, refusal.reason)
        if needs:
            return Step(entry, "unverified", text="what leads to it is hidden in this copy")
        return _consequence(entry, due, chance)

    def _house(self, now: Position[Any], entry: Entry, *, drawing: bool) -> Step:
        event: Any = entry.event
        facts = conduct.facts_for(self._game, self._codec, now, event, self._past, drawing=drawing)
        refusal = house.check(now.table, event, facts)
        if refusal:
            return Step(entry, "diverged", refusal.clause, refusal.reason)
        by_engine = isinstance(event, Ruled) and event.by == "engine"
        if by_engine and event != conduct.ruling(self._game, now, self._public):
            text = "the engine rules otherwise on this dispute"
            return Step(entry, "diverged", "HOUSE-17", text)
        return Step(entry, "exact")

    def _action(self, now: Position[Any], entry: Entry) -> Step:
        action: Action | Any = entry.event
        state = position.shown(self._game, now.state, self._readers)
        try:
            if now.table.acting is not None:
                absent = person(now.table.acting, now.table.opened.seats)
                return self._for_another(now.table.acting, absent, state, entry)
            refusal = judge(self._game, now, state, action)
        except NeedsDisclosure:
            text = "whether it was allowed is hidden in this copy"
            return Step(entry, "unverified", text=text, irregular=self._seen(now, state, action))
        if refusal is None:
            return Step(entry, "exact")
        if refusal.irregular and now.table.opened.irregular == "allow":
            return Step(entry, "exact", irregular=refusal)
        return Step(entry, "diverged", refusal.clause, refusal.reason)

    def _seen(self, now: Position[Any], state: Any, action: Action) -> Refusal | None:
        """What is irregular in an action by what is shown, though all of it cannot be judged."""
        if self._game.fault is None or now.table.opened.irregular != "allow":
            return None
        try:
            found: Refusal | None = ask(self._game, "fault", state, action)
        except NeedsDisclosure:
            return None
        return found

    def _for_another(self, seat: Seat, name: str, state: Any, entry: Entry) -> Step:
        """What the host did for an absent seat, held against what the game does by default."""
        due = conduct.default_act(self._game, state, seat)
        likeness = _alike(due, entry.event)
        if likeness == "diverged":
            text = f"the host acted for {name}, and not as the game does by default"
            return Step(entry, "diverged", "HOUSE-21", text)
        text = "" if likeness == "exact" else "part of it is hidden in this copy"
        return Step(entry, likeness, text=text)


def _consequence(entry: Entry, due: Event | type[Event] | None, chance: Recorded) -> Step:
    """Hold a recorded consequence against the one that is due."""
    event = entry.event
    if due is None or isinstance(due, type):
        wanted = f"{one(kind_of(due))} is due" if due else "nothing is due"
        return Step(entry, "diverged", text=f"no {kind_of(event)} follows here: {wanted}")
    likeness = _alike(due, event)
    if likeness == "diverged":
        text = f"the rules give another {kind_of(due)} here"
        return Step(entry, "diverged", text=text, evidence=f"the rules give {due!r} here")
    if chance.status in ("diverged", "unverified"):
        return Step(
            entry, chance.status, text=chance.text, evidence=chance.evidence, draw=chance.status
        )
    text = "" if likeness == "exact" else "part of it is hidden in this copy"
    return Step(entry, likeness, text=text, draw=chance.status)


def _due(
    game: Game[Any, Any, Any, Any], now: Position[Any], chance: Recorded
) -> tuple[Event | type[Event] | None, bool]:
    """The due consequence, or the class of the draw due instead; and whether that is unknown."""
    try:
        return remedy(game, now) or ask(game, "settle", now.state, chance), False
    except Waiting as waiting:
        return waiting.need.event, False
    except NeedsDisclosure:
        return None, True


def _alike(due: Event | None, event: Event) -> Status:
    """Whether a recorded event is what settle says, as far as its fields are disclosed."""
    if type(due) is not type(event):
        return "diverged"
    status: Status = "exact"
    for name in event.__struct_fields__:
        try:
            if getattr(due, name) != getattr(event, name):
                return "diverged"
        except NeedsDisclosure:
            status = "unverified"
    return status
