"""Missions: edges, roles, deployment, the six missions, and how a battle ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from xenotable.engine import Refusal, Result, cite, rule
from xenotable.games.xcx.deployment import join, top
from xenotable.games.xcx.forced import forced_to, straight_away
from xenotable.games.xcx.movement import can_end, nearest_end
from xenotable.games.xcx.state import (
    CIVIL,
    LEFT,
    NEUTRAL,
    RESERVE,
    TABLE,
    Recruit,
    Thing,
    Xcx,
)
from xenotable.games.xcx.terrain import TOL
from xenotable.table import Circle, Point

ALIVE = (TABLE, RESERVE)
SPIRE, ATTRITION, CONVOY, LINE, EXODUS, HIVE = (
    "cut-the-spire",
    "attrition",
    "broken-convoy",
    "open-line",
    "exodus",
    "heart-of-the-hive",
)


# ---- hooks of the battle ---------------------------------------------------------------------------------------------


def score(game: Xcx, to: int, vp: int, says: str, rule_id: str, /, **args: Any) -> None:
    points = list(game.now.points)
    points[to] += vp
    game.note(points=(points[0], points[1]))
    game.tell(says, rule_id, None, False, **args)


def hunts_civilians(game: Xcx, side: int) -> bool:
    """In Exodus the hunter (and monsters never) may shoot and charge civilians."""
    return game.setup.mission == EXODUS and side == 1 - game.now.first_role


def workable(game: Xcx, id: str, skill: str, target: str) -> Iterator[Refusal]:
    """What the mission says about working on an object."""
    side, mission = game.models[id].side, game.setup.mission
    if target in game.things:
        cite("missions.objects")
        t = game.things[target]
        fits = {"search": ("container", "core"), "interact": ("site", "nest"), "computer_use": ("terminal", "derelict")}
        if t.gone or t.kind not in fits[skill]:
            yield Refusal("missions.objects", "{target} cannot be worked on like that.", {"target": target})
        elif t.kind == "terminal" and t.holder == side:
            yield Refusal("skills.hack-terminal", "{target} is held already.", {"target": target})
        elif t.kind == "site":
            yield from spire_refusals(game, side)
    elif skill == "interact" and (
        mission != EXODUS or game.models[target].side != CIVIL or side != game.now.first_role
    ):
        yield Refusal("missions.exodus-rescue", "Only the protector leads civilians to safety.", {})


def spire_refusals(game: Xcx, side: int) -> Iterator[Refusal]:
    planted, attacker = bool(game.now.planter), side == game.now.first_role
    if attacker and planted:
        yield Refusal("missions.spire-plant", "A charge is in place already.", {})
    if not attacker and not planted:
        yield Refusal("missions.spire-lost", "There is no charge to remove.", {})


def on_interact(game: Xcx, id: str, target: str) -> None:
    from xenotable.games.xcx.skills import did

    did(game, id)
    side = game.models[id].side
    if target in game.models:
        game.models.set(target, state=LEFT)
        score(
            game, side, 2, "{who} leads {civilian} to safety: 2 VP.", "missions.exodus-rescue", who=id, civilian=target
        )
    elif game.things[target].kind == "nest":
        game.things.set(target, holder=side, gone=True)
        score(game, side, 2, "{who} closes {nest}: 2 VP.", "missions.hive-nests", who=id, nest=target)
    elif side == game.now.first_role:
        game.note(planter=id)
        game.tell("{who} plants a charge on the spire.", "missions.spire-plant", who=id)
    else:
        lose_charge(game)


@rule("missions.spire-lost", neutral=lambda game: None)
def lose_charge(game: Xcx) -> None:
    if game.now.planter:
        game.note(planter="")
        game.tell("The charge on the spire is lost.", "missions.spire-lost")


def on_hit(game: Xcx, id: str) -> None:
    if game.now.planter == id:
        lose_charge(game)


def changed_sides(game: Xcx, id: str) -> None:
    if game.now.planter == id:
        lose_charge(game)


@rule("missions.spire-detonate", neutral=lambda game, id: False)
def detonates(game: Xcx, id: str) -> bool:
    """The planter is picked while its charge is in place: the spire falls at once."""
    if game.now.planter != id:
        return False
    game.tell("The charge goes off: the spire falls.", "missions.spire-detonate")
    finish(game, game.now.first_role, "The spire is down.", "missions.spire-detonate")
    return True


@rule("skills.hack-terminal", neutral=lambda game, id, target: None)
def on_hack(game: Xcx, id: str, target: str) -> None:
    if game.things[target].kind == "derelict":
        wake(game, id, target)
        return
    game.things.set(target, holder=game.models[id].side)
    game.tell("{who} takes {target} over.", "skills.hack-terminal", who=id, target=target)


@rule("skills.hack-derelict", neutral=lambda game, id, target: None)
def wake(game: Xcx, id: str, target: str) -> None:
    """A derelict SPARK joins the hacker's side for this battle; its die enters when the next round is filled."""
    cite("missions.line-derelicts")
    side, t = game.models[id].side, game.things[target]
    game.things.set(target, gone=True)
    game.note(gone=(*game.now.gone, target))
    number = 1 + max(m.number for m in game.models.values() if m.owner == side)
    spark = join(game, side, number, Recruit("spark"), "", game.seat(id))  # a controlled hacker works for its master
    x, y = game.field.from_layout((t.x, t.y))
    game.models.set(spark, x=x, y=y, state=TABLE, activated=True)
    game.tell("A derelict SPARK wakes for {side}.", "skills.hack-derelict", side=game.side_name(side))


