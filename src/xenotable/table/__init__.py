"""The tabletop: shapes, terrain, sight, cover, moving, grids. It knows no game.

Inches; points are tuples (x, y); bases are `Circle(x, y, r, z)`; terrain and zones are `Piece`s. Positions are put on a
grid of 1/1024 in by `snap` where they enter. Everything is a pure function over numbers and frozen rows; importing this
package imports neither numpy nor numba. Paths are way-points without the start.

Shapes (`shapes`)
    snap, snap_point        a number, a Point on the grid; along: the point at a share of a line
    Circle, Piece           a base (Base: whatever is round and stands somewhere); a piece of terrain or a zone:
                            outline, heights (up to SKY), bits
    polygon, rectangle, disc, wall      make pieces; turn_corners: turned and put down; ShapeError: no outline
Ground (`ground`): the terrain of a map
    Ground.of(pieces, width, depth), .plus, .minus, .piece, .index     build, change, look up
    .crossings, .blocked                                               what a straight line runs through: ALL, or bits
    .at, .bits_at, .near, .under, .on_table                            what is at, near, below, around a place
    .corridor               the parts that many lines from one point may meet: pass them as `among`
    Crossing                piece, entry, exit, length inside
Lines (`sight`)
    centre_and_rim, centre_and_sides, rim, tangents   the points looked at
    circle_span             bases and footprints as obstacles
    off_base, runs          how far a crossing is from a base; where a line runs through terrain
Distances (`near`)
    gap, gap3, to_segment, to_piece, to_edge, point_to_piece, segment_to_piece, pieces_apart     how far
    nearest_on, nearest_on_boundary                   the nearest point of a piece
    within, more_than       comparisons with TOLERANCE
    inside, centre_in, overlaps, wholly_in, on_table, bases_overlap, hull     where things lie
Moving (`moving`, `legal`)
    Costs, FREE             what terrain does to a mover: impassable, slow, crossing costs, where not to end
    length, cost, leg_cost, trim_path, steps, move_circle, legs         a path in figures
    touched_circles, Contact          which bases the swept base comes near, where first
    enters                  zones of control, overwatch
    faults, legal, Fault    every reason why a move is not legal; Walk: the same for many legs of one base;
                            all_legal: of many bases at once
Ways (`paths`)
    path_to, furthest_towards       shortest legal path; as far along it as the budget goes
    reach                   outlines of the reachable area, for display
    fan                     directions to try
Existence (`existence`, `arrival`): is there a legal place or way? Exact, by the curves that bound the free space
    Region                  where a base may be; nearest_place, legal_places: in it, nearest first
    ways_into               legal ways into it, straight ones first
Units (`groups`, `formations`)
    groups, coherent, spread            coherency
    formation, Formation    move many models together
Zones (`zones`)
    bounds                  how far one reaches
Metrics (`metric`, `grids`)
    Metric, Inches, Squares, Hexes  one interface to open tables and grids
    Met, Group              what a sight line meets, alone or between two; Space: a space of a grid
Scenes (`scenes`)
    scene                   a map of random blocks for tests and benchmarks
"""

from xenotable.table.arrival import ways_into
from xenotable.table.existence import Region, legal_places, nearest_place
from xenotable.table.formations import Formation, formation
from xenotable.table.grids import Hexes, Space, Squares
from xenotable.table.ground import ALL, Crossing, Ground
from xenotable.table.groups import coherent, groups, spread
from xenotable.table.legal import Walk, all_legal, faults, legal
from xenotable.table.metric import Group, Inches, Met, Metric
from xenotable.table.moving import (
    FREE,
    Contact,
    Costs,
    Fault,
    cost,
    enters,
    leg_cost,
    legs,
    length,
    move_circle,
    steps,
    touched_circles,
    trim_path,
)
from xenotable.table.near import (
    TOLERANCE,
    bases_overlap,
    centre_in,
    gap,
    gap3,
    hull,
    inside,
    more_than,
    nearest_on,
    nearest_on_boundary,
    on_table,
    overlaps,
    pieces_apart,
    point_to_piece,
    segment_to_piece,
    to_edge,
    to_piece,
    to_segment,
    wholly_in,
    within,
)
from xenotable.table.paths import fan, furthest_towards, path_to, reach
from xenotable.table.scenes import scene
from xenotable.table.shapes import (
    SKY,
    Base,
    Circle,
    Piece,
    Point,
    ShapeError,
    along,
    disc,
    polygon,
    rectangle,
    snap,
    snap_point,
    turn_corners,
    wall,
)
from xenotable.table.sight import (
    centre_and_rim,
    centre_and_sides,
    circle_span,
    off_base,
    rim,
    runs,
    tangents,
)
from xenotable.table.zones import bounds

__all__ = [
    "ALL",
    "FREE",
    "SKY",
    "TOLERANCE",
    "Base",
    "Circle",
    "Contact",
    "Costs",
    "Crossing",
    "Fault",
    "Formation",
    "Ground",
    "Group",
    "Hexes",
    "Inches",
    "Met",
    "Metric",
    "Piece",
    "Point",
    "Region",
    "ShapeError",
    "Space",
    "Squares",
    "Walk",
    "all_legal",
    "along",
    "bases_overlap",
    "bounds",
    "centre_and_rim",
    "centre_and_sides",
    "centre_in",
    "circle_span",
    "coherent",
    "cost",
    "disc",
    "enters",
    "fan",
    "faults",
    "formation",
    "furthest_towards",
    "gap",
    "gap3",
    "groups",
    "hull",
    "inside",
    "leg_cost",
    "legal",
    "legal_places",
    "legs",
    "length",
    "more_than",
    "move_circle",
    "nearest_on",
    "nearest_on_boundary",
    "nearest_place",
    "off_base",
    "on_table",
    "overlaps",
    "path_to",
    "pieces_apart",
    "point_to_piece",
    "polygon",
    "reach",
    "rectangle",
    "rim",
    "runs",
    "scene",
    "segment_to_piece",
    "snap",
    "snap_point",
    "spread",
    "steps",
    "tangents",
    "to_edge",
    "to_piece",
    "to_segment",
    "touched_circles",
    "trim_path",
    "turn_corners",
    "wall",
    "ways_into",
    "wholly_in",
    "within",
]
