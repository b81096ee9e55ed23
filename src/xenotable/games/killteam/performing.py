"""Actions carried out (chapter actions): moves, what is picked up, free actions, Overwatch. What an action needs and
costs stands in `actions`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xenotable.engine import (
    Chance,
    Choose,
    Confirm,
    Flow,
    Forecast,
    Move,
    Moved,
    Option,
    Piece,
    Point,
    Random,
    Reckon,
    Refusal,
    Roll,
    Scene,
    Slot,
    acts,
    cite,
    rule,
    scene,
)
from xenotable.games.killteam import content, ploys, unique
from xenotable.games.killteam.actions import MOVING, NAMES, cost_of, dash_refusals, mark
from xenotable.games.killteam.climbing import Leg, Way, climbs
from xenotable.games.killteam.datacards import Use, reach_of
from xenotable.games.killteam.markers import drop, pick_up_refusals
from xenotable.games.killteam.melee import fight
from xenotable.games.killteam.movement import engaged, legs_of, path_refusals, way_of
from xenotable.games.killteam.routes import charges, drag, random_moves
from xenotable.games.killteam.scoring import (
    mission_action,
)
from xenotable.games.killteam.state import ENGAGE, KillTeam, card, in_force
from xenotable.games.killteam.targets import arm_refusals, arms
from xenotable.games.killteam.volleys import aim


class CoveringShot(Scene, frozen=True):
    """After an enemy's move a Cinder Warden may answer with an Overwatch."""

    mover: str


def perform(game: KillTeam, op: str, action: str) -> Flow[list[Scene]]:
    """Carries out an action that was chosen and is allowed; gives the scenes it leads to."""
    cost = cost_of(game, op, action)
    if action in MOVING:
        return (yield from move_action(game, op, action, cost))
    if action == "drop":
        yield from drop(game, op, "actions.drop-carried")
        return []
    if action == "ua-rupture" and not (yield from unique.dares_rupture(game, op)):
        return []
    mark(game, op, action, cost)
    if action == "shoot":
        return (yield from aim(game, op, "shoot", game.ops[op].ap))
    if action == "fight":
        return (yield from fight(game, op))
    if action == "pick-up":
        yield from lift(game, op)
        return []
    if action in content.unique_actions():
        return (yield from unique.perform(game, op, action))
    yield from mission_action(game, op, action)
    return []


def lift(game: KillTeam, op: str) -> Flow[None]:
    marker = yield from Choose(
        seat=game.ops[op].seat,
        key="marker",
        rule="actions.pick-up",
        prompt="{op} picks up: which marker?",
        args={"op": op},
        among=lambda: [m for m in game.markers if not any(pick_up_refusals(game, op, m))],
    )
    game.markers.set(marker, carrier=op)
    game.ops.set(op, carries=marker)
    quick_hands(game, op)
    game.tell("{op} picks up {m}.", "actions.pick-up", op=op, m=marker)


def quick_hands(game: KillTeam, op: str) -> None:
    if "ghost:5" in game.ops[op].honours:
        game.ops.set(op, did=(*game.ops[op].did, "quick-hands"))


def free_shoot(game: KillTeam, op: str, by: str) -> Flow[list[Scene]]:
    mark(game, op, "shoot", 0, free=True)
    return (yield from aim(game, op, "shoot", game.ops[op].ap, free=True, by=by))


@rule("actions.free-definition", neutral=lambda *_, **__: [])
def free_dash(game: KillTeam, op: str, fly: bool = False) -> Flow[list[Scene]]:
    way = way_of(game, op, "dash", reach_of(game, op, "dash"), fly)
    went = yield from move_ask(game, way)
    mark(game, op, "dash", 0, free=True)
    yield from walk(game, way, went.paths.get(op, ()))
    return covering(game, op) if game.now.turn else []


# ---- moving


