"""Armour and Wounds. The VALUE is rolled under and hurts: low is good. POINTS reduce damage: high is good."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE
from xenotable.games.xcx.rules.rewards.equipment import weapon_damage
from xenotable.games.xcx.rules.shooting.modifiers import shot_from
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.special.traits import blast_padding, cowardly
from xenotable.games.xcx.rules.squad.profiles import profile_of, xcx_point
from xenotable.games.xcx.rules.tests import FACES, faces_of, under
from xenotable.games.xcx.state import Xcx
from xenotable.odds import DEFENDER


@rule("damage.worn-armour", neutral=lambda card, worn, kind: card.get(kind, 0))
def worn_points(card: dict[str, int], worn: content.Armour, kind: str) -> int:
    """An item replaces the card's figure of the types it lists; other types keep the card's."""
    return worn.armour_points.get(kind, card.get(kind, 0))


@rule("damage.armour-points", neutral=lambda game, model, kind, cover: 0)
def armour_points(game: Xcx, model: str, kind: str, cover: int) -> int:
    """Step 4: points of the weapon's own type and of no other."""
    cite("damage.types")
    cite("modifiers.armour-table")
    p = profile_of(game, model)
    card = p.unit.armour_points
    points = worn_points(card, p.worn, kind) if p.worn is not None else card.get(kind, 0)
    if kind == "physical":
        points += xcx_point(game, model)
        if "Cowardly" in p.rules:
            points += cowardly(game, model, cover)
    elif kind == "explosive":
        points += blast_padding(game, model)
    return points


@rule("damage.minimum-one", neutral=lambda damage, points: damage - points)
def reduce_damage(damage: int, points: int) -> int:
    """Step 5: points never reduce applied Damage below 1."""
    return max(1, damage - points)


def wounds_at_stake(
    game: Xcx, model: str, target: str, weapon: str, manner: str, seen: tuple[float, int] | None = None
) -> int:
    """What a passed Armour test would cost, before looking at the Wounds left."""
    cover = 0 if manner in (MELEE, FREE_MELEE) else (seen or shot_from(game, model, target, manner))[1]
    kind = content.weapons()[weapon].type
    return reduce_damage(weapon_damage(game, model, weapon), armour_points(game, target, kind, cover))


@rule("damage.wounds", neutral=lambda game, model, wounds: False)
def lose(game: Xcx, model: str, wounds: int) -> bool:
    """Removes Wounds, never below 0; True if the model dies of it."""
    left = max(0, game.models[model].wounds - wounds)
    cite("skills.wounds")
    game.models.set(model, wounds=left)
    game.tell("{who} loses {n:Wound}, {left} left.", "damage.wounds", who=model, n=wounds, left=left)
    return left == 0


@rule("damage.healing-cap", neutral=lambda game, model, n: restored(game, model, n))
def heal(game: Xcx, model: str, n: int) -> int:
    """Restores Wounds, never above what the model began with; how many it was."""
    row = game.models[model]
    return restored(game, model, min(n, row.full - row.wounds))


def restored(game: Xcx, model: str, n: int) -> int:
    game.models.set(model, wounds=game.models[model].wounds + n)
    return n


@rule("damage.armour-test", neutral=lambda t, s: replace(s, hurt=True))
def armour_test(t: Terms, s: Shot) -> Flow[Shot]:
    """Rolled for the target: a total equal to the value or below means that Damage is applied."""
    cite("damage.armour-who-rolls")
    counts = yield from Roll(
        seat=DEFENDER, key="armour", rule="damage.armour-test", prompt="Armour test: high is good", n=2, cuts=FACES
    )
    cite("damage.armour-procedure")
    return replace(s, hurt=under(sum(faces_of(counts)) + t.plus, t.armour))
