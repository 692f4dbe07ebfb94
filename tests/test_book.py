"""A ledger of many matches: opening them, their names and options, and finding their games."""

import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from ledger import (
    Broken,
    GameError,
    InvalidOption,
    Ledger,
    LedgerError,
    MatchOpened,
    Misused,
    NotALedger,
    NotWritten,
    Refused,
    UnknownGame,
    UnknownMatch,
    find_game,
    game_names,
    letter,
)
from ledger.clauses import Catalogue, Clause
from ledger.names import LONGEST
from ledger.position import unfit
from ledger.transfer import import_lines

from .pledge_game import PLEDGE, Options
from .sealed_game import SEALED
from .tables import START, a_ledger, play, pledge, sealed, ticking

# --- opening a match


def test_a_match_begins_with_all_that_was_agreed() -> None:
    with a_ledger() as ledger:
        match = ledger.new("pledge", ["Ann", "Bob"], options={"rounds": 3}, irregular="refuse")
        opened = match.opened
    seed = opened.seed
    assert isinstance(seed, str)
    assert len(bytes.fromhex(seed)) == 32
    assert opened == MatchOpened(
        game="pledge",
        rules=1,
        options={"rounds": 3, "motto": ""},
        seats=("Ann", "Bob"),
        chance="seeded",
        draws="draw/1",
        seed=seed,
        seed_by="secrets",
        irregular="refuse",
    )


def test_a_seed_by_hand_is_named_so() -> None:
    with a_ledger() as ledger:
        opened = pledge(ledger, seed="42").opened
        assert (opened.seed, opened.seed_by) == ("42", "hand")
        declared = pledge(ledger, seed=None, chance="declared").opened
        assert (declared.seed, declared.seed_by, declared.draws) == (None, None, None)


def test_secrets_are_different_every_time_without_injected_entropy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()  # the machine's own, which tests do without
    with Ledger(None, games=(SEALED,)) as one, Ledger(None, games=(SEALED,)) as two:
        first, second = (ledger.new("sealed", ["Ann", "Bob"]) for ledger in (one, two))
        assert first.id != second.id
        assert first.opened.seed != second.opened.seed


def test_the_machines_clock_tells_microseconds_since_1970() -> None:
    with Ledger(None, games=(PLEDGE,)) as ledger:
        match = ledger.new("pledge", ["Ann", "Bob"])
        (entry,) = match.events()
        assert 2024 < entry.time.year < 2100


@pytest.mark.parametrize("seats", [(), ("Ann",), ("Ann", "Bob", "Cid", "Dee")])
def test_a_game_is_for_so_many_seats(seats: tuple[str, ...]) -> None:
    with a_ledger() as ledger, pytest.raises(InvalidOption):
        ledger.new("pledge", seats)


def test_a_table_size_may_be_left_out() -> None:
    """Two or four, but not three."""
    even = replace(PLEDGE, seats=range(2, 5, 2))
    assert [replace(PLEDGE, seats=seats).table_sizes for seats in (range(3, 4), range(2, 6))] == [
        "3",
        "2 to 5",
    ]
    with a_ledger() as ledger:
        with pytest.raises(InvalidOption, match="is for 2 or 4 seats, 3 are named"):
            ledger.new(even, ["Ann", "Bob", "Cid"])
        assert len(ledger.new(even, ["Ann", "Bob", "Cid", "Dee"]).seats) == 4