def move_action(game: KillTeam, op: str, action: str, cost: int) -> Flow[list[Scene]]:
    """A move may be called off before it is confirmed: then it was not performed."""
    way = way_of(game, op, action, reach_of(game, op, action))
    went = yield from move_ask(game, way, long_move(game, op, action))
    if went.mode == "off":
        cite("play.refund")
        game.ops.set(op, did=(*game.ops[op].did, f"!{action}"))
        return []
    if not (yield from dares(game, way, went.paths.get(op, ()))):
        return []
    mark(game, op, action, cost)
    if went.mode == "long":
        mark(game, op, "dash", 1)
        cite("movement.climb-with-dash")
    yield from walk(game, way, went.paths.get(op, ()))
    return covering(game, op) if action in ("normal", "dash", "charge") else []


def long_move(game: KillTeam, op: str, action: str) -> bool:
    """May a Dash be paid in the same breath, to finish a climb or drop?"""
    row = game.ops[op]
    return action == "normal" and row.ap >= 2 and "dash" not in row.did and next(dash_refusals(game, op), None) is None


def move_ask(game: KillTeam, way: Way, long: bool = False, off: bool = True) -> Flow[Moved]:
    row = game.ops[way.op]
    with_dash = way._replace(budget=way.budget + reach_of(game, way.op, "dash")) if long else way
    modes = [Option(way.action, NAMES[way.action])]
    if long:
        modes.append(Option("long", "Normal Move with a Dash, to finish a climb or drop"))
    if off and way.action in ("charge", "fall-back"):
        modes.append(Option("off", "Call it off"))

    def judge(m: Moved) -> Iterator[Refusal]:
        if m.mode == "off":
            return
        path = m.paths.get(way.op, ())
        if m.mode == "long":
            if not climbs(legs_of(game, with_dash, path)):
                yield Refusal("movement.climb-with-dash", "A Dash is added only to finish a climb or drop.")
            yield from path_refusals(game, with_dash, path)
        else:
            yield from path_refusals(game, way, path)

    def some(n: int, rnd: Random) -> Sequence[Moved]:
        found = random_moves(game, way, n, rnd)
        return found or [Moved({}, "off" if off else way.action)]

    return (
        yield from Move(
            seat=row.seat,
            key="move",
            rule="actions." + ("normal-move" if way.action == "normal" else way.action),
            prompt="{a}: where does {op} go? ({b:.0f} in)",
            args={"a": NAMES[way.action], "op": way.op, "b": way.budget},
            pieces=(Piece(way.op, (row.x, row.y, row.z), card(row.unit).r, way.budget),),
            legal=judge,
            propose=some,
            modes=tuple(modes),
            toward=lambda piece, goal, mode: drag(game, way, goal),
        )
    )


def charge_ways(game: KillTeam, op: str) -> list[Moved]:
    """Charges in reach, for machines."""
    return list(charges(game, way_of(game, op, "charge", reach_of(game, op, "charge"))))


def tested(game: KillTeam, way: Way, leg: Leg) -> bool:
    """Does a leg need a jump test?"""
    return leg.kind == "jump" and not in_force(game, game.ops[way.op].seat, "pl-vc-quicksilver")


def dares(game: KillTeam, way: Way, path: tuple[Point, ...]) -> Flow[bool]:
    """A way with a jump is confirmed with the odds of its test; until then it may be taken back."""
    if not any(tested(game, way, leg) for leg in legs_of(game, way, path)):
        return True
    return (
        yield from Confirm(
            seat=game.ops[way.op].seat,
            key="dare",
            rule="movement.jump-test",
            prompt="That way needs a jump: {op} crosses on 2+, else the action ends at the edge. Dare it?",
            args={"op": way.op},
            odds=lambda yes: jump_odds(game, way, path) if yes else None,
            default=True,
        )
    )


def jump_odds(game: KillTeam, way: Way, path: tuple[Point, ...]) -> Forecast:
    jumps = sum(tested(game, way, leg) for leg in legs_of(game, way, path))
    across = (5 / 6) ** jumps
    return Forecast(
        "Jump test" if jumps == 1 else f"{jumps} jump tests",
        "movement.jump-test",
        chances=(Chance("gets across", across), Chance("stays at the edge", 1 - across)),
    )


