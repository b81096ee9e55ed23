"""Modifiers: where they come from, how they add up, and the table of all of them with their sign.

A modifier is (label, amount, rule); it is added to the VALUE. A higher value is easier to roll under.
"""

from __future__ import annotations

from msgspec import Struct

from xenotable.engine import acts, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.measuring import distance_between
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.sight import IN_HARD, IN_SOFT, look
from xenotable.games.xcx.state import Xcx
from xenotable.games.xcx.terrain import TOL

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
        return f"{', '.join(found)} = {self.value}"


@rule("modifiers.no-cap", neutral=lambda base, parts: base)
def total(base: int, parts: tuple[Part, ...]) -> int:
    """All apply at once, in no order, without limit."""
    cite("modifiers.sources")
    return base + sum(amount for _, amount, _ in parts)


@rule("tests.weapon-skill", neutral=lambda game, id, weapon: 0)
def skill_value(game: Xcx, id: str, weapon: content.Weapon) -> int:
    return profile_of(game, id).skill(weapon.skill)


@rule("shooting.long-range", neutral=lambda distance, range_: None)
def range_band(distance: float, range_: float) -> Part:
    """Less than half the Range is short, everything else long: there is no band between."""
    cite("grid.half-range")
    if distance < range_ / 2 - TOL and acts("shooting.short-range"):
        return ("short range", 1, "shooting.short-range")
    return ("long range", -1, "shooting.long-range")


@rule("shooting.soft-cover", neutral=lambda cover: None)
def cover_part(cover: int) -> Part | None:
    """Soft and Hard Cover never add up, and each counts once."""
    cite("sight.cover-not-cumulative")
    cite("modifiers.same-source-once")
    if cover == IN_HARD and acts("shooting.hard-cover"):
        return ("hard cover", -2, "shooting.hard-cover")
    return ("soft cover", -1, "shooting.soft-cover") if cover == IN_SOFT else None


@rule("shooting.target-down", neutral=lambda game, target: None)
def down_part(game: Xcx, target: str) -> Part | None:
    if not game.models[target].down:
        return None
    cite("actions.down-effect")
    return ("target down", -2, "shooting.target-down")


@rule("shooting.moving", neutral=lambda manner, braced: None)
def moving_part(manner: str, braced: bool) -> Part | None:
    """Every shot of an Advance order, whether before or after the move; a Recoil Brace cancels it."""
    if manner != "advance":
        return None
    cite("actions.advance-penalty")
    if braced and acts("rewards.recoil-brace"):
        return None
    return ("moving", -1, "shooting.moving")


@rule("special.deadeye", neutral=lambda game, id, manner: None)
def deadeye_part(game: Xcx, id: str, manner: str) -> Part | None:
    if manner in STILL and "Deadeye" in profile_of(game, id).rules:
        return ("Deadeye", 1, "special.deadeye")
    return None


@rule("rewards.red-dot", neutral=lambda fitted: None)
def sight_part(fitted: tuple[str, ...]) -> Part | None:
    if "predictor-sight" in fitted:
        return ("Predictor Sight", 2, "rewards.red-dot")
    return ("Red-dot Sight", 1, "rewards.red-dot") if "red-dot-sight" in fitted else None


@rule("special.unstable", neutral=lambda game, id: None)
def unstable_part(game: Xcx, id: str) -> Part | None:
    return ("Unstable", -2, "special.unstable") if "Unstable" in profile_of(game, id).rules else None


@rule("shooting.distance-moment", neutral=lambda game, id, target, manner: (0.0, 0))
def shot_from(game: Xcx, id: str, target: str, manner: str) -> tuple[float, int]:
    """Distance and cover at this moment; a free attack is made in contact, without cover."""
    if manner == "free" and acts("engaged.free-attack-shooting"):
        return 0.0, 0
    a, t, field = game.models[id], game.models[target], field_of(game)
    cite("sight.cover-attacker-side")
    return distance_between(field, a, t), max(0, look(field, a, t))


