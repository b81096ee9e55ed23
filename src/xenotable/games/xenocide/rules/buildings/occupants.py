"""Buildings: who is in them, who may get in, where they stand inside and what they see (chapter "buildings")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from xenotable.engine import Choose, Flow, Piece, Place, Placed, Point, Random, Refusal, is_legal, rule
from xenotable.engine.memory import until_it_moved, until_moved
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.rules.buildings.walls import OUTWARD, SIDES, along, gap, on_side, outside, side_of
from xenotable.games.xenocide.rules.play.measuring import CONTACT, circle, circles, stance
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.play.positions import beyond
from xenotable.games.xenocide.rules.play.units import standing_units
from xenotable.games.xenocide.state import Room, Xenocide

REACHED = 0.05  # a base this near to a wall touches it
AT_WALL = 1.0  # how far from a side a model may be put down to be taken there
SIDE_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}


# ---- who is where ----------------------------------------------------------------------------------------------------


@until_moved
def crews(game: Xenocide) -> dict[str, list[str]]:
    """The models in each section that somebody is in; they are all of one side."""
    return crews_of(game, 0) | crews_of(game, 1)


@until_it_moved
def crews_of(game: Xenocide, seat: int) -> dict[str, list[str]]:
    """The models of a side in each section that it holds."""
    found: dict[str, list[str]] = {}
    models = game.models
    for row in game.units.values() if game.field.rooms else ():
        if row.seat == seat:
            for model in row.models:
                if section := models[model].section:
                    found.setdefault(section, []).append(model)
    return found


def occupants(game: Xenocide, s: str) -> list[str]:
    """The models in a section."""
    return crews(game).get(s, [])


def garrison(game: Xenocide, s: str) -> list[str]:
    """The units with models in a section."""
    return list(dict.fromkeys(game.models[m].unit for m in occupants(game, s)))


def held_sections(game: Xenocide) -> dict[str, int]:
    """The sections that somebody is in, and whose they are: for who asks about many of them."""
    return {s: seat for seat in (0, 1) for s in crews_of(game, seat)}


def holder(game: Xenocide, s: str) -> int | None:
    """Whose models are in a section; None: nobody's."""
    here = occupants(game, s)
    return game.units[game.models[here[0]].unit].seat if here else None


@until_it_moved
def indoors(game: Xenocide, unit: str) -> list[str]:
    """The models of a unit that are in buildings."""
    return [m for m in game.units[unit].models if game.models[m].section]


def is_in_buildings(game: Xenocide, unit: str) -> bool:
    """Is the whole unit in buildings?"""
    return bool(game.units[unit].models) and len(indoors(game, unit)) == len(game.units[unit].models)


def sections_of(game: Xenocide, unit: str) -> list[str]:
    return list(dict.fromkeys(game.models[m].section for m in indoors(game, unit)))


@until_moved
def in_the_open(game: Xenocide, seat: int, s: str) -> list[str]:
    """The units of a side with a model outside buildings that is in contact with whoever is in a section."""
    room = game.field.rooms[s]
    return [
        t
        for t in standing_units(game, seat)
        if not beyond(stance(game, t), room.sides, CONTACT)
        and any(not game.models[m].section and gap(room.walls, circle(game, m)) < CONTACT for m in game.units[t].models)
    ]


# ---- getting in ------------------------------------------------------------------------------------------------------


@rule("buildings.enter-who", neutral=lambda room, kind: True)
def fits(room: Room, kind: Kind) -> bool:
    """Infantry, vehicles of size 1, and larger ground vehicles where the building is made for them."""
    if kind.infantry or kind.size <= 1:
        return True
    ground = any(t in ("walker", "wheeled", "tracked") for t in kind.types)
    return ground and kind.size <= room.vehicle


@rule("buildings.capacity", neutral=lambda game, s: 99)
def space(game: Xenocide, s: str) -> int:
    """The size points that still fit into a section."""
    return game.field.rooms[s].capacity - sum(kind_of(game, m).size for m in occupants(game, s))


