"""Which functions and which tests stand behind each rule.

Functions: those marked `@rule`, and those that name a rule of the book (in an event, a refusal, an ask or a `cite`).
For a rule that follows from others: the functions of the rules that its tests exercise.
They count if they can be reached from the game's front door: a rule that its test alone calls is enforced at no table.
Tests: those that passed and cited when they last ran, as the plugin noted; tests that never ran count as they claim.
"""

import ast
import importlib
import json
import os
import pkgutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

import xenotable
from xenotable.faults import Fault
from xenotable.rulebook.catalogue import Rule, catalogue
from xenotable.rulebook.reaching import reachable_places

RUN_FILE = ".coverage-of-rules.json"
Nodes = tuple[ast.AST, ...]


class Proof(msgspec.Struct, frozen=True):
    """What stands behind a rule on the side of the tests."""

    tests: set[str] = msgspec.field(default_factory=set)
    exercised: set[str] = msgspec.field(default_factory=set)  # the rules that it follows from, as its tests say


class Covered(msgspec.Struct, frozen=True):
    """A rule of a game with what stands behind it."""

    id: str
    chapter: str
    says: str
    ruling: str
    functions: tuple[str, ...]
    tests: tuple[str, ...]
    reached: bool  # at least one of the functions, from the front door of the game

    @property
    def missing(self) -> tuple[str, ...]:
        """What it takes to be covered, in words."""
        lacks = {
            "no function": not self.functions,
            "no function that a game reaches": bool(self.functions) and not self.reached,
            "no test": not self.tests,
        }
        return tuple(what for what, holds in lacks.items() if holds)


class Coverage(msgspec.Struct, frozen=True):
    game: str
    rules: tuple[Covered, ...]
    uncovered: tuple[str, ...]


def project_root() -> Path | None:
    """The checkout this package is run from; an installed package has no tests beside it."""
    root = Path(xenotable.__file__).resolve().parents[2]
    return root if (root / "tests").is_dir() else None


def coverage(game: str, rules: Iterable[Rule], root: Path | None) -> Coverage:
    functions = functions_of(game)
    found = reachable_places(game)
    proofs = proofs_in(root) if root else {}

    def stands(rule: Rule) -> Covered:
        proof = proofs.get(f"{game}.{rule.id}", Proof())
        others = (functions.get(id.partition(".")[2], set()) for id in proof.exercised)
        behind = functions.get(rule.id) or set().union(*others)
        return Covered(
            id=rule.id,
            chapter=rule.chapter,
            says=rule.says,
            ruling=rule.ruling,
            functions=tuple(sorted(behind)),
            tests=tuple(sorted(proof.tests)),
            reached=any(place_of(function) in found for function in behind),
        )

    covered = tuple(stands(rule) for rule in rules)
    return Coverage(game, covered, tuple(rule.id for rule in covered if rule.missing))


def place_of(function: str) -> tuple[str, str]:
    """Module and top-level name of a function such as `xenotable.games.xcx.state:Xcx.name`."""
    module, _, name = function.partition(":")
    return module, "" if name == "<module>" else name.partition(".")[0]


def import_all(package: str) -> list[str]:
    """Import every module of a package, so that all its `@rule`s have been read; their names."""
    root = importlib.import_module(package)
    names = [package, *(info.name for info in pkgutil.walk_packages(root.__path__, f"{package}."))]
    for name in names:
        try:
            importlib.import_module(name)
        except Exception as fault:
            raise Fault(f"The module {name} cannot be imported: {type(fault).__name__}: {fault}.") from fault
    return names


def functions_of(game: str) -> dict[str, set[str]]:
    """The functions behind each rule id of a game, as `module:function`."""
    from xenotable.engine.citing import RULES

    found: dict[str, set[str]] = defaultdict(set)
    for name in import_all(f"xenotable.games.{game}"):
        file = importlib.import_module(name).__file__
        if file is not None:
            tree = ast.parse(Path(file).read_text(encoding="utf-8"), file)
            for id, function in named_rules(tree, catalogue(game).rules):
                found[id].add(f"{name}:{function}")
    for full, places in RULES.items():
        owner, _, id = full.partition(".")
        if owner == game:
            found[id].update(f"{module}:{function}" for module, function in places)
    return found


