"""How many points a struggle can come to: the least and the most for each side, proved and played.

A struggle at its count, apart from the table: seat 0 attacks seat 1, no guard can tell the other seats from each other.
Who supports whom, who has which occupation and objects, what was put down: all free, but that whatever lies there was
open to its owner at some moment by the norms. That is no less than what can be, so its extremes are bounds; that they
are reached is shown by a game from a deal, which the engine plays to the count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import z3
from attrs import evolve, frozen

from ...model.norms import PERMIT
from ...model.rules import Gap, Rules
from ...model.teufelsburg.cards import (
    BAGS,
    BODYGUARD,
    GRAND_MASTER,
    KNIVES,
    MIGHT,
    MIGHTY_ROLES,
    OBJECTS,
    ROLES,
    SWORDSMAN,
    THUG,
    WHIP,
)
from ...model.teufelsburg.setup import dealable, in_play
from ...model.teufelsburg.vocabulary import FRAME_ACTS, NAMES, STRUGGLE
from ..algebra import Symbolic, Term, never
from ..promise import EXTENT, Played, Promise
from ..prover import BOUNDED, PROVED, UNKNOWN, UNSAT, VACUOUS, Limit, Model, Query
from ..settling import Candidate, norms_at, settle, stand
from .codes import CODES, FIGHTS_FOR, ROLE_CODES, Box, card
from .promises import cited
from .situation import Unspoken
from .skirmish import played

_A = Symbolic(CODES)
ATTACKS, DEFENDS, ABSTAINS = FIGHTS_FOR.values()
ATTACKER, DEFENDER = 0, 1
WEAPONS = tuple(sorted(MIGHT))
WARRIORS = tuple(sorted(MIGHTY_ROLES))
LENT = frozenset((BODYGUARD, KNIVES, WHIP))  # points that a supporter lends to whom he supports
UNTIL_COUNTED = STRUGGLE[: STRUGGLE.index("duel.result")]
EARLY = ("duel.priest", "support", "secret-support")  # while support is not declared by all


@frozen(eq=False)
class Fray:
    """A struggle about to be counted, all of it variables."""

    box: Box
    roles: tuple[Term, ...]
    face_up: tuple[Term, ...]  # by seat: the occupation lay there before this struggle
    declared: tuple[Term, ...]  # by seat: whom it said it supports
    silenced: tuple[Term, ...]
    held: Mapping[tuple[int, str], Term]  # by seat and kind
    laid: Mapping[tuple[int, str], Term]  # how many objects of a kind a seat has put down
    used: tuple[Term, ...]  # by seat: its occupation was put down
    chosen: Mapping[tuple[int, str], Term]  # by seat and card with both symbols: the side chosen
    lent: Mapping[tuple[int, str], Term]  # by seat and card: a point lent is not turned down

    @property
    def seats(self) -> range:
        """The seats."""
        return range(self.box.players)

    @cached_property
    def alone(self) -> Term:
        """Nobody may support: a Swordsman was put down."""
        return _A.some(self.puts_down(seat, SWORDSMAN) for seat in self.seats)

    def puts_down(self, seat: int, word: str) -> Term:
        """The seat has used this card in the struggle."""
        if word in OBJECTS:
            return _A.lt(0, self.laid[seat, word])
        return _A.every((self.used[seat], _A.eq(self.roles[seat], card(word))))

    def supports(self, seat: int, alone: Term = None) -> Term:
        """Whom a third party supports in the end, or while nobody had barred the support."""
        if seat in (ATTACKER, DEFENDER):
            return ABSTAINS
        barred = _A.some((self.silenced[seat], self.alone if alone is None else alone))
        return _A.ite(barred, ABSTAINS, self.declared[seat])

    def fights_for(self, seat: int) -> Term:
        """The side that a seat's sword or shield counts for."""
        return {ATTACKER: ATTACKS, DEFENDER: DEFENDS}.get(seat, self.supports(seat))