def climbs(kind: Kind) -> bool:
    """Can it get onto a roof, or down from one?"""
    return bool(kind.jump) or "hover" in kind.types


def section_refusals(game: Xenocide, s: str, unit: str, models: Sequence[str]) -> Iterator[Refusal]:
    """Why these models of a unit may not be in a section."""
    args = {"unit": unit, "s": s}
    if game.sections[s].down:
        yield Refusal("buildings.collapse-terrain", "{s} has collapsed.", args, "Nobody gets in any more.")
        return
    if (seat := holder(game, s)) is not None and seat != game.units[unit].seat:
        yield Refusal("buildings.enter-enemy", "{s} is held by the enemy.", args, "Drive him out first.")
    room = game.field.rooms[s]
    big = [m for m in models if not fits(room, kind_of(game, m))]
    if big:
        more = {**args, "k": kind_of(game, big[0]).name}
        yield Refusal("buildings.enter-who", "{k} of {unit} is too large for {s}.", more)
    new = [m for m in models if game.models[m].section != s]
    wanted, left = sum(kind_of(game, m).size for m in new), space(game, s)
    if wanted > left:
        more = {**args, "n": str(wanted), "left": str(left)}
        yield Refusal("buildings.capacity", "{s} has room for size {left}, {unit} brings {n}.", more, "Send fewer.")


# ---- standing at a side ----------------------------------------------------------------------------------------------


@rule("buildings.one-side", neutral=lambda room: room.capacity)
def per_side(room: Room) -> int:
    """The size points at one side: all of them on several floors, half of the capacity on one."""
    return room.capacity if room.floors > 1 else (room.capacity + 1) // 2


def station_refusals(
    game: Xenocide, unit: str, models: Sequence[str], able: Sequence[str], put: Placed
) -> Iterator[Refusal]:
    """Every model at a side of one of these sections, no side and no section overcrowded."""
    where = {m: station(game, able, at) for m, at in put.at.items()}
    lost = [m for m, found in where.items() if found is None]
    if lost:
        says = "A model of {unit} must stand at a side of {s}."
        yield Refusal("buildings.enter-place", says, {"unit": unit, "s": able[0]}, "Put it at a wall.")
        return
    for s in dict.fromkeys(found[0] for found in where.values() if found):
        coming = [m for m, found in where.items() if found and found[0] == s]
        yield from section_refusals(game, s, unit, coming)
        yield from crowding_refusals(
            game, unit, s, {m: found[1] for m, found in where.items() if found and found[0] == s}
        )


def crowding_refusals(game: Xenocide, unit: str, s: str, sides: Mapping[str, str]) -> Iterator[Refusal]:
    room = game.field.rooms[s]
    taken: dict[str, int] = {}
    for model in occupants(game, s):
        if model not in sides:
            at = side_at(game, model)
            taken[at] = taken.get(at, 0) + kind_of(game, model).size
    for model, side in sides.items():
        taken[side] = taken.get(side, 0) + kind_of(game, model).size
    over = next((x for x, n in taken.items() if n > per_side(room)), None)
    if over is not None:
        args = {"s": s, "n": str(per_side(room)), "x": SIDE_WORDS[over]}
        yield Refusal("buildings.one-side", "The {x} side of {s} has room for size {n}.", args, "Use other sides, too.")


def station(game: Xenocide, able: Sequence[str], at: Point) -> tuple[str, str] | None:
    """The section and side that a place means: the nearest wall within an inch."""
    here = (at[0], at[1])
    best: tuple[float, str, str] | None = None
    for s in able:
        sides = game.field.rooms[s].sides
        side = side_of(sides, here)
        spot = on_side(sides, side, here)
        far = ((spot[0] - here[0]) ** 2 + (spot[1] - here[1]) ** 2) ** 0.5
        if far <= AT_WALL and (best is None or far < best[0]):
            best = (far, s, side)
    return None if best is None else (best[1], best[2])


