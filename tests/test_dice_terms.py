"""The symbolic side of the game of devils: held against the engine both ways, proved, and wrong on purpose.

`STEP_FAULTS` and `PIECE_FAULTS` are lines of the terms that are wrong; agreement with the engine must notice each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import evolve

from advocatus.checks.agreement import edges_agree, play_agrees
from advocatus.model.dice_devils.engine import DiceDevils
from advocatus.model.families import editions
from advocatus.model.norms import FORBID, Norm
from advocatus.model.rules import Rules, make_rules
from advocatus.specs.dice_devils import inducing, lawful
from advocatus.specs.dice_devils.decode import encode
from advocatus.specs.dice_devils.inducing import alone, cases, kept
from advocatus.specs.dice_devils.mirror import DevilMirror
from advocatus.specs.dice_devils.places import NUMBERS, A
from advocatus.specs.dice_devils.settle import PIECES
from advocatus.specs.dice_devils.sound import sound
from advocatus.specs.dice_devils.spec import SPEC
from advocatus.specs.dice_devils.steps import STEPS
from advocatus.specs.dice_devils.table import SETTLING, Box, frame, fresh
from advocatus.specs.induction import induce
from advocatus.specs.prover import PROVED, SAT, UNSAT, Query

EDITION = next(e for e in editions().values() if e.family == "dice-devils")
OTHERWISE = {"supply.short": "ends", "spielteufel.moment": "late", "satansbraten.reroll": "bare",
             "satansbraten.adds": "first", "dice-off.tie-again": "rank", "rank.springteufel": "nothing",
             "points.triplets": "once"}
ADDED = {"reveal.left-over": "added"}


def rules_for(players: int, variants: tuple[str, ...] = (), answers: Mapping[str, str] | None = None) -> Rules:
    return make_rules(EDITION, players, variants, answers or {})


PLAYED = [(3, (), {}), (4, (), {}), (5, (), {}), (6, (), {}), (4, ("more-dice-offs",), {}), (6, ("own-mix",), {}),
          (6, (), OTHERWISE), (4, (), ADDED)]


@pytest.mark.parametrize(("players", "variants", "answers"), PLAYED)
def test_every_step_of_play_is_the_step_of_the_terms(
    players: int, variants: tuple[str, ...], answers: Mapping[str, str]
) -> None:
    found = play_agrees(rules_for(players, variants, answers), players, 2, 120)
    assert found.partings == ()
    assert found.compared["norms in play"] > 50
    assert "no step" not in found.compared


@pytest.mark.parametrize(("players", "variants", "answers"), [(5, (), {}), (6, (), OTHERWISE), (4, (), ADDED)])
def test_positions_that_the_solver_chose_play_as_the_terms_say(
    players: int, variants: tuple[str, ...], answers: Mapping[str, str]
) -> None:
    found = edges_agree(rules_for(players, variants, answers), 0, 1, share=3)
    assert found.partings == ()
    assert found.compared["sound"] > 10


def test_every_kind_of_step_is_compared() -> None:
    rules = rules_for(5)
    keys = {*play_agrees(rules, 1, 6, 150).compared, *edges_agree(rules, 0, 1, share=9).compared}
    assert {step.key for step in STEPS} <= keys


@pytest.mark.parametrize("players", [3, 6])
def test_every_position_of_play_is_sound_to_the_terms(players: int) -> None:
    """All that the solver is told holds of games: else it would overlook some."""
    from random import Random

    from advocatus.checks.play import random_steps

    rules, rng = rules_for(players, ("own-mix",)), Random(players)
    game, box = DiceDevils(rules), Box(rules)
    for _ in range(4):
        for step in random_steps(game, game.random_deal(rng), rng, 300):
            held = sound(NUMBERS, box, encode(box, step.after))
            assert {name for name, holds in held.items() if not holds} == set(), step.after


@pytest.mark.parametrize(("reading", "kind"), [("", UNSAT), ("bare", SAT)])
def test_no_die_is_left_out_but_where_the_second_roll_is_bare(reading: str, kind: str) -> None:
    rules = rules_for(3, (), {"satansbraten.reroll": reading} if reading else {})
    box = Box(rules)
    table = fresh(box, "swap")
    assert Query(sound(A, box, table)).ask(A.eq(table.fight.die, 0)).kind == kind


# ---------------------------------------------------------------- induction


@pytest.mark.parametrize(("players", "variants"), [(3, ()), (4, ()), (5, ()), (6, ()), (4, ("more-dice-offs",)),
                                                   (3, ("own-mix",)), (5, ("own-mix",)),
                                                   *(pytest.param(6, v, marks=pytest.mark.slow)
                                                     for v in (("more-dice-offs",), ("own-mix",)))])
def test_what_holds_of_a_position_is_kept(players: int, variants: tuple[str, ...]) -> None:
    rules = rules_for(players, variants)
    assert {name for name, k in kept(rules).kept.items() if k.kind != PROVED} == set()
    assert alone(rules)


def test_steps_that_cannot_be_made_are_those_of_ranks_that_are_not_there() -> None:
    assert set(kept(rules_for(3)).never) == {"force/force", "force/leave", "steal/steal", "steal/leave", "ask", "short"}
    assert set(kept(rules_for(6)).never) == {"short"}


@pytest.mark.slow
def test_other_readings_keep_it_too() -> None:
    for players, answers in ((6, OTHERWISE), (3, ADDED), (4, {**ADDED, "supply.short": "ends"})):
        rules = rules_for(players, (), answers)
        assert {name for name, k in kept(rules).kept.items() if k.kind != PROVED} == set()
        assert alone(rules)


# ---------------------------------------------------------------- terms wrong on purpose

Leads = Callable[..., Any]


def step_with(key: str, leads: Callable[[Leads], Leads]) -> Any:
    assert key in [step.key for step in STEPS]
    return tuple(evolve(s, leads=leads(s.leads)) if s.key == key else s for s in STEPS)


def piece_with(key: str, **parts: Callable[[Any], Any]) -> Any:
    assert key in [piece.key for piece in PIECES]
    piece = next(piece for piece in PIECES if piece.key == key)
    wrong = evolve(piece, **{name: change(getattr(piece, name)) for name, change in parts.items()})
    return tuple(wrong if p is piece else p for p in PIECES)


def then(change: Callable[[Any], Any]) -> Callable[[Leads], Leads]:
    """What a step or a piece does, and something more."""
    return lambda leads: lambda *args: change(leads(*args))


def instead(change: Callable[[Any, Any], Any]) -> Callable[[Leads], Leads]:
    """Something else, from the table before and after."""
    return lambda leads: lambda a, box, table, *act: change(table, leads(a, box, table, *act))


STEP_FAULTS: Mapping[str, Any] = {
    "nothing is taken from the heap": step_with("reveal/turn-up", instead(lambda t, u: evolve(u, heap=t.heap))),
    "a reveal too many": step_with("reveal/turn-up", then(
        lambda u: evolve(u, owed=evolve(u.owed, kind=frame("reveal"))))),
    "dice of nobody": step_with("roll/roll", instead(lambda t, u: evolve(u, dice=t.dice))),
    "the first roll is forgotten": step_with("roll/roll", then(lambda u: evolve(u, first=0))),
    "the marker lies nowhere": step_with("place/place", instead(lambda t, u: evolve(u, marks=t.marks))),
    "forcing is not remembered": step_with("force/force", then(lambda u: evolve(u, forced=False))),
    "he is asked for ever": step_with("force/leave", instead(lambda t, u: evolve(u, fight=t.fight))),
    "the thief gets nothing": step_with("steal/steal", instead(lambda t, u: evolve(u, hands=t.hands))),
    "who leaves it cannot swap": step_with("steal/leave", then(
        lambda u: evolve(u, owed=evolve(u.owed, kind=SETTLING)))),
    "what is taken is forgotten": step_with("exchange/take", then(lambda u: evolve(u, owed=evolve(u.owed, taken=0)))),
    "an exchange of nothing": step_with("give/give", instead(lambda t, u: evolve(u, hands=t.hands))),
    "ranks without dice": step_with("swap/swap", instead(lambda t, u: evolve(u, dice=t.dice))),
    "ranks stay": step_with("swap/swap", instead(lambda t, u: evolve(u, ranks=t.ranks))),
    "leaving takes ranks": step_with("swap/leave", instead(lambda t, u: evolve(u, ranks=t.ranks[::-1]))),
}
PIECE_FAULTS: Mapping[str, Any] = {
    "the place stays open": piece_with("over", leads=instead(lambda t, u: evolve(u, settled=t.settled))),
    "the lowest is asked": piece_with("ask", leads=then(lambda u: evolve(u, owed=evolve(u.owed, by=0)))),
    "all roll for a tie": piece_with("tie", leads=instead(
        lambda t, u: evolve(u, owed=evolve(u.owed, rolls=t.fight.seats)))),
    "the winner gets nothing": piece_with("win", leads=instead(lambda t, u: evolve(u, hands=t.hands))),
    "no ability": piece_with("win", leads=then(lambda u: evolve(u, owed=evolve(u.owed, kind=frame("swap"))))),
    "a claim leaves the object": piece_with("claim", leads=instead(lambda t, u: evolve(u, row=t.row))),
    "dice stay hidden": piece_with("fight", leads=instead(lambda t, u: evolve(u, shown=t.shown))),
    "the last seat wins": piece_with("count", leads=then(lambda u: evolve(u, winner=u.players - 1))),
    "the row does not close up": piece_with("round", leads=instead(lambda t, u: evolve(u, row=t.row))),
    "markers stay": piece_with("round", leads=instead(lambda t, u: evolve(u, marks=t.marks))),
    "a round does not count": piece_with("round", leads=instead(lambda t, u: evolve(u, turn=t.turn))),
    "two pieces at once": piece_with("tie", when=lambda when: lambda a, b, t: a.every((a.le(0, t.fight.at), True))),
    "an event too few": piece_with("claim", tells=lambda tells: lambda a, b, t: ()),
}


def _noticed(rules: Rules, mirror: DevilMirror) -> bool:
    if any(play_agrees(rules, seed, 3, 150, mirror=mirror).partings for seed in range(3)):
        return True
    if edges_agree(rules, 0, 1, mirror=mirror, share=3).partings:
        return True
    return bool(play_agrees(rules, 0, 2, 2_000, mirror=mirror).partings)  # games to their end


@pytest.mark.parametrize("name", STEP_FAULTS)
def test_a_fault_in_a_step_is_noticed(name: str) -> None:
    assert _noticed(rules_for(5), DevilMirror(rules_for(5), steps=STEP_FAULTS[name]))


@pytest.mark.parametrize("name", PIECE_FAULTS)
def test_a_fault_in_what_follows_is_noticed(name: str) -> None:
    assert _noticed(rules_for(5), DevilMirror(rules_for(5), pieces=PIECE_FAULTS[name]))


@pytest.mark.parametrize(("name", "lost"), [
    ("nothing is taken from the heap", "objects"), ("ranks without dice", "dice"),
    ("the marker lies nowhere", "markers"), ("the first roll is forgotten", "dice"),
    ("what is taken is forgotten", "won")])
def test_a_fault_in_a_step_breaks_what_is_kept(name: str, lost: str) -> None:
    """The step that is wrong and no other: with it the others could not be proved either."""
    rules = rules_for(5)
    faulty = tuple(wrong for wrong, right in zip(STEP_FAULTS[name], STEPS, strict=True) if wrong is not right)
    assert induce(A, cases(rules, faulty, ())).kept[lost].kind != PROVED


def test_two_pieces_at_once_are_noticed_by_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inducing, "PIECES", PIECE_FAULTS["two pieces at once"])
    assert not alone(rules_for(3))


NAME_FAULTS: Mapping[str, Callable[[Any, Any, Any, Any], Any]] = {
    "_lost": lambda a, t, seat, *_: True, "_lowest": lambda a, b, t, seat: True, "_values": lambda a, b, kind, *_: 1,
}


@pytest.mark.parametrize("word", NAME_FAULTS)
def test_a_fault_in_what_a_name_means_is_noticed(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_for(5, (), {"swap.whom": "lowest"})
    monkeypatch.setattr(lawful, word, NAME_FAULTS[word])
    assert any(play_agrees(rules, seed, 4, 200).partings for seed in range(4))


def test_every_name_of_a_guard_points_at_something() -> None:
    from advocatus.model.dice_devils.vocabulary import BY_FRAME, BY_MOVE, FRAME_ACTS, NAMES
    from advocatus.specs.dice_devils.places import place_of

    rules = rules_for(5)
    for kind in lawful.due_in(rules):
        place = place_of(rules, kind)
        for act in FRAME_ACTS[kind]:
            candidate = next((c for c in place.norms.candidates if c.act == act), None)
            of_frame = {word for words in BY_FRAME.values() for word in words}
            words = [n for n, known in NAMES.items() if not known.of_move and n not in of_frame]
            for word in (*words, *BY_FRAME.get(kind, ()), *BY_MOVE.get(act, ())):
                lawful.name(A, Box(rules), place.table, word, candidate)


# ---------------------------------------------------------------- clashes, gaps, what norms are for


def with_norm(rules: Rules, norm: Norm) -> Rules:
    clauses = tuple(evolve(c, norms=(*c.norms, norm)) if c.id == norm.clause else c for c in rules.edition.clauses)
    return make_rules(evolve(rules.edition, clauses=clauses), rules.players, (), dict(rules.answers))


@pytest.mark.parametrize("players", [3, 5, 6])
def test_nothing_in_the_text_leaves_a_player_without_a_move(players: int) -> None:
    assert SPEC.clashes(rules_for(players)) == SPEC.gaps(rules_for(players)) == ()


def test_a_clash_that_is_planted_is_found_with_its_norms() -> None:
    rules = with_norm(rules_for(5), Norm("swap.ranks/9", "swap.ranks", FORBID, "leave", (), None, None, 1))
    found = SPEC.clashes(rules)
    assert {w.frame for w in found} >= {"steal", "exchange"}
    for one in found:
        assert DiceDevils(rules).resolve(one.state, 0).moves == ()


def test_a_gap_that_is_planted_is_found() -> None:
    rules = rules_for(5)
    clauses = tuple(evolve(c, norms=()) if c.id == "markers.place" else c for c in rules.edition.clauses)
    assert [w.frame for w in SPEC.gaps(make_rules(evolve(rules.edition, clauses=clauses), 5))] == ["place"]


def test_every_norm_is_felt_where_its_rank_is() -> None:
    assert [f.norm.id for f in SPEC.liveness(rules_for(5)) if f.idle and f.what == "out"] == []
    idle = {f.norm.clause for f in SPEC.liveness(rules_for(3)) if f.idle and f.what == "out"}
    assert idle == {"rank.spielteufel", "rank.fehlerteufel"}


def test_a_norm_bites_and_readings_part() -> None:
    (bite,) = SPEC.bites(rules_for(5), ["rank.fehlerteufel/4"])
    assert (bite.frame, bite.move.act) == ("steal", "steal")
    assert SPEC.parted(rules_for(5), rules_for(5, (), {"points.triplets": "once"})) is None
    assert SPEC.parted(rules_for(5), rules_for(5, (), {"swap.whom": "lowest"})) is not None


@pytest.mark.parametrize(("players", "key", "value", "same"), [
    (3, "spielteufel.moment", "late", True), (3, "springteufel.ties", "rolls-again", True),
    (6, "springteufel.ties", "rolls-again", False), (3, "triplets.count", "once", False),
    (3, "setup.mix", "free", False), (3, "reveal.objects", 4, False)])
def test_a_switch_that_changes_nothing_is_proved_to(players: int, key: str, value: Any, same: bool) -> None:
    assert SPEC.turned(rules_for(players), key, value) == (same, None)
