"""Small faults put into the functions of a file, one at a time; run by mutation.py.

A mutant differs from the source in one place inside one function. It needs no second copy of the
source: `Loaded` gives the functions that are loaded the code of the mutant.
"""

import ast
import gc
import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from msgspec import Struct

Function = ast.FunctionDef | ast.AsyncFunctionDef

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.Mod: (ast.Add,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}


class Mutant(Struct, frozen=True):
    """One fault: where it is, in words, and how to put it into the tree."""

    file: str
    function: str  # by its qualified name
    line: int
    lines: tuple[int, ...]  # a test that runs one of these may notice it
    what: str
    number: int  # among those of the function that read alike
    source: str  # a digest of the function as it is

    @property
    def name(self) -> str:
        """The same as long as its function is."""
        return f"{self.file}:{self.function}:{self.source}:{self.what}:{self.number}"


class Change(Struct, frozen=True):
    """One place of the tree and what may stand there instead; None takes a list's item out."""

    parent: ast.AST
    field: str
    index: int | None
    new: Any
    at: ast.AST  # has the line
    what: str

    def put(self) -> Callable[[], None]:
        """Make the change; the answer undoes it."""
        old = getattr(self.parent, self.field)
        now = self.new
        if self.index is not None:
            rest = [] if self.new is None else [self.new]
            now = [*old[: self.index], *rest, *old[self.index + 1 :]]
        setattr(self.parent, self.field, now)
        return lambda: setattr(self.parent, self.field, old)


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """The outermost functions of a module and of its classes, by qualified name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")
        elif isinstance(node, ast.If | ast.Try):
            yield from functions(node, prefix)


def faults(path: Path, file: str) -> Iterator[tuple[Mutant, Callable[[], CodeType | None]]]:
    """Every mutant of a file, and what compiles it; None: it cannot be compiled."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    for name, function in functions(tree):
        whole = ast.get_source_segment(text, function) or ""
        digest = hashlib.sha256(whole.encode()).hexdigest()[:8]
        alike: Counter[str] = Counter()
        for change, lines in changes(function):
            line = getattr(change.at, "lineno", function.lineno)
            mutant = Mutant(file, name, line, lines, change.what, alike[change.what], digest)
            alike[change.what] += 1
            yield mutant, _compiling(tree, change, path)


def _compiling(tree: ast.Module, change: Change, path: Path) -> Callable[[], CodeType | None]:
    def compiled() -> CodeType | None:
        undo = change.put()
        try:
            return compile(ast.fix_missing_locations(tree), str(path), "exec")
        except (SyntaxError, ValueError, TypeError):
            return None
        finally:
            undo()

    return compiled


class Loaded:
    """The functions that are loaded, found once: a fork then touches little of what it shares."""

    def __init__(self) -> None:
        self._functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        self._caches: list[Any] = []
        real = cache(os.path.realpath)  # some hundred files, and fifty functions of each
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                code = found.__code__
                outermost = code.co_qualname.partition(".<locals>")[0]
                self._functions[real(code.co_filename), outermost].append(found)
            elif isinstance(found, _lru_cache_wrapper) and _ours(found):
                self._caches.append(found)

    def install(self, mutant: Mutant, code: CodeType, path: Path) -> bool:
        """Give the functions the mutant's code; False where that is not possible."""
        found = {inner.co_qualname: inner for inner in _codes(code)}
        done = False
        for function in self._functions[str(path), mutant.function]:
            old = function.__code__
            new = found.get(old.co_qualname)
            if new is not None and len(new.co_freevars) == len(old.co_freevars):
                function.__code__ = new
                done = done or old.co_qualname == mutant.function
        for kept in self._caches:
            kept.cache_clear()  # what it holds was made without the fault
        return done


def _ours(cache: Any) -> bool:
    return (cache.__module__ or "").startswith(("ledger", "tests"))


def _codes(code: CodeType) -> Iterator[CodeType]:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from _codes(const)


