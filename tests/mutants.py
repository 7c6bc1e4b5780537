"""Mutants: faults that nobody thought of, put by a mutation tool into the source of engine and symbolic steps.

    python tests/mutants.py [--sample N] [--seed N] [--journal FILE] [--list]

draws a seeded sample, plays each fault to the checks in a copy of the tree, from the quick to the slow, and prints the
fault, what caught it, and the score. What is done is kept in the journal: a run that was stopped goes on where it
was. What nothing catches is listed in `equivalents.toml` with the reason why it changes nothing, or wants a check.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen
from tabulate import tabulate

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("model", "specs", "checks", "counterexamples", "tests")
MUTATED = ("model", "specs")
SECONDS = 900  # a check that takes longer has noticed, or hangs, which is noticing too
SURVIVED = "nothing"
DROP = ("ReplaceBinaryOperator_BitOr", "ExceptionReplacer", "RemoveDecorator")  # types, messages, registrations

ENGINE = ("trade", "duel", "setup", "victory", "variants", "views", "doubts", "caleira", "guard", "norms", "rules")
STAGES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("engine tests", tuple(f"test_{name}.py" for name in ENGINE)),
    ("findings replayed", ()),
    ("specs tests", ("test_specs_*.py", "test_castle_specs.py", "test_agreement.py")),
    ("rulebook tests", ("test_rulebook.py", "test_readings.py", "test_digest.py", "test_mixing.py", "test_acts.py",
                        "test_trace.py", "test_itf.py", "test_search.py", "test_leak.py", "test_vectors.py")),
    ("all tests", ("test_*.py",)),
)
UNRELATED = tuple(f"test_{name}.py" for name in ("docs", "house", "bench", "packaging", "mutants", "longhunt"))


@frozen
class Mutant:
    """A fault: which operator of the tool, at which of its places in a file; and the lines that it changes."""

    file: str
    operator: str
    occurrence: int
    line: int
    before: str
    after: str

    @property
    def key(self) -> str:
        """What it is known by, as long as the changed line stays the same."""
        return hashlib.sha256(f"{self.file}|{self.before}|{self.after}".encode()).hexdigest()[:12]


# ---------------------------------------------------------------- the sample


def sources(root: Path = ROOT) -> tuple[Path, ...]:
    """The files that faults are put into."""
    return tuple(sorted(path for folder in MUTATED for path in (root / folder).rglob("*.py")))


def sample(wanted: int, seed: int) -> Iterator[Mutant]:
    """So many different mutants; a longer sample begins as a shorter one. Files are drawn by their length."""
    rng = Random(seed)
    files = sources()
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    places: dict[Path, list[tuple[str, int]]] = {}
    seen: set[str] = set()
    while len(seen) < wanted:
        (path,) = rng.choices(files, [len(text) for text in texts.values()])
        if path not in places:
            places[path] = list(_places(texts[path]))
        if not places[path]:
            continue
        operator, occurrence = rng.choice(places[path])
        made = _mutant(path, texts[path], operator, occurrence)
        if made is not None and made.key not in seen:
            seen.add(made.key)
            yield made


def _places(text: str) -> Iterator[tuple[str, int]]:
    """Every place of every operator of the tool, one of its operators for each kind of change."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    nodes = list(ast_nodes(get_ast(text)))
    for name in sorted(operator_names()):
        if any(word in name for word in DROP):
            continue
        try:
            operator = get_operator(name)()
        except TypeError:  # one that wants arguments
            continue
        count = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        yield from ((name, i) for i in range(count))


def mutated(text: str, operator: str, occurrence: int) -> str | None:
    """The text with the fault; None where the program stays the same (annotations, prose)."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    after: str | None = mutate_code(text, get_operator(operator)(), occurrence)
    if after is None or after == text:
        return None
    try:
        return None if _plain(after) == _plain(text) else after
    except SyntaxError:
        return None


def _plain(text: str) -> str:
    """The program without what does not run: annotations and docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if getattr(node, name, None) is not None:
                setattr(node, name, ast.Constant(None))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant("")
    return ast.dump(tree)


