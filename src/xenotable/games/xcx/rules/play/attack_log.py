"""What the log says about an attack."""

from __future__ import annotations

from xenotable.engine import rule
from xenotable.engine.gestures import Aimed
from xenotable.games.xcx.rules.modifiers.values import FREE_MELEE, MELEE, Aim
from xenotable.games.xcx.rules.shooting.terms import Shot
from xenotable.games.xcx.state import Xcx


@rule("play.log-cites-rules", neutral=lambda *shot: None)
def log_attack(
    game: Xcx, model: str, target: str, weapon: str, manner: str, found: Aim, rolled: int, shot: Shot
) -> None:
    if game.listener is None:
        return
    verb = "strikes at" if manner in (MELEE, FREE_MELEE) else "shoots at"
    end = "scatters" if shot.scattered else "hit" if shot.hit else "miss"
    says = "{who} " + verb + " {target} with {weapon}: {aim}; roll {n}: {end}."
    shows = (Aimed((model,), (target,), "fight" if manner in (MELEE, FREE_MELEE) else "shot"),)
    aim = found.words()
    game.tell(
        says, "shooting.to-hit", shows=shows, who=model, target=target, weapon=weapon, aim=aim, n=rolled, end=end
    )