@pytest.mark.parametrize(
    ("game", "seats", "text"),
    [
        ("49", 0, "49-CMP-09: two to five play; Game of 49 is for 2 to 5 seats, 0 are named"),
        ("49", 1, "49-CMP-09: two to five play; Game of 49 is for 2 to 5 seats, 1 is named"),
        ("49", 6, "49-CMP-09: two to five play; Game of 49 is for 2 to 5 seats, 6 are named"),
        (
            "everything-must-go",
            7,
            "EMG-CMP-01: three to six play; Everything Must Go is for 3 to 6 seats, 7 are named",
        ),
        ("fifty", 2, "50-Q-22: three or more play; Fifty is for 3 to 30 seats, 2 are named"),
        ("fifty", 40, "50-Q-28: at most 30 play here; Fifty is for 3 to 30 seats, 40 are named"),
        ("pledge", 1, "Pledge is for 2 or 3 seats, 1 is named"),
    ],
)
def test_a_wrong_number_of_seats_names_the_clause_if_the_game_does(
    game: str, seats: int, text: str
) -> None:
    chosen = PLEDGE if game == "pledge" else game
    people = [f"Ann {letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789.:-+"[:seats]]
    with Ledger(None) as ledger:
        with pytest.raises(InvalidOption) as refused:
            ledger.new(chosen, people, options={"no such": 1})
        assert str(refused.value) == text
        assert ledger.ids() == ()


def test_a_game_need_not_know_of_a_number_of_seats_it_is_not_for() -> None:
    """It is asked about the next number only, and may fail there."""
    asked: list[int] = []

    def start(options: Options, seats: int) -> Any:
        asked.append(seats)
        raise ZeroDivisionError

    game = replace(PLEDGE, start=start)
    for seats in (-1, 0, 4, 10**12):
        assert unfit(game, seats) == "Pledge is for 2 or 3 seats"
    assert asked == [1, 1, 4, 4]
    assert unfit(game, 2) is None


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x" * (LONGEST + 1),
        "auditor",
        "Spectator",
        "SPECTATOR ",
        "\uff41uditor",  # a full-width a
        "all",
        "nobody",
        "7",
        "0",
        "\u0663",  # three, in Arabic
        "\u00b2",  # a small two
        "\ud800",
        "ann",
        "ANN",
        " Ann ",
        "\uff21nn",
    ],
)
def test_a_name_that_could_be_taken_for_something_else(name: str) -> None:
    with a_ledger() as ledger, pytest.raises(InvalidOption):
        ledger.new("pledge", ["Ann", name])


@pytest.mark.parametrize("half", ["\ud800", "\udfff", "Bob\ud83d", "Zoë \udc00"])
def test_a_name_is_whole_text(half: str) -> None:
    """Such as a form makes of a smiley that it cuts in the middle."""
    with a_ledger() as ledger, pytest.raises(InvalidOption, match="half a character"):
        ledger.new("pledge", ["Ann", half])


@pytest.mark.parametrize("name", ["Bob", "O'Neil", "Zoë", "李", "seat 1", "x" * LONGEST, "\u202eb"])
def test_people_are_called_many_things(name: str) -> None:
    with a_ledger() as ledger:
        match = ledger.new("pledge", ["Ann", name])
        assert match.seats == ("Ann", name)
        assert match.audience(name) == 1


UNSEEN = [
    "\ufe0f",
    "\u034f",
    "\u115f",
    "\u3164",
    "\uffa0",
    "\U000e0100",
    "\u2800",
    "\u200b",
    "\x00",
]


@pytest.mark.parametrize("unseen", UNSEEN, ids=map(ascii, UNSEEN))
def test_what_shows_nothing_makes_no_other_name(unseen: str) -> None:
    with a_ledger() as ledger:
        for name in ("Ann", "spectator", "12", ""):
            with pytest.raises(InvalidOption):
                ledger.new("pledge", ["Ann", f"{name}{unseen}"])
        match = ledger.new("pledge", ["Ann", f"Bob{unseen}"])
        assert match.audience("bob") == match.audience(f"{unseen}BOB") == 1


@pytest.mark.parametrize("sharp", [("Strauß", "STRAUSS"), ("ﬁn", "fin"), ("é", "e\u0301")])
def test_names_that_read_as_one_are_refused(sharp: tuple[str, str]) -> None:
    with a_ledger() as ledger, pytest.raises(InvalidOption):
        ledger.new("pledge", sharp)


