"""What things cost at the depot between two battles, and what they bring."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.xcx import content


def list_price(id: str) -> int:
    """What equipment costs by the list."""
    for table in (content.weapons(), content.armours(), content.items()):
        if id in table:
            return int(table[id].cost)
    return 0


def tier(id: str) -> int:
    for table in (content.weapons(), content.armours(), content.items()):
        if id in table:
            return int(table[id].tier)
    return 0


@rule("campaign.buying", neutral=lambda n, id: 0)
def price(n: int, id: str) -> int | None:
    """Tier I at its listed cost, Tier II from mission 4 on at twice that, Tier III never; models at card cost."""
    unit = content.units().get(id)
    if unit is not None:
        return None if "Unique" in unit.rules or not unit.hireable else unit.cost
    if tier(id) == 1:
        return list_price(id)
    return 2 * list_price(id) if tier(id) == 2 and n >= 4 else None


def why_not_sold(id: str) -> str:
    """In words, of what has no price now."""
    unit = content.units().get(id)
    if unit is not None:
        return "{x} is Unique and cannot be hired." if "Unique" in unit.rules else "{x} cannot be hired."
    says = {2: "Tier II is for sale after mission 4 and later.", 3: "Tier III is never for sale."}
    return says.get(tier(id), "{x} is not for sale.")


@rule("campaign.selling", neutral=lambda id: 0)
def resale(id: str) -> int:
    return list_price(id) // 2
