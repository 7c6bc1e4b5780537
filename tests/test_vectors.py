"""Vectors: each holds, fails without what it is about, and is written the same again; suites are verified."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

from advocatus.checks import cli
from advocatus.checks.conformance import commands
from advocatus.checks.conformance.dropping import other_procedures, turned, without_clause, without_norm
from advocatus.checks.conformance.filing import digest, verify, write
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.conformance.seeking import positions
from advocatus.checks.conformance.suite import Maker, Suite, readings, rule_sets
from advocatus.checks.conformance.vector import Outcome, outcome
from advocatus.checks.deriving import game_of
from advocatus.checks.documents import in_few_lines
from advocatus.model.families import editions
from advocatus.model.loading import schema
from advocatus.model.rules import BadChoice, make_rules
from advocatus.model.trace import BadDocument
from advocatus.specs.families import spec_of
from advocatus.specs.liveness import OUT

KEY = "dv"
FEW = ("setup.luggage", "turn.order", "spy.draw", "trade.refused", "trade.must-refuse-bag", "object.bag.no-bag",
       "cards.priority", "profession.diplomat.demand", "object.goblet", "object.tome", "victory.needs")


@cache
def few() -> Suite:
    return Maker(editions()[KEY], tries=120, only=FEW).suite()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(few(), tmp_path / "suite", 0)
    return tmp_path / "suite"


def test_every_clause_has_a_vector_or_a_reason() -> None:
    clauses = {vector.clause for vector in few().vectors}
    assert clauses == set(FEW) - {"object.goblet"}
    assert few().without["object.goblet"].startswith("it states no norm")
    assert few().without["object.tome/1"] == "proved idle with 4 players, others do the same: trade.abilities/1"
    shown = {vector.id: vector.shown for vector in few().vectors}
    assert shown["trade.must-refuse-bag.1"] == "cited"
    assert shown["object.bag.no-bag.1"] == shown["trade.refused"] == "play"


def test_every_vector_fails_without_what_it_is_about() -> None:
    for vector in few().vectors:
        drop = without_norm(vector.rules, vector.norm) if vector.norm else without_clause(vector.rules, vector.clause)
        usual, less = (outcome(rules, vector.start, vector.acts) for rules in (vector.rules, drop))
        assert usual == vector.expect[""]
        assert usual != less, vector.id
        if vector.shown == "play" and vector.norm:
            assert usual.answers[vector.at] != less.answers[vector.at], vector.id
            assert usual.answers[: vector.at] == less.answers[: vector.at], vector.id


def test_the_oracle_says_what_a_vector_expects() -> None:
    """By its own way in: the parameters of `run` as they stand in the file."""
    oracle = Oracle(editions(), "")
    for vector in few().vectors:
        said = oracle.call("run", vector.data["run"])
        expected = vector.data["expect"][""]
        assert [answer["is"] for answer in said["answers"]] == expected["answers"]
        if expected["state"] is not None:
            assert expected["state"].items() <= said["state"].items()
        if vector.at >= 0 and expected["answers"][vector.at] == "rejected":
            assert said["answers"][vector.at].get("clauses", []) == vector.data["because"]


def test_other_readings_are_told_where_they_make_a_difference() -> None:
    told = {vector.id: set(vector.expect) for vector in few().vectors}
    assert "tokens.forced=free-only" in told["trade.must-refuse-bag.1"]
    vector = next(v for v in few().vectors if v.id == "trade.must-refuse-bag.1")
    for key, rules in readings(vector.rules):
        differs = not outcome(rules, vector.start, vector.acts).same(vector.expect[""])
        assert differs == (key in vector.expect), key


def test_the_files_meet_their_schemas_and_verify(folder: Path) -> None:
    names = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {"README.md", "manifest.json", "schemas/act.schema.json", "schemas/told.schema.json"} <= names
    told, act = (Draft202012Validator(json.loads((folder / f"schemas/{name}.schema.json").read_text("utf-8")))
                 for name in ("told", "act"))
    for path in (folder / "vectors").iterdir():
        data = json.loads(path.read_text("utf-8"))
        Draft202012Validator(schema("vector")).validate(data)
        assert path.name == f"{data['id']}.json"
        for one in data["run"]["acts"]:
            act.validate(one)
        (start,) = data["run"]["start"].values()
        told.validate(start)
    assert list(verify(editions()[KEY], folder)) == []


def test_a_suite_is_written_the_same_again_and_over_an_older_one(folder: Path, tmp_path: Path) -> None:
    again = Maker(editions()[KEY], tries=120, only=FEW[:3]).suite()
    write(again, tmp_path / "again", 0)
    old = folder / "vectors" / "old.json"
    old.write_text("{}", "utf-8")
    write(again, folder, 0)
    assert not old.exists()
    contents = [{str(p.relative_to(where)): p.read_bytes() for p in where.rglob("*") if p.is_file()}
                for where in (folder, tmp_path / "again")]
    assert contents[0] == contents[1]
    assert few().vectors[0].data == again.vectors[0].data


def test_other_things_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("", "utf-8")
    for where, fault in ((tmp_path, "it holds other things"), (tmp_path / "mine", "this is a file")):
        with pytest.raises(BadChoice, match=fault):
            write(few(), where, 0)


def spoil(path: Path, change: Callable[[Any], Any], resign: bool = True) -> None:
    """Change a vector, with the manifest in step or not."""
    text = in_few_lines(change(json.loads(path.read_text("utf-8"))))
    path.write_text(text, "utf-8")
    if resign:
        manifest = path.parent.parent / "manifest.json"
        data = json.loads(manifest.read_text("utf-8"))
        for entry in data["vectors"]:
            if entry["file"].endswith(path.name):
                entry["sha256"] = digest(text)
        manifest.write_text(json.dumps(data), "utf-8")


def usual(data: Any, **change: Any) -> Any:
    return {**data, "expect": {**data["expect"], "": {**data["expect"][""], **change}}}


def other(data: Any, reading: str) -> Any:
    return {**data, "expect": {**data["expect"], reading: data["expect"][""]}}


@pytest.mark.parametrize(("change", "fault"), [
    (lambda data: usual(data, answers=["ok"] * 5), "expect.usual: something else comes of it"),
    (lambda data: usual(data, state=None), "expect.usual"),
    (lambda data: other(data, "tokens.forced=free-only"), "expect.tokens.forced=free-only: something else"),
    (lambda data: other(data, "tokens.forced=moon"), "the reading 'moon'"),
    (lambda data: {**data, "norm": "turn.order/1", "clause": "turn.order"}, "the manifest says that it is about"),
    (lambda data: {**data, "digest": "0" * 16}, "it was made for other rules"),
    (lambda data: {**data, "version": 2}, "version: 2"),
    (lambda data: {**data, "run": {**data["run"], "acts": [{"act": "fly", "by": 0}]}}, "acts[0].act: 'fly'"),
    (lambda data: {**data, "run": {**data["run"], "players": 40}}, "is played by 4 to 8"),
    (lambda data: {**data, "run": {**data["run"], "acts": data["run"]["acts"][:1]},
                   "expect": {"": {"answers": ["ok"], "state": None}}}, "it does not fail without"),
])
def test_a_vector_that_does_not_hold_is_found(folder: Path, change: Callable[[Any], Any], fault: str) -> None:
    spoil(folder / "vectors" / "trade.must-refuse-bag.1.json", change)
    found = [fault.says for fault in verify(editions()[KEY], folder)]
    assert found
    assert any(fault in line for line in found), found
    assert all(line.startswith("vectors/trade.must-refuse-bag.1.json") for line in found)


def test_files_that_are_not_as_listed_are_found(folder: Path) -> None:
    spoil(folder / "vectors" / "turn.order.1.json", lambda data: {**data, "says": "x"}, resign=False)
    (folder / "vectors" / "object.tome.json").unlink()
    (folder / "vectors" / "more.json").write_text("{}", "utf-8")
    faults = list(verify(editions()[KEY], folder))
    assert [fault.broken for fault in faults] == [False, True, True]
    found = "\n".join(fault.says for fault in faults)
    assert "vectors/turn.order.1.json: it is not the file that the manifest lists" in found
    assert "object.tome.json: there is no such file" in found
    assert "vectors/more.json: the manifest does not list it" in found
    assert "these are not vectors for zh" in next(verify(editions()["zh"], folder)).says
    (folder / "manifest.json").write_text("[]", "utf-8")
    with pytest.raises(BadDocument):
        list(verify(editions()[KEY], folder))


def test_a_procedure_can_be_turned() -> None:
    rules = make_rules(editions()["zh"], 5)
    assert other_procedures(rules, "victory.outnumbered") == ("drink.counts=each",)
    each = turned(rules, "drink.counts=each")
    assert (rules.switch("drink.counts"), each.switch("drink.counts")) == ("one", "each")


@pytest.mark.slow
def test_a_procedure_without_which_nothing_changes_is_turned(tmp_path: Path) -> None:
    """A Drink counts once, whether or not a clause says so; that it could count for each shows that it matters."""
    suite = Maker(editions()["zh"], (5,), tries=900, only=["victory.outnumbered"]).suite()
    (vector,) = suite.vectors
    assert (vector.id, vector.turned, vector.norm) == ("victory.outnumbered", "drink.counts=each", "")
    write(suite, tmp_path / "zh", 0)
    assert list(verify(editions()["zh"], tmp_path / "zh")) == []
    spoil(tmp_path / "zh" / "vectors" / "victory.outnumbered.json", lambda data: {**data, "turned": "x=y"})
    assert "another procedure for what" in next(verify(editions()["zh"], tmp_path / "zh")).says


def test_the_rules_without_something() -> None:
    rules = make_rules(editions()["adlung"], 4)
    assert {n.id for n in rules.norms} - {n.id for n in without_norm(rules, "hand.recipient.room/1").norms} == {
        "hand.recipient.room/1"}
    assert not without_clause(rules, "trade.accept").tells("trade.accept")
    assert without_clause(rules, "setup.luggage").given("setup.hand") is None
    assert {norm.rank for norm in rules.norms} == {0, 1}
    of_clauses = {n.id for clause in rules.edition.clauses for n in clause.norms}
    assert {n.rank for n in without_clause(rules, "cards.priority").norms if n.id in of_clauses} == {0}


@pytest.mark.parametrize("key", editions())
def test_positions_put_together_are_sound_and_of_many_kinds(key: str) -> None:
    for players in (editions()[key].players[0], editions()[key].players[-1]):
        rules, rng = make_rules(editions()[key], players), Random(1)
        found = [state for _, state in zip(range(60), positions(rules, rng), strict=False)]
        assert all(game_of(rules).well_formed(state) == () and game_of(rules).at_rest(state) for state in found)
        if editions()[key].family == "teufelsburg":  # others begin their games, or put together what has no pile
            assert {state.pile == 0 for state in found} == {True, False} or players > 8
            assert any(any(state.shown) for state in found)


def test_rules_that_vectors_are_sought_under() -> None:
    sets = [(r.players, r.variants) for r in rule_sets(editions()["adlung"], (), {})]
    assert sets[0] == (4, ())
    assert {(3, ()), (10, ()), (4, ("smuggling",)), (3, ("advanced-three",))} <= set(sets)
    assert [r.players for r in rule_sets(editions()[KEY], (6, 5), {})] == [6]


def test_outcomes_of_starts_that_cannot_be() -> None:
    rules = make_rules(editions()[KEY], 4)
    bad = {"hands": [["key"], ["key"], ["key"], ["key"]], "roles": ["thug", "priest", "doctor", "diplomat"],
           "sides": ["order"] * 4}
    assert outcome(rules, {"deal": bad}, ()) == Outcome("refused", (), None, ())
    assert outcome(without_clause(rules, "setup.luggage"), {"deal": bad}, ()).data == {"start": "silent"}
    with pytest.raises(BadDocument):
        outcome(rules, {}, ())


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(commands, "Maker", lambda *_: evolve_suite())
    where = str(tmp_path / "out")
    assert cli.run(["vectors", KEY, where]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[-1].startswith(f"{len(few().vectors)} vectors for 10 clauses of {KEY} in ")
    assert any(line.startswith("no vector: object.goblet: it states no norm") for line in out)
    assert cli.run(["vectors", KEY, "--verify", where]) == 0
    assert capsys.readouterr().out == "every vector holds, and fails without what it is about\n"
    (tmp_path / "out" / "vectors" / "more.json").write_text("", "utf-8")
    assert cli.run(["vectors", KEY, "--verify", where]) == 1
    assert capsys.readouterr().out.endswith("1 fault\n")
    next((tmp_path / "out" / "vectors").glob("*.*.json")).write_text("{", "utf-8")
    assert cli.run(["vectors", KEY, "--verify", where]) == 2
    assert "line 1, column 2" in capsys.readouterr().out
    for words in ([KEY], [KEY, where, "--verify", where], ["teufelsburg", where], [KEY, where, "--players", "12"],
                  [KEY, "--verify", str(tmp_path / "no")]):
        monkeypatch.undo()
        assert cli.run(["vectors", *words]) == 2, words


def evolve_suite() -> Any:
    class Made:
        def suite(self) -> Suite:
            return evolve(few())

    return Made()


# ---------------------------------------------------------------- whole suites

# What the solver feels in positions only that no game reaches, by the readings taken; in play the norm is cited alone.
UNREACHED = {"dv": {"profession.hypnotist.silenced/2"}}  # one who fights would have to be silenced
# What states a value, and nothing depends on it by the readings taken.
UNFELT = {"adlung": {"setup.unsealed"}}  # all objects are taken to bear the seal


@pytest.mark.slow
@pytest.mark.parametrize("key", editions())
def test_a_whole_suite_has_every_clause_that_can_matter(key: str, tmp_path: Path) -> None:
    edition = editions()[key]
    suites = [Maker(edition).suite() for _ in range(2)]
    assert [v.data for v in suites[0].vectors] == [v.data for v in suites[1].vectors]
    suite = suites[0]
    write(suite, tmp_path / key, 0)
    assert sum(p.stat().st_size for p in (tmp_path / key).rglob("*") if p.is_file()) < 5_000_000
    assert list(verify(edition, tmp_path / key)) == []
    spec, first = spec_of(edition.family), rule_sets(edition, (), {})[0]
    felt = {f.norm.id for f in (spec.liveness(first) if spec else ()) if f.what == OUT and not f.idle}
    assert felt - {v.norm for v in suite.vectors if v.shown == "play"} == UNREACHED.get(key, set())
    unfelt = {what for what, why in suite.without.items() if not why.startswith(("proved idle", "it states no norm"))}
    assert unfelt == UNFELT.get(key, set())
