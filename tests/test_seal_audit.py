"""Seals and disclosures under audit: each opens its seal, for those who were entitled to it."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Audit, Consequence, Opening, seal_audit
from ledger.codec import codec_of
from ledger.evidence import Evidence
from ledger.seals import Disclosure
from ledger.store import Store

from .forging import SALT, Change, changed, first, forced, only_match, rechain, reseal, rewrite
from .pledge_game import PLEDGE, Say
from .sealed_game import SEALED, Bid, Write
from .tables import a_ledger, play, pledge, sealed


def audited(path: Path, *changes: Change) -> Audit:
    changed(path, *changes)
    with a_ledger(path, "read") as ledger:
        return ledger.audit()


def seals(audit: Audit) -> str:
    return next(check.status for check in audit.checks if check.name == "seals")


def said(audit: Audit) -> str:
    return next(check.detail for check in audit.checks if check.name == "seals")


def disclose(raw: sqlite3.Connection, like: str, **values: Any) -> None:
    """Add a disclosure that is like another but for some columns."""
    columns = ("match", "seq", "field", "audience", "issued", "salt", "value")
    wanted = ", ".join(f":{name}" if name in values else name for name in columns)
    raw.execute(
        f"INSERT INTO disclosures SELECT {wanted} FROM disclosures WHERE {like} LIMIT 1", values
    )


def last(raw: sqlite3.Connection) -> int:
    return int(raw.execute("SELECT max(seq) FROM events").fetchone()[0])


SECRET = "seq = 2 AND audience = '0'"  # seat 0's first card
FORGED: dict[str, Change] = {
    "told to another seat": lambda raw: disclose(raw, SECRET, audience="1"),
    "told to everybody": lambda raw: disclose(raw, SECRET, audience="all"),
    "told to nobody's": lambda raw: disclose(raw, SECRET, audience="nobody"),
    "told to everybody later": lambda raw: disclose(raw, SECRET, audience="all", issued=8),
    "told later by a reveal of something else": lambda raw: disclose(
        raw, SECRET, audience="all", issued=first(raw, "bids_revealed")
    ),
    "told later to one seat": lambda raw: disclose(
        raw, SECRET, audience="1", issued=first(raw, "bids_revealed")
    ),
    "told before it happened": lambda raw: disclose(raw, SECRET, audience="all", issued=1),
    "the seed told": lambda raw: disclose(raw, "seq = 1", audience="0"),
    "the seed told later": lambda raw: disclose(raw, "seq = 1", audience="all", issued=8),
    "another value": lambda raw: raw.execute(f"UPDATE disclosures SET value = '99' WHERE {SECRET}"),
    "another salt": lambda raw: raw.execute(
        f"UPDATE disclosures SET salt = '{SALT}' WHERE {SECRET}"
    ),
    "another field": lambda raw: raw.execute(
        f"UPDATE disclosures SET field = 'seat' WHERE {SECRET}"
    ),
    "a field that is none": lambda raw: disclose(raw, SECRET, field="x" * 1000),
    "of an event without secrets": lambda raw: disclose(
        raw, SECRET, seq=first(raw, "bids_revealed")
    ),
    "told to one seat by the reveal that opens it to all": lambda raw: disclose(
        raw, f"seq = {first(raw, 'bid')} AND audience = 'all'", audience="0"
    ),
    "told to everybody by the last event": lambda raw: disclose(
        raw, SECRET, audience="all", issued=last(raw)
    ),
    "of no event": lambda raw: disclose(raw, SECRET, seq=last(raw) + 1),
    "of no event, under a long name": lambda raw: disclose(
        raw, SECRET, seq=10_000, field="x" * 1000
    ),
    "of the event before the first": lambda raw: disclose(raw, SECRET, seq=0),
    "of an event before that, under a long name": lambda raw: disclose(
        raw, SECRET, seq=-1, field="x" * 1000
    ),
    "a long name told later": lambda raw: disclose(raw, SECRET, field="x" * 1000, issued=8),
    "issued after the end": lambda raw: disclose(raw, SECRET, audience="all", issued=10_000),
    "issued just after the end": lambda raw: disclose(
        raw, SECRET, audience="all", issued=last(raw) + 1
    ),
    "a seal of another shape": lambda raw: rewrite(
        raw, 2, lambda event: {**event, "card": {"seal": "xyz"}}
    ),
    "a seal removed": lambda raw: rewrite(raw, 2, lambda event: {**event, "card": None}),
    "a value instead of a seal": lambda raw: rewrite(raw, 2, lambda event: {**event, "card": 3}),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_disclosure_that_does_not_belong_there_is_broken(path: Path, name: str) -> None:
    audit = audited(path, FORGED[name])
    assert audit.verdict == "broken"
    assert seals(audit) == "failed"
    assert all(len(finding.text) < 150 for finding in audit.findings)  # however long a name is


def test_seals_are_counted(path: Path, tmp_path: Path) -> None:
    """All of them in the host's own file, and those that stay closed in a copy."""
    copy = tmp_path / "copy.db"
    with a_ledger(path, "read") as ledger:
        match = ledger.match()
        all_of_them = sum(row.event.count(b'{"seal":') for row in ledger.rows(match.id))
        assert said(ledger.audit()) == f"{all_of_them} seals, all opened by what fits them"
        match.export(copy, "spectator")
    with a_ledger(copy, "read") as theirs:
        opened = {(d.seq, d.field) for d in theirs.disclosures(match.id)}
        assert 0 < len(opened) < all_of_them
        closed = f"{all_of_them - len(opened)} of {all_of_them} seals closed in this file"
        assert (seals(theirs.audit()), said(theirs.audit())) == ("unverified", closed)