def changes(function: Function) -> Iterator[tuple[Change, tuple[int, ...]]]:
    """All that is changed in a function, in order, and the lines that lead there."""
    for statement in _statements(function.body):
        head = _head(statement)
        for change in (*_of_statement(statement, function), *_within(statement)):
            line = getattr(change.at, "lineno", statement.lineno)
            yield change, tuple(sorted({statement.lineno, line} | head))


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for index, statement in enumerate(body):
        if index == 0 and _is_text(statement):
            continue
        yield statement
        for inner in ast.iter_child_nodes(statement):
            if isinstance(inner, ast.ExceptHandler | ast.match_case):
                yield from _statements(inner.body)
        for field in ("body", "orelse", "finalbody"):
            if not isinstance(statement, ast.ClassDef):
                yield from _statements(getattr(statement, field, []))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _head(statement: ast.stmt) -> set[int]:
    """The lines of a statement without those of the statements in it."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if isinstance(body, list):
        first = getattr(body[0], "lineno", None) or body[0].pattern.lineno
        return set(range(statement.lineno, max(first, statement.lineno + 1)))
    return set(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))


def _of_statement(node: ast.stmt, function: Function) -> Iterator[Change]:
    """What is changed about a statement as such: it is dropped, or its branch is forced."""
    match node:
        case ast.Expr() | ast.Raise() | ast.AugAssign() | ast.Continue() | ast.Break():
            yield from _dropped(node, function)
        case ast.Delete():
            yield from _dropped(node, function)
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield from _dropped(node, function)
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value is None):
                what = f"return None, not {ast.unparse(value)}"
                yield Change(node, "value", None, ast.Constant(None), node, what)
        case ast.If():
            yield from _forced(node, "test", (True, False))
        case ast.While():
            yield from _forced(node, "test", (False,))
        case ast.With():
            for parent, field, index in _places(node, function):
                what = f"without: with {', '.join(map(ast.unparse, node.items))}"
                bare = ast.If(ast.Constant(True), node.body, [])
                yield Change(parent, field, index, ast.copy_location(bare, node), node, what)
        case ast.Try():
            yield from _of_try(node)
        case ast.Match(cases=cases) if len(cases) > 1:
            for index, case in enumerate(cases):
                what = f"without: case {ast.unparse(case.pattern)}"
                yield Change(node, "cases", index, None, case.pattern, what)
                if case.guard:
                    yield from _forced(case, "guard", (True, False))


def _of_try(node: ast.Try) -> Iterator[Change]:
    for index, handler in enumerate(node.handlers):
        kind = ast.unparse(handler.type) if handler.type else "anything"
        if len(node.handlers) > 1 or node.finalbody:
            yield Change(node, "handlers", index, None, handler, f"without: except {kind}")
        else:
            again = [ast.copy_location(ast.Raise(), handler)]
            yield Change(handler, "body", None, again, handler, f"raise on: except {kind}")
    if node.finalbody and node.handlers:
        yield Change(node, "finalbody", None, [], node.finalbody[0], "without: finally")
    elif node.finalbody:
        nothing = [ast.copy_location(ast.Pass(), node.finalbody[0])]
        yield Change(node, "finalbody", None, nothing, node.finalbody[0], "without: finally")


def _places(node: ast.stmt, function: Function) -> Iterator[tuple[ast.AST, str, int]]:
    for parent in ast.walk(function):
        for field in ("body", "orelse", "finalbody"):
            items = getattr(parent, field, None)
            if isinstance(items, list) and node in items:
                yield parent, field, items.index(node)


def _dropped(node: ast.stmt, function: Function) -> Iterator[Change]:
    for parent, field, index in _places(node, function):
        nothing = ast.copy_location(ast.Pass(), node)
        yield Change(parent, field, index, nothing, node, f"without: {_short(node)}")


def _forced(node: ast.AST, field: str, to: tuple[bool, ...]) -> Iterator[Change]:
    test = getattr(node, field)
    for value in to:
        what = f"always {value}: {_short(test)}"
        yield Change(node, field, None, ast.Constant(value), test, what)


def _within(statement: ast.stmt) -> Iterator[Change]:
    """What is changed in a statement's own expressions."""
    for field, value in ast.iter_fields(statement):
        if field in ("annotation", "returns", "decorator_list", "args", "type_comment"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.match_case):
                yield from _expressions(child.guard) if child.guard else ()
            elif isinstance(child, ast.expr | ast.withitem):
                yield from _expressions(child)
    for field in ("test", "value", "iter", "exc", "subject"):
        if isinstance(child := getattr(statement, field, None), ast.expr):
            yield from _in_place(statement, field, None, child)


