"""Missions: points, and how a battle ends (chapter `missions`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from xenotable.engine import Refusal, Result, rule
from xenotable.games.xcx.models import standing
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.state import CIVIL, NEUTRAL, RESERVE, TABLE, Xcx

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
    game.tell(says, rule_id, None, False, **args)


# ---- the end ---------------------------------------------------------------------------------------------------------


def living(game: Xcx, side: int) -> list[str]:
    """Models count for their owner, whoever controls them; those still to arrive count too."""
    return [i for i, m in game.models.items() if m.owner == side and m.state in ALIVE]


@rule("bag.one-side-wiped", neutral=lambda game: False)
def wiped_out(game: Xcx) -> bool:
    """Ends the battle when a side has no living model left."""
    left = [False] * 4
    for m in game.models.values():
        if m.state in ALIVE:
            left[m.owner] = True
            if left[0] and left[1]:
                return False
    left = left[:2]
    if game.result is not None:
        return True
    if not any(left):
        both_gone(game)
        return True
    survivor = 0 if left[0] else 1
    harvest(game, survivor)
    if game.setup.mission in (SPIRE, HIVE):
        rule_id = "missions.spire-end" if game.setup.mission == SPIRE else "missions.wiped-out"
        finish(game, survivor, f"{game.side_name(1 - survivor)} is wiped out.", rule_id)
    else:
        by_points(game, "missions.wiped-out")
    return True


def both_gone(game: Xcx) -> None:
    if game.setup.mission == SPIRE:
        finish(game, 1 - game.now.first_role, "Nobody is left, and the spire stands.", "missions.spire-end")
    else:
        by_points(game, "bag.one-side-wiped")


@rule("missions.wiped-out", neutral=lambda game, side: None)
def harvest(game: Xcx, side: int) -> None:
    """The survivor collects what was still to be had, if one of its models may do that work."""
    mission, left = game.setup.mission, living(game, side)
    if mission == CONVOY and any(profile_of(game, i).skill("search") for i in left):
        n = sum(t.kind == "container" and not t.gone for t in game.things.values())
        add_points(game, side, n)
    elif mission == LINE:
        hackers = any(
            profile_of(game, i).skill("computer_use") and "Weak Minded" not in profile_of(game, i).rules for i in left
        )
        held = sum(t.holder == side or hackers for t in game.things.values() if t.kind == "terminal")
        rounds = game.mission.rounds - max(2, game.now.round) + 1
        add_points(game, side, held * rounds)
    elif mission == EXODUS:
        protector = side == game.now.first_role
        able = any(
            profile_of(game, i).skill("interact") and "Weak Minded" not in profile_of(game, i).rules for i in left
        )
        if able or not protector:
            add_points(game, side, 2 * len(standing(game, CIVIL)))


def add_points(game: Xcx, side: int, n: int) -> None:
    if n:
        score(game, side, n, "{side} collects {n} VP.", "missions.wiped-out", side=game.side_name(side), n=n)


@rule("missions.convoy-carry", neutral=lambda game: None)
def carried(game: Xcx) -> None:
    """Each find other than nothing carried by a living model scores 1 more VP at the end."""
    for id, m in list(game.models.items()):
        n = sum(f != "nothing" for f in m.finds)
        if n and m.state == TABLE and m.side < NEUTRAL:
            score(game, m.side, n, "{who} still carries {n} finds.", "missions.convoy-carry", who=id, n=n)


@rule("missions.points", neutral=lambda game, rule_id: None)
def by_points(game: Xcx, rule_id: str) -> None:
    """More VP wins; equal points are a draw."""
    if game.setup.mission == CONVOY:
        carried(game)
    a, b = game.now.points
    words = f"{a} to {b} VP."
    finish(game, -1 if a == b else int(b > a), words, rule_id)


@rule("missions.length", neutral=lambda game, n: None)
def check_end(game: Xcx, n: int) -> None:
    """After the last round the mission is decided."""
    if wiped_out(game) or n < game.mission.rounds:
        return
    if game.setup.mission == SPIRE:
        finish(game, 1 - game.now.first_role, "The spire still stands.", "missions.spire-end")
    elif game.setup.mission == HIVE:
        carrier = next((m for m in game.models.values() if m.core and m.state == TABLE and m.side < NEUTRAL), None)
        if carrier is not None:
            finish(game, carrier.side, f"{game.side_name(carrier.side)} holds the core.", "missions.hive-end")
        else:
            by_points(game, "missions.hive-end")
    else:
        by_points(game, "missions.points")


def finish(game: Xcx, side: int, says: str, rule_id: str) -> None:
    """Ends the battle: side -1 is a draw. Seats of the winning side win; the AI has none."""
    if game.result is not None:
        return
    game.note(winner=side, over=True)
    who = f"{game.side_name(side)} wins. " if side >= 0 else "A draw. "
    winners = game.commanders[side] if side >= 0 else ()
    scores = tuple(float(game.now.points[s]) for s in (0, 1) for _ in game.commanders[s])
    game.finish(winners, who + says, rule_id, scores)


@rule("missions.concede", neutral=lambda *_: iter(()))
def concede_refusals(game: Xcx, seat: int) -> Iterator[Refusal]:
    """At the end of a round only: nobody runs from what this round may still bring."""
    from xenotable.games.xcx.bag import Pause

    if not isinstance(game.scenes[-1], Pause):
        remedy = "Play this round to its end; you are asked then whether you fight on."
        yield Refusal("missions.concede", "A side may concede at the end of a round only.", {}, remedy)


def conceded(game: Xcx, seat: int) -> Result:
    side = 0 if seat in game.commanders[0] else 1
    game.note(winner=1 - side, over=True, conceded=side)
    return Result(game.commanders[1 - side], f"{game.side_name(side)} concedes.", "missions.concede")


@rule("missions.rewards", neutral=lambda game, side: 0)
def reward_cards(game: Xcx, side: int) -> int:
    """Winner 3 cards, loser 1, in a draw 2 each, unless the mission says otherwise."""
    cards = game.mission.reward_cards
    if game.now.winner < 0:
        return cards["draw"]
    return cards["win"] if game.now.winner == side else cards["loss"]
