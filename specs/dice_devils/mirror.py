"""The symbolic side as seen from engine states: steps, what is legal, and states at the edges of what can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ...model.dice_devils.engine import DiceDevils
from ...model.dice_devils.state import State
from ...model.game import CHANCE
from ...model.rules import Rules
from ..algebra import Term, never
from ..decisions import Place
from ..families import Posed
from ..prover import UNKNOWN, Limit, Query
from .decode import act_of, agenda, decode, encode
from .lawful import DECISIONS, due_in, key_of, settled
from .places import NUMBERS, A, place_of
from .settle import PIECES, Piece, settling, tied
from .steps import STEPS, Act, Step
from .table import IN_FIGHT, NONE, Box, Table, many, parts

CHANCES = ("reveal", "roll", "again")


class DevilMirror:
    """See `specs.families.Mirror`, whose methods these are. Other steps and pieces may be planted."""

    def __init__(self, rules: Rules, steps: Sequence[Step] = STEPS, pieces: Sequence[Piece] = PIECES) -> None:
        self.box = Box(rules)
        self.engine = DiceDevils(rules)
        self.steps = {(step.frame, step.act): step for step in steps}
        self.pieces = pieces

    def step(self, before: State, move: Any) -> str:
        """The step of a move with the pieces that follow; empty where it cannot be made."""
        step = self.steps.get((before.agenda[0].kind, move.act))
        table, act = encode(self.box, before), act_of(self.box, before, move)
        return step.key if step is not None and step.can(NUMBERS, self.box, table, act) else ""

    def leads(self, table: Table, step: Step, act: Act) -> tuple[Table, frozenset[str]]:
        """The table after a step and all that follows of itself, and the tags of all events but that of what is owed.

        Raises `ValueError` where not exactly one piece follows.
        """
        table, tags = step.leads(NUMBERS, self.box, table, act), set(step.tells)
        while settling(NUMBERS, table):
            found = [piece for piece in self.pieces if piece.when(NUMBERS, self.box, table)]
            if len(found) != 1:
                raise ValueError(f"{len(found)} pieces follow: {', '.join(piece.key for piece in found)}")
            tags |= {tag for tag, happens in found[0].tells(NUMBERS, self.box, table) if happens}
            table = found[0].leads(NUMBERS, self.box, table)
        return table, frozenset(tags)

    def broken(self, before: State, move: Any, after: State, tags: Collection[str]) -> tuple[str, ...]:
        """The parts of a table that are otherwise after the move than the state is, and events that part."""
        if not self.step(before, move):
            return ("there",)
        step = self.steps[before.agenda[0].kind, move.act]
        try:
            table, told = self.leads(encode(self.box, before), step, act_of(self.box, before, move))
        except ValueError as error:
            return (str(error),)
        theirs = dict(parts(encode(self.box, after)))
        apart = [name for name, mine in parts(table) if _stripped(mine) != _stripped(theirs[name])]
        if agenda(after, table.owed) != after.agenda:
            apart.append("agenda")
        owes = {"owes"}  # every answer of a frame tells it
        return (*apart, *(f"event {tag}" for tag in sorted((told | owes) ^ {*tags, *owes})))

    def elsewhere(self, before: State, move: Any, after: State) -> bool:  # noqa: ARG002
        """Whether it can lead to another table too: not where exactly one piece follows, which `alone` proves."""
        return False

    def legal(self, state: State, seat: int) -> Mapping[Any, bool] | None:
        """For each candidate of the engine's seat, whether it is legal by the numbers; None where chance decides."""
        if state.agenda[0].kind not in DECISIONS:
            return None
        found = settled(NUMBERS, self.box, encode(self.box, state))
        return {move: found.legal_at(key_of(move)) for move in self.engine.resolve(state, seat).candidates}

    def posed(self, share: int = 1) -> Iterator[Posed]:
        """For every kind of frame a state for each edge. Of every `share`-th kind all edges, of each other one."""
        rules = self.box.rules
        for i, kind in enumerate((*CHANCES, *due_in(rules))):
            found = self._posed(place_of(rules, kind))
            yield from found if (i + rules.players) % share == 0 else islice(found, 1)

    def _posed(self, place: Place) -> Iterator[Posed]:
        for name, edge in edges(place):
            if never(edge):
                continue
            answer = Query(place.keeps).ask(edge)
            if answer.kind == UNKNOWN:
                raise Limit(answer.reason)
            if answer.model is None:
                continue
            state, model = decode(answer.model, place.table), answer.model
            legal = {move: model.holds(place.norms.legal_at(key_of(move)))
                     for move in self.engine.resolve(state, 0).candidates} if place.kind in DECISIONS else {}
            yield Posed(f"{place.kind}: {name}", state, 0 if place.kind in DECISIONS else CHANCE, legal)


def _stripped(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Without the nothing at the end: tables may have places that neither row reaches."""
    row = list(terms)
    while row and (row[-1] is False or row[-1] == 0):
        row.pop()
    return tuple(row)


def edges(place: Place) -> Iterator[tuple[str, Term]]:
    """What is asked for at a kind of frame, by name."""
    table, box, fight = place.table, Box(place.rules), place.table.fight
    yield "plain", True
    for norm, shuts in place.norms.shuts:
        yield f"{norm.id} closes something", A.some(shuts)
        yield f"{norm.id} closes nothing", A.no(A.some(shuts))
    yield "an empty heap", A.eq(A.count(table.heap, None), 0)
    yield "few face-down", A.every((A.lt(0, A.count(table.heap, None)), A.lt(A.count(table.heap, None), box.most)))
    yield "somebody has enough", A.some(
        A.le(box.rules.fact("end.objects"), A.count(hand, None)) for hand in table.hands)
    yield "nearly everybody has enough", A.every(
        A.le(box.rules.fact("end.objects") - 1, A.count(hand, None)) for hand in table.hands)
    if place.kind in ("place", *IN_FIGHT):
        yield "all at one object", A.every(A.eq(mark, NONE) if seat == table.owed.by and place.kind == "place"
                                           else A.eq(mark, 0) for seat, mark in enumerate(table.marks))
        for i in range(1, min(3, len(table.row))):
            yield f"somebody at place {i}", A.every((
                A.some(table.wants(A, i)), A.no(table.settled[i]), A.no(A.eq(fight.at, i))))
    if place.kind == "place":
        yield "the last marker", A.eq(many(A, (A.eq(mark, NONE) for mark in table.marks)), 1)
    if place.kind in ("again", "force"):
        best = tied(A, box, table)
        yield "the last roll", A.eq(many(A, table.owed.rolls), 1)
        yield "a tie", A.lt(1, many(A, best))
        yield "rolled again", fight.again
        yield "forced", table.forced