@pytest.mark.parametrize(
    "options",
    [
        {"round": 3},
        {"rounds": "3"},
        {"rounds": True},
        {"rounds": 2.5},
        {"rounds": None},
        {"motto": 3},
        {"motto": "\ud800"},
        {"self": 3},
        {3: 3},
        {10**5000: 3},
        {"rounds": 10**5000},
    ],
)
def test_an_option_that_the_game_does_not_take(options: dict[Any, Any]) -> None:
    with a_ledger() as ledger:
        with pytest.raises(InvalidOption) as invalid:
            ledger.new("pledge", ["Ann", "Bob"], options=options)
        assert len(str(invalid.value).splitlines()) == 1
        assert ledger.ids() == ()


def test_options_the_game_refuses_together_name_the_clause() -> None:
    with a_ledger() as ledger:
        with pytest.raises(Refused) as refused:
            ledger.new("pledge", ["Ann", "Bob"], options={"rounds": 0})
        assert refused.value.clause == "PL-01"
        assert ledger.ids() == ()
        assert ledger.new(PLEDGE, ["Ann", "Bob"], options={"motto": "x"}).opened.options == {
            "rounds": Options().rounds,
            "motto": "x",
        }


def test_an_option_goes_by_the_name_it_is_written_under() -> None:
    """So an option can be called what Python keeps for itself."""

    class Terms(Options, frozen=True):
        passing: bool = msgspec.field(default=True, name="pass")

    begun: list[bool] = []

    def start(terms: Terms, seats: int) -> Any:
        begun.append(terms.passing)
        return PLEDGE.start(terms, seats)

    game = replace(PLEDGE, options=Terms, start=start)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, ["Ann", "Bob"], options={"pass": False})
        assert match.opened.options == {"rounds": 2, "motto": "", "pass": False}
        assert not any(begun)
        with pytest.raises(InvalidOption, match="use one of rounds, motto, pass"):
            ledger.new(game, ["Ann", "Bob"], options={"passing": False})
        play(match)
        assert ledger.replay().verdict == "exact"


@pytest.mark.parametrize("seed", ["", "x" * 201, "\ud800"])
def test_a_seed_that_is_none(seed: str) -> None:
    with a_ledger() as ledger, pytest.raises(InvalidOption):
        pledge(ledger, seed=seed)


@pytest.mark.parametrize("seed", ["x", "x" * 200])
def test_a_seed_by_hand_is_recorded_as_it_is(seed: str) -> None:
    with a_ledger() as ledger:
        assert pledge(ledger, seed=seed).opened.seed == seed


def test_of_several_matches_one_is_named() -> None:
    """Up to ten are listed."""
    with a_ledger() as ledger:
        with pytest.raises(UnknownMatch, match="holds no match yet"):
            ledger.match()
        only = pledge(ledger)
        assert ledger.match().id == only.id
        for _ in range(9):
            pledge(ledger)
        ten = ", ".join(ledger.ids())
        for more in ("", " ..."):
            count = len(ledger.ids())
            with pytest.raises(UnknownMatch) as several:
                ledger.match()
            text = f"this ledger holds {count} matches: name one of {ten}{more}"
            assert str(several.value) == text
            for letters in (65, 3_000_000):  # more than SQLite takes: no fault of the file
                with pytest.raises(UnknownMatch) as none:
                    ledger.match("x" * letters)
                named = f"no match '{'x' * 64}' in this ledger, which holds: {ten}{more}"
                assert str(none.value) == named
            pledge(ledger)


def test_declared_draws_have_no_seed() -> None:
    with a_ledger() as ledger, pytest.raises(InvalidOption):
        pledge(ledger, chance="declared", seed="x")


@pytest.mark.parametrize("clock", [ticking(), lambda: START])
def test_matches_come_in_the_order_they_began_in(clock: Callable[[], int]) -> None:
    with a_ledger(clock=clock) as ledger:
        made = [pledge(ledger).id for _ in range(6)]
        assert list(ledger.ids()) == made != sorted(made)


# --- finding a match


