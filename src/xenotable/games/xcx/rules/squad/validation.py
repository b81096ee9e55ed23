"""Preparing a Squad: points, factions, loadouts, and all reasons why a Squad is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.faults import nearest
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.squad.profiles import weapon_ids
from xenotable.games.xcx.state import Recruit, Squad

TROOPER = "advent-trooper"
LEAVE_OUT = "Leave it out."
OWN_WEAPON = "Keep its own weapon."
SIGHTS = {"red-dot-sight", "predictor-sight"}


# ---- what things cost and who can use them ---------------------------------------------------------------------------


@rule("squad.weapon-swap", neutral=lambda unit, recruit: 0)
def swap_cost(unit: content.Unit, recruit: Recruit) -> int:
    """The difference of the weapon costs where it is positive; a cheaper weapon refunds nothing."""
    more = 0
    for old in unit.loadout:
        weapon = content.weapons()[old]
        new = {"primary": recruit.primary, "secondary": recruit.secondary}.get(weapon.slot)
        if new and new in content.weapons():
            more += max(0, content.weapons()[new].cost - weapon.cost)
    return more


@rule("squad.buy-equipment", neutral=lambda recruit: 0)
def bought_cost(recruit: Recruit) -> int:
    armour = content.armours().get(recruit.armour)
    found = (content.items().get(i) for i, _ in recruit.items)
    return (armour.cost if armour else 0) + sum(i.cost for i in found if i)


def model_cost(recruit: Recruit) -> int:
    """What a model counts towards the limit in a single battle."""
    unit = content.units().get(recruit.unit)
    if unit is None or recruit.free or recruit.lent:
        return 0
    return unit.cost + swap_cost(unit, recruit) + bought_cost(recruit)


def squad_cost(squad: Squad) -> int:
    return sum(model_cost(r) for r in squad.models)


def can_use(unit: content.Unit, weapon: content.Weapon) -> bool:
    """Its skill for the weapon is at least 1, and it has hands for it; gremlins take only arc coils and their own."""
    if weapon.slot == "natural":
        return weapon.id in unit.loadout
    if unit.type in ("beast", "civilian") or getattr(unit, weapon.skill) < 1:
        return False
    return unit.machine_class != "gremlin" or weapon.family == "arc coils" or weapon.id in unit.loadout


def can_wear(unit: content.Unit) -> bool:
    return unit.type in ("human", "alien")


def can_carry(unit: content.Unit) -> bool:
    return unit.type not in ("beast", "civilian")


# ---- refusals --------------------------------------------------------------------------------------------------------


def weapon_refusals(who: str, unit: content.Unit, slot: str, id: str) -> Iterator[Refusal]:
    if not id:
        return
    weapon = content.weapons().get(id)
    if weapon is None:
        args = {"id": id, "near": nearest(id, content.weapons())}
        yield Refusal("content.weapons", "There is no weapon {id!r}.{near}", args, LEAVE_OUT)
        return
    owns = [content.weapons()[w].slot for w in unit.loadout]
    if weapon.slot != slot or slot not in owns:
        says = "{who} has no {slot} slot for {weapon}."
        yield Refusal("squad.weapon-swap", says, {"who": who, "slot": slot, "weapon": weapon.name}, OWN_WEAPON)
    elif not can_use(unit, weapon):
        args = {"who": who, "weapon": weapon.name}
        yield Refusal("squad.weapon-swap", "{who} cannot use {weapon}.", args, OWN_WEAPON)


@rule("squad.equipment-slots", neutral=lambda who, unit, recruit: iter(()))
def item_refusals(who: str, unit: content.Unit, recruit: Recruit) -> Iterator[Refusal]:
    slots = "squad.equipment-slots"
    if len(recruit.items) > 2:
        says = "{who} has two slots for attachments and items, not {n}."
        yield Refusal(slots, says, {"who": who, "n": len(recruit.items)}, "Leave something out.")
    if len({i for i, _ in recruit.items}) < len(recruit.items):
        yield Refusal(slots, "{who} cannot have the same attachment or item twice.", {"who": who}, LEAVE_OUT)
    if recruit.items and not can_carry(unit):
        yield Refusal("squad.buy-equipment", "{who} can carry nothing.", {"who": who}, LEAVE_OUT)
    for id, on in recruit.items:
        item = content.items().get(id)
        if item is None:
            args = {"id": id, "near": nearest(id, content.items())}
            yield Refusal("content.rewards", "There is no item {id!r}.{near}", args, LEAVE_OUT)
        elif item.kind == "attachment":
            yield from fitting_refusals(who, unit, recruit, item, on)
        elif on:
            says = "{item} is carried, not fitted to a weapon."
            yield Refusal(slots, says, {"item": item.name}, "Name no weapon for it.")
    sights = [on for id, on in recruit.items if id in SIGHTS]
    if len(sights) == 2 and sights[0] == sights[1]:
        yield Refusal("rewards.red-dot", "{who} cannot fit two sights to one weapon.", {"who": who}, LEAVE_OUT)


def fitting_refusals(who: str, unit: content.Unit, recruit: Recruit, item: content.Item, on: str) -> Iterator[Refusal]:
    has = weapon_ids(unit, recruit)
    weapon = content.weapons().get(on)
    if weapon is None or on not in has:
        says = "{item} must be fitted to a weapon of {who}."
        yield Refusal("squad.equipment-slots", says, {"item": item.name, "who": who}, "Name one of its weapons.")
    elif weapon.slot == "natural":
        args = {"item": item.name, "weapon": weapon.name}
        yield Refusal("squad.buy-equipment", "{item} does not fit {weapon}.", args, "Fit it to another weapon.")


def recruit_refusals(recruit: Recruit, faction: str, campaign: bool = False) -> Iterator[Refusal]:
    """What is wrong with one model."""
    unit = content.units().get(recruit.unit)
    if unit is None:
        near = nearest(recruit.unit, content.units())
        yield Refusal(
            "content.factions", "There is no unit {id!r}.{near}", {"id": recruit.unit, "near": near}, LEAVE_OUT
        )
        return
    who = recruit.name or unit.name
    if unit.faction not in (faction, "neutral"):
        says = "{who} belongs to {theirs}, the Squad to {ours}."
        yield Refusal("squad.faction", says, {"who": who, "theirs": unit.faction, "ours": faction}, LEAVE_OUT)
    elif not unit.hireable:
        yield Refusal("squad.faction", "{who} cannot be hired.", {"who": who}, LEAVE_OUT)
    yield from weapon_refusals(who, unit, "primary", recruit.primary)
    yield from weapon_refusals(who, unit, "secondary", recruit.secondary)
    if recruit.armour and recruit.armour not in content.armours():
        near = nearest(recruit.armour, content.armours())
        args = {"id": recruit.armour, "near": near}
        yield Refusal("content.rewards", "There is no armour {id!r}.{near}", args, LEAVE_OUT)
    elif recruit.armour and not can_wear(unit):
        yield Refusal("squad.buy-equipment", "{who} cannot wear armour.", {"who": who}, LEAVE_OUT)
    yield from item_refusals(who, unit, recruit)
    if recruit.free and not plain(recruit):
        says = "A free Trooper has its base loadout and nothing else."
        yield Refusal("squad.faction-advent", says, {}, "Leave its extras out, or pay for it.")


def plain(recruit: Recruit) -> bool:
    return not (
        recruit.primary or recruit.secondary or recruit.armour or recruit.items or recruit.ups or recruit.talents
    )


@rule("squad.trooper-levy", neutral=lambda limit, levy: 1)
def free_troopers(limit: int, levy: bool) -> int:
    """How many free Troopers an ADVENT Squad may add: one, or one per full 500 spl under the option."""
    return max(1, limit // 500) if levy else 1


@rule("squad.model-limit", neutral=lambda squad: iter(()))
def crowd_refusals(squad: Squad) -> Iterator[Refusal]:
    """Models of one name are one unit, of at most as many models as its card says."""
    cite("squad.one-unit-per-name")
    count = Counter(r.unit for r in squad.models if not r.free and not r.lent)
    for id, n in count.items():
        unit = content.units().get(id)
        if unit is not None and unit.hireable and n > unit.max:
            yield Refusal(
                "squad.model-limit",
                "{unit}: at most {max} models, not {n}.",
                {"unit": unit.name, "max": unit.max, "n": n},
                "Leave some out.",
            )


def squad_refusals(squad: Squad, limit: int, levy: bool = False, leaderless: bool = False) -> Iterator[Refusal]:
    """Everything that is wrong with a Squad."""
    for _, refusal in located_refusals(squad, limit, levy, leaderless):
        yield refusal


@rule("squad.validation", neutral=lambda squad, limit, levy=False, leaderless=False: iter(()))
def located_refusals(
    squad: Squad, limit: int, levy: bool = False, leaderless: bool = False
) -> Iterator[tuple[int | None, Refusal]]:
    """Everything that is wrong, with the place of the model that it is about; None: the Squad as a whole."""
    for i, recruit in enumerate(squad.models):
        yield from ((i, refusal) for refusal in recruit_refusals(recruit, squad.faction))
    yield from ((None, refusal) for refusal in whole_refusals(squad, limit, levy, leaderless))


def whole_refusals(squad: Squad, limit: int, levy: bool, leaderless: bool) -> Iterator[Refusal]:
    if squad.faction not in ("XCX", "ADVENT"):
        says = "A Squad belongs to XCX or ADVENT, not to {f!r}."
        yield Refusal("squad.faction", says, {"f": squad.faction}, "Choose one of them.")
    cost = squad_cost(squad)
    if cost > limit:
        args = {"cost": cost, "limit": limit, "more": cost - limit}
        says = "The Squad costs {cost} spl, {more} above the limit of {limit}."
        yield Refusal("squad.equal-points", says, args, "Leave something out.")
    if not squad.models:
        yield Refusal("squad.validation", "The Squad has no model.", {}, "Add one.")
    yield from crowd_refusals(squad)
    leaders = sum(r.leader for r in squad.models)
    if leaders > 1 or (leaders == 0 and squad.models and not leaderless):
        says = "A Squad names exactly one Leader, not {n}."
        yield Refusal("squad.leader-one", says, {"n": leaders}, "Say which model it is.")
    free = [r for r in squad.models if r.free]
    may = free_troopers(limit, levy) if squad.faction == "ADVENT" else 0
    if len(free) > may or any(r.unit != TROOPER for r in free):
        says = "{n} free models; an ADVENT Squad may add {may} free ADVENT Trooper, an XCX Squad none."
        yield Refusal("squad.faction-advent", says, {"n": len(free), "may": may}, "Pay for the others.")


def earned_refusals(squad: Squad) -> Iterator[Refusal]:
    """What only a campaign gives has no place in a single battle: models on loan, promotions, talents, shock."""
    for recruit in squad.models:
        if recruit.lent or recruit.ups or recruit.talents or recruit.shaken or recruit.soldier:
            args = {"who": recruit.name or recruit.unit}
            says = "{who} is on loan, promoted, trained or shaken, which belongs to campaigns."
            yield Refusal("campaign.roster", says, args, "Hire it as it stands on its card.")


@rule("squad.unique", neutral=lambda squads: iter(()))
def unique_refusals(squads: Iterable[Squad]) -> Iterator[Refusal]:
    """A Unique model once in a side's whole force, all co-operating players together."""
    cite("special.unique")
    count = Counter(r.unit for squad in squads for r in squad.models)
    for id, n in count.items():
        unit = content.units().get(id)
        if unit is not None and "Unique" in unit.rules and n > 1:
            says = "{unit} is Unique: one for the whole side, not {n}."
            yield Refusal("squad.unique", says, {"unit": unit.name, "n": n}, "Keep one.")


@rule("squad.sizes", neutral=lambda limit: iter(()))
def limit_refusals(limit: int) -> Iterator[Refusal]:
    if limit % 50 or not 250 <= limit <= 3000:
        yield Refusal(
            "squad.sizes", "The limit is a multiple of 50 from 250 to 3000, not {n}.", {"n": limit}, "Try 500."
        )
