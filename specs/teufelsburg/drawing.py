"""How many objects one turn can bring into play: a bound that no step of a turn breaks.

`still` is what a turn can still draw: what is owed already, and what the trades that are left can bring. There are two
kinds of trade, the one of the action and the Diplomat's. Each brings one object at most, since no bag goes for a bag;
and the Diplomat, used up, works again only after Tome or Coat took it away and brought it back fresh. The bound is
proved over the steps: no step leaves more to draw than there was, less what it drew. Seat 0 is on turn, by rotation,
and trades with seat 1. What follows of itself after each move is proved apart, once for all steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import z3
from attrs import evolve, frozen

from ...model.game import CHANCE
from ...model.rules import Gap, Rules
from ...model.teufelsburg.cards import COAT, DIPLOMAT, TOME
from ...model.teufelsburg.vocabulary import STRUGGLE
from ..algebra import ABSENT, Algebra, Symbolic, Term
from ..promise import EXTENT, Promise
from ..prover import BOUNDED, PROVED, SAT, UNKNOWN, UNSAT, VACUOUS, Query
from ..settling import Candidate
from .codes import BAG_KINDS, CODES, KINDS, Box, card, frame_code
from .deal import deal, first
from .effects import Act
from .emptying import demands_late, earliest, in_one_turn
from .invariant import turning
from .listing import Situation
from .promises import cited
from .scores import opens
from .situation import Unspoken, settled
from .standing import never_there
from .step import Step, after, always, enabled, owner
from .steps import STEPS
from .table import EMPTY, Slot, Table, fresh, is_frame

_A = Symbolic(CODES)
ON_TURN, PARTNER = 0, 1
DEPTH = 7  # slots of an agenda: a frame and what it lies on, one slot for each thing that `still` asks of the rest
OPEN = ("offer", "answer", "demand", "demand-what", "demand-bag", "trade-on")  # a trade that has not come about yet
AFTERMATH = ("reward", "duel.choice", "steal", "give-back", "tribute")
COMING = tuple(kind for kind in STRUGGLE if kind not in AFTERMATH)  # a struggle that may still end in a stand-off
ROLE_TEXTS = frozenset((card(TOME), card(COAT)))
FIXED = ("activate", "retrain", "draw")  # what changes occupations or draws lies on another text or on the turn alone

FRESH, USED, AWAY = "fresh", "used", "away"  # the Diplomat: face-down with who is on turn, face-up there, elsewhere
# What the trades left can bring, with the action to come and without, by where the Diplomat is:
TRADES = {True: {FRESH: 3, AWAY: 2, USED: 1}, False: {FRESH: 1, AWAY: 0, USED: 0}}
OPENED = {True: {FRESH: 3, AWAY: 3, USED: 3}, False: {FRESH: 2, AWAY: 2, USED: 1}}  # the same with a trade under way
# and the same where the Diplomat may not demand after the action:
EARLY = {True: {FRESH: 2, AWAY: 1, USED: 1}, False: {FRESH: 0, AWAY: 0, USED: 0}}
EARLY_OPENED = {True: {FRESH: 2, AWAY: 2, USED: 2}, False: {FRESH: 1, AWAY: 1, USED: 1}}
TO_COME = {0: {FRESH: FRESH, USED: USED, AWAY: AWAY}, 1: {FRESH: FRESH, USED: AWAY, AWAY: FRESH},
           2: {FRESH: FRESH, USED: FRESH, AWAY: FRESH}}  # by texts of Tome and Coat due: the best that can become of it


def some_frame(a: Algebra, table: Table, *kinds: str) -> Term:
    """A frame of one of these kinds is owed."""
    return a.some(is_frame(a, slot, *kinds) for slot in table.agenda)


def diplomat_is(a: Algebra, table: Table, where: str) -> Term:
    """The Diplomat is there: see `FRESH`, `USED`, `AWAY`."""
    mine, shown = a.eq(table.roles[ON_TURN], card(DIPLOMAT)), table.shown[ON_TURN]
    return {FRESH: a.every((mine, a.no(shown))), USED: a.every((mine, shown)), AWAY: a.no(mine)}[where]


def _by_place(a: Algebra, table: Table, values: Mapping[str, int]) -> Term:
    used = a.ite(diplomat_is(a, table, USED), values[USED], values[AWAY])
    return a.ite(diplomat_is(a, table, FRESH), values[FRESH], used)


def still(a: Algebra, table: Table, ordered: bool = False, late: bool = True) -> Term:
    """The most objects that this turn can still draw.

    `ordered`: somebody may be asked which of two texts is first; `late`: the Diplomat may demand after the action.
    """
    bags = a.total(
        a.ite(is_frame(a, slot, "draw"), 1, a.ite(a.every((
            is_frame(a, slot, "activate"), a.member(slot.card, frozenset(BAG_KINDS)), a.no(table.turned))), 1, 0))
        for slot in table.agenda)
    texts = a.total(
        a.ite(a.some((is_frame(a, slot, "retrain"), a.every((
            is_frame(a, slot, "activate"), a.member(slot.card, ROLE_TEXTS))))), 1, 0)
        for slot in table.agenda)
    if ordered:
        pairs = [(is_frame(a, slot, "text-order"), kind) for slot in table.agenda for kind in (slot.card, slot.other)]
        bags = a.total((bags, *(a.ite(a.every((there, a.member(kind, frozenset(BAG_KINDS)), a.no(table.turned))), 1, 0)
                                for there, kind in pairs)))
        texts = a.total((texts, *(a.ite(a.every((there, a.member(kind, ROLE_TEXTS))), 1, 0) for there, kind in pairs)))
    acts = some_frame(a, table, "action")

    def trades(by_action: Mapping[bool, Mapping[str, int]], best: Mapping[str, str]) -> Term:
        then, otherwise = ({where: by_action[left][best[where]] for where in best} for left in (True, False))
        return a.ite(acts, _by_place(a, table, then), _by_place(a, table, otherwise))

    free, under_way = (TRADES, OPENED) if late else (EARLY, EARLY_OPENED)
    to_come = a.ite(a.eq(texts, 0), trades(free, TO_COME[0]),
                    a.ite(a.eq(texts, 1), trades(free, TO_COME[1]), trades(free, TO_COME[2])))
    opened = trades(under_way, TO_COME[0])
    coming = a.ite(some_frame(a, table, *COMING), 1, 0)
    return a.total((bags, coming, a.ite(some_frame(a, table, *OPEN), opened, to_come)))


def kept(a: Algebra, table: Table) -> Term:
    """What every step of a turn keeps: a trade before the action is the Diplomat's, who lies there used."""
    early = a.every((some_frame(a, table, *OPEN), some_frame(a, table, "action")))
    return a.implies(early, diplomat_is(a, table, USED))


