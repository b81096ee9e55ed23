"""Shooting: legal targets, the steps of an attack, and its exact odds. Close combat runs through the same steps."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from xenotable.engine import Flow, Forecast, Refusal, Roll, Row, Slot, acts, cite, rule
from xenotable.engine.citing import remembered
from xenotable.games.xcx import content
from xenotable.games.xcx.damage import armour_value, die, lose, wounds_at_stake
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.measuring import distance_between, within
from xenotable.games.xcx.models import seat_of, standing
from xenotable.games.xcx.modifiers import FREE_MELEE, MELEE, Aim, aim
from xenotable.games.xcx.recruits import Profile, profile_of
from xenotable.games.xcx.sight import sees
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx
from xenotable.games.xcx.terrain import TOL
from xenotable.games.xcx.tests import FACES, faces_of, hand, under
from xenotable.odds import ATTACKER, DEFENDER, Exchange, resolve, seated

# The odds of one attack: attacker, target, weapon, manner.
attack_forecast = Slot[[Xcx, str, str, str, str], Forecast]("xcx.attack_forecast")
NEAR = 12  # Sniper weapons cannot target a model this close


class Terms(Row, frozen=True):
    """What is fixed for one attack."""

    value: int
    dice: int = 2  # three with a Magnified Optic: the highest is discarded
    armour: int = 7
    plus: int = 0  # on the dice total of the Armour test: a gun in close combat
    lost: int = 1  # Wounds that a passed Armour test costs
    wounds: int = 1  # Wounds that the target has left
    scatter: bool = False
    shredding: bool = False
    mind: bool = False


class Shot(Row, frozen=True):
    """What the attack has become."""

    hit: bool = False
    scattered: bool = False
    hurt: bool = False
    lost: int = 0
    effect: str = ""


AIMING = Exchange[Terms, Shot]("to-hit", "scatter")
HURTING = Exchange[Terms, Shot]("armour", "damage")
ATTACK = Exchange[Terms, Shot]("to-hit", "scatter", "armour", "damage")


@ATTACK.step("to-hit")
@AIMING.step("to-hit")
@rule("shooting.to-hit", neutral=lambda t, s: replace(s, hit=True))
def to_hit(t: Terms, s: Shot) -> Flow[Shot]:
    """Test the weapon's skill; failure ends the attack with no effect of any kind."""
    counts = yield from Roll(
        seat=ATTACKER, key="to-hit", rule="shooting.to-hit", prompt="Roll to hit", n=t.dice, cuts=FACES
    )
    if t.dice == 3:
        cite("rewards.optic")
    return replace(s, hit=under(sum(faces_of(counts)[:2]), t.value))


@ATTACK.step("scatter")
@AIMING.step("scatter")
def scatter(t: Terms, s: Shot) -> Flow[Shot]:
    if not t.scatter or not s.hit:
        return s
    _, off = yield from Roll(
        seat=ATTACKER,
        key="scatter",
        rule="special.scatter",
        prompt="Does it scatter?",
        n=1,
        cuts=(4,),
        names=("on target", "elsewhere"),
    )
    cite("special.scatter")
    return replace(s, hit=not off, scattered=bool(off))


@ATTACK.step("armour")
@HURTING.step("armour")
def armour(t: Terms, s: Shot) -> Flow[Shot]:
    """The Armour test, the second Shredding test in its place, or the Mindspin table."""
    if not s.hit:
        return s
    if t.mind:
        return (yield from mindspin_effect(t, s))
    if t.shredding:
        return (yield from second_test(t, s))
    return (yield from armour_test(t, s))


@rule("damage.armour-test", neutral=lambda t, s: replace(s, hurt=True))
def armour_test(t: Terms, s: Shot) -> Flow[Shot]:
    """Rolled for the target: a total equal to the value or below means that Damage is applied."""
    cite("damage.armour-who-rolls")
    counts = yield from Roll(
        seat=DEFENDER, key="armour", rule="damage.armour-test", prompt="Armour test: high is good", n=2, cuts=FACES
    )
    cite("damage.armour-procedure")
    return replace(s, hurt=under(sum(faces_of(counts)) + t.plus, t.armour))


