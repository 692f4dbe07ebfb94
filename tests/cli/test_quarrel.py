"""dispute, rule, withdraw, docket, take-back, act-for, close, why, whatif: what is said of them."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Ledger, Refusal
from tests.cli.conftest import Installed, Run, install
from tests.forging import forced, rechain, rewrite
from tests.sealed_game import SEALED
from tests.tower_game import TOWER, Lay

PEOPLE = ("--seat", "Ann", "--seat", "Bob")


@pytest.fixture
def tower(run: Run, monkeypatch: pytest.MonkeyPatch) -> str:
    """Ann has laid 10 (#2), Bob 7 (#4) anyway; each was followed by a coin."""
    install(monkeypatch, Installed("tower", TOWER), Installed("sealed", SEALED))
    with Ledger("t.db", "create") as ledger:
        match = ledger.new("tower", ("Ann", "Bob"), seed="x")
        match.act(Lay(0, 10))
        match.act(Lay(1, 7), anyway=True)
    return "t.db"


@pytest.fixture
def asked(run: Run, tower: str) -> str:
    """The same; Bob asks to go back to #3."""
    assert run("take-back", tower, "Bob", 3).code == 0
    return tower


def kinds(document: Any) -> list[str]:
    return [event["kind"] for event in document["events"]]


# --- dispute, rule, withdraw


def test_a_dispute_is_ruled_on_at_once(run: Run, tower: str) -> None:
    ran = run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "#6 Ann disputes #4: 7 is below 10",
        "#7 The dispute is upheld by the engine (TW-02): 7 is not above 10",
        "#8 mending_due: Bob, number 7",
        "TW-02 (numbers): Each number is higher than the one below.",
    ]
    assert lines[4] == "Waiting for Bob."
    assert ran.last == f"next: ledger legal {tower} Bob"


def test_a_dismissed_dispute_quotes_no_rule_of_the_game(run: Run, tower: str) -> None:
    ran = run("dispute", tower, "Ann", 2, "--claim", "10 is too much", "--json")
    assert ran.code == 0
    assert kinds(ran.document) == ["disputed", "ruled"]
    assert ran.document["events"][1]["clause"] == "HOUSE-17"
    assert ran.document["standstill"] is None


def test_who_disputes_what_followed_by_itself_is_told_to_dispute_the_act(
    run: Run, tower: str
) -> None:
    """Else it would seem that nothing was wrong with it."""
    hint = "#5 followed by itself, and the engine rules on acts alone: dispute the act.\n"
    assert hint in run("dispute", tower, "Ann", 5, "--claim", "7 is below 10").out
    assert "followed by itself" not in run("dispute", tower, "Ann", 2, "--claim", "No.").out
    run("dispute", tower, "Ann", 3, "--claim", "No.", "--wait")
    assert "#3 followed by itself, " in run("rule", tower).out


def test_a_dispute_may_wait_for_the_people(run: Run, tower: str) -> None:
    ran = run("dispute", tower, "Ann", 4, "--claim", "-", "--wait", stdin="He looked.\n")
    assert ran.out.startswith("#6 Ann disputes #4: He looked.\n")
    assert "#4 is disputed by Ann and not yet ruled on.\n" in ran.out
    assert ran.last == f"next: ledger rule {tower}"
    assert "#4 is disputed by Ann" in run("show", tower).out
    assert "#4 is disputed by Ann" in run("legal", tower, "Ann").out
    assert "#4 disputed" in run("list", tower).out
    (listed,) = run("list", tower, "--json").document["matches"]
    assert listed["standstill"]["clause"] == "HOUSE-13"
    assert listed["disputed"] == {"seq": 6, "seat": 0, "about": 4}
    assert listed["awaited"] == []
    refused = run("act", tower, "Ann", "lay", 20)
    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert refused.err.startswith("ledger: HOUSE-13: ")


def test_people_rule_with_a_text(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "He looked.", "--wait")
    words = ("--text", "He did.", "--upheld", "--clause", "tw-01")
    ran = run("rule", tower, *words)
    assert ran.out.splitlines()[:2] == [
        "#7 The dispute is upheld by the table (TW-01): He did.",
        "TW-01 (turns): In turn, each seat lays a number.",
    ]
    assert run("rule", tower, *words).code == 1  # nothing is disputed any more


