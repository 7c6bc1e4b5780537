"""Acts and moves are two ways to say the same; states as they are told, and read again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, get_type_hints

import pytest
from attrs import fields
from games import clash_moves, deal_for, gap_moves, rules_for
from jsonschema import Draft202012Validator
from table import Table

from advocatus.checks.conformance.following import (
    GIVEN,
    OK,
    POSITION,
    REJECTED,
    REPORTED,
    SILENT,
    Follower,
    acts_for,
    wire,
)
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.deriving import game_of
from advocatus.checks.play import random_steps
from advocatus.model.acts import act_of, read_act
from advocatus.model.families import acts_of, editions
from advocatus.model.game import BadPosition, Step
from advocatus.model.loading import schema
from advocatus.model.rules import Gap, Rules, make_rules
from advocatus.model.schemas import schema_folder
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.acts import LOOKS, Told
from advocatus.model.teufelsburg.events import EVENTS
from advocatus.model.teufelsburg.state import State
from advocatus.model.trace import BadDocument, compact

FAMILY = "teufelsburg"
PLAYS = [(key, n, variants) for key, edition in editions().items() for n in edition.players
         for variants in [(), *((v.id,) for v in edition.variants if v.playable and n in (v.players or (n,)))]]


@cache
def oracle() -> Oracle:
    return Oracle(editions(), "test")


@cache
def validator(name: str, family: str = FAMILY) -> Any:
    if name in ("act", "told"):
        return Draft202012Validator(json.loads((schema_folder(family) / f"{name}.schema.json").read_text("utf-8")))
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema("protocol")["$defs"]})


def played(rules: Rules, seed: int, most: int) -> list[Step[Any]]:
    rng = Random(seed)
    return list(random_steps(game_of(rules), game_of(rules).random_deal(rng), rng, most))


def params(rules: Rules, start: Mapping[str, Any], acts: Sequence[Any], **more: Any) -> dict[str, Any]:
    return {"edition": rules.edition.key, "players": rules.players, "variants": list(rules.variants),
            "answers": dict(rules.answers), "start": start, "acts": acts, **more}


def agreeing_acts(rules: Rules, steps: Sequence[Step[Any]]) -> list[dict[str, Any]]:
    """A game as acts."""
    return acts_for(rules, steps[0].before, [step.move for step in steps])


def agree(rules: Rules, seed: int, most: int) -> int:
    """A random game as acts leads to the same states as its moves; how many acts it took."""
    steps = played(rules, seed, most)
    first = steps[0].before
    acts = agreeing_acts(rules, steps)
    told = Follower(rules, first).told()
    answered = oracle().call("run", params(rules, {"deal": told}, acts, rests=True))
    assert [answer["is"] for answer in answered["answers"]] == [OK] * len(acts)
    rests = [Follower(rules, step.after).told() for step in steps if game_of(rules).at_rest(step.after)]
    assert [answer["state"] for answer in answered["answers"] if "state" in answer] == rests
    assert answered["state"] == Follower(rules, steps[-1].after).told()
    return len(acts)


@pytest.mark.parametrize(("key", "players", "variants"), PLAYS)
def test_a_game_as_acts_leads_to_the_same_states(key: str, players: int, variants: tuple[str, ...]) -> None:
    rules = make_rules(editions()[key], players, variants)
    assert sum(agree(rules, seed, 60) for seed in range(5)) > 30


@pytest.mark.slow
@pytest.mark.parametrize(("key", "players", "variants"), PLAYS)
def test_many_games_as_acts_lead_to_the_same_states(key: str, players: int, variants: tuple[str, ...]) -> None:
    edition = editions()[key]
    for seed in range(10):
        agree(make_rules(edition, players, variants), seed, 300)
    for question in edition.questions:
        for reading in question.readings:
            rules = make_rules(edition, players, variants, {question.id: reading})
            if reading != question.default and rules.applies(question):
                agree_or_gap(rules, 3)


def agree_or_gap(rules: Rules, seed: int) -> None:
    try:
        steps = played(rules, seed, 60)
    except Gap:
        return
    if steps:
        agree(rules, seed, 60)


def test_an_engine_that_plays_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester tested: the oracle's acts go astray."""
    from advocatus.checks.conformance import following

    whole = following.read_act

    def astray(acts: Any, data: Any, path: str) -> Any:
        return whole(acts, {**data, "side": "defender"} if data.get("act") == "support" else data, path)

    monkeypatch.setattr(following, "read_act", astray)
    with pytest.raises(AssertionError):
        assert [agree(rules_for(4), seed, 120) for seed in range(5)]


