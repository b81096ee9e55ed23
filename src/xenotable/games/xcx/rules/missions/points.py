"""The points of a mission, and who wins by them."""

from __future__ import annotations

from typing import Any

from xenotable.engine import rule
from xenotable.engine.gestures import Scored
from xenotable.games.xcx.rules.play.models import standing_models
from xenotable.games.xcx.rules.squad.profiles import profile_of
from xenotable.games.xcx.state import CIVIL, RESERVE, TABLE, Xcx

ALIVE = (TABLE, RESERVE)
SPIRE, ATTRITION, CONVOY, LINE, EXODUS, HIVE = (
    "cut-the-spire",
    "attrition",
    "broken-convoy",
    "open-line",
    "exodus",
    "heart-of-the-hive",
)


def score(game: Xcx, to: int, vp: int, says: str, rule_id: str, /, **args: Any) -> None:
    points = list(game.now.points)
    points[to] += vp
    game.note(points=(points[0], points[1]))
    game.tell(says, rule_id, shows=(Scored(to, vp),), **args)


def living_models(game: Xcx, side: int) -> list[str]:
    """Models count for their owner, whoever controls them; those still to arrive count too."""
    return [i for i, m in game.models.items() if m.owner == side and m.state in ALIVE]


@rule("missions.wiped-out", neutral=lambda game, side: None)
def harvest(game: Xcx, side: int) -> None:
    """The survivor collects what was still to be had, if one of its models may do that work."""
    mission, left = game.setup.mission, living_models(game, side)
    if mission == CONVOY and any(profile_of(game, i).skill("search") for i in left):
        n = sum(t.kind == "container" and not t.gone for t in game.things.values())
        add_points(game, side, n)
    elif mission == LINE:
        hackers = any(profile_of(game, i).works_by("computer_use") for i in left)
        held = sum(t.holder == side or hackers for t in game.things.values() if t.kind == "terminal")
        rounds = game.mission.rounds - max(2, game.now.round) + 1
        add_points(game, side, held * rounds)
    elif mission == EXODUS:
        protector = side == game.now.first_role
        able = any(profile_of(game, i).works_by("interact") for i in left)
        if able or not protector:
            add_points(game, side, 2 * len(standing_models(game, CIVIL)))


def add_points(game: Xcx, side: int, n: int) -> None:
    if n:
        score(game, side, n, "For {side}: {n} VP.", "missions.wiped-out", side=game.side_name(side), n=n)


@rule("missions.convoy-carry", neutral=lambda game: None)
def score_carried(game: Xcx) -> None:
    """Each find other than nothing carried by a living model scores 1 more VP at the end."""
    for id, row in list(game.models.items()):
        n = sum(f != "nothing" for f in row.finds)
        if n and row.state == TABLE:
            score(game, row.side, n, "{who} still carries {n} finds.", "missions.convoy-carry", who=id, n=n)


@rule("missions.points", neutral=lambda game, rule_id: None)
def by_points(game: Xcx, rule_id: str) -> None:
    """More VP wins; equal points are a draw."""
    if game.setup.mission == CONVOY:
        score_carried(game)
    a, b = game.now.points
    words = f"{a} to {b} VP."
    finish(game, -1 if a == b else int(b > a), words, rule_id)


def finish(game: Xcx, side: int, says: str, rule_id: str) -> None:
    """Ends the battle: side -1 is a draw. Seats of the winning side win; the AI has none."""
    if game.result is not None:
        return
    game.note(winner=side, over=True)
    who = f"Victory for {game.side_name(side)}. " if side >= 0 else "A draw. "
    winners = game.commanders[side] if side >= 0 else ()
    game.finish(winners, who + says, rule_id, seat_scores(game))


def seat_scores(game: Xcx) -> tuple[float, ...]:
    """The points of each seat: those of its side."""
    return tuple(float(game.now.points[side]) for side in (0, 1) for _ in game.commanders[side])


def count_objective(game: Xcx, model: str) -> None:
    """An objective action counts towards marks."""
    game.models.set(model, objectives=game.models[model].objectives + 1)
