"""The scenes of a struggle in which two powers can be put down, and the games from a legal deal that lead there.

A power is a card or a token in the hands of somebody who stands somewhere in the struggle. Which powers can be put
down where is found by asking the rules. What else lies on the table does not matter but for its kinds: the seats that
use nothing abstain, except that in the windows after the count they also lean to either side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

from attrs import evolve, frozen

from advocatus.checks.deriving import game_of
from advocatus.checks.order import Lead, Scene
from advocatus.model.game import CHANCE, TABLE, Move, choices, make
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg import moves as mv
from advocatus.model.teufelsburg.cards import ABSTAINS, ATTACKER, BAGS, DEFENDER, DRINK, OBJECTS, ROLES, SIDES, Hand
from advocatus.model.teufelsburg.frames import FRAMES, Window
from advocatus.model.teufelsburg.setup import apart, dealable, in_play, surely_dealt
from advocatus.model.teufelsburg.state import Deal, State, drinks_each

FOR_ATTACKER, FOR_DEFENDER, LOOKER_ON = "for-attacker", "for-defender", "looker-on"
STANDS = (ATTACKER, DEFENDER, FOR_ATTACKER, FOR_DEFENDER, LOOKER_ON)
LEANS = {FOR_ATTACKER: ATTACKER, FOR_DEFENDER: DEFENDER, LOOKER_ON: ABSTAINS}
TOKENS = {"token-attacker": ATTACKER, "token-defender": DEFENDER}
WINDOWS = tuple(kind.kind for kind in FRAMES if issubclass(kind, Window))
AFTER_COUNT = ("duel.result", "duel.choice")
PILE = 2  # objects left in the pile of a scene: all ways to look through it are few
LONGEST = 60  # moves to a window


@frozen
class Power:
    """A card, or a token for a side, with somebody who stands so; `place` tells two who stand alike apart."""

    card: str
    stand: str
    place: int = 0

    def use(self, seats: Mapping[tuple[str, int], int]) -> Move:
        """The move that puts it down."""
        by = seats[self.stand, self.place]
        return mv.SpendToken(by, TOKENS[self.card]) if self.card in TOKENS else mv.Use(by, self.card)


@frozen
class Known:
    """What is kept of a scene: its powers (those used first behind the two), and how the others lean."""

    powers: tuple[Power, ...]
    lean: str
    bare: bool = False  # attacker and defender hold no more than they use, or one object


@frozen
class Way:
    """How a game is to go to a window: who stands where, how the others lean, who attacks the neighbour on which
    side, and who is to own how many tokens before."""

    window: str
    stands: Mapping[int, str]
    lean: str
    first: int
    step: int
    owners: tuple[int, ...] = ()


class TableScenes:
    """See `checks.order.Scenes`."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game = rules, game_of(rules)
        self._windows: dict[Any, State | None] = {}

    # ------------------------------------------------------------ what the shared part asks

    def pairs(self) -> Iterator[tuple[Scene, ...]]:
        """See `Scenes`: alone at first, then after each other power has been used."""
        for window in WINDOWS:
            known = self.powers[window]
            cards = sorted({p.card for p in known}, key=(*ROLES, *OBJECTS, *TOKENS).index)
            for one, other in combinations(cards, 2):
                scenes = tuple(self._scenes(window, one, other, known))
                if scenes:
                    yield scenes

    def leads(self, scene: Scene) -> Iterator[Lead]:
        """See `Scenes`."""
        seats = [(first, step) for first in range(self.rules.players) for step in (1, -1)]
        found = [lead for first, step in seats if (lead := self._lead(scene, first, step))]
        yield from (lead for _, lead in sorted(found, key=lambda pair: (pair[0], str(pair[1].moves))))

    def settled(self, before: State, after: State) -> bool:
        """See `Scenes`."""
        if after.turn != before.turn or not after.agenda:
            return True
        return len(after.agenda) <= len(before.agenda) and before.agenda[-len(after.agenda) :] == after.agenda

    def normal(self, state: State) -> Hashable:
        """See `Scenes`."""
        duel = state.duel
        if duel is None:
            return state
        return evolve(state, duel=evolve(duel, played=tuple(sorted(duel.played)), tokens=tuple(sorted(duel.tokens))))

    # ------------------------------------------------------------ scenes

    @cached_property
    def powers(self) -> Mapping[str, tuple[Power, ...]]:
        """For each window the powers that can be put down there, alone."""
        cards = (*ROLES, *in_play(self.rules)[0], *(TOKENS if self.rules.given("tokens.total") else ()))
        found: dict[str, tuple[Power, ...]] = {}
        for window in WINDOWS:
            every = [Power(card, stand) for card in dict.fromkeys(cards) for stand in STANDS]
            leans = self._leans(window)
            found[window] = tuple(p for p in every if any(self._usable(window, p, lean) for lean in leans))
        return found

    def _usable(self, window: str, power: Power, lean: str) -> bool:
        seats = self._seats((power,))
        state = self._state(window, (power,), lean) if seats else None
        if state is None or seats is None:
            return False
        use = power.use(seats)
        return use in self.game.legal(state, use.by)

    @staticmethod
    def _leans(window: str) -> tuple[str, ...]:
        return (LOOKER_ON, FOR_ATTACKER, FOR_DEFENDER) if window in AFTER_COUNT else (LOOKER_ON,)

    def _scenes(self, window: str, one: str, other: str, known: Sequence[Power]) -> Iterator[Scene]:
        pairs = [(a, evolve(b, place=place)) for a in known if a.card == one for b in known if b.card == other
                 for place in ((0, 1) if a.stand == b.stand and a.stand in LEANS else (0,))]
        every = [Known(pair, lean, bare) for bare in (False, True) for pair in pairs for lean in self._leans(window)]
        every += [Known((*pair, third), lean) for third in known if third.card not in (one, other)
                  for pair in pairs for lean in self._leans(window)]
        for what in every:
            if scene := self._scene(window, what):
                yield scene

    def _scene(self, window: str, known: Known) -> Scene | None:
        powers = known.powers
        seats = self._seats(powers)
        state = self._state(window, powers, known.lean, known.bare) if seats else None
        if state is None or seats is None:
            return None
        uses = tuple(power.use(seats) for power in powers)
        return Scene(window, (powers[0].card, powers[1].card), state, (uses[0], uses[1]), uses[2:], known)

    def _seats(self, powers: Sequence[Power]) -> dict[tuple[str, int], int] | None:
        """Who stands where; None if there are too few players, or one would have two occupations."""
        seats = {(ATTACKER, 0): 0, (DEFENDER, 0): 1}
        for power in powers:
            seats.setdefault((power.stand, power.place), len(seats))
        roles = [(power.stand, power.place) for power in powers if power.card in ROLES]
        return seats if len(seats) <= self.rules.players and len(roles) == len(set(roles)) else None

    def _state(self, window: str, powers: Sequence[Power], lean: str, bare: bool = False) -> State | None:
        """The window with these powers in place, and all but a few of the objects in somebody's hand."""
        seats = self._seats(powers)
        if seats is None:
            return None
        at_window = self._at_window(window, tuple(sorted(seats.items(), key=lambda item: item[1])), lean)
        if at_window is None:
            return None
        n, tokens = self.rules.players, list(at_window.tokens)
        roles = self._roles(powers, seats)
        hands: list[list[str]] = [[DRINK] * drinks_each(self.rules) for _ in range(n)]
        for power in powers:
            if power.card in OBJECTS:
                hands[seats[power.stand, power.place]].append(power.card)
            elif power.card in TOKENS:
                tokens[seats[power.stand, power.place]] += 1
        rest = Counter(in_play(self.rules)[0]) - Counter(kind for hand in hands for kind in hand)
        left, limit = sorted(rest.elements()), self.rules.fact("hand.limit")
        most = [1 if bare and seat < 2 else limit for seat in range(n)]
        while len(left) > PILE and (room := [hand for hand, full in zip(hands, most, strict=True) if len(hand) < full]):
            min(room, key=len).append(left.pop())
        return evolve(at_window, hands=tuple(tuple(sorted(hand)) for hand in hands), roles=roles, rest=tuple(left),
                      leftover=tuple(sorted(set(ROLES) - set(roles))), tokens=tuple(tokens))

    def _roles(self, powers: Sequence[Power], seats: Mapping[tuple[str, int], int]) -> tuple[str, ...]:
        taken = {seats[p.stand, p.place]: p.card for p in powers if p.card in ROLES}
        others = iter(role for role in ROLES if role not in taken.values())
        return tuple(taken.get(seat) or next(others) for seat in range(self.rules.players))

    def _at_window(self, window: str, seats: tuple[tuple[tuple[str, int], int], ...], lean: str) -> State | None:
        key = window, seats, lean
        if key not in self._windows:
            start = self.game.start(self.deal(ROLES[: self.rules.players], [()] * self.rules.players))
            walk = self._walk(start, Way(window, {seat: stand for (stand, _), seat in seats}, lean, 0, 1))
            self._windows[key] = walk[1] if walk else None
        return self._windows[key]

    # ------------------------------------------------------------ games

    def _lead(self, scene: Scene, first: int, step: int) -> tuple[tuple[int, int], Lead] | None:
        """A game in which `first` attacks the neighbour on one side; None if the deal cannot hold the cards."""
        powers, n = scene.known.powers, self.rules.players
        places = self._seats(powers)
        assert places is not None
        seats = {place: (first + seat * step) % n for place, seat in places.items()}
        wanted: list[Hand] = [() for _ in range(n)]
        for power in powers:
            if power.card in OBJECTS:
                wanted[seats[power.stand, power.place]] += (power.card,)
        deal = self.deal(self._roles(powers, seats), wanted)
        if any(Counter(want) - Counter(hand) for want, hand in zip(wanted, deal.hands, strict=True)):
            return None
        owners = tuple(seats[p.stand, p.place] for p in powers if p.card in TOKENS)
        stands = {seat: stand for (stand, _), seat in seats.items()}
        walk = self._walk(self.game.start(deal), Way(scene.window, stands, scene.known.lean, first, step, owners))
        if walk is None:
            return None
        uses = tuple(power.use(seats) for power in powers)
        length = walk[1].turn, sum(move.by >= 0 for move in walk[0])
        return length, Lead(deal, walk[0], (uses[0], uses[1]), uses[2:])

    def alone(self, window: str, power: Power) -> tuple[Deal, tuple[Move, ...]] | None:
        """A game in which seat 0 attacks, up to a window where somebody has this occupation; None if none is found."""
        places = self._seats((power,))
        if places is None:
            return None
        deal = self.deal(self._roles((power,), places), [()] * self.rules.players)
        for lean in self._leans(window):
            way = Way(window, {seat: stand for (stand, _), seat in places.items()}, lean, 0, 1)
            if walk := self._walk(self.game.start(deal), way):
                return deal, walk[0]
        return None

    def deal(self, roles: tuple[str, ...], wanted: Sequence[Hand]) -> Deal:
        """A legal deal with these roles and, as far as the set-up allows, these objects in the hands."""
        rules, each = self.rules, self.rules.fact("setup.hand")
        playing, out = in_play(rules)
        stock = Counter(dealable(rules, playing)) + Counter(surely_dealt(rules))
        hands: list[list[str]] = [[] for _ in wanted]
        for hand, want in zip(hands, wanted, strict=True):
            for kind in want[:each]:
                if stock[kind]:
                    hand.append(kind)
                    stock[kind] -= 1
        for kind in surely_dealt(rules):
            if stock[kind] and not any(kind in hand for hand in hands):
                two = apart(rules) and kind in BAGS  # where nobody starts with both bags
                free = [hand for hand in reversed(hands) if not two or not BAGS & {*hand}]
                min(free, key=len).append(kind)
                stock[kind] -= 1
        filler = [kind for kind in sorted(stock.elements(), reverse=True) if kind not in surely_dealt(rules)]
        for seat, hand in enumerate(hands):
            while len(hand) > each:
                hand.pop(0)
            while len(hand) < each:
                hand.append(filler.pop(next(i for i, kind in enumerate(filler) if kind not in wanted[seat])))
            hand.extend((DRINK,) * drinks_each(rules))
        rest = Counter(playing) - Counter(kind for hand in hands for kind in hand)
        size, cards = rules.fact("associations.row"), rules.fact("associations.each")
        rows = tuple((SIDES[i % 2],) * (size // 2 + 1) + (SIDES[1 - i % 2],) * (size // 2) for i in range(len(roles)))
        spare = Counter(dict.fromkeys(SIDES, cards)) - Counter(card for row in rows for card in row)
        return Deal(tuple(tuple(sorted(hand)) for hand in hands), roles, tuple(row[0] for row in rows),
                    tuple(sorted(spare.elements())), tuple(sorted(set(ROLES) - set(roles))),
                    tuple(sorted(rest.elements())), out, rows=rows if size > 1 else ())

    def _walk(self, state: State, way: Way) -> tuple[tuple[Move, ...], State] | None:
        """The moves from a rest point to a window; None if they lead past it."""
        moves: list[Move] = []
        while len(moves) < LONGEST:
            frame = self.game.top(state)
            if frame is None or (state.duel is None and any(isinstance(move, mv.Attack) for move in moves)):
                return None
            if frame.kind == way.window:
                return tuple(moves), state
            if frame.owed == (CHANCE,):
                wish: Move | None = choices(self.game, state)[0]
            else:
                legal = self.game.legal(state, frame.owed[0])
                wish = next((move for move in self._wishes(state, frame, way, legal) if move in legal), None)
            if wish is None:
                return None
            moves.append(wish)
            state = make(self.game, state, wish).after
        return None

    def _wishes(self, state: State, frame: Any, way: Way, legal: Sequence[Move]) -> Sequence[Move]:
        """What is to be done at a frame on the way to the window, the best first."""
        by, n = frame.owed[0], self.rules.players
        need = {seat: way.owners.count(seat) - state.tokens[seat] for seat in way.owners}
        following = (by + 1) % n
        if frame.kind == "action":
            if need.get(by, 0) > 0:
                return (mv.Trade(by, following),)
            if by == way.first and not any(missing > 0 for missing in need.values()):
                return (mv.Attack(by, (by + way.step) % n),)
            return mv.Pass(by), mv.Spy(by, following), mv.Trade(by, following)
        if isinstance(frame, Window):
            return (mv.Close(TABLE),)
        if frame.kind in ("support", "secret-support"):
            if by in way.stands:
                return (mv.SupportSide(by, LEANS[way.stands[by]]),)
            return mv.SupportSide(by, LEANS[way.lean]), mv.SupportSide(by, ATTACKER)  # where nobody may abstain
        if frame.kind == "answer":
            return (mv.Refuse(by),)
        return [move for move in legal if not isinstance(move, mv.Use)]


SCENES = TableScenes
