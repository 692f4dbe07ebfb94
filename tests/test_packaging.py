"""One import package out of three folders: in the tree, in the wheel, beside a host's own names."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FOLDERS = {"ledger": ROOT / "ledger", "ledger.games": ROOT / "games", "ledger.cli": ROOT / "cli"}
LOCKS = tuple(f"requirements{kind}.lock" for kind in ("", "-dev", "-fuzz", "-bench"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())


# --- the tree


def test_the_links_are_in_place() -> None:
    """Without them the type checkers would pass by not looking."""
    for name in ("games", "cli"):
        link = ROOT / "ledger" / name
        assert link.is_symlink()
        assert link.readlink() == Path("..", name)  # relative, or a clone would point elsewhere
        assert link.resolve() == (ROOT / name).resolve()


def test_every_package_is_listed() -> None:
    """A sub-package that is not listed is left out of the wheel without a word."""
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == set(_packages())


def test_every_folder_of_modules_is_a_package() -> None:
    """A folder without `__init__.py` escapes the test above, and the wheel."""
    bare = {
        module.parent
        for folder in FOLDERS.values()
        for module in folder.rglob("*.py")
        if not (module.parent / "__init__.py").exists()
    }
    assert not bare


def test_the_folders_are_known_by_one_name_only() -> None:
    """A second name would make a second copy of every class."""
    for name in _packages():
        import_module(name)
    import_module("ledger.cli.main")
    assert not {"games", "cli"} & set(sys.modules)


def test_every_shipped_game_comes_in_by_the_common_door() -> None:
    declared: dict[str, str] = PROJECT["project"]["entry-points"]["ledger.games"]
    installed = {point.name: point.value for point in entry_points(group="ledger.games")}
    assert {name: installed.get(name) for name in declared} == declared
    assert {value.partition(":")[0] for value in declared.values()} == {
        name for name in _packages() if name.count(".") == 2 and name.startswith("ledger.games.")
    }
    for point in entry_points(group="ledger.games"):
        assert point.load().name == point.name


# --- the locks


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_packages_and_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*-", text.replace("    --hash=", ""), re.MULTILINE)  # no options
    for entry in re.split(r"\n(?=\S)", text):
        assert entry.startswith("#") or re.match(r"\S+==\S+.*--hash=sha256:", entry, re.DOTALL)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_holds_what_the_project_asks_for(lock: str) -> None:
    wanted = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["build"]]
    if lock in ("requirements-fuzz.lock", "requirements-bench.lock"):
        wanted = PROJECT["dependency-groups"][lock[len("requirements-") : -len(".lock")]]
    if lock == "requirements-dev.lock":
        wanted += [w for w in PROJECT["dependency-groups"]["dev"] if isinstance(w, str)]
    pinned = _all_pins(lock)
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        versions = [version for other, version in pinned if other == name]
        assert any(map(requirement.specifier.contains, versions))


def test_the_locks_agree() -> None:
    assert _pins("requirements.lock").items() <= _pins("requirements-dev.lock").items()


# --- the wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist, built from a copy: no build leaves anything in the tree."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("ledger", "games", "cli", "tests"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=ignore)
    out = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source, cwd=out)
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        files = set(archive.namelist())
    info = f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info"
    assert {file.partition("/")[0] for file in files} == {"ledger", info}
    assert {file for file in files if not file.startswith(info)} == {
        "ledger/py.typed",
        *(
            "/".join((*name.split("."), *module.relative_to(folder).parts))
            for name, folder in FOLDERS.items()
            for module in folder.rglob("*.py")
        ),
    }


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    info = f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info"
    with ZipFile(wheel) as archive:
        metadata = archive.read(f"{info}/METADATA").decode()
        licence = archive.read(f"{info}/licenses/LICENSE").decode()
        doors = archive.read(f"{info}/entry_points.txt").decode()
    assert "\nLicense-Expression: MIT\n" in metadata
    assert "The tabletop-ledger authors" in licence
    assert "ledger = ledger.cli.main:main" in doors
    assert "49 = ledger.games.game_of_49:GAME" in doors


# --- beside a host's own `games` and `cli`


@pytest.fixture(scope="module")
def host(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> "Host":
    """A host project and an empty environment with our wheel; our dependencies are lent to it."""
    base = tmp_path_factory.mktemp("host project")
    for name in ("games", "cli"):
        (base / "app" / name).mkdir(parents=True)
        (base / "app" / name / "__init__.py").write_text("WHOSE = 'the host'\n")
    venv.create(base / "env", with_pip=False, symlinks=True)
    made = Host(base / "app", base / "env")
    install = ("install", "--quiet", "--no-deps", "--no-index", wheel)
    pip = (sys.executable, "-m", "pip", "--python", made.env / "bin" / "python")
    _run(*pip, *install, cwd=base)
    # Only now, or pip would find the editable install that runs these tests, and remove it. Lent is
    # the folder alone: a .pth file in a folder that a .pth file names is not read, so the editable
    # install itself stays out.
    (packages,) = made.env.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(str(Path(pytest.__file__).parent.parent) + "\n")
    return made


class Host:
    """A folder with packages `games` and `cli` of its own, and the environment it runs in."""

    def __init__(self, folder: Path, env: Path) -> None:
        self.folder = folder
        self.env = env

    def python(self, code: str) -> str:
        return _run(self.env / "bin" / "python", "-c", code, cwd=self.folder)

    def ledger(self, *words: str) -> str:
        return _run(self.env / "bin" / "ledger", *words, cwd=self.folder)


def test_a_host_keeps_its_own_names(host: Host) -> None:
    printed = host.python(
        "import games, cli, ledger, ledger.games, ledger.cli, ledger.games.game_of_49\n"
        "print(games.WHOSE, cli.WHOSE)\n"
        "for m in (games, cli, ledger, ledger.games, ledger.cli): print(m.__file__)\n"
    )
    whose, *files = printed.splitlines()
    assert whose == "the host the host"
    theirs, ours = files[:2], files[2:]
    assert theirs == [str(host.folder / name / "__init__.py") for name in ("games", "cli")]
    for file, inside in zip(ours, ("ledger", "ledger/games", "ledger/cli"), strict=True):
        assert Path(file).is_relative_to(host.env)
        assert file.endswith(f"/site-packages/{inside}/__init__.py")


def test_the_command_runs_in_a_host_s_folder(host: Host) -> None:
    assert PROJECT["project"]["version"] in host.ledger("--version")
    assert "replay" in host.ledger("--help")
    listed = host.ledger("games")
    for name in PROJECT["project"]["entry-points"]["ledger.games"]:
        assert name in listed


# --- helpers


def _packages() -> list[str]:
    return sorted(
        ".".join((name, *init.parent.relative_to(folder).parts))
        for name, folder in FOLDERS.items()
        for init in folder.rglob("__init__.py")
    )


def _pins(lock: str) -> dict[str, str]:
    return dict(_all_pins(lock))


def _all_pins(lock: str) -> list[tuple[str, str]]:
    """Each name and version; a name stands twice where Pythons differ in what they can have."""
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / lock).read_text(), re.MULTILINE)
    return [(canonicalize_name(name), version) for name, version in found]


def _run(*command: str | Path, cwd: Path) -> str:
    """Run ``command`` as a fresh shell would: no coverage, no path of ours. Returns its output."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("COV", "PYTHON", "NO_COLOR"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**kept, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done.stdout
