"""The steps of the family: what each move does at each kind of frame, with all that follows of itself. No norms here.

`relation` is a relation between a position, a move and a later position, over an algebra: it is checked on numbers at
every step of play, and proved things of as terms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from ...model.game import CHANCE, Move
from ..algebra import Algebra, Term
from .flow import Flow, destroy, stands
from .position import EFFECT_CODES, Lying, Owed, Position, frame_code, owed, same
from .table import Box, code

SPARE = 3  # frames more than there were, at most, after a step


@frozen
class Act:
    """A move in numbers. What a move does not name is 0."""

    by: Term
    piece: Term = 0
    card: Term = 0
    up: Term = False
    to: Term = 0
    place: Term = 0
    cards: tuple[Term, ...] = ()


def act_of(box: Box, move: Move) -> Act:
    """A move of the engine in numbers."""
    cards = tuple(map(code, getattr(move, "cards", ())))
    spare = box.rules.fact("magician.cards") - len(cards)
    return Act(move.by, getattr(move, "piece", 0), code(getattr(move, "kind", "")), getattr(move, "up", False),
               getattr(move, "to", 0), getattr(move, "at", 0), (*cards, *[0] * spare))


Can = Callable[[Flow, Owed, Act], Term]
Does = Callable[[Flow, Owed, Act], None]


@frozen
class Step:
    """One kind of move at one kind of frame: when it is physically there, and what it does."""

    frame: str
    act: str
    can: Can
    does: Does
    chance: bool = False

    @property
    def key(self) -> str:
        """The name of the step."""
        return f"{self.frame}/{self.act}"


def _always(_: Flow, __: Owed, ___: Act) -> Term:
    return True


def _holds(flow: Flow, seat: Term, card: Term, many: Term = 1) -> Term:
    """Whether a seat has so many of a card."""
    a = flow.a
    return a.some(a.every((a.eq(seat, who), a.eq(card, key), a.le(many, held)))
                  for who, hand in enumerate(flow.now.hands) for key, held in hand.items())


def _stands_somewhere(flow: Flow, _: Owed, act: Act) -> Term:
    """The piece chosen is one of a castle."""
    a = flow.a
    return a.some(a.every((a.eq(act.piece, slot.number), a.le(0, slot.owner))) for slot in flow.now.slots)


# ---------------------------------------------------------------- drawing and playing


def _in_pile(flow: Flow, _: Owed, act: Act) -> Term:
    """The card is the next of the pile: the one known to lie on top, else any."""
    a, top = flow.a, flow.now.top[0]
    other = a.some(a.every((a.eq(act.card, key), a.lt(0, many))) for key, many in flow.now.rest.items())
    return a.ite(a.eq(top, 0), other, a.eq(act.card, top))


def _draw(flow: Flow, frame: Owed, act: Act) -> None:
    a, now = flow.a, flow.now
    unknown = a.eq(now.top[0], 0)
    flow.change(rest=flow.added(now.rest, act.card, -1, unknown), top=(*now.top[1:], 0))
    flow.hand(frame.by, act.card, 1)
    flow.tell("drew")
    flow.answered()


def _play(flow: Flow, frame: Owed, act: Act) -> None:
    if flow.switch("place.where") == "chosen":
        flow.answered(owed(flow.box, "place", frame.by, card=act.card, up=act.up))
    else:
        _put(flow, frame.by, act.card, act.up, flow.size(frame.by))


def _put(flow: Flow, by: Term, card: Term, up: Term, place: Term) -> None:
    a = flow.a
    flow.put_down(by, card, up, place)
    flow.answered()
    over = flow.empty_handed if flow.switch("end.count") == "at-once" else False
    flow.count(over)
    flow.set_off(by, card, flow.now.turn, a.every((up, a.no(over))))


def _in_row(flow: Flow, frame: Owed, act: Act) -> Term:
    return flow.a.every((flow.a.le(0, act.place), flow.a.le(act.place, flow.size(frame.by))))


# ---------------------------------------------------------------- turning and destroying


def _barracks(flow: Flow, _: Owed, act: Act) -> None:
    flow.answered()
    if flow.switch("barracks.turns") == "up":
        flow.reveal(act.piece)
    else:
        flow.turn_down(act.piece)


def _throne_room(flow: Flow, _: Owed, act: Act) -> None:
    a = flow.a
    flow.answered()
    if flow.switch("throne.turns") == "down":
        flow.turn_down(act.piece, silent=True)
    else:
        flow.turned_up(act.piece, silent=True)
    if flow.switch("throne.pending") == "cancels":
        flow.drop_effects(lambda o: a.eq(o.number, act.piece), True)


def _watch(flow: Flow, before: tuple[Term, ...], number: Term, when: Term) -> None:
    """A Watchtower turns one piece more than those before."""
    if flow.switch("watchtower.turns") == "down":
        flow.turn_down(number, when=when)
        return
    a, n = flow.a, flow.now.players
    ahead: Term = 0
    if flow.switch("watchtower.order") == "from-turn":
        def far(seat: Term) -> Term:
            off = seat - flow.now.active
            return a.ite(a.lt(off, 0), off + n, off)
        owner = flow.part(number, "owner")
        ahead = a.total(
            a.ite(a.every((a.member(o.kind, EFFECT_CODES),
                           a.some(a.every((a.eq(o.number, b), a.lt(0, b))) for b in before),
                           a.lt(far(owner), far(o.by)))), 1, 0) for o in flow.now.queue)
    flow.reveal(number, ahead, when)


def _watchtower(flow: Flow, frame: Owed, act: Act) -> None:
    """One piece now, or all together with the last."""
    a = flow.a
    turned, together = frame.turned, flow.switch("watchtower.choice") == "together"
    free = [a.eq(number, 0) for number in turned]  # places in the row of those chosen that are left
    more = a.some(free)
    chosen = list(turned)
    for i, empty in enumerate(free):
        first = a.every((empty, *(a.no(other) for other in free[:i])))
        chosen[i] = a.ite(first, act.piece, turned[i])
    again = owed(flow.box, "watchtower", frame.by, number=frame.number, turned=tuple(chosen))
    flow.answered()
    if not together:
        _watch(flow, turned, act.piece, True)
    else:
        _watch_all(flow, turned, a.no(more))
        _watch(flow, turned, act.piece, a.no(more))
    flow.put(again, more)


def _watch_all(flow: Flow, chosen: tuple[Term, ...], when: Term) -> None:
    for i, number in enumerate(chosen):
        _watch(flow, chosen[:i], number, flow.a.every((when, flow.a.lt(0, number))))


def _trebuchet(flow: Flow, _: Owed, act: Act) -> None:
    a = flow.a
    kept = stands(flow, act.piece)
    flow.answered()
    flow.tell("withstood", kept)
    shown = a.every((kept, a.no(flow.part(act.piece, "up"))))
    destroyed = a.no(kept)
    if flow.switch("battlements.hidden") == "revealed":
        flow.reveal(act.piece, when=shown)
    destroy(flow, act.by, act.piece, destroyed)


# ---------------------------------------------------------------- looking


def _observatory(flow: Flow, frame: Owed, act: Act) -> None:
    a = flow.a
    in_vain = flow.part(act.piece, "up")
    flow.tell("lapsed", in_vain)
    looks = a.no(in_vain)
    flow.tell("looked-at", looks)

    def looked(slot: Lying) -> Lying:
        hit = a.every((looks, a.eq(act.piece, slot.number)))
        return evolve(slot, seen=tuple(
            a.some((seen, a.every((hit, a.eq(frame.by, who))))) for who, seen in enumerate(slot.seen)))
    flow.pieces(looked)
    flow.answered()
    flow.put(owed(flow.box, "reveal", frame.by, number=act.piece), looks)


def _reveal(flow: Flow, frame: Owed, _: Act) -> None:
    flow.answered()
    flow.reveal(frame.number)


def _pile_holds(flow: Flow, _: Owed, __: Act) -> Term:
    a = flow.a
    return a.some((a.no(a.eq(flow.now.top[0], 0)), *(a.lt(0, many) for many in flow.now.rest.values())))


def _look_on(flow: Flow, frame: Owed) -> None:
    """As long as fewer cards are known than are looked at, chance tells the next."""
    a, top = flow.a, flow.now.top
    known = a.total(a.ite(a.eq(card, 0), 0, 1) for card in top)
    most = flow.box.rules.fact("magician.cards")
    pile = a.total((known, *flow.now.rest.values()))
    enough = a.some((a.le(most, known), a.le(pile, known)))
    flow.answered(flow.either(enough, owed(flow.box, "arrange", frame.by, cards=top),
                              owed(flow.box, "turn-up", frame.by)))


def _look(flow: Flow, frame: Owed, _: Act) -> None:
    _look_on(flow, frame)


def _in_rest(flow: Flow, _: Owed, act: Act) -> Term:
    return flow.a.some(flow.a.every((flow.a.eq(act.card, key), flow.a.lt(0, many)))
                       for key, many in flow.now.rest.items())


def _uncover(flow: Flow, frame: Owed, act: Act) -> None:
    a, top = flow.a, flow.now.top
    free = [a.eq(card, 0) for card in top]
    flow.change(
        rest=flow.added(flow.now.rest, act.card, -1),
        top=tuple(a.ite(a.every((free[i], *(a.no(mark) for mark in free[:i]))), act.card, card)
                  for i, card in enumerate(top)))
    flow.tell("uncovered")
    _look_on(flow, frame)


def _reordered(flow: Flow, frame: Owed, act: Act) -> Term:
    """The same cards in some order."""
    a = flow.a

    def many(row: Sequence[Term], card: int) -> Term:
        return a.total(a.ite(a.eq(one, card), 1, 0) for one in row)

    none_between = (a.implies(a.eq(one, 0), a.eq(two, 0)) for one, two in pairwise(act.cards))
    alike = (a.eq(many(act.cards, key), many(frame.cards, key)) for key in (0, *flow.now.rest))
    return a.every((*none_between, *alike))


def _arrange(flow: Flow, _: Owed, act: Act) -> None:
    flow.change(top=act.cards)
    flow.tell("arranged")
    flow.answered()


# ---------------------------------------------------------------- exchanging


def _a_seat(flow: Flow, _: Owed, act: Act) -> Term:
    return flow.a.every((flow.a.le(0, act.to), flow.a.lt(act.to, flow.now.players)))


def _swap_with(flow: Flow, frame: Owed, act: Act) -> None:
    a = flow.a
    some = a.some(a.every((a.eq(act.to, who), a.lt(0, a.count(hand, None)))) for who, hand in enumerate(flow.now.hands))
    flow.tell("lapsed", a.no(some))
    flow.answered()
    flow.put(owed(flow.box, "swap-give", frame.by, to=act.to), some)


def _held(flow: Flow, frame: Owed, act: Act) -> Term:
    return _holds(flow, frame.by, act.card)


def _give(flow: Flow, frame: Owed, act: Act) -> None:
    if flow.switch("market.choice") == "drawn":
        flow.answered(owed(flow.box, "swap-draw", frame.by, to=frame.to, card=act.card))
    else:
        flow.answered(owed(flow.box, "swap-return", frame.to, to=frame.by, card=act.card))


def _held_besides(flow: Flow, frame: Owed, act: Act) -> Term:
    """Held, and not the very card that lies there, where one exchanges with oneself."""
    a = flow.a
    again = a.every((a.eq(frame.by, frame.to), a.eq(act.card, frame.card)))
    return _holds(flow, frame.by, act.card, a.ite(again, 2, 1))


def _swapped(flow: Flow, one: Term, gives: Term, other: Term, gets: Term) -> None:
    for seat, card, more in ((one, gives, -1), (other, gives, 1), (other, gets, -1), (one, gets, 1)):
        flow.hand(seat, card, more)
    flow.tell("swapped")
    flow.answered()


def _give_back(flow: Flow, frame: Owed, act: Act) -> None:
    _swapped(flow, frame.to, frame.card, frame.by, act.card)


def _shown(flow: Flow, frame: Owed, act: Act) -> Term:
    return _holds(flow, frame.to, act.card)


def _show(flow: Flow, frame: Owed, act: Act) -> None:
    _swapped(flow, frame.by, frame.card, frame.to, act.card)


# ---------------------------------------------------------------- doing nothing


def _leave(flow: Flow, _: Owed, __: Act) -> None:
    flow.tell("lapsed")
    flow.answered()


def _leave_tower(flow: Flow, frame: Owed, act: Act) -> None:
    _leave(flow, frame, act)
    if flow.switch("watchtower.choice") == "together":
        _watch_all(flow, frame.turned, True)


def _stay_hidden(flow: Flow, _: Owed, __: Act) -> None:
    flow.tell("left-hidden")
    flow.answered()


_AIMS: Mapping[str, Does] = {
    "barracks": _barracks, "observatory": _observatory, "throne-room": _throne_room, "trebuchet": _trebuchet,
    "watchtower": _watchtower,
}
STEPS: tuple[Step, ...] = (
    Step("draw", "draw", _in_pile, _draw, chance=True),
    Step("play", "play", _held, _play),
    Step("place", "place", _in_row, lambda f, o, act: _put(f, o.by, o.card, o.up, act.place)),
    *(Step(kind, "aim", _stands_somewhere, does) for kind, does in _AIMS.items()),
    *(Step(kind, "leave", _always, _leave_tower if kind == "watchtower" else _leave)
      for kind in (*_AIMS, "magician", "market")),
    Step("reveal", "reveal", _always, _reveal),
    Step("reveal", "leave", _always, _stay_hidden),
    Step("magician", "look", _pile_holds, _look),
    Step("turn-up", "turn-up", _in_rest, _uncover, chance=True),
    Step("arrange", "arrange", _reordered, _arrange),
    Step("market", "swap-with", _a_seat, _swap_with),
    Step("swap-give", "give", _held, _give),
    Step("swap-return", "give", _held_besides, _give_back),
    Step("swap-draw", "show", _shown, _show, chance=True),
)


# ---------------------------------------------------------------- the relation


def enabled(a: Algebra, box: Box, step: Step, before: Position, act: Act) -> Mapping[str, Term]:
    """What must hold before the step, by name."""
    top, flow = before.queue[0], Flow(a, box, before)
    return {
        "frame": a.eq(top.kind, frame_code(step.frame)),
        "seat": a.eq(act.by, CHANCE if step.chance else top.by),
        "there": step.can(flow, top, act),
    }


def outcome(a: Algebra, box: Box, step: Step, before: Position, act: Act) -> tuple[Position, Mapping[str, Term]]:
    """The position that the step leads to, and for each tag of an event whether such an event happens."""
    flow = Flow(a, box, before)
    step.does(flow, before.queue[0], act)
    flow.settle()
    return flow.now, flow.tags


def relation(
    a: Algebra, box: Box, step: Step, before: Position, act: Act, later: Position
) -> Mapping[str, Term]:
    """The step relation between a position, a move and a later position, as named conditions."""
    leads = same(a, outcome(a, box, step, before, act)[0], later)
    return {**enabled(a, box, step, before, act), **{f"after.{name}": agrees for name, agrees in leads.items()}}


