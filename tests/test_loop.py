"""The engine's loop on a state in memory: it comes to rest, or the game is at fault."""

from typing import Any

import pytest
from msgspec.structs import replace

from ledger import (
    HIDDEN,
    Broken,
    Consequence,
    GameError,
    NeedsDisclosure,
    Refusal,
    Refused,
    TakenBack,
    known,
)
from ledger.loop import entered, judge, offered, permit, run, settled
from ledger.position import Position, after, opening

from .pledge_game import PLEDGE, CoinFlipped, Pledge, PledgeVoided, Say
from .sealed_game import SEALED, Bid, CardDrawn
from .tables import a_ledger, pledge, sealed


def begun(game: Any = PLEDGE, **more: Any) -> Position[Any]:
    """The position after the first event of a match of the toy game."""
    with a_ledger() as ledger:
        match = (pledge if game is PLEDGE else sealed)(ledger, **more)
        found = opening(game, match.opened)
    assert isinstance(found, Position)
    return found


def test_an_action_is_followed_by_all_that_the_table_does() -> None:
    step = run(PLEDGE, begun(), Pledge(0, 2))
    assert [type(event) for event in step.events] == [Pledge, CoinFlipped]
    assert (step.position.seq, step.position.state.turns, step.need) == (3, 1, None)


def test_without_an_action_the_table_only_settles() -> None:
    assert [type(e) for e in run(SEALED, begun(SEALED)).events] == [CardDrawn] * 6
    assert run(PLEDGE, begun()).events == ()


def test_a_declared_draw_stops_the_loop() -> None:
    opened = begun(chance="declared", seed=None)
    step = run(PLEDGE, opened, Pledge(0, 2))
    assert step.events == (Pledge(0, 2),)
    assert step.need is not None
    assert (step.need.event, step.need.seat) == (CoinFlipped, 0)


def test_draws_are_counted_in_their_streams() -> None:
    counts = run(SEALED, begun(SEALED)).position.counts
    assert {(s.kind, s.seat): n for s, n in counts.items()} == {
        ("card_drawn", 0): 3,
        ("card_drawn", 1): 3,
    }


def test_a_game_that_never_waits_is_at_fault() -> None:
    endless = replace(PLEDGE, settle=lambda s, chance: PledgeVoided(0))
    with pytest.raises(GameError):
        run(endless, begun())


class Foreign(Consequence, frozen=True):
    pass


@pytest.mark.parametrize("event", [Foreign(), Pledge(0, 1)])
def test_settling_into_what_is_no_consequence_is_the_games_fault(event: Any) -> None:
    with pytest.raises(GameError):
        settled(replace(PLEDGE, settle=lambda s, chance: event), begun())


def test_an_action_of_another_game_is_no_action() -> None:
    with pytest.raises(GameError, match="pledge has no action bid"):
        judge(PLEDGE, begun(), begun().state, Bid(0, ()))


@pytest.mark.clause("HOUSE-01")
def test_a_seat_that_is_not_there_is_refused_before_the_game_is_asked() -> None:
    refusal = judge(PLEDGE, begun(), begun().state, Pledge(2, 1))
    assert refusal is not None
    assert refusal.clause == "HOUSE-01"


@pytest.mark.clause("HOUSE-22")
def test_in_a_closed_match_nobody_acts_whatever_the_game_would_say() -> None:
    closed = replace(begun(), table=replace(begun().table, closed="It is late."))
    refusal = judge(PLEDGE, closed, closed.state, Say(0, "one more thing"))
    assert refusal == Refusal("HOUSE-22", "the match is closed")


def test_the_game_cannot_follow_a_forged_event() -> None:
    """Whatever a game's own code raises is said as broken evidence."""
    with pytest.raises(Broken) as broken:
        after(SEALED, begun(SEALED), CardDrawn(7, 3))
    assert (broken.value.seq, broken.value.check) == (2, "rules")
    assert broken.value.text == "the rules cannot follow it (IndexError)"


def test_a_fold_that_looks_at_a_secret_is_told_what_it_may_do() -> None:
    looking = replace(SEALED, evolve=lambda s, e: known(e.card))
    with pytest.raises(Broken, match="evolve looks at what is hidden; it may store and move it"):
        after(looking, begun(SEALED), CardDrawn(0, HIDDEN))