def test_a_file_holds_any_number_of_matches(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "games.db") as ledger:
        with pytest.raises(UnknownMatch):
            ledger.match()
        one = play(sealed(ledger), 3)
        assert ledger.match().id == one.id
        two = play(pledge(ledger), 3)
        assert ledger.ids() == (one.id, two.id)
        with pytest.raises(UnknownMatch) as unknown:
            ledger.match()
        assert one.id in str(unknown.value)
        assert two.id in str(unknown.value)
        for match in (one, two):
            assert ledger.match(match.id).head == match.head
            assert ledger.audit(match.id).verdict == "clean"


@pytest.mark.parametrize("match", ["", "x", "?" * 9999, "\ud800"])
def test_a_match_that_is_not_here_is_unknown(match: str) -> None:
    with a_ledger() as ledger:
        pledge(ledger)
        for ask in (ledger.match, ledger.audit, ledger.replay):
            with pytest.raises(UnknownMatch):
                ask(match)


def test_matches_are_unique_in_the_world() -> None:
    with a_ledger(noise="a") as one, a_ledger(noise="b") as two:
        assert len({pledge(ledger).id for ledger in (one, one, two)}) == 3


def test_a_source_that_repeats_itself_gives_no_match_the_id_of_another() -> None:
    """The file is as it should be, and was called damaged."""
    with a_ledger(entropy=bytes) as ledger:
        match = pledge(ledger)
        with pytest.raises(Misused, match=f"the id of a match that is here, {match.id}: "):
            pledge(ledger)
        assert ledger.ids() == (match.id,)


def test_a_match_is_adopted_once() -> None:
    with a_ledger() as one, a_ledger(noise="two") as two:
        match = play(sealed(one))
        rows, opened = list(one.rows(match.id)), one.disclosures(match.id)
        two.adopt(match.id, rows, opened)
        with pytest.raises(Misused, match=f"match {match.id} is in this ledger already"):
            two.adopt(match.id, rows, opened)
        assert two.audit().verdict == "clean"


def test_every_bit_of_the_noise_tells_two_matches_apart() -> None:
    ids = set()
    for number in (0, *(1 << bit for bit in range(80))):
        with Ledger(
            None, games=(PLEDGE,), entropy=partial(number.to_bytes, byteorder="big")
        ) as one:
            ids.add(pledge(one).id)
    assert len(ids) == 81
    assert all(re.fullmatch("[a-z0-9]{16}", id) for id in ids)


def test_of_two_programs_that_make_one_file_the_second_opens_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with a_ledger(tmp_path / "game.db") as one:
        match = pledge(one)
        exists, looks = os.path.exists, iter([False])  # the second looked before it was there
        monkeypatch.setattr("os.path.exists", lambda path: next(looks, True) and exists(path))
        with Ledger(tmp_path / "game.db", games=(PLEDGE,)) as two:
            assert two.ids() == (match.id,)
            assert two.match(pledge(two).id).seats == match.seats


def test_rows_that_do_not_go_in_whole_are_not_adopted_at_all() -> None:
    with a_ledger() as one, a_ledger(noise="two") as two:
        match = play(sealed(one))
        opened = one.disclosures(match.id)
        with pytest.raises(LedgerError):
            two.adopt(match.id, list(one.rows(match.id)), [*opened, opened[0]])
        assert two.ids() == ()


@pytest.mark.parametrize(
    "odd", [{"seq": "1"}, {"seq": 1.0}, {"time": "2"}, {"time": True}, {"event": "{}"}]
)
def test_what_is_no_row_is_not_adopted(odd: dict[str, Any]) -> None:
    with a_ledger() as one, a_ledger(noise="two") as two:
        match = play(sealed(one))
        first, *more = one.rows(match.id)
        with pytest.raises(Misused, match="a row has numbers as its seq and time"):
            two.adopt(match.id, [replace(first, **odd), *more], one.disclosures(match.id))
        assert two.ids() == ()


