"""Before the first die: everybody joins, Leaders, roles, edges."""

from __future__ import annotations

from xenotable.engine import All, Choose, Flow, Scene, cite, rule, scene
from xenotable.games.xcx.rules.missions.objects import mission_objects
from xenotable.games.xcx.rules.play.models import is_ai
from xenotable.games.xcx.rules.squad.profiles import join
from xenotable.games.xcx.rules.terrain.ground import field_of
from xenotable.games.xcx.rules.tests import d6
from xenotable.games.xcx.scenes import Deploy, Leaders, RollOff
from xenotable.games.xcx.state import CIVIL, TABLE, Battle, BattleSetup, Recruit, Thing, Xcx


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
            says = "{a} to {b}: the roll-off goes to {side}."
            game.tell(says, "missions.roll-off", a=a, b=b, side=game.side_name(winner))
            return winner


@scene
def roll_for_roles(game: Xcx, at: RollOff) -> Flow[list[Scene]]:
    winner = yield from roll_off(game)
    game.note(winner_of_roll=winner)
    chooser = winner
    if game.mission.roles[0] != "side":
        first = yield from roles(game, winner)
        game.note(first_role=first)
        game.tell("The {role}: {side}.", "missions.roles", side=game.side_name(first), role=game.mission.roles[0])
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
