"""Which of several changes that explain a departure a program plays by; and games cut to their last turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from mutated import InProcess, WrongOracle

from advocatus.checks.conformance.composing import Composer
from advocatus.checks.conformance.deciding import Deciding
from advocatus.checks.conformance.describing import described
from advocatus.checks.conformance.diagnosing import Case, explanations
from advocatus.checks.conformance.shrinking import from_rest
from advocatus.checks.conformance.trial import Trial
from advocatus.checks.conformance.walking import Play
from advocatus.model.families import editions
from advocatus.model.rules import make_rules

RULES = make_rules(editions()["adlung"], 4)
DUELIST, RING = "swordsman.undoes-appointment=yes", "ring.beats-appointment=yes"
START = {"position": {
    "hands": [["poison-ring"], ["bag-key"], ["bag-goblet"], ["key", "goblet"]],
    "roles": ["swordsman", "alchemist", "hypnotist", "grand-master"],
    "sides": ["order", "brotherhood", "order", "brotherhood"]}}
ACTS: tuple[dict[str, Any], ...] = (
    {"by": 0, "act": "attack", "on": 3}, {"close": "duel.priest"}, {"by": 1, "act": "support", "side": None},
    {"by": 2, "act": "support", "side": None}, {"close": "duel.hypnotist"},
    {"by": 0, "act": "use", "card": "swordsman"}, {"by": 0, "act": "use", "card": "poison-ring"},
    {"by": 1, "act": "use", "card": "alchemist"}, {"by": 1, "act": "appoint", "side": "defender"},
    {"by": 3, "act": "use", "card": "grand-master"},
    {"close": "duel.powers"}, {"close": "duel.result"}, {"by": 3, "act": "reward", "take": "truth"})


@pytest.mark.parametrize(("fault", "clause"), [(DUELIST, "profession.swordsman"), (RING, "profession.alchemist")])
def test_games_are_made_in_which_what_explains_a_departure_differs(fault: str, clause: str) -> None:
    """The Duelist beside the Poison Mixer, and a ring at even points: either may be what the program goes by."""
    subject = InProcess(WrongOracle(fault))
    found = Trial(subject, described(subject), RULES, 0, lambda _: None)
    walked, result = found.tried(play := Play(RULES, START, ACTS))
    assert walked.apart is not None
    case = Case(play, result, walked.apart.at, states=len(walked.states))
    several = explanations(RULES, found.described, case)
    assert {"profession.swordsman", "profession.alchemist"} <= {key for one in several for key in one.clauses}
    left = Deciding(Composer(RULES, found.described, Random(0)), found.tried).between(several, case)
    assert left[0].clauses[0] == clause
    assert fault in left[0].says


def test_a_game_can_begin_at_its_last_rest_point() -> None:
    first = ({"by": 0, "act": "pass"}, {"by": 0, "act": "end-turn"})
    later = ({"by": 1, "act": "attack", "on": 2}, {"close": "duel.priest"})
    cut = from_rest(Play(RULES, START, (*first, *later)), 3)
    assert cut is not None
    assert (cut.acts, cut.start["position"]["active"]) == (later, 1)
    assert from_rest(Play(RULES, START, first), 1) is None
