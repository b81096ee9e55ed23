"""Odds without a battle: a shot, a blow, Mindspin, tests of WILL and skills, and a casualty roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal

from msgspec.structs import replace

from xenotable.engine import Chance, Forecast
from xenotable.engine.muster import OddsLink
from xenotable.games.xcx import content
from xenotable.games.xcx.forecasts.attacks import of_attack
from xenotable.games.xcx.forecasts.choices import casualty_forecast, rally_odds
from xenotable.games.xcx.forecasts.stage import (
    MINE,
    YOURS,
    Card,
    Rules,
    bury_leader,
    model_rules,
    stage,
    weapon_named,
)
from xenotable.games.xcx.rules.modifiers.tables import will_aim
from xenotable.games.xcx.rules.modifiers.values import MELEE
from xenotable.games.xcx.rules.squad.profiles import Profile
from xenotable.games.xcx.rules.tests import under
from xenotable.odds import chance, sums
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, in_numbers, named, number, one_of

Cover = Annotated[Literal["no cover", "soft cover", "hard cover"], named("Cover")]
FORM = {"no cover": "", "soft cover": "soft", "hard cover": "hard"}
SIGHTS = {"no sight": "", "Red-dot Sight": "red-dot-sight", "Predictor Sight": "predictor-sight"}


def guns() -> list[str]:
    return [w.name for w in content.weapons().values() if w.range]


def blades() -> list[str]:
    """Everything that can strike: guns serve as clubs."""
    return [w.name for w in sorted(content.weapons().values(), key=lambda w: w.range > 0)]


class Shooter(Card, frozen=True):
    aim: Annotated[int, number("AIM (or the skill that the weapon uses)", 0, 12)] = 7
    weapon: Annotated[str, one_of("Weapon", guns)] = "Patrol Rifle"
    rules: Rules = ()


class Target(Card, frozen=True):
    armour: Annotated[int, number("Armour (low is good)", 0, 12)] = 8
    points: Annotated[int, number("Armour Points against this weapon", 0, 9)] = 0
    wounds: Annotated[int, number("Wounds left", 1, 30)] = 3
    rules: Rules = ()


class ShotModifiers(Part, frozen=True):
    far: Annotated[bool, named("Long range")] = False
    cover: Cover = "no cover"
    moving: Annotated[bool, named("Moving (Advance)")] = False
    down: Annotated[bool, named("Target Down")] = False
    sight: Annotated[Literal["no sight", "Red-dot Sight", "Predictor Sight"], named("Sight")] = "no sight"
    optic: Annotated[bool, named("Magnified Optic")] = False
    cell: Annotated[bool, named("Overcharge Cell")] = False
    brace: Annotated[bool, named("Recoil Brace")] = False
    xcx: Annotated[bool, named("Target of an XCX Squad")] = False


class Shot(Situation, frozen=True):
    shooter: Shooter = Shooter()
    target: Target = Target()
    modifiers: ShotModifiers = ShotModifiers()


def shot(s: Shot, exact: bool = False) -> list[Forecast]:
    """To hit, scatter, Armour and Wounds."""
    m, weapon = s.modifiers, weapon_named(s.shooter.weapon).id
    extras = ((SIGHTS[m.sight], bool(SIGHTS[m.sight])), ("magnified-optic", m.optic), ("overcharge-cell", m.cell),
              ("recoil-brace", m.brace))  # fmt: skip
    fitted = tuple(item for item, there in extras if there)
    reach = content.weapons()[weapon].range
    game = stage((s.shooter, s.target), _distance(reach, m.far), FORM[m.cover], fitted, weapon, m.xcx)
    game.models.set(YOURS, down=m.down)
    return [in_numbers(of_attack(game, MINE, YOURS, weapon, "advance" if m.moving else "fire", exact))]


def _distance(reach: int, far: bool) -> float:
    """Well within half the Range, or well beyond it; as much as cover needs."""
    return max(1.5, reach * 0.75) if far else max(1.25, reach * 0.25)


# ---- close combat ----------------------------------------------------------------------------------------------------


class Fighter(Card, frozen=True):
    fight: Annotated[int, number("FIGHT", 0, 12)] = 6
    aim: Annotated[int, number("AIM (of a gun used as a club)", 0, 12)] = 7
    weapon: Annotated[str, one_of("Weapon", blades)] = "Knife"
    rules: Rules = ()


class BlowModifiers(Part, frozen=True):
    down: Annotated[bool, named("Target Down")] = False
    cell: Annotated[bool, named("Overcharge Cell")] = False
    xcx: Annotated[bool, named("Target of an XCX Squad")] = False


class Blow(Situation, frozen=True):
    attacker: Fighter = Fighter()
    target: Target = Target()
    modifiers: BlowModifiers = BlowModifiers()


def blow(s: Blow, exact: bool = False) -> list[Forecast]:
    """One attack in close combat."""
    m, weapon = s.modifiers, weapon_named(s.attacker.weapon).id
    fitted = ("overcharge-cell",) if m.cell else ()
    game = stage((s.attacker, s.target), 0.0, "", fitted, weapon, m.xcx)
    game.models.set(YOURS, down=m.down)
    return [in_numbers(of_attack(game, MINE, YOURS, weapon, MELEE, exact))]


# ---- Mindspin --------------------------------------------------------------------------------------------------------


class Psion(Card, frozen=True):
    psi: Annotated[int, number("PSI", 0, 12)] = 7
    mindspin_range: Annotated[int, number("Range", 0, 48)] = 12
    rules: Rules = ()


class MindModifiers(Part, frozen=True):
    far: Annotated[bool, named("Long range")] = False
    cover: Cover = "no cover"
    moving: Annotated[bool, named("Moving (Advance)")] = False
    down: Annotated[bool, named("Target Down")] = False


class Mind(Situation, frozen=True):
    psion: Psion = Psion()
    modifiers: MindModifiers = MindModifiers()


def mindspin(s: Mind, exact: bool = False) -> list[Forecast]:
    """The test of [Mindspin], and its effect."""
    m = s.modifiers
    game = stage((s.psion, Target()), _distance(s.psion.mindspin_range, m.far), FORM[m.cover])
    game.models.set(YOURS, down=m.down)
    return [of_attack(game, MINE, YOURS, content.MINDSPIN, "advance" if m.moving else "fire", exact)]


# ---- tests -----------------------------------------------------------------------------------------------------------


class Nerves(Card, frozen=True):
    will: Annotated[int, number("WILL", 0, 12)] = 7


class WillModifiers(Part, frozen=True):
    markers: Annotated[int, number("Suppression markers", 0, 12)] = 0
    leader: Annotated[bool, named("Leader dead")] = False


class Will(Situation, frozen=True):
    model: Nerves = Nerves()
    modifiers: WillModifiers = WillModifiers()


def will(s: Will, exact: bool = False) -> list[Forecast]:
    """The WILL test of a suppressed model, and how many markers a Rally leaves."""
    game = stage((s.model, None))
    game.models.set(MINE, markers=s.modifiers.markers)
    if s.modifiers.leader:
        bury_leader(game, 0)
    found = will_aim(game, MINE)
    return [
        of_test(f"WILL test: {found.words()}", "suppression.value", found.value, exact),
        rally_odds(s.modifiers.markers),
    ]


def of_test(title: str, rule_id: str, value: int, exact: bool) -> Forecast:
    """2D6 equal to the value or under it, with the total as a chart."""
    total = sums(2, exact=exact)
    passed = chance(total.chances, lambda n: under(n, value))
    return total.forecast(title, "on the dice", rule_id, [("success", passed)])


class Skilled(Card, frozen=True):
    search: Annotated[int, number("Search", 0, 12)] = 9
    interact: Annotated[int, number("Interact", 0, 12)] = 9
    computer_use: Annotated[int, number("Computer Use", 0, 12)] = 5


class Skills(Part, frozen=True):
    skill: Annotated[Literal["search", "interact", "computer_use"], named("Skill")] = "search"


class SkillTest(Situation, frozen=True):
    model: Skilled = Skilled()
    test: Skills = Skills()


def skill(s: SkillTest, exact: bool = False) -> list[Forecast]:
    """The test of a skill; [Computer Use] on a machine overrides it at half the value."""
    value: int = getattr(s.model, s.test.skill)
    found = [of_test(f"[{content.skills()[s.test.skill].name}] {value}", "skills.test-needed", value, exact)]
    if s.test.skill == "computer_use":
        found.append(of_test(f"Override: {value // 2}", "skills.test-needed", value // 2, exact))
    return found


class Fallen(Part, frozen=True):
    twice: Annotated[bool, named("Second Chance: the better of two")] = False
    unique: Annotated[bool, named("Unique model")] = False
    more: Annotated[int, number("Added to the roll", 0, 3)] = 0


class Casualty(Situation, frozen=True):
    modifiers: Fallen = Fallen()


def casualty(s: Casualty, exact: bool = False) -> Sequence[Forecast]:
    """What becomes of a soldier who fell, after a mission of a campaign."""
    m = s.modifiers
    found = casualty_forecast(m.more, m.twice, m.unique)
    return [replace(found, chances=tuple(_exactly(c, exact) for c in found.distribution), distribution=())]


def _exactly(c: Chance, exact: bool) -> Chance:
    """One die or two: all chances are parts of 36."""
    return Chance.of(c.label, Fraction(round(c.p * 36), 36) if exact else c.p)


CALCULATORS = Calculators(
    Calculating("shoot", "A shot", "To hit, Armour and Wounds of one attack at range.", Shot, shot, "shooter"),
    Calculating(
        "fight", "Close combat", "One attack in base contact; a gun is used as a club.", Blow, blow, "attacker"
    ),
    Calculating("mindspin", "Mindspin", "The test to hit and what it does to a mind.", Mind, mindspin, "psion"),
    Calculating(
        "will",
        "WILL and Rally",
        "Before any order but Rally a model with Suppression markers tests WILL.",
        Will,
        will,
        "model",
    ),
    Calculating("skill", "A skill", "Two dice equal to the value or under it.", SkillTest, skill, "model"),
    Calculating("casualty", "A casualty roll", "What becomes of a fallen soldier after a mission.", Casualty, casualty),
)


def model_in_calculator(model: Profile) -> OddsLink:
    """A model with its weapons: shooting if it can, else striking."""
    rules: dict[str, bool | int | str] = {"rules": ", ".join(sorted(model.rules & {*model_rules()}))}
    gun = next((w for w in model.weapons if w.range), None)
    if gun is not None:
        return OddsLink("shoot", {"shooter": {"aim": model.skills[gun.skill], "weapon": gun.name, **rules}})
    arm = next(iter(model.weapons), content.weapons()[content.UNARMED])
    return OddsLink("fight", {"attacker": {"fight": model.skills["fight"], "weapon": arm.name, **rules}})
