"""Regenerates what follows from the weights of Xenocide's points formula: prices of models, titans and their options,
the totals of the shipped armies (which are refitted to their points), and the numbers that rules quote.

    python tools/reprice.py            writes the catalogue anew
    python tools/reprice.py --check    ends with 1 if that would change anything
"""

# ruff: noqa: E501  # sentences of the rulebook stand on one line each, as in the catalogue

import re
import sys
from pathlib import Path
from typing import Any

from xenotable.games.xenocide.content import Kind, armies, titan_weapons, titans, weapons
from xenotable.games.xenocide.rules.army import models
from xenotable.games.xenocide.rules.army.lists import LIMITS, transports_with
from xenotable.games.xenocide.rules.army.models import kinds
from xenotable.games.xenocide.rules.pricing import formula

CATALOGUE = Path("src/xenotable/games/xenocide/rulebook.toml")
SLACK = 12  # points that an army may stay below its total before it gets another model
FIXED = ("joes-example",)  # as the source prints it
Unit = list[tuple[str, int]]


def vp(id: str) -> int:
    """What a model costs by the formula."""
    kind = kinds()[id]
    if kind.titan is None:
        return formula.price(kind)
    name, *swapped = id.split("+")
    titan = next(t for t in titans() if t["id"] == name)
    mounted = list(titan["weapons"])
    for o in titan["options"]:
        if o["with"] in swapped:
            mounted[mounted.index(o["replace"])] = o["with"]
    return formula.titan_price(titan, tuple(mounted))


# ---- prices and armies -----------------------------------------------------------------------------------------------


def with_prices(text: str) -> str:
    for k in [k for k in kinds().values() if k.titan is None]:
        text = _set(text, "unit", k.id, "vp", str(vp(k.id)))
    for t in titans():
        text = _set(text, "titan", t["id"], "vp", str(vp(t["id"])))
        swaps = [
            f'{{ replace = "{o["replace"]}", with = "{o["with"]}", vp = {change} }}'
            for o, change in zip(t["options"], models.option_prices(t), strict=True)
        ]
        text = _set(text, "titan", t["id"], "options", f"[{', '.join(swaps)}]")
    return text


def _set(text: str, table: str, id: str, key: str, value: str) -> str:
    """The value of a key in the entry with this id."""
    entry = re.compile(rf'(\[\[{table}\]\]\nid = "{re.escape(id)}"\n(?:(?!\[\[).*\n)*?{key} = )[^\n]*')
    found, n = entry.subn(lambda m: m.group(1) + value, text, count=1)
    if n != 1:
        raise SystemExit(f"[[{table}]] {id} has no {key}.")
    return found


def with_armies(text: str) -> str:
    for army in armies().values():
        companies = [(c.name, [list(u) for u in c.units]) for c in army.companies]
        if army.id not in FIXED:
            refit([u for _, us in companies for u in us], army.points, companies)
        rows = [
            f'  {{ name = "{name}", vp = {sum(map(cost, us))}, units = [{", ".join(map(written, us))}] }},'
            for name, us in companies
        ]
        total = sum(cost(u) for _, us in companies for u in us)
        head = f'[[army]]\nid = "{army.id}"\nname = "{army.name}"\nfaction = "{army.faction}"\npoints = {army.points}\n'
        entry = f"{head}vp = {total}\ncompanies = [\n" + "\n".join(rows) + "\n]\n"
        old = re.compile(rf'\[\[army\]\]\nid = "{re.escape(army.id)}"\n(?:(?!\[\[(?!army\.))(?!#).*\n)*')
        if not old.search(text):
            raise SystemExit(f"[[army]] {army.id} is not there.")
        text = old.sub(lambda _, entry=entry: entry, text, count=1)  # type: ignore[misc]  # bound to this entry
    return text


def cost(unit: Unit) -> int:
    return sum(vp(k) * n for k, n in unit)


def written(unit: Unit) -> str:
    return "[" + ", ".join(f'["{k}", {n}]' for k, n in unit) + "]"