def _nothing_else(_: Box, __: Table) -> Mapping[str, Term]:
    return {}


@frozen
class Measure:
    """What is bounded by steps: `less` tells that a step brings no more than it takes from what a turn can still bring.

    It is told the step (None: what follows of itself), and the tables before and after. What is `given` is proved
    elsewhere to hold of every position; what every step `keeps` is proved with the bound.
    """

    less: Callable[[Step | None, Table, Table], Term]
    given: Callable[[Box, Table], Mapping[str, Term]] = _nothing_else
    keeps: Callable[[Box, Table], Term] = lambda _, table: kept(_A, table)


def draws(box: Box) -> Measure:
    """The bound over steps of what a turn draws."""
    ordered, late = _ordered(box), demands_late(box.rules)

    def less(step: Step | None, before: Table, later: Table) -> Term:
        drawn = 1 if step is not None and step.frame == "draw" else 0
        return _A.le(_A.total((still(_A, later, ordered, late), drawn)), still(_A, before, ordered, late))

    return Measure(less)


# ---------------------------------------------------------------- every step of a turn


def _tops(kind: str) -> Iterator[Slot]:
    """The frame of a step, by who owes it to whom: the parties of a trade are known."""
    parts = {part: z3.Int(f"top.{part}") for part in ("card", "other", "demanded", "mark")}
    code = frame_code(kind)
    if kind in ("action", "end", *OPEN) and kind != "answer":
        yield Slot(code, ON_TURN, PARTNER, **parts)
    elif kind == "answer":
        yield Slot(code, PARTNER, ON_TURN, **parts)
    elif kind == "activate":
        yield Slot(code, ON_TURN, PARTNER, **parts)
        yield Slot(code, PARTNER, ON_TURN, **parts)
    else:
        yield Slot(code, z3.Int("top.by"), z3.Int("top.to"), **parts)


