"""The Attack in its order: contact, blows, Courage, who goes back, storming a building."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from xenotable.engine import Choose, Confirm, Flow, Forecast, Reckon, Refusal, Scene, acts, cite, is_legal, rule, scene
from xenotable.engine.gestures import Aimed
from xenotable.engine.slots import Slot
from xenotable.games.rampant.rules.attacking.contact import ask_contact, house_of, in_contact
from xenotable.games.rampant.rules.attacking.targets import attack_refusals
from xenotable.games.rampant.rules.attacking.values import (
    ask_fight_reduction,
    attack_armour,
    attack_blow,
    building_armour,
    building_blow,
    cover_held,
    fight_dice,
)
from xenotable.games.rampant.rules.courage.losses import suffer, together
from xenotable.games.rampant.rules.moving.move_legality import Room
from xenotable.games.rampant.rules.moving.paths import carry_out
from xenotable.games.rampant.rules.play.conventions import centre, circle
from xenotable.games.rampant.rules.play.dice import Blow, Wound
from xenotable.games.rampant.rules.retreat.sequence import retreat
from xenotable.games.rampant.rules.scenarios.vows import fact, first_blood
from xenotable.games.rampant.rules.shooting.targets import targets
from xenotable.games.rampant.rules.specials.charging import counter_charge
from xenotable.games.rampant.rules.terrain.buildings import hurt_building, masonry_blow
from xenotable.games.rampant.rules.terrain.field import enter_house, has_room, is_standing
from xenotable.games.rampant.rules.terrain.fighting import Footing, is_defended, rough_sides
from xenotable.games.rampant.rules.variants.rear_hits import from_behind
from xenotable.games.rampant.rules.xeno.combat import ask_stun, infect
from xenotable.games.rampant.rules.xeno.loss_order import resolve_losses, roll_to_hit
from xenotable.games.rampant.scenes import Attack, FightEnd, Melee, Nerve, Shock
from xenotable.games.rampant.state import Rampant

attack_odds = Slot[[Rampant, str, str], Sequence[Forecast]]("rampant.attack_odds")
blow_odds = Slot[[Rampant, str, str, Blow], Forecast]("rampant.blow_odds")


@scene
@rule("attacking.sequence")
def attack(game: Rampant, at: Attack) -> Flow[list[Scene]]:
    """Target, reaction, the way into contact."""
    unit = at.unit
    target = yield from Choose(
        seat=game.units[unit].seat,
        key="target",
        rule="attacking.target",
        prompt="Whom does {unit} attack?",
        args={"unit": unit},
        among=lambda: targets(game, unit),
        why_not=lambda t: chain(wild_refusals(game, at, t), attack_refusals(game, unit, t, at.kin)),
        odds=lambda t: attack_odds(game, unit, t),
    )
    shows = (Aimed((unit,), (target,), "fight"),)
    game.tell("{unit} attacks {t}.", "attacking.target", shows=shows, unit=unit, t=target)
    rear = from_behind(game, unit, target)  # judged where the action begins
    countered, dice = False, 0
    after: list[Scene] = []
    if target in game.units:
        dice = fight_dice(game, target)  # as the Attack began: what its own test costs it takes no die away
        countered, after = yield from counter_charge(game, target, unit)
    if after or (target in game.units and game.units[target].where == "gone"):
        return after
    if not in_contact(game, unit, target):
        start = circle(game, unit)
        moved = yield from ask_contact(game, unit, target)
        carry_out(game, unit, start, moved)
    return [Melee(unit, target, countered, at.wild, rear, dice)]


def wild_refusals(game: Rampant, at: Attack, target: str) -> Iterator[Refusal]:
    """A Wild Charge turns on units, not on walls."""
    if at.wild and target in game.buildings:
        yield Refusal(
            "activation.wild-charge-must", "{unit} charges wildly: at a unit, not a building.", {"unit": at.unit}
        )


@scene
def melee(game: Rampant, at: Melee) -> Flow[list[Scene]]:
    """Both roll to hit and lose Strength Points at the same time; who lost some tests."""
    if at.target in game.buildings:
        return (yield from against_building(game, at))
    ground = rough_sides(game, at.unit, at.target, at.countered)
    mine = yield from blows_of_both(game, at.unit, at.target, True, ground, at.countered, at.rear)
    theirs = yield from blows_of_both(game, at.target, at.unit, at.countered, ground, at.countered, False)
    if theirs.dice and at.dice:
        theirs = replace(theirs, dice=at.dice)
    seat = game.units[at.unit].seat
    wound = yield from roll_to_hit(mine, seat)
    back = yield from roll_to_hit(theirs, 1 - seat)
    says = "{unit} scores {n:hit}, {t} scores {m:hit}."
    game.tell(says, "attacking.values", unit=at.unit, n=wound.hits, t=at.target, m=back.hits)
    wound = yield from resolve_losses(mine, wound, seat)
    back = yield from resolve_losses(theirs, back, 1 - seat)
    return strike_losses(game, at, wound, back)


def blows_of_both(
    game: Rampant, unit: str, enemy: str, attacking: bool, ground: Footing, countered: bool, rear: bool
) -> Flow[Blow]:
    def blow(stun: bool, reduction: str | None = None) -> Blow:
        return attack_blow(game, unit, enemy, attacking, ground, countered, stun, rear, reduction)

    stun = yield from ask_stun(game, unit, enemy, lambda stun: blow_odds(game, unit, enemy, blow(stun)))
    reduction = yield from ask_fight_reduction(
        game,
        unit,
        enemy,
        lambda r: attack_armour(game, enemy, unit, attacking, ground, countered, rear, r),
        lambda r: blow_odds(game, unit, enemy, blow(stun, r)),
    )
    return blow(stun, reduction)


def strike_losses(game: Rampant, at: Melee, wound: Wound, back: Wound) -> list[Scene]:
    """Losses of both, removals, and the tests in their order: who lost more first, on equal losses the attacker."""
    unit, target = at.unit, at.target
    house, held = house_of(game, target), cover_held(game, target, unit)
    own = cover_held(game, unit, target)
    stormable = bool(held) or bool(house) or is_defended(game, target, unit)
    tx, ty = centre(game, target)
    dreadful = spreads_dread(game, unit)
    first_blood(game, {target: wound.lost, unit: back.lost})
    after: list[Scene] = []
    nerves: list[tuple[int, Scene]] = []
    for id, foe, result, fought in ((unit, target, back, own), (target, unit, wound, held)):
        x, y = centre(game, foe)
        dread = dreadful if id == target else (at.countered and spreads_dread(game, target))
        shock = Shock(id, "attack", result.lost, result.stunned, foe, True, x, y, dread, fought)
        gone = suffer(game, id, result.lost, "attacking.losses", shock) if result.lost else None
        if gone is not None:
            after += gone
        elif result.lost or (result.stunned and acts("xeno.stunners-attack")):
            nerves.append((-(result.lost + result.stunned), Nerve(shock)))
    infect(game, unit, target, wound.lost)
    infect(game, target, unit, back.lost)
    cite("attacking.courage")
    cite("attacking.courage-order")
    nerves.sort(key=lambda n: n[0])
    end = FightEnd(
        unit,
        target,
        wound.lost + wound.stunned,
        back.lost + back.stunned,
        tx,
        ty,
        stormable,
        house,
        at.wild,
        held,
        own,
        at.countered,
    )
    return [*together(after), *(scene_ for _, scene_ in nerves), end]


def spreads_dread(game: Rampant, unit: str) -> bool:
    return not game.profile[unit].has.isdisjoint(("dreadful", "otherworldly"))


# ---- the end of it ---------------------------------------------------------------------------------------------------


@scene
@rule("attacking.still-in-contact")
def fight_end(game: Rampant, at: FightEnd) -> Flow[list[Scene]]:
    """If both are still in contact one of them retreats; then the winner may storm."""
    unit, target = at.unit, at.target
    after: list[Scene] = []
    here, there = game.units[unit].where == "table", game.units[target].where in ("table", "inside")
    retreated = ""
    if here and there and in_contact(game, unit, target) and acts("attacking.loser"):
        tie = "specials.counter-charge-tie" if at.countered else "attacking.tie"
        repelled = at.lost < at.cost or (at.lost == at.cost and acts(tie))
        retreated = unit if repelled else target
        winner = unit if retreated == target else target
        x, y = centre(game, winner)
        cite("attacking.loser-not-suppressed")
        cite("attacking.blocked-retreat")
        game.tell("{unit} has lost the fight and retreats.", "attacking.loser", unit=retreated)
        fought = at.fought if retreated == target else at.own_ground
        after = yield from retreat(game, Shock(retreated, "attack", by=winner, source=True, x=x, y=y, fought=fought))
    held_on = game.units[unit].where == "table" and not retreated_hemmed_in(game, unit) and _is_unmoved(game, at)
    gave_way = not (game.units[target].where in ("table", "inside") and in_contact(game, unit, target))
    note_vows(game, at, held_on, gave_way)
    if held_on and gave_way and may_follow(at):
        yield from storm(game, at)
    return after


@rule("attacking.no-pursuit", neutral=lambda at: True)
def may_follow(at: FightEnd) -> bool:
    """The winner stays where it fought, unless the loser held something that can be stormed."""
    return at.stormable


@rule("attacking.storm", neutral=lambda *a: False)
def retreated_hemmed_in(game: Rampant, attacker: str) -> bool:
    """Has the attacker failed its Courage test, though nothing let it go anywhere? No Suppressed unit attacks."""
    return game.units[attacker].suppressed


def _is_unmoved(game: Rampant, at: FightEnd) -> bool:
    """Does the attacker still stand where it fought?"""
    house = at.house
    if house and is_standing(game, house):
        return in_contact(game, at.unit, house)
    base = circle(game, at.unit)
    far = ((base.x - at.x) ** 2 + (base.y - at.y) ** 2) ** 0.5
    return abs(far - base.r - game.profile[at.target].radius) <= 0.01 or bool(house)


def note_vows(game: Rampant, at: FightEnd, held_on: bool, gave_way: bool) -> None:
    seat = game.units[at.unit].seat
    if game.profile[at.unit].commander and held_on and acts("scenarios.vow-into-the-maw"):
        fact(game, seat, "into-the-maw")
    if at.wild and held_on and gave_way and acts("scenarios.vow-wild-hunt"):
        fact(game, seat, "wild-hunt")


def storm_refusals(game: Rampant, unit: str) -> Iterator[Refusal]:
    what = game.profile[unit]
    if what.vehicle and "walker" not in what.has:
        yield Refusal("attacking.storm", "{unit} cannot storm.", {"unit": unit})


def storm(game: Rampant, at: FightEnd) -> Flow[None]:
    """The winner may at once take the place of the beaten enemy."""
    unit = at.unit
    if not is_legal(storm_refusals(game, unit)):
        return
    goal = yield from Reckon(work=lambda: storm_place(game, at))
    into = at.house if at.house and may_garrison(game, unit, at.house) else ""
    if goal is None and not into:
        return
    yes = yield from Confirm(
        seat=game.units[unit].seat,
        key="storm",
        rule="attacking.storm",
        prompt="{unit} has won. Storm the position?",
        args={"unit": unit},
        yes="Storm",
        no="Stay",
    )
    if not yes:
        return
    if into:
        enter_house(game, unit, into)
    elif goal is not None:
        game.units.set(unit, x=goal[0], y=goal[1])
    game.tell("{unit} storms the position.", "attacking.storm", unit=unit)


def may_garrison(game: Rampant, unit: str, building: str) -> bool:
    what = game.profile[unit]
    if what.vehicle or what.tall or "flying" in what.has or game.units[unit].strength > 10:
        return False
    return is_standing(game, building) and has_room(game, building, game.units[unit].seat)


@rule("attacking.storm", neutral=lambda *a: None)
def storm_place(game: Rampant, at: FightEnd) -> tuple[float, float] | None:
    """The last point of the line to the enemy's place that leaves 1 in to all others; None: stay."""
    if at.house and is_standing(game, at.house):
        return None
    base = circle(game, at.unit)
    *_, last = (None, *Room(game, at.unit).along((base.x, base.y), (at.x, at.y), base.r))
    return last if last != (base.x, base.y) else None


