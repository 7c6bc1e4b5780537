"""Whether another value of a switch changes anything: every piece that follows, under both values, over terms.

Steps read no switch; what follows does. Where no piece is otherwise on any sound table, no game is.
"""

from __future__ import annotations

from typing import Any, cast

from ...model.dice_devils.vocabulary import SWITCHES
from ...model.rules import Rules
from ..algebra import Term, never
from ..altered import Altered
from ..prover import UNKNOWN, Limit, Query
from .places import A, place_of
from .settle import PIECES, Piece, settling
from .table import Box, Table, parts

OF_DEALS = ("setup.mix",)  # what is dealt is told by it, not what follows


def otherwise(piece: Piece, one: Box, other: Box, table: Table) -> Term:
    """The piece comes next under one value only, leads elsewhere, or other events happen in it."""
    here, there = piece.when(A, one, table), piece.when(A, other, table)
    tables = (dict(parts(piece.leads(A, box, table))) for box in (one, other))
    mine, theirs = ([term for terms in told.values() for term in terms] for told in tables)
    tells = [[happens for _, happens in piece.tells(A, box, table)] for box in (one, other)]
    same = [A.eq(x, y) for x, y in zip([*mine, *tells[0]], [*theirs, *tells[1]], strict=True) if x is not y]
    return A.some((A.no(A.iff(here, there)), A.every((here, A.no(A.every(same))))))


def turned(rules: Rules, key: str, value: Any) -> tuple[bool, Any]:
    """See `specs.families.Spec.turned`; of facts nothing is told. Raises `Limit` if the solver gives up."""
    if key not in SWITCHES or key in OF_DEALS:
        return False, None
    place = place_of(rules, "")
    query = Query({**place.keeps, "settling": settling(A, place.table)})
    one, other = Box(rules), Box(cast(Rules, Altered(rules, {key: value})))
    if one.places != other.places:
        return False, None
    for piece in PIECES:
        differs = otherwise(piece, one, other, place.table)
        if never(differs):
            continue
        answer = query.ask(differs)
        if answer.kind == UNKNOWN:
            raise Limit(answer.reason)
        if answer.model is not None:
            return False, None
    return True, None