@rule("missions.convoy-search", neutral=lambda game, id, target: None)
def on_search(game: Xcx, id: str, target: str) -> None:
    """The container is empty and removed: 1 VP."""
    game.things.set(target, gone=True)
    game.note(gone=(*game.now.gone, target))
    if game.setup.mission == CONVOY:
        score(
            game,
            game.models[id].side,
            1,
            "{who} empties {target}: 1 VP.",
            "missions.convoy-search",
            who=id,
            target=target,
        )


@rule("missions.hive-core", neutral=lambda game, id, target: False)
def picks_up_core(game: Xcx, id: str, target: str) -> bool:
    if game.setup.mission != HIVE:
        return False
    game.things.set(target, gone=True)
    game.note(gone=(*(g for g in game.now.gone if g != target), target), core=())
    game.models.set(id, core=True)
    game.tell("{who} picks up the core.", "missions.hive-core", who=id)
    return True


def on_death(game: Xcx, id: str, killer: str) -> None:
    m, mission = game.models[id], game.setup.mission
    if game.now.planter == id:
        lose_charge(game)
    if m.core:
        drop_core(game, id)
    if mission == ATTRITION and m.owner < NEUTRAL and game.kits[id].faction:
        n = 2 if game.kits[id].leader else 1
        score(game, 1 - m.owner, n, "{who} was worth {n} VP.", "missions.attrition", who=id, n=n)
    if mission == EXODUS and m.owner == CIVIL:
        hunter = 1 - game.now.first_role
        score(game, hunter, 2, "A civilian is lost: 2 VP for the hunter.", "missions.exodus-rescue")
    if mission == HIVE and m.owner == NEUTRAL and killer and game.models[killer].side < NEUTRAL:
        n = 4 if m.unit == "brood-maw" else 1
        score(game, game.models[killer].side, n, "{who} was worth {n} VP.", "missions.hive-end", who=id, n=n)


@rule("missions.hive-drop", neutral=lambda game, id: None)
def drop_core(game: Xcx, id: str) -> None:
    """The core lies where its carrier stood and must be searched for again."""
    m = game.models[id]
    game.models.set(id, core=False)
    thing = next(t for t, o in game.things.items() if o.kind in ("container", "core"))
    game.things.set(thing, kind="core", x=m.x, y=m.y, gone=False)
    game.note(core=(m.x, m.y))
    game.tell("The core falls where {who} stood.", "missions.hive-drop", who=id)


@rule("missions.hive-exit", neutral=lambda game, id: None)
def end_of_move(game: Xcx, id: str) -> None:
    """A carrier that ends a move touching its own edge leaves with the core and wins."""
    m = game.models[id]
    if not m.core or m.side >= NEUTRAL or m.state != TABLE:
        return
    if game.field.near_edge(m.circle, game.now.south != m.side):
        from xenotable.games.xcx.skills import did

        did(game, id)
        game.models.set(id, state=LEFT)
        finish(game, m.side, f"{game.name(id)} carries the core off the table.", "missions.hive-exit")


# ---- rounds ----------------------------------------------------------------------------------------------------------


def round_starts(game: Xcx) -> None:
    n = game.round()
    if game.setup.mission != HIVE:
        return
    if 2 <= n <= 5:
        for id, t in game.things.items():
            if t.kind == "nest" and not t.gone:
                hatch(game, id)
    if n == 3:
        maw(game)


