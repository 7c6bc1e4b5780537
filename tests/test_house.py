"""The house: what is packaged, who imports whom, what may not stand in code, what is told of each part.

Each check is a function over a source text, so that a planted fault shows that it finds one.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from advocatus.model.game import Game

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("model", "specs", "checks")  # each may import itself and those before it
TOPS = (*LAYERS, "counterexamples")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
FAMILIES = frozenset(path.parent.name for path in ROOT.glob("model/*/family.py"))
EDITIONS = frozenset(
    tomllib.loads(path.read_text("utf-8"))["edition"]["key"] for path in ROOT.glob("model/*/editions/*.toml")
)


def modules(*layers: str) -> dict[str, Path]:
    """The modules of some layers by their full names; a package goes by its own."""
    found = {}
    for layer in layers:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = ("advocatus", *path.relative_to(ROOT).with_suffix("").parts)
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


# ---------------------------------------------------------------- what is packaged


def test_the_packages_listed_are_those_of_the_tree() -> None:
    tree = {
        ".".join(("advocatus", *path.parent.relative_to(ROOT).parts))
        for top in TOPS for path in (ROOT / top).rglob("__init__.py")
    }
    listed = PROJECT["tool"]["setuptools"]["packages"]
    assert sorted(listed) == sorted(tree)


def test_the_folders_are_the_packages() -> None:
    assert PROJECT["tool"]["setuptools"]["package-dir"] == {f"advocatus.{top}": top for top in TOPS}


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in modules(*TOPS).values()}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


@pytest.mark.parametrize("top", TOPS)
def test_a_package_says_that_it_is_typed(top: str) -> None:
    assert (ROOT / top / "py.typed").is_file()


def test_whatever_is_imported_is_asked_for() -> None:
    """Every library that the code imports is a dependency of the project, or of one of its extras for users."""
    names = {"z3": "z3-solver", "attr": "attrs"}
    taken = {
        names.get(target.split(".")[0], target.split(".")[0])
        for name, path in modules(*TOPS).items() for _, target in imported(tree_of(path), name, is_package(path))
        if target.split(".")[0] not in {"advocatus", "__future__", *sys.stdlib_module_names}
    }
    extras = PROJECT["project"]["optional-dependencies"]
    lines = [*PROJECT["project"]["dependencies"], *(line for key in extras if key != "dev" for line in extras[key])]
    asked = {re.split(r"[<>=]", line)[0] for line in lines}
    assert taken <= asked, f"not asked for: {taken - asked}"


# ---------------------------------------------------------------- who imports whom


def is_package(path: Path) -> bool:
    return path.name == "__init__.py"


def imported(tree: ast.Module, module: str, package: bool) -> Iterator[tuple[int, str]]:
    """Every import of a module, with its line: the full name of what is imported."""
    parts = module.split(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            here = parts[: len(parts) - node.level + package] if node.level else []
            for name in node.names:
                yield node.lineno, ".".join([*here, *([node.module] if node.module else []), name.name])


def import_faults(tree: ast.Module, module: str, package: bool = False) -> list[str]:
    """Every import that runs against the house's rules."""
    _, layer, *inner = module.split(".")
    family = FAMILIES & {inner[0]} if inner else frozenset()
    found = []
    for line, target in imported(tree, module, package):
        top, *rest = target.split(".")
        if top == "advocatus" and rest[:1] and rest[0] in LAYERS:
            if LAYERS.index(rest[0]) > LAYERS.index(layer):
                found.append(f"{module}:{line}: {layer} imports {target}")
            other = FAMILIES & set(rest[1:2])
            if other and not family:
                found.append(f"{module}:{line}: a shared part imports a family: {target}")
            if other and family and other != family:
                found.append(f"{module}:{line}: one family imports another: {target}")
        if layer == "model" and top in {"z3", "hypothesis"}:
            found.append(f"{module}:{line}: the model imports {top}")
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_run_one_way_and_never_from_family_to_family(layer: str) -> None:
    faults = [f for name, path in modules(layer).items() for f in import_faults(tree_of(path), name, is_package(path))]
    assert faults == []


A_FAMILY = min(FAMILIES)


