"""What the tool for lines of sight says about two operatives."""

from __future__ import annotations

from xenotable.engine import Sighting
from xenotable.games.killteam.play import distance
from xenotable.games.killteam.sight import look, sees
from xenotable.games.killteam.state import KillTeam
from xenotable.games.killteam.terrain import SOLID, killzone
from xenotable.table import runs


def sighting(game: KillTeam, viewer: str, target: str) -> Sighting | None:
    if viewer not in game.ops or target not in game.ops or viewer == target:
        return None
    a, b = game.ops[viewer], game.ops[target]
    notes = [f"{distance(a, b):.1f} in apart."]
    lines = look(game, viewer, target)
    by = f" by {game.name(lines.by)}" if lines.by else ""
    if lines.obscured:
        notes.append(f"The target is Obscured{by}.")
    if lines.cover:
        notes.append(f"The target is in Cover{by}.")
    if not sees(game, target, viewer):
        notes.append("The other way round nothing is visible.")
    through = runs(killzone(game), (a.x, a.y), (b.x, b.y), SOLID)
    return Sighting(sees(game, viewer, target), tuple(notes), through)
