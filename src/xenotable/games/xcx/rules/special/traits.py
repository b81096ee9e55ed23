"""Special rules of models that change a value or what a model may do."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Refusal, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.modifiers.values import STILL, Aim, Part
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.shooting.modifiers import down_part
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.skills.reach import FAR, circle_of, gap_to
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.state import CIVIL, Xcx


@rule("special.blast-padding", neutral=lambda game, model: 0)
def blast_padding(game: Xcx, model: str) -> int:
    return 2 if "Blast Padding" in profile_of(game, model).rules else 0


@rule("special.cowardly", neutral=lambda game, model, cover: 0)
def cowardly(game: Xcx, model: str, cover: int) -> int:
    """In cover against this very shot, whatever a Sniper makes of the cover."""
    return 1 if cover > 0 and "Cowardly" in profile_of(game, model).rules else 0


@rule("special.deadeye", neutral=lambda game, model, manner: None)
def deadeye_part(game: Xcx, model: str, manner: str) -> Part | None:
    if manner in STILL and "Deadeye" in profile_of(game, model).rules:
        return ("Deadeye", 1, "special.deadeye")
    return None


@rule("special.unstable", neutral=lambda game, model: None)
def unstable_part(game: Xcx, model: str) -> Part | None:
    return ("Unstable", -2, "special.unstable") if "Unstable" in profile_of(game, model).rules else None


@rule("special.sniper-modifiers", neutral=lambda game, target, weapon, base: Aim(weapon.skill, base - 2, ()))
def sniper_aim(game: Xcx, target: str, weapon: content.Weapon, base: int) -> Aim:
    """Nothing counts for a Sniper weapon, bonuses included, except that the target is Down."""
    cite("modifiers.sniper-ignores")
    part = down_part(game, target)
    return Aim(weapon.skill, base, (part,) if part else ())


@rule("special.squadsight", neutral=lambda game, model, target: False)
def is_spotted(game: Xcx, model: str, target: str) -> bool:
    """Does another friend, in whatever state, also see the target?"""
    t, field = game.models[target], field_of(game)
    cite("special.squadsight-spotter")
    return any(i != model and sees(field, game.models[i], t) for i in standing_models(game, game.models[model].side))


@rule("special.hacker", neutral=lambda game, model, target: False)
def hacks_from_afar(game: Xcx, model: str, target: str) -> bool:
    """Within 12 Range and in line of sight instead of adjacent; sight is ours."""
    if "Hacker" not in profile_of(game, model).rules or not within(gap_to(game, model, target), FAR):
        return False
    return game.reads("special.hacker=unseen") or sees(field_of(game), game.models[model], circle_of(game, target))


@rule("special.machine", neutral=lambda game, model: False)
def machine(game: Xcx, model: str) -> bool:
    return bool(profile_of(game, model).unit.machine_class)


@rule("special.weak-minded", neutral=lambda game, model, skill, target: iter(()))
def weak_minded(game: Xcx, model: str, skill: str, target: str) -> Iterator[Refusal]:
    """For objectives [Search] only."""
    objective = target in game.things or game.models[target].side == CIVIL
    if skill != "search" and objective and "Weak Minded" in profile_of(game, model).rules:
        yield Refusal("special.weak-minded", "{who} is Weak Minded and may only search.", {"who": model})