def test_a_match_without_a_secret_has_no_seals() -> None:
    with a_ledger() as ledger:
        audit = pledge(ledger, chance="declared", seed=None).audit()
    assert (seals(audit), said(audit)) == ("ok", "there are none")


def test_what_opens_a_seal_of_an_event_taken_out_is_broken(path: Path) -> None:
    with forced(path) as raw:
        raw.execute("DELETE FROM events WHERE seq = 2")
    with a_ledger(path, "read") as ledger:
        assert seals(ledger.audit()) == "failed"


def test_a_reveal_of_something_else_than_was_sealed_is_broken(path: Path) -> None:
    """The bid was changed after it was revealed."""

    def other_bid(raw: sqlite3.Connection) -> None:
        reseal(raw, first(raw, "bid"), "cards", [12, 12, 12])

    audit = audited(path, other_bid)
    assert seals(audit) == "failed"
    assert any("reveals" in finding.text for finding in audit.findings)


def test_a_reveal_told_otherwise_is_broken(path: Path) -> None:
    def other_call(raw: sqlite3.Connection) -> None:
        seq = first(raw, "number_called")
        rewrite(raw, seq, lambda e: {**e, "numbers": [n % 3 + 1 for n in e["numbers"]]})

    assert seals(audited(path, other_call)) == "failed"


def test_a_reveal_of_what_was_never_sealed_is_broken(path: Path) -> None:
    def early(raw: sqlite3.Connection) -> None:
        seq = first(raw, "bid")
        rewrite(raw, seq, lambda _: {"kind": "bids_revealed", "bids": [[], [], []]})

    audit = audited(path, early)
    assert seals(audit) == "failed"
    assert any(finding.text.endswith("which was never sealed") for finding in audit.findings)


def test_a_reveal_whose_disclosures_are_withheld_is_unverified(path: Path) -> None:
    """Every seal it opens could be proved by anybody; without that it is only said."""
    audit = audited(path, lambda raw: raw.execute("DELETE FROM disclosures WHERE audience = 'all'"))
    assert seals(audit) == "unverified"
    assert audit.findings == ()


def test_a_reveal_of_which_nothing_else_is_left_is_unverified(path: Path) -> None:
    def withhold(raw: sqlite3.Connection) -> None:
        raw.execute("DELETE FROM disclosures WHERE seq = ?", (first(raw, "bid"),))

    audit = audited(path, withhold)
    assert (seals(audit), audit.findings) == ("unverified", ())


@pytest.mark.parametrize(("scope", "seq", "field"), [("all", 2, "card"), ("seed", 1, "seed")])
def test_a_seal_said_to_be_opened_of_which_the_key_is_withheld_is_unverified(
    path: Path, scope: Any, seq: int, field: str
) -> None:
    with a_ledger(path) as ledger:
        match = ledger.match()
        match.open_seals(scope)
        opened = match.seq
    withheld = f"DELETE FROM disclosures WHERE seq = {seq} AND audience = 'all'"
    audit = audited(path, lambda raw: raw.execute(withheld))
    assert (seals(audit), audit.findings) == ("unverified", ())
    lacks = f"lacks what opens '{field}' of #{seq} (open to all since #{opened}); "
    assert said(audit).startswith(f"the host's own file {lacks}")


