"""Charging: getting into base contact and attacking at Range 0."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from xenotable.engine import Flow, Moved, Pick, Refusal, acts, cite, rule
from xenotable.engine.citing import memoize
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.engaged.contact import engage
from xenotable.games.xcx.rules.modifiers.values import Aim, Part
from xenotable.games.xcx.rules.movement.positions import (
    allowance,
    end_region,
    occupied_spaces,
    others,
    too_close,
    walker,
)
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.models import is_stopped, seat_of
from xenotable.games.xcx.rules.play.table import TOL, within
from xenotable.games.xcx.rules.shooting.targets import may_be_target
from xenotable.games.xcx.rules.squad.profiles import Profile, profile_of
from xenotable.games.xcx.rules.terrain.forms import HARD, OBSTACLE, SOLID
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import skill_value
from xenotable.games.xcx.scenes import Moving
from xenotable.games.xcx.state import TABLE, Xcx
from xenotable.table import Circle, Point, Walk, legal, snap_point, ways_into
from xenotable.table.moving import leg_cost

TURNS = [math.radians(d) for k in range(0, 181, 15) for d in ((k, -k) if 0 < k < 180 else (k,))]
CLUBS_NOT = {"Sniper", "Scatter", "High Explosive"}


@rule("charging.gun-armour", neutral=lambda game: 0)
def gun_in_melee(game: Xcx) -> int:
    """What a gun in close combat adds to the dice of the Armour test; one more on the value is one less on the dice."""
    return -1 if game.reads("charging.gun-armour=on-the-value") else 1


@rule("charging.declare", neutral=lambda game, model, target: False)
def chargeable(game: Xcx, model: str, target: str) -> bool:
    """Enemies, and civilians where the mission allows it."""
    return may_be_target(game, model, target)


@rule("charging.contact", neutral=lambda game, model, p: [])
def contacts_at(game: Xcx, model: str, p: Point) -> list[str]:
    """Whom a model that ends there would contact: touching bases, or neighbouring spaces."""
    field, r = field_of(game), game.models[model].r
    here = Circle(p[0], p[1], r)
    return [
        i
        for i, m in game.models.items()
        if m.state == TABLE and i != model and field.metric.contact(here, m.circle) and chargeable(game, model, i)
    ]


def declare_charge(game: Xcx, model: str, path: Sequence[Sequence[float]]) -> Flow[tuple[str, ...]]:
    """Whom a charge along this path contacts; in grid mode its player declares them."""
    reached = tuple(contacts_at(game, model, (path[-1][0], path[-1][1])))
    charge = reached
    if field_of(game).grid is not None and len(reached) > 1:
        charge = yield from Pick(
            seat=seat_of(game, model),
            key="contacts",
            rule="grid.charge-contacts",
            prompt="Whom does {who} charge?",
            args={"who": model},
            among=lambda: reached,
            least=1,
            label=game.name,
        )
    game.tell("{who} charges {foe}.", "charging.declare", who=model, foe=charge[0])
    return charge


def contacted(game: Xcx, model: str, target: str, path: Sequence[Sequence[float]]) -> tuple[str, ...]:
    """Whom an AI contacts that charges its target along this path: on a grid nobody else, in inches all that it touches
    there."""
    if field_of(game).grid is not None:
        return (target,)
    return tuple(dict.fromkeys((target, *contacts_at(game, model, (path[-1][0], path[-1][1])))))


def contact_points(game: Xcx, model: str, target: str) -> Iterator[Point]:
    """Places in contact with a target, nearest to the charger first; the others are worked out if that will not do."""
    row, t, field = game.models[model], game.models[target], field_of(game)
    if field.grid is not None:
        found = [field.grid.centre(s) for s in field.grid.beside(field.grid.space(t.here))]
    else:
        first, far = math.atan2(row.y - t.y, row.x - t.x), row.r + t.r
        yield snap_point((t.x + far * math.cos(first), t.y + far * math.sin(first)))
        turns = [first + turn for turn in TURNS[1:]]
        found = [snap_point((t.x + far * math.cos(turn), t.y + far * math.sin(turn))) for turn in turns]
    yield from sorted(found, key=lambda p: (math.dist(p, row.here), p))


@rule("charging.path", neutral=lambda game, model, target: None)
def charge_path(game: Xcx, model: str, target: str) -> Sequence[Point] | None:
    """A way into contact within a Run, the nearest if it is free, without line of sight; None if there is none."""
    cite("movement.charge-needs-no-sight")
    row, field = game.models[model], field_of(game)
    far = float(allowance(game, model, True))
    if not within(distance_between(field, row, game.models[target]), charge_reach(game, model)):
        return None
    if field.grid is not None:
        return _grid_charge(game, model, contact_points(game, model, target), far)
    walk = walker(game, model, True, (target,))
    p = next(contact_points(game, model, target))  # nearly always free
    if walk.ends(p) and walk.clear(row.here, p) and within(leg_cost(row.here, p, field.ground, walk.costs), far):
        return [p]
    if found := _charge(game, model, (target,), walk, far):
        return found
    together = ((both, walker(game, model, True, both)) for both in _touched_together(game, model, target))
    return next((way for both, past in together if (way := _charge(game, model, both, past, far))), None)


def charge_reach(game: Xcx, model: str) -> int:
    """How far away a target may be: on a grid the last space is the one beside it."""
    return allowance(game, model, True) + (field_of(game).grid is not None)


def _touched_together(game: Xcx, model: str, target: str) -> Iterator[tuple[str, ...]]:
    """The target with another whom the charger could touch as well: only so may it come as close to both."""
    row, t = game.models[model], game.models[target]
    for i, o in game.models.items():
        near = o.state == TABLE and i not in (model, target) and math.dist(o.here, t.here) <= t.r + o.r + 2 * row.r
        if near and chargeable(game, model, i):
            yield (target, i)


def _charge(game: Xcx, model: str, declared: Sequence[str], walk: Walk, far: float) -> Sequence[Point] | None:
    """A legal way into contact with all of these, or None: then there is none."""
    row, field, around = game.models[model], field_of(game), others(game, model, declared)
    targets = [game.models[t] for t in declared]
    region = end_region(field, row.r, around.values(), targets[0].here, row.r + targets[0].r + 2 * TOL)
    for t in targets:
        region.at_most(t.x, t.y, row.r + t.r, TOL)

    def check(way: Sequence[Point]) -> bool:
        near = others(game, model, contacts_at(game, model, way[-1]))
        clear = legal(row.circle, way, field.ground, walk.costs, list(near.values()), 0.0, far)
        return clear and not any(True for _ in too_close(row.circle, way[-1], near))

    return next(ways_into([region], walk, far, check), None)


def _grid_charge(game: Xcx, model: str, spots: Iterator[Point], far: float) -> Sequence[Point] | None:
    field, grid = field_of(game), field_of(game).grid
    assert grid is not None
    taken = occupied_spaces(game, model)
    here, before = game.models[model].here, None
    at, start = grid.space(here), field.number(here)
    for p in spots:
        s, n = grid.space(p), field.number(p)
        if n == start or n in taken or field.bits[n] & (SOLID | HARD | OBSTACLE) or grid.apart(at, s) > far:
            continue
        if before is None:  # where this one cannot be reached, everything that can be has been found
            before = field.flood(start, int(far), True, taken, n, tidy=True)
        if n in before:
            return field.traced(n, before)
    return None


def within_charge(game: Xcx, model: str) -> list[str]:
    """The enemies that are near enough for a charge, the nearest first."""
    row, far = game.models[model], charge_reach(game, model)
    side, here = row.side, row.here
    foes = {i: t for i, t in game.models.items() if t.state == TABLE and t.side != side}
    gaps = zip(foes.items(), field_of(game).distances(row, foes.values()), strict=True)
    near = [(math.dist(here, t.here), i) for (i, t), gap in gaps if gap <= far and chargeable(game, model, i)]
    near.sort(key=lambda one: one[0])
    return [i for _, i in near]


def charge_moves(game: Xcx, model: str, n: int) -> list[Moved]:
    """Charges on the nearest enemies."""
    ways = (charge_path(game, model, i) for i in within_charge(game, model)[:n])
    return [Moved({model: tuple(way)}, "charge") for way in ways if way]


@rule("charging.attack", neutral=lambda game, model, targets: [])
def strikes(game: Xcx, model: str, targets: Sequence[str]) -> list[tuple[str, str]]:
    """(weapon, target) of every attack in close combat: blades, guns as clubs, fists."""
    usable = _usable_in_melee(profile_of(game, model))
    return [(w, t) for t in targets if game.models[t].state == TABLE for w in usable]


@memoize(4096)
def _usable_in_melee(p: Profile) -> list[str]:
    usable = [w.id for w in p.weapons if clubs(w) and p.skill(w.skill) >= 1]
    if p.skill("fight") >= 1 and acts("charging.unarmed"):
        usable.append(content.UNARMED)
    return usable


def blows(game: Xcx, model: str) -> list[tuple[str, str]]:
    """(weapon, target) of every blow that a player could think of: each weapon and the fists, each enemy."""
    weapons = [*(w.id for w in profile_of(game, model).weapons), content.UNARMED]
    return [(w, i) for i in game.models if may_be_target(game, model, i) for w in weapons]


def strike_refusals(game: Xcx, model: str, weapon: str, target: str, targets: Sequence[str]) -> Iterator[Refusal]:
    """Why this model may not strike this enemy with that."""
    found = content.weapons()[weapon]
    args = {"who": model, "target": target, "weapon": found.name}
    if target not in targets:
        yield Refusal("charging.attack", "{who} is not in contact with {target}.", args)
    if not clubs(found):
        says = "{weapon} cannot be used in close combat."
        yield Refusal("charging.gun-restrictions", says, args, "Strike with another weapon.")
    if profile_of(game, model).skill(found.skill) < 1:
        yield Refusal("tests.value-zero-means-none", "{who} has not the skill for {weapon}.", args)


@rule("charging.gun-restrictions", neutral=lambda weapon: True)
def clubs(weapon: content.Weapon) -> bool:
    """Sniper, Scatter and High Explosive weapons cannot be used in close combat."""
    return not CLUBS_NOT & set(weapon.rules)


@rule("charging.weapon-zero", neutral=lambda game, model, target, weapon: Aim(weapon.skill, 0, ()))
def melee_aim(game: Xcx, model: str, target: str, weapon: content.Weapon) -> Aim:
    """In close combat only two things count: a Down target, and a gun used as a club."""
    found: list[Part] = []
    if game.models[target].down and acts("charging.down-bonus"):
        cite("actions.down-effect")
        found.append(("target down", 2, "charging.down-bonus"))
    if weapon.range >= 1 and acts("charging.gun-penalty"):
        found.append(("gun in close combat", -2, "charging.gun-penalty"))
    return Aim(weapon.skill, skill_value(game, model, weapon), tuple(found))


@rule("charging.engages", neutral=lambda game, at: None)
def contact(game: Xcx, at: Moving) -> None:
    """Charger and contacted enemies are engaged, whether the attack then hits, misses or is not made."""
    for target in at.charge:
        if game.models[target].state == TABLE and not is_stopped(game, at.model):
            engage(game, at.model, target)
