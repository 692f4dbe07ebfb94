"""`./dev` on machines that lack something: one sentence, and no trace left behind."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A Python that is there, and answers anything with its age.
OLD = "#!/bin/sh\necho 3.8\n"
# This Python, but without the modules that make environments.
NO_VENV = """#!/bin/sh
[ "$1" = -c ] && shift
exec {python} -I -c 'import sys; sys.modules["venv"] = sys.modules["ensurepip"] = None; exec(sys.argv[1])' "$@"
"""  # noqa: E501  one line of shell
# The same, but it is noticed only when the environment is made.
HALF_VENV = """#!/bin/sh
[ "$1" = -m ] && exit 1
exec {python} "$@"
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh checkout as far as `./dev` can tell, in a folder whose name has a space."""
    folder = tmp_path / "a clone"
    folder.mkdir()
    for path in (ROOT / "dev", ROOT / "pyproject.toml", *ROOT.glob("requirements*.lock")):
        shutil.copy(path, folder)
    return folder


def dev(
    clone: Path, *words: str, path: Path | str, cwd: Path | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run ``./dev`` with nothing in its environment but PATH and what is given."""
    return subprocess.run(
        [clone / "dev", *words],
        cwd=cwd or clone,
        env={"PATH": str(path), **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def fake(folder: Path, text: str, name: str = "python3") -> Path:
    """A folder that holds one program and nothing else."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(text.replace("{python}", f'"{sys.executable}"'))
    program.chmod(0o755)
    return folder


def one_sentence(text: str) -> bool:
    return text.startswith("dev: ") and text.endswith(".\n") and text.count("\n") == 1


@pytest.mark.parametrize("word", ["demo", "test", "lint", "format", "fixtures", "lock"])
def test_an_old_python_is_refused_in_one_sentence(clone: Path, tmp_path: Path, word: str) -> None:
    done = dev(clone, word, path=fake(tmp_path / "bin", OLD))
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert "3.11" in done.stderr
    assert not done.stdout
    assert not (clone / ".venv").exists()


def test_no_python_at_all_is_refused_in_one_sentence(clone: Path, tmp_path: Path) -> None:
    done = dev(clone, "demo", path=tmp_path)
    assert done.returncode == 1
    assert one_sentence(done.stderr)


def test_a_python_without_venv_is_refused_in_one_sentence(clone: Path, tmp_path: Path) -> None:
    done = dev(clone, "demo", path=fake(tmp_path / "bin", NO_VENV))
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert "python3-venv" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_python_whose_venv_fails_is_told_in_one_sentence(clone: Path, tmp_path: Path) -> None:
    path = f"{fake(tmp_path / 'bin', HALF_VENV)}{os.pathsep}/usr/bin{os.pathsep}/bin"
    done = dev(clone, "demo", path=path, PYTHON=str(tmp_path / "bin" / "python3"))
    assert done.returncode == 1
    progress, _, sentence = done.stderr.partition("\n")
    assert progress.startswith("dev: making .venv")
    assert one_sentence(sentence)
    assert "python3-venv" in sentence
    assert not (clone / ".venv").exists()


def test_a_later_python_will_do(clone: Path, tmp_path: Path) -> None:
    bin_ = fake(tmp_path / "bin", OLD)
    fake(bin_, f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', name="python")
    done = dev(clone, "python", path=bin_)
    assert (done.returncode, done.stdout) == (0, "python\n")


@pytest.mark.parametrize("text", [None, OLD])
def test_a_python_that_was_named_is_the_only_one_tried(
    clone: Path, tmp_path: Path, text: str | None
) -> None:
    bin_ = fake(tmp_path / "bin", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    named = tmp_path / "other" / "python3"
    if text is not None:
        fake(named.parent, text)
    done = dev(clone, "python", path=bin_, PYTHON=str(named))
    assert done.returncode == 1
    assert one_sentence(done.stderr)
    assert str(named) in done.stderr


def test_a_named_python_is_found_from_where_it_was_said(clone: Path, tmp_path: Path) -> None:
    fake(tmp_path / "bin", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', name="mine")
    done = dev(clone, "python", path=tmp_path, cwd=tmp_path, PYTHON="bin/mine")
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/bin/mine\n")


@pytest.mark.parametrize("words", [(), ("help",), ("--help",)])
def test_help_is_one_line_a_command(clone: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    done = dev(clone, *words, path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    told = {line.split()[0] for line in done.stdout.splitlines() if line.startswith("  ")}
    known = {"demo", "test", "lint", "format", "fixtures", "torture", "bench", "lock", "python"}
    assert told == {*known, "help"}


def test_an_unknown_word_is_wrong_usage(clone: Path, tmp_path: Path) -> None:
    done = dev(clone, "frobnicate", path=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_sentence(done.stderr)
    assert "frobnicate" in done.stderr
