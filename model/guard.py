"""The guard language: text, to a checked tree, to any algebra.

A guard is a small Python-like expression over names that one can point at on the table:
``offered in bags and count(hand) == 1``. It is parsed once and checked node by node against a
vocabulary; whatever is outside the language is a `GuardError` that knows its column. The tree has
two meanings: `compile_guard` makes a predicate on positions, `interpret` a term of any algebra.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from attrs import frozen

MAX_LENGTH = 2000
MAX_DEPTH = 60

INT, BOOL = "int", "bool"


class GuardError(ValueError):
    """A text that is no guard; `column` counts characters from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


class UnknownName(GuardError):
    """A guard that speaks of something the vocabulary has no name for: `name`; `others` are all further ones in it."""

    def __init__(self, message: str, column: int, name: str) -> None:
        super().__init__(message, column)
        self.name = name
        self.others: tuple[UnknownName, ...] = ()


@frozen
class Name:
    """A name of a vocabulary: its sort, what it points at, and whether it may be absent.

    Sorts: ``int``, ``bool``, a family's own (``object``, ``seat`` ...), ``set[T]`` and ``bag[T]``.
    An optional name stands alone as a condition: is there one?
    """

    sort: str
    doc: str
    optional: bool = False
    of_move: bool = False  # speaks of the move itself, not only of the table before it


@frozen
class Constant:
    """A fixed value that guards may name: a kind of card, a set of kinds, a side."""

    sort: str
    value: Any


@frozen
class Vocabulary:
    """What guards may speak of at one place: names by meaning, constants by value."""

    names: Mapping[str, Name]
    constants: Mapping[str, Constant]


@frozen
class Lit:
    """A number."""

    value: int


@frozen
class Const:
    """A constant of the vocabulary."""

    name: str
    sort: str
    value: Any


@frozen
class Ref:
    """A name of the vocabulary."""

    name: str
    sort: str


@frozen
class Present:
    """There is one: an optional name as a condition."""

    ref: Ref


@frozen
class Not:
    """It does not hold."""

    arg: Node


@frozen
class And:
    """All hold."""

    args: tuple[Node, ...]


@frozen
class Or:
    """At least one holds."""

    args: tuple[Node, ...]


@frozen
class Compare:
    """Two values compared; what is greater stands on the right."""

    op: str  # == or < or <=
    left: Node
    right: Node


@frozen
class Member:
    """A value is one of a set."""

    item: Node
    group: Node


@frozen
class Count:
    """How many cards of a hand: all, of a kind, or of a set of kinds."""

    bag: Node
    what: Node | None


Node = Lit | Const | Ref | Present | Not | And | Or | Compare | Member | Count


@frozen
class Guard:
    """A checked guard: its text as written and its tree."""

    text: str
    tree: Node

    @property
    def names(self) -> frozenset[str]:
        """The names of the vocabulary that the guard speaks of (constants left out)."""
        return frozenset(_refs(self.tree))


def _refs(node: Node) -> list[str]:
    match node:
        case Ref(name):
            return [name]
        case Present(ref):
            return [ref.name]
        case Not(arg):
            return _refs(arg)
        case And(args) | Or(args):
            return [name for arg in args for name in _refs(arg)]
        case Compare(_, left, right):
            return _refs(left) + _refs(right)
        case Member(item, group):
            return _refs(item) + _refs(group)
        case Count(bag, what):
            return _refs(bag) + (_refs(what) if what is not None else [])
        case _:
            return []


# ---------------------------------------------------------------- from text to tree


