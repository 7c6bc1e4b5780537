"""Rules with something left out: a norm alone, a clause with all that it states, or a procedure for another one."""

from __future__ import annotations

from attrs import evolve

from advocatus.model.families import families
from advocatus.model.rulebook import Change, Question, Reading
from advocatus.model.rules import Rules

DROPPED = "dropped"


def with_change(rules: Rules, change: Change) -> Rules:
    """The rules with a change put on top of everything, of the readings taken too."""
    last = Question(DROPPED, (), "", {DROPPED: Reading(DROPPED, "", change)}, DROPPED, "", (), "")
    edition = evolve(rules.edition, questions=(*rules.edition.questions, last))
    return Rules(edition, rules.players, rules.variants, rules.answers)


def without_norm(rules: Rules, norm: str) -> Rules:
    """The rules but for one norm, wherever it comes from."""
    return with_change(rules, Change(without=(norm,)))


def turned(rules: Rules, change: str) -> Rules:
    """The rules with another procedure for one thing: ``SWITCH=VALUE``."""
    switch, _, value = change.partition("=")
    return with_change(rules, Change(switches=((switch, value),)))


def other_procedures(rules: Rules, clause: str) -> tuple[str, ...]:
    """Every other procedure for the things that a clause states the procedure of: ``SWITCH=VALUE``."""
    known = families()[rules.edition.family].grammar.switches
    return tuple(f"{s.id}={value}" for s in rules.edition.switches if s.clause == clause
                 for value in known[s.id] if value != rules.value_of(s.id))


def without_clause(rules: Rules, clause: str) -> Rules:
    """The rules but for a clause: its norms, facts and procedures, that a rule is there, or that ranks count.
    """
    whole = rules.edition
    clauses = [c for c in whole.clauses if c.id != clause]
    if whole.precedence == clause:  # no rank goes before another then
        clauses = [evolve(c, norms=tuple(evolve(norm, rank=0) for norm in c.norms)) for c in clauses]
    edition = evolve(
        whole, clauses=tuple(clauses), precedence="" if whole.precedence == clause else whole.precedence,
        facts=tuple(f for f in whole.facts if f.clause != clause),
        switches=tuple(s for s in whole.switches if s.clause != clause),
    )
    return Rules(edition, rules.players, rules.variants, rules.answers)
