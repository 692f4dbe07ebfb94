"""new, act, draw, legal and open: what is recorded, what is said, what is refused."""

from pathlib import Path

import pytest

from ledger import InvalidAction, Ledger
from ledger.cli.source import made_with
from tests.cli.conftest import Run
from tests.sealed_game import SEALED

_SIMULATE = ("simulate", "49", "-o", "g.db", "--matches", "1", "--seats", "2")


def test_new_says_what_to_do_next(run: Run) -> None:
    made = run("new", "sealed", "g.db", "--seat", "Ann", "--seat", "Bob")
    assert made.code == 0
    assert made.out.startswith("#1 Ann and Bob open Sealed game, rules 1")
    match = run("list", "g.db", "--json").document["matches"][0]
    assert f"head {match['head']}\n" in made.out
    assert "Waiting for Ann and Bob." in made.out
    assert made.last == "next: ledger legal g.db Ann"


def test_new_as_json(run: Run) -> None:
    made = run("new", "sealed", "g.db", "--seat", "Ann", "--seat", "Bob", "--json").document
    assert made.keys() >= {"match", "seq", "events", "head", "awaited", "outcome"}
    assert made["awaited"] == [0, 1]
    assert made["outcome"] is None
    assert [event["seq"] for event in made["events"]] == list(range(1, made["seq"] + 1))
    assert made["events"][0]["kind"] == "match_opened"
    assert made["events"][0]["seed"] == {"hidden": True}
    assert made["events"][1]["card"] == {"hidden": True}


def test_new_names_the_clause_for_the_number_of_seats(run: Run, tmp_path: Path) -> None:
    refused = run("new", "fifty", "g.db", "--seat", "Ann", "--seat", "Bob", "--json")
    text = "50-Q-22: three or more play; Fifty is for 3 to 30 seats, 2 are named"
    assert (refused.code, refused.err) == (2, f"ledger: {text}\n")
    assert refused.document == {"error": {"kind": "invalid_option", "text": text}}
    assert list(tmp_path.iterdir()) == []


def test_two_that_open_the_first_match_at_once_share_the_file(run: Run, tmp_path: Path) -> None:
    """Who makes it second finds it made, and opens the match in that."""

    def begin(ledger: Ledger) -> str:
        assert run("new", "sealed", "g.db", "--seat", "Ann", "--seat", "Bob").code == 0
        return ledger.new(SEALED, ["Cleo", "Dan"]).id

    path = tmp_path / "g.db"
    assert made_with(path, begin) is None
    assert run("new", "sealed", "g.db", "--seat", "Cleo", "--seat", "Dan").code == 0
    found = run("list", "g.db", "--json").document["matches"]
    assert [match["seats"] for match in found] == [["Ann", "Bob"], ["Cleo", "Dan"]]
    assert [file.name for file in tmp_path.iterdir()] == ["g.db"]


def test_a_second_match_goes_into_the_same_file(run: Run, two: str) -> None:
    found = run("list", two, "--json").document["matches"]
    assert [match["seats"] for match in found] == [["Ann", "Bob"], ["Cleo", "Dan"]]


def test_the_next_command_names_the_match_where_there_are_several(run: Run, game: str) -> None:
    made = run("new", "sealed", game, "--seat", "Cleo", "--seat", "Dan")
    assert made.last.startswith(f"next: ledger legal {game} Cleo --match ")


