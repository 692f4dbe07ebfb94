"""Who knows what of a line, for every audience at every number; copies, and acts at one time."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ledger import HIDDEN, Audience, Hidden, Ledger, Match, NeedsDisclosure, Refused, Stale
from ledger.cli.main import main
from ledger.games.fifty import GAME, Box, NumberCalled, State, WriteLine
from ledger.games.fifty.flow import holders, settle
from ledger.games.fifty.state import Line
from ledger.seals import seal_of
from ledger.simulate import noise_of
from ledger.testing.playing import ticking
from ledger.walk import walk

from .table import IDLE, PRINTED, A, B, Written

NAMES = ("Sabin", "Theo", "Yann", "Joelle", "Eve", "Finn", "Gita")
READERS: tuple[Audience, ...] = (0, 1, 2, 3, 4, "spectator")
EACH_READER = pytest.mark.parametrize("who", READERS)
RUNNER = (1, 41, 43, 45, 47)
CAUGHT = (1, 20, 30, 40, 42)
"""Second crown at call 10, where nine points make one; then four numbers are not called."""


def opened(path: Path | None = None, **more: Any) -> Ledger:
    known: dict[str, Any] = {"clock": ticking(), "entropy": noise_of("fifty"), "games": [GAME]}
    return Ledger(path, **{**known, **more})


def played(
    book: Ledger,
    *rounds: tuple[Written, ...],
    seats: int = 5,
    draws: tuple[Any, ...] = (),
    **options: Any,
) -> Match:
    """A declared match in which these lines were written, round by round."""
    options = {"first_counter": "fixed", **options}
    match = book.new("fifty", NAMES[:seats], options=options, chance="declared")
    left = list(draws)
    for lines in rounds:
        while match.awaits_draw is not None:
            match.draw(left.pop(0))
        for seat, line in enumerate(lines):
            match.act(WriteLine(seat, line))
    return match


@pytest.fixture(scope="module")
def printed() -> Iterator[Match]:
    """The printed round counted, and the lines of the next one partly written."""
    with opened() as book:
        yield played(book, PRINTED, PRINTED[:3], draws=(2, 8, 2, 8))


def called_by(match: Match) -> dict[int, int]:
    """By seq: the last number called by then in the first round; only while it is counted."""
    found: dict[int, int] = {}
    last = None
    for entry in match.events("spectator"):
        if entry.kind == "round_started" and found:
            break
        if entry.kind == "count_started":
            last = 0
        if isinstance(entry.event, NumberCalled):
            last = entry.event.number
        if last is not None:
            found[entry.seq] = last
    return found


def prefix(line: Written, called: int) -> tuple[int | Hidden, ...]:
    return tuple(number if number <= called else HIDDEN for number in line)


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether the two tell the same; HIDDEN itself compares with nothing."""
    return repr(one) == repr(other)


@EACH_READER
def test_a_view_holds_ones_own_line_and_of_all_what_was_called(
    printed: Match, who: Audience
) -> None:
    calls = called_by(printed)
    assert set(calls.values()) == set(range(51))
    for seq, called in calls.items():
        view: State = printed.view(who, seq)
        for seat, line in enumerate(PRINTED):
            known = line if seat == who else prefix(line, called)
            written = view.line(seat)
            assert written is not None
            assert same(written.numbers, known), (who, seq, called)
            assert written.opened == sum(number <= called for number in line)


@EACH_READER
def test_before_the_count_only_the_own_line_is_known(printed: Match, who: Audience) -> None:
    for entry in printed.events(who):
        if isinstance(entry.event, WriteLine):
            mine = entry.event.seat == who
            assert all(isinstance(n, Hidden) is not mine for n in entry.event.numbers)
    now: State = printed.view(who)
    for seat, line in enumerate(PRINTED[:3]):
        written = now.line(seat)
        assert written is not None
        assert same(written.numbers, line if seat == who else (HIDDEN,) * 5)
    assert now.unwritten() == printed.awaited == (3, 4)