def fray(box: Box) -> Fray:
    """A struggle of nothing but variables."""
    seats = range(box.players)
    stock = [(seat, kind) for seat in seats for kind in WEAPONS]
    double = [word for word in WARRIORS if card(word) in box.doubles]
    return Fray(
        box, tuple(z3.Int(f"role.{seat}") for seat in seats), tuple(z3.Bool(f"face-up.{seat}") for seat in seats),
        tuple(z3.Int(f"declared.{seat}") for seat in seats), tuple(z3.Bool(f"silenced.{seat}") for seat in seats),
        {spot: z3.Int(f"held.{spot[0]}.{spot[1]}") for spot in stock},
        {spot: z3.Int(f"laid.{spot[0]}.{spot[1]}") for spot in stock},
        tuple(z3.Bool(f"used.{seat}") for seat in seats),
        {(seat, word): z3.Int(f"chosen.{seat}.{word}") for seat in seats for word in double},
        {(seat, word): z3.Bool(f"lent.{seat}.{word}") for seat in seats for word in sorted({*LENT, SWORDSMAN})},
    )


# ---------------------------------------------------------------- what a guard can speak of


@frozen
class _Moment:
    """A frame, whose move it is, and what the seat supports and whether it is left alone then."""

    frame: str
    seat: int
    supports: Term
    alone: Term
    silenced: Term


def _name(here: Fray, when: _Moment, word: str, candidate: Candidate | None) -> Term:
    """What a name of a guard points at. Raises `Unspoken` for what a fray does not know."""
    if candidate is not None and word in candidate.values:
        return candidate.values[word]
    known: Mapping[str, Callable[[], Term]] = {
        "role": lambda: here.roles[when.seat], "seat": lambda: when.seat, "attacker": lambda: ATTACKER,
        "defender": lambda: DEFENDER, "supports": lambda: when.supports, "left_alone": lambda: when.alone,
        "silenced": lambda: when.silenced, "undecided": lambda: z3.Bool(f"undecided.{when.seat}"),
        "face_up": lambda: here.face_up[when.seat], "tied": lambda: False,
        "on_turn": lambda: when.seat == ATTACKER, "players": lambda: here.box.players,
        "spent": lambda: z3.Bool(f"spent.{when.seat}"), "silences": lambda: z3.Int("silences"),
    }
    if word not in known:
        raise Unspoken(word)
    return known[word]()


def _legal(here: Fray, when: _Moment, *candidates: Candidate, about: Mapping[str, Term] | None = None) -> list[Term]:
    """Whether each candidate is legal; `about` is what names of the frame point at."""
    acts = tuple(dict.fromkeys(c.act for c in candidates))
    norms = norms_at(here.box.rules.norms, when.frame, acts)
    owed = candidates[0].duty

    def lookup(word: str, candidate: Candidate | None) -> Term:
        return about[word] if about is not None and word in about else _name(here, when, word, candidate)

    return list(settle(_A, candidates, stand(_A, norms, candidates, lookup, owed)).legal)


def opens(rules: Rules, frame: str, use: Candidate) -> bool:
    """Whether some norm could let somebody put the card down in this frame, whatever else is so."""
    def anything(word: str, candidate: Candidate | None) -> Term:
        if candidate is not None and word in candidate.values:
            return candidate.values[word]
        if NAMES[word].sort.startswith("bag"):
            raise Unspoken(word)
        return z3.Bool(word) if NAMES[word].sort == "bool" else z3.Int(word)

    norms = [norm for norm in norms_at(rules.norms, frame, ("use",)) if norm.mood == PERMIT]
    try:
        return not all(never(cover) for norm in stand(_A, norms, [use], anything, False) for cover in norm.covers)
    except Unspoken:
        return True


