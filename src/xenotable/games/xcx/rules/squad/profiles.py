"""What a model is: its card with everything bought, won or learnt."""

from __future__ import annotations

import msgspec

from xenotable.engine import cite, memoize, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.state import DEAD, Kit, Model, Recruit, Xcx


@rule("squad.faction-xcx", neutral=lambda game, model: 0)
def xcx_point(game: Xcx, model: str) -> int:
    return 1 if profile_of(game, model).xcx else 0


def join(game: Xcx, side: int, number: int, recruit: Recruit, faction: str, seat: int) -> str:
    cite("squad.unit-is-models")
    cite("play.bases")
    id = f"{'abnc'[side]}{number}"
    profile = recruit_profile(recruit, faction)
    game.kits.add(id, Kit(recruit, faction, recruit.leader))
    wounds = profile.wounds
    game.models.add(
        id, Model(recruit.unit, side, side, seat, number, wounds, wounds, r=profile.r, markers=recruit.shaken)
    )
    return id


@rule("squad.leader-killed", neutral=lambda game, model: False)
def leader_dead(game: Xcx, model: str) -> bool:
    """Is the Leader of the Squad that this model belongs to dead? Whoever controlled it then does not matter."""
    kit, row = game.kits[model], game.models[model]
    if not kit.faction or kit.leader:
        return False
    cite("squad.leader-not-replaced")
    return any(
        k.leader
        and game.models[i].state == DEAD
        and game.models[i].owner == row.owner
        and game.models[i].seat == row.seat
        for i, k in game.kits.items()
    )


class Profile(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A card with promotions, weapons and rules worked in. Worn armour is looked at where it acts. There is one of each
    kind (`recruit_profile`), so results can be kept by it."""

    unit: content.Unit
    name: str
    cost: int
    r: float
    mobility: int
    wounds: int
    skills: dict[str, int]
    will: int
    weapons: tuple[content.Weapon, ...]
    fitted: dict[str, tuple[str, ...]]  # attachments by weapon
    carried: tuple[str, ...]
    rules: frozenset[str]
    worn: content.Armour | None
    xcx: bool  # has the XCX keyword in an XCX Squad

    def skill(self, key: str) -> int:
        return self.skills.get(key, 0)

    def works_by(self, key: str) -> bool:
        """May it use this skill on objectives? Whoever is Weak Minded only searches."""
        return self.skill(key) > 0 and (key == "search" or "Weak Minded" not in self.rules)


def weapon_ids(unit: content.Unit, recruit: Recruit) -> tuple[str, ...]:
    """The base loadout, with what was swapped in for it."""
    swapped = {"primary": recruit.primary, "secondary": recruit.secondary}
    return tuple(swapped.get(content.weapons()[w].slot) or w for w in unit.loadout)


@rule("squad.base-loadout", neutral=lambda unit, recruit: ())
def weapons_of(unit: content.Unit, recruit: Recruit) -> tuple[content.Weapon, ...]:
    return tuple(content.weapons()[w] for w in weapon_ids(unit, recruit))


@memoize(4096)
def recruit_profile(recruit: Recruit, faction: str) -> Profile:
    unit = content.units()[recruit.unit]
    skills = {key: getattr(unit, key) for key in content.SKILLS}
    grown = {"will": unit.will, "wounds": unit.wounds, "mobility": unit.mobility, **skills}
    for up in recruit.ups:
        line = content.promotions()[up]
        for key in (line.key, *line.also):
            if grown[key] > 0 and not (line.cap and grown[key] >= line.cap):
                grown[key] += line.amount
    return Profile(
        unit=unit,
        name=recruit.name or unit.name,
        cost=unit.cost,
        r=unit.base / 2,
        mobility=grown["mobility"],
        wounds=grown["wounds"],
        skills={key: grown[key] for key in content.SKILLS},
        will=grown["will"],
        weapons=weapons_of(unit, recruit),
        fitted={w: tuple(i for i, on in recruit.items if on == w) for _, w in recruit.items if w},
        carried=tuple(i for i, w in recruit.items if not w),
        rules=frozenset((*unit.rules, *recruit.talents)),
        worn=content.armours().get(recruit.armour),
        xcx=faction == "XCX" and unit.faction == "XCX",
    )


def profile_of(game: Xcx, model: str) -> Profile:
    kit, known = game.kits[model], game.profiles.get(model)
    if known is None or known[0] is not kit:
        known = game.profiles[model] = (kit, recruit_profile(kit.recruit, kit.faction))
    profile: Profile = known[1]
    return profile
