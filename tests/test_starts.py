"""Starts on the wire: whatever is told must be so, and a game must come there; also to those that are made here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

import pytest
from attrs import evolve
from test_acts import oracle, params, played

from advocatus.checks.conformance.composing import Composer
from advocatus.checks.conformance.describing import Description
from advocatus.checks.conformance.following import Follower
from advocatus.checks.conformance.serving import START, respond
from advocatus.checks.conformance.starting import started
from advocatus.checks.deriving import game_of
from advocatus.checks.dice_devils.positions import random_position
from advocatus.model.dice_devils.winnings import unreached
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.model.trace import compact
from advocatus.specs.dice_devils.decode import encode
from advocatus.specs.dice_devils.places import NUMBERS
from advocatus.specs.dice_devils.sound import sound
from advocatus.specs.dice_devils.table import Box

DEVILS = {"3": {"ranks": ["oberteufel", "putzteufel", "satansbraten"], "objects": [["bed"], [], []],
                "row": ["chilli", "iron"], "dice": [[6, 5, 1], [4, 2], [3, 1]], "turn": 2},
          "4": {"ranks": ["oberteufel", "spielteufel", "fehlerteufel", "satansbraten"],
                "objects": [["bed"], [], ["scarf"], []], "row": ["chilli", "iron", "bed"],
                "dice": [[6, 5, 1], [4, 2], [4, 2], [3, 1]], "turn": 2}}


def refused(rules: Rules, start: Mapping[str, Any]) -> str:
    """What the oracle says against a start; empty where it takes it."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "run", "params": params(rules, start, [])}
    answer = respond(oracle(), compact(call).encode())
    if "error" not in answer:
        return ""
    assert answer["error"]["code"] == START, answer
    return str(answer["error"]["message"])


@pytest.mark.parametrize(("players", "change", "fault"), [
    (3, {"marks": [0, 9, 0]}, "position.marks[0]: 0: -1"),
    (3, {"marks": [0, 0]}, "position.marks: [0,0]: [-1,-1,-1]"),
    (3, {"shown": [99]}, "position.shown: [99]: []"),
    (3, {"heap": -3}, "position.heap: -3: 53"),
    (3, {"heap": 1}, "position.heap: 1: 53"),
    (3, {"row": []}, "position.row: []: an object or more"),
    (3, {"row": ["chilli", ""]}, "an object was taken from a place that is not settled"),
    (4, {"row": ["chilli", "iron"]}, 'position.row: ["chilli","iron"]: 3 objects or more'),
    (3, {"row": ["chilli", "iron", "bed"]}, 'position.row: ["chilli","iron","bed"]: 2 objects'),
    (3, {"objects": [["bed"] * 6 + ["scarf"] * 6, [], []], "turn": 13}, "position.objects[0]: "),
    (3, {"turn": 1}, "position.turn: 1: 2, by the objects won"),
    (3, {"turn": 10**20}, "position.turn: 100000000000000000000: 2, by"),
    (3, {"objects": [["bed"], ["iron"], []], "turn": 4}, "position.turn: 4: 2 to 3, by the objects won"),
    (3, {"objects": [["bed", "bed"], [], []], "turn": 2}, "position.turn: 2: 3, by"),
    (3, {"owed": {"what": "place", "by": [2]}}, "position.owed.by[0]: 2: 0"),
    (3, {"rest": False}, "position.rest: false: true"),
    (3, {"winner": 1}, "position.winner: 1: -1"),
    (4, {"objects": [["bed", "bed"], [], [], []], "turn": 2}, "position.turn: 2: 3, by"),
])
def test_no_devil_starts_where_no_game_comes(players: int, change: dict[str, Any], fault: str) -> None:
    rules = make_rules(editions()["kosmos-en"], players)
    assert refused(rules, {"position": DEVILS[str(players)]}) == ""
    assert fault in refused(rules, {"position": {**DEVILS[str(players)], **change}})


def piece(card: str, number: int, **told: Any) -> dict[str, Any]:
    return {"card": card, "number": number, "up": False, **told}


