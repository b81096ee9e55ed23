"""What an army is worth in one round of fire, against three typical units."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast
from xenotable.games.xenocide.content import Company
from xenotable.games.xenocide.forecasts.calculators import CALCULATORS
from xenotable.games.xenocide.forecasts.stage import gun_values, mark_values
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.odds.typical_targets import Body, Range, exchanges

TYPICAL = (("medium-infantry", 6), ("gun-truck", 4), ("medium-tank", 3))


def body(label: str, id: str, n: int) -> Body:
    kind = kinds()[id]
    shots = [{**gun_values(kind, w), "models": n} for w in kind.weapons if not w.bombs]
    return Body(label, shots, {**mark_values(kind), "models": n})


def army_worth(companies: Sequence[Company]) -> list[Forecast]:
    """Kind by kind; titans, which are shot at by rules of their own, are left out."""
    typical = [body(f"{n} {kinds()[id].name}", id, n) for id, n in TYPICAL]
    mine = [
        body(f"{c.name}: {n} {kinds()[id].name}", id, n)
        for c in companies
        for unit in c.units
        for id, n in unit
        if id in kinds() and kinds()[id].titan is None and 1 <= n <= 8
    ]
    return exchanges(Range(CALCULATORS.by_id["shoot"], "weapon", "target", "eliminated"), mine, typical)