def refit(units: list[Unit], points: int, companies: list[tuple[str, list[Unit]]]) -> None:
    """Takes models away while the army is too dear, adds some while it is far too cheap; limits of units and companies
    hold, and transports stay as many as are needed."""
    while sum(map(cost, units)) > points or heavy(companies):
        able = [u for u in (heavy(companies) or units) if size(u) > limits(u)[0]]
        if not able:
            raise SystemExit("An army cannot be made cheap enough.")
        change(max(able, key=lambda u: (size(u) - limits(u)[0], -cost(u))), -1)
    while True:
        left = points - sum(map(cost, units))
        able = [u for u in units if size(u) < limits(u)[1] and vp(u[0][0]) <= left and not transports_with(tuple(u))]
        able = [u for u in able if fair(u, companies)]
        if left <= SLACK or not able:
            return
        change(max(able, key=lambda u: (vp(u[0][0]), -size(u))), 1)


def heavy(companies: list[tuple[str, list[Unit]]]) -> list[Unit]:
    """The units of a company that holds more than 40 % of the army."""
    total = sum(cost(u) for _, us in companies for u in us)
    return next((us for _, us in companies if sum(map(cost, us)) * 5 > total * 2), [])


def size(unit: Unit) -> int:
    riding = dict(transports_with(tuple(unit)))
    return sum(n for k, n in unit if k not in riding)


def limits(unit: Unit) -> tuple[int, int]:
    kind = kinds()[unit[0][0]]
    return (1, 1) if kind.titan is not None else LIMITS["6mm"][kind.klass]


