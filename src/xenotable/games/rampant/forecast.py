"""Exact odds before a choice: orders, fire, fights, and the Courage tests that would follow (rule content.odds)."""

from __future__ import annotations

from functools import lru_cache

from xenotable.engine import Chance, Forecast, rule
from xenotable.games.rampant.armour import from_behind
from xenotable.games.rampant.courage import Test, chances, test_of, tests
from xenotable.games.rampant.exchange import FULL, Blow, Wound
from xenotable.games.rampant.field import distance
from xenotable.games.rampant.scenes import Shock
from xenotable.games.rampant.state import Rampant
from xenotable.odds import distribution, sums


def order_chance(need: int, bonus: int = 0) -> float:
    """The chance of two dice plus a bonus reaching a score."""
    return sums(2).at_least(need - bonus)


@lru_cache(8192)
def ends_of(blow: Blow) -> tuple[tuple[Wound, float], ...]:
    return tuple(distribution(FULL, blow, Wound()).items())


@rule("content.odds")
def losses(blow: Blow) -> dict[int, float]:
    """How likely each number of lost Strength Points is."""
    found: dict[int, float] = {}
    for wound, p in ends_of(blow):
        found[wound.lost] = found.get(wound.lost, 0.0) + p
    return dict(sorted(found.items()))


def mean_loss(blow: Blow) -> float:
    return sum(wound.lost * p for wound, p in ends_of(blow))


def aftermath_chances(game: Rampant, uid: str, blow: Blow, shock: Shock, any_hit: bool) -> tuple[float, float, float]:
    """Chances that the struck unit is destroyed, routs, or becomes Suppressed by the test that follows."""
    base = test_of(game, shock)
    start, have = game.profile[uid].strength, blow.have
    dead = rout = shaken = 0.0
    for wound, p in ends_of(blow):
        if wound.lost >= have:
            dead += p
            continue
        if not tests(game, uid) or not (wound.hits if any_hit else wound.lost or wound.stunned):
            continue
        dice = 2 if (have - wound.lost) * 2 > start else 1
        _, s, r = chances(Test(dice, base.bonus - wound.lost - 2 * wound.stunned, base.need))
        shaken += p * s
        rout += p * r
    return dead, rout, shaken


def strike_forecast(
    game: Rampant, title: str, rule_id: str, uid: str, blow: Blow, shock: Shock, any_hit: bool, notes: tuple[str, ...]
) -> Forecast:
    spread = tuple(Chance(str(n), p) for n, p in losses(blow).items())
    dead, rout, shaken = aftermath_chances(game, uid, blow, shock, any_hit)
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


def found_on_table(game: Rampant, uid: str, target: str, way: str) -> list[str]:
    """Distance, range and cover, in words."""
    from xenotable.games.rampant.shooting import at_extreme
    from xenotable.games.rampant.terrain import cover

    reach = "extreme range (+1 Armour)" if at_extreme(game, uid, target, way) else "in range"
    found = [f"{distance(game, uid, target):.1f} in away, {reach}"]
    found += [("in the open", "in soft cover", "in hard cover")[cover(game, target, uid)]]
    return found + (["Prone (+1 Armour)"] if game.units[target].prone else [])


def shot_odds(game: Rampant, uid: str, target: str, way: str) -> list[Forecast]:
    """What shooting would do to the target, and what its answer could do to the shooter."""
    from xenotable.engine import allowed
    from xenotable.games.rampant.firefight import firefight_refusals
    from xenotable.games.rampant.shooting import shock_of, volley

    blow = volley(game, uid, target, way)
    title = f"{game.name(uid)} shoots at {game.name(target)}"
    if target in game.buildings:
        spread = tuple(Chance(str(n), p) for n, p in losses(blow).items())
        fall = Chance("collapses", losses(blow).get(blow.have, 0.0))
        return [
            Forecast(
                title, "terrain.building-target", mean_loss(blow), "Strength Points lost", (fall,), spread, _notes(blow)
            )
        ]
    shock = shock_of(game, target, uid, Wound())
    notes = (*_notes(blow), *found_on_table(game, uid, target, way))
    found = [strike_forecast(game, title, "shooting.hit", target, blow, shock, True, notes)]
    if allowed(firefight_refusals(game, target, uid)):
        found += answer_odds(game, target, uid)
    return found


