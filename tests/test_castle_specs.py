"""The symbolic side of The Castle of the Devil: its steps agree with play, and wrong ones are caught."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks.agreement import play_agrees
from advocatus.model.families import editions
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.prover import PROVED
from advocatus.specs.teufelsburg.mirror import TeufelsburgMirror
from advocatus.specs.teufelsburg.steps import STEPS
from advocatus.specs.teufelsburg.winning import winning

OWN = {
    "action/spy", "spy/show", "secret-support/support", "secret-support/last-support", "duel.priest/close-in-secret",
    "duel.reveal/close", "duel.powers/token",
}


def rules(players: int, **answers: str) -> Rules:
    return make_rules(editions()["dv"], players, (), {key.replace("__", "."): a for key, a in answers.items()})


@pytest.mark.parametrize("players", range(4, 9))
def test_random_play_meets_the_relation(players: int) -> None:
    found = play_agrees(rules(players), seed=players, games=25, moves=200)
    assert found.partings == ()
    assert set(found.compared) >= OWN
    assert "no step" not in found.compared


@pytest.mark.parametrize("answers", [
    {"profession__swordsman__tokens": "others"}, {"duel__powers__early": "from-the-attack"}, {"turn__end": "let-go"},
    {"victory__every-holder": "enough"}, {"profession__doctor__moment": "after-choice"},
    {"duel__tokens__fighters": "supporters"}, {"tokens__forced": "free-only"},
    {"profession__diplomat__shown": "everybody"},
    {"profession__diplomat__bag-for-bag": "refused", "tokens__forced": "free-only", "spy__seen": "by-nobody"},
    {"profession__priest__moment": "before-choice"},
    {"profession__hypnotist__whom": "without-shield", "victory__rival__every-holder": "every",
     "victory__alone__when": "in-error-all"},
    {"duel__powers__late": "after-count", "duel__count__face-up": "always", "duel__reward__may": "look-only",
     "victory__unturned-bag": "always"},
])
def test_other_readings_agree_too(answers: Mapping[str, str]) -> None:
    assert play_agrees(rules(4, **answers), seed=3, games=15, moves=200).partings == ()
    assert play_agrees(rules(5, victory__rival__smaller="three", **answers), seed=3, games=15).partings == ()


def then(key: str, change: Callable[[Any], Any]) -> list[Any]:
    """The steps with one of them leading elsewhere."""
    assert key in {step.key for step in STEPS}

    def wrong(leads: Any) -> Any:
        return lambda a, box, table, act: change(leads(a, box, table, act))

    return [evolve(s, leads=wrong(s.leads)) if s.key == key else s for s in STEPS]


def zeros(rows: Any) -> Any:
    return tuple((0, 0) for _ in rows)


PLANTED = {
    "a refusal brings no token": then("answer/refuse", lambda t: evolve(t, tokens=tuple(0 for _ in t.tokens))),
    "a token put down is lost": then("duel.powers/token", lambda t: evolve(t, down=zeros(t.down))),
    "the support is shown with the choice": then(
        "secret-support/support", lambda t: evolve(t, stance=t.secret)),
    "nothing is revealed": then("duel.reveal/close", lambda t: evolve(t, stance=tuple(0 for _ in t.stance))),
    "the choices stay secret": then("duel.reveal/close", lambda t: evolve(t, secret=t.stance)),
    "a spy ends the turn at once": then("action/spy", lambda t: evolve(t, agenda=(*t.agenda[1:], t.agenda[-1]))),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_caught(name: str) -> None:
    chosen = rules(4)
    found = play_agrees(chosen, seed=1, games=25, moves=200, mirror=TeufelsburgMirror(chosen, PLANTED[name]))
    assert found.partings, f"{name}: nobody noticed"


@pytest.mark.parametrize("players", [4, 5])
def test_the_victory_condition_is_proved(players: int) -> None:
    promises = {promise.id: promise for promise in winning(rules(players))}
    assert {promise.verdict for promise in promises.values()} == {PROVED}
    assert "victory.condition.order.foretold" in promises
    assert promises["victory.first-turn.order"].value == ("yes" if players == 5 else "no")
