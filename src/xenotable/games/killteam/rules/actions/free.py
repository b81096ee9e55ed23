"""Free actions (chapter actions), and Running Burst, which gives two of them."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Refusal, Scene, is_legal, rule, scene
from xenotable.games.killteam.rules.actions.moving import covering_shot_window, move_ask, walk
from xenotable.games.killteam.rules.actions.universal import NAMES, dash_refusals, mark, shoot_refusals
from xenotable.games.killteam.rules.datacards.modified import reach_of
from xenotable.games.killteam.rules.datacards.printed import Use
from xenotable.games.killteam.rules.movement.legality import legs_of, way_of
from xenotable.games.killteam.rules.shooting.sequence import aim, free_odds
from xenotable.games.killteam.scenes import Burst
from xenotable.games.killteam.state import KillTeam


def free_shoot(game: KillTeam, operative: str, by: str) -> Flow[list[Scene]]:
    mark(game, operative, "shoot", 0, free=True)
    return (yield from aim(game, operative, "shoot", game.operatives[operative].ap, free=True, by=by))


@rule("actions.free-definition", neutral=lambda *_, **__: [])
def free_dash(game: KillTeam, operative: str, fly: bool = False) -> Flow[list[Scene]]:
    way = way_of(game, operative, "dash", reach_of(game, operative, "dash"), fly)
    went = yield from move_ask(game, way)
    mark(game, operative, "dash", 0, free=True)
    yield from walk(game, way, legs_of(game, way, went.paths.get(operative, ())))
    return covering_shot_window(game, operative) if game.now.turn else []


# ---- Running Burst


def burst_ways(game: KillTeam, operative: str, left: tuple[str, ...]) -> list[str]:
    """Which of the free actions are possible now."""
    return [way for way in ("dash", "shoot") if is_legal(burst_refusals(game, operative, left, way))]


@rule("actions.free-requirements", neutral=lambda *_: ())
def burst_refusals(game: KillTeam, operative: str, left: tuple[str, ...], way: str) -> Iterator[Refusal]:
    """Why one of the two free actions is not possible now."""
    if way not in left or way in game.operatives[operative].did:
        args = {"operative": operative, "a": NAMES[way]}
        yield Refusal("actions.free-counts", "{operative} performed {a} in this activation.", args)
    elif way == "dash":
        yield from dash_refusals(game, operative)
    else:
        yield from shoot_refusals(game, operative, game.operatives[operative].ap, free=True, by="ua-running-burst")


@scene
@rule("actions.free-optional", neutral=lambda *_: [])
def burst(game: KillTeam, at: Burst) -> Flow[list[Scene]]:
    ways = burst_ways(game, at.operative, at.left)
    if not ways or game.operatives[at.operative].fallen:
        return []
    no_more = () if at.left == ("dash", "shoot") else (None,)
    shot = Use(at.operative, "", 0, "shoot", free=True, by="ua-running-burst")
    said: str | None = yield from Choose(
        seat=game.operatives[at.operative].seat,
        key="burst",
        rule="actions.free-optional",
        prompt="Running Burst: which free action?",
        args={"operative": at.operative},
        among=lambda: ("dash", "shoot", *no_more),
        why_not=lambda w: () if w is None or w in ways else burst_refusals(game, at.operative, at.left, w),
        label=lambda w: NAMES[w] if w else "no more",
        odds=lambda w: free_odds(game, shot, game.operatives[at.operative].ap) if w == "shoot" else None,
    )
    if said is None:
        return []
    left = tuple(a for a in at.left if a != said)
    scenes = (
        (yield from free_dash(game, at.operative))
        if said == "dash"
        else (yield from free_shoot(game, at.operative, "ua-running-burst"))
    )
    return [*scenes, *([Burst(at.operative, left)] if left else [])]
