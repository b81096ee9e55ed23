"""Titans: core and its loss, systems, Move, shields that hide, cover for giants (chapter "titans").

Power stands in `power`, weapons in `mounts` and `gunnery`, hits and deflectors in `deflectors`, close assault in
`titan_assault`."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Roll, rule
from xenotable.games.xenocide.content import Frame, Kind, Weapon
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.play.units import destroy
from xenotable.games.xenocide.rules.suppression import is_unhampered
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.state import DRIVE, PROJECTOR, Titan, Xenocide


@rule("titans.fire-and-assault", neutral=lambda: "firing")
def at_ease() -> str:
    """A titan on Fire and Move assaults without the disadvantage of firing orders."""
    return "titan"


@rule("titans.core")
def field_titan(game: Xenocide, unit: str) -> None:
    """A titan comes with its whole core and all deflector layers up, but without power."""
    kind = kind_of(game, game.units[unit].models[0])
    if kind.titan is not None:
        game.titans.add(unit, Titan(kind.id, kind.titan.core, layers=kind.titan.layers))


# ---- systems ---------------------------------------------------------------------------------------------------------


def systems(f: Frame) -> tuple[str, ...]:
    """What can be damaged: every weapon, the drive and, if there is one, the shield projector."""
    shielded = f.layers or f.diffraction or f.flicker
    return (*(a.mount for a in f.arms), DRIVE, *((PROJECTOR,) if shielded else ()))


def system_name(f: Frame, system: str) -> str:
    if system in (DRIVE, PROJECTOR):
        return {DRIVE: "drive", PROJECTOR: "shield projector"}[system]
    return next(a.name for a in f.arms if a.mount == system)


@rule("titans.systems", neutral=lambda *a: True)
def works(game: Xenocide, unit: str, system: str) -> bool:
    return system not in game.titans[unit].damaged


# ---- core ------------------------------------------------------------------------------------------------------------


def lose_core_level(game: Xenocide, unit: str, rule_id: str) -> None:
    """A core level is lost; at core 0 the titan is destroyed."""
    core = game.titans[unit].core
    if core == 0:
        game.tell("{unit} is destroyed.", rule_id, unit=unit)
        destroy(game, game.units[unit].models)
        return
    game.titans.set(unit, core=core - 1)
    game.tell("{unit} loses a core level: {n} left.", rule_id, unit=unit, n=core - 1)
    if core == 1:
        run_dry(game, unit)
        shields_down(game, unit)


@rule("titans.power-core-loss", neutral=lambda *a: None)
def run_dry(game: Xenocide, unit: str) -> None:
    """Power already drawn stays when the core is damaged, but not at core 0."""
    if game.titans[unit].power:
        game.titans.set(unit, power=0)
        game.tell("The power of {unit} is lost.", "titans.power-core-loss", unit=unit)


@rule("titans.deflector-core-zero", neutral=lambda *a: None)
def shields_down(game: Xenocide, unit: str) -> None:
    """Without a core all layers are lost; a repaired core starts without any."""
    if game.titans[unit].layers:
        game.titans.set(unit, layers=0)
        game.tell("The deflector of {unit} fails.", "titans.deflector-core-zero", unit=unit)


def faults(game: Xenocide) -> Iterator[str]:
    """What can never be true of a titan."""
    for unit, t in game.titans.items():
        f, mounts = frame(game, unit), {a.mount: a for a in frame(game, unit).arms}
        if len(game.units[unit].models) > 1 or game.units[unit].riding:
            yield f"{unit} is a titan of several models"
        if not 0 <= t.core <= f.core or not 0 <= t.power <= f.core or not 0 <= t.layers <= f.layers:
            yield f"{unit} has core {t.core}, power {t.power}, {t.layers} layers"
        if t.core == 0 and (t.power or t.layers):
            yield f"{unit} has no core, but {t.power} power and {t.layers} layers"
        if set(t.damaged) - set(systems(f)) or len(set(t.damaged)) < len(t.damaged):
            yield f"{unit} has damaged systems {t.damaged}"
        if set(t.fired) - set(mounts) or len(set(t.fired)) < len(t.fired):
            yield f"{unit} has fired {t.fired}"
        if any(m not in mounts or not 0 < n <= mounts[m].most for m, n in t.blades):
            yield f"{unit} has power in {t.blades}"


# ---- moving ----------------------------------------------------------------------------------------------------------


def move_of(game: Xenocide, model: str, kind: Kind) -> float:
    """The Move of a model; that of a titan depends on its drive and on boosting."""
    return kind.move if kind.titan is None else stride(game, game.models[model].unit, kind.move)


def stride(game: Xenocide, unit: str, printed: float) -> float:
    far = printed if works(game, unit, DRIVE) else printed / 2.0
    return far + (boost(game, unit) if game.titans[unit].boosted else 0.0)


@rule("titans.stat-move-boost", neutral=lambda game, unit: 0.0)
def boost(game: Xenocide, unit: str) -> float:
    return frame(game, unit).boost


def is_buried(game: Xenocide, model: str) -> bool:
    """Can a burrowed titan, without power or drive, do nothing but come up where it is?"""
    unit = game.models[model].unit
    if not is_titan(game, unit) or not game.units[unit].burrowed:
        return False
    return not works(game, unit, DRIVE) or not (game.titans[unit].power or game.titans[unit].dug)


def is_hampered(game: Xenocide, unit: str) -> bool:
    """Do the limits of suppression hold for the movement of a unit?"""
    row = game.units[unit]
    return bool(row.marks) and not row.freed and not (is_titan(game, unit) and is_unhampered())


def wade(game: Xenocide, unit: str, feature: str) -> Flow[tuple[int, int, int]]:
    """A titan subtracts 2 from its terrain roll: nothing lost on 1 and 2, a quarter on 3 to 5, half on 6."""
    found = yield from Roll(
        seat=game.units[unit].seat, key="terrain", rule="ground.difficult-titan", n=1, cuts=(3, 6),
        names=("nothing", "a quarter", "half"),
    )  # fmt: skip
    if found[0]:
        game.tell("{unit} strides through: {f}.", "ground.difficult-titan", unit=unit, f=feature)
    return found[0], found[1], found[2]


def shaken_by_ground(game: Xenocide, unit: str, attacks: int) -> Flow[None]:
    """Each terrain attack that hits takes a core level; deflectors do not help."""
    for _ in range(attacks):
        if not game.units[unit].models:
            return
        need = min(6, kind_of(game, game.units[unit].models[0]).cad)
        _, hit = yield from Roll(
            seat=game.units[unit].seat, key="danger", rule="ground.titan-terrain-damage", n=1, cuts=(need,),
            names=("safe", "hit"),
        )  # fmt: skip
        if hit:
            lose_core_level(game, unit, "ground.titan-terrain-damage")


# ---- shields that hide -----------------------------------------------------------------------------------------------


def aspect_of(game: Xenocide, model: str, w: Weapon) -> int:
    """The aspect of a model against a weapon."""
    kind = kind_of(game, model)
    if kind.titan is None or not kind.titan.diffraction:
        return kind.aspect
    return diffraction_modifier(game, game.models[model].unit, kind, w)


@rule("titans.diffraction", neutral=lambda game, unit, kind, w: kind.aspect)
def diffraction_modifier(game: Xenocide, unit: str, kind: Kind, w: Weapon) -> int:
    """A diffraction shield hides its titan while core and projector work, but not from Shield Breakers."""
    assert kind.titan is not None
    on = game.titans[unit].core and works(game, unit, PROJECTOR) and "shield-breaker" not in w.special
    return kind.aspect if on else kind.titan.hull_aspect
