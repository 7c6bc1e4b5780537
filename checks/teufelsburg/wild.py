"""The unknown cards of the coach ride: which tokens there are, and which moves depend on them.

Tokens: ``?seat.slot`` an object of a starting hand, ``!n`` an object of the pile, ``?role.seat`` an occupation,
``?left.n`` one of those left over, ``?side.seat`` an association. A token is inert to the engine. Moves that only
carry a card along (passing it on, giving it away, drawing or stealing it) may name a token; every other move
is looked at with the cards resolved that it names, or that a rule on it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from typing import Any

from attrs import evolve, fields

from advocatus.model.guard import And, Compare, Count, Guard, Lit, Not, Or
from advocatus.model.guard import Node as Condition
from advocatus.model.rules import Rules
from advocatus.model.teufelsburg.cards import (
    BAGS,
    DRINK,
    GOBLET,
    KEY,
    PEARL,
    RING,
    ROLES,
    SEAL,
    SIDES,
    Hand,
)
from advocatus.model.teufelsburg.frames import Action, Window
from advocatus.model.teufelsburg.setup import apart, dealable, in_play
from advocatus.model.teufelsburg.state import Deal, State, drinks_each
from advocatus.model.teufelsburg.vocabulary import FRAME_ACTS, STRUGGLE, open_to_others

from ..wild import Bound, Opening, Substitution, Want
from .ahead import Ahead
from .gathering import Gathering

CARRIES = frozenset({"pass-on", "give", "steal", "draw", "pick", "take-role", "show"})
ALIKE = frozenset({"draw", "pick", "take-role"})  # tokens not yet told apart: the first stands for all
CLAIMS = BAGS | {KEY, GOBLET, PEARL, SEAL}  # what proclaiming depends on
COUNTS_HANDS = {"answer": "by", "give-back": "by", "demand-what": "to", "demand-bag": "to"}

_COUNT = ("duel.powers", "symbol", "bonus", "duel.result")
_GIVING = ("answer", "pass-on", "pass-in-turn", "unload", "tribute", "give-back")
_WITH_USE = tuple(kind for kind, acts in FRAME_ACTS.items() if "use" in acts)
_READ_AT: dict[str, tuple[str, ...]] = {
    "support": ("duel.priest",), "coat.choice": ("activate",),
    "give-back.moment": ("steal", "give-back", "unload", "draw"),
    "swordsman.undoes": _COUNT, "ring.counts": _COUNT, "ring.beats-appointment": _COUNT, "card.points": _COUNT,
    "swordsman.undoes-appointment": _COUNT, "face-up.counts": _COUNT, "duel.both-symbols": ("duel.powers",),
    "doctor.spares": ("duel.result",), "doctor.ends": ("duel.result",), "occupation.shown": _WITH_USE,
    "victory.idle-name": ("name-allies",), "victory.barred": ("name-allies",), "drink.counts": ("name-allies",),
    "victory.unnamed-holder": ("name-allies",), "bag.counts": ("name-allies", "action"),
    "fortune.drink": ("name-allies",), "drinks.dealt": ("name-allies",), "row.chooser": ("activate", "reward"),
    "support.bonus": ("duel.powers",), "swordsman.point": ("duel.powers",),
    "demand.bag": ("demand-what",), "doctor.moment": ("reward",),
    "bags.declared": ("draw", *_GIVING), "sextant.order": ("direct",), "coat.old": ("retrain",),
    "swordsman.discards": ("duel.powers",), "rival.smaller": ("name-allies",),
    "victory.needed.smaller": ("name-allies",), "tokens.taken": ("answer",), "spy.seen": ("spy",),
    "lacking.shown": ("demand-what", "demand-bag"),
    "victory.counts": ("name-allies",), "rival.unnamed-holder": ("name-allies",), "alone.lost": ("action", "end"),
    "stand-off.draws": ("duel.result",), "silenced.symbol": _COUNT, "silenced.undoes": _COUNT,
    "silenced.fighter": ("silence",), "given.seen": _GIVING[1:], "bag.read": ("activate",),
    "diplomat.place": ("action", "answer"), "clairvoyant.place": ("action",), "rival.counts": ("name-allies",),
    "tome.renews": ("activate",), "trade.first": ("answer",),
    "victory.unnamed-ally": ("name-allies",), "fortune.winners": ("name-allies",),
    "victory.names": ("action", "end", "point-out", "name-allies"),
    "trade.refused": ("answer",), "trade.text-for": ("answer",),
    **dict.fromkeys(("hand.limit", "hand.surplus"), ("draw", "unload", "tribute", "give-back", "steal")),
}
_SEEN_AT = {"tome.look": frozenset({"activate"})}


def is_token(word: Any) -> bool:
    """Whether a value is an unknown card."""
    return isinstance(word, str) and word[:1] in "?!" and bool(word)


class TeufelsburgWild:
    """See `checks.wild.Wild`."""

    def __init__(self, rules: Rules, others: Iterable[Rules], wants: Iterable[Want] = ()) -> None:
        self.rules, self.turns = rules, 9
        self.playing, self.out = in_play(rules)
        self.sealed = frozenset(dealable(rules, self.playing)) | BAGS
        self.each, self.drinks = rules.fact("setup.hand"), drinks_each(rules)
        self.apart = apart(rules)
        self.open = frozenset[str]().union(*(open_to_others(r.norms) for r in (rules, *others)))
        self.bounds = Ahead(rules, others)
        self.uses = self.bounds.uses
        self.wants = tuple(wants)
        self.naming = not self.wants or any(self._by_naming(want) for want in self.wants)
        values = {(key, r.value_of(key)) for r in (rules, *others) for key in ("ring.counts", "victory.unnamed-holder")}
        self.counting = {kind for kind in COUNTS_HANDS for r in (rules, *others) for norm in r.norms
                         if kind in (norm.during or (kind,)) and norm.move in FRAME_ACTS[kind] and _counts(norm.when)}
        self.ring_unasked = ("ring.counts", "unasked") in values
        self.declared = {r.value_of("bags.declared") for r in (rules, *others)} > {"to-all"}
        self.late = any(norm.move == "proclaim" and "end" in (norm.during or ("end",))
                        for r in (rules, *others) for norm in r.norms)
        self.holders_named = ("victory.unnamed-holder", "false") in values
        self.rivals_named = bool({("rival.unnamed-holder", "false"), ("rival.counts", "association")} & {
            (key, r.value_of(key)) for r in (rules, *others) for key in ("rival.unnamed-holder", "rival.counts")})
        self.all_count = any(r.value_of("victory.counts") == "association" for r in (rules, *others))

    @staticmethod
    def _by_naming(want: Want) -> bool:
        """Whether readings can part so by a proclamation or after one; what is used then could be used before."""
        naming = {"name-allies", "point-out"}
        if want.kinds <= naming:
            return True
        acts = ("", "proclaim", "name", "point-out", "done")
        return want.move in acts and bool(want.kinds & {"action", "end", *naming})

    def blank(self) -> State:
        n = self.rules.players
        drinks = (DRINK,) * self.drinks
        hands = tuple((*(f"?{seat}.{slot}" for slot in range(self.each)), *drinks) for seat in range(n))
        left = len(self.playing) - n * (self.each + self.drinks)
        spare = 2 * self.rules.fact("associations.each") - n * self.rules.fact("associations.row")
        return State(
            hands=hands, roles=tuple(f"?role.{seat}" for seat in range(n)), shown=(False,) * n,
            sides=tuple(f"?side.{seat}" for seat in range(n)), spare=("?side",) * spare,
            leftover=tuple(f"?left.{i}" for i in range(len(ROLES) - n)), top=tuple(f"!{i:02}" for i in range(left)),
            rest=(), out=self.out, turned=left == 0,
            active=0, turn=1, agenda=(Action(0),), rows=self._rows(),
            tokens=(0,) * n if self.rules.given("tokens.total") else (),
        )

    def _rows(self) -> tuple[tuple[str, ...], ...]:
        """Rows of unknown association cards, where each seat has several."""
        size = self.rules.fact("associations.row")
        return tuple(tuple(f"?row.{seat}.{i}" for i in range(size)) for seat in range(self.rules.players)
                     ) if size > 1 else ()

    def _row_of(self, sides: tuple[str, ...], cards: Counter[str]) -> tuple[tuple[str, ...], ...] | None:
        """Rows that tell the associations, as far as the cards go: none of them shows more of one than it must."""
        size, left, rows = self.rules.fact("associations.row"), cards.copy(), []
        for side in sides:
            left[side] -= size // 2 + 1
        if min(left.values()) < 0:
            return None
        for side in sides:
            others = []
            for _ in range(size - (size // 2 + 1)):
                other = max(SIDES, key=lambda s: (left[s], s != side))
                left[other] -= 1
                others.append(other)
            rows.append((*(side for _ in range(size // 2 + 1)), *others))
        return tuple(rows) if min(left.values()) >= 0 else None

    # ------------------------------------------------------------ what can still be what

    def _stock(self, state: State) -> Counter[str]:
        placed = Counter(k for hand in (*state.hands, state.top, state.rest) for k in hand if not is_token(k))
        return Counter(self.playing) - placed

    def _kinds(self, state: State, token: str, stock: Counter[str]) -> list[str]:
        """What an object token can be: bags lie in starting hands, and there must be room left for both."""
        kinds = [k for k in sorted(stock) if stock[k] > 0]
        if not self._first(token):
            return [k for k in kinds if k not in BAGS]
        unknown = sum(1 for hand in state.hands for k in hand if self._first(k))
        bags = sum(stock[bag] for bag in BAGS)
        return [k for k in kinds if k in self.sealed and (k in BAGS or unknown > bags)]

    def _first(self, token: str) -> bool:
        """An unknown object that may be a bag: one in a starting hand, dealt before any came from the pile."""
        return token.startswith("?") and (not self.apart or token.endswith(".0"))

    def _each_hand(
        self, state: State, seat: int, telling: frozenset[str] | None = None
    ) -> Iterator[tuple[tuple[str, str], ...]]:
        """Every way to resolve a whole hand; of kinds that are not `telling`, one stands for all."""
        tokens = [k for k in state.hands[seat] if is_token(k)]
        yield from self._fill(state, tokens, telling)

    def _fill(
        self, state: State, tokens: list[str], telling: frozenset[str] | None, least: tuple[str, ...] = ()
    ) -> Iterator[tuple[tuple[str, str], ...]]:
        if not tokens:
            yield ()
            return
        kinds = self._kinds(state, tokens[0], self._stock(state))
        if telling is not None:
            kinds = [k for k in kinds if k in telling] + [k for k in kinds if k not in telling][:1]
        for kind in kinds:
            if least[:1] == (tokens[0][0],) and kind < least[1]:
                continue  # unknown cards of a sort are alike: of two of them the first gets the lesser kind
            first = (tokens[0], kind)
            for rest in self._fill(self.resolve(state, [first]), tokens[1:], telling, (tokens[0][0], kind)):
                yield (first, *rest)

    def _each_one(self, state: State, seat: int) -> Iterator[tuple[tuple[str, str], ...]]:
        """Nothing resolved, then one unknown object of each sort in a hand, in every way."""
        yield ()
        stock = self._stock(state)
        for token in {k[0]: k for k in reversed(state.hands[seat]) if is_token(k)}.values():
            for kind in self._kinds(state, token, stock):
                yield ((token, kind),)

    def _each_sides(self, state: State) -> Iterator[tuple[tuple[str, str], ...]]:
        if not is_token(state.sides[0]):
            yield ()
            return
        cards = [side for side in SIDES for _ in range(self.rules.fact("associations.each"))]
        if state == self.blank():  # the others are alike still: friends sit first
            for own in SIDES:
                other = SIDES[1 - SIDES.index(own)]
                for friends in range(min(cards.count(own), state.players)):
                    foes = state.players - 1 - friends
                    if foes <= cards.count(other):
                        yield tuple(zip(state.sides, (own, *(own,) * friends, *(other,) * foes), strict=True))
            return
        for sides in sorted(set(permutations(cards, state.players))) if state.players <= 4 else []:
            yield tuple(zip(state.sides, sides, strict=True))

    # ------------------------------------------------------------ openings

    def openings(self, state: State) -> Iterator[Opening]:
        frame: Any = state.agenda[0]
        yield from self._answers(state, frame)
        if self.naming and (frame.kind == "action" or (frame.kind == "end" and self.late)):
            for sides, hand in product(self._each_sides(state), self._each_hand(state, frame.by, CLAIMS)):
                yield Opening((*sides, *hand), frozenset({"proclaim"}))
        if state.duel is not None and frame.kind in ("duel.powers", "symbol") and self.ring_unasked:
            for seat in (state.duel.attacker, state.duel.defender):
                yield from self._may_hold(state, seat, RING, frozenset(FRAME_ACTS[frame.kind]) - {"use"})
        if self.declared and (state.turned or state.pile == 1) and frame.kind in _READ_AT["bags.declared"]:
            for seat, bag in product(range(state.players), sorted(BAGS)):
                yield from self._may_hold(state, seat, bag, frozenset(FRAME_ACTS[frame.kind]) - {"use"})
        yield from self._uses_of(state, frame)

    def _answers(self, state: State, frame: Any) -> Iterator[Opening]:
        """What answers the frame, with what the answers depend on resolved."""
        acts = frozenset(FRAME_ACTS[frame.kind]) - {"use", "proclaim"}
        if frame.kind in COUNTS_HANDS:
            seat = getattr(frame, COUNTS_HANDS[frame.kind])
            whole = len(state.hands[seat]) == 1 or frame.kind in self.counting
            for resolved in self._each_hand(state, seat) if whole else self._each_one(state, seat):
                yield Opening(resolved, acts)
            return
        if frame.kind == "name-allies":
            yield from self._namings(state, frame)
            return
        yield Opening((), acts)
        if frame.kind == "offer":
            for resolved in self._each_one(state, frame.by):
                if resolved:
                    yield Opening(resolved, acts)

    def _namings(self, state: State, frame: Any) -> Iterator[Opening]:
        yield from self._standing(state, frame) if self.all_count else (Opening((), frozenset({"done"})),)
        yield from self._holders(state, frame)
        unknown: set[str] = set()
        for seat in range(state.players):
            hidden = any(is_token(kind) for kind in state.hands[seat]) and seat not in (frame.by, *frame.named)
            if hidden and state.sides[seat] in unknown:
                continue  # one of the same side, as unknown, is looked at already
            unknown |= {state.sides[seat]} if hidden else set()
            for resolved in self._each_hand(state, seat, CLAIMS):
                yield Opening(resolved, frozenset({"name"}), names=seat)

    def _may_hold(self, state: State, seat: int, kind: str, acts: frozenset[str]) -> Iterator[Opening]:
        """The first unknown object that can be is of a kind, where a rule counts what lies in the hand unasked."""
        stock = self._stock(state)
        token = next((k for k in state.hands[seat] if is_token(k) and kind in self._kinds(state, k, stock)), None)
        if token is not None:
            yield Opening(((token, kind),), acts)

    def _standing(self, state: State, frame: Any) -> Iterator[Opening]:
        """All that the allies hold of what is needed, named or not, where that counts."""
        allies = [seat for seat in range(state.players) if state.sides[seat] == state.sides[frame.by]]
        found: list[tuple[tuple[str, str], ...]] = [()]
        for seat in allies:
            found = [(*known, *more) for known in found
                     for more in self._each_hand(self.resolve(state, known), seat, CLAIMS)]
        yield from (Opening(known, frozenset({"done"})) for known in found)

    def _holders(self, state: State, frame: Any) -> Iterator[Opening]:
        """A member who is not named may hold what is needed, where that matters."""
        matters = self.holders_named if frame.claim == state.sides[frame.by] else self.rivals_named
        for seat in range(state.players) if matters else ():
            if seat not in (frame.by, *frame.named) and state.sides[seat] == frame.claim:
                for kind in (KEY, GOBLET):
                    yield from self._may_hold(state, seat, kind, frozenset({"done"}))

    def _uses_of(self, state: State, frame: Any) -> Iterator[Opening]:
        """Cards put down: each unknown occupation, and in windows each unknown object, that some rule lets be used."""
        kind, use = frame.kind, frozenset({"use"})
        yield Opening((), use)
        everybody = isinstance(frame, Window) or kind in self.open
        seats = range(state.players) if everybody else sorted({state.active, *frame.owed})
        taken = {role for role in (*state.roles, *state.leftover, *state.retired) if not is_token(role)}
        for seat in seats:
            if seat < 0:
                continue
            if is_token(state.roles[seat]):
                for role in sorted(self.uses[kind] & set(ROLES) - taken):
                    yield Opening(((state.roles[seat], role),), use, seat)
            if isinstance(frame, Window):
                stock = self._stock(state)
                for token in (k for k in state.hands[seat] if is_token(k)):
                    for value in self._kinds(state, token, stock):
                        if value in self.uses[kind]:
                            yield Opening(((token, value),), use, seat)

    def barred(self, state: State, move: Any) -> bool:
        named = [word for f in fields(type(move)) if is_token(word := getattr(move, f.name))]
        if not named or move.act not in CARRIES:
            return bool(named)
        frame: Any = state.agenda[0]
        alike = state.leftover if move.act == "take-role" else (*state.top, *state.rest)
        unknown = sorted(k for k in alike if is_token(k) and k not in getattr(frame, "picked", ()))
        return move.act in ALIKE and named[0] != unknown[0]

    def resolve(self, state: State, resolved: Iterable[tuple[str, str]]) -> State:
        known = dict(resolved)
        if not known:
            return state
        hands = tuple(_replaced(hand, known) for hand in state.hands)
        roles = tuple(known.get(role, role) for role in state.roles)
        sides = tuple(known.get(side, side) for side in state.sides)
        top, rest = tuple(known.get(k, k) for k in state.top), _replaced(state.rest, known)
        agenda = tuple(_substituted(frame, known) for frame in state.agenda)
        return evolve(state, hands=hands, roles=roles, sides=sides, top=top, rest=rest, agenda=agenda)

    # ------------------------------------------------------------ what can still come

    def least(self, state: State, want: Want) -> tuple[int, int]:
        return self.bounds.least(state, want)

    def bounds_of(self, wants: Iterable[Want]) -> tuple[Bound, ...]:
        return self.bounds.bounds(wants)

    def reads(self, key: str) -> frozenset[str]:
        return frozenset(_READ_AT.get(key, ()))

    def gathering(self, other: Rules, want: Want) -> Gathering:
        return Gathering(self.rules, other, want)

    def near(self, frames: frozenset[str]) -> tuple[int, ...]:
        """A struggle is shortest with the fewest players; a hand is looked through fastest with one object each; to
        name allies there must be some."""
        if "name-allies" in frames:
            return 7, 3, 5, 4
        return (3, 4) if frames & {*STRUGGLE} else (4, 3)

    def seen(self, key: str) -> frozenset[str]:
        return _SEEN_AT.get(key, frozenset())

    # ------------------------------------------------------------ back to a deal

    def concrete(self, moves: Iterable[Any], resolved: Substitution) -> tuple[Deal, tuple[Any, ...]] | None:
        known = dict(resolved)
        blank = self.blank()
        stock = Counter(self.playing) - Counter(v for k, v in known.items() if not k.startswith(("?role", "?side")))
        bags = [bag for bag in sorted(BAGS) for _ in range(stock[bag])]
        plain = [k for k in sorted(stock.elements()) if k in self.sealed and k not in BAGS]
        for token in (k for hand in blank.hands for k in hand if k != DRINK and k not in known):
            known[token] = bags.pop() if bags and self._first(token) else plain.pop(0)
        if bags:
            return None
        hands = tuple(_replaced(hand, known) for hand in blank.hands)
        rest = Counter(self.playing) - Counter(k for hand in hands for k in hand)
        unseen = sorted((rest - Counter(v for k, v in known.items() if k.startswith("!"))).elements())
        known.update((token, unseen.pop(0)) for token in blank.top if token not in known and unseen)
        roles = [r for r in ROLES if r not in known.values()]
        known.update((t, roles.pop(0)) for t in (*blank.roles, *blank.leftover) if t not in known)
        dealt = tuple(known[t] for t in blank.roles)
        cards = Counter({side: self.rules.fact("associations.each") for side in SIDES})
        given = [known.get(t) for t in blank.sides]
        left = sorted((cards - Counter(side for side in given if side)).elements())
        if blank.rows:  # the cards of a row tell an association twice over, and both associations are there
            left = [side for pair in zip(*([s] * len(given) for s in SIDES), strict=True) for side in pair]
        sides = tuple(side or left.pop(0) for side in given)
        rows = self._row_of(sides, cards) if blank.rows else ()
        if rows is None:
            return None
        lying = [card for row in rows for card in row] if rows else sides
        spare = tuple(sorted((cards - Counter(lying)).elements()))
        leftover = tuple(sorted(set(ROLES) - set(dealt)))
        deal = Deal(hands, dealt, sides, spare, leftover, tuple(sorted(rest.elements())), self.out, rows=rows)
        return deal, tuple(_substituted(move, known) for move in moves)


def _counts(guard: Guard | None) -> bool:
    """Whether a guard counts cards of some kind in a hand that may hold more than one."""
    if guard is None:
        return False
    parts = guard.tree.args if isinstance(guard.tree, And) else (guard.tree,)
    alone = any(isinstance(part, Compare) and part.op == "==" and part.right == Lit(1)
                and isinstance(part.left, Count) and part.left.what is None for part in parts)
    return not alone and _counting(guard.tree)


def _counting(node: Condition) -> bool:
    match node:
        case Count(_, what):
            return what is not None
        case Not(arg):
            return _counting(arg)
        case And(args) | Or(args):
            return any(_counting(arg) for arg in args)
        case Compare(_, left, right):
            return _counting(left) or _counting(right)
        case _:
            return False


def _replaced(hand: Hand, known: Substitution) -> Hand:
    if not any(kind in known for kind in hand):
        return hand
    return tuple(sorted(known.get(kind, kind) for kind in hand))


def _substituted(value: Any, known: Substitution) -> Any:
    """A move or a frame with the tokens in its fields replaced."""
    new: dict[str, Any] = {}
    for f in fields(type(value)):
        word = getattr(value, f.name)
        if isinstance(word, str) and word in known:
            new[f.name] = known[word]
        elif isinstance(word, tuple) and any(w in known for w in word):
            new[f.name] = tuple(known.get(w, w) for w in word)
    return evolve(value, **new) if new else value


WILD = TeufelsburgWild
