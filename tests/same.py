"""The same bytes on every Python: commands run by each interpreter that the machine has, and what they print and write.

    python tests/same.py [--quick] [--folder DIR]

Makes a venv for each of Python 3.11, 3.12 and 3.13 that is found, with the versions of packages that run here, and
prints for each command whether all say the same, byte for byte, on standard error too; the block `versions` of a report
and times are set aside. Exits 1 where something differs or breaks down, 4 where there is one Python only.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tabulate import tabulate

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("3.11", "3.12", "3.13")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"
SAME, DIFFERS, BROKEN, ALONE = "same", "DIFFERS", "BROKEN", "one Python only"
ENDS = (0, 1, 4)  # exit codes of a command that did what it is for
OUT = "{out}"  # a folder that the command writes into
QUICK = (
    ("show", "zh", "--format", "json"),
    ("replay", "--no-cache", "--format", "json"),
    ("vectors", "bga-fr", OUT),
    ("check", "bga-fr", "--players", "2", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
)
COMMANDS = (
    *QUICK,
    ("check", "kosmos-en", "--players", "3", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
    ("check", "adlung", "--players", "3", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
    ("check", "dv", "--players", "4", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
    ("check", "zh", "--players", "3", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
    ("diff", "adlung", "dv", "--players", "5", "--no-cache", "--format", "json", "--findings", OUT, "--write"),
    ("hunt", "adlung", "--players", "4", "--cases", "200", "--seed", "3", "--jobs", "2"),
    ("vectors", "adlung", OUT),
)


def found(version: str) -> str | None:
    """A Python of this version that runs: on the path, or one that pyenv keeps."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for program in (shutil.which(f"python{version}"), *map(str, kept)):
        if program and subprocess.run([program, "-c", ""], check=False, capture_output=True).returncode == 0:
            return program
    return None


def pythons(folder: Path) -> Iterator[tuple[str, str]]:
    """Each Python that is there, with a program that runs the package by it; the one that runs here first."""
    yield HERE, sys.executable
    words = [sys.executable, "-m", "pip", "freeze", "--exclude-editable"]
    here = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    pinned = [f"{line}\n" for line in here if re.fullmatch(r"[\w.-]+==[\w.]+", line)]
    (folder / "constraints.txt").write_text("".join(pinned), "utf-8")
    for version in PYTHONS:
        program = found(version)
        if version == HERE or program is None:
            continue
        venv = folder / version
        if not (venv / "done").exists():
            subprocess.run([program, "-m", "venv", venv], check=True)
            subprocess.run([venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--constraint",
                            folder / "constraints.txt", ROOT], check=True)
            (venv / "done").touch()
        again = [venv / "bin" / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", ROOT]
        subprocess.run(again, check=True)  # the venv may be of an earlier run, and of other code
        yield version, str(venv / "bin" / "python")


def plain(text: bytes) -> bytes:
    """What was printed, without the versions of a report."""
    try:
        data = json.loads(text)
    except ValueError:
        return text
    if isinstance(data, dict):
        data.pop("versions", None)
    return json.dumps(data, sort_keys=False, ensure_ascii=False).encode()


def said(python: str, command: Sequence[str]) -> str:
    """Everything that a command prints and writes, and its exit code, as a digest."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        words = [str(out) if word == OUT else word for word in command]
        around = {**os.environ, "PYTHONHASHSEED": "random", "COLUMNS": "120"}
        if python != sys.executable:
            around.pop("PYTHONPATH", None)
        words = [python, "-m", "advocatus.checks.cli", *words]
        done = subprocess.run(words, capture_output=True, check=False, cwd=folder, env=around)
        total = hashlib.sha256(plain(done.stdout.replace(str(out).encode(), b"OUT")))
        total.update(f"exit {done.returncode}".encode())
        total.update(re.sub(rb"[0-9]+\.[0-9]+ s\b", b"TIME", done.stderr.replace(str(out).encode(), b"OUT")))
        for path in sorted(out.rglob("*")):
            if path.is_file():
                total.update(path.relative_to(out).as_posix().encode() + b"\0" + path.read_bytes())
        wrong = "" if done.returncode in ENDS else f" {BROKEN} {done.returncode}: {done.stderr.decode()[-300:]}"
        return f"{total.hexdigest()[:12]}{wrong}"


def judged(digests: Sequence[str]) -> str:
    """What digests of one command by each Python come to."""
    if any(BROKEN in digest for digest in digests):
        return BROKEN
    return DIFFERS if len({*digests}) > 1 else ALONE if len(digests) == 1 else SAME


def main() -> int:
    """Print the table; 1 where something differs or breaks down, 4 where there is nothing to compare with."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    reader.add_argument("--quick", action="store_true")
    reader.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "advocatus-pythons")
    given = reader.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    programs = dict(pythons(given.folder))
    rows = []
    for command in QUICK if given.quick else COMMANDS:
        digests = [said(python, command) for python in programs.values()]
        rows.append((" ".join(command).replace(OUT, "DIR"), *digests, judged(digests)))
        print(rows[-1], file=sys.stderr, flush=True)
    print(tabulate(rows, ["advocatus", *programs, ""]))
    found_all = {row[-1] for row in rows}
    return 1 if found_all & {DIFFERS, BROKEN} else 4 if ALONE in found_all else 0


if __name__ == "__main__":
    sys.exit(main())
