"""That a turn must end: a number that every answer lowers, and that no use of a card raises by more than so much.

Each kind of frame weighs more than all that any answer to it can bring in its place; what is counted down within a
frame (who has chosen, is named, has refused) lowers its weight. So the sum falls with every answer, chance's and the
table's included; and when nothing is left of it the turn is over. A use lies on top of what is owed and answers
nothing: how often cards can be used in a turn is another matter, and not proved here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from ...model.norms import FORBID
from ...model.rules import Rules
from ...model.teufelsburg.vocabulary import FRAME_ACTS, STRUGGLE
from ..algebra import Algebra, Symbolic, Term, at
from .bounds import TWO, Proof, claim_frames, for_every_step, of_the_last
from .codes import CODES, KINDS, Box
from .drawing import open_to
from .effects import Act
from .shapes import BASES
from .step import Step, chance
from .steps import STEPS
from .table import Slot, Table, is_frame

_A = Symbolic(CODES)
BELOW = 3  # frames that are looked at: what lies deeper weighs the same before and after
USES = ("use", "token")  # moves on top of whatever is owed
ALL_CHOOSE = ("pass-on", "secret-support")  # decisions that several seats owe at once
NAMED, REFUSED = "target_named", "target_refused"  # what a norm says of who was named, or has refused, already


@frozen
class Weights:
    """What each kind of frame weighs for a rule set."""

    frames: Mapping[str, int]
    unasked: int = 4  # each player who may still be offered something, while a trade goes on

    @property
    def raised(self) -> int:
        """The most that a use adds."""
        return max(self.frames[kind] for kind in ("demand", "foresee", "silence", "appoint", "tribute"))


def weights(rules: Rules) -> Weights:
    """Weights by which each kind of frame outweighs what comes of it."""
    n, box, w = rules.players, Box(rules), dict.fromkeys(FRAME_ACTS, 1)
    w["surplus"] = w["unload"] + 1
    w["draw"] = w["pass-in-turn"] = w["tribute"] = w["give-back"] = w["surplus"] + 1
    w["foresee"] = 2
    w["pass-on"] = n + 1
    w["direct"] = max(w["pass-on"], n * w["pass-in-turn"]) + 1
    w["activate"] = max(w["direct"], w["draw"]) + 1
    w["text-order"] = 2 * w["activate"] + 1
    w["answer"] = w["text-order"] + 1
    w["offer"] = w["answer"] + 1
    w["trade-on"] = w["offer"] + 2
    for earlier, later in (("demand-bag", "offer"), ("demand-what", "demand-bag"), ("demand", "demand-what")):
        w[earlier] = w[later] + 1
    w["steal"] = w["surplus"] + w["give-back"] + 1
    w["duel.choice"], w["reward"] = w["steal"] + 1, w["steal"] + 2
    w["stand-off"] = w["draw"] + 1
    w["duel.result"] = w["reward"] + w["stand-off"] + 1
    w["symbol"] = w["bonus"] = w["duel.result"] + 1
    w["duel.powers"] = w["duel.result"] + n * len(box.weighed) * w["symbol"] + 1
    w["secret-support"] = w["duel.reveal"] + n + 1
    w["duel.priest"] = max(n * w["support"], w["secret-support"]) + w["duel.hypnotist"] + w["duel.powers"] + 1
    w["name-allies"] = n + 1
    w["point-out"] = w["name-allies"] + n + 2
    if "end" in claim_frames(rules):
        w["end"] = w["point-out"] + 1
    begun = (w["offer"] + Weights({}).unasked * n, w["duel.priest"], w["spy"], w["point-out"])
    w["action"] = max(begun) + w["end"] + 1
    return Weights(w)


# ---------------------------------------------------------------- the sum


def is_own_offer(a: Algebra, slot: Slot) -> Term:
    """An offer of the player's own, which he may make another if it is refused."""
    return a.every((is_frame(a, slot, "offer", "answer"), a.no(a.present(slot.demanded))))


def _many(a: Algebra, truths: Sequence[Term]) -> Term:
    return a.total(a.ite(truth, 1, 0) for truth in truths)


def _slot(a: Algebra, box: Box, weigh: Weights, table: Table, i: int) -> Term:
    """What a frame weighs, where it lies."""
    slot, over = table.agenda[i], table.agenda[i - 1] if i else None
    found: Term = 0
    for kind, weight in sorted(weigh.frames.items()):
        found = a.ite(is_frame(a, slot, kind), weight, found)
    asked: Term = False if over is None else is_own_offer(a, over)
    said: Term = False if over is None else is_frame(a, over, "name-allies")
    less = [
        a.ite(is_frame(a, slot, "pass-on"), _many(a, [table.has_chosen(a, seat) for seat in range(box.players)]), 0),
        a.ite(is_frame(a, slot, "secret-support"), _many(a, [a.no(a.eq(side, 0)) for side in table.secret]), 0),
        a.ite(is_frame(a, slot, "foresee"), a.ite(a.present(slot.card), 1, 0), 0),
        a.ite(is_frame(a, slot, "name-allies"), _many(a, [a.lt(0, times) for times in table.named]), 0),
        a.ite(is_frame(a, slot, "point-out"), _many(a, [a.lt(0, times) for times in table.pointed]), 0),
        a.ite(a.every((is_frame(a, slot, "trade-on"), asked)), weigh.frames["trade-on"] - 1, 0),
        a.ite(a.every((is_frame(a, slot, "point-out"), said)), weigh.frames["point-out"] - box.players - 1, 0),
    ]
    untried = a.every((is_frame(a, slot, "trade-on"), a.no(asked)))
    waiting = a.every((box.tries_on, a.some((is_own_offer(a, slot), untried))))
    more = a.ite(waiting, weigh.unasked * _many(a, [a.no(was) for was in table.refused]), 0)
    return a.total((found, more)) - a.total(less)


