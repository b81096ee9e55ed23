"""Odds without a battle: a shot, a fight, a Courage test, an order and a power, of two units or of free numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast
from xenotable.engine.muster import OddsLink
from xenotable.games.rampant.content import content
from xenotable.games.rampant.forecasts.asks import of_courage, of_shot, order_test_forecast, round_forecasts
from xenotable.games.rampant.forecasts.stage import MINE, YOURS, Body, Place, stage, values_of
from xenotable.games.rampant.rules.activation.order_tests import modifiers
from xenotable.games.rampant.rules.shooting.dice import Aim
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Profile, Rampant
from xenotable.odds import sums
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, named, number, one_of

Armour = Annotated[int, number("Armour", 1, 9)]
Courage = Annotated[int, number("Courage", 0, 9)]
COVER = {"in the open": (), "soft cover": ("+scrub cover {x} {y} 1",), "hard cover": ("+ruins cover {x} {y} 1",)}


class Shooter(Body, frozen=True):
    shoot_value: Annotated[int, number("Shoot Value (0: cannot)", 0, 6)] = 5
    shoot_range: Annotated[int, number("Range", 0, 48)] = 18


class Target(Body, frozen=True):
    armour: Armour = 3
    courage: Courage = 4


class Fighter(Body, frozen=True):
    attack_value: Annotated[int, number("Attack Value (0: cannot)", 0, 6)] = 5
    defence_value: Annotated[int, number("Defence Value (0: cannot)", 0, 6)] = 5
    armour: Armour = 3
    courage: Courage = 4


# ---- a shot ----------------------------------------------------------------------------------------------------------


class ShotModifiers(Part, frozen=True):
    cover: Annotated[Literal["in the open", "soft cover", "hard cover"], named("Cover")] = "in the open"
    extreme: Annotated[bool, named("Extreme range")] = False
    prone: Annotated[bool, named("Target Prone")] = False
    spotted: Annotated[bool, named("Spotted")] = False
    behind: Annotated[bool, named("From behind a vehicle (Rear Hits)")] = False
    stun: Annotated[bool, named("Stunners strike to stun")] = False
    foe: Annotated[bool, named("Sworn Foe")] = False
    guided: Annotated[bool, named("Guide the Shot")] = False
    barrier: Annotated[bool, named("Barrier on the target")] = False
    chief: Annotated[bool, named("Target near its Commander")] = False
    half: Annotated[bool, named("Half the target's detachment lost")] = False


class Shot(Situation, frozen=True):
    shooter: Shooter = Shooter()
    target: Target = Target()
    modifiers: ShotModifiers = ShotModifiers()


def shot(s: Shot, exact: bool = False) -> list[Forecast]:
    """What a shot does, and the Courage test after it."""
    m, target = s.modifiers, s.target
    gap = s.shooter.shoot_range + 1.0 if m.extreme else min(6.0, s.shooter.shoot_range)
    shooter = replace(s.shooter, rules=(*s.shooter.rules, *(["Sworn Foe"] if m.foe else [])))
    mine = Place(powers=("guide-the-shot",) if m.guided else ())
    yours = Place(prone=m.prone, powers=("barrier",) if m.barrier else (), chief=m.chief, half=m.half)
    variants = ("rear-hits",) if m.behind else ()
    game = stage((shooter, target), gap, (mine, yours), COVER[m.cover], m.foe, variants)
    game.units.set(YOURS, facing=90.0 if m.behind else 270.0)
    aim = Aim(spotter=MINE if m.spotted else "", stun=m.stun)
    return [replace(of_shot(game, MINE, YOURS, aim, exact), title="The shot")]


# ---- a fight ---------------------------------------------------------------------------------------------------------


class FightModifiers(Part, frozen=True):
    obstacle: Annotated[bool, named("Defended obstacle")] = False
    rough: Annotated[bool, named("Rough ground")] = False
    countered: Annotated[bool, named("Counter-Charge")] = False
    suppressed: Annotated[bool, named("Defender Suppressed")] = False
    prone: Annotated[bool, named("Defender Prone")] = False
    behind: Annotated[bool, named("From behind a vehicle (Rear Hits)")] = False
    foe: Annotated[bool, named("Sworn Foe")] = False
    guided: Annotated[bool, named("Guide the Blade on the attacker")] = False
    barrier: Annotated[bool, named("Barrier on the defender")] = False
    leaden: Annotated[bool, named("Leaden Limbs on the defender")] = False
    chief: Annotated[bool, named("Defender near its Commander")] = False
    half: Annotated[bool, named("Half the defender's detachment lost")] = False


class Fight(Situation, frozen=True):
    attacker: Fighter = Fighter()
    defender: Fighter = Fighter()
    modifiers: FightModifiers = FightModifiers()


def fight(s: Fight, exact: bool = False) -> list[Forecast]:
    """What a fight costs both sides, and the Courage tests after it."""
    m = s.modifiers
    attacker = replace(s.attacker, rules=(*s.attacker.rules, *(["Sworn Foe"] if m.foe else [])))
    powers = (*(["barrier"] if m.barrier else []), *(["leaden-limbs"] if m.leaden else []))
    mine = Place(powers=("guide-the-blade",) if m.guided else ())
    yours = Place(m.suppressed, m.prone, powers, m.chief, m.half)
    land = ["+bog rough {x} {y} 1"] if m.rough else []
    game = stage((attacker, s.defender), 0.0, (mine, yours), land, m.foe, ("rear-hits",) if m.behind else ())
    if m.obstacle:
        row = game.units[YOURS]
        edge = row.y - game.profile[YOURS].radius - 0.1
        game.battle.set("battle", terrain=f"{game.now.terrain}\n+hedge fence 20 {edge} 28 {edge}")
    return round_forecasts(game, MINE, YOURS, "The attacker strikes", m.behind, m.countered, exact)


# ---- Courage ---------------------------------------------------------------------------------------------------------


class Tested(Body, frozen=True):
    courage: Courage = 4


class CourageModifiers(Part, frozen=True):
    lost: Annotated[int, number("Strength Points lost", 0, 15)] = 0
    stunned: Annotated[int, number("Points stunned", 0, 15)] = 0
    cover: Annotated[bool, named("In cover")] = False
    chief: Annotated[bool, named("Commander near")] = False
    half: Annotated[bool, named("Half the detachment lost")] = False
    dread: Annotated[bool, named("Dreadful attacker")] = False


class Cause(Part, frozen=True):
    why: Annotated[Literal["hit", "fight", "rally", "army"], named("Why it tests")] = "hit"


class Courageous(Situation, frozen=True):
    unit: Tested = Tested()
    cause: Cause = Cause()
    modifiers: CourageModifiers = CourageModifiers()


KINDS = {"hit": "shoot", "fight": "attack", "rally": "rally", "army": "army"}


def courage(s: Courageous, exact: bool = False) -> list[Forecast]:
    """A Courage test: passed, Suppressed or routed. The Strength Points are those after the losses."""
    m = s.modifiers
    place = Place(chief=m.chief, half=m.half)
    game = stage((s.unit, Target()), 6.0, (place, Place()))
    if m.cover:
        row = game.units[MINE]
        game.battle.set("battle", terrain=f"{game.now.terrain}\n+scrub cover {row.x} {row.y} 1")
    shock = Shock(MINE, KINDS[s.cause.why], m.lost, m.stunned, dread=m.dread)
    return [of_courage(game, shock, exact)]


# ---- orders and powers -----------------------------------------------------------------------------------------------


class Ordered(Body, frozen=True):
    attack: Annotated[int, number("Attack (0: cannot)", 0, 12)] = 6
    move: Annotated[int, number("Move", 0, 12)] = 5
    shoot: Annotated[int, number("Shoot (0: cannot)", 0, 12)] = 6


class Deed(Part, frozen=True):
    action: Annotated[
        Literal["attack", "move", "shoot", "advance", "skirmish", "drop", "bombard", "regrow", "detonate"],
        named("Order"),
    ] = "attack"  # fmt: skip


class OrderModifiers(Part, frozen=True):
    chief: Annotated[bool, named("Commander near")] = False


class Order(Situation, frozen=True):
    unit: Ordered = Ordered()
    order: Deed = Deed()
    modifiers: OrderModifiers = OrderModifiers()


def order(s: Order, exact: bool = False) -> list[Forecast]:
    """The test of an order: two dice against its score. Free actions need none."""
    game = stage((s.unit, Target()), places=(Place(chief=s.modifiers.chief), Place()))
    return [test_of(game, s.order.action, "", exact)]


def power_names() -> list[str]:
    return [p.name for p in content().powers.values()]


class Manifested(Part, frozen=True):
    power: Annotated[str, one_of("Power", power_names)] = "Barrier"


class PowerModifiers(Part, frozen=True):
    chief: Annotated[bool, named("Commander near")] = False
    otherworldly: Annotated[bool, named("Otherworldly enemy")] = False


class Power(Situation, frozen=True):
    psyker: Body = Body()
    power: Manifested = Manifested()
    modifiers: PowerModifiers = PowerModifiers()


def power(s: Power, exact: bool = False) -> list[Forecast]:
    """The test of a psychic power."""
    action = f"manifest:{next(p.id for p in content().powers.values() if p.name == s.power.power)}"
    enemy = Target(rules=("Otherworldly",) if s.modifiers.otherworldly else ())
    game = stage((s.psyker, enemy), places=(Place(chief=s.modifiers.chief), Place()))
    return [test_of(game, action, YOURS, exact)]


def test_of(game: Rampant, action: str, aim: str, exact: bool) -> Forecast:
    """The test with the total of its dice as a chart."""
    found = order_test_forecast(game, MINE, action, aim, exact)
    bonus = modifiers(game, MINE, action, aim)
    totals = sums(2, exact=exact).map(lambda n: n + bonus)
    spread = tuple(Chance.of(str(n), p) for n, p in totals.chances.items())
    return replace(found, mean=float(totals.mean), unit="on the dice", distribution=spread)


# ---- all of them -----------------------------------------------------------------------------------------------------

CALCULATORS = Calculators(
    Calculating(
        "shoot",
        "A shot",
        "Strength Points that a shot costs, and what the Courage test after it does to the target.",
        Shot,
        shot,
        "shooter",
    ),
    Calculating(
        "fight",
        "A fight",
        "What an Attack costs both sides, with the Courage tests after it.",
        Fight,
        fight,
        "attacker",
    ),
    Calculating(
        "courage",
        "A Courage test",
        "Two dice above half strength, one at half or less. Strength Points are those after the losses.",
        Courageous,
        courage,
        "unit",
    ),
    Calculating(
        "order",
        "An order",
        "Two dice against the score of an order; the first that fails ends the turn.",
        Order,
        order,
        "order",
    ),
    Calculating("power", "A psychic power", "Two dice against the difficulty of a power.", Power, power, "power"),
)


def unit_in_calculator(what: Profile, xeno: Sequence[str]) -> OddsLink:
    """A unit as it was bought: shooting if it can, else attacking."""
    if what.shoot_range:
        return OddsLink("shoot", {"shooter": values_of(what, xeno, Shooter)})
    return OddsLink("fight", {"attacker": values_of(what, xeno, Fighter)})
