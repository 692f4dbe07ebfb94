"""Whole matches held against the laws of `laws`: as they are played, as written, and as copied."""

import random
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from ledger.book import Ledger
from ledger.game import Audience, Game
from ledger.match import Match
from ledger.simulate import noise_of
from ledger.testing.faults import naming
from ledger.testing.laws import Laws
from ledger.testing.playing import named, over, step, ticking
from ledger.testing.quarrels import assert_disputes_tell_nothing, quarrel

SAMPLE = 8  # events disputed after each match; `assert_disputes_tell_nothing` can do all

_encode = msgspec.json.Encoder(order="deterministic").encode


def assert_lawful(
    game: Game[Any, Any, Any, Any],
    seats: int,
    seed: int = 0,
    acts: int = 1000,
    *,
    options: Mapping[str, Any] | None = None,
    chance: Literal["seeded", "declared"] = "seeded",
    strays: float = 0.05,
    quarrels: float = 0.02,
) -> None:
    """Play one random match of a game and hold it against the laws 1 to 12.

    The same arguments play the same match. In a test suite::

        import pytest
        from ledger.testing import assert_lawful

        @pytest.mark.parametrize("seed", range(20))
        def test_my_game_keeps_the_laws(seed: int) -> None:
            assert_lawful(MY_GAME, 2 + seed % 3, seed)

    Args:
        seats: how many play.
        seed: of the match and of everything random about it.
        acts: at most so many acts and declared draws; many matches end sooner.
        options: the game's options that differ from its defaults.
        chance: who draws.
        strays: how often, from 0 to 1, an irregular act is looked for and recorded.
        quarrels: how often, from 0 to 1, something is disputed, taken back, or done for a seat.

    Raises:
        AssertionError: a law is broken; it says which, where and by what, with the seed. Whatever
            a function of the game raises breaks one, and is the cause.
        Misused, Refused: there can be no match of so many seats, or with these options.
    """
    said = f"{seats} seats, seed {seed}"
    dice = random.Random(f"lawful/{seed}")
    noise = noise_of(f"lawful/{seed}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "lawful.db")
        with (
            Ledger(path, games=[game], clock=ticking(), entropy=noise) as ledger,
            naming(said) as begun,
        ):
            by_hand = str(seed) if chance == "seeded" else None
            match = ledger.new(game, named(seats), options=options, chance=chance, seed=by_hand)
            begun.append(match)
            strayed = _play(ledger, match, dice, acts, strays, quarrels)
            assert_told(ledger, match.id, strayed)
            if not over(match):
                match.close("so far, so good")
            if quarrels:
                assert_disputes_tell_nothing(match, dice, SAMPLE)
                assert_told(ledger, match.id, strayed)
        with Ledger(path, "read", games=[game]) as ledger, naming(said) as begun:
            begun.append(ledger.match(match.id))
            assert_told(ledger, match.id, strayed)


def _play(
    ledger: Ledger, match: Match, dice: random.Random, acts: int, strays: float, quarrels: float
) -> Collection[int]:
    """Play on, holding the laws; the seqs of the irregular acts."""
    strayed: set[int] = set()
    assert ledger.path is not None
    with Ledger(ledger.path, "read", games=[match.game]) as other:
        laws = Laws(match, lambda: other.match(match.id))
        laws.hold(dice)
        for _ in range(acts):
            if over(match):
                break
            before = match.seq
            if dice.random() < quarrels:
                strayed |= quarrel(match, dice)
            elif step(match, dice, strays) is not None:
                strayed.add(before + 1)
            laws.hold(dice)
        laws.fold_anew()
    return strayed


def assert_told(ledger: Ledger, match: str, strayed: Collection[int] = ()) -> None:
    """Law 4: a match replays ``exact`` and audits ``clean``, but for irregular acts.

    Args:
        strayed: the seqs of the irregular acts: each must be found, as ``stood`` or ``remedied``.

    Raises:
        AssertionError: it does not.
    """
    replay = ledger.replay(match)
    assert replay.verdict == "exact", f"law 4: replay: {replay}"
    audit = ledger.audit(match)
    found = {finding.seq for finding in audit.findings}
    assert found == set(strayed), f"law 4: irregular are {sorted(strayed)}, found: {audit.findings}"
    stood = any(finding.status == "stood" for finding in audit.findings)
    assert audit.verdict == ("findings" if stood else "clean"), f"law 4: audit: {audit}"


def assert_copy(match: Match, who: Audience, strayed: Collection[int] = ()) -> None:
    """A reader's copy has the host's head, and its replay and audit find nothing wrong.

    Args:
        match: in the host's own file.
        who: whose copy.
        strayed: the seqs of the irregular acts: of those the copy may show some.

    Raises:
        AssertionError: it is another record, or evidence in it does not hold.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "copy.db")
        match.export(path, who)
        with Ledger(path, "read", games=[match.game]) as ledger:
            said = f"law 4: the copy for {who}"
            assert ledger.match().head == match.head, f"{said} has another head"
            assert _encode(ledger.match().view(who)) == _encode(match.view(who)), (
                f"{said} shows another view"
            )
            replay, audit = ledger.replay(), ledger.audit()
            assert replay.verdict != "diverged", f"{said}: {replay}"
            found = {finding.seq for finding in audit.findings}
            assert audit.verdict != "broken" and found <= set(strayed), f"{said}: {audit}"
