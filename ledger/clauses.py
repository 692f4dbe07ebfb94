"""Numbered rules, so that every refusal and every finding can name one."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ledger.errors import GameError
from ledger.ordering import not_a_set


class Clause(Struct, frozen=True):
    """One rule or ruling.

    Rulings, our reading of what the rulebook leaves open, have a ``Q`` in the middle:
    ``49-Q-12``.
    """

    id: str  # such as 49-AUC-05
    section: str  # of the rulebook; for a ruling, the rule it reads
    text: str  # in our own words


class Catalogue:
    """The clauses of one game, in the order of its rulebook.

    Raises:
        ValueError: two clauses have one number.
        GameError: they come in no fixed order, or one is no clause, or not made of texts.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        if not isinstance(clauses, Iterable):
            raise GameError(f"a catalogue is made of clauses, not of a {type(clauses).__name__}")
        not_a_set(clauses, "a catalogue's clauses")
        self._clauses = tuple(clauses)
        for clause in self._clauses:
            if not isinstance(clause, Clause):
                raise GameError(f"a catalogue holds clauses, not a {type(clause).__name__}")
            # not asked word by word: games have hundreds of clauses, and each command loads them
            if not (
                isinstance(clause.id, str)
                and isinstance(clause.section, str)
                and isinstance(clause.text, str)
            ):
                raise GameError(
                    f"a clause is three texts: id, section and text, not {clause!r:.99}"
                )
        self._by_id = {clause.id: clause for clause in self._clauses}
        if len(self._by_id) != len(self._clauses):
            raise ValueError("two clauses have the same number")

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

    def __contains__(self, number: object) -> bool:
        return number in self._by_id

    def get(self, number: str) -> Clause | None:
        """The clause with that number, whatever its case; None if there is none."""
        return self._by_id.get(number.upper())