@pytest.mark.parametrize(
    ("module", "line", "fault"),
    [
        ("advocatus.model.guard", "from ..specs import algebra", "model imports advocatus.specs.algebra"),
        ("advocatus.model.guard", "import advocatus.checks.cli", "model imports advocatus.checks.cli"),
        ("advocatus.model.guard", "def f():\n    from advocatus import checks", "model imports advocatus.checks"),
        ("advocatus.specs.algebra", "from advocatus.checks.cli import main", "specs imports advocatus.checks.cli.main"),
        ("advocatus.specs.algebra", "from ..model.guard import Guard", ""),
        ("advocatus.checks.cli", "from ..specs.algebra import Concrete", ""),
        ("advocatus.checks.cli", f"from ..model import {A_FAMILY}", "a shared part imports a family"),
        ("advocatus.checks.cli", f"from .{A_FAMILY} import tell", "a shared part imports a family"),
        ("advocatus.model.guard", f"from .{A_FAMILY}.cards import ROLES", "a shared part imports a family"),
        (f"advocatus.model.{A_FAMILY}.cards", "from ..guard import Guard", ""),
        (f"advocatus.specs.{A_FAMILY}.cards", f"from ...model.{A_FAMILY}.cards import ROLES", ""),
        ("advocatus.model.guard", "import z3", "the model imports z3"),
        ("advocatus.model.guard", "from hypothesis import strategies", "the model imports hypothesis"),
        ("advocatus.specs.algebra", "import z3", ""),
    ],
)
def test_an_import_against_the_rules_is_found(module: str, line: str, fault: str) -> None:
    found = import_faults(ast.parse(line), module)
    assert len(found) == bool(fault)
    assert fault in "".join(found)


def test_an_import_of_another_family_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "FAMILIES", frozenset({"chess", "go"}))
    for line in ("from ..go.cards import STONE", "import advocatus.model.go", "from .. import go"):
        assert "one family imports another" in "".join(import_faults(ast.parse(line), "advocatus.model.chess.cards"))
    assert "one family imports another" in "".join(
        import_faults(ast.parse("from ..go import cards"), "advocatus.model.chess", True))
    assert import_faults(ast.parse("from . import board"), "advocatus.model.chess", True) == []


# ---------------------------------------------------------------- what may not stand in code


def docstrings(tree: ast.Module) -> set[int]:
    """The nodes that are docstrings, by identity."""
    homes = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value) for node in ast.walk(tree)
        if isinstance(node, homes) and node.body and isinstance(node.body[0], ast.Expr)
    }


def names_in_code(tree: ast.Module, names: frozenset[str]) -> list[str]:
    """Every text of the code, docstrings left out, in which one of these names is a word."""
    told = docstrings(tree)
    return [
        f"line {node.lineno}: {node.value!r}" for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
        and names & set(re.split(r"[^\w-]+", node.value))
    ]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_edition_is_named_in_code(layer: str) -> None:
    faults = [f"{name}, {f}" for name, path in modules(layer).items() for f in names_in_code(tree_of(path), EDITIONS)]
    assert faults == []


def test_a_shared_part_does_not_name_a_family() -> None:
    shared = {name: path for name, path in modules(*LAYERS).items() if not FAMILIES & set(name.split("."))}
    keys = FAMILIES | {family.replace("_", "-") for family in FAMILIES}
    faults = [f"{name}, {f}" for name, path in shared.items() for f in names_in_code(tree_of(path), keys)]
    assert faults == []


def test_an_edition_named_in_code_is_found() -> None:
    key = min(EDITIONS)
    for line in (f"x = '{key}'", f"open('{key}.toml')", f"x = f'{key}/{{y}}'", f"def f(a='{key}'):\n  '''told'''"):
        assert names_in_code(ast.parse(line), EDITIONS), line
    for line in (f"'''{key}, told in a docstring'''", f"x = 'the{key}s'", f"{key.replace('-', '_')} = 1"):
        assert not names_in_code(ast.parse(line), EDITIONS), line


# ---------------------------------------------------------------- what is told of each part


