"""The two meanings of one vocabulary: numbers and terms say the same, and no term is ever a Python bool."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import z3

import advocatus.specs
from advocatus.model.families import editions
from advocatus.model.guard import Constant, Name, Vocabulary, interpret, parse
from advocatus.model.rules import make_rules
from advocatus.specs.algebra import ABSENT, Codes, Concrete, Symbolic, at, ne, never, where
from advocatus.specs.families import spec_of

CODES = Codes({"card": ("key", "goblet", "tome", "whip"), "side": ("order", "brotherhood")})
NUMBERS, TERMS = Concrete(CODES), Symbolic(CODES)


class Twins:
    """Random expressions built in both algebras at once; the symbolic one over variables of known value."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.known: list[tuple[Any, Any]] = []

    def number(self, depth: int) -> tuple[Any, Any]:
        pick = self.rng.randrange(6 if depth else 2)
        if pick == 0:
            value = self.rng.randrange(-1, 4)
            return value, value
        if pick == 1:
            value, name = self.rng.randrange(-1, 4), z3.Int(f"n{len(self.known)}")
            self.known.append((name, z3.IntVal(value)))
            return value, name
        if pick in (2, 3):
            (c, sc), (x, sx), (y, sy) = self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1)
            return NUMBERS.ite(c, x, y), TERMS.ite(sc, sx, sy)
        pairs = [self.number(depth - 1) for _ in range(self.rng.randrange(4))]
        return NUMBERS.total(x for x, _ in pairs), TERMS.total(x for _, x in pairs)

    def truth(self, depth: int) -> tuple[Any, Any]:
        pick = self.rng.randrange(12 if depth else 2)
        if pick == 0:
            value = self.rng.random() < 0.5
            return value, value
        if pick == 1:
            value, name = self.rng.random() < 0.5, z3.Bool(f"b{len(self.known)}")
            self.known.append((name, z3.BoolVal(value)))
            return value, name
        if pick in (2, 3):
            pairs = [self.truth(depth - 1) for _ in range(self.rng.randrange(4))]
            name = ("every", "some")[pick - 2]
            return getattr(NUMBERS, name)(x for x, _ in pairs), getattr(TERMS, name)(x for _, x in pairs)
        if pick in (4, 5, 6):
            (x, sx), (y, sy) = self.truth(depth - 1), self.truth(depth - 1)
            name = ("implies", "iff", "eq")[pick - 4]
            return getattr(NUMBERS, name)(x, y), getattr(TERMS, name)(sx, sy)
        if pick == 7:
            x, sx = self.truth(depth - 1)
            return NUMBERS.no(x), TERMS.no(sx)
        if pick == 8:
            (c, sc), (x, sx), (y, sy) = (self.truth(depth - 1) for _ in range(3))
            return NUMBERS.ite(c, x, y), TERMS.ite(sc, sx, sy)
        (x, sx), (y, sy) = self.number(depth - 1), self.number(depth - 1)
        if pick == 9:
            group = frozenset(self.rng.sample(range(5), self.rng.randrange(6)))
            return NUMBERS.member(x, group), TERMS.member(sx, group)
        name = ("eq", "lt", "le")[self.rng.randrange(3)]
        return getattr(NUMBERS, name)(x, y), getattr(TERMS, name)(sx, sy)

    def value(self, term: Any) -> Any:
        """What the symbolic twin comes to."""
        if isinstance(term, bool | int):
            return term
        found = z3.simplify(z3.substitute(term, *self.known))
        return z3.is_true(found) if z3.is_bool(found) else found.as_long()


@pytest.mark.parametrize("seed", range(300))
def test_both_algebras_say_the_same_of_random_expressions(seed: int) -> None:
    twins = Twins(seed)
    for number, term in (twins.truth(4), twins.number(4)):
        assert twins.value(term) == number


VOCABULARY = Vocabulary(
    {"hand": Name("bag[card]", ""), "offered": Name("card", ""), "demanded": Name("card", "", optional=True),
     "pile": Name("int", ""), "on_turn": Name("bool", ""), "side": Name("side", "")},
    {"key": Constant("card", "key"), "goblet": Constant("card", "goblet"), "order": Constant("side", "order"),
     "treasure": Constant("set[card]", frozenset(("key", "goblet")))},
)


