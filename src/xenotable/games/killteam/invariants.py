"""What must hold at any moment of a battle and of a campaign."""

from __future__ import annotations

from collections.abc import Iterator

from xenotable.engine.campaigns import distinct
from xenotable.games.killteam.rules.narrative.dataslate import MOST
from xenotable.games.killteam.rules.play.measuring import LARGEST
from xenotable.games.killteam.state import DEPTH, SEATS, WIDTH, Campaign, KillTeam, card


def broken_battle_invariants(game: KillTeam) -> Iterator[str]:
    """What must hold at any moment and does not."""
    there = sorted([(row.x, row.y, row.z, card(row.unit).r, row.name) for row in game.operatives.values() if row.there])
    for n, (x, y, z, r, name) in enumerate(there):
        if not (r - 0.001 <= x <= WIDTH - r + 0.001 and r - 0.001 <= y <= DEPTH - r + 0.001):
            yield f"{name} reaches over the edge"
        for x2, y2, z2, r2, other in there[n + 1 :]:
            if x2 - x > r + LARGEST:
                break
            if (x2 - x) ** 2 + (y2 - y) ** 2 < (r + r2 - 0.005) ** 2 and abs(z - z2) < 1.0:
                yield f"{name} and {other} overlap"
    for row in game.operatives.values():
        if row.there and not 0 <= row.wounds <= row.full:
            yield f"{row.name} has {row.wounds} wounds of {row.full}"
        if row.ap < 0:
            yield f"{row.name} has {row.ap} AP"
    for seat in SEATS:
        side = game.sides[seat]
        if side.cp < 0:
            yield f"{game.seat_name(seat)} has {side.cp} CP"
    for i, marker in game.markers.items():
        if marker.carrier and game.operatives[marker.carrier].carries != i:
            yield f"{i} and its carrier disagree"


def broken_campaign_invariants(game: Campaign) -> Iterator[str]:
    for seat, slate in game.slates.items():
        if not 0 <= slate.rp <= 10:
            yield f"seat {seat} has {slate.rp} RP"
        if len(slate.operatives) > MOST:
            yield f"seat {seat} has {len(slate.operatives)} operatives"
        if len(slate.assets) > slate.slots:
            yield f"seat {seat} has more assets than slots"
        if not distinct([o.name for o in slate.operatives]):
            yield f"seat {seat} has two operatives of one name"
