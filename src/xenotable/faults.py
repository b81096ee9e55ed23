"""Faults that a person is told in one sentence, and the nearest name to what was mistyped."""

import difflib
from collections.abc import Iterable


class Fault(Exception):
    """Something a user can put right. Its text is the whole message: one sentence, no traceback."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean "x"?', to be put after a sentence, or nothing when no name is near."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f' Did you mean "{close[0]}"?' if close else ""


def some(names: Iterable[str], most: int = 12) -> str:
    """Names for a sentence: all of them, or the first ones and how many more there are."""
    known = list(names)
    rest = len(known) - most
    return ", ".join(known[:most]) + (f" and {rest} more" if rest > 0 else "")
