"""Missions: edges, roles, deployment, the six missions, and how a battle ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from xenotable.engine import All, Choose, Flow, Piece, Place, Placed, Random, Refusal, Result, Scene, cite, rule, scene
from xenotable.games.xcx.bag import Round
from xenotable.games.xcx.movement import can_end, forced_to, nearest_end, straight_away
from xenotable.games.xcx.special import Infiltrate
from xenotable.games.xcx.state import (
    CIVIL,
    LEFT,
    NEUTRAL,
    RESERVE,
    TABLE,
    Battle,
    Kit,
    Model,
    Recruit,
    Thing,
    Xcx,
    profile_of,
)
from xenotable.games.xcx.terrain import TOL, mission_objects
from xenotable.games.xcx.tests import d6
from xenotable.table import Circle, Point

SPIRE, ATTRITION, CONVOY, LINE, EXODUS, HIVE = (
    "cut-the-spire",
    "attrition",
    "broken-convoy",
    "open-line",
    "exodus",
    "heart-of-the-hive",
)


# ---- joining ---------------------------------------------------------------------------------------------------------


def enlist(game: Xcx) -> None:
    """Puts everybody into the books: Squads, objects, civilians."""
    game.battle.add("now", Battle())
    for side, force in enumerate(game.setup.sides):
        number, late = 0, []
        for k, squad in enumerate(force.squads):
            seat = game.commanders[side][k] if game.commanders[side] else -1
            for recruit in squad.models:
                if recruit.free or recruit.lent:
                    late.append((recruit, squad.faction, seat))
                else:
                    number += 1
                    join(game, side, number, recruit, squad.faction, seat)
        for recruit, faction, seat in late:
            number += 1
            join(game, side, number, recruit, faction, seat)
    for name, o in mission_objects(game.setup):
        if o.kind == "civilian":
            cite("missions.exodus-roles")
            id = join(game, CIVIL, o.number, Recruit("civilian"), "", -1)
            x, y = game.field.from_layout((o.x, o.y))
            game.models.set(id, x=x, y=y, state=TABLE)
        else:
            cite("missions.objects")
            game.things.add(name, Thing(o.kind, o.number, o.x, o.y, o.w, o.h, 1.0 if o.kind == "derelict" else 0.5))
    game.scenes = [RollOff(), Leaders()]


def join(game: Xcx, side: int, number: int, recruit: Recruit, faction: str, seat: int) -> str:
    cite("squad.unit-is-models")
    cite("play.bases")
    id = f"{'abnc'[side]}{number}"
    profile = profile_of(recruit, faction)
    game.kits.add(id, Kit(recruit, faction, recruit.leader))
    wounds = profile.wounds
    game.models.add(
        id, Model(recruit.unit, side, side, seat, number, wounds, wounds, r=profile.r, markers=recruit.shaken)
    )
    return id


# ---- before the first die --------------------------------------------------------------------------------------------


class Leaders(Scene, frozen=True):
    """Each player names a Leader, unseen by the others, revealed together."""


class RollOff(Scene, frozen=True):
    pass


class Deploy(Scene, frozen=True):
    """One model at a time, alternating."""

    side: int = -1


@scene
def leaders(game: Xcx, at: Leaders) -> Flow[list[Scene]]:
    cite("play.decisions-before")
    if not game.setup.pick_leaders:
        return []
    seats = [s for side in (0, 1) for s in game.commanders[side]]
    asks = [leader_ask(game, s) for s in seats]
    chosen = yield from All(asks=asks)
    for seat, id in zip(seats, chosen, strict=True):
        for i in [i for i, m in game.models.items() if m.seat == seat]:
            game.kits.set(i, leader=i == id)
        game.tell("{who} leads.", "squad.leader-one", reveals=True, who=id)
    return []


def leader_ask(game: Xcx, seat: int) -> Choose[str]:
    own = [i for i, m in game.models.items() if m.seat == seat]
    named = next((i for i in own if game.kits[i].leader), own[0])
    return Choose(
        seat=seat,
        key="leader",
        rule="squad.leader-one",
        prompt="Who leads your Squad?",
        secret=True,
        always=True,
        default=named,
        among=lambda: own,
        label=game.name,
    )


@rule("missions.roll-off")
def roll_off(game: Xcx) -> Flow[int]:
    """Each side rolls a D6, re-rolling ties: the higher wins."""
    while True:
        a = yield from d6(-1, "roll-off", "missions.roll-off", "Roll off")
        b = yield from d6(-1, "roll-off", "missions.roll-off", "Roll off")
        if a != b:
            winner = 0 if a > b else 1
            says = "{a} to {b}: {side} wins the roll-off."
            game.tell(says, "missions.roll-off", a=a, b=b, side=game.side_name(winner))
            return winner


@scene
def rolled(game: Xcx, at: RollOff) -> Flow[list[Scene]]:
    winner = yield from roll_off(game)
    game.note(winner_of_roll=winner)
    chooser = winner
    if game.mission.roles[0] != "side":
        first = yield from roles(game, winner)
        game.note(first_role=first)
        game.tell("{side} is the {role}.", "missions.roles", side=game.side_name(first), role=game.mission.roles[0])
        chooser = first
    south = yield from edges(game, chooser)
    game.note(south=chooser if south else 1 - chooser)
    loser = 1 - winner
    return [Deploy(loser)]


@rule("missions.roles")
def roles(game: Xcx, winner: int) -> Flow[int]:
    """The side of the first role: XCX attacks or protects; between equal factions the roll-off's winner chooses."""
    factions = [s.faction for s in game.setup.sides]
    if factions[0] != factions[1]:
        return factions.index("XCX")
    if game.is_ai(winner):
        cite("ai.small-choices")
        return winner
    names = game.mission.roles
    role = yield from Choose(
        seat=game.commanders[winner][0],
        key="role",
        rule="missions.roles",
        prompt="Which role do you take?",
        among=lambda: names,
    )
    return winner if role == names[0] else 1 - winner


