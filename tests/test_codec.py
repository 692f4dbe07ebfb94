"""Events to bytes and back, and the seals that stand for secrets, against hashlib alone."""

import json
from hashlib import sha256
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import HIDDEN, Broken, Consequence, Event, For, GameError, Hidden, InvalidAction, Own
from ledger.codec import LARGEST, Codec, codec_of, house_codec
from ledger.events import kind_of
from ledger.seals import Disclosure, seal_of, seals_in, secret_fields
from ledger.simulate import noise_of

from .pledge_game import PLEDGE, CoinFlipped, Pledge, Say
from .sealed_game import SEALED, Bid, BidsRevealed, CardDrawn, Write
from .tables import a_ledger, sealed

CODEC = codec_of(SEALED)


def seal_by_hand(salt: str, field: str, value: str) -> str:
    """SHA-256 over the text of the JSON array of salt, field and value, as stored."""
    return sha256(f'["{salt}","{field}",{value}]'.encode()).hexdigest()


def salts(count: int) -> list[str]:
    noise = noise_of("codec")
    return [noise(16).hex() for _ in range(count)]


def test_an_open_event_is_its_json() -> None:
    raw, opened, _ = codec_of(PLEDGE).write(Pledge(1, 3), 9, noise_of("codec"))
    assert (raw, opened) == (b'{"kind":"pledge","seat":1,"coins":3}', [])
    assert codec_of(PLEDGE).read(raw) == Pledge(1, 3)


def test_a_secret_is_replaced_by_its_seal() -> None:
    raw, opened, _ = CODEC.write(Bid(1, (4, 11)), 9, noise_of("codec"))
    (salt,) = salts(1)
    seal = seal_by_hand(salt, "cards", "[4,11]")
    assert raw.decode() == f'{{"kind":"bid","seat":1,"cards":{{"seal":"{seal}"}}}}'
    assert opened == [Disclosure(9, "cards", "1", 9, salt, "[4,11]")]
    assert opened[0].seal() == seal == seal_of(salt, "cards", "[4,11]")


def test_each_element_may_have_a_seal_of_its_own() -> None:
    raw, opened, _ = CODEC.write(Write(0, (3, 1)), 4, noise_of("codec"))
    found = [
        seal_by_hand(salt, f"numbers.{i}", str(n))
        for i, (salt, n) in enumerate(zip(salts(2), (3, 1), strict=True))
    ]
    assert json.loads(raw)["numbers"] == [{"seal": seal} for seal in found]
    assert [(row.field, row.value) for row in opened] == [("numbers.0", "3"), ("numbers.1", "1")]


def test_a_reader_gets_what_is_opened_for_them_and_else_hidden() -> None:
    raw, _, _ = CODEC.write(Write(0, (3, 1)), 4, noise_of("codec"))
    assert CODEC.read(raw, {"numbers.0": "3", "numbers.1": "1"}) == Write(0, (3, 1))
    half = CODEC.read(raw, {"numbers.1": "1"})
    assert isinstance(half, Write)
    assert [n is HIDDEN for n in half.numbers] == [True, False]
    assert repr(CODEC.read(raw)) == "Write(seat=0, numbers=(HIDDEN, HIDDEN))"


