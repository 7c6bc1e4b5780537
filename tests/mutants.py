"""Mutants: faults that nobody thought of, put by a mutation tool into the source of engine and symbolic steps.

    python tests/mutants.py [--sample N] [--seed N] [--jobs N] [--seconds S] [--journal FILE] [--list]

draws a seeded sample, plays each fault to the checks in a copy of the tree, and prints the fault, what caught it, and
the score. The tests that reach the changed line come first, the quick ones before the slow, then the findings on file,
then the tests that reach anything of the file: so many seconds of them. What is done is kept in the journal: a run
that was stopped goes on where it was. What nothing catches is listed in `equivalents.toml` with the reason why it
changes nothing, or wants a check.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from attrs import frozen
from reach import FOLDERS, MUTATED, ROOT, Reach, read
from tabulate import tabulate

SECONDS = 300.0  # of tests that are played to one fault
FIRST = 8.0  # ... the first lot of them; each further lot is twice as long
SLOWER = 10  # a lot that takes so many times as long as it should, and a minute, of a processor: it does not end
BYTES = 6 << 30  # of memory, for faults that want all there is
SURVIVED = "nothing"
REPLAY, ENDLESS = "findings replayed", "no end in time"
GONE = "exit 4"  # pytest knows no such test
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
# Types, messages, registrations; and what tells two equal words or small numbers apart by identity.
DROP = ("ReplaceBinaryOperator_BitOr", "ExceptionReplacer", "RemoveDecorator", "Operator_Eq_Is", "Operator_NotEq_IsNot",
        "Operator_Is_Eq", "Operator_IsNot_NotEq")


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
    def lines(self) -> range:
        """The lines that it changes, as they were."""
        return range(self.line, self.line + self.before.count(" / ") + 1)

    @property
    def key(self) -> str:
        """What it is known by, as long as the changed line stays the same."""
        return hashlib.sha256(f"{self.file}|{self.before}|{self.after}".encode()).hexdigest()[:12]


# ---------------------------------------------------------------- the sample


def sources(root: Path = ROOT) -> tuple[Path, ...]:
    """The files that faults are put into."""
    return tuple(sorted(path for folder in MUTATED for path in (root / folder).rglob("*.py")))


def sample(wanted: int, seed: int, files: Sequence[Path] | None = None) -> Iterator[Mutant]:
    """So many different mutants; a longer sample begins as a shorter one. A change of one file leaves the others'."""
    texts = {path: path.read_text(encoding="utf-8") for path in files or sources()}
    places = [(path, *place) for path, text in texts.items() for place in _places(text)]
    seen: set[str] = set()
    for path, operator, occurrence in sorted(places, key=lambda place: _lot(seed, *place)):
        if len(seen) == wanted:
            return
        made = _mutant(path, texts[path], operator, occurrence)
        if made is not None and made.key not in seen:
            seen.add(made.key)
            yield made


