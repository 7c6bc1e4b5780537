"""How often the cause of a finding arises in random play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve
from games import CAUSE, clash, gap, rules_for
from seen import FIRST, GAMES, counted, groups, table

from advocatus.checks.context import CheckContext
from advocatus.checks.deriving import game_of
from advocatus.checks.finding import Finding, Store, default_folder, load
from advocatus.checks.play import random_steps
from advocatus.checks.row import FOUND, Row, as_text
from advocatus.checks.seen import MOST, count, seen, with_counts
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.teufelsburg.events import Drew

SILENT = ("gap", ("hand.limit",))
PASSING = ("endless", ("turn.order", "turn.pass"))


def test_the_same_seed_counts_the_same_and_what_cannot_be_is_never_seen() -> None:
    rules = rules_for(4)
    never = ("clash", ("turn.pass",)), ("order", ("turn.pass",))
    causes = frozenset({PASSING, ("leak", ("trade.abilities/1",)), *never})
    first = count(rules, causes, 20, 3)
    assert first == count(rules, causes, 20, 3)
    assert [*first] == sorted(causes)
    assert first["clash", ("turn.pass",)] == first["order", ("turn.pass",)] == 0
    assert 0 < first["leak", ("trade.abilities/1",)] <= 20


def test_a_silence_is_seen_in_just_the_games_that_draw() -> None:
    """Without a limit a game ends in the gap where an object is first drawn, given or stolen; with one it goes on."""
    silent = rules_for(4, {"hand.limit": "unsaid"})
    told = count(silent, frozenset({SILENT}), 30, 1)[SILENT]
    assert 0 < told < 30
    assert count(rules_for(4), frozenset({SILENT}), 10, 1)[SILENT] == 0
    game, rng, drew = game_of(rules_for(4)), Random(1), 0
    for _ in range(30):
        steps = random_steps(game, game.random_deal(rng), rng, MOST)
        drew += any(isinstance(event, Drew) for step in steps for event in step.events)
    assert drew > 0


def test_the_wall_of_the_bags_is_seen_where_it_is_played_towards() -> None:
    """The cause is found by its name in a game that is sure to meet it: one deal, one way to go."""
    from advocatus.checks.deriving import deadlocks, play_out
    from advocatus.checks.seen import _at

    one = clash()
    assert one.trace is not None
    played = play_out(rules_for(4), one.trace.deal, one.trace.moves)
    assert {(end.kind, end.cause) for end in deadlocks(played)} == {("clash", CAUSE)}
    window = load(default_folder() / "teufelsburg" / "order.adlung.object.whip+profession.swordsman.json")
    assert window.trace is not None
    steps = play_out(make_rules(editions()["adlung"], 3), window.trace.deal, window.trace.moves).steps
    causes = [_at(game_of(make_rules(editions()["adlung"], 3)), step.before, frozenset({"order"})) for step in steps]
    assert [("order", window.cause) in found for found in causes][-2:] == [True, False]


def rows_for(finding: Finding, folder: Path, games: int) -> list[Row]:
    store = Store(folder)
    store.save(finding)
    rules = finding.rules.find(editions())
    return [row for made in seen([rules], CheckContext(0, store, games=games)) for row in made.rows]


def test_the_number_stands_in_the_row_that_tells_the_finding(tmp_path: Path) -> None:
    one = gap()
    (counted,) = rows_for(one, tmp_path, 10)
    assert (counted.kind, counted.finding) == ("seen", one.file_name)
    told = Row.of_finding(one, FOUND)
    (row,) = with_counts([counted, told])
    assert row == evolve(told, seen=counted.seen)
    assert row.seen[1] == 10
    assert f"{row.seen[0]} of 10" in as_text([row])
    assert with_counts([counted]) == [counted]  # where nothing else tells the finding
    other = evolve(told, players=5)
    assert with_counts([counted, other]) == [counted, other]


def test_no_games_count_nothing(tmp_path: Path) -> None:
    assert rows_for(clash(), tmp_path, 0) == []


def recounted(rules: Rules, findings: list[Finding]) -> list[tuple[str, int, int]]:
    """What the table on file says of some findings and does not come out again: file, told, counted."""
    told = {line.file: line for line in table() if line.digest == rules.digest}
    times = counted(rules, [f for f in findings if f.file_name in told], FIRST)
    return [(file, told[file].first, n) for file, n in times.items() if told[file].first != n]


def test_the_table_on_file_is_of_findings_on_file_and_comes_out_again() -> None:
    lines = {line.file: line for line in table()}
    filed = {f.file_name for _, findings in groups() for f in findings}
    assert len(lines) == len(table())
    assert lines.keys() <= filed
    assert all(line.first <= line.seen <= GAMES for line in lines.values())
    counted_once = {line.digest for line in lines.values()}
    same = [(rules, found) for rules, found in groups() if rules.digest in counted_once and rules.players == 4]
    assert same, "the rules have changed since: python tests/seen.py counts anew"
    assert recounted(*same[0]) == []


@pytest.mark.slow
def test_the_whole_table_comes_out_again() -> None:
    assert [one for rules, findings in groups() for one in recounted(rules, findings)] == []
