"""What is proved of proclamations: who is right, how early, both sides at once, what an object gained can spoil."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import z3
from attrs import evolve, frozen

from ...model.game import Move
from ...model.rules import Gap, Rules
from ...model.teufelsburg import moves as mv
from ...model.teufelsburg.cards import ALONE, SIDES
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.script import Script
from ...model.teufelsburg.setup import deal_faults
from ...model.teufelsburg.state import Deal, State
from ...model.teufelsburg.victory import NEEDS, shown_of
from ..algebra import Symbolic, Term, never
from ..promise import EXTENT, INVARIANT, POSSIBLE, Played, Promise
from ..prover import PROVED, SAT, UNKNOWN, UNSAT, VACUOUS, Answer, Model, Query
from .claims import agrees, claim_on, gone_through, judged, sound_parts
from .codes import CODES, KINDS, Box
from .deal import deal, first
from .decode import decode, evaluate
from .listing import Situation
from .promises import cited
from .situation import settled
from .table import Table
from .victory import BY, Claim, right, winning_set

_A = Symbolic(CODES)
YES, NO = "yes", "no"


@frozen
class Kind:
    """A kind of proclamation: for whom, and whether the proclaimer is of that association."""

    word: str
    own: bool = True

    @property
    def id(self) -> str:
        """Its part of a promise's id."""
        return self.word if self.own else f"{self.word}.foretold"

    @property
    def says(self) -> str:
        """Its name in a sentence."""
        if self.word == ALONE:
            return "a victory alone"
        return f"one's own victory with the {self.word}" if self.own else f"that the {self.word} has what it needs"


KINDS_OF_CLAIM = (*(Kind(word) for word in SIDES), Kind(ALONE), *(Kind(word, False) for word in SIDES))


def winning(rules: Rules) -> tuple[Promise, ...]:
    """All promises about proclamations. What needs a value that the rules do not give is ``unknown``."""
    found: list[Promise] = []
    box = Box(rules)
    for make in (conditions, first_turn, both_sides, spoilers):
        silent = "it is not told here who is right where the Drinks are objects on the hand" if box.drinks else ""
        try:
            found += () if silent else make(box)
        except Gap as gap:
            silent = str(gap)
        if silent:
            found.append(_told(box, f"victory.{make.__name__.replace('_', '-')}", "", INVARIANT, UNKNOWN, silent))
    return tuple(found)


def _told(box: Box, key: str, says: str, kind: str, verdict: str, detail: str, value: object = None,
          witness: object = None) -> Promise:
    clauses = cited(box.rules, ("victory.proclaim", "victory.needs", "victory.outnumbered", "victory.drink"))
    return Promise(key, says, kind, clauses, verdict, value, witness, detail)


def _state(box: Box, table: Table, model: Model) -> State:
    """The engine's state that a model tells."""
    return decode(box, evaluate(model, table))


def legal(box: Box, table: Table, word: str) -> Term:
    """Seat 0, on turn and choosing an action, may proclaim: by the norms."""
    return settled(_A, Situation(box, table, "action", BY)).legal_at(("proclaim", word))


def kinds_of_claim(box: Box) -> Iterator[Kind]:
    """The kinds of proclamation that some norm opens in some position."""
    table = first(_A, box)
    query = Query(sound_parts(box, table))
    for kind in KINDS_OF_CLAIM:
        may = legal(box, table, kind.word)
        if not never(may) and query.ask(may, _own(box, table, kind)).kind != UNSAT:
            yield kind


def _own(box: Box, table: Table, kind: Kind) -> Term:
    return True if kind.word == ALONE else _A.iff(claim_on(box, table, kind.word).ally(_A, BY), kind.own)


# ---------------------------------------------------------------- who is right


def conditions(box: Box) -> Iterator[Promise]:
    """For each kind of proclamation: the terms say what the engine says, on every sound position."""
    for kind in kinds_of_claim(box):
        gone = gone_through(box, kind.word, kind.own)
        verdict, table = agrees(box, gone, kind.own)
        says = f"The engine and the list of combinations judge alike whether it is right to proclaim {kind.says}."
        detail = (f"{gone.placed} placements of the needed objects, {len(gone.engine)} of them unlike,"
                  f" {sum(gone.engine.values())} right; the rest by proof")
        query = Query({**sound_parts(box, table), "own": _own(box, table, kind)})
        seen = query.ask(right(_A, claim_on(box, table, kind.word)))
        model = verdict.model or seen.model
        kept = VACUOUS if verdict.kind == PROVED and seen.kind == UNSAT else verdict.kind
        witness = None if model is None else _state(box, table, model)
        yield _told(box, f"victory.condition.{kind.id}", says, INVARIANT, kept, detail, gone.placed, witness)