@pytest.mark.parametrize("edition", ["bga-fr", "kosmos-en"])
def test_a_rest_point_that_is_told_is_the_same_position(edition: str) -> None:
    there, looked = editions()[edition], set()
    rules = make_rules(there, there.players[-1])
    for seed in range(3):
        for step in played(rules, seed, 150):
            if game_of(rules).at_rest(step.before):
                assert wire(rules).position(rules, Follower(rules, step.before).told(), "told") == step.before
                looked.add(step.before)
    assert len(looked) > 5


def test_a_game_goes_on_from_each_rest_point_as_it_is_told() -> None:
    rules = make_rules(editions()["adlung"], 4)
    steps = played(rules, 3, 150)
    for i, step in enumerate(steps):
        if game_of(rules).at_rest(step.before):
            told = Follower(rules, step.before).told()
            assert wire(rules).position(rules, told, "told") == step.before or step.before.spent
            acts = acts_for(rules, step.before, [s.move for s in steps[i : i + 8]])
            answered = oracle().call("run", params(rules, {"position": told}, acts))
            assert {a["is"] for a in answered["answers"]} == {OK}


def test_all_that_is_said_meets_the_schemas() -> None:
    for key in editions():
        rules, family = make_rules(editions()[key], 4), editions()[key].family
        steps = played(rules, 2, 80)
        acts = acts_for(rules, steps[0].before, [step.move for step in steps])
        for act in acts:
            validator("act", family).validate(act)
        told = Follower(rules, steps[0].before).told()
        call = params(rules, {"deal": told}, acts, rests=True)
        validator("run").validate(call)
        result = oracle().call("run", call)
        validator("run-result").validate(result)
        validator("told", family).validate(result["state"])
        for seat in range(4):
            view = oracle().call("view", {**params(rules, {"deal": told}, acts), "seat": seat})["view"]
            validator("told", family).validate(view)
    validator("describe-result").validate(oracle().call("describe", {}))
    for act in (deed(0, "draw", kind="key"), {"close": "x"}, deed(1, "support", side="abstains")):
        assert not validator("act").is_valid(act)


# ---------------------------------------------------------------- acts


@pytest.mark.parametrize(("act", "move"), [
    ({"by": 1, "act": "attack", "on": 2}, mv.Attack(1, 2)),
    ({"by": 3, "act": "support", "side": None}, mv.SupportSide(3, "abstains")),
    ({"by": 3, "act": "support", "side": "attacker"}, mv.SupportSide(3, "attacker")),
    ({"chance": "draw", "kind": "key"}, mv.DrawObject(-2, "key")),
    ({"chance": "take-role", "role": "thug"}, mv.TakeRole(-2, "thug")),
    ({"by": 0, "act": "take-role", "role": "thug"}, mv.TakeRole(0, "thug")),
])
def test_acts_are_moves(act: dict[str, Any], move: Any) -> None:
    acts = acts_of(FAMILY)
    assert acts
    assert read_act(acts, act, "act") == move
    assert act_of(acts, "", move) == act
    validator("act").validate(act)


