"""What is promised of a rule set, and what became of the promise."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Promise:
    """Something that always holds under a rule set, or does not.

    `verdict` is ``proved``, ``refuted``, ``vacuous`` or ``unknown``, as in `prover.Verdict`; `value` a number
    that the proof yields (a least sufficient limit), else None. `witness` is a state of the family's engine: for
    a promise that holds, one in which its premise is met; else one that speaks against it. `detail` says
    over what it was proved, or where the proof fails.
    """

    id: str
    says: str
    kind: str  # invariant
    clauses: tuple[str, ...]
    verdict: str
    value: int | None = None
    witness: Any = None
    detail: str = ""


INVARIANT = "invariant"
