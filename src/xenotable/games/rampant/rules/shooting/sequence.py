"""Shooting in its order: target, spotter, answering fire, hits and losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Forecast, Refusal, Scene, acts, cite, is_legal, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.courage.losses import suffer, together
from xenotable.games.rampant.rules.firefight import answer_fire
from xenotable.games.rampant.rules.play.conventions import centre, distance
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.scenarios.vows import fact, first_blood
from xenotable.games.rampant.rules.shooting.dice import Aim, at_extreme, shock_of, volley
from xenotable.games.rampant.rules.shooting.targets import (
    RANGE_RULES,
    farthest_shot,
    needs_spotter,
    shoot_range,
    spotters,
    target_refusals,
    targets,
)
from xenotable.games.rampant.rules.specials.shooting import ask_reduction, spot_refusals
from xenotable.games.rampant.rules.terrain.buildings import hurt_building
from xenotable.games.rampant.rules.xeno.combat import ask_stun
from xenotable.games.rampant.rules.xeno.loss_order import resolve_losses, roll_to_hit
from xenotable.games.rampant.scenes import Nerve, Shock, Shooting
from xenotable.games.rampant.state import Rampant, fielded_units


def legal_targets(game: Rampant, shooter: str, way: str = "shoot") -> Iterator[str]:
    for id in targets(game, shooter, farthest_shot(game, shooter, way)):
        if is_legal(target_refusals(game, shooter, id, way)):
            yield id


def nearest_refusals(game: Rampant, unit: str, way: str = "shoot") -> Iterator[Refusal]:
    """Why not even the nearest enemy is a target: that tells the player what to change."""
    foes = fielded_units(game, 1 - game.units[unit].seat)
    if foes and game.units[unit].where in ("table", "inside"):
        yield from target_refusals(game, unit, min(foes, key=lambda t: distance(game, unit, t)), way)


shot_odds = Slot[[Rampant, str, str, Aim], Sequence[Forecast]]("rampant.shot_odds")
target_odds = Slot[[Rampant, str, str, str], Sequence[Forecast]]("rampant.target_odds")


@scene
@rule("shooting.sequence")
def shoot(game: Rampant, at: Shooting) -> Flow[list[Scene]]:
    """Target, reaction, dice of both, losses of both; Courage tests follow."""
    unit, seat = at.unit, game.units[at.unit].seat
    target = yield from Choose(
        seat=seat,
        key="target",
        rule="shooting.target",
        prompt="Whom does {unit} shoot at?",
        args={"unit": unit},
        among=lambda: targets(game, unit),
        why_not=lambda t: chain(only_refusals(at, t), target_refusals(game, unit, t, at.way)),
        odds=lambda t: target_odds(game, unit, t, at.way),
    )
    extreme = at_extreme(game, unit, target, at.way)
    terms = volley(game, unit, target, *(yield from ask_aim(game, unit, target, at.way)))
    cite(RANGE_RULES.get(shoot_range(game, unit, at.way), "shooting.target"))
    if target in game.buildings:
        return (yield from at_building(game, unit, target, terms))
    answer, after = yield from answer_fire(game, target, unit)
    if game.units[target].where == "gone":  # its own double was the end of it
        return after
    return (yield from exchange_fire(game, unit, target, terms, answer, extreme, after))


def only_refusals(at: Shooting, target: str) -> Iterator[Refusal]:
    """Who shoots in place of a Wild Charge shoots at somebody that it could have charged."""
    if at.only and target not in at.only:
        says = "{unit} shoots in place of a Wild Charge: at an enemy that it could reach."
        yield Refusal("specials.no-assault", says, {"unit": at.unit})


def ask_aim(game: Rampant, unit: str, target: str, way: str) -> Flow[Aim]:
    """What the shooter's owner settles before anybody rolls: who spots, stun or kill, which rule against Armour."""
    spotter = yield from ask_spotter(game, unit, target, way)
    stun = yield from ask_stun(game, unit, target, lambda stun: shot_odds(game, unit, target, Aim(way, spotter, stun)))
    reduction = yield from ask_reduction(
        game,
        unit,
        target,
        at_extreme(game, unit, target, way),
        lambda r: shot_odds(game, unit, target, Aim(way, spotter, stun, r)),
    )
    return Aim(way, spotter, stun, reduction)


