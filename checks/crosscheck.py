"""A second solver over the first one's shoulder: every question as SMT-LIB 2, and decided by cvc5 too.

Z3's word is what the rows rest on. Here each question that a run puts to it is written out, its premises under the
names of invariants and what norms cover under their ids, kept in a folder if that is wanted, and put to cvc5. A
disagreement is an error of Advocatus or of a solver, never a row; what cvc5 cannot decide within its resources is
counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from attrs import field, frozen

from advocatus.model.rules import BadChoice
from advocatus.specs import prover
from advocatus.specs.prover import BOUNDED, SAT, UNKNOWN, UNSAT, Asked

from .documents import write_whole
from .row import Row

CROSSCHECK, AGREES, WRITTEN = "crosscheck", "agrees", "written"
TOLD = ("asked", "agreed", "undecided", "given up by Z3")
RESOURCES = 2_000_000  # cvc5's own count of work for one question
SEED = 0

Decide = Callable[[str], str]


class Disagreement(AssertionError):
    """Two solvers answer one question differently."""


def cvc5_decides(text: str) -> str:
    """cvc5's word on a question: ``sat``, ``unsat`` or ``unknown``, within its resources and with a fixed seed."""
    import cvc5

    solver = cvc5.Solver()
    for option, value in (("rlimit", RESOURCES), ("seed", SEED)):
        solver.setOption(option, str(value))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    names = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said += str(command.invoke(solver, names))
    word = said.strip().partition(" ")[0]  # why it is unknown may stand behind
    assert word in (SAT, UNSAT, UNKNOWN), f"cvc5 says {said!r}"
    return word


def second_solver() -> Decide:
    """cvc5, where it is installed. Raises `BadChoice` where it is not."""
    if find_spec("cvc5") is None:
        raise BadChoice("--second-solver: cvc5 is not installed; pip install 'advocatus[crosscheck]'")
    return cvc5_decides


@frozen
class Second:
    """What becomes of each question besides Z3's answer: a file in `folder`, and `decide`'s word on it."""

    decide: Decide | None = None
    folder: Path | None = None

    @contextmanager
    def listening(self) -> Iterator[Tally]:
        """Hear every question that is asked meanwhile; the same question is put once."""
        tally = Tally(self)
        prover.LISTENERS.append(tally.hear)
        try:
            yield tally
        finally:
            prover.LISTENERS.remove(tally.hear)


def listener(second: bool, folder: Path | None) -> Second | None:
    """What `check` is to do with its questions; None if nothing. Raises `BadChoice` where it cannot be done."""
    if folder is not None and folder.exists() and not folder.is_dir():
        raise BadChoice(f"--export-smt {folder}: this is a file; a folder is wanted")
    return Second(second_solver() if second else None, folder) if second or folder is not None else None


@frozen
class Tally:
    """What was heard: how many questions, and what the second solver said to Z3's answers."""

    second: Second = field(factory=Second)
    counts: Counter[str] = field(factory=Counter)
    heard: set[str] = field(factory=set)

    def hear(self, asked: Asked) -> None:
        """Write a question out and put it to the second solver. Raises `Disagreement`, with the question."""
        text = asked.smtlib()
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        if name in self.heard:
            return
        self.heard.add(name)
        self.counts["asked"] += 1
        other = self.second.decide(text) if self.second.decide is not None else ""
        words = f"\n; cvc5 says {other}" if other else ""
        said = f"; {name}{words}\n(set-info :status {asked.kind})\n{text}"
        if self.second.folder is not None:
            write_whole(self.second.folder / f"{name}.smt2", said)
        if not other:
            return
        if asked.kind == UNKNOWN:
            self.counts["given up by Z3"] += 1
        elif other == UNKNOWN:
            self.counts["undecided"] += 1
        elif other == asked.kind:
            self.counts["agreed"] += 1
        else:
            raise Disagreement(f"Z3 says {asked.kind}, cvc5 says {other}:\n{said}")


def rows(crossed: Mapping[tuple[str, str, str], Counter[str]]) -> tuple[Row, ...]:
    """The rows that tell, for family, edition and check, how many questions there were and what cvc5 said to them."""
    return tuple(
        Row(family=family, edition=edition, check=check, kind=CROSSCHECK,
            verdict=_verdict(counts), value=counts["asked"],
            summary=", ".join(f"{counts[key]} {key}" for key in TOLD if key in counts))
        for (family, edition, check), counts in crossed.items() if counts["asked"])


def _verdict(counts: Mapping[str, int]) -> str:
    """Agreement is of all questions; of some it is bounded."""
    if not any(counts[key] for key in TOLD[1:]):
        return WRITTEN
    return UNKNOWN if not counts["agreed"] else AGREES if counts["agreed"] == counts["asked"] else BOUNDED
