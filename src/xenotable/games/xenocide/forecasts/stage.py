"""A table for two units: what a calculator is told becomes a real position, and the rules say what counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import msgspec
from msgspec.structs import replace

from xenotable.engine.display import Preset
from xenotable.faults import Fault, nearest
from xenotable.games.xenocide.content import CAD_ORDER, Army, Kind, Map, Weapon, weapons
from xenotable.games.xenocide.rules.army.models import designs, kinds
from xenotable.games.xenocide.rules.ground.terrain import build
from xenotable.games.xenocide.rules.setup.blocks import GAP, block
from xenotable.games.xenocide.rules.titans.systems import field_titan
from xenotable.games.xenocide.state import Battle, Company, Field, Model, Side, Unit, War, Xenocide
from xenotable.odds.calculators import Part, named, number, one_of

MINE, YOURS = "b0u0", "r0u0"
MIDDLE, FIRST = 36.0, 12.0  # where the first unit stands
FILES = 20  # models in a row: nobody stands behind another
TERRAIN = {"in the open": "", "soft cover": "forest", "hard cover": "crater", "fortified": "trench"}
NOTHING = Army("Nothing", "generic", ())
Models = Annotated[int, number("Models", 1, 20)]
Cad = Annotated[str, one_of("CAD", lambda: CAD_ORDER)]


class Gun(Part, frozen=True):
    """A weapon system of a unit."""

    models: Models = 4
    shots: Annotated[int, number("Shots of each", 1, 6)] = 2
    accuracy: Annotated[int, number("Accuracy", 0, 6)] = 3
    strength: Annotated[int, number("Strength", 0, 5)] = 0
    aoe: Annotated[int, number("Area of effect (0: none)", 0, 4)] = 0
    special: Annotated[tuple[str, ...], named("Specials of the weapon")] = ()

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        """Every weapon system as each model has it."""
        for k in kinds().values():
            for w in k.weapons:
                yield Preset(f"{k.name}: {w.name}", gun_values(k, w), k.faction.title())


class Mark(Part, frozen=True):
    """A unit as fire sees it."""

    models: Models = 4
    aspect: Annotated[int, number("Aspect", -3, 3)] = 0
    armor: Annotated[int, number("Armour", 0, 6)] = 2
    shield: Annotated[int, number("Shield (0: none)", 0, 4)] = 0
    infantry: Annotated[bool, named("Infantry")] = True

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        for k in troops():
            yield Preset(k.name, mark_values(k), k.faction.title())


def weapon_of(gun: Gun) -> Weapon:
    known = sorted({s for w in weapons().values() for s in w.special})
    for s in gun.special:
        if s not in known:
            raise Fault(f'The situation, field special: there is no special "{s}".{nearest(s, known)}')
    return Weapon("calc", "The weapon", gun.shots, 24.0, gun.accuracy, gun.strength, gun.aoe, gun.special)


def drafted(kind: Kind) -> Kind:
    """The same under an id made of its values: what is remembered by id stays right."""
    made = hashlib.sha256(msgspec.msgpack.encode(replace(kind, id=""))).hexdigest()[:16]
    return replace(kind, id=f"calc-{made}")


def gunners(gun: Gun) -> Kind:
    return replace(kinds()["medium-infantry"], weapons=(weapon_of(gun),))


def marks(mark: Mark) -> Kind:
    plain = kinds()["medium-infantry" if mark.infantry else "medium-tank"]
    return replace(plain, name="The target", aspect=mark.aspect, armor=mark.armor, shield=mark.shield, weapons=())


@contextmanager
def stage(sides: tuple[tuple[Kind, int], tuple[Kind, int]], gap: float = 8.0, terrain: str = "") -> Iterator[Xenocide]:
    """Two units in blocks, so far apart; the terrain lies under the second. While it stands, all know its kinds."""
    drafts = [(kind if kind.titan else drafted(kind), n) for kind, n in sides]
    game = Xenocide(Battle("attrition", "crossroads", 500, (NOTHING, NOTHING)))
    game.field = ground(())
    game.kinds = {kind.id: kind for kind, _ in drafts}
    game.war.add("war", War("attrition", turn=2, attacker=0))
    added = [kind.id for kind, _ in drafts if kind.id not in kinds()]
    designs().update({kind.id: kind for kind, _ in drafts if kind.id in added})
    try:
        for seat, (unit, name) in enumerate(((MINE, "The first unit"), (YOURS, "The second unit"))):
            game.sides.add(seat, Side(500, ("south", "north")[seat]))
            game.companies.add(unit[:2], Company(seat, name))
            kind, n = drafts[seat]
            put(game, unit, seat, kind, n, (MIDDLE, FIRST if not seat else _beyond(game, gap, kind, n)), name)
        if terrain:
            game.field = ground(((terrain, *around(game, YOURS)),))
        yield game
    finally:
        for id in added:
            designs().pop(id, None)


def ground(features: tuple[tuple[str, float, float, float, float], ...]) -> Field:
    return build(Map("calc", "Open ground", "attrition", 72.0, 48.0, features, ()))


def around(game: Xenocide, unit: str) -> tuple[float, float, float, float]:
    """A rectangle just around the bases of a unit: whoever is in it is seen from outside."""
    places = [
        (game.models[m].x, game.models[m].y, game.kinds[game.models[m].kind].radius) for m in game.units[unit].models
    ]
    left, low = min(x - r for x, _, r in places), min(y - r for _, y, r in places)
    right, high = max(x + r for x, _, r in places), max(y + r for _, y, r in places)
    return left - 0.25, low - 0.25, right - left + 0.5, high - low + 0.5


def put(game: Xenocide, unit: str, seat: int, kind: Kind, n: int, at: tuple[float, float], name: str) -> None:
    models = tuple(f"{unit}m{i}" for i in range(n))
    for m in models:
        game.models.add(m, Model(unit, kind.id))
    game.units.add(unit, Unit(seat, unit[:2], unit[:2], name, kind.vp * n, n, models, on=True))
    field_titan(game, unit)
    for m, p in block(game, models, at, files=FILES).at.items():
        game.models.set(m, x=p[0], y=p[1])


def _beyond(game: Xenocide, gap: float, kind: Kind, n: int) -> float:
    """Where the middle of the second block lies so that its front is so far from the front of the first."""
    front = max(game.models[m].y + game.kinds[game.models[m].kind].radius for m in game.units[MINE].models)
    rows = -(-n // FILES)
    return front + gap + rows * (2 * kind.radius + GAP) / 2


# ---- what the book can fill in ---------------------------------------------------------------------------------------


def troops() -> list[Kind]:
    return [k for k in kinds().values() if k.titan is None]


def titan_names() -> dict[str, Kind]:
    """Every titan by name and weapons."""
    return {f"{k.name}: {', '.join(a.name for a in k.titan.arms)}": k for k in kinds().values() if k.titan}


def gun_values(k: Kind, w: Weapon) -> dict[str, bool | int | str]:
    n = 1 if k.titan else 4
    return {
        "models": n, "shots": min(6, w.shots), "accuracy": w.accuracy, "strength": w.strength, "aoe": w.aoe,
        "special": ", ".join(w.special),
    }  # fmt: skip


def mark_values(k: Kind) -> dict[str, bool | int | str]:
    return {"models": 4, "aspect": k.aspect, "armor": k.armor, "shield": k.shield, "infantry": k.infantry}


class Assailant(Part, frozen=True):
    """A unit as a close assault sees it."""

    models: Models = 4
    caa: Annotated[int, number("CAA: dice of each model", 0, 12)] = 2
    cad: Cad = "4"
    shield: Annotated[int, number("Shield (0: none)", 0, 4)] = 0
    guard: Annotated[int, number("Guard dice", 0, 6)] = 0
    charge: Annotated[int, number("Charge dice", 0, 6)] = 0
    cutter: Annotated[bool, named("Cutter")] = False
    shatter: Annotated[bool, named("Shatter")] = False
    infantry: Annotated[bool, named("Infantry")] = True

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        for k in troops():
            yield Preset(k.name, assailant_values(k), k.faction.title())


def assailant_values(k: Kind) -> dict[str, bool | int | str]:
    fields: Sequence[str] = ("caa", "shield", "guard", "charge", "cutter", "shatter", "infantry")
    return {"models": 4, "cad": CAD_ORDER[k.cad - 1], **{f: getattr(k, f) for f in fields}}


def fighters(a: Assailant) -> Kind:
    plain = kinds()["medium-infantry" if a.infantry else "medium-tank"]
    return replace(
        plain, caa=a.caa, cad=CAD_ORDER.index(a.cad) + 1, shield=a.shield, guard=a.guard, charge=a.charge,
        cutter=a.cutter, shatter=a.shatter, weapons=(),
    )  # fmt: skip
