"""What is promised of a rule set, and what became of the promise."""

from __future__ import annotations

from typing import Any

from attrs import frozen

INVARIANT, POSSIBLE, EXTENT = "invariant", "possible", "extent"


@frozen
class Promise:
    """Something that is proved of a rule set, or is not so.

    `kind` is ``invariant`` (it always holds), ``possible`` (whether something can be: `value` is the answer,
    and the verdict says that the answer is proved) or ``extent`` (how many or how far: `value` is the number, or
    the least and the greatest). `verdict` is ``proved``, ``refuted``, ``vacuous`` or ``unknown``, as in
    `prover.Verdict`, or ``bounded`` where only a part is known. `witness` is a state of the family's engine, or a
    game (a deal and moves): for a promise that holds, one in which its premise is met; else one that speaks against
    it. `detail` says over what it was proved, or where the proof fails.
    """

    id: str
    says: str
    kind: str
    clauses: tuple[str, ...]
    verdict: str
    value: Any = None  # None, a number, a word, or a tuple of them
    witness: Any = None
    detail: str = ""


@frozen
class Played:
    """A game that the engine has played: a deal, and the moves from it."""

    deal: Any
    moves: tuple[Any, ...]