def _lot(seed: int, path: Path, operator: str, occurrence: int) -> bytes:
    """What places are drawn by: a number by chance, which no other place's depends on."""
    return hashlib.sha256(f"{seed}|{path.relative_to(ROOT).as_posix()}|{operator}|{occurrence}".encode()).digest()


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

    def __init__(self, folder: Path, reach: Reach, seconds: float = SECONDS) -> None:
        self.folder, self.reach, self.seconds, self.sound = folder, reach, seconds, set[str]()
        for name in FOLDERS:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (path for path in ROOT.iterdir() if path.is_file() and path.name[0] != "."):
            shutil.copy(path, folder)
        (folder / "path" / "advocatus").mkdir(parents=True)
        for name in FOLDERS[:-1]:
            (folder / "path" / "advocatus" / name).symlink_to(folder / name)
        # Compiled once, and taken only where the source is still the same: a fault changes one file.
        words = ["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", *FOLDERS[:-1]]
        subprocess.run([sys.executable, *words], cwd=folder, check=True)

    def caught_by(self, mutant: Mutant) -> str:
        """The first check that notices, with its own word for it; `SURVIVED` if none does."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        changed = mutated(text, mutant.operator, mutant.occurrence)
        assert changed is not None, f"{mutant.file} has changed since the sample was drawn"
        for words, seconds in self._checks(mutant):
            path.write_text(changed, encoding="utf-8")
            try:
                said = self.run(words, seconds)
            finally:
                path.write_text(text, encoding="utf-8")
            if said and self._by_the_fault(said, words, seconds):
                return said if PYTEST[1] in words else f"{REPLAY}: {said}"
        return SURVIVED

    def _checks(self, mutant: Mutant) -> Iterator[tuple[Sequence[str], float]]:
        """The commands that may notice a fault, and how long each should take."""
        for i, (tests, seconds) in enumerate(self.reach.lots(mutant.file, mutant.lines, FIRST, self.seconds)):
            yield (*PYTEST, "-x", *tests), seconds
            if i == 0 and mutant.file.startswith("model/"):
                yield ("-m", "advocatus.checks.cli", "replay", "--no-cache"), FIRST * 4

    def _by_the_fault(self, said: str, words: Sequence[str], seconds: float) -> bool:
        """Whether the check is content without the fault; one that does not end without it either says nothing."""
        if said in self.sound:
            return True
        test = said.startswith("test_")
        without = self.run((*PYTEST, f"tests/{said}") if test else words, seconds)
        if without == GONE:
            raise SystemExit("tests were renamed since it was measured which reach what: remove the file of --reach")
        if without not in ("", ENDLESS):
            raise SystemExit(f"{without}: it fails without any fault: mend it first")
        if test:
            self.sound.add(said)
        return without == ""

    def run(self, words: Sequence[str], seconds: float) -> str:
        """What a command that should take so long says; empty if it is content."""
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        most = 60 + int(SLOWER * seconds)
        try:
            done = subprocess.run([sys.executable, *words], cwd=self.folder, env=_around(self.folder), check=False,
                                  capture_output=True, text=True, timeout=20 * most, preexec_fn=lambda: _less(most))
        except subprocess.TimeoutExpired:
            return ENDLESS
        if done.returncode == 0:
            return ""
        if done.returncode == -signal.SIGXCPU:
            return ENDLESS
        told = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0].split(" - ")[0].split("tests/")[-1] if told else f"exit {done.returncode}"


def _around(folder: Path) -> dict[str, str]:
    """The environment in which the copy of the tree in a folder runs."""
    return {**os.environ, "PYTHONPATH": f"{folder / 'path'}", "PYTHONDONTWRITEBYTECODE": "1", "ADVOCATUS_JOBS": "1",
            "ADVOCATUS_CACHE": str(folder / "cache")}


def _less(seconds: int) -> None:
    """Take no more memory than that, and no more of a processor."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))


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


def tried(mutants: Sequence[Mutant], benches: Sequence[Bench], journal: Path) -> Iterator[tuple[str, str]]:
    """What catches each, as it is found: key and catch; all of it goes into the journal."""
    free: SimpleQueue[Bench] = SimpleQueue()
    for bench in benches:
        free.put(bench)

    def one(mutant: Mutant) -> tuple[str, str]:
        bench = free.get()
        try:
            caught = bench.caught_by(mutant)
        finally:
            free.put(bench)
        entry = {"key": mutant.key, "file": mutant.file, "line": mutant.line, "before": mutant.before,
                 "after": mutant.after, "caught": caught}
        with journal.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        print(f"{mutant.file}:{mutant.line}: {caught}", file=sys.stderr, flush=True)
        return mutant.key, caught

    with ThreadPoolExecutor(len(benches)) as pool:
        yield from pool.map(one, mutants)


def main() -> int:
    """Run the sample; 1 where something is caught by nothing and not known to be equivalent."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("--sample", type=int, default=300)
    reader.add_argument("--seed", type=int, default=0)
    reader.add_argument("--jobs", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=SECONDS, help="of tests for one fault")
    reader.add_argument("--journal", type=Path, default=ROOT / ".mutants.jsonl")
    reader.add_argument("--reach", type=Path, default=ROOT / ".mutants.reach.json", help="which test reaches what")
    reader.add_argument("--list", action="store_true", help="print what is known, and try nothing")
    given = reader.parse_args()
    mutants, caught = tuple(sample(given.sample, given.seed)), known(given.journal)
    todo = [] if given.list else [one for one in mutants if one.key not in caught]
    if todo:
        reach = read(given.reach)
        with tempfile.TemporaryDirectory() as folder:
            benches = [Bench(Path(folder) / f"{i}", reach, given.seconds) for i in range(given.jobs)]
            caught |= dict(tried(todo, benches, given.journal))
    same = equivalents()
    print(table(mutants, caught, same))
    return int(any(caught.get(one.key) == SURVIVED and one.key not in same for one in mutants))


if __name__ == "__main__":
    sys.exit(main())
