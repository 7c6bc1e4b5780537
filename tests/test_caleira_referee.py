"""Engine and referee agree on every move of random games; and of faults planted in the engine each is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest
from attrs import astuple, evolve
from castle_referee import after, allowed, table_of
from castles import rules_for

from advocatus.checks.finding import Store, default_folder, load
from advocatus.checks.play import random_steps
from advocatus.model.caleira import candidates, effects, ending, engine, playing, script, views, vocabulary
from advocatus.model.caleira import events as ev
from advocatus.model.caleira import evolve as evolving
from advocatus.model.caleira.engine import Caleira
from advocatus.model.families import open_game
from advocatus.model.game import CHANCE, Step, play


def parted(game: Any, steps: Iterable[Step[Any]]) -> str:
    """Where engine and referee first part in a game; empty if nowhere."""
    try:
        for step in steps:
            before = table_of(step.before)
            if game.actors(step.before) != (CHANCE,):
                legal = {(m.act, *astuple(m)[1:]) for m in game.legal(step.before, game.actors(step.before)[0])}
                if legal != allowed(before):
                    return f"{before['queue'][0][0]}: {sorted(map(str, legal ^ allowed(before)))}"
            expected, found = after(before, step.move), table_of(step.after)
            if found != expected:
                return f"{step.move.act}: {[key for key in found if found[key] != expected[key]]}"
            if wrong := game.well_formed(step.after):
                return str(wrong[0])
    except Exception as error:  # a fault may well make play impossible
        return f"{type(error).__name__}: {error}"
    return ""


def disagreement(players: int, seed: int, games: int) -> str:
    """The same over random games."""
    game, rng = open_game(rules_for(players)), Random(seed)
    found = (parted(game, random_steps(game, game.random_deal(rng), rng, 500)) for _ in range(games))
    return next(filter(None, found), "")


def on_file() -> Iterator[str]:
    """The same over the games on file that the usual readings allow: they lead where random play seldom comes."""
    for path in Store(default_folder()).files("caleira"):
        finding = load(path)
        if finding.trace is not None and not finding.rules.answers:
            game = open_game(rules_for(finding.rules.players))
            yield parted(game, play(game, game.start(finding.trace.deal), finding.trace.moves))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_engine_and_referee_agree(players: int) -> None:
    assert disagreement(players, players, 15) == ""


def test_they_agree_on_the_games_on_file() -> None:
    assert set(on_file()) == {""}


# ---------------------------------------------------------------- planted faults

Plant = Callable[[pytest.MonkeyPatch], None]


def _step(kind: type[Any], wrong: Callable[[Any, Any, Any], Any]) -> Plant:
    """A fault in what an event changes: `wrong` gets the state after, the state before and the event."""
    def plant(patch: pytest.MonkeyPatch) -> None:
        right = evolving._STEPS[kind]
        patch.setitem(evolving._STEPS, kind, lambda state, event: wrong(right(state, event), state, event))
    return plant


def _name(name: str, wrong: Callable[..., Any]) -> Plant:
    """A fault in what a name of a guard points at."""
    return lambda patch: patch.setitem(vocabulary.ACCESSORS, name, wrong)  # type: ignore[arg-type]


def _in(module: Any, name: str, wrong: Any) -> Plant:
    return lambda patch: patch.setattr(module, name, wrong)


def _done(kind: str, act: type[Any], wrong: Callable[..., None]) -> Plant:
    return lambda patch: patch.setitem(script.PROCEDURES, (kind, act), wrong)


def _first_seen(after_: Any, *_: Any) -> Any:
    castles = tuple(tuple(evolve(p, seen=(0, 1)) for p in castle) for castle in after_.castles)
    return evolve(after_, castles=castles)


FAULTS: dict[str, Plant] = {
    "a drawn card is lost": _step(ev.Drew, lambda a, b, e: evolve(a, hands=b.hands)),
    "a drawn card stays in the pile": _step(ev.Drew, lambda a, b, e: evolve(a, rest=b.rest, top=b.top)),
    "a played card stays in hand": _step(ev.Played, lambda a, b, e: evolve(a, hands=b.hands)),
    "a piece goes to the left": _step(ev.Played, lambda a, b, e: evolve(a, castles=tuple(
        (c[-1], *c[:-1]) if i == e.by and c else c for i, c in enumerate(a.castles)))),
    "a piece played face-down lies open": _step(ev.Played, lambda a, b, e: _first_seen(a)),
    "the turn is not counted": _step(ev.TurnBegan, lambda a, b, e: evolve(a, turn=b.turn)),
    "nobody is on turn next": _step(ev.TurnBegan, lambda a, b, e: evolve(a, active=b.active)),
    "silence lasts": _step(ev.TurnBegan, lambda a, b, e: evolve(a, castles=b.castles)),
    "turned up, it lies face-down": _step(ev.TurnedUp, lambda a, b, e: b),
    "turned down, it lies face-up": _step(ev.TurnedDown, lambda a, b, e: b),
    "a look is forgotten": _step(ev.LookedAt, lambda a, b, e: b),
    "destroyed, it stands": _step(ev.Destroyed, lambda a, b, e: evolve(a, castles=b.castles)),
    "destroyed, it is nowhere": _step(ev.Destroyed, lambda a, b, e: evolve(a, discard=b.discard)),
    "half an exchange": _step(ev.Swapped, lambda a, b, e: evolve(a, hands=tuple(
        h if i == e.by else b.hands[i] for i, h in enumerate(a.hands)))),
    "no exchange": _step(ev.Swapped, lambda a, b, e: b),
    "the pile stays as it was": _step(ev.Arranged, lambda a, b, e: b),
    "a look at the pile takes the card": _step(ev.Uncovered, lambda a, b, e: evolve(a, top=b.top)),
    "a stack and no queue": _step(ev.Queued, lambda a, b, e: evolve(b, agenda=(
        *b.agenda[:1], e.frame, *b.agenda[1:]))),
    "who is out keeps his hand": _step(ev.Eliminated, lambda a, b, e: evolve(a, hands=b.hands, gone=b.gone)),
    "what is silenced stays pending": _step(ev.Cancelled, lambda a, b, e: b),
    "the wrong side of the Moats": _name("beside_moats", lambda g, s, f, m: not vocabulary._moats(s, m)),
    "Moats never work": _name("beside_moats", lambda g, s, f, m: False),
    "Moats work against everything": _name("in_castle", lambda g, s, f, m: True),
    "face-up is face-down": _name("target_face_up", lambda g, s, f, m: not vocabulary._aimed_at(s, m).up),
    "a Watchtower forgets": _name("target_before", lambda g, s, f, m: False),
    "one may exchange with who has nothing": _name("target_hand", lambda g, s, f, m: ("market",)),
    "any card is the Princess": _name("card", lambda g, s, f, m: "princess"),
    "Battlements fall": _in(effects, "_stands", lambda s, p: False),
    "everything stands": _in(effects, "_stands", lambda s, p: True),
    "what is silent is set off": _in(effects, "_wakes", lambda s, p: True),
    "nothing revealed is set off": _in(effects, "_wakes", lambda s, p: False),
    "a Watchtower is for one piece": _in(effects, "Watchtower", lambda *a: effects.Reveal(a[0], a[1])),
    "another wins": _in(ending, "points", lambda rules, castle: -len(castle)),
    "Trebuchets do nothing": _in(script, "WORKING", script.WORKING - {"trebuchet"}),
    "Battlements have an effect": _in(script, "WORKING", script.WORKING | {"battlements"}),
    "the Princess falls and nobody notices": _in(effects, "_fall", lambda *a: None),
    "the pile is looked at twice": _done("arrange", effects.mv.ArrangeCards, lambda s, f, m: s.owe(0)),
    "played face-up, nothing is set off": _in(playing, "_put", lambda s, by, kind, up, at: (
        s.emit(ev.Played, by, kind, up, at), s.owe(1))),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    tries = (disagreement(players, seed, 8) for seed in range(12) for players in (2, 4, 3))
    assert next(filter(None, chain(on_file(), tries)), ""), name


def test_the_planted_faults_are_of_the_engine_that_plays() -> None:
    assert {candidates.__package__, engine.__package__, views.__package__} == {Caleira.__module__.rpartition(".")[0]}
    assert len(FAULTS) >= 25
