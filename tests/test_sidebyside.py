"""Where two readings part, both continuations are shown side by side."""

from __future__ import annotations

from pathlib import Path

import pytest

from advocatus.checks.deriving import Played, play_out
from advocatus.checks.finding import Finding, default_folder, load
from advocatus.checks.narrate import narrate
from advocatus.checks.parting import DIFFERENT, first_parting
from advocatus.checks.selection import known_editions
from advocatus.checks.show import as_markdown
from advocatus.checks.sidebyside import WIDTH, in_columns, side_by_side
from advocatus.checks.tell import teller_of
from advocatus.model.rules import Rules

EDITIONS = known_editions([])
QUESTIONS = [f for f in map(load, sorted(default_folder().glob("*/question.adlung.*.json"))) if f.trace and f.against]


def both(found: Finding) -> tuple[Played, Rules]:
    assert found.trace is not None
    assert found.against is not None
    return play_out(found.rules.find(EDITIONS), found.trace.deal, found.trace.moves), found.against.find(EDITIONS)


def columns(found: Finding, against: Rules | None = None) -> tuple[list[str], list[str]]:
    played, other = both(found)
    parting = first_parting(played, other)
    assert parting is not None
    teller = teller_of(EDITIONS[found.rules.edition])
    lines = list(side_by_side(played, against or other, parting.at, ("here", "there"), teller))
    return [line[:WIDTH].rstrip() for line in lines], [line[WIDTH + 3:].rstrip() for line in lines]


@pytest.mark.parametrize("found", QUESTIONS, ids=lambda f: "+".join(f.cause))
def test_the_columns_differ_where_the_readings_do(found: Finding) -> None:
    left, right = columns(found)
    if not left:
        return  # the deals part already
    parting = first_parting(*both(found))
    if parting is not None and parting.refusal == DIFFERENT:
        assert left[2:] == right[2:]  # the same happens, and somebody sees something else of it
        return
    assert (left[0], right[0]) == ("here", "there")
    assert [line for line in left[2:] if line] != [line for line in right[2:] if line]
    assert all(len(line) <= WIDTH for line in (*left, *right))


def test_the_same_rules_give_the_same_column_twice() -> None:
    played, _ = both(QUESTIONS[0])
    left, right = columns(QUESTIONS[0], played.rules)
    assert left[2:] == right[2:]


def test_what_is_refused_is_told_with_something_else() -> None:
    found = next(f for f in QUESTIONS if f.cause == ("duel.stand-off.may", "may"))
    _, right = columns(found)
    assert any("not allowed, by duel.stand-off/1" in line for line in right)
    assert "Instead, for one:" in right


def test_replay_shows_them() -> None:
    found = next(f for f in QUESTIONS if f.cause == ("duel.stand-off.may", "may"))
    told = "\n".join(narrate(found, EDITIONS))
    assert "Side by side" in told
    assert "Under duel.stand-off.may=may " in told
    assert "| Under duel.stand-off.may=as-written" in told


def test_long_lines_are_wrapped_in_their_column() -> None:
    lines = list(in_columns(["    " + "word " * 30], ["short"]))
    assert len(lines) > 2
    assert lines[0].endswith("| short")
    assert all(line[WIDTH:].startswith(" | ") or len(line) <= WIDTH + 2 for line in lines)


def some_of_each_kind() -> list[Finding]:
    """Two findings on file of each kind and family, the first and the last of their names."""
    kinds: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(default_folder().glob("*/*.json")):
        kinds.setdefault((path.parent.name, path.name.partition(".")[0]), []).append(path)
    return [load(path) for paths in kinds.values() for path in dict.fromkeys((paths[0], paths[-1]))]


@pytest.mark.parametrize("found", some_of_each_kind(), ids=lambda f: f.file_name)
def test_a_finding_in_markdown_is_lists_and_one_table(found: Finding) -> None:
    """Nothing is laid out with blanks, no list skips a level, and each row of the table has two cells."""
    lines = list(as_markdown(narrate(found, EDITIONS, markdown=True)))
    rows = [line for line in lines if line.startswith("|")]
    assert all(line.count(" | ") == 1 for line in rows)
    assert bool(rows) == ("Side by side" in " ".join(narrate(found, EDITIONS)))
    depth = -1
    for line in lines:
        if not line or line.startswith("|"):
            continue
        before, _, said = line.partition("- ")
        assert before.strip() == "", line
        assert len(before) // 2 <= depth + 1, line
        assert said.strip().removeprefix("- ") == said, line
        assert "   " not in said, line
        depth = len(before) // 2
