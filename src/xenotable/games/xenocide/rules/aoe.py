"""Area effect weapons: hits that become more, splashes, whom they reach (chapter "aoe")."""

from __future__ import annotations

from xenotable.engine import Flow, Roll, cite, rule
from xenotable.games.xenocide.rules.play.dice import thirds
from xenotable.games.xenocide.scenes import Tally, Volley
from xenotable.games.xenocide.state import Xenocide


@rule("aoe.own-models")
@rule("aoe.allocation")
def area_marks(game: Xenocide, target: str) -> tuple[str, ...]:
    cite("movement.no-spacing")
    return game.units[target].models


@rule("aoe.splash", neutral=lambda: False)
def splash() -> bool:
    return True


@rule("aoe.splash-low-accuracy", neutral=lambda: False)
def low_splash() -> bool:
    return True


@rule("aoe.hit")
def area_hits(v: Volley, t: Tally) -> Flow[int]:
    """Each hit of an area weapon becomes Xd3 hits, each splash X, none more than the target has models."""
    x, cap, hits = v.weapon.aoe, v.cap, 0
    for _ in range(sum(t.hits)):
        low, middle, high = yield from Roll(seat=v.seats[0], key="area", rule="aoe.hit", n=x, cuts=(3, 5))
        hits += cap_hits(thirds(low, middle, high), cap)
    return hits + t.splash * cap_hits(x, cap)


@rule("aoe.cap", neutral=lambda hits, cap: hits)
def cap_hits(hits: int, cap: int) -> int:
    return min(hits, cap)