@pytest.mark.parametrize(
    "words",
    [
        ("--seat", "Ann"),
        ("--seat", "Ann", "--seat", "ann"),
        ("--seat", "Ann", "--seat", "auditor"),
        ("--seat", "Ann", "--seat", "7"),
        ("--seat", "Ann", "--seat", ""),
        ("--seat", "Ann", "--seat", "Bob", "--option", "nonsense"),
        ("--seat", "Ann", "--seat", "Bob", "--option", "speed=3"),
        ("--seat", "Ann", "--seat", "Bob", "--option", "first_points=many"),
        ("--seat", "Ann", "--seat", "Bob", "--option", "first_points=1", "--option=first_points=2"),
        ("--seat", "Ann", "--seat", "Bob", "--chance", "luck"),
        ("--seat", "Ann", "--seat", "Bob", "--irregular", "maybe"),
        ("--seat", "Ann", "--seat", "Bob", "--seed", ""),
        ("--seat", "Ann", "--seat", "Bob", "--seed", "x", "--chance", "declared"),
        (),
    ],
)
def test_what_cannot_be_opened_leaves_no_file(run: Run, words: tuple[str, ...]) -> None:
    refused = run("new", "sealed", "g.db", *words)
    assert refused.code == 2
    assert refused.err.count("\n") == 1
    assert not Path("g.db").exists()


def test_options_the_game_refuses_are_refused_with_the_clause(run: Run) -> None:
    words = ("new", "sealed", "g.db", "--seat", "A", "--seat", "B", "--option", "first_points=-1")
    refused = run(*words, "--json")
    assert refused.code == 1
    assert refused.document["error"]["clause"] == "SG-00"
    assert not Path("g.db").exists()


def test_options_are_json_where_they_can_be(run: Run) -> None:
    words = ("new", "sealed", "g.db", "--seat", "A", "--seat", "B", "--option", "first_points=4")
    opened = run(*words, "--json").document["events"][0]
    assert opened["options"] == {"first_points": 4}
    assert "first_points=4" in run("replay", "g.db").out.partition("\n#2 ")[0]


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("check_rule=False", False),
        ("check_rule=no", False),
        ("check_rule=OFF", False),
        ("check_rule=false", False),
        ("check_rule=True", True),
        ("check_rule=Yes", True),
        ("check_rule=on", True),
        ("first_seat=1", 1),
        ("first_seat=bob", 1),
        ("first_seat=null", None),
        ("full_range=redraw", "redraw"),
        ("max_bid=200", 200),
    ],
)
def test_options_as_people_write_them(run: Run, word: str, value: object) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    made = run("new", "49", "g.db", *people, "--option", word, "--json")
    assert made.code == 0
    found = made.document["events"][0]["options"][word.partition("=")[0]]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize("typed", ["+5", "1.5", "007", "nine", "true", "null"])
def test_a_number_that_is_none_is_said_in_plain_words(run: Run, typed: str) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--seat", "Cleo")
    assert run("new", "49", "g.db", *people, "--option", "first_seat=0").code == 0
    refused = run("act", "g.db", 0, "bid", typed)
    assert refused.err == f"ledger: bid: amount: a whole number is wanted, not '{typed}'\n"
    if typed not in ("+5", "007", "nine"):
        refused = run("act", "g.db", 0, "bid", "-", stdin=f'{{"amount": {typed}}}')
        assert refused.err == f"ledger: bid: amount: a whole number is wanted, not {typed}\n"


def test_what_is_given_as_json_is_taken_as_the_library_takes_it(run: Run) -> None:
    """Words are text of which a number is made; a number in JSON is one, and text is text."""
    people = ("--seat", "Ann", "--seat", "Bob", "--option", "first_seat=Ann")
    assert run("new", "49", "g.db", *people).code == 0
    data = {"kind": "bid", "seat": 0, "amount": "5"}
    with Ledger("g.db") as ledger, pytest.raises(InvalidAction, match="is wanted, not '5'"):
        ledger.match().act(data)
    said = "ledger: bid: amount: a whole number is wanted, not '5'"
    refused = run("act", "g.db", "Ann", "bid", "-", stdin='{"amount": "5"}')
    assert (refused.code, refused.err) == (2, f"{said}\n")
    assert run("act", "g.db", "Ann", "bid", '"5"').err.startswith(said)
    assert run("act", "g.db", "Ann", "bid", "-", stdin='{"amount": 5}').code == 0
    assert run("act", "g.db", "Bob", "bid", "amount=6").code == 0


