"""A ledger: one file that holds any number of matches."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import msgspec

from ledger import names, registry
from ledger.audit import audit
from ledger.chain import Chain, Head, Row, head_of
from ledger.chance import ALGORITHM
from ledger.codec import codec_of, house_codec
from ledger.connected import LARGEST
from ledger.errors import (
    Broken,
    FileInTheWay,
    InvalidAction,
    InvalidOption,
    Misused,
    Refused,
    UnknownGame,
    UnknownMatch,
)
from ledger.events import kind_of
from ledger.evidence import Audit
from ledger.game import Game, Refusal
from ledger.given import held, one_of
from ledger.house import MatchOpened, RulesAdopted
from ledger.loop import run
from ledger.match import Match
from ledger.position import opening, unfit
from ledger.recorder import Recorder
from ledger.replay import Replay, replay
from ledger.seals import Disclosure, Entropy, whole
from ledger.store import LAST, Store
from ledger.values import text_of

Clock = Callable[[], int]
"""The time now in microseconds since 1970, UTC."""


_TERMS = (kind_of(MatchOpened), kind_of(RulesAdopted))  # what tells the rules of a match
_ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"  # none that is read for another


def now() -> int:
    """The machine's clock."""
    return time.time_ns() // 1000


@held
class Ledger:
    """An open ledger file. Use it as a context manager, or close it.

    Args:
        path: the file; None keeps everything in memory.
        mode: ``write`` opens it for acting and makes it if it is not there, ``create`` insists on
            a new file, ``read`` changes nothing and works on read-only media.
        games: games by name that are not installed; they come before those that are.
        clock: where times come from.
        entropy: where salts, match ids and seeds come from.
        synchronous: ``full`` survives a power cut after each act; ``normal`` is faster and may
            then lose the last acts, nothing else.

    Raises:
        Misused: there is no such mode, or something is of another type.
        NotALedger, NewerFormat, Damaged: the file cannot be taken as a ledger.
        FileInTheWay, NotWritten: it cannot be made or written.
    """

    def __init__(
        self,
        path: Path | str | None = None,
        mode: Literal["write", "create", "read"] = "write",
        *,
        games: Sequence[Game[Any, Any, Any, Any]] = (),
        clock: Clock = now,
        entropy: Entropy = os.urandom,
        synchronous: Literal["full", "normal"] = "full",
    ) -> None:
        one_of("the mode", mode, ("write", "create", "read"))
        one_of("synchronous", synchronous, ("full", "normal"))
        if path is None and mode == "read":
            raise Misused("there is nothing to read in memory: name a file, or give no mode")
        self.path = None if path is None else Path(path)
        self._games = {game.name: game for game in games}
        self._clock = clock
        self._entropy = whole(entropy)
        self._store = self._opened(mode, synchronous)

    def _opened(
        self, mode: Literal["write", "create", "read"], synchronous: Literal["full", "normal"]
    ) -> Store:
        if mode != "write" or (self.path is not None and os.path.exists(self.path)):
            return Store(self.path, mode, synchronous)
        try:
            return Store(self.path, "create", synchronous)
        except FileInTheWay:
            if self.path is None or not os.path.exists(self.path):  # a link that leads nowhere
                raise
        return Store(self.path, "write", synchronous)  # another program was faster: its file

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; it is then whole in itself and can be mailed."""
        self._store.close()

    @property
    def warning(self) -> str:
        """What is wrong with the file around its rows, such as a missing side file; or empty."""
        return self._store.warning

    def ids(self) -> tuple[str, ...]:
        """The ids of the matches in the file, oldest first."""
        return tuple(self._store.matches())

    def match(self, match: str | None = None) -> Match:
        """A match of this file.

        Args:
            match: its id; None where the file holds just one.

        Raises:
            UnknownMatch: it is not here, or several are and none was named.
            UnknownGame: its game is not installed.
            Broken: its chain or its events do not hold.
        """
        name = self._named(match)
        return Match(self._store, name, self.game_of(name), self._clock, self._entropy)

    def game_of(self, match: str) -> Game[Any, Any, Any, Any]:
        """The game of a match in this file.

        Raises:
            UnknownGame: it is not installed, or not under rules as new as the match's.
            Broken: the match does not begin as a match does.
        """
        rows = self._store.rows(match, kinds=_TERMS)
        opened = _opening(match, next(rows, None))
        game = registry.find(opened.game, self._games)
        rules = max([opened.rules, *map(_adopted, rows)])
        if rules > game.version:
            raise UnknownGame(
                f"the match was played under rules {rules} of {game.title}, and here are rules "
                f"{game.version}: install a newer version of the game"
            )
        return game

    def first(self, match: str) -> MatchOpened:
        """The first event of a match, its seed HIDDEN; read without knowing the game."""
        return _opening(match, next(self._store.rows(match, 0, 1), None))

    def new(
        self,
        game: str | Game[Any, Any, Any, Any],
        seats: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        chance: Literal["seeded", "declared"] = "seeded",
        seed: str | None = None,
        irregular: Literal["allow", "refuse"] = "allow",
    ) -> Match:
        """Open a match and let the table do what it does before the first act.

        Args:
            game: an installed game's name, or a game.
            seats: the people's names, by seat.
            options: the game's options that differ from its defaults.
            chance: ``seeded``: the engine draws; ``declared``: the table says what was drawn.
            seed: for tests only, since it can be guessed; by default 32 secret random bytes.
            irregular: whether acts against a clause can be recorded with ``anyway``.

        Raises:
            UnknownGame: none is called so.
            InvalidOption: an option, a name or the number of seats is not possible; of the number
                it tells the clause, if the game names one.
            Refused: the game refuses these options together; tells the clause.
            Misused: the ledger was opened to read.
            NotWritten: the disk did not take it.
        """
        _be_terms(options, chance, seed, irregular)
        rules = registry.find(game, self._games) if isinstance(game, str) else game
        people = names.check(seats)
        if (why := unfit(rules, len(people))) is not None:
            raise InvalidOption(f"{why}, {len(people)} {'is' if len(people) == 1 else 'are'} named")
        if chance == "declared" and seed is not None:
            raise InvalidOption("a table that declares its draws has no seed")
        if seed is not None and not 1 <= len(seed) <= 200:
            raise InvalidOption("a seed by hand has 1 to 200 characters")
        seeded = chance == "seeded"
        event = MatchOpened(
            game=rules.name,
            rules=rules.version,
            options=msgspec.to_builtins(rules.choose(options or {})),
            seats=people,
            chance=chance,
            draws=ALGORITHM if seeded else None,
            seed=(seed or self._entropy(32).hex()) if seeded else None,
            seed_by=("hand" if seed else "secrets") if seeded else None,
            irregular=irregular,
        )
        try:
            codec_of(rules).write(event, 1, bytes)
        except InvalidAction as error:  # half a character, in an option or in the seed
            raise InvalidOption(str(error)) from None
        return self._begin(rules, event)

    def replay(self, match: str | None = None) -> Replay:
        """Whether a match is what its rules and its seed give; does not raise if it is not.

        Raises:
            UnknownMatch, UnknownGame: as `match` does.
            Broken: it does not begin as a match does.
        """
        name = self._named(match)
        return replay(self._store, name, self.game_of(name))

    def audit(self, match: str | None = None, head: Head | str | None = None) -> Audit:
        """Check everything about a match that can be checked; does not raise for what it finds.

        Args:
            head: one that was held elsewhere, or its text; the log must contain it.

        Raises:
            UnknownMatch: it is not here, or several are and none was named.
            Misused: the head is none.
        """
        head = head_of(head)
        name = self._named(match)
        try:
            game = self.game_of(name)
        except Broken as broken:
            return audit(self._store, name, None, head, broken=broken)
        except UnknownGame as error:
            return audit(self._store, name, None, head, str(error))
        return audit(self._store, name, game, head)

    def rows(self, match: str) -> Iterator[Row]:
        """The events of a match as stored, in order: what `compare` and copies go by."""
        return self._store.rows(match)

    def disclosures(self, match: str) -> list[Disclosure]:
        """What opens the seals of a match in this file."""
        return self._store.disclosures(match)

    def adopt(self, match: str, rows: Sequence[Row], disclosures: Sequence[Disclosure]) -> None:
        """Append rows that another ledger recorded, whole.

        Raises:
            Broken: their chain does not hold; nothing is written.
            Misused: a row or a disclosure is none, the match is here already, or the ledger was
                opened to read.
        """
        chain = Chain(match)
        with self._store.transaction(act=True):
            if self._store.last(match)[0]:
                raise Misused(f"match {match} is in this ledger already")
            if not rows:
                raise Misused("a match has at least its first event, and there are no rows")
            for row in rows:
                if not (type(row.seq) is type(row.time) is int and type(row.event) is bytes):
                    raise Misused("a row has numbers as its seq and time, and its event is bytes")
                chain.take(row)
            for opened in disclosures:
                _be_disclosure(opened)
            self._store.append(match, rows, disclosures)

    def _begin(self, game: Game[Any, Any, Any, Any], event: MatchOpened) -> Match:
        begun = opening(game, event)
        if isinstance(begun, Refusal):
            raise Refused(begun.clause, begun.reason)
        match = _id(self._entropy(10))
        recorder = Recorder(self._store, codec_of(game), match, self._entropy)
        with self._store.transaction(act=True):
            if self._store.last(match)[0]:
                raise Misused(
                    f"the source of random bytes gave the id of a match that is here, {match}: "
                    "use one that does not repeat itself"
                )
            follows = run(game, begun).events
            recorder.write(Chain(match), self._clock(), (event, *follows))
        return Match(self._store, match, game, self._clock, self._entropy)

    @contextmanager
    def batch(self) -> Generator[None]:
        """Acts inside are committed together, all or none, when the block ends.

        Raises:
            Misused: the ledger was opened to read.
        """
        with self._store.transaction():
            yield

    def _named(self, match: str | None) -> str:
        with suppress(UnicodeEncodeError):  # half a character names none
            if (
                isinstance(match, str)
                and len(match.encode()) <= LARGEST  # SQLite takes no more
                and self._store.last(match)[0]
            ):
                return match
        ids = self.ids()
        if match is None and len(ids) == 1:
            return ids[0]
        if match is None and not ids:
            raise UnknownMatch("this ledger holds no match yet")
        if match is None:
            raise UnknownMatch(f"this ledger holds {len(ids)} matches: name one of {_some(ids)}")
        which = f"holds: {_some(ids)}" if ids else "holds none yet"
        raise UnknownMatch(f"no match {text_of(match)[:64]!r} in this ledger, which {which}")


def _opening(match: str, row: Row | None) -> MatchOpened:
    """How a match began, from the first of its rows that are known."""
    if row is not None and row.seq == 1:
        try:
            event = house_codec().read(row.event)
        except Broken as broken:
            raise Broken(1, broken.check, broken.text) from None
        if isinstance(event, MatchOpened):
            return event
    raise Broken(1, "chain", f"match {match} does not begin with match_opened")


def _adopted(row: Row) -> int:
    """The rules an event adopts; 0 if it does not."""
    with suppress(Broken):  # the audit will tell
        event = house_codec().read(row.event)
        return event.rules if isinstance(event, RulesAdopted) else 0
    return 0


def _be_disclosure(row: Disclosure) -> None:
    """Refuse what no file could hold.

    Raises:
        Misused: it is so.
    """
    numbers, texts = (row.seq, row.issued), (row.field, row.audience, row.salt, row.value)
    if not (
        all(type(number) is int and 0 < number <= LAST for number in numbers)
        and all(type(text) is str for text in texts)
    ):
        raise Misused("a disclosure has numbers as its seq and issued, and the rest of it is text")


def _be_terms(options: object, chance: object, seed: object, irregular: object) -> None:
    """Refuse what only a caller without a type checker gives.

    Raises:
        InvalidOption: one of them is of another type, or no such word.
    """
    if not isinstance(options, Mapping | None):
        raise InvalidOption("the options are a mapping, from names to values")
    one_of("chance", chance, ("seeded", "declared"), InvalidOption)
    if not isinstance(seed, str | None):
        raise InvalidOption(f"a seed by hand is text, not {type(seed).__name__}")
    one_of("irregular", irregular, ("allow", "refuse"), InvalidOption)


def _id(noise: bytes) -> str:
    """A match's id from 10 random bytes: 16 letters and digits, 5 bits each."""
    number = int.from_bytes(noise, "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(75, -1, -5))


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:10]) + (" ..." if len(ids) > 10 else "")
