"""What AI models do in an enemy's turn: react fire, and where a scattered shot explodes."""

from __future__ import annotations

import math

from xenotable.engine import rule
from xenotable.games.xcx.rules.ai.attack_values import best_of
from xenotable.games.xcx.rules.modifiers.tables import aim
from xenotable.games.xcx.rules.overwatch.steps import react_options
from xenotable.games.xcx.rules.special.scatter import Drift, blast_spots, models_in_blast
from xenotable.games.xcx.state import Xcx
from xenotable.table import Point


@rule("ai.reactions", neutral=lambda game, watcher, model, last: None)
def by_card(game: Xcx, watcher: str, model: str, last: bool) -> tuple[str, str] | None:
    """An AI model fires on the first step with a value of 6 or more, or on the last with 2 or more."""
    options = [(w, g, "react") for w, g in react_options(game, watcher, model)]
    best = best_of(game, model, options)
    if best is None:
        return None
    value = aim(game, watcher, model, best[1], "react").value
    return (watcher, best[1]) if value >= 6 or (last and value >= 2) else None


@rule("ai.scatter-choice", neutral=lambda game, model, target, drift: blast_spots(game, target, drift)[0])
def worst_spot(game: Xcx, model: str, target: str, drift: Drift) -> Point:
    """Most of the shooter's side and none of its own; else nobody; nearest to the shooter, lower x, lower y."""
    side, mine = game.models[model].side, game.models[target].side
    shooter = game.models[model].here

    def key(p: Point) -> tuple[float, ...]:
        sides = [game.models[i].side for i in models_in_blast(game, p)]
        own, foes = sides.count(mine), sides.count(side)
        grade = -foes if foes and not own else 0 if not sides else 100 + own
        return (grade, round(math.dist(p, shooter), 6), p[0], p[1])

    return min(blast_spots(game, target, drift), key=key)
