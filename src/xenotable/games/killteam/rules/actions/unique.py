"""Unique actions of datacards and equipment (chapter actions): their refusals and effects. Psychic Actions are marked
in the data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import (
    Choose,
    Confirm,
    Flow,
    Forecast,
    Piece,
    Place,
    Placed,
    Random,
    Refusal,
    Scene,
    cite,
    is_legal,
    memoize,
    scene,
)
from xenotable.games.killteam import content
from xenotable.games.killteam.rules.actions.free import burst_ways, free_dash, free_shoot
from xenotable.games.killteam.rules.actions.universal import dash_refusals, shoot_refusals
from xenotable.games.killteam.rules.datacards.modified import change_apl
from xenotable.games.killteam.rules.datacards.printed import has_keyword
from xenotable.games.killteam.rules.dice.rolls import d3, d3_spread, falls
from xenotable.games.killteam.rules.equipment.carrying import actions_of
from xenotable.games.killteam.rules.movement.legality import is_engaged
from xenotable.games.killteam.rules.play.measuring import between, may_be_within, to_centre, within
from xenotable.games.killteam.rules.ploys import buying, tactical
from xenotable.games.killteam.rules.sight.visibility import sees, sees_point
from xenotable.games.killteam.rules.specials.weapon_use import REACH, psychic_refusals
from xenotable.games.killteam.rules.terrain.features import VANTAGE, killzone
from xenotable.games.killteam.rules.wounds import fall, heal, mortal
from xenotable.games.killteam.scenes import Aftermath, Borrowed, Burst
from xenotable.games.killteam.state import DEPTH, WIDTH, KillTeam, Spot, standing_operatives

CALM = ("ua-direct-fire", "ua-relay-order", "ua-lay-smoke", "ua-anoint", "ua-patch")  # not while engaged


@memoize(1024)
def unique_actions(unit: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """The unique actions of an operative with these items."""
    cite("actions.unique")
    own = content.units()[unit].actions
    return (*own, *(a for a in actions_of(items) if a not in own))


# ---- refusals


def refusals(game: KillTeam, operative: str, action: str) -> Iterator[Refusal]:
    """Why a unique action cannot be performed now."""
    row = game.operatives[operative]
    if action not in unique_actions(row.unit, row.items):
        a = content.unique_actions()[action].name
        yield Refusal("actions.unique", "{a} is not an action of {operative}.", {"a": a, "operative": operative})
        return
    if content.unique_actions()[action].psychic:
        yield from psychic_refusals(game, operative)
    if action in CALM and is_engaged(game, operative):
        yield Refusal(content.entry(action), "Not while within engagement range of an enemy.")
    if action in ("ua-patch",) and action in game.operatives[operative].used:
        yield Refusal(content.entry(action), "Once per battle.")
    if action == "ua-lay-smoke":
        yield from _smoke_refusals(game, operative)
    elif action == "ua-running-burst":
        if not burst_ways(game, operative, ("dash", "shoot")):
            yield Refusal("actions.free-optional", "Neither the free Dash nor the free Shoot is possible.")
    elif action == "ua-unleash-lash":
        yield from _lash_refusals(game, operative)
    elif action not in ("ua-rupture",) and next(subjects(game, operative, action), None) is None:
        yield Refusal(content.entry(action), "There is nobody to select.")


def _smoke_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    row = game.operatives[operative]
    if any(s.kind == "smoke" and s.by == operative for s in game.spots.values()):
        yield Refusal(content.entry("ua-lay-smoke"), "One smoke token at a time.")
    printed = "ua-lay-smoke" in content.units()[row.unit].actions
    if not printed and "it-smoke-pot" in row.used:
        yield Refusal(content.entry("ua-lay-smoke"), "The smoke pot is used up.")


def _lash_refusals(game: KillTeam, operative: str) -> Iterator[Refusal]:
    if "shoot" in game.operatives[operative].did and "ua-unleash-lash" not in game.operatives[operative].freed:
        yield Refusal(
            "actions.free-counts", "{operative} has performed Shoot in this activation.", {"operative": operative}
        )
    yield from shoot_refusals(game, operative, game.operatives[operative].ap, free=True, by="ua-unleash-lash")


def subjects(game: KillTeam, operative: str, action: str) -> Iterator[str]:
    """Whom an action may select."""
    operatives, reach = game.operatives, REACHES.get(action, REACH)
    row = operatives[operative]
    for i in pool(game, operative, action):
        near = reach is None or may_be_within(row, operatives[i], reach)
        if near and is_legal(subject_refusals(game, operative, action, i)):
            yield i


def pool(game: KillTeam, operative: str, action: str) -> Sequence[str]:
    """The side that an action is for: enemies for Direct Fire and Dread Whisper, friends for the others."""
    seat = game.operatives[operative].seat
    return standing_operatives(game, 1 - seat if action in ("ua-direct-fire", "ua-dread-whisper") else seat)


REACHES = {"ua-direct-fire": None, "ua-anoint": 1.0, "ua-patch": 1.0}  # within how far; not named: 6 in
BLIND = ("ua-anoint", "ua-patch", "ua-hive-pulse")  # need not see whom they are for
ONCE = {"ua-dread-whisper": "whispered", "ua-anoint": "anointed"}  # what nobody suffers twice in a turning point
OWN_KIND = ("ua-hive-pulse", "ua-relay-order", "ua-veil-ward")  # for operatives of the team's keyword
NOT_ITSELF = ("ua-hive-pulse", "ua-relay-order")


def subject_refusals(game: KillTeam, operative: str, action: str, i: str) -> Iterator[Refusal]:
    """Why an action cannot select an operative."""
    id = content.entry(action)
    args: dict[str, object] = {"operative": operative, "i": i}
    reach = REACHES.get(action, REACH)
    if reach is not None and not within(between(game, operative, i), reach):
        args |= {"gap": between(game, operative, i), "x": reach}
        yield Refusal(id, "{i} is {gap:.1f} in away; it must be within {x:g} in.", args, "Move nearer.")
        return
    if action in OWN_KIND and not has_keyword(
        game, i, content.teams()[game.sides[game.operatives[i].seat].team].keyword
    ):
        yield Refusal(id, "{i} is not of the team's own kind.", args)
    if action in NOT_ITSELF and i == operative:
        yield Refusal(id, "{operative} cannot select itself.", args)
    if ONCE.get(action, "-") in game.operatives[i].effects:
        yield Refusal(id, "{i} was selected for that in this turning point.", args)
    if action not in BLIND and not sees(game, operative, i):
        yield Refusal("sight.visible", "{i} is not Visible to {operative}.", args)
    if action == "ua-hive-pulse":
        yield from dash_refusals(game, i)


# ---- effects


def perform(game: KillTeam, operative: str, action: str) -> Flow[list[Scene]]:
    game.tell("{operative} performs {a}.", action, operative=operative, a=content.unique_actions()[action].name)
    scenes: list[Scene] = []
    if action == "ua-lay-smoke":
        yield from lay_smoke(game, operative)
    elif action == "ua-running-burst":
        cite("actions.free-example-burst")
        scenes = [Burst(operative, ("dash", "shoot"))]
    elif action == "ua-unleash-lash":
        scenes = yield from free_shoot(game, operative, action)
    elif action == "ua-rupture":
        scenes = yield from rupture(game, operative)
    else:
        scenes = yield from perform_on_operative(game, operative, action)
    if content.unique_actions()[action].psychic and buying.affords(
        game, game.operatives[operative].seat, "pl-vc-borrowed-moment"
    ):
        scenes = [*scenes, Borrowed(operative, action)]
    return scenes


@scene
def borrowed(game: KillTeam, at: Borrowed) -> Flow[list[Scene]]:
    yield from tactical.borrowed_moment(game, at.operative, at.action)
    return []


HEALS = {"ua-anoint": 1, "ua-patch": 0}  # what is regained beside a D3


def healing_forecast(game: KillTeam, action: str, operative: str) -> Forecast:
    lost = game.operatives[operative].full - game.operatives[operative].wounds
    return d3_spread(f"{game.name(operative)} regains", content.entry(action), lost, HEALS[action])


def perform_on_operative(game: KillTeam, operative: str, action: str) -> Flow[list[Scene]]:
    """Actions that select an operative."""
    seat = game.operatives[operative].seat
    name = content.unique_actions()[action].name
    who = yield from Choose(
        seat=seat,
        key="subject",
        rule="actions.unique",
        prompt="{a}: select an operative",
        args={"a": name},
        among=lambda: pool(game, operative, action),
        why_not=lambda i: subject_refusals(game, operative, action, i),
        odds=(lambda i: healing_forecast(game, action, i)) if action in HEALS else None,
    )
    game.tell("{operative} uses {a} on {who}.", action, operative=operative, a=name, who=who)
    effects = game.operatives[who].effects
    if action == "ua-direct-fire":
        game.operatives.set(who, effects=(*effects, f"directed:{seat}"))
    elif action == "ua-relay-order":
        change_apl(game, who, 1, action)
    elif action == "ua-dread-whisper":
        game.operatives.set(who, effects=(*effects, "whispered"))
        change_apl(game, who, -1, action)
    elif action == "ua-veil-ward":
        game.operatives.set(who, effects=(*effects, "ward:4"))
    elif action == "ua-anoint":
        game.operatives.set(who, effects=(*effects, "anointed"))
        n = yield from d3(seat, "anoint", action)
        heal(game, who, n + HEALS[action], action)
    elif action == "ua-patch":
        game.operatives.set(operative, used=(*game.operatives[operative].used, action))
        n = yield from d3(seat, "patch", action)
        heal(game, who, n, action)
    elif action == "ua-hive-pulse":
        cite("actions.free-outside-activation")
        return (yield from free_dash(game, who))
    return []


def lay_smoke(game: KillTeam, operative: str) -> Flow[None]:
    row = game.operatives[operative]
    seat, at = row.seat, (row.x, row.y, row.z)
    key = f"smoke{game.now.tokens + 1}"
    placed = yield from Place(
        seat=seat,
        key="smoke",
        rule=content.entry("ua-lay-smoke"),
        prompt="Where does {operative} lay smoke?",
        args={"operative": operative},
        pieces=(Piece(key, at, 1.0),),
        legal=lambda p: smoke_place_refusals(game, operative, p),
        propose=lambda n, rnd: smoke_places(game, operative, key, n, rnd),
        one=lambda rnd: smoke_places(game, operative, key, 1, rnd)[0],
    )
    x, y, *z = placed.at[key]
    game.battle.set("now", tokens=game.now.tokens + 1)
    game.spots.add(key, Spot("smoke", seat, x, y, z[0] if z else 0.0, operative, game.now.turn))
    if "it-smoke-pot" in game.operatives[operative].items:
        game.operatives.set(operative, used=(*game.operatives[operative].used, "it-smoke-pot"))
    game.tell("{operative} lays smoke.", "terrain.smoke", operative=operative, smoke=key)


def smoke_place_refusals(game: KillTeam, operative: str, placed: Placed) -> Iterator[Refusal]:
    for x, y, *z in placed.at.values():
        height = z[0] if z else 0.0
        if not (0 <= x <= WIDTH and 0 <= y <= DEPTH):
            yield Refusal("play.table", "Smoke is laid in the killzone.")
        surface = height == 0.0 or any(abs(p.high - height) < 0.01 for p in killzone(game).at((x, y), VANTAGE))
        if not surface or not within(to_centre(game.operatives[operative], x, y, height), REACH):
            yield Refusal(content.entry("ua-lay-smoke"), "Smoke is laid on a surface within 6 in.")
        elif not sees_point(game, operative, x, y, height):
            yield Refusal("sight.visible-point", "{operative} cannot see that point.", {"operative": operative})


def smoke_places(game: KillTeam, operative: str, key: str, n: int, rnd: Random) -> list[Placed]:
    row = game.operatives[operative]
    out = []
    for _ in range(4 * n + 8):
        x, y = (round((v + 10 * rnd() - 5) * 1024) / 1024 for v in (row.x, row.y))
        placed = Placed({key: (x, y)})
        if not any(smoke_place_refusals(game, operative, placed)):
            out.append(placed)
            if len(out) >= n:
                break
    return out or [Placed({key: (row.x, row.y, row.z)})]


def rupture_targets(game: KillTeam, operative: str) -> list[str]:
    """Whom a Rupture of this operative would hurt."""
    return [
        i
        for i in standing_operatives(game)
        if i != operative and within(between(game, operative, i), 2.0) and sees(game, operative, i)
    ]


def rupture_odds(game: KillTeam, operative: str) -> list[Forecast]:
    return falls(
        "Rupture",
        content.entry("ua-rupture"),
        [(game.name(i), game.operatives[i].wounds) for i in rupture_targets(game, operative)],
    )


def confirm_rupture(game: KillTeam, operative: str) -> Flow[bool]:
    """Asked before anything is done, with what it would do."""
    return (
        yield from Confirm(
            seat=game.operatives[operative].seat,
            key="rupture",
            rule=content.entry("ua-rupture"),
            prompt="Rupture: {operative} falls, and D3 mortal wounds strike {n:operative} near it. Go on?",
            args={"operative": operative, "n": len(rupture_targets(game, operative))},
            odds=lambda yes: rupture_odds(game, operative) if yes else None,
            default=True,
        )
    )


def rupture(game: KillTeam, operative: str) -> Flow[list[Scene]]:
    """It falls; everybody near who is seen suffers D3 mortal wounds. Then the fallen are removed."""
    seat, near = game.operatives[operative].seat, rupture_targets(game, operative)
    fall(game, operative)
    for i in near:
        n = yield from d3(seat, "rupture", "ua-rupture")
        mortal(game, i, n, operative, "rupture", "ua-rupture")
    return [Aftermath(operative, "rupture")]