# ---- buildings -------------------------------------------------------------------------------------------------------


def against_building(game: Rampant, at: Melee) -> Flow[list[Scene]]:
    """The building takes losses and strikes back; nobody retreats for losing against it."""
    unit, house = at.unit, at.target
    seat = game.units[unit].seat
    reduction = yield from ask_fight_reduction(
        game,
        unit,
        house,
        lambda r: building_armour(game, house, r),
        lambda r: blow_odds(game, unit, house, building_blow(game, unit, house, r)),
    )
    mine, masonry = building_blow(game, unit, house, reduction), masonry_blow(game, unit)
    wound = yield from roll_to_hit(mine, seat)
    back = (yield from roll_to_hit(masonry, 1 - seat)) if masonry else Wound()
    game.tell("{unit} scores {n:hit} on {b}.", "terrain.building-target", unit=unit, n=wound.hits, b=house)
    wound = yield from resolve_losses(mine, wound, seat)
    back = (yield from resolve_losses(masonry, back, 1 - seat)) if masonry else back
    x, y = centre(game, house)
    shock = Shock(unit, "attack", back.lost, 0, "", True, x, y)
    after: list[Scene] = []
    if back.lost:
        says = "Falling masonry costs {unit} {n}."
        gone = suffer(game, unit, back.lost, "terrain.building-strikes-back", shock, says)
        after = [Nerve(shock)] if gone is None else gone
    bx, by = centre(game, unit)
    fallen = hurt_building(game, house, wound.lost, Shock(house, "attack", by=unit, source=True, x=bx, y=by))
    return [*fallen, *after]
