"""Which clause a program departs from: the rules with one thing changed that give the same answers as the program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import evolve, frozen

from advocatus.model.acts import ACT
from advocatus.model.game import BadPosition
from advocatus.model.guard import And
from advocatus.model.norms import PERMIT, Norm
from advocatus.model.rulebook import Change
from advocatus.model.rules import Gap, Rules
from advocatus.model.trace import BadDocument

from .describing import Description, named
from .dropping import other_procedures, turned, with_change, without_clause, without_norm
from .following import OK, Follower, acts_for, wire
from .seeking import finish
from .suite import readings
from .vector import begun
from .walking import Play, walk


@frozen
class Mutant:
    """The rules with one thing changed: the clauses it belongs to, and what it is, in plain words."""

    clauses: tuple[str, ...]
    says: str
    rules: Rules
    norm: str = ""  # the norm left out
    own: bool = True  # whether the clause itself is changed, not how a question on it is answered
    move: str = ""  # what the norm is about that asks for less
    text: str = ""  # and what it asked for


@lru_cache(maxsize=16)
def mutants(rules: Rules) -> tuple[Mutant, ...]:
    """All single changes of some rules: norms left out, other procedures and values, guards let go, other readings.

    Those come first that change the least.
    """
    return (*_less(rules), *_procedures(rules), *values(rules), *_wholes(rules), *_guards(rules), *_readings(rules))


def _less(rules: Rules) -> Iterator[Mutant]:
    for norm in rules.norms:
        yield Mutant((norm.clause,), absent(norm.id), without_norm(rules, norm.id), norm.id)


def _procedures(rules: Rules) -> Iterator[Mutant]:
    for clause in dict.fromkeys(s.clause for s in rules.edition.switches):
        for change in other_procedures(rules, clause):
            yield Mutant((clause,), f"as if {change}", turned(rules, change))


@lru_cache(maxsize=16)
def values(rules: Rules) -> tuple[Mutant, ...]:
    """The rules with one value that a clause states one more or one less, for each such value."""
    return tuple(_values(rules))


def _values(rules: Rules) -> Iterator[Mutant]:
    stated = {fact.id: fact.clause for fact in rules.edition.facts if fact.clause}
    asked = {key: question.clauses[0] for question in rules.edition.questions if question.clauses
             for reading in question.readings.values() for key, _ in reading.change.facts}
    for key, clause in {**asked, **stated, **_for_so_many(rules)}.items():
        value = rules.given(key)
        if type(value) is int:
            for other in (value - 1, value + 1):
                made = with_change(rules, Change(facts=((key, other),)))
                yield Mutant((clause,), f"as if {key} were {other}, not {value}", made)


def _for_so_many(rules: Rules) -> dict[str, str]:
    """The facts that a clause for this number of players states, with the clause."""
    special = [c for c in rules.edition.clauses if c.players and c.id in rules.topics]
    return {fact.id: c.id for c in special for fact in rules.edition.facts if fact.clause and set(fact.at) & set(c.at)}


def _wholes(rules: Rules) -> Iterator[Mutant]:
    """Clauses left out that state something other than a single norm."""
    norms = Counter(norm.clause for norm in rules.norms)
    stated = {*(fact.clause for fact in rules.edition.facts), *(switch.clause for switch in rules.edition.switches)}
    for clause in rules.edition.clauses:
        if clause.id in rules.topics and (clause.id in stated or norms[clause.id] > 1):
            yield Mutant((clause.id,), absent(clause.id), without_clause(rules, clause.id))


def absent(key: str) -> str:
    """What is changed where a norm or a clause is left out."""
    return f"as if {key} were not there"


def _guards(rules: Rules) -> Iterator[Mutant]:
    for norm in rules.norms:
        if norm.when is not None:
            says = f"as if {norm.id} had no condition"
            yield Mutant((norm.clause,), says, without_guard(rules, norm), move=norm.move, text=norm.when.text)


@lru_cache(maxsize=16)
def looser(rules: Rules) -> tuple[Mutant, ...]:
    """The rules with one part of a condition let go, for each part of each norm that asks for several things.

    Those come first of whose condition the most is left; then norms of one window that hold in every window.
    """
    found: list[tuple[int, Mutant]] = []
    windows = wire(rules).windows
    for norm in rules.norms:
        if norm.during and set(norm.during) < set(windows):
            always = evolve(norm, id=f"{norm.id}-always", during=windows)
            found.append((0, _with(rules, norm, always, f"as if {norm.id} held in every window")))
        if norm.when is None or not isinstance(norm.when.tree, And):
            continue
        args = norm.when.tree.args
        for i in range(len(args)):
            left = (*args[:i], *args[i + 1:])
            tree = left[0] if len(left) == 1 else And(left)
            when = evolve(norm.when, tree=tree, text=f"{norm.when.text} # less {i + 1}")  # rules are one by their texts
            less = evolve(norm, id=f"{norm.id}-less", when=when)
            says = f"as if part {i + 1} of the condition of {norm.id} were not there"
            found.append((len(left), _with(rules, norm, less, says)))
    return tuple(mutant for _, mutant in sorted(found, key=lambda one: -one[0]))


def _with(rules: Rules, norm: Norm, other: Norm, says: str) -> Mutant:
    """The rules with another norm in the place of one."""
    made = with_change(rules, Change(without=(norm.id,), norms=(other,)))
    return Mutant((norm.clause,), says, made, move=norm.move, text=norm.when.text if norm.when else "")


def _readings(rules: Rules) -> Iterator[Mutant]:
    questions = {question.id: question for question in rules.edition.questions}
    for key, other in readings(rules):
        if other.digest != rules.digest:
            clauses = tuple(questions[key.partition("=")[0]].clauses)
            yield Mutant(clauses, f"as if it is read so: {key}", other, own=False)


def without_guard(rules: Rules, norm: Norm) -> Rules:
    """The rules with a norm that holds whatever its condition said."""
    free = evolve(norm, id=f"{norm.id}-free", when=None)
    return with_change(rules, Change(without=(norm.id,), norms=(free,)))


def would_permit(rules: Rules, play: Play, at: int) -> tuple[str, ...]:
    """The clause that would permit an act of a game if its condition asked for less; nothing if there is none.

    Of several, one that speaks of what is done; else one that permits that elsewhere; else which permits the least.
    """
    if at >= len(play.acts):
        return ()
    act = play.acts[at]
    permits = [m for m in (*looser(rules), *_guards(rules)) if m.move == named(act) and _allows(m, play, at)]
    best = min(permits, key=lambda m: _apt(m, play, at)) if permits else None
    if best is not None and _speaks(best.text, act):
        return best.clauses
    elsewhere = (n.clause for n in rules.norms
                 if n.mood == PERMIT and n.move == named(act) and n.when and _speaks(n.when.text, act))
    return tuple(elsewhere)[:1] or (best.clauses if best is not None else ())


def _speaks(text: str, act: Mapping[str, Any]) -> bool:
    """Whether a condition speaks of what an act names: a card, a claim."""
    words = [value.replace("-", "_") for key, value in act.items() if key != ACT and isinstance(value, str)]
    return any(re.search(rf"\b{re.escape(word)}\b", text) for word in words)


def _apt(mutant: Mutant, play: Play, at: int) -> tuple[bool, int]:
    """What goes first of several norms that ask for less: one that speaks of what is done, that which permits least."""
    return at >= len(play.acts) or not _speaks(mutant.text, play.acts[at]), _allows(mutant, play, at)


def _allows(mutant: Mutant, play: Play, at: int) -> int:
    """How many acts are allowed where an act of a game is done, it among them; 0 where it is not."""
    try:
        follower = Follower(mutant.rules, begun(mutant.rules, play.start))
        for act in play.acts[:at]:
            follower.apply(follower.read(act))
        many = len(follower.legal())
        return many if at < len(play.acts) and follower.apply(follower.read(play.acts[at])).word == OK else 0
    except (BadPosition, BadDocument, Gap):
        return 0


def permitting(rules: Rules, play: Play, at: int) -> tuple[str, ...]:
    """The clauses by which an act of a game is allowed; none where it is not."""
    follower = Follower(rules, begun(rules, play.start))
    for act in play.acts[:at]:
        follower.apply(follower.read(act))
    norms = {norm.id: norm.clause for norm in rules.norms}
    return tuple(dict.fromkeys(norms[key] for key in follower.judge(follower.read(play.acts[at]))["for"]))


def played_on(rules: Rules, play: Play) -> tuple[Mapping[str, Any], ...] | None:
    """The plainest acts from the end of a game to where the turn comes to rest, by some rules; none if it rests.

    None where nothing is allowed by those rules.
    """
    follower = Follower(rules, begun(rules, play.start))
    for act in play.acts:
        follower.apply(follower.read(act))
    settled = follower.settled
    over = follower.game.top(settled) is None or follower.game.at_rest(settled)
    if over:
        return ()
    return tuple(acts_for(rules, settled, finish(rules, settled))) if follower.legal() else None


@frozen
class Case:
    """A game in which a program parted from the rules, and what it answered."""

    play: Play
    result: Mapping[str, Any]
    at: int
    refused: bool = False  # the program does not take the start
    states: int = 0  # so many states were compared, the one that differs among them


def explains(mutant: Mutant, described: Description, case: Case) -> bool:
    """Whether a program that plays by these rules gives just these answers."""
    if case.refused:
        try:
            begun(mutant.rules, case.play.start)
        except BadPosition:
            return True
        except (BadDocument, Gap):
            pass
        return False
    walked = walk(mutant.rules, described, case.play, case.result)
    return walked.apart is None and walked.reached > case.at and len(walked.states) >= case.states


def explanations(rules: Rules, described: Description, case: Case) -> tuple[Mutant, ...]:
    """Every change of one thing in the rules that gives the answers of a case.

    Conditions let go are looked at where nothing else explains it, and whole ones last.
    """
    free = frozenset(m.says for m in _guards(rules))
    others = [m for m in mutants(rules) if m.says not in free]
    for some in (others, looser(rules), [m for m in mutants(rules) if m.says in free]):
        if found := tuple(m for m in some if explains(m, described, case)):
            return tuple(sorted(found, key=lambda m: _apt(m, case.play, case.at) if m.move else (False, 0)))
    return ()


def narrowed(found: Sequence[Mutant], described: Description, case: Case) -> tuple[Mutant, ...]:
    """Those of some changes that give the answers of another case too."""
    return tuple(m for m in found if explains(m, described, case))