def _moments(here: Fray, seat: int, frames: Iterable[str]) -> Iterator[_Moment]:
    """Every moment in these frames at which the seat could have put a card down."""
    silenced = here.silenced[seat]
    for frame in frames:
        for alone in (False, here.alone):
            yield _Moment(frame, seat, here.supports(seat, alone), alone, silenced)
            if frame in EARLY and seat not in (ATTACKER, DEFENDER):
                yield _Moment(frame, seat, ABSTAINS, alone, False)


def could_use(here: Fray, seat: int, word: str, laid: bool = False) -> Term:
    """At some moment of the struggle the norms let the seat put this card down (again, if it is `laid`)."""
    use = Candidate("use", ("use", card(word)), True, False, {"card": card(word), "laid": laid})
    frames = [f for f in UNTIL_COUNTED if "use" in FRAME_ACTS[f] and opens(here.box.rules, f, use)]
    seen = evolve(here, face_up=tuple(True for _ in here.face_up)) if laid else here
    return _A.some(_legal(seen, when, use)[0] for when in _moments(here, seat, frames))


def _could_choose(here: Fray, seat: int, word: str) -> Term:
    """The side chosen for a card with both symbols is one that the norms leave."""
    when = _Moment("symbol", seat, here.supports(seat), here.alone, here.silenced[seat])
    sides = [Candidate("symbol", ("symbol", side), True, True, {"chosen": side}) for side in (ATTACKS, DEFENDS)]
    legal = _legal(here, when, *sides, about={"symbol_card": card(word)})
    return _A.some(_A.every((_A.eq(here.chosen[seat, word], side), may))
                   for side, may in zip((ATTACKS, DEFENDS), legal, strict=True))


# ---------------------------------------------------------------- what can be, and what it comes to


def premises(here: Fray) -> Mapping[str, Term]:
    """What every struggle keeps. Occupations that give no point need not differ, see `_distinct`.

    Third parties are alike, so they are taken in the order of whom they support.
    """
    box, seats = here.box, here.seats
    cards: list[Term] = []
    for seat in seats:
        for kind in WEAPONS:
            cards += [_A.le(0, here.laid[seat, kind]), _A.le(here.laid[seat, kind], here.held[seat, kind]),
                      _A.implies(here.puts_down(seat, kind), could_use(here, seat, kind))]
        cards += [_A.implies(here.puts_down(seat, role), could_use(here, seat, role)) for role in WARRIORS]
    return {
        "roles": _A.every((*(_A.member(role, frozenset(ROLE_CODES)) for role in here.roles), *(
            _A.le(_A.total(_A.ite(_A.eq(role, card(word)), 1, 0) for role in here.roles), 1) for word in WARRIORS))),
        "objects": _A.every((*(_A.le(0, many) for many in here.held.values()), *(
            _A.le(_A.total((*(here.held[seat, kind] for seat in seats), box.out[card(kind) - 1])),
                  box.there[card(kind) - 1])
            for kind in WEAPONS))),
        "declared": _A.every(_A.member(side, frozenset(FIGHTS_FOR.values())) for side in here.declared),
        "alike": _A.every(_A.le(here.declared[seat], here.declared[seat + 1]) for seat in seats[DEFENDER + 1 : -1]),
        "used": _A.every(cards),
        "chosen": _A.every(_could_choose(here, seat, word) for seat, word in here.chosen),
    }


def points(here: Fray, side: int) -> Term:
    """The points of a side: swords or shields of those who fight for it, and cards."""
    rules = here.box.rules
    worth = 2 if rules.switch("card.points") == "both" else 1
    score = [_A.ite(_A.eq(here.fights_for(seat), side), 1, 0) for seat in here.seats]
    for seat in here.seats:
        for kind in WEAPONS:
            counts = _A.every((_A.eq(_side_of(here, seat, kind), side), _counts(here, seat, kind)))
            score += [_A.ite(counts, here.laid[seat, kind], 0)] * worth
        for role in WARRIORS:
            used = _A.every((here.puts_down(seat, role), _A.eq(_side_of(here, seat, role), side),
                             _counts(here, seat, role)))
            lies = _A.every((_lies(here, seat, role), _A.eq(here.fights_for(seat), side)))
            score.append(_A.ite(_A.some((used, lies)), worth, 0))
    return _A.total(score)


