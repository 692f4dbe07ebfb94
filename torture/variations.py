"""How `fuzz.py` varies a recipe: steps added, changed, taken away, and two recipes joined."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from recipes import DOORS, MARK, MOST, SEED, Recipe, bases

from ledger.schema import COLUMNS

Picks = random.Random

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 49, 12, 100, 10**9),
    *(1 << 31, 1 << 53, (1 << 63) - 1, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64), 10**40),
    *(0.0, -0.0, 1.0, 0.5, 1e308, 5e-324),
    *("", "x", "0", "1", "00", "9", "-1", "all", "nobody", "spectator", "auditor", "seed", "Ann"),
    *("\x00", "\x1b[31m", "\u202egnp", "[red]x[/red]", "a\nb", "\ud800", "\udfff\ud800", "é", "é"),
    *(
        "seeded",
        "declared",
        "secrets",
        "hand",
        "allow",
        "refuse",
        "draw/1",
        "draw/2",
        "{",
        "[",
        '"',
    ),
    *(
        [],
        [[]],
        {},
        [0],
        [None],
        {"seal": "0" * 64},
        {"seal": "0"},
        {"seal": 5},
        [{"seal": "f" * 64}],
    ),
    *({"kind": "x"}, {"times": ["x", 10_000]}, {"times": ["x", 200_000]}, {"deep": 500}, {"a": 1}),
    *(
        {"hex": "00" * 32},
        {"hex": ""},
        {"hex": "ff"},
        [0, 1, 2],
        [1, 1],
        [12],
        [[1], [2]],
        MARK,
        SEED,
    ),
)
TEXTS = (
    *(',"more":0', ',"kind":"x"', '"kind":"x",', "[" * 2000, '{"a":' * 2000, '"', "\\", "\\ud800"),
    *(
        "\\u0000",
        " ",
        "\n",
        "\t",
        "}",
        "{",
        "]",
        ",",
        ":",
        "1e999999",
        "NaN",
        "Infinity",
        "-0",
        "00",
    ),
    *(
        "9" * 400,
        "9" * 5000,
        "1.0",
        "1e2",
        "\ufeff",
        "\x00",
        "\x7f",
        "é",
        "\U0001f600",
        "\u2028",
        "//",
    ),
    *(
        "true",
        "null",
        '{"seal":"' + "0" * 64 + '"}',
        "seal",
        MARK,
        "x" * 10_000,
        "'",
        ";",
        "--",
        "\r",
    ),
)
HEX = ("00", "ff", "01", "80", "0002", "0101", "ffffffff", "7fffffff", "00000000", "2d", "7b", "0a")


@cache
def _found() -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The names of members in all matches, and their values."""
    names: dict[str, None] = {}
    values: dict[str, None] = {}
    for made in bases().values():
        for row in made["events"]:
            for name, value in json.loads(row[3]).items():
                names[name] = None
                values[json.dumps(value)] = None
    return tuple(names), tuple(json.loads(text) for text in values)


def _value(picks: Picks) -> Any:
    names, values = _found()
    match picks.randrange(10):
        case 0 | 1 | 2:
            return picks.choice(VALUES)
        case 3 | 4 | 5:
            return picks.choice(values)
        case 6:
            return [picks.choice(VALUES) for _ in range(picks.randrange(5))]
        case 7:
            return {picks.choice(names): picks.choice(VALUES)}
        case _:
            return picks.randrange(-2, 15)


def _table(picks: Picks) -> str:
    return picks.choice(("events", "events", "disclosures", "disclosures", "copies"))


def _name(picks: Picks) -> Any:
    names, _ = _found()
    if picks.random() < 0.5:
        return picks.randrange(12)
    return f"{picks.choice(names)}{picks.choice(('', '', '.0', '.1', '.9'))}"


def _row(picks: Picks) -> int:
    return picks.choice((0, -1, picks.randrange(90), picks.randrange(30)))


def _column(picks: Picks) -> Recipe:
    table = _table(picks)
    return ["column", table, _row(picks), picks.randrange(len(COLUMNS[table])), _value(picks)]


def _spliced(picks: Picks) -> Recipe:
    table = _table(picks)
    at = picks.choice((0, 1, -1, -2, picks.randrange(300)))
    where = [table, _row(picks), picks.choice((3, 3, picks.randrange(7))), at]
    return ["spliced", *where, picks.choice((0, 0, 1, 5)), picks.choice(TEXTS)]