@given(st.text(max_size=20), st.integers(0, 9))
def test_what_is_written_reads_back(text: str, seat: int) -> None:
    """In any script, escapes included: what was meant is what is there."""
    codec = codec_of(PLEDGE)
    say = Say(seat, text)
    raw, _, _ = codec.write(say, 1, noise_of("codec"))
    assert codec.read(raw) == say


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"[]",
        b"\xff",
        b'{"kind":"pledge"}',
        b'{"kind":"juggle","seat":1}',
        b'{"kind":"pledge","seat":1,"coins":3,"more":1}',
        b'{"kind":"pledge","seat":1,"coins":"3"}',
        b'{"kind":"pledge","seat":1,"coins":3.0}',
        b'{"kind":"pledge","seat":100,"coins":3}',
        b'{"kind":"pledge","seat":-1,"coins":3}',
        b'{"kind":"pledge","seat":1,"coins":3',
        b"[" * 100_000,
    ],
)
def test_what_is_no_event_is_broken(raw: bytes) -> None:
    with pytest.raises(Broken) as broken:
        codec_of(PLEDGE).read(raw)
    assert (broken.value.seq, broken.value.check) == (0, "chain")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"kind":"pledge", "seat":1,"coins":3}',
        b'{"seat":1,"kind":"pledge","coins":3}',
        b'{"kind":"pledge","seat":1,"coins":3}\n',
        b'{"kind":"pledge","seat":1,"seat":1,"coins":3}',
        b'{"kind":"say","seat":1,"text":"\\u0041"}',
        b'{"kind":"say","seat":1,"text":"\\/"}',
    ],
)
def test_there_is_one_form_only(raw: bytes) -> None:
    """Two texts of one event could be told as two histories."""
    with pytest.raises(Broken) as broken:
        codec_of(PLEDGE).read(raw)
    assert (broken.value.seq, broken.value.check) == (0, "chain")


@pytest.mark.parametrize(
    "value",
    ['{"hidden":true}', "null", '"x"', "1.5", "[1", "true", "[1]", "\ud7ff" * 3, "[" * 9999],
)
def test_a_value_that_its_field_cannot_hold_is_broken(value: str) -> None:
    codec = Codec((CardDrawn,), {})
    raw, _, _ = codec.write(CardDrawn(0, 3), 1, noise_of("codec"))
    with pytest.raises(Broken) as broken:
        codec.read(raw, {"card": value})
    assert (broken.value.seq, broken.value.check) == (0, "seals")


@pytest.mark.parametrize("value", ["[1, 2]", "[1,2] "])
def test_a_value_in_another_form_than_is_written_is_broken(value: str) -> None:
    """Its seal may fit: who made the file chose what to seal."""
    raw, _, _ = CODEC.write(Bid(0, (1, 2)), 1, noise_of("codec"))
    assert CODEC.read(raw, {"cards": "[1,2]"}) == Bid(0, (1, 2))
    with pytest.raises(Broken) as broken:
        CODEC.read(raw, {"cards": value})
    assert broken.value.check == "seals"


@pytest.mark.parametrize(
    "event",
    [
        Bid(0, HIDDEN),
        Bid(0, None),  # type: ignore[arg-type]  # what a caller without types may do
        Bid(0, 3),  # type: ignore[arg-type]  # the same
        Bid(0, ("3",)),  # type: ignore[arg-type]  # the same
        Bid(0, (True,)),
        Bid(0, (1.0,)),  # type: ignore[arg-type]  # the same
        Bid(0, (1j,)),  # type: ignore[arg-type]  # the same
        Bid(True, ()),
        Bid(-1, ()),
        Bid(100, ()),
        Write(0, (1, HIDDEN)),
        Write(0, None),  # type: ignore[arg-type]  # the same
        CardDrawn(0, "\ud800"),  # type: ignore[arg-type]  # the same
    ],
    ids=repr,
)
def test_what_cannot_be_written(event: Event) -> None:
    with pytest.raises(InvalidAction):
        CODEC.write(event, 1, noise_of("codec"))


@pytest.mark.parametrize("event", [Bid(0, HIDDEN), Write(0, (1, HIDDEN))])
def test_a_secret_left_hidden_is_said_to_be_missing(event: Event) -> None:
    with pytest.raises(InvalidAction, match="must be told, not hidden"):
        CODEC.write(event, 1, noise_of("codec"))


def test_an_event_holds_so_much_and_no_more() -> None:
    """Its public form and the values under its seals together."""
    codec = codec_of(PLEDGE)
    room = LARGEST - len(codec.write(Say(0, ""), 1, noise_of("codec"))[0])
    assert len(codec.write(Say(0, "x" * room), 1, noise_of("codec"))[0]) == LARGEST
    with pytest.raises(InvalidAction):
        codec.write(Say(0, "x" * (room + 1)), 1, noise_of("codec"))

    public, (opened,), _ = CODEC.write(Bid(0, (1,) * 100), 1, noise_of("codec"))
    cards = (LARGEST - len(public) - len("[]") + 1) // len("1,")  # a seal is as long for any bid
    assert opened.value == f"[{','.join('1' * 100)}]"
    CODEC.write(Bid(0, (1,) * cards), 1, noise_of("codec"))
    with pytest.raises(InvalidAction):
        CODEC.write(Bid(0, (1,) * (cards + 1)), 1, noise_of("codec"))


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(InvalidAction):
        codec_of(PLEDGE).write(Say(0, "\ud800"), 1, noise_of("codec"))


