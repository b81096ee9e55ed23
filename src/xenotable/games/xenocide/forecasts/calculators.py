"""Odds without a battle: fire at troops and at titans, close assault, and suppression."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec.structs import replace

from xenotable.engine import Forecast
from xenotable.engine.muster import OddsLink
from xenotable.games.xenocide.content import Kind
from xenotable.games.xenocide.forecasts.assault import of_assault
from xenotable.games.xenocide.forecasts.fire import forecast_of
from xenotable.games.xenocide.forecasts.rolls import of_test
from xenotable.games.xenocide.forecasts.stage import (
    MINE,
    TERRAIN,
    YOURS,
    Assailant,
    Gun,
    Mark,
    assailant_values,
    fighters,
    gun_values,
    gunners,
    marks,
    stage,
    titan_names,
)
from xenotable.games.xenocide.forecasts.suppression import of_suppression
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.rules.suppression import nerves, passes, target_number
from xenotable.games.xenocide.state import Fire, Xenocide
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, named, number, one_of

Cover = Annotated[Literal["in the open", "soft cover", "hard cover", "fortified"], named("Cover")]
WeaponSystem = Annotated[Gun, named("Weapon system")]


# ---- fire ------------------------------------------------------------------------------------------------------------


class FireModifiers(Part, frozen=True):
    cover: Cover = "in the open"
    dug: Annotated[bool, named("Dug in")] = False
    shaken: Annotated[bool, named("Shooter suppressed")] = False
    focus: Annotated[int, number("Focus fire, steps", 0, 2)] = 0


class Salvo(Situation, frozen=True):
    weapon: WeaponSystem = Gun()
    target: Mark = Mark()
    modifiers: FireModifiers = FireModifiers()


def salvo(s: Salvo, exact: bool = False) -> list[Forecast]:
    """The models that a weapon system destroys, and whether the rest is suppressed."""
    m = s.modifiers
    pair = ((gunners(s.weapon), s.weapon.models), (marks(s.target), s.target.models))
    with stage(pair, terrain=TERRAIN[m.cover]) as game:
        game.units.set(MINE, marks=int(m.shaken))
        game.units.set(YOURS, dug=m.dug)
        return fire(game, m.focus, exact, "Models destroyed")


def fire(game: Xenocide, focus: int, exact: bool, title: str) -> list[Forecast]:
    (w,) = game.kinds[game.models[game.units[MINE].models[0]].kind].weapons
    shots = volleys_for(game, MINE, w, YOURS, aim(game, MINE, w, YOURS), focus)
    if not shots:
        return [Forecast(title, "shooting.sequence", 0.0, "models", notes=("no shot reaches the target",))]
    found = [replace(forecast_of(game, w, YOURS, shots, exact), title=title)]
    shaken = of_suppression(game, MINE, w, YOURS, focus, exact)
    return [*found, *([replace(shaken, title="Suppression test after it")] if shaken is not None else [])]


class Giant(Part, frozen=True):
    titan: Annotated[str, one_of("Titan", titan_names)] = ""
    core: Annotated[int, number("Core levels left (0: all)", 0, 12)] = 0
    layers: Annotated[int, number("Deflector layers down", 0, 6)] = 0


class TitanModifiers(Part, frozen=True):
    shaken: Annotated[bool, named("Shooter suppressed")] = False
    focus: Annotated[int, number("Focus fire, steps", 0, 2)] = 0


class TitanSalvo(Situation, frozen=True):
    weapon: WeaponSystem = Gun()
    target: Annotated[Giant, named("Titan")] = Giant()
    modifiers: TitanModifiers = TitanModifiers()


def titan_salvo(s: TitanSalvo, exact: bool = False) -> list[Forecast]:
    """The core levels that a weapon system takes from a titan, through deflectors and armour."""
    giant = titan_names()[s.target.titan]
    assert giant.titan is not None
    with stage(((gunners(s.weapon), s.weapon.models), (giant, 1))) as game:
        game.units.set(MINE, marks=int(s.modifiers.shaken))
        core = min(s.target.core or giant.titan.core, giant.titan.core)
        game.titans.set(YOURS, core=core, layers=max(0, giant.titan.layers - s.target.layers))
        return fire(game, s.modifiers.focus, exact, "Core levels lost")[:1]


# ---- close assault ---------------------------------------------------------------------------------------------------


class AssaultModifiers(Part, frozen=True):
    firing: Annotated[bool, named("Attacker on firing orders")] = False
    shaken: Annotated[bool, named("Attacker suppressed")] = False
    foe_shaken: Annotated[bool, named("Defender suppressed")] = False
    cover: Cover = "in the open"
    dug: Annotated[bool, named("Defender dug in")] = False


class Assault(Situation, frozen=True):
    attacker: Assailant = Assailant()
    defender: Assailant = Assailant()
    modifiers: AssaultModifiers = AssaultModifiers()


def assault(s: Assault, exact: bool = False) -> Sequence[Forecast]:
    """The first round, both ways, everybody fighting and nobody keeping dice back, and the tests after it."""
    m = s.modifiers
    pair = ((fighters(s.attacker), s.attacker.models), (fighters(s.defender), s.defender.models))
    with stage(pair, 0.0, TERRAIN[m.cover]) as game:
        game.units.set(MINE, marks=int(m.shaken), order="" if m.firing else "assault")
        game.units.set(YOURS, marks=int(m.foe_shaken), dug=m.dug)
        titles = ("The attacker strikes", "The defender strikes")
        found = of_assault(game, MINE, [YOURS], exact)
        return [replace(f, title=title) for f, title in zip(found, titles, strict=True)]


# ---- suppression -----------------------------------------------------------------------------------------------------


class Shaken(Part, frozen=True):
    models: Annotated[int, number("Models left", 1, 20)] = 4
    start: Annotated[int, number("Models at first", 1, 20)] = 4


class TestModifiers(Part, frozen=True):
    units: Annotated[int, number("Units that fired at it", 0, 12)] = 1
    shots: Annotated[int, number("Shots that could hurt", 0, 99)] = 0
    area: Annotated[int, number("Area dice in all", 0, 40)] = 0
    hit: Annotated[bool, named("Hit")] = False
    casualty: Annotated[bool, named("Lost a model")] = False
    weapons: Annotated[int, number("Suppression weapons that hit", 0, 12)] = 0
    cover: Annotated[bool, named("Most in hard cover")] = False
    die: Annotated[bool, named("One more die (command point)")] = False


class Suppression(Situation, frozen=True):
    unit: Shaken = Shaken()
    modifiers: TestModifiers = TestModifiers()


def suppression(s: Suppression, exact: bool = False) -> list[Forecast]:
    """The test at the end of a phase: the two highest dice against 3 and all that speaks against the unit."""
    m = s.modifiers
    with stage(((marks(Mark()), 1), (marks(Mark()), s.unit.models)), terrain="crater" if m.cover else "") as game:
        game.units.set(YOURS, start=max(s.unit.start, s.unit.models))
        fired = tuple(f"x{i}" for i in range(m.units))
        need = target_number(game, YOURS, Fire(s.unit.models, m.shots, m.area, fired, m.hit, m.casualty, m.weapons))
        dice = nerves(game, YOURS) + int(m.die)
        return [
            of_test(f"{dice} dice against {need}", "suppression.test", dice, lambda n: passes(n, need), exact=exact)
        ]


CALCULATORS = Calculators(
    Calculating(
        "shoot",
        "Fire at troops",
        "Models that one weapon system of a unit destroys: hits by aspect, then cover, shield and armour.",
        Salvo,
        salvo,
        "weapon",
    ),
    Calculating(
        "titan",
        "Fire at a titan",
        "Core levels that a weapon system takes from a titan: deflectors, armour, core.",
        TitanSalvo,
        titan_salvo,
        "weapon",
    ),
    Calculating(
        "assault",
        "A close assault",
        "The first round both ways, nobody keeping dice back, with the test of each side after it.",
        Assault,
        assault,
        "attacker",
    ),
    Calculating(
        "suppression",
        "A suppression test",
        "Two dice against 3 and everything that speaks against the unit.",
        Suppression,
        suppression,
        "unit",
    ),
)


def kind_in_calculator(kind: Kind, models: int) -> OddsLink:
    """So many models of a kind: with their first weapon system if they have one, else in a close assault."""
    if kind.weapons:
        return OddsLink("shoot", {"weapon": gun_values(kind, kind.weapons[0]) | {"models": models}})
    return OddsLink("assault", {"attacker": assailant_values(kind) | {"models": models}})
