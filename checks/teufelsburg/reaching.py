"""Games that lead near a position: a deal with its people, and turns in which hands are filled and cards are spent.

A struggle in which nobody does anything is a stand-off, after which the attacker draws: so any hand can be filled, one
object a turn. What is near only by other ways is left to the search that goes on from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve

from advocatus.checks.deriving import game_of
from advocatus.model.game import CHANCE, Game, Move, make
from advocatus.model.rules import Gap, Rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, CLAIRVOYANT, DEFENDER, DIPLOMAT, Hand
from advocatus.model.teufelsburg.frames import Activate, GiveBack, Surplus, Unload
from advocatus.model.teufelsburg.setup import apart, deal_faults, dealable, in_play, surely_dealt
from advocatus.model.teufelsburg.state import Deal, State

LONGEST = 600  # moves of a game that leads near
MOST_TURNS = 80

Begun = tuple[Deal, tuple[Move, ...]]


def deal_for(rules: Rules, state: State) -> Deal | None:
    """The deal with the people of a position, each with objects of its own; None if the set-up gives none such."""
    each, playing, out = rules.fact("setup.hand"), *in_play(rules)
    certain, may = Counter(surely_dealt(rules)), Counter(dealable(rules, in_play(rules)[0]))
    hands: list[list[str]] = []
    for hand in state.hands:
        mine: list[str] = []
        for kind in sorted(hand, key=lambda k: (k not in BAGS, k)):
            second = apart(rules) and kind in BAGS and bool(BAGS & {*mine})
            stock = certain if certain[kind] else may
            if len(mine) < each and stock[kind] > 0 and not second:
                mine.append(kind)
                stock[kind] -= 1
        hands.append(mine)
    for kind in sorted(certain.elements()):  # what must be dealt and nobody has goes where there is room
        room = [mine for mine in reversed(hands) if len(mine) < each and not (apart(rules) and BAGS & {*mine})]
        if not room:
            return None
        room[0].append(kind)
    filler = sorted(may.elements(), key=lambda kind: (kind in state.top, kind))
    for mine in hands:
        while len(mine) < each:
            if not filler:
                return None
            mine.append(filler.pop(0))
    rest = Counter(playing) - Counter(kind for mine in hands for kind in mine)
    deal = Deal(tuple(tuple(sorted(mine)) for mine in hands), state.roles, state.sides, state.spare,
                tuple(sorted((*state.leftover, *state.retired))), tuple(sorted(rest.elements())), out,
                rows=state.rows)
    return None if deal_faults(rules, deal) else deal


def _before(state: State) -> State:
    """The position with the hands as they were when the turn began: what was traded or taken is back."""
    hands = [Counter(hand) for hand in state.hands]
    for frame in reversed(state.agenda):
        moved: tuple[tuple[int, int | None, str], ...] = ()
        match frame:
            case Activate(by, partner, card, other) if frame is state.agenda[0]:
                moved = ((partner, by, card), (by, partner, other))
            case GiveBack(by, to, taken):
                moved = ((by, to, taken),)
            case Surplus(by) | Unload(by, _) if len(state.hands[by]) > 1:
                moved = ((by, None, next(kind for kind in reversed(state.hands[by]) if kind not in BAGS)),)
        for giver, taker, kind in moved:
            if hands[giver][kind]:
                hands[giver][kind] -= 1
                if taker is not None:
                    hands[taker][kind] += 1
    return evolve(state, hands=tuple(tuple(sorted(hand.elements())) for hand in hands))


def begun(rules: Rules, state: State) -> Iterator[Begun]:
    """Games that lead near a position, the one that fills hands first, then the mere deal."""
    state = _before(state)
    deal = deal_for(rules, state)
    if deal is None:
        return
    way = _Way(rules, deal, state)
    if way.go():
        yield deal, tuple(way.moves)
    if way.moves:
        yield deal, ()


class _Way:
    """A game on its way to a position: turn by turn, until the hands are filled and the right seat is on turn."""

    def __init__(self, rules: Rules, deal: Deal, target: State) -> None:
        self.game: Game[Any, Any] = game_of(rules)
        self.target = target
        self.state: State = self.game.start(deal)
        self.moves: list[Move] = []

    def lacks(self, seat: int) -> Hand:
        """What a seat is still to get."""
        return tuple((Counter(self.target.hands[seat]) - Counter(self.state.hands[seat])).elements())

    def unspent(self) -> frozenset[int]:
        """The seats whose occupation is to lie face-up, or to be spent, and is not yet."""
        duel = self.target.duel
        now = {role for _, role in duel.played} if duel is not None else set()
        for frame in self.target.agenda:  # what was used in this very turn
            demands = frame.kind.startswith("demand") or bool(getattr(frame, "demanded", ""))
            now |= {DIPLOMAT} if demands else {CLAIRVOYANT} if frame.kind == "foresee" else set()
        return frozenset(
            seat for seat, role in enumerate(self.target.roles)
            if (self.target.shown[seat] or role in self.target.spent) and role not in {*self.state.spent, *now})

    def go(self) -> bool:
        """Whether a position at rest is come to from which the one wanted is near."""
        for _ in range(MOST_TURNS):
            open_ = any(self.lacks(seat) for seat in range(self.state.players)) or bool(self.unspent())
            if not open_ and self.state.active == self.target.active and self.state.turn >= self.target.turn:
                return True
            before = len(self.moves)
            if not self._turn() or len(self.moves) in (before, LONGEST):
                return False
        return False

    def _turn(self) -> bool:
        """One turn: whoever lacks something draws it; else who is to spend a card does it when it can be done."""
        by, turn = self.state.active, self.state.turn
        fights = bool(self.lacks(by)) or bool(self.unspent())
        while self.state.turn == turn and len(self.moves) < LONGEST:
            move = self._next(fights)
            if move is None:
                return False
            try:
                self.state = make(self.game, self.state, move).after
            except Gap:
                return False
            self.moves.append(move)
        return self.state.turn != turn

    def _next(self, fights: bool) -> Move | None:
        """The move that does least, but for what is wanted."""
        frame = self.game.top(self.state)
        if frame is None:
            return None
        if frame.owed == (CHANCE,):
            wanted = self.lacks(getattr(frame, "by", self.state.active))
            outcomes: list[Move] = [move for move, _ in self.game.chances(self.state)]
            return next((m for m in outcomes if getattr(m, "kind", "") in wanted), outcomes[0])
        for seat in self.game.actors(self.state):
            if seat in self.unspent():
                use = mv.Use(seat, self.state.roles[seat])
                if use in self.game.legal(self.state, seat):
                    return use
        legal = [move for seat in frame.owed for move in self.game.legal(self.state, seat)]
        return min(legal, key=lambda move: _rank(move, self.state, self.target, fights), default=None)


def _rank(move: Move, state: State, target: State, fights: bool) -> tuple[int, int]:
    """What is done rather: nothing; and where a struggle is wanted, what makes it a stand-off."""
    order: tuple[type[Move], ...] = (mv.Close, mv.EndTurn, mv.PickUp, mv.Done)
    if isinstance(move, mv.Attack):
        wanted = target.duel.defender if target.duel is not None else -1
        return (0 if fights else 3, 0 if move.on == wanted else 1)
    if isinstance(move, mv.Pass):
        return (1, 0)
    if isinstance(move, mv.SupportSide):
        return (0 if move.side == ABSTAINS else 1, 0 if move.side == _balancing(state, move.by) else 1)
    return (0, order.index(type(move))) if isinstance(move, order) else (2, 0)


def _balancing(state: State, by: int) -> str:
    """The side that a supporter takes so that both have as many."""
    duel = state.duel
    assert duel is not None
    before = sum(1 for seat in range(by) if seat not in (duel.attacker, duel.defender))
    return ATTACKER if before % 2 == 0 else DEFENDER


def along(state: State) -> Callable[[Any, Move], bool]:
    """Whether a move is one that a game to this position could make in its last turn, as far as the position tells."""
    frame, duel = state.agenda[0], state.duel
    seats = {getattr(frame, name) for name in ("by", "to", "partner", "loser", "of") if hasattr(frame, name)}
    struggle = duel is not None or hasattr(frame, "loser") or frame.kind in ("give-back", "tribute", "stand-off")

    def fits(at: Any, move: Move) -> bool:
        match move:
            case mv.Attack(_, on):
                return struggle and (duel is None or on == duel.defender)
            case mv.SupportSide(by, side):
                return duel is None or duel.sides[by] in (side, "")
            case mv.Trade(_, to) | mv.DemandOf(_, to):
                return not struggle and to in seats
            case mv.OfferObject(_, kind):
                return not hasattr(frame, "offered") or frame.offered == kind
            case mv.DrawObject(_, kind):
                return kind in state.hands[at.agenda[0].by] or frame.kind != "surplus"
            case mv.Spy() | mv.GiveTo():
                return frame.kind in ("surplus", "unload") and not isinstance(move, mv.Spy)
            case mv.Proclaim():
                return frame.kind in ("name-allies", "point-out")
            case _:
                return True

    return fits


PHASES = ("duel.priest", "support", "secret-support", "duel.reveal", "duel.hypnotist", "silence", "duel.powers",
          "appoint", "symbol", "bonus", "duel.result", "stand-off", "reward", "duel.choice", "steal", "give-back")
TOO_LATE, ASTRAY = 40, 15


def far(target: State) -> Callable[[State], int]:
    """A guess at how far a state is from another: what of the struggle, the hands and the people differs."""
    goal = target.agenda[0].kind

    def guess(state: State) -> int:
        frame = state.agenda[0].kind if state.agenda else ""
        found = sum(2 for one, other in zip(state.hands, target.hands, strict=True)
                    for _ in (Counter(other) - Counter(one)).elements())
        found += sum(4 for one, other in zip(state.roles, target.roles, strict=True) if one != other)
        found += 2 * len({*state.spent} ^ {*target.spent})
        found += ASTRAY * (state.active != target.active)
        if goal in PHASES and frame in PHASES:
            ahead = PHASES.index(goal) - PHASES.index(frame)
            return found + (ahead if ahead >= 0 else TOO_LATE) + _struggles_differ(state, target)
        return found + ASTRAY * (frame != goal) + (TOO_LATE if goal in PHASES and frame == "end" else 0)

    return guess


def _struggles_differ(state: State, target: State) -> int:
    """What of two struggles differs; silences and supports that are still to come count less than wrong ones."""
    one, other = state.duel, target.duel
    if one is None or other is None:
        return ASTRAY * (one is not other)
    wrong = sum(1 if side == "" else 6 for side, wanted in zip(one.sides, other.sides, strict=True) if side != wanted)
    lies = Counter(one.played)
    wanted = Counter(other.played)
    played = sum(3 for _ in ((wanted - lies) + (lies - wanted)).elements())
    silences = 5 * len({*one.silenced} ^ {*other.silenced})
    return wrong + played + silences + 5 * (one.alone != other.alone) + 5 * (one.appointed != other.appointed) + (
        ASTRAY * ((one.attacker, one.defender) != (other.attacker, other.defender)))


class _Reaching:
    """See `checks.ask.Reaching`."""

    begun = staticmethod(begun)
    along = staticmethod(along)
    far = staticmethod(far)


REACHING = _Reaching()
