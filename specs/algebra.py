"""One vocabulary, two meanings: truth values and numbers, or solver terms.

What is written over an `Algebra` (a guard's tree, an invariant, a step) means a bool on an engine's state
and a Z3 term on a symbolic one. Values of a finite sort (cards, sides ...) are their number in a
declared enumeration; 0 is none of them. A hand is a mapping from such numbers to how many there are.

Python's own ``and``, ``or``, ``not``, ``in``, ``if`` and chained comparisons are never applied to terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import z3
from attrs import frozen

from ..model.guard import Algebra as GuardAlgebra

Term = Any  # a bool or int, or a Z3 term; a symbolic algebra takes both and mixes them
Bag = Mapping[int, Term]

ABSENT = 0  # the number of no value at all
MANY = 3  # from so many values on, a set without holes is told by its ends


@frozen
class Codes:
    """The declared enumerations: for each finite sort its values, numbered from 1 in this order."""

    sorts: Mapping[str, tuple[str, ...]]

    def code(self, sort: str, value: str) -> int:
        """The number of a value; the empty word is `ABSENT`. Raises `KeyError` or `ValueError` for others."""
        return self.sorts[sort].index(value) + 1 if value else ABSENT

    def value(self, sort: str, code: int) -> str:
        """The value of a number; the empty word for `ABSENT`. Raises `IndexError` for any other number."""
        if not 0 <= code <= len(self.sorts[sort]):
            raise IndexError(f"{code} is no {sort}")
        return self.sorts[sort][code - 1] if code else ""

    def constant(self, sort: str, value: Any) -> Any:
        """What a constant of a guard stands for: a number, or a set of numbers."""
        if sort.startswith("set["):
            return frozenset(self.code(sort[4:-1], v) for v in value)
        return self.code(sort, value)


class Algebra(GuardAlgebra[Term], Protocol):
    """What invariants, steps and guards are written over."""

    def every(self, args: Iterable[Term]) -> Term:
        """All hold."""
        ...

    def some(self, args: Iterable[Term]) -> Term:
        """At least one holds."""
        ...

    def implies(self, premise: Term, conclusion: Term) -> Term:
        """The second holds wherever the first does."""
        ...

    def iff(self, left: Term, right: Term) -> Term:
        """Both hold or neither."""
        ...

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """The one where the condition holds, else the other."""
        ...

    def total(self, args: Iterable[Term]) -> Term:
        """The sum."""
        ...


class Concrete:
    """The meaning on engine states: bool and int."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes

    def number(self, value: int) -> int:
        """A number of a guard."""
        return value

    def constant(self, sort: str, value: Any) -> Any:
        """A constant of a guard, by its number or set of numbers."""
        return self.codes.constant(sort, value)

    def every(self, args: Iterable[Term]) -> bool:
        """All hold."""
        return all(args)

    def some(self, args: Iterable[Term]) -> bool:
        """At least one holds."""
        return any(args)

    def no(self, arg: Term) -> bool:
        """It does not hold."""
        return not arg

    def implies(self, premise: Term, conclusion: Term) -> bool:
        """The second holds wherever the first does."""
        return bool(not premise or conclusion)

    def iff(self, left: Term, right: Term) -> bool:
        """Both hold or neither."""
        return bool(left) == bool(right)

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """The one where the condition holds, else the other."""
        return then if condition else otherwise

    def total(self, args: Iterable[Term]) -> int:
        """The sum."""
        return sum(args)

    def eq(self, left: Term, right: Term) -> bool:
        """Equal."""
        return bool(left == right)

    def lt(self, left: Term, right: Term) -> bool:
        """Less."""
        return bool(left < right)

    def le(self, left: Term, right: Term) -> bool:
        """At most."""
        return bool(left <= right)

    def member(self, item: Term, group: Iterable[int]) -> bool:
        """The value is one of a set."""
        return item in group

    def count(self, bag: Bag, what: Any | None) -> int:
        """How many in a hand: all, of one kind, of a set of kinds."""
        if what is None:
            return sum(bag.values())
        if isinstance(what, frozenset):
            return sum(bag.get(kind, 0) for kind in what)
        return int(bag.get(what, 0))

    def present(self, value: Term) -> bool:
        """There is one."""
        return bool(value != ABSENT)


def _known(term: Term) -> bool:
    return isinstance(term, bool | int)


def _nary(make: Callable[..., Any], sort: Callable[..., Any], args: Sequence[Term]) -> Term:
    """One term of many, made without `z3.And`'s coercions: they take half of the time of a query."""
    context = z3.main_ctx()
    array = (z3.Ast * len(args))(*(arg.as_ast() for arg in args))
    return sort(make(context.ref(), len(args), array), context)


@cache
def _numeral(value: int) -> Term:
    return z3.IntVal(value)


def _compare(make: Callable[..., Any], left: Term, right: Term) -> Term:
    """Two terms or numbers compared, without `z3`'s coercions."""
    context = z3.main_ctx()
    left, right = (_numeral(side) if isinstance(side, int) else side for side in (left, right))
    return z3.BoolRef(make(context.ref(), left.as_ast(), right.as_ast()), context)


def _not(arg: Term) -> Term:
    context = z3.main_ctx()
    return z3.BoolRef(z3.Z3_mk_not(context.ref(), arg.as_ast()), context)


def _either(condition: Term, then: Term, otherwise: Term) -> Term:
    """One of two terms or numbers, without `z3`'s coercions."""
    context = z3.main_ctx()
    then, otherwise = (_numeral(side) if isinstance(side, int) else side for side in (then, otherwise))
    chosen = z3.Z3_mk_ite(context.ref(), condition.as_ast(), then.as_ast(), otherwise.as_ast())
    sort = z3.BoolRef if isinstance(then, z3.BoolRef) else z3.ArithRef
    return sort(chosen, context)