def test_a_list_given_as_json_holds_numbers_and_a_list_of_words_makes_them(
    run: Run, game: str
) -> None:
    refused = run("why", game, "Ann", "bid", 'cards=["1"]')
    said = "ledger: bid: cards: item 1: a whole number is wanted, not '1'; "
    assert (refused.code, refused.err.startswith(said)) == (2, True)
    for words in (["cards=[1]"], ["cards=1"], ["1"]):
        assert run("why", game, "Ann", "bid", *words).code == 0


@pytest.mark.parametrize("typed", ["1.5", "true", "null", "[1]", '"x"'])
def test_a_draw_that_is_none_is_said_in_plain_words(run: Run, typed: str) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    assert run("new", "sealed", "d.db", *people, "--chance", "declared").code == 0
    for refused in (run("draw", "d.db", typed), run("draw", "d.db", "-", stdin=typed)):
        assert refused.code in (1, 2)
        assert "Expected" not in refused.err
        assert "no JSON value" not in refused.err


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("check_rule=maybe", "check_rule is true or false, not 'maybe'"),
        ("check_rule=1", "check_rule is true or false, not '1'"),
        ("full_range=x", "full_range is pass_tokens or redraw, not 'x'"),
        ("first_seat=Zoe", "first_seat is a seat's number or name, or null, not 'Zoe'"),
        ("first_seat=spectator", "first_seat is a seat's number or name, or null, not 'spectator'"),
        ("max_bid=much", "max_bid is a whole number, not 'much'"),
        ("board=x", "board is spiral or a list of numbers, not 'x'"),
    ],
)
def test_a_wrong_value_names_what_is_possible(run: Run, word: str, wanted: str) -> None:
    for more in (("new", "49", "g.db", "--seat", "Ann", "--seat", "Bob"), _SIMULATE):
        refused = run(*more, "--option", word)
        assert (refused.code, refused.err) == (2, f"ledger: {wanted}\n")


def test_the_bounds_of_an_option_are_its_clauses(run: Run) -> None:
    refused = run("new", "49", "g.db", "--seat", "A", "--seat", "B", "--option", "max_bid=3")
    assert refused.code == 1
    assert refused.err.startswith("ledger: 49-Q-05: ")


def test_an_act_tells_what_follows_and_the_head(run: Run, game: str) -> None:
    acted = run("act", game, "Ann", "bid", "cards=[]")
    head = run("show", game, "--json").document["head"]
    assert acted.code == 0
    next_ = f"next: ledger legal {game} Bob"
    assert acted.out.splitlines()[1:] == ["Waiting for Bob.", f"head {head}", next_]


def test_after_the_end_comes_the_audit(run: Run, played: str) -> None:
    assert run("open", played, "--seed").last == f"next: ledger audit {played}"


def test_the_actor_reads_its_own_secret_and_others_do_not(run: Run, game: str) -> None:
    acted = run("act", game, 0, "bid", "cards=[]", "--json").document
    assert [event["cards"] for event in acted["events"]] == [[]]
    assert acted["seq"] == acted["events"][0]["seq"]
    told = run("replay", game, "--as", 1, "--json").document["matches"][0]["events"]
    assert told[-1]["cards"] == {"hidden": True}


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("bid", "{0}", "{1}"), ""),
        (("bid", "cards={0},{1}"), ""),
        (("bid", "cards=[{0}, {1}]"), ""),
        (("bid", "[{0}, {1}]"), ""),
        (("bid", "-"), '{{"cards": [{0}, {1}]}}'),
    ],
)
def test_ways_to_write_the_fields(run: Run, game: str, words: tuple[str, ...], stdin: str) -> None:
    cards = run("show", game, "--as", 0, "--json").document["state"]["hands"][0]["cards"][:2]
    filled = [word.format(*cards) for word in words]
    acted = run("act", game, 0, *filled, "--json", stdin=stdin.format(*cards))
    assert acted.code == 0
    assert acted.document["events"][0]["cards"] == cards


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("Ann", "jump"), ""),
        (("Ann", "bid"), ""),
        (("Ann", "bid", "many"), ""),
        (("Ann", "bid", "cards=1", "2"), ""),
        (("Ann", "bid", "cards=1", "cards=2"), ""),
        (("Ann", "bid", "tiles=1"), ""),
        (("Ann", "bid", "9" * 5000), ""),
        (("Ann", "bid", '{"hidden": true}'), ""),
        (("Ann", "bid", "-"), ""),
        (("Ann", "bid", "-"), "no json"),
        (("Ann", "bid", "-"), "[1]"),
        (("Ann", "bid", "-"), '{"tiles": [1]}'),
        (("Ann", "bid", "-"), "[" * 100_000),
        (("Ann", "bid", "-"), " " * (1 << 21)),
        (("Zoe", "bid", "1"), ""),
        (("2", "bid", "1"), ""),
        (("spectator", "bid", "1"), ""),
        (("Ann", "bid", "1", "--at", "soon"), ""),
        (("Ann", "bid", "1", "--at", "99999999999999999999999"), ""),
        (("Ann", "bid", "-5"), ""),
        (("Ann", "bid", "1", "--anway"), ""),
        (("Ann",), ""),
        ((), ""),
    ],
)
def test_words_that_make_no_action(run: Run, game: str, words: tuple[str, ...], stdin: str) -> None:
    before = run("show", game).out
    refused = run("act", game, *words, stdin=stdin)
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert run("show", game).out == before


