"""Hits on titans, one at a time: cover and flicker, deflector, armour, core, systems (chapter "titans").

Live fire and exact odds run the same steps over a small record of the titan."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from xenotable.engine import Flow, Roll, Row, cite, rule
from xenotable.games.xenocide.content import Frame
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.systems import lose_core_level, system_name, systems
from xenotable.games.xenocide.scenes import Pool, Volley
from xenotable.games.xenocide.state import PROJECTOR, Xenocide
from xenotable.odds import DEFENDER, Exchange, assign_seats, resolve

DEFLECTS = 4  # or less


class Hit(Row, frozen=True):
    """One hit of a volley at a titan: all that its saves depend on."""

    cover: int  # of the terrain, against this weapon
    flicker: int  # of its shield, against this weapon
    armour: int
    strength: int
    breaker: bool
    cripples: bool
    systems: tuple[str, ...] = ()
    names: tuple[str, ...] = ()  # of the systems


class Hull(Row, frozen=True):
    """A titan while it is hit."""

    core: int
    layers: int
    damaged: tuple[str, ...] = ()
    blocked: bool = False  # the hit at hand has been saved
    gone: bool = False

    @property
    def shielded(self) -> bool:
        """Do diffraction and flicker run?"""
        return self.core > 0 and PROJECTOR not in self.damaged


HIT = Exchange[Hit, Hull]("cover", "deflector", "armour", "core", "cripple")


@HIT.step("cover")
def cover(t: Hit, s: Hull) -> Flow[Hull]:
    """The better of terrain and flicker."""
    cite("saves.order")
    value = max(t.cover, flicker(t) if t.flicker and s.shielded else 0)
    if not value:
        return s
    saved, _ = yield from Roll(seat=DEFENDER, key="cover", rule="saves.cover-save", n=1, cuts=(value + 1,))
    return replace(s, blocked=bool(saved))


@rule("titans.flicker", neutral=lambda t: 0)
def flicker(t: Hit) -> int:
    return t.flicker


@HIT.step("deflector")
@rule("titans.deflector-one-by-one")
def deflector(t: Hit, s: Hull) -> Flow[Hull]:
    """4 or less blocks as long as a layer is up; Shield Breakers tear a layer down and go on."""
    if s.blocked or not s.layers:
        return s
    return breach_layer(s) if t.breaker else (yield from roll_deflector(t, s))


@rule("titans.deflector-save", neutral=lambda t, s: s)
def roll_deflector(t: Hit, s: Hull) -> Flow[Hull]:
    strain = min(t.strength, DEFLECTS)
    cuts = tuple(sorted({strain + 1, DEFLECTS + 1} - {1}))
    found = yield from Roll(
        seat=DEFENDER, key="deflect", rule="titans.deflector-save", n=1, cuts=cuts,
        names=(*(("overload",) if strain else ()), *(("blocked",) if strain < DEFLECTS else ()), "through"),
    )  # fmt: skip
    if found[-1]:
        return s
    return overload_layer(replace(s, blocked=True)) if strain and found[0] else replace(s, blocked=True)


@rule("titans.deflector-breaker", neutral=lambda s: s)
def breach_layer(s: Hull) -> Hull:
    return replace(s, layers=s.layers - 1)


@rule("titans.deflector-overload", neutral=lambda s: s)
def overload_layer(s: Hull) -> Hull:
    """A die within the strength of the weapon blocks, but the layer is gone."""
    return replace(s, layers=s.layers - 1)


@HIT.step("armour")
def armour(t: Hit, s: Hull) -> Flow[Hull]:
    if s.blocked or not t.armour:
        return s
    if t.armour >= 6:
        return replace(s, blocked=True)
    saved, _ = yield from Roll(seat=DEFENDER, key="armour", rule="saves.armor-save", n=1, cuts=(t.armour + 1,))
    return replace(s, blocked=bool(saved))


@HIT.step("core")
def core(t: Hit, s: Hull) -> Hull:
    return s if s.blocked else damage_core(s)


@rule("titans.damage", neutral=lambda s: s)
def damage_core(s: Hull) -> Hull:
    """An unsaved hit takes a core level; at core 0 the titan is destroyed."""
    return wear_core(s)


def wear_core(s: Hull) -> Hull:
    """One level less; without a core there are no layers."""
    if s.core == 0:
        return replace(s, gone=True)
    return replace(s, core=s.core - 1, layers=s.layers if s.core > 1 else 0)


# ---- in the game -----------------------------------------------------------------------------------------------------


def hull_of(game: Xenocide, unit: str) -> Hull:
    t = game.titans[unit]
    return Hull(t.core, t.layers, t.damaged, gone=not game.units[unit].models)


def hit_of(f: Frame, v: Volley, p: Pool) -> Hit:
    special = v.weapon.special
    through = "shield-breaker" in special or "ignores-cover" in special
    cripples = "crippling" in special
    names = systems(f) if cripples else ()
    return Hit(
        p.saves[0], 0 if through else f.flicker, p.saves[2], v.strength, "shield-breaker" in special, cripples, names,
        tuple(system_name(f, x) for x in names),
    )  # fmt: skip


def take(game: Xenocide, unit: str, v: Volley, p: Pool, hits: int) -> Flow[int]:
    """The hits of a volley on a titan, each resolved completely before the next; gives the core levels lost (one more
    than it had, if it was destroyed)."""
    cite("saves.same-roll")
    terms, lost = hit_of(frame(game, unit), v, p), 0
    for _ in range(hits):
        if not game.units[unit].models:
            break
        after = yield from assign_seats(resolve(HIT.compiled(), terms, hull_of(game, unit)), v.seats)
        blocks = "The deflector of {unit} blocks a hit and loses a layer.", "titans.deflector-overload"
        tears = "A Shield Breaker tears a layer off {unit}.", "titans.deflector-breaker"
        lost += write(game, unit, after, blocks, tears, "titans.damage")
    return lost


def write(
    game: Xenocide, unit: str, after: Hull, blocks: tuple[str, str], tears: tuple[str, str], through: str
) -> bool:
    """What a hit or a blow has made of a titan, told and noted: words and rule of a deflector that blocks it or loses a
    layer to it, and the rule by which it comes through. Did it take a core level?"""
    t = game.titans[unit]
    if after.layers < t.layers and after.core:
        game.titans.set(unit, layers=after.layers)
        game.tell(*(blocks if after.blocked else tears), unit=unit)
    hurt = after.gone or after.core < t.core
    if hurt:
        lose_core_level(game, unit, through)
    if len(after.damaged) > len(t.damaged):
        game.titans.set(unit, damaged=after.damaged)
        name = system_name(frame(game, unit), after.damaged[-1])
        game.tell("{unit} has a damaged system: {s}.", "stats.crippling", unit=unit, s=name)
    return hurt


# ---- in close assault ------------------------------------------------------------------------------------------------


class Blow(Row, frozen=True):
    """One hit in close assault."""

    shatter: bool


BLOW = Exchange[Blow, Hull]("parry", "core")


def strike(game: Xenocide, unit: str, shatter: Sequence[bool], seats: tuple[int, int]) -> Flow[int]:
    """Hits in close assault, one after another, each with or without Shatter; gives the core levels lost."""
    lost = 0
    for torn in shatter:
        if not game.units[unit].models:
            break
        after = yield from assign_seats(resolve(BLOW.compiled(), Blow(torn), hull_of(game, unit)), seats)
        blocks = "The deflector of {unit} blocks a blow and loses a layer.", "titans.deflector-assault"
        tears = "A layer of {unit} is shattered.", "stats.ca-shatter"
        lost += write(game, unit, after, blocks, tears, "assault.titan-hits")
    return lost
