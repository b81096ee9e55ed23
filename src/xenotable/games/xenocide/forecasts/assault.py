"""Odds at the asks of close assault: a round both ways, with the tests after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xenotable.engine import Forecast
from xenotable.games.xenocide.content import Arm
from xenotable.games.xenocide.forecasts import titans
from xenotable.games.xenocide.forecasts.blows import blows, breaks, dice_of, lost_models
from xenotable.games.xenocide.forecasts.buildings import escapes, of_blows
from xenotable.games.xenocide.rules.assault import dice as assault_dice
from xenotable.games.xenocide.rules.assault.dice import divided_odds, split_odds
from xenotable.games.xenocide.rules.buildings.assault import blows_odds, prospects
from xenotable.games.xenocide.rules.buildings.garrison_moves import entry_odds
from xenotable.games.xenocide.rules.flight.special_moves import teleport_odds
from xenotable.games.xenocide.rules.movement.moving import entry_mode
from xenotable.games.xenocide.rules.movement.phases import MODES, assault_odds, enemies_reached
from xenotable.games.xenocide.rules.play.measuring import apart
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.scenarios.entering import entry_assault_odds
from xenotable.games.xenocide.rules.titans.assault import blade_odds, feed
from xenotable.games.xenocide.rules.titans.hits import hull_of
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds


def round_of(
    game: Xenocide, a: str, d: str, dice: tuple[int, int], guard: tuple[int, int], round_: int
) -> list[Forecast]:
    """What an attacker and a defender do to each other in a round, with so many attack and defence dice each."""
    if is_titan(game, a) or is_titan(game, d):
        return titans.round_of(game, a, d, dice, guard, round_)
    there, back = blows(game, a, d, dice[0], guard[1], True), blows(game, d, a, dice[1], guard[0], False)
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


def of_assault(game: Xenocide, unit: str, named: Sequence[str]) -> list[Forecast]:
    """The first round if a unit assaults these enemies, everybody fighting and nobody keeping dice back."""
    twin = game.copy()
    twin.units.set(unit, charge=entry_mode(twin, unit), fallen=0)
    found: list[Forecast] = []
    for t in named:
        (n, mine), (back, theirs) = dice_of(twin, unit, True), dice_of(twin, t, True)
        found += round_of(twin, unit, t, (n, back), (mine, theirs), 1)
    return found


@split_odds.fill
def of_split(
    game: Xenocide, unit: str, models: Sequence[str], kept: int, first: bool, foes: Sequence[str]
) -> list[Forecast]:
    """The round if a unit keeps so many dice back, against each enemy alone, which keeps none unless it has said so."""
    n, _, bonus = assault_dice.count_dice(game, unit, models, first)
    found: list[Forecast] = []
    for t in foes[:3]:
        if not game.units[t].models or not models:
            continue
        told = game.units[t].attack, game.units[t].defence
        their = told if any(told) else dice_of(game, t, first)
        if game.units[unit].charge or not game.units[t].charge:
            found += round_of(game, unit, t, (n - kept, their[0]), (kept + bonus, their[1]), 1 if first else 2)
        else:
            found += round_of(game, t, unit, (their[0], n - kept), (their[1], kept + bonus), 1 if first else 2)
    return found


@divided_odds.fill
def of_divided(game: Xenocide, unit: str, parts: Mapping[str, int], defending: bool) -> list[Forecast]:
    return [of_dice(game, unit, t, n, defending) for t, n in parts.items() if n]


@blade_odds.fill
def of_blades(
    game: Xenocide, unit: str, arm: Arm, models: Sequence[str], first: bool, foes: Sequence[str], power: int
) -> Sequence[Forecast]:
    """The round with so much power more in a weapon of a titan, no dice being kept back."""
    twin = game.copy()
    if power:
        feed(twin, unit, arm, power)
    return of_split(twin, unit, models, 0, first, foes)


@assault_odds.fill
def of_way(game: Xenocide, unit: str, how: str) -> list[Forecast] | None:
    """The first round against each of the nearest enemies that a way of assaulting reaches."""
    if how == "teleport":
        return [teleport_odds()]
    if not how.endswith("assault") and how != "overrun":
        return None
    near = enemies_reached(game, unit, MODES[how])
    return of_assault(game, unit, sorted(near, key=lambda t: apart(game, unit, t))[:3])


@entry_odds.fill
def of_entry(game: Xenocide, unit: str, foes: Sequence[str]) -> list[Forecast] | None:
    """The first round against those whom a unit assaults by entering a building beside them."""
    return of_assault(game, unit, tuple(foes)) if foes else None


@entry_assault_odds.fill
def of_entry_assault(game: Xenocide, unit: str, near: Sequence[str]) -> list[Forecast]:
    """The first round against each of the nearest enemies that a unit can assault from the edge."""
    return of_assault(game, unit, sorted(near, key=lambda t: apart(game, unit, t))[:3])


@prospects.fill
def across_walls(game: Xenocide, unit: str, foes: Sequence[str], how: str) -> list[Forecast]:
    """A round across the street, or between sections of one building, both ways."""
    twin = game.copy()
    twin.listener = None
    for x in (unit, *foes):
        twin.units.set(x, sally=how)
    return of_assault(twin, unit, tuple(foes))


@blows_odds.fill
def of_blows_at(game: Xenocide, unit: str, s: str, dice: int) -> list[Forecast]:
    return [of_blows(game, unit, s, dice), *escapes(game, s)]