@pytest.mark.parametrize(
    "odd", [{"seq": "1"}, {"issued": 0}, {"seq": 1 << 70}, {"field": 3}, {"value": b"1"}]
)
def test_what_is_no_disclosure_is_not_adopted(odd: dict[str, Any]) -> None:
    with a_ledger() as one, a_ledger(noise="two") as two:
        match = play(sealed(one))
        first, *more = one.disclosures(match.id)
        with pytest.raises(Misused, match="a disclosure has numbers as its seq and issued"):
            two.adopt(match.id, list(one.rows(match.id)), [replace(first, **odd), *more])
        assert two.ids() == ()


def test_a_match_without_any_event_is_not_adopted() -> None:
    with a_ledger() as one, a_ledger(noise="two") as two:
        match = play(sealed(one))
        with pytest.raises(Misused, match="at least its first event"):
            two.adopt(match.id, [], one.disclosures(match.id))
        assert two.ids() == ()


def test_rows_of_another_ledger_are_adopted_whole(tmp_path: Path) -> None:
    with a_ledger() as one, a_ledger(tmp_path / "game.db") as two:
        match = play(sealed(one))
        rows = list(one.rows(match.id))
        two.adopt(match.id, rows, one.disclosures(match.id))
        assert two.match().head == match.head
        assert two.audit().verdict == "clean"
        with pytest.raises(Broken):
            two.adopt("another", rows, ())
        assert two.ids() == (match.id,)


# --- finding a game


def test_a_game_the_host_brings_along_comes_first() -> None:
    mine = replace(PLEDGE, name="49")
    with a_ledger(games=(mine,)) as ledger:
        assert ledger.new("49", ["Ann", "Bob"]).game is mine


def test_an_unknown_game_is_named_with_those_there_are() -> None:
    with a_ledger() as ledger, pytest.raises(UnknownGame) as unknown:
        ledger.new("chess", ["Ann", "Bob"])
    assert "'chess'" in str(unknown.value)