def test_what_opens_seals_is_told_in_the_order_in_which_it_did(path: Path) -> None:
    with a_ledger(path, "read") as ledger:
        rows = ledger.disclosures(ledger.match().id)
    assert rows == sorted(rows, key=lambda d: (d.seq, d.issued, d.field, d.audience))
    assert rows != sorted(rows, key=lambda d: (d.seq, d.field, d.audience))


def test_a_secret_withheld_from_its_own_seat_is_unverified(path: Path) -> None:
    audit = audited(path, lambda raw: raw.execute(f"DELETE FROM disclosures WHERE {SECRET}"))
    assert (audit.verdict, seals(audit)) == ("unverified", "unverified")
    assert said(audit).startswith("the host's own file lacks what opens 'card' of #2 (Ann's); ")


def lacking(audit: Audit) -> str:
    return next(check.detail for check in audit.checks if check.name == "seals")


def test_what_was_removed_from_the_hosts_file_is_named_by_event_and_field(path: Path) -> None:
    """All of it, and none of its values."""
    with a_ledger(path, "read") as ledger:
        rows = ledger.disclosures(ledger.ids()[0])
        bid = next(row for row in rows if row.audience == "all")
    audit = audited(
        path,
        lambda raw: raw.execute(f"DELETE FROM disclosures WHERE {SECRET}"),
        lambda raw: raw.execute("DELETE FROM disclosures WHERE seq = 1"),
        lambda raw: raw.execute(f"DELETE FROM disclosures WHERE seq = {bid.seq}"),
    )
    assert (audit.verdict, audit.findings) == ("unverified", ())
    said = lacking(audit)
    assert said.startswith("the host's own file lacks what opens 'seed' of #1 (the host's), ")
    assert "'card' of #2 (Ann's)" in said
    assert f"'{bid.field}' of #{bid.seq} (open to all since #{bid.issued})" in said
    assert bid.value not in said
    seals = {(row.seq, row.field) for row in rows}
    closed = {(1, "seed"), (2, "card"), (bid.seq, bid.field)}
    assert said.endswith(f"; {len(closed)} of {len(seals)} seals closed in this file")


def test_of_many_that_were_removed_some_are_named_and_the_others_counted(path: Path) -> None:
    said = lacking(audited(path, lambda raw: raw.execute("DELETE FROM disclosures")))
    assert said.count(" of #") == 10
    assert re.search(r"\) and [1-9][0-9]* more; ([0-9]+) of \1 seals closed in this file$", said)


def test_what_a_seats_copy_lacks_is_named_and_what_is_not_for_it_is_not(
    path: Path, tmp_path: Path
) -> None:
    with a_ledger(path, "read") as ledger:
        ledger.match().export(tmp_path / "copy.db", "0")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        whole = lacking(copy.audit())
    assert re.fullmatch(r"[0-9]+ of [0-9]+ seals closed in this file", whole)
    with forced(tmp_path / "copy.db") as raw:
        raw.execute(f"DELETE FROM disclosures WHERE {SECRET}")
    with a_ledger(tmp_path / "copy.db", "read") as copy:
        said = lacking(copy.audit())
    assert said.startswith("this copy lacks what opens 'card' of #2 (Ann's); ")
    assert said.count(" of #") == 1


ACTS = (*(Bid(0, ()), Bid(1, ())) * 2, Write(0, (1, 2)), Write(1, (3, 2)))


@pytest.mark.parametrize("acts", range(len(ACTS) + 1))
def test_what_came_since_an_audit_began_is_held_against_nobody(tmp_path: Path, acts: int) -> None:
    """Others may record more meanwhile, and open what the audit has looked at."""
    with a_ledger(tmp_path / "game.db") as ledger:
        match = sealed(ledger)
        for act in ACTS[:acts]:
            match.act(act)
    with closing(Store(tmp_path / "game.db", "read")) as store:
        last, _ = store.last(match.id)
        for end in range(1, last + 1):
            evidence = Evidence()
            seal_audit.look(evidence, store, match.id, codec_of(SEALED), end)
            assert evidence.findings == [], end


@pytest.mark.parametrize("reader", ["0", "2", "spectator", "auditor"])
def test_what_a_copy_holds_is_for_its_reader(path: Path, tmp_path: Path, reader: str) -> None:
    """The auditor's holds all there is, and lacks what the host's file would lack."""
    copy = tmp_path / "copy.db"
    with a_ledger(path, "read") as ledger:
        whole = said(ledger.audit())
        ledger.match().export(copy, reader)
    audit = audited(copy)
    assert audit.findings == ()
    assert (said(audit) == whole) is (reader == "auditor")
    audit = audited(copy, lambda raw: raw.execute(f"DELETE FROM disclosures WHERE {SECRET}"))
    assert audit.findings == ()
    lacks = said(audit).startswith("this copy lacks what opens 'card' of #2 (Ann's); ")
    assert lacks is (reader in ("0", "auditor"))


