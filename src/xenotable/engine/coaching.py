"""A coach for the first battle: short words beside a decision, each when what it is about really happens.

The words are data, `show/coach.toml` of a game's package; they travel as a panel of the kind "coach", and whoever draws
it shows one line at a time.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec

from xenotable.engine.display import Line, Panel


class CoachMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the coach says once, and what must happen first."""

    when: str  # "ask:unit": this player is asked that; "rule:shooting.hit": something was told under that rule
    title: str
    says: str
    rule: str  # where it stands in the book
    on: str = ""  # what it points at: an id, or "leader" for one's own


@cache
def coach_marks(package: str) -> tuple[CoachMark, ...]:
    """All that the coach of a game has to say, in order; `package` holds its `coach.toml`."""
    file = resources.files(package) / "coach.toml"
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8"))["mark"], tuple[CoachMark, ...])


def coach_panel(package: str) -> Panel:
    """The same as a panel, for whoever draws it."""
    lines = tuple(Line(m.title, m.says, on=m.on, rule=m.rule, when=m.when) for m in coach_marks(package))
    return Panel("coach", "Your first battle", "coach", lines)
