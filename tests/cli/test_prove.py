"""replay, audit and diff: verdicts, exit codes, and what makes them."""

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run, install


def tamper(path: str, sql: str) -> None:
    """Change a row behind the ledger's back, and leave the schema as it was."""
    connection = sqlite3.connect(path)
    triggers = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(sql)
    for _, made in triggers:
        connection.execute(made)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("json", [(), ("--json",)])
@pytest.mark.parametrize("command", ["show", "list", "legal"])
def test_a_log_that_was_cut_is_told_by_every_command(
    run: Run, command: str, json: tuple[str, ...]
) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    run("new", "49", "cut.db", *people, "--option", "first_seat=0", "--seed", "cut")
    tamper("cut.db", "DELETE FROM events WHERE seq > 2")
    said = run(command, "cut.db", *(("Ann",) if command == "legal" else ()), *json)
    assert said.code == 3
    assert "the log ends before its" in (said.err or said.out)


# --- replay


def test_a_replay_is_of_rules_draws_and_chain_and_says_so(run: Run, played: str) -> None:
    """A seal opened to somebody who may not read it is for the audit to find."""
    tamper(played, "UPDATE disclosures SET audience = '0' WHERE field = 'seed'")
    replayed = run("replay", played)
    assert (replayed.code, run("audit", played).code) == (0, 3)
    assert replayed.last.startswith("Verdict: exact.")
    said = " ".join(run("replay", "--help").out.split())
    assert "seals, their readers and the file are for `ledger audit` to judge" in said


def test_replay_tells_the_story_and_ends_in_the_verdict(run: Run, played: str) -> None:
    told = run("replay", played)
    found = run("replay", played, "--json").document["matches"][0]
    assert told.code == 0
    assert told.last == f"Verdict: exact. Head: {found['head']}"
    for event in found["events"]:
        assert f"#{event['seq']} " in told.out
    assert found["verdict"] == "exact"
    keys = {"match", "game", "rules", "seats", "events", "head", "verdict", "outcome", "state"}
    assert found.keys() >= keys


def test_replay_tells_each_reader_what_was_theirs(run: Run, game: str) -> None:
    assert "card_drawn: Ann, card hidden" in run("replay", game).out
    assert "card_drawn: Ann, card hidden" not in run("replay", game, "--as", "Ann").out
    assert "hidden" not in run("replay", game, "--as", "auditor").out.replace("hidden 0", "")
    assert run("replay", game, "--as", "Zoe").code == 2


def test_replay_up_to_an_event(run: Run, played: str) -> None:
    told = run("replay", played, "--to", 3)
    assert "#3 " in told.out
    assert "#4 " not in told.out
    assert told.last.startswith("Verdict: exact. Head: ")
    assert "Over" not in told.out
    assert len(run("replay", played, "--to", 3, "--json").document["matches"][0]["events"]) == 3


@pytest.mark.parametrize("to", ["0", "999", "9" * 30, "end"])
def test_replay_up_to_no_event(run: Run, played: str, to: str) -> None:
    assert run("replay", played, "--to", to).code == 2
    assert run("replay", played, "--to", to, "--json").document["error"]["text"]


def test_replay_takes_all_matches(run: Run, two: str) -> None:
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    told = run("replay", two)
    assert all(match in told.out for match in ids)
    assert told.last == "2 matches: 2 exact."
    found = run("replay", two, "--json").document["matches"]
    assert [match["match"] for match in found] == ids
    one = run("replay", two, "--match", ids[1], "--json").document["matches"]
    assert [match["match"] for match in one] == ids[1:]
    assert run("replay", two, "--match", "nonsense").code == 2


def test_a_reader_who_sits_in_one_match_only(run: Run, two: str) -> None:
    told = run("replay", two, "--as", "Cleo", "--json")
    assert told.code == 2
    first, second = told.document["matches"]
    assert first["error"]["kind"] == "unknown_audience"
    assert second["verdict"] == "exact"


def test_a_copy_is_unverified(run: Run, played: str) -> None:
    run("export", played, "--as", "Ann", "-o", "copy.db")
    told = run("replay", "copy.db")
    assert told.code == 0
    assert told.last.startswith("Verdict: unverified (from #2: ")


def test_a_changed_event_diverges(run: Run, played: str) -> None:
    tamper(played, "UPDATE events SET time = time + 1 WHERE seq = 5")
    told = run("replay", played)
    assert told.code == 3
    assert told.last.startswith("Verdict: diverged (from #5: ")
    found = run("replay", played, "--json")
    assert found.code == 3
    assert found.document["matches"][0]["verdict"] == "diverged"
    assert found.document["matches"][0]["seats"] == ["Ann", "Bob"]


def test_an_unknown_game(run: Run, two: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "49", two, "--seat", "Ann", "--seat", "Bob")
    install(monkeypatch)
    for command in ("replay", "audit", "list"):
        assert run(command, two).code == 4
        found = run(command, two, "--json")
        assert found.code == 4
        assert len(found.document["matches"]) == 3


# --- audit


def test_audit_of_an_honest_file(run: Run, played: str) -> None:
    proved = run("audit", played)
    found = run("audit", played, "--json").document["matches"][0]
    assert proved.code == 0
    assert proved.last == f"Verdict: clean. Head: {found['head']}"
    assert found.keys() >= {"match", "verdict", "head", "checks", "findings"}
    names = ["file", "chain", "seals", "chance", "rules", "invariants", "outcome"]
    assert [check["name"] for check in found["checks"]] == names
    assert all(check["name"] in proved.out for check in found["checks"])
    assert "--head" in proved.out


