"""A ledger for tabletop games that can prove what happened: every name a host may use."""

from ledger.book import Clock, Ledger
from ledger.chain import Head
from ledger.chance import Chance, Pool
from ledger.choices import ArrangementOf, Choice, Domain, OneOf, Pick, Range, SubsetOf
from ledger.clauses import Catalogue, Clause
from ledger.compare import Difference, compare
from ledger.errors import (
    Broken,
    Damaged,
    FileInTheWay,
    GameError,
    InvalidAction,
    InvalidOption,
    LedgerError,
    Misused,
    NeedsDisclosure,
    NewerFormat,
    NotALedger,
    NotWritten,
    Refused,
    Stale,
    UnknownAudience,
    UnknownGame,
    UnknownMatch,
    Unreadable,
)
from ledger.events import Action, Consequence, Event, Opening, Seat, kind_of
from ledger.evidence import Audit, Check, Finding
from ledger.game import Audience, Game, Names, Outcome, Refusal
from ledger.hidden import (
    HIDDEN,
    Bag,
    For,
    Hidden,
    Own,
    OwnEach,
    Rest,
    Secret,
    known,
    rest_of,
    spread,
)
from ledger.house import HOUSE, MatchOpened, RulesAdopted, SealsOpened
from ledger.loop import AwaitedDraw
from ledger.match import Match, Who
from ledger.picture import Cell, Grid, Note, Picture, Table, letter
from ledger.reader import Entry
from ledger.registry import find as find_game
from ledger.registry import names as game_names
from ledger.replay import Replay
from ledger.seals import Entropy
from ledger.telling import tell
from ledger.transfer import import_lines

__version__ = "0.1.0"

__all__ = [
    "HIDDEN",
    "HOUSE",
    "Action",
    "ArrangementOf",
    "Audience",
    "Audit",
    "AwaitedDraw",
    "Bag",
    "Broken",
    "Catalogue",
    "Cell",
    "Chance",
    "Check",
    "Choice",
    "Clause",
    "Clock",
    "Consequence",
    "Damaged",
    "Difference",
    "Domain",
    "Entropy",
    "Entry",
    "Event",
    "FileInTheWay",
    "Finding",
    "For",
    "Game",
    "GameError",
    "Grid",
    "Head",
    "Hidden",
    "InvalidAction",
    "InvalidOption",
    "Ledger",
    "LedgerError",
    "Match",
    "MatchOpened",
    "Misused",
    "Names",
    "NeedsDisclosure",
    "NewerFormat",
    "NotALedger",
    "NotWritten",
    "Note",
    "OneOf",
    "Opening",
    "Outcome",
    "Own",
    "OwnEach",
    "Pick",
    "Picture",
    "Pool",
    "Range",
    "Refusal",
    "Refused",
    "Replay",
    "Rest",
    "RulesAdopted",
    "SealsOpened",
    "Seat",
    "Secret",
    "Stale",
    "SubsetOf",
    "Table",
    "UnknownAudience",
    "UnknownGame",
    "UnknownMatch",
    "Unreadable",
    "Who",
    "compare",
    "find_game",
    "game_names",
    "import_lines",
    "kind_of",
    "known",
    "letter",
    "rest_of",
    "spread",
    "tell",
]