def _opened(picks: Picks) -> Recipe:
    names, _ = _found()
    who = picks.choice(("0", "1", "2", "all", "nobody", "auditor", "9", "", "all"))
    path = picks.choice(("", "", "seed", "card", "cards", "numbers.0", picks.choice(names)))
    return ["opened", _row(picks), path, who, picks.choice((0, 0, 1, -1, 5, 99)), _value(picks)]


_STEPS: tuple[tuple[int, Callable[[Picks], Recipe]], ...] = (
    (9, lambda p: ["member", _row(p), _name(p), _value(p)]),
    (2, lambda p: ["without", _row(p), p.randrange(9)]),
    (1, lambda p: ["ordered", _row(p), p.randrange(9)]),
    (5, _column),
    (4, _spliced),
    (2, lambda p: ["taken", _table(p), _row(p)]),
    (2, lambda p: ["twice", _table(p), _row(p), _row(p)]),
    (2, lambda p: ["moved", _table(p), _row(p), _row(p)]),
    (3, lambda p: ["grafted", p.choice(list(bases())), _row(p), _row(p)]),
    (4, lambda p: ["sealed", _row(p), p.choice((p.randrange(3), _name(p))), _secret(p)]),
    (4, _opened),
    (2, lambda p: ["marked", p.choice(("0", "1", "spectator", "auditor", "9", "x", None, "01"))]),
    (1, lambda p: ["bytes", p.choice((p.randrange(100), p.randrange(40_000))), p.choice(HEX)]),
    (1, lambda p: ["cut", p.randrange(40_000)]),
    (1, lambda p: ["put", p.randrange(40_000), p.choice(TEXTS)]),
)


def _secret(picks: Picks) -> Any:
    return picks.choice((MARK, [MARK], _value(picks), _value(picks)))


def step(picks: Picks) -> Recipe:
    """Any one step."""
    ((_, made),) = picks.choices(_STEPS, weights=[weight for weight, _ in _STEPS])
    return made(picks)


def vary(recipe: Recipe | None, picks: Picks) -> Recipe:
    """A recipe somewhat like another one."""
    if recipe is None or picks.random() < 0.02:
        recipe = [picks.choice(DOORS), picks.choice(list(bases()))]
    made = [recipe[0], recipe[1], *(one for one in recipe[2:] if one not in _LAST)]
    for _ in range(picks.choice((1, 1, 1, 2, 3))):
        _varied(made, picks)
    del made[2 + MOST :]
    # else hardly anything gets further than the chain
    last = picks.choices(((), _LAST[1:], _LAST), weights=(2, 5, 3))[0]
    return [*made, *last]


_LAST: tuple[Recipe, ...] = (["numbered"], ["chain"])


def _varied(made: Recipe, picks: Picks) -> None:
    """Change a recipe once."""
    at = picks.randrange(2, len(made)) if len(made) > 2 else 0
    match picks.randrange(12):
        case 0:
            made[picks.randrange(2)] = picks.choice(DOORS)
            if made[1] in DOORS:
                made[:2] = picks.choice(DOORS), picks.choice(list(bases()))
        case 1 | 2 if at:
            del made[at]
        case 3 | 4 | 5 if at and isinstance(made[at], list) and len(made[at]) > 1:
            made[at] = list(made[at])
            place = picks.randrange(1, len(made[at]))
            made[at][place] = _other(made[at][place], picks)
        case 6 if at:
            made.insert(picks.randrange(2, len(made) + 1), made[at])
        case _:
            made.insert(picks.randrange(2, len(made) + 1), step(picks))


def _other(old: Any, picks: Picks) -> Any:
    """Something in place of a word of a step, more often of its own sort than not."""
    if isinstance(old, int) and picks.random() < 0.8:
        return old + picks.choice((-1, 1, 2, 5, 10))
    if isinstance(old, str) and picks.random() < 0.5:
        return picks.choice((*TEXTS, *COLUMNS, *_found()[0]))
    return _value(picks)


def join(one: Recipe, other: Recipe, picks: Picks) -> Recipe:
    """The one's match, with steps of both."""
    steps = [step for step in (*one[2:], *other[2:]) if step not in _LAST]
    chosen = [step for step in steps if picks.random() < 0.7][:MOST]
    return [*one[:2], *chosen, *picks.choice(((), _LAST[1:], _LAST))]
