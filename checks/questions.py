"""The open questions of an edition: a row for each that arises."""

from __future__ import annotations

from advocatus.model.rules import Rules

from .cache import Result
from .context import CheckContext
from .registry import Checker
from .row import Row


def questions(rules: Rules, _: CheckContext) -> Result:
    """A row for each question that arises with these rules: its clauses, the reading taken, what it asks.

    The verdict is ``open`` where the default reading is taken, ``answered`` where another was chosen.
    """
    chosen = dict(rules.answers)
    return [
        Row.of(rules, question.id, "question", "answered" if question.id in chosen else "open",
               clauses=question.clauses, value=chosen.get(question.id, question.default), summary=question.asks)
        for question in rules.edition.questions if rules.applies(question)
    ], ()


CHECKERS = (Checker("questions", questions, kinds=("question",)),)
