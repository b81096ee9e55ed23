"""Actions that move (chapter actions): the way that is asked for, jump tests, and the walk itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from xenotable.engine import (
    Chance,
    Confirm,
    Flow,
    Forecast,
    Move,
    Moved,
    Option,
    Piece,
    Random,
    Refusal,
    Roll,
    Scene,
    cite,
)
from xenotable.games.killteam.rules.actions.universal import NAMES, OFF, dash_refusals, mark
from xenotable.games.killteam.rules.datacards.modified import reach_of
from xenotable.games.killteam.rules.movement.climbing import Leg, Way, climbs
from xenotable.games.killteam.rules.movement.legality import legs_of, path_refusals, way_of
from xenotable.games.killteam.rules.movement.proposals import charges, drag, random_move, random_moves
from xenotable.games.killteam.rules.ploys import buying
from xenotable.games.killteam.scenes import CoveringShot
from xenotable.games.killteam.state import KillTeam, card, in_force


def move_action(game: KillTeam, operative: str, action: str, cost: int) -> Flow[list[Scene]]:
    """A move may be called off before it is confirmed: then it was not performed."""
    way = way_of(game, operative, action, reach_of(game, operative, action))
    went = yield from move_ask(game, way, long_move(game, operative, action))
    if went.mode == "off":
        cite("play.refund")
        game.operatives.set(operative, did=(*game.operatives[operative].did, OFF + action))
        return []
    legs = legs_of(game, way, went.paths.get(operative, ()))
    if jump_tests(game, way, legs) and not (yield from confirm_jump(game, way, legs)):
        return []
    mark(game, operative, action, cost)
    if went.mode == "long":
        mark(game, operative, "dash", 1)
        cite("movement.climb-with-dash")
    yield from walk(game, way, legs)
    return covering_shot_window(game, operative) if action in ("normal", "dash", "charge") else []


def long_move(game: KillTeam, operative: str, action: str) -> bool:
    """May a Dash be paid in the same breath, to finish a climb or drop?"""
    row = game.operatives[operative]
    return (
        action == "normal"
        and row.ap >= 2
        and "dash" not in row.did
        and next(dash_refusals(game, operative), None) is None
    )


def move_ask(game: KillTeam, way: Way, long: bool = False, off: bool = True) -> Move:
    row = game.operatives[way.operative]

    def judge(move: Moved) -> Iterator[Refusal]:
        if move.mode == "off":
            return
        path = move.paths.get(way.operative, ())
        if move.mode == "long":
            with_dash = way._replace(budget=way.budget + reach_of(game, way.operative, "dash"))
            if not climbs(legs_of(game, with_dash, path)):
                yield Refusal("movement.climb-with-dash", "A Dash is added only to finish a climb or drop.")
            yield from path_refusals(game, with_dash, path)
        else:
            yield from path_refusals(game, way, path)

    def some(n: int, rnd: Random) -> Sequence[Moved]:
        found = random_moves(game, way, n, rnd)
        return found or [Moved({}, "off" if off else way.action)]

    return Move(
        seat=row.seat,
        key="move",
        rule="actions." + ("normal-move" if way.action == "normal" else way.action),
        prompt="{a}: where does {operative} go? ({b:.0f} in)",
        args={"a": NAMES[way.action], "operative": way.operative, "b": way.budget},
        pieces=(Piece(way.operative, (row.x, row.y, row.z), card(row.unit).r, way.budget),),
        legal=judge,
        propose=some,
        one=lambda rnd: random_move(game, way, rnd),
        modes=_modes(way.action, long, off),
        toward=lambda piece, goal, mode: drag(game, way, goal),
    )


@cache
def _modes(action: str, long: bool, off: bool) -> tuple[Option, ...]:
    modes = [Option(action, NAMES[action])]
    if long:
        modes.append(Option("long", "Normal Move with a Dash, to finish a climb or drop"))
    if off and action in ("charge", "fall-back"):
        modes.append(Option("off", "Call it off"))
    return tuple(modes)


def charge_ways(game: KillTeam, operative: str) -> list[Moved]:
    """Charges in reach, for machines."""
    return list(charges(game, way_of(game, operative, "charge", reach_of(game, operative, "charge"))))


def needs_jump_test(game: KillTeam, way: Way, leg: Leg) -> bool:
    """Does a leg need a jump test?"""
    return leg.kind == "jump" and not in_force(game, game.operatives[way.operative].seat, "pl-vc-quicksilver")


def jump_tests(game: KillTeam, way: Way, legs: Sequence[Leg]) -> int:
    jumps = 0
    for leg in legs:
        jumps += needs_jump_test(game, way, leg)
    return jumps


def confirm_jump(game: KillTeam, way: Way, legs: Sequence[Leg]) -> Flow[bool]:
    """A way with a jump is confirmed with the odds of its test; until then it may be taken back."""
    return (
        yield from Confirm(
            seat=game.operatives[way.operative].seat,
            key="dare",
            rule="movement.jump-test",
            prompt="That way needs a jump: {operative} crosses on 2+, else the action ends at the edge. Dare it?",
            args={"operative": way.operative},
            odds=lambda yes: jump_odds(game, way, legs) if yes else None,
            default=True,
        )
    )


def jump_odds(game: KillTeam, way: Way, legs: Sequence[Leg]) -> Forecast:
    jumps = jump_tests(game, way, legs)
    across = (5 / 6) ** jumps
    return Forecast(
        "Jump test" if jumps == 1 else f"{jumps} jump tests",
        "movement.jump-test",
        chances=(Chance("gets across", across), Chance("stays at the edge", 1 - across)),
    )


def walk(game: KillTeam, way: Way, legs: Sequence[Leg]) -> Flow[None]:
    """Leg by leg; before a jump a test is rolled, and on a 1 the operative stays at the edge."""
    seat = game.operatives[way.operative].seat
    total = 0.0
    for leg in legs:
        if needs_jump_test(game, way, leg):
            failed, _ = yield from Roll(seat=seat, key="jump", rule="movement.jump-test", n=1, cuts=(2,))
            if failed:
                game.tell("{operative} does not dare the jump.", "movement.jump-test", operative=way.operative)
                break
        game.operatives.set(way.operative, x=leg.b[0], y=leg.b[1], z=leg.b[2])
        total += leg.cost
    row = game.operatives[way.operative]
    if row.carries:
        game.markers.set(row.carries, x=row.x, y=row.y, z=row.z)
    rule = "actions." + ("normal-move" if way.action == "normal" else way.action)
    game.tell("{operative}: {a}, {n:.1f} in.", rule, operative=way.operative, a=NAMES[way.action], n=total)


def covering_shot_window(game: KillTeam, mover: str) -> list[Scene]:
    """A window for a Covering Shot, where the other side could use the ploy at all."""
    return [CoveringShot(mover)] if buying.affords(game, 1 - game.operatives[mover].seat, "pl-cw-covering-shot") else []