@pytest.mark.parametrize("text", [
    "on_turn and pile > 0", "not on_turn or side == order", "count(hand) == 2", "count(hand, key) < pile",
    "count(hand, treasure) >= 2", "count(hand, offered) == 1", "offered in treasure", "offered not in treasure",
    "demanded", "not demanded and 0 < pile <= 2", "demanded == offered", "on_turn == (pile == 0)",
])
def test_guards_mean_the_same_in_both(text: str) -> None:
    tree = parse(text, VOCABULARY).tree
    rng = Random(text)
    outcomes = set()
    for _ in range(60):
        hand = {code: rng.randrange(3) for code in range(1, 5)}
        values = {"hand": hand, "offered": rng.randrange(1, 5), "demanded": rng.randrange(5),
                  "pile": rng.randrange(3), "on_turn": rng.random() < 0.5, "side": rng.randrange(1, 3)}
        terms: dict[str, Any] = {name: z3.Bool(name) if isinstance(v, bool) else z3.Int(name)
                                 for name, v in values.items() if name != "hand"}
        known = [(terms[name], z3.BoolVal(v) if isinstance(v, bool) else z3.IntVal(v))
                 for name, v in values.items() if name != "hand"]
        terms["hand"] = {code: z3.Int(f"hand{code}") for code in hand}
        known += [(terms["hand"][code], z3.IntVal(n)) for code, n in hand.items()]
        truth = interpret(tree, NUMBERS, values.__getitem__)
        term = interpret(tree, TERMS, terms.__getitem__)
        assert z3.is_true(z3.simplify(z3.substitute(term, *known))) is truth
        outcomes.add(truth)
    assert outcomes == {True, False}, "the guard is put to the test both ways"


def test_values_have_their_numbers_and_no_others() -> None:
    assert [CODES.code("card", word) for word in ("", "key", "whip")] == [ABSENT, 1, 4]
    assert [CODES.value("card", code) for code in (0, 1, 4)] == ["", "key", "whip"]
    assert CODES.constant("set[card]", ("whip", "key")) == {1, 4}
    with pytest.raises(ValueError, match="not in tuple"):
        CODES.code("card", "order")
    for code in (-1, 5):
        with pytest.raises(IndexError):
            CODES.value("card", code)


def test_what_is_known_is_computed_and_not_handed_to_the_solver() -> None:
    x, b = z3.Int("x"), z3.Bool("b")
    assert TERMS.every(()) is True
    assert TERMS.some(()) is False
    assert TERMS.every((True, b)).eq(b)
    assert TERMS.every((b, False)) is False
    assert TERMS.some((b, True)) is True
    assert TERMS.total((2, 3)) == 5
    assert TERMS.total((0, x)).eq(x)
    assert TERMS.ite(True, x, 0).eq(x)
    assert TERMS.ite(b, 2, 2) == 2
    assert TERMS.eq(TERMS.ite(b, 3, 5), 3).eq(b)
    assert TERMS.eq(TERMS.ite(b, 3, 5), 4) is False
    assert TERMS.implies(False, b) is True
    assert where(TERMS, False, lambda: pytest.fail("built")) is True
    assert never(False)
    assert not never(True)
    assert not never(z3.BoolVal(False))


def test_an_entry_at_a_symbolic_index() -> None:
    i = z3.Int("i")
    row = (4, 7, 9)
    for index in range(3):
        found = z3.simplify(z3.substitute(at(TERMS, row, i), (i, z3.IntVal(index))))
        assert found.as_long() == row[index] == at(TERMS, row, index) == at(NUMBERS, row, index)
    assert ne(NUMBERS, 1, 2)
    assert not ne(NUMBERS, 2, 2)


# ---------------------------------------------------------------- Python's own logic is kept off terms