@rule("buildings.enter-place")
def take_sides(
    game: Xenocide, unit: str, models: Sequence[str], able: Sequence[str], key: str, rule_id: str
) -> Flow[None]:
    """The owner puts models to sides of sections, all to one or each to its own: from there they look and shoot."""
    whole = one_for_all(game, unit, models, able)
    if whole:
        chosen = yield from Choose(
            seat=game.units[unit].seat, key="side", rule=rule_id, prompt="At which side do the models of {unit} stand?",
            args={"unit": unit}, among=lambda: (*whole, None), default=None, label=lambda x: side_label(game, x),
            on=lambda x: "" if x is None else x[0],
        )  # fmt: skip
        if chosen is not None:
            s, side = chosen
            for model, spot in zip(models, along(game.field.rooms[s].sides, side, len(models)), strict=True):
                stand(game, model, s, side, spot)
            return
    put = yield from Place(
        seat=game.units[unit].seat, key=key, rule=rule_id,
        prompt="At which sides of {s} do the models of {unit} stand?",
        args={"unit": unit, "s": able[0]},
        pieces=[Piece(m, (game.models[m].x, game.models[m].y), kind_of(game, m).radius) for m in models],
        legal=lambda p: station_refusals(game, unit, models, able, p),
        propose=lambda n, rnd: stations(game, unit, models, able, n, rnd), zone=able[0],
    )  # fmt: skip
    for model, at in put.at.items():
        found = station(game, able, at)
        if found is not None:
            stand(game, model, found[0], found[1], at)


def one_for_all(game: Xenocide, unit: str, models: Sequence[str], able: Sequence[str]) -> list[tuple[str, str]]:
    """The sides with room for all of these models, those with openings first."""
    found = []
    for s in able:
        room = game.field.rooms[s]
        for side in (*room.openings, *(x for x in SIDES if x not in room.openings)):
            full = crowding_refusals(game, unit, s, dict.fromkeys(models, side))
            if is_legal(section_refusals(game, s, unit, models)) and is_legal(full):
                found.append((s, side))
    return found


def side_label(game: Xenocide, chosen: tuple[str, str] | None) -> str:
    if chosen is None:
        return "Each model on its own"
    s, side = chosen
    shut = "" if side in game.field.rooms[s].openings else ", without doors or windows"
    return f"The {SIDE_WORDS[side]} side of {game.name(s)}{shut}"


def stand(game: Xenocide, model: str, s: str, side: str, at: Point) -> None:
    spot = on_side(game.field.rooms[s].sides, side, (at[0], at[1]))
    game.models.set(model, x=spot[0], y=spot[1], section=s, door="")
    game.units.set(game.models[model].unit, dug=False)


def stations(
    game: Xenocide, unit: str, models: Sequence[str], able: Sequence[str], n: int, rnd: Random
) -> list[Placed]:
    """For machines and suggestions: everybody at one side as far as there is room, the rest at the next ones."""
    found = []
    turn = int(rnd() * 4)
    for s in able:
        for k in range(4):
            order = [SIDES[(turn + k + j) % 4] for j in range(4)]
            put = spread_out(game, s, models, order)
            if put is not None and is_legal(station_refusals(game, unit, models, able, put)):
                found.append(put)
                if len(found) >= max(n, 1):
                    return found
    return found or [Placed({m: place(game, m) for m in models})]  # a unit in several full sections stays as it is


def spread_out(game: Xenocide, s: str, models: Sequence[str], order: Iterable[str]) -> Placed | None:
    """Models along the sides of a section in this order, none overcrowded; None if they do not fit."""
    room = game.field.rooms[s]
    left = list(models)
    put: dict[str, Point] = {}
    for side in order:
        here = [m for m in occupants(game, s) if m not in models and side_at(game, m) == side]
        free = per_side(room) - sum(kind_of(game, m).size for m in here)
        group: list[str] = []
        while left and kind_of(game, left[0]).size <= free:
            free -= kind_of(game, left[0]).size
            group.append(left.pop(0))
        put |= dict(zip(group, along(room.sides, side, len(group)), strict=True))
    return Placed(put) if not left else None


