"""What follows from the count of cards: hands, turns, that a card can always be played; by induction over its steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import z3

from ...model.caleira.state import deck
from ...model.rules import Rules
from ..algebra import Codes, Symbolic, Term
from ..induction import START, Case, Induction, induce
from ..prover import PROVED, UNKNOWN, prove
from .tally import NONE, PLAYING, RESOLVING, Tally, begun, drawn, fallen, invariants, passed_on, put_down

_A = Symbolic(Codes({}))


def fresh(players: int, active: int, out: int) -> Tally:
    """Any count with this seat on turn and this one out."""
    hands = tuple(z3.Int(f"hand{i}") for i in range(players))
    return Tally(z3.Int("pile"), hands, z3.Int("played"), z3.Int("lost"), z3.Int("turn"), z3.Int("phase"),
                 z3.Int("princesses"), active, out)


def _seats(rules: Rules) -> Iterator[tuple[int, int]]:
    """Who may be on turn while who is out; with two players nobody is and the game goes on."""
    n = rules.players
    falls = n > 2 and rules.value_of("princess.many") == "out"
    for active in range(n):
        yield from ((active, out) for out in (NONE, *(range(n) if falls else ())))


def steps(rules: Rules) -> Iterator[tuple[str, Tally, dict[str, Term], Tally]]:
    """Every kind of step of the count: its name, any count, when it is taken, and the count after it."""
    for active, out in _seats(rules):
        here = fresh(rules.players, active, out)
        where = f"seat {active}" + (f", {out} out" if out != NONE else "")
        resolving = {"phase": _A.eq(here.phase, RESOLVING)}
        if active != out:
            yield (f"draw: {where}", here, {"phase": _A.eq(here.phase, 0), "pile": _A.lt(0, here.pile)}, drawn(here))
            yield f"play: {where}", here, {"phase": _A.eq(here.phase, PLAYING)}, put_down(here)
        left = {**resolving, "cards left": _A.lt(0, _A.total(here.hands))}
        yield f"turn: {where}", here, left, passed_on(_A, here)
        if out == NONE and len(list(_seats(rules))) > rules.players:
            there = {**resolving, "a Princess": _A.lt(0, here.princesses)}
            for seat in range(rules.players):
                yield f"fall of {seat}: {where}", here, there, fallen(here, seat)


def cases(rules: Rules) -> list[Case]:
    """Every kind of step of the count, with each invariant before and after it."""
    found = [Case(START, {}, {}, dict(invariants(_A, rules, begun(rules))))]
    for name, before, premises, after in steps(rules):
        held = dict(invariants(_A, rules, before))
        found.append(Case(name, premises, held, dict(invariants(_A, rules, after)), before))
    return found


@lru_cache(maxsize=64)
def counted(rules: Rules) -> Induction:
    """What is kept of the invariants."""
    return induce(_A, cases(rules))


def kept(rules: Rules) -> str:
    """The verdict on all invariants together: proved, or what became of the first that is not."""
    return next((k.kind for k in counted(rules).kept.values() if k.kind != PROVED), PROVED)


def why_not(rules: Rules) -> str:
    """The first invariant that is not kept, and by which step; empty if all are."""
    return next((f"{name}: broken by {k.broken_by}" for name, k in counted(rules).kept.items() if k.kind != PROVED), "")


def falls(rules: Rules) -> tuple[str, int]:
    """The verdict on how many Princesses fall at most: one, if none is left where somebody is out."""
    for active, out in _seats(rules):
        here = fresh(rules.players, active, out)
        if out != NONE and prove(dict(invariants(_A, rules, here)), _A.eq(here.princesses, 0)).kind != PROVED:
            return UNKNOWN, rules.fact("cards.princess")
    return (kept(rules) if rules.fact("cards.princess") == 1 else UNKNOWN), 1


def turns(rules: Rules) -> tuple[str, int, int]:
    """The verdict on how many turns a game takes that is counted, the least and the greatest."""
    cards, lost = len(deck(rules)), rules.fact("setup.hand")
    if rules.players > 2 and rules.value_of("princess.many") == "count":
        return UNKNOWN, 1, cards  # a count may come in any turn
    least = cards - lost if len(list(_seats(rules))) > rules.players else cards
    for active, out in _seats(rules):
        here = fresh(rules.players, active, out)
        ended = {**dict(invariants(_A, rules, here)), "over": _A.eq(here.phase, RESOLVING),
                 "no cards": _A.every(_A.eq(hand, 0) for hand in here.hands)}
        low = least if out != NONE else cards
        claim = _A.every([_A.le(low, here.turn), _A.le(here.turn, cards)])
        if prove(ended, claim).kind != PROVED:
            return UNKNOWN, least, cards
    return kept(rules), least, cards
