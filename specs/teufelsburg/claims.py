"""The victory condition against the engine: a finite abstraction, gone through whole.

For a proclamation nothing matters but where the needed objects lie: with the proclaimer, with each ally named, with
each ally not named, or elsewhere; whether an opponent is named; the Pearl or the Coat of Arms of the proclaimer;
how many are of the association; whether the bags have turned. Allies named are alike, and so are those not named.
Every such placement is played out by the engine's own function. What it says must be a function of `victory.aspects`,
and Z3 proves that the condition over terms is the same function on every sound position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import z3
from attrs import frozen

from ...model.rules import Rules
from ...model.teufelsburg.cards import ALONE, PEARL, ROLES, SEAL, SIDES, Hand
from ...model.teufelsburg.frames import Action
from ...model.teufelsburg.script import Script
from ...model.teufelsburg.setup import in_play
from ...model.teufelsburg.state import State
from ...model.teufelsburg.victory import alone_is_right, claim_is_right, fortune_is_right
from ..algebra import Concrete, Symbolic, Term
from ..prover import Verdict, prove
from .codes import CODES, Box, card
from .deal import first
from .decode import encode
from .invariant import conserved, owning, people, sides, turning
from .table import Table
from .victory import BY, WANTED, Claim, aspects, right

_NUMBERS, _A = Concrete(CODES), Symbolic(CODES)
Values = tuple[int, ...]


@frozen
class Placed:
    """A position of the abstraction: the needed objects of each hand, the sides, who is named, turned or not."""

    hands: tuple[Hand, ...]
    sides: tuple[str, ...]
    named: tuple[int, ...]
    turned: bool


class Incomplete(AssertionError):
    """Two positions alike in all aspects that the engine judges differently: the abstraction misses something."""


def claim_on(box: Box, table: Table, word: str, named: tuple[int, ...] | None = None) -> Claim:
    """A claim on a table; whom it names is a variable for each seat, or known."""
    seats = range(table.players)
    if named is None:
        return Claim(box, table, word, (False, *(z3.Bool(f"named.{seat}") for seat in seats if seat != BY)))
    return Claim(box, table, word, tuple(seat in named for seat in seats))


# ---------------------------------------------------------------- every placement


def placements(box: Box, word: str, own: bool) -> Iterator[Placed]:
    """Every placement for a claim, up to what is alike. `own`: the proclaimer is of the association."""
    if word == ALONE:
        yield from _alone(box)
        return
    n, other = box.players, next(side for side in SIDES if side != word)
    for members in range(n + 1):
        allies, foes = members - own, n - members - (not own)
        if max(members, n - members) > box.at_most or min(allies, foes) < 0:
            continue
        sides = (word if own else other, *(word for _ in range(allies)), *(other for _ in range(foes)))
        for named in range(allies + 1):
            for hands, turned in _hands(box, word, own, (named, allies - named, foes)):
                yield Placed(hands, sides, tuple(range(1, named + 1)), turned)
                if foes:
                    yield Placed(hands, sides, (*range(1, named + 1), n - 1), turned)


def _hands(box: Box, word: str, own: bool, groups: tuple[int, int, int]) -> Iterator[tuple[tuple[Hand, ...], bool]]:
    """Where the needed objects and the Pearl can lie: with an ally, an opponent, or in the pile where that will do."""
    n, (named, unnamed, foes) = box.players, groups
    kind, bag = WANTED[word]
    elsewhere = n - 1 if foes else n if own else BY
    places = (*((BY,) if own else ()), *range(1, 1 + named + unnamed), elsewhere)
    seen = set()
    for objects, bags in product(_ways(len(places), _many(box, kind)), _ways(len(places), _many(box, bag))):
        held = dict(zip(places, zip(objects, bags, strict=True), strict=True))
        alike = (held.get(BY), *(tuple(sorted(held[seat] for seat in group)) for group in (
            range(1, 1 + named), range(1 + named, 1 + named + unnamed))))
        if alike in seen:
            continue
        seen.add(alike)
        hands = [(kind,) * held.get(seat, (0, 0))[0] + (bag,) * held.get(seat, (0, 0))[1] for seat in range(n)]
        for turned in (False, True):
            if turned and elsewhere == n and any(held[n]):
                continue
            yield tuple(hands), turned
            if own and box.has(PEARL):
                yield ((*hands[BY], PEARL), *hands[1:]), turned


def _many(box: Box, kind: str) -> int:
    return box.there[card(kind) - 1] - box.out[card(kind) - 1]


def _ways(places: int, many: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay so many like objects on so many places."""
    if places == 1:
        yield (many,)
        return
    for here in range(many + 1):
        for rest in _ways(places - 1, many - here):
            yield (here, *rest)


