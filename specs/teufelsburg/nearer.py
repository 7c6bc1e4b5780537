"""The proof that the bounds of `nearing` are consistent: no step brings anything nearer by more than it is long.

Of a way by frames the proof is for all kinds of frame at once: the solver chooses the weights, which need only
respect the ways of `ways`. It is over every sound position, and over every step that some norm allows to be taken at
all: an occupation is used, and a victory proclaimed, only where the norms have it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import z3
from attrs import frozen

from ...model.rules import Rules
from ...model.teufelsburg.cards import CLAIRVOYANT, COAT, DIPLOMAT, SWORDSMAN
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import ABSENT, Symbolic, Term
from ..prover import PROVED
from .bounds import TURN, Granted, Proof, claim_frames, for_every_step, of_the_last
from .codes import CODES, KINDS, ROLE_CODES, Box, called, card
from .effects import Act
from .listing import Situation, use
from .nearing import Nearing
from .opening import used_at
from .situation import opened, settled
from .step import Step
from .steps import STEPS
from .struggle import laid
from .table import Table, is_frame
from .ways import BY_CARD, BY_USE, FACE_UP, FAR, TOKENS, Ways

_A = Symbolic(CODES)
KEEPS = ("shape", "choosing", "secrets", "turn", "fighters", "no-struggle", "owed", "people", "face-up", "roles-lie",
         "stances")
OF_TRADE = ("conserved", "owning", "meaning")  # where a trade matters
IN_STRUGGLES = "an occupation of struggles"
NEAR = 999  # no weight but `FAR` is more


@frozen(order=True)
class Towards:
    """What a bound is for: what has to come about, an occupation used again, and the frames if they matter.

    `again` is the Diplomat, the Clairvoyant, or `IN_STRUGGLES` for every other.
    """

    needs: tuple[str, ...] = ()
    again: str = ""
    kinds: tuple[str, ...] = ()  # none: any frames whatever

    @property
    def never(self) -> tuple[str, ...]:
        """Kinds of frame that it is never a bound towards, nor towards what they lead to."""
        named = {BY_USE[BY_CARD[need]] for need in self.needs if BY_CARD.get(need) in BY_USE}
        late = {FACE_UP, TOKENS} & {*self.needs} or self.again == IN_STRUGGLES
        return tuple(sorted(named | ({"end"} if late else set())))  # what a struggle reads is not asked for after it

    @property
    def text(self) -> str:
        """It in words."""
        parts = [*self.needs, *([f"{self.again} used again"] if self.again else ())]
        return f"any frames{''.join(f', {part}' for part in parts)}" if not self.kinds else ", ".join(
            (" or ".join(self.kinds), *parts))


def weights(ways: Ways, towards: Towards) -> tuple[Mapping[str, Term], tuple[Term, ...]]:
    """Weights that the solver chooses, and what they have to respect: the ways, and what is never meant."""
    if towards.kinds:
        return ways.to(frozenset(towards.kinds)), ()
    found = {kind: z3.Int(f"weight {kind} {towards.never}") for kind in FRAME_ACTS}
    given = [z3.And(weight >= 0, z3.Or(weight <= NEAR, weight == FAR)) for weight in found.values()]
    given += [found[kind] <= found[after] + cost for kind, leads in ways.leads.items() for after, cost in leads.items()]
    given += [found[kind] == FAR for kind in towards.never]
    return found, tuple(given)


def taken(rules: Rules, steps: Sequence[Step]) -> list[Step]:
    """The steps that the norms allow to be taken somewhere."""
    claims = claim_frames(rules)
    return [step for step in steps if (not step.role or step.frame in used_at(rules, step.role))
            and (step.act != "proclaim" or step.frame in claims)]


def allowed(box: Box, step: Step, table: Table, act: Act) -> Term:
    """A refusal is legal, and some norm opens the use that the step is of; of all other steps it is not asked."""
    if step.act == "refuse":
        return _A.some(_A.every((_A.eq(act.by, seat), settled(_A, Situation(box, table, step.frame, seat)).legal_at(
            ("refuse",)))) for seat in range(box.players))
    if step.act != "use":
        return True
    cards = [card(step.role)] if step.role else list(KINDS)
    found = []
    for seat in range(box.players):
        here = Situation(box, table, step.frame, seat, owed=False)
        for number in cards:
            named = number if step.role else called(_A, number, table.turned)
            opens = opened(_A, here, use(named, laid(_A, table, seat, number)))
            found.append(_A.every((_A.eq(act.by, seat), _A.eq(act.card, number), opens)))
    return _A.some(found)


def paired(box: Box, table: Table) -> Term:
    """Two texts due, or a Coat's under way and the other, are those of one exchange; a single card is not both."""
    found = []
    for top, under in pairwise(table.agenda):
        two = _A.every((is_frame(_A, top, "activate"), is_frame(_A, under, "activate")))
        same = _A.every((_A.eq(top.card, under.other), _A.eq(top.other, under.card), _A.eq(top.by, under.to),
                         _A.eq(top.to, under.by)))
        single = [_A.every((_A.eq(top.card, kind), _A.eq(top.other, kind)))
                  for kind in KINDS if box.there[kind - 1] < 2]
        found.append(_A.implies(two, _A.every((same, _A.no(_A.some(single))))))
        coat = _A.every((is_frame(_A, top, "retrain"), is_frame(_A, under, "activate")))
        other = _A.no(_A.eq(under.card, card(COAT))) if box.there[card(COAT) - 1] < 2 else True
        found.append(_A.implies(coat, _A.every((_A.eq(under.other, card(COAT)), _A.eq(under.to, top.by), other))))
    return _A.every(found)


