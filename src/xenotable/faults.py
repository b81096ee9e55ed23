"""Faults that a person is told in one sentence, and the nearest name to what was mistyped."""

import difflib
from collections.abc import Iterable


class Fault(Exception):
    """Something a user can put right. Its text is the whole message: one sentence, no traceback."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean "x"?', to be put after a sentence, or nothing when no name is near."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f' Did you mean "{close[0]}"?' if close else ""
