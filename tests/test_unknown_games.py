"""A file of a game that is not known here: what an audit can say of it, and what it cannot."""

import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ledger import Audit

from .forging import SALT, Change, changed, compact, first, forced, rechain, rewrite
from .tables import a_ledger


def audited(path: Path, *changes: Change) -> Audit:
    """An audit by somebody who has no game at all."""
    changed(path, *changes)
    with a_ledger(path, "read", games=()) as ledger:
        return ledger.audit()


def status(audit: Audit, name: str) -> str:
    return next(check.status for check in audit.checks if check.name == name)


def said(audit: Audit) -> str:
    return next(check.detail for check in audit.checks if check.name == "seals")


def last_of(raw: sqlite3.Connection) -> int:
    return int(raw.execute("SELECT max(seq) FROM events").fetchone()[0])


# --- events


def with_last(path: Path, event: str) -> tuple[Audit, int]:
    """The file with another last event, to which nothing belongs."""
    with forced(path) as raw:
        last = last_of(raw)
        raw.execute("UPDATE events SET event = ? WHERE seq = ?", (event, last))
        rechain(raw)
    with a_ledger(path, "read", games=()) as ledger:
        return ledger.audit(), last


@pytest.mark.parametrize(
    "event",
    [
        "",
        "7",
        "[]",
        "{}",
        '{"seat":0}',
        '{"text":"kind"}',
        '{"seat":0,"kind":"x"}',
        '{"kind":7}',
        '{"kind":null}',
        '{"kind":"x"',
        '{"kind":"x"}}',
        '{"kind":"x","kind":"x"}',
        '{"kind":"x","a":1,"a":2}',
        '{"kind":"x","a":[{"b":1,"b":1}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_event_of_any_game_is_broken(path: Path, event: str) -> None:
    """An event is a JSON object that begins with its kind and says nothing twice."""
    audit, last = with_last(path, event)
    assert (last, "not an event of any game") in [(f.seq, f.text) for f in audit.findings]
    assert status(audit, "chain") == "failed"


@pytest.mark.parametrize(
    "event",
    [
        '{"kind":"x"}',
        '{"kind":"x","a":{"kind":7},"b":[{"c":1},{"c":1}]}',
        '{"kind":"x","n":%s,"m":-1.5e300}' % ("9" * 4000),
    ],
)
def test_what_may_be_an_event_of_some_game_is_not_accused(path: Path, event: str) -> None:
    audit, _ = with_last(path, event)
    assert audit.findings == ()
    assert status(audit, "chain") == "ok"


def test_where_the_game_is_known_a_broken_event_is_named_once(path: Path) -> None:
    with forced(path) as raw:
        last = last_of(raw)
        raw.execute("""UPDATE events SET event = '{"kind":7}' WHERE seq = ?""", (last,))
        rechain(raw)
    with a_ledger(path, "read") as ledger:
        found = [finding.text for finding in ledger.audit().findings if finding.seq == last]
    assert len(found) == 1
    assert found[0].startswith("not an event of this game")


def test_an_event_of_the_house_in_no_shape_of_its_own_is_broken(path: Path) -> None:
    """Which seals it opened nobody could tell."""
    audit, _ = with_last(path, '{"kind":"seals_opened","scope":"none"}')
    assert status(audit, "seals") == "failed"


def test_seals_that_are_no_json_are_broken(path: Path) -> None:
    audit, _ = with_last(path, '{"card":{"seal":')
    assert status(audit, "seals") == "failed"


# --- what opens seals


SECRET = "seq = 2 AND audience = '0'"  # seat 0's first card


def disclose(raw: sqlite3.Connection, **values: Any) -> None:
    """Open the seal of event 2 once more, to somebody else or at another time."""
    columns = ("match", "seq", "field", "audience", "issued", "salt", "value")
    wanted = ", ".join(f":{name}" if name in values else name for name in columns)
    raw.execute(f"INSERT INTO disclosures SELECT {wanted} FROM disclosures WHERE {SECRET}", values)


def early(raw: sqlite3.Connection) -> None:
    """All seals are opened before one of them is there."""
    rewrite(raw, 3, lambda _: {"kind": "seals_opened", "scope": "all"})
    raw.execute("DELETE FROM disclosures WHERE seq = 3")
    raw.execute(
        "INSERT INTO disclosures SELECT match, seq, field, 'all', 3, salt, value FROM disclosures "
        "WHERE seq = 4"
    )


NO_EVENT = "'card' was opened by no event that opens it"
FORGED: dict[str, tuple[Change, str]] = {
    "to all at once": (lambda raw: disclose(raw, audience="all"), NO_EVENT),
    "to all before it happened": (lambda raw: disclose(raw, audience="all", issued=1), NO_EVENT),
    "to all after the end": (
        lambda raw: disclose(raw, audience="all", issued=last_of(raw) + 1),
        NO_EVENT,
    ),
    "to all by an opening before it": (early, NO_EVENT),
    "to a seat later": (lambda raw: disclose(raw, audience="1", issued=9), NO_EVENT),
    "to nobody later": (lambda raw: disclose(raw, audience="nobody", issued=9), NO_EVENT),
    "another value": (
        lambda raw: raw.execute(f"UPDATE disclosures SET value = '99' WHERE {SECRET}"),
        "what opens card does not fit its seal",
    ),
    "another salt": (
        lambda raw: raw.execute(f"UPDATE disclosures SET salt = '{SALT}' WHERE {SECRET}"),
        "what opens card does not fit its seal",
    ),
    "a field that is none": (
        lambda raw: raw.execute(f"UPDATE disclosures SET field = 'x' WHERE {SECRET}"),
        "'x' is opened and was not sealed",
    ),
    "of an event that seals nothing": (
        lambda raw: disclose(
            raw, seq=first(raw, "bids_revealed"), issued=first(raw, "bids_revealed")
        ),
        "'card' is opened and was not sealed",
    ),
    "of a match that does not begin": (
        lambda raw: raw.executescript(
            """UPDATE events SET event = '{"kind":"x"}' WHERE seq = 1;
            DELETE FROM disclosures WHERE seq = 1"""
        ),
        "'card' is opened to '0', whom there is not",
    ),
    **{
        f"to {who!r}": (
            lambda raw, who=who: disclose(raw, audience=who),  # type: ignore[misc]
            f"'card' is opened to {who!r}, whom there is not",
        )
        for who in ("3", "01", "-1", "100", "\u0661", "", "auditor", "spectator")
    },
}


@pytest.mark.parametrize("name", FORGED)
def test_what_no_game_would_open_so_is_broken(path: Path, name: str) -> None:
    change, text = FORGED[name]
    audit = audited(path, change)
    assert text in [finding.text for finding in audit.findings]
    assert status(audit, "seals") == "failed"


@pytest.mark.parametrize(
    "change",
    [
        {"audience": "x" * 1000},
        {"field": "x" * 1000},
        {"field": "x" * 1000, "audience": "1", "issued": 9},
        {"field": "x" * 1000, "audience": "all"},
        {"field": "x" * 1000, "audience": "3"},
    ],
)
def test_of_a_long_name_the_beginning_is_said(path: Path, change: dict[str, Any]) -> None:
    audit = audited(path, lambda raw: disclose(raw, **change))
    assert audit.findings
    assert all(len(finding.text) < 200 for finding in audit.findings)


ALLOWED: dict[str, Change] = {
    "to all by any later event": lambda raw: disclose(raw, audience="all", issued=3),
    "to all by the last event": lambda raw: disclose(raw, audience="all", issued=last_of(raw)),
    "to the last seat": lambda raw: disclose(raw, audience="2"),
    "to nobody": lambda raw: disclose(raw, audience="nobody"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_what_only_the_game_could_tell_is_accused_of_nothing(path: Path, name: str) -> None:
    audit = audited(path, ALLOWED[name])
    assert (status(audit, "seals"), audit.findings) == ("ok", ())


# --- what stays closed


def test_what_the_hosts_file_does_not_open_is_named(path: Path, tmp_path: Path) -> None:
    """In an auditor's copy too: it should hold all that the host's file holds."""
    with a_ledger(path, "read") as ledger:
        every = len({(row.seq, row.field) for row in ledger.disclosures(ledger.match().id)})
        ledger.match().export(tmp_path / "copy.db", "auditor")
    for file, whose in ((path, "the host's own file"), (tmp_path / "copy.db", "this copy")):
        audit = audited(file, lambda raw: raw.execute(f"DELETE FROM disclosures WHERE {SECRET}"))
        assert (audit.verdict, status(audit, "seals")) == ("unverified", "unverified")
        assert said(audit) == (
            f"{whose} lacks what opens 'card' of #2 (of a game not known here); "
            f"1 of {every} seals closed in this file"
        )


def test_what_the_house_sealed_is_judged_as_in_any_game(path: Path) -> None:
    audit = audited(path, lambda raw: raw.execute("DELETE FROM disclosures WHERE seq = 1"))
    lacks = "the host's own file lacks what opens 'seed' of #1 (the host's); 1 of "
    assert said(audit).startswith(lacks)


@pytest.mark.parametrize("reader", ["0", "spectator"])
def test_what_is_closed_in_a_players_copy_is_counted(
    path: Path, tmp_path: Path, reader: str
) -> None:
    """For whom it was, only the game could tell."""
    with a_ledger(path, "read") as ledger:
        ledger.match().export(tmp_path / "copy.db", reader)
    assert re.fullmatch(
        r"[1-9][0-9]* of [0-9]+ seals closed in this file", said(audited(tmp_path / "copy.db"))
    )


def test_of_a_long_name_that_is_closed_the_beginning_is_said(path: Path) -> None:
    audit, last = with_last(path, compact({"kind": "x", "y" * 1000: {"seal": "a" * 64}}))
    assert f"y' of #{last} (of a game not known here)" in said(audit)
    assert len(said(audit)) < 200