def undocumented(module: ModuleType) -> Iterator[str]:
    """Public functions, classes and methods without a docstring of their own or of what they override.

    Methods of a `Protocol` go by their names, and what implements `Game` is told there.
    """
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(thing) and not thing.__doc__:
            yield name
        if not inspect.isclass(thing):
            continue
        if not thing.__doc__:
            yield name
        if getattr(thing, "_is_protocol", False):
            continue
        exempt = methods(Game) if methods(Game) <= methods(thing) else frozenset()
        for method in sorted(methods(thing, inherited=False) - exempt):
            if not inspect.getdoc(inspect.getattr_static(thing, method)) and not overrides_told(thing, method):
                yield f"{name}.{method}"


def methods(cls: type[Any], inherited: bool = True) -> frozenset[str]:
    """The public methods and properties of a class."""
    kinds = (staticmethod, classmethod, property)
    return frozenset(
        name for owner in (cls.__mro__[:-1] if inherited else (cls,)) for name, member in vars(owner).items()
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, kinds))
    )


def overrides_told(cls: type[Any], method: str) -> bool:
    """Whether a base class tells what the method does."""
    return any(inspect.getdoc(vars(base).get(method)) for base in cls.__mro__[1:-1] if method in vars(base))


def packages() -> list[str]:
    return [name for name in modules("model", "specs") if not name.endswith("__main__")]


@pytest.mark.parametrize("name", packages())
def test_every_public_part_is_told(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} has no docstring"
    assert list(undocumented(module)) == []


def test_every_module_can_be_found() -> None:
    """The modules that are tested are those that Python finds."""
    found = {name for top in ("model", "specs") for _, name, _ in pkgutil.walk_packages(
        importlib.import_module(f"advocatus.{top}").__path__, f"advocatus.{top}.")}
    assert found | {"advocatus.model", "advocatus.specs"} == set(modules("model", "specs"))


def test_a_part_that_is_not_told_is_found() -> None:
    source = (
        "class Base:\n    '''Told.'''\n    def told(self):\n        '''Told.'''\n"
        "class Heir(Base):\n    '''Told.'''\n    def told(self): ...\n    def untold(self): ...\n"
        "    @property\n    def value(self): ...\n    def _private(self): ...\n"
        "class Untold: ...\ndef untold(): ...\ndef told():\n    '''Told.'''\ndef _private(): ...\n"
    )
    module = ModuleType("planted", "Told.")
    exec(compile(source, "planted", "exec"), vars(module))
    for thing in list(vars(module).values()):
        if inspect.isfunction(thing) or inspect.isclass(thing):
            thing.__module__ = "planted"
    assert list(undocumented(module)) == ["Heir.untold", "Heir.value", "Untold", "untold"]


# ---------------------------------------------------------------- Python's own words on solver terms


ALGEBRAS = frozenset({"Algebra", "GuardAlgebra", "Symbolic"})


class Signatures:
    """What the annotations of some modules tell: fields and methods of classes, results of functions, aliases."""

    def __init__(self, trees: Iterable[ast.Module]) -> None:
        self.results: dict[str, str] = {}
        self.members: dict[str, dict[str, str]] = {}
        self.aliases: dict[str, str] = {}
        for tree in trees:
            for node in tree.body:
                match node:
                    case ast.FunctionDef(name=name, returns=ast.expr() as returns):
                        self.results[name] = ast.unparse(returns)
                    case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as value):
                        self.aliases[name] = ast.unparse(value)
                    case ast.ClassDef():
                        self._class(node)

    def _class(self, node: ast.ClassDef) -> None:
        members = self.members.setdefault(node.name, {})
        for part in node.body:
            match part:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    members[name] = ast.unparse(annotation)
                case ast.FunctionDef(name="__init__", body=body):
                    given = {a.arg: ast.unparse(a.annotation) for a in part.args.args if a.annotation}
                    for line in body:
                        match line:
                            case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Name(id=value)):
                                members[name] = given.get(value, "")
                case ast.FunctionDef(name=name, returns=ast.expr() as returns):
                    members[name] = ast.unparse(returns)

    def element(self, sort: str) -> str:
        """What a sequence holds, or a mapping gives."""
        outer, _, inner = self.aliases.get(sort, sort).partition("[")
        parts = [part.strip() for part in split(inner.removesuffix("]"))]
        if outer in {"Mapping", "dict"} and len(parts) == 2:
            return parts[1]
        return parts[0] if outer in {"tuple", "list", "Sequence", "Iterable", "Iterator"} and parts else ""