@rule("missions.edges")
def edges(game: Xcx, side: int) -> Flow[bool]:
    """True: this side takes the south edge."""
    if game.is_ai(side):
        cite("ai.small-choices")
        return False
    edge = yield from Choose(
        seat=game.commanders[side][0],
        key="edge",
        rule="missions.edges",
        prompt="Which edge do you take?",
        among=lambda: ("south", "north"),
    )
    return edge == "south"


@rule("missions.zones")
def in_zone(game: Xcx, side: int, c: Circle, touch: bool = False) -> bool:
    """Does the whole base (or, `touch`, any part of it) lie in a side's deployment strip?"""
    field = game.field
    deep = 8 if field.depth == 36 else 12
    y = field.row((c.x, c.y))
    if field.grid is not None:
        low = high = y
    else:
        low, high = y - c.r, y + c.r
    if touch:
        low, high = high, low
    return high <= deep + TOL if game.now.south == side else low >= field.depth - deep - TOL


def deploy_refusals(game: Xcx, id: str, p: Point) -> Iterator[Refusal]:
    m = game.models[id]
    if not in_zone(game, m.owner, Circle(p[0], p[1], m.r)):
        yield Refusal("missions.zones", "{who} must stand wholly in its deployment zone.", {"who": id})
    if not can_end(game, id, p, m.r):
        says = "{who} cannot stand there: keep off terrain, objects and 1 Range from others."
        yield Refusal("missions.deploy", says, {"who": id})


