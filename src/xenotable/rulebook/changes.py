"""What a change touches, read off a diff without context (`git diff --unified=0`)."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xenotable.rulebook.mutants import functions_in, noted_sites, sites

FILE = re.compile(r"\+\+\+ (?:b/)?(\S+)")
HUNK = re.compile(r"@@ \S+ \+(\d+)(?:,(\d+))? @@")


class Changes:
    def __init__(self, diff: str) -> None:
        self.lines = dict[str, set[int]]()  # by file, as its path in the project
        for file, line in changed_lines(diff):
            self.lines.setdefault(file, set()).add(line)

    def touch_rule(self, rule: str) -> bool:
        """Whether a function changed in which this rule, named with its game, stands."""
        game, _, id = rule.partition(".")
        places = (*sites(game).get(id, ()), *noted_sites(game, id))
        return any(self.touch(file_of(s.module), functions_in(s.module)[s.function]) for s in places)

    def touch_test(self, item: Any) -> bool:
        """Whether a test function changed."""
        file = Path(item.path).relative_to(item.config.rootpath).as_posix()
        if file not in self.lines:
            return False
        source, first = inspect.getsourcelines(inspect.unwrap(item.function))
        return not self.lines[file].isdisjoint(range(first, first + len(source)))

    def touch(self, file: str, node: Any) -> bool:
        return not self.lines.get(file, set()).isdisjoint(range(node.lineno, node.end_lineno + 1))


def changed_lines(diff: str) -> Iterator[tuple[str, int]]:
    """Each line of a file that is new or beside one that is gone."""
    file = ""
    for line in diff.splitlines():
        if found := FILE.match(line):
            file = found[1]
        elif found := HUNK.match(line):
            start, n = int(found[1]), int(found[2] or 1)
            yield from ((file, start + k) for k in range(max(n, 1)))


def file_of(module: str) -> str:
    """The path in the project; of a package too, whose functions stand in its modules."""
    return f"src/{module.replace('.', '/')}.py"