def _counts(here: Fray, seat: int, word: str) -> Term:
    """A point lent can be turned down where the edition leaves it to whom it is lent."""
    if word == SWORDSMAN and here.box.free_point:
        return here.lent[seat, word]
    if word not in LENT or here.box.rules.switch("support.bonus") == "supporter":
        return True
    return _A.some((here.lent[seat, word], _A.eq(here.supports(seat), ABSTAINS)))


def _side_of(here: Fray, seat: int, word: str) -> Term:
    """The side that a card put down counts for."""
    side = here.fights_for(seat)
    if here.box.rules.switch("swordsman.undoes") == "support" and seat not in (ATTACKER, DEFENDER):
        side = _A.ite(here.alone, here.declared[seat], side)
    if here.box.rules.value_of("silenced.undoes") == "support" and seat not in (ATTACKER, DEFENDER):
        side = _A.ite(here.silenced[seat], here.declared[seat], side)
    if (seat, word) in here.chosen:
        return _A.ite(_A.eq(here.fights_for(seat), ABSTAINS), side, here.chosen[seat, word])
    return side


def _lies(here: Fray, seat: int, role: str) -> Term:
    """An occupation that lies face-up from before and counts unasked, where the edition has it so."""
    if here.box.rules.switch("face-up.counts") != "always":
        return False
    fits: Mapping[str, Term] = {
        THUG: seat == ATTACKER, GRAND_MASTER: seat == DEFENDER, SWORDSMAN: seat in (ATTACKER, DEFENDER),
        BODYGUARD: _A.no(_A.eq(here.supports(seat), ABSTAINS)),
    }
    return _A.every((_A.eq(here.roles[seat], card(role)), here.face_up[seat], _A.no(here.used[seat]), fits[role]))


def dealt(here: Fray) -> Term:
    """The objects are a deal's, and no occupation lies face-up yet: the first turn."""
    box = here.box
    n, each = box.players, int(box.rules.fact("setup.hand"))
    may = dealable(box.rules, in_play(box.rules)[0])
    held = _A.total(here.held.values())
    return _A.every((
        *(_A.le(_A.total(here.held[seat, kind] for kind in WEAPONS), each) for seat in here.seats),
        *(_A.eq(many, 0) for (_, kind), many in here.held.items() if kind not in may),
        *(_A.no(lay) for lay in here.face_up), _A.le(held, n * each - len(BAGS)),
        *(_A.no(silent) for silent in here.silenced),
        *(_A.no(z3.Bool(f"spent.{seat}")) for seat in here.seats), _A.eq(z3.Int("silences"), 0),
    ))


# ---------------------------------------------------------------- the promises


def scores(rules: Rules) -> tuple[Promise, ...]:
    """The extremes of a struggle's points. None for games with tokens, whose points are not told here."""
    box = Box(rules)
    if box.tokens:
        return ()
    try:
        here = fray(box)
        query = Query(premises(here))
        if query.ask(_twice(here)).kind != UNSAT:
            return (_told(here, "", UNKNOWN, detail="a card may be put down more than once in a struggle"),)
        return tuple(_extent(here, query, *what) for what in _measured(here))
    except (Gap, Unspoken, Limit) as silent:
        return (_told(fray(box), "", UNKNOWN, detail=str(silent)),)


def _twice(here: Fray) -> Term:
    """An occupation that was put down may be put down again; each object can be only once."""
    return _A.some(could_use(here, seat, word, laid=True) for seat in here.seats for word in WARRIORS)


