"""Xeno rules that act in play: deflectors and surgeons, stunners, explosions, blinking, regrowth, drops."""

from __future__ import annotations

import math

from msgspec.structs import replace

from xenotable.engine import Choose, Flow, Roll, Scene, acts, cite, rule, scene
from xenotable.games.rampant.exchange import ALL_MISSES, Blow, ask_surgeon, thrown, toll
from xenotable.games.rampant.field import distance, standing, to_spot, within
from xenotable.games.rampant.losses import ask_first, first_strike, lose, remove, together
from xenotable.games.rampant.scenes import BailOut, Blast, Boom, Nerve, Nerves, Shock, Wrecks
from xenotable.games.rampant.state import Rampant, above_half, fielded, under

IMMUNE = ("machine", "undying", "rift")


@rule("xeno.deflector", neutral=lambda *a: 0)
def deflects(game: Rampant, uid: str, attack: bool) -> int:
    """What a deflector die needs to cancel a point; tier 3 works in Attacks as well."""
    tier = game.profile[uid].deflector
    if tier == 0 or (attack and tier < 3):
        return 0
    return 6 if tier == 1 else 5


@rule("xeno.field-surgeon", neutral=lambda *a: 0)
def surgeon_near(game: Rampant, uid: str) -> int:
    """What a surgeon's die needs: 4, or 5 from a worn-down surgeon; 0 where none is near. The best one rolls."""
    row, kin = game.units[uid], game.profile[uid].kin
    best = 0
    for friend in fielded(game, row.seat):
        what = game.profile[friend]
        if "field-surgeon" not in what.has or game.units[friend].suppressed:
            continue
        if kin in IMMUNE and what.kin != kin and acts("xeno.field-surgeon-kin"):
            continue
        if friend == uid or beside(game, friend, uid):
            need = 4 if above_half(game, friend) else 5
            best = min(best, need) if best else need
    return best


def beside(game: Rampant, friend: str, uid: str) -> bool:
    """Within 6 in; units under the same fallen building are."""
    house = game.units[uid].inside
    if house and not standing(game, house):
        return game.units[friend].inside == house or within(
            to_spot(game, friend, (game.units[uid].x, game.units[uid].y)), 6.0
        )
    return within(distance(game, friend, uid), 6.0)


def treated(game: Rampant, uid: str, lost: int) -> Flow[int]:
    """What a surgeon leaves of a loss outside an exchange: a double, a hard landing, falling stone."""
    need = surgeon_near(game, uid)
    if not need or lost <= 0 or not (yield from ask_surgeon(game.units[uid].seat, lost)):
        return lost
    _, kept = yield from Roll(
        seat=game.units[uid].seat,
        key="surgeon",
        rule="xeno.field-surgeon",
        prompt="The surgeon tries to keep one point of {u}",
        args={"u": uid},
        n=1,
        cuts=(need,),
        names=("lost", "kept"),
    )
    return lost - kept


@rule("xeno.sworn-foe", neutral=lambda *a: False)
def sworn(game: Rampant, uid: str, enemy: str) -> bool:
    """Does the unit fight the kin its owner has named?"""
    if "sworn-foe" not in game.profile[uid].has or enemy not in game.units:
        return False
    return game.profile[enemy].kin == game.sides[game.units[uid].seat].foe != ""


def throws_again(game: Rampant, uid: str, enemy: str, attack: bool) -> int:
    """How many missed dice the unit throws once more; no die is ever thrown a third time."""
    from xenotable.games.rampant.command import own_trait

    power = "guide-the-blade" if attack else "guide-the-shot"
    if sworn(game, uid, enemy):
        return ALL_MISSES
    if under(game, uid, power):
        cite(f"psychic.{power}")
        return ALL_MISSES
    return 2 if own_trait(game, uid, "duellist" if attack else "deadeye") else 0


def both_otherworldly(game: Rampant, a: str, b: str) -> bool:
    return all(u in game.profile and "otherworldly" in game.profile[u].has for u in (a, b))


@rule("xeno.stunners", neutral=lambda *a: False)
def may_stun(game: Rampant, uid: str, enemy: str) -> bool:
    """Machines, the undying, rift beings and buildings cannot be stunned."""
    return "stunners" in game.profile[uid].has and enemy in game.profile and game.profile[enemy].kin not in IMMUNE


def ask_stun(game: Rampant, uid: str, enemy: str) -> Flow[bool]:
    if not may_stun(game, uid, enemy):
        return False
    how = yield from Choose(
        seat=game.units[uid].seat,
        key="stun",
        rule="xeno.stunners",
        prompt="Does {u} stun {e}, or strike to kill?",
        args={"u": uid, "e": enemy},
        among=lambda: ("kill", "stun"),
        label=lambda o: "Strike to kill" if o == "kill" else "Stun",
    )
    return how == "stun"


# ---- explosions ------------------------------------------------------------------------------------------------------


def area_armour(game: Rampant, id: str) -> int:
    """Armour against bombardments and explosions: as against shooting, with cover only from areas and buildings."""
    from xenotable.games.rampant.armour import base_armour, own_additions

    if id in game.buildings:
        return game.buildings[id].armour
    from xenotable.games.rampant.armour import area_bonus

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
    game.tell("{u} explodes.", "xeno.volatile-blast", u=boom.unit)
    rest = tuple(b for b in at.booms if b is not boom)
    left = struck_by(game, (boom.x, boom.y), game.profile[boom.unit].radius, 6.0)
    return [replace(at, booms=rest, going=boom, left=tuple(left), first=not game.now.blood, hurt=())]


