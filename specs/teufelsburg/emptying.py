"""A game that empties the pile as early as a plan can: found on what matters, then played by the engine.

What matters to a plan is who holds the Tome and the two bags, where the Diplomat is and whether fresh, how many other
objects each has, and how many the pile holds. A turn is up to three trades: the Diplomat's, the action's, the
Diplomat's again; or a stand-off for the action. The plan is a proposal: only the engine's game counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

from attrs import evolve, frozen

from ...model.game import CHANCE, TABLE
from ...model.rules import Rules
from ...model.teufelsburg import moves as mv
from ...model.teufelsburg.cards import (
    ABSTAINS,
    ATTACKER,
    BAG,
    BAGS,
    DEFENDER,
    DIPLOMAT,
    MIRROR,
    ROLES,
    TOME,
    TRADE_TEXTS,
)
from ...model.teufelsburg.engine import Teufelsburg
from ...model.teufelsburg.setup import deal_faults, dealable, in_play
from ...model.teufelsburg.state import Deal, State, drinks_each
from ..algebra import Symbolic, never
from ..promise import Played
from .codes import CODES, Box
from .listing import Situation
from .situation import settled
from .skirmish import deal_with
from .table import fresh

_A = Symbolic(CODES)

OTHER = ""  # any object without a text of its own
SPECIAL = (TOME, *sorted(BAGS))
BEFORE, ACTION, AFTER = 0, 1, 2
MOST_STEPS = 60_000  # of planning, before it is given up


@frozen
class Plan:
    """Where things are, in the midst of a turn."""

    players: int
    where: tuple[int, int, int]  # who holds the Tome, and the bags
    diplomat: int
    fresh: bool
    others: tuple[int, ...]  # by seat
    pile: int
    late: bool = True  # the Diplomat may demand after the action
    active: int = 0
    turn: int = 1
    stage: int = BEFORE

    def has(self, seat: int, kind: str) -> bool:
        """The seat holds such an object."""
        return self.others[seat] > 0 if kind == OTHER else self.where[SPECIAL.index(kind)] == seat

    @property
    def key(self) -> tuple[Any, ...]:
        """What is left of it when seats and others are told no more apart than matters."""
        turned = tuple((seat - self.active) % self.players for seat in (*self.where, self.diplomat))
        some = tuple(min(2, self.others[(self.active + i) % self.players]) for i in range(self.players))
        return self.turn, self.stage, turned, self.fresh, some, self.pile


@frozen
class Deed:
    """Something a plan does: a trade (with whom, what for what, demanded or not), a stand-off, or the turn's end."""

    act: str
    partner: int = 0
    given: str = OTHER
    returned: str = OTHER


TRADE, DEMAND, TIE, PASS, END = "trade", "demand", "tie", "pass", "end"


def deeds(plan: Plan) -> Iterator[tuple[Deed, Plan]]:
    """What can be done next, what draws most first."""
    me = plan.active
    if plan.stage == AFTER:
        if plan.pile == 0:
            return
        following = (me + 1) % plan.players
        yield Deed(END), evolve(plan, active=following, turn=plan.turn + 1, stage=BEFORE)
    can = plan.fresh and plan.diplomat == me
    found = []
    for partner in range(plan.players):
        for given in (*SPECIAL, OTHER):
            for returned in (*SPECIAL, OTHER):
                bags = (given in BAGS) + (returned in BAGS)
                if partner == me or bags > 1 or given == returned or not plan.has(me, given):
                    continue
                if plan.has(partner, returned) and (bags or TOME in (given, returned)):
                    if can and (plan.stage == BEFORE or (plan.late and plan.stage == AFTER)):
                        found.append((bags, Deed(DEMAND, partner, given, returned)))
                    if plan.stage in (BEFORE, ACTION):
                        found.append((bags, Deed(TRADE, partner, given, returned)))
    found.sort(key=lambda item: (-item[0], item[1].act, item[1].partner, item[1].given, item[1].returned))
    for _, deed in found:
        yield deed, _traded(plan, deed)
    if plan.stage in (BEFORE, ACTION):
        drawn = int(plan.pile > 0)
        tied = evolve(plan, stage=AFTER, pile=plan.pile - drawn, others=with_more(plan.others, me, drawn))
        yield Deed(TIE), tied


def with_more(row: tuple[int, ...], seat: int, many: int) -> tuple[int, ...]:
    """The row with so many more for a seat."""
    return tuple(old + many * (i == seat) for i, old in enumerate(row))


