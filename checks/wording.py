"""Clauses that hold no norm and no value: which of them are cited in play, and which nothing asks for.

Legality reads norms, and procedures read facts, switches and the clauses that they cite. A clause that is none of these
and that no procedure can cite could be taken out and every game would stay as it is: it says what a word means, tells
what other clauses bring about, or it is so in every game of the family, whatever a rulebook says.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib.resources import files
from random import Random

from advocatus.model.rules import Gap, Rules

from .deriving import game_of
from .play import random_steps
from .row import BOUNDED, PROVED, Row

UNASKED = "unasked"
GAMES, MOVES = 40, 150


def bare_clauses(rules: Rules) -> tuple[str, ...]:
    """The clauses in force that hold no norm, give no fact and no switch, and do not say which rank goes first."""
    edition = rules.edition
    giving = {f.clause for f in edition.facts} | {s.clause for s in edition.switches} | {edition.precedence}
    holding = {norm.clause for norm in rules.norms} | giving
    return tuple(c.id for c in edition.clauses if c.in_force(rules.variants, rules.players) and c.id not in holding)


@cache
def named_in(family: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words that a family's modules spell out, and the beginnings of those that they put together."""
    words, beginnings = set[str](), set[str]()
    for path in sorted(files(f"advocatus.model.{family.replace('-', '_')}").iterdir(), key=lambda p: p.name):
        if path.name.endswith(".py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case ast.JoinedStr(values=[ast.Constant(value=str(word)), *_]):
                        beginnings.add(word)
                    case ast.Constant(value=str(word)):
                        words.add(word)
    return frozenset(words), tuple(sorted(b for b in beginnings if "." in b))


def can_be_cited(rules: Rules, clause: str) -> bool:
    """Whether the source of the family's procedures names a clause, or puts together words that begin as it does."""
    words, beginnings = named_in(rules.edition.family)
    return clause in words or clause.startswith(beginnings)


def cited(rules: Rules, seed: int) -> frozenset[str]:
    """The clauses that events of seeded random games cite."""
    game, rng = game_of(rules), Random(f"{seed}/{rules.digest}")
    found: set[str] = set()
    for _ in range(GAMES):
        try:
            for step in random_steps(game, game.random_deal(rng), rng, MOVES):
                found.update(clause for event in step.events for clause in event.clauses)
        except Gap:
            continue
    return frozenset(found)


def wording_rows(rules: Rules, seed: int) -> list[Row]:
    """A row for each clause that nothing asks for, for each that came up in no game tried, and for all the others."""
    bare, met = bare_clauses(rules), cited(rules, seed)
    rows = []
    for clause in bare:
        if clause in met:
            continue
        if can_be_cited(rules, clause):
            rows.append(Row.of(rules, clause, "idle", BOUNDED, clauses=(clause,), value=GAMES,
                               summary="a procedure may rest on it, and none did in so many random games"))
        else:
            rows.append(Row.of(rules, clause, "idle", PROVED, clauses=(clause,), value=UNASKED,
                               summary="it holds no norm and no value, and no procedure can rest on it: it says what a "
                               "word means, tells what others bring about, or is so in every game of the family"))
    says = "so many clauses that hold no norm and no value are what some event of random games rests on"
    return [*rows, Row.of(rules, "clauses", "idle", BOUNDED, value=len(met & {*bare}), summary=says)]