def change(unit: Unit, by: int) -> None:
    """One model more or less, and as many transports as are needed then."""
    (lead, n), *rest = unit
    unit[:] = [(lead, n + by), *rest]
    for i, (k, _) in enumerate(unit):
        if k in dict(transports_with(tuple(unit))):
            need = sum(kinds()[x].size * c for x, c in unit if not kinds()[x].transport)
            unit[i] = (k, -(-need // kinds()[k].transport))


def fair(unit: Unit, companies: list[tuple[str, list[Unit]]]) -> bool:
    """Would the company of a unit stay below 40 % with another model?"""
    total = sum(cost(u) for _, us in companies for u in us) + vp(unit[0][0])
    mine = next(us for _, us in companies if any(u is unit for u in us))
    return (sum(map(cost, mine)) + vp(unit[0][0])) * 5 <= total * 2


# ---- numbers that rules quote ----------------------------------------------------------------------------------------


def n(x: float, digits: int = 4) -> str:
    return f"{x:.{digits}f}".rstrip("0").rstrip(".")


def several(values: Any, names: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def offence_of(k: Kind) -> tuple[float, float, float]:
    """Fire, mobility and offence of a model."""
    fire = sum(formula.weapon_value(w) for w in k.weapons)
    points = formula.special_points(k.caa, k.guard, k.charge, k.cutter, k.shatter)
    mobile = formula.mobility(k.move, k.types, k.jump, k.teleport, k.burrowing, k.amphibious)
    return fire, mobile, formula.offence(fire, k.caa, points, mobile)


def worked(k: Kind) -> str:
    _, _, o = offence_of(k)
    raw = formula.factors().scale * (o * formula.durability(k)) ** 0.5 + formula.utility(k)
    return f"{raw:.2f} -> {vp(k.id)}"


def quoted() -> dict[tuple[str, str], str]:
    """The sentences with numbers, as the weights have them now."""
    f, k = formula.factors(), kinds()
    foot, tank, heavy, grav = (k[x] for x in ("medium-infantry", "medium-tank", "heavy-tank", "grav-assault-infantry"))
    cannon, howitzer = weapons()["tank-cannon"], weapons()["howitzer"]
    fire, mobile, o = offence_of(tank)
    bastion = titans()[0]
    swaps = [vp("bastion-titan"), *(vp("bastion-titan") + c for c in models.option_prices(bastion))]
    both = formula.titan_price(bastion, ("siege-mortar", "rotary-battery", "point-defence"))
    joe = armies()["joes-example"]
    values = [sum(cost(list(u)) for u in c.units) for c in joe.companies]
    platoon = 6 * vp("medium-infantry") + 3 * vp("apc")
    t, special = f.type_mobility, f.ranged_special
    macro = titan_weapons()["macro-cannon"]["levels"]
    return {
        ("pricing.formula", "says"): f"VP = max(1, floor({n(f.scale)} x sqrt(O x D) + U + 0.5)), where O is offence, D durability and U utility as defined in this chapter. Computation is in double precision without intermediate rounding.",
        ("pricing.formula", "example"): f"Medium Infantry: O={n(offence_of(foot)[2])}, D={n(formula.durability(foot))}, U=0 -> {worked(foot)}.",
        ("pricing.offence", "says"): f"O = ({n(f.presence)} + F + {n(f.assault_weight)} x (CAA + S)) x M, where F is the sum of the model's weapon values, S its close assault special points and M its mobility. The {n(f.presence)} stands for holding ground.",
        ("pricing.offence", "example"): f"Medium Tank: F={n(fire)}, CAA 2, S=0, M={n(mobile)} -> O={n(o)}; D={n(formula.durability(tank))} -> {worked(tank)}.",
        ("pricing.weapon-value", "example"): f"Tank cannon 1 shot, accuracy 3, strength 2, range 36: 1 x 0.5 x {n(formula.strength_factor(cannon))} x {n(formula.range_factor(cannon))} = {n(formula.weapon_value(cannon))}.",
        ("pricing.strength-factor", "says"): f"K = {', '.join(map(str, f.strength_factor))} for strength 0, 1, 2, 3, 4, 5.",
        ("pricing.range-factor", "says"): f"R = sqrt(range / {n(f.range_base)}). Bombs have R = 1.",
        ("pricing.range-factor", "example"): "; ".join(f"{'Range' if x == 24 else 'range'} {x} -> {n((x / f.range_base) ** 0.5)}" for x in (24, 48, 12)) + ".",
        ("pricing.area-factor", "says"): "G = {} without area effect, {} for 1d3, {} for 2d3, {} for 3d3, {} for 4d3.".format(*f.area_factor),
        ("pricing.ranged-special-factor", "says"): f"Special factors: {several((special[x] for x in special), (x.title().replace('-', ' ').replace('Anti Air', 'Anti-Air') for x in special))}.",
        ("pricing.ranged-special-factor", "example"): f"Howitzer 1 shot, artillery, strength 1, range 72, 2d3, Suppression: 0.5 x {n(formula.strength_factor(howitzer))} x {n(formula.range_factor(howitzer))} x {f.area_factor[2]} x {special['artillery']} x {special['suppression']} = {n(formula.weapon_value(howitzer))}.",
        ("pricing.assault-special-points", "says"): f"S adds {f.guard_points} x N for Guard N, {f.charge_points} x N for Charge N, {f.cutter_points_per_caa} x CAA for Cutter and {f.shatter_points} for Shatter. For titans CAA here includes the weapon bonuses of pricing.titan-assault, and specials of mounted close assault weapons count.",
        ("pricing.mobility", "says"): f"M = 1 + Move/{n(f.move_base)} + type bonuses + special bonuses. Type bonuses (all types of the model added): {several((n(v) for v in t.values()), t)}. Specials: Jump X/{n(f.jump_base)}, Teleport X/{n(f.teleport_base)}, Burrowing {f.burrowing_mobility}, Amphibious {f.amphibious_mobility}; titans add boost/{n(f.boost_base)}.",
        ("pricing.mobility", "example"): f"Grav Assault Infantry: 1 + 8/{n(f.move_base)} + {n(t['infantry'])} + {n(t['skimmer'])} + 12/{n(f.jump_base)} = {n(offence_of(grav)[1])}.",
        ("pricing.durability", "example"): f"Heavy Tank: armour 6 ({f.armor_factor[6]}) x aspect +1 ({f.aspect_factor['1']}) x CAD 66 ({f.cad_factor['66']}) = {n(formula.durability(heavy))}.",
        ("pricing.armor-factor", "says"): f"Armour factor {', '.join(map(str, f.armor_factor))} for armour 0 to 7.",
        ("pricing.aspect-factor", "says"): f"Aspect factor {', '.join(map(str, f.aspect_factor.values()))} for aspect -3, -2, -1, 0, +1, +2, +3.",
        ("pricing.aspect-factor", "example"): f"A model changed from aspect 0 to -1 has its D multiplied by {n(f.aspect_factor['-1'] / f.aspect_factor['0'])} and its price by about {(f.aspect_factor['-1'] / f.aspect_factor['0']) ** 0.5:.2f} before U.",
        ("pricing.cad-factor", "says"): f"CAD factor {', '.join(map(str, f.cad_factor.values()))} for CAD {', '.join(f.cad_factor)}.",
        ("pricing.defensive-factors", "says"): f"Further factors of D: infantry {f.infantry_durability}; Shield X divides by (1 - X/6); Stealth {f.stealth_durability}; hover or flyer {f.airborne_durability} (once); Burrowing {f.burrowing_durability}; open transport {f.open_transport_durability}; carrying an Artillery weapon {f.artillery_durability} (once, not for titans).",
        ("pricing.defensive-factors", "example"): f"Lancer Adepts: {f.armor_factor[2]} x {f.aspect_factor['-1']} x {f.cad_factor['4']} x {f.infantry_durability} / (1 - 2/6) = {n(formula.durability(k['lancer-adept']))}.",
        ("pricing.utility", "says"): f"U = transport capacity x {n(f.transport_utility)} + {n(f.recon_utility)} if Recon + {n(f.entrench_utility)} if Entrench.",
        ("pricing.titan-fire", "example"): f"Macro cannon: power 0 {_level(macro, 0):.3f}, best {max(_level(macro, x['power']) for x in macro if x['power']):.3f} -> {formula.titan_fire(macro):.3f}.",
        ("pricing.titan-durability", "says"): f"A titan's D is multiplied by (core + 1 + {f.layer_weight} x deflector layers), by {f.diffraction_durability} if it has a diffraction shield (using the diffracted aspect), by {f.flicker_durability}/(1 - N/6) for Flicker N, and by {f.regenerating_durability} if Regenerating.",
        ("pricing.titan-durability", "example"): f"Bastion: {f.armor_factor[6]} x {f.aspect_factor['2']} x {f.cad_factor['666']} x (4 + 1 + {n(3 * f.layer_weight)}) = {n(formula.titan_durability(bastion))}; it costs {vp('bastion-titan')}.",
        ("army.titan-options", "example"): f"Bastion Titan {swaps[0]}; sword to rotary battery {swaps[1] - swaps[0]:+d} = {swaps[1]}; macro cannon to siege mortar {swaps[2] - swaps[0]:+d} = {swaps[2]}; both: {both}, not {swaps[1] + swaps[2] - swaps[0]}.",
        ("army.unit-vp", "example"): f"6 Medium Infantry ({vp('medium-infantry')}) and 3 APCs ({vp('apc')}) -> {platoon}.",
        ("army.army-value", "example"): f"Joe's example army in an {joe.points} point game has army value {sum(values)}: the break threshold is {n(sum(values) / 2)} points lost.",
        ("army.example-army", "example"): f"Company values {', '.join(map(str, values[:-1]))} and {values[-1]}; army value {sum(values)}; largest share {100 * max(values) / sum(values):.1f}%.",
        ("scenarios.attrition-loss", "example"): f"A platoon of {platoon} VP with one APC left: 0 lost. When that APC dies: {platoon} lost.",
        ("content.army-data", "example"): ", ".join(f"{a} totals {sum(cost(list(u)) for c in armies()[a].companies for u in c.units)}" for a in ("generic-1000", "lumen-1000", "thren-1000")) + ".",
    }  # fmt: skip


def _level(levels: list[dict[str, Any]], power: int) -> float:
    import msgspec

    from xenotable.games.xenocide.content import Weapon

    line = next((x for x in levels if x["power"] == power), None)
    return formula.weapon_value(msgspec.convert({"id": "", "name": "", **line}, Weapon)) if line else 0.0


def with_sentences(text: str) -> str:
    for (id, key), sentence in quoted().items():
        entry = re.compile(rf'(\[\[rule\]\]\nid = "{re.escape(id)}"\n(?:(?!\[\[).*\n)*?{key} = ")[^"\n]*"')
        text, found = entry.subn(lambda m, s=sentence: f'{m.group(1)}{s}"', text, count=1)  # type: ignore[misc]  # bound
        if not found:
            raise SystemExit(f"The rule {id} has no {key}.")
    return text


def main() -> None:
    before = CATALOGUE.read_text()
    after = with_sentences(with_armies(with_prices(before)))
    if after == before:
        return
    if "--check" in sys.argv:
        raise SystemExit("The prices do not follow from the weights: run python tools/reprice.py.")
    CATALOGUE.write_text(after)
    print("Prices, armies and examples are written; run it again until it is silent, because armies quote each other.")


if __name__ == "__main__":
    main()
