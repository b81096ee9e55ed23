"""Chapter setup: from the mission to the first turning point."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import All, Choose, Draw, Flow, Pick, Piece, Place, Refusal, Scene, cite, rule, scene
from xenotable.games.killteam import content
from xenotable.games.killteam.content import Member, Roster
from xenotable.games.killteam.rules.dice.rolls import roll_off
from xenotable.games.killteam.rules.equipment import carrying
from xenotable.games.killteam.rules.narrative.battle_effects import weaker_side
from xenotable.games.killteam.rules.scoring import tac_ops as scoring_tac_ops
from xenotable.games.killteam.rules.scoring.tac_ops import HAND
from xenotable.games.killteam.rules.setup.placing import (
    deploy_place,
    deploy_places,
    deploy_refusals,
    group_sizes,
    place_barricade,
)
from xenotable.games.killteam.scenes import (
    Barricades,
    Deploy,
    Equipment,
    Lists,
    Mission,
    Muster,
    Outfit,
    Scouted,
    Scouting,
    TacOps,
    Teams,
    Turn,
)
from xenotable.games.killteam.state import (
    CONCEAL,
    DEPTH,
    SEATS,
    WIDTH,
    Battle,
    BattleSetup,
    KillTeam,
    Marker,
    Operative,
    Side,
    card,
    scenario_of,
)

START_CP, FEWER_CP = 3, 2
BARRICADES = 2


@rule("setup.sequence")
def begin(setup: BattleSetup) -> KillTeam:
    game = KillTeam(setup)
    turns = 2 if setup.tutorial else 4
    game.battle.add("now", Battle(setup.scenario, turns=turns))
    points = FEWER_CP if game.reads("setup.command-points=two") else START_CP
    for seat in SEATS:
        game.sides.add(seat, Side(setup.rosters[seat].team, points))
        cite("setup.command-points")
    cite("play.modes")
    game.scenes = [Mission()]
    return game


# ---- mission, roles, zones


@scene
@rule("setup.mission")
def mission(game: KillTeam, at: Mission) -> Flow[list[Scene]]:
    if not game.now.scenario:
        bag = [(s, 1) for s in content.scenarios()]
        drawn = yield from Draw(key="mission", rule="setup.mission", bag=bag)
        game.battle.set("now", scenario=drawn)
    place = scenario_of(game)
    game.tell("The mission is {m}.", "setup.mission", m=place.name)
    spots = place.markers[:2] if game.setup.tutorial else place.markers
    for n, (x, y) in enumerate(spots, 1):
        game.markers.add(f"m{n}", Marker(x, y))
    cite("setup.objectives")
    winner = yield from roll_off(game, "setup.roles")
    assert winner is not None
    attacker = yield from Choose(
        seat=winner,
        key="attacker",
        rule="setup.roles",
        prompt="Who is the mission Attacker?",
        among=lambda: SEATS,
        label=game.seat_name,
    )
    zone = 1
    if not place.roles.startswith("fixed"):
        zone = yield from Choose(
            seat=1 - attacker,
            key="zone",
            rule="setup.drop-zones",
            prompt="Which drop zone does the mission Defender take?",
            among=lambda: (0, 1),
            label=lambda z: zone_words(place.zones[z]),
        )
    cite("play.roles")
    cite("setup.drop-zones")
    game.sides.set(attacker, role="attacker", zone=1 - zone)
    game.sides.set(1 - attacker, role="defender", zone=zone)
    game.tell("The mission Attacker: {who}.", "setup.roles", who=game.seat_name(attacker))
    return [Teams(), Lists(), Muster()]


def zone_words(box: tuple[float, float, float, float]) -> str:
    """A drop zone by the edge or the corner where it lies."""
    x0, y0, x1, y1 = box
    across = "" if x1 - x0 == WIDTH else "west" if x1 < WIDTH / 2 else "east"
    along = "" if y1 - y0 == DEPTH else "south" if y1 < DEPTH / 2 else "north"
    return f"the {along}-{across} corner" if across and along else f"the {across or along} edge"


# ---- kill teams, once they are chosen


@scene
def muster(game: KillTeam, at: Muster) -> list[Scene]:
    """Revealed together."""
    for seat in SEATS:
        given = game.setup.rosters[seat]
        known = game.secret[seat]
        roster = given if given.members else Roster(given.team or known.team, known.members)
        game.secret.set(seat, team="", members=())
        game.sides.set(seat, team=roster.team, size=len(roster.members))
        names = number_names(roster.members)
        for n, one in enumerate(roster.members, 1):
            game.operatives.add(f"{'ab'[seat]}{n}", recruit(game, seat, one, names[n - 1]))
        game.tell(
            "{who} mustered {n} operatives.", "setup.kill-team", reveals=True, who=game.seat_name(seat), n=len(names)
        )
    weaker_side(game)
    first = next(s for s in SEATS if game.sides[s].role == "defender")
    cite("play.ways-to-play")
    full = game.setup.way != "open" and not game.setup.tutorial
    game.battle.set("now", step="tac-ops")
    hidden: list[Scene] = [TacOps()] if full else []
    walls: list[Scene] = [] if game.setup.tutorial else [Barricades(first, 2 * BARRICADES)]
    scouts: list[Scene] = [Scouting(), Scouted()] if full else []
    groups = [Deploy(s, g) for g in range(3) for s in (first, 1 - first)]
    return [*hidden, Equipment(), Outfit(), *walls, *groups, *scouts, Turn(1)]


def number_names(members: tuple[Member, ...]) -> list[str]:
    """Names: personal ones, else the datacard's, with a number where there are several."""
    plain = [m.name or content.units()[m.unit].name for m in members]
    return [f"{n} {plain[: i + 1].count(n)}" if plain.count(n) > 1 else n for i, n in enumerate(plain)]


