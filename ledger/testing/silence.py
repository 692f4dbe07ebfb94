"""Nothing a reader receives holds a salt, a seed, or a secret of others."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ledger.game import Audience
from ledger.match import Match
from ledger.seals import EVERYBODY, Disclosure
from ledger.testing.anything import anything
from ledger.testing.receiving import answer, overheard, plain, position, refusals
from ledger.transfer import DisclosureLine

SHORTEST = 12  # characters of JSON: a shorter value could stand anywhere by chance


def assert_nothing_secret(match: Match, who: Audience) -> None:
    """Look for what a reader may not know in everything that reader can receive.

    Sought are every salt, every seal's text with its salt, the seed, and each undisclosed value
    long enough to be recognised: in events, all views, pictures, stories, choices, refusals,
    errors, log entries, and the bytes of exported copies. What opens a seal for the reader may
    stand in its copy, its salt nowhere else.

    Args:
        match: in the host's own file.
        who: a seat or ``spectator``.

    Raises:
        AssertionError: something is there; it says what and where.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = list(_disclosures(match, Path(folder, "all.jsonl")))
        told, copies = list(_told(match, who)), list(_copies(match, who, Path(folder)))
        for name, text in told:
            for secret in found:
                _absent(secret.salt.encode(), text, f"the salt of {_where(secret)}", name)
        mine = {(s.seq, s.field) for s in found if s.audience in (str(who), EVERYBODY)}
        closed = [secret for secret in found if (secret.seq, secret.field) not in mine]
        for name, text in (*told, *copies):
            for secret in closed:
                _unsaid(secret, text, name)


def _unsaid(secret: Disclosure, text: bytes, name: str) -> None:
    _absent(secret.salt.encode(), text, f"the salt of {_where(secret)}", name)
    _absent(bytes.fromhex(secret.salt), text, f"the salt of {_where(secret)}", name)
    if len(secret.value) >= SHORTEST:
        value = secret.value.strip('"').encode()
        _absent(value, text, f"the value of {_where(secret)}", name)


def _absent(secret: bytes, text: bytes, what: str, name: str) -> None:
    assert secret not in text, f"{what} stands in {name}"


def _where(secret: Disclosure) -> str:
    return f"#{secret.seq} {secret.field}"


def _disclosures(match: Match, path: Path) -> Iterator[Disclosure]:
    """Everything that opens a seal, from the auditor's copy."""
    match.export(path, "auditor")
    for line in path.read_bytes().splitlines():
        if line.startswith(b'{"line":"disclosure"'):
            found = msgspec.json.decode(line, type=DisclosureLine)
            yield Disclosure(
                found.seq, found.field, found.audience, found.issued, found.salt, found.value
            )


def _told(match: Match, who: Audience) -> Iterator[tuple[str, bytes]]:
    """Everything the reader is told by the library, by name, as bytes of JSON."""
    dice = random.Random(str(match.head))
    with overheard() as lines:
        got = position(match, who)
        got["its earlier views"] = [
            plain(match.view(who, at)) for at in range(1, match.seq, max(1, match.seq // 20))
        ]
        if isinstance(who, int):
            choices = match.legal(who)
            probes = [anything(match.game, len(match.seats), dice, choices) for _ in range(20)]
            got |= refusals(match, probes, 1)
        got["the answer to an impossible draw"] = answer(match.draw, {"no": "card"}, who)
        got["the answer to opening seals"] = answer(match.open_seals, "nothing")
    for name, value in (*got.items(), ("log entries", lines)):
        yield name, msgspec.json.encode(value)


def _copies(match: Match, who: Audience, folder: Path) -> Iterator[tuple[str, bytes]]:
    """The bytes of the reader's copies."""
    for suffix in ("jsonl", "db"):
        path = folder / f"copy.{suffix}"
        match.export(path, who)
        yield f"its copy as .{suffix}", path.read_bytes()
