"""Faults that a person is told in one sentence, and the nearest name to what was mistyped."""

import difflib
from collections.abc import Iterable
from pathlib import Path


class Fault(Exception):
    """Something a user can put right. Its text is the whole message: one sentence, no traceback."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean "x"?', to be put after a sentence, or nothing when no name is near."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f' Did you mean "{close[0]}"?' if close else ""


def with_line(fault: Exception) -> str:
    """What went wrong in a program, and the line of the file where it did: for whoever wrote it."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = f" in {Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}" if trace is not None else ""
    return f"{type(fault).__name__}: {fault}{line}"


def some(names: Iterable[str], most: int = 12) -> str:
    """Names for a sentence: all of them, or the first ones and how many more there are."""
    known = list(names)
    rest = len(known) - most
    return ", ".join(known[:most]) + (f" and {rest} more" if rest > 0 else "")
