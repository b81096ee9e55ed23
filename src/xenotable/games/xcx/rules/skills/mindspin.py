"""[Mindspin]: at whom, with what value, with which effect, and what that does."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from xenotable.engine import Flow, Refusal, Roll, cite, rule
from xenotable.games.xcx.rules.bag.dice import counts_as_activation
from xenotable.games.xcx.rules.modifiers.values import Aim
from xenotable.games.xcx.rules.movement.forced import forced_to, straight_away
from xenotable.games.xcx.rules.movement.positions import allowance
from xenotable.games.xcx.rules.play.measuring import distance_between
from xenotable.games.xcx.rules.play.table import within
from xenotable.games.xcx.rules.shooting.modifiers import cover_part, down_part, moving_part, range_band, shot_from
from xenotable.games.xcx.rules.shooting.targets import engagement_refusals, foe_refusals
from xenotable.games.xcx.rules.shooting.terms import Shot, Terms
from xenotable.games.xcx.rules.sight import sees
from xenotable.games.xcx.rules.skills.control import freed_by_own, take_control
from xenotable.games.xcx.rules.special.traits import machine, unstable_part
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import FACES, faces_of
from xenotable.games.xcx.state import CIVIL, Xcx
from xenotable.odds import ATTACKER


@rule("skills.mindspin-to-hit", neutral=lambda game, model, target, manner, seen=None: Aim("psi", 0, ()))
def mindspin_aim(game: Xcx, model: str, target: str, manner: str, seen: tuple[float, int] | None = None) -> Aim:
    p = profile_of(game, model)
    distance, cover = seen or shot_from(game, model, target, manner)
    found = (
        range_band(distance, p.unit.mindspin_range),
        moving_part(manner, False),
        cover_part(cover),
        down_part(game, target),
        unstable_part(game, model),
    )
    return Aim("psi", p.skill("psi"), tuple(part for part in found if part is not None))


@rule("skills.mindspin-table", neutral=lambda t, s: s)
def mindspin_effect(t: Terms, s: Shot) -> Flow[Shot]:
    """2-5 Psi Panic, 6-10 Psi Disorientation, 11-12 Mind Control; nothing modifies the roll."""
    counts = yield from Roll(
        seat=ATTACKER, key="effect", rule="skills.mindspin-table", prompt="Mindspin effect", n=2, cuts=FACES
    )
    total = sum(faces_of(counts))
    return replace(s, effect="panic" if total <= 5 else "disorientation" if total <= 10 else "control")


@rule("skills.mindspin-as-shooting", neutral=lambda game, model, target, manner: iter(()))
def mindspin_refusals(game: Xcx, model: str, target: str, manner: str) -> Iterator[Refusal]:
    p, t = profile_of(game, model), game.models[target]
    if p.skill("psi") < 1:
        yield Refusal("tests.value-zero-means-none", "{who} has no Mindspin.", {"who": model})
    if manner not in ("fire", "advance"):
        rule_id = "overwatch.no-sniper-no-psi" if manner == "react" else "skills.mindspin-as-shooting"
        yield Refusal(rule_id, "Mindspin is used on a Fire or Advance order only.", {})
    if t.side == CIVIL or machine(game, target):
        yield Refusal("skills.mindspin-machines", "{target} has no mind to spin.", {"target": target})
    if unfit := [*foe_refusals(game, model, target)]:
        yield from unfit
        return
    distance = distance_between(field_of(game), game.models[model], t)
    if not within(distance, p.unit.mindspin_range):
        args = {"target": target, "d": distance, "r": p.unit.mindspin_range}
        yield Refusal("shooting.max-range", "{target} is {d:.1f} away, the Range is {r}.", args)
    yield from engagement_refusals(game, model, target)
    if not sees(field_of(game), game.models[model], t):
        yield Refusal("shooting.target-legal", "{who} does not see {target}.", {"who": model, "target": target})


@rule("skills.mindspin-no-damage", neutral=lambda game, model, target, effect: None)
def apply_mindspin(game: Xcx, model: str, target: str, effect: str) -> Flow[None]:
    """No Armour test and no damage: Psi Panic, Psi Disorientation or Mind Control."""
    if effect == "panic":
        panic(game, model, target)
    elif effect == "disorientation":
        game.models.set(target, down=True, watch=False)
        game.tell("{who} is disoriented and goes Down.", "skills.mindspin-disorientation", who=target)
    elif game.models[target].owner == game.models[model].side:
        freed_by_own(game, target)
    else:
        take_control(game, model, target, "skills.control-start")
    return
    yield


@rule("skills.mindspin-panic", neutral=lambda game, model, target: None)
def panic(game: Xcx, model: str, target: str) -> None:
    """It runs twice its Mobility directly away from the caster; a forced move."""
    end = straight_away(game, target, game.models[model].here, float(allowance(game, target, True)))
    cite("skills.mindspin-panic-timing")
    forced_to(game, target, end)
    if game.reads("skills.mindspin-panic-timing=counts"):
        counts_as_activation(game, target)
    x, y = game.models[target].here
    game.tell("{who} panics and runs to {x:.1f}, {y:.1f}.", "skills.mindspin-panic", who=target, x=x, y=y)