def test_the_engine_rules_where_people_do_not(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10", "--wait")
    ran = run("rule", tower, "--json")
    assert kinds(ran.document) == ["ruled", "mending_due"]
    assert ran.document["awaited"] == [1]


def test_who_raised_it_withdraws_it(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "He looked.", "--wait")
    assert run("withdraw", tower, "Bob").code == 1
    ran = run("withdraw", tower, "Ann")
    assert ran.out.startswith("#7 Ann withdraws the dispute.\nWaiting for Ann.\n")
    assert run("withdraw", tower, "Ann").code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("show", "t.db", "--at"),
        ("replay", "t.db", "--to"),
        ("why", "t.db", "Ann", "lay", 20, "--at"),
        ("act", "t.db", "Ann", "lay", 20, "--at"),
        ("dispute", "t.db", "Ann", "--claim", "x", "--"),
        ("take-back", "t.db", "Ann", "--"),
        ("whatif", "t.db", "--without"),
    ],
)
@pytest.mark.parametrize("seq", [-1, 0, 6, 99])
def test_an_event_that_is_not_there_is_told_alike(
    run: Run, tower: str, words: tuple[object, ...], seq: int
) -> None:
    refused = run(*words, seq)
    said = f"ledger: there is no #{seq}: the match has #1 to #5\n"
    assert (refused.code, refused.out, refused.err) == (2, "", said)
    in_json = run(words[0], "--json", *words[1:], seq)
    assert in_json.document["error"] == {"kind": "misused", "text": said[8:-1]}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("dispute", "t.db", "Ann", 4), 2),
        (("dispute", "t.db", "Ann", "--claim", "x"), 2),
        (("dispute", "t.db", "Ann", "four", "--claim", "x"), 2),
        (("dispute", "t.db", "Ann", 4, "--claim", ""), 2),
        (("dispute", "t.db", "Ann", 4, "--claim", "x" * 10_001), 2),
        (("dispute", "t.db", "Ann", 4, "--claim", "-"), 2),  # nothing on standard input
        (("dispute", "t.db", "Zoe", 4, "--claim", "x"), 2),
        (("dispute", "t.db", "auditor", 4, "--claim", "x"), 2),
        (("dispute", "t.db", "Ann", 1, "--claim", "x"), 1),
        (("dispute", "t.db", "Ann", 99, "--claim", "x"), 2),
        (("dispute", "t.db", "Ann", "9" * 30, "--claim", "x"), 2),
        (("dispute", "t.db", "Ann", 4, "--claim", "x", "--match", "nonsense"), 2),
        (("dispute", "none.db", "Ann", 4, "--claim", "x"), 4),
        (("rule", "t.db"), 1),
        (("rule", "t.db", "--upheld"), 2),
        (("rule", "t.db", "--clause", "TW-01"), 2),
        (("withdraw", "t.db", "Ann"), 1),
        (("withdraw", "t.db"), 2),
        (("docket", "t.db", "--as", "Zoe"), 2),
        (("docket", "none.db"), 4),
        (("take-back", "t.db", "Ann"), 2),
        (("take-back", "t.db", "Ann", 3, "--agree"), 2),
        (("take-back", "t.db", "Ann", "--agree", "--decline"), 2),
        (("take-back", "t.db", "Ann", "--agree"), 1),
        (("take-back", "t.db", "Ann", "--decline"), 1),
        (("take-back", "t.db", "Ann", 5), 1),
        (("take-back", "t.db", "Ann", "9" * 30), 2),
        (("act-for", "t.db", "Bob", "--reason", "away"), 1),
        (("act-for", "t.db", "Ann"), 2),
        (("act-for", "t.db", "Ann", "--reason", ""), 2),
        (("act-for", "t.db", "Ann", "--reason", " \t"), 2),
        (("close", "t.db", "--reason", " "), 2),
        (("dispute", "t.db", "Ann", 4, "--claim", "  "), 2),
        (("close", "t.db"), 2),
        (("close", "t.db", "--reason", "-"), 2),
        (("why", "t.db", "Ann", "jump"), 2),
        (("why", "t.db", "Ann", "lay", 20, "--at", 99), 2),
        (("why", "t.db", "Zoe", "lay", 20), 2),
        (("whatif", "t.db"), 2),
        (("whatif", "t.db", "--without", 4), 2),
        (("whatif", "t.db", "--without", "9" * 30), 2),
    ],
)
def test_a_fault_is_one_sentence_and_records_nothing(
    run: Run, tower: str, words: tuple[object, ...], code: int
) -> None:
    head = run("show", tower).last
    refused = run(*words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (code, "", 1)
    assert run(*words, "--json").document["error"]["text"]
    assert run("show", tower).last == head


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--text", "He did."), "--upheld or --dismissed"),
        (("--text", "He did.", "--upheld", "--dismissed"), "--upheld or --dismissed"),
        (("--dismissed",), "--dismissed and --clause go with --text"),
        (("--text", " ", "--upheld"), "--text is blank"),
        (("--text", "-", "--upheld"), "standard input is blank"),
        (("--text", "He did.", "--upheld", "--clause", " "), "--clause is blank"),
    ],
)
def test_people_say_what_they_rule(run: Run, tower: str, words: tuple[str, ...], text: str) -> None:
    """A ruling stands for good: nothing of it is taken for granted."""
    run("dispute", tower, "Ann", 4, "--claim", "He looked.", "--wait")
    refused = run("rule", tower, *words)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert text in refused.err
    ruled = run("rule", tower, "--text", "He did not.", "--dismissed", "--json")
    assert ruled.document["events"][0]["upheld"] is False


