"""One of the two worlds in which a match is played, and what a reader takes home from it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ledger.book import Ledger
from ledger.game import Audience, Game
from ledger.simulate import noise_of
from ledger.testing.playing import named, ticking
from ledger.testing.receiving import Received, answer, unsealed


class World:
    """A declared match of its own, in memory; nothing in it depends on the machine."""

    def __init__(
        self,
        game: Game[Any, Any, Any, Any],
        seats: int,
        options: Mapping[str, Any] | None,
        folder: Path,
    ) -> None:
        self.ledger = Ledger(None, games=[game], clock=ticking(), entropy=noise_of("a world"))
        self.match = self.ledger.new(game, named(seats), options=options, chance="declared")
        self.folder = folder
        self._exports = 0
        folder.mkdir()

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *_: object) -> None:
        self.ledger.close()

    def rows(self, after: int = 0) -> list[str]:
        """The public rows after ``after``, without seals and digests."""
        rows = self.ledger.rows(self.match.id)
        return [unsealed(f"#{r.seq} {r.time} {r.event.decode()}") for r in rows if r.seq > after]

    def copy(self, who: Audience) -> Received:
        """The reader's copy, as lines and as a file, with what the file's audit finds."""
        self._exports += 1
        lines = self.folder / f"{self._exports}.jsonl"
        file = self.folder / f"{self._exports}.db"
        self.match.export(lines, who)
        self.match.export(file, who)
        with Ledger(file, "read", games=[self.match.game]) as ledger:
            audit = answer(ledger.audit)
            stored = [str(row) for row in ledger.disclosures(self.match.id)]
        return {
            "its copy": unsealed(lines.read_text()).splitlines(),
            "its copy's disclosures": stored,
            "its copy's size": file.stat().st_size,
            "its copy's audit": unsealed(str(audit)),
            "its docket": answer(self.match.docket, who),
        }
