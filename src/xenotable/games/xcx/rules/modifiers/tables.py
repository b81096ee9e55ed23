"""The tables of all modifiers, to hit and to WILL."""

from __future__ import annotations

from xenotable.engine import cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.charging import melee_aim
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE, Aim
from xenotable.games.xcx.rules.rewards.equipment import sight_part
from xenotable.games.xcx.rules.shooting.modifiers import cover_part, down_part, moving_part, range_band, shot_from
from xenotable.games.xcx.rules.skills.mindspin import mindspin_aim
from xenotable.games.xcx.rules.special.traits import deadeye_part, sniper_aim
from xenotable.games.xcx.rules.squad.profiles import leader_dead, profile_of
from xenotable.games.xcx.rules.tests import skill_value
from xenotable.games.xcx.state import Xcx


@rule("modifiers.to-hit-table", neutral=lambda game, model, target, weapon, manner, seen=None: Aim(weapon.skill, 0, ()))
def shooting_aim(
    game: Xcx, model: str, target: str, weapon: content.Weapon, manner: str, seen: tuple[float, int] | None = None
) -> Aim:
    """The to-hit value of a shot with everything that changes it; `seen`: distance and cover from elsewhere."""
    base = skill_value(game, model, weapon)
    if "Sniper" in weapon.rules:
        return sniper_aim(game, target, weapon, base)
    distance, cover = seen or shot_from(game, model, target, manner)
    fitted = profile_of(game, model).fitted.get(weapon.id, ())
    found = (
        range_band(distance, weapon.range),
        moving_part(manner, "recoil-brace" in fitted),
        cover_part(cover),
        down_part(game, target),
        deadeye_part(game, model, manner),
        sight_part(fitted),
    )
    cite("shooting.modifiers-add")
    cite("tests.modifiers-to-value")
    return Aim(weapon.skill, base, tuple(p for p in found if p is not None))


def aim(game: Xcx, model: str, target: str, weapon: str, manner: str, seen: tuple[float, int] | None = None) -> Aim:
    """The to-hit value of any attack."""
    if weapon == content.MINDSPIN:
        return mindspin_aim(game, model, target, manner, seen)
    found = content.weapons()[weapon]
    if manner in (MELEE, FREE_MELEE):
        return melee_aim(game, model, target, found)
    return shooting_aim(game, model, target, found, manner, seen)


@rule("modifiers.will-table", neutral=lambda game, model: Aim("will", profile_of(game, model).will, ()))
def will_aim(game: Xcx, model: str) -> Aim:
    """WILL less 1 per Suppression marker, and 1 for a dead Leader."""
    row, found = game.models[model], []
    if row.markers:
        cite("suppression.will-everywhere")
        found.append(("suppression", -row.markers, "suppression.value"))
    if leader_dead(game, model):
        found.append(("Leader dead", -1, "squad.leader-killed"))
    return Aim("will", profile_of(game, model).will, tuple(found))
