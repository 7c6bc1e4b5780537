"""What the names of guards point at on a symbolic table, and the norms settled there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...model.game import TABLE
from ...model.norms import FORBID
from ...model.teufelsburg.cards import NOBODY
from ...model.teufelsburg.vocabulary import FRAME_ACTS
from ..algebra import Algebra, Term, at
from ..settling import Candidate, Settled, norms_at, settle, stand
from .codes import ROLE_CODES, called, card
from .listing import Situation, candidates
from .struggle import ABSTAINS, silenced, silences, stance, tied
from .table import Table


class Unspoken(LookupError):
    """A name of a guard that the symbolic table has nothing for."""


def _outnumbered(a: Algebra, here: Situation) -> Term:
    sides = here.table.sides
    like = a.total(a.ite(a.eq(side, sides[here.by]), 1, 0) for side in sides)
    return a.lt(a.total((like, like)), here.table.players)


def _of_seat(what: Callable[[Algebra, Table, int], Term], nobodys: Term) -> Callable[[Algebra, Situation], Term]:
    """Something about the seat that moves; the table, which closes a window, has nothing of its own."""
    return lambda a, here: nobodys if here.by == TABLE else what(a, here.table, here.by)


def _down(a: Algebra, table: Table, seat: int) -> Term:
    return a.total(table.down[seat]) if table.down else 0


_role = _of_seat(lambda _, table, seat: table.roles[seat], card(NOBODY))


def _called(part: str) -> Callable[[Algebra, Situation], Term]:
    return lambda a, here: called(a, getattr(here.slot, part), here.table.turned)


_NAMES: Mapping[str, Callable[[Algebra, Situation], Term]] = {
    "pile": lambda a, here: here.table.pile(a),
    "players": lambda _, here: here.table.players,
    "limit": lambda _, here: here.box.limit,
    "turn": lambda _, here: here.table.turn,
    "seat": lambda _, here: here.by,
    "on_turn": lambda a, here: a.eq(here.table.active, here.by),
    "hand": _of_seat(lambda a, table, seat: table.hand(a, seat), {}),
    "role": _role,
    "face_up": _of_seat(lambda _, table, seat: table.shown[seat], False),
    "spent": lambda a, here: a.some(
        a.every((spent, a.eq(_role(a, here), role)))
        for role, spent in zip(ROLE_CODES, here.table.spent, strict=True)),
    "side": lambda _, here: here.table.sides[here.by],
    "outnumbered": _outnumbered,
    "partner": lambda _, here: here.slot.to,
    "priest_seat": lambda _, here: here.slot.to,
    "partner_hand": lambda a, here: here.table.hand(a, here.slot.to),
    "demanded": _called("demanded"), "offered": _called("card"), "traded": _called("card"), "taken": _called("card"),
    "loser_hand": lambda a, here: here.table.hand(a, here.slot.to),
    "other": _called("other"),
    "attacker": lambda _, here: here.table.attacker,
    "defender": lambda _, here: here.table.defender,
    "supports": _of_seat(stance, ABSTAINS),
    "silenced": _of_seat(silenced, False),
    "undecided": _of_seat(lambda a, table, seat: a.eq(table.stance[seat], 0), False),
    "silences": lambda a, here: silences(a, here.table),
    "tokens_down": _of_seat(_down, 0),
    "left_alone": lambda _, here: here.table.alone,
    "tied": lambda a, here: tied(a, here.table),
    "symbol_card": lambda _, here: here.slot.card,
}


_OF_TARGET: Mapping[str, Callable[[Algebra, Situation, Term], Term]] = {  # in a trade that goes on; else false
    "target_refused": lambda a, here, seat: at(a, here.table.refused, seat),
    "target_refused_last": lambda a, here, seat: a.eq(here.slot.to, seat),
}


def name(a: Algebra, here: Situation, word: str, candidate: Candidate | None) -> Term:
    """What a name of a guard points at. Raises `Unspoken` for what is not on the symbolic table."""
    if candidate is not None and word in candidate.values:
        return candidate.values[word]
    if candidate is not None and word == "target_hand":
        return here.table.hand(a, candidate.values["target"])
    if candidate is not None and word in _OF_TARGET:
        return here.kind == "trade-on" and _OF_TARGET[word](a, here, candidate.values["target"])
    if word not in _NAMES:
        raise Unspoken(word)
    return _NAMES[word](a, here)


def settled(a: Algebra, here: Situation) -> Settled:
    """The norms of the rule set settled over the candidates of the seat that owes the frame.

    Raises `Unspoken`, and `Gap` where a guard needs what the rules do not give.
    """
    listed = candidates(a, here)
    norms = norms_at(here.box.rules.norms, here.kind, FRAME_ACTS[here.kind])
    return settle(a, listed, stand(a, norms, listed, lambda word, c: name(a, here, word, c), here.owed))


def opened(a: Algebra, here: Situation, candidate: Candidate) -> Term:
    """Some norm permits the candidate, or obliges to it; whatever else forbids it.

    Weaker than legal, and so enough to prove what holds after every legal move.
    """
    norms = [n for n in norms_at(here.box.rules.norms, here.kind, (candidate.act,)) if n.mood != FORBID]
    standing = stand(a, norms, (candidate,), lambda word, c: name(a, here, word, c), here.owed)
    return a.some(item.covers[0] for item in standing)