def owed_weight(a: Algebra, box: Box, weigh: Weights, table: Table) -> Term:
    """The sum of what is owed."""
    return a.total(_slot(a, box, weigh, table, i) for i in range(len(table.agenda)))


# ---------------------------------------------------------------- what is known where a move is made


def _once(rules: Rules, moves: Sequence[str], name: str, during: str = "") -> bool:
    """Whether every norm that opens such a move asks whether it was made before."""
    opens = [norm for norm in rules.norms if norm.move in moves and norm.mood != FORBID
             and (not during or not norm.during or during in norm.during)]
    return all(norm.when is not None and name in norm.when.names for norm in opens)


def known(box: Box, step: Step, table: Table, act: Act) -> Iterator[Term]:
    """What the norms and the shapes of the agenda make sure of before a move."""
    a, rules, top = _A, box.rules, table.agenda[0]
    yield a.every(a.le(0, times) for row in (table.named, table.pointed) for times in row)
    yield a.every(a.no(is_frame(a, slot, "trade-on", "name-allies", "point-out")) for slot in table.agenda[2:])
    if not box.tries_on:
        yield a.no(is_frame(a, table.agenda[1], "trade-on"))
    goes_on = a.some((is_own_offer(a, top), is_frame(a, top, "trade-on")))
    yield a.implies(goes_on, a.every(a.no(is_own_offer(a, slot)) for slot in table.agenda[1:]))
    yield a.implies(is_frame(a, top, "trade-on"), a.no(is_frame(a, table.agenda[1], "trade-on")))
    if step.frame in ("answer", "unload", "give-back"):
        yield step.frame == "unload" or a.member(top.card, frozenset(KINDS))
    seats = [seat for slot in table.agenda[:BELOW] for seat in (slot.by, slot.to)] + [table.attacker, table.defender]
    yield a.every(a.every((a.le(0, seat), a.lt(seat, box.players))) for seat in seats)
    if step.frame in (*ALL_CHOOSE, *STRUGGLE):
        yield a.every(a.no(is_frame(a, slot, *ALL_CHOOSE)) for slot in table.agenda[1:])
    if step.frame in BASES:
        yield a.every(a.no(a.present(slot.kind)) for slot in table.agenda[1:])
    if step.act == "name" and _once(rules, ("name",), NAMED):
        yield a.eq(at(a, table.named, act.to), 0)
    if step.act == "point-out" and _once(rules, ("point-out",), NAMED):
        yield a.eq(at(a, table.pointed, act.to), 0)
    if box.tries_on and step.frame == "answer" and _once(rules, ("trade",), REFUSED, "trade-on"):
        yield a.no(at(a, table.refused, act.by))
    if step.frame in TWO:  # nobody is over the limit by more than one, and who gets something by a surplus has room
        room = 1 if step.frame == "unload" else 0
        yield a.le(a.total((table.size(a, top.to), room)), box.limit)
        yield a.le(table.size(a, top.by), a.total((box.limit, 1)))


def turn_falls(rules: Rules, steps: tuple[Step, ...] = STEPS) -> Proof:
    """Whether every answer lowers the sum while the turn goes on, and no use adds more than `Weights.raised`."""
    box, weigh = Box(rules), weights(rules)

    first = of_the_last(lambda table: owed_weight(_A, box, weigh, table))

    def broken(step: Step, before: Table, act: Act, later: Table) -> Term:
        goes_on = _A.every((_A.eq(later.turn, before.turn), _A.no(later.over)))
        was, now = first(before), owed_weight(_A, box, weigh, later)
        allowed = _A.total((was, weigh.raised)) if step.act in USES else was - 1
        return _A.every((*known(box, step, before, act), goes_on, _A.lt(allowed, now)))

    return for_every_step(box, [step for step in steps if has_norm(box, step)], broken, BELOW, (0, 1))


def has_norm(box: Box, step: Step) -> bool:
    """Whether some norm lets such a move be made at such a frame, or chance makes it."""
    if step.who is chance:
        return True
    opens = [norm for norm in box.rules.norms if norm.move == step.act and norm.mood != FORBID]
    return any(not norm.during or step.frame in norm.during for norm in opens if open_to(box, step))


def most_answers(rules: Rules) -> int:
    """The most answers of a turn in which no card is used on top: what the choice of an action weighs."""
    return weights(rules).frames["action"]

