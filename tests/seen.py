"""How often the causes of the findings on file arise in 10,000 seeded random games: ``python tests/seen.py`` counts.

It writes the table of ``counterexamples/README.md``, rule set by rule set, and takes some twenty minutes. `GROUP` as an
argument (a number) counts one rule set alone; without, all of them, those that are counted already being left out where
the rules are the same still. The first 100 games are those of `check`, so that a test can count them again.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from attrs import frozen

from advocatus.checks.finding import Finding, default_folder, load
from advocatus.checks.seen import COUNTED, count
from advocatus.model.families import editions
from advocatus.model.rules import Rules

TABLE = default_folder() / "README.md"
GAMES, FIRST, SEED = 10_000, 100, 0
HEAD = f"""# Findings on file

Each file is a finding: what is wrong, by which clauses, and a game that shows it (`advocatus replay FILE`).

How often does the cause of a finding arise where nobody looks for it? Counted in {GAMES:,} random games of the rules of
the finding (seed {SEED}), of at most 150 moves each; the first {FIRST} are those that `advocatus check` counts in
its column *seen*. Never seen means that it takes more than chance to get there, not that it cannot arise. Questions,
divergences and misprints are not counted. The table is made by `python tests/seen.py`.

| finding | players | rules | of the first {FIRST} | of {GAMES:,} |
| --- | --- | --- | --- | --- |
"""
LINE = re.compile(r"\| `([^`]+)` \| (\d+) \| `([0-9a-f]+)` \| (\d+) \| (\d+) \|")


@frozen
class Line:
    """A line of the table: the file, the players, the digest of the rules, and in how many games it was seen."""

    file: str
    players: int
    digest: str
    first: int
    seen: int

    def __str__(self) -> str:
        return f"| `{self.file}` | {self.players} | `{self.digest}` | {self.first} | {self.seen} |"


def table() -> list[Line]:
    """The lines of the table on file."""
    text = TABLE.read_text("utf-8") if TABLE.is_file() else ""
    return [Line(m[1], int(m[2]), m[3], int(m[4]), int(m[5])) for m in LINE.finditer(text)]


def groups() -> list[tuple[Rules, list[Finding]]]:
    """The findings on file that can be counted, by their rules; those of the text as it is read by default first."""
    found: dict[Rules, list[Finding]] = {}
    for path in sorted(default_folder().glob("*/*.json")):
        finding = load(path)
        if finding.kind in COUNTED:
            found.setdefault(finding.rules.find(editions()), []).append(finding)
    return sorted(found.items(), key=lambda pair: (len(pair[0].answers), pair[0].edition.key, pair[0].players,
                                                   pair[0].answers))


def counted(rules: Rules, findings: list[Finding], games: int) -> dict[str, int]:
    """In how many games each finding's cause arose, by file."""
    times = count(rules, frozenset((f.kind, f.cause) for f in findings), games, SEED)
    return {f.file_name: times[f.kind, f.cause] for f in findings}


def lines_of(rules: Rules, findings: list[Finding]) -> list[Line]:
    """The lines of one rule set, counted."""
    first, seen = counted(rules, findings, FIRST), counted(rules, findings, GAMES)
    return [Line(f.file_name, rules.players, rules.digest, first[f.file_name], seen[f.file_name]) for f in findings]


def write(lines: list[Line]) -> None:
    """The table with these lines put in, sorted by file; what is no more on file falls out."""
    filed = {path.name for path in default_folder().glob("*/*.json")}
    kept = {line.file: line for line in (*table(), *lines) if line.file in filed}
    TABLE.write_text(HEAD + "".join(f"{kept[name]}\n" for name in sorted(kept)), "utf-8")


def main(words: list[str]) -> None:
    """Count what is asked for and write it."""
    known = {(line.file, line.digest) for line in table()}
    for number, (rules, findings) in enumerate(groups()):
        if words and str(number) not in words:
            continue
        if not words and all((f.file_name, rules.digest) in known for f in findings):
            continue
        write(lines_of(rules, findings))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(sys.argv[1:])
