"""A sample of what `./dev torture` does for an hour, by the same functions."""

import importlib
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from ledger import find_game, game_names
from ledger.simulate import Played, play

from .forging import forced

FOLDER = Path(__file__).parent.parent / "torture"
FIXTURES = FOLDER.parent / "fixtures"
RECORDED = sorted({path.parent.name for path in FIXTURES.glob("*/*.db")})

pytestmark = pytest.mark.whole_matches


@pytest.fixture
def script(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A script of that folder, which finds its neighbours as it does when it is run."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)
    yield importlib.import_module(request.param)
    for path in FOLDER.glob("*.py"):
        if path.stem not in before:
            sys.modules.pop(path.stem, None)


def alone(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("script", names, indirect=True)


@alone("damage")
@pytest.mark.parametrize("name", [*RECORDED, "sealed", "sealed-1"])
def test_damage_is_noticed_calmly(script: Any, tmp_path: Path, name: str) -> None:
    run = script.Run("damage", 10, "suite")
    given = name if "sealed" in name else str(FIXTURES / name / "seat-copy.db")
    script.torture(run, script.victims([given], tmp_path), most=40)
    assert not run.faults
    assert run.counts["events"]


@alone("damage")
@pytest.mark.parametrize("name", [*RECORDED, "sealed-1"])
def test_every_sort_of_damage_once(script: Any, tmp_path: Path, name: str) -> None:
    """The audit, and the verifier for strangers beside it."""
    run = script.Run("damage", 5, "suite")
    given = name if "sealed" in name else str(script.known(FIXTURES / name)[0])
    (victim,) = script.victims([given], tmp_path)
    sorts: dict[str, list[Any]] = {}
    for injury in victim.everything(run.seed):
        sorts.setdefault(script.sort_of(injury), []).append(injury)
    for some in sorts.values():
        script.one(run, victim, some[len(some) // 2], line=False)
    assert not run.faults
    assert run.counts["schema"] > 20
    assert len(sorts) > 50


@alone("damage")
def test_recorded_matches_of_every_game_are_damaged(script: Any, tmp_path: Path) -> None:
    """Some of each, and of each the smallest alone where all damages are tried."""
    for game in game_names():
        folders = {path.parent for path in FIXTURES.glob("*/*.db") if of(script, path) == game}
        (found,) = [script.known(folder) for folder in folders]
        assert FIXTURES / found[0].parent.name / "seat-copy.db" in found
        assert len(found) > 2
    few = script.victims([], tmp_path, all_of_them=True)
    assert [victim.installed for victim in few] == [True] * len(game_names())


def of(script: Any, path: Path) -> str:
    """The game of the first match in a file."""
    with script.ground.a_ledger(path, "read") as ledger:
        game: str = ledger.first(ledger.ids()[0]).game
        return game


@alone("damage")
def test_where_the_table_did_not_wait_a_cut_is_broken(script: Any, tmp_path: Path) -> None:
    """Between the last who agrees and the taking back, and before what is done for a seat."""
    path = tmp_path / "game.db"
    with script.ground.a_ledger(path) as ledger:
        match = ledger.new("49", ["Ann", "Bob"], seed="suite")
        for seat in (match.act_for(match.awaited[0], "gone") and match.awaited)[:1]:
            match.act_for(seat, "gone")
        match.take_back(match.seq - 1, 0)
        match.agree(1)
        last = match.seq
    (victim,) = script.victims([str(path)], tmp_path / "damaged")
    found = {injury.name: injury for injury in victim.everything("suite")}
    run = script.Run("damage", 5, "suite")
    for seq in range(2, last):
        script.one(run, victim, found[f"tail/{seq}/alone"], line=False)
    assert not run.faults
    assert run.counts["broken"]


@alone("fuzz")
def test_invented_files_are_answered_calmly(script: Any) -> None:
    run = script.Run("fuzz", 5, "suite")
    script.blindly(run, 60)
    assert not run.faults
    assert run.counts["db files"] + run.counts["jsonl files"] == 60


@alone("fuzz")
def test_a_recipe_makes_the_same_file_again(script: Any) -> None:
    for recipe in script.recipes.seeds():
        assert script.recipes.parsed(script.recipes.text_of(recipe).encode()) == recipe
    recipe = ["db", "sealed", ["member", 3, "seat", 9], ["sealed", 5, 0, "x"], ["chain"]]
    written = importlib.import_module("forgery").written
    made = [written(recipe, script.recipes.tables(recipe)) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != written(recipe[:2], script.recipes.tables(recipe[:2]))


@alone("kills")
def test_what_was_acknowledged_survives_kills(script: Any, tmp_path: Path) -> None:
    run = script.Run("kills", 0.05, "suite")
    picks = random.Random(run.seed)
    for name in ("sealed", *game_names()):
        script.kill(run, tmp_path / f"{name}.db", picks, [name], begun=True)
    assert not run.faults
    assert run.counts["acts"] > len(game_names())


@alone("kills")
def test_full_disks_and_read_only_files_lose_nothing(script: Any, tmp_path: Path) -> None:
    run = script.Run("kills", 1, "suite")
    script.full_by_limit(run, tmp_path, random.Random(run.seed))
    assert not run.faults
    assert run.counts["acts a full disk refused"]


@alone("crowd")
@pytest.mark.parametrize("many", [False, True])
def test_a_crowd_loses_nothing(script: Any, tmp_path: Path, many: bool) -> None:
    run = script.Run("crowd", 1, "suite")
    games = script.EVERY if many else (script.ENDLESS,)
    script.crowded(run, tmp_path / "game.db", 30 if many else 12, games=games, seconds=1)
    assert not run.faults
    assert run.counts["acts"]
    assert run.counts["reads"]


@alone("looker")
def test_the_reader_of_a_crowd_notices_half_an_act(script: Any, tmp_path: Path) -> None:
    """Of every tail that may be missing, those that begin with an act leave whole acts."""
    path = tmp_path / "game.db"
    picks = random.Random("suite")
    with script.ground.a_ledger(path) as ledger:
        match = ledger.new("sealed", ["Ann", "Bob"])
        whole = {match.seq}
        while script.ground.a_turn(match, picks) is not None:
            whole.add(match.seq)
        last = match.seq
    halves = 0
    for seq in range(last, 1, -1):
        with forced(path) as raw:
            raw.execute("DELETE FROM events WHERE seq > ?", (seq,))
            raw.execute("DELETE FROM disclosures WHERE seq > ? OR issued > ?", (seq, seq))
        with script.ground.a_ledger(path, "read") as ledger:
            wrong = script.partial(ledger, match.id, ledger.match().head)
        assert (not wrong) == (seq in whole), seq
        halves += seq not in whole
    assert halves > 5


@alone("mail")
def test_a_copy_is_read_right_or_named(script: Any, tmp_path: Path) -> None:
    run = script.Run("mail", 1, "suite")
    script.mail(run, tmp_path, random.Random(run.seed), ("sealed", *game_names()), fixed=False)
    assert not run.faults
    assert run.counts["read right"]
    assert run.counts["named: a warning"]


@alone("matches")
@pytest.mark.parametrize("game", game_names())
def test_matches_end_and_are_proved(script: Any, game: str) -> None:
    """One as usual and one with other options, at a small table each."""
    run = script.Run("matches", 10, "suite")
    few, more, *_ = find_game(game).seats
    for task in (
        script.Task(game, few, "suite", range(1)),
        script.Task(game, more, "suite", range(1, 2)),
    ):
        script.tell(run, task, script.played(task))
    assert not run.faults
    assert run.counts["events"]


@alone("matches")
@pytest.mark.parametrize("game", game_names())
def test_all_tables_are_played_in_turn(script: Any, game: str) -> None:
    tasks = list(script.tasks([game], None, "suite", 2 * script.BATCH))
    assert [task.seats for task in tasks] == [*find_game(game).seats] * 2


@alone("matches")
def test_a_match_that_proves_nothing_is_a_fault(script: Any, monkeypatch: Any) -> None:
    def shortened(*words: Any) -> Played:
        made = play(*words)
        return made._replace(rows=made.rows[:-2])

    monkeypatch.setattr(script, "play", shortened)
    run = script.Run("matches", 10, "suite")
    task = script.Task("everything-must-go", 3, "suite", range(1))
    script.tell(run, task, script.played(task))
    (fault,) = run.faults
    assert fault.startswith("match 0 of everything-must-go with 3 seats: nobody has won")


@alone("matches")
def test_an_option_is_held_to_a_value_or_to_each_of_its_values(script: Any) -> None:
    tasks = list(script.tasks(["45"], 4, "suite", 4, ["end", "corner=last_drawn"]))
    ends = ("rounds4", "target300", "target500")
    assert [task.fixed for task in tasks] == [
        (("end", end), ("corner", "last_drawn")) for end in ends
    ]
    for task in tasks:
        for number in task.numbers:
            assert script.options_for(task, number).items() >= dict(task.fixed).items()
    assert str(tasks[1]) == "45 with 4 seats, end=target300, corner=last_drawn"


@alone("matches")
@pytest.mark.parametrize("option", ["height", "height=3", "end=never", "max_rounds"])
def test_an_option_that_is_none_is_wrong_usage(
    script: Any, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        script.main(["45", "--option", option])
    assert left.value.code == 2
    assert "option" in capsys.readouterr().err


@alone("matches")
def test_every_second_match_has_other_options_that_the_game_takes(script: Any) -> None:
    task = script.Task("everything-must-go", 3, "suite", range(40))
    chosen = [script.options_for(task, number) for number in task.numbers]
    assert chosen[::2] == [{}] * 20
    assert {options["tie"] for options in chosen[1::2]} == {
        "shared",
        "most_pennies",
        "highest_card",
    }
    assert {options["keep_unsold"] for options in chosen[1::2]} == {True, False}
