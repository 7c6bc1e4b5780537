"""What can become of a position in one step: pieces turned, effects queued and dropped, a Princess fallen, the count.

Written apart from the engine, over an algebra: each change happens where a condition holds, so that one step is one
term. A flow collects the changes of one step, and the tag of each event with when it happens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from ...model.caleira.cards import BATTLEMENTS, PRINCESS
from ..algebra import Algebra, Bag, Term, at, ne, never
from .position import EFFECT_CODES, HOW, Lying, Owed, Position, nothing, owed, part, size
from .table import OFF, Box, code

OWES = "owes"


class Flow:
    """One step under way: `now` is the position as far as it has come."""

    def __init__(self, a: Algebra, box: Box, before: Position) -> None:
        self.a, self.box, self.now = a, box, before
        self.tags: dict[str, Term] = {}

    def switch(self, key: str) -> str:
        """The value of a switch."""
        return str(self.box.rules.value_of(key))

    def tell(self, tag: str, when: Term = True) -> None:
        """An event of this tag happens, where the condition holds."""
        self.tags[tag] = self.a.some((self.tags.get(tag, False), when))

    def change(self, **fields: Any) -> None:
        """Put other parts in the place of some."""
        self.now = evolve(self.now, **fields)

    # ------------------------------------------------------------ cards and pieces

    def added(self, bag: Bag, card: Term, more: int, when: Term = True) -> Bag:
        """A bag with so many more of a card, where the condition holds."""
        a = self.a
        return {key: a.total((many, a.ite(a.every((when, a.eq(card, key))), more, 0))) for key, many in bag.items()}

    def hand(self, seat: Term, card: Term, more: int, when: Term = True) -> None:
        """So many more of a card in the hand of a seat."""
        a = self.a
        self.change(hands=tuple(self.added(hand, card, more, a.every((when, a.eq(seat, i))))
                                for i, hand in enumerate(self.now.hands)))

    def part(self, number: Term, name: str) -> Term:
        """A part of the piece of a number from 1."""
        return part(self.a, self.now.slots, number, name)

    def pieces(self, to: Callable[[Lying], Lying]) -> None:
        """Change every piece."""
        self.change(slots=tuple(map(to, self.now.slots)))

    @property
    def everybody(self) -> tuple[Term, ...]:
        """A mark for each seat."""
        return (True,) * self.now.players

    def turned_up(self, number: Term, silent: bool = False, when: Term = True) -> None:
        """A piece lies face-up, for all to see; `silent`: without effect this turn."""
        a = self.a

        def up(slot: Lying) -> Lying:
            hit = a.every((when, a.eq(slot.number, number)))
            return evolve(slot, up=a.some((hit, slot.up)), silent=a.some((slot.silent, a.every((hit, silent)))),
                          seen=tuple(a.some((hit, seen)) for seen in slot.seen))
        self.pieces(up)
        self.tell("turned-up", when)

    def reveal(self, number: Term, ahead: Term = 0, when: Term = True) -> None:
        """A piece is turned face-up, and takes effect if it lay face-down and was not silenced."""
        a = self.a
        wakes = a.every((when, a.no(self.part(number, "up")), self.wakes(number)))
        owner, kind = self.part(number, "owner"), self.part(number, "kind")
        self.turned_up(number, when=when)
        self.set_off(owner, kind, number, wakes, ahead)

    def wakes(self, number: Term) -> Term:
        """Whether a piece revealed now takes effect, a Throne Room or not."""
        return True if self.switch("throne.span") == "once" else self.a.no(self.part(number, "silent"))

    def turn_down(self, number: Term, silent: bool = False, when: Term = True) -> None:
        """A piece lies face-down; what is pending of it may be lost by that."""
        a = self.a
        was_up = self.part(number, "up")

        def down(slot: Lying) -> Lying:
            hit = a.every((when, a.eq(slot.number, number)))
            return evolve(slot, up=a.every((slot.up, a.no(hit))),
                          silent=a.some((slot.silent, a.every((hit, silent)))))
        self.pieces(down)
        self.tell("turned-down", when)
        if self.switch("source.gone") == "lost":
            self.drop_effects(lambda o: a.eq(o.number, number), a.every((when, was_up)))

    def taken_out(self, number: Term, gap: Term, when: Term) -> None:
        """A piece leaves its row, which closes up or keeps an empty place."""
        a = self.a
        owner, place, gone = (self.part(number, name) for name in ("owner", "place", "gap"))

        def moved(slot: Lying) -> Lying:
            hit = a.every((when, a.eq(slot.number, number)))
            right = a.every((when, a.eq(slot.owner, owner), a.lt(place, slot.place)))
            following = a.every((right, a.eq(slot.place, place + 1)))
            gap_now = a.every((a.some((slot.gap, a.every((following, a.some((gap, gone)))))),
                               a.no(a.every((following, a.eq(place, 0))))))
            return evolve(slot, owner=a.ite(hit, OFF, slot.owner), gap=gap_now,
                          place=a.total((slot.place, a.ite(right, -1, 0))))
        self.pieces(moved)

    def put_down(self, by: Term, card: Term, up: Term, place: Term) -> None:
        """A card of the hand stands in the row of its owner, as the piece of this turn."""
        a, turn = self.a, self.now.turn
        self.hand(by, card, -1)

        def moved(slot: Lying) -> Lying:
            new = a.eq(slot.number, turn)
            right = a.every((a.eq(slot.owner, by), a.le(place, slot.place)))
            seen = tuple(a.ite(new, a.some((up, a.eq(by, who))), seen) for who, seen in enumerate(slot.seen))
            return Lying(a.ite(new, card, slot.kind), a.ite(new, by, slot.owner), a.ite(new, up, slot.up),
                         a.every((a.no(new), slot.silent)), a.every((a.no(new), slot.gap)),
                         a.ite(new, place, a.total((slot.place, a.ite(right, 1, 0)))), slot.number, seen)
        self.pieces(moved)
        self.tell("played")

    def size(self, seat: Term) -> Term:
        """How many pieces a castle has."""
        return size(self.a, self.now, seat)

    # ------------------------------------------------------------ what is owed and pending

    def answered(self, *frames: Owed) -> None:
        """The frame on top is answered; others come in its place."""
        queue = (*frames, *self.now.queue[1:], nothing(self.box))
        self.change(queue=queue[: len(self.now.queue)])
        self.tell(OWES)

    def put(self, frame: Owed, when: Term) -> None:
        """A frame comes on top of what is owed, where the condition holds."""
        pushed = (frame, *self.now.queue)
        self.change(queue=tuple(self.either(when, one, other)
                                for one, other in zip(pushed, self.now.queue, strict=False)))

    def _there(self, i: int) -> Term:
        return self.a.no(self.a.eq(self.now.queue[i].kind, 0)) if 0 <= i < len(self.now.queue) else i < 0

    def either(self, condition: Term, one: Owed, other: Owed) -> Owed:
        """One of two frames."""
        a = self.a

        def row(x: Sequence[Term], y: Sequence[Term]) -> tuple[Term, ...]:
            return tuple(a.ite(condition, p, q) for p, q in zip(x, y, strict=True))
        parts = {name: a.ite(condition, getattr(one, name), getattr(other, name))
                 for name in ("kind", "by", "number", "to", "card", "up")}
        return Owed(**parts, turned=row(one.turned, other.turned), cards=row(one.cards, other.cards))

    def set_off(self, owner: Term, kind: Term, number: Term, when: Term, ahead: Term = 0) -> None:
        """The effect of a piece is pending, behind all others, but for so many at the end that it goes ahead of."""
        a = self.a
        works = a.member(kind, EFFECT_CODES)
        if self.switch("out.effects") == "dropped":
            works = a.every((works, ne(a, owner, self.now.out)))
        works = a.every((when, works))
        new = evolve(owed(self.box, "barracks", owner, number=number), kind=kind)
        length = a.total(a.ite(self._there(i), 1, 0) for i in range(len(self.now.queue)))
        found, queue = length - ahead, self.now.queue
        later = []
        for i, frame in enumerate(queue):
            pushed = self.either(a.lt(found, i), queue[i - 1] if i else frame, frame)
            later.append(self.either(works, self.either(a.eq(found, i), new, pushed), frame))
        self.change(queue=tuple(later))
        self.tell("queued", works)

    def drop_effects(self, which: Callable[[Owed], Term], when: Term) -> None:
        """Pending effects of some kind come to nothing; what is not pending is on top, and stays there."""
        a, queue, blank = self.a, self.now.queue, nothing(self.box)
        gone = [a.every((when, a.member(frame.kind, EFFECT_CODES), which(frame))) for frame in queue]
        if all(map(never, gone)):
            return
        self.tell("cancelled", a.some(gone))
        later = [blank] * len(queue)
        for frame, mark in reversed(list(zip(queue, gone, strict=True))):  # what stays pushes the others back
            stays = [frame, *later[:-1]]
            later = [self.either(mark, kept, pushed) for kept, pushed in zip(later, stays, strict=True)]
        self.change(queue=tuple(later))

    # ------------------------------------------------------------ how it ends

    def fall(self, by: Term, of: Term, when: Term) -> None:
        """A Princess was destroyed: her owner is out, and the game is over or goes on without him."""
        a, n = self.a, self.now.players
        many, seats = self.switch("princess.many"), range(n)
        self.tell("eliminated", when)
        others = tuple(ne(a, of, seat) for seat in seats)
        over = n == 2 or many == "destroyer"
        self._leaves(of, when, razed=not over and self.switch("out.castle") == "razed")
        if n == 2:
            nobody = self.switch("princess.own") == "nobody"
            won = tuple(a.every((other, ne(a, by, of) if nobody else True)) for other in others)
        else:
            won = tuple(a.ite(a.eq(by, of), other, a.eq(by, seat)) for seat, other in zip(seats, others, strict=True))
        if over:
            self._over(2, won, when)
        elif many == "count":
            self.count(when)
        elif self.switch("out.effects") == "dropped":
            self.drop_effects(lambda o: a.eq(o.by, of), when)

    def _leaves(self, of: Term, when: Term, razed: bool) -> None:
        """A seat is out: its hand goes where it has to, and its castle if it is razed."""
        a, now = self.a, self.now
        goes = [a.every((when, a.eq(of, seat))) for seat in range(now.players)]
        held = {key: a.total(a.ite(go, hand[key], 0) for go, hand in zip(goes, now.hands, strict=True))
                for key in now.hands[0]}
        shown = self.switch("out.hand") == "discard"
        pile = now.discard if shown else now.gone
        later = {key: a.total((pile[key], many)) for key, many in held.items()}
        self.change(
            out=a.ite(when, of, now.out), discard=later if shown else now.discard, gone=now.gone if shown else later,
            hands=tuple({key: a.ite(go, 0, many) for key, many in hand.items()}
                        for go, hand in zip(goes, now.hands, strict=True)))
        if not razed:
            return
        fallen = [(a.every((when, a.eq(slot.owner, of))), slot.kind) for slot in now.slots]
        self.change(
            gone={key: a.total((many, *(a.ite(a.every((gone, a.eq(kind, key))), 1, 0) for gone, kind in fallen),
                                *(a.ite(go, bag[key], 0) for go, bag in zip(goes, now.others, strict=False))))
                  for key, many in self.now.gone.items()},
            others=tuple({key: a.ite(go, 0, many) for key, many in bag.items()}
                         for go, bag in zip(goes, now.others, strict=False)))
        self.pieces(lambda slot: evolve(slot, owner=a.ite(a.every((when, a.eq(slot.owner, of))), OFF, slot.owner)))

    def _over(self, how: int, won: Sequence[Term], when: Term) -> None:
        a, blank = self.a, nothing(self.box)
        self.tell("decided", when)
        self.change(how=a.ite(when, how, self.now.how),
                    winners=tuple(a.some((had, a.every((when, wins))))
                                  for had, wins in zip(self.now.winners, won, strict=True)),
                    queue=tuple(self.either(when, blank, frame) for frame in self.now.queue))

    @property
    def empty_handed(self) -> Term:
        """Nobody has a card in hand."""
        return self.a.every(self.a.eq(many, 0) for hand in self.now.hands for many in hand.values())

    def worth(self, seat: int) -> Term:
        """The points of a castle."""
        a, fact = self.a, self.box.rules.fact
        mine = [(a.eq(slot.owner, seat), slot) for slot in self.now.slots]
        points = [a.ite(a.every((own, slot.up, a.eq(slot.kind, code(kind)))), fact(f"points.{kind}"), 0)
                  for own, slot in mine for kind in self.box.kinds]
        hidden = [a.ite(a.every((own, a.no(slot.up))), fact("points.hidden"), 0) for own, slot in mine]
        walls = [(a.every((own, slot.up, a.eq(slot.kind, code(BATTLEMENTS)))), slot) for own, slot in mine]
        lost = self.switch("throne.standing") == "lost"
        whole = a.total(a.ite(a.every((wall, a.no(slot.silent) if lost else True)), 1, 0) for wall, slot in walls)
        more = fact("battlements.worth") - fact(f"points.{BATTLEMENTS}")
        full = a.le(fact("battlements.set"), whole)
        return a.total((*points, *hidden, *(a.ite(a.every((full, wall)), more, 0) for wall, _ in walls)))

    def count(self, when: Term) -> None:
        """The castles of all who are not out are compared: points, face-down pieces, few pieces."""
        if never(when):
            return
        a, seats = self.a, range(self.now.players)
        inside = [ne(a, self.now.out, seat) for seat in seats]
        hidden = [a.total(a.ite(a.every((a.eq(slot.owner, seat), a.no(slot.up))), 1, 0) for slot in self.now.slots)
                  for seat in seats]
        ranks = [(self.worth(seat), hidden[seat], -1 * self.size(seat)) for seat in seats]
        best = tuple(a.every((inside[seat], *(a.some((a.no(inside[other]), self._at_least(ranks[seat], ranks[other])))
                                              for other in seats if other != seat))) for seat in seats)
        if self.switch("tie.left") == "nobody":
            alone = a.le(a.total(a.ite(wins, 1, 0) for wins in best), 1)
            best = tuple(a.every((wins, alone)) for wins in best)
        self.tell("counted", when)
        self._over(HOW.index("count") + 1, best, when)

    def _at_least(self, one: Sequence[Term], other: Sequence[Term]) -> Term:
        """The first number that differs is greater; or none does."""
        a = self.a
        (x, *xs), (y, *ys) = one, other
        tied = self._at_least(xs, ys) if xs else True
        return a.some((a.lt(y, x), a.every((a.eq(x, y), tied))))

    def settle(self) -> None:
        """What follows by itself once nothing is owed: the count, or the next turn."""
        a, now = self.a, self.now
        idle = a.every((a.eq(now.how, 0), a.no(self._there(0))))
        last = a.every((idle, self.empty_handed))
        goes_on = a.every((idle, a.no(self.empty_handed)))
        self.count(last)
        n = now.players
        following = at(a, [self._after(seat) for seat in range(n)], now.active) if n > 1 else 0
        pile = a.some((a.no(a.eq(now.top[0], 0)), *(a.lt(0, many) for many in now.rest.values())))
        draws, plays = a.every((goes_on, pile)), a.every((goes_on, a.no(pile)))
        self.tell("turn", goes_on)
        self.tell("nothing-drawn", plays)
        self.pieces(lambda slot: evolve(slot, silent=a.every((slot.silent, a.no(goes_on)))))
        first, second = owed(self.box, "draw", following), owed(self.box, "play", following)
        queue = list(self.now.queue)
        queue[1] = self.either(draws, second, queue[1])
        queue[0] = self.either(draws, first, self.either(plays, second, queue[0]))
        self.change(queue=tuple(queue), active=a.ite(goes_on, following, now.active),
                    turn=a.total((now.turn, a.ite(goes_on, 1, 0))))

    def _after(self, seat: int) -> Term:
        """The next after a seat who is not out."""
        n, a = self.now.players, self.a
        one, two = (seat + 1) % n, (seat + 2) % n
        return one if n == 2 else a.ite(a.eq(self.now.out, one), two, one)


def stands(flow: Flow, number: Term) -> Term:
    """Whether a piece cannot be destroyed."""
    a = flow.a
    up = True if flow.switch("throne.standing") == "kept" else a.no(flow.part(number, "silent"))
    down = flow.switch("battlements.hidden") != "destroyed"
    wall = a.eq(flow.part(number, "kind"), code(BATTLEMENTS))
    return a.every((wall, a.ite(flow.part(number, "up"), up, down)))


def destroy(flow: Flow, by: Term, number: Term, when: Term) -> None:
    """A piece goes to the discard pile; what lay face-down takes effect there, and the Princess loses the game."""
    a = flow.a
    owner, kind, up, silent, place = (
        flow.part(number, name) for name in ("owner", "kind", "up", "silent", "place"))
    between = a.every((a.lt(0, place), a.lt(place + 1, flow.size(owner))))
    wakes = a.every((when, a.no(up), flow.wakes(number)))
    flow.taken_out(number, between if flow.switch("place.gap") == "stays" else False, when)
    flow.change(discard=flow.added(flow.now.discard, kind, 1, when))
    flow.tell("destroyed", when)
    if flow.switch("source.gone") == "lost":
        flow.drop_effects(lambda o: a.eq(o.number, number), a.every((when, up)))
    flow.set_off(owner, kind, number, wakes)
    in_vain = silent if flow.switch("throne.standing") == "lost" else False
    flow.fall(by, owner, a.every((when, a.eq(kind, code(PRINCESS)), a.no(in_vain))))
