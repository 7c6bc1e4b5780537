"""Published schemas: those of a family are what its classes generate; all of them admit what is written."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games import clash, gap, rules_for
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from advocatus.checks.finding import encode
from advocatus.model import schemas
from advocatus.model.families import acts_of, families, open_game
from advocatus.model.game import choices
from advocatus.model.loading import schema
from advocatus.model.schemas import family_schemas, schema_folder
from advocatus.model.trace import Trace, canonical, encode_trace

NAMES = ("move", "event", "frame", "state", "deal", "act", "told")
CASES = [(family, name) for family in families() for name in NAMES]


def filed(family: str, name: str) -> Any:
    return json.loads((schema_folder(family) / f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize(("family", "name"), CASES)
def test_the_files_are_what_the_classes_generate(family: str, name: str) -> None:
    """Run ``python -m advocatus.model.schemas`` where the classes have changed, and look at the difference."""
    made = family_schemas(families()[family].codec, family, acts_of(family))
    assert set(made) == set(NAMES)
    assert (schema_folder(family) / f"{name}.schema.json").read_text("utf-8") == canonical(made[name])
    Draft202012Validator.check_schema(made[name])


def test_no_other_files_lie_there() -> None:
    for family in families():
        assert {p.name for p in schema_folder(family).iterdir()} == {f"{name}.schema.json" for name in NAMES}


@pytest.mark.parametrize("players", [3, 4, 7])
def test_values_of_random_games_are_admitted(players: int) -> None:
    rules = rules_for(players)
    game, rng = open_game(rules), Random(1)
    codec = families()[rules.edition.family].codec
    validators = {name: Draft202012Validator(filed(rules.edition.family, name)) for name in NAMES}
    deal = game.random_deal(rng)
    validators["deal"].validate(codec.encode(deal))
    state, steps = game.start(deal), []
    for _ in range(150):
        moves = choices(game, state)
        if not moves:
            break
        move = rng.choice(moves)
        events = game.decide(state, move)
        steps.append((move, events))
        validators["move"].validate(codec.encode(move))
        for event in events:
            validators["event"].validate(codec.encode(event))
            state = game.evolve(state, event)
        validators["state"].validate(codec.encode(state))
        for frame in state.agenda:
            validators["frame"].validate(codec.encode(frame))
    trace = Trace(rules.edition.key, players, (), (), rules.digest, deal, tuple(steps))
    Draft202012Validator(schema("trace")).validate(encode_trace(trace, codec))


WRONG: list[tuple[str, dict[str, Any]]] = [
    ("move", {"act": "trade", "by": 0}),
    ("move", {"act": "trade", "by": 0, "to": "1"}),
    ("move", {"act": "trade", "by": 0, "to": 1, "more": 1}),
    ("move", {"act": "fly", "by": 0}),
    ("move", {"by": 0}),
    ("event", {"event": "owes", "drop": 1, "frames": [{"frame": "nowhere"}]}),
    ("event", {"event": "stacked", "by": 0, "top": "key"}),
    ("frame", {"frame": "pass-on", "way": "left"}),
]


@pytest.mark.parametrize(("name", "data"), WRONG)
def test_what_is_no_value_of_the_family_is_refused(name: str, data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Draft202012Validator(filed("teufelsburg", name)).validate(data)


def test_pairs_have_their_length_and_what_may_be_missing_may_be_null() -> None:
    codec = families()["teufelsburg"].codec
    rules = rules_for()
    game = open_game(rules)
    state = codec.encode(game.start(game.random_deal(Random(0))))
    validator = Draft202012Validator(filed("teufelsburg", "state"))
    validator.validate(state)
    duel = {"attacker": 0, "defender": 1, "sides": [], "played": [[0, "whip"]], "silenced": [], "alone": False,
            "appointed": "", "symbols": [], "result": ""}
    validator.validate({**state, "duel": duel})
    for played in ([[0]], [[0, "whip", 1]], [["whip", 0]]):
        with pytest.raises(ValidationError):
            validator.validate({**state, "duel": {**duel, "played": played}})


@pytest.mark.parametrize("name", ["trace", "finding", "row", "edition", "protocol"])
def test_the_common_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$id"] == f"advocatus:{name}"


def test_the_finding_schema_admits_findings_and_nothing_more() -> None:
    validator = Draft202012Validator(schema("finding"))
    for one in (clash(), gap()):
        data = encode(one)
        validator.validate(data)
        for key in data:
            less = copy.deepcopy(data)
            del less[key]
            with pytest.raises(ValidationError):
                validator.validate(less)


def test_a_type_that_json_lacks_is_told() -> None:
    with pytest.raises(TypeError, match=r"X\.y: no JSON value stands for"):
        schemas._hinted(float, "X.y")


def test_the_command_writes_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "schema_folder", lambda family: tmp_path / family)
    schemas.main()
    for family, name in CASES:
        assert json.loads((tmp_path / family / f"{name}.schema.json").read_text("utf-8")) == filed(family, name)