def parse(text: str, vocabulary: Vocabulary) -> Guard:
    """Parse and check a guard.

    Raises `GuardError` for anything outside the language, naming the column and what would be right.
    """
    if not text.strip():
        raise GuardError("the guard is empty; leave the key out where the norm always holds", 1)
    if len(text) > MAX_LENGTH:
        raise GuardError(f"the guard has {len(text)} characters, at most {MAX_LENGTH} are read", 1)
    if strange := next((i for i, char in enumerate(text, 1) if unicodedata.normalize("NFKC", char) != char), 0):
        there, read = text[strange - 1], unicodedata.normalize("NFKC", text[strange - 1])
        raise GuardError(f"{there!r} is another character than {read!r}, which would be read for it", strange)
    if (deep := _nesting(text)) > MAX_DEPTH:
        raise GuardError(f"the guard nests {deep} brackets deep, at most {MAX_DEPTH} are read", 1)
    try:
        with warnings.catch_warnings(action="ignore"):  # Python warns of what it reads all the same: 1and 2
            body = ast.parse(text, mode="eval").body
        tree = _checked(_Checker(text, vocabulary), body)
    except SyntaxError as error:
        column = len(text) + 1 if error.offset == 0 else error.offset or 1  # 0: the text ends too early
        hint = "; equal is written ==" if re.search(r"(?<![=!<>])=(?!=)", text) else ""
        raise GuardError(f"not an expression: {error.msg}{hint}", column) from None
    except (ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, GuardError):
            raise
        raise GuardError(f"not an expression: {type(error).__name__}", 1) from None
    return Guard(text, tree)


def _checked(checker: _Checker, body: ast.expr) -> Node:
    """The tree of an expression. An unknown name comes with all the others, so that they can be mended at once."""
    try:
        return checker.condition(body)
    except UnknownName as error:
        strange = {name: found for name, found in checker.strange(body) if name != error.name}
        error.others = tuple(strange.values())
        raise