def test_people_rule_by_a_clause_that_is_there(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "He looked.", "--wait")
    refused = run("rule", tower, "--text", "He did.", "--dismissed", "--clause", "TW-99")
    assert (refused.code, refused.err) == (2, "ledger: Tower has no clause 'TW-99'\n")


# --- docket


def test_the_docket_tells_what_happened_and_what_became_of_it(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    run("dispute", tower, "Bob", 2, "--claim", "10 is\ntoo much", "--wait")
    told = run("docket", tower)
    assert told.code == 0
    assert told.out.splitlines()[1:] == [
        "Ann and Bob; after #9, as seen by the spectator",
        "",
        "Dispute 1 (#6): upheld by the engine (#7)",
        "  event   #4 lay: Bob, number 7",
        "  claim   Ann: 7 is below 10",
        "  ruling  7 is not above 10",
        "  rule    TW-02 (numbers): Each number is higher than the one below.",
        "  remedy  #8 mending_due: Bob, number 7",
        "",
        "Dispute 2 (#9): open",
        "  event   #2 lay: Ann, number 10",
        r"  claim   Bob: 10 is\ntoo much",
        "",
        "Acts against a rule",
        "  #4      lay: Bob, number 7",
        "          remedied by #8: mending_due: Bob, number 7",
        "          TW-02 (numbers): Each number is higher than the one below.",
        "#2 is disputed by Bob and not yet ruled on.",
    ]


def test_the_docket_fits_eighty_columns(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "no " * 200 + "x" * 300)
    run("dispute", tower, "Ann", 2, "--claim", "well", "--wait")
    run("rule", tower, "--text", "It is as it is. " * 20, "--dismissed")
    assert max(map(len, run("docket", tower).out.splitlines())) <= 80


def test_the_docket_as_json(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    (found,) = run("docket", tower, "--json").document["matches"]
    assert found.keys() >= {"match", "game", "seats", "as", "head", "closed", "standstill"}
    (quarrel,) = found["quarrels"]
    assert (quarrel["seq"], quarrel["seat"], quarrel["about"], quarrel["ended"]) == (6, 0, 4, 7)
    assert (quarrel["status"], quarrel["by"], quarrel["clause"]) == ("upheld", "engine", "TW-02")
    assert quarrel["event"] == {"kind": "lay", "seat": 1, "number": 7}
    assert [(event["seq"], event["kind"]) for event in quarrel["remedy"]] == [(8, "mending_due")]
    assert quarrel["rule"]["text"] == "Each number is higher than the one below."
    (act,) = found["irregular"]
    assert (act["seq"], act["status"], act["by"]) == (4, "remedied", 8)
    assert act["told"] == "lay: Bob, number 7"


def test_a_docket_of_nothing(run: Run, game: str) -> None:
    told = run("docket", game)
    assert "\n\nNothing was disputed.\n\n" in told.out
    assert told.last == "No act is known here to have been against a rule."
    (found,) = run("docket", game, "--json").document["matches"]
    assert (found["quarrels"], found["irregular"]) == ([], [])


def test_the_docket_tells_of_irregular_acts_only_who_may_know(run: Run) -> None:
    run("new", "49", "g.db", *PEOPLE, "--option", "first_seat=0", "--seed", "1")
    run("act", "g.db", "Ann", "bid", 60, "--anyway")
    run("dispute", "g.db", "Bob", 4, "--claim", "she has not so much")
    for who, known in (("spectator", []), ("Bob", []), ("Ann", [4]), ("auditor", [4])):
        (found,) = run("docket", "g.db", "--as", who, "--json").document["matches"]
        assert [act["seq"] for act in found["irregular"]] == known
        assert found["quarrels"][0]["status"] == "dismissed"
    for who, known in (("spectator", []), ("Ann", [4])):
        run("export", "g.db", "--as", who, "-o", f"{who}.db")
        (found,) = run("docket", f"{who}.db", "--as", "auditor", "--json").document["matches"]
        assert [act["seq"] for act in found["irregular"]] == known


def test_the_docket_takes_all_matches(run: Run, two: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    told = run("docket", two)
    assert all(f"match {name}\n" in told.out for name in ids)
    one = run("docket", two, "--as", "Cleo", "--json")
    assert one.code == 2
    first, second = one.document["matches"]
    assert (first["error"]["kind"], second["quarrels"]) == ("unknown_audience", [])
    assert [m["match"] for m in run("docket", two, "--match", ids[1], "--json").document["matches"]]
    install(monkeypatch)
    gone = run("docket", two)
    assert (gone.code, gone.err.count("\n")) == (4, 2)


@pytest.mark.parametrize("change", [{"seat": 9}, {"about": 99}])
def test_a_forged_dispute_is_no_fault_of_this_program(
    run: Run, tower: str, change: dict[str, int]
) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10", "--wait")
    with forced(Path(tower)) as connection:
        rewrite(connection, 6, lambda event: {**event, **change})
        rechain(connection)
    for words in (("show", tower), ("list", tower), ("docket", tower), ("legal", tower, "Ann")):
        ran = run(*words)
        assert ran.code in (0, 3)
        assert "should not happen" not in ran.err
    assert run("replay", tower).code == 3
    assert run("audit", tower).code == 3


# --- take-back


def test_others_are_asked(run: Run, asked: str) -> None:
    for said in (run("show", asked).out, run("legal", asked, "Ann").out):
        assert "Bob asks to go back to #3: Ann to say." in said
    assert "asked back to #3" in run("list", asked).out
    (listed,) = run("list", asked, "--json").document["matches"]
    assert listed["asked"] == {"seat": 1, "to": 3, "agreed": []}
    assert listed["standstill"]["clause"] == "HOUSE-18"


def test_what_all_agree_to_is_taken_back_and_stays_in_the_story(run: Run, asked: str) -> None:
    agreed = run("take-back", asked, "Ann", "--agree")
    assert agreed.out.splitlines()[:3] == [
        "#7 Ann agrees to go back.",
        "#8 Taken back: the match stands as after #3.",
        "Waiting for Bob.",
    ]
    told = run("replay", asked).out.splitlines()
    assert "#4 lay: Bob, number 7 (taken back by #8)" in told
    assert told[7].startswith("#5 coin_flipped: Bob, counts ")
    assert told[7].endswith(" (taken back by #8)")
    assert "#6 Bob asks to go back to #3." in told
    (found,) = run("replay", asked, "--json").document["matches"]
    gone = {event["seq"]: event["taken_back"] for event in found["events"]}
    assert gone == {1: None, 2: None, 3: None, 4: 8, 5: 8, 6: None, 7: None, 8: None}
    assert found["standstill"] is found["closed"] is None
    (early,) = run("replay", asked, "--to", 5, "--json").document["matches"]
    assert [event["taken_back"] for event in early["events"]] == [None] * 5  # not yet
    assert "(taken back" not in run("replay", asked, "--to", 5).out


def test_what_was_taken_back_is_dim_on_a_terminal(
    run: Run, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("take-back", asked, "Ann", "--agree")
    monkeypatch.setattr("ledger.cli.output.colourful", lambda stream: True)
    dim = "\x1b[2m#4 lay: Bob, number 7 (taken back by #8)\x1b[0m\n"
    assert dim in run("replay", asked).out


def test_one_who_declines_is_enough(run: Run, asked: str) -> None:
    declined = run("take-back", asked, "Ann", "--decline")
    assert declined.out.startswith("#7 Ann declines to go back.\nWaiting for Ann.\n")
    assert "(taken back" not in run("replay", asked).out


def test_ones_own_last_act_goes_back_at_once(run: Run) -> None:
    run("new", "49", "g.db", *PEOPLE, "--option", "first_seat=0", "--seed", "1")
    run("act", "g.db", "Ann", "bid", 7)
    back = run("take-back", "g.db", "Ann", 3)
    assert back.out.startswith("#5 Taken back: the match stands as after #3.\nWaiting for Ann.\n")
    assert run("audit", "g.db").code == 0


# --- act-for, close


def test_the_host_acts_for_an_absent_seat(run: Run, tower: str) -> None:
    acted = run("act-for", tower, "Ann", "--reason", "-", stdin="gone home\n")
    assert acted.out.splitlines()[:2] == [
        "#6 The host acts for Ann: gone home",
        "#7 lay: Ann, number 8",
    ]
    assert kinds(run("act-for", tower, "Bob", "--reason", "too", "--json").document)[0] == (
        "acted_for"
    )


def test_the_host_is_told_no_secret_of_the_seat_it_acts_for(run: Run) -> None:
    """What a seat writes or draws in secret is not for the host's screen, as it is for `act`."""
    assert run("new", "fifty", "f.db", *PEOPLE, "--seat", "Cleo").code == 0
    acted = run("act-for", "f.db", "Bob", "--reason", "away")
    assert acted.out.splitlines()[1].endswith(" Bob writes a line.")
    acted = run("act-for", "f.db", "Ann", "--reason", "away", "--json")
    assert acted.document["events"][1]["numbers"] == [{"hidden": True}] * 5


def test_a_closed_match_says_so_everywhere(run: Run, tower: str) -> None:
    closed = run("close", tower, "--reason", "It is late.")
    assert closed.out.startswith("#6 The host closes the match: It is late.\n")
    assert "The host has closed the match: It is late.\n" in closed.out
    assert closed.last == f"next: ledger audit {tower}"
    for words in (("show", tower), ("legal", tower, "Ann"), ("replay", tower)):
        assert "The host has closed the match: It is late.\n" in run(*words).out
    assert run("list", tower).out.rstrip().endswith(" closed")
    for words in (("list", tower), ("replay", tower), ("docket", tower)):
        (found,) = run(*words, "--json").document["matches"]
        assert found["closed"] == "It is late."
        assert found["standstill"]["clause"] == "HOUSE-22"
    assert run("legal", tower, "Ann", "--json").document["closed"] == "It is late."
    assert run("show", tower, "--at", 3, "--json").document["closed"] is None
    assert run("act", tower, "Ann", "lay", 20).code == 1
    assert run("open", tower, "--all").code == 0


# --- why


def test_why_not_names_the_rule(run: Run, tower: str) -> None:
    asked = run("why", tower, "Ann", "lay", 3)
    assert asked.code == 0
    assert asked.out.splitlines() == [
        "Not possible now: lay: Ann, number 3",
        "Reason: 3 is not above 7.",
        "TW-02 (numbers): Each number is higher than the one below.",
        "A table could let it happen: --anyway records it.",
    ]
    assert run("why", tower, "Ann", "lay", 3, "--at", 5).out.splitlines() == [
        "Not possible after #5: lay: Ann, number 3",
        *asked.out.splitlines()[1:-1],
        "A table could let it happen.",
    ]
    found = run("why", tower, "Bob", "lay", 20, "--json").document
    assert (found["seat"], found["at"], found["possible"]) == (1, 5, False)
    assert found["refusal"]["clause"] == found["rule"]["id"] == "TW-01"
    assert found["action"] == {"kind": "lay", "seat": 1, "number": 20}


def test_why_at_an_earlier_event_and_that_it_is_possible(run: Run, tower: str) -> None:
    assert run("why", tower, "Bob", "lay", 11, "--at", 3).out == (
        "Possible after #3: lay: Bob, number 11\n"
    )
    found = run("why", tower, "Bob", "lay", 11, "--at", 3, "--json").document
    assert (found["at"], found["possible"], found["refusal"]) == (3, True, None)
    assert run("why", tower, "Bob", "lay", 7, "--at", 3).out.startswith("Not possible after #3: ")


def test_why_in_a_copy_is_answered_by_what_its_seat_knows(run: Run, game: str) -> None:
    run("export", game, "--as", "Ann", "-o", "ann.db")
    mine = run("why", "ann.db", "Ann", "bid", 99, "--json")
    assert mine.document["refusal"]["clause"] == "SG-01"
    theirs = run("why", "ann.db", "Bob", "bid", 99)
    assert (theirs.code, theirs.out) == (4, "")
    text = "it hangs on what Bob knows and this copy does not disclose"
    assert theirs.err.startswith(f"ledger: {text}: ")
    error = run("why", "ann.db", "Bob", "bid", 99, "--json").document["error"]
    assert error == {"kind": "needs_disclosure", "text": theirs.err[len("ledger: ") : -1]}


# --- whatif


def test_what_if_of_a_closed_match_says_that_it_was_closed(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    run("act", tower, "Bob", "mend", 40)
    run("close", tower, "--reason", "It is late.")
    asked = run("whatif", tower, "--without", 7)
    assert " ".join(asked.out.splitlines()[3:]) == (
        "As it was: The host has closed the match: It is late. "
        "Without it: It would have had no outcome either, but the position would be "
        "another: --json tells it."
    )
    assert run("whatif", tower, "--without", 7, "--json").document["closed"] == "It is late."


def test_a_closed_match_of_a_game_with_a_board_waits_for_nobody(run: Run) -> None:
    run("new", "49", "g.db", "--seat", "Ann", "--seat", "Ben", "--option", "first_seat=Ben")
    assert "\nIt is for Ben to speak.\n" in run("show", "g.db").out
    run("close", "g.db", "--reason", "It is late.")
    assert run("show", "g.db").out.splitlines()[-3:-1] == [
        "59 cards are left.",
        "The host has closed the match: It is late.",
    ]


def test_what_if_the_ruling_had_not_been(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    run("act", tower, "Bob", "mend", 40)
    run("act", tower, "Ann", "lay", 41)
    head = run("show", tower).last
    asked = run("whatif", tower, "--without", 7)
    assert asked.code == 0
    assert asked.out.splitlines() == [
        "Without #7 The dispute is upheld by the engine (TW-02): 7 is not above 10",
        "All that was done after it could have been done.",
        "",
        "As it was: The match has not ended.",
        "Without it: It would not have ended either, but the position would be another:",
        "--json tells it.",
    ]
    found = run("whatif", tower, "--without", 7, "--json").document
    assert (found["without"], found["stops"], found["refusal"]) == (7, None, None)
    assert [stone["number"] for stone in found["state"]["tower"]] == [10, 7, 41]
    assert run("show", tower).last == head


def test_what_if_a_ruling_that_changed_nothing_had_not_been(run: Run, tower: str) -> None:
    run("dispute", tower, "Ann", 4, "--claim", "He looked.", "--wait")
    run("rule", tower, "--text", "He did not.", "--dismissed")
    assert run("whatif", tower, "--without", 7).last == "Without it: The same."


def high(view: Any, act: Any) -> Any:
    """What lies on a mended number must have known it: in the other world it is not allowed."""
    if isinstance(act, TOWER.actions[0]) and act.number > 2 * max(view.below(), 20):  # type: ignore[attr-defined]
        return Refusal("TW-03", f"{act.number} is more than twice {view.below()}")  # type: ignore[attr-defined]
    return TOWER.check(view, act)


def test_what_if_says_what_would_not_have_been_possible(
    run: Run, tower: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, Installed("tower", replace(TOWER, check=high)))
    run("dispute", tower, "Ann", 4, "--claim", "7 is below 10")
    run("act", tower, "Bob", "mend", 40)
    assert run("act", tower, "Ann", "lay", 70).code == 0
    told = run("whatif", tower, "--without", 7).out.splitlines()
    assert told[1:] == [
        "#10 would not have been possible: lay: Ann, number 70",
        "Reason: 70 is more than twice 7.",
        "TW-03 (numbers): Numbers go from 1 to 99.",
        "",
        "As it was: The match has not ended.",
        "Without it: Nobody can say what would have been done instead.",
    ]
    found = run("whatif", tower, "--without", 7, "--json").document
    assert (found["stops"], found["refusal"]["clause"]) == (10, "TW-03")
