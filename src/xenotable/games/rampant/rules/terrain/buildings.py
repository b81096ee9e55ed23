"""Buildings: going in and out, damage and collapse."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from xenotable.engine import (
    Choose,
    Flow,
    Reckon,
    Refusal,
    Roll,
    Scene,
    acts,
    cite,
    rule,
    scene,
)
from xenotable.games.rampant.rules.attacking.values import attack_armour
from xenotable.games.rampant.rules.courage.losses import remove, suffer
from xenotable.games.rampant.rules.moving.allowance import allowance
from xenotable.games.rampant.rules.moving.move_legality import TOUCHING, MoveContext, Room, touching_place
from xenotable.games.rampant.rules.moving.paths import ask_way, carry_out
from xenotable.games.rampant.rules.moving.placing import ask_place, put_down
from xenotable.games.rampant.rules.play.conventions import circle, to_building
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.retreat.flight import homewards
from xenotable.games.rampant.rules.terrain.field import (
    enter_house,
    field,
    has_room,
    is_standing,
    middle,
    outline,
    rubble,
)
from xenotable.games.rampant.rules.terrain.fighting import own_footing
from xenotable.games.rampant.rules.xeno.combat import deflects, surgeon_near, treat_losses
from xenotable.games.rampant.scenes import Collapse, Nerves, Shock
from xenotable.games.rampant.state import Rampant, garrison, is_held
from xenotable.table import Circle, Costs, Point, Region, Walk, bounds, nearest_place, snap_point, ways_into
from xenotable.table import Piece as Land
from xenotable.table.near import TOLERANCE, inside, nearest_on, point_to_piece


@rule("terrain.building-enter", neutral=lambda *a: ())
def enter_refusals(game: Rampant, unit: str, building: str, budget: float) -> Iterator[Refusal]:
    """Why a unit may not go into a building with a Move of this budget."""
    what, row = game.profile[unit], game.units[unit]
    args: dict[str, object] = {"unit": unit, "b": building}
    too_far = to_building(game, building, row.x, row.y) - budget
    if too_far > TOLERANCE:  # most buildings are
        args["over"] = too_far
        yield Refusal("terrain.building-enter", "{b} is {over:.1f} in too far away for {unit}.", args)
    if what.vehicle or what.tall or "flying" in what.has:
        yield Refusal("terrain.building-enter", "{unit} is too big to go in, or flies.", args)
    if game.buildings[building].kind == "generator":
        yield Refusal("scenarios.sabotage", "Nobody can enter {b}.", args)
        return
    if row.strength > 10:
        yield Refusal("terrain.building-capacity", "{unit} is too many for {b}: more than 10.", args)
    if is_held(game, building, row.seat):
        yield Refusal("terrain.building-enter", "The enemy holds {b}.", args)
    elif not has_room(game, building, row.seat):
        yield Refusal("terrain.building-capacity", "There is no room in {b}.", args)
    if too_far <= TOLERANCE and not door_in_reach(game, unit, building, budget):
        yield Refusal("terrain.building-enter", "{unit} cannot reach {b} with this Move.", args)


def door_in_reach(game: Rampant, unit: str, building: str, budget: float) -> bool:
    """Does a path of the centre to the building's edge fit the budget, as a column?"""
    base, piece = circle(game, unit), outline(game, building)
    if to_building(game, building, base.x, base.y) > budget + TOLERANCE:
        return False
    context = MoveContext(game, unit, budget)
    costs = Costs(context.costs.impassable, 0, context.costs.slow, context.costs.crossing)
    ground = context.ground.minus(building)
    column, gap = Circle(base.x, base.y, context.way_r), 0.0 if context.flies else context.gap
    walk = Walk(column, ground, costs, context.others, gap, span=budget)

    def check(way: Sequence[Point]) -> bool:
        return next(walk.faults(way, budget), None) is None

    if check((snap_point(nearest_on(piece, (base.x, base.y))),)):  # nearly always free
        return True
    region = Region.of(walk, budget + TOLERANCE).near_piece(piece, 0.0)
    return next(ways_into([region], walk, budget, check), None) is not None


