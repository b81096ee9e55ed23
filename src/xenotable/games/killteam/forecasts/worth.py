"""What a kill team is worth in one round of fire, against three typical operatives."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member
from xenotable.games.killteam.forecasts.calculators import CALCULATORS, profiles, target_values
from xenotable.games.killteam.rules.content.rosters import member
from xenotable.odds.typical_targets import Body, Range, exchanges


def body(one: Member) -> Body:
    """With the first profile of each ranged weapon."""
    unit = content.units()[one.unit]
    arms = [w for w in (*unit.ranged, *one.options) if content.weapons()[w].kind == "ranged"]
    shots = [next(profiles(w, "", {}, "")).values for w in dict.fromkeys(arms[:1])]
    return Body(one.name or unit.name, shots, target_values(unit))


def team_worth(members: Sequence[Member]) -> list[Forecast]:
    typical = [body(member(t.line)) for t in list(content.teams().values())[:3]]
    return exchanges(
        Range(CALCULATORS.by_id["shoot"], "weapon", "target", "incapacitated"), [*map(body, members)], typical
    )
