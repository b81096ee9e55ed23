"""Volatile units: explosions, and whatever else strikes all that is near a point."""

from __future__ import annotations

from msgspec.structs import replace

from xenotable.engine import Flow, Scene, cite, rule, scene
from xenotable.games.rampant.rules.courage.losses import remove, suffer, together
from xenotable.games.rampant.rules.play.conventions import to_spot, within
from xenotable.games.rampant.rules.play.dice import Blow
from xenotable.games.rampant.rules.play.turns import ask_first
from xenotable.games.rampant.rules.scenarios.vows import first_strike
from xenotable.games.rampant.rules.shooting.armour import area_bonus, base_armour, own_additions
from xenotable.games.rampant.rules.terrain.buildings import hurt_building
from xenotable.games.rampant.rules.terrain.field import is_standing
from xenotable.games.rampant.rules.xeno.combat import deflects, surgeon_near
from xenotable.games.rampant.rules.xeno.loss_order import resolve_losses, roll_to_hit
from xenotable.games.rampant.scenes import BailOut, Blast, Boom, Nerves, Shock, Wrecks
from xenotable.games.rampant.state import Rampant


def area_armour(game: Rampant, id: str) -> int:
    """Armour against bombardments and explosions: as against shooting, with cover only from areas and buildings."""
    if id in game.buildings:
        return game.buildings[id].armour
    return max(1, base_armour(game, "", id) + area_bonus(game, id) + own_additions(game, id, shot=False))


def area_blow(game: Rampant, kind: str, id: str, dice: int, need: int) -> Blow:
    if id in game.buildings:
        return Blow(kind, dice, need, area_armour(game, id), game.buildings[id].strength)
    strength = game.units[id].strength
    return Blow(
        kind,
        dice,
        need,
        area_armour(game, id),
        strength,
        deflect=deflects(game, id, False),
        surgeon=surgeon_near(game, id),
    )


@scene
@rule("xeno.volatile-blast")
def blast(game: Rampant, at: Blast) -> Flow[list[Scene]]:
    """One explosion strikes everything within 6 in, one after another; further ones follow, then passengers of wrecks
    get out, and Courage is tested after the last."""
    if at.left:
        return [(yield from strike(game, at))]
    if at.falls:
        owners = [(game.units[f.left[0]].seat, f.building) for f in at.falls]
        first = yield from ask_first(game, owners, "collapse-first", "Who crawls out of its building first?")
        fall = next(f for f in at.falls if f.building == first)
        return [fall, replace(at, falls=tuple(f for f in at.falls if f is not fall))]
    if not at.booms:
        return [Wrecks(at.wrecks, at.shocks)] if at.wrecks else [Nerves(at.shocks)]
    first = yield from ask_first(
        game, [(game.units[b.unit].seat, b.unit) for b in at.booms], "explosion", "Which unit explodes first?"
    )
    boom = next(b for b in at.booms if b.unit == first)
    game.tell("{unit} explodes.", "xeno.volatile-blast", unit=boom.unit)
    rest = tuple(b for b in at.booms if b is not boom)
    left = units_near(game, (boom.x, boom.y), game.profile[boom.unit].radius, 6.0)
    return [replace(at, booms=rest, current=boom, left=tuple(left), first=not game.now.blood, hurt=())]


def strike(game: Rampant, at: Blast) -> Flow[Blast]:
    """The explosion meets the next unit or building."""
    boom, id = at.current, at.left[0]
    assert boom is not None
    terms = bomb_blow(game, boom, id) if boom.bomb else area_blow(game, "blast", id, boom.dice, 3)
    wound = yield from roll_to_hit(terms, game.now.active)
    at = replace(at, left=at.left[1:])
    if wound.hits:
        owner = game.units[id].seat if id in game.units else game.now.active
        wound = yield from resolve_losses(
            terms, wound, 1 - owner
        )  # its owner's deflectors and surgeons, whoever is active
        shock = Shock(id, terms.kind, lost=wound.lost, source=True, x=boom.x, y=boom.y)
        if id in game.buildings:
            at = replace(at, falls=(*at.falls, *hurt_building(game, id, wound.lost, shock)))
        else:
            at = bear_explosion(game, at, shock)
    striker = game.units[boom.unit].seat
    if at.first and not at.left and set(at.hurt) == {1 - striker}:
        first_strike(game, striker)
    return at


def bear_explosion(game: Rampant, at: Blast, shock: Shock) -> Blast:
    """A unit bears what an explosion or a bombardment did to it; its test comes later."""
    id = shock.unit
    if shock.lost:
        at = replace(at, hurt=(*at.hurt, game.units[id].seat))
    if shock.kind == "bomb":
        after = suffer(game, id, shock.lost, "shooting.bombardment-effect", shock, "The bombardment costs {unit} {n}.")
    else:
        after = suffer(game, id, shock.lost, "xeno.volatile-blast", shock, "The explosion costs {unit} {n}.")
    if after is None:
        return replace(at, shocks=(*at.shocks, shock))
    booms = [b for s in after if isinstance(s, Blast) for b in s.booms]
    wrecks = [s for s in after if isinstance(s, BailOut)]
    return replace(at, booms=(*at.booms, *booms), wrecks=(*at.wrecks, *wrecks))


def bomb_blow(game: Rampant, boom: Boom, id: str) -> Blow:
    """10 dice against whom the aim point lies on, 5 against others near it."""
    return area_blow(game, "bomb", id, boom.dice if to_spot(game, id, (boom.x, boom.y)) <= 0.001 else 5, 4)


def units_near(game: Rampant, p: tuple[float, float], r: float, far: float) -> list[str]:
    """Every unit on the table, every garrison and every building near a point; friend and foe alike."""
    found = [b for b in game.buildings if is_standing(game, b) and within(to_spot(game, b, p) - r, far)]
    for unit, row in game.units.items():
        if row.where in ("table", "inside") and within(max(0.0, to_spot(game, unit, p) - r), far):
            found.append(unit)
    return found


def detonate(game: Rampant, unit: str, passed: bool) -> list[Scene]:
    """Volatile 2 by order: it explodes, or is lost without effect."""
    cite("xeno.volatile-2")
    row = game.units[unit]
    boom = Boom(unit, row.x, row.y, row.strength)
    after = remove(game, unit, "destroyed", under="xeno.volatile-2")
    return together([Blast((boom,)), *after]) if passed else after
