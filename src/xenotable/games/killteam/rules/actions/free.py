"""Free actions (chapter actions), and Running Burst, which gives two of them."""

from __future__ import annotations

from xenotable.engine import Choose, Flow, Scene, rule, scene
from xenotable.games.killteam.rules.actions.moving import covering_shot_window, move_ask, walk
from xenotable.games.killteam.rules.actions.universal import dash_refusals, mark, shoot_refusals
from xenotable.games.killteam.rules.datacards.modified import reach_of
from xenotable.games.killteam.rules.movement.legality import way_of
from xenotable.games.killteam.rules.shooting.sequence import aim
from xenotable.games.killteam.scenes import Burst
from xenotable.games.killteam.state import KillTeam


def free_shoot(game: KillTeam, operative: str, by: str) -> Flow[list[Scene]]:
    mark(game, operative, "shoot", 0, free=True)
    return (yield from aim(game, operative, "shoot", game.ops[operative].ap, free=True, by=by))


@rule("actions.free-definition", neutral=lambda *_, **__: [])
def free_dash(game: KillTeam, operative: str, fly: bool = False) -> Flow[list[Scene]]:
    way = way_of(game, operative, "dash", reach_of(game, operative, "dash"), fly)
    went = yield from move_ask(game, way)
    mark(game, operative, "dash", 0, free=True)
    yield from walk(game, way, went.paths.get(operative, ()))
    return covering_shot_window(game, operative) if game.now.turn else []


def can_dash(game: KillTeam, operative: str) -> bool:
    return next(dash_refusals(game, operative), None) is None


# ---- Running Burst


def burst_ways(game: KillTeam, operative: str, left: tuple[str, ...]) -> list[str]:
    """Which of the free actions are possible now."""
    did = game.ops[operative].did
    found = ["dash"] if "dash" in left and "dash" not in did and can_dash(game, operative) else []
    may_shoot = "shoot" in left and "shoot" not in did
    if may_shoot and not any(shoot_refusals(game, operative, game.ops[operative].ap, free=True, by="ua-running-burst")):
        found.append("shoot")
    return found


@scene
@rule("actions.free-optional", neutral=lambda *_: [])
def burst(game: KillTeam, at: Burst) -> Flow[list[Scene]]:
    ways: list[str | None] = [*burst_ways(game, at.op, at.left)]
    if not ways or game.ops[at.op].fallen:
        return []
    options: list[str | None] = ways if at.left == ("dash", "shoot") else [*ways, None]
    said: str | None = yield from Choose[str | None](
        seat=game.ops[at.op].seat,
        key="burst",
        rule="actions.free-optional",
        prompt="Running Burst: which free action?",
        among=lambda: options,
        label=lambda w: w or "no more",
    )
    if said is None:
        return []
    left = tuple(a for a in at.left if a != said)
    scenes = (
        (yield from free_dash(game, at.op))
        if said == "dash"
        else (yield from free_shoot(game, at.op, "ua-running-burst"))
    )
    return [*scenes, *([Burst(at.op, left)] if left else [])]