def split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "[") - (char == "]")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    return parts


class TermCode(ast.NodeVisitor):
    """Finds what makes a plain truth value of a term.

    Code is over terms where a symbolic algebra, or one that may be, is handed to a function or spoken of in it;
    elsewhere the same types hold numbers. A name that is asked for its type counts as known.
    """

    def __init__(self, signatures: Signatures) -> None:
        self.told = signatures
        self.sorts: dict[str, str] = {}
        self.over_terms = False
        self.faults: list[str] = []

    def fault(self, node: ast.expr, word: str, term: str) -> None:
        if self.over_terms:
            self.faults.append(f"line {node.lineno}: {word!r} on the term {term}")

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer, self.sorts = self.sorts, {**self.sorts, "self": node.name}
        self.generic_visit(node)
        self.sorts = outer

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.Lambda) -> None:
        outer, self.sorts = self.sorts, dict(self.sorts)
        around = self.over_terms
        for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            usual = "Algebra" if arg.arg in {"a", "algebra"} else self.sorts.get(arg.arg, "")
            self.sorts[arg.arg] = ast.unparse(arg.annotation) if arg.annotation else usual
            self.over_terms |= self.sorts[arg.arg] in ALGEBRAS
        if node.args.vararg and node.args.vararg.annotation:
            self.sorts[node.args.vararg.arg] = f"tuple[{ast.unparse(node.args.vararg.annotation)}, ...]"
        body = node.body if isinstance(node.body, list) else [node.body]
        for part in (inner for line in body for inner in ast.walk(line)):
            match part:
                case ast.Call(func=ast.Name(id="isinstance" | "_known"), args=[ast.Name(id=name), *_]):
                    self.sorts[name] = ""
                case ast.Name() | ast.Attribute():
                    self.over_terms |= self.sort(part) in ALGEBRAS
        self.generic_visit(node)
        self.sorts, self.over_terms = outer, around

    visit_Lambda = visit_FunctionDef

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            self.bind(target, self.sort(node.value))

    def visit_For(self, node: ast.For) -> None:
        self.bind_each(node.target, node.iter)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        for part in node.generators:
            self.bind_each(part.target, part.iter)
        for part in node.generators:
            for test in part.ifs:
                self.truth(test, "if")
        self.generic_visit(node)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def bind(self, target: ast.expr, sort: str) -> None:
        match target:
            case ast.Name(id=name):
                self.sorts[name] = sort
            case ast.Tuple(elts=parts):
                for part in parts:
                    starred = isinstance(part, ast.Starred)
                    self.bind(part.value if starred else part, sort if starred else self.told.element(sort))

    def bind_each(self, target: ast.expr, over: ast.expr) -> None:
        """Bind the names of a loop to what it runs over."""
        match over, target:
            case ast.Call(func=ast.Name(id="zip"), args=args), ast.Tuple(elts=parts):
                for part, arg in zip(parts, args, strict=False):
                    self.bind_each(part, arg)
            case ast.Call(func=ast.Name(id="enumerate"), args=[arg, *_]), ast.Tuple(elts=[_, part]):
                self.bind_each(part, arg)
            case ast.Call(func=ast.Attribute(value=value, attr="items")), ast.Tuple(elts=[_, part]):
                self.bind(part, self.told.element(self.sort(value)))
            case ast.Call(func=ast.Attribute(value=value, attr="values")), _:
                self.bind(target, self.told.element(self.sort(value)))
            case _:
                self.bind(target, self.told.element(self.sort(over)))

    def sort(self, node: ast.expr) -> str:
        """The sort of an expression as far as annotations tell; empty where they do not."""
        match node:
            case ast.Name(id=name):
                return self.sorts.get(name, "")
            case ast.Attribute(value=value, attr=attr):
                return self.told.members.get(self.sort(value), {}).get(attr, "")
            case ast.Call(func=ast.Name(id=name)):
                return self.told.results.get(name, name if name in self.told.members else "")
            case ast.Call(func=ast.Attribute(value=value, attr=attr)):
                owner = self.sort(value)
                return "Term" if owner in ALGEBRAS else self.told.members.get(owner, {}).get(attr, "")
            case ast.Subscript(value=value, slice=ast.Slice()):
                return self.sort(value)
            case ast.Subscript(value=value):
                return self.told.element(self.sort(value))
            case ast.Compare(left=left, ops=ops, comparators=rest) if not isinstance(ops[0], ast.Is | ast.IsNot):
                return "Term" if any(self.sort(part) == "Term" for part in (left, *rest)) else ""
            case ast.BinOp(left=left, right=right):
                return "Term" if "Term" in (self.sort(left), self.sort(right)) else ""
            case ast.IfExp(body=body, orelse=orelse):
                return self.sort(body) or self.sort(orelse)
        return ""

    def truth(self, node: ast.expr, where: str) -> None:
        if self.sort(node) == "Term":
            self.fault(node, where, ast.unparse(node))

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for value in node.values:
            self.truth(value, "and" if isinstance(node.op, ast.And) else "or")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.truth(node.operand, "not")
        self.generic_visit(node)

    def visit_If(self, node: ast.If | ast.IfExp | ast.While | ast.Assert) -> None:
        self.truth(node.test, "if")
        self.generic_visit(node)

    visit_IfExp = visit_While = visit_Assert = visit_If

    def visit_Compare(self, node: ast.Compare) -> None:
        parts = [node.left, *node.comparators]
        terms = [ast.unparse(part) for part in parts if self.sort(part) == "Term"]
        if terms and (len(parts) > 2 or isinstance(node.ops[0], ast.In | ast.NotIn)):
            word = "in" if isinstance(node.ops[0], ast.In | ast.NotIn) else "a chain of comparisons"
            self.fault(node, word, terms[0])
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Name(id="any" | "all" | "bool" | "min" | "max" as word), args=[arg, *_]):
                if isinstance(arg, ast.GeneratorExp | ast.ListComp):
                    self.visit(arg)  # binds the names of its loops
                    arg = arg.elt
                if "Term" in (self.sort(arg), self.told.element(self.sort(arg))):
                    self.fault(node, word, ast.unparse(arg))
        self.generic_visit(node)