def test_s_29_the_auditor_sees_every_line(printed: Match) -> None:
    now: State = printed.view("auditor")
    assert [line[0].numbers for line in now.lines] == list(PRINTED)
    assert [line[1].numbers for line in now.lines[:3]] == list(PRINTED[:3])


@EACH_READER
def test_s_29_that_a_seat_has_written_everybody_sees(who: Audience) -> None:
    with opened() as book:
        match = played(book, PRINTED[:1], draws=(2, 8))
        view: State = match.view(who)
        assert view.unwritten() == (1, 2, 3, 4)
        line = view.line(A)
        assert line is not None
        assert same(line.numbers, PRINTED[A] if who == A else (HIDDEN,) * 5)
        sentence = "Sabin writes 4, 15, 26, 37, 44." if who == A else "Sabin writes a line."
        assert match.tell(list(match.events(who))[-1].event) == sentence


def test_every_seal_is_opened_by_the_call_of_its_number_and_fits(tmp_path: Path) -> None:
    """At every number, what opens a line for everybody is exactly what was called so far."""
    path = tmp_path / "game.db"
    with opened(path) as book:
        match = played(book, PRINTED, PRINTED[:3], draws=(2, 8, 2, 8))
        rows = {row.seq: json.loads(row.event) for row in book.rows(match.id)}
        found = book.disclosures(match.id)
        calls = called_by(match)
        lines = {
            entry.event.seat: entry.seq
            for entry in match.events("spectator", 0, min(calls))
            if isinstance(entry.event, WriteLine)
        }
        for row in found:
            if row.field.startswith("numbers."):
                sealed = rows[row.seq]["numbers"][int(row.field.partition(".")[2])]["seal"]
                assert row.seal() == seal_of(row.salt, row.field, row.value) == sealed
        for seq, called in calls.items():
            for who in READERS:
                mine = {
                    (row.seq, row.field): int(row.value)
                    for row in found
                    if row.audience in (str(who), "all")
                    and row.issued <= seq
                    and row.seq in lines.values()
                }
                wanted = {
                    (lines[seat], f"numbers.{box}"): number
                    for seat, line in enumerate(PRINTED)
                    for box, number in enumerate(line)
                    if seat == who or number <= called
                }
                assert mine == wanted, (seq, called, who)
        later = {seq for seq in rows if seq > max(calls) and rows[seq]["kind"] == "write_line"}
        assert len(later) == 3
        assert {row.audience for row in found if row.seq in later} == {"0", "1", "2"}


