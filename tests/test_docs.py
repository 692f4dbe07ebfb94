"""What the documents say runs, and what they must name is named."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "docs" / "embedding.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    """All blocks of a page, in order, as one program."""
    blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.S | re.M)
    assert blocks
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "".join(blocks)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_readmes_example_is_short() -> None:
    """An embedder sees the whole of it on one screen."""
    (block,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.S | re.M)
    assert len([line for line in block.splitlines() if line.strip()]) <= 25


def test_links_between_pages_lead_somewhere() -> None:
    """Every relative link of every page names a file that is there."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "fixtures" / "README.md"]
    missing = [
        f"{page.relative_to(ROOT)} -> {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
        if not os.path.exists(page.parent / target)
    ]
    assert missing == []


def test_the_architecture_names_every_module_of_the_engine() -> None:
    """A room without a sentence is a room nobody can find."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`(\w+)`", text))
    modules = {path.stem for path in (ROOT / "ledger").glob("*.py")} - {"__init__"}
    assert modules - named == set()