def recruit(game: KillTeam, seat: int, one: Member, name: str) -> Operative:
    """An operative as its datacard and its campaign made it."""
    unit = content.units()[one.unit]
    narrative = game.setup.way == "narrative"
    cite("narrative.optional")
    honours, scars = (one.honours, one.scars) if narrative else ((), ())
    full = unit.W + ("bulwark:1" in honours) - (5 in scars)
    cite("datacards.weapon-line")
    kind = {w: content.weapons()[w].kind for w in one.options}
    ranged = (*unit.ranged, *(w for w in one.options if kind[w] == "ranged"))
    melee = (*unit.melee, *(w for w in one.options if kind[w] == "melee"))
    cite("datacards.w")
    return Operative(seat, unit.id, name, ranged, melee, full, full, honours=honours, scars=scars)


# ---- tac ops and equipment


@scene
def tac_ops(game: KillTeam, at: TacOps) -> Flow[list[Scene]]:
    said = yield from All(
        asks=[
            Pick(
                seat=s,
                key="tac-ops",
                rule="setup.tac-ops",
                prompt="Pick three tac ops; they stay hidden",
                secret=True,
                among=lambda s=s: scoring_tac_ops.pool_of(game.sides[s].team),  # type: ignore[misc]  # s bound in the loop
                least=scoring_tac_ops.HAND,
                most=scoring_tac_ops.HAND,
                legal=lambda c, s=s: hand_refusals(game.sides[s].team, c),  # type: ignore[misc]
                label=scoring_tac_ops.describe_tac_op,
            )
            for s in SEATS
        ]
    )
    cite("play.simultaneous-choice")
    for s in SEATS:
        game.secret.set(s, tac_ops=said[s])
    game.battle.set("now", step="equipment")
    return []