@pytest.mark.parametrize("who", [*map(str, range(5)), "spectator"])
def test_a_story_told_to_a_call_shows_the_line_as_far(
    who: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`ledger replay --to` and `ledger show --at`, as programs read them."""
    path = tmp_path / "game.db"
    with opened(path) as book:
        match = played(book, PRINTED, draws=(2, 8))
        calls = called_by(match)
    for seq in sorted(calls)[::12]:
        documents = []
        assert main(["replay", str(path), "--json", "--as", who, "--to", str(seq)]) == 0
        documents.append(json.loads(capsys.readouterr().out)["matches"][0])
        assert main(["show", str(path), "--json", "--as", who, "--at", str(seq)]) == 0
        documents.append(json.loads(capsys.readouterr().out))
        for document in documents:
            for seat, line in enumerate(PRINTED):
                told = document["state"]["lines"][seat][0]["numbers"]
                hidden = {"hidden": True}
                assert told == [
                    number if str(seat) == who or number <= calls[seq] else hidden
                    for number in line
                ]


# -- ended in mid-count


def ended(path: Path, shown: bool) -> tuple[Match, Ledger]:
    """Won by a second crown at call 10 of the second round."""
    book = opened(path)
    rounds = ((RUNNER, *[IDLE] * 6), (CAUGHT, *[IDLE] * 6))
    match = played(book, *rounds, seats=7, reveal_at_end=shown)
    assert match.outcome is not None and match.outcome.clause == "50-END-04"
    return match, book


def not_called(match: Match, book: Ledger) -> list[Any]:
    """What opens the numbers of the last round that were not called."""
    last = max(e.seq for e in match.events("spectator") if e.kind == "count_started")
    first = max(e.seq for e in match.events("spectator") if e.kind == "round_started")
    rows = book.disclosures(match.id)
    return [row for row in rows if first < row.seq < last and int(row.value) > 10]


@pytest.mark.parametrize("who", [A, B, "spectator"])
def test_what_was_not_called_stays_closed_if_the_table_wants_it(
    who: Audience, tmp_path: Path
) -> None:
    match, book = ended(tmp_path / "game.db", shown=False)
    with book:
        rest = not_called(match, book)
        assert len(rest) == 4 + 6 * 5
        assert {row.audience for row in rest} == {str(seat) for seat in range(7)}
        view: State = match.view(who)
        for seat, line in enumerate((CAUGHT, *[IDLE] * 6)):
            written = view.line(seat)
            assert written is not None
            assert same(written.numbers, line if seat == who else prefix(line, 10))
        for name in ("copy.db", "copy.jsonl"):
            match.export(tmp_path / name, who)
            raw = (tmp_path / name).read_bytes()
            for row in rest:
                assert (row.salt.encode() in raw) is (row.audience == str(who))


@pytest.mark.parametrize("who", [A, B, "spectator"])
def test_what_was_not_called_is_opened_at_the_end_against_its_seals(
    who: Audience, tmp_path: Path
) -> None:
    match, book = ended(tmp_path / "game.db", shown=True)
    with book:
        rest = not_called(match, book)
        public = [row for row in rest if row.audience == "all"]
        assert len(public) == 4 + 6 * 5
        shown = next(e.seq for e in match.events("spectator") if e.kind == "numbers_shown")
        assert {row.issued for row in public} == {shown}
        view: State = match.view(who)
        before: State = match.view(who, shown - 1)
        for seat, line in enumerate((CAUGHT, *[IDLE] * 6)):
            now, then = view.line(seat), before.line(seat)
            assert now is not None and then is not None
            assert now.numbers == line
            assert same(then.numbers, line if seat == who else prefix(line, 10))


# -- what a copy can prove


def judged(path: Path) -> tuple[str, dict[int, tuple[str, str]]]:
    """The audit's verdict of a copy, and the steps it could not judge, by seq."""
    with Ledger(path, "read", games=[GAME]) as copy:
        match = copy.match()
        audience = match.copy_for
        assert audience is not None
        reader: Audience = int(audience) if audience.isdigit() else "spectator"
        steps = walk(vars(copy)["_store"], match.id, GAME, (reader,))
        open_ = {
            step.entry.seq: (step.entry.kind, step.text) for step in steps if step.status != "exact"
        }
        return copy.audit().verdict, open_


@pytest.mark.parametrize("who", [*range(7), "spectator"])
def test_a_copy_of_a_match_that_was_counted_to_its_end_proves_every_step(
    who: Audience, tmp_path: Path
) -> None:
    """Every line is open by then; where the table draws itself not even the seed is missing."""
    with opened() as book:
        match = played(book, *[(RUNNER, *[IDLE] * 6), *[(IDLE,) * 7] * 3], seats=7)
        assert match.outcome is not None
        match.export(tmp_path / "copy.db", who)
        head = match.head
    assert judged(tmp_path / "copy.db") == ("clean", {})
    with Ledger(tmp_path / "copy.db", "read", games=[GAME]) as copy:
        assert copy.match().head == head


def test_of_a_seeded_match_a_copy_lacks_nothing_but_the_seed(tmp_path: Path) -> None:
    with opened() as book:
        match = book.new(GAME, NAMES[:5], seed="long enough a seed", options={"danger": True})
        while match.outcome is None:
            for seat in match.awaited:
                allowed = match.view(seat).allowed
                match.act(WriteLine(seat, allowed[seat : seat + 10 : 2]))
        match.export(tmp_path / "copy.db", "spectator")
    verdict, left = judged(tmp_path / "copy.db")
    assert verdict == "unverified"
    assert {kind for kind, _ in left.values()} == {
        "first_counter_drawn",
        "token_revealed",
        "danger_card_revealed",
    }


@pytest.mark.parametrize("who", [A, B, "spectator"])
def test_a_copy_judges_what_does_not_need_a_closed_number(who: Audience, tmp_path: Path) -> None:
    """Lines and calls in which a closed number might stand are unverified, nothing else."""
    match, book = ended(tmp_path / "game.db", shown=False)
    with book:
        match.export(tmp_path / "copy.db", who)
        second = max(e.seq for e in match.events(who) if e.kind == "round_started")
        wanted = {
            e.seq
            for e in match.events(who)
            if e.seq > second
            and (
                e.kind == "number_called"
                or (isinstance(e.event, WriteLine) and e.event.seat != who)
            )
        }
    verdict, left = judged(tmp_path / "copy.db")
    assert verdict == "unverified"
    assert set(left) == wanted


@EACH_READER
def test_who_has_a_number_can_be_told_as_far_as_lines_are_known(
    printed: Match, who: Audience
) -> None:
    """A forbidden number nobody has; a line whose next number is known can be passed over."""
    calls = called_by(printed)
    seq = next(seq for seq, called in calls.items() if called == 11)
    view: State = printed.view(who, seq)
    assert holders(view, 12) == holders(view, 18) == holders(view, 50) == ()
    with pytest.raises(NeedsDisclosure):
        holders(view, 13)
    full: State = printed.view("auditor", seq)
    assert holders(full, 13) == (Box(4, 1),)
    numbers = [(20, HIDDEN, HIDDEN, HIDDEN, HIDDEN)] * 5
    next_known = replace(view, lines=tuple((Line(line),) for line in numbers))
    assert holders(next_known, 13) == ()
    assert holders(next_known, 20) == tuple(Box(seat, 0) for seat in range(5))


# -- a host who lies


def overlooking(state: State, chance: Any) -> Any:
    """A count that overlooks 39."""
    event = settle(state, chance)
    if isinstance(event, NumberCalled) and event.number == 39:
        return replace(event, boxes=())
    return event


@EACH_READER
def test_a_number_the_host_passes_over_is_found_in_every_copy(
    who: Audience, tmp_path: Path
) -> None:
    """Theo has 39. He sees it at once; the others when his line can no longer be called whole."""
    with opened(games=[replace(GAME, settle=overlooking)]) as book:
        match = played(book, PRINTED, draws=(2, 8))
        match.export(tmp_path / "copy.db", who)
        calls = {
            e.event.number: e.seq for e in match.events(who) if isinstance(e.event, NumberCalled)
        }
    with Ledger(tmp_path / "copy.db", "read", games=[GAME]) as copy:
        audit = copy.audit()
    assert audit.verdict == "broken"
    assert audit.findings[0].seq == calls[39 if who == B else 47]


def overlooking_5(state: State, chance: Any) -> Any:
    """A count that overlooks 5."""
    event = settle(state, chance)
    if isinstance(event, NumberCalled) and event.number == 5:
        return replace(event, boxes=())
    return event


@pytest.mark.parametrize("who", [A, B, "spectator", "auditor"])
@pytest.mark.parametrize("opens", ["nothing", "the numbers at the end", "all seals"])
def test_where_a_crown_ends_the_count_closed_numbers_can_hide_what_was_passed_over(
    who: Audience, opens: str, tmp_path: Path
) -> None:
    """Theo has 5, which would have cut off Sabin's second crown at 10."""
    with opened(games=[replace(GAME, settle=overlooking_5)]) as book:
        rounds = ((RUNNER, *[IDLE] * 6), (CAUGHT, (5, *IDLE[1:]), *[IDLE] * 5))
        shown = opens == "the numbers at the end"
        match = played(book, *rounds, seats=7, reveal_at_end=shown)
        assert match.outcome is not None and match.outcome.clause == "50-END-04"
        if opens == "all seals":
            match.open_seals("all")
        match.export(tmp_path / "copy.db", who)
        calls = [e.seq for e in match.events(who) if called(e.event, 5)]
    with Ledger(tmp_path / "copy.db", "read", games=[GAME]) as copy:
        audit = copy.audit()
    if opens == "nothing" and who not in (B, "auditor"):
        assert (audit.verdict, audit.findings) == ("unverified", ())
    else:
        assert (audit.verdict, audit.findings[0].seq) == ("broken", calls[-1])


def called(event: Any, number: int) -> bool:
    return isinstance(event, NumberCalled) and event.number == number


# -- acting at one time


def test_a_seat_acts_on_what_it_saw_though_others_have_written() -> None:
    with opened() as book:
        match = played(book, (), draws=(2, 8))
        seen = match.seq
        for seat in (3, 0, 4):
            match.act(WriteLine(seat, PRINTED[seat]), at=seen)
        with pytest.raises(Stale):
            match.act(WriteLine(3, PRINTED[3]), at=seen)
        with pytest.raises(Refused) as refused:
            match.act(WriteLine(3, PRINTED[3]))
        assert refused.value.clause == "50-Q-24"
        match.act(WriteLine(1, PRINTED[1]), at=seen)
        match.act(WriteLine(2, PRINTED[2]), at=seen)
        assert match.awaits_draw is not None  # the next round


def test_an_illegal_line_leaves_no_trace_and_is_told_to_its_sender_only() -> None:
    with opened() as book:
        match = played(book, PRINTED[:1], draws=(2, 8))
        head = match.head
        with pytest.raises(Refused) as refused:
            match.act(WriteLine(B, (4, 15, 26, 37, 48)))
        assert (refused.value.clause, refused.value.irregular) == ("50-CHO-04", False)
        with pytest.raises(Refused):
            match.act(WriteLine(B, (4, 15, 26, 37, 48)), anyway=True)
        assert match.head == head


@EACH_READER
def test_what_may_be_written_is_the_same_on_every_view(printed: Match, who: Audience) -> None:
    for seat in range(5):
        assert GAME.legal(printed.view(who), seat) == printed.legal(seat)


# -- typed


def test_a_line_is_typed_number_by_number_or_given_as_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.db"
    with opened(path) as book:
        played(book)
    for word in ("2", "8"):
        assert main(["draw", str(path), word]) == 0
    assert main(["act", str(path), "Sabin", "write_line", "4", "15", "26", "37", "44"]) == 0
    assert "Sabin writes 4, 15, 26, 37, 44." in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO('{"numbers": [7, 16, 26, 39, 45]}'))
    assert main(["act", str(path), "Theo", "write_line", "-"]) == 0
    assert main(["act", str(path), "Yann", "write_line", "numbers=7,17,30,41,45"]) == 0
    assert main(["act", str(path), "Joelle", "write_line", "9", "15", "27", "40", "48"]) == 1
    said = capsys.readouterr()
    assert said.err == "ledger: 50-CHO-04: no number may end in 2 or 8 this round\n"
    assert main(["legal", str(path), "Eve"]) == 0
    *wrapped, typed = capsys.readouterr().out.splitlines()
    offered = " ".join(line.strip() for line in wrapped)
    assert offered.startswith("write_line: numbers 5 of 1, 3 to 7, 9 to 11, 13 to 17, 19 to 21")
    assert main(typed.split()[1:]) == 0
    with opened(path) as book:
        match = book.match()
        assert [line[0].numbers for line in match.view("auditor").lines[:3]] == list(PRINTED[:3])
