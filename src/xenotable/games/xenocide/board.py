"""The ground of a map as data: features, sections of buildings, what lies where."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from xenotable.table import Circle, Costs, Ground

OBSCURES, SOLID, COVER, ROAD = 1, 2, 4, 8
KEPT = 20_000  # points of a map of which it is known what they are in

Sides = tuple[float, float, float, float]  # x0, y0, x1, y1


Block = tuple[float, float, float, float, float, bool]  # x0, y0, x1, y1, top, solid: what sight looks at


class Feature(msgspec.Struct, frozen=True):
    """A piece of terrain on a map: what the rules ask about it."""

    name: str
    kind: str
    label: str
    cover: int
    height: float
    intrinsic: bool
    cliff: bool
    water: bool
    sides: tuple[float, float, float, float]  # x0, y0, x1, y1


class Walls(Circle, frozen=True):
    """The outline of a section, in place of the base of a model inside. Where only circles are looked at, its centre
    without any radius stands for it: nobody outside ever comes to that point."""

    sides: Sides = (0.0, 0.0, 0.0, 0.0)


class Room(msgspec.Struct, frozen=True):
    """A section: what does not change about it during a battle."""

    id: str
    building: str
    kind: str  # what the building is called in the catalogue
    label: str
    about: str  # its construction in words
    sides: Sides
    height: float
    armor: int
    structure: int
    cover: int
    capacity: int
    floors: int
    openings: tuple[str, ...]  # sides with doors or windows
    vehicle: int  # the size of the largest vehicle that gets in
    walls: Walls
    beside: tuple[str, ...] = ()  # sections of the same building behind a shared wall


class Field:
    """The ground of one map with its features; made once per map and shared."""

    def __init__(
        self, ground: Ground, features: tuple[Feature, ...], ranks: dict[str, tuple[tuple[int, str], ...]],
        walks: dict[str, Costs], rooms: dict[str, Room],
    ) -> None:  # fmt: skip
        self.ground, self.features, self.ranks, self.walks, self.rooms = ground, features, ranks, walks, rooms
        self.air = {mover: Costs(no_end=walk.no_end) for mover, walk in walks.items()}
        roads = [f for f in features if f.kind == "road"]
        self.roads = tuple(f.sides for f in roads)
        chosen = [(f.sides, f.height, p.bits) for f, p in zip(features, ground.pieces, strict=True)]
        self.blocks: tuple[Block, ...] = tuple(
            (*sides, height, bool(b & SOLID)) for sides, height, b in chosen if b & (SOLID | OBSCURES)
        )
        veils = [b for b in self.blocks if not b[5]]
        self.apart = not any(_over(a, b) for i, a in enumerate(veils) for b in veils[i + 1 :])
        self._inside: dict[tuple[float, float], list[int]] = {}
        self.town: object = None  # blocks and rooms as compiled code sees them, once it has
        self.cliffs = tuple((f.sides, f.height) for f in features if f.cliff)

    def inside(self, x: float, y: float) -> Sequence[int]:
        """The features (by index) that a point is in; where a road overlaps another feature only the road counts."""
        found = self._inside.get((x, y))
        if found is None:
            if len(self._inside) >= KEPT:
                self._inside.clear()
            found = self._inside[x, y] = self._looked_up(x, y)
        return found

    def _looked_up(self, x: float, y: float) -> list[int]:
        found = [
            i for i, f in enumerate(self.features) if f.sides[0] <= x <= f.sides[2] and f.sides[1] <= y <= f.sides[3]
        ]
        on_road = [i for i in found if self.features[i].kind == "road"]
        return on_road or found

    def plateau(self, x: float, y: float) -> float:
        """The height of the cliff plateau at a point."""
        best = 0.0
        for (x0, y0, x1, y1), height in self.cliffs:
            if x0 <= x <= x1 and y0 <= y <= y1 and height > best:
                best = height
        return best


def _over(a: Block, b: Block) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