def _traded(plan: Plan, deed: Deed) -> Plan:
    me, partner = plan.active, deed.partner
    where, others, pile = list(plan.where), plan.others, plan.pile
    diplomat, fresh = plan.diplomat, plan.fresh and deed.act != DEMAND
    for kind, giver, taker in ((deed.given, me, partner), (deed.returned, partner, me)):
        if kind == OTHER:
            others = with_more(with_more(others, giver, -1), taker, 1)
            continue
        where[SPECIAL.index(kind)] = taker
        if kind in BAGS and pile:
            others, pile = with_more(others, giver, 1), pile - 1
        if kind == TOME and diplomat in (me, partner):
            diplomat, fresh = (partner if diplomat == me else me), True
    stage = plan.stage if deed.act == DEMAND and plan.stage == AFTER else ACTION if deed.act == DEMAND else AFTER
    return evolve(plan, where=(where[0], where[1], where[2]), others=others, pile=pile, diplomat=diplomat, fresh=fresh,
                  stage=stage)


def planned(start: Plan, most: int, last: int) -> tuple[Deed, ...] | None:
    """Deeds that empty the pile in turn `last`, if each turn draws `most` at best; None if none is found."""
    seen: set[tuple[Any, ...]] = set()

    def go(plan: Plan) -> tuple[Deed, ...] | None:
        if plan.pile == 0:
            return ()
        done = plan.stage == AFTER and not (plan.fresh and plan.late)
        left = 0 if done else most if plan.stage == BEFORE else most - 1
        if plan.pile > left + most * (last - plan.turn) or plan.turn > last or plan.key in seen:
            return None
        seen.add(plan.key)
        if len(seen) > MOST_STEPS:
            return None
        for deed, later in deeds(plan):
            if (rest := go(later)) is not None:
                return (deed, *rest)
        return None

    return go(start)


def demands_late(rules: Rules) -> bool:
    """Whether the Diplomat may demand after the action of his turn."""
    box = Box(rules)
    end = settled(_A, Situation(box, fresh(box, "anywhere"), "end", 0))
    return not never(end.legal_at(("use",)))


def starts(rules: Rules) -> Iterator[Plan]:
    """Deals for a plan: the Diplomat sits first with the Tome, the bags lie anywhere."""
    late = demands_late(rules)
    n, each = rules.players, int(rules.fact("setup.hand"))
    playing, _ = in_play(rules)
    if TOME not in dealable(rules, playing):
        return
    for first in range(n):
        for second in range(n):
            where = (0, first, second)
            held = tuple(each - where.count(seat) for seat in range(n))
            if min(held) >= 0:
                yield Plan(n, where, 0, True, held, len(playing) - n * (each + drinks_each(rules)), late)


# ---------------------------------------------------------------- played


def plain(kind: str) -> bool:
    """An object whose trade brings nothing about."""
    return kind not in TRADE_TEXTS and kind != MIRROR