@pytest.mark.parametrize(("act", "fault"), [
    ([], "act: []: an object"),
    ({}, "has one of the keys"),
    ({"act": "pass", "close": "look"}, "has one of the keys"),
    ({"act": "fly", "by": 0}, "act.act: 'fly': one of activate"),
    ({"act": 7, "by": 0}, "act.act: 7"),
    ({"act": "draw", "by": 0, "kind": "key"}, "act.act: 'draw': one of"),
    ({"act": "pass"}, "act.by: this key is missing"),
    ({"act": "pass", "by": -1}, "act.by: -1: a seat"),
    ({"act": "pass", "by": "0"}, "act.by: '0'"),
    ({"act": "pass", "by": True}, "act.by: True"),
    ({"act": "pass", "by": 0, "on": 1}, "act.on: 1: no such key"),
    ({"act": "attack", "by": 0, "on": None}, "act.on: None"),
    ({"act": "support", "by": 0, "side": "abstains"}, "null stands for it"),
    ({"act": "support", "by": 0, "side": "sword"}, "act.side: 'sword': one of attacker, defender, or null"),
    ({"act": "use", "by": 0, "card": "spoon"}, "act.card: 'spoon': one of bag-goblet, bag-key, black-pearl"),
    ({"act": "reward", "by": 0, "take": "luggage"}, "act.take: 'luggage': one of truth, association, object"),
    ({"act": "proclaim", "by": 0, "claim": "me"}, "act.claim: 'me': one of order, brotherhood, alone"),
    ({"act": "direct", "by": 0, "way": "up"}, "act.way: 'up': one of left, right"),
    ({"chance": "draw", "kind": "spoon"}, "act.kind: 'spoon': one of"),
    ({"close": "action"}, "act.close: 'action'"),
    ({"close": "look", "by": 0}, "act.by: no such key"),
    ({"chance": "draw", "by": 0, "kind": "key"}, "act.by: no such key"),
    ({"chance": "steal", "kind": "key"}, "act.chance: 'steal'"),
])
def test_what_is_no_act_is_told(act: Any, fault: str) -> None:
    acts = acts_of(FAMILY)
    assert acts
    with pytest.raises(BadDocument) as error:
        read_act(acts, act, "act")
    assert fault in str(error.value)
    assert acts_of("chess") is None


@pytest.mark.parametrize(("family", "act", "fault"), [
    ("caleira", {"act": "play", "by": 0, "kind": "spoon", "up": True}, "act.kind: 'spoon': one of barracks, "),
    ("caleira", {"act": "arrange", "by": 0, "cards": ["moats", "spoon"]}, "act.cards[1]: 'spoon': one of barracks, "),
    ("caleira", {"act": "arrange", "by": 0, "cards": ["moats", ["moats"]]}, "act.cards[1]: ['moats']: a value of"),
    ("dice-devils", {"chance": "turn-up", "kind": "spoon"}, "act.kind: 'spoon': one of bed, chilli"),
])
def test_so_is_what_is_none_in_another_game(family: str, act: Any, fault: str) -> None:
    acts = acts_of(family)
    assert acts
    with pytest.raises(BadDocument) as error:
        read_act(acts, act, "act")
    assert fault in str(error.value)


def test_every_word_of_an_act_is_one_of_those_that_it_can_have() -> None:
    """Every field that is a text has its words, and whatever can be done, mistakes included, says one of them."""
    for family in sorted({edition.family for edition in editions().values()}):
        acts = acts_of(family)
        assert acts
        texts = {(word, name) for word in (*acts.deeds, *acts.chances)
                 for name, hint in get_type_hints(acts.codec.moves[word]).items() if hint in (str, tuple[str, ...])}
        assert texts == set(acts.words)
    for key, players, variants in PLAYS[::4]:
        acts = acts_of(editions()[key].family)
        assert acts
        game = game_of(make_rules(editions()[key], players, variants))
        for step in played(game.rules, 3, 60):
            for seat in game.actors(step.before):
                for move in game.resolve(step.before, seat).candidates if seat >= 0 else ():
                    assert read_act(acts, act_of(acts, "", move), "act") == move