def test_no_term_is_ever_taken_for_a_python_bool(monkeypatch: pytest.MonkeyPatch) -> None:
    from advocatus.specs.families import spec_of

    def refuse(self: Any) -> bool:
        raise AssertionError(f"Python asked a term for its truth: {self}")

    rules = make_rules(editions()["adlung"], 3)
    spec = spec_of("teufelsburg")
    assert spec is not None
    monkeypatch.setattr(z3.ExprRef, "__bool__", refuse)
    monkeypatch.setattr(z3.BoolRef, "__bool__", refuse, raising=False)
    with pytest.raises(AssertionError, match="for its truth"):
        assert z3.Int("x") == z3.Int("x")
    assert spec.promises(rules)
    assert spec.clashes(rules) is not None
    assert spec.gaps(rules) is not None


HOLDERS = {"table", "later", "slot", "top", "act", "x", "y"}  # what holds terms where it is so called
# A frame of the engine's, numbers, and rows asked for their length.
PLAIN_PARTS = {f"table.{name}" for name in ("due", "players", "down", "sunk", "tokens", "pointed", "refused")}


def decisions(function: ast.FunctionDef | ast.Lambda) -> Iterator[ast.expr]:
    """Every expression of which Python asks the truth."""
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node.operand
        elif isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
            yield from [] if isinstance(node.test, ast.BoolOp) else [node.test]
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Compare) and (len(node.ops) > 1 or isinstance(node.ops[0], ast.In | ast.NotIn)):
            yield node


def suspicious(test: ast.expr) -> bool:
    """Whether a truth that Python asks for is that of something which holds terms; which object it is may be asked."""
    if isinstance(test, ast.Compare) and all(isinstance(op, ast.Is | ast.IsNot) for op in test.ops):
        return False
    if isinstance(test, ast.UnaryOp):
        return suspicious(test.operand)
    if isinstance(test, ast.Call):  # what it gives is held to account where it is written
        return False
    plain = {id(node) for part in ast.walk(test) if ast.unparse(part) in PLAIN_PARTS for node in ast.walk(part)}
    return any(isinstance(node, ast.Name) and node.id in HOLDERS and id(node) not in plain for node in ast.walk(test))


def sources() -> list[Path]:
    return sorted(Path(advocatus.specs.__file__).resolve().parent.rglob("*.py"))


def over_an_algebra(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.Lambda]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and {"a", "algebra"} & {x.arg for x in node.args.args}:
            yield node


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_what_is_written_over_an_algebra_uses_none_of_pythons_logic(path: Path) -> None:
    for function in over_an_algebra(ast.parse(path.read_text())):
        for test in decisions(function):
            assert not suspicious(test), f"{path.name}:{test.lineno}: {ast.unparse(test)}"


@pytest.mark.parametrize("wrong", [
    "def f(a, table): return table.turned and table.shown[0]", "def f(a, x, y): return not x",
    "def f(a, x): return 1 if x < 2 else 3", "def f(a, x): return 1 < x < 3",
    "def f(a, row, x): return [y for y in row if y == x]", "def f(a, x, row): return x in row",
    "f = lambda a, x: x or True", "def f(a, x, y): return x is y or x", "def f(a, slot): return not slot.kind",
])
def test_the_check_finds_pythons_logic(wrong: str) -> None:
    functions = list(over_an_algebra(ast.parse(wrong)))
    assert any(suspicious(test) for function in functions for test in decisions(function))




def test_no_term_is_asked_for_its_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 gives equations a truth in Python, that of their looks; here nothing has one, and everything is built."""

    def refuse(term: z3.BoolRef) -> bool:
        if z3.is_true(term) or z3.is_false(term):
            return z3.is_true(term)
        raise AssertionError(f"Python asks for the truth of {term}")

    monkeypatch.setattr(z3.BoolRef, "__bool__", refuse)
    with pytest.raises(AssertionError, match="the truth of x == y"):
        bool(z3.Int("x") == z3.Int("y"))
    spec = spec_of("teufelsburg")
    assert spec is not None
    rules = make_rules(editions()["adlung"], 3)
    assert {p.verdict for p in spec.promises(rules)} == {"proved"}
    assert spec.clashes(rules)
