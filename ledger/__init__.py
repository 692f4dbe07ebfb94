"""A ledger for tabletop games that can prove what happened: every name a host may use.

A module is loaded when the first of its names is asked for (PEP 562): ``import ledger`` costs next
to nothing, and a game, or a command that needs no file, never pays for SQLite.
"""

import typing

if typing.TYPE_CHECKING:
    from ledger.book import Clock, Ledger
    from ledger.chain import Head
    from ledger.chance import Chance, Pool
    from ledger.choices import ArrangementOf, Choice, Domain, OneOf, Pick, Range, SubsetOf
    from ledger.clauses import Catalogue, Clause
    from ledger.difference import Difference, compare
    from ledger.docket import Docket, Quarrel
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
    from ledger.house import (
        HOUSE,
        ActedFor,
        Asked,
        Dispute,
        Disputed,
        DisputeWithdrawn,
        MatchClosed,
        MatchOpened,
        Ruled,
        RulesAdopted,
        SealsOpened,
        TakeBackAgreed,
        TakeBackAsked,
        TakeBackDeclined,
        TakenBack,
    )
    from ledger.irregular import Irregular
    from ledger.loop import AwaitedDraw
    from ledger.match import Match
    from ledger.picture import Cell, Grid, Note, Picture, Table, letter
    from ledger.reader import Entry
    from ledger.record import Who
    from ledger.registry import find as find_game
    from ledger.registry import names as game_names
    from ledger.replay import Replay
    from ledger.seals import Entropy
    from ledger.telling import tell
    from ledger.transfer import import_lines
    from ledger.whatif import WhatIf
else:  # so that no type checker takes a misspelt name for one that might be there
    from importlib import import_module as _import_module

    _HOMES = {
        "book": "Clock Ledger",
        "chain": "Head",
        "chance": "Chance Pool",
        "choices": "ArrangementOf Choice Domain OneOf Pick Range SubsetOf",
        "clauses": "Catalogue Clause",
        "difference": "Difference compare",
        "docket": "Docket Quarrel",
        "errors": (
            "Broken Damaged FileInTheWay GameError InvalidAction InvalidOption LedgerError "
            "Misused NeedsDisclosure NewerFormat NotALedger NotWritten Refused Stale "
            "UnknownAudience UnknownGame UnknownMatch Unreadable"
        ),
        "events": "Action Consequence Event Opening Seat kind_of",
        "evidence": "Audit Check Finding",
        "game": "Audience Game Names Outcome Refusal",
        "hidden": "HIDDEN Bag For Hidden Own OwnEach Rest Secret known rest_of spread",
        "house": (
            "ActedFor Asked Dispute DisputeWithdrawn Disputed HOUSE MatchClosed MatchOpened Ruled "
            "RulesAdopted SealsOpened TakeBackAgreed TakeBackAsked TakeBackDeclined TakenBack"
        ),
        "irregular": "Irregular",
        "loop": "AwaitedDraw",
        "match": "Match",
        "picture": "Cell Grid Note Picture Table letter",
        "reader": "Entry",
        "record": "Who",
        "registry": "find_game game_names",
        "replay": "Replay",
        "seals": "Entropy",
        "telling": "tell",
        "transfer": "import_lines",
        "whatif": "WhatIf",
    }
    _INSIDE = {"find_game": "find", "game_names": "names"}  # as they are called there
    _HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = _import_module(f"{__name__}.{_HOME[name]}")
        value = globals()[name] = getattr(home, _INSIDE.get(name, name))
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__version__ = "0.1.0"

__all__ = [
    "HIDDEN",
    "HOUSE",
    "ActedFor",
    "Action",
    "ArrangementOf",
    "Asked",
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
    "Dispute",
    "DisputeWithdrawn",
    "Disputed",
    "Docket",
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
    "Irregular",
    "Ledger",
    "LedgerError",
    "Match",
    "MatchClosed",
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
    "Quarrel",
    "Range",
    "Refusal",
    "Refused",
    "Replay",
    "Rest",
    "Ruled",
    "RulesAdopted",
    "SealsOpened",
    "Seat",
    "Secret",
    "Stale",
    "SubsetOf",
    "Table",
    "TakeBackAgreed",
    "TakeBackAsked",
    "TakeBackDeclined",
    "TakenBack",
    "UnknownAudience",
    "UnknownGame",
    "UnknownMatch",
    "Unreadable",
    "WhatIf",
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
