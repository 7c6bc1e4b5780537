"""Which test reaches which line of engine and symbolic steps, and how long it takes; measured once, and kept.

What a test finds in a cache that an earlier one filled counts as not reached; so the tests that reach anything of the
same file stand behind those that reach the line.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("model", "specs", "checks", "counterexamples", "tests")
MUTATED = ("model", "specs")
UNRELATED = tuple(f"tests/test_{name}.py" for name in ("docs", "house", "bench", "packaging", "mutants", "longhunt"))


LEAST = 0.5  # seconds that any test costs by itself


@frozen
class Reach:
    """For each file its text's hash and, for each line that a test reaches, the tests; and the seconds of each test."""

    hashes: Mapping[str, str]
    tests: Mapping[str, Mapping[int, tuple[str, ...]]]
    seconds: Mapping[str, float]

    def lots(self, file: str, lines: Iterable[int], first: float, most: float) -> Iterator[tuple[list[str], float]]:
        """The tests for a fault in these lines, with their seconds: the nearest first, each lot twice as long as the
        one before; `most` seconds in all."""
        lot: list[str] = []
        spent = total = 0.0
        for test in self.nearest(file, lines):
            cost = self.seconds[test]
            if total + cost > most:
                continue
            lot, spent, total = [*lot, test], spent + cost, total + cost
            if spent >= first:
                yield lot, spent
                lot, spent, first = [], 0.0, first * 2
        if lot:
            yield lot, spent

    def nearest(self, file: str, lines: Iterable[int]) -> Iterator[str]:
        """The tests that reach these lines, then those that reach anything of the file.

        First come those that reach most of the file for their time: what only passes by notices little. Of a test with
        many cases one case comes first, then the first cases of the others: like cases notice the like.
        """
        reached = self.tests.get(file, {})
        same = self.hashes.get(file) == _hash(ROOT / file)
        much = Counter(test for tests in reached.values() for test in tests)
        here = {test for line in lines if same for test in reached.get(line, ())}
        for some in (here, set(much) - here):
            cases = Counter[str]()
            turns = []
            for test in sorted(some, key=lambda test: (-much[test] / (self.seconds[test] + LEAST), test)):
                name = test.partition("[")[0]
                turns.append((cases[name], test))
                cases[name] += 1
            yield from (test for _, test in sorted(turns, key=lambda turn: turn[0]))


def read(path: Path) -> Reach:
    """What is kept in a file; measured by a run of all tests where there is none yet."""
    if not path.exists():
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder))
            gather(Path(folder), path)
    kept = json.loads(path.read_text(encoding="utf-8"))
    names, seconds = kept["names"], kept["seconds"]
    tests = {file: {int(line): tuple(names[i] for i in some) for line, some in lines.items()}
             for file, lines in kept["tests"].items()}
    return Reach(kept["hashes"], tests, dict(zip(names, seconds, strict=True)))


def measure(folder: Path) -> None:
    """Run all tests that are not slow, with a context of coverage for each, into a folder."""
    packages = "\n".join(f"    advocatus.{name}" for name in MUTATED)
    (folder / "coverage.ini").write_text(
        f"[run]\nparallel = true\ndata_file = {folder}/coverage\nsource_pkgs =\n{packages}\n", encoding="utf-8")
    words = ["-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "-m", "not slow", "--cov", "--cov-context=test",
             f"--cov-config={folder}/coverage.ini", "--cov-report=", f"--junitxml={folder}/junit.xml",
             *(f"--ignore={name}" for name in UNRELATED)]
    if subprocess.run([sys.executable, *words], cwd=ROOT, check=False).returncode:
        raise SystemExit("a test fails without any fault: mend it first")


def gather(folder: Path, path: Path) -> None:
    """Write what a run has left in a folder as one file."""
    from coverage import CoverageData

    seconds = _seconds(folder / "junit.xml")
    names = sorted(seconds)
    index = {name: i for i, name in enumerate(names)}
    tests: dict[str, dict[int, set[int]]] = {}
    data = CoverageData(str(folder / "coverage"))
    data.read()
    for source in data.measured_files():
        lines = tests.setdefault(Path(source).resolve().relative_to(ROOT).as_posix(), {})
        for line, contexts in data.contexts_by_lineno(source).items():
            some = {index[name] for context in contexts if (name := context.partition("|")[0]) in index}
            lines.setdefault(line, set()).update(some)
    told = {"names": names, "seconds": [seconds[name] for name in names],
            "hashes": {file: _hash(ROOT / file) for file in sorted(tests)},
            "tests": {file: {line: sorted(some) for line, some in sorted(lines.items()) if some}
                      for file, lines in sorted(tests.items())}}
    path.write_text(json.dumps(told, separators=(",", ":")), encoding="utf-8")


def _seconds(report: Path) -> dict[str, float]:
    """How long each test took, by the name that pytest knows it by."""
    found: dict[str, float] = {}
    for case in ElementTree.parse(report).iter("testcase"):
        folder, file, *classes = case.get("classname", "").split(".")
        name = "::".join((f"{folder}/{file}.py", *classes, case.get("name", "")))
        found[name] = found.get(name, 0.0) + float(case.get("time", 0))
    return found


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""
