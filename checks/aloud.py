"""Norms and guards read aloud: each as a sentence, from the meaning that the vocabulary gives its names."""

from __future__ import annotations

import re
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

_MOODS = {OBLIGE: "must", FORBID: "may not"}
_VERBS = {"is": "is not", "was": "was not", "has": "has not", "lies": "does not lie", "stands": "does not stand",
          "goes": "does not go", "refused": "did not refuse"}
_VERB = re.compile(rf" ({'|'.join(_VERBS)}) (?!({'|'.join(_VERBS)}) )")  # not that of a clause within: "whose this is"


class Speaker:
    """The words of one edition for guards and norms; `who` is whoever makes the move."""

    def __init__(self, edition: Edition, grammar: Grammar, who: str = "this player") -> None:
        self.edition, self.who = edition, who
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
                return f"there is {_some(self._name(ref.name))}"
            case Compare(op, left, right):
                return self._compared(op, left, right, True)
            case Member(item, group):
                return f"{self.value(item)} is one of {self.value(group)}"
            case _:
                return self.value(node)

    def _part(self, node: Node) -> str:
        return f"({self.guard(node)})" if isinstance(node, And | Or) else self.guard(node)

    def _denied(self, node: Node) -> str:
        match node:
            case Compare(op, left, right):
                return self._compared(op, left, right, False)
            case Member(item, group):
                return f"{self.value(item)} is none of {self.value(group)}"
            case Present(ref):
                return f"there is no {self._name(ref.name).removeprefix('the ')}"
            case Not(arg):
                return self.guard(arg)
            case Ref(_):
                return _not(self.value(node))
            case _:
                return f"it is not so that {self._part(node)}"

    def _compared(self, op: str, left: Node, right: Node, holds: bool) -> str:
        """Two values compared, or that they do not compare so; a number is told as the least or the most."""
        if isinstance(left, Lit) and not isinstance(right, Lit):  # the number stands on the left: 0 < pile
            least = left.value + (op == "<")
            if op == "==":
                return self._many(right, left.value, left.value, holds)
            return self._many(right, least, None, True) if holds else self._many(right, None, least - 1, True)
        if isinstance(right, Lit):
            most = right.value - (op == "<")
            if op == "==":
                return self._many(left, right.value, right.value, holds)
            return self._many(left, None, most, True) if holds else self._many(left, most + 1, None, True)
        signs = {"==": ("is", "is not"), "<": ("is less than", "is at least"), "<=": ("is at most", "is more than")}
        return f"{self.value(left)} {signs[op][0 if holds else 1]} {self.value(right)}"

    def _many(self, what: Node, least: int | None, most: int | None, holds: bool) -> str:
        """That a number is so great; of cards counted, how many are where."""
        if not isinstance(what, Count):
            told = (f"{least}" if least == most else f"{most} or less" if least is None else f"{least} or more")
            return f"{self.value(what)} is{'' if holds else ' not'} {told}"
        number = least if least is not None else most
        word = "card" if number == 1 or least == most == 0 else "cards"
        kind = word if what.what is None else self.value(what.what)
        kind = f"{word} of the kind of {kind}" if isinstance(what.what, Ref) else kind
        among = f"among {self.value(what.bag)}"
        if least == most == 0 or (least is None and most == 0):
            return f"{'no' if holds else 'some'} {kind} is {among}"
        if least == most:
            return f"{'exactly' if holds else 'not'} {number} {kind} {'is' if number == 1 else 'are'} {among}"
        how = "at most" if least is None else "at least"
        return f"{how} {number} {kind} {'is' if number == 1 else 'are'} {among}"

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
        if name not in self.names:
            return name
        text = re.split(r"[:;]|, ", self.names[name].doc)[0]
        text = re.sub(r"\b(the seat\b(?! that)|who makes the move\b)", self.who, text)
        return re.sub(r"\bseat\b", "player", text)

    def _constant(self, value: object) -> str:
        if isinstance(value, frozenset):
            return _list(sorted(self.edition.term(str(v)) for v in value), "or")
        return self.edition.term(str(value))


def _some(thing: str) -> str:
    """One of a kind: ``an object`` for ``the object``."""
    plain = thing.removeprefix("the ")
    return f"{'an' if plain[:1] in 'aeiou' else 'a'} {plain}"


def _not(sentence: str) -> str:
    """A sentence denied: by its verb, if that is one of the usual ones."""
    if sentence.startswith("nobody "):
        return f"somebody {sentence.removeprefix('nobody ')}"
    found = _VERB.search(sentence)
    if found is None or " not " in f"{sentence} ":
        return f"it is not so that {sentence}"
    return f"{sentence[:found.start()]} {_VERBS[found[1]]} {sentence[found.end():]}"


def _list(words: list[str], last: str) -> str:
    """Words drawn together: ``a, b and c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
