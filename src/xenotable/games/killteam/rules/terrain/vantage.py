"""Standing on a Vantage Point and shooting from it (chapter terrain)."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.games.killteam.rules.sight.cover_lines import View
from xenotable.games.killteam.rules.sight.fans import BY_HEAVY, BY_LIGHT
from xenotable.games.killteam.rules.terrain.features import killzone, surface_under
from xenotable.games.killteam.state import KillTeam


@rule("terrain.vantage-shooting", neutral=lambda *_: False)
def seen_from_vantage(game: KillTeam, viewer: str, target: str, view: View) -> bool:
    """From a Vantage Point a target at least 2 in lower is found behind Light parts and operatives."""
    if view.cover & BY_HEAVY and not (view.cover & BY_LIGHT and light_suffices(game)):
        return False
    return game.operatives[viewer].z - game.operatives[target].z >= 2.0 - 0.001 and on_vantage(game, viewer)


@rule("terrain.vantage-mixed", neutral=lambda game: True)
def light_suffices(game: KillTeam) -> bool:
    """Whether Light Cover is ignored though Heavy parts give Cover as well."""
    return game.reads("terrain.vantage-mixed=light-suffices")


def on_vantage(game: KillTeam, operative: str) -> bool:
    row = game.operatives[operative]
    return row.z > 0.0 and surface_under(killzone(game), row.x, row.y, row.z) is not None
