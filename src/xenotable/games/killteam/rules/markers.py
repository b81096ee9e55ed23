"""Chapter markers: control, carrying, dropping; and what a token shows."""

from __future__ import annotations

import math
from collections.abc import Iterator

from xenotable.engine import Flow, Piece, Place, Placed, Random, Refusal, cite, is_legal, rule
from xenotable.engine.citing import reuse
from xenotable.games.killteam.rules.datacards.printed import apl
from xenotable.games.killteam.rules.play.measuring import LARGEST, to_centre, within
from xenotable.games.killteam.rules.sight.visibility import sees_point
from xenotable.games.killteam.rules.terrain.features import killzone, surface_under
from xenotable.games.killteam.state import DEPTH, WIDTH, KillTeam, Marker, Operative, card

CONTROL, REACH = 2.0, 1.0


@rule("markers.control", neutral=lambda *_: (0, 0))
def strengths(game: KillTeam, x: float, y: float, z: float, limit: float = CONTROL) -> tuple[int, int]:
    """The APL that each side brings to a place."""
    cite("markers.control-modified")
    total, far = [0, 0], limit + LARGEST + 0.1
    for i, row in game.operatives.items():
        if not (-far < row.x - x < far and -far < row.y - y < far):
            continue
        if row.there and not row.fallen and within(to_centre(row, x, y, z), limit):
            total[row.seat] += apl(game, i)
    return total[0], total[1]


def controller(game: KillTeam, marker: str) -> int | None:
    """Who controls a marker now: the larger sum of APL within 2 in, its carrier, or nobody. Asked for several ends when
    a turning point does, worked out once."""
    return reuse(game.held, marker, (game.markers[marker], *game.operatives.values()), _controller, game, marker)


def _controller(game: KillTeam, marker: str) -> int | None:
    cite("markers.control-timing")
    row = game.markers[marker]
    if row.gone:
        return None
    if row.carrier:
        cite("markers.carried")
        return game.operatives[row.carrier].seat
    mine, yours = strengths(game, row.x, row.y, row.z)
    return None if mine == yours else 0 if mine > yours else 1


def controlled_markers(game: KillTeam, seat: int) -> list[str]:
    return [m for m in game.markers if controller(game, m) == seat]


@rule("markers.list", neutral=lambda *_: [])
def markers_on_table(game: KillTeam) -> list[str]:
    """The markers on the table: neither carried nor gone."""
    return [i for i, m in game.markers.items() if not m.gone and not m.carrier]


def may_reach(row: Operative, marker: Marker) -> bool:
    """Could an operative be within 1 in of a marker? A quick no before it is measured."""
    far = REACH + LARGEST + 0.1
    return -far < row.x - marker.x < far and -far < row.y - marker.y < far


def reach_to(game: KillTeam, operative: str, marker: str) -> float:
    row = game.markers[marker]
    return to_centre(game.operatives[operative], row.x, row.y, row.z)


def pick_up_refusals(game: KillTeam, operative: str, marker: str) -> Iterator[Refusal]:
    """Why an operative cannot pick a marker up."""
    row = game.markers[marker]
    if row.carrier:
        yield Refusal("markers.carried", "{m} is carried already.", {"m": marker})
        return
    if not within(reach_to(game, operative, marker), REACH):
        yield Refusal(
            "actions.pick-up",
            "{operative} is not within 1 in of {m}.",
            {"operative": operative, "m": marker},
            "Move nearer.",
        )
    if controller(game, marker) != game.operatives[operative].seat:
        yield Refusal("actions.pick-up", "{m} is not under your control.", {"m": marker}, "Bring more APL to it.")
    if game.operatives[operative].carries:
        yield Refusal(
            "markers.one-item", "{operative} carries something already.", {"operative": operative}, "Drop it first."
        )


def liftable_markers(game: KillTeam, operative: str) -> list[str]:
    """The markers that an operative can pick up."""
    row = game.operatives[operative]
    return [
        i
        for i, marker in game.markers.items()
        if may_reach(row, marker) and is_legal(pick_up_refusals(game, operative, i))
    ]


def drop_refusals(game: KillTeam, operative: str, placed: Placed) -> Iterator[Refusal]:
    """Why a marker may not be dropped there; a place without a height is one at the operative's own."""
    row = game.operatives[operative]
    for x, y, *height in placed.at.values():
        z = height[0] if height else row.z
        if not (0 <= x <= WIDTH and 0 <= y <= DEPTH):
            yield Refusal("play.table", "A marker lies in the killzone.")
        if not within(to_centre(row, x, y, z), REACH) or not sees_point(game, operative, x, y, z):
            yield Refusal(
                "actions.drop-carried",
                "It is dropped within 1 in of {operative}, where {operative} can see it.",
                {"operative": operative},
            )
        if z < 0.0 or (z > 0.0 and surface_under(killzone(game), x, y, z) is None):
            says = "There is nothing for it to lie on {z:.1f} in above the floor there."
            yield Refusal("actions.drop-carried", says, {"z": z}, "Drop it where the carrier stands.")


def drop(game: KillTeam, operative: str, rule: str) -> Flow[None]:
    """The owner places what the operative carries within 1 in of it."""
    marker, row = game.operatives[operative].carries, game.operatives[operative]
    at, seat = (row.x, row.y, row.z), row.seat
    placed = yield from Place(
        seat=seat,
        key="drop",
        rule=rule,
        prompt="Where does {operative} drop {m}?",
        args={"operative": operative, "m": marker},
        pieces=(Piece(marker, at, 0.2),),
        legal=lambda p: drop_refusals(game, operative, p),
        propose=lambda n, rnd: drops(game, operative, marker, n, rnd),
    )
    x, y, *height = placed.at[marker]
    game.markers.set(marker, x=x, y=y, z=height[0] if height else at[2], carrier="")
    game.operatives.set(operative, carries="")
    game.tell("{operative} drops {m}.", rule, operative=operative, m=marker)


def drops(game: KillTeam, operative: str, marker: str, n: int, rnd: Random) -> list[Placed]:
    """At its feet, or somewhere within 1 in."""
    row = game.operatives[operative]
    out = [Placed({marker: (row.x, row.y)})]
    for _ in range(n):
        angle, far = rnd() * 2 * math.pi, card(row.unit).r + rnd()
        at = tuple(round(v * 1024) / 1024 for v in (row.x + far * math.cos(angle), row.y + far * math.sin(angle)))
        if not any(drop_refusals(game, operative, Placed({marker: at}))):
            out.append(Placed({marker: at}))
    return out[:n] if n > 0 else out
