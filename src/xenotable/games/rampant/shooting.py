"""Shooting: targets, ranges, dice, Armour and losses; and Bombardment."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Scene, acts, allowed, cite, rule, scene
from xenotable.games.rampant.armour import ask_reduction, best_reduction, shooting_armour
from xenotable.games.rampant.command import own_trait
from xenotable.games.rampant.exchange import Blow, Wound, thrown, toll
from xenotable.games.rampant.field import centre, distance, standing
from xenotable.games.rampant.firefight import answer_fire
from xenotable.games.rampant.losses import fact, first_blood, lose, remove, together
from xenotable.games.rampant.scenes import Blast, Bombardment, Boom, Nerve, Shock, Shooting
from xenotable.games.rampant.state import Rampant, above_half, fielded
from xenotable.games.rampant.targets import RANGE_RULES, needs_spotter, shoot_range, spotters, target_refusals
from xenotable.games.rampant.xeno import (
    ask_stun,
    both_otherworldly,
    deflects,
    struck_by,
    surgeon_near,
    throws_again,
)
from xenotable.table import more_than

# ---- dice and values -------------------------------------------------------------------------------------------------


@rule("shooting.dice-full", neutral=lambda *a: 0)
def combat_dice(game: Rampant, uid: str) -> int:
    """10 dice above half strength, 5 at half or less; a Feeble Commander's unit one fewer."""
    if above_half(game, uid):
        dice = 10
    else:
        cite("shooting.dice-half")
        dice = 5
    cite("shooting.dice-fixed-before")
    return dice - 1 if own_trait(game, uid, "feeble") else dice


@rule("roster.values-column")
def shoot_value(game: Rampant, uid: str, way: str, spotted: bool) -> int:
    """The value on the card; 6+ while skirmishing without Old Scouts, 3+ with a spotter."""
    what = game.profile[uid]
    if spotted and acts("specials.spotted-fire"):
        return 3
    if way == "skirmish" and "old-scouts" in what.has:
        cite("options.old-scouts")
    elif way == "skirmish":
        return 6
    return what.shoot_value


# ---- one side's fire -------------------------------------------------------------------------------------------------


def at_extreme(game: Rampant, shooter: str, id: str, way: str) -> bool:
    return more_than(distance(game, shooter, id), shoot_range(game, shooter, way))


def volley(
    game: Rampant, shooter: str, id: str, way: str, spotter: str = "", stun: bool = False, reduction: str | None = None
) -> Blow:
    """Everything that is fixed before a unit's dice are thrown at a target."""
    extreme = at_extreme(game, shooter, id, way)
    lobbed = bool(spotter) and needs_spotter(game, shooter, id)
    if lobbed:
        cite("options.lobbed-fire")
    if reduction is None:
        reduction = best_reduction(game, shooter, id, extreme)
    armour = shooting_armour(game, shooter, id, extreme, reduction, lobbed)
    need = shoot_value(game, shooter, way, bool(spotter))
    six = "heavy-weapon" in game.profile[shooter].has
    dice, again = combat_dice(game, shooter), throws_again(game, shooter, id, False)
    if id in game.buildings:
        cite("terrain.building-target")
        return Blow("shoot", dice, need, armour, game.buildings[id].strength, six, again)
    return Blow(
        "shoot",
        dice,
        need,
        armour,
        game.units[id].strength,
        six,
        again,
        doubled=both_otherworldly(game, shooter, id),
        stun=stun,
        deflect=deflects(game, id, False),
        surgeon=0 if stun else surgeon_near(game, id),
    )


def shock_of(game: Rampant, id: str, shooter: str, wound: Wound) -> Shock:
    x, y = centre(game, shooter)
    return Shock(id, "shoot", wound.lost, wound.stunned, shooter, True, x, y)


# ---- the Shoot action ------------------------------------------------------------------------------------------------


def targets(game: Rampant, shooter: str) -> list[str]:
    """Whatever could be shot at, legal or not: enemy units on the table, then buildings."""
    seat = game.units[shooter].seat
    if not game.buildings:
        return fielded(game, 1 - seat)
    held = {row.inside for row in game.units.values() if row.seat == seat and row.where == "inside"}
    return [*fielded(game, 1 - seat), *(b for b in game.buildings if b not in held and standing(game, b))]


def legal_targets(game: Rampant, shooter: str, way: str = "shoot") -> Iterator[str]:
    for id in targets(game, shooter):
        if allowed(target_refusals(game, shooter, id, way)):
            yield id


