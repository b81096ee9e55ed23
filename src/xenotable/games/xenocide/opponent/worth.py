"""What fire and close assault are worth, in points: the figures behind the advice of `tactics`."""

from __future__ import annotations

from collections.abc import Iterable

from xenotable.engine import Forecast, is_legal
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Arm, Weapon
from xenotable.games.xenocide.forecasts import assault, fire
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.flight.special_moves import way_refusals
from xenotable.games.xenocide.rules.movement.phases import MODES, near_enemies
from xenotable.games.xenocide.rules.play.models import is_titan, kind_of
from xenotable.games.xenocide.rules.shooting.targeting import targets
from xenotable.games.xenocide.rules.titans import assault as titans_assault
from xenotable.games.xenocide.rules.titans.frame import frame
from xenotable.games.xenocide.rules.titans.weapons import guns
from xenotable.games.xenocide.rules.transport.weapon_systems import systems
from xenotable.games.xenocide.state import Xenocide

DARING = 1.1  # how much more an assault must promise than it costs
RUNNING = 0.4  # the share of its worth that a unit loses by running away
ASSAULTS = ("assault", "jump-assault", "teleport-assault", "surface-assault", "land-assault")


def lives(game: Xenocide, unit: str) -> int:
    """How often a unit can be hurt before it is gone: its models; of a titan, core levels and the last blow."""
    return game.titans[unit].core + 1 if is_titan(game, unit) else len(game.units[unit].models)


def each(game: Xenocide, unit: str) -> float:
    """What a model of a unit, or a core level of a titan, is worth."""
    parts = frame(game, unit).core + 1 if is_titan(game, unit) else game.units[unit].start
    return game.units[unit].vp / max(1, parts)


def fire_worth(game: Xenocide, unit: str, w: Weapon, t: str, focus: int = 0) -> float:
    """The points that a weapon system takes from a target; a unit that may break counts more, a suppressed one less."""
    mean = fire.of_fire(game, unit, w, t, focus).mean or 0.0
    fresh = 0.6 if not game.units[t].marks else 0.2
    return mean * each(game, t) * (2.0 if mean >= lives(game, t) - 0.5 else 1.0) + fresh


@until_moved
def line_worth(game: Xenocide, unit: str, w: Weapon) -> float:
    return max((fire_worth(game, unit, w, t) for t in targets(game, unit, w)), default=0.0)


def shots(game: Xenocide, unit: str) -> float:
    """The points that a unit takes by fire from where it stands; a titan with what power it has, gun by gun."""
    if not is_titan(game, unit):
        return sum(line_worth(game, unit, w) for w in systems(game, unit))
    return sum(gun_worth(game, unit, arm, game.titans[unit].power) for arm in guns(game, unit))


def gun_worth(game: Xenocide, unit: str, arm: Arm, power: int) -> float:
    """The best line of a titan weapon that needs no more power than this."""
    able = [w for w in systems(game, unit) if w in arm.lines and power_of(w) <= power]
    return max((line_worth(game, unit, w) for w in able), default=0.0)


def reach(game: Xenocide, unit: str) -> float:
    """How far a unit shoots; a titan also with what has fired already."""
    arms = kind_of(game, game.units[unit].models[0]).weapons if is_titan(game, unit) else systems(game, unit)
    return max((w.range for w in arms), default=0.0)


# ---- close assault ---------------------------------------------------------------------------------------------------


def assault_worth(game: Xenocide, unit: str, t: str) -> float:
    """The points that a round of close assault takes from the enemy, less those it costs: by the exact odds. A titan
    puts all its power into its weapons."""
    imagined = game.copy()
    imagined.units.set(unit, order="assault")
    if is_titan(game, unit):
        for arm in titans_assault.blades(imagined, unit):
            titans_assault.feed(imagined, unit, arm, min(arm.most, imagined.titans[unit].power))
    there, back = assault.of_assault(imagined, unit, (t,))
    return points_lost(game, t, there) - DARING * points_lost(game, unit, back)


def points_lost(game: Xenocide, t: str, told: Forecast) -> float:
    """The points that a unit loses by what is told of it: models or core levels, and a share of the rest if it runs
    away."""
    size = lives(game, t)
    lost = min(told.mean or 0.0, size)
    breaks = next((c.p for c in told.chances if c.label == "breaks"), 0.0)
    return (lost + RUNNING * breaks * (size - lost)) * each(game, t)


def best_assault(game: Xenocide, unit: str, least: float) -> tuple[float, str]:
    """The assault that is worth most, and on whom, if one is worth more than this."""
    ways = [how for how in ASSAULTS if is_legal(way_refusals(game, unit, MODES[how]))]
    return best_victim(game, unit, [t for how in ways for t in near_enemies(game, unit, how)], least)


def best_victim(game: Xenocide, unit: str, near: Iterable[str], least: float) -> tuple[float, str]:
    """The same among these enemies. An assault takes no more points than its victim has left: so those who have most
    are looked at first, and who cannot be worth more than what is in hand is not."""
    left = {t: lives(game, t) * each(game, t) for t in near}
    best = least, ""
    for t in sorted(left, key=lambda t: -left[t]):
        if left[t] < best[0]:
            break
        best = max(best, (assault_worth(game, unit, t), t))
    return best


def fighter(game: Xenocide, unit: str) -> bool:
    """A unit whose strength is close assault."""
    models = game.units[unit].models
    return sum(kind_of(game, m).caa for m in models) >= 3 * len(models) and reach(game, unit) <= 18
