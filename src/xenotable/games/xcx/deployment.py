"""Before the first die (chapter `missions`): everybody joins, Leaders, roles, edges, deployment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import All, Choose, Flow, Piece, Place, Placed, Random, Refusal, Scene, cite, rule, scene
from xenotable.games.xcx.bag import Round
from xenotable.games.xcx.infiltrate import Infiltrate
from xenotable.games.xcx.layouts import field_of, mission_objects
from xenotable.games.xcx.models import is_ai
from xenotable.games.xcx.movement import can_end, others
from xenotable.games.xcx.recruits import profile_of, recruit_profile
from xenotable.games.xcx.state import CIVIL, RESERVE, TABLE, Battle, BattleSetup, Kit, Model, Recruit, Thing, Xcx
from xenotable.games.xcx.terrain import TOL
from xenotable.games.xcx.tests import d6
from xenotable.table import Circle, Point


def new(setup: BattleSetup) -> Xcx:
    """Puts everybody into the books: Squads, objects, civilians."""
    people = sum(len(s.squads) for s in setup.sides if not s.ai)
    game = Xcx(setup, max(1, people))
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
            x, y = field_of(game).from_layout((o.x, o.y))
            game.models.set(id, x=x, y=y, state=TABLE)
        else:
            cite("missions.objects")
            game.things.add(name, Thing(o.kind, o.number, o.x, o.y, o.w, o.h, 1.0 if o.kind == "derelict" else 0.5))
    game.scenes = [RollOff(), Leaders()]
    return game


def join(game: Xcx, side: int, number: int, recruit: Recruit, faction: str, seat: int) -> str:
    cite("squad.unit-is-models")
    cite("play.bases")
    id = f"{'abnc'[side]}{number}"
    profile = recruit_profile(recruit, faction)
    game.kits.add(id, Kit(recruit, faction, recruit.leader))
    wounds = profile.wounds
    game.models.add(
        id, Model(recruit.unit, side, side, seat, number, wounds, wounds, r=profile.r, markers=recruit.shaken)
    )
    return id


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


@rule("missions.roll-off", neutral=lambda game: 0)
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


@rule("missions.roles", neutral=lambda game, winner: 0)
def roles(game: Xcx, winner: int) -> Flow[int]:
    """The side of the first role: XCX attacks or protects; between equal factions the roll-off's winner chooses."""
    factions = [s.faction for s in game.setup.sides]
    if factions[0] != factions[1]:
        return factions.index("XCX")
    if is_ai(game, winner):
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


@rule("missions.edges", neutral=lambda game, side: True)
def edges(game: Xcx, side: int) -> Flow[bool]:
    """True: this side takes the south edge."""
    if is_ai(game, side):
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


@rule("missions.zones", neutral=lambda game, side, c, touch=False: True)
def in_zone(game: Xcx, side: int, c: Circle, touch: bool = False) -> bool:
    """Does the whole base (or, `touch`, any part of it) lie in a side's deployment strip?"""
    field = field_of(game)
    deep = 8 if field.depth == 36 else 12
    y = field.row((c.x, c.y))
    if field.grid is not None:
        low = high = y
    else:
        low, high = y - c.r, y + c.r
    if touch:
        low, high = high, low
    return high <= deep + TOL if game.now.south == side else low >= field.depth - deep - TOL


def deploy_refusals(game: Xcx, id: str, p: Point, around: Sequence[Circle] | None = None) -> Iterator[Refusal]:
    m = game.models[id]
    if not in_zone(game, m.owner, Circle(p[0], p[1], m.r)):
        yield Refusal("missions.zones", "{who} must stand wholly in its deployment zone.", {"who": id})
    if not can_end(game, id, p, m.r, around):
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
    if is_ai(game, side):
        from xenotable.games.xcx.ai import deployment

        id, p = deployment(game, waiting[side])
    else:
        seats = [s for s in game.commanders[side] if any(game.models[i].seat == s for i in waiting[side])]
        placed_by = {s: sum(m.seat == s and m.state == TABLE for m in game.models.values()) for s in seats}
        seat = min(seats, key=lambda s: (placed_by[s], s))
        own = [i for i in waiting[side] if game.models[i].seat == seat]
        placed = yield from deploy_ask(game, seat, own)
        id, q = next(iter(placed.at.items()))
        p = field_of(game).place((q[0], q[1]))
    game.models.set(id, x=p[0], y=p[1], state=TABLE)
    game.tell("{who} takes position at {x:.1f}, {y:.1f}.", "missions.deploy", who=id, x=p[0], y=p[1])
    return [Deploy(1 - side)]


def to_place(game: Xcx, side: int) -> list[str]:
    return [
        i
        for i, m in game.models.items()
        if m.owner == side and m.state == RESERVE and "Infiltrate" not in profile_of(game, i).rules
    ]


def deploy_ask(game: Xcx, seat: int, own: list[str]) -> Place:
    def legal(placed: Placed) -> Iterator[Refusal]:
        if len(placed.at) != 1:
            yield Refusal("missions.deploy", "Place one model at a time.", {})
        for id, p in placed.at.items():
            yield from deploy_refusals(game, id, field_of(game).place((p[0], p[1])))

    def propose(n: int, rnd: Random) -> list[Placed]:
        id, field = own[int(rnd() * len(own))], field_of(game)
        south, deep = game.now.south == game.models[id].owner, 8 if field.depth == 36 else 12
        found: list[Placed] = []
        around = [c for _, c in others(game, id)]
        for _ in range(30):
            y = rnd() * deep
            if field.mode == "hex":
                y *= 0.866
            p = field.place((rnd() * field.width, y if south else top(game) - y))
            if next(deploy_refusals(game, id, p, around), None) is None:
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
    return field_of(game).depth if field_of(game).mode != "hex" else 0.5 + (field_of(game).depth - 0.5) * 0.866


def zone_spots(game: Xcx, id: str) -> list[Point]:
    """All deployment points (i+0.5, j+0.5), or spaces, where a model may be put down."""
    around = [c for _, c in others(game, id)]
    return [p for p in field_of(game).points() if next(deploy_refusals(game, id, p, around), None) is None]
