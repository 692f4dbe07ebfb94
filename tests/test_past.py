"""What lies before in a log: folded again without what is gone, and not anew for each quarrel."""

import random
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import Action, Audience, Consequence, Game, Ledger, Match, Refused, past, position
from ledger.codec import codec_of
from ledger.games.game_of_49 import GAME, Bid
from ledger.house import Ruled, Table
from ledger.past import Past
from ledger.position import Position
from ledger.store import Store
from ledger.walk import walk

from .tables import a_ledger
from .tower_game import TOWER, Lay, MendingDue

WHO: tuple[Audience, ...] = ("auditor", "spectator", 0, 1)


def duel(ledger: Ledger, game: Game[Any, Any, Any, Any] = GAME) -> Match:
    """A match in which two can bid a dollar more for ever, be it against the rules."""
    return ledger.new(game, ("Ann", "Bob"), options={"max_bid": 9999}, seed="duel")


def bid(match: Match) -> int:
    """A dollar more; the seq of the bid."""
    (seat,) = match.awaited
    auction = match.view().phase
    match.act(Bid(seat, auction.bid + 1 if auction.bid else auction.minimum), anyway=True)
    return match.seq


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A file with a match of some 400 events, a fifth of its bids taken back again."""
    dice = random.Random("written")
    path = tmp_path / "game.db"
    with a_ledger(path, games=(GAME,)) as ledger:
        match = duel(ledger)
        while match.seq < 400:
            (seat,) = match.awaited
            to = match.seq
            bid(match)
            if dice.random() < 0.2:
                match.take_back(to, seat)
            if dice.random() < 0.05:
                back = dice.randrange(max(3, match.seq - 30), match.seq)
                with suppress(Refused):  # it was taken back itself
                    match.take_back(back, 0)
                    match.agree(1)
        yield path, match.id


def plainly(match: Match, who: Audience, to: int, table: Table) -> Position[Any]:
    """The position after event ``to``, folded from the first event on."""
    now: Any = None
    for entry in match.events(who, to=to):
        if now is None:
            now = position.begin(match.game, entry.event)
        elif isinstance(entry.event, Action | Consequence) and table.stands(entry.seq):
            now = position.after(match.game, replace(now, seq=entry.seq - 1), entry.event)
    return now  # type: ignore[no-any-return]


@pytest.mark.whole_matches
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("order", ["shuffled", "forward", "backward"])
def test_what_is_kept_on_the_way_changes_no_answer(
    written: tuple[Path, str], who: Audience, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was asked before, and by whichever later table."""
    monkeypatch.setattr(past, "STEP", 3)
    monkeypatch.setattr(past, "MOST", 40)
    path, id = written
    with a_ledger(path, "read", games=(GAME,)) as ledger, closing(Store(path, "read")) as store:
        match = ledger.match()
        asked: list[tuple[int, Table]] = []
        for step in walk(store, id, GAME):
            assert step.status == "exact" and step.position is not None
            now = step.position
            to = max(1, now.seq - (now.seq * 7) % 50)
            if now.table.stands(to):
                asked.append((to, now.table))
        assert len(asked) > 200
        if order == "shuffled":
            random.Random(str(who)).shuffle(asked)
        elif order == "backward":
            asked.reverse()
        before = Past(store, codec_of(GAME), id, GAME, who)
        for to, table in asked:
            found, plain = before.position(to, table), plainly(match, who, to, table)
            assert (found.seq, found.state, found.counts) == (plain.seq, plain.state, plain.counts)


class Counted:
    """The Game of 49, and how often it was asked what an event changes."""

    def __init__(self) -> None:
        self.times = 0
        self.game: Game[Any, Any, Any, Any] = replace(GAME, evolve=self._evolve)

    def _evolve(self, state: Any, event: Any) -> Any:
        self.times += 1
        return GAME.evolve(state, event)

    def of(self, work: Callable[[], object]) -> int:
        """How often it is asked in this."""
        self.times = 0
        work()
        return self.times


def test_a_log_full_of_disputes_and_take_backs_is_not_folded_anew_for_each(tmp_path: Path) -> None:
    """600 events, every tenth followed by a dispute and a take-back: some folds of it, not 120."""
    path, counted = tmp_path / "game.db", Counted()
    dice = random.Random("full")
    with a_ledger(path, games=(counted.game,)) as ledger:
        match = duel(ledger, counted.game)
        while match.seq < 600:
            for _ in range(6):
                at = bid(match)
            match.take_back(at - 1, "Ann" if match.awaited == (1,) else "Bob")
            match.dispute("Ann", at - dice.randrange(1, 6), "he has not got that much")
            match.rule()
        length = match.seq
        assert len(match.docket().quarrels) > 50
        at = bid(match)
        match.dispute("Ann", at, "nor that")
        assert counted.of(match.rule) < 100
    with a_ledger(path, "read", games=(counted.game,)) as ledger:
        assert counted.of(ledger.match) < 5 * length
        assert counted.of(lambda: ledger.match().view(0)) < 10 * length
        assert counted.of(ledger.replay) < 10 * length


def test_what_was_rolled_back_is_no_past() -> None:
    with a_ledger(games=(TOWER,)) as ledger:
        match = ledger.new(TOWER, ("Ann", "Bob"), seed="tower")
        match.act(Lay(0, 10))

        def sixty_on(number: int) -> Ruled:
            match.act(Lay(1, number))
            match.act(Lay(0, 60), anyway=True)
            match.dispute("Bob", match.seq - 1, "it is too low")
            ruling = match.rule()[0]
            assert isinstance(ruling, Ruled)
            return ruling

        with suppress(ZeroDivisionError), ledger.batch():
            assert not sixty_on(50).upheld
            raise ZeroDivisionError
        assert sixty_on(90).text == "60 is not above 90"
        assert match.replay().verdict == "exact"


def test_few_positions_are_kept_of_a_long_log(
    written: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are closer together where the log is at, so that what is near costs little."""
    monkeypatch.setattr(past, "STEP", 2)
    monkeypatch.setattr(past, "MOST", 50)
    path, id = written
    counted = Counted()
    with closing(Store(path, "read")) as store:
        *_, last = walk(store, id, GAME)
        assert last.position is not None
        table = last.position.table
        before = Past(store, codec_of(GAME), id, counted.game, "spectator")
        length = last.entry.seq
        for to in range(1, length):
            if table.stands(to):
                before.position(to, table)
                assert len(vars(before)["_kept"]) <= 50
        for back in range(1, length):
            if table.stands(to := length - back):
                asked = partial(before.position, to, table)
                assert counted.of(asked) <= 2 + back / 4


def test_a_remedy_is_handed_the_state_right_before_the_act() -> None:
    """Be it only the event before that made it so."""
    handed: list[Any] = []

    def remedy(state: Any, act: Any, before: Any) -> Any:
        handed.append((act, before))
        return MendingDue(act.seat, act.number)

    game = replace(TOWER, remedy=remedy)
    with a_ledger(games=(game,)) as ledger:
        match = ledger.new(game, ("Ann", "Bob"), seed="tower")
        match.act(Lay(0, 10))  # and a coin for it
        before = match.view()
        match.act(Lay(1, 7), anyway=True)
        match.dispute("Ann", 4, "7 is below 10")
        match.rule()
        assert match.replay().verdict == "exact"
    assert {*handed} == {(Lay(1, 7), before)}  # when it was ruled, and when it was replayed
