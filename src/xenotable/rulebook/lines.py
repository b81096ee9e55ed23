"""Which lines of the games a test runs: a change of any other cannot be noticed by it."""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType
from typing import Any

from xenotable.engine.citing import knock_out
from xenotable.rulebook.mutants import Mutant, functions_in

Line = tuple[str, int]  # a module and the number of a line


@contextmanager
def lines_run(by: str) -> Iterator[set[Line]]:
    """The lines of the games that are run while it lasts. What was remembered before does not serve."""
    ran: set[Line] = set()

    def enter(frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith("xenotable.games."):
            return None

        def step(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            ran.add((module, frame.f_lineno))
            return step

        return step

    before = sys.gettrace()
    knock_out(f"lines run by {by}")
    threading.settrace(enter)
    sys.settrace(enter)
    try:
        yield ran
    finally:
        sys.settrace(before)
        threading.settrace(None)
        knock_out(None)


def is_run(mutant: Mutant, ran: set[Line]) -> bool:
    """Whether any line of the statement that is changed was run; of a compound statement those before its body."""
    around = statements(mutant.module, mutant.function).get(mutant.line, range(mutant.line, mutant.line + 1))
    return any((mutant.module, line) in ran for line in around)


@cache
def statements(module: str, function: str) -> dict[int, range]:
    """Of each line of a function the lines of the innermost statement on it."""
    found: dict[int, range] = {}
    for node in ast.walk(functions_in(module)[function]):  # outer ones come first
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            around = range(node.lineno, max(end, node.lineno) + 1)
            found |= dict.fromkeys(around, around)
    return found
