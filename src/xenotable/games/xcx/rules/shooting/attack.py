"""One attack from the to-hit test to its last consequence. Close combat runs through the same steps."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from xenotable.engine import Ask, Flow, Forecast, Roll, Slot, acts, cite, rule
from xenotable.games.xcx import content
from xenotable.games.xcx.rules.charging import gun_in_melee
from xenotable.games.xcx.rules.damage.armour import armour_test, wounds_at_stake
from xenotable.games.xcx.rules.damage.consequences import consequences
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE, Aim
from xenotable.games.xcx.rules.play.attack_log import log_attack, log_effect
from xenotable.games.xcx.rules.play.models import seat_of
from xenotable.games.xcx.rules.rewards.equipment import dice_of
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.skills.mindspin import apply_mindspin, mindspin_effect
from xenotable.games.xcx.rules.skills.reach import armour_value
from xenotable.games.xcx.rules.special.explosion import explode
from xenotable.games.xcx.rules.special.weapons import lasso, second_test
from xenotable.games.xcx.rules.suppression import hit_by
from xenotable.games.xcx.rules.tests import FACES, faces_of, hand, under
from xenotable.games.xcx.state import Xcx
from xenotable.odds import ATTACKER, Exchange, assign_seats, resolve

# The odds of one attack: attacker, target, weapon, manner.
attack_forecast = Slot[[Xcx, str, str, str, str], Forecast]("xcx.attack_forecast")
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


@ATTACK.step("damage")
@HURTING.step("damage")
def damage(t: Terms, s: Shot) -> Shot:
    cite("damage.same-for-melee")
    return replace(s, lost=min(t.lost, t.wounds)) if s.hurt else s


_AIM, _HURT = AIMING.compiled(), HURTING.compiled()


def terms_of(game: Xcx, model: str, target: str, weapon: str, manner: str, found: Aim | None = None) -> Terms:
    value = (found or aim(game, model, target, weapon, manner)).value
    if weapon == content.MINDSPIN:
        return Terms(value, mind=True)
    rules = content.weapons()[weapon].rules
    close = manner in (MELEE, FREE_MELEE)
    return Terms(
        value,
        dice_of(game, model, weapon, manner),
        armour_value(game, target),
        gun_in_melee(game) if close and content.weapons()[weapon].range >= 1 else 0,
        wounds_at_stake(game, model, target, weapon, manner),
        game.models[target].wounds,
        scatter="Scatter" in rules and not close,
        shredding="Shredding" in rules and not (close and acts("special.shredding-close")),
    )


@rule("shooting.steps")
def attack(game: Xcx, model: str, target: str, weapon: str, manner: str) -> Flow[Shot]:
    """One attack from the to-hit test to its last consequence."""
    cite("actions.one-attack")
    cite("squad.unit-means-model-in-combat")
    found = aim(game, model, target, weapon, manner)
    terms = terms_of(game, model, target, weapon, manner, found)
    seats = (hand(seat_of(game, model)), hand(seat_of(game, target)))
    rolls: list[tuple[int, ...]] = []

    def note(ask: Ask[Any], value: Any) -> None:
        if type(ask) is Roll:
            rolls.append(faces_of(value))

    shot = yield from assign_seats(resolve(_AIM, terms, Shot()), seats, note)
    if game.is_heard():
        log_attack(game, model, target, weapon, manner, found, terms, rolls[0], shot)
    if shot.scattered:
        yield from explode(game, model, target, weapon)
        return shot
    if not shot.hit:
        return shot
    rules = () if weapon == content.MINDSPIN else content.weapons()[weapon].rules
    hit_by(game, target, None if manner in (MELEE, FREE_MELEE) else (model, weapon))
    if "Lasso" in rules and manner not in (MELEE, FREE_MELEE):
        yield from lasso(game, model, target)
    shot = yield from assign_seats(resolve(_HURT, terms, shot), seats, note)
    if game.is_heard():
        log_effect(game, model, target, terms, rolls[-1], shot)
    if terms.mind:
        yield from apply_mindspin(game, model, target, shot.effect)
    elif shot.hurt:
        yield from consequences(game, model, target, weapon, terms.lost)
    return shot
