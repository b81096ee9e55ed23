"""Shooting at buildings: which sections can be fired at, the hits, merging area hits (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from xenotable.engine import Choose, Flow, Reckon, Refusal, Roll, Scene, cite, is_legal, rule, scene
from xenotable.engine.citing import recall
from xenotable.engine.gestures import Aimed
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.artillery import RECON, is_silenced, spotters_reach
from xenotable.games.xenocide.rules.buildings.occupants import crews, garrison, holder, standing_sections, window
from xenotable.games.xenocide.rules.buildings.structure import save_of, shell_section
from xenotable.games.xenocide.rules.buildings.walls import SIDES, along, off_walls, outside
from xenotable.games.xenocide.rules.play.dice import thirds
from xenotable.games.xenocide.rules.play.measuring import WITHIN, stance, units_in_contact
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import beyond
from xenotable.games.xenocide.rules.shooting.targeting import carriers, eyes_of, in_arc, soft_range
from xenotable.games.xenocide.rules.sight import corridors, rays
from xenotable.games.xenocide.rules.sight.line_of_sight import depth, sees_any, sight_shape, solid, visible, watchers
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.specials import dice_of
from xenotable.games.xenocide.rules.titans.power import at_any_moment
from xenotable.games.xenocide.scenes import Aim, Merging, Shelled
from xenotable.games.xenocide.state import Block, Field, Room, Xenocide
from xenotable.kernels import Rows

IN_RANGE, SEEN = 1, 2  # what a weapon system can do to a section
HIT = 5  # or less hits a building
Hits = list[tuple[int, int]]  # strength, how many


# ---- who can fire at it ----------------------------------------------------------------------------------------------


def marks_of(room: Room, eye: Sequence[float]) -> tuple[Seen, ...]:
    """The points of a section that somebody may see: on the sides that are turned to him, at the height of the roof."""
    at, sides = (eye[0], eye[1]), room.sides
    return marks_on(room, tuple([side for side in SIDES if outside(sides, side, at) > 0.0]))


@lru_cache(maxsize=4096)
def marks_on(room: Room, sides: tuple[str, ...]) -> tuple[Seen, ...]:
    return tuple((x, y, 0.0, room.height) for side in sides for x, y in along(room.sides, side, 3))


def sees_section(game: Xenocide, model: str, s: str, reach: float = 1e9) -> bool:
    """Does a model see a section from at most this far?"""
    eye, room, row = sight_shape(game, model), game.field.rooms[s], game.models[model]
    if row.section == s or off_walls(eye[0], eye[1], eye[2], room.sides) > reach:
        return False
    if not row.section:
        return open_to(game, eye, row.unit, s)
    u, v, d = window(game, model)
    marks = tuple([p for p in marks_of(room, eye) if u * p[0] + v * p[1] > d])
    return bool(marks) and any(visible(game, (eye,), marks)[0])


def open_to(game: Xenocide, eye: Seen, unit: str, s: str) -> bool:
    """Does somebody of a unit who stands in the open see a section? (`sees_section` with as few rays as it takes.)
    Remembered by where his eye is, for the ground does not change."""
    found: bool | None = game.sights.get((eye, s))
    if found is None:
        found = game.sights[eye, s] = sees_any(towards(game, unit, s), eye, marks_of(game.field.rooms[s], eye))
    return found


@until_moved
def towards(game: Xenocide, unit: str, s: str) -> list[Block]:
    """The blocks that can lie between a unit and a section."""
    row, room = game.units[unit], game.field.rooms[s]
    eyes = [sight_shape(game, m) for m in (*row.models, *row.riding)]
    x0, y0, x1, y1 = room.sides
    low = min(room.height, min(eye[3] for eye in eyes))
    return corridors.between(solid(game.field.blocks), corridors.around(eyes, True), (x0, y0, x1, y1), low)


@until_moved
def aim_at(game: Xenocide, unit: str, w: Weapon, s: str) -> Aim:
    """Who of a weapon system fires at a section directly, and who over obstacles."""
    guns, near = carriers(game, unit, w), in_range(game, unit, w, s)
    if not near:
        return Aim((), (), 0, ())
    centre = middle(game.field.rooms[s])
    views = [[0] if in_arc(game, g, centre) and sees_section(game, g, s) else [] for g in guns]
    sighted = soft_range(guns, views) if any(v for g, v in zip(guns, views, strict=True) if g in near) else ()
    blind = tuple(g for g in guns if g not in sighted)
    over = w.artillery and blind and is_spotted(game, unit, s)
    return Aim(sighted, blind if over else (), HIT, ())


def fires_at(game: Xenocide, unit: str, w: Weapon, s: str) -> bool:
    """Does anybody of a weapon system fire at a section? (`aim_at` without looking for all of them.)"""
    near, centre = in_range(game, unit, w, s), middle(game.field.rooms[s])
    if any(in_arc(game, g, centre) and sees_section(game, g, s) for g in near):
        return True
    return bool(near) and w.artillery and is_spotted(game, unit, s)


def in_range(game: Xenocide, unit: str, w: Weapon, s: str) -> list[str]:
    far, sides = w.range + WITHIN, game.field.rooms[s].sides
    eyes = zip(carriers(game, unit, w), eyes_of(game, unit, w), strict=True)
    return [g for g, (x, y, r, _) in eyes if off_walls(x, y, r, sides) <= far]


def middle(room: Room) -> tuple[Seen]:
    return ((room.walls.x, room.walls.y, (room.sides[2] - room.sides[0]) / 2.0, room.height),)


@until_moved
@rule("buildings.shoot-at-indirect", neutral=lambda game, unit, s: False)
def is_spotted(game: Xenocide, unit: str, s: str) -> bool:
    """Artillery that does not see a building fires at it if somebody spots it, as at other targets."""
    if game.units[unit].marks and is_silenced():
        return False
    mine, reach = game.units[unit].models, spotters_reach(game)
    return any(
        sees_section(game, m, s, 1e9 if m in mine else RECON if kind_of(game, m).recon else reach)
        for m in watchers(game, game.units[unit].seat)
    )


def section_refusals(game: Xenocide, unit: str, w: Weapon, s: str) -> Iterator[Refusal]:
    """Why a weapon system may not fire at a section."""
    args = {"unit": unit, "w": w.name, "s": s}
    spared = list(spared_refusals(game, game.units[unit].seat, s))
    if spared or fires_at(game, unit, w, s):
        yield from spared
        return
    yield Refusal("shooting.eligibility", "No {w} of {unit} in range sees {s}.", args, "Find a clear line of sight.")


@until_moved
def sections_at_war(game: Xenocide, seat: int) -> list[str]:
    """The sections that a side may fire at, if it sees them."""
    held = crews(game)  # nobody spares a section that is empty
    return [s for s in standing_sections(game) if s not in held or is_legal(spared_refusals(game, seat, s))]


def spared_refusals(game: Xenocide, seat: int, s: str) -> Iterator[Refusal]:
    """Why nobody of a side may fire at a section, whatever he sees."""
    args = {"s": s}
    if game.sections[s].down:
        yield Refusal("buildings.collapse-terrain", "{s} is rubble already.", args)
        return
    if holder(game, s) == seat:
        yield Refusal("buildings.shoot-at-hit", "{s} is held by friends.", args)
        return
    if any(units_in_contact(game, t) for t in garrison(game, s)):
        yield Refusal("movement.engaged-no-shooting", "The garrison of {s} is in close combat.", args)


def section_targets(game: Xenocide, unit: str, w: Weapon) -> list[str]:
    """The sections that a weapon system may fire at."""
    return list(possible_sections(game, unit, w))


def possible_sections(game: Xenocide, unit: str, w: Weapon) -> Iterator[str]:
    """One section after the other; what is certainly out of range is not looked at."""
    views = sections_in_view(game, unit, w)
    if views is not None:
        for s in sections_at_war(game, game.units[unit].seat):
            if views[s] == SEEN or (views[s] == IN_RANGE and w.artillery and is_spotted(game, unit, s)):
                yield s
        return
    here = None if game.units[unit].riding else stance(game, unit)
    for s in standing_sections(game):
        far = here is not None and beyond(here, game.field.rooms[s].sides, w.range + WITHIN)
        if not far and is_legal(section_refusals(game, unit, w, s)):
            yield s


@until_moved
def sections_in_view(game: Xenocide, unit: str, w: Weapon) -> dict[str, int] | None:
    """`in_range` and `sees_section` of all guns and all sections at once: IN_RANGE or SEEN by section, 0: too far. None
    where walls or arcs make a difference: then they are looked at one by one."""
    guns, field = carriers(game, unit, w), game.field
    if not field.rooms or any(game.models[g].section or kind_of(game, g).flyer for g in guns):
        return None
    eyes, far = eyes_of(game, unit, w), w.range + WITHIN
    return recall(game.sights, (eyes, far), look_around, field, eyes, far)


def look_around(field: Field, eyes: Sequence[Seen], far: float) -> dict[str, int]:
    """Which sections are in range of these eyes, and seen: the same from the same places, for the ground does not
    change."""
    cite("sight.rays")
    views = rays.sections(solid(field.blocks), *town(field), eyes, far, depth())
    return dict(zip(field.rooms, views, strict=True))


@lru_cache(maxsize=64)
def town(field: Field) -> tuple[Rows, Rows]:
    """The sections of a map by numbers: their walls and heights, and three marks on each side."""
    rooms = field.rooms.values()
    marks = [mark for room in rooms for side in SIDES for mark in along(room.sides, side, 3)]
    return Rows((*room.sides, room.height) for room in rooms), Rows(marks)


# ---- hits ------------------------------------------------------------------------------------------------------------


@rule("buildings.shoot-at-focus", neutral=lambda w, dice, focus: [(w.strength, dice)])
def focus_fire(w: Weapon, dice: int, focus: int) -> Hits:
    """Dice of direct fire by strength: focus fire trades three for one."""
    strong, rest = divmod(dice, 3**focus) if focus else (0, dice)
    return [(strength, n) for strength, n in ((w.strength + focus, strong), (w.strength, rest)) if n]


@scene
@at_any_moment
def resolve_shelling(game: Xenocide, at: Shelled) -> Flow[list[Scene]]:
    yield from shell_section(game, at.section, at.attacker, at.hits)
    return []


@scene
@at_any_moment
def merging(game: Xenocide, at: Merging) -> Flow[list[Scene]]:
    hits = yield from merge_hits(game, at.shooter, at.section, dict(at.hits))
    return [Shelled(at.section, game.units[at.shooter].seat, tuple((k, v) for k, v in hits.items() if v))]


def fire_at(game: Xenocide, unit: str, w: Weapon, s: str, focus: int = 0) -> Flow[list[Scene]]:
    """A weapon system fires at a section: dice, hits, merging; what they do is a scene of its own."""
    found = yield from Reckon(key="aim", rule="buildings.shoot-at-hit", work=partial(aim_at, game, unit, w, s))
    return (yield from pelt(game, unit, w, s, found.direct, found.indirect, focus))


def pelt(
    game: Xenocide, unit: str, w: Weapon, s: str, direct: Sequence[str], indirect: Sequence[str], focus: int = 0
) -> Flow[list[Scene]]:
    if game.sections[s].down or not (direct or indirect):
        return []
    dice = focus_fire(w, dice_of(w, direct), focus)
    if indirect:
        dice.append((w.strength, dice_of(w, indirect)))
    n = sum(k for _, k in dice)
    says, shows = "{unit} fires {w} at {s}: {n:shot}.", (Aimed(game.units[unit].models, (s,)),)
    game.tell(says, "buildings.shoot-at-hit", shows=shows, unit=unit, w=w.name, s=s, n=n)
    hits: dict[int, int] = {}
    for strength, k in dice:
        hits[strength] = hits.get(strength, 0) + (yield from hits_of(game, unit, w, s, k))
    game.tell("{n:hit} on {s}.", "buildings.shoot-at-hit", n=sum(hits.values()), s=s)
    if w.aoe:
        return [Merging(unit, s, tuple(hits.items()))]
    return [Shelled(s, game.units[unit].seat, tuple((k, v) for k, v in hits.items() if v))]


@rule("buildings.shoot-at-hit")
def hits_of(game: Xenocide, unit: str, w: Weapon, s: str, n: int) -> Flow[int]:
    """5 or less hits, whatever accuracy and suppression; a 6 misses, and splashes if it is an area weapon."""
    seat = game.units[unit].seat
    hits, misses = yield from Roll(
        seat=seat, key="hit", rule="buildings.shoot-at-hit", n=n, cuts=(HIT + 1,), names=("hit", "miss")
    )
    if not w.aoe:
        return hits
    cite("buildings.shoot-at-area")
    total = misses * w.aoe
    for _ in range(hits):
        low, middle, high = yield from Roll(seat=seat, key="area", rule="buildings.shoot-at-area", n=w.aoe, cuts=(3, 5))
        total += thirds(low, middle, high)
    return total


@rule("buildings.shoot-at-area")
def merge_hits(game: Xenocide, unit: str, s: str, hits: dict[int, int]) -> Flow[dict[int, int]]:
    """The shooter may make one hit of three that are a step weaker, as often as he likes."""
    left = dict(hits)
    strength = min(left)
    while strength <= max(left):
        n = left.get(strength, 0)
        if n >= 3:
            best = worth_merging(game.field.rooms[s].armor, strength, n)
            times = yield from Choose(
                seat=game.units[unit].seat, key="merge", rule="buildings.shoot-at-area",
                prompt="{n:hit} of strength {x} on {s}: merge three into one how often?",
                args={"n": n, "x": strength, "s": s}, among=partial(range, n // 3 + 1), default=best,
                label=how_often,
            )  # fmt: skip
            if times:
                left[strength] = n - 3 * times
                left[strength + 1] = left.get(strength + 1, 0) + times
        strength += 1
    return left


def how_often(times: int) -> str:
    return ("not at all", "once", "twice")[times] if times < 3 else f"{times} times"


def worth_merging(armor: int, strength: int, n: int) -> int:
    """Merging pays only where the armour stops every single hit."""
    return n // 3 if save_of(armor, strength) >= 6 else 0