@rule("modifiers.to-hit-table", neutral=lambda game, id, target, weapon, manner, seen=None: Aim(weapon.skill, 0, ()))
def shooting_aim(
    game: Xcx, id: str, target: str, weapon: content.Weapon, manner: str, seen: tuple[float, int] | None = None
) -> Aim:
    """The to-hit value of a shot with everything that changes it; `seen`: distance and cover from elsewhere."""
    base = skill_value(game, id, weapon)
    if "Sniper" in weapon.rules:
        return sniper_aim(game, target, weapon, base)
    distance, cover = seen or shot_from(game, id, target, manner)
    fitted = profile_of(game, id).fitted.get(weapon.id, ())
    found = (
        range_band(distance, weapon.range),
        moving_part(manner, "recoil-brace" in fitted),
        cover_part(cover),
        down_part(game, target),
        deadeye_part(game, id, manner),
        sight_part(fitted),
    )
    cite("shooting.modifiers-add")
    cite("tests.modifiers-to-value")
    return Aim(weapon.skill, base, tuple(p for p in found if p is not None))


@rule("special.sniper-modifiers", neutral=lambda game, target, weapon, base: Aim(weapon.skill, base - 2, ()))
def sniper_aim(game: Xcx, target: str, weapon: content.Weapon, base: int) -> Aim:
    """Nothing counts for a Sniper weapon, bonuses included, except that the target is Down."""
    cite("modifiers.sniper-ignores")
    part = down_part(game, target)
    return Aim(weapon.skill, base, (part,) if part else ())


@rule("skills.mindspin-to-hit", neutral=lambda game, id, target, manner, seen=None: Aim("psi", 0, ()))
def mindspin_aim(game: Xcx, id: str, target: str, manner: str, seen: tuple[float, int] | None = None) -> Aim:
    p = profile_of(game, id)
    distance, cover = seen or shot_from(game, id, target, manner)
    found = (
        range_band(distance, p.unit.mindspin_range),
        moving_part(manner, False),
        cover_part(cover),
        down_part(game, target),
        unstable_part(game, id),
    )
    return Aim("psi", p.skill("psi"), tuple(part for part in found if part is not None))


@rule("charging.weapon-zero", neutral=lambda game, id, target, weapon: Aim(weapon.skill, 0, ()))
def melee_aim(game: Xcx, id: str, target: str, weapon: content.Weapon) -> Aim:
    """In close combat only two things count: a Down target, and a gun used as a club."""
    found: list[Part] = []
    if game.models[target].down and acts("charging.down-bonus"):
        cite("actions.down-effect")
        found.append(("target down", 2, "charging.down-bonus"))
    if weapon.range >= 1 and acts("charging.gun-penalty"):
        found.append(("gun in close combat", -2, "charging.gun-penalty"))
    return Aim(weapon.skill, skill_value(game, id, weapon), tuple(found))


def aim(game: Xcx, id: str, target: str, weapon: str, manner: str, seen: tuple[float, int] | None = None) -> Aim:
    """The to-hit value of any attack."""
    if weapon == content.MINDSPIN:
        return mindspin_aim(game, id, target, manner, seen)
    found = content.weapons()[weapon]
    if manner in (MELEE, FREE_MELEE):
        return melee_aim(game, id, target, found)
    return shooting_aim(game, id, target, found, manner, seen)


@rule("modifiers.will-table", neutral=lambda game, id: Aim("will", profile_of(game, id).will, ()))
def will_aim(game: Xcx, id: str) -> Aim:
    """WILL less 1 per Suppression marker, and 1 for a dead Leader."""
    m, found = game.models[id], []
    if m.markers:
        cite("suppression.will-everywhere")
        found.append(("suppression", -m.markers, "suppression.value"))
    if leader_dead(game, id):
        found.append(("Leader dead", -1, "squad.leader-killed"))
    return Aim("will", profile_of(game, id).will, tuple(found))


@rule("squad.leader-killed", neutral=lambda game, id: False)
def leader_dead(game: Xcx, id: str) -> bool:
    """Is the Leader of the Squad that this model belongs to dead? Whoever controlled it then does not matter."""
    from xenotable.games.xcx.state import DEAD

    kit, m = game.kits[id], game.models[id]
    if not kit.faction or kit.leader:
        return False
    cite("squad.leader-not-replaced")
    return any(
        k.leader and game.models[i].state == DEAD and game.models[i].owner == m.owner and game.models[i].seat == m.seat
        for i, k in game.kits.items()
    )