def follow(table: Table, *acts: Mapping[str, Any], chance: str = GIVEN) -> tuple[Follower, list[dict[str, Any]]]:
    follower = Follower(table.rules, table.state, chance, Random(1))
    return follower, [follower.apply(follower.read(act)).data for act in acts]


def deed(by: int, act: str, **fields: Any) -> dict[str, Any]:
    return {"by": by, "act": act, **fields}


TRADE = (deed(0, "trade", to=1), deed(0, "offer", kind="dagger"), deed(1, "return", kind="whip"))


def test_what_cannot_be_read_aloud_is_left_by_itself() -> None:
    table = Table(hands=["dagger key", "whip"])
    follower, said = follow(table, *TRADE, deed(0, "end-turn"))
    assert [one["is"] for one in said] == [OK] * 4
    follower, said = follow(table, *TRADE)
    assert follower.told()["owed"] == {"what": "end", "by": [0]}
    explicit, _ = follow(table, *TRADE, deed(0, "leave"), deed(1, "leave"), deed(0, "end-turn"))
    assert explicit.told()["rest"] is True


def test_a_use_at_the_moment_before_is_kept_apart() -> None:
    """Where an interruption could come before or after what happens by itself, the acts say which."""
    table = Table(hands=["dagger key", "whip"], roles=["clairvoyant"])
    moves = [mv.Trade(0, 1), mv.OfferObject(0, "dagger"), mv.Return(1, "whip"), mv.Leave(0), mv.Leave(1)]
    game, state = table.game, table.state
    for move in moves:
        for event in game.decide(state, move):
            state = game.evolve(state, event)
    use = mv.Use(0, "clairvoyant")
    assert use in game.legal(state, 0)
    acts = acts_for(table.rules, table.state, [*moves, use])
    follower, said = follow(table, *acts)
    assert {one["is"] for one in said} == {OK}
    after = state
    for event in game.decide(state, use):
        after = game.evolve(after, event)
    assert follower.state == after


def test_a_text_that_must_be_read_is_not_left_out() -> None:
    follower, said = follow(Table(hands=["monocle key", "whip"]), deed(0, "trade", to=1),
                            deed(0, "offer", kind="monocle"), deed(1, "return", kind="whip"), deed(0, "end-turn"),
                            deed(0, "leave"), deed(0, "activate"), {"close": "look"}, {"close": "look"})
    assert [one["is"] for one in said] == [OK, OK, OK, REJECTED, REJECTED, OK, OK, REJECTED]
    assert said[4]["clauses"]
    assert said[5]["seen"] == [{"by": 0, "of": 1, "side": "brotherhood"}]
    assert follower.told()["owed"]["what"] == "end"


def test_whatever_is_refused_leaves_the_state() -> None:
    table = Table(hands=["bag-key", "bag-goblet"])
    start = (deed(0, "trade", to=1), deed(0, "offer", kind="bag-key"))
    follower, _ = follow(table, *start)
    before = follower.state
    for act in (deed(1, "return", kind="bag-goblet"), deed(1, "return", kind="key"), deed(0, "refuse"), deed(9, "pass"),
                {"close": "duel.powers"}, {"chance": "draw", "kind": "key"}, deed(2, "use", card="priest")):
        said = follower.apply(follower.read(act)).data
        assert said["is"] == REJECTED, act
        assert said["why"]
        assert follower.state is before
    assert follower.apply(follower.read(deed(1, "refuse"))).word == OK


def test_the_norms_against_an_act_are_named_not_that_it_cannot_be_done() -> None:
    _, said = follow(Table(hands=["bag-key", "bag-goblet"]), deed(0, "trade", to=1),
                     deed(0, "offer", kind="bag-key"), deed(1, "return", kind="bag-goblet"))
    assert said[-1]["clauses"] == ["object.bag.no-bag", "trade.must-refuse-bag"]
    _, said = follow(Table(hands=["shattered-mirror key", "monocle tome"]), deed(0, "trade", to=1),
                     deed(0, "offer", kind="shattered-mirror"), deed(1, "return", kind="monocle"), deed(1, "activate"))
    assert "object.shattered-mirror.silent" in said[-1]["clauses"]


