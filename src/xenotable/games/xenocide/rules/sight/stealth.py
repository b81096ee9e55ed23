"""Stealth models are seen from nearby alone (chapter "sight")."""

from __future__ import annotations

from collections.abc import Sequence

from xenotable.engine import rule
from xenotable.games.xenocide.rules.play.measuring import WITHIN
from xenotable.games.xenocide.rules.play.models import kind_of
from xenotable.games.xenocide.rules.sight.line_of_sight import base, shapes, sight_shape, watchers
from xenotable.games.xenocide.rules.sight.viewpoints import Seen
from xenotable.games.xenocide.rules.stats.recon import is_seen_by, recon_sees
from xenotable.games.xenocide.rules.stats.values import hides
from xenotable.games.xenocide.state import Xenocide
from xenotable.table import gap

STEALTH = 12.0 + WITHIN


@rule("sight.stealth-mixed")
@rule("sight.stealth", neutral=lambda game, shooter, eyes, targets, table: [True] * len(targets))
def found_out(
    game: Xenocide, shooter: str, eyes: Sequence[Seen], targets: Sequence[tuple[str, Seen]],
    table: Sequence[Sequence[bool]],
) -> list[bool]:  # fmt: skip
    """Which models of the target may be aimed at: a Stealth model only if it is seen from within 12 inches, by the
    firing unit or by a friendly Recon model."""
    seat, models, kinds = game.units[shooter].seat, game.models, game.kinds
    known = []
    for j, (model, t) in enumerate(targets):
        if not hides(kinds[models[model].kind]):
            known.append(True)
            continue
        near = any(table[i][j] and gap(base(e), base(t)) <= STEALTH for i, e in enumerate(eyes))
        near = near or is_seen_by(game, shapes(game, shooter), t, STEALTH)  # also without this weapon
        near = near or recon_sees(game, seat, t, STEALTH)
        if not near and game.reads("sight.stealth=any-friend"):
            near = is_seen_by(game, [sight_shape(game, m) for m in watchers(game, seat)], t, STEALTH)
        known.append(near)
    return known


@rule("sight.stealth-spotting", neutral=lambda game, model, far: far)
def spotted_from(game: Xenocide, model: str, far: float) -> float:
    """How far away one may be to see a model: Stealth shortens every distance, also those of spotters."""
    return min(far, STEALTH) if hides(kind_of(game, model)) else far