@rule("special.shredding", neutral=lambda t, s: replace(s, hurt=True))
def second_test(t: Terms, s: Shot) -> Flow[Shot]:
    """No Armour test: a second to-hit test with the same value decides."""
    cite("special.shredding-armour-points")
    counts = yield from Roll(
        seat=ATTACKER, key="shred", rule="special.shredding", prompt="Second to-hit test", n=t.dice, cuts=FACES
    )
    return replace(s, hurt=under(sum(faces_of(counts)[:2]), t.value))


@rule("skills.mindspin-table", neutral=lambda t, s: s)
def mindspin_effect(t: Terms, s: Shot) -> Flow[Shot]:
    """2-5 Psi Panic, 6-10 Psi Disorientation, 11-12 Mind Control; nothing modifies the roll."""
    counts = yield from Roll(
        seat=ATTACKER, key="effect", rule="skills.mindspin-table", prompt="Mindspin effect", n=2, cuts=FACES
    )
    total = sum(faces_of(counts))
    return replace(s, effect="panic" if total <= 5 else "disorientation" if total <= 10 else "control")


@ATTACK.step("damage")
@HURTING.step("damage")
def damage(t: Terms, s: Shot) -> Shot:
    cite("damage.same-for-melee")
    return replace(s, lost=min(t.lost, t.wounds)) if s.hurt else s


_AIM, _HURT = AIMING.compiled(), HURTING.compiled()


# ---- legality --------------------------------------------------------------------------------------------------------


def may_be_target(game: Xcx, id: str, target: str) -> bool:
    """A living enemy; civilians only for the hunter of Exodus."""
    a, t = game.models[id], game.models[target]
    if t.state != TABLE or t.side == a.side:
        return False
    if t.side != CIVIL:
        return True
    from xenotable.games.xcx.missions import hunts_civilians

    return hunts_civilians(game, a.side)


@rule("shooting.into-engagement", neutral=lambda game, id, target: False)
def in_melee_with_friend(game: Xcx, id: str, target: str) -> bool:
    side = game.models[id].side
    return any(game.models[e].side == side for e in game.models[target].engaged)


@rule("special.squadsight", neutral=lambda game, id, target: False)
def spotted(game: Xcx, id: str, target: str) -> bool:
    """Does another friend, in whatever state, also see the target?"""
    t, field = game.models[target], field_of(game)
    cite("special.squadsight-spotter")
    return any(i != id and sees(field, game.models[i], t) for i in standing(game, game.models[id].side))


def range_refusals(game: Xcx, id: str, weapon: content.Weapon, target: str) -> Iterator[Refusal]:
    distance = distance_between(field_of(game), game.models[id], game.models[target])
    sniper = "Sniper" in weapon.rules
    if sniper and within(distance, NEAR):
        cite("principles.special-beats-general")
        args = {"target": target, "d": distance}
        yield Refusal("special.sniper-minimum", "{target} is {d:.1f} away; a Sniper weapon needs more than 12.", args)
    if not within(distance, weapon.range):
        if sniper and "Squadsight" in profile_of(game, id).rules and spotted(game, id, target):
            return
        args = {"target": target, "d": distance, "r": weapon.range, "more": distance - weapon.range}
        yield Refusal(
            "shooting.max-range", "{target} is {d:.1f} away, the Range is {r}.", args, "Come {more:.1f} closer."
        )


def shot_refusals(game: Xcx, id: str, weapon: str, target: str, manner: str) -> Iterator[Refusal]:
    """Why this model may not shoot this target with this weapon in this manner."""
    if weapon == content.MINDSPIN:
        from xenotable.games.xcx.skills import mindspin_refusals

        yield from mindspin_refusals(game, id, target, manner)
        return
    found = content.weapons()[weapon]
    yield from weapon_refusals(profile_of(game, id), id, found, manner)
    yield from target_refusals(game, id, found, target)