BAG = (deed(0, "trade", to=1), deed(0, "offer", kind="bag-key"), deed(1, "return", kind="whip"), deed(0, "activate"))


def test_chance_is_given_fixed_or_reported() -> None:
    table = Table(hands=["bag-key key", "whip"], pile=["tome", "coat"])
    coat, tome = {"chance": "draw", "kind": "coat"}, {"chance": "draw", "kind": "tome"}
    _, said = follow(table, *BAG, deed(0, "end-turn"), coat, tome)
    assert [one["is"] for one in said][-3:] == [REJECTED, REJECTED, OK]
    _, said = follow(table, *BAG, deed(0, "end-turn"), chance=POSITION)
    assert said[3]["chance"] == [{"chance": "draw", "kind": "tome"}]
    assert said[4]["is"] == OK
    loose = Table(hands=["bag-key key", "whip"])
    _, said = follow(loose, *BAG, deed(0, "end-turn"), {"chance": "draw", "kind": "key"}, chance=POSITION)
    assert [one["is"] for one in said][-3:] == [OK, REJECTED, OK]
    _, said = follow(loose, *BAG, deed(0, "end-turn"), chance=REPORTED)
    assert said[3]["chance"][0]["chance"] == "draw"
    assert said[4]["is"] == OK


def test_where_the_rules_are_silent_the_state_stays() -> None:
    rules = rules_for(4, {"hand.limit": "unsaid"})
    state = game_of(rules).start(deal_for(rules))
    follower = Follower(rules, state)
    acts = [act_of(wire(rules), "", move) for move in gap_moves()]
    said = [follower.apply(follower.read(act)).data for act in acts]
    assert [one["is"] for one in said] == [OK, OK, OK, OK, SILENT]
    assert "hand.limit" in said[-1]["why"]
    assert follower.told()["owed"] == {"what": "draw", "by": [-2]}


def test_a_clash_leaves_nothing_legal() -> None:
    rules = rules_for(4)
    state = game_of(rules).start(deal_for(rules))
    acts = acts_for(rules, state, clash_moves())
    called = params(rules, {"position": Follower(rules, state).told()}, acts)
    assert oracle().call("legal", called)["acts"] == []
    refused = oracle().call("judge", {**called, "act": deed(1, "refuse")})
    assert (refused["allowed"], refused["against"]) == (False, ["profession.diplomat.demand/1"])


# ---------------------------------------------------------------- states as they are told


def test_whatever_a_state_holds_at_a_rest_point_is_told() -> None:
    held = {field.name for field in fields(State)} - {"agenda", "duel", "top", "rest"}
    assert {field.name for field in fields(Told)} == held | {"pile", "rest", "owed"}


def test_every_look_is_seen() -> None:
    looks = {event for event in EVENTS if event.tag.startswith("saw-") or event.tag == "spied"}
    assert looks == set(LOOKS)


def test_a_view_tells_a_seat_s_own_and_what_lies_open() -> None:
    table = Table(hands=["bag-key key", "whip"])
    told = Follower(table.rules, table.state).told(1)
    assert told["hands"] == [[None, None], ["whip"], [None], [None]]
    assert told["roles"][1] is not None
    assert [role for i, role in enumerate(told["roles"]) if i != 1] == [None] * 3
    assert [side for i, side in enumerate(told["sides"]) if i != 1] == [None] * 3
    assert set(told["pile"]) == {None}
    assert "bag-key" not in compact(told)


START = {"hands": [["key"], ["whip"], ["dagger"]], "roles": ["thug", "priest", "doctor"],
         "sides": ["order", "order", "brotherhood"]}


