"""All or nothing: failing sources, batches, and many writers on one match at once."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from ledger import (
    Broken,
    Chance,
    Consequence,
    Game,
    Ledger,
    Match,
    Misused,
    NotWritten,
    Own,
    Refused,
)
from ledger.simulate import noise_of

from .pledge_game import PLEDGE, Pledge, Say, State
from .sealed_game import Bid
from .tables import NAMES, a_ledger, connection_of, play, pledge, sealed, ticking

# --- all or nothing


class Failing:
    """A source that fails from its n-th use on, for as long as it is told to."""

    def __init__(self, source: Callable[..., Any], uses: int) -> None:
        self.source, self.left = source, uses

    def __call__(self, *args: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise OSError("no more")
        return self.source(*args)


@pytest.mark.parametrize("uses", range(4))
def test_entropy_that_fails_in_the_middle_leaves_nothing(tmp_path: Path, uses: int) -> None:
    """The last bid, its reveal and two draws: salts are needed at several places."""
    with a_ledger(tmp_path / "game.db") as ledger:
        match = sealed(ledger)
        match.act(Bid(0, match.view(0).hands[0].cards))
        cards = match.view(1).hands[1].cards
    entropy = Failing(noise_of("more"), uses)
    with a_ledger(tmp_path / "game.db", entropy=entropy) as ledger:
        match = ledger.match()
        before, view = match.head, match.view("auditor")
        with pytest.raises(OSError, match="no more"):
            match.act(Bid(1, cards))
        assert (match.head, match.view("auditor")) == (before, view)
        entropy.left = 1000
        match.act(Bid(1, cards))
        play(match)
        assert ledger.audit().verdict == "clean"


class MarkDrawn(Consequence, frozen=True):
    drawn: ClassVar = "mark"
    seat: int
    mark: Own[int]


def draw_mark(s: State, chance: Chance) -> MarkDrawn | None:
    return chance.draw(MarkDrawn, (1, 2), seat=0) if s.said % 2 else None


MARKS: Game[Any, Any, Any, Any] = replace(
    PLEDGE,
    name="marks",
    actions=(Say,),
    consequences=(MarkDrawn,),
    settle=draw_mark,
    evolve=lambda s, e: replace(s, said=s.said + 1),
)


def test_a_secret_draw_that_finds_no_salt_leaves_nothing() -> None:
    """The action needs none: it is ready to be written when the draw after it fails."""
    entropy = Failing(noise_of("marks"), 2)
    with a_ledger(entropy=entropy, games=(MARKS,)) as ledger:
        match = ledger.new("marks", ("Ann", "Bob"), seed="a seed")
        before = match.head
        with pytest.raises(OSError, match="no more"):
            match.act(Say(0, "draw"))
        assert match.head == before
        entropy.left = 1000
        assert [type(event) for event in match.act(Say(0, "draw"))] == [Say, MarkDrawn]
        assert ledger.audit().verdict == "clean"


def test_a_clock_that_fails_leaves_nothing() -> None:
    clock = Failing(iter(range(9_000)).__next__, 1)
    with a_ledger(clock=clock) as ledger:
        match = pledge(ledger)
        before = match.head
        with pytest.raises(OSError, match="no more"):
            match.act(Pledge(0, 1))
        assert match.head == before
        clock.left = 1000
        assert ledger.replay().verdict == "exact"
        play(match)
        assert ledger.audit().verdict == "clean"


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    """SQLite's own limit on pages stands in for the disk."""
    with a_ledger(tmp_path / "game.db") as ledger:
        match = pledge(ledger)
        raw = connection_of(ledger)
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count = {pages}")
        before = match.head
        with pytest.raises(NotWritten):
            match.act(Say(0, "x" * 100_000))
        assert match.head == before
        raw.execute("PRAGMA max_page_count = 100000")
        match.act(Say(0, "x" * 100_000))
        play(match)
        assert ledger.audit().verdict == "clean"


