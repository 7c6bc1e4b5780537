"""Traces in the Informal Trace Format (ITF) of Apalache and Quint, for the viewers and readers that know it.

Each state of the file is a position, with the move that led to it and the events of that move: the variables are
the fields of the position, and `move` and `events`. Numbers are big integers, rows are sequences, moves, events and
frames are variants by the names of their classes; what may be missing is a variant `Nothing` or `Some`. Format:
https://apalache-mc.org/docs/adr/015adr-trace.html
"""

from __future__ import annotations

from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from attrs import fields, has

from advocatus.model.game import Event, Frame, Move
from advocatus.model.rules import Rules

from .deriving import Played, play_out
from .diverging import DIVERGENCE
from .finding import Finding

UNIT = "U_OF_UNIT"
NOTHING = {"tag": "Nothing", "value": UNIT}


def _optional(kind: type[Any]) -> frozenset[str]:
    """The fields of a class that may be None."""
    hints = get_type_hints(kind)
    return frozenset(f.name for f in fields(kind) if get_origin(hints[f.name]) in (Union, UnionType)
                     and type(None) in get_args(hints[f.name]))


def value(given: Any) -> Any:
    """A value of a game as an ITF expression."""
    if isinstance(given, bool | str):
        return given
    if isinstance(given, int):
        return {"#bigint": str(given)}
    if given is None:
        return NOTHING
    if has(type(given)):
        record = record_of(given)
        if isinstance(given, Move | Event | Frame):
            return {"tag": type(given).__name__, "value": record or UNIT}
        return record
    return [value(item) for item in given]


def record_of(given: Any) -> dict[str, Any]:
    """The fields of a value by name; those that may be missing are `Nothing` or `Some`."""
    may_miss = _optional(type(given))
    found = {}
    for name in (f.name for f in fields(type(given))):
        part = getattr(given, name)
        told = value(part)
        found[name] = {"tag": "Some", "value": told} if name in may_miss and part is not None else told
    return found


def played_of(finding: Finding, rules: Rules) -> Played:
    """The game of a finding under its rules; a last move that only the other rules allow is left out.

    Raises `Unplayable`.
    """
    assert finding.trace is not None
    refused = finding.kind == DIVERGENCE and finding.trace.steps and not finding.trace.steps[-1][1]
    moves = finding.trace.moves
    return play_out(rules, finding.trace.deal, moves[:-1] if refused else moves)


def itf_of(finding: Finding, played: Played) -> dict[str, Any]:
    """The game of a finding as an ITF document. A move that meets a gap leads to no state, and is told in `#meta`."""
    start = played.steps[0].before if played.steps else played.state
    places = [(start, None, ()), *((s.after, s.move, s.events) for s in played.steps)] if start is not None else []
    states = []
    for index, (state, move, events) in enumerate(places):
        told = NOTHING if move is None else {"tag": "Some", "value": value(move)}
        states.append({"#meta": {"index": index}, **record_of(state), "move": told, "events": value(events)})
    rules = played.rules
    meta: dict[str, Any] = {
        "format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "source": finding.file_name, "description": finding.summary, "kind": finding.kind,
        "clauses": list(finding.clauses),
        "rules": {"edition": rules.edition.key, "players": rules.players, "variants": list(rules.variants),
                  "answers": dict(rules.answers), "digest": rules.digest},
    }
    if played.last is not None:
        meta["silence"] = {"move": value(played.last), "on": played.gap.topic if played.gap else None}
    names = [key for key in states[0] if key != "#meta"] if states else []
    return {"#meta": meta, "params": [], "vars": names, "states": states}
