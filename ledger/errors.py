"""All that can go wrong, as one tree.

::

    LedgerError
    ├── Refused            an act is not possible now: clause and reason
    ├── Stale              the actor's choices have changed since the position it acted on
    ├── Misused            the caller asked for something that cannot be meant
    │   ├── InvalidAction      the words do not make an action or a value of this game
    │   ├── InvalidOption      an option, a seat name or a number of seats the game does not take
    │   ├── UnknownMatch       no such match, or several where one was asked for
    │   ├── UnknownAudience    no such seat, spectator or auditor
    │   └── FileInTheWay       a new file was asked for and something is there already
    ├── UnknownGame        no installed game has that name, two have, or its rules are too old
    ├── Unreadable         the file cannot be taken as a ledger
    │   ├── NotALedger         another kind of file, or another program's database
    │   ├── NewerFormat        written by a newer program
    │   └── Damaged            a ledger whose storage is not as this library writes it
    ├── Broken             evidence does not hold: chain, seal, draw or rule; names the event
    ├── NotWritten         the disk did not take the act; nothing of it was recorded
    ├── NeedsDisclosure    a hidden value was looked at
    └── GameError          a game's functions broke the engine's contract
"""


def one_line(text: str) -> str:
    """The text with whatever is not printed as itself, such as a line break, as an escape.

    What is said may quote a stranger's file, or a word that somebody typed.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


class LedgerError(Exception):
    """Whatever this library raises on purpose; the message is one sentence for a person."""

    def __init__(self, text: str = "") -> None:
        super().__init__(one_line(text))

    def __reduce__(self) -> tuple[object, ...]:
        """As it is, into another process: by default it would be made of its message alone."""
        return _again, (type(self), self.args), vars(self)


def _again(cls: type[LedgerError], args: tuple[object, ...]) -> LedgerError:
    return cls.__new__(cls, *args)


class Refused(LedgerError):
    """An act is not possible now.

    Attributes:
        clause: the number of the rule, such as ``49-AUC-05``.
        reason: one clause of a sentence, told to the sender only.
        irregular: True where a table could let it happen; ``anyway=True`` records it.
    """

    def __init__(self, clause: str, reason: str, irregular: bool = False) -> None:
        super().__init__(f"{clause}: {reason}")
        self.clause = clause
        self.reason = one_line(reason)
        self.irregular = irregular


class Stale(LedgerError):
    """The actor's choices have changed since the position it acted on.

    Attributes:
        at: the seq the act was meant for.
        now: the last seq of the match.
    """

    def __init__(self, at: int, now: int) -> None:
        super().__init__(
            f"the choices have changed since #{at} (the match is at #{now}): look again, then act"
        )
        self.at = at
        self.now = now


class Misused(LedgerError):
    """The caller asked for something that cannot be meant."""


class InvalidAction(Misused):
    """The words do not make an action, or a drawn value, of this game."""


class InvalidOption(Misused):
    """An option, a seat name or a number of seats that the game does not take."""


class UnknownMatch(Misused):
    """No such match in the file, or several where one was asked for."""


class UnknownAudience(Misused):
    """No such seat, and neither ``spectator`` nor ``auditor``."""


class FileInTheWay(Misused):
    """A new file was asked for and something is there already."""


class UnknownGame(LedgerError):
    """No installed game has that name, two packages claim it, or its rules are too old."""


class Unreadable(LedgerError):
    """The file cannot be taken as a ledger."""


class NotALedger(Unreadable):
    """Another kind of file, or another program's database."""


class NewerFormat(Unreadable):
    """Written by a newer program than this one."""


class Damaged(Unreadable):
    """A ledger whose storage is not as this library writes it."""

    def __str__(self) -> str:
        return f"{super().__str__()}: use another copy of the file"


class Broken(LedgerError):
    """Evidence does not hold.

    Attributes:
        seq: the event concerned; 0 where it is the match as a whole.
        check: which of the audit's checks failed, such as ``chain``.
    """

    def __init__(self, seq: int, check: str, text: str) -> None:
        super().__init__(f"#{seq}: {text}" if seq else text)
        self.seq = seq
        self.check = check
        self.text = one_line(text)


class NotWritten(LedgerError):
    """The disk did not take the act; nothing of it was recorded."""


class NeedsDisclosure(LedgerError):
    """A hidden value was compared, ordered, tested or unwrapped, or what is asked hangs on one."""

    def __init__(self, text: str = "this value is hidden from the reader") -> None:
        super().__init__(text)


class GameError(LedgerError):
    """A game's functions broke the engine's contract; the game's author must mend it.

    Of what a function raised the text tells the type alone; ``__cause__`` is all of it.

    Attributes:
        question: the function, such as ``legal``; empty where it is none in particular.
        brief: what went wrong in few words; empty where the game says it in words of its own.
    """

    def __init__(self, text: str = "", question: str = "", brief: str = "") -> None:
        super().__init__(text)
        self.question = question
        self.brief = brief