class Symbolic:
    """The meaning on symbolic states: Z3 terms. What is known already is computed and not handed on."""

    def __init__(self, codes: Codes) -> None:
        self.codes = codes

    def number(self, value: int) -> int:
        """A number of a guard."""
        return value

    def constant(self, sort: str, value: Any) -> Any:
        """A constant of a guard, by its number or set of numbers."""
        return self.codes.constant(sort, value)

    def every(self, args: Iterable[Term]) -> Term:
        """All hold."""
        open_ = []
        for arg in args:
            if arg is False:
                return False
            if arg is not True:
                open_.append(arg)
        if not open_:
            return True
        return open_[0] if len(open_) == 1 else _nary(z3.Z3_mk_and, z3.BoolRef, open_)

    def some(self, args: Iterable[Term]) -> Term:
        """At least one holds."""
        open_ = []
        for arg in args:
            if arg is True:
                return True
            if arg is not False:
                open_.append(arg)
        if not open_:
            return False
        return open_[0] if len(open_) == 1 else _nary(z3.Z3_mk_or, z3.BoolRef, open_)

    def no(self, arg: Term) -> Term:
        """It does not hold."""
        return not arg if isinstance(arg, bool) else _not(arg)

    def implies(self, premise: Term, conclusion: Term) -> Term:
        """The second holds wherever the first does."""
        return self.some((self.no(premise), conclusion))

    def iff(self, left: Term, right: Term) -> Term:
        """Both hold or neither."""
        return self.eq(left, right)

    def ite(self, condition: Term, then: Term, otherwise: Term) -> Term:
        """The one where the condition holds, else the other."""
        if isinstance(condition, bool):
            return then if condition else otherwise
        if then is otherwise or (_known(then) and _known(otherwise) and then == otherwise):
            return then
        if isinstance(then, bool):
            return self.some((condition, otherwise)) if then else self.every((self.no(condition), otherwise))
        if isinstance(otherwise, bool):
            return self.implies(condition, then) if otherwise else self.every((condition, then))
        chosen = _either(condition, then, otherwise)
        if all(_known(branch) or hasattr(branch, "choice") for branch in (then, otherwise)):
            chosen.choice = (condition, then, otherwise)
        return chosen

    def total(self, args: Iterable[Term]) -> Term:
        """The sum."""
        known, open_ = 0, []
        for arg in args:
            if isinstance(arg, int):
                known += arg
            else:
                open_.append(arg)
        if not open_:
            return known
        if known:
            open_.append(_numeral(known))
        return open_[0] if len(open_) == 1 else _nary(z3.Z3_mk_add, z3.ArithRef, open_)

    def eq(self, left: Term, right: Term) -> Term:
        """Equal."""
        if _known(left) and _known(right):
            return bool(left == right)
        for known, other in ((left, right), (right, left)):
            if isinstance(known, bool):
                return other if known else _not(other)
            if isinstance(known, int) and hasattr(other, "choice"):  # between known numbers: see `ite`
                condition, then, otherwise = other.choice
                return self.ite(condition, self.eq(then, known), self.eq(otherwise, known))
        return _compare(z3.Z3_mk_eq, left, right)

    def lt(self, left: Term, right: Term) -> Term:
        """Less."""
        return left < right if _known(left) and _known(right) else _compare(z3.Z3_mk_lt, left, right)

    def le(self, left: Term, right: Term) -> Term:
        """At most."""
        return left <= right if _known(left) and _known(right) else _compare(z3.Z3_mk_le, left, right)

    def member(self, item: Term, group: Iterable[int]) -> Term:
        """The value is one of a set."""
        values = sorted(group)
        if len(values) > MANY and values[-1] - values[0] == len(values) - 1 and not isinstance(item, int):
            return self.every((self.le(values[0], item), self.le(item, values[-1])))
        return self.some(self.eq(item, value) for value in values)

    def count(self, bag: Bag, what: Any | None) -> Term:
        """How many in a hand: all, of one kind, of a set of kinds."""
        if what is None:
            return self.total(bag.values())
        if isinstance(what, frozenset):
            return self.total(bag[kind] for kind in sorted(what) if kind in bag)
        if isinstance(what, int):
            return bag.get(what, 0)
        return self.total(self.ite(self.eq(what, kind), held, 0) for kind, held in bag.items())

    def present(self, value: Term) -> Term:
        """There is one."""
        return self.no(self.eq(value, ABSENT))


def leaves(term: Term) -> frozenset[int] | None:
    """The known numbers that a term chooses between; None for any other term."""
    if isinstance(term, int):
        return frozenset((term,))
    if not hasattr(term, "choice"):
        return None
    _, then, otherwise = term.choice
    one, other = leaves(then), leaves(otherwise)
    return None if one is None or other is None else one | other


def never(term: Term) -> bool:
    """The term is known not to hold, whatever the table."""
    return term is False


def where(algebra: Algebra, premise: Term, conclusion: Callable[[], Term]) -> Term:
    """The second holds wherever the first does; it is only built if there can be such a place."""
    return True if never(premise) else algebra.implies(premise, conclusion())


def ne(algebra: Algebra, left: Term, right: Term) -> Term:
    """Not equal."""
    return algebra.no(algebra.eq(left, right))


def at(algebra: Algebra, row: Sequence[Term], index: Term) -> Term:
    """The entry of a row at an index that may be a term; the last entry for an index outside."""
    if isinstance(index, int):
        return row[index]
    found = row[-1]
    for i in range(len(row) - 2, -1, -1):
        found = algebra.ite(algebra.eq(index, i), row[i], found)
    return found


