"""Norms and guards read aloud: each as a sentence, from the meaning that the vocabulary gives its names."""

from __future__ import annotations

from collections.abc import Mapping

from advocatus.model.guard import (
    And,
    Compare,
    Const,
    Count,
    Lit,
    Member,
    Name,
    Node,
    Not,
    Or,
    Present,
    Ref,
)
from advocatus.model.norms import FORBID, OBLIGE, Norm
from advocatus.model.rulebook import Edition, Grammar

_SIGNS = {"==": "is", "<": "is less than", "<=": "is at most"}
_UNLIKE = {"==": "is not", "<": "is at least", "<=": "is more than"}
_TURNED = {"==": "is", "<": "is more than", "<=": "is at least"}  # with the number on the left
_UNLIKE_TURNED = {"==": "is not", "<": "is at most", "<=": "is less than"}  # likewise
_MOODS = {OBLIGE: "must", FORBID: "may not"}


class Speaker:
    """The words of one edition for guards and norms."""

    def __init__(self, edition: Edition, grammar: Grammar) -> None:
        self.edition = edition
        self.names: Mapping[str, Name] = grammar.vocabulary.names

    def norm(self, norm: Norm) -> str:
        """A norm as a sentence: who must, may or may not do what, where, and when."""
        what = f"Whoever is asked {_MOODS.get(norm.mood, 'may')} `{norm.move}`"
        if norm.during:
            what += f" at {_list([f'`{kind}`' for kind in norm.during], 'or')}"
        if norm.when is not None:
            what += f", where {self.guard(norm.when.tree)}"
        if norm.which is not None:
            what += f"; it counts only if {self.guard(norm.which.tree)}"
        return f"{what}."

    def guard(self, node: Node) -> str:
        """A condition as a clause of a sentence."""
        match node:
            case And(args):
                return _list([self._part(arg) for arg in args], "and")
            case Or(args):
                return f"either {_list([self._part(arg) for arg in args], 'or')}"
            case Not(arg):
                return self._denied(arg)
            case Present(ref):
                return f"there is {self._name(ref.name)}"
            case Compare(op, Lit(number), right):
                return f"{self.value(right)} {_TURNED[op]} {number}"
            case Compare(op, left, right):
                return f"{self.value(left)} {_SIGNS[op]} {self.value(right)}"
            case Member(item, group):
                return f"{self.value(item)} is one of {self.value(group)}"
            case _:
                return self.value(node)

    def _part(self, node: Node) -> str:
        return f"({self.guard(node)})" if isinstance(node, And | Or) else self.guard(node)

    def _denied(self, node: Node) -> str:
        match node:
            case Compare(op, Lit(number), right):
                return f"{self.value(right)} {_UNLIKE_TURNED[op]} {number}"
            case Compare(op, left, right):
                return f"{self.value(left)} {_UNLIKE[op]} {self.value(right)}"
            case Member(item, group):
                return f"{self.value(item)} is none of {self.value(group)}"
            case Present(ref):
                return f"there is not {self._name(ref.name)}"
            case _:
                return f"it is not so that {self._part(node)}"

    def value(self, node: Node) -> str:
        """A value in words."""
        match node:
            case Lit(number):
                return str(number)
            case Const(_, _, value):
                return self._constant(value)
            case Ref(name):
                return self._name(name)
            case Count(bag, None):
                return f"the number of cards in {self.value(bag)}"
            case Count(bag, what) if what is not None:
                return f"the number of {self.value(what)} in {self.value(bag)}"
            case _:
                return self.guard(node)

    def _name(self, name: str) -> str:
        """What a name points at, without the remarks that its description makes."""
        return self.names[name].doc.split(":")[0].split(", ")[0] if name in self.names else name

    def _constant(self, value: object) -> str:
        if isinstance(value, frozenset):
            return _list(sorted(self.edition.term(str(v)) for v in value), "or")
        return self.edition.term(str(value))


def _list(words: list[str], last: str) -> str:
    """Words drawn together: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
