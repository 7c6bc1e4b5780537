"""Misprints: what a book prints, held against its own rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from games import own_rulebook
from small_family import GRAMMAR, faults, load, tiny

from advocatus.checks.context import CheckContext
from advocatus.checks.finding import Finding, Store
from advocatus.checks.misprint import misprints
from advocatus.checks.replaying import replay
from advocatus.checks.row import Row
from advocatus.model.families import editions, find_editions
from advocatus.model.printed import amount, facts_in, sum_fault
from advocatus.model.rulebook import Edition
from advocatus.model.rules import make_rules


def run(edition: Edition, *players: int) -> tuple[list[Row], list[Finding]]:
    rules = [make_rules(edition, n) for n in players or edition.players]
    rows, findings = misprints(rules, CheckContext(0, Store(Path("nowhere"))))
    return [*rows], [*findings]


def edited(folder: Path, old: str, new: str) -> Edition:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    (edition,) = find_editions(str(own_rulebook(folder, edit)))
    return edition


@pytest.mark.parametrize("key", sorted(editions()))
def test_everything_printed_is_judged(key: str) -> None:
    edition = editions()[key]
    rows, findings = run(edition)
    assert {row.verdict for row in rows} == {"proved"}
    assert {row.check for row in rows} | {f.cause[0] for f in findings} == {p.id for p in edition.printed}
    assert edition.printed


def test_five_objects_are_not_the_limit_for_four_players() -> None:
    _, findings = run(editions()["dv"])
    (finding,) = findings
    assert (finding.cause, finding.rules.players) == (("hand.full-recipient",), 4)
    assert "it prints 5, and its rules make 6" in finding.summary
    assert replay(finding, editions()) == ()
    assert replay(evolve(finding, summary="?"), editions()) != ()
    assert replay(evolve(finding, cause=("contents.cards",)), editions()) != ()
    assert replay(evolve(finding, cause=()), editions()) != ()


def test_the_text_alone_has_no_misprint_and_one_planted_is_found(tmp_path: Path) -> None:
    assert run(editions()["adlung"])[1] == []
    spoilt = edited(tmp_path, "claims = 21\n", "claims = 22\n")
    _, findings = run(spoilt, 3, 4)
    assert {(f.cause, f.impact) for f in findings} == {(("contents.objects",), "none")}
    assert all("it prints 22, and its rules make 21" in f.summary for f in findings)
    assert replay(findings[0], {spoilt.key: spoilt}) == ()


@pytest.mark.parametrize(("old", "new", "said"), [
    ('hands = [["goblet", "key", "key", "seal-of-the-lodge"]]', 'hands = [["goblet", "key", "seal-of-the-lodge"]]',
     "cannot be made: it is not allowed"),
    ("right = true, winners = [0] }", "right = false, winners = [0] }", "it does not follow that"),
])
def test_an_example_that_contradicts_the_rules_is_found(tmp_path: Path, old: str, new: str, said: str) -> None:
    _, findings = run(edited(tmp_path, old, new), 4)
    (finding,) = findings
    assert finding.cause == ("victory.alone.example",)
    assert said in finding.summary


@pytest.mark.parametrize(("old", "new", "said"), [
    ('hands = [["goblet", "key", "key", "seal', 'hands = [["goblet", "key", "key", "key", "key", "seal', "key"),
    ('{ act = "proclaim", by = 0, claim = "alone" }', '{ act = "proclam", by = 0 }', "act"),
])
def test_an_example_that_is_none_is_inconclusive(tmp_path: Path, old: str, new: str, said: str) -> None:
    rows, findings = run(edited(tmp_path, old, new), 4)
    unknown = [row for row in rows if row.verdict == "unknown"]
    assert findings == []
    assert [row.check for row in unknown] == ["victory.alone.example"]
    assert said in (unknown[0].summary or "")


FACTS: Mapping[str, Any] = {"cards.key": 3, "hand.limit": 5, "cards.out": ["goblet", "key"]}


@pytest.mark.parametrize(("text", "value"), [
    ("7", 7), ("players", 4), ("cards.key + hand.limit", 8), ("2 * cards.key - 1", 5), ("players * 2 + 3 * 3", 17),
    ("count(cards.out) + 1", 3), ("10 - 2 - 3", 5),
])
def test_a_computation(text: str, value: int) -> None:
    assert sum_fault(text, GRAMMAR.facts, GRAMMAR.lists) == ""
    assert amount(text, 4, FACTS.__getitem__) == value


def test_a_number_is_printed_for_the_game_without_the_variants_that_change_it() -> None:
    assert facts_in("2 * cards.key - count(cards.out) + players") == {"cards.key", "cards.out"}
    rules = [make_rules(editions()["adlung"], 3, variants) for variants in ((), ("advanced-three",), ("smuggling",))]
    told = [{row.check for row in misprints([one], CheckContext(0, Store(Path("nowhere"))))[0]} for one in rules]
    assert told[0] - told[1] == {"setup.associations.enough"}
    assert told[0] == told[2]


@pytest.mark.parametrize(("text", "said"), [
    ("cards.kei", "did you mean 'cards.key'?"), ("cards.key +", "ends with a sign"), ("1 / 2", "'/'"), ("", "''"),
    ("1  + 2", "''"), ("cards.out", "count(cards.out)"), ("count(cards.key)", "without count"), ("2 ** 3", "'**'"),
    ("__import__('os')", "is wanted"),
])
def test_a_computation_that_is_none_is_told(text: str, said: str) -> None:
    assert said in sum_fault(text, GRAMMAR.facts, GRAMMAR.lists)


def printed(**more: Any) -> dict[str, Any]:
    entry = {"id": "keys", "at": [2], "says": "Three keys.", "claims": 3, "computed": "cards.key", **more}
    return {**tiny(), "printed": [{key: value for key, value in entry.items() if value is not None}]}


def test_a_printed_number_is_loaded(tmp_path: Path) -> None:
    (one,) = load(printed(claims={"2": 3, "else": 4}, players=[2, 3]), tmp_path).printed
    assert [one.claim(n) for n in (2, 3, 4)] == [3, 4, None]


@pytest.mark.parametrize(("more", "said"), [
    ({"computed": "cards.kei"}, "computed: 'cards.kei': this fact is not known; did you mean 'cards.key'?"),
    ({"clauses": ["turn.pas"]}, "did you mean 'turn.pass'?"), ({"players": [99]}, "maximum of 12"),
    ({"at": [99]}, "paragraphs 1 to 9"), ({"holds": "about"}, "one of equal, at-least"),
    ({"claims": None}, "wanted: something printed"),
])
def test_what_is_wrong_with_a_printed_entry_is_told(tmp_path: Path, more: dict[str, Any], said: str) -> None:
    assert any(said in str(fault) for fault in faults(printed(**more), tmp_path))
