"""What the tool for lines of sight says about two units."""

from __future__ import annotations

from xenotable.engine import Sighting
from xenotable.games.rampant.rules.play.conventions import centre, distance
from xenotable.games.rampant.rules.terrain.cover import cover
from xenotable.games.rampant.rules.terrain.field import BUILDING, DENSE, HARD_COVER, OPAQUE, SOFT_COVER, field
from xenotable.games.rampant.rules.terrain.sight import look
from xenotable.games.rampant.state import Rampant
from xenotable.table import runs

COVER = {SOFT_COVER: "The target is in soft cover.", HARD_COVER: "The target is in hard cover."}


def sighting(game: Rampant, viewer: str, target: str) -> Sighting | None:
    if not all(id in game.units and game.units[id].where in ("table", "inside") for id in (viewer, target)):
        return None
    found = look(game, viewer, target)
    blocked = f"; terrain blocks {found.hidden}" if found.hidden else ""
    notes = [
        f"{distance(game, viewer, target):.1f} in apart.",
        f"{found.clear} of {found.lines} lines are clear{blocked}.",
    ]
    against = COVER.get(cover(game, target, viewer))
    through = runs(field(game).ground, centre(game, viewer), centre(game, target), OPAQUE | BUILDING | DENSE)
    return Sighting(found.clear > 0, (*notes, against) if against else tuple(notes), through)