def _nesting(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        deepest = max(deepest, depth)
    return max(deepest, len(re.findall(r"\bnot\b(?!\s+in\b)", text)))


def _element(sort: str) -> str | None:
    for group in ("set[", "bag["):
        if sort.startswith(group):
            return sort[len(group) : -1]
    return None


class _Checker:
    """Checks a Python expression node by node and builds the tree."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.line = text.encode()
        self.vocabulary = vocabulary

    def fail(self, node: ast.expr, message: str) -> GuardError:
        before = self.line.splitlines()[node.lineno - 1][: node.col_offset] if self.line else b""
        return GuardError(message, len(before.decode(errors="replace")) + 1)

    def condition(self, node: ast.expr) -> Node:
        """A node that is true or false."""
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return And(tuple(self.condition(v) for v in values))
            case ast.BoolOp(op=ast.Or(), values=values):
                return Or(tuple(self.condition(v) for v in values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.condition(operand))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._comparison([left, *comparators], ops)
            case ast.Name(id=name) if name in self.vocabulary.names:
                found = self.vocabulary.names[name]
                ref = Ref(name, found.sort)
                if found.sort == BOOL:
                    return ref
                if found.optional:
                    return Present(ref)
                raise self.fail(node, f"{name!r} is a {found.sort}, not a condition; compare it with something")
        tree, sort = self.value(node)
        if sort == BOOL:
            return tree
        raise self.fail(node, f"a condition is wanted here, this is a value of sort {sort}")

    def _comparison(self, parts: Sequence[ast.expr], ops: Sequence[ast.cmpop]) -> Node:
        links = tuple(self._link(a, op, b) for a, op, b in zip(parts, ops, parts[1:], strict=False))
        return links[0] if len(links) == 1 else And(links)

    def _link(self, a: ast.expr, op: ast.cmpop, b: ast.expr) -> Node:
        left, lsort = self.value(a)
        right, rsort = self.value(b)
        if isinstance(op, ast.In | ast.NotIn):
            if rsort != f"set[{lsort}]":
                hint = "; a hand is counted: count(hand, key) >= 1" if rsort.startswith("bag[") else ""
                raise self.fail(b, f"'in' wants a set of {lsort} on its right, this is {rsort}{hint}")
            member = Member(left, right)
            return Not(member) if isinstance(op, ast.NotIn) else member
        if lsort != rsort:
            hint = "; count the cards: count(hand) > 3" if "bag[" in f"{lsort} {rsort}" else ""
            raise self.fail(b, f"{lsort} cannot be compared with {rsort}{hint}")
        if _element(lsort):
            raise self.fail(a, f"a {lsort} is counted, not compared")
        match op:
            case ast.Eq():
                return Compare("==", left, right)
            case ast.NotEq():
                return Not(Compare("==", left, right))
        if lsort != INT:
            raise self.fail(a, f"only numbers have an order; {lsort} values are equal or not")
        match op:
            case ast.Lt():
                return Compare("<", left, right)
            case ast.LtE():
                return Compare("<=", left, right)
            case ast.Gt():
                return Compare("<", right, left)
            case ast.GtE():
                return Compare("<=", right, left)
        raise self.fail(a, "comparisons are ==, !=, <, <=, >, >=, in and not in")

    def value(self, node: ast.expr) -> tuple[Node, str]:
        """A node with its sort."""
        match node:
            case ast.Constant(value=bool()):
                raise self.fail(node, "True and False are no part of a guard; leave the guard out instead")
            case ast.Constant(value=int(number)):
                if number > 999:
                    raise self.fail(node, f"the number {number} is too large, at most 999")
                return Lit(number), INT
            case ast.Constant(value=str(word)):
                raise self.fail(node, f"names stand without quotes: {word}")
            case ast.BinOp(op=ast.Sub(), left=ast.Name(id=left), right=ast.Name(id=right)):
                raise self.fail(node, f"no arithmetic; a name is written with _ for a hyphen: {left}_{right}")
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Call(func=ast.Name(id="count"), args=args, keywords=[]) if 1 <= len(args) <= 2:
                return self._count(args), INT
            case ast.Call(func=ast.Name(id="count")):
                raise self.fail(node, "count takes a hand, and a kind or a set of kinds")
            case ast.BoolOp() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self.condition(node), BOOL
        what = type(node).__name__
        raise self.fail(node, f"{what} is outside the guard language (and, or, not, comparisons, in, "
                              f"numbers, names, count)")

    def strange(self, body: ast.expr) -> Iterator[tuple[str, UnknownName]]:
        """Every name of an expression that the vocabulary does not have, with its error."""
        called = {id(node.func) for node in ast.walk(body) if isinstance(node, ast.Call)}
        for node in ast.walk(body):
            if isinstance(node, ast.Name) and id(node) not in called:
                try:
                    self._named(node, node.id)
                except UnknownName as error:
                    yield node.id, error

    def _named(self, node: ast.expr, name: str) -> tuple[Node, str]:
        if name in self.vocabulary.names:
            sort = self.vocabulary.names[name].sort
            return Ref(name, sort), sort
        if name in self.vocabulary.constants:
            constant = self.vocabulary.constants[name]
            return Const(name, constant.sort, constant.value), constant.sort
        told = unknown(f"the name {name!r}", name, [*self.vocabulary.names, *self.vocabulary.constants])
        raise UnknownName(told, self.fail(node, told).column, name)

    def _count(self, args: Sequence[ast.expr]) -> Node:
        bag, sort = self.value(args[0])
        if not sort.startswith("bag["):
            raise self.fail(args[0], f"count wants a hand of cards first, this is {sort}")
        if len(args) == 1:
            return Count(bag, None)
        what, wsort = self.value(args[1])
        if wsort not in (_element(sort), f"set[{_element(sort)}]"):
            raise self.fail(args[1], f"count wants {_element(sort)} values second, this is {wsort}")
        return Count(bag, what)


def nearest(given: str, known: Sequence[str], cutoff: float = 0.6) -> str:
    """The known word that is most like a word; empty where none is as like as `cutoff`, 1 being the same."""
    import difflib

    return next(iter(difflib.get_close_matches(given, known, n=1, cutoff=cutoff)), "")


def unknown(what: str, given: str, known: Sequence[str]) -> str:
    """The message for a word that is not known, with the nearest known one."""
    near = nearest(given, known)
    return f"{what} is not known" + (f"; did you mean {near!r}?" if near else f"; known: {', '.join(sorted(known))}")


# ---------------------------------------------------------------- from tree to any algebra

T = TypeVar("T")


class Algebra(Protocol[T]):
    """What a guard's tree needs to mean something. `T` is a truth value or a term."""

    def number(self, value: int) -> Any: ...
    def constant(self, sort: str, value: Any) -> Any: ...
    def every(self, args: Sequence[T]) -> T: ...
    def some(self, args: Sequence[T]) -> T: ...
    def no(self, arg: T) -> T: ...
    def eq(self, left: Any, right: Any) -> T: ...
    def lt(self, left: Any, right: Any) -> T: ...
    def le(self, left: Any, right: Any) -> T: ...
    def member(self, item: Any, group: Any) -> T: ...
    def count(self, bag: Any, what: Any | None) -> Any: ...
    def present(self, value: Any) -> T: ...


def interpret(node: Node, algebra: Algebra[Any], lookup: Callable[[str], Any]) -> Any:
    """The meaning of a tree in an algebra; `lookup` gives the meaning of each name."""

    def go(node: Node) -> Any:
        match node:
            case Lit(value):
                return algebra.number(value)
            case Const(_, sort, value):
                return algebra.constant(sort, value)
            case Ref(name):
                return lookup(name)
            case Present(ref):
                return algebra.present(lookup(ref.name))
            case Not(arg):
                return algebra.no(go(arg))
            case And(args):
                return algebra.every([go(a) for a in args])
            case Or(args):
                return algebra.some([go(a) for a in args])
            case Compare(op, left, right):
                compare = {"==": algebra.eq, "<": algebra.lt, "<=": algebra.le}[op]
                return compare(go(left), go(right))
            case Member(item, group):
                return algebra.member(go(item), go(group))
            case Count(bag, what):
                return algebra.count(go(bag), None if what is None else go(what))

    return go(node)


# ---------------------------------------------------------------- from tree to a predicate

Accessor = Callable[[Any, Any, Any, Any], Any]  # rules, state, frame, move


def count_of(bag: Sequence[Any], what: Any = None) -> int:
    """How many cards of a hand are of a kind, of one of a set of kinds, or at all."""
    if what is None:
        return len(bag)
    if isinstance(what, frozenset):
        return sum(1 for card in bag if card in what)
    return bag.count(what)


def compile_guard(guard: Guard, accessors: Mapping[str, Accessor]) -> Callable[[Any, Any, Any, Any], bool]:
    """A predicate ``(game, state, frame, move) -> bool``.

    The source is written from the checked tree alone (names replaced by numbered slots), so no text
    of a rulebook is ever evaluated.
    """
    scope: dict[str, Any] = {"count": count_of}

    def slot(value: Any) -> str:
        key = f"v{len(scope)}"
        scope[key] = value
        return key

    def go(node: Node) -> str:
        match node:
            case Lit(value):
                return str(value)
            case Const(_, _, value):
                return slot(value)
            case Ref(name):
                return f"{slot(accessors[name])}(g,s,f,m)"
            case Present(ref):
                return f"bool({go(ref)})"
            case Not(arg):
                return f"(not {go(arg)})"
            case And(args):
                return "(" + " and ".join(go(a) for a in args) + ")"
            case Or(args):
                return "(" + " or ".join(go(a) for a in args) + ")"
            case Compare(op, left, right):
                return f"({go(left)} {op} {go(right)})"
            case Member(item, group):
                return f"({go(item)} in {go(group)})"
            case Count(bag, what):
                return f"count({go(bag)}{'' if what is None else ',' + go(what)})"

    source = f"lambda g,s,f,m: {go(guard.tree)}"
    predicate: Callable[[Any, Any, Any, Any], bool] = eval(compile(source, "<guard>", "eval"), scope)
    return predicate
