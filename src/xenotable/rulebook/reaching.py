"""Which functions of a game can be reached from its front door.

A rule whose function is called by its own test alone is not enforced at any table. The sources are read, nothing is
run: from what `title.py` names, what registers itself with a decorator (scenes, slots, special rules) and what the rest
of the product imports, every name that a definition uses is followed.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import xenotable

PACKAGE = Path(xenotable.__file__).resolve().parent
# Decorators that change a function and tell nobody of it; any other hands it to whoever calls it later.
SILENT = frozenset((
    "rule", "memoize", "cache", "lru_cache", "until_written", "until_moved", "until_it_moved", "until_they_moved",
    "kernel", "contextmanager", "property", "staticmethod", "classmethod", "wraps", "overload",
))  # fmt: skip

Place = tuple[str, str]  # module and top-level name; "" is what a module does when it is loaded


class Source(NamedTuple):
    """One module: what its names mean, and what stands at its top."""

    name: str
    tree: ast.Module
    imports: dict[str, Place]  # local name -> where it stands; (module, "") for a module
    own: frozenset[str]  # names that are defined at its top


def reachable_places(game: str) -> set[Place]:
    """The places of a game that can be reached, as (module, name)."""
    home = f"xenotable.games.{game}"
    sources = {source.name: source for source in read_all(home)}
    uses = {place: set(names) for source in sources.values() for place, names in definitions(source)}
    found: set[Place] = set()
    ahead = [*front_door(home, sources)]
    for source in outside(home):
        ahead += [*source.imports.values(), *used_by(source.tree, source)]
    while ahead:
        place = ahead.pop()
        if place not in found and place in uses:
            found.add(place)
            ahead += uses[place]
    return found


def read_all(package: str) -> Iterator[Source]:
    folder = PACKAGE.joinpath(*package.split(".")[1:])
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        yield read(".".join(parts[:-1] if parts[-1] == "__init__" else parts), file)


def read(name: str, file: Path) -> Source:
    tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
    imports: dict[str, Place] = {}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names):
                imports |= {alias.asname or alias.name: (module, alias.name) for alias in names}
            case ast.Import(names=names):
                imports |= {alias.asname: (alias.name, "") for alias in names if alias.asname}
    return Source(name, tree, imports, frozenset(own for node in tree.body for own in names_of(node)))


def outside(home: str) -> Iterator[Source]:
    """The rest of the product, as far as it may name something of this game."""
    for file in sorted(PACKAGE.rglob("*.py")):
        if "games" not in file.relative_to(PACKAGE).parts and home in file.read_text(encoding="utf-8"):
            yield read(".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts), file)


def definitions(source: Source) -> Iterator[tuple[Place, Iterator[Place]]]:
    """Each definition at the top of a module with all that it uses."""
    loose = []
    for node in source.tree.body:
        names = names_of(node)
        for name in names:
            yield (source.name, name), used_by(node, source)
        if not names:
            loose.append(node)
    yield (source.name, ""), (place for node in loose for place in used_by(node, source))


def names_of(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [leaf.id for target in targets for leaf in ast.walk(target) if isinstance(leaf, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def used_by(node: ast.AST, source: Source) -> Iterator[Place]:
    for leaf in ast.walk(node):
        match leaf:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in source.imports:
                module, inside = source.imports[name]
                yield (f"{module}.{inside}" if inside else module), attribute
                yield module, inside
            case ast.Name(id=name) if name in source.imports:
                yield source.imports[name]
            case ast.Name(id=name) if name in source.own:
                yield source.name, name


def front_door(home: str, sources: dict[str, Source]) -> Iterator[Place]:
    """What the title names, what registers itself, and what modules do when they are loaded."""
    for name in (f"{home}.title", *sources):
        for node in sources[name].tree.body:
            if name.endswith(".title") or any(map(registers, getattr(node, "decorator_list", ()))):
                yield from ((name, defined) for defined in names_of(node))
        yield name, ""


def registers(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name not in SILENT
