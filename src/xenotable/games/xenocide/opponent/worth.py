"""What fire and close assault are worth, in points: the figures behind the advice of `tactics`."""

from __future__ import annotations

from xenotable.engine import Forecast, allowed
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Arm, Weapon
from xenotable.games.xenocide.forecasts import assault, fire
from xenotable.games.xenocide.rules.army.models import power_of
from xenotable.games.xenocide.rules.flight.special_moves import way_refusals
from xenotable.games.xenocide.rules.movement.phases import MODES, prey
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


def lives(game: Xenocide, u: str) -> int:
    """How often a unit can be hurt before it is gone: its models; of a titan, core levels and the last blow."""
    return game.titans[u].core + 1 if is_titan(game, u) else len(game.units[u].models)


def each(game: Xenocide, u: str) -> float:
    """What a model of a unit, or a core level of a titan, is worth."""
    parts = frame(game, u).core + 1 if is_titan(game, u) else game.units[u].start
    return game.units[u].vp / max(1, parts)


def fire_worth(game: Xenocide, u: str, w: Weapon, t: str, focus: int = 0) -> float:
    """The points that a weapon system takes from a target; a unit that may break counts more, a suppressed one less."""
    mean = fire.of_fire(game, u, w, t, focus).mean or 0.0
    fresh = 0.6 if not game.units[t].marks else 0.2
    return mean * each(game, t) * (2.0 if mean >= lives(game, t) - 0.5 else 1.0) + fresh


@until_moved
def line_worth(game: Xenocide, u: str, w: Weapon) -> float:
    return max((fire_worth(game, u, w, t) for t in targets(game, u, w)), default=0.0)


def shots(game: Xenocide, u: str) -> float:
    """The points that a unit takes by fire from where it stands; a titan with what power it has, gun by gun."""
    if not is_titan(game, u):
        return sum(line_worth(game, u, w) for w in systems(game, u))
    return sum(gun_worth(game, u, arm, game.titans[u].power) for arm in guns(game, u))


def gun_worth(game: Xenocide, u: str, arm: Arm, power: int) -> float:
    """The best line of a titan weapon that needs no more power than this."""
    able = [w for w in systems(game, u) if w in arm.lines and power_of(w) <= power]
    return max((line_worth(game, u, w) for w in able), default=0.0)


def reach(game: Xenocide, u: str) -> float:
    """How far a unit shoots; a titan also with what has fired already."""
    arms = kind_of(game, game.units[u].models[0]).weapons if is_titan(game, u) else systems(game, u)
    return max((w.range for w in arms), default=0.0)


# ---- close assault ---------------------------------------------------------------------------------------------------


def assault_worth(game: Xenocide, u: str, t: str) -> float:
    """The points that a round of close assault takes from the enemy, less those it costs: by the exact odds. A titan
    puts all its power into its weapons."""
    twin = game.copy()
    twin.units.set(u, order="assault")
    if is_titan(game, u):
        for arm in titans_assault.blades(twin, u):
            titans_assault.feed(twin, u, arm, min(arm.most, twin.titans[u].power))
    there, back = assault.of_assault(twin, u, (t,))
    return toll(game, t, there) - DARING * toll(game, u, back)


def toll(game: Xenocide, t: str, told: Forecast) -> float:
    """The points that a unit loses by what is told of it: models or core levels, and a share of the rest if it runs
    away."""
    size = lives(game, t)
    lost = min(told.mean or 0.0, size)
    breaks = next((c.p for c in told.chances if c.label == "breaks"), 0.0)
    return (lost + RUNNING * breaks * (size - lost)) * each(game, t)


def best_assault(game: Xenocide, u: str) -> tuple[float, str]:
    ways = [how for how in ASSAULTS if allowed(way_refusals(game, u, MODES[how]))]
    near = dict.fromkeys(t for how in ways for t in prey(game, u, how))
    return max(((assault_worth(game, u, t), t) for t in near), default=(-1.0, ""))


def fighter(game: Xenocide, u: str) -> bool:
    """A unit whose strength is close assault."""
    models = game.units[u].models
    return sum(kind_of(game, m).caa for m in models) >= 3 * len(models) and reach(game, u) <= 18
