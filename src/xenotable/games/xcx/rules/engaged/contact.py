"""How engagements begin and end."""

from __future__ import annotations

from xenotable.engine import acts, rule
from xenotable.games.xcx.state import CIVIL, Xcx


@rule("engaged.state", neutral=lambda game, a, b: None)
def engage(game: Xcx, a: str, b: str) -> None:
    """Two enemies in contact, by a charge or a Lasso; both lose Overwatch, a Down model stays Down."""
    if CIVIL in (game.models[a].side, game.models[b].side) and acts("missions.exodus-engaging-civilians"):
        return
    if b not in game.models[a].engaged:
        game.tell("{a} and {b} are engaged.", "engaged.state", a=a, b=b)
    for one, other in ((a, b), (b, a)):
        if other not in game.models[one].engaged:
            game.models.set(one, engaged=(*game.models[one].engaged, other))
        if game.models[one].watch and acts("charging.ends-overwatch"):
            game.models.set(one, watch=False)


@rule("engaged.ends", neutral=lambda game, model: None)
def part_from_all(game: Xcx, model: str) -> None:
    """Death, flight, force and a change of sides end engagements."""
    for other in game.models[model].engaged:
        game.models.set(other, engaged=tuple(e for e in game.models[other].engaged if e != model))
        game.tell("{who} and {other} are engaged no longer.", "engaged.ends", who=model, other=other)
    game.models.set(model, engaged=())


@rule("engaged.only-run", neutral=lambda game, model: True)
def walks_off(game: Xcx, model: str) -> bool:
    """Whoever has shot first may still move, but not out of a contact that its own Lasso has made."""
    if not game.models[model].engaged:
        return True
    game.tell("{who} is engaged now and does not walk away.", "engaged.only-run", who=model)
    return False