def test_an_act_is_one_commit(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = sealed(ledger)
        match.act(Bid(0, ()))
        said: list[str] = []
        connection_of(ledger).set_trace_callback(said.append)
        match.act(Bid(1, ()))
        connection_of(ledger).set_trace_callback(None)
        changes = [sql for sql in said if sql.split()[0] in ("BEGIN", "COMMIT", "END", "SAVEPOINT")]
        assert changes == ["BEGIN IMMEDIATE", "COMMIT"]


@pytest.mark.parametrize("word", ["act", "draw", "dispute", "rule", "take_back"])
def test_whatever_is_recorded_is_one_commit(tmp_path: Path, word: str) -> None:
    """What it is judged by is read in the same transaction: nobody's act comes between."""
    judging = replace(PLEDGE, fault=lambda view, act: None)
    with a_ledger(tmp_path / "game.db", games=(judging,)) as ledger:
        match = pledge(ledger, chance="declared", seed=None)
        match.act(Say(0, "x"))
        if word == "draw":
            match.act(Pledge(0, 1))
        if word == "rule":
            match.dispute(1, 2, "It was not said.")
        words: dict[str, Callable[[], object]] = {
            "act": lambda: match.act(Pledge(0, 1)),
            "draw": lambda: match.draw("heads"),
            "dispute": lambda: match.dispute(1, 2, "It was not said."),
            "rule": match.rule,
            "take_back": lambda: match.take_back(1, 0),
        }
        said: list[str] = []
        connection_of(ledger).set_trace_callback(said.append)
        words[word]()
        connection_of(ledger).set_trace_callback(None)
    told = [sql.split()[0] for sql in said]
    told = [verb for verb in told if verb != "PRAGMA"]  # asks whether anybody wrote
    assert (told[0], told[-1]) == ("BEGIN", "COMMIT")
    assert not {"BEGIN", "COMMIT"} & set(told[1:-1])


# --- batches


def test_a_batch_is_one_commit_when_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger, a_ledger(path, "read") as other:
        match = pledge(ledger)
        seen = other.match()
        with ledger.batch():
            match.act(Pledge(0, 1))
            match.act(Pledge(1, 1))
            assert match.seq == 5
            assert seen.seq == 1
        assert seen.seq == 5
        assert seen.head == match.head


def test_a_failed_batch_leaves_nothing_in_file_or_memory(tmp_path: Path) -> None:
    with a_ledger(tmp_path / "game.db") as ledger:
        match = pledge(ledger)
        before, view = match.head, match.view("auditor")
        born: list[Match] = []
        with pytest.raises(ZeroDivisionError), ledger.batch():
            match.act(Pledge(0, 3))
            born.append(pledge(ledger))
            born[0].act(Pledge(0, 1))
            assert match.head != before
            raise ZeroDivisionError
        assert (match.head, match.view("auditor")) == (before, view)
        assert ledger.ids() == (match.id,)
        with pytest.raises(Broken, match="has no events") as raised:
            born[0].view()
        assert (raised.value.seq, raised.value.check) == (0, "chain")
        play(match)
        assert ledger.audit().verdict == "clean"


def test_a_refusal_inside_a_batch_does_not_spoil_it() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger)
        with ledger.batch():
            match.act(Pledge(0, 1))
            with pytest.raises(Refused):
                match.act(Pledge(0, 1))
            match.act(Pledge(1, 1))
        assert match.seq == 5
        assert ledger.replay().verdict == "exact"


@pytest.mark.parametrize(
    ("fails", "error"),
    [
        (lambda: sqlite3.connect(":memory:").execute("no SQL"), sqlite3.OperationalError),
        (lambda: b"\xff".decode(), UnicodeDecodeError),
    ],
)
def test_what_fails_of_the_hosts_own_comes_out_of_a_batch_as_it_is(
    fails: Callable[[], object], error: type[Exception]
) -> None:
    """The host has a database too, and texts: what is wrong with those is no damage here."""
    with a_ledger() as ledger:
        match = pledge(ledger)
        before = match.head
        with pytest.raises(error), ledger.batch():
            match.act(Pledge(0, 1))
            fails()
        assert match.head == before
        match.act(Pledge(0, 1))
        assert match.audit().verdict == "clean"