def _agendas(box: Box, table: Table, top: Slot, kind: str) -> Iterator[Table]:
    """What a frame can lie on: the turn, or the other text of a trade and the turn; others on anything."""
    base = Slot(_A.ite(z3.Bool("base.action"), frame_code("action"), frame_code("end")), ON_TURN)
    empty = tuple(EMPTY for _ in table.agenda)
    if kind in ("action", "end"):
        yield evolve(table, agenda=(top, *empty[1:]))
    elif kind in (*FIXED, *OPEN, "stand-off", "text-order"):
        yield evolve(table, agenda=(top, base, *empty[2:]))
        if kind in ("stand-off", "draw") and box.draws_too:
            reward = Slot(frame_code("reward"), z3.Int("reward.by"), z3.Int("reward.to"))
            yield evolve(table, agenda=(top, reward, base, *empty[3:]))
        if kind in OPEN and box.tries_on:  # somebody has refused already; a demand does not lie on that
            trying = Slot(frame_code("trade-on"), ON_TURN, z3.Int("trying.last"))
            yield evolve(table, agenda=(evolve(top, demanded=ABSENT), trying, base, *empty[3:]))
        if kind in FIXED:
            for by, to in ((ON_TURN, PARTNER), (PARTNER, ON_TURN)):
                other = Slot(frame_code("activate"), by, to, z3.Int("second.card"), z3.Int("second.other"))
                yield evolve(table, agenda=(top, other, base, *empty[3:]))
    else:
        more = len(table.agenda) - DEPTH
        yield evolve(table, agenda=(top, *table.agenda[1:DEPTH], *empty[len(empty) - more:]))


def _ordered(box: Box) -> bool:
    return box.rules.value_of("trade.first") == "on-turn"


def open_to(box: Box, step: Step) -> bool:
    """Whether the rules have the frame of the step, and some norm can open it at all."""
    if step.act != "use":
        return step.frame != "text-order" or _ordered(box)
    word = step.role
    use = Candidate("use", ("use", word), True, False, {"card": card(word) if word else z3.Int("card")})
    return opens(box.rules, step.frame, use)


def _allowed(box: Box, table: Table, step: Step, act: Act) -> Term:
    """What the norms leave of the moves that would bring more: the Diplomat's use and what is given for a bag."""
    if step.key == "answer/return":
        legal = settled(_A, Situation(box, table, "answer", PARTNER))
        return _A.some(_A.every((_A.eq(act.card, kind), legal.legal_at(("return", kind)))) for kind in KINDS)
    if step.role == DIPLOMAT:
        owes = step.frame in ("action", "end")
        mine = settled(_A, Situation(box, table, step.frame, ON_TURN, owes)).legal_at(("use",))
        theirs = settled(_A, Situation(box, table, step.frame, PARTNER, False)).legal_at(("use",))
        return _A.some((_A.every((_A.eq(act.by, ON_TURN), mine)), _A.every((_A.eq(act.by, PARTNER), theirs))))
    return True


def _breaks(box: Box, table: Table, step: Step, measure: Measure) -> Term:
    """The step is taken from this table and breaks the bound."""
    top = table.agenda[0]
    by = top.by if step.who is owner else z3.Int("act.by")
    to = PARTNER if step.act == "trade" or step.frame == "demand" else z3.Int("act.to")
    act = Act(by, to, z3.Int("act.card"), z3.Int("act.choice"))
    later = step.leads(_A, box, table, act)
    fits = _A.every((measure.less(step, table, later), measure.keeps(box, later)))
    return _A.every((
        *enabled(_A, box, step, table, act).values(), _A.le(CHANCE, act.by), _A.lt(act.by, box.players),
        _allowed(box, table, step, act), _A.no(fits)))


def _premises(box: Box, table: Table, measure: Measure) -> Mapping[str, Term]:
    """What is known of a table from which a step is taken."""
    top = table.agenda[0]
    return {
        **_sound(box, table), **measure.given(box, table), "kept": measure.keeps(box, table),
        "seats": _A.every(_A.every((_A.le(0, seat), _A.lt(seat, box.players))) for seat in (top.by, top.to)),
    }


def _sound(box: Box, table: Table) -> Mapping[str, Term]:
    return {
        "turning": turning(_A, box, table),
        "piled": _A.every(_A.le(0, row[table.players]) for row in table.count),
        "two people": _A.no(_A.eq(table.roles[ON_TURN], table.roles[PARTNER])),
    }


def _told_anew(table: Table) -> Table:
    """The same table; its objects may have moved, so that the pile is looked at again."""
    return evolve(table, count=tuple(row for row in table.count))


def _settling_breaks(box: Box, table: Table, measure: Measure) -> str:
    """Whether what follows of itself after a move can leave more to come in the same turn: sat, unsat or unknown.

    `vacuous` if nothing can follow: then nothing is shown.
    """
    by, to = z3.Int("act.by"), z3.Int("act.to")
    still_there = Step("", "", always, lambda _, __, before, ___: _told_anew(before), (),
                       gets=lambda _, act: (act.by, act.to))
    later = after(_A, box, still_there, table, Act(by, to))
    fits = _A.every((measure.less(None, table, later), measure.keeps(box, later)))
    conditions = {
        "kept": measure.keeps(box, table), "same turn": _A.eq(later.turn, table.turn),
        "seats": _A.every(_A.every((_A.le(0, seat), _A.lt(seat, box.players))) for seat in (by, to)),
    }
    query = Query(conditions)
    return query.ask(_A.no(fits)).kind if query.ask().kind == SAT else VACUOUS