@scene
def deploy(game: Xcx, at: Deploy) -> Flow[list[Scene]]:
    """Alternating, the loser of the roll-off first; Infiltrate models are set aside."""
    cite("missions.deploy")
    waiting = {s: to_place(game, s) for s in (0, 1)}
    side = at.side if waiting[at.side] else 1 - at.side
    if not waiting[side]:
        loser = 1 - game.now.winner_of_roll
        hidden = tuple(
            i for s in (loser, 1 - loser) for i, m in game.models.items() if m.owner == s and m.state == RESERVE
        )
        return [Infiltrate(hidden), Round(1)]
    if game.is_ai(side):
        from xenotable.games.xcx.ai import deployment

        id, p = deployment(game, waiting[side])
    else:
        seats = [s for s in game.commanders[side] if any(game.models[i].seat == s for i in waiting[side])]
        placed_by = {s: sum(m.seat == s and m.state == TABLE for m in game.models.values()) for s in seats}
        seat = min(seats, key=lambda s: (placed_by[s], s))
        own = [i for i in waiting[side] if game.models[i].seat == seat]
        placed = yield from deploy_ask(game, seat, own)
        id, q = next(iter(placed.at.items()))
        p = game.field.place((q[0], q[1]))
    game.models.set(id, x=p[0], y=p[1], state=TABLE)
    game.tell("{who} takes position at {x:.1f}, {y:.1f}.", "missions.deploy", who=id, x=p[0], y=p[1])
    return [Deploy(1 - side)]


def to_place(game: Xcx, side: int) -> list[str]:
    return [
        i
        for i, m in game.models.items()
        if m.owner == side and m.state == RESERVE and "Infiltrate" not in game.profile(i).rules
    ]


def deploy_ask(game: Xcx, seat: int, own: list[str]) -> Place:
    def legal(placed: Placed) -> Iterator[Refusal]:
        if len(placed.at) != 1:
            yield Refusal("missions.deploy", "Place one model at a time.", {})
        for id, p in placed.at.items():
            yield from deploy_refusals(game, id, game.field.place((p[0], p[1])))

    def propose(n: int, rnd: Random) -> list[Placed]:
        id, field = own[int(rnd() * len(own))], game.field
        south, deep = game.now.south == game.models[id].owner, 8 if field.depth == 36 else 12
        found: list[Placed] = []
        for _ in range(30):
            y = rnd() * deep
            if field.mode == "hex":
                y *= 0.866
            p = field.place((rnd() * field.width, y if south else top(game) - y))
            if next(deploy_refusals(game, id, p), None) is None:
                found.append(Placed({id: p}))
                if len(found) >= min(n, 2):
                    break
        return found or [Placed({id: p}) for p in zone_spots(game, id)[:1]]

    return Place(
        seat=seat,
        key="deploy",
        rule="missions.deploy",
        prompt="Deploy a model",
        optional=True,
        zone=f"zone{game.models[own[0]].owner}",
        pieces=tuple(Piece(i, (), game.models[i].r) for i in own),
        legal=legal,
        propose=propose,
    )


def top(game: Xcx) -> float:
    """How far north the table reaches."""
    return game.field.depth if game.field.mode != "hex" else 0.5 + (game.field.depth - 0.5) * 0.866


def zone_spots(game: Xcx, id: str) -> list[Point]:
    """All deployment points (i+0.5, j+0.5), or spaces, where a model may be put down."""
    return [p for p in game.field.points() if next(deploy_refusals(game, id, p), None) is None]


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


@rule("missions.spire-lost")
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


@rule("missions.spire-detonate")
def detonates(game: Xcx, id: str) -> bool:
    """The planter is picked while its charge is in place: the spire falls at once."""
    if game.now.planter != id:
        return False
    game.tell("The charge goes off: the spire falls.", "missions.spire-detonate")
    finish(game, game.now.first_role, "The spire is down.", "missions.spire-detonate")
    return True


@rule("skills.hack-terminal")
def on_hack(game: Xcx, id: str, target: str) -> None:
    if game.things[target].kind == "derelict":
        wake(game, id, target)
        return
    game.things.set(target, holder=game.models[id].side)
    game.tell("{who} takes {target} over.", "skills.hack-terminal", who=id, target=target)