def test_a_failure_inside_a_batch_takes_back_its_own_act_only() -> None:
    entropy = Failing(noise_of("batch"), 1000)
    with a_ledger(entropy=entropy) as ledger:
        match = sealed(ledger)
        with ledger.batch():
            match.act(Bid(0, ()))
            entropy.left = 1  # for the bid; not for the draws it leads to
            with pytest.raises(OSError, match="no more"):
                match.act(Bid(1, match.view(1).hands[1].cards))
            entropy.left = 1000
            match.act(Bid(1, ()))
        assert match.view("auditor").rounds == 1
        assert ledger.replay().verdict == "exact"


def test_an_awaited_draw_is_not_remembered_from_what_was_taken_back() -> None:
    with a_ledger() as ledger:
        match = pledge(ledger, chance="declared", seed=None)
        with pytest.raises(ZeroDivisionError), ledger.batch():
            match.act(Pledge(0, 1))
            raise ZeroDivisionError
        ledger.match().act(Say(1, "instead"))
        assert match.seq == 2
        assert match.awaits_draw is None
        assert match.awaited == (0,)


def test_a_batch_of_which_an_act_was_not_taken_is_to_be_begun_again() -> None:
    """SQLite ends the transaction by itself; what follows would stand without what it followed."""
    with a_ledger() as ledger:
        match = pledge(ledger)
        for more in ((), (Say(1, "y"),)):
            with pytest.raises(NotWritten, match="begin the batch again"), ledger.batch():
                match.act(Say(0, "x"))
                connection_of(ledger).execute("ROLLBACK")
                for act in more:
                    with pytest.raises(NotWritten, match="begin the batch again"):
                        match.act(act)
            assert match.seq == 1


def test_an_act_in_the_middle_of_which_sqlite_ends_the_transaction_leaves_nothing() -> None:
    """What follows in it must not be recorded on its own."""

    def entropy(size: int) -> bytes:
        if begun:
            connection_of(ledger).execute("ROLLBACK")
            begun.clear()
        return bytes(size)

    begun: list[Match] = []
    with a_ledger(entropy=entropy) as ledger:
        match = sealed(ledger)
        begun.append(match)
        before = match.head
        with pytest.raises(NotWritten, match="nothing of it is recorded"):
            match.act(Bid(0, ()))
        assert match.head == ledger.match().head == before
        match.act(Bid(0, ()))
        assert ledger.match().head == match.head != before


class Calling:
    """A source that calls something the next time it is asked, as a handler of a signal comes."""

    def __init__(self, source: Callable[..., Any]) -> None:
        self.source = source
        self.call: Callable[[], object] | None = None

    def __call__(self, *args: Any) -> Any:
        call, self.call = self.call, None
        if call is not None:
            call()
        return self.source(*args)


INSIDE: dict[str, Callable[[Ledger, Match], object]] = {
    "the match": lambda ledger, match: match.act(Bid(0, ())),
    "itself again": lambda ledger, match: ledger.match(match.id).act(Bid(0, ())),
    "the house": lambda ledger, match: match.close("It is late."),
    "another match": lambda ledger, match: sealed(ledger),
}


@pytest.mark.parametrize("act", INSIDE.values(), ids=INSIDE.keys())
@pytest.mark.parametrize("asked", ["clock", "entropy"])
def test_in_the_midst_of_an_act_no_other_is_recorded(
    asked: str, act: Callable[[Ledger, Match], object]
) -> None:
    """The act would stand after one that it was not judged by: the match was broken for ever."""
    sources: dict[str, Any] = {"clock": ticking(), "entropy": noise_of("midst")}
    sources[asked] = source = Calling(sources[asked])
    told: list[str] = []
    with a_ledger(**sources) as ledger:
        match = sealed(ledger)
        ids, before = ledger.ids(), match.seq

        def inside() -> None:
            with pytest.raises(Misused) as refused, ledger.batch():
                act(ledger, match)
            told.append(str(refused.value))

        source.call = inside
        match.act(Bid(0, ()))
        assert len(told) == 1
        assert told[0].endswith("records nothing: act when it has returned")
        assert (ledger.ids(), match.seq) == (ids, before + 1)
        play(match)
        assert ledger.audit().verdict == "clean"