# ---------------------------------------------------------------- the first turn


def first_turn(box: Box) -> Iterator[Promise]:
    """For each kind of proclamation: whether it can be right in the first turn, with a game or a proof of none."""
    table = first(_A, box)
    query = Query(deal(_A, box, table))
    for kind in kinds_of_claim(box):
        may = _A.every((legal(box, table, kind.word), _own(box, table, kind)))
        claim = claim_on(box, table, kind.word)
        answer = query.ask(may, right(_A, claim))
        says = f"Can it be right to proclaim {kind.says} in the first turn?"
        made = query.ask(may).kind
        wrong = {SAT: "it can be proclaimed in error", UNSAT: "it cannot be proclaimed at all"}.get(made, made)
        game = None if answer.model is None else _proclaimed(box, table, answer.model, claim)
        detail = "over every deal" if game else f"over every deal; {wrong}"
        yield _possible(box, f"victory.first-turn.{kind.id}", says, query, answer, game, detail)


def _possible(box: Box, key: str, says: str, query: Query, answer: Answer, witness: object, detail: str) -> Promise:
    """A question of what can be: answered if the solver answered and, for a yes, the engine agreed."""
    if answer.kind == SAT:
        if witness is None:
            return _told(box, key, says, POSSIBLE, UNKNOWN, "the engine does not follow the solver's answer")
        return _told(box, key, says, POSSIBLE, PROVED, detail, YES, witness)
    if answer.kind == UNSAT:
        return _told(box, key, says, POSSIBLE, PROVED if query.ask().kind == SAT else VACUOUS, detail, NO)
    return _told(box, key, says, POSSIBLE, UNKNOWN, answer.reason)


def deal_of(state: State) -> Deal:
    """The deal of a first position."""
    return Deal(state.hands, state.roles, state.sides, state.spare, state.leftover, state.rest, state.out, state.top,
                state.rows)


def _proclaimed(box: Box, table: Table, model: Model, claim: Claim) -> Played | None:
    """The proclamation played by the engine from the deal that the solver chose; None unless it is right there."""
    engine = Teufelsburg(box.rules)
    start = deal_of(_state(box, table, model))
    if deal_faults(box.rules, start):
        return None
    moves: list[Move] = [mv.Proclaim(BY, claim.word)]
    if claim.word != ALONE:
        own = start.sides[BY] == claim.word
        moves += [mv.Done(BY)] if own and box.points_out else []
        moves += [mv.NameAlly(BY, seat) for seat in range(1, box.players) if model.holds(claim.named[seat])]
        moves.append(mv.Done(BY))
    state = engine.start(start)
    for move in moves:
        if move not in engine.legal(state, BY):
            return None
        for event in engine.decide(state, move):
            state = engine.evolve(state, event)
    return Played(start, tuple(moves)) if state.verdict is not None and state.verdict.right else None


# ---------------------------------------------------------------- both at once


def both_sides(box: Box) -> Iterator[Promise]:
    """Whether both associations can hold a winning set: from the deal on, and in any sound position."""
    for name, says in (("deal", "Can both associations be dealt a winning set?"),
                       ("position", "Can both associations hold a winning set at once?")):
        table = first(_A, box)
        sound = deal(_A, box, table) if name == "deal" else {**sound_parts(box, table), "limit": _limited(box, table)}
        query = Query(sound)
        answer = query.ask(*(winning_set(_A, claim_on(box, table, side)) for side in SIDES))
        state = None if answer.model is None else _state(box, table, answer.model)
        confirmed = state if state is not None and _both(box, state) else None
        detail = "over every deal" if name == "deal" else "over every sound position; no game need come there"
        yield _possible(box, f"victory.both-sides.{name}", says, query, answer, confirmed, detail)


def _limited(box: Box, table: Table) -> Term:
    return _A.every(_A.le(table.size(_A, seat), box.limit) for seat in range(table.players))


