"""Small faults, put into the functions of rules one at a time: a test that means the rule notices.

A rule stands where its id is written: all of a function that is marked `@rule("id")`, else the smallest block around an
event, an ask, a refusal or a `cite` that names it. A mutant is that function with one thing changed: a comparison, a
constant by one, two sides swapped, a statement left out, a branch never taken, a decision made without asking. It is
put in place of the function's code, so whoever holds the function runs it, and taken out again afterwards.
"""

from __future__ import annotations

import ast
import gc
import importlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import _lru_cache_wrapper, cache, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from xenotable.rulebook.catalogue import catalogue
from xenotable.rulebook.coverage import import_all

Function = ast.FunctionDef
BLOCKS = (ast.If, ast.For, ast.While, ast.With, ast.Try, ast.Match)
MIRRORED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
ASKS = frozenset((
    "Choose", "Confirm", "Pick", "Number", "Assign", "Arrange", "Place", "Move",
    "Roll", "Draw", "Shuffle", "All", "First",
))  # fmt: skip
WORDS = frozenset(("label", "prompt", "args", "shows", "odds", "on", "names", "remedy"))  # arguments of asks and events
TEXTS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp)  # what + joins instead of adding


class Site(NamedTuple):
    """Where a rule stands: a function at the top of a module or class, and the lines of it that are the rule's."""

    module: str
    function: str  # `Xcx.name` for a method
    first: int
    last: int


class Mutant(NamedTuple):
    module: str
    function: str
    line: int
    column: int
    kind: str  # which change, in words

    def __str__(self) -> str:
        return f"{self.module}:{self.line}:{self.column} {self.function}: {self.kind}"


# ---- where rules stand -----------------------------------------------------------------------------------------------


@cache
def sites(game: str) -> Mapping[str, frozenset[Site]]:
    """The places of each rule of a game, by its id."""
    rules, found = catalogue(game).rules, dict[str, set[Site]]()
    for module in import_all(f"xenotable.games.{game}"):
        for name, function in functions_in(module).items():
            for id, first, last in _named(function, rules):
                found.setdefault(id, set()).add(Site(module, name, first, last))
    return {id: frozenset(places) for id, places in found.items()}


def noted_sites(game: str, id: str) -> frozenset[Site]:
    """The places of a rule whose id is worked out (`cite(unit.rule)`): the functions that have cited it."""
    from xenotable.engine.citing import CITERS

    home = f"xenotable.games.{game}."
    citers = (place for place in CITERS.get(id, ()) if place[0].startswith(home) and place[1] in functions_in(place[0]))
    return frozenset(Site(*place, *_lines(functions_in(place[0])[place[1]])) for place in citers)


def mutants_of(rule: str) -> list[Mutant]:
    """Every mutant of the functions of a rule, named with its game."""
    game, _, id = rule.partition(".")
    for places in (sites(game).get(id, ()), noted_sites(game, id)):
        if found := {mutant for site in places for mutant in mutants(site)}:
            return sorted(found, key=lambda m: (m.kind.startswith("constant"), m))  # coarse ones first
    return []


def wider_mutants_of(rule: str) -> list[Mutant]:
    """Every mutant of the whole functions in which a rule stands or by which it was cited: what it says may be done
    beside the lines that name it."""
    game, _, id = rule.partition(".")
    places = {(site.module, site.function) for site in (*sites(game).get(id, ()), *noted_sites(game, id))}
    whole = (Site(*place, *_lines(functions_in(place[0])[place[1]])) for place in sorted(places))
    return [mutant for site in whole for mutant in sorted(mutants(site))]


@cache
def functions_in(module: str) -> dict[str, Function]:
    """The functions at the top of a module and of its classes, by qualified name."""
    found = {}
    for node in _tree(module).body:
        for inner in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(inner, Function):
                found[inner.name if inner is node else f"{node.name}.{inner.name}"] = inner  # type: ignore[attr-defined]
    return found


@cache
def _tree(module: str) -> ast.Module:
    file = importlib.import_module(module).__file__
    return ast.parse(Path(file).read_text(encoding="utf-8"), file) if file else ast.Module([], [])


def _named(function: Function, rules: Mapping[str, object]) -> Iterator[tuple[str, int, int]]:
    """The ids of rules in a function with the lines that are theirs."""
    for decorator in function.decorator_list:
        yield from ((id, *_lines(function)) for id in _ids(decorator, rules))
    if not any(_ids(function, rules)):
        return
    changing = [node.lineno for node, _, _ in _changes(function)]

    def within(node: ast.AST, block: ast.AST) -> Iterator[tuple[str, int, int]]:
        for child in ast.iter_child_nodes(node):
            if _is_id(child, rules):
                first, last = _lines(block)
                around = block if any(first <= line <= last for line in changing) else function
                yield child.value, *_lines(around)  # type: ignore[attr-defined]  # a constant
            yield from within(child, child if isinstance(child, BLOCKS) else block)

    for statement in function.body:
        yield from within(ast.Module([statement], []), statement if isinstance(statement, BLOCKS) else function)