def test_what_is_entered_must_be_in_the_pool() -> None:
    step = run(PLEDGE, begun(chance="declared", seed=None), Pledge(0, 2))
    assert step.need is not None
    state = step.position.state
    assert entered(PLEDGE, step.need, state, "heads") == CoinFlipped(0, "heads")
    refusal = entered(PLEDGE, step.need, state, "edge")
    assert isinstance(refusal, Refusal)
    assert refusal.clause == "HOUSE-03"


FEW = ("8c", "9c", "10h")
MANY = tuple(f"{number}{suit}" for number in range(1, 8) for suit in "cd")


@pytest.mark.clause("HOUSE-03")
@pytest.mark.parametrize(
    ("pool", "value", "reason"),
    [
        (FEW, "10H", "'10H' cannot be drawn as it is written: write 10h"),
        (FEW, " 10 h", "' 10 h' cannot be drawn as it is written: write 10h"),
        (("a", "A", "b"), "a ", "'a ' cannot be drawn as it is written: write a or A"),
        (FEW, "8d", "'8d' is not among the 3 that can be drawn now: 8c, 9c, 10h"),
        (FEW, "", "'' is not among the 3 that can be drawn now: 8c, 9c, 10h"),
        (("8c", "8c", "9c"), "9d", "'9d' is not among the 2 that can be drawn now: 8c, 9c"),
        (
            MANY[:12],
            "7c",
            "'7c' is not among the 12 that can be drawn now: "
            "1c, 1d, 2c, 2d, 3c, 3d, 4c, 4d, 5c, 5d, 6c, 6d",
        ),
        (
            MANY,
            "8c",
            "'8c' is not among the 14 that can be drawn now: 1c, 1d, 2c, ..., 6d, 7c, 7d",
        ),
        (("8c", "8c"), "9c", "'9c' cannot be drawn now: there is only 8c"),
        ((0, 1, 2), True, "True is not among the 3 that can be drawn now: 0, 1, 2"),
    ],
)
def test_a_refused_draw_says_what_to_write(pool: Any, value: Any, reason: str) -> None:
    game = replace(PLEDGE, settle=lambda s, chance: chance.draw(CoinFlipped, pool, seat=0))
    position = begun(chance="declared", seed=None)
    _, need = settled(game, position)
    assert need is not None
    refusal = entered(game, need, position.state, value)
    assert refusal == Refusal("HOUSE-03", reason)


def test_permit_lets_pass_what_is_regular_or_wanted_irregular() -> None:
    irregular = Refusal("PL-03", "too much", irregular=True)
    permit("allow", None, anyway=False)
    permit("allow", irregular, anyway=True)
    for table, refusal, anyway, clause, called_so in (
        ("allow", irregular, False, "PL-03", True),
        ("refuse", irregular, False, "PL-03", False),
        ("refuse", irregular, True, "HOUSE-06", False),
        ("allow", Refusal("PL-02", "no"), True, "PL-02", False),
    ):
        with pytest.raises(Refused) as refused:
            permit(table, refusal, anyway)
        assert (refused.value.clause, refused.value.irregular) == (clause, called_so)


def hidden_pool() -> Any:
    raise NeedsDisclosure


def test_a_draw_that_its_reader_cannot_judge_is_taken() -> None:
    """The audit judges it, which knows more; a refusal would tell what is hidden."""
    opened = begun(chance="declared", seed=None)
    need = run(PLEDGE, opened, Pledge(0, 2)).need
    assert need is not None
    looking = replace(PLEDGE, settle=lambda s, chance: known(HIDDEN))
    assert entered(looking, need, opened.state, "edge") == CoinFlipped(0, "edge")
    pool = replace(PLEDGE, settle=lambda s, c: c.draw(CoinFlipped, hidden_pool, seat=0))
    assert entered(pool, need, opened.state, "edge") == CoinFlipped(0, "edge")
    other = replace(PLEDGE, settle=lambda s, c: c.draw(CoinFlipped, ("tails",), seat=1))
    assert entered(other, need, opened.state, "edge") == CoinFlipped(0, "edge")


def test_what_goes_back_needs_a_past_to_go_back_to() -> None:
    with pytest.raises(GameError):
        after(PLEDGE, begun(), TakenBack(0, 1))


@pytest.mark.clause("HOUSE-06")
def test_a_table_that_records_no_irregular_act_calls_no_refusal_so() -> None:
    irregular = Refusal("PL-03", "too much", irregular=True)
    assert offered("refuse", irregular) == Refusal("PL-03", "too much")
    assert offered("allow", irregular) is irregular