def test_a_match_of_an_unknown_game_can_be_listed_but_not_opened(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = pledge(ledger)
    with a_ledger(tmp_path / "game.db", games=()) as ledger:
        assert ledger.first(match.id).game == "pledge"
        for ask in (ledger.match, ledger.replay):
            with pytest.raises(UnknownGame):
                ask()


PACKAGES = {
    "one": "twice = games_of_one:GAME\nbroken = games_of_one:NONE\nother = games_of_one:GAME",
    "two": "twice = games_of_two:GAME\nmissing = no_such_module:GAME\nnone = math:pi",
}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two installed packages that bring games, some of them twice, some of them broken."""
    for name, points in PACKAGES.items():
        info = tmp_path / f"games_of_{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: games-of-{name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ledger.games]\n{points}\n")
        code = "from tests.pledge_game import PLEDGE\nfrom msgspec.structs import replace\n"
        (tmp_path / f"games_of_{name}.py").write_text(code + "GAME = replace(PLEDGE, name='twice')")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("packages")
def test_two_packages_with_one_game_are_refused_by_name() -> None:
    with pytest.raises(UnknownGame) as unknown:
        find_game("twice")
    assert "games-of-one" in str(unknown.value)
    assert "games-of-two" in str(unknown.value)
    assert set(game_names()) >= {"twice", "broken", "missing", "none", "other"}
    assert list(game_names()) == sorted(set(game_names()))


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", ["broken", "missing", "none", "other"])
def test_a_game_that_cannot_be_loaded_is_unknown(name: str) -> None:
    """Whatever a stranger's package does: an error of ours, in one sentence."""
    with pytest.raises(UnknownGame) as unknown:
        find_game(name)
    assert name in str(unknown.value)


# --- small things a game is made of


def test_two_clauses_with_one_number_are_refused() -> None:
    with pytest.raises(ValueError, match="same number"):
        Catalogue((Clause("A-1", "a", "One."), Clause("A-1", "b", "Two.")))


def test_a_clause_is_found_whatever_the_case() -> None:
    clauses = PLEDGE.clauses
    assert clauses.get("pl-03") is clauses.get("PL-03") is not None
    assert clauses.get("PL-99") is None
    assert "PL-03" in clauses
    assert len(clauses) == len(list(clauses)) == 4


def test_two_events_of_one_kind_make_no_game() -> None:
    with pytest.raises(GameError):
        replace(PLEDGE, actions=(*PLEDGE.actions, PLEDGE.actions[0]))


def test_every_seat_has_a_letter() -> None:
    assert [letter(seat) for seat in (0, 25, 26, 27, 52)] == ["A", "Z", "A1", "B1", "A2"]


@pytest.mark.parametrize("name", ["", "Chess", "my game", "a--b", "-a", "a-", "a_b", "ä"])
def test_a_games_name_is_small_letters_digits_and_hyphens(name: str) -> None:
    with pytest.raises(GameError, match="is no game's name"):
        replace(PLEDGE, name=name)
    assert replace(PLEDGE, name="49-a").name == "49-a"


def test_versions_of_rules_count_from_1() -> None:
    with pytest.raises(GameError, match="count from 1"):
        replace(PLEDGE, version=0)


@pytest.mark.parametrize(
    "seats", [range(0), range(3), range(-1, 3), range(2, 102), range(4, 1, -1)]
)
def test_a_game_is_for_1_to_100_seats(seats: range) -> None:
    """The hundredth has the number 99: with three digits none could be named or get a copy."""
    with pytest.raises(GameError, match="a range of 1 to 100 seats, fewest first, is wanted"):
        replace(PLEDGE, seats=seats)
    most = replace(PLEDGE, seats=range(1, 101))
    with a_ledger(games=(most,)) as ledger:
        match = ledger.new(most, [f"seat {seat}" for seat in range(100)])
        assert match.audience("99") == match.audience(99) == match.audience("seat 99") == 99


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (range(4, 5), "4"),
        (range(2, 4), "2 or 3"),
        (range(2, 5), "2 to 4"),
        (range(2, 7, 2), "2 or 4 or 6"),
    ],
)
def test_how_many_may_play_in_words(seats: range, words: str) -> None:
    assert replace(PLEDGE, seats=seats).table_sizes == words


class Nothing(Struct, frozen=True):
    """There is nothing to choose."""


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(InvalidOption, match="Pledge has no option 'x': it has none"):
        replace(PLEDGE, options=Nothing).choose({"x": 1})


class Loose(Struct):
    """Options that could change while a match goes on."""


def test_options_never_change() -> None:
    with pytest.raises(GameError, match="Loose must be a frozen Struct"):
        replace(PLEDGE, options=Loose)


def test_a_name_that_no_file_system_takes_is_no_ledger(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 300)
    with pytest.raises(NotALedger, match=r"cannot be read \(File name too long\)"):
        a_ledger(long, "read")
    with pytest.raises(NotALedger, match="cannot be read: File name too long"):
        import_lines(long, tmp_path / "game.db")


def test_a_name_that_leaves_no_room_for_a_side_file_is_only_read(tmp_path: Path) -> None:
    long = tmp_path / ("x" * 250)
    with pytest.raises(NotWritten, match=r"cannot be made \(File name too long\)"):
        a_ledger(long)
    assert list(tmp_path.iterdir()) == []
    with a_ledger(tmp_path / "game.db") as ledger:
        head = pledge(ledger).head
    (tmp_path / "game.db").rename(long)
    with a_ledger(long, "read") as ledger:
        assert ledger.match().head == head
    with pytest.raises(NotWritten, match=r"x cannot be opened for this \(unable to open"):
        a_ledger(long)


def test_times_are_those_of_the_machine(tmp_path: Path) -> None:
    """Where nobody hands over a clock: in UTC, to the microsecond."""
    before = datetime.now(UTC)
    with Ledger(tmp_path / "game.db", games=[PLEDGE]) as ledger:
        (first,) = ledger.new("pledge", ["Ann", "Bob"]).events()
    assert before <= first.time <= datetime.now(UTC)