def exchange_fire(
    game: Rampant, unit: str, target: str, terms: Blow, answer: Blow | None, extreme: bool, after: list[Scene]
) -> Flow[list[Scene]]:
    """Dice of both sides first, then the losses of both at the same time, then who tests."""
    seat = game.units[unit].seat
    terms = replace(terms, have=game.units[target].strength)  # its own reaction may have cost the target some
    wound, back = (yield from roll_to_hit(terms, seat)), Wound()
    shows = (Aimed((unit,), (target,)),)
    game.tell("{unit} shoots at {t}: {n:hit}.", "shooting.hit", shows=shows, unit=unit, t=target, n=wound.hits)
    if answer is not None:
        back = yield from roll_to_hit(answer, 1 - seat)
        shows = (Aimed((target,), (unit,)),)
        game.tell("{t} shoots back: {n:hit}.", "firefight.success", shows=shows, t=target, n=back.hits)
    wound = yield from resolve_losses(terms, wound, seat)
    if answer is not None:
        back = yield from resolve_losses(answer, back, 1 - seat)
    cite("firefight.simultaneous")
    first_blood(game, {target: wound.lost, unit: back.lost})
    note_vows(game, unit, target, wound, back, extreme)
    nerves: list[Scene] = []  # explosions and bail-outs come before the tests of those who were hit
    for id, other, result in ((target, unit, wound), (unit, target, back)):
        shock = shock_of(game, id, other, result)
        gone = suffer(game, id, result.lost, "shooting.losses", shock) if result.lost else None
        if gone is not None:
            after += gone
        elif result.hits:
            cite("shooting.courage-on-any-hit")
            cite("shooting.courage-order" if id == target else "firefight.courage")
            nerves.append(Nerve(shock))
    return [*together(after), *nerves]


def note_vows(game: Rampant, unit: str, target: str, wound: Wound, back: Wound, extreme: bool) -> None:
    if extreme and wound.lost and acts("scenarios.vow-long-arm"):
        fact(game, game.units[unit].seat, "long-arm")
    if back.lost and acts("scenarios.vow-last-word"):
        fact(game, game.units[target].seat, "last-word")


def at_building(game: Rampant, unit: str, building: str, terms: Blow) -> Flow[list[Scene]]:
    """Losses go to the building; nobody inside is hit, tests or answers."""
    seat = game.units[unit].seat
    wound = yield from roll_to_hit(terms, seat)
    says, shows = "{unit} shoots at {b}: {n:hit}.", (Aimed((unit,), (building,)),)
    game.tell(says, "terrain.building-target", shows=shows, unit=unit, b=building, n=wound.hits)
    wound = yield from resolve_losses(terms, wound, seat)
    x, y = centre(game, unit)
    return [*hurt_building(game, building, wound.lost, Shock(building, "shoot", by=unit, source=True, x=x, y=y))]


def ask_spotter(game: Rampant, unit: str, target: str, way: str) -> Flow[str]:
    """A friend near the target may give up its activation: the shooter then hits on 3+."""
    found = spotters(game, unit, target)
    if not found:
        return ""
    must = needs_spotter(game, unit, target)
    own = fielded_units(game, game.units[unit].seat)
    who = yield from Choose(
        seat=game.units[unit].seat,
        key="spotter",
        rule="specials.spotted-fire",
        prompt="Who spots for {unit}?",
        args={"unit": unit, "t": target},
        among=lambda: own if must else ["", *own],
        why_not=lambda s: () if not s or s in found else spotter_refusals(game, s, unit, target, must),
        label=lambda s: game.name(s) if s else "Nobody",
        odds=lambda s: shot_odds(game, unit, target, Aim(way, s)),
    )
    if who and acts("specials.spotter-cost"):
        game.units.set(who, activated=True)
        game.tell("{s} spots for {unit}.", "specials.spotter-cost", s=who, unit=unit)
    return who


def spotter_refusals(game: Rampant, spotter: str, shooter: str, target: str, blind: bool) -> Iterator[Refusal]:
    if spotter == shooter:
        yield Refusal("specials.spotted-fire", "{s} fires: another has to spot for it.", {"s": spotter})
    else:
        yield from spot_refusals(game, spotter, target, blind)