def side_at(game: Xenocide, model: str) -> str:
    """The side of its section that a model occupies."""
    row = game.models[model]
    return side_of(game.field.rooms[row.section].sides, (row.x, row.y))


# ---- seeing and shooting ---------------------------------------------------------------------------------------------


def through_sides(
    game: Xenocide, guns: Sequence[str], marks: Sequence[tuple[str, tuple[float, ...]]], views: list[list[int]],
    moving: bool,
) -> list[list[int]]:  # fmt: skip
    """Of the models that each gun sees, those that walls let it fire at."""
    if not any(game.models[g].section for g in guns) and (moving or not any(game.models[m].section for m, _ in marks)):
        return views
    return [
        [j for j in js if looks_out(game, g, marks[j][1]) and (moving or open_to(game, marks[j][0], place(game, g)))]
        for g, js in zip(guns, views, strict=True)
    ]


def faces(game: Xenocide, model: str, target: str) -> bool:
    """May one model see another, as far as the walls around them go?"""
    return looks_out(game, model, place(game, target)) and open_to(game, target, place(game, model))


def place(game: Xenocide, model: str) -> Point:
    return game.models[model].x, game.models[model].y


def looks_out(game: Xenocide, model: str, at: Sequence[float]) -> bool:
    if not game.models[model].section:
        return True
    u, v, d = window(game, model)
    return u * at[0] + v * at[1] > d


@rule("buildings.shoot-out", neutral=lambda game, model: (0.0, 0.0, -1.0))
def window(game: Xenocide, model: str) -> tuple[float, float, float]:
    """Who is in a section looks out by the side it occupies, if that has an opening (or from the roof above it), at
    what lies beyond it: at (x, y) with u * x + v * y > d. Nothing is beyond a side without an opening."""
    room, side = game.field.rooms[game.models[model].section], side_at(game, model)
    if side not in room.openings and not climbs(kind_of(game, model)):
        return 0.0, 0.0, 1.0
    u, v = OUTWARD[side]
    return u, v, -outside(room.sides, side, (0.0, 0.0))


def open_to(game: Xenocide, model: str, at: Sequence[float]) -> bool:
    return not game.models[model].section or shot_into(game, model, at)


@rule("buildings.shoot-in", neutral=lambda game, model, at: True)
def shot_into(game: Xenocide, model: str, at: Sequence[float]) -> bool:
    """A shooter beyond the side that a model occupies may fire at it."""
    return outside(game.field.rooms[game.models[model].section].sides, side_at(game, model), (at[0], at[1])) > 0.0


@until_it_moved
def near_walls(game: Xenocide, unit: str, s: str) -> float:
    """How far a unit is from a section."""
    walls = game.field.rooms[s].walls
    return min((gap(walls, c) for c in circles(game, unit)), default=1e9)


def near_sections(game: Xenocide, unit: str, far: float) -> list[str]:
    """The sections still standing that are at most so far from a unit."""
    here, rooms, found = stance(game, unit), game.field.rooms, []
    west, east, south, north = here.x0 - far, here.x1 + far, here.y0 - far, here.y1 + far
    for s in standing_sections(game):
        x0, y0, x1, y1 = rooms[s].sides
        if x1 >= west and x0 <= east and y1 >= south and y0 <= north and near_walls(game, unit, s) <= far:
            found.append(s)
    return found


@until_moved
def standing_sections(game: Xenocide) -> list[str]:
    return [s for s, row in game.sections.items() if not row.down]


def walls_in_contact(game: Xenocide, unit: str, foes: Sequence[str]) -> list[str]:
    """The sections with enemies of the assault in them that a unit can direct its dice at."""
    held = dict.fromkeys(s for t in foes for s in sections_of(game, t))
    own = [circle(game, m) for m in game.units[unit].models]
    return [
        s for s in held if not game.sections[s].down and any(gap(c, game.field.rooms[s].walls) < CONTACT for c in own)
    ]