def _blank(box: Box, depth: int) -> Table:
    return evolve(fresh(box, "table", depth), active=ON_TURN, over=False)


def breaking(box: Box, measure: Measure | None = None) -> Iterator[tuple[str, str]]:
    """The steps not proved to keep the bound, and whether they break it, can never be taken, or the solver gave up.

    Without a measure the bound is that of `draws`.
    """
    measure = measure or draws(box)
    if (found := _settling_breaks(box, _blank(box, DEPTH), measure)) != UNSAT:
        yield "what follows of itself", found
    groups: dict[tuple[str, int], list[Step]] = {}
    for step in STEPS:
        if step.frame not in never_there(box) and open_to(box, step):
            groups.setdefault((step.frame, max(0, step.grows(box))), []).append(step)
    for (kind, more), steps in groups.items():
        tables = [table for top in _tops(kind) for table in _agendas(box, _blank(box, DEPTH + more), top, kind)]
        # what is given can leave a kind of frame out, but not the action of a turn, nor all that a frame can lie on
        given = measure if kind == "action" else evolve(measure, given=_nothing_else)
        if all(Query(_premises(box, table, given)).ask().kind == UNSAT for table in tables):
            yield f"no table has {kind} due", VACUOUS
        for table in tables:
            query = Query(_premises(box, table, measure))
            for step in steps:
                if (answer := query.ask(_breaks(box, table, step, measure)).kind) != UNSAT:
                    yield step.key, answer


# ---------------------------------------------------------------- the promises

_CLAUSES = ("object.bag", "profession.diplomat", "object.tome", "object.coat", "duel.stand-off", "object.bag.no-bag",
            "object.bag.turns")


def most_a_turn(rules: Rules) -> int:
    """The most objects that a turn can draw, where the bound of `draws` holds and the Diplomat is on turn first."""
    return (TRADES if demands_late(rules) else EARLY)[True][FRESH]


def drawing(rules: Rules) -> tuple[Promise, ...]:
    """The most objects of a turn, and the earliest turn in which the pile can be used up."""
    box = Box(rules)
    try:
        broken = sorted(set(breaking(box)))
        table = first(_A, box)
        met = Query(deal(_A, box, table)).ask(_A.eq(table.roles[ON_TURN], card(DIPLOMAT)))
    except (Gap, Unspoken) as silent:
        broken, met = [(str(silent), UNKNOWN)], None
    if broken or met is None or met.kind == UNKNOWN:
        detail = f"no bound is proved: {', '.join(f'{key} ({found})' for key, found in broken)}"
        return _turn(box, UNKNOWN, None, None, detail), _pile(box, UNKNOWN, None, None, detail)
    most = most_a_turn(rules) if met.kind == SAT else max(1, most_a_turn(rules) - 1)
    return _most(box, most), _earliest(box, most)


def _turn(box: Box, verdict: str, value: object, witness: object, detail: str) -> Promise:
    return Promise("turn.draws", "How many objects can one turn draw at most?", EXTENT, cited(box.rules, _CLAUSES),
                   verdict, value, witness, detail)


def _pile(box: Box, verdict: str, value: object, witness: object, detail: str) -> Promise:
    return Promise("pile.used-up", "In which turn can the pile be used up at the earliest?", EXTENT,
                   cited(box.rules, _CLAUSES), verdict, value, witness, detail)


def _most(box: Box, most: int) -> Promise:
    game = in_one_turn(box.rules, most)
    detail = "no step of a turn leaves more to draw than there was"
    if game is None:
        return _turn(box, BOUNDED, most, None, f"{detail}; no game was found that draws so many")
    return _turn(box, PROVED, most, game, f"{detail}; reached in the first turn from a deal")


def _earliest(box: Box, most: int) -> Promise:
    pile = box.in_play - box.players * (int(box.rules.fact("setup.hand")) + box.drinks)
    low = -(-pile // most)
    found = earliest(box.rules, most)
    detail = f"{pile} objects, at most {most} a turn"
    if found is None:
        return _pile(box, BOUNDED, low, None, f"{detail}: not before turn {low}; no game was found that uses it up")
    game, turn = found
    if turn == low:
        return _pile(box, PROVED, turn, game, f"{detail}; reached by a game")
    return _pile(box, BOUNDED, (low, turn), game, f"{detail}: not before turn {low}; a game was found to turn {turn}")
