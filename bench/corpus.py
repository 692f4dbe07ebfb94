"""What is measured on: matches of the Game of 49 by bots, and files of any size made of them."""

import random
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import bare

from ledger import Action, Ledger
from ledger.chain import Row
from ledger.games.game_of_49 import GAME, Bid, Pass
from ledger.games.game_of_49.state import Auction
from ledger.loop import run
from ledger.position import Position, opening
from ledger.seals import Disclosure
from ledger.simulate import START, STEP, random_action, simulate
from ledger.store import CHUNK, Store

SEATS = ("Ann", "Ben", "Cy")
BIDDERS = ("Ann", "Ben", "Cy", "Di", "Ed")
HIGHEST = 9999  # dollars that may be bid


class Act(NamedTuple):
    """An action and all that it led to, itself first."""

    action: Action
    events: tuple[Any, ...]


def script(seed: str) -> list[Act]:
    """A match played by bots. Under the same seed its actions lead to the same events."""
    bots = random.Random(seed)
    acts: list[Act] = []
    with Ledger(None) as book:
        match = book.new("49", SEATS, seed=seed)
        while (action := random_action(match, bots)) is not None:
            acts.append(Act(action, match.act(action)))
    return acts


class Stored(NamedTuple):
    """One match as it stands in a file."""

    match: str
    rows: list[Row]
    disclosures: list[Disclosure]


def simulated(path: Path, matches: int) -> list[Stored]:
    """Matches played by `simulate` into a new file."""
    simulate("49", path, matches, len(SEATS), seed="bench")
    return stored(path)


def stored(path: Path) -> list[Stored]:
    """All matches of a file."""
    with Ledger(path, "read") as book:
        return [Stored(id, list(book.rows(id)), book.disclosures(id)) for id in book.ids()]


def decoded(matches: Iterable[Stored]) -> list[bare.Played]:
    """The same matches as the bare side writes them."""
    return [
        bare.Played(one.match, [(row.time, bare.decode(row.event)) for row in one.rows])
        for one in matches
    ]


def multiplied(matches: list[Stored], count: int, length: int) -> Iterator[Stored]:
    """So many matches of about so many events: the played ones again and again, cut, renamed."""
    for number in range(count):
        one = matches[number % len(matches)]
        yield renamed(one, f"copy{number:012}", _cut(one.rows, length))


def _cut(rows: list[Row], length: int) -> int:
    """So many events, or somewhat fewer: a log may end only where an act has come to its end."""
    starts = [i for i, row in enumerate(rows) if isinstance(bare.decode(row.event), Action)]
    return len(rows) if len(rows) <= length else max(i for i in starts if i <= length)


def renamed(one: Stored, name: str, length: int) -> Stored:
    """The beginning of a match under another id, and therefore with other digests."""
    digest, rows = bare.origin(name), []
    for row in islice(one.rows, length):
        digest = bare.link(digest, row.seq, row.time, row.event)
        rows.append(Row(row.seq, row.time, row.event, digest))
    return Stored(name, rows, [d for d in one.disclosures if d.issued <= length])


def fill(path: Path, matches: Iterable[Stored], *, secrets: bool = True) -> int:
    """Write whole matches into a new ledger; how many events they have."""
    count = 0
    with closing(Ledger(path, "create")) as book, book.batch():
        for one in matches:
            book.adopt(one.match, one.rows, one.disclosures if secrets else [])
            count += len(one.rows)
    return count


def endless(path: Path, length: int) -> None:
    """One match of about so many events, up to two million.

    Everybody drives the price up a dollar at a time, far beyond what anybody has. That is
    irregular, the table records it, and the rules answer it: a replay is exact.
    """
    with Ledger(None) as book:
        match = book.new("49", BIDDERS, options={"max_bid": HIGHEST}, seed="endless")
        (first,) = match.events("auditor", 0, 1)
        rows, opened = list(book.rows(match.id)), book.disclosures(match.id)
    with closing(Store(path, "create")) as store, store.transaction():
        store.append(match.id, rows, opened)
        acts = _acts(first.event, length - len(rows))
        for chunk in _chained(match.id, rows[-1], acts):
            store.append(match.id, chunk)


def _acts(first: Any, length: int) -> Iterator[Any]:
    """What the bidders of an endless match do, and what follows."""
    begun: Any = opening(GAME, first)
    now: Position[Any] = run(GAME, begun).position
    count = 0
    while count < length and GAME.awaited(now.state):
        done = run(GAME, now, _bidding(now.state))
        now = done.position
        count += len(done.events)
        yield from done.events


def _bidding(state: Any) -> Any:
    """Raise by a dollar if that can be recorded at all; else pass, or place the chip."""
    seat = GAME.awaited(state)[0]
    if not isinstance(state.phase, Auction):
        return GAME.legal(state, seat)[0].sample(lambda _: 0)
    raised = Bid(seat, state.phase.bid + 1 if state.phase.bid else state.phase.minimum)
    refusal = GAME.check(state, raised)
    return raised if refusal is None or refusal.irregular else Pass(seat)


def _chained(match: str, last: Row, events: Iterable[Any]) -> Iterator[list[Row]]:
    """Rows after ``last``, some at a time."""
    seq, digest = last.seq, last.digest
    chunk: list[Row] = []
    for seq, event in enumerate(events, last.seq + 1):
        raw = bare.encode(event)
        digest = bare.link(digest, seq, START + seq * STEP, raw)
        chunk.append(Row(seq, START + seq * STEP, raw, digest))
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    yield chunk