@scene
@rule("setup.equipment", neutral=lambda *_: [])
def choose_equipment(game: KillTeam, at: Equipment) -> Flow[list[Scene]]:
    """Whose list brings equipment along has chosen it already."""
    choosing = [s for s in SEATS if not game.setup.equipment[s]]
    for s in SEATS:
        game.secret.set(s, equipment=tuple((item, f"{'ab'[s]}{i + 1}") for item, i in game.setup.equipment[s]))
    said = yield from All(
        asks=[
            Pick(
                seat=s,
                key="equipment",
                rule="setup.equipment",
                prompt="Spend up to {n:equipment point}",
                args={"n": carrying.points_of(game, s)},
                secret=True,
                among=lambda s=s: carrying.choices(game, s),  # type: ignore[misc]  # s bound in the loop
                most=9,
                legal=lambda c, s=s: carrying.equipment_refusals(game, s, c),  # type: ignore[misc]
                label=lambda p: f"{content.items()[p[0]].name} ({content.items()[p[0]].cost}) for {game.name(p[1])}",
                on=lambda p: p[1],
                default=(),
            )
            for s in choosing
        ]
    )
    for s, chosen in zip(choosing, said, strict=True):
        game.secret.set(s, equipment=chosen)
    return []


@scene
def outfit(game: KillTeam, at: Outfit) -> list[Scene]:
    for s in SEATS:
        for item, operative in game.secret[s].equipment:
            carrying.equip(game, item, operative)
            name = content.items()[item].name
            game.tell("{operative} carries: {i}.", "setup.equipment", reveals=True, operative=operative, i=name)
        game.secret.set(s, equipment=())
    game.battle.set("now", step="deploy")
    return []


# ---- on the table


@scene
@rule("setup.barricades", neutral=lambda *_: [])
def barricades(game: KillTeam, at: Barricades) -> Flow[list[Scene]]:
    yield from place_barricade(game, at.seat, False)
    return [Barricades(1 - at.seat, at.left - 1)] if at.left > 1 else []


@scene
@rule("setup.groups", neutral=lambda *_: [])
def deploy(game: KillTeam, at: Deploy) -> Flow[list[Scene]]:
    """A third of the kill team, wholly within the drop zone, each with its order."""
    left = [i for i, o in game.operatives.items() if o.seat == at.seat and not o.there]
    size = group_sizes(game.sides[at.seat].size)[at.group]
    if not size:
        return []
    chosen = yield from Pick(
        seat=at.seat,
        key="group",
        rule="setup.groups",
        prompt="Set up {n:operative} now: which?",
        args={"n": size},
        among=lambda: left,
        least=size,
        most=size,
    )
    placed = yield from Place(
        seat=at.seat,
        key="deploy",
        rule="setup.operative-place",
        prompt="Set up this group in your drop zone",
        pieces=tuple(Piece(i, (), card(game.operatives[i].unit).r) for i in chosen),
        legal=lambda p: deploy_refusals(game, at.seat, p),
        propose=lambda n, rnd: deploy_places(game, at.seat, chosen, n, rnd),
        one=lambda rnd: deploy_place(game, at.seat, chosen, rnd),
        zone=f"zone{at.seat}",
    )
    hidden = yield from Pick(
        seat=at.seat,
        key="concealed",
        rule="setup.operative-place",
        prompt="Which of them get a Conceal order?",
        among=lambda: chosen,
        default=(),
    )
    for i in chosen:
        x, y, *z = placed.at[i]
        game.operatives.set(i, x=x, y=y, z=z[0] if z else 0.0, there=True)
        if i in hidden:
            game.operatives.set(i, order=CONCEAL)
    game.tell("{who} set up {n:operative}.", "setup.groups", who=game.seat_name(at.seat), n=len(chosen))
    return []


@rule("setup.tac-ops", neutral=lambda *_: ())
def hand_refusals(team: str, chosen: tuple[str, ...]) -> Iterator[Refusal]:
    """Three different ones: at most one of the faction, the rest of the team's archetypes."""
    if len(chosen) != HAND:
        yield Refusal("setup.tac-ops", "Three tac ops are picked, not {n}.", {"n": len(chosen)})
    if sum(content.tac_ops()[c].archetype == "faction" for c in chosen) > 1:
        yield Refusal("setup.tac-ops", "At most one tac op of your faction.")
