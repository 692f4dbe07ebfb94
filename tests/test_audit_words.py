"""What an audit says in words: of what a copy cannot tell, of acts against a rule, of an end."""

import re
from pathlib import Path

from .tables import a_ledger, play, pledge, sealed
from .tower_game import TOWER, Lay


def test_what_a_copy_cannot_tell_of_the_rules_is_counted(tmp_path: Path) -> None:
    """One event that hangs on a secret does not leave the others unchecked."""
    with a_ledger() as ledger:
        play(sealed(ledger), 3).export(tmp_path / "ann.db", "Ann")
    with a_ledger(tmp_path / "ann.db", "read") as ledger:
        copied = ledger.audit()
    (rules,) = (check for check in copied.checks if check.name == "rules")
    assert rules.status == "unverified"
    assert re.fullmatch(
        r"#\d+: .* hidden in this copy; (\d+ more events? cannot be checked either, )?"
        r"all others follow from the rules",
        rules.detail,
    )


def test_a_closed_match_is_said_to_be_closed() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        match.close("It is late.")
        (outcome,) = (check for check in match.audit().checks if check.name == "outcome")
    assert (outcome.status, outcome.detail) == ("ok", "the host closed the match: It is late.")


def test_an_irregular_act_is_told_as_a_sentence_that_everybody_may_read() -> None:
    """What stood, what answered it, and what was taken back; no inner name."""
    with a_ledger(games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, ("Ann", "Bob"), seed="x")
        match.act(Lay(0, 10))
        match.act(Lay(1, 7), anyway=True)
        (stood,) = match.audit().findings
        assert (stood.status, stood.text) == ("stood", "lay: Bob, number 7: 7 is not above 10")
        match.dispute("Ann", stood.seq, "7 is below 10")
        match.rule()
        (remedied,) = match.audit().findings
        assert remedied.text == ("lay: Bob, number 7; remedied by #8: mending_due: Bob, number 7")
