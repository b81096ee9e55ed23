"""A row read before a `yield` is a photograph: using it afterwards is refused.

Rules hold ids across a yield and read again, because anything may happen to the row while somebody is asked. This walks
every function that returns a `Flow` in the order it runs, and reports a name bound to a row of the game
(`game.units[u]`, `game.units.get(u)`, a loop over `game.units.values()`) that is used after a yield.

    python tools/stale_rows.py src
"""

import ast
import sys
from pathlib import Path
from typing import NamedTuple

Function = ast.FunctionDef | ast.AsyncFunctionDef
Photos = dict[str, bool]  # names bound to rows; True: a yield has passed since


class Stale(NamedTuple):
    line: int
    name: str
    function: str

    def __str__(self) -> str:
        return f"{self.line}: '{self.name}' was read before a yield in {self.function}(); read it again"


def stale_rows(source: str, file: str = "<source>") -> list[Stale]:
    found: set[Stale] = set()
    for node in ast.walk(ast.parse(source, file)):
        if isinstance(node, Function) and node.returns is not None and "Flow" in ast.unparse(node.returns):
            walk = Walk(node.name)
            walk.block(node.body, {})
            found |= walk.found
    return sorted(found)


class Walk:
    """Follows one function in the order it runs. Methods take what is known before and give what is known after, None
    where the way ends. Loops are gone through twice: the second time round comes after the yields of the first."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.found: set[Stale] = set()
        self.leaving: list[list[Photos]] = []  # per enclosing loop: what is known at its `break`s and `continue`s

    def block(self, body: list[ast.stmt], known: Photos | None) -> Photos | None:
        for statement in body:
            if known is None:
                return None
            known = self.statement(statement, known)
        return known

    def statement(self, node: ast.stmt, known: Photos) -> Photos | None:
        match node:
            case ast.Return() | ast.Raise():
                self.children(node, known)
                return None
            case ast.Break() | ast.Continue():
                self.leaving[-1].append(known)
                return None
            case ast.Assign(targets=targets, value=value):
                known = self.expression(value, known)
                for target in targets:
                    known = bind(target, value, self.expression(target, known))
                return known
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return bind(target, value, self.expression(value, known))
            case ast.If(test=test, body=body, orelse=orelse):
                known = self.expression(test, known)
                return join(self.block(body, known), self.block(orelse, known))
            case ast.For() | ast.While():
                return self.loop(node, known)
            case ast.Try():
                return self.attempt(node, known)
            case ast.With(items=items, body=body):
                for item in items:
                    known = self.expression(item.context_expr, known)
                return self.block(body, known)
            case ast.Match(subject=subject, cases=cases):
                known = self.expression(subject, known)
                return join(known, *(self.block(case.body, known) for case in cases))
            case _:
                return self.expression(node, known)

    def loop(self, node: ast.For | ast.While, known: Photos) -> Photos | None:
        if isinstance(node, ast.For):
            known = self.expression(node.iter, known)
        for _ in range(2):
            self.leaving.append([])
            if isinstance(node, ast.For):
                start = bind_each(node.target, node.iter, known)
            else:
                start = self.expression(node.test, known)
            end = self.block(node.body, start)
            known = join(known, end, *self.leaving.pop()) or {}
        return self.block(node.orelse, known)

    def attempt(self, node: ast.Try, known: Photos) -> Photos | None:
        tried = self.block(node.body, known)
        # A handler may be reached from anywhere in the body, so also from behind its yields.
        raised = dict.fromkeys(known, True) if any(map(has_yield, node.body)) else known
        ends = [self.block(handler.body, raised) for handler in node.handlers]
        after = join(self.block(node.orelse, tried), *ends)
        if after is None:
            self.block(node.finalbody, raised)
            return None
        return self.block(node.finalbody, after)

    def expression(self, node: ast.AST, known: Photos) -> Photos:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if known.get(name):
                self.found.add(Stale(node.lineno, name, self.function))
                return known
            case ast.Yield() | ast.YieldFrom():
                return dict.fromkeys(self.children(node, known), True)
            case ast.NamedExpr(target=target, value=value):
                return bind(target, value, self.expression(value, known))
            case ast.Lambda() | ast.FunctionDef() | ast.ClassDef():
                self.children(node, known)  # it uses what is known here; its own yields are not ours
                return known
            case _:
                return self.children(node, known)

    def children(self, node: ast.AST, known: Photos) -> Photos:
        for child in ast.iter_child_nodes(node):
            known = self.expression(child, known)
        return known


def has_yield(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in ast.walk(node))


def join(*ways: Photos | None) -> Photos | None:
    """What is known where ways meet: stale on one of them is stale."""
    open_ways = [way for way in ways if way is not None]
    if not open_ways:
        return None
    return {name: any(way.get(name, False) for way in open_ways) for way in open_ways for name in way}


def bind(target: ast.expr, value: ast.expr, known: Photos) -> Photos:
    """What is known after `target = value`."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, its_value in zip(target.elts, value.elts, strict=True):
            known = bind(one, its_value, known)
        return known
    others = {name: stale for name, stale in known.items() if name not in names(target)}
    if not isinstance(target, ast.Name):
        return others
    if isinstance(value, ast.Name) and value.id in known:
        return {**others, target.id: known[value.id]}
    return {**others, target.id: False} if is_row(value) else others


def bind_each(target: ast.expr, rows: ast.expr, known: Photos) -> Photos:
    """What is known inside `for target in rows`."""
    others = {name: stale for name, stale in known.items() if name not in names(target)}
    calls = {node.attr for node in ast.walk(rows) if isinstance(node, ast.Attribute) and is_table(node.value)}
    if "values" in calls and isinstance(target, ast.Name):
        return {**others, target.id: False}
    if "items" in calls and isinstance(target, ast.Tuple):
        return {**others, **dict.fromkeys(names(target.elts[-1]), False)}
    return others


def names(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def is_row(value: ast.expr) -> bool:
    match value:
        case ast.Subscript(value=table):
            return is_table(table)
        case ast.Call(func=ast.Attribute(attr="get", value=table)):
            return is_table(table)
        case ast.IfExp(body=body, orelse=orelse):
            return is_row(body) or is_row(orelse)
        case _:
            return False


def is_table(value: ast.expr) -> bool:
    return isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "game"


def main(places: list[str]) -> int:
    found: list[str] = []
    for place in map(Path, places):
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found += [f"{file}:{stale}" for stale in stale_rows(file.read_text(encoding="utf-8"), str(file))]
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