def not_alone_yet(ways: Ways, table: Table) -> Term:
    """Nobody is left alone before the first window of a struggle is closed, where no Swordsman may be used in it."""
    if SWORDSMAN in ways.own["duel.priest"]:
        return True
    return _A.every(_A.no(_A.every((is_frame(_A, slot, "duel.priest"), table.alone))) for slot in table.agenda)


def demanded(table: Table) -> Term:
    """Before the action of a turn nothing is offered but what a Diplomat demanded."""
    return _A.every(
        _A.implies(_A.every((is_frame(_A, top, "offer", "answer"), is_frame(_A, under, "action"))),
                   _A.present(top.demanded))
        for top, under in pairwise(table.agenda))


def nearer(
    rules: Rules, towards: Sequence[Towards], steps: Sequence[Step] = STEPS, ways: Ways | None = None
) -> Mapping[Towards, Proof]:
    """For each bound whether every step costs at least what it lowers it by; all are asked for at once first."""
    together = _nearer(rules, towards, steps, ways or Ways.of(rules))
    if together.verdict == PROVED or len(towards) == 1:
        return dict.fromkeys(towards, together)
    return {one: _nearer(rules, (one,), steps, ways or Ways.of(rules)) for one in towards}


def _nearer(rules: Rules, towards: Sequence[Towards], steps: Sequence[Step], ways: Ways) -> Proof:
    box, bounds, given = Box(rules), [], dict[tuple[str, ...], tuple[Term, ...]]()
    for one in towards:
        chosen, given[one.never] = weights(ways, one)
        role = z3.Int("role") if one.again == IN_STRUGGLES else card(one.again) if one.again else ABSENT
        bounds.append(Nearing(_A, box, ways, chosen, one.needs, one.again, role))
    trades, tokens = any(one.again for one in towards), any(TOKENS in one.needs for one in towards)

    def kept(table: Table) -> Term:
        return _A.every((not_alone_yet(ways, table), demanded(table) if tokens else True,
                         paired(box, table) if trades else True))

    firsts, kept_first = [(near, of_the_last(near.least)) for near in bounds], of_the_last(kept)

    def broken(_: Step, before: Table, act: Act, later: Table) -> Term:
        cost = _A.total((_A.ite(_A.le(0, act.by), 1, 0), TURN * (later.turn - before.turn)))
        lowered = _A.some(_A.lt(_A.total((cost, near.least(later))), first(before)) for near, first in firsts)
        lowered = _A.every((_A.no(later.over), lowered))
        return _A.every((kept_first(before), _A.some((lowered, _A.no(kept(later))))))

    keeps = (*KEEPS, *(OF_TRADE if trades or tokens else ()))
    others = frozenset(ROLE_CODES) - {card(DIPLOMAT), card(CLAIRVOYANT)}
    terms = (_A.member(z3.Int("role"), others), *(term for terms in given.values() for term in terms))
    return for_every_step(box, taken(rules, steps), broken, granted=Granted(keeps, terms, allowed))