def _alone(box: Box) -> Iterator[Placed]:
    """Every hand of needed objects and the Coat of Arms."""
    kinds = (*(kind for pair in WANTED.values() for kind in pair), SEAL)
    sides = tuple(SIDES[seat % 2] for seat in range(box.players))
    for many in product(*(range(_many(box, kind) + 1) for kind in kinds)):
        hand = tuple(kind for kind, there in zip(kinds, many, strict=True) for _ in range(there))
        for turned in (False, True):
            yield Placed((hand, *(() for _ in sides[1:])), sides, (), turned)


def position(rules: Rules, placed: Placed) -> State:
    """An engine's state for a placement. What it does not speak of lies in the pile, or else with the last seat.

    Hands may be empty or too full: the engine's judgement of a claim reads neither.
    """
    playing, out = in_play(rules)
    left = Counter(playing) - Counter(kind for hand in placed.hands for kind in hand)
    hands = [tuple(sorted(hand)) for hand in placed.hands]
    rest = tuple(sorted(left.elements()))
    if placed.turned:
        hands[-1], rest = tuple(sorted((*hands[-1], *rest))), ()
    return State(
        hands=tuple(hands), roles=ROLES[: rules.players], shown=(False,) * rules.players, sides=placed.sides,
        spare=(), leftover=(), top=(), rest=rest, out=out, turned=placed.turned, active=BY, turn=1,
        agenda=(Action(BY),),
    )


# ---------------------------------------------------------------- the engine's word, and the proof


def judged(rules: Rules, state: State, word: str, named: tuple[int, ...]) -> bool:
    """What the engine's own functions say of a claim by seat 0."""
    script = Script(rules, state)
    if word == ALONE:
        return alone_is_right(script, BY)
    if state.sides[BY] == word:
        return claim_is_right(script, BY, word, named)
    return fortune_is_right(script, word, named)


@frozen(eq=False)
class Gone:
    """What came of going through all placements: by aspects, whether the engine calls the claim right."""

    word: str
    placed: int
    engine: Mapping[Values, bool]


def gone_through(box: Box, word: str, own: bool) -> Gone:
    """Every placement judged by the engine. Raises `Incomplete` where the aspects do not tell the answer."""
    found: dict[Values, bool] = {}
    seen: dict[Values, Placed] = {}
    many = 0
    for placed in placements(box, word, own):
        many += 1
        state = position(box.rules, placed)
        claim = claim_on(box, encode(box, state, 1), word, placed.named)
        values = tuple(int(number) for number in aspects(_NUMBERS, claim).values())
        says = judged(box.rules, state, word, placed.named)
        if found.setdefault(values, says) != says:
            raise Incomplete(f"{placed} and {seen[values]} are alike in all aspects, and judged differently")
        seen.setdefault(values, placed)
    return Gone(word, many, found)


def sound_parts(box: Box, table: Table) -> Mapping[str, Term]:
    """What a claim needs of a sound position: objects, hands, bags and people."""
    return {part.__name__: part(_A, box, table) for part in (conserved, owning, turning, people, sides)}


def agrees(box: Box, gone: Gone, own: bool) -> tuple[Verdict, Table]:
    """Whether the condition over terms says on every sound position what the engine says of its aspects.

    Refuted too, if a sound position has aspects that no placement had.
    """
    table = first(_A, box)
    claim = claim_on(box, table, gone.word)
    terms = tuple(aspects(_A, claim).values())

    def among(known: Iterable[Values]) -> Term:
        return _A.some(_A.every(_A.eq(t, v) for t, v in zip(terms, values, strict=True)) for values in known)

    premises = dict(sound_parts(box, table))
    if gone.word != ALONE:
        premises["own"] = _A.iff(claim.ally(_A, BY), own)
    said = among(sorted(values for values, says in gone.engine.items() if says))
    claimed = _A.every((among(sorted(gone.engine)), _A.iff(right(_A, claim), said)))
    return prove(premises, claimed), table
