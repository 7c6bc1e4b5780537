"""The package: a wheel has all that the program reads, and it runs from there, and from an editable install, alone.

The tests begin from a copy of the tree and use a fresh venv outside of it, so they need the package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOPS = ("model", "specs", "checks", "counterexamples")
NEEDED = ("pyproject.toml", "README.md", "LICENSE")
READ = (".py", ".json", ".toml")  # what a package is made of, besides py.typed

pytestmark = pytest.mark.slow


def command(*words: str | Path, folder: Path) -> str:
    """Run a program with nothing of this environment's Python; its standard output."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "COV_", "COVERAGE"))}
    clean["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    done = subprocess.run([str(word) for word in words], cwd=folder, env=clean, capture_output=True, text=True,
                          encoding="utf-8", check=False)
    assert done.returncode == 0, f"{words}: {done.stdout}\n{done.stderr}"
    return done.stdout


def copy_of_the_tree(folder: Path) -> Path:
    """What is needed to build the package, in a folder of its own."""
    tree = folder / "tree"
    tree.mkdir()
    for top in TOPS:
        shutil.copytree(ROOT / top, tree / top, ignore=shutil.ignore_patterns("__pycache__"))
    for name in NEEDED:
        shutil.copy(ROOT / name, tree)
    return tree


def fresh_venv(folder: Path) -> Path:
    """The programs of a new venv."""
    venv.create(folder / "venv", with_pip=True)
    return folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")


def installed_files(programs: Path, folder: Path) -> set[str]:
    """The files of the package as its modules find them, with links resolved to what there is."""
    script = (
        "from importlib import import_module\n"
        "from importlib.resources import files\n"
        "def walk(at, name):\n"
        "    for one in at.iterdir():\n"
        "        if one.is_dir():\n"
        "            if one.name != '__pycache__':\n"
        "                walk(one, f'{name}/{one.name}')\n"
        "        elif one.read_bytes() is not None:\n"
        "            print(f'{name}/{one.name}')\n"
        f"for top in {TOPS!r}:\n"
        "    walk(files(import_module(f'advocatus.{top}')), top)\n"
    )
    return set(command(programs / "python", "-c", script, folder=folder).split())


def wanted_files(tree: Path) -> set[str]:
    """What of the tree belongs to the package."""
    return {
        path.relative_to(tree).as_posix() for top in TOPS for path in (tree / top).rglob("*")
        if (path.suffix in READ or path.name == "py.typed") and "__pycache__" not in path.parts
    }


def works(programs: Path, folder: Path, wanted: set[str]) -> None:
    """The program runs in a folder that has nothing of the source: it reads, plays findings, and proves."""
    shown = command(programs / "advocatus", "show", "adlung", "hand.limit", folder=folder)
    assert shown.startswith("hand.limit\n    How much luggage is too much?\n")
    on_file = sum(name.startswith("counterexamples/") and name.endswith(".json") for name in wanted)
    assert on_file
    replayed = command(programs / "advocatus", "replay", folder=folder).splitlines()[-1]
    assert replayed.endswith(f"{on_file} replay, 0 do not")
    script = ("from advocatus.specs.families import spec_of\n"
              "from advocatus.model.families import editions\n"
              "from advocatus.model.rules import make_rules\n"
              "rules = make_rules(editions()['adlung'], 4)\n"
              "print({p.verdict for p in spec_of(rules.edition.family).promises(rules)})\n")
    assert command(programs / "python", "-c", script, folder=folder) == "{'proved'}\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder in which nothing of the source can be found by chance."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def wheel_of(tree: Path, programs: Path, folder: Path) -> tuple[Path, set[str]]:
    """The wheel of a tree, and the files of the package in it."""
    command(programs / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tree.parent, tree, folder=folder)
    wheel = next(tree.parent.glob("advocatus-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        return wheel, {name for name in archive.namelist() if ".dist-info/" not in name}


def test_a_wheel_has_everything_and_works_alone(tmp_path: Path, elsewhere: Path) -> None:
    tree, programs = copy_of_the_tree(tmp_path), fresh_venv(tmp_path)
    wanted = wanted_files(tree)
    wheel, packed = wheel_of(tree, programs, elsewhere)
    assert packed == {f"advocatus/{name}" for name in wanted}
    shutil.rmtree(tree)
    command(programs / "python", "-m", "pip", "install", "--quiet", wheel, folder=elsewhere)
    assert installed_files(programs, elsewhere) >= wanted
    works(programs, elsewhere, wanted)


def test_files_left_out_of_a_wheel_are_found(tmp_path: Path, elsewhere: Path) -> None:
    """The tester tested: a project that packs no TOML."""
    tree, programs = copy_of_the_tree(tmp_path), fresh_venv(tmp_path)
    project = tree / "pyproject.toml"
    text = project.read_text("utf-8")
    assert '"**/*.toml"' in text
    project.write_text(text.replace(', "**/*.toml"', ""), "utf-8")
    _, packed = wheel_of(tree, programs, elsewhere)
    left_out = {f"advocatus/{name}" for name in wanted_files(tree)} - packed
    assert left_out
    assert {Path(name).suffix for name in left_out} == {".toml"}


def test_a_strict_editable_install_works_and_reads_the_tree(tmp_path: Path, elsewhere: Path) -> None:
    tree, programs = copy_of_the_tree(tmp_path), fresh_venv(tmp_path)
    wanted = wanted_files(tree)
    command(programs / "python", "-m", "pip", "install", "--quiet", "-e", tree,
            "--config-settings", "editable_mode=strict", folder=elsewhere)
    assert installed_files(programs, elsewhere) >= wanted
    works(programs, elsewhere, wanted)
    script = "from advocatus.checks.finding import default_folder\nprint(default_folder())"
    assert command(programs / "python", "-c", script, folder=elsewhere).strip() == str(
        (tree / "counterexamples").resolve()), "findings would be filed in the build folder, not in the tree"
    edition = tree / "model" / "teufelsburg" / "editions" / "adlung.toml"
    edition.write_text(edition.read_text("utf-8").replace("How much luggage is too much?", "How much is it?"), "utf-8")
    shown = command(programs / "advocatus", "show", "adlung", "hand.limit", folder=elsewhere)
    assert "How much is it?" in shown
