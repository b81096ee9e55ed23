"""A value and what changes it. A modifier is (label, amount, rule); it is added to the VALUE. A higher value is easier
to roll under."""

from __future__ import annotations

from msgspec import Struct

from xenotable.engine import cite, rule

Part = tuple[str, int, str]
MELEE, FREE_MELEE = "melee", "free-melee"
STILL = ("fire", "react", "free")  # manners of shooting without moving


class Aim(Struct, frozen=True):
    """A value and what made it."""

    skill: str
    base: int
    parts: tuple[Part, ...]

    @property
    def value(self) -> int:
        return total(self.base, self.parts)

    def words(self) -> str:
        skill = self.skill.replace("_", " ")
        found = [f"{skill} {self.base}", *(f"{label} {amount:+d}" for label, amount, _ in self.parts)]
        return f"{', '.join(found)} = {self.value}" if self.parts else found[0]


@rule("modifiers.no-cap", neutral=lambda base, parts: base)
def total(base: int, parts: tuple[Part, ...]) -> int:
    """All apply at once, in no order, without limit."""
    cite("modifiers.sources")
    return base + sum(amount for _, amount, _ in parts)