def _both(box: Box, state: State) -> bool:
    """The engine finds both associations right: one of each can proclaim, naming those who hold what it needs."""
    return all(any(_right_for(box, state, side, by) for by, own in enumerate(state.sides) if own == side)
               for side in SIDES)


def _right_for(box: Box, state: State, side: str, by: int) -> bool:
    """The engine finds the seat right when it names all other holders of its association."""
    turned = evolve(state, hands=(*state.hands[by:], *state.hands[:by]), sides=(*state.sides[by:], *state.sides[:by]))
    script = Script(box.rules, turned)
    named = tuple(seat for seat, own in enumerate(turned.sides)
                  if seat != BY and own == side and shown_of(script, seat, NEEDS[side]))
    return judged(box.rules, turned, side, named)


# ---------------------------------------------------------------- gaining an object


def spoilers(box: Box) -> Iterator[Promise]:
    """For each kind of proclamation: the objects that can spoil it when the claimant's side gains one."""
    for kind in kinds_of_claim(box):
        if kind.own:
            yield _spoilers(box, kind)


def gained(box: Box, table: Table) -> tuple[Table, Mapping[str, Term], Term]:
    """The table after seat 0 or 1 has gained an object from the last seat or the pile, and the kind gained."""
    n = box.players
    kind, to, of = z3.Int("gained"), z3.Int("gainer"), z3.Int("loser")
    count = tuple(
        (*(_A.total((row[place], _A.ite(_A.every((_A.eq(kind, k), _A.eq(to, place))), 1, 0),
                     _A.ite(_A.every((_A.eq(kind, k), _A.eq(of, place))), -1, 0))) for place in range(n + 1)), row[-1])
        for k, row in zip(KINDS, table.count, strict=True)
    )
    after = evolve(table, count=count)
    conditions = {
        "places": _A.every((_A.member(to, frozenset((0, 1))), _A.member(of, frozenset((n - 1, n))))),
        "kind": _A.member(kind, frozenset(box.kinds)),
        "there": _A.every(_A.le(0, entry) for row in count for entry in row[:-1]),
        "bags stay": _A.implies(_A.no(table.turned), _A.lt(0, after.pile(_A))),
    }
    return after, conditions, kind


def _spoilers(box: Box, kind: Kind) -> Promise:
    table = first(_A, box)
    after, conditions, gain = gained(box, table)
    before, later = claim_on(box, table, kind.word), claim_on(box, after, kind.word)
    allies = True if kind.word == ALONE else _A.every(
        (before.ally(_A, BY), before.ally(_A, 1), _A.no(before.ally(_A, box.players - 1))))
    query = Query({
        **sound_parts(box, table), **conditions, "allies": allies, "may": legal(box, table, kind.word),
        "right": right(_A, before),
    })
    spoilt = _A.no(_A.every((legal(box, after, kind.word), right(_A, later))))
    found: dict[str, State] = {}
    says = f"What can spoil a right proclamation of {kind.says} when the claimant's side gains it?"
    key = f"victory.gain-spoils.{kind.id}"
    met = query.ask()
    while True:
        known = [CODES.code("card", word) for word in found]
        answer = query.ask(spoilt, *(_A.no(_A.eq(gain, code)) for code in known))
        if answer.kind == UNKNOWN or met.model is None:
            return _told(box, key, says, EXTENT, VACUOUS if met.kind == UNSAT else UNKNOWN, answer.reason)
        if answer.model is None:
            break
        code = answer.model.number(gain)
        found[CODES.value("card", code)] = _smallest(box, table, query, (spoilt, _A.eq(gain, code)), answer.model)
    witness = found[min(found)] if found else _state(box, table, met.model)
    detail = "over every sound position, the object coming from the pile or an opponent"
    return _told(box, key, says, EXTENT, PROVED, detail, tuple(sorted(found)) or "nothing", witness)


def _smallest(box: Box, table: Table, query: Query, terms: tuple[Term, ...], model: Model) -> State:
    """The position with the fewest objects in the hands of seats 0 and 1."""
    held = _A.total((table.size(_A, 0), table.size(_A, 1)))
    while True:
        fewer = query.ask(*terms, _A.lt(held, model.number(held)))
        if fewer.model is None:
            return _state(box, table, model)
        model = fewer.model
