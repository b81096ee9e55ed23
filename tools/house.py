"""Checks the house of a game: rules in their chapters, imports downwards, no cycles, late imports of heavy libraries
alone, ids that are spelled out, no branch that only cites.

python tools/house.py             the games in DONE, as `make lint` does
python tools/house.py killteam    all that is left to do in one game
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parents[1] / "src"
DONE: tuple[str, ...] = ("rampant", "killteam", "xcx", "xenocide", "xcom")  # hold all of it, and must go on to
LAYERS = (
    ("content", "kernels"),
    ("state", "scenes"),
    ("rules",),
    ("forecasts",),
    ("opponent", "show", "offers", "invariants", "muster"),
    ("title",),
)
LEVEL = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
HOMES = {"content": "content", "odds": "forecasts", "solo": "opponent", "ai": "opponent", "play": "show"}
SHORT = {"u": "unit", "uid": "unit", "op": "operative", "ops": "operatives", "oid": "operative"}
HEAVY = {"numpy", "numba", "llvmlite", "matplotlib", "polars", "scipy", "shapely"}


class Import(NamedTuple):
    line: int
    module: str
    late: bool  # inside a function


class Module(NamedTuple):
    """One file, as far as it concerns the house."""

    name: str
    path: Path
    imports: tuple[Import, ...]
    rules: tuple[tuple[int, str], ...]  # line, id
    traced: tuple[int, ...]  # lines that ask whether a test is watching
    idle: tuple[int, ...]  # lines of citations without anything that follows the rule
    short: tuple[tuple[int, str], ...]  # line, name of an id that is not spelled out


def main(games: list[str]) -> int:
    faults = [fault for game in games or DONE for fault in faults_of(game, SOURCE)]
    print(*faults, sep="\n", end="\n" if faults else "")
    return bool(faults)


def faults_of(game: str, source: Path) -> list[str]:
    package = f"xenotable.games.{game}"
    folder = source.joinpath(*package.split("."))
    modules = [read(path, source) for path in sorted(folder.rglob("*.py"))]
    found = [fault for module in modules for fault in module_faults(module, package, source)]
    return found + list(cycles(modules))


@lru_cache(None)
def read(path: Path, source: Path) -> Module:
    parts = path.relative_to(source).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rules = [(n.lineno, rule) for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) for rule in rules_of(n)]
    names = (n for n in ast.walk(tree) if isinstance(n, ast.Name | ast.alias))
    traced = tuple(n.lineno for n in names if "TRACING" in (getattr(n, "id", ""), getattr(n, "name", "")))
    imports = tuple(imports_of(tree, source, False))
    return Module(name, path, imports, tuple(rules), traced, tuple(idle_citations(tree)), tuple(short_names(tree)))


def idle_citations(tree: ast.AST) -> Iterator[int]:
    """Where a branch, a loop or a function does nothing but cite, or a citation is part of an expression: only a test
    would notice it."""
    for node in ast.walk(tree):
        for _, part in ast.iter_fields(node):
            parts = part if isinstance(part, list) else [part]
            if not isinstance(node, ast.Expr):
                yield from (call.lineno for call in parts if is_citation(call))
            if any(map(cites, parts)) and all(cites(step) or is_idle(step) for step in parts):
                yield parts[0].lineno


def cites(node: object) -> bool:
    """Is it a statement that cites?"""
    return isinstance(node, ast.Expr) and is_citation(node.value)


def is_citation(node: object) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite"


def is_idle(node: object) -> bool:
    """Is it `pass` or a text?"""
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def short_names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Parameters, variables and fields that abbreviate an id. What lives within one line may be short: the variables of
    comprehensions and lambdas; and u and v together are coordinates."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.comprehension():
                yield from short_names(node.iter)
            case ast.Lambda():
                yield from short_names(node.body)
            case ast.Tuple(elts=[ast.Name(id="u"), ast.Name(id="v"), *_], ctx=ast.Store()):
                pass
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) if name in SHORT:
                yield node.lineno, name
            case _:
                yield from short_names(node)


def rules_of(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        match decorator:
            case ast.Call(func=ast.Name(id="rule"), args=[ast.Constant(value=str(id)), *_]):
                yield id


def imports_of(tree: ast.AST, source: Path, late: bool) -> Iterator[Import]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Import(node.lineno, alias.name, late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield Import(node.lineno, inner if file_of(inner, source) else node.module, late)
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from imports_of(node, source, late or isinstance(node, ast.FunctionDef | ast.Lambda))


def file_of(module: str, source: Path) -> Path | None:
    path = source.joinpath(*module.split("."))
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


@lru_cache(None)
def heavy(module: str, source: Path) -> bool:
    """Does it take its time to import: a large library, or a module of ours that cannot do without one?"""
    seen, ahead = {module}, [module]
    while ahead:
        name = ahead.pop()
        if name.partition(".")[0] in HEAVY:
            return True
        file = file_of(name, source)
        needs = {i.module for i in read(file, source).imports if not i.late} if file else set()
        ahead += needs - seen
        seen |= needs
    return False


def module_faults(module: Module, package: str, source: Path) -> Iterator[str]:
    parts = module.name.removeprefix(package).strip(".").split(".")
    if parts == [""]:
        if module.imports:
            yield said(module, 1, "the package itself holds a docstring alone")
        return
    level = LEVEL.get(parts[0])
    if level is None:
        yield said(module, 1, f"stands in no room; the rooms are {', '.join(LEVEL)}")
    for line, rule in module.rules:
        chapter = rule.partition(".")[0]
        if parts[:2] != ["rules", chapter] and HOMES.get(chapter) != parts[0]:
            yield said(module, line, f"the rule {rule} is at home in rules/{chapter}")
    for line, name, late in module.imports:
        room = name.removeprefix(f"{package}.").partition(".")[0] if name.startswith(f"{package}.") else None
        if level is not None and room in LEVEL and LEVEL[room] > level:
            yield said(module, line, f"{parts[0]} must not know {room}")
        if late and not heavy(name, source):
            yield said(module, line, f"{name} is imported inside a function")
    for line, name in module.short:
        yield said(module, line, f"the id {name} is spelled out: {SHORT[name]}")
    for line in module.idle:
        yield said(module, line, "nothing here follows the rule that is cited: cite it where it decides or acts")
    for line in module.traced:
        yield said(module, line, "no rule may ask whether a test is watching (TRACING)")


def cycles(modules: list[Module]) -> Iterator[str]:
    names = {m.name for m in modules}
    graph = {m.name: {i.module for i in m.imports if i.module in names} - {m.name} for m in modules}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as fault:
        yield "a cycle of imports: " + " <- ".join(fault.args[1])


def said(module: Module, line: int, says: str) -> str:
    return f"{module.path}:{line}: {says}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
