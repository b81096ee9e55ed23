"""The tabletop: shapes, terrain, sight, cover, moving, grids. It knows no game.

Inches; points are tuples (x, y); bases are `Circle(x, y, r, z)`; terrain and zones are `Piece`s. Positions are put on a
grid of 1/1024 in by `snap` where they enter. Everything is a pure function over numbers and frozen rows; importing this
package imports neither numpy nor numba. Paths are way-points without the start.

Shapes (`shapes`)
    snap, snapped           a number, a point on the grid
    Circle, Piece           a base; a piece of terrain or a zone: outline, heights, bits
    polygon, rectangle, disc, wall      make pieces; turned: corners turned and put down; ShapeError: no outline
Ground (`ground`): the terrain of a map
    Ground.of(pieces, width, depth), .plus, .minus, .piece, .index     build, change, look up
    .crossings, .blocked                                               what a straight line runs through
    .at, .bits_at, .near, .under, .on_table                            what is at, near, below, around a place
    .corridor               the parts that many lines from one point may meet: pass them as `among`
    Crossing                piece, entry, exit, length inside
Lines (`sight`)
    centre_and_rim, centre_and_sides, rim, tangents, cover_lines, sight_lines, silhouette    the points looked at
    visible, visible3       is one of several lines clear, flat or in space
    circle_span, circle_crossed, blocking_circle      bases and footprints as obstacles
    along, from_base, reach_of, leaves, runs          where a crossing is, seen from a base
Distances (`near`)
    gap, gap3, centres, to_point, to_segment, to_piece, to_edge, point_to_piece, pieces_apart    how far
    nearest_on, nearest_on_boundary                   the nearest point of a piece
    within, at_least, more_than, wholly_within, wholly_within_point     comparisons with tolerance
    inside, centre_in, overlaps, wholly_in, on_table, bases_overlap, touching, hull     where things lie
Moving (`moving`, `legal`)
    Costs, FREE             what terrain does to a mover: impassable, slow, crossing costs, where not to end
    length, cost, leg_cost, trimmed, steps, moved, way, legs         a path in figures
    touched_pieces, touched_circles, Contact          what the swept base comes near, where first
    enters, keeps, closest_approach                   zones of control, overwatch
    faults, legal, Fault    every reason why a move is not legal; Walk: the same for many legs of one base;
                            all_legal: of many bases at once
Ways (`paths`)
    path_to, furthest_towards       shortest legal path; as far along it as the budget goes
    reach                   outlines of the reachable area, for display
    slide, fan, Slide       a straight push until contact; directions to try
Existence (`existence`, `arrival`): is there a legal place or way? Exact, by the curves that bound the free space
    Region                  where a base may be; nearest_place, places: legal places in it, nearest first
    ways_into               legal ways into it, straight ones first
Units (`groups`)
    groups, coherent, nearest_mate, spread            coherency
    formation, Formation    move many models together
Zones (`zones`)
    fits, spots, lattice, bounds    may it stand there; random and regular places
Metrics (`metric`, `grids`)
    Metric, Inches, Squares, Hexes  one interface to open tables and grids
    Met, meets              what a sight line meets, and whether that counts
Scenes (`scenes`)
    scene                   a map of random blocks for tests and benchmarks
"""

from xenotable.table.arrival import ways_into
from xenotable.table.existence import Region, legal_places, nearest_place
from xenotable.table.grids import Hexes, Space, Squares
from xenotable.table.ground import ALL, Crossing, Ground
from xenotable.table.groups import Formation, coherent, formation, groups, nearest_mate, spread
from xenotable.table.legal import Walk, all_legal, faults, legal
from xenotable.table.metric import Group, Inches, Met, Metric, meets
from xenotable.table.moving import (
    FREE,
    Approach,
    Contact,
    Costs,
    Fault,
    closest_approach,
    cost,
    enters,
    keeps,
    leg_cost,
    legs,
    length,
    move_circle,
    steps,
    touched_circles,
    touched_pieces,
    trim_path,
    way,
)
from xenotable.table.near import (
    TOLERANCE,
    at_least,
    bases_overlap,
    centre_in,
    centres,
    gap,
    gap3,
    hull,
    inside,
    is_touching,
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
    to_point,
    to_segment,
    wholly_in,
    wholly_within,
    wholly_within_point,
    within,
)
from xenotable.table.paths import Slide, fan, furthest_towards, path_to, reach, slide
from xenotable.table.scenes import scene
from xenotable.table.shapes import (
    SKY,
    Base,
    Circle,
    Piece,
    Point,
    ShapeError,
    disc,
    polygon,
    rectangle,
    snap,
    snap_point,
    turn_corners,
    wall,
)
from xenotable.table.sight import (
    Point3,
    along,
    blocking_circle,
    centre_and_rim,
    centre_and_sides,
    circle_crossed,
    circle_span,
    cover_lines,
    from_base,
    leaves,
    reach_of,
    rim,
    runs,
    sight_lines,
    silhouette,
    tangents,
    visible,
    visible3,
)
from xenotable.table.zones import bounds, fits, lattice, spots

__all__ = [
    "ALL",
    "FREE",
    "SKY",
    "TOLERANCE",
    "Approach",
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
    "Point3",
    "Region",
    "ShapeError",
    "Slide",
    "Space",
    "Squares",
    "Walk",
    "all_legal",
    "along",
    "at_least",
    "bases_overlap",
    "blocking_circle",
    "bounds",
    "centre_and_rim",
    "centre_and_sides",
    "centre_in",
    "centres",
    "circle_crossed",
    "circle_span",
    "closest_approach",
    "coherent",
    "cost",
    "cover_lines",
    "disc",
    "enters",
    "fan",
    "faults",
    "fits",
    "formation",
    "from_base",
    "furthest_towards",
    "gap",
    "gap3",
    "groups",
    "hull",
    "inside",
    "is_touching",
    "keeps",
    "lattice",
    "leaves",
    "leg_cost",
    "legal",
    "legal_places",
    "legs",
    "length",
    "meets",
    "more_than",
    "move_circle",
    "nearest_mate",
    "nearest_on",
    "nearest_on_boundary",
    "nearest_place",
    "on_table",
    "overlaps",
    "path_to",
    "pieces_apart",
    "point_to_piece",
    "polygon",
    "reach",
    "reach_of",
    "rectangle",
    "rim",
    "runs",
    "scene",
    "segment_to_piece",
    "sight_lines",
    "silhouette",
    "slide",
    "snap",
    "snap_point",
    "spots",
    "spread",
    "steps",
    "tangents",
    "to_edge",
    "to_piece",
    "to_point",
    "to_segment",
    "touched_circles",
    "touched_pieces",
    "trim_path",
    "turn_corners",
    "visible",
    "visible3",
    "wall",
    "way",
    "ways_into",
    "wholly_in",
    "wholly_within",
    "wholly_within_point",
    "within",
]