@pytest.mark.parametrize(("change", "fault"), [
    ({"hands": None}, "hands: this key is missing"),
    ({"hands": [["key"], None, ["whip"]]}, "hands: null: a start must tell it"),
    ({"hands": [["key"], [None], ["whip"]]}, "hands[1]: null"),
    ({"hands": [["key"], ["whip"]]}, "hands has 2 entries, 3 play"),
    ({"hands": [["key"], [], ["whip"]]}, "seat 1 holds nothing"),
    ({"hands": [["key"], ["unicorn"], ["whip"]]}, "1 of unicorn, there are 0"),
    ({"hands": [["key"], [7], ["whip"]]}, "hands[1][0]: 7"),
    ({"hands": 7}, "hands: 7: a list"),
    ({"roles": ["thug", "thug", "priest"]}, "roles: 2 of thug"),
    ({"roles": ["thug", None, "priest"]}, "roles: null"),
    ({"sides": ["order"]}, "sides has 1 entries"),
    ({"sides": ["order", "order", "moon"]}, "1 of moon"),
    ({"pile": ["key", None]}, "the pile has 2 objects"),
    ({"pile": [None] * 40}, "the pile has 40 objects"),
    ({"pile": [None, "key"]}, "unknown cards lie under"),
    ({"active": 5}, "active seat is 5"),
    ({"active": "0"}, "active: '0'"),
    ({"turn": 0}, "the turn is 0"),
    ({"turned": True}, "the bags are turned with"),
    ({"rest": False}, "rest: false: true"),
    ({"owed": {"what": "steal", "by": [0]}}, 'owed.what: "steal"'),
    ({"verdict": {"by": 0, "claim": "order", "right": True, "winners": [0]}}, "a game that is over"),
    ({"moon": 1}, "moon: 1: no such key"),
    ({"tokens": [1, 1, 1]}, "tokens has 3 entries"),
    ({"rows": [["order"], ["order"], ["order"]]}, "rows of associations"),
    ({"spare": []}, "associations: "),
    ({"leftover": ["thug"]}, "roles: "),
    ({"sunk": ["thug"]}, "none of them"),
])
def test_a_bad_position_is_told(change: dict[str, Any], fault: str) -> None:
    rules = rules_for(3)
    with pytest.raises((BadDocument, BadPosition)) as error:
        wire(rules).position(rules, {**START, **change}, "told")
    assert fault in str(error.value)


def test_a_pile_that_is_told_has_as_many_cards_as_are_left() -> None:
    rules = make_rules(editions()["bga-fr"], 2)
    rests = (step.before for step in played(rules, 1, 60) if game_of(rules).at_rest(step.before) and step.before.rest)
    told = Follower(rules, next(rests)).told()
    left = len(told["pile"])
    with pytest.raises(BadPosition, match=f"the pile has {left + 1} cards, {left} are nowhere else"):
        wire(rules).position(rules, {**told, "pile": [*told["pile"], None]}, "told")


@pytest.mark.parametrize(("rolls", "fault"), [
    ([None, [1, 2]], "dice[0]: null: a start must tell it"), ([[1, 2], []], "dice[1]: []: a start must tell it")])
def test_a_start_tells_the_dice_of_everybody(rolls: list[list[int] | None], fault: str) -> None:
    rules = make_rules(editions()["kosmos-en"], 3)
    rests = (step.before for step in played(rules, 1, 60) if game_of(rules).at_rest(step.before))
    told = Follower(rules, next(rests)).told()
    with pytest.raises(BadDocument) as error:
        wire(rules).position(rules, {**told, "dice": [*rolls, [3, 3]]}, "told")
    assert fault in str(error.value)


@pytest.mark.parametrize(("change", "fault"), [
    ({}, "the bag-goblet is in no starting hand"),
    ({"shown": [True, False, False]}, "shown: "),
    ({"turn": 2}, "turn 1 of seat 0"),
    ({"active": 1}, "turn 1 of seat 0"),
])
def test_a_bad_deal_is_told(change: dict[str, Any], fault: str) -> None:
    with pytest.raises((BadDocument, BadPosition)) as error:
        oracle().call("run", params(rules_for(3), {"deal": {**START, **change}}, []))
    assert fault in str(error.value)
