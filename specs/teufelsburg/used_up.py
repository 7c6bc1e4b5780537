"""That cards cannot be used for ever in a turn: a number that every use lowers, and that no answer raises.

It counts what may still be used before the turn is over: in a struggle the objects that do not lie there yet, the
seats that have nothing of their occupation lying there, the Hypnotist while nobody was made to abstain; the occupation
of who is on turn while it lies face-down, and once more for each text still to come that turns it down again; tokens.
With `ending.turn_falls` it bounds the moves of a turn, the uses among them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from ...model.rules import Rules
from ...model.teufelsburg.cards import COAT, DIPLOMAT, HYPNOTIST, TOME
from ..algebra import Symbolic, Term, at
from ..settling import Settled
from .bounds import Allowed, Granted, Proof, for_every_step
from .codes import CODES, KINDS, ROLE_CODES, Box, card
from .effects import Act
from .ending import USES, has_norm, is_own_offer, known, most_answers, weights
from .listing import Situation
from .opening import laid_down
from .situation import settled
from .step import Step
from .steps import STEPS
from .struggle import silences
from .table import EMPTY, Slot, Table, is_frame

_A = Symbolic(CODES)
TEXTS = 2  # objects traded, each with a text that may turn an occupation down again
TRADED = ("activate", "text-order")
OFFERED = ("offer", "answer")
PERMITTED = ("activate", "return")  # answers of which it matters that the norms let them be
DEMANDS = ("demand", "demand-what", "demand-bag")
SOUND = ("conserved", "shape", "no-struggle", "owed", "objects-lie", "roles-lie", "counts", "tokens", "people", "turn",
         "choosing", "meaning")


def _objects(box: Box) -> tuple[int, ...]:
    """The kinds of object that some norm lets somebody put down in a struggle."""
    return tuple(kind for kind in KINDS if kind in laid_down(box.rules))


def in_struggle(rules: Rules) -> int:
    """How many uses a struggle has at most: every object that can be used, every seat's occupation, the Hypnotist."""
    box = Box(rules)
    return sum(box.there[kind - 1] for kind in _objects(box)) + box.players + 1


def _token(box: Box) -> int:
    """The most tokens that a refusal brings."""
    return 1 if box.tokens else 0


def renewed(box: Box) -> int:
    """What the Diplomat counts for while he is hidden and on turn: his use, and what his demand may lead to."""
    return 1 + TEXTS + _token(box)


def _has(table: Table, seat: Term, role: str) -> Term:
    return _A.eq(at(_A, table.roles, seat), card(role))


def _hidden(box: Box, table: Table) -> Term:
    """What who is on turn may do with an occupation that is face-down."""
    down = _A.no(at(_A, table.shown, table.active))
    return _A.ite(down, _A.ite(_has(table, table.active, DIPLOMAT), renewed(box), 1), 0)


def _nobody_has(table: Table, role: str) -> Term:
    return _A.no(_A.some(_A.eq(has, card(role)) for has in table.roles))


def _new_role(box: Box, table: Table) -> Term:
    """What an occupation from those left over may bring who is on turn: the Diplomat, if nobody has him."""
    return _A.ite(_nobody_has(table, DIPLOMAT), renewed(box), 1)


def _others_coat(table: Table, over: Slot) -> Term:
    """Somebody else takes an occupation from those left over, who then may have the Diplomat."""
    a = _A
    coat = a.some((is_frame(a, over, "retrain"), a.every((is_frame(a, over, "activate"), a.eq(over.card, card(COAT))))))
    return a.every((coat, a.no(a.eq(over.by, table.active)), _nobody_has(table, DIPLOMAT)))


def _read(box: Box, table: Table, over: Slot, by: Term, to: Term, kind: Term) -> Term:
    """What the text of a demanded object may bring who is on turn, by whoever reads it."""
    a = _A
    theirs = [a.every((a.no(a.eq(seat, table.active)), _has(table, seat, DIPLOMAT))) for seat in (by, to)]
    brought = a.some((*theirs, _others_coat(table, over)))
    coat = a.ite(a.eq(by, table.active), _new_role(box, table), 0)
    return a.ite(a.eq(kind, card(COAT)), coat,
                 a.ite(a.eq(kind, card(TOME)), a.ite(brought, renewed(box), 1), 0))


def _texts(box: Box, table: Table, i: int) -> Term:
    """What texts traded, and not read yet, may bring; of a trade of one's own whatever can be."""
    a, most, slot, over = _A, renewed(box), table.agenda[i], table.agenda[i - 1] if i else EMPTY
    first = _read(box, table, over, slot.by, slot.to, slot.card)
    second = _read(box, table, over, slot.to, slot.by, slot.other)
    demanded = a.total((first, a.ite(is_frame(a, slot, "text-order"), second, 0)))
    own = a.ite(is_frame(a, slot, "text-order"), TEXTS * most, most)
    return a.ite(a.present(slot.demanded), demanded, own)