class Player:
    """Plays deeds on the engine; `moves` grows, and `state` follows."""

    def __init__(self, rules: Rules, deal: Deal) -> None:
        self.engine = Teufelsburg(rules)
        self.state: State = self.engine.start(deal)
        self.moves: list[Any] = []

    def legal(self, move: Any) -> bool:
        """The move may be made now."""
        return bool(self.state.agenda) and move in self.engine.legal(self.state, move.by)

    def move(self, move: Any) -> None:
        """Make a move. Raises `ValueError` for one that is not legal."""
        if not self.legal(move):
            raise ValueError(f"the plan has {move}, which is not legal")
        for event in self.engine.decide(self.state, move):
            self.state = self.engine.evolve(self.state, event)
        self.moves.append(move)

    def held(self, seat: int, kind: str) -> str:
        """An object of the seat that a plan calls by this kind. Raises `ValueError` where there is none."""
        fits = [held for held in self.state.hands[seat] if (held == kind if kind != OTHER else plain(held))]
        if not fits:
            raise ValueError(f"the plan has seat {seat} give {kind or 'another object'}")
        return fits[0]

    def trade(self, deed: Deed, me: int) -> None:
        """A trade, demanded or not, with its texts."""
        given, returned = self.held(me, deed.given), self.held(deed.partner, deed.returned)
        if deed.act == DEMAND:
            word = BAG if returned in BAGS else returned
            for move in (mv.Use(me, DIPLOMAT), mv.DemandOf(me, deed.partner), mv.DemandObject(me, word)):
                self.move(move)
        else:
            self.move(mv.Trade(me, deed.partner))
        self.move(mv.OfferObject(me, given))
        self.move(mv.Return(deed.partner, returned))
        self.settle()

    def settle(self) -> None:
        """Answer all that is owed until the turn's player can go on."""
        while self.state.agenda and self.state.agenda[0].kind not in ("action", "end"):
            self.move(self.answer(self.state.agenda[0]))

    def support(self, seat: int) -> Any:
        """Nobody is supported; or, where all have to take sides, one side and the other by turns."""
        idle, duel = mv.SupportSide(seat, ABSTAINS), self.state.duel
        if self.legal(idle) or duel is None:
            return idle
        others = [other for other in range(self.state.players) if other not in (duel.attacker, duel.defender)]
        return mv.SupportSide(seat, (ATTACKER, DEFENDER)[others.index(seat) % 2])

    def answer(self, frame: Any) -> Any:
        """The next move for a frame that no deed is about. Raises `ValueError` where there is none."""
        match frame.kind:
            case "activate":
                text = mv.ActivateText(frame.by)
                return text if self.legal(text) else mv.Leave(frame.by)
            case "draw":
                outcomes = [move for move, _ in self.engine.chances(self.state)]
                return next((move for move in outcomes if plain(move.kind)), outcomes[0])
            case "surplus":
                room = min(range(self.state.players), key=lambda seat: (len(self.state.hands[seat]), seat))
                return mv.GiveTo(frame.by, room)
            case "unload":
                return mv.Give(frame.by, self.held(frame.by, OTHER))
            case "stand-off":
                return mv.PickUp(frame.by)
            case "support" | "secret-support":
                return self.support(frame.owed[0])
            case _ if frame.owed == (TABLE,):
                return mv.Close(TABLE)
        raise ValueError(f"the plan has no answer to {frame.kind}")

    def do(self, deed: Deed) -> None:
        """Carry out a deed."""
        me = self.state.active
        if deed.act in (TRADE, DEMAND):
            self.trade(deed, me)
        elif deed.act == TIE:
            self.move(mv.Attack(me, (me + 1) % self.state.players))
            self.settle()
        else:
            self.move(mv.EndTurn(me))


def played_out(rules: Rules, start: Plan, plan: tuple[Deed, ...]) -> tuple[Played, State] | None:
    """The game of a plan, and where it ends; None where the engine does not follow."""
    hands: list[list[str]] = [[] for _ in range(start.players)]
    for kind, seat in zip(SPECIAL, start.where, strict=True):
        hands[seat].append(kind)
    stock = Counter(kind for kind in dealable(rules, in_play(rules)[0]) if plain(kind))
    spare = sorted(stock.elements())
    for seat, many in enumerate(start.others):
        hands[seat] += [spare.pop() for _ in range(many)]
    others = [role for role in ROLES if role != DIPLOMAT]
    deal = deal_with(rules, hands, (DIPLOMAT, *others)[: start.players])
    if deal is None or deal_faults(rules, deal):
        return None
    player = Player(rules, deal)
    try:
        for deed in plan:
            player.do(deed)
    except ValueError:
        return None
    assert all(move.by != CHANCE or isinstance(move, mv.DrawObject) for move in player.moves)
    return Played(deal, tuple(player.moves)), player.state


def in_one_turn(rules: Rules, many: int) -> Played | None:
    """A game of one turn that draws so many objects; None if no plan is found that the engine follows."""
    for start in starts(rules):
        plan = planned(evolve(start, pile=many), many, 1)
        found = played_out(rules, start, plan) if plan is not None else None
        if found is not None and sum(isinstance(move, mv.DrawObject) for move in found[0].moves) == many:
            return found[0]
    return None


def earliest(rules: Rules, most: int, tries: int = 4) -> tuple[Played, int] | None:
    """A game that empties the pile, and its last turn: the earliest for which a plan is found.

    `most` is what a turn draws at best. So many turns more than the bound allows are tried.
    """
    plans = list(starts(rules))
    if not plans:
        return None
    first = ceil(plans[0].pile / most)
    for last in range(first, first + tries):
        for start in plans:
            plan = planned(start, most, last)
            found = played_out(rules, start, plan) if plan is not None else None
            if found is not None and found[1].pile == 0 and found[1].turn <= last + 1:
                return found[0], last
    return None