def strike(game: Rampant, at: Blast) -> Flow[Blast]:
    """The explosion meets the next unit or building."""
    from xenotable.games.rampant.buildings import hurt_building

    boom, id = at.going, at.left[0]
    assert boom is not None
    terms = bomb_blow(game, boom, id) if boom.bomb else area_blow(game, "blast", id, boom.dice, 3)
    wound = yield from thrown(terms, game.now.active)
    at = replace(at, left=at.left[1:])
    if wound.hits:
        owner = game.units[id].seat if id in game.units else game.now.active
        wound = yield from toll(terms, wound, 1 - owner)  # its owner's deflectors and surgeons, whoever is active
        shock = Shock(id, terms.kind, lost=wound.lost, source=True, x=boom.x, y=boom.y)
        if id in game.buildings:
            at = replace(at, falls=(*at.falls, *hurt_building(game, id, wound.lost, shock)))
        else:
            at = torn(game, at, shock)
    striker = game.units[boom.unit].seat
    if at.first and not at.left and set(at.hurt) == {1 - striker}:
        first_strike(game, striker)
    return at


def torn(game: Rampant, at: Blast, shock: Shock) -> Blast:
    """A unit bears what an explosion or a bombardment did to it; its test comes later."""
    id, before = shock.unit, game.units[shock.unit].strength
    if shock.kind == "bomb":
        game.tell("The bombardment costs {u} {n}.", "shooting.bombardment-effect", u=id, n=shock.lost)
    else:
        game.tell("The explosion costs {u} {n}.", "xeno.volatile-blast", u=id, n=shock.lost)
    if shock.lost:
        at = replace(at, hurt=(*at.hurt, game.units[id].seat))
    if not lose(game, id, shock.lost):
        return replace(at, shocks=(*at.shocks, shock))
    after = remove(game, id, "destroyed", shock, before)
    booms = [b for s in after if isinstance(s, Blast) for b in s.booms]
    wrecks = [s for s in after if isinstance(s, BailOut)]
    return replace(at, booms=(*at.booms, *booms), wrecks=(*at.wrecks, *wrecks))


def bomb_blow(game: Rampant, boom: Boom, id: str) -> Blow:
    """10 dice against whom the aim point lies on, 5 against others near it."""
    return area_blow(game, "bomb", id, boom.dice if to_spot(game, id, (boom.x, boom.y)) <= 0.001 else 5, 4)


def struck_by(game: Rampant, p: tuple[float, float], r: float, far: float) -> list[str]:
    """Every unit on the table, every garrison and every building near a point; friend and foe alike."""
    found = [b for b in game.buildings if standing(game, b) and within(to_spot(game, b, p) - r, far)]
    for uid, row in game.units.items():
        if row.where in ("table", "inside") and within(max(0.0, to_spot(game, uid, p) - r), far):
            found.append(uid)
    return found


def detonate(game: Rampant, uid: str, passed: bool) -> list[Scene]:
    """Volatile 2 by order: it explodes, or is lost without effect."""
    cite("xeno.volatile-2")
    row = game.units[uid]
    boom = Boom(uid, row.x, row.y, row.strength)
    after = remove(game, uid, "destroyed", under="xeno.volatile-2")
    return together([Blast((boom,)), *after]) if passed else after


# ---- regrowth and blinking -------------------------------------------------------------------------------------------


@rule("xeno.infectious", neutral=lambda *a: None)
def infect(game: Rampant, uid: str, enemy: str, lost: int) -> None:
    """Once per Attack, after its own losses: an enemy infantry unit that lost a point gives one back."""
    if lost <= 0 or enemy not in game.profile or game.profile[enemy].vehicle:
        return
    row = game.units[uid]
    if "infectious" in game.profile[uid].has and row.where != "gone" and 0 < row.strength < game.profile[uid].strength:
        game.units.set(uid, strength=row.strength + 1)
        game.tell("{u} grows by one.", "xeno.infectious", u=uid)


def line_spots(
    game: Rampant, uid: str, at: tuple[float, float], towards: tuple[float, float], far: float
) -> list[tuple[float, float]]:
    """The legal places along a line up to a distance, farthest first; the place it stands on is always one."""
    from xenotable.games.rampant.marching import free_at
    from xenotable.table import Circle, snapped

    long = math.hypot(*towards) or 1.0
    r = game.profile[uid].radius
    found = []
    for step in range(int(far * 2), 0, -1):
        d = min(far, step / 2.0)
        p = snapped((at[0] + towards[0] / long * d, at[1] + towards[1] / long * d))
        if free_at(game, uid, Circle(p[0], p[1], r)):
            found.append(p)
    return [*found, at]


@rule("xeno.blink")
def blink(game: Rampant, uid: str) -> Flow[list[Scene]]:
    """A direction, two dice, and up to that many inches through anything; a double hurts."""
    from xenotable.games.rampant.directions import ask_along, ask_direction

    seat = game.units[uid].seat
    degrees = yield from ask_direction(game, seat, uid, "xeno.blink")
    counts = yield from Roll(
        seat=seat, key="blink", rule="xeno.blink", prompt="{u} blinks: two dice", args={"u": uid}, n=2
    )
    far = sum(face * n for face, n in enumerate(counts, 1))
    yield from ask_along(game, seat, uid, degrees, far, "xeno.blink")
    double = next((face for face, n in enumerate(counts, 1) if n == 2), 0)
    if not double:
        return []
    before = game.units[uid].strength
    lost = min((yield from treated(game, uid, double)), before)
    game.tell("{u} blinks badly and loses {n}.", "xeno.blink", u=uid, n=lost)
    if lose(game, uid, lost):
        return remove(game, uid, "destroyed", before=before)
    return [Nerve(Shock(uid, "blink", lost=lost))]