def answer_odds(game: Rampant, uid: str, shooter: str) -> list[Forecast]:
    """A Firefight, should its test succeed."""
    from xenotable.games.rampant.shooting import shock_of, volley

    blow = volley(game, uid, shooter, "firefight")
    title = f"{game.name(uid)} answers the fire"
    shock = shock_of(game, shooter, uid, Wound())
    notes = (f"declared fire succeeds with {order_chance(7):.0%}", *_notes(blow))
    return [strike_forecast(game, title, "firefight.test", shooter, blow, shock, True, notes)]


def attack_odds(game: Rampant, uid: str, target: str) -> list[Forecast]:
    """What a fight would cost both sides, as they stand (the attacker's ground is judged by the target's)."""
    from xenotable.games.rampant.field import centre
    from xenotable.games.rampant.melee import attack_blow, building_blow, masonry_blow, rough_sides

    title = f"{game.name(uid)} attacks {game.name(target)}"
    if target in game.buildings:
        mine, back = building_blow(game, uid, target), masonry_blow(game, uid)
        spread = tuple(Chance(str(n), p) for n, p in losses(mine).items())
        found = [
            Forecast(
                title, "terrain.building-target", mean_loss(mine), "Strength Points lost", (), spread, _notes(mine)
            )
        ]
        if back is not None:
            shock = Shock(uid, "attack")
            found.append(
                strike_forecast(
                    game,
                    f"Masonry on {game.name(uid)}",
                    "terrain.building-strikes-back",
                    uid,
                    back,
                    shock,
                    False,
                    _notes(back),
                )
            )
        return found
    ground = rough_sides(game, uid, target, False)
    mine = attack_blow(game, uid, target, True, ground, False, rear=from_behind(game, uid, target))
    theirs = attack_blow(game, target, uid, False, ground, False)
    (ux, uy), (tx, ty) = centre(game, uid), centre(game, target)
    there = Shock(target, "attack", by=uid, source=True, x=ux, y=uy)
    here = Shock(uid, "attack", by=target, source=True, x=tx, y=ty)
    win, tie, lose = contest(mine, theirs)
    notes = (*_notes(mine), f"wins {win:.0%}, ties {tie:.0%}, loses {lose:.0%} by losses")
    return [
        strike_forecast(game, title, "attacking.values", target, mine, there, False, notes),
        strike_forecast(
            game, f"{game.name(target)} strikes back", "attacking.values", uid, theirs, here, False, _notes(theirs)
        ),
    ]


def contest(mine: Blow, theirs: Blow) -> tuple[float, float, float]:
    """Chances that the attacker costs more than it loses, as much, or less."""
    win = tie = 0.0
    back = losses(theirs)
    for n, p in losses(mine).items():
        for m, q in back.items():
            if n > m:
                win += p * q
            elif n == m:
                tie += p * q
    return win, tie, max(0.0, 1.0 - win - tie)


def order_odds(game: Rampant, uid: str, order: str) -> Forecast | None:
    """The chance that an order succeeds."""
    from xenotable.games.rampant.orders import free_action, modifier_list, score_of, split
    from xenotable.games.rampant.psychic import power_free

    action, trait = split(order)
    if trait or free_action(game, uid, action) or power_free(game, uid, action):
        return Forecast("Free: no test", "activation.free", chances=(Chance("succeeds", 1.0),))
    found = modifier_list(game, uid, action)
    need, bonus = score_of(game, uid, action), sum(n for n, _ in found)
    p = order_chance(need, bonus)
    notes = tuple(f"{n:+d} {why}" for n, why in found)
    return Forecast(
        f"Two dice{bonus:+d} against {need}+", "activation.test", chances=(Chance("succeeds", p),), notes=notes
    )