def _ids(node: ast.AST, rules: Mapping[str, object]) -> Iterator[str]:
    return (n.value for n in ast.walk(node) if _is_id(n, rules))  # type: ignore[attr-defined]  # a constant


def _is_id(node: ast.AST, rules: Mapping[str, object]) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in rules


def _lines(node: ast.AST) -> tuple[int, int]:
    return node.lineno, node.end_lineno or node.lineno  # type: ignore[attr-defined]  # statements have both


# ---- what can be changed ---------------------------------------------------------------------------------------------


@cache
def mutants(site: Site) -> frozenset[Mutant]:
    """Every mutant of a place."""
    return frozenset(
        Mutant(site.module, site.function, node.lineno, node.col_offset, kind)
        for node, kind, _ in _changes(functions_in(site.module)[site.function])
        if site.first <= node.lineno <= site.last
    )


Change = tuple[Any, str, Callable[[Any], ast.AST]]  # a node, what is done to it in words, and what comes in its place


def _changes(function: Function) -> Iterator[Change]:
    bound: set[str] = set()
    unsigned = {id(node) for node in _unsigned(function)}
    for node in _living(function):
        if id(node) not in unsigned:
            yield from ((node, kind, change) for kind, change in _expression_changes(node))
        if isinstance(node, ast.stmt) and _can_be_dropped(node, bound):
            yield node, "left out", _left_out
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)


def _unsigned(function: Function) -> Iterator[ast.AST]:
    """Differences whose sign makes no difference: in a length, an absolute value, a square, and in the index of a pair,
    which counts from its end, too. To swap their sides changes nothing that a test could notice."""
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="abs") | ast.Attribute(attr="hypot"), args=args):
                yield from (arg for arg in args if isinstance(arg, ast.BinOp) and isinstance(arg.op, ast.Sub))
            case ast.BinOp(left=ast.BinOp(op=ast.Sub()) as side, op=ast.Pow(), right=ast.Constant(value=2)):
                yield side
            case ast.Subscript(slice=ast.BinOp(left=ast.Constant(value=1), op=ast.Sub()) as index):
                yield index


def _living(node: ast.AST) -> Iterator[ast.AST]:
    """What a function does: no decorators, defaults, annotations, docstrings, assertions, nor what is only words, nor
    what is never reached: the `yield` after a `return`, which makes a generator of a function that asks nothing."""
    for name, value in ast.iter_fields(node):
        if name in ("decorator_list", "annotation", "returns", "args" if isinstance(node, Function) else ""):
            continue
        for child in value if isinstance(value, list) else (value,):
            if isinstance(child, ast.AST) and not _is_words(child):
                yield child
                yield from _living(child)
            if isinstance(child, ast.Return | ast.Raise):
                break


def _is_words(node: ast.AST) -> bool:
    """What is told, shown and cited, and what only decides about that: the contract of the games finds an event that is
    missing, and compares odds. And `yield from ()`, which does nothing but make a generator."""
    match node:
        case ast.If(body=body, orelse=orelse):
            return all(map(_is_words, (*body, *orelse)))
        case ast.Expr(value=ast.YieldFrom(value=ast.Tuple(elts=[]))):
            return True
        case ast.keyword(arg=name):
            return name in WORDS
        case ast.Assert() | ast.JoinedStr() | ast.Expr(value=ast.Call(func=ast.Attribute(attr="tell"))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="cite" | "tell_all"))):
            return True
    return False


def _expression_changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], ast.AST]]]:
    match node:
        case ast.Compare(ops=ops):
            for i, op in enumerate(ops):
                yield f"comparison {type(op).__name__} turned", partial(_mirrored, at=i)
        case ast.Constant(value=bool()):
            yield "constant turned", lambda n: ast.Constant(not n.value)
        case ast.Constant(value=int() | float()):
            yield "constant one more", lambda n: ast.Constant(n.value + 1)
        case ast.BoolOp():
            yield "and/or swapped", lambda n: ast.BoolOp(_other(n.op), n.values)
        case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Mod(), left=left) if not _text(left):
            yield "sides swapped", lambda n: ast.BinOp(n.right, n.op, n.left)
        case ast.BinOp(op=ast.Add(), left=left, right=right) if not (_text(left) or _text(right)):
            yield "plus is minus", lambda n: ast.BinOp(n.left, ast.Sub(), n.right)
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda n: n.operand
        case ast.IfExp():
            yield "branches swapped", lambda n: ast.IfExp(n.test, n.orelse, n.body)
        case ast.If(test=test):
            if not isinstance(test, ast.Compare | ast.BoolOp):
                yield "condition turned", lambda n: ast.If(ast.UnaryOp(ast.Not(), n.test), n.body, n.orelse)
            if not all(map(_is_words, node.body)):  # what is not told then is found by the contract
                yield "never so", lambda n: ast.If(ast.Constant(False), n.body, n.orelse)
        case ast.Call(func=ast.Name(id=name)) if name in TWINS:
            yield f"{name} is {TWINS[name]}", _twin
        case ast.List(elts=[ast.Call() | ast.Starred(), *_]):
            yield "list emptied", lambda n: ast.List([], n.ctx)
        case ast.YieldFrom(value=ast.Call(func=ast.Name(id=name))) if name in ASKS:
            yield "not asked", _not_asked


