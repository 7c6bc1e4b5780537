"""Subjects that are wrong on purpose: the oracle with one thing in its rules changed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from advocatus.checks.conformance.dropping import turned, with_change, without_clause, without_norm
from advocatus.checks.conformance.oracle import Oracle
from advocatus.checks.conformance.serving import respond, serve
from advocatus.checks.conformance.subject import Refused
from advocatus.checks.conformance.vector import begun
from advocatus.model.families import editions
from advocatus.model.rulebook import Change
from advocatus.model.rules import Rules
from advocatus.model.trace import compact

Wrong = Callable[[Rules], Rules]


def wrong_in(fault: str) -> Wrong:
    """What faults make of the rules: ``-NORM``, ``SWITCH=VALUE``, ``FACT:NUMBER``, ``/CLAUSE``, with commas between."""
    def changed(rules: Rules) -> Rules:
        for part in filter(None, fault.split(",")):
            if part.startswith("-"):
                rules = without_norm(rules, part[1:])
            elif part.startswith("/"):
                rules = without_clause(rules, part[1:])
            elif ":" in part:
                fact, _, value = part.partition(":")
                rules = with_change(rules, Change(facts=((fact, int(value)),)))
            else:
                rules = turned(rules, part)
        return rules
    return changed


class WrongOracle(Oracle):
    """The oracle by rules with a fault in them."""

    def __init__(self, fault: str = "") -> None:
        super().__init__(editions(), "0")
        self._fault, self._wrong, self._made = fault, wrong_in(fault), {}  # type: str, Wrong, dict[Rules, Rules]

    def rules(self, params: Mapping[str, Any]) -> Rules:
        """See `Oracle.rules`."""
        right = super().rules(params)
        if right not in self._made:
            self._made[right] = self._wrong(right)
        return self._made[right]


    def started(self, rules: Rules, start: Mapping[str, Any]) -> Any:
        """See `Oracle.started`. A program that has a fault does not know by it which starts there are."""
        return begun(rules, start) if self._fault else super().started(rules, start)


class Masked(Oracle):
    """The oracle that calls an edition by the name of another one, and reads it in its own way."""

    def __init__(self, edition: str, called: str, answers: Mapping[str, str] | None = None) -> None:
        super().__init__({called: editions()[edition]}, "0")
        self.answers = dict(answers or {})

    def rules(self, params: Mapping[str, Any]) -> Rules:
        """See `Oracle.rules`."""
        return super().rules({**params, "answers": {**params.get("answers", {}), **self.answers}})

    def _describe(self, params: Mapping[str, Any]) -> dict[str, Any]:
        told = super()._describe(params)
        for edition in told["editions"].values():
            del edition["answers"]
        return told


class InProcess:
    """An oracle asked without a process of its own; `change` may spoil the result of a `run`."""

    def __init__(self, oracle: Oracle, change: Callable[[str, Any], Any] = lambda _, result: result) -> None:
        self.oracle, self.change, self.calls = oracle, change, 0

    def call(self, method: str, params: Mapping[str, Any]) -> Any:
        """See `Subject.call`."""
        self.calls += 1
        answer = respond(self.oracle, compact(
            {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
        if "error" in answer:
            raise Refused(answer["error"]["code"], answer["error"]["message"])
        return self.change(method, answer["result"])


if __name__ == "__main__":  # a fault; or an edition and by what name it is called
    first, *others = [*sys.argv[1:], ""]
    serve(Masked(first, others[0]) if others[0] else WrongOracle(first), sys.stdin.buffer, sys.stdout)
