"""How many points and units a detachment may have."""

from __future__ import annotations

from xenotable.engine import acts, rule

LIMITS = (12, 18, 24, 30, 36)


@rule("detachment.unit-cost-floor", neutral=lambda n: n)
def floor_of(points: int) -> int:
    return max(1, points)


@rule("detachment.unit-count", neutral=lambda *a: 99)
def most_units(limit: int) -> int:
    """10 at 24 points, in proportion elsewhere, halves going up."""
    return (2 * 10 * limit + 24) // 48


@rule("detachment.size", neutral=lambda *a: 999)
def most_points(limit: int, trait: str) -> int:
    if trait == "pen-pusher" and acts("command.planner-1-pen-pusher"):
        return limit - 2
    if trait == "quartermaster" and acts("command.planner-6-quartermaster"):
        return limit + 2
    return limit
