"""What the formats tell of a round of Dice Devils and a turn of Caleira, held against games that the engines play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby, pairwise
from random import Random
from typing import Any

import attrs
import pytest
from test_acts import agreeing_acts, oracle, params, played
from test_docs import FORMATS, section
from test_starts import DEVILS

from advocatus.checks.conformance.following import Follower
from advocatus.checks.conformance.guide import guide
from advocatus.checks.conformance.suite import Suite
from advocatus.checks.deriving import game_of
from advocatus.model.dice_devils.ranks import height
from advocatus.model.families import acts_of, editions
from advocatus.model.game import BadPosition, Step
from advocatus.model.rules import Rules, make_rules
from advocatus.model.trace import BadDocument


@cache
def rules_of(key: str, players: int) -> Rules:
    return make_rules(editions()[key], players)


@cache
def games(key: str, players: int) -> Sequence[list[Step[Any]]]:
    """Whole games at random."""
    return [played(rules_of(key, players), seed, 2000) for seed in range(3)]


def owed(state: Any) -> Any:
    return state.agenda[0] if state.agenda else None


@pytest.mark.parametrize("players", [4, 6])
def test_first_rolls_go_by_seat_and_all_else_by_rank(players: int) -> None:
    heard = set()
    for steps in games("kosmos-en", players):
        rolls = [(owed(s.before), s.before) for s in steps]
        for kind, group in groupby(rolls, key=lambda one: (one[0].kind, getattr(one[0], "open", False))):
            due = list(group)
            if kind == ("roll", False):
                assert [frame.by for frame, _ in due] == list(range(players))
            elif kind in (("roll", True), ("place", False)):
                at_once = [[frame.by for frame in state.agenda if frame.kind == kind[0]] for _, state in due]
                for seats in at_once:
                    heights = [height(due[0][1].ranks[seat]) for seat in seats]
                    assert heights == sorted(heights)
                heard |= {kind} if any(len(seats) > 1 for seats in at_once) else set()
    assert heard == {("roll", True), ("place", False)}


def test_what_a_winner_can_do_comes_before_the_swap_and_the_row_closes_up_after_the_round() -> None:
    rules = rules_of("kosmos-en", 4)
    asked, left = set(), 0
    for steps in games("kosmos-en", 4):
        for one, after in pairwise(steps):
            kinds = owed(one.before).kind, owed(after.before).kind
            fights = one.before.fight, after.before.fight
            if all(fights) and fights[0].at == fights[1].at and one.before.turn == after.before.turn:
                asked.add(kinds)
            if after.before.turn > one.before.turn:
                assert "" not in after.before.row
                assert not any(after.before.dice)
                assert set(after.before.marks) == {-1}
                left += "" in one.before.row
            assert not game_of(rules).at_rest(after.before) or kinds == ("roll", "place")
        over = steps[-1].after
        assert over.winner >= 0
        assert all(over.dice)
        assert min(over.marks) >= 0
        assert "" in over.row
    assert ("steal", "swap") in asked
    assert left
    assert not {("swap", "steal"), ("swap", "give"), ("steal", "steal")} & asked


def test_the_object_of_the_oberteufel_is_given_out_first() -> None:
    for steps in games("kosmos-en", 6):
        for step in steps:
            settled, his = step.before.settled, step.before.ranks.index("oberteufel")
            if settled and step.before.fight is None and owed(step.before).kind != "reveal":
                assert step.before.marks[his] in settled


@pytest.mark.parametrize(("key", "players", "start"), [
    ("kosmos-en", 3, DEVILS["3"]),
    ("bga-fr", 2, {"hands": [["barracks", "market", "market"], ["princess", "trebuchet"]], "turn": 1, "active": 0})])
def test_a_start_needs_what_is_told(key: str, players: int, start: dict[str, Any]) -> None:
    rules, text = rules_of(key, players), section(FORMATS.read_text("utf-8"), "Protocol")
    title = {"kosmos-en": "Dice Devils", "bga-fr": "Caleira"}[key]
    said = text[text.index(f"### {title} on the wire"):]
    position = re.search(r"A `position` needs ([^;]*);", said)
    assert position
    needed = set(re.findall(r"`(\w+)`", position[1]))
    deal = re.search(r"A `deal` is the `(\w+)`", said)
    assert deal
    assert (deal[1],) == Follower(rules, game_of(rules).start(_dealt(rules))).acts.dealt
    missing = {name for name in start if _is_missing(rules, {k: v for k, v in start.items() if k != name})}
    assert missing == needed


def _dealt(rules: Rules) -> Any:
    return game_of(rules).random_deal(Random(0))


def _is_missing(rules: Rules, told: dict[str, Any]) -> bool:
    try:
        oracle().call("run", params(rules, {"position": told}, []))
    except BadDocument as error:
        return "this key is missing" in str(error)
    except BadPosition:
        pass
    return False


def test_own_deals_are_told_before_anything_is_revealed_or_drawn() -> None:
    devils = oracle().call("run", params(rules_of("kosmos-en", 3), {"own": {}}, [], chance="reported"))
    assert (devils["start"]["row"], devils["start"]["dice"], devils["start"]["heap"]) == ([], [[], [], []], 56)
    assert [act["chance"] for act in devils["chance"]] == ["turn-up"] * 2 + ["roll"] * 3
    castles = oracle().call("run", params(rules_of("bga-fr", 2), {"own": {}}, [], chance="reported"))
    assert [len(hand) for hand in castles["start"]["hands"]] == [2, 2]
    assert [act["chance"] for act in castles["chance"]] == ["draw"]


def test_a_turn_of_caleira_goes_as_is_told() -> None:
    rules = rules_of("bga-fr", 2)
    heard: set[str] = set()
    for steps in games("bga-fr", 2):
        for step in steps:
            frame = owed(step.before)
            if game_of(rules).at_rest(step.before):
                assert frame.kind == "play"
                assert len(step.before.agenda) == 1
                assert sum(map(len, step.before.castles)) + len(step.before.discard) == step.before.turn - 1
            if step.move.act in ("aim", "look", "swap-with"):
                found = step.before.find(frame.source)
                assert found is None or found[0] == frame.by == step.move.by
            heard.add(step.move.act)
        for one, after in pairwise(step.move.act for step in steps):
            assert one != "look" or after in ("turn-up", "arrange")
            assert one != "swap-with" or after == "give"
        assert steps[-1].after.verdict is not None
        acts = agreeing_acts(rules, steps)
        assert len([act for act in acts if act.get("act") == "leave"]) <= sum(s.move.act == "leave" for s in steps)
    assert heard >= {"draw", "play", "aim", "swap-with", "give"}


SPEAKS = {"kosmos-en": {"`row`"}, "bga-fr": {"`active`", "pile", "castles"},
          "adlung": {"`active`", "A `side` that is null", "pile", "window"}}


@pytest.mark.parametrize("key", SPEAKS)
def test_the_guide_to_vectors_speaks_of_its_own_game(key: str) -> None:
    acts = acts_of(editions()[key].family)
    assert acts
    told = " ".join(guide(Suite(editions()[key], (), {})).split())
    assert {word for word in set().union(*SPEAKS.values()) if word in told} == SPEAKS[key]
    named = set(re.findall(r"`(\w+)`", " ".join(attrs.astuple(acts.advice))))
    keys = {"position", "close", "chance", "side", "at", "piece", "leave"}
    assert named <= {f.name for f in attrs.fields(acts.told)} | keys