def test_a_list_is_read_back_as_the_tuple_it_stands_for() -> None:
    assert CODEC.as_read(Bid(0, [1, 2])) == Bid(0, (1, 2))  # type: ignore[arg-type]  # on purpose


class Weighed(Consequence, frozen=True):
    kilos: float
    secret: Annotated[float | Hidden, For()]


def test_what_is_stored_reads_back_to_itself() -> None:
    """3 in a field of floats would be broken for ever if it were stored as 3."""
    codec = Codec((Weighed,), {})
    raw, opened, _ = codec.write(Weighed(3, 4), 1, noise_of("codec"))
    assert opened[0].value == "4.0"
    assert codec.read(raw, {"secret": "4.0"}) == Weighed(3.0, 4.0)


# --- who may read


class Dealt(Consequence, frozen=True):
    seats: tuple[int, ...]
    other: int | None
    card: Annotated[int | Hidden, For("seats", "other")]
    note: Annotated[str | Hidden | None, For()] = None


def test_the_seats_that_may_read_are_named_by_the_events_own_fields() -> None:
    codec = Codec((Dealt,), {})
    _, opened, _ = codec.write(Dealt((0, 2), 1, 7, "x"), 1, noise_of("codec"))
    assert [(row.field, row.audience) for row in opened] == [
        ("card", "0"),
        ("card", "2"),
        ("card", "1"),
        ("note", "nobody"),
    ]
    assert len({row.salt for row in opened if row.field == "card"}) == 1  # one seal, one salt


def test_where_nobody_is_named_nobody_may_read() -> None:
    _, opened, _ = Codec((Dealt,), {}).write(Dealt((), None, 7), 1, noise_of("codec"))
    assert [(row.field, row.audience) for row in opened] == [("card", "nobody")]


def test_none_is_never_sealed() -> None:
    """So that a reader can tell it from HIDDEN."""
    codec = Codec((Dealt,), {})
    raw, _, _ = codec.write(Dealt((0,), None, 7), 1, noise_of("codec"))
    assert json.loads(raw)["note"] is None
    told = codec.read(raw)
    assert isinstance(told, Dealt)
    assert told.note is None


# --- what a game's author may not declare


class NoHidden(Consequence, frozen=True):
    card: Annotated[int, For()]


class OnlyHidden(Consequence, frozen=True):
    card: Annotated[Hidden, For()]


class EachOfNone(Consequence, frozen=True):
    card: Annotated[int | Hidden, For(each=True)]


class ForNoField(Consequence, frozen=True):
    card: Annotated[int | Hidden, For("who")]


class EachOfNothing(Consequence, frozen=True):
    card: Annotated[int, For(each=True)]


class NoUnion(Consequence, frozen=True):
    card: Annotated[tuple[int, Hidden], For()]


class UnionOfOthers(Consequence, frozen=True):
    card: Annotated[int | None, For()]


class HiddenOrNone(Consequence, frozen=True):
    card: Annotated[Hidden | None, For()]


class TwoStructs(Consequence, frozen=True):
    card: Annotated[dict[str, int] | Hidden, For()]


@pytest.mark.parametrize(
    "cls",
    [
        NoHidden,
        OnlyHidden,
        HiddenOrNone,
        EachOfNone,
        EachOfNothing,
        NoUnion,
        UnionOfOthers,
        ForNoField,
        TwoStructs,
    ],
)
def test_a_secret_that_cannot_be_sealed_is_the_games_error(cls: type[Event]) -> None:
    with pytest.raises(GameError):
        secret_fields(cls)


