"""Odds of fire at a unit, from the position on the table."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import Forecast
from xenotable.engine.memory import until_moved
from xenotable.games.xenocide.content import Weapon
from xenotable.games.xenocide.forecasts import titans
from xenotable.games.xenocide.forecasts.losses import losses
from xenotable.games.xenocide.rules.play.models import is_titan
from xenotable.games.xenocide.rules.shooting.fire import together
from xenotable.games.xenocide.rules.shooting.hits import effective
from xenotable.games.xenocide.rules.shooting.pools import volleys_for
from xenotable.games.xenocide.rules.shooting.targeting import aim
from xenotable.games.xenocide.scenes import Volley
from xenotable.games.xenocide.state import Xenocide
from xenotable.odds import Odds


def of_fire(
    game: Xenocide, unit: str, w: Weapon, target: str, focus: int = 0, directed: tuple[str, ...] = (),
    where: dict[str, tuple[float, float]] | None = None,
) -> Forecast:  # fmt: skip
    """The models that a weapon system destroys; the pools in the order they stand."""
    if where is None:
        return fire_now(game, unit, w, target, focus, directed)
    found = aim(game, unit, w, target, where, direct=True)
    return forecast_of(game, w, target, volleys_for(game, unit, w, target, found, focus, directed, where))


@until_moved
def fire_now(game: Xenocide, unit: str, w: Weapon, target: str, focus: int, directed: tuple[str, ...]) -> Forecast:
    return forecast_of(game, w, target, volleys_for(game, unit, w, target, aim(game, unit, w, target), focus, directed))


def forecast_of(game: Xenocide, w: Weapon, target: str, fired: Sequence[Volley], exact: bool = False) -> Forecast:
    if is_titan(game, target):
        return titans.of_fire(game, w, target, fired, exact)
    kills = Odds.certain(0)
    left = fired
    while left:
        dealt = together(left)
        kills, left = kills + losses(*dealt, exact=exact), left[len(dealt) :]
    size = len(game.units[target].models)
    kills = kills.map(lambda n: min(n, size))
    notes = tuple(f"{v.dice} dice, accuracy {effective(v)[0]}, strength {v.strength}" for v in fired)
    notes += tuple(f"{game.kinds[p.kind].name}: cover {p.cover}" for v in fired[:1] for p in v.pools if p.cover)
    some = [("loses a model", kills.at_least(1)), ("eliminated", kills.at_least(size))]
    return kills.forecast(f"{w.name} at {game.name(target)}", "models", "shooting.sequence", some, notes)
