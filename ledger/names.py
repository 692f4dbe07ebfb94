"""The people's names: what may stand for a seat, and who is meant by a word."""

import re
from collections.abc import Iterable, Sequence

from ledger.errors import InvalidOption, UnknownAudience
from ledger.events import Seat
from ledger.game import Audience
from ledger.ordering import is_a_set
from ledger.values import text_of

LONGEST = 100  # characters
FEW = 6  # names that are listed
RESERVED = ("auditor", "spectator", "all", "nobody")

# fillers, joiners and variation selectors that Unicode counts as letters and marks; a blank Braille
_UNSEEN = (
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0000-\U000e0fff]"
)


def plain(name: str) -> str:
    """The form in which two names are compared: what a reader can tell apart, and no more.

    NFKC, case folded, without outer space and without marks that show nothing.
    """
    if name.isascii() and name.isprintable():  # nearly every name: only the case changes
        return name.casefold().strip()
    import unicodedata  # a library of its own

    folded = unicodedata.normalize("NFKC", name).casefold()
    shown = (
        char
        for char in re.sub(_UNSEEN, "", folded)
        if char.isspace() or unicodedata.category(char) not in ("Cc", "Cf")
    )
    return unicodedata.normalize("NFKC", "".join(shown)).strip()


def check(names: Sequence[str]) -> tuple[str, ...]:
    """Hold the names of a match's seats against what they may be.

    Raises:
        InvalidOption: they are no list, or a name is empty, long, reserved, a number, not text, or
            there twice.
    """
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise InvalidOption("the seats are a list of names, by seat, also where it is one name")
    if is_a_set(names):
        raise InvalidOption("the seats are a list of names, by seat: a set has no fixed order")
    names = tuple(names)  # what comes only once, too
    seen: dict[str, str] = {}
    for name in names:
        if not isinstance(name, str):
            raise InvalidOption(f"a seat's name is text, not {type(name).__name__}")
        form = plain(name)
        if not form or len(name) > LONGEST:
            raise InvalidOption(f"a seat's name has 1 to {LONGEST} characters")
        if not name.isascii() and any(0xD800 <= ord(char) <= 0xDFFF for char in name):
            raise InvalidOption("a seat's name holds half a character: use whole text")
        if form in RESERVED or form.isnumeric():
            raise InvalidOption(f"a seat cannot be called {name!r}: choose another name")
        if form in seen:
            raise InvalidOption(f"{seen[form]!r} and {name!r} read as one name: choose another")
        seen[form] = name
    return names


def audience(who: int | str, names: Sequence[str]) -> Audience:
    """The audience meant by a seat's number or name, ``spectator`` or ``auditor``.

    Raises:
        UnknownAudience: nobody is.
    """
    if who == "spectator":
        return "spectator"
    if who == "auditor":
        return "auditor"
    text = text_of(who).strip()
    if text.isascii() and text.isdigit():
        if len(text) < 3 and int(text) < len(names):
            return int(text)
    elif plain(text) in (known := [plain(name) for name in names]):
        return known.index(plain(text))
    those = _those(names, "spectator", "auditor")
    raise UnknownAudience(f"nobody here is {text[:60]!r}: name {those}")


def person(seat: Seat, names: Sequence[str]) -> str:
    """A seat's name; a forged log may name any seat."""
    return names[seat] if 0 <= seat < len(names) else f"seat {seat}"


def called(reader: Audience, names: Sequence[str]) -> str:
    """An audience in a sentence: the person's name, ``the spectator`` or ``the auditor``."""
    return person(reader, names) if isinstance(reader, int) else f"the {reader}"


def copy_for(reader: str, names: Sequence[str]) -> str:
    """For whom a copy is, in a sentence.

    Args:
        reader: as the file says it: a seat's number, ``spectator`` or ``auditor``.
    """
    return person(int(reader), names) if reader.isdigit() else f"the {reader}"


def seat_of(who: int | str, names: Sequence[str]) -> Seat:
    """The seat meant by a number or a name.

    Raises:
        UnknownAudience: there is none.
    """
    try:
        found = audience(who, names)
    except UnknownAudience:
        text = f"nobody here is {text_of(who).strip()[:60]!r}"
    else:
        if isinstance(found, int):
            return found
        text = f"the {found} has no seat"
    raise UnknownAudience(f"{text}: name {_those(names)}")


def _those(names: Sequence[str], *more: str) -> str:
    """Who sits here, in words; of many only how many. ``more`` is what else can be named."""
    people = names if len(names) <= FEW else ("a person",)
    words = [*people, f"a seat from 0 to {len(names) - 1}", *more]
    return f"{', '.join(words[:-1])} or {words[-1]}"
