"""The board: terrain, deployment zones and objectives."""

from __future__ import annotations

from xenotable.engine import Area, Board, Shape
from xenotable.games.rampant.content import Spot
from xenotable.games.rampant.rules.scenarios.battlefield import own_zones, part_of, scenario
from xenotable.games.rampant.rules.scenarios.scoring import marker_control
from xenotable.games.rampant.rules.terrain.field import Land, field_of
from xenotable.games.rampant.state import Rampant
from xenotable.table import Piece

FILLS = {
    "woods": "woods",
    "scrub": "scrub",
    "ruins": "ruin",
    "rubble": "rubble",
    "craters": "crater",
    "wreck": "scrap",
    "bog": "water",
    "spires": "rocks",
    "chasm": "chasm",
    "hill": "hill",
    "hedge": "hedge",
    "wall": "wall",
    "rampart": "barricade",
    "wire": "wire",
    "shack": "building",
    "house": "building",
    "hall": "building",
    "bunker": "bunker",
    "generator": "objective",
}


def shape_of(piece: Piece) -> Shape:
    if piece.disc is not None:
        return Shape(centre=(piece.disc[0], piece.disc[1]), r=piece.disc[2])
    if piece.line is not None:
        return Shape(points=piece.line, width=0.3)
    return Shape(points=piece.corners)


def about_land(land: Land) -> str:
    """What a piece of terrain does, in a sentence."""
    kind, words = land.kind, []
    if kind.shape == "building":
        figures = f"Armour {kind.armour}, {kind.strength} Strength Points, room for {kind.capacity}"
        return f"A building: hard cover for its garrison, {figures}."
    if kind.shape == "line":
        words.append(f"{kind.cross_cost} in to cross")
    if kind.impassable:
        words.append("nobody can pass")
    if kind.rough:
        words.append("rough: each inch costs 2")
    words.append({"none": "no cover", "soft": "soft cover (+1 Armour)", "hard": "hard cover (+2 Armour)"}[kind.cover])
    if kind.dense or kind.blocks_sight:
        words.append("hides what is behind it")
    return "; ".join(words).capitalize() + "."


def board(game: Rampant) -> Board:
    now = game.now
    known = field_of(now.terrain or now.scenario) if now.terrain or now.scenario else field_of("first-blood")
    areas = [zone for seat in (0, 1) for zone in zones(game, seat)] if now.terrain else []
    for name, land in known.lands.items():
        about, label = about_land(land), land.kind.name
        if name in game.buildings:
            row = game.buildings[name]
            label = f"{land.kind.name} {row.strength}/{row.start}"
        rule_id = "scenarios.sabotage" if land.kind.id == "generator" else "terrain.kinds"
        height = 3.0 if land.kind.shape == "building" or land.kind.blocks_sight else 0.0
        areas.append(Area(name, FILLS[land.kind.id], shape_of(land.piece), label, about, height, None, rule_id))
    return Board(known.width, known.depth, (*areas, *objectives(game)))


def zones(game: Rampant, seat: int) -> list[Area]:
    part = part_of(game, seat)
    about = f"Here the units of {game.seat_name(seat)} deploy."
    return [
        Area(
            f"{part}-zone-{i}", "zone", shape_of(z), f"Zone of {game.seat_name(seat)}", about, 0.0, seat, "setup.deploy"
        )
        for i, z in enumerate(own_zones(game, seat))
    ]


def objectives(game: Rampant) -> list[Area]:
    """The circle, markers, exits and the road of the scenario."""
    if not game.now.terrain:
        return []
    plan = scenario(game)
    road = Shape(points=((0.0, 24.0), (72.0, 24.0)), width=4.0)
    found = [Area("road", "road", road, "Road", "The convoy's road.")] if plan.id == "night-convoy" else []
    for i, spot in enumerate(plan.objectives):
        if spot.kind in ("circle", "marker"):
            found.append(marker_area(game, i, spot))
        elif spot.kind == "exit":
            found.append(exit_area(game, spot))
    return found


def marker_area(game: Rampant, number: int, spot: Spot) -> Area:
    """A beacon in the colour of who controls it, or the circle that counts at the end."""
    at = (spot.x or 0.0, spot.y or 0.0)
    shape = Shape(centre=at, r=spot.r or 3.0)
    id, plan = f"objective-{number}", scenario(game)
    if spot.kind == "circle":
        return Area(id, "objective", shape, "Centre", "Counts at the end of the battle.", rule=plan.rule)
    about = "1 point a round from round 2 to who controls it."
    return Area(id, "objective", shape, f"Beacon {number + 1}", about, seat=marker_control(game, at), rule=plan.rule)


def exit_area(game: Rampant, spot: Spot) -> Area:
    """The edge over which one side may leave for points."""
    plan = scenario(game)
    w, d = plan.table
    ends = {
        "north": ((0.0, d), (w, d)),
        "south": ((0.0, 0.0), (w, 0.0)),
        "east": ((w, 0.0), (w, d)),
        "west": ((0.0, 0.0), (0.0, d)),
    }
    who = game.now.attacker if spot.who == "attacker" else 1 - game.now.attacker
    about = f"Units of {game.seat_name(who)} may leave here for points."
    return Area(
        f"exit-{spot.edge}", "objective", Shape(points=ends[spot.edge], width=0.6), "Exit", about, 0.0, who, plan.rule
    )