def _mutant(path: Path, text: str, operator: str, occurrence: int) -> Mutant | None:
    after = mutated(text, operator, occurrence)
    if after is None:
        return None
    lines = list(difflib.unified_diff(text.splitlines(), after.splitlines(), n=0, lineterm=""))
    where = int(next(line for line in lines if line.startswith("@@")).split()[1].lstrip("-").split(",")[0])
    old = " / ".join(line[1:].strip() for line in lines if line.startswith("-") and not line.startswith("---"))
    new = " / ".join(line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++"))
    return Mutant(path.relative_to(ROOT).as_posix(), operator, occurrence, where, old, new)


# ---------------------------------------------------------------- the checks


class Bench:
    """A copy of the tree in which one fault at a time is played to the checks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        (folder / "path" / "advocatus").mkdir(parents=True)
        for name in FOLDERS[:-1]:
            (folder / "path" / "advocatus" / name).symlink_to(folder / name)

    def caught_by(self, mutant: Mutant) -> str:
        """The first check that notices, with its own word for it; `SURVIVED` if none does."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        changed = mutated(text, mutant.operator, mutant.occurrence)
        assert changed is not None, f"{mutant.file} has changed since the sample was drawn"
        path.write_text(changed, encoding="utf-8")
        try:
            for name, patterns in STAGES:
                if said := self.run(patterns):
                    return f"{name}: {said}"
            return SURVIVED
        finally:
            path.write_text(text, encoding="utf-8")

    def run(self, patterns: Sequence[str]) -> str:
        """What a stage says; empty if it is content."""
        files = sorted({f"tests/{path.name}" for pattern in patterns for path in (self.folder / "tests").glob(pattern)
                        if path.name not in UNRELATED})
        words = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *files]
        if not patterns:
            words = ["-m", "advocatus.checks.cli", "replay", "--no-cache"]
        around = {**os.environ, "PYTHONPATH": f"{self.folder / 'path'}", "PYTHONDONTWRITEBYTECODE": "1",
                  "ADVOCATUS_CACHE": str(self.folder / "cache")}
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        try:
            done = subprocess.run([sys.executable, *words], cwd=self.folder, env=around, capture_output=True, text=True,
                                  timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return "no end in time"
        if done.returncode == 0:
            return ""
        told = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0].split(" - ")[0].split("tests/")[-1] if told else f"exit {done.returncode}"


# ---------------------------------------------------------------- the run


def equivalents() -> dict[str, str]:
    """The mutants that change nothing, by key, and why."""
    with (ROOT / "tests" / "equivalents.toml").open("rb") as file:
        return {one["key"]: one["why"] for one in tomllib.load(file)["mutant"]}


def known(journal: Path) -> dict[str, str]:
    """What is in the journal: for each mutant what caught it. A line cut short by a stop is none."""
    found = {}
    for line in journal.read_text(encoding="utf-8").splitlines() if journal.exists() else ():
        try:
            entry: dict[str, Any] = json.loads(line)
            found[entry["key"]] = entry["caught"]
        except ValueError:
            continue
    return found


def table(mutants: Sequence[Mutant], caught: dict[str, str], same: dict[str, str]) -> str:
    """Fault and catch, and the score."""
    rows, score = [], [0, 0, 0]
    for one in mutants:
        by = caught.get(one.key, "not tried")
        if by == SURVIVED and one.key in same:
            by, place = f"equivalent: {same[one.key]}", 1
        else:
            place = 2 if by == SURVIVED else 0
        score[place] += by != "not tried"
        rows.append((f"{one.file}:{one.line}", one.before[:60], one.after[:60], by[:70], one.key))
    heads = ("where", "before", "after", "caught by", "key")
    told = f"{score[0]} caught, {score[1]} equivalent, {score[2]} not caught, of {sum(score)} tried"
    return f"{tabulate(rows, heads, disable_numparse=True)}\n\n{told}"


def main() -> int:
    """Run the sample; 1 where something is caught by nothing and not known to be equivalent."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("--sample", type=int, default=300)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--journal", type=Path, default=ROOT / ".mutants.jsonl")
    reader.add_argument("--list", action="store_true", help="print what is known, and try nothing")
    given = reader.parse_args()
    mutants, same = tuple(sample(given.sample, given.seed)), equivalents()
    caught = known(given.journal)
    with tempfile.TemporaryDirectory() as folder:
        bench = None if given.list else Bench(Path(folder))
        for one in mutants if bench else ():
            if one.key in caught:
                continue
            assert bench is not None
            caught[one.key] = bench.caught_by(one)
            with given.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": one.key, "file": one.file, "line": one.line, "before": one.before,
                                       "after": one.after, "caught": caught[one.key]}) + "\n")
            print(f"{one.file}:{one.line}: {caught[one.key]}", file=sys.stderr)
    print(table(mutants, caught, same))
    return int(any(caught.get(one.key) == SURVIVED and one.key not in same for one in mutants))


if __name__ == "__main__":
    sys.exit(main())
