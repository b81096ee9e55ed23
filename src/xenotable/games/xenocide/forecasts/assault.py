"""Odds at the asks of close assault: a round both ways, with the tests after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist

from xenotable.engine import Forecast
from xenotable.games.xenocide.content import Arm
from xenotable.games.xenocide.forecasts import titans
from xenotable.games.xenocide.forecasts.blows import blows, breaks, dice_of, lost_models
from xenotable.games.xenocide.forecasts.buildings import escapes, of_blows
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.assault.dice import divided_odds, split_odds
from xenotable.games.xenocide.rules.buildings.assault import blows_odds, prospects
from xenotable.games.xenocide.rules.buildings.garrison_moves import entry_odds
from xenotable.games.xenocide.rules.buildings.walls import along
from xenotable.games.xenocide.rules.flight.special_moves import teleport_odds
from xenotable.games.xenocide.rules.movement.moving import entry_mode
from xenotable.games.xenocide.rules.movement.phases import MODES, assault_odds, enemies_reached, rolls_dice
from xenotable.games.xenocide.rules.play.measuring import apart
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.scenarios.entering import entry_assault_odds
from xenotable.games.xenocide.rules.titans.assault import blade_odds, feed
from xenotable.games.xenocide.rules.titans.hits import hull_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds


def round_of(
    game: Xenocide, a: str, d: str, dice: tuple[int, int], guard: tuple[int, int], round_: int, exact: bool = False
) -> list[Forecast]:
    """What an attacker and a defender do to each other in a round, with so many attack and defence dice each."""
    if is_titan(game, a) or is_titan(game, d):
        return titans.round_of(game, a, d, dice, guard, round_)
    there = blows(game, a, d, dice[0], guard[1], True, exact)
    back = blows(game, d, a, dice[1], guard[0], False, exact)
    found = []
    for unit, t, mine, theirs in ((a, d, there, back), (d, a, back, there)):
        fall = lost_models(mine)
        size = len(game.units[t].models)
        chances = [
            ("loses a model", fall.at_least(1)), ("wiped out", fall.at_least(size)),
            ("breaks", breaks(game, t, unit, theirs, mine, round_)),
        ]  # fmt: skip
        notes = [f"{mine.dice} dice against {mine.guard} on defence"]
        if len(mine.ranks) > 1:
            notes.append("the cheapest models fall first")
        title = f"{game.name(unit)} strikes {game.name(t)}"
        found.append(fall.forecast(title, "models", "assault.attack-roll", chances, notes))
    return found


def of_dice(game: Xenocide, unit: str, t: str, n: int, defending: bool) -> Forecast:
    """What so many dice of a unit alone do to another, which has said how many defend it, or to a section.
    `defending`: the unit that is struck defends the assault."""
    if t in game.sections:
        return of_blows(game, unit, t, n)
    guard = game.units[t].defence
    title, notes = f"{game.name(unit)} strikes {game.name(t)}", [f"{n} dice against {guard} on defence"]
    if is_titan(game, t):
        ends = titans.hulls_after(game, unit, t, n, guard, defending)
        return titans.forecast(title, "assault.attack-roll", hull_of(game, t), ends, notes)
    fall = Odds.of(titans.troop_fates(game, unit, t, n, guard, defending), lambda fate: fate.lost)
    some = [("loses a model", fall.at_least(1)), ("wiped out", fall.at_least(len(game.units[t].models)))]
    return fall.forecast(title, "models", "assault.attack-roll", some, notes)


def nearest_first(game: Xenocide, unit: str, foes: Sequence[str]) -> list[Forecast]:
    """The first round against each of the nearest of these enemies, if the unit comes straight at it."""
    nearest = sorted(foes, key=lambda t: apart(game, unit, t))[:3]
    return [forecast for t in nearest for forecast in of_assault(at_contact(game, unit, t), unit, (t,))]


def at_contact(game: Xenocide, unit: str, t: str) -> Xenocide:
    """A unit as it stands once it has come straight at another: no longer in the cover that it had, perhaps in new."""
    imagined = game.copy()
    imagined.listener = None
    imagined.units.set(unit, dug=False)
    pairs = ((game.models[m], game.models[e]) for m in game.units[unit].models for e in game.units[t].models)
    m, e = min(pairs, key=lambda pair: dist((pair[0].x, pair[0].y), (pair[1].x, pair[1].y)))
    far = dist((m.x, m.y), (e.x, e.y))
    share = max(0.0, 1.0 - (game.kinds[m.kind].radius + game.kinds[e.kind].radius) / far) if far else 0.0
    for model in game.units[unit].models:
        row = game.models[model]
        imagined.models.set(model, x=row.x + (e.x - m.x) * share, y=row.y + (e.y - m.y) * share)
    return imagined


def of_assault(game: Xenocide, unit: str, named: Sequence[str], exact: bool = False) -> list[Forecast]:
    """The first round if a unit assaults these enemies, everybody fighting and nobody keeping dice back."""
    imagined = game.copy()
    imagined.units.set(unit, charge=entry_mode(imagined, unit), fallen=0)
    found: list[Forecast] = []
    for t in named:
        (n, mine), (back, theirs) = dice_of(imagined, unit, True), dice_of(imagined, t, True)
        found += round_of(imagined, unit, t, (n, back), (mine, theirs), 1, exact)
    return found


@split_odds.fill
def of_split(
    game: Xenocide, unit: str, models: Sequence[str], kept: int, first: bool, foes: Sequence[str]
) -> list[Forecast]:
    """The round if a unit keeps so many dice back, against each enemy alone, which keeps none unless it has said so;
    or what it does to a section that nobody fights for."""
    n, _, bonus = assault_dice.count_dice(game, unit, models, first)
    found: list[Forecast] = []
    for t in foes[:3]:
        if t in game.sections:
            found.append(of_blows(game, unit, t, n - kept))
            continue
        if not game.units[t].models or not models:
            continue
        told = game.units[t].attack, game.units[t].defence
        their = told if any(told) else dice_of(game, t, first)
        if attacks(game, unit, t):
            found += round_of(game, unit, t, (n - kept, their[0]), (kept + bonus, their[1]), 1 if first else 2)
        else:
            found += round_of(game, t, unit, (their[0], n - kept), (their[1], kept + bonus), 1 if first else 2)
    return found


def attacks(game: Xenocide, unit: str, t: str) -> bool:
    """Of two units in a close assault, is it this one whose side attacks? That is the side of the active company,
    however the two have come into it."""
    company = game.now.company
    if company:
        return game.units[unit].seat == game.companies[company].seat
    return bool(game.units[unit].charge) or not game.units[t].charge


@divided_odds.fill
def of_divided(game: Xenocide, unit: str, parts: Mapping[str, int], defending: bool) -> list[Forecast]:
    return [of_dice(game, unit, t, n, defending) for t, n in parts.items() if n]


@blade_odds.fill
def of_blades(
    game: Xenocide, unit: str, arm: Arm, models: Sequence[str], first: bool, foes: Sequence[str], power: int
) -> Sequence[Forecast]:
    """The round with so much power more in a weapon of a titan, no dice being kept back."""
    imagined = game.copy()
    if power:
        feed(imagined, unit, arm, power)
    return of_split(imagined, unit, models, 0, first, foes)


@assault_odds.fill
def of_way(game: Xenocide, unit: str, how: str) -> list[Forecast] | None:
    """The first round against each of the nearest enemies that a way of assaulting reaches."""
    if how == "teleport":
        return [teleport_odds()]
    if not rolls_dice(how):
        return None
    return nearest_first(game, unit, enemies_reached(game, unit, MODES[how]))


@entry_odds.fill
def of_entry(game: Xenocide, unit: str, section: str, foes: Sequence[str]) -> list[Forecast] | None:
    """The first round against those whom a unit assaults by entering a building beside them, from inside it."""
    if not foes:
        return None
    imagined = game.copy()
    imagined.listener = None
    models = game.units[unit].models
    for model, (x, y) in zip(models, along(game.field.rooms[section].sides, "N", len(models)), strict=True):
        imagined.models.set(model, x=x, y=y, section=section)
    return of_assault(imagined, unit, tuple(foes))


@entry_assault_odds.fill
def of_entry_assault(game: Xenocide, unit: str, near: Sequence[str]) -> list[Forecast]:
    """The first round against each of the nearest enemies that a unit can assault from the edge."""
    return nearest_first(game, unit, near)


@prospects.fill
def across_walls(game: Xenocide, unit: str, foes: Sequence[str], how: str) -> list[Forecast]:
    """A round across the street, or between sections of one building, both ways."""
    imagined = game.copy()
    imagined.listener = None
    for x in (unit, *foes):
        imagined.units.set(x, sally=how)
    return of_assault(imagined, unit, tuple(foes))


@blows_odds.fill
def of_blows_at(game: Xenocide, unit: str, s: str, dice: int) -> list[Forecast]:
    return [of_blows(game, unit, s, dice), *escapes(game, s)]