@rule("skills.hack-derelict")
def wake(game: Xcx, id: str, target: str) -> None:
    """A derelict SPARK joins the hacker's side for this battle; its die enters when the next round is filled."""
    cite("missions.line-derelicts")
    side, t = game.models[id].side, game.things[target]
    game.things.set(target, gone=True)
    game.note(gone=(*game.now.gone, target))
    number = 1 + max(m.number for m in game.models.values() if m.owner == side)
    spark = join(game, side, number, Recruit("spark"), "", game.models[id].seat)
    x, y = game.field.from_layout((t.x, t.y))
    game.models.set(spark, x=x, y=y, state=TABLE, activated=True)
    game.tell("A derelict SPARK wakes for {side}.", "skills.hack-derelict", side=game.side_name(side))


@rule("missions.convoy-search")
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


@rule("missions.hive-core")
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


@rule("missions.hive-drop")
def drop_core(game: Xcx, id: str) -> None:
    """The core lies where its carrier stood and must be searched for again."""
    m = game.models[id]
    game.models.set(id, core=False)
    thing = next(t for t, o in game.things.items() if o.kind in ("container", "core"))
    game.things.set(thing, kind="core", x=m.x, y=m.y, gone=False)
    game.note(core=(m.x, m.y))
    game.tell("The core falls where {who} stood.", "missions.hive-drop", who=id)


@rule("missions.hive-exit")
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


@rule("missions.hive-nests")
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
    p = min(spots, key=lambda p: (min((round(math.dist(p, f), 6) for f in foes), default=0.0), p))
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


@rule("missions.hive-maw")
def maw(game: Xcx) -> None:
    """The Brood Maw rises as near to the centre as it can, at least 3 Range from every model."""
    id, field = monster(game, "brood-maw"), game.field
    r, middle = game.models[id].r, (game.field.width / 2, game.field.depth / 2)
    if field.mode == "hex":
        middle = (middle[0], top(game) / 2)
    others = [game.models[i].circle for i in game.standing()]
    for p in sorted(field.points(), key=lambda p: (round(math.dist(p, middle), 6), p)):
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


@rule("missions.exodus-panic")
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
    return [i for i, m in game.models.items() if m.owner == side and m.state in (TABLE, RESERVE)]


@rule("bag.one-side-wiped")
def wiped_out(game: Xcx) -> bool:
    """Ends the battle when a side has no living model left."""
    left = [bool(living(game, s)) for s in (0, 1)]
    if all(left):
        return False
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


@rule("missions.wiped-out")
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


@rule("missions.convoy-carry")
def carried(game: Xcx) -> None:
    """Each find other than nothing carried by a living model scores 1 more VP at the end."""
    for id, m in list(game.models.items()):
        n = sum(f != "nothing" for f in m.finds)
        if n and m.state == TABLE and m.side < NEUTRAL:
            score(game, m.side, n, "{who} still carries {n} finds.", "missions.convoy-carry", who=id, n=n)


@rule("missions.points")
def by_points(game: Xcx, rule_id: str) -> None:
    """More VP wins; equal points are a draw."""
    if game.setup.mission == CONVOY:
        carried(game)
    a, b = game.now.points
    words = f"{a} to {b} VP."
    finish(game, -1 if a == b else int(b > a), words, rule_id)


@rule("missions.length")
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


@rule("missions.concede")
def conceded(game: Xcx, seat: int) -> Result:
    side = 0 if seat in game.commanders[0] else 1
    game.note(winner=1 - side, over=True, conceded=side)
    return Result(game.commanders[1 - side], f"{game.side_name(side)} concedes.", "missions.concede")


@rule("missions.rewards")
def reward_cards(game: Xcx, side: int) -> int:
    """Winner 3 cards, loser 1, in a draw 2 each, unless the mission says otherwise."""
    cards = game.mission.reward_cards
    if game.now.winner < 0:
        return cards["draw"]
    return cards["win"] if game.now.winner == side else cards["loss"]