def garrison_house(game: Rampant, unit: str, building: str) -> None:
    enter_house(game, unit, building)


@lru_cache(256)
def doorsteps(piece: Land, r: float) -> tuple[Point, ...]:
    """Places of a footprint against an outline, all around it, free or not."""
    mid, turns = middle(piece), [math.radians(15.0 * k) for k in range(24)]
    return tuple(dict.fromkeys(touching_place(piece, mid, (math.cos(turn), math.sin(turn)), r) for turn in turns))


def free_doorstep(game: Rampant, unit: str, piece: Land, *but: str) -> Point | None:
    """A free place against an outline, or None: then there is none."""
    r, room = game.profile[unit].radius, Room(game, unit, *but)
    return room.first(doorsteps(piece, r), r) or nearest_place(
        [room.touching(piece, r)], middle(piece), lambda p: room.holds(Circle(p[0], p[1], r))
    )


def ask_door(game: Rampant, unit: str, piece: Land, rule_id: str, *but: str) -> Flow[bool]:
    """The owner puts a unit down touching an outline; False where no place is free."""
    free = yield from Reckon(work=lambda: free_doorstep(game, unit, piece, *but))
    if free is None:
        return False

    def refusals(p: Point) -> Iterator[Refusal]:
        if abs(point_to_piece(p, piece) - game.profile[unit].radius) > TOUCHING or inside(p, piece):
            yield Refusal(rule_id, "{unit} must be placed touching the edge from outside.", {"unit": unit})

    prompt, spots = "Where does {unit} come out?", doorsteps(piece, game.profile[unit].radius)
    at = yield from ask_place(game, unit, free, spots, refusals, *but, key="door", rule=rule_id, prompt=prompt)
    put_down(game, unit, at)
    return True


@rule("terrain.building-leave")
def come_out(game: Rampant, unit: str, share: float) -> Flow[None]:
    """A garrison is placed touching the outside edge and moves from there."""
    building = game.units[unit].inside
    if not (yield from ask_door(game, unit, outline(game, building), "terrain.building-leave")):
        return
    game.tell("{unit} comes out of {b}.", "terrain.building-leave", unit=unit, b=building)
    start = circle(game, unit)
    moved = yield from ask_way(game, unit, allowance(game, unit, share), "terrain.building-leave")
    carry_out(game, unit, start, moved)


# ---- damage ----------------------------------------------------------------------------------------------------------


def hurt_building(game: Rampant, building: str, lost: int, shock: Shock) -> list[Collapse]:
    """A building loses Strength Points; at 0 it falls."""
    if not lost or not is_standing(game, building):
        return []
    left = max(0, game.buildings[building].strength - lost)
    game.buildings.set(building, strength=left)
    game.tell("Damage to {b}: {n} lost.", "terrain.building-target", b=building, n=lost)
    if left:
        return []
    units = tuple(garrison(game, building))
    cite("terrain.building-collapse")
    game.tell("Nothing holds {b} up any longer: it collapses.", "terrain.building-collapse", b=building)
    rubble(game, building)
    if building_is_objective(game, building):
        game.tell("The relay is rubble: only the place itself counts now.", "scenarios.relay-points")
    return [Collapse(building, units, shock)] if units else []


def building_is_objective(game: Rampant, building: str) -> bool:
    scenario = field(game).scenario
    return any(o.kind == "building" and o.terrain == game.buildings[building].kind for o in scenario.objectives)