def test_audit_against_a_head(run: Run, played: str) -> None:
    head = run("show", played, "--json").document["head"]
    proved = run("audit", played, "--head", head)
    assert proved.code == 0
    assert "No --head was given" not in proved.out
    match, count, digest = head.split(":")
    forged = f"{match}:{count}:{digest[::-1]}"
    assert run("audit", played, "--head", forged).code == 3
    longer = f"{match}:{int(count) + 1}:{digest}"
    assert run("audit", played, "--head", longer, "--json").document["matches"][0]["verdict"] == (
        "broken"
    )


@pytest.mark.parametrize("head", ["", "x", "a:b:c", "a" * 5000, "one:4:abcd"])
def test_what_is_no_head_is_told_what_one_looks_like(run: Run, played: str, head: str) -> None:
    refused = run("audit", played, "--head", head)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "id" in refused.err
    assert "64 hex digits" in refused.err


def test_a_head_of_a_match_that_is_gone(run: Run, two: str) -> None:
    head = f"elsewhere:3:{'0' * 64}"
    gone = run("audit", two, "--head", head)
    assert (gone.code, gone.out) == (3, "")
    said = "the file holds no match elsewhere, of which the head given is"
    assert gone.err == f"ledger: {said}\n"
    error = run("audit", two, "--head", head, "--json").document["error"]
    assert (error["kind"], error["text"]) == ("broken", said)


def test_a_head_of_a_match_that_is_not_audited(run: Run, two: str) -> None:
    first, second = run("list", two, "--json").document["matches"]
    refused = run("audit", two, "--match", first["match"], "--head", second["head"])
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)


def test_audit_names_what_a_copy_cannot_tell(run: Run, played: str) -> None:
    run("export", played, "--as", "Ann", "-o", "copy.db")
    proved = run("audit", "copy.db")
    assert proved.code == 0
    assert proved.last.startswith("Verdict: unverified. Head: ")
    said = "Not all could be checked of: seals, chance, rules; the table says why."
    assert proved.out.splitlines()[-2] == said
    assert "the seed is not in this file" in proved.out
    assert all(len(line) <= 80 for line in proved.out.splitlines()[:-1])


def test_audit_of_a_broken_file(run: Run, played: str) -> None:
    tamper(played, "UPDATE events SET time = time + 1 WHERE seq = 5")
    proved = run("audit", played)
    assert proved.code == 3
    assert proved.last.startswith("Verdict: broken")
    assert "#5 " in proved.out


def test_an_irregular_act_that_stood(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--option", "first_seat=0", "--seed", "1")
    run("new", "49", "g.db", *people)
    run("act", "g.db", 0, "bid", 60, "--anyway")
    run("act", "g.db", 1, "bid", 61, "--anyway")
    proved = run("audit", "g.db")
    assert proved.code == 1
    told = "Ann bids $60: more money than the seat has"
    assert f"#4 49-PEN-01 stood: {told}\n" in proved.out
    assert proved.last.startswith("Verdict: findings.")


def test_the_worst_of_several_decides(run: Run, two: str) -> None:
    second = run("list", two, "--json").document["matches"][1]["match"]
    tamper(two, f"UPDATE events SET time = time + 1 WHERE seq = 5 AND match = '{second}'")
    proved = run("audit", two)
    assert proved.code == 3
    assert proved.last == "2 matches: 1 clean, 1 broken."
    assert run("list", two).code == 3


# --- diff


def test_diff(run: Run, game: str, played: str) -> None:
    run("export", played, "--as", 0, "-o", "a.db")
    assert run("diff", "a.db", played).code == 0
    run("open", played, "--seed")
    gone_on = run("diff", "a.db", played, "--json")
    assert (gone_on.code, gone_on.document["status"]) == (1, "differ")
    Path("forged.db").write_bytes(Path(played).read_bytes())
    tamper("forged.db", "UPDATE events SET time = time + 1 WHERE seq = 5")
    forged = run("diff", "forged.db", played)
    assert forged.code == 3
    assert forged.out.startswith("histories: ")


def test_diff_finds_the_match_the_other_file_names(run: Run, two: str) -> None:
    first, second = (m["match"] for m in run("list", two, "--json").document["matches"])
    run("export", two, "--match", second, "--as", "auditor", "-o", "one.db")
    assert run("diff", two, "one.db").code == 0
    assert run("diff", "one.db", two).code == 0
    assert run("diff", two, two).code == 2
    assert run("diff", two, two, "--match", first).code == 0
    assert run("diff", two, "one.db", "--match", first).code == 2
    assert run("diff", two, "one.db", "--match", second[:8]).code == 0


def test_diff_names_the_file_that_holds_several(run: Run, two: str) -> None:
    first = run("list", two, "--json").document["matches"][0]["match"]
    run("new", "sealed", "other.db", "--seat", "Eve", "--seat", "Fay")
    run("export", two, "--match", first, "--as", 0, "-o", "one.db")
    refused = run("diff", two, two)
    assert refused.err.startswith(f"ledger: {two} holds 2 matches, name one with --match: ")
    run("new", "sealed", "other.db", "--seat", "Gil", "--seat", "Hal")
    absent = run("diff", "one.db", "other.db")
    assert absent.err.startswith(f"ledger: no match '{first}' in other.db, which holds: ")