def term_faults(tree: ast.Module, signatures: Signatures) -> list[str]:
    finder = TermCode(signatures)
    finder.visit(tree)
    return finder.faults


# The one module that gives the algebra its meanings, and so has to look at what a term is.
MEANINGS = "advocatus.specs.algebra"
OVER_TERMS = {name: path for name, path in modules("specs").items() if name != MEANINGS}


@cache
def signatures_of_specs() -> Signatures:
    return Signatures(tree_of(path) for path in modules("specs").values())


@pytest.mark.parametrize("name", OVER_TERMS)
def test_python_s_own_words_are_not_applied_to_terms(name: str) -> None:
    assert term_faults(tree_of(OVER_TERMS[name]), signatures_of_specs()) == []


TABLE = """
class Slot:
    kind: Term
    name: str
class Table:
    turned: Term
    agenda: tuple[Slot, ...]
    count: tuple[tuple[Term, ...], ...]
    def pile(self, a: Algebra) -> Term: ...
class Symbolic: ...
class Concrete: ...
class Work:
    def __init__(self, algebra: Algebra):
        self.a = algebra
Bag = Mapping[int, Term]
def hand(a: Algebra, seat: Term) -> Bag: ...
def ne(a: Algebra, x: Term, y: Term) -> Term: ...
"""


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("def f(a: Algebra, x: Term): return x and True", "and"),
        ("def f(a: Algebra, x: Term): return True or x", "or"),
        ("def f(a: Algebra, x: Term): return not x", "not"),
        ("def f(a: Algebra, x: Term): return 1 if x else 2", "if"),
        ("def f(a: Algebra, x: Term):\n  if x: pass", "if"),
        ("def f(a: Algebra, x: Term):\n  while x: pass", "if"),
        ("def f(a: Algebra, x: Term):\n  assert x", "if"),
        ("def f(a: Algebra, x: Term): return 0 < x < 3", "a chain"),
        ("def f(a: Algebra, x: Term): return x in (1, 2)", "in"),
        ("def f(a: Algebra, x: Term): return x not in (1, 2)", "in"),
        ("def f(a: Algebra, x: Term): return not x == 1", "not"),
        ("def f(a: Algebra, x: Term): return 1 if x > 2 else 0", "if"),
        ("def f(a: Algebra, x: Term): return a.eq(x, 1) and a.eq(x, 2)", "and"),
        ("def f(a: Algebra, x: Term):\n  y = a.no(x)\n  return not y", "not"),
        ("def f(algebra: Algebra, x: Term): return not algebra.no(x)", "not"),
        ("f = lambda a, x: not a.eq(x, 1)", "not"),
        ("TERMS = Symbolic()\ndef f(x: Term): return TERMS.no(x) and not x", "and"),
        ("def f(a: Algebra, x: Term): return not ne(a, x, 1)", "not"),
        ("def f(a: Algebra, xs: Sequence[Term]): return [1 for x in xs if x]", "if"),
        ("def f(a: Algebra, *xs: Term): return [not x for x in xs]", "not"),
        ("def f(a: Algebra, xs: Sequence[Term]): return all(xs)", "all"),
        ("def f(a: Algebra, xs: Sequence[Term]): return any(a.eq(x, 1) for x in xs)", "any"),
        ("def f(a: Algebra, xs: Sequence[Term]): return max(xs)", "max"),
        ("def f(a: Algebra, t: Table): return t.turned and True", "and"),
        ("def f(a: Algebra, t: Table): return not t.agenda[0].kind", "not"),
        ("def f(a: Algebra, t: Table):\n  top, *rest = t.agenda\n  return not top.kind", "not"),
        ("def f(a: Algebra, t: Table):\n  for i, s in enumerate(t.agenda):\n    if s.kind: pass", "if"),
        ("def f(a: Algebra, t: Table, n: str):\n  for s, k in zip(t.agenda, n):\n    if s.kind: pass", "if"),
        ("def f(a: Algebra, t: Table): return [1 for row in t.count for x in row if x]", "if"),
        ("def f(a: Algebra, t: Table): return not t.pile(a)", "not"),
        ("def f(a: Algebra, t: Table): return [k for k, n in hand(a, 0).items() if n]", "if"),
        ("def f(a: Algebra, t: Table): return [n for n in hand(a, 0).values() if n]", "if"),
        ("def f(a: Algebra, x: Term):\n  def g(): return not x\n  return g", "not"),
        ("class More(Work):\n  a: Algebra\n  def f(self, x): return not self.a.eq(x, 1)", "not"),
    ],
)
def test_python_s_own_words_on_a_term_are_found(code: str, word: str) -> None:
    trees = [ast.parse(TABLE), ast.parse(code)]
    (fault, *_) = term_faults(trees[1], Signatures(trees))
    assert f"{word}" in fault.split("on the term")[0]


@pytest.mark.parametrize(
    "code",
    [
        "def f(a: Algebra, x: Term, y: str): return a.no(x) if y else x",
        "def f(a: Algebra, x: Term, y: str): return y and a.no(x) is x",
        "def f(a: Algebra, x: Term | None): return x is None or True",
        "def f(a: Algebra, x: Term): return x + 1 if isinstance(x, int) and x in (1, 2) else a.no(x)",
        "def f(a: Algebra, t: Table): return [s.kind for s in t.agenda if s.name]",
        "def f(a: Algebra, t: Table): return [n for k, n in hand(a, 0).items() if k in (1, 2)]",
        "def f(a: Algebra, xs: Sequence[Term]): return a.every(xs) if xs else True",
        "def f(a: Algebra, n: int): return 0 < n < 3 and not n",
        "NUMBERS = Concrete()\ndef f(x: Term): return NUMBERS.no(x) and not x",
        "def number_of(t: Table): return 1 if t.turned and t.agenda[0].kind in (1, 2) else 0",
    ],
)
def test_python_s_own_words_on_anything_else_are_not(code: str) -> None:
    trees = [ast.parse(TABLE), ast.parse(code)]
    assert term_faults(trees[1], Signatures(trees)) == []