@scene
@rule("terrain.building-collapse")
def collapse(game: Rampant, at: Collapse) -> Flow[list[Scene]]:
    """Each unit inside loses a point for each 1, 2 or 3; survivors are placed in the rubble and test."""
    if not at.left:
        return [Nerves(at.shaken)]
    unit = at.left[0]
    if len(at.left) > 1:
        unit = yield from Choose(
            seat=game.units[unit].seat,
            key="crawl-out",
            rule="play.simultaneous",
            prompt="Which unit crawls out first?",
            among=lambda: at.left,
        )
    rest, shaken = tuple(u for u in at.left if u != unit), at.shaken
    lost, _ = yield from Roll(
        seat=game.units[unit].seat,
        key="collapse",
        rule="terrain.building-collapse",
        n=game.units[unit].strength,
        cuts=(4,),
        prompt="{unit} is under falling stone",
        args={"unit": unit},
        names=("lost", "safe"),
    )
    lost = yield from treat_losses(game, unit, lost)
    shock = Shock(unit, "collapse", lost, 0, at.shock.by, at.shock.source, at.shock.x, at.shock.y)
    says = "{unit} loses {n:Strength Point} in the collapse."
    after = suffer(game, unit, lost, "terrain.building-collapse", shock, says)
    piece = field(game).lands[f"rubble-{at.building}"].piece
    if after is None and not (yield from ask_in_rubble(game, unit, piece)):
        after = remove(game, unit, "destroyed", shock, "terrain.building-collapse")
    if after is None:
        shaken = (*shaken, shock)
    return [*(after or []), Collapse(at.building, rest, at.shock, shaken)]


def ask_in_rubble(game: Rampant, unit: str, piece: Land) -> Flow[bool]:
    """Survivors are put in the rubble, at least 1 in from other units."""
    r, room, mid = game.profile[unit].radius, Room(game, unit), middle(piece)
    x0, y0, x1, y1 = bounds(piece)
    spots = room.spots(room.region(r, mid, math.hypot(x1 - x0, y1 - y0)).in_piece(piece), r)
    if not spots:
        return False

    def refusals(p: Point) -> Iterator[Refusal]:
        if not inside(p, piece):
            yield Refusal("terrain.building-collapse", "{unit} must be placed in the rubble.", {"unit": unit})

    prompt = "Where does {unit} crawl out of the rubble?"
    why = "terrain.building-collapse"
    at = yield from ask_place(game, unit, spots[0], spots, refusals, key="rubble", rule=why, prompt=prompt)
    put_down(game, unit, at)
    return True


@rule("terrain.building-strikes-back", neutral=lambda *a: None)
def masonry_blow(game: Rampant, unit: str) -> Blow | None:
    """5 dice at 5+; at 6 against an Engineer Kit, none against a Walker."""
    what = game.profile[unit]
    if "walker" in what.has and acts("options.walker"):
        return None
    need = 5
    if "engineer-kit" in what.has and acts("options.engineer-kit"):
        need = 6
    armour = attack_armour(game, unit, "", False, own_footing(game, unit), False, reduction="")
    return Blow(
        "masonry",
        5,
        need,
        armour,
        game.units[unit].strength,
        up="undying" in what.has,
        deflect=deflects(game, unit, True),
        surgeon=surgeon_near(game, unit),
    )


@rule("terrain.building-retreat")
def leave_house(game: Rampant, shock: Shock) -> bool:
    """Puts a garrison outside, on the far side from the enemy; False where no place is free."""
    unit = shock.unit
    building, r = game.units[unit].inside, game.profile[unit].radius
    piece = outline(game, building)
    mx, my = middle(piece)
    ux, uy = (mx - shock.x, my - shock.y) if shock.source else homewards(game, unit, (mx, my))
    long, room = math.hypot(ux, uy) or 1.0, Room(game, unit)
    spot: tuple[float, float] | None = touching_place(piece, (mx, my), (ux / long, uy / long), r)
    if spot is not None and not room.holds(Circle(spot[0], spot[1], r)):
        spot = nearest_place([room.touching(piece, r)], spot, lambda p: room.holds(Circle(p[0], p[1], r)))
    if spot is None:
        return False
    game.units.set(unit, where="table", inside="", x=spot[0], y=spot[1])
    game.tell("{unit} comes out of {b}.", "terrain.building-retreat", unit=unit, b=building)
    return True