def test_two_events_of_one_kind_are_the_games_error() -> None:
    class Again(Consequence, frozen=True, tag="bid"):
        pass

    class Mine(Consequence, frozen=True, tag="match_opened"):
        pass

    for classes in ((Bid, Again), (Mine,)):
        with pytest.raises(GameError):
            Codec(classes, {})


# --- what a stranger finds without the game


def test_seals_are_found_without_knowing_the_game() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        (row,) = list(ledger.rows(match.id))[1:2]
        (opened,) = [d for d in ledger.disclosures(match.id) if d.seq == 2]
        assert dict(seals_in(json.loads(row.event))) == {"card": opened.seal()}
    x, y = "a" * 64, "b" * 64
    event = {"a": {"seal": x}, "b": [{"seal": y}, {"seal": 3}, 1], "c": {"d": {"seal": x}}}
    assert list(seals_in(event)) == [("a", x), ("b.0", y)]
    assert list(seals_in({"a": {"seal": "A" * 64}, "b": {"seal": x, "more": 1}})) == []
    assert (
        list(seals_in({"a": [[{"seal": x}], {"b": {"seal": x}}]})) == []
    )  # deeper than any stands
    assert list(seals_in({"seal": x})) == []  # an event is no seal


class Noted(Consequence, frozen=True):
    notes: Annotated[tuple[str | Hidden | None, ...], For(each=True)]


def test_nothing_stands_for_a_seal_unless_its_field_may_be_none() -> None:
    with pytest.raises(Broken):
        Codec((CardDrawn,), {}).read(b'{"kind":"card_drawn","seat":0,"card":null}')
    with pytest.raises(Broken):
        Codec((Noted,), {}).read(b'{"kind":"noted","notes":null}')
    assert Codec((Dealt,), {}).read(
        b'{"kind":"dealt","seats":[],"other":null,"card":{"seal":"%s"},"note":null}' % (b"a" * 64)
    )


@pytest.mark.parametrize("seat", [-1, 100, True, "0"])
def test_what_is_public_beside_a_seal_is_held_to_its_type(seat: object) -> None:
    codec = Codec((Bid,), {})
    raw, _, _ = codec.write(Bid(0, (1,)), 1, noise_of("codec"))
    with pytest.raises(Broken):
        codec.read(json.dumps({**json.loads(raw), "seat": seat}, separators=(",", ":")).encode())


def test_the_house_alone_reads_the_first_event() -> None:
    with a_ledger() as ledger:
        match = sealed(ledger)
        first, second, *_ = ledger.rows(match.id)
        assert repr(house_codec().read(first.event)).startswith("MatchOpened(game='sealed'")
        with pytest.raises(Broken):
            house_codec().read(second.event)


def test_a_value_entered_as_text_is_taken_as_the_fields_type() -> None:
    assert CODEC.value(CardDrawn, "card", "7") == 7
    assert codec_of(PLEDGE).value(CoinFlipped, "side", "heads") == "heads"


@pytest.mark.parametrize("value", [None, "x", 1.5, True, [1], b"1", "\ud800", object()])
def test_a_value_of_another_type_is_an_invalid_action(value: Any) -> None:
    with pytest.raises(InvalidAction):
        CODEC.value(CardDrawn, "card", value)


def test_a_reveal_has_no_secret_of_its_own() -> None:
    assert BidsRevealed not in CODEC.secret_kinds
    assert Bid in CODEC.secret_kinds
    assert [field.name for field in secret_fields(Own_)] == ["card"]


class Own_(Consequence, frozen=True, tag="own"):
    seat: int
    card: Own[int]


def test_a_kind_is_the_words_of_the_class_or_the_tag_it_names() -> None:
    class TwoWordsMore(Consequence, frozen=True):
        pass

    class Rule2Broken(Consequence, frozen=True):
        pass

    class Named(Consequence, frozen=True, tag="named/2"):
        pass

    kinds = [kind_of(cls) for cls in (TwoWordsMore, Rule2Broken, Named)]
    assert kinds == ["two_words_more", "rule2_broken", "named/2"]
    assert kind_of(TwoWordsMore()) == "two_words_more"