@scene
@rule("shooting.sequence")
def shoot(game: Rampant, at: Shooting) -> Flow[list[Scene]]:
    """Target, reaction, dice of both, losses of both; Courage tests follow."""
    from xenotable.games.rampant.forecast import shot_odds

    uid, seat = at.unit, game.units[at.unit].seat
    target = yield from Choose(
        seat=seat,
        key="target",
        rule="shooting.target",
        prompt="Whom does {u} shoot at?",
        args={"u": uid},
        among=lambda: at.only or targets(game, uid),
        why_not=lambda t: target_refusals(game, uid, t, at.way),
        odds=lambda t: shot_odds(game, uid, t, at.way),
    )
    spotter = yield from ask_spotter(game, uid, target)
    stun = yield from ask_stun(game, uid, target)
    reduction = yield from ask_reduction(game, uid, target, at_extreme(game, uid, target, at.way))
    terms = volley(game, uid, target, at.way, spotter, stun, reduction)
    extreme = at_extreme(game, uid, target, at.way)
    cite(RANGE_RULES.get(shoot_range(game, uid, at.way), "shooting.target"))
    if target in game.buildings:
        return (yield from at_building(game, uid, target, terms))
    answer, after = yield from answer_fire(game, target, uid)
    if game.units[target].where == "gone":  # its own double was the end of it
        return after
    return (yield from exchange_fire(game, uid, target, terms, answer, extreme, after))


def exchange_fire(
    game: Rampant, uid: str, target: str, terms: Blow, answer: Blow | None, extreme: bool, after: list[Scene]
) -> Flow[list[Scene]]:
    """Dice of both sides first, then the losses of both at the same time, then who tests."""
    seat = game.units[uid].seat
    wound, back = (yield from thrown(terms, seat)), Wound()
    game.tell("{u} shoots at {t}: {n:hit}.", "shooting.hit", u=uid, t=target, n=wound.hits)
    if answer is not None:
        back = yield from thrown(answer, 1 - seat)
        game.tell("{t} shoots back: {n:hit}.", "firefight.success", t=target, n=back.hits)
    wound = yield from toll(terms, wound, seat)
    if answer is not None:
        back = yield from toll(answer, back, 1 - seat)
    cite("firefight.simultaneous")
    first_blood(game, {target: wound.lost, uid: back.lost})
    note_vows(game, uid, target, wound, back, extreme)
    nerves: list[Scene] = []  # explosions and bail-outs come before the tests of those who were hit
    for id, other, result in ((target, uid, wound), (uid, target, back)):
        shock, before = shock_of(game, id, other, result), game.units[id].strength
        if result.lost:
            game.tell("{u} loses {n}.", "shooting.losses", u=id, n=result.lost)
        if result.lost and lose(game, id, result.lost) and acts("shooting.destroyed"):
            after += remove(game, id, "destroyed", shock, before)
        elif result.hits:
            cite("shooting.courage-on-any-hit")
            cite("shooting.courage-order" if id == target else "firefight.courage")
            nerves.append(Nerve(shock))
    return [*together(after), *nerves]


def note_vows(game: Rampant, uid: str, target: str, wound: Wound, back: Wound, extreme: bool) -> None:
    if extreme and wound.lost and acts("scenarios.vow-long-arm"):
        fact(game, game.units[uid].seat, "long-arm")
    if back.lost and acts("scenarios.vow-last-word"):
        fact(game, game.units[target].seat, "last-word")


def at_building(game: Rampant, uid: str, building: str, terms: Blow) -> Flow[list[Scene]]:
    """Losses go to the building; nobody inside is hit, tests or answers."""
    from xenotable.games.rampant.buildings import hurt_building

    seat = game.units[uid].seat
    wound = yield from thrown(terms, seat)
    game.tell("{u} shoots at {b}: {n:hit}.", "terrain.building-target", u=uid, b=building, n=wound.hits)
    wound = yield from toll(terms, wound, seat)
    x, y = centre(game, uid)
    return [*hurt_building(game, building, wound.lost, Shock(building, "shoot", by=uid, source=True, x=x, y=y))]


def ask_spotter(game: Rampant, uid: str, target: str) -> Flow[str]:
    """A friend near the target may give up its activation: the shooter then hits on 3+."""
    found = spotters(game, uid, target)
    if not found:
        return ""
    must = needs_spotter(game, uid, target)
    options = found if must else ["", *found]
    who = yield from Choose(
        seat=game.units[uid].seat,
        key="spotter",
        rule="specials.spotted-fire",
        prompt="Who spots for {u}?",
        args={"u": uid},
        among=lambda: options,
        label=lambda s: game.name(s) if s else "Nobody",
    )
    if who and acts("specials.spotter-cost"):
        game.units.set(who, activated=True)
        game.tell("{s} spots for {u}.", "specials.spotter-cost", s=who, u=uid)
    return who


# ---- Bombardment -----------------------------------------------------------------------------------------------------


@scene
@rule("shooting.bombardment-effect")
def bombard(game: Rampant, at: Bombardment) -> list[Scene]:
    """Everybody within 3 in of the aim point is struck, friend and foe; nobody answers."""
    cite("shooting.bombardment-targeted-flag")
    struck = tuple(u for u in struck_by(game, (at.x, at.y), 0.0, 3.0) if u in game.units)
    return [Blast((), going=Boom(at.unit, at.x, at.y, 10, True), left=struck, first=not game.now.blood)]