def target_refusals(game: Xcx, id: str, found: content.Weapon, target: str) -> Iterator[Refusal]:
    """Why a weapon that can be used may not be used against this target."""
    if not may_be_target(game, id, target):
        yield Refusal("shooting.target-legal", "{target} is no legal target.", {"target": target})
        return
    yield from range_refusals(game, id, found, target)
    yield from engagement_refusals(game, id, target)
    if not sees(field_of(game), game.models[id], game.models[target]):
        yield Refusal("shooting.target-legal", "{who} does not see {target}.", {"who": id, "target": target})


def weapon_refusals(p: Profile, id: str, weapon: content.Weapon, manner: str) -> Iterator[Refusal]:
    """Why this weapon cannot be used in this manner at all."""
    who = {"who": id, "weapon": weapon.name}
    if weapon.range < 1:
        yield Refusal("shooting.range-zero-cannot", "{weapon} has Range 0 and cannot shoot.", who)
    if p.skill(weapon.skill) < 1:
        yield Refusal("tests.value-zero-means-none", "{who} has not the skill for {weapon}.", who)
    if "Sniper" in weapon.rules and manner == "advance":
        yield Refusal("special.sniper-no-move", "{weapon} is fired on a Fire order only.", who)
    if "Sniper" in weapon.rules and manner == "react":
        yield Refusal("overwatch.no-sniper-no-psi", "{weapon} cannot be used for react fire.", who)


def engagement_refusals(game: Xcx, id: str, target: str) -> Iterator[Refusal]:
    if game.models[id].engaged:
        yield Refusal("shooting.engaged-cannot", "{who} is engaged and cannot shoot.", {"who": id})
    if game.models[target].engaged and in_melee_with_friend(game, id, target):
        yield Refusal("shooting.into-engagement", "{target} is engaged with a friend.", {"target": target})


@rule("shooting.when", neutral=lambda game, id, manner: [])
def shots(game: Xcx, id: str, manner: str) -> list[tuple[str, str]]:
    """Every legal (weapon, target)."""
    return list(some_shots(game, id, manner))


def some_shots(game: Xcx, id: str, manner: str) -> Iterator[tuple[str, str]]:
    m = game.models[id]
    guns, far = guns_of(game, id, manner)
    if m.engaged or not guns:
        return
    distance, side = field_of(game).metric.distance, m.side
    for i, t in game.models.items():
        if t.state == TABLE and t.side != side and distance(m, t) <= far:
            for g in guns:
                if next(aimed_refusals(game, id, g, i, manner), None) is None:
                    yield g, i


def aimed_refusals(game: Xcx, id: str, weapon: str, target: str, manner: str) -> Iterator[Refusal]:
    """Why one of the weapons that it can use in this manner may not be used against this target."""
    if weapon == content.MINDSPIN:
        return shot_refusals(game, id, weapon, target, manner)
    return target_refusals(game, id, content.weapons()[weapon], target)


def guns_of(game: Xcx, id: str, manner: str) -> tuple[tuple[str, ...], float]:
    """The weapons that a model can use in this manner at all, and farther than what none of them shoots."""
    return _guns(profile_of(game, id), manner)


@remembered(4096)
def _guns(p: Profile, manner: str) -> tuple[tuple[str, ...], float]:
    found = [w for w in p.weapons if not any(weapon_refusals(p, "", w, manner))]
    reach = [math.inf if "Sniper" in w.rules and "Squadsight" in p.rules else w.range for w in found]
    if p.skill("psi") and manner != "react":
        return (*(w.id for w in found), content.MINDSPIN), max(*reach, p.unit.mindspin_range, 0) + TOL
    return tuple(w.id for w in found), max(reach, default=0) + TOL


# ---- one attack ------------------------------------------------------------------------------------------------------


@rule("rewards.optic", neutral=lambda game, id, weapon, manner: 2)
def dice_of(game: Xcx, id: str, weapon: str, manner: str) -> int:
    """Three dice for a shot on Fire or Advance with a Magnified Optic; not for react fire or free attacks."""
    fitted = profile_of(game, id).fitted.get(weapon, ())
    return 3 if "magnified-optic" in fitted and manner in ("fire", "advance") else 2


