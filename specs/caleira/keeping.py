"""What every position of a game keeps, proved by induction over the steps; and that each effect makes a turn shorter.

A queue of two frames is enough: a step looks at no more of it than the frame on top and whether another follows, and
treats every other frame alike; what it sets off is new. So each frame that waits is the one that waits here. Likewise
few pieces are looked at: those that frames and moves name, and two more, which stand for any two; all others are only
counted, by seat and kind, for a step leaves them where they are or moves them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

import z3
from attrs import evolve

from ...model.caleira.cards import BATTLEMENTS, NOBODY, PRINCESS
from ...model.caleira.frames import EFFECTS
from ...model.game import CHANCE
from ...model.rules import Rules
from ..algebra import Algebra, Symbolic, Term, at, ne
from ..induction import START, Case, Induction, induce
from ..prover import PROVED, UNKNOWN
from .lawful import DECISIONS, settled
from .measure import HIDDEN, Weights, weights
from .places import due_in
from .position import EFFECT_CODES, Owed, Position, frame_code, fresh, nothing, owed, part, pieces, size, table_of
from .steps import STEPS, Act, Step, enabled, outcome
from .table import CODES, OFF, Box, code

A = Symbolic(CODES)
DEPTH = 4  # a frame on top, one that waits, and two that a step adds at most
LIGHTER, ONCE = OF_STEPS = ("every effect carried out leaves less to do", "a Princess falls once")
PLAYING = ("draw", "play", "place")
MOST = 6  # pieces that stand in positions that the solver is to choose


def is_kind(a: Algebra, frame: Owed, *kinds: str) -> Term:
    """Whether a frame is of one of these kinds."""
    return a.member(frame.kind, [frame_code(kind) for kind in kinds])


def pile(a: Algebra, p: Position) -> Term:
    """How many cards the pile has."""
    return a.total((*(a.ite(a.eq(card, 0), 0, 1) for card in p.top), *p.rest.values()))


def _due(a: Algebra, p: Position) -> Term:
    """1 while the card of this turn is not played."""
    return a.ite(is_kind(a, p.queue[0], *PLAYING), 1, 0)


# ---------------------------------------------------------------- what is kept


def keeps(a: Algebra, box: Box, p: Position) -> Mapping[str, Term]:
    """What holds of every position that a game comes to, by name; of one that is over, that no card is lost."""
    live = a.eq(p.how, 0)
    while_on = {
        "pieces are of a card and a seat": a.every(_slots(a, box, p)),
        "castles are rows": a.every(_rows(a, p)),
        "each turn has one card played": a.every(_turns(a, box, p)),
        "hands are small, who is next has most": a.every(_hands(a, box, p)),
        "who is out has lost his Princess": a.every(_out(a, box, p)),
        "what is owed came up as the rules have it": a.every(_queue(a, box, p)),
    }
    return {"every card is in one place": a.every(_cards(a, box, p)),
            **{name: a.implies(live, term) for name, term in while_on.items()}}


def _cards(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    bags = (*p.hands, p.discard, p.rest, p.gone, *p.others)
    for kind, many in box.kinds.items():
        key = code(kind)
        yield from (a.le(0, bag[key]) for bag in bags)
        standing = (a.ite(a.every((a.le(0, s.owner), a.eq(s.kind, key))), 1, 0) for s in p.slots)
        known = (a.ite(a.eq(card, key), 1, 0) for card in p.top)
        yield a.eq(a.total((*standing, *known, *(bag[key] for bag in bags))), many)


def _slots(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    codes, due = frozenset(map(code, box.kinds)), _due(a, p)
    for slot in p.slots:
        known = a.every(slot.seen)
        mine = a.every(a.implies(a.eq(slot.owner, who), seen) for who, seen in enumerate(slot.seen))
        stands = a.every((
            a.member(slot.kind, codes), a.le(slot.number + due, p.turn), a.le(1, slot.number), a.le(0, slot.place),
            mine, a.implies(slot.up, known), a.implies(slot.gap, a.lt(0, slot.place)),
            a.implies(is_kind(a, p.queue[0], *PLAYING), a.no(slot.silent))))
        yield a.every((a.le(OFF, slot.owner), a.lt(slot.owner, p.players)))
        yield a.implies(a.le(0, slot.owner), stands)
    codes_of_top = frozenset((0, *codes))
    for i, card in enumerate(p.top):
        yield a.member(card, codes_of_top)
        yield from (a.implies(a.eq(card, 0), a.eq(later, 0)) for later in p.top[i + 1 : i + 2])


def _rows(a: Algebra, p: Position) -> Iterator[Term]:
    sizes = [size(a, p, seat) for seat in range(p.players)]
    for slot in p.slots:
        yield a.implies(a.le(0, slot.owner), a.lt(slot.place, at(a, sizes, slot.owner)))
    for one, other in combinations(p.slots, 2):
        alike = a.every((a.le(0, one.owner), a.eq(one.owner, other.owner)))
        yield a.implies(alike, ne(a, one.place, other.place))


def _turns(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    nobody, each = a.eq(p.out, NOBODY), box.rules.fact("setup.hand")
    played = a.total((pieces(a, p), *p.discard.values(), _due(a, p)))
    lost = a.total(p.gone.values())
    yield a.implies(nobody, a.every((a.eq(played, p.turn), a.eq(lost, 0))))
    yield a.every((a.le(p.turn, a.total((played, lost))), a.le(a.total((played, lost)), a.total((p.turn, each)))))
    yield a.every((a.le(1, p.turn), a.le(0, p.active), a.lt(p.active, p.players)))


def _hands(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    each, n = box.rules.fact("setup.hand"), p.players
    sizes = [a.total(hand.values()) for hand in p.hands]
    holds = is_kind(a, p.queue[0], "play", "place")
    due, more = is_kind(a, p.queue[0], *PLAYING), a.lt(0, pile(a, p))
    for seat, held in enumerate(sizes):
        inside = ne(a, p.out, seat)
        most = a.total((each, a.ite(a.every((holds, a.eq(p.active, seat))), 1, 0)))
        yield a.le(held, a.ite(inside, most, 0))
        yield a.implies(a.every((inside, more)), a.eq(held, most))
    for active in range(n):
        order = [(active + i) % n for i in range(n)]
        here, turned = a.eq(p.active, active), [*order[1:], order[0]]
        yield a.implies(a.every((here, due)), a.every(_falling(a, p, sizes, order)))
        yield a.implies(a.every((here, a.no(due))), a.every(_falling(a, p, sizes, turned)))


def _falling(a: Algebra, p: Position, sizes: list[Term], order: list[int]) -> Iterator[Term]:
    """Of those who are in, each has as many as a later one at least, and nobody two more than another."""
    for sooner, later in combinations(order, 2):
        both = a.every((ne(a, p.out, sooner), ne(a, p.out, later)))
        near = a.every((a.le(sizes[later], sizes[sooner]), a.le(sizes[sooner], sizes[later] + 1)))
        yield a.implies(both, near)


def _out(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    goes_on = p.players > 2 and box.rules.value_of("princess.many") == "out"
    yield a.every((a.le(NOBODY, p.out), a.lt(p.out, p.players if goes_on else 0)))
    fallen = ne(a, p.out, NOBODY)
    yield a.implies(fallen, a.eq(p.discard[code(PRINCESS)], box.kinds[PRINCESS]))
    yield a.implies(is_kind(a, p.queue[0], *PLAYING), ne(a, p.out, p.active))


def _queue(a: Algebra, box: Box, p: Position) -> Iterator[Term]:
    first, *others = p.queue
    yield ne(a, first.kind, 0)
    draws = is_kind(a, first, "draw")
    yield a.some((a.every(_top(a, box, p, first)), a.every(_effect(a, box, p, first, True))))
    for i, frame in enumerate(others):
        none = a.eq(frame.kind, 0)
        waits = a.every((a.no(is_kind(a, first, *PLAYING)), *_effect(a, box, p, frame, False)))
        plays = a.every((draws, is_kind(a, frame, "play"), a.eq(frame.by, p.active))) if i == 0 else False
        yield a.some((a.every((none, a.no(draws) if i == 0 else True)), waits, plays))
        yield from (a.implies(none, a.eq(later.kind, 0)) for later in others[i + 1 : i + 2])


def _effect(a: Algebra, box: Box, p: Position, frame: Owed, due: bool) -> Iterator[Term]:
    """The effect of a piece of a seat: the piece stands there, or has been destroyed."""
    yield a.member(frame.kind, EFFECT_CODES)
    yield a.every((a.le(0, frame.by), a.lt(frame.by, p.players), a.le(1, frame.number), a.le(frame.number, p.turn)))
    there = a.le(0, part(a, p.slots, frame.number, "owner"))
    mine = a.every((a.eq(part(a, p.slots, frame.number, "owner"), frame.by),
                    a.eq(part(a, p.slots, frame.number, "kind"), frame.kind)))
    gone = a.some((ne(a, p.out, NOBODY), a.lt(0, a.count(p.discard, frame.kind))))
    yield a.ite(there, mine, gone)
    if box.rules.value_of("out.effects") == "dropped":
        yield ne(a, frame.by, p.out)
    for i, number in enumerate(frame.turned):
        before = a.every(a.lt(0, earlier) for earlier in frame.turned[:i])
        new = a.every(ne(a, number, earlier) for earlier in frame.turned[:i])
        lies = a.le(0, part(a, p.slots, number, "owner"))
        stands = a.every((a.le(1, number), a.le(number, p.turn), lies, before, new))
        chosen = a.every((is_kind(a, frame, "watchtower"), stands)) if due else False
        yield a.some((a.eq(number, 0), chosen))


def _top(a: Algebra, box: Box, p: Position, frame: Owed) -> Iterator[Term]:
    """What a frame brings with it that is not the effect of a piece."""
    known = a.total(a.ite(a.eq(card, 0), 0, 1) for card in p.top)
    most, seats = box.rules.fact("magician.cards"), range(p.players)
    other = a.every((a.le(0, frame.to), a.lt(frame.to, p.players), ne(a, frame.to, frame.by)))

    def holds(seat: Term, card: Term | None) -> Term:
        return a.some(a.every((a.eq(seat, who), a.lt(0, a.count(p.hands[who], card)))) for who in seats)

    mine = a.every((a.eq(frame.by, p.active), holds(frame.by, None)))
    told = {
        "draw": a.every((a.eq(frame.by, p.active), a.lt(0, pile(a, p)))), "play": mine,
        "place": a.every((mine, holds(frame.by, frame.card))),
        "reveal": a.every((a.le(1, frame.number), a.le(frame.number, p.turn), a.le(0, part(
            a, p.slots, frame.number, "owner")), a.no(part(a, p.slots, frame.number, "up")))),
        "turn-up": a.every((a.lt(known, most), a.lt(0, a.total(p.rest.values())))),
        "arrange": a.every((*(a.eq(x, y) for x, y in zip(frame.cards, p.top, strict=True)), a.lt(0, known))),
        "swap-give": a.every((other, holds(frame.by, None), holds(frame.to, None))),
        "swap-return": a.every((other, holds(frame.by, None), holds(frame.to, frame.card))),
        "swap-draw": a.every((other, holds(frame.to, None), holds(frame.by, frame.card))),
    }
    yield a.some(a.every((is_kind(a, frame, kind), term)) for kind, term in told.items())
    yield a.every((a.le(0, frame.by), a.lt(frame.by, p.players)))


# ---------------------------------------------------------------- the cases


def begun(a: Algebra, box: Box) -> tuple[Position, Mapping[str, Term]]:
    """The first position of any deal, and what makes it one."""
    each, p = box.rules.fact("setup.hand"), fresh(box, "deal", DEPTH)
    none = dict.fromkeys(p.rest, 0)
    blank = nothing(box)
    queue = (owed(box, "draw", 0), owed(box, "play", 0), *[blank] * (DEPTH - 2))
    here = evolve(p, slots=tuple(evolve(slot, owner=OFF) for slot in p.slots), discard=none, gone=none,
                  top=(0,) * len(p.top), turn=1, active=0, out=NOBODY, queue=queue, how=0)
    return here, {"dealt": a.every((*_cards(a, box, here), *(a.eq(a.total(h.values()), each) for h in here.hands)))}


def weigh(a: Algebra, found: Weights, p: Position) -> Term:
    """What a position weighs; see `measure`."""
    def of(frame: Owed) -> Term:
        turned = a.total(a.ite(a.lt(0, number), 1, 0) for number in frame.turned)
        towers = {name: weight for name, weight in found.items() if name.startswith("watchtower+")}
        plain = a.total(a.ite(is_kind(a, frame, kind), found[kind], 0)
                        for kind in found if kind != HIDDEN and kind not in towers)
        less = [a.ite(a.eq(turned, int(name[-1])), weight - found["watchtower"], 0) for name, weight in towers.items()]
        return a.total((plain, *less))
    hidden = a.total(a.ite(a.every((a.le(0, s.owner), a.no(s.up))), found[HIDDEN], 0) for s in p.slots)
    return a.total((hidden, *(of(frame) for frame in p.queue)))


_TELLS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys((*EFFECTS, "reveal"), ("number",)), "watchtower": ("number", "turned"), "place": ("card", "up"),
    "arrange": ("cards",), "swap-give": ("to",), "swap-return": ("to", "card"), "swap-draw": ("to", "card"),
}
_NAMED: Mapping[str, tuple[str, ...]] = {
    "aim": ("piece",), "play": ("card", "up"), "place": ("place",), "swap-with": ("to",), "arrange": ("cards",),
    **dict.fromkeys(("give", "draw", "show", "turn-up"), ("card",)),
}
# Names of guards that point at what a step looks at; norms with other names are not asked, and let more be done here.
_NEAR = frozenset(("seat", "target", "target_hand", "hand", "target_before", "target_itself", "target_face_up", "card",
                   "face_up"))


def _with_top(box: Box, p: Position, kind: str) -> Position:
    """A position on whose top a frame of a kind is, and one at most that waits; seat 0 is on turn, all being alike."""
    blank = nothing(box)
    first, other = p.queue[:2]
    by = 0 if kind in PLAYING else first.by
    top = evolve(owed(box, kind, by), **{name: getattr(first, name) for name in _TELLS.get(kind, ())})
    second = owed(box, "play", by) if kind == "draw" else blank if kind in PLAYING else evolve(
        blank, kind=other.kind, by=other.by, number=other.number)
    return evolve(p, active=0, queue=(top, second, *[blank] * (DEPTH - 2)), how=0, winners=(False,) * p.players)


def any_position(box: Box, kind: str, turn: int) -> tuple[Position, Mapping[str, Term]]:
    """Any position of a turn on whose top a frame of a kind is, and what it keeps; of its pieces all may stand.

    Of a late turn no more than some of the first pieces and of the last ones: all others are destroyed.
    """
    numbers = range(1, turn + 1) if turn <= MOST else (1, 2, *range(turn - MOST + 3, turn + 1))
    p = fresh(box, "whole", DEPTH, len(numbers))
    slots = tuple(evolve(slot, number=number) for slot, number in zip(p.slots, numbers, strict=True))
    p = _with_top(box, evolve(p, slots=slots, turn=turn, others=()), kind)
    return p, keeps(A, box, p)


def before(a: Algebra, box: Box, kind: str, act: Act) -> tuple[Position, Term]:
    """Any position on whose top a frame of a kind is; seat 0 is on turn, all being alike.

    And that the pieces named by frames and the move are among those looked at.
    """
    many = 2 + (kind not in ("draw", "turn-up")) + (0 if kind in PLAYING else 2) + (kind == "watchtower")
    here = _with_top(box, fresh(box, "before", DEPTH, many), kind)
    top, second = here.queue[:2]
    named = [number for number in (top.number, second.number, act.piece, *top.turned) if not isinstance(number, int)]
    if kind in ("play", "place"):
        named.append(here.turn)
    alone = [ne(a, one.number, two.number) for one, two in combinations(here.slots, 2)]
    looked_at = (a.some((a.eq(number, 0), *(a.eq(number, slot.number) for slot in here.slots))) for number in named)
    return here, a.every((*alone, *looked_at))


def _act(box: Box, step: Step) -> Act:
    """Any move of a step."""
    cards = tuple(z3.Int(f"named{i}") for i in range(box.rules.fact("magician.cards")))
    anything = Act(0, z3.Int("piece"), z3.Int("card"), z3.Bool("up"), z3.Int("to"), z3.Int("place"), cards)
    told = {name: getattr(anything, name) for name in _NAMED.get(step.act, ())}
    by = CHANCE if step.chance else 0 if step.frame in PLAYING else z3.Int("by")
    return Act(by, **{"cards": (0,) * len(cards), **told})


def _allowed(a: Algebra, box: Box, step: Step, p: Position, act: Act) -> Term:
    """No norm about what a step looks at forbids the move."""
    if step.frame not in DECISIONS or step.act not in ("aim", "swap-with"):
        return True
    named, found = act.piece if step.act == "aim" else act.to, []
    for by in range(p.players):
        here = evolve(p, queue=(evolve(p.queue[0], by=by), *p.queue[1:]))
        norms = settled(a, box, table_of(a, here, step.frame))
        near = [shuts for norm, shuts in norms.shuts if norm.when is None or norm.when.names <= _NEAR]
        for i, candidate in enumerate(norms.candidates):
            if candidate.act == step.act:
                shut = a.some(shuts[i] for shuts in near)
                told = a.every((a.eq(act.by, by), a.eq(named, candidate.key[1])))
                found.append(a.every((told, candidate.there, a.no(shut))))
    return a.some(found)


def cases(a: Algebra, box: Box) -> Iterator[Case]:
    """The start, and every step of every seat from every position on which it can be taken."""
    first, dealt = begun(a, box)
    yield Case(START, dealt, {}, {**keeps(a, box, first), **dict.fromkeys(OF_STEPS, True)}, first)
    due = (*due_in(box.rules), "draw", "turn-up", *(("swap-draw",) if _drawn(box) else ()))
    found = weights(box.rules)
    for step in (step for step in STEPS if step.frame in due):
        act = _act(box, step)
        here, apart = before(a, box, step.frame, act)
        later, _ = outcome(a, box, step, here, act)
        of_step = {LIGHTER: True if step.frame in PLAYING else _lighter(a, found, step, here, later),
                   ONCE: a.some((a.eq(later.out, here.out), a.eq(here.out, NOBODY)))}
        premises = {**enabled(a, box, step, here, act), "looked at": apart,
                    "allowed": _allowed(a, box, step, here, act)}
        held, kept_ = keeps(a, box, here), {**keeps(a, box, later), **of_step}
        for name, sort in _split(a, step, here, act):
            yield Case(f"{step.key}{name}", {**premises, "sort": sort}, held, kept_, here)


def _lighter(a: Algebra, found: Weights | None, step: Step, here: Position, later: Position) -> Term:
    """A decision makes a position lighter, a move of chance no heavier."""
    if found is None:
        return False
    return a.lt(weigh(a, found, later), a.total((weigh(a, found, here), 1 if step.chance else 0)))


def _split(a: Algebra, step: Step, p: Position, act: Act) -> Iterator[tuple[str, Term]]:
    """Sorts of a step that are asked about apart, as that is quicker; together they are all."""
    if step.frame == "trebuchet" and step.act == "aim":
        sorts = (PRINCESS, BATTLEMENTS)
        kind, owner = (part(a, p.slots, act.piece, name) for name in ("kind", "owner"))
        kinds = {**{sort: a.eq(kind, code(sort)) for sort in sorts},
                 "others": a.no(a.member(kind, list(map(code, sorts))))}
        for of, (sort, there) in product(range(p.players), kinds.items()):
            yield f" at {sort} of {of}", a.every((a.eq(owner, of), there))
    elif step.frame in ("swap-return", "swap-draw"):
        first = p.queue[0]
        for by in range(p.players):
            yield f" by {by}", a.eq(first.by, by)
    else:
        yield "", True


def _drawn(box: Box) -> bool:
    return bool(box.rules.value_of("market.choice") == "drawn")


@lru_cache(maxsize=16)
def kept(rules: Rules) -> Induction:
    """What is kept over every step."""
    return induce(A, tuple(cases(A, Box(rules))))


def verdict_of(rules: Rules) -> tuple[str, str]:
    """The verdict on all together, and over what it was proved or by what it is broken."""
    found = kept(rules)
    lost = next(((name, k) for name, k in found.kept.items() if k.kind != PROVED), None)
    if lost is not None:
        return UNKNOWN, f"{lost[0]}: broken by {lost[1].broken_by} {lost[1].reason}".strip()
    return PROVED, f"by induction over {len(found.witnesses)} kinds of step"


