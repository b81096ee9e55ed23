"""The points formula: every price follows from the values of the model (chapter "pricing")."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from xenotable.engine import cite, rule
from xenotable.games.xenocide.content import CAD_ORDER, Kind, Weapon, titan_weapons, titans
from xenotable.rulebook import catalogue


class Factors(msgspec.Struct, frozen=True):
    scale: float
    presence: float
    assault_weight: float
    strength_factor: tuple[float, ...]
    area_factor: tuple[float, ...]
    armor_factor: tuple[float, ...]
    range_base: float
    move_base: float
    boost_base: float
    jump_base: float
    teleport_base: float
    burrowing_mobility: float
    amphibious_mobility: float
    infantry_durability: float
    stealth_durability: float
    airborne_durability: float
    burrowing_durability: float
    open_transport_durability: float
    artillery_durability: float
    diffraction_durability: float
    flicker_durability: float
    regenerating_durability: float
    layer_weight: float
    transport_utility: float
    recon_utility: float
    entrench_utility: float
    guard_points: float
    charge_points: float
    cutter_points_per_caa: float
    shatter_points: float
    aspect_factor: dict[str, float]
    cad_factor: dict[str, float]
    type_mobility: dict[str, float]
    ranged_special: dict[str, float]


@cache
def factors() -> Factors:
    return catalogue("xenocide").single("pricing", Factors)


@rule("pricing.accuracy-factor", neutral=lambda w: 1.0)
def accuracy_factor(w: Weapon) -> float:
    return 3 / 6 if w.artillery else min(w.accuracy, 6) / 6


@rule("pricing.strength-factor", neutral=lambda w: 1.0)
def strength_factor(w: Weapon) -> float:
    return factors().strength_factor[w.strength]


@rule("pricing.range-factor", neutral=lambda w: 1.0)
def range_factor(w: Weapon) -> float:
    return 1.0 if w.bombs else math.sqrt(w.range / factors().range_base)


@rule("pricing.area-factor", neutral=lambda w: 1.0)
def area_factor(w: Weapon) -> float:
    return factors().area_factor[w.aoe]


@rule("pricing.ranged-special-factor", neutral=lambda w: 1.0)
def special_factor(w: Weapon) -> float:
    return math.prod(factors().ranged_special[s] for s in sorted(w.special))


@rule("pricing.weapon-value", neutral=lambda w: 0.0)
def weapon_value(w: Weapon) -> float:
    return w.shots * accuracy_factor(w) * strength_factor(w) * range_factor(w) * area_factor(w) * special_factor(w)


@rule("pricing.assault-special-points", neutral=lambda *a: 0.0)
def special_points(caa: float, guard: int, charge: int, cutter: bool, shatter: bool) -> float:
    f = factors()
    points = f.guard_points * guard + f.charge_points * charge
    return points + f.cutter_points_per_caa * caa * cutter + f.shatter_points * shatter


@rule("pricing.mobility", neutral=lambda *a, **k: 1.0)
def mobility(
    move: float, types: tuple[str, ...], jump: float, teleport: float, burrows: bool, swims: bool, boost: float = 0.0
) -> float:
    f = factors()
    m = 1 + move / f.move_base + sum(f.type_mobility[t] for t in types) + jump / f.jump_base
    m += teleport / f.teleport_base
    return m + f.burrowing_mobility * burrows + f.amphibious_mobility * swims + boost / f.boost_base


@rule("pricing.offence", neutral=lambda *a: 0.0)
def offence(fire: float, caa: float, points: float, mobile: float) -> float:
    f = factors()
    return (f.presence + fire + f.assault_weight * (caa + points)) * mobile


@rule("pricing.armor-factor", neutral=lambda armor: 1.0)
def armor_factor(armor: int) -> float:
    return factors().armor_factor[armor]


@rule("pricing.aspect-factor", neutral=lambda aspect: 1.0)
def aspect_factor(aspect: int) -> float:
    return factors().aspect_factor[str(aspect)]


@rule("pricing.cad-factor", neutral=lambda cad: 1.0)
def cad_factor(cad: int) -> float:
    return factors().cad_factor[CAD_ORDER[cad - 1]]


@rule("pricing.defensive-factors", neutral=lambda k: 1.0)
def defensive_factors(k: Kind) -> float:
    f = factors()
    d = f.infantry_durability if k.infantry else 1.0
    d /= 1 - k.shield / 6
    d *= f.stealth_durability if k.stealth else 1.0
    d *= f.airborne_durability if "hover" in k.types or "flyer" in k.types else 1.0
    d *= f.burrowing_durability if k.burrowing else 1.0
    d *= f.open_transport_durability if k.open_transport and k.transport else 1.0  # whom it carries it protects less
    return d * (f.artillery_durability if any(w.artillery for w in k.weapons) else 1.0)


@rule("pricing.durability", neutral=lambda k: 1.0)
def durability(k: Kind) -> float:
    return armor_factor(k.armor) * aspect_factor(k.aspect) * cad_factor(k.cad) * defensive_factors(k)


@rule("pricing.utility", neutral=lambda k: 0.0)
def utility(k: Kind) -> float:
    f = factors()
    return k.transport * f.transport_utility + f.recon_utility * k.recon + f.entrench_utility * k.entrench


@rule("pricing.formula", neutral=lambda o, d, u: 0)
def vp(offensive: float, durable: float, useful: float) -> int:
    return max(1, math.floor(factors().scale * math.sqrt(offensive * durable) + useful + 0.5))


def price(k: Kind) -> int:
    cite("stats.vp")
    if k.titan is not None:
        entry = next(t for t in titans() if t["id"] == k.id.partition("+")[0])
        return titan_price(entry, tuple(a.id for a in k.titan.arms))
    fire = sum(weapon_value(w) for w in k.weapons)
    points = special_points(k.caa, k.guard, k.charge, k.cutter, k.shatter)
    mobile = mobility(k.move, k.types, k.jump, k.teleport, k.burrowing, k.amphibious)
    return vp(offence(fire, k.caa, points, mobile), durability(k), utility(k))


@rule("pricing.price-test")
def mispriced_models(models: Iterable[Kind]) -> list[str]:
    """The models whose price is not that of the formula."""
    return [k.id for k in models if price(k) != k.vp]


# ---- titans ----------------------------------------------------------------------------------------------------------


@rule("pricing.titan-fire", neutral=lambda levels: 0.0)
def titan_fire(levels: list[dict[str, Any]]) -> float:
    worth = {lv["power"]: weapon_value(msgspec.convert({"id": "", "name": "", **lv}, Weapon)) for lv in levels}
    return (worth.get(0, 0.0) + max(v for p, v in worth.items() if p)) / 2


@rule("pricing.titan-assault", neutral=lambda weapon: 0.0)
def titan_assault(weapon: dict[str, Any]) -> float:
    return weapon["caa"] + weapon["caa_per_power"] / 2  # type: ignore[no-any-return]  # numbers of the catalogue


@rule("pricing.titan-durability", neutral=lambda t: 1.0)
def titan_durability(t: dict[str, Any]) -> float:
    f, special = factors(), {s.partition("-")[0]: s.rpartition("-")[2] for s in t["defense_special"]}
    d = armor_factor(t["armor"]) * aspect_factor(t["aspect"]) * cad_factor(CAD_ORDER.index(t["cad"]) + 1)
    d *= t["core"] + 1 + f.layer_weight * int(special.get("deflector", 0))
    d *= f.airborne_durability if "hover" in t["type"] or "flyer" in t["type"] else 1.0
    d *= f.burrowing_durability if "burrowing" in t["move_special"] else 1.0
    d *= f.diffraction_durability if "diffraction" in special else 1.0
    d *= f.flicker_durability / (1 - int(special["flicker"]) / 6) if "flicker" in special else 1.0
    return float(d * (f.regenerating_durability if "regenerating" in special else 1.0))


def titan_price(t: dict[str, Any], weapons: tuple[str, ...] | None = None) -> int:
    """The price of a titan with these weapons (its standard ones if none are named)."""
    mounted = [titan_weapons()[w] for w in (weapons or t["weapons"])]
    blades = [w for w in mounted if w["kind"] == "assault"]
    caa = t["caa"] + sum(titan_assault(w) for w in blades)
    names = {s for w in blades for s in w["special"]} | set(t["ca_special"])
    points = special_points(caa, 0, 0, "cutter" in names, "shatter" in names)
    fire = sum(titan_fire(w["levels"]) for w in mounted if w["kind"] == "ranged")
    ways = {s.partition("-")[0]: s.rpartition("-")[2] for s in t["move_special"]}
    mobile = mobility(
        t["move"], tuple(t["type"]), float(ways.get("jump", 0)), float(ways.get("teleport", 0)), "burrowing" in ways,
        "amphibious" in ways, t["boost"],
    )  # fmt: skip
    return vp(offence(fire, caa, points, mobile), titan_durability(t), 0.0)