def test_a_refusal_names_its_clause(run: Run, game: str) -> None:
    refused = run("act", game, "Ann", "write", 1, 2)
    assert refused.code == 1
    assert refused.err.startswith("ledger: SG-03: ")
    assert "--anyway" not in refused.err
    error = run("act", game, "Ann", "write", 1, 2, "--json").document["error"]
    assert error.items() >= {"kind": "refused", "clause": "SG-03", "irregular": False}.items()


def test_acting_on_what_has_changed_is_refused(run: Run, game: str) -> None:
    seq = run("show", game, "--json").document["seq"]
    assert run("act", game, 0, "bid", "cards=[]", "--at", seq).code == 0
    stale = run("act", game, 0, "bid", "cards=[]", "--at", seq, "--json")
    assert stale.code == 1
    assert stale.document["error"]["kind"] == "stale"


def test_an_irregular_act_is_recorded_only_if_wanted(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--option", "first_seat=0", "--seed", "1")
    assert run("new", "49", "g.db", *people).code == 0
    refused = run("act", "g.db", 0, "bid", 60)
    assert refused.code == 1
    assert "--anyway" in refused.err
    assert run("act", "g.db", 0, "bid", 60, "--anyway").code == 0


def test_a_match_that_takes_no_irregular_acts(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--option", "first_seat=0")
    assert run("new", "49", "g.db", *people, "--irregular", "refuse").code == 0
    refused = run("act", "g.db", 0, "bid", 60, "--anyway", "--json")
    assert refused.code == 1
    assert refused.document["error"]["clause"] == "HOUSE-06"


def test_legal_gives_commands_that_can_be_typed(run: Run, game: str) -> None:
    typed = run("legal", game, "Ann").out.splitlines()[1].split()
    assert typed[0] == "ledger"
    assert run(*typed[1:]).code == 0


def test_legal_as_json(run: Run, game: str) -> None:
    found = run("legal", game, 1, "--json").document
    assert found["seat"] == 1
    (choice,) = found["choices"]
    assert (choice["kind"], choice["fields"]["cards"]["domain"]) == ("bid", "subsetof")
    assert choice["command"].startswith(f"ledger act {game} Bob bid ")


def test_legal_says_why_there_is_nothing(run: Run, game: str, played: str) -> None:
    assert "Over, won by " in run("legal", played, "Ann").out
    assert run("legal", played, "Ann", "--json").document["choices"] == []
    assert run("legal", played, "auditor").code == 2


def test_declared_draws(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    made = run("new", "sealed", "g.db", *people, "--chance", "declared")
    assert made.last.startswith("next: ledger draw g.db 1 --as Ann  # ")
    assert "Waiting for Ann to say which card was drawn.\n" in made.out
    assert run("draw", "g.db", 3).code == 1  # a secret draw is its seat's to enter
    assert run("draw", "g.db", 13, "--as", "Ann").code == 1
    assert run("draw", "g.db", "three", "--as", "Ann").code == 2
    assert run("draw", "g.db", 3, "--as", "Zoe").code == 2
    drawn = run("draw", "g.db", 3, "--as", "Ann", "--json").document
    assert [(event["kind"], event["card"]) for event in drawn["events"]] == [("card_drawn", 3)]
    assert run("draw", "g.db", "-", "--as", "Ann", stdin="4").code == 0
    assert run("act", "g.db", 0, "bid", 3).code == 1
    assert run("legal", "g.db", 0, "--json").document["choices"] == []


def test_what_has_the_form_of_what_is_due_is_refused_and_what_has_not_is_wrong_usage(
    run: Run,
) -> None:
    people = ("--seat", "Ann", "--seat", "Ben", "--seat", "Cy", "--chance", "declared")
    run("new", "everything-must-go", "cards.db", *people)
    run("new", "49", "seats.db", *people)
    run("new", "45", "numbers.db", *people[:4], *people[-2:])
    for file, due in (("cards.db", "card"), ("seats.db", "seat"), ("numbers.db", "number")):
        for typed in ("Ks of hearts", "Zoe", "77"):
            refused = run("draw", file, typed)
            of_no_form = due == "number" and typed != "77"
            assert refused.code == (2 if of_no_form else 1), (due, typed)
            assert refused.err.startswith("ledger: HOUSE-03: ") != of_no_form
    said = "nobody here is 'Zoe': name Ann, Ben, Cy or a seat from 0 to 2"
    assert run("draw", "seats.db", "Zoe").err == f"ledger: HOUSE-03: {said}\n"
    assert run("draw", "cards.db", "[1]").code == run("draw", "seats.db", "[1]").code == 1
    for file in ("cards.db", "seats.db", "numbers.db"):
        assert run("draw", file, "-", stdin="[1]").code == 2


def test_a_public_draw_is_entered_by_nobody_in_particular(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Ben", "--chance", "declared")
    run("new", "49", "g.db", *people)
    refused = run("draw", "g.db", "Ben", "--as", "Ann")
    said = "all see which seat is drawn: enter it without --as"
    assert (refused.code, refused.err) == (2, f"ledger: {said}\n")
    run("export", "g.db", "--as", "Ann", "-o", "ann.db")
    assert "HOUSE-07" in run("draw", "ann.db", "Ben", "--as", "Ann").err
    assert run("draw", "g.db", "Ben", "--as", "spectator").code == 0


def test_waiting_tells_which_draw_is_due(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Ben", "--seat", "Cy", "--chance", "declared")
    said = run("new", "everything-must-go", "g.db", *people).out
    for card in ("8c", "9c", "10c", "Jc", "Qc"):
        said += run("draw", "g.db", card).out
    lines = [line for line in said.splitlines() if line.startswith("Waiting")]
    laid = "Waiting for the table to say which card was drawn (card laid)."
    assert lines == [
        *[laid] * 4,
        "Waiting for the table to say which card was drawn (top card turned).",
        "Waiting for the table to say which seat was drawn (first seat drawn).",
    ]


def test_the_next_draw_is_one_that_could_be(run: Run) -> None:
    made = run("new", "49", "g.db", "--seat", "Ann B", "--seat", "Bob", "--chance", "declared")
    assert made.last.startswith("next: ledger draw g.db 'Ann B'  # ")
    drawn = run("draw", "g.db", "bob")
    assert drawn.out.startswith("#2 Bob plays first")
    assert drawn.last.startswith("next: ledger draw g.db 1  # in place of 1: the card that ")
    turned = run(*drawn.last.partition("  # ")[0].split()[2:])
    assert turned.code == 0
    assert turned.last == "next: ledger legal g.db Bob"
    assert "(card_drawn)" not in drawn.out


def test_the_next_draw_tells_nothing_of_a_hand(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob")
    run("new", "sealed", "g.db", *people, "--chance", "declared")
    for card in (1, 2):
        drawn = run("draw", "g.db", card, "--as", "Ann")
        assert drawn.last.startswith("next: ledger draw g.db 1 --as Ann  # ")  # as all others think


def test_a_name_no_shell_would_take_stays_a_number(run: Run) -> None:
    people = ("--seat", "\x1b[31m", "--seat", "Bob")
    made = run("new", "49", "g.db", *people, "--chance", "declared")
    assert made.last.startswith("next: ledger draw g.db 0  # ")


def test_opening_seals(run: Run, game: str, played: str) -> None:
    assert run("open", played).code == 2
    assert run("open", played, "--seed", "--all").code == 2
    opened = run("open", played, "--seed", "--json").document
    assert [event["kind"] for event in opened["events"]] == ["seals_opened"]
    assert run("open", played, "--seed").code == 1
    assert run("open", played, "--all").code == 0
    assert run("audit", played).code == 0


def test_seals_stay_closed_while_the_match_runs(run: Run, game: str) -> None:
    assert run("open", game, "--seed").code == 1


def test_none_is_said_where_none_is_possible(run: Run, game: str) -> None:
    said = run("legal", game, 0).out.splitlines()[0]
    assert said.startswith("bid: cards 0 to 3 of ")
    assert said.endswith(" (cards=[] for none)")
    lacking = run("act", game, 0, "bid").err
    assert lacking == "ledger: bid lacks cards; write: bid CARDS ... (cards=[] for none)\n"
    blank = run("act", game, 0, "bid", "")
    assert (blank.code, blank.out) == (2, "")
    assert run("act", game, 0, "bid", "cards=[]").code == 0


def test_the_json_that_help_shows_can_be_typed_in_every_game_with_cards(run: Run) -> None:
    """Monopoly Bid's cards are texts: a number is taken for one."""
    people = ("--seat", "Ann", "--seat", "Bob")
    assert run("new", "monopoly-bid", "m.db", *people, "--option", "first_host=Ann").code == 0
    assert run("act", "m.db", "Ann", "end_actions").code == 0
    hand = run("show", "m.db", "--as", "Bob", "--json").document["state"]["hands"][1]["cards"]
    money = next(card for card in hand if card.isdecimal())
    bid = run("act", "m.db", "Bob", "bid", "-", "--json", stdin=f'{{"cards": [{money}]}}')
    assert bid.code == 0
    assert bid.document["events"][0]["cards"] == [money]


@pytest.mark.parametrize(
    "words",
    [
        ("act", "Zoe", "bid", 1),
        ("legal", "Zoe"),
        ("why", "Zoe", "bid", 1),
        ("dispute", "Zoe", 1, "--claim", "x"),
        ("draw", 1, "--as", "Zoe"),
    ],
)
def test_who_has_no_seat_is_told_who_has(run: Run, game: str, words: tuple[object, ...]) -> None:
    """Of a seat only seats can be meant: nobody is told to name the spectator."""
    name, *more = words
    refused = run(name, game, *more)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "ledger: nobody here is 'Zoe': name Ann, Bob or a seat from 0 to 1\n"
    shown = run("show", game, "--as", "Zoe")
    assert shown.err.endswith("name Ann, Bob, a seat from 0 to 1, spectator or auditor\n")


def test_an_action_names_a_seat_by_its_persons_name(run: Run) -> None:
    people = ("--seat", "Ann", "--seat", "Bob", "--seat", "Cy")
    assert run("new", "monopoly-bid", "m.db", *people, "--option", "first_host=Ann").code == 0
    asked = run("why", "m.db", "Ann", "offer_trade", "cy", "1", "2", "--json")
    assert asked.document["action"]["to"] == 2
    refused = run("act", "m.db", "Ann", "steal", "Zoe", 1, "red")
    assert refused.err.startswith("ledger: steal: victim: nobody here is 'Zoe': name Ann, Bob, Cy")