def _twin(node: ast.Call) -> ast.AST:
    assert isinstance(node.func, ast.Name)
    return ast.Call(ast.Name(TWINS[node.func.id], ast.Load()), node.args, node.keywords)


def _mirrored(node: ast.Compare, at: int) -> ast.AST:
    ops = [MIRRORED[type(op)]() if i == at else op for i, op in enumerate(node.ops)]
    return ast.Compare(node.left, ops, node.comparators)


def _other(op: ast.boolop) -> ast.boolop:
    return ast.Or() if isinstance(op, ast.And) else ast.And()


def _text(node: ast.AST) -> bool:
    return isinstance(node, TEXTS) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _can_be_dropped(node: ast.stmt, bound: set[str]) -> bool:
    """What leaves no name undefined; `bound` are those that have a value already."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in bound
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break() | ast.Return(value=None):
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
    return False


def _left_out(node: ast.stmt) -> ast.AST:
    return ast.If(ast.Constant(False), [node], [])  # a generator without its only yield would be another thing


def _not_asked(node: ast.YieldFrom) -> ast.AST:
    here = ast.parse(f"__import__({__name__!r}, fromlist=['answer']).answer(0)", mode="eval").body
    assert isinstance(here, ast.Call)
    here.args = [node.value]
    return ast.IfExp(ast.Constant(True), here, node)  # see `_left_out`


def answer(ask: Any) -> Any:
    """What a decision comes to that nobody is asked for: its first candidate; dice that nobody rolls show ones."""
    from xenotable.engine import All, First, Roll
    from xenotable.engine.asks import Draw, Reply, Shuffle

    match ask:
        case Roll():
            return ask.counts([1] * ask.n)
        case Draw():
            return ask.bag[0][0]
        case Shuffle():
            return tuple(ask.items)
        case All():
            return [answer(a) for a in ask.asks]
        case First():
            return Reply(ask.asks[0].key, ask.asks[0].seat, answer(ask.asks[0]), 0)
    return next(iter(ask.candidates(1, lambda: 0.0)), None)


# ---- putting one in its place ----------------------------------------------------------------------------------------


@contextmanager
def in_place(mutant: Mutant) -> Iterator[bool]:
    """While it lasts, the function is the mutant; says whether it could be done."""
    from xenotable.engine.citing import knock_out

    known, code = living_functions().get((mutant.module, mutant.function), []), changed_code(mutant)
    before = [function.__code__ for function in known]
    fits = bool(before) and code is not None and all(_fits(code, old) for old in before)
    try:
        if fits:
            knock_out(str(mutant))  # what is remembered is remembered apart
            for function in known:
                function.__code__ = code  # type: ignore[assignment]  # it fits
        yield fits
    finally:
        for function, old in zip(known, before, strict=True):
            function.__code__ = old
        knock_out(None)


def _fits(code: CodeType, old: CodeType) -> bool:
    return (code.co_freevars, code.co_flags & 0x20) == (old.co_freevars, old.co_flags & 0x20)


@cache
def living_functions() -> dict[tuple[str, str], list[FunctionType]]:
    """The function objects of the games, however they are wrapped and whoever holds them."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__module__ and thing.__code__.co_qualname == thing.__qualname__:
            found.setdefault((thing.__module__, thing.__qualname__), []).append(thing)
    return found


def forget_results() -> None:
    """What the games have worked out and kept may be wrong by a change, or hide one. What they have read from files
    stays: its rows are changed where they are."""
    from xenotable.engine.citing import forget_kept

    for cached in result_caches():
        cached.cache_clear()
    forget_kept()


@cache
def result_caches() -> tuple[_lru_cache_wrapper[Any], ...]:
    found = (thing for thing in gc.get_objects() if type(thing) is _lru_cache_wrapper)
    games = (cached for cached in found if cached.__module__.startswith("xenotable.games."))
    return tuple(cached for cached in games if not cached.__module__.endswith(".content"))


def changed_code(mutant: Mutant) -> CodeType | None:
    """The code of the function with the change in it."""
    original = functions_in(mutant.module)[mutant.function]
    place = next(i for i, change in enumerate(_changes(original)) if _is(change, mutant))
    function = deepcopy(original)
    node, _, change = next(c for i, c in enumerate(_changes(function)) if i == place)
    new = ast.copy_location(change(node), node)
    function = _Put(node, new).visit(function)
    function.decorator_list, function.returns = [], None
    module = ast.fix_missing_locations(ast.Module([function], []))
    file = importlib.import_module(mutant.module).__file__ or ""
    code = compile(module, file, "exec")  # with the annotations of this module: as words
    return next((c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == function.name), None)


def _is(change: Change, mutant: Mutant) -> bool:
    node, kind, _ = change
    return (node.lineno, node.col_offset, kind) == (mutant.line, mutant.column, mutant.kind)


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another. The new one may hold the old one."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)