# --- many at once


def test_two_ledgers_on_one_file_see_each_others_acts(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as one, a_ledger(path) as two:
        here = pledge(one)
        there = two.match(here.id)
        for seat in (0, 1):
            here.act(Say(seat, "here"))
            assert there.view().said == here.view().said
            there.act(Pledge(seat, 1))
            assert here.view().turns == seat + 1
        assert here.head == there.head
        assert one.audit().verdict == "clean"


def test_a_draw_is_judged_by_what_another_has_recorded_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as one, a_ledger(path) as two:
        here = pledge(one, chance="declared", seed=None)
        here.act(Pledge(0, 1))
        two.match().dispute(1, 2, "It was not pledged.")
        with pytest.raises(Refused) as refused:
            here.draw("heads")
        assert refused.value.clause == "HOUSE-13"


def test_a_writer_that_lost_the_race_judges_anew(tmp_path: Path) -> None:
    """Its own view is old; the act is refused for what the other has done."""
    path = tmp_path / "game.db"
    with a_ledger(path) as one, a_ledger(path) as two:
        here = pledge(one)
        there = two.match()
        assert there.legal(0)
        here.act(Pledge(0, 1))
        with pytest.raises(Refused):
            there.act(Pledge(0, 1))


@pytest.mark.parametrize("file", [True, False])
def test_threads_on_one_match_lose_nothing(tmp_path: Path, file: bool) -> None:
    with a_ledger(tmp_path / "game.db" if file else None) as ledger:
        match = sealed(ledger)
        talk = pledge(ledger)

        def speak(number: int) -> int:
            talk.act(Say(number % 2, str(number)))
            assert match.view(number % 2).pile == 6
            return int(talk.view().said)

        with ThreadPoolExecutor(8) as pool:
            seen = list(pool.map(speak, range(120)))
        assert talk.view().said == 120
        assert all(1 <= said <= 120 for said in seen)
        texts = {entry.event.text for entry in talk.events() if isinstance(entry.event, Say)}
        assert texts == {str(number) for number in range(120)}
        assert ledger.replay(talk.id).verdict == "exact"


def test_threads_read_while_another_ledger_writes(tmp_path: Path) -> None:
    """Two readers must not follow one chain at once."""
    path = tmp_path / "game.db"
    with a_ledger(path) as writer, a_ledger(path, "read") as reader:
        spoken, heard = pledge(writer), reader.match()

        def listen(_: int) -> int:
            return int(heard.view().said)

        with ThreadPoolExecutor(6) as pool:
            for number in range(60):
                spoken.act(Say(0, str(number)))
                list(pool.map(listen, range(6)))
        assert heard.head == spoken.head


SPEAKER = """
import sys
from pathlib import Path
from tests.pledge_game import Say
from tests.tables import a_ledger
with a_ledger(Path(sys.argv[1])) as ledger:
    for number in range(40):
        ledger.match().act(Say(0, f"{sys.argv[2]} {number}"))
"""


def test_two_processes_on_one_match_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.db"
    with a_ledger(path) as ledger:
        pledge(ledger)
    root = Path(__file__).parent.parent
    speakers = [
        subprocess.Popen([sys.executable, "-c", SPEAKER, str(path), name], cwd=root)
        for name in NAMES[:2]
    ]
    assert [speaker.wait(timeout=60) for speaker in speakers] == [0, 0]
    with a_ledger(path, "read") as ledger:
        texts = [e.event.text for e in ledger.match().events() if isinstance(e.event, Say)]
        assert sorted(texts) == sorted(f"{name} {n}" for name in NAMES[:2] for n in range(40))
        for name in NAMES[:2]:  # each one's own order is kept
            own = [text for text in texts if text.startswith(name)]
            assert own == [f"{name} {n}" for n in range(40)]
        assert ledger.replay().verdict == "exact"
    assert list(tmp_path.iterdir()) == [path]
