"""Rows: their one form as data, their folding, and the three ways in which they are printed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from games import clash, rules_for
from jsonschema import Draft202012Validator

from advocatus.checks.checking import Report
from advocatus.checks.finding import Shortest
from advocatus.checks.row import (
    KEYS,
    NEW,
    Row,
    as_json,
    as_markdown,
    as_text,
    decode_row,
    encode_row,
    fold,
    in_order,
    spans,
)
from advocatus.model.loading import schema
from advocatus.model.trace import BadDocument, canonical

DESIGN = [
    "family", "edition", "against", "players", "variants", "answers", "check", "kind", "verdict", "clauses", "value",
    "finding", "summary", "impact", "assumes", "rests", "seen", "turn", "shortest", "provenance",
]


def row(players: int | None = 4, **more: Any) -> Row:
    fields = {"family": "teufelsburg", "edition": "adlung", "players": players, "check": "hand.limit",
              "kind": "question", "verdict": "open", **more}
    return Row(**fields)


FULL = row(against="other", variants=("smuggling",), answers=(("a", "b"),), clauses=("x.y", "z"), value=(1, 2),
           finding="f.json", summary="Why?", impact="none", assumes=(("a", "b"),), rests="text against silence",
           seen=True, turn=3, shortest=Shortest(False, 3, 9, 2), provenance="cache")


def test_a_row_has_exactly_the_keys_of_the_design() -> None:
    assert sorted(KEYS) == sorted(DESIGN)
    assert set(encode_row(row())) == set(DESIGN)
    assert sorted(schema("row")["required"]) == sorted(DESIGN)
    Draft202012Validator.check_schema(schema("row"))


def test_what_does_not_apply_is_null() -> None:
    data = encode_row(row(None))
    nulls = {key for key, value in data.items() if value is None}
    assert nulls == {"against", "players", "value", "finding", "summary", "impact", "assumes", "rests", "seen", "turn",
                     "shortest"}


@pytest.mark.parametrize("one", [row(), row(None), FULL, Row.of_finding(clash(), NEW),
                                 Row.of(rules_for(), "x", "invariant", "bounded 5", value=True)])
def test_a_row_comes_back_the_same(one: Row) -> None:
    assert decode_row(json.loads(canonical(encode_row(one))), "row") == one


def test_every_verdict_that_is_told_of_is_kept() -> None:
    """A row with a verdict that the schema lacks never comes back from the cache."""
    text = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
    table = text.partition("### What a verdict is worth")[2].partition("\n\nHow to check")[0]
    heads = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    told = [word for head in heads for word in re.findall(r"`([a-z]+)`", head)]
    assert {"settled", "agrees", "proved"} <= set(told)
    for verdict in told:
        assert decode_row(encode_row(row(verdict=verdict)), "row").verdict == verdict


@pytest.mark.parametrize(("key", "value"), [
    ("verdict", "perhaps"), ("verdict", "bounded k"), ("players", "4"), ("players", True), ("clauses", "x"),
    ("clauses", ["X Y"]), ("impact", "bad"), ("provenance", "clock"), ("answers", {"a": 1}), ("family", ""),
    ("seen", {}), ("shortest", {"proved": True}), ("more", 1),
])
def test_a_wrong_row_is_refused_by_its_key(key: str, value: Any) -> None:
    with pytest.raises(BadDocument, match=f"row: {key}"):
        decode_row({**encode_row(FULL), key: value}, "row")


def test_a_missing_key_is_refused() -> None:
    data = encode_row(row())
    del data["seen"]
    with pytest.raises(BadDocument, match="row: seen: this key is missing"):
        decode_row(data, "row")


# ---------------------------------------------------------------- folding


@pytest.mark.parametrize(("numbers", "text"), [
    ([3, 4, 5, 6, 7, 8, 9, 10], "3-10"), ([7, 3, 4, 5], "3-5,7"), ([4], "4"), ([], ""), ([3, 5, 3], "3,5"),
])
def test_spans_draw_runs_together(numbers: list[int], text: str) -> None:
    assert spans(numbers) == text


def test_rows_that_differ_only_in_players_are_one_line_with_the_range_of_values() -> None:
    rows = [row(n, value=10 - n, turn=n) for n in (3, 4, 5, 7)]
    (line,) = fold(rows)
    assert (line.players, line.value, line.turn) == ("3-5,7", "3 to 7", "3 to 7")


@pytest.mark.parametrize("change", [
    {"verdict": "answered"}, {"value": "zh"}, {"summary": "else"}, {"check": "x"}, {"edition": "other"},
    {"variants": ("v",)}, {"answers": (("a", "b"),)}, {"impact": "none"}, {"against": "other"}, {"value": True},
])
def test_rows_that_differ_otherwise_are_lines_of_their_own(change: dict[str, Any]) -> None:
    one = row(3, value="dv")
    assert len(fold([one, evolve(one, players=4)])) == 1
    assert len(fold([one, evolve(one, players=4, **change)])) == 2


def test_provenances_of_a_fold_are_all_told() -> None:
    assert fold([row(3), row(4, provenance="cache")])[0].provenance == "cache, run"


def test_order_does_not_depend_on_the_order_given() -> None:
    rows = [row(n, check=check) for check in ("b", "a") for n in (10, 3)]
    assert in_order(rows) == in_order(list(reversed(rows)))
    assert [(r.check, r.players) for r in in_order(rows)] == [("a", 3), ("a", 10), ("b", 3), ("b", 10)]


# ---------------------------------------------------------------- tables


def test_the_text_table_leaves_empty_columns_out() -> None:
    text = as_text([row(3, value="zh", summary="How much luggage is too much?")])
    assert text.splitlines()[0].split() == ["kind", "edition", "players", "check", "verdict", "value", "what", "from"]
    assert "How much luggage is too much?" in text


def test_long_prose_is_wrapped_and_not_lost() -> None:
    words = " ".join(f"word{i}" for i in range(40))
    text = as_text([row(3, summary=words)])
    assert max(map(len, text.splitlines())) < 160
    assert all(word in text.split() for word in words.split())


def test_answers_and_assumptions_are_told() -> None:
    text = as_text([row(3, answers=(("hand.limit", "dv"),), summary="It.", assumes=(("x.y", "z"),))])
    assert "hand.limit=dv" in text
    assert "Assumes x.y=z." in text


def test_numbers_are_printed_as_they_are() -> None:
    assert "0010" in as_text([row(3, value="0010")])


def test_markdown_escapes_what_would_break_the_table() -> None:
    lines = as_markdown([row(3, summary="a|b\nc")]).splitlines()
    assert len(lines) == 3
    assert "a\\|b c" in lines[2]


def test_json_has_a_row_for_each_rule_set() -> None:
    data = as_json([row(4), row(3)], {"exit": 0}, {"python": "3"})
    assert set(data) == {"rows", "summary", "versions"}
    assert [r["players"] for r in data["rows"]] == [3, 4]


def test_no_rows_make_no_table() -> None:
    assert as_text([]) == as_markdown([]) == ""


# ---------------------------------------------------------------- the last line


def report(*impacts: str) -> Report:
    found = tuple(evolve(clash(), impact=impact, cause=(f"c{i}",)) for i, impact in enumerate(impacts))
    return Report((), found, (), (), (), (), ())


@pytest.mark.parametrize(("impacts", "line"), [
    ([], "nothing stops play; 0 findings on file, 0 new, 0 gone"),
    (["stops play", *["decides the winner"] * 3],
     "1 stops play, 3 decide the winner; 0 findings on file, 0 new, 0 gone"),
    (["changes play", "reveals something", "none"],
     "1 changes play, 1 reveals something; 0 findings on file, 0 new, 0 gone"),
])
def test_the_last_line_says_what_matters(impacts: list[str], line: str) -> None:
    assert report(*impacts).line == line