def terms_of(game: Xcx, id: str, target: str, weapon: str, manner: str, found: Aim | None = None) -> Terms:
    value = (found or aim(game, id, target, weapon, manner)).value
    if weapon == content.MINDSPIN:
        return Terms(value, mind=True)
    rules = content.weapons()[weapon].rules
    close = manner in (MELEE, FREE_MELEE)
    return Terms(
        value,
        dice_of(game, id, weapon, manner),
        armour_value(game, target),
        1 if close and content.weapons()[weapon].range >= 1 and acts("charging.gun-armour") else 0,
        wounds_at_stake(game, id, target, weapon, manner),
        game.models[target].wounds,
        scatter="Scatter" in rules and not close,
        shredding="Shredding" in rules and not (close and acts("special.shredding-close")),
    )


@rule("shooting.steps")
def attack(game: Xcx, id: str, target: str, weapon: str, manner: str) -> Flow[Shot]:
    """One attack from the to-hit test to its last consequence."""
    from xenotable.games.xcx.skills import mindspun
    from xenotable.games.xcx.special import explode, lasso
    from xenotable.games.xcx.suppression import hit_by

    cite("actions.one-attack")
    cite("squad.unit-means-model-in-combat")
    found = aim(game, id, target, weapon, manner)
    terms = terms_of(game, id, target, weapon, manner, found)
    seats = (hand(seat_of(game, id)), hand(seat_of(game, target)))
    rolls: list[tuple[str, int]] = []

    def note(roll: Roll, counts: tuple[int, ...]) -> Flow[tuple[int, ...]]:
        rolls.append((roll.key, sum(faces_of(counts)[:2]) if roll.key != "scatter" else 0))
        return counts
        yield

    shot = yield from seated(resolve(_AIM, terms, Shot()), seats, note)
    told(game, id, target, weapon, manner, found, rolls[0][1], shot)
    if shot.scattered:
        yield from explode(game, id, target, weapon)
        return shot
    if not shot.hit:
        return shot
    rules = () if weapon == content.MINDSPIN else content.weapons()[weapon].rules
    hit_by(game, target, None if manner in (MELEE, FREE_MELEE) else (id, weapon))
    if "Lasso" in rules and manner not in (MELEE, FREE_MELEE):
        yield from lasso(game, id, target)
    shot = yield from seated(resolve(_HURT, terms, shot), seats, note)
    if terms.mind:
        yield from mindspun(game, id, target, shot.effect)
        return shot
    says = "The Armour of {target} gives way: {n}." if shot.hurt else "The Armour of {target} holds: {n}."
    game.tell(says, "special.shredding" if terms.shredding else "damage.armour-test", target=target, n=rolls[-1][1])
    if shot.hurt:
        yield from consequences(game, id, target, weapon, terms.lost)
    return shot


@rule("play.log-cites-rules", neutral=lambda *shot: None)
def told(game: Xcx, id: str, target: str, weapon: str, manner: str, found: Aim, rolled: int, shot: Shot) -> None:
    if game.listener is None:
        return
    verb = "strikes at" if manner in (MELEE, FREE_MELEE) else "shoots at"
    end = "scatters" if shot.scattered else "hit" if shot.hit else "miss"
    says = "{who} " + verb + " {target} with {weapon}: {aim}; roll {n}: {end}."
    game.tell(says, "shooting.to-hit", who=id, target=target, weapon=weapon, aim=found.words(), n=rolled, end=end)


def consequences(game: Xcx, id: str, target: str, weapon: str, lost: int) -> Flow[None]:
    """Damage is applied: Wounds, then Zapper, High Explosive and death."""
    from xenotable.games.xcx.special import high_explosive, zapped

    rules = content.weapons()[weapon].rules
    circle = game.models[target].circle
    dead = lose(game, target, lost)
    if "Zapper" in rules and not dead:
        zapped(game, target)
    if "High Explosive" in rules:
        high_explosive(game, circle)
    if dead:
        yield from die(game, target, id)