def _told(here: Fray, name: str, verdict: str, says: str = "How many points can a struggle have?", **more: Any
          ) -> Promise:
    clauses = cited(here.box.rules, ("duel.count", "duel.support", "duel.both-symbols", "duel.after-use"))
    return Promise(f"duel.points.{name}".rstrip("."), says, EXTENT, clauses, verdict, **more)


def _measured(here: Fray) -> Iterator[tuple[str, str, Term]]:
    attack, defence = points(here, ATTACKS), points(here, DEFENDS)
    yield "attacker", "How many points can the attacker have?", attack
    yield "defender", "How many points can the defender have?", defence
    yield "difference", "By how much can the attacker be ahead (or behind, if negative)?", attack - defence


def _extent(here: Fray, query: Query, name: str, says: str, term: Term) -> Promise:
    """The least and the most of a measure; `bounded` if no game was found that gets as far as the bound."""
    if query.ask().kind == UNSAT:
        return _told(here, name, VACUOUS, says)
    bounds, games, reached = [], [], []
    for sign in (-1, 1):
        bound = _most(query, term, sign)
        answer = query.ask(_A.eq(term, bound), dealt(here))
        game = None if answer.model is None else _confirmed(here, answer.model)
        bounds.append(bound)
        games.append(game)
        reached.append(game is not None)
    detail = "proved over every struggle that the norms leave, and reached in the first turn from a deal"
    if not all(reached):
        short = " and ".join(word for word, got in zip(("the least", "the most"), reached, strict=True) if not got)
        detail = f"proved over every struggle that the norms leave; no game of one turn was found that reaches {short}"
    witness = next((game for game in reversed(games) if game is not None), None)
    verdict = PROVED if all(reached) else BOUNDED
    return _told(here, name, verdict, says, value=tuple(bounds), witness=witness, detail=detail)


def _most(query: Query, term: Term, sign: int) -> int:
    """The least (-1) or the greatest (1) value of a term, by leaps. Raises `Limit` if the solver gives up."""
    answer, leap, best = query.ask(), 1, 0
    while True:
        if answer.model is not None:
            best, leap = answer.model.number(term), 2 * leap
        elif answer.kind != UNSAT:
            raise Limit(answer.reason)
        elif leap == 1:
            return best
        else:
            leap = 1
        answer = query.ask(_A.le(best + leap, term) if sign > 0 else _A.le(term, best - leap))


def _distinct(roles: Sequence[str]) -> list[str]:
    """The roles with those that give no point put anew, so that no two are the same."""
    others = [role for role in ROLES if role not in WARRIORS]
    spare = [*others, *(role for role in WARRIORS if role not in roles)]
    return [role if role in WARRIORS else spare.pop(0) for role in roles]


def _confirmed(here: Fray, model: Model) -> Played | None:
    """The game of a model, played by the engine; None unless it comes to the same points."""
    box = here.box
    hands = [[kind for kind in WEAPONS for _ in range(model.number(here.held[seat, kind]))] for seat in here.seats]
    uses: list[tuple[int, str]] = [(seat, kind) for (seat, kind), many in here.laid.items()
                                   for _ in range(model.number(many))]
    roles = _distinct([CODES.value("card", model.number(role)) for role in here.roles])
    uses += [(seat, role) for seat, role in enumerate(roles) if model.holds(here.used[seat]) and role in MIGHTY_ROLES]
    uses.sort(key=lambda use: use[1] == SWORDSMAN)
    stances = [CODES.value("stance", model.number(side)) for side in here.declared]
    sides = {spot: CODES.value("stance", model.number(side)) for spot, side in here.chosen.items()}
    lent = {spot for spot, adds in here.lent.items() if model.holds(adds)}
    found = played(box.rules, hands, roles, stances, uses, sides, lent)
    if found is None:
        return None
    game, attacker, defender = found
    mine = (model.number(points(here, ATTACKS)), model.number(points(here, DEFENDS)))
    return game if mine == (attacker, defender) else None