def walk(game: KillTeam, way: Way, path: tuple[Point, ...]) -> Flow[None]:
    """Leg by leg; before a jump a test is rolled, and on a 1 the operative stays at the edge."""
    seat = game.ops[way.op].seat
    if not path:
        cite("movement.stay")
    if way.fly and any(o.there for i, o in game.ops.items() if i != way.op):
        cite("movement.fly-bases")
    total = 0.0
    for leg in legs_of(game, way, path):
        if tested(game, way, leg):
            failed, _ = yield from Roll(seat=seat, key="jump", rule="movement.jump-test", n=1, cuts=(2,))
            if failed:
                game.tell("{op} does not dare the jump.", "movement.jump-test", op=way.op)
                break
        game.ops.set(way.op, x=leg.b[0], y=leg.b[1], z=leg.b[2])
        total += leg.cost
    row = game.ops[way.op]
    if row.carries:
        game.markers.set(row.carries, x=row.x, y=row.y, z=row.z)
    rule = "actions." + ("normal-move" if way.action == "normal" else way.action)
    game.tell("{op}: {a}, {n:.1f} in.", rule, op=way.op, a=NAMES[way.action], n=total)


# ---- Overwatch

# Its weapons at each of their targets, or at one alone ("": at all).
overwatch_odds = Slot[[KillTeam, str, str], Sequence[Forecast]]("killteam.overwatch_odds")


def overwatch_arms(game: KillTeam, op: str, only: str = "") -> bool:
    uses = (Use(op, w, n, "overwatch") for w, n in arms(game, op, "overwatch"))
    return any(next(arm_refusals(game, use, 0, only), None) is None for use in uses)


def overwatch_refusals(game: KillTeam, op: str) -> Iterator[Refusal]:
    """Why an operative that is not ready cannot perform Overwatch."""
    row = game.ops[op]
    if row.order != ENGAGE and acts("combos.silent-conceal-overwatch"):
        yield Refusal("actions.overwatch", "Overwatch needs an Engage order.", {"op": op})
    if row.ready:
        yield Refusal("activation.overwatch-when", "{op} is still ready.", {"op": op}, "Activate it.")
    if row.overwatched:
        yield Refusal("actions.overwatch", "{op} performed Overwatch in this turning point.", {"op": op})
    if engaged(game, op):
        yield Refusal("actions.shoot-engaged", "{op} is within engagement range of an enemy.", {"op": op})
    elif not overwatch_arms(game, op):
        yield Refusal("shooting.no-target", "{op} has no weapon with a valid target.", {"op": op})


@rule("actions.overwatch", neutral=lambda *_, **__: [])
def overwatch(game: KillTeam, op: str, only: str = "") -> Flow[list[Scene]]:
    """A shooting attack outside the activation, at worse skill; no AP, no activation."""
    cite("activation.overwatch-not-activation")
    game.ops.set(op, overwatched=True)
    game.tell("{op} performs Overwatch.", "actions.overwatch", op=op)
    return (yield from aim(game, op, "overwatch", 0, only=only))


def covering(game: KillTeam, mover: str) -> list[Scene]:
    """A window for a Covering Shot, where the other side could use the ploy at all."""
    return [CoveringShot(mover)] if ploys.affords(game, 1 - game.ops[mover].seat, "pl-cw-covering-shot") else []


@scene
def covering_shot(game: KillTeam, at: CoveringShot) -> Flow[list[Scene]]:
    options: list[str | None] = yield from Reckon(
        work=lambda: [None, *(i for i in ploys.covering_shots(game, at.mover) if overwatch_arms(game, i, at.mover))]
    )
    if options == [None]:
        return []
    seat = 1 - game.ops[at.mover].seat
    who = yield from Choose(
        seat=seat,
        key="pl-cw-covering-shot",
        rule="ploys.window",
        prompt="Covering Shot for 1 CP at {m}: by whom?",
        args={"m": at.mover},
        among=lambda: options,
        default=None,
        label=lambda i: "nobody" if i is None else game.name(i),
        odds=lambda i: None if i is None else overwatch_odds(game, i, at.mover),
    )
    if who is None:
        return []
    ploys.buy(game, seat, "pl-cw-covering-shot")
    return (yield from overwatch(game, who, at.mover))