CASTLES = {"hands": [["barracks", "market", "princess"], ["trebuchet", "watchtower"]], "active": 0, "turn": 3,
           "castles": [[piece("battlements", 1)], [piece("trebuchet", 2)]]}


@pytest.mark.parametrize(("change", "fault"), [
    ({"active": 1}, "position.active: 1: 0, who is on turn in turn 3"),
    ({"hands": [["barracks", "market"], ["trebuchet", "watchtower"]]}, "position.hands[0]: "),
    ({"hands": [["barracks", "market", "princess"], ["trebuchet", "watchtower", "market"]]}, "position.hands[1]: "),
    ({"castles": [[piece("battlements", 2)], [piece("trebuchet", 1)]]}, "castles[0][0].number: 2: a turn of seat 0"),
    ({"castles": [[piece("battlements", 3)], [piece("trebuchet", 2)]]}, "castles[0][0].number: 3: less than 3"),
    ({"castles": [[piece("battlements", 1, silent=True)], [piece("trebuchet", 2)]]}, "silent: true: false"),
    ({"gone": ["market"]}, 'position.gone: ["market"]: no cards'),
    ({"out": 1, "hands": [["barracks", "market", "princess"], []]}, "position.out: 1: -1"),
    ({"turn": 10**20}, "in 100000000000000000000 turns"),
    ({"owed": {"what": "play", "by": [1]}}, "position.owed.by[0]: 1: 0"),
    ({"verdict": {"how": "count", "winners": [0]}}, "position.verdict"),
    ({"castles": []}, "0 cards were played in 3 turns"),
    ({"castles": [], "turn": 1}, "position.castles: []: [[],[]]"),
])
def test_no_castle_starts_where_no_game_comes(change: dict[str, Any], fault: str) -> None:
    rules = make_rules(editions()["bga-fr"], 2)
    assert refused(rules, {"position": CASTLES}) == ""
    assert fault in refused(rules, {"position": {**CASTLES, **change}})


def test_who_is_out_of_caleira_has_lost_the_princess() -> None:
    rules = make_rules(editions()["bga-fr"], 3)
    castles = [[piece("battlements", 1)], [], []]
    start = {"hands": [["barracks", "market", "market"], [], ["trebuchet", "watchtower"]], "active": 0, "turn": 4,
             "out": 1, "castles": castles, "discard": ["trebuchet", "princess"], "gone": ["battlements", "watchtower"]}
    assert refused(rules, {"position": start}) == ""
    for change, fault in (
        ({"discard": ["trebuchet", "trebuchet"]}, "position.discard"), ({"turn": 9}, "position.turn: 9: 4 to 6"),
        ({"out": 2}, "seat 2 is out and holds cards"), ({"active": 1}, "position.active: 1: another"),
    ):
        assert fault in refused(rules, {"position": {**start, **change}})


COACH = {"hands": [["bag-key"], ["bag-goblet"], ["key"]], "roles": ["thug", "priest", "doctor"],
         "sides": ["order", "order", "brotherhood"]}


@pytest.mark.parametrize(("told", "turn", "active"), [
    ({}, 1, 0), ({"turn": 5}, 5, 1), ({"active": 2}, 3, 2), ({"turn": 6, "active": 2}, 6, 2)])
def test_in_the_coach_turns_go_round(told: dict[str, Any], turn: int, active: int) -> None:
    rules = make_rules(editions()["adlung"], 3)
    state = oracle().call("run", params(rules, {"position": {**COACH, **told}}, []))["state"]
    assert (state["turn"], state["active"]) == (turn, active)


@pytest.mark.parametrize(("change", "fault"), [
    ({"turn": 1, "active": 1}, "position.turn: 1: a turn of seat 1: 2, 5 ..."),
    ({"owed": {"what": "action", "by": [1]}}, "position.owed.by[0]: 1: 0"),
    ({"turned": True}, "turned"), ({"shown": []}, "position.shown: []: [false,false,false]"),
])
def test_no_coach_starts_where_no_game_comes(change: dict[str, Any], fault: str) -> None:
    rules = make_rules(editions()["adlung"], 3)
    assert refused(rules, {"position": COACH}) == ""
    assert fault in refused(rules, {"position": {**COACH, **change}})