@rule("missions.hive-nests", neutral=lambda game, nest: None)
def hatch(game: Xcx, nest: str) -> None:
    """Each open nest places a Gnasher beside it, nearest to an enemy, as long as fewer than six are on the table."""
    alive = [i for i in game.standing(NEUTRAL) if game.models[i].unit == "gnasher"]
    if len(alive) >= 6:
        return
    cite("missions.hive-neutral-dice")
    t = game.things[nest]
    id = monster(game, "gnasher")
    r = game.models[id].r
    foes = [game.models[i].here for i in game.standing() if game.models[i].side < NEUTRAL]
    spots = [p for p in beside(game, t, r) if can_end(game, id, p, r)]
    if not spots:
        spot = nearest_end(game, id, game.field.from_layout((t.x, t.y)), r)
        spots = [spot] if spot else []
    p = min(spots, key=lambda p: (round(min([math.dist(p, f) for f in foes], default=0.0), 6), p))
    game.models.set(id, x=p[0], y=p[1], state=TABLE)
    game.tell("{who} crawls out of {nest}.", "missions.hive-nests", who=id, nest=nest)


def beside(game: Xcx, t: Thing, r: float) -> list[Point]:
    """Places adjacent to an object."""
    grid = game.field.grid
    if grid is not None:
        filled = game.field.thing_spaces(t)
        return [grid.centre(s) for s in dict.fromkeys(n for f in filled for n in grid.beside(f)) if s not in filled]
    far = t.r + r + 0.5
    turns = [math.radians(15 * k) for k in range(24)]
    return [(round((t.x + far * math.cos(a)) * 64) / 64, round((t.y + far * math.sin(a)) * 64) / 64) for a in turns]


def monster(game: Xcx, unit: str) -> str:
    number = 1 + max((m.number for m in game.models.values() if m.owner == NEUTRAL), default=0)
    return join(game, NEUTRAL, number, Recruit(unit), "", -1)


@rule("missions.hive-maw", neutral=lambda game: None)
def maw(game: Xcx) -> None:
    """The Brood Maw rises as near to the centre as it can, at least 3 Range from every model."""
    id, field = monster(game, "brood-maw"), game.field
    r, middle = game.models[id].r, (game.field.width / 2, game.field.depth / 2)
    if field.mode == "hex":
        middle = (middle[0], top(game) / 2)
    others = [game.models[i].circle for i in game.standing()]
    for p in field.outward(middle):
        here = Circle(p[0], p[1], r)
        if can_end(game, id, p, r) and all(field.distance(here, c) >= 3 - TOL for c in others):
            game.models.set(id, x=p[0], y=p[1], state=TABLE)
            game.tell("The Brood Maw rises at {x:.1f}, {y:.1f}.", "missions.hive-maw", x=p[0], y=p[1])
            return


def round_ends(game: Xcx) -> None:
    mission = game.setup.mission
    if mission == LINE and game.round() >= 2:
        for side in (0, 1):
            n = sum(t.holder == side for t in game.things.values() if t.kind == "terminal")
            if n:
                score(
                    game, side, n, "{side} holds {n} terminals.", "missions.line-score", side=game.side_name(side), n=n
                )
    if mission == EXODUS:
        flee_hunters(game)


@rule("missions.exodus-panic", neutral=lambda game: None)
def flee_hunters(game: Xcx) -> None:
    """Civilians with a hunter within 12 move 4 directly away from the nearest, in the order of their numbers."""
    hunters = game.standing(1 - game.now.first_role)
    for id in game.standing(CIVIL):
        here = game.models[id].circle
        near = [(game.field.distance(here, game.models[h].circle), h) for h in hunters]
        near = [(d, h) for d, h in near if d <= 12 + TOL]
        if near:
            end = straight_away(game, id, game.models[min(near)[1]].here, 4.0)
            forced_to(game, id, end)
            game.tell("{who} runs.", "missions.exodus-panic", who=id)


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
    if mission == CONVOY and any(game.profile(i).skill("search") for i in left):
        n = sum(t.kind == "container" and not t.gone for t in game.things.values())
        add_points(game, side, n)
    elif mission == LINE:
        hackers = any(
            game.profile(i).skill("computer_use") and "Weak Minded" not in game.profile(i).rules for i in left
        )
        held = sum(t.holder == side or hackers for t in game.things.values() if t.kind == "terminal")
        rounds = game.mission.rounds - max(2, game.round()) + 1
        add_points(game, side, held * rounds)
    elif mission == EXODUS:
        protector = side == game.now.first_role
        able = any(game.profile(i).skill("interact") and "Weak Minded" not in game.profile(i).rules for i in left)
        if able or not protector:
            add_points(game, side, 2 * len(game.standing(CIVIL)))


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


@rule("missions.concede", neutral=lambda game: iter(()))
def concede_refusals(game: Xcx) -> Iterator[Refusal]:
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
