"""The recorded matches in ``fixtures/``, and what is written beside them."""

from pathlib import Path

import msgspec
from msgspec import Struct

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"


class Replayed(Struct, frozen=True, forbid_unknown_fields=True):
    """What replaying is to give."""

    verdict: str
    exit: int


class Found(Struct, frozen=True, forbid_unknown_fields=True, order=True):
    """What an audit is to find."""

    seq: int
    clause: str
    status: str


class Audited(Struct, frozen=True, forbid_unknown_fields=True):
    """What auditing is to give."""

    verdict: str
    exit: int
    findings: tuple[Found, ...]


class Won(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match has ended."""

    winners: tuple[int, ...]
    clause: str


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written of one match."""

    story: str
    seats: tuple[str, ...]
    clauses: tuple[str, ...]
    replay: Replayed
    audit: Audited
    outcome: Won | None
    head: str

    @property
    def match(self) -> str:
        """The match's id."""
        return self.head.partition(":")[0]


class Exit(Struct, frozen=True, forbid_unknown_fields=True):
    """The exit code for a whole file."""

    exit: int


class Several(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written of a file that holds several matches."""

    story: str
    replay: Exit
    audit: Exit
    matches: tuple[Told, ...]


class Record(Struct, frozen=True):
    """One recorded file."""

    path: Path
    told: Told | Several

    @property
    def name(self) -> str:
        """Its folder and its name, as ``game-of-49/first-line``."""
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def matches(self) -> tuple[Told, ...]:
        """What is written of each match in it."""
        return (self.told,) if isinstance(self.told, Told) else self.told.matches


def _read(path: Path) -> Record:
    raw = path.with_suffix(".json").read_bytes()
    if "matches" in msgspec.json.decode(raw):
        return Record(path, msgspec.json.decode(raw, type=Several))
    return Record(path, msgspec.json.decode(raw, type=Told))


RECORDS = tuple(map(_read, sorted(FIXTURES.glob("*/*.db"))))
NAMES = tuple(record.name for record in RECORDS)
