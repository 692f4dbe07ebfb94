"""Simulated matches: the same bytes and heads every time, however many processes play."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    Choice,
    FileInTheWay,
    GameError,
    InvalidOption,
    Ledger,
    OneOf,
    Range,
    UnknownGame,
    game_names,
)
from ledger import simulate as simulation
from ledger.simulate import START, STEP, noise_of, random_action, simulate

from .pledge_game import PLEDGE, Pledge
from .tables import a_ledger, play, pledge


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[str, ...]]:
    path = tmp_path_factory.mktemp("simulated") / "one.db"
    return path, simulate("49", path, matches=3, seats=3, seed="s")


def test_the_49_is_installed_through_the_same_door_as_any_game() -> None:
    assert "49" in game_names()


def test_the_bytes_do_not_depend_on_the_jobs(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path
) -> None:
    done: list[int] = []
    path = tmp_path / "two.db"
    heads = simulate("49", path, matches=3, seats=3, seed="s", jobs=2, progress=done.append)
    assert heads == one[1]
    assert path.read_bytes() == one[0].read_bytes()
    assert done == [1, 2, 3]


def test_every_match_is_another_one_and_audits_clean(one: tuple[Path, tuple[str, ...]]) -> None:
    path, heads = one
    assert len(set(heads)) == 3
    with Ledger(path, "read") as ledger:
        assert tuple(str(ledger.match(match).head) for match in ledger.ids()) == heads
        assert [ledger.audit(match).verdict for match in ledger.ids()] == ["clean"] * 3
        assert [ledger.match(match).opened.seed for match in ledger.ids()] == ["s/0", "s/1", "s/2"]
        assert all(ledger.match(match).outcome for match in ledger.ids())
        first, second, *_ = ledger.match(ledger.ids()[0]).events()
        assert first.microseconds == START
        assert (second.microseconds - first.microseconds) % STEP == 0


def test_another_seed_gives_other_matches(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path
) -> None:
    heads = simulate("49", tmp_path / "other.db", matches=1, seats=3, seed="t")
    assert not {*heads} & {*one[1]}


def test_a_longer_run_begins_as_the_shorter_did(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path
) -> None:
    """A match depends on the seed and its own index, on nothing else."""
    assert simulate("49", tmp_path / "x.db", matches=1, seats=3, seed="s") == one[1][:1]


@pytest.mark.parametrize("jobs", [1, 2])
def test_matches_are_played_with_the_options_given_in_any_order(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path, jobs: int
) -> None:
    """Other options make other matches, with other ids."""
    path, options = tmp_path / "x.db", {"max_bid": 20, "first_seat": 2}
    heads = simulate("49", path, 2, 3, seed="s", jobs=jobs, options=options)
    with Ledger(path, "read") as ledger:
        opened = [ledger.match(match).opened.options for match in ledger.ids()]
        assert [(o["max_bid"], o["first_seat"]) for o in opened] == [(20, 2)] * 2
        assert not {*ledger.ids()} & {head.partition(":")[0] for head in one[1]}
    turned = dict(reversed(options.items()))
    assert simulate("49", tmp_path / "y.db", 2, 3, seed="s", options=turned) == heads


def test_what_cannot_be_simulated_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    for matches, jobs in ((0, 1), (1, 0), (-1, 1), (1_000_001, 1), (10**18, 1)):
        with pytest.raises(InvalidOption):
            simulate("49", path, matches=matches, seats=3, jobs=jobs)
    with pytest.raises(UnknownGame):
        simulate("chess", path, matches=1, seats=2)
    assert not path.exists()
    wrong: list[dict[str, Any]] = [
        {"seats": 9},
        {"seats": 10**12},
        {"seats": -1},
        {"seats": 3, "options": {"no": 1}},
    ]
    for more in wrong:
        with pytest.raises(InvalidOption):
            simulate("49", path, matches=1, **more)
        assert not path.exists()
    path = tmp_path / "mine.txt"
    path.write_text("mine")
    with pytest.raises(FileInTheWay):
        simulate("49", path, matches=1, seats=3)
    assert path.read_text() == "mine"


def test_a_wrong_number_of_seats_names_the_clause(tmp_path: Path) -> None:
    for seats in (-1, 2, 31, 10**12):
        clause = "50-Q-22: three or more play" if seats < 3 else "50-Q-28: at most 30 play here"
        with pytest.raises(InvalidOption) as refused:
            simulate("fifty", tmp_path / "x.db", matches=1, seats=seats)
        assert str(refused.value) == f"{clause}; Fifty is for 3 to 30 seats, not for {seats}"


def test_noise_is_the_same_for_the_same_text_and_never_ends() -> None:
    one, two, other = noise_of("a"), noise_of("a"), noise_of("b")
    sizes = (1, 16, 32, 33, 1000)
    found = [one(size) for size in sizes]
    assert found == [two(size) for size in sizes] != [other(size) for size in sizes]
    assert [len(piece) for piece in found] == list(sizes)
    assert len({noise_of("c")(16) for _ in range(3)}) == 1
    noise = noise_of("d")
    assert len({noise(16) for _ in range(100)}) == 100


def test_bots_stop_at_the_outcome_and_complain_where_nobody_can_act() -> None:
    with a_ledger() as ledger:
        assert random_action(play(pledge(ledger)), random.Random(1)) is None
        stuck = replace(PLEDGE, legal=lambda s, seat: ())
        with pytest.raises(GameError):
            random_action(ledger.new(stuck, ["Ann", "Bob"]), random.Random(1))


def test_bots_take_choices_as_often_as_the_game_weighs_them() -> None:
    """One to nine; where nobody weighs, one to one."""
    nothing, something = OneOf((0,)), Range(1, 5)
    weighed = replace(
        PLEDGE,
        legal=lambda s, seat: tuple(
            Choice(Pledge, seat, {"coins": coins}) for coins in (nothing, something)
        ),
        weigh=lambda view, choice: 1 if choice.fields["coins"] == nothing else 9,
    )
    with a_ledger() as ledger:
        match, bots = ledger.new(weighed, ["Ann", "Bob"]), random.Random(1)
        made = [random_action(match, bots, weighed=True) for _ in range(200)]
        assert 10 < sum(isinstance(a, Pledge) and a.coins == 0 for a in made) < 30
        made = [random_action(match, bots) for _ in range(200)]
        assert 80 < sum(isinstance(a, Pledge) and a.coins == 0 for a in made) < 120


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError])
def test_what_ends_early_leaves_nothing_and_works_the_next_time(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path, error: type[BaseException], jobs: int
) -> None:
    def interrupt(done: int) -> None:
        assert not path.exists()
        raise error

    path = tmp_path / "x.db"
    with pytest.raises(error):
        simulate("49", path, matches=3, seats=3, seed="s", jobs=jobs, progress=interrupt)
    assert not list(tmp_path.iterdir())
    assert simulate("49", path, matches=1, seats=3, seed="s") == one[1][:1]
    assert list(tmp_path.iterdir()) == [path]


def test_matches_are_begun_a_few_ahead_and_no_more_processes_than_matches(
    one: tuple[Path, tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are asked for: memory does not grow with them."""
    sizes: list[int] = []
    waiting: list[int] = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, jobs: int, initializer: object) -> None:
            sizes.append(jobs)
            super().__init__(jobs)

        def submit(self, *told: Any, **more: Any) -> Any:
            waiting.append(1)
            return super().submit(*told, **more)

    def taken(done: int) -> None:
        ahead.append(len(waiting) - done)

    monkeypatch.setattr(simulation, "ProcessPoolExecutor", Pool)
    ahead: list[int] = []
    heads = simulate(
        "49", tmp_path / "x.db", 20, seats=2, jobs=2, progress=taken, options=None, seed="s"
    )
    assert max(ahead) <= 2 * simulation.AHEAD
    assert simulate("49", tmp_path / "y.db", 2, seats=2, jobs=10**9, seed="s") == heads[:2]
    assert sizes == [2, 2]


def test_a_match_that_bots_do_not_finish_is_the_games_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulation, "LONGEST", 3)
    with pytest.raises(GameError, match="49: bots do not finish a match in 3 acts"):
        simulation.play("49", 2, "a seed", 0, {})
