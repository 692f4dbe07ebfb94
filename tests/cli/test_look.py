"""games, rules, list and show: what is seen, and by whom."""

import sys
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger import UnknownGame, find_game
from ledger.cli import kinds
from tests.cli.conftest import Installed, Run, install
from tests.pledge_game import PLEDGE, Options
from tests.sealed_game import SEALED


def test_games(run: Run) -> None:
    listed = run("games")
    assert listed.code == 0
    assert "49: Game of 49, 2 to 5 seats" in listed.out
    assert "    first_points  number (default 0)" in listed.out
    found = {game["name"]: game for game in run("games", "--json").document["games"]}
    assert found["sealed"]["seats"] == [2, 4]
    assert found["sealed"]["options"] == [
        {"name": "first_points", "values": "number", "default": 0, "description": None}
    ]


def test_one_game_and_what_its_options_mean(run: Run) -> None:
    listed = run("games", "49")
    assert listed.code == 0
    assert "    max_bid      number (default 999)\n" in listed.out
    assert " dollars, 7 to 9999: the cap on any bid\n" in listed.out
    assert "first_seat   seat | null (default null)" in listed.out
    assert "sealed" not in listed.out
    assert "the cap on any bid" not in run("games").out
    (found,) = run("games", "49", "--json").document["games"]
    assert all(option["description"] for option in found["options"])
    assert run("games", "chess").code == 4


class Making:
    """An entry point that leads to a module which makes a game, or does something else."""

    package = "a-package"

    def __init__(self, name: str, make: Callable[[], Any]) -> None:
        self.name = name
        self.load = make


class NoDefault(Struct, frozen=True):
    rounds: int