def test_what_a_copy_may_not_hold_is_broken(tmp_path: Path) -> None:
    """A card of another seat in a copy: somebody leaked it, or forged it."""
    host, copy = tmp_path / "host.db", tmp_path / "copy.db"
    with a_ledger(host) as ledger:
        match = play(sealed(ledger))
        match.export(copy, "1")
        (leak, *_) = [d for d in ledger.disclosures(match.id) if d.audience == "0"]
    with forced(copy) as raw:
        values = (only_match(raw), leak.seq, leak.field, "0", leak.issued, leak.salt, leak.value)
        raw.execute("INSERT INTO disclosures VALUES (?, ?, ?, ?, ?, ?, ?)", values)
    with a_ledger(copy, "read") as theirs:
        assert seals(theirs.audit()) == "failed"


def test_a_disclosure_opens_the_seal_of_its_salt_field_and_value() -> None:
    opened = Disclosure(2, "card", "0", 2, SALT, "7")
    assert len(opened.seal()) == 64
    assert opened.seal() == replace(opened, audience="1", issued=9, seq=5).seal()
    for other in (
        replace(opened, salt=SALT[::-1]),
        replace(opened, field="cards"),
        replace(opened, value="8"),
    ):
        assert other.seal() != opened.seal()


class Exclaimed(Consequence, frozen=True):
    """Its author did not think of what a forger may write."""

    length: int

    def opens(self) -> tuple[Opening, ...]:
        return (Opening(Say, "text", 1 // self.length),) if self.length != 7 else ()


def test_a_games_code_that_fails_on_a_forged_reveal_is_broken_evidence(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    game = replace(PLEDGE, consequences=(*PLEDGE.consequences, Exclaimed))
    with a_ledger(path) as ledger:
        pledge(ledger).act(Say(0, "x"))
    with forced(path) as raw:
        rewrite(raw, 2, lambda _: {"kind": "exclaimed", "length": 0})
        rechain(raw)
    with a_ledger(path, "read", games=(game,)) as ledger:
        assert seals(ledger.audit()) == "failed"


@pytest.mark.parametrize("salt", ["", SALT[1:], SALT.upper(), SALT + "0"])
def test_a_salt_that_is_none_is_broken_even_where_it_fits(path: Path, salt: str) -> None:
    """Short ones can be tried one after the other until the value is found."""
    weak = Disclosure(2, "card", "0", 2, salt, "1").seal()
    values = f"salt = '{salt}', value = '1'"
    audit = audited(
        path,
        lambda raw: rewrite(raw, 2, lambda event: {**event, "card": {"seal": weak}}),
        lambda raw: raw.execute(f"UPDATE disclosures SET {values} WHERE {SECRET}"),
    )
    texts = [finding.text for finding in audit.findings if finding.seq == 2]
    assert "the salt of card is none: it could be guessed" in texts


@pytest.mark.parametrize(("seat", "there"), [("2", True), ("3", False), ("99", False)])
def test_a_copy_is_for_a_seat_that_is_there(
    path: Path, tmp_path: Path, seat: str, there: bool
) -> None:
    with a_ledger(path, "read") as ledger:
        ledger.match().export(tmp_path / "copy.db", "spectator")
    audit = audited(
        tmp_path / "copy.db", lambda raw: raw.execute("UPDATE copies SET audience = ?", (seat,))
    )
    texts = [(finding.seq, finding.text) for finding in audit.findings]
    wrong = (1, f"a copy for seat {seat}, which there is not")
    assert (wrong in texts) is not there


@pytest.mark.parametrize("seed", ["f" * 63, "F" * 64, "f" * 65, "f" * 64])
def test_a_seed_said_to_be_by_secrets_is_64_hex_digits(path: Path, seed: str) -> None:
    audit = audited(
        path,
        lambda raw: reseal(raw, 1, "seed", seed),
        lambda raw: rewrite(raw, 1, lambda event: {**event, "seed_by": "secrets"}),
    )
    text = "the seed is not 64 hex digits, so it is none by secrets, as the log says"
    assert ((1, text) in [(f.seq, f.text) for f in audit.findings]) is (seed != "f" * 64)
    said = {check.name: check for check in audit.checks}
    if seed != "f" * 64:
        assert (said["chance"].status, said["chance"].detail) == ("failed", f"#1: {text}")
