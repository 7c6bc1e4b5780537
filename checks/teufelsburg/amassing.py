"""A game in which one hand grows over the limit as early as a plan can bring it: planned on what matters, then played.

What matters is who holds the Tome and the two bags, where the Diplomat is and whether fresh, how many other objects
each has, and how many the pile holds. A turn is up to three trades, the Diplomat's, the action's, the Diplomat's again;
or for the action a struggle, at even points or won by who amasses. The plan is a proposal: only the engine's game
counts, and whether an earlier one may exist is for `specs.teufelsburg.gaining` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from attrs import frozen

from advocatus.model.rules import Rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, DEFENDER, DIPLOMAT, ROLES, TOME
from advocatus.model.teufelsburg.setup import deal_faults, dealable, in_play
from advocatus.model.teufelsburg.state import Deal, drinks_each
from advocatus.specs.teufelsburg.emptying import (
    ACTION,
    AFTER,
    BEFORE,
    DEMAND,
    END,
    OTHER,
    PASS,
    TIE,
    TRADE,
    Deed,
    Player,
    demands_late,
    plain,
    with_more,
)
from advocatus.specs.teufelsburg.gaining import MOST
from advocatus.specs.teufelsburg.skirmish import deal_with

from ..search import Limits, length_of, search

STEAL = "steal"
BAG = "bag"  # one bag is like the other
KINDS = (TOME, BAG, OTHER)
STATES, TURNS, FIRST = 60_000, 8, 3  # of planning; who amasses is on turn among the first
COSTS = {TRADE: 5, DEMAND: 7, END: 1, PASS: 1}  # decisions


class Hoarding(NamedTuple):
    """Where things are, in the midst of a turn, and whose hand is to grow."""

    seat: int
    turn: int
    active: int
    stage: int
    tome: int
    bags: tuple[int, int]  # who holds them, in order
    diplomat: int
    fresh: bool
    others: tuple[int, ...]  # by seat
    pile: int

    def size(self, seat: int) -> int:
        """How many objects a seat holds."""
        return self.others[seat] + (self.tome == seat) + self.bags.count(seat)

    def has(self, seat: int, kind: str) -> bool:
        """The seat holds such an object."""
        return self.tome == seat if kind == TOME else seat in self.bags if kind == BAG else self.others[seat] > 0

    def moved(self, kind: str, giver: int, taker: int) -> Hoarding:
        """An object changes hands."""
        if kind == TOME:
            return self._replace(tome=taker)
        if kind == BAG:
            other = self.bags[1] if self.bags[0] == giver else self.bags[0]
            return self._replace(bags=(min(other, taker), max(other, taker)))
        return self._replace(others=with_more(with_more(self.others, giver, -1), taker, 1))

    def drawn(self, seat: int) -> Hoarding:
        """The seat draws, if there is something."""
        return self._replace(others=with_more(self.others, seat, 1), pile=self.pile - 1) if self.pile else self


@frozen
class Planning:
    """The plans for one rule set: see `search.Space`.

    `late`: the Diplomat may demand after the action; `ties`: a struggle can be left at even points.
    """

    rules: Rules
    limit: int
    late: bool = True
    ties: bool = True

    def after(self, node: Hoarding) -> Iterator[tuple[Hoarding, int, Deed]]:
        """What can be done next."""
        for deed, later in self._deeds(node):
            yield later, length_of(later.turn - node.turn, self._decisions(deed)), deed

    def too_much(self, node: Hoarding) -> bool:
        """The hand is over the limit."""
        return node.size(node.seat) > self.limit

    def least(self, node: Hoarding) -> int:
        """How long it still takes at least, by what a turn can bring."""
        lacks = self.limit + 1 - node.size(node.seat) - self._left(node)
        return length_of(max(0, -(-lacks // MOST)), 0)

    def _left(self, node: Hoarding) -> int:
        here = node.diplomat == node.active
        if node.stage == AFTER:
            return int(self.late and node.fresh and here)
        if here:
            return 2 if node.fresh else 1
        return 1 + int(self.late and node.tome != node.seat)

    def _decisions(self, deed: Deed) -> int:
        if deed.act in (TIE, STEAL):
            return self.rules.players + (deed.act == STEAL)
        return COSTS[deed.act]

    def _deeds(self, node: Hoarding) -> Iterator[tuple[Deed, Hoarding]]:
        me = node.active
        if node.stage == AFTER:
            yield Deed(END), node._replace(active=(me + 1) % self.rules.players, turn=node.turn + 1, stage=BEFORE)
        can = node.fresh and node.diplomat == me
        for partner in self._partners(node):
            for given, returned in ((x, y) for x in KINDS for y in KINDS if x != y):
                if node.has(me, given) and node.has(partner, returned):
                    if can and (node.stage == BEFORE or (self.late and node.stage == AFTER)):
                        yield from self._traded(node, Deed(DEMAND, partner, given, returned))
                    if node.stage != AFTER:
                        yield from self._traded(node, Deed(TRADE, partner, given, returned))
        if node.stage != AFTER:
            yield from self._fought(node)

    def _partners(self, node: Hoarding) -> Iterator[int]:
        """Whom to trade with: of those without anything that matters who do not come to be on turn, one will do."""
        n, some = self.rules.players, False
        for partner in range(n):
            idle = partner not in (node.seat, node.tome, node.diplomat, *node.bags) and partner >= FIRST + 1
            if partner != node.active and not (idle and some):
                some = some or idle
                yield partner

    def _traded(self, node: Hoarding, deed: Deed) -> Iterator[tuple[Deed, Hoarding]]:
        me, partner = node.active, deed.partner
        after = node.moved(deed.given, me, partner).moved(deed.returned, partner, me)
        if deed.act == DEMAND:
            after = after._replace(fresh=False)
        for kind, giver in ((deed.given, me), (deed.returned, partner)):
            if kind == BAG:
                after = after.drawn(giver)
            if kind == TOME and after.diplomat in (me, partner):
                after = after._replace(diplomat=partner if after.diplomat == me else me, fresh=True)
        stage = AFTER if deed.act == TRADE or node.stage == AFTER else ACTION
        yield deed, after._replace(stage=stage)

    def _fought(self, node: Hoarding) -> Iterator[tuple[Deed, Hoarding]]:
        me = node.active
        done = node._replace(stage=AFTER)
        yield Deed(PASS), done
        if node.pile and self.ties:
            yield Deed(TIE), done.drawn(me)
        for partner in self._partners(node) if me == node.seat else (node.seat,):
            loser = partner if me == node.seat else me
            if node.size(loser) > 1:
                for kind in KINDS:
                    if node.has(loser, kind):
                        yield Deed(STEAL, partner, kind), done.moved(kind, loser, node.seat)

    def starts(self) -> Iterator[Hoarding]:
        """Deals for a plan: the Diplomat is on turn first, the Tome near, the bags among the first."""
        n, each = self.rules.players, int(self.rules.fact("setup.hand"))
        playing, _ = in_play(self.rules)
        few = range(min(n, FIRST + 1))
        pile = len(playing) - n * (each + drinks_each(self.rules))
        for seat in range(min(n, FIRST)) if TOME in dealable(self.rules, playing) else ():
            for tome in sorted({0, seat}):
                for bags in ((i, j) for i in few for j in few if i <= j):
                    held = tuple(each - (tome == i) - bags.count(i) for i in range(n))
                    if min(held) >= 0:
                        yield Hoarding(seat, 1, 0, BEFORE, tome, bags, 0, True, held, pile)


# ---------------------------------------------------------------- played


class Amasser(Player):
    """Plays deeds on the engine so that every struggle for the hand is won by who amasses."""

    def __init__(self, rules: Rules, deal: Deal, seat: int) -> None:
        super().__init__(rules, deal)
        self.seat, self.steals = seat, OTHER

    def held(self, seat: int, kind: str) -> str:
        """See `Player.held`; of two bags any."""
        if kind == BAG:
            return next((held for held in self.state.hands[seat] if held in BAGS), BAG)
        return super().held(seat, kind)

    def answer(self, frame: Any) -> Any:
        """See `Player.answer`."""
        match frame.kind:
            case "reward":
                return mv.TakeReward(self.seat, mv.OBJECT)
            case "steal":
                loser = self._fighters()[1 - self._fighters().index(self.seat)]
                return mv.StealObject(self.seat, self.held(loser, OTHER if self.steals == STEAL else self.steals))
        return super().answer(frame)

    def _fighters(self) -> tuple[int, int]:
        duel = self.state.duel
        assert duel is not None
        return duel.attacker, duel.defender

    def support(self, seat: int) -> Any:
        """See `Player.support`; who amasses gets a point more than the other where he is to win."""
        duel = self.state.duel
        if not self.steals or duel is None:
            return super().support(seat)
        idle = mv.SupportSide(seat, ABSTAINS)
        helps = seat == min({*range(self.state.players)} - {*self._fighters()}) or not self.legal(idle)
        return mv.SupportSide(seat, ATTACKER if duel.attacker == self.seat else DEFENDER) if helps else idle

    @property
    def full(self) -> bool:
        """Somebody has too much."""
        return any(frame.kind == "surplus" for frame in self.state.agenda)

    def do(self, deed: Deed) -> None:
        """See `Player.do`."""
        me = self.state.active
        if deed.act == PASS:
            self.move(mv.Pass(me))
        elif deed.act == STEAL:
            self.steals = deed.given or STEAL
            self.move(mv.Attack(me, deed.partner))
            self.settle()
            self.steals = OTHER
        else:
            super().do(deed)

    def settle(self) -> None:
        """See `Player.settle`; no further than to the surplus."""
        while not self.full and self.state.agenda and self.state.agenda[0].kind not in ("action", "end"):
            self.move(self.answer(self.state.agenda[0]))


@frozen
class Amassed:
    """A game to a hand over the limit: the deal, the moves, the turn and the decisions."""

    deal: Any
    moves: tuple[Any, ...]
    turn: int
    decisions: int


def played(rules: Rules, start: Hoarding, plan: Sequence[Deed]) -> Amassed | None:
    """The game of a plan; None where the engine does not follow."""
    hands = [[] for _ in range(rules.players)]  # type: list[list[str]]
    for kind, seat in zip((TOME, *sorted(BAGS)), (start.tome, *start.bags), strict=True):
        hands[seat].append(kind)
    spare = sorted(kind for kind in dealable(rules, in_play(rules)[0]) if plain(kind))
    for seat, many in enumerate(start.others):
        hands[seat] += [spare.pop() for _ in range(many)]
    others = [role for role in ROLES if role != DIPLOMAT]
    deal = deal_with(rules, hands, (DIPLOMAT, *others)[: rules.players])
    if deal is None or deal_faults(rules, deal):
        return None
    player = Amasser(rules, deal, start.seat)
    try:
        for deed in plan:
            player.do(deed)
    except ValueError:
        return None
    if not player.full:
        return None
    return Amassed(deal, tuple(player.moves), player.state.turn, sum(move.by >= 0 for move in player.moves))


def amassed(rules: Rules) -> Amassed | None:
    """An early game to a hand over the limit, None if no plan is found that the engine follows."""
    found = []
    for ties in (True, False):
        space = Planning(rules, int(rules.fact("hand.limit")), demands_late(rules), ties)
        plan = search(space, [(start, length_of(1, 0)) for start in space.starts()],
                      space.too_much, Limits(TURNS, STATES), bound=space.least)
        game = played(rules, plan.root, plan.moves) if plan.node is not None else None
        found += [game] if game is not None else []
    return min(found, key=lambda game: (game.turn, game.decisions), default=None)