def test_a_turn_that_is_not_told_follows_from_the_cards_played() -> None:
    rules = make_rules(editions()["bga-fr"], 2)
    start = {name: told for name, told in CASTLES.items() if name not in ("active", "turn")}
    state = oracle().call("run", params(rules, {"position": start}, []))["state"]
    assert (state["turn"], state["active"]) == (3, 0)


def test_a_round_that_is_not_told_is_the_first_that_can_be() -> None:
    rules = make_rules(editions()["kosmos-en"], 3)
    start = {**DEVILS["3"], "objects": [["bed"], ["bed"], ["bed"]]}
    del start["turn"]
    assert oracle().call("run", params(rules, {"position": start}, []))["state"]["turn"] == 3


@pytest.mark.parametrize(("change", "fault"), [
    ({"heap": 55}, "deal.heap: 55: 56"), ({"marks": [0, -1, -1]}, "deal.marks[0]: 0: -1"),
    ({"shown": [0]}, "deal.shown: [0]: []"), ({"rest": True}, "deal.rest: true: false"),
    ({"owed": {"what": "place", "by": [0]}}, 'deal.owed.what: "place": "reveal"'),
])
def test_nothing_that_is_told_of_a_deal_is_passed_over(change: dict[str, Any], fault: str) -> None:
    rules = make_rules(editions()["kosmos-en"], 3)
    deal = {"ranks": DEVILS["3"]["ranks"]}
    assert refused(rules, {"deal": deal}) == ""
    assert fault in refused(rules, {"deal": {**deal, **change}})


@pytest.mark.parametrize(("players", "answers"), [
    (3, {}), (4, {}), (6, {}), (4, {"reveal.left-over": "added"}), (6, {"supply.short": "ends"})])
def test_the_limits_are_those_that_are_proved(players: int, answers: dict[str, str]) -> None:
    """Of positions that can be and of such that cannot the engine's side and the solver's say the same."""
    rules, rng = make_rules(editions()["kosmos-en"], players, (), answers), Random(players)
    box, told = Box(rules), set()
    for _ in range(120):
        state = random_position(rules, rng)
        state = evolve(state, turn=max(1, state.turn + rng.choice((-1, 0, 0, 1))))
        if rng.random() < 0.3:  # an object of the row lies face-down again
            state = evolve(state, row=state.row[1:], heap=tuple(sorted((*state.heap, state.row[0]))))
        laws = sound(NUMBERS, box, encode(box, state))
        can = bool(laws["rounds"]) and bool(laws["fastest"])
        assert can == (not list(unreached(rules, state, "")))
        told.add(can)
    assert told == {True, False}


@pytest.mark.parametrize(("key", "players"), [(key, editions()[key].players[0]) for key in editions()])
def test_a_strict_program_takes_every_start_that_is_made_here(key: str, players: int) -> None:
    rules = make_rules(editions()[key], players)
    for start in islice(_made(rules), 60):
        assert refused(rules, start) == "", start


def _made(rules: Rules) -> Iterator[Mapping[str, Any]]:
    """Starts that are composed for programs, and such that are like them."""
    composer = Composer(rules, Description("strict", "0", {}), Random(rules.players))
    while True:
        start, _ = composer.start()
        yield start
        yield composer.other(start)[0]


@pytest.mark.parametrize("key", editions())
def test_every_rest_point_of_a_game_is_a_start(key: str) -> None:
    for players in (editions()[key].players[0], editions()[key].players[-1]):
        rules = make_rules(editions()[key], players)
        for seed in range(3):
            for step in played(rules, seed, 120):
                if game_of(rules).at_rest(step.before):
                    told = Follower(rules, step.before).told()
                    assert started(rules, {"position": told}, "start") == step.before
                    started(rules, {"position": Follower(rules, step.before).position()}, "start")
