"""Exact odds of fire at a section and of blows at it: the same hits, saves, dice and tests as in the live game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xenotable.engine import Forecast, memoize
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.rules.buildings.bombardment import HIT, aim_at, focus_fire, worth_merging
from xenotable.games.xenocide.rules.buildings.collapse import escapes_on
from xenotable.games.xenocide.rules.buildings.construction import ASSAULT
from xenotable.games.xenocide.rules.buildings.occupants import garrison, occupants
from xenotable.games.xenocide.rules.buildings.structure import save_of, stands_on
from xenotable.games.xenocide.rules.flight.effects import undermining_damage
from xenotable.games.xenocide.rules.play.dice import succeeds
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.stats.specials import dice_of
from xenotable.games.xenocide.rules.suppression import cad_level
from xenotable.games.xenocide.state import Room, Xenocide
from xenotable.odds import Odds

Wear = dict[tuple[int, bool], float]  # structure points lost, whether it collapsed -> chance


def of_bombardment(game: Xenocide, unit: str, w: Weapon, s: str, focus: int = 0) -> Forecast:
    """What a weapon system does to a section: points lost, the chance of a collapse, models lost to each point."""
    found = aim_at(game, unit, w, s)
    dice = focus_fire(w, dice_of(w, found.direct), focus)
    if found.indirect:
        dice.append((w.strength, dice_of(w, found.indirect)))
    return of_dice(game, w, s, dice)


def of_dice(game: Xenocide, w: Weapon, s: str, dice: Sequence[tuple[int, int]]) -> Forecast:
    """What dice of some strengths do to a section."""
    points = game.sections[s].points
    room = game.field.rooms[s]
    spread: Wear = {(0, False): 1.0}
    for strength, n in sorted(dice, reverse=True):
        spread = wear_section(spread, room, points, strength, hit_chances(w.aoe, n), bool(w.aoe))
    return section_forecast(game, s, spread, f"{w.name} at {game.name(s)}", "buildings.shoot-at-save")


def section_forecast(game: Xenocide, s: str, spread: Wear, title: str, rule_id: str) -> Forecast:
    lost: dict[int, float] = {}
    for (n, _), p in spread.items():
        lost[n] = lost.get(n, 0.0) + p
    total = Odds(lost)
    down = sum(p for (_, gone), p in spread.items() if gone)
    some = [("damaged", total.at_least(1)), ("collapses", down)]
    room, points = game.field.rooms[s], game.sections[s].points
    notes = (f"armour {room.armor}, {points} structure points", *inside(game, s, total.mean))
    return total.forecast(title, "points", rule_id, some, notes)


def of_blows(game: Xenocide, unit: str, s: str, dice: int) -> Forecast:
    """What close assault dice of a unit do to a section."""
    room, points = game.field.rooms[s], game.sections[s].points
    digs = all(kind_of(game, m).burrowing for m in game.units[unit].models)
    worth, need = undermining_damage() if digs else (1, ASSAULT)
    good = sum(succeeds(face, room.armor) for face in range(1, 7)) / 6.0
    spread = {(points - left, down): p for (left, down), p in after_blows(points, worth, need, good, dice).items()}
    return section_forecast(game, s, spread, f"{game.name(unit)} at {game.name(s)}", "buildings.assault-building")


def escapes(game: Xenocide, s: str) -> list[Forecast]:
    """How many of each unit inside are buried if a section collapses now."""
    found = []
    for unit in garrison(game, s):
        lost = Odds.certain(0)
        for model in occupants(game, s):
            if game.models[model].unit == unit:
                p = escapes_on(kind_of(game, model)) / 6.0
                lost = lost + Odds({0: p, 1: 1.0 - p})
        some = [("somebody is buried", lost.at_least(1)), ("all are", lost.at_least(max(lost.chances)))]
        title = f"{game.name(unit)} if {game.name(s)} collapses"
        found.append(lost.forecast(title, "models", "buildings.collapse-escape", some))
    return found


def after_blows(points: int, worth: int, need: int, good: float, dice: int) -> Wear:
    """Points left and collapse after some dice: each success takes points, and at 0 forces a test."""
    falls = 1.0 - need / 6.0
    states: Wear = {(points, False): 1.0}
    for _ in range(dice):
        after: Wear = {}
        for (left, down), p in states.items():
            now = max(0, left - worth)
            tested = not down and not now
            for key, q in (
                ((left, down), 1.0 - good),
                ((now, down or False), good * (1.0 - falls if tested else 1.0)),
                ((0, True), good * falls if tested else 0.0),
            ):
                if q:
                    after[key] = after.get(key, 0.0) + p * q
        states = after
    return states


def inside(game: Xenocide, s: str, points: float) -> tuple[str, ...]:
    """What the garrison loses on average, without its shields and without a collapse."""
    found = []
    for t in garrison(game, s):
        here = [m for m in game.units[t].models if game.models[m].section == s]
        found.append(f"{game.name(t)} inside loses about {min(len(here), points * die_kills(game, here)):.1f} models")
    return tuple(found)


def die_kills(game: Xenocide, models: Sequence[str]) -> float:
    """The chance that one close assault die destroys one of these models; several sixes for one of many count less."""
    level = min(cad_level(game, m, False) for m in models)
    saved = min(kind_of(game, m).shield for m in models) / 6.0
    return ((7 - level) / 6 if level <= 6 else 1 / 6 / (level - 5)) * (1.0 - saved)


@lru_cache(512)
def hit_chances(aoe: int, n: int) -> dict[int, float]:
    """How many hits n dice make: one each, or Xd3 of an area weapon and X where it splashes."""
    good = HIT / 6.0
    one = Odds({1: good, 0: 1.0 - good})
    if aoe:
        chances = {k: p * good for k, p in Odds({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}).times(aoe).chances.items()}
        chances[aoe] = chances.get(aoe, 0.0) + 1.0 - good
        one = Odds(chances)
    return one.times(n).chances


def wear_section(spread: Wear, room: Room, points: int, strength: int, hits: dict[int, float], merges: bool) -> Wear:
    """The spread after hits of one strength; area hits are merged where only that can hurt."""
    after: Wear = {}
    for (lost, down), p in spread.items():
        for n, q in hits.items():
            for (more, gone), r in after_hits(room.armor, points - lost, strength, n, merges).items():
                key = (lost + more, down or gone)
                after[key] = after.get(key, 0.0) + p * q * r
    return after


@memoize(4096)
def after_hits(armor: int, left: int, strength: int, n: int, merges: bool) -> Wear:
    """Points lost and collapse after n hits of one strength on a section with so many points left."""
    if merges and (times := worth_merging(armor, strength, n)):
        return after_hits(armor, left, strength + 1, times, merges)
    fails = 1.0 - save_of(armor, strength) / 6.0
    falls = 1.0 - max(0, min(6, stands_on(strength))) / 6.0
    states: Wear = {(left, False): 1.0}
    for _ in range(n):
        after: Wear = {}
        for (now, down), p in states.items():
            for key, q in one_hit(now, down, fails, falls):
                after[key] = after.get(key, 0.0) + p * q
        states = after
    return {(left - now, down): p for (now, down), p in states.items() if p}


def one_hit(left: int, down: bool, fails: float, falls: float) -> list[tuple[tuple[int, bool], float]]:
    """What one more hit makes of a section with so many points left."""
    if down:
        return [((left, True), 1.0)]
    if left > 1:
        return [((left, False), 1.0 - fails), ((left - 1, False), fails)]
    if left == 1:
        return [((1, False), 1.0 - fails), ((0, True), fails * falls), ((0, False), fails * (1.0 - falls))]
    return [((0, True), falls), ((0, False), 1.0 - falls)]