def _to_come(box: Box, table: Table, i: int) -> Term:
    """What a frame may still lead to: the struggle after an action, and occupations turned down again.

    A trade that goes on leads to as much as an offer, and lies below the offer that is made in it.
    """
    a, slot, token, most = _A, table.agenda[i], _token(box), TEXTS * renewed(box)
    tried = is_own_offer(a, table.agenda[i - 1]) if i else False
    mine = a.every((is_frame(a, slot, "retrain"), a.eq(slot.by, table.active)))
    return a.total((
        a.ite(is_frame(a, slot, "action"), in_struggle(box.rules) + most + token, 0),
        a.ite(a.every((is_frame(a, slot, "trade-on"), a.no(tried))), most, 0),
        a.ite(is_frame(a, slot, *OFFERED), a.total((token, a.ite(a.present(slot.demanded), TEXTS, most))), 0),
        a.ite(is_frame(a, slot, *DEMANDS), TEXTS + token, 0),
        a.ite(is_frame(a, slot, *TRADED), _texts(box, table, i), 0),
        a.ite(mine, _new_role(box, table), 0)))


def pairs_fit(box: Box, table: Table) -> Term:
    """Texts that wait below others are of the other object traded; of a kind there is once, only one was traded."""
    a, found = _A, []
    alone = frozenset(kind for kind in KINDS if box.there[kind - 1] == 1)
    for slot in table.agenda:
        two = a.no(a.every((a.eq(slot.card, slot.other), a.member(slot.card, alone))))
        found.append(a.implies(is_frame(a, slot, *TRADED), two))
    for upper, lower in pairwise(table.agenda):
        both = a.every((a.eq(upper.card, lower.other), a.eq(upper.other, lower.card)))
        waits = is_frame(a, lower, "activate")
        found.append(a.implies(a.every((waits, is_frame(a, upper, "activate"))), both))
        found.append(a.implies(a.every((waits, is_frame(a, upper, "retrain"))), a.eq(lower.other, card(COAT))))
    return a.every(found)


def _left_in_struggle(box: Box, table: Table) -> Term:
    """What may still be used in the struggle under way; none where none is."""
    a, hypnotist = _A, ROLE_CODES.index(card(HYPNOTIST))
    there = sum(box.there[kind - 1] for kind in _objects(box))
    down = a.total(row[kind - 1] for row in table.laid for kind in _objects(box))
    idle = [a.eq(a.total(lies for i, lies in enumerate(row) if i != hypnotist), 0) for row in table.lies]
    abstain = a.every((a.eq(silences(a, table), 0), a.no(is_frame(a, table.agenda[0], "silence"))))
    objects = a.ite(a.lt(down, there), there - down, 0)
    return a.ite(table.duel, a.total((objects, *(a.ite(seat, 1, 0) for seat in idle), a.ite(abstain, 1, 0))), 0)


def usable(box: Box, table: Table) -> Term:
    """How many uses are left in the turn at most."""
    a = _A
    return a.total((
        *(_to_come(box, table, i) for i in range(len(table.agenda))), _left_in_struggle(box, table),
        _hidden(box, table), *table.tokens))


def most_uses(rules: Rules) -> int:
    """The most uses of a turn: what is left when it begins, every token being somebody's."""
    box = Box(rules)
    return in_struggle(rules) + (TEXTS + 1) * renewed(box) + _token(box) + box.tokens


def most_moves(rules: Rules) -> int:
    """The most moves of a turn, answers and uses together: what `turn_falls` and `uses_fall` leave."""
    return most_answers(rules) + (weights(rules).raised + 1) * most_uses(rules)


def _permitted(box: Box) -> Allowed:
    @cache
    def legal(kind: str, table: Table, owed: bool) -> Settled:
        return settled(_A, Situation(box, table, kind, 0, owed))

    def allowed(_: Box, step: Step, table: Table, act: Act) -> Term:
        """Seat 0 uses or returns a card or reads a text, and the norms let it; any seat is seat 0, by rotation."""
        if step.act not in (*PERMITTED, "use"):
            return _A.every(known(box, step, table, act))
        cards = [((step.act, kind), _A.eq(act.card, kind)) for kind in KINDS]
        keys = [((step.act,), True)] if step.role or step.act == "activate" else cards
        may = [_A.every((that, legal(step.frame, table, owed).legal_at(key)))
               for key, that in keys for owed in (True, False)]
        return _A.every((_A.eq(act.by, 0), _A.some(may)))

    return allowed


def uses_fall(rules: Rules, steps: tuple[Step, ...] = STEPS) -> Proof:
    """Whether every use lowers what is left, and leaves it no less than nothing, and no answer raises it."""
    box = Box(rules)

    def broken(step: Step, before: Table, _: Act, later: Table) -> Term:
        was, now = usable(box, before), usable(box, later)
        goes_on = _A.every((_A.eq(later.turn, before.turn), _A.no(later.over), pairs_fit(box, before)))
        more = _A.some((_A.lt(was - 1, now), _A.lt(now, 0))) if step.act in USES else _A.lt(was, now)
        return _A.every((goes_on, _A.some((more, _A.no(pairs_fit(box, later))))))

    possible = [step for step in steps if has_norm(box, step)]
    return for_every_step(box, possible, broken, None, (0, 1), Granted(SOUND, (), _permitted(box)))
