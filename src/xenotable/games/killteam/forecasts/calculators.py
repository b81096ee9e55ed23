"""Odds without a battle: an attack, an action at several targets, or a combat of datacards or of free numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Annotated

from msgspec.structs import replace

from xenotable.engine import Forecast
from xenotable.engine.display import Preset
from xenotable.engine.muster import OddsLink
from xenotable.games.killteam import content
from xenotable.games.killteam.forecasts import situations
from xenotable.games.killteam.forecasts.best_combats import best_ends
from xenotable.games.killteam.forecasts.exact import FIGHT_POLICIES, SHOOTING_POLICIES, fight_odds, harm, shot_odds
from xenotable.games.killteam.rules.shooting.terms import Terms
from xenotable.games.killteam.scenes import Bout
from xenotable.odds import Odds
from xenotable.odds.calculators import Calculating, Calculators, Part, Situation, named, number, one_of

SHOOTING = (
    "Damage of one attack, not capped at the wounds. Choices: plain re-rolls failed dice only, uses Rending, keeps the "
    "dice for Cover and saves with whatever makes falling less likely; usual always takes an invulnerable save; best "
    "is best play of both sides, which re-rolls criticals where normal hits hurt more. Damage stops when mortal wounds "
    "alone incapacitate: what the other hits would have done is not added."
)
SEVERAL = (
    "A Blast, a Torrent or a Fusillade: every target is attacked with dice of its own, and the first figures are of "
    "the whole action. For a Fusillade divide the weapon's dice among the targets. Splash is not counted."
)
FIGHTING = (
    "Who is left with how many wounds; the attacker strikes first. Choices: best looks ahead to the end, strike "
    "strikes with every hit, kill-or-deny plays for the fall of the defender and against it."
)


def arms(kind: str) -> Iterator[Preset]:
    """Every weapon of a kind as each operative has it, with its wounds for a combat; then what can be bought."""
    for team in content.teams().values():
        for unit in content.units_of(team.id):
            owned = (*(unit.ranged if kind == "ranged" else unit.melee), *(w for some in unit.options for w in some))
            life = {"wounds": unit.W} if kind == "melee" else {}
            for weapon in dict.fromkeys(w for w in owned if content.weapons()[w].kind == kind):
                yield from profiles(weapon, f"{unit.name}: ", life, team.name)
    for item in content.items().values():
        if item.weapon and content.weapons()[item.weapon].kind == kind:
            yield from profiles(item.weapon, "", {}, "Equipment")


def profiles(weapon: str, whose: str, more: Mapping[str, int], under: str) -> Iterator[Preset]:
    arm = content.weapons()[weapon]
    for p in arm.profiles:
        name = f"{arm.name} ({p.name})" if p.name and len(arm.profiles) > 1 else arm.name
        normal, critical = p.damage
        values: dict[str, bool | int | str] = {
            "attacks": p.attacks,
            "skill": p.skill,
            "normal": normal,
            "critical": critical,
        }
        yield Preset(whose + name, {**values, "rules": ", ".join((*p.special, *p.crit)), **more}, under)


def target_values(unit: content.Unit) -> dict[str, bool | int | str]:
    return {"defence": unit.DF, "save": unit.SV, "invulnerable": unit.inv, "wounds": unit.W}


# ---- situations ------------------------------------------------------------------------------------------------------

Rules = Annotated[tuple[str, ...], named("Special rules")]
ShootingPolicy = Annotated[str, one_of("How choices are made", lambda: SHOOTING_POLICIES)]
FightPolicy = Annotated[str, one_of("How choices are made", lambda: FIGHT_POLICIES)]


class Weapon(Part, frozen=True):
    attacks: Annotated[int, number("Attack dice", 0, 20)] = 4
    skill: Annotated[int, number("Ballistic skill", 2, 6)] = 3
    normal: Annotated[int, number("Normal damage", 0, 40)] = 3
    critical: Annotated[int, number("Critical damage", 0, 40)] = 4
    own: Annotated[int, number("Wounds of the shooter (for Hot)", 1, 100)] = 10
    rules: Rules = ()

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        return arms("ranged")


class Target(Part, frozen=True):
    defence: Annotated[int, number("Defence dice", 0, 12)] = 3
    save: Annotated[int, number("Save", 2, 6)] = 4
    invulnerable: Annotated[int, number("Invulnerable save (0: none)", 0, 6)] = 0
    wounds: Annotated[int, number("Wounds", 1, 200)] = 10

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        for unit in content.units().values():
            yield Preset(unit.name, target_values(unit), content.teams()[unit.team].name)


class Aimed(Target, frozen=True):
    dice: Annotated[int, number("Attack dice at it (0: all of the weapon)", 0, 20)] = 0
    cover: Annotated[int, number("Dice retained for cover", 0, 12)] = 0


class Third(Aimed, frozen=True):
    there: Annotated[bool, named("There is a third target")] = False


class Play(Part, frozen=True):
    policy: ShootingPolicy = "plain"


Choices = Annotated[Play, named("Choices")]


class ShotModifiers(Part, frozen=True):
    cover: Annotated[int, number("Dice retained for cover", 0, 12)] = 0


class Attack(Situation, frozen=True):
    weapon: Weapon = Weapon()
    target: Target = Target()
    modifiers: ShotModifiers = ShotModifiers()
    play: Choices = Play()


class Several(Situation, frozen=True):
    weapon: Weapon = Weapon()
    first: Annotated[Aimed, named("First target")] = Aimed()
    second: Annotated[Aimed, named("Second target")] = Aimed()
    third: Annotated[Third, named("Third target")] = Third()
    play: Choices = Play()


class Fighter(Part, frozen=True):
    attacks: Annotated[int, number("Attack dice", 0, 10)] = 4
    skill: Annotated[int, number("Weapon skill", 2, 6)] = 3
    normal: Annotated[int, number("Normal damage", 0, 40)] = 3
    critical: Annotated[int, number("Critical damage", 0, 40)] = 4
    wounds: Annotated[int, number("Wounds", 1, 100)] = 10
    policy: FightPolicy = "best"
    rules: Rules = ()

    @classmethod
    def presets(cls) -> Iterator[Preset]:
        return arms("melee")


class Combat(Situation, frozen=True):
    attacker: Fighter = Fighter()
    defender: Fighter = Fighter()


def terms_of(w: Weapon, t: Target, cover: int, policy: str) -> Terms:
    """The attack as the rules know it."""
    at = situations.Shoot(
        w.attacks, w.skill, (w.normal, w.critical), w.rules, t.defence, t.save, t.invulnerable or None, cover, t.wounds,
        policy,
    )  # fmt: skip
    return situations.terms_of(at, "The situation")


# ---- answers ---------------------------------------------------------------------------------------------------------


def attack(s: Attack, exact: bool = False) -> list[Forecast]:
    """The damage of one attack, and what a Hot weapon does to the shooter."""
    terms = terms_of(s.weapon, s.target, s.modifiers.cover, s.play.policy)
    found = [damage_forecast("Damage", terms, s.play.policy, exact)]
    burnt = burn_odds(terms, s.play.policy, exact)
    return [*found, *burn_forecasts(burnt, s.weapon.own)]


def damage_forecast(title: str, terms: Terms, policy: str, exact: bool) -> Forecast:
    h = harm(terms, policy, exact=exact)
    found = Odds(dict(h.damage)).forecast(title, "damage", "odds.output-shooting", [("incapacitated", h.kill)])
    return replace(found, mean=float(h.mean))


def burn_odds(terms: Terms, policy: str, exact: bool) -> Odds:
    """Mortal wounds of the shooter."""
    return Odds.of(shot_odds(terms, policy, exact), lambda end: end.burn)


def burn_forecasts(burnt: Odds, wounds: int) -> Iterator[Forecast]:
    if burnt.at_least(1):
        falls = [("the shooter falls", burnt.at_least(wounds)), ("the shooter is burnt", burnt.at_least(1))]
        yield burnt.forecast("Mortal wounds of the shooter", "wounds", "specials.hot", falls)


def several(s: Several, exact: bool = False) -> list[Forecast]:
    """Each target, how many of them fall, and the shooter."""
    aimed = [s.first, s.second, *([s.third] if s.third.there else [])]
    every = [terms_of(replace(s.weapon, attacks=t.dice or s.weapon.attacks), t, t.cover, s.play.policy) for t in aimed]
    found = [
        damage_forecast(f"Damage to the {name} target", terms, s.play.policy, exact)
        for name, terms in zip(("first", "second", "third"), every, strict=False)
    ]
    fallen, burnt = Odds.certain(0), Odds.certain(0)
    for terms in every:
        kill = harm(terms, s.play.policy, exact=exact).kill
        fallen = fallen + Odds({1: kill, 0: 1 - kill})
        burnt = burnt + burn_odds(terms, s.play.policy, exact)
    all_of = [("all fall", fallen.at_least(len(every))), ("at least one falls", fallen.at_least(1))]
    joint = fallen.forecast("Targets that fall", "targets", "odds.multi-target", all_of)
    return [joint, *found, *burn_forecasts(burnt, s.weapon.own)]


def combat(s: Combat, exact: bool = False) -> list[Forecast]:
    """The wounds that are left of either side."""
    sides = []
    for name, f in (("attacker", s.attacker), ("defender", s.defender)):
        side = situations.Side(f.attacks, f.skill, (f.normal, f.critical), f.wounds, f.rules, f.policy)
        sides.append(situations.fighter_of(side, f"The situation, {name}"))
    a, d = sides
    quick = not exact and a.policy == d.policy == "best"  # by the look-ahead of previews, which knows floats alone
    ends = Odds.of(best_ends(a, d), lambda end: end[:2]) if quick else Odds.of(fight_odds(a, d, exact), _wounds)
    out = []
    for i, name in ((0, "attacker"), (1, "defender")):
        left = ends.map(itemgetter(i))
        falls = [("incapacitated", left[0])]
        out.append(left.forecast(f"Wounds left of the {name}", "wounds", "odds.output-fight", falls))
    return out


def _wounds(bout: Bout) -> tuple[int, int]:
    return bout.wounds


def plays_best(s: Attack | Several) -> bool:
    """Best play looks into every choice: what each rule brings is not worked out beside it."""
    return s.play.policy == "best"


CALCULATORS = Calculators(
    Calculating("shoot", "A shooting attack", SHOOTING, Attack, attack, "weapon", plays_best),
    Calculating("several", "Blast, Torrent, Fusillade", SEVERAL, Several, several, "weapon", plays_best),
    Calculating("fight", "A combat", FIGHTING, Combat, combat, "attacker"),
)


def operative_in_calculator(unit: content.Unit, weapons: Sequence[str]) -> OddsLink:
    """An operative with its first weapon: of those that shoot if it has one."""
    arms = [content.weapons()[w] for w in weapons]
    gun = next((a for a in arms if a.kind == "ranged"), None)
    if gun is not None:
        return OddsLink("shoot", {"weapon": next(profiles(gun.id, "", {}, "")).values})
    blade = next(a for a in arms if a.kind == "melee")
    return OddsLink("fight", {"attacker": next(profiles(blade.id, "", {"wounds": unit.W}, "")).values})
