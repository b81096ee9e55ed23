"""Deployment: one model at a time, alternating."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, Scene, cite, scene
from xenotable.games.xcx.rules.ai.deployment import deployment
from xenotable.games.xcx.rules.missions.zones import deploy_refusals, to_place, zone_spots
from xenotable.games.xcx.rules.movement.positions import others
from xenotable.games.xcx.rules.play.models import is_ai
from xenotable.games.xcx.rules.terrain.ground import field_of, top
from xenotable.games.xcx.scenes import Deploy, Infiltrate, Round
from xenotable.games.xcx.state import RESERVE, TABLE, Xcx


@scene
def deploy(game: Xcx, at: Deploy) -> Flow[list[Scene]]:
    """Alternating, the loser of the roll-off first; Infiltrate models are set aside."""
    cite("missions.deploy")
    side, waiting = at.side, to_place(game, at.side)
    if not waiting:
        side, waiting = 1 - side, to_place(game, 1 - side)
    if not waiting:
        loser = 1 - game.now.winner_of_roll
        hidden = tuple(
            i for s in (loser, 1 - loser) for i, m in game.models.items() if m.owner == s and m.state == RESERVE
        )
        return [Infiltrate(hidden), Round(1)]
    if is_ai(game, side):
        id, p = deployment(game, waiting)
    else:
        seats = [s for s in game.commanders[side] if any(game.models[i].seat == s for i in waiting)]
        own, seat = waiting, seats[0]
        if len(seats) > 1:
            placed_by = {s: sum(m.seat == s and m.state == TABLE for m in game.models.values()) for s in seats}
            seat = min(seats, key=lambda s: (placed_by[s], s))
            own = [i for i in waiting if game.models[i].seat == seat]
        placed = yield from deploy_ask(game, seat, own)
        id, q = next(iter(placed.at.items()))
        p = field_of(game).place((q[0], q[1]))
    game.models.set(id, x=p[0], y=p[1], state=TABLE)
    game.tell("{who} takes position.", "missions.deploy", who=id)
    return [Deploy(1 - side)]


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
        around = others(game, id).values()
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
        one=lambda rnd: next(iter(propose(1, rnd)), None),
    )
