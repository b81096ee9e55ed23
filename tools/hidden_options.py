"""Closed, not hidden: notes options that an ask leaves out by a rule instead of closing them with a reason.

`among` lists what a player could point at, `why_not` closes it with rule, reason and remedy. A comprehension inside
`among` may leave out what is not there at all (other seats, the fallen); one that asks a rule whether something is
allowed hides the answer: `among=lambda: [t for t in enemies if is_legal(refusals(t))]`.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

RULE = re.compile(r"refusals|is_legal|^legal|^valid|^allowed|^may_|^can_|^could_|^why_not")
ASKS = ("Choose", "Pick")


def hidden(tree: ast.AST) -> Iterator[tuple[str, int, str]]:
    """The function, line and condition of each comprehension in an `among`, or in a list that it names, that asks a
    rule; not where `why_not` closes what such a list leaves out."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        lists = {
            target.id: node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for among in options_of(function):
            named = (lists[n.id] for n in ast.walk(among) if isinstance(n, ast.Name) and n.id in lists)
            for part in (among, *named):
                yield from ((function.name, *found) for found in filters(part))


def options_of(function: ast.FunctionDef) -> Iterator[ast.AST]:
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ASKS:
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            if "among" in given and not any(isinstance(n, ast.In) for n in ast.walk(given.get("why_not", call.func))):
                yield given["among"]


def filters(among: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(among):
        if isinstance(node, ast.comprehension):
            for condition in node.ifs:
                called = (c.func for c in ast.walk(condition) if isinstance(c, ast.Call))
                names = [getattr(f, "attr", None) or getattr(f, "id", "") for f in called]
                if any(RULE.search(str(name)) for name in names):
                    yield condition.lineno, ast.unparse(condition)


def main(folders: list[str]) -> int:
    found = 0
    for file in sorted(f for folder in folders for f in Path(folder).rglob("*.py")):
        for function, line, condition in sorted(set(hidden(ast.parse(file.read_text(encoding="utf-8"), str(file))))):
            found += 1
            print(f"{file}:{line}: {function} leaves options out by a rule ({condition}); close them with why_not")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["src"]))