def test_a_game_that_is_badly_made_takes_the_others_from_nobody(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Be it refused when it is made, or be its module no module."""
    seats: Any = 5
    install(
        monkeypatch,
        Making("clauses", lambda: replace(PLEDGE, name="clauses", clauses=None)),
        Making("leaving", lambda: sys.exit(3)),
        Making("options", lambda: replace(PLEDGE, name="options", options=NoDefault)),
        Installed("pledge", PLEDGE),
        Making("seats", lambda: replace(PLEDGE, name="seats", seats=seats)),
    )
    listed = run("games")
    assert listed.code == 4
    assert "pledge: Pledge" in listed.out
    assert "the game 'options' cannot be loaded: options: NoDefault.rounds has no " in listed.out
    assert "the game 'leaving' cannot be loaded: SystemExit(3)" in listed.out
    assert "this should not happen" not in listed.out + listed.err
    found = {game["name"]: game for game in run("games", "--json").document["games"]}
    assert [name for name in found if "error" not in found[name]] == ["pledge"]
    assert "seats is a range" in found["seats"]["error"]["text"]
    assert "its clauses are a Catalogue" in found["clauses"]["error"]["text"]
    assert "pledge" in run("rules").out
    assert run("new", "seats", "g.db", "--seat", "Ann", "--seat", "Bob").code == 4


def test_a_game_whose_options_cannot_be_told_is_told_of_that_game_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is that fails: here there are no words for the type of an option."""
    install(monkeypatch, Installed("pledge", PLEDGE), Installed("sealed", SEALED))

    known = kinds.described

    def described(kind: Any) -> str:
        if kind is str:
            raise TypeError("no words for it")
        return known(kind)

    monkeypatch.setattr(kinds, "described", described)
    listed = run("games")
    assert listed.code == 4
    assert "sealed: Sealed game" in listed.out
    assert "pledge: this should not happen, please report it: TypeError" in listed.out


def test_a_long_default_breaks_between_its_parts(run: Run) -> None:
    lines = run("games", "monopoly-bid").out.splitlines()
    about = next(number for number, line in enumerate(lines) if "action_deck" in line)
    assert lines[about : about + 2] == [
        '    action_deck          number by name (default {"wild": 8, "draw2": 8,',
        '                         "steal": 8, "nope": 8})',
    ]


def test_an_option_goes_by_the_name_it_is_written_under(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terms(Options, frozen=True):
        passing: bool = msgspec.field(default=True, name="pass")

    install(monkeypatch, Installed("pledge", replace(PLEDGE, options=Terms)))
    assert "    pass    true | false (default true)\n" in run("games", "pledge").out
    people = ("--seat", "Ann", "--seat", "Bob")
    assert run("new", "pledge", "g.db", *people, "--option", "pass=no").code == 0
    assert "pass=false" in run("replay", "g.db").out
    assert run("new", "pledge", "g.db", *people, "--option", "passing=no").code == 2


def test_a_game_two_packages_bring_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Installed("sealed", SEALED), Installed("sealed", SEALED, "another"))
    listed = run("games", "--json")
    assert listed.code == 4
    assert listed.document["games"][0]["error"]["kind"] == "unknown_game"
    assert "a-package and another" in listed.document["games"][0]["error"]["text"]
    assert run("rules", "sealed").code == 4
    with pytest.raises(UnknownGame):
        find_game("sealed")


def test_no_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    assert run("games").out == "No game is installed.\n"
    assert run("games", "--json").document == {"games": []}


def test_rules(run: Run) -> None:
    for clause in SEALED.clauses:
        assert clause.id in run("rules", "sealed").out
    assert run("rules", "sealed", "sg-03").out.startswith("SG-03 (lines)\n")
    found = run("rules", "sealed", "SG-03", "--json").document["clauses"]
    assert [clause["id"] for clause in found] == ["SG-03"]
    assert run("rules", "house", "house-07").out == run("rules", "sealed", "HOUSE-07").out
    assert run("rules", "sealed", "SG-99").code == 2
    assert run("rules", "chess").code == 4


def test_list(run: Run, two: str) -> None:
    listed = run("list", two).out
    for match in run("list", two, "--json").document["matches"]:
        assert match["match"] in listed
        assert match["copy_for"] is None
    assert "for Cleo, Dan" in listed


def test_a_match_that_cannot_be_read_is_explained_below_the_list(
    run: Run, two: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [match["match"] for match in run("list", two, "--json").document["matches"]]
    install(monkeypatch)
    listed = run("list", two)
    assert listed.code == 4
    assert listed.out.count("see below") == 2
    for match, line in zip(ids, listed.out.splitlines()[-2:], strict=True):
        assert line == f"match {match}: no game is called 'sealed': installed are none"


def test_list_says_who_has_won(run: Run, played: str) -> None:
    assert "won by" in run("list", played).out


def test_a_copy_says_so(run: Run, played: str) -> None:
    run("export", played, "--as", "Ann", "-o", "copy.db")
    assert run("list", "copy.db", "--json").document["matches"][0]["copy_for"] == "0"
    assert ", a copy for Ann\n" in run("show", "copy.db").out
    assert " Ann won by " in " ".join(run("list", "copy.db").out.split())
    assert run("act", "copy.db", 0, "bid", 1).code == 1


@pytest.mark.parametrize("who", ["spectator", "auditor"])
def test_whose_copy_it_is_is_said_one_way(run: Run, game: str, who: str) -> None:
    made = run("export", game, "--as", who, "-o", "copy.db").out
    assert made.splitlines()[0].endswith(f" for the {who}")
    assert run("show", "copy.db").out.splitlines()[0].endswith(f", a copy for the {who}")
    assert f"  the {who}  " in run("list", "copy.db").out
    if who == "auditor":  # what Ann holds the spectator's copy does not tell
        said = f"This is a copy for the {who}: to act, go to the host's own file."
        assert run("legal", "copy.db", "Ann").out.splitlines()[-1] == said
    refused = run("act", "copy.db", "Ann", "bid", 1)
    text = f"HOUSE-07: this is a copy for the {who}: act on the host's own file"
    assert (refused.code, refused.err) == (1, f"ledger: {text}\n")


def test_show_hides_what_is_hidden(run: Run, game: str) -> None:
    mine = run("show", game, "--as", "Ann", "--json").document
    assert mine["as"] == 0
    assert [len(hand["cards"]) for hand in mine["state"]["hands"]] == [3, 0]
    public = run("show", game, "--json").document
    assert public["as"] == "spectator"
    assert [hand["hidden"] for hand in public["state"]["hands"]] == [3, 3]
    everything = run("show", game, "--as", "auditor", "--json").document
    assert [hand["hidden"] for hand in everything["state"]["hands"]] == [0, 0]


def test_show_without_a_picture_is_indented_data(run: Run, game: str) -> None:
    shown = run("show", game).out
    assert "hands:\n  0: cards (), hidden 3\n" in shown
    assert shown.splitlines()[-2] == "Waiting for Ann and Bob."


def test_a_hidden_value_is_called_hidden(run: Run, game: str) -> None:
    run("act", game, 0, "bid", "cards=[]")
    assert "bids: (hidden, -)" in run("show", game, "--as", "Bob").out
    assert "bids: ((), -)" in run("show", game, "--as", "Ann").out


def test_show_an_earlier_position(run: Run, game: str) -> None:
    early = run("show", game, "--at", 2, "--json").document
    assert early["seq"] == 2
    assert [hand["hidden"] for hand in early["state"]["hands"]] == [1, 0]
    assert "after #2, as seen by the spectator" in run("show", game, "--at", 2).out


@pytest.mark.parametrize("at", ["0", "-1", "99", "9" * 30, "now"])
def test_there_is_no_such_position(run: Run, game: str, at: str) -> None:
    refused = run("show", game, f"--at={at}")
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)


def test_the_board_of_49_is_read_without_colour(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--option", "first_seat=0")
    run("new", "49", "g.db", *people, "--chance", "declared")
    run("draw", "g.db", 10)
    run("act", "g.db", 0, "bid", 7)
    run("act", "g.db", 1, "pass")
    run("draw", "g.db", 25)
    shown = run("show", "g.db").out
    assert "│ 10 A │" in shown  # a chip
    assert "│[25  ]│" in shown  # the card that is up
    assert "A Ann" in shown
    assert "hidden" in shown
    assert max(map(len, shown.splitlines()[:-1])) <= 80
    assert "$42" in run("show", "g.db", "--as", "Ann").out


@pytest.mark.parametrize(
    "words", [("games",), *(("games", name) for name in ("49", "fifty")), ("new", "--help")]
)
def test_what_is_listed_fits_eighty_columns(run: Run, words: tuple[str, ...]) -> None:
    assert [line for line in run(*words).out.splitlines() if len(line) > 80] == []


def test_a_long_choice_is_wrapped(run: Run) -> None:
    people = [word for name in ("Ann", "Bob", "Cleo") for word in ("--seat", name)]
    assert run("new", "fifty", "g.db", *people, "--seed", "x").code == 0
    seen = [run("legal", "g.db", seat).out.splitlines() for seat in range(3)]
    said = [line for lines in seen for line in lines if "ledger act" not in line]
    assert any(line.startswith(" " * 8) for line in said)
    assert all(len(line) <= 80 for line in said)


@pytest.fixture
def copy(run: Run, game: str) -> str:
    """Ann's copy of a match in which all are to bid."""
    assert run("export", game, "--as", "Ann", "-o", "ann.db").code == 0
    return "ann.db"


def test_a_copy_lists_choices_without_a_command_it_would_refuse(run: Run, copy: str) -> None:
    first, *more = run("legal", copy, "Ann").out.splitlines()
    assert first.startswith("bid: cards 0 to 3 of ")
    assert more == ["This is a copy for Ann: to act, go to the host's own file."]
    (choice,) = run("legal", copy, "Ann", "--json").document["choices"]
    assert choice["command"] is None


@pytest.mark.parametrize("words", [("legal", "Bob"), ("why", "Bob", "bid", 1)])
def test_a_copy_says_where_to_ask_what_it_cannot_tell(
    run: Run, copy: str, words: tuple[object, ...]
) -> None:
    name, *more = words
    refused = run(name, copy, *more)
    assert (refused.code, refused.out) == (4, "")
    assert refused.err == (
        "ledger: it hangs on what Bob knows and this copy does not disclose: "
        "ask in the host's own file or in a copy for Bob\n"
    )


@pytest.mark.parametrize(
    ("who", "note"),
    [
        ("Ann", None),
        ("Bob", "This copy tells no more than Ann may see."),
        ("auditor", "This copy tells no more than Ann may see."),
        ("spectator", "This copy tells what Ann may see with --as Ann."),
    ],
)
@pytest.mark.parametrize("command", ["show", "replay", "docket"])
def test_a_copy_says_whose_eyes_it_has(
    run: Run, copy: str, command: str, who: str, note: str | None
) -> None:
    """Asked for another's, it shows less than that reader sees in the host's file."""
    lines = run(command, copy, "--as", who).out.splitlines()
    assert lines[1].endswith(f"as seen by {'the ' * (who in ('auditor', 'spectator'))}{who}")
    assert (lines[2] == note) is (note is not None)


def test_the_auditors_copy_has_everybodys_eyes(run: Run, game: str) -> None:
    assert run("export", game, "--as", "auditor", "-o", "all.db").code == 0
    for who in ("Bob", "auditor", "spectator"):
        assert "This copy tells" not in run("show", "all.db", "--as", who).out


@pytest.mark.parametrize("name", ["49", "monopoly-bid", "45", "fifty", "everything-must-go"])
def test_the_rules_have_more_room_than_their_sections(run: Run, name: str) -> None:
    """A section's name may be long; what is read is the rule."""
    heading = run("rules", name).out.splitlines()[1]
    assert heading.index("Rule") <= 36


@pytest.mark.parametrize("words", [("HOUSE-13",), ("house-13",), ("HOUSE", "HOUSE-13")])
def test_a_clause_of_the_house_is_found_by_its_number(run: Run, words: tuple[str, ...]) -> None:
    ran = run("rules", *words)
    assert ran.code == 0
    assert ran.out.startswith("HOUSE-13 (disputes)\nA dispute stops the game")
    assert run("rules", "HOUSE").out == run("rules", "house").out


def test_whose_rules_there_are(run: Run) -> None:
    lines = run("rules").out.splitlines()
    assert ["ledger", "rules", "49", "Game", "of", "49,", "rules", "1"] in map(str.split, lines)
    assert lines[-1].split() == ["ledger", "rules", "house", "The", "house"]
    for line in lines:
        assert run(*line.split()[1:3]).code == 0
    listed = run("rules", "--json").document["rules"]
    assert {"game": "house", "title": "The house"} in listed
    refused = run("rules", "nope")
    assert (refused.code, refused.out) == (4, "")
    assert refused.err.endswith("monopoly-bid, sealed; house has the engine's own\n")
