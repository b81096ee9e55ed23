"""Where an effect comes from, and the rise of panic that a card may answer."""

from __future__ import annotations

from typing import Any

from xenotable.games.xcom.content import COMMANDER


class Rise:
    """One effect's rises, as far as cards may touch them: the one about to happen, and what was cancelled."""

    __slots__ = ("cancelled", "continent", "left", "redirected", "to")

    def __init__(self) -> None:
        self.continent = ""
        self.cancelled = False
        self.to = ""  # another continent takes the space
        self.redirected = False  # this space has been sent here already
        self.left: dict[str, int] = {}  # further rises of this effect that are cancelled


class Context:
    """Where an effect comes from: a card, a crisis, a mission, an enemy, the plan or the headquarters; who decides; the
    choices and the time that a watch card brings with it; and the rise or damage that a card may answer."""

    __slots__ = ("card", "decider", "given", "killed", "now", "prevent", "rises", "source")

    def __init__(
        self,
        source: str,
        card: str = "",
        decider: int = COMMANDER,
        given: list[Any] | None = None,
        rises: Rise | None = None,
        killed: str = "",
        now: int = 0,
    ) -> None:
        self.source, self.card, self.decider, self.given = source, card, decider, given
        self.rises, self.killed, self.now = rises, killed, now
        self.prevent = False  # the damage that a card has cancelled
