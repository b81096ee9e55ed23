"""What a player is shown before a choice: orders, fire, fights and the Courage tests that would follow."""

from __future__ import annotations

from xenotable.engine import Chance, Forecast, allowed
from xenotable.games.rampant.forecasts.chances import (
    aftermath_chances,
    chances,
    contest,
    losses,
    mean_loss,
    order_chance,
)
from xenotable.games.rampant.rules.activation.order_legality import action_and_trait
from xenotable.games.rampant.rules.activation.order_tests import modifier_list, score_of
from xenotable.games.rampant.rules.activation.phase import order_odds
from xenotable.games.rampant.rules.attacking.sequence import attack_odds
from xenotable.games.rampant.rules.attacking.values import attack_blow, building_blow
from xenotable.games.rampant.rules.courage.courage_test import WHY, courage_odds, courage_test_for
from xenotable.games.rampant.rules.firefight import answer_odds, firefight_refusals
from xenotable.games.rampant.rules.play.conventions import centre, distance
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.roster.numbers import free_action
from xenotable.games.rampant.rules.shooting.dice import at_extreme, shock_of, volley
from xenotable.games.rampant.rules.shooting.sequence import shot_odds
from xenotable.games.rampant.rules.terrain.buildings import masonry_blow
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.fighting import rough_sides
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.rules.xeno.psi import power_free
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant


@courage_odds.fill
def courage_forecast(game: Rampant, shock: Shock) -> Forecast:
    test = courage_test_for(game, shock)
    passed, shaken, rout = chances(test)
    title = f"Courage of {game.name(shock.unit)}: {test.dice}d6{test.bonus:+d} against {test.need}+"
    found = (Chance("passes", passed), Chance("Suppressed", shaken), Chance("routs", rout))
    return Forecast(title, WHY[shock.kind], chances=found, notes=test.notes)


def strike_forecast(
    game: Rampant, title: str, rule_id: str, unit: str, blow: Blow, shock: Shock, any_hit: bool, notes: tuple[str, ...]
) -> Forecast:
    spread = tuple(Chance(str(n), p) for n, p in losses(blow).items())
    dead, rout, shaken = aftermath_chances(game, unit, blow, shock, any_hit)
    found = (Chance("destroyed", dead), Chance("routs", rout), Chance("Suppressed", shaken))
    return Forecast(title, rule_id, mean_loss(blow), "Strength Points lost", found, spread, notes)


def _notes(blow: Blow) -> tuple[str, ...]:
    found = [f"{blow.dice} dice on {blow.need}+", f"Armour {blow.armour}"]
    if blow.again:
        found.append("misses thrown again")
    if blow.deflect:
        found.append(f"deflector on {blow.deflect}+")
    if blow.surgeon:
        found.append(f"surgeon on {blow.surgeon}+")
    return tuple(found)


def found_on_table(game: Rampant, unit: str, target: str, way: str) -> list[str]:
    """Distance, range and cover, in words."""
    reach = "extreme range (+1 Armour)" if at_extreme(game, unit, target, way) else "in range"
    found = [f"{distance(game, unit, target):.1f} in away, {reach}"]
    found += [("in the open", "in soft cover", "in hard cover")[cover(game, target, unit)]]
    return found + (["Prone (+1 Armour)"] if game.units[target].prone else [])


@shot_odds.fill
def shot_forecasts(game: Rampant, unit: str, target: str, way: str) -> list[Forecast]:
    """What shooting would do to the target, and what its answer could do to the shooter."""
    blow = volley(game, unit, target, way)
    title = f"{game.name(unit)} shoots at {game.name(target)}"
    if target in game.buildings:
        spread = tuple(Chance(str(n), p) for n, p in losses(blow).items())
        fall = Chance("collapses", losses(blow).get(blow.have, 0.0))
        return [
            Forecast(
                title, "terrain.building-target", mean_loss(blow), "Strength Points lost", (fall,), spread, _notes(blow)
            )
        ]
    shock = shock_of(game, target, unit, Wound())
    notes = (*_notes(blow), *found_on_table(game, unit, target, way))
    found = [strike_forecast(game, title, "shooting.hit", target, blow, shock, True, notes)]
    if allowed(firefight_refusals(game, target, unit)):
        found += answer_forecasts(game, target, unit)
    return found


@answer_odds.fill
def answer_forecasts(game: Rampant, unit: str, shooter: str) -> list[Forecast]:
    """A Firefight, should its test succeed."""
    blow = volley(game, unit, shooter, "firefight")
    title = f"{game.name(unit)} answers the fire"
    shock = shock_of(game, shooter, unit, Wound())
    notes = (f"declared fire succeeds with {order_chance(7):.0%}", *_notes(blow))
    return [strike_forecast(game, title, "firefight.test", shooter, blow, shock, True, notes)]


@attack_odds.fill
def attack_forecasts(game: Rampant, unit: str, target: str) -> list[Forecast]:
    """What a fight would cost both sides, as they stand (the attacker's ground is judged by the target's)."""
    title = f"{game.name(unit)} attacks {game.name(target)}"
    if target in game.buildings:
        mine, back = building_blow(game, unit, target), masonry_blow(game, unit)
        spread = tuple(Chance(str(n), p) for n, p in losses(mine).items())
        found = [
            Forecast(
                title, "terrain.building-target", mean_loss(mine), "Strength Points lost", (), spread, _notes(mine)
            )
        ]
        if back is not None:
            shock = Shock(unit, "attack")
            found.append(
                strike_forecast(
                    game,
                    f"Masonry on {game.name(unit)}",
                    "terrain.building-strikes-back",
                    unit,
                    back,
                    shock,
                    False,
                    _notes(back),
                )
            )
        return found
    ground = rough_sides(game, unit, target, False)
    mine = attack_blow(game, unit, target, True, ground, False, rear=from_behind(game, unit, target))
    theirs = attack_blow(game, target, unit, False, ground, False)
    (ux, uy), (tx, ty) = centre(game, unit), centre(game, target)
    there = Shock(target, "attack", by=unit, source=True, x=ux, y=uy)
    here = Shock(unit, "attack", by=target, source=True, x=tx, y=ty)
    win, tie, lose = contest(mine, theirs)
    notes = (*_notes(mine), f"wins {win:.0%}, ties {tie:.0%}, loses {lose:.0%} by losses")
    return [
        strike_forecast(game, title, "attacking.values", target, mine, there, False, notes),
        strike_forecast(
            game, f"{game.name(target)} strikes back", "attacking.values", unit, theirs, here, False, _notes(theirs)
        ),
    ]


@order_odds.fill
def order_forecast(game: Rampant, unit: str, order: str) -> Forecast | None:
    """The chance that an order succeeds."""
    action, trait = action_and_trait(order)
    if trait or free_action(game, unit, action) or power_free(game, unit, action):
        return Forecast("Free: no test", "activation.free", chances=(Chance("succeeds", 1.0),))
    found = modifier_list(game, unit, action)
    need, bonus = score_of(game, unit, action), sum(n for n, _ in found)
    p = order_chance(need, bonus)
    notes = tuple(f"{n:+d} {why}" for n, why in found)
    return Forecast(
        f"Two dice{bonus:+d} against {need}+", "activation.test", chances=(Chance("succeeds", p),), notes=notes
    )
