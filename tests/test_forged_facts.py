"""Facts that no `Ledger.new` writes and no game leads to, chained as if they were true."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Audit, Broken, GameError, Ledger

from .forging import SALT, forced, rechain, rewrite
from .sealed_game import SEALED, Bid
from .tables import a_ledger, play, sealed

Change = Callable[[dict[str, Any]], dict[str, Any]]


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A host's file with a whole match of the sealed game."""
    with a_ledger(tmp_path / "host.db") as ledger:
        play(sealed(ledger))
    return tmp_path / "host.db"


def first(**facts: Any) -> Change:
    return lambda event: {**event, **facts}


def forge(path: Path, seq: int, change: Change) -> None:
    with forced(path) as raw:
        rewrite(raw, seq, change)
        rechain(raw)


def audited(path: Path, **more: Any) -> Audit:
    with a_ledger(path, "read", **more) as ledger:
        return ledger.audit()


@pytest.mark.parametrize("rules", [0, -1])
def test_rules_that_never_were_excuse_nothing(host: Path, rules: int) -> None:
    forge(host, 1, first(rules=rules))
    audit = audited(host)
    text = f"rules {rules} never were: versions count from 1"
    assert audit.verdict == "broken"
    assert (audit.findings[0].seq, audit.findings[0].text) == (1, text)
    with a_ledger(host, "read") as ledger, pytest.raises(Broken, match=text) as broken:
        ledger.match()
    assert (broken.value.seq, broken.value.check) == (1, "rules")


@pytest.mark.parametrize("seats", [1, 5])
def test_a_match_of_so_many_as_the_game_is_not_for_is_broken(host: Path, seats: int) -> None:
    forge(host, 1, first(seats=["Ann", "Bob", "Cid", "Dee", "Eve"][:seats]))
    (finding,) = audited(host).findings
    assert (finding.seq, finding.text) == (1, f"Sealed game is not for {seats} seats")


@pytest.mark.parametrize(
    "seats",
    [
        ["Ann", "Ann"],
        ["Ann", "ANN "],
        ["spectator", "auditor"],
        ["1", "0"],
        ["", "Bob"],
        ["Ann", "A\u200bnn"],
        ["\u200b", "Bob"],
        ["x" * 101, "Bob"],
    ],
)
def test_names_that_could_not_be_given_are_broken(host: Path, seats: list[str]) -> None:
    forge(host, 1, first(seats=seats))
    assert audited(host).verdict == "broken"


def test_options_stand_as_they_are_written(host: Path) -> None:
    forge(host, 1, first(options={"first_points": 0.0}))
    assert audited(host).verdict == "broken"


def test_an_option_may_be_younger_than_the_log(host: Path) -> None:
    forge(host, 1, first(options={}))
    assert audited(host).verdict == "clean"


def test_a_disclosed_value_has_one_form(host: Path) -> None:
    """Else two texts could stand for one secret."""
    with forced(host) as raw:
        seal = sha256(f'["{SALT}","card", 3]'.encode()).hexdigest()
        rewrite(raw, 2, lambda event: {**event, "card": {"seal": seal}})
        raw.execute("UPDATE disclosures SET salt = ?, value = ' 3' WHERE seq = 2", (SALT,))
        rechain(raw)
    assert audited(host).verdict == "broken"


def test_a_time_is_one_that_can_be_told(host: Path) -> None:
    with forced(host) as raw:
        raw.execute("UPDATE events SET time = 253402300800000000 WHERE seq = 3")
        rechain(raw)
    assert audited(host).verdict == "broken"


def test_a_position_nobody_could_reach_is_told_in_one_sentence(tmp_path: Path) -> None:
    """The Game of 49 has no words for a match that nobody has won."""
    path = tmp_path / "host.db"
    with Ledger(path) as ledger:
        match = ledger.new("49", ["Ann", "Ben"], seed="a seed")
        seq = match.seq
    with forced(path) as raw:
        raw.execute(
            "INSERT INTO events SELECT match, ?, time, ?, digest FROM events LIMIT 1",
            (seq + 1, '{"kind":"match_won","winners":[],"clause":"49-WIN-05"}'),
        )
        rechain(raw)
    with Ledger(path, "read") as ledger:
        assert ledger.audit().verdict == "broken"
        assert ledger.replay().verdict == "diverged"
        match = ledger.match()
        for question in (lambda: match.outcome, lambda: match.picture(), lambda: match.legal(0)):
            try:
                question()
            except GameError as error:
                assert "\n" not in str(error)


NEWER = replace(SEALED, version=2, invariants=lambda s: ("never",))


def test_under_other_rules_a_verdict_tells_no_secret(host: Path) -> None:
    """What the seed gives is somebody's hidden card."""
    shorter = replace(NEWER, settle=lambda s, chance: _other_pool(s, chance))
    with a_ledger(host, "read", games=(shorter,)) as ledger:
        replay = ledger.replay()
    assert replay.verdict == "unverified"
    assert "differs from rules 2" in replay.text
    assert not any(char.isdigit() for char in replay.text.replace("rules 2", ""))


def _other_pool(s: Any, chance: Any) -> Any:
    """The same game with the cards counted from the other end."""

    class Turned:
        def draw(self, event: Any, pool: Any, **fields: Any) -> Any:
            return chance.draw(event, pool.items[::-1], **fields)

    return SEALED.settle(s, Turned())


def test_invariants_of_other_rules_accuse_nobody(host: Path) -> None:
    with a_ledger(host, "read", games=(NEWER,)) as ledger:
        audit = ledger.audit()
    assert audit.verdict == "unverified"
    assert {check.name for check in audit.checks if check.status == "failed"} == set()


def test_a_games_own_code_that_fails_is_the_games_error() -> None:
    """Whichever of its functions it is, an embedder catches one kind of error."""

    def failing(*facts: Any) -> Any:
        raise IndexError("out of range")

    for question in ("check", "legal", "outcome", "awaited", "mask"):
        game = replace(SEALED, **{question: failing})
        with a_ledger(games=(game,)) as ledger:
            match = ledger.new(game, ("Ann", "Bob"), seed="a seed")
            with pytest.raises(GameError, match=question):
                _ = match.awaited
                _ = match.outcome
                match.legal(0)
                match.act(Bid(0, ()), at=match.seq)


@pytest.mark.clause("HOUSE-16")
@pytest.mark.parametrize("away", [-100, 0, 2, 100])
def test_nobody_disputes_what_is_not_there_yet_or_never_was(tmp_path: Path, away: int) -> None:
    """Not the dispute itself either, nor an act that only comes after it."""
    path = tmp_path / "host.db"
    with a_ledger(path) as ledger:
        match = sealed(ledger)
        match.dispute("Ann", 2, "I saw that card")
        seq = match.seq
        match.withdraw_dispute("Ann")
        match.act(Bid(0, ()))
    about = max(seq + away, 0)
    forge(path, seq, first(about=about))
    audit = audited(path)
    found = [(finding.seq, finding.clause, finding.text) for finding in audit.findings]
    assert found == [(seq, "HOUSE-16", f"#{about} is no event of the game")]
