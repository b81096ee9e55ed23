"""Engaged models: what a model in contact may do, fleeing and free attacks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Choose, Flow, Moved, Refusal, Scene, acts, cite, rule, scene
from xenotable.games.xcx.charging import strikes
from xenotable.games.xcx.layouts import field_of
from xenotable.games.xcx.models import is_ai, seat_of
from xenotable.games.xcx.modifiers import FREE_MELEE
from xenotable.games.xcx.movement import allowance, can_end, flat, walker
from xenotable.games.xcx.recruits import profile_of
from xenotable.games.xcx.shooting import attack, attack_forecast
from xenotable.games.xcx.state import CIVIL, TABLE, Xcx
from xenotable.games.xcx.terrain import costs_of
from xenotable.table import Point, snapped
from xenotable.table.moving import leg_cost


@rule("engaged.state", neutral=lambda game, a, b: None)
def engage(game: Xcx, a: str, b: str) -> None:
    """Two enemies in contact, by a charge or a Lasso; both lose Overwatch, a Down model stays Down."""
    if CIVIL in (game.models[a].side, game.models[b].side) and acts("missions.exodus-engaging-civilians"):
        return
    for one, other in ((a, b), (b, a)):
        if other not in game.models[one].engaged:
            game.models.set(one, engaged=(*game.models[one].engaged, other))
        if game.models[one].watch and acts("charging.ends-overwatch"):
            game.models.set(one, watch=False)


@rule("engaged.ends", neutral=lambda game, id: None)
def part_from_all(game: Xcx, id: str) -> None:
    """Death, flight, force and a change of sides end engagements."""
    for other in game.models[id].engaged:
        game.models.set(other, engaged=tuple(e for e in game.models[other].engaged if e != id))
    game.models.set(id, engaged=())


# ---- fleeing ---------------------------------------------------------------------------------------------------------


@rule("engaged.flee-move", neutral=lambda game, id, move: iter(()))
def flee_refusals(game: Xcx, id: str, move: Moved) -> Iterator[Refusal]:
    path = flat(move.paths.get(id, ()))
    if not path:
        yield Refusal(
            "engaged.flee-move", "A fleeing model must move away.", {}, "Attack instead, or choose a way out."
        )
        return
    m, grid = game.models[id], field_of(game).grid
    if not can_end(game, id, path[-1], m.r):
        yield Refusal("engaged.flee-move", "The flight must end at least 1 Range from every model.", {})
    if grid is not None:
        end = grid.space(path[-1])
        if any(grid.apart(end, grid.space(game.models[e].here)) <= 1 for e in m.engaged):
            yield Refusal("engaged.flee-move", "The flight must end away from whom it flees.", {})


def best_flight(game: Xcx, id: str) -> Moved | None:
    """Some legal flight, as far from the enemy as a straight way leads; None if there is none."""
    m = game.models[id]
    far = float(allowance(game, id, True))
    foes = [game.models[e].here for e in m.engaged] or [m.here]
    cx, cy = sum(x for x, _ in foes) / len(foes), sum(y for _, y in foes) / len(foes)
    first = math.atan2(m.y - cy, m.x - cx)
    turns = [first + math.radians(d) for k in range(0, 181, 15) for d in (k, -k)]
    if field_of(game).grid is not None:
        aims = [(m.x + far * math.cos(t), m.y + far * math.sin(t)) for t in turns]
        return next(_flights(game, id, aims, far), None)
    walk, ground, costs = walker(game, id, True), field_of(game).ground, costs_of(True)
    for share in (1.0, 0.6, 0.3):
        for t in turns:
            long = (far - 0.01) * share
            p: Point = snapped((m.x + long * math.cos(t), m.y + long * math.sin(t)))
            if (
                walk.on_table(p)
                and walk.ends(p)
                and walk.clear(m.here, p)
                and leg_cost(m.here, p, ground, costs) <= far
            ):
                move = Moved({id: (p,)})
                if next(flee_refusals(game, id, move), None) is None:
                    return move
    return None


def _flights(game: Xcx, id: str, aims: list[Point], far: float) -> Iterator[Moved]:
    from xenotable.games.xcx.move_asks import stroll

    for aim in aims:
        path = stroll(game, id, True, aim, far)
        while path:
            move = Moved({id: path})
            if next(flee_refusals(game, id, move), None) is None:
                yield move
                break
            path = path[:-1]


# ---- free attacks ----------------------------------------------------------------------------------------------------


class Flight(Scene, frozen=True):
    """A model flees: those whom it was engaged with attack first, then it runs."""

    model: str
    path: tuple[tuple[float, ...], ...]
    waiting: tuple[str, ...]  # enemies that may still attack


@rule("engaged.free-attack", neutral=lambda game, id: ())
def free_attackers(game: Xcx, id: str) -> tuple[str, ...]:
    """Each enemy engaged with it and with nobody else."""
    found = [e for e in game.models[id].engaged if game.models[e].engaged == (id,)]
    return tuple(sorted(found, key=lambda e: rank(game, e)))


@rule("play.model-numbers", neutral=lambda game, id: (0, 0))
def rank(game: Xcx, id: str) -> tuple[int, int]:
    """South before north, north before the neutral side, civilians last; then the lower number."""
    m = game.models[id]
    side = m.owner if m.owner >= 2 else int(m.owner != game.now.south)
    return (side, m.number)


def free_options(game: Xcx, id: str, target: str) -> list[tuple[str, str, str]]:
    """(attacker, weapon, manner): a shot at distance 0, or a blow."""
    p = profile_of(game, id)
    barred = {"Sniper", "Scatter", "High Explosive"}
    guns = [w.id for w in p.weapons if w.range >= 1 and not barred & set(w.rules) and p.skill(w.skill) >= 1]
    shots = [(id, g, "free") for g in guns]
    return shots + [(id, w, FREE_MELEE) for w, _ in strikes(game, id, (target,))]


@scene
def flight(game: Xcx, at: Flight) -> Flow[list[Scene]]:
    from xenotable.games.xcx.ai import best_of
    from xenotable.games.xcx.overwatch import Moving, stepping

    m = game.models[at.model]
    waiting = [e for e in at.waiting if game.models[e].state == TABLE and e in m.engaged]
    if m.state != TABLE or not waiting:
        return (
            []
            if m.state != TABLE or m.halted
            else [Moving(at.model, stepping(game, at.model, at.path), True, fled=True)]
        )
    side = game.models[waiting[0]].side
    if is_ai(game, side):
        cite("ai.free-attacks")
        chosen = best_of(game, at.model, free_options(game, waiting[0], at.model))
        left = tuple(waiting[1:])
    else:
        own = [e for e in waiting if seat_of(game, e) == seat_of(game, waiting[0])]
        chosen = yield from Choose(
            seat=seat_of(game, own[0]),
            key="free",
            rule="engaged.free-attack-order",
            prompt="{who} flees: a free attack?",
            args={"who": at.model},
            default=None,
            among=lambda: [o for e in own for o in free_options(game, e, at.model)] + [None],
            label=lambda o: (
                "Let it go"
                if o is None
                else f"{game.name(o[0])}: {'shoot' if o[2] == 'free' else 'strike'}, {game.name(o[1])}"
            ),
            on=lambda o: o[0] if o else "",
            odds=lambda o: attack_forecast(game, o[0], at.model, o[1], o[2]) if o else None,
        )
        left = tuple(e for e in waiting if (chosen is None and e not in own) or (chosen is not None and e != chosen[0]))
    if chosen is not None:
        cite("suppression.no-test-for-reactions")
        yield from attack(game, chosen[0], at.model, chosen[1], chosen[2])
        held(game, at.model)
    return [Flight(at.model, at.path, left)]


@rule("engaged.flee-stopped", neutral=lambda game, id: None)
def held(game: Xcx, id: str) -> None:
    """Forced Down or caught by a Lasso it stays in contact, still engaged, and does not move."""
    if game.models[id].state == TABLE and game.models[id].halted:
        game.tell("{who} does not get away.", "engaged.flee-stopped", who=id)