def _expressions(root: ast.AST) -> Iterator[Change]:
    for parent in _walk(root):
        yield from _of_expression(parent)
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list):
                for index, child in enumerate(value):
                    yield from _in_place(parent, field, index, child)
            else:
                yield from _in_place(parent, field, None, value)


def _walk(root: ast.AST) -> Iterator[ast.AST]:
    """The nodes in order, but no text of an f-string and no cast's or annotation's type."""
    yield root
    for child in ast.iter_child_nodes(root):
        if isinstance(root, ast.JoinedStr) and isinstance(child, ast.Constant):
            continue
        yield from _walk(child)


def _of_expression(node: ast.AST) -> Iterator[Change]:
    """What is changed about an expression, where it stays where it is."""
    match node:
        case ast.Compare(ops=ops):
            for index, op in enumerate(ops):
                for new in SWAPS.get(type(op), ()):
                    what = f"{new.__name__}, not {type(op).__name__}: {_short(node)}"
                    yield Change(node, "ops", index, new(), node, what)
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            for new in SWAPS.get(type(op), ()):
                what = f"{new.__name__}, not {type(op).__name__}: {_short(node)}"
                yield Change(node, "op", None, new(), node, what)
            if isinstance(node, ast.BoolOp):
                for index, value in enumerate(node.values):
                    what = f"without {_short(value)}: {_short(node)}"
                    neutral = ast.copy_location(ast.Constant(isinstance(op, ast.And)), value)
                    yield Change(node, "values", index, neutral, value, what)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            new_name = ast.Name(CALLS[name], ast.Load())
            what = f"{CALLS[name]}, not {name}: {_short(node)}"
            yield Change(node, "func", None, new_name, node, what)
        case ast.IfExp():
            yield from _forced(node, "test", (True, False))
        case ast.comprehension(ifs=ifs):
            for index, test in enumerate(ifs):
                yield Change(node, "ifs", index, None, test, f"without: if {_short(test)}")
        case ast.Slice(lower=lower, upper=upper):
            for field, bound in (("lower", lower), ("upper", upper)):
                if bound is not None:
                    what = f"no {field} end: [{_short(node)}]"
                    yield Change(node, field, None, None, bound, what)
    if isinstance(node, ast.Call):
        for index, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                what = f"without {keyword.arg}=: {_short(node)}"
                yield Change(node, "keywords", index, None, keyword.value, what)
        if _orderly(node):
            swapped = ast.Call(node.func, node.args[::-1], node.keywords)
            what = f"arguments swapped: {_short(node)}"
            yield Change(node, "args", None, swapped.args, node, what)


def _orderly(node: ast.Call) -> bool:
    """Whether it matters in which order the two arguments stand."""
    same = isinstance(node.func, ast.Name) and node.func.id in ("min", "max")
    starred = any(isinstance(arg, ast.Starred) for arg in node.args)
    return len(node.args) == 2 and not same and not starred


def _in_place(parent: ast.AST, field: str, index: int | None, child: object) -> Iterator[Change]:
    """What stands in a place instead of an expression."""
    match child:
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            what = f"{_short(operand)}, not {_short(child)}"
            yield Change(parent, field, index, operand, child, what)
        case ast.Constant(value=value):
            if isinstance(parent, ast.JoinedStr | ast.FormattedValue) or field == "format_spec":
                return
            for new in _other(value):
                what = f"{new!r}, not {value!r}: {_short(parent)}"
                constant = ast.copy_location(ast.Constant(new), child)
                yield Change(parent, field, index, constant, child, what)


def _other(value: object) -> Iterator[Any]:
    """Other constants. A text with a space in it is for people, and stays."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        if value > 1:
            yield value - 1
    elif isinstance(value, str | bytes) and not (isinstance(value, str) and " " in value.strip()):
        yield value[:0] if value else (b"X" if isinstance(value, bytes) else "X")


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 90 else f"{text[:87]}..."