def written_at(game: str) -> dict[str, list[str]]:
    """Where the functions marked with each rule of a game are written, as `file:line function`; nothing is imported."""
    folder = Path(xenotable.__file__).resolve().parent / "games" / game
    found: dict[str, list[str]] = defaultdict(list)
    for file in sorted(folder.rglob("*.py")):
        shown = os.path.relpath(file) if file.is_relative_to(Path.cwd()) else str(file)
        tree = ast.parse(file.read_text(encoding="utf-8"), str(file))
        for node in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            for decorator in node.decorator_list:
                match decorator:
                    case ast.Call(func=ast.Name(id="rule"), args=[ast.Constant(value=str(id)), *_]):
                        found[id].append(f"{shown}:{node.lineno} {node.name}")
    return found


def named_rules(tree: ast.AST, rules: Mapping[str, object], inside: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a module that is a rule's id, with the function it stands in (or on, as a decorator)."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node.value in rules:
                yield node.value, inside or "<module>"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from named_rules(node, rules, f"{inside}.{node.name}" if inside else node.name)
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):  # a docstring does nothing
            yield from named_rules(node, rules, inside)


def proofs_in(root: Path) -> dict[str, Proof]:
    """The tests behind each full rule id: as they last ran, or as claimed by those that never did."""
    run = last_run(root) or {}
    found: dict[str, Proof] = defaultdict(Proof)
    ran = {test.partition("[")[0] for test in run}
    for file in sorted((root / "tests").rglob("test_*.py")):
        name = file.relative_to(root).as_posix()
        tree, folder = ast.parse(file.read_text(encoding="utf-8"), str(file)), file.parent
        for id, test, exercised in read_claims(tree, folder.name if folder.parent.name == "games" else ""):
            if f"{name}::{test}" not in ran:
                found[id].tests.add(f"{name}::{test}")
                found[id].exercised.update(exercised)
    present: dict[str, frozenset[str]] = {}
    for test, ids in run.items():
        file_name, _, rest = test.partition("::")
        if file_name not in present:
            present[file_name] = names_in(root / file_name)
        name = rest.partition("[")[0]
        if name in present[file_name]:  # a test taken away since then proves nothing any more
            for id, others in ids.items():
                found[id].tests.add(f"{file_name}::{name}")
                found[id].exercised.update(others)
    return found


def last_run(root: Path) -> dict[str, dict[str, list[str]]] | None:
    """Which test proved which rules (by exercising which others) when it last ran, or None when no run was noted."""
    try:
        return msgspec.json.decode((root / RUN_FILE).read_bytes(), type=dict[str, dict[str, list[str]]])
    except (OSError, msgspec.DecodeError):
        return None


def note_run(root: Path, proved: Mapping[str, Mapping[str, list[str]]]) -> None:
    """Add a run to the notes. A test that ran replaces what was known of it; others keep theirs, so that running one
    file does not forget the rest; tests whose file is gone are dropped. A test that proved nothing is noted too: its
    claims no longer count."""
    known = {**(last_run(root) or {}), **proved}
    kept = {test: ids for test, ids in known.items() if (root / test.partition("::")[0]).is_file()}
    scratch = root / f"{RUN_FILE}.{os.getpid()}"
    scratch.write_text(json.dumps(kept, indent=0, sort_keys=True), encoding="utf-8")
    scratch.replace(root / RUN_FILE)


def names_in(file: Path) -> frozenset[str]:
    """The tests of a file, as pytest names them behind the file: `test_x` or `TestThing::test_x`."""
    if not file.is_file():
        return frozenset()
    return frozenset(name for name, _ in _functions(ast.parse(file.read_text(encoding="utf-8"), str(file)), ()))


def read_claims(tree: ast.Module, game: str = "") -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(rule id, test, rules exercised) for each claim that can be read off a module without running it. Tests of a game
    may call the mark `rule`, and leave the game out of its ids."""
    for name, marked in _functions(tree, ()):
        for node in marked:
            yield from ((id, name, exercised) for id, exercised in _marks(node, game))


def _functions(scope: ast.Module | ast.ClassDef, outer: Nodes) -> Iterator[tuple[str, Nodes]]:
    """Each test function with the nodes whose marks count for it: its decorators, its class's, its module's."""
    common = outer + tuple(node for node in scope.body if isinstance(node, ast.Assign) and _is_pytestmark(node))
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node.name, (*common, *node.decorator_list)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for name, marked in _functions(node, (*common, *node.decorator_list)):
                yield f"{node.name}::{name}", marked


def _is_pytestmark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def _marks(tree: ast.AST, game: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called.endswith("mark.rule") or (game and called == "rule"):
            others = tuple(id for keyword in node.keywords for id in _strings(ast.walk(keyword.value)))
            for written in _strings(node.args):
                id = written if not game or written.startswith(f"{game}.") else f"{game}.{written}"
                yield id, tuple(f"{id.partition('.')[0]}.{other}" for other in others)


def _strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
